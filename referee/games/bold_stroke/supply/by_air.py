"""14.4, air supply: an airfield as a source, and what is dropped."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare, PhaseEnds, Roll
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import rests, units, weather
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.campaign import (
    SUPPLY,
    await_roll,
    declared_side,
    die,
    holder,
    in_phase,
    is_roll_for,
    places_of,
)
from referee.games.bold_stroke.records import Drop
from referee.games.bold_stroke.state import CampaignBoard
from referee.games.bold_stroke.supply import lines

STACKING_POINTS = 15
"""Stacking points of units that an airfield supplies (14.4.1.A)."""
AMMO_POINTS = 4
"""Ammo points that can be flown to an airfield (14.4.1.A)."""
PURPOSE = "air-drop"
TABLE = "air_drop"
AMMUNITION = "ammunition"


def airfields(board: CampaignBoard) -> frozenset[Hex]:
    """The hexes with airfields."""
    return frozenset(hex_ for found in places_of(board.data, "airfield") for hex_ in found.hexes)


@RULES.covers("14.4.1.A", "14.4.2.A")
def reaches_airfield(board: CampaignBoard, piece: Piece, field: Hex) -> bool:
    """Whether a line of at most six points leads from a unit to an airfield."""
    if piece.side is None:
        return False
    if not lines.is_open(board, piece.side, field):
        return False
    reached = lines.lines_to(board, piece.side, frozenset({field}), lines.line_steps(board))
    return piece.place in reached


def usable_airfields(board: CampaignBoard, side: str) -> tuple[Hex, ...]:
    """The airfields whose hex a side's unit was the last to occupy."""
    return tuple(sorted(hex_ for hex_ in airfields(board) if holder(board, hex_) == side))


def _named(action: Declare, board: CampaignBoard) -> Hex | None:
    """The hex that a declaration names."""
    text = action.text("hex") or action.target or ""
    found = board.location(text.split(" ")[0]) if text else None
    return found if isinstance(found, Hex) else None


# -- airfields -------------------------------------------------------------------------------------


@RULES.rule("14.4.1.A", "14.4.1.B", "3.3.B", on="declare:air-supply")
def one_airfield_supplies_a_side(action: Declare, board: CampaignBoard) -> Iterator[Finding]:
    """One airfield in friendly hands a turn, for 15 stacking points or four ammo points."""
    side = declared_side(board, action) or ""
    if weather.is_raining(board):
        yield weather.grounded_by_weather(board)
    field = _named(action, board)
    if field is not None:
        yield from _airfield(board, side, field)
    flown = board.state.records.supply.flown_in.get(side, 0)
    if _ammo_points(action) and flown + _ammo_points(action) > AMMO_POINTS:
        yield Finding(
            "more ammo points are flown in than an airfield takes",
            expected=f"at most {AMMO_POINTS}",
            found=str(flown + _ammo_points(action)),
        )
    lives = any(_side_of(board, name) == side for name in board.state.records.supply.by_airfield)
    if (_ammo_points(action) and (lives or action.units)) or (action.units and flown):
        yield Finding(
            "an airfield supplies units and takes ammo points in the same turn",
            units=action.units,
            expected="one or the other",
        )
    yield from _supplied(
        board, side, action, field or board.state.records.supply.airfield.get(side)
    )


def _ammo_points(action: Declare) -> int:
    """The ammo points that a declaration flies in."""
    return max(action.number("points"), 0)


def _side_of(board: CampaignBoard, name: str) -> str | None:
    return board.pieces[name].side if name in board.pieces else None


def _airfield(board: CampaignBoard, side: str, field: Hex) -> Iterator[Finding]:
    where = board.data.map.describe(field)
    number = (board.data.map.number(field),)
    earlier = board.state.records.supply.airfield.get(side)
    if field not in airfields(board):
        yield Finding(f"{where} has no airfield", hexes=number, expected="a hex with an airfield")
    elif holder(board, field) not in (side, None):
        yield Finding(
            f"the airfield in {where} was last occupied by the enemy",
            hexes=number,
            expected="an airfield that a friendly unit occupied last",
        )
    if earlier is not None and earlier != field:
        yield Finding(
            f"a second airfield, in {where}, serves as a source of supply",
            hexes=(board.data.map.number(earlier), *number),
            expected="one airfield a turn",
            rule="14.4.1.B",
        )


