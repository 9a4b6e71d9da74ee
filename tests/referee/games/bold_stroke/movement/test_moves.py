"""Chapters 2, 4 and 6: who moves when, how far, over what. Clear costs infantry 3, tanks 1."""

import pytest

from referee.actions import Declare, Move
from tests.referee.games.bold_stroke.scene import Scene

INFANTRY, TANKS, CAVALRY, GUNS = "38-rd", "91-tb", "1g-cc", "24-g"
CORPS, TANK_CORPS = "50-rc", "5-gtc"
ROAD_EAST = {"0409-0408-0407-0406-0405-0404-0403-0402-0401": "paved"}


# -- chapter 2 ----------------------------------------------------------------------------------


def test_the_phases_of_a_turn_come_in_their_order() -> None:
    scene = Scene()
    assert scene.phase("first.supply") == []
    assert scene.phase("first.air-commitment") == []
    assert scene.phase("first.movement") == []


def test_a_phase_left_out_is_found() -> None:
    scene = Scene()
    scene.phase("first.movement")
    assert scene.phase("first.combat") == ["2.2"]


def test_the_turn_after_the_last_phase_is_the_next_one() -> None:
    scene = Scene()
    scene.phase("turn-end.turn-end")
    assert scene.phase("weather.weather", turn=2) == []


def test_a_turn_left_out_is_found() -> None:
    scene = Scene()
    scene.phase("turn-end.turn-end")
    assert scene.phase("weather.weather", turn=3) == ["2.2"]


def test_the_second_player_does_not_move_in_the_first_players_movement_phase() -> None:
    scene = Scene().put("208-inf", "0303")
    assert scene.move("208-inf", "0303-0304") == ["2.2"]


def test_attacks_belong_to_the_combat_phase() -> None:
    scene = Scene().put(INFANTRY, "0303").put("208-inf", "0304")
    scene.phase("first.movement")
    assert scene.do(Declare(verb="attack", units=(INFANTRY,), target="0304")) == ["2.2"]


def test_nobody_need_move() -> None:
    scene = Scene().put(INFANTRY, "0303")
    scene.phase("first.movement")
    assert scene.phase("first.reserve-movement") == []


# -- how far ------------------------------------------------------------------------------------


def test_a_unit_spends_up_to_twelve_points() -> None:
    assert Scene().put(INFANTRY, "0505").move(INFANTRY, "0505-0504-0503-0502-0501") == []


def test_a_unit_spends_no_thirteenth_point() -> None:
    scene = Scene(terrain={"0501": "woods"}).put(INFANTRY, "0505")
    assert scene.move(INFANTRY, "0505-0504-0503-0502-0501") == ["6.1.A"]


def test_points_spent_in_an_earlier_move_of_the_phase_count() -> None:
    scene = Scene().put(INFANTRY, "0506")
    assert scene.move(INFANTRY, "0506-0505-0504-0503") == []
    assert scene.move(INFANTRY, "0503-0502") == []
    assert scene.move(INFANTRY, "0502-0501") == ["6.1.A"]


def test_points_are_not_saved_for_the_next_phase() -> None:
    scene = Scene().put(INFANTRY, "0509")
    scene.move(INFANTRY, "0509-0508-0507-0506-0505")
    scene.board.pieces[INFANTRY].states["reserve"] = True
    scene.phase("first.exploitation")
    assert scene.move(INFANTRY, "0505-0504-0503-0502-0501") == []


def test_a_unit_may_always_move_one_hex() -> None:
    scene = Scene(terrain={"0504": "swamp"}, ground="thaw").put(INFANTRY, "0505")
    scene.board.pieces[INFANTRY].states["reserve"] = True
    assert scene.move(INFANTRY, "0505-0504") == []


def test_the_free_hex_is_only_the_first() -> None:
    scene = Scene(terrain={"0503": "swamp"}, ground="thaw").put(INFANTRY, "0505")
    scene.board.pieces[INFANTRY].states["reserve"] = True
    assert len(scene.move(INFANTRY, "0505-0504-0503")) == 1


def test_a_hex_is_left_only_for_a_neighbour() -> None:
    assert Scene().put(INFANTRY, "0505").move(INFANTRY, "0505-0503") == ["6.0.C"]


def test_a_unit_leaves_the_hex_it_stands_in() -> None:
    assert Scene().put(INFANTRY, "0505").move(INFANTRY, "0504-0503") == ["6.0.C"]


def test_movement_costs_follow_class_and_ground() -> None:
    frozen = Scene().put(TANKS, "0509")
    assert frozen.move(TANKS, "0509-0508-0507-0506-0505-0504-0503-0502-0501") == []
    snow = Scene(ground="snow").put(TANKS, "0509")
    assert snow.move(TANKS, "0509-0508-0507-0506-0505-0504") == ["6.1.A"]


