"""Logs of our own modules: what players announce and roll, turns, other versions, hostile logs."""

from __future__ import annotations

import pytest

from compiler.vassal.names import SCENARIO_PROPERTY, VERSION_PROPERTY, side_name
from compiler.vassal.savegame import (
    chat_command,
    property_change_command,
    turn_command,
)
from referee.actions import (
    BeginPhase,
    Chat,
    Declare,
    Move,
    Place,
    Position,
    Roll,
    Unknown,
)
from referee.logs.module_info import ModuleInfo, module_info
from referee.logs.module_log import ModuleLogReader
from tests.oracle.built import Game

from .module_logs import WrittenLog, told, went

# -- what is said ----------------------------------------------------------------------------------


def test_lines_of_one_declaration_are_joined_and_named_by_unit_and_hex(log: WrittenLog) -> None:
    place, units = log.stack()
    target, there = next((u, p) for u, p in (log.single(n) for n in range(9)) if p != place)
    log.step(
        chat_command(f"* > attack | by: First%2C so called [{units[0]}] in {place}"),
        chat_command(f"* > attack | by: Second [{units[1]}] in {place}"),
    )
    log.say(f"> attack | on: Enemy [{target}] in {there}")
    log.step(*log.moving(units[0], there))
    declared, moved = log.actions()
    assert isinstance(declared, Declare)
    assert (declared.verb, declared.units) == ("attack", (units[0], units[1]))
    assert (declared.target, declared.names("targets")) == (there, (target,))
    assert str(declared.origin) == "game.vlog:2"
    assert isinstance(moved, Move)


def test_a_move_before_a_line_of_the_same_step_comes_before_it(log: WrittenLog) -> None:
    unit, start = log.single()
    end = next(log.empty_hexes())
    log.say(f"> attack | by: A [{unit}] in {start}")
    log.step(*log.moving(unit, end), chat_command(f"* > rest | by: A [{unit}] in {end}"))
    assert [action.kind for action in log.actions()] == ["declare:attack", "move", "declare:rest"]


def test_a_hidden_target_is_known_by_its_place_alone(log: WrittenLog) -> None:
    unit, place = log.single()
    log.say(f"> attack | by: A [{unit}] in {place}", f"> attack | on: [] in {place}")
    [declared] = log.actions()
    assert isinstance(declared, Declare)
    assert (declared.target, declared.names("targets")) == (place, ())


def test_the_place_of_a_target_in_a_box_is_the_boxs_id(log: WrittenLog) -> None:
    unit, place = log.single()
    box = log.box()
    location = log.data.boxes[box][1].location
    log.say(f"> look | by: A [{unit}] in {place} | on: B [b] in {location}")
    [declared] = log.actions()
    assert isinstance(declared, Declare)
    assert declared.target == box


def test_a_button_says_its_players_side_by_name_and_the_action_by_id(log: WrittenLog) -> None:
    for side in log.data.sides:
        log.say(f"> initiative | side: {side_name(log.data, side)}")
    log.say("> initiative | side: Solitaire")
    *sides, solitaire = log.actions()
    assert [action.side for action in sides] == list(log.data.sides)
    assert [action.values["side"] for action in sides if isinstance(action, Declare)] == list(
        log.data.sides
    )
    assert isinstance(solitaire, Declare)
    assert (solitaire.side, solitaire.text("side")) == (None, "Solitaire")


def test_what_a_player_types_is_chat_unless_it_is_a_line_of_the_grammar(log: WrittenLog) -> None:
    log.step(chat_command("&lt;Ann&gt; - good luck &amp; have fun"))
    log.step(chat_command("&lt;Ann&gt; - > supply | points = 4 & more"))
    log.step(chat_command("* a report of the game"))
    assert told(*log.actions()) == told(
        Chat(text="good luck & have fun"),
        Declare(verb="supply", values={"points": "4 & more"}),
    )


def test_a_faulty_line_is_named_and_the_rest_read(log: WrittenLog) -> None:
    unit, start = log.single()
    end = next(log.empty_hexes())
    log.say("> attack | by A without a colon")
    log.step(*log.moving(unit, end))
    reader = log.reader()
    assert told(list(reader.read(log.log()))[-1]) == told(went([unit], start, end))
    [line] = reader.unread
    assert line.startswith("game.vlog:1: ")
    assert "name: value" in line


# -- dice ------------------------------------------------------------------------------------------


def test_dice_that_a_declaration_rolls_say_what_for(log: WrittenLog) -> None:
    unit, place = log.single()
    dice, *_ = log.data.dice
    second = list(log.data.dice)[-1]
    count = [log.data.dice[name].count for name in (dice, second)]
    log.step(
        chat_command(f"* > check | by: A [{unit}] in {place} | roll: morale"),
        *log.rolling(dice, *range(1, count[0] + 1)),
        chat_command(f"* > check | by: A [{unit}] in {place} | roll: nerve"),
        *log.rolling(dice, *range(1, count[0] + 1)),
    )
    log.step(*log.rolling(second, *[2] * count[1]))
    first, morale, again, nerve, bare = log.actions()
    assert isinstance(first, Declare)
    assert isinstance(again, Declare)
    assert (first.values, again.values) == ({"roll": "morale"}, {"roll": "nerve"})
    result = tuple(range(1, count[0] + 1))
    assert told(morale, nerve, bare) == told(
        Roll(dice=dice, result=result, purpose="check.morale"),
        Roll(dice=dice, result=result, purpose="check.nerve"),
        Roll(dice=second, result=(2,) * count[1]),
    )


