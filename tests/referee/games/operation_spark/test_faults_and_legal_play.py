"""Short sequences from the book: what may be done, and what looks much like it and may not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.referee.games.operation_spark.marching import March
from tests.referee.games.operation_spark.scene import Scene

EAST = "0401-0402-0403-0404-0405-0406-0407-0408"


def assaulted(phase: str, **others: str) -> Scene:
    """A regiment assaults a battalion; others stand in hexes, with a marker as `hex:SE`."""
    scene = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505")
    for unit, text in others.items():
        hex_, _, marker = text.partition(":")
        scene.put(unit.lstrip("_").replace("_", "-"), hex_, assault=marker or None)
    scene.phase(phase)
    return scene


def march(unit: str, at: str, path: str, **how: str) -> list[str]:
    """A unit's move in a Movement Phase."""
    states = {name: True for name in how if name in {"suppressed", "disrupted"}}
    plain = {name: value for name, value in how.items() if name not in states}
    scene = March(**plain).put(unit, at, **states)  # type: ignore[arg-type]
    return scene.move(unit, path)


def beside_guns() -> March:
    """Two tanks and a regiment beside an anti-tank battalion that has fired at one of the tanks."""
    scene = March().put("1-61t", "0404").put("1-152t", "0404").put("284-86", "0404")
    scene.put("3-240-170", "0405")
    assert scene.declare("zone-fire", "3-240-170", "1-61t", with_="at") == []
    assert scene.roll(1, 1) == []
    assert scene.move("1-61t", "0404-0403") == []
    return scene


def with_tank(defender: str) -> Scene:
    """A defender that has fired regular fire at infantry assaulting it together with a tank."""
    scene = Scene().put("284-86", "0405", assault="SE").put("1-61t", "0405", assault="SE")
    scene.put(defender, "0505").put("ii-391-170", "0505")
    scene.phase("defensive-fire-1")
    assert scene.fire(defender, "284-86") == []
    assert scene.roll(1, 1) == []
    return scene


def second(scene: Scene, unit: str) -> list[str]:
    """Anti-tank fire of the second segment."""
    return scene.phase("defensive-fire-2") + scene.fire(unit, "1-61t", "at")


def withdrawn(path: str) -> Scene:
    """The battalion has withdrawn after its check."""
    scene = assaulted("defender-withdrawal-1")
    assert scene.declare("morale-check", "i-391-170", for_="withdrawal") == []
    assert scene.roll(1) == []
    assert scene.declare("withdraw", "i-391-170") == []
    assert scene.move("i-391-170", path) == []
    return scene


def advance(scene: Scene) -> list[str]:
    return scene.declare("advance", "284-86") + scene.move("284-86", "0405-0505")


def follow_on() -> list[str]:
    scene = withdrawn("0505-0605")
    found = advance(scene) + scene.declare("follow-on", "284-86", as_="follow-on")
    return found + scene.set("284-86", assault="NE")


def called_off(phase: str) -> list[str]:
    scene = assaulted(phase)
    found = scene.declare("call-off", "284-86") + scene.set("284-86", assault=None)
    return found + scene.declare("withdraw", "284-86") + scene.move("284-86", "0405-0304")


def support_after_calling_off() -> list[str]:
    scene = assaulted("attacker-withdrawal-1", _330_86="0406:NE")
    found = scene.declare("call-off", "330-86") + scene.set("330-86", assault=None)
    found += scene.phase("offensive-fire-1")
    return found + scene.fire("284-86+330-86", "i-391-170") + scene.roll(1, 1)


def by_road() -> list[str]:
    scene = March(roads={"dirt": "0401-0402-0403-0404"}).put("at-882", "0401")
    found = scene.set("at-882", in_column=True) + scene.move("at-882", "0401-0402-0403-0404")
    return found + scene.set("at-882", in_column=False)


def marker(unit: str, at: str, path: str) -> list[str]:
    scene = March().put(unit, at).put("i-391-170", "0405")
    return scene.move(unit, path) + scene.set(unit, assault="S")


def barrage_and_fire() -> list[str]:
    scene = assaulted("barrage", art_56="0209")
    assert scene.declare("barrage", "art-56", "i-391-170") == []
    assert scene.roll(1, 1) == []
    return scene.phase("offensive-fire-1") + scene.fire("art-56", "i-391-170")


def bonus(*names: str) -> list[str]:
    scene = Scene().put("1-152t", "0405", assault="SE").put("i-391-170", "0505")
    scene.phase("assault")
    return [rule for name in names for rule in scene.declare("assault-bonus", "1-152t", as_=name)]


def together() -> list[str]:
    scene = March().put("284-86", "0404").put("i-391-170", "0405").put("ii-391-170", "0304")
    found = scene.declare("zone-fire", "i-391-170+ii-391-170", "284-86", with_="regular")
    return found + scene.roll(1, 1) + scene.move("284-86", "0404-0403")


def full_hex() -> list[str]:
    scene = March().put("387-136", "0403").put("541-136", "0402")
    return scene.move("541-136", "0402-0403") + scene.end()


def pair() -> Scene:
    scene = assaulted("defensive-fire-1", _3_240_170="0505", _1_61t="0405:SE")
    scene.fire("i-391-170", "284-86")
    scene.roll(1, 1)
    return scene


Probe = Callable[[], list[str]]

