"""Sections 13.6.2, 13.7, 13.11.5 and 13.12: moves within the Combat Phase, and who may make them.

A unit retreats because it has to, withdraws because it may, or advances into a hex that the enemy
has left. Where to is in `retreat` and `advance`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from compiler.hexes import Hex
from referee.actions import Declare, Move, PhaseEnds
from referee.board import Piece
from referee.findings import Finding
from referee.games.operation_spark import assaults, eligibility, rests, retreat, units
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.combat_state import Assault, Journey, Obligation
from referee.games.operation_spark.fire import doubts, losses
from referee.games.operation_spark.retreat import Flight
from referee.games.operation_spark.state import OperationBoard

Role = Literal["retreat", "withdrawal", "advance", "gone", "back", ""]
VERBS: dict[str, Role] = {"retreat": "retreat", "withdraw": "withdrawal", "advance": "advance"}
ATTACKER_WITHDRAWS = 1
"""Hexes that an assaulting unit withdraws, by a check or of its own will (5.5 W1)."""


@dataclass(frozen=True, slots=True)
class Leg:
    """One unit's part of a move in the Combat Phase."""

    piece: Piece
    role: Role
    path: tuple[Hex, ...]
    """Hexes of this move, as far as they are known."""
    before: tuple[Hex, ...]
    """Hexes of the same journey before this move, its start not repeated."""
    complete: bool
    assault: Assault | None

    @property
    def hexes(self) -> int:
        """Hexes that the unit has gone with this move, by the shortest way."""
        if self.complete:
            return len(self.before) + len(self.path) - 1
        return len(self.before) + self.path[0].distance(self.path[-1])


def is_combat_move(board: OperationBoard, action: Move) -> bool:
    """Whether a move is one of units in the Combat Phase, not of markers on their tracks.

    Who puts a stack in order moves nothing.
    """
    if not assaults.in_combat(board) or board.is_sorting(action):
        return False
    return any(units.is_unit(piece) for piece in assaults.units_named(board, action.units))


def legs(board: OperationBoard, action: Move) -> Iterator[Leg]:
    """What each unit of a move is doing."""
    places = [board.location(text) for text in action.path]
    path = tuple(place for place in places if isinstance(place, Hex))
    for piece in assaults.units_named(board, action.units):
        if not units.is_unit(piece) or not path:
            continue
        assault = _assault_of(board, piece, action)
        role = "gone" if isinstance(places[-1], str) else role_of(board, piece, assault)
        journey = board.state.combat.journeys.get(piece.id)
        if journey is not None and path[0] == journey.path[-1] and path[-1] in journey.path[:-1]:
            role = "back"
        before = journey.path[:-1] if journey is not None and journey.kind == role else ()
        yield Leg(piece, role, path, before, action.complete, assault)


def _assault_of(board: OperationBoard, piece: Piece, action: Move) -> Assault | None:
    """The assault in progress, or that the move begins, else the unit's last."""
    going_on = assaults.meant(board, action)
    if going_on is not None:
        return going_on
    every = board.state.combat.now.assaults
    mine = (a for a in reversed(every) if piece.id in a.attackers or piece.id in a.defenders)
    return next(mine, None)


def role_of(board: OperationBoard, piece: Piece, assault: Assault | None) -> Role:
    """What a unit's move is: as announced, else what it has to do, may do, or what is left."""
    combat = board.state.combat
    said = combat.announced.get(piece.id)
    if said in VERBS:
        return VERBS[said]
    journey = combat.journeys.get(piece.id)
    if journey is not None:
        return journey.kind
    outcomes = [o for due in losses.open_for(board, piece.id) for o in due.outcomes]
    if any(o.retreat_most for o in outcomes):
        return "retreat"
    if any(o.withdraw for o in outcomes) or piece.id in combat.checks:
        return "withdrawal"
    if assault is None:
        return ""
    if piece.side != assault.attacker:
        return "withdrawal" if assaults.at(board) in assaults.DEFENDER_WITHDRAWAL else ""
    if assaults.at(board) in assaults.ATTACKER_WITHDRAWAL:
        return "withdrawal"
    return "advance" if piece.id in assault.attackers else ""


# -- announcing ------------------------------------------------------------------------------------


