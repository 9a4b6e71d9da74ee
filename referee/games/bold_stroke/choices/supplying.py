"""Choices of chapter 14: the die for ammo points, the markers of supply, paying to be in supply."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from compiler.hexes import Hex
from referee.actions import Declare, SetState
from referee.board import Piece
from referee.games.bold_stroke import units
from referee.games.bold_stroke.choices.candidates import due_roll
from referee.games.bold_stroke.combat import ammunition
from referee.games.bold_stroke.state import CampaignBoard
from referee.games.bold_stroke.supply import dumps
from referee.games.bold_stroke.supply.by_air import PURPOSE as DROP
from referee.games.bold_stroke.supply.by_air import reaches_airfield, usable_airfields
from referee.games.bold_stroke.supply.lines import (
    CUT_OFF,
    DUMPS_OPTION,
    OUT_OF_SUPPLY,
    supply_status,
)
from referee.games.bold_stroke.supply.marks import resupply_cost
from referee.games.bold_stroke.weather import is_raining
from referee.legal import Choice, Option
from referee.mechanics.candidates import options, unflagged


def supply(board: CampaignBoard) -> Iterator[Choice]:
    """The die first, then whether headquarters give what they have, then the markers."""
    side = board.phasing
    if side is None:
        return
    if side not in board.state.records.ammunition.rolled:
        yield due_roll(ammunition.PURPOSE, side)
        return
    for piece in board.on_map(side):
        if not units.is_ground(piece):
            continue
        supplied = supply_status(board, side)[piece.id].supplied
        yield from _for_headquarters(board, piece, supplied=supplied)
        yield from _marker(board, piece, supplied=supplied)


def by_air(board: CampaignBoard) -> Iterator[Choice]:
    """Supply by airfield or dropped, for units that nothing else supplies (14.4)."""
    side, record = board.phasing, board.state.records.supply
    if side is None or side not in board.state.records.ammunition.rolled or is_raining(board):
        return
    drop = record.drops.get(record.last_drop) if record.last_drop is not None else None
    if drop is not None and drop.die is None:
        yield due_roll(DROP, side)
        return
    for name, found in supply_status(board, side).items():
        piece = board.pieces[name]
        if not found.supplied and isinstance(piece.place, Hex):
            yield Choice(f"airfield for {name}", partial(_by_airfield, board, piece))
            yield Choice(f"drop for {name}", partial(_by_drop, board, piece))


def _by_airfield(board: CampaignBoard, piece: Piece) -> Iterator[Option]:
    """An airfield that the unit reaches; one for its side in a turn."""
    for field in usable_airfields(board, piece.side or ""):
        if reaches_airfield(board, piece, field):
            values = {"brings": "supply", "hex": board.number(field)}
            action = Declare(verb="air-supply", units=(piece.id,), side=piece.side, values=values)
            yield from options(board, (action,), 1.0)


def _by_drop(board: CampaignBoard, piece: Piece) -> Iterator[Option]:
    """A drop announced for the unit's hex, or the unit living on what has come down."""
    if piece.place in board.state.records.supply.drops:
        action = Declare(verb="air-drop", units=(piece.id,), side=piece.side)
    else:
        fields = usable_airfields(board, piece.side or "")
        if any(reaches_airfield(board, piece, field) for field in fields):
            return
        values = {"brings": "supply", "hex": board.number(piece.place)}
        action = Declare(verb="air-drop", side=piece.side, values=values)
    yield from options(board, (action,), 1.0)


def supply_dumps(board: CampaignBoard) -> Iterator[Choice]:
    """Where Germany lays down ammo points, openly, and fills up what it has (14.5, by option)."""
    if board.phasing != dumps.OWNER or DUMPS_OPTION not in board.options:
        return
    if dumps.OWNER in board.state.records.ammunition.rolled:
        for hex_ in dumps.dump_hexes(board):
            yield Choice(f"dump {board.number(hex_)}", partial(_lay_down, board, hex_))


def _lay_down(board: CampaignBoard, hex_: Hex) -> Iterator[Option]:
    """Five points to begin with, one more later; an attacker keeps one dump."""
    known = board.state.records.supply.dumps
    values = {"hex": board.number(hex_), "points": known.get(hex_, dumps.LEAST - 1) + 1}
    action = Declare(verb="dump", side=dumps.OWNER, values=values)
    yield from options(board, (action,), 0.0 if known else 1.0)


def _for_headquarters(board: CampaignBoard, piece: Piece, *, supplied: bool) -> Iterator[Choice]:
    """A headquarters without a line may supply its units once more (14.1.D)."""
    if units.is_headquarters(piece) and not supplied and not piece.flag(OUT_OF_SUPPLY):
        action = _declare(piece, "source")
        yield Choice(f"source {piece.id}", partial(options, board, (action,)))


def _marker(board: CampaignBoard, piece: Piece, *, supplied: bool) -> Iterator[Choice]:
    """Cut off is who has no line; the marker comes off who has one again (14.1.C, 14.2)."""
    marked = piece.flag(CUT_OFF) or piece.flag(OUT_OF_SUPPLY)
    serves = piece.id in board.state.records.supply.serving
    if not supplied and not marked and not serves:
        yield _set(piece, CUT_OFF, value=True)
    elif supplied and piece.flag(CUT_OFF):
        yield _set(piece, CUT_OFF, value=False)
    elif supplied and piece.flag(OUT_OF_SUPPLY):
        if not resupply_cost(board, piece):
            yield _set(piece, OUT_OF_SUPPLY, value=False)
        elif unflagged(board, _declare(piece, "resupply")):
            yield Choice(f"resupply {piece.id}", partial(_pay, piece))


def _set(piece: Piece, state: str, *, value: bool) -> Choice:
    action = SetState(unit=piece.id, state=state, value=value, side=piece.side)
    return Choice(f"{state} {piece.id}", lambda: (Option(action),), binding=True)


def _pay(piece: Piece) -> Iterator[Option]:
    yield Option(_declare(piece, "resupply"), 1.0)


def _declare(piece: Piece, how: str) -> Declare:
    return Declare(verb="supply", units=(piece.id,), side=piece.side, values={"as": how})
