"""A first log: phases and moves alone. It is not held to what it does not tell."""

import re
from pathlib import Path

import pytest

from referee.actions import ACTIONS, Action, BeginPhase, Move
from tests.referee.games.bold_stroke.scene import judged, shipped

GUIDE = Path(__file__).resolve().parents[4] / "docs" / "bold-stroke-log.md"
SCENARIOS = (
    "breakout", "riposte", "november-battles", "manstein-strikes-again", "phantom-pocket",
    "northern-expedition", "zhitomir-berdichev", "decision-in-the-ukraine",
)  # fmt: skip


def phases(turns: int) -> list[Action]:
    """Every phase of so many turns."""
    return [
        BeginPhase(turn=turn, phase=phase.id)
        for turn in range(1, turns + 1)
        for phase in shipped().sequence.phases
    ]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_two_turns_of_phases_alone_breach_nothing(scenario: str) -> None:
    found = judged(phases(2), scenario).findings
    assert [f for f in found if f.severity != "unverifiable"] == []


def test_two_turns_with_moves_on_both_sides_breach_nothing() -> None:
    log = phases(2)
    at = [n for n, each in enumerate(log) if getattr(each, "phase", "") == "first.movement"]
    log.insert(at[1] + 1, Move(units=("hq-40",), path=("2008", "1908"), complete=False))
    log.insert(at[0] + 1, Move(units=("91-tb",), path=("0816", "0815"), complete=False))
    second = [n for n, each in enumerate(log) if getattr(each, "phase", "") == "second.movement"]
    log.insert(second[0] + 1, Move(units=("34-inf",), path=("1912", "2012"), complete=False))
    assert judged(log).findings == ()


# -- the guide ------------------------------------------------------------------------------------


def test_every_example_of_the_guide_is_an_action() -> None:
    lines = re.findall(r"^    (\{.*\})$", GUIDE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert len(lines) > 10
    for line in lines:
        ACTIONS.validate_json(line)


def test_every_example_of_the_guide_has_a_verb_of_the_game() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    verbs = set(re.findall(r'"verb": "([a-z-]+)"', text))
    assert verbs <= set(shipped().declarations)
