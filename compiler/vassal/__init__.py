"""The VASSAL file formats, below the level of any game.

VASSAL keeps everything in ZIP archives (`.vmod`, `.vsav`, `.vlog`); what is in them is sequences
within sequences. From the bytes upwards:

* `errors`: the one exception for a file that cannot be read;
* `container`: ZIP archives, read within limits and written whole or not at all;
* `metadata`: the small XML entries `moduledata` and `savedata`;
* `obfuscation`: the forms in which the text of a saved game is stored;
* `encoding`: delimited sequences, chains of traits, the text form of a piece, keystrokes;
* `states`: where a piece, a stack or a deck stands;
* `savegame`: writing `.vsav` and `.vlog` files.

Reading and replaying logs is the referee's part (`referee.logs`); writing modules builds on this.
"""
