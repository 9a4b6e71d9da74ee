"""15.3 to 15.6: air units over a combat, by turns, in the air, and against the ground."""

import pytest

from referee.actions import Move, Roll
from referee.games.bold_stroke.air.fighting import air_drm, shot_down
from referee.games.bold_stroke.air.support import fighters, legal_flights
from tests.referee.games.bold_stroke.fights import Fight

CORPS, PANZER = "30-rc", "1-pz"
OURS, THEIRS = "air-60-army", "air-xlviii-pz"


def over(*units: str) -> Fight:
    """A corps of the 60th Army attacks the 1st Panzer; air units are committed to both."""
    fight = Fight("0/0").put(CORPS, "0404").put(PANZER, "0505")
    for unit in units:
        fight.put(unit, OURS if unit.startswith("s-") else THEIRS)
    fight.attack(CORPS)
    return fight


# -- by turns -----------------------------------------------------------------------------------


def test_two_bombers_join_where_the_other_side_has_none() -> None:
    fight = over("s-bomber", "s-bomber#2")
    assert fight.air("s-bomber+s-bomber#2") == []
    assert fight.numbers.factors.air_points == 8


def test_the_sides_commit_one_unit_by_turns_the_attacker_first() -> None:
    fight = over("s-bomber", "s-bomber#2", "g-bomber", "g-bomber#2")
    assert fight.air("s-bomber") == []
    assert fight.air("g-bomber") == []
    assert fight.air("s-bomber#2") == []
    assert fight.air("g-bomber#2") == []


def test_two_units_at_once_are_too_many_while_the_other_side_may_commit() -> None:
    assert over("s-bomber", "s-bomber#2", "g-bomber").air("s-bomber+s-bomber#2") == ["15.3.D"]
    fight = over("s-bomber", "s-bomber#2", "g-bomber", "g-bomber#2")
    fight.air("s-bomber")
    assert fight.air("g-bomber+g-bomber#2") == ["15.3.E"]


def test_a_side_that_passes_commits_no_more() -> None:
    fight = over("s-bomber", "g-bomber", "g-bomber#2")
    assert fight.declare("air-support", "", "0505", as_="pass", side="soviet") == []
    assert fight.air("g-bomber+g-bomber#2") == []
    assert fight.air("s-bomber") == ["15.3.E"]


def test_a_side_that_lets_the_other_go_on_has_passed() -> None:
    fight = over("s-bomber", "s-bomber#2", "g-bomber")
    fight.air("s-bomber")
    assert fight.air("s-bomber#2") == []
    assert fight.air("g-bomber") == ["15.3.E"]


def test_when_one_side_passes_the_other_commits_what_it_likes() -> None:
    fight = over("s-bomber", "s-bomber#2", "g-bomber")
    fight.air("s-bomber")
    fight.declare("air-support", "", "0505", as_="pass", side="german")
    assert fight.air("s-bomber#2") == []


def test_an_air_unit_joins_one_combat_once() -> None:
    fight = over("s-bomber")
    fight.air("s-bomber")
    assert fight.air("s-bomber") == ["15.3.A"]


def test_an_air_unit_put_beside_the_combat_joins_it() -> None:
    fight = over("s-bomber")
    assert fight.do(Move(units=("s-bomber",), path=(OURS, "0505"))) == []
    assert fight.numbers.factors.air_points == 4


def test_an_air_unit_is_put_nowhere_else() -> None:
    fight = over("s-bomber")
    assert fight.do(Move(units=("s-bomber",), path=(OURS, "0808"))) == ["15.3.A"]


def test_the_side_to_commit_and_its_units_are_listed() -> None:
    fight = over("s-bomber", "g-bomber")
    assert legal_flights(fight.board, fight.combat) == ("soviet", ("s-bomber",))
    fight.air("s-bomber")
    assert legal_flights(fight.board, fight.combat) == ("german", ("g-bomber",))


# -- against the ground -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "points"), [("s-bomber", 4), ("s-sturmovik", 3), ("s-fighter", 0)]
)
def test_each_air_point_of_bombers_and_ground_attack_units_counts(unit: str, points: int) -> None:
    fight = over(unit)
    fight.air(unit)
    assert fight.numbers.factors.air_points == points


def test_a_fighter_bomber_of_four_points_counts_two() -> None:
    fight = over("s-fighter")
    fight.air("s-fighter", "fighter-bomber")
    assert fight.numbers.factors.air_points == 2


def test_half_a_point_of_a_fighter_bomber_is_dropped() -> None:
    fight = over("s-fighter")
    fight.board.pieces["s-fighter"].states["loss"] = 1
    fight.air("s-fighter", "fighter-bomber")
    assert fight.numbers.factors.air_points == 1


def test_air_points_of_the_defender_count_against_the_attacker() -> None:
    fight = over("g-bomber")
    fight.air("g-bomber")
    assert fight.numbers.factors.air_points == -4


