"""6.6, railways: 2430 Kazatin to 2232 Berdichev by 2431 and 2332; 1213 Brovary to Kiev by 1315."""

from tests.referee.games.bold_stroke.campaign import Campaign

UNIT, PATH = "75-inf", "2430 2431 2332 2232"


def german() -> Campaign:
    """German movement with an infantry division in Kazatin."""
    return Campaign().put(UNIT, "2430").at(2, "second.movement")


def test_a_unit_moves_by_rail_along_a_railway() -> None:
    assert german().move(UNIT, PATH, by="rail") == []


def test_a_move_by_rail_spends_no_movement_points() -> None:
    play = german()
    play.move(UNIT, PATH, by="rail")
    assert UNIT not in play.board.state.moved


def test_a_move_by_rail_may_be_announced_before_it() -> None:
    play = german().put(UNIT, "1631")
    assert play.declare("rail", UNIT) == []
    assert play.move(UNIT, "1631>2232") == []


def test_the_announcement_is_over_with_the_phase() -> None:
    play = german()
    play.declare("rail", UNIT)
    play.phase("second.movement", 3)
    assert play.move(UNIT, "2430>0532") != []


def test_a_move_by_rail_goes_from_one_railway_hex_to_the_next() -> None:
    assert german().move(UNIT, "2430 2432 2232", by="rail") == ["6.6.A"]


def test_a_move_by_rail_of_which_only_the_ends_are_known_needs_a_railway_between_them() -> None:
    assert german().move(UNIT, "2430>2232", by="rail") == []
    assert german().move(UNIT, "2430>2429", by="rail") == ["6.6.A"]


def test_trains_do_not_enter_enemy_zones() -> None:
    assert german().put("38-rd", "2432").move(UNIT, PATH, by="rail") == ["6.6.F"]


def test_trains_do_not_run_through_enemy_units() -> None:
    play = german().put("91-tb", "2332")
    assert "7.0.B" in play.move(UNIT, PATH, by="rail")


def test_german_trains_do_not_run_where_a_soviet_unit_was_the_last_to_pass() -> None:
    assert german().held("soviet", "2431").move(UNIT, PATH, by="rail") == ["6.6.E"]


def test_a_soviet_unit_that_passes_through_closes_the_line() -> None:
    play = Campaign().put("91-tb", "2331").at(2, "first.movement")
    assert play.move("91-tb", "2331 2431 2532") == []
    play.put("91-tb", "2036").put(UNIT, "2430")
    play.phase("second.movement")
    assert play.move(UNIT, PATH, by="rail") == ["6.6.E"]


def test_a_german_unit_that_passes_opens_it_again() -> None:
    play = german().held("soviet", "2431").put("1-pz", "2532")
    assert play.move("1-pz", "2532 2431 2331") == []
    assert play.move(UNIT, PATH, by="rail") == []


def test_another_way_round_is_found_where_only_the_ends_are_known() -> None:
    play = german().put(UNIT, "1631").held("soviet", "2032")
    assert play.move(UNIT, "1631>2232", by="rail") == []


def test_no_train_crosses_the_broken_bridge_at_kiev() -> None:
    play = Campaign().put("38-rd", "1213").at(2, "first.movement")
    assert play.move("38-rd", "1213 1214 1315 1316", by="rail") == ["4.4.B"]


def test_soviet_trains_cross_the_bridge_when_it_stands() -> None:
    play = Campaign().held("soviet", "1216", "1316").put("38-rd", "1213").at(8, "first.movement")
    assert play.move("38-rd", "1213 1214 1315 1316", by="rail") == ["4.4.B"]
    play.put("38-rd", "1213").at(9, "first.movement")
    assert play.move("38-rd", "1213 1214 1315 1316", by="rail") == []


def test_units_move_by_rail_in_their_own_movement_phase() -> None:
    play = german()
    play.phase("first.reserve-movement")
    assert play.move(UNIT, PATH, by="rail") == ["6.4.A"]


def test_a_unit_that_goes_by_rail_may_be_put_on_top_of_its_stack() -> None:
    play = german()
    play.declare("rail", UNIT)
    assert play.move(UNIT, "2430 2430") == []
    assert play.move(UNIT, PATH) == []


def test_a_unit_announced_by_rail_may_get_off_and_walk_on() -> None:
    play = german()
    play.declare("rail", UNIT)
    assert play.move(UNIT, "2430 2431") == []
    assert play.move(UNIT, "2431 2332") == []
    assert play.move(UNIT, "2332 2333") == []
    assert play.board.state.moved[UNIT].hexes == 1


def test_it_walks_no_farther_than_its_points_last() -> None:
    play = german()
    play.declare("rail", UNIT)
    play.move(UNIT, "2430 2431 2332")
    assert play.move(UNIT, "2332 2333 2334 2335 2336 2337 2338") != []


def test_a_unit_announced_by_rail_does_not_begin_on_foot() -> None:
    play = german()
    play.declare("rail", UNIT)
    assert play.move(UNIT, "2430 2429") == ["6.6.A"]
