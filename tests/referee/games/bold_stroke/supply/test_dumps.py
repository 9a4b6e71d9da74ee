"""14.5, supply dumps: by a railway or paved road, in or next to a town such as Zhitomir, 1631."""

from referee.games.bold_stroke.supply import lines
from tests.referee.games.bold_stroke.campaign import Campaign

OPTION = ("supply-dumps",)


def supply_phase(options: tuple[str, ...] = OPTION) -> Campaign:
    return Campaign(options=options).at(1, "second.supply")


def test_a_dump_lies_in_a_town_on_a_railway() -> None:
    assert supply_phase().declare("dump", hex="1631", points=5, side="german") == []


def test_a_dump_lies_next_to_a_town() -> None:
    assert supply_phase().declare("dump", hex="1732", points=5, side="german") == []


def test_a_dump_does_not_lie_in_the_open() -> None:
    assert supply_phase().declare("dump", hex="1531", points=5, side="german") == []
    assert supply_phase().declare("dump", hex="1431", points=5, side="german") == ["14.5.A"]


def test_a_dump_begins_with_five_points() -> None:
    assert supply_phase().declare("dump", hex="1631", points=4, side="german") == ["14.5.B"]


def test_a_dump_may_fall_below_five_later() -> None:
    play = supply_phase()
    play.declare("dump", hex="1631", points=6, side="german")
    assert play.declare("dump", hex="1631", points=3, side="german") == []


def test_dumps_hold_no_more_than_germany_has() -> None:
    play = supply_phase()
    assert play.declare("dump", hex="1631", points=30, side="german") == []
    assert play.declare("dump", hex="2232", points=7, side="german") == ["14.5.C"]


def test_a_dump_written_down_in_secret_cannot_be_judged() -> None:
    assert supply_phase().declare("dump", note="sealed", side="german") == []


def test_dumps_need_their_option() -> None:
    assert supply_phase(()).declare("dump", hex="1631", points=5, side="german") == ["14.5.A"]


def test_guns_that_can_trace_a_line_draw_on_a_dump() -> None:
    play = supply_phase().put("xlviii-art", "1630")
    assert not lines.draws_on_a_dump(play.board, play.unit("xlviii-art"))
    play.declare("dump", hex="1631", points=5, side="german")
    assert lines.draws_on_a_dump(play.board, play.unit("xlviii-art"))
    play.declare("dump", hex="1631", points=0, side="german")
    assert not lines.draws_on_a_dump(play.board, play.unit("xlviii-art"))


def test_a_dump_that_the_soviets_occupy_is_lost_with_its_points() -> None:
    play = supply_phase().put("91-tb", "1630")
    play.declare("dump", hex="1631", points=10, side="german")
    play.phase("first.movement", 2)
    assert play.move("91-tb", "1630 1631") == []
    assert play.board.state.records.ammunition.points["german"] == 26
    assert play.board.state.records.supply.dumps == {}


def test_the_soviets_lay_down_no_dumps() -> None:
    play = supply_phase()
    assert play.declare("dump", hex="1631", points=5, side="soviet") == ["14.5.A"]
    assert play.board.state.records.supply.dumps == {}


def test_a_dump_does_not_lie_under_the_soviets() -> None:
    play = supply_phase().put("91-tb", "1631")
    assert play.declare("dump", hex="1631", points=5, side="german") == ["14.5.D"]
