"""Chapter 19: mines, noted and laid, and when they go off."""

from __future__ import annotations

import pytest

from referee.actions import Action, BeginPhase, Declare, Note
from referee.games.iron_cross.fire.mines import ap_result
from tests.referee.games.iron_cross.scene import judged, shipped
from tests.referee.games.iron_cross.shooting import (
    ENEMY,
    ENEMY_TANK,
    RIFLE,
    RIFLE_2,
    TANK,
    Battle,
    firing,
)

# -- laying mines (19.1) ---------------------------------------------------------------------------


def field(scene: Battle, text: str) -> list[str]:
    return scene.declare("mines", field=text)


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("1505 at 7", []),
        ("1505 at 8", ["19.12"]),
        ("1505 at 2", []),
        ("1505 at 1", ["19.12"]),
        ("1505 ap 4", []),
        ("1505 ap 5", ["19.12"]),
        ("1506 ap 4", ["19.14"]),
        ("somewhere", ["?19.11"]),
    ],
)
def test_mines_lie_within_their_limits(text: str, rules: list[str]) -> None:
    assert field(Battle(terrain={"1506": "single-hex-building"}), text) == rules


def test_both_types_lie_in_one_hex_and_never_change() -> None:
    scene = Battle()
    assert field(scene, "1505 at 5") == []
    assert field(scene, "1505 ap 3") == []
    assert field(scene, "1505 at 5") == []
    assert field(scene, "1505 at 4") == ["19.15"]


def test_no_more_mines_than_the_scenario_gives() -> None:
    log = [
        Declare(verb="mines", values={"field": "1608 at 7"}),
        Declare(verb="mines", values={"field": "2008 at 4"}),
    ]
    found = judged(list(log), "tula").findings
    assert [f.rule for f in found] == ["19.0"]


def test_mines_that_are_not_noted_are_told_of() -> None:
    found = judged([BeginPhase(turn=1, phase="first.morale")], "tula").findings
    told = [f for f in found if f.rule == "19.11"]
    assert [f.severity for f in told] == ["unverifiable"]
    mines = shipped().scenarios["tula"].values["mine_plan"]
    assert isinstance(mines, dict)
    plan = [
        Declare(verb="mines", values={"field": f"{hex_} {field_}"})
        for hex_, field_ in mines.items()
    ]
    found = judged([*plan, BeginPhase(turn=1, phase="first.morale")], "tula").findings
    assert not any(f.rule == "19.11" for f in found)


def noted(text: str) -> Declare:
    """A field as a Russian note that was opened has it."""
    return Declare(verb="mines", values={"field": text}, secret=True, side="russian")


def revealed(text: str) -> Declare:
    return Declare(verb="mines", values={"field": text}, side="russian")


def rules(*log: Action) -> list[tuple[str, str]]:
    """Severity and rule of what is said about a log of scenario 4."""
    found = judged(list(log), "tula").findings
    return [(f.severity, f.rule) for f in found]


MORALE, FIRE = (BeginPhase(turn=1, phase=f"first.{name}") for name in ("morale", "support-fire"))


def test_whoever_notes_some_mines_has_noted_all_that_he_lays() -> None:
    assert rules(noted("1608 at 5"), MORALE, FIRE) == []
    assert rules(MORALE, noted("1608 at 5"), FIRE) == []
    assert rules(noted("1608 at 8"), MORALE) == [("violation", "19.12")]


def test_mines_are_not_noted_during_play() -> None:
    late = rules(MORALE, FIRE, noted("1608 at 5"))
    assert late == [("unverifiable", "19.11"), ("violation", "19.11")]
    assert rules(noted("1608 at 5"), MORALE, FIRE, noted("1608 at 5")) == []


def test_mines_are_revealed_as_they_were_noted() -> None:
    movement = BeginPhase(turn=1, phase="first.movement")
    before = (noted("1608 at 5"), MORALE, FIRE, movement)
    assert rules(*before, revealed("1608 at 5")) == []
    assert rules(*before, revealed("1608 at 4")) == [("violation", "19.15")]
    assert rules(*before, revealed("2008 at 5")) == [("violation", "19.11")]
    unknown = Declare(verb="mines", values={"field": "2008 at 5"})
    assert rules(*before, unknown) == [("violation", "19.11")]


