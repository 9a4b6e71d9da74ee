"""Chapters 7, 8, 15 and 16 as far as they are known: weather, air points, ammunition, flak, staffs.

What ammunition artillery uses is in `artillery`.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import BeginPhase, Declare, Move, PhaseEnds, Remove, Roll
from referee.board import Piece
from referee.findings import Finding
from referee.games.operation_spark import assaults, rests, units
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.state import WEATHERS, OperationBoard

WEATHER, AIRPOWER = "weather", "airpower"
FIRST_DAY = 12
AMMUNITION = "ammunition-"
GONE = "-eliminated"


# -- weather and air points ------------------------------------------------------------------------


@RULES.effect("e5.2", on="declare:weather")
@RULES.effect("8.0", on="declare:airpower")
def dice_are_announced(action: Declare, board: OperationBoard) -> None:
    """What the next die is for."""
    board.state.march.roll_for = (action.verb, action.text("side", action.side or ""))


@RULES.effect("e5.2", "8.0", on=Roll)
def weather_and_air_points_are_rolled(action: Roll, board: OperationBoard) -> None:
    """The die of the weather sets it for a turn section, that of a side its air points."""
    march = board.state.march
    what, side = march.roll_for
    what = action.purpose or what
    if len(action.result) != 1 or board.phase is None:
        return
    number = action.result[0] or 10
    section = board.phase.section.partition("-")[0]
    if what == WEATHER and section in board.data.tables[WEATHER].column_keys:
        board.state.weather = str(board.data.tables[WEATHER].cell(number, section))
        march.rolled_weather = board.state.weather
    elif what == AIRPOWER:
        owner = side or action.side or ""
        column = f"{owner}-{board.state.weather}"
        table = board.data.tables[AIRPOWER]
        points = table.cell(number, column) if column in table.column_keys else None
        if isinstance(points, int):
            board.state.air_points[owner] = points
    else:
        return
    march.rolled_for.add((what, (side or action.side or "") if what == AIRPOWER else ""))
    march.roll_for = ("", "")


@RULES.rule("e5.2", "8.0", on=Roll)
def weather_and_air_points_are_rolled_once(
    action: Roll, board: OperationBoard
) -> Iterator[Finding]:
    """A second die for the same thing in a phase is worth a look."""
    what, side = board.state.march.roll_for
    what = action.purpose or what
    owner = (side or action.side or "") if what == AIRPOWER else ""
    if what in {WEATHER, AIRPOWER} and (what, owner) in board.state.march.rolled_for:
        yield Finding(
            "the die of the weather is rolled again"
            if what == WEATHER
            else "the die of the air points is rolled again",
            expected="one die",
            rule="e5.2" if what == WEATHER else "8.0",
            severity="warning",
        )


@RULES.effect("e5.2", "8.0", on=BeginPhase)
def dice_are_rolled_anew_in_a_phase(_: BeginPhase, board: OperationBoard) -> None:
    """What was rolled for and added in the phase before does not count any more."""
    board.state.march.rolled_for.clear()
    board.state.march.added.clear()


@RULES.rule("e5.2", on=Move)
def the_weather_is_that_of_the_die(action: Move, board: OperationBoard) -> Iterator[Finding]:
    """The weather marker shows what was rolled, and stays there until dice are rolled again.

    From a wrong box it may be moved to where it belongs.
    """
    shown = _shown_weather(action)
    if shown is None or board.phase is None:
        return
    if shown not in {board.state.weather, board.state.march.rolled_weather}:
        table = board.data.tables[WEATHER]
        yield Finding(
            f"the weather is said to be {shown}",
            expected=board.state.march.rolled_weather or board.state.weather,
            found=shown,
            rests_on=(f"{table.title} ({table.source})",),
        )


@RULES.effect("e5.2", on=Move)
def the_marker_tells_the_weather(action: Move, board: OperationBoard) -> None:
    """What the players show is the weather from then on."""
    shown = _shown_weather(action)
    if shown is not None:
        board.state.weather = shown


def _shown_weather(action: Move) -> str | None:
    name = action.end.removeprefix("weather-")
    return name if WEATHER in action.units and name in WEATHERS else None


# -- ammunition ------------------------------------------------------------------------------------


@RULES.rule("15.1.5", on="declare:ammunition")
def no_ammunition_comes_on_the_first_day(
    action: Declare, board: OperationBoard
) -> Iterator[Finding]:
    """Neither side gets ammo points on January 12."""
    if board.turn_values.get("day") == FIRST_DAY and action.number("points") > 0:
        yield Finding(
            "ammo points are added on January 12",
            expected="none",
            found=str(action.number("points")),
        )


@RULES.effect("15.1.5", on="declare:ammunition")
def added_ammunition_is_remembered(action: Declare, board: OperationBoard) -> None:
    """The points that the marker of the supply goes up by."""
    board.state.march.added[action.text("supply")] = max(action.number("points"), 0)


# -- anti-aircraft units ---------------------------------------------------------------------------


def flak_reach(piece: Piece) -> int:
    """The direct fire range of an anti-aircraft unit."""
    return units.printed_range(piece) or 1


@RULES.rule("16.7.p1", on=Move)
def soviet_flak_keeps_away_from_the_enemy(action: Move, board: OperationBoard) -> Iterator[Finding]:
    """Soviet anti-aircraft units move to no hex from which they could fire at an enemy unit.

    One battalion of each army may.
    """
    if assaults.at(board) != "movement" or board.is_sorting(action):
        return
    way = [place for text in action.path if isinstance(place := board.location(text), Hex)]
    for piece in assaults.units_named(board, action.units):
        if piece.side != "soviet" or not units.is_anti_aircraft(piece):
            continue
        if piece.counter.values.get("army_aa"):
            continue
        reach = flak_reach(piece)
        enemies = [enemy.place for enemy in board.on_map("german") if isinstance(enemy.place, Hex)]
        before = piece.place if isinstance(piece.place, Hex) else None
        for hex_ in way[1:] if before is not None else way:
            if _comes_near(enemies, before, hex_, reach):
                nearest = min(enemies, key=hex_.distance)
                foe = next(iter(board.units_at(nearest)))
                yield Finding(
                    f"{piece.name} moves within its direct fire range of {foe.name}",
                    units=(piece.id,),
                    hexes=(board.data.map.number(hex_),),
                    expected=f"more than {reach} hexes from every enemy unit",
                )
                break
            before = hex_


def _comes_near(enemies: list[Hex], before: Hex | None, hex_: Hex, reach: int) -> bool:
    """Whether a step leads into range of an enemy; a unit in range may go away, hex by hex."""
    near = [enemy for enemy in enemies if enemy.distance(hex_) <= reach]
    if not near or before is None:
        return bool(near)
    fresh = any(enemy.distance(before) > reach for enemy in near)
    closest = min(map(before.distance, enemies))
    return fresh or min(map(hex_.distance, near)) <= closest


# -- loss of a headquarters ------------------------------------------------------------------------


def _commands(board: OperationBoard, staff: Piece, piece: Piece) -> bool:
    """Whether a unit may trace a line of command to a staff.

    The course of lines of command is not in the text: any unit within their length counts.
    """
    reach = rests.figure(board, "command-range")
    here, there = piece.place, staff.place
    if not isinstance(here, Hex) or not isinstance(there, Hex) or piece.id == staff.id:
        return False
    return piece.side == staff.side and here.distance(there) <= reach


def _note_loss(board: OperationBoard, names: tuple[str, ...]) -> None:
    staffs = [p for p in board.on_map("german") if units.is_headquarters(p)]
    lost = [p for p in staffs if p.id in names]
    left = [p for p in staffs if p.id not in names]
    for staff in lost:
        for piece in board.on_map("german"):
            if units.is_headquarters(piece) or not _commands(board, staff, piece):
                continue
            if not any(_commands(board, near, piece) for near in left):
                board.state.march.leaderless[piece.id] = staff.id
                board.state.combat.excused.add(piece.id)


@RULES.effect("10.1.3.p1", on=Remove, before=True)
def lost_staffs_are_remembered(action: Remove, board: OperationBoard) -> None:
    """Units that lose the only staff within reach are suppressed."""
    _note_loss(board, action.units)


@RULES.effect("10.1.3.p1", on=Move, before=True)
def eliminated_staffs_are_remembered(action: Move, board: OperationBoard) -> None:
    """The same where a staff is put into a box of eliminated units."""
    if action.end.endswith(GONE):
        _note_loss(board, action.units)


@RULES.rule("10.1.3.p1", on=PhaseEnds)
def units_without_a_staff_are_suppressed(_: PhaseEnds, board: OperationBoard) -> Iterator[Finding]:
    """Whoever has lost his only staff is suppressed; how far a staff commands is a stand-in."""
    missing: dict[str, list[str]] = {}
    for name, staff in board.state.march.leaderless.items():
        piece = board.pieces.get(name)
        on_map = piece is not None and isinstance(piece.place, Hex)
        if piece is None or not on_map or piece.flag("suppressed") or piece.flag("disrupted"):
            continue
        missing.setdefault(staff, []).append(name)
    for staff, names in missing.items():
        shown = ", ".join(board.pieces[name].name for name in names[:6])
        lost = board.data.counters[staff].name if staff in board.data.counters else staff
        yield Finding(
            f"{shown} may have lost with {lost} the only headquarters within reach and are not"
            " suppressed",
            units=tuple(names),
            expected="suppressed, unless another headquarters commands them",
            rests_on=rests.figures(board, "command-range"),
            severity="unverifiable",
        )


@RULES.effect("10.1.3.p1", on=BeginPhase)
def losses_of_staffs_are_settled(_: BeginPhase, board: OperationBoard) -> None:
    """What was found at the end of a phase is not found again."""
    board.state.march.leaderless.clear()
