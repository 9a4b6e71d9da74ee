"""Chapter 18.4 to 18.11, what binds while a scenario is played: its length and its special rules.

Set-up is in `set_up`, victory in `victory`. Where the front at Bukrin ends and what it means to
leave it the book does not say; see `leaves_bukrin`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from compiler.gamedata.model import GameData, SetupPiece
from compiler.hexes import Hex, Hexside
from referee.actions import BeginPhase, Declare, Move, PhaseEnds, SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import rests, units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.campaign import campaign_turn, in_phase
from referee.games.bold_stroke.combat import losses
from referee.games.bold_stroke.combat.headquarters import is_subordinate
from referee.games.bold_stroke.combat.participants import target_hex
from referee.games.bold_stroke.movement.moves import is_movement, way_of
from referee.games.bold_stroke.movement.zones import DEFENSE_LINE
from referee.games.bold_stroke.records import numbers as whole_numbers
from referee.games.bold_stroke.reserves.groups import RESERVED, designators
from referee.games.bold_stroke.scenarios.numbers import numbers
from referee.games.bold_stroke.state import CampaignBoard

LYUTEZH, BUKRIN = "lyutezh", "bukrin"


def value(board: CampaignBoard, name: str) -> object:
    """A value of the scenario, None where there is no scenario or it has none of that name."""
    return board.scenario.values.get(name) if board.scenario is not None else None


def figures(board: CampaignBoard, name: str) -> Mapping[str, int]:
    """A table of whole numbers in the scenario's values, empty if it has none."""
    return whole_numbers(value(board, name))


# -- length ----------------------------------------------------------------------------------------


@RULES.rule(
    "18.4.1",
    "18.5.1",
    "18.6",
    "18.7.1",
    "18.8.1",
    "18.9",
    "18.10.1",
    "18.11.A",
    on=BeginPhase,
)
def a_scenario_ends_with_its_last_turn(
    action: BeginPhase, board: CampaignBoard
) -> Iterator[Finding]:
    """No turn follows the last; the first that does is reported."""
    if board.scenario is None:
        return
    last = len(board.scenario.turns)
    if action.turn > last >= board.turn:
        label = board.scenario.turns[-1][0]
        yield Finding(
            f"{board.scenario.name} goes on after its last turn",
            expected=f"the end of turn {last}, {label}",
            found=f"turn {action.turn}",
            rule=numbers(board).length,
        )


# -- the German lines at Lyutezh and Bukrin --------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """A line that the Germans built around a bridgehead."""

    sides: frozenset[Hexside]
    behind: frozenset[Hex]
    """Hexes of the Germans in the line."""
    before: frozenset[Hex]
    """Hexes of the bridgehead beside it."""


def line(board: CampaignBoard, name: str) -> Line:
    """The German line around a bridgehead."""
    return board.constant(("line", name), lambda data: _line(data, name))


def _line(data: GameData, name: str) -> Line:
    behind: dict[Hexside, Hex] = {}
    for side, features in data.map.hexsides.items():
        for feature in features:
            held = feature.values.get("behind")
            german = feature.values.get("built_by") == "german"
            named = feature.terrain == DEFENSE_LINE and feature.values.get("line") == name
            if named and german and isinstance(held, Hex):
                behind[side] = held
    return Line(
        frozenset(behind),
        frozenset(behind.values()),
        frozenset(side.other(held) for side, held in behind.items()),
    )


def _set_up_in(board: CampaignBoard, side: str, hexes: frozenset[Hex]) -> Iterator[SetupPiece]:
    """The units of a side that the scenario sets up in some hexes."""
    for said in board.scenario.setup if board.scenario is not None else ():
        counter = board.data.counters.get(said.counter)
        if counter is not None and counter.side == side and said.place in hexes:
            yield said


def formations_facing(board: CampaignBoard, name: str) -> frozenset[str]:
    """The korps of the German units set up in a line."""
    held = line(board, name).behind
    return board.constant(
        ("korps in line", name),
        lambda data: frozenset(
            str(said.values.get("subordination") or data.counters[said.counter].formation)
            for said in _set_up_in(board, "german", held)
        ),
    )


