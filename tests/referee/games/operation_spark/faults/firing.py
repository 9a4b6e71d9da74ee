"""Faults of fire: who fires, at what, when, with what, in which column (5.1, 11.3, 13)."""

from __future__ import annotations

from collections.abc import Callable

from referee.actions import Action, BeginPhase, Declare, FieldValue, Move, Roll, SetState
from referee.board import Piece
from referee.games.operation_spark import assaults, units
from referee.games.operation_spark.fire import artillery
from referee.games.operation_spark.state import OperationBoard
from tests.referee.games.operation_spark.faults.finding import fires as fire
from tests.referee.games.operation_spark.faults.finding import (
    on_map,
    place,
)
from tests.referee.games.operation_spark.faults.story import Change, Moment, Put, fault

NOTHING = Roll(dice="red-gray", result=(1, 1))
"""Both dice show a one."""

# -- columns ---------------------------------------------------------------------------------------


def _wrong_column(verb: str, kind: str = "") -> Put:
    def put(moment: Moment) -> Change | None:
        action = moment.action
        assert isinstance(action, Declare)
        if "column" not in action.values or action.verb != verb:
            return None
        now = moment.board.state.combat.now
        if kind and (not now.fires or now.fires[-1].kind != kind):
            return None
        # Far from every reading: opposite shifts are read in several ways in the high columns.
        return moment.altered(column=1 if action.number("column") > 3 else 20)

    return put


def _register(name: str, verb: str, kind: str = "") -> None:
    put = _wrong_column(verb, kind)
    put.__name__ = name
    fault("13.10.5.p6", at=f"declare:{verb}")(put)


for _name, _verb, _kind in (
    ("regular_fire_in_a_wrong_column", "fire", "regular"),
    ("anti_tank_fire_in_a_wrong_column", "fire", "at"),
    ("a_barrage_in_a_wrong_column", "barrage", ""),
    ("counterbattery_fire_in_a_wrong_column", "counterbattery", ""),
    ("zone_fire_in_a_wrong_column", "zone-fire", ""),
    ("an_air_strike_in_a_wrong_column", "air-strike", ""),
):
    _register(_name, _verb, _kind)


# -- dice ------------------------------------------------------------------------------------------


def throws(moment: Moment) -> bool:
    """Whether both dice of a fire are thrown."""
    action = moment.action
    purpose = getattr(action, "purpose", "").partition(" ")[0]
    return isinstance(action, Roll) and purpose in {"fire", "barrage"} and len(action.result) == 2


@fault("13.10.4.p1", at="roll")
def the_dice_of_a_fire_are_thrown_twice(moment: Moment) -> Change | None:
    return moment.add(moment.action) if throws(moment) else None


@fault("13.10.p1", at="roll")
def the_dice_of_a_fire_are_not_thrown(moment: Moment) -> Change | None:
    over = isinstance(moment.later(1), BeginPhase)
    first = throws(moment) and not moment.board.state.combat.now.fires[-1].rolled
    return moment.leave_out() if first and over else None


@fault("11.2.4.p6", "13.6.1.p1", at="declare:fire declare:barrage")
def a_unit_in_a_hex_that_is_fired_at_is_passed_over(moment: Moment) -> Change | None:
    action, die, then = moment.action, moment.later(1), moment.later(2)
    assert isinstance(action, Declare)
    before = moment.story.actions[moment.number - 1]
    second = isinstance(before, Roll) and not action.units and action.names("targets")
    harmless = isinstance(die, Roll) and not isinstance(then, (SetState, Move, Roll))
    return moment.leave_out(2) if second and harmless else None


# -- fire that should not be -----------------------------------------------------------------------


def target_of(moment: Moment, phases: frozenset[str]) -> Piece | None:
    """Who may be fired at with regular fire at the end of a fire segment of an assault."""
    if not moment.ends_phase or moment.phase not in phases:
        return None
    board, assault = moment.board, assaults.current(moment.board)
    if assault is None or assaults.is_terminated(board, assault):
        return None
    kind = assault.kinds.get(board.phase.id if board.phase is not None else "")
    found = (
        assaults.defenders_in(board, assault)
        if phases == assaults.OFFENSIVE
        else assaults.marked_at(board, assault.hex)
    )
    soft = [piece for piece in found if not units.is_afv(piece)]
    return soft[0] if soft and kind in (None, "regular") else None


