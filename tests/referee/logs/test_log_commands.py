"""`export`, `transcript` and `audit` on logs of VASSAL, as a user types them."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from compiler.vassal.container import pack_archive
from referee.cli import main
from referee.logs.vassal.jsonlines import EVENTS, EventsHeader, read_events
from referee.logs.vassal.replay import Step, read_log
from tests.conftest import CORPUS
from tests.oracle.built import Game

from .module_logs import WrittenLog
from .vassal_texts import log_file

REPOSITORY = Path(__file__).resolve().parents[3]
FORMAT_PAGE = REPOSITORY / "docs" / "vassal-events.md"
NAMES = sorted(
    path.relative_to(CORPUS).as_posix()
    for path in CORPUS.rglob("*")
    if path.suffix in (".vlog", ".vsav", ".sav")
)
DAMAGED = ("truncated-zip", "vcsk-bad-hex", "vcsk-odd-nibble")
LARGE = ("deep-traits-3.7.vsav", "many-empty-stacks.vsav", "nested-log-3.6.6.vlog")
"""Read back in the tests of JSON Lines as far as they are logs; here they would take long."""
SECRETS = ("oracle-secret", "rkinney's password")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.mark.parametrize("name", [name for name in NAMES if name not in LARGE])
def test_every_real_file_is_exported_whole_and_told(
    corpus: Path, tmp_path: Path, name: str
) -> None:
    path, out = corpus / name, tmp_path / "events.jsonl"
    exported, told = run("export", path, "--out", out), run("transcript", path)
    if path.stem in DAMAGED:
        assert (exported.exit_code, told.exit_code) == (2, 2)
        assert not out.exists()
        return
    assert (exported.output, exported.exit_code, told.exit_code) == ("", 0, 0)
    replay = read_log(path).replay()
    expected = [Step(0, tuple(replay.initial())), *replay.steps()]
    with out.open("rb") as file:
        header, steps = read_events(file, out.name)
        assert list(steps) == expected
    assert header.source == path.name
    assert header.remarks == ()
    for secret in SECRETS:
        assert secret not in out.read_text("utf-8")
        assert secret not in told.output


def test_the_page_on_the_format_names_every_event_and_key() -> None:
    page = FORMAT_PAGE.read_text(encoding="utf-8")
    for name, kind in EVENTS.items():
        row = next(line for line in page.splitlines() if line.startswith(f"| `{name}` |"))
        for field in fields(kind):
            if field.name != "command":
                assert f"`{field.name}`" in row, (name, field.name)
    for field in fields(EventsHeader):
        assert f"`{field.name}`" in page


def test_what_could_be_read_in_spite_of_faults_is_told_by_each_command(tmp_path: Path) -> None:
    log = tmp_path / "odd.vlog"
    text = b"begin_save\x1bend_save\x1bLOG\tCHAT* caf\xe9 *"
    log.write_bytes(pack_archive({"savedGame": text, "moduledata": b"<data><name>"}))
    exported, told = run("export", log), run("transcript", log)
    remarks = json.loads(exported.stdout.splitlines()[0])["remarks"]
    assert len(remarks) == 2
    assert str(tmp_path) not in exported.stdout
    assert [line for line in told.stdout.splitlines() if line.startswith("? odd.vlog")]


# -- logs of our own modules -----------------------------------------------------------------------


def test_logs_of_our_modules_are_joined_and_told_by_unit_and_hex(
    game: Game, tmp_path: Path
) -> None:
    first, second = WrittenLog(game), WrittenLog(game)
    unit, start = first.single()
    name = game.data.counters[unit.partition("#")[0]].name
    middle, end, *_ = first.empty_hexes()
    first.step(*first.moving(unit, middle))
    second.units[unit].spot = second.spot(start)
    second.step(*second.moving(unit, end))
    second.step("CHAT&lt;Ann&gt; - good game")
    paths = [
        log_file(tmp_path / f"{number}.vlog", log.log().game.text)
        for number, log in enumerate((first, second), 1)
    ]
    told = run("transcript", *paths)
    assert told.exit_code == 0
    lines = [line for line in told.stdout.splitlines() if name in line]
    assert len(lines) == 2
    assert middle in lines[0]
    assert end in lines[1]
    assert '"good game"' in told.stdout
    assert '"good game"' not in run("transcript", "--no-chat", *paths).stdout


def test_a_log_of_another_game_is_not_joined(game: Game, tmp_path: Path) -> None:
    first, other = WrittenLog(game), WrittenLog(game)
    other.property("hexmarshal_game", "another_game")
    for log in (first, other):
        log.say("a step")
    paths = [
        log_file(tmp_path / f"{number}.vlog", log.log().game.text)
        for number, log in enumerate((first, other), 1)
    ]
    for command in ("audit", "transcript"):
        result = run(command, *paths)
        assert result.exit_code == 2
        assert "2.vlog: a log of another_game" in result.stderr


def test_an_audit_of_a_log_judges_moves_and_names_file_and_step(game: Game, tmp_path: Path) -> None:
    log = WrittenLog(game)
    unit, _ = log.single()
    log.tracker(1, 0)
    log.step(*log.moving(unit, list(log.empty_hexes())[-1]))
    path = log_file(tmp_path / "far.vlog", log.log().game.text)
    result = run("audit", path, "--format", "json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert found["unread"] == []
    assert {"file": "far.vlog", "step": 1} in [each["source"] for each in found["findings"]]


def test_optional_rules_are_named_when_a_log_is_audited(game: Game, tmp_path: Path) -> None:
    log = WrittenLog(game)
    log.say("a step")
    path = log_file(tmp_path / "a.vlog", log.log().game.text)
    option = next(iter(game.data.options))
    assert run("audit", path, "--option", option).exit_code in (0, 1)
    refused = run("audit", path, "--option", option, "--option", "no-such-rule")
    assert refused.exit_code == 2
    assert "no-such-rule" in refused.stderr


def test_a_log_of_another_version_and_scenario_is_read_and_says_so(
    game: Game, tmp_path: Path
) -> None:
    log = WrittenLog(game)
    log.property("hexmarshal_version", "0.1")
    log.property("hexmarshal_scenario", "an-old-one")
    log.say("a step")
    path = log_file(tmp_path / "old.vlog", log.log().game.text)
    found = json.loads(run("audit", path, "--format", "json").stdout)
    assert [line for line in found["unread"] if "an-old-one" in line]
    assert [each for each in found["findings"] if each["found"] == "0.1"]
