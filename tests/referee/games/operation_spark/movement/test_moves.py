"""Section 11.1: points, terrain classes, columns, roads, bridges, water and stacks on the move."""

from __future__ import annotations

import pytest

from referee.actions import BeginPhase, Move, Place, SetState
from referee.board import Board
from referee.games.operation_spark import GAME
from referee.games.operation_spark.movement import costs
from referee.games.operation_spark.state import OperationState
from tests.referee.games.operation_spark.marching import March
from tests.referee.games.operation_spark.scene import shipped

ROAD = {"dirt": "0301-0302-0303-0304-0305"}


@pytest.mark.parametrize(("weather", "points"), [("very-cloudy", 3.5), ("fog", 7.0)])
def test_the_wheeled_unit_of_the_example_crosses_the_bridge_for_three_and_a_half_points(
    weather: str, points: float
) -> None:
    data = shipped()
    board: Board[OperationState] = Board(data, GAME.rulebook, None, GAME.new_state)
    board.first_player, board.state.weather = "soviet", weather
    grid = data.map.grid
    side = grid.direction(grid.hex("1906"), grid.hex("2007")).value
    board.apply(Place(unit="art-1106", at="1906", states={"in-column": True}))
    board.apply(Place(unit="bridge", at="1906", states={"hexside": side}, why="setup"))
    board.apply(BeginPhase(turn=1, phase="am-initial.movement"))

    def do(action: Move | SetState) -> list[str]:
        found = [finding.rule for finding in board.rulebook.check(action, board)]
        board.apply(action)
        return found

    assert do(SetState(unit="art-1106", state="in-column", value=False)) == []
    assert do(SetState(unit="art-1106", state="in-column", value=True)) == []
    assert do(Move(units=("art-1106",), path=("1906", "2007"))) == []
    assert board.state.march.treks["art-1106"].points == points
    if weather != "fog":
        assert do(SetState(unit="art-1106", state="in-column", value=False)) == []
        assert do(SetState(unit="art-1106", state="in-column", value=True)) == []
        assert do(Move(units=("art-1106",), path=("2007", "2008"))) == []
        assert board.state.march.treks["art-1106"].points == points + 0.5 + 1 + 0.5


def test_infantry_has_twelve_points_in_an_initial_impulse_and_eight_in_a_limited_one() -> None:
    path = "0101-0102-0103-0104-0105-0106-0107-0108-0109"
    assert March().put("284-86", "0101").move("284-86", path) == []
    limited = March(phase="am-limited.movement").put("284-86", "0101")
    assert limited.move("284-86", path) == []
    assert limited.move("284-86", "0109-0209") == ["11.1.4.p1"]


@pytest.mark.parametrize(
    ("state", "most"), [({"suppressed": True}, 6), ({"disrupted": True}, 4), ({}, 8)]
)
def test_shaken_units_have_fewer_points(state: dict[str, bool], most: int) -> None:
    path = [f"010{n}" for n in range(1, 10)]
    scene = March(phase="am-limited.movement").put("284-86", "0101", **state)
    assert scene.move("284-86", "-".join(path[: most + 1])) == []
    if most < 8:
        assert scene.move("284-86", "-".join(path[most : most + 2])) == ["11.1.4.p1"]


def test_one_slip_is_found_once_though_the_unit_moves_on() -> None:
    scene = March({"0102": "swamp"}).put("art-1106", "0101")
    assert scene.move("art-1106", "0101-0102") == ["11.1.4.p1"]
    assert scene.move("art-1106", "0102-0103") == []


def test_classes_add_up_and_within_a_class_only_the_dearest_counts() -> None:
    scene = March({"0102": "woods;village;hill", "0103": "clear;entrenchment"})
    scene.put("art-1106", "0101").put("284-86", "0101")
    scene.move("art-1106", "0101-0102")
    assert scene.points("art-1106") == 4 + 1
    scene.move("284-86", "0101-0102-0103")
    assert scene.points("284-86") == 1 + 1 + 1


def test_a_move_of_unknown_path_takes_the_cheapest_way() -> None:
    scene = March({"0102": "woods"}).put("art-1106", "0101")
    assert scene.move("art-1106", "0101>0103") == []
    assert scene.points("art-1106") == 3


def test_column_is_taken_on_a_road_alone_and_costs_a_point() -> None:
    scene = March(roads=ROAD).put("art-1106", "0301").put("art-56", "0101")
    assert scene.set("art-1106", in_column=True) == []
    assert scene.points("art-1106") == 1
    assert scene.set("art-56", in_column=True) == ["11.1.4.p1"]


def test_a_column_pays_for_the_road_and_for_no_other_terrain() -> None:
    scene = March(
        {"0302": "woods;hill", "0303": "woods;bridge"}, roads=ROAD
    ).put("art-1106", "0301", in_column=True)  # fmt: skip
    assert scene.move("art-1106", "0301-0302") == []
    assert scene.points("art-1106") == 0.5
    scene.move("art-1106", "0302-0303")
    assert scene.points("art-1106") == 0.5 + 0.5 + 1


