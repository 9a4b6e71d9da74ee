"""14.2, general supply: the markers Cut Off and Out of Supply, and what they forbid."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import BeginPhase, Declare, PhaseEnds, SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import rests, units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.campaign import COMBAT_PHASES, SUPPLY, in_phase
from referee.games.bold_stroke.combat import ammunition, losses
from referee.games.bold_stroke.combat.command import OPTION, is_division
from referee.games.bold_stroke.combat.participants import supports_only
from referee.games.bold_stroke.state import CampaignBoard
from referee.games.bold_stroke.supply import lines
from referee.games.bold_stroke.supply.lines import CUT_OFF, HEADQUARTERS, OUT_OF_SUPPLY, ROAD

RESUPPLY_POINTS = 3
"""Ammo points that bring a headquarters back into supply (14.2.2.D)."""
OUT_BEFORE = "out before"
"""A fault of the check that 14.2.2.D names besides markers that stay."""
DIVISIONS = 6
"""Divisions that a headquarters supplies in a turn with German subordination (14.6.B)."""


def own_supply_phase(board: CampaignBoard, piece: Piece) -> bool:
    """Whether it is the supply phase of a unit's side."""
    return in_phase(board, SUPPLY) and piece.side == board.phasing


def resupply_cost(board: CampaignBoard, piece: Piece) -> int:
    """Ammo points that it takes to bring a unit back into supply (14.2.2.D)."""
    if units.is_headquarters(piece):
        return RESUPPLY_POINTS
    if units.is_artillery(piece):
        return ammunition.cost(losses.current(board, piece, "artillery").value)
    return 0


# -- when markers change ---------------------------------------------------------------------------


@RULES.rule("14.2", "14.1.C", "14.2.1.C", "14.2.1.B", "14.2.2.D", on=SetState)
def markers_change_when_they_may(action: SetState, board: CampaignBoard) -> Iterator[Finding]:
    """Supply is checked in a side's own supply phase; a cut-off unit in combat is out of supply."""
    if action.unit is None or action.state not in (CUT_OFF, OUT_OF_SUPPLY):
        return
    piece = board.piece(action.unit)
    if board.phase is None or piece.flag(action.state) == bool(action.value):
        return
    if action.state == CUT_OFF:
        if not own_supply_phase(board, piece) and not _flips(board, piece, on=bool(action.value)):
            yield _ill_timed(board, piece, "14.2", "Cut Off", on=bool(action.value))
    elif not action.value:
        yield from _back_in_supply(board, piece)
    elif not _may_go_out_of_supply(board, piece):
        yield _ill_timed(board, piece, "14.2.1.C", "Out of Supply", on=True)


def _flips(board: CampaignBoard, piece: Piece, *, on: bool) -> bool:
    """Whether the marker Cut Off comes off because it is turned over after combat."""
    return not on and (piece.flag(OUT_OF_SUPPLY) or _may_go_out_of_supply(board, piece))


def _may_go_out_of_supply(board: CampaignBoard, piece: Piece) -> bool:
    """A cut-off unit that had combat, and a headquarters that supplies without a line, may.

    What a combat phase left undone may be marked in the phase after it.
    """
    record = board.state.records.supply
    if piece.id in record.fought_before:
        return True
    if units.is_headquarters(piece) and own_supply_phase(board, piece):
        return True
    if not in_phase(board, *COMBAT_PHASES):
        return False
    return piece.id in record.fought or (piece.flag(CUT_OFF) and not record.any_combat)


def _ill_timed(board: CampaignBoard, piece: Piece, rule: str, marker: str, *, on: bool) -> Finding:
    phase = board.phase.name if board.phase else ""
    expected = (
        "the supply phase of its side"
        if rule == "14.2"
        else "a cut-off unit that has had combat in this phase"
    )
    return Finding(
        f"{piece.name} {'gets' if on else 'loses'} the marker {marker} in the {phase}",
        units=(piece.id,),
        expected=expected,
        found=phase,
        rule=rule,
        rests_on=rests.defects(board, "out-of-supply-by-moving") if rule != "14.2" else (),
    )


