"""Steps whose action a line tells whole: the line is believed, and hides nothing."""

from __future__ import annotations

import pytest

from compiler.vassal.savegame import chat_command
from referee.actions import (
    Action,
    BeginPhase,
    GameLog,
    Header,
    Move,
    Position,
    Roll,
    SetState,
)
from referee.audit import audit
from referee.games import rules_for
from referee.report.transcript import transcript

from .module_logs import WrittenLog, told, went


def line(text: str) -> str:
    """The command of a line of chat."""
    return chat_command(f"* > {text}")


def warnings(log: WrittenLog, actions: list[Action]) -> list[tuple[str, ...]]:
    """The units of which an audit says that they are not as the rules have them."""
    header = Header(format="hexmarshal-moves/1", game=log.data.id, scenario=log.scenario.id)
    result = audit(GameLog(header, tuple(actions)), log.data, rules_for(log.data))
    return [each.units for each in result.findings if "the rules do not have them" in each.message]


def test_a_line_gives_a_move_its_path_and_its_manner(log: WrittenLog) -> None:
    unit, start = log.single()
    via, end, *_ = log.empty_hexes()
    side = next(iter(log.data.sides))
    log.step(
        line(
            f"move | by: [{unit}] in {start} | path: {start}, {via}, {end} | manner: road"
            f" | player: {log.data.sides[side].name}"
        ),
        *log.moving(unit, end),
    )
    move = Move(side=side, units=(unit,), path=(start, via, end), by="road")
    assert told(*log.actions()) == told(move)


def test_a_piece_put_elsewhere_than_the_line_says_is_told_and_reported(log: WrittenLog) -> None:
    unit, start = log.single()
    said, end, *_ = log.empty_hexes()
    log.step(line(f"move | by: [{unit}] | ends: {start}, {said}"), *log.moving(unit, end))
    move, position = actions = log.actions()
    assert told(move) == told(went([unit], start, said))
    assert isinstance(position, Position)
    assert not position.whole
    assert [(each.unit, each.at) for each in position.pieces] == [(unit, end)]
    assert warnings(log, actions) == [(unit,)]


def test_another_piece_moved_in_the_shadow_of_a_line_is_reported(log: WrittenLog) -> None:
    unit, start = log.single()
    other, _ = log.single(1)
    end, hidden, *_ = log.empty_hexes()
    log.step(
        line(f"move | by: [{unit}] | ends: {start}, {end}"),
        *log.moving(unit, end),
        *log.moving(other, hidden),
    )
    assert warnings(log, log.actions()) == [(other,)]


def test_a_line_about_a_piece_that_stays_where_it_is_is_reported(log: WrittenLog) -> None:
    unit, start = log.single()
    end = next(log.empty_hexes())
    log.step(line(f"move | by: [{unit}] | ends: {start}, {end}"))
    assert warnings(log, log.actions()) == [(unit,)]


def test_a_step_that_claims_to_follow_the_rules_is_compared_with_them(log: WrittenLog) -> None:
    unit, _ = log.single()
    log.step(line("upkeep"), *log.moving(unit, next(log.empty_hexes())))
    [position] = actions = log.actions()
    assert isinstance(position, Position)
    assert warnings(log, actions) == [(unit,)]


def test_what_the_rules_have_done_themselves_is_passed_over_in_silence(log: WrittenLog) -> None:
    unit, _ = log.single()
    end, *_ = log.empty_hexes()
    log.step(*log.moving(unit, end))
    log.step(line("upkeep"), *log.moving(unit, end))
    assert warnings(log, log.actions()) == []


def test_a_transcript_tells_what_the_rules_made_of_a_piece(log: WrittenLog) -> None:
    unit, _ = log.single()
    end = next(log.empty_hexes())
    log.step(line("upkeep"), *log.moving(unit, end))
    header = Header(format="hexmarshal-moves/1", game=log.data.id, scenario=log.scenario.id)
    [told_line] = transcript(GameLog(header, tuple(log.actions())), log.data)
    assert told_line.startswith(f"   {log.data.counters[unit.partition('#')[0]].name}")
    assert end in told_line


def test_a_line_says_what_dice_are_for_and_whose_they_are(log: WrittenLog) -> None:
    name, dice = next(iter(log.data.dice.items()))
    result = (2,) * dice.count
    side = next(iter(log.data.sides))
    log.step(line(f"roll | for: luck 0101 | player: {side}"), *log.rolling(name, *result))
    log.step(*log.rolling(name, *result))
    assert told(*log.actions()) == told(
        Roll(dice=name, result=result, purpose="luck 0101", side=side),
        Roll(dice=name, result=result),
    )


def test_a_line_says_who_is_first_player_from_a_phase_on(log: WrittenLog) -> None:
    side = next(iter(log.data.sides))
    phase = log.data.sequence.phases[1].id
    log.step(line(f"phase | turn: 1 | phase: {phase} | first-player: {side}"), log.turning(1, 1))
    log.step(log.turning(1, 1))
    log.step(log.turning(1, 2))
    assert told(*log.actions()) == told(
        BeginPhase(turn=1, phase=phase, first_player=side),
        BeginPhase(turn=1, phase=log.data.sequence.phases[2].id),
    )


def test_a_player_may_write_by_hand_what_concerns_the_whole_position(log: WrittenLog) -> None:
    log.step(chat_command("<Ann> - > set | state: stack-order | value = true"))
    log.step(chat_command("<Ann> - > set | state: ground | value: thaw"))
    assert told(*log.actions()) == told(
        SetState(state="stack-order", value=True), SetState(state="ground", value="thaw")
    )


@pytest.mark.parametrize(
    "text",
    [
        "move | path: 0101, 0102",
        "move | by: [a]",
        "roll | for: luck | player: nobody | by",
        "phase | turn: soon | phase: x | player: nobody",
        "set | state: ground | value = {",
        'set | state: ground | value = {"a": {"b": 1}}',
        f"action | json = {'[' * 9000}",
        'action | json = {"action": "phase-ends"}',
        "undo | count: 0 | player: nobody",
        "place | by: [a] | at: 0101 | states = 7",
    ],
)
def test_a_line_that_tells_no_action_is_left_unread_and_nothing_else(
    log: WrittenLog, text: str
) -> None:
    unit, start = log.single()
    end = next(log.empty_hexes())
    log.step(line(text), *log.moving(unit, end))
    reader = log.reader()
    actions = [each for each in reader.read(log.log()) if each.origin.step]
    assert told(*actions) == told(went([unit], start, end))
    assert len(reader.unread) == 1


# -- the order of stacks ---------------------------------------------------------------------------


def test_a_piece_dropped_on_its_own_stack_is_moved_within_its_hex(log: WrittenLog) -> None:
    place, units = log.stack()
    log.step(*log.moving(units[0], place, under=units[-1]))
    assert told(*log.actions()) == told(Move(units=(units[0],), path=(place,)))


def test_a_stack_put_in_another_order_has_its_upper_pieces_put_on_top(log: WrittenLog) -> None:
    place, units = log.stack()
    spot = log.spot(place)
    stack = log.stack_id(place)
    ids = [log.units[unit].piece_id for unit in units]
    old, new = (
        f"{spot.map};{spot.x};{spot.y};{';'.join(order)};@@-1" for order in (ids, ids[::-1])
    )
    log.step(f"D/{stack}/{new}/{old}")
    assert told(*log.actions()) == told(Move(units=tuple(units[-2::-1]), path=(place,)))
