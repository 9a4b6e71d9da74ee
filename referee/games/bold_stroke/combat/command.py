"""13.4 and 13.5, command: who is out of it, and what becomes of a destroyed headquarters.

To whom a unit is subordinate, and support of combats, are in `headquarters`.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import BeginPhase, Move, Place, SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import displays, rests, units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.campaign import campaign_turn
from referee.games.bold_stroke.combat import headquarters, losses
from referee.games.bold_stroke.movement.passages import passages_of_class
from referee.games.bold_stroke.state import CampaignBoard

RADIUS = 4
"""Hexes from a headquarters within which its units are in command (13.4.A)."""
LINE = 6.0
"""Points from a headquarters within which German divisions trace command (13.4.C)."""
DIVISIONS = 5
"""German divisions that trace command to one headquarters (13.4.C)."""
BOUND = "soviet"
"""The side whose units command matters to (13.4.B, 13.4.C)."""
SUBORDINATION = "subordination"
OPTION = "german-subordination"
REPLACED_AFTER = 2
"""Turns until a destroyed headquarters comes again (13.5.B)."""
TRACK = "turn-record-"


# -- to whom a unit looks --------------------------------------------------------------------------


def formation_of(board: CampaignBoard, piece: Piece) -> str | None:
    """Id of the formation a unit belongs to: as the players said last, else as it was set up."""
    said = piece.states.get(SUBORDINATION)
    if isinstance(said, str) and said in board.data.formations:
        return said
    return headquarters.subordination(board, piece)


def is_destroyed(board: CampaignBoard, unit: str) -> bool:
    """Whether a unit has been destroyed in this game and is not on the map again."""
    piece = board.pieces.get(unit)
    if piece is not None and isinstance(piece.place, Hex):
        return False
    if unit in board.state.combat.destroyed:
        return True
    return piece is not None and displays.box_id(board, piece.place) == displays.eliminated(
        piece.side or ""
    )


@RULES.covers("13.4.C", "13.5.C", "14.6.B")
def headquarters_for(board: CampaignBoard, piece: Piece) -> Iterator[Piece]:
    """The headquarters on the map that may lead or supply a unit, its own first.

    A front's or German army's stands in for one that is not there. German units may look to any
    German headquarters, unless the players chose to subordinate them.
    """
    if piece.side is None:
        return
    own = board.data.formations.get(formation_of(board, piece) or "")
    heads = [head for head in _heads(board, piece.side) if head is not piece]
    if piece.side == "german" and OPTION not in board.options:
        yield from heads
        return
    mine = [p for p in heads if own is not None and p.id == own.headquarters]
    if mine:
        yield from mine
        return
    yield from (p for p in heads if own is not None and _leads(board, p, own.parent))


def _heads(board: CampaignBoard, side: str) -> tuple[Piece, ...]:
    """A side's headquarters on the map."""
    return board.derived(
        ("headquarters", side),
        lambda here: tuple(p for p in here.on_map(side) if units.is_headquarters(p)),
    )


def _leads(board: CampaignBoard, head: Piece, formation: str | None) -> bool:
    return any(
        board.data.formations[each].headquarters == head.id
        for each in headquarters.formations_above(board, formation)
        if each in board.data.formations
    )


# -- command radius --------------------------------------------------------------------------------


@RULES.covers("13.4.A", "13.5.C")
def is_in_command(board: CampaignBoard, piece: Piece) -> bool:
    """Whether a Soviet unit is within four hexes of its headquarters.

    A unit whose headquarters has not come yet is not bound; one whose headquarters was destroyed
    looks to the front's.
    """
    own = board.data.formations.get(formation_of(board, piece) or "")
    if own is None or own.headquarters is None or own.headquarters == piece.id:
        return True
    head = board.pieces.get(own.headquarters)
    there = head is not None and isinstance(head.place, Hex)
    if not there and not is_destroyed(board, own.headquarters):
        return True
    return any(
        isinstance(other.place, Hex)
        and isinstance(piece.place, Hex)
        and piece.place.distance(other.place) <= RADIUS
        for other in headquarters_for(board, piece)
    )


def is_bound(piece: Piece) -> bool:
    """Whether command matters to a unit: to Soviet ground units, headquarters excepted."""
    return piece.side == BOUND and units.is_ground(piece) and not units.is_headquarters(piece)


@RULES.effect("13.4.B", on=BeginPhase)
def units_out_of_command_are_found_as_a_phase_begins(_: BeginPhase, board: CampaignBoard) -> None:
    """Out of command in a movement phase is who is so when it begins and when he first moves."""
    limited = board.state.records.command.limited
    limited.clear()
    if board.phase is None or not board.phase.mode or BOUND not in board.acting:
        return
    for piece in board.on_map(BOUND):
        if is_bound(piece) and not is_in_command(board, piece):
            limited.add(piece.id)


