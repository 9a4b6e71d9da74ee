"""Air-to-air combat (15.4) and the way home (15.5.B). How air units join is in `support`."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from referee.actions import Declare, Roll
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import displays
from referee.games.bold_stroke.air.bases import go_home
from referee.games.bold_stroke.air.support import (
    combat_over,
    fighters,
    flight_in,
    flying_fault,
    is_fighter,
)
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.combat import losses
from referee.games.bold_stroke.combat.dice import AIR_COMBAT, meaning
from referee.games.bold_stroke.combat_state import Combat, Duel, Flight
from referee.games.bold_stroke.state import CampaignBoard

ADVANTAGE = "air_combat_drm"
JETTISONED_DRM = -1
LONGEST = 20
"""Dice of one roll that are looked at."""
PURPOSE = AIR_COMBAT


def opponents(board: CampaignBoard, combat: Combat, side: str) -> list[Flight]:
    """The air units of the other side still over a combat."""
    here = (flight for flight in combat.flights if flight.unit in board.pieces)
    return [flight for flight in here if flight.side != side and not flight.away]


def unmatched(board: CampaignBoard, combat: Combat, side: str) -> list[Flight]:
    """Fighters of a side that have fought nobody yet."""
    fought = {name for duel in combat.duels for name in (*duel.fighters, duel.target)}
    return [f for f in fighters(board, combat, side) if f.unit not in fought and not f.away]


def target_of(action: Declare) -> str:
    """The piece that a declaration names as its target."""
    return next(iter(action.names("targets")), action.target or "")


@RULES.rule("15.4.A", "15.4.B", "15.4.C", "15.0.B", on="declare:air-combat")
def fighters_are_matched(action: Declare, board: CampaignBoard) -> Iterator[Finding]:
    """Fighters take on one enemy each, enemy fighters before others, each fighter once."""
    if not action.units:
        return
    combat = combat_over(board, action.units[0])
    target = None if combat is None else flight_in(combat, target_of(action))
    if combat is None or target is None:
        message = "fight in the air over no combat with such an enemy"
        yield flying_fault(
            board, combat, action.units, "15.4.A", message, "two air units over a hex"
        )
        return
    for name in action.units:
        flight = flight_in(combat, name)
        if flight is None or not is_fighter(board, flight) or flight.side == target.side:
            message = "attacks in the air and is no fighter in fighter mode there"
            yield flying_fault(board, combat, (name,), "15.4.B", message, "a fighter over the hex")
        elif flight not in unmatched(board, combat, flight.side):
            message = "fights in the air a second time"
            yield flying_fault(
                board, combat, (name,), "15.4.B", message, "one enemy for each fighter"
            )
    left = [f for f in unmatched(board, combat, target.side) if f is not target]
    matched = target not in unmatched(board, combat, target.side)
    if left and (matched or len(action.units) > 1 or not is_fighter(board, target)):
        message = "leave an enemy fighter unmatched"
        expected = ", ".join(board.piece(flight.unit).name for flight in left)
        yield flying_fault(board, combat, action.units, "15.4.C", message, expected)


@RULES.effect("15.4.B", "15.4.C", on="declare:air-combat")
def duels_are_remembered(action: Declare, board: CampaignBoard) -> None:
    """A duel for each fighter; the next dice are for it."""
    now = board.state.combat.now
    now.tick += 1
    combat = combat_over(board, action.units[0]) if action.units else None
    if combat is not None and flight_in(combat, target_of(action)) is not None:
        combat.announced.clear()
        combat.duels += [Duel((name,), target_of(action)) for name in action.units]
    if action.text("roll"):
        now.awaiting = (action.text("roll"), action.text("side") or action.side or "")


def _open_duels(board: CampaignBoard) -> list[tuple[Combat, Duel]]:
    waiting = [c for c in board.state.combat.now.combats if not c.resolved]
    return [(c, duel) for c in waiting for duel in c.duels if len(duel.rolls) < 2]


@RULES.rule("15.4.B", "15.4.D", on=Roll)
def dice_in_the_air_are_for_a_duel(action: Roll, board: CampaignBoard) -> Iterator[Finding]:
    """Each side rolls once for each fighter and the unit it takes on."""
    if meaning(board, action).purpose == PURPOSE and not _open_duels(board):
        yield Finding(
            "a die is rolled for air combat and no units fight",
            expected="a fighter and its enemy announced before",
            severity="unverifiable",
        )


@RULES.effect("15.4.B", "15.4.D", "15.4.E", on=Roll)
def duels_are_fought(action: Roll, board: CampaignBoard) -> None:
    """The dice of both sides; then both units go home."""
    what, _, side = board.state.combat.now.rolling
    if what != PURPOSE:
        return
    board.state.combat.now.tick += 1
    side = side if side in board.data.sides else ""
    for die in action.result[:LONGEST]:
        waiting = _open_duels(board)
        if not waiting:
            return
        combat, duel = next(
            ((c, d) for c, d in waiting if side and side not in d.rolls), waiting[0]
        )
        ours = board.piece(duel.fighters[0]).side or ""
        theirs = combat.defender if ours == combat.attacker else combat.attacker
        roller = side if side and side not in duel.rolls else ""
        duel.rolls[roller or (theirs if ours in duel.rolls else ours)] = die
        side = ""
        if len(duel.rolls) == 2:
            for name in (*duel.fighters, duel.target):
                _leave(board, combat, name)


def _leave(board: CampaignBoard, combat: Combat, name: str) -> None:
    """An air unit that fought goes home, unless it has another fight before it."""
    flight = flight_in(combat, name)
    busy = any(name in (*d.fighters, d.target) and len(d.rolls) < 2 for d in combat.duels)
    if flight is not None and not busy:
        flight.away = True
        go_home(board, board.piece(name))


@RULES.covers("15.4.D", "15.6.D")
def air_drm(board: CampaignBoard, combat: Combat, flight: Flight) -> int:
    """The modifier of a fighter against a fighter: more fighters, and jettisoned bombs."""
    ours = len(fighters(board, combat, flight.side))
    other = combat.defender if flight.side == combat.attacker else combat.attacker
    theirs = len(fighters(board, combat, other))
    drm = JETTISONED_DRM if flight.jettisoned else 0
    if not theirs or ours <= theirs:
        return drm
    table = board.data.tables[ADVANTAGE]
    return drm + int(str(table.cell(int(Fraction(ours, theirs)), "drm")))


@RULES.covers("15.4.B", "15.4.D")
def shot_down(board: CampaignBoard, combat: Combat, duel: Duel) -> tuple[str, ...]:
    """The air units that lose a step in a duel whose dice are rolled."""
    flights = [flight_in(combat, name) for name in (duel.fighters[0], duel.target)]
    one, other = flights
    if one is None or other is None or len(duel.rolls) < 2:
        return ()
    ours, theirs = duel.rolls.get(one.side, 0), duel.rolls.get(other.side, 0)
    if not is_fighter(board, other):
        return (other.unit,) if ours > theirs else ()
    ours += air_drm(board, combat, one)
    theirs += air_drm(board, combat, other)
    if ours == theirs:
        return (one.unit, other.unit)
    return (other.unit,) if ours > theirs else (one.unit,)


def owed_in_the_air(board: CampaignBoard, combat: Combat, unit: str) -> int:
    """Steps that an air unit must still lose after its duels."""
    flight = flight_in(combat, unit)
    if flight is None:
        return 0
    due = sum(shot_down(board, combat, duel).count(unit) for duel in combat.duels)
    return flight.steps + due - steps_lost_by(board, unit)


def steps_lost_by(board: CampaignBoard, unit: str) -> int:
    """Steps that an air unit has lost; all of them when it is gone."""
    piece = board.pieces.get(unit)
    gone = piece is None or displays.box_id(board, piece.place) == displays.eliminated(
        piece.side or ""
    )
    if piece is None or gone:
        return losses.steps_in_all(board, unit)
    return losses.steps_lost(board, piece)


@RULES.covers("11.3.A", "11.16.A", "15.4.A", "15.4.C")
def air_combat_left_out(board: CampaignBoard, combat: Combat) -> Iterator[Finding]:
    """What is missing of the air-to-air combat when the die of the combat is rolled."""
    ours = unmatched(board, combat, combat.attacker)
    theirs = unmatched(board, combat, combat.defender)
    if ours and theirs:
        message = "have not fought each other in the air"
        names = (ours[0].unit, theirs[0].unit)
        yield flying_fault(board, combat, names, "15.4.A", message, "air-to-air combat first")
    for duel in combat.duels:
        if len(duel.rolls) < 2:
            both = (*duel.fighters, duel.target)
            message = "have not rolled for their fight in the air"
            yield flying_fault(board, combat, both, _rule(board, combat, duel), message, "two dice")
    for flight in combat.flights:
        owed = owed_in_the_air(board, combat, flight.unit)
        if owed > 0 and flight.unit in board.pieces:
            rules = [
                _rule(board, combat, duel)
                for duel in combat.duels
                if flight.unit in shot_down(board, combat, duel)
            ]
            message = "has not taken the loss of its fight in the air"
            who = (flight.unit,)
            yield flying_fault(board, combat, who, rules[-1], message, f"{owed} more")


def _rule(board: CampaignBoard, combat: Combat, duel: Duel) -> str:
    target = flight_in(combat, duel.target)
    return "15.4.D" if target is not None and is_fighter(board, target) else "15.4.B"


def loss_in_the_air_faults(board: CampaignBoard, piece: Piece, steps: int) -> Iterator[Finding]:
    """What is wrong with a step that an air unit loses in a combat phase."""
    combats = [c for c in board.state.combat.now.combats if flight_in(c, piece.id) is not None]
    owed = max((owed_in_the_air(board, c, piece.id) for c in combats), default=0)
    if steps > owed:
        message = "loses a step that no fight in the air costs it"
        combat = combats[-1] if combats else None
        yield flying_fault(board, combat, (piece.id,), "15.4.D", message, f"{owed} steps")


@RULES.covers("15.5.B", recorded=True)
def send_home(board: CampaignBoard, combat: Combat) -> None:
    """The air units that took part in a combat are unready again."""
    for flight in combat.flights:
        piece = board.pieces.get(flight.unit)
        if (
            piece is not None
            and not flight.away
            and steps_lost_by(board, flight.unit) < (losses.steps_in_all(board, flight.unit))
        ):
            flight.away = True
            go_home(board, piece)
