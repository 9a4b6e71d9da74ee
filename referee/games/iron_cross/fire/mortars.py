"""Chapter 14, mortars: rounds, spotters, scatter, and what a round does where it comes down."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from compiler.hexes.coordinates import UNIT_STEPS
from referee.actions import Action, Declare, PhaseEnds, Roll
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import check_of, judge_act, judge_check
from referee.games.iron_cross.declared import number, pieces, supports, target_hex, target_units
from referee.games.iron_cross.fire import dice, sighting
from referee.games.iron_cross.fire.attacks import (
    ATTACK_VERBS,
    FIRE_ROLL,
    closing_findings,
    open_attack,
)
from referee.games.iron_cross.fire_state import Aim, Attack, Round
from referee.games.iron_cross.records import firing_hex, note_shot
from referee.games.iron_cross.results import status_of
from referee.games.iron_cross.rolls import answer as answer_of
from referee.games.iron_cross.rolls import answered
from referee.games.iron_cross.state import BattleBoard
from referee.games.iron_cross.units import NORMAL

MORTAR_FIRE, SCATTER = "mortar-fire", "scatter"
DISTANCE, DIRECTION = "distance", "direction"
SPOT = "spot"
SPOTTING_RANGE = 2
"""Hexes between a mortar and the commander who spots for it (14.22.a)."""
MANY_ROUNDS = 3
"""Rounds beyond which the die of scatter has a modifier (14.3.a)."""


def mortar_of(declaration: Declare, board: BattleBoard) -> Piece | None:
    """The mortar that fires."""
    return next((p for p in pieces(board, declaration.units) if units.is_mortar(p)), None)


def spotter_of(declaration: Declare, board: BattleBoard) -> Piece | None:
    """The commander who spots, which makes the fire indirect; None for direct fire."""
    return next(iter(pieces(board, supports(declaration))), None)


# -- the announcement -----------------------------------------------------------------------------


@RULES.rule("14.0", "10.12", "10.0.c", on=f"declare:{MORTAR_FIRE}")
def a_mortar_fires_alone_and_first(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """A mortar passes a check, fires by itself, from no building, before any other fire."""
    for piece in pieces(board, declaration.units):
        yield from judge_act(board, piece, ("fire",), "10.12")
        here = firing_hex(piece)
        if not units.is_mortar(piece):
            yield _fault(piece, "takes part in mortar fire", "a mortar by itself")
        elif here is not None and sighting.BUILDINGS & board.data.map.hexes[here].terrains:
            yield _fault(piece, "fires from a building", "a hex without a building")
    mortar = mortar_of(declaration, board)
    if mortar is None:
        return
    if len(declaration.units) > 1:
        yield _fault(mortar, "is combined with other units", "a mortar by itself")
    earlier = _fired_before(board, mortar)
    if earlier is not None:
        yield _fault(mortar, f"fires after {earlier.name}", "mortars before any other fire")


def _fault(piece: Piece, deed: str, expected: str, rule: str = "14.0", found: str = "") -> Finding:
    return Finding(
        f"{piece.name} {deed}", units=(piece.id,), expected=expected, found=found, rule=rule
    )


def _fired_before(board: BattleBoard, mortar: Piece) -> Piece | None:
    """A unit of the same side that has used other fire in this phase."""
    phase = board.phase.id if board.phase is not None else ""
    turn = board.state.fire.player_turn
    for unit, shots in board.state.fire.shots.items():
        piece = board.pieces.get(unit)
        if piece is None or piece.side != mortar.side or units.is_mortar(piece):
            continue
        if any((shot.phase, shot.player_turn) == (phase, turn) for shot in shots):
            return piece
    return None


@RULES.covers("14.11", "14.12", "14.13")
def most_rounds(board: BattleBoard, mortar: Piece, *, indirect: bool) -> tuple[int, str]:
    """Rounds that a mortar may fire in a player turn by its crew, and the rule."""
    table = board.data.tables["mortar_rates"]
    by_crew = int(str(table.cell(str(max(1, min(3, units.crew(mortar)))), "rounds")))
    by_spotter = int(str(table.cell("indirect", "rounds")))
    if indirect and by_spotter < by_crew:
        return by_spotter, "14.13"
    return by_crew, "14.11" if units.is_fully_crewed(mortar) else "14.12"


@RULES.rule("14.0.a", "14.11", "14.12", "14.13", "10.11", on=f"declare:{MORTAR_FIRE}")
def rounds_are_announced(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """How many rounds, no more than the crew can fire, before any of them is resolved."""
    mortar = mortar_of(declaration, board)
    if mortar is None:
        return
    rounds = declaration.number("rounds")
    indirect = spotter_of(declaration, board) is not None
    limit, rule = most_rounds(board, mortar, indirect=indirect)
    if rounds < 1:
        yield _fault(mortar, "fires without saying how many rounds", f"1 to {limit}", "14.0.a")
    elif rounds > limit:
        yield _fault(mortar, "fires too many rounds", f"at most {limit}", rule, str(rounds))
    attack = board.state.fire.attack
    if attack is not None and attack.verb == MORTAR_FIRE and mortar.id in attack.firers:
        yield _fault(mortar, "announces a second series of rounds", "one target hex", "14.2")


@RULES.rule("14.2", "14.21", "14.22", "14.22.a", "14.22.b", on=f"declare:{MORTAR_FIRE}")
def a_mortar_sees_its_target_or_has_a_spotter(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """The target hex is in the mortar's line of sight, or in that of a commander who spots."""
    mortar = mortar_of(declaration, board)
    here = firing_hex(mortar) if mortar is not None else None
    goal = target_hex(declaration, board)
    if mortar is None or here is None or goal is None:
        return
    if goal == here:
        yield _fault(mortar, "fires into its own hex", "another hex", "14.21")
        return
    spotter = spotter_of(declaration, board)
    if spotter is not None:
        yield from _spotter_faults(board, mortar, spotter, goal)
    elif not sighting.can_see(board, here, goal, down=not units.is_up(mortar)):
        blocked = sighting.blocked_by(board, here, goal, down=not units.is_up(mortar))
        yield Finding(
            f"{mortar.name} has neither a line of sight to {number(board, goal)} nor a spotter",
            units=(mortar.id,),
            hexes=(board.data.map.number(here), board.data.map.number(goal)),
            expected="a line of sight, or a commander who spots",
            found=f"blocked by {blocked}",
            rests_on=sighting.sightlines(board)(here, goal).stand_ins,
            rule="14.2",
        )


