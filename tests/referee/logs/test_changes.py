"""Changes of a state made key by key are read as the one change that they are."""

from __future__ import annotations

from referee.actions import Action, Chat, Roll, SetState
from referee.logs.changes import together


def morale(value: str, unit: str = "a") -> SetState:
    return SetState(unit=unit, state="morale", value=value)


def test_what_a_key_passes_over_is_not_told() -> None:
    assert list(together([morale("normal"), morale("pinned")])) == [morale("pinned")]


def test_changes_of_two_units_are_told_apart() -> None:
    steps: list[Action] = [morale("pinned"), morale("pinned", "b"), morale("suppressed")]
    assert list(together(steps)) == steps


def test_changes_of_two_states_are_told_apart() -> None:
    steps: list[Action] = [morale("pinned"), SetState(unit="a", state="face", value="down")]
    assert list(together(steps)) == steps


def test_what_is_done_in_between_makes_two_changes() -> None:
    for between in (Roll(dice="die", result=(2,)), Chat(text="ouch")):
        steps: list[Action] = [morale("pinned"), between, morale("suppressed")]
        assert list(together(steps)) == steps


def test_states_of_the_whole_position_are_left_as_they_are() -> None:
    steps: list[Action] = [SetState(state="ground", value=value) for value in ("snow", "thaw")]
    assert list(together(steps)) == steps
