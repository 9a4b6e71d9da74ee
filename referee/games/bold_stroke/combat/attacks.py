"""Chapter 11, combat: attacks and support as they are announced, and the combat phases.

The dice are in `resolution`, what follows in `obligations`, `retreat` and `advance`.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import BeginPhase, Declare, PhaseEnds
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.combat import losses
from referee.games.bold_stroke.combat.artillery import ammunition_faults, support_faults
from referee.games.bold_stroke.combat.participants import (
    attack_faults,
    enemies_in,
    in_combat_phase,
    may_be_attacked,
    supports_only,
    target_hex,
)
from referee.games.bold_stroke.combat.settlement import unmet
from referee.games.bold_stroke.combat_state import Combat, CombatPhase, Support
from referee.games.bold_stroke.state import CampaignBoard

HELD_BACK = "none"
"""What a unit supports with that holds back its own artillery (12.1.D)."""

# -- the combat phase ------------------------------------------------------------------------------


@RULES.effect("11.0.B", "11.0.C", on=BeginPhase)
def combat_starts_afresh(_: BeginPhase, board: CampaignBoard) -> None:
    """What was attacked, retreated or lost counts for one combat phase."""
    board.state.combat.last = board.state.combat.now
    board.state.combat.now = CombatPhase()


@RULES.rule("11.8.A", "11.0.C", "11.16.K", on=PhaseEnds)
def combats_are_settled_when_the_phase_ends(
    _: PhaseEnds, board: CampaignBoard
) -> Iterator[Finding]:
    """All obligations are met before the phase ends, and all attacks announced are resolved."""
    for combat in board.state.combat.now.combats:
        yield from unmet(board, combat)
        if not combat.resolved and not combat.closed:
            yield Finding(
                f"the attack on {board.data.map.describe(combat.hex)} was announced and not"
                " resolved",
                units=tuple(combat.attackers),
                hexes=(board.data.map.number(combat.hex),),
                severity="warning",
            )
    for unit in sorted(board.state.combat.now.strays):
        piece = losses.piece_of(board, unit)
        name = piece.name if piece is not None else unit
        yield Finding(
            f"{name} moved or lost steps in a combat that the log does not show",
            units=(unit,),
            severity="unverifiable",
        )


def opened(board: CampaignBoard, combat: Combat) -> Iterator[Finding]:
    """Findings when a combat is resolved: those before it must be settled (11.8.A)."""
    for other in board.state.combat.now.combats:
        if other is not combat:
            yield from unmet(board, other)


def close_others(board: CampaignBoard, combat: Combat) -> None:
    """Earlier combats are over when one is resolved."""
    for other in board.state.combat.now.combats:
        if other is not combat and other.resolved:
            other.closed = True


# -- attacks ---------------------------------------------------------------------------------------


def combat_at(board: CampaignBoard, hex_: Hex | None) -> Combat | None:
    """The combat announced for a hex that is not resolved yet."""
    return next(
        (c for c in board.state.combat.now.combats if c.hex == hex_ and not c.resolved), None
    )


@RULES.rule(
    "11.0.B", "8.4", "11.1.A", "11.1.B", "11.1.C", "11.1.D", "11.1.E", "11.8.B",
    on="declare:attack",
)  # fmt: skip
def attacks_are_allowed(action: Declare, board: CampaignBoard) -> Iterator[Finding]:
    """Units of the phasing side attack an adjacent hex with enemies, each once and all together."""
    side = board.phasing
    if side is None or not in_combat_phase(board):
        return
    target = target_hex(board, action)
    if target is None or not enemies_in(board, target, side):
        yield Finding(
            "the attack is on no hex with enemies",
            units=action.units,
            hexes=() if target is None else (board.data.map.number(target),),
            expected="a hex with enemy units",
            found=action.target or "no target",
        )
        return
    if not may_be_attacked(board, target):
        yield Finding(
            f"the units in {board.data.map.describe(target)} have been attacked in this phase",
            units=tuple(piece.id for piece in enemies_in(board, target, side)),
            hexes=(board.data.map.number(target),),
            expected="one attack in a combat phase",
            rule="11.1.B",
        )
    combat = combat_at(board, target) or new_combat(board, target)
    for name in action.units:
        yield from _attacker_faults(board, combat, board.piece(name))


def _attacker_faults(board: CampaignBoard, combat: Combat, piece: Piece) -> Iterator[Finding]:
    if piece.side != combat.attacker:
        yield Finding(
            f"{piece.name} attacks in the other side's combat phase",
            units=(piece.id,),
            expected=board.data.sides[combat.attacker].name,
        )
    elif losses.unit_of(board, piece.id) in combat.attackers:
        return
    elif supports_only(piece):
        yield from support_faults(board, combat, piece, "artillery")
        yield from ammunition_faults(board, combat, (piece,))
    elif units.is_ground(piece):
        yield from attack_faults(board, piece, combat.hex)


def new_combat(board: CampaignBoard, target: Hex) -> Combat:
    """A combat for an attack of the phasing side on a hex, not yet part of the position."""
    side = board.phasing or ""
    number = len(board.state.combat.now.combats) + 1
    return Combat(number, target, side, board.data.opponent(side))


@RULES.effect("11.0.B", "11.1.B", on="declare:attack")
def attacks_are_remembered(action: Declare, board: CampaignBoard) -> None:
    """The attack is part of the position; more units for the same hex join it."""
    target = target_hex(board, action)
    if target is None or board.phasing is None or not in_combat_phase(board):
        return
    now = board.state.combat.now
    now.tick += 1
    combat = combat_at(board, target)
    if combat is None:
        combat = new_combat(board, target)
        now.combats.append(combat)
    for name in action.units:
        piece = board.piece(name)
        if piece.side == combat.attacker and isinstance(piece.place, Hex):
            join_attack(board, combat, piece)


def join_attack(board: CampaignBoard, combat: Combat, piece: Piece) -> None:
    """Count a unit among the attackers; artillery and headquarters fire for them."""
    unit = losses.unit_of(board, piece.id)
    board.state.combat.now.attacked[unit] = combat.hex
    if supports_only(piece):
        add_support(board, combat, piece, "artillery")
    elif isinstance(piece.place, Hex):
        combat.attackers[unit] = piece.place


# -- support ---------------------------------------------------------------------------------------


def supported_combat(board: CampaignBoard, action: Declare) -> Combat | None:
    """The combat that support or numbers are announced for.

    By its hex; without one the combat last spoken of, or the first that is not resolved.
    """
    now = board.state.combat.now
    hex_ = target_hex(board, action)
    if hex_ is not None:
        return combat_at(board, hex_)
    waiting = [c for c in now.combats if not c.resolved and not c.closed]
    named = next((c for c in waiting if c.number == now.focus), None)
    return named or (waiting[0] if waiting else None)


@RULES.rule(
    "12.1.A", "11.2.A", "11.2.B", "12.1.B", "12.1.D", "12.1.E", "12.1.H", "12.4.A",
    "13.1.A", "13.1.B", "13.1.C", "13.1.D", "13.3.A", "13.3.B", "15.3.B", "8.7",
    on="declare:support",
)  # fmt: skip
def support_is_allowed(action: Declare, board: CampaignBoard) -> Iterator[Finding]:
    """Artillery fires within its range, headquarters within theirs, before the air is committed."""
    combat = supported_combat(board, action)
    if combat is None:
        yield Finding(
            "support is announced for no combat that waits for its die",
            units=action.units,
            found=action.target or "no hex",
            rule="12.1.H",
        )
        return
    if combat.flights:
        yield Finding(
            "artillery and headquarters are committed after the air units",
            units=action.units,
            hexes=(board.data.map.number(combat.hex),),
            expected="before the first air unit",
            rule="15.3.B",
        )
    kind = action.text("with", "artillery")
    if kind == HELD_BACK:
        return
    for name in action.units:
        yield from support_faults(board, combat, board.piece(name), kind)
    if kind == "artillery":
        yield from ammunition_faults(board, combat, tuple(map(board.piece, action.units)))


@RULES.effect("12.1.A", "13.3.C", on="declare:support")
def support_is_remembered(action: Declare, board: CampaignBoard) -> None:
    """Who fires or lends guns for which combat."""
    combat = supported_combat(board, action)
    if combat is None:
        return
    now = board.state.combat.now
    now.tick += 1
    now.focus = combat.number
    combat.open_handed = True
    combat.announced.clear()
    kind = action.text("with", "artillery")
    for name in action.units:
        if kind == HELD_BACK:
            combat.silent.add(losses.unit_of(board, name))
        else:
            add_support(board, combat, board.piece(name), kind)


def add_support(board: CampaignBoard, combat: Combat, piece: Piece, kind: str) -> None:
    """Count a unit's support for its side; beside the hex it is open to losses (11.13.3.B)."""
    side = piece.side or ""
    guns = kind == "anti-tank"
    if not any(s.unit == piece.id and (s.kind == "anti-tank") == guns for s in combat.supports):
        combat.supports.append(Support(piece.id, side, "anti-tank" if guns else "artillery"))
    if units.is_headquarters(piece):
        board.state.combat.now.headquarters[piece.id] = combat.hex
    if side == combat.attacker and supports_only(piece):
        unit = losses.unit_of(board, piece.id)
        board.state.combat.now.attacked[unit] = combat.hex
        if isinstance(piece.place, Hex) and piece.place.distance(combat.hex) == 1:
            combat.attackers[unit] = piece.place
