"""What has to happen next: dice that are awaited, rolls to be called, results to be marked.

It is read from the position alone, for players who carry an attack, an assault or an explosion of
mines through to its end (`referee.legal`).
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Action, Declare, Move, Place, Remove, SetState
from referee.board import Piece
from referee.games.iron_cross import crews, results, units
from referee.games.iron_cross.assault import overrun
from referee.games.iron_cross.assault.fighters import ALL, is_over, losses_due, members, remaining
from referee.games.iron_cross.assault.rounds import next_groups
from referee.games.iron_cross.choices import possible
from referee.games.iron_cross.fire.attacks import aim_of, unrolled
from referee.games.iron_cross.fire.intensive_fire import MALFUNCTION
from referee.games.iron_cross.fire.mines import MINE_ROLL
from referee.games.iron_cross.fire.observation import OBSERVATION
from referee.games.iron_cross.fire.scatter import DIRECTION, DISTANCE, MORTAR_FIRE, SCATTER
from referee.games.iron_cross.fire_state import AT, Assault, Attack
from referee.games.iron_cross.results import ELIMINATED, SPECIAL_ROLL
from referee.games.iron_cross.rolls import CHECK
from referee.games.iron_cross.state import BattleBoard
from referee.games.iron_cross.units import DOWN, STATUSES, SUPPRESSED
from referee.legal import Chance

DICE_OF_VERB = {
    CHECK: 2, "recovery": 2, "immobilisation": 2, "overrun-roll": 2, "overrun-defence": 3,
    MALFUNCTION: 2, "crew-roll": 2, OBSERVATION: 2, SPECIAL_ROLL: 2, SCATTER: 1, "assault-fire": 1,
}  # fmt: skip
"""Verb to the number of dice that answer it, where that is always the same."""


def dice_named(board: BattleBoard, count: int) -> str:
    """Id of the dice of the game that are so many."""
    return next(name for name, dice in board.data.dice.items() if dice.count == count)


# -- dice -----------------------------------------------------------------------------------------


def awaited_dice(board: BattleBoard) -> Chance | None:
    """The dice that the last declaration waits for; None if it waits for none."""
    awaited = board.state.awaited
    if awaited is None or awaited.rolled >= awaited.rolls:
        return None
    verb = awaited.declaration.verb
    count = DICE_OF_VERB.get(verb, 0)
    attack = board.state.fire.attack
    if verb == "fire-roll" and attack is not None:
        aim = aim_of(attack, attack.called)
        count = min(aim.dice) if aim is not None and aim.dice else 1
    elif verb == MINE_ROLL:
        piece = board.pieces.get(awaited.declaration.units[0])
        count = 2 if piece is not None and units.is_vehicle(piece) else 1
    elif verb == "infiltration":
        count = 1 if awaited.declaration.text("for") == "losses" else 2
    if count == 0:
        return None
    return Chance(dice_named(board, count), verb, awaited.declaration.side)


# -- rolls to be called ---------------------------------------------------------------------------


def calls_due(board: BattleBoard) -> Iterator[Declare]:
    """Declarations of rolls that have to follow what was done, in any order that is right."""
    yield from _crew_calls(board)
    yield from _crews_given_up(board)
    yield from _special_calls(board)
    for unit in possible.immobilisation_due(board):
        yield Declare(verb="immobilisation", units=(unit,))
    fire = board.state.fire
    for unit, (_, kind) in sorted(fire.mine_rolls.items()):
        if unit in board.pieces and not _mines_wait(board, unit, kind):
            yield Declare(verb=MINE_ROLL, units=(unit,))
    if fire.attack is not None:
        yield from _attack_calls(board, fire.attack)
    for unit in sorted(fire.effects_owed):
        if unit in board.pieces and (fire.attack is None or not unrolled(board, fire.attack)):
            yield Declare(verb=MALFUNCTION, units=(unit,))
    if fire.assault is not None:
        yield from _assault_calls(board, fire.assault)


def _mines_wait(board: BattleBoard, unit: str, kind: str) -> bool:
    """Whether an assault or overrun in the hex has to be over before the mines go off (19.2)."""
    assault = board.state.fire.assault
    if assault is not None and not assault.done and kind != AT:
        return True
    run = overrun.current(board)
    if run is None or unit not in (run.vehicle, *run.infantry):
        return False
    if board.piece(unit).place != run.hex or overrun.is_destroyed(board, run):
        return False
    left = overrun.defenders(board, run)
    rolled = all(piece.id in run.rolled for piece in left)
    return bool(left) if unit in run.infantry else not rolled


def _crew_calls(board: BattleBoard) -> Iterator[Declare]:
    for unit, known in sorted(board.state.fire.casualties.items()):
        if unit in board.pieces and known.rolled < known.to_roll:
            yield Declare(verb="crew-roll", units=(unit,))


def _crews_given_up(board: BattleBoard) -> Iterator[Declare]:
    """Weapons whose original crew is gone: their replacements become infantry again (20.3)."""
    for piece in sorted(board.on_map(), key=lambda each: each.id):
        if not units.is_crew_weapon(piece) or crews.originals(piece) or not units.crew(piece):
            continue
        if piece.id not in board.state.fire.reverting:
            yield Declare(verb=crews.REVERTS, units=(piece.id,), side=piece.side)


def _special_calls(board: BattleBoard) -> Iterator[Declare]:
    for unit, owed in sorted(board.state.owed.items()):
        if not owed.special_roll or unit not in board.pieces:
            continue
        if results.is_optional_special_roll(board):
            yield Declare(verb=SPECIAL_ROLL, target=unit)
        else:
            yield Declare(verb=CHECK, units=(unit,), values={"for": SPECIAL_ROLL})


def _attack_calls(board: BattleBoard, attack: Attack) -> Iterator[Declare]:
    for piece in unrolled(board, attack):
        yield Declare(
            verb="fire-roll",
            target=board.number(piece.place),
            values={"targets": piece.id},
            side=attack.side,
        )
    if attack.verb != MORTAR_FIRE or unrolled(board, attack):
        return
    impact = attack.round
    if impact is not None and impact.impact is None:
        step = DIRECTION if impact.scatter else DISTANCE
        if impact.scatter is not None:
            yield Declare(verb=SCATTER, units=attack.firers, values={"for": step})
    elif attack.rounds_fired < attack.rounds and attack.firers[0] in board.pieces:
        yield Declare(verb=SCATTER, units=attack.firers, values={"for": DISTANCE})


def _assault_calls(board: BattleBoard, assault: Assault) -> Iterator[Declare]:
    """The next shot of the group that fires, or the next group."""
    if assault.done or is_over(board, assault) or _losses(board, assault):
        return
    waiting = members(board, assault, assault.group or ALL)
    for piece in waiting if assault.group else ():
        if piece.id not in assault.fired:
            yield Declare(verb="assault-fire", units=(piece.id,), side=piece.side)
            return
    yield Declare(verb="assault-round", values={"fires": next_groups(board, assault)[0]})


def _losses(board: BattleBoard, assault: Assault) -> dict[str, int]:
    """Losses that each side has to take now: when all of a group have fired."""
    if assault.group and any(
        piece.id not in assault.fired for piece in members(board, assault, assault.group)
    ):
        return {}
    sides = {piece.side or "" for piece in members(board, assault, ALL)}
    found = {side: losses_due(board, assault, side) for side in sorted(sides)}
    return {side: due for side, due in found.items() if due}


# -- results to be marked -------------------------------------------------------------------------


def marks_due(board: BattleBoard) -> Iterator[Action]:
    """Changes that show what the dice did; where units may be chosen, each of them."""
    yield from _moves_in(board)
    yield from possible.marks_due(board)
    yield from _open_marks(board)
    yield from _faces(board)
    yield from _crew_marks(board)
    yield from _vehicle_marks(board)
    yield from _crew_changes(board)
    yield from _run_marks(board)
    assault = board.state.fire.assault
    if assault is not None:
        for side in _losses(board, assault):
            for piece in remaining(board, assault, attackers=side == assault.side):
                yield Remove(units=(piece.id,), why=ELIMINATED, side=side)


def _open_marks(board: BattleBoard) -> Iterator[SetState]:
    """Where readings leave several results open, elimination among them: the mildest of them."""
    for unit, owed in sorted(board.state.owed.items()):
        piece = board.pieces.get(unit)
        if piece is None or owed.special_roll or unit in _crews_open(board):
            continue
        marked = [status for status in STATUSES if status in owed.statuses]
        if ELIMINATED in owed.statuses and marked and units.status(piece) not in owed.statuses:
            yield SetState(unit=unit, state="morale", value=marked[0], side=piece.side)


def _crews_open(board: BattleBoard) -> set[str]:
    return {
        unit for unit, known in board.state.fire.casualties.items() if known.rolled < known.to_roll
    }


def _moves_in(board: BattleBoard) -> Iterator[Move]:
    for unit, hex_ in sorted(board.state.fire.to_move_in.items()):
        piece = board.pieces.get(unit)
        if piece is not None and isinstance(piece.place, Hex) and piece.place != hex_:
            path = (board.data.map.number(piece.place), board.data.map.number(hex_))
            yield Move(units=(unit,), path=path, by="assault", side=piece.side)


def _faces(board: BattleBoard) -> Iterator[SetState]:
    """Who has survived an assault goes down."""
    for unit in sorted(board.state.fire.to_go_down):
        piece = board.pieces.get(unit)
        if piece is not None and isinstance(piece.place, Hex) and units.is_up(piece):
            yield SetState(unit=unit, state="face", value=DOWN, side=piece.side)


def _crew_marks(board: BattleBoard) -> Iterator[SetState]:
    for unit, (left, _) in sorted(board.state.fire.crews_owed.items()):
        piece = board.pieces.get(unit)
        if piece is None or left <= 0 or units.crew(piece) <= left:
            continue
        lost = piece.level("crew-lost") + units.crew(piece) - left
        yield SetState(unit=unit, state="crew-lost", value=lost, side=piece.side)


def _vehicle_marks(board: BattleBoard) -> Iterator[Action]:
    fire = board.state.fire
    for unit in sorted(fire.hatches_owed):
        piece = board.pieces.get(unit)
        if piece is not None and not piece.flag("commander-killed"):
            yield SetState(unit=unit, state="commander-killed", value=True, side=piece.side)
    for unit, owed in sorted(fire.wrecks_owed.items()):
        wrecks = sum(units.is_wreck(piece) for piece in board.at(owed.hex))
        marker = spare_marker(board, units.WRECK)
        if unit not in board.pieces and wrecks <= owed.wrecks and marker is not None:
            at = board.data.map.number(owed.hex)
            yield Place(unit=marker, counter=units.WRECK, at=at)


def _crew_changes(board: BattleBoard) -> Iterator[Action]:
    """Men who join a crew leave the map and are noted; those of a weapon given up come back."""
    fire = board.state.fire
    for man in sorted(fire.joining):
        piece = board.pieces.get(man)
        if piece is not None and isinstance(piece.place, Hex):
            yield Remove(units=(man,), side=piece.side)
    for weapon in sorted(fire.crews_joined):
        piece, joined = board.pieces.get(weapon), len(fire.joined.get(weapon, ()))
        if piece is not None and piece.level(crews.REPLACEMENTS) < joined:
            yield SetState(unit=weapon, state=crews.REPLACEMENTS, value=joined, side=piece.side)
    for weapon in sorted(fire.reverting):
        piece = board.pieces.get(weapon)
        if piece is not None and isinstance(piece.place, Hex):
            yield Remove(units=(weapon,), side=piece.side)
    for man, hex_ in sorted(fire.returning.items()):
        at = board.data.map.number(hex_)
        yield Place(unit=man, at=at, face=DOWN, states={"morale": SUPPRESSED})


def _run_marks(board: BattleBoard) -> Iterator[SetState]:
    """Infantry whose vehicle was lost before it came into the hex goes down (9.31)."""
    for run in board.state.overruns:
        for name in run.infantry if not run.entered and overrun.is_destroyed(board, run) else ():
            piece = board.pieces.get(name)
            if piece is not None and isinstance(piece.place, Hex) and units.is_up(piece):
                yield SetState(unit=name, state="face", value=DOWN, side=piece.side)


def spare_marker(board: BattleBoard, counter: str) -> str | None:
    """Id of a marker that is not in play; None if all are."""
    count = board.counter(counter).count
    names = (counter if n == 1 else f"{counter}#{n}" for n in range(1, count + 1))
    return next((name for name in names if name not in board.pieces), None)


def attackers_of(board: BattleBoard) -> list[Piece]:
    """The attackers of the assault in progress that are left."""
    assault = board.state.fire.assault
    return [] if assault is None else remaining(board, assault, attackers=True)
