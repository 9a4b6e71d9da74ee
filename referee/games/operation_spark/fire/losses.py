"""What fire and assaults cost, booked when the dice fall and compared with what the players did.

Step losses, status and elimination (13.10.8, 13.10.10) are looked at when the next combat begins,
markers and retreats when the phase ends. Other chapters may owe something here too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from compiler.hexes import Hex
from referee.actions import Action, Declare, PhaseEnds, Roll
from referee.board import Piece
from referee.findings import Finding
from referee.games.operation_spark import assaults, units
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.combat_state import Before, Obligation, Outcome
from referee.games.operation_spark.fire import morale
from referee.games.operation_spark.state import OperationBoard

FIRE_VERBS = frozenset({"fire", "zone-fire", "counterbattery", "barrage", "air-strike"})
OFF_MAP = ("eliminated", "retreated")
"""How the boxes of units that are gone end (`soviet-eliminated`)."""


# -- owing -----------------------------------------------------------------------------------------


def owe(
    board: OperationBoard,
    names: Iterable[str],
    outcomes: Iterable[Outcome],
    rule: str,
    why: str,
    *,
    first_losses: tuple[str, ...] = (),
    rests_on: tuple[str, ...] = (),
    away_from: tuple[Hex, ...] = (),
    mild: bool = False,
) -> None:
    """Book what units have to suffer: one of some outcomes, shared losses and all."""
    pieces = assaults.units_named(board, names)
    found = frozenset(outcomes)
    if not pieces or found == {Outcome()}:
        return
    board.state.combat.owed.append(
        Obligation(
            tuple(piece.id for piece in pieces),
            found,
            {piece.id: _as_it_is(board, piece) for piece in pieces},
            rule,
            why,
            first_losses,
            rests_on,
            away_from,
            mild,
        )
    )


def _as_it_is(board: OperationBoard, piece: Piece) -> Before:
    return Before(
        piece.level("step-losses"),
        piece.flag("suppressed"),
        piece.flag("disrupted"),
        assaults.marker_hex(board, piece) is not None,
        piece.place if isinstance(piece.place, Hex) else None,
    )


def open_for(board: OperationBoard, unit: str) -> list[Obligation]:
    """What is still open for a unit."""
    return [o for o in board.state.combat.owed if unit in o.units and not o.cleared]


def owed(board: OperationBoard) -> tuple[Obligation, ...]:
    """Everything that has to be suffered and has not been looked at: for legal actions."""
    return tuple(o for o in board.state.combat.owed if not o.cleared)


# -- what was done ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Suffered:
    """What has become of a unit since something was owed."""

    losses: int
    gone: bool
    suppressed: bool
    disrupted: bool


def is_gone(piece: Piece | None) -> bool:
    """Whether a unit is out of play, or in the box of those that are."""
    if piece is None or piece.place is None:
        return True
    return isinstance(piece.place, str) and piece.place.endswith(OFF_MAP[0])


def suffered(board: OperationBoard, obligation: Obligation, unit: str) -> Suffered:
    """What a unit of an obligation has suffered so far; one without steps is as good as gone."""
    before = obligation.before[unit]
    piece = board.pieces.get(unit)
    if piece is None or is_gone(piece):
        total = units.all_steps(piece) if piece is not None else before.lost
        return Suffered(max(total - before.lost, 0), True, False, False)
    lost = piece.level("step-losses") - before.lost
    if units.steps(piece) <= 0:
        return Suffered(lost, True, False, False)
    return Suffered(lost, False, piece.flag("suppressed"), piece.flag("disrupted"))


@RULES.covers("13.10.10", "e5.5.p7", "e5.5.p8")
def _status_fits(outcome: Outcome, before: Before, now: Suffered, surprised: str) -> bool:
    """A suppressed unit that is suppressed again may stay so or be disrupted: not in the text.

    The status that surprise brings at the end of an assault may be marked already.
    """
    if surprised and (now.disrupted if surprised == "D" else now.suppressed):
        return True
    if outcome.status == "D":
        return now.disrupted
    if outcome.status == "S":
        return now.suppressed or (now.disrupted and (before.disrupted or before.suppressed))
    return (now.suppressed, now.disrupted) == (before.suppressed, before.disrupted)


def _fits(board: OperationBoard, obligation: Obligation, outcome: Outcome) -> bool:
    """Whether losses, status and elimination are as an outcome has them."""
    found = {unit: suffered(board, obligation, unit) for unit in obligation.units}
    if outcome.eliminated:
        return all(each.gone for each in found.values())
    disputed = board.state.combat.now.disputed
    for unit, each in found.items():
        if each.losses < 0 and unit not in disputed:
            return False
        if unit in disputed:
            continue
        surprised = _surprised(board, unit)
        if not each.gone and not _status_fits(outcome, obligation.before[unit], each, surprised):
            return False
    return _losses_fit(board, obligation, outcome, found)


def _surprised(board: OperationBoard, unit: str) -> str:
    """The status that surprise brings a unit, empty if none."""
    piece = board.pieces.get(unit)
    found = [] if piece is None else morale.surprises(board, piece)
    return max((s.status for s in found), key=("", "S", "D").index, default="")


def _losses_fit(
    board: OperationBoard, obligation: Obligation, outcome: Outcome, found: dict[str, Suffered]
) -> bool:
    left = sum(_steps_before(board, obligation, unit) for unit in obligation.units)
    if outcome.losses >= left:
        return all(each.gone for each in found.values())
    unknown = any(board.pieces.get(unit) is None for unit in obligation.units)
    taken = sum(
        _steps_before(board, obligation, unit) if each.gone else each.losses
        for unit, each in found.items()
    )
    late = sum(board.state.combat.now.disputed.get(unit, 0) for unit in obligation.units)
    return taken in {outcome.losses, outcome.losses + late} or (unknown and taken <= outcome.losses)


def _steps_before(board: OperationBoard, obligation: Obligation, unit: str) -> int:
    counter = board.counter(unit)
    steps = counter.value("steps")
    return max((steps if isinstance(steps, int) else 1) - obligation.before[unit].lost, 0)


@RULES.covers("e5.5.p14")
def is_held_on_its_way(board: OperationBoard, piece: Piece, *, surely: bool = False) -> bool:
    """Whether zone fire has shaken a unit where it is now, on its way: it may not leave the hex."""
    journey = board.state.combat.journeys.get(piece.id)
    if journey is None or len(journey.path) < 2 or journey.path[-1] != piece.place:
        return False
    every = all if surely else any
    return any(
        due.before[piece.id].hex == piece.place and every(o.status for o in due.outcomes)
        for due in open_for(board, piece.id)
        if len(due.units) == 1
    )


# -- looking at it ---------------------------------------------------------------------------------


def settles(board: OperationBoard, action: Action) -> bool:
    """Whether losses have to be taken before an action: a combat begins, or the phase ends."""
    if isinstance(action, PhaseEnds):
        return True
    if isinstance(action, Roll):
        assault = assaults.current(board)
        return assault is not None and assault.tied and assault.ready
    if not isinstance(action, Declare):
        return False
    if action.verb == "assault":
        return True
    return action.verb in FIRE_VERBS and (bool(action.units) or action.verb == "air-strike")


@RULES.rule("13.10.8.p1", "13.10.8.p2", "e5.5", "13.11.4.p1", on=Action)
def losses_are_taken_as_the_dice_fall(action: Action, board: OperationBoard) -> Iterator[Finding]:
    """Step losses, suppression, disruption and elimination are what the tables give."""
    if not settles(board, action):
        return
    for obligation in board.state.combat.owed:
        if obligation.losses_judged or obligation.cleared:
            continue
        yield from _loss_faults(board, obligation)


def _loss_faults(board: OperationBoard, obligation: Obligation) -> Iterator[Finding]:
    if board.state.combat.excused & set(obligation.units):
        return
    if not any(_fits(board, obligation, outcome) for outcome in obligation.outcomes):
        yield Finding(
            f"{_names(board, obligation)} did not suffer what {obligation.why} brings",
            units=obligation.units,
            expected=morale.readable(obligation.outcomes),
            found=_found(board, obligation),
            rests_on=obligation.rests_on,
            rule=_rule_broken(board, obligation),
        )
        return
    yield from _order_faults(board, obligation)
    yield from _face_faults(board, obligation)


def _rule_broken(board: OperationBoard, obligation: Obligation) -> str:
    """The paragraph on the losses, or that on the status where only it is wrong."""
    found = {unit: suffered(board, obligation, unit) for unit in obligation.units}
    right = [o for o in obligation.outcomes if _losses_fit(board, obligation, o, found)]
    status = {o.status for o in right if not o.eliminated}
    if not right or obligation.rule not in {"13.10.8.p1", "e5.5"}:
        return obligation.rule
    if any(o.eliminated for o in right) and not status:
        return "e5.5.p11"
    return {"S": "e5.5.p7", "D": "e5.5.p8"}.get(max(status, key=("", "S", "D").index), "13.10.10")


def _names(board: OperationBoard, obligation: Obligation) -> str:
    return ", ".join(board.counter(unit).name for unit in obligation.units)


def _found(board: OperationBoard, obligation: Obligation) -> str:
    words = []
    for unit in obligation.units:
        now, before = suffered(board, obligation, unit), obligation.before[unit]
        said = []
        if now.gone:
            said.append("eliminated")
        if now.losses and not now.gone:
            said.append(f"{now.losses} step loss{'es' if abs(now.losses) != 1 else ''}")
        if now.suppressed and not before.suppressed:
            said.append("suppressed")
        if now.disrupted and not before.disrupted:
            said.append("disrupted")
        name = f"{board.counter(unit).name}: " if len(obligation.units) > 1 else ""
        words.append(name + (", ".join(said) or "nothing"))
    return "; ".join(words)


@RULES.covers("13.11.4.p1", "e5.2.p10")
def _order_faults(board: OperationBoard, obligation: Obligation) -> Iterator[Finding]:
    """Units whose bonus was applied lose a step each before any other does, in their order."""
    hurt = {unit: suffered(board, obligation, unit) for unit in obligation.units}
    total = sum(max(each.losses, int(each.gone)) for each in hurt.values())
    for unit in obligation.first_losses[:total]:
        each = hurt.get(unit)
        if each is not None and not each.gone and each.losses < 1:
            others = [u for u in obligation.units if hurt[u].losses > 0 or hurt[u].gone]
            yield Finding(
                f"{board.counter(unit).name} gave a bonus and takes no step loss, others do",
                units=(unit, *others),
                expected="the first losses: armor, then engineers, then submachine-guns",
                found=", ".join(board.counter(u).name for u in others),
                rule="13.11.4.p1",
            )
            return


@RULES.covers("13.10.8.p2")
def _face_faults(board: OperationBoard, obligation: Obligation) -> Iterator[Finding]:
    """A unit with half its steps or fewer shows its reverse side, and no other does."""
    for unit in obligation.units:
        piece = board.pieces.get(unit)
        if piece is None or is_gone(piece) or "reduced" not in piece.counter.faces:
            continue
        if units.steps(piece) <= 0:
            continue
        if piece.level("step-losses") == obligation.before[unit].lost:
            continue
        turned = units.is_flipped_at(piece, units.steps(piece))
        if (piece.face == "reduced") != turned:
            yield Finding(
                f"{piece.name} shows the wrong side with {units.steps(piece)} of"
                f" {units.all_steps(piece)} steps",
                units=(unit,),
                expected="the reverse side" if turned else "the front",
                found=piece.face,
                rule="13.10.8.p2",
            )


@RULES.rule("13.10.8.p1", on=PhaseEnds)
def units_without_steps_leave_the_map(_: PhaseEnds, board: OperationBoard) -> Iterator[Finding]:
    """A unit that has lost its last step is removed, or put into its box, in the phase."""
    names = (unit for obligation in owed(board) for unit in obligation.units)
    for unit in dict.fromkeys(names):
        piece = board.pieces.get(unit)
        if piece is None or not isinstance(piece.place, Hex) or units.steps(piece) > 0:
            continue
        if unit not in board.state.combat.excused:
            yield Finding(
                f"{piece.name} has no step left and is still on the map",
                units=(unit,),
                hexes=(board.data.map.number(piece.place),),
                expected="its removal",
            )


def taken(board: OperationBoard, obligation: Obligation) -> frozenset[Outcome]:
    """The outcomes whose losses and status have been suffered; all, if none has been."""
    found = frozenset(o for o in obligation.outcomes if _fits(board, obligation, o))
    return found if found and not obligation.losses_judged else obligation.outcomes


@RULES.effect("13.10.8.p1", "13.10.10", on=Action, before=True)
def losses_are_settled(action: Action, board: OperationBoard) -> None:
    """What was looked at is done with: of the outcomes those remain that were taken."""
    if not settles(board, action):
        return
    for obligation in board.state.combat.owed:
        if obligation.losses_judged or obligation.cleared:
            continue
        obligation.losses_judged = True
        taken = frozenset(o for o in obligation.outcomes if _fits(board, obligation, o))
        if taken:
            obligation.outcomes = taken
        else:
            _dispute(board, obligation)


def _dispute(board: OperationBoard, obligation: Obligation) -> None:
    """What was found once is not found again: later losses may make up for it."""
    board.state.combat.excused.update(obligation.units)
    expected = max((o.losses for o in obligation.outcomes), default=0)
    falls = any(o.eliminated for o in obligation.outcomes)
    for unit in obligation.units:
        missing = expected - suffered(board, obligation, unit).losses
        if falls and unit in board.pieces:
            missing = max(missing, units.steps(board.pieces[unit]))
        board.state.combat.now.disputed[unit] = missing


@RULES.effect("13.10.8.p1", on=PhaseEnds)
def what_was_owed_is_forgotten(_: PhaseEnds, board: OperationBoard) -> None:
    """Nothing is owed beyond the phase; a marker that had to come off counts for nothing."""
    for obligation in owed(board):
        if not obligation.mild and all(o.marker_off for o in obligation.outcomes):
            board.state.combat.now.gave_up.update(obligation.units)
    board.state.combat.owed.clear()
