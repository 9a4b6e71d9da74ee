"""Roster sheets: boxes with their figures, and what is filled in."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.gamedata.loader import load_game
from compiler.gamedata.model import GameData, ScenarioData
from compiler.gamedata.rosters import BoxRow, Roster, TrackPart
from compiler.gamedata.steps import current_strength, step_figures
from compiler.resources import game_folder
from compiler.sheets.pages import SheetError
from compiler.sheets.publishing import Output, publish
from compiler.sheets.roster_position import RosterPiece, RosterPosition, flattened, start_of
from compiler.sheets.roster_rows import Unit, track_boxes, unit_row
from compiler.sheets.rosters import roster_documents
from tests.compiler.sheets.rendering import page_texts


@cache
def game(name: str) -> GameData:
    return load_game(game_folder(name))


def sheets(
    data: GameData, scenario: str, side: str, position: RosterPosition | None = None
) -> list[dict[str, Any]]:
    found = dict(roster_documents(data, data.scenarios[scenario], position))
    return list(found[side].content["sheets"])


def lines(part: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The units of a part by counter."""
    return {
        unit["face"]: unit for half in part["halves"] for group in half for unit in group["units"]
    }


def rows(unit: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    return {row["label"]: row["boxes"] for row in unit["rows"]}


def figures(boxes: list[dict[str, Any]]) -> list[str]:
    return [box["text"] for box in boxes]


# -- figures by step ---------------------------------------------------------------------------


@given(st.integers(1, 60), st.integers(1, 40))
def test_strength_by_steps_never_rises_with_losses_and_ends_at_full(
    printed: int, steps: int
) -> None:
    found = step_figures(printed, steps)
    assert len(found) == steps
    assert list(found) == sorted(found)
    assert found[0] >= 1
    assert found[-1] == printed


def test_the_share_of_a_strength_is_rounded_down_and_never_below_one() -> None:
    assert current_strength(5, 3, 4) == 3
    assert current_strength(1, 1, 8) == 1
    assert current_strength(0, 4, 4) == 0
    with pytest.raises(ValueError, match="9 of 8 steps left"):
        current_strength(5, 9, 8)


# -- the games' rosters ------------------------------------------------------------------------


def test_the_boxes_of_the_tiger_company_are_the_printed_ones() -> None:
    (sheet,) = sheets(game("operation_spark"), "first-day", "german")
    boxes = rows(lines(sheet["units"][0])["tk-2-503"])["Steps"]
    assert figures(boxes) == ["4", "9", "15", "18"]
    assert [box["shaded"] for box in boxes] == [True, True, False, False]


def test_an_infantry_regiment_has_a_plain_box_for_each_step() -> None:
    sheet = sheets(game("operation_spark"), "first-day", "soviet")[0]
    boxes = rows(lines(sheet["units"][0])["330-86"])["Steps"]
    assert figures(boxes) == [""] * 8
    assert sum(box["shaded"] for box in boxes) == 4


def test_an_artillery_regiment_shows_its_anti_tank_strength_by_steps() -> None:
    sheet = sheets(game("operation_spark"), "first-day", "soviet")[0]
    assert figures(rows(lines(sheet["units"][0])["248-86"])["Steps"]) == ["1", "2", "3", "4", "6"]


def test_a_headquarters_has_its_steps_without_figures() -> None:
    (sheet,) = sheets(game("operation_spark"), "first-day", "german")
    assert figures(rows(lines(sheet["units"][0])["hq-170"])["Steps"]) == ["", ""]


def test_the_figures_in_the_data_are_those_of_the_rule_but_for_the_tiger_company() -> None:
    data = game("operation_spark")
    differing = []
    for counter in data.counters.values():
        boxes, column = counter.values["boxes"], counter.values["box_strength"]
        if isinstance(boxes, tuple) and isinstance(column, str):
            value = counter.value(column)
            printed = getattr(value, "value", value)
            steps = counter.values["steps"]
            assert isinstance(printed, int)
            assert isinstance(steps, int)
            if [int(each) for each in boxes] != list(step_figures(printed, steps)):
                differing.append(counter.id)
    assert differing == ["tk-2-503"]


def test_only_divisions_of_four_units_and_more_have_a_mark_for_being_fresh() -> None:
    sheet = sheets(game("operation_spark"), "first-day", "soviet")[0]
    marks = {group["name"]: group["box"] for half in sheet["units"][0]["halves"] for group in half}
    assert marks["86th Rifle Division"] == "fresh"
    assert marks["67th Army"] == ""
    assert marks["34th Ski Brigade"] == ""


def test_a_crew_weapon_has_crew_ammunition_and_mode_boxes() -> None:
    (sheet,) = sheets(game("iron_cross"), "demyansk", "german")
    gun = lines(sheet["units"][0])["ge-mmg-1"]
    found = rows(gun)
    assert len(found["Crew"]) == game("iron_cross").counters["ge-mmg-1"].values["crew"]
    assert len(found["Ammo"]) == 12
    assert figures(found["Mode"]) == ["DF", "FL", "SP"]
    assert [box["ticked"] for box in found["Mode"]] == [True, False, False]
    assert "Replacements" in gun["lines"]


def test_a_squads_machine_gunner_has_the_squads_ammunition_and_a_gun_without_limit_says_so() -> (
    None
):
    data = game("iron_cross")
    (sheet,) = sheets(data, "demyansk", "german")
    (gunner,) = (
        name for name in lines(sheet["units"][1]) if data.counters[name].kind.startswith("l")
    )
    assert len(rows(lines(sheet["units"][1])[gunner])["Ammo"]) == 10
    (sheet,) = sheets(data, "tula", "russian")
    guns = lines(sheet["units"][0])["ru-45at-1"]["rows"]
    assert {"label": "Ammo", "boxes": [], "text": "unlimited"} in guns


def test_units_of_a_group_of_the_order_of_battle_find_their_ammunition_too() -> None:
    (sheet,) = sheets(game("iron_cross"), "spartakovka", "russian")
    assert len(rows(lines(sheet["units"][0])["ru-mmg-1"])["Ammo"]) == 22


def test_there_is_a_box_for_each_grenade_of_the_scenario_none_marked_at_the_start() -> None:
    for scenario, count in (("demyansk", 6), ("marshes", 15)):
        (sheet,) = sheets(game("iron_cross"), scenario, "german")
        (track,) = sheet["tracks"]
        assert [box["marked"] for box in track["boxes"]] == [False] * count


def test_replacement_points_and_ammunition_are_those_of_the_scenario() -> None:
    (sheet,) = sheets(game("bold_stroke"), "manstein-strikes-again", "soviet")
    values = {box["label"]: box["value"] for box in sheet["points"][0]["boxes"]}
    assert values == {"Tank": "2", "Infantry": "2", "Artillery": "0", "Air": "0"}
    assert [box["text"] for box in sheet["tracks"][0]["boxes"] if box["ticked"]] == ["50"]


def test_the_victory_sheet_has_what_brings_points_in_the_scenario() -> None:
    data = game("bold_stroke")
    (breakout,) = sheets(data, "breakout", "")
    score = breakout["scores"][0]
    assert {"name": "Berdichev", "points": "10"} in score["places"]
    assert [row["points"] for row in score["rows"]][:2] == ["1", "3"]
    assert "Substantial Soviet" in score["levels"]
    (manstein,) = sheets(data, "manstein-strikes-again", "")
    assert manstein["scores"][0]["rows"] == []


# -- other positions ---------------------------------------------------------------------------


def altered(start: RosterPosition, name: str, **states: object) -> RosterPosition:
    pieces = tuple(
        replace(piece, states=states) if piece.id == name else piece for piece in start.pieces
    )
    return replace(start, label="later", pieces=pieces)


def test_lost_steps_are_crossed_out_from_the_right() -> None:
    data = game("operation_spark")
    start = start_of(data, data.scenarios["first-day"])
    later = altered(start, "tk-2-503", **{"step-losses": 3})
    (sheet,) = sheets(data, "first-day", "german", later)
    boxes = rows(lines(sheet["units"][0])["tk-2-503"])["Steps"]
    assert [box["marked"] for box in boxes] == [False, True, True, True]


def test_what_a_gun_has_fired_and_lost_is_marked() -> None:
    data = game("iron_cross")
    start = start_of(data, data.scenarios["demyansk"])
    later = altered(start, "ge-mmg-1", **{"ammunition-spent": 5, "crew-lost": 1, "mode": "fl"})
    (sheet,) = sheets(data, "demyansk", "german", later)
    found = rows(lines(sheet["units"][0])["ge-mmg-1"])
    assert sum(box["marked"] for box in found["Ammo"]) == 5
    assert sum(box["marked"] for box in found["Crew"]) == 1
    assert [box["ticked"] for box in found["Mode"]] == [False, True, False]


def test_used_grenades_are_marked_by_where_the_marker_lies() -> None:
    data = game("iron_cross")
    start = start_of(data, data.scenarios["demyansk"])
    pieces = tuple(
        replace(piece, place="german-grenades-4") if piece.counter == "german-grenades" else piece
        for piece in start.pieces
    )
    (sheet,) = sheets(data, "demyansk", "german", replace(start, pieces=pieces))
    assert sum(box["marked"] for box in sheet["tracks"][0]["boxes"]) == 2


def test_units_that_are_gone_are_not_on_the_roster() -> None:
    data = game("operation_spark")
    start = start_of(data, data.scenarios["first-day"])
    pieces = tuple(piece for piece in start.pieces if piece.id != "330-86")
    sheet = sheets(data, "first-day", "soviet", replace(start, pieces=pieces))[0]
    assert "330-86" not in lines(sheet["units"][0])
    assert "284-86" in lines(sheet["units"][0])


# -- odd data ----------------------------------------------------------------------------------


def forty_steps() -> tuple[GameData, ScenarioData, Unit]:
    data = game("operation_spark")
    counter = data.counters["330-86"]
    giant = replace(counter, values={**counter.values, "steps": 40, "box_strength": "regular"})
    unit = Unit(RosterPiece("330-86", "330-86", "1408"), giant)
    return data, data.scenarios["first-day"], unit


def test_a_unit_of_forty_steps_has_forty_boxes_with_figures() -> None:
    data, scenario, unit = forty_steps()
    row = BoxRow(label="Steps", column="steps", strength="box_strength")
    boxes, _ = unit_row(data, scenario, unit, row)
    assert [box.text for box in boxes] == [str(max(1, 8 * left // 40)) for left in range(1, 41)]


def test_a_roster_with_a_unit_of_forty_steps_is_printed(tmp_path: Path) -> None:
    data, scenario, unit = forty_steps()
    grown = replace(data, counters={**data.counters, "330-86": unit.counter})
    found = dict(roster_documents(grown, scenario))
    (path,) = publish(found["soviet"], tmp_path, "roster", Output())
    assert "330/86" in " ".join(page_texts(path))


def test_more_boxes_than_a_line_can_have_are_refused() -> None:
    data, scenario, unit = forty_steps()
    unit = replace(unit, counter=replace(unit.counter, values={"steps": 61}))
    with pytest.raises(SheetError, match="61 boxes for 'Steps': expected at most 60"):
        unit_row(data, scenario, unit, BoxRow(label="Steps", column="steps"))


def test_figures_that_do_not_go_with_the_steps_are_refused() -> None:
    data, scenario, unit = forty_steps()
    unit = replace(unit, counter=replace(unit.counter, values={"steps": 3, "boxes": ("1", "2")}))
    with pytest.raises(SheetError, match="2 numbers for 3 boxes"):
        unit_row(data, scenario, unit, BoxRow(label="S", column="steps", figures="boxes"))


def test_a_track_from_first_to_last_ticks_the_last_value_known() -> None:
    data = game("bold_stroke")
    position = RosterPosition("now", (), {"one": 3, "two": 5})
    part = TrackPart(title="T", first=0, last=9, values=("one", "two", "three"))
    assert [box.text for box in track_boxes(data, part, position) if box.ticked] == ["5"]


def test_values_of_nested_tables_have_dotted_names() -> None:
    assert dict(flattened({"a": {"b": {"c": 1}}, "d": 2}))["a.b.c"] == 1


@pytest.mark.parametrize(
    "row", [{}, {"count": 2, "column": "x"}, {"table": "t"}, {"table": "t", "rows": ["r"]}]
)
def test_a_row_that_does_not_say_how_many_boxes_is_no_row(row: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"one of count|together"):
        BoxRow(label="x", **row)


def test_every_roster_of_the_games_names_its_rule_and_where_it_comes_from() -> None:
    for name in ("bold_stroke", "iron_cross", "operation_spark"):
        for roster in game(name).rosters.values():
            assert isinstance(roster, Roster)
            assert roster.rule
            assert roster.source.where
