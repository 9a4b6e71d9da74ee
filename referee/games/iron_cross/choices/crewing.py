"""Choices of chapter 20: men who join the crew of a weapon that lacks some."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from compiler.hexes import Hex
from referee.actions import Declare
from referee.board import Piece
from referee.games.iron_cross import crews, units
from referee.games.iron_cross.choices.candidates import options
from referee.games.iron_cross.choices.driving import AT_THE_END
from referee.games.iron_cross.morale import phase_id
from referee.games.iron_cross.state import BattleBoard
from referee.legal import Choice, Option


def replacements(board: BattleBoard) -> Iterator[Choice]:
    """A man for each weapon that lacks one, at the end of its side's Movement Phase (20.1)."""
    if phase_id(board) != "movement":
        return
    for weapon in sorted(board.on_map(board.phasing), key=lambda each: each.id):
        if units.is_crew_weapon(weapon) and not units.is_fully_crewed(weapon):
            name = f"replacement {weapon.id} {units.crew(weapon)}"
            yield Choice(name, partial(_men, board, weapon), rank=AT_THE_END)


def _men(board: BattleBoard, weapon: Piece) -> Iterator[Option]:
    """Infantry stacked with it; no commanders, whom the text neither names nor bars (20.1)."""
    if not isinstance(weapon.place, Hex):
        return
    for man in units.friends_at(board, weapon.place, weapon.side):
        if units.is_infantry(man) and not units.is_commander(man):
            action = Declare(
                verb=crews.REPLACEMENT, units=(man.id,), target=weapon.id, side=man.side
            )
            yield from options(board, (action,), 0.4)
