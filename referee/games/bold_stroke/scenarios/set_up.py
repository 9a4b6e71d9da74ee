"""Chapter 18.1 to 18.3 and the scenarios' own set-ups: what stands where before the first turn.

The charts are the data's; a log may only change what the book leaves to the players.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from compiler.gamedata.model import SetupPiece
from compiler.hexes import Hex
from referee.actions import Action, BeginPhase, Move, Place, SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import displays, rests, units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.combat import losses
from referee.games.bold_stroke.combat.headquarters import (
    SUPPORT_RADIUS,
    headquarters_of,
    is_subordinate,
)
from referee.games.bold_stroke.records import first_records
from referee.games.bold_stroke.records import numbers as whole_numbers
from referee.games.bold_stroke.scenarios.front import front_at_start
from referee.games.bold_stroke.scenarios.numbers import numbers
from referee.games.bold_stroke.state import CampaignBoard

FREE_SETUP = "free-setup"
RESERVE_MARKER = "reserve-{}"
"""Marker that caps the reserves of a side (9.0.C)."""

RULES.covers("18.4.3", "18.5.3", "18.7.3", "18.8.3", "18.10.3", recorded=True)(first_records)


# -- before the first turn -------------------------------------------------------------------------


@RULES.rule("18.1.C", "18.1.D", "18.3.C", on=Move)
@RULES.rule("18.1.C", "18.1.D", "18.3.C", on=Place)
def pieces_start_where_the_chart_says(
    action: Move | Place, board: CampaignBoard
) -> Iterator[Finding]:
    """Before the first phase only German assets are put elsewhere, unless set-up is free."""
    if board.phase is not None or board.scenario is None:
        return
    names, where = (
        (action.units, action.end) if isinstance(action, Move) else ((action.unit,), action.at)
    )
    end = board.location(where)
    for name in names:
        said = _chart(board).get(name)
        if said is None or said.counter in board.data.markers:
            continue
        if end != said.place and displays.box_id(board, end) != said.place:
            yield from _put_elsewhere(board, board.piece(name), end, said)
        if isinstance(action, Place) and _other_strength(board, action, said):
            yield _stronger_or_weaker(board, name, said)


def _chart(board: CampaignBoard) -> Mapping[str, SetupPiece]:
    """Piece to its row of the set-up chart."""
    setup = board.scenario.setup if board.scenario is not None else ()
    return board.constant("set-up chart", lambda _: {piece.piece: piece for piece in setup})


def _put_elsewhere(
    board: CampaignBoard, piece: Piece, end: object, said: SetupPiece
) -> Iterator[Finding]:
    """What is wrong with setting a piece up in another place than the chart's."""
    rule, expected = "18.1.C", f"{board.number(said.place)}, as the set-up chart says"
    if not units.is_ground(piece) or not isinstance(end, Hex):
        pass
    elif FREE_SETUP in board.options:
        if front_at_start(board).get(end) == piece.side:
            return
        rule, expected = "18.3.C", "a hex behind its side's front"
    elif piece.value("asset") and piece.side == "german":
        head = headquarters_of(board, piece)
        if head and isinstance(head.place, Hex) and end.distance(head.place) <= SUPPORT_RADIUS:
            return
        rule, expected = "18.1.D", f"a hex within {SUPPORT_RADIUS} hexes of its headquarters"
    yield Finding(
        f"{piece.name} is set up in another place than the chart gives it",
        units=(piece.id,),
        hexes=(board.number(end),) if isinstance(end, Hex) else (),
        expected=expected,
        found=board.number(end) if isinstance(end, (Hex, str)) else "",
        rests_on=rests.defects(board, "korps-boundary") if rule == "18.1.D" else (),
        rule=rule,
    )


def _other_strength(board: CampaignBoard, action: Place, said: SetupPiece) -> bool:
    piece = board.pieces.get(action.unit)
    if piece is None or not units.is_ground(piece):
        return False
    face = action.face or said.face
    lost = action.states.get("loss", said.states.get("loss"))
    return face != said.face or (lost or 0) != (said.states.get("loss") or 0)


def _stronger_or_weaker(board: CampaignBoard, name: str, said: SetupPiece) -> Finding:
    lost = said.states.get("loss") or 0
    return Finding(
        f"{board.piece(name).name} is set up at another strength than the chart gives it",
        units=(name,),
        expected=f"{said.face} face, {lost} steps lost",
        rule="18.1.C",
    )


@RULES.rule("18.1.C", on=SetState)
def units_start_as_strong_as_the_chart_says(
    action: SetState, board: CampaignBoard
) -> Iterator[Finding]:
    """Before the first phase only the losses of air units are the players' to spread."""
    if board.phase is not None or action.unit is None or action.state not in ("loss", "face"):
        return
    said = _chart(board).get(action.unit)
    if said is None or not units.is_ground(board.piece(action.unit)):
        return
    chart = said.face if action.state == "face" else said.states.get("loss") or 0
    if (action.value or 0) != chart:
        yield _stronger_or_weaker(board, action.unit, said)


