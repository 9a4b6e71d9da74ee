"""Section 10.1, which units can fire: in which phase, of which side, after which other acts.

What is asked here does not depend on the target. It is asked once for an attempt: when its check
is declared, or when a unit fires without one.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import bars, bars_on, failed, mode
from referee.games.iron_cross.fire.attacks import SWEEPS
from referee.games.iron_cross.morale import phase_id
from referee.games.iron_cross.records import (
    firing_hex,
    is_advanced,
    only_turned,
    shots_this_turn,
    went,
)
from referee.games.iron_cross.state import BattleBoard

SUPPORT, DEFENSIVE, MOVING = "support-fire", "defensive-fire", "moving-fire"
FIRE_PHASES = frozenset({SUPPORT, DEFENSIVE, MOVING})
MOVEMENT, REACTION = "movement", "reaction"

SHOOTS = frozenset({"fire", "opportunity-fire"})
ATTACKS = frozenset({*SHOOTS, "grenade"})
CHANGES = "mg-mode"
SMALL_CREW = 2
"""Men of a gun's crew with which it fires once in a game turn (10.15)."""


def may_sweep(board: BattleBoard, piece: Piece) -> bool:
    """Whether the unit could be a machine gun in a mode that attacks several hexes (21.0)."""
    if not is_advanced(board) or not units.is_machine_gun(piece):
        return False
    shown = board.state.fire.modes.get(piece.id)
    return shown is None or shown.mode != "df"


def _fault(piece: Piece, deed: str, rule: str, expected: str, found: str = "") -> Finding:
    return Finding(
        f"{piece.name} {deed}", units=(piece.id,), expected=expected, found=found, rule=rule
    )


def _phase_name(board: BattleBoard) -> str:
    return board.phase.name if board.phase is not None else "set-up"


# -- the phase and the side -----------------------------------------------------------------------


def firing_side(board: BattleBoard) -> str | None:
    """The side that may fire in the present phase (10.13); None where nobody may."""
    phasing = board.phasing
    if phasing is None:
        return None
    if phase_id(board) in (SUPPORT, MOVING) or mode(board) == REACTION:
        return phasing
    if phase_id(board) == DEFENSIVE or mode(board) == MOVEMENT:
        return board.data.opponent(phasing)
    return None


@bars("10.13", "6.0.B", "6.0.E", "6.0.F", acts={*ATTACKS, "spot", CHANGES})
def the_side_fires_in_its_phase(board: BattleBoard, piece: Piece, act: str) -> Iterator[Finding]:
    """The phasing player in Support and Moving Fire and in reaction; the other in the rest."""
    side = firing_side(board)
    if side != piece.side:
        who = board.data.sides[side].name if side is not None else "nobody"
        mine = board.data.sides[piece.side].name if piece.side is not None else "nobody"
        yield _fault(piece, f"fires in the {_phase_name(board)}", "10.13", f"{who} fires", mine)
    elif act in SHOOTS and not _kind_of_fire_fits(board, piece, act):
        expected = "opportunity fire" if mode(board) != "fire" else "no opportunity fire"
        yield _fault(
            piece,
            f"checks for the wrong kind of fire in the {_phase_name(board)}",
            "10.13",
            expected,
            act,
        )


def _kind_of_fire_fits(board: BattleBoard, piece: Piece, act: str) -> bool:
    """Whether a check is of the kind of the phase.

    Special fire before an overrun (9.2.A), lanes and spray may be checked for as either.
    """
    if act == "opportunity-fire":
        return mode(board) != "fire"
    special = units.is_anti_tank_gun(piece) or units.is_anti_tank_rifle(piece)
    return mode(board) == "fire" or special or may_sweep(board, piece)


@bars("15.1", "14.0", acts={"grenade", "spot"})
def grenades_and_mortars_wait_for_a_fire_phase(
    board: BattleBoard, piece: Piece, act: str
) -> Iterator[Finding]:
    """Grenades and mortar rounds are for the three fire phases."""
    if phase_id(board) not in FIRE_PHASES:
        rule = "15.1" if act == "grenade" else "14.0"
        yield _fault(
            piece,
            f"throws or spots in the {_phase_name(board)}",
            rule,
            "a Support, Defensive or Moving Fire Phase",
        )


