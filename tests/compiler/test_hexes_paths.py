"""Cheapest paths and reach, against a slow relaxation over all hexes."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.hexes import Axis, Cost, Grid, Hex, HexError, Orientation, Parity

GRIDS = {
    orientation: Grid(
        orientation=orientation,
        columns=Axis(count=5),
        rows=Axis(count=4),
        shifted=Parity.EVEN,
        dx=52,
        dy=60,
    )
    for orientation in Orientation
}
FLAT = GRIDS[Orientation.FLAT]


class Terrain:
    """A cost for each ordered pair of neighbours; a missing pair may not be crossed."""

    def __init__(self, grid: Grid, costs: list[Cost | None]) -> None:
        steps = [(a, b) for a in grid for b in grid.neighbours(a).values()]
        self.costs = {step: costs[n % len(costs)] for n, step in enumerate(steps)}

    def __call__(self, start: Hex, goal: Hex) -> Cost | None:
        return self.costs[start, goal]


def _relaxed(start: Hex, terrain: Terrain) -> dict[Hex, tuple[Cost, int]]:
    """The least cost and, at that cost, the least number of steps, by exhaustive relaxation."""
    best: dict[Hex, tuple[Cost, int]] = {start: (0, 0)}
    changed = True
    while changed:
        changed = False
        for (one, two), cost in terrain.costs.items():
            if one in best and cost is not None:
                new = (best[one][0] + cost, best[one][1] + 1)
                if two not in best or new < best[two]:
                    best[two] = new
                    changed = True
    return best


COSTS = st.lists(
    st.one_of(st.none(), st.integers(0, 4), st.sampled_from([Fraction(1, 2), Fraction(1, 3)])),
    min_size=1,
    max_size=60,
)


@settings(deadline=None, max_examples=80)
@given(st.sampled_from(Orientation), COSTS, st.data())
def test_the_cheapest_path_is_what_exhaustive_search_finds(
    orientation: Orientation, costs: list[Cost | None], data: st.DataObject
) -> None:
    grid = GRIDS[orientation]
    terrain = Terrain(grid, costs)
    cells = st.sampled_from(list(grid))
    start, goal = data.draw(cells), data.draw(cells)
    best = _relaxed(start, terrain)
    path = grid.path(start, goal, terrain)
    if goal not in best:
        assert path is None
        return
    assert path is not None
    assert (path.hexes[0], path.hexes[-1]) == (start, goal)
    assert (path.cost, len(path.hexes) - 1) == best[goal]
    spent: Cost = 0
    for one, two in pairwise(path.hexes):
        step = terrain(one, two)
        assert step is not None
        spent += step
    assert spent == path.cost
    assert grid.path(start, goal, terrain) == path
    assert grid.path(start, goal, terrain, limit=path.cost) == path
    if path.cost:
        assert grid.path(start, goal, terrain, limit=path.cost - Fraction(1, 100)) is None


@settings(deadline=None, max_examples=80)
@given(st.sampled_from(Orientation), COSTS, st.integers(0, 9), st.data())
def test_a_unit_reaches_just_the_hexes_it_can_pay_for(
    orientation: Orientation, costs: list[Cost | None], limit: int, data: st.DataObject
) -> None:
    grid = GRIDS[orientation]
    terrain = Terrain(grid, costs)
    start = data.draw(st.sampled_from(list(grid)))
    reach = grid.reachable(start, terrain, limit)
    best = _relaxed(start, terrain)
    assert reach == {cell: cost for cell, (cost, _) in best.items() if cost <= limit}
    assert list(reach.values()) == sorted(reach.values())
    assert reach.keys() <= grid.reachable(start, terrain).keys() == best.keys()


def test_a_path_goes_round_an_obstacle() -> None:
    wall = {FLAT.hex(number) for number in ("0301", "0302", "0303")}
    path = FLAT.path(FLAT.hex("0101"), FLAT.hex("0501"), lambda _, to: None if to in wall else 1)
    assert path is not None
    assert FLAT.hex("0304") in path.hexes
    assert not wall & set(path.hexes)


def test_of_two_equally_cheap_paths_the_shorter_is_taken() -> None:
    by_road = ["0101", "0102", "0202", "0302", "0301"]
    across = ["0101", "0201", "0301"]
    costs: dict[tuple[Hex, Hex], Cost] = {}
    for numbers, points in ((by_road, [1, 1, 1, 3]), (across, [4, 2])):
        costs |= dict(zip(pairwise(map(FLAT.hex, numbers)), points, strict=True))
    path = FLAT.path(FLAT.hex("0101"), FLAT.hex("0301"), lambda *step: costs.get(step))
    assert path == (tuple(map(FLAT.hex, across)), 6)


def test_a_path_to_where_one_stands_costs_nothing() -> None:
    here = FLAT.hex("0202")
    assert FLAT.path(here, here, lambda _, __: None) == ((here,), 0)


@pytest.mark.parametrize("cost", [-1, float("nan"), float("inf")])
def test_a_negative_or_endless_cost_is_refused(cost: float) -> None:
    with pytest.raises(HexError, match="expected None or 0 or more"):
        FLAT.reachable(FLAT.hex("0101"), lambda _, __: cost, 5)


def test_a_path_from_off_the_map_is_refused() -> None:
    with pytest.raises(HexError, match="off the map"):
        FLAT.path(Hex(99, 99), FLAT.hex("0101"), lambda _, __: 1)
    with pytest.raises(HexError, match="off the map"):
        FLAT.reachable(Hex(99, 99), lambda _, __: 1)
