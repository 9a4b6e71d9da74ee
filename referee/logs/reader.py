"""Any log as actions: which kind of file it is, which game it belongs to, and several of one game.

The kinds themselves are read by `movelog` and `module_log`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from compiler import resources
from compiler.gamedata.loader import load_game
from compiler.gamedata.model import GameData
from referee.actions import Action, GameLog, Header
from referee.logs.module_log import ModuleInfo, ModuleLogReader, module_info
from referee.logs.movelog import read_moves
from referee.logs.vassal.privacy import PlayerTokens
from referee.logs.vassal.replay import read_log as read_vassal
from referee.report.transcript import foreign_transcript, transcript


class LogMismatchError(ValueError):
    """A log that cannot be joined to a game's data: which, and what to do."""


def read_log(
    paths: Sequence[Path], game: str | None = None, scenario: str | None = None
) -> tuple[GameLog, GameData]:
    """Read the logs of one game, in order, and the data of the game.

    Args:
        paths: move logs or VASSAL logs, at least one.
        game: id or folder of the game, where the logs do not say or other data is wanted.
        scenario: id of the scenario, likewise.

    Raises:
        ValueError: a log cannot be read or does not fit; one message.
    """
    if _is_move_log(paths[0]):
        if len(paths) > 1:
            raise LogMismatchError(f"{paths[1]}: a move log stands alone; join logs of VASSAL only")
        return _moves(paths[0], game, scenario)
    return _vassal(paths, game, scenario)


def _is_move_log(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(64).lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{"


def _moves(path: Path, game: str | None, scenario: str | None) -> tuple[GameLog, GameData]:
    log = read_moves(path)
    data = load_game(resources.game_folder(game or log.header.game))
    if scenario is not None:
        header = log.header.model_copy(update={"scenario": scenario})
        log = GameLog(header, log.actions, log.files, log.unread)
    return log, data


def _vassal(
    paths: Sequence[Path], game: str | None, scenario: str | None
) -> tuple[GameLog, GameData]:
    tokens = PlayerTokens()
    logs = [read_vassal(path, tokens) for path in paths]
    info = module_info(logs[0])
    data = _data(paths[0], game or info.game)
    chosen = scenario or info.scenario or None
    found = data.scenarios.get(chosen) if chosen else None
    reader = ModuleLogReader(data, found)
    actions: list[Action] = []
    for path, log in zip(paths, logs, strict=True):
        if log is not logs[0]:
            _check_same(path, info, module_info(log))
        actions.extend(reader.read(log))
    header = Header(
        format="hexmarshal-moves/1",
        game=data.id,
        data_version=info.version,
        scenario=chosen if found is not None else None,
    )
    return GameLog(header, tuple(actions), tuple(map(str, paths)), tuple(reader.unread)), data


def _data(path: Path, game: str) -> GameData:
    if not game:
        raise LogMismatchError(
            f"{path}: does not say which game it is, so it was not made with a module of"
            " hexmarshal; name the game with --game"
        )
    return load_game(resources.game_folder(game))


def _check_same(path: Path, first: ModuleInfo, other: ModuleInfo) -> None:
    if other.game and other.game != first.game:
        raise LogMismatchError(
            f"{path}: a log of {other.game}, expected {first.game} as in the first log"
        )


def transcript_of(paths: Sequence[Path], game: str | None = None) -> Iterator[str]:
    """The lines of a transcript, of our own logs or those of any module.

    Raises:
        ValueError: a log cannot be read or does not fit; one message.
    """
    if game is None and not _is_move_log(paths[0]):
        tokens = PlayerTokens()
        logs = [read_vassal(path, tokens) for path in paths]
        if not module_info(logs[0]).game:
            return foreign_transcript(logs)
    log, data = read_log(paths, game)
    return transcript(log, data)
