"""Chapter 23, observation: who may observe what and when, and what it does for those who fire.

An attempt leaves no mark on the map, so what the dice meant is worked out here and kept. Where
readings differ an attempt may be open: then fire with full and with halved factors is right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from compiler.hexes import Hex
from referee.actions import Declare, Roll
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import MOVES, bars
from referee.games.iron_cross.declared import number, target_hex
from referee.games.iron_cross.fire import sighting
from referee.games.iron_cross.fire.firing import firing_side
from referee.games.iron_cross.fire.groups import leaders
from referee.games.iron_cross.fire.observation_modifiers import modifiers, sees, watched_in
from referee.games.iron_cross.fire_state import Sighted
from referee.games.iron_cross.records import (
    firing_hex,
    is_advanced,
)
from referee.games.iron_cross.rolls import answer as answer_of
from referee.games.iron_cross.rolls import answered
from referee.games.iron_cross.state import BattleBoard

OBSERVATION = "observation"
PENALTY = "observation-penalty"
FIRE_CHECKS = frozenset({"fire", "opportunity-fire"})


# -- attempts -------------------------------------------------------------------------------------


def adjacent(board: BattleBoard, start: Hex, hex_: Hex) -> bool:
    """Whether units in two hexes observe each other always (23.0)."""
    return board.data.map.grid.distance(start, hex_) <= 1


def _phase(board: BattleBoard) -> int:
    return board.state.fire.phase


def attempts_at(board: BattleBoard, start: Hex, hex_: Hex) -> list[Sighted]:
    """Attempts from a hex at another in this phase, since the last move in it."""
    return [
        past
        for past in board.state.fire.sighted
        if (past.start, past.hex, past.phase) == (start, hex_, _phase(board))
        and past.moves == len(board.moves)
    ]


@RULES.rule("23.0", "23.12", "23.11", "23.2.b#3", on=f"declare:{OBSERVATION}")
def only_one_unit_of_a_hex_observes_another(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """Observation is for the advanced game, and tried once from a hex at another."""
    hex_ = target_hex(declaration, board)
    for name in declaration.units:
        piece = board.piece(name)
        start = firing_hex(piece)
        if start is None or hex_ is None:
            continue
        fault = attempt_fault(board, piece, start, hex_)
        if fault is not None:
            rule, deed, expected = fault
            yield Finding(
                f"{piece.name} {deed} {number(board, hex_)}",
                units=(name,),
                hexes=(board.data.map.number(start), board.data.map.number(hex_)),
                expected=expected,
                rule=rule,
            )


def attempt_fault(
    board: BattleBoard, piece: Piece, start: Hex, hex_: Hex
) -> tuple[str, str, str] | None:
    """The rule against an attempt, what is done and what is wanted."""
    if not is_advanced(board):
        return "23.0", "tries to observe", "observation with the advanced rules only"
    side = firing_side(board)
    if side is not None and piece.side != side:
        who = board.data.sides[side].name
        return "23.11", "tries to observe while its side cannot fire at", f"units of the {who} side"
    blocked = sighting.blocked_by(board, start, hex_, down=not units.is_up(piece))
    if blocked:
        return "23.11", "tries to observe without a line of sight", f"no block by {blocked}"
    if attempts_at(board, start, hex_):
        return "23.12", "is the second to observe from its hex", "one attempt from a hex at a hex"
    moved = board.state.of(piece.id).moved
    if PENALTY in board.options and moved and modifiers(board, piece, hex_).none:
        return "23.2.b#3", "has moved and observes without any modifier", "no attempt"
    return None


@RULES.rule("23.2", on="roll")
def observation_is_rolled_with_two_dice(roll: Roll, board: BattleBoard) -> Iterator[Finding]:
    """Two dice for each attempt."""
    found = answer_of(roll, board)
    if found is not None and found.verb == OBSERVATION and len(roll.result) != 2:
        yield Finding(
            "observation is not rolled with two dice",
            units=found.declaration.units,
            expected="two dice",
            found=f"{len(roll.result)} of {roll.dice}",
        )


@RULES.effect("23.13", "23.2.a#3", on=f"declare:{OBSERVATION}")
def an_attempt_is_noted(declaration: Declare, board: BattleBoard) -> None:
    """Until the dice are known it is open; with the penalty the hex may count as moved."""
    hex_ = target_hex(declaration, board)
    for name in declaration.units:
        piece = board.piece(name)
        start = firing_hex(piece)
        if start is None or hex_ is None:
            continue
        checked = frozenset(
            other.id
            for other in units.friends_at(board, start, piece.side)
            if any(check.act in FIRE_CHECKS for check in board.state.checks.get(other.id, ()))
        )
        fire = board.state.fire
        watched = frozenset(other.id for other in watched_in(board, piece, hex_))
        fire.sighted.append(
            Sighted(
                name, start, hex_, None, fire.phase, fire.clock, fire.player_turn,
                len(board.moves), checked, watched,
            )
        )  # fmt: skip
        _penalise(board, piece, start, hex_)


def _penalise(board: BattleBoard, piece: Piece, start: Hex, hex_: Hex) -> None:
    """An attempt without any modifier makes the whole hex count as moved (option)."""
    if PENALTY in board.options and modifiers(board, piece, hex_).none:
        for other in units.friends_at(board, start, piece.side):
            board.state.note(other.id).moved_in.add(OBSERVATION)


@bars("23.2.a#3", acts=MOVES)
def who_moved_by_observing_moves_no_more(
    board: BattleBoard, piece: Piece, _: str
) -> Iterator[Finding]:
    """With the penalty an attempt without modifiers is all the movement of a hex."""
    if OBSERVATION in board.state.of(piece.id).moved_in:
        yield Finding(
            f"{piece.name} moves in the player turn in which its hex observed without modifiers",
            units=(piece.id,),
            expected="no movement in this player turn",
            rule="23.2.a#3",
        )


@RULES.effect("23.13", "23.2", on="roll")
def the_dice_observe(roll: Roll, board: BattleBoard) -> None:
    """All units of the observer's hex have seen the hex if the dice are low enough."""
    found = answered(board, OBSERVATION)
    fire = board.state.fire
    if found is None or len(roll.result) != 2 or not fire.sighted:
        return
    for place, past in enumerate(fire.sighted):
        if past.observer == found.unit and past.phase == fire.phase and past.roll is None:
            seen = sees(board, board.piece(found.unit), past.hex, roll.total)
            fire.sighted[place] = past.rolled(roll.total, seen=seen)


