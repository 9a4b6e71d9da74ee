"""An attack from its announcement to its last roll: who is rolled for, with how many dice, once.

Each kind of attack opens one with `open_attack` and says with `resolves` what its dice do; a
declaration of the next attack, or the end of the phase, closes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from compiler.hexes import Hex
from referee.actions import Action, Declare, PhaseEnds, Roll
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import rests, results, units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.declared import number, pieces, target_hex, target_units
from referee.games.iron_cross.fire import casualties
from referee.games.iron_cross.fire_state import Aim, Attack, Struck
from referee.games.iron_cross.rolls import answer as answer_of
from referee.games.iron_cross.rolls import answered
from referee.games.iron_cross.state import BattleBoard
from referee.mechanics.firepower import halving_levels

FIRE_ROLL = "fire-roll"
ATTACK_VERBS = (
    "fire", "opportunity-fire", "anti-tank-fire", "fire-lane", "spray", "mortar-fire", "grenade",
    "flamethrower",
)  # fmt: skip
SWEEPS = frozenset({"fire-lane", "spray"})
PER_HEX = frozenset({"mortar-fire", "flamethrower"})
"""Attacks for which one roll for a whole hex is accepted (defect effect-on-friends)."""

RESULT_LEVELS = 3
"""Pinned, suppressed, eliminated (11.42)."""
DICE_RULES = {"anti-tank-fire": "12.2", "grenade": "15.6", "flamethrower": "16.3"}

Resolver = Callable[[BattleBoard, Attack, Aim, tuple[int, ...]], frozenset[str]]
"""(position, attack, aim, dice): the results that are right, as in `casualties.LEVELS`."""
RESOLVERS: dict[str, Resolver] = {}


def resolves(*paragraphs: str, verbs: tuple[str, ...]) -> Callable[[Resolver], Resolver]:
    """Register what the dice of attacks do, under its paragraphs."""

    def register(function: Resolver) -> Resolver:
        counted = RULES.covers(*paragraphs)(function)
        for verb in verbs:
            RESOLVERS[verb] = counted
        return counted

    return register


def open_attack(board: BattleBoard, attack: Attack) -> None:
    """An attack begins. Call it from an effect only."""
    board.state.fire.attack = attack


def verb_of(attack: Attack) -> str:
    """The kind of an attack by the way its dice are read: anti-tank fire also as targets pass."""
    if attack.verb == "opportunity-fire" and attack.factors == "at":
        return "anti-tank-fire"
    return attack.verb


def aim_of(attack: Attack, unit: str) -> Aim | None:
    """How a unit is attacked; None if the attack does not touch it."""
    return attack.aims.get(unit) or attack.others.get(unit)


# -- closing --------------------------------------------------------------------------------------


def unrolled(board: BattleBoard, attack: Attack) -> tuple[Piece, ...]:
    """The targets still on the map for which no dice were rolled, or called.

    Who was eliminated before, and has still to be removed, is none any more.
    """
    if attack.verb in PER_HEX and attack.dice:
        return ()
    return tuple(
        board.pieces[name]
        for name in attack.aims
        if name not in attack.rolled
        and name in board.pieces
        and isinstance(board.pieces[name].place, Hex)
        and results.statuses_of(board, name) != {results.ELIMINATED}
    )


def closing_findings(board: BattleBoard) -> Iterator[Finding]:
    """What is wrong with leaving the present attack as it is."""
    attack = board.state.fire.attack
    if attack is None:
        return
    for name in sorted(attack.rolled - attack.dice.keys()):
        if name in board.pieces:
            yield Finding(
                f"what the attack does to {board.piece(name).name} cannot be told",
                units=(name,),
                expected="the dice in the log",
                severity="unverifiable",
                rule="11.43",
            )
    left = unrolled(board, attack)
    if not left:
        return
    names = ", ".join(piece.name for piece in left)
    yield Finding(
        f"not every unit in {number(board, attack.hex)} is rolled for: {names}",
        units=tuple(piece.id for piece in left),
        hexes=() if attack.hex is None else (board.data.map.number(attack.hex),),
        expected="a roll for each unit in the target hex",
        found="none",
        rule="12.31" if verb_of(attack) == "anti-tank-fire" else "11.41",
    )


@RULES.rule("10.24", "11.41", "10.0.f", on=PhaseEnds)
def attacks_are_finished_before_the_phase_ends(
    _: PhaseEnds, board: BattleBoard
) -> Iterator[Finding]:
    """The last attack of a phase is rolled for all its targets too."""
    yield from closing_findings(board)


def one_attack_ends_before_the_next(action: Action, board: BattleBoard) -> Iterator[Finding]:
    """Every unit in the target hex is attacked before anything else is fired.

    A machine gun may go on with its lane or spray (21.23).
    """
    attack = board.state.fire.attack
    if not isinstance(action, Declare) or attack is None:
        return
    goes_on = (action.verb, action.units) == (attack.verb, attack.firers)
    if not (goes_on and action.verb in SWEEPS):
        yield from closing_findings(board)


for _verb in ATTACK_VERBS:
    RULES.rule("11.41", "10.24", "10.0.f", on=f"declare:{_verb}")(one_attack_ends_before_the_next)


# -- rolling --------------------------------------------------------------------------------------


def _called(declaration: Declare, board: BattleBoard) -> tuple[Piece, ...]:
    """The units that dice are rolled for, in order; of a hex alone, the only one left in it.

    Where one roll may be for a whole hex (defect effect-on-friends) the first is named for all.
    """
    attack = board.state.fire.attack
    per_hex = attack is not None and attack.verb in PER_HEX
    known = pieces(board, target_units(declaration, board) or declaration.units)
    if known or attack is None:
        return known[:1] if per_hex else known
    hex_ = target_hex(declaration, board)
    left = [piece for piece in unrolled(board, attack) if hex_ in (None, piece.place)]
    return tuple(left[:1]) if len(left) == 1 or per_hex else ()


@RULES.rule("10.24", "10.22", "11.41", on=f"declare:{FIRE_ROLL}")
def dice_are_rolled_for_a_target_of_the_attack(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """A roll is for a unit of the target hex, each once in an attack."""
    for piece in _called(declaration, board):
        yield from _not_to_be_rolled_for(piece, board)


def _not_to_be_rolled_for(piece: Piece, board: BattleBoard) -> Iterator[Finding]:
    attack = board.state.fire.attack
    if attack is not None and attack.unknown:
        return
    if attack is None:
        yield Finding(
            f"what attacks {piece.name} is not announced",
            units=(piece.id,),
            expected="the attack, before its dice",
            severity="unverifiable",
            rule="10.0.a",
        )
    elif piece.id in attack.rolled:
        yield Finding(
            f"{piece.name} is rolled for twice in one attack",
            units=(piece.id,),
            expected="one roll for each unit",
        )
    elif aim_of(attack, piece.id) is None and attack.verb not in PER_HEX:
        yield Finding(
            f"{piece.name} is rolled for though the attack does not touch it",
            units=(piece.id,),
            expected=f"units in {number(board, attack.hex)} that the attack can hurt",
            found=board.number(piece.place),
        )


@RULES.effect("11.41", on=f"declare:{FIRE_ROLL}")
def dice_are_called(declaration: Declare, board: BattleBoard) -> None:
    """Until the dice are known what happens to the unit cannot be told."""
    named = [piece.id for piece in _called(declaration, board)]
    attack = board.state.fire.attack
    if attack is not None:
        for name in attack.shared.keys() & set(named):
            _has_a_roll_of_its_own(board, attack, name)
        attack.unsure |= board.state.uncertain & set(named)
    board.state.uncertain.update(named)
    if attack is not None:
        attack.rolled.update(named)
        attack.called, attack.waiting = "", named
        _call_next(attack)


def _call_next(attack: Attack) -> None:
    if attack.waiting:
        attack.called = attack.waiting.pop(0)


@RULES.rule("11.31", "11.34", "12.2", "15.6", "16.3", "10.0.e", on="roll")
def the_right_number_of_dice_is_rolled(roll: Roll, board: BattleBoard) -> Iterator[Finding]:
    """Terrain, state and movement say how many dice an attack takes."""
    found = answer_of(roll, board)
    attack = board.state.fire.attack
    if found is None or found.verb != FIRE_ROLL or attack is None:
        return
    aim = aim_of(attack, attack.called)
    if aim is None or len(roll.result) in aim.dice or attack.called not in board.pieces:
        return
    piece = board.piece(attack.called)
    yield Finding(
        f"the wrong number of dice is rolled against {piece.name}",
        units=(piece.id,),
        expected=dice_in_words(aim.dice),
        found=dice_in_words(frozenset({len(roll.result)})),
        rests_on=(*aim.rests_on, *_dice_readings(board, attack, piece)),
        rule=_dice_rule(attack, piece),
    )


def _dice_rule(attack: Attack, target: Piece) -> str:
    kind = verb_of(attack)
    if kind in DICE_RULES:
        return DICE_RULES[kind]
    if target.counter.value("unit_class") == "vehicle":
        return "11.34"
    return "14.4" if kind == "mortar-fire" else "11.31"


def _dice_readings(board: BattleBoard, attack: Attack, target: Piece) -> tuple[str, ...]:
    """The readings behind the number of dice: of mortars, marshes, Stugs that have turned."""
    found = list(rests.of_rule(board, _dice_rule(attack, target)))
    foot = target.counter.value("unit_class") != "vehicle"
    if foot and isinstance(target.place, Hex) and verb_of(attack) not in DICE_RULES:
        marsh = "marsh" in board.data.map.hexes[target.place].terrains
        found += rests.defects(board, "marsh-dice") if marsh else ()
    turned = any(units.is_assault_gun(p) for p in pieces(board, attack.firers))
    if turned and verb_of(attack) == "anti-tank-fire":
        found += rests.defects(board, "stug-reference")
    return tuple(found)


def dice_in_words(dice: frozenset[int]) -> str:
    """A number of dice, or the several that are right."""
    return " or ".join(f"{n} {'die' if n == 1 else 'dice'}" for n in sorted(dice))


@RULES.effect("11.43", "11.44", "10.0.f", on="roll")
def the_dice_strike(roll: Roll, board: BattleBoard) -> None:
    """The result of the dice is what the unit suffers."""
    attack = board.state.fire.attack
    if answered(board, FIRE_ROLL) is None or attack is None:
        return
    unit = attack.called
    aim = aim_of(attack, unit)
    attack.dice[unit] = roll.result
    _call_next(attack)
    if aim is None or unit not in board.pieces or unit in attack.unsure:
        return
    board.state.uncertain.discard(unit)
    levels = RESOLVERS[verb_of(attack)](board, attack, aim, roll.result)
    total = " + ".join(str(die) for die in roll.result)
    cause = "grenade" if attack.verb == "grenade" else "fire"
    rule = {"anti-tank-fire": "12.32", "grenade": "15.7", "flamethrower": "16.3"}.get(
        verb_of(attack), "11.43"
    )
    why = f"the roll of {total} against it"
    behind = rests_on(board, attack, aim)
    struck = Struck(rule, why, levels_in_words(attack, aim), behind)
    board.state.fire.struck.setdefault(unit, []).append(struck)
    casualties.hurt(board, unit, levels, rule, why, cause=cause, rests_on=behind)
    if attack.verb in PER_HEX:
        _share(board, attack, unit, roll)


@RULES.covers("11.42")
def levels_in_words(attack: Attack, aim: Aim) -> str:
    """The highest rolls that pin, suppress and eliminate; empty where a table has the results."""
    if attack.factors != "ap":
        return ""
    return " or ".join(
        ", ".join(
            f"{name} {level}"
            for name, level in zip("PSE", halving_levels(total, RESULT_LEVELS), strict=False)
        )
        for total in sorted(aim.strengths, reverse=True)
        if total > 0
    )


def rests_on(board: BattleBoard, attack: Attack, aim: Aim) -> tuple[str, ...]:
    """The stand-in figures and readings behind the result of an attack."""
    figures = {"ap": ("ap", "range"), "at": ("at",), "": ()}[attack.factors]
    names = [
        piece.name
        for piece in pieces(board, attack.firers)
        if any(piece.counter.source_of(figure).kind == "stand-in" for figure in figures)
    ]
    found = [f"factors of {', '.join(names)} (stand-in)"] if names else []
    target = board.pieces.get(aim.unit)
    armor = target.counter.source_of("frontal").kind if target is not None else ""
    if attack.factors == "at" and target is not None and armor == "stand-in":
        found.append(f"armor of {target.name} (stand-in)")
    short = any(_is_short_of_crew(piece) for piece in pieces(board, attack.firers))
    if attack.factors == "ap" and short:
        found += rests.defects(board, "half-crew-rounding")
    return (*found, *aim.rests_on)


def _is_short_of_crew(piece: Piece) -> bool:
    """Whether a machine gun fires with half its factors (11.16.d)."""
    return piece.counter.kind == "medium-machine-gun" and not units.is_fully_crewed(piece)


def _share(board: BattleBoard, attack: Attack, unit: str, roll: Roll) -> None:
    """One roll may stand for all in the hex: what it would do to them is accepted, not demanded."""
    here = board.piece(unit).place
    for other in [*attack.aims, *attack.others]:
        piece = board.pieces.get(other)
        if piece is None or other in attack.rolled or piece.place != here:
            continue
        aim = aim_of(attack, other)
        if other in board.state.uncertain or aim is None:
            continue
        if RESOLVERS[attack.verb](board, attack, aim, roll.result) != {""}:
            attack.shared[other] = board.state.owed.get(other)
            results.doubt(board, other)


def _has_a_roll_of_its_own(board: BattleBoard, attack: Attack, unit: str) -> None:
    """A unit is rolled for itself: the roll for another of its hex was not for it."""
    board.state.uncertain.discard(unit)
    owed = attack.shared.pop(unit, None)
    if owed is not None:
        board.state.owed[unit] = owed
