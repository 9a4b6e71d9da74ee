"""Retreats, withdrawals and advances (13.6.2, 13.7, 13.11.5, 13.12)."""

from __future__ import annotations

import pytest

from referee.games.operation_spark import retreat
from referee.games.operation_spark.assault import advance, journeys, withdrawal
from tests.referee.games.operation_spark.scene import Scene


def repelled(
    terrain: dict[str, str] | None = None,
    *,
    morale_die: int = 9,
    supply: dict[str, str] | None = None,
) -> Scene:
    """A regiment at 0405 that has to go back from 0505: one hex, or two with a ten."""
    scene = Scene(terrain, supply=supply).put("284-86", "0405", assault="SE")
    scene.put("i-391-170", "0505")
    scene.phase("defensive-fire-1")
    scene.fire("i-391-170", "284-86")
    scene.roll(morale_die, 5)
    scene.set("284-86", assault=None, disrupted=True)
    scene.declare("retreat", "284-86")
    return scene


# -- retreats --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("path", "rules"), [
    ("0405-0305", []), ("0405-0304", []), ("0405-0406", ["13.12.1"]), ("0405-0404", []),
    ("0405-0305-0205", ["e5.5.p9"]),
])  # fmt: skip
def test_a_retreat_leads_away_from_the_target_hex_and_as_far_as_it_must(
    path: str, rules: list[str]
) -> None:
    assert repelled().move("284-86", path) == rules


def test_a_retreat_of_two_hexes_ends_two_hexes_away() -> None:
    scene = repelled(morale_die=10)
    assert scene.move("284-86", "0405-0305-0205") == []
    assert scene.phase("attacker-withdrawal-1") == []
    scene = repelled(morale_die=10)
    scene.move("284-86", "0405-0305")
    assert scene.phase("attacker-withdrawal-1") == ["e5.5.p9"]


def test_a_unit_that_has_to_retreat_does() -> None:
    assert repelled().phase("attacker-withdrawal-1") == ["e5.5.p9"]


def test_a_retreat_seeks_cover_first() -> None:
    assert repelled({"0304": "woods"}).move("284-86", "0405-0305") == ["13.12.1.p1"]
    assert repelled({"0304": "woods"}).move("284-86", "0405-0304") == []
    assert repelled({"0304": "railroad-station"}).move("284-86", "0405-0305") == ["13.12.1.p1"]


def test_two_hexes_do_not_lead_straight_away_from_the_own_map_edge() -> None:
    def back(path: str) -> list[str]:
        scene = repelled(morale_die=10, supply={"0101": "soviet"})
        return scene.move("284-86", path)

    assert back("0405-0304-0204") == []
    assert back("0405-0306-0307") in ([], ["13.12.1.p2"], ["13.12.1"])


@pytest.mark.parametrize(("most", "rules"), [(2, ["13.12.1.p2"]), (4, [])])
def test_the_first_hexes_of_a_retreat_lead_astray_if_all_of_its_whole_ways_do(
    most: int, rules: list[str]
) -> None:
    scene = repelled(morale_die=10, supply={"0306": "soviet"})
    board = scene.board
    way = tuple(board.data.map.hex(number) for number in ("0405", "0404", "0403"))
    flight = retreat.Flight((board.data.map.hex("0505"),), retreat=True)
    found = retreat.faults(board, board.piece("284-86"), way, flight, most=most)
    assert [finding.rule for finding in found] == rules


def test_a_retreat_enters_no_full_hex_and_none_of_the_enemy() -> None:
    scene = repelled().put("330-86", "0305")
    assert scene.move("284-86", "0405-0305") == ["13.12.1.p3"]
    scene = repelled().put("ii-391-170", "0304")
    assert scene.move("284-86", "0405-0304")[:1] == ["13.12.1"]


def test_a_retreat_may_stop_in_a_full_hex_on_its_way_and_stays_in_none() -> None:
    scene = repelled(morale_die=10).put("330-86", "0305")
    assert scene.move("284-86", "0405-0305") == []
    assert scene.move("284-86", "0305-0205") == []
    assert scene.phase("attacker-withdrawal-1") == []
    scene = repelled(morale_die=10).put("330-86", "0305")
    scene.move("284-86", "0405-0305")
    assert set(scene.phase("attacker-withdrawal-1")) == {"e5.5.p9", "13.12.1.p3"}


def test_nobody_retreats_without_cause() -> None:
    scene = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505")
    scene.phase("defensive-fire-1")
    scene.fire("i-391-170", "284-86")
    scene.roll(1, 1)
    scene.declare("retreat", "284-86")
    assert scene.move("284-86", "0405-0305") == ["13.12"]


