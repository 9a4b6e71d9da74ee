"""Chapter 5, initiative: who is first player, and who may become it when."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Action, BeginPhase, Declare, Move, PhaseEnds, Place, SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import displays, rests, units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.campaign import declared_side
from referee.games.bold_stroke.combat import headquarters
from referee.games.bold_stroke.state import CampaignBoard

MARKER = "first-player"
LAST_PHASE = "turn-end.turn-end"
FIXED, TRACK, COMMIT = "fixed", "track", "commit"
"""How a scenario hands on the initiative: not at all, by the turn record (5.0.C), or to a side that
commits certain units in the turn it takes it (18.6, 18.7.5.B, 18.8.5)."""


def taken_by(action: Action, board: CampaignBoard) -> str | None:
    """The side that an action makes first player; None if it makes no new one.

    By declaration, by the marker, by a `set` of the state `first-player`, or as a phase begins.
    """
    side: str | None = None
    match action:
        case Declare(verb="initiative"):
            side = declared_side(board, action)
        case BeginPhase():
            side = action.first_player
        case SetState(unit=None, state=state) if state == MARKER:
            side = str(action.value)
        case Move(units=(marker,)) if marker == MARKER:
            side = _on_display(board, action.end)
        case Place(unit=marker) if marker == MARKER:
            side = _on_display(board, action.at)
    return side if side in board.data.sides and side != board.first_player else None


def _on_display(board: CampaignBoard, where: str) -> str:
    return displays.box_id(board, where).removeprefix(f"{MARKER}-")


@RULES.rule("5.0.C", "5.0.A", "5.0.B", "5.0.D", "5.0.E", on="declare:initiative")
@RULES.rule("5.0.C", on=BeginPhase)
@RULES.rule("5.0.C", on="set")
@RULES.rule("5.0.C", on="move")
@RULES.rule("5.0.C", on="place")
def initiative_is_taken_when_it_may_be(action: Action, board: CampaignBoard) -> Iterator[Finding]:
    """The scenario lets the side take it in this turn, and it wrote so down a turn before.

    Nobody has to take it (5.0.E); whoever has it keeps it until the other takes it (5.0.D). Whether
    a side may take it back where the other took it by committing units is not printed.
    """
    side = taken_by(action, board)
    if side is None or board.scenario is None:
        return
    mode = board.scenario.values.get("initiative", FIXED)
    if board.turn <= 1 and isinstance(action, BeginPhase) and board.phase is None:
        mode = FIXED
    name = board.data.sides[side].name
    if mode == TRACK:
        yield from _by_track(board, side, name)
    elif mode == COMMIT and side == board.scenario.values.get("initiative_side"):
        return
    else:
        yield Finding(
            f"the {name} side takes the initiative, which the scenario does not let it do",
            expected=_first_name(board),
            found=name,
            severity="violation" if mode == FIXED else "unverifiable",
            rule="5.0.B",
        )


def _first_name(board: CampaignBoard) -> str:
    first = board.first_player
    return f"{board.data.sides[first].name} first" if first is not None else ""


def _by_track(board: CampaignBoard, side: str, name: str) -> Iterator[Finding]:
    """5.0.C: the word on the side's turn record, now or before, and a written intention."""
    if not may_take(board, side):
        yield Finding(
            f"the {name} side takes the initiative before its turn record offers it",
            expected="the turn with the word Initiative, or a later one",
            found=board.turn_label,
            rests_on=("the turns with the word Initiative (stand-in)",),
        )
    elif not _wrote(board, side):
        told = any(board.state.records.initiative.written.values())
        yield Finding(
            f"the {name} side takes the initiative without having written so in the turn before",
            expected="an intention written when initiative was last determined",
            found="none in the log",
            severity="violation" if told else "unverifiable",
        )


def _wrote(board: CampaignBoard, side: str) -> bool:
    return board.turn - 1 in board.state.records.initiative.written.get(side, set())


@RULES.covers("5.0.C", "5.0.B")
def may_take(board: CampaignBoard, side: str) -> bool:
    """Whether a side may announce in this turn that it takes the initiative.

    Its written intention is not asked for.
    """
    scenario = board.scenario
    if scenario is None:
        return True
    mode = scenario.values.get("initiative", FIXED)
    if mode == COMMIT:
        return side == scenario.values.get("initiative_side")
    if mode != TRACK:
        return False
    turns = scenario.turns[: max(board.turn, 0)]
    return any(values.get(f"initiative_{side}") for _, values in turns)


