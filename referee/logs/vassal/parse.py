"""From the text of a command to its type.

Recognition is by prefix, as in VASSAL. Every text has a type: what cannot be read is `Unknown`.
"""

from __future__ import annotations

from collections.abc import Callable

from compiler.vassal.encoding import TAB, EncodingError, decode_sequence
from compiler.vassal.states import read_integer
from referee.logs.vassal.commands import (
    AddPiece,
    Auxiliary,
    BoardInPlay,
    Boards,
    ChangePiece,
    Chat,
    Command,
    MaskRights,
    MovePiece,
    Note,
    Player,
    PlayerLeaves,
    PropertyChange,
    PropertyValue,
    RemovePiece,
    SaveFrame,
    ShowResults,
    StacksAreSetUp,
    TurnState,
    Undo,
    Unknown,
)
from referee.logs.vassal.numbers import Integers
from referee.logs.vassal.privacy import (
    MOST_PLAYERS,
    OwnedTraits,
    PlayerTokens,
    owned_traits,
    without_owners,
)

_BOARDS = "BoardPicker"
_ADDRESS = "address-withheld"
_STACK = "stack"
_AUXILIARY = frozenset(
    (
        "AUDIO",
        "CHECK",
        "CLOCK",
        "CLOCKCONTROL",
        "EXT",
        "Events",
        "FLARE",
        "LOCKSPOTAB",
        "LOS",
        "PLUGIN",
        "SEMAIL",
        "SGKC",
    )
)
"""Commands kept with their fields only."""


