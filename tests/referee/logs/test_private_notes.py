"""What players write down in secret in the module's notes: sealed, opened, revealed, changed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from compiler.gamedata.model import GameData
from compiler.vassal.names import side_name
from referee.actions import Action, Declare, Note
from referee.cli import main
from referee.logs.module_log import ModuleLogReader
from referee.logs.private_notes import MOST_LINES, NoteBook, revealed_notes
from referee.logs.vassal.replay import VassalLog
from tests.oracle.built import Game, built

from .module_logs import WrittenLog

HANS, IVAN = "Hans-Passwort", "Ivan-parol"
MINES, MODE = "> mines | field: 2012 at 7", "> mg-mode | by: ge-mmg-1 | mode: fl | hex: 4307"
HIDDEN = "> hidden-hex | by: ge-c-otto, ge-c-pohl | hex: 4317"


@pytest.fixture(scope="session")
def iron_cross(shared: Path) -> Game:
    return built("iron_cross", shared)


@pytest.fixture
def log(iron_cross: Game) -> WrittenLog:
    """A log of scenario 1 with a German and a Russian player."""
    log = WrittenLog(iron_cross)
    log.seat(HANS, "Hans", side_name(log.data, "german"))
    log.seat(IVAN, "Ivan", side_name(log.data, "russian"))
    return log


def reader(log: WrittenLog, *, opened: bool = True) -> ModuleLogReader:
    """A reader for whom notes are open, or those alone that are revealed in the log."""
    notes = NoteBook(log.data, opened, revealed_notes([log.log()]))
    return ModuleLogReader(log.data, log.scenario, notes=notes)


def written(log: WrittenLog, *, opened: bool = True) -> list[Action]:
    """What comes of the notes of a log, its beginning included; nothing is left unread."""
    by = reader(log, opened=opened)
    found = [a for a in by.read(log.log()) if isinstance(a, (Note, Declare))]
    assert by.unread == []
    return found


def said(actions: Sequence[Action]) -> list[tuple[str, str | None, tuple[str, ...], str, int]]:
    """Kind, side, units, field or hex, and step of secret declarations; struck ones by `-`."""
    assert all(isinstance(action, Declare) and action.secret for action in actions)
    return [
        (
            "-" * action.struck + action.verb,
            action.side,
            action.units,
            action.text("field") or action.text("hex"),
            action.origin.step,
        )
        for action in actions
        if isinstance(action, Declare)
    ]


# -- sealed and opened -----------------------------------------------------------------------------


def test_of_a_sealed_note_only_whose_it_is_is_told(log: WrittenLog) -> None:
    log.note(HANS, "my plan", MINES, HIDDEN)
    log.note(IVAN, "attack on the left")
    [note] = written(log, opened=False)
    assert isinstance(note, Note)
    assert (note.side, note.origin.step) == ("german", 1)
    assert "2012" not in repr(note)


def test_an_opened_note_declares_its_lines_where_it_was_written(log: WrittenLog) -> None:
    log.note(HANS, "my plan", MINES, "> not a line", HIDDEN[2:], HIDDEN)
    by = reader(log)
    found = [action for action in by.read(log.log()) if isinstance(action, Declare)]
    assert said(found) == [
        ("mines", "german", (), "2012 at 7", 1),
        ("hidden-hex", "german", ("ge-c-otto", "ge-c-pohl"), "4317", 1),
    ]
    starts = [fault.partition(": expected a line such as > mines")[0] for fault in by.unread]
    assert starts == [
        "game.vlog:1: a note: > not a line",
        "game.vlog:1: a note: hidden-hex | by: ge-c-otto, ge-c-pohl | hex: 4317",
    ]


def test_what_a_note_keeps_is_declared_once_and_what_is_added_when_it_is(log: WrittenLog) -> None:
    log.note(HANS, MINES, step=False)
    log.note(HANS, MINES, MODE)
    log.note(HANS, MODE, "in other words", MINES)
    log.note(HANS, MODE.replace("4307", "4308"))
    log.note(HANS, MODE)
    assert said(written(log)) == [
        ("mines", "german", (), "2012 at 7", 0),
        ("mg-mode", "german", ("ge-mmg-1",), "4307", 1),
        ("-mg-mode", "german", ("ge-mmg-1",), "4307", 3),
        ("-mines", "german", (), "2012 at 7", 3),
        ("mg-mode", "german", ("ge-mmg-1",), "4308", 3),
        ("-mg-mode", "german", ("ge-mmg-1",), "4308", 4),
        ("mg-mode", "german", ("ge-mmg-1",), "4307", 4),
    ]


def test_a_note_whose_lines_vassal_has_broken_says_what_it_said(log: WrittenLog) -> None:
    log.note(HANS, MINES, MODE.replace(" | ", "|"), "note: attack at dawn")
    broken = "|".join((MINES, MODE, "", HIDDEN)).split("|")
    log.note(HANS, *broken, "as before")
    assert said(written(log)) == [
        ("mines", "german", (), "2012 at 7", 1),
        ("mg-mode", "german", ("ge-mmg-1",), "4307", 1),
        ("hidden-hex", "german", ("ge-c-otto", "ge-c-pohl"), "4317", 2),
    ]


def test_a_note_of_the_next_log_adds_what_the_last_one_did_not_hold(
    log: WrittenLog, iron_cross: Game
) -> None:
    log.note(HANS, MINES)
    after = WrittenLog(iron_cross)
    after.note(HANS, MINES, MODE, step=False)
    first, by = log.log(), reader(log)
    list(by.read(first))
    second = VassalLog(after.log("next.vlog").game, first.tokens)
    found = [action for action in by.read(second) if isinstance(action, Declare)]
    assert said(found) == [("mg-mode", "german", ("ge-mmg-1",), "4307", 0)]


# -- delayed notes ---------------------------------------------------------------------------------


def test_a_delayed_note_that_is_revealed_counts_from_when_it_was_written(log: WrittenLog) -> None:
    log.delayed_note(HANS, "mines", MINES)
    log.delayed_note(HANS, "modes", MODE)
    log.delayed_note(HANS, "mines", MINES, hidden=False)
    mines, modes = written(log, opened=False)
    assert said([mines]) == [("mines", "german", (), "2012 at 7", 1)]
    assert isinstance(modes, Note)
    assert [action.kind for action in written(log)] == ["declare:mines", "declare:mg-mode"]


def test_a_delayed_note_that_was_changed_is_told_of(log: WrittenLog) -> None:
    log.delayed_note(HANS, "mines", MINES)
    log.delayed_note(HANS, "mines", MINES.replace("2012", "2013"), hidden=False)
    by = reader(log, opened=False)
    kept = [action for action in by.read(log.log()) if isinstance(action, Declare)]
    assert said(kept) == [("mines", "german", (), "2012 at 7", 1)]
    [fault] = by.unread
    assert fault == (
        "game.vlog:2: the delayed note 'mines' was written a second time, in other words"
    )


# -- who writes about what -------------------------------------------------------------------------


def test_a_note_is_about_its_owners_units(log: WrittenLog) -> None:
    log.note(HANS, MODE.replace("ge-mmg-1", "ru-mmg-2"), MODE.replace("ge-mmg-1", "nobody"), MODE)
    by = reader(log)
    found = [action for action in by.read(log.log()) if isinstance(action, Declare)]
    assert [action.units for action in found] == [("ge-mmg-1",)]
    assert [fault.partition("names ")[2][:10] for fault in by.unread] == [
        "'ru-mmg-2'",
        "'nobody', ",
    ]


def test_units_may_be_called_by_name(log: WrittenLog) -> None:
    names = {counter.name: counter.id for counter in log.data.counters.values()}
    name = next(name for name, unit in names.items() if unit == "ge-c-otto")
    log.note(HANS, HIDDEN.replace("ge-c-otto, ge-c-pohl", name))
    [action] = written(log)
    assert isinstance(action, Declare)
    assert action.units == ("ge-c-otto",)


def test_a_player_of_both_sides_writes_about_either(log: WrittenLog, iron_cross: Game) -> None:
    alone = WrittenLog(iron_cross)
    alone.seat(HANS, "Hans", "Solitaire")
    alone.note(HANS, MODE, MODE.replace("ge-mmg-1", "ru-mmg-2"))
    found = written(alone)
    assert [(a.units, a.side) for a in found if isinstance(a, Declare)] == [
        (("ge-mmg-1",), None),
        (("ru-mmg-2",), None),
    ]


def test_who_plays_no_side_notes_nothing(log: WrittenLog, iron_cross: Game) -> None:
    other = WrittenLog(iron_cross)
    other.seat(IVAN, "Ivan", "<observer>")
    other.note(IVAN, MODE)
    other.note(HANS, MODE)
    by = reader(other)
    assert not [action for action in by.read(other.log()) if isinstance(action, (Declare, Note))]
    assert by.unread == [f"game.vlog:{n}: a note of somebody who plays no side" for n in (1, 2)]


def test_whoever_changes_sides_writes_for_his_present_one(
    log: WrittenLog, iron_cross: Game
) -> None:
    other = WrittenLog(iron_cross)
    for side in ("Russian", "German"):
        other.seat(HANS, "Hans", side)
    other.note(HANS, MODE, MODE.replace("ge-mmg-1", "ru-mmg-2"))
    by = reader(other)
    found = [action for action in by.read(other.log()) if isinstance(action, Declare)]
    assert [(action.side, action.units) for action in found] == [("german", ("ge-mmg-1",))]
    assert len(by.unread) == 1


def test_a_misspelt_field_is_told_and_the_rest_of_the_line_is_declared(log: WrittenLog) -> None:
    log.note(HANS, "> mines | fields: 2012 at 7")
    by = reader(log)
    [action] = [each for each in by.read(log.log()) if isinstance(each, Declare)]
    assert action.verb == "mines"
    assert "no field 'fields'; expected a line such as > mines | field" in by.unread[0]


def test_what_a_note_holds_does_not_part_a_declaration_from_what_follows(log: WrittenLog) -> None:
    log.say("> fire | by: [ge-mmg-1]")
    log.note(HANS, MODE)
    log.say("> fire | on: [ru-mmg-2]")
    found = [a for a in reader(log).read(log.log()) if isinstance(a, Declare)]
    assert [action.kind for action in found] == ["declare:mg-mode", "declare:fire"]
    assert found[1].names("targets") == ("ru-mmg-2",)


def test_a_note_is_not_what_an_undo_takes_back(log: WrittenLog) -> None:
    log.tracker(1, 0)
    log.step(log.turning(1, 1))
    log.note(HANS, MINES)
    log.step(*log.undoing(log.turning(1, 0)))
    assert said(written(log)) == [("mines", "german", (), "2012 at 7", 2)]


def test_a_verb_that_is_no_secret_is_not_declared_in_a_note(log: WrittenLog) -> None:
    log.note(HANS, "> fire | by: ge-mmg-1 | on: ru-mmg-2")
    by = reader(log)
    assert not [action for action in by.read(log.log()) if isinstance(action, Declare)]
    assert len(by.unread) == 1


def test_every_example_of_the_games_is_read_from_a_note(shared: Path) -> None:
    for name in ("bold_stroke", "iron_cross", "operation_spark"):
        data: GameData = built(name, shared).data
        for verb, declared in data.declarations.items():
            if not declared.secret:
                continue
            log = WrittenLog(built(name, shared))
            log.seat(HANS, "Hans", side_name(data, "german"))
            log.note(HANS, declared.secret)
            assert [action.kind for action in written(log)] == [f"declare:{verb}"]


# -- hostile notes ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "> mines | field: " + "9" * 100_000,
        "> mines | " * 500,
        "> mines | field: 2012 at 99999999999999999999",
        "> hidden-hex | by: [] in | hex: ",
        "> mg-mode | by: ge-mmg-1 | mode: \u202efl",
        "> mines | player: Russian | field: 2012 at 7",
        "'" * 50,
        "\\" * 51,
    ],
)
def test_no_note_stops_the_reading(log: WrittenLog, text: str) -> None:
    log.note(HANS, text)
    log.note(HANS, MINES)
    found = [a for a in reader(log).read(log.log()) if isinstance(a, Declare)]
    assert said(found)[-1][:2] == ("mines", "german")


def test_a_note_of_endless_lines_is_not_looked_at(log: WrittenLog) -> None:
    log.note(HANS, *([MINES] * (MOST_LINES * 11)))
    by = reader(log)
    assert not [action for action in by.read(log.log()) if isinstance(action, Declare)]
    assert "more than 5,000 lines" in by.unread[0]


# -- the commands ----------------------------------------------------------------------------------


def run(*arguments: str) -> str:
    """What a command prints."""
    done = CliRunner().invoke(main, list(arguments))
    assert done.exit_code in (0, 1), done.output
    return done.output


def test_the_commands_open_notes_when_they_are_told_to(log: WrittenLog, tmp_path: Path) -> None:
    log.note(HANS, MINES, "> mg-mode | by: ge-mmg-1 | mode: sp")
    file, moves = tmp_path / "game.vlog", tmp_path / "game.moves.jsonl"
    file.write_text(log.text(), encoding="utf-8")
    sealed, opened = run("audit", str(file)), run("audit", str(file), "--open-notes")
    assert "the German side wrote something down in secret" in sealed
    assert "2012" not in sealed
    assert "2012" in opened
    assert "in secret" not in opened
    assert "German writes something down in secret" in run("transcript", str(file))
    assert "Mines (German, in secret): field 2012 at 7" in run(
        "transcript", str(file), "--open-notes"
    )
    for flags in ((), ("--open-notes",)):
        run("convert", str(file), str(moves), *flags)
        again = run("audit", str(moves))
        plain = run("audit", str(file), *flags)
        assert places_aside(again) == places_aside(plain)
    for output in (sealed, opened):
        assert HANS not in output


def places_aside(text: str) -> list[str]:
    """The lines of an audit without where in which file it found them."""
    return [re.sub(r"game\.(vlog|moves\.jsonl)(:\d+)?", "", line) for line in text.splitlines()]


def test_written_as_a_module_log_secrets_and_sealed_notes_come_back(
    log: WrittenLog, tmp_path: Path
) -> None:
    log.note(HANS, MINES)
    file, again = tmp_path / "game.vlog", tmp_path / "again.vlog"
    file.write_text(log.text(), encoding="utf-8")
    for flags in ((), ("--open-notes",)):
        run("convert", str(file), str(again), *flags)
        assert run("transcript", str(again)) == run("transcript", str(file), *flags)
