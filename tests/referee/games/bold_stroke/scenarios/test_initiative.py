"""Chapter 5: in the campaign Germany may take the initiative from turn 6 (a stand-in)."""

from referee.actions import BeginPhase, Declare, Move
from tests.referee.games.bold_stroke.campaign import Campaign

PHASE = "initiative.initiative"


def written(turn: int, side: str = "german", scenario: str = "decision-in-the-ukraine") -> Campaign:
    """The initiative phase after the one in which a side wrote down its intention."""
    play = Campaign(scenario).at(turn - 1, PHASE)
    assert play.declare("intention", side=side, note="sealed") == []
    play.phase(PHASE, turn)
    return play


def test_the_scenario_says_who_is_first() -> None:
    assert Campaign().board.first_player == "soviet"
    assert Campaign("riposte").board.first_player == "german"


def test_a_log_may_name_the_first_player_of_the_scenario() -> None:
    play = Campaign()
    assert play.do(BeginPhase(turn=1, phase="weather.weather", first_player="soviet")) == []


def test_a_log_that_begins_with_another_first_player_is_found() -> None:
    play = Campaign()
    begin = BeginPhase(turn=1, phase="weather.weather", first_player="german")
    assert play.do(begin) == ["5.0.B"]
    assert play.board.first_player == "german"


def test_a_side_takes_the_initiative_as_it_wrote_a_turn_before() -> None:
    play = written(6)
    assert play.declare("initiative", side="german") == []
    assert play.board.first_player == "german"


def test_it_stays_first_player_in_later_turns() -> None:
    play = written(6)
    play.declare("initiative", side="german")
    play.phase(PHASE, 7)
    assert play.board.first_player == "german"


def test_a_later_turn_than_that_with_the_word_will_do() -> None:
    play = written(9)
    assert play.declare("initiative", side="german") == []


def test_no_side_takes_the_initiative_before_its_track_offers_it() -> None:
    play = written(5)
    (finding,) = play.findings(Declare(verb="initiative", values={"side": "german"}))
    assert (finding.rule, finding.found) == ("5.0.C", "Nov 9")
    assert any("stand-in" in rest for rest in finding.rests_on)


def test_an_intention_missing_among_others_is_a_fault() -> None:
    play = Campaign().at(5, PHASE)
    play.declare("intention", side="soviet", note="sealed")
    play.phase(PHASE, 6)
    assert play.declare("initiative", side="german") == ["5.0.C"]


def test_an_intention_written_in_the_same_turn_comes_too_late() -> None:
    play = Campaign().at(6, PHASE)
    play.declare("intention", side="german", note="sealed")
    assert play.declare("initiative", side="german") == ["5.0.C"]


def test_an_intention_that_may_stand_on_paper_cannot_be_judged() -> None:
    play = Campaign().at(6, PHASE)
    (finding,) = play.findings(Declare(verb="initiative", values={"side": "german"}))
    assert (finding.rule, finding.severity) == ("5.0.C", "unverifiable")


def test_nobody_has_to_take_the_initiative() -> None:
    play = written(6)
    assert play.phase("first.supply") == []
    assert play.board.first_player == "soviet"


def test_taking_what_one_has_is_no_fault() -> None:
    play = Campaign().at(2, PHASE)
    assert play.declare("initiative", side="soviet") == []


def test_the_soviets_take_it_back_from_december_23() -> None:
    play = written(6)
    play.declare("initiative", side="german")
    play.at(26, PHASE)
    play.declare("intention", side="soviet")
    play.phase(PHASE, 27)
    assert play.declare("initiative", side="soviet") == []
    assert play.board.first_player == "soviet"


def test_the_marker_on_its_display_takes_the_initiative_too() -> None:
    play = written(6)
    play.put("first-player", "first-player-soviet")
    assert play.move("first-player", "first-player-soviet first-player-german") == []
    assert play.board.first_player == "german"


def test_a_state_set_takes_the_initiative_too() -> None:
    play = Campaign().at(2, PHASE)
    assert play.set("first-player", "german") == ["5.0.C"]


def test_where_the_scenario_fixes_it_nobody_takes_the_initiative() -> None:
    for scenario, side in (("breakout", "german"), ("riposte", "soviet")):
        play = written(3, side, scenario)
        assert play.declare("initiative", side=side) == ["5.0.B"]


# -- by committing units (18.6, 18.7.5.B, 18.8.5) -------------------------------------------------


def committed(unit: str, goal: str) -> Campaign:
    """Germany takes the initiative in scenario 3 and moves a unit up to a Soviet corps in 1627."""
    play = Campaign("november-battles").at(5, PHASE)
    assert play.declare("initiative", side="german") == []
    play.put("51-rc", "1627").put(unit, "1630")
    play.phase("first.movement")
    play.do(_move(unit, goal))
    return play


def _move(unit: str, goal: str) -> Move:
    return Move(units=(unit,), path=("1630", goal), complete=False)


def test_a_side_takes_the_initiative_in_the_turn_it_commits_its_corps() -> None:
    play = committed("1-pz", "1628")
    play.phase("turn-end.turn-end")
    assert play.ends() == []


def test_a_side_that_takes_it_and_commits_nothing_is_found() -> None:
    play = committed("1-pz", "1629")
    play.phase("turn-end.turn-end")
    assert play.ends() == ["5.0.B"]


def test_units_of_another_corps_do_not_count() -> None:
    play = committed("75-inf", "1628")
    assert "5.0.B" in play.phase("weather.weather", 6)


def test_it_is_told_once() -> None:
    play = committed("75-inf", "1629")
    play.phase("turn-end.turn-end")
    assert play.ends() == ["5.0.B"]
    assert play.do(BeginPhase(turn=6, phase="weather.weather")) == []


def test_the_other_side_does_not_take_it_by_committing() -> None:
    play = Campaign("manstein-strikes-again").at(2, PHASE)
    assert play.declare("initiative", side="soviet") == []
    assert play.board.first_player == "soviet"


def test_whether_it_may_be_taken_back_is_not_printed() -> None:
    play = Campaign("manstein-strikes-again").at(2, PHASE)
    play.declare("initiative", side="soviet")
    play.phase(PHASE, 3)
    (finding,) = play.findings(Declare(verb="initiative", values={"side": "german"}))
    assert (finding.rule, finding.severity) == ("5.0.B", "unverifiable")
