"""Chapter 12, anti-tank fire: one weapon at one vehicle, dice and armor, wrecks."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.declared import number, pieces, target_hex, target_units
from referee.games.iron_cross.fire import dice, sighting
from referee.games.iron_cross.fire.attacks import open_attack, resolves
from referee.games.iron_cross.fire.casualties import DESTROYED, NO_EFFECT
from referee.games.iron_cross.fire.observation import observed
from referee.games.iron_cross.fire.small_arms import (
    ANTI_TANK,
    OPPORTUNITY,
    factors_used,
    fire_rule,
    is_special_fire,
    targets_in,
)
from referee.games.iron_cross.fire.strength import at_range
from referee.games.iron_cross.fire_state import Aim, Attack
from referee.games.iron_cross.records import firing_hex, is_advanced, note_shot
from referee.games.iron_cross.state import BattleBoard
from referee.mechanics.firepower import all_ones

VERBS = (ANTI_TANK, OPPORTUNITY)


def target_vehicle(declaration: Declare, board: BattleBoard) -> Piece | None:
    """The vehicle fired at: the one named, else the one in the target hex."""
    for name in target_units(declaration, board):
        if units.is_vehicle(board.piece(name)):
            return board.piece(name)
    firers = pieces(board, declaration.units)
    hex_ = target_hex(declaration, board)
    if hex_ is None or not firers:
        return None
    found = [p for p in targets_in(board, hex_, firers[0].side) if units.is_vehicle(p)]
    return found[0] if len(found) == 1 else None


@fire_rule("12.12", "12.11", "12.14", "10.17", verbs=VERBS)
def one_weapon_fires_at_one_vehicle(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """Anti-tank factors are never combined and hurt vehicles alone."""
    if factors_used(declaration) != "at":
        return
    firers = pieces(board, declaration.units)
    names = ", ".join(piece.name for piece in firers)
    if len(firers) > 1:
        yield Finding(
            f"{names} combine their anti-tank factors",
            units=declaration.units,
            expected="one unit",
            rule="12.14",
        )
    for piece in firers:
        if not units.figure(piece, "at"):
            yield Finding(
                f"{piece.name} has no anti-tank factors",
                units=(piece.id,),
                expected="an anti-tank weapon or a vehicle",
                rule="12.11",
            )
    hex_ = target_hex(declaration, board)
    if firers and hex_ is not None and target_vehicle(declaration, board) is None:
        yield Finding(
            f"anti-tank fire at {number(board, hex_)} is not at a vehicle",
            units=declaration.units,
            hexes=(board.data.map.number(hex_),),
            expected="an enemy vehicle",
            rule="12.12",
        )


@fire_rule("23.31", verbs=VERBS)
def vehicles_are_observed_before_they_are_fired_at(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """With observation anti-tank fire needs an observed target."""
    if not is_advanced(board) or factors_used(declaration) != "at":
        return
    hex_ = target_hex(declaration, board)
    if hex_ is None or is_special_fire(board, declaration):
        return
    for piece in pieces(board, declaration.units):
        here = firing_hex(piece)
        if here is not None and observed(board, here, hex_, frozenset()) is False:
            yield Finding(
                f"{piece.name} fires at a vehicle in {number(board, hex_)} that its hex has not"
                " observed",
                units=(piece.id,),
                hexes=(board.data.map.number(hex_),),
                expected="an observed target",
                rule="23.31",
            )


@RULES.covers("12.11", "12.15", "12.16", "11.23")
def firepower(board: BattleBoard, piece: Piece, target: Hex) -> int:
    """Anti-tank factors at a range; only anti-tank rifles lose any."""
    printed = units.figure(piece, "at")
    return at_range(board, piece, target, printed) if units.is_anti_tank_rifle(piece) else printed


@RULES.covers("12.31")
def added_to_dice(board: BattleBoard, firer: Piece, target: Piece) -> frozenset[int]:
    """Armor and a higher target, added to the dice; on the edge of the front either armor.

    Fire at a vehicle about to overrun is at its frontal armor (9.2.A).
    """
    start, goal = firing_hex(firer), firing_hex(target)
    if start is None or goal is None:
        return frozenset({0})
    higher = int(units.level(board, goal) > units.level(board, start))
    armors = {"flank"}
    if sighting.in_front(goal, units.facing(target), start):
        edge = sighting.on_edge_of_front(goal, units.facing(target), start)
        armors = {"frontal", "flank"} if edge else {"frontal"}
    return frozenset(units.figure(target, armor) + higher for armor in armors)


def at_aim(board: BattleBoard, firer: Piece, target: Piece, *, special: bool = False) -> Aim:
    """How a vehicle is attacked: what the dice have to come to, armor and height taken off."""
    goal = firing_hex(target)
    power = firepower(board, firer, goal) if goal is not None else 0
    added = added_to_dice(board, firer, target)
    if special:
        added = frozenset({units.figure(target, "frontal") + _higher(board, firer, target)})
    moved = dice.any_moved(board, (firer,))
    return Aim(
        target.id,
        dice.anti_tank(board, target, moved),
        frozenset(power - each for each in added),
    )


def _higher(board: BattleBoard, firer: Piece, target: Piece) -> int:
    start, goal = firing_hex(firer), firing_hex(target)
    if start is None or goal is None:
        return 0
    return int(units.level(board, goal) > units.level(board, start))


def _anti_tank_fire_is_declared(declaration: Declare, board: BattleBoard) -> None:
    """The weapon has fired, and its attack is open."""
    if factors_used(declaration) != "at":
        return
    hex_ = target_hex(declaration, board)
    target = target_vehicle(declaration, board)
    firers = pieces(board, declaration.units)
    side = firers[0].side if firers else declaration.side
    attack = Attack(declaration.verb, side, declaration.units, hex_, "at")
    if target is not None and firers:
        special = is_special_fire(board, declaration)
        attack.aims = {target.id: at_aim(board, firers[0], target, special=special)}
    open_attack(board, attack)
    for piece in firers:
        note_shot(board, piece.id, declaration.verb, "at", hex_)


for _verb in VERBS:
    RULES.effect("12.11", "11.0", on=f"declare:{_verb}")(_anti_tank_fire_is_declared)


@resolves("12.31", "12.32", "12.33", verbs=(ANTI_TANK,))
def at_results(_: BattleBoard, __: Attack, aim: Aim, rolled: tuple[int, ...]) -> frozenset[str]:
    """The vehicle is destroyed by the firepower or less, and by all ones whatever its armor."""
    if all_ones(rolled):
        return frozenset({DESTROYED})
    return frozenset(DESTROYED if sum(rolled) <= needed else NO_EFFECT for needed in aim.strengths)
