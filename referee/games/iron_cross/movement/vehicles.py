"""Vehicles in movement: the order of movement, infantry that goes along, woods and marsh.

Sections 8.0 and 8.4, and 8.54 and 8.55; facing is in `facing`, overruns in `overrun`, pushing in
`wrecks`.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Move, PhaseEnds, Roll, SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import MOVES, bars
from referee.games.iron_cross.movement import terrain
from referee.games.iron_cross.movement.moves import is_movement, set_out
from referee.games.iron_cross.rolls import answer as answer_of
from referee.games.iron_cross.rolls import answered
from referee.games.iron_cross.state import BattleBoard, is_setting_up

IMMOBILISATION = "immobilisation"
IMMOBILISED = "immobilised"

VEHICLES_ALONE, WITH_VEHICLES, OTHERS = 1, 2, 3
"""The order of movement (8.0)."""
_CLASS_NAMES = {
    VEHICLES_ALONE: "a vehicle moving alone",
    WITH_VEHICLES: "a vehicle with infantry",
    OTHERS: "infantry or a crew weapon",
}


# -- the order of movement -------------------------------------------------------------------------


def _sorted(move: Move, board: BattleBoard) -> tuple[list[Piece], list[Piece]]:
    """The vehicles of a move, and its other units."""
    movers = [board.piece(name) for name in move.units]
    vehicles = [piece for piece in movers if units.is_vehicle(piece)]
    return vehicles, [p for p in movers if units.unit_class(p) and p not in vehicles]


def class_of(move: Move, board: BattleBoard) -> int:
    """Where a move stands in the order; a vehicle goes on alone that has left its infantry.

    In a combined overrun (9.3) vehicle and infantry belong together, also when moved one by one.
    """
    vehicles, men = _sorted(move, board)
    combined = [run for run in board.state.overruns if run.infantry]
    if not vehicles:
        end, names = board.location(move.end), {piece.id for piece in men}
        goes_in = any(run.hex == end and names <= set(run.infantry) for run in combined)
        return WITH_VEHICLES if goes_in else OTHERS
    trek = board.state.treks.get(vehicles[0].id)
    went_with_men = trek is not None and trek.vehicle == vehicles[0].id
    overruns = any(run.vehicle == vehicles[0].id for run in combined)
    return WITH_VEHICLES if men or went_with_men or overruns else VEHICLES_ALONE


@RULES.covers("8.41")
def _was_to_take_men(board: BattleBoard, vehicle: Piece) -> bool:
    """Whether infantry tried to move when it stood with a vehicle.

    If it failed, the vehicle goes alone where the whole stack was to go, in its place in the order.
    """
    tries = MOVES - {"facing"}
    return any(
        check.act in tries and vehicle.id in check.stack
        for name, taken in board.state.checks.items()
        if name in board.pieces and units.is_infantry(board.pieces[name])
        for check in taken
    )


@RULES.rule("8.0", "8.4", on=Move)
def vehicles_move_before_infantry(move: Move, board: BattleBoard) -> Iterator[Finding]:
    """First vehicles alone, then vehicles with infantry, then all others."""
    if not is_movement(move, board):
        return
    here = class_of(move, board)
    if here == VEHICLES_ALONE and all(_was_to_take_men(board, v) for v in _sorted(move, board)[0]):
        here = WITH_VEHICLES
    if here < board.state.order:
        yield Finding(
            f"{board.piece(move.units[0]).name} moves after {_CLASS_NAMES[board.state.order]}",
            units=move.units,
            expected=f"{_CLASS_NAMES[here]} before",
            found="after",
        )


@RULES.rule("8.41", "8.43", "8.44", on=Move)
def infantry_goes_with_a_vehicle_all_the_way(move: Move, board: BattleBoard) -> Iterator[Finding]:
    """Infantry that goes with a vehicle begins with it and stops when it leaves it."""
    if not is_movement(move, board):
        return
    vehicles, men = _sorted(move, board)
    for piece in men:
        trek = board.state.treks.get(piece.id)
        if not vehicles:
            overruns = any(piece.id in run.infantry for run in board.state.overruns)
            told = overruns or (piece.id, "8.43") in board.state.blamed
            if trek is not None and trek.vehicle and not told:
                yield _with_vehicle(piece, "8.43", "moves on without the vehicle that it went with")
        elif units.is_crew_weapon(piece):
            yield _with_vehicle(piece, "8.44", f"moves with {vehicles[0].name}")
        elif not begin_together(board, piece, vehicles[0]):
            yield _with_vehicle(
                piece, "8.41", f"joins {vehicles[0].name} when one of them has moved already"
            )


def _with_vehicle(piece: Piece, rule: str, deed: str) -> Finding:
    return Finding(
        f"{piece.name} {deed}",
        units=(piece.id,),
        expected="infantry that begins its movement with the vehicle and ends it where they part",
        rule=rule,
    )


def begin_together(board: BattleBoard, piece: Piece, vehicle: Piece) -> bool:
    """Whether both stand in one hex and have moved together so far, or not at all."""
    if piece.place != vehicle.place:
        return False
    own, its = board.state.treks.get(piece.id), board.state.treks.get(vehicle.id)
    if own is not None and own.hexes and own.vehicle != vehicle.id:
        return False
    return its is None or not its.hexes or (own is not None and own.vehicle == vehicle.id)


@RULES.effect("8.0", "8.4", "8.43", on=Move)
def who_goes_with_whom_is_remembered(move: Move, board: BattleBoard) -> None:
    """The order of movement goes on, and who ends beside the vehicle has its cover (11.33.b)."""
    state = board.state
    treks = [state.treks.get(name) for name in move.units]
    if not any(treks) or not isinstance(board.location(move.end), Hex) or board.is_sorting(move):
        return
    if any(name in state.pushes for name in move.units):
        return
    vehicles, men = _sorted(move, board)
    state.order = max(state.order, class_of(move, board))
    for piece in men:
        trek = state.treks.get(piece.id)
        if trek is None:
            continue
        if vehicles:
            trek.vehicle = vehicles[0].id
            state.note(piece.id).accompanies = "" if trek.alone else vehicles[0].id
        else:
            state.blamed.add((piece.id, "8.43"))
            trek.alone = True
            state.note(piece.id).accompanies = ""
    for vehicle in vehicles:
        its = state.treks.get(vehicle.id)
        if its is not None and men:
            its.vehicle = vehicle.id
        for name, conduct in state.conduct.items():
            if conduct.accompanies == vehicle.id and name not in move.units:
                conduct.accompanies = ""


# -- woods and marsh -------------------------------------------------------------------------------


@bars("8.54", "8.55", acts=MOVES | {"push-wreck"})
def immobilised_vehicles_stay(board: BattleBoard, piece: Piece, _: str) -> Iterator[Finding]:
    """An immobilised vehicle neither moves nor turns for the rest of the game."""
    if piece.flag(IMMOBILISED):
        marsh = isinstance(piece.place, Hex) and terrain.MARSH in (
            board.data.map.hexes[piece.place].terrains
        )
        yield Finding(
            f"{piece.name} is immobilised and moves or turns",
            units=(piece.id,),
            expected="no movement and no turning",
            rule="8.55" if marsh else "8.54",
        )


def _rule_of(board: BattleBoard, hex_: Hex) -> str:
    return "8.54" if terrain.WOODS in board.data.map.hexes[hex_].terrains else "8.55"


@RULES.rule("8.54", "8.55", on=Move)
def a_vehicle_in_woods_rolls_before_it_goes_on(move: Move, board: BattleBoard) -> Iterator[Finding]:
    """A vehicle that has entered woods or marsh rolls two dice and may have to stay."""
    if not is_movement(move, board):
        return
    for vehicle in _sorted(move, board)[0]:
        trek = board.state.treks.get(vehicle.id)
        if trek is None:
            continue
        if trek.stopped_by:
            yield Finding(
                f"{vehicle.name} goes on though it is stuck",
                units=(vehicle.id,),
                expected="no further movement for the rest of the game",
                rule=trek.stopped_by,
            )
        elif trek.woods_owed:
            yield _no_roll(board, vehicle, trek.woods_owed[0])


def _no_roll(board: BattleBoard, vehicle: Piece, hex_: Hex) -> Finding:
    return Finding(
        f"{vehicle.name} does not roll for getting stuck in {board.data.map.describe(hex_)}",
        units=(vehicle.id,),
        hexes=(board.data.map.number(hex_),),
        expected=f"two dice, more than {terrain.immobilising_number(board, hex_)}",
        found="no roll",
        rule=_rule_of(board, hex_),
    )


@RULES.rule("8.54", "8.55", on=PhaseEnds)
def vehicles_in_woods_have_rolled(_: PhaseEnds, board: BattleBoard) -> Iterator[Finding]:
    """By the end of the phase the roll has been made, and a stuck vehicle is marked."""
    for unit, trek in board.state.treks.items():
        piece = board.pieces.get(unit)
        if piece is None or not isinstance(piece.place, Hex):
            continue
        if trek.woods_owed:
            yield _no_roll(board, piece, trek.woods_owed[0])
        elif trek.stopped_by and not piece.flag(IMMOBILISED):
            yield Finding(
                f"{piece.name} is stuck and not marked so",
                units=(unit,),
                expected="immobilised for the rest of the game",
                rule=trek.stopped_by,
            )


@RULES.rule("8.54", "8.55", on="roll")
def a_stuck_vehicle_ends_its_movement(roll: Roll, board: BattleBoard) -> Iterator[Finding]:
    """If the dice hold it in a hex that it has left already, it went on illegally."""
    found = answer_of(roll, board)
    if found is None or found.verb != IMMOBILISATION or found.unit not in board.pieces:
        return
    piece = board.pieces[found.unit]
    if len(roll.result) != 2:
        yield Finding(
            f"{piece.name} does not roll two dice for getting stuck",
            units=(piece.id,),
            expected="two dice",
            found=f"{len(roll.result)} of {roll.dice}",
        )
        return
    hex_ = _rolled_for(board, piece)
    number = terrain.immobilising_number(board, hex_) if hex_ is not None else 0
    if hex_ is not None and hex_ != piece.place and roll.total <= number:
        yield Finding(
            f"{piece.name} has gone on from {board.data.map.describe(hex_)}, where it is stuck",
            units=(piece.id,),
            hexes=(board.data.map.number(hex_),),
            expected=f"more than {number}",
            found=str(roll.total),
            rule=_rule_of(board, hex_),
        )


def _rolled_for(board: BattleBoard, piece: Piece) -> Hex | None:
    """The hex for which a vehicle rolls: the first it owes a roll for, else where it is."""
    trek = board.state.treks.get(piece.id)
    if trek is not None and trek.woods_owed:
        return trek.woods_owed[0]
    return piece.place if isinstance(piece.place, Hex) else None


@RULES.effect("8.54", "8.55", on="roll")
def the_dice_hold_a_vehicle(roll: Roll, board: BattleBoard) -> None:
    """With the number of Tree symbols or less, four in marsh, the vehicle is immobilised."""
    found = answered(board, IMMOBILISATION)
    piece = board.pieces.get(found.unit) if found is not None else None
    trek = board.state.treks.get(piece.id) if piece is not None else None
    if piece is not None and piece.id in board.state.pushes:
        trek = set_out(board, piece)  # It has come where the wreck was.
    if piece is None or trek is None:
        return
    hex_ = _rolled_for(board, piece)
    trek.woods_owed = trek.woods_owed[1:]
    if hex_ is None or len(roll.result) != 2:
        return
    if roll.total <= terrain.immobilising_number(board, hex_) and hex_ == piece.place:
        trek.stopped_by = _rule_of(board, hex_)


@RULES.rule("8.54", "8.55", on=SetState)
def only_the_dice_immobilise(action: SetState, board: BattleBoard) -> Iterator[Finding]:
    """A vehicle is marked immobilised after its roll, and the mark stays."""
    piece = board.pieces.get(action.unit or "")
    if action.state != IMMOBILISED or piece is None or is_setting_up(board):
        return
    trek = board.state.treks.get(piece.id)
    stuck = piece.flag(IMMOBILISED) or (trek is not None and bool(trek.stopped_by))
    if bool(action.value) != stuck:
        yield Finding(
            f"{piece.name} is marked {'immobilised' if action.value else 'mobile'}"
            " though no roll says so",
            units=(piece.id,),
            expected="immobilised for the rest of the game" if stuck else "mobile",
            found=str(action.value),
        )