@bars("15.3", acts={"grenade"})
def one_grenade_is_tried_from_a_hex(board: BattleBoard, piece: Piece, _: str) -> Iterator[Finding]:
    """Only one unit throws, or tries to, from any one hex in a player turn."""
    here = firing_hex(piece)
    thrower = board.state.fire.throws.get(here) if here is not None else None
    if thrower is not None:
        yield _fault(
            piece,
            "throws a grenade from a hex from which one was thrown or tried in this player turn",
            "15.3",
            "one attempt from a hex in a player turn",
            thrower,
        )


# -- once in a player turn ------------------------------------------------------------------------


@bars("10.11", "13.15", "11.0", "21.24", "21.34", "21.42", acts={*ATTACKS, CHANGES})
def a_unit_fires_once_in_a_player_turn(
    board: BattleBoard, piece: Piece, act: str
) -> Iterator[Finding]:
    """Who has fired, or tried to, does so no more; AP and AT factors not both in one player turn.

    A machine gun on a lane or spraying may do so in a second phase (defect lane-two-phases), but
    not once it has failed.
    """
    conduct = board.state.of(piece.id)
    if not conduct.fired or _special_fire(board, piece):
        return
    shots = shots_this_turn(board, piece.id)
    sweeps = bool(shots) and all(shot.verb in SWEEPS for shot in shots)
    if act != CHANGES and sweeps and may_sweep(board, piece):
        return
    rule = "21.42" if act == CHANGES else "10.11"
    if mode(board) in (MOVEMENT, REACTION) and act == "opportunity-fire":
        rule = "13.15"
    yield _fault(
        piece,
        "fires again in the same player turn",
        rule,
        "one fire combat in a player turn",
        f"fired or tried to in the {_name_of(board, conduct.fired_in)}",
    )


def _name_of(board: BattleBoard, phase: str) -> str:
    found = board.data.sequence.by_id.get(phase)
    return found.name if found is not None else phase


def _special_fire(board: BattleBoard, piece: Piece) -> bool:
    """Whether the unit may fire before an overrun, whatever it has fired before (9.2.A)."""
    if not (units.is_anti_tank_gun(piece) or units.is_anti_tank_rifle(piece)):
        return False
    overruns = board.state.overruns
    return bool(overruns) and piece.id in overruns[-1].defenders and not overruns[-1].entered


@bars("10.15", acts=SHOOTS)
def a_gun_short_of_crew_fires_once_in_a_game_turn(
    board: BattleBoard, piece: Piece, _: str
) -> Iterator[Finding]:
    """A gun served by one or two men fires once in a game turn, special fire apart."""
    if not units.is_anti_tank_gun(piece) or units.crew(piece) > SMALL_CREW:
        return
    if _special_fire(board, piece):
        return
    if board.state.fire.fired_turn.get(piece.id) == board.turn:
        yield _fault(
            piece,
            "fires twice in a game turn with a crew of one or two",
            "10.15",
            "one fire in the game turn",
            f"{units.crew(piece)} men",
        )


# -- after movement -------------------------------------------------------------------------------


@bars("10.13", "14.0", acts=ATTACKS)
def movement_comes_before_fire_for_some_only(
    board: BattleBoard, piece: Piece, _: str
) -> Iterator[Finding]:
    """Who moved in reaction does not fire in defence; crew weapons that moved never do after it.

    Guns and machine guns that only turned may (8.72, 8.73).
    """
    conduct = board.state.of(piece.id)
    if not went(conduct) or (_turns_freely(piece) and only_turned(conduct)):
        return
    at = phase_id(board)
    if at == DEFENSIVE and "reaction" in conduct.moved_in:
        yield _fault(
            piece,
            "moved in reaction and fires in defence",
            "10.13",
            "no fire in the Defensive Fire Phase",
            "moved, or tried to",
        )
    elif at == MOVING and units.is_crew_weapon(piece):
        rule = "14.0" if units.is_mortar(piece) else "10.13"
        yield _fault(
            piece,
            "is a crew weapon that moved and fires in the Moving Fire Phase",
            rule,
            "no fire after movement",
            "moved, or tried to",
        )


def _turns_freely(piece: Piece) -> bool:
    return (
        units.is_machine_gun(piece) or units.is_anti_tank_gun(piece) or units.is_assault_gun(piece)
    )


