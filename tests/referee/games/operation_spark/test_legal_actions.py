"""The options that the legal actions list, counted, and found again by a slow enumeration.

The enumeration tries every path hex by hex and every fire at every hex, and asks the audit's checks
about each: first the action itself, then the end of the phase right after a move. It shares nothing
with the search for options but what the enemy watches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from compiler.hexes import Hex
from referee.actions import Action, Declare, FieldValue, Move, SetState
from referee.games.operation_spark import GAME, eligibility, units
from referee.games.operation_spark.state import OperationBoard
from tests.referee.games.operation_spark.positions.reader import read_positions

POSITIONS = {position.name: position for position in read_positions()}
DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
KINDS = ("regular", "at", "entrenchment")
MOST_POINTS = 12


def listed(board: OperationBoard, choice: str) -> list[Action]:
    assert GAME.legal_actions is not None
    found = next((c for c in GAME.legal_actions(board) if c.name == choice), None)
    decisions = [option.decision for option in found.options()] if found is not None else []
    assert all(isinstance(decision, Action) for decision in decisions)
    return [decision for decision in decisions if isinstance(decision, Action)]


def flagged(board: OperationBoard, action: Action) -> bool:
    return any(board.rulebook.check(action, board))


def tried(board: OperationBoard, choice: str) -> set[str]:
    """What a choice may offer, by trying everything; in the words of `told`."""
    words = choice.split()
    match words:
        case ["move", unit, _]:
            return set(map(board.data.map.number, moves_by_trying(board, unit)))
        case ["leave", "by", "move", unit, _]:
            return {unit} if moves_by_trying(board, unit) else set()
        case ["marker", unit, _]:
            return accepted(board, (_set(unit, "assault", side) for side in DIRECTIONS))
        case ["formation", unit, _]:
            column = not board.pieces[unit].flag("in-column")
            return accepted(board, [_set(unit, "in-column", column)])
        case ["zone", "fire", unit, _, _]:
            return accepted(board, zone_fires(board, unit))
        case ["suffer", _]:
            unit = next(iter(board.state.combat.announced))
            return {"-".join(path) for path in ways_by_trying(board, unit)}
        case [verb, unit, _]:
            return accepted(board, fires(board, verb, unit))
    raise AssertionError(choice)


def _set(unit: str, state: str, value: FieldValue) -> SetState:
    return SetState(unit=unit, state=state, value=value)


def accepted(board: OperationBoard, actions: Iterable[Action]) -> set[str]:
    return {told(action) for action in actions if not flagged(board, action)}


def told(action: Action) -> str:
    """An action in the words in which the enumeration and the list are compared."""
    match action:
        case SetState():
            return f"{action.unit} {action.state} {action.value}"
        case Declare(verb="reveal"):
            return action.units[0]
        case Declare():
            named = ",".join(action.names("targets"))
            kind, points = action.text("with", "regular"), action.text("points")
            return f"{action.verb} {action.units} {action.target} {kind} {named} {points}"
        case Move():
            return action.end
    raise AssertionError(action)


# -- moves -----------------------------------------------------------------------------------------


def debts(board: OperationBoard) -> set[tuple[str, tuple[str, ...]]]:
    """What the rules would say if the phase ended now."""
    ended = board.end_phase()
    assert ended is not None
    return {(f.rule, f.units) for f in board.rulebook.check(ended, board)}


def moves_by_trying(board: OperationBoard, unit: str) -> set[Hex]:
    """The hexes that a unit reaches by some path that no rule objects to and may stop in."""
    piece = board.pieces[unit]
    assert isinstance(piece.place, Hex)
    before = debts(board)
    found: dict[Hex, tuple[Hex, ...]] = {}
    for path in _paths(board, unit, (piece.place,)):
        known = found.get(path[-1])
        if known is None or _spent(board, unit, path) < _spent(board, unit, known):
            found[path[-1]] = path
    return {end for end, path in found.items() if _settled(board, unit, path, before)}


def _spent(board: OperationBoard, unit: str, path: tuple[Hex, ...]) -> float:
    trial = board.copy()
    trial.apply(_move(board, unit, path))
    return trial.state.march.treks[unit].points


def _settled(
    board: OperationBoard,
    unit: str,
    path: tuple[Hex, ...],
    before: set[tuple[str, tuple[str, ...]]],
) -> bool:
    """Whether the phase may end after a move, perhaps with an Assault Marker put down first."""
    trial = board.copy()
    trial.apply(_move(board, unit, path))
    if debts(trial) <= before:
        return True
    for side in DIRECTIONS:
        marker = _set(unit, "assault", side)
        marked = trial.copy()
        if not flagged(marked, marker):
            marked.apply(marker)
            if debts(marked) <= before:
                return True
    return False


def _paths(board: OperationBoard, unit: str, so_far: tuple[Hex, ...]) -> Iterator[tuple[Hex, ...]]:
    """Every path without a hex twice that no rule objects to; none goes on beside the enemy."""
    piece = board.pieces[unit]
    if len(so_far) > 1 and eligibility.watchers(board, piece, so_far[-1]):
        return
    for near in board.data.map.grid.neighbours(so_far[-1]).values():
        path = (*so_far, near)
        if near not in so_far and not flagged(board, _move(board, unit, path)):
            yield path
            yield from _paths(board, unit, path)


def _move(board: OperationBoard, unit: str, path: tuple[Hex, ...]) -> Move:
    return Move(units=(unit,), path=tuple(board.number(hex_) for hex_ in path))


def ways_by_trying(board: OperationBoard, unit: str) -> set[tuple[str, ...]]:
    """The ways of a retreat that no rule objects to and after which nothing is owed."""
    here = board.pieces[unit].place
    assert isinstance(here, Hex)
    found = set()
    for near in board.data.map.grid.neighbours(here).values():
        trial, move = board.copy(), _move(board, unit, (here, near))
        if flagged(trial, move):
            continue
        trial.apply(move)
        if not debts(trial):
            found.add(move.path)
    return found


# -- fire ------------------------------------------------------------------------------------------


def fires(board: OperationBoard, verb: str, unit: str) -> Iterator[Declare]:
    """Every fire of a unit at every hex and vehicle of the enemy, with all and with parts."""
    piece = board.pieces[unit]
    assert piece.side is not None
    enemies = list(board.on_map(board.data.opponent(piece.side)))
    aims = {(board.number(enemy.place), "") for enemy in enemies}
    aims |= {(board.number(enemy.place), enemy.id) for enemy in enemies if units.is_afv(enemy)}
    for place, vehicle in sorted(aims):
        for kind in KINDS if verb == "fire" else ("regular",):
            if (kind == "regular") == bool(vehicle):
                continue
            # Indirect fire is not divided.
            indirect = units.is_artillery(piece) and place not in _beside(board, piece.place)
            divided = verb == "fire" and not indirect
            for points in (None, *range(1, MOST_POINTS)) if divided else (None,):
                yield _fire(verb, unit, place, kind, vehicle, points)


def _beside(board: OperationBoard, place: object) -> set[str]:
    assert isinstance(place, Hex)
    return {board.number(near) for near in board.data.map.grid.neighbours(place).values()}


def _fire(verb: str, unit: str, place: str, kind: str, vehicle: str, points: int | None) -> Declare:
    values: dict[str, FieldValue] = {"with": kind} if verb == "fire" else {}
    if vehicle:
        values["targets"] = (vehicle,)
    if points is not None:
        values["points"] = points
    return Declare(verb=verb, units=(unit,), target=place, values=values)


def zone_fires(board: OperationBoard, unit: str) -> Iterator[Declare]:
    """Every zone fire of a unit at those that are about to leave."""
    leaving = board.state.march.leaving
    assert leaving is not None
    for kind in KINDS:
        values: dict[str, FieldValue] = {"with": kind, "targets": leaving.units}
        place = board.number(leaving.hex)
        yield Declare(verb="zone-fire", units=(unit,), target=place, values=values)


# -- compared --------------------------------------------------------------------------------------


def _words(choice: str, action: Action) -> str:
    if choice.startswith("suffer ") and isinstance(action, Move):
        return "-".join(action.path)
    return told(action)


def _without_whole_as_part(found: set[str]) -> set[str]:
    """Fire with all points named is the same as fire without points: listed once."""
    whole: dict[str, int] = {}
    for text in found:
        words, _, points = text.rpartition(" ")
        if points.isdigit():
            whole[words] = max(whole.get(words, 0), int(points))
    return {t for t in found if not _is_all(t, whole)}


def _is_all(text: str, whole: dict[str, int]) -> bool:
    words, _, points = text.rpartition(" ")
    return points.isdigit() and int(points) == whole[words]


@pytest.mark.parametrize("name", POSITIONS)
def test_the_options_of_a_position_are_as_many_as_written(name: str) -> None:
    position = POSITIONS[name]
    board = position.board()
    found = {choice: len(listed(board, choice)) for choice in position.counts}
    assert found == position.counts


@pytest.mark.parametrize("name", POSITIONS)
def test_trying_everything_finds_the_same_options(name: str) -> None:
    board = POSITIONS[name].board()
    for choice in POSITIONS[name].counts:
        actions = listed(board, choice)
        assert not any(flagged(board, action) for action in actions)
        words = {_words(choice, action) for action in actions}
        found = tried(board, choice)
        if choice.startswith("fire "):
            found = _without_whole_as_part(found)
        assert words == found


def test_a_dozen_positions_and_more_are_counted() -> None:
    assert len(POSITIONS) >= 12
