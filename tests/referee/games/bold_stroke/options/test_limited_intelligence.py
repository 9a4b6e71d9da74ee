"""17.4: units more than three hexes from the enemy may be hidden."""

from tests.referee.games.bold_stroke.supply_scene import SupplyScene

OPTION = ("limited-intelligence",)
HIDDEN, ENEMY = "75-inf", "91-tb"


def scene(at: str, *, options: tuple[str, ...] = OPTION, hidden: bool = False) -> SupplyScene:
    """A German division in 0505 and a Soviet tank brigade, in Soviet movement."""
    found = SupplyScene(roads={}, options=options).put(HIDDEN, "0505").put(ENEMY, at)
    found.board.pieces[HIDDEN].states["hidden"] = hidden
    found.begin("first.movement")
    return found


def test_a_unit_four_hexes_from_the_enemy_may_be_hidden() -> None:
    assert scene("0509").set("hidden", True, HIDDEN) == []


def test_a_unit_three_hexes_from_the_enemy_may_not() -> None:
    assert scene("0508").set("hidden", True, HIDDEN) == ["17.4.A"]


def test_without_the_option_nothing_is_hidden() -> None:
    assert scene("0509", options=()).set("hidden", True, HIDDEN) == ["17.4.A"]


def test_enemy_movement_within_three_hexes_brings_it_on_the_map_when_it_ends() -> None:
    play = scene("0509", hidden=True)
    play.move(ENEMY, "0509-0508-0507")
    assert "17.4.B" in play.ends()
    play = scene("0509", hidden=True)
    play.move(ENEMY, "0509-0508-0507")
    play.declare("reveal", HIDDEN)
    assert "17.4.B" not in play.ends()


def test_its_own_movement_within_three_hexes_does_too() -> None:
    play = scene("0509", hidden=True)
    play.begin("second.movement")
    play.move(HIDDEN, "0505-0506")
    assert "17.4.C" in play.ends()


def test_a_unit_farther_off_stays_hidden() -> None:
    play = scene("0509", hidden=True)
    play.move(ENEMY, "0509-0409")
    assert play.ends() == []


def test_an_enemy_next_to_it_brings_it_on_the_map_at_once() -> None:
    play = scene("0508", hidden=True)
    play.put("150-tb", "0101")
    assert play.move(ENEMY, "0508-0507-0506") == []
    assert play.move("150-tb", "0101-0102") == ["17.4.D"]


def test_shown_at_once_it_is_no_fault() -> None:
    play = scene("0508", hidden=True)
    play.put("150-tb", "0101")
    play.move(ENEMY, "0508-0507-0506")
    assert play.set("hidden", False, HIDDEN) == []
    assert play.move("150-tb", "0101-0102") == []
    assert play.ends() == []


def test_it_is_told_once() -> None:
    play = scene("0508", hidden=True)
    play.put("150-tb", "0101")
    play.move(ENEMY, "0508-0507-0506")
    play.move("150-tb", "0101-0102")
    assert play.move("150-tb", "0102-0103") == []


def test_hidden_enemies_do_not_bring_each_other_on_the_map() -> None:
    play = scene("0508", hidden=True)
    play.board.pieces[ENEMY].states["hidden"] = True
    assert play.ends() == []
