"""Chapter 8, zones of control and what they do to movement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from compiler.gamedata.model import GameMap
from compiler.hexes import Hex
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.movement.steps import Aspect, Attempt, step_rule
from referee.games.bold_stroke.state import CampaignBoard, CampaignState
from referee.mechanics.zones import ZoneMap

DEFENSE_LINE = "defense-line"
NO_MOTORIZED_ZONE = frozenset({"woods", "swamp"})
NO_ZONE = frozenset({"city", "town"})
CLEAR_FOR_ARTILLERY = frozenset({"clear", "village"})
ARMOR_BARRED_BY = frozenset({DEFENSE_LINE, "river", "major-river", "dnepr"})


@RULES.covers("8.1", "8.1.A", "8.1.B", "14.2.2.A")
def zone(board: CampaignBoard, piece: Piece, here: Hex) -> tuple[Hex, ...]:
    """The hexes around `here` into which a unit there exerts a zone of control."""
    if not units.is_ground(piece) or piece.flag("out-of-supply"):
        return ()
    motorized = units.is_motorized(piece)
    guns_alone = units.is_artillery(piece) and not any(
        _is_not_artillery(other) for other in board.units_at(here)
    )
    return board.constant(
        ("zone", here, motorized, guns_alone),
        lambda data: tuple(
            there
            for there in data.map.grid.neighbours(here).values()
            if _reaches(data.map, here, there, motorized, guns_alone)
        ),
    )


def _reaches(game_map: GameMap, here: Hex, there: Hex, motorized: bool, guns_alone: bool) -> bool:
    """Whether terrain lets the zone of a unit, or of artillery by itself, into a hex."""
    terrains = game_map.hexes[there].terrains
    if terrains & NO_ZONE or DEFENSE_LINE in game_map.features(here, there):
        return False
    if bank(game_map, there) == "west" and bank(game_map, here) != "west":
        return False
    if motorized and terrains & NO_MOTORIZED_ZONE:
        return False
    return not guns_alone or terrains <= CLEAR_FOR_ARTILLERY


def exerts_zone(board: CampaignBoard, piece: Piece, here: Hex, there: Hex) -> bool:
    """Whether a unit in `here` exerts a zone of control into the neighbouring hex `there`."""
    return there in zone(board, piece, here)


def _is_not_artillery(piece: Piece) -> bool:
    return units.is_ground(piece) and not units.is_artillery(piece)


def bank(game_map: GameMap, hex_: Hex) -> str:
    """`west`, `east` or `island`: where a hex lies by the Dnepr."""
    return str(game_map.hexes[hex_].values.get("bank") or "west")


def zones(board: CampaignBoard, side: str) -> ZoneMap[CampaignState]:
    """The zones of control of a side in this position."""
    return board.derived(
        ("zones", side),
        lambda _: board.kept(("zones", side), placement(board), lambda h: ZoneMap(h, side, zone)),
    )


def placement(board: CampaignBoard) -> object:
    """Which units stand where, and which of them exert no zones; equal if all of that is."""
    return board.derived(
        "placement",
        lambda here: tuple((p.id, p.place, p.flag("out-of-supply")) for p in here.on_map()),
    )


def is_behind_a_line(board: CampaignBoard, hex_: Hex) -> bool:
    """Whether a hex lies adjacent to a defense line and behind it."""
    return hex_ in board.derived("behind defense lines", _hexes_behind_lines)


def _hexes_behind_lines(board: CampaignBoard) -> frozenset[Hex]:
    sides = board.data.map.hexsides.values()
    lines = (
        feature for features in sides for feature in features if feature.terrain == DEFENSE_LINE
    )
    behind = (line.values.get("behind") for line in lines)
    return frozenset(hex_ for hex_ in behind if isinstance(hex_, Hex))


@RULES.covers("8.2.1", "8.0.A", "8.0.B", "8.0.C", "8.0.D")
def felt_by(board: CampaignBoard, piece: Piece) -> Mapping[Hex, tuple[str, ...]]:
    """Hexes with enemy zones that the unit may not ignore, and the units that exert them.

    Tank and panzer units ignore those of units without tank and anti-tank strength; a friendly unit
    in a hex does not help a mover.
    """
    enemy = board.data.opponent(piece.side or "")
    if not units.is_tank(piece):
        return zones(board, enemy).hexes
    return board.derived(("zones felt by tanks", enemy), lambda _: _armored(board, enemy))


def _armored(board: CampaignBoard, enemy: str) -> Mapping[Hex, tuple[str, ...]]:
    """The zones of a side's units that have tank or anti-tank strength."""
    felt = {
        hex_: tuple(name for name in names if units.has_armor_or_at(board.pieces[name]))
        for hex_, names in zones(board, enemy).hexes.items()
    }
    return {hex_: names for hex_, names in felt.items() if names}


