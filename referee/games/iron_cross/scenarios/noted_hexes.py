"""Section 24.21, hidden hexes as their owner wrote them down, once that is opened to the referee.

Units so hidden are off the map until they come to light; `concealed` says where they are.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import BeginPhase, Declare, Move, Place, Position, Remove
from referee.board import Location
from referee.findings import Finding
from referee.games.iron_cross import concealed, forces
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.forces import Force
from referee.games.iron_cross.movement import stacking
from referee.games.iron_cross.opening import is_opening
from referee.games.iron_cross.scenarios import entry, setup
from referee.games.iron_cross.state import BattleBoard, ends_set_up, is_setting_up
from referee.games.iron_cross.units import friends_at

VERB = "hidden-hex"


# -- writing them down -----------------------------------------------------------------------------


def _hex_said(declaration: Declare, board: BattleBoard) -> Hex | None:
    place = board.location(declaration.text("hex") or declaration.target or "")
    return place if isinstance(place, Hex) else None


@RULES.rule("24.21", "24.2", on=f"declare:{VERB}")
def hidden_hexes_are_noted_before_play(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """Hexes and the units in them are recorded at set-up; what is written later hides nobody."""
    names = ", ".join(board.counter(unit).name for unit in declaration.units)
    if not is_setting_up(board):
        yield Finding(
            f"{names or 'a unit'} is noted in a hidden hex during play",
            units=declaration.units,
            expected="hidden hexes noted at set-up",
        )
    elif _hex_said(declaration, board) is None or not declaration.units:
        yield Finding(
            f"a note hides {names or 'nobody'} in no hex of the map",
            units=declaration.units,
            expected="units and a hex",
            found=declaration.text("hex"),
            severity="unverifiable",
        )


@RULES.effect("24.21", on=f"declare:{VERB}")
def noted_units_are_hidden(declaration: Declare, board: BattleBoard) -> None:
    """Until play begins a note may be changed: the last one holds."""
    hex_ = _hex_said(declaration, board)
    if hex_ is None or not is_setting_up(board):
        return
    for unit in declaration.units:
        board.state.noted_hexes[unit] = hex_
        board.state.noting.add(board.counter(unit).side or "")
        if board.phase is not None:
            board.state.shifted.add(unit)


# -- where they may be -----------------------------------------------------------------------------


@setup.opening_rule("24.21", "24.1")
def noted_units_are_hidden_where_they_may_be(
    board: BattleBoard, shifted: frozenset[str] | None
) -> Iterator[Finding]:
    """They belong to the scenario, lie in their side's area and stand nowhere else."""
    for unit, hex_ in board.state.noted_hexes.items():
        if shifted is not None and unit not in shifted:
            continue
        counter = board.counter(unit)
        force = forces.force_of(board, counter)
        expected, found = _fault(board, unit, hex_, force)
        if expected:
            yield Finding(
                f"{counter.name} is noted in the hidden hex {board.data.map.describe(hex_)}",
                units=(unit,),
                hexes=(board.data.map.number(hex_),),
                expected=expected,
                found=found,
            )


def _fault(board: BattleBoard, unit: str, hex_: Hex, force: Force | None) -> tuple[str, str]:
    """What is expected of a noted unit, and what is found; empty if all is right."""
    piece = board.pieces.get(unit)
    if force is None:
        return "units of the order of battle", ""
    if force.enters:
        return f"off the map, to enter in turn {force.enters[0]}", ""
    if hex_ not in setup.setup_hexes(board, force):
        return " or ".join(force.areas) or "the maps of the scenario", ""
    if piece is not None and isinstance(piece.place, Hex) and piece.place != hex_:
        return "the hex in which it is set up", board.number(piece.place)
    return "", ""


@setup.opening_rule("24.21", "8.62", "8.63")
def stacking_holds_in_noted_hexes(
    board: BattleBoard, shifted: frozenset[str] | None
) -> Iterator[Finding]:
    """Stacking restrictions apply to units in hidden hexes as to others."""
    noted: dict[tuple[Hex, str | None], list[str]] = {}
    for unit, hex_ in board.state.noted_hexes.items():
        if not concealed.is_on_map(board, unit) and unit in board.pieces:
            noted.setdefault((hex_, board.counter(unit).side), []).append(unit)
    for (hex_, side), names in noted.items():
        stack = [*friends_at(board, hex_, side), *(board.piece(name) for name in names)]
        rule, expected, found = stacking.why_too_many(stack)
        if rule and (shifted is None or shifted & set(names)):
            yield Finding(
                f"too many units are hidden in {board.data.map.describe(hex_)}",
                units=tuple(piece.id for piece in stack),
                hexes=(board.data.map.number(hex_),),
                expected=expected,
                found=found,
                rule=rule,
            )


