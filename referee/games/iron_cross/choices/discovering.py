"""Choices of sections 24.35 and 24.36: what happens when infiltrators come upon hidden Germans."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from compiler.hexes import Hex
from referee.actions import Action, Declare, Move, Remove, SetState
from referee.board import Piece
from referee.games.iron_cross import units
from referee.games.iron_cross.checks import check_of
from referee.games.iron_cross.choices.candidates import options
from referee.games.iron_cross.concealed import HIDDEN
from referee.games.iron_cross.fire.grenades import GRENADE
from referee.games.iron_cross.movement import stacking
from referee.games.iron_cross.results import ELIMINATED, SPECIAL_ROLL
from referee.games.iron_cross.rolls import CHECK
from referee.games.iron_cross.scenarios import infiltration, infiltrators
from referee.games.iron_cross.state import BattleBoard, Infiltration
from referee.games.iron_cross.units import DOWN, NORMAL, PINNED, STATUSES, SUPPRESSED
from referee.legal import Choice, Option

SIDE = "russian"


def _due(name: str, *actions: Action) -> Choice:
    return Choice(name, partial(iter, [Option(action) for action in actions]), binding=True)


def revealed(board: BattleBoard, known: Infiltration, hexes: set[Hex]) -> Iterator[Choice]:
    """The Germans hidden in some hexes, or beside them, come to light, all of a hex together."""
    secret = tuple(
        name
        for name in sorted(known.hidden_units)
        if name in board.pieces
        and board.pieces[name].flag(HIDDEN)
        and known.hidden_units[name] in hexes
    )
    if secret:
        yield _due("reveal", Declare(verb="reveal", units=secret, side=infiltration.DEFENDER))


def attacked(board: BattleBoard, known: Infiltration, hex_: Hex) -> Iterator[Choice]:
    """The grenade attack on the Germans of a hex, by nobody in particular."""
    if hex_ not in known.attacked and units.enemies_at(board, hex_, SIDE):
        number = board.data.map.number(hex_)
        yield _due(f"grenade {number}", Declare(verb=GRENADE, target=number, side=SIDE))


# -- beside them and among them --------------------------------------------------------------------


def encounters(board: BattleBoard, known: Infiltration) -> Iterator[Choice]:
    """What is due, one thing after the other, when all infiltrators are on the map."""
    grid = board.data.map.grid
    men = [piece for name in known.units if (piece := board.pieces.get(name)) is not None]
    places = {piece.place for piece in men if isinstance(piece.place, Hex)}
    near = places | {hex_ for place in places for hex_ in grid.neighbours(place).values()}
    steps = (
        revealed(board, known, near),
        *(_among(board, known, piece) for piece in men),
        *(_marked(board, piece, status_due(known, piece)) for piece in men),
    )
    for step in steps:
        due = tuple(step)
        if due:
            yield from due
            return


def _among(board: BattleBoard, known: Infiltration, piece: Piece) -> Iterator[Choice]:
    """A hidden hex is attacked; whoever stands in it is suppressed, and goes into one beside."""
    here = piece.place
    if not isinstance(here, Hex) or here not in known.hidden_units.values():
        return
    steps = (
        attacked(board, known, here),
        _marked(board, piece, SUPPRESSED),
        _survives(board, known, piece),
        (Choice(f"back {piece.id}", partial(_ways_back, board, piece, here), binding=True),),
    )
    for step in steps:
        due = tuple(step)
        if due:
            yield from due
            return


def _survives(board: BattleBoard, known: Infiltration, piece: Piece) -> Iterator[Choice]:
    """Who was suppressed already has to be rolled for (11.45)."""
    if infiltrators.status_after(known) != SUPPRESSED:
        return
    check = check_of(board, piece.id, (SPECIAL_ROLL,))
    if check is None:
        values = {"for": SPECIAL_ROLL}
        yield _due(
            f"special roll {piece.id}",
            Declare(verb=CHECK, units=(piece.id,), values=values, side=SIDE),
        )
    elif check.passed is False:
        yield _due(f"lost {piece.id}", Remove(units=(piece.id,), why=ELIMINATED, side=SIDE))


def _ways_back(board: BattleBoard, piece: Piece, here: Hex) -> Iterator[Option]:
    seen = {each.place for each in infiltration.seen_defenders(board)}
    start = board.data.map.number(here)
    moves = (
        Move(units=(piece.id,), path=(start, board.data.map.number(hex_)), side=SIDE)
        for hex_ in board.data.map.grid.neighbours(here).values()
        if hex_ not in seen and stacking.fits(board, hex_, (piece,))
    )
    yield from options(board, moves)


def status_due(known: Infiltration, piece: Piece) -> str:
    """The status of the result, with what hidden Germans beside add to it (11.45)."""
    status = infiltrators.status_after(known)
    beside = infiltrators.is_beside_hidden(known, piece.place)
    added = {NORMAL: PINNED, PINNED: SUPPRESSED, SUPPRESSED: SUPPRESSED}
    return added[status] if beside else status


def _marked(board: BattleBoard, piece: Piece, status: str) -> Iterator[Choice]:
    """The mark of a status, where a unit is not worse off, and the down state."""
    shown = units.status(piece)
    if STATUSES.index(shown) < STATUSES.index(status):
        mark = SetState(unit=piece.id, state="morale", value=status, side=SIDE)
    elif shown != NORMAL and units.is_up(piece):
        mark = SetState(unit=piece.id, state="face", value=DOWN, side=SIDE)
    else:
        return
    yield Choice(f"mark {piece.id}", partial(options, board, (mark,)), binding=True)
