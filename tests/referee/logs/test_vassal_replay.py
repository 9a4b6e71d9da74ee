"""Logs of real games, replayed to the position that VASSAL itself has."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from compiler.vassal.errors import VassalFileError
from referee.logs.vassal.commands import Chat, Unknown
from referee.logs.vassal.dice import DiceRoll
from referee.logs.vassal.events import PieceAdded, PieceMoved, PieceRemoved
from referee.logs.vassal.position import Position
from referee.logs.vassal.privacy import PlayerTokens
from referee.logs.vassal.replay import Step, read_log

from .vassal_texts import group, log_of, piece, stack, step


@pytest.mark.parametrize("version", ["3.7.26", "3.8"])
def test_a_log_of_the_engine_ends_where_the_engine_ended(corpus: Path, version: str) -> None:
    expected = json.loads((corpus / f"engine-{version}.expected.json").read_text("utf-8"))
    replay = read_log(corpus / f"engine-{version}.vlog").replay()
    assert len(list(replay.steps())) == expected["steps"]
    found = {
        p.piece_id: (p.kind, p.map, p.x, p.y, p.place.stack, p.place.height)
        for p in replay.position
    }
    assert found == {
        p["id"]: (p["kind"].lower(), p["map"], p["x"], p["y"], p["stack"], p["stackIndex"])
        for p in expected["pieces"]
    }
    names = {p["id"]: p["name"] for p in expected["pieces"] if p["kind"] == "piece"}
    assert {piece_id: replay.position[piece_id].name for piece_id in names} == names


def test_the_engines_own_steps_are_told_as_what_happened(corpus: Path) -> None:
    replay = read_log(corpus / "engine-3.7.26.vlog").replay()
    steps = list(replay.steps())
    moves = [event for each in steps for event in each.events if isinstance(event, PieceMoved)]
    assert [(move.end.x, move.end.y) for move in moves if move.end] == [(186, 180)] * 2 + [
        (342, 330)
    ]
    assert all(move.agrees and move.command.player == "player-1" for move in moves)
    (roll,) = [roll for each in steps for roll in each.rolls]
    assert roll == DiceRoll("2d6", "6", (6,), "6", "2", "1 x1, 5 x1")
    assert isinstance(steps[0].events[0], Chat)


def positions(log: Path, tokens: PlayerTokens) -> tuple[Position, Position, set[str], set[str]]:
    """The position a log begins with and the one it ends with; the pieces it touched, and undid."""
    first, replay = read_log(log, tokens).replay(), read_log(log, tokens).replay()
    for _ in first.initial():
        pass
    for _ in replay.initial():
        pass
    touched: set[str] = set()
    removed: set[str] = set()
    for each in replay.steps():
        for event in each.events:
            match event:
                case PieceMoved(_, _, pieces):
                    touched.update(pieces)
                case PieceAdded(command, "piece"):
                    touched.add(command.piece_id)
                case PieceRemoved(command, "piece") if each.undoes is not None:
                    removed.add(command.piece_id)
    return first.position, replay.position, touched, removed


def pieces_of(position: Position) -> dict[str, tuple[str | None, int, int]]:
    return {p.piece_id: (p.map, p.x, p.y) for p in position if p.kind == "piece"}


MOVED_AGAIN = {
    # Taken off the map amid a row of undos, after which it was there: VASSAL 2.9 removed a piece
    # from its stack but kept it.
    2: {"1168890039181"},
    # A stack that an undo made, dragged off to the track of losses: the player, who stepped through
    # his log before he went on, found its pieces where they had been, for VASSAL does not know the
    # stack there. The replay has them where he saw them when he did it.
    3: {"1168285095477", "1168285095551", "1168285110837"},
}
"""The pieces that a log touches and that are elsewhere in the next one, by the log's number."""


def test_consecutive_logs_of_one_game_fit_together(corpus: Path) -> None:
    """Every piece is there again in the next log, and nearly all where they were left.

    The others were moved between the logs: but for those of `MOVED_AGAIN` no command of the log
    touches them. The pieces that are new are markers whose placing was undone and that are back.
    """
    tokens = PlayerTokens()
    logs = [positions(corpus / f"pbem-chain-{number}.vlog", tokens) for number in range(1, 5)]
    for number, ((_, last, touched, removed), (following, *_)) in enumerate(pairwise(logs), 1):
        left, found = pieces_of(last), pieces_of(following)
        assert left.keys() <= found.keys()
        assert found.keys() - left.keys() <= removed
        moved = {piece_id for piece_id in left if left[piece_id] != found[piece_id]}
        assert len(moved) <= len(left) / 100
        assert moved & touched == MOVED_AGAIN.get(number, set())


def test_the_moves_of_a_real_game_start_where_the_replay_has_the_pieces(corpus: Path) -> None:
    for number in range(1, 5):
        replay = read_log(corpus / f"pbem-chain-{number}.vlog").replay()
        moves = [e for s in replay.steps() for e in s.events if isinstance(e, PieceMoved)]
        agreeing = sum(move.agrees for move in moves)
        assert agreeing >= 0.97 * len(moves)


def test_only_commands_of_custom_modules_are_unknown(corpus: Path) -> None:
    for path in sorted([*corpus.glob("*.vlog"), *corpus.glob("*.vsav"), *corpus.glob("*.sav")]):
        replay = read_log(path).replay()
        events = [*replay.initial(), *(e for s in replay.steps() for e in s.events)]
        unknown = {e.text.partition("\t")[0] for e in events if isinstance(e, Unknown)}
        assert unknown <= {"INFO", "bd"}, path.name


def test_dice_of_old_versions_are_read_from_the_chat(corpus: Path) -> None:
    replay = read_log(corpus / "dice-chat.vlog").replay()
    rolls = [roll for each in replay.steps() for roll in each.rolls]
    assert len(rolls) == 35
    assert {roll.player for roll in rolls} == {"Alice", "Bob", "Chuck", "Dave"}
    assert all(len(roll.values) == 1 and 1 <= roll.values[0] <= 6 for roll in rolls)


def test_a_save_has_an_initial_state_and_no_steps(corpus: Path) -> None:
    replay = read_log(corpus / "many-empty-stacks.vsav").replay()
    assert sum(isinstance(event, PieceAdded) for event in replay.initial()) == 76416
    assert list(replay.steps()) == []


def test_steps_come_after_whatever_is_left_of_the_initial_state() -> None:
    log = log_of("begin_save", group("", piece("a", 1, 1), stack("s", 1, 1, "a")), "end_save")
    assert len(log.replay().run()) == 2
    replay = log.replay()
    next(replay.initial())
    assert list(replay.steps()) == []
    assert len(replay.position) == 2


def test_steps_without_effect_are_not_counted_and_commands_outside_steps_are_loaded() -> None:
    log = log_of(
        "begin_save", "end_save", step("null", ""), step("CHATa"), piece("a", 1, 1), step("CHATb")
    )
    replay = log.replay()
    assert len(list(replay.initial())) == 3
    assert list(replay.steps()) == [Step(1, (Chat("a"),)), Step(2, (Chat("b"),))]


@pytest.mark.parametrize("name", ["vcsk-odd-nibble", "vcsk-bad-hex", "truncated-zip"])
def test_a_damaged_log_ends_in_one_error(corpus: Path, name: str) -> None:
    with pytest.raises(VassalFileError, match=name):
        read_log(corpus / "headers" / f"{name}.vlog")
