"""Many sparred games at once: each is played out, audited and summed up in a few figures.

It shows that what the legal actions offer is what the audit lets pass, and how often each rule had
something to look at.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from compiler.gamedata.loader import load_game
from compiler.gamedata.model import GameData
from referee import games
from referee.audit import audit
from referee.findings import printed
from referee.games import Game, Outcome
from referee.rulebook import RuleStatus
from referee.spar import Policy, spar


@dataclass(frozen=True, slots=True)
class Bout:
    """A game to be played: its scenario, the seed of its dice and choices, the policy."""

    scenario: str
    seed: int
    policy: Policy = "attack"
    turns: int | None = None
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """A game that was played and audited."""

    bout: Bout
    actions: int
    violations: tuple[str, ...]
    """The messages, with their rules and places."""
    doubts: int
    """Warnings and what could not be verified or read."""
    outcome: Outcome | None
    calls: Mapping[str, int]
    """Name of a rule's function to how often it was called."""


def play(bout: Bout, data: GameData, game: Game[object]) -> Verdict:
    """Play one game and audit its log. Raises `SparringError` and `AuditError`."""
    log = spar(
        data,
        game,
        bout.scenario,
        bout.seed,
        policy=bout.policy,
        turns=bout.turns,
        options=bout.options,
    )
    with game.rulebook.counting() as calls:
        result = audit(log, data, game)
    return Verdict(
        bout,
        len(log.actions),
        tuple(f"action {f.action}: rule {printed(f.rule)}: {f.message}" for f in result.violations),
        len(result.findings) - len(result.violations) + len(result.unread),
        result.outcome,
        dict(calls),
    )


def _play_in_process(folder: Path, bout: Bout) -> Verdict:
    data = load_game(folder)
    return play(bout, data, games.load(data.id))


def play_all(bouts: Sequence[Bout], folder: Path, processes: int = 1) -> Iterator[Verdict]:
    """Play games of the data in `folder`, several at a time; the verdicts in the order given."""
    if processes <= 1 or len(bouts) <= 1:
        data = load_game(folder)
        game = games.load(data.id)
        for bout in bouts:
            yield play(bout, data, game)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(_play_in_process, [folder] * len(bouts), bouts)


def exercised(
    statuses: Iterable[RuleStatus], verdicts: Iterable[Verdict]
) -> Iterator[tuple[RuleStatus, int]]:
    """How often the functions that keep each paragraph were called, over all games."""
    calls: Tally[str] = Tally()
    for verdict in verdicts:
        calls.update(verdict.calls)
    for status in statuses:
        yield status, sum(calls[name] for name in status.checks)
