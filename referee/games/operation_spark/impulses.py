"""Chapter 9, initiative: assaults committed, fresh divisions, the Initial Player, the challenge.

How initiative is won is known only in part: more assaults committed, more with fresh divisions.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.gamedata.model import GameData
from compiler.hexes import Direction, Hex
from referee.actions import BeginPhase, Declare, PhaseEnds, SetState
from referee.findings import Finding
from referee.games.operation_spark import assaults, rests, units
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.march_state import Initiative
from referee.games.operation_spark.movement import costs
from referee.games.operation_spark.state import OperationBoard

CHALLENGE = "challenge"
SUCCEEDED = "succeeded"
OPENING = "am-initial"


# -- committing ------------------------------------------------------------------------------------


@RULES.effect("9.3.1.p1", on="declare:commit-assaults")
def commitments_are_remembered(action: Declare, board: OperationBoard) -> None:
    """A side's number of assaults; that of the challenge takes the place of the one before."""
    side = action.text("side", action.side or "")
    if side in board.data.sides:
        board.state.march.initiative.committed[side] = max(action.number("assaults"), 0)


@RULES.rule("9.3.1.p1", on="declare:commit-assaults")
def nobody_commits_fewer_than_no_assaults(
    action: Declare, board: OperationBoard
) -> Iterator[Finding]:
    """A side commits some assaults, or none."""
    if action.number("assaults") < 0:
        side = action.text("side", action.side or "")
        name = board.data.sides[side].name if side in board.data.sides else side
        yield Finding(
            f"the {name} side commits fewer than no assaults",
            expected="0 or more",
            found=str(action.number("assaults")),
        )


@RULES.rule("9.3.2.p1", "9.3.2.p2", "9.3.2.p3", "9.3.2.p4", on="declare:fresh-formation")
def only_divisions_are_fresh(action: Declare, board: OperationBoard) -> Iterator[Finding]:
    """A fresh division has four or more units on the roster and has not assaulted lately.

    How long ago it may have is not in the text.
    """
    for piece in assaults.units_named(board, action.units):
        division = units.division(board.data, piece)
        size = _units_of(board, division) if division else 0
        least = rests.figure(board, "fresh-formation-units")
        if not division or size < least:
            name = board.data.formations[division].name if division else piece.name
            yield Finding(
                f"{name} is named as a fresh division",
                units=(piece.id,),
                expected=f"a division with {least} or more units on its roster",
                found=f"{size} units" if division else "no division",
            )
            continue
        day = board.state.march.fought.get(division)
        if day is not None and day >= board.turn - 1:
            yield Finding(
                f"the {board.data.formations[division].name} is named as fresh and took part in an"
                " assault; how long that counts is in a section that was not at hand",
                units=(piece.id,),
                expected="a division that has not taken part in an assault",
                severity="unverifiable",
                rule="9.3.2.p3",
            )


def _units_of(board: OperationBoard, division: str) -> int:
    """Units in a division's entry on the roster, eliminated ones among them."""

    def count(data: GameData) -> int:
        total = 0
        for counter in data.counters.values():
            formation = data.formations.get(counter.formation or "")
            while formation is not None and formation.id != division:
                formation = data.formations.get(formation.parent or "")
            total += counter.count if formation is not None else 0
        return total

    return board.constant(("units of", division), count)


@RULES.effect("9.3.2.p1", "9.3.2.p2", on="declare:fresh-formation")
def fresh_divisions_are_counted(action: Declare, board: OperationBoard) -> None:
    """Each division counts once for its side."""
    for piece in assaults.units_named(board, action.units):
        division = units.division(board.data, piece)
        if division and piece.side is not None:
            board.state.march.initiative.fresh.setdefault(piece.side, set()).add(division)


# -- who is Initial Player -------------------------------------------------------------------------


