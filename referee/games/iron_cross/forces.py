"""Orders of battle and areas (24.1): which units a scenario has, where and when they come in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from compiler.gamedata.model import Counter, GameData
from compiler.hexes import Hex, HexError
from referee.board import Piece
from referee.games.iron_cross import units
from referee.games.iron_cross.state import BattleBoard

FORCES, AREAS = "forces", "areas"
SPANS_SHOWN = 12
"""Parts of an area that a message lists."""


@dataclass(frozen=True, slots=True)
class Force:
    """One row of a scenario's order of battle."""

    id: str
    side: str
    unit: str
    """Id of a formation, a counter or a marker."""
    without: tuple[str, ...]
    """Men of a squad left out, by weapon and rating: `R 8`."""
    only: tuple[str, ...]
    """The only men of a squad used."""
    count: int
    enters: tuple[int, ...]
    """Turn of entry, for each area where they differ; empty: set up on the map."""
    areas: tuple[str, ...]
    """Where it is set up or enters; empty: anywhere."""
    group: str = ""


@dataclass(frozen=True, slots=True)
class WayIn:
    """A way for a unit to come onto the map."""

    area: str
    turn: int
    """The first turn in which it is open."""
    phase: str
    """Id of the phase, without its player turn."""
    late: bool = False
    """Whether it is the way of a limited number of units (24.8, 24.9)."""


def _split(text: object) -> tuple[str, ...]:
    return tuple(part for part in str(text or "").split(";") if part)


def _forces(data: GameData) -> Mapping[str, tuple[Force, ...]]:
    table = data.tables[FORCES]
    found: dict[str, list[Force]] = {}
    for row in table.row_keys:
        cell = {name: table.cell(row, name) for name in table.column_keys}
        force = Force(
            row,
            str(cell["side"]),
            str(cell["unit"]),
            _split(cell["without"]),
            _split(cell["only"]),
            int(str(cell["count"] or 1)),
            tuple(int(turn) for turn in _split(cell["enters"])),
            _split(cell["area"]),
            str(cell["group"] or ""),
        )
        found.setdefault(str(cell["scenario"]), []).append(force)
    return {scenario: tuple(forces) for scenario, forces in found.items()}


def forces(board: BattleBoard) -> tuple[Force, ...]:
    """The order of battle of the scenario; empty without one."""
    if board.scenario is None:
        return ()
    return board.constant(FORCES, _forces).get(board.scenario.id, ())


def force_of(board: BattleBoard, counter: Counter) -> Force | None:
    """The row of the order of battle that a unit belongs to; None if it belongs to none."""
    by_unit = board.constant(
        ("forces by unit", board.scenario.id if board.scenario else ""),
        lambda _: {force.unit: force for force in forces(board)},
    )
    return by_unit.get(counter.formation or "") or by_unit.get(counter.id)


def _areas(data: GameData) -> Mapping[str, frozenset[Hex]]:
    table = data.tables[AREAS]
    return {
        name: frozenset(_hexes(data, str(table.cell(name, "hexes")))) for name in table.row_keys
    }


def _hexes(data: GameData, extent: str) -> Iterator[Hex]:
    """The hexes of an area: `1015-1027` are those of one column."""
    for part in _split(extent):
        first, _, last = part.partition("-")
        for row in range(int(first[2:]), int((last or first)[2:]) + 1):
            try:
                yield data.map.hex(f"{first[:2]}{row:02}")
            except HexError:
                continue


def area(board: BattleBoard, name: str) -> frozenset[Hex]:
    """The hexes of an area; empty if there is none of that name."""
    return board.constant(AREAS, _areas).get(name, frozenset())


def in_words(board: BattleBoard, name: str) -> str:
    """An area as messages have it: its id in the table, and its hexes as far as there is room."""
    spans = _split(board.data.tables[AREAS].cell(name, "hexes")) if area(board, name) else ()
    shown = ", ".join(spans[:SPANS_SHOWN]) + (" and others" if len(spans) > SPANS_SHOWN else "")
    return f"{name} ({shown})" if spans else name


def scenario_value(board: BattleBoard, name: str) -> Mapping[str, object]:
    """A table among the scenario's values; empty where it has none."""
    value = board.scenario.values.get(name) if board.scenario is not None else None
    return value if isinstance(value, Mapping) else {}


def ways_in(board: BattleBoard, piece: Piece) -> tuple[WayIn, ...]:
    """How a unit that waits off the map may enter it, turn and phase included."""
    force = force_of(board, piece.counter)
    if force is None:
        return ()
    phase = str(scenario_value(board, "entry_phase").get(piece.counter.id) or "movement")
    turns = force.enters
    found = [
        WayIn(name, turns[min(n, len(turns) - 1)], phase)
        for n, name in enumerate(force.areas if turns else ())
    ]
    late = scenario_value(board, "late_entry")
    if late and force.side == _second_to_set_up(board) and force.group in ("", "1"):
        found.append(WayIn(str(late["area"]), int(str(late["turn"])), "movement", late=True))
    return tuple(found)


def open_ways(board: BattleBoard, piece: Piece) -> tuple[WayIn, ...]:
    """The ways in that are open in this turn and phase."""
    here = board.phase.phase.id if board.phase is not None else ""
    return tuple(
        way for way in ways_in(board, piece) if way.turn <= board.turn and way.phase == here
    )


def _second_to_set_up(board: BattleBoard) -> str:
    """The side that sets up second, and so may hold some of its units back (24.8, 24.9)."""
    first = board.scenario.values.get("sets_up_first") if board.scenario is not None else ""
    return board.data.opponent(str(first)) if first in board.data.sides else ""


def is_on_scenario_map(board: BattleBoard, hex_: Hex) -> bool:
    """Whether a hex lies on the smaller maps that the scenario uses (2.1)."""
    scenario = board.scenario
    if scenario is None:
        return True
    return hex_ in board.constant(("scenario map", scenario.id), lambda _: _scenario_map(board))


def _scenario_map(board: BattleBoard) -> frozenset[Hex]:
    values = board.scenario.values if board.scenario is not None else {}
    first, last = (int(str(values[name])) for name in ("first_column", "last_column"))
    grid = board.data.map.grid
    return frozenset(hex_ for hex_ in grid if first <= int(grid.number(hex_)[:2]) <= last)


def kinds_of(pieces: list[Piece]) -> Mapping[str, int]:
    """How many squads, commanders, crew weapons, machine guns and vehicles some units make."""
    return {
        "squads": len({units.squad(piece) for piece in pieces} - {None}),
        "commanders": sum(units.is_commander(piece) for piece in pieces),
        "crew_weapons": sum(units.is_crew_weapon(piece) for piece in pieces),
        "machine_guns": sum(
            units.is_crew_weapon(piece) and units.is_machine_gun(piece) for piece in pieces
        ),
        "vehicles": sum(units.is_vehicle(piece) for piece in pieces),
    }
