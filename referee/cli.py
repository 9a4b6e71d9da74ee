"""The `hexmarshal` command: the compiler's commands and the referee's."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from compiler.build import PRODUCTS
from compiler.cli import COMMANDS, GAME_HELP, build_all, clear_errors, data_of, folder_of
from referee import games
from referee.actions import GameLog
from referee.audit import Audit
from referee.audit import audit as run_audit
from referee.convert_cli import convert_command
from referee.log_options import GAME, LOGS, OPEN_NOTES, OPTIONS, SCENARIO
from referee.report.json import audit_json
from referee.report.one_line import one_line
from referee.report.text import audit_text
from referee.roster_cli import roster_command
from referee.spar_cli import spar_command

FORMAT = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How to write the result.",
)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="hexmarshal", prog_name="hexmarshal")
def main() -> None:
    """Make VASSAL modules and printable sheets from wargame data, and referee logs of play."""


for _command in (*COMMANDS, roster_command, spar_command, convert_command):
    main.add_command(_command)


@main.command()
@LOGS
@GAME
@SCENARIO
@OPTIONS
@OPEN_NOTES
@FORMAT
def audit(
    logs: tuple[Path, ...],
    game: str | None,
    scenario: str | None,
    options: tuple[str, ...],
    open_notes: bool,
    form: str,
) -> None:
    """Judge every action of a .vlog or .vsav of a hexmarshal module, or of a .moves.jsonl.

    Several logs of VASSAL are joined in the order given.

    Exit status: 0 no violation, 1 violations, 2 the log cannot be read.
    """
    with clear_errors():
        result = audit_log(logs, game, scenario, options, open_notes=open_notes)
    if form == "json":
        click.echo(json.dumps(audit_json(result), ensure_ascii=False, indent=2))
    else:
        for line in audit_text(result):
            click.echo(one_line(line))
    sys.exit(1 if result.violations else 0)


def audit_log(
    paths: Sequence[Path],
    game: str | None,
    scenario: str | None = None,
    options: Sequence[str] = (),
    *,
    open_notes: bool = False,
) -> Audit:
    """Read and judge logs. Raises `ValueError` with one message when it cannot be."""
    from referee.logs.reader import read_log

    log, data = read_log(paths, game, scenario, options, open_notes=open_notes)
    rules = games.rules_for(data)
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(f"judging {paths[0].name}", total=_length(log))
        return run_audit(
            log, data, rules, progress=lambda number: progress.update(task, completed=number)
        )


def _length(log: GameLog) -> int:
    return max(1, len(log.actions))


@main.command()
@LOGS
@GAME
@click.option("--chat/--no-chat", default=True, help="Show what players wrote.")
@OPEN_NOTES
def transcript(logs: tuple[Path, ...], game: str | None, chat: bool, open_notes: bool) -> None:
    """Tell a game as it was played, one line for each thing done.

    Undone steps are left out but counted. Several logs of one game are joined in the order given;
    logs of other modules are told by piece name and pixel.
    """
    from referee.logs.reader import transcript_of

    with clear_errors():
        for line in transcript_of(logs, game, open_notes=open_notes):
            if chat or not line.startswith('"'):
                click.echo(one_line(line))


@main.command()
@click.argument("log", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write to a file.")
def export(log: Path, out: Path | None) -> None:
    """Write a .vlog or .vsav as JSON Lines without loss; players' passwords are replaced."""
    from compiler.vassal.container import replacing
    from referee.logs.vassal.jsonlines import export_lines
    from referee.logs.vassal.replay import read_log

    with clear_errors():
        lines = export_lines(read_log(log))
        if out is None:
            for line in lines:
                click.echo(line, nl=False)
            return
        with replacing(out) as part, part.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(lines)


@main.command(epilog=GAME_HELP)
@click.argument("game")
@FORMAT
def rules(game: str, form: str) -> None:
    """List every paragraph of a game's rulebook and how the referee keeps it."""
    data = data_of(game)
    with clear_errors():
        try:
            statuses = games.load(data.id).rulebook.statuses(data)
        except games.UnknownGameError as error:
            raise ValueError(str(error)) from None
    if form == "json":
        plain = [
            {"id": s.id, "status": s.status, "checks": list(s.checks), "note": s.note}
            for s in statuses
        ]
        click.echo(json.dumps(plain, ensure_ascii=False, indent=2))
        return
    for status in statuses:
        how = ", ".join(name.removeprefix("referee.") for name in status.checks) or status.note
        click.echo(f"{status.id:<12} {status.status:<9} {how}".rstrip())
    count = dict.fromkeys(("enforced", "recorded", "advisory", "open"), 0)
    for status in statuses:
        count[status.status] += 1
    click.echo(", ".join(f"{number} {kind}" for kind, number in count.items()))


@main.command()
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("build"),
    show_default=True,
    help="Folder to write below.",
)
def demo(out: Path) -> None:
    """Build a game, audit a log with faults planted in it, and show where everything is."""
    from referee.demo import demo_game, sample_log, write_report

    with clear_errors():
        game = demo_game()
        folder = folder_of(game)
        log = sample_log(folder)
    data = data_of(game)
    target = out / data.id
    click.echo(f"{data.game.title} {data.game.version}: {data.game.subtitle}")
    build_all(data, folder, target, PRODUCTS)
    with clear_errors():
        result = audit_log([log], str(folder))
        report = write_report(result, target, log.name.partition(".")[0])
    click.echo(f"log       {log}")
    click.echo(f"audit     {report.text}")
    click.echo(f"          {report.json}")
    click.echo()
    for line in audit_text(result):
        click.echo(line)
    click.echo()
    click.echo(f"Open {target.name}-{data.game.version}.vmod with VASSAL; print the PDF at 100 %.")
