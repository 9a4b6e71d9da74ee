"""16.5 and 16.6. A supply phase near Kazatin, where units are in supply.

The 1st Panzer's armor of 10 is a stand-in; a unit of more than six pays two points a step.
"""

import pytest

from referee.actions import Declare, SetState
from referee.games.bold_stroke.combat import losses
from referee.games.bold_stroke.forces import rebuilding, replacement_costs, replacements
from tests.referee.games.bold_stroke.campaign import Campaign
from tests.referee.games.bold_stroke.supply_scene import SupplyScene

AT = "2328"
INFANTRY, PANZER, SMALL_PANZER, GUNS, HQ = "75-inf", "1-pz", "19-pz", "xlviii-art", "hq-vii"
OTHER = "57-inf"
MANY = {"armor": 20, "infantry": 20, "artillery": 20, "air": 20}


def german(
    *units: str, points: dict[str, int] | None = None, options: tuple[str, ...] = ()
) -> Campaign:
    """The German supply phase of turn 6; the units have lost a step each."""
    play = Campaign(options=options)
    for unit in units:
        play.put(unit, AT, loss=1)
    play.at(6, "second.supply")
    play.board.state.records.replacements.points["german"] = dict(
        MANY if points is None else points
    )
    return play


def again(play: Campaign, section: str = "second") -> Campaign:
    """The supply phase anew, with the units as they were put down, and points for everything."""
    play.at(6, f"{section}.supply")
    side = "german" if section == "second" else "soviet"
    play.board.state.records.replacements.points[side] = dict(MANY)
    return play


def have(play: Campaign, side: str = "german") -> dict[str, int]:
    return play.board.state.records.replacements.points[side]


# -- points (16.5.A-C) ----------------------------------------------------------------------------


def income(turn: int, side: str = "german", scenario: str = "breakout") -> dict[str, int]:
    """What a badly hurt side has got from the start to its supply phase of a turn."""
    play = Campaign(scenario).put("75-inf", AT, face="reduced").put("50-rc", "1213", face="reduced")
    play.put("1-pz", AT, face="reduced", loss=3).put("lah", AT, face="reduced", loss=2)
    section = "second" if side == "german" else "first"
    for each in range(1, turn + 1):
        play.at(each, f"{section}.supply")
    return have(play, side)


def test_nobody_has_replacements_in_the_first_turn() -> None:
    assert sum(income(1).values()) == 0


def test_each_turn_brings_two_armor_points_and_one_of_infantry() -> None:
    assert income(2) == {"armor": 2, "infantry": 1, "artillery": 0, "air": 0}
    assert income(3) == {"armor": 4, "infantry": 2, "artillery": 0, "air": 0}


def test_every_fourth_turn_brings_one_of_artillery_and_one_of_air() -> None:
    assert income(4) == {"armor": 6, "infantry": 3, "artillery": 1, "air": 1}


def test_a_scenario_may_begin_with_points() -> None:
    records = Campaign("manstein-strikes-again").board.state.records.replacements
    assert records.points["german"] == {"armor": 2, "infantry": 2, "artillery": 0, "air": 0}


def test_a_side_without_losses_gets_nothing() -> None:
    play = Campaign("breakout").put(INFANTRY, AT)
    for turn in (1, 2, 3):
        play.at(turn, "second.supply")
    assert sum(have(play).values()) == 0


def test_points_stop_when_they_would_make_every_unit_whole() -> None:
    play = Campaign("breakout").put(INFANTRY, AT, loss=1)
    for turn in (1, 2, 3, 4):
        play.at(turn, "second.supply")
    assert sum(have(play).values()) == 3


def test_the_boxes_show_no_more_points_than_there_are() -> None:
    play = german(INFANTRY, points={"armor": 3, "infantry": 1})
    assert play.set("replacements-german-armor", 3) == []
    assert play.set("replacements-german-armor", 4) == ["16.5.A"]
    assert play.set("replacements-german-air", 1) == ["16.5.B"]
    assert have(play)["air"] == 1


# -- steps (16.5.D-K) -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "cost"),
    [
        (INFANTRY, {"infantry": 1}),
        (SMALL_PANZER, {"armor": 1}),
        (PANZER, {"armor": 2}),
        (GUNS, {"artillery": 1}),
        (HQ, {"artillery": 1}),
        ("2-fj", {"infantry": 1}),
        ("10-pzgr", {"infantry": 1}),
        ("dr", {"infantry": 2}),
        ("37-rec", {"infantry": 1}),
        ("239-ag", {"armor": 1}),
    ],
)
def test_a_step_costs_points_of_the_strength_that_was_lost(unit: str, cost: dict[str, int]) -> None:
    play = german(unit)
    before = dict(have(play))
    assert play.declare("replacement", unit) == []
    spent = {kind: before[kind] - have(play)[kind] for kind in before}
    assert {kind: number for kind, number in spent.items() if number} == cost
    assert play.ends() == []
    assert losses.steps_lost(play.board, play.unit(unit)) == 0


