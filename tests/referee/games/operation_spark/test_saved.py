"""A log that takes up a saved game: what its markers tell, and what is no set-up."""

from __future__ import annotations

import pytest

from referee.actions import BeginPhase, PieceAt, Position
from tests.referee.games.operation_spark.marching import March

MARKERS = (
    ("weather", "weather-fog"), ("initial-player", "initial-player-german"),
    ("ammunition-volkhov", "volkhov-ammunition-17"), ("air-german", "german-record-4"),
)  # fmt: skip
PARTED = (("284-86", "0403"), ("330-86", "0405"), ("343-136", "0404"))


def position(*pieces: tuple[str, str]) -> Position:
    return Position(pieces=tuple(PieceAt(unit=unit, at=place) for unit, place in pieces))


def test_a_saved_position_shows_weather_initial_player_and_points() -> None:
    scene = March(phase="")
    scene.do(position(*MARKERS))
    state = scene.board.state
    assert (state.weather, scene.board.first_player) == ("fog", "german")
    assert (state.ammunition["volkhov-front"], state.air_points["german"]) == (17, 4)


def test_a_position_saved_on_the_way_does_not_undo_what_the_dice_said() -> None:
    scene = March()
    scene.do(position(*MARKERS))
    assert (scene.board.state.weather, scene.board.first_player) == ("clear", "soviet")


@pytest.mark.parametrize(
    ("turn", "phase", "found"),
    [(1, "am.weather", True), (1, "am-initial.movement", True), (3, "pm.weather", False)],
)
def test_a_formation_may_be_parted_in_a_game_that_goes_on_but_not_in_a_set_up(
    turn: int, phase: str, found: bool
) -> None:
    scene = March(phase="")
    scene.do(position(*PARTED))
    assert scene.do(BeginPhase(turn=turn, phase=phase)) == (["11.2.1"] if found else [])
