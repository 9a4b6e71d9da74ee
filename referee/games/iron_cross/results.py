"""Results that units suffer: pinned, suppressed, eliminated, added up (11.45), and who marks them.

A chapter whose dice hurt a unit calls `suffer` from an effect; the players then mark the result,
and what they mark is compared with what is owed. Recovery and markers themselves are in `morale`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from compiler.hexes import Hex
from referee.actions import Action, Declare, Move, PhaseEnds, Remove, Roll
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import check_of
from referee.games.iron_cross.declared import target_units
from referee.games.iron_cross.fire_state import Struck
from referee.games.iron_cross.rolls import CHECK
from referee.games.iron_cross.state import BattleBoard, Owed, is_setting_up
from referee.games.iron_cross.units import NORMAL, PINNED, SUPPRESSED

ELIMINATED = "eliminated"
SPECIAL_ROLL = "special-roll"
OPTIONAL_SPECIAL_ROLL = "optional-special-roll"

Leave = Callable[[BattleBoard, Piece], bool]
"""(position, unit): whether the unit may leave the map for a reason of a chapter's own."""
LEAVES: list[Leave] = []


def leaves(*paragraphs: str) -> Callable[[Leave], Leave]:
    """Register a reason for which a unit may leave the map, besides being eliminated."""

    def register(function: Leave) -> Leave:
        counted = RULES.covers(*paragraphs)(function)
        LEAVES.append(counted)
        return counted

    return register


# -- suffering -------------------------------------------------------------------------------------


def statuses_of(board: BattleBoard, unit: str) -> frozenset[str]:
    """A unit's status as results stand, marked or not yet; several where it is open."""
    owed = board.state.owed.get(unit)
    if owed is not None:
        return owed.statuses
    return frozenset({units.status(board.piece(unit))})


def status_of(board: BattleBoard, unit: str) -> str:
    """The status a unit has for what it may do: owed if that is settled, else as marked."""
    statuses = statuses_of(board, unit)
    return next(iter(statuses)) if len(statuses) == 1 else units.status(board.piece(unit))


@RULES.covers("3.14", "3.23", "11.45", recorded=True)
def suffer(
    board: BattleBoard,
    unit: str,
    result: str,
    rule: str,
    why: str,
    *,
    rests_on: tuple[str, ...] = (),
) -> None:
    """A unit suffers `pinned`, `suppressed` or `eliminated`, on top of what it suffered before.

    Vehicles are never pinned (8.13). Of crew weapons and vehicles that fire eliminates the caller
    works out the result first. A special roll that is owed stays so. Call it from an effect only.
    """
    piece = board.piece(unit)
    if result == PINNED and units.is_vehicle(piece):
        return
    owed = board.state.owed.get(unit)
    if result == ELIMINATED and owed is not None and owed.statuses == {ELIMINATED}:
        return
    if result == ELIMINATED:
        owe(board, unit, rule, why, ELIMINATED, rests_on=rests_on)
        return
    results = board.data.tables["cumulative_results"]
    statuses: set[str] = set()
    special = owes_special_roll(board, unit)
    for before in statuses_of(board, unit):
        after = ELIMINATED if before == ELIMINATED else str(results.cell(before, result))
        if after == SPECIAL_ROLL:
            special = True
            statuses |= {SUPPRESSED, ELIMINATED}
        else:
            statuses.add(after)
    if owed is not None and owed.statuses == statuses and owed.special_roll == special:
        return  # It changes nothing: what was owed before is why the unit is as it is.
    added_up = bool(statuses) and result not in statuses
    shown = "11.45" if added_up else rule
    owe(board, unit, shown, why, *statuses, special_roll=special, rests_on=rests_on)
    if special and owed is not None and unit in board.state.owed:
        first = owed.before if owed.special_roll else owed
        board.state.owed[unit] = replace(board.state.owed[unit], before=first)
    if unit in board.state.hit:
        board.state.hit[unit] = rule


def owes_special_roll(board: BattleBoard, unit: str) -> bool:
    """Whether a unit suppressed twice has still to be rolled for (11.45)."""
    owed = board.state.owed.get(unit)
    return owed is not None and owed.special_roll


