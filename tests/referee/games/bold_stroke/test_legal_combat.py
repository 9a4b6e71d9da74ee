"""The options of combat that the legal actions list, counted, and found again by trying everything.

The enumeration offers every unit, every hex and every way to the audit's checks; an attack counts
if the die may then be rolled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, combinations
from pathlib import Path

import pytest

from compiler.hexes import Hex
from referee.actions import Action, Declare, Move, Roll
from referee.games.bold_stroke import GAME, units
from referee.games.bold_stroke.combat.participants import supports_only
from referee.games.bold_stroke.movement import stacking
from referee.games.bold_stroke.state import CampaignBoard
from referee.legal import Chance
from tests.referee.games.bold_stroke.positions.reader import read_positions

POSITIONS = {
    position.name: position
    for position in read_positions(Path(__file__).parent / "positions" / "combat")
}


def listed(board: CampaignBoard, choice: str) -> list[Action | Chance]:
    """What the choices of a name, or of names that begin so (`name*`), offer."""
    assert GAME.legal_actions is not None
    begins = choice.removesuffix("*")
    return [
        option.decision
        for each in GAME.legal_actions(board)
        if each.name == choice or (choice.endswith("*") and each.name.startswith(begins))
        for option in each.options()
    ]


def flagged(board: CampaignBoard, action: Action) -> bool:
    return any(board.rulebook.check(action, board))


def may_be_rolled(board: CampaignBoard, hex_: str, *actions: Action) -> bool:
    trial = board.copy()
    for action in actions:
        if flagged(trial, action):
            return False
        trial.apply(action)
    return not flagged(trial, Roll(dice="d10", result=(5,), purpose=f"combat {hex_}"))


def subsets(names: list[str]) -> Iterator[tuple[str, ...]]:
    sizes = range(1, len(names) + 1)
    return chain.from_iterable(combinations(names, size) for size in sizes)


# -- trying everything --------------------------------------------------------------------------


def attacks(board: CampaignBoard, hex_: str) -> set[frozenset[str]]:
    """Groups that may attack; artillery and headquarters support instead."""
    pieces = board.on_map(board.phasing)
    names = [piece.id for piece in pieces if not supports_only(piece)]
    return {
        frozenset(group)
        for group in subsets(names)
        if may_be_rolled(board, hex_, Declare(verb="attack", units=group, target=hex_))
    }


def supports(board: CampaignBoard, hex_: str) -> set[tuple[str, str]]:
    return {
        (piece.id, kind)
        for piece in board.on_map()
        for kind in ("artillery", "anti-tank")
        if (kind == "artillery" or piece.side != board.phasing)
        and may_be_rolled(
            board,
            hex_,
            Declare(verb="support", units=(piece.id,), target=hex_, values={"with": kind}),
        )
        and not _in_combat(board, piece.id)
    }


def _in_combat(board: CampaignBoard, unit: str) -> bool:
    """Whether a unit fires in the combat anyway, which needs no support."""
    return not supports_only(board.pieces[unit])


def obligations(board: CampaignBoard) -> set[str]:
    return {
        way
        for way in ("loss", "retreat")
        if not flagged(
            board,
            Declare(verb="obligation", side="german", values={"side": "defender", "as": way}),
        )
    }


def losses(board: CampaignBoard) -> set[str]:
    return {
        piece.id
        for piece in board.on_map()
        if not flagged(board, Declare(verb="loss", units=(piece.id,), values={"for": "obligation"}))
    }


def retreats(board: CampaignBoard, unit: str) -> set[str]:
    here = board.pieces[unit].place
    assert isinstance(here, Hex)
    number = board.data.map.number
    moves = (
        Move(units=(unit,), path=(number(here), number(near)))
        for near in board.data.map.grid.neighbours(here).values()
    )
    return {move.end for move in moves if not flagged(board, move)}


def advances(board: CampaignBoard, unit: str) -> set[str]:
    piece = board.pieces[unit]
    assert isinstance(piece.place, Hex)
    return {
        board.number(path[-1])
        for path in _paths(board, unit, (piece.place,))
        if stacking.points_in(board, path[-1], piece.side or "") + units.stacking_points(piece)
        <= stacking.LIMIT
    }


def _paths(board: CampaignBoard, unit: str, so_far: tuple[Hex, ...]) -> Iterator[tuple[Hex, ...]]:
    for near in board.data.map.grid.neighbours(so_far[-1]).values():
        path = (*so_far, near)
        move = Move(units=(unit,), path=tuple(board.number(hex_) for hex_ in path))
        if near not in so_far and not flagged(board, move):
            yield path
            yield from _paths(board, unit, path)


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
        for decision in listed(board, choice):
            if not isinstance(decision, Chance):
                assert not flagged(board, decision)


@pytest.mark.parametrize("name", POSITIONS)
def test_trying_everything_finds_the_same_options(name: str) -> None:
    board = POSITIONS[name].board()
    for choice in POSITIONS[name].counts:
        word, *rest = choice.removesuffix("*").split()
        decisions = [d for d in listed(board, choice) if isinstance(d, (Declare, Move))]
        match word:
            case "attack" if rest:
                assert {frozenset(d.units) for d in decisions} == attacks(board, rest[0])
            case "support":
                found = {(d.units[0], d.text("with")) for d in _declared(decisions)}
                assert found == supports(board, "0504")
            case "choose":
                assert {d.text("as") for d in _declared(decisions)} == obligations(board)
            case "loss":
                assert {d.units[0] for d in decisions} == losses(board)
            case "retreat":
                assert {_end(d) for d in decisions} == retreats(board, "75-inf")
            case "advance":
                assert {_end(d) for d in decisions} == advances(board, rest[0])


def _declared(decisions: Iterable[Declare | Move]) -> Iterator[Declare]:
    return (decision for decision in decisions if isinstance(decision, Declare))


def _end(decision: Declare | Move) -> str:
    assert isinstance(decision, Move)
    return decision.end


def test_any_group_of_attackers_comes_about_by_joining() -> None:
    board = POSITIONS["two corps from two hexes, and artillery behind them"].board()
    for group in attacks(board, "0504"):
        trial = board.copy()
        first = next(
            d
            for d in listed(trial, "attack 0504")
            if isinstance(d, Declare) and set(d.units) <= group
        )
        trial.apply(first)
        for name in sorted(group - set(first.units)):
            joined = [d for d in listed(trial, f"join {name} 0504") if isinstance(d, Declare)]
            trial.apply(joined[0])
        assert set(trial.state.combat.now.combats[-1].attackers) == group
