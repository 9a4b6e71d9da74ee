"""The rulebook of combat: nothing in its sections is left open."""

from __future__ import annotations

from referee.games.operation_spark import GAME
from tests.referee.games.operation_spark.scene import shipped

COMBAT = (
    "12.",
    "13.",
    "e5.1",
    "e5.4",
    "e5.5",
    "e5.6",
    "fire-eligibility",
    "example",
    "16.3",
    "16.4",
)


def test_no_paragraph_on_observation_and_combat_is_open() -> None:
    left = [s.id for s in GAME.rulebook.statuses(shipped()) if s.status == "open"]
    assert [paragraph for paragraph in left if paragraph.startswith(COMBAT)] == []


def test_every_paragraph_of_the_charts_is_kept() -> None:
    status = {s.id: s.status for s in GAME.rulebook.statuses(shipped())}
    for chart in ("e5.1", "e5.2", "e5.4", "e5.5", "e5.6", "fire-eligibility.p36"):
        assert status[chart] == "enforced", chart