def _spotter_faults(
    board: BattleBoard, mortar: Piece, spotter: Piece, goal: Hex
) -> Iterator[Finding]:
    """What is wrong with a commander's spotting, the first thing only."""
    start, here = firing_hex(spotter), firing_hex(mortar)
    if start is None or here is None:
        return
    wrong = why_not_spot(board, spotter, here, goal)
    if wrong:
        yield _fault(
            spotter,
            "may not spot for the mortar",
            "a commander in normal status within two hexes, not moved, who sees the target",
            "14.22.a",
            wrong,
        )
        return
    check = check_of(board, spotter.id, (SPOT,))
    if check is None:
        yield _fault(spotter, "spots without a check", "a performance check, passed", "14.22.b")
    else:
        for fault in judge_check(board, spotter, check):
            rule = "14.22.b" if fault.severity == "violation" else fault.rule
            yield _fault(spotter, "spots for the mortar", fault.expected, rule, fault.found)


@RULES.covers("14.22", "14.22.a")
def why_not_spot(board: BattleBoard, spotter: Piece, here: Hex, goal: Hex) -> str:
    """Why a commander may not spot for a mortar in `here`, his check apart; empty where he may."""
    start = firing_hex(spotter)
    if start is None:
        return "off the map"
    if not units.is_commander(spotter):
        return "no commander"
    status = status_of(board, spotter.id)
    if status != NORMAL:
        return status
    if start.distance(here) > SPOTTING_RANGE:
        return f"{start.distance(here)} hexes away"
    conduct = board.state.of(spotter.id)
    if conduct.moved or conduct.fired:
        return "moved or fired in this player turn"
    if not sighting.can_see(board, start, goal, down=not units.is_up(spotter)):
        return "no line of sight"
    return ""


