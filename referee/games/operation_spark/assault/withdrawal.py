"""Section 13.7, withdrawal: defenders that slip away before the assault, attackers that give it up.

Where they go is in `retreat`, that they move in `journeys`.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare, Move, PhaseEnds, Roll, SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.operation_spark import assaults, ground, rests, retreat, units
from referee.games.operation_spark.assault import journeys
from referee.games.operation_spark.assault.journeys import ATTACKER_WITHDRAWS, Leg
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.combat_state import WITHDRAWAL, Assault, Obligation, Outcome
from referee.games.operation_spark.fire import doubts, losses, morale, results
from referee.games.operation_spark.retreat import Flight
from referee.games.operation_spark.state import OperationBoard

CHECK = "morale-check"
PARTIAL = "partial-call-off"
GIVES_UP = "13.8.3.p1"


# -- the check -------------------------------------------------------------------------------------


@RULES.effect("e5.5.p12", on="declare:morale-check")
def checks_are_announced(action: Declare, board: OperationBoard) -> None:
    """The next die is for these units; one that names none goes on with the last."""
    if not action.units and board.state.combat.awaiting[0].startswith(CHECK):
        return
    if action.text("for", WITHDRAWAL) == WITHDRAWAL:
        board.state.combat.awaiting = (CHECK, action.units)
    else:
        board.state.combat.awaiting = (f"{CHECK}.fire", action.units)


@RULES.rule("13.7", "6.4.p1", on="declare:morale-check")
def only_defenders_try_to_withdraw(action: Declare, board: OperationBoard) -> Iterator[Finding]:
    """Units in the Assault Target Hex try, disrupted ones do not, late only motorized ones."""
    if action.text("for", WITHDRAWAL) != WITHDRAWAL:
        return
    assault = assaults.meant(board, action)
    for piece in assaults.units_named(board, action.units):
        found = next(_attempt_faults(board, piece, assault), None)
        if found is not None:
            yield found


@RULES.covers("6.4.p1", "13.7")
def _attempt_faults(
    board: OperationBoard, piece: Piece, assault: Assault | None
) -> Iterator[Finding]:
    def fault(rule: str, said: str, expected: str) -> Finding:
        return Finding(f"{piece.name} {said}", (piece.id,), expected=expected, rule=rule)

    phase = assaults.at(board)
    if assault is None or piece.place != assault.hex or piece.side == assault.attacker:
        yield fault("13.7", "tries to withdraw and is not assaulted", "a defending unit")
    elif piece.flag("disrupted"):
        yield fault("13.7", "tries to withdraw though it is disrupted", "no withdrawal")
    elif phase == "defender-withdrawal-2" and not units.is_motorized(piece):
        said = "tries to withdraw late though it is not motorized"
        yield fault("6.4.p1", said, "a wheeled, tracked or aerosan unit")
    elif piece.id in board.state.combat.checks and not _awaits_die(board, piece):
        yield fault("e5.5.p13", "tries to withdraw a second time", "one check")


def _awaits_die(board: OperationBoard, piece: Piece) -> bool:
    """Whether a die of its own is still to come for a unit that was named with others."""
    verb, names = board.state.combat.awaiting
    return verb == CHECK and piece.id in names


@RULES.effect("e5.5.p12", "e5.5.p15", on=Roll)
def checks_are_rolled(roll: Roll, board: OperationBoard) -> None:
    """The die of a check is kept for the withdrawal; a 10 suppresses.

    Of several units each has a die of its own, or those that have none the last that was thrown.
    """
    combat = board.state.combat
    verb, names = combat.awaiting
    if not verb.startswith(CHECK) or not roll.result:
        return
    if not results.awaited_verb(board, roll).startswith(CHECK):
        return
    die = roll.result[0] or 10
    words = roll.purpose.replace(".", " ").split()
    named = tuple(name for name in names if name in words) or names
    rest = names[1:] if named == names else tuple(n for n in names if n not in named)
    combat.awaiting = (verb, rest) if rest else ("", ())
    for piece in assaults.units_named(board, named):
        if verb != CHECK:
            _check_by_fire(board, piece, die)
            continue
        combat.checks[piece.id] = die
        combat.owed[:] = [o for o in combat.owed if not _is_of_the_check(o, piece)]
        if all(
            suppressed for _, suppressed in morale.withdrawal(board, piece, die, to_cover=False)
        ):
            why = f"the withdrawal check of {die}"
            losses.owe(board, (piece.id,), (Outcome(status="S"),), "e5.5.p15", why)


def _is_of_the_check(due: Obligation, piece: Piece) -> bool:
    """Whether something is owed for an earlier die of the same check."""
    return due.rule == "e5.5.p15" and due.units == (piece.id,) and not due.losses_judged


@RULES.covers("e5.5", "13.10.9")
def _check_by_fire(board: OperationBoard, piece: Piece, die: int) -> None:
    """A check of its own takes the place of the second die of the fire before it."""
    for obligation in losses.open_for(board, piece.id):
        if len(obligation.units) != 1 or obligation.losses_judged:
            continue
        found: set[Outcome] = set()
        for outcome in obligation.outcomes:
            lost = outcome.losses
            if outcome == Outcome() or lost >= units.steps(piece):
                found.add(outcome)
            else:
                found |= morale.check(board, piece, die, lost, indirect_alone=False)
        obligation.outcomes = frozenset(found)


# -- defenders -------------------------------------------------------------------------------------


@RULES.rule("e5.5.p12", "e5.5.p13", "e5.5.p15", "e5.5.p17", "13.7.p1", "e5.5.p6", on=Move)
def withdrawals_are_earned(action: Move, board: OperationBoard) -> Iterator[Finding]:
    """A defender withdraws after a check that allows it, an attacker one hex, at its own time."""
    if not journeys.is_combat_move(board, action):
        return
    for leg in journeys.legs(board, action):
        if leg.role == "withdrawal":
            attacks = leg.piece.side == board.phasing
            found = _attacker_faults(board, leg) if attacks else _defender_faults(board, leg)
            yield from found


def _fault(
    board: OperationBoard, leg: Leg, rule: str, said: str, expected: str, found: str = ""
) -> Finding:
    numbers = tuple(map(board.data.map.number, leg.path))
    return Finding(f"{leg.piece.name} {said}", (leg.piece.id,), numbers, expected, found, rule=rule)


def _defender_faults(board: OperationBoard, leg: Leg) -> Iterator[Finding]:
    piece = leg.piece
    if piece.id in board.state.combat.excused:
        return
    die = board.state.combat.checks.get(piece.id)
    if die is None:
        yield _fault(board, leg, "e5.5.p12", "withdraws without a morale check", "a check")
        return
    way = (*leg.before, *leg.path)
    if not _is_allowed(board, piece, die, way) and not _may_reach_cover(board, piece, die, way):
        rule = "e5.5.p15" if die == board.data.dice["d10"].sides else "e5.5.p13"
        yield _fault(
            board, leg, rule, "withdraws though its check failed", "no withdrawal", str(die)
        )
    most = rests.figure(board, "withdrawal-hexes")
    if leg.hexes > most:
        yield _fault(
            board, leg, "13.12.1", "withdraws too far", f"at most {most} hexes", str(leg.hexes)
        )


@RULES.covers("e5.5.p13", "e5.5.p17")
def _is_allowed(board: OperationBoard, piece: Piece, die: int, way: tuple[Hex, ...]) -> bool:
    """Whether a check allows a way: into cover with its first hex or its last one, or without."""
    covers = {is_shelter(board, hex_) for hex_ in (way[1:2] or way) + way[-1:]}
    results = (r for c in covers for r in morale.withdrawal(board, piece, die, to_cover=c))
    return any(allowed for allowed, _ in results)


def _may_reach_cover(board: OperationBoard, piece: Piece, die: int, way: tuple[Hex, ...]) -> bool:
    """Whether a unit that has stopped on its way may still go on into cover, as its check needs."""
    if len(way) > rests.figure(board, "withdrawal-hexes"):
        return False
    if not any(may for may, _ in morale.withdrawal(board, piece, die, to_cover=True)):
        return False
    near = board.data.map.grid.neighbours(way[-1]).values()
    return any(is_shelter(board, hex_) and hex_.distance(way[0]) == len(way) for hex_ in near)


@RULES.rule("e5.5.p13", "e5.5.p17", on=PhaseEnds)
def withdrawals_end_where_the_check_allows(
    _: PhaseEnds, board: OperationBoard
) -> Iterator[Finding]:
    """A unit that stopped in the open, as if to go on into cover, has gone on.

    One that fire has shaken on its way stays where it is.
    """
    if assaults.at(board) not in assaults.DEFENDER_WITHDRAWAL:
        return
    for name, journey in board.state.combat.journeys.items():
        piece = board.pieces.get(name)
        if piece is not None and has_stopped_short(board, piece):
            yield Finding(
                f"{piece.name} withdraws into the open though its check failed",
                units=(name,),
                hexes=tuple(map(board.data.map.number, journey.path)),
                expected="a withdrawal into cover, or none",
                found=str(board.state.combat.checks[name]),
            )


@RULES.covers("e5.5.p13", "e5.5.p17")
def has_stopped_short(board: OperationBoard, piece: Piece) -> bool:
    """Whether a unit has yet to go on into the cover that its check needs."""
    combat = board.state.combat
    journey, die = combat.journeys.get(piece.id), combat.checks.get(piece.id)
    if journey is None or journey.kind != "withdrawal" or die is None:
        return False
    if piece.place != journey.path[-1] or piece.id in combat.excused:
        return False
    if piece.flag("suppressed") or piece.flag("disrupted"):
        return False
    allowed = _is_allowed(board, piece, die, journey.path)
    return not allowed and _may_reach_cover(board, piece, die, journey.path)


@RULES.covers("13.7.p1", "e5.5.p17")
def is_shelter(board: OperationBoard, hex_: Hex) -> bool:
    """Concealed terrain or an entrenchment: what makes a withdrawal easier."""
    return ground.is_concealed(board, hex_) or ground.ENTRENCHMENT in ground.terrains(board, hex_)


def legal_withdrawals(board: OperationBoard, unit: str) -> tuple[tuple[Hex, ...], ...]:
    """The ways in which a defender that has passed its check may withdraw."""
    piece, assault = board.pieces.get(unit), assaults.current(board)
    die = board.state.combat.checks.get(unit)
    if piece is None or assault is None or die is None or not isinstance(piece.place, Hex):
        return ()
    prompting = {p.place for p in assaults.marked_at(board, assault.hex)}
    flight = Flight(
        tuple(h for h in sorted(prompting, key=str) if isinstance(h, Hex)), retreat=False
    )
    found = []
    for length in range(1, rests.figure(board, "withdrawal-hexes") + 1):
        for path in retreat.ways(board, piece, piece.place, length, flight):
            to_cover = is_shelter(board, path[-1])
            if any(a for a, _ in morale.withdrawal(board, piece, die, to_cover=to_cover)):
                found.append(path)
    return tuple(found)


# -- attackers -------------------------------------------------------------------------------------


@RULES.covers("e5.5.p6", "13.7.3.p1")
def _attacker_faults(board: OperationBoard, leg: Leg) -> Iterator[Finding]:
    piece = leg.piece
    due = losses.open_for(board, piece.id)
    by_check = any(outcome.withdraw for o in due for outcome in o.outcomes)
    in_time = assaults.at(board) in assaults.ATTACKER_WITHDRAWAL
    forced = leg.assault is not None and vehicles_gave_up(board, leg.assault)
    told = doubts.is_accounted_for(board, piece)
    if not in_time and not by_check and not forced and not told:
        words = "withdraws when it is not time for it"
        yield _fault(board, leg, "13.1", words, "an Attacker Withdrawal, or a check that allows it")
    if leg.hexes > ATTACKER_WITHDRAWS:
        yield _fault(board, leg, "e5.5.p6", "withdraws too far", "one hex", f"{leg.hexes} hexes")


@RULES.effect("13.7.3.p1", on=Move, before=True)
def attackers_that_withdraw_give_up(action: Move, board: OperationBoard) -> None:
    """An attacker that withdraws has given up its assault: its marker has to be taken off."""
    if not journeys.is_combat_move(board, action):
        return
    for leg in journeys.legs(board, action):
        piece = leg.piece
        if leg.role != "withdrawal" or piece.side != board.phasing:
            continue
        due = losses.open_for(board, piece.id)
        if any(outcome.marker_off for o in due for outcome in o.outcomes):
            continue
        if assaults.marker_hex(board, piece) is not None:
            board.state.combat.now.gave_up.add(piece.id)
            outcome = Outcome(marker_off=True, withdraw=ATTACKER_WITHDRAWS)
            losses.owe(board, (piece.id,), (outcome,), "13.7.3.p1", "its withdrawal")


@RULES.rule("13.1", on="declare:call-off")
def assaults_are_called_off_in_time(action: Declare, board: OperationBoard) -> Iterator[Finding]:
    """A unit with a marker gives up its assault in an Attacker Withdrawal."""
    for piece in assaults.units_named(board, action.units):
        if assaults.marker_hex(board, piece) is None:
            yield Finding(
                f"{piece.name} calls off an assault and has no Assault Marker",
                units=(piece.id,),
                expected="a unit with a marker",
            )


@RULES.effect("13.7.3.p1", on="declare:call-off")
def assaults_that_are_called_off_leave_no_marker(action: Declare, board: OperationBoard) -> None:
    """The marker has to be taken off."""
    names = [
        piece.id
        for piece in assaults.units_named(board, action.units)
        if assaults.marker_hex(board, piece) is not None
    ]
    for name in names:
        board.state.combat.now.gave_up.add(name)
        outcome = Outcome(marker_off=True, withdraw=ATTACKER_WITHDRAWS)
        losses.owe(board, (name,), (outcome,), "13.7.3.p1", "calling off its assault")


@RULES.rule("13.1", on=SetState)
def markers_come_off_with_a_reason(action: SetState, board: OperationBoard) -> Iterator[Finding]:
    """Before assault combat a marker comes off by a check, or in an Attacker Withdrawal."""
    if action.state != "assault" or action.value or action.unit not in board.pieces:
        return
    phase = assaults.at(board)
    if phase not in assaults.SEGMENTS or phase in assaults.ATTACKER_WITHDRAWAL:
        return
    piece = board.pieces[action.unit]
    pointed = assaults.marker_hex(board, piece)
    if pointed is None or not retreat.enemies_in(board, pointed, piece.side):
        return
    due = losses.open_for(board, piece.id)
    called_for = any(o.marker_off for d in due for o in d.outcomes)
    if called_for or doubts.is_accounted_for(board, piece):
        return
    if piece.id in board.state.combat.now.gave_up:
        # It had to come off before, which has been found then.
        return
    assault = assaults.current(board)
    if piece.id in board.state.combat.now.advanced or assault is None:
        return
    if pointed == assault.hex and (assault.resolved or vehicles_gave_up(board, assault)):
        return
    yield Finding(
        f"{piece.name} takes off its Assault Marker without cause",
        units=(piece.id,),
        hexes=(board.data.map.number(pointed),),
        expected="an Attacker Withdrawal, or a check that calls for it",
    )


@RULES.covers("13.8.3.p1")
def vehicles_gave_up(board: OperationBoard, assault: Assault) -> bool:
    """Whether there were vehicles in an assault, and all have lost their markers or have to."""
    vehicles = [p for p in assaults.units_named(board, assault.attackers) if units.is_afv(p)]
    for piece in vehicles:
        due = losses.open_for(board, piece.id)
        owes = any(o.marker_off for d in due for o in losses.taken(board, d))
        if assaults.marker_hex(board, piece) is not None and not owes:
            return False
    return bool(vehicles)


@RULES.effect("13.8.3.p1", on=SetState)
def infantry_gives_up_with_its_vehicles(action: SetState, board: OperationBoard) -> None:
    """When the last vehicle of an assault has lost its marker, so does the infantry.

    All of it, or only what is stacked with the vehicles: that is for the players to agree upon, by
    the option or without (defect call-off-by-vehicles).
    """
    if action.state != "assault" or action.value or action.unit not in board.pieces:
        return
    assault = assaults.current(board)
    if assault is None or assault.resolved or action.unit not in assault.attackers:
        return
    vehicles = [p for p in assaults.units_named(board, assault.attackers) if units.is_afv(p)]
    lost = [p for p in vehicles if assaults.marker_hex(board, p) is None]
    if not units.is_afv(board.pieces[action.unit]) or len(lost) < len(vehicles):
        return
    hexes = {assault.attackers[piece.id] for piece in vehicles}
    outcome = Outcome(marker_off=True, withdraw=ATTACKER_WITHDRAWS)
    for piece in assaults.marked_at(board, assault.hex):
        apart = piece.place not in hexes
        if apart and PARTIAL in board.options:
            continue
        why = "the loss of all vehicles' markers"
        losses.owe(board, (piece.id,), (outcome,), GIVES_UP, why, mild=apart)
