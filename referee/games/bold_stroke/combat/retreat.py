"""Retreat after combat (11.11, 8.5, 7.2.B, 12.2.C-D): where to, in what order, at what cost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from compiler.gamedata.model import GameData
from compiler.hexes import Hex
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import rests, units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.combat import losses, odds
from referee.games.bold_stroke.combat.accounts import members
from referee.games.bold_stroke.combat.artillery import may_not_retreat
from referee.games.bold_stroke.combat.participants import can_enter
from referee.games.bold_stroke.combat_state import Combat
from referee.games.bold_stroke.movement.stacking import LIMIT, points_in, stack
from referee.games.bold_stroke.movement.zones import zones
from referee.games.bold_stroke.state import CampaignBoard
from referee.mechanics.movement import Step, Way, find_way, follow

STRONG = 3
"""The largest strength from which a unit loses a step when it leaves an enemy zone (8.5.A)."""
LONGEST = 6
"""Hexes; where only its ends are known no longer retreat is looked for."""


class Trail(NamedTuple):
    """What counts on a retreat: the hexes entered, none of which is entered again."""

    hexes: tuple[Hex, ...] = ()


@dataclass(frozen=True, slots=True)
class Refuge:
    """A neighbouring hex to retreat into.

    By the order of 11.11.A: away from the attackers, toward a source of supply, and the columns
    that its terrain gives a defender.
    """

    hex: Hex
    away: bool
    toward: bool
    shelter: int
    in_zone: bool
    crowded: bool

    @property
    def rank(self) -> tuple[bool, bool, int]:
        """What the order of 11.11.A compares."""
        return self.away, self.toward, self.shelter

    @property
    def is_free(self) -> bool:
        """Neither in an enemy zone nor over the stacking limit."""
        return not (self.in_zone or self.crowded)


@RULES.covers("8.0.D", "8.5.A", "11.11.A", "11.11.B", "11.11.E", "11.11.F", "4.5.A")
class Retreat:
    """The steps of units that retreat together."""

    def __init__(
        self,
        board: CampaignBoard,
        combat: Combat,
        side: str,
        pieces: tuple[Piece, ...],
        longest: int = LONGEST,
    ) -> None:
        self._longest = longest
        self._board = board
        self._combat = combat
        self._side = side
        self._pieces = pieces
        self._enemy = board.data.opponent(side)
        self._zones = zones(board, self._enemy)
        self._threats = threats(combat, side)
        self._sources = sources(board, side)
        self._points = sum(units.stacking_points(piece) for piece in pieces)
        self.first = first_hex(board, combat, side, pieces)

    def __call__(
        self, here: Hex, memory: Trail, points: float, towards: Hex | None = None
    ) -> Iterator[Step[Trail]]:
        """Every step from a hex, with what is wrong with it."""
        del points  # Hexes count, whatever they cost.
        if len(memory.hexes) >= self._longest:
            return
        cost = 1 + 0.01 * len(self.hurt_by_leaving(here))
        for end in self._board.data.map.grid.neighbours(here).values():
            if towards is None or end == towards:
                faults = self._faults(here, end, memory.hexes)
                yield Step(end, cost, faults, Trail((*memory.hexes, end)))

    def legal(self, here: Hex) -> tuple[Refuge, ...]:
        """The hexes that may be entered next."""
        return tuple(r for r in self.refuges(here) if not self._faults(here, r.hex))

    def refuges(self, here: Hex) -> tuple[Refuge, ...]:
        """The hexes that nothing bars, whatever the order of 11.11.A says."""
        neighbours = self._board.data.map.grid.neighbours(here).values()
        return tuple(self._refuge(here, end) for end in neighbours if not self._barred(here, end))

    def hurt_by_leaving(self, here: Hex) -> tuple[Piece, ...]:
        """Units that lose a step when they leave a hex in an enemy zone (8.5.A-B)."""
        if here == self.first or here not in self._zones or self._friends(here):
            return ()
        return tuple(p for p in self._pieces if losses.largest(self._board, p) >= STRONG)

    def _friends(self, hex_: Hex) -> list[Piece]:
        return [p for p in stack(self._board, hex_, self._side) if p not in self._pieces]

    def _barred(self, here: Hex, end: Hex, trail: tuple[Hex, ...] = ()) -> str:
        """The paragraph that bars a hex, empty if none does."""
        if stack(self._board, end, self._enemy):
            return "7.0.B"
        if self._side == self._combat.attacker and end == self._combat.hex:
            return "11.11.A"
        if not all(can_enter(self._board, piece, here, end) for piece in self._pieces):
            return "11.11.E"
        retreats = self._board.state.combat.now.retreats
        names = (losses.unit_of(self._board, piece.id) for piece in self._pieces)
        if (
            end == self.first
            or end in trail
            or any(end in retreats.get(name, ()) for name in names)
        ):
            return "11.11.F"
        return ""

    def _refuge(self, here: Hex, end: Hex) -> Refuge:
        board = self._board
        nearest = min((t.distance(here) for t in self._threats), default=0)
        then = min((t.distance(end) for t in self._threats), default=0)
        here_points = points_in(board, end, self._side)
        return Refuge(
            end,
            away=then > nearest,
            toward=any(s.distance(end) < s.distance(here) for s in self._sources),
            shelter=sum(odds.terrain_value(board, t) for t in board.data.map.hexes[end].terrains),
            in_zone=end in self._zones and not self._friends(end),
            crowded=here_points + self._points > LIMIT,
        )

    def _faults(self, here: Hex, end: Hex, trail: tuple[Hex, ...] = ()) -> tuple[Finding, ...]:
        barred = self._barred(here, end, trail)
        if barred:
            return (self._fault(barred, BARRED[barred], here, end),)
        chosen = self._refuge(here, end)
        open_to_them = (r for r in self.refuges(here) if r.is_free and r.hex not in trail)
        better = [r for r in open_to_them if r.rank > chosen.rank]
        if not better:
            return ()
        best = max(better, key=lambda refuge: refuge.rank)
        return (self._order_fault(here, chosen, best),)

    def _order_fault(self, here: Hex, chosen: Refuge, best: Refuge) -> Finding:
        board = self._board
        rest: tuple[str, ...] = ()
        if best.away > chosen.away:
            why = "away from the attackers"
        elif best.toward > chosen.toward:
            why = "toward a source of supply"
        else:
            why, rest = "into terrain that helps the defence", rests.charts(board, odds.SHIFTS)
        return self._fault(
            "11.11.A",
            f"retreats into {{into}}, which is not {why} as far as the way is free",
            here,
            chosen.hex,
            expected=board.data.map.describe(best.hex),
            rests_on=rest,
        )

    def _fault(
        self,
        rule: str,
        message: str,
        here: Hex,
        end: Hex,
        *,
        expected: str = "",
        rests_on: tuple[str, ...] = (),
    ) -> Finding:
        game_map = self._board.data.map
        who = ", ".join(piece.name for piece in self._pieces)
        return Finding(
            f"{who} {message.format(into=game_map.describe(end))}",
            units=tuple(piece.id for piece in self._pieces),
            hexes=(game_map.number(here), game_map.number(end)),
            expected=expected,
            rests_on=rests_on,
            rule=rule,
        )


BARRED = {
    "7.0.B": "retreats into {into}, which the enemy holds",
    "11.11.A": "retreats into {into}, the hex it attacked",
    "11.11.E": "retreats into {into}, which it cannot enter",
    "11.11.F": "retreats into {into}, where it has been in this combat phase",
}


def threats(combat: Combat, side: str) -> tuple[Hex, ...]:
    """The hexes to retreat away from: those attacked from, or the hex that was attacked."""
    if side == combat.attacker:
        return (combat.hex,)
    return tuple(dict.fromkeys(combat.attackers.values()))


def sources(board: CampaignBoard, side: str) -> tuple[Hex, ...]:
    """Where a side's supply comes from: the sources on the map and its headquarters (14.1)."""
    ends = board.constant(("sources of supply", side), lambda data: _map_sources(data, side))
    heads = (p.place for p in board.on_map(side) if units.is_headquarters(p))
    return (*ends, *(place for place in heads if isinstance(place, Hex)))


