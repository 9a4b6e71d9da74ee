"""Chapter 14, mortars: who fires how many rounds at what hex, and who spots for them.

Where the rounds come down, and what they do there, is in `scatter`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from compiler.hexes import Hex
from referee.actions import Action, Declare, PhaseEnds
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import check_of, judge_act, judge_check
from referee.games.iron_cross.declared import (
    is_said_apart,
    number,
    pieces,
    supports,
    target_hex,
    target_hexes,
)
from referee.games.iron_cross.fire import sighting
from referee.games.iron_cross.fire.ammunition import left
from referee.games.iron_cross.fire.attacks import ATTACK_VERBS, open_attack
from referee.games.iron_cross.fire.scatter import MORTAR_FIRE
from referee.games.iron_cross.fire.small_arms import fires_again, targets_in
from referee.games.iron_cross.fire_state import Attack
from referee.games.iron_cross.records import firing_hex, note_shot
from referee.games.iron_cross.results import ELIMINATED, status_of, statuses_of
from referee.games.iron_cross.state import BattleBoard
from referee.games.iron_cross.units import NORMAL

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
    if fires_again(board, mortar.id, ("fire",)):
        yield _fault(mortar, "announces a second series of rounds", "one target hex", "14.2")


@RULES.rule("14.2", "14.21", "14.22", "14.22.a", "14.22.b", on=f"declare:{MORTAR_FIRE}")
def a_mortar_sees_its_target_or_has_a_spotter(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """The target hex is in the mortar's line of sight, or in that of a commander who spots."""
    mortar = mortar_of(declaration, board)
    here = firing_hex(mortar) if mortar is not None else None
    goal = target_hex(declaration, board)
    if mortar is None or here is None:
        return
    if goal is None and is_said_apart(declaration, board):
        return
    if goal is None:
        fault = _fault(mortar, "fires without a target hex", "the hex fired at", "14.0.a")
        yield replace(fault, severity="unverifiable")
        return
    if len(target_hexes(declaration, board)) > 1:
        yield _fault(mortar, "fires at several hexes", "one target hex", "14.2")
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
    spotter = spotter_of(declaration, board)
    indirect = spotter is not None
    attack = Attack(MORTAR_FIRE, mortar.side, (mortar.id,), goal, "ap")
    attack.spotter = spotter.id if spotter is not None else ""
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
    if attack is None or attack.verb != MORTAR_FIRE or not _can_go_on(board, attack):
        return
    mortar = board.piece(attack.firers[0])
    most, _rule = most_rounds(board, mortar, indirect=False)
    points = left(board, mortar)
    most = most if points is None else min(most, attack.rounds_fired + points)
    if attack.rounds_fired < min(attack.rounds, most):
        wanted, found = f"{attack.rounds} rounds", str(attack.rounds_fired)
        yield _fault(mortar, "does not fire the rounds announced", wanted, "14.0.a", found)


def _can_go_on(board: BattleBoard, attack: Attack) -> bool:
    """Whether a mortar and its spotter are surely able to act, and enemies surely left to see.

    Rounds may scatter onto those who fire them (14.21).
    """
    uncertain = board.state.uncertain
    for name in (*attack.firers, *filter(None, (attack.spotter,))):
        if name not in board.pieces or name in uncertain or statuses_of(board, name) != {NORMAL}:
            return False
    enemies = targets_in(board, attack.hex, attack.side) if attack.hex is not None else ()
    return any(
        enemy.id not in uncertain and ELIMINATED not in statuses_of(board, enemy.id)
        for enemy in enemies
    )


for _verb in ATTACK_VERBS:
    RULES.rule("14.0.a", on=f"declare:{_verb}")(all_rounds_that_were_announced_are_fired)
