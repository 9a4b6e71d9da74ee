"""Unit symbols by name and by code."""

from __future__ import annotations

import pytest
from lxml import etree

from compiler.art import ArtError, Drawing, png
from compiler.art.symbols import FUNCTION_IDS, size_mark, symbol_names, unit_symbol


@pytest.mark.parametrize("name", symbol_names())
def test_every_named_symbol_draws_something(name: str) -> None:
    symbol = unit_symbol(name)
    view = " ".join(f"{part:g}" for part in symbol.view)

    def drawn(body: str) -> bytes:
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60" viewBox="{view}"'
            f' color="#000000">{body}</svg>'
        )
        etree.fromstring(svg.encode())
        return png(Drawing(svg, 90, 60))

    body = symbol.markup(accent="none", paper="#ffffff")
    assert "{" not in body
    assert drawn(body) != drawn("")


@pytest.mark.parametrize(("function", "name"), FUNCTION_IDS.items())
def test_a_letter_code_gives_the_symbol_of_its_name(function: str, name: str) -> None:
    assert unit_symbol(f"SFGP{function:-<6}") == unit_symbol(name)


def test_affiliation_and_status_of_a_code_do_not_matter() -> None:
    assert unit_symbol("SHGPUCIN--") == unit_symbol("SFG-UCIN--")
    assert unit_symbol("10061000181211000000") == unit_symbol("10031000001211000000")


def test_symbols_of_units_belong_into_a_frame_and_silhouettes_do_not() -> None:
    assert unit_symbol("infantry").boxed
    assert unit_symbol("infantry").view == (25, 50, 150, 100)
    assert not unit_symbol("fighter").boxed


def test_a_symbol_brings_no_colour_of_its_own() -> None:
    for name in ("infantry", "armour", "artillery", "engineer"):
        body = unit_symbol(name).body
        assert "black" not in body
        assert "rgb(" not in body
        assert "currentColor" in body


@pytest.mark.parametrize("name", ["", "dragon", "SFGPQQQQQQ", "9" * 20, "../secret"])
def test_an_unknown_symbol_is_refused_with_its_name(name: str) -> None:
    with pytest.raises(ArtError, match="symbol"):
        unit_symbol(name)


def test_sizes_become_their_marks_and_others_stay() -> None:
    assert size_mark("division") == "XX"
    assert size_mark("Corps") == "XXX"
    assert size_mark("III") == "III"
    assert size_mark("kampfgruppe") == "kampfgruppe"
