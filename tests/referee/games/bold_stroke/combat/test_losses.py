"""11.13 and 11.17: steps, counters turned over, substitutes, and who must take a loss."""

import pytest

from referee.actions import Move, Place
from referee.games.bold_stroke.combat.loss_priorities import candidates
from referee.games.bold_stroke.combat.losses import piece_of
from tests.referee.games.bold_stroke.fights import Fight

CORPS, LARGE, TANKS, BRIGADE, GUNS = "30-rc", "50-rc", "6-gtc", "91-tb", "13-ad"
GERMANS, PANZER, ROCKETS = "75-inf", "1-pz", "neb"


def attackers_struck(units: str, losses: int = 4, **scene: object) -> Fight:
    """Soviet units in 0404 that attacked and have losses to take."""
    fight = Fight(f"{losses}/0", **scene).put("75-inf", "0505")
    for unit in units.split("+"):
        fight.put(unit, "0404")
    return fight.fought(units)


def shown(fight: Fight, unit: str) -> tuple[str, int, int]:
    """Face, losses marked, and significant strength of the counter that stands for a unit."""
    piece = piece_of(fight.board, unit)
    assert piece is not None
    return piece.face, piece.level("loss"), fight.strength(unit)


@pytest.mark.parametrize(
    ("unit", "strengths"),
    [("50-rc", (14, 12)), ("neb", (5, 4)), ("1-pz", (10, 8))],
)
def test_losses_are_taken_from_the_significant_strength(
    unit: str, strengths: tuple[int, int]
) -> None:
    fight = Fight("1/1").put("91-tb" if unit != "50-rc" else unit, "0404")
    fight.put(GERMANS if unit == "50-rc" else unit, "0505")
    fight.attack("91-tb" if unit != "50-rc" else unit)
    fight.roll(5)
    before = fight.strength(unit)
    fight.loss(unit)
    assert (before, fight.strength(unit)) == strengths


# -- small units --------------------------------------------------------------------------------


def test_a_4_4_division_goes_to_3_then_2_turned_over_then_1() -> None:
    fight = Fight("0/4").put(CORPS, "0404").put(GERMANS, "0505").fought(CORPS)
    seen = []
    for _ in range(3):
        assert fight.loss(GERMANS) == []
        seen.append(shown(fight, GERMANS))
    assert seen == [("front", 1, 3), ("reduced", 0, 2), ("reduced", 1, 1)]


def test_5_guards_tank_corps_goes_from_6_to_5() -> None:
    fight = attackers_struck("5-gtc")
    fight.loss("5-gtc")
    assert shown(fight, "5-gtc") == ("front", 1, 5)


def test_5_guards_tank_corps_is_turned_to_2_1_3_and_takes_two_more_hits() -> None:
    fight = attackers_struck("5-gtc")
    fight.loss("5-gtc")
    fight.loss("5-gtc")
    assert shown(fight, "5-gtc") == ("reduced", 0, 3)
    piece = fight.board.pieces["5-gtc"]
    assert [str(piece.value(column)) for column in ("troop", "artillery", "armor")] == list("213")
    fight.loss("5-gtc")
    fight.loss("5-gtc")
    assert shown(fight, "5-gtc") == ("reduced", 2, 1)


def test_the_other_strengths_stay_until_the_counter_is_turned() -> None:
    fight = attackers_struck("5-gtc")
    fight.loss("5-gtc")
    piece = fight.board.pieces["5-gtc"]
    assert str(piece.value("troop")) == "4"
    fight.loss("5-gtc")
    assert str(piece.value("troop")) == "2"


def test_a_small_unit_turned_over_at_its_first_loss_is_found() -> None:
    fight = Fight("0/1").put(CORPS, "0404").put(GERMANS, "0505").fought(CORPS)
    assert fight.mark(GERMANS, "face", "reduced") == ["11.13.1"]
    assert fight.ends() == []


def test_a_small_unit_not_turned_over_at_its_second_loss_is_found() -> None:
    fight = Fight("0/1").put(CORPS, "0404").put(GERMANS, "0505", loss=1).fought(CORPS)
    assert fight.mark(GERMANS, "loss", 2) == ["11.13.1"]


def test_marking_losses_on_the_counter_counts_like_announcing_them() -> None:
    fight = Fight("0/3").put(CORPS, "0404").put(GERMANS, "0505").fought(CORPS)
    assert fight.mark(GERMANS, "loss", 1) == []
    assert fight.mark(GERMANS, "face", "reduced") == []
    assert fight.mark(GERMANS, "loss", 0) == []
    assert fight.mark(GERMANS, "loss", 1) == []
    assert fight.ends() == []


def test_the_marker_may_come_off_before_the_counter_is_turned() -> None:
    fight = Fight("0/1").put(CORPS, "0404").put(GERMANS, "0505", loss=1).fought(CORPS)
    assert fight.mark(GERMANS, "loss", 0) == []
    assert fight.mark(GERMANS, "face", "reduced") == []
    assert fight.ends() == []


