"""Chapter 4, performance: checks for every act, their modifiers, and what passing or failing does.

Other chapters ask `judge_act` whether a unit may do what it does, and say with `bars` what stands
against an act. What a leader's check does for others is in `leaders`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache

from referee.actions import Declare, Roll
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.declared import supports
from referee.games.iron_cross.rolls import CHECK, GROUP_CHECKS, answered
from referee.games.iron_cross.rolls import answer as answer_of
from referee.games.iron_cross.state import BattleBoard, Check

MOVES = frozenset({"move", "lead", "follow", "facing"})
"""Checks that let a unit move or turn."""
FIRES = frozenset({"fire", "opportunity-fire", "grenade"})
"""Checks after which a unit counts as having fired (4.0)."""
APART = frozenset({"mg-mode", "special-roll", "overrun-defence"})
"""Checks whose failure bars nothing else in the phase (21.42, 11.45, 9.2.B)."""

MOVEMENT, REACTION = "movement", "reaction"
"""Modes of the two movement phases in the sequence of play."""

Bar = Callable[[BattleBoard, Piece, str], Iterable[Finding]]
"""(position, unit, act): what stands against the unit's doing it now, with its rule."""
BARS: list[tuple[frozenset[str], Bar]] = []


def bars(*paragraphs: str, acts: Iterable[str]) -> Callable[[Bar], Bar]:
    """Register, under its paragraphs, what may stand against acts.

    It is asked once for an act: when the check is declared, else when the act is done unchecked.
    Of several bars the first that finds something speaks alone.
    """

    def register(function: Bar) -> Bar:
        counted = RULES.covers(*paragraphs)(function)
        BARS.append((frozenset(acts), counted))
        return counted

    return register


def bars_on(board: BattleBoard, piece: Piece, act: str) -> Iterator[Finding]:
    """The first thing that stands against a unit's act, the check apart."""
    for bar in _bars_for(act):
        found = next(iter(bar(board, piece, act)), None)
        if found is not None:
            yield found
            return


@cache
def _bars_for(act: str) -> tuple[Bar, ...]:
    """What may stand against an act, in the order of chapters."""
    return tuple(sorted((bar for acts, bar in BARS if act in acts), key=RULES.place_of))


def mode(board: BattleBoard) -> str:
    """`movement`, `reaction`, `fire`, `assault`, `state-change` or nothing: what the phase is."""
    return board.phase.mode if board.phase is not None else ""


# -- modifiers -------------------------------------------------------------------------------------


@RULES.covers("4.11", "4.12", "13.17")
def modifier(board: BattleBoard, piece: Piece, act: str) -> int:
    """What is added to the two dice of a check.

    Machine guns, anti-tank rifles and guns have none for opportunity fire in the Movement Phase.
    """
    exempt = (
        units.is_machine_gun(piece)
        or units.is_anti_tank_gun(piece)
        or units.is_anti_tank_rifle(piece)
    )
    if act == "opportunity-fire" and exempt and mode(board) != REACTION:
        return 0
    cell = board.data.tables["performance_modifiers"].cell(act, "modifier")
    return cell if isinstance(cell, int) else 0


def needed(board: BattleBoard, piece: Piece, act: str, leader: Piece | None = None) -> int:
    """The highest sum of two dice that passes a check, on a leader's rating if he gives it."""
    return units.rating(leader or piece) - modifier(board, piece, act)


def is_act(board: BattleBoard, act: str) -> bool:
    """Whether checks are taken for an act of this name."""
    return act in board.data.tables["performance_modifiers"].row_keys


@RULES.covers("8.22")
def movement_needs_checks(board: BattleBoard) -> bool:
    """Movement needs checks from the player turn after the first shot on."""
    first = board.state.first_shot
    return first is not None and first < board.state.player_turn


# -- checks taken ----------------------------------------------------------------------------------


def check_of(board: BattleBoard, unit: str, acts: Iterable[str]) -> Check | None:
    """The last check a unit took in this phase for one of `acts`; None if it took none."""
    wanted = frozenset(acts)
    taken = board.state.checks.get(unit, ())
    return next((check for check in reversed(taken) if check.act in wanted), None)