def _supplied(
    board: CampaignBoard, side: str, action: Declare, field: Hex | None
) -> Iterator[Finding]:
    """The units that an airfield is said to supply."""
    if not action.units:
        return
    if field is None:
        yield Finding(
            "units are supplied by an airfield that the log does not name",
            units=action.units,
            expected="the hex of the airfield",
            severity="unverifiable",
        )
        return
    for name in action.units:
        piece = board.piece(name)
        if not reaches_airfield(board, piece, field):
            yield Finding(
                f"{piece.name} cannot trace a line to the airfield in"
                f" {board.data.map.describe(field)}",
                units=(name,),
                expected=f"at most {lines.LINE:g} movement points",
                rests_on=lines.rests_on(board),
            )
    named = board.state.records.supply.by_airfield | set(action.units)
    points = _points(board, side, named)
    if points > STACKING_POINTS:
        yield Finding(
            "more units are supplied than an airfield serves",
            units=action.units,
            expected=f"at most {STACKING_POINTS} stacking points",
            found=str(points),
        )


def _points(board: CampaignBoard, side: str, names: set[str]) -> int:
    pieces = (board.pieces[name] for name in names if name in board.pieces)
    return sum(units.stacking_points(piece) for piece in pieces if piece.side == side)


@RULES.effect("14.4.1.A", "14.4.1.B", on="declare:air-supply")
def units_live_on_the_airfield(action: Declare, board: CampaignBoard) -> None:
    """They are in supply until their side's next supply phase."""
    record = board.state.records.supply
    record.recorded = True
    side = declared_side(board, action) or ""
    field = _named(action, board)
    if field is not None:
        record.airfield.setdefault(side, field)
    record.by_airfield.update(action.units)
    if _ammo_points(action):
        record.flown_in[side] = record.flown_in.get(side, 0) + _ammo_points(action)


# -- drops -----------------------------------------------------------------------------------------


@RULES.rule("14.4.2.A", "14.4.2.B", "14.4.2.C", "3.3.B", on="declare:air-drop")
def drops_are_for_units_that_nothing_else_supplies(
    action: Declare, board: CampaignBoard
) -> Iterator[Finding]:
    """The hex is named first; units there that have neither a line nor an airfield are supplied.

    They may be named with it, before the die.
    """
    if weather.is_raining(board) and (_named(action, board) is not None or action.units):
        yield weather.grounded_by_weather(board)
    for name in action.units:
        yield from _dropped_to(board, board.piece(name), _named(action, board))
    yield from _too_many(board, action)


def _dropped_to(board: CampaignBoard, piece: Piece, named: Hex | None) -> Iterator[Finding]:
    side = piece.side or ""
    if piece.place in lines.distances(board, side):
        yield Finding(
            f"{piece.name} is supplied by air drop, but can trace a supply line",
            units=(piece.id,),
            expected="a unit that no supply line reaches",
            rule="14.4.2.A",
            rests_on=lines.rests_on(board),
        )
    elif any(reaches_airfield(board, piece, field) for field in usable_airfields(board, side)):
        yield Finding(
            f"{piece.name} is supplied by air drop, but can trace a line to an airfield",
            units=(piece.id,),
            expected="a unit that reaches no friendly airfield",
            rule="14.4.2.A",
            rests_on=lines.rests_on(board),
        )
    if _drop_for(board, piece) is None and (named is None or named != piece.place):
        yield Finding(
            f"{piece.name} is supplied by an air drop that was not announced for its hex",
            units=(piece.id,),
            hexes=(board.number(piece.place),),
            expected="a drop announced for the hex",
            rule="14.4.2.B",
        )


def _drop_for(board: CampaignBoard, piece: Piece) -> Drop | None:
    """The drop for a unit's hex."""
    drops = board.state.records.supply.drops
    found = drops.get(piece.place) if isinstance(piece.place, Hex) else None
    return found if found is not None and found.side == piece.side else None