def struck(text: str) -> Declare:
    """The same field, struck out of the note."""
    return noted(text).model_copy(update={"struck": True})


def test_notes_of_mines_may_be_changed_before_play() -> None:
    changed = (noted("1608 at 7"), struck("1608 at 7"), noted("1608 at 5"), noted("2008 at 5"))
    assert rules(*changed, MORALE, FIRE) == []
    movement = BeginPhase(turn=1, phase="first.movement")
    late = (noted("1608 at 5"), MORALE, FIRE, struck("1608 at 5"), noted("1608 at 4"), movement)
    assert rules(*late) == [("violation", "19.15")]
    assert rules(*late, revealed("1608 at 5")) == [("violation", "19.15")]


def test_nobody_notes_mines_that_he_has_not() -> None:
    german = noted("2008 at 5").model_copy(update={"side": "german"})
    found = rules(german, noted("1608 at 5"), noted("2008 at 5"), MORALE, FIRE)
    assert found == [("violation", "19.0")]


def test_an_unreadable_field_accuses_nobody_later() -> None:
    movement = BeginPhase(turn=1, phase="first.movement")
    log = (noted("2008 at 5 and 1608 at 5"), MORALE, FIRE, movement, revealed("1608 at 5"))
    assert rules(*log) == [("unverifiable", "19.11"), ("unverifiable", "19.11")]
    nothing = Declare(verb="mines", secret=True, side="russian")
    assert rules(nothing)[:1] == [("unverifiable", "19.11")]


def test_beside_a_sealed_note_mines_may_lie_elsewhere_too() -> None:
    movement = BeginPhase(turn=1, phase="first.movement")
    log = (noted("1608 at 5"), Note(side="russian"), MORALE, FIRE, movement, revealed("2008 at 5"))
    assert {severity for severity, _ in rules(*log)} == {"unverifiable"}


def test_a_move_over_mines_stops_in_them() -> None:
    scene = Battle()
    scene.do(noted("1507 ap 4"))
    scene.put(RIFLE, "1508").phase("movement")
    scene.check(RIFLE, "move", 2)
    assert scene.move(RIFLE, "1508-1507-1506") == ["19.2"]
    scene = Battle()
    scene.do(noted("1507 ap 4"))
    scene.put(RIFLE, "1508").phase("movement")
    scene.check(RIFLE, "move", 2)
    assert scene.move(RIFLE, "1508>1506") == []


def test_a_note_comes_between_a_check_and_its_dice_without_parting_them() -> None:
    scene = Battle()
    scene.put(RIFLE, "1508").phase("movement")
    check = Declare(verb="performance-check", units=(RIFLE,), values={"for": "move"})
    assert scene.do(check) == []
    scene.do(noted("1507 ap 4"))
    assert scene.roll(2) == []
    assert scene.move(RIFLE, "1508-1509") == []


def test_noted_mines_go_off_under_who_enters() -> None:
    scene = Battle()
    scene.do(noted("1507 ap 4"))
    scene.put(RIFLE, "1508")
    scene.phase("movement")
    scene.check(RIFLE, "move", 2)
    scene.move(RIFLE, "1508-1507")
    assert scene.end() == ["19.22"]


# -- going off (19.2) ------------------------------------------------------------------------------


def mined(text: str = "1507 ap 4", *movers: str, side: str = "russian") -> Battle:
    """Units move from 1508 into mines in 1507 in the Movement Phase of their side."""
    scene = Battle()
    field(scene, text)
    for mover in movers or (RIFLE,):
        scene.put(mover, "1508", facing=0)
    scene.phase("movement", side=side)
    for mover in movers or (RIFLE,):
        scene.check(mover, "move", 2)
        assert scene.move(mover, "1508-1507") == []
    return scene


