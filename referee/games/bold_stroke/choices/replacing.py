"""Choices of 16.5 and 16.6: steps that come back."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from referee.actions import Declare
from referee.games.bold_stroke.forces.rebuilding import RebuildOption, rebuild_options
from referee.games.bold_stroke.forces.replacements import ReplacementOption, replacement_options
from referee.games.bold_stroke.state import CampaignBoard
from referee.legal import Choice
from referee.mechanics.candidates import options


def replacements(board: CampaignBoard) -> Iterator[Choice]:
    """A choice for each unit that may regain a step, by whichever points it may."""
    by_unit: dict[str, list[ReplacementOption]] = {}
    for option in replacement_options(board):
        by_unit.setdefault(option.unit, []).append(option)
    for unit, found in by_unit.items():
        number = sum(board.state.records.replacements.regained.values())
        actions = [_declare(board, option) for option in found]
        yield Choice(f"replace {unit} {number}", partial(options, board, actions, 1.0))


def _declare(board: CampaignBoard, option: ReplacementOption) -> Declare:
    values = {"with": " and ".join(sorted(option.cost.types))}
    return Declare(verb="replacement", units=(option.unit,), side=board.phasing, values=values)


def rebuilding(board: CampaignBoard) -> Iterator[Choice]:
    """A choice for each destroyed unit that there are the points for, with so many steps."""
    by_unit: dict[str, list[RebuildOption]] = {}
    for option in rebuild_options(board):
        by_unit.setdefault(option.unit, []).append(option)
    for unit, found in by_unit.items():
        actions = [
            Declare(
                verb="rebuild", units=(unit,), side=board.phasing, values={"steps": option.steps}
            )
            for option in found
        ]
        yield Choice(f"rebuild {unit}", partial(options, board, actions, 1.0))
