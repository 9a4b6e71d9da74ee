"""Chapter 12, observation: who sees whom, by eye, from a balloon, or through a spotter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from compiler.hexes import Hex
from referee.actions import PhaseEnds
from referee.board import Piece
from referee.findings import Finding
from referee.games.operation_spark import ground, reinforcements, rests, sighting, units
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.state import OperationBoard

Verdict = Literal["seen", "unseen", "unknown"]
RANKS: tuple[Verdict, ...] = ("seen", "unknown", "unseen")
"""From the best to the worst."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Whether a hex is observed, and why not."""

    verdict: Verdict
    why: str = ""
    rule: str = ""
    rests_on: tuple[str, ...] = ()
    observer: str = ""
    """Id of the unit that sees it, or fails to."""


SEEN = Sight("seen")


def is_night(board: OperationBoard) -> bool:
    """Whether it is the Night Turn Section."""
    return board.phase is not None and board.phase.section.startswith("night")


@RULES.covers("16.3")
def visibility(board: OperationBoard, observer: Piece) -> tuple[str, int]:
    """How far a unit sees, and the name of the figure; a balloon farther by day."""
    if is_night(board):
        name = "night-visibility"
    else:
        name = "balloon-visibility" if units.is_balloon(observer) else "day-visibility"
    return name, rests.figure(board, name)


@RULES.covers("12.0.p2", "12.3.p1", "12.4", "16.3", "16.4.p1")
def sees(board: OperationBoard, observer: Piece, target: Hex) -> Sight:
    """Whether a unit observes the units in a hex: always beside it, else by range and line.

    A balloon looks as if from a hill.
    """
    here = observer.place
    if not isinstance(here, Hex):
        return Sight("unseen", f"{observer.name} is not on the map", "12.0.p2", (), observer.id)
    if reinforcements.is_inactive(board, observer):
        why = f"{observer.name} is a reinforcement that is not activated"
        return Sight("unseen", why, "11.7.1.p1", (), observer.id)
    distance = here.distance(target)
    if distance <= 1:
        return Sight("seen", observer=observer.id)
    number = board.data.map.describe
    name, reach = visibility(board, observer)
    if distance > reach:
        why = f"{number(target)} is {distance} hexes from {observer.name}, which sees {reach}"
        return Sight("unseen", why, "12.0.p2", rests.figures(board, name), observer.id)
    high = ground.is_hill(board, here) or units.is_balloon(observer)
    line = sighting.line(board, here, target, start_high=high)
    if line.verdict == "blocked" and line.hex is not None:
        why = f"{number(line.hex)} blocks the line of sight of {observer.name}"
        return Sight("unseen", why, "12.3.p1", _stand_ins(board, line.hex), observer.id)
    if line.verdict == "open" and line.hex is not None:
        why = f"whether {number(line.hex)} blocks the line of sight is not in the text"
        return Sight("unknown", why, "12.3.p1", (), observer.id)
    if ground.is_concealed(board, target):
        why = f"how far units in the concealed hex {number(target)} are seen is not in the text"
        return Sight("unknown", why, "12.4", (), observer.id)
    return Sight("seen", observer=observer.id)


def _stand_ins(board: OperationBoard, hex_: Hex) -> tuple[str, ...]:
    source = board.data.map.hexes[hex_].source
    return (f"the map ({source})",) if source.kind == "stand-in" else ()


@RULES.covers("e5.1.p8", "13.9.2")
def observed(board: OperationBoard, side: str, target: Hex) -> Sight:
    """Whether any unit of a side observes a hex; any may spot for its side's artillery.

    Of the restrictions on Soviet spotters nothing is in the text.
    """
    return board.derived(("observed", side, target), lambda here: _best(here, side, target))


def _best(board: OperationBoard, side: str, target: Hex) -> Sight:
    return best(_sights(board, side, target))


def _sights(board: OperationBoard, side: str, target: Hex) -> Iterator[Sight]:
    """What the units of a side see; of those that are too far away the first stands for all."""
    told = False
    for piece in board.on_map(side):
        here = piece.place
        far = isinstance(here, Hex) and here.distance(target) > max(visibility(board, piece)[1], 1)
        if far and told:
            continue
        told = told or far
        yield sees(board, piece, target)


def best(sights: Iterable[Sight]) -> Sight:
    """The most favourable of some sights; of none, that nobody sees."""
    found: Sight | None = None
    for sight in sights:
        if sight.verdict == "seen":
            return sight
        if found is None or RANKS.index(sight.verdict) < RANKS.index(found.verdict):
            found = sight
    return found or Sight("unseen", "there is no unit to observe", "12.0.p2")


def fault(board: OperationBoard, sight: Sight, message: str, units_: tuple[str, ...],
          hex_: Hex) -> Iterator[Finding]:  # fmt: skip
    """The finding that a sight leads to: none if seen, unverifiable if the text does not tell."""
    if sight.verdict == "seen":
        return
    yield Finding(
        f"{message}: {sight.why}",
        units=units_,
        hexes=(board.data.map.number(hex_),),
        expected="a target that is observed",
        rests_on=sight.rests_on,
        severity="violation" if sight.verdict == "unseen" else "unverifiable",
        rule=sight.rule,
    )


# -- stacks ----------------------------------------------------------------------------------------


@RULES.rule("12.0.p1", on=PhaseEnds)
def an_observed_stack_shows_a_vehicle(_: PhaseEnds, board: OperationBoard) -> Iterator[Finding]:
    """Of a stack that the enemy sees, a vehicle lies on top if it has one, when movement ends.

    A log does not tell how a stack was put in order by hand: a warning.
    """
    if board.phase is None or board.phase.phase.id != "movement":
        return
    for hex_ in list(board.occupants):
        stack = list(board.units_at(hex_))
        if len(stack) < 2 or not any(map(units.is_afv, stack)) or units.is_afv(stack[-1]):
            continue
        if not any(piece.id in move.units for move in board.moves for piece in stack):
            continue
        side = stack[-1].side
        if side is not None and observed(board, board.data.opponent(side), hex_).verdict == "seen":
            yield Finding(
                f"{stack[-1].name} lies on top of an observed stack with vehicles in"
                f" {board.data.map.describe(hex_)}",
                units=tuple(piece.id for piece in stack),
                hexes=(board.data.map.number(hex_),),
                expected="a vehicle on top",
                found=stack[-1].name,
                severity="warning",
            )
