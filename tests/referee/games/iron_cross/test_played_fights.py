"""Fights played at random by what the package says may be done: nothing in them is flagged.

Units are scattered over a part of the real map; both sides check, fire, move a hex, assault, and
mark what the dice do. Whatever is listed as legal must be judged so, down to the end of each phase.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from compiler.hexes import Hex
from referee.actions import Action, BeginPhase, Declare, Move, Place, Roll
from referee.board import Board
from referee.games.iron_cross import GAME
from referee.games.iron_cross.choices import assault_options, fire_options, pending, possible
from referee.games.iron_cross.state import BattleState
from referee.legal import Chance
from referee.mechanics.sequence import next_phases
from tests.games.iron_cross_game import loaded

SIDES = {
    "russian": ["ru-a-", "ru-b-", "ru-pl-10", "ru-mmg-1", "ru-mor-1", "ru-45at-1", "ru-atr-1",
                "ru-t34b-1", "ru-apl-9"],
    "german": ["ge-a-", "ge-e-", "ge-pl", "ge-mmg-1", "ge-mor-1", "ge-50at-1", "ge-atr-1",
               "ge-stug-1", "ge-iiie-1"],
}  # fmt: skip
AREAS = {"1": (12, 22, 8, 18), "2": (31, 41, 10, 20), "3": (53, 63, 5, 15)}
TURNS = 1


class Fight:
    """One fight: a board, dice, and all that was judged."""

    def __init__(self, seed: int, area: str, options: tuple[str, ...]) -> None:
        self.random = Random(seed)
        self.board: Board[BattleState] = Board(
            loaded(), GAME.rulebook, None, GAME.new_state, options
        )
        self.board.first_player = "russian"
        self.done: Counter[str] = Counter()
        self.faults: list[str] = []
        self._set_up(AREAS[area])

    def _set_up(self, area: tuple[int, int, int, int]) -> None:
        data = self.board.data
        for prefixes in SIDES.values():
            for name, counter in data.counters.items():
                if not name.startswith(tuple(prefixes)):
                    continue
                hex_ = self._free(
                    area, counter.side or "", counter.value("unit_class") == "vehicle"
                )
                states: dict[str, str | int] = {}
                if "facing" in data.states:
                    states["facing"] = self.random.randrange(6)
                face = self.random.choice(("up", "down"))
                at = data.map.number(hex_)
                self.board.apply(Place(unit=name, at=at, face=face, states=states))
        for marker in ("ip-1", "ip-2", "ip-3"):
            piece = self.random.choice([p for p in self.board.pieces.values() if p.side])
            self.board.apply(Place(unit=marker, at=self.board.number(piece.place)))
        for text in ("ap 4", "at 7"):
            for _ in range(6):
                hex_ = self._free(area, "", True)
                if self.board.data.map.hexes[hex_].terrains.isdisjoint(BUILDINGS):
                    field = f"{data.map.number(hex_)} {text}"
                    self.do(Declare(verb="mines", values={"field": field}))

    def _free(self, area: tuple[int, int, int, int], side: str, vehicle: bool) -> Hex:
        first, last, top, bottom = area
        while True:
            column, row = self.random.randint(first, last), self.random.randint(top, bottom)
            hex_ = self.board.data.map.hex(f"{column}{row:02}")
            others = list(self.board.units_at(hex_))
            men = sum(1 if p.value("unit_class") == "infantry" else 4 for p in others)
            crowded = vehicle or any(p.value("unit_class") != "infantry" for p in others)
            built = not self.board.data.map.hexes[hex_].terrains.isdisjoint(BUILDINGS)
            if any(p.side != side for p in others) or (others and crowded) or men > 3:
                continue
            if not (vehicle and built):
                return hex_

    def do(self, action: Action) -> None:
        if isinstance(action, BeginPhase):
            event = self.board.end_phase()
            if event is not None:
                self._judge(event)
        self._judge(action)

    def _judge(self, action: Action) -> None:
        for finding in self.board.rulebook.check(action, self.board):
            if finding.rule != "19.11":
                phase = self.board.phase.id if self.board.phase else ""
                said = f"{phase}: {action!r}: {finding.severity} {finding.rule} {finding.message}"
                self.faults.append(f"{said} (expected {finding.expected}, found {finding.found})")
        self.board.apply(action)
        self.done[action.kind] += 1

    def settle(self) -> None:
        """Roll, mark and call until nothing is owed."""
        for _ in range(300):
            chance = pending.awaited_dice(self.board)
            if chance is not None:
                self.do(self.roll(chance))
                continue
            marks = list(pending.marks_due(self.board))
            if marks:
                self.do(self.random.choice(marks))
                continue
            calls = list(pending.calls_due(self.board))
            if not calls:
                return
            self.do(self.random.choice(calls))
        raise AssertionError("results do not come to an end")

    def roll(self, chance: Chance) -> Roll:
        dice = self.board.data.dice[chance.dice]
        result = tuple(self.random.randint(1, dice.sides) for _ in range(dice.count))
        return Roll(dice=chance.dice, result=result, purpose=chance.purpose, side=chance.side)

    def play(self) -> None:
        while self.board.turn <= TURNS and not self.faults:
            turn, phase = next_phases(self.board)[0]
            self.do(BeginPhase(turn=turn, phase=phase.id))
            for unit in possible.recoveries_due(self.board):
                self.do(Declare(verb="recovery", units=(unit,)))
                self.settle()
            self.note_modes()
            for _ in range(60):
                if self.faults or not self.step():
                    break

    def note_modes(self) -> None:
        """Some machine guns are noted for a lane or spray in the Morale Phase."""
        for piece in list(self.board.on_map()):
            modes = list(fire_options.mode_options(self.board, piece.id))
            if modes and self.random.random() < 0.7:
                self.do(self.random.choice([*modes[:2], self.random.choice(modes)]))

    def step(self) -> bool:
        """One thing more in the phase; False when there is nothing."""
        board = self.board
        wishes: list[Action] = []
        if self.random.random() < 0.3:
            wishes += fire_options.observations(board)
        if not wishes:
            wishes += fire_options.attacks(board)
        if not wishes or self.random.random() < 0.5:
            checks = list(fire_options.fire_checks(board))
            mortars = [check for check in checks if "mor" in check.units[0]]
            wishes += mortars or checks
        if not wishes:
            wishes += assault_options.legal_assaults(board)
        if not wishes:
            wishes += assault_options.assault_checks(board)
        if not wishes or self.random.random() < 0.3:
            wishes += self.moves()
        if not wishes:
            return False
        self.do(self.random.choice(wishes))
        self.settle()
        return True

    def moves(self) -> list[Action]:
        """Checks to move, moves of one hex, markers at the end."""
        board = self.board
        found: list[Action] = [
            Declare(verb="performance-check", units=(unit,), values={"for": "move"})
            for unit in possible.checks_owed(board)
        ]
        for piece in list(board.on_map()):
            ways = possible.legal_moves(board, piece.id).values()
            found += [
                Move(units=(piece.id,), path=path, side=piece.side)
                for path in ways
                if len(path) <= 3
            ]
        if not found:
            found += assault_options.marker_options(board)
        return found


BUILDINGS = {"single-hex-building", "multi-hex-building"}
ADVANCED = ("advanced",)
SPECIAL = ("advanced", "observation-penalty", "optional-special-roll")


@pytest.mark.parametrize(
    ("seed", "area", "options"),
    [(1, "1", ()), (2, "2", ()), (3, "3", ()), (4, "1", ADVANCED), (5, "2", ADVANCED),
     (6, "3", SPECIAL)],
)  # fmt: skip
def test_a_fight_by_what_may_be_done_breaks_no_rule(
    seed: int, area: str, options: tuple[str, ...]
) -> None:
    fight = Fight(seed, area, options)
    fight.play()
    assert fight.faults == []
    assert fight.done["declare:fire-roll"] > 10
    assert fight.done["move"] > 5


def test_the_fights_are_of_all_sorts() -> None:
    done: Counter[str] = Counter()
    for seed, area in ((4, "1"), (8, "3")):
        fight = Fight(seed, area, ADVANCED)
        fight.play()
        done += fight.done
    wanted = {"fire", "opportunity-fire", "mortar-fire", "scatter", "observation", "spray"}
    assert wanted <= {kind.partition(":")[2] for kind in done}
