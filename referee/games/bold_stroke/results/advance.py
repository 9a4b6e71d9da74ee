"""Advance after combat (11.12, 8.5.C, 17.2.E): who may, how far, and where to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from compiler.hexes import Hex
from referee.actions import Action, Move, PhaseEnds
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import rests, units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.combat import losses
from referee.games.bold_stroke.combat.accounts import due, paid
from referee.games.bold_stroke.combat.attacks import opened
from referee.games.bold_stroke.combat.participants import can_enter, enemies_in, in_combat_phase
from referee.games.bold_stroke.combat_state import Combat
from referee.games.bold_stroke.movement.passages import MAJOR_RIVER
from referee.games.bold_stroke.movement.stacking import LIMIT, points_in, stack
from referee.games.bold_stroke.movement.zones import zones
from referee.games.bold_stroke.results.aftermath import Part, parts
from referee.games.bold_stroke.results.loss_actions import owes_still
from referee.games.bold_stroke.results.resolution import resolve
from referee.games.bold_stroke.results.retreating import announce
from referee.games.bold_stroke.state import CampaignBoard
from referee.mechanics.movement import Step, Way, find_way, follow, reachable

DETACHMENTS_OPTION = "advanced-detachments"


class Progress(NamedTuple):
    """What counts on an advance: hexes gone, a zone entered, whether it all went along roads."""

    hexes: int = 0
    stopped: bool = False
    by_road: bool = True


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a unit may advance, and the paragraph that ends it there."""

    hexes: int
    rule: str


# -- how far ---------------------------------------------------------------------------------------


@RULES.covers("11.12.B", "11.12.C")
def distance(board: CampaignBoard, combat: Combat) -> int:
    """Hexes that the attacker may advance: as many as the defender retreated or could not meet."""
    account = combat.account(combat.defender)
    alive = any(losses.standing(board, unit) is not None for unit in combat.defenders)
    left = 0 if alive else max(due(combat, combat.defender).owed - paid(account).total, 0)
    return max(account.retreat + left, 1)


@RULES.covers("11.12.C", "11.12.E", "11.12.G", "11.12.H")
def reach_of(board: CampaignBoard, combat: Combat, piece: Piece) -> Reach:
    """How far a unit may advance, by the retreat, its class, the ground, and the river crossed."""
    limits = [Reach(distance(board, combat), "11.12.C")]
    kind = units.movement_class(piece)
    if kind == "leg":
        limits.append(Reach(1, "11.12.E"))
    if board.state.ground == "thaw":
        limits.append(Reach(2 if kind == "cavalry" else 1, "11.12.G"))
    start = combat.attackers.get(losses.unit_of(board, piece.id))
    if start is not None and MAJOR_RIVER in board.data.map.features(start, combat.hex):
        limits.append(Reach(1, "11.12.H"))
    return min(limits, key=lambda limit: limit.hexes)


@RULES.covers("17.2.E")
def road_bonus(board: CampaignBoard, piece: Piece) -> int:
    """A hex more for an advanced detachment that keeps to roads, unless the ground is Thaw."""
    detached = units.unit_class(piece) == "detachment" and DETACHMENTS_OPTION in board.options
    return int(detached and board.state.ground != "thaw")


# -- where to --------------------------------------------------------------------------------------


