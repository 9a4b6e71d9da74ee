"""Choices of an assault: surprise at night, withdrawals, calling off, bonuses, assault combat."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product

from compiler.hexes import Hex
from referee.actions import Declare, FieldValue, SetState
from referee.board import Piece
from referee.games.operation_spark import assaults, units
from referee.games.operation_spark.assault import assault_morale, withdrawal
from referee.games.operation_spark.assault.assault_morale import BONUSES
from referee.games.operation_spark.assault.combat import ASSAULT
from referee.games.operation_spark.assault.surprise import SURPRISE
from referee.games.operation_spark.choices import going
from referee.games.operation_spark.choices.candidates import due
from referee.games.operation_spark.choices.segments import assault_hexes
from referee.games.operation_spark.combat_state import Assault
from referee.games.operation_spark.state import OperationBoard
from referee.legal import Choice, Option
from referee.mechanics.candidates import options

OUTNUMBERED = 3
"""Times the steps of the assaulting units from which on a defender would rather go."""


# -- surprise --------------------------------------------------------------------------------------


def surprise(board: OperationBoard) -> Iterator[Choice]:
    """The die before an assault at night, for one of the hexes that are assaulted."""
    assault = assaults.current(board)
    if assault is not None and not assault.carried and assault.surprise_rolled:
        return
    actions = [
        Declare(verb=SURPRISE, target=board.data.map.number(hex_), side=board.phasing)
        for hex_ in assault_hexes(board)
    ]
    if actions:
        yield Choice("surprise", partial(options, board, actions), binding=True)


def surprised(board: OperationBoard) -> Iterator[Choice]:
    """What surprise brings at the end of an assault: each unit of the side is shaken (5.4)."""
    assault = assaults.current(board)
    if assault is None or assault.surprise is None or not assault.surprise.status:
        return
    state = {"S": "suppressed", "D": "disrupted"}[assault.surprise.status]
    for piece in assaults.units_named(board, assaults.involved(assault, assault.surprise.side)):
        shaken = piece.flag("disrupted") or piece.flag(state)
        if isinstance(piece.place, Hex) and not shaken:
            action = SetState(unit=piece.id, state=state, value=True, side=piece.side)
            yield due(f"surprised {piece.id}", action)


# -- withdrawals -----------------------------------------------------------------------------------


def defenders(board: OperationBoard) -> Iterator[Choice]:
    """Defenders that try to withdraw, and those that may as their check allows it."""
    combat = board.state.combat
    for hex_ in assault_hexes(board):
        for piece in board.units_at(hex_):
            if piece.side == board.phasing:
                continue
            if piece.id not in combat.checks:
                yield Choice(f"try to withdraw {piece.id}", partial(_try, board, piece, hex_))
            elif piece.id not in combat.announced:
                yield Choice(f"withdraw {piece.id}", partial(_withdraw, board, piece))


def _try(board: OperationBoard, piece: Piece, hex_: Hex) -> Iterator[Option]:
    action = Declare(
        verb=withdrawal.CHECK, units=(piece.id,), values={"for": "withdrawal"}, side=piece.side
    )
    theirs = sum(units.steps(enemy) for enemy in assaults.marked_at(board, hex_))
    ours = sum(units.steps(other) for other in board.units_at(hex_))
    yield from options(board, (action,), 0.1 if theirs >= OUTNUMBERED * ours else 0.0)


def _withdraw(board: OperationBoard, piece: Piece) -> Iterator[Option]:
    if going.defender_ways(board, piece):
        yield Option(Declare(verb=going.WITHDRAW, units=(piece.id,), side=piece.side), 0.1)


def attackers(board: OperationBoard) -> Iterator[Choice]:
    """Assaulting units that give up."""
    for hex_ in assault_hexes(board):
        for piece in assaults.marked_at(board, hex_):
            action = Declare(verb="call-off", units=(piece.id,), side=piece.side)
            yield Choice(f"call off {piece.id}", partial(options, board, (action,), -0.1))


# -- assault combat --------------------------------------------------------------------------------


def combat(board: OperationBoard) -> Iterator[Choice]:
    """Bonuses, then the assault itself: by all units whose markers lead into the hex."""
    hexes = [hex_ for hex_ in assault_hexes(board) if _to_be_fought(board, hex_)]
    if not hexes:
        return
    assault = assaults.current(board)
    if assault is None or assault.carried:
        actions = [action for hex_ in hexes for action in _assaults_on(board, _trial(board, hex_))]
        yield Choice("assault", partial(options, board, actions), binding=True)
        return
    if not assault.tied:
        for bonus in BONUSES:
            for side in board.data.sides:
                name = f"bonus {bonus} {side} {assault.number}"
                yield Choice(name, partial(_bonus, board, assault, bonus, side))
    ways = partial(_assault, board, assault)
    yield Choice(f"assault {assault.number}", ways, closing=True)


def _to_be_fought(board: OperationBoard, hex_: Hex) -> bool:
    """Whether the assault on a hex still has to be fought, by units on both sides."""
    assault = assaults.current(board)
    if assault is not None and assault.hex == hex_ and assault.resolved:
        return False
    defended = any(piece.side != board.phasing for piece in board.units_at(hex_))
    return defended and bool(assaults.marked_at(board, hex_))


def is_to_be_fought(board: OperationBoard) -> bool:
    """Whether there is an assault that has to be fought before the section ends."""
    return any(_to_be_fought(board, hex_) for hex_ in assault_hexes(board))


def _trial(board: OperationBoard, hex_: Hex) -> Assault:
    assault = Assault(len(board.state.combat.now.assaults) + 1, hex_, board.phasing or "")
    assaults.note_involved(board, assault)
    return assault


def _assault(board: OperationBoard, assault: Assault) -> Iterator[Option]:
    """The assault with each pair of totals that some reading gives, the charts' own first."""
    ours = assault_morale.attack(board, assault).total
    theirs = assault_morale.defence(board, assault).total
    for action in _assaults_on(board, assault):
        intended = (action.values["attacker"], action.values["defender"]) == (ours, theirs)
        yield from options(board, (action,), 1.0 if intended else 0.5)


