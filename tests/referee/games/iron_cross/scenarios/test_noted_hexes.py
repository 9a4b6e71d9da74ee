"""24.2, hidden hexes that their owner wrote down in a note which is opened to the referee."""

from __future__ import annotations

import pytest

from referee.actions import (
    Action,
    BeginPhase,
    Declare,
    Move,
    Note,
    Place,
    Remove,
    SetState,
)
from tests.referee.games.iron_cross.scene import Battle, judged

OTTO, POHL = "ge-c-otto", "ge-c-pohl"
START, AREA, OUTSIDE, OTHER = "4109", "4317", "4510", "4614"
BOX = "german-hidden"
FOE = "ru-b-bykov"


def note(*units: str, hex_: str = AREA) -> Declare:
    """What a German note says in secret."""
    return Declare(verb="hidden-hex", units=units, values={"hex": hex_}, secret=True, side="german")


def off_the_map(*units: str, to: str = BOX) -> Battle:
    """Scenario 1 before play; the men who are hidden by the set-up stand in the open."""
    battle = Battle()
    for piece in list(battle.board.on_map("german")):
        piece.states.pop("hidden", None)
    for unit in units:
        start = battle.board.number(battle.board.piece(unit).place)
        assert battle.do(Move(units=(unit,), path=(start, to), complete=False)) == []
    return battle


def hidden(*units: str, hex_: str = AREA) -> Battle:
    """The same, in the first phase after the set-up, with men hidden by a note."""
    battle = off_the_map(*units)
    assert battle.do(note(*units, hex_=hex_)) == []
    assert battle.phase("support-fire") == []
    return battle


def out(battle: Battle, unit: str, *path: str) -> list[str]:
    """A man is put on the map, out of his box."""
    return battle.do(Move(units=(unit,), path=(BOX, *path), complete=len(path) > 1))


# -- at set-up -------------------------------------------------------------------------------------


def test_units_noted_in_the_area_of_their_side_are_hidden() -> None:
    assert off_the_map(OTTO).phase("support-fire") == ["?24.21"]
    battle = off_the_map(OTTO)
    assert battle.do(note(OTTO)) == []
    assert battle.phase("morale") == []
    assert battle.phase("support-fire") == []


@pytest.mark.parametrize(
    ("units", "hex_", "expected"),
    [
        ((OTTO,), OUTSIDE, ["24.21"]),
        (("ge-c-otto", "ge-c-pohl", "ge-c-kuhn", "ge-c-lang", "ge-c-maier", "ge-c-lorenz",
          "ge-c-neumann"), AREA, ["8.62"]),
    ],
)  # fmt: skip
def test_noted_hexes_keep_to_area_and_stacking(
    units: tuple[str, ...], hex_: str, expected: list[str]
) -> None:
    battle = off_the_map(*units)
    assert battle.do(note(*units, hex_=hex_)) == []
    assert battle.phase("support-fire") == expected


def test_no_more_hexes_are_noted_than_the_scenario_gives() -> None:
    battle = off_the_map(OTTO, POHL, "ge-c-kuhn")
    for unit, hex_ in ((OTTO, AREA), (POHL, OTHER), ("ge-c-kuhn", "4102")):
        assert battle.do(note(unit, hex_=hex_)) == []
    assert battle.phase("support-fire") == ["24.21"]


def test_a_note_may_be_changed_until_play_begins() -> None:
    battle = off_the_map(OTTO)
    assert battle.do(note(OTTO, hex_=OUTSIDE)) == []
    assert battle.do(note(OTTO, hex_=AREA)) == []
    assert battle.phase("support-fire") == []


def test_a_unit_that_is_noted_stands_nowhere_else() -> None:
    battle = off_the_map()
    assert battle.do(note(OTTO, hex_=START)) == []
    assert battle.phase("support-fire") == []
    battle = off_the_map()
    assert battle.do(note(OTTO, hex_=AREA)) == []
    assert battle.phase("support-fire") == ["24.21"]


def test_units_that_enter_later_and_enemies_are_not_hidden() -> None:
    battle = off_the_map()
    assert battle.do(note(FOE)) == []
    assert "24.21" in battle.phase("support-fire")


def test_what_is_noted_during_play_hides_nobody() -> None:
    battle = off_the_map(OTTO)
    assert battle.phase("support-fire") == ["?24.21"]
    assert battle.do(note(OTTO)) == ["24.21"]
    assert battle.board.state.noted_hexes == {}


def test_lines_that_are_written_anew_during_play_hide_nobody_anew() -> None:
    battle = hidden(OTTO, POHL)
    assert battle.do(note(POHL, OTTO)) == []
    assert out(battle, OTTO, AREA) == []
    assert battle.do(note(OTTO, POHL)) == []
    assert battle.do(note(OTTO, hex_=OTHER)) == ["24.21"]
    assert battle.board.state.noted_hexes == {POHL: battle.hex(AREA)}


