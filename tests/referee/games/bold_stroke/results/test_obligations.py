"""11.9 and 11.15: how obligations are met, by whose choice, in which order."""

import pytest

from referee.games.bold_stroke.results.obligations import (
    legal_losses,
    legal_obligation_choices,
    owed,
)
from tests.referee.games.bold_stroke.fights import Fight

CORPS, TANKS, BRIGADE, RIFLES = "30-rc", "6-gtc", "91-tb", "38-rd"
GERMANS, PANZER, WEAK = "75-inf", "1-pz", "208-inf"


def rolled(results: str, **scene: object) -> Fight:
    """A corps in 0404 has attacked a division in 0505; the die has fallen."""
    return Fight(results, **scene).put(CORPS, "0404").put(GERMANS, "0505").fought(CORPS)


# -- meeting them -------------------------------------------------------------------------------


@pytest.mark.parametrize("losses", [0, 1, 2])
def test_obligations_are_met_by_losses_and_retreats_in_any_mixture(losses: int) -> None:
    fight = rolled("0/2")
    for _ in range(losses):
        assert fight.loss(GERMANS) == []
    paths = {2: "", 1: "0505-0605", 0: "0505-0605-0706"}
    if paths[losses]:
        assert fight.retreat(GERMANS, paths[losses]) == []
    assert fight.ends() == []


def test_an_obligation_that_is_not_met_is_found_once() -> None:
    fight = rolled("0/2")
    fight.loss(GERMANS)
    assert fight.ends() == ["11.9.A"]


def test_an_obligation_too_many_is_found() -> None:
    fight = rolled("0/1")
    fight.loss(GERMANS)
    assert fight.loss(GERMANS) == ["11.9.A"]
    assert fight.ends() == []


def test_a_retreat_beyond_the_obligations_is_found() -> None:
    fight = rolled("0/1")
    assert fight.retreat(GERMANS, "0505-0605-0706") == ["11.11.A"]


def test_the_attacker_meets_one_obligation_by_retreat() -> None:
    fight = rolled("2/0")
    assert fight.loss(CORPS) == []
    assert fight.retreat(CORPS, "0404-0304") == []
    assert fight.ends() == []


def test_the_attacker_meets_no_second_one_by_retreat() -> None:
    fight = rolled("2/0")
    assert fight.retreat(CORPS, "0404-0304-0204") == ["11.9.E"]


def test_all_attackers_retreat_or_none() -> None:
    fight = Fight("1/0").put(CORPS, "0404").put(TANKS, "0405").put(GERMANS, "0505")
    fight.fought(f"{CORPS}+{TANKS}")
    assert fight.retreat(CORPS, "0404-0304") == []
    assert fight.ends() == ["11.9.E"]


def test_the_attacker_pays_after_the_defender() -> None:
    fight = rolled("1/1")
    assert fight.loss(CORPS) == ["11.9.B"]


def test_the_attacker_pays_when_the_defender_has() -> None:
    fight = rolled("1/1")
    assert fight.loss(GERMANS) == []
    assert fight.loss(CORPS) == []
    assert fight.ends() == []


# -- who decides --------------------------------------------------------------------------------


def test_the_defender_decides_its_first_obligation_the_attacker_its_second() -> None:
    fight = rolled("0/2")
    assert fight.declare("obligation", side="defender", number=1, as_="loss", by="german") == []
    assert fight.declare("obligation", side="defender", number=2, as_="loss", by="soviet") == []


def test_the_attacker_does_not_decide_the_defenders_odd_obligations() -> None:
    fight = rolled("0/2")
    assert fight.declare("obligation", side="defender", as_="loss", by="soviet") == ["11.9.C"]


def test_the_defender_does_not_decide_its_even_obligations() -> None:
    fight = rolled("0/2")
    fight.declare("obligation", side="defender", as_="retreat", by="german")
    assert fight.declare("obligation", side="defender", as_="loss", by="german") == ["11.9.C"]


