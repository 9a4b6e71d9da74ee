"""Choices of 17.2 and 17.5: advanced detachments that are formed and recombine, and probes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from compiler.hexes import Hex
from referee.actions import Declare
from referee.board import Piece
from referee.games.bold_stroke import displays
from referee.games.bold_stroke.choices.candidates import due_roll
from referee.games.bold_stroke.combat import losses
from referee.games.bold_stroke.combat.participants import enemies_in
from referee.games.bold_stroke.combat_state import Probe
from referee.games.bold_stroke.options import detachments, probes
from referee.games.bold_stroke.state import CampaignBoard
from referee.legal import Choice, Option
from referee.mechanics.candidates import options

STRENGTHS = {losses.FRONT: 2, losses.REDUCED: 1}
"""Strength of a detachment by its face (17.2.C)."""

FIRST = -1
"""Rank of what is done before anything moves (17.2.A, 17.2.F)."""


def forming(board: CampaignBoard) -> Iterator[Choice]:
    """Before anything moves: who forms a detachment, and which go back into their parents."""
    side = board.phasing
    if side is None or detachments.OPTION not in board.options or detachments.has_moved(board):
        return
    pieces = tuple(p for p in board.pieces.values() if p.side == side)
    waiting = tuple(p for p in pieces if detachments.is_detachment(p) and _is_waiting(board, p))
    for parent in board.on_map(side):
        for piece in waiting:
            if detachments.may_form(parent, piece):
                name = f"detach {parent.id} {piece.id}"
                yield Choice(name, partial(_form, board, parent, piece), rank=FIRST)
    for piece in board.on_map(side):
        if detachments.is_detachment(piece):
            yield Choice(f"recombine {piece.id}", partial(_recombine, board, piece), rank=FIRST)


def _is_waiting(board: CampaignBoard, piece: Piece) -> bool:
    return displays.box_id(board, piece.place) == displays.substitutes(piece.side or "")


def _form(board: CampaignBoard, parent: Piece, piece: Piece) -> Iterator[Option]:
    """Of either strength, as long as the parent keeps some of its own."""
    has = losses.current(board, parent, losses.significant(parent.counter)).value
    actions = [
        Declare(
            verb="detach",
            units=(parent.id,),
            target=piece.id,
            side=parent.side,
            values={"strength": strength},
        )
        for strength in STRENGTHS.values()
        if strength < has
    ]
    yield from options(board, actions, 1.0)


def _recombine(board: CampaignBoard, piece: Piece) -> Iterator[Option]:
    """An attacker takes back what is weak and nothing else."""
    parent = board.state.combat.parents.get(piece.id)
    action = Declare(verb="recombine", units=(piece.id,), target=parent, side=piece.side)
    yield from options(board, (action,), 1.0 if piece.face == losses.REDUCED else 0.0)


# -- probes ----------------------------------------------------------------------------------------


def probing(board: CampaignBoard) -> Iterator[Choice]:
    """A choice for each unit beside an enemy that may probe; then the dice, then what they show."""
    side = board.phasing
    if side is None or probes.OPTION not in board.options:
        return
    for probe in board.state.combat.probes.values():
        roller = _next_to_roll(board, probe)
        if roller is not None:
            yield due_roll(probes.PURPOSE, roller)
            return
        if probes.has_won(board, probe) and not probe.revealed:
            yield Choice(f"reveal {probe.unit}", partial(_reveal, board, probe), binding=True)
            return
    for piece in board.on_map(side):
        if probes.may_probe(piece):
            yield Choice(f"probe {piece.id}", partial(_probe, board, piece))


def _next_to_roll(board: CampaignBoard, probe: Probe) -> str | None:
    """The prober rolls first."""
    side = board.piece(probe.unit).side or ""
    sides = (side, board.data.opponent(side))
    return next((each for each in sides if each not in probe.rolls), None)


def _probe(board: CampaignBoard, piece: Piece) -> Iterator[Option]:
    if not isinstance(piece.place, Hex):
        return
    near = board.data.map.grid.neighbours(piece.place).values()
    actions = [
        Declare(verb="probe", units=(piece.id,), target=board.number(hex_), side=piece.side)
        for hex_ in near
        if enemies_in(board, hex_, piece.side or "")
    ]
    yield from options(board, actions, 1.0)


def _reveal(board: CampaignBoard, probe: Probe) -> Iterator[Option]:
    """The whole stack, by its owner."""
    prober = board.piece(probe.unit).side or ""
    names = tuple(piece.id for piece in enemies_in(board, probe.hex, prober))
    action = Declare(verb="reveal", units=names, side=board.data.opponent(prober))
    yield from options(board, (action,))
