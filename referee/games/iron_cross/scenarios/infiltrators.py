"""Section 24.34 to 24.37: where infiltrators are when play begins, how they are, who is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps

from compiler.hexes import Hex
from referee.actions import BeginPhase, PhaseEnds
from referee.board import Location, Piece
from referee.findings import Finding
from referee.games.iron_cross import rests, units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.concealed import is_hidden
from referee.games.iron_cross.fire.attacks import closing_findings
from referee.games.iron_cross.movement.coming_back import LOST
from referee.games.iron_cross.opening import is_before_movement, is_opening
from referee.games.iron_cross.results import ELIMINATED
from referee.games.iron_cross.scenarios.infiltration import FAILED, nearest
from referee.games.iron_cross.state import BattleBoard, Infiltration, is_setting_up
from referee.games.iron_cross.units import DOWN, NORMAL, PINNED, STATUSES, SUPPRESSED

REACH = 2
"""Hexes from the Infiltration Hex within which infiltrators are put (24.34)."""
STATUS_OF = {"SN": NORMAL, "SP": PINNED, "SS": SUPPRESSED}


Aftermath = Callable[[BattleBoard, Infiltration], Iterator[Finding]]
"""(position, the infiltration): what is wrong with what became of it."""


def _is_complete(known: Infiltration | None) -> bool:
    return known is not None and known.hex is not None and bool(known.units)


def aftermath(*paragraphs: str) -> Callable[[Aftermath], Aftermath]:
    """Register a rule on what became of an infiltration, judged when play begins.

    One that is announced in the first Morale Phase is judged when that ends.
    """

    def register(function: Aftermath) -> Aftermath:
        @wraps(function)
        def at_once(action: BeginPhase, board: BattleBoard) -> Iterator[Finding]:
            known = board.state.infiltration
            if known is not None and _is_complete(known) and is_opening(action, board):
                yield from function(board, known)

        @wraps(function)
        def afterwards(_: PhaseEnds, board: BattleBoard) -> Iterator[Finding]:
            known = board.state.infiltration
            if known is not None and _is_complete(known) and known.late and is_setting_up(board):
                yield from function(board, known)

        RULES.rule(*paragraphs, on=BeginPhase)(at_once)
        RULES.rule(*paragraphs, on=PhaseEnds)(afterwards)
        return function

    return register


@aftermath("24.31")
def a_commander_infiltrates_with_a_squad(
    board: BattleBoard, known: Infiltration
) -> Iterator[Finding]:
    """A squad infiltrates, with a commander or without; no commander goes alone."""
    if not any(board.counter(name).formation for name in known.units):
        yield Finding(
            "a commander infiltrates without a squad",
            units=known.units,
            expected="one Russian squad, and one commander",
            rule="24.31",
        )


@aftermath("24.33")
def an_infiltration_is_rolled_for(_: BattleBoard, known: Infiltration) -> Iterator[Finding]:
    """Without the dice what becomes of the infiltrators cannot be told."""
    if known.results is None:
        yield Finding(
            "the dice of the infiltration are not in the log",
            units=known.units,
            expected="one die for the losses" if known.hidden else "two dice",
            severity="unverifiable",
            rule="24.35" if known.hidden else "24.33",
        )


@RULES.rule("24.34", on=BeginPhase)
def a_game_begins_as_the_infiltration_ended(
    action: BeginPhase, board: BattleBoard
) -> Iterator[Finding]:
    """After a success with the Support Fire Phase, else with the Morale Phase."""
    known = board.state.infiltration
    phase = board.data.sequence.by_id.get(action.phase)
    if known is None or not is_opening(action, board) or not _is_complete(known):
        return
    if known.results is None or phase is None or _is_open(known) or not is_before_movement(phase):
        return
    first = "support-fire" if known.succeeded else "morale"
    if phase.phase.id != first:
        yield Finding(
            f"the game begins with the {phase.name} after the infiltration",
            expected="the Support Fire Phase" if known.succeeded else "the Morale Phase",
            found=phase.name,
        )


def _is_open(known: Infiltration) -> bool:
    """Whether the readings lead to success and failure both."""
    results = known.results or frozenset()
    return len({result.startswith(FAILED) for result in results}) > 1


@aftermath("24.34", "24.36")
def infiltrators_are_put_near_the_hex(board: BattleBoard, known: Infiltration) -> Iterator[Finding]:
    """After a success all stand within two hexes, no nearer to Germans than the hex is.

    Who comes upon hidden Germans is put into an adjacent hex. Who was eliminated there or on mines
    stands nowhere.
    """
    if not known.succeeded or known.hex is None:
        return
    closest = nearest(board, known.hex, known.hidden_units)
    for name in known.units:
        piece = board.pieces.get(name)
        if piece is None or _is_lost(piece):
            continue
        expected, rule = "", "24.34"
        here = piece.place
        if isinstance(here, Hex) and units.enemies_at(board, here, piece.side):
            expected, rule = "a hex without Germans", "24.36"
        elif not isinstance(here, Hex):
            expected = "on the map with the other infiltrators"
        elif known.hex.distance(here) > REACH + (1 if is_beside_hidden(known, here) else 0):
            expected = f"within {REACH} hexes of the Infiltration Hex"
        elif (nearest(board, here, known.hidden_units) or 99) < (
            closest or 0
        ) and not is_beside_hidden(known, here):
            expected = f"{closest} hexes from the nearest German, or more"
        if expected:
            yield Finding(
                f"{piece.name} is put in {board.number(here)}",
                units=(name,),
                hexes=(board.number(here),) if isinstance(here, Hex) else (),
                expected=expected,
                rests_on=rests.defects(board, "nearest-german") if "German," in expected else (),
                rule=rule,
            )


def _is_lost(piece: Piece) -> bool:
    return isinstance(piece.place, str) and piece.place.endswith(LOST)


def is_beside_hidden(known: Infiltration, place: Location) -> bool:
    """Whether a hidden hex was beside, so that units may have been put back from it (24.36)."""
    return isinstance(place, Hex) and any(
        place.distance(hex_) <= 1 for hex_ in known.hidden_units.values()
    )


@aftermath("24.34", "24.36", "24.37")
def infiltrators_have_the_status_of_the_result(
    board: BattleBoard, known: Infiltration
) -> Iterator[Finding]:
    """Normal, pinned or suppressed as the dice say, worse beside hidden Germans and on mines."""
    if not known.succeeded or known.results is None:
        return
    here = [piece for name in known.units if (piece := board.pieces.get(name)) is not None]
    shown = {piece.id: units.status(piece) for piece in here if not _is_lost(piece)}
    readings = [STATUS_OF[result] for result in sorted(known.results) if result in STATUS_OF]
    plain = {name for name in shown if not _may_be_worse(board, known, name)}
    best = min(
        readings, key=lambda status: sum(shown[name] != status for name in plain), default=NORMAL
    )
    for name, status in shown.items():
        allowed = {best} if name in plain else _may_be(board, known, name, best)
        piece = board.pieces[name]
        if status not in allowed:
            yield _status_fault(piece, " or ".join(sorted(allowed)), status)
        elif status != NORMAL and units.is_up(piece):
            yield _status_fault(piece, f"{status} and {DOWN}", f"{status} and up")


def status_after(known: Infiltration) -> str:
    """The best status that the result of a success may be read as."""
    readings = {STATUS_OF[result] for result in known.results or () if result in STATUS_OF}
    return min(readings, key=STATUSES.index, default=NORMAL)


def _status_fault(piece: Piece, expected: str, found: str) -> Finding:
    return Finding(
        f"{piece.name} infiltrates {found}",
        units=(piece.id,),
        expected=expected,
        found=found,
        rule="24.34",
    )


def _may_be_worse(board: BattleBoard, known: Infiltration, name: str) -> bool:
    here = board.pieces[name].place
    return name in known.mined or is_beside_hidden(known, here)


def _may_be(board: BattleBoard, known: Infiltration, name: str, best: str) -> set[str]:
    """The statuses after hidden Germans beside, who pin at least, and mines, which may not."""
    here = board.pieces[name].place
    beside = is_beside_hidden(known, here)
    found = _worse_than(best) if beside else {best}
    return (
        found | {worse for status in found for worse in _worse_than(status)}
        if (name in known.mined)
        else found
    )


def _worse_than(status: str) -> set[str]:
    """The statuses that a pinned or suppressed result on top leads to."""
    return {PINNED, SUPPRESSED} if status == NORMAL else {SUPPRESSED}


@aftermath("24.36", "24.35")
def hidden_germans_beside_infiltrators_are_revealed(
    board: BattleBoard, known: Infiltration
) -> Iterator[Finding]:
    """Hidden hexes with or beside infiltrators are announced; so is one that was chosen."""
    places = [board.pieces[name].place for name in known.units if name in board.pieces]
    near = [place for place in places if isinstance(place, Hex)] if known.succeeded else []
    for name, hex_ in known.hidden_units.items():
        if not is_hidden(board, name):
            continue
        chosen = hex_ == known.hex
        if chosen or any(hex_.distance(place) <= 1 for place in near):
            where = "in" if chosen else "beside"
            yield Finding(
                f"{board.counter(name).name} stays hidden {where} the place of an infiltration",
                units=(name,),
                hexes=(board.data.map.number(hex_),),
                expected="revealed",
                rests_on=rests.defects(board, "infiltration-order") if chosen else (),
                rule="24.35" if chosen else "24.36",
            )


@aftermath("24.35", "24.36")
def discovered_germans_suffer_their_grenade(
    board: BattleBoard, known: Infiltration
) -> Iterator[Finding]:
    """A grenade attack on discovered units is rolled for all, and whom it eliminates is removed.

    In the first Morale Phase that is judged as in any phase.
    """
    if board.phase is not None:
        return
    yield from closing_findings(board)
    for name, owed in board.state.owed.items():
        piece = board.pieces.get(name)
        if piece is not None and owed.statuses == {ELIMINATED} and isinstance(piece.place, Hex):
            yield Finding(
                f"{piece.name} stays on the map after {owed.why}",
                units=(name,),
                hexes=(board.number(piece.place),),
                expected=ELIMINATED,
                found="on the map",
                rule="24.35" if known.hidden else "24.36",
            )


@aftermath("24.34", "24.35")
def a_failed_infiltration_costs_its_losses(
    board: BattleBoard, known: Infiltration
) -> Iterator[Finding]:
    """So many infiltrators are removed as the dice say; the others enter as if nothing happened."""
    if known.results is None or known.succeeded or _is_open(known):
        return
    if known.hidden and known.losses is None:
        yield Finding(
            "an infiltration into a hidden hex is rolled for with two dice",
            expected="failure, and one die for the losses",
            rule="24.35",
        )
        return
    lost = sum(name not in board.pieces or _is_lost(board.pieces[name]) for name in known.units)
    allowed = {min(int(result[1:]), len(known.units)) for result in known.results}
    if lost not in allowed:
        yield Finding(
            "the losses of a failed infiltration are not those of the dice",
            units=known.units,
            expected=" or ".join(map(str, sorted(allowed))),
            found=str(lost),
            rule="24.35" if known.hidden else "24.34",
        )
    for name in known.units:
        piece = board.pieces.get(name)
        if piece is not None and isinstance(piece.place, Hex):
            yield Finding(
                f"{piece.name} is on the map after a failed infiltration",
                units=(name,),
                hexes=(board.number(piece.place),),
                expected="off the map, to enter with the others",
                rule="24.34",
            )


@aftermath("24.37")
def infiltrators_on_mines_undergo_an_attack(
    board: BattleBoard, known: Infiltration
) -> Iterator[Finding]:
    """AP mines where infiltrators are put go off, after hidden units are revealed."""
    if not known.succeeded:
        return
    for name in known.units:
        piece = board.pieces.get(name)
        if piece is None or not isinstance(piece.place, Hex) or name in known.mined:
            continue
        if any(other.level("ap-factors") for other in board.at(piece.place)):
            yield Finding(
                f"{piece.name} is put on AP mines and not attacked by them",
                units=(name,),
                hexes=(board.number(piece.place),),
                expected="one die for a mine attack",
                rule="24.37",
            )
