"""The register of the rulebook's defects, and findings that say which reading they rest on."""

from __future__ import annotations

from referee.actions import Declare, Move, Roll
from referee.findings import Finding
from referee.games.iron_cross.rests import OF_RULE
from tests.referee.games.iron_cross.scene import Scene, moving, shipped
from tests.referee.games.iron_cross.shooting import (
    ENEMY,
    MMG,
    OTHER_SQUAD,
    RIFLE,
    RIFLE_2,
    firing,
)


def readings(found: list[Finding], rule: str) -> set[str]:
    """The defects that the findings by a rule rest on."""
    said = [text for finding in found if finding.rule == rule for text in finding.rests_on]
    return {text.split()[1] for text in said if text.startswith("defect ")}


def test_the_readings_named_are_those_of_the_register() -> None:
    known = shipped().defects
    for rule, names in OF_RULE.items():
        for name in names:
            assert rule in known[name].place
            assert not known[name].accepts_both


def test_a_way_over_points_rests_on_how_roads_and_slopes_are_paid() -> None:
    scene = moving(roads=("1507-1506",), levels={"1506": 1}, first_shot=False)
    scene.put(RIFLE, "1507").put(RIFLE_2, "1606")
    by_road = Move(units=(RIFLE,), path=("1507", "1506") * 5)
    assert readings(scene.findings(by_road), "8.11") == {"road-uphill"}
    from_the_side = Move(units=(RIFLE_2,), path=("1606", *("1506", "1606") * 3))
    assert readings(scene.findings(from_the_side), "8.11") == {"road-side-entry"}


def test_an_enemy_hex_in_reaction_rests_on_the_reading_that_bars_it() -> None:
    scene = Scene(first_shot=False)
    scene.phase("reaction-movement", side="german")
    scene.put(RIFLE, "1507").put(ENEMY, "1506")
    move = Move(units=(RIFLE,), path=("1507", "1506"))
    assert readings(scene.findings(move), "8.23") == {"enemy-hex-in-reaction"}


def test_a_unit_that_was_not_designated_is_halted_by_a_reading() -> None:
    scene = moving().put("ru-pl-10", "1507").put("ru-a-sorokin", "1507")
    scene.check("ru-pl-10", "lead", 12)
    found = scene.findings(
        Declare(verb="performance-check", units=("ru-a-sorokin",), values={"for": "move"})
    )
    assert readings(found, "8.3.A") == {"undesignated-units"}


def test_squads_without_a_normal_commander_do_not_combine_by_a_reading() -> None:
    scene = firing().put(RIFLE, "1508").put(OTHER_SQUAD, "1508").put(ENEMY, "1504")
    scene.ready(f"{RIFLE}+{OTHER_SQUAD}")
    fire = Declare(verb="fire", units=(RIFLE, OTHER_SQUAD), target="1504")
    assert readings(scene.findings(fire), "11.13.b") == {"combine-with-commander"}


def test_a_building_in_the_way_rests_on_how_much_of_its_hex_it_fills() -> None:
    scene = firing(terrain={"1506": "single-hex-building"}).put(RIFLE, "1508").put(ENEMY, "1504")
    scene.ready(RIFLE)
    fire = Declare(verb="fire", units=(RIFLE,), target="1504")
    assert "building-fills-its-hex" in readings(scene.findings(fire), "10.31.a")


def test_the_result_of_a_gun_short_of_crew_rests_on_the_rounding() -> None:
    scene = firing().put(MMG, "1508", crew_lost=1).put(ENEMY, "1504")
    scene.fire(MMG, ENEMY)
    scene.hit(ENEMY, 2)
    ended = scene.board.end_phase()
    assert ended is not None
    found = list(scene.board.rulebook.check(ended, scene.board))
    assert readings(found, "11.43") == {"half-crew-rounding"}


def test_the_dice_in_a_marsh_rest_on_the_example() -> None:
    scene = firing(terrain={"1504": "marsh"}).put(RIFLE, "1508").put(ENEMY, "1504")
    scene.fire(RIFLE, ENEMY)
    scene.declare("fire-roll", target="1504", targets=(ENEMY,))
    found = scene.findings(Roll(dice="die", result=(6,)))
    assert readings(found, "11.31") == {"marsh-dice"}
