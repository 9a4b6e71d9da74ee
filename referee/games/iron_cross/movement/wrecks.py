"""Section 8.65, pushing wrecks: a vehicle spends its Movement Phase to shift a wreck."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare, Move, Place, Remove
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import rests, units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import bars, judge_act, mode
from referee.games.iron_cross.declared import pieces, target_hexes, target_units
from referee.games.iron_cross.morale import phase_id
from referee.games.iron_cross.movement import terrain
from referee.games.iron_cross.state import BattleBoard, is_setting_up

PUSH = PUSH_CHECK = "push-wreck"


@bars("8.65", acts=(PUSH_CHECK,))
def a_push_takes_the_whole_movement_phase(
    board: BattleBoard, piece: Piece, _: str
) -> Iterator[Finding]:
    """A vehicle pushes a wreck that it has stood beside for the whole Movement Phase."""
    trek = board.state.treks.get(piece.id)
    beside = isinstance(piece.place, Hex) and any(
        units.is_wreck(other)
        for hex_ in board.data.map.grid.neighbours(piece.place).values()
        for other in board.at(hex_)
    )
    expected = ""
    if not units.is_vehicle(piece):
        expected = "a vehicle"
    elif trek is not None and trek.hexes:
        expected = "a whole Movement Phase beside the wreck"
    elif not beside:
        expected = "a hex adjacent to the wreck"
    if expected:
        yield Finding(
            f"{piece.name} tries to push a wreck", units=(piece.id,), expected=expected, rule="8.65"
        )


@RULES.rule("8.65", on=f"declare:{PUSH}")
def a_wreck_is_pushed_where_a_vehicle_could_go(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """Once its check is passed, the wreck goes into a hex beside it that a vehicle could enter."""
    for name in declaration.units:
        piece = board.piece(name)
        yield from judge_act(board, piece, (PUSH_CHECK,), "8.65")
        wreck = _wreck_of(board, declaration)
        goal = _goal_of(board, declaration)
        if wreck is None or not isinstance(wreck.place, Hex) or goal is None:
            continue
        rule, found = _why_not_followed(board, piece, wreck)
        if rule:
            yield Finding(
                f"{piece.name} pushes a wreck out of {board.data.map.describe(wreck.place)}",
                units=(name, wreck.id),
                hexes=(board.number(wreck.place),),
                expected="a hex beside it that it may enter once the wreck is gone",
                found=found,
                rule=rule,
            )
        reached = _could_enter(board, piece, wreck, goal)
        if reached:
            yield Finding(
                f"{piece.name} pushes a wreck into {board.data.map.describe(goal)}",
                units=(name, wreck.id),
                rests_on=rests.defects(board, "pushed-wreck-where"),
                hexes=(board.data.map.number(goal),),
                expected="a hex beside the wreck that a vehicle could enter",
                found=reached,
            )


def _wreck_of(board: BattleBoard, declaration: Declare) -> Piece | None:
    """The wreck named as target, by its id or its hex."""
    for piece in pieces(board, target_units(declaration, board)):
        if units.is_wreck(piece):
            return piece
    wrecks = (
        piece
        for hex_ in target_hexes(declaration, board)
        for piece in board.at(hex_)
        if units.is_wreck(piece)
    )
    return next(wrecks, None)


def _goal_of(board: BattleBoard, declaration: Declare) -> Hex | None:
    place = board.location(declaration.text("hex"))
    return place if isinstance(place, Hex) else None


def _why_not_followed(board: BattleBoard, vehicle: Piece, wreck: Piece) -> tuple[str, str]:
    """The paragraph by which a vehicle may not come where a wreck is, and why; empty if it may."""
    if not isinstance(wreck.place, Hex) or not isinstance(vehicle.place, Hex):
        return "8.65", "not on the map"
    if wreck.place not in board.data.map.grid.neighbours(vehicle.place).values():
        return "8.65", "not beside the vehicle"
    for other in board.at(wreck.place):
        if units.is_wreck(other) and other is not wreck:
            return "12.4", "another wreck"
        if not units.unit_class(other) or other.flag("hidden"):
            continue
        if other.side != vehicle.side:
            return "8.23", other.name
        if units.is_vehicle(other):
            return "8.61", other.name
    return "", ""


def _could_enter(board: BattleBoard, vehicle: Piece, wreck: Piece, goal: Hex) -> str:
    """Why a wreck may not be pushed into a hex; empty where it may."""
    if not isinstance(wreck.place, Hex) or goal not in (
        board.data.map.grid.neighbours(wreck.place).values()
    ):
        return "not beside the wreck"
    if terrain.terrain_cost(board.data, "vehicle-up", goal) is None:
        return "prohibited to vehicles"
    for other in board.at(goal):
        if units.is_wreck(other):
            return "another wreck"
        if units.is_vehicle(other) or (
            units.unit_class(other) and other.side != vehicle.side and not other.flag("hidden")
        ):
            return other.name
    return ""


@RULES.effect("8.65", on=f"declare:{PUSH}")
def a_push_is_under_way(declaration: Declare, board: BattleBoard) -> None:
    """The moves of vehicle and wreck that follow belong to the push."""
    wreck = _wreck_of(board, declaration)
    for name in declaration.units:
        board.state.pushes[name] = (wreck.id if wreck else "", _goal_of(board, declaration))
        board.state.note(name).moved_in.add(mode(board))
        if wreck is not None:  # So that it covers nobody in this player turn (11.33.a).
            board.state.note(wreck.id).moved_in.add(mode(board))


@RULES.rule("8.65", on=Move)
def wrecks_move_by_pushing_alone(move: Move, board: BattleBoard) -> Iterator[Finding]:
    """A wreck goes where it is pushed, and the vehicle where the wreck was."""
    if is_setting_up(board) or board.is_sorting(move):
        return
    for name in move.units:
        piece = board.piece(name)
        if units.is_wreck(piece) and isinstance(piece.place, Hex):
            pushed = [goal for wreck, goal in board.state.pushes.values() if wreck == name]
            if not pushed or (pushed[0] is not None and board.location(move.end) != pushed[0]):
                yield Finding(
                    "a wreck is moved",
                    units=(name,),
                    hexes=(move.start, move.end),
                    expected=_numbers(board, pushed) or "where it stands, unless it is pushed",
                    found=move.end,
                )
        elif name in board.state.pushes and phase_id(board) == "movement":
            yield from _follows_the_wreck(board, piece, move)


@RULES.rule("12.4", on=Remove)
def wrecks_are_not_taken_away(action: Remove, board: BattleBoard) -> Iterator[Finding]:
    """A wreck stays where it stands unless it is pushed."""
    for name in action.units if not is_setting_up(board) else ():
        if units.is_wreck(board.piece(name)):
            yield Finding("a wreck is taken away", units=(name,), expected="where it stands")


@RULES.rule("12.4", on=Place)
def wrecks_are_not_put_elsewhere(action: Place, board: BattleBoard) -> Iterator[Finding]:
    """The same for a wreck that is put down once more."""
    wreck = board.pieces.get(action.unit)
    if wreck is None or is_setting_up(board) or not units.is_wreck(wreck):
        return
    if isinstance(wreck.place, Hex) and board.location(action.at) != wreck.place:
        yield Finding("a wreck is put elsewhere", units=(action.unit,), expected="where it stands")


def _came_from(board: BattleBoard, wreck: Piece) -> Hex | None:
    """The hex in which a wreck stood before it was pushed in this phase."""
    starts = [record.start for record in board.moves if wreck.id in record.units]
    place = starts[0] if starts else wreck.place
    return place if isinstance(place, Hex) else None


def _numbers(board: BattleBoard, hexes: list[Hex | None]) -> str:
    return ", ".join(board.data.map.number(hex_) for hex_ in hexes if hex_ is not None)


def _follows_the_wreck(board: BattleBoard, piece: Piece, move: Move) -> Iterator[Finding]:
    goal = board.location(move.end)
    if goal == piece.place or not isinstance(piece.place, Hex) or not isinstance(goal, Hex):
        return
    wreck = board.pieces.get(board.state.pushes[piece.id][0])
    left = _came_from(board, wreck) if wreck is not None else None
    near = board.data.map.grid.neighbours(piece.place).values()
    if goal not in near or (left is not None and goal != left):
        yield Finding(
            f"{piece.name} goes elsewhere than to the hex of the wreck it pushes",
            units=(piece.id,),
            hexes=(move.start, move.end),
            expected="the hex that the wreck has left",
            found=move.end,
        )
