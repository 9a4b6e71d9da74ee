"""Section 24.1 before play: forces, areas and stacks as the scenario has them.

Judged when play begins: until then players may shift their units as they like.
Hidden hexes are in `hidden`, infiltrators in `infiltration`.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterator, Sequence
from functools import wraps

from compiler.gamedata.model import Counter
from compiler.hexes import Hex
from referee.actions import BeginPhase, Move, PhaseEnds, Place, Position, SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import concealed, forces, rests, units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.forces import Force
from referee.games.iron_cross.movement import stacking
from referee.games.iron_cross.opening import is_opening, when_set_up_ends
from referee.games.iron_cross.scenarios import hidden
from referee.games.iron_cross.state import BattleBoard, is_setting_up

IMPROVED_POSITION = "improved-position"
OpeningRule = Callable[[BattleBoard, frozenset[str] | None], Iterator[Finding]]
"""(position, units set up after the first phase had begun, None for all units)."""


def opening_rule(*paragraphs: str) -> Callable[[OpeningRule], OpeningRule]:
    """Register a rule on the set-up, judged when play begins.

    Units that are shifted later, in the first Morale Phase, are judged when it ends.
    """

    def register(function: OpeningRule) -> OpeningRule:
        @wraps(function)
        def at_once(action: BeginPhase, board: BattleBoard) -> Iterator[Finding]:
            if is_opening(action, board):
                yield from function(board, None)

        @wraps(function)
        def afterwards(_: PhaseEnds, board: BattleBoard) -> Iterator[Finding]:
            if board.phase is not None and is_setting_up(board) and board.state.shifted:
                yield from function(board, frozenset(board.state.shifted))

        RULES.rule(*paragraphs, on=BeginPhase)(at_once)
        RULES.rule(*paragraphs, on=PhaseEnds)(afterwards)
        return function

    return register


def _note_shift(unit: str | None, board: BattleBoard) -> None:
    if board.phase is not None and is_setting_up(board) and unit is not None:
        board.state.shifted.add(unit)


@RULES.effect("24.1", on=Move)
def units_moved_in_the_first_phase_are_set_up(action: Move, board: BattleBoard) -> None:
    """What is moved before play is set up anew."""
    for unit in action.units:
        _note_shift(unit, board)


@RULES.effect("24.1", on=Place)
def units_put_down_in_the_first_phase_are_set_up(action: Place, board: BattleBoard) -> None:
    """The same for what is put down."""
    _note_shift(action.unit, board)


@RULES.effect("24.1", on=Position)
def units_of_a_saved_position_are_set_up(action: Position, board: BattleBoard) -> None:
    """The same for what a saved position shows."""
    for piece in action.pieces:
        _note_shift(piece.unit, board)


@RULES.effect("24.21", on=SetState)
def units_hidden_in_the_first_phase_are_set_up(action: SetState, board: BattleBoard) -> None:
    """The same for what is hidden."""
    if action.state == concealed.HIDDEN:
        _note_shift(action.unit, board)


def infiltrators(board: BattleBoard) -> frozenset[str]:
    """Units that have infiltrated, which are set up elsewhere (24.34)."""
    known = board.state.infiltration
    return frozenset(known.units) if known is not None and known.succeeded else frozenset()


@opening_rule("24.1", "24.4", "24.5", "24.6", "24.7", "24.8", "24.9")
def units_are_set_up_where_they_may(
    board: BattleBoard, shifted: frozenset[str] | None
) -> Iterator[Finding]:
    """Units stand in their areas, those that enter later off the map."""
    for piece in board.on_map():
        if piece.id in infiltrators(board) or (shifted is not None and piece.id not in shifted):
            continue
        force = forces.force_of(board, piece.counter)
        if force is not None:
            fault = _why_not_here(board, piece, force)
            if fault is not None:
                yield fault


def _why_not_here(board: BattleBoard, piece: Piece, force: Force) -> Finding | None:
    """What is wrong with where a unit is set up."""
    if not isinstance(piece.place, Hex):
        return None
    expected = ""
    if force.enters:
        expected = f"off the map, to enter in turn {force.enters[0]}"
    elif piece.place not in setup_hexes(board, force):
        areas = [forces.in_words(board, name) for name in force.areas]
        expected = " or ".join(areas) or "the maps of the scenario"
    elif units.is_vehicle(piece) and _is_building(board, piece.place):
        expected = "no building"
    if not expected:
        return None
    return Finding(
        f"{piece.name} is set up in {board.data.map.describe(piece.place)}",
        units=(piece.id,),
        hexes=(board.data.map.number(piece.place),),
        expected=expected,
        rests_on=rests.of_rule(board, board.scenario.rule if board.scenario is not None else ""),
        rule=board.scenario.rule if board.scenario is not None else "24.1",
    )


def _is_building(board: BattleBoard, hex_: Hex) -> bool:
    return any("building" in name for name in board.data.map.hexes[hex_].terrains)


def setup_hexes(board: BattleBoard, force: Force) -> frozenset[Hex]:
    """Where units of a force may be set up; all of the scenario's map where no area is named."""
    if not force.areas:
        return frozenset(
            hex_ for hex_ in board.data.map.grid if forces.is_on_scenario_map(board, hex_)
        )
    return frozenset().union(*(forces.area(board, name) for name in force.areas)) | _accepted(
        board, force
    )


