"""Surprise before an assault at night (9.3.3, 13.5, 5.4)."""

from __future__ import annotations

import pytest

from referee.games.operation_spark import assaults
from referee.games.operation_spark.assault import assault_morale, surprise
from referee.games.operation_spark.combat_state import Outcome
from referee.games.operation_spark.fire import fires, losses, morale
from tests.referee.games.operation_spark.scene import Scene

NIGHT = "night-first-assault."


def at_night(die: int | None = None) -> Scene:
    scene = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505")
    scene.phase(NIGHT + "surprise")
    if die is not None:
        assert scene.declare("surprise", "", "i-391-170") == []
        scene.roll(die)
    return scene


def test_a_die_comes_before_each_assault_at_night() -> None:
    assert at_night(5).phase(NIGHT + "barrage") == []
    assert at_night().phase(NIGHT + "barrage") == ["13.5.p1"]
    scene = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505")
    assert scene.phase(NIGHT + "barrage") == ["13.5.p1"]


def test_the_die_is_rolled_once_and_not_by_day() -> None:
    scene = at_night(5)
    assert scene.declare("surprise", "", "i-391-170") == ["13.5.p1"]
    day = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505")
    day.phase("barrage")
    assert "13.5.p1" in day.declare("surprise", "", "i-391-170")


@pytest.mark.parametrize(
    ("die", "side", "losses_", "fire", "morale_", "status"),
    [
        (1, "soviet", 2, "half", -2, "D"), (2, "soviet", 2, "", -2, "S"),
        (3, "soviet", 1, "half", -1, "S"), (6, "", 1, "", 0, ""),
        (8, "german", 1, "half", -1, "S"), (10, "german", 3, "none", -2, "D"),
    ],
)  # fmt: skip
def test_the_die_says_who_is_surprised_and_how(
    die: int, side: str, losses_: int, fire: str, morale_: int, status: str
) -> None:
    found = surprise.result(at_night().board, die)
    assert (found.side, found.losses, found.fire, found.morale, found.status) == (
        side, losses_, fire, morale_, status,
    )  # fmt: skip


def test_surprise_lowers_morale_and_halves_fire_for_the_combat_phase() -> None:
    scene = at_night(8)
    assert morale.modified(scene.board, scene.piece("i-391-170")) == 5
    assert morale.modified(scene.board, scene.piece("284-86")) == 6
    scene.phase(NIGHT + "defensive-fire-1")
    scene.fire("i-391-170", "284-86")
    own = fires.intended(scene.board, scene.last_fire(), scene.piece("284-86"))
    assert own.contributions[0].points == 2


def test_support_for_the_assault_is_halved_too() -> None:
    scene = at_night(8).put("ii-391-170", "0404")
    scene.phase(NIGHT + "defensive-fire-1")
    scene.fire("ii-391-170", "284-86")
    own = fires.intended(scene.board, scene.last_fire(), scene.piece("284-86"))
    assert own.contributions[0].points == 2


def test_losses_are_doubled_for_the_surprised() -> None:
    scene = at_night(9)
    scene.phase(NIGHT + "offensive-fire-1")
    scene.fire("284-86", "i-391-170")
    scene.roll(9, 1)
    due = {o for d in losses.open_for(scene.board, "i-391-170") for o in d.outcomes}
    assert due == {Outcome(losses=2)}


def test_a_surprised_defender_may_not_fire_at_all() -> None:
    scene = at_night(10)
    scene.phase(NIGHT + "defensive-fire-1")
    assert scene.fire("i-391-170", "284-86") == ["e5.4.p10"]


def test_a_four_ends_the_assault_with_a_retreat() -> None:
    scene = at_night(4)
    assert set(scene.phase("night-first-end.recovery")) == {"e5.4.p8", "e5.5.p5", "e5.4.p6"}
    scene = at_night(4)
    scene.set("284-86", suppressed=True, assault=None)
    scene.declare("retreat", "284-86")
    assert scene.move("284-86", "0405-0305") == []
    assert scene.phase("night-first-end.recovery") == []


def test_the_surprised_are_marked_when_the_assault_is_over() -> None:
    scene = at_night(8)
    scene.phase(NIGHT + "attacker-withdrawal-1")
    scene.declare("call-off", "284-86")
    scene.set("284-86", assault=None)
    assert scene.phase("night-first-end.recovery") == ["e5.4.p6"]
    scene = at_night(8)
    scene.phase(NIGHT + "attacker-withdrawal-1")
    scene.declare("call-off", "284-86")
    scene.set("284-86", assault=None)
    assert scene.set("i-391-170", suppressed=True) == []
    assert scene.phase("night-first-end.recovery") == []


def test_surprise_counts_in_assault_morale() -> None:
    scene = at_night(8)
    scene.phase(NIGHT + "assault")
    scene.declare("assault", "284-86", "i-391-170")
    found = assaults.current(scene.board)
    assert found is not None
    assert assault_morale.defence(scene.board, found).initial == 5


def test_the_die_of_surprise_needs_no_hex_where_there_is_but_one_assault() -> None:
    def announced(*others: str) -> list[str]:
        scene = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505")
        for unit in others:
            scene.put(unit, "0406", assault="S").put("ii-391-170", "0407")
        scene.phase("night-first.movement")
        scene.phase("night-first-assault.surprise")
        return scene.declare("surprise") + scene.roll(5, purpose="surprise")

    assert announced() == []
    assert announced("330-86") == ["13.5.p1"]
