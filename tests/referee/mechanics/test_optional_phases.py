"""Optional phases and sections: which may follow which, and that nothing else changes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from compiler.gamedata.model import SequenceOfPlay, SequencePhase
from compiler.gamedata.schema import Phase, Source
from referee.board import Board
from referee.games.operation_spark import GAME
from referee.mechanics.sequence import next_phases
from tests.referee.games.operation_spark.scene import shipped

SOURCE = Source(kind="derived", where="test")
SEQUENCE = (
    # section, repeats, whole section optional, phases (? where it may be passed over)
    ("dawn", False, False, "a b?"),
    ("fight", True, True, "c? d?"),
    ("march", False, True, "e f"),
    ("dusk", False, False, "g"),
)


def _phases() -> tuple[SequencePhase, ...]:
    return tuple(
        SequencePhase(
            f"{section}.{name[0]}", name[0], section, "none", "none",
            Phase(id=name[0], name=name[0], optional=name.endswith("?")),
            repeats, section, optional,
        )
        for section, repeats, optional, names in SEQUENCE
        for name in names.split()
    )  # fmt: skip


@pytest.mark.parametrize(
    ("here", "following"),
    [
        ("dawn.a", "1b 1c 1d 1e 1g"),
        ("dawn.b", "1c 1d 1e 1g"),
        ("fight.c", "1d 1e 1g 1c"),
        ("fight.d", "1e 1g 1c 1d"),
        ("march.e", "1f"),
        ("march.f", "1g"),
        ("dusk.g", "2a"),
    ],
)
def test_what_is_optional_may_be_passed_over(here: str, following: str) -> None:
    data = replace(shipped(), sequence=SequenceOfPlay(_phases(), frozenset(), SOURCE))
    board = Board(data, GAME.rulebook, None, GAME.new_state)
    board.turn, board.phase = 1, data.sequence.by_id[here]
    found = [f"{turn}{phase.phase.id}" for turn, phase in next_phases(board)]
    assert found == following.split()
