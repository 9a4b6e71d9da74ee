"""Sections 24.4 to 24.9, victory: who has won when the last game turn is over."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator

from compiler.gamedata.model import Counter
from compiler.hexes import Hex
from referee.actions import BeginPhase, Move, Place, Remove
from referee.board import Piece
from referee.games import Outcome
from referee.games.iron_cross import forces, units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.concealed import is_kept_out_of_sight, noted_hex
from referee.games.iron_cross.state import BattleBoard, is_setting_up

GERMAN, RUSSIAN, DRAW = "german", "russian", "draw"
COMMANDER = "commander"
LAST_PHASE = "second.state-change"


def is_over(board: BattleBoard) -> bool:
    """Whether the last step of the last game turn has come."""
    if board.scenario is None or board.phase is None:
        return False
    last = len(board.scenario.turns)
    return board.turn > last or (board.turn == last and board.phase.id == LAST_PHASE)


def outcome(board: BattleBoard) -> Outcome | None:
    """The result at the end of the game; None while it goes on."""
    if not is_over(board) or board.scenario is None:
        return None
    judge = JUDGES.get(board.scenario.rule)
    if judge is None:
        return None
    winner, points, note = judge(board)
    secret = [piece for piece in board.pieces.values() if _is_nowhere(board, piece)]
    if secret:
        note += f"; not counted: {len(secret)} units hidden off the map, whose hexes are not known"
    names = {DRAW: "Draw", **{s: f"{side.name} victory" for s, side in board.data.sides.items()}}
    return Outcome(names[winner], points, note)


def _is_nowhere(board: BattleBoard, piece: Piece) -> bool:
    """Whether a unit is hidden off the map, nobody knows where."""
    return (
        not piece.counter.is_marker
        and is_kept_out_of_sight(board, piece)
        and noted_hex(board, piece.id) is None
    )


Verdict = tuple[str, dict[str, float], str]
"""Winner or draw, points by side, and what decided."""


# -- who was where last ----------------------------------------------------------------------------


@RULES.effect("24.9", on=BeginPhase, before=True)
def set_up_units_hold_their_hexes(_: BeginPhase, board: BattleBoard) -> None:
    """When play begins every hex is held by who is set up there."""
    if is_setting_up(board):
        board.state.entered = {
            piece.place: piece.side
            for piece in board.on_map()
            if isinstance(piece.place, Hex) and piece.side is not None
        }


@RULES.effect("24.9", on=Move, before=True)
def who_leaves_a_hex_has_held_it(move: Move, board: BattleBoard) -> None:
    """Whoever stayed in a hex when others were thrown out of it was the last to occupy it."""
    _note_leaving(board, move.units)


@RULES.effect("24.9", on=Remove, before=True)
def who_falls_in_a_hex_has_held_it(action: Remove, board: BattleBoard) -> None:
    """The same for those who are eliminated; hexes are held by those who are left there."""
    _note_leaving(board, action.units)


def _note_leaving(board: BattleBoard, names: Iterable[str]) -> None:
    leaving = [board.pieces[name] for name in names if name in board.pieces]
    for piece in leaving:
        if not units.unit_class(piece) or not isinstance(piece.place, Hex):
            continue
        left = {other.side for other in board.units_at(piece.place) if other not in leaving}
        side = piece.side if not left else left.pop() if len(left) == 1 else None
        if side is not None:
            board.state.entered[piece.place] = side


@RULES.effect("24.9", on=Move)
def who_passes_a_hex_holds_it(move: Move, board: BattleBoard) -> None:
    """The last player to occupy a hex controls it; hexes passed count where the log tells them."""
    piece = board.piece(move.units[0])
    if not units.unit_class(piece) or piece.side is None:
        return
    for number in move.path[1:] if move.complete else (move.end,):
        place = board.location(number)
        if isinstance(place, Hex):
            board.state.entered[place] = piece.side


@RULES.effect("24.9", on=Place)
def who_is_put_into_a_hex_holds_it(action: Place, board: BattleBoard) -> None:
    """The same for units that come to light or enter."""
    piece = board.piece(action.unit)
    if units.unit_class(piece) and piece.side is not None and isinstance(piece.place, Hex):
        board.state.entered[piece.place] = piece.side


# -- what scenarios look at ------------------------------------------------------------------------


def _values(board: BattleBoard, name: str) -> tuple[str, ...]:
    value = board.scenario.values.get(name) if board.scenario is not None else None
    return tuple(str(item) for item in value) if isinstance(value, (list, tuple)) else ()


def _value(board: BattleBoard, name: str) -> str:
    value = board.scenario.values.get(name) if board.scenario is not None else None
    return str(value or "")


def hexes_of(board: BattleBoard, places: Iterable[str]) -> frozenset[Hex]:
    """The hexes of named places."""
    return frozenset(hex_ for name in places for hex_ in board.data.map.places[name].hexes)


def held_by(board: BattleBoard, hexes: Iterable[Hex]) -> frozenset[str]:
    """The sides that have units in some hexes, those among them that were noted to be hidden."""
    asked = frozenset(hexes)
    found = {piece.side for hex_ in asked for piece in board.units_at(hex_)}
    found |= {board.counter(unit).side for unit, hex_ in _noted(board) if hex_ in asked}
    return frozenset(side for side in found if side is not None)


def _noted(board: BattleBoard) -> Iterator[tuple[str, Hex]]:
    """Units that are off the map, hidden in a hex by a note, and the hex (24.21)."""
    for unit in board.state.noted_hexes:
        hex_ = noted_hex(board, unit)
        if hex_ is not None:
            yield unit, hex_


def _is_german(board: BattleBoard, hex_: Hex) -> bool:
    """Whether the German player was the last to occupy a hex: who is in it now comes before all."""
    now = held_by(board, (hex_,))
    return now == {GERMAN} if len(now) == 1 else board.state.entered.get(hex_) == GERMAN


# -- the scenarios ---------------------------------------------------------------------------------


@RULES.covers("24.4", recorded=True)
def demyansk(board: BattleBoard) -> Verdict:
    """Scenario 1: units in both hexes win."""
    hexes = [board.data.map.hex(number) for number in _values(board, "victory_hexes")]
    winners = [
        side for side in board.data.sides if all(side in held_by(board, (hex_,)) for hex_ in hexes)
    ]
    note = f"held: {', '.join(_values(board, 'victory_hexes'))}"
    return (winners[0], {}, note) if len(winners) == 1 else (DRAW, {}, "nobody holds both hexes")


@RULES.covers("24.5", recorded=True)
def khristishche(board: BattleBoard) -> Verdict:
    """Scenario 2: no Russian in any building, or Russians alone in a building of several hexes."""
    names = set(_values(board, "victory_terrain"))
    buildings = [
        hex_
        for hex_, info in board.data.map.hexes.items()
        if info.terrains & names and forces.is_on_scenario_map(board, hex_)
    ]
    if RUSSIAN not in held_by(board, buildings):
        return GERMAN, {}, "no Russian unit is in a building"
    for name in _values(board, "victory_buildings"):
        if held_by(board, hexes_of(board, (name,))) == {RUSSIAN}:
            return RUSSIAN, {}, f"alone in {board.data.map.places[name].name}"
    return DRAW, {}, "neither side's condition is met"


@RULES.covers("24.6", "24.8", recorded=True)
def swept(board: BattleBoard) -> Verdict:
    """Scenarios 3 and 5: the Germans win if no Russian is left on certain hills and bridges."""
    hexes = set(hexes_of(board, _values(board, "victory_hills")))
    hexes |= {board.data.map.hex(number) for number in _values(board, "victory_hexes")}
    left = [
        board.data.map.number(hex_) for hex_ in sorted(hexes) if RUSSIAN in held_by(board, (hex_,))
    ]
    if left:
        return RUSSIAN, {}, f"Russian units in {', '.join(left)}"
    return GERMAN, {}, "no Russian unit is left there"


@RULES.covers("24.7", recorded=True)
def tula(board: BattleBoard) -> Verdict:
    """Scenario 4: no Russian south of the road nor in two buildings; or three of a kind south."""
    south = [counter for counter, hex_ in _russians(board) if _is_south(board, hex_)]
    if not south and RUSSIAN not in held_by(
        board, hexes_of(board, _values(board, "victory_buildings"))
    ):
        return GERMAN, {}, "no Russian unit south of the road or in the buildings"
    squads = Tally(counter.formation for counter in south if counter.formation)
    commanders = sum(counter.kind == COMMANDER for counter in south)
    wanted = int(_value(board, "victory_units") or 3)
    if commanders + max(squads.values(), default=0) >= wanted:
        return RUSSIAN, {}, f"{len(south)} Russian units south of the road"
    return DRAW, {}, "neither side's condition is met"


def _russians(board: BattleBoard) -> Iterator[tuple[Counter, Hex]]:
    """Russian units and where they are, those among them that were noted to be hidden."""
    for piece in board.on_map(RUSSIAN):
        if isinstance(piece.place, Hex):
            yield piece.counter, piece.place
    for unit, hex_ in _noted(board):
        if board.counter(unit).side == RUSSIAN:
            yield board.counter(unit), hex_


def _is_south(board: BattleBoard, hex_: Hex) -> bool:
    return hex_ in board.constant(
        ("south of the road", board.scenario.id if board.scenario else ""),
        lambda _: frozenset(_south_of_road(board)),
    )


def _south_of_road(board: BattleBoard) -> Iterator[Hex]:
    """Hexes beyond the road as the scenario's north indicator points, road hexes not among them."""
    name = _value(board, "victory_road")
    road = next((route for route in board.data.map.routes if route.id == name), None)
    if road is None or board.scenario is None:
        return
    number = board.data.map.number
    rows: dict[int, list[int]] = {}
    for hex_ in road.hexes:
        rows.setdefault(int(number(hex_)[:2]), []).append(int(number(hex_)[2:]))
    north_is_down = int(str(board.scenario.values["north"])) == NORTH_TOWARDS_LAST_ROW
    for hex_ in board.data.map.grid:
        column, row = int(number(hex_)[:2]), int(number(hex_)[2:])
        if column not in rows:
            continue
        if (row < min(rows[column])) if north_is_down else (row > max(rows[column])):
            yield hex_


NORTH_TOWARDS_LAST_ROW = 3


@RULES.covers("24.9", recorded=True)
def spartakovka(board: BattleBoard) -> Verdict:
    """Scenario 6: points for building hexes that Germans were the last to occupy."""
    points = float(
        sum(
            _is_german(board, hex_) for hex_ in hexes_of(board, _values(board, "victory_buildings"))
        )
    )
    each = int(_value(board, "victory_other_points") or 0)
    for name in _values(board, "victory_other_buildings"):
        hexes = board.data.map.places[name].hexes
        points += each * all(_is_german(board, hex_) for hex_ in hexes)
    table = board.data.tables[_value(board, "victory_table")]
    winner = str(table.cell(int(points), "result"))
    return winner, {GERMAN: points}, f"{points:g} German victory points"


JUDGES = {
    "24.4": demyansk,
    "24.5": khristishche,
    "24.6": swept,
    "24.7": tula,
    "24.8": swept,
    "24.9": spartakovka,
}
"""Paragraph of a scenario to how it is judged."""