def _assaults_on(board: OperationBoard, assault: Assault) -> Iterator[Declare]:
    takers = assault_morale.takers(board, assault, assault.attacker)
    marked = assaults.marked_at(board, assault.hex)
    names = tuple(piece.id for piece in takers if piece in marked)
    foes = assaults.defenders_in(board, assault)
    if not names or not foes:
        return
    ours = sorted(assault_morale.attack(board, assault).totals)
    theirs = sorted(assault_morale.defence(board, assault).totals)
    for attack, defence in product(ours, theirs):
        values: dict[str, FieldValue] = {
            "targets": (foes[0].id,), "attacker": attack, "defender": defence,
        }  # fmt: skip
        number = board.data.map.number(assault.hex)
        yield Declare(
            verb=ASSAULT, units=names, target=number, values=values, side=assault.attacker
        )


def _bonus(board: OperationBoard, assault: Assault, bonus: str, side: str) -> Iterator[Option]:
    """The units that may give a bonus, as long as nobody has been said to."""
    if assault.bonuses.get(bonus):
        return
    for piece in assault_morale.takers(board, assault, side):
        if not _could_give(piece, bonus):
            continue
        values = {"as": bonus}
        action = Declare(verb="assault-bonus", units=(piece.id,), values=values, side=side)
        yield from options(board, (action,), 0.5)


def _could_give(piece: Piece, bonus: str) -> bool:
    if bonus == assault_morale.ENGINEER:
        return units.is_engineer(piece)
    if bonus == assault_morale.SMG:
        return units.is_submachine_gun(piece)
    return units.is_afv(piece)
