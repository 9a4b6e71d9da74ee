"""Chapter 2, the sequence of play."""

from __future__ import annotations

from collections.abc import Iterator

from referee.actions import Action, BeginPhase
from referee.findings import Finding
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.state import CampaignBoard
from referee.mechanics import sequence


@RULES.rule("2.2", "2.1", "2.2.A", "2.2.B", "2.2.C", "2.2.D", "2.2.E", on=BeginPhase)
def phases_come_in_order(action: BeginPhase, board: CampaignBoard) -> Iterator[Finding]:
    """Sections and phases come in the order of the turn sequence."""
    yield from sequence.phase_order(action, board)


@RULES.rule("2.2", on=Action)
def a_phase_allows_only_its_own_actions(action: Action, board: CampaignBoard) -> Iterator[Finding]:
    """What a phase is for is what may be done in it."""
    yield from sequence.allowed_in_phase(action, board)


@RULES.rule("2.2", "6.0.A", on="move")
def only_the_acting_side_moves(action: Action, board: CampaignBoard) -> Iterator[Finding]:
    """Phases belong to the phasing side, reserve movement in an enemy turn to the other."""
    yield from sequence.acting_side(action, board)


@RULES.effect("2.1", on=BeginPhase)
def movement_starts_afresh(_: BeginPhase, board: CampaignBoard) -> None:
    """Movement points are those of a phase (6.1.A): what was spent in the last one is forgotten."""
    board.state.moved.clear()
    board.state.entered_by_road.clear()
