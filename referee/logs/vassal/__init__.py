"""VASSAL's saves and logs: from the file to what happened, step by step.

`replay.read_log` reads a file; its `replay()` gives first the initial state, then one `Step` after
the other, while `position` follows along. From the text upwards:

* `tree`: the tree of commands, walked flat;
* `privacy`: players' ids are passwords and never leave this package;
* `commands`, `parse`: each command as a type;
* `pieces`, `position`: where every piece, stack and deck is;
* `events`: commands together with where the pieces were and came to be;
* `chat`, `dice`, `undo`: lines in plain text, rolls, steps taken back;
* `jsonlines`: all events of a log as JSON Lines, and back.

A file that cannot be read ends in one `compiler.vassal.errors.VassalFileError`.
"""