def test_air_units_are_unready_when_the_combat_is_resolved() -> None:
    fight = over("s-bomber", "g-bomber")
    fight.air("s-bomber")
    fight.air("g-bomber")
    assert fight.roll(5) == []
    assert (fight.where("s-bomber"), fight.where("g-bomber")) == (
        "soviet-unready",
        "german-unready",
    )


# -- fighters against others --------------------------------------------------------------------


def intercepted(ours: int, theirs: int) -> Fight:
    """A German fighter takes on a Soviet bomber."""
    fight = over("s-bomber", "g-fighter")
    fight.air("s-bomber")
    fight.air("g-fighter")
    assert fight.declare("air-combat", "g-fighter", "s-bomber") == []
    assert fight.roll(ours, "air-combat", by="german") == []
    assert fight.roll(theirs, "air-combat", by="soviet") == []
    return fight


def test_a_higher_die_of_the_fighter_costs_its_enemy_a_step() -> None:
    fight = intercepted(7, 4)
    assert fight.loss("s-bomber") == []
    assert fight.roll(5) == []
    assert fight.lost("s-bomber") == 1


def test_a_step_that_is_not_taken_is_found() -> None:
    assert intercepted(7, 4).roll(5) == ["15.4.B"]


def test_a_lower_or_equal_die_costs_nothing() -> None:
    assert intercepted(4, 4).roll(5) == []
    assert intercepted(3, 4).loss("s-bomber") == ["15.4.D"]


def test_the_fighter_and_the_unit_it_attacked_go_home_at_once() -> None:
    fight = intercepted(3, 4)
    assert (fight.where("s-bomber"), fight.where("g-fighter")) == (
        "soviet-unready",
        "german-unready",
    )
    assert fight.numbers.factors.air_points == 0


def test_both_dice_may_be_rolled_together() -> None:
    fight = over("s-bomber", "g-fighter")
    fight.air("s-bomber")
    fight.air("g-fighter")
    fight.declare("air-combat", "g-fighter", "s-bomber")
    fight.do(Roll(dice="d10", result=(7, 4), purpose="air-combat"))
    duel = fight.combat.duels[0]
    assert shot_down(fight.board, fight.combat, duel) == ("s-bomber",)


def test_dice_announced_before_them_find_their_duel() -> None:
    fight = over("s-bomber", "g-fighter")
    fight.air("s-bomber")
    fight.air("g-fighter")
    fight.declare("air-combat", "g-fighter", "s-bomber")
    fight.declare("air-combat", roll="air-combat", side="german")
    fight.roll(7, "")
    fight.declare("air-combat", roll="air-combat", side="soviet")
    fight.roll(4, "air-combat.air-combat")
    assert fight.combat.duels[0].rolls == {"german": 7, "soviet": 4}


def test_dice_without_a_duel_cannot_be_judged() -> None:
    fight = over("s-bomber")
    fight.air("s-bomber")
    assert fight.roll(5, "air-combat") == ["15.4.B"]


def test_a_duel_without_dice_is_found() -> None:
    fight = over("s-bomber", "g-fighter")
    fight.air("s-bomber")
    fight.air("g-fighter")
    fight.declare("air-combat", "g-fighter", "s-bomber")
    assert fight.roll(5) == ["15.4.B"]


def test_only_fighters_in_fighter_mode_attack_in_the_air() -> None:
    fight = over("s-bomber", "g-bomber", "g-fighter")
    fight.air("s-bomber")
    fight.air("g-bomber")
    assert fight.declare("air-combat", "g-bomber", "s-bomber") == ["15.4.B"]
    fight.air("g-fighter", "fighter-bomber")
    assert fight.declare("air-combat", "g-fighter", "s-bomber") == ["15.4.B"]


def test_a_fighter_takes_on_one_enemy() -> None:
    fight = over("s-bomber", "s-bomber#2", "g-fighter")
    fight.air("s-bomber")
    fight.air("g-fighter")
    fight.air("s-bomber#2")
    fight.declare("air-combat", "g-fighter", "s-bomber")
    assert fight.declare("air-combat", "g-fighter", "s-bomber#2") == ["15.4.B"]


def test_nobody_fights_what_is_not_there() -> None:
    fight = over("s-bomber", "g-fighter")
    fight.air("s-bomber")
    assert fight.declare("air-combat", "g-fighter", "s-bomber") == ["15.4.A"]


# -- fighters against fighters ------------------------------------------------------------------


def dogfight(*units: str) -> Fight:
    """Air units of both sides join by turns."""
    fight = over(*units)
    ours = [unit for unit in units if unit.startswith("s-")]
    theirs = [unit for unit in units if unit.startswith("g-")]
    while ours or theirs:
        for side in (ours, theirs):
            if side:
                fight.air(side.pop(0))
    return fight


def duel(fight: Fight, ours: int, theirs: int) -> tuple[str, ...]:
    """The losses of the Soviet and the German fighter's duel."""
    assert fight.declare("air-combat", "s-fighter", "g-fighter") == []
    fight.roll(ours, "air-combat", by="soviet")
    fight.roll(theirs, "air-combat", by="german")
    return shot_down(fight.board, fight.combat, fight.combat.duels[0])


