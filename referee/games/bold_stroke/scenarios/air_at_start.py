"""18.4.4.A, 18.7.4, 18.10.4.A: fronts that get only some air units at first.

The other special rules of the scenarios are in `scenarios`.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.actions import BeginPhase, Declare, Move
from referee.findings import Finding
from referee.games.bold_stroke import displays
from referee.games.bold_stroke.air.bases import commitment_box, is_air
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.campaign import campaign_turn, in_phase
from referee.games.bold_stroke.scenarios.numbers import numbers
from referee.games.bold_stroke.scenarios.special_rules import LYUTEZH, figures, formations_facing
from referee.games.bold_stroke.state import CampaignBoard


def air_limit(board: CampaignBoard, formation: str) -> tuple[int, str, tuple[str, ...]] | None:
    """The most air units that may support a formation in this turn, and the paragraph for it.

    With the formations that share the limit; None where there is none.
    """
    most = figures(board, "air_limit_first_turn").get(formation)
    if most is not None and board.turn <= 1:
        return most, numbers(board).first_turn_air or numbers(board).length, (formation,)
    share = figures(board, "german_air_share_lyutezh")
    if share:
        facing = formations_facing(board, LYUTEZH)
        attacked = board.state.scenario.lyutezh_attack
        wait = share.get("until_turns_after_attack", 1)
        free = attacked is not None and campaign_turn(board) >= attacked + wait
        if formation in facing and not free:
            most = _german_air_units(board) * share["of"] // share["in"]
            return most, "18.4.4.A", tuple(sorted(facing))
    return None


def _german_air_units(board: CampaignBoard) -> int:
    return sum(1 for p in board.pieces.values() if p.side == "german" and is_air(p))


@RULES.effect("18.4.4.A", "18.7.4", "18.10.4.A", on=BeginPhase)
def air_commitments_are_counted_by_turn(action: BeginPhase, board: CampaignBoard) -> None:
    """Each turn begins with none."""
    if action.phase == board.data.sequence.phases[0].id:
        board.state.scenario.air.clear()


def committed_with(board: CampaignBoard, formation: str, *names: str) -> set[str]:
    """Air units committed to a formation in this turn, some more included."""
    return board.state.scenario.air.get(formation, set()) | set(names)


@RULES.rule("18.4.4.A", "18.7.4", "18.10.4.A", on=Move)
@RULES.rule("18.4.4.A", "18.7.4", "18.10.4.A", on="declare:commit-air")
def air_units_are_not_massed_too_early(
    action: Move | Declare, board: CampaignBoard
) -> Iterator[Finding]:
    """A front that was not expected to be attacked gets only some air units at first."""
    formation = _committed_to(action, board)
    limit = air_limit(board, formation) if formation else None
    if limit is None:
        return
    most, rule, sharing = limit
    before = {name for other in sharing for name in committed_with(board, other)}
    count = len(before | set(action.units))
    if count > most >= len(before):
        names = " and ".join(board.data.formations[other].name for other in sharing)
        yield Finding(
            f"{count} air units are committed to the {names} in this turn",
            units=action.units,
            expected=f"at most {most}",
            found=str(count),
            rule=rule,
        )


@RULES.effect("18.4.4.A", "18.7.4", "18.10.4.A", on=Move)
@RULES.effect("18.4.4.A", "18.7.4", "18.10.4.A", on="declare:commit-air")
def air_commitments_are_remembered(action: Move | Declare, board: CampaignBoard) -> None:
    """Air units count for the turn, even when they have flown and gone home."""
    formation = _committed_to(action, board)
    if formation:
        board.state.scenario.air[formation] = committed_with(board, formation, *action.units)


def _committed_to(action: Move | Declare, board: CampaignBoard) -> str:
    """The korps or army that an action commits air units to in an Air Commitment Phase."""
    if not in_phase(board, "air-commitment"):
        return ""
    if not all(is_air(board.piece(name)) for name in action.units):
        return ""
    if isinstance(action, Declare):
        return displays.formation_of_box(board, commitment_box(board, action))
    return displays.formation_of_box(board, displays.box_id(board, board.location(action.end)))
