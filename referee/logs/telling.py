"""A step whose action a line tells whole: what its pieces do besides is what the rules made of it.

Whatever the commands after the line show and the line does not say becomes a position in part, for
the audit to compare with the rules. So a line can hide nothing that is done to a piece.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from referee.actions import (
    Action,
    FieldValue,
    Move,
    Origin,
    PieceAt,
    Place,
    Position,
    Remove,
    SetState,
)
from referee.logs.module_pieces import OFF_MAP, ModulePieces, Relocation
from referee.logs.vassal.events import PIECE, Event, PieceAdded, PieceChanged

FACE = "face"


@dataclass(slots=True)
class Telling:
    """Follows the pieces of a step.

    Attributes:
        pieces: the pieces of the log, up to date.
        action: what the line tells; None for a line that tells only that the rest follows from
            the action before.
        whole: whether the step ends with a position of all pieces.
    """

    pieces: ModulePieces
    action: Action | None
    whole: bool = False
    _shown: dict[str, dict[str, FieldValue]] = field(default_factory=dict)

    def follow(self, event: Event, moved: Iterable[Relocation], origin: Origin) -> None:
        """Take note of what an event does to pieces, and of those it has put elsewhere."""
        for each in moved:
            self._shown.setdefault(each.unit, {})
        match event:
            case PieceChanged(command=command):
                unit = self.pieces.unit(command.piece_id)
                for name, value in self.pieces.changes(event, origin) if unit else ():
                    self._shown.setdefault(unit or "", {})[name] = value
            case PieceAdded(kind=kind, command=command) if kind == PIECE:
                unit = self.pieces.unit(command.piece_id)
                reading = self.pieces.reading(command.type, command.state, origin)
                if unit is not None and reading is not None:
                    states = self.pieces.changed_states(reading.states)
                    self._shown.setdefault(unit, {}).update({FACE: reading.face, **states})

    def besides(self) -> Iterator[Position]:
        """What is otherwise than the line says, as a position in part."""
        told = _units(self.action)
        known = [unit for unit in told if self.pieces.where(unit) is not None]
        found = [
            self._standing(unit)
            for unit in dict.fromkeys((*known, *self._shown))
            if not self._is_told(unit)
        ]
        if found:
            yield Position(pieces=tuple(found), whole=False)

    def _standing(self, unit: str) -> PieceAt:
        states = dict(self._shown.get(unit, {}))
        face = states.pop(FACE, None)
        counter = unit.partition("#")[0]
        return PieceAt(
            unit=unit,
            at=self.pieces.where(unit) or OFF_MAP,
            counter=None if counter == unit else counter,
            face=None if face is None else str(face),
            states=states,
        )

    def _is_told(self, unit: str) -> bool:
        """Whether a piece is as the line says, and nothing else was done to it."""
        where, shown = self.pieces.where(unit) or OFF_MAP, self._shown.get(unit, {})
        match self.action:
            case Move(units=units, path=path) if unit in units:
                return where == self.pieces.place_shown(path[-1]) and not shown
            case Place(unit=placed, at=at, face=face, states=states) if unit == placed:
                said = {FACE: face or shown.get(FACE), **states}
                return where == self.pieces.place_shown(at) and _within(shown, said)
            case Remove(units=units) if unit in units:
                return where == OFF_MAP
            case SetState(unit=changed, state=state, value=value) if unit == changed:
                return _within(shown, {state: value})
        return False


def _within(shown: dict[str, FieldValue], said: dict[str, FieldValue]) -> bool:
    return all(name in said and said[name] == value for name, value in shown.items())


def _units(action: Action | None) -> tuple[str, ...]:
    """The pieces that a line says something is done to."""
    match action:
        case Move(units=units) | Remove(units=units):
            return units
        case Place(unit=unit):
            return (unit,)
    return ()