@RULES.effect("13.4.B", on=Move)
def a_headquarters_that_comes_near_commands_again(move: Move, board: CampaignBoard) -> None:
    """Units that have not moved yet are in command once their headquarters has come near."""
    limited = board.state.records.command.limited
    if not limited or not any(units.is_headquarters(board.pieces[n]) for n in move.units):
        return
    for name in sorted(limited):
        piece = board.pieces.get(name)
        if piece is not None and name not in board.state.moved and is_in_command(board, piece):
            limited.discard(name)


# -- German subordination by choice ----------------------------------------------------------------


@RULES.rule("13.4.C", on=SetState)
def five_divisions_trace_command_to_a_headquarters(
    action: SetState, board: CampaignBoard
) -> Iterator[Finding]:
    """With German subordination: at most five divisions to a headquarters, within six points."""
    if action.state != SUBORDINATION or action.unit is None or OPTION not in board.options:
        return
    piece = board.piece(action.unit)
    formation = board.data.formations.get(str(action.value))
    if piece.side != "german" or formation is None or formation.headquarters is None:
        return
    others = [
        p
        for p in board.on_map("german")
        if p is not piece and is_division(p) and formation_of(board, p) == formation.id
    ]
    if is_division(piece) and len(others) + 1 > DIVISIONS:
        yield Finding(
            f"{piece.name} is one division too many for the {formation.name}",
            units=(piece.id,),
            expected=f"at most {DIVISIONS} divisions",
            found=str(len(others) + 1),
            rests_on=rests.defects(board, "five-or-six"),
        )
    head = board.pieces.get(formation.headquarters)
    if head is not None and not _reaches(board, piece, head):
        yield Finding(
            f"{piece.name} is too far from the headquarters of the {formation.name}",
            units=(piece.id, head.id),
            expected=f"at most {LINE:g} movement points",
        )


def is_division(piece: Piece) -> bool:
    """Whether a unit is a division."""
    return piece.counter.size == "XX"


def _reaches(board: CampaignBoard, piece: Piece, head: Piece) -> bool:
    """Whether a headquarters is within six motorized points of a unit; yes off the map."""
    if not isinstance(piece.place, Hex) or not isinstance(head.place, Hex):
        return True
    ways = passages_of_class(board, "motorized")

    def cost(start: Hex, end: Hex) -> float | None:
        step = next((way for way in ways[start] if way.end == end), None)
        if step is None:
            return None
        prices = [price for _, price in step.roads]
        prices += [] if step.cost is None or "dnepr" in step.features else [step.cost]
        return min(prices) if prices else None

    return board.data.map.grid.path(piece.place, head.place, cost, LINE) is not None


# -- destroyed headquarters ------------------------------------------------------------------------


@RULES.rule("13.5.B", on=Move)
@RULES.rule("13.5.B", on=Place)
def a_destroyed_headquarters_comes_again_after_two_turns(
    action: Move | Place, board: CampaignBoard
) -> Iterator[Finding]:
    """It waits on the turn record track for two turns and comes at its last step."""
    name = action.units[0] if isinstance(action, Move) else action.unit
    where = action.end if isinstance(action, Move) else action.at
    if len(getattr(action, "units", (name,))) != 1 or not is_destroyed(board, name):
        return
    counter = board.counter(name)
    if counter.is_marker or counter.values.get("unit_class") != "headquarters":
        return
    first = _destroyed_in(board, name) + REPLACED_AFTER
    now = campaign_turn(board)
    box = displays.box_id(board, where)
    if box.startswith(TRACK):
        said = int(box.removeprefix(TRACK))
        if said < first:
            yield _early(counter.name, name, first, said)
        return
    if not isinstance(board.location(where), Hex):
        return
    if now < first:
        yield _early(counter.name, name, first, now)
    steps = steps_shown(board, action, name)
    if steps is not None and steps > 1 and name not in board.state.records.track.rebuilt:
        yield Finding(
            f"{counter.name} comes again with {steps} steps",
            units=(name,),
            expected="its last step",
            found=f"{steps} steps",
        )


def _early(name: str, unit: str, first: int, found: int) -> Finding:
    return Finding(
        f"{name} comes again too early",
        units=(unit,),
        expected=f"turn {first} or later",
        found=f"turn {found}",
    )


def _destroyed_in(board: CampaignBoard, unit: str) -> int:
    """The campaign turn in which a unit was destroyed; this turn's where it is not known."""
    now = campaign_turn(board)
    turn = board.state.combat.destroyed.get(unit)
    return now if turn is None else now - board.turn + turn


def steps_shown(board: CampaignBoard, action: Move | Place, unit: str) -> int | None:
    """The steps a piece has as it comes."""
    known = board.pieces.get(unit)
    if isinstance(action, Place):
        face = action.face or (known.face if known else next(iter(board.counter(unit).faces)))
        states = {**(known.states if known else {}), **action.states}
    elif known is not None:
        face, states = known.face, known.states
    else:
        return None
    shown = Piece(unit, board.counter(unit), None, face, dict(states))
    return losses.steps_in_all(board, unit) - losses.steps_lost(board, shown)
