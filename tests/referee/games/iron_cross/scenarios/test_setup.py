"""Sections 24.1 and 24.2: set-up, entry and hidden hexes, on the shipped scenarios."""

from typing import TypeGuard

import pytest

from referee.actions import (
    Action,
    BeginPhase,
    FieldValue,
    Move,
    PieceAt,
    Place,
    Position,
)
from referee.games.iron_cross.fire.ammunition import stock
from tests.referee.games.iron_cross.scene import Battle, Scene, judged, shipped

SCENARIOS = tuple(shipped().scenarios)


def shift(battle: Battle, unit: str, goal: str) -> Battle:
    """Set a unit up elsewhere, before the first phase."""
    start = battle.board.number(battle.board.pieces[unit].place)
    battle.board.apply(Move(units=(unit,), path=(start, goal), complete=False))
    return battle


def begun(battle: Battle) -> list[str]:
    """What the beginning of play finds, mines that the log does not show apart."""
    return [rule for rule in battle.phase("morale") if rule != "?19.11"]


# -- before play --------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_begins_as_shipped(scenario: str) -> None:
    assert begun(Battle(scenario)) == []


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_log_without_actions_is_fine(scenario: str) -> None:
    assert judged([], scenario).findings == ()


@pytest.mark.parametrize(
    ("scenario", "unit", "inside", "outside", "rule"),
    [
        ("demyansk", "ge-c-otto", "4317", "4710", "24.4"),
        ("khristishche", "ge-pl", "1205", "1821", "24.5"),
        ("closing-the-ring", "ru-c-osipov", "3007", "3006", "24.6"),
        ("tula", "ge-pl", "1013", "1015", "24.7"),
        ("marshes", "ru-d-gorin", "5120", "5122", "24.8"),
        ("spartakovka", "ru-a-belov", "1907", "2107", "24.9"),
    ],
)
def test_units_are_set_up_in_their_areas(
    scenario: str, unit: str, inside: str, outside: str, rule: str
) -> None:
    assert begun(shift(Battle(scenario), unit, inside)) == []
    assert begun(shift(Battle(scenario), unit, outside)) == [rule]


def test_who_is_set_up_elsewhere_is_told_the_hexes_of_his_area() -> None:
    battle = shift(Battle("khristishche"), "ge-mmg-1", "1205")
    [finding] = battle.findings(BeginPhase(turn=1, phase="first.morale"))
    assert finding.expected is not None
    assert finding.expected.startswith("khristishche-german-c (1418-1422, 1517, ")
    battle = shift(Battle("tula"), "ge-pl", "1015")
    wide, *_ = battle.findings(BeginPhase(turn=1, phase="first.morale"))
    assert (wide.expected or "").endswith(" and others)")


def test_units_may_be_shifted_within_their_area() -> None:
    assert begun(shift(Battle(), "ge-c-otto", "4316")) == []


def test_units_that_enter_later_wait_off_the_map() -> None:
    assert begun(shift(Battle(), "ru-b-bykov", "4820")) == ["24.4"]


def test_units_that_wait_may_stand_in_column_fifty_without_blame() -> None:
    assert begun(shift(Battle("marshes"), "ru-d-gorin", "5005")) == []


def test_vehicles_are_not_set_up_in_buildings() -> None:
    assert begun(shift(Battle("spartakovka"), "ge-ivd-1", "4307")) == ["24.9"]


def test_set_up_stacks_keep_the_limit() -> None:
    battle = Battle()
    for unit in ("ge-c-otto", "ge-c-pohl", "ge-c-kuhn", "ge-c-neumann"):
        shift(battle, unit, "4307")
    assert "8.62" in battle.phase("morale")


def test_men_that_the_scenario_leaves_out_are_left_out() -> None:
    battle = Battle()
    battle.board.apply(Place(unit="ru-a-belov", at="russian-entry"))
    assert begun(battle) == ["24.1"]


def test_which_of_several_alike_is_left_out_is_open() -> None:
    battle = Battle("tula")
    absent = next(
        name
        for name, counter in battle.data.counters.items()
        if counter.formation == "ru-d"
        and counter.value("performance") == 8
        and counter.kind == "rifle"
        and name not in battle.board.pieces
    )
    present = next(
        piece
        for piece in battle.board.pieces.values()
        if piece.counter.formation == "ru-d"
        and piece.value("performance") == 8
        and piece.counter.kind == "rifle"
    )
    here = battle.board.number(present.place)
    battle.clear(present.id)
    battle.board.apply(Place(unit=absent, at=here))
    assert begun(battle) == []


