"""Section 24.3, Russian infiltration: who tries it, where, and what the dice say.

What becomes of the infiltrators is judged when play begins, in `infiltrators`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from compiler.hexes import Hex
from referee.actions import Declare, Move, Place, Roll, SetState
from referee.board import Location, Piece
from referee.findings import Finding
from referee.games.iron_cross import forces, units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.concealed import HIDDEN, hidden_places, is_hidden
from referee.games.iron_cross.rolls import answer as answer_of
from referee.games.iron_cross.rolls import answered
from referee.games.iron_cross.state import BattleBoard, Infiltration, is_setting_up

VERB = "infiltration"
DEFENDER = "german"
FAILED = "F"
EXCHANGED = frozenset({"SP", "SS"})
"""Results whose rows look exchanged: either is right (register of defects)."""


def area_of(board: BattleBoard) -> frozenset[Hex]:
    """Where the scenario lets the Infiltration Hex be; empty where it has no infiltration."""
    name = board.scenario.values.get("infiltration_area") if board.scenario is not None else None
    return forces.area(board, str(name)) if name else frozenset()


def seen_defenders(board: BattleBoard) -> list[Piece]:
    """German units on the map that are not hidden."""
    return [piece for piece in board.on_map(DEFENDER) if not piece.flag(HIDDEN)]


def nearest(board: BattleBoard, hex_: Hex, besides: Collection[str] = ()) -> int | None:
    """Hexes to the nearest German unit that is seen, its own counted; None without any.

    `besides` are units that do not count, as they were hidden when it mattered.
    """
    distances = [
        hex_.distance(piece.place)
        for piece in seen_defenders(board)
        if isinstance(piece.place, Hex) and piece.id not in besides
    ]
    return min(distances, default=None)


# -- announcing ------------------------------------------------------------------------------------


@RULES.rule("24.31", "24.3", on=f"declare:{VERB}")
def one_squad_and_a_commander_infiltrate(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """One Russian squad, with a commander if he likes; no crew weapons and vehicles.

    Those who were named in lines before count with those of this one.
    """
    if not declaration.units:
        return
    if board.scenario is not None and not area_of(board):
        yield Finding(
            "infiltration is tried in a scenario that has none",
            units=declaration.units,
            expected="no infiltration",
            rule="24.3",
        )
        return
    known = board.state.infiltration
    before = [board.pieces.get(name) for name in (known.units if known is not None else ())]
    named = [board.piece(name) for name in declaration.units]
    wrong = [p for p in named if not units.is_infantry(p) or p.side != "russian"]
    pieces = {piece.id: piece for piece in (*before, *named) if piece is not None}.values()
    squads = {units.squad(piece) for piece in pieces} - {None}
    commanders = sum(units.is_commander(piece) for piece in pieces)
    found = ""
    if wrong:
        found = ", ".join(piece.name for piece in wrong)
    elif len(squads) > 1:
        found = f"{len(squads)} squads"
    elif commanders > 1:
        found = f"{commanders} commanders"
    if found:
        yield Finding(
            "others infiltrate than may",
            units=declaration.units,
            expected="one Russian squad and one commander",
            found=found,
        )


@RULES.rule("24.32", on=f"declare:{VERB}")
def the_infiltration_hex_is_free_and_in_its_area(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """The hex lies within the scenario's limits and no German seen is in it."""
    hex_ = _hex_said(declaration, board)
    if hex_ is None:
        return
    expected = found = ""
    seen = [piece for piece in seen_defenders(board) if piece.place == hex_]
    if area_of(board) and hex_ not in area_of(board):
        expected = "a hex within the scenario's limits"
    elif seen:
        expected, found = "a hex without Germans on the map", seen[0].name
    if expected:
        yield Finding(
            f"{board.data.map.describe(hex_)} is chosen as Infiltration Hex",
            hexes=(board.data.map.number(hex_),),
            expected=expected,
            found=found,
        )


