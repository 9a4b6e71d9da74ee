"""Chapter 15, grenades: who throws them, how far, what they do and how many there are."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import rests, units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import check_of, judge_act
from referee.games.iron_cross.declared import is_said_apart, number, pieces, target_hex
from referee.games.iron_cross.fire import sighting
from referee.games.iron_cross.fire.attacks import open_attack, resolves
from referee.games.iron_cross.fire.casualties import LEVELS, NO_EFFECT
from referee.games.iron_cross.fire.firing import grenades_of
from referee.games.iron_cross.fire.small_arms import fires_again, targets_in
from referee.games.iron_cross.fire_state import Aim, Attack
from referee.games.iron_cross.records import firing_hex, note_shot
from referee.games.iron_cross.results import ELIMINATED
from referee.games.iron_cross.rolls import CHECK
from referee.games.iron_cross.state import BattleBoard, is_setting_up

GRENADE = "grenade"
NONE_LEFT = "15.9"
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
    """A grenade is thrown by one man who passed his check for it.

    Hidden Germans upon whom infiltrators come are attacked before play, by nobody in particular.
    """
    if is_discovery(board):
        return
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
        elif _were_used_up(board, piece):
            yield Finding(
                f"{piece.name} throws a grenade that its side has no more",
                units=(piece.id,),
                expected=f"{grenades_of(board, piece.side)} in all",
                rule=NONE_LEFT,
            )
    if len(throwers) > 1:
        yield Finding(
            "a grenade is thrown by several men",
            units=declaration.units,
            expected="each grenade by itself",
            rule="15.5",
        )


@RULES.covers("15.9")
def has_none_left(board: BattleBoard, side: str | None) -> bool:
    """Whether a side has used up its grenades."""
    limit = grenades_of(board, side)
    return limit is not None and board.state.fire.grenades.get(side or "", 0) >= limit


def _were_used_up(board: BattleBoard, piece: Piece) -> bool:
    """Whether that has come about since a man's check; before it, it was told of then."""
    checked = check_of(board, piece.id, (GRENADE,)) is not None
    told = (piece.id, NONE_LEFT) in board.state.blamed
    return checked and not told and has_none_left(board, piece.side)


@RULES.rule("15.4", "15.1", on=f"declare:{GRENADE}")
def a_grenade_is_thrown_near(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """At enemies within two hexes, at or from a building only next to it."""
    if is_discovery(board):
        return
    goal = target_hex(declaration, board)
    for piece in pieces(board, declaration.units):
        start = firing_hex(piece)
        if start is None:
            continue
        if goal is None and is_said_apart(declaration, board):
            continue
        if goal is None:
            yield Finding(
                f"{piece.name} throws a grenade at no hex",
                units=(piece.id,),
                expected="the hex thrown at",
                severity="unverifiable",
                rule="15.1",
            )
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
        if has_none_left(board, piece.side):
            board.state.blamed.add((piece.id, NONE_LEFT))
        board.state.fire.throws.setdefault(here, piece.name)
        for other in units.friends_at(board, here, piece.side):
            conduct = board.state.note(other.id)
            if not conduct.fired_in:
                conduct.fired_in = board.phase.id
                conduct.tried.add(GRENADE)


def is_discovery(board: BattleBoard) -> bool:
    """Whether a grenade attack is the one on hidden units before play (24.35, 24.36)."""
    return is_setting_up(board) and board.state.infiltration is not None


@RULES.effect("15.9", "15.5", "15.6", "23.36", on=f"declare:{GRENADE}")
def a_grenade_flies(declaration: Declare, board: BattleBoard) -> None:
    """One grenade less; every enemy in the hex but vehicles is attacked, observed or not."""
    if is_discovery(board):
        _discovered_units_are_attacked(declaration, board)
        return
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


@RULES.covers("24.35", "24.36", recorded=True)
def _discovered_units_are_attacked(declaration: Declare, board: BattleBoard) -> None:
    """All Germans of the hex, by no man's grenade: none is taken off the roster."""
    goal = target_hex(declaration, board)
    attack = Attack(GRENADE, "russian", declaration.units, goal, "")
    known = board.state.infiltration
    if goal is not None and known is not None:
        known.attacked.add(goal)
        attack.aims = {
            target.id: Aim(target.id, frozenset({1}), frozenset())
            for target in units.enemies_at(board, goal, "russian")
        }
    open_attack(board, attack)


@resolves("15.6", verbs=(GRENADE,))
def grenade_results(
    board: BattleBoard, attack: Attack, _: Aim, rolled: tuple[int, ...]
) -> frozenset[str]:
    """The die on the line of the grenade table for the target hex.

    Before play pinned and suppressed results are ignored (24.35).
    """
    if attack.hex is None:
        return frozenset(LEVELS)
    built = sighting.BUILDINGS & board.data.map.hexes[attack.hex].terrains
    die = min(max(sum(rolled), 1), 6)
    cell = board.data.tables[GRENADE].cell(BUILDING if built else OTHER, str(die))
    level = LEVEL_OF_CELL[str(cell)]
    return frozenset({level if level == ELIMINATED or not is_discovery(board) else NO_EFFECT})