@RULES.covers("8.5.C", "11.12.D", "11.12.F", "11.12.I")
class Advance:
    """The steps of one unit that advances."""

    def __init__(self, board: CampaignBoard, combat: Combat, piece: Piece) -> None:
        self._board = board
        self._combat = combat
        self._piece = piece
        self._side = piece.side or ""
        self._zones = zones(board, board.data.opponent(self._side))
        self._reach = reach_of(board, combat, piece)
        self._bonus = road_bonus(board, piece)
        unit = losses.unit_of(board, piece.id)
        self._attacked = unit in combat.attackers
        gone = combat.advanced.get(unit, ())
        self.start = Progress(
            len(gone[1:]),
            any(self._stops(hex_) for hex_ in gone[1:]),
            all(self._road(a, b) for a, b in pairwise(gone)),
        )

    def __call__(
        self, here: Hex, memory: Progress, points: float, towards: Hex | None = None
    ) -> Iterator[Step[Progress]]:
        """Every step from a hex, with what is wrong with it."""
        del points  # Hexes count, whatever they cost.
        if memory.hexes > self._board.data.map.grid.columns.count:
            return
        for end in self._board.data.map.grid.neighbours(here).values():
            if towards is not None and end != towards:
                continue
            then = Progress(
                min(memory.hexes + 1, self._reach.hexes + self._bonus + 1),
                memory.stopped or self._stops(end),
                memory.by_road and self._road(here, end),
            )
            yield Step(end, 1, tuple(self._faults(here, end, memory, then)), then)

    def _stops(self, hex_: Hex) -> bool:
        """Whether an advance ends in a hex: in any enemy zone but that in the hex attacked."""
        return hex_ != self._combat.hex and hex_ in self._zones

    def _road(self, start: Hex, end: Hex) -> bool:
        return bool(self._board.data.map.route_steps.get((start, end)))

    def _faults(self, here: Hex, end: Hex, memory: Progress, then: Progress) -> Iterator[Finding]:
        board, combat = self._board, self._combat
        if enemies_in(board, end, self._side):
            yield self._fault(here, end, "7.0.B", "which the enemy holds", "a free hex")
            return
        if not can_enter(board, self._piece, here, end):
            yield self._fault(here, end, "6.2.B", "which it cannot enter", "a hex it could move to")
        elif self._attacked and not memory.hexes and end != combat.hex:
            expected = board.data.map.describe(combat.hex)
            yield self._fault(here, end, "11.12.F", "and not into the hex attacked", expected)
        elif MAJOR_RIVER in board.data.map.features(here, end) and self._has_tanks:
            yield self._fault(here, end, "11.12.I", "across a major river with tanks", "no advance")
        if memory.stopped:
            words = "after entering an enemy zone of control"
            yield self._fault(here, end, "11.12.D", words, "a stop in the first zone")
        elif self._is_over(then) and not self._is_over(memory):
            most = f"at most {self._reach.hexes} hexes"
            yield self._fault(here, end, self._reach.rule, "further than it may", most)

    def _is_over(self, progress: Progress) -> bool:
        return progress.hexes > self._reach.hexes + (self._bonus if progress.by_road else 0)

    @property
    def _has_tanks(self) -> bool:
        armor = losses.current(self._board, self._piece, "armor")
        return armor.value > 0 and not armor.parenthesised

    def _fault(self, here: Hex, end: Hex, rule: str, words: str, expected: str) -> Finding:
        game_map = self._board.data.map
        return Finding(
            f"{self._piece.name} advances into {game_map.describe(end)}, {words}",
            units=(self._piece.id,),
            hexes=(game_map.number(here), game_map.number(end)),
            expected=expected,
            rests_on=rests.of_rule(self._board, rule),
            rule=rule,
        )


def way(
    board: CampaignBoard, combat: Combat, piece: Piece, path: tuple[Hex, ...], *, complete: bool
) -> Way[Progress] | None:
    """The way of an advance: as given, or with only its ends known the best there is."""
    steps = Advance(board, combat, piece)
    if complete:
        return follow(path, steps.start, steps)
    return find_way(path[0], path[-1], steps.start, steps, limit=20_000)


# -- judging ---------------------------------------------------------------------------------------


@RULES.rule(
    "11.12.A", "11.9.D", "11.12.B", "11.12.C", "11.12.D", "11.12.E", "11.12.F", "11.12.G",
    "11.12.H", "11.12.I", "11.12.J", "8.5.C", "17.2.E",
    on=Move,
)  # fmt: skip
@RULES.rule("11.12.A", on="declare:advance")
def advances_are_made_as_they_may(action: Action, board: CampaignBoard) -> Iterator[Finding]:
    """Attackers that took all obligations as losses follow into the hex that the enemy left."""
    for part in parts(board, action):
        if part.role == "advance" and part.combat is not None:
            yield from _advance_faults(board, part, part.combat)


def _advance_faults(board: CampaignBoard, part: Part, combat: Combat) -> Iterator[Finding]:
    if not combat.resolved:
        yield from opened(board, combat)
    if part.side == combat.defender:
        yield _fault(board, part, "11.12.A", "advances and is of the side attacked", "no advance")
        return
    barred = may_not_advance(board, combat)
    if barred is not None:
        rule, why = barred
        yield _fault(board, part, rule, f"advances though {why}", "no advance")
        return
    for piece in part.pieces:
        rule = not_among_those_who_advance(board, combat, piece)
        if rule:
            words = "advances and neither attacked nor is adjacent to units that did and advanced"
            yield _fault(board, part, rule, words, "attackers, and units beside them")
            continue
        found = way(board, combat, piece, part.path, complete=part.complete)
        if found is None:
            words = "does not advance from hex to neighbouring hex"
            yield _fault(board, part, "11.12.F", words, "a chain of neighbouring hexes")
            continue
        yield from found.faults


@RULES.covers("11.12.A", "11.9.B", "11.9.D")
def may_not_advance(board: CampaignBoard, combat: Combat) -> tuple[str, str] | None:
    """Why the attacker may not advance, by paragraph; None if it may."""
    if enemies_in(board, combat.hex, combat.attacker):
        return "11.12.A", "the hex attacked is not vacant"
    account = combat.account(combat.attacker)
    if account.retreat:
        return "11.9.D", "its side met an obligation by retreat"
    if owes_still(board, combat, combat.defender):
        return "11.9.B", "the defender has not met its obligations"
    if len(combat.results) == 1 and not account.told:
        alive = [u for u in combat.attackers if losses.standing(board, u) is not None]
        spared = any(losses.steps_left(board, unit) == 1 for unit in alive)
        owed = due(combat, combat.attacker).owed - paid(account).total
        if owed > 0 and alive and not spared:
            return "11.12.A", "its side has not taken all its obligations as losses"
    return None


