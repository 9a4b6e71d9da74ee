"""What artillery may do: chart, support, spotting, ammunition (5.1, 13.3, 13.6, 13.9)."""

from __future__ import annotations

import pytest

from referee.games.operation_spark.fire import artillery
from tests.referee.games.operation_spark.scene import Scene

POST = "am-initial-end.post-assault"
COUNTERBATTERY = "am-initial.counterbattery"


def assaulted(*guns: str, at: str = "0101") -> Scene:
    """A regiment of the 86th Division assaults; guns stand behind it."""
    scene = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505")
    for gun in guns:
        scene.put(gun, at)
    return scene


@pytest.mark.parametrize(
    ("unit", "fire", "ways"),
    [
        ("248-86", "support-first-offensive", {"direct", "indirect"}),
        ("art-1106", "support-first-offensive", {"direct"}),
        ("art-1106", "counterbattery", {"indirect"}),
        ("248-86", "counterbattery", set()),
        ("rkt-321gd", "support-first-offensive", set()),
        ("rkt-321gd", "barrage", {"indirect"}),
        ("mtr-104", "zone", {"indirect"}),
        ("mtr-104", "support-first-defensive", {"indirect"}),
        ("rkt-i-70", "support-first-defensive", {"indirect"}),
        ("art-615", "support-first-offensive", set()),
        ("art-615", "support-first-defensive", {"indirect"}),
        ("i-240-170", "post-assault", {"direct", "indirect"}),
    ],
)
def test_the_chart_says_how_artillery_fires(unit: str, fire: str, ways: set[str]) -> None:
    scene = Scene().put(unit, "0505")
    assert artillery.ways(scene.board, scene.piece(unit), fire) == ways


def test_artillery_that_only_fires_directly_gives_no_support_from_afar() -> None:
    scene = assaulted("art-1106", "248-86")
    scene.phase("offensive-fire-1")
    assert scene.fire("art-1106", "i-391-170") == ["e5.1"]
    scene = assaulted("248-86")
    scene.phase("offensive-fire-1")
    assert scene.fire("248-86", "i-391-170") == []


def test_divisional_artillery_supports_its_own_division() -> None:
    scene = assaulted("291-136")
    scene.phase("offensive-fire-1")
    assert scene.fire("291-136", "i-391-170") == ["e5.1.p11"]
    scene = assaulted("291-136")
    scene.phase("barrage")
    assert scene.declare("barrage", "291-136", "i-391-170") == []


def test_mortars_support_their_own_army() -> None:
    scene = assaulted("mtr-104", at="0203")
    scene.phase("offensive-fire-1")
    assert scene.fire("mtr-104", "i-391-170") == []
    scene = assaulted("mtr-192", at="0203")
    scene.phase("offensive-fire-1")
    assert scene.fire("mtr-192", "i-391-170") == ["e5.1.p12"]


def test_german_divisional_artillery_for_strangers_cannot_be_judged() -> None:
    def support(unit: str) -> list[str]:
        scene = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505")
        scene.put(unit, "0808")
        scene.phase("defensive-fire-1")
        found = scene.fire(unit, "284-86")
        assert all(f.severity == "unverifiable" for f in scene.found)
        return found

    assert support("i-240-170") == []
    assert support("i-227-227") == ["13.9.5.p4"]


def test_artillery_with_an_enemy_beside_it_fires_at_nobody_else() -> None:
    scene = assaulted("248-86", at="0101").put("ii-391-170", "0102")
    scene.phase("offensive-fire-1")
    assert scene.fire("248-86", "i-391-170") == ["13.9.3.p1"]


def test_there_is_no_least_range_of_indirect_fire() -> None:
    scene = assaulted("mtr-104", at="0405")
    scene.phase("offensive-fire-1")
    assert scene.fire("mtr-104", "i-391-170") == []


def test_indirect_fire_needs_a_spotter_and_any_german_may_spot() -> None:
    walls = {"0606": "woods", "0607": "woods", "0506": "woods", "0605": "woods", "0406": "woods"}
    scene = Scene(walls).put("284-86", "0405", assault="SE").put("i-391-170", "0505")
    scene.put("i-240-170", "0709")
    scene.phase("defensive-fire-1")
    assert scene.fire("i-240-170", "284-86") == []


# -- barrage and counterbattery --------------------------------------------------------------------


def test_a_barrage_is_on_an_assault_target_hex() -> None:
    scene = assaulted("248-86").put("ii-391-170", "0707")
    scene.phase("barrage")
    assert scene.declare("barrage", "248-86", "i-391-170") == []
    other = assaulted("248-86").put("ii-391-170", "0505").put("iii-391-170", "0504")
    other.phase("barrage")
    assert "13.6.1" in other.declare("barrage", "248-86", "iii-391-170")


def test_only_artillery_fires_a_barrage() -> None:
    scene = assaulted().put("330-86", "0404")
    scene.phase("barrage")
    assert scene.declare("barrage", "330-86", "i-391-170") == ["e5.1"]


