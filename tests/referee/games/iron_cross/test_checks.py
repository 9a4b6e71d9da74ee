"""Chapter 4: performance checks, their modifiers, and that trying counts as doing."""

import pytest

from referee.actions import Declare, Move
from referee.games.iron_cross import checks
from tests.referee.games.iron_cross.scene import Scene, moving

NINE, EIGHT, FIVE = "ru-a-gusev", "ru-a-zaitsev", "ru-a-morozov"
LMG, MMG, GUN, TANK = "ru-a-orlov", "ru-mmg-1", "ru-45at-1", "ru-t34a-1"
GERMAN = "ge-c-otto"


# -- 4.0 ----------------------------------------------------------------------------------------


def test_a_unit_that_rolls_its_rating_passes() -> None:
    scene = moving().put(EIGHT, "1505")
    assert scene.check(EIGHT, "move", 8) == []
    assert scene.move(EIGHT, "1505-1504") == []


def test_a_unit_that_rolls_more_than_its_rating_may_not_move() -> None:
    scene = moving().put(EIGHT, "1505")
    assert scene.check(EIGHT, "move", 9) == []
    assert scene.move(EIGHT, "1505-1504") == ["4.0"]


def test_a_unit_that_fails_to_move_has_moved_for_the_rest_of_the_player_turn() -> None:
    scene = moving().put(EIGHT, "1505")
    scene.check(EIGHT, "move", 9)
    assert scene.board.state.of(EIGHT).moved
    scene.phase("reaction-movement")
    assert scene.board.state.of(EIGHT).moved
    scene.phase("morale", side="german")
    assert not scene.board.state.of(EIGHT).moved


def test_a_unit_that_fails_to_fire_has_fired() -> None:
    scene = Scene().put(EIGHT, "1505").put(GERMAN, "1503")
    scene.phase("support-fire")
    scene.check(EIGHT, "fire", 12)
    assert scene.board.state.of(EIGHT).fired


def test_a_unit_does_not_move_without_a_check() -> None:
    scene = moving().put(EIGHT, "1505")
    assert scene.move(EIGHT, "1505-1504") == ["8.22"]


def test_only_the_first_move_of_a_phase_needs_the_check() -> None:
    scene = moving().put(EIGHT, "1505")
    scene.check(EIGHT, "move", 5)
    assert scene.move(EIGHT, "1505-1504") == []
    assert scene.move(EIGHT, "1504-1503") == []


def test_moving_without_a_check_is_said_once() -> None:
    scene = moving().put(EIGHT, "1505")
    assert scene.move(EIGHT, "1505-1504") == ["8.22"]
    assert scene.move(EIGHT, "1504-1503") == []


def test_who_has_failed_in_a_phase_does_not_try_again() -> None:
    scene = moving().put(EIGHT, "1505")
    scene.check(EIGHT, "move", 9)
    assert scene.check(EIGHT, "move", 2) == ["4.0"]


def test_who_has_failed_to_fire_throws_no_grenade_in_the_phase() -> None:
    scene = Scene().put(EIGHT, "1505").put(GERMAN, "1504")
    scene.phase("support-fire")
    assert scene.check(EIGHT, "fire", 9) == []
    assert scene.check(EIGHT, "grenade", 2) == ["4.0"]


def test_who_has_failed_may_act_in_a_later_phase() -> None:
    scene = Scene().put(EIGHT, "1505").put(GERMAN, "1504")
    scene.phase("movement")
    scene.check(EIGHT, "move", 9)
    scene.phase("moving-fire")
    assert scene.check(EIGHT, "fire", 8) == []


def test_a_check_whose_dice_are_not_in_the_log_cannot_be_told() -> None:
    scene = moving().put(EIGHT, "1505")
    scene.declare("performance-check", EIGHT, for_="move")
    assert scene.move(EIGHT, "1505-1504") == ["?4.0"]


def test_a_check_of_one_die_is_none() -> None:
    scene = moving().put(EIGHT, "1505")
    scene.declare("performance-check", EIGHT, for_="move")
    assert scene.roll(4, count=1) == ["4.0"]


def test_a_check_that_does_not_say_what_for_cannot_be_told() -> None:
    scene = moving().put(EIGHT, "1505")
    assert scene.declare("performance-check", EIGHT, for_="dance") == ["?4.0"]


def test_checks_of_several_units_are_rolled_one_by_one() -> None:
    scene = moving().put(EIGHT, "1505").put(FIVE, "1505")
    scene.declare("performance-check", f"{EIGHT}+{FIVE}", for_="move")
    scene.roll(6)
    scene.roll(6)
    assert scene.move(EIGHT, "1505-1504") == []
    assert scene.move(FIVE, "1505-1504") == ["4.0"]