@RULES.rule("9.3.1.p1", "9.3.2.p1", on="declare:initiative")
def initiative_goes_to_who_committed_more(
    action: Declare, board: OperationBoard
) -> Iterator[Finding]:
    """More assaults, and no fewer fresh divisions, win; a lull is only where nobody committed any.

    What else decides is not in the text, so that all other cases are left to the players.
    """
    initiative = board.state.march.initiative
    said = initiative.committed
    if initiative.settled:
        yield Finding(
            "who is Initial Player is announced again",
            expected="one announcement a day",
            severity="warning" if _is_the_same(action, board) else "violation",
        )
        return
    if action.text("as") == "lull":
        if any(said.values()):
            yield Finding(
                "a lull is announced though assaults are committed",
                expected="no assaults committed by either side",
                found=", ".join(f"{side} {number}" for side, number in sorted(said.items())),
            )
        return
    winner = action.text("side")
    if winner not in board.data.sides or len(said) < len(board.data.sides):
        return
    loser = board.data.opponent(winner)
    fresh = {side: len(initiative.fresh.get(side, ())) for side in board.data.sides}
    if said[loser] > said[winner] and fresh[loser] >= fresh[winner]:
        yield Finding(
            f"the {board.data.sides[winner].name} side is Initial Player with fewer assaults",
            expected=f"{board.data.sides[loser].name}, with {said[loser]} assaults committed",
            found=f"{said[winner]} assaults committed",
        )


def _is_the_same(action: Declare, board: OperationBoard) -> bool:
    """Whether an announcement says what has been announced before."""
    lull = board.state.march.initiative.lull
    if action.text("as") == "lull" or lull:
        return lull and action.text("as") == "lull"
    return action.text("side") == board.first_player


@RULES.effect("9.3.1.p1", on="declare:initiative")
def the_initial_player_is_settled(action: Declare, board: OperationBoard) -> None:
    """The sections of the day are those of the Initial and the Second Player."""
    initiative = board.state.march.initiative
    # A lull in spite of commitments has been found; the markers that follow are no slip besides.
    initiative.lull = action.text("as") == "lull" and not any(initiative.committed.values())
    initiative.settled = True
    if action.text("side") in board.data.sides:
        board.first_player = action.text("side")


@RULES.rule("9.4.p1", on="declare:challenge")
def only_the_second_player_challenges(action: Declare, board: OperationBoard) -> Iterator[Finding]:
    """The Initial Player has the initiative already."""
    second = board.side_of("second")
    if second is None or action.side not in board.data.sides or action.side == second:
        return
    if action.text("as") in {"failed", SUCCEEDED}:
        yield Finding(
            "the Initial Player challenges for the initiative",
            expected=f"a challenge by the {board.data.sides[second].name} side",
            found=board.data.sides[action.side or ""].name,
            severity="warning",
        )


@RULES.effect("9.4.p1", on="declare:challenge")
def the_challenge_is_remembered(action: Declare, board: OperationBoard) -> None:
    """Whether the Second Player has challenged, and with what success."""
    board.state.march.initiative.challenge = action.text("as")


@RULES.effect("9.3.1.p1", "9.3.2.p4", on=BeginPhase)
def a_day_begins_without_commitments(action: BeginPhase, board: OperationBoard) -> None:
    """What was announced holds for a day; divisions that assaulted are remembered."""
    march = board.state.march
    if action.phase == "am.initiative":
        march.initiative = Initiative()
    if not march.initiative.committed and board.scenario is not None:
        told = board.scenario.values.get("assaults")
        if isinstance(told, dict) and board.turn == 1 and action.phase != "am.initiative":
            known = {str(side): number for side, number in told.items() if number}
            march.initiative.committed = known
    for name in board.state.combat.now.participated:
        piece = board.pieces.get(name)
        division = units.division(board.data, piece) if piece is not None else ""
        if division:
            march.fought[division] = board.turn


# -- keeping one's word ----------------------------------------------------------------------------


@RULES.covers("9.3.6.p2", "9.3.6.p3", "9.3.6.p4", "9.4.p1")
def assaults_owed(board: OperationBoard) -> int:
    """Different hexes at which the phasing side has to point its markers in this Movement Phase.

    Those it committed itself to in its AM Initial Impulse, unless the Second Player committed none;
    in all other impulses as many or as few as it likes.
    """
    phase = board.phase
    if phase is None or phase.section != OPENING:
        return 0
    side = board.phasing
    said = board.state.march.initiative.committed
    if side is None or not said.get(board.data.opponent(side)):
        return 0
    return said.get(side, 0)