def test_thaw_takes_two_points_from_leg_units() -> None:
    scene = Scene(ground="thaw").put(INFANTRY, "0505")
    assert scene.move(INFANTRY, "0505-0504-0503") == []
    assert scene.move(INFANTRY, "0503-0502") == ["6.7"]


def test_thaw_takes_nothing_from_cavalry() -> None:
    scene = Scene(ground="thaw").put(CAVALRY, "0505")
    assert scene.move(CAVALRY, "0505-0504-0503-0502-0501") == []


def test_motorized_units_do_not_enter_swamp_in_thaw() -> None:
    scene = Scene(terrain={"0504": "swamp"}, ground="thaw").put(TANKS, "0505")
    assert scene.move(TANKS, "0505-0504") == ["6.2.B"]


def test_motorized_units_enter_frozen_swamp() -> None:
    assert Scene(terrain={"0504": "swamp"}).put(TANKS, "0505").move(TANKS, "0505-0504") == []


def test_a_village_costs_what_the_ground_around_it_costs() -> None:
    scene = Scene(terrain={"0504": "woods;village"}).put(INFANTRY, "0505")
    assert scene.move(INFANTRY, "0505-0504-0503-0502") == []
    assert scene.move(INFANTRY, "0502-0501") == ["6.1.A"]


# -- roads and rivers ---------------------------------------------------------------------------


def test_a_road_replaces_the_cost_of_the_terrain() -> None:
    scene = Scene(terrain={f"040{n}": "swamp" for n in range(1, 9)}, roads=ROAD_EAST)
    scene.put(INFANTRY, "0407")
    assert scene.move(INFANTRY, "0407-0406-0405-0404-0403-0402-0401") == []


def test_a_road_helps_only_along_its_own_hexsides() -> None:
    roads = {"0405-0404": "paved", "0403-0402": "paved"}
    terrain = {"0403": "swamp", "0404": "swamp", "0402": "swamp", "0401": "swamp"}
    scene = Scene(terrain=terrain, roads=roads, ground="snow").put(INFANTRY, "0405")
    assert scene.move(INFANTRY, "0405-0404-0403-0402-0401") == ["6.1.A"]


def test_half_points_on_a_paved_road_add_up() -> None:
    scene = Scene(roads=ROAD_EAST).put(TANKS, "0409")
    assert scene.move(TANKS, "0409-0408-0407-0406-0405-0404-0403-0402-0401") == []
    assert scene.board.state.moved[TANKS].points == 4.0


def test_a_river_is_bridged_where_a_road_crosses_it() -> None:
    scene = Scene(sides={("0404", "0403"): "river"}, roads=ROAD_EAST, ground="thaw")
    scene.put(INFANTRY, "0406")
    assert scene.move(INFANTRY, "0406-0405-0404-0403-0402") == []


def test_the_dnepr_is_not_crossed_without_a_crossing() -> None:
    scene = Scene(sides={("0505", "0504"): "dnepr"}).put(INFANTRY, "0505")
    assert scene.move(INFANTRY, "0505-0504") == ["4.3.F"]


def test_the_dnepr_is_crossed_by_road() -> None:
    scene = Scene(sides={("0405", "0404"): "dnepr"}, roads=ROAD_EAST).put(INFANTRY, "0405")
    assert scene.move(INFANTRY, "0405-0404") == []


def test_the_second_to_cross_the_dnepr_pays_for_the_terrain_behind_it() -> None:
    scene = Scene(sides={("0405", "0404"): "dnepr"}, roads=ROAD_EAST)
    scene.put(TANK_CORPS, "0408").put("6-gtc", "0408")
    assert scene.move(TANK_CORPS, "0408-0407-0406-0405-0404") == []
    assert scene.move("6-gtc", "0408-0407-0406-0405-0404") == []


def test_the_second_to_cross_the_dnepr_enters_no_terrain_that_it_may_not() -> None:
    scene = Scene(
        terrain={"0404": "swamp"},
        sides={("0405", "0404"): "dnepr"},
        roads=ROAD_EAST,
        ground="thaw",
    )
    scene.put(TANK_CORPS, "0408").put("6-gtc", "0408")
    assert scene.move(TANK_CORPS, "0408-0407-0406-0405-0404") == []
    assert scene.move("6-gtc", "0408-0407-0406-0405-0404") == ["6.3.A"]


def test_an_island_in_the_dnepr_is_reached_only_by_a_crossing() -> None:
    scene = Scene(terrain={"0504": "island;swamp"}, sides={("0505", "0504"): "dnepr"})
    scene.put(INFANTRY, "0505")
    assert scene.move(INFANTRY, "0505-0504") == ["4.3.F"]


