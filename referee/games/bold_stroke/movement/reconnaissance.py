"""Chapter 10, reconnaissance: which unit of a stack lies on top, where the enemy can see it.

Judged in logs that tell the order of stacks; a log of moves alone puts units in the order in which
they came and means nothing by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler.hexes import Hex
from referee.actions import PhaseEnds, SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import rests, units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.state import CampaignBoard
from referee.mechanics.stacks import nearest, stacks_of

SIGHT = 2
"""Distance within which the enemy sees the top of a stack (10.2, 10.3)."""
LARGE = frozenset({"XX", "XXX"})
"""Divisions and corps (10.2.A)."""
STATE = "stack-order"
"""State of the whole position by which a log says that it tells the order of stacks."""
TOP = "top"
"""State of a unit by which a log says that it is put on top of its stack."""


@RULES.covers("10.1.B")
def size_rank(board: CampaignBoard, piece: Piece) -> int:
    """How large a unit is; regiments and brigades are alike, headquarters have no size."""
    table = board.data.tables["unit_sizes"]
    size = piece.counter.size
    return int(str(table.cell(size, "rank"))) if size in table.row_keys else 0


@RULES.covers("10.1.A", "10.2.A", "10.2.B", "10.3")
def tops(board: CampaignBoard, stack: list[Piece], distance: int | None) -> tuple[list[Piece], str]:
    """The units of a stack that may lie on top with the nearest enemy so far, and the paragraph.

    At two hexes a division or corps, else the largest unit that is not artillery; a headquarters,
    whose size the table does not have, may lie on top anywhere.
    """
    heads = [piece for piece in stack if units.is_headquarters(piece)]
    if distance is None or distance > SIGHT:
        return stack, "10.3"
    if distance <= 1:
        return [*heads, *_largest(board, stack)], "10.1.A"
    large = [piece for piece in stack if piece.counter.size in LARGE]
    if large:
        return [*heads, *large], "10.2.A"
    others = [piece for piece in stack if not units.is_artillery(piece)]
    return [*heads, *_largest(board, others or stack)], "10.2.B"


def _largest(board: CampaignBoard, stack: list[Piece]) -> list[Piece]:
    largest = max(size_rank(board, piece) for piece in stack)
    return [piece for piece in stack if size_rank(board, piece) == largest]


@dataclass(frozen=True, slots=True)
class Stack:
    """A stack of a side that acts: its units, bottom first, and those that may lie on top."""

    hex: Hex
    pieces: tuple[Piece, ...]
    may: tuple[Piece, ...]
    rule: str
    """The paragraph by which those may."""

    @property
    def top(self) -> Piece:
        """The unit that the opponent sees."""
        return self.pieces[-1]

    @property
    def names(self) -> tuple[str, ...]:
        """Ids of its units, bottom first."""
        return tuple(piece.id for piece in self.pieces)

    @property
    def is_right(self) -> bool:
        """Whether a unit lies on top that may."""
        return self.top in self.may


def stacks(board: CampaignBoard) -> tuple[Stack, ...]:
    """The stacks of more than one unit of the acting sides."""
    return board.derived("stacks that may be seen", lambda here: tuple(_find(here)))


def _find(board: CampaignBoard) -> Iterator[Stack]:
    for side in sorted(board.acting):
        enemy = board.data.opponent(side)
        seen_from = {
            piece.place
            for piece in board.on_map(enemy)
            if units.is_ground(piece) and isinstance(piece.place, Hex)
        }
        for hex_, pieces in stacks_of(board, side, units.is_ground):
            may, rule = tops(board, pieces, nearest(hex_, seen_from, SIGHT))
            yield Stack(hex_, tuple(pieces), tuple(may), rule)


def _judged(board: CampaignBoard) -> bool:
    """Whether the order of stacks is judged now: at the end of a phase of movement."""
    kept = board.state.records.reconnaissance.order_kept
    return kept and board.phase is not None and bool(board.phase.mode)


@RULES.rule("10.1.A", "10.2.A", "10.2.B", "10.3", on=PhaseEnds)
def the_right_unit_lies_on_top(_: PhaseEnds, board: CampaignBoard) -> Iterator[Finding]:
    """Stacks that the enemy sees show what they must, when their side's movement ends.

    A stack is told once as long as it stays as it is.
    """
    if not _judged(board):
        return
    told = board.state.records.reconnaissance.told
    for stack in stacks(board):
        if stack.is_right or told.get(stack.hex) == stack.names:
            continue
        yield Finding(
            f"{stack.top.name} lies on top of the stack in {board.data.map.describe(stack.hex)}",
            units=stack.names,
            hexes=(board.data.map.number(stack.hex),),
            expected=" or ".join(piece.name for piece in stack.may),
            found=stack.top.name,
            rule=stack.rule,
            rests_on=rests.defects(board, "within-one-hex", "regiment-or-brigade"),
        )


@RULES.effect("10.1.A", "10.2.A", on=PhaseEnds, before=True)
def stacks_are_told_once(_: PhaseEnds, board: CampaignBoard) -> None:
    """A stack that stays wrong is not told again."""
    if _judged(board):
        board.state.records.reconnaissance.told = {
            stack.hex: stack.names for stack in stacks(board) if not stack.is_right
        }


# -- logs that tell the order ----------------------------------------------------------------------


@RULES.effect("10.1.A", on=SetState)
def a_log_may_tell_the_order(action: SetState, board: CampaignBoard) -> None:
    """By saying so, or by saying that a unit is put on top.

    A move that stays in its hex puts a unit there too but says nothing: a piece let go where it was
    picked up looks the same.
    """
    record = board.state.records.reconnaissance
    if action.unit is None and action.state == STATE:
        record.order_kept = bool(action.value)
    elif action.unit is not None and action.state == TOP and action.value:
        record.order_kept = True
        piece = board.pieces[action.unit]
        piece.states.pop(TOP, None)
        board.relocate(piece, piece.place)
