"""Section 11.7: activation, arrival, and the way back from off the map."""

from __future__ import annotations

from referee.actions import Declare, Place, Remove
from referee.games.operation_spark import eligibility
from tests.referee.games.operation_spark.marching import March


def waiting(*options: str) -> March:
    """A Soviet reinforcement of turn 2 and another one beside it."""
    scene = March(options=options, entries={"284-86": 2, "330-86": 3})
    scene.put("284-86", "0404", reinforcement=True).put("330-86", "0504", reinforcement=True)
    return scene


def test_a_reinforcement_does_not_move_before_its_date() -> None:
    scene = waiting()
    assert scene.move("284-86", "0404-0403") == ["11.7.1.p1"]
    later = waiting()
    later.board.turn = 2
    assert later.move("284-86", "0404-0403") == []
    assert later.move("330-86", "0504-0503") == ["11.7.1.p1"]


def test_a_reinforcement_is_activated_on_its_date() -> None:
    scene = waiting()
    assert scene.set("284-86", reinforcement=False) == ["11.7.1.p1"]
    later = waiting()
    later.board.turn = 2
    assert later.set("284-86", reinforcement=False) == []


def test_a_reinforcement_fires_in_its_zone_from_its_date_on() -> None:
    scene = waiting().put("i-391-170", "0405")
    enemy = scene.piece("i-391-170")
    hex_ = scene.data.map.hex("0405")
    assert eligibility.watchers(scene.board, enemy, hex_) == []
    scene.board.turn = 2
    watching = eligibility.watchers(scene.board, enemy, hex_)
    assert [piece.id for piece in watching] == ["284-86"]


def test_fire_wakes_a_reinforcement_and_those_beside_it() -> None:
    scene = waiting().put("i-391-170", "0405")
    scene.declare("zone-fire", "i-391-170", "284-86", with_="regular")
    assert scene.set("284-86", reinforcement=False) == []
    assert scene.set("330-86", reinforcement=False) == []


def test_a_reinforcement_that_is_said_to_be_activated_is() -> None:
    scene = waiting()
    scene.do(Declare(verb="activate", units=("284-86",), side="soviet"))
    assert scene.set("284-86", reinforcement=False) == []


def test_the_optional_rule_activates_all_soviet_units() -> None:
    scene = waiting("soviet-assistance")
    assert scene.move("284-86", "0404-0403") == []
    assert scene.set("330-86", reinforcement=False) == []


def test_soviet_reinforcements_do_not_come_from_off_the_map() -> None:
    scene = March()
    assert scene.do(Place(unit="284-86", at="0404", why="reinforcement")) == ["11.7.p1"]


def test_german_reinforcements_come_on_their_date_and_not_into_the_enemy() -> None:
    def arrive(turn: int, at: str) -> list[str]:
        scene = March().put("284-86", "0404")
        scene.board.turn = turn
        return scene.do(Place(unit="eng-161-61", at=at, why="reinforcement"))

    assert arrive(2, "0409") == []
    assert arrive(1, "0409") == ["11.7.p1"]
    assert arrive(2, "0404") == ["11.7.3.p1"]


def test_a_battalion_arrives_with_its_division() -> None:
    for turn, found in ((1, ["11.7.p1"]), (2, [])):
        scene = March()
        scene.board.turn = turn
        place = Place(unit="i-151-61", at="0404", why="reinforcement")
        assert scene.do(place) == found


def test_a_unit_leaves_the_map_only_in_retreat() -> None:
    scene = March().put("284-86", "0101")
    assert scene.move("284-86", "0101>soviet-retreated") == ["11.8.4.p1"]


def test_a_unit_off_the_map_comes_back_in_its_next_impulse_or_never() -> None:
    def come_back(impulses: int) -> list[str]:
        scene = March(phase="")
        scene.board.apply(Place(unit="284-86", at="soviet-retreated", why="setup"))
        for section in ("am-initial", "am-limited")[:impulses]:
            scene.phase(f"{section}.movement")
        return scene.move("284-86", "soviet-retreated>0101")

    assert come_back(1) == []
    assert come_back(2) == ["11.8.4.p2"]


