"""Chapter 13, headquarters: to whom units are subordinate, and support of combats (13.1-13.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from compiler.hexes import Hex
from referee.actions import PhaseEnds
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.combat import losses
from referee.games.bold_stroke.combat.participants import attacking, can_enter, defending, fault
from referee.games.bold_stroke.combat_state import Combat, Support
from referee.games.bold_stroke.movement.allowance import REGULAR
from referee.games.bold_stroke.movement.moves import Steps
from referee.games.bold_stroke.movement.zones import zones
from referee.games.bold_stroke.state import CampaignBoard
from referee.mechanics.movement import reachable
from referee.mechanics.tracing import trace

SUPPORT_RADIUS = 3
"""Hexes from a headquarters to the units it supports, and to its assets (13.1.A, 13.2.A)."""
LEVELS: Mapping[str, tuple[str, str]] = {
    "german": ("korps", "panzerkorps"),
    "soviet": ("army", "tank-army"),
}
"""The two levels of which one headquarters each may support a combat (13.3)."""
LIMIT_RULES: Mapping[str, str] = {"german": "13.3.A", "soviet": "13.3.B"}


# -- subordination ---------------------------------------------------------------------------------


def subordination(board: CampaignBoard, piece: Piece) -> str | None:
    """Id of the formation that a unit belongs to: as the players said last, else as set up.

    A detachment belongs to that of its parent unit.
    """
    said = piece.states.get("subordination")
    if isinstance(said, str) and said in board.data.formations:
        return said
    parent = board.state.combat.parents.get(piece.id)
    if parent is not None and parent in board.pieces:
        return subordination(board, board.pieces[parent])
    unit = losses.unit_of(board, piece.id)
    if board.scenario is not None:
        for set_up in board.scenario.setup:
            if set_up.piece == unit and set_up.values.get("subordination"):
                return str(set_up.values["subordination"])
    return piece.counter.formation


def formations_above(board: CampaignBoard, formation: str | None) -> tuple[str, ...]:
    """A formation and those it is part of, from the lowest up."""
    chain: list[str] = []
    while formation is not None and formation not in chain:
        chain.append(formation)
        known = board.data.formations.get(formation)
        formation = known.parent if known is not None else None
    return tuple(chain)


def is_subordinate(board: CampaignBoard, piece: Piece, formation: str | None) -> bool:
    """Whether a unit belongs to a formation or to one below it."""
    return formation in formations_above(board, subordination(board, piece))


def headquarters_of(board: CampaignBoard, piece: Piece) -> Piece | None:
    """The headquarters of a unit's formation, if it is on the map."""
    formation = board.data.formations.get(subordination(board, piece) or "")
    if formation is None or formation.headquarters is None:
        return None
    found = board.pieces.get(formation.headquarters)
    return found if found is not None and isinstance(found.place, Hex) else None


# -- support ---------------------------------------------------------------------------------------


@RULES.covers("8.0.D", "8.7", "13.1.A")
def support_path(board: CampaignBoard, piece: Piece, goal: Hex) -> tuple[Hex, ...] | None:
    """A path of at most three hexes along which a headquarters sends its guns and engineers.

    It needs hexes passable to motorized units, without enemies, and without enemy zones unless a
    friendly unit stands there.
    """
    side = piece.side or ""
    enemy = board.data.opponent(side)
    felt = zones(board, enemy)

    def may_step(start: Hex, end: Hex) -> bool:
        here = [p for p in board.units_at(end) if units.is_ground(p)]
        if any(p.side == enemy for p in here) or not can_enter(board, piece, start, end):
            return False
        return bool(here) or end not in felt

    if not isinstance(piece.place, Hex):
        return None
    return trace(board.data.map.grid, piece.place, goal, may_step, SUPPORT_RADIUS)


def supported(board: CampaignBoard, combat: Combat, side: str) -> list[Piece]:
    """The units of a side that a headquarters supports in a combat."""
    return attacking(board, combat) if side == combat.attacker else defending(board, combat)


