"""Where the campaign stands: its turn and month, who holds a hex, who rolls a die.

Small answers that several chapters ask for; nothing here is judged.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.gamedata.model import GameData
from compiler.gamedata.model import Place as MapPlace
from compiler.hexes import Hex
from referee.actions import BeginPhase, Declare, Move, Place, Position, Roll
from referee.board import Piece
from referee.games.bold_stroke import units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.state import CampaignBoard

SUPPLY, MOVEMENT = "supply", "movement"
"""Phases of a player turn, by their own id (2.2.C)."""
COMBAT_PHASES = frozenset({"combat", "second-combat"})
LAST_DIE = 10


def campaign_turn(board: CampaignBoard) -> int:
    """The turn counted from November 1 (16.4.C); the log's own turn without a scenario."""
    value = board.turn_values.get("campaign_turn", board.turn)
    return value if isinstance(value, int) else board.turn


def is_first_turn(board: CampaignBoard) -> bool:
    """Whether it is the first turn of the scenario."""
    return board.turn <= 1


def in_phase(board: CampaignBoard, *phases: str) -> bool:
    """Whether the present phase is one of these, in either player turn."""
    return board.phase is not None and board.phase.phase.id in phases


def holder(board: CampaignBoard, hex_: Hex) -> str | None:
    """The side in a hex, or the last to pass through it; None where the log cannot tell."""
    for piece in board.units_at(hex_):
        if units.is_ground(piece):
            return piece.side
    return board.state.last_through.get(hex_)


def place(board: CampaignBoard, name: str) -> tuple[Hex, ...]:
    """The hexes of a place of the map; none on a map without it."""
    found = board.data.map.places.get(name)
    return found.hexes if found is not None else ()


def places_of(data: GameData, *kinds: str) -> Iterator[MapPlace]:
    """The places of some kinds."""
    return (found for found in data.map.places.values() if found.kind in kinds)


# -- dice ------------------------------------------------------------------------------------------


def is_roll_for(action: Roll, purpose: str) -> bool:
    """Whether a roll is for a purpose, with or without the verb before it.

    A module writes the verb of the declaration, a dot and the purpose.
    """
    return action.purpose == purpose or action.purpose.endswith(f".{purpose}")


def die(action: Roll) -> int:
    """The number of the ten-sided die, where 0 stands for 10 and nothing lies outside 1 to 10."""
    return min(max(action.total or LAST_DIE, 1), LAST_DIE)


def roller(board: CampaignBoard, action: Roll, purpose: str) -> str | None:
    """The side that makes a roll: as logged, as announced before it, or the only one that acts."""
    if action.side is not None:
        return action.side
    announced = board.state.records.rolls.awaited.get(purpose)
    if announced is not None:
        return announced
    return next(iter(board.acting)) if len(board.acting) == 1 else None


def await_roll(board: CampaignBoard, action: Declare) -> None:
    """Remember who announced a roll, for the dice that follow."""
    side = declared_side(board, action)
    for purpose in action.names("roll"):
        if side is not None:
            for name in (purpose, f"{action.verb}.{purpose}"):
                board.state.records.rolls.awaited[name] = side


def declared_side(board: CampaignBoard, action: Declare) -> str | None:
    """The side a declaration speaks for: as written, of its units, or the one whose phase it is."""
    said = action.text("side") or action.side or ""
    if said in board.data.sides:
        return said
    for name in action.units:
        piece = board.pieces.get(name)
        if piece is not None and piece.side is not None:
            return piece.side
    return board.phasing


@RULES.effect("2.1", on=BeginPhase)
def announcements_of_dice_last_for_a_phase(_: BeginPhase, board: CampaignBoard) -> None:
    """What was to be rolled in one phase is not awaited in the next."""
    board.state.records.rolls.awaited.clear()


# -- where the log begins --------------------------------------------------------------------------


@RULES.effect("2.1", on=BeginPhase)
def the_turn_in_which_a_log_begins_is_remembered(_: BeginPhase, board: CampaignBoard) -> None:
    """A log may go on from a saved game; what came before it is not judged."""
    records = board.state.records
    if records.begun is None:
        records.begun = campaign_turn(board)
        if board.turn > 1:
            records.replacements.known = False


def begins_late(board: CampaignBoard) -> bool:
    """Whether the log begins after the first turn of its scenario."""
    scenario, begun = board.scenario, board.state.records.begun
    if scenario is None or begun is None or not scenario.turns:
        return False
    first = scenario.turns[0][1].get("campaign_turn", 1)
    return isinstance(first, int) and begun > first


# -- who passed where ------------------------------------------------------------------------------


@RULES.effect("6.6.E", "18.2.A", on=Move)
def the_last_to_pass_through_is_remembered(move: Move, board: CampaignBoard) -> None:
    """Retreats, advances, arrivals and rail movement too leave their side's mark on every hex.

    Of a move of which only the ends are known, the hex reached is marked.
    """
    sides = {board.pieces[n].side for n in move.units if units.is_ground(board.pieces[n])}
    if len(sides) != 1:
        return
    side = sides.pop() or ""
    for number in move.path if move.complete else move.path[-1:]:
        hex_ = board.location(number)
        if isinstance(hex_, Hex):
            board.state.last_through[hex_] = side


@RULES.effect("18.2.A", on=Place)
def arrivals_hold_their_hex(action: Place, board: CampaignBoard) -> None:
    """A unit put on the map is the last in its hex."""
    _holds(board, board.pieces[action.unit])


@RULES.effect("18.2.A", on=Position)
def a_saved_position_tells_who_holds_what(_: Position, board: CampaignBoard) -> None:
    """Every unit of a saved position holds the hex it stands in."""
    for piece in board.pieces.values():
        _holds(board, piece)


def _holds(board: CampaignBoard, piece: Piece) -> None:
    if isinstance(piece.place, Hex) and units.is_ground(piece):
        board.state.last_through[piece.place] = piece.side or ""
