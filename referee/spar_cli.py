"""The command `spar`: one game played out into a log, or many played and audited."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from compiler.cli import GAME_HELP, clear_errors, data_of, folder_of
from compiler.gamedata.model import GameData
from referee import games
from referee.audit import audit
from referee.findings import printed
from referee.games import Game, Outcome
from referee.logs.writer import write_log
from referee.rulebook import RuleStatus
from referee.spar import POLICIES, Policy, spar
from referee.tournament import Bout, Verdict, exercised, play_all


@click.command("spar", epilog=GAME_HELP)
@click.argument("game")
@click.option("--scenario", help="The scenario; with --games, all in turn without it.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of dice and choices.")
@click.option("--policy", type=click.Choice(POLICIES), default="attack", show_default=True)
@click.option("--turns", type=click.IntRange(min=1), help="Stop after so many turns.")
@click.option("--option", "options", multiple=True, help="An optional rule in play.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="The log to write.")
@click.option("--games", "count", type=click.IntRange(min=1), help="Play and audit so many games.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True)
@click.option("--report", is_flag=True, help="With --games, show how often each rule was at work.")
def spar_command(
    game: str,
    scenario: str | None,
    seed: int,
    policy: Policy,
    turns: int | None,
    options: tuple[str, ...],
    out: Path | None,
    count: int | None,
    jobs: int,
    report: bool,
) -> None:
    """Play a scenario to its end by picking among the legal actions, and write its log.

    A log named *.vlog is one of the game's VASSAL module, to be stepped through there; any other is
    a move log. The same seed gives the same game on every machine. Exit status: 0 no violation,
    1 the audit found violations, 2 the game cannot be played.
    """
    data = data_of(game)
    with clear_errors():
        rules = _rules_of(data)
        if scenario is not None and scenario not in data.scenarios:
            raise ValueError(f"no scenario {scenario!r}; {data.id} has {', '.join(data.scenarios)}")
    if count is None:
        bout = Bout(scenario or next(iter(data.scenarios)), seed, policy, turns, options)
        sys.exit(_one(data, rules, bout, out, folder_of(game)))
    names = [scenario] if scenario else list(data.scenarios)
    bouts = [Bout(names[n % len(names)], seed + n, policy, turns, options) for n in range(count)]
    with clear_errors():
        verdicts = _many(bouts, folder_of(game), jobs)
    if report:
        _show_exercise(rules.rulebook.statuses(data), verdicts)
    sys.exit(1 if any(verdict.violations for verdict in verdicts) else 0)


def _rules_of(data: GameData) -> Game[object]:
    try:
        return games.load(data.id)
    except games.UnknownGameError as error:
        raise ValueError(str(error)) from None


def _one(data: GameData, rules: Game[object], bout: Bout, out: Path | None, folder: Path) -> int:
    """Play one game and write its log; how it ended goes to standard error or output."""
    path = out or Path(f"{bout.scenario}-{bout.seed}.moves.jsonl")
    with clear_errors():
        log = spar(
            data,
            rules,
            bout.scenario,
            bout.seed,
            policy=bout.policy,
            turns=bout.turns,
            options=bout.options,
        )
        write_log(path, log, data, rules, folder)
        result = audit(log, data, rules)
    click.echo(f"{path}: {len(log.actions)} actions")
    for finding in result.violations:
        click.echo(f"action {finding.action}: rule {printed(finding.rule)}: {finding.message}")
    click.echo(f"result: {_outcome(result.outcome)}")
    return 1 if result.violations else 0


def _many(bouts: Sequence[Bout], folder: Path, jobs: int) -> tuple[Verdict, ...]:
    """Play and audit games, one line for each."""
    found = []
    for verdict in play_all(bouts, folder, jobs):
        bout = verdict.bout
        click.echo(
            f"{bout.scenario:<24} seed {bout.seed:<5} {verdict.actions:>6} actions"
            f" {len(verdict.violations):>3} violations {verdict.doubts:>3} doubts "
            f" {_outcome(verdict.outcome)}"
        )
        for text in verdict.violations:
            click.echo(f"    {text}")
        found.append(verdict)
    return tuple(found)


def _outcome(outcome: Outcome | None) -> str:
    if outcome is None:
        return "not at its end"
    points = ", ".join(f"{side} {value:g}" for side, value in outcome.points.items())
    return f"{outcome.level} ({points})" if points else outcome.level


def _show_exercise(statuses: Iterable[RuleStatus], verdicts: Iterable[Verdict]) -> None:
    """A line for each paragraph that functions keep: how often they were called in all games."""
    idle = []
    for status, calls in exercised(statuses, verdicts):
        if status.status in {"enforced", "recorded"}:
            click.echo(f"{status.id:<12} {status.status:<9} {calls:>10}")
            if not calls:
                idle.append(status.id)
    click.echo(f"never at work: {', '.join(idle) or 'none'}")
