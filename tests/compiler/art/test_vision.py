"""Colours for people who see them otherwise, and for printers without colour."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.art.vision import DEFICIENCIES, as_seen, difference, lab, palette_warnings
from compiler.gamedata.loader import load_game
from compiler.gamedata.schema import GameFile
from compiler.resources import game_folder, games
from tests.compiler.small_game import GAME, small_game

colours = st.from_regex(r"#[0-9a-f]{6}", fullmatch=True)


@pytest.mark.parametrize("game", games())
def test_the_sides_of_a_game_can_be_told_apart_by_everybody_and_without_colour(game: str) -> None:
    assert list(palette_warnings(load_game(game_folder(game)))) == []


def sides(one: str, other: str) -> list[str]:
    found = {
        "one": {"name": "One", "colour": one, "text_colour": "#000000"},
        "other": {"name": "Other", "colour": other, "text_colour": "#000000"},
    }
    game = GameFile.model_validate({**GAME, "sides": found})
    data = small_game(game=game, counters={}, markers={}, formations={})
    return list(palette_warnings(data))


def test_red_and_green_of_one_lightness_are_warned_of() -> None:
    warnings = sides("#c07a60", "#8f8f4e")
    assert any("deuteranopia" in warning for warning in warnings)
    assert any("same grey" in warning for warning in warnings)


def test_light_and_dark_are_fine() -> None:
    assert sides("#e8c070", "#6f94c4") == []


def test_figures_that_can_hardly_be_read_are_warned_of() -> None:
    assert any("contrast" in warning for warning in sides("#303030", "#e0e0e0"))


@given(colours, st.sampled_from(sorted(DEFICIENCIES)))
def test_greys_look_the_same_and_others_stay_colours(colour: str, deficiency: str) -> None:
    assert as_seen(colour, deficiency).startswith("#")
    level = colour[1:3]
    shade = f"#{level * 3}"
    assert difference(as_seen(shade, deficiency), shade) < 1.5


@given(colours, colours)
def test_differences_are_the_same_both_ways(one: str, other: str) -> None:
    assert difference(one, other) == pytest.approx(difference(other, one))
    assert (difference(one, other) == 0) == (one == other)


def test_known_colours_have_their_known_places() -> None:
    assert [round(part) for part in lab("#ff0000")] == [53, 80, 67]
    assert [round(part) for part in lab("#000000")] == [0, 0, 0]
