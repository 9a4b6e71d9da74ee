"""Chapter 15, grenades: who throws them, how far, what they do and how many there are."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare
from referee.findings import Finding
from referee.games.iron_cross import rests, units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import judge_act
from referee.games.iron_cross.declared import number, pieces, target_hex
from referee.games.iron_cross.fire import sighting
from referee.games.iron_cross.fire.attacks import open_attack, resolves
from referee.games.iron_cross.fire.casualties import LEVELS
from referee.games.iron_cross.fire.small_arms import fires_again, targets_in
from referee.games.iron_cross.fire_state import Aim, Attack
from referee.games.iron_cross.records import firing_hex, note_shot
from referee.games.iron_cross.rolls import CHECK
from referee.games.iron_cross.state import BattleBoard

GRENADE = "grenade"
BUILDING, OTHER = "building", "other"
LEVEL_OF_CELL = dict(zip(("NE", "P", "S", "E"), LEVELS, strict=True))


@RULES.covers("15.4")
def longest_throw(board: BattleBoard, start: Hex, goal: Hex) -> int:
    """Hexes that a grenade goes: two, one from or into a building."""
    hexes = board.data.map.hexes
    built = sighting.BUILDINGS & (hexes[start].terrains | hexes[goal].terrains)
    cell = board.data.tables[GRENADE].cell(BUILDING if built else OTHER, "range")
    return int(str(cell))


@RULES.rule("15.3", "15.5", "10.12", on=f"declare:{GRENADE}")
def one_man_throws_who_passed_his_check(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """A grenade is thrown by one man who passed his check for it."""
    throwers = pieces(board, declaration.units)
    for piece in throwers:
        yield from judge_act(board, piece, (GRENADE,), "15.3")
        if fires_again(board, piece.id, (GRENADE,)):
            yield Finding(
                f"{piece.name} throws a second grenade on one check",
                units=(piece.id,),
                expected="one grenade from a hex in a player turn",
                rule="15.3",
            )
    if len(throwers) > 1:
        yield Finding(
            "a grenade is thrown by several men",
            units=declaration.units,
            expected="each grenade by itself",
            rule="15.5",
        )


@RULES.rule("15.4", "15.1", on=f"declare:{GRENADE}")
def a_grenade_is_thrown_near(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """At enemies within two hexes, at or from a building only next to it."""
    goal = target_hex(declaration, board)
    for piece in pieces(board, declaration.units):
        start = firing_hex(piece)
        if start is None or goal is None:
            continue
        limit = longest_throw(board, start, goal)
        where = (board.data.map.number(start), board.data.map.number(goal))
        if not 1 <= start.distance(goal) <= limit:
            yield Finding(
                f"{piece.name} throws a grenade at {number(board, goal)}, out of his reach",
                units=(piece.id,),
                hexes=where,
                expected=f"1 to {limit} hexes",
                found=str(start.distance(goal)),
                rests_on=_readings(board, start, goal),
                rule="15.4",
            )
        elif not targets_in(board, goal, piece.side):
            yield Finding(
                f"{piece.name} throws a grenade at {number(board, goal)}, where there is no enemy",
                units=(piece.id,),
                hexes=where,
                expected="an occupied hex",
                rule="15.1",
            )


def _readings(board: BattleBoard, start: Hex, goal: Hex) -> tuple[str, ...]:
    """The reading by which a throw out of a building goes no further than one into it."""
    hexes = board.data.map.hexes
    out = sighting.BUILDINGS & hexes[start].terrains and not (
        sighting.BUILDINGS & hexes[goal].terrains
    )
    return rests.defects(board, "grenade-out-of-building") if out else ()


@RULES.effect("15.3", on=f"declare:{CHECK}")
def whoever_tries_has_thrown_for_his_hex(declaration: Declare, board: BattleBoard) -> None:
    """All units in the hex count as having fired, and nobody else throws from it."""
    if declaration.text("for") != GRENADE or board.phase is None:
        return
    for piece in pieces(board, declaration.units):
        here = firing_hex(piece)
        if here is None:
            continue
        board.state.fire.throws.setdefault(here, piece.name)
        for other in units.friends_at(board, here, piece.side):
            conduct = board.state.note(other.id)
            if not conduct.fired_in:
                conduct.fired_in = board.phase.id
                conduct.tried.add(GRENADE)


@RULES.effect("15.9", "15.5", "15.6", "23.36", on=f"declare:{GRENADE}")
def a_grenade_flies(declaration: Declare, board: BattleBoard) -> None:
    """One grenade less; every enemy in the hex but vehicles is attacked, observed or not."""
    throwers = pieces(board, declaration.units)
    goal = target_hex(declaration, board)
    if not throwers:
        return
    side = throwers[0].side
    attack = Attack(GRENADE, side, declaration.units, goal, "")
    if goal is not None:
        attack.aims = {
            target.id: Aim(target.id, frozenset({1}), frozenset())
            for target in targets_in(board, goal, side)
            if not units.is_vehicle(target)
        }
    open_attack(board, attack)
    fire = board.state.fire
    fire.grenades[side or ""] = fire.grenades.get(side or "", 0) + 1
    for piece in throwers:
        note_shot(board, piece.id, GRENADE, "", goal)


@resolves("15.6", verbs=(GRENADE,))
def grenade_results(
    board: BattleBoard, attack: Attack, _: Aim, rolled: tuple[int, ...]
) -> frozenset[str]:
    """The die on the line of the grenade table for the target hex."""
    if attack.hex is None:
        return frozenset(LEVELS)
    built = sighting.BUILDINGS & board.data.map.hexes[attack.hex].terrains
    die = min(max(sum(rolled), 1), 6)
    cell = board.data.tables[GRENADE].cell(BUILDING if built else OTHER, str(die))
    return frozenset({LEVEL_OF_CELL[str(cell)]})
