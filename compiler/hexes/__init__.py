"""Hexes: the coordinates, printed numbers, pixels, lines and paths of a hex map.

Everything here is geometry and counting; terrain and movement costs come from the caller.
It is not a drawing module and knows no game. Start with :class:`Grid`.

>>> from compiler.hexes import Axis, Grid, NumberOrder, Orientation, Parity, regular_dx
>>> grid = Grid(
...     orientation=Orientation.FLAT,
...     columns=Axis(count=61, first=10),
...     rows=Axis(count=27),
...     shifted=Parity.ODD,
...     dx=regular_dx(64),
...     dy=64,
... )
>>> [grid.number(cell) for cell in grid.ring(grid.hex("4001"), 1)]
['4101', '4002', '3901']
"""

from compiler.hexes.coordinates import Direction, Hex, HexError, Hexside, Orientation
from compiler.hexes.grid import Grid
from compiler.hexes.lattice import Lattice, Pixel, Point, regular_dx
from compiler.hexes.lines import LineStep, trace_line
from compiler.hexes.numbering import Axis, NumberOrder, Parity
from compiler.hexes.paths import Cost, CostFunction, Path
from compiler.hexes.vassal import VassalAxis, VassalGrid

__all__ = [
    "Axis",
    "Cost",
    "CostFunction",
    "Direction",
    "Grid",
    "Hex",
    "HexError",
    "Hexside",
    "Lattice",
    "LineStep",
    "NumberOrder",
    "Orientation",
    "Parity",
    "Path",
    "Pixel",
    "Point",
    "VassalAxis",
    "VassalGrid",
    "regular_dx",
    "trace_line",
]