@RULES.effect("13.12", on="declare:retreat")
@RULES.effect("13.7", on="declare:withdraw")
@RULES.effect("13.11.5.p1", on="declare:advance")
def journeys_are_announced(action: Declare, board: OperationBoard) -> None:
    """A unit says what its move will be."""
    for name in action.units:
        board.state.combat.announced[name] = action.verb


@RULES.rule("13.1", on=Move)
def units_move_in_combat_only_to_retreat_withdraw_or_advance(
    action: Move, board: OperationBoard
) -> Iterator[Finding]:
    """Nothing else moves a unit in the Combat Phase."""
    if not is_combat_move(board, action):
        return
    for leg in legs(board, action):
        if not leg.role:
            yield Finding(
                f"{leg.piece.name} moves in the Combat Phase without cause",
                units=(leg.piece.id,),
                hexes=tuple(map(board.data.map.number, leg.path)),
                expected="a retreat, a withdrawal or an advance",
            )


@RULES.effect("13.12", "13.7.3.p1", "13.6.2.p1", on=Move, before=True)
def journeys_are_remembered(action: Move, board: OperationBoard) -> None:
    """How far a unit has gone, and that it withdrew or advanced."""
    if not is_combat_move(board, action):
        return
    now = board.state.combat.now
    for leg in list(legs(board, action)):
        name = leg.piece.id
        kind = leg.role
        if kind == "" or kind == "gone" or kind == "back":
            continue
        path = (*leg.before, *leg.path)
        number = leg.assault.number if leg.assault is not None else None
        away = flight_of(board, leg).away_from
        board.state.combat.journeys[name] = Journey(kind, path, away, number)
        if kind == "withdrawal":
            now.withdrew.add(name)
        if leg.assault is not None and leg.piece.side != leg.assault.attacker:
            leg.assault.withdrawal_paths[name] = path
        if kind == "advance" and assaults.at(board) != "assault":
            now.advanced.add(name)


# -- retreats --------------------------------------------------------------------------------------


def retreat_due(board: OperationBoard, unit: str) -> list[Obligation]:
    """What makes a unit retreat."""
    due = losses.open_for(board, unit)
    return [o for o in due if any(outcome.retreat_most for outcome in o.outcomes)]


@RULES.covers("e5.5.p8", "13.12.1")
def flight_of(board: OperationBoard, leg: Leg) -> Flight:
    """The hexes that a unit goes away from: its target hex, or those of who assaults it."""
    piece, assault = leg.piece, leg.assault
    if leg.role == "retreat":
        due = retreat_due(board, piece.id)
        away = {hex_ for o in due for hex_ in o.away_from}
        return Flight(tuple(sorted(away)), retreat=True)
    if assault is None:
        return Flight((), retreat=False)
    journey = board.state.combat.journeys.get(piece.id)
    if journey is not None and journey.kind == leg.role:
        return Flight(journey.away_from, retreat=False)
    if piece.side == assault.attacker:
        return Flight((assault.hex,), retreat=False)
    prompting = {p.place for p in assaults.marked_at(board, assault.hex)}
    hexes = (place for place in prompting if isinstance(place, Hex))
    return Flight(tuple(sorted(hexes)), retreat=False)


@RULES.rule(
    "13.12", "13.12.1", "13.12.1.p1", "13.12.1.p2", "13.12.1.p3", "e5.5.p9", "e5.5.p10",
    "11.2.4.p2", on=Move,
)  # fmt: skip
def retreats_and_withdrawals_go_where_they_may(
    action: Move, board: OperationBoard
) -> Iterator[Finding]:
    """Away from the enemy, through open hexes; a retreat also seeks cover and its map edge."""
    if not is_combat_move(board, action):
        return
    going = [leg for leg in legs(board, action) if leg.role in {"retreat", "withdrawal"}]
    for leg in going:
        if leg.role == "retreat":
            yield from _length_faults(board, leg)
        flight = flight_of(board, leg)
        if leg.complete:
            most = _most(board, leg)
            yield from retreat.faults(board, leg.piece, leg.path, flight, leg.before, most)
        elif not retreat.find(board, leg.piece, leg.path[0], leg.path[-1], flight, leg.hexes + 1):
            straight = leg.path[0], leg.path[-1]
            yield from _no_way(board, leg.piece, straight, leg.role)
    yield from _room_faults(board, tuple(leg.piece for leg in going), going)


