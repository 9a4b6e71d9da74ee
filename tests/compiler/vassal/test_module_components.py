"""The components of a written module: maps, tracker, dice, charts, buttons, help."""

from __future__ import annotations

import re

from lxml import html

from compiler.declarations import parse_line
from compiler.gamedata.model import GameData
from compiler.vassal.encoding import decode_sequence
from compiler.vassal.keyplan import PIECE_KEYS, TOOLBAR_KEYS
from tests.compiler.vassal.module_game import PHASES, ReadModule

HELPERS = {"PieceMover", "KeyBufferer", "ForwardToKeyBuffer", "MenuDisplayer", "BoardPicker"}


def test_the_root_says_what_the_module_is(game: GameData, module: ReadModule) -> None:
    assert module.root.tag == "VASSAL.build.GameModule"
    assert module.root.get("name") == game.game.title
    assert module.root.get("version") == game.game.version
    assert b"<VassalVersion>3.6.0-beta1</VassalVersion>" in module.files["moduledata"]
    assert "savedGame" not in module.files


def test_every_map_has_what_makes_pieces_movable(game: GameData, module: ReadModule) -> None:
    maps = list(module.elements("Map"))
    names = [each.get("mapName") for each in maps]
    assert names == [game.map.file.name, "Red Airfields", "Out of Play", "Turns", "Points"]
    for each in maps:
        children = {str(child.tag).rpartition(".")[2] for child in each}
        assert HELPERS | {"CounterDetailViewer", "Zoomer", "HighlightLastMoved"} <= children
        tags = [str(child.tag).rpartition(".")[2] for child in each]
        assert tags.index("BoardPicker") == 0


def test_the_grid_is_that_of_the_data(game: GameData, module: ReadModule) -> None:
    grid = game.map.grid.vassal()
    [hexes] = module.elements("HexGrid")
    [numbering] = module.elements("HexGridNumbering")
    assert dict(hexes.attrib) == grid.grid_attributes
    assert dict(numbering.attrib) == grid.numbering_attributes


def test_every_box_is_a_zone_over_its_own_rectangle(game: GameData, module: ReadModule) -> None:
    zones = {zone.get("name"): zone for zone in module.elements("Zone")}
    for shown, box in game.boxes.values():
        points = [
            tuple(map(int, point.split(",")))
            for point in zones[box.location].get("path", "").split(";")
        ]
        assert points[0] == (box.x, box.y)
        assert points[2] == (box.x + box.width, box.y + box.height)
        assert box.x + box.width <= shown.width
        assert box.y + box.height <= shown.height
    assert len(zones) == len(game.boxes)


def test_boxes_of_one_name_are_told_apart_in_reports(game: GameData) -> None:
    locations = {box.id: box.location for _, box in game.boxes.values()}
    assert locations["ready"] == "Red Airfields: Ready"
    assert locations["ready-grey"] == "Out of Play: Ready"
    assert locations["unready"] == "Unready"


def test_the_turn_tracker_lists_phases_with_commas_and_slashes(module: ReadModule) -> None:
    turns, phases = module.elements("ListTurnLevel")
    assert phases.getparent() is turns
    assert decode_sequence(phases.get("list", ""), ",") == [name for _, name, _ in PHASES]
    assert decode_sequence(turns.get("list", ""), ",")[0] == "Nov 1, early"


def test_every_die_has_a_button(game: GameData, module: ReadModule) -> None:
    buttons = {each.get("name"): each for each in module.elements("DiceButton")}
    for dice in game.dice.values():
        button = buttons[dice.name]
        assert (button.get("nDice"), button.get("nSides")) == (str(dice.count), str(dice.sides))
        assert button.get("reportTotal") == "false"


def test_every_table_is_a_chart_beside_the_players_aid(game: GameData, module: ReadModule) -> None:
    names = [each.get("chartName") for each in module.elements("Chart")]
    assert names == ["Terrain key", *(table.title for table in game.tables.values())]
    [aid] = module.elements("HtmlChart")
    assert aid.get("fileName") in module.files


def test_every_scenario_and_an_empty_map_can_be_chosen(game: GameData, module: ReadModule) -> None:
    setups = list(module.elements("PredefinedSetup"))
    assert [each.get("name") for each in setups] == [
        *(scenario.name for scenario in game.scenarios.values()),
        "Empty map",
    ]
    assert all(each.get("file") in module.files for each in setups if each.get("file"))


def test_the_data_and_its_version_are_properties_of_every_game(module: ReadModule) -> None:
    values = {
        each.get("name"): each.get("initialValue") for each in module.elements("GlobalProperty")
    }
    assert values["hexmarshal_game"] == "small_war"
    assert values["hexmarshal_version"] == "1.2.3"


def test_every_button_writes_a_line_of_the_grammar(module: ReadModule) -> None:
    formats = [
        each.get("reportFormat", "")
        for each in module.root.iter()
        if each.get("reportFormat", "").startswith("> ")
    ]
    lines = [
        parse_line("* " + re.sub(r"\$newValue\$", "5", text).replace("$PlayerSide$", "Red"))
        for text in formats
    ]
    assert [line.verb for line in lines if line] == [
        "ammunition",
        "initiative",
        "initiative",
        "initiative",
    ]
    assert all(line is not None and line.items("side") for line in lines)
    assert lines[0] is not None
    assert lines[0].typed == ("points", "5")


def test_the_menus_of_the_toolbar_name_buttons_that_are_there(module: ReadModule) -> None:
    texts = {
        each.get(name)
        for each in module.root.iter()
        for name in ("text", "buttonText")
        if each.get(name)
    }
    menus = list(module.elements("ToolbarMenu"))
    assert {menu.get("text") for menu in menus} == {"Initiative", "Declare", "Tidy up"}
    for menu in menus:
        assert set(decode_sequence(menu.get("menuItems", ""), ",")) <= texts


def test_no_two_buttons_have_one_key(module: ReadModule) -> None:
    names = ("hotkey", "buttonHotkey", "nexthotkey", "prevhotkey", "zoomInKey", "zoomOutKey")
    keys = [
        each.get(name, "")
        for each in module.root.iter()
        if not str(each.tag).endswith(("GlobalKeyCommand", "Zoomer"))
        for name in names
        if each.get(name)
    ]
    assert len(set(keys)) == len(keys)


def test_the_help_page_names_every_key(game: GameData, module: ReadModule) -> None:
    page = html.fromstring(module.files["help/keys.html"].decode())
    shown = {cell.text_content() for cell in page.iter("b")}
    fixed = [key for key, _ in [*PIECE_KEYS.values(), *TOOLBAR_KEYS.values()]]
    declared = [
        command.key
        for declaration in game.declarations.values()
        for command in declaration.commands
        if command.key
    ]
    assert {*fixed, *declared} <= shown


def test_the_players_aid_gives_sequence_declarations_and_sources(module: ReadModule) -> None:
    text = html.fromstring(module.files["help/player-aid.html"].decode()).text_content()
    for expected in (
        "Movement Phase of Red; regular",
        "Mark the attackers, then the defenders.",
        "Ctrl+A",
        "Fog",
        "> mines | field: 0101 ap 2",
        "is written in the window Notes (F5)",
        "stand-in",
    ):
        assert expected in text
