"""Chapter 9, reserves: by headquarters within three hexes, outside enemy zones, then committed."""

from referee.actions import Declare, SetState
from referee.games.bold_stroke.reserves import groups
from tests.referee.games.bold_stroke.campaign import Campaign
from tests.referee.games.bold_stroke.scene import Scene
from tests.referee.games.bold_stroke.supply_scene import SupplyScene

HQ, TANK_HQ = "hq-27", "hq-3-gtk"
RIFLES, MORE, THIRD = "38-rd", "147-rd", "206-rd"
TANKS, CORPS, OTHER_CORPS = "91-tb", "6-gtc", "7-gtc"
GERMAN, ENEMY = "75-inf", "208-inf"
MOVEMENT = "first.movement"


def army(*units: str) -> SupplyScene:
    """The headquarters of the 27th Army in 0503 and units around 0504, in Soviet movement."""
    scene = SupplyScene(roads={}).put(HQ, "0503")
    for unit, at in zip(units, ("0504", "0502", "0604", "0404"), strict=False):
        scene.put(unit, at)
    scene.begin(MOVEMENT)
    return scene


# -- designating (9.0, 9.1) -----------------------------------------------------------------------


def test_a_headquarters_puts_a_unit_within_three_hexes_in_reserve() -> None:
    scene = army().put(RIFLES, "0506")
    assert scene.declare("reserve", RIFLES, HQ) == []
    assert scene.board.pieces[RIFLES].flag("reserve")


def test_a_unit_four_hexes_away_is_too_far() -> None:
    assert army().put(RIFLES, "0507").declare("reserve", RIFLES, HQ) == ["9.1"]


def test_the_hex_of_the_headquarters_names_it_too() -> None:
    assert army(RIFLES).declare("reserve", RIFLES, "0503") == []


def test_a_stack_is_one_reserve() -> None:
    scene = army(RIFLES).put(MORE, "0504")
    assert scene.declare("reserve", f"{RIFLES}+{MORE}", HQ) == []


def test_a_stack_may_be_designated_unit_by_unit() -> None:
    scene = army(RIFLES, THIRD).put(MORE, "0504")
    assert scene.declare("reserve", RIFLES, HQ) == []
    assert scene.declare("reserve", MORE, HQ) == []
    assert scene.declare("reserve", THIRD, HQ) == ["9.0.A"]


def test_units_in_two_hexes_are_not_one_reserve() -> None:
    assert "9.0.A" in army(RIFLES, MORE).declare("reserve", f"{RIFLES}+{MORE}", HQ)


def test_an_army_has_one_reserve() -> None:
    scene = army(RIFLES, MORE)
    scene.declare("reserve", RIFLES, HQ)
    assert scene.declare("reserve", MORE, HQ) == ["9.0.A"]


def test_a_tank_army_has_two_reserves() -> None:
    scene = army(TANKS, CORPS, OTHER_CORPS).put(TANK_HQ, "0503")
    assert scene.declare("reserve", TANKS, TANK_HQ) == []
    assert scene.declare("reserve", CORPS, TANK_HQ) == []
    assert scene.declare("reserve", OTHER_CORPS, TANK_HQ) == ["9.0.B"]


def test_a_panzerkorps_has_two_and_a_korps_one() -> None:
    scene = SupplyScene(roads={}).put("hq-xxiv-pz", "0503").put("hq-vii", "0503")
    units = ("1-pz", "lah", "3-pz", GERMAN)
    for unit, at in zip(units, ("0504", "0502", "0604", "0404"), strict=True):
        scene.put(unit, at)
    scene.begin("second.movement")
    assert scene.declare("reserve", "1-pz", "hq-xxiv-pz") == []
    assert scene.declare("reserve", "lah", "hq-xxiv-pz") == []
    assert scene.declare("reserve", "3-pz", "hq-xxiv-pz") == ["9.0.B"]
    scene.board.pieces["3-pz"].states["reserve"] = False
    assert scene.declare("reserve", GERMAN, "hq-vii") == []


def test_a_soviet_unit_is_a_reserve_of_its_own_army() -> None:
    assert army(RIFLES).put("hq-40", "0503").declare("reserve", RIFLES, "hq-40") == ["9.1"]


def test_front_and_army_headquarters_of_the_germans_have_no_reserves() -> None:
    scene = SupplyScene(roads={}).put("hq-4-pz-army", "0503").put(GERMAN, "0504")
    scene.begin("second.movement")
    assert scene.declare("reserve", GERMAN, "hq-4-pz-army") == ["9.1"]


def test_no_unit_is_put_in_reserve_in_an_enemy_zone() -> None:
    assert army(RIFLES).put(ENEMY, "0505").declare("reserve", RIFLES, HQ) == ["9.1"]