def test_each_non_armored_unit_of_the_hex_is_rolled_for() -> None:
    scene = assaulted("248-86").put("ii-391-170", "0505")
    scene.phase("barrage")
    scene.declare("barrage", "248-86", "i-391-170")
    scene.roll(1, 1)
    assert scene.phase("defensive-fire-1") == ["13.6.1.p1"]
    scene = assaulted("248-86").put("ii-391-170", "0505")
    scene.phase("barrage")
    scene.declare("barrage", "248-86", "i-391-170")
    scene.roll(1, 1)
    scene.roll(1, 1)
    assert scene.phase("defensive-fire-1") == []


def test_who_fired_a_barrage_fires_no_more() -> None:
    scene = assaulted("248-86")
    scene.phase("barrage")
    scene.declare("barrage", "248-86", "i-391-170")
    scene.roll(1, 1)
    scene.phase("offensive-fire-1")
    assert scene.fire("248-86", "i-391-170") == ["13.6.1"]


def test_counterbattery_fire_is_at_artillery_by_guns_that_may() -> None:
    def fire(gun: str, target: str) -> list[str]:
        scene = Scene().put(gun, "0101").put("330-86", "0305").put(target, "0405")
        scene.phase(COUNTERBATTERY)
        return scene.declare("counterbattery", gun, target)

    assert fire("art-1106", "i-240-170") == []
    assert fire("248-86", "i-240-170") == ["e5.1"]
    assert fire("art-1106", "i-391-170") == ["13.3"]


def test_unseen_artillery_is_fired_at_only_where_it_has_fired_indirectly() -> None:
    scene = Scene({"0504": "woods", "0505": "woods", "0404": "woods", "0405": "woods"})
    scene.put("art-1106", "0101").put("i-240-170", "0707")
    scene.phase(COUNTERBATTERY)
    found = scene.declare("counterbattery", "art-1106", "i-240-170")
    assert set(found) <= {"12.3.p1", "12.0.p2"}
    assert found
    scene = Scene().put("art-1106", "0101").put("i-240-170", "0808")
    scene.board.state.combat.indirect_from["i-240-170"] = scene.data.map.hex("0808")
    scene.phase(COUNTERBATTERY)
    assert scene.declare("counterbattery", "art-1106", "i-240-170") == []


# -- ammunition ------------------------------------------------------------------------------------


def test_rockets_are_out_of_supply_when_they_have_fired() -> None:
    scene = assaulted("rkt-321gd")
    scene.phase("barrage")
    scene.declare("barrage", "rkt-321gd", "i-391-170")
    scene.roll(1, 1)
    assert scene.phase("defensive-fire-1") == ["e5.1.p7"]
    scene = assaulted("rkt-321gd")
    scene.phase("barrage")
    scene.declare("barrage", "rkt-321gd", "i-391-170")
    scene.roll(1, 1)
    scene.set("rkt-321gd", out_of_supply=True)
    assert scene.phase("defensive-fire-1") == []


def test_each_indirect_fire_takes_an_ammo_point() -> None:
    def taken(points: int) -> list[str]:
        scene = assaulted("248-86")
        scene.put_marker("ammunition-leningrad", "leningrad-ammunition-40")
        scene.phase("barrage")
        scene.declare("barrage", "248-86", "i-391-170")
        scene.roll(1, 1)
        if points:
            left = 40 - points
            scene.move(
                "ammunition-leningrad", f"leningrad-ammunition-40>leningrad-ammunition-{left}"
            )
        return scene.phase("defensive-fire-1")

    assert taken(1) == []
    assert taken(0) == ["e5.1.p6"]
    assert taken(2) == ["e5.1.p6"]


def test_direct_fire_takes_none() -> None:
    scene = assaulted("art-1106", at="0406")
    scene.put_marker("ammunition-leningrad", "leningrad-ammunition-40")
    scene.phase("offensive-fire-1")
    assert scene.fire("art-1106", "i-391-170") == []
    scene.roll(1, 1)
    assert scene.phase("defender-withdrawal-2") == []


def test_without_a_point_there_is_no_indirect_fire() -> None:
    scene = assaulted("248-86")
    scene.board.state.ammunition["leningrad-front"] = 0
    scene.phase("barrage")
    assert scene.declare("barrage", "248-86", "i-391-170") == ["e5.1.p6"]


def test_rockets_may_be_marked_out_of_supply_before_their_dice_and_do_not_fire_again() -> None:
    scene = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505")
    scene.put("ii-391-170", "0505").put("rkt-321gd", "0203")
    scene.phase("barrage")
    assert scene.declare("barrage", "rkt-321gd", "0505", column=12) == []
    scene.set("rkt-321gd", out_of_supply=True)
    assert scene.roll(1, 1, purpose="barrage i-391-170") == []
    assert scene.roll(1, 1, purpose="barrage ii-391-170") == []
    assert "e5.1.p7" in scene.declare("barrage", "rkt-321gd", "0505")
