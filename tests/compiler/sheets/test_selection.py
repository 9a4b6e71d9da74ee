"""Which counters go on a sheet: by side, by formation, or those that changed since a version."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from compiler.gamedata.loader import load_game
from compiler.gamedata.model import GameData
from compiler.gamedata.schema import GameFile
from compiler.resources import game_folder, template_folder
from compiler.sheets.counters import CounterOptions, counter_sheet
from compiler.sheets.pages import SheetError
from compiler.sheets.printed import LOCK_FILE, printed_counters, read_lock, record, since
from compiler.sheets.selection import Selection, choose
from tests.compiler.small_game import GAME, counter, formation, small_game

DATA = small_game()


def changed(data: GameData, **values: object) -> GameData:
    """The game with one counter other than it was."""
    old = data.counters["rifle-1"]
    return replace(data, counters={**data.counters, "rifle-1": replace(old, **values)})  # type: ignore[arg-type]


def corrections(now: GameData, before: GameData) -> dict[str, int]:
    chosen = choose(now, Selection(since=printed_counters(before), since_name="1.0.0"))
    return dict(chosen.copies)


def test_all_counters_are_chosen_if_nothing_is_said() -> None:
    assert choose(DATA, Selection()).total == sum(each.count for each in DATA.all_counters())


def test_only_the_counters_of_a_side() -> None:
    chosen = choose(DATA, Selection(sides=("grey",)))
    everything = {each.id: each for each in DATA.all_counters()}
    assert chosen.copies
    assert {everything[name].side for name in chosen.copies} == {"grey"}


def test_a_formation_has_with_it_all_that_is_below() -> None:
    front, army, other = (formation(name, name, "red", None) for name in ("front", "army", "other"))
    formations = {"front": front, "army": replace(army, parent="front"), "other": other}
    counters = {
        each.id: each
        for each in (
            counter("one", formation="front"), counter("two", formation="army"),
            counter("three", formation="other"), counter("four"),
        )
    }  # fmt: skip
    data = small_game(formations=formations, counters=counters, markers={})
    assert set(choose(data, Selection(formations=("front",))).copies) == {"one", "two"}


@pytest.mark.parametrize(
    "selection", [Selection(sides=("gray",)), Selection(formations=("no-such",))]
)
def test_an_unknown_side_or_formation_names_those_there_are(selection: Selection) -> None:
    with pytest.raises(SheetError, match="expected one of"):
        choose(DATA, selection)


def test_nothing_changed_leaves_nothing_to_print() -> None:
    assert corrections(DATA, DATA) == {}
    options = CounterOptions(selection=Selection(since=printed_counters(DATA)))
    with pytest.raises(SheetError, match="no counter is left to print"):
        counter_sheet(DATA, options=options)


def test_a_counter_with_another_figure_is_printed_again_with_all_its_copies() -> None:
    old = DATA.counters["rifle-1"]
    faces = {**old.faces, "front": {**old.faces["front"], "troop": None}}
    assert corrections(changed(DATA, faces=faces), DATA) == {"rifle-1": old.count}


def test_a_new_counter_is_printed_and_of_more_copies_the_added_ones() -> None:
    old = DATA.counters["rifle-1"]
    more = changed(DATA, count=old.count + 3)
    assert corrections(more, DATA) == {"rifle-1": 3}
    fresh = replace(DATA, counters={**DATA.counters, "new": counter("new", troop=("1", "1"))})
    assert corrections(fresh, DATA) == {"new": 1}


def test_counters_that_went_or_are_fewer_are_named() -> None:
    before = replace(DATA, counters={**DATA.counters, "gone": counter("gone")})
    chosen = choose(DATA, Selection(since=printed_counters(before), since_name="1.0.0"))
    assert chosen.notes == ("1 counter(s) of 1.0.0 are no longer there, take them out: gone",)


def test_what_does_not_show_on_the_counter_is_no_change() -> None:
    assert corrections(changed(DATA, optional=True), DATA) == {}


def test_another_size_or_colour_is_a_change_of_all_counters_it_concerns() -> None:
    layout = {**GAME["layout"], "size_mm": 15.875}
    larger = small_game(game=GameFile.model_validate({**GAME, "layout": layout}))
    assert set(corrections(larger, DATA)) == {each.id for each in DATA.all_counters()}


# -- the record --------------------------------------------------------------------------------


def test_a_version_once_recorded_can_be_compared_with_later(tmp_path: Path) -> None:
    assert record(DATA, tmp_path) == ""
    later = small_game(game=GameFile.model_validate({**GAME, "version": "1.3.0"}))
    assert record(later, tmp_path) == ""
    assert list(read_lock(tmp_path)) == ["1.2.3", "1.3.0"]
    assert since("1.2.3", later, tmp_path) == printed_counters(DATA)


def test_the_record_of_earlier_versions_stays_and_that_of_this_one_follows_the_data(
    tmp_path: Path,
) -> None:
    record(DATA, tmp_path)
    first = (tmp_path / LOCK_FILE).read_bytes()
    record(small_game(), tmp_path)
    assert (tmp_path / LOCK_FILE).read_bytes() == first
    record(changed(DATA, count=9), tmp_path)
    assert read_lock(tmp_path)["1.2.3"]["rifle-1"].count == 9


def test_a_folder_of_earlier_data_serves_as_well(tmp_path: Path) -> None:
    for name in ("old", "new"):
        shutil.copytree(template_folder() / "new_game", tmp_path / name)
    path = tmp_path / "new" / "counters.csv"
    path.write_text(path.read_text().replace("1st Guards", "1st Guards Rifles"))
    new = load_game(tmp_path / "new")
    before = since(str(tmp_path / "old"), new, tmp_path / "new")
    assert set(choose(new, Selection(since=before)).copies) == set()
    path.write_text(path.read_text().replace("infantry,division,5,3,4", "infantry,division,6,3,4"))
    new = load_game(tmp_path / "new")
    assert set(choose(new, Selection(since=before)).copies) == {"red-1-inf"}


def test_an_unknown_version_names_those_recorded(tmp_path: Path) -> None:
    record(DATA, tmp_path)
    with pytest.raises(SheetError, match=r"records \(1\.2\.3\), or the folder"):
        since("0.9.0", DATA, tmp_path)


def test_the_data_of_another_game_is_no_earlier_version(tmp_path: Path) -> None:
    with pytest.raises(SheetError, match="expected data of 'small_war'"):
        since(str(game_folder("bold_stroke")), DATA, tmp_path)


@pytest.mark.parametrize(
    "content",
    [
        "", "{", "[]", "{}", '{"format": "hexmarshal-counters/1", "versions": []}',
        '{"format": "hexmarshal-counters/1", "versions": {"x": {}}}',
        '{"format": "hexmarshal-counters/1", "versions": {"1.0.0": {"a": [1]}}}',
        '{"format":"hexmarshal-counters/1","versions":{"1.0.0":{"a":[-1,"0123456789abcdef"]}}}',
        "[" * 100_000,
    ],
)  # fmt: skip
def test_a_damaged_record_is_one_message_with_advice(content: str, tmp_path: Path) -> None:
    (tmp_path / LOCK_FILE).write_text(content)
    with pytest.raises(SheetError, match="restore it from version control, or delete it"):
        read_lock(tmp_path)


def test_the_record_has_a_line_for_each_counter(tmp_path: Path) -> None:
    record(DATA, tmp_path)
    text = (tmp_path / LOCK_FILE).read_text()
    assert len(text.splitlines()) == 4 + len(list(DATA.all_counters()))
    assert json.loads(text)["format"] == "hexmarshal-counters/1"


def test_where_the_record_cannot_be_written_the_sheet_is_made_with_a_warning(
    tmp_path: Path,
) -> None:
    assert "cannot be written" in record(DATA, tmp_path / "no" / "folder")
