"""Build: everything the compiler makes of one game, written below one folder.

It only strings the makers together; each of them writes its own file whole or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from compiler.gamedata.model import GameData

Product = Literal["module", "sheets", "charts"]
PRODUCTS: tuple[Product, ...] = ("module", "sheets", "charts")


@dataclass(frozen=True, slots=True)
class Built:
    """A file that was made, and what its maker had to say about it."""

    product: Product
    path: Path
    warnings: tuple[str, ...] = ()


def build(
    data: GameData,
    source: Path,
    target: Path,
    products: tuple[Product, ...] = PRODUCTS,
) -> Iterator[Built]:
    """Make each product in turn below `target`; `source` is the folder the data was read from.

    Raises what the makers raise: `OSError`, and `ValueError` with one line for what cannot be made.
    """
    target.mkdir(parents=True, exist_ok=True)
    for product in products:
        yield _MAKERS[product](data, source, target)


def _module(data: GameData, source: Path, target: Path) -> Built:
    from compiler.vassal.module import build_module

    module = build_module(data, source, target)
    return Built("module", module.path, tuple(str(warning) for warning in module.warnings))


def _sheets(data: GameData, source: Path, target: Path) -> Built:
    from compiler.sheets import counter_sheet

    path = target / f"{data.id}-{data.game.version}-counters.pdf"
    counter_sheet(data, path)
    return Built("sheets", path)


def _charts(data: GameData, source: Path, target: Path) -> Built:
    from compiler.sheets import chart_sheet

    path = target / f"{data.id}-{data.game.version}-charts.pdf"
    chart_sheet(data, path)
    return Built("charts", path)


_MAKERS: dict[Product, Callable[[GameData, Path, Path], Built]] = {
    "module": _module,
    "sheets": _sheets,
    "charts": _charts,
}
