"""Sections 9.3.6, 13.1 and 13.4.2: Assault Markers, Assault Target Hexes, and who is involved.

Which assault is being carried out follows from what the log says in its section. Assault combat
itself is in `assault`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import MappingProxyType

from compiler.hexes import Direction, Hex
from referee.actions import Action, BeginPhase, Declare, Move, SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.combat_state import Assault, CombatPhase
from referee.games.operation_spark.state import OperationBoard

SEGMENTS = MappingProxyType(
    {
        "surprise": 0, "barrage": 1, "defender-withdrawal-1": 2, "defensive-fire-1": 3,
        "attacker-withdrawal-1": 4, "offensive-fire-1": 5, "defender-withdrawal-2": 6,
        "defensive-fire-2": 7, "attacker-withdrawal-2": 8, "offensive-fire-2": 9, "assault": 10,
    }
)  # fmt: skip
"""Phases of an assault in order (13.1)."""
DEFENSIVE = frozenset({"defensive-fire-1", "defensive-fire-2"})
OFFENSIVE = frozenset({"offensive-fire-1", "offensive-fire-2"})
DEFENDER_WITHDRAWAL = frozenset({"defender-withdrawal-1", "defender-withdrawal-2"})
ATTACKER_WITHDRAWAL = frozenset({"attacker-withdrawal-1", "attacker-withdrawal-2"})
OF_ITS_OWN = frozenset({"13.7.3.p1", "13.8.3.p1"})
"""Paragraphs by which a unit gives up its assault without a failed check."""
ASIDE = frozenset({"zone-fire", "reveal"})
"""Verbs that may speak of any hex: they belong to the assault in progress, wherever they aim."""
COMBAT_PHASES = frozenset({"air-strikes", "counterbattery", "post-assault", *SEGMENTS})


def at(board: OperationBoard) -> str:
    """Id of the phase without its section; empty before the first."""
    return board.phase.phase.id if board.phase is not None else ""


def in_combat(board: OperationBoard) -> bool:
    """Whether it is the Combat Phase of an impulse."""
    return at(board) in COMBAT_PHASES


# -- markers ---------------------------------------------------------------------------------------


@RULES.covers("9.3.6.p1")
def marker_hex(board: OperationBoard, piece: Piece) -> Hex | None:
    """The hex that a unit's marker points at; None without one, or once it has assaulted."""
    if piece.id in board.state.combat.now.participated:
        return None
    return _pointed(board, piece, piece.states.get("assault"))


def _pointed(board: OperationBoard, piece: Piece, direction: object) -> Hex | None:
    if not isinstance(piece.place, Hex) or not isinstance(direction, str) or not direction:
        return None
    try:
        return board.data.map.grid.neighbour(piece.place, Direction(direction))
    except ValueError:
        return None


def marked_at(board: OperationBoard, target: Hex) -> list[Piece]:
    """Units whose Assault Markers point at a hex."""
    near = board.data.map.grid.neighbours(target).values()
    beside = (piece for hex_ in near for piece in board.units_at(hex_))
    return [piece for piece in beside if marker_hex(board, piece) == target]


def target_hexes(board: OperationBoard) -> frozenset[Hex]:
    """The Assault Target Hexes whose assaults are still to be carried out."""
    return board.derived("assault target hexes", _target_hexes)


def _target_hexes(board: OperationBoard) -> frozenset[Hex]:
    pointed = (marker_hex(board, piece) for piece in board.on_map(board.phasing))
    return frozenset(hex_ for hex_ in pointed if hex_ is not None)


# -- the assault in progress -----------------------------------------------------------------------


def current(board: OperationBoard) -> Assault | None:
    """The assault that is being carried out, once the log has said which."""
    now = board.state.combat.now
    return next((a for a in reversed(now.assaults) if not a.closed), None)


def by_number(board: OperationBoard, number: int | None) -> Assault | None:
    """The assault of a number."""
    return next((a for a in board.state.combat.now.assaults if a.number == number), None)


