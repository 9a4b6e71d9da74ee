"""15.1, 15.2 and 15.6: boxes of air units, their commitment and their missions."""

import pytest

from referee.actions import Declare, Move, SetState
from tests.referee.games.bold_stroke.fights import Fight

BOMBER, FIGHTER, STUKA = "g-bomber", "g-fighter", "g-stuka"
CORPS, PANZER = "30-rc", "1-pz"


def shift(fight: Fight, unit: str, start: str, end: str) -> list[str]:
    return fight.do(Move(units=(unit,), path=(start, end)))


# -- bases --------------------------------------------------------------------------------------


def test_air_units_are_made_ready_at_the_beginning_of_a_turn() -> None:
    fight = Fight().put(BOMBER, "german-unready")
    fight.phase("weather.weather")
    assert shift(fight, BOMBER, "german-unready", "german-ready") == []


def test_air_units_are_not_made_ready_later() -> None:
    fight = Fight().put(BOMBER, "german-unready")
    fight.phase("first.air-commitment")
    assert shift(fight, BOMBER, "german-unready", "german-ready") == ["15.2.D"]


# -- commitment ---------------------------------------------------------------------------------


def test_three_bombers_and_a_fighter_are_committed_to_the_panzerkorps() -> None:
    fight = Fight()
    units = ("g-bomber", "g-bomber#2", "g-bomber#3", "g-fighter")
    for unit in units:
        fight.put(unit, "german-ready")
    fight.phase("first.air-commitment")
    assert fight.do(Move(units=units, path=("german-ready", "air-xlviii-pz"))) == []


@pytest.mark.parametrize("target", ["xlviii-pz", "air-xlviii-pz", "Air with XLVIII Panzerkorps"])
def test_a_commitment_may_be_announced_by_formation_or_box(target: str) -> None:
    fight = Fight().put(BOMBER, "german-ready")
    fight.phase("first.air-commitment")
    assert fight.do(Declare(verb="commit-air", units=(BOMBER,), target=target)) == []
    assert fight.where(BOMBER) == "air-xlviii-pz"


def test_a_commitment_announced_and_moved_is_one() -> None:
    fight = Fight().put(BOMBER, "german-ready")
    fight.phase("first.air-commitment")
    assert fight.do(Declare(verb="commit-air", units=(BOMBER,))) == []
    assert shift(fight, BOMBER, "german-ready", "air-xlviii-pz") == []


def test_air_units_that_are_not_ready_are_not_committed() -> None:
    fight = Fight().put(BOMBER, "german-unready")
    fight.phase("first.air-commitment")
    assert shift(fight, BOMBER, "german-unready", "air-xlviii-pz") == ["15.2.A"]
    other = Fight().put(BOMBER, "german-unready")
    other.phase("first.air-commitment")
    declared = Declare(verb="commit-air", units=(BOMBER,), target="xlviii-pz")
    assert other.do(declared) == ["15.2.A"]


def test_air_units_are_committed_in_the_commitment_phase_alone() -> None:
    fight = Fight().put(BOMBER, "german-ready")
    fight.phase("first.combat")
    assert shift(fight, BOMBER, "german-ready", "air-xlviii-pz") == ["15.2.A"]


def test_air_units_are_not_committed_to_the_enemys_formations() -> None:
    fight = Fight().put(BOMBER, "german-ready")
    fight.phase("first.air-commitment")
    assert shift(fight, BOMBER, "german-ready", "air-38-army") == ["15.2.A"]


def test_ground_units_are_not_committed_like_aircraft() -> None:
    fight = Fight().put(PANZER, "0505")
    fight.phase("first.air-commitment")
    declared = Declare(verb="commit-air", units=(PANZER,), target="xlviii-pz")
    assert fight.do(declared) == ["15.2.A"]


def test_air_units_do_not_go_from_one_formation_to_another() -> None:
    fight = Fight().put(BOMBER, "air-vii")
    fight.phase("first.combat")
    assert shift(fight, BOMBER, "air-vii", "air-xlviii-pz") == ["15.2.B"]


