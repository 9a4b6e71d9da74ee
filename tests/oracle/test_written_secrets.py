"""What players keep secret, written in the engine's Notes window and opened to the referee.

A Russian of scenario 4 of Iron Cross notes mines, hidden hexes and the mode of a machine gun, and
brings one man to light where he was hidden and one where he was not.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee import games
from referee.actions import Declare, Note
from referee.audit import Audit, audit
from referee.logs.reader import read_log
from referee.report.text import audit_text

from .built import built
from .conftest import Engines
from .table import Table, told

RULES = games.load("iron_cross")
SCENARIO, BOX, FIELD = "tula", "russian-hidden", "1608 at 5"


class Play:
    """The log, and what was done in it."""

    def __init__(self, table: Table, first: Path, second: Path) -> None:
        self.table = table
        self.files = [first, second]
        hidden = [p for p in table.board.on_map("russian") if p.flag("hidden")]
        self.men = {piece.id: table.board.number(piece.place) for piece in hidden}
        self.honest, self.cheat = list(self.men)[:2]
        self.wrong = next(hex_ for hex_ in self.men.values() if hex_ != self.men[self.cheat])
        guns = ("light-machine-gun", "medium-machine-gun")
        self.gun = next(p.id for p in table.board.on_map("russian") if p.counter.kind in guns)

    def lines(self) -> list[str]:
        """The private notes before play."""
        return [
            "Nobody knows:",
            f"> mines | field: {FIELD}",
            *(f"> hidden-hex | by: {man} | hex: {hex_}" for man, hex_ in self.men.items()),
        ]


@pytest.fixture(scope="module")
def played(
    engines: Engines, shared: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Play]:
    """Set-up with notes in the first log, a Morale Phase with more in it, and a second log."""
    game = built("iron_cross", shared)
    folder = tmp_path_factory.mktemp("secrets")
    save = folder / "between.vsav"
    with engines.fresh(game.module) as engine:
        table = Table(engine, game, RULES, SCENARIO, player="Russian")
        play = Play(table, folder / "first.vlog", folder / "second.vlog")
        scenario_notes, private = engine.notes()
        assert "> mines | field: 2012 at 7" in scenario_notes.splitlines()
        assert private == ""
        for man in play.men:
            table.arrange([man], BOX)
        table.begin(play.files[0])
        engine.note(*play.lines())
        engine.delayed_note("gun", f"> mg-mode | by: {play.gun} | mode: sp")
        table.go_to(1, "first.support-fire")
        table.end(save)
        table.go_on(engine, save)
        # VASSAL breaks the lines of private notes at every bar when it loads a game.
        assert engine.notes()[1] == "\n".join(play.lines()).replace("|", "\n")
        engine.note(*engine.notes()[1].splitlines(), "Good so far.")
        table.begin(play.files[1])
        table.drag([play.honest], BOX, play.men[play.honest])
        table.drag([play.cheat], BOX, play.wrong)
        engine.delayed_note("gun")
        table.end()
        assert engine.complaints == []
        yield play


def judged(play: Play, *, open_notes: bool) -> Audit:
    """What the referee says of both logs."""
    log, data = read_log(play.files, options=["advanced"], open_notes=open_notes)
    return audit(log, data, RULES)


def test_notes_are_read_where_the_engine_wrote_them(played: Play) -> None:
    found = judged(played, open_notes=True)
    assert found.unread == ()
    secret = [a for a in found.log.actions if isinstance(a, Declare) and a.secret]
    assert {action.side for action in secret} == {"russian"}
    assert {action.origin.file for action in secret} == {"first.vlog"}
    assert [action.verb for action in secret] == [
        "mines", *["hidden-hex"] * len(played.men), "mg-mode",
    ]  # fmt: skip
    assert told([a for a in found.log.actions if a not in secret]) == told(played.table.done)


def test_opened_notes_show_who_comes_out_of_another_hex(played: Play) -> None:
    found = judged(played, open_notes=True)
    assert [(f.rule, f.units) for f in found.violations] == [("24.21", (played.cheat,))]
    assert not [f for f in found.findings if f.severity == "unverifiable"]


def test_sealed_notes_tell_nothing_but_what_their_owner_reveals(played: Play) -> None:
    found = judged(played, open_notes=False)
    assert [a.verb for a in found.log.actions if isinstance(a, Declare) and a.secret] == ["mg-mode"]
    assert [a.side for a in found.log.actions if isinstance(a, Note)] == ["russian"]
    assert {f.rule for f in found.findings if f.severity == "unverifiable"} == {
        "19.11", "24.21", "log",
    }  # fmt: skip
    text = "\n".join(audit_text(found))
    assert FIELD not in text