def test_squad_d_less_a_rifle_of_nine_leaves_out_whichever_of_the_two_its_player_drew() -> None:
    """The example of 24.1; scenario 6 calls for that squad."""
    alike = ["ru-d-chernov", "ru-d-shubin"]
    battle = Battle("spartakovka")
    assert [battle.board.counter(unit).value("performance") for unit in alike] == [9, 9]
    present = next(unit for unit in alike if unit in battle.board.pieces)
    absent = next(unit for unit in alike if unit != present)
    assert absent not in battle.board.pieces
    here = battle.board.number(battle.board.piece(present).place)
    battle.clear(present)
    battle.board.apply(Place(unit=absent, at=here))
    assert begun(battle) == []
    battle = Battle("spartakovka")
    battle.board.apply(Place(unit=absent, at=here))
    assert begun(battle) == ["24.1"]


def test_squad_d_with_ten_points_has_them_for_its_light_machine_gun() -> None:
    """The other example of 24.1; scenario 3 gives the squad that number."""
    battle = Battle("closing-the-ring", options=("advanced",))
    gun = battle.board.piece("ru-d-tsvetkov")
    assert gun.counter.kind == "light-machine-gun"
    assert stock(battle.board, gun) == 10
    assert stock(battle.board, battle.board.piece("ru-d-chernov")) is None


def test_units_of_other_scenarios_are_found() -> None:
    battle = Battle()
    assert battle.do(Place(unit="ge-a-bauer", at="4317")) == ["24.1"]


def test_what_is_not_on_the_map_is_hidden_and_cannot_be_checked() -> None:
    battle = Battle().clear("ge-c-kuhn")
    assert begun(battle) == []
    assert battle.end() == ["?24.21"]


# -- logs that begin later ----------------------------------------------------------------------


def saved(**places: str) -> Position:
    """The set-up of scenario 1 as a saved position, units given by `ge_c_otto` elsewhere."""
    board = Battle().board
    return Position(
        pieces=tuple(
            PieceAt(
                unit=piece.id,
                counter=piece.counter.id,
                at=places.get(piece.id.replace("-", "_"), board.number(piece.place)),
                face=piece.face,
                states={name: value for name, value in piece.states.items() if _is_said(value)},
            )
            for piece in board.pieces.values()
        )
    )


def _is_said(value: object) -> TypeGuard[FieldValue]:
    return isinstance(value, (str, int, bool))


def broken(*actions: Action) -> list[str]:
    return [finding.rule for finding in judged(list(actions)).violations]


@pytest.mark.parametrize("phase", ["morale", "support-fire", "movement", "reaction-movement"])
def test_what_was_moved_before_the_first_phase_of_a_log_is_set_up(phase: str) -> None:
    begin = BeginPhase(turn=1, phase=f"first.{phase}")
    move = Move(units=("ge-c-otto",), path=("4109", "4316"), complete=False)
    assert broken(move, begin) == []
    move = Move(units=("ge-c-otto",), path=("4109", "4710"), complete=False)
    assert broken(move, begin) == ["24.4"]


@pytest.mark.parametrize("phase", ["morale", "support-fire"])
def test_a_saved_position_before_anybody_can_have_moved_is_the_set_up(phase: str) -> None:
    begin = BeginPhase(turn=1, phase=f"first.{phase}")
    assert broken(saved(ge_c_otto="4316"), begin) == []
    assert broken(saved(ge_c_otto="4710"), begin) == ["24.4"]


@pytest.mark.parametrize("phase", ["first.movement", "first.assault", "second.morale"])
def test_a_saved_position_in_the_midst_of_play_is_no_set_up(phase: str) -> None:
    entered = saved(ru_b_bykov="4826", ge_c_otto="4710")
    assert broken(entered, BeginPhase(turn=1, phase=phase)) == []


def test_a_position_saved_while_units_are_set_up_is_judged_with_them() -> None:
    begin = BeginPhase(turn=1, phase="first.morale")
    end = BeginPhase(turn=1, phase="first.support-fire")
    assert broken(begin, saved(ge_c_otto="4316"), end) == []
    assert broken(begin, saved(ge_c_otto="4710"), end) == ["24.4"]


# -- in the first Morale Phase, as a module's turn tracker has it ---------------------------------


def settling() -> Battle:
    """The first Morale Phase of scenario 1 has begun; units are still being set up."""
    battle = Battle()
    assert battle.phase("morale") == []
    return battle


