"""A campaign: the shipped game in a scenario on its own map, for what needs dates and places.

Unless asked for, the units of the set-up are taken off the map, so that a test puts down just what
it is about.
"""

from __future__ import annotations

from compiler.hexes import Hex
from referee.actions import (
    Action,
    BeginPhase,
    Declare,
    FieldValue,
    Move,
    PhaseEnds,
    Place,
    Remove,
    Roll,
    SetState,
)
from referee.board import Board, Piece
from referee.findings import Finding
from referee.games.bold_stroke import GAME
from referee.games.bold_stroke.state import CampaignState
from tests.referee.games.bold_stroke.scene import shipped


class Campaign:
    """A scenario being played, and what the referee says of each action."""

    def __init__(
        self,
        scenario: str = "decision-in-the-ukraine",
        *,
        options: tuple[str, ...] = (),
        set_up: bool = False,
    ) -> None:
        data = shipped()
        self.board: Board[CampaignState] = Board(
            data, GAME.rulebook, data.scenarios[scenario], GAME.new_state, options
        )
        if not set_up:
            for piece in list(self.board.pieces.values()):
                if isinstance(piece.place, Hex):
                    self.board.relocate(piece, None)
                    del self.board.pieces[piece.id]
            self.board.state.last_through.clear()

    # -- the position ---------------------------------------------------------------------------

    def put(self, unit: str, at: str, *, face: str | None = None, **states: object) -> Campaign:
        """Put a unit somewhere, without asking whether it may come there."""
        board = self.board
        counter = board.counter(unit)
        piece = board.pieces.get(unit) or Piece(unit, counter, None, next(iter(counter.faces)))
        piece.face = face or piece.face
        piece.states.update({name.replace("_", "-"): value for name, value in states.items()})
        place = board.location(at)
        board.relocate(piece, place)
        if isinstance(place, Hex) and piece.side is not None and not counter.is_marker:
            board.state.last_through[place] = piece.side
        return self

    def held(self, side: str, *hexes: str) -> Campaign:
        """Say that a side was the last in some hexes."""
        for number in hexes:
            self.board.state.last_through[self.board.data.map.hex(number)] = side
        return self

    def unit(self, name: str) -> Piece:
        """A piece in play."""
        return self.board.pieces[name]

    # -- going on --------------------------------------------------------------------------------

    def at(self, turn: int, phase: str = "weather.weather") -> Campaign:
        """Go straight to a phase, by the first phase of every turn before it."""
        for each in range(self.board.turn + 1, turn + 1):
            self._apply(BeginPhase(turn=each, phase="weather.weather"))
        if phase != "weather.weather" or self.board.phase is None:
            self._apply(BeginPhase(turn=turn, phase=phase))
        return self

    def _apply(self, action: Action) -> None:
        ended = self.board.end_phase()
        if ended is not None:
            self.board.apply(ended)
        self.board.apply(action)

    def phase(self, phase: str, turn: int | None = None) -> list[str]:
        """Begin a phase; the rules that its beginning and the end of the last one breach.

        Phases in between are left out, which is not told.
        """
        found = []
        ended = self.board.end_phase()
        if ended is not None:
            found += self.do(ended)
        begun = self.do(BeginPhase(turn=turn or self.board.turn, phase=phase))
        return found + [rule for rule in begun if rule != "2.2"]

    def ends(self) -> list[str]:
        """The rules that the end of the present phase breaches."""
        phase = self.board.phase
        assert phase is not None
        return self.do(PhaseEnds(turn=self.board.turn, phase=phase.id))

    def findings(self, action: Action) -> list[Finding]:
        """Judge and apply an action; what the referee has to say."""
        found = list(self.board.rulebook.check(action, self.board))
        self.board.apply(action)
        return found

    def do(self, action: Action) -> list[str]:
        """Judge and apply an action; the rules it breaches."""
        return [finding.rule for finding in self.findings(action)]

    # -- actions ---------------------------------------------------------------------------------

    def roll(self, purpose: str, result: int, side: str | None = None) -> list[str]:
        """A roll of the ten-sided die."""
        return self.do(Roll(dice="d10", result=(result,), purpose=purpose, side=side))

    def declare(
        self, verb: str, units: str = "", target: str | None = None, **values: FieldValue
    ) -> list[str]:
        """Something announced; `units` as `a+b`, a final `_` of a field's name is left out."""
        names = tuple(units.split("+")) if units else ()
        fields = {name.rstrip("_"): value for name, value in values.items()}
        return self.do(Declare(verb=verb, units=names, target=target, values=fields))

    def set(self, state: str, value: FieldValue, unit: str | None = None) -> list[str]:
        """A state set."""
        return self.do(SetState(unit=unit, state=state, value=value))

    def move(self, units: str, path: str, by: str = "") -> list[str]:
        """Units (`a+b`) moved from place to place: `turn-record-5 1213`, `0404 0403`.

        With `>` between two places only the ends are known.
        """
        complete = ">" not in path
        places = tuple(path.replace(">", " ").split())
        names = tuple(units.split("+"))
        return self.do(Move(units=names, path=places, complete=complete, by=by))

    def place(self, unit: str, at: str, **fields: object) -> list[str]:
        """A piece put down."""
        return self.do(Place(unit=unit, at=at, **fields))  # type: ignore[arg-type]

    def remove(self, units: str, why: str = "") -> list[str]:
        """Pieces taken off."""
        return self.do(Remove(units=tuple(units.split("+")), why=why))
