"""Faults of retreats, withdrawals, assault combat and advances (5.5, 5.6, 13.7, 13.11, 13.12)."""

from __future__ import annotations

from compiler.hexes import Hex
from referee.actions import Declare, Move, Roll
from referee.games.operation_spark import assaults, retreat, units
from referee.games.operation_spark.fire import losses
from tests.referee.games.operation_spark.faults.finding import (
    ABSENT,
    empty,
    go,
    near,
    nobody_near,
    on_map,
    place,
    quiet_step,
    says,
)
from tests.referee.games.operation_spark.faults.story import Change, Moment, fault
from tests.referee.games.operation_spark.faults.suffering import by_fire

# -- retreats --------------------------------------------------------------------------------------


def _journey(moment: Moment, verb: str) -> Move | None:
    """The move that follows upon a declaration of one unit, which is then not named any more."""
    action, move = moment.action, moment.later(1)
    assert isinstance(action, Declare)
    if action.verb != verb or len(action.units) != 1 or not isinstance(move, Move):
        return None
    same = move.units == action.units and move.complete
    later = moment.story.named_later(action.units[0], moment.number + 2)
    return move if same and not later else None


@fault("e5.5.p9", "e5.5.p10", "13.12", "e5.6", "11.3.3.p9", at="declare:retreat")
def a_unit_that_has_to_retreat_stays(moment: Moment) -> Change | None:
    move = _journey(moment, "retreat")
    if move is None or not by_fire(moment, move.units[0]):
        return None
    return moment.leave_out(2)


@fault("e5.5.p9", "13.12.1", "13.12.1.p1", at="declare:retreat")
def a_unit_retreats_a_hex_too_far(moment: Moment) -> Change | None:
    move = _journey(moment, "retreat")
    if move is None or len(move.path) != 2:
        return None
    board = moment.board
    last = board.data.map.hex(move.end)
    piece = board.pieces[move.units[0]]
    due = {o.rule for o in losses.open_for(board, piece.id)}
    if due != {"13.10.8.p1"}:
        return None
    for _, hex_ in near(board, last):
        further = place(piece).distance(hex_) == 2 and empty(board, hex_)
        if further and not retreat.has_enemy_beside(board, hex_, piece.side):
            longer = move.model_copy(update={"path": (*move.path, board.number(hex_))})
            return Change(moment.number + 1, (longer,), moment.number + 2)
    return None


@fault("13.12.1", "11.2.1", ABSENT, at="declare:retreat")
def a_unit_retreats_towards_the_enemy(moment: Moment) -> Change | None:
    move = _journey(moment, "retreat")
    if move is None or len(move.path) != 2:
        return None
    board = moment.board
    piece = board.pieces[move.units[0]]
    for _, hex_ in near(board, place(piece)):
        free = empty(board, hex_) and retreat.may_enter(board, piece, place(piece), hex_)
        closer = retreat.has_enemy_beside(board, hex_, piece.side)
        due = [o for o in losses.open_for(board, piece.id) if o.away_from]
        astray = not any(retreat.leads_away(place(piece), hex_, o.away_from) for o in due)
        if free and closer and astray and due:
            wrong = move.model_copy(update={"path": (move.start, board.number(hex_))})
            return Change(moment.number + 1, (wrong,), moment.number + 2)
    return None


@fault("13.1", late=True)
def a_bystander_moves_in_the_combat_phase(moment: Moment) -> Change | None:
    if not moment.ends_phase or moment.phase not in {"post-assault", *assaults.OFFENSIVE}:
        return None
    for piece in on_map(moment, resting=True):
        there = quiet_step(moment.board, piece)
        calm = nobody_near(moment.board, piece) and not piece.flag("reinforcement")
        if there is not None and calm and piece.side == "german":
            return moment.insert(go(moment.board, piece, there))
    return None


# -- withdrawals -----------------------------------------------------------------------------------


@fault("e5.5.p12", "13.10.4.p1", at="declare:morale-check")
def a_unit_withdraws_without_a_check(moment: Moment) -> Change | None:
    die, said, move = (moment.later(n) for n in (1, 2, 3))
    plain = isinstance(die, Roll) and isinstance(said, Declare) and isinstance(move, Move)
    if not plain or not isinstance(said, Declare) or said.verb != "withdraw":
        return None
    return moment.leave_out(2)


@fault("e5.5.p13", "e5.5.p15", at="declare:morale-check")
def a_unit_withdraws_after_a_failed_check(moment: Moment) -> Change | None:
    die, said, move = (moment.later(n) for n in (1, 2, 3))
    plain = isinstance(die, Roll) and isinstance(said, Declare) and isinstance(move, Move)
    if not plain or not isinstance(said, Declare) or said.verb != "withdraw":
        return None
    assert isinstance(die, Roll)
    failed = die.model_copy(update={"result": (9,)})
    return Change(moment.number + 1, (failed,), moment.number + 2)


@fault("13.7", "e5.5.p12")
def a_disrupted_unit_tries_to_withdraw(moment: Moment) -> Change | None:
    assault = assaults.current(moment.board)
    if moment.phase not in assaults.DEFENDER_WITHDRAWAL or not moment.ends_phase:
        return None
    for piece in assaults.defenders_in(moment.board, assault) if assault is not None else ():
        if piece.flag("disrupted"):
            check = says("morale-check", piece.id, for_="withdrawal")
            return moment.insert(check, Roll(dice="d10", result=(9,)))
    return None


