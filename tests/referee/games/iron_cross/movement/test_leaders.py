"""Chapter 5 and section 8.3: whom leaders lead, and what their checks do for their stack."""

import pytest

from referee.games.iron_cross import checks, results
from tests.referee.games.iron_cross.scene import Scene, moving

LEADER = "ru-pl-10"
NINE, EIGHT, SEVEN, SIX = "ru-a-gusev", "ru-a-zaitsev", "ru-a-kozlov", "ru-a-lebedev"
OTHER_SQUAD, OTHER_NINE = "ru-b-gromov", "ru-b-vlasov"
ATR, MORTAR, TANK = "ru-atr-1", "ru-mor-1", "ru-t34a-1"
HERE = "1505"


def stacked(*names: str) -> Scene:
    """Units stacked in one hex in the Russian Movement Phase."""
    scene = moving()
    for name in names:
        scene.put(name, HERE)
    return scene


# -- the example of 8.3 --------------------------------------------------------------------------


def four_way_stack() -> Scene:
    """A commander rated 10, three men and an anti-tank rifle; the commander has rolled a 7."""
    scene = stacked(LEADER, EIGHT, SEVEN, SIX, ATR)
    assert scene.check(LEADER, "lead", 7) == []
    return scene


def test_the_commander_and_the_man_with_him_go_on_his_check() -> None:
    scene = four_way_stack()
    assert scene.move(f"{LEADER}+{EIGHT}", "1505-1504-1503") == []
    assert scene.end() == []


def test_the_second_man_goes_elsewhere_with_a_six_and_two() -> None:
    scene = four_way_stack()
    scene.move(f"{LEADER}+{EIGHT}", "1505-1504-1503")
    assert scene.check(SEVEN, "follow", 6, leader=LEADER) == []
    check = checks.check_of(scene.board, SEVEN, ("follow",))
    assert check is not None
    assert check.passed
    assert check.needed == 8
    assert scene.move(SEVEN, "1505-1605") == []
    assert scene.end() == []


def test_the_crew_of_the_rifle_stays_with_a_nine_and_two() -> None:
    scene = four_way_stack()
    assert scene.check(ATR, "follow", 9, leader=LEADER) == []
    assert scene.board.state.of(ATR).moved
    assert scene.move(ATR, "1505-1405") == ["4.0"]


def test_the_man_who_was_not_to_move_is_unaffected() -> None:
    scene = four_way_stack()
    scene.check(ATR, "follow", 9, leader=LEADER)
    assert not scene.board.state.of(SIX).moved
    assert scene.check(SIX, "move", 6) == []
    assert scene.move(SIX, "1505-1504") == []


def test_the_commanders_rating_serves_the_stack_after_he_has_fallen() -> None:
    scene = four_way_stack()
    scene.move(f"{LEADER}+{EIGHT}", "1505-1504")
    results.suffer(scene.board, LEADER, "eliminated", "11.43", "fire")
    assert scene.remove(LEADER) == []
    assert scene.check(SEVEN, "follow", 6, leader=LEADER) == []
    assert scene.move(SEVEN, "1505-1605") == []
    assert scene.move(EIGHT, "1504-1503") == []
    assert scene.end() == []


# -- 8.3.A: the leader fails ----------------------------------------------------------------------


def test_when_the_leader_fails_nobody_of_the_stack_moves_and_all_have_moved() -> None:
    scene = stacked(LEADER, EIGHT, ATR)
    scene.check(LEADER, "lead", 11)
    assert all(scene.board.state.of(name).moved for name in (LEADER, EIGHT, ATR))
    assert scene.check(EIGHT, "move", 2) == ["8.3.A"]
    assert scene.move(ATR, "1505-1504") == ["8.3.A"]


def test_a_leader_rolls_against_his_own_rating() -> None:
    scene = stacked(LEADER, EIGHT)
    scene.check(LEADER, "lead", 10)
    assert scene.move(f"{LEADER}+{EIGHT}", "1505-1504") == []


