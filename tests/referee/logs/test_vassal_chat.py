"""Chat in plain text, and the dice in a step."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.logs.vassal.chat import ChatLine, read_line
from referee.logs.vassal.commands import Chat, PropertyChange
from referee.logs.vassal.dice import DiceRoll, rolls
from referee.logs.vassal.events import Event

LINES = [
    ("<Ann> - a <b> c", ChatLine("player", "Ann", "a <b> c")),
    ("&lt;Ann &amp; Bob&gt; - hi", ChatLine("player", "Ann & Bob", "hi")),
    ("&lt;Tutor (<observer>)&gt; - x", ChatLine("player", "Tutor (<observer>)", "x")),
    ("<> - anonymous", ChatLine("player", "", "anonymous")),
    ("no name", ChatLine("player", None, "no name")),
    ("* A1 moves 0302 -> 0603 *", ChatLine("game", None, "* A1 moves 0302 -> 0603 *")),
    ("* | <b>red</b> line", ChatLine("game", None, "* red line")),
    ("*~blue", ChatLine("game", None, "* blue")),
    ("*** d6 = 2 *** <Bob>", ChatLine("game", None, "*** d6 = 2 *** <Bob>")),
    ("- ! saved <i>here</i>", ChatLine("system", None, "- saved here")),
    ("* UNDO: <Ann> - oops", ChatLine("player", "Ann", "oops", takes_back=True)),
    ("* UNDO: * A moves *", ChatLine("game", None, "* A moves *", takes_back=True)),
]


@pytest.mark.parametrize(("text", "line"), LINES)
def test_a_line_is_told_from_its_markup(text: str, line: ChatLine) -> None:
    assert read_line(text) == line


@given(st.text(alphabet="*-<>&;|!/ abilt", max_size=40))
def test_any_line_can_be_read(text: str) -> None:
    assert read_line(text).kind in {"player", "game", "system"}
    assert all(roll.values for roll in rolls([Chat(text)]))


def change(name: str, new: str) -> PropertyChange:
    return PropertyChange(name, "", new, "Module")


def test_a_roll_is_read_from_the_properties_and_named_by_the_chat() -> None:
    events: list[Event] = [
        Chat("*** 2d6 = 3,4 *** &lt;Ann&gt;"),
        change("2d6_result", "3,4"),
        change("2d6_total", "7"),
        change("2d6_keep", "2"),
        change("2d6_summary", "3 x1, 4 x1"),
        change("Weather_result", "Rain"),
    ]
    assert rolls(events) == (
        DiceRoll("2d6", "3,4", (3, 4), "7", "2", "3 x1, 4 x1", player="Ann"),
        DiceRoll("Weather", "Rain", ()),
    )


def test_two_rolls_of_the_same_dice_in_a_step_are_two() -> None:
    events = [change("d6_result", "3"), change("d6_total", "3"), change("d6_result", "3")]
    assert [roll.total for roll in rolls(events)] == ["3", ""]


def test_a_report_that_ends_in_a_number_is_no_roll() -> None:
    assert rolls([Chat("* Tiger CA = 4 *"), Chat("<Ann> - *** d6 = 6 *** <Ann>")]) == ()


def test_an_undone_roll_is_not_rolled_again() -> None:
    assert rolls([Chat("* UNDO: *** d6 = 3 *** <Ann>")]) == ()


def test_a_roll_that_only_the_chat_knows_is_one() -> None:
    assert rolls([Chat("*** d6 = 2 *** <Ann>")]) == (DiceRoll("d6", "2", (2,), player="Ann"),)
