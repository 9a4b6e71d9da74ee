"""16.1 and 16.2, reinforcements: when units come, and how they go on from where they came in.

Where they may come in is in `entries`, Korps Abteilung C in `amalgamation`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler.hexes import Hex
from referee.actions import Action, Declare, Move, Place
from referee.board import Location, Piece
from referee.findings import Finding
from referee.games.bold_stroke import displays, rests, units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.campaign import (
    MOVEMENT,
    SUPPLY,
    begins_late,
    campaign_turn,
    in_phase,
)
from referee.games.bold_stroke.combat import command
from referee.games.bold_stroke.forces import optional_reinforcements
from referee.games.bold_stroke.forces.entries import (
    DELAY,
    TABLE,
    Entry,
    entries,
    entry_hexes,
    scheduled,
)
from referee.games.bold_stroke.movement.allowance import REGULAR
from referee.games.bold_stroke.movement.moves import Steps
from referee.games.bold_stroke.movement.steps import Memory
from referee.games.bold_stroke.state import CampaignBoard, Moved
from referee.mechanics.movement import Way, follow, reachable

TRACK = "turn-record-"
AMALGAMATED = "kac"
AIR = "air"


@dataclass(frozen=True, slots=True)
class Arrival:
    """A unit that may come now, and the hexes at which it may."""

    unit: str
    hexes: tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class Coming:
    """A unit that comes on the map: where it enters, and how it goes on from there, if it does.

    `entry` is None where no permitted hex leads to where the unit ended.
    """

    piece: Piece
    entry: Hex | None
    end: Hex
    way: Way[Memory] | None = None


# -- what may come ---------------------------------------------------------------------------------


def due_turn(board: CampaignBoard, unit: str) -> int | None:
    """The first campaign turn in which a unit may come; None for one that is not on its way."""
    track = board.state.records.track
    if unit in track.rebuilt:
        return 0
    if optional_reinforcements.is_optional(board, unit):
        return 0 if optional_reinforcements.may_arrive(board, unit) else None
    known = scheduled(board.data, unit)
    if known is None:
        return None
    return max(known[0], track.delayed.get(unit, 0))


def arrivals(board: CampaignBoard) -> tuple[Arrival, ...]:
    """The reinforcements of the side whose turn it is that may come now, and where.

    In its supply and movement phases; Korps Abteilung C and air units have rules of their own.
    """
    if board.phasing is None or not in_phase(board, SUPPLY, MOVEMENT):
        return ()
    now = campaign_turn(board)
    found = []
    for piece in list(board.pieces.values()):
        if piece.side != board.phasing or not _waits(board, piece):
            continue
        turn = due_turn(board, piece.id)
        if turn is not None and turn <= now:
            hexes = tuple(sorted(entry_hexes(_entries(board, piece))))
            if hexes:
                found.append(Arrival(piece.id, hexes))
    return tuple(found)


def _waits(board: CampaignBoard, piece: Piece) -> bool:
    """Whether a ground unit is on its way: on the turn record track, or rebuilt."""
    if not units.is_ground(piece) or isinstance(piece.place, Hex) or piece.id == AMALGAMATED:
        return False
    if is_on_track(board, piece.place) or piece.id in board.state.records.track.rebuilt:
        return True
    return optional_reinforcements.may_arrive(board, piece.id)


def _entries(board: CampaignBoard, piece: Piece) -> tuple[Entry, ...]:
    known = scheduled(board.data, piece.id)
    late = known is not None and campaign_turn(board) >= known[0] + DELAY
    return entries(board, piece, late=late, rebuilt=_is_rebuilt(board, piece))


def _is_rebuilt(board: CampaignBoard, piece: Piece) -> bool:
    """Whether a unit comes back from destruction; headquarters do so by themselves (13.5.B)."""
    if units.is_headquarters(piece):
        return False
    waiting = piece.id in board.state.records.track.rebuilt
    return waiting or command.is_destroyed(board, piece.id)


# -- what comes ------------------------------------------------------------------------------------


def coming(action: Action, board: CampaignBoard) -> list[Coming]:
    """The ground units that an action brings from off the map onto it."""
    if not isinstance(action, Move):
        return list(_coming(action, board))
    key = ("coming", action.units, action.path, action.complete)
    return board.derived(key, lambda here: list(_coming(action, here)))


def _coming(action: Action, board: CampaignBoard) -> Iterator[Coming]:
    if board.phase is None or board.scenario is None:
        return
    if isinstance(action, Place):
        end = board.location(action.at)
        known = board.pieces.get(action.unit)
        counter = board.counter(action.counter or action.unit)
        piece = known or Piece(action.unit, counter, None, next(iter(counter.faces)))
        if isinstance(end, Hex) and _comes(board, piece, action.why):
            yield Coming(piece, end, end)
    elif isinstance(action, Move):
        end = board.location(action.end)
        for name in action.units:
            piece = board.piece(name)
            if isinstance(end, Hex) and _comes(board, piece, ""):
                yield _route(board, piece, action, end)


def _comes(board: CampaignBoard, piece: Piece, why: str) -> bool:
    """Whether a piece off the map is a reinforcement: no substitute, detachment or hidden unit."""
    if not units.is_ground(piece) or isinstance(piece.place, Hex) or why in ("setup", "revealed"):
        return False
    if piece.id == AMALGAMATED or units.unit_class(piece) == "detachment":
        return False
    if piece.counter.values.get("substitute_of"):
        return False
    return displays.box_id(board, piece.place) != displays.substitutes(piece.side or "")


def _route(board: CampaignBoard, piece: Piece, move: Move, end: Hex) -> Coming:
    """How a unit goes on from the hex it enters: as the path says, or the best way there is."""
    path = [hex_ for n in move.path[1:] if isinstance(hex_ := board.location(n), Hex)]
    steps = Steps(board, piece)
    if move.complete and path:
        way = follow(tuple(path), steps.memory, steps) if len(path) > 1 else None
        return Coming(piece, path[0], end, way)
    allowed = entry_hexes(_entries(board, piece))
    if end in allowed:
        return Coming(piece, end, end)
    if board.phase is not None and board.phase.mode == REGULAR:
        for entry in sorted(allowed, key=lambda hex_: (hex_.distance(end), hex_)):
            found = reachable(entry, steps.memory, steps.faultless)
            if end in found:
                return Coming(piece, entry, end, found[end])
    return Coming(piece, None, end)


# -- rules -----------------------------------------------------------------------------------------


@RULES.rule(
    "16.1.1.A", "16.1.1.B", "16.1.1.C", "16.1.1.D", "16.1.2.A", "16.1.2.B", "16.1.2.C",
    "16.1.2.D", "16.1.2.E", "6.6.A", "6.6.B", "6.6.C", "6.6.D", "16.6.C", on=Move,
)  # fmt: skip
@RULES.rule("16.1.1.A", "16.1.2.A", on=Place)
def reinforcements_come_when_and_where_they_may(
    action: Action, board: CampaignBoard
) -> Iterator[Finding]:
    """No earlier than the turn record says, at a station or edge that is open, then on as usual."""
    for found in coming(action, board):
        piece = found.piece
        if piece.side != board.phasing or not in_phase(board, SUPPLY, MOVEMENT):
            yield _in_wrong_phase(board, piece)
            continue
        yield from _too_early(board, piece)
        yield from optional_reinforcements.arrival_faults(board, piece)
        yield from _wrong_entry(board, found)
        if found.way is not None:
            yield from found.way.faults
            if in_phase(board, SUPPLY):
                yield _moves_on_too_early(board, found)


def _moves_on_too_early(board: CampaignBoard, found: Coming) -> Finding:
    return Finding(
        f"{found.piece.name} moves on from where it came in during the supply phase",
        units=(found.piece.id,),
        hexes=(board.data.map.number(found.end),),
        expected="movement in its side's movement phase",
        rule="6.0.A",
    )


def _in_wrong_phase(board: CampaignBoard, piece: Piece) -> Finding:
    return Finding(
        f"{piece.name} comes as a reinforcement in the {board.phase.name if board.phase else ''}",
        units=(piece.id,),
        expected="its side's supply or movement phase",
        rule=_general_rule(piece),
    )


def _general_rule(piece: Piece) -> str:
    return "16.1.1.A" if piece.side == "soviet" else "16.1.2.A"


def _too_early(board: CampaignBoard, piece: Piece) -> Iterator[Finding]:
    if command.is_destroyed(board, piece.id):
        return
    turn = due_turn(board, piece.id)
    now = campaign_turn(board)
    if turn is None and not optional_reinforcements.is_optional(board, piece.id):
        yield Finding(
            f"{piece.name} comes on the map, but no reinforcement of that name is on its way",
            units=(piece.id,),
            expected="a unit of the turn record, or one that was rebuilt",
            severity="unverifiable" if begins_late(board) else "violation",
            rule=_general_rule(piece),
            rests_on=rests.charts(board, TABLE),
        )
    elif turn is not None and now < turn:
        delayed = piece.id in board.state.records.track.delayed
        yield Finding(
            f"{piece.name} comes too early",
            units=(piece.id,),
            expected=f"turn {turn} or later",
            found=f"turn {now}",
            rule="16.1.2.E" if delayed else _general_rule(piece),
            rests_on=() if delayed else rests.charts(board, TABLE),
        )


def _wrong_entry(board: CampaignBoard, found: Coming) -> Iterator[Finding]:
    allowed = entry_hexes(_entries(board, found.piece))
    if found.entry is not None and found.entry in allowed:
        return
    number = board.data.map.number
    where = found.entry if found.entry is not None else found.end
    names = sorted(number(hex_) for hex_ in allowed)
    shown = ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
    yield Finding(
        f"{found.piece.name} comes in {board.data.map.describe(where)}, where it may not",
        units=(found.piece.id,),
        hexes=(number(where),),
        expected=shown or "no hex is open to it",
        found=number(where),
        rule=_entry_rule(board, found.piece),
        rests_on=("the map (stand-in)",),
    )


def _entry_rule(board: CampaignBoard, piece: Piece) -> str:
    if piece.side == "soviet":
        return "16.1.1.A"
    if _is_rebuilt(board, piece):
        return "16.6.C"
    known = scheduled(board.data, piece.id)
    return "16.1.2.C" if known is not None and known[1] in ("panzer", "optional") else "16.1.2.B"


@RULES.rule("16.1.2.E", on="declare:reinforcement")
def germany_alone_delays_reinforcements(action: Declare, board: CampaignBoard) -> Iterator[Finding]:
    """Germany may hold a reinforcement back two turns; the Soviets may not."""
    if action.text("as") != "delay":
        return
    for name in action.units:
        piece = board.piece(name)
        if piece.side != "german":
            yield Finding(
                f"{piece.name} is held back",
                units=(name,),
                expected="a German reinforcement",
            )


@RULES.rule("16.2.B", on=Move)
def air_reinforcements_come_by_the_track(move: Move, board: CampaignBoard) -> Iterator[Finding]:
    """Air units wait on the turn record track until their turn."""
    for name in _air_arrivals(move, board):
        known = scheduled(board.data, name)
        now = campaign_turn(board)
        if known is not None and now < known[0]:
            yield Finding(
                f"{board.pieces[name].name} ({name}) come too early",
                units=(name,),
                expected=f"turn {known[0]} or later",
                found=f"turn {now}",
                rests_on=rests.charts(board, TABLE),
            )


def _air_arrivals(move: Move, board: CampaignBoard) -> tuple[str, ...]:
    """The air units that leave the turn record track for another display."""
    end = displays.box_id(board, move.end)
    return tuple(
        name
        for name in move.units
        if units.unit_class(board.piece(name)) == AIR
        and displays.box_id(board, board.pieces[name].place).startswith(TRACK)
        and not end.startswith(TRACK)
    )


# -- what it changes -------------------------------------------------------------------------------


@RULES.effect("16.1.1.D", "16.1.2.A", "16.2.B", on=Move, before=True)
@RULES.effect("16.1.1.D", "16.1.2.A", on=Place, before=True)
def arrivals_are_remembered(action: Action, board: CampaignBoard) -> None:
    """What a unit spent on its way in counts for the phase; rebuilt units have come."""
    track = board.state.records.track
    for found in coming(action, board):
        track.kept = True
        track.rebuilt.pop(found.piece.id, None)
        optional_reinforcements.has_arrived(board, found.piece)
        if found.way is not None:
            way = found.way
            board.state.moved[found.piece.id] = Moved(
                way.points, len(way.hexes) - 1, way.memory.stopped_by
            )
    if isinstance(action, Move) and _air_arrivals(action, board):
        track.kept = True


@RULES.effect("16.1.2.E", on="declare:reinforcement")
def delays_are_remembered(action: Declare, board: CampaignBoard) -> None:
    """A unit held back comes two turns after its own turn at the earliest."""
    if action.text("as") != "delay":
        return
    for name in action.units:
        known = scheduled(board.data, name)
        if known is not None:
            board.state.records.track.delayed[name] = known[0] + DELAY


def is_on_track(board: CampaignBoard, place: Location) -> bool:
    """Whether a place is a box of the turn record track."""
    return displays.box_id(board, place).startswith(TRACK)
