"""What the markers of a saved position tell of a game that a log takes up: weather, points, sides.

In a log that goes on from what is known the dice and moves before count, not the markers.
"""

from __future__ import annotations

from referee.actions import Position
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.fire import air, artillery
from referee.games.operation_spark.state import WEATHERS, OperationBoard

INITIAL_PLAYER = "initial-player"
WEATHER = "weather"


def _shown(board: OperationBoard, marker: str) -> str:
    """The last word of the box that a marker lies in; empty if it lies in none."""
    piece = board.pieces.get(marker)
    place = piece.place if piece is not None else None
    return place.rpartition("-")[2] if isinstance(place, str) else ""


@RULES.effect("e5.2", "9.0", "e5.1.p6", "13.2.5.p3", on=Position)
def a_saved_position_shows_the_day(_: Position, board: OperationBoard) -> None:
    """The weather, the Initial Player, ammo points and air points are those of the markers."""
    if board.phase is not None:
        return
    state, piece = board.state, board.pieces.get(WEATHER)
    weather = str(piece.place).removeprefix("weather-") if piece is not None else ""
    if weather in WEATHERS:
        state.weather = weather
    if _shown(board, INITIAL_PLAYER) in board.data.sides:
        board.first_player = _shown(board, INITIAL_PLAYER)
    for points, markers in (
        (state.ammunition, artillery.MARKERS),
        (state.air_points, air.MARKERS),
    ):
        for marker, owner in markers.items():
            shown = _shown(board, marker)
            if shown.isdigit():
                points[owner] = int(shown)
