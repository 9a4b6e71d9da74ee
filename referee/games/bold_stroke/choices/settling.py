"""Choices of chapter 11 after the dice: the result, obligations one by one, advances, markers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from compiler.hexes import Hex
from referee.actions import Action, Declare, Move, SetState
from referee.games.bold_stroke.combat import losses
from referee.games.bold_stroke.combat.retreat import legal_retreats
from referee.games.bold_stroke.combat_state import Combat
from referee.games.bold_stroke.results.advance import AdvanceOption, legal_advances
from referee.games.bold_stroke.results.breakthrough import legal_marks
from referee.games.bold_stroke.results.obligations import (
    ATTACKER,
    DEFENDER,
    Owed,
    current,
    legal_losses,
    legal_obligation_choices,
    owed,
)
from referee.games.bold_stroke.state import CampaignBoard
from referee.games.bold_stroke.supply.lines import OUT_OF_SUPPLY
from referee.legal import Choice, Option
from referee.mechanics.candidates import options, unflagged


def settlement(board: CampaignBoard) -> Iterator[Choice]:
    """What has to be done next about the combat fought last; nothing when it is settled."""
    combat = current(board)
    if combat is None:
        return
    if combat.die is not None and not combat.result_announced:
        yield Choice(f"result {combat.number}", partial(_result, board, combat), binding=True)
        return
    what = owed(board)
    if what is None:
        return
    name = f"{what.step} {combat.number} {what.side} {what.number}"
    ways = tuple(_ways(board, combat, what))
    if ways:
        yield Choice(name, partial(iter, ways), binding=True)


def _result(board: CampaignBoard, combat: Combat) -> Iterator[Option]:
    values = {"result": combat.results[0]}
    yield Option(
        Declare(
            verb="combat",
            side=combat.attacker,
            target=board.number(combat.hex),
            values=values,
        )
    )


def _ways(board: CampaignBoard, combat: Combat, what: Owed) -> Iterator[Option]:
    """The ways to do what is owed; an attacker likes losses better, for it may advance then."""
    if what.step == "choose":
        for way in legal_obligation_choices(board):
            likes = way == "loss" and what.decider == combat.attacker
            yield Option(_obligation(combat, what, way), 1.0 if likes else 0.0)
    elif what.step == "retreat":
        yield from _retreats(board, combat, what.side)
    else:
        cause = "retreat" if what.step == "extra" else "obligation"
        for unit in legal_losses(board):
            action = _loss(board, unit, what.side, cause)
            if unflagged(board, action):
                yield Option(action)


def _retreats(board: CampaignBoard, combat: Combat, side: str) -> Iterator[Option]:
    """A hex of retreat for the units furthest behind; stacks that meet on the way stay apart."""
    paths = combat.account(side).paths

    def gone(name: str) -> int:
        return len(paths.get(losses.unit_of(board, name), ())) - 1

    steps = legal_retreats(board, combat, side)
    behind = min((gone(name) for step in steps for name in step.units), default=0)
    for step in steps:
        names = tuple(name for name in step.units if gone(name) == behind)
        path = (board.number(step.start), board.number(step.end))
        move = Move(units=names, path=path, side=side) if names else None
        if move is not None and unflagged(board, move):
            yield Option(move)


def _obligation(combat: Combat, what: Owed, way: str) -> Declare:
    side = ATTACKER if what.side == combat.attacker else DEFENDER
    values = {"side": side, "as": way}
    return Declare(verb="obligation", side=what.decider, values=values)


def _loss(board: CampaignBoard, unit: str, side: str, cause: str) -> Action:
    piece = losses.standing(board, unit)
    name = piece.id if piece is not None else unit
    return Declare(verb="loss", units=(name,), side=side, values={"for": cause})


# -- when everything is paid -----------------------------------------------------------------------


def after_combat(board: CampaignBoard) -> Iterator[Choice]:
    """Supply markers turned over, then markers and advances after the combat fought last."""
    for name in sorted(board.state.records.supply.fought):
        piece = board.pieces.get(name)
        if piece is not None and isinstance(piece.place, Hex) and not piece.flag(OUT_OF_SUPPLY):
            action = SetState(unit=name, state=OUT_OF_SUPPLY, value=True, side=piece.side)
            yield Choice(f"out of supply {name}", partial(options, board, (action,)), binding=True)
    combat = current(board)
    if combat is None:
        return
    marks = [
        Declare(verb=marker, units=stack, side=combat.attacker)
        for marker, stack in legal_marks(board)
    ]
    if marks:
        yield Choice(f"mark {combat.number}", partial(options, board, marks, 1.0))
    by_unit: dict[str, list[AdvanceOption]] = {}
    for advance in legal_advances(board, combat):
        by_unit.setdefault(advance.unit, []).append(advance)
    for unit, advances in by_unit.items():
        name = f"advance {unit} {combat.number} {len(combat.advanced.get(unit, ()))}"
        yield Choice(name, partial(_advances, board, combat, advances))


def _advances(
    board: CampaignBoard, combat: Combat, advances: list[AdvanceOption]
) -> Iterator[Option]:
    for advance in advances:
        path = tuple(board.number(hex_) for hex_ in advance.path)
        move = Move(units=(advance.unit,), path=path, side=combat.attacker)
        if unflagged(board, move):
            yield Option(move, float(len(path) - 1))
