"""Section 11.1.4, the optional streams: a stream runs south through column 3, with two banks."""

from __future__ import annotations

from tests.referee.games.operation_spark.marching import March

STREAM = {"stream": "0302-0303-0304-0305"}
BANKS = {"0302": "E;W", "0303": "E;W", "0304": "E;W", "0305": "E;W"}


def stream(
    *, phase: str = "am-initial.movement", option: bool = True, roads: dict[str, str] | None = None
) -> March:
    return March(
        roads={**STREAM, **(roads or {})},
        banks=BANKS,
        options=("streams",) if option else (),
        phase=phase,
    )


def test_the_near_bank_costs_nothing_and_the_far_one_the_stream() -> None:
    scene = stream().put("art-1106", "0403")
    scene.move("art-1106", "0403-0303")
    assert scene.set("art-1106", bank="E") == []
    assert scene.points("art-1106") == 1
    assert "art-1106" not in scene.board.state.march.crossed_stream
    other = stream().put("art-1106", "0403")
    other.move("art-1106", "0403-0303")
    assert other.set("art-1106", bank="W") == []
    assert other.points("art-1106") == 1 + 2
    assert "art-1106" in other.board.state.march.crossed_stream


def test_a_unit_that_stays_may_cross_the_stream_of_its_hex() -> None:
    scene = stream().put("284-86", "0303", bank="E")
    scene.set("284-86", assault=None)
    scene.move("284-86", "0303-0403-0303")
    assert scene.set("284-86", bank="W") == []
    assert scene.points("284-86") == 3


def test_along_a_connected_bank_no_stream_is_crossed() -> None:
    scene = stream().put("art-1106", "0303", bank="E")
    scene.move("art-1106", "0303-0304")
    scene.set("art-1106", bank="E")
    assert scene.points("art-1106") == 1
    other = stream().put("art-1106", "0303", bank="E")
    other.move("art-1106", "0303-0304")
    other.set("art-1106", bank="W")
    assert other.points("art-1106") == 3


def test_leaving_on_the_far_side_costs_the_stream() -> None:
    near = stream().put("art-1106", "0303", bank="E")
    near.move("art-1106", "0303-0403")
    assert near.points("art-1106") == 1
    far = stream().put("art-1106", "0303", bank="E")
    far.move("art-1106", "0303-0203")
    assert far.points("art-1106") == 1 + 2


def test_crossing_needs_points() -> None:
    def cross(bank: str) -> list[str]:
        scene = stream(phase="am-limited.movement").put("art-1106", "0403")
        scene.move("art-1106", "0403-0402-0403-0402-0403-0402-0403-0303")
        return scene.set("art-1106", bank=bank)

    assert cross("E") == []
    assert cross("W") == ["11.1.4.p9"]


def test_by_road_the_bridge_is_crossed_and_counts_as_no_stream() -> None:
    scene = stream(roads={"dirt": "0403-0303-0203"}).put("art-1106", "0403", in_column=True)
    scene.move("art-1106", "0403-0303-0203")
    assert scene.points("art-1106") == 0.5 + 0.5 + 1
    assert not scene.board.state.march.crossed_stream


def test_a_stream_marker_lies_on_a_bank_of_the_hex() -> None:
    scene = stream().put("284-86", "0303").put("330-86", "0101")
    assert scene.set("284-86", bank="N") == ["11.1.4.p8"]
    assert scene.set("330-86", bank="E") == ["11.1.4.p8"]


def test_after_combat_the_owner_declares_the_bank() -> None:
    scene = stream().put("284-86", "0303", bank="E")
    scene.phase("am-initial-assault.defensive-fire-1")
    assert scene.set("284-86", bank="W") == []


def test_who_assaults_across_a_stream_pays_for_it_first() -> None:
    def mark(target: str, direction: str) -> list[str]:
        scene = stream(phase="am-limited.movement").put("art-1106", "0403")
        scene.put("i-391-170", target)
        scene.move("art-1106", "0403-0402-0403-0402-0403-0402-0403-0303")
        return scene.set("art-1106", assault=direction)

    assert mark("0204", "SW") == ["11.1.4.p14"]
    assert mark("0404", "SE") == []


def test_who_waited_on_the_bank_before_the_enemy_pays_no_stream() -> None:
    def mark(bank: str) -> list[str]:
        scene = stream(phase="am-limited.movement").put("art-1106", "0303", bank=bank)
        scene.piece("art-1106").states["disrupted"] = True
        scene.piece("art-1106").states["out-of-supply"] = True
        scene.put("i-391-170", "0204")
        return scene.set("art-1106", assault="SW")

    assert mark("W") == []
    assert mark("E") == ["11.1.4.p14"]


def test_without_the_option_a_stream_costs_on_entry_but_where_it_ends() -> None:
    scene = stream(option=False).put("art-1106", "0403")
    scene.move("art-1106", "0403-0303")
    assert scene.points("art-1106") == 1 + 2
    end = stream(option=False).put("art-1106", "0402")
    end.move("art-1106", "0402-0302")
    assert end.points("art-1106") == 1