@RULES.rule("13.12.2.p1", on=Move)
def stacks_do_not_retreat_past_the_enemy(action: Move, board: OperationBoard) -> Iterator[Finding]:
    """Units that would draw zone fire by leaving a second hex go one by one."""
    if not is_combat_move(board, action):
        return
    going = [leg for leg in legs(board, action) if leg.role in {"retreat", "withdrawal"}]
    if len(going) < 2 or not going[0].complete:
        return
    leg = going[0]
    path = (*leg.before, *leg.path)
    for hex_ in path[1:-1]:
        watching = [e for each in going for e in eligibility.watchers(board, each.piece, hex_)]
        if watching:
            yield Finding(
                f"{', '.join(each.piece.name for each in going)} go as a stack out of"
                f" {board.data.map.describe(hex_)}, where {watching[0].name} could fire at them",
                units=tuple(each.piece.id for each in going),
                hexes=(board.data.map.number(hex_),),
                expected="one unit at a time",
            )
            return


def _no_way(
    board: OperationBoard, piece: Piece, ends: tuple[Hex, Hex], role: str
) -> Iterator[Finding]:
    describe = board.data.map.describe
    yield Finding(
        f"there is no legal way for the {role} of {piece.name} to {describe(ends[1])}",
        units=(piece.id,),
        hexes=tuple(map(board.data.map.number, ends)),
        rule="13.12.1",
    )


def _length_faults(board: OperationBoard, leg: Leg) -> Iterator[Finding]:
    due, most = retreat_due(board, leg.piece.id), _most(board, leg)
    if leg.hexes <= most or doubts.is_accounted_for(board, leg.piece):
        return
    yield Finding(
        f"{leg.piece.name} retreats {'farther than it has to' if most else 'without cause'}",
        units=(leg.piece.id,),
        hexes=tuple(map(board.data.map.number, leg.path)),
        expected=f"{most} hexes" if most else "no retreat",
        found=f"{leg.hexes} hexes",
        rule=_rule_of(due, most),
    )


def _rule_of(due: list[Obligation], most: int) -> str:
    """The paragraph that tells how far a unit retreats."""
    if not most:
        return "13.12"
    rules = {obligation.rule for obligation in due} & {"e5.6", "e5.4.p8"}
    return next(iter(sorted(rules)), "e5.5.p9" if most == 1 else "e5.5.p10")


def _most(board: OperationBoard, leg: Leg) -> int:
    """Hexes that a retreat, or the withdrawal of a defender, may become."""
    if leg.role == "retreat":
        due = retreat_due(board, leg.piece.id)
        return max((o.retreat_most for d in due for o in d.outcomes), default=0)
    defends = leg.assault is not None and leg.piece.side != leg.assault.attacker
    return rests.figure(board, "withdrawal-hexes") if defends else ATTACKER_WITHDRAWS


def _goes_on(board: OperationBoard, leg: Leg) -> bool:
    """Whether a unit may stop here only to be fired at, with a hex still to go."""
    if leg.hexes >= _most(board, leg):
        return False
    return leg.role == "retreat" or bool(eligibility.watchers(board, leg.piece, leg.path[-1]))


def _room_faults(
    board: OperationBoard, pieces: tuple[Piece, ...], going: list[Leg]
) -> Iterator[Finding]:
    if not going or not board.occupants:
        return
    end = going[0].path[-1]
    if retreat.enemies_in(board, end, pieces[0].side) or retreat.has_room(board, end, pieces):
        return
    if all(_goes_on(board, leg) for leg in going):
        return
    withdrawing = going[0].role == "withdrawal"
    yield Finding(
        f"{', '.join(p.name for p in pieces)} overstack {board.data.map.describe(end)}",
        units=tuple(piece.id for piece in pieces),
        hexes=(board.data.map.number(end),),
        expected="at most 12 current steps",
        rule="11.2.4.p2" if withdrawing else "13.12.1.p3",
    )


# -- what is left undone ---------------------------------------------------------------------------


