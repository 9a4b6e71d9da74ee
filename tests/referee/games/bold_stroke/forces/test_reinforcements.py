"""16.1 and 16.2. Brovary is 1213, Kiev 1216 and 1316, Gostomel 1118; Berdichev 2232, Kazatin 2430.

The dates are stand-ins: the 25th Panzer on turn 4, the 198th Infantry on 5, the 94th Corps on 14.
"""

import pytest

from referee.actions import Declare, Move, Roll
from referee.games.bold_stroke.forces import entries, reinforcements
from tests.referee.games.bold_stroke.campaign import Campaign

CORPS, PANZER, INFANTRY = "94-rc", "25-pz", "198-inf"
KIEV, LINE = ("1216", "1316"), ("1217", "1118", "1119")


def soviet(turn: int = 14, phase: str = "movement") -> Campaign:
    return Campaign().at(turn, f"first.{phase}")


def german(turn: int = 5, phase: str = "movement") -> Campaign:
    return Campaign().at(turn, f"second.{phase}")


# -- Soviet ---------------------------------------------------------------------------------------


def test_a_soviet_reinforcement_comes_at_brovary_in_its_turn() -> None:
    assert soviet().move(CORPS, "turn-record-14 1213") == []


def test_it_may_come_later_than_its_turn() -> None:
    assert soviet(16).move(CORPS, "turn-record-14 1213") == []


def test_it_does_not_come_sooner() -> None:
    (finding,) = soviet(13).findings(Move(units=(CORPS,), path=("turn-record-14", "1213")))
    assert (finding.rule, finding.expected) == ("16.1.1.A", "turn 14 or later")
    assert any("stand-in" in rest for rest in finding.rests_on)


def test_it_does_not_come_anywhere_else() -> None:
    assert soviet().move(CORPS, "turn-record-14 1413") == ["16.1.1.A"]


def test_any_number_of_units_comes_at_a_station() -> None:
    play = soviet(16)
    for unit in ("hq-1-tk", "11-gtc", "8-gmc", "64-gtb"):
        assert play.move(unit, "turn-record-16 1213") == []
    assert play.ends() == []


def test_it_moves_on_in_the_turn_it_comes() -> None:
    play = soviet(16)
    assert play.move("64-gtb", "turn-record-16 1213") == []
    assert play.move("64-gtb", "1213 1113 1112") == []


def test_it_may_move_on_in_the_same_stroke() -> None:
    assert soviet(16).move("64-gtb", "turn-record-16 1213 1113 1112") == []


def test_what_it_spends_on_the_way_in_counts() -> None:
    play = soviet(16)
    play.move("64-gtb", "turn-record-16 1213 1113 1112")
    assert play.board.state.moved["64-gtb"].points > 0


def test_a_unit_dragged_beyond_its_station_is_legal_if_it_reaches_so_far() -> None:
    assert soviet(16).move("64-gtb", "turn-record-16>1112") == []
    assert soviet(16).move("64-gtb", "turn-record-16>0301") == ["16.1.1.A"]


def test_it_does_not_move_on_in_the_supply_phase() -> None:
    play = soviet(16, "supply")
    assert play.move("64-gtb", "turn-record-16 1213") == []
    play = soviet(16, "supply")
    assert play.move("64-gtb", "turn-record-16 1213 1113") == ["6.0.A"]


def test_it_comes_in_its_sides_turn() -> None:
    assert "16.1.1.A" in german(16).move("64-gtb", "turn-record-16 1213")


def test_an_enemy_zone_closes_a_station() -> None:
    assert soviet().put("75-inf", "1214").move(CORPS, "turn-record-14 1213") == ["16.1.1.A"]


def fallen(turn: int) -> Campaign:
    """Kiev fell in turn 3 and has been held since, with the line to Gostomel."""
    play = Campaign().held("german", *KIEV, *LINE).put("50-rc", "1215").at(3, "first.movement")
    play.held("soviet", *KIEV, *LINE)
    play.move("50-rc", "1215 1215")
    return play.at(turn, "first.movement")


@pytest.mark.parametrize(("turn", "rules"), [(10, ["16.1.1.A"]), (11, []), (12, [])])
def test_kiev_is_open_seven_turns_after_the_turn_that_follows_its_fall(
    turn: int, rules: list[str]
) -> None:
    assert fallen(turn).move("24-at", "turn-record-7 1316") == rules


@pytest.mark.parametrize(("turn", "rules"), [(13, ["16.1.1.A"]), (14, [])])
def test_gostomel_is_open_three_turns_after_kiev(turn: int, rules: list[str]) -> None:
    assert fallen(turn).move("24-at", "turn-record-7 1118") == rules


def test_kiev_lost_again_is_closed() -> None:
    play = fallen(12).put("75-inf", "1216")
    assert play.move("24-at", "turn-record-7 1316") == ["16.1.1.A"]