@pytest.mark.parametrize("first", ["announced", "marked"])
def test_a_loss_announced_and_marked_is_one_loss(first: str) -> None:
    fight = Fight("0/1").put(CORPS, "0404").put(GERMANS, "0505").fought(CORPS)
    if first == "announced":
        assert fight.loss(GERMANS) == []
        assert fight.mark(GERMANS, "loss", 1) == []
    else:
        assert fight.mark(GERMANS, "loss", 1) == []
        assert fight.loss(GERMANS) == []
    assert fight.lost(GERMANS) == 1
    assert fight.ends() == []


def test_losses_marked_beyond_the_obligations_are_found() -> None:
    fight = Fight("0/1").put(CORPS, "0404").put(GERMANS, "0505").fought(CORPS)
    fight.mark(GERMANS, "loss", 1)
    assert fight.mark(GERMANS, "face", "reduced") == ["11.9.A"]


# -- large units --------------------------------------------------------------------------------


def test_a_large_unit_loses_two_points_a_step_and_is_turned_with_its_third() -> None:
    fight = attackers_struck("30-rc")
    seen = []
    for _ in range(4):
        assert fight.loss("30-rc") == []
        seen.append(shown(fight, "30-rc"))
    assert seen == [("front", 1, 8), ("front", 2, 6), ("reduced", 0, 4), ("reduced", 1, 3)]


def test_a_large_unit_turned_over_at_its_second_loss_is_found() -> None:
    fight = Fight("1/0").put(CORPS, "0404", loss=1).put(GERMANS, "0505").fought(CORPS)
    assert fight.mark(CORPS, "face", "reduced") == ["11.13.2.C"]


def test_1st_panzer_takes_four_hits_on_its_reduced_side() -> None:
    fight = Fight("0/4").put(CORPS, "0404").put(PANZER, "0505", face="reduced").fought(CORPS)
    seen = [fight.strength(PANZER)]
    for _ in range(3):
        assert fight.loss(PANZER) == []
        seen.append(fight.strength(PANZER))
    assert seen == [5, 4, 3, 2]


# -- the large rifle corps ----------------------------------------------------------------------


def test_a_14_point_corps_shows_its_first_loss_by_turning_to_12() -> None:
    fight = attackers_struck(LARGE)
    assert fight.loss(LARGE) == []
    assert shown(fight, LARGE) == ("reduced", 0, 12)


def test_its_second_loss_brings_the_counter_with_10() -> None:
    fight = attackers_struck(LARGE)
    for _ in range(2):
        assert fight.loss(LARGE) == []
    assert shown(fight, LARGE) == ("front", 0, 10)
    assert fight.where("50-rc-sub") == "0404"
    assert fight.where(LARGE) == "0404"


def test_after_that_the_counter_with_10_loses_in_the_normal_fashion() -> None:
    fight = attackers_struck(LARGE, losses=6)
    seen = []
    for _ in range(6):
        assert fight.loss(LARGE) == []
        seen.append(fight.strength(LARGE))
    assert seen == [12, 10, 8, 6, 4, 3]


def test_players_may_put_the_substitute_down_themselves() -> None:
    fight = Fight("1/0").put(LARGE, "0404", face="reduced").put(GERMANS, "0505")
    fight.put("50-rc-sub", "soviet-substitutes").fought(LARGE)
    assert fight.do(Move(units=("50-rc-sub",), path=("soviet-substitutes", "0404"))) == []
    assert fight.do(Move(units=(LARGE,), path=("0404", "soviet-substitutes"))) == []
    assert fight.ends() == []


def test_a_substitute_put_down_counts_as_the_loss() -> None:
    fight = Fight("1/0").put(LARGE, "0404", face="reduced").put(GERMANS, "0505").fought(LARGE)
    assert fight.do(Place(unit="50-rc-sub", at="0404")) == []
    assert fight.do(Move(units=(LARGE,), path=("0404", "soviet-substitutes"))) == []
    assert fight.ends() == []


def test_a_corps_that_keeps_its_counter_for_both_steps_is_accepted() -> None:
    fight = Fight("1/0").put(LARGE, "0404", face="reduced").put(GERMANS, "0505").fought(LARGE)
    assert fight.mark(LARGE, "loss", 1) == []
    assert fight.lost(LARGE) == 2
    assert fight.ends() == []


def test_the_substitute_goes_on_for_its_corps() -> None:
    fight = attackers_struck(LARGE, losses=2)
    fight.loss(LARGE)
    fight.loss(LARGE)
    assert fight.advance("50-rc-sub", "0404-0505") == ["11.12.A"]


# -- who takes them -----------------------------------------------------------------------------


def test_the_tank_brigade_of_the_example_takes_the_first_loss_the_corps_the_second() -> None:
    fight = Fight("2/0").put("75-inf", "0505")
    fight.put("30-rc", "0404").put(BRIGADE, "0404").put("38-rd", "0405").put("147-rd", "0405")
    fight.fought(f"30-rc+{BRIGADE}+38-rd+147-rd")
    assert candidates(fight.board, fight.combat, "soviet") == {BRIGADE}
    assert fight.loss(BRIGADE) == []
    assert candidates(fight.board, fight.combat, "soviet") == {"30-rc"}
    assert fight.loss("30-rc") == []
    assert shown(fight, "30-rc") == ("front", 1, 8)


