"""Section 11.2: twelve current steps, columns that pass through, divisions that share no hex."""

from __future__ import annotations

from referee.actions import Place
from tests.referee.games.operation_spark.marching import March

ROAD = {"dirt": "0301-0302-0303-0304"}


def test_twelve_steps_may_stand_in_a_hex_and_no_more() -> None:
    scene = March().put("541-136", "0404").put("284-86", "0403", lost=4)
    scene.put("330-86", "0501").put("169-86", "0501")
    scene.board.pieces["541-136"].states["step-losses"] = 1
    assert scene.move("284-86", "0403-0303") == []
    assert scene.end() == []
    full = March().put("330-86", "0404").put("284-86", "0403")
    assert full.move("284-86", "0403-0404") == []
    assert full.end() == ["11.2.4.p1"]


def test_lost_steps_make_room() -> None:
    scene = March().put("330-86", "0404", lost=4).put("284-86", "0403")
    scene.move("284-86", "0403-0404")
    assert scene.end() == []


def test_a_hex_that_was_overstacked_before_is_nobodys_slip_now() -> None:
    scene = March().put("330-86", "0404").put("284-86", "0404").put("169-86", "0101")
    scene.move("169-86", "0101-0102")
    assert scene.end() == []


def test_deployed_units_pass_through_a_full_hex_and_columns_do_not() -> None:
    deployed = March(roads=ROAD).put("330-86", "0302").put("284-86", "0301")
    assert deployed.move("284-86", "0301-0302-0303") == []
    column = March(roads=ROAD).put("330-86", "0302").put("284-86", "0301", in_column=True)
    assert column.move("284-86", "0301-0302-0303") == ["11.2.p1"]


def test_units_of_two_soviet_divisions_do_not_share_a_hex() -> None:
    def share(unit: str) -> list[str]:
        scene = March().put("343-136", "0404").put(unit, "0403")
        scene.move(unit, "0403-0404")
        return scene.end()

    assert share("120-86") == ["11.2.1"]
    assert share("387-136") == []
    assert share("1-61t") == []
    assert share("7gdminer") == []


def test_columns_do_not_pass_through_a_full_hex_by_two_moves_either() -> None:
    def go(other: str) -> list[str]:
        scene = March(roads=ROAD).put("330-86", other).put("284-86", "0301", in_column=True)
        assert scene.move("284-86", "0301-0302") == []
        return scene.move("284-86", "0302-0303")

    assert go("0101") == []
    assert go("0302") == ["11.2.p1"]


def test_a_column_that_began_in_a_full_hex_may_leave_it() -> None:
    scene = March(roads=ROAD).put("330-86", "0302").put("284-86", "0302", in_column=True)
    assert scene.move("284-86", "0302-0303") == []


def test_reinforcements_that_are_put_down_count_for_the_stack() -> None:
    def arrive(at: str) -> list[str]:
        scene = March(phase="")
        scene.board.first_player = "german"
        scene.phase("am-initial.movement", turn=2)
        scene.put("i-391-170", "0404").put("ii-391-170", "0404").put("iii-399-170", "0404")
        scene.do(Place(unit="i-151-61", at=at))
        return scene.end()

    assert arrive("0405") == []
    assert arrive("0404") == ["11.2.4.p1"]


def test_who_comes_back_to_a_hex_that_was_too_full_before_is_no_slip_but_a_stranger_is() -> None:
    scene = March().put("330-86", "0404").put("284-86", "0404").put("169-86", "0403", lost=7)
    scene.move("284-86", "0404-0405")
    scene.move("284-86", "0405-0404")
    assert scene.end() == []
    scene.move("169-86", "0403-0404")
    assert scene.end() == ["11.2.4.p1"]
