"""Chapter 20: crew replacements."""

from __future__ import annotations

from referee.actions import Move, Place
from tests.referee.games.iron_cross.shooting import (
    COMMANDER,
    GUN,
    MMG,
    RIFLE,
    RIFLE_2,
    Battle,
    firing,
)


def short(lost: int = 1, weapon: str = MMG, phase: str = "movement") -> Battle:
    return firing(phase).put(weapon, "1508", crew_lost=lost).put(RIFLE, "1508")


def join(scene: Battle, man: str = RIFLE, weapon: str = MMG) -> list[str]:
    return scene.attack(man, weapon, "crew-replacement")


def test_a_man_joins_a_crew_that_is_short() -> None:
    scene = short()
    assert join(scene) == []
    assert scene.remove(RIFLE) == []
    assert scene.set(MMG, "replacements", 1) == []
    assert scene.end() == []


def test_a_full_crew_takes_nobody() -> None:
    assert join(short(0)) == ["20.0"]


def test_no_more_men_join_than_a_crew_lacks() -> None:
    scene = short().put(RIFLE_2, "1508")
    assert join(scene) == []
    assert join(scene, RIFLE_2) == ["20.0"]
    assert join(short().put(RIFLE_2, "1508"), f"{RIFLE}+{RIFLE_2}") == ["20.0"]
    assert join(short(2).put(RIFLE_2, "1508"), f"{RIFLE}+{RIFLE_2}") == []


def test_only_infantry_in_the_same_hex_joins() -> None:
    assert join(short().put(GUN, "1509"), GUN) == ["20.1"]
    assert join(short().put(RIFLE_2, "1509"), RIFLE_2) == ["20.1"]


def test_a_commander_may_join() -> None:
    assert join(short().put(COMMANDER, "1508"), COMMANDER) == []


def test_men_join_in_movement_of_their_side() -> None:
    assert join(short(phase="support-fire")) == ["6.0"]
    scene = firing("movement", side="german").put(MMG, "1508", crew_lost=1).put(RIFLE, "1508")
    assert join(scene) == ["20.1"]


def test_a_weapon_without_original_crew_takes_nobody() -> None:
    scene = firing("movement").put(MMG, "1508", crew_lost=3, replacements=1).put(RIFLE, "1508")
    assert join(scene) == ["20.2"]


def test_who_joined_leaves_the_map_and_fills_a_box() -> None:
    scene = short()
    join(scene)
    assert scene.end() == ["20.1", "20.1"]


def test_more_replacements_than_men_who_joined_are_flagged() -> None:
    assert short().set(MMG, "replacements", 1) == ["20.1"]


def test_who_joined_does_not_come_back_as_infantry() -> None:
    scene = short()
    join(scene)
    scene.remove(RIFLE)
    scene.set(MMG, "replacements", 1)
    assert "20.1" in scene.do(Place(unit=RIFLE, at="1508"))


def replaced() -> Battle:
    """A machine gun with one replacement, its last original man dying in the next phase."""
    scene = short(2)
    join(scene)
    scene.remove(RIFLE)
    scene.set(MMG, "replacements", 1)
    scene.phase("defensive-fire")
    return scene


def test_replacements_alone_become_infantry_again_suppressed() -> None:
    scene = replaced()
    scene.board.pieces[MMG].states["crew-lost"] = 3
    assert scene.declare("crew-reverts", MMG) == []
    assert scene.remove(MMG) == []
    placed = Place(unit=RIFLE, at="1508", face="down", states={"morale": "suppressed"})
    assert scene.do(placed) == []
    assert scene.end() == []


def test_they_do_not_while_an_original_man_lives() -> None:
    assert replaced().declare("crew-reverts", MMG) == ["20.3"]


def test_a_crew_of_replacements_alone_does_not_stay() -> None:
    scene = replaced()
    scene.board.pieces[MMG].states["crew-lost"] = 3
    assert scene.end() == ["20.3"]


def boxed() -> Battle:
    """A machine gun whose one replacement waits in the box of crews; all others have died."""
    scene = short(2)
    join(scene)
    assert scene.do(Move(units=(RIFLE,), path=("1508", "russian-crews"), complete=False)) == []
    scene.set(MMG, "replacements", 1)
    assert scene.end() == []
    scene.phase("defensive-fire", side="german")
    scene.board.pieces[MMG].states["crew-lost"] = 3
    return scene


def test_men_come_back_out_of_the_box_of_crews() -> None:
    back = Move(units=(RIFLE,), path=("russian-crews", "1508"), complete=False)
    scene = boxed()
    scene.declare("crew-reverts", MMG)
    scene.remove(MMG)
    assert scene.do(back) == []
    assert scene.mark(RIFLE, "suppressed") == []
    assert scene.end() == []
    scene = boxed()
    scene.declare("crew-reverts", MMG)
    scene.remove(MMG)
    assert "20.3" in scene.do(Move(units=(RIFLE,), path=("russian-crews", "1507"), complete=False))


def test_nobody_leaves_a_crew_through_its_box() -> None:
    scene = boxed()
    scene.phase("movement", turn=2)
    scene.check(RIFLE, "move", 2)
    assert scene.do(Move(units=(RIFLE,), path=("russian-crews", "1508"))) == ["20.1"]


def test_no_more_men_come_back_than_were_left_of_the_crew() -> None:
    scene = short(2).put(RIFLE_2, "1508")
    join(scene, f"{RIFLE}+{RIFLE_2}")
    scene.remove(f"{RIFLE}+{RIFLE_2}")
    scene.set(MMG, "replacements", 2)
    scene.phase("defensive-fire", side="german")
    scene.board.pieces[MMG].states.update({"crew-lost": 3, "replacements": 1})
    assert scene.declare("crew-reverts", MMG) == []
    scene.remove(MMG)
    states = {"morale": "suppressed"}
    found = [
        scene.do(Place(unit=man, at="1508", face="down", states=states)) for man in (RIFLE, RIFLE_2)
    ]
    assert found == [[], ["20.3"]]