def test_units_may_still_be_shifted_when_the_tracker_stands_at_the_first_phase() -> None:
    battle = settling()
    assert battle.move("ge-c-otto", "4109>4316") == []
    assert battle.set("ge-c-otto", "face", "up") == []
    assert battle.phase("support-fire") == []


def test_what_is_shifted_then_is_judged_when_the_phase_ends() -> None:
    battle = settling()
    assert battle.move("ge-c-otto", "4109>4710") == []
    assert battle.phase("support-fire") == ["24.4"]


def test_hiding_is_set_up_too() -> None:
    battle = settling()
    assert battle.set("ge-c-otto", "hidden", True) == []
    assert battle.phase("support-fire") == ["24.21"]


def test_in_a_later_morale_phase_nothing_is_set_up() -> None:
    battle = settling()
    battle.phase("morale", side="german")
    assert "6.0" in battle.move("ge-c-otto", "4109>4316")


# -- hidden hexes -------------------------------------------------------------------------------


def test_a_side_has_no_more_hidden_hexes_than_the_scenario_gives() -> None:
    battle = Battle()
    battle.board.pieces["ge-c-otto"].states["hidden"] = True
    assert begun(battle) == ["24.21"]


def test_vehicles_are_not_hidden() -> None:
    battle = Battle("marshes")
    battle.board.pieces["ru-bt7m-1"].states["hidden"] = True
    assert "24.21" in battle.phase("morale")


def test_nobody_hides_during_play() -> None:
    battle = Battle()
    battle.phase("support-fire")
    assert battle.set("ge-c-otto", "hidden", True) == ["24.21"]


GERMAN, OTHER, RUSSIAN = "ge-c-kuhn", "ge-c-pfeiffer", "ru-a-gusev"


def ambush(phase: str = "movement", side: str = "russian") -> Scene:
    """Two hidden Germans in 1504, a Russian two hexes south."""
    scene = Scene(first_shot=False).put(GERMAN, "1504", face="down", hidden=True, facing=3)
    scene.put(OTHER, "1504", face="down", hidden=True).put(RUSSIAN, "1506")
    scene.phase(phase, side=side)
    return scene


def test_a_hidden_unit_that_fires_is_revealed_it_alone() -> None:
    scene = ambush("defensive-fire")
    scene.check(GERMAN, "fire", 2)
    assert scene.declare("reveal", GERMAN) == []
    assert scene.end() == []
    assert scene.board.pieces[OTHER].flag("hidden")


def test_a_hidden_unit_that_fires_and_stays_hidden_is_found() -> None:
    scene = ambush("defensive-fire")
    scene.check(GERMAN, "fire", 2)
    assert scene.end() == ["24.22"]


def test_a_unit_that_leaves_a_hidden_hex_reveals_all_units_there() -> None:
    scene = ambush("reaction-movement")
    scene.move(GERMAN, "1504-1503")
    assert scene.set(GERMAN, "hidden", False) == []
    assert scene.end() == ["24.22"]


def test_a_friend_who_enters_reveals_them_too() -> None:
    scene = ambush("reaction-movement").put("ge-c-otto", "1503")
    scene.move("ge-c-otto", "1503-1504")
    assert scene.end() == ["24.22"]


def beside(status: str = "normal") -> Scene:
    """A Russian stands beside the hidden Germans when his Morale Phase begins."""
    scene = Scene().put(GERMAN, "1504", face="down", hidden=True).put(RUSSIAN, "1505")
    scene.board.pieces[RUSSIAN].states["morale"] = status
    scene.phase("morale")
    return scene


def test_a_normal_unit_that_begins_its_morale_phase_beside_them_reveals_them() -> None:
    assert beside().end() == ["24.22"]
    scene = beside()
    scene.declare("reveal", GERMAN)
    assert scene.end() == []


@pytest.mark.parametrize("status", ["pinned", "suppressed"])
def test_a_pinned_or_suppressed_unit_does_not(status: str) -> None:
    assert "24.22" not in beside(status).end()


def test_nobody_is_found_from_two_hexes() -> None:
    assert ambush("morale").end() == []


def test_hidden_units_may_be_revealed_at_will() -> None:
    scene = ambush("morale")
    assert scene.declare("reveal", f"{GERMAN}+{OTHER}") == []
    assert scene.end() == []