def test_a_retreat_of_which_only_the_ends_are_known_is_legal_if_there_is_a_way() -> None:
    assert repelled(morale_die=10).move("284-86", "0405>0205") == []
    assert repelled().move("284-86", "0405>0406") == ["13.12.1"]


def test_after_indirect_fire_alone_a_retreat_may_be_made_or_not() -> None:
    def after(path: str) -> list[str]:
        scene = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505")
        scene.put("i-240-170", "0808")
        scene.phase("defensive-fire-1")
        scene.fire("i-240-170", "284-86")
        scene.roll(9, 10)
        scene.set("284-86", step_losses=1, assault=None, disrupted=True)
        found = scene.move("284-86", path) if path else []
        return found + scene.phase("attacker-withdrawal-1")

    assert after("0405-0305") == []
    assert after("") == []


def test_legal_retreats_are_listed() -> None:
    scene = repelled({"0304": "woods"})
    ways = journeys.legal_retreats(scene.board, "284-86")
    assert [[scene.board.number(h) for h in way] for way in ways] == [["0405", "0304"]]


def test_units_move_in_the_combat_phase_only_with_a_cause() -> None:
    scene = (
        Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505").put("330-86", "0303")
    )
    scene.phase("defensive-fire-1")
    scene.fire("i-391-170", "284-86")
    assert scene.move("330-86", "0303-0302") == ["13.1"]


def test_a_stack_does_not_retreat_together_past_the_enemy() -> None:
    def back(watcher: str) -> list[str]:
        scene = Scene().put("284-86", "0405", lost=3, assault="SE", face="reduced")
        scene.put("330-86", "0405", lost=3, assault="SE").put("i-391-170", "0505")
        scene.put("ii-391-170", watcher)
        scene.phase("assault")
        scene.declare("assault", "284-86+330-86", "i-391-170")
        scene.board.state.combat.announced.update({"284-86": "retreat", "330-86": "retreat"})
        return [r for r in scene.move("284-86+330-86", "0405-0305-0205") if r == "13.12.2.p1"]

    assert back("0306") == ["13.12.2.p1"]
    assert back("0808") == []


# -- defender withdrawal ---------------------------------------------------------------------------


def pressed(
    unit: str = "3-240-170",
    phase: str = "defender-withdrawal-2",
    terrain: dict[str, str] | None = None,
    **states: bool,
) -> Scene:
    scene = Scene(terrain).put("284-86", "0405", assault="SE").put(unit, "0505", **states)
    scene.phase(phase)
    return scene


def test_a_unit_that_passes_its_check_withdraws_one_or_two_hexes() -> None:
    for path in ("0505-0605", "0505-0605-0705"):
        scene = pressed()
        assert scene.declare("morale-check", "3-240-170", for_="withdrawal") == []
        scene.roll(3)
        scene.declare("withdraw", "3-240-170")
        assert scene.move("3-240-170", path) == []
    scene = pressed()
    scene.declare("morale-check", "3-240-170", for_="withdrawal")
    scene.roll(3)
    assert scene.move("3-240-170", "0505-0605-0705-0805") == ["13.12.1"]


def test_without_a_check_or_with_a_failed_one_nobody_withdraws() -> None:
    assert pressed().move("3-240-170", "0505-0605") == ["e5.5.p12"]
    scene = pressed()
    scene.declare("morale-check", "3-240-170", for_="withdrawal")
    scene.roll(7)
    assert scene.move("3-240-170", "0505-0605") == ["e5.5.p13"]


def test_cover_makes_a_withdrawal_easier() -> None:
    def withdraw(terrain: str) -> list[str]:
        scene = pressed(terrain={"0605": terrain})
        scene.declare("morale-check", "3-240-170", for_="withdrawal")
        scene.roll(8)
        return scene.move("3-240-170", "0505-0605")

    assert withdraw("woods") == []
    assert withdraw("clear;entrenchment") == []
    assert withdraw("clear") == ["e5.5.p13"]


def test_a_withdrawal_through_the_open_into_cover_may_be_made_hex_by_hex() -> None:
    def withdraw(*paths: str) -> list[str]:
        scene = pressed(terrain={"0704": "woods"})
        scene.declare("morale-check", "3-240-170", for_="withdrawal")
        scene.roll(8)
        found = [rule for path in paths for rule in scene.move("3-240-170", path)]
        return [rule for rule in found + scene.end() if rule == "e5.5.p13"]

    assert withdraw("0505-0605-0704") == []
    assert withdraw("0505-0605", "0605-0704") == []
    assert withdraw("0505-0605") == ["e5.5.p13"]
    assert withdraw("0505-0606") == ["e5.5.p13"]


