"""6.6, railways: which hexes trains may run through, and units moved by rail."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import BeginPhase, Declare, Move
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.campaign import holder
from referee.games.bold_stroke.movement import bridge
from referee.games.bold_stroke.movement.allowance import REGULAR
from referee.games.bold_stroke.movement.trains import RAIL, is_by_rail
from referee.games.bold_stroke.movement.zones import zones
from referee.games.bold_stroke.state import CampaignBoard
from referee.mechanics.movement import Step, find_way, follow
from referee.mechanics.supply import connected

GERMAN, SOVIET = "german", "soviet"


def rail_neighbours(board: CampaignBoard, hex_: Hex) -> Iterator[Hex]:
    """The hexes that a railway joins to a hex."""
    steps = board.data.map.route_steps
    for near in board.data.map.grid.neighbours(hex_).values():
        if RAIL in steps.get((hex_, near), ()):
            yield near


@RULES.covers("6.6.E", "6.6.F", "16.1.2.B")
def closed_by(board: CampaignBoard, side: str, hex_: Hex) -> str:
    """The paragraph that keeps a side's trains out of a hex, empty if none does.

    Enemy units and their zones do, and for Germany a Soviet unit that was the last to pass through.
    """
    enemy = board.data.opponent(side)
    if any(p.side == enemy and units.is_ground(p) for p in board.units_at(hex_)):
        return "7.0.B"
    if hex_ in zones(board, enemy):
        return "6.6.F"
    if side == GERMAN and holder(board, hex_) == SOVIET:
        return "6.6.E"
    return ""


def open_railways(board: CampaignBoard, side: str) -> frozenset[Hex]:
    """The railway hexes that trains of a side reach from its edge of the map."""
    return board.derived(("open railways", side), lambda here: _open(here, side))


@RULES.covers("16.1.2.B", "16.3.B", "6.6.D")
def _open(board: CampaignBoard, side: str) -> frozenset[Hex]:
    starts = [
        hex_
        for found in board.data.map.places.values()
        if found.kind == "rail-entry" and found.values.get("supply") == side
        for hex_ in found.hexes
    ]

    def around(hex_: Hex) -> Iterator[Hex]:
        for near in rail_neighbours(board, hex_):
            if not bridge.is_broken_bridge(board, hex_, near):
                yield near

    return connected(starts, around, lambda hex_: not closed_by(board, side, hex_))


# -- units moved by rail ---------------------------------------------------------------------------


class RailSteps:
    """The steps of a side's trains, with what is wrong about each."""

    def __init__(self, board: CampaignBoard, piece: Piece) -> None:
        self._board = board
        self._piece = piece

    def __call__(
        self, here: Hex, memory: str, points: float, towards: Hex | None = None
    ) -> Iterator[Step[str]]:
        """Every step along a railway; a hex costs a point, however many were spent before."""
        del points
        for near in rail_neighbours(self._board, here):
            if towards is None or near == towards:
                yield Step(near, 1.0, tuple(self._faults(here, near)), memory, RAIL)

    def _faults(self, start: Hex, end: Hex) -> Iterator[Finding]:
        into = self._board.data.map.describe(end)
        if bridge.is_broken_bridge(self._board, start, end):
            yield self._fault("4.4.B", "crosses the Kiev bridge, which is not repaired", start, end)
        rule = closed_by(self._board, self._piece.side or "", end)
        messages = {
            "7.0.B": f"goes by rail into {into}, held by the enemy",
            "6.6.F": f"goes by rail into an enemy zone of control in {into}",
            "6.6.E": f"goes by rail through {into}, where a Soviet unit was the last to pass",
        }
        if rule:
            yield self._fault(rule, messages[rule], start, end)

    def _fault(self, rule: str, message: str, start: Hex, end: Hex) -> Finding:
        number = self._board.data.map.number
        return Finding(
            f"{self._piece.name} {message}",
            units=(self._piece.id,),
            hexes=(number(start), number(end)),
            rule=rule,
        )


def goes_by_rail(move: Move, board: CampaignBoard) -> bool:
    """Whether a move from hex to hex is made by rail, as it says or as was announced before."""
    if not all(isinstance(board.location(n), Hex) for n in (move.start, move.end)):
        return False
    if board.is_sorting(move):
        return False
    return is_by_rail(move, board)


@RULES.rule("6.6.A", "6.6.E", "6.6.F", "4.4.B", on=Move)
def trains_run_on_open_railways(move: Move, board: CampaignBoard) -> Iterator[Finding]:
    """A unit moved by rail goes along open railway hexes, in its side's movement phase.

    Of faults of one kind along the way the first is told.
    """
    if not goes_by_rail(move, board):
        return
    path = tuple(board.location(number) for number in move.path)
    hexes = tuple(hex_ for hex_ in path if isinstance(hex_, Hex))
    for name in move.units:
        piece = board.pieces[name]
        if board.phase is not None and board.phase.mode != REGULAR:
            yield Finding(
                f"{piece.name} moves by rail in the {board.phase.name}",
                units=(name,),
                expected="its side's movement phase",
                rule="6.4.A",
            )
            continue
        steps = RailSteps(board, piece)
        if move.complete:
            way = follow(hexes, "", steps)
        else:
            way = find_way(hexes[0], hexes[-1], "", steps)
        if way is None:
            yield Finding(
                f"{piece.name} moves by rail where no railway leads",
                units=(name,),
                hexes=move.path,
                expected="a chain of railway hexes",
            )
        else:
            yield from {fault.rule: fault for fault in reversed(way.faults)}.values()


@RULES.effect("6.6.A", on="declare:rail")
def a_move_by_rail_is_announced(action: Declare, board: CampaignBoard) -> None:
    """The next moves of these units in the phase are by rail."""
    track = board.state.records.track
    track.by_rail.update(action.units)
    track.arrived.difference_update(action.units)


@RULES.effect("6.6.A", on=Move, before=True)
def units_that_went_by_rail_may_go_on(move: Move, board: CampaignBoard) -> None:
    """Where no railway leads they go on their own."""
    if goes_by_rail(move, board):
        track = board.state.records.track
        track.arrived.update(track.by_rail.intersection(move.units))


@RULES.effect("6.6.A", on=BeginPhase)
def announcements_last_for_the_phase(_: BeginPhase, board: CampaignBoard) -> None:
    """What moves by rail in one phase does not in the next unless it is said again."""
    board.state.records.track.by_rail.clear()
    board.state.records.track.arrived.clear()
