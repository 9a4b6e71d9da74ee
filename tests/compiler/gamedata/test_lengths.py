"""Lengths with and without units."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.gamedata.lengths import millimetres


@pytest.mark.parametrize(
    ("text", "mm"),
    [
        ("12.7", 12.7), ("12.7mm", 12.7), ("1.27 cm", 12.7), ('1/2"', 12.7), ("½ in", 12.7),
        ('9/16"', 14.2875), ("5/8 inch", 15.875), ("11/16in", 17.4625), ("1 1/4 in", 31.75),
        ("1½″", 38.1), (" 16 MM ", 16),
    ],
)  # fmt: skip
def test_a_length_may_be_written_as_people_write_it(text: str, mm: float) -> None:
    assert millimetres(text) == pytest.approx(mm)


@pytest.mark.parametrize("text", ["", "mm", "-3", "1/0", "1e3", "3 ft", "1 2", "nan", "9" * 9])
def test_what_is_no_length_says_what_one_is(text: str) -> None:
    with pytest.raises(ValueError, match="is not a length such as"):
        millimetres(text)


@given(st.text(max_size=20))
def test_any_text_is_a_length_or_a_value_error(text: str) -> None:
    with suppress(ValueError):
        assert millimetres(text) >= 0