@RULES.effect("24.21", on=BeginPhase, before=True)
def notes_are_closed_when_play_begins(action: BeginPhase, board: BattleBoard) -> None:
    """Units on the map are not hidden by a note; whoever is neither there nor noted is nowhere."""
    if not ends_set_up(action, board):
        return
    whole = board.phase is not None or is_opening(action, board)
    _forget_the_seen(board)
    state = board.state
    for piece in board.pieces.values() if whole else ():
        force = forces.force_of(board, piece.counter)
        due = force is not None and not force.enters and piece.side in state.noting
        if due and not concealed.is_on_map(board, piece.id) and piece.id not in state.noted_hexes:
            state.never_noted.add(piece.id)


def _forget_the_seen(board: BattleBoard) -> None:
    for unit in [unit for unit in board.state.noted_hexes if concealed.is_on_map(board, unit)]:
        del board.state.noted_hexes[unit]
        board.state.to_reveal.pop(unit, None)


# -- coming to light -------------------------------------------------------------------------------


@RULES.rule("24.21", "24.22", on=Move)
def hidden_units_are_put_where_they_were(action: Move, board: BattleBoard) -> Iterator[Finding]:
    """A unit comes out of the hex that was noted; unless it was noted, of no other."""
    here = next((p for p in map(board.location, action.path) if isinstance(p, Hex)), None)
    yield from _judge_coming_out(board, action.units, here)


@RULES.rule("24.21", "24.22", on=Place)
def hidden_units_are_put_down_where_they_were(
    action: Place, board: BattleBoard
) -> Iterator[Finding]:
    """The same for units that are put down."""
    here = board.location(action.at)
    if not board.counter(action.counter or action.unit).is_marker:
        yield from _judge_coming_out(board, (action.unit,), here if isinstance(here, Hex) else None)


def _judge_coming_out(
    board: BattleBoard, units: tuple[str, ...], here: Hex | None
) -> Iterator[Finding]:
    if here is None or is_setting_up(board):
        return
    for unit in units:
        if concealed.is_on_map(board, unit):
            continue
        noted = board.state.noted_hexes.get(unit)
        if noted is not None and noted != here:
            yield _out_of_place(board, unit, here, board.data.map.number(noted))
        elif noted is None and _was_never_noted(board, unit):
            yield _out_of_place(board, unit, here, "a unit that was noted in a hidden hex")
        elif noted is None and concealed.is_hidden_box(_place(board, unit)):
            yield from entry.judge_found(board, unit, board.counter(unit), here)


def _place(board: BattleBoard, unit: str) -> Location:
    piece = board.pieces.get(unit)
    return None if piece is None else piece.place


def _was_never_noted(board: BattleBoard, unit: str) -> bool:
    if unit in board.state.never_noted:
        return True
    counter = board.counter(unit)
    force = forces.force_of(board, counter)
    unknown = unit not in board.state.fallen and not entry.is_known(board, unit)
    return unknown and force is not None and not force.enters and counter.side in board.state.noting


def _out_of_place(board: BattleBoard, unit: str, here: Hex, expected: str) -> Finding:
    number = board.data.map.number(here)
    return Finding(
        f"{board.counter(unit).name} comes to light in {board.data.map.describe(here)}",
        units=(unit,),
        hexes=(number,),
        expected=expected,
        found=number,
        rule="24.21",
    )


@RULES.effect("24.22", on=Move)
def who_has_come_out_is_hidden_no_more(_: Move, board: BattleBoard) -> None:
    """Units that are on the map in play are no longer where the note has them."""
    if not is_setting_up(board):
        _forget_the_seen(board)


@RULES.effect("24.22", on=Place)
def who_is_put_down_is_hidden_no_more(_: Place, board: BattleBoard) -> None:
    """The same for units that are put down."""
    if not is_setting_up(board):
        _forget_the_seen(board)


@RULES.effect("24.22", on=Position)
def who_is_on_a_saved_map_is_hidden_no_more(_: Position, board: BattleBoard) -> None:
    """The same for units that a saved position shows."""
    if not is_setting_up(board):
        _forget_the_seen(board)


@RULES.effect("24.22", on=Remove)
def who_has_left_play_is_hidden_no_more(action: Remove, board: BattleBoard) -> None:
    """Units that are gone are in no hidden hex."""
    for unit in action.units:
        board.state.noted_hexes.pop(unit, None)