def test_a_motorized_unit_fords_a_major_river_from_its_bank_with_all_its_movement() -> None:
    scene = Scene(sides={("0505", "0504"): "major-river"}).put(TANKS, "0505")
    assert scene.move(TANKS, "0505-0504") == []
    assert scene.move(TANKS, "0504-0503") == ["4.5.A"]


def test_a_motorized_unit_that_has_moved_does_not_ford_a_major_river() -> None:
    scene = Scene(sides={("0505", "0504"): "major-river"}).put(TANKS, "0506")
    assert scene.move(TANKS, "0506-0505-0504") == ["4.5.A"]


def test_motorized_artillery_does_not_ford_a_major_river() -> None:
    scene = Scene(sides={("0505", "0504"): "major-river"}).put(GUNS, "0505")
    assert scene.move(GUNS, "0505-0504") == ["4.5.A"]


def test_motorized_artillery_crosses_a_major_river_by_a_bridge() -> None:
    scene = Scene(sides={("0405", "0404"): "major-river"}, roads=ROAD_EAST).put(GUNS, "0407")
    assert scene.move(GUNS, "0407-0406-0405-0404-0403") == []


def test_infantry_wades_a_major_river_on_its_way() -> None:
    scene = Scene(sides={("0505", "0504"): "major-river"}).put(INFANTRY, "0506")
    assert scene.move(INFANTRY, "0506-0505-0504") == []


# -- other units --------------------------------------------------------------------------------


def test_units_move_through_friendly_units() -> None:
    scene = Scene().put(INFANTRY, "0505").put("147-rd", "0504")
    assert scene.move(INFANTRY, "0505-0504-0503") == []


def test_no_unit_enters_a_hex_with_an_enemy() -> None:
    scene = Scene(terrain={"0504": "city"}).put(INFANTRY, "0505").put("208-inf", "0504")
    assert scene.move(INFANTRY, "0505-0504") == ["7.0.B"]


def test_a_second_division_may_not_come_by_road_into_a_hex_reached_by_road() -> None:
    scene = Scene(terrain={"0404": "swamp"}, roads=ROAD_EAST, ground="thaw")
    scene.put(TANK_CORPS, "0409").put("6-gtc", "0408")
    assert scene.move(TANK_CORPS, "0409-0408-0407-0406-0405-0404") == []
    assert scene.move("6-gtc", "0408-0407-0406-0405-0404") == ["6.3.A"]


def test_the_second_may_pay_for_the_terrain_instead() -> None:
    scene = Scene(roads=ROAD_EAST).put(TANK_CORPS, "0409").put("6-gtc", "0408")
    assert scene.move(TANK_CORPS, "0409-0408-0407-0406-0405-0404") == []
    assert scene.move("6-gtc", "0408-0407-0406-0405-0404") == []


def test_a_brigade_may_follow_by_road() -> None:
    scene = Scene(terrain={"0404": "swamp"}, roads=ROAD_EAST, ground="thaw")
    scene.put(TANK_CORPS, "0409").put(TANKS, "0408")
    scene.move(TANK_CORPS, "0409-0408-0407-0406-0405-0404")
    assert scene.move(TANKS, "0408-0407-0406-0405-0404") == []


def test_by_option_a_brigade_may_not_follow_by_road() -> None:
    scene = Scene(
        terrain={"0404": "swamp"}, roads=ROAD_EAST, ground="thaw", options=("road-movement",)
    )
    scene.put(TANK_CORPS, "0409").put(TANKS, "0408")
    scene.move(TANK_CORPS, "0409-0408-0407-0406-0405-0404")
    assert scene.move(TANKS, "0408-0407-0406-0405-0404") == ["6.3.A"]


def test_players_may_agree_to_forget_the_road_rule() -> None:
    scene = Scene(
        terrain={"0404": "swamp"}, roads=ROAD_EAST, ground="thaw", options=("no-road-restriction",)
    )
    scene.put(TANK_CORPS, "0409").put("6-gtc", "0408")
    scene.move(TANK_CORPS, "0409-0408-0407-0406-0405-0404")
    assert scene.move("6-gtc", "0408-0407-0406-0405-0404") == []


def test_an_artillery_division_on_the_road_blocks_the_hex_behind_it_too() -> None:
    terrain = {"0404": "swamp", "0405": "swamp"}
    scene = Scene(terrain=terrain, roads=ROAD_EAST, ground="thaw")
    scene.put("13-ad", "0409").put("6-gtc", "0408")
    assert scene.move("13-ad", "0409-0408-0407-0406-0405-0404") == []
    assert scene.move("6-gtc", "0408-0407-0406-0405") == ["6.3.B"]