def test_deploying_costs_what_the_ground_costs() -> None:
    scene = March({"0301": "woods"}, roads=ROAD).put("art-1106", "0301", in_column=True)
    assert scene.set("art-1106", in_column=False) == []
    assert scene.points("art-1106") == 4
    tired = March({"0301": "woods"}, roads=ROAD, phase="am-limited.movement")
    tired.put("art-1106", "0201")
    tired.move("art-1106", "0201-0101-0201-0101-0201-0301")
    assert tired.set("art-1106", in_column=True) == ["11.1.4.p1"]
    column = March({"0304": "woods"}, roads=ROAD, phase="am-limited.movement")
    column.put("art-1106", "0301", in_column=True, out_of_supply=True)
    column.move("art-1106", "0301-0302-0303-0304")
    assert column.set("art-1106", in_column=False) == ["11.1.3.p3"]


def test_a_column_that_left_the_road_forms_anew_before_it_uses_another() -> None:
    roads = {"dirt": "0301-0302-0303", "paved": "0501-0502-0503"}
    scene = March(roads=roads).put("art-1106", "0301", in_column=True)
    scene.move("art-1106", "0301-0401-0501")
    assert scene.points("art-1106") == 2
    scene.move("art-1106", "0501-0502")
    assert scene.points("art-1106") == 3
    scene.set("art-1106", in_column=False)
    scene.set("art-1106", in_column=True)
    scene.move("art-1106", "0502-0503")
    assert scene.points("art-1106") == 3 + 1 + 1 + 0.5


def test_crossing_roads_of_two_kinds_are_one_road() -> None:
    roads = {"dirt": "0301-0302-0303", "rail": "0202-0302-0402"}
    scene = March({"0402": "woods"}, roads=roads).put("art-1106", "0301", in_column=True)
    assert scene.move("art-1106", "0301-0302-0402") == []
    assert scene.points("art-1106") == 0.5 + 1


def test_heavy_tanks_cross_the_river_on_a_bridge_in_column_alone() -> None:
    river = {("0301", "0302"): "river-hexside"}
    assert March(sides=river).put("1-61t", "0301").move("1-61t", "0301-0302") == []
    heavy = March(sides=river).put("1-220t", "0301")
    assert heavy.move("1-220t", "0301-0302") == ["11.1.3.p5"]
    bridged = March(sides=river, roads=ROAD).put("1-220t", "0301", in_column=True)
    bridged.board.apply(Place(unit="bridge", at="0301", states={"hexside": "S"}, why="setup"))
    assert bridged.move("1-220t", "0301-0302") == []
    partly = {("0301", "0302"): "partial-river-hexside:always"}
    assert March(sides=partly).put("1-220t", "0301").move("1-220t", "0301-0302") == []


def test_a_heavy_tank_on_the_water_stays_in_column() -> None:
    def deploy(unit: str) -> list[str]:
        scene = March({"0302": "river"}, roads=ROAD).put(unit, "0302", in_column=True)
        return scene.set(unit, in_column=False)

    assert deploy("1-61t") == []
    assert deploy("1-220t") == ["e4.0.p12"]


def test_a_river_hex_costs_as_clear_ground_and_its_hexside_besides() -> None:
    scene = March({"0302": "river"}, sides={("0301", "0302"): "river-hexside"})
    scene.put("284-86", "0301")
    assert scene.move("284-86", "0301-0302") == []
    assert scene.points("284-86") == 2


def test_a_stack_moves_at_the_pace_of_its_slowest_unit() -> None:
    path = "0101-0102-0103-0104-0105-0106-0107-0108-0109"
    apart = March(phase="am-limited.movement").put("1-61t", "0101")
    assert apart.move("1-61t", path) == []
    assert apart.points("1-61t") == 4
    together = March(phase="am-limited.movement").put("1-61t", "0101").put("541-136", "0101")
    assert together.move("1-61t+541-136", path) == []
    assert together.points("1-61t") == 8
    assert together.move("1-61t", "0109-0209") == ["11.1.4.p1"]


def test_nobody_moves_into_the_enemy() -> None:
    scene = March().put("284-86", "0101").put("i-391-170", "0103")
    assert scene.move("284-86", "0101-0102") == []
    assert scene.move("284-86", "0102-0103") == ["9.3.6.p1"]


def test_a_path_is_a_chain_of_hexes_from_where_the_unit_is() -> None:
    scene = March().put("284-86", "0101")
    assert scene.move("284-86", "0101-0104") == ["11.1.4.p1"]


def test_only_the_phasing_side_moves_and_only_in_its_phase() -> None:
    scene = March().put("284-86", "0101").put("i-391-170", "0505")
    assert scene.move("i-391-170", "0505-0506") == ["11.1.4.p1"]
    scene.phase("am-initial-end.recovery")
    assert scene.move("284-86", "0101-0102") == ["11.1.4.p1"]