def test_the_higher_die_wins_a_duel_of_fighters() -> None:
    assert duel(dogfight("s-fighter", "g-fighter"), 7, 4) == ("g-fighter",)
    assert duel(dogfight("s-fighter", "g-fighter"), 4, 7) == ("s-fighter",)


def test_a_tie_costs_both() -> None:
    fight = dogfight("s-fighter", "g-fighter")
    assert duel(fight, 5, 5) == ("s-fighter", "g-fighter")
    assert fight.loss("s-fighter") == []
    assert fight.roll(5) == ["15.4.D"]


def test_fighters_of_both_sides_must_fight() -> None:
    assert dogfight("s-fighter", "g-fighter").roll(5) == ["15.4.A"]


@pytest.mark.parametrize(
    ("ours", "theirs", "drm"),
    [(1, 1, 0), (2, 1, 2), (3, 1, 3), (4, 1, 4), (3, 2, 1), (4, 2, 2), (1, 2, 0)],
)
def test_more_fighters_give_a_modifier(ours: int, theirs: int, drm: int) -> None:
    soviet = ["s-fighter", *(f"s-fighter#{n}" for n in range(2, ours + 1))]
    german = ["g-fighter", *(f"g-fighter#{n}" for n in range(2, theirs + 1))]
    fight = dogfight(*soviet, *german)
    flight = fighters(fight.board, fight.combat, "soviet")[0]
    assert air_drm(fight.board, fight.combat, flight) == drm


def test_a_fighter_attacks_no_bomber_while_an_enemy_fighter_is_unmatched() -> None:
    fight = dogfight("s-fighter", "g-fighter", "g-bomber")
    assert fight.declare("air-combat", "s-fighter", "g-bomber") == ["15.4.C"]


def test_a_fighter_in_excess_may_attack_a_bomber() -> None:
    fight = dogfight("s-fighter", "s-fighter#2", "g-fighter", "g-bomber")
    assert fight.declare("air-combat", "s-fighter", "g-fighter") == []
    assert fight.declare("air-combat", "s-fighter#2", "g-bomber") == []


def test_a_fighter_in_excess_may_double_up() -> None:
    fight = dogfight("s-fighter", "s-fighter#2", "g-fighter")
    assert fight.declare("air-combat", "s-fighter+s-fighter#2", "g-fighter") == []
    assert len(fight.combat.duels) == 2


def test_nobody_doubles_up_while_an_enemy_fighter_is_unmatched() -> None:
    fight = dogfight("s-fighter", "s-fighter#2", "g-fighter", "g-fighter#2")
    assert fight.declare("air-combat", "s-fighter+s-fighter#2", "g-fighter") == ["15.4.C"]


# -- fighter-bombers ----------------------------------------------------------------------------


def surprised() -> Fight:
    """A Soviet fighter-bomber meets a German fighter."""
    fight = over("s-fighter", "s-bomber", "g-fighter", "g-bomber")
    fight.air("s-fighter", "fighter-bomber")
    fight.air("g-fighter")
    return fight


@pytest.mark.parametrize("say", [True, False])
def test_a_fighter_bomber_may_jettison_when_a_fighter_appears(say: bool) -> None:
    fight = surprised()
    if say:
        assert fight.declare("jettison", "s-fighter") == []
    else:
        assert fight.mark("s-fighter", "fighter-bomber", False) == []
    flight = fight.combat.flights[0]
    assert flight.jettisoned
    assert air_drm(fight.board, fight.combat, flight) == -1
    assert fight.numbers.factors.air_points == 0


def test_later_it_may_not() -> None:
    fight = surprised()
    fight.air("s-bomber")
    assert fight.declare("jettison", "s-fighter") == ["15.6.D"]


def test_without_an_enemy_fighter_it_may_not() -> None:
    fight = over("s-fighter", "g-bomber")
    fight.air("s-fighter", "fighter-bomber")
    fight.air("g-bomber")
    assert fight.declare("jettison", "s-fighter") == ["15.6.D"]


def test_bombs_that_are_gone_do_not_come_back() -> None:
    fight = surprised()
    fight.declare("jettison", "s-fighter")
    assert fight.mark("s-fighter", "fighter-bomber", True) == ["15.6.D"]


def test_a_plain_fighter_jettisons_nothing() -> None:
    fight = over("s-fighter", "g-fighter")
    fight.air("s-fighter")
    fight.air("g-fighter")
    assert fight.declare("jettison", "s-fighter") == ["15.6.D"]


def test_a_fighter_bomber_that_keeps_its_bombs_is_attacked_like_a_bomber() -> None:
    fight = surprised()
    assert fight.declare("air-combat", "g-fighter", "s-fighter") == []
    fight.roll(5, "air-combat", by="german")
    fight.roll(5, "air-combat", by="soviet")
    assert shot_down(fight.board, fight.combat, fight.combat.duels[0]) == ()
