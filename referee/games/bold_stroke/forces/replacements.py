"""16.5, replacements: points by turn, and the steps they bring back.

What a step costs is in `replacement_costs`, the rebuilding of destroyed units in `rebuilding`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler.hexes import Hex
from referee.actions import BeginPhase, Declare, PhaseEnds, SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.campaign import SUPPLY, campaign_turn, in_phase
from referee.games.bold_stroke.combat import losses
from referee.games.bold_stroke.forces.replacement_costs import (
    AIR,
    TYPES,
    Cost,
    is_mechanized_corps,
    need,
    step_costs,
)
from referee.games.bold_stroke.reserves.groups import in_enemy_zone
from referee.games.bold_stroke.state import CampaignBoard
from referee.games.bold_stroke.supply import lines

TABLE = "replacements"
EVERY = 4
"""Turns between two artillery and air points (16.5.A)."""
STATE = "replacements-"
"""Start of the state that shows a side's points: `replacements-<side>-<type>`."""
SS_OPTION = "german-replacements"
SS_DIVISIONS = ("lah", "dr")
"""Leibstandarte and Das Reich (1.2.7, 17.7)."""
CHANGED_OTHERWISE = frozenset({"kac", "adv-det", "cav-det"})
"""Units whose steps change by amalgamation and detaching as well (16.4, 17.2)."""


@dataclass(frozen=True, slots=True)
class ReplacementOption:
    """A unit that may regain a step now, and what that costs."""

    unit: str
    cost: Cost


# -- points ----------------------------------------------------------------------------------------


@RULES.covers("16.5.A")
def points_of_turn(board: CampaignBoard) -> dict[str, int]:
    """The points that a side gets in this turn if it gets any."""
    table = board.data.tables[TABLE]
    extra = board.turn_values.get("extra_replacements", campaign_turn(board) % EVERY == 0)
    found = {}
    for kind in TYPES:
        every = int(str(table.cell(kind, "every")))
        if every == 1 or extra:
            found[kind] = int(str(table.cell(kind, "points")))
    return found


@RULES.effect("16.5.A", "16.5.B", "16.5.C", on=BeginPhase)
def points_come_in_the_supply_phase(_: BeginPhase, board: CampaignBoard) -> None:
    """From the second turn on, to a side that lacks the points to replace all lost steps."""
    record = board.state.records.replacements
    side = board.phasing
    if side is None or not in_phase(board, SUPPLY) or board.turn <= 1 or not record.known:
        return
    have = record.points.setdefault(side, {})
    if sum(have.values()) < need(board, side):
        for kind, number in points_of_turn(board).items():
            have[kind] = have.get(kind, 0) + number


@RULES.rule("16.5.C", "16.5.A", "16.5.B", on=SetState)
def the_boxes_show_no_more_than_there_is(
    action: SetState, board: CampaignBoard
) -> Iterator[Finding]:
    """Points shown are those that came in and were not spent."""
    told = _told(action, board)
    record = board.state.records.replacements
    if told is None or not record.known:
        return
    side, kind, number = told
    have = record.points.get(side, {}).get(kind, 0)
    if number > have:
        yield Finding(
            f"the {board.data.sides[side].name} side shows {number} {kind} replacement points",
            expected=f"at most {have}",
            found=str(number),
            rule="16.5.A" if have else "16.5.B",
        )


def _told(action: SetState, board: CampaignBoard) -> tuple[str, str, int] | None:
    """The side, type and number of points that a `set` shows."""
    if action.unit is not None or not action.state.startswith(STATE):
        return None
    side, _, kind = action.state.removeprefix(STATE).partition("-")
    value = action.value
    if side not in board.data.sides or kind not in TYPES or isinstance(value, bool):
        return None
    return (side, kind, value) if isinstance(value, int) else None


@RULES.effect("16.5.C", on=SetState)
def the_boxes_are_as_the_players_have_them(action: SetState, board: CampaignBoard) -> None:
    """The position has the points that the players show."""
    told = _told(action, board)
    if told is not None:
        side, kind, number = told
        board.state.records.replacements.points.setdefault(side, {})[kind] = max(number, 0)


