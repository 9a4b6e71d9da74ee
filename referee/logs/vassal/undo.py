"""Undone steps: which step of a log takes back which earlier one.

An undo is logged as a new step and what it undoes stays in the file. VASSAL since 3.6.7 puts it in
brackets, and every version repeats a line of chat with `* UNDO: ` before it; in older logs the undo
of a move can be told only from its being the reverse of the step before.
"""

from __future__ import annotations

from collections.abc import Sequence

from compiler.vassal.encoding import decode_sequence

_LOOK_BACK = 64
_BRACKET = "UNDO\t"
_CHAT = "CHAT* UNDO: "
_TELLING = (_BRACKET, _CHAT)
_KEPT = ("PNOTE\t", "SNOTE\t", "NOTES\t", "PNOTES\t", "PLAYER\t", "PYREMOVE\t")
"""Commands that VASSAL cannot undo: a step of them alone is passed over."""
_PIECE_COMMANDS = ("+/", "-/", "D/", "M/")
_REVERSES = ("M/M/", "D/D/", "+/-/", "-/+/")
"""Kinds of commands that can be the reverse of one another."""


class UndoFinder:
    """Looks at the steps of a log in their order.

    >>> finder = UndoFinder()
    >>> finder.look(1, ["CHAT<Ann> - oops"]), finder.look(2, ["CHAT* UNDO: <Ann> - oops"])
    (None, 1)
    """

    def __init__(self) -> None:
        self._open: list[tuple[int, Sequence[str]]] = []
        self._after_undo = False

    def look(
        self, number: int, commands: Sequence[str], following: Sequence[str] = ()
    ) -> int | None:
        """Look at the next step.

        Args:
            number: of the step.
            commands: the texts of its commands.
            following: the texts of the commands of the step after it.

        Returns:
            The number of the step that this one takes back; 0 if it takes back something that
            cannot be told or lies far back; None if it takes back nothing.
        """
        done = self._open
        if _tells(commands):
            self._after_undo = True
            return self._take_back(commands)
        if done and done[-1][1][-1][1:2] == "/" and self._reverses_last(commands, following):
            self._after_undo = True
            return done.pop()[0]
        if commands[0][0] in "PSN" and all(command.startswith(_KEPT) for command in commands):
            return None
        self._after_undo = False
        done.append((number, commands))
        if len(done) > 2 * _LOOK_BACK:
            del done[:_LOOK_BACK]
        return None

    def _reverses_last(self, commands: Sequence[str], following: Sequence[str]) -> bool:
        """Whether the step is the reverse of the last one that stands.

        One move alone may as well be a piece moved back by hand: it counts only beside an undo.
        """
        last = self._open[-1][1]
        first, done = commands[0], last[-1]
        if first[:2] + done[:2] not in _REVERSES:
            return False
        if first.split("/", 2)[1] != done.split("/", 2)[1]:
            return False
        if _brings_back(commands, last):
            return True
        if not _is_reverse(commands, last):
            return False
        if len(commands) > 1 or self._after_undo or _tells(following):
            return True
        return len(self._open) > 1 and _is_reverse(following, self._open[-2][1])

    def _take_back(self, commands: Sequence[str]) -> int:
        """Find the latest step that these commands can take back.

        What repeats its chat does, and what touches all pieces that it touched: bringing back a
        piece touches its stack besides.
        """
        if not self._open:
            return 0
        touched = _touched(commands)
        repeated = {
            "CHAT" + command[len(_CHAT) :] for command in commands if command.startswith(_CHAT)
        }
        only_chat = len(repeated) == len(commands)
        spoken = -1
        for index in range(len(self._open) - 1, max(-1, len(self._open) - 1 - _LOOK_BACK), -1):
            done = self._open[index][1]
            pieces = _touched(done)
            if not repeated.isdisjoint(done) or (pieces and pieces <= touched):
                return self._open.pop(index)[0]
            if spoken < 0 and only_chat and any(text.startswith("CHAT") for text in done):
                spoken = index
        return self._open.pop(spoken)[0]


def _tells(commands: Sequence[str]) -> bool:
    """Whether a step says that it is an undo."""
    for command in commands:  # noqa: SIM110 - every step is asked, and this is twice as fast
        if command[0] in "UC" and command.startswith(_TELLING):
            return True
    return False


def _brings_back(commands: Sequence[str], done: Sequence[str]) -> bool:
    """Whether a step adds a piece under the id of one removed: new pieces have new ids."""
    return commands[0].startswith(f"+/{done[-1][2:]}/")


def _is_reverse(commands: Sequence[str], done: Sequence[str]) -> bool:
    """Whether `commands` are the reverse of `done`, one by one, the last first."""
    return len(commands) == len(done) and all(
        _reverses(undoing, doing) for undoing, doing in zip(commands, reversed(done), strict=True)
    )


def _touched(commands: Sequence[str]) -> set[str]:
    """Ids of the pieces that a step concerns."""
    return {
        command[2:].partition("/")[0] for command in commands if command.startswith(_PIECE_COMMANDS)
    }


def _reverses(undoing: str, done: str) -> bool:
    kinds = undoing[:2] + done[:2]
    if kinds not in _REVERSES or undoing == done:
        return False
    if undoing[2:].partition("/")[0] != done[2:].partition("/")[0]:
        return False
    if kinds in ("+/-/", "-/+/"):
        return True
    now, then = decode_sequence(undoing[2:], "/"), decode_sequence(done[2:], "/")
    if kinds == "D/D/":
        return len(now) == len(then) == 3 and now == [then[0], then[2], then[1]]
    return min(len(now), len(then)) >= 9 and (now[0], now[1:5], now[5:9]) == (
        then[0],
        then[5:9],
        then[1:5],
    )
