"""Section 17.2, assault fire: the initial round in its order, then rounds together, to the end."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Action, Declare, Move, PhaseEnds, Remove, Roll
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import rests, results, units
from referee.games.iron_cross.assault.entry_into_assault import ASSAULT
from referee.games.iron_cross.assault.fighters import (
    ALL,
    ATTACKERS,
    INITIAL,
    NORMAL_DEFENDERS,
    SUPPRESSED_DEFENDERS,
    group_of,
    is_out,
    is_over,
    is_unclear,
    losses_due,
    members,
    remaining,
    sides,
)
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import mode
from referee.games.iron_cross.declared import number, pieces
from referee.games.iron_cross.fire_state import Assault
from referee.games.iron_cross.rolls import answer as answer_of
from referee.games.iron_cross.rolls import answered
from referee.games.iron_cross.state import BattleBoard
from referee.games.iron_cross.units import NORMAL

ROUND, FIRE = "assault-round", "assault-fire"
RULE_OF = {NORMAL_DEFENDERS: "17.21.a", ATTACKERS: "17.21.b", SUPPRESSED_DEFENDERS: "17.21.c"}


# -- rounds ---------------------------------------------------------------------------------------


def _fault(board: BattleBoard, assault: Assault, what: str, expected: str, rule: str) -> Finding:
    return Finding(
        f"in the assault on {number(board, assault.hex)} {what}",
        hexes=(board.data.map.number(assault.hex),),
        expected=expected,
        rests_on=rests.of_rule(board, rule),
        rule=rule,
    )


@RULES.covers("17.23")
def losses_left(board: BattleBoard, assault: Assault) -> Iterator[Finding]:
    """Losses that a side has not taken when the fire goes on or the assault ends."""
    if is_unclear(assault):
        return
    for side in sides(board, assault):
        due = losses_due(board, assault, side)
        if due:
            name = board.data.sides[side].name
            yield _fault(board, assault, f"{name} losses are not taken", f"{due} more", "17.23")


@RULES.rule("17.2", "17.21", "17.21.a", "17.21.b", "17.21.c", "17.0.c", "17.0.d", "17.0.e",
            on=f"declare:{ROUND}")  # fmt: skip
def groups_fire_in_their_order(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """Normal defenders, then attackers and pinned defenders, then suppressed ones; then all."""
    assault = board.state.fire.assault
    group = declaration.text("fires")
    if assault is None or group not in (*INITIAL, ALL):
        yield Finding(
            "a round of assault fire begins without an assault",
            expected="an assault, and who fires",
            found=group,
            rule="17.2",
        )
        return
    yield from losses_left(board, assault)
    yield from unrolled(board, assault)
    if is_over(board, assault) and not is_unclear(assault):
        yield _fault(board, assault, "fire goes on", "an end, as one side is left", "17.0.d")
        return
    wanted = next_groups(board, assault)
    if group not in wanted:
        expected = " or ".join(wanted)
        rule = RULE_OF.get(wanted[0], "17.0.e")
        yield _fault(board, assault, f"the turn of {group} comes too soon", expected, rule)


@RULES.covers("17.21", "17.21.a", "17.21.b", "17.21.c", "17.0.c", "17.0.e")
def next_groups(board: BattleBoard, assault: Assault) -> tuple[str, ...]:
    """Who may fire next: the first group of the initial round that has units left, or all."""
    if ALL in assault.groups_fired:
        return (ALL,)
    place = 0
    if assault.groups_fired:
        place = INITIAL.index(assault.groups_fired[-1]) + 1
    empty: list[str] = []
    for group in INITIAL[place:]:
        if members(board, assault, group):
            return (group, *empty)
        empty.append(group)
    return (ALL, *empty)


@RULES.effect("17.2", "17.22", "17.0.c", "17.0.d", "17.0.e", on=f"declare:{ROUND}")
def a_group_begins_to_fire(declaration: Declare, board: BattleBoard) -> None:
    """Each has one shot; after the initial round all defenders are normal again."""
    assault = board.state.fire.assault
    group = declaration.text("fires")
    if assault is None or group not in (*INITIAL, ALL):
        return
    _begin(board, assault, group)


def _begin(board: BattleBoard, assault: Assault, group: str) -> None:
    assault.uncertain |= bool(assault.called)
    assault.group = group
    assault.groups_fired.append(group)
    assault.fired, assault.called = set(), []
    if group != NORMAL_DEFENDERS:
        for piece in remaining(board, assault, attackers=False):
            status = assault.defenders[piece.id]
            if status != NORMAL and group == ALL:
                results.owe(board, piece.id, "17.22", "the initial round", NORMAL)
            elif status != NORMAL:
                # Whether they recover if the round ends the assault is not said.
                results.owe(board, piece.id, "17.22", "the initial round", NORMAL, status)


# -- shots ----------------------------------------------------------------------------------------


@RULES.rule("17.2", "17.21", "17.24", on=f"declare:{FIRE}")
def each_unit_fires_once_when_its_group_does(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """A unit of the assault, in its group, one shot, crew weapons too."""
    assault = board.state.fire.assault
    for piece in pieces(board, declaration.units):
        group = group_of(assault, piece.id) if assault is not None else ""
        if assault is None or not group:
            yield Finding(
                f"{piece.name} fires in an assault in which it has no part",
                units=(piece.id,),
                expected="a unit of the assault",
                rule="17.2",
            )
            continue
        wanted = _group_now(board, assault)
        if wanted not in (ALL, group):
            yield Finding(
                f"{piece.name} fires when it is the turn of others",
                units=(piece.id,),
                expected=wanted,
                found=group,
                rule=RULE_OF.get(group, "17.21"),
            )
        elif piece.id in assault.fired:
            yield Finding(
                f"{piece.name} fires twice in a round of assault fire",
                units=(piece.id,),
                expected="one shot",
                rule="17.24" if units.is_crew_weapon(piece) else "17.2",
            )


def _group_now(board: BattleBoard, assault: Assault) -> str:
    return assault.group or next_groups(board, assault)[0]


@RULES.effect("17.23", on=f"declare:{FIRE}")
def shots_are_called(declaration: Declare, board: BattleBoard) -> None:
    """Their dice are awaited."""
    assault = board.state.fire.assault
    if assault is None:
        return
    if not assault.group:
        _begin(board, assault, next_groups(board, assault)[0])
    for piece in pieces(board, declaration.units):
        assault.called.append(piece.id)
        assault.fired.add(piece.id)


@RULES.rule("17.23", on="roll")
def assault_fire_is_one_die(roll: Roll, board: BattleBoard) -> Iterator[Finding]:
    """One die for each unit that fires."""
    found = answer_of(roll, board)
    if found is not None and found.verb == FIRE and len(roll.result) != 1:
        yield Finding(
            "assault fire is not rolled with one die",
            units=(found.unit,) if found.unit else (),
            expected="one die",
            found=f"{len(roll.result)} of {roll.dice}",
        )


@RULES.effect("17.23", on="roll")
def the_die_hits(roll: Roll, board: BattleBoard) -> None:
    """With the assault factor or less an enemy unit is eliminated, of its owner's choice."""
    found = answered(board, FIRE)
    assault = board.state.fire.assault
    piece = board.pieces.get(found.unit) if found is not None else None
    if piece is None or assault is None or piece.id not in assault.called:
        return
    assault.called.remove(piece.id)
    if roll.total <= units.figure(piece, "assault"):
        enemy = next((side for side in sides(board, assault) if side != piece.side), "")
        assault.hits[enemy] = assault.hits.get(enemy, 0) + 1


