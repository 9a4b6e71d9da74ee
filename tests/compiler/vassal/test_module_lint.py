"""Lint: each thing that VASSAL would drop or confuse is one line before the module is written."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest
from lxml.etree import _Element as Element

from compiler.gamedata.displays import lay_out_displays
from compiler.gamedata.model import GameData
from compiler.gamedata.schema import DeclarationsFile, DisplaysFile, GameFile
from compiler.vassal.encoding import PieceText, Trait
from compiler.vassal.gpids import PieceNumbers
from compiler.vassal.lint import LintFinding, ModuleError
from compiler.vassal.lint_module import lint_module
from compiler.vassal.module import plan_module
from compiler.vassal.pieces import all_piece_ids
from tests.compiler.small_game import COUNTERS, GAME, small_map
from tests.compiler.vassal.module_game import (
    DECLARATIONS,
    DICE,
    DISPLAYS,
    STATES,
    ReadModule,
    module_game,
)


def findings(game: GameData) -> list[str]:
    """What lint has to say about a game, one line each."""
    numbers = PieceNumbers().with_pieces(all_piece_ids(game.all_counters()))
    _, found = plan_module(game, numbers)
    lines = [str(finding) for finding in found]
    assert all(len(line.splitlines()) == 1 for line in lines)
    return lines


def game_file(**changes: Any) -> GameFile:
    """The small game's `game.toml` with changes."""
    return GameFile.model_validate({**GAME, "states": STATES, "dice": DICE, **changes})


def declaring(game: GameData, *commands: dict[str, Any]) -> GameData:
    """The game with one more declaration of these commands."""
    more = {**DECLARATIONS, "more": {"name": "More", "commands": list(commands)}}
    file = DeclarationsFile.model_validate({"declarations": more})
    return replace(game, declarations=file.declarations)


def displaying(game: GameData, **more: Any) -> GameData:
    """The game with more displays."""
    file = DisplaysFile.model_validate({"displays": {**DISPLAYS, **more}})
    return replace(game, displays=lay_out_displays(file.displays, ("1",)))


def naming(game: GameData, name: str) -> GameData:
    """The game with a counter of that name."""
    counter = replace(COUNTERS[0], id="named", name=name)
    return replace(game, counters=MappingProxyType({**game.counters, "named": counter}))


def placed(game: GameData, **changes: Any) -> GameData:
    """The game with its first scenario's first piece changed."""
    first = game.scenarios["first"]
    setup = (replace(first.setup[0], **changes), *first.setup[1:])
    return replace(
        game, scenarios=MappingProxyType({**game.scenarios, "first": replace(first, setup=setup)})
    )


