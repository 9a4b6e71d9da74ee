"""Displays: boxes in rows, tracks below them, turns in an order that every scenario keeps."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from compiler.art.displays import display_drawing
from compiler.gamedata.displays import lay_out_displays, turn_labels
from compiler.gamedata.model import Box, Display
from compiler.gamedata.schema import DisplayFile, DisplaysFile
from tests.compiler.small_game import small_game

TURNS = ("Nov 1", "Nov 3", "Nov 5")


def lay_out(**displays: Any) -> dict[str, Display]:
    """The displays of a `displays.toml`."""
    files = DisplaysFile.model_validate({"displays": displays}).displays
    return dict(lay_out_displays(files, TURNS, {"0814"}))


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes share a pixel."""
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


@given(
    st.integers(0, 9),
    st.integers(1, 5),
    st.integers(60, 300),
    st.integers(60, 300),
    st.none() | st.tuples(st.integers(-9, 9), st.integers(0, 40)),
    st.integers(1, 12),
)
def test_boxes_never_overlap_and_lie_within_the_display(
    boxes: int, columns: int, width: int, height: int, track: tuple[int, int] | None, across: int
) -> None:
    display = lay_out(
        d={
            "name": "D",
            "columns": columns,
            "box_width": width,
            "box_height": height,
            "boxes": [{"id": f"b{n}", "name": f"B{n}"} for n in range(boxes)],
            "track": track and {"first": track[0], "last": track[0] + track[1]},
            "track_columns": across,
        }
    )["d"]
    for one, other in combinations(display.boxes, 2):
        assert not overlap(one, other)
    for box in display.boxes:
        assert 0 < box.x < box.x + box.width < display.width
        assert 0 < box.y < box.y + box.height < display.height
        assert display.at(*box.centre) is box
    assert display.at(0, 0) is None


def test_a_track_counts_from_first_to_last() -> None:
    boxes = lay_out(ammo={"name": "Ammo", "track": {"first": -1, "last": 1}})["ammo"].boxes
    assert [(box.id, box.name) for box in boxes] == [
        ("ammo--1", "-1"),
        ("ammo-0", "0"),
        ("ammo-1", "1"),
    ]


def test_a_turn_record_has_a_box_for_each_turn() -> None:
    boxes = lay_out(turns={"name": "Turns", "track": {"turns": True}})["turns"].boxes
    assert [(box.id, box.name) for box in boxes] == [
        ("turns-1", "Nov 1"),
        ("turns-2", "Nov 3"),
        ("turns-3", "Nov 5"),
    ]


def test_a_box_called_like_another_or_like_a_hex_bears_its_displays_name_too() -> None:
    displays = lay_out(
        red={"name": "Red Air", "boxes": [{"id": "r", "name": "Ready"}, {"id": "u", "name": "Un"}]},
        grey={"name": "Grey", "boxes": [{"id": "g", "name": "Ready"}, {"id": "h", "name": "0814"}]},
    )
    assert [box.location for box in displays["red"].boxes] == ["Red Air: Ready", "Un"]
    assert [box.location for box in displays["grey"].boxes] == ["Grey: Ready", "Grey: 0814"]


def test_a_box_belongs_to_the_side_of_its_display_unless_it_says_otherwise() -> None:
    [one, other] = lay_out(
        d={
            "name": "D",
            "side": "red",
            "boxes": [{"id": "a", "name": "A"}, {"id": "b", "name": "B", "side": "grey"}],
        }
    )["d"].boxes
    assert (one.side, other.side) == ("red", "grey")


def test_a_track_that_runs_backwards_is_refused() -> None:
    with pytest.raises(ValidationError, match="1 to 400 boxes"):
        DisplayFile.model_validate({"name": "D", "track": {"first": 5, "last": 4}})


@given(st.lists(st.lists(st.integers(0, 9).map(str), unique=True, max_size=6), max_size=5))
def test_turns_stand_in_the_order_of_every_scenario_or_in_none(scenarios: list[list[str]]) -> None:
    order = turn_labels(scenarios)
    if order is None:
        assert len(scenarios) > 1
        return
    assert sorted(order) == sorted({label for labels in scenarios for label in labels})
    for labels in scenarios:
        assert [label for label in order if label in labels] == labels


def test_a_label_twice_in_a_scenario_leaves_no_order() -> None:
    assert turn_labels([["1", "2", "1"]]) is None


def test_thousands_of_turns_are_no_trouble() -> None:
    labels = [str(n) for n in range(20_000)]
    assert turn_labels([labels, labels[5_000:], labels[::2]]) == tuple(labels)


def test_a_display_is_drawn_with_the_names_of_its_boxes() -> None:
    display = lay_out(d={"name": "Air <&>", "boxes": [{"id": "a", "name": "A & B", "rule": "1.2"}]})
    drawing = display_drawing(small_game(), display["d"])
    assert (drawing.width, drawing.height) == (display["d"].width, display["d"].height)
    assert "Air &lt;&amp;&gt;" in drawing.svg
    assert "A &amp; B" in drawing.svg
    assert "1.2" in drawing.svg