def test_other_rolls_do_not_answer_a_check() -> None:
    scene = moving().put(EIGHT, "1505")
    scene.check(EIGHT, "move", 5)
    scene.roll(12)
    assert scene.move(EIGHT, "1505-1504") == []


def test_a_finding_names_the_stand_in_figure_that_it_rests_on() -> None:
    for unit, rests in (("ru-a-novikov", True), ("ru-pl-10", False)):
        scene = moving().put(unit, "1505")
        scene.check(unit, "move", 12)
        (finding,) = scene.findings(Move(units=(unit,), path=("1505", "1504")))
        assert finding.rule == "4.0"
        assert any("performance" in text for text in finding.rests_on) == rests


# -- 4.11 and 4.12 ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("act", "modifier"),
    [("move", 0), ("fire", 0), ("spot", 0), ("lead", 0), ("facing", 0), ("follow", 2),
     ("grenade", 2), ("assault", 1), ("recovery", 2), ("opportunity-fire", 1)],
)  # fmt: skip
def test_a_riflemans_checks_have_their_modifiers(act: str, modifier: int) -> None:
    scene = moving().put(EIGHT, "1505")
    piece = scene.board.pieces[EIGHT]
    assert checks.modifier(scene.board, piece, act) == modifier


@pytest.mark.parametrize(
    ("unit", "movement", "reaction"),
    [(EIGHT, 1, 1), (TANK, 1, 1), (LMG, 0, 1), (MMG, 0, 1), (GUN, 0, 1), ("ru-atr-1", 0, 1)],
)
def test_machine_guns_and_anti_tank_weapons_watch_movement_without_a_modifier(
    unit: str, movement: int, reaction: int
) -> None:
    scene = moving().put(unit, "1505")
    piece = scene.board.pieces[unit]
    assert checks.modifier(scene.board, piece, "opportunity-fire") == movement
    scene.phase("reaction-movement")
    assert checks.modifier(scene.board, piece, "opportunity-fire") == reaction


def test_a_grenade_takes_two_less_than_the_rating() -> None:
    scene = Scene().put(EIGHT, "1505").put(GERMAN, "1504")
    scene.phase("support-fire")
    scene.check(EIGHT, "grenade", 6)
    assert checks.check_of(scene.board, EIGHT, ("grenade",)).passed  # type: ignore[union-attr]
    scene = Scene().put(EIGHT, "1505").put(GERMAN, "1504")
    scene.phase("support-fire")
    scene.check(EIGHT, "grenade", 7)
    assert not checks.check_of(scene.board, EIGHT, ("grenade",)).passed  # type: ignore[union-attr]


# -- 8.22: before the first shot ----------------------------------------------------------------


def test_nobody_checks_for_movement_before_the_first_shot() -> None:
    scene = moving(first_shot=False).put(EIGHT, "1505")
    assert scene.move(EIGHT, "1505-1504") == []


def test_a_check_taken_all_the_same_and_failed_stops_nobody_before_the_first_shot() -> None:
    scene = moving(first_shot=False).put(EIGHT, "1505")
    scene.check(EIGHT, "move", 12)
    assert scene.move(EIGHT, "1505-1504") == []


def shot() -> Scene:
    """The first shot has been fired in the Russian Support Fire Phase of turn 1."""
    scene = Scene(first_shot=False).put(EIGHT, "1505").put(NINE, "1808").put(GERMAN, "1502")
    scene.phase("support-fire")
    scene.check(NINE, "fire", 2)
    scene.board.apply(Declare(verb="fire-roll", target=GERMAN))
    scene.roll(12)
    return scene


def test_movement_of_the_player_turn_of_the_first_shot_needs_no_check() -> None:
    scene = shot()
    scene.phase("movement")
    assert scene.move(EIGHT, "1505-1504") == []


def test_reaction_movement_of_that_player_turn_goes_with_or_without_a_check() -> None:
    scene = shot()
    scene.phase("reaction-movement")
    assert scene.move(GERMAN, "1502-1501") == []


def test_the_next_phasing_player_checks_for_movement() -> None:
    scene = shot()
    scene.phase("movement", side="german")
    assert scene.move(GERMAN, "1502-1501") == ["8.22"]


def test_checks_themselves_are_no_shots() -> None:
    scene = Scene(first_shot=False).put(EIGHT, "1505").put(GERMAN, "1502")
    scene.phase("support-fire")
    scene.check(EIGHT, "fire", 12)
    scene.phase("movement", side="german")
    assert scene.move(GERMAN, "1502-1501") == []
