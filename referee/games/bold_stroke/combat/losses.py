"""Step losses (11.13): what steps a unit has, how its counter shows them, what they take off.

Who must take a loss is in `loss_priorities`, what players announce of it in `loss_actions`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from compiler.gamedata.model import Counter, GameData, Strength
from compiler.hexes import Hex
from referee.board import Piece
from referee.games.bold_stroke import displays
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.state import CampaignBoard
from referee.mechanics.losses import StepTrack

TABLE = "step_losses"
FRONT, REDUCED = "front", "reduced"
SUBSTITUTED_STEPS = 2
"""Steps of a large rifle corps before its substitute counter comes (11.13.G)."""
COLUMNS = ("troop", "artillery", "armor")


@dataclass(frozen=True, slots=True)
class Steps:
    """A counter's steps and the strength that each takes off on either face."""

    track: StepTrack
    per_step: int
    per_step_reduced: int


def significant(counter: Counter) -> str:
    """The column of the strength that losses reduce (0.5.17); air units lose points (15.4.B)."""
    return str(counter.values.get("significant") or "points")


def figure(counter: Counter, column: str, face: str) -> Strength:
    """A strength as printed on a face, parenthesised or not; 0 where there is none."""
    value = counter.value(column, face)
    if isinstance(value, Strength):
        return value
    return Strength(value if isinstance(value, int) else 0)


@RULES.covers("11.13.A", "11.13.C", "11.13.D", "11.13.F", "11.13.2.A", "11.13.2.D")
def steps_of(board: CampaignBoard, counter: Counter) -> Steps:
    """The steps of a counter, by its full strength and the table."""
    return board.constant(("steps", counter.id), lambda data: _steps(data, counter))


def _steps(data: GameData, counter: Counter) -> Steps:
    table = data.tables[TABLE]
    column = significant(counter)
    full = figure(counter, column, FRONT).value
    per_step, flips, per_back, most = (
        int(str(table.cell(full, name)))
        for name in ("per-step", "flips-on", "per-step-reduced", "steps-reduced")
    )
    if counter.id in _substitutes(data):
        return Steps(StepTrack(1, SUBSTITUTED_STEPS - 1), per_step, per_step)
    reduced = figure(counter, column, REDUCED).value
    back = min(most, max(1, -(-reduced // per_back)))
    return Steps(StepTrack(flips, back), per_step, per_back)


def _substitutes(data: GameData) -> Mapping[str, str]:
    """Counter to its substitute."""
    return {
        str(c.values["substitute_of"]): c.id
        for c in data.counters.values()
        if c.values.get("substitute_of")
    }


def substitute_of(board: CampaignBoard, unit: str) -> str | None:
    """Id of the substitute counter of a large rifle corps, None for any other unit (11.13.G)."""
    return board.constant("substitutes", _substitutes).get(unit)


def unit_of(board: CampaignBoard, name: str) -> str:
    """Id of the unit that a piece stands for: a substitute counter stands for its corps."""
    counter = board.counter(name)
    return str(counter.values.get("substitute_of") or name)


def standing(board: CampaignBoard, unit: str) -> Piece | None:
    """The piece on the map that stands for a unit, None if there is none."""
    for name in (substitute_of(board, unit), unit):
        piece = board.pieces.get(name) if name is not None else None
        if piece is not None and isinstance(piece.place, Hex):
            return piece
    return None


def piece_of(board: CampaignBoard, unit: str) -> Piece | None:
    """The piece that stands for a unit wherever it is, on a display too."""
    return standing(board, unit) or board.pieces.get(unit)


@RULES.covers("11.13.E", "11.13.H", "11.13.2.B")
def steps_lost(board: CampaignBoard, piece: Piece) -> int:
    """Steps that a unit has lost, by the face and the losses marked of the piece that shows it."""
    steps = steps_of(board, piece.counter)
    lost = steps.track.lost(turned=piece.face == REDUCED, marked=piece.level("loss"))
    if piece.counter.id in board.constant("substitutes", _substitutes):
        return min(lost, SUBSTITUTED_STEPS)
    return lost + (SUBSTITUTED_STEPS if piece.counter.values.get("substitute_of") else 0)


def steps_in_all(board: CampaignBoard, unit: str) -> int:
    """All the steps of a unit at full strength."""
    other = substitute_of(board, unit)
    if other is None:
        return steps_of(board, board.counter(unit)).track.steps
    return SUBSTITUTED_STEPS + steps_of(board, board.counter(other)).track.steps


def steps_left(board: CampaignBoard, unit: str) -> int:
    """Steps that a unit still has; 0 if it is not in play."""
    piece = piece_of(board, unit)
    if piece is None or displays.box_id(board, piece.place) == displays.eliminated(
        piece.side or ""
    ):
        return 0
    return max(steps_in_all(board, unit) - steps_lost(board, piece), 0)


@RULES.covers("11.13.A", "11.13.E", "11.13.1", "11.13.2.A", "17.2.C")
def current(board: CampaignBoard, piece: Piece, column: str) -> Strength:
    """A strength of a unit with what it has lost taken off its significant strength."""
    printed = figure(piece.counter, column, piece.face)
    if column != significant(piece.counter):
        return printed
    steps = steps_of(board, piece.counter)
    each = steps.per_step if piece.face == FRONT else steps.per_step_reduced
    taken = each * piece.level("loss") + board.state.combat.detached.get(piece.id, 0)
    return Strength(max(printed.value - taken, 0), printed.parenthesised)


def largest(board: CampaignBoard, piece: Piece) -> int:
    """The largest of a unit's strengths (8.5.A)."""
    return max(current(board, piece, column).value for column in COLUMNS)


# -- changing the position (effects alone) ---------------------------------------------------------


def take_step(board: CampaignBoard, unit: str) -> None:
    """Show one step loss more on a unit's counter, turn it over, or bring its substitute."""
    piece = piece_of(board, unit)
    if piece is None:
        return
    lost = steps_lost(board, piece) + 1
    if lost >= steps_in_all(board, unit):
        destroy(board, unit)
        return
    other = substitute_of(board, unit)
    if other is not None and lost >= SUBSTITUTED_STEPS:
        piece = _bring_substitute(board, piece, other)
        lost -= SUBSTITUTED_STEPS
    shown = steps_of(board, piece.counter).track.shown(lost)
    if shown is not None:
        turned, marked = shown
        piece.face = REDUCED if turned else FRONT
        piece.states["loss"] = marked


def _bring_substitute(board: CampaignBoard, piece: Piece, other: str) -> Piece:
    """Put the substitute counter in the place of a corps (11.13.G)."""
    if piece.id == other:
        return piece
    stand_in = board.pieces.get(other) or Piece(other, board.counter(other), None, FRONT)
    stand_in.states.update({k: v for k, v in piece.states.items() if k != "loss"})
    board.relocate(stand_in, piece.place)
    board.relocate(piece, displays.substitutes(piece.side or ""))
    return stand_in


def destroy(board: CampaignBoard, unit: str) -> None:
    """Take a unit off the map for good."""
    piece = piece_of(board, unit)
    if piece is None:
        return
    side = piece.side or ""
    if piece.id != unit:
        board.relocate(piece, displays.substitutes(side))
        piece = board.pieces.get(unit, piece)
    board.relocate(piece, displays.eliminated(side))
    board.state.combat.destroyed[unit] = board.turn
