"""Chapter 12, artillery: who fires for whom, how far, when, and what it may not do afterwards."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import BeginPhase, Move
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.combat import ammunition, losses
from referee.games.bold_stroke.combat.headquarters import (
    formations_above,
    headquarters_faults,
    headquarters_supports,
    subordination,
    supported,
)
from referee.games.bold_stroke.combat.participants import (
    fault,
    phase_kind,
    repeated_attack_faults,
    supports_only,
)
from referee.games.bold_stroke.combat_state import Combat, Support
from referee.games.bold_stroke.movement.allowance import REGULAR
from referee.games.bold_stroke.movement.passages import DNEPR
from referee.games.bold_stroke.movement.stacking import stack
from referee.games.bold_stroke.state import CampaignBoard

SUBORDINATION_OPTION = "soviet-artillery-subordination"
MOBILE_FIRE = frozenset({"rocket", "mortar"})
"""Classes that fire although they moved and retreat although they fired (12.1.E, 12.2.C-D)."""


@RULES.covers("1.2.4.3.D", "12.3.A", "12.3.B")
def firing_range(piece: Piece) -> int:
    """Hexes that a unit fires, its own not counted; 0 for units that are not artillery."""
    value = piece.value("range")
    return value if isinstance(value, int) else 0


def is_mobile(piece: Piece) -> bool:
    """Rocket and mortar units."""
    return units.unit_class(piece) in MOBILE_FIRE


@RULES.covers("11.2.A", "11.2.B", "12.0.A", "12.0.B", "12.1.A", "12.3.A", "12.3.B")
def in_range(piece: Piece, target: Hex) -> bool:
    """Whether a hex is within range of an artillery unit or headquarters."""
    return isinstance(piece.place, Hex) and piece.place.distance(target) <= firing_range(piece)


def support_faults(
    board: CampaignBoard, combat: Combat, piece: Piece, kind: str
) -> Iterator[Finding]:
    """What forbids a unit to support its side in a combat with `artillery` or `anti-tank` guns."""
    if kind == "artillery":
        yield from fire_faults(board, combat, piece)
    if units.is_headquarters(piece):
        yield from headquarters_faults(board, combat, piece, kind)
    elif kind == "anti-tank":
        message = "is no headquarters and lends no anti-tank support"
        yield fault(board, piece, "13.1.C", message, combat.hex)
    if piece.side == combat.attacker and supports_only(piece):
        yield from repeated_attack_faults(board, piece, combat.hex)


@RULES.covers("11.1.E", "12.0.A", "12.1.A", "12.1.B", "12.1.D")
def fire_faults(board: CampaignBoard, combat: Combat, piece: Piece) -> Iterator[Finding]:
    """What forbids a unit to fire for its side in a combat."""
    where = board.data.map.describe(combat.hex)
    if not supports_only(piece):
        yield from _own_artillery_faults(board, combat, piece)
        return
    if not in_range(piece, combat.hex):
        yield fault(
            board,
            piece,
            "12.1.A",
            f"fires at {where} beyond its range",
            combat.hex,
            expected=f"at most {firing_range(piece)} hexes",
        )
    if units.is_artillery(piece) and is_alone(board, combat, piece):
        message = f"is attacked in {where} alone and defends with its troop strength"
        yield fault(board, piece, "12.1.B", message, combat.hex, expected="no artillery fire")
    yield from _movement_faults(board, combat, piece)
    yield from _subordination_faults(board, combat, piece)


@RULES.covers("12.1.B")
def is_alone(board: CampaignBoard, combat: Combat, piece: Piece) -> bool:
    """Whether an artillery unit is attacked with nothing but artillery in its hex."""
    return piece.place == combat.hex and all(
        units.is_artillery(other) for other in stack(board, combat.hex, combat.defender)
    )


def _own_artillery_faults(board: CampaignBoard, combat: Combat, piece: Piece) -> Iterator[Finding]:
    """Other units fire only in their own combats, or across the Dnepr beside the target.

    11.1.E lends the fire across the Dnepr, 12.1.D does not; both are accepted.
    """
    if combat.involved(losses.unit_of(board, piece.id)) or piece.place == combat.hex:
        return
    here = piece.place
    across = (
        isinstance(here, Hex)
        and here.distance(combat.hex) == 1
        and DNEPR in board.data.map.features(here, combat.hex)
    )
    if not (across and piece.side == combat.attacker):
        yield fault(
            board,
            piece,
            "12.1.D",
            "is no artillery unit and fires only in a combat of its own",
            combat.hex,
        )


@RULES.covers("12.1.E")
def _movement_faults(board: CampaignBoard, combat: Combat, piece: Piece) -> Iterator[Finding]:
    """Soviet artillery that moved does not fire in the combat phase that follows."""
    if (
        piece.id in board.state.combat.artillery_moved
        and phase_kind(board) == "combat"
        and board.phasing == piece.side
    ):
        message = "fires in the combat phase after a movement phase in which it moved"
        yield fault(board, piece, "12.1.E", message, combat.hex, expected="rockets or mortars")


@RULES.covers("12.4.A", "12.4.B")
def _subordination_faults(board: CampaignBoard, combat: Combat, piece: Piece) -> Iterator[Finding]:
    """By option Soviet artillery fires only for units of its army; German artillery for all."""
    if SUBORDINATION_OPTION not in board.options or piece.side != "soviet":
        return
    if not units.is_artillery(piece):
        return
    formation = subordination(board, piece)
    friends = [p for p in supported(board, combat, "soviet") if not supports_only(p)]
    if not any(formation in formations_above(board, subordination(board, p)) for p in friends):
        message = "fires for units that do not belong to its army"
        yield fault(board, piece, "12.4.A", message, combat.hex, expected="units of its own army")


@RULES.effect("12.1.F", on=Move, before=True)
def moved_artillery_is_marked(move: Move, board: CampaignBoard) -> None:
    """Soviet artillery that moves in a movement phase is marked until its next one."""
    if board.phase is None or board.phase.mode != REGULAR or board.is_sorting(move):
        return
    for name in move.units:
        piece = board.piece(name)
        if piece.side == "soviet" and units.is_artillery(piece) and not is_mobile(piece):
            board.state.combat.artillery_moved.add(name)


@RULES.effect("12.1.F", on=BeginPhase)
def marks_come_off_in_the_next_movement_phase(_: BeginPhase, board: CampaignBoard) -> None:
    """The marks of moved artillery come off when the next Soviet movement phase begins."""
    if board.phase is not None and board.phase.mode == REGULAR and board.phasing == "soviet":
        board.state.combat.artillery_moved.clear()


# -- after the dice --------------------------------------------------------------------------------


@RULES.covers("11.2.G", "12.1.C", "12.2.D", "13.3.C")
def may_not_retreat(board: CampaignBoard, combat: Combat, piece: Piece) -> str:
    """The paragraph that forbids a unit to retreat because it fired; empty if it may.

    Artillery in the hex attacked, rockets and mortars excepted; headquarters everywhere.
    """
    if not any(s.unit == piece.id and s.kind == "artillery" for s in combat.supports):
        return ""
    if units.is_headquarters(piece):
        alone = combat.defenders == (piece.id,)
        return "12.1.C" if alone else "13.3.C"
    attacked = losses.unit_of(board, piece.id) in combat.defenders
    return "12.2.D" if attacked and units.is_artillery(piece) and not is_mobile(piece) else ""


@RULES.covers("12.2.C")
def steps_lost_by_retreating(piece: Piece) -> int:
    """Steps that artillery loses when it must retreat, besides its obligations."""
    return 2 if units.is_artillery(piece) and not is_mobile(piece) else 0


def fire_points(board: CampaignBoard, combat: Combat, side: str) -> int:
    """Points of artillery units and headquarters that fire for a side (14.3.C)."""
    pieces = (
        losses.piece_of(board, s.unit)
        for s in combat.supports
        if s.side == side and s.kind == "artillery"
    )
    return sum(
        losses.current(board, piece, "artillery").value
        for piece in pieces
        if piece is not None and supports_only(piece)
    )


@RULES.covers("14.3.C", "14.3.F")
def ammunition_faults(
    board: CampaignBoard, combat: Combat, pieces: tuple[Piece, ...]
) -> Iterator[Finding]:
    """Guns fire only as far as their side's ammo points last, those of combats to come included."""
    guns = tuple(piece for piece in pieces if supports_only(piece))
    for side in sorted({piece.side or "" for piece in guns}):
        waiting = [c for c in board.state.combat.now.combats if not c.resolved and c is not combat]
        points = sum(ammunition.cost(fire_points(board, c, side)) for c in waiting)
        known = {s.unit for s in combat.supports if s.kind == "artillery"}
        more = sum(
            losses.current(board, piece, "artillery").value
            for piece in guns
            if piece.side == side and piece.id not in known
        )
        points += ammunition.cost(fire_points(board, combat, side) + more)
        lacking = ammunition.shortfall(board, side, points)
        if lacking:
            yield Finding(
                f"{', '.join(piece.name for piece in guns)} fire without the ammo points for it",
                units=tuple(piece.id for piece in guns),
                hexes=(board.data.map.number(combat.hex),),
                expected=f"{points} ammo points",
                found=str(ammunition.available(board, side)),
                rule="14.3.F",
            )


def legal_supports(board: CampaignBoard, combat: Combat, side: str) -> tuple[Support, ...]:
    """The support that a side may still announce for a combat."""
    if combat.resolved or combat.flights:
        return ()
    taken = {s.unit for s in combat.supports if s.kind == "artillery"}
    pieces = [p for p in board.on_map(side) if supports_only(p) and units.is_ground(p)]
    firing = tuple(
        Support(p.id, side, "artillery")
        for p in pieces
        if p.id not in taken
        and not any(support_faults(board, combat, p, "artillery"))
        and not any(ammunition_faults(board, combat, (p,)))
    )
    guns = headquarters_supports(board, combat, side, pieces) if side == combat.defender else ()
    return (*firing, *guns)