def test_who_enters_ap_mines_rolls_a_die() -> None:
    scene = mined()
    assert scene.declare("mine-roll", RIFLE) == []
    assert scene.throw(6) == []
    assert scene.owed(RIFLE) == {"normal"}
    assert scene.end() == []


def test_who_enters_mines_and_does_not_roll_is_flagged() -> None:
    assert mined().end() == ["19.22"]
    scene = mined()
    assert scene.move(RIFLE, "1507-1506") == ["19.2"]


def test_friends_set_off_their_own_mines() -> None:
    assert mined("1507 ap 2", ENEMY, side="german").end() == ["19.22"]


@pytest.mark.parametrize(
    ("factors", "results"),
    [
        (4, ["eliminated", "suppressed", "pinned", "pinned", "", ""]),
        (3, ["eliminated", "suppressed", "pinned", "", "", ""]),
        (2, ["eliminated", "pinned", "", "", "", ""]),
        (1, ["eliminated", "", "", "", "", ""]),
    ],
)
def test_a_quarter_eliminates_half_suppresses_all_pin_rounded_up(
    factors: int, results: list[str]
) -> None:
    board = Battle().board
    assert [ap_result(board, factors, die) for die in range(1, 7)] == results


def test_a_man_hit_by_mines_moves_no_further() -> None:
    scene = mined()
    scene.declare("mine-roll", RIFLE)
    scene.throw(3)
    assert scene.owed(RIFLE) == {"pinned"}
    scene.mark(RIFLE, "pinned")
    assert scene.move(RIFLE, "1507-1506") == ["19.27"]


def test_a_vehicle_is_destroyed_by_at_mines_with_their_factors_or_less() -> None:
    scene = mined("1507 at 7", TANK)
    assert scene.declare("mine-roll", TANK) == []
    assert scene.throw(3, 4) == []
    assert scene.owed(TANK) == {"eliminated"}
    assert scene.remove(TANK) == []
    assert scene.end() == ["19.25"]


def test_the_wreck_of_a_vehicle_destroyed_by_mines_may_be_pushed_on_in_the_phase() -> None:
    scene = mined("1507 at 7", TANK).put("ru-t34a-1", "1607", facing=0)
    scene.declare("mine-roll", TANK)
    scene.throw(3, 4)
    scene.remove(TANK)
    scene.put("wreck", "1507")
    scene.check("ru-t34a-1", "push-wreck", 2)
    scene.declare("push-wreck", "ru-t34a-1", target="wreck", hex="1407")
    scene.move("wreck", "1507-1407")
    assert "19.25" not in scene.end()


def test_a_vehicle_that_rolls_more_goes_on() -> None:
    scene = mined("1507 at 7", TANK)
    scene.declare("mine-roll", TANK)
    scene.throw(4, 4)
    assert scene.move(TANK, "1507-1506") == []


def test_a_vehicle_on_at_mines_has_to_roll_two_dice() -> None:
    assert mined("1507 at 7", TANK).end() == ["19.23"]
    scene = mined("1507 at 7", TANK)
    scene.declare("mine-roll", TANK)
    assert scene.throw(3) == ["19.25"]


def test_infantry_does_not_set_off_at_mines() -> None:
    scene = mined("1507 at 7")
    assert scene.declare("mine-roll", RIFLE) == ["19.21"]
    assert mined("1507 at 7").end() == []


def test_a_vehicle_does_not_roll_for_ap_mines() -> None:
    scene = mined("1507 ap 4", TANK)
    assert scene.declare("mine-roll", TANK) == ["19.26"]
    assert mined("1507 ap 4", TANK).end() == []


def test_nobody_rolls_for_mines_that_are_not_there() -> None:
    scene = firing("movement").put(RIFLE, "1508")
    assert scene.declare("mine-roll", RIFLE) == ["19.24"]


def test_mines_go_off_again_and_each_time_once() -> None:
    scene = mined()
    scene.declare("mine-roll", RIFLE)
    scene.throw(6)
    assert scene.declare("mine-roll", RIFLE) == ["19.2"]


