"""What dice have brought upon units, step by step: losses, status, elimination, markers, retreat.

Where the rules can be read in several ways there are several outcomes; one of them is enough. What
of another one may still be done besides (a retreat, say) is open to the owner.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from compiler.hexes import Hex
from referee.actions import Action, Move, SetState
from referee.board import Piece
from referee.games.operation_spark import assaults, units
from referee.games.operation_spark.choices import going
from referee.games.operation_spark.combat_state import Obligation, Outcome
from referee.games.operation_spark.fire import losses
from referee.games.operation_spark.fire.losses import Suffered
from referee.games.operation_spark.state import OperationBoard
from referee.legal import Choice, Option

LOSSES = "step-losses"


def owed(board: OperationBoard) -> Iterator[Choice]:
    """The first thing that still has to be suffered."""
    for number, obligation in enumerate(losses.owed(board)):
        if board.state.combat.excused & set(obligation.units):
            continue
        ways = list(steps(board, obligation))
        if ways and not any(way is None for way in ways):
            found = tuple(Option(action) for way in ways for action in way or ())
            yield Choice(f"suffer {number}", partial(iter, found), binding=True)
            return


def may_go(board: OperationBoard) -> Iterator[Choice]:
    """Retreats and withdrawals that units may make and need not."""
    for obligation in losses.owed(board):
        for unit in obligation.units:
            piece = board.pieces.get(unit)
            if piece is None or losses.is_gone(piece) or unit in board.state.combat.journeys:
                continue
            if any(outcome.withdraw for outcome in obligation.outcomes):
                actions = partial(going.attacker_withdrawals, board, piece)
                yield Choice(f"withdraw {unit}", actions)
            most = max((o.retreat_most for o in obligation.outcomes), default=0)
            if most:
                yield Choice(f"retreat {unit}", partial(_retreats, board, piece, obligation, most))


def _retreats(
    board: OperationBoard, piece: Piece, obligation: Obligation, most: int
) -> Iterator[Option]:
    for action in going.retreats(board, piece, obligation, most):
        yield Option(action, -0.1)


# -- step by step ----------------------------------------------------------------------------------


def steps(board: OperationBoard, obligation: Obligation) -> Iterator[tuple[Action, ...] | None]:
    """For each outcome that can still be reached: what may be done next; None when it is done."""
    found = {unit: losses.suffered(board, obligation, unit) for unit in obligation.units}
    for outcome in sorted(losses.taken(board, obligation), key=repr):
        if not obligation.losses_judged:
            if not _can_be(board, obligation, outcome, found):
                continue
            actions = _next_loss(board, obligation, outcome, found)
            if actions:
                yield actions
                continue
        actions = _next_departure(board, obligation, outcome)
        yield actions or None


def _can_be(
    board: OperationBoard, obligation: Obligation, outcome: Outcome, found: dict[str, Suffered]
) -> bool:
    """Whether nothing more has been suffered than an outcome brings."""
    total = _taken(board, obligation, found)
    gone = any(each.gone for each in found.values())
    if gone and not outcome.eliminated and total > outcome.losses:
        return False
    if not gone and total > outcome.losses:
        return False
    for unit, each in found.items():
        before = obligation.before[unit]
        if each.disrupted and not before.disrupted and outcome.status != "D":
            return False
        if each.suppressed and not before.suppressed and not outcome.status:
            return False
    return True


def _taken(board: OperationBoard, obligation: Obligation, found: dict[str, Suffered]) -> int:
    return sum(
        _had(board, obligation, unit) if each.gone else each.losses for unit, each in found.items()
    )


def _had(board: OperationBoard, obligation: Obligation, unit: str) -> int:
    piece = board.pieces.get(unit)
    every = units.all_steps(piece) if piece is not None else 0
    return max(every - obligation.before[unit].lost, 0)


def _next_loss(
    board: OperationBoard, obligation: Obligation, outcome: Outcome, found: dict[str, Suffered]
) -> tuple[Action, ...]:
    """The next loss, turning of a counter or status that an outcome brings."""
    alive = [board.pieces[unit] for unit, each in found.items() if not each.gone]
    left = sum(_had(board, obligation, unit) for unit in obligation.units)
    if outcome.eliminated or outcome.losses >= left:
        return tuple(eliminated(board, piece) for piece in alive[:1])
    missing = outcome.losses - _taken(board, obligation, found)
    if missing > 0:
        return tuple(_losses(board, obligation, alive, found, missing))
    for piece in alive:
        state = _turned(obligation, piece) or _shaken(obligation, outcome, piece)
        if state is not None:
            return (state,)
    return ()


def _losses(
    board: OperationBoard, obligation: Obligation, alive: list[Piece], found: dict[str, Suffered],
    missing: int,
) -> Iterator[Action]:  # fmt: skip
    """Losses of a step, or of all steps where one unit alone has to take them."""
    first = [unit for unit in obligation.first_losses if unit in found]
    must = [p for p in alive for u in first if p.id == u and found[u].losses < 1]
    ordered = sorted(must, key=lambda piece: first.index(piece.id))
    for piece in ordered[:1] or alive:
        count = missing if len(obligation.units) == 1 else 1
        if count >= units.steps(piece):
            yield eliminated(board, piece)
        else:
            value = piece.level(LOSSES) + count
            yield SetState(unit=piece.id, state=LOSSES, value=value, side=piece.side)


def eliminated(board: OperationBoard, piece: Piece) -> Move:
    """A unit goes to the box of those that are eliminated."""
    box = f"{piece.side}-{losses.OFF_MAP[0]}"
    return Move(units=(piece.id,), path=(board.number(piece.place), box), side=piece.side)


def _turned(obligation: Obligation, piece: Piece) -> SetState | None:
    """The counter turned over at half of its steps (13.10.8)."""
    if piece.level(LOSSES) == obligation.before[piece.id].lost or piece.face == "reduced":
        return None
    turns = "reduced" in piece.counter.faces and units.is_flipped_at(piece, units.steps(piece))
    face = SetState(unit=piece.id, state="face", value="reduced", side=piece.side)
    return face if turns else None


def _shaken(obligation: Obligation, outcome: Outcome, piece: Piece) -> SetState | None:
    """The status that an outcome brings, where the unit does not have it."""
    before = obligation.before[piece.id]
    if outcome.status == "D" and not piece.flag("disrupted"):
        return SetState(unit=piece.id, state="disrupted", value=True, side=piece.side)
    fits = piece.flag("suppressed") or (
        piece.flag("disrupted") and (before.disrupted or before.suppressed)
    )
    if outcome.status == "S" and not fits:
        return SetState(unit=piece.id, state="suppressed", value=True, side=piece.side)
    return None


def _next_departure(
    board: OperationBoard, obligation: Obligation, outcome: Outcome
) -> tuple[Action, ...]:
    """The marker that comes off and the retreat that an outcome brings."""
    for unit in obligation.units:
        piece = board.pieces.get(unit)
        if piece is None or losses.is_gone(piece) or not isinstance(piece.place, Hex):
            continue
        if outcome.marker_off and assaults.marker_hex(board, piece) is not None:
            return (SetState(unit=unit, state="assault", value=None, side=piece.side),)
        if outcome.retreat and not _enemy_answers(board):
            found = tuple(going.retreats(board, piece, obligation, outcome.retreat))
            if found:
                return found
    return ()


def _enemy_answers(board: OperationBoard) -> bool:
    """Whether a unit has been announced to go on, which the enemy may answer first."""
    leaving = board.state.march.leaving
    if leaving is None:
        return False
    pieces = [board.pieces[name] for name in leaving.units if name in board.pieces]
    return any(p.place == leaving.hex and any(going.next_moves(board, p)) for p in pieces)
