"""Paths of support: a shortest one within a limit, over hexes that may be entered."""

from compiler.hexes import Axis, Grid, Hex
from referee.mechanics.tracing import trace

GRID = Grid(orientation="pointy", columns=Axis(5), rows=Axis(5), shifted="odd", dx=69.28, dy=80.0)


def at(number: str) -> Hex:
    return GRID.hex(number)


def test_the_path_holds_both_ends() -> None:
    found = trace(GRID, at("0101"), at("0301"), lambda a, b: True, 2)
    assert found is not None
    assert (found[0], found[-1], len(found)) == (at("0101"), at("0301"), 3)


def test_a_path_longer_than_the_limit_is_none() -> None:
    assert trace(GRID, at("0101"), at("0401"), lambda a, b: True, 2) is None


def test_a_way_round_counts_its_hexes() -> None:
    def free(_: Hex, end: Hex) -> bool:
        return end != at("0201")

    assert trace(GRID, at("0101"), at("0301"), free, 2) is None
    assert trace(GRID, at("0101"), at("0301"), free, 4) is not None
