"""What a move in a combat phase is: a retreat, an advance, or making room; and of which combat.

A log may say it (`declare` with the verb), or the pieces just move; both lead here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from compiler.hexes import Hex
from referee.actions import Action, Declare, Move
from referee.board import Piece
from referee.games.bold_stroke import units
from referee.games.bold_stroke.combat import losses
from referee.games.bold_stroke.combat.participants import enemies_in, in_combat_phase
from referee.games.bold_stroke.combat_state import Combat
from referee.games.bold_stroke.state import CampaignBoard

Role = Literal["retreat", "advance", "displace", "stray"]
ROLES: tuple[Role, ...] = ("retreat", "advance", "displace")
"""The verbs that announce a move after combat."""


@dataclass(frozen=True, slots=True)
class Part:
    """Units that go the same way in a move, and what the move is for them."""

    role: Role
    combat: Combat | None
    side: str
    pieces: tuple[Piece, ...]
    path: tuple[Hex, ...]
    complete: bool
    by: str | None = None
    """Id of the side that moved them, where the log tells."""

    @property
    def start(self) -> Hex:
        """The hex they leave."""
        return self.path[0]

    @property
    def end(self) -> Hex:
        """The hex they reach."""
        return self.path[-1]


def path_of(action: Action) -> tuple[tuple[str, ...], tuple[str, ...], bool]:
    """Units, path and whether it is complete, of a move or of an announced move with a path."""
    if isinstance(action, Move):
        return action.units, action.path, action.complete
    if isinstance(action, Declare) and action.verb in ROLES:
        path = action.names("path")
        if len(path) == 1:
            path = tuple(path[0].replace(">", "-").split("-"))
        return action.units, path, ">" not in action.text("path")
    return (), (), True


def parts(board: CampaignBoard, action: Action) -> tuple[Part, ...]:
    """The parts of a move in a combat phase; none if it is no move from hex to hex."""
    names, path, complete = path_of(action)
    if not names or len(path) < 2 or not in_combat_phase(board):
        return ()
    places = tuple(board.location(number) for number in path)
    hexes = tuple(place for place in places if isinstance(place, Hex))
    if len(hexes) != len(places):
        return ()
    said = action.verb if isinstance(action, Declare) else ""
    by = action.side if action.side in board.data.sides else None
    found: dict[tuple[Role, int, str], list[Piece]] = {}
    combats: dict[int, Combat] = {}
    for piece in _movers(board, names, hexes):
        combat = combat_of(board, piece)
        role = _role(board, piece, combat, hexes, said)
        number = combat.number if combat is not None else -1
        if combat is not None:
            combats[number] = combat
        found.setdefault((role, number, piece.side or ""), []).append(piece)
    return tuple(
        Part(role, combats.get(number), side, tuple(pieces), hexes, complete, by)
        for (role, number, side), pieces in found.items()
    )


def _movers(board: CampaignBoard, names: tuple[str, ...], path: tuple[Hex, ...]) -> Iterator[Piece]:
    for name in names:
        piece = board.piece(name)
        if units.is_ground(piece) and piece.place == path[0] and path[0] != path[-1]:
            yield piece


def _role(
    board: CampaignBoard,
    piece: Piece,
    combat: Combat | None,
    path: tuple[Hex, ...],
    said: str,
) -> Role:
    unit = losses.unit_of(board, piece.id)
    if combat is None:
        return "stray"
    verb, number = board.state.combat.now.announced_moves.get(unit, ("", 0))
    announced = said or (verb if number == combat.number else "")
    for role in ROLES:
        if role == announced:
            return role
    if piece.side == combat.defender:
        attacked = unit in combat.defenders or (not combat.resolved and path[0] == combat.hex)
        return "retreat" if attacked else "displace"
    if unit not in combat.attackers or unit in combat.advanced:
        return "advance"
    if (
        len(path) == 2
        and path[1] != combat.hex
        and not enemies_in(board, combat.hex, piece.side or "")
    ):
        # Only the ends are known, or it is a step aside: forward is nearer to the hex attacked.
        nearer = combat.hex.distance(path[1]) < path[0].distance(path[1])
        return "advance" if nearer else "retreat"
    return "advance" if combat.hex in path[1:] else "retreat"


def combat_of(board: CampaignBoard, piece: Piece) -> Combat | None:
    """The combat that a unit's move or loss belongs to now.

    The last one resolved that it took part in; else one it is in that is not resolved; else the
    last one resolved by which it may be touched as a neighbour.
    """
    unit = losses.unit_of(board, piece.id)
    still_open = [c for c in reversed(board.state.combat.now.combats) if not c.closed]
    for combat in still_open:
        if combat.resolved and combat.involved(unit):
            return combat
    for combat in still_open:
        if not combat.resolved and (unit in combat.attackers or piece.place == combat.hex):
            return combat
    return next((combat for combat in still_open if combat.resolved), None)