def test_units_from_the_north_come_over_the_northern_edge_too() -> None:
    assert soviet(5).move("17g-rc", "turn-record-5 0118") == []
    assert soviet(5).move("17g-rc", "turn-record-5 1213") == []
    assert soviet().move(CORPS, "turn-record-14 0118") == ["16.1.1.A"]


# -- German ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("station", ["1631", "1921", "2430"])
def test_infantry_comes_at_any_town_or_village_on_an_open_railway(station: str) -> None:
    assert german().move(INFANTRY, f"turn-record-5 {station}") == []


@pytest.mark.parametrize("place", ["1629", "1316", "1840"])
def test_infantry_comes_nowhere_else(place: str) -> None:
    assert german().move(INFANTRY, f"turn-record-5 {place}") == ["16.1.2.B"]


def test_a_station_that_no_open_railway_joins_to_the_edge_is_closed() -> None:
    play = german().held("soviet", "0139", "0636", "0737", "0631", "1820", "1922", "2021", "2020")
    assert play.move(INFANTRY, "turn-record-5 0532") == ["16.1.2.B"]


def test_soviet_units_and_zones_close_the_railway() -> None:
    play = german()
    for at, unit in {"1730": "38-rd", "1532": "147-rd", "1932": "206-rd"}.items():
        play.put(unit, at)
    assert play.move(INFANTRY, "turn-record-5 1631") == ["16.1.2.B"]


@pytest.mark.parametrize("place", ["2232", "2430", "1240", "2733"])
def test_panzer_units_come_at_berdichev_kazatin_or_by_an_edge_road(place: str) -> None:
    assert german(4).move(PANZER, f"turn-record-4 {place}") == []


@pytest.mark.parametrize("place", ["1631", "1921", "2702", "0118"])
def test_panzer_units_come_nowhere_else(place: str) -> None:
    assert german(4).move(PANZER, f"turn-record-4 {place}") == ["16.1.2.C"]


def test_other_motorized_units_of_the_track_may_come_either_way() -> None:
    for place in ("1631", "2232", "1240"):
        assert german(5).move("1-rec", f"turn-record-5 {place}") == []


def test_a_german_reinforcement_does_not_come_early() -> None:
    assert german(3).move(PANZER, "turn-record-4 2232") == ["16.1.2.A"]


def test_a_german_reinforcement_moves_on_in_the_turn_it_comes() -> None:
    assert german(4).move(PANZER, "turn-record-4 2232 2332 2331") == []


def test_held_back_two_turns_it_comes_over_any_southern_or_western_road() -> None:
    assert german(6).move(INFANTRY, "turn-record-5 1240") == ["16.1.2.B"]
    assert german(7).move(INFANTRY, "turn-record-5 1240") == []


def test_a_unit_said_to_be_held_back_does_not_come_before_two_turns() -> None:
    play = german(5)
    assert play.declare("reinforcement", INFANTRY, as_="delay") == []
    play.at(6, "second.movement")
    assert play.move(INFANTRY, "turn-record-5 1631") == ["16.1.2.E"]
    play = german(5)
    play.declare("reinforcement", INFANTRY, as_="delay")
    assert play.at(7, "second.movement").move(INFANTRY, "turn-record-5 1240") == []


def test_the_soviets_do_not_hold_reinforcements_back() -> None:
    assert soviet().declare("reinforcement", CORPS, as_="delay") == ["16.1.2.E"]


def closed_off() -> Campaign:
    """Soviet units have passed through all roads and railways of the southern and western edge."""
    play = german(5)
    for found in play.board.data.map.places.values():
        if found.values.get("edge") in ("south", "west"):
            play.held("soviet", *(play.board.data.map.number(hex_) for hex_ in found.hexes))
    return play


def test_closed_off_reinforcements_come_over_the_edge_nearest_to_a_road() -> None:
    assert closed_off().move(PANZER, "turn-record-4 2140") == []
    assert closed_off().move(INFANTRY, "turn-record-5 2540") == ["16.1.2.B"]


def test_the_arrivals_listed_are_what_the_referee_lets_pass() -> None:
    play = Campaign("breakout", set_up=True).at(5, "second.supply")
    found = reinforcements.arrivals(play.board)
    assert {"25-pz", "1-pz", "lah", "198-inf", "hq-xlviii-pz"} <= {each.unit for each in found}
    for each in found:
        for hex_ in each.hexes[:3]:
            piece = play.unit(each.unit)
            at = play.board.number(hex_)
            move = Move(units=(each.unit,), path=(str(piece.place), at))
            assert list(play.board.rulebook.check(move, play.board)) == [], (each.unit, at)


def test_nothing_is_listed_before_its_turn() -> None:
    board = Campaign("breakout", set_up=True).at(3, "second.supply").board
    assert reinforcements.arrivals(board) == ()


