"""Chapter 21, machine gun modes: direct fire, fire lanes and spray.

How a gun changes from one to another is in `mode_changes`.
Modes are written down in secret; what a machine gun fires shows its mode, and is judged by it.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import mode
from referee.games.iron_cross.declared import number, pieces, target_hexes, target_units
from referee.games.iron_cross.fire import dice, sighting, strength
from referee.games.iron_cross.fire.attacks import open_attack
from referee.games.iron_cross.fire.opportunity_fire import just_entered
from referee.games.iron_cross.fire.small_arms import FIRE, LANE, OPPORTUNITY, SPRAY, ap_aim
from referee.games.iron_cross.fire.strength import Barrage
from referee.games.iron_cross.fire_state import Aim, Attack, Mode
from referee.games.iron_cross.records import firing_hex, in_movement, is_advanced, note_shot
from referee.games.iron_cross.state import BattleBoard
from referee.mechanics.sighting import passes_corner

MG_MODE = "mg-mode"
DF, FL, SP = "df", "fl", "sp"
VERB_MODES = {LANE: FL, SPRAY: SP}
NAMES = {DF: "direct fire", FL: "fire lane", SP: "spray"}


def fault(piece: Piece, deed: str, expected: str, rule: str, found: str = "") -> Finding:
    """A finding on what a machine gun does."""
    return Finding(
        f"{piece.name} {deed}", units=(piece.id,), expected=expected, found=found, rule=rule
    )


# -- areas ----------------------------------------------------------------------------------------


@RULES.covers("21.21", "21.31")
def in_reach(board: BattleBoard, piece: Piece, hex_: Hex) -> bool:
    """Whether a lane or spray of a machine gun can go to a hex: sight, range and front."""
    here = firing_hex(piece)
    return (
        here is not None
        and here != hex_
        and here.distance(hex_) <= units.figure(piece, "range")
        and sighting.in_front(here, units.facing(piece), hex_)
        and sighting.can_see(board, here, hex_, down=not units.is_up(piece))
    )


@RULES.covers("21.2#2", "21.21", "21.22")
def lane(board: BattleBoard, piece: Piece, goal: Hex) -> tuple[Hex, ...]:
    """The hexes of a fire lane: all that its line crosses or runs along, on the gun's own level."""
    here = firing_hex(piece)
    if here is None:
        return ()
    line = sighting.sightlines(board)(here, goal)
    level = units.level(board, here)
    return tuple(hex_ for hex_ in sorted({*line.hexes, goal}) if units.level(board, hex_) == level)


@RULES.covers("21.21")
def grazed(board: BattleBoard, piece: Piece, goal: Hex) -> tuple[Hex, ...]:
    """The hexes that the line of a fire lane touches in a corner only (defect lane-corner)."""
    here = firing_hex(piece)
    if here is None:
        return ()
    line = sighting.sightlines(board)(here, goal)
    beside = {
        near
        for hex_ in line.hexes
        for near in board.data.map.grid.neighbours(hex_).values()
        if near in board.data.map.hexes and passes_corner(here, goal, near)
    }
    level = units.level(board, here)
    found = beside - {*line.hexes, here, goal}
    return tuple(hex_ for hex_ in sorted(found) if units.level(board, hex_) == level)


@RULES.covers("21.31")
def sprayed(board: BattleBoard, piece: Piece, hex_: Hex) -> bool:
    """Whether a hex is in the spray fire area of a machine gun."""
    here = firing_hex(piece)
    if here is None or not in_reach(board, piece, hex_):
        return False
    return units.level(board, here) == units.level(board, hex_)


# -- remembering ----------------------------------------------------------------------------------


def keep_mode(
    board: BattleBoard, gun: str, shown: str, goal: Hex | None, *, noted: bool = False
) -> None:
    """Remember a mode; that it came late, and that notes are kept of it, stay as they are."""
    known = board.state.fire.modes.get(gun)
    late = known is not None and known.late
    noted = noted or (known is not None and known.noted)
    board.state.fire.modes[gun] = Mode(shown, goal, late, noted)


# -- firing ---------------------------------------------------------------------------------------