def test_the_defender_does_not_decide_for_the_attacker() -> None:
    fight = rolled("1/0")
    assert fight.declare("obligation", side="attacker", as_="loss", by="german") == ["11.9.F"]
    assert rolled("1/0").declare("obligation", side="attacker", as_="loss", by="soviet") == []


def test_obligations_come_in_their_order() -> None:
    fight = rolled("0/2")
    assert fight.declare("obligation", side="defender", number=2, as_="loss") == ["11.9.C"]


def test_the_attacker_announces_no_second_retreat() -> None:
    fight = rolled("2/0")
    fight.declare("obligation", side="attacker", as_="retreat")
    assert fight.declare("obligation", side="attacker", as_="retreat") == ["11.9.E"]


def test_an_announcement_without_the_deed_is_found_at_the_end() -> None:
    fight = rolled("0/1")
    fight.declare("obligation", side="defender", as_="loss")
    assert fight.ends() == ["11.9.A"]


# -- the last step ------------------------------------------------------------------------------


def on_its_last_step(results: str) -> Fight:
    """A division with one step left is attacked."""
    fight = Fight(results).put(CORPS, "0404").put(GERMANS, "0505", face="reduced", loss=1)
    assert fight.strength(GERMANS) == 1
    return fight.fought(CORPS)


def test_a_forced_loss_of_a_last_step_has_no_effect() -> None:
    fight = on_its_last_step("0/2")
    assert fight.retreat(GERMANS, "0505-0605") == []
    assert fight.loss(GERMANS) == []
    assert fight.where(GERMANS) == "0605"
    assert fight.ends() == []


def test_a_forced_loss_of_a_last_step_may_be_told_as_no_effect() -> None:
    fight = on_its_last_step("0/2")
    fight.retreat(GERMANS, "0505-0605")
    assert fight.declare("obligation", side="defender", as_="retreat") == []
    assert fight.declare("obligation", side="defender", as_="no effect") == []
    assert fight.ends() == []


def test_a_unit_on_its_last_step_may_retreat_instead_of_a_forced_loss() -> None:
    fight = on_its_last_step("0/2")
    assert fight.retreat(GERMANS, "0505-0605-0706") == []
    assert fight.ends() == []


def test_two_losses_destroy_a_unit_on_its_last_step_if_the_owner_chose_one() -> None:
    fight = on_its_last_step("0/2")
    fight.declare("obligation", side="defender", as_="loss")
    assert fight.loss(GERMANS) == []
    fight.declare("obligation", side="defender", as_="loss")
    assert fight.loss(GERMANS) == []
    assert fight.where(GERMANS) == "german-eliminated"
    assert fight.board.state.combat.destroyed == {GERMANS: 1}
    assert fight.ends() == []


def test_a_unit_on_its_last_step_is_not_destroyed_by_one_loss() -> None:
    fight = on_its_last_step("0/1")
    assert fight.remove(GERMANS) == ["11.15.A"]


def test_it_is_taken_off_at_once_where_two_losses_are_due() -> None:
    fight = on_its_last_step("0/2")
    assert fight.remove(GERMANS) == []
    assert fight.ends() == []


def test_it_is_not_taken_off_when_a_retreat_met_one_of_two() -> None:
    fight = on_its_last_step("0/2")
    assert fight.retreat(GERMANS, "0505-0605") == []
    assert fight.remove(GERMANS) == ["11.15.A"]


def test_two_announced_losses_end_a_last_step_and_the_way_is_free() -> None:
    fight = on_its_last_step("0/3")
    assert fight.loss(GERMANS, steps=2) == []
    assert fight.where(GERMANS) != "0505"
    assert fight.advance(CORPS, "0404-0505") == []
    assert fight.ends() == []