def harmless(board: OperationBoard, shot: Declare) -> tuple[Action, ...]:
    """A fire, and dice without effect for each unit of the hex that it hits."""
    assert shot.target is not None
    sides = {board.pieces[name].side for name in shot.units}
    hit = [
        piece.id
        for piece in board.units_at(board.data.map.hex(shot.target))
        if piece.side not in sides and units.is_unit(piece) and not units.is_afv(piece)
    ]
    others = [name for name in hit if name not in shot.names("targets")]
    actions: list[Action] = [shot, NOTHING]
    for name in others:
        actions += [
            Declare(verb=shot.verb, target=shot.target, values={"targets": (name,)}), NOTHING
        ]  # fmt: skip
    return tuple(actions)


def extra(
    moment: Moment, phases: frozenset[str], fits: Callable[[Piece, Piece], bool], *,
    idle: bool = True, **values: FieldValue,
) -> Change | None:  # fmt: skip
    """One more fire at the end of a segment by a unit that fits, and dice that do no harm.

    An `idle` unit does nothing else in the impulse.
    """
    target = target_of(moment, phases)
    if target is None:
        return None
    for piece in on_map(moment, moment.board.data.opponent(target.side or "")):
        if (not idle or moment.idle(piece.id)) and fits(piece, target):
            said: dict[str, FieldValue] = {"with_": "regular", **values}
            shot = fire(moment.board, "fire", piece, place(target), target.id, **said)
            return moment.insert(*harmless(moment.board, shot))
    return None


def fresh(moment: Moment, piece: Piece) -> bool:
    """Whether a unit could fire that has neither fired nor had a marker."""
    now = moment.board.state.combat.now
    done = {fired.unit for fired in now.fired} | set(now.received) | now.participated
    shaken = any(piece.flag(s) for s in ("suppressed", "disrupted", "out-of-supply", "in-column"))
    involved = assaults.is_involved(moment.board, piece.id)
    return not (piece.id in done or shaken or involved or piece.flag("reinforcement"))


@fault("3.2.1.p3")
def infantry_fires_beyond_its_range(moment: Moment) -> Change | None:
    def fits(piece: Piece, target: Piece) -> bool:
        two = units.has_two_ratings(piece) and not units.is_parenthesised(piece)
        plain = two and fresh(moment, piece) and units.strength(piece, "regular") > 0
        return plain and 2 <= place(piece).distance(place(target)) <= 4

    return extra(moment, assaults.OFFENSIVE, fits)


@fault("3.2.1.p2", "e5.1.p6", "e5.1.p7")
def artillery_fires_beyond_its_range(moment: Moment) -> Change | None:
    def fits(piece: Piece, target: Piece) -> bool:
        far = (units.printed_range(piece) or 99) < place(piece).distance(place(target))
        indirect = units.artillery_row(piece) in {"german-hvy-how", "german-nebelwerfer"}
        return indirect and far and fresh(moment, piece)

    return extra(moment, assaults.DEFENSIVE, fits)


@fault("13.1")
def the_assaulted_fire_in_an_offensive_segment(moment: Moment) -> Change | None:
    board, firer = moment.board, target_of(moment, assaults.OFFENSIVE)
    assault = assaults.current(board)
    if firer is None or assault is None or units.strength(firer, "regular") < 1:
        return None
    for foe in assaults.marked_at(board, assault.hex):
        if not units.is_afv(foe) and moment.idle(firer.id):
            shot = fire(board, "fire", firer, place(foe), foe.id, with_="regular")
            return moment.insert(*harmless(board, shot))
    return None


@fault("6.4.p2", "13.10.2.p6", "13.1.p1")
def a_unit_with_a_marker_for_another_hex_gives_support(moment: Moment) -> Change | None:
    def fits(piece: Piece, target: Piece) -> bool:
        goal = assaults.marker_hex(moment.board, piece)
        fired = {shot.unit for shot in moment.board.state.combat.now.fired}
        sound = not piece.flag("disrupted") and piece.id not in fired
        return goal not in (None, target.place) and sound and not units.is_artillery(piece)

    return extra(moment, assaults.OFFENSIVE, fits, idle=False)


