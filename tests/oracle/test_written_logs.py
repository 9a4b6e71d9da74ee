"""Logs that we write from actions, stepped through by the engine to the position they come to."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from compiler.art.counters import faces_of
from compiler.declarations import ID_PROPERTY
from compiler.hexes import Hex
from compiler.resources import game_folder
from compiler.vassal.names import (
    FACE_LAYER,
    PHASE_LEVEL,
    SOLITAIRE,
    display_map_name,
    property_name,
)
from compiler.vassal.state_values import first_value, has_layer, layer_values
from compiler.vassal.turns import TurnTrack
from referee import games
from referee.actions import GameLog, Roll
from referee.audit import judge, new_board
from referee.board import Board
from referee.board import Piece as BoardPiece
from referee.games import Game as Rules
from referee.logs.module_writer import ModuleFiles
from referee.logs.movelog import read_moves
from referee.logs.vassal.replay import read_log
from referee.spar import spar

from .answers import Piece
from .built import Game, built
from .comparison import as_judged, as_read, difference
from .conftest import Engines
from .engine import Engine

FACE_LEVEL = f"{FACE_LAYER}_Level"
EXAMPLE = game_folder("operation_spark") / "samples" / "combat-example.moves.jsonl"


@dataclass(frozen=True)
class Written:
    """A game that was played on the referee's board, and its module in the engine."""

    game: Game
    rules: Rules[Any]
    log: GameLog
    engine: Engine

    def write(self, file: Path, count: int) -> Board[Any]:
        """Write the first actions as a file of the module; the position they come to."""
        part = replace(self.log, actions=self.log.actions[:count])
        files = ModuleFiles(self.game.data, self.rules, game_folder(self.game.data.id))
        file.write_bytes(files.save(part) if file.suffix == ".vsav" else files.log(part))
        board = new_board(self.game.data, self.rules, part)
        for action in part.actions:
            list(judge(board, action, 0, []))
        return board


@pytest.fixture(scope="module", params=["bold_stroke", "iron_cross", "operation_spark"])
def written(request: pytest.FixtureRequest, engines: Engines, shared: Path) -> Written:
    """A turn that was sparred, or an example, of each game."""
    game = built(request.param, shared)
    rules = games.load(request.param)
    if request.param == "operation_spark":
        log = read_moves(EXAMPLE)
    else:
        scenario = {"bold_stroke": "breakout", "iron_cross": "demyansk"}[request.param]
        log = spar(game.data, rules, scenario, 5, turns=1)
    return Written(game, rules, log, engines.get(game.module))


@pytest.mark.parametrize("share", [0.5, 1])
def test_the_engine_steps_through_a_written_log_to_the_true_position(
    written: Written, tmp_path: Path, share: float
) -> None:
    file = tmp_path / "written.vlog"
    board = written.write(file, int(len(written.log.actions) * share))
    engine = written.engine
    engine.forget()
    waiting = engine.load(file, side=SOLITAIRE).steps
    assert engine.step() == waiting > 20
    assert engine.complaints == []
    assert seen(written, engine) == expected(written, board)
    replay = read_log(file).replay()
    assert difference(as_read(replay.run()), as_judged(engine.everything(raw=True))) == {}


def test_the_engine_shows_the_phase_and_the_dice_of_a_written_log(
    written: Written, tmp_path: Path
) -> None:
    file = tmp_path / "written.vlog"
    board = written.write(file, len(written.log.actions))
    engine = written.engine
    engine.forget()
    engine.load(file, side=SOLITAIRE)
    engine.step()
    track = TurnTrack.of(written.game.data)
    assert board.phase is not None
    shown = engine.property(PHASE_LEVEL)
    assert shown == track.phase_names[track.phase_ids.index(board.phase.id)]
    rolls = [action for action in written.log.actions if isinstance(action, Roll)]
    told = [(written.game.data.dice[each.dice].name, each.result) for each in rolls]
    assert told
    said = [line.partition(" *** ")[0] for line in engine.chat if line.startswith("*** ")]
    assert said == [f"*** {name} = {','.join(map(str, result))}" for name, result in told]
    assert engine.complaints == []


def test_the_engine_loads_the_last_position_of_a_log(written: Written, tmp_path: Path) -> None:
    file = tmp_path / "written.vsav"
    board = written.write(file, len(written.log.actions))
    engine = written.engine
    engine.forget()
    engine.load(file, side=SOLITAIRE)
    assert engine.complaints == []
    assert seen(written, engine) == expected(written, board)


# -- what is seen ----------------------------------------------------------------------------------

Seen = dict[str, object]
"""Unit to its place, face and states; place to its units, bottom first."""


def seen(written: Written, engine: Engine) -> Seen:
    """The position that the engine shows."""
    data = written.game.data
    names = [f"{property_name(n)}{e}" for n in data.states for e in ("", "_Level", "_Active")]
    pieces = engine.pieces([ID_PROPERTY, FACE_LEVEL, *names])
    found: Seen = {}
    stacks: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for piece in pieces:
        unit = str(piece.properties[ID_PROPERTY])
        assert unit not in found
        states = {
            name: value for name in data.states if (value := state_shown(written, piece, name))
        }
        found[unit] = (piece.map, piece.location, piece.properties[FACE_LEVEL] or "1", states)
        if piece.map == written.game.map_name:
            assert piece.index is not None
            stacks[f"in {piece.location}"].append((piece.index, unit))
    return found | {place: [unit for _, unit in sorted(units)] for place, units in stacks.items()}


def state_shown(written: Written, piece: Piece, name: str) -> str:
    """A state that is not as at first; empty for one that is, or that the piece does not have."""
    state, written_name = written.game.data.states[name], property_name(name)
    if state.type == "flag":
        return "on" if piece.properties[f"{written_name}_Active"] == "true" else ""
    value = piece.properties[f"{written_name}_Level" if has_layer(state) else written_name]
    if value is None:
        return ""
    text = layer_values(state)[int(value) - 1] if has_layer(state) else value
    return "" if text == first_value(state) else text


def expected(written: Written, board: Board[Any]) -> Seen:
    """The position as the rules have it."""
    found: Seen = {}
    for piece in board.pieces.values():
        if isinstance(piece.place, Hex):
            place = written.game.map_name, board.number(piece.place)
        elif piece.place in board.data.boxes:
            shown, box = board.data.boxes[piece.place]
            place = display_map_name(shown), box.location
        else:
            continue
        faces = faces_of(board.data, piece.counter)
        level = str(faces.index(piece.face) + 1) if piece.face in faces else "1"
        found[piece.id] = (*place, level, dict(states_kept(written, piece)))
    for hex_, units in board.occupants.items():
        found[f"in {board.number(hex_)}"] = list(units)
    return found


def states_kept(written: Written, piece: BoardPiece) -> dict[str, str]:
    """The states of a piece that are not as at first."""
    found = {}
    for name, value in piece.states.items():
        state = written.game.data.states.get(name)
        if state is None or value in (None, False):
            continue
        if state.type == "flag":
            found[name] = "on"
        elif str(value) != first_value(state):
            found[name] = str(value)
    return found