def test_a_ten_suppresses_and_keeps_the_unit_in_place() -> None:
    scene = pressed()
    scene.declare("morale-check", "3-240-170", for_="withdrawal")
    scene.roll(10)
    assert scene.phase("defensive-fire-2") == ["e5.5.p15"]
    scene = pressed()
    scene.declare("morale-check", "3-240-170", for_="withdrawal")
    scene.roll(10)
    assert scene.set("3-240-170", suppressed=True) == []
    assert scene.move("3-240-170", "0505-0605") == ["e5.5.p15"]


def test_the_second_withdrawal_is_for_motorized_units_alone() -> None:
    infantry = pressed("i-391-170")
    assert infantry.declare("morale-check", "i-391-170", for_="withdrawal") == ["6.4.p1"]
    first = pressed("i-391-170", "defender-withdrawal-1")
    assert first.declare("morale-check", "i-391-170", for_="withdrawal") == []


def test_disrupted_units_and_strangers_do_not_withdraw() -> None:
    scene = pressed(disrupted=True)
    assert scene.declare("morale-check", "3-240-170", for_="withdrawal") == ["13.7"]
    scene = pressed().put("3-227-227", "0605")
    scene.declare("morale-check", "3-240-170", for_="withdrawal")
    scene.roll(3)
    assert scene.declare("morale-check", "3-227-227", for_="withdrawal") == ["13.7"]


def test_a_withdrawal_goes_away_from_who_assaults_and_enters_no_full_hex() -> None:
    def go(path: str, full: str = "") -> list[str]:
        scene = pressed()
        for unit in ("i-391-170", "ii-391-170") if full else ():
            scene.put(unit, full)
        scene.declare("morale-check", "3-240-170", for_="withdrawal")
        scene.roll(3)
        scene.declare("withdraw", "3-240-170")
        return scene.move("3-240-170", path)

    assert go("0505-0504") == ["13.12.1"]
    assert go("0505-0605") == []
    assert go("0505-0605", "0605") == ["11.2.4.p2"]


def test_a_withdrawal_may_stop_in_a_full_hex_only_to_be_fired_at_on_its_way() -> None:
    def stopped(*paths: str) -> list[str]:
        scene = pressed().put("330-86", "0606")
        for unit in ("i-391-170", "ii-391-170"):
            scene.put(unit, "0605")
        scene.declare("morale-check", "3-240-170", for_="withdrawal")
        scene.roll(3)
        scene.declare("withdraw", "3-240-170")
        found = [rule for path in paths for rule in scene.move("3-240-170", path)]
        return found + [rule for rule in scene.end() if rule == "11.2.4.p2"]

    assert stopped("0505-0605", "0605-0705") == []
    assert stopped("0505-0605") == ["11.2.4.p2"]


def test_withdrawals_that_a_check_allows_are_listed() -> None:
    scene = pressed()
    scene.declare("morale-check", "3-240-170", for_="withdrawal")
    scene.roll(3)
    ends = {
        scene.board.number(way[-1])
        for way in withdrawal.legal_withdrawals(scene.board, "3-240-170")
    }
    assert {"0605", "0606", "0705"} <= ends
    assert "0504" not in ends


# -- attacker withdrawal ---------------------------------------------------------------------------


def test_an_attacker_calls_off_in_its_withdrawal_and_leaves_by_one_hex() -> None:
    scene = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505")
    scene.phase("attacker-withdrawal-1")
    assert scene.declare("call-off", "284-86") == []
    assert scene.set("284-86", assault=None) == []
    scene.declare("withdraw", "284-86")
    assert scene.move("284-86", "0405-0305") == []
    assert scene.phase("defensive-fire-1") == []


def test_the_marker_of_a_called_off_assault_comes_off() -> None:
    scene = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505")
    scene.phase("attacker-withdrawal-1")
    scene.declare("call-off", "284-86")
    assert scene.phase("offensive-fire-1") == ["e5.5.p5"]


def test_an_attacker_does_not_withdraw_at_other_times_or_farther() -> None:
    scene = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505")
    scene.phase("offensive-fire-1")
    scene.fire("284-86", "i-391-170")
    scene.declare("withdraw", "284-86")
    assert scene.move("284-86", "0405-0305") == ["13.1"]
    scene = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505")
    scene.phase("attacker-withdrawal-1")
    scene.declare("call-off", "284-86")
    scene.declare("withdraw", "284-86")
    assert scene.move("284-86", "0405-0305-0205") == ["e5.5.p6"]