def test_a_reduced_large_unit_pays_one_point_a_step() -> None:
    play = german().put(PANZER, AT, face="reduced", loss=1)
    again(play)
    before = have(play)["armor"]
    play.declare("replacement", PANZER)
    assert before - have(play)["armor"] == 1


def test_the_step_across_the_turn_of_the_counter_costs_what_it_took() -> None:
    play = german().put(PANZER, AT, face="reduced")
    again(play)
    before = have(play)["armor"]
    play.declare("replacement", PANZER)
    assert before - have(play)["armor"] == 2
    play.ends()
    assert (play.unit(PANZER).face, play.unit(PANZER).level("loss")) == ("front", 2)


def soviet(*units: str, **states: object) -> Campaign:
    """The Soviet supply phase of turn 6, with units in Brovary that have lost a step."""
    play = Campaign()
    for unit in units:
        play.put(unit, "1213", loss=1, **states)
    return again(play, "first")


def test_a_mechanized_corps_takes_armor_and_infantry_for_each_step() -> None:
    play = soviet("9-mc")
    assert play.declare("replacement", "9-mc", with_="armor and infantry") == []
    assert (have(play, "soviet")["armor"], have(play, "soviet")["infantry"]) == (19, 19)
    assert soviet("9-mc").declare("replacement", "9-mc", with_="armor") == ["16.5.I"]


def test_cavalry_is_not_replaced() -> None:
    assert soviet("1g-cc").declare("replacement", "1g-cc") == ["16.5.K"]


def test_points_of_another_type_do_not_do() -> None:
    assert german(INFANTRY).declare("replacement", INFANTRY, with_="armor") == ["16.5.H"]


def test_anti_tank_guns_take_artillery_points_or_those_of_armor() -> None:
    for kind in ("artillery", "armor"):
        assert german("88-at").declare("replacement", "88-at", with_=kind) == []


def test_air_points_replace_air_losses_of_any_type() -> None:
    for unit in ("g-bomber", "g-stuka", "g-fighter"):
        play = german().put(unit, "german-unready", loss=1)
        again(play)
        assert play.declare("replacement", unit, with_="air") == []
        assert play.declare("replacement", unit, with_="armor") != []


def test_a_step_that_was_not_lost_does_not_come_back() -> None:
    play = german(INFANTRY)
    play.declare("replacement", INFANTRY)
    assert play.declare("replacement", INFANTRY) == ["16.5.D"]


def test_steps_are_replaced_in_the_sides_own_supply_phase() -> None:
    play = german(INFANTRY)
    play.at(7, "first.supply")
    assert play.declare("replacement", INFANTRY) == ["16.5.D"]


def test_without_the_points_no_step_comes_back() -> None:
    play = german(PANZER, points={"armor": 1})
    assert play.declare("replacement", PANZER) == ["16.5.G"]


def test_a_unit_has_to_be_in_supply() -> None:
    play = german().put(INFANTRY, AT, loss=1, cut_off=True)
    again(play)
    assert play.declare("replacement", INFANTRY) == ["16.5.E"]


def test_a_unit_without_a_line_is_not_in_supply_though_it_is_not_marked() -> None:
    play = german(INFANTRY)
    around = {
        "2327": "38-rd",
        "2329": "147-rd",
        "2228": "206-rd",
        "2427": "309-rd",
        "2428": "337-rd",
    }
    for at, unit in around.items():
        play.put(unit, at)
    found = play.findings(Declare(verb="replacement", units=(INFANTRY,)))
    assert [f.rule for f in found] == ["16.5.E"]
    assert "the map (stand-in)" in found[0].rests_on


def test_in_an_enemy_zone_a_unit_regains_one_step() -> None:
    play = german().put(INFANTRY, AT, face="reduced", loss=1).put("38-rd", "2329")
    again(play)
    assert play.declare("replacement", INFANTRY) == []
    assert play.declare("replacement", INFANTRY) == ["16.5.F"]


def test_outside_enemy_zones_it_regains_several() -> None:
    play = german().put(INFANTRY, AT, face="reduced", loss=1)
    again(play)
    assert play.declare("replacement", INFANTRY, steps=3) == []
    assert play.ends() == []
    assert losses.steps_lost(play.board, play.unit(INFANTRY)) == 0


