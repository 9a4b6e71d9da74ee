"""Keys as authors write them and VASSAL stores them; no press means two things."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.vassal.encoding import ALT, CONTROL, SHIFT, EncodingError
from compiler.vassal.keys import TOOLBAR, Key, KeyTable

NAMES = st.sampled_from(["A", "Z", "0", "9", "F1", "F12", "PageDown", "Delete", "[", "=", "-"])
MODIFIERS = st.lists(st.sampled_from(["Ctrl", "Alt", "Shift"]), unique=True).map(
    lambda names: sorted(names, key=["Ctrl", "Alt", "Shift"].index)
)


@given(NAMES, MODIFIERS)
def test_every_key_is_written_as_it_was_read(name: str, modifiers: list[str]) -> None:
    text = "+".join([*modifiers, name])
    assert str(Key.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "stored"),
    [("Ctrl+F", "70,130"), ("F9", "120,0"), ("Alt+Shift+1", "49,585"), ("a", "65,0")],
)
def test_keys_are_stored_as_vassal_stores_them(text: str, stored: str) -> None:
    assert Key.parse(text).encode() == stored


@pytest.mark.parametrize("text", ["", "Ctrl+", "Strg+A", "Ctrl+Ctrl+A", "AB", "F13", "Ctrl A", "ß"])
def test_what_is_no_key_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(EncodingError, match=r"expected .* such as Ctrl\+Shift\+A"):
        Key.parse(text)


def test_kinds_that_never_meet_may_share_a_key() -> None:
    table = KeyTable()
    key = Key.parse("Ctrl+A")
    table.take(key, "Fire", {"gun"})
    table.take(key, "Charge", {"cavalry"})
    assert list(table.collisions()) == []


def test_a_button_and_a_piece_may_not_share_a_key() -> None:
    table = KeyTable()
    key = Key.parse("Ctrl+A")
    table.take(key, "Fire", {"gun"})
    table.take(key, "Pass", TOOLBAR)
    [(first, second)] = table.collisions()
    assert {first.what, second.what} == {"Fire", "Pass"}


def test_a_key_of_vassal_itself_is_taken() -> None:
    table = KeyTable.with_engine_keys()
    table.take(Key.parse("Alt+W"), "Withdraw", {"gun"})
    [(first, second)] = table.collisions()
    assert {first.what, second.what} == {"Withdraw", "begin a logfile"}


def test_a_chosen_key_is_a_letter_of_the_name_that_is_free() -> None:
    table = KeyTable()
    assert table.choose("Moved", "Moved", {"gun"}, CONTROL + SHIFT) == Key.parse("Ctrl+Shift+M")
    assert table.choose("Morale", "Morale", {"gun"}, CONTROL + SHIFT) == Key.parse("Ctrl+Shift+O")
    assert table.choose("Mounted", "Mounted", {"horse"}, ALT) == Key.parse("Alt+M")
    assert list(table.collisions()) == []


def test_when_all_keys_are_taken_there_is_none() -> None:
    table = KeyTable()
    chosen = [table.choose("x", "x", {"gun"}, ALT) for _ in range(40)]
    assert chosen.count(None) == 4
    assert list(table.collisions()) == []