def test_who_withdrew_supports_and_does_not_fire_after_the_assaults() -> None:
    scene = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505")
    scene.phase("attacker-withdrawal-1")
    scene.declare("call-off", "284-86")
    scene.set("284-86", assault=None)
    scene.phase("am-initial-end.post-assault")
    assert scene.fire("284-86", "i-391-170")[0] in {"13.6.2.p2", "13.13.p1"}


# -- advances --------------------------------------------------------------------------------------


def test_a_unit_with_a_marker_advances_into_the_hex_that_a_withdrawal_left() -> None:
    scene = pressed().put("330-86", "0404")
    scene.declare("morale-check", "3-240-170", for_="withdrawal")
    scene.roll(3)
    scene.move("3-240-170", "0505-0605")
    scene.declare("advance", "284-86")
    assert list(map(scene.board.number, advance.legal_advances(scene.board, "284-86"))) == ["0505"]
    assert scene.move("284-86", "0405-0505") == []
    scene.declare("advance", "330-86")
    assert scene.move("330-86", "0404-0504")[:1] == ["13.6.2.p1"]


def test_nobody_advances_while_the_enemy_is_there_or_past_the_hex() -> None:
    scene = pressed()
    scene.declare("morale-check", "3-240-170", for_="withdrawal")
    scene.declare("advance", "284-86")
    assert scene.move("284-86", "0405-0505")[:1] == ["13.6.2.p1"]
    scene = pressed()
    scene.declare("morale-check", "3-240-170", for_="withdrawal")
    scene.roll(3)
    scene.move("3-240-170", "0505-0606")
    scene.declare("advance", "284-86")
    assert scene.move("284-86", "0405-0505-0605") == ["13.6.2.p1"]


def test_an_advanced_unit_may_take_its_marker_along() -> None:
    def go_on(advanced: bool) -> list[str]:
        scene = pressed().put("ii-391-170", "0606")
        scene.declare("morale-check", "3-240-170", for_="withdrawal")
        scene.roll(3)
        scene.move("3-240-170", "0505-0605")
        if advanced:
            scene.declare("advance", "284-86")
            scene.move("284-86", "0405-0505")
        return scene.declare("follow-on", "284-86") + scene.set("284-86", assault="NE")

    assert go_on(advanced=True) == []
    assert go_on(advanced=False) == ["13.6.2.p2", "9.3.6.p1"]


def test_of_several_units_each_has_a_die_of_its_own() -> None:
    def checked(*dice: int, named: bool = False) -> Scene:
        scene = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505")
        scene.put("ii-391-170", "0505")
        scene.phase("defender-withdrawal-1")
        units = ("i-391-170", "ii-391-170")
        scene.declare("morale-check", "+".join(units), for_="withdrawal")
        for die, unit in zip(dice, units, strict=False):
            scene.roll(die, purpose=f"morale-check {unit}" if named else "morale-check")
        return scene

    for named in (False, True):
        assert checked(9, 2, named=named).move("ii-391-170", "0505-0606") == []
        assert checked(9, 2, named=named).move("i-391-170", "0505-0606") == ["e5.5.p13"]
    assert checked(2).move("i-391-170+ii-391-170", "0505-0606") == []
    assert checked(10, 2).set("i-391-170", suppressed=True) == []
    assert checked(10, 2).set("ii-391-170", suppressed=True) == ["13.10.10"]


def test_an_attacker_that_withdraws_takes_its_marker_off() -> None:
    def left(*, off: bool) -> list[str]:
        scene = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505")
        scene.phase("attacker-withdrawal-1")
        assert scene.move("284-86", "0405-0305") == []
        assert not off or scene.set("284-86", assault=None) == []
        return scene.phase("barrage")

    assert left(off=True) == []
    assert left(off=False) == ["e5.5.p5"]


def test_a_marker_that_was_left_on_is_found_once_and_may_come_off_later() -> None:
    scene = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505")
    scene.phase("defensive-fire-1")
    scene.fire("i-391-170", "284-86")
    scene.roll(6, 5)
    assert scene.phase("offensive-fire-1") == ["e5.5.p5"]
    assert scene.set("284-86", assault=None) == []
    other = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505")
    other.phase("defensive-fire-1")
    other.fire("i-391-170", "284-86")
    other.roll(1, 1)
    other.phase("offensive-fire-1")
    assert other.set("284-86", assault=None) == ["13.1"]