@RULES.rule("24.33", "24.31", on=f"declare:{VERB}")
def one_infiltration_is_tried(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """Once the dice have decided nobody tries again, elsewhere or with others."""
    known = board.state.infiltration
    if known is None or known.results is None:
        return
    again = declaration.text("for") == "result"
    if again or declaration.units or _hex_said(declaration, board) is not None:
        yield Finding(
            "an infiltration is tried again" if not again else "an infiltration is rolled again",
            units=declaration.units or known.units,
            expected="one attempt, decided by its first dice",
            found=" or ".join(sorted(known.results)),
            rule="24.33" if again else "24.31",
        )


def _hex_said(declaration: Declare, board: BattleBoard) -> Hex | None:
    place = board.location(declaration.text("hex"))
    return place if isinstance(place, Hex) else None


@RULES.effect("24.31", "24.32", on=f"declare:{VERB}")
def an_infiltration_is_announced(declaration: Declare, board: BattleBoard) -> None:
    """Units, hex and rolls may be announced in one line or in several."""
    known = board.state.infiltration
    hex_ = _hex_said(declaration, board)
    if known is None:
        if hex_ is None and not declaration.units:
            return
        known = Infiltration(None, (), late=board.phase is not None)
        board.state.infiltration = known
    if declaration.units:
        known.units = tuple(dict.fromkeys((*known.units, *declaration.units)))
    if hex_ is not None:
        known.hex = hex_
        known.hidden_units = hidden_places(board, DEFENDER)
        known.hidden = hex_ in known.hidden_units.values()


# -- the roll --------------------------------------------------------------------------------------


@RULES.rule("24.31", "24.32", on=Move)
def the_defenders_stand_where_they_were_set_up(
    action: Move, board: BattleBoard
) -> Iterator[Finding]:
    """Once the Infiltration Hex is named no German is shifted any more."""
    for name in action.units:
        yield from _judge_late_set_up(board, name, board.location(action.end))


@RULES.rule("24.31", "24.32", on=Place)
def the_defenders_are_not_put_elsewhere(action: Place, board: BattleBoard) -> Iterator[Finding]:
    """The same for Germans that are put down anew."""
    yield from _judge_late_set_up(board, action.unit, board.location(action.at))


def _judge_late_set_up(board: BattleBoard, name: str, goal: Location) -> Iterator[Finding]:
    piece = board.pieces.get(name)
    if piece is None or not _is_named(board) or not is_setting_up(board):
        return
    shifted = isinstance(piece.place, Hex) and isinstance(goal, Hex) and piece.place != goal
    if shifted and piece.side == DEFENDER and not piece.counter.is_marker:
        yield _set_up_late(board, piece, f"is shifted to {board.number(goal)}")


@RULES.rule("24.31", on=SetState)
def nobody_hides_after_the_hex_is_named(action: SetState, board: BattleBoard) -> Iterator[Finding]:
    """Hidden hexes are noted before the Russian player infiltrates."""
    piece = board.pieces.get(action.unit or "")
    if piece is None or not _is_named(board) or not is_setting_up(board):
        return
    if action.state == HIDDEN and action.value and not piece.flag(HIDDEN):
        yield _set_up_late(board, piece, "is hidden")


def _is_named(board: BattleBoard) -> bool:
    known = board.state.infiltration
    return known is not None and known.hex is not None


def _set_up_late(board: BattleBoard, piece: Piece, deed: str) -> Finding:
    return Finding(
        f"{piece.name} {deed} after the Infiltration Hex was named",
        units=(piece.id,),
        hexes=(board.number(piece.place),) if isinstance(piece.place, Hex) else (),
        expected="a set-up that is complete before",
        rule="24.31",
    )


@RULES.covers("24.33", recorded=True)
def modifiers(board: BattleBoard, known: Infiltration) -> frozenset[int]:
    """What is added to the two dice, by leadership, terrain and the nearest German.

    Whether the best rating is that of the squad alone or counts its commander is not said.
    """
    if known.hex is None:
        return frozenset()
    men = [board.pieces[name] for name in known.units if name in board.pieces]
    squad = [units.rating(piece) for piece in men if units.squad(piece)]
    ratings = {max(squad, default=0), max(map(units.rating, men), default=0)} - {0}
    return frozenset(
        _by_rating(board, rating) + _by_terrain(board, known.hex) + _by_distance(board, known.hex)
        for rating in ratings or {2}
    )


def _by_rating(board: BattleBoard, rating: int) -> int:
    return _number(board.data.tables["infiltration_performance"].cell(rating, "modifier"))


def _by_terrain(board: BattleBoard, hex_: Hex) -> int:
    """The terrains' modifiers together; trees count one by one."""
    table = board.data.tables["infiltration_terrain"]
    total = 0
    for terrain in board.data.map.hexes[hex_].terrains:
        cell = str(table.cell(terrain, "modifier"))
        total += -units.trees(board, hex_) if cell == "-T" else int(cell)
    return total


def _by_distance(board: BattleBoard, hex_: Hex) -> int:
    distance = nearest(board, hex_)
    if distance is None:
        return 0
    return _number(board.data.tables["infiltration_distance"].cell(max(1, distance), "modifier"))


def _number(cell: object) -> int:
    return cell if isinstance(cell, int) else 0


def results_of(board: BattleBoard, known: Infiltration, total: int) -> frozenset[str]:
    """What two dice of `total` may be read as: `SN`, `SP`, `SS`, or `F` and the losses."""
    table = board.data.tables["infiltration"]
    found: set[str] = set()
    for modifier in modifiers(board, known):
        result = str(table.cell(total + modifier, "result"))
        if result == FAILED:
            found.add(f"{FAILED}{table.cell(total + modifier, 'losses')}")
        else:
            found |= EXCHANGED if result in EXCHANGED else {result}
    return frozenset(found)


@RULES.rule("24.33", "24.35", on="roll")
def infiltration_is_rolled_with_its_dice(roll: Roll, board: BattleBoard) -> Iterator[Finding]:
    """Two dice for the result; one, for the losses, if the hex is a hidden one."""
    found = answer_of(roll, board)
    if found is None or found.verb != VERB:
        return
    losses = found.declaration.text("for") == "losses"
    dice = 1 if losses else 2
    if len(roll.result) != dice:
        yield Finding(
            "infiltration is rolled with other dice",
            expected=f"{dice} dice",
            found=f"{len(roll.result)} of {roll.dice}",
            rule="24.35" if losses else "24.33",
        )


@RULES.effect("24.33", "24.34", "24.35", on="roll")
def the_dice_decide_an_infiltration(roll: Roll, board: BattleBoard) -> None:
    """The modified dice give the result; in a hidden hex it fails, and one die gives the losses."""
    found = answered(board, VERB)
    known = board.state.infiltration
    if found is None or known is None:
        return
    if found.declaration.text("for") == "losses":
        if len(roll.result) == 1:
            known.losses = roll.total
            known.results = frozenset({f"{FAILED}{roll.total}"})
    elif len(roll.result) == 2 and known.hex is not None:
        known.results = results_of(board, known, roll.total)
        _forget_the_revealed(board, known)


def _forget_the_revealed(board: BattleBoard, known: Infiltration) -> None:
    """Germans whom their player showed before the roll (24.32) are hidden from nobody (24.36).

    And whoever infiltrates may be worse off than suppressed, so that it is rolled for (11.45).
    """
    if not any(isinstance(p.place, Hex) for n, p in board.pieces.items() if n in known.units):
        known.hidden_units = {
            name: hex_ for name, hex_ in known.hidden_units.items() if is_hidden(board, name)
        }
    if known.succeeded:
        board.state.fire.special_rolls_open |= set(known.units)


@RULES.rule("24.32", on="roll")
def a_hidden_hex_is_revealed_with_all_its_units(
    roll: Roll, board: BattleBoard
) -> Iterator[Finding]:
    """The German player may show a hidden hex before the roll, and then all that is in it."""
    found, known = answer_of(roll, board), board.state.infiltration
    if found is None or found.verb != VERB or known is None or known.results is not None:
        return
    if found.declaration.text("for") == "losses":
        return
    still = {name: hex_ for name, hex_ in known.hidden_units.items() if is_hidden(board, name)}
    shown = {hex_ for name, hex_ in known.hidden_units.items() if name not in still}
    for name, hex_ in still.items():
        if hex_ in shown:
            yield Finding(
                f"{board.counter(name).name} stays hidden in a hex that is revealed",
                units=(name,),
                hexes=(board.data.map.number(hex_),),
                expected="all units of the hidden hex on the map",
            )


@RULES.effect("24.37", on="declare:mine-roll")
def mine_attacks_on_infiltrators_are_noted(declaration: Declare, board: BattleBoard) -> None:
    """Infiltrators on AP mines undergo an attack before the first turn."""
    known = board.state.infiltration
    if known is not None and is_setting_up(board):
        known.mined |= set(declaration.units)
