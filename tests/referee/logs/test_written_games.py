"""Whole games written as logs of their modules are read back and judged as they were."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from compiler.art.counters import faces_of
from compiler.gamedata.loader import load_game
from compiler.gamedata.model import GameData
from compiler.resources import game_folder
from compiler.vassal.state_values import first_value
from referee.actions import GameLog, Origin, Position, SetState
from referee.audit import Audit, audit, judge, new_board
from referee.board import Board
from referee.games import rules_for
from referee.logs.module_pieces import ModulePieces
from referee.logs.module_writer import ModuleFiles, write_module_file
from referee.logs.movelog import read_moves
from referee.logs.reader import read_log
from referee.logs.vassal.replay import read_log as read_vassal
from referee.spar import spar

ROOT = Path(__file__).resolve().parents[3]
LOGS = {
    "a whole scenario": ROOT / "tests" / "golden" / "bold_stroke" / "breakout.moves.jsonl",
    "planted faults": game_folder("bold_stroke") / "samples" / "planted-faults.moves.jsonl",
    "two turns": game_folder("iron_cross") / "samples" / "two-turns.moves.jsonl",
    "combat": game_folder("operation_spark") / "samples" / "combat-example.moves.jsonl",
}
SPARRED = {
    "attack": ("iron_cross", "demyansk", 4, 2),
    "advanced": ("iron_cross", "tula", 9, 1),
    "campaign": ("bold_stroke", "riposte", 2, 1),
}
SECONDS = 30.0
"""The longest that 2,000 actions may take; the tests share their processors."""


def game_log(name: str) -> tuple[GameLog, GameData]:
    if name in LOGS:
        log = read_moves(LOGS[name])
        return log, load_game(game_folder(log.header.game))
    game, scenario, seed, turns = SPARRED[name]
    data = load_game(game_folder(game))
    return spar(data, rules_for(data), scenario, seed, turns=turns), data


@pytest.mark.parametrize("name", [*LOGS, *SPARRED])
def test_a_game_written_for_vassal_is_read_back_and_judged_the_same(
    name: str, tmp_path: Path
) -> None:
    log, data = game_log(name)
    rules = rules_for(data)
    file = tmp_path / "game.vlog"
    began = time.perf_counter()
    write_module_file(file, log, ModuleFiles(data, rules, game_folder(data.id)))
    assert time.perf_counter() - began < SECONDS

    back, _ = read_log([file])
    assert back.unread == ()
    assert (back.header.scenario, back.header.options) == (
        log.header.scenario,
        log.header.options,
    )
    assert isinstance(back.actions[0], Position)
    done = [each for each in back.actions if not isinstance(each, Position)]
    assert [each.model_dump() for each in done] == [each.model_dump() for each in log.actions]

    here, there = audit(log, data, rules), audit(back, data, rules)
    assert findings(there) == findings(here)
    assert (there.outcome, there.unread) == (here.outcome, here.unread)
    assert shown(file, data) == kept(data, rules, log)


def findings(result: Audit) -> list[tuple[object, ...]]:
    """What an audit found, wherever it stands in the log."""
    return [
        (f.severity, f.rule, f.message, f.units, f.hexes, f.expected, f.found, f.rests_on)
        for f in result.findings
    ]


def shown(file: Path, data: GameData) -> dict[str, object]:
    """What the log shows at its end: units with place, face and states; hexes bottom first."""
    found: dict[str, object] = {}
    stacks: dict[str, list[str]] = {}
    pieces = ModulePieces(data, [])
    for each in pieces.take_stock(read_vassal(file).replay().run(), Origin()):
        states = pieces.changed_states(each.reading.states)
        found[each.unit] = (each.place, each.reading.face, states)
        if each.place not in data.boxes:
            stacks.setdefault(f"in {each.place}", []).append(each.unit)
    return found | stacks


def kept(data: GameData, rules: Any, log: GameLog) -> dict[str, object]:
    """The same of the board after the last action, as far as a module can show it."""
    board: Board[Any] = new_board(data, rules, log)
    for action in log.actions:
        list(judge(board, action, 0, []))
    found: dict[str, object] = {}
    for piece in board.pieces.values():
        if board.number(piece.place):
            faces = faces_of(data, piece.counter)
            states = {
                name: value
                for name, value in piece.states.items()
                if name in data.states
                and value not in (None, False)
                and str(value) != first_value(data.states[name])
            }
            face = piece.face if piece.face in faces else faces[0]
            found[piece.id] = (board.number(piece.place), face, states)
    return found | {f"in {board.number(hex_)}": units for hex_, units in board.occupants.items()}


def test_which_unit_lies_on_top_is_judged_from_a_log_of_the_module(tmp_path: Path) -> None:
    log = read_moves(game_folder("bold_stroke") / "samples" / "two-turns.moves.jsonl")
    data = load_game(game_folder(log.header.game))
    rules = rules_for(data)
    order = SetState(state="stack-order", value=True)
    log = replace(log, actions=(log.actions[0], order, *log.actions[1:]))
    file = tmp_path / "game.vlog"
    write_module_file(file, log, ModuleFiles(data, rules, game_folder(data.id)))
    found = findings(audit(read_log([file])[0], data, rules))
    assert found == findings(audit(log, data, rules))
    assert {str(each[1]).partition(".")[0] for each in found} == {"10"}
