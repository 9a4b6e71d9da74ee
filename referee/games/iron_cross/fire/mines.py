"""Section 19.2, mines that go off: who sets them off, and what they do.

Where they lie is in `minefields`.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare, Move, PhaseEnds, Roll
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import mode
from referee.games.iron_cross.concealed import comes_to_light
from referee.games.iron_cross.declared import number, pieces
from referee.games.iron_cross.fire import casualties
from referee.games.iron_cross.fire.casualties import DESTROYED, LEVELS, NO_EFFECT
from referee.games.iron_cross.fire_state import AP, AT
from referee.games.iron_cross.rolls import answer as answer_of
from referee.games.iron_cross.rolls import answered
from referee.games.iron_cross.state import BattleBoard

MINE_ROLL = "mine-roll"
DICE = {AP: 1, AT: 2}
RESULTS = {"E": LEVELS[3], "S": LEVELS[2], "P": LEVELS[1]}


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
    if board.is_sorting(move):
        return
    for place in move.path[1:]:
        hex_ = board.location(place)
        if not isinstance(hex_, Hex):
            continue
        if any(not piece.counter.is_marker for piece in pieces(board, move.units)):
            # They go off once more, under those too who have rolled before.
            fire = board.state.fire
            fire.mined = {(unit, mined) for unit, mined in fire.mined if mined != hex_}
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
        if _is_assaulting(board, piece):
            yield Finding(
                f"{piece.name} rolls for mines while the assault goes on",
                units=(piece.id,),
                hexes=(board.number(piece.place),),
                expected="the assault first",
                rule="19.2",
            )
            continue
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


def _is_assaulting(board: BattleBoard, piece: Piece) -> bool:
    """Whether a unit is in an assault that is still to be fought out."""
    fight = board.state.fire.assault
    if fight is None or fight.done or fight.uncertain or fight.called:
        return False
    return piece.id in fight.attackers or piece.id in fight.defenders


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
    if board.is_sorting(move):
        return
    yield from _passed_over(move, board)
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


def _passed_over(move: Move, board: BattleBoard) -> Iterator[Finding]:
    """Mines in the middle of a move, where a unit would have had to stop and roll."""
    if not move.complete or mode(board) not in ("movement", "reaction"):
        return
    for number_ in move.path[1:-1]:
        hex_ = board.location(number_)
        if not isinstance(hex_, Hex):
            continue
        for piece in pieces(board, move.units):
            if sets_off(board, piece, hex_):
                yield Finding(
                    f"{piece.name} goes on from the mines in {number(board, hex_)} in one move",
                    units=(piece.id,),
                    hexes=(number_,),
                    expected="the roll for mines in the hex",
                    rule="19.2",
                )
                return