@RULES.effect("14.0", "14.0.a", "14.2", on=f"declare:{MORTAR_FIRE}")
def rounds_are_on_their_way(declaration: Declare, board: BattleBoard) -> None:
    """The attack is open; its rounds come one by one."""
    mortar = mortar_of(declaration, board)
    goal = target_hex(declaration, board)
    if mortar is None:
        return
    indirect = spotter_of(declaration, board) is not None
    attack = Attack(MORTAR_FIRE, mortar.side, (mortar.id,), goal, "ap")
    attack.rounds = max(1, declaration.number("rounds", 1))
    if goal is not None:
        attack.scatter_modifier = scatter_modifier(
            board, mortar, goal, attack.rounds, indirect=indirect
        )
    open_attack(board, attack)
    note_shot(board, mortar.id, MORTAR_FIRE, "ap", goal)
    if goal is not None:
        board.state.fire.aimed_at[mortar.id] = goal


@RULES.covers("14.3.a", "14.21", "23.33")
def scatter_modifier(
    board: BattleBoard, mortar: Piece, goal: Hex, rounds: int, *, indirect: bool
) -> int:
    """What is added to the die of scatter; nothing for an unobserved hex (23.33 has no figure)."""
    here = firing_hex(mortar)
    near = here is not None and here.distance(goal) < units.figure(mortar, "range")
    holds = {
        "same-target-hex": board.state.fire.aimed_at.get(mortar.id) == goal,
        "indirect": indirect,
        "more-than-three-rounds": rounds > MANY_ROUNDS,
        "below-minimum-range": near,
    }
    table = board.data.tables["scatter_modifiers"]
    return sum(int(str(table.cell(name, "modifier"))) for name, true in holds.items() if true)


@RULES.rule("14.0.a", "14.52", on=PhaseEnds)
def all_rounds_that_were_announced_are_fired(_: Action, board: BattleBoard) -> Iterator[Finding]:
    """A mortar fires as often as was declared, while enemies are left in the target hex."""
    attack = board.state.fire.attack
    if attack is None or attack.verb != MORTAR_FIRE or attack.hex is None:
        return
    mortar = board.pieces.get(next(iter(attack.firers), ""))
    if mortar is None or not units.enemies_at(board, attack.hex, attack.side):
        return
    most, _rule = most_rounds(board, mortar, indirect=False)
    if attack.rounds_fired < min(attack.rounds, most):
        wanted, found = f"{attack.rounds} rounds", str(attack.rounds_fired)
        yield _fault(mortar, "does not fire the rounds announced", wanted, "14.0.a", found)


for _verb in ATTACK_VERBS:
    RULES.rule("14.0.a", on=f"declare:{_verb}")(all_rounds_that_were_announced_are_fired)


# -- scatter --------------------------------------------------------------------------------------


def _mortar_attack(board: BattleBoard, unit: str) -> Attack | None:
    attack = board.state.fire.attack
    if attack is not None and attack.verb == MORTAR_FIRE and unit in attack.firers:
        return attack
    return None


