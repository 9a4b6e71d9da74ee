"""What a log says that cannot be: pips no die has, values no state has, hexes off the map, verbs.

It looks at the game's data alone, for every game alike; what the rules allow is no matter here.
"""

from __future__ import annotations

from collections.abc import Iterator
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
"""Unknown verbs for which the likely one is looked up; a log of more is hostile, not misspelt."""


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
        case Declare(secret=True, verb=verb) if not is_secret(verb, board.data):
            yield Finding(
                f"{verb} is said to be written down in secret",
                units=action.units,
                expected="something that the game lets a side write down in secret",
                severity="warning",
            )


def is_unknown(verb: str, data: GameData) -> bool:
    """Whether a game that lists its declarations has none of this name."""
    return bool(data.declarations) and verb not in data.declarations


def is_secret(verb: str, data: GameData) -> bool:
    """Whether a game lets players write down a declaration in secret."""
    declared = data.declarations.get(verb)
    return declared is not None and bool(declared.secret)


def _verb(board: Board[Any], said: Declare) -> Iterator[Finding]:
    """A declaration that the game does not have: nobody can say what it announces."""
    known = board.constant("likely verbs", _no_advice)
    if said.verb not in known and len(known) < MOST_ADVISED:
        known[said.verb] = nearest(said.verb, board.data.declarations)
    yield Finding(
        f"the game has no declaration {said.verb!r}",
        units=said.units,
        expected=known.get(said.verb) or "one that the module's page of keys lists",
        severity="unverifiable",
    )


def _no_advice(_: GameData) -> dict[str, str]:
    return {}


def _pips(data: GameData, roll: Roll) -> Iterator[Finding]:
    """Numbers that the dice of the game cannot show; a roll of other dice means nothing."""
    dice = data.dice.get(roll.dice)
    if dice is not None and not all(map(dice.can_show, roll.result)):
        yield Finding(
            f"{dice.name} cannot show this",
            expected=f"{dice.lowest} to {dice.sides} on each die",
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