def failed(board: BattleBoard, unit: str) -> Check | None:
    """A check that the unit failed in this phase, so that it can do nothing else in it (4.0)."""
    return next((c for c in board.state.checks.get(unit, ()) if _stops(unit, c)), None)


def _stops(unit: str, check: Check) -> bool:
    """Whether a check was failed and ends what the unit may do; a leader's failure is his own."""
    own = check.act != "lead" or check.group[:1] == (unit,)
    return check.passed is False and check.act not in APART and own


def leader_named(declaration: Declare) -> str:
    """The leader on whose rating a check is taken: named as support (8.3.C)."""
    named = supports(declaration)
    return named[0] if named and declaration.text("for") == "follow" else ""


def leader_called(board: BattleBoard, name: str) -> Piece | None:
    """The leader of that id; one who has fallen still gives his rating (8.3, the example)."""
    known = board.pieces.get(name)
    if known is not None or name not in board.state.checks:
        return known
    counter = board.counter(name)
    return Piece(name, counter, None, next(iter(counter.faces)))


@RULES.rule("4.0", "4.11", "4.12", on=f"declare:{CHECK}")
def a_check_is_for_what_the_unit_may_try(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """A unit tries what it may do, and nothing more once it has failed in the phase."""
    act = declaration.text("for")
    if not is_act(board, act):
        yield Finding(
            "a performance check does not say what it is for",
            units=declaration.units,
            expected=", ".join(board.data.tables["performance_modifiers"].row_keys),
            found=act or "nothing",
            severity="unverifiable",
        )
        return
    for name in declaration.units:
        piece = board.piece(name)
        before = failed(board, name)
        if before is not None and not (act in APART or _is_special(board, piece, before, act)):
            yield _acts_again(piece, before, f"tries to {in_words(act)}")
        else:
            yield from bars_on(board, piece, act)


@RULES.covers("9.2.A")
def _is_special(board: BattleBoard, piece: Piece, before: Check, act: str) -> bool:
    """Whether an anti-tank weapon that failed to fire at passers-by now fires as it is overrun.

    Special fire is open to who has fired already (defect special-fire-after-failure).
    """
    runs = board.state.overruns
    overrun = bool(runs) and piece.id in runs[-1].defenders and not runs[-1].entered
    weapon = units.is_anti_tank_gun(piece) or units.is_anti_tank_rifle(piece)
    return overrun and weapon and (before.act, act) == ("opportunity-fire", "fire")


def _acts_again(piece: Piece, before: Check, deed: str) -> Finding:
    return Finding(
        f"{piece.name} {deed} in the phase in which it failed its check to {in_words(before.act)}",
        units=(piece.id,),
        expected="nothing else in the phase",
        found=sum_in_words(before),
        rule="4.0",
    )


@RULES.effect("4.0", on=f"declare:{CHECK}")
def trying_is_doing(declaration: Declare, board: BattleBoard) -> None:
    """Whoever takes a check has moved, fired or assaulted, whatever the dice say."""
    act = declaration.text("for")
    if not is_act(board, act):
        return
    named = leader_named(declaration)
    leader = leader_called(board, named)
    group = declaration.units if act in GROUP_CHECKS else ()
    for name in declaration.units:
        piece = board.piece(name)
        shown = leader or (board.piece(group[0]) if group else piece)
        stack = frozenset(
            other.id
            for other in board.pieces.values()
            if other.place == piece.place and other.side == piece.side and other is not piece
        )
        check = Check(
            act, None, named, group, piece.place, stack,
            needed=needed(board, piece, act, shown), moves=len(board.moves),
        )  # fmt: skip
        board.state.checks.setdefault(name, []).append(check)
        note_try(board, name, act)


def note_try(board: BattleBoard, unit: str, act: str) -> None:
    """Note that a unit has tried an act: it counts as done (4.0)."""
    conduct = board.state.note(unit)
    conduct.tried.add(act)
    if act in MOVES and mode(board) in (MOVEMENT, REACTION):
        conduct.moved_in.add(mode(board))
    if act in FIRES and board.phase is not None:
        conduct.fired_in = board.phase.id


@RULES.rule("4.0", on="roll")
def a_check_is_rolled_with_two_dice(roll: Roll, board: BattleBoard) -> Iterator[Finding]:
    """Checks are made with the sum of two dice."""
    answer = answer_of(roll, board)
    if answer is not None and answer.verb == CHECK and len(roll.result) != 2:
        yield Finding(
            "a performance check is not rolled with two dice",
            units=answer.declaration.units,
            expected="two dice",
            found=f"{len(roll.result)} of {roll.dice}",
        )


@RULES.effect("4.0", "4.11", on="roll")
def the_dice_decide_a_check(roll: Roll, board: BattleBoard) -> None:
    """A check is passed with the unit's rating or less, modifiers added."""
    answer = answered(board, CHECK)
    if answer is None or len(roll.result) != 2:
        return
    act = answer.declaration.text("for")
    for name in answer.declaration.units if act in GROUP_CHECKS else (answer.unit,):
        taken = board.state.checks.get(name)
        if not taken or taken[-1].act != act:
            continue
        passed = roll.total <= taken[-1].needed
        if act in MOVES and not movement_needs_checks(board):
            passed = True
        taken[-1] = replace(taken[-1], passed=passed, roll=roll.total)


# -- acts done -------------------------------------------------------------------------------------


def judge_act(
    board: BattleBoard, piece: Piece, acts: Iterable[str], rule: str
) -> Iterator[Finding]:
    """What is wrong with a unit's doing one of `acts`, for which it has to have passed a check.

    `rule` is the paragraph that demands the check. What stood against the act was said when the
    check was declared; without a check it is said here.
    """
    wanted = tuple(acts)
    check = check_of(board, piece.id, wanted)
    before = failed(board, piece.id)
    if check is None:
        found = tuple(bars_on(board, piece, wanted[0]))
        if before is not None and wanted[0] not in APART:
            yield _acts_again(piece, before, f"goes on to {in_words(wanted[0])}")
        elif found:
            yield from found
        else:
            yield Finding(
                f"{piece.name} does not take a check to {in_words(wanted[0])}",
                units=(piece.id,),
                expected="a performance check, passed",
                found="none in this phase",
                rule=rule,
            )
    else:
        yield from judge_check(board, piece, check)


def judge_check(board: BattleBoard, piece: Piece, check: Check) -> Iterator[Finding]:
    """What is wrong with acting on a check that was taken."""
    if check.passed is None:
        yield Finding(
            f"whether {piece.name} passed its check to {in_words(check.act)} cannot be told",
            units=(piece.id,),
            expected="the roll of the check in the log",
            severity="unverifiable",
            rule="4.0",
        )
    elif not check.passed:
        yield Finding(
            f"{piece.name} does what it failed its check for, to {in_words(check.act)}",
            units=(piece.id,),
            expected=f"{check.needed} or less",
            found=sum_in_words(check),
            rests_on=units.stand_ins(leader_called(board, check.leader) or piece, "performance"),
            rule="4.0",
        )
    else:
        taken = board.state.checks.get(piece.id, [])
        later = taken[taken.index(check) + 1 :] if check in taken else []
        other = next((c for c in later if _stops(piece.id, c)), None)
        if other is not None:
            yield _acts_again(piece, other, f"goes on to {in_words(check.act)}")


def sum_in_words(check: Check) -> str:
    """The roll of a check and what it had to be."""
    return "no dice" if check.roll is None else f"{check.roll}, with {check.needed} needed"


_WORDS = {
    "lead": "lead its stack",
    "follow": "move on its leader's rating",
    "facing": "change facing",
    "fire": "fire",
    "opportunity-fire": "fire as targets pass",
    "grenade": "throw a grenade",
    "spot": "spot for a mortar",
    "overrun-defence": "defend against an overrun",
    "push-wreck": "push a wreck",
    "mg-mode": "change to spray",
    "special-roll": "survive",
}


def in_words(act: str) -> str:
    """What a check is for, after `to`."""
    return _WORDS.get(act, act)