def test_mines_that_are_revealed_go_off_for_the_next_too() -> None:
    scene = firing("movement").put(RIFLE, "1508").put(RIFLE_2, "1508")
    scene.check(RIFLE, "move", 2)
    scene.move(RIFLE, "1508-1507")
    assert field(scene, "1507 ap 4") == []
    assert scene.declare("mine-roll", RIFLE) == []
    scene.throw(6)
    scene.check(RIFLE_2, "move", 2)
    scene.move(RIFLE_2, "1508-1507")
    assert scene.end() == ["19.22"]


def test_mines_go_off_when_an_assault_is_over() -> None:
    scene = Battle()
    field(scene, "1507 ap 4")
    scene.phase("assault")
    scene.put(RIFLE, "1508", assault_marker="0")
    scene.ready(RIFLE, "assault")
    scene.declare("assault", RIFLE, "1507")
    scene.move(RIFLE, "1508-1507")
    assert scene.end() == ["19.22"]


def test_mines_go_off_under_those_who_stand_there_as_often_as_somebody_enters() -> None:
    scene = mined().put(RIFLE_2, "1508")
    scene.declare("mine-roll", RIFLE)
    scene.throw(6)
    scene.check(RIFLE_2, "move", 2)
    scene.move(RIFLE_2, "1508-1507")
    for unit in (RIFLE_2, RIFLE):
        assert scene.declare("mine-roll", unit) == []
        scene.throw(6)
    assert scene.declare("mine-roll", RIFLE) == ["19.2"]


def test_mines_go_off_when_the_assault_is_over_and_not_before() -> None:
    scene = Battle()
    field(scene, "1507 ap 4")
    scene.phase("assault")
    scene.put(RIFLE, "1508", assault_marker="0").put(ENEMY, "1507", "down", morale="suppressed")
    scene.ready(RIFLE, "assault")
    scene.declare("assault", RIFLE, "1507")
    scene.move(RIFLE, "1508-1507")
    assert scene.declare("mine-roll", RIFLE) == ["19.2"]
    scene.throw(6)
    scene.declare("assault-fire", RIFLE)
    scene.throw(1)
    scene.remove(ENEMY)
    scene.set(RIFLE, "face", "down")
    assert scene.declare("mine-roll", RIFLE) == ["19.2"]  # It has rolled.
    scene = Battle()
    field(scene, "1507 ap 4")
    scene.phase("assault")
    scene.put(RIFLE, "1508", assault_marker="0").put(ENEMY, "1507", "down", morale="suppressed")
    scene.ready(RIFLE, "assault")
    scene.declare("assault", RIFLE, "1507")
    scene.move(RIFLE, "1508-1507")
    scene.declare("assault-fire", RIFLE)
    scene.throw(1)
    scene.remove(ENEMY)
    scene.set(RIFLE, "face", "down")
    assert scene.declare("mine-roll", RIFLE) == []
    scene.throw(6)
    assert scene.end() == []


@pytest.mark.parametrize("suppressed", [True, False])
def test_infantry_of_an_overrun_may_be_suppressed_by_mines_under_its_vehicle(
    suppressed: bool,
) -> None:
    scene = Battle(first_shot=False)
    field(scene, "1504 at 7")
    scene.phase("movement", side="german")
    scene.put(ENEMY_TANK, "1505", facing=0).put(RIFLE_2, "1504")
    men = ("ge-c-otto", "ge-c-pohl")
    for man in men:
        scene.put(man, "1505")
    scene.declare("overrun", ENEMY_TANK, "1504", supports=men)
    scene.move("+".join((ENEMY_TANK, *men)), "1505-1504")
    scene.declare("overrun-roll", RIFLE_2)
    scene.roll(12)
    scene.mark(RIFLE_2, "suppressed")
    assert scene.declare("mine-roll", ENEMY_TANK) + scene.throw(1, 2) == []
    if suppressed:
        assert scene.mark(men[0], "suppressed") == []
    else:
        assert scene.declare("assault", "+".join(men), "1504") == []
