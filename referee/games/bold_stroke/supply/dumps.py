"""14.5, German supply dumps (optional): where they may be, and what becomes of them."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare, Move
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.combat import ammunition
from referee.games.bold_stroke.state import CampaignBoard
from referee.games.bold_stroke.supply import lines

OWNER, TAKER = "german", "soviet"
LEAST = 5
"""Ammo points in a dump to start with (14.5.B)."""
ROUTES = frozenset({"rail", "paved"})
SETTLEMENTS = frozenset({"town", "city"})


def _told(action: Declare, board: CampaignBoard) -> tuple[Hex, int] | None:
    """The hex and the ammo points of a dump, where the declaration tells them openly."""
    found = board.location(action.text("hex")) if action.text("hex") else None
    return (found, action.number("points")) if isinstance(found, Hex) else None


def dump_hexes(board: CampaignBoard) -> tuple[Hex, ...]:
    """The hexes of the map where a dump may lie."""
    return board.constant(
        "hexes for dumps",
        lambda _: tuple(h for h in board.data.map.grid if may_hold_a_dump(board, h)),
    )


@RULES.covers("14.5.A")
def may_hold_a_dump(board: CampaignBoard, hex_: Hex) -> bool:
    """Whether a hex lies on a railway or paved road, and in or next to a town or city."""
    game_map = board.data.map
    if not game_map.route_hexes.get(hex_, frozenset()) & ROUTES:
        return False
    around = (hex_, *game_map.grid.neighbours(hex_).values())
    return any(game_map.hexes[near].terrains & SETTLEMENTS for near in around)


@RULES.rule("14.5.A", "14.5.B", on="declare:dump")
def dumps_lie_by_a_town_on_a_good_road(action: Declare, board: CampaignBoard) -> Iterator[Finding]:
    """A dump told openly lies where it may and begins with five ammo points out of the German ones.

    What is written down in secret cannot be judged.
    """
    if lines.DUMPS_OPTION not in board.options:
        yield Finding(
            "a supply dump is named, but supply dumps are not in play",
            expected=f"the option {lines.DUMPS_OPTION} in the log's header",
        )
        return
    if TAKER in (action.text("side"), action.side):
        yield Finding("the Soviets lay down a supply dump", expected=board.data.sides[OWNER].name)
        return
    told = _told(action, board)
    if told is None:
        return
    hex_, points = told
    where = board.data.map.describe(hex_)
    if not may_hold_a_dump(board, hex_):
        yield Finding(
            f"the dump in {where} does not lie where a dump may",
            hexes=(board.data.map.number(hex_),),
            expected="a railway or paved road in or next to a town or city",
        )
    dumps = board.state.records.supply.dumps
    if hex_ not in dumps and points < LEAST:
        yield Finding(
            f"the dump in {where} begins with {points} ammo points",
            hexes=(board.data.map.number(hex_),),
            expected=f"at least {LEAST}",
            found=str(points),
            rule="14.5.B",
        )
    elif points and any(_takes(piece) for piece in board.units_at(hex_)):
        yield Finding(
            f"the dump in {where} lies in a hex that the Soviets occupy",
            hexes=(board.data.map.number(hex_),),
            expected="no ammo points there",
            found=str(points),
            rule="14.5.D",
        )
    have = ammunition.available(board, OWNER)
    total = points + sum(count for other, count in dumps.items() if other != hex_)
    if have is not None and total > have:
        yield Finding(
            "the dumps hold more ammo points than Germany has",
            expected=f"at most {have}",
            found=str(total),
            rule="14.5.C",
        )


@RULES.effect("14.5.B", "14.5.C", on="declare:dump")
def a_dump_is_as_it_is_told(action: Declare, board: CampaignBoard) -> None:
    """The points of a dump told openly are remembered."""
    told = _told(action, board)
    taker = TAKER in (action.text("side"), action.side)
    if told is not None and lines.DUMPS_OPTION in board.options and not taker:
        board.state.records.supply.dumps[told[0]] = max(told[1], 0)


@RULES.effect("14.5.D", on=Move)
def a_dump_that_the_soviets_occupy_is_lost(move: Move, board: CampaignBoard) -> None:
    """Its ammo points leave play."""
    dumps = board.state.records.supply.dumps
    if not dumps or not any(_takes(board.pieces[name]) for name in move.units):
        return
    for number in move.path if move.complete else move.path[-1:]:
        hex_ = board.location(number)
        if isinstance(hex_, Hex) and hex_ in dumps:
            ammunition.spend(board, OWNER, dumps.pop(hex_))


def _takes(piece: Piece) -> bool:
    return piece.side == TAKER and units.is_ground(piece)