def available(board: CampaignBoard, side: str) -> dict[str, int] | None:
    """A side's points; None where the log does not tell what it began with."""
    record = board.state.records.replacements
    return record.points.setdefault(side, {}) if record.known else None


def pay(board: CampaignBoard, side: str, cost: Cost) -> None:
    """Take points off; for effects alone. What is not there cannot be owed."""
    have = available(board, side)
    if have is not None:
        for kind, number in cost.points:
            have[kind] = max(have.get(kind, 0) - number, 0)


# -- steps -----------------------------------------------------------------------------------------


def replacement_options(board: CampaignBoard) -> tuple[ReplacementOption, ...]:
    """The steps that units of the side in its supply phase may regain now, one each."""
    side = board.phasing
    if side is None or not in_phase(board, SUPPLY):
        return ()
    found = []
    for piece in list(board.pieces.values()):
        if piece.side != side or not _may_be_replaced(board, piece):
            continue
        unit = losses.unit_of(board, piece.id)
        lost = lost_now(board, piece)
        for cost in step_costs(board, unit, lost) if lost else ():
            option = ReplacementOption(piece.id, cost)
            if not any(faults(board, piece, cost, steps=1)):
                found.append(option)
    return tuple(found)


def _may_be_replaced(board: CampaignBoard, piece: Piece) -> bool:
    """On the map, or an air unit at its base; not destroyed."""
    if piece.counter.is_marker:
        return False
    if units.unit_class(piece) == "air":
        return losses.steps_left(board, piece.id) > 0
    return isinstance(piece.place, Hex)


def lost_now(board: CampaignBoard, piece: Piece) -> int:
    """Steps a unit had lost as the phase began, those announced as replaced in it taken off."""
    record = board.state.records.replacements
    unit = losses.unit_of(board, piece.id)
    if unit not in record.steps:
        return losses.steps_lost(board, piece)
    return max(record.steps[unit] - record.regained.get(unit, 0), 0)


@RULES.covers(
    "16.5.D", "16.5.E", "16.5.F", "16.5.G", "16.5.H", "16.5.I", "16.5.J", "16.5.K", "17.7"
)
def faults(
    board: CampaignBoard, piece: Piece, cost: Cost | None, *, steps: int
) -> Iterator[Finding]:
    """What forbids a unit to regain so many steps more at that cost each; None: it has no cost."""
    side = piece.side or ""
    unit = losses.unit_of(board, piece.id)
    if not in_phase(board, SUPPLY) or side != board.phasing:
        yield _fault(piece, "16.5.D", "is replaced outside its supply phase", "its supply phase")
        return
    if lost_now(board, piece) < steps:
        yield _fault(piece, "16.5.D", "regains a step that it has not lost", "a unit with losses")
        return
    if cost is None:
        yield _fault(piece, "16.5.K", "is replaced", "no replacement for its kind of unit")
        return
    yield from _place_faults(board, piece, unit, steps)
    have = available(board, side)
    lacking = cost.lacking(have) if have is not None else ()
    if lacking and have is not None:
        words = "regains a step without the points for it"
        found = ", ".join(f"{have.get(kind, 0)} {kind}" for kind in lacking)
        yield _fault(piece, "16.5.G", words, str(cost), found)
    yield from _ss_first(board, piece)


def _place_faults(board: CampaignBoard, piece: Piece, unit: str, steps: int) -> Iterator[Finding]:
    """16.5.E, 16.5.F: in supply, and one step at most in an enemy zone."""
    if not isinstance(piece.place, Hex):
        return
    marked = piece.flag(lines.CUT_OFF) or piece.flag(lines.OUT_OF_SUPPLY)
    if marked or not lines.status(board, piece).supplied:
        yield Finding(
            f"{piece.name} is replaced though it is not in supply",
            units=(piece.id,),
            expected="a unit in supply",
            rule="16.5.E",
            rests_on=() if marked else lines.rests_on(board),
        )
    earlier = board.state.records.replacements.regained.get(unit, 0)
    if earlier + steps > 1 and in_enemy_zone(board, piece):
        words = "regains more than one step in an enemy zone of control"
        yield _fault(piece, "16.5.F", words, "one step", str(earlier + steps))


