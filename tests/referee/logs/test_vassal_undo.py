"""Which step takes back which: an undo is logged as a step of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.logs.vassal.replay import read_log
from referee.logs.vassal.undo import UndoFinder

from .vassal_texts import log_of, step


def undone(*steps: list[str]) -> list[int | None]:
    """What each step takes back."""
    finder = UndoFinder()
    following = [*steps[1:], []]
    return [
        finder.look(number, commands, after)
        for number, (commands, after) in enumerate(zip(steps, following, strict=True), 1)
    ]


OUT = "M/7/Map/30/40/null/Map/10/20/null/"
BACK = "M/7/Map/10/20/null/Map/30/40/null/"
OTHER = "M/8/Map/30/40/7/Map/10/20/null/"
OTHER_BACK = "M/8/Map/10/20/null/Map/30/40/7/"


def test_a_bracketed_undo_takes_back_the_step_before() -> None:
    undo = ["UNDO\ttrue", "CHAT* UNDO: * A moves *", BACK, "UNDO\tfalse"]
    assert undone([OUT, "CHAT* A moves *"], ["CHAT<Ann> - hm"], undo) == [None, None, 1]


def test_undos_in_a_row_go_further_back() -> None:
    assert undone(
        ["CHATa"], ["CHATb"], ["CHATc"], ["CHAT* UNDO: c"], ["CHAT* UNDO: b"], ["CHATd"]
    ) == [None, None, None, 3, 2, None]


def test_a_piece_moved_back_by_hand_is_no_undo() -> None:
    assert undone([OUT], [BACK], ["CHATok"]) == [None, None, None]


def test_in_old_logs_a_row_of_reversed_moves_is_an_undo() -> None:
    assert undone([OUT], [OTHER], [OTHER_BACK], [BACK]) == [None, None, 2, 1]


def test_in_old_logs_a_step_in_reverse_order_is_an_undo() -> None:
    marked, unmarked = "D/7/true/false", "D/7/false/true"
    assert undone([marked, OUT], [BACK, unmarked]) == [None, 1]
    assert undone([marked, OUT], [unmarked, BACK]) == [None, None]


def test_a_piece_that_comes_back_under_its_id_was_removed_by_mistake() -> None:
    assert undone(["-/7"], ["+/7/piece;;;a;b/Map;1;1", "D/9/Map;1;1;7/Map;1;1"]) == [None, 1]
    assert undone(["-/7"], ["+/8/piece;;;a;b/Map;1;1"]) == [None, None]


@pytest.mark.parametrize("bracket", [False, True])
def test_the_undo_of_a_removal_is_not_taken_for_that_of_the_placing_before(bracket: bool) -> None:
    placed = ["+/7/piece;;;a;b/Map;1;1", "+/9/stack/Map;1;1;7"]
    back = ["+/7/piece;;;a;b/Map;1;1", "D/9/Map;1;1;7/Map;1;1"]
    undo = ["UNDO\ttrue", *back, "UNDO\tfalse"] if bracket else back
    assert undone(placed, ["-/7"], undo) == [None, None, 2]


def test_an_undo_of_nothing_known_is_still_one() -> None:
    assert undone(["CHAT* UNDO: before the log began"]) == [0]


def test_the_undone_steps_of_a_real_game_are_found(corpus: Path) -> None:
    steps = list(read_log(corpus / "pbem-chain-2.vlog").replay().steps())
    pairs = {each.number: each.undoes for each in steps if each.undoes is not None}
    told = [
        each.number
        for each in steps
        if any(getattr(event, "text", "").startswith("* UNDO: ") for event in each.events)
    ]
    assert told
    assert set(told) <= pairs.keys()
    assert {number: 1109 - number for number in range(555, 586)}.items() <= pairs.items()
    assert len(set(pairs.values())) == len(pairs)


def test_steps_carry_what_they_take_back() -> None:
    log = log_of(step("CHATa"), step("UNDO\ttrue", "CHAT* UNDO: a", "UNDO\tfalse"))
    assert [each.undoes for each in log.replay().steps()] == [None, 1]
