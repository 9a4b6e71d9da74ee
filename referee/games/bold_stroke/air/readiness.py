"""3.4: how many air units cloud and thaw let a side make ready."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.actions import Declare, Move, Roll
from referee.findings import Finding
from referee.games.bold_stroke import displays, rests
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.campaign import (
    LAST_DIE,
    await_roll,
    die,
    holder,
    is_roll_for,
    places_of,
    roller,
)
from referee.games.bold_stroke.state import CampaignBoard
from referee.games.bold_stroke.weather import CLOUDY, PHASE, THAW

PURPOSE = "air-availability"
TABLE = "air_availability"
HARD = "hard"
RULE: dict[str, str] = {"cloudy": "3.4.2", "thaw": "3.4.1.B"}


@dataclass(frozen=True, slots=True)
class AirLimit:
    """How many air units a side may make ready in a turn, and by which paragraph.

    `rolled` is false where the log has no die for it: then `most` is what the best die gives.
    """

    most: int
    rule: str
    rolled: bool


@RULES.covers("3.4.1.A", "3.4.1.B")
def may_hold_all_airfields(board: CampaignBoard, side: str) -> bool:
    """Whether nothing speaks against a side's holding all hard-surfaced airfields around Kiev."""
    fields = [f for f in places_of(board.data, "airfield") if f.values.get("airfield") == HARD]
    held = [holder(board, hex_) for field in fields for hex_ in field.hexes]
    return bool(held) and all(who in (side, None) for who in held)


def holds_all_airfields(board: CampaignBoard, side: str) -> bool:
    """Whether a side surely holds all hard-surfaced airfields around Kiev."""
    fields = [f for f in places_of(board.data, "airfield") if f.values.get("airfield") == HARD]
    held = [holder(board, hex_) for field in fields for hex_ in field.hexes]
    return bool(held) and all(who == side for who in held)


@RULES.covers("3.3.D", "3.4.1.A", "3.4.1.B", "3.4.2")
def air_limit(board: CampaignBoard, side: str) -> AirLimit | None:
    """The air units a side may make ready in this turn; None where weather sets no limit.

    When it is both Thaw and cloudy, the rules for either are accepted; a side with all the
    airfields of Kiev then need not roll.
    """
    rows = _rows(board, side)
    if not rows:
        return None
    table = board.data.tables[TABLE]
    dice = board.state.records.weather.dice.get(side, [])
    numbers = {
        (roll // int(str(table.cell(row, "divisor"))) + int(str(table.cell(row, "bonus"))), row)
        for roll in dice or [LAST_DIE]
        for row in rows
    }
    most, row = max(numbers)
    return AirLimit(most, RULE[row], bool(dice))


def _rows(board: CampaignBoard, side: str) -> list[str]:
    """The conditions that ask for a die; none where one of them frees the side."""
    weather = board.state.records.weather
    known = bool(weather.rolled or weather.told or weather.dice.get(side))
    if not known:
        return []
    rows = []
    if weather.atmosphere == CLOUDY:
        rows.append("cloudy")
    if board.state.ground == THAW:
        if may_hold_all_airfields(board, side):
            return []
        if not holds_all_airfields(board, board.data.opponent(side)):
            rows.append("thaw")
    return rows


@RULES.rule("3.3.D", on=Roll)
def each_side_rolls_once_for_its_air_units(action: Roll, board: CampaignBoard) -> Iterator[Finding]:
    """A second die of a side in the same turn is worth a look."""
    side = roller(board, action, PURPOSE)
    if not is_roll_for(action, PURPOSE) or side is None:
        return
    if board.state.records.weather.dice.get(side):
        yield Finding(
            "the die for the air units of a side is rolled again",
            expected="one die a turn",
            found=f"a second one, {die(action)}",
            severity="warning",
        )


def made_ready(move: Move, board: CampaignBoard) -> dict[str, set[str]]:
    """Side to the air units that a move brings into its Ready box in the weather phase."""
    found: dict[str, set[str]] = {}
    if board.phase is None or board.phase.id != PHASE:
        return found
    for name in move.units:
        piece = board.pieces.get(name)
        if piece is None or piece.side is None:
            continue
        ready = displays.box_id(board, move.end) == displays.ready(piece.side)
        if ready and displays.box_id(board, piece.place) != displays.ready(piece.side):
            found.setdefault(piece.side, set()).add(name)
    return found


@RULES.rule("3.4.2", "3.3.D", "3.4.1.A", "3.4.1.B", on=Move)
def no_more_air_units_are_made_ready_than_weather_lets(
    move: Move, board: CampaignBoard
) -> Iterator[Finding]:
    """The units moved to the Ready box in a turn are within the die's number."""
    weather = board.state.records.weather
    for side, names in made_ready(move, board).items():
        limit = air_limit(board, side)
        earlier = weather.readied.get(side, set())
        count = len(earlier | names)
        if limit is None:
            continue
        if count > limit.most and len(earlier) <= limit.most:
            yield Finding(
                f"{board.data.sides[side].name} air units are made ready beyond the limit",
                units=tuple(sorted(names)),
                expected=f"at most {limit.most}" + ("" if limit.rolled else ", whatever the die"),
                found=str(count),
                rule=limit.rule,
                rests_on=rests.defects(board, "thaw-and-cloudy") if limit.rolled else (),
            )
        elif not limit.rolled and side not in weather.unrolled and count > _least(board, side):
            yield Finding(
                f"the log has no die for the {board.data.sides[side].name} air units",
                units=tuple(sorted(names)),
                expected=f"a die, for {_least(board, side)} to {limit.most} of them",
                found=str(count),
                severity="unverifiable",
                rule=limit.rule,
            )


def _least(board: CampaignBoard, side: str) -> int:
    """The air units that the worst die lets a side make ready."""
    table = board.data.tables[TABLE]
    return min(
        1 // int(str(table.cell(row, "divisor"))) + int(str(table.cell(row, "bonus")))
        for row in _rows(board, side)
    )


@RULES.effect("3.4.2", "3.4.1.B", on=Roll)
def a_die_for_air_units_is_remembered(action: Roll, board: CampaignBoard) -> None:
    """It counts for the rest of the turn."""
    side = roller(board, action, PURPOSE)
    if is_roll_for(action, PURPOSE) and side is not None:
        board.state.records.weather.dice.setdefault(side, []).append(die(action))


@RULES.effect("3.4.2", on=Move, before=True)
def units_made_ready_are_counted(move: Move, board: CampaignBoard) -> None:
    """Units moved to the Ready box add up over the turn."""
    weather = board.state.records.weather
    for side, names in made_ready(move, board).items():
        limit = air_limit(board, side)
        weather.readied.setdefault(side, set()).update(names)
        told = limit is not None and not limit.rolled
        if told and len(weather.readied[side]) > _least(board, side):
            weather.unrolled.add(side)


@RULES.effect("3.3.D", on="declare:air-availability")
def a_roll_for_air_units_is_announced(action: Declare, board: CampaignBoard) -> None:
    """The die that follows is of the side that announced it."""
    await_roll(board, action)