def hex_meant(board: OperationBoard, action: Action) -> Hex | None:
    """The Assault Target Hex that an action of an assault's section speaks of, if it tells.

    Its target tells first, then the assault in progress, then the units that act. Where an assault
    was begun too early, and its own section has not come for certain, the units come before it.
    """
    if at(board) not in SEGMENTS or not isinstance(action, (Declare, Move)):
        return None
    if isinstance(action, Move) and board.is_sorting(action):
        return None
    if isinstance(action, Declare) and action.verb in ASIDE:
        return None
    target = declared_hex(board, action) if isinstance(action, Declare) else None
    if target is not None:
        return _assault_at(board, target, _told_by(board, action))
    going_on = current(board)
    if going_on is not None and not going_on.carried:
        return going_on.hex
    for piece in units_named(board, action.units):
        if isinstance(piece.place, Hex):
            found = marker_hex(board, piece) or _assault_at(board, piece.place)
            if found is not None:
                return found
    if going_on is None and isinstance(action, Declare) and action.verb == "surprise":
        left = target_hexes(board) - {assault.hex for assault in board.state.combat.now.assaults}
        return next(iter(left)) if len(left) == 1 else None
    return going_on.hex if going_on is not None else None


def _told_by(board: OperationBoard, action: Declare | Move) -> list[Hex | None]:
    """Target hexes that those who act stand in or assault, then those that its targets assault."""
    firers = units_named(board, action.units)
    targets = action.names("targets") if isinstance(action, Declare) else ()
    places = [piece.place if isinstance(piece.place, Hex) else None for piece in firers]
    aimed = units_named(board, targets)
    return [*places, *(marker_hex(board, piece) for piece in (*firers, *aimed))]


def _assault_at(board: OperationBoard, place: Hex, told: Iterable[Hex | None] = ()) -> Hex | None:
    """The Assault Target Hex that a hex is, or that units in it assault; of several that `told`."""
    going_on = current(board)
    if place in target_hexes(board) or (going_on is not None and going_on.hex == place):
        return place
    pointed = [marker_hex(board, piece) for piece in board.units_at(place)]
    if going_on is not None and (going_on.hex in pointed or place in going_on.attackers.values()):
        return going_on.hex
    told_of = [hex_ for hex_ in told if hex_ in pointed]
    return next((hex_ for hex_ in (*told_of, *pointed) if hex_ is not None), None)


def meant(board: OperationBoard, action: Action) -> Assault | None:
    """The assault that an action belongs to, not yet part of the position if it begins one."""
    target = hex_meant(board, action)
    going_on = current(board)
    if target is None or (going_on is not None and going_on.hex == target):
        return going_on
    assault = Assault(len(board.state.combat.now.assaults) + 1, target, board.phasing or "")
    note_involved(board, assault)
    return assault


def declared_hex(board: OperationBoard, action: Declare) -> Hex | None:
    """The hex that a declaration is aimed at: by its number, or where a target unit stands."""
    for name in (*action.names("targets"), action.target or ""):
        piece = board.pieces.get(name)
        if piece is not None and isinstance(piece.place, Hex):
            return piece.place
    place = board.location(action.target) if action.target else None
    return place if isinstance(place, Hex) else None


def involved(assault: Assault, side: str) -> tuple[str, ...]:
    """Units of a side that are or were involved: those with markers, the defenders."""
    return tuple(sorted(assault.attackers if side == assault.attacker else assault.defenders))


@RULES.covers("13.4.2.p2", "13.4.2.p1")
def is_involved(board: OperationBoard, unit: str) -> bool:
    """Whether a unit is or was involved in an assault of this impulse, or took part in one."""
    now = board.state.combat.now
    if unit in now.received or unit in now.participated:
        return True
    return any(unit in a.attackers or unit in a.defenders for a in now.assaults)


def is_terminated(board: OperationBoard, assault: Assault) -> bool:
    """Whether nobody assaults the hex any more."""
    return not marked_at(board, assault.hex)


def defenders_in(board: OperationBoard, assault: Assault) -> list[Piece]:
    """The units that are now in the Assault Target Hex to defend it."""
    return [p for p in board.units_at(assault.hex) if p.side not in (None, assault.attacker)]


