"""Section 24.21, hidden hexes as their owner wrote them down, once that is opened to the referee.

Units so hidden are off the map until they come to light; `concealed` says where they are.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import (
    BeginPhase,
    Declare,
    Move,
    Note,
    PhaseEnds,
    Place,
    Position,
    Remove,
)
from referee.board import Location, Piece
from referee.findings import Finding
from referee.games.iron_cross import concealed, forces
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.forces import Force
from referee.games.iron_cross.movement import stacking
from referee.games.iron_cross.opening import is_opening
from referee.games.iron_cross.scenarios import entry, hidden, setup
from referee.games.iron_cross.state import BattleBoard, ends_set_up, is_setting_up
from referee.games.iron_cross.units import friends_at

VERB = "hidden-hex"


# -- writing them down -----------------------------------------------------------------------------


def _hex_said(declaration: Declare, board: BattleBoard) -> Hex | None:
    place = board.location(declaration.text("hex") or declaration.target or "")
    return place if isinstance(place, Hex) else None


@RULES.rule("24.21", "24.2", "24.31", on=f"declare:{VERB}")
def hidden_hexes_are_noted_before_play(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """Hexes and the units in them are recorded at set-up; what is written later hides nobody."""
    new = _hidden_anew(declaration, board)
    names = ", ".join(board.counter(unit).name for unit in new or declaration.units)
    if not declaration.units or _hex_said(declaration, board) is None:
        missing = "no unit" if not declaration.units else "no hex of the map"
        yield Finding(
            f"a note hides {names or 'somebody'}, and names {missing}",
            units=declaration.units,
            expected="the units after 'by', their hex after 'hex'",
            found=declaration.text("hex"),
            severity="unverifiable",
        )
    elif not declaration.secret:
        yield Finding(
            f"{names} is said to be hidden in the open",
            units=declaration.units,
            expected="a note in secret",
            severity="unverifiable",
        )
    elif new and _is_closed(board):
        yield Finding(
            f"{names} is noted in a hidden hex {_since(board)}",
            units=new,
            expected="hidden hexes noted at set-up",
            rule="24.21" if not is_setting_up(board) else "24.31",
        )


def _hidden_anew(declaration: Declare, board: BattleBoard) -> tuple[str, ...]:
    """The units that a note hides where they were not noted before."""
    hex_, known = _hex_said(declaration, board), board.state.ever_noted
    return tuple(unit for unit in declaration.units if known.get(unit) != hex_)


def _is_closed(board: BattleBoard) -> bool:
    """Whether it is too late to hide: play has begun, or an infiltration is tried (24.31)."""
    known = board.state.infiltration
    return not is_setting_up(board) or (known is not None and known.hex is not None)


def _since(board: BattleBoard) -> str:
    return "during play" if not is_setting_up(board) else "after the Infiltration Hex was named"


@RULES.effect("24.21", on=f"declare:{VERB}")
def noted_units_are_hidden(declaration: Declare, board: BattleBoard) -> None:
    """Until play begins a note may be changed: the last one holds."""
    hex_, state = _hex_said(declaration, board), board.state
    if _is_closed(board) or not declaration.secret:
        return
    sides = {board.counter(unit).side for unit in declaration.units} or {declaration.side}
    known = {side for side in sides if side is not None}
    if hex_ is None or not declaration.units:
        state.unclear_notes |= known
    state.noting |= known
    if hex_ is not None:
        state.noted_hexes.update(dict.fromkeys(declaration.units, hex_))
        state.ever_noted.update(dict.fromkeys(declaration.units, hex_))
        if board.phase is not None:
            state.shifted.update(declaration.units)


@RULES.effect("24.21", on=f"struck:{VERB}")
def who_is_struck_out_is_not_hidden(declaration: Declare, board: BattleBoard) -> None:
    """A note is struck out before play; later it has been written all the same."""
    hex_ = _hex_said(declaration, board)
    if not _is_closed(board):
        for unit in declaration.units:
            if board.state.noted_hexes.get(unit) == hex_:
                del board.state.noted_hexes[unit]


@RULES.effect("24.21", on="note")
def sealed_notes_may_hide_more(note: Note, board: BattleBoard) -> None:
    """While a side has sealed notes nobody can say that it has noted all its hidden units."""
    board.state.unclear_notes.update(board.data.sides if note.side is None else (note.side,))


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
    if not hidden.most_hidden(board, force.side):
        return "", ""  # They are found as too many.
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
        if not concealed.is_on_map(board, unit):
            noted.setdefault((hex_, board.counter(unit).side), []).append(unit)
    for (hex_, side), names in noted.items():
        stack = [*friends_at(board, hex_, side), *(_man(board, name) for name in names)]
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


def _man(board: BattleBoard, unit: str) -> Piece:
    """A unit, also if it is in no box."""
    counter = board.counter(unit)
    return board.pieces.get(unit) or Piece(unit, counter, None, next(iter(counter.faces)))


@RULES.effect("24.21", on=BeginPhase, before=True)
def notes_are_closed_by_the_first_phase(action: BeginPhase, board: BattleBoard) -> None:
    """Units on the map are not hidden by a note; whoever is neither there nor noted is nowhere."""
    if board.phase is None and ends_set_up(action, board):
        _close(board, whole=is_opening(action, board))


@RULES.effect("24.21", on=PhaseEnds)
def notes_are_closed_when_play_begins(_: PhaseEnds, board: BattleBoard) -> None:
    """The same after a first Morale Phase in which players still set up."""
    if board.phase is not None and is_setting_up(board):
        _close(board, whole=True)


def _close(board: BattleBoard, *, whole: bool) -> None:
    """Take stock when play begins, or, if not `whole`, where a log takes a game up."""
    _forget_the_seen(board)
    state = board.state
    for side in board.data.sides:
        state.hidden_hexes[side] = set(concealed.hidden_places(board, side).values())
    if not whole:
        for unit in [unit for unit in state.noted_hexes if _is_gone(board, unit)]:
            del state.noted_hexes[unit]
        return
    for piece in board.pieces.values():
        force = forces.force_of(board, piece.counter)
        due = force is not None and not force.enters and not piece.counter.is_marker
        unseen = not concealed.is_on_map(board, piece.id) and piece.id not in state.noted_hexes
        if due and unseen:
            state.never_noted.add(piece.id)


def _is_gone(board: BattleBoard, unit: str) -> bool:
    """Whether a unit is out of play in a game that is taken up: it waits in no box."""
    piece = board.pieces.get(unit)
    return piece is None or not (piece.place is None or concealed.is_hidden_box(piece.place))


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
    """Whether a unit is of a side that noted whom it hides, and was not among them."""
    counter = board.counter(unit)
    if counter.side not in board.state.noting - board.state.unclear_notes:
        return False
    if unit in board.state.never_noted:
        return True
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


@RULES.effect("24.21", on=Move, before=True)
def hexes_out_of_which_units_come_were_hidden(action: Move, board: BattleBoard) -> None:
    """A hex out of which units come to light was one of the hidden hexes of their side."""
    here = next((p for p in map(board.location, action.path) if isinstance(p, Hex)), None)
    _note_hidden_hex(board, action.units, here)


@RULES.effect("24.21", on=Place, before=True)
def hexes_in_which_units_are_put_down_were_hidden(action: Place, board: BattleBoard) -> None:
    """The same for units that are put down."""
    here = board.location(action.at)
    if not board.counter(action.counter or action.unit).is_marker:
        _note_hidden_hex(board, (action.unit,), here if isinstance(here, Hex) else None)


def _note_hidden_hex(board: BattleBoard, units: tuple[str, ...], here: Hex | None) -> None:
    if here is None or is_setting_up(board):
        return
    for unit in units:
        side = board.counter(unit).side
        boxed = concealed.is_hidden_box(_place(board, unit))
        unknown = not entry.is_known(board, unit) and unit not in board.state.fallen
        if side is not None and (boxed or unknown):
            board.state.hidden_hexes.setdefault(side, set()).add(here)


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