def test_with_two_leaders_only_the_group_of_the_one_who_failed_stops() -> None:
    scene = stacked(LEADER, NINE, EIGHT, SEVEN)
    assert scene.check(f"{NINE}+{EIGHT}", "lead", 12) == []
    assert scene.move(EIGHT, "1505-1504") == ["8.3.A"]
    assert scene.check(f"{LEADER}+{SEVEN}", "lead", 2) == []
    assert scene.move(f"{LEADER}+{SEVEN}", "1505-1504") == []


def waiting(*names: str) -> Scene:
    """Units that wait off the map in the Russian Movement Phase."""
    scene = moving()
    for name in names:
        scene.put(name, "russian-entry")
    return scene


def test_off_the_map_a_leader_who_fails_stops_those_alone_whom_he_was_to_lead() -> None:
    scene = waiting(LEADER, EIGHT, OTHER_SQUAD)
    scene.check(f"{LEADER}+{EIGHT}", "lead", 12)
    assert scene.check(OTHER_SQUAD, "move", 2) == []
    assert scene.check(EIGHT, "move", 2) == ["8.3.A"]


# -- 8.3.B: staying with the leader ---------------------------------------------------------------


def test_who_moves_on_the_leaders_check_goes_where_he_goes() -> None:
    scene = stacked(LEADER, EIGHT)
    scene.check(LEADER, "lead", 2)
    scene.move(LEADER, "1505-1504-1503")
    assert scene.move(EIGHT, "1505-1504-1503") == []
    assert scene.end() == []


def test_who_leaves_the_leader_on_his_check_is_found() -> None:
    scene = stacked(LEADER, EIGHT)
    scene.check(LEADER, "lead", 2)
    scene.move(LEADER, "1505-1504-1503")
    scene.move(EIGHT, "1505-1605")
    assert scene.end() == ["8.3.B"]


def test_who_stops_short_of_the_leader_is_found() -> None:
    scene = stacked(LEADER, EIGHT)
    scene.check(LEADER, "lead", 2)
    scene.move(f"{LEADER}+{EIGHT}", "1505-1504")
    scene.move(LEADER, "1504-1503")
    assert scene.end() == ["8.3.B"]


def test_a_group_goes_on_without_a_leader_who_was_hit() -> None:
    scene = stacked(LEADER, EIGHT)
    scene.check(LEADER, "lead", 2)
    scene.move(f"{LEADER}+{EIGHT}", "1505-1504")
    scene.board.state.hit[LEADER] = "11.43"
    scene.board.pieces[LEADER].states["morale"] = "pinned"
    scene.board.pieces[LEADER].face = "down"
    assert scene.move(EIGHT, "1504-1503") == []
    assert scene.end() == []


# -- 8.3.C: going another way ---------------------------------------------------------------------


def test_nobody_follows_a_leader_who_took_no_check() -> None:
    scene = stacked(LEADER, EIGHT)
    assert scene.check(EIGHT, "follow", 2, leader=LEADER) == ["8.3.C"]


def test_nobody_follows_a_leader_who_failed() -> None:
    scene = stacked(LEADER, NINE, EIGHT)
    scene.check(LEADER, "lead", 12)
    assert scene.check(EIGHT, "follow", 2, leader=LEADER) == ["8.3.C"]


def test_who_follows_has_four_points() -> None:
    scene = stacked(LEADER, EIGHT)
    scene.check(LEADER, "lead", 2)
    scene.check(EIGHT, "follow", 2, leader=LEADER)
    assert scene.move(EIGHT, "1505-1504-1503-1502-1501") == []
    scene = stacked(LEADER, EIGHT)
    scene.put("ru-a-novikov", "1506")
    scene.check(LEADER, "lead", 2)
    scene.check(EIGHT, "follow", 2, leader=LEADER)
    assert scene.move(EIGHT, "1505-1506-1507-1508-1509-1510") == ["8.3.C"]


