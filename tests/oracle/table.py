"""A game played by hand in the engine, with the referee's board beside it to know where it stands.

An action is turned into what a player does for it: drags, keys of pieces, buttons, the turn
tracker. What the module's log should tell of it is applied to the board. Where the actions come
from, legal choices or a log, is not its affair, and nothing here knows any game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

from compiler.declarations import ID_PROPERTY
from compiler.gamedata.schema import DeclarationCommand
from compiler.hexes import Hex
from compiler.vassal.expressions import literal
from compiler.vassal.names import SOLITAIRE, display_map_name
from compiler.vassal.state_values import first_value
from referee.actions import (
    Action,
    BeginPhase,
    Chat,
    Declare,
    FieldValue,
    GameLog,
    Header,
    Move,
    Position,
    Remove,
    Roll,
    SetState,
)
from referee.audit import new_board
from referee.board import Board, Location, Piece
from referee.findings import Finding
from referee.games import Game
from referee.legal import Chance

from .built import Game as BuiltGame
from .engine import Engine
from .gestures import (
    Values,
    button,
    face_steps,
    has_target_key,
    piece_command,
    roll_button,
    said_by,
    state_steps,
)

TURN_OVER, REMOVE = "70,130", "68,130"
"""Keys of every module's pieces: Ctrl+F, Ctrl+D."""

_ROLLED = re.compile(r"\*\*\* (?P<name>.+?) = (?P<result>[\d,]+) \*\*\*.*")