# -- keeping track ---------------------------------------------------------------------------------


@RULES.effect("13.1", "13.4.2.p2", on=BeginPhase)
def assaults_begin_and_end_with_their_sections(_: BeginPhase, board: OperationBoard) -> None:
    """An impulse starts afresh; the next assault's section ends the one before it."""
    combat = board.state.combat
    phase = at(board)
    if phase == "movement":
        combat.now = CombatPhase()
    combat.journeys.clear()
    combat.announced.clear()
    combat.checks.clear()
    combat.excused.clear()
    combat.groundless.clear()
    combat.heavy_as.clear()
    combat.zone_hits.clear()
    combat.awaiting = ("", ())
    for piece in board.on_map(board.phasing):
        pointed = marker_hex(board, piece)
        if pointed is not None:
            combat.now.received.setdefault(piece.id, pointed)
    for fire in combat.now.fires:
        fire.closed = True
    before = combat.segment
    combat.segment = SEGMENTS.get(phase, -1)
    combat.fired_before = len(combat.now.fired)
    if combat.segment <= before or combat.segment < 0:
        for assault in combat.now.assaults:
            assault.closed = not assault.early
            assault.early, assault.carried = False, assault.early


@RULES.rule("13.1", on=Action)
def one_assault_follows_another(action: Action, board: OperationBoard) -> Iterator[Finding]:
    """An assault is over before another hex is dealt with."""
    going_on, target = current(board), hex_meant(board, action)
    if going_on is None or going_on.carried or target is None or target == going_on.hex:
        return
    describe = board.data.map.describe
    yield Finding(
        f"{describe(target)} is dealt with during the assault on {describe(going_on.hex)}",
        hexes=(board.data.map.number(target),),
        expected=f"the assault on {describe(going_on.hex)} to its end",
    )


@RULES.effect("9.3.6.p1", "13.1", on=Action, before=True)
def an_assault_is_the_one_that_is_spoken_of(action: Action, board: OperationBoard) -> None:
    """The first declaration of a section tells which hex is assaulted in it."""
    assault = meant(board, action) if at(board) in SEGMENTS else None
    if assault is None or hex_meant(board, action) is None:
        return
    now = board.state.combat.now
    if assault not in now.assaults:
        before = current(board)
        assault.early = before is not None and not before.carried
        for other in now.assaults:
            other.closed = True
        now.assaults.append(assault)
    assault.carried = False
    note_involved(board, assault)


def note_involved(board: OperationBoard, assault: Assault) -> None:
    """Units with markers and units in the hex are involved from now on."""
    for piece in marked_at(board, assault.hex):
        if isinstance(piece.place, Hex):
            assault.attackers.setdefault(piece.id, piece.place)
    assault.defenders.update(piece.id for piece in defenders_in(board, assault))


@RULES.effect("9.3.6.p1", on=SetState, before=True)
def markers_are_remembered(action: SetState, board: OperationBoard) -> None:
    """A marker put down is remembered with the hex it points at, one taken off with the reason."""
    if action.state != "assault" or action.unit is None or action.unit not in board.pieces:
        return
    piece = board.pieces[action.unit]
    now = board.state.combat.now
    pointed = _pointed(board, piece, action.value)
    owed = [o for o in board.state.combat.owed if piece.id in o.units and not o.cleared]
    checked = [o for o in owed if o.rule not in OF_ITS_OWN]
    forced = any(outcome.marker_off for o in checked for outcome in o.outcomes)
    if at(board) == "movement" and not forced:
        # Until the phase ends its owner may turn it, or take it up again.
        now.received.pop(piece.id, None)
    if pointed is not None:
        now.received.setdefault(piece.id, pointed)
    elif piece.id not in now.gave_up and marker_hex(board, piece) is not None and in_combat(board):
        (now.lost if forced else now.gave_up).add(piece.id)


def units_named(board: OperationBoard, names: Iterable[str]) -> list[Piece]:
    """The pieces of some ids that are in play."""
    return [board.pieces[name] for name in names if name in board.pieces]
