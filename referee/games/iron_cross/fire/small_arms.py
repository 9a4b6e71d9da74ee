"""Chapters 10 and 11, anti-personnel fire: target hex, line of sight, front, combination, results.

Opportunity fire (13), anti-tank fire (12) and machine gun modes (21) use what is here and add
their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from compiler.hexes import Hex
from referee.actions import Declare
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import rests, units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import judge_act
from referee.games.iron_cross.declared import (
    is_said_apart,
    number,
    pieces,
    target_hex,
    target_hexes,
    target_units,
)
from referee.games.iron_cross.fire import dice, sighting, strength
from referee.games.iron_cross.fire.attacks import RESULT_LEVELS, open_attack, resolves
from referee.games.iron_cross.fire.casualties import LEVELS
from referee.games.iron_cross.fire.groups import why_not_together
from referee.games.iron_cross.fire.observation import full_sight
from referee.games.iron_cross.fire.strength import Barrage
from referee.games.iron_cross.fire_state import Aim, Attack, Factors, Shot
from referee.games.iron_cross.records import (
    firing_hex,
    in_movement,
    note_shot,
    shots_this_turn,
)
from referee.games.iron_cross.results import ELIMINATED
from referee.games.iron_cross.state import BattleBoard
from referee.mechanics.firepower import all_ones, halving_levels, level_reached

FIRE, OPPORTUNITY, ANTI_TANK = "fire", "opportunity-fire", "anti-tank-fire"
LANE, SPRAY = "fire-lane", "spray"
POINTED = (FIRE, OPPORTUNITY, ANTI_TANK)
"""Fire of units at one target hex."""
GUNFIRE = (*POINTED, LANE, SPRAY)

FireRule = Callable[[Declare, BattleBoard], Iterator[Finding]]


def fire_rule(*paragraphs: str, verbs: tuple[str, ...] = POINTED) -> Callable[[FireRule], FireRule]:
    """Register a rule for declarations of fire."""

    def register(function: FireRule) -> FireRule:
        for verb in verbs:
            RULES.rule(*paragraphs, on=f"declare:{verb}")(function)
        return function

    return register


def factors_used(declaration: Declare) -> Factors:
    """Whether a declaration of fire uses anti-personnel or anti-tank factors."""
    if declaration.verb == ANTI_TANK:
        return "at"
    passing = declaration.verb == OPPORTUNITY
    return "at" if passing and declaration.text("factors") == "at" else "ap"


def acts_of(board: BattleBoard, declaration: Declare) -> tuple[str, ...]:
    """The checks that let units fire as declared, the proper one first."""
    if declaration.verb == OPPORTUNITY:
        return ("opportunity-fire",)
    if declaration.verb in (LANE, SPRAY):
        proper = ("fire", "opportunity-fire")
        return proper if board.phase is None or board.phase.mode == "fire" else proper[::-1]
    # Special fire before an overrun may be checked for as either (9.2.A).
    special = declaration.verb == ANTI_TANK and in_movement(board)
    return ("fire", "opportunity-fire") if special else ("fire",)


# -- the units ------------------------------------------------------------------------------------


@fire_rule("10.12", "10.0.c", "10.11", verbs=GUNFIRE)
def firers_have_passed_their_checks(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """Every unit that fires has passed a check to fire in this phase, and may fire at all."""
    acts = acts_of(board, declaration)
    for piece in pieces(board, declaration.units):
        earlier = shots_this_turn(board, piece.id)
        sweeping = declaration.verb in (LANE, SPRAY)
        here = board.phase.id if board.phase is not None else ""
        if sweeping and any(s.verb == declaration.verb and s.phase == here for s in earlier):
            continue
        yield from judge_act(board, piece, acts, "10.12")


@RULES.covers("10.11", "15.3")
def fires_again(board: BattleBoard, unit: str, acts: tuple[str, ...]) -> list[Shot]:
    """What a unit has fired in this phase, if it has no check for `acts` left to fire once more.

    Special fire before an overrun has a check of its own (9.2.A).
    """
    here = board.phase.id if board.phase is not None else ""
    again = [shot for shot in shots_this_turn(board, unit) if shot.phase == here]
    taken = sum(check.act in acts for check in board.state.checks.get(unit, ()))
    return again if 0 < taken <= len(again) else []


@fire_rule("10.11", "11.11", "12.13", "11.0", "13.15")
def one_check_is_for_one_fire(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """Factors are used once in a player turn, at one hex, AP and AT not both."""
    factors = factors_used(declaration)
    for piece in pieces(board, declaration.units):
        again = fires_again(board, piece.id, acts_of(board, declaration))
        if not again:
            continue
        rule = "11.0" if factors != again[-1].factors else "10.11"
        if declaration.verb == OPPORTUNITY and rule == "10.11":
            rule = "13.15"
        yield Finding(
            f"{piece.name} fires twice in one player turn",
            units=(piece.id,),
            expected="one fire combat in a player turn",
            found=f"fired before in the {board.phase.name if board.phase else 'phase'}",
            rule=rule,
        )


@fire_rule("16.0", "11.1", verbs=(FIRE, OPPORTUNITY, LANE, SPRAY))
def firers_have_factors(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """A unit fires with factors that its counter has, mortars and flamethrowers in their way.

    Of missing anti-tank factors 12.11 tells.
    """
    column = factors_used(declaration)
    for piece in pieces(board, declaration.units):
        own_way = units.is_mortar(piece) or units.is_flamethrower(piece)
        if own_way or (column == "ap" and not units.figure(piece, column)):
            yield Finding(
                f"{piece.name} takes part in fire for which it has no factors",
                units=(piece.id,),
                expected="mortar fire" if units.is_mortar(piece) else "another unit",
                rule=_rule_of_its_own(piece),
            )


def _rule_of_its_own(piece: Piece) -> str:
    """The paragraph by which a unit does not take part in anti-personnel fire."""
    if units.is_mortar(piece):
        return "14.0"
    return "16.0" if units.is_flamethrower(piece) else "11.1"


@fire_rule("10.17", "11.12", "11.13", "11.14", verbs=(FIRE, OPPORTUNITY))
def only_some_units_combine_their_factors(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """Infantry of a squad or with a commander, and machine guns beside them."""
    if factors_used(declaration) == "at":
        return
    found = why_not_together(board, pieces(board, declaration.units))
    if found is not None:
        rule, wanted = found
        names = ", ".join(piece.name for piece in pieces(board, declaration.units))
        yield Finding(
            f"{names} may not combine their factors",
            units=declaration.units,
            expected=wanted,
            rests_on=rests.of_rule(board, rule),
            rule=rule,
        )


# -- the target hex -------------------------------------------------------------------------------


@fire_rule("10.21", "11.11", "10.0.a")
def fire_is_at_one_hex_that_the_enemy_holds(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """The target of a fire combat is one hex with enemy units in it."""
    firers = pieces(board, declaration.units)
    hexes = target_hexes(declaration, board)
    if not declaration.units:
        yield Finding(
            "it is not said who fires",
            hexes=tuple(board.data.map.number(hex_) for hex_ in hexes),
            expected="the units that fire",
            severity="unverifiable",
            rule="10.0.a",
        )
    elif not hexes:
        if not is_said_apart(declaration, board):
            yield Finding(
                "fire has no target hex",
                units=tuple(piece.id for piece in firers),
                expected="a hex with enemy units in it",
                found=declaration.target or declaration.text("hex"),
                severity="unverifiable",
                rule="10.0.a",
            )
    elif len(hexes) > 1:
        yield Finding(
            "factors are divided among several hexes",
            units=declaration.units,
            hexes=tuple(board.data.map.number(hex_) for hex_ in hexes),
            expected="one target hex",
            rule="12.13" if factors_used(declaration) == "at" else "11.11",
        )
    elif firers and not targets_in(board, hexes[0], firers[0].side):
        yield Finding(
            f"fire is at {number(board, hexes[0])}, where there is no enemy",
            units=declaration.units,
            hexes=(board.data.map.number(hexes[0]),),
            expected="a hex with enemy units in it",
            rule="10.21",
        )


def targets_in(board: BattleBoard, hex_: Hex, side: str | None) -> list[Piece]:
    """Enemy units in a hex that are not hidden."""
    return [piece for piece in units.enemies_at(board, hex_, side) if not piece.flag("hidden")]


@fire_rule("10.21", "10.3", "10.31", "10.32", "10.33")
def the_line_of_sight_is_free(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """From every hex that is fired from an unblocked line leads to the target hex."""
    goal = target_hex(declaration, board)
    if goal is None or is_special_fire(board, declaration):
        return
    told: set[Hex] = set()
    for piece in pieces(board, declaration.units):
        here = firing_hex(piece)
        if here is None:
            yield Finding(
                f"{piece.name} fires from off the map",
                units=(piece.id,),
                expected="a unit on the map",
                found=board.number(piece.place),
                rule="10.21",
            )
        if here is None or here in told:
            continue
        fault = sight_fault(board, piece, here, goal)
        if fault is not None:
            told.add(here)
            yield fault


def sight_fault(board: BattleBoard, piece: Piece, here: Hex, goal: Hex) -> Finding | None:
    """What blocks a unit's line of sight to a hex."""
    blocked = sighting.blocked_by(board, here, goal, down=not units.is_up(piece))
    if not blocked:
        return None
    return Finding(
        f"{piece.name} has no line of sight to {number(board, goal)}",
        units=(piece.id,),
        hexes=(board.data.map.number(here), board.data.map.number(goal)),
        expected="an unblocked line of sight",
        found=f"blocked by {blocked}",
        rests_on=(
            *sighting.sightlines(board)(here, goal).stand_ins,
            *rests.of_rule(board, blocked),
        ),
        rule=blocked,
    )


