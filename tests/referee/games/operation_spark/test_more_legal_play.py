"""Variations that the rules allow, and a few slips that have no place in a whole day's log."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.actions import Roll
from tests.referee.games.operation_spark.marching import March
from tests.referee.games.operation_spark.scene import Scene

ROAD = {"dirt": "0301-0302-0303-0304"}
RIVER = {("0301", "0302"): "river-hexside"}


def assaulted(phase: str, **more: str) -> Scene:
    """A regiment in 0405 that assaults a battalion in 0505; others as `unit="hex:direction"`."""
    scene = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505")
    for name, text in more.items():
        at, _, direction = text.partition(":")
        unit = name.strip("_").replace("_", "-")
        scene.put(unit, at, assault=direction or None)
    scene.phase(phase)
    return scene


def parts() -> list[str]:
    scene = assaulted("defensive-fire-1", _330_86="0406:NE")
    found = scene.fire("i-391-170", "284-86", points=2) + scene.roll(1, 1)
    return found + scene.fire("i-391-170", "330-86", points=3) + scene.roll(1, 1)


def check_without_going() -> list[str]:
    scene = assaulted("defender-withdrawal-1")
    found = scene.declare("morale-check", "i-391-170", for_="withdrawal")
    return found + scene.roll(1, purpose="morale-check") + scene.phase("defensive-fire-1")


def two_dice_of_the_day() -> list[str]:
    scene = March(phase="am.airpower", weather="cloudy")
    found: list[str] = []
    for side in ("soviet", "german"):
        found += scene.announce("airpower", side=side, roll="airpower")
        found += scene.do(Roll(dice="d10", result=(5,)))
    return found


def advances_after_the_defender() -> list[str]:
    scene = assaulted("defender-withdrawal-1")
    scene.declare("morale-check", "i-391-170", for_="withdrawal")
    scene.roll(1, purpose="morale-check")
    found = scene.declare("withdraw", "i-391-170") + scene.move("i-391-170", "0505-0606")
    found += scene.declare("advance", "284-86") + scene.move("284-86", "0405-0505")
    return found + scene.set("284-86", assault=None)


def assault_on(target: str) -> list[str]:
    scene = assaulted("assault", ii_391_170="0808")
    return scene.declare("assault", "284-86", target)


def gun(woods: str) -> list[str]:
    """An anti-tank gun that gives support from two hexes away, with woods somewhere."""
    scene = Scene({woods: "woods"}).put("284-86", "0405", assault="SE").put("i-391-170", "0505")
    scene.put("at-882", "0503")
    scene.phase("offensive-fire-1")
    return scene.fire("at-882", "i-391-170")


def suppressed_march(hexes: int) -> list[str]:
    """A suppressed regiment that goes so many clear hexes, for ten points."""
    scene = March().put("284-86", "0401", suppressed=True)
    there_and_back = ["0401", "0402"] * (hexes // 2 + 1)
    return scene.move("284-86", "-".join(there_and_back[: hexes + 1]))


def stranger(unit: str) -> list[str]:
    """A unit that goes between two regiments of a division."""
    scene = March().put("330-86", "0403").put("284-86", "0405").put(unit, "0504")
    return scene.move(unit, "0504-0404") + scene.end()


LEGAL: dict[str, Callable[[], list[str]]] = {
    "a battalion divides its points among two assaulting regiments": parts,
    "all points named as a part": lambda: assaulted("defensive-fire-1").fire(
        "i-391-170", "284-86", points=5),
    "a target named by its hex alone": lambda: assaulted("defensive-fire-1").fire(
        "i-391-170", "0405"),
    "the assaulted do not fire at all": lambda: assaulted("defensive-fire-1").phase(
        "offensive-fire-1"),
    "a unit that passed its check stays": check_without_going,
    "each side throws its die for air points": two_dice_of_the_day,
    "the marker comes off after an advance": advances_after_the_defender,
    "an assault is declared on its hex by number": lambda: assault_on("0505"),
    "an assault is declared on a unit in its hex": lambda: assault_on("i-391-170"),
    "a gun supports where it sees": lambda: gun("0808"),
    "ten clear hexes when suppressed": lambda: suppressed_march(10),
    "a unit of the division stands between two others": lambda: stranger("169-86"),
    "a light tank crosses the frozen river": lambda: March(sides=RIVER).put(
        "1-61t", "0301").move("1-61t", "0301-0302"),
    "infantry leaves the enemy as a stack": lambda: March().put("284-86", "0404", lost=4).put(
        "330-86", "0404", lost=4).put("i-391-170", "0405").move("284-86+330-86", "0404-0403"),
    "flak moves far from the enemy": lambda: March().put("aa-43", "0401").put(
        "i-391-170", "0409").move("aa-43", "0401-0402"),
    "a move of which only the ends are known": lambda: March().put("284-86", "0401").move(
        "284-86", "0401>0404"),
    "a move there and back": lambda: March().put("284-86", "0401").move(
        "284-86", "0401-0402-0401"),
    "two moves of one unit within its allowance": lambda: (
        (scene := March().put("284-86", "0401")).move("284-86", "0401-0402")
        + scene.move("284-86", "0402-0403")),
}  # fmt: skip


@pytest.mark.parametrize("name", LEGAL)
def test_what_is_allowed_passes_without_a_word(name: str) -> None:
    assert LEGAL[name]() == []


ILLEGAL: dict[str, tuple[str, Callable[[], list[str]]]] = {
    "an assault is declared on a hex that nobody assaults": (
        "13.11.p1", lambda: assault_on("ii-391-170")),
    "a fire at a hex that is not on the map": ("13.10.4.p1", lambda: assaulted(
        "defensive-fire-1").fire("i-391-170", "9999")),
    "a fire of a kind that there is not": ("13.10.4.p1", lambda: assaulted(
        "defensive-fire-1").fire("i-391-170", "284-86", "laser")),
    "a unit fires no point": ("13.10.3.p1", lambda: assaulted("defensive-fire-1").fire(
        "i-391-170", "284-86", points=0)),
    "a gun supports what it does not see": ("12.3.p1", lambda: gun("0504")),
    "eleven clear hexes when suppressed": ("11.1.4.p1", lambda: suppressed_march(11)),
    "a stranger stands between two of a division": ("11.2.1", lambda: stranger("541-136")),
    "a heavy tank crosses the river without a bridge": ("11.1.3.p5", lambda: March(
        sides=RIVER, roads=ROAD).put("1-220t", "0301").move("1-220t", "0301-0302")),
    "a tank leaves the enemy in a stack with infantry": ("11.3.4.p4", lambda: March().put(
        "284-86", "0404").put("1-61t", "0404").put("i-391-170", "0405").move(
        "284-86+1-61t", "0404-0403")),
    "two tanks leave the enemy as a stack": ("11.3.4.p4", lambda: March().put(
        "1-61t", "0404").put("1-152t", "0404").put("3-240-170", "0405").move(
        "1-61t+1-152t", "0404-0403")),
}  # fmt: skip


@pytest.mark.parametrize("name", ILLEGAL)
def test_what_is_forbidden_is_found(name: str) -> None:
    rule, probe = ILLEGAL[name]
    assert rule in probe()
