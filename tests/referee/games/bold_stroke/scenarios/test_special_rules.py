"""What binds while a scenario is played: its length, and the special rules of chapter 18."""

from __future__ import annotations

import pytest

from compiler.hexes import Hex
from referee.actions import BeginPhase, Declare, Move
from referee.games.bold_stroke.scenarios import special_rules
from referee.games.bold_stroke.scenarios.numbers import NUMBERS
from tests.referee.games.bold_stroke.campaign import Campaign
from tests.referee.games.bold_stroke.scene import shipped


def played(scenario: str = "breakout") -> Campaign:
    return Campaign(scenario, set_up=True)


# -- length -------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", NUMBERS)
def test_a_scenario_ends_with_its_last_turn(scenario: str) -> None:
    last = len(shipped().scenarios[scenario].turns)
    campaign = Campaign(scenario).at(last, "turn-end.turn-end")
    assert campaign.do(BeginPhase(turn=last + 1, phase="weather.weather")) == [
        NUMBERS[scenario].length
    ]


def test_the_last_turn_itself_is_played() -> None:
    campaign = Campaign("breakout").at(6, "turn-end.turn-end")
    assert campaign.do(BeginPhase(turn=7, phase="weather.weather")) == []


def test_that_a_scenario_goes_on_is_told_once() -> None:
    campaign = Campaign("breakout").at(8)
    assert campaign.do(BeginPhase(turn=8, phase="initiative.initiative")) == []


# -- 18.4.4: Bukrin and Lyutezh ------------------------------------------------------------------


def attack(campaign: Campaign, target: str, *names: str) -> None:
    campaign.board.apply(Declare(verb="attack", units=names, target=target))


def leaves(campaign: Campaign, phase: str = "second.movement") -> list[str]:
    """The rules that a panzergrenadier division breaches by going from Bukrin to Lyutezh."""
    board = campaign.board
    campaign.at(board.turn, phase)
    board.relocate(board.pieces["10-pzgr"], board.data.map.hex("1714"))
    return [rule for rule in campaign.move("10-pzgr", "1714>1614") if rule.startswith("18")]


def test_units_at_bukrin_stay_while_lyutezh_is_quiet() -> None:
    assert leaves(played().at(1)) == ["18.4.4.B"]


def test_units_at_bukrin_may_move_on_their_own_front() -> None:
    campaign = played().at(1, "second.movement")
    assert "18.4.4.B" not in campaign.move("3-pz", "2208 2309")


def test_the_korps_of_other_fronts_are_not_bound() -> None:
    campaign = played().at(1, "second.movement")
    board = campaign.board
    board.relocate(board.pieces["75-inf"], board.data.map.hex("1714"))
    assert "18.4.4.B" not in campaign.move("75-inf", "1714>1614")


def test_units_at_bukrin_may_leave_a_turn_after_the_attack_at_lyutezh() -> None:
    campaign = played().at(2, "first.combat")
    attack(campaign, "1118", "50-rc")
    assert campaign.board.state.scenario.lyutezh_attack is None
    board = campaign.board
    here = next(p for p in board.units_at(board.data.map.hex("1017")) if p.side == "soviet")
    attack(campaign, "1118", here.id)
    assert campaign.board.state.scenario.lyutezh_attack == 2
    assert leaves(campaign) == ["18.4.4.B"]
    assert leaves(campaign.at(3)) == []


def test_they_may_leave_at_once_if_not_every_rifle_unit_attacked_at_bukrin() -> None:
    campaign = played().at(1, "first.combat")
    attack(campaign, "2208", "47-rc")
    assert leaves(campaign.at(1, "first.second-combat")) == []


def test_they_stay_if_every_rifle_unit_attacked_at_bukrin() -> None:
    campaign = played().at(1, "first.combat")
    board = campaign.board
    beside = special_rules.line(board, special_rules.BUKRIN).before
    for said in shipped().scenarios["breakout"].setup:
        if said.place in beside:
            attack(campaign, "2208" if board.number(said.place) == "2108" else "2209", said.piece)
    assert leaves(campaign.at(1, "first.second-combat")) == ["18.4.4.B"]