class Table:
    """A scenario set up in the engine and on a board.

    Attributes:
        board: the position as the log should tell it.
        done: the actions that the log should tell of, in order.
        findings: what the referee says of them.
    """

    def __init__(
        self,
        engine: Engine,
        built: BuiltGame,
        rules: Game[Any],
        scenario: str,
        player: str = SOLITAIRE,
    ) -> None:
        self.engine = engine
        self._player = player
        self.data = built.data
        self.map_name = built.map_name
        header = Header(format="hexmarshal-moves/1", game=self.data.id, scenario=scenario)
        self.board: Board[Any] = new_board(self.data, rules, GameLog(header, ()))
        self.done: list[Action] = []
        self.findings: list[Finding] = []
        engine.start_setup(self.data.scenarios[scenario].name, side=player)
        self._ids = self._seated()
        self._recording = False
        self._shown = {name: _shown(piece) for name, piece in self.board.pieces.items()}
        self._phases = [phase.id for phase in self.data.sequence.phases]
        self._at = (1, 0)

    def _seated(self) -> dict[str, str]:
        """The engine's ids of the pieces, by unit."""
        self.engine.forget()
        found = self.engine.pieces([ID_PROPERTY])
        return {str(piece.properties[ID_PROPERTY]): piece.id for piece in found}

    def arrange(self, units: Iterable[str], place: str) -> None:
        """Put units somewhere before the log begins, whether they may come there or not."""
        for unit in units:
            map_name, point = self._point(self.board.location(place))
            assert self.engine.move([self._ids[unit]], map_name, point) == 1
            self.board.relocate(self.board.piece(unit), self.board.location(place))
            self._note((unit,), "place", self.board.location(place))

    def begin(self, log: Path) -> None:
        """Begin a log file; the first one opens with the phase that the tracker shows."""
        self.engine.begin_log(log)
        self._recording = True
        if not self.done:
            turn, phase = self._at
            self._tell(BeginPhase(turn=turn, phase=self._phases[phase]))

    def end(self, save: Path | None = None) -> None:
        """End the log file, and save the game if it is to go on."""
        self.engine.end_log()
        self._recording = False
        if save is not None:
            self.engine.save(save)

    def go_on(self, engine: Engine, save: Path) -> None:
        """Take the game up again, in another engine; the next log may begin."""
        engine.load(save, side=self._player)
        self.engine = engine
        self._ids = self._seated()

    # -- doing -------------------------------------------------------------------------------------

    def act(self, action: Action, dice: str = "") -> None:
        """Do an action as a player does; a declaration whose key rolls dice brings the roll."""
        match action:
            case BeginPhase():
                self.go_to(action.turn, action.phase)
            case Move():
                for start, end in pairwise(action.path):
                    self.drag(action.units, start, end)
            case SetState(unit=str(unit)):
                self.set(unit, action.state, action.value)
            case Remove():
                for unit in action.units:
                    self.remove(unit)
            case Declare():
                self.declare(action, dice)
            case Roll():
                self.roll(Chance(action.dice, action.purpose, action.side))
            case Chat():
                self.engine.say(action.text)
            case _:
                raise AssertionError(f"no player does {action!r}")

    def go_to(self, turn: int, phase: str) -> None:
        """Press the tracker's buttons, for the next phase or the last, until it shows this one.

        Where it does already while a log is recorded, the phase begins anew: on and back.
        """
        goal = (turn, self._phases.index(phase))
        steps = (goal[0] - self._at[0]) * len(self._phases) + goal[1] - self._at[1]
        ways = (1 if steps > 0 else -1,) * abs(steps)
        for way in ways or ((1, -1) if self._recording else ()):
            self.engine.turn(way)
            number = (self._at[0] - 1) * len(self._phases) + self._at[1] + way
            self._at = (number // len(self._phases) + 1, number % len(self._phases))
            if self._recording:
                self._tell(BeginPhase(turn=self._at[0], phase=self._phases[self._at[1]]))

    def drag(self, units: Iterable[str], start: str, end: str) -> None:
        """Drag units from one hex or box into another."""
        names = tuple(units)
        map_name, point = self._point(self.board.location(end))
        taken = self.engine.move([self._ids[name] for name in names], map_name, point)
        assert taken == len(names), f"{names} cannot be dragged from {start} to {end}"
        self._note(names, "place", self.board.location(end))
        self._tell(Move(units=names, path=(start, end), complete=False))

    def set(self, unit: str, state: str, value: FieldValue) -> None:
        """Press the keys that bring a face or state of a unit to a value, one after the other.

        The log tells of them together as one change.
        """
        piece, shown = self.board.piece(unit), self._shown[unit]
        reached: list[FieldValue] = []
        if state == "face":
            faces = tuple(piece.counter.faces)
            for face in face_steps(faces, str(shown["face"]), str(value)):
                assert self.engine.key([self._ids[unit]], TURN_OVER), f"{unit} is not turned over"
                reached.append(face)
        else:
            kind = self.data.states[state]
            for entry, step in state_steps(kind, shown.get(state), value):
                self.engine.menu([self._ids[unit]], literal(entry))
                reached.append(step)
        if reached:
            self._note((unit,), state, reached[-1])
            self._tell(SetState(unit=unit, state=state, value=reached[-1]))

    def remove(self, unit: str) -> None:
        """Delete a unit."""
        assert self.engine.key([self._ids[unit]], REMOVE), f"{unit} is not removed"
        self._shown.pop(unit, None)
        self._tell(Remove(units=(unit,)))

    # -- declaring ---------------------------------------------------------------------------------

    def declare(self, said: Declare, dice: str = "") -> None:
        """Press the keys of a declaration: those who help, who act, the target, then buttons.

        Where several keys say the same and roll different dice, it is the one that rolls `dice`.
        """
        before = len(self.engine.chat)
        values = {
            name: value
            for name, value in said.values.items()
            if name not in ("targets", "supports") and value not in self.data.sides
        }
        told: dict[str, FieldValue] = {}
        rolls = False
        helpers, targets = said.names("supports"), self._targets(said)
        roles = (("support", helpers), ("actor", said.units), ("target", targets))
        for role, names in roles:
            for name in names:
                kind = self.board.counter(name).kind
                command = piece_command(self.data, said.verb, role, kind, values, dice)
                self.engine.menu(
                    [self._ids[name]], literal(command.label), _answers(command, values)
                )
                told |= said_by(command, values)
                rolls |= bool(command.rolls)
        left = {name: value for name, value in values.items() if name not in told}
        if left or not any(names for _, names in roles):
            told |= self._press(said.verb, left, said.side or said.text("side"))
        told |= {"supports": helpers} if helpers else {}
        told |= {"targets": targets} if targets else {}
        self._tell_declared(said.verb, said.units, targets, told)
        if rolls:
            self._tell_roll(before, said.verb)
        if said.target is not None and said.target in self.data.boxes and not targets:
            for name in said.units:
                self.drag((name,), self.board.number(self.board.piece(name).place), said.target)

    def _targets(self, said: Declare) -> tuple[str, ...]:
        """The pieces at which the target key is pressed: those named, else one in the hex."""
        if said.names("targets"):
            return said.names("targets")
        if said.target is None or not has_target_key(self.data, said.verb):
            return ()
        if said.target in self.board.pieces:
            return (said.target,)
        place = self.board.location(said.target)
        sides = {self.board.piece(name).side for name in said.units} or {said.side}
        here = [piece for piece in self.board.pieces.values() if piece.place == place]
        here = [piece for piece in here if piece.side is not None]
        here.sort(key=lambda piece: piece.side in sides)
        return tuple(piece.id for piece in here[:1])

    def _press(self, verb: str, values: Values, side: str) -> dict[str, FieldValue]:
        """Press a button for each value that is still to be said; the fields of the lines."""
        told: dict[str, FieldValue] = {}
        left = dict(values)
        while True:
            known: dict[str, FieldValue] = {"side": side, **left}
            command = button(self.data, verb, known)
            asked, label = command.ask, command.label
            if asked is not None and asked.choices:
                label = f"{label}: {known[asked.field]}"
            self.engine.press(label, _answers(command, left))
            told |= {"side": SOLITAIRE, **said_by(command, known)}
            left = {name: value for name, value in left.items() if name not in told}
            if not left:
                return told

    def _tell_declared(
        self,
        verb: str,
        units: tuple[str, ...],
        targets: tuple[str, ...],
        values: dict[str, FieldValue],
    ) -> None:
        places = [self.board.number(self.board.piece(name).place) for name in targets]
        side = values.get("side")
        self._tell(
            Declare(
                verb=verb,
                units=units,
                target=places[0] if places else None,
                values=values,
                side=str(side) if side in self.data.sides else None,
            )
        )

    # -- dice --------------------------------------------------------------------------------------

    def roll(self, chance: Chance) -> None:
        """Press the button that says what the dice are for, and rolls them."""
        purpose, side = chance.purpose.split(" ")[0], chance.side or ""
        verb, command = roll_button(self.data, purpose, side)
        before = len(self.engine.chat)
        known: dict[str, FieldValue] = {"side": side}
        label = command.label if command.ask is None else f"{command.label}: {side}"
        self.engine.press(label)
        self._tell_declared(verb, (), (), {"side": SOLITAIRE, **said_by(command, known)})
        self._tell_roll(before, f"{verb}.{purpose}")

    def _tell_roll(self, before: int, purpose: str) -> None:
        """The roll that the chat tells of."""
        lines = self.engine.chat[before:]
        [match] = [match for line in lines if (match := _ROLLED.fullmatch(line))]
        dice = next(name for name, each in self.data.dice.items() if each.name == match["name"])
        result = tuple(int(number) for number in match["result"].split(","))
        self._tell(Roll(dice=dice, result=result, purpose=purpose))

    # -- the board ---------------------------------------------------------------------------------

    def _tell(self, action: Action) -> None:
        """Judge an action and apply it to the board."""
        if isinstance(action, BeginPhase):
            ended = self.board.end_phase()
            if ended is not None:
                self.findings += self.board.rulebook.check(ended, self.board)
                self.board.apply(ended)
        self.findings += self.board.rulebook.check(action, self.board)
        self.board.apply(action)
        self.done.append(action)

    def show(self) -> None:
        """Do by hand what the rules have done to pieces on the board: losses, places, markers.

        States that a phase takes off by itself are left to the players to tidy up.
        """
        for unit in list(self._shown):
            piece = self.board.pieces.get(unit)
            if piece is None:
                assert self.engine.key([self._ids[unit]], REMOVE), f"{unit} is not removed"
                del self._shown[unit]
            elif _shown(piece) != self._shown[unit]:
                self._show(piece)

    def _show(self, piece: Piece) -> None:
        shown, now = self._shown[piece.id], _shown(piece)
        self.set(piece.id, "face", piece.face)
        for name, state in self.data.states.items():
            if shown.get(name) != now.get(name) and not state.clears:
                known = now.get(name, first_value(state))
                if isinstance(known, (str, int)):
                    self.set(piece.id, name, known)
        where = self.board.number(piece.place)
        if where and piece.place != shown["place"]:
            was = shown["place"]
            start = was if isinstance(was, (str, Hex)) else None
            self.drag((piece.id,), self.board.number(start), where)

    def _note(self, units: Iterable[str], what: str, value: object) -> None:
        for unit in units:
            shown = self._shown.setdefault(unit, {})
            shown[what] = value

    def _point(self, place: Location) -> tuple[str, tuple[int, int]]:
        if isinstance(place, Hex):
            x, y = self.data.map.grid.center(place)
            return self.map_name, (x, y)
        display, box = self.data.boxes[str(place)]
        return display_map_name(display), box.centre


def _shown(piece: Piece) -> dict[str, object]:
    """Place, face and states of a piece, states that are as at first left out."""
    states = {name: value for name, value in piece.states.items() if value not in (None, False)}
    return {"place": piece.place, "face": piece.face, **states}


def _answers(command: DeclarationCommand, values: Values) -> tuple[str, ...]:
    return () if command.ask is None else (str(values.get(command.ask.field, "")),)


def told(actions: Iterable[Action]) -> list[str]:
    """What actions say, positions and chat left out, for comparing what was done with a log.

    A button's line that follows upon a declaration of pieces with the same verb belongs to it.
    """
    found: list[Action] = []
    for action in actions:
        before = found[-1] if found else None
        if isinstance(action, (Position, Chat)):
            continue
        if isinstance(action, Declare) and isinstance(before, Declare) and _adds(before, action):
            found[-1] = before.model_copy(
                update={"values": {**before.values, **action.values}, "side": action.side}
            )
        else:
            found.append(action)
    return [
        json.dumps(action.model_dump(mode="json", exclude_defaults=True), sort_keys=True)
        for action in found
    ]


def _adds(before: Declare, action: Declare) -> bool:
    return (
        before.verb == action.verb
        and not action.units
        and action.target is None
        and all(before.values.get(name, value) == value for name, value in action.values.items())
    )
