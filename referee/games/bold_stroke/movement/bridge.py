"""4.4, the railway bridge at Kiev: building it, losing it, and the line on to Gostomel."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from compiler.gamedata.model import GameData
from compiler.hexes import Hex
from referee.actions import Action, Declare, Move, Place
from referee.findings import Finding
from referee.games.bold_stroke import displays, rests
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.campaign import begins_late, campaign_turn, holder, place
from referee.games.bold_stroke.movement.passages import DNEPR
from referee.games.bold_stroke.movement.steps import Aspect, Attempt, step_rule
from referee.games.bold_stroke.state import CampaignBoard

MARKER = "kiev-bridge"
BUILDER = "soviet"
KIEV, GOSTOMEL = "kiev", "gostomel"
BUILDING_TURNS = 7
"""Turns from the placing of the marker on the track to the bridge (4.4.A)."""
LINE_TURNS = 3
"""Turns from the bridge to trains at Gostomel (4.4.D)."""
FALL_OF_KIEV = 3
"""Turn in which Kiev fell in fact, November 5 and 6 (18.4): scenarios that begin later, with Kiev
in Soviet hands, count from it."""

Work = Literal["building begins", "bridge repaired", "line open to Gostomel", "lost with Kiev"]
"""What players announce of the bridge, as the declaration `bridge` has it in its field `as`."""
WORKS: tuple[Work, ...] = (
    "building begins",
    "bridge repaired",
    "line open to Gostomel",
    "lost with Kiev",
)
BEGINS, REPAIRED, OPEN, LOST = WORKS
TRACK = "turn-record-"


# -- the works -------------------------------------------------------------------------------------


@RULES.covers("4.4.A", "4.4.C")
def building_done(fell: int, *, retaken: bool = False) -> int:
    """The turn from which the bridge may stand when Kiev fell in the turn `fell`.

    The marker goes on the track in the turn after the fall, seven turns on; taken again after a
    loss it is seven turns from then.

    >>> building_done(3)
    11
    """
    return fell + BUILDING_TURNS + (0 if retaken else 1)


def kiev_is_soviet(board: CampaignBoard) -> bool:
    """Whether the Soviets hold both hexes of Kiev."""
    hexes = place(board, KIEV)
    return bool(hexes) and all(holder(board, hex_) == BUILDER for hex_ in hexes)


def kiev_is_lost(board: CampaignBoard) -> bool:
    """Whether the enemy holds a hex of Kiev."""
    return any(holder(board, hex_) not in (BUILDER, None) for hex_ in place(board, KIEV))


@RULES.covers("4.4.B", "6.6.B", "16.1.1.B")
def standing_since(board: CampaignBoard) -> int | None:
    """The turn in which the bridge was repaired; None while it is not.

    A log that does not tell when is taken to put it up as soon as it may.
    """
    bridge = board.state.records.bridge
    if bridge.standing is not None:
        return bridge.standing
    if bridge.due is None or campaign_turn(board) < bridge.due:
        return None
    return bridge.due


@RULES.covers("4.4.D", "6.6.C", "16.1.1.C")
def line_open_from(board: CampaignBoard) -> int | None:
    """The turn from which trains may run to Gostomel; None while there is no bridge."""
    since = standing_since(board)
    if since is None:
        return None
    return max(since, board.state.records.bridge.line_broken) + LINE_TURNS


def kiev_is_open(board: CampaignBoard) -> bool:
    """Whether Soviet trains run into Kiev."""
    return standing_since(board) is not None and not kiev_is_lost(board)


def gostomel_is_open(board: CampaignBoard) -> bool:
    """Whether Soviet trains run on to Gostomel."""
    opens = line_open_from(board)
    return kiev_is_open(board) and opens is not None and campaign_turn(board) >= opens


def line_to_gostomel(board: CampaignBoard) -> frozenset[Hex]:
    """The railway hexes from Kiev to the one west of Gostomel (4.4.D)."""
    return board.constant("line to Gostomel", _line)


def _line(data: GameData) -> frozenset[Hex]:
    ends = [data.map.places[name].hexes for name in (KIEV, GOSTOMEL) if name in data.map.places]
    if len(ends) < 2:
        return frozenset()
    kiev, gostomel = set(ends[0]), set(ends[1])
    found: set[Hex] = set()
    for route in data.map.routes:
        on_it = set(route.hexes)
        if route.kind == "rail" and on_it & kiev and on_it & gostomel:
            found |= on_it
    number = data.map.number
    for hex_ in gostomel & found:
        beyond = [
            near
            for near in data.map.grid.neighbours(hex_).values()
            if near not in found and "rail" in data.map.route_steps.get((hex_, near), ())
        ]
        # Columns are counted from the east: the westernmost has the highest number.
        found |= set(sorted(beyond, key=lambda near: number(near)[-2:])[-1:])
    return frozenset(found)


# -- what is announced -----------------------------------------------------------------------------


def work_of(action: Action, board: CampaignBoard) -> tuple[Work, int | None] | None:
    """What an action tells of the bridge, and the turn of the track's box it names, if any."""
    where: str | None = None
    if isinstance(action, Declare) and action.verb == "bridge":
        said = action.text("as")
        work = next((work for work in WORKS if work == said), None)
        return None if work is None else (work, action.number("turn") or None)
    if isinstance(action, Move) and action.units == (MARKER,):
        where = action.end
    elif isinstance(action, Place) and action.unit == MARKER:
        where = action.at
    if where is None:
        return None
    box = displays.box_id(board, where)
    if box.startswith(TRACK) and box.removeprefix(TRACK).isdigit():
        return BEGINS, int(box.removeprefix(TRACK))
    return (REPAIRED, None) if isinstance(board.location(where), Hex) else None