def test_a_corps_comes_back_from_its_substitute_counter() -> None:
    play = soviet().put("50-rc-sub", "1213").put("50-rc", "soviet-substitutes", face="reduced")
    again(play, "first")
    lost = losses.steps_lost(play.board, play.unit("50-rc-sub"))
    assert play.declare("replacement", "50-rc-sub") == []
    assert play.ends() == []
    assert losses.steps_lost(play.board, play.unit("50-rc")) == lost - 1
    assert play.unit("50-rc-sub").place == "soviet-substitutes"


# -- what counters show ---------------------------------------------------------------------------


def test_a_counter_marked_better_without_a_word_is_paid_for() -> None:
    play = german(INFANTRY, points={"infantry": 1})
    assert play.set("loss", 0, INFANTRY) == []
    assert play.ends() == []
    assert have(play)["infantry"] == 0


def test_it_is_found_when_there_were_no_points_for_it() -> None:
    play = german(INFANTRY, points={"infantry": 0})
    play.set("loss", 0, INFANTRY)
    assert play.ends() == ["16.5.G"]


def test_a_step_told_and_marked_is_one_step() -> None:
    for first in ("declare", "set"):
        play = german(INFANTRY, points={"infantry": 1})
        if first == "declare":
            assert play.declare("replacement", INFANTRY) == []
            assert play.set("loss", 0, INFANTRY) == []
        else:
            assert play.set("loss", 0, INFANTRY) == []
            assert play.declare("replacement", INFANTRY) == []
        assert play.ends() == []
        assert losses.steps_lost(play.board, play.unit(INFANTRY)) == 0
        assert have(play)["infantry"] == 0


def test_steps_do_not_come_back_in_other_phases() -> None:
    play = german(INFANTRY)
    play.phase("second.movement")
    play.set("loss", 0, INFANTRY)
    assert play.ends() == ["16.5.D"]


def test_without_a_scenario_points_are_not_known() -> None:
    scene = SupplyScene().put(INFANTRY, "0405", loss=1)
    scene.begin("second.supply")
    assert scene.declare("replacement", INFANTRY) == []


# -- SS divisions first (17.7) --------------------------------------------------------------------

SS = ("german-replacements",)


def test_a_weakened_ss_division_gets_a_step_before_other_german_units() -> None:
    play = german(INFANTRY, "lah", options=SS)
    assert play.declare("replacement", INFANTRY) == ["17.7"]
    play = german(INFANTRY, "lah", options=SS)
    assert play.declare("replacement", "lah") == []
    assert play.declare("replacement", INFANTRY) == []


def test_without_points_for_it_the_ss_division_does_not_hold_others_up() -> None:
    play = german(INFANTRY, "lah", options=SS, points={"infantry": 3, "armor": 1})
    assert play.declare("replacement", INFANTRY) == []


def test_without_the_option_no_division_comes_first() -> None:
    assert german(INFANTRY, "lah").declare("replacement", INFANTRY) == []


# -- rebuilding (16.6) ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "steps", "cost"),
    [
        ("75-inf", 1, {"infantry": 1, "artillery": 1}),
        ("75-inf", 2, {"infantry": 2, "artillery": 1}),
        ("xlviii-art", 1, {"artillery": 1}),
        ("88-at", 1, {"artillery": 1}),
        ("1-pz", 1, {"armor": 1, "infantry": 1, "artillery": 1}),
        ("239-ag", 1, {"armor": 1}),
        ("tig", 1, {"armor": 1}),
        ("9-mc", 2, {"armor": 2, "infantry": 2, "artillery": 1}),
        ("20-pzgr", 2, {"armor": 1, "infantry": 2, "artillery": 1}),
        ("5-gtc", 1, {"armor": 1, "infantry": 1, "artillery": 1}),
        ("hq-vii", 1, {"artillery": 1}),
        ("g-bomber", 1, {"air": 1}),
    ],
)
def test_each_kind_of_unit_takes_its_own_points(
    unit: str, steps: int, cost: dict[str, int]
) -> None:
    found = replacement_costs.rebuilding_cost(Campaign().board, unit, steps)
    assert found is not None
    assert dict(found.points) == cost


@pytest.mark.parametrize("unit", ["1g-cc", "cz", "adv-det"])
def test_cavalry_and_the_czech_brigade_are_not_rebuilt(unit: str) -> None:
    assert replacement_costs.rebuilding_cost(Campaign().board, unit, 1) is None


