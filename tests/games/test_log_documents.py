"""The documents that say what a log of each game holds: nothing that a game has is missing there.

What a verb or a state means is for the tests of the rules; here only its name is looked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from compiler.gamedata.loader import load_game
from compiler.gamedata.model import GameData

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("bold_stroke", "iron_cross", "operation_spark")
DECLARE = "declare:"
TERM = re.compile(r"`([^`\n]+)`")


@cache
def loaded(game: str) -> GameData:
    return load_game(ROOT / "counters" / game)


def document(game: str) -> Path:
    return ROOT / "docs" / f"{game.replace('_', '-')}-log.md"


def rows(game: str) -> Iterator[tuple[str, list[str]]]:
    """Each row of the document's tables: what its first column is headed, and its cells."""
    head = ""
    for line in document(game).read_text(encoding="utf-8").splitlines():
        if not line.startswith("|"):
            head = ""
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if head:
            yield head, cells
        else:
            head = cells[0].strip("`")


def named_first(game: str, head: str) -> set[str]:
    """The names in the first column of the tables that are headed so."""
    return {name for found, cells in rows(game) if found == head for name in TERM.findall(cells[0])}


@pytest.mark.parametrize("game", GAMES)
def test_every_declaration_of_a_game_is_in_the_document_of_its_log(game: str) -> None:
    verbs = set(loaded(game).declarations)
    assert verbs
    assert verbs - named_first(game, "verb") == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_verb_that_a_phase_allows_is_in_the_document_of_its_log(game: str) -> None:
    phases = loaded(game).sequence.by_id.values()
    kinds = {kind for found in phases for kind in found.phase.allows if kind.startswith(DECLARE)}
    verbs = {kind.removeprefix(DECLARE) for kind in kinds}
    assert verbs
    assert verbs - named_first(game, "verb") == set()


@pytest.mark.parametrize("game", GAMES)
def test_the_document_of_a_log_has_no_verb_that_the_game_has_not(game: str) -> None:
    assert named_first(game, "verb") - set(loaded(game).declarations) == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_state_of_a_game_is_in_the_document_of_its_log(game: str) -> None:
    states = set(loaded(game).states)
    assert states
    assert states - named_first(game, "state") == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_field_that_a_command_writes_is_in_the_document_of_its_log(game: str) -> None:
    commands = [c for verb in loaded(game).declarations.values() for c in verb.commands]
    fields = {name for command in commands for name in command.values}
    fields |= {command.ask.field for command in commands if command.ask is not None}
    told = {name for _, cells in rows(game) for cell in cells for name in TERM.findall(cell)}
    assert fields
    assert fields - told == set()


@pytest.mark.parametrize("game", GAMES)
def test_the_readme_links_to_the_document_of_each_game(game: str) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"(docs/{document(game).name})" in readme
