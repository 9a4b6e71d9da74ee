"""One slip in a valid game is one line: file, line, column, what was found, what was expected."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from compiler.gamedata.loader import check_game
from tests.compiler.gamedata.conftest import Edit


class Slip(NamedTuple):
    """A text of a file and what is written for it, and the fault that must follow."""

    file: str
    old: str
    new: str
    at: str
    """`file:line:column (subject)` as the fault begins."""
    found: str
    expected: str


COUNTER = "blue-1-inf,1st Infantry,blue,infantry,division,4,2,4,stand-in: ours"
TABLE = "tables/combat_results.csv"
SETUP = "setups/crossing.csv"

CSV = {
    "a heading is misspelt": Slip(
        "counters.csv", "id,name,", "id,nmae,", "counters.csv:1:4 (nmae)", "'nmae'", "name"
    ),
    "a heading is unknown": Slip(
        "places.csv", ",source\ncrossing,Crossing,town,0404,stand-in: ours", ",source,size\n",
        "places.csv:1:27 (size)", "'size'", "hexes",
    ),
    "a needed column is missing": Slip(
        "routes.csv", "id,name,kind,hexes,source\nroad-1,The Crossing Road,road,0401-0402-0403-0404"
        "-0405-0406-0407,stand-in: ours", "id,name,kind,source\nroad-1,Road,road,stand-in: ours",
        "routes.csv:1:1 (hexes)", "no column 'hexes'", "a column",
    ),
    "a column of one face is missing": Slip(
        "game.toml", 'faces = ["front", "reduced"]', 'faces = ["front", "reduced", "flipped"]',
        "counters.csv:1:1 (flipped.combat)", "no column 'flipped.combat'", "a column",
    ),
    "a column stands twice": Slip(
        "markers.csv", "id,name,kind,count", "id,name,kind,name", "markers.csv:1:14 (name)",
        "'name' twice", "each column once",
    ),
    "a column has no heading": Slip(
        "markers.csv", "id,name,kind,count", "id,name,kind,", "markers.csv:1:14",
        "without a heading", "a name",
    ),
    "cells are divided by semicolons": Slip(
        "markers.csv", "id,name,kind,count,source\nturn,Turn,marker,1,", "id;name;kind;count;source"
        "\nturn;Turn;marker;1;", "markers.csv:1:1", "divided by a semicolon", "commas",
    ),
    "a row has a cell too few": Slip(
        "counters.csv", COUNTER, COUNTER.replace(",4,stand", ",stand"), "counters.csv:3:52",
        "8 cells", "9",
    ),
    "a row has a cell too many": Slip(
        "counters.csv", COUNTER, COUNTER + ",more", "counters.csv:3:69", "10 cells", "9"
    ),
    "a quotation mark is never closed": Slip(
        "counters.csv", "1st Infantry", '"1st Infantry', "counters.csv:3:12", "never closed", '"'
    ),
    "text follows a closing quotation mark": Slip(
        "counters.csv", "1st Infantry", '"1st" Infantry', "counters.csv:3:18", "behind", "a comma"
    ),
    "an id has capitals": Slip(
        "markers.csv", "turn,Turn,", "turn,Turn,marker,1,stand-in: a\nTurn-2,Turn,",
        "markers.csv:3:1 (id)", "'Turn-2'", "lower-case",
    ),
    "an id stands twice in a file": Slip(
        "counters.csv", COUNTER, f"{COUNTER}\n{COUNTER}", "counters.csv:4:1 (id)",
        "'blue-1-inf' a second time", "counters.csv:3",
    ),
    "a marker has the id of a counter": Slip(
        "markers.csv", "turn,Turn,", "turn,Turn,marker,1,stand-in: a\nred-1-inf,Turn,",
        "markers.csv:3:1 (id)", "'red-1-inf' a second time", "counters.csv:6",
    ),
    "a name is missing": Slip(
        "counters.csv", "1st Infantry", "", "counters.csv:3:12 (name)", "nothing", "a name"
    ),
    "a side is unknown": Slip(
        "counters.csv", "1st Infantry,blue", "1st Infantry,bleu", "counters.csv:3:25 (side)",
        "'bleu'", "blue, red",
    ),
    "a kind is unknown": Slip(
        "counters.csv", "blue,infantry", "blue,infantri", "counters.csv:3:30 (kind)", "'infantri'",
        "infantry",
    ),
    "a figure is no number": Slip(
        "counters.csv", "division,4,2,4", "division,4,x4,4", "counters.csv:3:50 (reduced.combat)",
        "'x4'", "a strength",
    ),
    "a figure is out of bounds": Slip(
        "counters.csv", "division,4,2,4", "division,4,2,13", "counters.csv:3:52 (movement)", "'13'",
        "from 0 to 12",
    ),
    "a figure has a minus sign of its own": Slip(
        "counters.csv", "division,4,2,4", "division,4,2,−4", "counters.csv:3:52 (movement)", "'−4'",
        "whole number; write the minus sign as '-'",
    ),
    "a figure that must be there is missing": Slip(
        "counters.csv", "division,4,2,4", "division,4,2,", "counters.csv:3:52 (movement)",
        "nothing", "Movement allowance",
    ),
    "a source is missing": Slip(
        "hexes.csv", "0203,woods,stand-in: ours", "0203,woods,", "hexes.csv:2:12 (source)",
        "nothing", "source",
    ),
    "a source has a misspelt kind": Slip(
        "hexes.csv", "stand-in: ours", "printd: 3.1", "hexes.csv:2:12 (source)", "'printd: 3.1'",
        "'printed: <rule>'",
    ),
    "a printed figure does not say where it is printed": Slip(
        "hexes.csv", "stand-in: ours", "printed", "hexes.csv:2:12 (source)", "'printed'", "where",
    ),
    "the source of one figure names no figure": Slip(
        "markers.csv", "source\nturn,Turn,marker,1,stand-in: ours", "source,sources\n"
        "turn,Turn,marker,1,stand-in,name=printed: 1.2; nmae=printed: 1.2",
        "markers.csv:2:48 (sources)", "'nmae'", "name, kind",
    ),
    "a hex is off the map": Slip(
        "hexes.csv", "0203", "0208", "hexes.csv:2:1 (hex)", "'0208'", "row 01 to 07"
    ),
    "a hex number lost its zero in a spreadsheet": Slip(
        "hexes.csv", "0203", "203", "hexes.csv:2:1 (hex)", "'203'", "did you mean '0203'"
    ),
    "a hex stands twice": Slip(
        "hexes.csv", "0302", "0203", "hexes.csv:3:1 (hex)", "'0203' a second time", "hexes.csv:2"
    ),
    "a terrain is unknown": Slip(
        "hexes.csv", "0203,woods", "0203,clear;wods", "hexes.csv:2:12 (terrain)", "'wods'", "woods"
    ),
    "a hexside feature stands in a hex": Slip(
        "hexes.csv", "0203,woods", "0203,river", "hexes.csv:2:6 (terrain)", "'river'", "of a hex"
    ),
    "a hexside lies in no direction of the grid": Slip(
        "hexsides.csv", "0104,N,", "0104,E,", "hexsides.csv:2:6 (side)", "'E'", "N, NE, SE"
    ),
    "a hexside lies towards a hex that is no neighbour": Slip(
        "hexsides.csv", "0104,N,", "0104,0102,", "hexsides.csv:2:6 (side)", "'0102'", "neighbour"
    ),
    "a hexside lies at the edge of the map": Slip(
        "hexsides.csv", "0104,N,", "0101,N,", "hexsides.csv:2:6 (side)", "the edge", "two hexes"
    ),
    "a hexside stands twice, once from the other hex": Slip(
        "hexsides.csv", "0104,NE", "0103,S,river,stand-in: a\n0104,NE", "hexsides.csv:3:6 (side)",
        "a second time", "hexsides.csv:2",
    ),
    "a road runs between hexes that are no neighbours": Slip(
        "routes.csv", "0403-0404", "0404", "routes.csv:2:31 (hexes)", "from 0402 to 0404",
        "neighbouring",
    ),
    "a road runs off the map": Slip(
        "routes.csv", "0406-0407", "0406-0408", "routes.csv:2:61 (hexes)", "'0408'", "row 01 to 07"
    ),
    "a kind of route is unknown": Slip(
        "routes.csv", ",road,", ",rail,", "routes.csv:2:26 (kind)", "'rail'", "road"
    ),
    "a kind of place is unknown": Slip(
        "places.csv", ",town,", ",towm,", "places.csv:2:19 (kind)", "'towm'", "town"
    ),
    "a set-up names an unknown counter": Slip(
        SETUP, "red-1-inf", "red-1-inv", f"{SETUP}:6:1 (counter)", "'red-1-inv'", "counters"
    ),
    "a set-up puts a counter off the map": Slip(
        SETUP, "0505", "0509", f"{SETUP}:4:12 (place)", "'0509'", "row 01 to 07"
    ),
    "a set-up names an unknown box": Slip(
        SETUP, "reserve", "resreve", f"{SETUP}:5:13 (place)", "'resreve'", "did you mean 'reserve'"
    ),
    "a set-up puts a counter into a box of other kinds": Slip(
        SETUP, "reserve", "turn-record-2", f"{SETUP}:5:13 (place)", "'turn-record-2'", "this kind"
    ),
    "a set-up has more copies than there are": Slip(
        SETUP, "red-2-inf", "red-1-inf", f"{SETUP}:7:1 (counter)", "the 2nd time", "at most 1"
    ),
    "a set-up names a face that the counter lacks": Slip(
        SETUP, "reserve,", "reserve,reduced", f"{SETUP}:5:21 (face)", "'reduced'", "front"
    ),
    "a set-up names a state that there is not": Slip(
        SETUP, "state.moved", "state.movd", f"{SETUP}:1:20 (state.movd)", "'state.movd'",
        "state.moved",
    ),
    "a set-up gives a flag a value of its own": Slip(
        SETUP, "0404,,,", "0404,,no,", f"{SETUP}:3:18 (state.moved)", "'no'", "'yes'"
    ),
    "a range leaves a hole": Slip(
        TABLE, "4-5,", "4,", f"{TABLE}:6:1 (Die)", "nothing for 5", "every number"
    ),
    "a range does not reach the end": Slip(
        TABLE, "\n6,-,DR,DE,DE", "", f"{TABLE}:5:1 (Die)", "nothing for 6", "every number"
    ),
    "two ranges overlap": Slip(
        TABLE, "4-5,", "3-5,", f"{TABLE}:5:1 (Die)", "3 again", "each number once"
    ),
    "a range reaches beyond the dice": Slip(
        TABLE, "6,-", "6-7,-", f"{TABLE}:6:1 (Die)", "'6-7'", "1 to 6"
    ),
    "a range became a date in a spreadsheet": Slip(
        TABLE, "4-5,", "4. Mai,", f"{TABLE}:5:1 (Die)", "'4. Mai'", "a date"
    ),
    "a key of an axis is unknown": Slip(
        TABLE, "2:1,3:1", "2:1,4:1", f"{TABLE}:1:17 (4:1)", "'4:1'", "3:1"
    ),
    "a key of an axis is missing": Slip(
        TABLE, "Die,1:2,1:1,2:1,3:1\n1,AE,AR,-,DR\n2,AE,AR,DR,DR\n3,AR,-,DR,DR\n4-5,AR,-,DR,DE\n"
        "6,-,DR,DE,DE", "Die,1:2,1:1,2:1\n1-6,AE,AR,-", f"{TABLE}:1:1 (Die)", "nothing for 3:1",
        "each key",
    ),
    "a cell of a table has the wrong form": Slip(
        TABLE, "4-5,AR", "4-5,XR", f"{TABLE}:5:5 (1:2)", "'XR'", "[AD][RE]|-"
    ),
    "a cell of a table is empty": Slip(
        TABLE, "4-5,AR", "4-5,", f"{TABLE}:5:5 (1:2)", "nothing", "a figure"
    ),
    "a paragraph is of no known kind": Slip(
        "rulebook.csv", "1.0,section", "1.0,chapter", "rulebook.csv:2:5 (kind)", "'chapter'",
        "'section' or 'paragraph'",
    ),
    "a paragraph stands twice": Slip(
        "rulebook.csv", "1.2,paragraph", "1.1,paragraph,\n1.2,paragraph", "rulebook.csv:4:1 (id)",
        "'1.1' a second time", "rulebook.csv:3",
    ),
}  # fmt: skip

TOML = {
    "a key is misspelt": Slip(
        "game.toml", "title =", "titel =", "game.toml:5:1 (titel)", "'titel'",
        "did you mean 'title'"
    ),
    "a key is missing": Slip(
        "game.toml", 'version = "0.1.0"\n', "", "game.toml:1:1 (version)", "no key", "a value"
    ),
    "a key of a table is missing": Slip(
        "map.toml", 'name = "Town"\ncolour', "colour", "map.toml:28:1 (terrain.town.name)",
        "no key 'name'", "a value",
    ),
    "a number stands for a text": Slip(
        "game.toml", 'title = "A New Game"', "title = 7", "game.toml:5:9 (title)", "7", "a text"
    ),
    "a text stands for a number": Slip(
        "map.toml", "rows = 7", 'rows = "seven"', "map.toml:12:8 (grid.rows)", "'seven'",
        "a whole number",
    ),
    "a number is out of bounds": Slip(
        "game.toml", "sides = 6", "sides = 1", "game.toml:79:9 (dice.d6.sides)", "1", "at least 2"
    ),
    "a number is huge": Slip(
        "game.toml", "sides = 6", f"sides = {'9' * 4000}", "game.toml:79:9 (dice.d6.sides)",
        "a huge number", "at most",
    ),
    "a number is endless": Slip(
        "map.toml", "[grid]", "[grid]\nhex_mm = inf", "map.toml:10:10 (grid.hex_mm)", "inf",
        "an ordinary number",
    ),
    "a date stands for a number": Slip(
        "game.toml", "sides = 6", "sides = 1943-11-01", "game.toml:79:9 (dice.d6.sides)",
        "1943-11-01", "a whole number",
    ),
    "a colour has no form": Slip(
        "game.toml", '"#9fb6d4"', '"blue"', "game.toml:12:10 (sides.blue.colour)", "'blue'",
        "'#rrggbb'",
    ),
    "a word is none of those allowed": Slip(
        "map.toml", 'pattern = "woods"', 'pattern = "wood"',
        "map.toml:24:11 (terrain.woods.pattern)",
        "'wood'", "did you mean 'woods'",
    ),
    "a text stands where a list does": Slip(
        "scenarios.toml", 'sides = ["blue", "red"]', 'sides = "blue"',
        "scenarios.toml:9:9 (scenarios.crossing.sides)", "'blue'", "a list",
    ),
    "an id has capitals": Slip(
        "declarations.toml", "[declarations.attack]", '[declarations.attack]\nname = "A"\n'
        'commands = [{ label = "a" }]\n[declarations.Assault]',
        "declarations.toml:7:15 (declarations.Assault)", "'Assault'", "lower-case",
    ),
    "a line is no TOML": Slip(
        "game.toml", "[sides.red]", "[sides.red", "game.toml:16:11", "the end of the line", "']'"
    ),
    "a list is never closed": Slip(
        "game.toml", 'faces = ["front", "reduced"]', 'faces = ["front"', "game.toml:8:9",
        "never closed", "end",
    ),
    "a table stands twice": Slip(
        "game.toml", "[sides.red]", "[sides.blue]", "game.toml:16:12", "twice", "TOML"
    ),
    "a control character hides in a text": Slip(
        "game.toml", '"A New Game"', '"A\\u0007Game"', "game.toml:5:9 (title)", "U+0007",
        "plain text"
    ),
    "a line is endless": Slip(
        "game.toml", '"A New Game"', f'"{"x" * 9000}"', "game.toml:5:1", "9010 characters", "8000"
    ),
    "lists stand in lists in lists": Slip(
        "game.toml", '"A New Game"', "[" * 200 + "]" * 200, "game.toml:5:107", "100 levels", "deep"
    ),
    "keys stand in keys in keys": Slip(
        "game.toml", "title =", "title" + ".a" * 400 + " =", "game.toml:5:1", "100 levels", "deep"
    ),
    "the grid has more hexes than VASSAL's board has room": Slip(
        "map.toml", "columns = 7", "columns = 999", "map.toml:9:1 (grid)", "board width", "65536"
    ),
    "a state is cleared in no phase": Slip(
        "game.toml", 'clears = "movement"', 'clears = "moves"',
        "game.toml:86:10 (states.moved.clears)",
        "'moves'", "sequence.toml",
    ),
    "a state's default is none of its values": Slip(
        "game.toml", 'clears = "movement"', 'default = "yes"',
        "game.toml:86:11 (states.moved.default)",
        "'yes'", "true or false",
    ),
    "a choice has no choices": Slip(
        "game.toml", "[columns.counters.movement]", '[columns.counters.arm]\nlabel = "Arm"\n'
        'type = "choice"\n\n[columns.counters.movement]',
        "game.toml:34:1 (columns.counters.arm.choices)", "no choices", "one or more",
    ),
    "a column has the name of one that is there": Slip(
        "game.toml", "[columns.counters.movement]", '[columns.counters.size]\nlabel = "Size"\n\n'
        "[columns.counters.movement]", "game.toml:34:19 (columns.counters.size)", "'size'",
        "a name",
    ),
    "a text on the counter names an unknown column": Slip(
        "game.toml", "{combat}-{movement}", "{combat}-{move}",
        "game.toml:60:10 (layout.texts[1].format)",
        "'move'", "movement",
    ),
    "a text on the counter reaches into the program": Slip(
        "game.toml", "{combat}-{movement}", "{combat.__class__!r}",
        "game.toml:60:10 (layout.texts[1].format)", "{combat.__class__!r}", "braces only",
    ),
    "a template lies elsewhere": Slip(
        "game.toml", "[[layout.texts]]", '[layout]\ntemplate = "../../secret.svg.j2"\n'
        "[[layout.texts]]", "game.toml:59:12 (layout.template)", "'../../secret.svg.j2'",
        "the form",
    ),
    "the default terrain is unknown": Slip(
        "map.toml", 'default_terrain = "clear"', 'default_terrain = "clean"',
        "map.toml:6:19 (default_terrain)", "'clean'", "did you mean 'clear'",
    ),
    "a section repeats one that there is not": Slip(
        "sequence.toml", 'same_as = "first"', 'same_as = "frist"',
        "sequence.toml:31:11 (sections[2].same_as)", "'frist'", "first",
    ),
    "a section repeats itself": Slip(
        "sequence.toml", 'same_as = "first"', 'same_as = "second"',
        "sequence.toml:31:11 (sections[2].same_as)", "itself", "another",
    ),
    "a section has no phases": Slip(
        "sequence.toml", 'same_as = "first"\n', "", "sequence.toml:26:1 (sections[2])",
        "without phases", "same_as",
    ),
    "a section's player is nobody": Slip(
        "sequence.toml", 'player = "second"', 'player = "third"',
        "sequence.toml:30:10 (sections[2].player)", "'third'", "first, second, none, blue, red",
    ),
    "the opponent of nobody acts": Slip(
        "sequence.toml", 'acting = "both"\nallows = ["move"]', 'acting = "opponent"',
        "sequence.toml:42:10 (sections[3].phases[1].acting)", "'none'", "one opponent",
    ),
    "a phase stands twice in a section": Slip(
        "sequence.toml", 'id = "combat"', 'id = "movement"',
        "sequence.toml:20:6 (sections[1].phases[2].id)", "'movement' a second time", "once",
    ),
    "a phase allows an unknown declaration": Slip(
        "sequence.toml", "declare:attack", "declare:atack",
        "sequence.toml:24:11 (sections[1].phases[2].allows[1])", "'atack'", "attack",
    ),
    "a scenario begins with an unknown side": Slip(
        "scenarios.toml", 'first_player = "red"', 'first_player = "green"',
        "scenarios.toml:8:16 (scenarios.crossing.first_player)", "'green'", "blue, red",
    ),
    "a scenario has an unknown option": Slip(
        "scenarios.toml", 'rule = "4.1"', 'options = ["fog"]',
        "scenarios.toml:6:12 (scenarios.crossing.options[1])", "'fog'", "options.toml",
    ),
    "a scenario's set-up lies elsewhere": Slip(
        "scenarios.toml", 'setup = "crossing"', 'setup = "../../crossing"',
        "scenarios.toml:7:9 (scenarios.crossing.setup)", "'../../crossing'", "lower-case",
    ),
    "a table's axis is rolled with unknown dice": Slip(
        "tables.toml", 'dice = "d6"', 'dice = "d8"',
        "tables.toml:7:47 (tables.combat_results.rows.dice)",
        "'d8'", "d6",
    ),
    "a table's pattern is no regular expression": Slip(
        "tables.toml", '"[AD][RE]|-"', '"[AD"', "tables.toml:10:11 (tables.combat_results.pattern)",
        "'[AD'", "a regular expression",
    ),
    "a table has no file": Slip(
        "tables.toml", "[tables.combat_results]", '[tables.losses]\ntitle = "Losses"\n'
        'source = "stand-in"\nrows = { name = "a" }\ncolumns = { name = "b" }\n'
        "[tables.combat_results]", "tables.toml:5:9 (tables.losses)", "no such file",
        "tables/losses.csv",
    ),
    "a command is for an unknown kind": Slip(
        "declarations.toml", 'role = "actor"', 'kinds = ["tank"]',
        "declarations.toml:9:49 (declarations.attack.commands[1].kinds[1])", "'tank'", "armour",
    ),
    "a secret is written by another verb": Slip(
        "declarations.toml", 'name = "Attack"', 'name = "Attack"\nsecret = "> charge | hex: 0101"',
        "declarations.toml:6:10 (declarations.attack.secret)", "a line of 'charge'", "> attack",
    ),
    "a secret is no line of a declaration": Slip(
        "declarations.toml", 'name = "Attack"', 'name = "Attack"\nsecret = "attack: at dawn"',
        "declarations.toml:6:10 (declarations.attack.secret)", "no line", "> attack",
    ),
    "a secret is a line that goes wrong": Slip(
        "declarations.toml", 'name = "Attack"', 'name = "Attack"\nsecret = "> attack | at dawn"',
        "declarations.toml:6:10 (declarations.attack.secret)", "no field", "> attack",
    ),
    "a box stands twice": Slip(
        "displays.toml", "boxes = [", 'boxes = [{ id = "reserve", name = "Spare" }, ',
        "displays.toml:13:53 (displays.off-map.boxes[2].id)", "'reserve' a second time", "once",
    ),
    "a rule is not in the rulebook": Slip(
        "map.toml", 'rule = "3.2"', 'rule = "3.3"', "map.toml:46:8 (routes.road.rule)", "'3.3'",
        "rulebook.csv",
    ),
}  # fmt: skip

SLIPS = {**{f"csv: {what}": slip for what, slip in CSV.items()},
         **{f"toml: {what}": slip for what, slip in TOML.items()}}  # fmt: skip


@pytest.mark.parametrize("slip", SLIPS.values(), ids=SLIPS)
def test_a_slip_is_told_in_one_line_with_its_place(game: Path, edit: Edit, slip: Slip) -> None:
    edit(slip.file, slip.old, slip.new)
    faults = check_game(game)
    assert len(faults) == 1, "\n".join(map(str, faults))
    line = str(faults[0])
    assert line.isprintable()
    assert line.startswith(f"{slip.at}: found ")
    found, expected = line.split(": found ", 1)[1].split(", expected ", 1)
    assert slip.found in found
    assert slip.expected in expected
