"""Sections 14.3 to 14.5, mortar rounds on their way: scatter, and what one does where it falls.

Who may fire them, and how many, is in `mortars`.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from compiler.hexes.coordinates import UNIT_STEPS
from referee.actions import Action, Declare, PhaseEnds, Roll
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.declared import number, pieces, target_units
from referee.games.iron_cross.fire import dice
from referee.games.iron_cross.fire.attacks import ATTACK_VERBS, FIRE_ROLL, closing_findings
from referee.games.iron_cross.fire_state import Aim, Attack, Round
from referee.games.iron_cross.rolls import answer as answer_of
from referee.games.iron_cross.rolls import answered
from referee.games.iron_cross.state import BattleBoard

MORTAR_FIRE, SCATTER = "mortar-fire", "scatter"
DISTANCE, DIRECTION = "distance", "direction"


def _fault(piece: Piece, deed: str, expected: str, rule: str, found: str = "") -> Finding:
    return Finding(
        f"{piece.name} {deed}", units=(piece.id,), expected=expected, found=found, rule=rule
    )


def _mortar_attack(board: BattleBoard, unit: str) -> Attack | None:
    attack = board.state.fire.attack
    if attack is not None and attack.verb == MORTAR_FIRE and unit in attack.firers:
        return attack
    return None


def _is_unknown(board: BattleBoard) -> bool:
    """Whether the attack in progress cannot be told, so that it may be any mortar's."""
    attack = board.state.fire.attack
    return attack is not None and attack.unknown


