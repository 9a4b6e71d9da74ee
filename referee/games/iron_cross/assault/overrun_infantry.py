"""Section 9.3, combined overruns: infantry that goes in with the vehicle."""

from __future__ import annotations

from collections.abc import Iterator

from referee.actions import Declare, Move, PhaseEnds, Roll
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import rests, units
from referee.games.iron_cross.assault.overrun import (
    OVERRUN,
    current,
    defenders,
    is_destroyed,
)
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.declared import supports, target_hex
from referee.games.iron_cross.morale import phase_id
from referee.games.iron_cross.results import ELIMINATED
from referee.games.iron_cross.state import BattleBoard
from referee.mechanics.merging import merged


@RULES.rule("9.3", on=f"declare:{OVERRUN}")
def infantry_goes_in_where_it_outnumbers_no_less(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """Infantry joins an overrun if the hex holds no more men than there are of it."""
    hex_ = target_hex(declaration, board)
    named = supports(declaration)
    if hex_ is None or not named or not declaration.units:
        return
    vehicle = board.piece(declaration.units[0])
    infantry = [board.piece(name) for name in named]
    for piece in infantry:
        if not units.is_infantry(piece) or not _came_with(board, piece, vehicle):
            yield Finding(
                f"{piece.name} joins the overrun of {vehicle.name}",
                units=(piece.id, vehicle.id),
                expected="infantry that began its movement with the vehicle",
                found=board.number(piece.place),
            )
            return
    men = sum(units.men(enemy) for enemy in units.enemies_at(board, hex_, vehicle.side))
    if men > len(infantry):
        yield Finding(
            f"infantry joins the overrun of {board.data.map.describe(hex_)}",
            units=named,
            hexes=(board.data.map.number(hex_),),
            expected=f"at most {len(infantry)} men in the hex",
            found=f"{men} men",
        )


@RULES.covers("9.3")
def _came_with(board: BattleBoard, piece: Piece, vehicle: Piece) -> bool:
    """Whether a unit stands with a vehicle and has gone the same way, if any."""
    if piece.place != vehicle.place:
        return False
    own, its = board.state.treks.get(piece.id), board.state.treks.get(vehicle.id)
    ways = [trek.path for trek in (own, its) if trek is not None and trek.hexes]
    exact = all(trek.exact for trek in (own, its) if trek is not None)
    return not ways or (len(ways) == 2 and (ways[0] == ways[1] or not exact))


@RULES.rule("9.33", "9.31", on=Move)
def infantry_stays_where_the_overrun_leaves_it(move: Move, board: BattleBoard) -> Iterator[Finding]:
    """Infantry stays in the overrun hex, or beside the wreck of a vehicle lost before it."""
    if phase_id(board) != "movement" or board.is_sorting(move):
        return
    found: list[Finding] = []
    for run in board.state.overruns:
        for name in run.infantry:
            piece = board.pieces.get(name)
            if name not in move.units or piece is None or board.location(move.end) == run.hex:
                continue
            inside = run.hex in (piece.place, *map(board.location, move.path[1:]))
            if inside or is_destroyed(board, run):
                found.append(
                    Finding(
                        f"{piece.name} moves on after the overrun",
                        units=(name,),
                        hexes=(move.start, move.end),
                        expected="the overrun hex"
                        if inside
                        else "the hex beside it, its move over",
                        rests_on=rests.of_rule(board, "9.33" if inside else "9.31"),
                        rule="9.33" if inside else "9.31",
                    )
                )
    yield from merged(board, found)


@RULES.effect("9.31", on=Roll)
def infantry_of_a_lost_vehicle_goes_down(_: Roll, board: BattleBoard) -> None:
    """When special fire destroys the vehicle its infantry goes down, unharmed."""
    run = current(board)
    if run is not None and not run.entered and is_destroyed(board, run):
        board.state.may_go_down.update(run.infantry)


@RULES.rule("9.31", "9.33", on=PhaseEnds)
def a_combined_overrun_ends_with_one_side_in_the_hex(
    _: PhaseEnds, board: BattleBoard
) -> Iterator[Finding]:
    """Infantry that went in has assaulted any survivors; where the vehicle was lost it is down."""
    for run in board.state.overruns:
        infantry = [board.pieces[name] for name in run.infantry if name in board.pieces]
        up = [piece for piece in infantry if units.is_up(piece)]
        if not run.entered and is_destroyed(board, run) and up:
            yield Finding(
                "infantry whose vehicle was destroyed stays up",
                units=tuple(piece.id for piece in up),
                expected="the down state at once",
                rests_on=rests.of_rule(board, "9.31"),
                rule="9.31",
            )
        inside = [piece for piece in infantry if piece.place == run.hex]
        left = [piece for piece in defenders(board, run) if not _is_leaving(board, piece)]
        if inside and left and not any(piece.id in board.state.uncertain for piece in left):
            yield Finding(
                f"infantry in {board.data.map.describe(run.hex)} has not assaulted the survivors of"
                " the overrun to the end",
                units=tuple(piece.id for piece in inside),
                hexes=(board.data.map.number(run.hex),),
                expected="an assault at once, until one side is left",
                rests_on=rests.of_rule(board, "9.33"),
                rule="9.33",
            )


def _is_leaving(board: BattleBoard, piece: Piece) -> bool:
    owed = board.state.owed.get(piece.id)
    return owed is not None and owed.statuses == {ELIMINATED}


@RULES.effect("9.34", on="declare:assault")
def who_assaults_in_an_overrun_is_finished(declaration: Declare, board: BattleBoard) -> None:
    """Infantry that assaults as part of an overrun has done its share of the player turn."""
    if phase_id(board) != "movement":
        return
    for run in board.state.overruns:
        for name in set(declaration.units) & set(run.infantry):
            board.state.note(name).finished_by = "9.34"
