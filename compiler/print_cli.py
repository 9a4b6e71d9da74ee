"""The command line's options for printing, and the command for a printer's test page.

They become a `Printing`; what it does is not decided here.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from compiler.gamedata.lengths import millimetres
from compiler.sheets.choices import EDGES, FORMS, LAYOUTS, Duplex, Form, MapLayout
from compiler.sheets.pages import PAGES, SheetError, page_named

if TYPE_CHECKING:
    from compiler.sheets.printing import Printing
    from compiler.sheets.publishing import Output

    FloatType = click.ParamType[float]
else:
    FloatType = click.ParamType  # older versions of click have it without brackets


class Unusable(click.ClickException):
    """Something that cannot be read or used: one message, exit status 2."""

    exit_code = 2


Command = TypeVar("Command", bound=Callable[..., Any])


class Length(FloatType):
    """A length in millimetres, or with a unit: `9/16in`."""

    name = "length"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The length in millimetres."""
        if isinstance(value, float):
            return value
        try:
            return millimetres(str(value))
        except ValueError as error:
            self.fail(str(error), param, ctx)


LENGTH = Length()

OUTPUT_OPTIONS = (
    click.option(
        "--page", default="a4", show_default=True, metavar="SIZE",
        help=f"Paper: {', '.join(PAGES)}, one of these with -landscape, or a size: 500x700mm.",
    ),
    click.option(
        "--as", "forms", type=click.Choice(FORMS), multiple=True, default=("pdf",),
        show_default=True, help="What to write; may be given more than once.",
    ),
    click.option(
        "--dpi", type=click.IntRange(36, 1200), default=150, show_default=True,
        help="Pixels to an inch of PNG.",
    ),
    click.option("--preview", is_flag=True, help="Write a contact sheet of all pages too."),
)  # fmt: skip

DUPLEX_OPTIONS = (
    click.option(
        "--duplex", type=click.Choice(EDGES), default="long", show_default=True,
        help="The edge along which the printer turns the paper.",
    ),
    click.option(
        "--offset-x", type=click.FloatRange(-20, 20), default=0.0, metavar="MM",
        help="How far right backs come out, as the test page shows it.",
    ),
    click.option(
        "--offset-y", type=click.FloatRange(-20, 20), default=0.0, metavar="MM",
        help="The same, down.",
    ),
)  # fmt: skip

COUNTER_OPTIONS = (
    click.option(
        "--size", type=LENGTH, metavar="LENGTH",
        help='Side of the counters: 12.7, 9/16in, 5/8"  [default: as the game says].',
    ),
    click.option(
        "--gutter", type=LENGTH, default=0.0, metavar="LENGTH",
        help="Room between counters; 0: neighbours share a cut  [default: 0].",
    ),
    click.option(
        "--bleed", type=LENGTH, default=1.0, metavar="LENGTH",
        help="How far colours go on past the cuts  [default: 1].",
    ),
    click.option(
        "--corner-radius", type=LENGTH, default=0.0, metavar="LENGTH",
        help="Show where to round off corners.",
    ),
    click.option("--side", "sides", multiple=True, help="Counters and rosters of this side only."),
    click.option(
        "--formation", "formations", multiple=True,
        help="Only counters of this formation and those below it.",
    ),
    click.option(
        "--since", default="", metavar="VERSION|FOLDER",
        help="Only counters that are new or have changed since a version, or since the data in a"
        " folder.",
    ),
)  # fmt: skip

MAP_OPTIONS = (
    click.option(
        "--hex-mm", type=LENGTH, metavar="LENGTH",
        help="Width of a hex on the map  [default: as the game says].",
    ),
    click.option("--numbers/--no-numbers", default=True, help="Whether the map has hex numbers."),
    click.option("--greyscale", is_flag=True, help="Print the map in shades of grey."),
    click.option(
        "--overlap", type=LENGTH, default=10.0, metavar="LENGTH",
        help="How far the parts of the map overlap  [default: 10].",
    ),
    click.option(
        "--map-as", "layouts", type=click.Choice(LAYOUTS), multiple=True, default=LAYOUTS,
        show_default=True, help="The map on one sheet of its own size, or over pages.",
    ),
)  # fmt: skip

SCENARIO_OPTION = click.option(
    "--scenario", "scenarios", multiple=True, help="Rosters and set-up cards of this one only."
)


def options(*groups: tuple[Callable[[Any], Any], ...]) -> Callable[[Command], Command]:
    """A decorator that gives a command several groups of options, in their order."""

    def decorate(command: Command) -> Command:
        for option in reversed([option for group in groups for option in group]):
            command = option(command)
        return command

    return decorate


def output_of(page: str, forms: tuple[Form, ...], dpi: int, preview: bool) -> Output:
    """Paper and forms as the options say; raises `SheetError`."""
    from compiler.sheets.publishing import Output

    return Output(page_named(page), tuple(dict.fromkeys(forms)), dpi, preview)


def printing_of(
    *,
    page: str,
    forms: tuple[Form, ...],
    dpi: int,
    preview: bool,
    duplex: Duplex,
    offset_x: float,
    offset_y: float,
    size: float | None,
    gutter: float,
    bleed: float,
    corner_radius: float,
    sides: tuple[str, ...],
    formations: tuple[str, ...],
    since: str,
    hex_mm: float | None,
    numbers: bool,
    greyscale: bool,
    overlap: float,
    layouts: tuple[MapLayout, ...],
    scenarios: tuple[str, ...],
) -> Printing:
    """How to print, as the options say; raises `SheetError` where they do not go together."""
    from compiler.sheets.blocks import Cutting
    from compiler.sheets.counters import CounterOptions
    from compiler.sheets.maps import MapOptions
    from compiler.sheets.printing import Printing
    from compiler.sheets.selection import Selection

    counters = CounterOptions(
        duplex, offset_x, offset_y, Cutting(gutter, bleed), corner_radius, size,
        Selection(tuple(dict.fromkeys(sides)), tuple(dict.fromkeys(formations))),
    )  # fmt: skip
    maps = MapOptions(hex_mm, numbers, greyscale, overlap, tuple(dict.fromkeys(layouts)))
    output = output_of(page, forms, dpi, preview)
    return Printing(output, counters, maps, tuple(dict.fromkeys(scenarios)), since)


@click.command("testpage")
@options(OUTPUT_OPTIONS, DUPLEX_OPTIONS)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("build"),
    show_default=True,
    help="Folder to write to.",
)
def testpage(
    page: str,
    forms: tuple[Form, ...],
    dpi: int,
    preview: bool,
    duplex: Duplex,
    offset_x: float,
    offset_y: float,
    out: Path,
) -> None:
    """Write a test page that tells by how much a printer's backs miss their fronts.

    Print it on both sides, read the two numbers off it against the light, and give them to
    hexmarshal build as --offset-x and --offset-y. With offsets given, it shows whether they are
    right.
    """
    from compiler.sheets.publishing import publish
    from compiler.sheets.registration import registration_page

    try:
        output = output_of(page, forms, dpi, preview)
        document = registration_page(output.page, duplex, offset_x, offset_y)
        for path in publish(document, out, f"testpage-{duplex}", output):
            click.echo(f"testpage  {path}")
    except SheetError as error:
        raise Unusable(str(error)) from None