@RULES.covers("9.2.A")
def is_special_fire(board: BattleBoard, declaration: Declare) -> bool:
    """Whether guns and anti-tank rifles fire at a vehicle about to overrun them, facing apart."""
    if declaration.verb != ANTI_TANK or not board.state.overruns:
        return False
    overrun = board.state.overruns[-1]
    return overrun.vehicle in target_units(declaration, board) and all(
        unit in overrun.defenders for unit in declaration.units
    )


@fire_rule("10.23", "13.14", verbs=POINTED)
def guns_fire_through_their_front(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """Guns, machine guns and Stugs fire to their front only, all vehicles when targets pass."""
    goal = target_hex(declaration, board)
    if goal is None or is_special_fire(board, declaration):
        return
    for piece in pieces(board, declaration.units):
        here = firing_hex(piece)
        if here is None or here == goal:
            continue
        by_front = must_use_front(piece)
        passing = in_movement(board) and units.is_vehicle(piece)
        if (by_front or passing) and not sighting.in_front(here, units.facing(piece), goal):
            yield Finding(
                f"{piece.name} fires at {number(board, goal)} outside its frontal area",
                units=(piece.id,),
                hexes=(board.data.map.number(here), board.data.map.number(goal)),
                expected=f"its frontal area, facing {units.facing(piece)}",
                rule="13.14" if passing else "10.23",
            )


def must_use_front(piece: Piece) -> bool:
    """Whether a unit fires through its frontal hexside only."""
    return (
        units.is_machine_gun(piece) or units.is_anti_tank_gun(piece) or units.is_assault_gun(piece)
    )


# -- the attack -----------------------------------------------------------------------------------


@RULES.covers("11.41", "10.0.d", "10.0.e", "10.24")
def ap_aims(board: BattleBoard, barrage: Barrage, side: str | None) -> dict[str, Aim]:
    """How each enemy unit in the target hex is attacked."""
    totals = strength.totals(board, barrage)
    moved = dice.any_moved(board, barrage.firers)
    return {
        target.id: ap_aim(board, target, totals, moved)
        for target in targets_in(board, barrage.target, side)
    }


def ap_aim(
    board: BattleBoard, target: Piece, totals: frozenset[int], moved: frozenset[bool]
) -> Aim:
    """How one unit is attacked with anti-personnel fire."""
    if units.is_vehicle(target):
        number_of = dice.against_vehicle(board, target, moved)
        return Aim(target.id, number_of, strength.against_vehicles(totals))
    rests = dice.rests_on(board, target)
    return Aim(target.id, dice.against_foot(board, target, moved=moved), totals, rests)


def barrage_of(board: BattleBoard, declaration: Declare, goal: Hex) -> Barrage:
    """Units that fire together, as declared."""
    firers = pieces(board, declaration.units)
    return Barrage(
        firers,
        goal,
        intensive=frozenset(board.state.fire.intensive & {piece.id for piece in firers}),
        opportunity=declaration.verb == OPPORTUNITY,
        full_sight=full_sight(board, firers, goal),
    )


def _fire_is_declared(declaration: Declare, board: BattleBoard) -> None:
    """The units have fired, and their attack is open."""
    if factors_used(declaration) == "at":
        return
    goal = target_hex(declaration, board)
    firers = pieces(board, declaration.units)
    side = firers[0].side if firers else declaration.side
    attack = Attack(declaration.verb, side, declaration.units, goal, "ap")
    if goal is not None:
        barrage = barrage_of(board, declaration, goal)
        attack.aims = ap_aims(board, barrage, side)
    open_attack(board, attack)
    fire = board.state.fire
    for piece in firers:
        intensive = piece.id in fire.intensive
        note_shot(board, piece.id, declaration.verb, "ap", goal, intensive=intensive)
    fire.intensive.difference_update(piece.id for piece in firers)


for _verb in (FIRE, OPPORTUNITY):
    RULES.effect("10.0", "10.0.a", "10.22", "11.0", on=f"declare:{_verb}")(_fire_is_declared)


@resolves("11.4", "11.42", "11.42.a", "11.42.b", "11.42.c", "11.44",
          verbs=(FIRE, OPPORTUNITY, LANE, SPRAY, "mortar-fire"))  # fmt: skip
def ap_results(_: BattleBoard, __: Attack, aim: Aim, rolled: tuple[int, ...]) -> frozenset[str]:
    """The level that the sum of the dice reaches; all ones eliminate whatever the firepower."""
    if all_ones(rolled):
        return frozenset({ELIMINATED})
    total = sum(rolled)
    return frozenset(
        LEVELS[level_reached(total, halving_levels(strength, RESULT_LEVELS))]
        for strength in aim.strengths
    )
