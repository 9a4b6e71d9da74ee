"""Any log as actions: which kind of file it is, which game it belongs to, and several of one game.

The kinds themselves are read by `movelog` and `module_log`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from compiler import resources
from compiler.gamedata.loader import load_game
from compiler.gamedata.model import GameData
from compiler.vassal.names import side_id
from referee.actions import Action, GameLog, Header, Unknown
from referee.logs.changes import together
from referee.logs.module_info import ModuleInfo, module_info
from referee.logs.module_log import ModuleLogReader
from referee.logs.movelog import read_moves
from referee.logs.private_notes import NoteBook, revealed_notes
from referee.logs.vassal.privacy import PlayerTokens
from referee.logs.vassal.replay import read_log as read_vassal
from referee.report.transcript import foreign_transcript, transcript

MOST_UNKNOWN = 50_000
"""Commands in one log that no reader knows; with more of them there is nothing to judge."""


class LogMismatchError(ValueError):
    """A log that cannot be joined to a game's data: which, and what to do."""


def read_log(
    paths: Sequence[Path],
    game: str | None = None,
    scenario: str | None = None,
    options: Sequence[str] = (),
    *,
    open_notes: bool = False,
) -> tuple[GameLog, GameData]:
    """Read the logs of one game, in order, and the data of the game.

    Args:
        paths: move logs or VASSAL logs, at least one.
        game: id or folder of the game, where the logs do not say or other data is wanted.
        scenario: id of the scenario, likewise.
        options: ids of optional rules in play beside those that a log names.
        open_notes: whether the players have opened what they wrote down in secret.

    Raises:
        ValueError: a log cannot be read or does not fit; one message.
    """
    if _is_move_log(paths[0]):
        if len(paths) > 1:
            raise LogMismatchError(f"{paths[1]}: a move log stands alone; join logs of VASSAL only")
        log, data = _moves(paths[0], game)
    else:
        log, data = _vassal(paths, game, scenario, open_notes)
    chosen: dict[str, object] = {"options": tuple(dict.fromkeys((*log.header.options, *options)))}
    if scenario is not None:
        chosen["scenario"] = scenario
    return replace(log, header=log.header.model_copy(update=chosen)), data


def _is_move_log(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(64).lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{"


def _moves(path: Path, game: str | None) -> tuple[GameLog, GameData]:
    log = read_moves(path)
    return log, load_game(resources.game_folder(game or log.header.game))


def _vassal(
    paths: Sequence[Path], game: str | None, scenario: str | None, open_notes: bool
) -> tuple[GameLog, GameData]:
    tokens = PlayerTokens()
    logs = [read_vassal(path, tokens) for path in paths]
    info = module_info(logs[0])
    data = _data(paths[0], game or info.game)
    chosen = data.scenarios.get(scenario or info.scenario)
    notes = NoteBook(data, open_notes, frozenset() if open_notes else revealed_notes(logs))
    reader = ModuleLogReader(data, chosen, notes=notes)
    reader.unread += [remark for log in logs for remark in log.remarks]
    if info.scenario and chosen is None:
        reader.unread.append(
            f"{paths[0].name}: the scenario {info.scenario!r}, which version"
            f" {data.game.version} of the data lacks"
        )
    actions: list[Action] = []
    for path, log in zip(paths, logs, strict=True):
        if log is not logs[0]:
            _check_same(path, info, module_info(log))
        actions.extend(_known_enough(path, together(reader.read(log))))
    sides = {side_id(data, side): name for side, name in info.players if name}
    header = Header(
        format="hexmarshal-moves/1",
        game=data.id,
        data_version=info.version,
        scenario=None if chosen is None else chosen.id,
        options=info.options,
        players={side: name for side, name in sides.items() if side is not None},
    )
    return GameLog(header, tuple(actions), tuple(map(str, paths)), tuple(reader.unread)), data


def _known_enough(path: Path, actions: Iterable[Action]) -> Iterator[Action]:
    """The actions, as long as not nearly all of them are of no kind that is known."""
    unknown = 0
    for action in actions:
        unknown += isinstance(action, Unknown)
        if unknown > MOST_UNKNOWN:
            raise LogMismatchError(
                f"{path}: more than {MOST_UNKNOWN:,} commands that no reader knows, at step"
                f" {action.origin.step}; expected a log of a module of hexmarshal"
            )
        yield action


def _data(path: Path, game: str) -> GameData:
    if not game:
        raise LogMismatchError(
            f"{path}: does not say which game it is, so it was not made with a module of"
            " hexmarshal; name the game with --game"
        )
    return load_game(resources.game_folder(game))


def _check_same(path: Path, first: ModuleInfo, other: ModuleInfo) -> None:
    for found, expected in ((other.game, first.game), (other.scenario, first.scenario)):
        if found and expected and found != expected:
            raise LogMismatchError(
                f"{path}: a log of {found}, expected {expected} as in the first log"
            )


def transcript_of(
    paths: Sequence[Path], game: str | None = None, *, open_notes: bool = False
) -> Iterator[str]:
    """The lines of a transcript, of our own logs or those of any module.

    Raises:
        ValueError: a log cannot be read or does not fit; one message.
    """
    if game is None and not _is_move_log(paths[0]):
        tokens = PlayerTokens()
        logs = [read_vassal(path, tokens) for path in paths]
        if not module_info(logs[0]).game:
            return foreign_transcript(logs)
    log, data = read_log(paths, game, open_notes=open_notes)
    return transcript(log, data)