def owe(
    board: BattleBoard,
    unit: str,
    rule: str,
    why: str,
    *statuses: str,
    special_roll: bool = False,
    rests_on: tuple[str, ...] = (),
) -> None:
    """The rules give a unit a status (any of `statuses` is right) that the players have to mark.

    Replaces what was owed before: it is the state after all results. Call it from an effect only.
    """
    piece = board.piece(unit)
    state = board.state
    settled = frozenset(statuses) == {units.status(piece)} and not special_roll
    if settled:
        state.owed.pop(unit, None)
    else:
        state.owed[unit] = Owed(rule, frozenset(statuses), why, special_roll, rests_on)
    if statuses and NORMAL not in statuses:
        state.hit[unit] = rule
    elif NORMAL in statuses:
        state.hit.pop(unit, None)


def doubt(board: BattleBoard, unit: str) -> None:
    """What happens to the unit in this phase cannot be told, as dice are not known."""
    board.state.owed.pop(unit, None)
    board.state.uncertain.add(unit)


# -- the special roll ------------------------------------------------------------------------------


def is_optional_special_roll(board: BattleBoard) -> bool:
    """Whether the attacker rolls against the observation base, in place of a check (11.45)."""
    return OPTIONAL_SPECIAL_ROLL in board.options and "advanced" in board.options


