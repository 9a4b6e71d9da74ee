"""16.3, withdrawals: who has to leave when, in whose place, and by which railway."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler.hexes import Hex
from referee.actions import Action, BeginPhase, Declare, Move, PhaseEnds, Remove
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import displays, rests, units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.campaign import MOVEMENT, campaign_turn, in_phase
from referee.games.bold_stroke.combat import command, losses
from referee.games.bold_stroke.movement.moves import Steps
from referee.games.bold_stroke.movement.rail import open_railways
from referee.games.bold_stroke.reserves import encirclement
from referee.games.bold_stroke.state import CampaignBoard
from referee.mechanics.movement import reachable

TABLE = "withdrawals"
OPTION = "alternative-withdrawals"
REBUILD = "rebuild"
"""Reason of the units in brackets on the track: pulled out to rebuild (16.3.C)."""
BOX = "german-withdrawn"
SIDE = "german"
END_OF_TURN = "turn-end.turn-end"


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """A unit that has to leave, since when, and who may leave for it now.

    `candidates` is the unit itself where it can go, or those that may go in its stead.
    """

    unit: str
    turn: int
    reason: str
    candidates: tuple[str, ...]


# -- who is due ------------------------------------------------------------------------------------


@RULES.covers("16.3.A", "16.3.C", "16.3.D")
def withdrawals_due(board: CampaignBoard) -> tuple[Withdrawal, ...]:
    """The withdrawals that the track, or a last step, asks for in this turn.

    With the alternative of 16.3.D units in brackets stay. Otherwise a panzergrenadier division goes
    in the turn after it reached its last step, and an infantry division when its turn comes.
    """
    now = campaign_turn(board)
    gone = set(board.state.records.track.withdrawn.values())
    found = []
    for unit, (turn, reason) in _schedule(board).items():
        if unit in gone or turn > now:
            continue
        if reason != REBUILD:
            found.append(Withdrawal(unit, turn, reason, _leaving(board, unit)))
        elif OPTION not in board.options and not _is_panzergrenadier(board, unit):
            found.append(Withdrawal(unit, turn, reason, _infantry_divisions(board, unit)))
    if OPTION not in board.options:
        for unit, turn in board.state.records.track.last_step.items():
            if turn < now and unit not in gone and _on_map(board, unit):
                found.append(Withdrawal(unit, turn + 1, REBUILD, (unit,)))
    return tuple(found)


def _schedule(board: CampaignBoard) -> dict[str, tuple[int, str]]:
    """Unit to the turn and reason of its withdrawal, as far as the log has them ahead."""
    table = board.data.tables[TABLE]
    first = board.state.records.begun or 1
    return {
        unit: (turn, str(table.cell(unit, "reason")))
        for unit in table.row_keys
        if (turn := int(str(table.cell(unit, "turn")))) >= first
    }


def _is_panzergrenadier(board: CampaignBoard, unit: str) -> bool:
    return board.counter(unit).values.get("unit_class") == "panzergrenadier"


def _on_map(board: CampaignBoard, unit: str) -> bool:
    piece = board.pieces.get(unit)
    return piece is not None and isinstance(piece.place, Hex)


def is_available(board: CampaignBoard, unit: str) -> bool:
    """Whether a unit can be withdrawn: neither destroyed nor surrounded (16.3.A)."""
    piece = board.pieces.get(unit)
    if piece is None or command.is_destroyed(board, unit) or not isinstance(piece.place, Hex):
        return False
    return not encirclement.is_surrounded(board, piece)


def _leaving(board: CampaignBoard, unit: str) -> tuple[str, ...]:
    """The unit itself, or those as close as possible to its strength where it cannot go."""
    if is_available(board, unit):
        return (unit,)
    known = unit in board.pieces or command.is_destroyed(board, unit)
    return substitutes(board, unit) if known else ()


def _infantry_divisions(board: CampaignBoard, unit: str) -> tuple[str, ...]:
    """The historical option asks for one infantry division, whichever it is (16.3.D)."""
    divisions = tuple(
        piece.id
        for piece in board.on_map(SIDE)
        if units.unit_class(piece) == "infantry"
        and command.is_division(piece)
        and is_available(board, piece.id)
    )
    return (unit, *(name for name in divisions if name != unit)) if unit in divisions else divisions


@RULES.covers("16.3.A")
def substitutes(board: CampaignBoard, unit: str) -> tuple[str, ...]:
    """The units on the map as close as possible to the strength of one that cannot be withdrawn.

    By all its strengths together or by the significant one; the rule does not say which.
    """
    wanted = _strengths(board, _shown(board, unit))
    others = [
        piece
        for piece in board.on_map(SIDE)
        if units.is_ground(piece)
        and not units.is_headquarters(piece)
        and piece.id != unit
        and is_available(board, piece.id)
    ]
    found: list[str] = []
    for n in range(2):
        gaps = {p.id: abs(_strengths(board, p)[n] - wanted[n]) for p in others}
        least = min(gaps.values(), default=0)
        found += [name for name, gap in gaps.items() if gap == least and name not in found]
    return tuple(found)


def _shown(board: CampaignBoard, unit: str) -> Piece:
    """The unit as it is, or at full strength when it is not in play."""
    known = board.pieces.get(unit)
    if known is not None and not command.is_destroyed(board, unit):
        return known
    counter = board.counter(unit)
    return Piece(unit, counter, None, next(iter(counter.faces)))


def _strengths(board: CampaignBoard, piece: Piece) -> tuple[int, int]:
    total = sum(losses.current(board, piece, column).value for column in losses.COLUMNS)
    return total, losses.current(board, piece, losses.significant(piece.counter)).value


def is_given_up(board: CampaignBoard, unit: str) -> bool:
    """Whether by the alternative a unit may go to the dead pile instead of to rebuild (16.3.D)."""
    turn, reason = _schedule(board).get(unit, (0, ""))
    return OPTION in board.options and reason == REBUILD and turn <= campaign_turn(board)


# -- who leaves ------------------------------------------------------------------------------------


def leaving(action: Action, board: CampaignBoard) -> tuple[str, ...]:
    """The units on the map that an action withdraws.

    By declaration, by removal with the reason `withdrawn`, or into the box of withdrawn units;
    divisions that leave for Korps Abteilung C go the same way (16.4).
    """
    names: tuple[str, ...] = ()
    match action:
        case Declare(verb="withdrawal") | Remove(why="withdrawn"):
            names = action.units
        case Move() if displays.box_id(board, action.end) == BOX:
            names = action.units
    already = board.state.records.track.withdrawn
    return tuple(
        name
        for name in names
        if name not in already
        and _on_map(board, name)
        and units.is_ground(board.pieces[name])
        and (isinstance(action, Declare) or not board.counter(name).values.get("merges_into"))
    )


@RULES.rule("16.3.A", "16.3.B", "16.3.C", "16.3.D", on="declare:withdrawal")
@RULES.rule("16.3.A", on="remove")
@RULES.rule("16.3.A", on="move")
def units_withdraw_when_they_are_due(action: Action, board: CampaignBoard) -> Iterator[Finding]:
    """A unit that is due, or one of like strength in its stead, leaves by an open railway."""
    if board.scenario is None:
        return
    for name in leaving(action, board):
        piece = board.pieces[name]
        due = withdrawals_due(board)
        if not any(name in each.candidates for each in due) and not _may_rebuild(board, name):
            yield _not_due(board, piece, due)
        if isinstance(piece.place, Hex) and piece.place not in open_railways(board, SIDE):
            yield Finding(
                f"{piece.name} withdraws from where no open railway leads to its edge of the map",
                units=(name,),
                hexes=(board.number(piece.place),),
                expected="a railway hex joined to a friendly edge",
                rule="16.3.B",
                rests_on=("the map (stand-in)",),
            )


@RULES.covers("16.3.C", "16.3.D")
def _may_rebuild(board: CampaignBoard, unit: str) -> bool:
    """Whether the track has a unit in brackets that its owner may withdraw, and its turn is there.

    It need not go before its last step, and may (16.3.C).
    """
    turn, reason = _schedule(board).get(unit, (0, ""))
    return reason == REBUILD and OPTION not in board.options and turn <= campaign_turn(board)


def _not_due(board: CampaignBoard, piece: Piece, due: tuple[Withdrawal, ...]) -> Finding:
    known = _schedule(board).get(piece.id)
    when = f"{piece.name} in turn {known[0]}" if known is not None else "no unit"
    others = ", ".join(board.counter(each.unit).name for each in due)
    return Finding(
        f"{piece.name} is withdrawn, but it is not its turn",
        units=(piece.id,),
        expected=f"{others} or a unit as strong" if due else when,
        found=f"turn {campaign_turn(board)}",
        rests_on=rests.charts(board, TABLE),
    )


@RULES.rule("16.3.A", "16.3.D", on=PhaseEnds)
def withdrawals_are_mandatory(action: PhaseEnds, board: CampaignBoard) -> Iterator[Finding]:
    """At the end of its turn no unit that was due and could go is left on the map.

    Where the log tells of no arrivals or departures at all, it may just not have written it down.
    """
    if action.phase != END_OF_TURN or board.scenario is None:
        return
    track = board.state.records.track
    able = track.could_leave
    for each in withdrawals_due(board):
        could = [name for name in each.candidates if able is None or name in able]
        if each.unit in track.told or not could:
            continue
        names = [board.counter(name).name for name in could[:6]]
        yield Finding(
            f"{board.counter(each.unit).name} was to be withdrawn in turn {each.turn}",
            units=(each.unit,),
            expected=f"the withdrawal of {' or '.join(names)}",
            found="none",
            severity="violation" if track.kept else "unverifiable",
            rests_on=rests.charts(board, TABLE),
        )


@RULES.effect("16.3.A", "16.3.B", on=BeginPhase)
def who_can_leave_is_noted_as_movement_begins(action: BeginPhase, board: CampaignBoard) -> None:
    """A unit that reaches no open railway in its movement phase cannot be withdrawn."""
    track = board.state.records.track
    if action.phase == board.data.sequence.phases[0].id:
        track.could_leave = None
    if board.scenario is None or board.phasing != SIDE or not in_phase(board, MOVEMENT):
        return
    names = {name for each in withdrawals_due(board) for name in each.candidates}
    track.could_leave = {name for name in names if _reaches_a_railway(board, board.pieces[name])}


def _reaches_a_railway(board: CampaignBoard, piece: Piece) -> bool:
    railways = open_railways(board, SIDE)
    if not isinstance(piece.place, Hex):
        return False
    steps = Steps(board, piece)
    found = reachable(piece.place, steps.memory, steps.faultless)
    return piece.place in railways or any(hex_ in railways for hex_ in found)


@RULES.effect("16.3.A", on=PhaseEnds)
def missing_withdrawals_are_told_once(action: PhaseEnds, board: CampaignBoard) -> None:
    """Panzergrenadier divisions at their last step are noted as the turn ends (16.3.D)."""
    if action.phase != END_OF_TURN or board.scenario is None:
        return
    track = board.state.records.track
    track.told.update(each.unit for each in withdrawals_due(board))
    for piece in board.on_map(SIDE):
        if units.unit_class(piece) == "panzergrenadier":
            if losses.steps_left(board, piece.id) == 1:
                track.last_step.setdefault(piece.id, campaign_turn(board))
            else:
                track.last_step.pop(piece.id, None)


@RULES.effect("16.3.A", "16.3.B", on="declare:withdrawal")
@RULES.effect("16.3.A", "16.3.B", on="remove", before=True)
@RULES.effect("16.3.A", "16.3.B", on="move", before=True)
def withdrawals_are_remembered(action: Action, board: CampaignBoard) -> None:
    """Who left, and for whom; a unit whose withdrawal is declared goes to the box."""
    track = board.state.records.track
    for name in leaving(action, board):
        due = withdrawals_due(board) if board.scenario is not None else ()
        stead = next((each.unit for each in due if name in each.candidates), name)
        exact = next((each.unit for each in due if each.unit == name), stead)
        track.withdrawn[name] = exact
        track.kept = True
        if isinstance(action, Declare):
            board.relocate(board.pieces[name], BOX)
