"""All faults of a game are told at once, and a slip in one file does not hide or breed others."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.gamedata.faults import MAX_FAULTS_PER_FILE, GameDataError
from compiler.gamedata.loader import check_game, load_game, read_game
from tests.compiler.gamedata.conftest import Edit


def test_faults_of_several_files_are_told_together(game: Path, edit: Edit) -> None:
    edit("game.toml", '"#9fb6d4"', '"blue"')
    edit("game.toml", "sides = 6", "sides = 0")
    edit("game.toml", 'clears = "movement"', 'clears = "moves"')
    edit("map.toml", 'default_terrain = "clear"', 'default_terrain = "clean"')
    edit("counters.csv", "division,4,2,4", "division,4,x,y")
    edit("hexes.csv", "0203", "9999")
    edit("sequence.toml", 'same_as = "first"', 'same_as = "frist"')
    assert [(fault.file, fault.line, fault.subject) for fault in check_game(game)] == [
        ("counters.csv", 3, "reduced.combat"),
        ("counters.csv", 3, "movement"),
        ("game.toml", 12, "sides.blue.colour"),
        ("game.toml", 79, "dice.d6.sides"),
        ("game.toml", 86, "states.moved.clears"),
        ("hexes.csv", 2, "hex"),
        ("map.toml", 6, "default_terrain"),
        ("sequence.toml", 31, "sections[2].same_as"),
    ]


def test_loading_a_game_with_faults_raises_an_error_with_all_of_them(
    game: Path, edit: Edit
) -> None:
    edit("hexes.csv", "0203", "9999")
    edit("places.csv", ",town,", ",twon,")
    with pytest.raises(GameDataError) as raised:
        load_game(game)
    assert [fault.file for fault in raised.value.faults] == ["hexes.csv", "places.csv"]
    assert str(raised.value).splitlines()[0].endswith("has 2 faults")
    assert len(str(raised.value).splitlines()) == 3


@pytest.mark.parametrize(
    ("file", "line"),
    [("game.toml", 5), ("map.toml", 5), ("sequence.toml", 4), ("scenarios.toml", 4)],
)
def test_a_file_that_is_no_toml_is_one_fault_however_much_depends_on_it(
    game: Path, file: str, line: int
) -> None:
    lines = (game / file).read_text(encoding="utf-8").split("\n")
    lines[line - 1] = "what is = = this"
    (game / file).write_text("\n".join(lines), encoding="utf-8")
    faults = check_game(game)
    assert [(fault.file, fault.line) for fault in faults] == [(file, line)]


def test_csv_files_are_checked_although_game_toml_cannot_be_read(game: Path, edit: Edit) -> None:
    edit("game.toml", "id = ", "id == ")
    edit("hexes.csv", "0203", "9999")
    edit("counters.csv", "stand-in", "standin")
    assert [fault.file for fault in check_game(game)] == ["counters.csv", "game.toml", "hexes.csv"]


def test_a_column_declared_with_faults_breeds_no_faults_in_its_cells(
    game: Path, edit: Edit
) -> None:
    edit("game.toml", 'type = "strength"', 'type = "strenght"')
    assert [str(fault).split(":")[0] for fault in check_game(game)] == ["game.toml"]


def test_a_counter_with_faults_is_still_known_to_the_set_ups(game: Path, edit: Edit) -> None:
    edit("counters.csv", "1st Infantry,blue,infantry,division,4,2,4", "1st Infantry")
    assert [fault.line for fault in check_game(game)] == [3]


def test_a_file_that_ends_within_quotes_does_not_make_the_other_files_wrong(
    game: Path, edit: Edit
) -> None:
    edit("counters.csv", "2nd Infantry", '"2nd Infantry')
    faults = check_game(game)
    assert [(fault.file, fault.line, fault.column) for fault in faults] == [("counters.csv", 4, 12)]


def test_a_loop_of_formations_is_told_once(game: Path) -> None:
    (game / "formations.csv").write_text(
        "id,name,side,parent,source\n"
        "corps,Corps,blue,army,stand-in\n"
        "army,Army,blue,front,stand-in\n"
        "front,Front,blue,army,stand-in\n",
        encoding="utf-8",
    )
    (fault,) = check_game(game)
    assert str(fault).startswith("formations.csv:3:16 (parent): found army → front → army,")


def test_a_formation_of_the_other_side_is_refused(game: Path, edit: Edit) -> None:
    (game / "formations.csv").write_text(
        "id,name,side,source\narmy,Army,red,stand-in\n", encoding="utf-8"
    )
    edit("counters.csv", ",source\n", ",source,formation\n")
    text = (game / "counters.csv").read_text(encoding="utf-8")
    text = text.replace("stand-in: ours\n", "stand-in: ours,army\n")
    (game / "counters.csv").write_text(text, encoding="utf-8")
    assert [fault.line for fault in check_game(game)] == [3, 4, 5]


def test_a_defect_names_paragraphs_that_exist_and_no_id_twice(game: Path) -> None:
    entry = '[[defects]]\nid = "d1"\nplace = ["{}"]\nsays = "a"\nreading = "b"\nwhy = "c"\n'
    (game / "defects.toml").write_text(entry.format("2.1") + entry.format("2.9"), encoding="utf-8")
    assert [(fault.line, fault.subject) for fault in check_game(game)] == [
        (8, "defects[2].id"),
        (9, "defects[2].place[1]"),
    ]


def test_a_missing_file_that_every_game_has_is_told(game: Path) -> None:
    (game / "counters.csv").unlink()
    (game / "sequence.toml").unlink()
    missing = [fault for fault in check_game(game) if "no such file" in fault.found]
    assert [fault.file for fault in missing] == ["counters.csv", "sequence.toml"]


@pytest.mark.parametrize(
    ("file", "advice"),
    [("marker.csv", "'markers.csv'"), ("tables/old.csv", ""), ("setups/crosing.csv", "'crossing'")],
)
def test_a_data_file_that_nothing_reads_is_told(game: Path, file: str, advice: str) -> None:
    (game / file).write_text("id\n", encoding="utf-8")
    (fault,) = check_game(game)
    assert fault.file == file
    assert advice in fault.advice


def test_other_files_may_lie_in_the_folder(game: Path) -> None:
    (game / "README.md").write_text("# Notes\n", encoding="utf-8")
    (game / "gpids.json").write_text("{}", encoding="utf-8")
    assert check_game(game) == []


def test_a_folder_that_is_not_there_is_one_fault(tmp_path: Path) -> None:
    game, faults = read_game(tmp_path / "nowhere")
    assert game is None
    assert [fault.found for fault in faults] == ["no such folder"]


def test_very_many_faults_of_one_file_end_in_their_number(game: Path) -> None:
    rows = [f"{number},woods,stand-in\n" for number in range(2000, 4000)]
    (game / "hexes.csv").write_text("hex,terrain,source\n" + "".join(rows), encoding="utf-8")
    faults = check_game(game)
    assert len(faults) == MAX_FAULTS_PER_FILE + 1
    assert "1000 more faults" in faults[-1].found
