"""Victory (18.2, and the victory conditions of each scenario): places held, losses, the level.

The points are the Soviets'. Contradictions and misprints of the tables are in the register of
defects; where two levels are accepted the level names both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import floor

from compiler.hexes import Hex
from referee.actions import PhaseEnds
from referee.board import Piece
from referee.games import Outcome
from referee.games.bold_stroke import units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.combat import losses
from referee.games.bold_stroke.scenarios.front import holder
from referee.games.bold_stroke.scenarios.initiative import may_take
from referee.games.bold_stroke.scenarios.special_rules import figures, value
from referee.games.bold_stroke.state import CampaignBoard
from referee.games.bold_stroke.supply.lines import distances, status

SIDE = "soviet"
"""The side that the points are counted for (18.4.6.A)."""
RAIL_LINE = "rail-korosten-zhitomir"
RAIL_ENDS = ("korosten", "zhitomir")
KIEV = "kiev"
LOSSES = "victory_losses"
REDUCED_UNITS = "reduced-victory-points"
NOT_BY_REDUCED_UNITS = frozenset({"november-battles", "decision-in-the-ukraine"})
"""Scenarios in which reduced units never count (18.2.F)."""
LEFT_TO_THE_PLAYERS = "left to the players (18.11.B)"

RULES.covers("18.4.5", "18.5.5", "18.7.5.A", "18.8.5", "18.10.5")(may_take)


@dataclass(frozen=True, slots=True)
class Score:
    """Points for one place, unit or other matter."""

    what: str
    points: float
    rule: str


# -- places ----------------------------------------------------------------------------------------


@RULES.covers("18.2.A", "18.2.B", "18.2.C", recorded=True)
def holds(board: CampaignBoard, side: str, hexes: tuple[Hex, ...]) -> bool:
    """Whether a side holds a place: every hex of it, with a valid supply line."""
    return bool(hexes) and all(
        holder(board, hex_) == side and hex_ in distances(board, side) for hex_ in hexes
    )


@RULES.covers("18.4.6.A", "18.4.6.B", "18.5.6.A", "18.7.6.A", "18.10.6.A", recorded=True)
def places(board: CampaignBoard) -> Iterator[Score]:
    """Points for the places that the Soviets hold."""
    held = set()
    for name, points in figures(board, "victory_places").items():
        place = board.data.map.places.get(name)
        if place is not None and holds(board, SIDE, place.hexes):
            held.add(name)
            yield Score(place.name, _kiev(board, points) if name == KIEV else points, "18.2.A")
    cut = figures(board, "victory_rail_line").get("points")
    if cut is not None and not held & set(RAIL_ENDS):
        hexes = [hex_ for hex_ in _rail_line(board) if holds(board, SIDE, (hex_,))]
        if hexes:
            where = board.data.map.number(hexes[0])
            yield Score(f"the railway from Korosten to Zhitomir cut in {where}", cut, "18.5.6.A")


def _kiev(board: CampaignBoard, points: int) -> int:
    """Kiev is worth more if it was taken early enough (18.4.6.B)."""
    early = figures(board, "victory_kiev_early")
    taken = board.state.records.bridge.taken
    if early and taken is not None and taken <= early["until_campaign_turn"]:
        return early["points"]
    return points


def _rail_line(board: CampaignBoard) -> tuple[Hex, ...]:
    """The railway between the two towns, their own hexes left out."""
    found = board.data.map.places
    ends = {hex_ for name in RAIL_ENDS if name in found for hex_ in found[name].hexes}
    routes = (route for route in board.data.map.routes if route.id == RAIL_LINE)
    return tuple(hex_ for route in routes for hex_ in route.hexes if hex_ not in ends)


# -- units -----------------------------------------------------------------------------------------


@RULES.covers("18.2.D", "18.2.E", "18.2.F", "18.4.6.C", "18.5.6.B", "18.10.6.B", recorded=True)
def units_lost(board: CampaignBoard) -> Iterator[Score]:
    """Points for units destroyed and not rebuilt, half for those cut off at the end.

    By option reduced units count half as well; a unit counts half once.
    """
    if not value(board, "victory_losses"):
        return
    for unit in sorted(board.state.combat.destroyed):
        if not losses.steps_left(board, unit):
            yield from _lost(board, unit, "destroyed", 1.0)
    reduced_count = REDUCED_UNITS in board.options and not _never_reduced(board)
    for side in board.data.sides:
        for piece in sorted(board.on_map(side), key=lambda p: p.id):
            unit = losses.unit_of(board, piece.id)
            if not units.is_ground(piece):
                continue
            if not status(board, piece).supplied:
                yield from _lost(board, unit, "without a supply line", 0.5)
            elif reduced_count and _is_reduced(board, piece):
                yield from _lost(board, unit, "reduced", 0.5)


def _lost(board: CampaignBoard, unit: str, how: str, share: float) -> Iterator[Score]:
    counter = board.counter(unit)
    row = counter.values.get("victory_class")
    if isinstance(row, str):
        points = int(str(board.data.tables[LOSSES].cell(row, "points")))
        yield Score(f"{counter.name} {how}", share * points, "18.4.6.C")


def _never_reduced(board: CampaignBoard) -> bool:
    return board.scenario is not None and board.scenario.id in NOT_BY_REDUCED_UNITS


def _is_reduced(board: CampaignBoard, piece: Piece) -> bool:
    """Whether a unit shows its reduced side; the first counter of a large corps has none."""
    return piece.face == losses.REDUCED and losses.substitute_of(board, piece.id) is None


@RULES.covers("18.7.6.B", recorded=True)
def commitments(board: CampaignBoard) -> Iterator[Score]:
    """Points the Soviets lose for every unit of the hidden armies that was committed."""
    penalty = value(board, "commitment_penalty")
    if isinstance(penalty, int):
        for unit in sorted(board.state.scenario.committed):
            yield Score(f"{board.counter(unit).name} committed", -penalty, "18.7.6.B")


# -- the end ---------------------------------------------------------------------------------------


def scores(board: CampaignBoard) -> tuple[Score, ...]:
    """Everything that counts in the position as it stands."""
    return (*places(board), *units_lost(board), *commitments(board))


@RULES.covers(
    "18.4.6.D", "18.5.6.C", "18.7.6.C", "18.8.6.A", "18.9", "18.10.6.C", "18.6", recorded=True
)
def level(board: CampaignBoard, points: float) -> str:
    """The level that the scenario's table gives for points; a half point counts for nothing."""
    name = value(board, "victory_table")
    if not isinstance(name, str) or name not in board.data.tables:
        return LEFT_TO_THE_PLAYERS
    return str(board.data.tables[name].cell(floor(points), "level"))


@RULES.effect("18.2.C", "18.2.D", on=PhaseEnds)
def the_score_is_taken_at_the_end(event: PhaseEnds, board: CampaignBoard) -> None:
    """What is held and lost counts when the last phase of the last turn is over."""
    if board.scenario is None or board.state.scenario.outcome is not None:
        return
    last = board.data.sequence.phases[-1].id
    if event.phase == last and event.turn == len(board.scenario.turns):
        board.state.scenario.outcome = reckon(board)


def reckon(board: CampaignBoard) -> Outcome:
    """The outcome if the scenario ended with the position as it stands."""
    found = scores(board)
    note = "; ".join(f"{score.what} {score.points:+g} ({score.rule})" for score in found)
    if not isinstance(value(board, "victory_table"), str):
        return Outcome(LEFT_TO_THE_PLAYERS, {}, note)
    points = float(sum(score.points for score in found))
    return Outcome(level(board, points), {SIDE: points}, note)


def outcome(board: CampaignBoard) -> Outcome | None:
    """How the scenario ended; None while it goes on."""
    return board.state.scenario.outcome