def test_a_line_that_is_struck_out_before_play_hides_nobody() -> None:
    battle = off_the_map(OTTO)
    assert battle.do(note(OTTO)) == []
    assert battle.do(note(OTTO).model_copy(update={"struck": True})) == []
    assert battle.board.state.noted_hexes == {}
    assert battle.phase("support-fire") == []
    assert out(battle, OTTO, AREA) == ["24.21"]


def test_what_is_struck_out_during_play_was_noted_all_the_same() -> None:
    battle = hidden(OTTO)
    assert battle.do(note(OTTO).model_copy(update={"struck": True})) == []
    assert out(battle, OTTO, OTHER) == ["24.21"]


def test_beside_a_sealed_note_nobody_is_said_to_be_in_none() -> None:
    battle = off_the_map(OTTO, POHL)
    assert battle.do(note(OTTO)) == []
    assert battle.do(Note(side="german")) == []
    assert battle.phase("support-fire") == ["?24.21"]
    assert out(battle, POHL, AREA) == []
    assert out(battle, OTTO, OTHER) == ["24.21"]


def test_a_log_that_takes_a_game_up_hides_no_fallen_men() -> None:
    battle = off_the_map(OTTO, to="german-eliminated")
    pohl = battle.board.number(battle.board.piece(POHL).place)
    assert battle.do(Move(units=(POHL,), path=(pohl, BOX), complete=False)) == []
    assert battle.do(note(OTTO, POHL)) == []
    battle.do(BeginPhase(turn=3, phase="first.morale"))
    assert battle.board.state.noted_hexes == {POHL: battle.hex(AREA)}


def test_stacking_holds_for_units_in_no_box() -> None:
    men = ("ge-c-otto", "ge-c-pohl", "ge-c-kuhn", "ge-c-lang", "ge-c-maier", "ge-c-lorenz",
           "ge-c-neumann")  # fmt: skip
    battle = off_the_map().clear(*men)
    assert battle.do(note(*men)) == []
    assert battle.phase("support-fire") == ["8.62"]


def test_what_is_told_in_the_open_hides_nobody() -> None:
    battle = off_the_map(OTTO)
    assert battle.do(note(OTTO).model_copy(update={"secret": False})) == ["?24.21"]
    assert battle.board.state.noted_hexes == {}


def test_a_note_without_a_hex_tells_nothing() -> None:
    assert off_the_map(OTTO).do(note(OTTO, hex_="somewhere")) == ["?24.21"]


# -- coming to light -------------------------------------------------------------------------------


def test_units_come_out_of_the_hex_that_was_noted_in_any_phase() -> None:
    for phase in ("support-fire", "movement", "reaction-movement", "assault", "state-change"):
        battle = hidden(OTTO, POHL)
        if phase != "support-fire":
            assert battle.phase(phase) in ([], ["6.0"])
        assert out(battle, OTTO, AREA) == [], phase
        assert battle.do(Place(unit=POHL, at=AREA)) == [], phase
        assert battle.end() == [], phase
        assert battle.board.state.noted_hexes == {}


def test_units_come_out_of_no_other_hex() -> None:
    assert out(hidden(OTTO), OTTO, OTHER) == ["24.21"]
    assert "24.21" in out(hidden(OTTO), OTTO, "4316", AREA)
    assert hidden(OTTO).do(Place(unit=OTTO, at=OTHER)) == ["24.21"]


def test_coming_out_is_no_movement_and_going_on_is() -> None:
    battle = hidden(OTTO)
    assert "6.0" in out(battle, OTTO, AREA, "4316", "4315")


def test_a_man_who_has_come_out_does_not_keep_others_from_opportunity_fire() -> None:
    battle = hidden(OTTO)
    battle.board.apply(Place(unit=FOE, at="4315", face="up"))
    assert battle.phase("movement") == []
    battle.move(FOE, "4315-4316")
    assert out(battle, OTTO, AREA) == []
    battle.check(OTTO, "opportunity-fire", 2)
    fired = battle.declare("opportunity-fire", OTTO, FOE, factors="ap")
    assert "13.13" not in fired


def test_who_was_not_noted_is_found_after_a_first_morale_phase_too() -> None:
    battle = off_the_map(OTTO, POHL)
    assert battle.phase("morale") == []
    assert battle.do(note(OTTO)) == []
    assert battle.phase("support-fire") == []
    assert out(battle, POHL, AREA) == ["24.21"]


def test_who_comes_out_in_the_first_morale_phase_is_hidden_no_more() -> None:
    battle = off_the_map(OTTO)
    assert battle.phase("morale") == []
    assert battle.do(note(OTTO)) == []
    assert out(battle, OTTO, AREA) == []
    assert battle.phase("support-fire") == []
    assert battle.board.state.noted_hexes == {}


def test_markers_of_the_order_of_battle_are_no_hidden_units() -> None:
    battle = off_the_map(OTTO)
    assert battle.do(note(OTTO)) == []
    assert battle.phase("morale") == []
    assert battle.do(Place(unit="german-grenades", at=AREA)) == []


