"""Chapter 9, designating reserves: by a headquarters, where it may, within its number.

What may be designated is in `groups`, how reserves move and are committed in `commitment`.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare, PhaseEnds, SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import rests, units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.combat import command
from referee.games.bold_stroke.movement.allowance import REGULAR
from referee.games.bold_stroke.records import Group
from referee.games.bold_stroke.reserves.commitment import COMMITTING, SECOND_COMBAT, commit
from referee.games.bold_stroke.reserves.groups import (
    RADIUS,
    RESERVED,
    capacity,
    designators,
    groups_in_reserve,
    has_room,
    markers,
    may_be_in_reserve,
    within,
)
from referee.games.bold_stroke.state import CampaignBoard


@RULES.rule("9.1", "9.0.A", "9.0.B", "9.0.C", "9.2.B", "13.0.B", on="declare:reserve")
def reserves_are_designated_by_a_headquarters(
    action: Declare, board: CampaignBoard
) -> Iterator[Finding]:
    """A unit or stack, within three hexes of the headquarters and in no enemy zone.

    Afterwards it need not stay near (9.2.B).
    """
    pieces = [board.piece(name) for name in action.units]
    for piece in pieces:
        if piece.side not in board.acting:
            yield _in_wrong_phase(board, piece)
            return
    fresh = [piece for piece in pieces if piece.id not in in_reserve(board)]
    for piece in fresh:
        yield from _place_faults(board, piece)
    head = _named(board, action)
    if head is not None:
        yield from _headquarters_faults(board, head, pieces)
    else:
        for piece in fresh:
            yield from _no_headquarters(board, piece)
    if len({piece.place for piece in pieces}) > 1:
        yield Finding(
            "units in several hexes are put in reserve as one",
            units=action.units,
            hexes=tuple(board.number(piece.place) for piece in pieces),
            expected="a unit, or a stack in one hex",
            rule="9.0.A",
        )
    elif fresh or head is not None:
        yield from _limit_faults(board, pieces, head)


@RULES.rule("9.1", "9.0.A", "9.0.B", "9.0.C", on=SetState)
def the_reserve_marker_is_placed_in_the_movement_phase(
    action: SetState, board: CampaignBoard
) -> Iterator[Finding]:
    """A Reserve marker put on a unit designates it, by whichever headquarters may."""
    if action.unit is None or action.state != RESERVED or not action.value or board.phase is None:
        return
    piece = board.piece(action.unit)
    if piece.flag(RESERVED) or _is_put_back(board, piece):
        return
    if board.phase.mode != REGULAR or piece.side not in board.acting:
        yield _in_wrong_phase(board, piece)
        return
    yield from _place_faults(board, piece)
    yield from _no_headquarters(board, piece)
    yield from _limit_faults(board, [piece], None)


def _is_put_back(board: CampaignBoard, piece: Piece) -> bool:
    """Whether a marker taken off in this phase is put back on a unit that has not moved since."""
    record = board.state.records.reserves
    if piece.id in board.state.moved or piece.id in record.lost:
        return False
    return piece.id in record.committed or any(piece.id in group.units for group in record.groups)


def _in_wrong_phase(board: CampaignBoard, piece: Piece) -> Finding:
    name = board.phase.name if board.phase is not None else ""
    return Finding(
        f"{piece.name} is put in reserve in the {name}",
        units=(piece.id,),
        expected="its side's movement phase",
        found=name,
        rule="9.1",
    )


def in_reserve(board: CampaignBoard) -> set[str]:
    """Units that have the marker already."""
    return {name for name, piece in board.pieces.items() if piece.flag(RESERVED)}


def _named(board: CampaignBoard, action: Declare) -> Piece | None:
    """The headquarters a declaration names: as its target, or the one in the hex it targets."""
    for name in (action.text("headquarters"), *action.names("targets"), action.target or ""):
        piece = board.pieces.get(name)
        if piece is not None and units.is_headquarters(piece):
            return piece
    where = board.location(action.target) if action.target is not None else None
    if isinstance(where, Hex):
        return next((p for p in board.units_at(where) if units.is_headquarters(p)), None)
    return None


def _place_faults(board: CampaignBoard, piece: Piece) -> Iterator[Finding]:
    if not may_be_in_reserve(board, piece):
        yield Finding(
            f"{piece.name} is put in reserve in an enemy zone of control",
            units=(piece.id,),
            hexes=(board.number(piece.place),),
            expected="a hex in no enemy zone, or a unit that is surrounded",
            rule="9.1",
        )


def _no_headquarters(board: CampaignBoard, piece: Piece) -> Iterator[Finding]:
    if not designators(board, piece):
        yield Finding(
            f"{piece.name} is put in reserve with no headquarters near that may do it",
            units=(piece.id,),
            expected=f"a headquarters of its own within {RADIUS} hexes",
            rule="9.1",
        )


def _headquarters_faults(
    board: CampaignBoard, head: Piece, pieces: list[Piece]
) -> Iterator[Finding]:
    for piece in pieces:
        if not within(head, piece):
            yield Finding(
                f"{piece.name} is too far from {head.name} to be its reserve",
                units=(piece.id, head.id),
                expected=f"at most {RADIUS} hexes",
                rule="9.1",
            )
        elif head not in tuple(command.headquarters_for(board, piece)) or not capacity(head):
            yield Finding(
                f"{piece.name} cannot be a reserve of {head.name}",
                units=(piece.id, head.id),
                expected="a headquarters to which the unit is subordinate",
                rule="9.1",
            )


def _limit_faults(
    board: CampaignBoard, pieces: list[Piece], head: Piece | None
) -> Iterator[Finding]:
    """9.0.A-C: within the number of the headquarters, and of the markers.

    Where no headquarters could have designated the units, that is the fault.
    """
    side = pieces[0].side if pieces else None
    if side is None:
        return
    added = {piece.id for piece in pieces}
    held = groups_in_reserve(board, side)
    others = [group for group in held if not _joins(board, group, pieces, head)]
    group = Group(added, head.id if head else "", _candidates(board, pieces))
    possible = bool(group.candidates) if head is None else capacity(head) > 0
    if possible and has_room(board, others) and not has_room(board, [*others, group]):
        large = head is not None and capacity(head) > 1
        yield Finding(
            f"{', '.join(piece.name for piece in pieces)}: one reserve too many for"
            f" {head.name if head else 'the headquarters near it'}",
            units=tuple(sorted(added)),
            expected=f"at most {capacity(head)}" if head else "the number of each headquarters",
            rule="9.0.B" if large else "9.0.A",
            rests_on=rests.defects(board, "reserve-limit"),
        )
    limit = markers(board, side)
    if limit is not None and len(others) + 1 > limit:
        yield Finding(
            f"the {board.data.sides[side].name} side has more reserves than Reserve markers",
            units=tuple(sorted(added)),
            expected=f"at most {limit}",
            found=str(len(others) + 1),
            rule="9.0.C",
            rests_on=("the number of Reserve markers (stand-in)",),
        )


def _joins(board: CampaignBoard, group: Group, pieces: list[Piece], head: Piece | None) -> bool:
    """Whether units are one stack with a group that was put in reserve in the same hex.

    A stack has one headquarters; where none is named for a part of it, it is that of the rest.
    """
    if group.units & {piece.id for piece in pieces}:
        return True
    places = {board.pieces[name].place for name in group.units}
    same = head is None or group.headquarters in ("", head.id)
    return places == {piece.place for piece in pieces} and same


def _candidates(board: CampaignBoard, pieces: list[Piece]) -> tuple[str, ...]:
    sets = [{head.id for head in designators(board, piece)} for piece in pieces]
    return tuple(sorted(set.intersection(*sets))) if sets else ()


@RULES.effect("9.1", "9.0.A", on="declare:reserve")
def units_designated_are_in_reserve(action: Declare, board: CampaignBoard) -> None:
    """They have the marker, and their headquarters is known."""
    head = _named(board, action)
    for name in action.units:
        board.pieces[name].states[RESERVED] = True
        board.state.records.reserves.lost.discard(name)
    _remember(board, [board.pieces[name] for name in action.units], head)


@RULES.effect("9.1", "9.3.A", on=SetState, before=True)
def a_marker_is_placed_or_removed(action: SetState, board: CampaignBoard) -> None:
    """Placing designates; removing in a reserve or exploitation phase commits the unit.

    A marker put back on a unit that has not moved takes that back.
    """
    if action.unit is None or action.state != RESERVED or board.phase is None:
        return
    piece = board.pieces.get(action.unit)
    if piece is None or piece.flag(RESERVED) == bool(action.value):
        return
    if action.value and _is_put_back(board, piece):
        if piece.id in board.state.records.reserves.committed:
            board.state.records.reserves.committed.discard(piece.id)
            piece.states.pop(SECOND_COMBAT, None)
    elif action.value:
        board.state.records.reserves.lost.discard(piece.id)
        _remember(board, [piece], None)
    elif board.phase.mode in COMMITTING and piece.side in board.acting:
        commit(board, piece)


def _remember(board: CampaignBoard, pieces: list[Piece], head: Piece | None) -> None:
    """Units put in reserve make a group, or join the one of their hex."""
    groups = board.state.records.reserves.groups
    names = {piece.id for piece in pieces}
    apart = [group for group in groups if group.units and not group.units & names]
    stacked = [group for group in apart if _joins(board, _alive(board, group), pieces, head)]
    for group in groups:
        group.units -= names
    groups[:] = [group for group in groups if group.units]
    if stacked and stacked[0] in groups:
        stacked[0].units |= names
        if head is not None:
            stacked[0].headquarters = head.id
        return
    groups.append(Group(names, head.id if head else "", _candidates(board, pieces)))


def _alive(board: CampaignBoard, group: Group) -> Group:
    held = {name for name in group.units if name in board.pieces}
    return Group(held, group.headquarters, group.candidates)


@RULES.effect("9.0.A", on=PhaseEnds)
def headquarters_have_their_number_back(_: PhaseEnds, board: CampaignBoard) -> None:
    """Units that are not in reserve any more, and groups without others, are forgotten."""
    reserves = in_reserve(board)
    groups = board.state.records.reserves.groups
    for group in groups:
        group.units &= reserves
    groups[:] = [group for group in groups if group.units]