def test_the_first_loss_on_another_unit_is_found() -> None:
    fight = attackers_struck(f"30-rc+{BRIGADE}")
    assert fight.loss("30-rc") == ["11.13.3.A"]


def test_a_finding_on_a_loss_names_the_reading_it_rests_on() -> None:
    found = attackers_struck("30-rc+38-rd").declared("loss", "38-rd")
    assert any(text.startswith("defect strongest-unit") for text in found[0].rests_on)


def test_without_tanks_the_strongest_unit_takes_the_first_loss() -> None:
    assert attackers_struck("30-rc+38-rd").loss("30-rc") == []
    assert attackers_struck("30-rc+38-rd").loss("38-rd") == ["11.13.3.A"]


def test_the_strongest_changes_as_losses_are_taken() -> None:
    fight = attackers_struck("24-rc+77-rc")
    assert fight.loss("24-rc") == []
    assert fight.loss("24-rc") == ["11.13.3.C"]


def test_of_equal_units_the_owner_chooses() -> None:
    assert attackers_struck("24-rc+77-rc").loss("24-rc") == []
    assert attackers_struck("24-rc+77-rc").loss("77-rc") == []


def test_the_defenders_anti_tank_guns_take_the_first_loss_when_they_meet_tanks() -> None:
    fight = Fight("0/1").put(TANKS, "0404").put("88-at", "0505").put("dr", "0505")
    fight.put("1-rec", "0505").fought(TANKS)
    assert "1-rec" not in candidates(fight.board, fight.combat, "german")


def test_anti_tank_guns_that_meet_no_tanks_do_not_come_first() -> None:
    fight = Fight("0/1").put(CORPS, "0404").put("88-at", "0505").put(GERMANS, "0505").fought(CORPS)
    assert candidates(fight.board, fight.combat, "german") == {GERMANS}


def test_artillery_in_the_hex_takes_no_loss_before_the_others() -> None:
    fight = Fight("0/2").put(CORPS, "0404").put(GERMANS, "0505").put(ROCKETS, "0505").fought(CORPS)
    assert fight.loss(ROCKETS) == ["11.13.3.B"]


def test_artillery_takes_a_loss_when_each_other_unit_has() -> None:
    fight = Fight("0/2").put(CORPS, "0404").put(GERMANS, "0505").put(ROCKETS, "0505").fought(CORPS)
    assert fight.loss(GERMANS) == []
    assert fight.loss(ROCKETS) == []
    assert fight.ends() == []


def test_artillery_that_is_not_adjacent_takes_no_losses() -> None:
    fight = Fight("1/0").put(CORPS, "0404").put(GUNS, "0303").put(GERMANS, "0505")
    fight.attack(CORPS)
    fight.support(GUNS)
    fight.roll(5)
    assert fight.loss(GUNS) == ["12.2.A"]


def test_artillery_beside_the_hex_may_take_losses_after_the_others() -> None:
    fight = Fight("2/0").put("38-rd", "0404").put("33-g", "0404").put("208-inf", "0505")
    fight.attack("38-rd")
    fight.support("33-g")
    fight.roll(5)
    assert fight.loss("38-rd") == []
    assert fight.loss("33-g") == []


def test_a_headquarters_that_only_fired_from_afar_takes_no_losses() -> None:
    fight = Fight("1/0").put(CORPS, "0404").put("hq-60", "0303").put(GERMANS, "0505")
    fight.attack(CORPS)
    fight.support("hq-60")
    fight.roll(5)
    assert fight.loss("hq-60") == ["11.2.E"]


def test_a_headquarters_in_the_hex_attacked_may_take_losses() -> None:
    fight = Fight("0/1").put(CORPS, "0404").put("hq-vii", "0505").fought(CORPS)
    assert fight.loss("hq-vii") == []


def test_a_unit_that_did_not_fight_takes_no_losses() -> None:
    fight = Fight("1/0").put(CORPS, "0404").put("38-rd", "0404").put(GERMANS, "0505").fought(CORPS)
    assert fight.loss("38-rd") == ["11.13.3.A"]


# -- destruction --------------------------------------------------------------------------------


def test_a_destroyed_unit_goes_to_the_box_of_its_side() -> None:
    fight = Fight("0/3").put(CORPS, "0404").put("183-inf", "0505", face="reduced").fought(CORPS)
    fight.loss("183-inf")
    fight.loss("183-inf", effect="destroyed")
    assert fight.where("183-inf") == "german-eliminated"


def test_a_unit_taken_off_with_steps_left_pays_for_each() -> None:
    fight = Fight("0/1").put(CORPS, "0404").put(GERMANS, "0505").fought(CORPS)
    assert fight.remove(GERMANS) == ["11.9.A"]


def test_a_turned_counter_carries_no_loss_marker_over() -> None:
    fight = Fight().put(GERMANS, "0505", loss=1)
    fight.phase("first.movement")
    fight.mark(GERMANS, "face", "reduced")
    assert fight.board.pieces[GERMANS].level("loss") == 0
