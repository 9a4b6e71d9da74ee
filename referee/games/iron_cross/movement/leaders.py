"""Chapter 5 and section 8.3, leaders: whom they lead, and what their checks do for others."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare, Roll
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import rests, results, units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import (
    MOVES,
    bars,
    bars_on,
    check_of,
    judge_act,
    judge_check,
    leader_called,
    leader_named,
    movement_needs_checks,
    note_try,
    sum_in_words,
)
from referee.games.iron_cross.rolls import CHECK, answered
from referee.games.iron_cross.state import BattleBoard, Check
from referee.games.iron_cross.units import NORMAL

LEAD, FOLLOW = "lead", "follow"


# -- who leads whom --------------------------------------------------------------------------------


@RULES.covers("5.1", "5.2", "5.3", "8.31", "8.64")
def why_not_led(board: BattleBoard, leader: Piece, piece: Piece) -> tuple[str, str]:
    """The paragraph by which a leader may not lead a unit and why; empty where he may.

    Commanders lead all infantry and crew weapons, acting leaders their squad and one crew weapon;
    only normal units are led.
    """
    if not (units.is_infantry(piece) or units.is_crew_weapon(piece)):
        return "8.31", "is neither infantry nor a crew weapon"
    if results.status_of(board, piece.id) != NORMAL and piece.id not in board.state.uncertain:
        return "8.31", f"is {results.status_of(board, piece.id)}"
    if units.is_commander(leader):
        return "", ""
    if not units.is_acting_leader(leader) and leader.id not in board.state.hit:
        return "5.2", f"is led by {leader.name}, who is no leader"
    if units.is_crew_weapon(piece):
        others = (other for other in _moved_on(board, leader) if other.id != piece.id)
        if any(units.is_crew_weapon(other) for other in others):
            return "5.2", f"is the second crew weapon that {leader.name} leads"
    elif units.squad(piece) != units.squad(leader):
        if not _commander_with(board, leader):
            return "5.3", f"is not of the squad of {leader.name}"
        return "8.31", f"is not of the squad of {leader.name}"
    return "", ""


def _moved_on(board: BattleBoard, leader: Piece) -> Iterator[Piece]:
    """Units that have moved on a leader's checks in this phase."""
    for name, trek in board.state.treks.items():
        check = check_of(board, name, (FOLLOW,))
        on_his = trek.led_by == leader.id or (check is not None and check.leader == leader.id)
        if on_his and name in board.pieces:
            yield board.pieces[name]


def _commander_with(board: BattleBoard, leader: Piece) -> bool:
    return any(
        other.place == leader.place and other.side == leader.side and units.is_commander(other)
        for other in board.pieces.values()
        if not other.counter.is_marker
    )


def leads_taken(board: BattleBoard, piece: Piece) -> Iterator[tuple[Piece, Check]]:
    """Leaders who took a check to lead while the unit was stacked with them, and those checks."""
    for name, taken in board.state.checks.items():
        for check in taken:
            if check.act != LEAD or check.group[:1] != (name,) or name == piece.id:
                continue
            leader = leader_called(board, name)
            if piece.id in check.stack and check.place == piece.place and leader is not None:
                yield leader, check


# -- the leader's check ----------------------------------------------------------------------------


