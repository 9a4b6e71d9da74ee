"""16.3, withdrawals. The dates are stand-ins: 3rd Panzer on turn 13, 88th Infantry on 19."""

import pytest

from referee.actions import PhaseEnds
from referee.games.bold_stroke.forces import withdrawals
from tests.referee.games.bold_stroke.campaign import Campaign

PANZER, INFANTRY, PARATROOPS = "3-pz", "88-inf", "2-fj"
STATION = "2430"
"""Kazatin, joined to the southern edge by rail."""


def german(turn: int, *units: str, options: tuple[str, ...] = ()) -> Campaign:
    """German movement, with units in Kazatin."""
    play = Campaign(options=options)
    for unit in units:
        play.put(unit, STATION)
    return play.at(turn, "second.movement")


def last(play: Campaign, kept: bool = True) -> list[tuple[str, str]]:
    """What the end of the turn finds of chapter 16.3, in a log that tells of arrivals or not."""
    play.board.state.records.track.kept = kept
    play.phase("turn-end.turn-end")
    found = play.findings(PhaseEnds(turn=play.board.turn, phase="turn-end.turn-end"))
    return [(f.rule, f.severity) for f in found if f.rule.startswith("16.3")]


def test_a_unit_withdraws_in_its_turn_from_a_railway() -> None:
    play = german(13, PANZER)
    assert play.declare("withdrawal", PANZER) == []
    assert play.unit(PANZER).place == "german-withdrawn"
    assert last(play) == []


def test_the_box_of_withdrawn_units_tells_it_too() -> None:
    play = german(13, PANZER)
    assert play.move(PANZER, f"{STATION} german-withdrawn") == []
    assert last(play) == []


def test_taking_it_off_as_withdrawn_tells_it_too() -> None:
    play = german(13, PANZER)
    assert play.remove(PANZER, "withdrawn") == []
    assert last(play) == []


def test_a_unit_does_not_withdraw_before_its_turn() -> None:
    assert german(12, PANZER).declare("withdrawal", PANZER) == ["16.3.A"]


def test_a_unit_that_the_track_does_not_name_does_not_withdraw() -> None:
    assert german(13, PANZER, "75-inf").declare("withdrawal", "75-inf") == ["16.3.A"]


def test_a_panzergrenadier_division_may_go_in_the_turn_of_the_track_before_its_last_step() -> None:
    assert german(12, "10-pzgr").declare("withdrawal", "10-pzgr") == []
    assert german(11, "10-pzgr").declare("withdrawal", "10-pzgr") == ["16.3.A"]
    assert last(german(12, "10-pzgr")) == []


def test_withdrawals_are_mandatory() -> None:
    assert last(german(13, PANZER)) == [("16.3.A", "violation")]


def test_a_log_that_tells_of_no_arrivals_may_not_have_written_it_down() -> None:
    assert last(german(13, PANZER), kept=False) == [("16.3.A", "unverifiable")]


def test_a_missing_withdrawal_is_told_once() -> None:
    play = german(13, PANZER)
    last(play)
    play.at(14, "second.movement")
    assert ("16.3.A", "violation") not in last(play)


def test_a_unit_withdraws_from_a_railway_that_leads_to_its_edge() -> None:
    play = german(13).put(PANZER, "1629")
    assert play.declare("withdrawal", PANZER) == ["16.3.B"]
    play = german(13, PANZER).held("soviet", "2431", "2531", "2530", "2329", "2330")
    play.put("38-rd", "1213")
    assert play.declare("withdrawal", PANZER) == ["16.3.B"]


def test_for_a_destroyed_unit_one_of_like_strength_leaves() -> None:
    play = german(13, "19-pz", "1-pz")
    play.board.state.combat.destroyed[PANZER] = 5
    (due,) = withdrawals.withdrawals_due(play.board)[-1:]
    assert due.candidates == ("19-pz",)
    assert play.declare("withdrawal", "1-pz") == ["16.3.A"]
    play = german(13, "19-pz", "1-pz")
    play.board.state.combat.destroyed[PANZER] = 5
    assert play.declare("withdrawal", "19-pz") == []
    assert last(play) == []


def test_a_unit_that_can_go_itself_is_not_replaced() -> None:
    assert german(13, PANZER, "19-pz").declare("withdrawal", "19-pz") == ["16.3.A"]


# -- to rebuild (16.3.C, 16.3.D) ------------------------------------------------------------------


def test_one_infantry_division_leaves_to_rebuild_whichever_it_is() -> None:
    for unit in (INFANTRY, "75-inf"):
        play = Campaign("manstein-strikes-again").put(INFANTRY, STATION).put("75-inf", STATION)
        play.at(2, "second.movement")
        assert play.declare("withdrawal", unit) == []
        assert last(play) == []


def test_without_it_the_turn_ends_in_a_fault() -> None:
    play = Campaign("manstein-strikes-again").put(INFANTRY, STATION).at(2, "second.movement")
    assert last(play) == [("16.3.A", "violation")]


def test_a_panzergrenadier_division_at_its_last_step_leaves_the_next_turn() -> None:
    play = german(7).put("20-pzgr", STATION, face="reduced", loss=1)
    assert last(play) == []
    play.at(8, "second.movement")
    assert [due.unit for due in withdrawals.withdrawals_due(play.board)] == ["20-pzgr"]
    assert last(play) == [("16.3.A", "violation")]


def test_it_may_leave_as_it_must() -> None:
    play = german(7).put("20-pzgr", STATION, face="reduced", loss=1)
    last(play)
    play.at(8, "second.movement")
    assert play.declare("withdrawal", "20-pzgr") == []
    assert last(play) == []


def test_one_with_more_steps_stays() -> None:
    play = german(14, "20-pzgr")
    assert last(play) == []


@pytest.mark.parametrize("scenario", ["manstein-strikes-again", "northern-expedition"])
def test_by_the_alternative_nobody_leaves_to_rebuild(scenario: str) -> None:
    play = Campaign(scenario, options=("alternative-withdrawals",)).put(INFANTRY, STATION)
    play.put("20-pzgr", STATION, face="reduced", loss=1).at(2, "second.movement")
    assert last(play) == []


def test_units_that_had_left_before_the_scenario_are_not_asked_for() -> None:
    assert (
        withdrawals.withdrawals_due(Campaign("zhitomir-berdichev", set_up=True).at(1).board) == ()
    )


def test_a_log_that_goes_on_from_a_saved_game_is_not_asked_for_earlier_withdrawals() -> None:
    play = Campaign().put("75-inf", STATION)
    play.phase("second.movement", 15)
    assert [due.unit for due in withdrawals.withdrawals_due(play.board)] == []


def test_divisions_of_korps_abteilung_c_may_lie_in_the_box_of_withdrawn_units() -> None:
    play = german(3).put("183-inf", STATION)
    assert play.move("183-inf", f"{STATION} german-withdrawn") == []


def test_a_unit_that_reaches_no_open_railway_cannot_be_withdrawn() -> None:
    play = Campaign().put(PANZER, "0703").at(13, "second.movement")
    assert last(play) == []
    play = Campaign().put(PANZER, "2429").at(13, "second.movement")
    assert last(play) == [("16.3.A", "violation")]