def _map_sources(data: GameData, side: str) -> tuple[Hex, ...]:
    places = data.map.places.values()
    return tuple(h for place in places if place.values.get("supply") == side for h in place.hexes)


def first_hex(
    board: CampaignBoard, combat: Combat, side: str, pieces: tuple[Piece, ...]
) -> Hex | None:
    """The hex in which the combat found units: leaving it costs no step (8.5.A)."""
    if side == combat.defender:
        names = (losses.unit_of(board, piece.id) for piece in pieces)
        in_combat = not combat.resolved or any(name in combat.defenders for name in names)
        return combat.hex if in_combat else None
    starts = (combat.attackers.get(losses.unit_of(board, piece.id)) for piece in pieces)
    return next((start for start in starts if start is not None), None)


def way(
    board: CampaignBoard,
    combat: Combat,
    side: str,
    pieces: tuple[Piece, ...],
    path: tuple[Hex, ...],
    *,
    complete: bool,
) -> Way[Trail] | None:
    """The way of a retreat: as given, or with only its ends known the best there is."""
    if complete:
        return follow(path, Trail(), Retreat(board, combat, side, pieces, len(path)))
    far = path[0].distance(path[-1])
    if far > LONGEST:
        return None
    steps = Retreat(board, combat, side, pieces, max(far, min(far + 2, LONGEST - 1)))
    return find_way(path[0], path[-1], Trail(), steps, limit=20_000)