def _ss_first(board: CampaignBoard, piece: Piece) -> Iterator[Finding]:
    """17.7: a weakened SS division that may have a step gets one before any other German unit."""
    if SS_OPTION not in board.options or piece.side != "german" or piece.id in SS_DIVISIONS:
        return
    record = board.state.records.replacements
    for name in SS_DIVISIONS:
        other = board.pieces.get(name)
        if other is None or record.regained.get(name) or not isinstance(other.place, Hex):
            continue
        lost = lost_now(board, other)
        have = available(board, "german")
        costs = step_costs(board, name, lost) if lost else ()
        payable = [cost for cost in costs if have is None or not cost.lacking(have)]
        if payable and lines.status(board, other).supplied and not other.flag(lines.CUT_OFF):
            words = f"is replaced before {other.name}"
            yield _fault(piece, "17.7", words, f"a step for {other.name} first")


def _fault(piece: Piece, rule: str, words: str, expected: str, found: str = "") -> Finding:
    return Finding(
        f"{piece.name} {words}", units=(piece.id,), expected=expected, found=found, rule=rule
    )


@RULES.rule("16.5.D", "16.5.E", "16.5.F", "16.5.H", "16.5.I", "16.5.J", "16.5.K", "17.7",
            on="declare:replacement")  # fmt: skip
def steps_are_replaced_as_they_may_be(action: Declare, board: CampaignBoard) -> Iterator[Finding]:
    """The unit may be replaced, with points of its type, of which there are enough."""
    steps = max(action.number("steps", 1), 1)
    for name in action.units:
        piece = board.piece(name)
        costs = step_costs(board, losses.unit_of(board, name), max(lost_now(board, piece), 1))
        cost = chosen(action, costs)
        if cost is None and costs:
            yield _wrong_type(piece, action, costs)
            cost = costs[0]
        yield from faults(board, piece, cost, steps=steps)


def chosen(action: Declare, costs: tuple[Cost, ...]) -> Cost | None:
    """The cost that fits the types a declaration names; the first where it names none."""
    said = action.text("with").replace(" and ", " ").split()
    if not said:
        return costs[0] if costs else None
    return next((cost for cost in costs if cost.types == frozenset(said)), None)


def _wrong_type(piece: Piece, action: Declare, costs: tuple[Cost, ...]) -> Finding:
    rule = "16.5.I" if is_mechanized_corps(piece.counter) else "16.5.H"
    return _fault(
        piece,
        "16.5.J" if AIR in costs[0].types else rule,
        "regains a step with points of a wrong type",
        " or ".join(str(cost) for cost in costs),
        action.text("with"),
    )


@RULES.effect("16.5.D", "16.5.G", "16.5.H", on="declare:replacement")
def points_are_spent_on_steps(action: Declare, board: CampaignBoard) -> None:
    """The points are gone, and the steps will be back when the phase ends at the latest."""
    record = board.state.records.replacements
    steps = max(min(action.number("steps", 1), 20), 1)
    for name in action.units:
        piece = board.pieces.get(name)
        if piece is None:
            continue
        unit = losses.unit_of(board, name)
        for _ in range(steps):
            costs = step_costs(board, unit, max(lost_now(board, piece), 1))
            cost = chosen(action, costs) or (costs[0] if costs else None)
            if cost is not None:
                pay(board, piece.side or "", cost)
            record.regained[unit] = record.regained.get(unit, 0) + 1


# -- what the counters show ------------------------------------------------------------------------


