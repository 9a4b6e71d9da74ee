"""What combat results do by type of unit: crews man by man, commanders of vehicles, wrecks.

Which result the dice give is for each kind of attack; adding results up is in `results`. Here a
result of an attack becomes what a rifleman, a crew weapon or a vehicle suffers (11.43, 12.32).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from compiler.hexes import Hex
from referee.actions import Declare, PhaseEnds, Place, Roll, SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import results, units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.fire_state import Casualties, WreckOwed
from referee.games.iron_cross.results import ELIMINATED, statuses_of
from referee.games.iron_cross.rolls import answer as answer_of
from referee.games.iron_cross.rolls import answered
from referee.games.iron_cross.state import BattleBoard, is_setting_up
from referee.games.iron_cross.units import NORMAL, PINNED, SUPPRESSED

NO_EFFECT = ""
DESTROYED = "destroyed"
LEVELS = (NO_EFFECT, PINNED, SUPPRESSED, ELIMINATED)
"""Results from the mildest to the worst, by the number of levels reached (11.42)."""

CREW_ROLL = "crew-roll"
CREW_DICE = 2


# -- suffering ------------------------------------------------------------------------------------


@RULES.covers("11.43", "15.7", recorded=True)
def hurt(
    board: BattleBoard,
    unit: str,
    levels: frozenset[str],
    rule: str,
    why: str,
    *,
    cause: str = "fire",
    rests_on: tuple[str, ...] = (),
) -> None:
    """A unit suffers a result; of several levels any is right. Call it from an effect only.

    `cause` is the row of the table of crew casualties: `fire` or `grenade`.
    """
    piece = board.pieces.get(unit)
    if piece is None or unit in board.state.uncertain:
        return
    if DESTROYED in levels:
        destroy(board, unit, rule, why, sure=len(levels) == 1, rests_on=rests_on)
        return
    if units.is_vehicle(piece):
        _note_hatch(board, unit, levels, rule)
        levels = frozenset(_on_vehicle(level) for level in levels)
        if levels == {SUPPRESSED} and SUPPRESSED in statuses_of(board, unit):
            # Whether a vehicle needs the special roll is not said (defect vehicle-special-roll).
            board.state.fire.special_rolls_open.add(unit)
            results.owe(board, unit, rule, why, SUPPRESSED, rests_on=rests_on)
            return
    if len(levels) > 1:
        _open_result(board, piece, levels, rule, why, rests_on)
        return
    (level,) = levels
    if level == ELIMINATED and units.is_crew_weapon(piece):
        roll_for_crew(board, piece, rule, why, cause=cause, rests_on=rests_on)
    elif level != NO_EFFECT:
        results.suffer(board, unit, level, rule, why, rests_on=rests_on)


def _on_vehicle(level: str) -> str:
    """Pinned does nothing to a vehicle, eliminated suppresses it and kills its commander."""
    return {PINNED: NO_EFFECT, ELIMINATED: SUPPRESSED}.get(level, level)


@RULES.covers("11.43", recorded=True)
def _note_hatch(board: BattleBoard, vehicle: str, levels: frozenset[str], rule: str) -> None:
    """A vehicle that is eliminated has lost its commander; where that is open it may have."""
    fire = board.state.fire
    if levels == {ELIMINATED}:
        fire.hatches_owed[vehicle] = rule
    elif ELIMINATED in levels:
        fire.hatches_open.add(vehicle)


def _open_result(
    board: BattleBoard,
    piece: Piece,
    levels: frozenset[str],
    rule: str,
    why: str,
    rests_on: tuple[str, ...],
) -> None:
    """The readings lead to several results: all that may follow are right."""
    if ELIMINATED in levels and units.is_crew_weapon(piece):
        results.doubt(board, piece.id)
        return
    table = board.data.tables["cumulative_results"]
    found: set[str] = set()
    for before in statuses_of(board, piece.id):
        for level in levels:
            after = before
            if ELIMINATED in (before, level):
                after = ELIMINATED
            elif level != NO_EFFECT:
                after = str(table.cell(before, level))
            if after == results.SPECIAL_ROLL:
                board.state.fire.special_rolls_open.add(piece.id)
                after = SUPPRESSED
            found.add(after)
    special = results.owes_special_roll(board, piece.id)
    results.owe(board, piece.id, rule, why, *found, special_roll=special, rests_on=rests_on)


# -- crews ----------------------------------------------------------------------------------------


@RULES.covers("11.43", "15.8", recorded=True)
def roll_for_crew(
    board: BattleBoard,
    piece: Piece,
    rule: str,
    why: str,
    *,
    cause: str = "fire",
    rests_on: tuple[str, ...] = (),
) -> None:
    """A crew weapon is eliminated: two dice for each man of its crew."""
    deadly = int(str(board.data.tables["crew_casualties"].cell(cause, "roll")))
    before = statuses_of(board, piece.id)
    left, _ = board.state.fire.crews_owed.get(piece.id, (units.crew(piece), ""))
    board.state.fire.casualties[piece.id] = Casualties(
        to_roll=left, deadly=deadly, before=before, rule=rule, why=why
    )
    results.owe(board, piece.id, rule, why, SUPPRESSED, ELIMINATED, rests_on=rests_on)


def _overrun(board: BattleBoard, unit: str) -> bool:
    """Whether the unit was eliminated in an overrun, where crews may be rolled for or not."""
    owed = board.state.owed.get(unit)
    overrun = any(unit in overrun.defenders for overrun in board.state.overruns)
    return overrun and owed is not None and ELIMINATED in owed.statuses


@RULES.rule("11.43", "15.8", on=f"declare:{CREW_ROLL}")
def crews_are_rolled_for_when_a_weapon_is_hit(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """Crew members are rolled for when their weapon is eliminated, one by one."""
    for name in declaration.units:
        piece = board.piece(name)
        known = board.state.fire.casualties.get(name)
        if known is None and name not in board.state.uncertain and not _overrun(board, name):
            yield Finding(
                f"the crew of {piece.name} is rolled for though nothing eliminates it",
                units=(name,),
                expected="an eliminated result first",
            )


@RULES.effect("11.43", on=f"declare:{CREW_ROLL}")
def a_crew_roll_is_called(declaration: Declare, board: BattleBoard) -> None:
    """After an overrun the players may roll for the crew (defect overrun-crew-weapon)."""
    fire = board.state.fire
    for name in declaration.units:
        if name not in fire.casualties and _overrun(board, name):
            roll_for_crew(board, board.piece(name), "9.2.C", "an overrun")
        if name in fire.casualties:
            known = fire.casualties[name]
            fire.casualties[name] = replace(known, called=known.called + 1)


@RULES.rule("11.43", on="roll")
def each_crew_member_is_rolled_for_once(roll: Roll, board: BattleBoard) -> Iterator[Finding]:
    """Two dice, as often as there are men."""
    found = answer_of(roll, board)
    if found is None or found.verb != CREW_ROLL:
        return
    known = board.state.fire.casualties.get(found.unit)
    if known is None:
        return
    piece = board.piece(found.unit)
    if len(roll.result) != CREW_DICE:
        yield Finding(
            f"a crew member of {piece.name} is not rolled for with two dice",
            units=(piece.id,),
            expected="two dice",
            found=f"{len(roll.result)} of {roll.dice}",
        )
    elif known.rolled >= known.to_roll:
        yield Finding(
            f"the crew of {piece.name} is rolled for more often than it has men",
            units=(piece.id,),
            expected=f"{known.to_roll} rolls",
            found=f"{known.rolled + 1} rolls",
        )


@RULES.effect("11.43", "15.8", on="roll")
def the_dice_kill_crew_members(roll: Roll, board: BattleBoard) -> None:
    """When all are rolled for, the weapon is suppressed if any man survives."""
    found = answered(board, CREW_ROLL)
    fire = board.state.fire
    known = fire.casualties.get(found.unit) if found is not None else None
    if found is None or known is None or known.rolled >= known.to_roll:
        return
    known = replace(
        known, rolled=known.rolled + 1, killed=known.killed + (roll.total <= known.deadly)
    )
    fire.casualties[found.unit] = known
    if known.rolled < known.to_roll:
        return
    left = known.to_roll - known.killed
    fire.crews_owed[found.unit] = (left, known.rule)
    board.state.owed.pop(found.unit, None)
    if left <= 0:
        results.owe(board, found.unit, known.rule, known.why, ELIMINATED)
    elif known.before == {SUPPRESSED} or is_setting_up(board):
        # Whether survivors of a crew suppressed before need a special roll is not said, nor
        # whether those of a crew that infiltrators came upon are suppressed (24.35).
        results.doubt(board, found.unit)
    else:
        results.owe(board, found.unit, known.rule, known.why, SUPPRESSED)


@RULES.rule("11.43", "15.8", on=PhaseEnds)
def crews_are_settled_before_the_phase_ends(_: PhaseEnds, board: BattleBoard) -> Iterator[Finding]:
    """Every man was rolled for, and the crew boxes show who is dead."""
    fire = board.state.fire
    for name, known in fire.casualties.items():
        piece = board.pieces.get(name)
        if piece is not None and known.rolled < known.to_roll:
            missing = known.called > 0 and known.rolled == 0
            yield Finding(
                f"the crew of {piece.name} is not rolled for man by man",
                units=(name,),
                expected=f"{known.to_roll} rolls",
                found="no dice in the log" if missing else f"{known.rolled}",
                severity="unverifiable" if missing else "violation",
            )
    for name, (left, rule) in fire.crews_owed.items():
        piece = board.pieces.get(name)
        if piece is not None and left > 0 and units.crew(piece) != left:
            yield Finding(
                f"the crew boxes of {piece.name} do not show its losses",
                units=(name,),
                expected=f"{left} men left",
                found=f"{units.crew(piece)}",
                rule=rule,
            )


# -- vehicles -------------------------------------------------------------------------------------


@RULES.covers("12.32", "12.34", "19.25", recorded=True)
def destroy(
    board: BattleBoard,
    vehicle: str,
    rule: str,
    why: str,
    *,
    sure: bool = True,
    rests_on: tuple[str, ...] = (),
) -> None:
    """A vehicle is destroyed: it goes, a wreck takes its place, infantry beside it is suppressed.

    Infantry that goes in with an overrunning vehicle is spared (9.31). With `sure` false the
    vehicle may also stay as it is. Call it from an effect only.
    """
    piece = board.piece(vehicle)
    here = piece.place
    if not isinstance(here, Hex):
        return
    overrunning = {
        name for run in board.state.overruns if run.vehicle == vehicle for name in run.infantry
    }
    beside = [
        friend
        for friend in units.friends_at(board, here, piece.side)
        if units.is_infantry(friend) and friend.id not in overrunning
    ]
    if not sure:
        for each in (piece, *beside):
            results.doubt(board, each.id)
        return
    results.owe(board, vehicle, rule, why, ELIMINATED, rests_on=rests_on)
    if rule == "19.25":
        # By mines infantry that went in with it may be suppressed as well (mines-in-an-overrun).
        for name in overrunning:
            if name in board.pieces and board.piece(name).place == here:
                results.doubt(board, name)
    wrecks = sum(units.is_wreck(other) for other in board.at(here))
    board.state.fire.wrecks_owed[vehicle] = WreckOwed(here, rule, wrecks)
    for friend in beside:
        infantry_rule = "19.25" if rule == "19.25" else "12.34"
        results.suffer(board, friend.id, SUPPRESSED, infantry_rule, f"the loss of {piece.name}")


@RULES.rule("12.32", "12.4", on=Place)
def a_wreck_stands_for_a_destroyed_vehicle(action: Place, board: BattleBoard) -> Iterator[Finding]:
    """A wreck marker comes in the hex of a vehicle that was destroyed in this phase."""
    counter = board.counter(action.counter or action.unit)
    here = board.location(action.at)
    if counter.kind != units.WRECK or board.phase is None or not isinstance(here, Hex):
        return
    if action.unit in board.pieces or _vehicle_lost(board, here):
        return
    yield Finding(
        f"a wreck is placed in {board.data.map.describe(here)} where no vehicle was destroyed",
        units=(action.unit,),
        hexes=(action.at,),
        expected="a destroyed vehicle",
    )


def _vehicle_lost(board: BattleBoard, here: Hex) -> bool:
    if any(owed.hex == here for owed in board.state.fire.wrecks_owed.values()):
        return True
    near = [here, *board.data.map.grid.neighbours(here).values()]
    if any(overrun.destroyed is not False for overrun in board.state.overruns):
        return True
    uncertain = board.state.uncertain
    return any(
        p.id in uncertain and units.is_vehicle(p) for hex_ in near for p in board.units_at(hex_)
    ) or bool(uncertain - board.pieces.keys())


@RULES.rule("11.43", on=SetState)
def a_commander_is_killed_once_and_for_good(
    action: SetState, board: BattleBoard
) -> Iterator[Finding]:
    """A vehicle is marked when its commander is killed, and the mark stays."""
    piece = board.pieces.get(action.unit or "")
    if action.state != "commander-killed" or piece is None or is_setting_up(board):
        return
    fire = board.state.fire
    killed = piece.flag("commander-killed") or piece.id in fire.hatches_owed
    is_open = piece.id in board.state.uncertain or piece.id in fire.hatches_open
    if bool(action.value) != killed and not is_open:
        yield Finding(
            f"the commander of {piece.name} is marked as {'dead' if action.value else 'alive'}",
            units=(piece.id,),
            expected="dead for the rest of the game" if killed else "alive",
        )


def _pushed_out(board: BattleBoard, hex_: Hex) -> set[str]:
    """Wrecks that were pushed out of a hex in this phase (8.65)."""
    gone = {name for record in board.moves if record.start == hex_ for name in record.units}
    pieces = filter(None, map(board.pieces.get, sorted(gone)))
    return {piece.id for piece in pieces if units.is_wreck(piece) and piece.place != hex_}


@RULES.rule("12.32", "19.25", "11.43", on=PhaseEnds)
def vehicles_show_what_happened_to_them(_: PhaseEnds, board: BattleBoard) -> Iterator[Finding]:
    """A destroyed vehicle leaves a wreck, one without its commander keeps its hatch closed."""
    for vehicle, owed in board.state.fire.wrecks_owed.items():
        wrecks = sum(units.is_wreck(piece) for piece in board.at(owed.hex))
        wrecks += len(_pushed_out(board, owed.hex))
        if vehicle not in board.pieces and wrecks <= owed.wrecks:
            counter = board.counter(vehicle)
            yield Finding(
                f"{counter.name} leaves no wreck in {board.data.map.describe(owed.hex)}",
                units=(vehicle,),
                hexes=(board.data.map.number(owed.hex),),
                expected="a wreck marker in place of the vehicle",
                rule=owed.rule if owed.rule == "19.25" else "12.32",
            )
    for vehicle, rule in board.state.fire.hatches_owed.items():
        piece = board.pieces.get(vehicle)
        if piece is not None and not piece.flag("commander-killed"):
            yield Finding(
                f"the commander of {piece.name} is dead and not marked so",
                units=(vehicle,),
                expected="down for the rest of the game",
                rule=rule,
            )


__all__ = [
    "DESTROYED", "LEVELS", "NORMAL", "NO_EFFECT", "destroy", "hurt", "roll_for_crew",
]  # fmt: skip
