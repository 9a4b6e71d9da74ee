"""A whole combat as a log tells it: the example of the documentation, and the same with slips."""

import re
from pathlib import Path

import pytest

from referee.actions import ACTIONS, Action, Declare, GameLog, Header, Place
from referee.audit import Audit, audit
from referee.games.bold_stroke import GAME
from tests.referee.games.bold_stroke.scene import shipped

DOCUMENT = Path(__file__).parents[4] / "docs" / "bold-stroke-log.md"
FORCES = {
    "30-rc": "1521", "91-tb": "1521", "hq-60": "1522", "s-bomber": "air-60-army",
    "75-inf": "1420", "hq-vii": "1319",
}  # fmt: skip


def documented(title: str) -> list[Action]:
    """The example log of a section of the documentation."""
    text = DOCUMENT.read_text(encoding="utf-8")
    section = text.split(f"## {title}", 1)[1].split("\n## ", 1)[0]
    lines = re.findall(r"^    (\{.*\})$", section, re.MULTILINE)
    return [ACTIONS.validate_json(line) for line in lines]


def judge(log: list[Action]) -> Audit:
    header = Header(format="hexmarshal-moves/1", game="bold_stroke")
    forces = [Place(unit=unit, at=at, why="setup") for unit, at in FORCES.items()]
    begin, *rest = log
    begin = begin.model_copy(update={"first_player": "soviet"})
    return audit(GameLog(header, (*forces, begin, *rest)), shipped(), GAME)


def rules(log: list[Action]) -> list[str]:
    return [finding.rule for finding in judge(log).violations]


def test_the_combat_of_the_documentation_has_nothing_wrong() -> None:
    result = judge(documented("Combat"))
    assert result.findings == ()
    assert result.unread == ()


def test_every_verb_of_the_documentation_is_one_of_the_game() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    verbs = set(re.findall(r'"verb": "([a-z-]+)"', text))
    assert verbs <= set(shipped().declarations)


@pytest.mark.parametrize(
    ("verb", "values", "rule"),
    [
        ("odds", {"attack": 23}, "11.3.C"),
        ("odds", {"defense": 10}, "11.3.D"),
        ("odds", {"armor": 1}, "11.4.B"),
        ("odds", {"air": 3}, "11.5.A"),
        ("combat", {"result": "3/0"}, "11.8.D"),
        ("obligation", {"number": 2}, "11.9.C"),
        ("loss", {"for": "obligation", "steps": 3}, "11.9.A"),
        ("retreat", {"path": ("1420", "1521")}, "7.0.B"),
        ("retreat", {"path": ("1420", "1421")}, "11.11.A"),
    ],
)
def test_a_single_slip_in_it_is_found_by_its_rule(
    verb: str, values: dict[str, str | int], rule: str
) -> None:
    log = documented("Combat")
    for place, action in enumerate(log):
        if isinstance(action, Declare) and action.verb == verb:
            log[place] = action.model_copy(update={"values": {**action.values, **values}})
            break
    assert rules(log)[:1] == [rule]


@pytest.mark.parametrize(
    ("left_out", "found"), [("loss", ["11.9.B"]), ("retreat", ["11.9.B", "11.12.A"])]
)
def test_a_deed_left_out_is_found_with_what_follows_from_it(
    left_out: str, found: list[str]
) -> None:
    log = [
        action
        for action in documented("Combat")
        if not (isinstance(action, Declare) and action.verb == left_out)
    ]
    assert rules(log) == found


def test_the_same_combat_without_a_word_about_it_is_accepted() -> None:
    silent = {"odds", "obligation", "support", "air-support"}
    log = [
        action
        for action in documented("Combat")
        if not (isinstance(action, Declare) and action.verb in silent)
    ]
    assert rules(log) == []
