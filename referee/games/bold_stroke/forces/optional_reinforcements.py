"""17.8, German optional reinforcements: two secret dice on November 9."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from compiler.gamedata.model import GameData
from referee.actions import Declare, Roll
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.campaign import (
    SUPPLY,
    await_roll,
    campaign_turn,
    die,
    holder,
    in_phase,
    is_roll_for,
    place,
)
from referee.games.bold_stroke.state import CampaignBoard

OPTION = "german-optional-reinforcements"
SIDE = "german"
FIRST, SECOND = "optional-reinforcement", "optional-arrival"
"""Purposes of the two dice."""
TABLE = "optional_reinforcements"
TURN = 5
"""The turn of November 9 (17.8.A)."""
LOST_TOWNS = ("korosten", "zhitomir", "belaya-tserkov")
AT_ONCE = 6
"""Second die from which the reinforcements come in the same turn (17.8.C)."""
NOTHING = "none"


def optional_units(data: GameData) -> frozenset[str]:
    """The units that the table may bring."""
    table = data.tables[TABLE]
    named = {name for row in table.cells for cell in row for name in str(cell).split()}
    return frozenset(named - {NOTHING})


def is_optional(board: CampaignBoard, unit: str) -> bool:
    """Whether a unit comes by these rules alone."""
    return unit in board.constant("optional units", optional_units)


@RULES.covers("17.8.A", "17.8.B")
def brought(board: CampaignBoard) -> frozenset[str] | None:
    """The units that the first die brings, one more where a town has fallen; None without it."""
    first = board.state.records.optional.first
    if first is None:
        return None
    fallen = any(holder(board, h) == "soviet" for name in LOST_TOWNS for h in place(board, name))
    cell = str(board.data.tables[TABLE].cell(first + int(fallen), "units"))
    return frozenset(cell.split()) - {NOTHING}


@RULES.covers("17.8.C")
def arrival_turns(board: CampaignBoard, unit: str) -> tuple[int, ...]:
    """The turns in which a unit that the dice bring may come first.

    Both: one in this turn, one in the next. Otherwise the second die decides; without it in the log
    either turn is accepted.
    """
    units = brought(board) or frozenset()
    arrived = board.state.records.optional.arrived
    if len(units) > 1:
        taken = [turn for other, turn in arrived.items() if other != unit]
        return (TURN + 1,) if TURN in taken else (TURN,)
    second = board.state.records.optional.second
    if second is None:
        return (TURN,)
    return (TURN,) if second >= AT_ONCE else (TURN + 1,)


def may_arrive(board: CampaignBoard, unit: str) -> bool:
    """Whether the dice in the log let an optional reinforcement come now."""
    units = brought(board)
    if OPTION not in board.options or units is None or unit not in units:
        return False
    return campaign_turn(board) >= min(arrival_turns(board, unit))


def arrival_faults(board: CampaignBoard, piece: Piece) -> Iterator[Finding]:
    """What forbids an optional reinforcement to come now; nothing for any other unit."""
    if not is_optional(board, piece.id):
        return
    if OPTION not in board.options:
        yield _fault(piece, "comes, but optional reinforcements are not in play", OPTION, "17.8.A")
        return
    now = campaign_turn(board)
    units = brought(board)
    if units is None:
        early = now < TURN
        yield Finding(
            f"{piece.name} comes without a die in the log",
            units=(piece.id,),
            expected=f"a die in turn {TURN} that brings it",
            found=f"turn {now}",
            severity="violation" if early else "unverifiable",
            rule="17.8.A",
        )
    elif piece.id not in units:
        yield _fault(piece, "comes, but the die did not bring it", ", ".join(units), "17.8.A")
    else:
        turns = arrival_turns(board, piece.id)
        if now < min(turns):
            yield _fault(piece, f"comes in turn {now}", f"turn {min(turns)}", "17.8.C")


def _fault(piece: Piece, message: str, expected: str, rule: str) -> Finding:
    return Finding(
        f"{piece.name} {message}", units=(piece.id,), expected=expected or "nothing", rule=rule
    )


def has_arrived(board: CampaignBoard, piece: Piece) -> None:
    """Remember when an optional reinforcement came; for effects alone."""
    if is_optional(board, piece.id):
        board.state.records.optional.arrived.setdefault(piece.id, campaign_turn(board))


@RULES.rule("17.8.A", on=Roll)
def the_dice_are_rolled_on_november_9(action: Roll, board: CampaignBoard) -> Iterator[Finding]:
    """In the German supply phase of that turn, each once, with the option in play."""
    purposes: Mapping[str, int | None] = {
        FIRST: board.state.records.optional.first,
        SECOND: board.state.records.optional.second,
    }
    for purpose, earlier in purposes.items():
        if not is_roll_for(action, purpose):
            continue
        right = campaign_turn(board) == TURN and in_phase(board, SUPPLY) and board.phasing == SIDE
        if OPTION not in board.options:
            yield Finding(
                "a die is rolled for optional reinforcements, which are not in play",
                expected=f"the option {OPTION} in the log's header",
            )
        elif not right:
            yield Finding(
                "a die for optional reinforcements is rolled at the wrong time",
                expected=f"the German supply phase of turn {TURN}",
                found=f"turn {campaign_turn(board)}",
            )
        elif earlier is not None:
            yield Finding(
                "a die for optional reinforcements is rolled again",
                expected="one die",
                found=f"a second one, {die(action)}",
                severity="warning",
            )


@RULES.effect("17.8.A", "17.8.C", on=Roll)
def the_dice_are_remembered(action: Roll, board: CampaignBoard) -> None:
    """Both count until the reinforcements have come."""
    record = board.state.records.optional
    if is_roll_for(action, FIRST):
        record.first = die(action)
    elif is_roll_for(action, SECOND):
        record.second = die(action)


@RULES.effect("17.8.A", on="declare:optional-reinforcement")
def a_roll_for_optional_reinforcements_is_announced(action: Declare, board: CampaignBoard) -> None:
    """The dice that follow are Germany's."""
    await_roll(board, action)
