"""Section 11.1.4, the optional streams: on which bank a unit is and what crossing costs.

A hex whose single stream goes straight on has two banks; where two streams meet nothing is charged.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from compiler.gamedata.model import GameData, Route
from compiler.hexes import Direction, Hex
from referee.actions import SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.operation_spark import assaults
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.march_state import Trek
from referee.games.operation_spark.movement import costs
from referee.games.operation_spark.state import OperationBoard

OPTION = costs.STREAMS_OPTION
BANK = "bank"
RING = ("N", "NE", "SE", "S", "SW", "NW")
ANGLES = {"N": 0, "NE": 60, "E": 90, "SE": 120, "S": 180, "SW": 240, "W": 270, "NW": 300}
"""Where a side or bank lies, in degrees from the north."""


class Course:
    """The course of a single stream through a hex: the sides of the hex on either bank."""

    def __init__(self, inlet: int, outlet: int, banks: tuple[str, ...], end: bool) -> None:
        first = frozenset((inlet + n) % 6 for n in range(1, (outlet - inlet) % 6))
        self.stream_sides = frozenset({inlet, outlet})
        self.is_end = end
        """Whether the stream begins here or has its mouth here."""
        sides = (first, frozenset(range(6)) - first - self.stream_sides)
        self.sides: dict[str, frozenset[int]] = {}
        for bank in banks:
            fit = [sum(_near(bank, side) for side in part) / max(len(part), 1) for part in sides]
            self.sides[bank] = sides[0] if fit[0] > fit[1] else sides[1]

    def banks_at(self, direction: str) -> tuple[str, ...]:
        """The banks that a hexside touches: both where the stream runs through it."""
        side = RING.index(direction)
        if side in self.stream_sides:
            return tuple(self.sides)
        return tuple(bank for bank, part in self.sides.items() if side in part)


def _near(bank: str, side: int) -> float:
    apart = abs(ANGLES[bank] - 60 * side) % 360
    return 180.0 - min(apart, 360 - apart)


@RULES.covers("11.1.4.p6", "11.1.4.p7")
def course(board: OperationBoard, hex_: Hex) -> Course | None:
    """The course of the stream in a hex; None without one, and where two meet."""
    return board.constant(("stream", hex_), lambda data: _course(data, hex_))


def _banks(data: GameData, hex_: Hex) -> tuple[str, ...]:
    value = data.map.hexes[hex_].values.get("banks")
    return tuple(map(str, value)) if isinstance(value, tuple) else ()


def _course(data: GameData, hex_: Hex) -> Course | None:
    banks = _banks(data, hex_)
    routes = [r for r in data.map.routes if r.kind == costs.STREAM and hex_ in r.hexes]
    if len(routes) != 1 or len(banks) != 2:
        return None
    ends = _ends(data, routes[0], hex_)
    if not ends:
        return None
    inlet = ends[0]
    outlet = ends[1] if len(ends) > 1 else (inlet + 3) % 6
    place = routes[0].hexes.index(hex_)
    last = place in (0, len(routes[0].hexes) - 1)
    course_ = Course(inlet, outlet, banks, last)
    return course_ if len(set(course_.sides.values())) == 2 else None


def _ends(data: GameData, route: Route, hex_: Hex) -> list[int]:
    """Indices of the sides by which a stream goes from a hex to another hex."""
    place = route.hexes.index(hex_)
    near = [*route.hexes[max(place - 1, 0) : place], *route.hexes[place + 1 : place + 2]]
    found = [RING.index(data.map.grid.direction(hex_, other).value) for other in near]
    key = "start_exit" if place == 0 else "end_exit" if place == len(route.hexes) - 1 else ""
    exit_ = route.values.get(key) if key else None
    return [*found, RING.index(exit_)] if isinstance(exit_, str) else found


def _direction(board: OperationBoard, start: Hex, end: Hex) -> str:
    found: Direction = board.data.map.grid.direction(start, end)
    return found.value


# -- keeping count ---------------------------------------------------------------------------------


def settle(board: OperationBoard, piece: Piece, trek: Trek) -> None:
    """Where a unit begins: on its marked bank; on any where none is marked, at no cost."""
    if OPTION not in board.options or not isinstance(piece.place, Hex):
        return
    here = course(board, piece.place)
    if here is None:
        return
    marked = piece.states.get(BANK)
    trek.crossings = {bank: _price(board, piece, marked, bank) for bank in here.sides}
    trek.crossed = {bank: marked in here.sides and bank != marked for bank in here.sides}


def _price(board: OperationBoard, piece: Piece, marked: object, bank: str) -> float:
    if not isinstance(marked, str) or bank == marked:
        return 0.0
    return costs.stream_cost(board, costs.column(piece)) * costs.factor(board)


def lose_track(board: OperationBoard, trek: Trek, end: Hex) -> None:
    """Charge no streams on a way that the log does not give: another one may have crossed none."""
    here = course(board, end) if OPTION in board.options else None
    banks = here.sides if here is not None else ()
    trek.crossings = dict.fromkeys(banks, 0.0)
    trek.crossed = dict.fromkeys(banks, False)


@RULES.covers("11.1.4.p9", "11.1.4.p10", "11.1.4.p11", "11.1.4.p12", "11.1.4.p13")
def follow_banks(
    board: OperationBoard, piece: Piece, trek: Trek, hexes: tuple[Hex, ...],
    manners: tuple[str, ...],
) -> None:  # fmt: skip
    """Go along a way, counting what each bank of the last hex has cost in streams at the least.

    A unit leaves a hex from a bank that the hexside touches and comes onto one that it touches in
    the next hex: along a connected bank without crossing. By road bridges are crossed instead.
    """
    if OPTION not in board.options:
        return
    for (start, end), manner in zip(pairwise(hexes), manners, strict=True):
        _follow_step(board, piece, trek, start, end, by_road=bool(manner))


def _follow_step(
    board: OperationBoard, piece: Piece, trek: Trek, start: Hex, end: Hex, *, by_road: bool
) -> None:
    kind = costs.column(piece)
    price = costs.bridge_cost(board, kind) if by_road else costs.stream_cost(board, kind)
    price *= costs.factor(board)
    before, after = course(board, start), course(board, end)
    direction = _direction(board, start, end)
    known = trek.crossings
    if before is not None and known:
        known = _cross(before, known, price)
        left = {bank: known[bank] for bank in before.banks_at(direction) if bank in known}
    else:
        left = dict(known)
    least = min((left or known).values(), default=0.0)
    if after is None:
        trek.points += least
        trek.crossings, trek.crossed = {}, {}
        return
    back = _direction(board, end, start)
    entered: dict[str, float] = {}
    through = RING.index(direction)
    along = before is not None and through in before.stream_sides
    for bank in after.banks_at(back):
        came = _same_bank(before, after, direction, bank, left) if along and before else least
        entered[bank] = came
    trek.crossings = _cross(after, entered, price)
    trek.crossed = {bank: not by_road and bank not in entered for bank in after.sides}


def _cross(here: Course, known: dict[str, float], price: float) -> dict[str, float]:
    """What each bank has cost when the stream is crossed where that is cheaper."""
    least = min(known.values(), default=0.0)
    return {bank: min(known.get(bank, least + price), least + price) for bank in here.sides}


def _same_bank(
    before: Course, after: Course, direction: str, bank: str, left: dict[str, float]
) -> float:
    """What it cost to come along the stream onto a bank: what the connected bank had cost.

    Of two banks that meet at a stream hexside those are connected which touch it on the same hand.
    """
    through = RING.index(direction)
    clockwise, counter = (through + 1) % 6, (through - 1) % 6
    entry = (through + 3) % 6
    for own, side, other in ((bank, (entry - 1) % 6, clockwise), (bank, (entry + 1) % 6, counter)):
        if side in after.sides[own]:
            for name, part in before.sides.items():
                if other in part and name in left:
                    return left[name]
    return min(left.values(), default=0.0)


# -- judging ---------------------------------------------------------------------------------------


@RULES.rule("11.1.4.p8", "11.1.4.p9", "11.1.4.p12", "11.1.4.p18", on=SetState)
def stream_markers_lie_on_banks_that_were_reached(
    action: SetState, board: OperationBoard
) -> Iterator[Finding]:
    """A unit is on a bank of its hex, and has the points for the streams that it crossed to it.

    After a retreat, withdrawal or advance it is on the bank that its owner declares.
    """
    piece = board.pieces.get(action.unit or "")
    if OPTION not in board.options or piece is None or action.state != BANK or not action.value:
        return
    banks = _banks(board.data, piece.place) if isinstance(piece.place, Hex) else ()
    named = str(action.value)
    if named not in banks:
        yield Finding(
            f"{piece.name} is put on the {named} bank of a hex that has none there",
            units=(piece.id,),
            hexes=(board.number(piece.place),),
            expected=", ".join(banks) or "a stream hex",
            rule="11.1.4.p8",
        )
        return
    trek = board.state.march.treks.get(piece.id)
    if assaults.at(board) != "movement" or trek is None or trek.over:
        return
    total = trek.points + trek.crossings.get(named, 0.0)
    most = costs.allowance(board, piece)
    if total > most:
        yield Finding(
            f"{piece.name} has no movement points left to cross to the {named} bank",
            units=(piece.id,),
            hexes=(board.number(piece.place),),
            expected=f"at most {most:g}",
            found=f"{total:g}",
            rests_on=("the cost of streams (stand-in)",),
            rule="11.1.4.p9",
        )


@RULES.rule("11.1.4.p14", "11.1.4.p15", on=SetState)
def streams_before_an_assault_are_paid_for(
    action: SetState, board: OperationBoard
) -> Iterator[Finding]:
    """A unit that gets its marker is on a bank beside the target, or has the points to go there.

    Streams that were crossed in an earlier phase, and banks that both hexes share, cost nothing.
    """
    piece = board.pieces.get(action.unit or "")
    if OPTION not in board.options or piece is None or action.state != "assault":
        return
    if assaults.at(board) != "movement" or action.value not in RING:
        return
    if not isinstance(piece.place, Hex):
        return
    here = course(board, piece.place)
    trek = board.state.march.treks.get(piece.id, Trek(piece.place))
    if here is None or trek.over:
        return
    if not trek.crossings:
        trek = Trek(piece.place, trek.points)
        settle(board, piece, trek)
    beside = [trek.crossings[b] for b in here.banks_at(str(action.value)) if b in trek.crossings]
    spent = trek.points + costs.act_cost(board, piece, "assault-marker")
    most = costs.allowance(board, piece)
    total = spent + min(beside, default=0.0)
    if spent + min(trek.crossings.values(), default=0.0) <= most < total:
        yield Finding(
            f"{piece.name} gets an Assault Marker without points to cross the stream before it",
            units=(piece.id,),
            hexes=(board.number(piece.place),),
            expected=f"at most {most:g}",
            found=f"{total:g}",
            rests_on=("the cost of streams (stand-in)",),
        )


@RULES.effect("11.1.4.p8", "11.1.4.p9", "11.1.4.p16", on=SetState, before=True)
def banks_are_remembered(action: SetState, board: OperationBoard) -> None:
    """The marker says which streams were crossed; it is paid for from then on."""
    piece = board.pieces.get(action.unit or "")
    if OPTION not in board.options or piece is None or action.state != BANK:
        return
    march, named = board.state.march, str(action.value)
    trek = march.treks.get(piece.id)
    if assaults.at(board) != "movement" or trek is None or named not in trek.crossings:
        return
    if trek.crossed.get(named):
        march.crossed_stream.add(piece.id)
    trek.points += trek.crossings[named]
    price = costs.stream_cost(board, costs.column(piece)) * costs.factor(board)
    trek.crossings = {bank: 0.0 if bank == named else price for bank in trek.crossings}
    trek.crossed = {bank: bank != named or trek.crossed[bank] for bank in trek.crossed}