@step_rule("8.2.1", "8.2", "8.2.5.B", "8.2.5.E", when=Aspect.STOPPED)
def goes_no_further_once_stopped(attempt: Attempt) -> Iterator[Finding]:
    """A unit that has had to stop in this phase moves no further in it."""
    rule = attempt.memory.stopped_by
    if rule:
        yield attempt.fault(
            rule,
            f"moves on into {attempt.into} after {STOPPED_BY[rule]}",
            expected="no further movement in this phase",
        )


STOPPED_BY = {
    "8.2.1": "entering an enemy zone of control, where it must stop",
    "8.2.3.C": "moving from one zone of control to another, which is all it may do in the phase",
    "4.5.A": "crossing a major river, which takes all of its movement",
    "17.5.B": "probing, which ends its movement",
}


@step_rule("8.2.2", "8.2.3", "8.2.3.A", "8.2.3.B", "8.2.5.C", "8.2.5.D", when=Aspect.ZONES)
def moves_not_from_zone_to_zone_of_one_unit(attempt: Attempt) -> Iterator[Finding]:
    """Not straight from one zone into another of the same enemy unit.

    Free: into a hex with a friendly unit; tanks, unless a defense line or a river is crossed.
    """
    both = same_zones(attempt)
    if not both or attempt.memory.stopped_by or friend_in(attempt):
        return
    tank = units.is_tank(attempt.piece)
    if tank and not attempt.features & ARMOR_BARRED_BY:
        return
    enemy = attempt.board.pieces[both[0]]
    across = " across a river or defense line" if tank else ""
    yield attempt.fault(
        "8.2.3.B" if tank else "8.2.3.A",
        f"moves straight from one zone of control of {enemy.name} into another{across}",
        expected="a hex outside its zones, or one with a friendly unit",
        found=attempt.into,
    )


@step_rule("8.2.3.C", when=Aspect.ZONES)
def zone_to_zone_is_all_the_movement_of_the_phase(attempt: Attempt) -> Iterator[Finding]:
    """A unit that moves from zone to zone has moved no hex before in the phase."""
    if attempt.memory.hexes and not attempt.memory.stopped_by and same_zones(attempt):
        yield attempt.fault(
            "8.2.3.C",
            f"moves from zone to zone into {attempt.into} having moved before in this phase",
            expected="one hex in the phase",
            found=f"{attempt.memory.hexes + 1} hexes or more",
        )


def same_zones(attempt: Attempt) -> tuple[str, ...]:
    """Enemy units whose zones the unit would step between."""
    if not attempt.zones_left or not attempt.zones_entered:
        return ()
    return tuple(name for name in attempt.zones_entered if name in attempt.zones_left)


def friend_in(attempt: Attempt) -> bool:
    """Whether another friendly unit is in the hex entered."""
    return any(
        other.side == attempt.piece.side and other is not attempt.piece
        for other in attempt.board.units_at(attempt.end)
    )


@step_rule("8.2.4", when=Aspect.FEATURES)
def crosses_no_held_defense_line(attempt: Attempt) -> Iterator[Finding]:
    """No crossing of a defense line into a hex that an enemy in the line controls."""
    if DEFENSE_LINE not in attempt.features:
        return
    enemy_side = attempt.board.data.opponent(attempt.piece.side or "")
    exerting = zones(attempt.board, enemy_side).exerting(attempt.end)
    for name in exerting:
        enemy = attempt.board.pieces[name]
        if isinstance(enemy.place, Hex) and is_behind_a_line(attempt.board, enemy.place):
            yield attempt.fault(
                "8.2.4",
                f"crosses a defense line into the zone of {enemy.name} behind it",
            )
            return


def stop_after(attempt: Attempt) -> str:
    """The paragraph by which the unit must stop in the hex entered, empty if none."""
    if same_zones(attempt):
        return "8.2.3.C"
    return "8.2.1" if attempt.zones_entered else ""
