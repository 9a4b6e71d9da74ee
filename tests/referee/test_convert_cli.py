"""`hexmarshal convert` as a user types it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from compiler.resources import game_folder
from referee.actions import Move, Position
from referee.cli import main
from referee.logs.reader import read_log

SAMPLE = game_folder("bold_stroke") / "samples" / "planted-faults.moves.jsonl"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.fixture(scope="module")
def vlog(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sample as a log of the module."""
    out = tmp_path_factory.mktemp("converted") / "faults.vlog"
    result = run("convert", SAMPLE, out)
    assert result.exit_code == 0, result.output
    assert "faults.vlog: 99 actions of A Bold Stroke" in result.output
    return out


def violations(path: Path) -> list[str]:
    """The lines of an audit that name a rule broken, without where they stand."""
    lines = run("audit", path).output.splitlines()
    return [line.split("rule")[-1] for line in lines if "violation" in line and "rule" in line]


def test_a_move_log_becomes_a_log_of_the_module_with_the_same_verdicts(vlog: Path) -> None:
    assert run("audit", vlog).exit_code == 1
    assert violations(vlog) == violations(SAMPLE)


def test_a_log_of_the_module_becomes_a_move_log_again(vlog: Path, tmp_path: Path) -> None:
    out = tmp_path / "back.moves.jsonl"
    assert run("convert", vlog, out).exit_code == 0
    back, once = (read_log([path])[0].actions for path in (out, SAMPLE))
    done = [each for each in back if not isinstance(each, Position)]
    assert [each.model_dump() for each in done] == [each.model_dump() for each in once]


def test_a_save_holds_the_position_at_the_end(vlog: Path, tmp_path: Path) -> None:
    out = tmp_path / "end.vsav"
    assert run("convert", vlog, out).exit_code == 0
    position, phase = read_log([out])[0].actions
    assert isinstance(position, Position)
    assert phase.action == "phase"
    said = {each.unit: each.at for each in position.pieces}
    moves = [each for each in read_log([SAMPLE])[0].actions if isinstance(each, Move)]
    last = {unit: each.end for each in moves for unit in each.units}
    assert last.items() <= said.items()


def test_an_option_in_play_is_in_the_log_of_the_module(tmp_path: Path) -> None:
    out = tmp_path / "game.vlog"
    assert run("convert", SAMPLE, out, "--option", "efficiency").exit_code == 0
    assert read_log([out])[0].header.options == ("efficiency",)


@pytest.mark.parametrize("name", ["game.vmod", "game", "game.txt"])
def test_another_kind_of_file_is_refused_in_one_message(tmp_path: Path, name: str) -> None:
    result = run("convert", SAMPLE, tmp_path / name)
    assert result.exit_code == 2
    assert "expected a name that ends in .vlog, .vsav or .moves.jsonl" in result.output
    assert list(tmp_path.iterdir()) == []


def test_a_log_that_the_module_cannot_hold_is_refused_and_nothing_written(tmp_path: Path) -> None:
    log = tmp_path / "odd.moves.jsonl"
    log.write_text(
        '{"format": "hexmarshal-moves/1", "game": "bold_stroke", "scenario": "breakout"}\n'
        '{"action": "place", "unit": "mine", "counter": "7-pz", "at": "0814"}\n'
    )
    result = run("convert", log, tmp_path / "odd.vlog")
    assert result.exit_code == 2
    assert "odd.moves.jsonl:2: the piece 'mine' is a counter '7-pz'" in result.output
    assert [path.name for path in tmp_path.iterdir()] == [log.name]


def test_what_a_save_holds_is_said_in_words(vlog: Path, tmp_path: Path) -> None:
    result = run("convert", vlog, tmp_path / "end.vsav")
    assert "end.vsav: the position after " in result.output


@pytest.mark.parametrize("name", ["nowhere/game.vlog", "nowhere/game.moves.jsonl"])
def test_a_folder_that_is_not_there_is_told_by_the_name_that_was_given(
    tmp_path: Path, name: str
) -> None:
    result = run("convert", SAMPLE, tmp_path / name)
    assert result.exit_code == 2
    assert f"{tmp_path / name}: No such file or directory" in result.output
    assert list(tmp_path.iterdir()) == []


def test_what_players_wrote_stays_on_its_line_and_commands_no_terminal(tmp_path: Path) -> None:
    log = tmp_path / "odd.moves.jsonl"
    log.write_text(
        '{"format": "hexmarshal-moves/1", "game": "bold_stroke"}\n'
        '{"action": "chat", "text": "a\\nb\\u2028c \\u001b[2J"}\n'
        '{"action": "unknown", "text": "a\\nviolation b"}\n'
    )
    told = run("transcript", log).output
    assert told == '"a b c  [2J"\n? a violation b\n'
    unread, total = run("audit", log).output.splitlines()
    assert unread.startswith("unread ")
    assert total.startswith("2 actions ")


def test_a_log_is_not_written_over_itself(vlog: Path) -> None:
    before = vlog.read_bytes()
    result = run("convert", vlog, vlog)
    assert result.exit_code == 2
    assert "this is the log that is read; expected another name" in result.output
    assert vlog.read_bytes() == before


def test_what_becomes_of_secrets_is_said(tmp_path: Path) -> None:
    header = '{"format": "hexmarshal-moves/1", "game": "iron_cross", "scenario": "tula"}'
    sealed = '{"action": "note", "side": "russian"}'
    opened = (
        '{"action": "declare", "verb": "mines", "side": "russian", "secret": true,'
        ' "values": {"field": "1608 at 5"}}'
    )
    log, out = tmp_path / "secrets.moves.jsonl", tmp_path / "secrets.vlog"
    for line, said in ((sealed, "--open-notes takes it over"), (opened, "shows everybody")):
        log.write_text(f"{header}\n{line}\n", encoding="utf-8")
        result = run("convert", log, out)
        assert result.exit_code == 0
        assert said in result.output