# -- air units (16.2) -----------------------------------------------------------------------------


def test_air_units_come_by_the_track_in_their_turn() -> None:
    play = Campaign().at(6)
    assert play.move("s-fighter#5", "turn-record-6 soviet-unready") == []


def test_air_units_do_not_come_early() -> None:
    play = Campaign().at(5)
    assert play.move("s-fighter#5", "turn-record-6 soviet-unready") == ["16.2.B"]


def test_the_soviets_begin_with_four_fighters_four_sturmoviks_and_a_bomber() -> None:
    board = Campaign("breakout", set_up=True).board
    ready = [p.counter.id for p in board.pieces.values() if p.place == "soviet-unready"]
    assert sorted(ready) == ["s-bomber"] + ["s-fighter"] * 4 + ["s-sturmovik"] * 4


# -- optional reinforcements (17.8) ---------------------------------------------------------------

OPTION = ("german-optional-reinforcements",)


def november_9(first: int, second: int, *fallen: str) -> Campaign:
    """The German supply phase of turn 5 with both dice, Soviet units having passed some towns."""
    play = Campaign(options=OPTION).held("soviet", *fallen).at(5, "second.supply")
    assert play.roll("optional-reinforcement", first, "german") == []
    assert play.roll("optional-arrival", second, "german") == []
    return play


def arrive(play: Campaign, unit: str, turn: int = 5) -> list[str]:
    if turn > 5:
        play.at(turn, "second.supply")
    return play.move(unit, "german-optional 2430")


@pytest.mark.parametrize(
    ("die", "units"), [(4, set()), (5, {"gd"}), (7, {"gd"}), (8, {"24-pz"}), (9, {"24-pz"})]
)
def test_the_first_die_brings_a_division_or_none(die: int, units: set[str]) -> None:
    for unit in ("gd", "24-pz"):
        expected = [] if unit in units else ["17.8.A"]
        assert arrive(november_9(die, 9), unit) == expected


def test_a_fallen_town_adds_one_to_the_die() -> None:
    assert arrive(november_9(4, 9), "gd") == ["17.8.A"]
    assert arrive(november_9(4, 9, "0532"), "gd") == []


def test_the_second_die_lets_it_come_at_once_or_a_turn_later() -> None:
    assert arrive(november_9(6, 6), "gd") == []
    assert arrive(november_9(6, 5), "gd") == ["17.8.C"]
    assert arrive(november_9(6, 5), "gd", 6) == []


def test_of_both_one_comes_at_once_and_one_a_turn_later() -> None:
    play = november_9(10, 1)
    assert arrive(play, "24-pz") == []
    assert arrive(play, "gd") == ["17.8.C"]
    play = november_9(10, 1)
    arrive(play, "24-pz")
    assert arrive(play, "gd", 6) == []


def test_without_the_option_they_do_not_come() -> None:
    assert "17.8.A" in arrive(Campaign().at(5, "second.supply"), "gd")


def test_without_the_dice_in_the_log_it_cannot_be_judged() -> None:
    play = Campaign(options=OPTION).at(5, "second.supply")
    (finding,) = play.findings(Move(units=("gd",), path=("german-optional", "2430")))
    assert (finding.rule, finding.severity) == ("17.8.A", "unverifiable")


def test_before_november_9_they_do_not_come() -> None:
    assert arrive(Campaign(options=OPTION).at(4, "second.supply"), "gd") == ["17.8.A"]


def test_the_dice_are_rolled_on_november_9() -> None:
    play = Campaign(options=OPTION).at(6, "second.supply")
    assert play.roll("optional-reinforcement", 6, "german") == ["17.8.A"]
    play = Campaign().at(5, "second.supply")
    assert play.roll("optional-reinforcement", 6, "german") == ["17.8.A"]


def test_a_second_first_die_is_worth_a_look() -> None:
    play = november_9(4, 4)
    (finding,) = play.findings(_roll(9))
    assert (finding.rule, finding.severity) == ("17.8.A", "warning")


def _roll(result: int) -> Roll:
    return Roll(dice="d10", result=(result,), purpose="optional-reinforcement", side="german")


def test_they_are_listed_when_the_dice_have_brought_them() -> None:
    board = november_9(6, 6).board
    assert "gd" in {each.unit for each in reinforcements.arrivals(board)}
    board = november_9(6, 5).board
    assert "gd" not in {each.unit for each in reinforcements.arrivals(board)}


def test_the_schedule_names_turn_and_manner() -> None:
    data = Campaign().board.data
    assert entries.scheduled(data, PANZER) == (4, "panzer")
    assert entries.scheduled(data, "75-inf") is None


def test_a_declared_arrival_alone_changes_nothing() -> None:
    play = soviet()
    assert play.do(Declare(verb="reinforcement", units=(CORPS,), values={"as": "arrival"})) == []