def test_who_was_not_noted_does_not_come_out() -> None:
    battle = off_the_map(OTTO, POHL)
    assert battle.do(note(OTTO)) == []
    assert battle.phase("support-fire") == []
    assert out(battle, POHL, AREA) == ["24.21"]
    battle = off_the_map(OTTO).clear(POHL)
    assert battle.do(note(OTTO)) == []
    assert battle.phase("support-fire") == []
    assert battle.do(Place(unit=POHL, at=AREA)) == ["24.21"]


def test_without_a_note_hidden_units_come_out_within_their_area() -> None:
    battle = off_the_map(OTTO, POHL)
    assert battle.phase("support-fire") == ["?24.21"]
    assert out(battle, OTTO, AREA) == []
    assert out(battle, POHL, OUTSIDE) == ["24.21"]


def test_who_has_come_out_is_on_the_map_like_others() -> None:
    battle = hidden(OTTO)
    assert out(battle, OTTO, AREA) == []
    assert battle.do(Place(unit=OTTO, at=OTHER)) == ["24.1"]


# -- what brings them to light ---------------------------------------------------------------------


def foe_beside(hex_: str) -> Battle:
    """A Russian beside the noted hex when his next Morale Phase begins."""
    battle = hidden(OTTO)
    assert battle.phase("state-change", side="german") in ([], ["6.0"])
    battle.board.apply(Place(unit=FOE, at=hex_, face="up"))
    battle.end()
    battle.do(BeginPhase(turn=2, phase="first.morale"))
    return battle


def test_an_enemy_beside_a_noted_hex_brings_its_units_to_light() -> None:
    assert foe_beside("4316").end() == ["24.22"]
    assert foe_beside("4315").end() == []
    battle = foe_beside("4316")
    assert out(battle, OTTO, AREA) == []
    assert battle.end() == []


def test_an_enemy_does_not_enter_a_noted_hex() -> None:
    battle = hidden(OTTO)
    battle.board.apply(Place(unit=FOE, at="4316", face="up"))
    assert battle.phase("movement") == []
    assert "24.23" in battle.move(FOE, "4316-4317")
    battle = hidden(OTTO)
    battle.board.apply(Place(unit=FOE, at="4316", face="up"))
    assert battle.phase("movement") == []
    assert out(battle, OTTO, AREA) == []
    assert "8.23" in battle.move(FOE, "4316-4317")


def test_who_is_revealed_is_put_on_the_map_in_the_phase() -> None:
    battle = hidden(OTTO)
    assert battle.do(Declare(verb="reveal", units=(OTTO,))) == []
    assert battle.end() == ["24.22"]
    battle = hidden(OTTO)
    assert battle.do(Declare(verb="reveal", units=(OTTO,))) == []
    assert out(battle, OTTO, AREA) == []
    assert battle.end() == []


def test_a_friend_who_enters_reveals_the_hex() -> None:
    battle = hidden(OTTO)
    assert battle.phase("reaction-movement") in ([], ["6.0"])
    battle.board.apply(Place(unit=POHL, at="4316", face="up"))
    battle.move(POHL, "4316-4317")
    assert "24.22" in battle.end()


def test_who_is_removed_is_hidden_no_more() -> None:
    battle = hidden(OTTO)
    battle.board.apply(Remove(units=(OTTO,)))
    assert battle.board.state.noted_hexes == {}


# -- infiltration ----------------------------------------------------------------------------------


def infiltration(hex_: str) -> list[Action]:
    """A squad infiltrates, and the dice for its losses."""
    men = ("ru-a-orlov", "ru-a-gusev")
    return [Declare(verb="infiltration", units=men, values={"hex": hex_}, side="russian")]


def test_an_infiltration_hex_that_was_noted_is_known_as_hidden() -> None:
    battle = off_the_map(OTTO)
    assert battle.do(note(OTTO)) == []
    for action in infiltration(AREA):
        battle.do(action)
    known = battle.board.state.infiltration
    assert known is not None
    assert known.hidden
    assert "24.35" in battle.phase("support-fire")


def test_nobody_hides_once_the_infiltration_hex_is_named() -> None:
    battle = off_the_map(OTTO)
    for action in infiltration(AREA):
        battle.do(action)
    assert battle.do(note(OTTO)) == ["24.31"]
    assert battle.board.state.noted_hexes == {}


# -- whole logs ------------------------------------------------------------------------------------


def test_hiding_in_a_note_costs_nothing_in_a_whole_log() -> None:
    """The men whom the set-up hides on the map are hidden by notes instead."""
    men = {
        "4416": ("ge-c-kuhn", "ge-c-pfeiffer"),
        "4511": ("ge-c-lehmann", "ge-c-richter"),
    }
    log: list[Action] = []
    for hex_, units in men.items():
        log += [SetState(unit=unit, state="hidden", value=False) for unit in units]
        log.append(Move(units=units, path=(hex_, BOX), complete=False, side="german"))
        log.append(note(*units, hex_=hex_))
    log += [BeginPhase(turn=1, phase=f"first.{phase}") for phase in ("morale", "support-fire")]
    log.append(Move(units=men["4416"], path=(BOX, "4416"), complete=False, side="german"))
    assert judged(log).findings == ()
