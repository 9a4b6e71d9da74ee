"""The VASSAL file formats, and the module of a game.

VASSAL keeps everything in ZIP archives (`.vmod`, `.vsav`, `.vlog`); what is in them is sequences
within sequences. From the bytes upwards:

* `errors`: the one exception for a file that cannot be read;
* `container`: ZIP archives, read within limits and written whole or not at all;
* `metadata`: the small XML entries `moduledata` and `savedata`;
* `obfuscation`: the forms in which the text of a saved game is stored;
* `encoding`: delimited sequences, chains of traits, the text form of a piece, keystrokes;
* `states`: where a piece, a stack or a deck stands;
* `savegame`: writing `.vsav` and `.vlog` files.

A game's module is made of them by `module`, in these steps:

* `keyplan`, `keys`: which key does what;
* `gpids`: the numbers of pieces, kept from version to version;
* `traits`, `commands`, `state_traits`, `prototypes`, `pieces`: what pieces are made of;
* `maps`, `toolbar`, `palette`, `help_pages`, `buildfile`, `assembly`: the build file and its pages;
* `lint`, `lint_data`, `lint_module`: what would go wrong;
* `images`, `pictures`: the drawings as files;
* `setups`, `extension`: scenarios as saved games, optional counters as an extension.

What a log reader shares with the module writer stands in `names`, `piece_state`, `state_values` and
`turns`. Reading and replaying logs is the referee's part (`referee.logs`).
"""