def _too_many(board: CampaignBoard, action: Declare) -> Iterator[Finding]:
    """14.4.2.C: no more stacking points than the die brings."""
    by_drop: dict[Hex, set[str]] = {}
    for name in action.units:
        piece = board.pieces[name]
        if _drop_for(board, piece) is not None and isinstance(piece.place, Hex):
            by_drop.setdefault(piece.place, set()).add(name)
    for hex_, names in by_drop.items():
        drop = board.state.records.supply.drops[hex_]
        if drop.die is None:
            yield _no_die(board, hex_, names)
        else:
            yield from _more_than_fell(board, hex_, drop, drop.die, names)


def _no_die(board: CampaignBoard, hex_: Hex, names: set[str]) -> Finding:
    return Finding(
        f"the log has no die for the air drop in {board.data.map.describe(hex_)}",
        units=tuple(sorted(names)),
        expected="a die on the Air Drop Supply Table",
        severity="unverifiable",
        rule="14.4.2.C",
    )


def _more_than_fell(
    board: CampaignBoard, hex_: Hex, drop: Drop, roll: int, names: set[str]
) -> Iterator[Finding]:
    most = 0 if drop.brings == AMMUNITION else dropped(board, roll, "supply")
    points = _points(board, drop.side, drop.units | names)
    if points > most:
        yield Finding(
            f"more units are supplied in {board.data.map.describe(hex_)} than the air drop brought",
            units=tuple(sorted(names)),
            expected=f"at most {most} stacking points",
            found=str(points),
            rule="14.4.2.C",
            rests_on=rests.charts(board, TABLE),
        )


@RULES.rule("14.4.2.C", on=Roll)
def units_named_before_the_die_live_on_what_falls(
    action: Roll, board: CampaignBoard
) -> Iterator[Finding]:
    """Who was named for a drop before its die is judged when it is rolled."""
    record = board.state.records.supply
    if not is_roll_for(action, PURPOSE) or record.last_drop not in record.drops:
        return
    drop = record.drops[record.last_drop]
    if drop.units:
        yield from _more_than_fell(board, record.last_drop, drop, die(action), set(drop.units))


@RULES.rule("14.4.2.C", on=PhaseEnds)
def every_drop_has_its_die(_: PhaseEnds, board: CampaignBoard) -> Iterator[Finding]:
    """Units named as a drop was announced live on nothing without a die."""
    if in_phase(board, SUPPLY):
        for hex_, drop in board.state.records.supply.drops.items():
            if drop.awaits_die and drop.die is None and drop.side == board.phasing:
                yield _no_die(board, hex_, drop.units)


@RULES.covers("14.4.2.C")
def dropped(board: CampaignBoard, roll: int, what: str) -> int:
    """What a die drops: stacking points of units supplied, or ammo points (`ammunition`)."""
    return int(str(board.data.tables[TABLE].cell(roll, what)))


@RULES.effect("14.4.2.B", "14.4.2.C", on="declare:air-drop")
def a_drop_is_announced(action: Declare, board: CampaignBoard) -> None:
    """A hex waits for the die; units named live on what falls there."""
    record = board.state.records.supply
    record.recorded = True
    await_roll(board, action)
    hex_ = _named(action, board)
    side = declared_side(board, action) or ""
    if hex_ is not None and (not action.units or hex_ not in record.drops):
        brings = action.text("brings", "supply")
        drop = record.drops.setdefault(hex_, Drop(side, brings))
        drop.awaits_die = drop.awaits_die or bool(action.units)
        record.last_drop = hex_
    for name in action.units:
        found = _drop_for(board, board.pieces[name])
        if found is not None:
            found.units.add(name)


@RULES.effect("14.4.2.C", on=Roll)
def a_die_tells_what_falls(action: Roll, board: CampaignBoard) -> None:
    """The die is for the drop announced last."""
    record = board.state.records.supply
    if is_roll_for(action, PURPOSE) and record.last_drop in record.drops:
        record.drops[record.last_drop].die = die(action)