@RULES.rule("18.4.2.A", "18.5.2.B", "18.7.2.B", "18.8.2.B", on=Move)
@RULES.rule("18.4.2.A", "18.5.2.B", "18.7.2.B", "18.8.2.B", on=Place)
def the_right_side_sets_up_first(action: Move | Place, board: CampaignBoard) -> Iterator[Finding]:
    """The side that sets up first touches nothing once the other has begun."""
    side = _setting_up(action, board)
    first = board.scenario.values.get("sets_up_first") if board.scenario is not None else None
    others = [other for other in board.state.scenario.set_up if other != side]
    if side is not None and side == first and others and FREE_SETUP not in board.options:
        yield Finding(
            f"the {board.data.sides[side].name} side sets up after the other, though it is first",
            expected=f"{board.data.sides[side].name} first",
            rule=numbers(board).set_up,
        )


@RULES.effect("18.3.C", on=Move)
@RULES.effect("18.3.C", on=Place)
def who_sets_up_is_remembered(action: Move | Place, board: CampaignBoard) -> None:
    """The order in which the sides change their set-up."""
    side = _setting_up(action, board)
    if side is not None and side not in board.state.scenario.set_up[-1:]:
        board.state.scenario.set_up.append(side)


def _setting_up(action: Action, board: CampaignBoard) -> str | None:
    """The side whose ground unit an action puts elsewhere before the first phase."""
    if board.phase is not None:
        return None
    names = action.units if isinstance(action, Move) else ()
    names = (action.unit,) if isinstance(action, Place) else names
    pieces = (board.pieces.get(name) for name in names)
    return next((p.side for p in pieces if p is not None and units.is_ground(p)), None)


# -- when the first turn begins --------------------------------------------------------------------


@RULES.rule(
    "18.1.E", "18.4.2.A", "18.5.2.A", "18.7.2.A", "18.8.2.A", "18.10.2.A", "18.11.A", on=BeginPhase
)
def the_position_at_the_start_is_the_scenarios(
    action: BeginPhase, board: CampaignBoard
) -> Iterator[Finding]:
    """German headquarters are at full strength, reserves and air units as the scenario says."""
    first = board.data.sequence.phases[0].id
    if board.phase is not None or board.scenario is None:
        return
    if action.turn != 1 or action.phase != first:
        return
    yield from _weak_headquarters(board)
    for side in board.data.sides:
        yield from _reserves(board, side)
        yield from _air_units(board, side)


def _weak_headquarters(board: CampaignBoard) -> Iterator[Finding]:
    for piece in board.on_map("german"):
        if units.is_headquarters(piece) and losses.steps_lost(board, piece):
            yield Finding(
                f"{piece.name} does not start at full strength",
                units=(piece.id,),
                expected="no step lost",
                found=str(losses.steps_lost(board, piece)),
                rule="18.1.E",
            )


@RULES.covers("18.4.2.A", "18.5.2.B", "18.7.2.C", "18.10.2.B")
def _reserves(board: CampaignBoard, side: str) -> Iterator[Finding]:
    """No more reserves than the scenario, or else the markers, allow; none where it says so."""
    values = board.scenario.values if board.scenario is not None else {}
    rule = numbers(board).reserves
    held = [piece for piece in board.on_map(side) if piece.flag("reserve")]
    marker = board.data.markers.get(RESERVE_MARKER.format(side))
    most = whole_numbers(values.get("reserve_markers")).get(side, marker.count if marker else None)
    stacks = {piece.place for piece in held}
    if most is not None and len(stacks) > most:
        yield Finding(
            f"{len(stacks)} {board.data.sides[side].name} units or stacks start in reserve",
            units=tuple(piece.id for piece in held),
            expected=f"at most {most}",
            found=str(len(stacks)),
            rule=rule,
        )
    for formation in _names(values.get("no_reserves_set_up")):
        for piece in held:
            if is_subordinate(board, piece, formation):
                name = board.data.formations[formation].name
                yield Finding(
                    f"{piece.name} of the {name} starts in reserve",
                    units=(piece.id,),
                    expected=f"no reserve of the {name}",
                    rule=rule,
                )


def _names(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, (list, tuple)) else ()


@RULES.covers("18.4.2.B", "18.5.2.C", "18.7.2.D", "18.8.2.C", "18.10.2.C")
def _air_units(board: CampaignBoard, side: str) -> Iterator[Finding]:
    """As many air units as the scenario gives lie unready, their losses spread evenly."""
    values = board.scenario.values if board.scenario is not None else {}
    waiting = [
        piece
        for piece in board.pieces.values()
        if piece.side == side and displays.box_id(board, piece.place) == displays.unready(side)
    ]
    name = board.data.sides[side].name
    rule = numbers(board).air
    due = whole_numbers(values.get("air_units")).get(side)
    if due is not None and len(waiting) != due:
        yield Finding(
            f"{len(waiting)} {name} air units lie in the Unready box at the start",
            expected=str(due),
            found=str(len(waiting)),
            rule=rule,
        )
    lost = [losses.steps_lost(board, piece) for piece in waiting]
    steps = whole_numbers(values.get("air_losses")).get(side)
    if steps is not None and sum(lost) != steps:
        yield Finding(
            f"the {name} air units start with {sum(lost)} steps lost",
            expected=str(steps),
            found=str(sum(lost)),
            rule=rule,
        )
    elif lost and max(lost) > 1 and min(lost) == 0:
        yield Finding(
            f"a {name} air unit starts with {max(lost)} steps lost while another has lost none",
            expected="one step each before any loses a second",
            rule=rule,
        )
