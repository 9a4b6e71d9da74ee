"""The position at the end of a log, as rosters are filled in from it."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from compiler.resources import game_folder
from compiler.sheets.roster_position import RosterPosition
from referee import games
from referee.audit import audit
from referee.logs.reader import read_log
from referee.roster import _plain, roster_position

BOLD_STROKE = game_folder("bold_stroke") / "samples" / "two-turns.moves.jsonl"
SPARK = game_folder("operation_spark") / "samples" / "combat-example.moves.jsonl"


def at_the_end(path: object, game: str) -> RosterPosition:
    log, data = read_log([path], str(game_folder(game)), None)  # type: ignore[list-item]
    return roster_position(audit(log, data, games.load(game)), data)


def test_replacement_points_are_those_the_referee_counted() -> None:
    position = at_the_end(BOLD_STROKE, "bold_stroke")
    name = "state.records.replacements.points.soviet.armor"
    assert isinstance(position.values[name], int)
    assert position.number(("replacements_soviet.armor", name)) == position.values[name]


def test_the_label_tells_turn_and_phase() -> None:
    position = at_the_end(BOLD_STROKE, "bold_stroke")
    assert position.label.startswith("turn ")
    assert not position.label.startswith("turn Turn")


@pytest.mark.skipif(not SPARK.is_file(), reason="the game has no sample log")
def test_steps_lost_in_the_example_of_combat_are_on_the_pieces() -> None:
    position = at_the_end(SPARK, "operation_spark")
    losses = {piece.id: piece.states.get("step-losses", 0) for piece in position.pieces}
    assert losses["330-86"] == 2


@dataclass
class Inner:
    points: dict[str, int] = field(default_factory=lambda: {"red": 3})
    pairs: set[int] = field(default_factory=lambda: {1})


def test_records_become_tables_of_plain_values() -> None:
    assert _plain({"a": Inner(), 5: "no name", "b": True}) == {
        "a": {"points": {"red": 3}},
        "b": True,
    }