def _accepted(board: BattleBoard, force: Force) -> frozenset[Hex]:
    """Hexes beside an area that the text neither gives nor denies (register of defects)."""
    also = forces.scenario_value(board, "also_accepted")
    return frozenset().union(
        *(forces.area(board, str(also[name])) for name in force.areas if name in also)
    )


@opening_rule("24.1", "8.62")
def no_set_up_stack_is_too_high(
    board: BattleBoard, shifted: frozenset[str] | None
) -> Iterator[Finding]:
    """Stacking holds at set-up, in hidden hexes too (24.21)."""
    for side in board.data.sides:
        for finding in stacking.overstacked(board, side):
            if shifted is None or shifted & set(finding.units):
                yield finding


@opening_rule("24.21", "24.2")
def hidden_hexes_are_no_more_than_given(
    board: BattleBoard, shifted: frozenset[str] | None
) -> Iterator[Finding]:
    """Hidden hexes are counted where the log or a note shows them."""
    for side in board.data.sides:
        if shifted is None or any(_is_hidden(board, name, side) for name in shifted):
            yield from hidden.judge_hidden_hexes(board, side)


@when_set_up_ends("24.21", "24.2", whole=True)
def hidden_units_are_told_of(board: BattleBoard) -> Iterator[Finding]:
    """Units that neither the map nor an opened note shows are judged once they are revealed."""
    for side in board.data.sides:
        noted = side in board.state.noting - board.state.unclear_notes
        missing = 0 if noted else _missing(board, side)
        if missing and hidden.most_hidden(board, side):
            yield Finding(
                f"{missing} units of the {board.data.sides[side].name} side are not on the map:"
                " where they are hidden cannot be checked until they are revealed",
                expected=f"at most {hidden.most_hidden(board, side)} hidden hexes",
                severity="unverifiable",
            )


def _is_hidden(board: BattleBoard, name: str, side: str) -> bool:
    return concealed.is_hidden(board, name) and board.counter(name).side == side


def _missing(board: BattleBoard, side: str) -> int:
    """How many units that are to be set up the log does not show."""
    there = Tally(
        _owner(board, piece)
        for piece in board.pieces.values()
        if piece.side == side and not concealed.is_hidden_box(piece.place)
    )
    missing = sum(
        max(0, strength(board, force) - there[force.unit])
        for force in forces.forces(board)
        if force.side == side and not force.enters
    )
    return max(0, missing - len(_discovered_and_lost(board, side)))