def _back_in_supply(board: CampaignBoard, piece: Piece) -> Iterator[Finding]:
    if not own_supply_phase(board, piece):
        yield _ill_timed(board, piece, "14.2", "Out of Supply", on=False)
        return
    if piece.id in board.state.records.supply.serving:
        return
    lacking = ammunition.shortfall(board, piece.side or "", resupply_cost(board, piece))
    if lacking and piece.id not in board.state.records.supply.paid:
        yield Finding(
            f"{piece.name} comes back into supply without the ammo points for it",
            units=(piece.id,),
            expected=f"{resupply_cost(board, piece)} ammo points",
            found=str(ammunition.available(board, piece.side or "")),
            rule="14.2.2.D",
        )


@RULES.effect("14.2", "14.2.2.D", on=SetState, before=True)
def coming_back_into_supply_costs_points(action: SetState, board: CampaignBoard) -> None:
    """Headquarters and artillery pay for it; the log is known to tell of supply.

    A headquarters without a line that is marked in its supply phase supplies its units (14.1.D);
    the marker taken off in the same phase takes that back.
    """
    if action.unit is None or action.state not in (CUT_OFF, OUT_OF_SUPPLY):
        return
    record = board.state.records.supply
    record.recorded = True
    piece = board.pieces.get(action.unit)
    if piece is None or action.state != OUT_OF_SUPPLY or not own_supply_phase(board, piece):
        return
    out = piece.flag(OUT_OF_SUPPLY)
    if action.value and not out and _serves_by_its_marker(board, piece):
        record.serving.add(piece.id)
    elif out and not action.value and piece.id in record.serving:
        record.serving.discard(piece.id)
    elif out and not action.value:
        pay_for(board, piece)


@RULES.covers("14.1.D")
def _serves_by_its_marker(board: CampaignBoard, piece: Piece) -> bool:
    return units.is_headquarters(piece) and not lines.may_pass_on(board, piece)


def pay_for(board: CampaignBoard, piece: Piece) -> None:
    """Take the points off once for each unit and phase; for effects alone."""
    record = board.state.records.supply
    if piece.id not in record.paid:
        record.paid.add(piece.id)
        ammunition.spend(board, piece.side or "", resupply_cost(board, piece))


# -- headquarters without a line -------------------------------------------------------------------


@RULES.rule("14.1.D", "14.2.2.D", on="declare:supply")
def a_headquarters_without_a_line_supplies_once(
    action: Declare, board: CampaignBoard
) -> Iterator[Finding]:
    """It is out of supply for that, and no source again until it has a line."""
    for name in action.units:
        piece = board.piece(name)
        if action.text("as") == "source":
            if not units.is_headquarters(piece):
                yield Finding(
                    f"{piece.name} supplies other units",
                    units=(name,),
                    expected="a headquarters",
                )
            elif piece.flag(OUT_OF_SUPPLY) and not lines.may_pass_on(board, piece):
                yield Finding(
                    f"{piece.name} supplies its units though it is out of supply",
                    units=(name,),
                    expected="a supply line of its own",
                )
        elif action.text("as") == "resupply" and piece.flag(OUT_OF_SUPPLY):
            yield from _back_in_supply(board, piece)


@RULES.effect("14.1.D", "14.2.2.D", on="declare:supply")
def a_headquarters_gives_what_it_has(action: Declare, board: CampaignBoard) -> None:
    """It serves in this turn and is out of supply, unless it has a line after all."""
    record = board.state.records.supply
    record.recorded = True
    for name in action.units:
        piece = board.pieces.get(name)
        if piece is None:
            continue
        if action.text("as") == "resupply":
            if piece.flag(OUT_OF_SUPPLY):
                pay_for(board, piece)
                piece.states[OUT_OF_SUPPLY] = piece.states[CUT_OFF] = False
        elif units.is_headquarters(piece) and not lines.may_pass_on(board, piece):
            if not piece.flag(OUT_OF_SUPPLY):
                record.serving.add(name)
            piece.states[OUT_OF_SUPPLY] = True
            piece.states[CUT_OFF] = False


# -- the check of the phase ------------------------------------------------------------------------


@RULES.rule("14.1.C", "14.2", "14.2.2.D", on=PhaseEnds)
def supply_is_checked_in_the_supply_phase(_: PhaseEnds, board: CampaignBoard) -> Iterator[Finding]:
    """Units that nothing supplies are marked, units that a road supplies are not.

    Judged only in logs that tell of supply; each fault is told once until it is mended.
    """
    told = board.state.records.supply.told
    for name, rule in _mismarked(board):
        if (name, rule) not in told:
            yield _mismarking(board, board.pieces[name], rule)


