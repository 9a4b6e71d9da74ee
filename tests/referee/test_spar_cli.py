"""`hexmarshal spar` as a user types it."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from referee.actions import Position
from referee.cli import main
from referee.logs.movelog import read_moves
from referee.logs.reader import read_log


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["spar", *arguments])


def test_a_game_is_written_as_a_move_log_that_audits_clean(tmp_path: Path) -> None:
    out = tmp_path / "game.moves.jsonl"
    result = run(
        "bold_stroke", "--scenario", "breakout", "--seed", "3", "--turns", "1",
        "--policy", "random", "--out", str(out),
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    log = read_moves(out)
    assert (log.header.game, log.header.scenario) == ("bold_stroke", "breakout")
    assert f"{len(log.actions)} actions" in result.output
    assert "result: not at its end" in result.output
    audited = CliRunner().invoke(main, ["audit", str(out)])
    assert audited.exit_code == 0
    assert "0 violations" in audited.output


def test_optional_rules_stand_in_the_header(tmp_path: Path) -> None:
    out = tmp_path / "game.moves.jsonl"
    arguments = ("--turns", "1", "--policy", "random", "--option", "efficiency", "--out", str(out))
    assert run("bold_stroke", *arguments).exit_code == 0
    assert read_moves(out).header.options == ("efficiency",)


def test_many_games_are_played_and_the_rules_at_work_are_counted() -> None:
    result = run("bold_stroke", "--games", "2", "--turns", "1", "--policy", "random", "--report")
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert lines[0].startswith("breakout")
    assert lines[1].startswith("riposte")
    assert "0 violations" in lines[0]
    assert any(line.split()[:2] == ["6.1.A", "enforced"] for line in lines)
    assert lines[-1].startswith("never at work: ")


def test_an_unknown_scenario_is_one_message() -> None:
    result = run("bold_stroke", "--scenario", "breakin")
    assert result.exit_code == 2
    assert "no scenario 'breakin'; bold_stroke has breakout, riposte" in result.output


def test_an_unknown_optional_rule_is_one_message() -> None:
    result = run("bold_stroke", "--option", "nukes", "--turns", "1")
    assert result.exit_code == 2
    assert "no optional rule 'nukes'" in result.output


def test_the_same_game_is_written_as_a_log_to_step_through(tmp_path: Path) -> None:
    arguments = ("iron_cross", "--seed", "3", "--turns", "1", "--out")
    names = ("game.moves.jsonl", "game.vlog")
    for name in names:
        assert run(*arguments, str(tmp_path / name)).exit_code == 0
    ours, vassal = (read_log([tmp_path / name])[0] for name in names)
    done = [each for each in vassal.actions if not isinstance(each, Position)]
    assert [each.model_dump() for each in done] == [each.model_dump() for each in ours.actions]
    assert sorted(path.name for path in tmp_path.iterdir()) == list(names)
    audited = CliRunner().invoke(main, ["audit", str(tmp_path / "game.vlog")])
    assert (audited.exit_code, "0 violations" in audited.output) == (0, True)
