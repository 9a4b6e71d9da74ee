"""What a player writes changes nothing unseen: no dice, no place, no state, no deed taken back."""

from __future__ import annotations

import json

import pytest

from compiler.vassal.savegame import chat_command
from referee.actions import Action, GameLog, Header, PieceAt, Position, Roll, Undo
from referee.audit import Audit, audit
from referee.games.plain import plain_game
from tests.oracle.built import Game

from .module_logs import WrittenLog, told, went
from .test_module_log import turnable


def typed(text: str) -> str:
    """What a player types, as VASSAL writes it into the log."""
    return chat_command(f"&lt;Ann&gt; - {text}")


def verbatim(action: Action) -> str:
    """An action as a player can type it."""
    plain = {"action": action.action} | action.model_dump(mode="json", exclude_defaults=True)
    return typed(f"> action | json = {json.dumps(plain)}")


def judged(log: WrittenLog) -> Audit:
    """The audit of the whole log."""
    reader = log.reader()
    actions = tuple(reader.read(log.log()))
    header = Header(format="hexmarshal-moves/1", game=log.data.id, scenario=log.scenario.id)
    found = GameLog(header, actions, unread=tuple(reader.unread))
    return audit(found, log.data, plain_game(log.data))


def reported(log: WrittenLog) -> list[tuple[str, tuple[str, ...]]]:
    """Which units the findings about the log itself name."""
    return [(f.severity, f.units) for f in judged(log).findings if f.rule == "log"]


def test_dice_that_a_player_only_writes_about_are_not_rolled(log: WrittenLog) -> None:
    name, dice = next(iter(log.data.dice.items()))
    log.step(verbatim(Roll(dice=name, result=(dice.sides,) * dice.count, purpose="luck")))
    log.step(typed(f"*** {dice.name} = {dice.sides} *** &lt;Ann&gt;"))
    log.step(typed("> roll | for: luck | player: Ann"))
    result = judged(log)
    assert not any(isinstance(action, Roll) for action in result.log.actions)
    [line] = result.unread
    assert line.startswith("game.vlog:1: a line says that ")


def test_a_line_tells_of_the_dice_that_its_step_shows_and_of_no_others(log: WrittenLog) -> None:
    name, dice = next(iter(log.data.dice.items()))
    low, high = (1,) * dice.count, (2,) * dice.count
    first, second = (Roll(dice=name, result=each, purpose="luck") for each in (low, high))
    log.step(verbatim(first), *log.rolling(name, *low))
    log.step(verbatim(second), *log.rolling(name, *low))
    result = judged(log)
    assert told(*result.log.actions[1:]) == told(first, first)
    assert [text.partition(": ")[0] for text in result.unread] == ["game.vlog:2"]


@pytest.mark.parametrize("lines", [["> upkeep"], ["> position"], ["> upkeep", "> position"]])
def test_a_piece_put_elsewhere_beside_a_line_of_no_deeds_is_reported(
    log: WrittenLog, lines: list[str]
) -> None:
    unit, _ = log.single()
    log.step(*map(typed, lines), *log.moving(unit, next(log.empty_hexes())))
    assert ("warning", (unit,)) in reported(log)


@pytest.mark.parametrize("line", ["> upkeep", "> position"])
def test_a_face_turned_beside_a_line_of_no_deeds_is_reported(game: Game, line: str) -> None:
    log, unit, face = turnable(game)
    log.step(typed(line), log.changing(unit, face=face))
    assert reported(log) == [("warning", (unit,))]


@pytest.mark.parametrize("line", ["> upkeep", "> position"])
def test_a_piece_taken_away_beside_a_line_of_no_deeds_is_reported(
    log: WrittenLog, line: str
) -> None:
    unit, _ = log.single()
    log.step(typed(line), log.removing(unit))
    assert reported(log) == [("warning", (unit,))]


@pytest.mark.parametrize("whole", [True, False])
def test_a_position_that_a_player_makes_up_is_reported(log: WrittenLog, whole: bool) -> None:
    unit, _ = log.single()
    end = next(log.empty_hexes())
    log.step(verbatim(Position(pieces=(PieceAt(unit=unit, at=end),), whole=whole)))
    [(severity, units), *_] = reported(log)
    assert severity == "warning"
    assert unit in units


def test_what_is_done_after_a_line_of_no_deeds_is_judged_as_ever(log: WrittenLog) -> None:
    unit, start = log.single()
    end = next(log.empty_hexes())
    for line in ("> upkeep", "> position", "> action | json = {}", "> move | by: [] | path: 0101"):
        log.step(typed(line))
    log.step(*log.moving(unit, end))
    moves = [action for action in judged(log).log.actions if action.kind == "move"]
    assert told(*moves) == told(went([unit], start, end))


@pytest.mark.parametrize("line", ["> undo | count: 3", '> action | json = {"action": "undo"}'])
def test_a_player_who_writes_that_deeds_are_taken_back_takes_none_back(
    log: WrittenLog, line: str
) -> None:
    unit, start = log.single()
    end = next(log.empty_hexes())
    log.step(*log.moving(unit, end))
    log.step(typed(line))
    result = judged(log)
    first, moved, undo = result.log.actions
    assert isinstance(first, Position)
    assert told(moved) == told(went([unit], start, end))
    assert isinstance(undo, Undo)
    assert [f.severity for f in result.findings if "taken back" in f.message] == ["warning"]
    assert result.board.number(result.board.pieces[unit].place) == end
