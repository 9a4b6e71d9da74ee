"""What the commands that read logs of play take: the logs, and what they do not say themselves."""

from __future__ import annotations

from pathlib import Path

import click

LOGS = click.argument(
    "logs",
    metavar="LOG...",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    nargs=-1,
    required=True,
)

GAME = click.option(
    "--game", help="The game's id or folder, if the log does not name a shipped game."
)

SCENARIO = click.option("--scenario", help="The scenario, where the log does not tell.")

OPTIONS = click.option(
    "--option",
    "options",
    multiple=True,
    help="An optional rule in play, by its id; repeat for others. VASSAL's own logs do not tell.",
)

OPEN_NOTES = click.option(
    "--open-notes",
    is_flag=True,
    help="Open what players wrote down in secret in their notes: when the game is over.",
)