def groups(board: CampaignBoard, combat: Combat, side: str) -> list[tuple[Piece, ...]]:
    """The units of a side that retreat together, by the hex they are in.

    Without those that may not retreat because they fired. Stacks that meet on their way stay apart
    while one has further to go.
    """
    paths = combat.account(side).paths
    found: dict[tuple[Hex, int], list[Piece]] = {}
    for piece in members(board, combat, side):
        if isinstance(piece.place, Hex) and not may_not_retreat(board, combat, piece):
            gone = len(paths.get(losses.unit_of(board, piece.id), "_")) - 1
            found.setdefault((piece.place, gone), []).append(piece)
    return [tuple(pieces) for pieces in found.values()]


@RULES.covers("11.11.E")
def can_retreat(board: CampaignBoard, combat: Combat, side: str) -> bool:
    """Whether the units of a side that take part have a hex to retreat into."""
    stacks = groups(board, combat, side)
    return bool(stacks) and all(
        Retreat(board, combat, side, pieces).refuges(pieces[0].place)
        for pieces in stacks
        if isinstance(pieces[0].place, Hex)
    )


@dataclass(frozen=True, slots=True)
class RetreatStep:
    """A retreat by one hex that is allowed now."""

    units: tuple[str, ...]
    start: Hex
    end: Hex


def legal_retreats(board: CampaignBoard, combat: Combat, side: str) -> tuple[RetreatStep, ...]:
    """The retreats by one hex that a side may make now, of the stacks that are furthest behind."""
    account = combat.account(side)
    found: list[tuple[int, RetreatStep]] = []
    for pieces in groups(board, combat, side):
        start = pieces[0].place
        if not isinstance(start, Hex):
            continue
        names = tuple(piece.id for piece in pieces)
        gone = len(account.paths.get(losses.unit_of(board, names[0]), (start,))) - 1
        legal = Retreat(board, combat, side, pieces).legal(start)
        found += [(gone, RetreatStep(names, start, refuge.hex)) for refuge in legal]
    behind = min((gone for gone, _ in found), default=0)
    return tuple(step for gone, step in found if gone == behind)
