"""Commands of a saved game: each kind is recognised, and nothing is lost."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from compiler.vassal import savegame
from compiler.vassal.encoding import PieceText, Trait
from referee.logs.vassal.commands import (
    AddPiece,
    Auxiliary,
    BoardInPlay,
    Boards,
    ChangePiece,
    Chat,
    Command,
    MaskRights,
    MovePiece,
    Note,
    Player,
    PlayerLeaves,
    PropertyChange,
    PropertyValue,
    RemovePiece,
    SaveFrame,
    ShowResults,
    StacksAreSetUp,
    TurnState,
    Undo,
    Unknown,
)
from referee.logs.vassal.parse import CommandReader
from referee.logs.vassal.privacy import PlayerTokens

from .vassal_texts import read

KNOWN: list[tuple[str, Command]] = [
    ("begin_save", SaveFrame(begins=True)),
    ("end_save", SaveFrame(begins=False)),
    ("end_save\n", SaveFrame(begins=False)),
    ("+/7/piece;;;a\\/b.png;1/Map;1;2;3;0", AddPiece("7", "piece;;;a/b.png;1", "Map;1;2;3;0")),
    ("-/7", RemovePiece("7")),
    ("D/7/true\tMap;1;2/false\tMap;1;2", ChangePiece("7", "true\tMap;1;2", "false\tMap;1;2")),
    ("D/7/true", ChangePiece("7", "true", None)),
    (
        "M/7/Main Map/306/-210/null/null/0/0/8/secret",
        MovePiece("7", "Main Map", 306, -210, None, None, 0, 0, "8", "player-1"),
    ),
    (
        "M/7/A\\/B/1/2/null/A\\/B/3/4/null",
        MovePiece("7", "A/B", 1, 2, None, "A/B", 3, 4, None, None),
    ),
    ("CHAT* A moves *", Chat("* A moves *")),
    (
        "MutableProperty\t2d6_result\t1\t3,4\tModule",
        PropertyChange("2d6_result", "1", "3,4", "Module"),
    ),
    ("GlobalProperty\t;Turn Number;1;Module", PropertyValue("Turn Number", "1", "Module")),
    ("GlobalProperty\t;A\tB;1;", PropertyValue("A\tB", "1", "")),
    ("TURNTurnTracker0\t0|1;0;false;-1", TurnState("TurnTracker0", "0|1;0;false;-1")),
    ("SHOW_RESULTS\tSD\t0\t5", ShowResults("SD", (0, 5))),
    ("UNDO\ttrue", Undo(begins=True)),
    ("UNDO\tfalse", Undo(begins=False)),
    (
        "Main MapBoardPicker\tNorth/rev\t0\t0\tA\\/B\t1\t0",
        Boards("Main Map", (BoardInPlay("North", 0, 0, True), BoardInPlay("A/B", 1, 0))),
    ),
    ("MapBoardPicker", Boards("Map", ())),
    ("SETUP_STACK\t", StacksAreSetUp()),
    ("PLAYER\tsecret\tAnn\t<observer>", Player("player-1", "Ann", "<observer>")),
    ("PLAYER\t\tAnn\tRed", Player(None, "Ann", "Red")),
    ("PYREMOVE\tsecret", PlayerLeaves("player-1")),
    ("UNMASK\tnull", MaskRights(())),
    ("UNMASK\tsecret", MaskRights(("player-1",))),
    ("NOTES\ta\tb", Note("scenario", None, "", "a\tb")),
    ("PNOTES\t", Note("public", None, "", "")),
    ("PNOTE\tsecret\tmine", Note("private", "player-1", "", "mine")),
    (
        "SNOTE\tplan\tsecret\ttrue\twe attack\t5\th",
        Note("secret", "player-1", "plan", "we attack", ("true", "5", "h")),
    ),
    ("AUDIO\tFlip.wav", Auxiliary("AUDIO", ("Flip.wav",))),
    ("CHECK\tversion<0.0\tALERT\\\tx", Auxiliary("CHECK", ("version<0.0", "ALERT\tx"))),
    ("SEMAIL\tann@example.org", Auxiliary("SEMAIL", ("address-withheld",))),
]


@pytest.mark.parametrize(("text", "command"), KNOWN, ids=[text[:24] for text, _ in KNOWN])
def test_a_command_is_recognised(text: str, command: Command) -> None:
    assert read(text) == command


@pytest.mark.parametrize(
    "text",
    [
        "bd\t0\t0\t01",
        "INFO\tAxis\tAxis\t1",
        "null",
        "",
        "D/7",
        "M/7/Map/x/2/null/Map/1/2/null/",
        "M/7/Map/1",
        "M/7/Map/99999999999/2/null/Map/1/2/null/",
        "+/7/piece;;;a;b",
        "TURN",
        "UNDO\tperhaps",
        "SHOW_RESULTS\tSD\tx",
        "MapBoardPicker\tA\t0",
        "MutableProperty\tx",
    ],
)
def test_what_cannot_be_read_is_kept_as_it_stands(text: str) -> None:
    command = read(text)
    assert isinstance(command, Unknown)
    if not text.startswith("M/"):
        assert command.text == text


def test_a_known_command_that_is_faulty_says_so() -> None:
    faulty, foreign = read("UNDO\tperhaps"), read("bd\t0")
    assert isinstance(faulty, Unknown)
    assert isinstance(foreign, Unknown)
    assert "neither true nor false" in faulty.reason
    assert foreign.reason == ""


@example("M/1")
@given(st.text(alphabet="+-DM/CHATLOGTURNPLYE\t;\\'1é", max_size=40))
def test_every_text_has_a_type(text: str) -> None:
    found = read(text)
    assert read(text) == found
    if isinstance(found, Unknown):
        # Of a faulty move the last field is left out: it may be a password.
        moved = text.startswith("M/")
        assert found.text == (text.rpartition("/")[0] + "/" if moved else text)


names = st.text(st.characters(exclude_characters="\x1b", exclude_categories=["Cs"]), max_size=10)
words = names.filter(lambda text: not text.endswith("\\"))
maps = words.filter(lambda text: text not in ("", "null"))


ids = words.filter(lambda text: text != "null")


@given(ids, maps, st.integers(-9999, 9999), st.integers(-9999, 9999))
def test_moves_to_maps_of_any_name_are_read_back(piece: str, board: str, x: int, y: int) -> None:
    text = savegame.move_command(
        piece, savegame.Spot(None, 0, 0), savegame.Spot(board, x, y, under=piece or "u")
    )
    assert read(text) == MovePiece(piece, board, x, y, piece or "u", None, 0, 0, None, None)


@given(words, words, words, words)
def test_properties_of_any_name_are_read_back(name: str, old: str, new: str, where: str) -> None:
    change = savegame.property_change_command(name, old, new, where)
    assert read(change) == PropertyChange(name, old, new, where)
    value = savegame.property_command(name, new, where)
    assert read(value) == PropertyValue(name, new, where)


@given(words, words, words)
def test_changes_of_any_state_are_read_back(piece: str, new: str, old: str) -> None:
    assert read(savegame.change_command(piece, new, old)) == ChangePiece(piece, new, old)


@given(st.lists(st.tuples(words, words), max_size=4), words)
def test_the_traits_of_a_piece_are_read_back(outer: list[tuple[str, str]], name: str) -> None:
    traits = tuple(Trait(f"x;{kind}x", state) for kind, state in outer)
    traits += (Trait(f"piece;;;a.png;{name}x", "Map;1;2;3;0"),)
    command = read(PieceText("7", traits).encode())
    assert isinstance(command, AddPiece)
    assert command.traits == traits


@given(
    maps.filter(lambda name: "\t" not in name),
    st.lists(st.tuples(maps, st.integers(0, 9), st.booleans()), max_size=3),
)
def test_boards_of_any_name_are_read_back(board: str, placed: list[tuple[str, int, bool]]) -> None:
    placements = [savegame.BoardPlacement(name, n, 0, turned) for name, n, turned in placed]
    command = read(savegame.boards_command(f"x{board}", placements))
    assert command == Boards(
        f"x{board}", tuple(BoardInPlay(p.name, p.column, p.row, p.reversed) for p in placements)
    )


def test_a_missing_state_is_empty_and_a_surplus_one_ignored() -> None:
    command = AddPiece("7", "a;\tb;\\\tpiece;;;x;y", "1")
    assert command.traits == (Trait("a;", "1"), Trait("b;", ""), Trait("piece;;;x;y", ""))
    assert len(AddPiece("7", "piece;;;x;y", "1\t2\\\t3").traits) == 1


def test_one_reader_gives_one_player_one_token() -> None:
    reader = CommandReader(PlayerTokens())
    first = reader.read("PLAYER\tred secret\tAnn\tRed")
    second = reader.read("PLAYER\tblue secret\tBob\tBlue")
    moved = reader.read("M/7/Map/1/2/null/Map/1/2/null/blue secret")
    assert isinstance(first, Player)
    assert isinstance(second, Player)
    assert isinstance(moved, MovePiece)
    assert first.player == "player-1"
    assert second.player == moved.player == "player-2"