def test_a_loss_without_effect_does_not_meet_the_owners_last_obligation() -> None:
    assert on_its_last_step("0/1").loss(GERMANS) == ["11.15.C"]
    fight = on_its_last_step("0/2")
    assert fight.retreat(GERMANS, "0505-0605") == []
    assert fight.loss(GERMANS) == []


def test_obligations_met_without_a_word_are_counted_when_the_next_is_announced() -> None:
    for numbered in (True, False):
        fight = rolled("0/2")
        assert fight.retreat(GERMANS, "0505-0605") == []
        said = ("obligation", "", None, "soviet")
        if numbered:
            assert fight.declare(*said, side="defender", number=2, as_="loss") == []
        else:
            assert fight.declare(*said, side="defender", as_="loss") == []
    fight = rolled("0/3")
    assert fight.retreat(GERMANS, "0505-0605") == []
    assert fight.declare("obligation", by="soviet", side="defender", number=3, as_="loss") == [
        "11.9.C", "11.9.C"
    ]  # fmt: skip


def test_a_second_loss_may_destroy_it() -> None:
    fight = on_its_last_step("0/2")
    fight.loss(GERMANS)
    assert fight.remove(GERMANS) == []
    assert fight.ends() == []


def test_a_unit_with_more_steps_has_no_loss_without_effect() -> None:
    fight = rolled("0/2")
    assert fight.loss(GERMANS, effect="none") == ["11.15.B"]
    assert rolled("0/1").declare("obligation", side="defender", as_="no effect") == ["11.15.B"]


def test_the_owner_retreats_rather_than_take_a_last_loss_without_effect() -> None:
    fight = on_its_last_step("0/1")
    assert fight.declare("obligation", side="defender", as_="loss") == ["11.15.C"]
    assert on_its_last_step("0/1").declare("obligation", side="defender", as_="retreat") == []


def test_a_last_obligation_left_without_effect_is_found_by_that_rule() -> None:
    assert on_its_last_step("0/1").ends() == ["11.15.C"]


def test_it_takes_the_loss_where_it_cannot_retreat() -> None:
    fight = Fight("0/1").put(GERMANS, "0505", face="reduced", loss=1)
    around = ("0404", "0405", "0504", "0506", "0604", "0605")
    for unit, at in zip(
        ("30-rc", "15-rc", "38-rd", "147-rd", "206-rd", "309-rd"), around, strict=True
    ):
        fight.put(unit, at)
    fight.fought("30-rc")
    assert fight.declare("obligation", side="defender", as_="loss") == []
    assert fight.ends() == []


# -- what is owed, for players who are told -----------------------------------------------------


def test_what_is_owed_is_told_step_by_step() -> None:
    fight = rolled("1/2")
    first = owed(fight.board)
    assert first is not None
    assert (first.side, first.decider, first.number, first.step) == (
        "german",
        "german",
        1,
        "choose",
    )
    assert legal_obligation_choices(fight.board) == ("loss", "retreat")
    fight.declare("obligation", side="defender", as_="loss")
    second = owed(fight.board)
    assert second is not None
    assert (second.side, second.step) == ("german", "loss")
    assert legal_losses(fight.board) == (GERMANS,)
    fight.loss(GERMANS)
    third = owed(fight.board)
    assert third is not None
    assert (third.side, third.decider, third.number, third.step) == (
        "german",
        "soviet",
        2,
        "choose",
    )
    fight.declare("obligation", side="defender", as_="retreat")
    fight.retreat(GERMANS, "0505-0605")
    last = owed(fight.board)
    assert last is not None
    assert (last.side, last.decider) == ("soviet", "soviet")
    fight.declare("obligation", side="attacker", as_="loss")
    fight.loss(CORPS)
    assert owed(fight.board) is None


def test_nothing_is_owed_before_a_die() -> None:
    assert owed(Fight().board) is None
    assert legal_obligation_choices(Fight().board) == ()
    assert legal_losses(Fight().board) == ()
