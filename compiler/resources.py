"""Finds the data that comes with hexmarshal: the games and the templates.

In a checkout they stand beside the packages; in an installed wheel they stand in `compiler/_data`.
What the files hold is for their readers.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


class ResourceError(ValueError):
    """Something that should have come with hexmarshal, or was asked for by name, is not there."""


def games() -> list[str]:
    """Ids of the games that come with hexmarshal, sorted.

    >>> all(game_folder(game).is_dir() for game in games())
    True
    """
    folder = _data_folder("counters")
    if folder is None:
        return []
    return sorted(found.parent.name for found in folder.glob("*/game.toml"))


def game_folder(name_or_path: str) -> Path:
    """The folder of a game: a path, or the id of a game that comes with hexmarshal.

    A folder of that name in the current folder goes before a game of that id.

    Raises:
        ResourceError: if there is neither.
    """
    path = Path(name_or_path)
    shipped = games()
    try:
        if (path / "game.toml").exists() or (path.is_dir() and name_or_path not in shipped):
            return path
    except (OSError, ValueError):
        # Too long, or a character that no path may hold: no folder in any case.
        pass
    folder = _data_folder("counters")
    if folder is not None and name_or_path in shipped:
        return folder / name_or_path
    shown = name_or_path if name_or_path.isprintable() else ascii(name_or_path)
    known = ", ".join(shipped) or "none"
    raise ResourceError(
        f"no game {shown[:200]!r}: expected the folder of a game, or one of: {known}"
    )


def template_folder() -> Path:
    """The folder of the templates.

    Raises:
        ResourceError: if hexmarshal was installed without them.
    """
    folder = _data_folder("templates")
    if folder is None:
        raise ResourceError(f"no templates beside {_PACKAGE}: install hexmarshal again")
    return folder


def _data_folder(name: str) -> Path | None:
    for folder in (_PACKAGE / "_data" / name, _PACKAGE.parent / name):
        if folder.is_dir():
            return folder
    return None