@RULES.rule("11.45", on=f"declare:{CHECK}")
def a_unit_suppressed_again_checks_to_survive(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """The special roll is made by who was suppressed while suppressed, unless the option rules."""
    if declaration.text("for") == SPECIAL_ROLL:
        yield from _judge_special_roll(board, declaration.units, by_option=False)


@RULES.rule("11.45", on=f"declare:{SPECIAL_ROLL}")
def the_attacker_rolls_by_the_option_only(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """With the optional rule the attacker rolls, without it nobody does."""
    named = declaration.units or target_units(declaration, board)
    yield from _judge_special_roll(board, named, by_option=True)


def _judge_special_roll(
    board: BattleBoard, named: tuple[str, ...], *, by_option: bool
) -> Iterator[Finding]:
    for name in named:
        if name not in board.pieces:
            continue
        piece = board.piece(name)
        if by_option != is_optional_special_roll(board):
            yield Finding(
                f"the special roll for {piece.name} is not the one in play",
                units=(name,),
                expected="the unit's performance check" if by_option else "the attacker's roll",
                found="the attacker's roll" if by_option else "the unit's performance check",
            )
        elif not _may_roll(board, name):
            yield Finding(
                f"a special roll is made for {piece.name}, which was not suppressed twice",
                units=(name,),
                expected="a suppressed unit that is suppressed again",
                found=units.status(piece),
            )


def _may_roll(board: BattleBoard, unit: str) -> bool:
    """Whether a special roll for a unit is owed, or open as readings or dice are."""
    state = board.state
    is_open = unit in state.uncertain or unit in state.fire.special_rolls_open
    return is_open or owes_special_roll(board, unit)


@RULES.effect("11.45", on="roll")
def the_special_roll_decides(roll: Roll, board: BattleBoard) -> None:
    """Who fails the check, or is found by the attacker's dice, is eliminated.

    Where the roll need not have been made, who fails it may stay as well.
    """
    found = board.state.answered
    if found is None or found.unit not in board.pieces:
        return
    owed = board.state.owed.get(found.unit)
    is_owed = owed is not None and owed.special_roll
    if not is_owed and found.unit not in board.state.fire.special_rolls_open:
        return
    if found.verb == SPECIAL_ROLL:
        here = board.piece(found.unit).place
        base = observation_base(board, here) if isinstance(here, Hex) else 0
        survives = roll.total > base
    elif found.verb == CHECK and found.declaration.text("for") == SPECIAL_ROLL:
        check = check_of(board, found.unit, (SPECIAL_ROLL,))
        if check is None or check.passed is None:
            return
        survives = check.passed
    else:
        return
    if owed is not None and is_owed:
        first = owed.before
        if survives and first is not None and first.statuses == {SUPPRESSED}:
            board.state.owed[found.unit] = first
            return
        owe(board, found.unit, "11.45", owed.why, SUPPRESSED if survives else ELIMINATED)
    elif not survives:
        doubt(board, found.unit)


def observation_base(board: BattleBoard, hex_: Hex) -> int:
    """The observation base of a hex: that of the terrain that hides best (23.2, note d)."""
    table = board.data.tables["effects"]
    terrains = board.data.map.hexes[hex_].terrains
    return min(int(str(table.cell(terrain, "observe") or 10)) for terrain in terrains)


# -- leaving the map -------------------------------------------------------------------------------


def _leaving(action: Action, board: BattleBoard) -> tuple[Piece, ...]:
    """The units that an action takes from the map."""
    if not isinstance(action, Remove | Move):
        return ()
    if isinstance(action, Move) and isinstance(board.location(action.end), Hex):
        return ()
    pieces = (board.pieces.get(name) for name in action.units)
    return tuple(
        piece
        for piece in pieces
        if piece is not None and not piece.counter.is_marker and isinstance(piece.place, Hex)
    )


@RULES.rule("11.43", "3.14", on=Remove)
def only_results_remove_units(action: Action, board: BattleBoard) -> Iterator[Finding]:
    """A unit leaves the map because a result eliminates it, or for a reason of its own."""
    if is_setting_up(board):
        return
    for piece in _leaving(action, board):
        owed = board.state.owed.get(piece.id)
        if owed is not None and ELIMINATED in owed.statuses:
            if len(owed.statuses) > 1 and owed.special_roll:
                yield Finding(
                    f"{piece.name} leaves the map before its special roll",
                    units=(piece.id,),
                    expected="the roll that decides whether it survives",
                    rule="11.45",
                )
            yield from _leaves_its_crew(board, piece)
            continue
        if piece.id in board.state.uncertain or any(leave(board, piece) for leave in LEAVES):
            continue
        yield Finding(
            f"{piece.name} leaves the map though nothing eliminates it",
            units=(piece.id,),
            expected=owed_in_words(owed) if owed is not None else units.status(piece),
            found="removed",
            rests_on=owed.rests_on if owed is not None else (),
            rule=owed.rule if owed is not None else "",
        )


def _leaves_its_crew(board: BattleBoard, piece: Piece) -> Iterator[Finding]:
    """A weapon goes when the dice have killed its whole crew, not before; in an overrun at once."""
    known = board.state.fire.casualties.get(piece.id)
    if known is None or known.rolled >= known.to_roll or known.rule.startswith("9."):
        return
    yield Finding(
        f"{piece.name} leaves the map before its crew is rolled for",
        units=(piece.id,),
        expected=f"{known.to_roll} rolls",
        found=str(known.rolled),
        severity="unverifiable" if known.called > known.rolled else "violation",
        rule=known.rule,
    )


@RULES.rule("11.43", on=Move)
def only_results_move_units_off_the_map(action: Move, board: BattleBoard) -> Iterator[Finding]:
    """The box of eliminated units is as good as removal."""
    yield from only_results_remove_units(action, board)


@RULES.effect("11.43", on=Remove, before=True)
def the_removed_owe_nothing(action: Action, board: BattleBoard) -> None:
    """A result is settled when the unit is gone."""
    for piece in _leaving(action, board):
        board.state.owed.pop(piece.id, None)
        board.state.hit[piece.id] = "11.43"


@RULES.effect("11.43", on=Move, before=True)
def those_moved_off_the_map_owe_nothing(action: Move, board: BattleBoard) -> None:
    """The same for the box of eliminated units."""
    the_removed_owe_nothing(action, board)


# -- settling --------------------------------------------------------------------------------------


def last_struck(board: BattleBoard, unit: str, why: str = "") -> Struck | None:
    """The last dice rolled for a unit in the phase, or the last that are the reason given."""
    rolled = board.state.fire.struck.get(unit, ())
    return next((each for each in reversed(rolled) if why in ("", each.why)), None)


def with_levels(status: str, levels: str) -> str:
    """A status with the totals that the dice were compared with, where there are any."""
    return f"{status} ({levels})" if levels else status


def owed_in_words(owed: Owed) -> str:
    """What a result asks for."""
    return " or ".join(sorted(owed.statuses))


@RULES.rule("3.23", "11.43", "11.45", on=PhaseEnds)
def results_are_marked_before_the_phase_ends(_: PhaseEnds, board: BattleBoard) -> Iterator[Finding]:
    """What dice have done to a unit shows by the end of the phase."""
    for unit, owed in board.state.owed.items():
        piece = board.pieces.get(unit)
        if piece is None or not isinstance(piece.place, Hex):
            continue
        shown = units.status(piece)
        if owed.special_roll:
            yield Finding(
                f"no special roll is made for {piece.name}, suppressed again",
                units=(unit,),
                expected="the roll that decides whether it survives",
                rule="11.45",
            )
        elif shown not in owed.statuses:
            struck = last_struck(board, unit, owed.why)
            levels = struck.levels if struck is not None else ""
            yield Finding(
                f"{piece.name} is left {shown} after {owed.why}",
                units=(unit,),
                expected=with_levels(owed_in_words(owed), levels),
                found=shown,
                rests_on=owed.rests_on,
                rule=owed.rule,
            )