@pytest.mark.parametrize("complete", [True, False])
def test_a_stack_is_sorted_without_a_move(complete: bool) -> None:
    scene = Scene().put(INFANTRY, "0505").put("147-rd", "0505").put("208-inf", "0101")
    scene.phase()
    for unit, at in ((INFANTRY, "0505"), ("208-inf", "0101")):
        assert scene.do(Move(units=(unit,), path=(at, at), complete=complete)) == []
    assert INFANTRY not in scene.board.state.moved


def test_a_stack_moves_together_across_country() -> None:
    scene = Scene().put(INFANTRY, "0505").put("147-rd", "0505")
    assert scene.move(f"{INFANTRY}+147-rd", "0505-0504-0503-0502-0501") == []


def test_a_stack_goes_no_further_than_its_slowest_unit() -> None:
    scene = Scene().put(INFANTRY, "0506").put(TANKS, "0506")
    assert scene.move(f"{INFANTRY}+{TANKS}", "0506-0505-0504-0503-0502-0501") == ["6.1.A"]


def test_units_leave_a_stack_and_go_on() -> None:
    scene = Scene().put(INFANTRY, "0505").put(TANKS, "0505")
    scene.move(f"{INFANTRY}+{TANKS}", "0505-0504-0503-0502-0501")
    assert scene.move(TANKS, "0501-0401") == []


def test_two_corps_do_not_end_by_road_in_one_hex_as_a_stack() -> None:
    scene = Scene(terrain={"0404": "swamp"}, roads=ROAD_EAST, ground="thaw")
    scene.put(TANK_CORPS, "0408").put("6-gtc", "0408")
    assert scene.move(f"{TANK_CORPS}+6-gtc", "0408-0407-0406-0405-0404") == ["6.3.A"]


# -- reserve and exploitation movement ----------------------------------------------------------


def reserve_phase(unit: str, marked: bool) -> Scene:
    """A German unit in its reserve movement phase, the Soviets being first player."""
    scene = Scene().put(unit, "0505")
    scene.board.pieces[unit].states["reserve"] = marked
    scene.phase("first.reserve-movement")
    return scene


def test_a_reserve_moves_six_points_in_the_enemy_turn() -> None:
    assert reserve_phase("208-inf", marked=True).move("208-inf", "0505-0504-0503") == []


def test_a_reserve_moves_no_seventh_point_in_the_enemy_turn() -> None:
    scene = reserve_phase("208-inf", marked=True)
    assert scene.move("208-inf", "0505-0504-0503-0502") == ["6.4.B"]


def test_a_unit_that_is_no_reserve_does_not_move_in_reserve_movement() -> None:
    assert reserve_phase("208-inf", marked=False).move("208-inf", "0505-0504") == ["6.4.A"]


@pytest.mark.parametrize(
    ("unit", "marker", "steps", "rules"),
    [
        (TANKS, "reserve", 8, []),
        (TANKS, "breakthrough", 8, []),
        (TANKS, "partial-breakthrough", 6, []),
        (TANKS, "partial-breakthrough", 7, ["11.10.4.A"]),
        (CAVALRY, "breakthrough", 4, []),
        (CAVALRY, "breakthrough", 5, ["11.10.4.A"]),
        (CAVALRY, "partial-breakthrough", 2, []),
        (CAVALRY, "partial-breakthrough", 3, ["11.10.4.A"]),
        (INFANTRY, "breakthrough", 1, []),
        (INFANTRY, "breakthrough", 2, ["11.10.5.A"]),
        (INFANTRY, "partial-breakthrough", 1, ["11.10.5.C"]),
        (TANKS, "moved", 1, ["6.4.A"]),
    ],
)
def test_exploitation_is_for_marked_units_and_by_class(
    unit: str, marker: str, steps: int, rules: list[str]
) -> None:
    scene = Scene().put(unit, "0509")
    scene.phase("first.exploitation")
    scene.board.pieces[unit].states[marker] = True
    path = "-".join(f"050{column}" for column in range(9, 8 - steps, -1))
    assert scene.move(unit, path) == rules


def test_reserves_move_four_points_in_their_own_movement_phase() -> None:
    scene = Scene().put(TANKS, "0509")
    scene.board.pieces[TANKS].states["reserve"] = True
    assert scene.move(TANKS, "0509-0508-0507-0506-0505") == []
    assert scene.move(TANKS, "0505-0504") == ["9.2.A"]


def test_retreats_and_advances_are_not_movement() -> None:
    scene = Scene().put(INFANTRY, "0505").put("208-inf", "0404")
    scene.phase("first.combat")
    assert scene.do(Move(units=(INFANTRY,), path=("0505", "0504", "0503"))) == []


@pytest.mark.parametrize("phase", ["weather.weather", "first.supply", "first.air-commitment"])
def test_units_stay_where_they_are_in_other_phases(phase: str) -> None:
    scene = Scene().put(INFANTRY, "0505")
    scene.phase(phase)
    assert scene.move(INFANTRY, "0505-0504") == ["6.0.A"]