def _mismarked(board: CampaignBoard) -> tuple[tuple[str, str], ...]:
    """Units of the phasing side whose markers are wrong, and the paragraph."""
    side = board.phasing
    if not in_phase(board, SUPPLY) or side is None or not board.state.records.supply.recorded:
        return ()
    return board.derived(("units marked wrongly", side), lambda here: _find(here, side))


def _find(board: CampaignBoard, side: str) -> tuple[tuple[str, str], ...]:
    found = []
    for name, status in lines.supply_status(board, side).items():
        piece = board.pieces[name]
        marked = piece.flag(CUT_OFF) or piece.flag(OUT_OF_SUPPLY)
        if not status.supplied and not marked and name not in board.state.records.supply.serving:
            found.append((name, "14.1.C"))
        elif _is_better_off(board, piece) and not status.supplied:
            found.append((name, OUT_BEFORE))
        elif marked and status.via == ROAD and lines.has_line_beyond_doubt(board, piece):
            if piece.flag(CUT_OFF):
                found.append((name, "14.2"))
            elif not resupply_cost(board, piece):
                found.append((name, "14.2.2.D"))
    return tuple(found)


def _is_better_off(board: CampaignBoard, piece: Piece) -> bool:
    """Whether a unit that was out of supply is now marked Cut Off."""
    if piece.flag(OUT_OF_SUPPLY) or not piece.flag(CUT_OFF):
        return False
    return piece.id in board.state.records.supply.was_out


def _mismarking(board: CampaignBoard, piece: Piece, rule: str) -> Finding:
    messages = {
        "14.1.C": (f"{piece.name} cannot trace a supply line and is not marked", "Cut Off"),
        "14.2": (f"{piece.name} is marked Cut Off, but can trace a supply line", "no marker"),
        "14.2.2.D": (f"{piece.name} stays Out of Supply, but can trace a line", "no marker"),
        OUT_BEFORE: (f"{piece.name} was Out of Supply and is now marked Cut Off", "Out of Supply"),
    }
    message, expected = messages[rule]
    return Finding(
        message,
        units=(piece.id,),
        hexes=(board.number(piece.place),) if isinstance(piece.place, Hex) else (),
        expected=expected,
        rule="14.2.2.D" if rule == OUT_BEFORE else rule,
        rests_on=lines.rests_on(board),
    )


@RULES.rule("14.6.B", on=PhaseEnds)
def six_divisions_draw_supply_from_a_headquarters(
    _: PhaseEnds, board: CampaignBoard
) -> Iterator[Finding]:
    """With German subordination no headquarters supplies more than six divisions in a turn."""
    if OPTION not in board.options or not in_phase(board, SUPPLY) or board.phasing != "german":
        return
    served: dict[str, list[str]] = {}
    for name, status in lines.supply_status(board, "german").items():
        piece = board.pieces[name]
        marked = piece.flag(CUT_OFF) or piece.flag(OUT_OF_SUPPLY)
        if status.via == HEADQUARTERS and is_division(piece) and not marked:
            served.setdefault(status.provider, []).append(name)
    for head, names in served.items():
        if len(names) > DIVISIONS:
            yield Finding(
                f"{board.pieces[head].name} supplies {len(names)} divisions",
                units=(head, *names),
                expected=f"at most {DIVISIONS} divisions in a turn",
                found=str(len(names)),
                rests_on=rests.defects(board, "five-or-six"),
            )


# -- combat ----------------------------------------------------------------------------------------


@RULES.rule("14.2.2.A", on="declare:attack")
def units_out_of_supply_do_not_attack(action: Declare, board: CampaignBoard) -> Iterator[Finding]:
    """A unit with the marker Out of Supply stays out of attacks."""
    for name in action.units:
        piece = board.piece(name)
        if piece.flag(OUT_OF_SUPPLY) and not supports_only(piece):
            yield Finding(
                f"{piece.name} attacks though it is out of supply",
                units=(name,),
                expected="a unit in supply or cut off",
                found="Out of Supply",
            )


