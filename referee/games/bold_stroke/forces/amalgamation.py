"""16.4, Korps Abteilung C: three worn divisions become one."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Action, BeginPhase, Declare, Move, PhaseEnds, Place, Remove
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.campaign import MOVEMENT, SUPPLY, campaign_turn, in_phase
from referee.games.bold_stroke.combat import command, losses
from referee.games.bold_stroke.movement.allowance import REGULAR
from referee.games.bold_stroke.scenarios import special_rules
from referee.games.bold_stroke.state import CampaignBoard

CORPS = "kac"
DIVISIONS_LOST = 2
"""Divisions destroyed before it comes without which Korps Abteilung C never does (16.4.D)."""
TROOP = "troop"


def divisions(board: CampaignBoard) -> tuple[str, ...]:
    """The divisions that it is made of."""
    return board.constant(
        "divisions of Korps Abteilung C",
        lambda data: tuple(
            counter.id
            for counter in data.counters.values()
            if counter.values.get("merges_into") == CORPS
        ),
    )


@RULES.covers("16.4.A", "16.4.D")
def amalgamation_hexes(board: CampaignBoard) -> tuple[Hex, ...]:
    """The hexes in which Korps Abteilung C may come now; none when it is not its time."""
    corps = board.pieces.get(CORPS)
    turn = special_rules.korps_abteilung_turn(board)
    if corps is None or isinstance(corps.place, Hex) or turn is None:
        return ()
    if campaign_turn(board) < turn or _destroyed(board) >= DIVISIONS_LOST:
        return ()
    return tuple(sorted(_places(board)))


def _places(board: CampaignBoard) -> set[Hex]:
    """Where the divisions stand, or stood when they left in this turn."""
    found = set(board.state.records.track.amalgamating.values())
    for name in divisions(board):
        piece = board.pieces.get(name)
        if piece is not None and isinstance(piece.place, Hex):
            found.add(piece.place)
    return found


def _destroyed(board: CampaignBoard) -> int:
    """Divisions destroyed; those it has taken in are not."""
    taken = board.state.records.track.amalgamated
    return sum(1 for n in divisions(board) if n not in taken and command.is_destroyed(board, n))


# -- its coming ------------------------------------------------------------------------------------


def _comes(action: Action, board: CampaignBoard) -> Hex | None:
    """The hex in which an action puts Korps Abteilung C on the map."""
    where: str | None = None
    if isinstance(action, Move) and CORPS in action.units:
        where = action.path[min(1, len(action.path) - 1)]
    elif isinstance(action, Place) and action.unit == CORPS and action.why != "setup":
        where = action.at
    known = board.pieces.get(CORPS)
    if where is None or (known is not None and isinstance(known.place, Hex)):
        return None
    found = board.location(where)
    return found if isinstance(found, Hex) and board.phase is not None else None


@RULES.rule("16.4.A", "16.4.D", on=Move)
@RULES.rule("16.4.A", "16.4.D", on=Place)
def korps_abteilung_c_comes_where_its_divisions_are(
    action: Action, board: CampaignBoard
) -> Iterator[Finding]:
    """In the hex of one of them, in its turn, unless two of them have been destroyed."""
    hex_ = _comes(action, board)
    turn = special_rules.korps_abteilung_turn(board)
    if hex_ is None or board.scenario is None:
        return
    name = board.counter(CORPS).name
    number = (board.data.map.number(hex_),)
    side = board.counter(CORPS).side
    if isinstance(action, Place) and board.acting and side not in board.acting:
        yield Finding(
            f"{name} comes in the {board.phase.name if board.phase else ''}",
            units=(CORPS,),
            hexes=number,
            expected="a phase of its own side",
        )
    if turn is not None and campaign_turn(board) < turn:
        yield Finding(
            f"{name} comes too early",
            units=(CORPS,),
            expected=f"turn {turn} or later",
            found=f"turn {campaign_turn(board)}",
        )
    if _destroyed(board) >= DIVISIONS_LOST:
        yield Finding(
            f"{name} comes though {_destroyed(board)} of its divisions have been destroyed",
            units=(CORPS,),
            expected="that it never comes",
            rule="16.4.D",
        )
    elif hex_ not in _places(board):
        yield Finding(
            f"{name} comes in {board.data.map.describe(hex_)}, where none of its divisions is",
            units=(CORPS,),
            hexes=number,
            expected="the hex of one of its divisions",
        )


@RULES.rule("16.4.A", on="declare:amalgamation")
def only_its_divisions_are_amalgamated(action: Declare, board: CampaignBoard) -> Iterator[Finding]:
    """The three divisions named, and no other unit."""
    for name in action.units:
        if name not in divisions(board) and name != CORPS:
            yield Finding(
                f"{board.piece(name).name} is amalgamated",
                units=(name,),
                expected=" or ".join(board.counter(each).name for each in divisions(board)),
            )


# -- its strength ----------------------------------------------------------------------------------


@RULES.covers("16.4.B", "16.4.C")
def strength_due(board: CampaignBoard) -> int:
    """The most troop strength it may have: its full strength less that of missing divisions.

    Missing are the destroyed and those that have not joined it yet.
    """
    corps = board.counter(CORPS)
    full = losses.figure(corps, TROOP, losses.FRONT).value
    taken = board.state.records.track.amalgamated
    missing = [name for name in divisions(board) if name not in taken]
    return full - sum(losses.figure(board.counter(n), TROOP, losses.FRONT).value for n in missing)


@RULES.rule("16.4.B", "16.4.C", on=PhaseEnds)
def it_is_as_strong_as_the_divisions_it_took_in(
    _: PhaseEnds, board: CampaignBoard
) -> Iterator[Finding]:
    """In the phase it comes, losses stand for the divisions that are not in it."""
    piece = board.pieces.get(CORPS)
    track = board.state.records.track
    if piece is None or track.entered != board.turn or not track.amalgamating:
        return
    has = losses.current(board, piece, TROOP).value
    most = strength_due(board)
    if has > most:
        gone = [n for n in divisions(board) if command.is_destroyed(board, n)]
        missing = [n for n in divisions(board) if n not in track.amalgamated]
        yield Finding(
            f"{piece.name} comes with a strength of {has}",
            units=(CORPS,),
            expected=f"{most}, without {', '.join(board.counter(n).name for n in missing)}",
            found=str(has),
            rule="16.4.C" if gone else "16.4.B",
        )


@RULES.rule("16.4.B", on=PhaseEnds)
def divisions_that_reach_it_join_it(_: PhaseEnds, board: CampaignBoard) -> Iterator[Finding]:
    """A division in its hex at the end of German movement is taken in and off the map."""
    corps = board.pieces.get(CORPS)
    if corps is None or not isinstance(corps.place, Hex):
        return
    if board.phase is None or board.phase.mode != REGULAR or board.phasing != corps.side:
        return
    for piece in board.units_at(corps.place):
        if piece.id in divisions(board):
            yield Finding(
                f"{piece.name} is in the hex of {corps.name} and has not joined it",
                units=(piece.id, CORPS),
                hexes=(board.number(corps.place),),
                expected="its removal, and its strength added",
            )


# -- what it changes -------------------------------------------------------------------------------


def leaving(action: Action, board: CampaignBoard) -> tuple[str, ...]:
    """The divisions that an action takes off the map to amalgamate them, if it takes any.

    Announced, removed with the reason `amalgamated`, or moved to the box of withdrawn units.
    """
    names: tuple[str, ...] = ()
    if isinstance(action, Declare):
        names = action.units if action.verb == "amalgamation" else ()
    elif not in_phase(board, SUPPLY, MOVEMENT):
        return ()
    elif isinstance(action, Remove):
        names = action.units if action.why in ("amalgamated", "") else ()
    elif isinstance(action, Move) and not isinstance(board.location(action.end), Hex):
        names = action.units
    return tuple(
        name
        for name in names
        if name in divisions(board) and name in board.pieces and _on_map(board.pieces[name])
    )


def _on_map(piece: Piece) -> bool:
    return isinstance(piece.place, Hex) and units.is_ground(piece)


@RULES.effect("16.4.A", "16.4.B", on="declare:amalgamation")
@RULES.effect("16.4.A", "16.4.B", on=Remove, before=True)
@RULES.effect("16.4.A", "16.4.B", on=Move, before=True)
def divisions_leave_for_korps_abteilung_c(action: Action, board: CampaignBoard) -> None:
    """Where they stood is where it may come; those announced leave the map."""
    track = board.state.records.track
    for name in leaving(action, board):
        piece = board.pieces[name]
        if isinstance(piece.place, Hex):
            track.amalgamating[name] = piece.place
        track.amalgamated.add(name)
        track.kept = True
        if isinstance(action, Declare):
            board.relocate(piece, "german-withdrawn")


@RULES.effect("16.4.A", on=Move, before=True)
@RULES.effect("16.4.A", on=Place, before=True)
def its_coming_is_remembered(action: Action, board: CampaignBoard) -> None:
    """The turn in which it came."""
    if _comes(action, board) is not None:
        board.state.records.track.entered = board.turn
        board.state.records.track.kept = True


@RULES.effect("16.4.A", on=BeginPhase)
def the_hexes_count_for_a_turn(action: BeginPhase, board: CampaignBoard) -> None:
    """Where a division stood in an earlier turn Korps Abteilung C does not come."""
    if action.phase == board.data.sequence.phases[0].id:
        board.state.records.track.amalgamating.clear()
