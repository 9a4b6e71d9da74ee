"""A day of both sides without a fault, `golden/operation_spark/one_day.moves.jsonl`.

It is written by

    hexmarshal spar operation_spark --scenario first-day --policy random --seed 7 --turns 1 \
        --out tests/golden/operation_spark/one_day.moves.jsonl

and has to be written anew when the choices change.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from referee.actions import BeginPhase, GameLog, Roll
from referee.audit import audit
from referee.games.operation_spark import GAME
from referee.logs.movelog import read_moves
from tests.referee.games.operation_spark.scene import shipped

DAY = Path(__file__).resolve().parents[3] / "golden" / "operation_spark" / "one_day.moves.jsonl"


@cache
def golden() -> GameLog:
    return read_moves(DAY)


def test_nothing_is_found_in_the_day() -> None:
    result = audit(golden(), shipped(), GAME)
    assert [f"{f.action} {f.rule} {f.message}" for f in result.findings] == []
    assert result.unread == ()


def test_it_is_a_whole_day_of_400_actions_and_more() -> None:
    phases = [action.phase for action in golden().actions if isinstance(action, BeginPhase)]
    assert (phases[0], phases[-1]) == ("am.weather", "day-end.day-end")
    sections = {phase.partition(".")[0] for phase in phases}
    assert {"am-initial", "pm-initial", "night-first", "night-second"} <= sections
    assert len(golden().actions) >= 400
    assert sum(isinstance(action, Roll) for action in golden().actions) >= 100


def test_both_sides_move_fire_assault_retreat_and_withdraw() -> None:
    kinds = {(action.kind, action.side) for action in golden().actions}
    both = (
        "move", "set", "declare:fire", "declare:retreat", "declare:withdraw",
        "declare:zone-fire", "declare:reveal", "declare:call-off", "declare:surprise",
    )  # fmt: skip
    for kind in both:
        assert {(kind, "soviet"), (kind, "german")} <= kinds, kind
    assert {
        "declare:barrage",
        "declare:counterbattery",
        "declare:air-strike",
        "declare:assault",
    } <= {kind for kind, _ in kinds}