@pytest.mark.parametrize("phase", ["support-fire", "moving-fire", "assault", "state-change"])
def test_their_owner_reveals_them_in_any_phase(phase: str) -> None:
    assert ambush(phase).declare("reveal", f"{GERMAN}+{OTHER}") == []


def test_nobody_enters_a_hidden_hex() -> None:
    assert "24.23" in ambush().move(RUSSIAN, "1506-1505-1504")


def test_a_hidden_unit_comes_to_light_where_it_may_have_been_set_up() -> None:
    battle = Battle().clear("ge-c-kuhn")
    battle.phase("support-fire")
    assert battle.do(Place(unit="ge-c-kuhn", at="4416", face="down")) == []
    battle = Battle().clear("ge-c-kuhn")
    battle.phase("support-fire")
    assert battle.do(Place(unit="ge-c-kuhn", at="3110", face="down")) == ["24.21"]


def test_units_come_out_of_no_more_hexes_than_may_be_hidden() -> None:
    """Scenario 1 has two; nobody is told of here but who comes to light."""
    battle = Battle().clear(
        "ge-c-kuhn", "ge-c-pfeiffer", "ge-c-lehmann", "ge-c-richter", "ge-c-otto"
    )
    battle.phase("support-fire")
    for unit, at in (("ge-c-kuhn", "4416"), ("ge-c-pfeiffer", "4416"), ("ge-c-otto", "4109")):
        assert battle.do(Place(unit=unit, at=at, face="down")) == []
    assert battle.do(Place(unit="ge-c-lehmann", at="4511", face="down")) == ["24.21"]


def test_hexes_that_are_shown_as_hidden_count_with_those_that_are_not() -> None:
    battle = Battle().clear("ge-c-otto", "ge-c-lehmann", "ge-c-richter")
    battle.phase("support-fire")
    assert battle.do(Place(unit="ge-c-lehmann", at="4511", face="down")) == []
    assert battle.do(Place(unit="ge-c-otto", at="4109", face="down")) == ["24.21"]


# -- entry --------------------------------------------------------------------------------------


def test_units_enter_in_their_area_and_pay_for_the_first_hex() -> None:
    battle = Battle()
    battle.phase("movement")
    assert battle.declare("enter", "ru-b-gromov") == []
    assert battle.move("ru-b-gromov", "russian-entry-4827-4826") == []
    assert battle.board.state.treks["ru-b-gromov"].points > 0


def test_units_do_not_enter_elsewhere() -> None:
    battle = Battle()
    battle.phase("movement")
    assert "24.4" in battle.move("ru-b-gromov", "russian-entry-3010")


def test_an_entry_of_which_only_the_end_is_known_is_legal_if_there_is_a_way() -> None:
    battle = Battle()
    battle.phase("movement")
    assert battle.move("ru-b-gromov", "russian-entry>3926") == []


def test_an_entry_that_no_allowance_lasts_for_is_found() -> None:
    battle = Battle()
    battle.phase("movement")
    assert battle.move("ru-b-gromov", "russian-entry-4027-4026-4025-4024-4023-4022-4021") == [
        "8.11"
    ]


def test_units_put_onto_the_map_have_entered_it() -> None:
    battle = Battle()
    battle.phase("movement")
    assert battle.do(Place(unit="ru-b-gromov", at="3927")) == []
    assert battle.do(Place(unit="ru-b-demin", at="3001")) == ["24.4"]


def test_nobody_enters_outside_his_movement_phase() -> None:
    battle = Battle()
    battle.phase("reaction-movement")
    assert "24.4" in battle.move("ru-b-gromov", "russian-entry-4827")


def test_nobody_enters_before_his_turn() -> None:
    battle = Battle("closing-the-ring")
    battle.phase("movement", turn=1)
    assert battle.move("ge-ps", "german-entry-3005") == ["24.6"]


def test_nobody_is_bound_to_enter_at_once() -> None:
    battle = Battle("closing-the-ring")
    battle.phase("movement", turn=4)
    battle.board.state.first_shot = None
    assert battle.move("ge-ps", "german-entry-3005") == []


def test_one_edge_is_chosen_before_the_game() -> None:
    battle = Battle("closing-the-ring")
    battle.phase("movement", turn=3)
    man = next(n for n, p in battle.board.pieces.items() if p.counter.formation == "ge-d")
    assert battle.move("ge-ps", "german-entry-3005") == []
    assert battle.move(man, "german-entry-5005") == ["24.6"]