def surrounded() -> SupplyScene:
    """A rifle division in 0504 whose neighbours are all in German zones."""
    scene = SupplyScene(roads={}).put(RIFLES, "0504").put(HQ, "0504")
    ring = {"0306": "75-inf", "0305": "82-inf", "0304": "88-inf", "0502": "68-inf",
            "0506": "34-inf", "0705": "57-inf", "0704": "112-inf", "0703": "198-inf",
            "0603": "291-inf", "0302": "327-inf"}  # fmt: skip
    for at, unit in ring.items():
        scene.put(unit, at)
    scene.begin(MOVEMENT)
    return scene


def test_a_unit_that_is_surrounded_may_be_in_reserve_in_an_enemy_zone() -> None:
    scene = surrounded().put("340-inf", "0505")
    assert scene.declare("reserve", RIFLES, HQ) == []


def test_a_surrounded_reserve_keeps_its_marker() -> None:
    scene = surrounded()
    scene.declare("reserve", RIFLES, HQ)
    scene.begin("second.movement")
    scene.put("340-inf", "0507").move("340-inf", "0507>0505", begin=False)
    assert scene.board.pieces[RIFLES].flag("reserve")


def test_reserves_are_designated_in_their_sides_movement_phase() -> None:
    scene = army(RIFLES)
    scene.begin("first.reserve-movement")
    assert scene.set("reserve", True, RIFLES) == ["9.1"]


def test_a_side_announces_no_reserves_in_the_enemys_movement_phase() -> None:
    scene = army().put("hq-vii", "0903").put(GERMAN, "0904")
    assert scene.declare("reserve", GERMAN, "hq-vii") == ["9.1"]


def test_a_marker_without_a_word_needs_a_headquarters_near_it() -> None:
    scene = army(RIFLES)
    assert scene.set("reserve", True, RIFLES) == []
    assert army().put(RIFLES, "0509").set("reserve", True, RIFLES) == ["9.1"]


def test_markers_without_a_word_are_shared_out_among_the_headquarters() -> None:
    scene = army(TANKS, CORPS, OTHER_CORPS).put(TANK_HQ, "0503")
    found = [scene.set("reserve", True, unit) for unit in (TANKS, CORPS, OTHER_CORPS)]
    assert found == [[], [], ["9.0.A"]]


def test_markers_on_one_stack_are_one_reserve() -> None:
    scene = army(RIFLES).put(MORE, "0504")
    assert scene.set("reserve", True, RIFLES) == []
    assert scene.set("reserve", True, MORE) == []
    assert scene.declare("reserve", f"{RIFLES}+{MORE}", HQ) == []


def test_there_are_no_more_reserves_than_markers() -> None:
    scene = SupplyScene(roads={})
    limit = groups.markers(scene.board, "german") or 0
    places = ("0101", "0105", "0109", "0501", "0505", "0509", "0901", "0905", "0909")
    divisions = ("75-inf", "82-inf", "88-inf", "68-inf", "34-inf", "57-inf", "112-inf")
    for unit, at in zip(divisions[:limit], places, strict=False):
        scene.put(unit, at, reserve=True)
    scene.put("hq-vii", "0902").put(divisions[limit], "0903")
    scene.begin("second.movement")
    (finding,) = scene.findings(Declare(verb="reserve", units=(divisions[limit],), target="hq-vii"))
    assert (finding.rule, finding.found) == ("9.0.C", str(limit + 1))
    assert any("stand-in" in rest for rest in finding.rests_on)


def test_reserves_of_the_set_up_count_for_no_headquarters() -> None:
    scene = army(RIFLES, MORE)
    scene.board.pieces[RIFLES].states["reserve"] = True
    assert scene.declare("reserve", MORE, HQ) == []


def test_a_headquarters_may_designate_again_when_its_reserve_is_committed() -> None:
    scene = army(RIFLES, MORE)
    scene.declare("reserve", RIFLES, HQ)
    scene.begin("first.exploitation")
    scene.declare("commit-reserve", RIFLES)
    scene.begin(MOVEMENT, 2)
    assert scene.declare("reserve", MORE, HQ) == []


# -- in reserve (9.2, 8.6, 9.3.C) -----------------------------------------------------------------


def test_a_reserve_moves_four_points_in_its_own_movement_phase() -> None:
    scene = army(TANKS).put(TANK_HQ, "0503")
    scene.declare("reserve", TANKS, TANK_HQ)
    scene.begin(MOVEMENT, 2)
    assert scene.move(TANKS, "0504-0505-0506-0507-0508") == []
    assert scene.move(TANKS, "0508-0509") == ["9.2.A"]