@RULES.effect("16.5.D", on=BeginPhase)
def steps_are_noted_as_a_phase_begins(_: BeginPhase, board: CampaignBoard) -> None:
    """What units regain in a phase is told by what they had lost before."""
    record = board.state.records.replacements
    record.regained.clear()
    record.steps = {
        losses.unit_of(board, piece.id): losses.steps_lost(board, piece)
        for piece in board.pieces.values()
        if _may_be_replaced(board, piece) and _tracked(piece)
    }


def _tracked(piece: Piece) -> bool:
    return piece.counter.id not in CHANGED_OTHERWISE


def regained_silently(board: CampaignBoard) -> Iterator[tuple[Piece, int]]:
    """Units that have more steps than when the phase began, beyond what was announced."""
    record = board.state.records.replacements
    for unit, before in record.steps.items():
        piece = losses.piece_of(board, unit)
        if piece is None or not _may_be_replaced(board, piece):
            continue
        if unit in board.state.combat.detached or unit in board.state.records.track.rebuilt:
            continue
        more = before - losses.steps_lost(board, piece) - record.regained.get(unit, 0)
        if more > 0:
            yield piece, more


@RULES.rule("16.5.D", on=PhaseEnds)
def steps_come_back_by_replacement_alone(_: PhaseEnds, board: CampaignBoard) -> Iterator[Finding]:
    """A counter that shows fewer losses than before was replaced, announced or not."""
    for piece, more in regained_silently(board):
        record = board.state.records.replacements
        unit = losses.unit_of(board, piece.id)
        costs = step_costs(board, unit, record.steps[unit])
        trial = board.copy()
        same = trial.pieces[piece.id]
        same.face, same.states["loss"] = _as_before(trial, piece, record.steps[unit])
        yield from faults(trial, same, costs[0] if costs else None, steps=more)


def _as_before(board: CampaignBoard, piece: Piece, lost: int) -> tuple[str, int]:
    """Face and losses of a counter that shows so many steps lost, its own where it cannot."""
    base = losses.SUBSTITUTED_STEPS if piece.counter.values.get("substitute_of") else 0
    shown = losses.steps_of(board, piece.counter).track.shown(max(lost - base, 0))
    if shown is None:
        return piece.face, piece.level("loss")
    turned, marked = shown
    return (losses.REDUCED if turned else losses.FRONT), marked


@RULES.effect("16.5.D", on=PhaseEnds, before=True)
def counters_show_the_steps_regained(_: PhaseEnds, board: CampaignBoard) -> None:
    """Steps announced and not yet shown are shown; steps shown without a word are paid for."""
    record = board.state.records.replacements
    if not in_phase(board, SUPPLY):
        return
    for piece, more in list(regained_silently(board)):
        unit = losses.unit_of(board, piece.id)
        for number in range(more):
            costs = step_costs(board, unit, record.steps[unit] - number)
            if costs:
                pay(board, piece.side or "", costs[0])
    for unit, announced in record.regained.items():
        known = losses.piece_of(board, unit)
        if known is None or unit not in record.steps:
            continue
        shown = record.steps[unit] - losses.steps_lost(board, known)
        for _step in range(max(announced - max(shown, 0), 0)):
            restore_step(board, unit)


def restore_step(board: CampaignBoard, unit: str) -> None:
    """Show one step loss fewer: mark it, turn the counter back, or bring the corps counter back."""
    piece = losses.piece_of(board, unit)
    if piece is None:
        return
    lost = losses.steps_lost(board, piece) - 1
    if lost < 0:
        return
    if piece.id != unit and lost < losses.SUBSTITUTED_STEPS and unit in board.pieces:
        place, corps = piece.place, board.pieces[unit]
        corps.states.update({k: v for k, v in piece.states.items() if k != "loss"})
        board.relocate(piece, f"{piece.side}-substitutes")
        board.relocate(corps, place)
        piece = corps
    base = losses.SUBSTITUTED_STEPS if piece.id != unit else 0
    shown = losses.steps_of(board, piece.counter).track.shown(lost - base)
    if shown is not None:
        turned, marked = shown
        piece.face = losses.REDUCED if turned else losses.FRONT
        piece.states["loss"] = marked
