"""Choices of section 24.1 before play: where units stand and how, what is hidden, where mines lie.

Units stand at first as the scenario's set-up has them; who chooses nothing plays with that.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from compiler.hexes import Hex
from referee.actions import Declare, Move, SetState
from referee.board import Piece
from referee.games.iron_cross import forces, units
from referee.games.iron_cross.choices import possible
from referee.games.iron_cross.choices.candidates import options
from referee.games.iron_cross.concealed import HIDDEN
from referee.games.iron_cross.fire import minefields, sighting
from referee.games.iron_cross.fire.minefields import MINES
from referee.games.iron_cross.fire_state import AP, AT
from referee.games.iron_cross.forces import Force
from referee.games.iron_cross.positions import IMPROVED_POSITION
from referee.games.iron_cross.scenarios import hidden, setup
from referee.games.iron_cross.state import BattleBoard
from referee.games.iron_cross.units import DOWN, UP
from referee.legal import Choice, Option

PLANNED = 1.0
"""Boldness of laying mines where the scenario's plan has them."""


def deployment(board: BattleBoard) -> Iterator[Choice]:
    """Mines first, then every unit of the order of battle; none once infiltration is announced."""
    if board.phase is not None or board.scenario is None or board.state.infiltration is not None:
        return
    laying = tuple(_minefields(board))
    if laying:
        yield from laying
        return
    yield from _positions(board)
    for piece in sorted(board.on_map(), key=lambda each: each.id):
        yield Choice(f"set up {piece.id}", partial(_places, board, piece))
        yield Choice(f"set up {piece.id}: state", partial(_faces, board, piece), rank=1)
        if units.has_facing(piece):
            yield Choice(f"set up {piece.id}: facing", partial(_facings, board, piece), rank=1)
        if hidden.most_hidden(board, piece.side or "") and not units.is_vehicle(piece):
            yield Choice(f"set up {piece.id}: hidden", partial(_hides, board, piece), rank=1)


def _positions(board: BattleBoard) -> Iterator[Choice]:
    """Improved positions, each in the area of its side and in a hex of its own (18.1)."""
    for name in sorted(board.pieces):
        marker = board.pieces[name]
        force = forces.force_of(board, marker.counter)
        if marker.counter.kind == IMPROVED_POSITION and force is not None:
            yield Choice(f"set up {name}", partial(_position_places, board, marker, force))


def _position_places(board: BattleBoard, marker: Piece, force: Force) -> Iterator[Option]:
    start = board.number(marker.place)
    for hex_ in sorted(setup.setup_hexes(board, force)):
        taken = units.enemies_at(board, hex_, force.side) or units.position_points(board, hex_)
        if not taken:
            path = (start, board.data.map.number(hex_))
            yield Option(Move(units=(marker.id,), path=path, complete=False, side=force.side))


def _places(board: BattleBoard, piece: Piece) -> Iterator[Option]:
    if piece.flag(HIDDEN):
        return
    start = board.number(piece.place)
    for hex_ in possible.setup_choices(board, piece.id):
        if hex_ != piece.place and not hidden.hidden_units(board, hex_):
            path = (start, board.data.map.number(hex_))
            yield Option(Move(units=(piece.id,), path=path, complete=False, side=piece.side))


def _faces(board: BattleBoard, piece: Piece) -> Iterator[Option]:
    goal = DOWN if units.is_up(piece) else UP
    yield from options(board, (_set(piece, "face", goal),))


def _facings(board: BattleBoard, piece: Piece) -> Iterator[Option]:
    goals = (n for n in range(6) if n != units.facing(piece))
    yield from options(board, (_set(piece, "facing", goal) for goal in goals))


def _hides(board: BattleBoard, piece: Piece) -> Iterator[Option]:
    """A unit hides in a hex that is hidden already, or where one more may be (24.21)."""
    if piece.flag(HIDDEN):
        yield Option(_set(piece, HIDDEN, value=False))
        return
    taken = {each.place for each in board.on_map(piece.side) if each.flag(HIDDEN)}
    free = len(taken) < hidden.most_hidden(board, piece.side or "")
    alone = all(each is piece or each.place != piece.place for each in board.on_map(piece.side))
    if piece.place in taken or (free and alone):
        yield Option(_set(piece, HIDDEN, value=True))


def _set(piece: Piece, state: str, value: str | int | bool) -> SetState:
    return SetState(unit=piece.id, state=state, value=value, side=piece.side)


# -- mines -----------------------------------------------------------------------------------------


def _minefields(board: BattleBoard) -> Iterator[Choice]:
    """The next field of each type of mines that a side has not laid yet (19.11, 19.12)."""
    for kind in (AP, AT):
        left = minefields.left_to_lay(board, kind)
        if left > 0:
            yield Choice(f"mines {kind} {left}", partial(_fields, board, kind, left), binding=True)


def _fields(board: BattleBoard, kind: str, left: int) -> Iterator[Option]:
    """The scenario's plan, as far as it goes, else any hex that may be mined, with some factors."""
    plan = forces.scenario_value(board, "mine_plan")
    for number, what in plan.items():
        planned, factors = str(what).split()
        if planned == kind and int(factors) <= left and _is_free(board, number, kind):
            yield from options(board, (_note(number, kind, int(factors)),), PLANNED)
    scenario = board.scenario.id if board.scenario is not None else ""
    for number in board.constant(("may be mined", scenario), lambda _: _mineable(board)):
        for some in _numbers(kind, left) if _is_free(board, number, kind) else ():
            yield Option(partial(_note, number, kind, some))


def _numbers(kind: str, left: int) -> Iterator[int]:
    """How many factors a field may have so that the rest can be laid too."""
    least = minefields.LEAST_AT if kind == AT else 1
    for factors in range(least, min(minefields.MOST[kind], left) + 1):
        if left - factors == 0 or left - factors >= least:
            yield factors


def _is_free(board: BattleBoard, number: str, kind: str) -> bool:
    place = board.location(number)
    known = board.state.fire.mines.get(place) if isinstance(place, Hex) else None
    return known is None or not getattr(known, kind)


def _mineable(board: BattleBoard) -> tuple[str, ...]:
    """Numbers of the hexes of the scenario's map without buildings (19.14)."""
    return tuple(
        board.data.map.number(hex_)
        for hex_ in sorted(board.data.map.hexes)
        if forces.is_on_scenario_map(board, hex_)
        and not sighting.BUILDINGS & board.data.map.hexes[hex_].terrains
    )


def _note(number: str, kind: str, factors: int) -> Declare:
    return Declare(verb=MINES, values={"field": f"{number} {kind} {factors}"})
