"""What a board keeps of what was worked out: until the position changes, or what it depends on."""

from __future__ import annotations

from referee.actions import Chat, Place
from tests.referee.games.bold_stroke.scene import Scene


def test_a_derived_value_is_worked_out_again_after_every_action() -> None:
    board = Scene().board
    made: list[int] = []

    def make(_: object) -> int:
        made.append(len(made))
        return made[-1]

    assert [board.derived("key", make), board.derived("key", make)] == [0, 0]
    board.apply(Chat(text="well played"))
    assert board.derived("key", make) == 1


def test_a_kept_value_is_worked_out_again_when_what_it_depends_on_has_changed() -> None:
    board = Scene().board
    made: list[int] = []

    def kept() -> int:
        def make(_: object) -> int:
            made.append(len(made))
            return made[-1]

        return board.kept("key", frozenset(board.occupants), make)

    assert kept() == 0
    board.apply(Chat(text="well played"))
    assert kept() == 0
    board.apply(Place(unit="38-rd", at="0505"))
    assert kept() == 1


def test_a_copy_of_a_board_keeps_its_own() -> None:
    board = Scene().board
    board.kept("key", 1, lambda _: "one")
    twin = board.copy()
    assert twin.kept("key", 2, lambda _: "two") == "two"
    assert board.kept("key", 1, lambda _: "again") == "one"
