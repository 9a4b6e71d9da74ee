"""Who may attack what (11.0-11.2, 8.4): the attackers' side of chapter 11 before any dice."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import rests, units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.combat import losses
from referee.games.bold_stroke.combat_state import Combat
from referee.games.bold_stroke.movement.passages import DNEPR, passages
from referee.games.bold_stroke.movement.stacking import stack
from referee.games.bold_stroke.state import CampaignBoard

COMBAT_PHASES = frozenset({"combat", "second-combat"})
SECOND_COMBAT = "second-combat"
SECOND_COMBAT_MARKERS = ("second-combat", "breakthrough", "partial-breakthrough")


def phase_kind(board: CampaignBoard) -> str:
    """The present phase without its section: `combat`, `second-combat`, `movement`, …."""
    return board.phase.phase.id if board.phase is not None else ""


def in_combat_phase(board: CampaignBoard) -> bool:
    """Whether it is a combat phase of either side."""
    return phase_kind(board) in COMBAT_PHASES


def supports_only(piece: Piece) -> bool:
    """Artillery and headquarters support an attack and do not make one (11.1.E, 11.2.F)."""
    return units.is_artillery(piece) or units.is_headquarters(piece)


@RULES.covers("11.1.E")
def can_enter(board: CampaignBoard, piece: Piece, start: Hex, end: Hex) -> bool:
    """Whether a unit could move from a hex into a neighbour: by road, or over open country."""
    for passage in passages(board, piece)[start]:
        if passage.end == end:
            return bool(passage.roads) or (
                DNEPR not in passage.features and passage.cost is not None
            )
    return False


def target_hex(board: CampaignBoard, action: Declare) -> Hex | None:
    """The hex that a declaration names as its target: by number, or by a piece in it."""
    if action.target is None:
        return None
    known = board.pieces.get(action.target)
    place = known.place if known is not None else board.location(action.target)
    return place if isinstance(place, Hex) else None


def enemies_in(board: CampaignBoard, hex_: Hex, side: str) -> list[Piece]:
    """Ground units in a hex that are not of a side."""
    return stack(board, hex_, board.data.opponent(side))


@RULES.covers("8.4", "11.0.C", "11.1.A", "11.1.C", "11.1.D", "11.1.E")
def attack_faults(board: CampaignBoard, piece: Piece, target: Hex) -> Iterator[Finding]:
    """What forbids a unit that is no artillery and no headquarters to attack a hex now.

    Nothing obliges it: units in zones of control may attack all, some or none of their enemies.
    """
    where = board.data.map.describe(target)
    here = piece.place
    if not isinstance(here, Hex) or here.distance(target) != 1:
        yield fault(board, piece, "11.1.E", f"is not adjacent to {where}, which it attacks", target)
        return
    if not can_enter(board, piece, here, target):
        yield fault(
            board, piece, "11.1.E", f"could not move into {where}, which it attacks", target
        )
    yield from second_combat_faults(board, piece, target)
    yield from repeated_attack_faults(board, piece, target)


@RULES.covers("11.0.C", "11.10.4.C")
def second_combat_faults(board: CampaignBoard, piece: Piece, target: Hex) -> Iterator[Finding]:
    """Only committed reserves and breakthroughs attack in the second combat phase."""
    if phase_kind(board) != SECOND_COMBAT:
        return
    if not any(piece.flag(marker) for marker in SECOND_COMBAT_MARKERS):
        yield fault(
            board,
            piece,
            "11.0.C",
            "attacks in the second combat phase without having been committed from reserve or"
            " having broken through",
            target,
        )


def repeated_attack_faults(board: CampaignBoard, piece: Piece, target: Hex) -> Iterator[Finding]:
    """A unit attacks once in a phase, and one hex."""
    unit = losses.unit_of(board, piece.id)
    earlier = board.state.combat.now.attacked.get(unit)
    combats = board.state.combat.now.combats
    waiting = any(c.hex == target and not c.resolved for c in combats)
    if earlier is None or (earlier == target and waiting):
        return
    resolved = any(c.hex == earlier and c.resolved for c in combats)
    yield fault(
        board,
        piece,
        "11.1.A" if resolved else "11.1.D",
        f"attacks {board.data.map.describe(target)} besides {board.data.map.describe(earlier)}",
        target,
        expected="one attack in a combat phase",
    )


def fault(
    board: CampaignBoard, piece: Piece, rule: str, message: str, hex_: Hex, *, expected: str = ""
) -> Finding:
    """A finding on a unit and the hex it attacks or supports."""
    return Finding(
        f"{piece.name} {message}",
        units=(piece.id,),
        hexes=(board.data.map.number(hex_),),
        expected=expected,
        rests_on=rests.of_rule(board, rule) if rule != "11.1.E" else (),
        rule=rule,
    )


# -- what may be done ------------------------------------------------------------------------------


def legal_attackers(board: CampaignBoard, target: Hex) -> tuple[Piece, ...]:
    """The units of the phasing side that may attack a hex now, artillery and headquarters aside.

    Units out of supply do not (14.2.2.A).
    """
    side = board.phasing
    if side is None or not may_be_attacked(board, target):
        return ()
    near = board.data.map.grid.neighbours(target).values()
    return tuple(
        piece
        for hex_ in near
        for piece in stack(board, hex_, side)
        if not supports_only(piece)
        and not piece.flag("out-of-supply")
        and not any(attack_faults(board, piece, target))
    )


def attackable_hexes(board: CampaignBoard) -> tuple[Hex, ...]:
    """The hexes with enemies that at least one unit of the phasing side may attack now."""
    side = board.phasing
    if side is None or not in_combat_phase(board):
        return ()
    enemy = board.data.opponent(side)
    held = {p.place for p in board.on_map(enemy) if isinstance(p.place, Hex) and units.is_ground(p)}
    return tuple(hex_ for hex_ in sorted(held) if legal_attackers(board, hex_))


@RULES.covers("11.1.B")
def may_be_attacked(board: CampaignBoard, target: Hex) -> bool:
    """Whether there are enemies in a hex who have not all been attacked in this phase."""
    side = board.phasing
    if side is None:
        return False
    now = board.state.combat.now
    held = enemies_in(board, target, side)
    fresh = [p for p in held if losses.unit_of(board, p.id) not in now.was_attacked]
    return bool(fresh)


# -- the units of a combat -------------------------------------------------------------------------


def attacking(board: CampaignBoard, combat: Combat) -> list[Piece]:
    """The attacking units still on the map, support from other hexes aside."""
    found = (losses.standing(board, unit) for unit in combat.attackers)
    return [piece for piece in found if piece is not None]


def defending(board: CampaignBoard, combat: Combat) -> list[Piece]:
    """The units attacked: those in the hex, and once it is resolved the same wherever they are."""
    if not combat.resolved:
        return stack(board, combat.hex, combat.defender)
    found = (losses.standing(board, unit) for unit in combat.defenders)
    return [piece for piece in found if piece is not None]
