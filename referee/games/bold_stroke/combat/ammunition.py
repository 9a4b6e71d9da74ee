"""14.3, ammo points: what artillery costs to fire, what each side gets, what it has left.

Combat asks `cost` and `shortfall` before a unit fires and calls `spend` when it has.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.actions import Action, BeginPhase, Declare, Move, Place, Position, Roll, SetState
from referee.findings import Finding, Severity
from referee.games.bold_stroke import displays, rests
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.campaign import (
    COMBAT_PHASES,
    SUPPLY,
    await_roll,
    die,
    in_phase,
    is_roll_for,
    roller,
)
from referee.games.bold_stroke.state import CampaignBoard

PURPOSE = "artillery-supply"
TABLE, MODIFIERS = "artillery_supply", "artillery_supply_drm"
STRENGTH_PER_POINT = 4
"""Points of artillery strength that one ammo point fires (14.3.C)."""
STATE = "ammunition-"
"""Start of the state, and of the marker, that shows a side's points; the side's id follows."""


# -- for combat ------------------------------------------------------------------------------------


@RULES.covers("14.3.A", "14.3.C")
def cost(strength: int) -> int:
    """Ammo points that a combat's artillery of that total strength costs, rounded down.

    >>> cost(11)
    2
    """
    return max(strength, 0) // STRENGTH_PER_POINT


def available(board: CampaignBoard, side: str) -> int | None:
    """Ammo points that a side has; None where the log does not tell how many it began with."""
    return board.state.records.ammunition.points.get(side)


@RULES.covers("14.3.F")
def shortfall(board: CampaignBoard, side: str, points: int) -> int:
    """Ammo points that a side lacks to spend so many; 0 if it has enough or none are known."""
    have = available(board, side)
    return 0 if have is None else max(points - have, 0)


@RULES.covers("14.3.C", "14.3.F", recorded=True)
def spend(board: CampaignBoard, side: str, points: int) -> None:
    """Take points off a side's track; for effects alone. What it does not have it cannot owe."""
    record = board.state.records.ammunition
    record.spent.add(side)
    record.mistaken.pop(side, None)
    have = record.points.get(side)
    if have is not None:
        record.points[side] = max(have - points, 0)


# -- the roll --------------------------------------------------------------------------------------


@RULES.covers("14.3.E")
def points_by_die(board: CampaignBoard, side: str, roll: int) -> int:
    """Ammo points that a die brings a side on the present ground."""
    table = board.data.tables[TABLE]
    modifier = int(str(board.data.tables[MODIFIERS].cell(board.state.ground, "drm")))
    return int(str(table.cell(roll + modifier, side)))


def _may_bring(board: CampaignBoard, side: str) -> set[int]:
    """Every number of points that a die may bring a side on the present ground."""
    return {points_by_die(board, side, roll) for roll in range(1, 11)}


@RULES.rule("14.3.E", on=Roll)
def a_side_rolls_once_in_its_own_supply_phase(
    action: Roll, board: CampaignBoard
) -> Iterator[Finding]:
    """One die on the Artillery Supply Table, in the side's own supply phase."""
    side = roller(board, action, PURPOSE)
    if not is_roll_for(action, PURPOSE) or side is None:
        return
    name = board.data.sides[side].name if side in board.data.sides else side
    if board.phase is not None and not in_phase(board, SUPPLY):
        yield Finding(
            f"the {name} side rolls for artillery supply in the {board.phase.name}",
            expected="its own supply phase",
            found=board.phase.name,
        )
    elif board.phasing is not None and side != board.phasing:
        yield Finding(
            f"the {name} side rolls for artillery supply in the other side's turn",
            expected=board.data.sides[board.phasing].name,
            found=name,
        )
    elif side in board.state.records.ammunition.rolled:
        yield Finding(
            f"the {name} side rolls for artillery supply again",
            expected="one die a turn",
            found=f"a second one, {die(action)}, which brings nothing",
            severity="warning",
        )


@RULES.effect("14.3.E", on=Roll)
def a_die_brings_points(action: Roll, board: CampaignBoard) -> None:
    """The points are added to the total; a second die of the same phase brings none."""
    side = roller(board, action, PURPOSE)
    record = board.state.records.ammunition
    if side is None or side not in board.data.sides or side in record.rolled:
        return
    if not is_roll_for(action, PURPOSE):
        return
    record.rolled.add(side)
    record.mistaken.pop(side, None)
    if side in record.points:
        record.points[side] += points_by_die(board, side, die(action))


@RULES.effect("14.3.E", on="declare:ammunition")
def a_roll_for_ammunition_is_announced(action: Declare, board: CampaignBoard) -> None:
    """The die that follows is of the side that announced it."""
    await_roll(board, action)


# -- the track -------------------------------------------------------------------------------------