@RULES.effect("18.4.4.A", "18.4.4.B", "18.4.4.C", on="declare:attack")
def attacks_from_the_bridgeheads_are_remembered(action: Declare, board: CampaignBoard) -> None:
    """The first attack across the line at Lyutezh, and who attacks from Bukrin."""
    target = target_hex(board, action)
    pieces = [board.pieces[name] for name in action.units if name in board.pieces]
    record = board.state.scenario
    for piece in pieces:
        here = piece.place
        if piece.side != "soviet" or not isinstance(here, Hex) or target is None:
            continue
        if here in line(board, BUKRIN).before:
            record.bukrin_attackers.add(losses.unit_of(board, piece.id))
        across = here.distance(target) == 1 and Hexside(here, target) in line(board, LYUTEZH).sides
        if across and record.lyutezh_attack is None:
            record.lyutezh_attack = campaign_turn(board)


@RULES.effect("18.4.4.C", on=PhaseEnds)
def the_time_to_attack_from_bukrin_passes(_: PhaseEnds, board: CampaignBoard) -> None:
    """The rifle units at Bukrin attack in the first Soviet turn or not at all."""
    if in_phase(board, "second-combat") and board.phasing == "soviet":
        board.state.scenario.bukrin_attack_due = False


@RULES.effect("18.4.4.D", on=Move, before=True)
def crossings_of_the_line_are_remembered(move: Move, board: CampaignBoard) -> None:
    """Hexsides of the line at Lyutezh that Soviet units cross, and when there are enough."""
    record = board.state.scenario
    due = value(board, "breakout_hexsides")
    if not isinstance(due, int) or record.breakout is not None:
        return
    for name in move.units:
        piece = board.piece(name)
        if piece.side == "soviet" and units.is_ground(piece):
            path = _path(board, move, piece)
            pairs = pairwise(path)
            sides = {Hexside(a, b) for a, b in pairs if a.distance(b) == 1}
            record.crossed |= sides & line(board, LYUTEZH).sides
    if len(record.crossed) >= due:
        record.breakout = campaign_turn(board)


def _path(board: CampaignBoard, move: Move, piece: Piece) -> tuple[Hex, ...]:
    """The hexes of a move, found where the log gives only its ends."""
    if not move.complete and is_movement(move, board):
        way = way_of(board, piece, move)
        if way is not None:
            return way.hexes
    places = (board.location(number) for number in move.path)
    return tuple(place for place in places if isinstance(place, Hex))


def korps_abteilung_turn(board: CampaignBoard) -> int | None:
    """The turn from which Korps Abteilung C may come; None where the scenario does not say.

    One turn earlier once the Soviets have broken out at Lyutezh (16.4, 18.4.4.D).
    """
    early = value(board, "korps_abteilung_turn_after_breakout")
    usual = value(board, "korps_abteilung_turn")
    broken_out = board.state.scenario.breakout is not None
    found = early if broken_out and isinstance(early, int) else usual
    return found if isinstance(found, int) else None


# -- what the Germans may not do yet ---------------------------------------------------------------


@RULES.covers("18.4.4.B", "18.4.4.C", "18.4.4.D")
def may_leave_bukrin(board: CampaignBoard) -> bool:
    """Whether German units may go from the front at Bukrin to that at Lyutezh."""
    waits = figures(board, "bukrin_transfer")
    if not waits:
        return True
    record, now = board.state.scenario, campaign_turn(board)
    attacked, broken = record.lyutezh_attack, record.breakout
    if attacked is not None and now >= attacked + waits.get("turns_after_lyutezh_attack", 1):
        return True
    if broken is not None and now >= broken + waits.get("turns_after_breakout", 1):
        return True
    return not record.bukrin_attack_due and not _all_attacked_at_bukrin(board)


def _all_attacked_at_bukrin(board: CampaignBoard) -> bool:
    """Whether every rifle unit set up beside the line at Bukrin has attacked."""
    rifles = {
        said.piece
        for said in _set_up_in(board, "soviet", line(board, BUKRIN).before)
        if board.data.counters[said.counter].values.get("unit_class") == "infantry"
    }
    return rifles <= board.state.scenario.bukrin_attackers