def test_who_follows_has_two_points_in_reaction() -> None:
    scene = Scene().put(LEADER, HERE).put(EIGHT, HERE)
    scene.phase("reaction-movement", side="german")
    scene.check(LEADER, "lead", 2)
    scene.check(EIGHT, "follow", 2, leader=LEADER)
    assert scene.move(EIGHT, "1505-1504-1503-1502") == ["8.3.C"]


def test_four_points_are_no_more_than_a_flamethrower_has() -> None:
    scene = Scene().put("ge-pl", HERE).put("ge-e-wagner", HERE)
    scene.phase("movement", side="german")
    scene.check("ge-pl", "lead", 2)
    scene.check("ge-e-wagner", "follow", 2, leader="ge-pl")
    assert scene.move("ge-e-wagner", "1505-1504-1503-1502-1501") == []


def test_a_group_takes_one_check_and_goes_to_one_hex() -> None:
    scene = stacked(LEADER, EIGHT, SEVEN)
    scene.check(LEADER, "lead", 2)
    assert scene.check(f"{EIGHT}+{SEVEN}", "follow", 8, leader=LEADER) == []
    assert scene.move(f"{EIGHT}+{SEVEN}", "1505-1605") == []
    assert scene.end() == []


def test_a_group_of_one_check_does_not_part() -> None:
    scene = stacked(LEADER, EIGHT, SEVEN)
    scene.check(LEADER, "lead", 2)
    scene.check(f"{EIGHT}+{SEVEN}", "follow", 8, leader=LEADER)
    scene.move(EIGHT, "1505-1605")
    scene.move(SEVEN, "1505-1504")
    assert scene.end() == ["8.3.C"]


def test_a_check_on_a_rating_has_to_name_the_leader() -> None:
    scene = stacked(LEADER, EIGHT)
    scene.check(LEADER, "lead", 2)
    assert scene.declare("performance-check", EIGHT, for_="follow") == ["?8.3.C"]


def test_one_leader_takes_the_check_for_a_unit() -> None:
    scene = stacked(LEADER, NINE, EIGHT)
    scene.check(LEADER, "lead", 2)
    scene.check(NINE, "lead", 2)
    assert scene.check(EIGHT, "follow", 2, leader=LEADER) == []
    assert scene.check(EIGHT, "follow", 2, leader=NINE) == ["8.34"]


def test_a_unit_is_named_in_the_check_of_one_leader() -> None:
    scene = stacked(LEADER, NINE, EIGHT, SEVEN)
    assert scene.check(f"{NINE}+{EIGHT}", "lead", 2) == []
    assert scene.check(f"{LEADER}+{SEVEN}", "lead", 2) == []
    scene = stacked(LEADER, NINE, EIGHT)
    scene.check(f"{NINE}+{EIGHT}", "lead", 2)
    assert scene.check(f"{LEADER}+{EIGHT}", "lead", 2) == ["8.34"]


def test_a_unit_whose_leader_failed_is_not_led_by_another() -> None:
    scene = stacked(LEADER, NINE, EIGHT)
    scene.check(f"{NINE}+{EIGHT}", "lead", 12)
    assert scene.check(f"{LEADER}+{EIGHT}", "lead", 2) == ["8.3.A"]


def test_a_check_that_nobody_needed_reduces_no_allowance() -> None:
    scene = Scene(first_shot=False).put(LEADER, HERE).put(EIGHT, HERE)
    scene.phase("movement")
    scene.check(LEADER, "lead", 12)
    scene.check(EIGHT, "follow", 12, leader=LEADER)
    assert scene.move(EIGHT, "1505-1506-1507-1508-1509-1510-1511") == []
    assert scene.move(EIGHT, "1511-1512") == ["8.11"]


# -- who leads whom ------------------------------------------------------------------------------