def test_dice_after_a_declaration_that_rolls_none_have_no_purpose(log: WrittenLog) -> None:
    unit, place = log.single()
    dice = next(iter(log.data.dice))
    log.say(f"> attack | by: A [{unit}] in {place}")
    log.step(*log.rolling(dice, *[1] * log.data.dice[dice].count))
    declared, rolled = log.actions()
    assert isinstance(declared, Declare)
    assert isinstance(rolled, Roll)
    assert rolled.purpose == ""


def test_dice_without_numbers_are_kept_as_they_are(log: WrittenLog) -> None:
    log.step(property_change_command("Weather_result", "Sun", "Rain"))
    assert told(*log.actions()) == told(Unknown(text="a roll of Weather without numbers: Rain"))


# -- turns -----------------------------------------------------------------------------------------


def test_the_turn_tracker_begins_phases_in_the_scenarios_own_count(log: WrittenLog) -> None:
    phases = log.data.sequence.phases
    log.step(log.turning(1, len(phases) - 1), chat_command("* the last phase"))
    log.step(log.turning(2), chat_command("* the next turn"))
    log.step(turn_command("TurnTracker1", "0|5;0;false;-1"))
    assert told(*log.actions()) == told(
        BeginPhase(turn=1, phase=phases[-1].id),
        BeginPhase(turn=2, phase=phases[0].id),
    )


def test_logs_of_one_game_are_read_on_without_beginning_the_phase_again(game: Game) -> None:
    first, second = WrittenLog(game), WrittenLog(game)
    unit, _ = first.single()
    end = next(first.empty_hexes())
    first.step(*first.moving(unit, end))
    first.step(first.turning(1, 2))
    second.tracker(1, 2)
    second.step(*second.moving(unit, end))
    reader = first.reader()
    for name, log in (("1.vlog", first), ("2.vlog", second)):
        found = list(reader.read(log.log(name)))
        assert isinstance(found[0], Position)
        assert {action.origin.file for action in found} == {name}
    assert [action.kind for action in found] == ["position", "move"]
    assert reader.unread == []


# -- other versions, and hostile logs --------------------------------------------------------------


def test_a_piece_that_the_data_lack_is_named_once(log: WrittenLog) -> None:
    text = "+/1/mark;UnitId\tpiece;;;a.png;Old/lost-unit\tMap;1;1;1;0"
    log.step(text)
    log.step(text.replace("+/1", "+/2"))
    reader = log.reader()
    assert [action for action in reader.read(log.log()) if action.origin.step] == []
    version = log.data.game.version
    assert reader.unread == [
        f"game.vlog:1: a piece 'lost-unit' that version {version} of the data lacks"
    ]


def test_a_turn_tracker_of_another_version_is_named_and_begins_no_phase(log: WrittenLog) -> None:
    state = log.turning(1, 1).split("\t")[1]
    log.step(turn_command("TurnTracker0", state.removesuffix(",true")))
    log.step(turn_command("TurnTracker0", "no state at all"))
    reader = log.reader()
    assert [action for action in reader.read(log.log()) if action.origin.step] == []
    count = len(log.data.sequence.phases)
    assert [line for line in reader.unread if f"{count - 1} phases" in line]
    assert len(reader.unread) == 2


@pytest.mark.parametrize(
    "text",
    [
        "CHAT* > attack | by: [] in 0101",
        "CHAT* > attack | by: x [" + "x" * 300 + "] in 0101",
        "CHAT* > attack | " + "y" * 300 + ": z",
        "CHAT* > attack | on: A [a] in " + "1" * 300,
        "CHAT* > attack" + " | by: A [a] in 01" * 1_100,
        "TURNTurnTracker0\t0|" + "9" * 30 + ";0;0;true;0",
        "MutableProperty\t_result\t1\t2\tModule",
        "MutableProperty\t" + "d" * 300 + "_result\t1\t2\tModule",
        "MutableProperty\tdice_result\t1\t" + ",".join(["1"] * 300) + "\tModule",
        "+/1/mark;UnitId\tpiece;;;a.png;Old/" + "u" * 300 + "\tMap;1;1;1;0",
        "+/1/emb2;x;;;;;;;;;;;;;;;;;;;Face\tmark;UnitId\\\tpiece;;;a.png;n/x\tu\\\tMap;1;1;1;0",
        "M/nothing/null/0/0/null/null/0/0/null/",
        "strange\tcommand",
    ],
)
def test_hostile_commands_are_read_over_and_what_follows_is_read(text: str, game: Game) -> None:
    log = WrittenLog(game)
    unit, start = log.single()
    end = next(log.empty_hexes())
    log.step(text)
    log.step(*log.moving(unit, end))
    reader = log.reader()
    assert told(list(reader.read(log.log()))[-1]) == told(went([unit], start, end))


def test_a_thousand_copies_of_a_marker_are_named_in_time_that_grows_with_their_number(
    log: WrittenLog,
) -> None:
    marker = log.marker()
    place = next(log.empty_hexes())
    for number in range(1_000):
        log.step(*log.placing(f"copy {number}", str(100_000 + number), place, like=marker))
    placed = log.actions()
    assert len({action.unit for action in placed if isinstance(action, Place)}) == 1_000


def test_a_log_of_another_version_says_so(game: Game) -> None:
    log = WrittenLog(game)
    log.property(VERSION_PROPERTY, "0.1")
    log.property(SCENARIO_PROPERTY, "old")
    assert module_info(log.log()) == ModuleInfo(game.data.id, "0.1", "old")
    assert isinstance(ModuleLogReader(game.data).unread, list)