@RULES.covers("11.12.A", "11.12.J")
def not_among_those_who_advance(board: CampaignBoard, combat: Combat, piece: Piece) -> str:
    """The paragraph that keeps a unit from advancing; empty if it may.

    Besides attackers units that did not fight may, artillery excepted, if they are beside attackers
    that advanced, where these stood before or where they stand now.
    """
    unit = losses.unit_of(board, piece.id)
    if unit in combat.attackers or unit in combat.advanced:
        return ""
    fought = unit in board.state.combat.now.attacked
    if fought or units.is_artillery(piece) or not isinstance(piece.place, Hex):
        return "11.12.J"
    paths = [path for name, path in combat.advanced.items() if name in combat.attackers]
    beside = any(hex_.distance(piece.place) <= 1 for path in paths for hex_ in (path[0], path[-1]))
    return "" if beside else "11.12.J"


def _fault(board: CampaignBoard, part: Part, rule: str, words: str, expected: str) -> Finding:
    number = board.data.map.number
    return Finding(
        f"{', '.join(piece.name for piece in part.pieces)} {words}",
        units=tuple(piece.id for piece in part.pieces),
        hexes=(number(part.start), number(part.end)),
        expected=expected,
        rests_on=rests.of_rule(board, rule),
        rule=rule,
    )


@RULES.rule("7.1.B", "7.2.A", on=PhaseEnds)
def advances_keep_the_stacking_limit(_: PhaseEnds, board: CampaignBoard) -> Iterator[Finding]:
    """Nobody advances into a hex beyond the stacking limit; units that retreated there may."""
    if not in_combat_phase(board):
        return
    told: set[Hex] = set()
    for combat in board.state.combat.now.combats:
        for unit in combat.advanced:
            piece = losses.standing(board, unit)
            here = piece.place if piece is not None else None
            if piece is None or not isinstance(here, Hex) or here in told:
                continue
            retreats = board.state.combat.now.retreats
            points = sum(
                units.stacking_points(other)
                for other in stack(board, here, piece.side or "")
                if here not in retreats.get(losses.unit_of(board, other.id), ())
            )
            if points > LIMIT:
                told.add(here)
                yield Finding(
                    f"units have advanced into {board.data.map.describe(here)} over the stacking"
                    " limit",
                    units=tuple(p.id for p in stack(board, here, piece.side or "")),
                    hexes=(board.data.map.number(here),),
                    expected=f"at most {LIMIT} stacking points",
                    found=str(points),
                )


# -- booking ---------------------------------------------------------------------------------------


@RULES.effect("11.12.A", "11.12.C", on=Move, before=True)
@RULES.effect("11.12.A", on="declare:advance")
def advances_are_remembered(action: Action, board: CampaignBoard) -> None:
    """Who advanced how far; what was owed before it was found then."""
    for part in parts(board, action):
        combat = part.combat
        if part.role != "advance" or combat is None:
            continue
        if not combat.resolved:
            resolve(board, combat)
        board.state.combat.now.tick += 1
        if may_not_advance(board, combat) is not None:
            for account in combat.accounts.values():
                account.told = True
        for piece in part.pieces:
            unit = losses.unit_of(board, piece.id)
            found = way(board, combat, piece, part.path, complete=part.complete)
            path = found.hexes if found is not None else (part.start, part.end)
            combat.advanced[unit] = (*combat.advanced.get(unit, path[:1]), *path[1:])
    announce(action, board)


# -- what may be done ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AdvanceOption:
    """An advance that a unit may make now, with its path from where it stands."""

    unit: str
    path: tuple[Hex, ...]


def legal_advances(board: CampaignBoard, combat: Combat) -> Iterator[AdvanceOption]:
    """Every advance allowed now in a combat whose obligations are met."""
    if may_not_advance(board, combat) is not None or not combat.resolved:
        return
    for piece in list(board.on_map(combat.attacker)):
        if not units.is_ground(piece) or not isinstance(piece.place, Hex):
            continue
        if not_among_those_who_advance(board, combat, piece):
            continue
        steps = Advance(board, combat, piece)
        points = units.stacking_points(piece)
        for hex_, found in reachable(piece.place, steps.start, steps, 12).items():
            if points_in(board, hex_, combat.attacker) + points <= LIMIT:
                yield AdvanceOption(piece.id, found.hexes)