def test_a_large_unit_pays_two_points_for_its_upper_steps() -> None:
    board = Campaign().board
    whole = losses.steps_in_all(board, PANZER)
    found = replacement_costs.rebuilding_cost(board, PANZER, whole)
    assert found is not None
    assert dict(found.points)["armor"] == 4 * 1 + 3 * 2


def destroyed(unit: str, points: dict[str, int] | None = None) -> Campaign:
    """A German unit was destroyed in turn 4; it is the German supply phase of turn 6."""
    play = german(points=points).put(unit, "german-eliminated", face="reduced", loss=3)
    play.board.state.combat.destroyed[unit] = 4
    return play


def test_a_destroyed_unit_is_rebuilt_and_comes_by_an_edge_road() -> None:
    play = destroyed(OTHER)
    assert play.declare("rebuild", OTHER, steps=1) == []
    assert (have(play)["infantry"], have(play)["artillery"]) == (19, 19)
    assert play.move(OTHER, "german-eliminated 1240") == []
    assert losses.steps_left(play.board, OTHER) == 1


def test_it_does_not_come_by_railway() -> None:
    play = destroyed(OTHER)
    play.declare("rebuild", OTHER, steps=1)
    assert play.move(OTHER, "german-eliminated 2430") == ["16.6.C"]


def test_it_comes_with_the_steps_paid_for() -> None:
    play = destroyed(OTHER)
    play.declare("rebuild", OTHER, steps=1)
    assert play.place(OTHER, "1240", face="front", states={"loss": 0}) == ["16.6.B"]


def test_it_is_not_rebuilt_without_the_points() -> None:
    assert destroyed(OTHER, {"infantry": 3}).declare("rebuild", OTHER, steps=1) == ["16.6.A"]


def test_a_unit_that_stands_is_not_rebuilt() -> None:
    assert german(INFANTRY).declare("rebuild", INFANTRY, steps=1) == ["16.6.A"]


def test_a_unit_comes_back_with_at_least_one_step() -> None:
    assert destroyed(OTHER).declare("rebuild", OTHER, steps=0) == ["16.6.A"]


def test_a_soviet_cavalry_corps_is_not_rebuilt() -> None:
    play = soviet().put("1g-cc", "soviet-eliminated")
    play.board.state.combat.destroyed["1g-cc"] = 4
    assert play.declare("rebuild", "1g-cc", steps=1) == ["16.6.A"]


def test_a_unit_that_comes_back_without_a_word_was_rebuilt_if_it_could_be_paid() -> None:
    play = destroyed(OTHER)
    play.put(OTHER, "german-eliminated", face="reduced", loss=0)
    assert play.move(OTHER, "german-eliminated 1240") == []
    assert have(play)["artillery"] == 19
    play = destroyed(OTHER, {"infantry": 0})
    assert "16.6.A" in play.move(OTHER, "german-eliminated 1240")


def test_soviet_rebuilt_units_come_at_their_stations() -> None:
    play = soviet().put("38-rd", "soviet-eliminated")
    play.board.state.combat.destroyed["38-rd"] = 4
    assert play.declare("rebuild", "38-rd", steps=2) == []
    assert play.move("38-rd", "soviet-eliminated 1213") == []


# -- what may be done -----------------------------------------------------------------------------


def test_the_options_listed_are_what_the_referee_lets_pass() -> None:
    play = german(INFANTRY, PANZER, "88-at")
    found = replacements.replacement_options(play.board)
    assert {option.unit for option in found} == {INFANTRY, PANZER, "88-at"}
    for option in found:
        said = {"with": " and ".join(kind for kind, _ in option.cost.points)}
        action = Declare(verb="replacement", units=(option.unit,), values=said)
        assert list(play.board.rulebook.check(action, play.board)) == []


def test_nothing_is_listed_without_points() -> None:
    assert replacements.replacement_options(german(INFANTRY, points={}).board) == ()


def test_the_units_that_may_be_rebuilt_are_listed() -> None:
    play = destroyed(OTHER, {"infantry": 2, "artillery": 1})
    found = rebuilding.rebuild_options(play.board)
    assert [(each.unit, each.steps) for each in found] == [(OTHER, 1), (OTHER, 2)]


def test_a_state_that_shows_no_points_means_nothing() -> None:
    play = german(INFANTRY)
    assert play.do(SetState(state="replacements-german-horses", value=3)) == []


def test_a_log_that_goes_on_from_a_saved_game_does_not_tell_the_points() -> None:
    play = Campaign().put(INFANTRY, AT, loss=1)
    play.phase("second.supply", 6)
    assert play.declare("replacement", INFANTRY) == []
