"""Section 11.7: reinforcements, their activation and delay, units that retreated off the map.

What a unit may not do before its activation is judged here for movement, in `eligibility` for fire.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import BeginPhase, Declare, Move, Place, Remove, SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.operation_spark import assaults, retreat, units
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.state import OperationBoard

ACTIVATE = "activate"
FLAG = "reinforcement"
RETREATED, ELIMINATED = "-retreated", "-eliminated"
ACTS = frozenset({"assault", "in-column"})
ASSISTANCE = "soviet-assistance"
RETREAT_PHASES = frozenset({"defensive-fire-1", "defensive-fire-2", "assault", "surprise"})


def entry_turn(board: OperationBoard, unit: str) -> int | None:
    """The turn on which a reinforcement of the set-up is activated; None if none is known."""
    scenario = board.scenario
    if scenario is None:
        return None
    value = next((p.values.get("entry") for p in scenario.setup if p.piece == unit), None)
    return value if isinstance(value, int) else None


@RULES.covers("11.7.1.p1", "18.5")
def may_be_active(board: OperationBoard, piece: Piece) -> bool:
    """Whether a reinforcement may be activated: by its date, by the optional rule, by an attack.

    An attack wakes it with those in its hex and the hexes beside it, as they stand at that moment.
    """
    if ASSISTANCE in board.options:
        return True
    turn = entry_turn(board, piece.id)
    if turn is not None and board.turn >= turn:
        return True
    return piece.id in board.state.march.disturbed


def is_inactive(board: OperationBoard, piece: Piece) -> bool:
    """Whether a unit is a reinforcement that may not act yet."""
    return piece.flag(FLAG) and not may_be_active(board, piece)


# -- activation ------------------------------------------------------------------------------------


@RULES.rule("11.7.1.p1", on=Move)
def reinforcements_wait_for_their_date(action: Move, board: OperationBoard) -> Iterator[Finding]:
    """A Soviet reinforcement does not move before it is activated."""
    start, end = board.location(action.start), board.location(action.end)
    if start == end or board.phase is None or assaults.in_combat(board):
        return
    for piece in assaults.units_named(board, action.units):
        if is_inactive(board, piece):
            turn = entry_turn(board, piece.id)
            yield Finding(
                f"{piece.name} moves and is a reinforcement that is not activated",
                units=(piece.id,),
                expected=f"activation on turn {turn}" if turn else "activation",
                found=f"turn {board.turn}",
            )


@RULES.rule("11.7.1.p1", "18.5", on=SetState)
def reinforcements_are_activated_when_they_may(
    action: SetState, board: OperationBoard
) -> Iterator[Finding]:
    """A reinforcement becomes an ordinary unit on its date, or earlier when it is attacked."""
    piece = board.pieces.get(action.unit or "")
    if action.state != FLAG or action.value or piece is None or board.phase is None:
        return
    if is_inactive(board, piece):
        turn = entry_turn(board, piece.id)
        yield Finding(
            f"{piece.name} is activated before its date",
            units=(piece.id,),
            expected=f"turn {turn}" if turn else "direct fire or an assault",
            found=f"turn {board.turn}",
        )


@RULES.rule("11.7.1.p1", on=SetState)
def reinforcements_do_nothing_before_their_date(
    action: SetState, board: OperationBoard
) -> Iterator[Finding]:
    """A reinforcement that is not activated gets no Assault Marker and forms no column."""
    piece = board.pieces.get(action.unit or "")
    if piece is None or action.state not in ACTS or not action.value:
        return
    if assaults.at(board) != "movement" or piece.side != board.phasing:
        return
    if not piece.states.get(action.state) and is_inactive(board, piece):
        turn = entry_turn(board, piece.id)
        doing = "gets an Assault Marker" if action.state == "assault" else "goes into column"
        yield Finding(
            f"{piece.name} {doing} and is a reinforcement that is not activated",
            units=(piece.id,),
            expected=f"activation on turn {turn}" if turn else "activation",
            found=f"turn {board.turn}",
        )


def _wake(action: Declare, board: OperationBoard) -> None:
    hex_ = assaults.declared_hex(board, action)
    if hex_ is not None:
        _wake_around(board, hex_)


def _wake_around(board: OperationBoard, hex_: Hex) -> None:
    """Wake the reinforcements of a hex, and if there are any those beside it."""
    sleeping = [piece.id for piece in board.units_at(hex_) if piece.flag(FLAG)]
    if not sleeping:
        return
    for near in board.data.map.grid.neighbours(hex_).values():
        sleeping += [piece.id for piece in board.units_at(near) if piece.flag(FLAG)]
    board.state.march.disturbed.update(sleeping)


@RULES.effect("11.7.1.p1", on="declare:fire")
def fire_wakes_reinforcements(action: Declare, board: OperationBoard) -> None:
    """Units that are fired at are activated."""
    _wake(action, board)


@RULES.effect("11.7.1.p1", on="declare:zone-fire")
@RULES.effect("11.7.1.p1", on="declare:assault")
@RULES.effect("11.7.1.p1", on="declare:activate")
def attacks_wake_reinforcements(action: Declare, board: OperationBoard) -> None:
    """Units that are assaulted, or said to be attacked or activated, are activated."""
    _wake(action, board)
    if action.verb == ACTIVATE:
        for piece in assaults.units_named(board, action.units):
            if piece.flag(FLAG) and isinstance(piece.place, Hex):
                _wake_around(board, piece.place)


@RULES.effect("11.7.1.p1", on=SetState)
def markers_wake_reinforcements(action: SetState, board: OperationBoard) -> None:
    """Units at which an Assault Marker points may be assaulted: they are activated."""
    piece = board.pieces.get(action.unit or "")
    if action.state != "assault" or piece is None:
        return
    target = assaults.marker_hex(board, piece)
    if target is not None:
        _wake_around(board, target)


# -- arrival ---------------------------------------------------------------------------------------


@RULES.rule("11.7.p1", on=Place)
def soviet_reinforcements_begin_on_the_map(
    action: Place, board: OperationBoard
) -> Iterator[Finding]:
    """Only German reinforcements come from off the map.

    A unit that was taken off may be put back in the same phase.
    """
    place = board.location(action.at)
    comes = action.unit not in board.pieces and board.phase is not None and action.why == ""
    comes = comes and board.scenario is not None and action.unit not in board.state.march.removed
    if not (comes or action.why == "reinforcement") or not isinstance(place, Hex):
        return
    counter = board.counter(action.counter or action.unit)
    if counter.side == "soviet" and not counter.is_marker:
        yield Finding(
            f"{counter.name} enters the map as a reinforcement",
            units=(action.unit,),
            hexes=(board.data.map.number(place),),
            expected="Soviet reinforcements that begin on the map",
        )


@RULES.rule("11.7.p1", "11.7.3.p1", on=Place)
def german_reinforcements_arrive_on_their_date(
    action: Place, board: OperationBoard
) -> Iterator[Finding]:
    """A German reinforcement comes no earlier than its date, and not into the enemy.

    A unit that is put down in the course of a game is one, whether the log says so or not.
    """
    place = board.location(action.at)
    comes = action.unit not in board.pieces and board.phase is not None and action.why == ""
    if not (comes or action.why == "reinforcement") or not isinstance(place, Hex):
        return
    counter = board.counter(action.counter or action.unit)
    if counter.side != "german" or counter.is_marker:
        return
    yield from _arrival(board, action.unit, counter.name, counter.formation or "", place)


@RULES.rule("11.7.p1", "11.7.3.p1", on=Move)
def units_enter_from_boxes_when_they_may(action: Move, board: OperationBoard) -> Iterator[Finding]:
    """The same for units that are moved from a box beside the map; the eliminated stay there.

    A unit may be put back in the phase in which it was taken off.
    """
    end = board.location(action.end)
    for piece in assaults.units_named(board, action.units):
        off = isinstance(piece.place, str) and not piece.place.endswith(RETREATED)
        if not off or not isinstance(end, Hex) or not units.is_unit(piece) or board.phase is None:
            continue
        if board.number(piece.place).endswith(ELIMINATED):
            if not any(piece.id in move.units and move.end == piece.place for move in board.moves):
                yield Finding(
                    f"{piece.name} comes back to the map from among the eliminated",
                    units=(piece.id,),
                    hexes=(board.data.map.number(end),),
                    expected="eliminated units that stay off the map",
                )
        elif piece.side == "german":
            formation = piece.counter.formation or ""
            first = board.location(action.path[1]) if len(action.path) > 1 else end
            entered = first if isinstance(first, Hex) else end
            yield from _arrival(board, piece.id, piece.name, formation, entered)


def _arrival(
    board: OperationBoard, unit: str, name: str, formation: str, place: Hex
) -> Iterator[Finding]:
    table = board.data.tables["reinforcements"]
    number = board.data.map.number(place)
    row = arriving_formation(board, formation)
    turn = int(str(table.cell(row, "turn"))) if row else 0
    if board.turn < turn:
        yield Finding(
            f"{name} arrives before its date",
            units=(unit,),
            hexes=(number,),
            expected=f"turn {turn}",
            found=f"turn {board.turn}",
            rests_on=(f"{table.title}, {row} ({table.source_of(row)})",),
        )
    elif retreat.enemies_in(board, place, "german"):
        yield Finding(
            f"{name} enters the map in {board.data.map.describe(place)}, which the enemy holds",
            units=(unit,),
            hexes=(number,),
            expected="an entry hex without enemy units; otherwise it is delayed",
            rule="11.7.3.p1",
        )


def arriving_formation(board: OperationBoard, formation: str) -> str:
    """The formation of the reinforcement table that a formation is, or belongs to; else empty."""
    rows = board.data.tables["reinforcements"].row_keys
    known = board.data.formations.get(formation)
    while known is not None:
        if known.id in rows:
            return known.id
        known = board.data.formations.get(known.parent or "")
    return ""


@RULES.effect("11.7.p1", on=Remove)
def units_taken_off_are_remembered(action: Remove, board: OperationBoard) -> None:
    """Who was taken off by mistake may be put back."""
    board.state.march.removed.update(action.units)


@RULES.effect("11.7.p1", on=BeginPhase)
def units_taken_off_earlier_are_forgotten(_: BeginPhase, board: OperationBoard) -> None:
    """What was taken off in an earlier phase stays off."""
    board.state.march.removed.clear()


# -- units off the map -----------------------------------------------------------------------------


@RULES.rule("11.8.4.p1", on=Move)
def units_leave_the_map_only_in_retreat(action: Move, board: OperationBoard) -> Iterator[Finding]:
    """A unit goes off the map by an assault or by a check in a Defensive Fire Segment alone."""
    if board.phase is None or not action.end.endswith(RETREATED):
        return
    if assaults.at(board) in RETREAT_PHASES:
        return
    for piece in assaults.units_named(board, action.units):
        if units.is_unit(piece) and isinstance(piece.place, Hex):
            yield Finding(
                f"{piece.name} leaves the map in the {board.phase.name}",
                units=(piece.id,),
                hexes=(board.number(piece.place),),
                expected="a retreat by an assault or by a check in a Defensive Fire Segment",
            )


def _off_map(board: OperationBoard, side: str | None) -> Iterator[Piece]:
    for piece in board.pieces.values():
        away = isinstance(piece.place, str) and piece.place.endswith(RETREATED)
        if away and units.is_unit(piece) and piece.side == side:
            yield piece


@RULES.effect("11.7.p2", "11.8.4.p2", on=BeginPhase)
def units_off_the_map_wait_for_one_impulse(_: BeginPhase, board: OperationBoard) -> None:
    """Count the Movement Phases that a unit off the map has had for its return."""
    march = board.state.march
    if assaults.at(board) != "movement":
        return
    there = {piece.id for piece in _off_map(board, board.phasing)}
    for name in there:
        march.waiting[name] = march.waiting.get(name, 0) + 1
    for name in list(march.waiting):
        piece = board.pieces.get(name)
        if name not in there and (piece is None or isinstance(piece.place, Hex)):
            del march.waiting[name]


@RULES.rule("11.8.4.p2", "11.7.p2", on=Move)
def units_come_back_in_their_next_impulse(action: Move, board: OperationBoard) -> Iterator[Finding]:
    """A unit comes back in its side's next Movement Phase, into a hex without enemies, or never."""
    end = board.location(action.end)
    for piece in assaults.units_named(board, action.units):
        away = isinstance(piece.place, str) and piece.place.endswith(RETREATED)
        if not away or not isinstance(end, Hex) or not units.is_unit(piece):
            continue
        first = board.location(action.path[1]) if len(action.path) > 1 else end
        entered = first if isinstance(first, Hex) else end
        if retreat.enemies_in(board, entered, piece.side):
            yield Finding(
                f"{piece.name} comes back to the map in {board.data.map.describe(entered)}, which"
                " the enemy holds",
                units=(piece.id,),
                hexes=(board.data.map.number(entered),),
                expected="a hex without enemy units",
                rule="11.7.p2",
            )
        had = board.state.march.waiting.get(piece.id, 0)
        if assaults.at(board) != "movement" or had > 1 or piece.side != board.phasing:
            yield Finding(
                f"{piece.name} comes back to the map in the"
                f" {board.phase.name if board.phase else 'set-up'}",
                units=(piece.id,),
                hexes=(board.data.map.number(end),),
                expected="its side's first Movement Phase after it left; later it is eliminated",
            )


@RULES.effect("11.8.4.p2", on=Move)
def units_that_came_back_wait_anew(action: Move, board: OperationBoard) -> None:
    """A unit that leaves the map once more has another impulse to come back in."""
    for piece in assaults.units_named(board, action.units):
        if isinstance(piece.place, Hex):
            board.state.march.waiting.pop(piece.id, None)
