"""Section 24.1 during play: when and where units that wait off the map come in, who must wait."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.gamedata.model import Counter
from compiler.hexes import Hex
from referee.actions import Declare, Move, Place
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import forces
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import MOVES, bars
from referee.games.iron_cross.fire.mines import mines_go_off_under_those_who_enter
from referee.games.iron_cross.forces import WayIn
from referee.games.iron_cross.morale import phase_id
from referee.games.iron_cross.movement.moves import is_movement, movement_is_remembered
from referee.games.iron_cross.movement.moves import units_move_as_the_rules_allow as judge_movement
from referee.games.iron_cross.state import BattleBoard, is_setting_up


def waits(piece: Piece) -> bool:
    """Whether a unit stands in its side's box of units to enter."""
    return piece.place == f"{piece.side}-entry"


def _entering(action: Move | Place, board: BattleBoard) -> tuple[Piece, ...]:
    """The units that an action brings from their entry box onto the map."""
    end = action.at if isinstance(action, Place) else action.end
    if is_setting_up(board) or not isinstance(board.location(end), Hex):
        return ()
    names = (action.unit,) if isinstance(action, Place) else action.units
    pieces = (board.pieces.get(name) for name in names)
    return tuple(piece for piece in pieces if piece is not None and waits(piece))


def _rule_of(board: BattleBoard) -> str:
    """The scenario's paragraph, which says who enters when and where."""
    return board.scenario.rule if board.scenario is not None else "24.1"


@RULES.rule("24.1", "24.8", "24.9", on=Move)
def units_enter_when_they_may(action: Move, board: BattleBoard) -> Iterator[Finding]:
    """A unit enters in its turn or later, in the movement phase that is named for it."""
    pieces = _entering(action, board)
    early = [piece for piece in pieces if not forces.open_ways(board, piece)]
    if early and forces.ways_in(board, early[0]):
        ways = forces.ways_in(board, early[0])
        yield Finding(
            f"{early[0].name} enters the map in turn {board.turn}, {phase_id(board)}",
            units=tuple(piece.id for piece in early),
            expected=" or ".join(f"turn {way.turn}, {way.phase}" for way in ways),
            rule=_rule_of(board),
        )
        return
    first = _first_hex(action, board)
    if first is not None:
        yield from _judge_choice(board, pieces, first)


def _first_hex(action: Move | Place, board: BattleBoard) -> Hex | None:
    """The first hex on the map, if the log tells it."""
    if isinstance(action, Move) and action.complete:
        places = (board.location(name) for name in action.path)
        return next((place for place in places if isinstance(place, Hex)), None)
    return None


def way_used(board: BattleBoard, piece: Piece, first: Hex) -> WayIn | None:
    """The way by which a unit comes in at a hex: one that is open, not a limited one if it can."""
    ways = [way for way in forces.open_ways(board, piece) if first in forces.area(board, way.area)]
    return min(ways, key=lambda way: way.late, default=None)


def _judge_choice(board: BattleBoard, pieces: tuple[Piece, ...], first: Hex) -> Iterator[Finding]:
    """Who could come in by several areas keeps to the choice made before the game (24.6, 24.9).

    Only so many come in by the way that is open to some (24.8, 24.9).
    """
    for piece in pieces:
        way = way_used(board, piece, first)
        force = forces.force_of(board, piece.counter)
        if way is None or force is None:
            continue
        judge = _too_many_late if way.late else _other_area
        fault = judge(board, piece, way)
        if fault:
            yield Finding(
                f"{piece.name} enters the map by {way.area}",
                units=(piece.id,),
                hexes=(board.data.map.number(first),),
                expected=fault,
                found=way.area,
                rule=_rule_of(board),
            )
            return


def _other_area(board: BattleBoard, piece: Piece, way: WayIn) -> str:
    """The area by which others came in that had the same choice; empty if there is none."""
    own = forces.force_of(board, piece.counter)
    for name, area in board.state.entries.items():
        other = forces.force_of(board, board.counter(name))
        if own is None or other is None or len(own.enters) > 1:
            continue
        same_choice = (other.areas, other.side) == (own.areas, own.side)
        if same_choice and area != way.area and area in own.areas:
            return f"{forces.in_words(board, area)}, as chosen before the game"
    return ""


def _too_many_late(board: BattleBoard, piece: Piece, way: WayIn) -> str:
    """Which number of the limited way a unit exceeds; empty if none."""
    names = [name for name, area in board.state.entries.items() if area == way.area]
    others = [board.pieces[name] for name in names if name in board.pieces]
    before, kinds = forces.kinds_of(others), forces.kinds_of([*others, piece])
    late = forces.scenario_value(board, "late_entry")
    for kind, count in kinds.items():
        if count == before[kind]:
            continue
        most = late.get(kind)
        if kind == "crew_weapons" and most is None and kinds["machine_guns"] < count:
            return "no crew weapon but machine guns this way"  # As in scenario 6.
        if isinstance(most, int) and count > most:
            return f"at most {most} {kind.replace('_', ' ')} this way"
    return ""