@RULES.rule("4.4.A", "4.4.B", "4.4.C", "4.4.D", "16.1.1.E", on="declare:bridge")
@RULES.rule("4.4.A", on="place")
@RULES.rule("4.4.A", on="move")
def the_bridge_takes_its_time(action: Action, board: CampaignBoard) -> Iterator[Finding]:
    """The works at Kiev are announced no earlier than they may be.

    Before a scenario that begins after the fall of Kiev the marker is put where it was by then.
    """
    told = work_of(action, board)
    if told is None or (board.phase is None and _begins_after_the_fall(board)):
        return
    work, box = told
    if work == BEGINS:
        yield from _begins(board, box)
    elif work == REPAIRED:
        yield from _repaired(board)
    elif work == OPEN:
        yield from _opens(board)


def _begins_after_the_fall(board: CampaignBoard) -> bool:
    """Whether the scenario begins when Kiev had fallen (18.4)."""
    turns = board.scenario.turns if board.scenario is not None else ()
    first = turns[0][1].get("campaign_turn") if turns else None
    return isinstance(first, int) and first > FALL_OF_KIEV


def _begins(board: CampaignBoard, box: int | None) -> Iterator[Finding]:
    """4.4.A, 4.4.C: both hexes of Kiev are held, and the box lies far enough ahead."""
    bridge = board.state.records.bridge
    now = campaign_turn(board)
    if bridge.taken is None:
        yield Finding(
            "the bridge at Kiev is begun before Kiev is taken",
            hexes=_numbers(board),
            expected="both hexes of Kiev in Soviet hands",
            rule="4.4.A",
        )
        return
    first = building_done(bridge.taken, retaken=bridge.retaken)
    begun = now if box is None else box - BUILDING_TURNS
    if begun + BUILDING_TURNS < first:
        yield Finding(
            "the marker of the bridge at Kiev is put too near on the turn record track",
            expected=f"turn {first}, Kiev having been taken in turn {bridge.taken}",
            found=f"turn {begun + BUILDING_TURNS}",
            rule="4.4.C" if bridge.retaken else "4.4.A",
            rests_on=rests.defects(board, "kiev-bridge-turn"),
        )


def _repaired(board: CampaignBoard) -> Iterator[Finding]:
    """4.4.B: the turn of the track has come."""
    due = board.state.records.bridge.due
    now = campaign_turn(board)
    if due is None or now < due:
        yield Finding(
            "the bridge at Kiev is repaired too early",
            hexes=_numbers(board),
            expected=f"turn {due} or later" if due else "Kiev held while it is built",
            found=f"turn {now}",
            rule="4.4.B",
            rests_on=rests.defects(board, "kiev-bridge-turn"),
        )


def _opens(board: CampaignBoard) -> Iterator[Finding]:
    """4.4.D: three turns after the bridge, the line held all the while."""
    opens = line_open_from(board)
    now = campaign_turn(board)
    if opens is None or now < opens:
        yield Finding(
            "the line to Gostomel is opened too early",
            expected=f"turn {opens} or later" if opens else "a bridge at Kiev three turns before",
            found=f"turn {now}",
            rule="4.4.D",
            rests_on=rests.defects(board, "gostomel-turn"),
        )