@fault("11.7.1.p1")
def a_reinforcement_gives_support_before_its_date(moment: Moment) -> Change | None:
    return extra(
        moment, assaults.OFFENSIVE, lambda piece, _: piece.flag("reinforcement")
    )  # fmt: skip


@fault("13.10.10.p1", "e5.1.p6")
def suppressed_artillery_gives_support(moment: Moment) -> Change | None:
    def fits(piece: Piece, _: Piece) -> bool:
        return units.is_artillery(piece) and (piece.flag("suppressed") or piece.flag("disrupted"))

    return extra(moment, assaults.OFFENSIVE, fits) or extra(moment, assaults.DEFENSIVE, fits)


@fault("e5.1", "e5.1.p6", "e5.1.p7", "13.10.2.p6")
def rocket_artillery_gives_support(moment: Moment) -> Change | None:
    def fits(piece: Piece, _: Piece) -> bool:
        rockets = units.artillery_row(piece) in {"soviet-rocket", "soviet-hvy-rocket"}
        return rockets and fresh(moment, piece)

    return extra(moment, assaults.OFFENSIVE, fits, idle=False)


@fault("e5.1.p11", "e5.1.p6", "13.10.2.p6")
def divisional_artillery_supports_another_division(moment: Moment) -> Change | None:
    def fits(piece: Piece, target: Piece) -> bool:
        board = moment.board
        assault = assaults.current(board)
        if units.artillery_row(piece) != "soviet-div" or not fresh(moment, piece):
            return False
        if assault is None or artillery.is_held_by_enemies(board, piece, assault.hex):
            return False
        own = units.division(board.data, piece)
        attackers = assaults.units_named(board, assault.attackers)
        near_enough = (units.printed_range(piece) or 0) >= place(piece).distance(place(target))
        return near_enough and all(units.division(board.data, p) != own for p in attackers)

    return extra(moment, assaults.OFFENSIVE, fits, idle=False)


@fault("13.10.3.p1", "13.10.5.p6", at="declare:fire")
def a_unit_fires_more_points_than_it_has(moment: Moment) -> Change | None:
    action = moment.action
    assert isinstance(action, Declare)
    named = [moment.board.pieces[name] for name in action.units]
    two = len(named) == 1 and units.has_two_ratings(named[0]) and action.target is not None
    plain = action.text("with") == "regular" and "points" not in action.values
    sound = two and not named[0].flag("disrupted") and not named[0].flag("suppressed")
    strong = sound and units.strength(named[0], "regular") > 1
    return moment.altered(points=30) if strong and plain else None


@fault("13.10.3.p1", "13.10.5.p6", at="declare:fire")
def a_unit_fires_no_point(moment: Moment) -> Change | None:
    action = moment.action
    assert isinstance(action, Declare)
    return moment.altered(points=0) if action.units and "points" in action.values else None


@fault("13.13.p1", "e5.1.p6")
def artillery_that_fired_counterbattery_fire_fires_again(moment: Moment) -> Change | None:
    def fits(piece: Piece, _: Piece) -> bool:
        return any(
            shot.unit == piece.id and shot.fire == "counterbattery"
            for shot in moment.board.state.combat.now.fired
        )

    return extra(moment, assaults.OFFENSIVE, fits)


@fault("13.6.1", "e5.1.p6")
def artillery_that_fired_a_barrage_gives_support(moment: Moment) -> Change | None:
    def fits(piece: Piece, _: Piece) -> bool:
        shots = moment.board.state.combat.now.fired
        return any(shot.unit == piece.id and shot.fire == "barrage" for shot in shots)

    return extra(moment, assaults.OFFENSIVE, fits)


@fault("13.10.2.p6", "e5.1.p6")
def a_unit_gives_support_twice(moment: Moment) -> Change | None:
    def fits(piece: Piece, _: Piece) -> bool:
        shots = moment.board.state.combat.now.fired
        mine = [shot for shot in shots if shot.unit == piece.id]
        phase = moment.board.phase.id if moment.board.phase is not None else ""
        support = [shot for shot in mine if shot.fire.startswith("support-")]
        return len(mine) == 1 and bool(support) and support[0].phase != phase

    return extra(moment, assaults.OFFENSIVE, fits) or extra(moment, assaults.DEFENSIVE, fits)
