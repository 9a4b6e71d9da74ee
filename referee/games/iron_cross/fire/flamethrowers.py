"""Chapter 16, flamethrowers: two dice at one hex or two, whatever the ground and the cover."""

from __future__ import annotations

from collections.abc import Iterator

from referee.actions import Declare
from referee.findings import Finding
from referee.games.iron_cross import units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import judge_act
from referee.games.iron_cross.declared import (
    is_said_apart,
    number,
    pieces,
    target_hex,
    target_units,
)
from referee.games.iron_cross.fire.attacks import FIRE_ROLL, open_attack, resolves
from referee.games.iron_cross.fire.casualties import LEVELS
from referee.games.iron_cross.fire.small_arms import fires_again, sight_fault, targets_in
from referee.games.iron_cross.fire_state import Aim, Attack
from referee.games.iron_cross.records import firing_hex, note_shot
from referee.games.iron_cross.results import ELIMINATED
from referee.games.iron_cross.state import BattleBoard
from referee.games.iron_cross.units import SUPPRESSED

FLAMETHROWER = "flamethrower"
LONGEST = 2
DICE = frozenset({2})
LEVEL_OF_CELL = {"E": ELIMINATED, "S": SUPPRESSED}


@RULES.rule("16.0", "10.12", "10.11", on=f"declare:{FLAMETHROWER}")
def a_flamethrower_fires_alone(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """A flamethrower passes the check of other fire and is combined with nobody."""
    firers = pieces(board, declaration.units)
    for piece in firers:
        if units.is_flamethrower(piece):
            yield from judge_act(board, piece, ("fire",), "10.12")
        if fires_again(board, piece.id, ("fire",)):
            yield Finding(
                f"{piece.name} flames twice in one player turn",
                units=(piece.id,),
                expected="one fire combat in a player turn",
                rule="10.11",
            )
    if len(firers) > 1 or any(not units.is_flamethrower(piece) for piece in firers):
        yield Finding(
            "a flamethrower attack is not by one flamethrower",
            units=declaration.units,
            expected="one flamethrower by itself",
            rule="16.0",
        )


@RULES.rule("16.1", "16.2", "10.21", on=f"declare:{FLAMETHROWER}")
def flames_reach_men_near_by(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """From the up state, at infantry and crew weapons up to two hexes away."""
    goal = target_hex(declaration, board)
    for piece in pieces(board, declaration.units):
        here = firing_hex(piece)
        if here is None:
            continue
        if goal is None and is_said_apart(declaration, board):
            continue
        if goal is None:
            yield Finding(
                f"{piece.name} flames no hex",
                units=(piece.id,),
                expected="the hex fired at",
                severity="unverifiable",
                rule="10.0.a",
            )
            continue
        if not units.is_up(piece):
            yield Finding(
                f"{piece.name} flames in the down state",
                units=(piece.id,),
                expected="the up state",
                found="down",
                rule="16.2",
            )
        targets = [p for p in targets_in(board, goal, piece.side) if not units.is_vehicle(p)]
        near = 1 <= here.distance(goal) <= LONGEST
        if not near or not targets:
            yield Finding(
                f"{piece.name} flames {number(board, goal)}"
                + (", where there are no men" if near else ", out of its reach"),
                units=(piece.id,),
                hexes=(board.data.map.number(here), board.data.map.number(goal)),
                expected=f"enemy infantry or crew weapons within {LONGEST} hexes",
                found=str(here.distance(goal)),
                rule="16.1",
            )
            continue
        fault = sight_fault(board, piece, here, goal)
        if fault is not None:
            yield fault


@RULES.effect("16.0", "16.1", on=f"declare:{FLAMETHROWER}")
def flames_are_out(declaration: Declare, board: BattleBoard) -> None:
    """Two dice for every enemy in the hex but vehicles; for friends too if there are any."""
    firers = pieces(board, declaration.units)
    goal = target_hex(declaration, board)
    if not firers:
        return
    attack = Attack(FLAMETHROWER, firers[0].side, declaration.units, goal, "")
    if goal is not None:
        attack.aims = {
            target.id: Aim(target.id, DICE, frozenset())
            for target in targets_in(board, goal, firers[0].side)
            if not units.is_vehicle(target)
        }
    open_attack(board, attack)
    for piece in firers:
        note_shot(board, piece.id, FLAMETHROWER, "", goal)


@RULES.rule("16.1", "10.24", on=f"declare:{FIRE_ROLL}")
def flames_hurt_men_in_their_hex(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """Dice are rolled for enemy infantry and crew weapons in the hex, and no others."""
    attack = board.state.fire.attack
    if attack is None or attack.verb != FLAMETHROWER or attack.hex is None:
        return
    for name in target_units(declaration, board):
        piece = board.piece(name)
        if piece.place != attack.hex or piece.side == attack.side or units.is_vehicle(piece):
            yield Finding(
                f"{piece.name} is rolled for, whom the flames do not reach",
                units=(name,),
                hexes=(board.number(piece.place),),
                expected=f"enemy infantry or crew weapons in {number(board, attack.hex)}",
                found=board.number(piece.place),
                rule="16.1",
            )


@resolves("16.3", verbs=(FLAMETHROWER,))
def flame_results(
    board: BattleBoard, attack: Attack, _: Aim, rolled: tuple[int, ...]
) -> frozenset[str]:
    """Two dice and the range on the flamethrower table."""
    firer = board.pieces.get(attack.firers[0]) if attack.firers else None
    here = firing_hex(firer) if firer is not None else None
    if here is None or attack.hex is None:
        return frozenset(LEVELS)
    range_ = min(max(here.distance(attack.hex), 1), LONGEST)
    total = min(max(sum(rolled), 2), 12)
    cell = board.data.tables[FLAMETHROWER].cell(range_, total)
    return frozenset({LEVEL_OF_CELL[str(cell)]})