# -- effects --------------------------------------------------------------------------------------


@RULES.covers("23.13", "23.14", "23.0")
def observed(board: BattleBoard, start: Hex, hex_: Hex, group: frozenset[str]) -> bool | None:
    """Whether the units of a hex have seen another in this phase; None where it is open.

    In group fire only leaders, given by id, observe for the group (23.14).
    """
    if adjacent(board, start, hex_):
        return True
    found = [
        past.seen
        for past in board.state.fire.sighted
        if (past.start, past.hex, past.phase) == (start, hex_, _phase(board))
        and (not group or past.observer in group)
    ]
    if True in found:
        return True
    return None if None in found else False


@RULES.covers("23.32", "23.34", "23.35")
def full_sight(
    board: BattleBoard, firers: Sequence[Piece], hex_: Hex
) -> dict[str, bool | None] | None:
    """Unit to whether it fires with full AP factors; None where observation is not in play."""
    if not is_advanced(board):
        return None
    group = group_leaders(board, firers)
    starts = {here for piece in firers if (here := firing_hex(piece)) is not None}
    terrains = board.data.map.hexes[hex_].terrains
    seen = {start: observed(board, start, hex_, group) for start in starts}
    if group and any(seen.values()):
        seen = dict.fromkeys(starts, True)
    elif len(set(seen.values())) > 1:
        # Guns beside infantry: whether both hexes have to observe is not said.
        seen = dict.fromkeys(starts, None)
    found: dict[str, bool | None] = {}
    for piece in firers:
        exempt = units.is_vehicle(piece) or units.is_machine_gun(piece)
        here = firing_hex(piece)
        in_building = bool(terrains & sighting.BUILDINGS)
        found[piece.id] = True if exempt and in_building else here is not None and seen[here]
    return found


@RULES.covers("23.14")
def group_leaders(board: BattleBoard, firers: Sequence[Piece]) -> frozenset[str]:
    """The leaders who alone observe for infantry that fires from two hexes; else nobody."""
    infantry = [piece for piece in firers if units.is_infantry(piece)]
    hexes = {here for piece in infantry if (here := firing_hex(piece)) is not None}
    if len(hexes) < 2:
        return frozenset()
    squads = {units.squad(piece) for piece in infantry if not units.is_commander(piece)}
    return frozenset(leader.id for hex_ in hexes for leader in leaders(board, hex_, squads))


def _declares_before_observing(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """Observation comes before the checks of those who fire at what was observed."""
    hex_ = target_hex(declaration, board)
    if hex_ is None or not is_advanced(board):
        return
    for past in board.state.fire.sighted:
        early = past.checks & set(declaration.units)
        if past.hex == hex_ and past.phase == _phase(board) and early:
            names = ", ".join(board.piece(name).name for name in sorted(early))
            yield Finding(
                f"{names} took the check to fire before {number(board, hex_)} was observed",
                units=tuple(sorted(early)),
                hexes=(board.data.map.number(hex_),),
                expected="observation before the checks to fire",
                rule="23.11",
            )
            return


for _verb in ("fire", "opportunity-fire", "anti-tank-fire"):
    RULES.rule("23.11", "10.0.b", on=f"declare:{_verb}")(_declares_before_observing)
