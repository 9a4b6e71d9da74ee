"""Writes a small valid game to start from: the template of a game, under a name of its own.

The template is itself a game folder, `templates/new_game`.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from compiler import resources
from compiler.gamedata.schema import MAX_IDENTIFIER
from compiler.gamedata.schemas import write_schemas

TEMPLATE = "new_game"
SCHEMAS = "schemas"
"""Subfolder of the JSON Schemas to which the first lines of the TOML files point."""


class FolderInUseError(ValueError):
    """The folder for a new game holds something already, or is no folder."""


def write_new_game(folder: Path) -> None:
    """Write a small valid game, named after the folder, with the schemas that editors use.

    Raises:
        FolderInUseError: if the folder is not empty, or there is a file of that name.
        OSError: if it cannot be written; then nothing is left behind.
    """
    if folder.exists() and not folder.is_dir():
        raise FolderInUseError(f"{folder} is a file: expected a new or an empty folder")
    if folder.is_dir() and any(folder.iterdir()):
        raise FolderInUseError(f"{folder} is not empty: expected a new or an empty folder")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".new-game-") as made:
        draft = Path(made) / "game"
        _copy(resources.template_folder() / TEMPLATE, draft)
        _name(draft / "game.toml", folder.resolve().name)
        write_schemas(draft / SCHEMAS)
        if not folder.exists():
            draft.replace(folder)
            return
        # An empty folder may be the current one, which cannot be replaced.
        for entry in sorted(draft.iterdir()):
            entry.replace(folder / entry.name)


def _copy(template: Path, draft: Path) -> None:
    """Copy the files of a folder, without the modes they have where hexmarshal is installed."""
    for source in sorted(template.rglob("*")):
        target = draft / source.relative_to(template)
        if source.is_dir():
            target.mkdir(parents=True, exist_ok=True)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())


def game_id(name: str) -> str:
    """An id made of any name.

    >>> game_id("Stalingrad 1942"), game_id("Курск")
    ('stalingrad_1942', 'new_game')
    """
    plain = re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")
    return plain[:MAX_IDENTIFIER] or TEMPLATE


def _name(file: Path, name: str) -> None:
    """Put the game's id and title into its `game.toml`."""
    identifier = game_id(name)
    text = file.read_text(encoding="utf-8")
    text = text.replace(f'id = "{TEMPLATE}"', f'id = "{identifier}"', 1)
    if identifier != TEMPLATE:
        title = identifier.replace("_", " ").title()
        text = text.replace('title = "A New Game"', f'title = "{title}"', 1)
    file.write_text(text, encoding="utf-8", newline="\n")
