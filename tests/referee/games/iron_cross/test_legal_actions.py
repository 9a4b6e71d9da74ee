"""The options that the legal actions list, counted, and found again by trying everything.

The enumeration offers every path, facing, hex and act to the audit's checks, a move to those at the
end of the phase too. It shares nothing with the search for moves and targets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from compiler.hexes import Hex
from referee.actions import Action, BeginPhase, Declare, Move, Roll, SetState
from referee.games.iron_cross import GAME, units
from referee.games.iron_cross.state import BattleBoard
from referee.legal import Chance
from tests.referee.games.iron_cross.positions.reader import read_positions

POSITIONS = {position.name: position for position in read_positions()}
SHOTS = ("fire", "anti-tank-fire", "grenade")
ACTS = ("move", "lead", "follow", "facing", "fire", "opportunity-fire", "grenade")


def listed(board: BattleBoard, choice: str) -> list[Action]:
    """What the choices of a name, or of names that begin so (`name*`), offer."""
    assert GAME.legal_actions is not None
    begins = choice.removesuffix("*")
    decisions = [
        option.decision
        for each in GAME.legal_actions(board)
        if each.name == choice or (choice.endswith("*") and each.name.startswith(begins))
        for option in each.options()
    ]
    assert not any(isinstance(decision, Chance) for decision in decisions)
    return [decision for decision in decisions if not isinstance(decision, Chance)]


def flagged(board: BattleBoard, action: Action) -> bool:
    return any(board.rulebook.check(action, board))


def after(board: BattleBoard, *actions: Action) -> BattleBoard:
    trial = board.copy()
    for action in actions:
        trial.apply(action)
    return trial


def debts(board: BattleBoard) -> set[tuple[str, tuple[str, ...]]]:
    """What the rules would say if the phase ended now."""
    ended = board.end_phase()
    assert ended is not None
    return {(f.rule, f.units) for f in board.rulebook.check(ended, board)}


# -- trying everything --------------------------------------------------------------------------


def number(board: BattleBoard, unit: str) -> str:
    return board.number(board.pieces[unit].place)


def moves(board: BattleBoard, group: tuple[str, ...]) -> set[str]:
    """The hexes that units reach by some path that no rule objects to, then or at the end."""
    start = board.pieces[group[0]].place
    assert isinstance(start, Hex)
    before = debts(board)
    found: set[str] = set()
    for path in _paths(board, group, (start,)):
        end = board.number(path[-1])
        if end not in found and debts(after(board, _move(board, group, path))) <= before:
            found.add(end)
    return found - {board.number(start)}


def _paths(
    board: BattleBoard, group: tuple[str, ...], so_far: tuple[Hex, ...]
) -> Iterator[tuple[Hex, ...]]:
    for near in board.data.map.grid.neighbours(so_far[-1]).values():
        path = (*so_far, near)
        if near not in so_far and not flagged(board, _move(board, group, path)):
            yield path
            yield from _paths(board, group, path)


def _move(board: BattleBoard, group: tuple[str, ...], path: tuple[Hex, ...]) -> Move:
    return Move(units=group, path=tuple(board.number(hex_) for hex_ in path))


def checks(board: BattleBoard, unit: str) -> set[str]:
    """The acts for which a unit may take a check, alone or with any other of its stack."""
    place = board.pieces[unit].place
    acts = [act for act in ACTS if act != "facing" or units.has_facing(board.pieces[unit])]
    others = [p.id for p in board.on_map(board.pieces[unit].side) if p.place == place]
    return {act for act in acts if any(not flagged(board, c) for c in _checks(unit, act, others))}


def _checks(unit: str, act: str, others: list[str]) -> Iterator[Declare]:
    for other in others if act in ("lead", "follow") else [unit]:
        if act == "lead" and other != unit:
            yield Declare(verb="performance-check", units=(unit, other), values={"for": act})
        elif act == "follow" and other != unit:
            values = {"for": act, "supports": (other,)}
            yield Declare(verb="performance-check", units=(unit,), values=dict(values))
        elif act not in ("lead", "follow"):
            yield Declare(verb="performance-check", units=(unit,), values={"for": act})


def shots(board: BattleBoard, unit: str) -> set[tuple[str, str]]:
    """The verbs and hexes with which a unit may fire alone."""
    return {
        (verb, board.number(hex_))
        for hex_ in board.data.map.grid
        for verb, values in _ways_to_fire(board, hex_)
        if not flagged(
            board,
            Declare(verb=verb, units=(unit,), target=board.number(hex_), values=dict(values)),
        )
    }


def _ways_to_fire(board: BattleBoard, hex_: Hex) -> Iterator[tuple[str, dict[str, str]]]:
    for verb in (*SHOTS, "opportunity-fire"):
        for piece in board.units_at(hex_):
            yield verb, {"targets": piece.id} if verb == "anti-tank-fire" else {}


def aims(board: BattleBoard, unit: str) -> set[str]:
    """The acts whose check, if passed, would let a unit fire at something."""
    found = set()
    for act in checks(board, unit):
        check = Declare(verb="performance-check", units=(unit,), values={"for": act})
        if shots(after(board, check, Roll(dice="two-dice", result=(1, 1))), unit):
            found.add(act)
    return found


def settings(board: BattleBoard, unit: str, state: str) -> set[object]:
    """The facings or faces that a unit may be given."""
    here = board.pieces[unit].face if state == "face" else board.pieces[unit].level(state)
    goals: tuple[str | int, ...] = ("up", "down") if state == "face" else tuple(range(6))
    before = debts(board)
    return {
        goal
        for goal in goals
        if goal != here
        and not flagged(board, set_ := SetState(unit=unit, state=state, value=goal))
        and debts(after(board, set_)) <= before
    }


def overruns(board: BattleBoard, unit: str) -> set[str]:
    here = board.pieces[unit].place
    return {
        board.number(hex_)
        for hex_ in board.data.map.grid
        if isinstance(here, Hex)
        and here.distance(hex_) == 1
        and not flagged(board, Declare(verb="overrun", units=(unit,), target=board.number(hex_)))
    }


def assaulters(board: BattleBoard) -> set[str]:
    """The units that may take a check to assault, the phasing side's before the other's."""
    return {
        piece.id
        for piece in board.on_map()
        if not flagged(
            board,
            Declare(verb="performance-check", units=(piece.id,), values={"for": "assault"}),
        )
    }


def assaults(board: BattleBoard) -> set[tuple[str, str]]:
    """The units and hexes of assaults that may begin."""
    return {
        (piece.id, board.number(hex_))
        for piece in board.on_map()
        for hex_ in board.data.map.grid
        if not flagged(board, Declare(verb="assault", units=(piece.id,), target=board.number(hex_)))
        and isinstance(piece.place, Hex)
        and piece.place.distance(hex_) == 1
    }


def observed(board: BattleBoard, start: str) -> set[str]:
    """Enemy-held hexes that somebody in a hex may try to observe, those beside it apart."""
    here = board.location(start)
    assert isinstance(here, Hex)
    return {
        board.number(enemy.place)
        for friend in board.units_at(here)
        for enemy in board.on_map()
        if enemy.side != friend.side
        and isinstance(enemy.place, Hex)
        and here.distance(enemy.place) > 1
        and not flagged(
            board,
            Declare(verb="observation", units=(friend.id,), target=board.number(enemy.place)),
        )
    }


def places(board: BattleBoard, unit: str) -> set[str]:
    """The hexes where a unit may stand when play begins."""
    start = number(board, unit)
    return {
        end
        for hex_ in board.data.map.grid
        if (end := board.number(hex_)) != start
        and not any(piece.side == "russian" or piece.flag("hidden") for piece in board.at(hex_))
        and not _unfit(after(board, Move(units=(unit,), path=(start, end), complete=False)))
    }


def _unfit(board: BattleBoard) -> bool:
    begin = BeginPhase(turn=1, phase="first.morale")
    return any(f.severity == "violation" for f in board.rulebook.check(begin, board))


# -- the tests ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", POSITIONS)
def test_the_options_of_a_position_are_as_many_as_written(name: str) -> None:
    board = POSITIONS[name].board()
    found = {choice: len(listed(board, choice)) for choice in POSITIONS[name].counts}
    assert found == POSITIONS[name].counts


@pytest.mark.parametrize("name", POSITIONS)
def test_no_rule_objects_to_an_option(name: str) -> None:
    board = POSITIONS[name].board()
    for choice in POSITIONS[name].counts:
        for action in listed(board, choice):
            assert not flagged(board, action)


def _units(action: Action) -> str:
    return action.units[0] if isinstance(action, (Declare, Move)) else ""


def _names(actions: list[Action]) -> set[tuple[str, str]]:
    return {
        (_units(action), str(action.target)) for action in actions if isinstance(action, Declare)
    }


def _ends(actions: list[Action]) -> set[str]:
    return {action.end for action in actions if isinstance(action, Move)}


def _targets(actions: list[Action]) -> set[str]:
    return {str(action.target) for action in actions if isinstance(action, Declare)}


def _acts(actions: list[Action]) -> set[str]:
    return {action.text("for") for action in actions if isinstance(action, Declare)}


def _values(actions: list[Action]) -> set[object]:
    return {action.value for action in actions if isinstance(action, SetState)}


Compared = tuple[object, object]
"""What is listed, and what trying everything finds."""


def _moves(board: BattleBoard, unit: str, found: list[Action]) -> Compared:
    return _ends(found), moves(board, (unit,))


def _group_moves(board: BattleBoard, unit: str, found: list[Action]) -> Compared:
    groups = [action.units for action in found if isinstance(action, Move)]
    group = groups[0] if groups else _led_group(board, unit)
    return _ends(found), moves(board, group)


def _led_group(board: BattleBoard, unit: str) -> tuple[str, ...]:
    return next(check.group for check in board.state.checks[unit] if check.act == "lead")


def _shots(board: BattleBoard, unit: str, found: list[Action]) -> Compared:
    alone = {(a.verb, str(a.target)) for a in found if isinstance(a, Declare)}
    return alone, shots(board, unit)


COMPARISONS: dict[str, Callable[[BattleBoard, str, list[Action]], Compared]] = {
    "move": _moves,
    "lead": _group_moves,
    "drive": _group_moves,
    "check": lambda board, unit, found: (_acts(found), checks(board, unit)),
    "aim": lambda board, unit, found: (_acts(found), aims(board, unit)),
    "fire": _shots,
    "face": lambda board, unit, found: (_values(found), settings(board, unit, "facing")),
    "turn over": lambda board, unit, found: (_values(found), settings(board, unit, "face")),
    "overrun": lambda board, unit, found: (_targets(found), overruns(board, unit)),
    "assault check": lambda board, _, found: ({_units(a) for a in found}, assaulters(board)),
    "assault 1": lambda board, _, found: (_names(found), assaults(board)),
    "observe from": lambda board, start, found: (_targets(found), observed(board, start)),
    "set up": lambda board, unit, found: (_ends(found), places(board, unit)),
}
"""Words that a choice begins with to what compares its options."""


@pytest.mark.parametrize("name", POSITIONS)
def test_trying_everything_finds_the_same_options(name: str) -> None:
    board = POSITIONS[name].board()
    compared = 0
    for choice in POSITIONS[name].counts:
        for words, compare in COMPARISONS.items():
            if choice.startswith(words):
                unit = choice.removesuffix("*").removeprefix(words).strip()
                offered, tried = compare(board, unit, listed(board, choice))
                assert offered == tried
                compared += 1
    assert compared
