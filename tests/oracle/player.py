"""A player without a plan: does anything that a module allows, for the readers to follow.

The same seed makes the same choices in the same module. Nothing here knows any game.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from .answers import Piece, Slot
from .engine import Engine

ANSWERS = ("1", "1", "1")
"""To whatever a command asks; from a list it takes the first entry."""

Deed = Callable[[], bool]


class RandomPlayer:
    """Plays on one map of an engine that has a game open.

    Args:
        engine: where to play.
        map_name: the map to play on.
        seed: of the choices; the dice have their own.
        pieces: the most pieces to have in play.
        keys: keystrokes or named commands to type at pieces.
        menus: whether to choose entries of the pieces' menus.
        buttons: toolbar buttons to press.
    """

    def __init__(
        self,
        engine: Engine,
        map_name: str,
        *,
        seed: int,
        pieces: int = 40,
        keys: Sequence[str] = (),
        menus: bool = False,
        buttons: Sequence[str] = (),
    ) -> None:
        self._engine = engine
        self._map = map_name
        self._chance = random.Random(seed)
        self._most = pieces
        self._keys = keys
        self._menus = menus
        self._buttons = buttons
        self._slots: tuple[Slot, ...] = engine.slots()
        game_map = next(each for each in engine.maps() if each.name == map_name)
        self._size = (game_map.width, game_map.height)
        self.done: dict[str, int] = {}

    def play(self, deeds: int) -> None:
        """Do so many things; what was done how often is in ``done``."""
        choices: dict[str, tuple[int, Deed]] = {
            "move": (30, self._move_piece),
            "move onto": (25, self._move_onto_another),
            "move stack": (20, self._move_stack),
            "place": (10, self._place),
            "key": (15 if self._keys else 0, self._type_key),
            "menu": (30 if self._menus else 0, self._choose_from_menu),
            "button": (5 if self._buttons else 0, self._press_button),
            "undo": (8, self._undo),
            "say": (2, self._say),
        }
        names = list(choices)
        weights = [choices[name][0] for name in names]
        for name in self._chance.choices(names, weights, k=deeds):
            if choices[name][1]():
                self.done[name] = self.done.get(name, 0) + 1

    def _pieces(self) -> list[Piece]:
        found = [piece for piece in self._engine.pieces() if piece.map == self._map]
        return sorted(found, key=lambda piece: int(piece.id))

    def _anywhere(self) -> tuple[int, int]:
        width, height = self._size
        return self._chance.randrange(width), self._chance.randrange(height)

    def _move_piece(self) -> bool:
        pieces = self._pieces()
        if not pieces:
            return False
        return self._drag(self._chance.choice(pieces).id, self._anywhere())

    def _move_onto_another(self) -> bool:
        # Not within one stack: there VASSAL 3.6 undoes a move to another index than later versions.
        pieces = self._pieces()
        piece = self._chance.choice(pieces) if pieces else None
        others = [each for each in pieces if piece and each.stack != piece.stack]
        if piece is None or not others:
            return False
        other = self._chance.choice(others)
        return self._drag(piece.id, (other.x, other.y))

    def _move_stack(self) -> bool:
        stacked = [piece for piece in self._pieces() if piece.stack]
        if not stacked:
            return False
        stack = self._chance.choice(stacked).stack or ""
        onto = self._chance.choice(stacked)
        to = (onto.x, onto.y) if self._chance.random() < 0.5 else self._anywhere()
        return self._drag(stack, to)

    def _drag(self, piece_id: str, to: tuple[int, int]) -> bool:
        return self._engine.move([piece_id], self._map, to) > 0

    def _place(self) -> bool:
        if len(self._pieces()) >= self._most:
            return False
        slot = self._chance.choice(self._slots)
        return self._engine.place(slot.gpid, self._map, self._anywhere()) is not None

    def _type_key(self) -> bool:
        pieces = self._pieces()
        if not pieces:
            return False
        chosen = self._chance.sample(pieces, min(len(pieces), self._chance.randint(1, 3)))
        return self._engine.key([piece.id for piece in chosen], self._chance.choice(self._keys))

    def _choose_from_menu(self) -> bool:
        pieces = self._pieces()
        if not pieces:
            return False
        piece = self._chance.choice(pieces)
        menu = self._engine.commands(piece.id)
        entries = [entry.name for entry in menu if entry.enabled and entry.key]
        if not entries:
            return False
        return self._engine.menu([piece.id], self._chance.choice(entries), ANSWERS)

    def _press_button(self) -> bool:
        self._engine.press(self._chance.choice(self._buttons), ANSWERS)
        return True

    def _undo(self) -> bool:
        if not self._engine.can_undo():
            return False
        self._engine.undo()
        return True

    def _say(self) -> bool:
        self._engine.say(
            self._chance.choice(["over to you", "* a / b \\ c | d *", "Zürich → 東京"])
        )
        return True
