"""Choices of chapter 9: assaults committed, fresh divisions, the Initial Player, the challenge."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from referee.actions import Declare
from referee.games.operation_spark import impulses, units
from referee.games.operation_spark.choices import plans
from referee.games.operation_spark.state import OperationBoard
from referee.legal import Choice, Option
from referee.mechanics.candidates import options

COMMIT, INITIATIVE = "commit-assaults", "initiative"
CHALLENGES = ("none", "failed", "succeeded")


def initiative(board: OperationBoard) -> Iterator[Choice]:
    """Both sides commit themselves, name fresh divisions, and one is found to have won."""
    said = board.state.march.initiative
    for side in board.data.sides:
        if side not in said.committed:
            yield Choice(f"commit {side}", partial(_commitments, board, side), binding=True)
            return
    if is_settled(board):
        return
    for side in board.data.sides:
        if said.committed[side]:
            yield from _fresh(board, side)
    yield Choice("initiative", partial(_winners, board), closing=True)


def is_settled(board: OperationBoard) -> bool:
    """Whether it has been said who is Initial Player today, or that there is a lull."""
    return board.state.march.initiative.settled


def _commitments(board: OperationBoard, side: str) -> Iterator[Option]:
    """As many assaults as the side can certainly begin, should it be Initial Player."""
    for number in range(len(plans.plan(board, side)) + 1):
        values = {"side": side, "assaults": number}
        yield Option(Declare(verb=COMMIT, values=values, side=side), float(number))


def _fresh(board: OperationBoard, side: str) -> Iterator[Choice]:
    """A unit of each division that may be named for the bonus."""
    named = board.state.march.initiative.fresh.get(side, set())
    first: dict[str, str] = {}
    for piece in sorted(board.on_map(side), key=lambda each: each.id):
        division = units.division(board.data, piece)
        if division and division not in named:
            first.setdefault(division, piece.id)
    for division, name in first.items():
        action = Declare(verb="fresh-formation", units=(name,), side=side)
        yield Choice(f"fresh {division}", partial(options, board, (action,), 0.5))


def _winners(board: OperationBoard) -> Iterator[Option]:
    """The sides that may have won; a lull where nobody committed any assault."""
    said = board.state.march.initiative.committed
    for side in board.data.sides:
        action = Declare(verb=INITIATIVE, values={"side": side}, side=side)
        yield from options(board, (action,), 1.0 + said.get(side, 0))
    lull = Declare(verb=INITIATIVE, values={"as": "lull"})
    yield from options(board, (lull,), 0.5)


def challenge(board: OperationBoard) -> Iterator[Choice]:
    """Whether the Second Player challenges, and with what success."""
    if board.state.march.initiative.challenge:
        return
    side = board.side_of("second")
    actions = [
        Declare(verb=impulses.CHALLENGE, values={"as": said}, side=side) for said in CHALLENGES
    ]
    yield Choice("challenge", partial(options, board, actions), binding=True)