@RULES.rule("e5.5.p9", "e5.5.p5", "e5.5.p10", "13.12", on=PhaseEnds)
def retreats_and_markers_are_settled_when_the_phase_ends(
    _: PhaseEnds, board: OperationBoard
) -> Iterator[Finding]:
    """Units that have to retreat have done so, and lost markers are gone, when the phase ends."""
    for obligation in losses.owed(board):
        left = losses.taken(board, obligation)
        for unit in obligation.units:
            piece = board.pieces.get(unit)
            if piece is None or losses.is_gone(piece) or unit in board.state.combat.excused:
                continue
            if units.steps(piece) <= 0:
                continue
            yield from _marker_faults(board, obligation, piece, [o.marker_off for o in left])
            least = min((o.retreat for o in left), default=0)
            yield from _retreat_faults(board, obligation, piece, least)


@RULES.rule("13.12.1.p3", "11.2.4.p2", on=PhaseEnds)
def retreats_that_stop_short_leave_no_hex_overstacked(
    _: PhaseEnds, board: OperationBoard
) -> Iterator[Finding]:
    """A unit may go through a full hex, and stays in none."""
    last = {name: move.end for move in board.moves for name in move.units}
    for name, journey in sorted(board.state.combat.journeys.items()):
        piece = board.pieces.get(name)
        if journey.kind == "advance" or piece is None or piece.place != journey.path[-1]:
            continue
        if journey.kind == "withdrawal" and (piece.flag("suppressed") or piece.flag("disrupted")):
            continue
        if last.get(name) != piece.place or list(last.values()).count(piece.place) > 1:
            continue
        if not retreat.has_room(board, journey.path[-1], (piece,)):
            yield Finding(
                f"{piece.name} ends its {journey.kind} where there is no room for it",
                units=(name,),
                hexes=(board.data.map.number(journey.path[-1]),),
                expected="at most 12 current steps",
                rule="13.12.1.p3" if journey.kind == "retreat" else "11.2.4.p2",
            )


def _marker_faults(
    board: OperationBoard, obligation: Obligation, piece: Piece, off: list[bool]
) -> Iterator[Finding]:
    if off and all(off) and assaults.marker_hex(board, piece) is not None:
        yield Finding(
            f"{piece.name} keeps its Assault Marker after {obligation.why}",
            units=(piece.id,),
            expected="no Assault Marker",
            rule="e5.5.p5" if obligation.rule != "13.8.3.p1" else obligation.rule,
            rests_on=obligation.rests_on,
            severity="warning" if obligation.mild else "violation",
        )


def _retreat_faults(
    board: OperationBoard, obligation: Obligation, piece: Piece, least: int
) -> Iterator[Finding]:
    journey = board.state.combat.journeys.get(piece.id)
    gone = len(journey.path) - 1 if journey is not None and journey.kind == "retreat" else 0
    if isinstance(piece.place, str):
        return
    before = obligation.before[piece.id].hex
    if before is not None and isinstance(piece.place, Hex):
        gone = max(gone, before.distance(piece.place))
    if gone >= least or not _could_retreat(board, obligation, piece):
        return
    if losses.is_held_on_its_way(board, piece):
        return
    yield Finding(
        f"{piece.name} does not retreat as far as {obligation.why} demands",
        units=(piece.id,),
        expected=f"{least} hexes",
        found=f"{gone} hexes",
        rule=obligation.rule if obligation.rule in {"e5.6", "e5.4.p8"} else "e5.5.p9",
        rests_on=obligation.rests_on,
    )


def _could_retreat(board: OperationBoard, obligation: Obligation, piece: Piece) -> bool:
    """Whether there is a hex to go to; where there is none the text does not say what happens."""
    if not isinstance(piece.place, Hex):
        return False
    flight = Flight(obligation.away_from, retreat=True)
    return any(retreat.ways(board, piece, piece.place, 1, flight))


def legal_retreats(board: OperationBoard, unit: str) -> tuple[tuple[Hex, ...], ...]:
    """The ways in which a unit may make the retreat that it owes, the hex left first."""
    piece = board.pieces.get(unit)
    if piece is None or not isinstance(piece.place, Hex):
        return ()
    found: dict[tuple[Hex, ...], None] = {}
    for obligation in retreat_due(board, unit):
        flight = Flight(obligation.away_from, retreat=True)
        for length in sorted({o.retreat for o in obligation.outcomes if o.retreat}):
            found |= dict.fromkeys(retreat.ways(board, piece, piece.place, length, flight))
    return tuple(found)
