"""Choices of 15.3, 15.4 and 15.6: air units join a combat by turns, and fight each other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from referee.actions import Declare
from referee.games.bold_stroke.air.bases import flights_at_hand
from referee.games.bold_stroke.air.fighting import (
    PURPOSE,
    opponents,
    owed_in_the_air,
    unmatched,
)
from referee.games.bold_stroke.air.support import is_fighter, legal_flights
from referee.games.bold_stroke.choices.candidates import due_roll
from referee.games.bold_stroke.combat_state import Combat, Flight
from referee.games.bold_stroke.state import CampaignBoard
from referee.legal import Choice, Option
from referee.mechanics.candidates import options


def debts(board: CampaignBoard, combat: Combat) -> Iterator[Choice]:
    """Dice of duels still to be rolled, and the losses they cost."""
    for duel in combat.duels:
        if len(duel.rolls) < 2:
            for side in (combat.attacker, combat.defender):
                if side not in duel.rolls:
                    yield due_roll(PURPOSE, side)
                    return
    for flight in combat.flights:
        if flight.unit in board.pieces and owed_in_the_air(board, combat, flight.unit) > 0:
            action = Declare(verb="loss", units=(flight.unit,), side=flight.side)
            name = f"air loss {flight.unit}"
            yield Choice(name, partial(options, board, (action,)), binding=True)


def turns(board: CampaignBoard, combat: Combat) -> Iterator[Choice]:
    """The next air unit to join, or passing; none when neither side has any to send."""
    where = board.number(combat.hex)
    side, names = legal_flights(board, combat)
    if not side:
        return
    other = combat.defender if side == combat.attacker else combat.attacker
    if not names and (other in combat.passed or not flights_at_hand(board, combat, other)):
        return
    joining = [
        Declare(verb="air-support", units=(name,), side=side, target=where) for name in names
    ]
    values = {"as": "pass", "side": side}
    passing = Declare(verb="air-support", side=side, target=where, values=values)
    name = f"air {where} {len(combat.flights)} {len(combat.passed)}"
    yield Choice(name, partial(_turn, board, joining, passing), closing=True)


def _turn(board: CampaignBoard, joining: list[Declare], passing: Declare) -> Iterator[Option]:
    yield from options(board, joining, 1.0)
    yield from options(board, (passing,))


def fights(board: CampaignBoard, combat: Combat) -> Iterator[Choice]:
    """Fights in the air when all air units are there: fighters must fight each other (15.4.A)."""
    where = board.number(combat.hex)
    ours = unmatched(board, combat, combat.attacker)
    theirs = unmatched(board, combat, combat.defender)
    if ours and theirs:
        name = f"dogfight {where} {len(combat.duels)}"
        yield Choice(name, partial(_fights, board, combat, ours[0]), closing=True)
        return
    for flight in (*ours, *theirs):
        yield Choice(f"fight {flight.unit} {where}", partial(_fights, board, combat, flight))


def jettisons(board: CampaignBoard, combat: Combat) -> Iterator[Choice]:
    """Bombs dropped as an enemy fighter appears (15.6.D)."""
    for flight in combat.flights[:-1]:
        last = combat.flights[-1]
        if flight.fighter_bomber and last.side != flight.side and is_fighter(board, last):
            action = Declare(verb="jettison", units=(flight.unit,), side=flight.side)
            name = f"jettison {flight.unit} {board.number(combat.hex)} {len(combat.flights)}"
            yield Choice(name, partial(options, board, (action,), 0.5))


def _fights(board: CampaignBoard, combat: Combat, flight: Flight) -> Iterator[Option]:
    actions = (
        Declare(verb="air-combat", units=(flight.unit,), side=flight.side, target=enemy.unit)
        for enemy in opponents(board, combat, flight.side)
    )
    yield from options(board, actions, 1.0)
