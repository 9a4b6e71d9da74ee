"""What the compiler writes as a save or log, the referee reads as the same game."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.vassal.container import pack_archive, read_saved_game
from compiler.vassal.encoding import EncodingError, PieceText, Trait, join_traits
from compiler.vassal.metadata import Metadata
from compiler.vassal.obfuscation import SavedGameForm
from compiler.vassal.savegame import (
    BoardPlacement,
    SaveWriter,
    Spot,
    change_command,
    chat_command,
    move_command,
    positioned,
    property_change_command,
    remove_command,
    turn_command,
    undo_command,
)
from compiler.vassal.states import BasicState, DeckState, StackState
from referee.logs.vassal.commands import (
    BoardInPlay,
    Boards,
    Chat,
    PropertyChange,
    PropertyValue,
    SaveFrame,
    StacksAreSetUp,
    TurnState,
)
from referee.logs.vassal.replay import read_log

from .vassal_texts import log_file, members

MODULE = Metadata(name="Demo", version="1.2", vassal_version="3.7.0")
DECK = "deck;false;;10;10;Always;Always;true;true;false;;;;Draw Pile"

text = st.text(st.characters(exclude_characters="\x1b", exclude_categories=["Cs"]), max_size=8)
word = st.one_of(text, st.text(alphabet="a/;,\\'\tüЖ", max_size=8)).map(lambda t: t + "x")
pixel = st.integers(0, 5000)


def counter(piece_id: str, name: str = "Inf", state: str = "1") -> PieceText:
    basic = Trait(f"piece;;;a.png;{name}", BasicState(None, 0, 0, "7").encode())
    return PieceText(piece_id, (Trait("emb2;Flip", state), basic))


@given(
    st.lists(
        st.tuples(word, pixel, pixel, st.lists(st.tuples(word, word), min_size=1, max_size=3)),
        max_size=4,
    ),
    word,
)
def test_pieces_in_stacks_are_read_where_they_were_put(
    tmp_path_factory: pytest.TempPathFactory,
    stacks: list[tuple[str, int, int, list[tuple[str, str]]]],
    loose: str,
) -> None:
    save = SaveWriter(MODULE)
    names = {}
    for number, (board, x, y, pieces) in enumerate(stacks):
        counters = []
        for index, (name, state) in enumerate(pieces):
            piece_id = f"{number}-{index}"
            names[piece_id] = (name, state, board, x, y, f"stack {number}", index)
            counters.append(counter(piece_id, name, state))
        save.add_stack(f"stack {number}", board, x, y, counters)
    save.add_piece(positioned(counter("loose", loose), "Main", 1, 2))
    path = tmp_path_factory.getbasetemp() / "written.vsav"
    path.write_bytes(save.to_bytes())
    position = read_log(path).replay().run()
    found = {
        p.piece_id: (p.traits[-1].type[len("piece;;;a.png;") :], p.traits[0].state, *p.place)
        for p in position
        if p.kind == "piece" and p.stack
    }
    assert found == names
    assert position["loose"].place[:3] == ("Main", 1, 2)


def test_a_whole_game_is_read_back(tmp_path: Path) -> None:
    save = SaveWriter(MODULE, saved_at="17", description="before turn 1")
    save.add_stack("10", "Main", 50, 60, [counter("1"), counter("2")])
    save.add_deck(PieceText("20", (Trait(DECK),)), "Main", 5, 5, [counter("3")], face_down=True)
    save.set_boards("Main", [BoardPlacement("North"), BoardPlacement("South", 0, 1, True)])
    save.set_property("Weather", "Rain; snow")
    save.set_turn("TurnTracker0", "0|1;0;false;-1")
    state = join_traits(["2", "Main;50;60;7;0"])
    old = join_traits(["1", "Main;50;60;7;0"])
    save.add_step(
        move_command("2", Spot("Main", 50, 60, under="1"), Spot("Main", 90, 90)),
        PieceText("11", (Trait("stack", StackState("Main", 90, 90, ("2",)).encode()),)).encode(),
        chat_command("* Inf moves *"),
    )
    save.add_step(change_command("1", state, old))
    save.add_step(property_change_command("2d6_result", "1", "3,4"))
    save.add_step(turn_command("TurnTracker0", "0|2;0;false;-1"))
    save.add_step(remove_command("3"))
    save.add_step(undo_command(True), chat_command("* UNDO: x"), undo_command(False))
    path = tmp_path / "game.vlog"
    path.write_bytes(save.to_bytes())

    game = read_saved_game(path)
    assert (game.module, game.form) == (MODULE, SavedGameForm.VCSK)
    assert game.save == Metadata("1.2", "3.7.0", "17", "before turn 1")
    replay = read_log(path).replay()
    initial = list(replay.initial())
    assert initial[0] == SaveFrame(begins=True)
    assert initial[-1] == SaveFrame(begins=False)
    assert StacksAreSetUp() in initial
    assert Boards("Main", (BoardInPlay("North", 0, 0), BoardInPlay("South", 0, 1, True))) in initial
    assert PropertyValue("Weather", "Rain; snow", "Module") in initial
    assert TurnState("TurnTracker0", "0|1;0;false;-1") in initial
    assert (members(replay.position, "10"), members(replay.position, "20")) == (["1", "2"], ["3"])
    steps = list(replay.steps())
    assert len(steps) == 6
    assert steps[0].events[-1] == Chat("* Inf moves *")
    assert steps[2].events == (PropertyChange("2d6_result", "1", "3,4", "Module"),)
    assert steps[5].undoes == 5
    assert members(replay.position, "11") == ["2"]
    assert replay.position["1"].state == state
    assert "3" not in replay.position


def test_the_same_game_makes_the_same_bytes() -> None:
    def written() -> bytes:
        save = SaveWriter(MODULE)
        save.add_stack("10", "Main", 50, 60, [counter("1"), counter("2")])
        save.add_step(chat_command("* hi *"))
        return save.to_bytes()

    assert written() == written()


def test_members_come_before_their_stacks_and_stacks_are_said_to_be_set_up() -> None:
    save = SaveWriter(MODULE)
    save.add_piece(positioned(counter("1"), "Main", 1, 1))
    save.add_stack("10", "Main", 5, 5, [counter("2")])
    text = save.text()
    assert text.index("+/2/") < text.index("+/1/") < text.index("+/10/")
    assert text.startswith("begin_save\x1b\x1b")
    assert "\x1bSETUP_STACK\t\x1bend_save" in text


@pytest.mark.parametrize(
    "command",
    [
        "PLAYER\tsecret\tAnn\tRed",
        "PNOTE\tsecret\tx",
        "SEMAIL\tann@example.org",
        "a\x1bb",
        "'quoted'",
    ],
)
def test_secrets_and_broken_commands_are_not_written(command: str) -> None:
    save = SaveWriter(MODULE)
    with pytest.raises(EncodingError):
        save.add_command(command)
    with pytest.raises(EncodingError):
        save.add_step(command)


def test_faulty_games_are_refused() -> None:
    save = SaveWriter(MODULE)
    save.add_stack("10", "Main", 5, 5, [counter("2")])
    with pytest.raises(EncodingError, match="two pieces"):
        save.add_piece(counter("2"))
    with pytest.raises(EncodingError, match="no id"):
        save.add_piece(counter("null"))
    with pytest.raises(EncodingError, match="empty step"):
        save.add_step("", "null")
    with pytest.raises(EncodingError, match="null"):
        save.add_stack("11", "null", 5, 5, [])
    with pytest.raises(EncodingError, match="TAB"):
        save.set_boards("a\tb", [])


@given(word, pixel, pixel, st.lists(word.filter(lambda t: not t.startswith("@@")), max_size=4))
def test_states_of_stacks_and_decks_are_read_back(
    board: str, x: int, y: int, ids: list[str]
) -> None:
    stack = StackState(board, x, y, tuple(ids), 1)
    assert StackState.decode(stack.encode()) == stack
    deck = DeckState(board, x, y, True, tuple(ids))
    assert DeckState.decode(deck.encode()) == deck
    piece = BasicState(board, x, y, "7", tuple((name, name) for name in ids))
    assert BasicState.decode(piece.encode()) == piece


def test_a_log_can_be_read_from_a_plain_archive(tmp_path: Path) -> None:
    path = log_file(tmp_path / "a.vlog", "begin_save\x1bend_save\x1bLOG\tCHATa")
    assert len(list(read_log(path).replay().steps())) == 1
    path.write_bytes(pack_archive([("savedGame", b"begin_save\x1bend_save")]))
    assert list(read_log(path).replay().steps()) == []
