"""Choices of chapter 11 before the dice: attacks, who joins them, support, air units, the roll.

Attacks are announced one at a time and fought before the next is announced.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from compiler.hexes import Hex
from referee.actions import Action, Declare
from referee.board import Piece
from referee.games.bold_stroke.choices import air_fighting
from referee.games.bold_stroke.choices.candidates import DIE
from referee.games.bold_stroke.combat import losses, odds
from referee.games.bold_stroke.combat.artillery import legal_supports
from referee.games.bold_stroke.combat.attacks import new_combat
from referee.games.bold_stroke.combat.participants import attackable_hexes, legal_attackers
from referee.games.bold_stroke.combat_state import Combat, Support
from referee.games.bold_stroke.state import CampaignBoard
from referee.legal import Chance, Choice, Option
from referee.mechanics.candidates import options, unflagged

# -- announcing ------------------------------------------------------------------------------------


def attacks(board: CampaignBoard) -> Iterator[Choice]:
    """A choice for each hex that may be attacked now."""
    for hex_ in attackable_hexes(board):
        yield Choice(f"attack {board.number(hex_)}", partial(_attacks_on, board, hex_))


def _attacks_on(board: CampaignBoard, hex_: Hex) -> Iterator[Option]:
    """All who may, each stack, each unit; bolder the better the odds are."""
    for group in _groups(legal_attackers(board, hex_)):
        trial = new_combat(board, hex_)
        for piece in group:
            if isinstance(piece.place, Hex):
                trial.attackers[losses.unit_of(board, piece.id)] = piece.place
        action = _attack(board, hex_, group)
        if is_permitted(board, trial) and unflagged(board, action):
            yield Option(action, _boldness(board, trial))


def _groups(pieces: Iterable[Piece]) -> Iterator[tuple[Piece, ...]]:
    everyone = tuple(pieces)
    stacks: dict[object, tuple[Piece, ...]] = {}
    for piece in everyone:
        stacks[piece.place] = (*stacks.get(piece.place, ()), piece)
    singles = ((piece,) for piece in everyone)
    told: set[tuple[str, ...]] = set()
    for group in (everyone, *stacks.values(), *singles):
        names = tuple(piece.id for piece in group)
        if names and names not in told:
            told.add(names)
            yield group


def _attack(board: CampaignBoard, hex_: Hex, group: Iterable[Piece]) -> Declare:
    names = tuple(piece.id for piece in group)
    return Declare(verb="attack", units=names, target=board.number(hex_), side=board.phasing)


def is_permitted(board: CampaignBoard, combat: Combat) -> bool:
    """Whether the odds of a combat are not below the first column (11.3.F)."""
    return any(one.base is not None for one in odds.readings(board, combat))


def _boldness(board: CampaignBoard, combat: Combat) -> float:
    """How much better than even the odds are."""
    found = odds.odds(board, combat)
    ratio = found.attack / found.defense if found.defense else found.attack
    return float(ratio) - 1


# -- preparing -------------------------------------------------------------------------------------


def preparations(board: CampaignBoard, combat: Combat) -> Iterator[Choice]:
    """What may still be announced for a combat that waits for its die, and the die."""
    yield from air_fighting.debts(board, combat)
    yield from _joining(board, combat)
    yield from _supporting(board, combat)
    yield from air_fighting.jettisons(board, combat)
    yield from _forgiving(board, combat)
    flying = tuple(air_fighting.turns(board, combat))
    if flying:
        yield from flying
        return
    fights = tuple(air_fighting.fights(board, combat))
    yield from fights
    if not any(fight.closing for fight in fights):
        yield _die(board, combat)


def _joining(board: CampaignBoard, combat: Combat) -> Iterator[Choice]:
    if combat.flights:
        return
    for piece in legal_attackers(board, combat.hex):
        if losses.unit_of(board, piece.id) not in combat.attackers:
            action = _attack(board, combat.hex, (piece,))
            yield _choice(board, combat, f"join {piece.id}", action, 1.0)


def _choice(
    board: CampaignBoard, combat: Combat, name: str, action: Action, boldness: float
) -> Choice:
    where = board.number(combat.hex)
    return Choice(f"{name} {where}", partial(options, board, (action,), boldness))


def _supporting(board: CampaignBoard, combat: Combat) -> Iterator[Choice]:
    for side in (combat.attacker, combat.defender):
        for support in legal_supports(board, combat, side):
            action = Declare(
                verb="support",
                units=(support.unit,),
                side=side,
                target=board.number(combat.hex),
                values={"with": support.kind},
            )
            name = f"support {support.unit} {support.kind} {board.number(combat.hex)}"
            yield Choice(name, partial(_support, board, combat, support, action))


def _support(
    board: CampaignBoard, combat: Combat, support: Support, action: Action
) -> Iterator[Option]:
    """It is announced unless it would make the attack one that is not permitted."""
    trial = replace(combat, supports=[*combat.supports, support])
    if is_permitted(board, trial) and unflagged(board, action):
        yield Option(action, 1.0)


def _forgiving(board: CampaignBoard, combat: Combat) -> Iterator[Choice]:
    if not combat.forgiven:
        where = board.number(combat.hex)
        action = Declare(verb="forgive", side=combat.attacker, target=where)
        yield _choice(board, combat, "forgive", action, -1.0)


def _die(board: CampaignBoard, combat: Combat) -> Choice:
    """The die of the combat, by option that of the odds first."""
    purpose = "combat"
    found = odds.readings(board, combat)
    close = (odds.needed_to_raise(board, one.attack, one.defense) for one in found)
    if combat.odds_die is None and None not in close:
        purpose = "odds"
    chance = Chance(DIE, f"{purpose} {board.number(combat.hex)}", combat.attacker)
    return Choice(chance.purpose, lambda: (Option(chance),), closing=True)