@RULES.rule("14.3", "14.52", "14.0.b", "14.0.a", on=f"declare:{SCATTER}")
def each_round_scatters_in_its_turn(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """A die for each round announced, once the round before it is resolved."""
    for piece in pieces(board, declaration.units):
        attack = _mortar_attack(board, piece.id)
        if attack is None:
            yield _fault(piece, "rolls for scatter without firing", "mortar fire first", "14.0.a")
        elif declaration.text("for") == DIRECTION:
            if attack.round is None or attack.round.scatter == 0:
                yield _fault(
                    piece, "rolls for a direction though the round hits", "no scatter", "14.3.b"
                )
        else:
            for fault in closing_findings(board):
                yield _fault(
                    piece, "fires on before the last round is resolved", fault.expected, "14.52",
                    fault.found,
                )  # fmt: skip
            if attack.rounds_fired >= attack.rounds:
                yield _fault(
                    piece,
                    "fires more rounds than announced",
                    f"{attack.rounds}",
                    "14.0.a",
                    f"{attack.rounds_fired + 1}",
                )


@RULES.effect("14.3", "14.52", on=f"declare:{SCATTER}")
def a_round_begins(declaration: Declare, board: BattleBoard) -> None:
    """With its die a round is on its own: what the last one hit is done with."""
    for piece in pieces(board, declaration.units):
        attack = _mortar_attack(board, piece.id)
        if attack is None or declaration.text("for") == DIRECTION:
            continue
        attack.round = Round()
        attack.rounds_fired += 1
        attack.aims, attack.others = {}, {}
        attack.rolled, attack.dice = set(), {}


@RULES.rule("14.3.a", "14.3.b", on="roll")
def scatter_is_rolled_with_one_die(roll: Roll, board: BattleBoard) -> Iterator[Finding]:
    """One die for the distance, one for the direction."""
    found = answer_of(roll, board)
    if found is not None and found.verb == SCATTER and len(roll.result) != 1:
        yield Finding(
            "scatter is not rolled with one die",
            units=found.declaration.units,
            expected="one die",
            found=f"{len(roll.result)} of {roll.dice}",
        )


@RULES.effect("14.3.a", "14.3.b", "14.0.b", on="roll")
def the_round_comes_down(roll: Roll, board: BattleBoard) -> None:
    """The dice say how far and where to a round goes; then whoever is there is in for it."""
    found = answered(board, SCATTER)
    attack = _mortar_attack(board, found.unit) if found is not None else None
    if found is None or attack is None or attack.round is None or len(roll.result) != 1:
        return
    if found.declaration.text("for") != DIRECTION:
        attack.round.scatter = scatter_distance(board, roll.total + attack.scatter_modifier)
        if attack.round.scatter == 0 and attack.hex is not None:
            attack.round.impact = frozenset({attack.hex})
    elif attack.round.scatter and attack.hex is not None:
        attack.round.impact = scattered(board, attack.hex, attack.round.scatter, roll.total)
    if attack.round.impact is not None:
        _aim_round(board, attack)


@RULES.covers("14.3.a")
def scatter_distance(board: BattleBoard, die: int) -> int:
    """Hexes that a round goes astray by its modified die; 0 if it hits."""
    cell = str(board.data.tables["scatter"].cell(die, "result"))
    return 0 if cell == "T" else int(cell[1:])


@RULES.covers("14.3.b")
def scattered(board: BattleBoard, goal: Hex, distance: int, die: int) -> frozenset[Hex]:
    """The hex a scattering round comes down in; none if that is off the map."""
    direction = int(str(board.data.tables["scatter_direction"].cell(die, "direction")))
    dq, dr = UNIT_STEPS[direction]
    hex_ = Hex(goal.q + dq * distance, goal.r + dr * distance)
    return frozenset({hex_} & board.data.map.hexes.keys())


@RULES.covers("14.4", "14.5", "14.51", "14.21", "14.0.c")
def _aim_round(board: BattleBoard, attack: Attack) -> None:
    """All units in the hex are attacked with the printed factors, friends among them."""
    factors = units.figure(board.piece(attack.firers[0]), "ap") if attack.firers else 0
    astray = attack.round is not None and bool(attack.round.scatter)
    table = board.data.tables["scatter_direction"]
    rests = (f"{table.title} ({table.source})",) if astray else ()
    for hex_ in (attack.round.impact or ()) if attack.round is not None else ():
        for target in board.units_at(hex_):
            if units.is_vehicle(target):
                number_of = dice.against_vehicle(board, target, dice.STILL)
            else:
                number_of = dice.against_foot(board, target, mortar=True)
            aim = Aim(target.id, number_of, frozenset({factors}), rests)
            hidden = target.flag("hidden")
            (attack.others if hidden else attack.aims)[target.id] = aim


@RULES.rule("14.3.b", "14.0.b", on=f"declare:{FIRE_ROLL}")
def a_round_hurts_units_where_it_comes_down(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """Dice are rolled for units in the hex that the round hits, and no others."""
    attack = board.state.fire.attack
    if attack is None or attack.verb != MORTAR_FIRE:
        return
    for name in target_units(declaration, board):
        piece = board.piece(name)
        mortar = board.piece(attack.firers[0])
        if attack.round is None:
            yield _fault(mortar, "fires a round without a die for scatter", "one die", "14.3.a")
        elif attack.round.scatter and attack.round.impact is None:
            yield _fault(mortar, "fires a round that scatters nowhere", "a direction", "14.3.b")
        elif attack.round.impact is not None and piece.place not in attack.round.impact:
            table = board.data.tables["scatter_direction"]
            where = ", ".join(number(board, hex_) for hex_ in attack.round.impact)
            yield Finding(
                f"{piece.name} is rolled for, where the round does not come down",
                units=(name,),
                hexes=(board.number(piece.place),),
                expected=where or "off the map",
                found=board.number(piece.place),
                rests_on=(f"{table.title} ({table.source})",) if attack.round.scatter else (),
                rule="14.3.b",
            )