def test_a_commander_leads_men_of_any_squad_and_crew_weapons() -> None:
    scene = stacked(LEADER, EIGHT, OTHER_SQUAD, ATR)
    scene.check(LEADER, "lead", 2)
    assert scene.move(f"{LEADER}+{EIGHT}+{OTHER_SQUAD}+{ATR}", "1505-1504-1503") == []


def test_an_acting_leader_leads_his_squad_and_one_crew_weapon() -> None:
    scene = stacked(NINE, EIGHT, ATR)
    scene.check(NINE, "lead", 9)
    assert scene.move(f"{NINE}+{EIGHT}+{ATR}", "1505-1504-1503") == []


def test_an_acting_leader_leads_no_second_crew_weapon() -> None:
    scene = stacked(NINE, ATR, MORTAR)
    scene.check(NINE, "lead", 2)
    scene.move(f"{NINE}+{ATR}", "1505-1504")
    assert scene.move(MORTAR, "1505-1504") == ["5.2"]


def test_squads_do_not_move_together_without_a_commander() -> None:
    scene = stacked(NINE, EIGHT, OTHER_SQUAD)
    scene.check(NINE, "lead", 2)
    assert scene.move(f"{NINE}+{EIGHT}+{OTHER_SQUAD}", "1505-1504") == ["5.3"]


def test_an_acting_leader_does_not_lead_another_squad_even_beside_a_commander() -> None:
    scene = stacked(NINE, LEADER, OTHER_SQUAD)
    scene.check(NINE, "lead", 2)
    assert scene.move(f"{NINE}+{OTHER_SQUAD}", "1505-1504") == ["8.31"]


def test_men_of_two_squads_move_on_their_own_checks() -> None:
    scene = stacked(EIGHT, OTHER_SQUAD)
    scene.check(EIGHT, "move", 2)
    scene.check(OTHER_SQUAD, "move", 2)
    assert scene.move(EIGHT, "1505-1504") == []
    assert scene.move(OTHER_SQUAD, "1505-1504") == []


@pytest.mark.parametrize("unit", [EIGHT, ATR, TANK])
def test_others_are_no_leaders(unit: str) -> None:
    scene = stacked(unit, SEVEN)
    assert scene.check(unit, "lead", 2) == ["5.2"]


def test_a_pinned_man_is_no_acting_leader() -> None:
    scene = moving().put(NINE, HERE, face="down", morale="pinned")
    assert scene.check(NINE, "lead", 2) == ["5.2"]


def test_a_flamethrower_is_no_acting_leader() -> None:
    scene = Scene().put("ge-e-wagner", HERE)
    scene.phase("movement", side="german")
    assert scene.check("ge-e-wagner", "lead", 2) == ["5.2"]


def test_pinned_men_are_not_led() -> None:
    scene = stacked(LEADER).put(EIGHT, HERE, face="down", morale="pinned")
    scene.check(LEADER, "lead", 2)
    assert scene.move(EIGHT, "1505-1504") == ["8.31"]


def test_a_vehicle_is_not_led() -> None:
    scene = stacked(LEADER).put(TANK, HERE)
    scene.check(LEADER, "lead", 2)
    assert scene.move(TANK, "1505-1504") == ["8.31"]


def test_some_move_on_the_leaders_check_and_others_on_their_own() -> None:
    scene = stacked(LEADER, EIGHT, SEVEN)
    scene.check(LEADER, "lead", 2)
    scene.check(SEVEN, "move", 7)
    scene.move(f"{LEADER}+{EIGHT}", "1505-1504")
    assert scene.move(SEVEN, "1505-1605") == []
    assert scene.end() == []


def test_who_is_not_stacked_with_the_leader_is_not_led() -> None:
    scene = stacked(LEADER).put(EIGHT, "1605")
    scene.check(LEADER, "lead", 2)
    assert scene.move(EIGHT, "1605-1604") == ["8.22"]