def _sweeping_is_for_machine_guns(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """A lane or spray is of one machine gun by itself, in that mode, in the advanced game.

    Modes are secret: one that was not shown before is told of.
    """
    wanted = VERB_MODES[declaration.verb]
    alone = "21.26" if declaration.verb == LANE else "21.36"
    once = "21.27" if declaration.verb == LANE else "21.37"
    firers = pieces(board, declaration.units)
    if len(firers) > 1:
        yield fault(firers[0], "combines a lane or spray", "one machine gun", alone)
    for piece in firers:
        shown = board.state.fire.modes.get(piece.id)
        if not is_advanced(board) or not units.is_machine_gun(piece):
            yield fault(
                piece, f"attacks by {NAMES[wanted]}", "a machine gun in the advanced game", "21.0"
            )
        elif shown is not None and shown.mode != wanted:
            yield fault(piece, f"attacks by {NAMES[wanted]}", NAMES[shown.mode], once, wanted)
        elif shown is None or _is_nowhere(shown):
            yield Finding(
                f"whether {piece.name} was noted for {NAMES[wanted]} cannot be told",
                units=(piece.id,),
                expected="the mode as noted after the Morale Phase",
                severity="unverifiable",
                rule="21.21" if declaration.verb == LANE else "21.31",
            )


def _is_nowhere(shown: Mode) -> bool:
    """Whether a lane was noted without a hex to which it goes."""
    return shown.noted and shown.mode == FL and shown.hex is None


for _verb in (LANE, SPRAY):
    RULES.rule("21.0", "21.26", "21.27", "21.36", "21.37", on=f"declare:{_verb}")(
        _sweeping_is_for_machine_guns
    )


def _direct_fire_is_in_its_mode(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """A machine gun that sweeps does not fire directly; none fires directly in reaction."""
    for piece in pieces(board, declaration.units):
        if not units.is_machine_gun(piece) or not is_advanced(board):
            continue
        shown = board.state.fire.modes.get(piece.id)
        if shown is not None and shown.mode != DF:
            yield fault(piece, "fires directly", NAMES[shown.mode], "21.1#2")
        elif declaration.verb == OPPORTUNITY and mode(board) == "reaction":
            yield fault(
                piece, "opportunity fires directly in reaction movement", "no direct fire",
                "13.12",
            )  # fmt: skip


for _verb in (FIRE, OPPORTUNITY):
    RULES.rule("21.1#2", "13.12", on=f"declare:{_verb}")(_direct_fire_is_in_its_mode)


def lane_goal(declaration: Declare, board: BattleBoard) -> Hex | None:
    """The target hex of a lane as declared, or as it was noted before."""
    text = declaration.text("hex")
    if text:
        found = board.location(text)
        return found if isinstance(found, Hex) else None
    known = [board.state.fire.modes.get(name) for name in declaration.units]
    noted = next((each.hex for each in known if each is not None and each.hex is not None), None)
    if noted is not None:
        return noted
    hexes = target_hexes(declaration, board)
    piece = next(iter(pieces(board, declaration.units)), None)
    here = firing_hex(piece) if piece is not None else None
    return max(hexes, key=lambda hex_: here.distance(hex_) if here else 0, default=None)


@RULES.rule("21.21", "21.22", on=f"declare:{LANE}")
def a_lane_goes_to_its_noted_hex(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """The lane's target hex is in sight, range and front, and the one noted; enemies are in it."""
    goal = lane_goal(declaration, board)
    for piece in pieces(board, declaration.units):
        if goal is None or not units.is_machine_gun(piece):
            continue
        noted = board.state.fire.modes.get(piece.id)
        hexes = (*lane(board, piece, goal), *grazed(board, piece, goal))
        strays = [h for h in target_hexes(declaration, board) if h not in (*hexes, goal)]
        held = any(units.enemies_at(board, hex_, piece.side) for hex_ in hexes)
        if not in_reach(board, piece, goal):
            yield fault(
                piece, f"has its lane to {number(board, goal)}",
                "a hex in sight, within its initial range and in front", "21.21",
            )  # fmt: skip
        elif noted is not None and noted.hex not in (None, goal):
            yield fault(
                piece, f"has its lane to {number(board, goal)}", number(board, noted.hex), "21.21",
                number(board, goal),
            )  # fmt: skip
        elif strays:
            yield fault(
                piece, f"attacks {number(board, strays[0])}, not in its lane",
                ", ".join(board.data.map.number(hex_) for hex_ in hexes), "21.22",
            )  # fmt: skip
        elif not held or (in_movement(board) and just_entered(board) not in hexes):
            yield fault(piece, "fires along a lane that no enemy is in", "an enemy in it", "21.22")


@RULES.rule("21.31", "21.32", on=f"declare:{SPRAY}")
def spray_stays_in_its_area(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """What is sprayed lies in front, in sight, within the initial range, on the gun's level."""
    hexes = target_hexes(declaration, board)
    for piece in pieces(board, declaration.units):
        if not units.is_machine_gun(piece):
            continue
        outside = [hex_ for hex_ in hexes if not sprayed(board, piece, hex_)]
        entered = just_entered(board)
        if outside:
            yield fault(
                piece,
                f"sprays {number(board, outside[0])}, outside its area",
                "its frontal area, in sight, within its initial range, on its level",
                "21.31",
            )
        elif in_movement(board) and (entered is None or not sprayed(board, piece, entered)):
            yield fault(
                piece, "sprays though nobody has entered its area", "a moving unit", "21.32"
            )


# -- the attack -----------------------------------------------------------------------------------


def sweep_aim(board: BattleBoard, gun: Piece, target: Piece, verb: str) -> Aim | None:
    """How a unit is attacked by a lane or spray; None off the map."""
    if not isinstance(target.place, Hex):
        return None
    known = board.state.fire.modes.get(gun.id)
    late = known is not None and known.late
    barrage = Barrage(
        (gun,),
        target.place,
        spray=verb == SPRAY,
        halved=frozenset({gun.id}) if late else frozenset(),
    )
    totals = strength.totals(board, barrage)
    return ap_aim(board, target, totals, dice.any_moved(board, (gun,)))


@RULES.covers("21.23", "21.25", "21.33", "21.35")
def sweep(board: BattleBoard, gun: Piece, declaration: Declare) -> Attack:
    """The attack of a lane, on everybody in it, or of a spray, on whom its player chooses."""
    verb = declaration.verb
    goal = lane_goal(declaration, board) if verb == LANE else None
    attack = Attack(verb, gun.side, (gun.id,), goal, "ap", moves=len(board.moves))
    known = board.state.fire.attack
    goes_on = False
    if known is not None and (known.verb, known.firers) == (verb, (gun.id,)):
        attack.rolled, attack.dice, attack.again = known.rolled, known.dice, known.again
        goes_on = known.moves == attack.moves
    hexes = tuple(board.occupants)
    corners: tuple[Hex, ...] = ()
    if goal is not None:
        corners = grazed(board, gun, goal)
        hexes = (*lane(board, gun, goal), *corners)
    entered = just_entered(board) if in_movement(board) else None
    if entered is not None and not goes_on:
        attack.rolled -= {piece.id for piece in board.units_at(entered)}
        attack.again = bool(attack.rolled)
    for hex_ in hexes:
        if verb == SPRAY and not sprayed(board, gun, hex_):
            continue
        for target in board.units_at(hex_):
            aim = sweep_aim(board, gun, target, verb)
            if aim is None:
                continue
            owed = verb == LANE and hex_ not in corners and not target.flag("hidden")
            owed = owed and not (attack.again and hex_ != entered)
            (attack.aims if owed else attack.others)[target.id] = aim
    return attack


def _a_sweep_is_declared(declaration: Declare, board: BattleBoard) -> None:
    """The machine gun has fired and shown its mode; its attack is open."""
    for gun in pieces(board, declaration.units)[:1]:
        attack = sweep(board, gun, declaration)
        open_attack(board, attack)
        fire = board.state.fire
        keep_mode(board, gun.id, VERB_MODES[declaration.verb], attack.hex)
        named = [board.piece(unit).place for unit in target_units(declaration, board)]
        hexes = {hex_ for hex_ in named if isinstance(hex_, Hex)}
        fire.swept.setdefault(gun.id, set()).update(hexes or set(target_hexes(declaration, board)))
        note_shot(board, gun.id, declaration.verb, "ap", attack.hex)


for _verb in (LANE, SPRAY):
    RULES.effect("21.24", "21.34", "21.27", "21.37", on=f"declare:{_verb}")(_a_sweep_is_declared)
