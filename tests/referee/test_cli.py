"""The commands as a user types them: what they print, and their exit status."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from compiler.gamedata.loader import load_game
from compiler.resources import game_folder
from referee.cli import main

SAMPLES = game_folder("bold_stroke") / "samples"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def test_a_clean_log_ends_with_status_0() -> None:
    result = run("audit", SAMPLES / "two-turns.moves.jsonl")
    assert (result.exit_code, "0 violations" in result.stdout) == (0, True)


def test_a_log_with_violations_ends_with_status_1_and_names_the_rules() -> None:
    result = run("audit", SAMPLES / "planted-faults.moves.jsonl")
    assert result.exit_code == 1
    assert "rule 8.2.3.A" in result.stdout


def test_the_audit_as_json_is_one_object() -> None:
    result = run("audit", SAMPLES / "planted-faults.moves.jsonl", "--format", "json")
    assert len(json.loads(result.stdout)["findings"]) == 5


@pytest.mark.parametrize(
    "content", [b"", b"{", b"PK\x03\x04 broken", b"\x00" * 100, b"!VCSKzz", b"begin_save"]
)
def test_a_log_that_cannot_be_read_ends_with_one_message_and_status_2(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "broken.vlog"
    path.write_bytes(content)
    result = run("audit", path)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("Error: ")
    assert "broken.vlog" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_log_of_another_module_asks_for_the_game(corpus: Path) -> None:
    result = run("audit", corpus / "dice-chat.vlog")
    assert result.exit_code == 2
    assert "--game" in result.stderr


def test_a_game_that_is_not_there_is_told_with_those_that_are() -> None:
    result = run("check", "no_such_game")
    assert result.exit_code == 2
    assert "bold_stroke" in result.stderr


def test_every_paragraph_of_the_rulebook_is_listed_with_its_status() -> None:
    listed = json.loads(run("rules", "bold_stroke", "--format", "json").stdout)
    with (game_folder("bold_stroke") / "rulebook.csv").open(encoding="utf-8") as file:
        paragraphs = [line.split(",")[0] for line in file][1:]
    assert [row["id"] for row in listed] == paragraphs
    assert {row["status"] for row in listed} <= {"enforced", "recorded", "advisory", "open"}


def test_a_new_game_has_no_fault(tmp_path: Path) -> None:
    assert run("new", tmp_path / "mine").exit_code == 0
    assert run("check", tmp_path / "mine").exit_code == 0


def test_faults_of_a_game_end_with_status_1_and_a_line_each(tmp_path: Path) -> None:
    run("new", tmp_path / "mine")
    counters = tmp_path / "mine" / "counters.csv"
    counters.write_text(counters.read_text(encoding="utf-8").replace("printed", "guessed"))
    routes = tmp_path / "mine" / "routes.csv"
    routes.write_text("id,kind\n")
    result = run("check", tmp_path / "mine")
    assert result.exit_code == 1
    assert all("Traceback" not in line for line in result.output.splitlines())
    assert any(line.startswith("routes.csv:") for line in result.stdout.splitlines())


def test_a_transcript_has_a_line_for_each_move() -> None:
    result = run("transcript", SAMPLES / "two-turns.moves.jsonl")
    assert result.exit_code == 0
    assert "== turn 2, First Player Turn: Movement Phase ==" in result.stdout


def test_a_transcript_of_a_foreign_game_joins_its_logs(corpus: Path) -> None:
    logs = [corpus / f"pbem-chain-{n}.vlog" for n in (1, 2)]
    result = run("transcript", *logs)
    assert result.exit_code == 0
    assert all(f"-- {log} --" in result.stdout for log in logs)
    assert "undone steps left out" in result.stdout


def test_an_export_is_written_whole(corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "dice.jsonl"
    assert run("export", corpus / "dice-chat.vlog", "--out", out).exit_code == 0
    lines = out.read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[0])["format"] == "hexmarshal-vassal-events"
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize("command", ["audit", "transcript", "export"])
def test_a_log_that_is_not_there_ends_with_status_2(command: str, tmp_path: Path) -> None:
    assert run(command, tmp_path / "none.vlog").exit_code == 2


def test_a_log_of_a_game_without_rules_is_judged_by_its_sequence_of_play(tmp_path: Path) -> None:
    run("new", tmp_path / "mine")
    log = tmp_path / "a.moves.jsonl"
    header = '{"format": "hexmarshal-moves/1", "game": "mine"}'
    phases = [phase.id for phase in load_game(tmp_path / "mine").sequence.phases]
    lines = [f'{{"action": "phase", "turn": 1, "phase": "{phases[n]}"}}' for n in (0, 1, 0)]
    log.write_text("\n".join([header, *lines[:2]]) + "\n")
    assert run("audit", log, "--game", tmp_path / "mine").exit_code == 0
    log.write_text("\n".join([header, *lines]) + "\n")
    result = run("audit", log, "--game", tmp_path / "mine")
    assert result.exit_code == 1
    assert "out of order" in result.stdout