def test_they_may_leave_the_turn_after_the_line_at_lyutezh_is_broken() -> None:
    campaign = played().at(1, "first.combat")
    board = campaign.board
    sides = sorted(special_rules.line(board, special_rules.LYUTEZH).sides)[:2]
    behind = special_rules.line(board, special_rules.LYUTEZH).behind
    for number, side in enumerate(sides):
        start, end = sorted(side, key=lambda hex_: hex_ in behind)
        unit = board.pieces[("91-tb", "5-gtc")[number]]
        board.relocate(unit, start)
        board.apply(Move(units=(unit.id,), path=(board.number(start), board.number(end))))
        assert board.state.scenario.breakout == (1 if number else None)
    assert special_rules.korps_abteilung_turn(board) == 2
    assert leaves(campaign.at(2)) == []


def test_korps_abteilung_c_comes_in_turn_three_without_a_breakout() -> None:
    assert special_rules.korps_abteilung_turn(played().board) == 3


def test_a_hexside_crossed_twice_is_one_hexside() -> None:
    campaign = played().at(1, "first.movement")
    board = campaign.board
    side = min(special_rules.line(board, special_rules.LYUTEZH).sides)
    ends = [board.number(hex_) for hex_ in side]
    board.relocate(board.pieces["91-tb"], board.data.map.hex(ends[0]))
    board.apply(Move(units=("91-tb",), path=(ends[0], ends[1], ends[0])))
    assert len(board.state.scenario.crossed) == 1
    assert board.state.scenario.breakout is None


def test_in_other_scenarios_nobody_is_bound_to_bukrin() -> None:
    campaign = played("riposte").at(1, "first.movement")
    board = campaign.board
    board.relocate(board.pieces["10-pzgr"], board.data.map.hex("1714"))
    assert "18.4.4.B" not in campaign.move("10-pzgr", "1714>1614")


# -- air units ----------------------------------------------------------------------------------


def commit(campaign: Campaign, formation: str, *names: str) -> list[str]:
    found = []
    for name in names:
        found += campaign.declare("commit-air", name, f"air-{formation}")
    return [rule for rule in found if rule.startswith("18")]


def ready(campaign: Campaign, side: str) -> Campaign:
    for piece in campaign.board.pieces.values():
        if piece.place == f"{side}-unready":
            campaign.board.relocate(piece, f"{side}-ready")
    return campaign


GERMANS = ("g-bomber", "g-bomber#2", "g-bomber#3", "g-bomber#4", "g-stuka")


def test_a_third_of_the_german_air_units_may_support_the_korps_at_lyutezh() -> None:
    campaign = ready(played().at(1, "first.air-commitment"), "german")
    assert commit(campaign, "vii", *GERMANS[:2]) == []
    assert commit(campaign, "xiii", GERMANS[2]) == []
    assert commit(campaign, "xiii", GERMANS[3]) == ["18.4.4.A"]
    assert commit(campaign, "xiii", GERMANS[4]) == []


def test_other_korps_get_as_many_as_they_like() -> None:
    campaign = ready(played().at(1, "first.air-commitment"), "german")
    assert commit(campaign, "xxiv-pz", *GERMANS) == []


def test_the_share_is_free_a_turn_after_the_attack() -> None:
    for turn, expected in ((1, ["18.4.4.A"]), (2, [])):
        campaign = played().at(1, "first.combat")
        campaign.board.state.scenario.lyutezh_attack = 1
        ready(campaign.at(turn, "second.air-commitment"), "german")
        assert commit(campaign, "vii", *GERMANS) == expected


def test_moving_air_units_to_the_box_commits_them_too() -> None:
    campaign = ready(played().at(1, "first.air-commitment"), "german")
    found = campaign.move("+".join(GERMANS), "german-ready air-vii")
    assert [rule for rule in found if rule.startswith("18")] == ["18.4.4.A"]


def test_in_the_first_turn_the_60th_army_gets_four_air_units() -> None:
    names = ("s-fighter", "s-fighter#2", "s-fighter#3", "s-sturmovik", "s-sturmovik#2")
    campaign = ready(played("manstein-strikes-again").at(1, "first.air-commitment"), "soviet")
    assert commit(campaign, "60-army", *names[:4]) == []
    assert commit(campaign, "60-army", names[4]) == ["18.7.4"]
    later = ready(played("manstein-strikes-again").at(2, "first.air-commitment"), "soviet")
    assert commit(later, "60-army", *names) == []


