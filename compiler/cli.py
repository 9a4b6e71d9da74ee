"""The compiler's commands, which `referee.cli` joins with its own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.progress import Progress

from compiler import resources
from compiler.build import PRODUCTS, Product, build
from compiler.gamedata.loader import load_game, read_game
from compiler.gamedata.model import GameData
from compiler.print_cli import (
    COUNTER_OPTIONS,
    DUPLEX_OPTIONS,
    MAP_OPTIONS,
    OUTPUT_OPTIONS,
    SCENARIO_OPTION,
    Unusable,
    options,
    printing_of,
    testpage,
)

if TYPE_CHECKING:
    from compiler.sheets.printing import Printing


@contextmanager
def clear_errors() -> Iterator[None]:
    """Turn the errors that bad input or a bad place to write brings into one message, exit 2."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise Unusable(f"{where}{error.strerror or error}") from None
    except ValueError as error:
        raise Unusable(str(error)) from None


def folder_of(game: str) -> Path:
    """The folder of a game named by id or by path; `Unusable` if there is none."""
    with clear_errors():
        return resources.game_folder(game)


def data_of(game: str) -> GameData:
    """A game's data; all faults in one message if it has any."""
    with clear_errors():
        return load_game(folder_of(game))


GAME_HELP = "GAME is the id of a game that comes with hexmarshal, or a folder."


@click.command(epilog=GAME_HELP)
@click.argument("game")
def check(game: str) -> None:
    """Check a game's data and report every fault with file, line and column.

    Exit status: 0 no fault, 1 faults, 2 not a game folder.
    """
    folder = folder_of(game)
    with clear_errors():
        data, faults = read_game(folder)
    for fault in faults:
        click.echo(str(fault))
    if data is None or faults:
        click.echo(f"{len(faults)} fault{'' if len(faults) == 1 else 's'} in {folder}")
        sys.exit(1)
    click.echo(
        f"{data.game.title} {data.game.version}: no fault in {len(data.counters)} counters, "
        f"{len(data.map.hexes)} hexes, {len(data.scenarios)} scenarios, {len(data.tables)} tables"
    )


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
def new(folder: Path) -> None:
    """Write a small valid game into FOLDER to start from."""
    from compiler.gamedata.new_game import write_new_game

    with clear_errors():
        write_new_game(folder)
    click.echo(f"a new game is in {folder}; next: hexmarshal check {folder}")


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def schema(folder: Path) -> None:
    """Write the JSON Schemas of the data files into FOLDER, for editors."""
    from compiler.gamedata.schemas import write_schemas

    with clear_errors():
        folder.mkdir(parents=True, exist_ok=True)
        write_schemas(folder)
    click.echo(f"schemas written to {folder}")


@click.command("build", epilog=GAME_HELP)
@click.argument("game")
@click.option(
    "--only",
    type=click.Choice(PRODUCTS),
    multiple=True,
    help="Make only this; may be given more than once.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder to write to [default: build/GAME].",
)
@options(OUTPUT_OPTIONS, DUPLEX_OPTIONS, COUNTER_OPTIONS, MAP_OPTIONS, (SCENARIO_OPTION,))
def build_command(game: str, only: tuple[Product, ...], out: Path | None, **printing: Any) -> None:
    """Make the VASSAL module and the printable sheets of a game."""
    source = folder_of(game)
    data = data_of(game)
    target = out if out is not None else Path("build") / data.id
    with clear_errors():
        how = printing_of(**printing)
    build_all(data, source, target, tuple(dict.fromkeys(only)) or PRODUCTS, how)


def build_all(
    data: GameData,
    source: Path,
    target: Path,
    products: tuple[Product, ...],
    printing: Printing | None = None,
) -> None:
    """Build with a progress bar and name each file made."""
    console = Console(stderr=True)
    bar = Progress(console=console, transient=True, disable=not console.is_terminal)
    with clear_errors(), bar as progress:
        task = progress.add_task(f"building {data.game.title}", total=len(products))
        begun: list[Product] = []
        for made in build(data, source, target, products, printing):
            if made.product not in begun:
                begun.append(made.product)
                progress.update(task, completed=len(begun))
            click.echo(f"{made.product:<9} {made.path}")
            for warning in made.warnings:
                click.echo(f"          {warning}")


COMMANDS: tuple[click.Command, ...] = (new, check, schema, build_command, testpage)