LEGAL: dict[str, Probe] = {
    "two battalions fire together as a regiment leaves": together,
    "guns fire at each tank that leaves": lambda: beside_guns().declare(
        "zone-fire", "3-240-170", "1-152t", with_="at"),
    "a tank follows another out of a zone of control": lambda: beside_guns().move(
        "1-152t", "0404-0403"),
    "artillery supports the assaulted": lambda: assaulted(
        "defensive-fire-1", ii_240_170="0509").fire("ii-240-170", "284-86"),
    "assaulting regiments of two hexes fire with their guns": lambda: assaulted(
        "offensive-fire-1", _330_86="0406:NE", _248_86="0209",
    ).fire("284-86+330-86+248-86", "i-391-170"),
    "a defender withdraws two hexes": lambda: withdrawn("0505-0606-0706").end(),
    "an assaulting unit advances after a withdrawal": lambda: advance(withdrawn("0505-0606")),
    "it takes its marker along": follow_on,
    "an assault is called off before the offensive fire": lambda: called_off(
        "attacker-withdrawal-1"),
    "an assault is called off after it": lambda: called_off("attacker-withdrawal-2"),
    "who has called off gives support": support_after_calling_off,
    "infantry fires at tanks in the second segment": lambda: second(
        with_tank("i-391-170"), "i-391-170"),
    "twelve clear hexes in an Initial Impulse": lambda: march(
        "284-86", "0401", f"{EAST}-0409-0408-0407-0406-0405"),
    "eight in a Limited Impulse": lambda: march(
        "284-86", "0401", f"{EAST}-0409", phase="am-limited.movement"),
    "six in fog": lambda: march("284-86", "0401", EAST[:34], weather="fog"),
    "ten when suppressed": lambda: march(
        "284-86", "0401", f"{EAST}-0409-0408-0407", suppressed="yes"),
    "six when disrupted": lambda: march("284-86", "0401", EAST[:34], disrupted="yes"),
    "from hex to hex beside the enemy": lambda: march("284-86", "0404", "0404-0304-0404-0403"),
    "a marker after a move": lambda: marker("284-86", "0403", "0403-0404"),
    "a column by road that deploys": by_road,
    "both bonuses of armor": lambda: bonus("armor", "armor-alone"),
}  # fmt: skip

ILLEGAL: dict[str, tuple[str, Probe]] = {
    "guns that fired at tanks fire at infantry in the same phase": (
        "fire-eligibility.p7#2", lambda: beside_guns().declare(
            "zone-fire", "3-240-170", "284-86", with_="regular")),
    "infantry fires anti-tank zone fire": (
        "fire-eligibility.p8#2", lambda: March().put("1-61t", "0404").put("i-391-170", "0405")
        .declare("zone-fire", "i-391-170", "1-61t", with_="at")),
    "guns fire in both segments": (
        "fire-eligibility.p6#2", lambda: second(with_tank("3-240-170"), "3-240-170")),
    "two kinds of fire in one segment": (
        "13.1.p1", lambda: pair().fire("3-240-170", "1-61t", "at")),
    "the assaulted of another hex give support": (
        "13.1.p1", lambda: assaulted(
            "defensive-fire-1", _330_86="0306:NE", ii_391_170="0406",
        ).fire("ii-391-170", "284-86")),
    "artillery with an enemy beside it supports others": (
        "13.9.3.p1", lambda: assaulted(
            "defensive-fire-1", ii_240_170="0303", _330_86="0302",
        ).fire("ii-240-170", "284-86")),
    "artillery of a barrage gives support": ("13.6.1", barrage_and_fire),
    "an assault is called off in a fire segment": ("13.8.3", lambda: called_off(
        "defensive-fire-1")),
    "thirteen clear hexes in an Initial Impulse": ("11.1.4.p1", lambda: march(
        "284-86", "0401", f"{EAST}-0409-0408-0407-0406-0405-0404")),
    "nine in a Limited Impulse": ("11.1.4.p1", lambda: march(
        "284-86", "0401", f"{EAST}-0409-0408", phase="am-limited.movement")),
    "seven in fog": ("11.1.4.p1", lambda: march("284-86", "0401", EAST, weather="fog")),
    "eleven when suppressed": ("11.1.4.p1", lambda: march(
        "284-86", "0401", f"{EAST}-0409-0408-0407-0406", suppressed="yes")),
    "seven when disrupted": ("11.1.4.p1", lambda: march(
        "284-86", "0401", EAST, disrupted="yes")),
    "sixteen steps in a hex": ("11.2.4.p1", full_hex),
    "divisional guns fire as heavy artillery": ("13.10.5.p7", lambda: assaulted(
        "barrage", _248_86="0209").declare("heavy", "248-86", as_="heavy")),
    "an assault at night without the die": ("13.5.p1", lambda: assaulted(
        "night-first.counterbattery").phase("night-first-assault.barrage")),
    "a tank gives a submachine-gun bonus": ("e5.2.p10", lambda: bonus("submachine-gun")),
}  # fmt: skip


@pytest.mark.parametrize("name", LEGAL)
def test_what_the_book_allows_is_not_flagged(name: str) -> None:
    assert LEGAL[name]() == []


@pytest.mark.parametrize("name", ILLEGAL)
def test_what_the_book_forbids_is_found(name: str) -> None:
    rule, probe = ILLEGAL[name]
    assert rule in probe()