BROKEN: dict[str, tuple[Callable[[GameData], GameData], str]] = {
    "two commands of a piece with one key": (
        lambda game: declaring(game, {"label": "Again", "key": "Ctrl+A"}),
        "error: key Ctrl+A: is both for 'Attack with this' and for 'Again': change one",
    ),
    "a button with the key of a piece": (
        lambda game: declaring(game, {"label": "Pass", "who": "toolbar", "key": "Ctrl+F"}),
        "error: key Ctrl+F: is both for 'Turn over' and for 'Pass': change one",
    ),
    "a key of VASSAL's own": (
        lambda game: declaring(game, {"label": "Quit", "who": "toolbar", "key": "Alt+F4"}),
        "error: key Alt+F4: is both for 'close the window' and for 'Quit': change one",
    ),
    "a key that is none": (
        lambda game: declaring(game, {"label": "Pass", "key": "Strg+P"}),
        "error: Pass: 'Strg+P' is no key: expected a letter",
    ),
    "dice that the game does not have": (
        lambda game: declaring(game, {"label": "Roll", "rolls": "d20"}),
        "error: declaration more, command 1: rolls 'd20', which are none of the game's dice",
    ),
    "a kind that the game does not have": (
        lambda game: declaring(game, {"label": "Ride", "kinds": ["elephant"]}),
        "error: declaration more, command 1: is for the kind 'elephant'",
    ),
    "two buttons of one name": (
        lambda game: declaring(game, {"label": "Weather: rain", "who": "toolbar"}),
        "error: declaration more, command 1: the button 'Weather: rain' is also that of",
    ),
    "two maps of one name": (
        lambda game: displaying(game, again={"name": "Points", "boxes": []}),
        "error: display again: the name 'Points' is also that of display points",
    ),
    "a display called null": (
        lambda game: displaying(game, nothing={"name": "null"}),
        "error: display nothing: cannot be called 'null'",
    ),
    "a display whose name looks like a command": (
        lambda game: displaying(game, chat={"name": "CHAT room"}),
        "error: display chat: cannot be called 'CHAT room'",
    ),
    "a board that no computer shows": (
        lambda game: displaying(
            game,
            huge={
                "name": "Huge",
                "columns": 40,
                "box_width": 2000,
                "box_height": 2000,
                "boxes": [{"id": f"b{n}", "name": f"B{n}"} for n in range(40)],
            },
        ),
        "error: display huge: a board of 80492 by 2072 pixels is too large",
    ),
    "a piece whose name ends in a backslash": (
        lambda game: naming(game, "Back\\"),
        "error: named: the name 'Back\\\\' ends in a backslash",
    ),
    "a piece called null": (
        lambda game: naming(game, "null"),
        "error: named: no piece can be called null",
    ),
    "a name with a control character": (
        lambda game: naming(game, "Bell\x07"),
        "error: named: 'Bell\\x07' holds a character that a module cannot",
    ),
    "a unit set up off the map": (
        lambda game: placed(game, place=small_map().grid.hex("0101")._replace(q=99)),
        "error: scenario first, rifle-1: is set up off the map",
    ),
    "a unit set up in a box that is not there": (
        lambda game: placed(game, place="nowhere"),
        "error: scenario first, rifle-1: is set up in 'nowhere', which is no box",
    ),
    "a unit set up twice": (
        lambda game: placed(game, piece="tank-1", counter="tank-1"),
        "error: scenario first, tank-1: is set up twice",
    ),
    "a set-up of a counter that is not there": (
        lambda game: placed(game, counter="ghost"),
        "error: scenario first, rifle-1: there is no counter 'ghost'",
    ),
    "two properties of one name": (
        lambda game: replace(
            game,
            game=game_file(
                columns={
                    **GAME["columns"],
                    "counters": {**GAME["columns"]["counters"], "loss": {"label": "Loss"}},
                }
            ),
        ),
        "error: state loss: the property 'loss' is also that of column loss",
    ),
    "a side called like the player of both": (
        lambda game: replace(
            game,
            game=game_file(
                sides={**GAME["sides"], "red": {**GAME["sides"]["red"], "name": "Solitaire"}}
            ),
        ),
        "error: side red: the name 'Solitaire' is also that of the player of both sides",
    ),
    "a side whose name the grammar uses": (
        lambda game: replace(
            game,
            game=game_file(sides={**GAME["sides"], "red": {**GAME["sides"]["red"], "name": "A,B"}}),
        ),
        "error: side red: 'A,B' holds a sign that declarations use",
    ),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_fault_is_one_line_and_stops_the_module(game: GameData, fault: str) -> None:
    breaking, expected = BROKEN[fault]
    broken = breaking(game)
    lines = findings(broken)
    assert [line for line in lines if line.startswith(expected)], lines
    numbers = PieceNumbers().with_pieces(all_piece_ids(broken.all_counters()))
    assert plan_module(broken, numbers)[0] is None


def test_a_sound_game_has_no_error(game: GameData) -> None:
    assert findings(game) == [
        "warning: tabbed: VASSAL shows a blank for the TAB in its name",
    ]


def test_an_error_lists_every_finding_that_is_one() -> None:
    fault = ModuleError("small", [LintFinding("error", "a", "x"), LintFinding("warning", "b", "y")])
    assert str(fault) == "small: 1 error in the module\nerror: a: x"


# -- the finished build file ---------------------------------------------------------------------


def _slot(root: Element) -> Element:
    return next(each for each in root.iter() if str(each.tag).endswith("PieceSlot"))


def _retyped(root: Element, *traits: Trait) -> None:
    slot = _slot(root)
    piece = PieceText.decode((slot.text or "").strip())
    slot.text = PieceText(None, (*traits, piece.traits[-1])).encode()


def _break_states(root: Element) -> None:
    slot = _slot(root)
    slot.text = (slot.text or "").replace("/null/", "/null/mark;A\t", 1)


def _break_gpid(root: Element) -> None:
    slots = [each for each in root.iter() if str(each.tag).endswith("PieceSlot")]
    slots[1].set("gpid", slots[0].get("gpid", ""))


def _break_prototype(root: Element) -> None:
    _retyped(root, Trait("prototype;Nobody"))


def _break_image(root: Element) -> None:
    slot = _slot(root)
    slot.text = (slot.text or "").replace("-front.png", "-lost.png")


def _break_layer(root: Element) -> None:
    layer = "emb2;;128;A;;128;;;128;;;;1;false;0;0;a.png,b.png;x;true;L;;;false;;1;1;true;;;;;1.0;;"
    _retyped(root, Trait(layer, "1"))


def _break_marker(root: Element) -> None:
    _retyped(root, Trait("mark;A,B", "1"))


def _break_mover(root: Element) -> None:
    mover = next(each for each in root.iter() if str(each.tag).endswith("PieceMover"))
    parent = mover.getparent()
    assert parent is not None
    parent.remove(mover)


def _break_next(root: Element) -> None:
    root.set("nextPieceSlotId", "2")


def _break_setup(root: Element) -> None:
    setup = next(each for each in root.iter() if str(each.tag).endswith("PredefinedSetup"))
    setup.set("file", "lost.vsav")


FAULTY: dict[str, tuple[Callable[[Element], None], str]] = {
    "a piece with a trait too many": (_break_states, "other traits than those written"),
    "two pieces of one number": (_break_gpid, "has the gpid of"),
    "a prototype that is not there": (_break_prototype, "there is no prototype 'Nobody'"),
    "an image that is not there": (_break_image, "is used and not there"),
    "a layer with fewer names than images": (_break_layer, "has 2 images and 1 names"),
    "a property without a value": (_break_marker, "2 properties with 1 values"),
    "a map on which nothing can be moved": (_break_mover, "has no PieceMover"),
    "numbers beyond the next": (_break_next, "expected a number below 2"),
    "a set-up that is not there": (_break_setup, "there is no file 'lost.vsav'"),
}


@pytest.mark.parametrize("fault", FAULTY)
def test_a_fault_of_the_build_file_is_found(module: ReadModule, fault: str) -> None:
    breaking, expected = FAULTY[fault]
    root = deepcopy(module.root)
    breaking(root)
    lines = [str(finding) for finding in lint_module(root, set(module.files))]
    assert [line for line in lines if line.startswith("error") and expected in line], lines


def test_an_image_that_nothing_shows_is_a_warning(module: ReadModule) -> None:
    files = {*module.files, "images/forgotten.png"}
    lines = [str(finding) for finding in lint_module(module.root, files)]
    assert "warning: image 'forgotten.png': is there and not used" in lines


def test_the_written_module_has_no_error(module: ReadModule) -> None:
    found = lint_module(module.root, set(module.files))
    assert [finding for finding in found if finding.severity == "error"] == []


def test_a_large_board_is_a_warning() -> None:
    game = displaying(
        module_game(),
        large={
            "name": "Large",
            "columns": 8,
            "box_width": 1500,
            "box_height": 1500,
            "boxes": [{"id": f"b{n}", "name": f"B{n}"} for n in range(12)],
        },
    )
    assert [line for line in findings(game) if "is slow to show" in line]