def test_an_assault_marker_costs_a_point_and_points_at_the_enemy() -> None:
    scene = March(phase="am-limited.movement").put("284-86", "0404").put("i-391-170", "0405")
    assert scene.set("284-86", assault="N") == ["9.3.6.p1"]
    fresh = March(phase="am-limited.movement").put("284-86", "0404").put("i-391-170", "0405")
    assert fresh.set("284-86", assault="S") == []
    assert fresh.points("284-86") == 1
    tired = March(phase="am-limited.movement").put("284-86", "0404").put("i-391-170", "0405")
    tired.move("284-86", "0404-0403-0404-0403-0404-0403-0404-0403-0404")
    assert tired.set("284-86", assault="S") == ["9.3.6.p1"]


def test_column_is_taken_in_movement_alone() -> None:
    scene = March(roads=ROAD).put("art-1106", "0301")
    scene.phase("am-initial.counterbattery")
    assert scene.set("art-1106", in_column=True) == ["11.1.3.p2"]


def test_motorized_infantry_dismounts_and_engineers_do_not() -> None:
    scene = March({"0102": "swamp"}).put("smg-61t", "0101").put("343-136", "0103")
    assert scene.set("smg-61t", dismounted=True) == []
    assert scene.move("smg-61t", "0101-0102") == []
    assert scene.set("343-136", dismounted=True) == ["11.1.6"]


def test_remounting_beside_the_enemy_is_doubtful_with_the_optional_rule_alone() -> None:
    def remount(*options: str) -> list[str]:
        scene = March(options=options).put("smg-61t", "0404", dismounted=True)
        scene.put("i-391-170", "0405")
        return scene.set("smg-61t", dismounted=False)

    assert remount() == []
    assert remount("remounting") == ["11.3.2"]


def test_trains_keep_to_the_open_lines_and_off_the_enemy() -> None:
    def ride(path: str, enemy: str) -> list[str]:
        scene = March(roads={"rail-kirov": "0301-0302-0303-0304"}, phase="")
        scene.board.first_player = "german"
        scene.phase("am-initial.movement")
        scene.put("i-391-170", "0301").put("284-86", enemy)
        return scene.rail("i-391-170", path)

    assert ride("0301-0302-0303", "0909") == []
    assert ride("0301-0302-0402", "0909") == ["11.1.8.p1"]
    assert ride("0301-0302-0303", "0204") == ["11.1.8"]


def test_a_railroad_gun_has_no_movement_off_the_rails() -> None:
    scene = March(roads={"dirt": "0303-0304"}).put("rr-693", "0303")
    piece, hex_ = scene.piece("rr-693"), scene.data.map.hex("0304")
    assert costs.ground_cost(scene.board, costs.column(piece), hex_) is None
    assert costs.by_road(scene.board, "rail", scene.data.map.hex("0303"), hex_) is None


def test_a_train_on_a_railway_keeps_to_it_on_either_side() -> None:
    rail = {"rail#peat": "0301-0302-0303"}
    assert March(roads=rail).put("284-86", "0301").rail("284-86", "0301-0302-0303") == []
    assert March(roads=rail).put("284-86", "0301").rail("284-86", "0301-0401-0501") == ["11.1.8"]


def test_no_train_runs_into_the_enemy() -> None:
    scene = March(roads={"rail#peat": "0301-0302-0303"}).put("284-86", "0301")
    assert scene.put("i-391-170", "0302").rail("284-86", "0301-0302") == ["11.1.8"]


def test_detraining_costs_six_points() -> None:
    def detrain(path: str) -> list[str]:
        scene = March({"0303": "railroad-station"}, roads={"rail#peat": "0301-0302-0303"})
        scene.put("284-86", "0301", entrained=True)
        assert scene.rail("284-86", "0301-0302-0303") == []
        assert scene.set("284-86", entrained=False) == []
        return scene.move("284-86", path)

    assert detrain("0303-0403-0503-0603-0703-0803-0903") == []
    assert detrain("0303-0403-0503-0603-0703-0803-0903-0904") == ["11.1.4.p1"]


def test_a_unit_without_points_left_does_not_detrain() -> None:
    scene = March({"0101": "railroad-station"}, phase="am-limited.movement")
    scene.put("284-86", "0101")
    scene.move("284-86", "0101-0102-0101-0102-0101")
    scene.set("284-86", entrained=True)
    assert scene.set("284-86", entrained=False) == ["11.1.8"]


def test_suppression_and_want_of_supply_take_points_in_the_milder_order() -> None:
    def go(steps: int) -> list[str]:
        scene = March(phase="am-limited.movement")
        scene.put("art-1106", "0101", suppressed=True, out_of_supply=True)
        return scene.move("art-1106", "-".join(f"010{n}" for n in range(1, steps + 2)))

    assert go(3) == []
    assert go(4) == ["11.1.4.p1"]


def test_nobody_deploys_where_it_could_not_stand_off_the_road() -> None:
    def deploy(terrain: str, unit: str = "art-1106") -> list[str]:
        scene = March({"0301": terrain}, roads=ROAD).put(unit, "0301", in_column=True)
        return scene.set(unit, in_column=False)

    assert deploy("woods") == []
    assert deploy("swamp") == ["11.1.3.p3"]
    assert deploy("swamp", "284-86") == []
    assert deploy("swamp", "1-220t") == []
