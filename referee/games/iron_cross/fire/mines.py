"""Chapter 19, mines: how many may lie where, who sets them off, and what they do.

Mines are secret: what is known of them is what a player noted in the log, or in a note that has
been opened, or had to reveal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from compiler.hexes import Hex
from referee.actions import Declare, Move, PhaseEnds, Roll
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import mode
from referee.games.iron_cross.concealed import comes_to_light
from referee.games.iron_cross.declared import number, pieces
from referee.games.iron_cross.fire import casualties, sighting
from referee.games.iron_cross.fire.casualties import DESTROYED, LEVELS, NO_EFFECT
from referee.games.iron_cross.fire_state import Minefield
from referee.games.iron_cross.opening import when_set_up_ends
from referee.games.iron_cross.rolls import answer as answer_of
from referee.games.iron_cross.rolls import answered
from referee.games.iron_cross.state import BattleBoard, is_setting_up

MINES, MINE_ROLL = "mines", "mine-roll"
AP, AT = "ap", "at"
MOST = {AP: 4, AT: 7}
"""Factors of a type in a hex (19.12)."""
LEAST_AT = 2
DICE = {AP: 1, AT: 2}
RESULTS = {"E": LEVELS[3], "S": LEVELS[2], "P": LEVELS[1]}
_FIELD = re.compile(r"\s*(\w{1,12})\s+(ap|at)\s+(\d{1,3})\s*", re.IGNORECASE)


# -- laying ---------------------------------------------------------------------------------------


def read_field(board: BattleBoard, text: str) -> tuple[Hex, str, int] | None:
    """Hex, type and factors of a note such as `2012 at 7`; None if it is none."""
    found = _FIELD.fullmatch(text)
    hex_ = board.location(found[1]) if found is not None else None
    if found is None or not isinstance(hex_, Hex):
        return None
    return hex_, found[2].lower(), int(found[3])


def notes(declaration: Declare, board: BattleBoard) -> list[tuple[Hex, str, int]]:
    """The minefields that a declaration notes or reveals."""
    found = (read_field(board, text) for text in declaration.names("field"))
    return [field for field in found if field is not None]


@RULES.rule("19.12", "19.13", "19.14", "19.15", "19.11", "19.0",
            on=f"declare:{MINES}")  # fmt: skip
def mines_lie_as_they_may(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """Four AP and seven AT factors at most, two AT at least, none in buildings, the same ever."""
    texts = declaration.names("field")
    for text in texts:
        field = read_field(board, text)
        if field is None:
            yield Finding(
                f"mines are noted as {text!r}",
                expected="hex, type and factors, as 2012 at 7",
                severity="unverifiable",
                rule="19.11",
            )
            continue
        fault = _note_fault(declaration, board, *field) or _field_fault(board, *field)
        if fault is not None:
            rule, expected, found = fault
            yield Finding(
                f"{field[1].upper()} mines of {field[2]} in {number(board, field[0])}",
                hexes=(board.data.map.number(field[0]),),
                expected=expected,
                found=found,
                rule=rule,
            )


@RULES.covers("19.11")
def _note_fault(
    declaration: Declare, board: BattleBoard, hex_: Hex, kind: str, factors: int
) -> tuple[str, str, str] | None:
    """What is wrong with when a field is noted, or with revealing one that was not noted."""
    known = getattr(board.state.fire.mines.get(hex_, Minefield()), kind)
    if known or is_setting_up(board):
        return None
    if declaration.secret:
        return "19.11", "mines noted before play", f"noted in turn {board.turn}"
    if all_are_noted(board, kind, declaration.side):
        return "19.11", "mines that were noted before play", f"{factors} in no note"
    return None


def all_are_noted(board: BattleBoard, kind: str, side: str | None = None) -> bool:
    """Whether all sides that have mines of a type, or the one given, noted theirs."""
    owners = {side} if side is not None else set(_stock(board, kind) or {})
    return bool(owners) and owners <= board.state.fire.mines_noted_by


def _field_fault(
    board: BattleBoard, hex_: Hex, kind: str, factors: int
) -> tuple[str, str, str] | None:
    known = board.state.fire.mines.get(hex_, Minefield())
    before = getattr(known, kind)
    if before and before != factors:
        return "19.15", f"{before} factors, as before", str(factors)
    if factors > MOST[kind]:
        return "19.12", f"at most {MOST[kind]} {kind.upper()} factors in a hex", str(factors)
    if factors < (LEAST_AT if kind == AT else 1):
        return "19.12", f"at least {LEAST_AT if kind == AT else 1}", str(factors)
    if sighting.BUILDINGS & board.data.map.hexes[hex_].terrains:
        return "19.14", "no mines in buildings", "a building"
    limit = _limit(board, kind)
    laid = laid_factors(board, kind) + (0 if before else factors)
    if limit is not None and laid > limit:
        return "19.0", f"{limit} {kind.upper()} factors in all", str(laid)
    return None


@RULES.covers("19.0", "19.11")
def _limit(board: BattleBoard, kind: str) -> int | None:
    """Mine factors of the scenario, both sides; None without a scenario."""
    stock = _stock(board, kind)
    return None if stock is None else sum(stock.values())


def _stock(board: BattleBoard, kind: str) -> dict[str, int] | None:
    """Mine factors of the scenario by side; None without a scenario."""
    if board.scenario is None:
        return None
    stock = board.scenario.values.get(f"{kind}_mines")
    if not isinstance(stock, dict):
        return {}
    return {side: int(stock[side]) for side in board.data.sides if side in stock}


def laid_factors(board: BattleBoard, kind: str) -> int:
    """Factors of a type that are known so far."""
    return sum(getattr(field, kind) for field in board.state.fire.mines.values())


def left_to_lay(board: BattleBoard, kind: str) -> int:
    """Factors of a type that the scenario gives and nobody has noted."""
    return max(0, (_limit(board, kind) or 0) - laid_factors(board, kind))


@RULES.effect("19.11", "19.15", "19.13", on=f"declare:{MINES}")
def mines_are_known(declaration: Declare, board: BattleBoard) -> None:
    """Mines noted or revealed are known from then on, and are never used up."""
    fire = board.state.fire
    if declaration.secret and declaration.side is not None and is_setting_up(board):
        fire.mines_noted_by.add(declaration.side)
    for hex_, kind, factors in notes(declaration, board):
        known = fire.mines.get(hex_, Minefield())
        late = declaration.secret and not is_setting_up(board)
        if not getattr(known, kind) and not late:
            fire.mines[hex_] = replace(known, **{kind: factors})


@when_set_up_ends("19.11")
def hidden_mines_are_told_of(board: BattleBoard) -> Iterator[Finding]:
    """Mines that a scenario gives and the log does not note are judged once they are revealed.

    Whoever notes some has noted all that he lays.
    """
    for kind in (AP, AT):
        missing = left_to_lay(board, kind)
        if missing > 0 and not all_are_noted(board, kind):
            yield Finding(
                f"{missing} {kind.upper()} mine factors lie where the log does not tell",
                expected="the note of who laid them",
                severity="unverifiable",
                rule="19.11",
            )


# -- going off ------------------------------------------------------------------------------------


def sets_off(board: BattleBoard, piece: Piece, hex_: Hex) -> str:
    """The type of mines in a hex that a unit has to roll for; empty for none that are known.

    Infantry and crew weapons set off AP mines, vehicles AT mines (19.21 to 19.23, 19.26).
    """
    field = board.state.fire.mines.get(hex_)
    if field is None or piece.counter.is_marker:
        return ""
    kind = AT if units.is_vehicle(piece) else AP
    return kind if getattr(field, kind) else ""


@RULES.effect("19.2", "19.22", "19.23", "19.26", on=Move, before=True)
def mines_go_off_under_those_who_enter(move: Move, board: BattleBoard) -> None:
    """Who enters a hex with mines that are known has to roll, also during an assault after it."""
    if mode(board) not in ("movement", "reaction", "assault") or comes_to_light(move, board):
        return
    for place in move.path[1:]:
        hex_ = board.location(place)
        if not isinstance(hex_, Hex):
            continue
        for piece in pieces(board, move.units):
            kind = sets_off(board, piece, hex_)
            if kind:
                board.state.fire.mine_rolls[piece.id] = (hex_, kind)


@RULES.rule("19.24", "19.25", "19.21", "19.26", "19.2", on=f"declare:{MINE_ROLL}")
def only_those_on_mines_roll(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """A roll is for a unit that has entered mines of the type that it sets off."""
    if board.phase is None:
        return
    for piece in pieces(board, declaration.units):
        if piece.id in board.state.fire.mine_rolls or not isinstance(piece.place, Hex):
            continue
        field = board.state.fire.mines.get(piece.place)
        kind = AT if units.is_vehicle(piece) else AP
        if field is not None and getattr(field, kind):
            if not _was_rolled(board, piece):
                continue
            expected, rule = "one roll for each time it enters", "19.2"
        else:
            expected = f"{kind.upper()} mines that were noted or revealed"
            rule = "19.21" if field is not None and kind == AP else "19.24"
            rule = "19.26" if field is not None and kind == AT else rule
        yield Finding(
            f"{piece.name} rolls for mines in {number(board, piece.place)}",
            units=(piece.id,),
            hexes=(board.data.map.number(piece.place),),
            expected=expected,
            found="no mines that it sets off" if field is None else "",
            rule=rule,
        )


def _was_rolled(board: BattleBoard, piece: Piece) -> bool:
    return (piece.id, piece.place) in board.state.fire.mined


@RULES.effect("19.24", "19.25", on=f"declare:{MINE_ROLL}")
def a_mine_roll_is_called(declaration: Declare, board: BattleBoard) -> None:
    """Until the dice are known what happens to the unit cannot be told."""
    for piece in pieces(board, declaration.units):
        if isinstance(piece.place, Hex):
            board.state.uncertain.add(piece.id)
            board.state.fire.mine_rolls.pop(piece.id, None)
            board.state.fire.mined.add((piece.id, piece.place))


@RULES.rule("19.24", "19.25", on="roll")
def mines_are_rolled_with_their_dice(roll: Roll, board: BattleBoard) -> Iterator[Finding]:
    """One die for a man or a crew weapon, two for a vehicle."""
    found = answer_of(roll, board)
    piece = board.pieces.get(found.unit) if found is not None else None
    if found is None or found.verb != MINE_ROLL or piece is None:
        return
    kind = AT if units.is_vehicle(piece) else AP
    if len(roll.result) != DICE[kind]:
        yield Finding(
            f"mines under {piece.name} are rolled with the wrong number of dice",
            units=(piece.id,),
            expected="two dice" if kind == AT else "one die",
            found=f"{len(roll.result)} of {roll.dice}",
            rule="19.25" if kind == AT else "19.24",
        )


@RULES.covers("19.24", "19.24.a", "19.24.b", "19.24.c", "19.24.d")
def ap_result(board: BattleBoard, factors: int, die: int) -> str:
    """What a die does to a man or a crew weapon on AP mines; fractions are rounded up."""
    table = board.data.tables["mine_attack"]
    for part in table.row_keys:
        quarters = round(4 * float(part))
        if die <= -(-factors * quarters // 4):
            return RESULTS[str(table.cell(part, "result"))]
    return NO_EFFECT


@RULES.effect("19.24", "19.25", on="roll")
def the_mines_strike(roll: Roll, board: BattleBoard) -> None:
    """Men suffer as under fire, a vehicle is destroyed with its infantry suppressed."""
    found = answered(board, MINE_ROLL)
    piece = board.pieces.get(found.unit) if found is not None else None
    if found is None or piece is None or not isinstance(piece.place, Hex):
        return
    field = board.state.fire.mines.get(piece.place)
    if field is None:
        return
    board.state.uncertain.discard(piece.id)
    why = f"mines, with a roll of {roll.total}"
    if units.is_vehicle(piece):
        levels = {DESTROYED} if roll.total <= field.at else {NO_EFFECT}
        casualties.hurt(board, piece.id, frozenset(levels), "19.25", why)
    else:
        result = ap_result(board, field.ap, roll.total)
        casualties.hurt(board, piece.id, frozenset({result}), "19.24", why)


@RULES.covers("19.27")
def still_to_roll(board: BattleBoard) -> Iterator[Finding]:
    """Units that have entered mines and not rolled for them."""
    for unit, (hex_, kind) in board.state.fire.mine_rolls.items():
        piece = board.pieces.get(unit)
        if piece is None or not isinstance(piece.place, Hex):
            continue
        yield Finding(
            f"{piece.name} has entered the mines in {number(board, hex_)} and does not roll",
            units=(unit,),
            hexes=(board.data.map.number(hex_),),
            expected="two dice" if kind == AT else "one die",
            rule="19.23" if kind == AT else "19.22",
        )


@RULES.rule("19.22", "19.23", "19.2", on=PhaseEnds)
def mines_are_rolled_for_before_the_phase_ends(
    _: PhaseEnds, board: BattleBoard
) -> Iterator[Finding]:
    """Nobody passes over known mines without dice."""
    yield from still_to_roll(board)


@RULES.rule("19.2", "19.27", on=Move)
def mines_go_off_at_once(move: Move, board: BattleBoard) -> Iterator[Finding]:
    """A unit that has entered mines rolls before it goes on."""
    for piece in pieces(board, move.units):
        owed = board.state.fire.mine_rolls.get(piece.id)
        if owed is not None and isinstance(board.location(move.end), Hex):
            yield Finding(
                f"{piece.name} goes on from the mines in {number(board, owed[0])} before its roll",
                units=(piece.id,),
                hexes=(board.data.map.number(owed[0]),),
                expected="the roll for mines first",
                rule="19.2",
            )