def _pointed_at(board: OperationBoard) -> dict[str, Hex]:
    """Unit that got a marker to the hex it points at, or did before fire took it away."""
    found = {}
    for name, first in board.state.combat.now.received.items():
        piece = board.pieces.get(name)
        found[name] = (assaults.marker_hex(board, piece) if piece else None) or first
    return found


def _held(board: OperationBoard, target: Hex | None, side: str | None) -> bool:
    """Whether the enemy of a side has units in a hex."""
    if target is None:
        return False
    return any(other.side not in (None, side) for other in board.units_at(target))


@RULES.rule("9.3.6.p1", on=PhaseEnds)
def markers_still_point_at_the_enemy(_: PhaseEnds, board: OperationBoard) -> Iterator[Finding]:
    """A unit that moved on with its marker has it pointing at an enemy when movement ends."""
    if assaults.at(board) != "movement":
        return
    for name, first in sorted(board.state.combat.now.received.items()):
        piece = board.pieces.get(name)
        target = assaults.marker_hex(board, piece) if piece is not None else None
        if piece is None or target in (None, first) or _held(board, target, piece.side):
            continue
        yield Finding(
            f"the Assault Marker of {piece.name} points {piece.states['assault']}, where no enemy"
            " is, after it moved on",
            units=(name,),
            hexes=(board.number(piece.place),),
            expected="a hex with enemy units",
        )


@RULES.rule("9.3.6.p2", "9.3.6.p3", "9.3.6.p4", "9.3.1.p1", "9.4.p1", on=PhaseEnds)
def committed_assaults_are_marked(_: PhaseEnds, board: OperationBoard) -> Iterator[Finding]:
    """Markers point at no fewer different enemy hexes than assaults were committed.

    A marker that fire or a call-off takes away later has counted.
    """
    owed = assaults_owed(board)
    if assaults.at(board) != "movement" or not owed:
        return
    pointed = set(_pointed_at(board).values())
    if len(pointed) < owed:
        yield Finding(
            f"Assault Markers point at {len(pointed)} hexes",
            hexes=tuple(sorted(map(board.data.map.number, pointed))),
            expected=f"at least {owed} different hexes, as committed",
            found=str(len(pointed)),
        )


@RULES.rule("9.3.6.p1", "11.1.3.p5", on=SetState)
def markers_point_at_the_enemy(action: SetState, board: OperationBoard) -> Iterator[Finding]:
    """An Assault Marker points at a hex that the enemy holds, and not in a lull."""
    piece = board.pieces.get(action.unit or "")
    if action.state != "assault" or not action.value or piece is None:
        return
    if assaults.at(board) != "movement" or not isinstance(piece.place, Hex):
        return
    target = _beside(board, piece.place, str(action.value))
    if not _held(board, target, piece.side):
        yield Finding(
            f"the Assault Marker of {piece.name} points {action.value}, where no enemy is",
            units=(piece.id,),
            hexes=(board.number(piece.place),),
            expected="a hex with enemy units",
        )
    elif board.state.march.initiative.lull:
        yield Finding(
            f"{piece.name} gets an Assault Marker in a lull",
            units=(piece.id,),
            expected="no assaults",
            rule="9.3.3.p1",
        )
    elif target is not None and not costs.may_assault_across(board, piece, piece.place, target):
        yield Finding(
            f"{piece.name} gets an Assault Marker across the river",
            units=(piece.id,),
            hexes=(board.number(piece.place), board.number(target)),
            expected="a column at a bridge",
            rule="11.1.3.p5",
        )


def _beside(board: OperationBoard, hex_: Hex, direction: str) -> Hex | None:
    try:
        return board.data.map.grid.neighbour(hex_, Direction(direction))
    except ValueError:
        return None
