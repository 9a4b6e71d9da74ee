"""Slips in rosters.toml and in the sizes of counters are found with their place."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.gamedata.loader import check_game, load_game
from tests.compiler.gamedata.conftest import Edit

BOXES = 'boxes = [{ label = "Steps", count = 2 }]'


@pytest.mark.parametrize(
    ("old", "new", "at", "expected"),
    [
        ("[rosters.steps]", '[rosters.steps]\nside = "green"', "rosters.toml:5:8", "blue, red"),
        (BOXES, BOXES.replace("count = 2", 'column = "stepps"'), "rosters.toml:14:38", "combat"),
        (BOXES, BOXES.replace("count = 2", "count = 0"), "rosters.toml:14:37", "at least 1"),
        (BOXES, BOXES.replace("count = 2", "count = 99"), "rosters.toml:14:37", "at most 60"),
        (BOXES, BOXES.replace(", count = 2", ""), "rosters.toml:14:10", "one of count"),
        (BOXES, BOXES + '\nkinds = ["tank"]', "rosters.toml:15:10", "armour"),
        ("{combat}", "{combatt}", "rosters.toml:13:8", "combat"),
        ('rule = "2.2"', 'rule = "9.9"', "rosters.toml:6:8", "2.2"),
        ("by_formation", "by_formatoin", "rosters.toml:12:1", "by_formation"),
        ('"stand-in: ours"', '"ours"', "rosters.toml:8:10", "stand-in"),
    ],
)  # fmt: skip
def test_a_slip_in_a_roster_is_one_line(
    old: str, new: str, at: str, expected: str, game: Path, edit: Edit
) -> None:
    edit("rosters.toml", old, new)
    faults = [str(fault) for fault in check_game(game)]
    assert len(faults) == 1
    assert faults[0].startswith(at)
    assert expected in faults[0]


def test_tracks_points_and_scores_name_what_there_is(game: Path, edit: Edit) -> None:
    edit(
        "rosters.toml",
        BOXES,
        BOXES + '\n[[rosters.steps.tracks]]\ntitle = "T"\ndisplay = "no-such"\nmarker = "no-marker"'
        '\n[[rosters.steps.tracks]]\ntitle = "T"\ndisplay = "off-map"'
        '\n[[rosters.steps.points]]\ntitle = "P"\nboxes = [{ label = "x", box = "no-box" }]'
        '\n[[rosters.steps.scores]]\ntitle = "S"\ntable = "no-table"',
    )
    found = "\n".join(str(fault) for fault in check_game(game))
    for name in ("'no-such'", "'no-marker'", "'off-map'", "'no-box'", "'no-table'"):
        assert name in found
    assert len(check_game(game)) == 5


def test_counter_sizes_may_be_in_inches_and_differ_by_kind(game: Path, edit: Edit) -> None:
    edit(
        "game.toml",
        "[[layout.texts]]",
        "[layout]\nsize_mm = '9/16 in'\nsizes_mm = { armour = '5/8\"', marker = 13 }\n\n"
        "[[layout.texts]]",
    )
    layout = load_game(game).game.layout
    assert layout.size_mm == 14.2875
    assert layout.sizes_mm == {"armour": 15.875, "marker": 13.0}


@pytest.mark.parametrize(
    ("size", "expected"),
    [("'half an inch'", "a length such as"), ("2", "more than 4"), ("'5 in'", "at most 60")],
)
def test_a_size_that_no_counter_has_is_a_fault(
    size: str, expected: str, game: Path, edit: Edit
) -> None:
    edit("game.toml", "[[layout.texts]]", f"[layout]\nsize_mm = {size}\n\n[[layout.texts]]")
    (fault,) = check_game(game)
    assert expected in str(fault)
    assert "layout.size_mm" in str(fault)


def test_a_size_for_a_kind_that_is_not_there_is_a_fault(game: Path, edit: Edit) -> None:
    edit("game.toml", "[[layout.texts]]", "[layout]\nsizes_mm = { armor = 16 }\n\n[[layout.texts]]")
    (fault,) = check_game(game)
    assert "'armor'" in str(fault)
    assert "armour" in str(fault)