def test_a_reserve_need_not_stay_near_its_headquarters() -> None:
    scene = army(TANKS).put(TANK_HQ, "0503")
    scene.declare("reserve", TANKS, TANK_HQ)
    scene.begin(MOVEMENT, 2)
    assert scene.move(TANKS, "0504-0505-0506-0507") == []
    assert scene.begin("first.reserve-movement", 2) == []


def test_a_reserve_enters_no_enemy_zone_before_it_is_committed() -> None:
    scene = army(TANKS).put(TANK_HQ, "0503").put(ENEMY, "0507")
    scene.declare("reserve", TANKS, TANK_HQ)
    assert scene.move(TANKS, "0504-0505-0506") == ["9.3.C"]


def test_a_committed_reserve_enters_enemy_zones() -> None:
    scene = army(TANKS).put(TANK_HQ, "0503").put(ENEMY, "0507")
    scene.declare("reserve", TANKS, TANK_HQ)
    scene.begin("first.exploitation")
    assert scene.declare("commit-reserve", TANKS) == []
    assert scene.move(TANKS, "0504-0505-0506") == []


def test_the_marker_comes_off_when_an_enemy_comes_next_to_it() -> None:
    scene = SupplyScene(roads={}).put(GERMAN, "0505", reserve=True).put(TANKS, "0502")
    scene.begin(MOVEMENT)
    assert scene.move(TANKS, "0502-0503-0504") == []
    assert not scene.board.pieces[GERMAN].flag("reserve")


def test_a_unit_that_lost_its_marker_is_not_committed() -> None:
    scene = SupplyScene(roads={}).put(GERMAN, "0505", reserve=True).put(TANKS, "0502")
    scene.begin(MOVEMENT)
    scene.move(TANKS, "0502-0503-0504")
    scene.begin("first.reserve-movement")
    assert scene.declare("commit-reserve", GERMAN) == ["8.6"]
    assert scene.move(GERMAN, "0505-0506") == ["6.4.A"]


def test_the_marker_is_there_again_when_the_enemy_takes_his_move_back() -> None:
    scene = Scene().put(GERMAN, "0505", reserve=True).put(RIFLES, "0403")
    assert scene.move(RIFLES, "0403-0404") == []
    assert not scene.board.pieces[GERMAN].flag("reserve")
    scene.move(RIFLES, "0404-0403")
    assert scene.board.pieces[GERMAN].flag("reserve")
    scene.phase("first.reserve-movement")
    assert scene.move(GERMAN, "0505-0506") == []


def test_the_marker_stays_off_when_the_enemy_only_moves_on() -> None:
    scene = Scene().put(GERMAN, "0505", reserve=True).put(RIFLES, "0403")
    scene.move(RIFLES, "0403-0404")
    scene.move(RIFLES, "0404-0304")
    assert not scene.board.pieces[GERMAN].flag("reserve")


def test_an_enemy_two_hexes_away_takes_no_marker() -> None:
    scene = SupplyScene(roads={}).put(GERMAN, "0506", reserve=True).put(TANKS, "0502")
    scene.begin(MOVEMENT)
    scene.move(TANKS, "0502-0503-0504")
    assert scene.board.pieces[GERMAN].flag("reserve")


# -- committing (9.3) -----------------------------------------------------------------------------


def test_a_reserve_committed_in_the_enemys_turn_moves_six_points() -> None:
    scene = SupplyScene(roads={}).put("1-pz", "0509", reserve=True)
    scene.begin("first.reserve-movement")
    assert scene.declare("commit-reserve", "1-pz") == []
    assert scene.move("1-pz", "0509-0508-0507-0506-0505-0504-0503") == []
    assert scene.move("1-pz", "0503-0502") == ["6.4.B"]


def test_a_reserve_committed_in_exploitation_moves_twelve_points_and_may_fight_again() -> None:
    scene = SupplyScene(roads={}).put(TANKS, "0509", reserve=True)
    scene.begin("first.exploitation")
    assert scene.declare("commit-reserve", TANKS) == []
    path = "0509-0508-0507-0506-0505-0504-0503-0502-0501"
    assert scene.move(TANKS, path) == []
    assert scene.board.pieces[TANKS].flag("second-combat")
    assert not scene.board.pieces[TANKS].flag("reserve")


def test_a_reserve_committed_in_the_enemys_turn_does_not_fight_again() -> None:
    scene = SupplyScene(roads={}).put("1-pz", "0509", reserve=True)
    scene.begin("first.reserve-movement")
    scene.declare("commit-reserve", "1-pz")
    assert not scene.board.pieces["1-pz"].flag("second-combat")


