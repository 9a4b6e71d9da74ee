"""17.5, probes: who may look into an adjacent stack, and who wins."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import BeginPhase, Declare, Roll
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import rests, units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.campaign import die, is_roll_for
from referee.games.bold_stroke.combat.participants import enemies_in, target_hex
from referee.games.bold_stroke.combat_state import Probe
from referee.games.bold_stroke.movement.allowance import allowance
from referee.games.bold_stroke.options.detachments import is_detachment
from referee.games.bold_stroke.state import CampaignBoard, Moved

OPTION, PURPOSE = "probes", "probe"
COST = 1.0
"""Movement points of a probe (17.5.B)."""
STOP = "17.5.B"


@RULES.covers("17.5.A")
def may_probe(piece: Piece) -> bool:
    """German reconnaissance battalions, Soviet detachments and the cavalry corps."""
    kind = units.unit_class(piece)
    cavalry = kind == "cavalry" and piece.counter.size == "XXX"
    return kind == "reconnaissance" or is_detachment(piece) or cavalry


@RULES.rule("17.5.A", "17.5.B", on="declare:probe")
def probes_are_made_as_they_may(action: Declare, board: CampaignBoard) -> Iterator[Finding]:
    """A unit that may probe spends a point beside the enemy, once in a phase."""
    target = target_hex(board, action)
    for name in action.units:
        piece = board.piece(name)
        if OPTION not in board.options:
            yield _fault(piece, "17.5.A", "probes, and the option is not in play", "no probes")
            continue
        if not may_probe(piece):
            words = "may not probe"
            yield _fault(piece, "17.5.A", words, "reconnaissance, a detachment, the cavalry corps")
        if target is None or not _is_beside(board, piece, target):
            yield _fault(piece, "17.5.B", "probes no adjacent enemy", "an enemy in the next hex")
        spent = board.state.moved.get(name, Moved()).points
        if name in board.state.combat.probes:
            yield _fault(piece, "17.5.B", "probes again in this phase", "one probe")
        elif spent + COST > allowance(board, piece).points:
            most = f"at most {allowance(board, piece).points:g} points with the probe"
            yield _fault(piece, "17.5.B", "has no movement point left to probe", most)


def _is_beside(board: CampaignBoard, piece: Piece, target: Hex) -> bool:
    here = piece.place
    return (
        isinstance(here, Hex)
        and here.distance(target) == 1
        and bool(enemies_in(board, target, piece.side or ""))
    )


def _fault(piece: Piece, rule: str, words: str, expected: str) -> Finding:
    return Finding(f"{piece.name} {words}", units=(piece.id,), expected=expected, rule=rule)


@RULES.effect("17.5.B", on="declare:probe")
def probes_are_remembered(action: Declare, board: CampaignBoard) -> None:
    """The probe costs a point and ends the unit's movement."""
    target = target_hex(board, action)
    if target is not None:
        for name in action.units:
            moved = board.state.moved.setdefault(name, Moved())
            moved.points += COST
            moved.stopped_by = STOP
            board.state.combat.probes[name] = Probe(name, target)
    side = action.text("side") or action.side
    if action.text("roll") == PURPOSE and side is not None:
        board.state.records.rolls.awaited[PURPOSE] = side


@RULES.effect("17.5.C", on=Roll)
def dice_of_a_probe_are_remembered(action: Roll, board: CampaignBoard) -> None:
    """A die of each side."""
    waiting = [
        p for p in board.state.combat.probes.values() if len(p.rolls) < len(board.data.sides)
    ]
    if not is_roll_for(action, PURPOSE) or not waiting:
        return
    probe = waiting[-1]
    prober = board.piece(probe.unit).side or ""
    side = action.side or board.state.records.rolls.awaited.get(PURPOSE) or ""
    if not side or side in probe.rolls:
        side = board.data.opponent(prober) if prober in probe.rolls else prober
    probe.rolls[side] = die(action)


@RULES.effect("17.5.C", on="declare:reveal")
def stacks_shown_to_a_prober_are_remembered(action: Declare, board: CampaignBoard) -> None:
    """What has been revealed is due no more."""
    places = {board.pieces[name].place for name in action.units if name in board.pieces}
    for probe in board.state.combat.probes.values():
        probe.revealed = probe.revealed or probe.hex in places


@RULES.effect("17.5.B", on=BeginPhase)
def probes_count_for_their_phase(_: BeginPhase, board: CampaignBoard) -> None:
    """A new phase has its own probes."""
    board.state.combat.probes.clear()


@RULES.covers("17.5.C")
def has_won(board: CampaignBoard, probe: Probe) -> bool | None:
    """Whether a probe succeeded; None while dice are missing.

    The higher die wins; alike the larger unit, and of the same size the prober.
    """
    piece = board.piece(probe.unit)
    side = piece.side or ""
    ours, theirs = probe.rolls.get(side), probe.rolls.get(board.data.opponent(side))
    if ours is None or theirs is None:
        return None
    if ours != theirs:
        return ours > theirs
    others = enemies_in(board, probe.hex, side)
    return _rank(board, piece) >= max((_rank(board, other) for other in others), default=0)


def _rank(board: CampaignBoard, piece: Piece) -> int:
    table = board.data.tables["unit_sizes"]
    size = piece.counter.size
    return int(str(table.cell(size, "rank"))) if size in table.row_keys else 0


@RULES.rule("17.5.C", on="declare:reveal")
def only_a_probe_that_wins_reveals_a_stack(
    action: Declare, board: CampaignBoard
) -> Iterator[Finding]:
    """A stack below its top unit is shown to a prober that won."""
    for name in action.units:
        piece = board.pieces.get(name)
        if piece is None or not isinstance(piece.place, Hex):
            continue
        here = list(board.units_at(piece.place))
        probes = [p for p in board.state.combat.probes.values() if p.hex == piece.place]
        if not probes or here[-1] is piece:
            continue
        results = [has_won(board, probe) for probe in probes]
        if True not in results:
            words = "is revealed to a probe that lost" if False in results else "is revealed"
            yield Finding(
                f"{piece.name} {words}",
                units=(name,),
                expected="a probe that wins",
                rests_on=rests.defects(board, "probe-time"),
                severity="violation" if False in results else "unverifiable",
            )