# -- taking it by committing units -----------------------------------------------------------------


@RULES.covers("18.6", "18.7.5.B", "18.8.5")
def formations_to_commit(board: CampaignBoard) -> tuple[str, ...]:
    """The formations one unit of which has to be committed for the initiative."""
    named = board.scenario.values.get("initiative_formations") if board.scenario else None
    return tuple(str(name) for name in named) if isinstance(named, (list, tuple)) else ()


def beside_an_enemy(board: CampaignBoard, piece: Piece, hexes: tuple[Hex, ...]) -> bool:
    """Whether a unit comes next to an enemy unit in one of the hexes."""
    enemy = board.data.opponent(piece.side or "")
    grid = board.data.map.grid
    return any(
        other.side == enemy and units.is_ground(other)
        for hex_ in hexes
        for near in grid.neighbours(hex_).values()
        for other in board.units_at(near)
    )


@RULES.effect("18.6", "18.7.5.B", "18.8.5", on=Move)
def units_that_come_next_to_an_enemy_are_committed(move: Move, board: CampaignBoard) -> None:
    """Committed is what moves next to an enemy unit."""
    if not formations_to_commit(board):
        return
    path = tuple(board.location(number) for number in move.path)
    hexes = tuple(hex_ for hex_ in path if isinstance(hex_, Hex))
    for name in move.units:
        piece = board.pieces[name]
        ground = piece.side is not None and units.is_ground(piece)
        if ground and beside_an_enemy(board, piece, hexes):
            board.state.records.initiative.committed.add(name)


@RULES.rule("5.0.B", "18.6", "18.7.5.B", "18.8.5", on=PhaseEnds)
@RULES.rule("5.0.B", on=BeginPhase)
def who_took_the_initiative_commits_the_units(
    action: Action, board: CampaignBoard
) -> Iterator[Finding]:
    """A side that took the initiative for units has one of them next to the enemy that turn."""
    record = board.state.records.initiative
    if not record.owed or not _turn_over(action, board):
        return
    formations = formations_to_commit(board)
    committed = [board.pieces[name] for name in record.committed if name in board.pieces]
    ours = [piece for piece in committed if piece.side == record.owed]
    if any(headquarters.is_subordinate(board, p, each) for p in ours for each in formations):
        return
    names = [board.data.formations[each].name for each in formations]
    yield Finding(
        f"the {board.data.sides[record.owed].name} side took the initiative without committing a"
        " unit for it",
        expected=f"a unit of {', '.join(names)} moved next to an enemy unit",
        rests_on=rests.defects(board, "initiative-by-commitment"),
    )


def _turn_over(action: Action, board: CampaignBoard) -> bool:
    if isinstance(action, PhaseEnds):
        return action.phase == LAST_PHASE
    return isinstance(action, BeginPhase) and action.turn != board.turn


# -- what it changes -------------------------------------------------------------------------------


@RULES.effect("18.6", on=PhaseEnds)
@RULES.effect("18.6", on=BeginPhase, before=True)
def commitments_are_counted_by_the_turn(action: Action, board: CampaignBoard) -> None:
    """The next turn starts without any."""
    if _turn_over(action, board):
        board.state.records.initiative.committed.clear()
        board.state.records.initiative.owed = ""


@RULES.effect("5.0.C", on="declare:intention")
def an_intention_is_written_down(action: Declare, board: CampaignBoard) -> None:
    """That a side wrote something in this turn is known, what it wrote may be sealed."""
    side = declared_side(board, action)
    if side is not None:
        board.state.records.initiative.written.setdefault(side, set()).add(board.turn)


@RULES.effect("5.0.D", "5.0.A", "5.0.B", on="declare:initiative", before=True)
@RULES.effect("5.0.D", on="set", before=True)
@RULES.effect("5.0.D", on="move", before=True)
@RULES.effect("5.0.D", on="place", before=True)
@RULES.effect("5.0.D", on=BeginPhase, before=True)
def the_side_is_first_player_from_now_on(action: Action, board: CampaignBoard) -> None:
    """It stays first player until the other side takes the initiative."""
    side = taken_by(action, board)
    if side is None:
        return
    board.first_player = side
    if board.scenario is not None and side == board.scenario.values.get("initiative_side"):
        board.state.records.initiative.owed = side