def _discovered_and_lost(board: BattleBoard, side: str) -> list[str]:
    """Units that were seen in a hidden hex, and fell to the grenade of infiltrators (24.35)."""
    known = board.state.infiltration
    names = known.hidden_units if known is not None and known.attacked else ()
    return [n for n in names if n not in board.pieces and board.counter(n).side == side]


def _owner(board: BattleBoard, piece: Piece) -> str:
    force = forces.force_of(board, piece.counter)
    return force.unit if force is not None else ""


def strength(board: BattleBoard, force: Force) -> int:
    """How many units a row of the order of battle stands for; none for markers."""
    data = board.data
    if force.unit in data.formations:
        return sum(_full_squad(board, force).values()) if not force.only else len(force.only)
    return 1 if force.unit in data.counters else 0


def _full_squad(board: BattleBoard, force: Force) -> Tally[str]:
    """The men of a squad by weapon and rating, those left out taken off."""
    men = Tally(
        _called(counter)
        for counter in board.data.counters.values()
        if counter.formation == force.unit
    )
    return men - Tally(force.without)


def _called(counter: Counter) -> str:
    """A man by weapon and rating, as the order of battle names him: `R 8`."""
    return f"{counter.value('weapon')} {counter.value('performance')}"


@opening_rule("24.1")
def squads_are_as_strong_as_the_scenario_says(
    board: BattleBoard, shifted: frozenset[str] | None
) -> Iterator[Finding]:
    """Men that the order of battle leaves out are left out, whoever they are of several alike."""
    for force in forces.forces(board):
        if force.unit not in board.data.formations:
            continue
        wanted = Tally(force.only) if force.only else _full_squad(board, force)
        there = [p for p in board.pieces.values() if p.counter.formation == force.unit]
        men = Tally(_called(piece.counter) for piece in there)
        extra = men - wanted
        if extra and (shifted is None or any(piece.id in shifted for piece in there)):
            yield _too_strong(board, force, there, extra)


@opening_rule("24.1", "18.1", "24.5")
def improved_positions_are_those_of_the_scenario(
    board: BattleBoard, shifted: frozenset[str] | None
) -> Iterator[Finding]:
    """No more improved positions of a strength are placed than the sides have.

    Where the scenario says in what hexes they may be, they are there.
    """
    given: Tally[str] = Tally()
    for force in forces.forces(board):
        given[force.unit] += force.count
    markers = [p for p in board.pieces.values() if p.counter.kind == IMPROVED_POSITION]
    for kind, count in Tally(p.counter.id for p in markers if isinstance(p.place, Hex)).items():
        names = tuple(piece.id for piece in markers if piece.counter.id == kind)
        if count > given[kind] and (shifted is None or shifted & set(names)):
            yield Finding(
                f"too many markers are placed: {board.counter(kind).name}",
                units=names,
                expected=str(given[kind]),
                found=str(count),
                rule="24.1",
            )
    yield from _misplaced(board, [p for p in markers if shifted is None or p.id in shifted])


def _misplaced(board: BattleBoard, markers: Sequence[Piece]) -> Iterator[Finding]:
    scenario = board.scenario
    name = scenario.values.get("improved_positions") if scenario is not None else None
    if scenario is None or not name:
        return
    for piece in markers:
        if isinstance(piece.place, Hex) and piece.place not in forces.area(board, str(name)):
            yield Finding(
                f"{piece.name} is placed in {board.data.map.describe(piece.place)}",
                units=(piece.id,),
                hexes=(board.number(piece.place),),
                expected=forces.in_words(board, str(name)),
                rule=scenario.rule,
            )


def _too_strong(
    board: BattleBoard, force: Force, there: Sequence[Piece], extra: Tally[str]
) -> Finding:
    names = [piece.id for piece in there if _called(piece.counter) in extra]
    said = ("only " + ", ".join(force.only)) if force.only else "less " + ", ".join(force.without)
    return Finding(
        f"{board.data.formations[force.unit].name} has men that the scenario leaves out",
        units=tuple(names),
        expected=said,
        found=", ".join(f"{count} too many {man}" for man, count in sorted(extra.items())),
        rule="24.1",
    )