def unrolled(board: BattleBoard, assault: Assault) -> Iterator[Finding]:
    """Shots whose dice are not in the log: losses cannot be told."""
    for piece in pieces(board, tuple(assault.called)):
        yield Finding(
            f"what {piece.name} does in the assault cannot be told",
            units=(piece.id,),
            expected="its die in the log",
            severity="unverifiable",
            rule="17.23",
        )


# -- losses ---------------------------------------------------------------------------------------


def _lost(action: Action, board: BattleBoard, assault: Assault) -> list[Piece]:
    """Units of an assault that an action takes from the map; those that mines kill apart."""
    if not isinstance(action, Remove | Move):
        return []
    if isinstance(action, Move) and not is_out(board.location(action.end)):
        return []
    return [
        piece
        for piece in pieces(board, action.units)
        if (piece.id in assault.attackers or piece.id in assault.defenders)
        and not _dies_otherwise(board, piece)
    ]


def _dies_otherwise(board: BattleBoard, piece: Piece) -> bool:
    owed = board.state.owed.get(piece.id)
    eliminated = owed is not None and results.ELIMINATED in owed.statuses
    return eliminated or piece.id in board.state.uncertain


def losses_are_those_of_the_dice(action: Action, board: BattleBoard) -> Iterator[Finding]:
    """A side loses a unit for each hit and no more."""
    assault = board.state.fire.assault
    if assault is None or is_unclear(assault):
        return
    lost = _lost(action, board, assault)
    for side in sides(board, assault):
        own = [piece for piece in lost if piece.side == side]
        due = assault.hits.get(side, 0)
        for piece in own[due:]:
            yield Finding(
                f"{piece.name} is removed in the assault on {number(board, assault.hex)}",
                units=(piece.id,),
                expected=f"{due} losses",
                found=f"{len(own)}",
                rule="17.23",
            )