@RULES.rule("14.3", "14.52", "14.0.b", "14.0.a", on=f"declare:{SCATTER}")
def each_round_scatters_in_its_turn(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """A die for each round announced, once the round before it is resolved."""
    for piece in pieces(board, declaration.units):
        attack = _mortar_attack(board, piece.id)
        if attack is None and _is_unknown(board):
            continue
        if attack is None:
            yield _fault(piece, "rolls for scatter without firing", "mortar fire first", "14.0.a")
        elif declaration.text("for") == DIRECTION:
            if attack.round is None or attack.round.scatter == 0:
                yield _fault(
                    piece, "rolls for a direction though the round hits", "no scatter", "14.3.b"
                )
            elif attack.round.impact is not None:
                yield _fault(piece, "rolls for the direction of a round twice", "one die", "14.3.b")
        else:
            yield from every_round_comes_down_somewhere(declaration, board)
            for fault in closing_findings(board):
                yield _fault(
                    piece, "fires on before the last round is resolved", fault.expected, "14.52",
                    fault.found,
                )  # fmt: skip
            if attack.rounds_fired >= attack.rounds:
                yield _fault(
                    piece,
                    "fires more rounds than announced",
                    f"{attack.rounds}",
                    "14.0.a",
                    f"{attack.rounds_fired + 1}",
                )


@RULES.effect("14.3", "14.52", on=f"declare:{SCATTER}")
def a_round_begins(declaration: Declare, board: BattleBoard) -> None:
    """With its die a round is on its own: what the last one hit is done with."""
    for piece in pieces(board, declaration.units):
        attack = _mortar_attack(board, piece.id)
        if attack is None:
            continue
        if declaration.text("for") == DIRECTION:
            if attack.round is not None:
                attack.round.directed = True
            continue
        attack.round = Round()
        attack.rounds_fired += 1
        attack.aims, attack.others = {}, {}
        attack.rolled, attack.dice = set(), {}


@RULES.rule("14.3.b", "14.0.b", on=PhaseEnds)
def every_round_comes_down_somewhere(_: Action, board: BattleBoard) -> Iterator[Finding]:
    """A round that scatters has a die for its direction before anything else is fired."""
    attack = board.state.fire.attack
    known = attack.round if attack is not None else None
    if attack is None or known is None or not known.scatter or known.directed:
        return
    for mortar in pieces(board, attack.firers):
        yield _fault(mortar, "has a round that scatters without a direction", "one die", "14.3.b")


for _verb in ATTACK_VERBS:
    RULES.rule("14.3.b", "14.0.b", on=f"declare:{_verb}")(every_round_comes_down_somewhere)


@RULES.rule("14.3.a", "14.3.b", on="roll")
def scatter_is_rolled_with_one_die(roll: Roll, board: BattleBoard) -> Iterator[Finding]:
    """One die for the distance, one for the direction."""
    found = answer_of(roll, board)
    if found is not None and found.verb == SCATTER and len(roll.result) != 1:
        yield Finding(
            "scatter is not rolled with one die",
            units=found.declaration.units,
            expected="one die",
            found=f"{len(roll.result)} of {roll.dice}",
        )


@RULES.effect("14.3.a", "14.3.b", "14.0.b", on="roll")
def the_round_comes_down(roll: Roll, board: BattleBoard) -> None:
    """The dice say how far and where to a round goes; then whoever is there is in for it."""
    found = answered(board, SCATTER)
    attack = _mortar_attack(board, found.unit) if found is not None else None
    if found is None or attack is None or attack.round is None or len(roll.result) != 1:
        return
    if found.declaration.text("for") != DIRECTION:
        attack.round.scatter = scatter_distance(board, roll.total + attack.scatter_modifier)
        if attack.round.scatter == 0 and attack.hex is not None:
            attack.round.impact = frozenset({attack.hex})
    elif attack.round.scatter and attack.hex is not None:
        attack.round.impact = scattered(board, attack.hex, attack.round.scatter, roll.total)
    if attack.round.impact is not None:
        _aim_round(board, attack)


@RULES.covers("14.3.a")
def scatter_distance(board: BattleBoard, die: int) -> int:
    """Hexes that a round goes astray by its modified die; 0 if it hits."""
    cell = str(board.data.tables["scatter"].cell(die, "result"))
    return 0 if cell == "T" else int(cell[1:])


@RULES.covers("14.3.b")
def scattered(board: BattleBoard, goal: Hex, distance: int, die: int) -> frozenset[Hex]:
    """The hex a scattering round comes down in; none if that is off the map."""
    direction = int(str(board.data.tables["scatter_direction"].cell(die, "direction")))
    dq, dr = UNIT_STEPS[direction]
    hex_ = Hex(goal.q + dq * distance, goal.r + dr * distance)
    return frozenset({hex_} & board.data.map.hexes.keys())


@RULES.covers("14.4", "14.5", "14.51", "14.21", "14.0.c")
def _aim_round(board: BattleBoard, attack: Attack) -> None:
    """All units in the hex are attacked with the printed factors, friends among them."""
    factors = units.figure(board.piece(attack.firers[0]), "ap") if attack.firers else 0
    astray = attack.round is not None and bool(attack.round.scatter)
    table = board.data.tables["scatter_direction"]
    rests = (f"{table.title} ({table.source})",) if astray else ()
    moved = dice.any_moved(board, pieces(board, attack.firers))
    for hex_ in (attack.round.impact or ()) if attack.round is not None else ():
        for target in board.units_at(hex_):
            if units.is_vehicle(target):
                number_of = dice.against_vehicle(board, target, moved)
            else:
                number_of = dice.against_foot(board, target, moved=moved, mortar=True)
            aim = Aim(target.id, number_of, frozenset({factors}), rests)
            hidden = target.flag("hidden")
            (attack.others if hidden else attack.aims)[target.id] = aim


@RULES.rule("14.3.b", "14.0.b", on=f"declare:{FIRE_ROLL}")
def a_round_hurts_units_where_it_comes_down(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """Dice are rolled for units in the hex that the round hits, and no others."""
    attack = board.state.fire.attack
    if attack is None or attack.verb != MORTAR_FIRE:
        return
    for name in target_units(declaration, board):
        piece = board.piece(name)
        mortar = board.piece(attack.firers[0])
        if attack.round is None:
            yield _fault(mortar, "fires a round without a die for scatter", "one die", "14.3.a")
        elif attack.round.scatter and attack.round.impact is None:
            yield _fault(mortar, "fires a round that scatters nowhere", "a direction", "14.3.b")
        elif attack.round.impact is not None and piece.place not in attack.round.impact:
            table = board.data.tables["scatter_direction"]
            where = ", ".join(number(board, hex_) for hex_ in attack.round.impact)
            yield Finding(
                f"{piece.name} is rolled for, where the round does not come down",
                units=(name,),
                hexes=(board.number(piece.place),),
                expected=where or "off the map",
                found=board.number(piece.place),
                rests_on=(f"{table.title} ({table.source})",) if attack.round.scatter else (),
                rule="14.3.b",
            )