@RULES.rule("8.31", "5.1", "5.2", "8.34", on=f"declare:{CHECK}")
def only_leaders_lead(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """Who takes a check to lead is a commander or an acting leader."""
    if declaration.text("for") != LEAD or not declaration.units:
        return
    leader = board.piece(declaration.units[0])
    if not units.is_leader(leader):
        yield Finding(
            f"{leader.name} takes a check to lead and is no leader",
            units=(leader.id,),
            expected="a commander, or infantry rated 9 or more in normal status",
            found=f"rating {units.rating(leader)}, {units.status(leader)}",
            rule="5.2",
        )
        return
    for name in declaration.units[1:]:
        piece = board.piece(name)
        rule, why = why_not_led(board, leader, piece)
        if not rule and piece.place != leader.place:
            rule, why = "8.3", f"is not stacked with {leader.name}"
        if rule:
            yield _not_led(piece, rule, why)
        elif name not in board.state.halted and (other := _other_leader(board, leader, piece)):
            yield _second_leader(leader, piece, other)


def _not_led(piece: Piece, rule: str, why: str) -> Finding:
    return Finding(
        f"{piece.name} moves on a leader's check and {why}",
        units=(piece.id,),
        expected="a normal unit that the leader may lead",
        rule=rule,
    )


@RULES.effect("8.3.A", "8.34", on="roll")
def a_leaders_failure_stops_his_stack(_: Roll, board: BattleBoard) -> None:
    """If he fails no unit in the hex may move, and all he might have led have moved.

    With several leaders only those he was to lead, as off the map.
    """
    answer = answered(board, CHECK)
    if answer is None or answer.declaration.text("for") != LEAD:
        return
    leader = board.pieces.get(answer.declaration.units[0]) if answer.declaration.units else None
    if leader is None:
        return
    check = check_of(board, leader.id, (LEAD,))
    if check is None or check.passed is not False:
        return
    stack = [board.pieces[name] for name in sorted(check.stack) if name in board.pieces]
    off_map = not isinstance(check.place, Hex)  # Who waits in one box is not stacked.
    if off_map or any(units.is_leader(other) for other in stack):
        stack = [other for other in stack if other.id in check.group]
    for piece in stack:
        if not why_not_led(board, leader, piece)[0]:
            board.state.halted[piece.id] = leader.id
            note_try(board, piece.id, "move")


@bars("8.3.A", acts=MOVES)
def who_is_halted_does_not_move(board: BattleBoard, piece: Piece, _: str) -> Iterator[Finding]:
    """A unit whose leader failed his check neither moves nor turns in the phase."""
    leader = board.pieces.get(board.state.halted.get(piece.id, ""))
    if leader is not None:
        check = check_of(board, leader.id, (LEAD,))
        yield Finding(
            f"{piece.name} moves though {leader.name} failed the check for the stack",
            units=(piece.id, leader.id),
            expected="no movement in the phase",
            found=sum_in_words(check) if check is not None else "",
            rests_on=_why_halted(board, piece, check),
            rule="8.3.A",
        )


def _why_halted(board: BattleBoard, piece: Piece, check: Check | None) -> tuple[str, ...]:
    """The readings by which a failed leader stops a unit of his hex."""
    if check is None or piece.id not in check.group:
        return rests.defects(board, "undesignated-units")
    return rests.defects(board, "several-leaders")


# -- those who go another way ----------------------------------------------------------------------


@RULES.rule("8.3.C", "8.34", on=f"declare:{CHECK}")
def who_goes_another_way_checks_on_a_leader_who_passed(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """Units of the stack take the modified check on the rating of a leader who has passed his."""
    if declaration.text("for") != FOLLOW:
        return
    leader = leader_called(board, leader_named(declaration))
    if leader is None:
        yield Finding(
            "a check on a leader's rating does not name the leader",
            units=declaration.units,
            expected="the leader, as support",
            severity="unverifiable",
        )
        return
    for name in declaration.units:
        piece = board.piece(name)
        fault = _why_not_follow(board, leader, piece)
        if fault is not None:
            yield fault


def _why_not_follow(board: BattleBoard, leader: Piece, piece: Piece) -> Finding | None:
    rule, why = why_not_led(board, leader, piece)
    if rule:
        return _not_led(piece, rule, why)
    other = _other_leader(board, leader, piece)
    if other:
        return _second_leader(leader, piece, other)
    own = next((check for who, check in leads_taken(board, piece) if who.id == leader.id), None)
    if own is None or own.passed is False:
        return Finding(
            f"{piece.name} checks on the rating of {leader.name}, who has not passed his own check"
            " in this stack",
            units=(piece.id, leader.id),
            expected="a check to lead, passed in the same hex",
            found="none" if own is None else sum_in_words(own),
            rule="8.3.C",
        )
    return None


def _second_leader(leader: Piece, piece: Piece, other: str) -> Finding:
    return Finding(
        f"{leader.name} takes a check for {piece.name}, for which {other} took one",
        units=(piece.id, leader.id),
        expected="one leader for each unit",
        rule="8.34",
    )


def _other_leader(board: BattleBoard, leader: Piece, piece: Piece) -> str:
    """Name of another leader who took a check for the unit in this phase."""
    for check in board.state.checks.get(piece.id, ()):
        name = check.leader or (check.group[0] if check.act == LEAD and check.group else "")
        if name and name not in (leader.id, piece.id) and name in board.pieces:
            return board.pieces[name].name
    return ""


# -- setting out -----------------------------------------------------------------------------------


@RULES.covers("8.22", "8.3", "8.3.B", "8.32", "8.34")
def judge_setting_out(board: BattleBoard, piece: Piece) -> Iterator[Finding]:
    """What is wrong with a unit's beginning to move: its own check, or that of its leader."""
    own = check_of(board, piece.id, MOVES)
    led = own is not None and own.act == LEAD and own.group[:1] != (piece.id,)
    if not movement_needs_checks(board):
        if own is None:
            yield from bars_on(board, piece, "move")
    elif own is not None and not led:
        yield from judge_check(board, piece, own)
    else:
        yield from judge_led(board, piece, "move", "8.22")


def judge_led(board: BattleBoard, piece: Piece, act: str, rule: str) -> Iterator[Finding]:
    """What is wrong with a unit's act, `move` or `facing`, on the check that a leader took.

    Without one it has to have taken its own, which `rule` demands.
    """
    leader, check = leader_of(board, piece)
    if piece.id in board.state.halted:
        yield from bars_on(board, piece, act)
        return
    if leader is None or check is None:
        yield from judge_act(board, piece, (act, *sorted(MOVES)), rule)
        return
    found = tuple(bars_on(board, piece, act))
    why_rule, why = why_not_led(board, leader, piece)
    if found:
        yield from found
    elif why_rule:
        yield _not_led(piece, why_rule, why)
    elif check.passed is False:
        yield Finding(
            f"{piece.name} moves on the check that {leader.name} failed",
            units=(piece.id, leader.id),
            expected=f"{check.needed} or less",
            found=sum_in_words(check),
            rule="8.3.A",
        )
    elif check.passed is None:
        yield from judge_check(board, leader, check)


def leader_of(board: BattleBoard, piece: Piece) -> tuple[Piece | None, Check | None]:
    """The leader on whose check a unit without one of its own moves, and that check.

    The one who designated it, else one who passed, else any who took a check in the stack.
    """
    found = list(leads_taken(board, piece))
    found.sort(
        key=lambda item: (
            piece.id not in item[1].group,
            item[1].passed is not True,
            bool(why_not_led(board, item[0], piece)[0]),
        )
    )
    return found[0] if found else (None, None)


# -- staying together ------------------------------------------------------------------------------


def is_hurt(board: BattleBoard, unit: str) -> bool:
    """Whether a unit was hit or lost in this phase, so that it need not keep up (8.33, 13.18)."""
    state = board.state
    return unit not in board.pieces or unit in state.hit or unit in state.uncertain


def led_by_whom(board: BattleBoard, piece: Piece) -> str:
    """Id of the leader on whose check alone a unit sets out, if it has to have one (8.3.B)."""
    trek = board.state.treks.get(piece.id)
    if not movement_needs_checks(board) or (trek is not None and trek.hexes):
        return ""
    taken = board.state.checks.get(piece.id, ())
    if any(check.act != LEAD or check.group[:1] == (piece.id,) for check in taken):
        return ""
    leader, check = leader_of(board, piece)
    return leader.id if leader is not None and check is not None else ""


def followed(board: BattleBoard, piece: Piece) -> str:
    """Id of the leader on whose check alone a unit moves, or would if it set out now."""
    trek = board.state.treks.get(piece.id)
    return trek.led_by if trek is not None and trek.hexes else led_by_whom(board, piece)


def companions(board: BattleBoard, piece: Piece) -> set[str]:
    """The unit and those who have to end their movement where it does, whoever is hurt apart.

    Of a leader those who have moved on his check; of a group that took one check all of it.
    """
    found = {unit for unit, trek in board.state.treks.items() if trek.led_by == piece.id}
    own = check_of(board, piece.id, MOVES)
    if own is not None and own.act == FOLLOW:
        found |= set(own.group)
    return {unit for unit in found if not is_hurt(board, unit)} | {piece.id}


def way_so_far(board: BattleBoard, piece: Piece) -> tuple[object, ...]:
    """The hexes a unit was in during this phase, the present one last."""
    trek = board.state.treks.get(piece.id)
    return trek.path if trek is not None else (piece.place,)