@RULES.rule("14.3.B", "14.2.1.A", "14.2.1.B", on="declare:support")
@RULES.rule("14.3.B", "14.2.1.A", on="declare:attack")
def guns_without_supply_do_not_fire(action: Declare, board: CampaignBoard) -> Iterator[Finding]:
    """Artillery out of supply does not fire; of the cut-off units only artillery may.

    In an attack the artillery and headquarters among the attackers fire.
    """
    if action.text("with", "artillery") != "artillery":
        return
    for name in action.units:
        piece = board.piece(name)
        fires = action.verb == "support" or supports_only(piece)
        if fires and not lines.may_use_artillery(piece):
            out = piece.flag(OUT_OF_SUPPLY)
            yield Finding(
                f"{piece.name} fires though it is {'out of supply' if out else 'cut off'}",
                units=(name,),
                expected="a unit in supply" if out else "an artillery unit, or a unit in supply",
                rule="14.3.B" if out else "14.2.1.A",
                rests_on=rests.defects(board, "cut-off-artillery") if out else (),
            )


@RULES.effect("14.2.1.B", "14.2.1.C", on="declare:attack")
@RULES.effect("14.2.1.B", "14.2.1.C", on="declare:support")
def cut_off_units_in_combat_are_noted(action: Declare, board: CampaignBoard) -> None:
    """Attackers, the units in the hex attacked, and guns that fire."""
    record = board.state.records.supply
    record.any_combat = True
    involved = [board.pieces[name] for name in action.units if name in board.pieces]
    where = board.location(action.target) if action.target is not None else None
    if action.verb == "attack" and isinstance(where, Hex):
        involved += [piece for piece in board.units_at(where) if units.is_ground(piece)]
    record.fought.update(piece.id for piece in involved if piece.flag(CUT_OFF))


@RULES.rule("14.2.1.C", "14.2.1.B", on=PhaseEnds)
def cut_off_units_are_out_of_supply_after_combat(
    _: PhaseEnds, board: CampaignBoard
) -> Iterator[Finding]:
    """The marker of a cut-off unit that had combat or fired has been turned over."""
    if not in_phase(board, *COMBAT_PHASES):
        return
    for name in sorted(board.state.records.supply.fought):
        piece = board.pieces.get(name)
        if piece is None or not isinstance(piece.place, Hex) or piece.flag(OUT_OF_SUPPLY):
            continue
        yield Finding(
            f"{piece.name} was cut off and had combat, but is not Out of Supply",
            units=(name,),
            expected="Out of Supply",
            found="Cut Off" if piece.flag(CUT_OFF) else "no marker",
            rule="14.2.1.B" if units.is_artillery(piece) else "14.2.1.C",
        )


# -- what is remembered ----------------------------------------------------------------------------


@RULES.effect("14.1.C", "14.2", on=PhaseEnds, before=True)
def faults_that_have_been_told_are_remembered(_: PhaseEnds, board: CampaignBoard) -> None:
    """A unit marked wrongly is told of again only after it has been marked rightly."""
    if in_phase(board, SUPPLY) and board.phasing is not None:
        record = board.state.records.supply
        others = {
            fault for fault in record.told
            if (piece := board.pieces.get(fault[0])) is not None and piece.side != board.phasing
        }  # fmt: skip
        record.told = others | set(_mismarked(board))


@RULES.effect("14.1.D", "14.2", on=BeginPhase)
def a_phase_counts_its_own_combats(_: BeginPhase, board: CampaignBoard) -> None:
    """Combats count for their phase; a headquarters serves until its side's next supply phase."""
    record = board.state.records.supply
    record.fought_before = set(record.fought)
    record.fought.clear()
    record.paid.clear()
    record.any_combat = False
    if in_phase(board, SUPPLY) and board.phasing is not None:
        side = board.phasing
        record.was_out = {p.id for p in board.on_map(side) if p.flag(OUT_OF_SUPPLY)}
        record.serving = {n for n in record.serving if _side(board, n) != side}
        record.by_airfield = {n for n in record.by_airfield if _side(board, n) != side}
        record.drops = {hex_: drop for hex_, drop in record.drops.items() if drop.side != side}
        record.airfield.pop(side, None)
        record.flown_in.pop(side, None)
        record.last_drop = None


def _side(board: CampaignBoard, unit: str) -> str | None:
    piece = board.pieces.get(unit)
    return piece.side if piece is not None else None
