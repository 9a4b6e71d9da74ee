"""What a loaded game holds: every figure typed, every reference resolved, every source kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler import resources
from compiler.gamedata.loader import load_game, read_game
from compiler.gamedata.model import Strength
from compiler.hexes import Hex
from tests.compiler.gamedata.conftest import Edit


def test_the_template_of_a_new_game_has_no_faults(game: Path) -> None:
    data, faults = read_game(game)
    assert faults == []
    assert data is not None
    assert (len(data.counters), len(data.map.hexes), len(data.scenarios)) == (6, 49, 1)


@pytest.mark.parametrize("game_id", resources.games())
def test_a_game_that_comes_with_hexmarshal_has_no_faults(game_id: str) -> None:
    data, faults = read_game(resources.game_folder(game_id))
    assert faults == []
    assert data is not None


def test_figures_have_the_types_of_their_columns(game: Path) -> None:
    rifles = load_game(game).counters["red-2-inf"]
    assert rifles.value("combat") == Strength(3, parenthesised=True)
    assert rifles.value("combat", "reduced") == Strength(1, parenthesised=True)
    assert rifles.value("movement") == 4
    assert rifles.size == "division"
    assert not rifles.is_marker


def test_a_counter_without_figures_on_a_face_lacks_the_face(game: Path) -> None:
    counters = load_game(game).counters
    assert list(counters["blue-3-tank"].faces) == ["front"]
    assert list(counters["blue-1-inf"].faces) == ["front", "reduced"]


def test_a_marker_has_the_faces_that_it_names(game: Path) -> None:
    (game / "markers.csv").write_text(
        "id,name,kind,faces,source\nturn,Turn,marker,front;reduced,stand-in\n", encoding="utf-8"
    )
    assert list(load_game(game).markers["turn"].faces) == ["front", "reduced"]


def test_a_single_figure_may_have_a_source_of_its_own(game: Path) -> None:
    (game / "markers.csv").write_text(
        "id,name,kind,source,sources\nturn,Turn,marker,stand-in: ours,name=printed: 1.2\n",
        encoding="utf-8",
    )
    turn = load_game(game).markers["turn"]
    assert str(turn.source_of("name")) == "printed: 1.2"
    assert str(turn.source_of("kind")) == "stand-in: ours"


def test_the_source_of_a_single_figure_may_hold_a_semicolon(game: Path) -> None:
    (game / "markers.csv").write_text(
        "id,name,kind,source,sources\n"
        "turn,Turn,marker,stand-in,name=printed: 1.2; kind=derived: 2.1; as in 2.2\n",
        encoding="utf-8",
    )
    turn = load_game(game).markers["turn"]
    assert str(turn.source_of("kind")) == "derived: 2.1; as in 2.2"


def test_a_set_up_names_further_copies_of_a_counter_by_number(game: Path, edit: Edit) -> None:
    edit("markers.csv", "turn,Turn,marker,1", "turn,Turn,marker,2")
    edit("setups/crossing.csv", "blue-1-inf", "turn,turn-record-2,,yes,stand-in\nblue-1-inf")
    setup = load_game(game).scenarios["crossing"].setup
    assert [piece.piece for piece in setup[:2]] == ["turn", "turn#2"]
    assert [piece.place for piece in setup[:2]] == ["turn-record-1", "turn-record-2"]
    assert dict(setup[0].states) == {}
    assert dict(setup[1].states) == {"moved": True}


def test_a_piece_is_set_up_in_its_hex_on_its_front_unless_it_is_said_otherwise(game: Path) -> None:
    data = load_game(game)
    by_piece = {piece.piece: piece for piece in data.scenarios["crossing"].setup}
    assert by_piece["blue-1-inf"].place == data.map.hex("0404")
    assert by_piece["blue-1-inf"].face == "front"
    assert by_piece["blue-2-inf"].face == "reduced"
    assert isinstance(by_piece["red-1-inf"].place, Hex)


def test_hexsides_and_roads_are_found_from_both_of_their_hexes(game: Path) -> None:
    map_ = load_game(game).map
    north, south = map_.hex("0403"), map_.hex("0404")
    assert map_.features(north, south) == map_.features(south, north) == {"river"}
    assert map_.route_steps[north, south] == map_.route_steps[south, north] == {"road"}
    assert map_.hexes[south].terrains == {"town"}
    assert map_.hexes[north].terrains == {"clear"}
    assert map_.describe(south) == "0404 Crossing"


def test_a_hexside_may_be_named_by_the_neighbours_number(game: Path, edit: Edit) -> None:
    edit("hexsides.csv", "0104,N,", "0104,0103,")
    map_ = load_game(game).map
    assert map_.features(map_.hex("0103"), map_.hex("0104")) == {"river"}


def test_a_section_that_repeats_another_has_its_phases_with_its_own_player(game: Path) -> None:
    sequence = load_game(game).sequence
    assert list(sequence.by_id) == [
        "first.movement", "first.combat", "second.movement", "second.combat", "turn-end.record"
    ]  # fmt: skip
    assert sequence.by_id["second.movement"].acting == "second"
    assert sequence.by_id["second.combat"].acting == "both"
    assert sequence.by_id["first.movement"].mode == "regular"


def test_a_table_is_looked_up_by_die_and_odds(game: Path) -> None:
    table = load_game(game).tables["combat_results"]
    assert table.cell(4, "3:1") == table.cell("4-5", "3:1") == "DE"
    assert (table.rows.minimum, table.rows.maximum) == (1, 6)
    assert table.cell(99, "1:2") == "-"


def test_a_row_of_a_table_may_have_a_source_of_its_own(game: Path) -> None:
    path = game / "tables" / "combat_results.csv"
    lines = path.read_text(encoding="utf-8").splitlines()
    sources = ["source", "", "", "printed: 2.2", "", ""]
    text = "\n".join(f"{line},{source}" for line, source in zip(lines, sources, strict=True))
    path.write_text(text, encoding="utf-8")
    table = load_game(game).tables["combat_results"]
    assert str(table.source_of(3)) == "printed: 2.2"
    assert str(table.source_of(1)).startswith("stand-in")
    assert table.column_keys == ("1:2", "1:1", "2:1", "3:1")


def test_a_game_may_add_columns_to_every_file(game: Path, edit: Edit) -> None:
    edit("game.toml", "# -- kinds", '[columns.hexes.height]\nlabel = "Height"\n\n'
         '[columns.hexes.port]\nlabel = "Port"\ntype = "flag"\n\n'
         '[columns.places.twin]\nlabel = "Twin"\ntype = "hex"\n\n'
         '[columns.routes.users]\nlabel = "Users"\ntype = "list"\nchoices = ["blue", "red"]\n\n'
         '[columns.setups.leader]\nlabel = "Leader"\ntype = "counter"\n\n# -- kinds')  # fmt: skip
    edit("hexes.csv", "hex,terrain,source\n0203,woods,", "hex,terrain,height,source\n0203,woods,3,")
    text = (game / "hexes.csv").read_text(encoding="utf-8")
    (game / "hexes.csv").write_text(
        text.replace("woods,stand", "woods,,stand").replace("town,stand", "town,,stand"),
        encoding="utf-8",
    )
    (game / "places.csv").write_text(
        "id,name,kind,hexes,twin,source\nc,C,town,0404;0405,0101,stand-in\n", encoding="utf-8"
    )
    (game / "routes.csv").write_text(
        "id,kind,hexes,users,source\nr,road,0401;0402,blue; red,stand-in\n", encoding="utf-8"
    )
    (game / "setups" / "crossing.csv").write_text(
        "counter,place,leader,source\nred-1-inf,0101,red-3-tank,stand-in\n", encoding="utf-8"
    )
    data = load_game(game)
    hexes = data.map.hexes
    assert dict(hexes[data.map.hex("0203")].values) == {"height": 3, "port": False}
    assert dict(hexes[data.map.hex("0101")].values) == {"height": None, "port": False}
    assert data.map.places["c"].values["twin"] == data.map.hex("0101")
    assert len(data.map.places["c"].hexes) == 2
    assert data.map.routes[0].values["users"] == ("blue", "red")
    assert data.scenarios["crossing"].setup[0].values["leader"] == "red-3-tank"


def test_a_game_without_the_files_that_may_be_missing_loads(game: Path, edit: Edit) -> None:
    for name in ("hexes", "hexsides", "routes", "places", "rulebook"):
        (game / f"{name}.csv").unlink()
    (game / "declarations.toml").unlink()
    (game / "tables.toml").unlink()
    (game / "tables" / "combat_results.csv").unlink()
    data = load_game(game)
    for entries in (data.tables, data.declarations, data.options, data.defects):
        assert not entries
    assert data.rulebook == ()
    assert data.map.routes == ()


def test_the_boxes_of_the_displays_are_laid_out_with_a_track_of_turns(game: Path) -> None:
    data = load_game(game)
    assert list(data.boxes) == [*(f"turn-record-{turn}" for turn in (1, 2, 3, 4)), "reserve"]
    assert data.boxes["turn-record-3"][1].name == "Turn 3"