@bars("10.14", acts=SHOOTS)
def an_assault_gun_does_not_fire_after_moving(
    board: BattleBoard, piece: Piece, _: str
) -> Iterator[Finding]:
    """A Stug that went elsewhere is silent for the player turn; one that only turned is not."""
    conduct = board.state.of(piece.id)
    if units.is_assault_gun(piece) and went(conduct) and not only_turned(conduct):
        yield _fault(
            piece, "fires in the player turn in which it moved", "10.14", "no fire", "moved"
        )


# -- what a weapon needs --------------------------------------------------------------------------


@bars("10.16", acts=SHOOTS)
def an_anti_tank_rifle_needs_its_full_crew(
    _: BattleBoard, piece: Piece, __: str
) -> Iterator[Finding]:
    """An anti-tank rifle without a full crew does not fire at all."""
    if units.is_anti_tank_rifle(piece) and not units.is_fully_crewed(piece):
        yield _fault(
            piece,
            "fires without a full crew",
            "10.16",
            f"{units.figure(piece, 'crew')} men",
            f"{units.crew(piece)} men",
        )


@bars("11.15", acts={*SHOOTS, CHANGES})
def a_disabled_machine_gun_is_silent(board: BattleBoard, piece: Piece, _: str) -> Iterator[Finding]:
    """A machine gun jammed, broken or with a malfunction does not fire until it is over."""
    until = board.state.fire.silent_until.get(piece.id)
    if until is not None and board.state.fire.player_turn < until:
        yield _fault(
            piece,
            "fires while it is out of action after intensive fire",
            "11.15",
            "no fire yet",
            str(piece.states.get("gun-condition", "disabled")),
        )


@bars("13.11", "13.12", "16.0", acts={"opportunity-fire"})
def not_every_weapon_fires_as_targets_pass(
    board: BattleBoard, piece: Piece, _: str
) -> Iterator[Finding]:
    """In the Movement Phase all but mortars and flamethrowers do.

    In reaction only guns and anti-tank rifles that did not move, and machine guns on a lane or
    spraying.
    """
    if units.is_mortar(piece) or units.is_flamethrower(piece):
        yield _fault(piece, "opportunity fires", "13.11", "infantry, vehicles, machine guns, guns")
    elif mode(board) == REACTION and not may_sweep(board, piece):
        gun = units.is_anti_tank_gun(piece)
        if not gun and not units.is_anti_tank_rifle(piece):
            yield _fault(
                piece,
                "opportunity fires in reaction movement",
                "13.12",
                "anti-tank guns and rifles",
            )
        elif _moved_before(board, piece) and not (gun and only_turned(board.state.of(piece.id))):
            yield _fault(
                piece,
                "opportunity fires in reaction movement after moving",
                "13.12",
                "no movement in the Movement Phase",
            )


def _moved_before(board: BattleBoard, piece: Piece) -> bool:
    return "movement" in board.state.of(piece.id).moved_in


@bars("15.1", "15.2", acts={"grenade"})
def only_infantry_throws_grenades(_: BattleBoard, piece: Piece, __: str) -> Iterator[Finding]:
    """Infantry other than flamethrowers carries grenades."""
    if not units.is_infantry(piece) or units.is_flamethrower(piece):
        yield _fault(piece, "throws a grenade", "15.1", "infantry other than flamethrowers")


@bars("15.9", acts={"grenade"})
def grenades_are_not_used_up(board: BattleBoard, piece: Piece, _: str) -> Iterator[Finding]:
    """A side has as many grenades as the scenario gives it."""
    limit = grenades_of(board, piece.side)
    used = board.state.fire.grenades.get(piece.side or "", 0)
    if limit is not None and used >= limit:
        yield _fault(
            piece, "throws a grenade that its side does not have", "15.9", f"{limit} in all",
            f"{used} used",
        )  # fmt: skip


@RULES.covers("15.9")
def grenades_of(board: BattleBoard, side: str | None) -> int | None:
    """How many grenades a side has in the scenario; None where that is not known."""
    if board.scenario is None:
        return None
    stock = board.scenario.values.get("grenades")
    found = stock.get(side or "", 0) if isinstance(stock, dict) else 0
    return found if isinstance(found, int) else None


def may_try(board: BattleBoard, piece: Piece, act: str) -> bool:
    """Whether nothing stands against a unit's taking a check for an act."""
    return failed(board, piece.id) is None and next(bars_on(board, piece, act), None) is None
