"""A fight: a scene in the first player's combat phase, and what players announce in it.

The attackers are Soviet, the hex attacked is 0505 with 0404, 0405, 0504, 0506, 0604 and 0605 around
it. With `results` every cell of the results table holds that one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Self

from compiler.gamedata.model import Table
from referee.actions import Declare, FieldValue, Move, Remove, Roll, SetState
from referee.findings import Finding
from referee.games.bold_stroke.combat import losses, odds, settlement
from referee.games.bold_stroke.combat.odds import Odds
from referee.games.bold_stroke.combat.strengths import Strengths, strengths
from referee.games.bold_stroke.combat_state import Combat
from tests.referee.games.bold_stroke.scene import Scene

TARGET = "0505"


def filled(table: Table, text: str) -> Table:
    """A results table with one result everywhere."""
    return replace(table, cells=tuple(tuple(text for _ in row) for row in table.cells))


class Fight(Scene):
    """A small map in a combat phase."""

    def __init__(self, results: str = "", **scene: object) -> None:
        super().__init__(**scene)  # type: ignore[arg-type]
        if results:
            self.swap("combat_results", filled(self.data.tables["combat_results"], results))

    def swap(self, name: str, table: Table) -> None:
        """Play on with another table."""
        self.data = replace(self.data, tables={**self.data.tables, name: table})
        self.board.data = self.data
        self.board._constant.clear()

    def put(self, unit: str, at: str, **states: object) -> Self:
        super().put(unit, at, **states)
        return self

    def declare(
        self,
        verb: str,
        units: str = "",
        target: str | None = None,
        by: str | None = None,
        **values: FieldValue,
    ) -> list[str]:
        """Announce something; units as `a+b`; the rules it breaches."""
        return [f.rule for f in self.declared(verb, units, target, by, **values)]

    def declared(
        self,
        verb: str,
        units: str = "",
        target: str | None = None,
        by: str | None = None,
        **values: FieldValue,
    ) -> list[Finding]:
        if self.board.phase is None:
            self.phase("first.combat")
        names = tuple(units.split("+")) if units else ()
        said = {name.rstrip("_"): value for name, value in values.items()}
        return self.findings(Declare(verb=verb, units=names, target=target, values=said, side=by))

    def attack(self, units: str, target: str = TARGET) -> list[str]:
        return self.declare("attack", units, target)

    def support(self, units: str, kind: str = "artillery", target: str = TARGET) -> list[str]:
        return self.declare("support", units, target, with_=kind)

    def air(self, units: str, mission: str = "", target: str = TARGET) -> list[str]:
        return self.declare("air-support", units, target, **({"as": mission} if mission else {}))

    def odds(self, **numbers: FieldValue) -> list[str]:
        return self.declare("odds", "", TARGET, **numbers)

    def roll(self, die: int, purpose: str = "combat", by: str | None = None) -> list[str]:
        return self.do(Roll(dice="d10", result=(die,), purpose=purpose, side=by))

    def result(self, text: str) -> list[str]:
        return self.declare("combat", "", TARGET, result=text)

    def fought(self, attackers: str, die: int = 5) -> Self:
        """The attack made and the die rolled, with nothing wrong in it."""
        assert self.attack(attackers) == []
        assert self.roll(die) == []
        return self

    def loss(self, units: str, **values: FieldValue) -> list[str]:
        return self.declare("loss", units, **values)

    def retreat(self, units: str, path: str) -> list[str]:
        return self.declare("retreat", units, path=path)

    def advance(self, units: str, path: str) -> list[str]:
        return self.declare("advance", units, path=path)

    def moves(self, units: str, path: str) -> list[str]:
        """The bare move, without a word."""
        complete = ">" not in path
        hexes = tuple(path.split("-" if complete else ">"))
        return self.do(Move(units=tuple(units.split("+")), path=hexes, complete=complete))

    def mark(self, unit: str, state: str, value: FieldValue) -> list[str]:
        return self.do(SetState(unit=unit, state=state, value=value))

    def remove(self, units: str) -> list[str]:
        return self.do(Remove(units=tuple(units.split("+"))))

    def ends(self) -> list[str]:
        """What is found when the combat phase ends."""
        return self.phase("first.exploitation")

    # -- looking --------------------------------------------------------------------------------

    @property
    def combat(self) -> Combat:
        """The last combat announced."""
        return self.board.state.combat.now.combats[-1]

    @property
    def strengths(self) -> Strengths:
        return strengths(self.board, self.combat)

    @property
    def numbers(self) -> Odds:
        return odds.odds(self.board, self.combat)

    def lost(self, unit: str) -> int:
        """Steps a unit has lost."""
        piece = losses.piece_of(self.board, unit)
        assert piece is not None
        return losses.steps_lost(self.board, piece)

    def strength(self, unit: str) -> int:
        """A unit's significant strength now."""
        piece = losses.piece_of(self.board, unit)
        assert piece is not None
        return losses.current(self.board, piece, losses.significant(piece.counter)).value

    def unmet(self) -> list[str]:
        """What is still owed of the last combat."""
        return [f.rule for f in settlement.unmet(self.board, self.combat)]

    def where(self, unit: str) -> str:
        piece = losses.piece_of(self.board, unit)
        return "" if piece is None else self.board.number(piece.place)
