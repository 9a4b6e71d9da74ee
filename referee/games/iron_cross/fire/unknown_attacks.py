"""Attacks of which it cannot be told who makes them, or where: their dice accuse nobody.

What the log names and the game does not have is told once, for all games alike; here is what
follows from it. It comes after the chapters that open attacks.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare
from referee.findings import Finding
from referee.games.iron_cross import results
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.declared import is_said_apart, side_of, target_hexes
from referee.games.iron_cross.fire.attacks import ATTACK_VERBS, SWEEPS, open_attack
from referee.games.iron_cross.fire.grenades import GRENADE
from referee.games.iron_cross.fire.small_arms import POINTED, factors_used, targets_in
from referee.games.iron_cross.fire_state import Attack
from referee.games.iron_cross.state import BattleBoard
from referee.impossible import is_stranger, likely_piece


def is_unknown(declaration: Declare, board: BattleBoard) -> bool:
    """Whether who attacks is not in play, or not said, or what is attacked is not on the map."""
    if any(name not in board.pieces for name in declaration.units):
        return True
    if not declaration.units:
        return _is_nobodys(declaration, board)
    at_one = declaration.verb in SWEEPS or factors_used(declaration) == "at"
    if at_one and any(is_stranger(name, board) for name in declaration.names("targets")):
        return True
    if declaration.verb in SWEEPS:
        return bool(_nowhere(declaration, board))
    return not target_hexes(declaration, board)


def _is_nobodys(declaration: Declare, board: BattleBoard) -> bool:
    """Whether no units are named, and it does not name more targets of the attack in progress.

    Grenades at hidden units before play are nobody's (24.35).
    """
    if declaration.units or declaration.verb == GRENADE:
        return False
    attack = board.state.fire.attack
    return declaration.verb in POINTED or attack is None or attack.verb != declaration.verb


def _nowhere(declaration: Declare, board: BattleBoard) -> str:
    """What is named as a target or a hex and is neither; empty if there is nothing of the kind."""
    said = (declaration.target or "", declaration.text("hex"))
    places = (text for text in said if text and text not in board.pieces)
    return next((text for text in places if not isinstance(board.location(text), Hex)), "")


def whoever_attacks_is_in_play(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """Who was lost, or has never come, fires no more; of what has no counter is told apart.

    Of fire without units, and of targets that are none, other chapters say so mostly.
    """
    if declaration.verb not in POINTED and _is_nobodys(declaration, board):
        yield Finding(
            "it is not said who attacks",
            expected="the units that attack",
            severity="unverifiable",
        )
    nowhere = _nowhere(declaration, board) if declaration.verb in SWEEPS else ""
    if nowhere and not is_said_apart(declaration, board):
        yield Finding(
            f"there is no target {nowhere!r}",
            units=declaration.units,
            expected=likely_piece(nowhere, board) or "a unit or a hex",
            severity="unverifiable",
        )
    for name in dict.fromkeys(declaration.units):
        if name not in board.pieces and not is_stranger(name, board):
            yield Finding(
                f"no piece called {name!r} is in play",
                expected="units in play",
                severity="unverifiable",
            )


def what_it_does_cannot_be_told(declaration: Declare, board: BattleBoard) -> None:
    """Whoever is in the target hex, or is rolled for, may have suffered anything."""
    if not is_unknown(declaration, board):
        return
    side = side_of(declaration, board)
    hexes = target_hexes(declaration, board)
    open_attack(board, Attack("", side, (), next(iter(hexes), None), "", unknown=True))
    for hex_ in hexes:
        for piece in targets_in(board, hex_, side):
            results.doubt(board, piece.id)


for _verb in ATTACK_VERBS:
    RULES.rule("10.0.a", on=f"declare:{_verb}")(whoever_attacks_is_in_play)
    RULES.effect("10.0.a", on=f"declare:{_verb}")(what_it_does_cannot_be_told)
