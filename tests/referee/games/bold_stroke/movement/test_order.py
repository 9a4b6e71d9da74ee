"""7.3.B: a stack that is moved at once goes in whatever order the rules allow."""

import pytest

from tests.referee.games.bold_stroke.scene import Scene

INFANTRY, MORE, TANKS, CORPS = "38-rd", "147-rd", "91-tb", "5-gtc"
GERMAN = "208-inf"
ROAD_EAST = {"0409-0408-0407-0406-0405-0404-0403-0402-0401": "paved"}


def on_the_road(*names: str) -> Scene:
    """Units on a road that leads into a swamp in thaw."""
    scene = Scene(terrain={"0404": "swamp"}, roads=ROAD_EAST, ground="thaw")
    for unit in names:
        scene.put(unit, "0408")
    return scene


@pytest.mark.parametrize("order", [f"{TANKS}+{CORPS}", f"{CORPS}+{TANKS}"])
@pytest.mark.parametrize("path", ["0408-0407-0406-0405-0404", "0408>0404"])
def test_a_corps_and_a_brigade_come_by_road_together_the_corps_first(order: str, path: str) -> None:
    assert on_the_road(TANKS, CORPS).move(order, path) == []


def test_two_corps_come_by_road_together_in_no_order() -> None:
    assert on_the_road("6-gtc", CORPS).move(f"6-gtc+{CORPS}", "0408>0404") == ["6.3.A"]


@pytest.mark.parametrize("order", [f"{INFANTRY}+{TANKS}", f"{TANKS}+{INFANTRY}"])
def test_infantry_follows_tanks_from_zone_to_zone(order: str) -> None:
    scene = Scene().put(GERMAN, "0505").put(INFANTRY, "0404").put(TANKS, "0404")
    assert scene.move(order, "0404-0405") == []


def test_infantry_alone_opens_no_way_from_zone_to_zone() -> None:
    scene = Scene().put(GERMAN, "0505").put(INFANTRY, "0404").put(MORE, "0404")
    assert scene.move(f"{INFANTRY}+{MORE}", "0404-0405") == ["8.2.3.A"]
