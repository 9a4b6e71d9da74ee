"""Actions and positions as files of a game's module: a `.vlog` to step through, a `.vsav` to load.

The log begins with the set-up of the scenario (or the position that the actions begin with); each
action is one step. A line in its chat tells the action whole (`action_lines`), pieces go where the
rules have them, so that what is seen in VASSAL is the true position: what the rules do besides is
shown in the same step, and the reader gives it as a position in part, which the audit compares
and does not judge.

Read back, the actions are the same, each with all its fields, but for these: the log begins with a
position, and positions in part stand among them; of a whole position only what the pieces of the
module can show comes back, faces always; of the header not the players and the note. An action that
was taken back is not written, since no log that was read has it among its actions; its `undo` is.
"""

from __future__ import annotations

import html
from collections import deque
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from compiler.declarations import DeclarationError, parse_line
from compiler.gamedata.model import GameData
from compiler.vassal.assembly import module_metadata
from compiler.vassal.container import replacing
from compiler.vassal.encoding import ESCAPE, EncodingError, encode_sequence
from compiler.vassal.gpids import read_numbers
from compiler.vassal.keyplan import plan_keys
from compiler.vassal.names import OPTIONS_PROPERTY, TURN_TRACKER
from compiler.vassal.pieces import all_piece_ids, make_slots
from compiler.vassal.prototypes import make_prototypes
from compiler.vassal.savegame import (
    SaveWriter,
    chat_command,
    property_change_command,
    turn_command,
)
from compiler.vassal.setups import SetupWriter
from compiler.vassal.turns import TurnTrack
from referee.actions import (
    Action,
    BeginPhase,
    Chat,
    GameLog,
    Position,
    Roll,
    Unknown,
)
from referee.audit import judge, new_board
from referee.board import Board
from referee.games import Game
from referee.logs.action_lines import (
    NOBODY,
    PLAYER,
    POSITION,
    UPKEEP,
    VERBATIM,
    LineError,
    line_text,
)
from referee.logs.shown_pieces import ShownPieces, UnshownPieceError
from referee.logs.step_dice import could_show
from referee.logs.vassal.chat import PLAYER as TYPED
from referee.logs.vassal.chat import read_line
from referee.logs.vassal.commands import Chat as ChatCommand
from referee.logs.vassal.commands import PropertyChange
from referee.logs.vassal.commands import Unknown as UnknownCommand
from referee.logs.vassal.dice import rolls
from referee.logs.vassal.parse import CommandReader
from referee.logs.vassal.privacy import PlayerTokens

UPKEEP_LINE = f"* > {UPKEEP} | {PLAYER}: {NOBODY}"
POSITION_LINE = f"* > {POSITION} | {PLAYER}: {NOBODY}"
VERBATIM_START = f"* > {VERBATIM} "
SPEAKER = "Player"
"""Who speaks where the log does not say."""


UNKEPT = "\\"
"""VASSAL cannot store this at the end of a command that another one follows."""
_SAID = (ChatCommand, PropertyChange)


class LogWriteError(ValueError):
    """A log that cannot be written as a file of the module: which action, and why."""


@dataclass(frozen=True)
class ModuleFiles:
    """Writes the files of one game's module.

    Attributes:
        data: the game.
        game: its rules, which say what the pieces come to.
        source: the folder of the game, which holds the numbers of its pieces.
    """

    data: GameData = field(repr=False)
    game: Game[Any] = field(repr=False)
    source: Path

    def log(self, log: GameLog) -> bytes:
        """The `.vlog` of a log.

        Raises:
            LogWriteError: an action, or a piece, that no log of the module can hold.
            AuditError: the log is of another game, or names a scenario or option that is not there.
            ValueError: the game's data cannot be made a module.
        """
        return _Scribe(self, log).log()

    def save(self, log: GameLog) -> bytes:
        """The `.vsav` of the position that a log comes to. Raises as `log` does."""
        return _Scribe(self, log).save()

    @cached_property
    def setups(self) -> SetupWriter:
        """What makes the pieces, as the module has them."""
        data = self.data
        pieces = all_piece_ids(data.all_counters())
        keys = plan_keys(data)
        slots = make_slots(data, keys, read_numbers(self.source).with_pieces(pieces))
        prototypes = make_prototypes(data, keys)
        return SetupWriter(data, module_metadata(data), slots, prototypes, TurnTrack.of(data))


def write_module_file(path: Path, log: GameLog, files: ModuleFiles) -> None:
    """Write a `.vlog`, or the position at its end where `path` is a `.vsav`, whole or not at all.

    Raises `OSError`, or what `ModuleFiles.log` raises.
    """
    content = files.save(log) if path.suffix.lower() == ".vsav" else files.log(log)
    with replacing(path) as part:
        part.write_bytes(content)