def test_the_tank_of_the_marshes_comes_in_reaction_movement() -> None:
    battle = Battle("marshes")
    battle.phase("reaction-movement", turn=4)
    assert battle.move("ru-t34a-1", "russian-entry-5301") == []
    battle = Battle("marshes")
    battle.phase("movement", side="russian", turn=4)
    assert battle.move("ru-t34a-1", "russian-entry-5301") == ["24.8"]


def test_the_fast_tanks_wait_for_the_second_russian_turn() -> None:
    battle = Battle("marshes")
    battle.phase("movement", side="russian", turn=1)
    assert battle.move("ru-bt7m-1", "5804-5803") == ["24.8"]
    battle = Battle("marshes")
    battle.phase("movement", side="russian", turn=2)
    assert battle.move("ru-bt7m-1", "5804-5803") == []


def test_one_squad_and_one_of_each_may_come_by_the_west_edge() -> None:
    battle = Battle("marshes")
    battle.phase("movement", turn=2)
    assert battle.move("ge-iid-1", "german-entry-5020") == []
    assert battle.move("ge-iiie-1", "german-entry-5022") == ["24.8"]


def test_the_fast_tanks_do_not_react_before_the_second_russian_turn() -> None:
    battle = Battle("marshes")
    battle.phase("reaction-movement", turn=2)
    assert battle.move("ru-bt7m-1", "5804-5803") == ["24.8"]
    battle = Battle("marshes")
    battle.phase("reaction-movement", turn=3)
    assert battle.move("ru-bt7m-1", "5804-5803") == []


def test_one_too_many_by_the_west_edge_does_not_blame_those_who_may() -> None:
    battle = Battle("marshes")
    battle.phase("movement", turn=2)
    assert battle.move("ge-a-bauer", "german-entry-5016") == []
    assert battle.move("ge-b-hahn", "german-entry-5017") == ["24.8"]
    assert battle.move("ge-pl", "german-entry-5018") == []
    assert battle.move("ge-a-becker", "german-entry-5019") == []


def test_the_improved_positions_of_khristishche_are_in_buildings() -> None:
    battle = Battle("khristishche")
    for at, rules in (("2513", []), ("2020", ["24.5"])):
        start = battle.board.number(battle.board.pieces["ip-3"].place)
        battle.board.apply(Move(units=("ip-3",), path=(start, at), complete=False))
        twin = Battle("khristishche")
        twin.board = battle.board.copy()
        assert twin.phase("morale") == rules


def test_a_machine_gun_may_come_to_spartakovka_by_the_west_edge_and_no_other_crew_weapon() -> None:
    battle = Battle("spartakovka")
    for name in ("ge-mmg-1", "ge-50at-1"):
        at = battle.board.number(battle.board.pieces[name].place)
        battle.board.apply(Move(units=(name,), path=(at, "german-entry"), complete=False))
    battle.phase("movement", turn=1)
    assert "24.9" in battle.move("ge-50at-1", "german-entry-5022")
    del battle.board.state.entries["ge-50at-1"]
    assert battle.move("ge-mmg-1", "german-entry-5020") == []


def test_the_west_edge_is_open_from_turn_two() -> None:
    battle = Battle("marshes")
    battle.phase("movement", turn=1)
    assert battle.move("ge-iid-1", "german-entry-5020") == ["24.8"]


def test_the_last_group_comes_from_the_east_on_turn_nine_or_elsewhere_on_turn_ten() -> None:
    battle = Battle("spartakovka")
    battle.phase("movement", side="russian", turn=9)
    assert battle.move("ru-pl-11", "russian-entry-1010") == []
    assert battle.move("ru-apl-10", "russian-entry-1301") == ["24.9"]
    battle = Battle("spartakovka")
    battle.phase("movement", side="russian", turn=10)
    assert battle.move("ru-apl-10", "russian-entry-1301") == []


def test_who_is_on_the_map_does_not_enter_it() -> None:
    battle = Battle()
    battle.phase("movement")
    assert battle.declare("enter", "ge-c-otto") == ["24.1"]


def test_nobody_leaves_the_maps_in_use() -> None:
    battle = Battle()
    battle.phase("movement", side="german")
    battle.board.apply(Move(units=("ge-c-otto",), path=("4109", "5010"), complete=False))
    battle = Battle()
    battle.board.apply(Move(units=("ge-c-otto",), path=("4109", "5010"), complete=False))
    battle.phase("movement", side="german")
    assert "2.1" in battle.move("ge-c-otto", "5010-5110")