@RULES.effect("24.1", on=Move, before=True)
def entries_are_remembered(action: Move, board: BattleBoard) -> None:
    """By which area a unit came in binds those that had the same choice."""
    first = _first_hex(action, board)
    if first is None:
        end = board.location(action.end)
        first = end if isinstance(end, Hex) else None
    if first is None:
        return
    for piece in _entering(action, board):
        way = way_used(board, piece, first)
        board.state.entries[piece.id] = way.area if way is not None else ""


@RULES.rule("24.1", on=Place)
def units_put_onto_the_map_enter_it(action: Place, board: BattleBoard) -> Iterator[Finding]:
    """A unit that is put from its box onto the map has entered it, by whatever way there is."""
    move = _as_move(action, board)
    if move is not None:
        yield from units_enter_when_they_may(move, board)
        yield from judge_movement(move, board)


@RULES.effect("24.1", on=Place, before=True)
def units_put_onto_the_map_have_moved(action: Place, board: BattleBoard) -> None:
    """What counts for a move counts for them."""
    move = _as_move(action, board)
    if move is not None:
        entries_are_remembered(move, board)
        movement_is_remembered(move, board)
        mines_go_off_under_those_who_enter(move, board)


def _as_move(action: Place, board: BattleBoard) -> Move | None:
    pieces = _entering(action, board)
    if not pieces:
        return None
    path = (board.number(pieces[0].place), action.at)
    move = Move(units=(action.unit,), path=path, complete=False, side=action.side)
    return move if is_movement(move, board) else None


@RULES.rule("24.1", on=Place)
def no_unit_comes_from_nowhere(action: Place, board: BattleBoard) -> Iterator[Finding]:
    """A unit that is put down belongs to the scenario; in play only hidden ones come to light."""
    counter = board.counter(action.counter or action.unit)
    here = board.location(action.at)
    if board.scenario is None or counter.is_marker or not isinstance(here, Hex):
        return
    force = forces.force_of(board, counter)
    if force is None:
        yield Finding(
            f"{counter.name} is put on the map and is not in the scenario",
            units=(action.unit,),
            hexes=(action.at,),
            expected="units of the order of battle",
        )
    elif not is_setting_up(board) and not is_known(board, action.unit):
        yield from judge_found(board, action.unit, counter, here)


def is_known(board: BattleBoard, unit: str) -> bool:
    """Whether a unit has been in play: it is, or it joined a crew (20.3)."""
    crews = board.state.fire.joined.values()
    return unit in board.pieces or any(unit in crew for crew in crews)


def judge_found(board: BattleBoard, unit: str, counter: Counter, here: Hex) -> Iterator[Finding]:
    """A unit that the map did not show comes out of a hidden hex of its side's area (24.21)."""
    force = forces.force_of(board, counter)
    if force is None:
        return
    may_hide = forces.scenario_value(board, "hidden_hexes").get(force.side)
    areas = [forces.area(board, name) for name in force.areas]
    inside = not areas or any(here in area for area in areas)
    if force.enters or not may_hide or not inside:
        yield Finding(
            f"{counter.name} is put on the map during play",
            units=(unit,),
            hexes=(board.data.map.number(here),),
            expected="hidden units revealed where they may have been set up",
            rule="24.21" if may_hide and not force.enters else "24.1",
        )
        return
    hexes = board.state.hidden_hexes.get(force.side, set())
    new = here not in hexes and unit not in board.state.fallen
    if isinstance(may_hide, int) and new and len(hexes) >= may_hide:
        yield Finding(
            f"{counter.name} comes out of one more hidden hex, {board.data.map.describe(here)}",
            units=(unit,),
            hexes=(board.data.map.number(here),),
            expected=f"at most {may_hide} hidden hexes",
            found=", ".join(sorted(map(board.data.map.number, hexes))),
            rule="24.21",
        )


# -- declaring -------------------------------------------------------------------------------------


@RULES.rule("24.1", on="declare:enter")
def only_who_waits_enters(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """Units that wait off the map say so before their first move."""
    for name in declaration.units:
        piece = board.piece(name)
        if isinstance(piece.place, Hex):
            yield Finding(
                f"{piece.name} is said to enter and is on the map",
                units=(name,),
                expected="a unit that waits off the map",
                found=board.number(piece.place),
            )


@bars("24.8", acts=MOVES)
def who_is_held_does_not_move(board: BattleBoard, piece: Piece, _: str) -> Iterator[Finding]:
    """Some units may not move before a certain player turn of their side."""
    held = forces.scenario_value(board, "held_until").get(piece.counter.id)
    if not isinstance(held, int):
        return
    is_first = board.phase is not None and board.phase.section == "first"
    before = is_first and piece.side != board.first_player
    if board.turn < held or (board.turn == held and before):
        turn = "player turn of the enemy" if board.turn == held else "turn"
        yield Finding(
            f"{piece.name} moves in {turn} {board.turn}",
            units=(piece.id,),
            expected=f"no movement before its own player turn {held}",
            rule=_rule_of(board),
        )