def losses_are_taken(action: Action, board: BattleBoard) -> None:
    """A hit is paid for with each unit removed."""
    assault = board.state.fire.assault
    if assault is None:
        return
    for piece in _lost(action, board, assault):
        side = piece.side or ""
        assault.hits[side] = max(0, assault.hits.get(side, 0) - 1)


def an_assault_ends_with_one_side(_: Action, board: BattleBoard) -> None:
    """When one side is left the hex is cleared, or held."""
    assault = board.state.fire.assault
    if assault is None or not is_over(board, assault):
        return
    defenders = remaining(board, assault, attackers=False)
    if assault.defenders and not defenders:
        board.state.fire.cleared.add(assault.hex)
    if assault.done:
        return
    assault.done = True
    for piece in defenders or remaining(board, assault, attackers=True):
        board.state.fire.to_go_down[piece.id] = assault.hex


for _kind in ("remove", "move"):
    RULES.rule("17.23", on=_kind)(losses_are_those_of_the_dice)
    RULES.effect("17.23", on=_kind, before=True)(losses_are_taken)
    RULES.effect("17.0.d", "17.0.f", "17.32", on=_kind)(an_assault_ends_with_one_side)


@results.leaves("17.23")
def who_falls_in_an_assault_leaves_the_map(board: BattleBoard, piece: Piece) -> bool:
    """Which units fall is their owner's choice, and judged by the hits."""
    assault = board.state.fire.assault
    if assault is None:
        return False
    return piece.id in assault.attackers or piece.id in assault.defenders


# -- the end --------------------------------------------------------------------------------------


def _left_open(board: BattleBoard) -> Iterator[Finding]:
    """What is wrong with leaving the present assault as it is."""
    assault = board.state.fire.assault
    if assault is None:
        return
    yield from losses_left(board, assault)
    yield from unrolled(board, assault)
    if not assault.done and not is_unclear(assault) and not is_over(board, assault):
        yield _fault(
            board, assault, "both sides are left", "rounds until one side is left", "17.0.e"
        )


@RULES.rule("17.31", "17.0.e", "17.23", on=f"declare:{ASSAULT}")
def one_assault_ends_before_the_next(_: Declare, board: BattleBoard) -> Iterator[Finding]:
    """Each assault is completed before the next begins."""
    yield from _left_open(board)


@RULES.rule("17.0.e", "17.0.f", "17.0.a", on=PhaseEnds)
def assaults_are_fought_out(_: PhaseEnds, board: BattleBoard) -> Iterator[Finding]:
    """By the end of the phase assaults are over, survivors in the hex and down."""
    yield from _left_open(board)
    for unit, hex_ in board.state.fire.to_move_in.items():
        piece = board.pieces.get(unit)
        if piece is not None and isinstance(piece.place, Hex) and mode(board) == ASSAULT:
            yield Finding(
                f"{piece.name} has assaulted {number(board, hex_)} and is not moved into it",
                units=(unit,),
                hexes=(board.data.map.number(hex_),),
                expected=board.data.map.number(hex_),
                found=board.number(piece.place),
                rule="17.0.a",
            )
    for unit, hex_ in board.state.fire.to_go_down.items():
        piece = board.pieces.get(unit)
        if piece is None or is_out(piece.place):
            continue
        away = piece.place != hex_
        if away or units.is_up(piece):
            where = f"has survived the assault on {number(board, hex_)}"
            yield Finding(
                f"{piece.name} {where} and {'is elsewhere' if away else 'stays up'}",
                units=(unit,),
                expected=number(board, hex_) if away else "the down state",
                found=board.number(piece.place) if away else "up",
                rule="17.0.f",
            )