def told_by(action: Action, board: CampaignBoard) -> tuple[str, int] | None:
    """The side and the points that an action shows on an Ammo Track.

    By a `set` of the state `ammunition-soviet` or `ammunition-german`, or the marker on its track.
    """
    if isinstance(action, SetState):
        side = action.state.removeprefix(STATE)
        if action.unit is not None or not action.state.startswith(STATE):
            return None
        value = action.value
        if side in board.data.sides and isinstance(value, int) and not isinstance(value, bool):
            return side, value
        return None
    if isinstance(action, Move) and len(action.units) == 1:
        return _on_track(board, action.units[0], action.end)
    if isinstance(action, Place):
        return _on_track(board, action.unit, action.at)
    return None


def _on_track(board: CampaignBoard, marker: str, where: str) -> tuple[str, int] | None:
    side = marker.removeprefix(STATE)
    box = displays.box_id(board, where).removeprefix(f"{side}-{STATE}")
    if not marker.startswith(STATE) or side not in board.data.sides or not box.isdigit():
        return None
    return side, int(box)


@RULES.rule("14.3.E", "14.3.C", "14.3.D", on="set")
@RULES.rule("14.3.E", on="move")
@RULES.rule("14.3.E", on="place")
def the_track_shows_what_is_left(action: Action, board: CampaignBoard) -> Iterator[Finding]:
    """The points that players show are those they had, got and spent.

    Spending in combat is known only where the artillery was announced; elsewhere less than expected
    is accepted, in the phase after it too.
    """
    told = told_by(action, board)
    if told is None:
        return
    side, found = told
    expected = available(board, side)
    if expected is None or found == expected or _explained(board, side, expected, found):
        return
    if board.state.records.ammunition.mistaken.get(side) == found:
        return
    in_combat = in_phase(board, *COMBAT_PHASES)
    yield Finding(
        f"the {board.data.sides[side].name} side shows {found} ammo points",
        expected=str(expected),
        found=str(found),
        severity=_severity(board, side, expected, found),
        rule="14.3.C" if in_combat else "14.3.E",
        rests_on=() if in_combat else rests.defects(board, "artillery-supply-gaps"),
    )


def _explained(board: CampaignBoard, side: str, expected: int, found: int) -> bool:
    """Whether spending that the log does not tell may explain a lower number."""
    record = board.state.records.ammunition
    if found > expected or side in record.spent:
        return False
    return in_phase(board, *COMBAT_PHASES) or side in record.untold


def _severity(board: CampaignBoard, side: str, expected: int, found: int) -> Severity:
    """A supply phase without a logged die leaves open whether one was rolled."""
    rolled = side in board.state.records.ammunition.rolled
    open_ = in_phase(board, SUPPLY) and side == board.phasing and not rolled
    return "unverifiable" if open_ and found - expected in _may_bring(board, side) else "violation"


@RULES.effect("14.3.D", "14.3.E", on="set")
@RULES.effect("14.3.D", "14.3.E", on="move")
@RULES.effect("14.3.D", "14.3.E", on="place")
def the_track_is_as_the_players_have_it(action: Action, board: CampaignBoard) -> None:
    """The position has the points that the players show; a slip put right is none."""
    told = told_by(action, board)
    if told is None:
        return
    side, found = told
    record = board.state.records.ammunition
    expected = record.points.get(side)
    if expected is not None and not _explained(board, side, expected, found):
        record.mistaken.setdefault(side, expected)
    record.points[side] = max(found, 0)


@RULES.effect("14.3.D", on=Position)
def a_saved_position_shows_the_points(_: Position, board: CampaignBoard) -> None:
    """The markers on the Ammo Tracks of a saved position tell the points."""
    for side in board.data.sides:
        piece = board.pieces.get(f"{STATE}{side}")
        told = _on_track(board, piece.id, str(piece.place)) if piece is not None else None
        if told is not None:
            board.state.records.ammunition.points[side] = told[1]


@RULES.effect("14.3.C", on=BeginPhase, before=True)
def spending_may_be_shown_in_the_phase_after_combat(_: BeginPhase, board: CampaignBoard) -> None:
    """Of whom the combat phase that ends does not tell what it spent, is remembered."""
    record = board.state.records.ammunition
    record.untold = (
        set(board.data.sides) - record.spent if in_phase(board, *COMBAT_PHASES) else set()
    )


@RULES.effect("14.3.C", "14.3.E", on=BeginPhase)
def a_phase_counts_its_own_dice_and_spending(_: BeginPhase, board: CampaignBoard) -> None:
    """One die a supply phase; what was spent in another phase explains nothing here."""
    board.state.records.ammunition.rolled.clear()
    board.state.records.ammunition.spent.clear()
    board.state.records.ammunition.mistaken.clear()
