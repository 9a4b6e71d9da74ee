"""Audit: replay a log, run the rules on every action, then apply it as the players did.

It never stops at a violation and never guesses: what cannot be replayed is reported as unread.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from compiler.gamedata.model import GameData
from referee.actions import Action, BeginPhase, Chat, GameLog, Note, Position, Undo, Unknown
from referee.board import Board, BoardError, NoPieceError
from referee.brought import brought
from referee.findings import Finding
from referee.games import Game, Outcome
from referee.impossible import impossible, likely_piece

NOT_REPLAYED = "this action could not be replayed: "


class AuditError(ValueError):
    """The log does not fit the game: another game, an unknown scenario or option."""


@dataclass(frozen=True)
class Audit:
    """What an audit found, in the order of the log."""

    game: str
    log: GameLog
    findings: tuple[Finding, ...]
    unread: tuple[str, ...]
    board: Board[Any]
    """The position at the end."""
    outcome: Outcome | None = None
    exercised: Mapping[str, int] = field(default_factory=dict)
    """Kind of action to how many were judged."""

    @property
    def violations(self) -> tuple[Finding, ...]:
        """The findings that are breaches of the rules."""
        return tuple(finding for finding in self.findings if finding.severity == "violation")

    @property
    def untold(self) -> tuple[str, ...]:
        """What is unread and no finding tells of."""
        told = {
            f"{finding.origin}: {finding.message.removeprefix(NOT_REPLAYED)}"
            for finding in self.findings
            if finding.message.startswith(NOT_REPLAYED)
        }
        return tuple(text for text in self.unread if text not in told)


def new_board(data: GameData, game: Game[Any], log: GameLog) -> Board[Any]:
    """The position before the first action of a log.

    Raises `AuditError` when the log is of another game, or names a scenario or option that is not
    there.
    """
    header = log.header
    if header.game != data.id:
        raise AuditError(f"the log is of the game {header.game!r}, the data of {data.id!r}")
    scenario = None
    if header.scenario is not None:
        scenario = data.scenarios.get(header.scenario)
        if scenario is None:
            known = ", ".join(data.scenarios)
            raise AuditError(f"no scenario {header.scenario!r} in {data.id}; it has {known}")
    for option in header.options:
        if option not in data.options:
            known = ", ".join(data.options) or "none"
            raise AuditError(f"no optional rule {option!r} in {data.id}; it has {known}")
    defaults = {name for name, option in data.options.items() if option.default}
    options = defaults | set(header.options) | (scenario.options if scenario else frozenset())
    return Board(data, game.rulebook, scenario, game.new_state, options)


def audit(
    log: GameLog,
    data: GameData,
    game: Game[Any],
    *,
    progress: Callable[[int], None] | None = None,
) -> Audit:
    """Replay `log` and judge every action.

    Raises `AuditError` when it is not a log of this game.
    """
    board = new_board(data, game, log)
    findings: list[Finding] = list(_version_findings(log, data))
    unread = list(log.unread)
    tally: Tally[str] = Tally()
    sealed: set[str | None] = set()
    for number, action in enumerate(log.actions, start=1):
        if progress is not None:
            progress(number)
        tally[action.kind] += 1
        if isinstance(action, Unknown):
            unread.append(f"{action.origin}: {action.text}")
        elif isinstance(action, Note):
            if action.side not in sealed:
                sealed.add(action.side)
                findings.append(_sealed(board, action, number))
            board.apply(action)
        else:
            findings.extend(judge(board, action, number, unread))
    findings.extend(_end(board, len(log.actions), log))
    outcome = game.outcome(board) if game.outcome is not None else None
    return Audit(data.id, log, tuple(findings), tuple(unread), board, outcome, dict(tally))


def judge(board: Board[Any], action: Action, number: int, unread: list[str]) -> Iterator[Finding]:
    """Findings on one action, which is then applied; what cannot be replayed goes to `unread`."""
    if isinstance(action, Undo):
        message = f"{action.count} action(s) were taken back here"
        yield Finding(message, severity="warning", rule="log").located("log", number, action.origin)
        return
    try:
        if isinstance(action, Position) and not action.whole:
            yield from brought(board, action, number)
            return
        if isinstance(action, Position):
            yield from _changed(board, action, number)
        if isinstance(action, BeginPhase):
            yield from _ended(board, number, action)
        found = [f.located("log", number, action.origin) for f in impossible(action, board)]
        found += [
            f.located(f.rule, number, action.origin) for f in board.rulebook.check(action, board)
        ]
        board.apply(action)
        yield from found
    except BoardError as error:
        unread.append(f"{action.origin}: {error}")
        likely = likely_piece(error.name, board) if isinstance(error, NoPieceError) else ""
        message = f"{NOT_REPLAYED}{error}"
        told = Finding(message, expected=likely, severity="unverifiable")
        yield told.located("log", number, action.origin)


def _ended(board: Board[Any], number: int, action: Action) -> Iterator[Finding]:
    """Findings on the end of the present phase, if there is one."""
    event = board.end_phase()
    if event is None:
        return
    event.located(action.origin)
    found = [f.located(f.rule, number, action.origin) for f in board.rulebook.check(event, board)]
    board.apply(event)
    yield from found


def _changed(board: Board[Any], action: Position, number: int) -> Iterator[Finding]:
    """A saved position that is not the one before it: pieces were changed outside the log."""
    names = board.difference(action)
    if names and board.pieces:
        shown = ", ".join(names[:12]) + (f" and {len(names) - 12} more" if len(names) > 12 else "")
        yield Finding(
            f"the position saved here is not the one before it: {shown}",
            units=names,
            severity="warning",
        ).located("log", number, action.origin)


def _end(board: Board[Any], number: int, log: GameLog) -> Iterator[Finding]:
    played = [action for action in log.actions if not isinstance(action, (Chat, Note))]
    if played:
        yield from _ended(board, number, played[-1])


def _sealed(board: Board[Any], note: Note, number: int) -> Finding:
    """A side wrote down something in secret that is not opened; told at its first note."""
    known = board.data.sides.get(note.side or "")
    whose = "somebody" if known is None else f"the {known.name} side"
    return Finding(
        f"{whose} wrote something down in secret, here or later too, that is sealed and not judged",
        expected="--open-notes when the game is over, with the log in which it was written",
        severity="unverifiable",
    ).located("log", number, note.origin)


def _version_findings(log: GameLog, data: GameData) -> Iterator[Finding]:
    if log.header.data_version and log.header.data_version != data.game.version:
        yield Finding(
            "the log was made with another version of the game's data",
            expected=data.game.version,
            found=log.header.data_version,
            severity="warning",
        ).located("log", 0, log.actions[0].origin if log.actions else Finding("").origin)
