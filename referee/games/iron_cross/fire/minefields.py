"""Section 19.1, where mines lie: how many, noted by whom, revealed as they were noted.

Mines are secret: what is known of them is what a player noted in the log, or in a note that has
been opened, or had to reveal. What they do is in `mines`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from compiler.hexes import Hex
from referee.actions import Declare, Note
from referee.findings import Finding
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.declared import number
from referee.games.iron_cross.fire import sighting
from referee.games.iron_cross.fire_state import AP, AT, Minefield
from referee.games.iron_cross.opening import when_set_up_ends
from referee.games.iron_cross.state import BattleBoard, is_setting_up

MINES = "mines"
MOST = {AP: 4, AT: 7}
"""Factors of a type in a hex (19.12)."""
LEAST_AT = 2
_FIELD = re.compile(r"\s*(\w{1,12})\s+(ap|at)\s+(\d{1,3})\s*", re.IGNORECASE)


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
    for text in texts or ("",):
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
    stock = _stock(board, kind)
    if declaration.secret and declaration.side is not None and stock is not None and not known:
        most = stock.get(declaration.side, 0)
        noted = board.state.fire.noted_factors.get(declaration.side, {}).get(kind, 0) + factors
        if noted > most:
            name = board.data.sides[declaration.side].name
            return "19.0", f"{most} {kind.upper()} factors of the {name} side", str(noted)
    if known:
        return None
    if declaration.secret and _is_infiltrated(board):
        return "24.31", "mines noted before an infiltration is tried", str(factors)
    if is_setting_up(board):
        return None
    if declaration.secret:
        return "19.11", "mines noted before play", f"noted in turn {board.turn}"
    if all_are_noted(board, kind, declaration.side):
        return "19.11", "mines that were noted before play", f"{factors} in no note"
    return None


def _is_infiltrated(board: BattleBoard) -> bool:
    """Whether the Infiltration Hex was named, after which nothing is noted any more."""
    known = board.state.infiltration
    return known is not None and known.hex is not None


def all_are_noted(board: BattleBoard, kind: str, side: str | None = None) -> bool:
    """Whether all sides that have mines of a type, or the one given, noted theirs readably."""
    fire = board.state.fire
    owners = set(_stock(board, kind) or {})
    owners &= {side} if side is not None else owners
    return bool(owners) and owners <= fire.noted_factors.keys() - fire.unclear_mines


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
    found = notes(declaration, board)
    if declaration.secret:
        if not is_setting_up(board):
            return
        found = _noted(declaration, board, found)
    for hex_, kind, factors in found:
        known = fire.mines.get(hex_, Minefield())
        if not getattr(known, kind):
            fire.mines[hex_] = replace(known, **{kind: factors})


@RULES.effect("19.11", on=f"struck:{MINES}")
def mines_are_struck_out_before_play(declaration: Declare, board: BattleBoard) -> None:
    """Until play begins what is noted may be changed; mines that lie then stay (19.15)."""
    fire = board.state.fire
    account = fire.noted_factors.get(declaration.side or "", {})
    if not is_setting_up(board) or _is_infiltrated(board):
        return
    for hex_, kind, factors in notes(declaration, board):
        known = fire.mines.get(hex_)
        if known is not None and getattr(known, kind) == factors and account.get(kind):
            fire.mines[hex_] = replace(known, **{kind: 0})
            account[kind] -= factors


@RULES.effect("19.11", on="note")
def sealed_notes_may_be_about_mines(note: Note, board: BattleBoard) -> None:
    """While a side has sealed notes nobody can say that it has noted all its mines."""
    board.state.fire.unclear_mines.update(board.data.sides if note.side is None else (note.side,))


def _noted(
    declaration: Declare, board: BattleBoard, fields: list[tuple[Hex, str, int]]
) -> list[tuple[Hex, str, int]]:
    """The fields of a note that its side may lay, which are put down to its account."""
    fire, side = board.state.fire, declaration.side
    if side is None:
        return fields
    if len(fields) < max(1, len(declaration.names("field"))):
        fire.unclear_mines.add(side)
    account = fire.noted_factors.setdefault(side, {})
    laid = [field for field in fields if _is_owner(board, side, field[1])]
    for hex_, kind, factors in laid:
        if not getattr(fire.mines.get(hex_, Minefield()), kind):
            account[kind] = account.get(kind, 0) + factors
    return laid


def _is_owner(board: BattleBoard, side: str, kind: str) -> bool:
    """Whether a side has mines of a type; without a scenario any side may."""
    stock = _stock(board, kind)
    return stock is None or bool(stock.get(side))


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