def test_moving_is_committing_without_a_word() -> None:
    scene = SupplyScene(roads={}).put(TANKS, "0509", reserve=True)
    scene.begin("first.exploitation")
    assert scene.move(TANKS, "0509-0508") == []
    assert scene.move(TANKS, "0508-0507") == []
    assert scene.board.pieces[TANKS].flag("second-combat")
    assert not scene.board.pieces[TANKS].flag("reserve")


def test_sorting_a_stack_commits_no_reserve_in_it() -> None:
    scene = army().put(RIFLES, "0505", reserve=True).put(MORE, "0505")
    scene.begin("first.exploitation")
    assert scene.move(RIFLES, "0505>0505") == []
    assert scene.board.pieces[RIFLES].flag("reserve")


def test_taking_the_marker_off_is_committing_too() -> None:
    scene = SupplyScene(roads={}).put(TANKS, "0509", reserve=True)
    scene.begin("first.exploitation")
    assert scene.set("reserve", False, TANKS) == []
    assert scene.move(TANKS, "0509-0508") == []


def test_a_marker_taken_off_by_mistake_is_put_back() -> None:
    scene = army().put(RIFLES, "0909", reserve=True).put(MORE, "0908", reserve=True)
    scene.begin("first.exploitation")
    scene.set("reserve", False, RIFLES)
    assert scene.set("reserve", True, RIFLES) == []
    assert not scene.board.pieces[RIFLES].flag("second-combat")
    scene.begin("first.second-reserve-movement", 1)
    assert scene.board.pieces[RIFLES].flag("reserve")


def test_a_marker_is_not_put_back_on_a_unit_that_has_moved() -> None:
    scene = army().put(RIFLES, "0505", reserve=True)
    scene.begin("first.exploitation")
    scene.set("reserve", False, RIFLES)
    scene.move(RIFLES, "0505-0504")
    assert scene.set("reserve", True, RIFLES) == ["9.1"]


def test_a_marker_taken_off_in_one_phase_is_not_put_back_in_the_next() -> None:
    scene = army(RIFLES)
    scene.declare("reserve", RIFLES, HQ)
    scene.set("reserve", False, RIFLES)
    scene.begin("first.exploitation")
    assert scene.set("reserve", True, RIFLES) == ["9.1"]


def test_a_committed_unit_does_not_move_in_the_next_phase() -> None:
    scene = SupplyScene(roads={}).put("1-pz", "0509", reserve=True)
    scene.begin("first.reserve-movement")
    scene.declare("commit-reserve", "1-pz")
    scene.begin("first.second-reserve-movement")
    assert scene.move("1-pz", "0509-0508") == ["6.4.A"]


def test_only_reserves_are_committed() -> None:
    scene = SupplyScene(roads={}).put(TANKS, "0509")
    scene.begin("first.exploitation")
    assert scene.declare("commit-reserve", TANKS) == ["9.3.A"]


def test_reserves_are_committed_in_the_phase_of_their_side() -> None:
    scene = SupplyScene(roads={}).put("1-pz", "0509", reserve=True)
    scene.begin("first.exploitation")
    assert scene.declare("commit-reserve", "1-pz") == ["9.3.A"]


# -- what may be done -----------------------------------------------------------------------------


def test_candidates_are_what_the_referee_lets_pass() -> None:
    scene = army(RIFLES, MORE, THIRD).put(ENEMY, "0605")
    found = groups.reserve_candidates(scene.board)
    assert {option.units for option in found} == {(RIFLES,), (MORE,)}
    for option in found:
        trial = scene.board.copy()
        declare = Declare(verb="reserve", units=option.units, target=option.headquarters)
        assert list(trial.rulebook.check(declare, trial)) == []


def test_a_stack_is_a_candidate_whole_and_in_part() -> None:
    scene = army(RIFLES).put(MORE, "0504")
    found = {option.units for option in groups.reserve_candidates(scene.board)}
    assert found == {(RIFLES, MORE), (RIFLES,), (MORE,)}


def test_a_full_headquarters_has_no_candidates() -> None:
    scene = army(RIFLES, MORE)
    scene.declare("reserve", RIFLES, HQ)
    assert groups.reserve_candidates(scene.board) == ()


def test_the_set_up_reserves_of_every_scenario_stand() -> None:
    for scenario in ("breakout", "riposte", "manstein-strikes-again", "zhitomir-berdichev"):
        board = Campaign(scenario, set_up=True).at(1, "first.movement").board
        held = [p for p in board.on_map() if p.flag("reserve")]
        for piece in held:
            assert groups.may_be_in_reserve(board, piece), (scenario, piece.id)


def test_a_log_may_take_a_marker_off_in_its_own_movement_phase() -> None:
    scene = army(RIFLES)
    scene.declare("reserve", RIFLES, HQ)
    assert scene.do(SetState(unit=RIFLES, state="reserve", value=False)) == []