@dataclass
class _Scribe:
    """Writes one file."""

    files: ModuleFiles
    source: GameLog

    _board: Board[Any] = field(init=False)
    _shown: ShownPieces = field(init=False)
    _track: TurnTrack = field(init=False)
    _save: SaveWriter = field(init=False)
    _turn: str = ""
    _results: dict[str, tuple[str, str]] = field(default_factory=dict)
    _commands: CommandReader = field(default_factory=lambda: CommandReader(PlayerTokens()))

    def __post_init__(self) -> None:
        data = self.files.data
        setups = self.files.setups
        self._board = new_board(data, self.files.game, self.source)
        self._shown = ShownPieces(data, setups)
        self._track = TurnTrack.of(data)
        header = self.source.header
        note = "".join(sign if sign.isprintable() else " " for sign in header.note)
        self._save = setups.begin(self._board.scenario, note, header.data_version)
        if header.options:
            self._save.set_property(OPTIONS_PROPERTY, encode_sequence(header.options, ","))

    def log(self) -> bytes:
        """All actions, each a step."""
        actions = self._begin(list(self.source.actions))
        for number, action in enumerate(actions, start=1):
            try:
                commands = self._step(action)
                if commands:
                    self._save.add_step(*commands)
            except (LineError, UnshownPieceError, EncodingError) as error:
                where = str(action.origin) if action.origin.file else f"action {number}"
                raise LogWriteError(f"{where}: {error}") from None
        return self._save.to_bytes()

    def save(self) -> bytes:
        """The position after all actions."""
        board = self._board
        try:
            for action in self.source.actions:
                self._apply(action)
            self._shown.begin(board, self._save)
        except (LineError, UnshownPieceError, EncodingError) as error:
            raise LogWriteError(f"the position at the end: {error}") from None
        if board.phase is not None:
            self._set_turn(BeginPhase(turn=board.turn, phase=board.phase.id))
        return self._save.to_bytes()

    def _begin(self, actions: list[Action]) -> list[Action]:
        """The beginning of the file; the actions that are still to be written."""
        try:
            if actions and isinstance(actions[0], Position) and actions[0].whole:
                self._apply(actions.pop(0))
            self._shown.begin(self._board, self._save)
        except (LineError, UnshownPieceError, EncodingError) as error:
            raise LogWriteError(f"the position at the beginning: {error}") from None
        first = actions[0] if actions else None
        if isinstance(first, BeginPhase) and self._opens(first):
            self._apply(actions.pop(0))
            changes = self._shown.bring(self._board)
            if changes:
                self._save.add_step(*_upkeep(changes))
        return actions

    def _opens(self, first: BeginPhase) -> bool:
        """Whether the file begins in the phase, so that no step has to tell of it."""
        return first.side is None and first.first_player is None and self._set_turn(first)

    # -- a step ----------------------------------------------------------------------------------

    def _step(self, action: Action) -> list[str]:
        """The commands of one action and of what the rules make of it."""
        told = self._told(action)
        self._apply(action)
        changes = self._shown.bring(self._board)
        if isinstance(action, Position) and action.whole:
            return [chat_command(POSITION_LINE), *changes]
        if isinstance(action, (Position, BeginPhase, Roll, Chat, Unknown)):
            # What stands before them tells nothing of pieces.
            return [*told, *_upkeep(changes)]
        return [*told, *changes]

    def _apply(self, action: Action) -> None:
        """Have the board come to what it comes to in an audit.

        Raises:
            LineError: a whole position that has a piece which is not of the game: the file would
                hold another.
        """
        unread: list[str] = []
        if not isinstance(action, Unknown):
            deque(judge(self._board, action, 0, unread), maxlen=0)
        if unread and isinstance(action, Position) and action.whole:
            raise LineError(unread[0].removeprefix(f"{action.origin}: "))

    def _told(self, action: Action) -> list[str]:
        """The commands that tell the action, a line first where nothing else tells all of it."""
        match action:
            case Position():
                return []
            case BeginPhase():
                state = self._tracker(action)
                if state is None or state == self._turn:
                    return [self._line(action)]
                self._turn = state
                plain = action.side is None and action.first_player is None
                return [*([] if plain else [self._line(action)]), *self._turned(action, state)]
            case Roll():
                dice = self._dice(action)
                if dice is None:
                    return [self._line(action, verbatim=True)]
                plain = action.side is None and not action.purpose
                if plain:
                    return dice
                line = self._line(action)
                whole = line.startswith(chat_command(VERBATIM_START))
                told_alone = whole and not could_show(self.files.data, action)
                return [line] if told_alone else [line, *dice]
            case Chat():
                said = self._said(action)
                if said is None:
                    return [self._line(action, verbatim=True)]
                return [said] if action.side is None else self._whose(action, said)
            case Unknown() if self._is_unknown(action.text):
                return [action.text]
        return [self._line(action)]

    def _line(self, action: Action, *, verbatim: bool = False) -> str:
        data, item = self.files.data, self._shown.item
        text = line_text(action, data, item, verbatim=verbatim)
        if text.endswith(UNKEPT):
            text = line_text(action, data, item, verbatim=True)
        return chat_command(text)

    def _whose(self, action: Chat, said: str) -> list[str]:
        """What was said and a line before it of whose it is, or one that tells all of it."""
        line = self._line(action)
        return [line] if line.startswith(chat_command(VERBATIM_START)) else [line, said]

    # -- the turn tracker ------------------------------------------------------------------------

    def _tracker(self, action: BeginPhase) -> str | None:
        """The state of the tracker at a phase; None if it has no such phase or turn."""
        try:
            place = self._track.phase_ids.index(action.phase)
            return self._track.state(self._board.scenario, action.turn, place)
        except ValueError:
            return None

    def _set_turn(self, action: BeginPhase) -> bool:
        """Have the file begin in a phase, if the tracker has it."""
        state = self._tracker(action)
        if state is None:
            return False
        self._turn = state
        self._save.set_turn(TURN_TRACKER, state)
        return True

    def _turned(self, action: BeginPhase, state: str) -> list[str]:
        """The commands by which the tracker goes on."""
        shown = self._track.read(state, self._board.scenario)
        name = self._track.phase_names[self._track.phase_ids.index(action.phase)]
        return [
            turn_command(TURN_TRACKER, state),
            chat_command(f"* {shown.label}: {name}"),
        ]

    # -- dice and talk ---------------------------------------------------------------------------

    def _dice(self, action: Roll) -> list[str] | None:
        """The commands of a dice button; None if they would be read as another roll."""
        dice = self.files.data.dice
        name = dice[action.dice].name if action.dice in dice else action.dice
        result = ",".join(map(str, action.result))
        old, total = self._results.get(name, ("1", "0"))
        try:
            made = [
                chat_command(f"*** {name} = {result} *** &lt;{self._speaker(action.side)}&gt;"),
                property_change_command(f"{name}_result", old, result),
                property_change_command(f"{name}_total", total, str(action.total)),
            ]
        except EncodingError:
            return None
        if any(ESCAPE in text for text in made):
            return None
        found = rolls([read for read in map(self._commands.read, made) if isinstance(read, _SAID)])
        read = [next((n for n, d in dice.items() if d.name == r.button), r.button) for r in found]
        if read != [action.dice] or found[0].values != action.result:
            return None
        self._results[name] = result, str(action.total)
        return made

    def _said(self, action: Chat) -> str | None:
        """The command of what a player wrote; None if it would be read otherwise."""
        for text in (action.text, html.escape(action.text, quote=False)):
            said = f"&lt;{self._speaker(action.side)}&gt; - {text}"
            read = read_line(said)
            kept = ESCAPE not in text and not text.endswith(UNKEPT)
            if read.kind == TYPED and read.text == action.text and kept:
                return chat_command(said) if _is_talk(action.text) else None
        return None

    def _speaker(self, side: str | None) -> str:
        """The player of a side, as a chat line has the name."""
        if side is None:
            return SPEAKER
        known = self.files.data.sides.get(side)
        name = self.source.header.players.get(side) or (known.name if known else SPEAKER)
        return html.escape(" ".join(name.split()), quote=False)

    def _is_unknown(self, text: str) -> bool:
        """Whether a text can stand in a log as the command that nobody knew."""
        if not text or text == "null" or ESCAPE in text or text.startswith(("UNDO", "LOG")):
            return False
        if text.endswith(UNKEPT):
            return False
        read = self._commands.read(text)
        return isinstance(read, UnknownCommand) and read.text == text and text[:1] != "'"


def _upkeep(changes: list[str]) -> list[str]:
    """What the rules made of an action that the step tells otherwise than by a line."""
    return [chat_command(UPKEEP_LINE), *changes] if changes else []


def _is_talk(text: str) -> bool:
    """Whether a text is no line of the grammar."""
    try:
        return parse_line(text) is None
    except DeclarationError:
        return False
