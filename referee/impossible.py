"""What a log says that cannot be: dice no game has, values of no state, hexes off the map, names.

It looks at the game's data alone, for every game alike; what the rules allow is no matter here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from compiler.gamedata.faults import nearest
from compiler.gamedata.model import GameData
from compiler.hexes import Hex
from compiler.vassal.encoding import EncodingError
from compiler.vassal.state_values import state_text
from referee.actions import Action, Declare, Move, Place, Roll, SetState
from referee.board import Board
from referee.findings import Finding

MOST_ADVISED = 100
"""Unknown names for which the likely one is looked up; a log of more is hostile, not misspelt."""
MOST_TOLD = 12
"""Unknown pieces of one declaration that are told."""
NAMES = ("targets", "supports", "support")
"""Fields of a declaration that name pieces, in every game."""


def impossible(action: Action, board: Board[Any]) -> Iterator[Finding]:
    """Findings on one action, without rule and place in the log."""
    match action:
        case Roll():
            yield from _pips(board.data, action)
        case SetState(unit=str()):
            yield from _value(board.data, action)
        case Move(path=path, units=units):
            yield from _hexes(board, path, units)
        case Place(at=at, unit=unit):
            yield from _hexes(board, (at,), (unit,))
        case Declare(verb=verb) if is_unknown(verb, board.data):
            yield from _verb(board, action)
        case Declare():
            yield from _secrecy(board.data, action)
            yield from _names(board, action)


def is_unknown(verb: str, data: GameData) -> bool:
    """Whether a game that lists its declarations has none of this name."""
    return bool(data.declarations) and verb not in data.declarations


def is_secret(verb: str, data: GameData) -> bool:
    """Whether a game lets players write down a declaration in secret."""
    declared = data.declarations.get(verb)
    return declared is not None and bool(declared.secret)


def is_stranger(name: str, board: Board[Any]) -> bool:
    """Whether neither the position nor the game has a piece of this name."""
    base = name.partition("#")[0]
    counters = base in board.data.counters or base in board.data.markers
    return not counters and name not in board.pieces


def is_no_hex(place: str, board: Board[Any]) -> bool:
    """Whether a place that is told by a number is no hex of the map, and nothing else either."""
    numbered = place.isascii() and place.isdigit() and place not in board.data.boxes
    return numbered and not isinstance(board.location(place), Hex) and is_stranger(place, board)


def likely_piece(name: str, board: Board[Any]) -> str:
    """Advice that names the piece in play that was likely meant, empty if none is near."""
    return _likely("likely pieces", name, board.pieces, board)


def _likely(what: str, name: str, names: Iterable[str], board: Board[Any]) -> str:
    known = board.constant(what, _no_advice)
    if name not in known and len(known) < MOST_ADVISED:
        known[name] = nearest(name, names)
    return known.get(name, "")


def _no_advice(_: GameData) -> dict[str, str]:
    return {}


def _verb(board: Board[Any], said: Declare) -> Iterator[Finding]:
    """A declaration that the game does not have: nobody can say what it announces."""
    likely = _likely("likely verbs", said.verb, board.data.declarations, board)
    yield Finding(
        f"the game has no declaration {said.verb!r}",
        units=said.units,
        expected=likely or "one that the module's page of keys lists",
        severity="unverifiable",
    )


def _secrecy(data: GameData, said: Declare) -> Iterator[Finding]:
    """What is said to be a secret though the game has none of the kind."""
    if said.secret and not is_secret(said.verb, data):
        yield Finding(
            f"{said.verb} is said to be written down in secret",
            units=said.units,
            expected="something that the game lets a side write down in secret",
            severity="warning",
        )


def _names(board: Board[Any], said: Declare) -> Iterator[Finding]:
    """Pieces and hexes that the game does not have: whom a declaration concerns cannot be told."""
    named = (*said.units, *(name for field in NAMES for name in said.names(field)))
    strangers = [name for name in dict.fromkeys(named) if is_stranger(name, board)]
    for name in strangers[:MOST_TOLD]:
        yield Finding(
            f"no piece called {name!r}",
            expected=likely_piece(name, board) or "a piece of the game",
            severity="unverifiable",
        )
    for place in dict.fromkeys((said.target or "", said.text("hex"))):
        if is_no_hex(place, board):
            yield Finding(
                f"no hex {place} on the map",
                units=tuple(name for name in said.units if not is_stranger(name, board)),
                expected="a hex of the map",
                severity="unverifiable",
            )


def _pips(data: GameData, roll: Roll) -> Iterator[Finding]:
    """What the dice of the game cannot show; a roll of other dice means nothing."""
    dice = data.dice.get(roll.dice)
    if dice is None or dice.can_show_all(roll.result):
        return
    many = len(roll.result) != dice.count
    yield Finding(
        f"{dice.name} cannot show this",
        expected=f"{dice.lowest} to {dice.sides} on each die"
        + (f", {dice.count} number{'' if dice.count == 1 else 's'}" if many else ""),
        found=", ".join(map(str, roll.result)),
    )


def _value(data: GameData, action: SetState) -> Iterator[Finding]:
    """A value that a state of the data does not have; states that only rules know have any."""
    state = data.states.get(action.state)
    if state is None or action.value is None or isinstance(action.value, tuple | float):
        return
    try:
        state_text(action.state, state, action.value)
    except EncodingError as error:
        yield Finding(f"{error}", units=(action.unit or "",), severity="warning")


def _hexes(board: Board[Any], places: tuple[str, ...], units: tuple[str, ...]) -> Iterator[Finding]:
    """Numbers like those of hexes, of hexes that the map does not have."""
    digits = len(board.data.map.number(next(iter(board.data.map.hexes))))
    for place in dict.fromkeys(places):
        numbered = place.isdigit() and len(place) == digits
        if numbered and not isinstance(board.location(place), Hex):
            yield Finding(f"there is no hex {place}", units=units, severity="warning")