@RULES.covers("13.0.B", "13.1.A", "13.1.B", "13.1.C", "13.1.D", "11.2.B")
def headquarters_faults(
    board: CampaignBoard, combat: Combat, piece: Piece, kind: str
) -> Iterator[Finding]:
    """What forbids a headquarters to support its side in a combat; range is for `artillery`."""
    side = piece.side or ""
    friends = supported(board, combat, side)
    where = board.data.map.describe(combat.hex)
    if kind == "anti-tank":
        places = {p.place for p in friends if isinstance(p.place, Hex)}
        if not any(support_path(board, piece, place) for place in places):
            message = f"has no path of support to the units in combat for {where}"
            path = f"a free path of at most {SUPPORT_RADIUS} hexes"
            yield fault(board, piece, "13.1.A", message, combat.hex, expected=path)
    formation = subordination(board, piece)
    if side == "soviet" and not any(is_subordinate(board, p, formation) for p in friends):
        message = f"supports units of other armies in the combat for {where}"
        yield fault(board, piece, "13.1.D", message, combat.hex, expected="units of its own army")
    elsewhere = board.state.combat.now.headquarters.get(piece.id)
    if elsewhere is not None and elsewhere != combat.hex:
        message = f"supports {where} besides {board.data.map.describe(elsewhere)}"
        yield fault(board, piece, "13.1.B", message, combat.hex, expected="one hex")
    yield from _limit_faults(board, combat, piece)


@RULES.covers("13.3.A", "13.3.B")
def _limit_faults(board: CampaignBoard, combat: Combat, piece: Piece) -> Iterator[Finding]:
    """One headquarters of each of the two levels supports a side in a combat.

    A front's or German army's stands in the place of either (13.5.C).
    """
    side = piece.side or ""
    taking_part = {s.unit for s in combat.supports if s.side == side} | {piece.id}
    levels = [
        str(p.value("headquarters_class"))
        for p in (board.pieces[name] for name in taking_part if name in board.pieces)
        if units.is_headquarters(p)
    ]
    first, second = LEVELS[side]
    if levels.count(first) > 1 or levels.count(second) > 1 or len(levels) > 2:
        yield fault(
            board,
            piece,
            LIMIT_RULES[side],
            "is one headquarters too many for the combat",
            combat.hex,
            expected=f"one {first} and one {second} headquarters",
        )


def headquarters_supports(
    board: CampaignBoard, combat: Combat, side: str, pieces: list[Piece]
) -> Iterator[Support]:
    """The anti-tank support that headquarters may lend a side in a combat now."""
    taken = {s.unit for s in combat.supports if s.kind == "anti-tank"}
    for piece in pieces:
        if not units.is_headquarters(piece) or piece.id in taken or piece.place == combat.hex:
            continue
        if not any(headquarters_faults(board, combat, piece, "anti-tank")):
            yield Support(piece.id, side, "anti-tank")


# -- assets ----------------------------------------------------------------------------------------


@RULES.rule("13.2.A", on=PhaseEnds)
def assets_stay_with_their_headquarters(_: PhaseEnds, board: CampaignBoard) -> Iterator[Finding]:
    """At the end of its movement phase an asset is within three hexes of its headquarters.

    Unless it could not get there (13.2.A, 13.2.B).
    """
    if board.phase is None or board.phase.mode != REGULAR or board.phasing is None:
        return
    for piece in list(board.on_map(board.phasing)):
        head = headquarters_of(board, piece) if piece.value("asset") else None
        if head is None or _within(piece.place, head.place):
            continue
        if _was_within(board, piece, head) or _could_come(board, piece, head):
            number = board.data.map.number
            places = [p for p in (piece.place, head.place) if isinstance(p, Hex)]
            yield Finding(
                f"{piece.name} is too far from its headquarters, {head.name}",
                units=(piece.id, head.id),
                hexes=tuple(number(place) for place in places),
                expected=f"at most {SUPPORT_RADIUS} hexes",
                found=str(places[0].distance(places[1])),
            )


def _within(place: object, head: object) -> bool:
    return (
        isinstance(place, Hex) and isinstance(head, Hex) and place.distance(head) <= SUPPORT_RADIUS
    )


def _was_within(board: CampaignBoard, piece: Piece, head: Piece) -> bool:
    """Whether it stood near enough when the phase began, and it or its headquarters moved off."""

    def start(of: Piece) -> object:
        return next((move.start for move in board.moves if of.id in move.units), of.place)

    return _within(start(piece), start(head))


def _could_come(board: CampaignBoard, piece: Piece, head: Piece) -> bool:
    if not isinstance(piece.place, Hex):
        return False
    steps = Steps(board, piece)
    return any(
        _within(hex_, head.place) for hex_ in reachable(piece.place, steps.memory, steps.faultless)
    )
