"""The command `roster`: roster sheets for the start of a scenario or for the end of a log."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from compiler.cli import GAME_HELP, clear_errors, data_of, folder_of
from compiler.gamedata.model import GameData, ScenarioData
from compiler.print_cli import OUTPUT_OPTIONS, options, output_of
from compiler.sheets.choices import Form
from compiler.sheets.roster_position import RosterPosition
from referee import games
from referee.audit import audit


@click.command("roster", epilog=GAME_HELP)
@click.argument("game")
@click.option("--scenario", "scenarios", multiple=True, help="Of this scenario  [default: all].")
@click.option("--side", "sides", multiple=True, help="Of this side  [default: both].")
@click.option(
    "--at",
    "logs",
    metavar="LOG",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    multiple=True,
    help="Fill in the position at the end of a log; several are joined in the order given.",
)
@options(OUTPUT_OPTIONS)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder to write to  [default: build/GAME].",
)
def roster_command(
    game: str,
    scenarios: tuple[str, ...],
    sides: tuple[str, ...],
    logs: tuple[Path, ...],
    page: str,
    forms: tuple[Form, ...],
    dpi: int,
    preview: bool,
    out: Path | None,
) -> None:
    """Write the roster sheets of a game, filled in for a scenario's start or the end of a log."""
    from compiler.sheets.publishing import publish
    from compiler.sheets.rosters import roster_documents
    from compiler.sheets.selection import require
    from compiler.sheets.setup_cards import scenarios_named

    data = data_of(game)
    with clear_errors():
        require(sides, data.sides, "side")
        output = output_of(page, forms, dpi, preview)
        position: RosterPosition | None = None
        chosen: Sequence[ScenarioData] = scenarios_named(data, scenarios)
        if logs:
            scenario, position, breaches = position_at(data, folder_of(game), logs, scenarios)
            chosen = (scenario,)
            if breaches:
                click.echo(f"note: {breaches} violation(s) in this log; see hexmarshal audit")
        if not data.rosters:
            raise ValueError(f"{data.game.title} has no rosters: its folder has no rosters.toml")
        ending = f"-{logs[-1].name.partition('.')[0]}" if logs else ""
        target = out if out is not None else Path("build") / data.id
        for scenario in chosen:
            documents = roster_documents(data, scenario, position, output.page, sides)
            for side, document in documents:
                parts = filter(None, (data.id, data.game.version, "roster", scenario.id, side))
                for path in publish(document, target, "-".join(parts) + ending, output):
                    click.echo(f"roster    {path}")


def position_at(
    data: GameData, folder: Path, logs: Sequence[Path], scenarios: Sequence[str]
) -> tuple[ScenarioData, RosterPosition, int]:
    """The scenario of a log, the position at its end, and how many violations it has.

    Raises `ValueError` with one message if the log cannot be read or tells no scenario.
    """
    from referee.logs.reader import read_log
    from referee.roster import roster_position

    log, _ = read_log(logs, str(folder), scenarios[0] if scenarios else None)
    try:
        rules = games.load(data.id)
    except games.UnknownGameError as error:
        raise ValueError(str(error)) from None
    result = audit(log, data, rules)
    if result.board.scenario is None:
        raise ValueError(f"{logs[0]}: the log tells no scenario: give one with --scenario")
    return result.board.scenario, roster_position(result, data), len(result.violations)