def test_air_units_not_used_are_unready_after_the_player_turn() -> None:
    fight = Fight().put(BOMBER, "air-vii").put("s-bomber", "air-38-army")
    fight.phase("first.second-combat")
    fight.phase("second.supply")
    assert (fight.where(BOMBER), fight.where("s-bomber")) == ("german-unready", "soviet-unready")


def test_moving_to_unready_what_is_already_there_by_the_rules_is_no_act() -> None:
    fight = Fight().put("s-bomber", "air-60-army")
    fight.phase("first.second-combat")
    fight.phase("second.supply")
    assert fight.where("s-bomber") == "soviet-unready"
    assert shift(fight, "s-bomber", "air-60-army", "soviet-unready") == []


def test_air_units_not_committed_stay_ready_for_the_other_player_turn() -> None:
    fight = Fight().put(BOMBER, "german-ready")
    fight.phase("first.second-combat")
    fight.phase("second.supply")
    assert fight.where(BOMBER) == "german-ready"


# -- which combats ------------------------------------------------------------------------------


def attacked(unit: str, at: str = "0505") -> Fight:
    """A corps of the 60th Army attacks a German unit."""
    fight = Fight("0/0").put(CORPS, "0404").put(unit, at)
    fight.attack(CORPS, at)
    return fight


def test_air_units_support_combats_of_their_formation() -> None:
    assert attacked(PANZER).put(BOMBER, "air-xlviii-pz").air(BOMBER) == []


def test_air_units_do_not_support_combats_of_another_army() -> None:
    assert attacked(PANZER).put("s-bomber", "air-38-army").air("s-bomber") == ["15.2.B"]
    assert attacked(PANZER).put("s-bomber", "air-60-army").air("s-bomber") == []


def test_german_units_near_a_korps_headquarters_count_as_its_own() -> None:
    fight = attacked(PANZER).put(BOMBER, "air-vii")
    assert fight.air(BOMBER) == ["15.2.B"]
    near = attacked(PANZER).put("hq-vii", "0507").put(BOMBER, "air-vii")
    assert near.air(BOMBER) == []


def test_air_units_that_are_not_committed_support_nothing() -> None:
    assert attacked(PANZER).put(BOMBER, "german-ready").air(BOMBER) == ["15.3.A"]


def test_transports_take_no_part_in_combat() -> None:
    assert attacked(PANZER).put("g-transport", "air-xlviii-pz").air("g-transport") == ["15.3.A"]


# -- missions -----------------------------------------------------------------------------------


def test_fighters_may_be_committed_as_fighter_bombers() -> None:
    fight = Fight().put(FIGHTER, "german-ready")
    fight.phase("first.air-commitment")
    assert (
        fight.do(
            Declare(
                verb="commit-air", units=(FIGHTER,), target="vii", values={"as": "fighter-bomber"}
            )
        )
        == []
    )
    assert fight.board.pieces[FIGHTER].flag("fighter-bomber")


def test_no_other_air_units_are_fighter_bombers() -> None:
    fight = Fight().put(STUKA, "german-ready")
    fight.phase("first.air-commitment")
    assert fight.do(
        Declare(verb="commit-air", units=(STUKA,), target="vii", values={"as": "fighter-bomber"})
    ) == ["15.6.A"]
    assert fight.do(SetState(unit=STUKA, state="fighter-bomber", value=True)) == ["15.6.A"]


def test_a_mission_is_not_given_after_the_commitment() -> None:
    fight = attacked(PANZER).put(FIGHTER, "air-xlviii-pz")
    fight.board.state.combat.air_missions.add(FIGHTER)
    assert fight.mark(FIGHTER, "fighter-bomber", True) == ["15.6.B"]
    assert fight.mark(FIGHTER, "fighter-bomber", False) == []
    assert fight.air(FIGHTER, "fighter-bomber") == ["15.6.B"]


def test_a_mission_that_the_log_did_not_tell_may_be_told_when_the_unit_joins() -> None:
    fight = attacked(PANZER).put(FIGHTER, "air-xlviii-pz")
    assert fight.air(FIGHTER, "fighter-bomber") == []
    assert fight.combat.flights[0].fighter_bomber
