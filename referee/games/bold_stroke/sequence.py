"""Chapter 2, the sequence of play."""

from __future__ import annotations

from collections.abc import Iterator

from referee.actions import Action, BeginPhase, Declare
from referee.findings import Finding
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.movement import bridge
from referee.games.bold_stroke.state import CampaignBoard
from referee.mechanics import sequence

OF_THE_ACTING_SIDE = frozenset(
    {"air-drop", "air-supply", "amalgamation", "detach", "probe", "rail", "recombine", "supply"}
)
"""Declarations of what a side does in its own phases; other chapters judge who makes the rest."""
RESUPPLY = "resupply"
"""Supply declared as this is a marker that comes off: 14.2 says when."""


@RULES.rule("2.2", "2.1", "2.2.A", "2.2.B", "2.2.C", "2.2.D", "2.2.E", on=BeginPhase)
def phases_come_in_order(action: BeginPhase, board: CampaignBoard) -> Iterator[Finding]:
    """Sections and phases come in the order of the turn sequence."""
    yield from sequence.phase_order(action, board)


@RULES.rule("2.2", on=Action)
def a_phase_allows_only_its_own_actions(action: Action, board: CampaignBoard) -> Iterator[Finding]:
    """What a phase is for is what may be done in it.

    The works of the bridge at Kiev belong to turns, not to a phase (4.4).
    """
    if bridge.work_of(action, board) is None:
        yield from sequence.allowed_in_phase(action, board)


@RULES.rule("2.2", "6.0.A", on="move")
def only_the_acting_side_moves(action: Action, board: CampaignBoard) -> Iterator[Finding]:
    """Phases belong to the phasing side, reserve movement in an enemy turn to the other."""
    yield from sequence.acting_side(action, board)


@RULES.rule("2.2", on=Action)
def a_phase_is_for_what_its_own_side_does(
    action: Action, board: CampaignBoard
) -> Iterator[Finding]:
    """Where one side acts, what is announced in a phase is announced by it."""
    if not isinstance(action, Declare) or action.verb not in OF_THE_ACTING_SIDE:
        return
    if len(board.acting) != 1 or board.phase is None:
        return
    if action.text("as") == RESUPPLY:
        return
    said = action.text("side") or action.side
    pieces = [board.pieces[name] for name in action.units if name in board.pieces]
    doers = {piece.side for piece in pieces} if pieces else {said}
    for side in sorted(side for side in doers if side is not None and side not in board.acting):
        name = board.data.sides[side].name if side in board.data.sides else side
        yield Finding(
            f"{sequence.describe(action)} in the {board.phase.name} by the {name} side",
            units=tuple(piece.id for piece in pieces if piece.side == side),
            expected=" or ".join(board.data.sides[each].name for each in board.acting),
            found=name,
        )


@RULES.effect("2.1", on=BeginPhase)
def movement_starts_afresh(_: BeginPhase, board: CampaignBoard) -> None:
    """Movement points are those of a phase (6.1.A): what was spent in the last one is forgotten."""
    board.state.moved.clear()
    board.state.entered_by_road.clear()
