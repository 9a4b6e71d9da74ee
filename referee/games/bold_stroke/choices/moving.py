"""Choices of chapters 6 and 7: where each unit may move, by its cheapest way."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import partial

from compiler.hexes import Hex
from referee.actions import Move
from referee.board import Piece
from referee.games.bold_stroke import units
from referee.games.bold_stroke.choices.appraisal import Worth, distances
from referee.games.bold_stroke.combat.headquarters import (
    SUPPORT_RADIUS,
    headquarters_of,
    is_subordinate,
)
from referee.games.bold_stroke.movement import stacking
from referee.games.bold_stroke.movement.allowance import REGULAR, allowance
from referee.games.bold_stroke.movement.moves import Steps
from referee.games.bold_stroke.movement.steps import Memory
from referee.games.bold_stroke.reserves.encirclement import may_close_a_pocket
from referee.games.bold_stroke.scenarios.initiative import formations_to_commit
from referee.games.bold_stroke.scenarios.special_rules import leaves_bukrin
from referee.games.bold_stroke.state import CampaignBoard
from referee.legal import Choice, Option
from referee.mechanics.movement import Reach, reachable


def moves(board: CampaignBoard) -> Iterator[Choice]:
    """A choice for each unit that may move in this phase."""
    if board.phase is None or not board.phase.mode:
        return
    for side in sorted(board.acting):
        yield from _thinning(board, side)
        yield from _returns(board, side)
        yield from _commitment(board, side)
        for piece in board.on_map(side):
            if may_move(board, piece):
                yield Choice(f"move {piece.id}", partial(_moves, board, piece))


def _commitment(board: CampaignBoard, side: str) -> Iterator[Choice]:
    """Who took the initiative for certain units brings one of them next to an enemy (18.7.5.B)."""
    record = board.state.records.initiative
    if record.owed != side or _has_committed(board, side):
        return
    for piece in to_commit(board, side):
        if may_move(board, piece) and comes_next_to_an_enemy(board, piece):
            yield Choice(f"commit {piece.id}", partial(_approaches, board, piece), binding=True)


def _has_committed(board: CampaignBoard, side: str) -> bool:
    committed = board.state.records.initiative.committed
    return any(piece.id in committed for piece in to_commit(board, side))


def to_commit(board: CampaignBoard, side: str) -> Iterator[Piece]:
    """The units one of which a side commits for the initiative."""
    for piece in board.on_map(side):
        if any(is_subordinate(board, piece, each) for each in formations_to_commit(board)):
            yield piece


def _approaches(board: CampaignBoard, piece: Piece) -> Iterator[Option]:
    goals = {hex_ for hex_ in reach(board, piece) if is_beside_an_enemy(board, piece, hex_)}
    yield from moves_to(board, piece, goals)


def comes_next_to_an_enemy(board: CampaignBoard, piece: Piece) -> bool:
    """Whether a unit reaches a hex beside an enemy unit."""
    return any(
        is_beside_an_enemy(board, piece, hex_) and may_end(board, piece, hex_)
        for hex_ in reach(board, piece)
    )


def is_beside_an_enemy(board: CampaignBoard, piece: Piece, hex_: object) -> bool:
    """Whether an enemy unit is next to a hex."""
    field = distances(board, board.data.opponent(piece.side or ""))
    return isinstance(hex_, Hex) and field.get(hex_) == 1


def may_move(board: CampaignBoard, piece: Piece) -> bool:
    """Whether a unit has points for this phase and has not been stopped."""
    if not units.is_ground(piece):
        return False
    limit = allowance(board, piece)
    moved = board.state.moved.get(piece.id)
    if moved is not None and moved.stopped_by:
        return False
    return limit.points > 0 or limit.one_hex


def _moves(board: CampaignBoard, piece: Piece) -> Iterator[Option]:
    """Every hex the unit reaches and may stop in, along its cheapest way."""
    found = reach(board, piece)
    worth = Worth(board, piece)
    for hex_ in found:
        if may_end(board, piece, hex_):
            yield Option(partial(_move, board, piece, found, hex_), worth.gain(hex_))


def _move(board: CampaignBoard, piece: Piece, found: Reach[Memory], goal: Hex) -> Move:
    path = tuple(board.number(hex_) for hex_ in found[goal].hexes)
    return Move(units=(piece.id,), path=path, side=piece.side)


def moves_to(board: CampaignBoard, piece: Piece, goals: Collection[Hex]) -> Iterator[Option]:
    """The moves of a unit that end in one of some hexes."""
    found = reach(board, piece)
    for hex_ in found:
        if hex_ in goals and may_end(board, piece, hex_):
            yield Option(partial(_move, board, piece, found, hex_))


def reach(board: CampaignBoard, piece: Piece) -> Reach[Memory]:
    """The hexes a unit on the map reaches without a fault, cheapest first."""
    if not isinstance(piece.place, Hex):
        return Reach({})
    steps = Steps(board, piece)
    return reachable(piece.place, steps.memory, steps.faultless)


def may_end(board: CampaignBoard, piece: Piece, hex_: Hex) -> bool:
    """Whether a unit may stop in a hex, so that the phase could end there and then.

    By the stacking limit (7.2.A), the bond of a headquarters and its assets (13.2.A), the front
    that a scenario ties it to (18.4.4.B), and by option Stavka's restrictions (17.9.A).
    """
    return _has_room(board, piece, hex_) and not (
        _parts_from_its_assets(board, piece, hex_)
        or leaves_bukrin(board, piece, hex_)
        or may_close_a_pocket(board, piece, hex_)
    )


def _has_room(board: CampaignBoard, piece: Piece, hex_: Hex) -> bool:
    if hex_ not in board.occupants:
        return True
    held = stacking.points_in(board, hex_, piece.side or "")
    return held + units.stacking_points(piece) <= stacking.LIMIT


def _parts_from_its_assets(board: CampaignBoard, piece: Piece, hex_: Hex) -> bool:
    """Whether a headquarters would leave an asset behind, or an asset its headquarters."""
    if board.phase is None or board.phase.mode != REGULAR:
        return False
    others = _bonds(board, piece.side or "").get(piece.id, ())
    return any(
        is_near(piece.place, other.place) and not is_near(hex_, other.place) for other in others
    )


def is_near(place: object, other: object) -> bool:
    """Whether two hexes are near enough for a headquarters and its asset."""
    return (
        isinstance(place, Hex)
        and isinstance(other, Hex)
        and place.distance(other) <= SUPPORT_RADIUS
    )


def _bonds(board: CampaignBoard, side: str) -> Mapping[str, list[Piece]]:
    """Headquarters to its assets on the map, and asset to its headquarters."""
    return board.derived(("bonds of assets", side), lambda here: _find_bonds(here, side))


def _find_bonds(board: CampaignBoard, side: str) -> Mapping[str, list[Piece]]:
    found: dict[str, list[Piece]] = {}
    for piece in board.on_map(side):
        head = headquarters_of(board, piece) if piece.value("asset") else None
        if head is not None:
            found.setdefault(head.id, []).append(piece)
            found.setdefault(piece.id, []).append(head)
    return found


def _returns(board: CampaignBoard, side: str) -> Iterator[Choice]:
    """Assets that lost touch with their headquarters come back as soon as they can (13.2.A)."""
    if board.phase is None or board.phase.mode != REGULAR:
        return
    for name, others in _bonds(board, side).items():
        piece = board.pieces[name]
        if not piece.value("asset") or is_near(piece.place, others[0].place):
            continue
        near = {hex_ for hex_ in board.data.map.grid if is_near(hex_, others[0].place)}
        options = tuple(moves_to(board, piece, near)) if may_move(board, piece) else ()
        if options:
            yield Choice(f"return {piece.id}", partial(iter, options), binding=True)


def _thinning(board: CampaignBoard, side: str) -> Iterator[Choice]:
    """Stacks over the limit are thinned first, in the side's own movement phase (7.2.B, 7.2.D)."""
    if board.phase is None or board.phase.mode != REGULAR:
        return
    for hex_ in list(board.occupants):
        if stacking.points_in(board, hex_, side) <= stacking.LIMIT:
            continue
        for piece in stacking.stack(board, hex_, side):
            if may_move(board, piece) and _has_somewhere_to_go(board, piece):
                yield Choice(f"thin {piece.id}", partial(_moves, board, piece), binding=True)


def _has_somewhere_to_go(board: CampaignBoard, piece: Piece) -> bool:
    return any(may_end(board, piece, hex_) for hex_ in reach(board, piece))