@RULES.rule("18.4.4.B", "18.4.4.C", "18.4.4.D", on=Move)
def units_at_bukrin_stay_there_at_first(move: Move, board: CampaignBoard) -> Iterator[Finding]:
    """No German unit goes from the front at Bukrin to Lyutezh before the Soviets attack there."""
    if board.phase is None or not board.phase.mode:
        return
    for name in move.units:
        piece = board.piece(name)
        end = board.location(move.end)
        if leaves_bukrin(board, piece, end):
            yield Finding(
                f"{piece.name} goes from the front at Bukrin to that at Lyutezh, where the"
                " Soviets have not attacked yet",
                units=(name,),
                hexes=(move.end,),
                expected="a turn after the attack, or after the line there is broken",
                rests_on=rests.defects(board, "bukrin-front"),
                rule="18.4.4.B",
            )


def leaves_bukrin(board: CampaignBoard, piece: Piece, end: object) -> bool:
    """Whether a unit of the front at Bukrin would go over to Lyutezh too early.

    It belongs to that front if its korps was set up in the line there, and leaves it when it ends
    a move nearer to the line at Lyutezh.
    """
    start = piece.place
    if piece.side != "german" or not units.is_ground(piece) or may_leave_bukrin(board):
        return False
    if not isinstance(start, Hex) or not isinstance(end, Hex):
        return False
    if not any(is_subordinate(board, piece, f) for f in sorted(formations_facing(board, BUKRIN))):
        return False
    return _nearer_to_lyutezh(board, end) and not _nearer_to_lyutezh(board, start)


def _nearer_to_lyutezh(board: CampaignBoard, hex_: Hex) -> bool:
    north, south = (
        min(hex_.distance(held) for held in line(board, name).behind) for name in (LYUTEZH, BUKRIN)
    )
    return north < south


# -- reserves --------------------------------------------------------------------------------------


@RULES.rule("18.10.4.B", on="declare:reserve")
@RULES.rule("18.10.4.B", on=SetState)
def only_one_korps_has_reserves(
    action: Declare | SetState, board: CampaignBoard
) -> Iterator[Finding]:
    """A side whose reserves a scenario ties to one formation designates no others."""
    sectors = value(board, "reserves_only")
    if not isinstance(sectors, dict) or board.phase is None:
        return
    names = action.units if isinstance(action, Declare) else (action.unit or "",)
    if isinstance(action, SetState) and (action.state != RESERVED or not action.value):
        return
    for name in names:
        piece = board.pieces.get(name)
        formation = str(sectors.get(piece.side, "")) if piece is not None else ""
        if piece is None or formation not in board.data.formations or piece.flag(RESERVED):
            continue
        heads = _named_headquarters(board, action) or {h.id for h in designators(board, piece)}
        if heads and board.data.formations[formation].headquarters not in heads:
            where = board.data.formations[formation].name
            yield Finding(
                f"{piece.name} is put in reserve outside the sector of the {where}",
                units=(name,),
                expected=f"a reserve of the {where}",
                found=", ".join(board.pieces[head].name for head in sorted(heads)),
            )


def _named_headquarters(board: CampaignBoard, action: Declare | SetState) -> set[str]:
    """The headquarters that a declaration names, by itself or by its hex."""
    if isinstance(action, SetState):
        return set()
    said = (action.text("headquarters"), *action.names("targets"), action.target or "")
    places = {board.location(text) for text in said if text}
    return {
        piece.id
        for piece in board.pieces.values()
        if units.is_ground(piece)
        and units.is_headquarters(piece)
        and (piece.id in said or (isinstance(piece.place, Hex) and piece.place in places))
    }


# -- armies that were not to be shown --------------------------------------------------------------


@RULES.effect("18.7.6.B", "18.8.6.A", on=Move)
def hidden_armies_are_seen(move: Move, board: CampaignBoard) -> None:
    """Units of the hidden armies next to which an enemy comes, or that come next to one."""
    hidden = value(board, "commitment_formations")
    if not isinstance(hidden, (list, tuple)):
        return
    moved = [board.piece(name) for name in move.units]
    for piece in moved:
        if not isinstance(piece.place, Hex) or not units.is_ground(piece):
            continue
        enemies = _enemies_beside(board, piece)
        for seen in ([piece] if enemies else []) + enemies:
            if any(is_subordinate(board, seen, str(formation)) for formation in hidden):
                board.state.scenario.committed.add(seen.id)


def _enemies_beside(board: CampaignBoard, piece: Piece) -> list[Piece]:
    if not isinstance(piece.place, Hex):
        return []
    return [
        other
        for hex_ in board.data.map.grid.neighbours(piece.place).values()
        for other in board.units_at(hex_)
        if other.side != piece.side and units.is_ground(other)
    ]
