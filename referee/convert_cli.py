"""The command `convert`: a log written as another kind of log, for VASSAL or from it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from compiler import resources
from compiler.cli import clear_errors
from referee import games
from referee.actions import Declare, GameLog, Note
from referee.log_options import GAME, LOGS, OPEN_NOTES, OPTIONS, SCENARIO
from referee.report.one_line import one_line

ENDINGS = (".vlog", ".vsav", ".jsonl")


@click.command("convert")
@LOGS
@click.argument("out", metavar="OUT", type=click.Path(path_type=Path, dir_okay=False))
@GAME
@SCENARIO
@OPTIONS
@OPEN_NOTES
def convert_command(
    logs: tuple[Path, ...],
    out: Path,
    game: str | None,
    scenario: str | None,
    options: tuple[str, ...],
    open_notes: bool,
) -> None:
    """Write a log as OUT: *.vlog, *.vsav (its last position) or *.moves.jsonl.

    A move log becomes a log to step through in the game's VASSAL module, and a log of the module a
    move log. Several logs of VASSAL are joined in the order given. An audit of OUT finds the same,
    but for a *.vsav, which holds a position alone.
    """
    from referee.logs.reader import read_log
    from referee.logs.writer import write_log

    with clear_errors():
        if out.suffix.lower() not in ENDINGS:
            raise ValueError(f"{out}: expected a name that ends in .vlog, .vsav or .moves.jsonl")
        if any(out.exists() and out.samefile(path) for path in logs):
            raise ValueError(f"{out}: this is the log that is read; expected another name")
        log, data = read_log(logs, game, scenario, options, open_notes=open_notes)
        folder = resources.game_folder(game or log.header.game)
        write_log(out, log, data, games.rules_for(data), folder)
    for line in log.unread:
        click.echo(one_line(f"? {line}"), err=True)
    for remark in _on_secrets(log, out):
        click.echo(remark, err=True)
    count = len(log.actions)
    done = f"{count:,} action{'' if count == 1 else 's'} of {data.game.title}"
    is_save = out.suffix.lower() == ".vsav"
    click.echo(f"{out}: {'the position after ' if is_save else ''}{done}")


def _on_secrets(log: GameLog, out: Path) -> Iterator[str]:
    """What becomes of what players wrote down in secret."""
    if any(isinstance(action, Note) for action in log.actions):
        yield f"{out} does not hold what is sealed in notes: --open-notes takes it over"
    if any(isinstance(action, Declare) and action.secret for action in log.actions):
        yield f"{out} shows everybody what was written down in secret"