def test_in_the_first_turn_the_xlii_korps_gets_four_air_units() -> None:
    campaign = ready(played("zhitomir-berdichev").at(1, "first.air-commitment"), "german")
    assert commit(campaign, "xlii", *GERMANS) == ["18.10.4.A"]
    assert commit(campaign, "xiii", "g-fighter") == []


def test_air_units_that_have_flown_count_for_the_rest_of_the_turn() -> None:
    campaign = ready(played("zhitomir-berdichev").at(1, "first.air-commitment"), "german")
    assert commit(campaign, "xlii", *GERMANS[:4]) == []
    campaign.at(1, "second.air-commitment")
    campaign.board.relocate(campaign.unit(GERMANS[4]), "german-ready")
    assert commit(campaign, "xlii", GERMANS[4]) == ["18.10.4.A"]


# -- reserves -----------------------------------------------------------------------------------


def test_only_the_xlviii_panzerkorps_has_reserves_in_scenario_7() -> None:
    for head, expected in (("hq-xlviii-pz", []), ("hq-xiii", ["18.10.4.B"])):
        campaign = played("zhitomir-berdichev").at(1, "second.movement")
        board = campaign.board
        place = board.pieces[head].place
        assert isinstance(place, Hex)
        board.relocate(board.pieces["37-rec"], place)
        found = campaign.declare("reserve", "37-rec", head)
        assert [rule for rule in found if rule.startswith("18")] == expected


def test_a_marker_put_on_a_unit_far_from_the_xlviii_panzerkorps_is_found() -> None:
    campaign = played("zhitomir-berdichev").at(1, "second.movement")
    board = campaign.board
    place = board.pieces["hq-vii"].place
    assert isinstance(place, Hex)
    board.relocate(board.pieces["37-rec"], place)
    assert "18.10.4.B" in campaign.set("reserve", True, "37-rec")


def test_the_soviets_designate_reserves_as_usual_in_scenario_7() -> None:
    campaign = played("zhitomir-berdichev").at(1, "first.movement")
    place = campaign.unit("hq-60").place
    assert isinstance(place, Hex)
    campaign.board.relocate(campaign.unit("150-tb"), place)
    found = campaign.declare("reserve", "150-tb", "hq-60")
    assert "18.10.4.B" not in found


# -- hidden armies ------------------------------------------------------------------------------


def committed(campaign: Campaign) -> set[str]:
    return campaign.board.state.scenario.committed


def test_a_unit_of_a_hidden_army_that_moves_next_to_the_enemy_is_committed() -> None:
    campaign = Campaign("manstein-strikes-again").put("74-rc", "1515").put("75-inf", "1517")
    campaign.at(1, "second.movement").move("74-rc", "1515 1516")
    assert committed(campaign) == {"74-rc"}


def test_a_unit_of_a_hidden_army_is_committed_when_the_enemy_comes_next_to_it() -> None:
    campaign = Campaign("manstein-strikes-again").put("11-rc", "1515").put("75-inf", "1517")
    campaign.at(1, "first.movement").move("75-inf", "1517 1516")
    assert committed(campaign) == {"11-rc"}


def test_units_that_stay_away_are_not_committed() -> None:
    campaign = Campaign("manstein-strikes-again").put("74-rc", "1515").put("75-inf", "1518")
    campaign.at(1, "second.movement").move("74-rc", "1515 1516")
    assert committed(campaign) == set()


def test_units_of_other_armies_cost_nothing() -> None:
    campaign = Campaign("manstein-strikes-again").put("21-rc", "1515").put("75-inf", "1517")
    campaign.at(1, "second.movement").move("21-rc", "1515 1516")
    assert committed(campaign) == set()


def test_scenarios_without_hidden_armies_count_no_commitments() -> None:
    campaign = Campaign("breakout").put("74-rc", "1515").put("75-inf", "1517")
    campaign.at(1, "first.movement").move("74-rc", "1515 1516")
    assert committed(campaign) == set()
