"""Single faults put into the log of the example: each is found, by the right rule, and once."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from referee.actions import ACTIONS, GameLog, Header, Origin
from referee.audit import audit
from referee.findings import Finding
from referee.games.operation_spark import GAME
from tests.referee.games.operation_spark.example import LOG
from tests.referee.games.operation_spark.scene import shipped

Line = dict[str, Any]
Edit = Callable[[list[Line]], None]


@cache
def text() -> str:
    return LOG.read_text(encoding="utf-8")


def findings(lines: list[Line]) -> list[Finding]:
    """What an audit of the lines finds besides what it finds in the log as it is."""
    header = Header.model_validate(lines[0])
    actions = tuple(
        ACTIONS.validate_python(line).located(Origin("faulty", number))
        for number, line in enumerate(lines[1:], start=2)
    )
    found = audit(GameLog(header, actions), shipped(), GAME).findings
    return [f for f in found if f.message not in ADMITTED]


ADMITTED = {
    "1/61T stands between two units of the 136th Rifle Division and breaks its integrity",
    "1106 fires at a hex that is not observed: 2112 blocks the line of sight of Leningrad Balloon",
}


# -- edits -----------------------------------------------------------------------------------------


def at(lines: list[Line], verb: str, unit: str) -> Line:
    """The first declaration of a verb that is aimed at a unit."""
    return next(
        line
        for line in lines
        if line.get("verb") == verb and unit in line.get("values", {}).get("targets", ())
    )


def by(lines: list[Line], verb: str, unit: str) -> Line:
    """The first declaration of a verb by a unit."""
    return next(
        line for line in lines if line.get("verb") == verb and unit in line.get("units", ())
    )


def state(lines: list[Line], unit: str, name: str, number: int = 1) -> Line:
    found = [line for line in lines if line.get("unit") == unit and line.get("state") == name]
    return found[number - 1]


def moved(lines: list[Line], unit: str) -> Line:
    return next(line for line in lines if line.get("path") and unit in line["units"])


def column(unit: str, wrong: int, verb: str = "fire") -> Edit:
    def edit(lines: list[Line]) -> None:
        at(lines, verb, unit)["values"]["column"] = wrong

    return edit


def losses(unit: str, wrong: int, number: int = 1) -> Edit:
    def edit(lines: list[Line]) -> None:
        state(lines, unit, "step-losses", number)["value"] = wrong

    return edit


def without(unit: str, name: str) -> Edit:
    def edit(lines: list[Line]) -> None:
        lines.remove(state(lines, unit, name))

    return edit


def path(unit: str, *hexes: str) -> Edit:
    def edit(lines: list[Line]) -> None:
        moved(lines, unit)["path"] = list(hexes)

    return edit


def value(verb: str, unit: str, name: str, wrong: object) -> Edit:
    def edit(lines: list[Line]) -> None:
        by(lines, verb, unit)["values"][name] = wrong

    return edit


def firer(unit: str, other: str, verb: str = "fire") -> Edit:
    def edit(lines: list[Line]) -> None:
        line = by(lines, verb, unit)
        line["units"] = [other if name == unit else name for name in line["units"]]
        line["values"].pop("column", None)

    return edit


def added(after: str, *new: Line) -> Edit:
    """Lines put in before the phase of a name begins for the first time."""

    def edit(lines: list[Line]) -> None:
        place = next(n for n, line in enumerate(lines) if line.get("phase") == after)
        lines[place:place] = [dict(line) for line in new]

    return edit


def ammunition(supply: str, wrong: int) -> Edit:
    def edit(lines: list[Line]) -> None:
        line = moved(lines, f"ammunition-{supply}")
        line["path"][1] = line["path"][1].rpartition("-")[0] + f"-{wrong}"

    return edit


def rolled_twice(lines: list[Line]) -> None:
    place = next(n for n, line in enumerate(lines) if line.get("result") == [4, 9])
    lines.insert(place + 1, dict(lines[place]))


def set_(unit: str, name: str, new: object) -> Line:
    return {"action": "set", "unit": unit, "state": name, "value": new}


def go(unit: str, *hexes: str) -> Line:
    return {"action": "move", "units": [unit], "path": list(hexes)}


OFFENSIVE = "am-initial-assault.offensive-fire-1"
WITHDRAWAL = "am-initial-assault.defender-withdrawal-2"
BARRAGE = "am-initial-assault.barrage"

FAULTS: dict[str, tuple[str, Edit]] = {
    "counterbattery on 8": ("13.10.5.p6", column("i-240-170", 8, "counterbattery")),
    "330/86 on 18": ("13.10.5.p6", column("330-86", 18)),
    "330/86 on 8": ("13.10.5.p6", column("330-86", 8)),
    "284/86 on 12, as if the fire were direct": ("13.10.5.p6", column("284-86", 12)),
    "3/240/170 on 3, its size forgotten": ("13.10.5.p6", column("3-240-170", 3)),
    "3/240/170 on 8, its trench forgotten": ("13.10.5.p6", column("3-240-170", 8)),
    "the barrage on 12": ("13.10.5.p6", column("ii-399-170", 12, "barrage")),
    "the barrage on 18": ("13.10.5.p6", column("ii-399-170", 18, "barrage")),
    "387/136 on 18": ("13.10.5.p6", column("387-136", 18)),
    "541/136 on 8": ("13.10.5.p6", column("541-136", 8)),
    "II/399/170 on 12": ("13.10.5.p6", column("ii-399-170", 12)),
    "1/61T on 8": ("13.10.5.p6", column("1-61t", 8)),
    "the second barrage on 8": ("13.10.5.p6", column("i-399-170", 8, "barrage")),
    "942/268 on 30": ("13.10.5.p6", column("942-268", 30)),
    "947/268 on 18": ("13.10.5.p6", column("947-268", 18)),
    "952/268 on 8": ("13.10.5.p6", column("952-268", 8)),
    "III/399/170 on 5": ("13.10.5.p6", column("iii-399-170", 5)),
    "330/86 loses one step": ("13.10.8.p1", losses("330-86", 1)),
    "284/86 loses three": ("13.10.8.p1", losses("284-86", 3)),
    "387/136 loses two": ("13.10.8.p1", losses("387-136", 2)),
    "952/268 loses no step in the tie": ("e5.6", losses("952-268", 1, 2)),
    "284/86 is not disrupted": ("e5.5.p8", without("284-86", "disrupted")),
    "947/268 is not suppressed": ("e5.5.p7", without("947-268", "suppressed")),
    "2/61T is not disrupted": ("e5.5.p8", without("2-61t", "disrupted")),
    "1/61T is not turned over": ("13.10.8.p2", without("1-61t", "face")),
    "284/86 keeps its marker": ("e5.5.p5", without("284-86", "assault")),
    "942/268 keeps its marker": ("e5.5.p5", without("942-268", "assault")),
    "733/136 keeps its marker": ("13.8.3.p1", without("733-136", "assault")),
    "321Gd is still in supply": ("e5.1.p7", without("rkt-321gd", "out-of-supply")),
    "284/86 retreats to 1609": ("13.12.1.p1", path("284-86", "1610", "1609")),
    "284/86 retreats three hexes": ("e5.5.p10", path("284-86", "1610", "1510", "1410", "1309")),
    "284/86 retreats past its target": ("13.12.1", path("284-86", "1610", "1611", "1511")),
    "II/399/170 retreats two hexes": ("e5.6", path("ii-399-170", "1712", "1813", "1913")),
    "II/399/170 retreats into 1711": ("13.12.1", path("ii-399-170", "1712", "1711")),
    "2/61T retreats two hexes": ("e5.5.p9", path("2-61t", "1614", "1513", "1413")),
    "947/268 passes by the woods": ("13.12.1.p1", path("947-268", "1517", "1418")),
    "942/268 withdraws two hexes": ("e5.5.p6", path("942-268", "1516", "1416", "1315")),
    "3/240/170 withdraws into 1711": ("13.12.1", path("3-240-170", "1710", "1711")),
    "330/86 advances past the hex": ("13.6.2.p1", path("330-86", "1611", "1710", "1811")),
    "541/136 advances beside the hex": ("13.11.5.p1", path("541-136", "1613", "1713")),
    "a check to withdraw fails": ("e5.5.p13", lambda lines: next(
        line for line in lines if line.get("dice") == "d10").update(result=[9])),
    "no check to withdraw": ("e5.5.p12", lambda lines: lines.remove(
        by(lines, "morale-check", "3-240-170"))),
    "one ammo point too many": ("e5.1.p6", ammunition("leningrad", 38)),
    "the German ammo point is forgotten": ("e5.1.p6", ammunition("german", 30)),
    "divisional guns support strangers": ("e5.1.p11", firer("248-86", "291-136")),
    "rockets in support": ("e5.1", firer("248-86", "rkt-321gd")),
    "howitzers fire counterbattery fire": ("e5.1", firer("art-1106", "art-56", "counterbattery")),
    "infantry in a barrage": ("e5.1", firer("art-56", "284-86", "barrage")),
    "a regiment out of range": ("3.2.1.p3", firer("330-86", "284-86")),
    "a unit of another assault supports": ("6.4.p2", firer("541-136", "733-136")),
    "the engineers fire six points": ("13.10.3.p1", value("fire", "eng-240-170", "points", 5)),
    "assault B with thirteen": ("13.11.3.p1", value("assault", "387-136", "attacker", 13)),
    "assault B against eight": ("13.11.3.p1", value("assault", "387-136", "defender", 8)),
    "assault E with eight": ("13.11.3.p1", value("assault", "952-268", "attacker", 8)),
    "assault B without 387/136": ("13.11.p1", lambda lines: by(
        lines, "assault", "387-136")["units"].remove("387-136")),
    "387/136 gives an engineer bonus": ("e5.2.p10", lambda lines: by(
        lines, "assault-bonus", "7gdminer").update(units=["387-136"])),
    "330/86 fires in the second segment as well": ("13.1", added(
        WITHDRAWAL, {"action": "declare", "verb": "fire", "units": ["3-240-170"], "target": "1611",
                     "values": {"with": "regular", "targets": ["330-86"]}},
        {"action": "roll", "dice": "red-gray", "result": [1, 1], "purpose": "fire"})),
    "dice rolled twice": ("13.10.4.p1", rolled_twice),
    "a step is lost for nothing": ("13.10.8.p1", added(
        OFFENSIVE, set_("733-136", "step-losses", 1))),
    "a unit is suppressed for nothing": ("13.10.10", added(
        OFFENSIVE, set_("i-399-170", "suppressed", True))),
    "a marker is taken off for nothing": ("13.1", added(
        OFFENSIVE, set_("942-268", "assault", None))),
    "a marker is turned": ("9.3.6.p1", added(OFFENSIVE, set_("952-268", "assault", "SE"))),
    "a bystander moves": ("13.1", added(OFFENSIVE, go("iii-240-170", "1918", "1919"))),
    "a battalion leaves play": ("13.10.8.p1", added(
        OFFENSIVE, {"action": "remove", "units": ["i-399-170"]})),
    "a battalion recovers in between": ("13.10.10", added(
        "am-initial-end.post-assault", set_("947-268", "suppressed", False))),
    "a regiment that assaulted fires again": ("13.13.p1", added(
        "am-initial-end.recovery",
        {"action": "declare", "verb": "fire", "units": ["387-136"], "target": "1711",
         "values": {"with": "regular"}})),
}  # fmt: skip


def faulty(edit: Edit) -> list[Line]:
    lines = [json.loads(line) for line in text().splitlines()]
    edit(lines)
    return lines


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_example_is_found_by_its_rule(fault: str) -> None:
    rule, edit = FAULTS[fault]
    found = findings(faulty(edit))
    assert rule in {finding.rule for finding in found}, [f"{f.rule}: {f.message}" for f in found]


SLIPS_WITH_CONSEQUENCES = {
    "3/240/170 withdraws into 1711", "a regiment that assaulted fires again", "rockets in support",
    "infantry in a barrage", "a battalion leaves play", "a marker is taken off for nothing",
    "387/136 gives an engineer bonus", "a regiment out of range",
    "a marker is turned", "divisional guns support strangers", "howitzers fire counterbattery fire",
}  # fmt: skip


@pytest.mark.parametrize("fault", sorted(FAULTS.keys() - SLIPS_WITH_CONSEQUENCES))
def test_one_slip_is_one_finding(fault: str) -> None:
    found = findings(faulty(FAULTS[fault][1]))
    assert len(found) == 1, [f"{f.rule}: {f.message}" for f in found]


def test_the_log_as_it_is_has_none_of_them() -> None:
    assert findings(faulty(lambda lines: None)) == []