def _numbers(board: CampaignBoard) -> tuple[str, ...]:
    return tuple(board.data.map.number(hex_) for hex_ in place(board, KIEV))


@RULES.effect("4.4.A", "4.4.B", "4.4.C", "4.4.D", "16.1.1.E", on="declare:bridge")
@RULES.effect("4.4.A", "4.4.B", on="place")
@RULES.effect("4.4.A", "4.4.B", on="move")
def the_works_are_as_announced(action: Action, board: CampaignBoard) -> None:
    """The bridge stands, or is due, as the players have it."""
    told = work_of(action, board)
    if told is None:
        return
    work, box = told
    bridge = board.state.records.bridge
    if work == BEGINS:
        bridge.due = box if box is not None else campaign_turn(board) + BUILDING_TURNS
    elif work == REPAIRED:
        bridge.standing = campaign_turn(board)
    elif work == OPEN:
        bridge.line_open = True
    elif bridge.standing is None:
        bridge.due = None


# -- who holds Kiev --------------------------------------------------------------------------------


@RULES.effect("4.4.A", "4.4.C", "4.4.D", on="move")
@RULES.effect("4.4.A", "4.4.C", "4.4.D", on="place")
@RULES.effect("4.4.A", "4.4.C", "4.4.D", on="phase")
def the_works_follow_the_fate_of_kiev(_: Action, board: CampaignBoard) -> None:
    """Taking Kiev lets the bridge be begun, losing it while it is built ends the building."""
    bridge = board.state.records.bridge
    now = campaign_turn(board)
    _start_late(board)
    if kiev_is_lost(board):
        if bridge.standing is None and bridge.due is not None and now >= bridge.due:
            bridge.standing = bridge.due
        if bridge.standing is None and bridge.taken is not None:
            bridge.retaken, bridge.due = True, None
        bridge.taken = None
    elif bridge.taken is None and kiev_is_soviet(board):
        bridge.taken = now
        if bridge.standing is None:
            bridge.due = building_done(now, retaken=bridge.retaken)
    if any(holder(board, hex_) not in (BUILDER, None) for hex_ in line_to_gostomel(board)):
        bridge.line_broken = now


def _start_late(board: CampaignBoard) -> None:
    """A log that begins after the fall of Kiev has the works as far as they were (18.4)."""
    bridge = board.state.records.bridge
    scenario = board.scenario
    if scenario is None or bridge.taken is not None or bridge.retaken:
        return
    first = board.state.records.begun
    if first is not None and first > FALL_OF_KIEV and not kiev_is_lost(board):
        # A log that goes on from a saved game does not tell when Kiev fell: as early as can be.
        bridge.taken = 1 if begins_late(board) else FALL_OF_KIEV
        bridge.due = building_done(bridge.taken)
        if first > bridge.due:
            bridge.standing = bridge.due


# -- crossing it -----------------------------------------------------------------------------------


def is_bridge(board: CampaignBoard, start: Hex, end: Hex) -> bool:
    """Whether the hexside between two neighbours is the one that the bridge crosses."""
    return frozenset((start, end)) in board.constant("hexsides of the bridge", _sides)


def _sides(data: GameData) -> frozenset[frozenset[Hex]]:
    return frozenset(
        frozenset(side)
        for side, features in data.map.hexsides.items()
        if any(feature.values.get("crossing") == MARKER for feature in features)
    )


def broken_sides(board: CampaignBoard) -> frozenset[frozenset[Hex]]:
    """The hexsides, as pairs of hexes, that the bridge crosses while it does not stand."""
    if standing_since(board) is not None:
        return frozenset()
    return board.constant("hexsides of the bridge", _sides)


def is_broken_bridge(board: CampaignBoard, start: Hex, end: Hex) -> bool:
    """Whether the way between two neighbours is the bridge at Kiev and it does not stand."""
    return is_bridge(board, start, end) and standing_since(board) is None


@step_rule("4.4.B", when=Aspect.FEATURES)
def crosses_no_broken_bridge(attempt: Attempt) -> Iterator[Finding]:
    """The bridge at Kiev is no crossing of the Dnepr until it has been repaired."""
    over_it = attempt.passage.roads and DNEPR in attempt.features
    if over_it and is_broken_bridge(attempt.board, attempt.start, attempt.end):
        yield attempt.fault(
            "4.4.B",
            f"crosses the Dnepr into {attempt.into} by the Kiev bridge, which is not repaired",
            expected="another crossing",
        )
