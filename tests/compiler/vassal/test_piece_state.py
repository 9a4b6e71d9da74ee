"""States of pieces in a module: what is written for a value is read back as that value."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.gamedata.schema import State
from compiler.vassal.encoding import EncodingError, Trait
from compiler.vassal.piece_state import read_piece, with_position
from compiler.vassal.state_values import (
    first_value,
    has_layer,
    layer_values,
    state_text,
    state_value,
)
from tests.compiler.vassal.module_game import module_game

LEVELS = st.tuples(st.integers(-40, 40), st.integers(0, 80)).map(
    lambda pair: State(name="L", type="level", minimum=pair[0], maximum=pair[0] + pair[1])
)


@given(LEVELS, st.data())
def test_every_level_is_read_back(state: State, data: st.DataObject) -> None:
    value = data.draw(st.integers(state.minimum, state.maximum))
    assert state_value(state, state_text("L", state, value)) == value


@given(st.lists(st.text(min_size=1, max_size=8), min_size=1, max_size=6, unique=True), st.data())
def test_every_choice_is_read_back(choices: list[str], data: st.DataObject) -> None:
    state = State(name="C", type="choice", choices=tuple(choices))
    value = data.draw(st.sampled_from(choices))
    assert state_value(state, state_text("C", state, value)) == value


@given(st.lists(st.text(min_size=1, max_size=8), min_size=1, max_size=6, unique=True))
def test_a_choice_without_a_default_is_none_at_first(choices: list[str]) -> None:
    state = State(name="C", type="choice", choices=tuple(choices))
    assert first_value(state) == ""
    for unset in (None, ""):
        assert state_value(state, state_text("C", state, unset)) is None
    assert [state_text("C", state, choice) for choice in choices] == [
        str(level) for level in range(2, len(choices) + 2)
    ]


def test_a_choice_with_a_default_cannot_be_none() -> None:
    state = State(name="C", type="choice", choices=("up", "down"), default="down")
    assert first_value(state) == "down"
    assert state_text("C", state, "up") == "1"
    with pytest.raises(EncodingError, match="expected up, down"):
        state_text("C", state, None)


@pytest.mark.parametrize("value", [True, False])
def test_a_flag_is_read_back(value: bool) -> None:
    state = State(name="F")
    assert state_value(state, state_text("F", state, value)) is value


@given(LEVELS)
def test_a_level_begins_within_its_bounds(state: State) -> None:
    assert state.minimum <= int(first_value(state)) <= state.maximum
    if has_layer(state):
        assert first_value(state) in layer_values(state)


@pytest.mark.parametrize(
    ("state", "value"),
    [
        ({"type": "level", "minimum": 0, "maximum": 4}, 5),
        ({"type": "level", "minimum": 0, "maximum": 90}, -1),
        ({"type": "level"}, "two"),
        ({"type": "choice", "choices": ["up", "down"]}, "sideways"),
    ],
)
def test_a_value_that_a_state_cannot_have_is_refused(state: dict[str, Any], value: Any) -> None:
    with pytest.raises(EncodingError, match="cannot be"):
        state_text("s", State(name="S", **state), value)


def test_a_state_that_a_piece_does_not_have_is_refused() -> None:
    game = module_game()
    with pytest.raises(EncodingError, match="nothing that could show moved"):
        with_position(game, [Trait("piece;;;a.png;A", "null;0;0;1;0")], "a", 1, {"moved": True})


def test_a_further_copy_is_referred_to_by_its_own_id() -> None:
    slot = Trait("mark;UnitId,UnitRef,Side", "oos,Out of Supply [oos],")
    (changed,) = with_position(module_game(), [slot], "oos#2", 1, {})
    assert changed.state == "oos#2,Out of Supply [oos#2],"


def test_a_piece_of_another_module_is_none_of_ours() -> None:
    traits = [Trait("mark;Side", "Red"), Trait("piece;;;a.png;A", "null;0;0;1;0")]
    assert read_piece(module_game(), traits) is None


def test_a_piece_whose_counter_is_no_longer_there_keeps_its_id() -> None:
    traits = [Trait("mark;UnitId", "gone#2"), Trait("piece;;;a.png;A", "null;0;0;1;0")]
    reading = read_piece(module_game(), traits)
    assert reading is not None
    assert (reading.piece, reading.counter) == ("gone#2", None)
