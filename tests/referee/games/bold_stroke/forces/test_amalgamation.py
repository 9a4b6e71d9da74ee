"""16.4, Korps Abteilung C, from turn 3: strength 6 from three divisions of 2 (stand-ins)."""

from tests.referee.games.bold_stroke.campaign import Campaign

A, B, C = "183-inf", "217-inf", "339-inf"


def german(turn: int = 3, *, phase: str = "movement") -> Campaign:
    """The three divisions on the map in German movement."""
    play = Campaign("breakout").put(A, "0532").put(B, "0532").put(C, "0733")
    return play.at(turn, f"second.{phase}")


def amalgamated(play: Campaign, *units: str) -> Campaign:
    assert play.declare("amalgamation", "+".join(units), "kac") == []
    return play


def test_the_divisions_go_and_korps_abteilung_c_comes_in_the_hex_of_one() -> None:
    play = amalgamated(german(), A, B, C)
    assert play.move("kac", "turn-record-3 0532") == []
    assert play.ends() == []
    assert [play.unit(name).place for name in (A, B, C)] == ["german-withdrawn"] * 3


def test_it_may_be_told_by_taking_them_off() -> None:
    play = german()
    assert play.remove(f"{A}+{B}+{C}", "amalgamated") == []
    assert play.move("kac", "turn-record-3 0733") == []
    assert play.ends() == []


def test_it_does_not_come_before_its_turn() -> None:
    play = amalgamated(german(2), A, B, C)
    assert play.move("kac", "turn-record-3 0532") == ["16.4.A"]


def test_it_comes_a_turn_earlier_once_the_soviets_have_broken_out() -> None:
    play = amalgamated(german(2), A, B, C)
    play.board.state.scenario.breakout = 1
    assert play.move("kac", "turn-record-3 0532") == []


def test_it_does_not_come_where_none_of_the_divisions_was() -> None:
    play = amalgamated(german(), A, B, C)
    assert play.move("kac", "turn-record-3 0631") == ["16.4.A"]


def test_other_divisions_are_not_amalgamated() -> None:
    assert german().put("75-inf", "0532").declare("amalgamation", "75-inf", "kac") == ["16.4.A"]


def test_a_missing_division_is_a_loss() -> None:
    play = amalgamated(german(), A, B)
    play.move("kac", "turn-record-3 0532")
    assert play.ends() == ["16.4.B"]
    play = amalgamated(german(), A, B)
    play.move("kac", "turn-record-3 0532")
    play.put("kac", "0532", loss=2)
    assert play.ends() == []


def test_a_destroyed_division_is_a_loss() -> None:
    play = german()
    play.remove(C)
    play.board.state.records.track.amalgamated.clear()
    play.board.state.combat.destroyed[C] = 2
    amalgamated(play, A, B)
    play.move("kac", "turn-record-3 0532")
    assert play.ends() == ["16.4.C"]


def test_two_destroyed_divisions_and_it_never_comes() -> None:
    play = Campaign("breakout").put(A, "0532").at(3, "second.movement")
    play.board.state.combat.destroyed.update({B: 1, C: 2})
    amalgamated(play, A)
    assert play.move("kac", "turn-record-3 0532") == ["16.4.D"]


def test_a_division_that_reaches_it_joins_it() -> None:
    play = amalgamated(german(), A, B)
    play.move("kac", "turn-record-3 0532")
    play.put("kac", "0532", loss=2)
    play.ends()
    play.put(C, "0532").at(4, "second.movement")
    assert play.ends() == ["16.4.B"]
    amalgamated(play, C)
    assert play.ends() == []


def test_a_division_elsewhere_may_go_on_marching() -> None:
    play = amalgamated(german(), A, B)
    play.move("kac", "turn-record-3 0532")
    play.put("kac", "0532", loss=2)
    play.at(4, "second.movement")
    assert play.ends() == []
