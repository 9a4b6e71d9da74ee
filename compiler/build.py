"""Build: everything the compiler makes of one game, written below one folder.

It only strings the makers together; each of them writes its own file whole or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from compiler.gamedata.model import GameData

if TYPE_CHECKING:
    from compiler.sheets.printing import Printing

Product = Literal["module", "sheets", "rosters", "map", "charts", "setups"]
PRODUCTS: tuple[Product, ...] = ("module", "sheets", "rosters", "map", "charts", "setups")


@dataclass(frozen=True, slots=True)
class Built:
    """A file that was made, and what its maker had to say about it."""

    product: Product
    path: Path
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Job:
    """What is built, from where, to where, and how it is printed."""

    data: GameData
    source: Path
    """The folder the data was read from."""
    target: Path
    printing: Printing | None = None
    """None: as the game says, on A4."""


def build(
    data: GameData,
    source: Path,
    target: Path,
    products: tuple[Product, ...] = PRODUCTS,
    printing: Printing | None = None,
) -> Iterator[Built]:
    """Make each product in turn below `target`; `source` is the folder the data was read from.

    Raises what the makers raise: `OSError`, and `ValueError` with one line for what cannot be made.
    """
    target.mkdir(parents=True, exist_ok=True)
    job = Job(data, source, target, printing)
    for product in products:
        yield from _MAKERS[product](job)


def _module(job: Job) -> Iterator[Built]:
    from compiler.vassal.module import build_module

    module = build_module(job.data, job.source, job.target)
    yield Built("module", module.path, tuple(str(warning) for warning in module.warnings))


def _printed(product: Product) -> Callable[[Job], Iterator[Built]]:
    """The maker of a product that is printed."""

    def make(job: Job) -> Iterator[Built]:
        from compiler.sheets.printing import Printing, print_product

        how = job.printing or Printing()
        for path, warnings in print_product(product, job.data, job.source, job.target, how):
            yield Built(product, path, warnings)

    return make


_MAKERS: dict[Product, Callable[[Job], Iterator[Built]]] = {
    "module": _module,
    "sheets": _printed("sheets"),
    "rosters": _printed("rosters"),
    "map": _printed("map"),
    "charts": _printed("charts"),
    "setups": _printed("setups"),
}
