"""What the manual teaches about adding a game: its example plays."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from compiler.gamedata.loader import load_game
from compiler.gamedata.model import GameData
from referee.actions import BeginPhase
from referee.audit import audit
from referee.cli import main
from referee.games import Game
from referee.spar import Policy, spar

MANUAL = Path(__file__).resolve().parents[2] / "docs" / "add-a-game.md"


@pytest.fixture
def data(tmp_path: Path) -> GameData:
    """The game that `hexmarshal new` writes."""
    folder = tmp_path / "my_game"
    result = CliRunner().invoke(main, ["new", str(folder)])
    assert result.exit_code == 0, result.output
    return load_game(folder)


@pytest.fixture
def example() -> Game[Any]:
    """The package of rules in the manual."""
    (text,) = re.findall(r"```python\n(.*?)```", MANUAL.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, Any] = {"__name__": "my_game"}
    exec(compile(text, str(MANUAL), "exec", dont_inherit=True), names)  # noqa: S102 -- our own manual
    game = names["GAME"]
    assert isinstance(game, Game)
    return game


@pytest.mark.parametrize("policy", ["attack", "random"])
def test_the_example_of_the_manual_is_played_to_its_end(
    data: GameData, example: Game[Any], policy: Policy
) -> None:
    log = spar(data, example, "crossing", 3, policy=policy)
    phases = [action for action in log.actions if isinstance(action, BeginPhase)]
    assert (phases[-1].turn, phases[-1].phase) == (4, "turn-end.record")
    assert audit(log, data, example).findings == ()


def test_in_the_example_a_die_follows_every_attack(data: GameData, example: Game[Any]) -> None:
    log = spar(data, example, "crossing", 3, policy="random")
    kinds = [action.kind for action in log.actions]
    attacks = [n for n, kind in enumerate(kinds) if kind == "declare:attack"]
    assert attacks
    assert all(kinds[n + 1] == "roll" for n in attacks)
