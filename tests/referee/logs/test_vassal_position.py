"""Where pieces are after the commands of a log, as VASSAL would have them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.logs.vassal.events import (
    PieceAdded,
    PieceChanged,
    PieceMoved,
    PieceRemoved,
    Place,
    StackChanged,
    TraitChange,
)
from referee.logs.vassal.position import Position

from .plain_position import PlainPosition
from .vassal_texts import members, move, piece, position_after, read, stack

DECK = "deck;false;;10;10;Always;Always;true;true;false;;;;Draw Pile"
TWO = (piece("a", 10, 20), piece("b", 10, 20), stack("s", 10, 20, "a", "b"))


def test_a_stack_gathers_its_members_bottom_first() -> None:
    position = position_after(*TWO)
    assert members(position, "s") == ["a", "b"]
    assert position["b"].place == Place("Board", 10, 20, "s", 1)
    assert position["s"].place == Place("Board", 10, 20)


def test_a_stack_forgets_members_that_are_not_there() -> None:
    position = position_after(stack("s", 1, 1, "a", "b"), piece("a", 1, 1))
    assert members(position, "s") == []
    assert position["a"].stack is None


def test_a_piece_moves_out_of_its_stack() -> None:
    position = position_after(*TWO, move("a", 50, 60))
    assert position["a"].place == Place("Board", 50, 60)
    assert members(position, "s") == ["b"]


def test_an_emptied_stack_stays_but_takes_no_part() -> None:
    position = position_after(*TWO, move("a", 50, 60), move("b", 50, 61), move("a", 10, 20))
    assert "s" in position
    assert position["a"].stack is None


def test_a_stack_carries_its_members_along() -> None:
    position = position_after(*TWO, move("s", 90, 90))
    assert {position[i].place[:3] for i in "abs"} == {("Board", 90, 90)}
    assert members(position, "s") == ["a", "b"]


def test_a_piece_goes_directly_above_the_one_named() -> None:
    position = position_after(*TWO, piece("c", 0, 0), move("c", 10, 20, under="a"))
    assert members(position, "s") == ["a", "c", "b"]


def test_a_piece_rises_within_its_own_stack() -> None:
    position = position_after(*TWO, piece("c", 10, 20), move("c", 10, 20, under="b"))
    assert members(position, "s") == ["a", "b", "c"]
    position.apply(read(move("a", 10, 20, under="c")))
    assert members(position, "s") == ["b", "c", "a"]
    position.apply(read(move("a", 10, 20, under="b")))
    assert members(position, "s") == ["b", "a", "c"]


def test_a_piece_without_one_below_slips_under_a_stack() -> None:
    position = position_after(*TWO, piece("c", 0, 0), move("c", 10, 20))
    assert members(position, "s") == ["c", "a", "b"]


def test_a_piece_whose_named_one_is_elsewhere_goes_on_top() -> None:
    position = position_after(
        *TWO, piece("c", 0, 0), piece("d", 5, 5), move("c", 10, 20, under="d")
    )
    assert members(position, "s") == ["a", "b", "c"]


def together(position: Position, piece_id: str) -> list[str]:
    """The ids of the pieces in the stack of a piece, bottom first."""
    stack = position[piece_id].stack
    return [] if stack is None else [member.piece_id for member in stack.members]


@pytest.mark.parametrize(("under", "order"), [("a", ["a", "b"]), ("null", ["b", "a"])])
def test_a_piece_makes_a_stack_with_the_loose_one_it_joins(under: str, order: list[str]) -> None:
    position = position_after(piece("a", 1, 1), piece("b", 2, 2), move("b", 1, 1, under))
    assert together(position, "a") == order
    position.apply(read(stack("s", 1, 1, "a", "b")))
    assert members(position, "s") == ["a", "b"]


def test_a_piece_upon_none_goes_to_the_bottom_of_its_own_stack() -> None:
    position = position_after(*TWO, move("b", 10, 20))
    assert members(position, "s") == ["b", "a"]


def test_a_stack_goes_on_top_of_another_even_upon_none() -> None:
    position = position_after(*TWO, piece("c", 5, 5), stack("t", 5, 5, "c"), move("t", 10, 20))
    assert members(position, "s") == ["a", "b", "c"]


def test_a_stack_that_no_command_made_is_known_once_it_moves() -> None:
    loose = (piece("a", 1, 1), piece("b", 2, 2), move("b", 1, 1, under="a"))
    position = position_after(*loose)
    event = position.apply(read("M/77/Board/9/9/null/Board/1/1/null/"))
    assert isinstance(event, PieceMoved)
    assert (event.kind, event.pieces) == ("stack", ("a", "b"))
    assert (event.start, event.end) == (Place("Board", 1, 1), Place("Board", 9, 9, "77", 0))
    assert members(position, "77") == ["a", "b"]


def test_a_stack_that_no_command_made_is_known_once_its_order_changes() -> None:
    position = position_after(piece("a", 1, 1), piece("b", 2, 2), move("b", 1, 1, under="a"))
    position.apply(read("D/77/Board;1;1;b;a;@@1/Board;1;1;a;b;@@1"))
    assert members(position, "77") == ["b", "a"]


def test_a_stack_with_an_id_is_not_taken_for_another() -> None:
    position = position_after(*TWO)
    for text in ("M/77/Board/9/9/null/Board/10/20/null/", "D/77/Board;10;20;b;a/Board;10;20;a;b"):
        event = position.apply(read(text))
        assert getattr(event, "kind", None) == "unknown"
    assert members(position, "s") == ["a", "b"]


def test_pieces_that_a_change_of_their_stack_does_not_name_stay_in_it() -> None:
    position = position_after(*TWO, piece("c", 10, 20), move("c", 10, 20, under="a"))
    position.apply(read("D/s/Board;10;20;b;a;@@1/Board;10;20;a;b;@@1"))
    assert members(position, "s") == ["b", "a", "c"]


@pytest.mark.parametrize("trait", ["immob;n;N;R;d", "immob;n;N", "mat;M;d"])
def test_a_piece_that_does_not_stack_joins_decks_only(trait: str) -> None:
    position = position_after(
        *TWO,
        piece("c", 0, 0, outer=trait),
        f"+/d/{DECK}/Board;70;70;false",
        move("c", 10, 20),
    )
    assert position["c"].stack is None
    position.apply(read(move("c", 70, 70)))
    assert members(position, "d") == ["c"]


def test_a_piece_that_may_stack_although_immobile_joins_stacks() -> None:
    position = position_after(*TWO, piece("c", 0, 0, outer="immob;n;N;L;d"), move("c", 10, 20))
    assert members(position, "s") == ["c", "a", "b"]


def test_a_stack_joins_another_as_a_whole() -> None:
    position = position_after(
        *TWO, piece("c", 5, 5), piece("d", 5, 5), stack("t", 5, 5, "c", "d"), move("t", 10, 20, "a")
    )
    assert members(position, "s") == ["a", "c", "d", "b"]
    assert members(position, "t") == []


def test_a_deck_keeps_its_cards_when_it_moves() -> None:
    position = position_after(
        piece("a", 0, 0), f"+/d/{DECK}/Board;7;7;true;a", move("d", 9, 9), move("a", 1, 1)
    )
    assert position["d"].name == "Draw Pile"
    assert position["d"].place == Place("Board", 9, 9)
    assert members(position, "d") == []


def test_a_shuffle_changes_the_order_of_a_deck() -> None:
    position = position_after(piece("a", 0, 0), piece("b", 0, 0), f"+/d/{DECK}/Board;7;7;true;a,b")
    event = position.apply(read("D/d/Board;7;7;true;b,a/Board;7;7;true;a,b"))
    assert isinstance(event, StackChanged)
    assert (event.kind, event.old_members, event.new_members) == ("deck", ("a", "b"), ("b", "a"))


def test_the_pieces_of_a_removed_stack_leave_the_map_with_it() -> None:
    position = position_after(*TWO, "-/s")
    assert "s" not in position
    assert position["a"].place == position["b"].place == Place(None, 10, 20)


def test_a_piece_moves_from_where_it_lay_when_its_stack_was_removed() -> None:
    position = position_after(*TWO, "-/s")
    first = position.apply(read(move("a", 50, 60)))
    second = position.apply(read(move("a", 70, 80)))
    assert isinstance(first, PieceMoved)
    assert isinstance(second, PieceMoved)
    assert (first.start, first.end) == (Place("Board", 10, 20, "s", 0), Place("Board", 50, 60))
    assert second.start == Place("Board", 50, 60)


def test_a_piece_leaves_the_map() -> None:
    position = position_after(*TWO, "M/a/null/0/0/null/Board/10/20/null/")
    assert position["a"].place == Place(None, 0, 0)


def test_the_change_of_a_loose_piece_moves_it_and_of_a_stacked_one_does_not() -> None:
    position = position_after(*TWO, piece("c", 5, 5), "D/c/Board;6;6;7;0/Board;5;5;7;0")
    assert position["c"].place == Place("Board", 6, 6)
    position.apply(read("D/a/Board;6;6;7;0/Board;5;5;7;0"))
    assert position["a"].place == Place("Board", 10, 20, "s", 0)


def test_an_old_null_for_the_map_of_a_piece_does_not_take_it_off() -> None:
    outer = "markmoved;x"
    position = position_after(piece("a", 5, 5, outer=outer), "D/a/true\tnull;5;5/false\tnull;5;5")
    assert position["a"].place == Place("Board", 5, 5)
    position.apply(read("D/a/true\tnull;5;5/true\tBoard;5;5"))
    assert position["a"].place == Place(None, 5, 5)


def test_a_change_tells_which_traits_changed() -> None:
    position = position_after("+/a/emb2;Flip\tmarkmoved;x\\\tpiece;;;i;n/1\tfalse\\\tBoard;5;5;7;0")
    event = position.apply(read("D/a/2\ttrue\\\tBoard;5;5;7;0/1\tfalse\\\tBoard;5;5;7;0"))
    assert isinstance(event, PieceChanged)
    assert event.changes == (
        TraitChange(0, "emb2;Flip", "1", "2"),
        TraitChange(1, "markmoved;x", "false", "true"),
    )
    again = position.apply(read("D/a/2\tfalse\\\tBoard;5;5;7;0"))
    assert isinstance(again, PieceChanged)
    assert again.changes == (TraitChange(1, "markmoved;x", "true", "false"),)


def test_a_move_tells_what_moved_and_whether_the_log_agrees() -> None:
    position = position_after(*TWO)
    event = position.apply(read("M/s/Board/1/2/null/Board/10/20/null/"))
    assert isinstance(event, PieceMoved)
    assert event.pieces == ("a", "b")
    assert (event.start, event.end) == (Place("Board", 10, 20), Place("Board", 1, 2, "s", 0))
    assert event.agrees
    other = position.apply(read("M/a/Board/7/7/null/Board/10/20/null/"))
    assert isinstance(other, PieceMoved)
    assert other.start == Place("Board", 1, 2, "s", 0)
    assert not other.agrees


def test_commands_for_unknown_pieces_are_told_as_such() -> None:
    position = Position()
    kinds = {
        type(event): getattr(event, "kind", None)
        for event in (position.apply(read(text)) for text in (move("x", 1, 1), "-/x", "D/x/1/2"))
    }
    assert kinds == {PieceMoved: "unknown", PieceRemoved: "unknown", PieceChanged: "unknown"}
    assert len(position) == 0


def test_a_mask_and_an_invisible_piece_name_their_owner() -> None:
    outer = "obs;79,130;b;M;B;?;side:;P;d\thide;72,130;H;;sides:Red;0.3\\\tpiece;;;a;Inf"
    position = position_after(f"+/a/{outer}/Red;|0\tnull\\\tBoard;1;1;1;0")
    assert (position["a"].mask_owner, position["a"].hidden_by) == ("Red", None)
    assert position["a"].name == "Inf"


# --- compared with a plain model ------------------------------------------------------------------

ids = st.sampled_from("abcde")
stacks = st.sampled_from("STU")
spots = st.sampled_from([(1, 1), (2, 2), (3, 3)])
texts = st.one_of(
    st.builds(lambda i, at: piece(i, *at), ids, spots),
    st.builds(lambda s, at, m: stack(s, *at, *m), stacks, spots, st.lists(ids, max_size=3)),
    st.builds(lambda i: f"-/{i}", st.one_of(ids, stacks)),
    st.builds(
        lambda i, at, u: move(i, at[0], at[1], u),
        st.one_of(ids, stacks),
        spots,
        st.one_of(st.just("null"), ids, stacks),
    ),
    st.builds(
        lambda s, at, m: f"D/{s}/{stack(s, *at, *m).split('/')[3]}/old",
        stacks,
        spots,
        st.lists(ids, max_size=3),
    ),
    st.builds(lambda i, at: f"D/{i}/Board;{at[0]};{at[1]};7;0/Board;0;0;7;0", ids, spots),
)


def told(position: Position) -> dict[str, tuple[object, ...]]:
    return {
        p.piece_id: (p.kind, *p.place[:3], p.place.stack, *members(position, p.piece_id))
        for p in position
    }


@given(st.lists(texts, max_size=40))
def test_any_run_of_commands_ends_where_the_plain_model_ends(commands: list[str]) -> None:
    position, plain = Position(), PlainPosition()
    for text in commands:
        command = read(text)
        position.apply(command)
        plain.apply(command)
    assert told(position) == {
        i: (t.kind, t.map, t.x, t.y, t.within, *t.members) for i, t in plain.things.items()
    }


@given(st.lists(texts, max_size=40))
def test_every_event_tells_the_place_in_the_position(commands: list[str]) -> None:
    position = Position()
    for text in commands:
        event = position.apply(read(text))
        match event:
            case PieceMoved(_, "piece", pieces, _, end):
                assert position[pieces[0]].place == end
            case PieceAdded(command, "piece", place):
                assert position[command.piece_id].place == place
            case StackChanged(command, _, _, end, _, new_members):
                assert position[command.piece_id].place == end
                assert members(position, command.piece_id) == list(new_members)
