"""Air units over a combat (15.3, 15.6): how they join in turns, with which mission."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare, Move, SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke.air.bases import (
    FIGHTER_BOMBER,
    air_type,
    committed_to,
    flight_of,
    flights_at_hand,
    is_air,
    may_support,
)
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.campaign import SUPPLY, in_phase
from referee.games.bold_stroke.combat.attacks import combat_at, supported_combat
from referee.games.bold_stroke.combat.participants import in_combat_phase
from referee.games.bold_stroke.combat_state import Combat, Flight
from referee.games.bold_stroke.state import CampaignBoard


def flight_in(combat: Combat, unit: str) -> Flight | None:
    """An air unit over a combat."""
    return next((flight for flight in combat.flights if flight.unit == unit), None)


def is_fighter(board: CampaignBoard, flight: Flight) -> bool:
    """Whether an air unit is a fighter in fighter mode."""
    return not flight.fighter_bomber and air_type(board.piece(flight.unit)) == "F"


def fighters(board: CampaignBoard, combat: Combat, side: str) -> list[Flight]:
    """The fighters in fighter mode that a side brought to a combat, those gone home too."""
    return [f for f in combat.flights if f.side == side and is_fighter(board, f)]


# -- joining ---------------------------------------------------------------------------------------


@RULES.covers("15.3.C", "15.3.D", "15.3.E", "15.3.F")
def next_to_commit(combat: Combat) -> str:
    """The side whose turn it is to commit an air unit: the attacker first, then by turns."""
    if combat.flights:
        last = combat.flights[-1].side
        other = combat.defender if last == combat.attacker else combat.attacker
        return last if other in combat.passed else other
    return combat.attacker if combat.attacker not in combat.passed else combat.defender


@RULES.rule(
    "15.3.A", "11.2.C", "15.2.B", "15.3.C", "15.3.D", "15.3.E", "15.3.F", "15.6.B",
    on="declare:air-support",
)  # fmt: skip
def air_units_join_by_turns(action: Declare, board: CampaignBoard) -> Iterator[Finding]:
    """Air units committed to a formation in the combat join one by one, the attacker first."""
    combat = supported_combat(board, action)
    if combat is None:
        if action.units:
            yield flying_fault(board, None, action.units, "15.3.A", "join no combat that waits", "")
        return
    if action.text("as") == "pass":
        return
    for name in action.units:
        yield from _joining_faults(board, combat, board.piece(name), action.text("as"))
    side = board.piece(action.units[0]).side if action.units else None
    if side is None or len(action.units) < 2:
        return
    other = combat.defender if side == combat.attacker else combat.attacker
    if other not in combat.passed and flights_at_hand(board, combat, other):
        message = "join the combat together while the other side may still commit"
        rule = "15.3.D" if side == combat.attacker else "15.3.E"
        yield flying_fault(
            board, combat, action.units, rule, message, "one air unit, then the other's"
        )


def _joining_faults(
    board: CampaignBoard, combat: Combat, piece: Piece, mission: str
) -> Iterator[Finding]:
    formation = committed_to(board, piece)
    who = (piece.id,)
    if not is_air(piece) or air_type(piece) == "T":
        message = "takes no part in combats"
        yield flying_fault(
            board, combat, who, "15.3.A", message, "fighters, ground attack, bombers"
        )
    elif flight_in(combat, piece.id) is not None:
        yield flying_fault(board, combat, who, "15.3.A", "is in the combat already", "")
    elif not formation:
        message = "joins a combat without being committed to a formation"
        yield flying_fault(
            board, combat, who, "15.3.A", message, "an air unit in a formation's box"
        )
    elif not may_support(board, combat, piece.side or "", formation):
        name = board.data.formations[formation].name
        message = f"joins a combat in which no unit of its formation ({name}) takes part"
        yield flying_fault(board, combat, who, "15.2.B", message, f"a combat of the {name}")
    if (piece.side or "") in combat.passed:
        message = "joins after its side has passed"
        yield flying_fault(board, combat, who, "15.3.E", message, "no more air units of this side")
    told = piece.id in board.state.combat.air_missions
    if mission == FIGHTER_BOMBER and told and not piece.flag(FIGHTER_BOMBER):
        message = "joins as a fighter-bomber and was committed as a fighter"
        yield flying_fault(board, combat, who, "15.6.B", message, "the mission given at commitment")


def flying_fault(
    board: CampaignBoard,
    combat: Combat | None,
    names: tuple[str, ...],
    rule: str,
    message: str,
    expected: str,
) -> Finding:
    """A finding on air units over a combat."""
    who = ", ".join(board.piece(name).name for name in names)
    hexes = () if combat is None else (board.data.map.number(combat.hex),)
    return Finding(f"{who} {message}", units=names, hexes=hexes, expected=expected, rule=rule)


@RULES.effect("15.3.A", "15.3.E", on="declare:air-support")
def air_units_over_a_combat_are_remembered(action: Declare, board: CampaignBoard) -> None:
    """Who joined in which order, and who passed, in so many words or by letting the other go on."""
    combat = supported_combat(board, action)
    if combat is None:
        return
    _speak_of(board, combat)
    if action.text("as") == "pass":
        side = action.text("side") or action.side or next_to_commit(combat)
        combat.passed.add(side)
        return
    for name in action.units:
        piece = board.piece(name)
        if is_air(piece) and flight_in(combat, name) is None:
            if action.text("as") == FIGHTER_BOMBER and air_type(piece) == "F":
                piece.states[FIGHTER_BOMBER] = True
            join(board, combat, piece, committed_to(board, piece))


def _speak_of(board: CampaignBoard, combat: Combat) -> None:
    now = board.state.combat.now
    now.tick += 1
    now.focus = combat.number
    combat.open_handed = True
    combat.announced.clear()


def join(board: CampaignBoard, combat: Combat, piece: Piece, formation: str) -> None:
    """Add an air unit to a combat; a side that was to go before it has passed."""
    side = piece.side or ""
    turn = next_to_commit(combat)
    if turn != side:
        combat.passed.add(turn)
    combat.flights.append(flight_of(board, piece, formation))


@RULES.rule("15.3.A", "15.2.B", on=Move)
def air_units_put_beside_a_combat_join_it(move: Move, board: CampaignBoard) -> Iterator[Finding]:
    """An air unit put on the map in a combat phase joins the combat in that hex."""
    for piece in _put_elsewhere(move, board):
        message = "is put on the map outside a combat phase"
        yield flying_fault(board, None, (piece.id,), "15.3.A", message, "a combat phase")
    for combat, piece in _joining_by_move(move, board):
        if combat is None:
            message = "is put on the map where no combat waits"
            yield flying_fault(
                board, None, (piece.id,), "15.3.A", message, "a hex that is attacked"
            )
        elif flight_in(combat, piece.id) is None:
            yield from _joining_faults(board, combat, piece, "")


def _put_elsewhere(move: Move, board: CampaignBoard) -> Iterator[Piece]:
    """Air units that come on the map where none fights; in a supply phase they fly supply in."""
    if board.phase is None or in_combat_phase(board) or in_phase(board, SUPPLY):
        return
    if isinstance(board.location(move.end), Hex):
        yield from (p for p in map(board.piece, move.units) if is_air(p))


def _joining_by_move(move: Move, board: CampaignBoard) -> Iterator[tuple[Combat | None, Piece]]:
    end = board.location(move.end)
    if not isinstance(end, Hex) or not in_combat_phase(board):
        return
    for name in move.units:
        piece = board.piece(name)
        if is_air(piece) and not isinstance(piece.place, Hex):
            yield combat_at(board, end), piece


@RULES.effect("15.3.A", on=Move, before=True)
def air_units_put_beside_a_combat_are_remembered(move: Move, board: CampaignBoard) -> None:
    """They join the combat as if it had been said."""
    for combat, piece in _joining_by_move(move, board):
        if combat is not None and flight_in(combat, piece.id) is None:
            _speak_of(board, combat)
            join(board, combat, piece, committed_to(board, piece))


# -- fighter-bombers -------------------------------------------------------------------------------


@RULES.rule("15.6.D", on="declare:jettison")
def bombs_are_dropped_when_fighters_appear(
    action: Declare, board: CampaignBoard
) -> Iterator[Finding]:
    """A fighter-bomber becomes a fighter the moment an enemy fighter joins, and stays one."""
    for name in action.units:
        yield from _jettison_faults(board, name)


@RULES.rule("15.6.D", on=SetState)
def a_mission_ends_only_when_fighters_appear(
    action: SetState, board: CampaignBoard
) -> Iterator[Finding]:
    """A change of mission over a combat is the jettison of bombs, which is not undone."""
    if action.unit is None or action.state != FIGHTER_BOMBER or not in_combat_phase(board):
        return
    combat = combat_over(board, action.unit)
    flight = None if combat is None else flight_in(combat, action.unit)
    if flight is None or flight.away:
        return
    if action.value and flight.jettisoned:
        message = "is made a fighter-bomber again after it jettisoned its bombs"
        yield flying_fault(board, combat, (action.unit,), "15.6.D", message, "a fighter")
    elif not action.value and flight.fighter_bomber:
        yield from _jettison_faults(board, action.unit)


def _jettison_faults(board: CampaignBoard, name: str) -> Iterator[Finding]:
    combat = combat_over(board, name)
    flight = None if combat is None else flight_in(combat, name)
    if combat is None or flight is None or not flight.fighter_bomber:
        message = "jettisons bombs and flies no fighter-bomber mission over a combat"
        yield flying_fault(
            board, combat, (name,), "15.6.D", message, "a fighter-bomber in a combat"
        )
        return
    last = combat.flights[-1]
    if last.side == flight.side or not is_fighter(board, last):
        message = "jettisons its bombs when no enemy fighter has just appeared"
        yield flying_fault(
            board, combat, (name,), "15.6.D", message, "right after an enemy fighter"
        )


def combat_over(board: CampaignBoard, unit: str) -> Combat | None:
    """The combat waiting for its die that an air unit is over."""
    waiting = (c for c in board.state.combat.now.combats if not c.resolved)
    return next((c for c in waiting if flight_in(c, unit) is not None), None)


@RULES.effect("15.6.D", on="declare:jettison")
def jettisoned_bombs_are_gone(action: Declare, board: CampaignBoard) -> None:
    """The unit flies as a fighter from now on."""
    board.state.combat.now.tick += 1
    for name in action.units:
        _jettison(board, name)


@RULES.effect("15.6.D", on=SetState)
def a_changed_mission_is_remembered(action: SetState, board: CampaignBoard) -> None:
    """A mission taken off over a combat means that the bombs are gone."""
    if action.state == FIGHTER_BOMBER and action.unit is not None and not action.value:
        _jettison(board, action.unit)


def _jettison(board: CampaignBoard, name: str) -> None:
    combat = combat_over(board, name)
    flight = None if combat is None else flight_in(combat, name)
    if flight is not None and flight.fighter_bomber:
        flight.jettisoned = True
        flight.fighter_bomber = False
        board.piece(name).states[FIGHTER_BOMBER] = False


# -- what may be done ------------------------------------------------------------------------------


def legal_flights(board: CampaignBoard, combat: Combat) -> tuple[str, tuple[str, ...]]:
    """The side that may commit an air unit next, and the units it may commit; it may also pass."""
    side = next_to_commit(combat)
    if combat.resolved or side in combat.passed:
        return "", ()
    return side, tuple(flight.unit for flight in flights_at_hand(board, combat, side))