@fault("6.4.p1")
def infantry_tries_to_withdraw_late(moment: Moment) -> Change | None:
    assault = assaults.current(moment.board)
    if moment.phase != "defender-withdrawal-2" or not moment.ends_phase or assault is None:
        return None
    for piece in assaults.defenders_in(moment.board, assault):
        if not units.is_motorized(piece) and not piece.flag("disrupted"):
            check = says("morale-check", piece.id, for_="withdrawal")
            return moment.insert(check, Roll(dice="d10", result=(8,)))
    return None


# -- assault combat --------------------------------------------------------------------------------


@fault("13.11.3.p1", at="declare:assault")
def the_assault_morale_of_the_assaulting_side_is_too_high(moment: Moment) -> Change | None:
    assert isinstance(moment.action, Declare)
    if "attacker" not in moment.action.values:
        return None
    return moment.altered(attacker=moment.action.number("attacker") + 9)


@fault("13.11.3.p1", at="declare:assault")
def the_assault_morale_of_the_defending_side_is_too_high(moment: Moment) -> Change | None:
    assert isinstance(moment.action, Declare)
    if "defender" not in moment.action.values:
        return None
    return moment.altered(defender=moment.action.number("defender") + 9)


@fault("13.11.p1", "e5.6", "13.12", "13.11.5.p1", "13.10.8.p1", "13.10.10", at="declare:assault")
def a_unit_with_a_marker_stays_out_of_the_assault(moment: Moment) -> Change | None:
    action = moment.action
    assert isinstance(action, Declare)
    if len(action.units) < 2:
        return None
    fewer = {"units": action.units[:1], "values": {"targets": action.names("targets")}}
    return moment.replace(action.model_copy(update=fewer))


@fault("e5.2.p10", "13.11.3.p1", at="declare:assault")
def infantry_gives_an_engineer_bonus(moment: Moment) -> Change | None:
    assert isinstance(moment.action, Declare)
    for name in moment.action.units:
        if moment.board.pieces[name].counter.kind == "infantry":
            return moment.insert(says("assault-bonus", name, as_="engineer"))
    return None


@fault("13.11.p1", at="declare:assault")
def an_assault_is_declared_on_a_hex_that_nobody_assaults(moment: Moment) -> Change | None:
    board, action = moment.board, moment.action
    assert isinstance(action, Declare)
    if not action.units or board.phasing is None:
        return None
    for foe in on_map(moment, board.data.opponent(board.phasing)):
        calm = nobody_near(board, foe) and board.number(place(foe)) != action.target
        if calm:
            values = {k: v for k, v in action.values.items() if k != "targets"}
            other = {"target": board.number(place(foe)), "values": values}
            return moment.replace(action.model_copy(update=other))
    return None


@fault("13.11.p1", at="roll")
def the_dice_of_an_assault_are_thrown_twice(moment: Moment) -> Change | None:
    action = moment.action
    assert isinstance(action, Roll)
    if action.purpose.partition(" ")[0] != "assault":
        return None
    return moment.add(action)


@fault("13.11.5.p1", "11.2.1", "11.1.4.p1", ABSENT, at="declare:advance", late=True)
def a_unit_advances_past_the_hex_that_was_vacated(moment: Moment) -> Change | None:
    move = moment.later(1)
    if not isinstance(move, Move) or moment.phase != "assault":
        return None
    board = moment.board
    piece, assault = board.pieces[move.units[0]], assaults.current(board)
    if assault is None or board.data.map.hex(move.end) != assault.hex:
        return None
    for _, hex_ in near(board, place(piece)):
        aside = empty(board, hex_) and hex_ != assault.hex
        if aside and retreat.may_enter(board, piece, place(piece), hex_):
            astray = move.model_copy(update={"path": (move.start, board.number(hex_))})
            return Change(moment.number + 1, (astray,), moment.number + 2)
    return None


@fault("13.6.2.p1", "13.11.5.p1")
def a_unit_advances_into_a_hex_that_is_still_defended(moment: Moment) -> Change | None:
    board, assault = moment.board, assaults.current(moment.board)
    if not moment.ends_phase or moment.phase != "barrage" or assault is None:
        return None
    for piece in assaults.marked_at(board, assault.hex):
        if not assaults.defenders_in(board, assault):
            continue
        into = go(board, piece, assault.hex)
        back = go(board, piece, place(piece))
        path = (board.number(assault.hex), board.number(place(piece)))
        return moment.insert(
            says("advance", piece.id), into, back.model_copy(update={"path": path})
        )
    return None


@fault("13.6.2.p2")
def a_unit_goes_on_to_another_assault_without_an_advance(moment: Moment) -> Change | None:
    board, assault = moment.board, assaults.current(moment.board)
    if not moment.ends_phase or moment.phase != "barrage" or assault is None:
        return None
    for piece in assaults.marked_at(board, assault.hex):
        return moment.insert(says("follow-on", piece.id))
    return None


@fault("13.1", "13.1.p1", "13.10.p1")
def another_hex_is_dealt_with_in_the_middle_of_an_assault(moment: Moment) -> Change | None:
    board, assault = moment.board, assaults.current(moment.board)
    if not moment.ends_phase or moment.phase not in assaults.DEFENSIVE or assault is None:
        return None
    if assaults.is_terminated(board, assault):
        return None
    for piece in on_map(moment, board.phasing):
        goal = assaults.marker_hex(board, piece)
        if goal in (None, assault.hex) or units.is_afv(piece):
            continue
        for foe in board.units_at(goal) if isinstance(goal, Hex) else ():
            shot = Declare(
                verb="fire", units=(foe.id,), target=board.number(place(piece)), side=foe.side,
                values={"with": "regular", "targets": (piece.id,)},
            )  # fmt: skip
            return moment.insert(shot)
    return None
