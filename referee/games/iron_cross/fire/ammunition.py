"""Chapter 22, ammunition: points that each weapon has, and what each kind of fire costs.

The count is kept from what was fired; boxes marked off on a piece are compared with it.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.actions import Declare, SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import rests, units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import bars
from referee.games.iron_cross.declared import pieces, target_hexes
from referee.games.iron_cross.fire.flamethrowers import FLAMETHROWER
from referee.games.iron_cross.fire.scatter import DIRECTION, MORTAR_FIRE, SCATTER
from referee.games.iron_cross.fire.small_arms import ANTI_TANK, FIRE, LANE, OPPORTUNITY, SPRAY
from referee.games.iron_cross.forces import FORCES, force_of
from referee.games.iron_cross.records import is_advanced
from referee.games.iron_cross.state import BattleBoard

SPENT = "ammunition-spent"
COSTS = "ammunition_costs"
SHOTS = (FIRE, OPPORTUNITY, ANTI_TANK, LANE, SPRAY, FLAMETHROWER)
"""Verbs that cost ammunition when declared; mortars pay by the round."""


@RULES.covers("22.0", "22.1")
def stock(board: BattleBoard, piece: Piece) -> int | None:
    """Points a weapon has in the scenario; None for those without a limit.

    A squad's number is that of each of its light machine guns (24.1, defect squad-e-each).
    """
    if not is_advanced(board):
        return None
    limited = units.is_crew_weapon(piece) or units.is_machine_gun(piece)
    column = "flamethrower-ammunition" if units.is_flamethrower(piece) else "ammunition"
    force = force_of(board, piece.counter)
    if force is None or not (limited or units.is_flamethrower(piece)):
        return None
    cell = board.data.tables[FORCES].cell(force.id, column)
    return int(str(cell)) if cell not in (None, "") else None


def spent(board: BattleBoard, unit: str) -> int:
    """Points that a weapon has used."""
    return board.state.fire.spent.get(unit, 0)


def left(board: BattleBoard, piece: Piece) -> int | None:
    """Points that a weapon has left; None for those without a limit."""
    limit = stock(board, piece)
    return None if limit is None else max(0, limit - spent(board, piece.id))


@RULES.covers("22.2")
def cost(board: BattleBoard, piece: Piece, declaration: Declare) -> int:
    """Points that a fire costs beyond what the same sweep has cost already in this phase."""
    if units.is_machine_gun(piece):
        row = _machine_gun_row(board, piece, declaration)
    elif units.is_anti_tank_rifle(piece):
        row = "anti-tank-rifle"
    elif units.is_anti_tank_gun(piece):
        row = "anti-tank-gun"
    elif units.is_mortar(piece):
        row = "mortar-round"
    else:
        row = FLAMETHROWER
    return price(board, row) - _paid(board, piece, declaration)


def price(board: BattleBoard, row: str) -> int:
    """Points that a row of the table of costs asks for (22.2)."""
    return int(str(board.data.tables[COSTS].cell(row, "points")))


def _machine_gun_row(board: BattleBoard, piece: Piece, declaration: Declare) -> str:
    if declaration.verb == LANE:
        return "mg-fire-lane"
    if declaration.verb == SPRAY:
        swept = board.state.fire.swept.get(piece.id, set())
        many = len(swept | set(target_hexes(declaration, board))) > 1
        return "mg-spray" if many else "mg-spray-one-hex"
    return "mg-intensive" if piece.id in board.state.fire.intensive else "mg-direct"


def _paid(board: BattleBoard, piece: Piece, declaration: Declare) -> int:
    """What the sweep that goes on has cost so far."""
    swept = board.state.fire.swept.get(piece.id)
    if not swept or declaration.verb not in (LANE, SPRAY):
        return 0
    if declaration.verb == LANE:
        return price(board, "mg-fire-lane")
    return price(board, "mg-spray" if len(swept) > 1 else "mg-spray-one-hex")


@bars("22.1", "22.3", acts={"fire", "opportunity-fire"})
def a_weapon_without_ammunition_is_silent(
    board: BattleBoard, piece: Piece, _: str
) -> Iterator[Finding]:
    """A weapon whose points are used up fires no more in the game."""
    limit = stock(board, piece)
    if limit is not None and spent(board, piece.id) >= limit:
        yield _out(board, piece, limit, 1)


def _out(board: BattleBoard, piece: Piece, limit: int, needed: int) -> Finding:
    return Finding(
        f"{piece.name} fires without the ammunition for it",
        units=(piece.id,),
        expected=f"{needed} of {limit} points left",
        found=f"{left(board, piece)} left",
        rests_on=(
            rests.defects(board, "flamethrower-ammunition") if units.is_flamethrower(piece) else ()
        ),
        rule="22.1",
    )


def _fire_costs_ammunition(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """A fire that costs more points than are left is not possible."""
    for piece in pieces(board, declaration.units):
        limit = stock(board, piece)
        if limit is None or spent(board, piece.id) >= limit:
            continue
        needed = cost(board, piece, declaration)
        if spent(board, piece.id) + needed > limit:
            yield _out(board, piece, limit, needed)


def _ammunition_is_spent(declaration: Declare, board: BattleBoard) -> None:
    """Points go when a weapon really fires; a failed check costs nothing (22.1)."""
    for piece in pieces(board, declaration.units):
        if stock(board, piece) is not None:
            used = spent(board, piece.id) + cost(board, piece, declaration)
            board.state.fire.spent[piece.id] = used


for _verb in SHOTS:
    RULES.rule("22.1", "22.2", on=f"declare:{_verb}")(_fire_costs_ammunition)
    RULES.effect("22.1", "22.2", "22.3", on=f"declare:{_verb}", before=True)(_ammunition_is_spent)


@RULES.rule("22.1", "22.2", on=f"declare:{MORTAR_FIRE}")
def no_more_rounds_are_announced_than_are_left(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """A mortar has a point for each round that it announces."""
    for piece in pieces(board, declaration.units):
        limit, points = stock(board, piece), left(board, piece)
        rounds = declaration.number("rounds") * price(board, "mortar-round")
        if limit is not None and points is not None and 0 < points < rounds:
            yield _out(board, piece, limit, rounds)


@RULES.rule("22.1", "22.2", on=f"declare:{SCATTER}")
def each_round_costs_ammunition(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """A mortar pays a point for each round."""
    if declaration.text("for") == DIRECTION:
        return
    for piece in pieces(board, declaration.units):
        limit = stock(board, piece)
        if limit is not None and spent(board, piece.id) + price(board, "mortar-round") > limit:
            yield _out(board, piece, limit, 1)


@RULES.effect("22.2", on=f"declare:{SCATTER}")
def a_round_is_spent(declaration: Declare, board: BattleBoard) -> None:
    """The round is counted when its die of scatter is rolled."""
    if declaration.text("for") != DIRECTION:
        for piece in pieces(board, declaration.units):
            if stock(board, piece) is not None:
                used = spent(board, piece.id) + price(board, "mortar-round")
                board.state.fire.spent[piece.id] = used


@RULES.rule("22.3", on=SetState)
def boxes_are_marked_as_points_are_spent(action: SetState, board: BattleBoard) -> Iterator[Finding]:
    """No more boxes are marked off than points were spent, and none is rubbed out."""
    piece = board.pieces.get(action.unit or "")
    if action.state != SPENT or piece is None or board.phase is None:
        return
    before = piece.level(SPENT)
    value = action.value if isinstance(action.value, int) else 0
    used = spent(board, piece.id)
    if stock(board, piece) is None or before <= value <= used:
        return
    yield Finding(
        f"the ammunition of {piece.name} is not marked as it was spent",
        units=(piece.id,),
        expected=f"{used} boxes" if value > used else f"{before} boxes or more",
        found=str(value),
        rule="22.3",
    )