def attacked() -> March:
    """Two reinforcements beside each other, of which one has been fired at, in Soviet movement."""
    scene = March(entries={"284-86": 2, "330-86": 3, "169-86": 3}, phase="")
    scene.board.first_player = "german"
    scene.put("284-86", "0404", reinforcement=True).put("330-86", "0504", reinforcement=True)
    scene.put("169-86", "0701", reinforcement=True).put("i-391-170", "0405")
    scene.phase("am-initial-end.post-assault")
    scene.fire("i-391-170", "0404")
    scene.phase("pm-initial.movement")
    return scene


def test_those_beside_the_unit_that_was_hit_stay_awake_when_it_goes_away() -> None:
    scene = attacked()
    assert scene.move("284-86", "0404>0702") == []
    assert scene.move("330-86", "0504-0503") == []
    assert scene.move("169-86", "0701-0801") == ["11.7.1.p1"]


def test_those_beside_a_unit_that_is_eliminated_are_awake() -> None:
    scene = attacked()
    scene.move("284-86", "0404>soviet-eliminated")
    assert scene.move("330-86", "0504-0503") == []
    assert scene.move("169-86", "0701-0801") == ["11.7.1.p1"]


def test_a_reinforcement_gets_no_marker_and_forms_no_column_before_its_date() -> None:
    def act(turn: int) -> list[str]:
        scene = March(entries={"284-86": 2}, roads={"dirt": "0403-0404"})
        scene.put("284-86", "0404", reinforcement=True).put("i-391-170", "0405")
        scene.board.turn = turn
        return [*scene.set("284-86", in_column=True), *scene.set("284-86", assault="S")]

    assert act(1) == ["11.7.1.p1", "11.7.1.p1"]
    assert act(2) == []


def test_a_unit_does_not_come_back_into_the_enemy() -> None:
    def come_back(path: str) -> list[str]:
        scene = March(phase="").put("i-391-170", "0102")
        scene.board.apply(Place(unit="284-86", at="soviet-retreated", why="setup"))
        scene.phase("am-initial.movement")
        return scene.move("284-86", path)

    assert come_back("soviet-retreated>0101") == []
    assert come_back("soviet-retreated>0102") == ["11.7.p2"]


def test_a_unit_that_leaves_the_map_again_has_another_impulse_to_come_back() -> None:
    scene = March(phase="")
    scene.board.apply(Place(unit="284-86", at="soviet-retreated", why="setup"))
    scene.phase("am-initial.movement")
    scene.move("284-86", "soviet-retreated>0101")
    scene.phase("am-initial-assault.defensive-fire-1")
    scene.move("284-86", "0101>soviet-retreated")
    scene.phase("am-limited.movement")
    assert scene.move("284-86", "soviet-retreated>0101") == []


def test_the_eliminated_stay_off_the_map_unless_they_were_taken_off_in_the_phase() -> None:
    scene = March(phase="")
    scene.board.apply(Place(unit="284-86", at="soviet-eliminated", why="setup"))
    scene.put("330-86", "0404")
    scene.phase("am-initial.movement")
    assert scene.move("284-86", "soviet-eliminated>0101") == ["11.7.p1"]
    scene.move("330-86", "0404>soviet-eliminated")
    assert scene.move("330-86", "soviet-eliminated>0404") == []


def test_no_soviet_unit_comes_from_nowhere_but_one_taken_off_by_mistake_is_put_back() -> None:
    scene = March().put("330-86", "0404")
    assert scene.do(Place(unit="284-86", at="0405")) == ["11.7.p1"]
    scene.do(Remove(units=("330-86",)))
    assert scene.do(Place(unit="330-86", at="0404")) == []


def test_a_german_unit_that_is_put_down_without_a_word_arrives_on_its_date() -> None:
    for turn, found in ((1, ["11.7.p1"]), (2, [])):
        scene = March()
        scene.board.turn = turn
        assert scene.do(Place(unit="i-151-61", at="0404")) == found