class CommandReader:
    r"""Reads the commands of one game in their order; it remembers which pieces can have owners.

    >>> reader = CommandReader(PlayerTokens())
    >>> reader.read("M/17/Main Map/306/210/null/Main Map/150/120/null/secret").player
    'player-1'
    >>> reader.read("FLARE\tFlare0\t44\t402")
    Auxiliary(name='FLARE', fields=('Flare0', '44', '402'))
    """

    def __init__(self, tokens: PlayerTokens) -> None:
        self._tokens = tokens
        self._owned: dict[str, OwnedTraits] = {}
        self._integers = Integers()
        self._players: dict[str, str] = {}
        self._by_sign: dict[str, Callable[[str, list[str]], Command]] = {
            "+/": self._add,
            "-/": lambda text, _: RemovePiece(text[2:]),
            "D/": self._change,
            "M/": self._move,
        }
        self._by_name: dict[str, Callable[[list[str]], Command]] = {
            "MutableProperty": self._property_change,
            "SHOW_RESULTS": lambda fields: ShowResults(
                fields[1], tuple(read_integer(field) for field in fields[2:])
            ),
            "UNDO": lambda fields: Undo(_boolean(fields[1])),
            "begin_save": lambda _: SaveFrame(True),
            "end_save": lambda _: SaveFrame(False),
            "SETUP_STACK": lambda _: StacksAreSetUp(),
            "PLAYER": lambda fields: Player(self._player(fields[1]), fields[2], fields[3]),
            "PYREMOVE": lambda fields: PlayerLeaves(self._player(fields[1])),
            "UNMASK": lambda fields: MaskRights(
                tuple(
                    self._tokens.token(field) for field in fields[1:] if field not in ("", "null")
                )
            ),
            "PNOTE": lambda fields: Note("private", self._player(fields[1]), "", fields[2]),
            "SNOTE": self._secret_note,
        }

    def read(self, text: str) -> Command:
        """Return the command that `text` spells."""
        if text.startswith("CHAT"):
            return Chat(text[4:])
        try:
            by_sign = self._by_sign.get(text[:2])
            if by_sign is None:
                return self._read_named(text)
            if "\\/" in text or "'" in text:
                return by_sign(text, [text[:1], *decode_sequence(text[2:], "/")])
            return by_sign(text, text.split("/"))
        except (EncodingError, IndexError, ValueError) as error:
            reason = (
                str(error) if isinstance(error, EncodingError) else "fields are missing or faulty"
            )
            return self._unknown(text, self._tokens.scrub_everywhere(reason))

    # --- pieces -----------------------------------------------------------------------------------

    def _add(self, text: str, fields: list[str]) -> Command:
        _, piece_id, type_text, state = fields
        if type_text == _STACK:
            type_text = _STACK  # one text for all: there may be a hundred thousand
        else:
            owned = owned_traits(type_text)
            self._owned[piece_id] = owned
            if owned.slots or self._tokens.is_mentioned(text):
                state = without_owners(state, owned, self._tokens)
        return AddPiece(piece_id, type_text, state)

    def _change(self, text: str, fields: list[str]) -> Command:
        piece_id, new = fields[1], fields[2]
        old = fields[3] if len(fields) > 3 else None
        owned = self._owned.get(piece_id)
        if (owned is not None and owned.slots) or self._tokens.is_mentioned(text):
            new = without_owners(new, owned, self._tokens)
            old = None if old is None else without_owners(old, owned, self._tokens)
        return ChangePiece(piece_id, new, old)

    def _move(self, _: str, fields: list[str]) -> Command:
        player = None
        if len(fields) > 10:
            player = self._players.get(fields[10]) or self._player(fields[10])
            del fields[10:]
        _, piece_id, new_map, x, y, under, old_map, old_x, old_y, old_under = fields
        number = self._integers
        return MovePiece(
            piece_id,
            None if new_map == "null" else new_map,
            number[x],
            number[y],
            None if under == "null" else under,
            None if old_map == "null" else old_map,
            number[old_x],
            number[old_y],
            None if old_under == "null" else old_under,
            player,
        )

    # --- all others -------------------------------------------------------------------------------

    def _read_named(self, text: str) -> Command:
        head = text.partition(TAB)[0]
        if head.startswith("end_save"):
            head = head.strip()  # a bare text file may end in a line break
        if head == "NOTES":
            return Note("scenario", None, "", text[6:])
        if head == "PNOTES":
            return Note("public", None, "", text[7:])
        if head == "GlobalProperty":
            return self._property_value(text.partition(TAB)[2])
        by_name = self._by_name.get(head)
        if by_name is not None:
            return by_name(decode_sequence(text, TAB))
        if head in _AUXILIARY:
            return self._auxiliary(decode_sequence(text, TAB))
        if head.endswith(_BOARDS) and len(head) > len(_BOARDS):
            return _boards(decode_sequence(text, TAB))
        if head.startswith("TURN") and len(head) > 4:
            fields = decode_sequence(text, TAB)
            return TurnState(head[4:], fields[1])
        return self._unknown(text, "")

    def _auxiliary(self, fields: list[str]) -> Command:
        name, *rest = fields
        if name == "SEMAIL":
            rest = [_ADDRESS if field else "" for field in rest]
        return Auxiliary(name, tuple(self._tokens.scrub(field) for field in rest))

    def _property_change(self, fields: list[str]) -> Command:
        _, name, old, new, *container = fields
        scrub = self._tokens.scrub
        return PropertyChange(name, scrub(old), scrub(new), container[0] if container else "")

    def _property_value(self, rest: str) -> Command:
        _, name, value, *container = decode_sequence(rest, ";")
        return PropertyValue(name, self._tokens.scrub(value), container[0] if container else "")

    def _secret_note(self, fields: list[str]) -> Command:
        _, name, owner, hidden, text, *rest = fields
        return Note("secret", self._player(owner), name, text, (hidden, *rest))

    def _player(self, player_id: str) -> str | None:
        token = self._players.get(player_id)
        if token is None and player_id not in ("", "null"):
            token = self._tokens.token(player_id)
            if len(self._players) < MOST_PLAYERS:
                self._players[player_id] = token
        return token

    def _unknown(self, text: str, reason: str) -> Unknown:
        """Keep the text, with tokens wherever a player's id may stand in it."""
        head, tab, rest = text.partition(TAB)
        if head in ("PLAYER", "PYREMOVE", "PNOTE", "SEMAIL"):
            first, tab2, last = rest.partition(TAB)
            first = _ADDRESS if head == "SEMAIL" else self._tokens.token(first)
            text = head + tab + first + tab2 + last
        elif head == "SNOTE":
            text = head
        elif text.startswith("M/"):
            text = text.rpartition("/")[0] + "/"
        return Unknown(self._tokens.scrub_everywhere(text), reason)


def _boards(fields: list[str]) -> Command:
    map_name = fields[0][: -len(_BOARDS)]
    if len(fields) % 3 != 1:
        raise EncodingError("boards without a place")
    boards = []
    for name, column, row in zip(fields[1::3], fields[2::3], fields[3::3], strict=True):
        parts = decode_sequence(name, "/")
        turned = parts[1:2] == ["rev"]
        boards.append(BoardInPlay(parts[0], read_integer(column), read_integer(row), turned))
    return Boards(map_name, tuple(boards))


def _boolean(text: str) -> bool:
    if text not in ("true", "false"):
        raise EncodingError(f"{text!r:.40} is neither true nor false")
    return text == "true"
