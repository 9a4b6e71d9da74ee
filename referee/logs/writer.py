"""Any kind of log as a file, by its name: a `.vlog` or `.vsav` of the game's module, a move log."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from compiler.gamedata.model import GameData
from referee.actions import GameLog
from referee.games import Game
from referee.logs.movelog import with_taken_back, write_moves

MODULE_FILES = frozenset({".vlog", ".vsav"})
"""Endings of the files that VASSAL opens."""


def write_log(path: Path, log: GameLog, data: GameData, game: Game[Any], folder: Path) -> None:
    """Write a log, under a temporary name first; a `.vsav` holds the position at its end.

    Args:
        path: the file; what is no `.vlog` or `.vsav` becomes a move log.
        log: the log.
        data: the game.
        game: its rules.
        folder: the game's folder, which holds the numbers of its pieces.

    Raises:
        ValueError: no file of the module can hold the log; one message.
        OSError: the file cannot be written.
    """
    if path.suffix.lower() not in MODULE_FILES:
        write_moves(path, log.header, with_taken_back(log.actions))
        return
    from referee.logs.module_writer import ModuleFiles, write_module_file

    write_module_file(path, log, ModuleFiles(data, game, folder))
