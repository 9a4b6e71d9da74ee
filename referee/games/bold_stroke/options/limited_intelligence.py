"""17.4, limited intelligence (optional): units off the map while no enemy is near.

A log keeps them in their hexes with the state `hidden`; only the opponent does not see them.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare, Move, PhaseEnds, SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.state import CampaignBoard
from referee.mechanics.stacks import nearest

OPTION = "limited-intelligence"
HIDDEN = "hidden"
SIGHT = 3
"""Hexes within which the enemy makes a unit come on the map (17.4.A)."""


def distance_to_enemy(board: CampaignBoard, piece: Piece) -> int | None:
    """Hexes to the nearest enemy unit that is not hidden, None if it is farther than three."""
    if not isinstance(piece.place, Hex) or piece.side is None:
        return None
    enemy = board.data.opponent(piece.side)
    seen = [
        other.place
        for other in board.on_map(enemy)
        if units.is_ground(other) and not other.flag(HIDDEN) and isinstance(other.place, Hex)
    ]
    return nearest(piece.place, seen, SIGHT)


@RULES.rule("17.4.A", on=SetState)
def units_near_the_enemy_are_not_hidden(
    action: SetState, board: CampaignBoard
) -> Iterator[Finding]:
    """With the option in play, units more than three hexes from the enemy may be hidden."""
    if action.unit is None or action.state != HIDDEN or not action.value:
        return
    piece = board.piece(action.unit)
    if OPTION not in board.options:
        yield Finding(
            f"{piece.name} is hidden, but limited intelligence is not in play",
            units=(piece.id,),
            expected=f"the option {OPTION} in the log's header",
        )
        return
    distance = distance_to_enemy(board, piece)
    if distance is not None:
        yield Finding(
            f"{piece.name} is hidden {distance} hexes from the enemy",
            units=(piece.id,),
            hexes=(board.number(piece.place),),
            expected=f"more than {SIGHT} hexes",
            found=str(distance),
        )


@RULES.rule("17.4.B", "17.4.C", on=PhaseEnds)
def hidden_units_near_the_enemy_are_shown_when_movement_ends(
    _: PhaseEnds, board: CampaignBoard
) -> Iterator[Finding]:
    """By enemy movement (17.4.B) or their own (17.4.C) within three hexes: they are on the map."""
    if board.phase is None or not board.phase.mode:
        return
    for piece in units_to_show(board):
        yield Finding(
            f"{piece.name} stays hidden {distance_to_enemy(board, piece)} hexes from the enemy",
            units=(piece.id,),
            hexes=(board.number(piece.place),),
            expected="a unit on the map",
            found="hidden",
            rule="17.4.C" if piece.side in board.acting else "17.4.B",
        )


def units_to_show(board: CampaignBoard) -> Iterator[Piece]:
    """Hidden units within three hexes of the enemy, besides those told of because of 17.4.D."""
    for piece in _hidden(board):
        told = piece.id in board.state.records.hidden.to_reveal
        if not told and distance_to_enemy(board, piece) is not None:
            yield piece


def _hidden(board: CampaignBoard) -> list[Piece]:
    return [piece for piece in board.pieces.values() if piece.flag(HIDDEN)]


@RULES.rule("17.4.D", on=Move)
def hidden_units_beside_an_enemy_are_shown_at_once(
    _: Move, board: CampaignBoard
) -> Iterator[Finding]:
    """Before anything else moves, a stack next to which an enemy has come is on the map."""
    for name in sorted(board.state.records.hidden.to_reveal):
        piece = board.pieces.get(name)
        if piece is not None and piece.flag(HIDDEN):
            yield Finding(
                f"{piece.name} stays hidden with an enemy next to it",
                units=(name,),
                hexes=(board.number(piece.place),),
                expected="a unit on the map before the next move",
                found="hidden",
            )


@RULES.effect("17.4.D", on=Move)
def units_to_be_shown_are_noted(move: Move, board: CampaignBoard) -> None:
    """Those next to which an enemy has just come; what has been told is not told again."""
    record = board.state.records.hidden
    told = set(record.to_reveal)
    record.to_reveal.clear()
    movers = [board.pieces[name] for name in move.units]
    for piece in _hidden(board):
        near = any(
            mover.side != piece.side
            and units.is_ground(mover)
            and isinstance(mover.place, Hex)
            and isinstance(piece.place, Hex)
            and mover.place.distance(piece.place) == 1
            for mover in movers
        )
        if near and piece.id not in told:
            record.to_reveal.add(piece.id)


@RULES.effect("17.4.B", on="declare:reveal")
def revealed_units_are_on_the_map(action: Declare, board: CampaignBoard) -> None:
    """They are hidden no more."""
    for name in action.units:
        piece = board.pieces.get(name)
        if piece is not None:
            piece.states[HIDDEN] = False
            board.state.records.hidden.to_reveal.discard(name)


@RULES.effect("17.4.B", on=SetState)
def shown_units_are_on_the_map(action: SetState, board: CampaignBoard) -> None:
    """A unit that is shown need not be shown again."""
    if action.unit is not None and action.state == HIDDEN and not action.value:
        board.state.records.hidden.to_reveal.discard(action.unit)
