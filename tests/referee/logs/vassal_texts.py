"""Small games in VASSAL's encoding, for the tests of its reader."""

from __future__ import annotations

from pathlib import Path

from compiler.vassal.container import SavedGame, pack_archive
from compiler.vassal.encoding import ESCAPE, encode_sequence
from compiler.vassal.obfuscation import SavedGameForm, encode_saved_game
from referee.logs.vassal.commands import Command
from referee.logs.vassal.parse import CommandReader
from referee.logs.vassal.position import Position
from referee.logs.vassal.privacy import PlayerTokens
from referee.logs.vassal.replay import VassalLog


def tree(*tokens: str) -> str:
    """A tree of commands with these top-level tokens."""
    return encode_sequence(tokens, ESCAPE)


def group(*tokens: str) -> str:
    """A token that holds these ones."""
    return encode_sequence(tokens, ESCAPE)


def step(*commands: str) -> str:
    """The token of a step of a log."""
    return encode_sequence([f"LOG\t{command}" for command in commands], ESCAPE)


def log_of(*tokens: str) -> VassalLog:
    """A log with these top-level tokens between and after the frame of a save."""
    return VassalLog(SavedGame("test.vlog", tree(*tokens), SavedGameForm.PLAIN))


def log_file(path: Path, text: str) -> Path:
    """Write a log with this text."""
    path.write_bytes(pack_archive([("savedGame", encode_saved_game(text))]))
    return path


def read(text: str) -> Command:
    """Read one command."""
    return CommandReader(PlayerTokens()).read(text)


def piece(piece_id: str, x: int, y: int, board: str = "Board", outer: str = "") -> str:
    """The command that adds a simple piece."""
    if outer:
        return f"+/{piece_id}/{outer}\tpiece;;;a.png;{piece_id}/\t{board};{x};{y};7;0"
    return f"+/{piece_id}/piece;;;a.png;{piece_id}/{board};{x};{y};7;0"


def stack(stack_id: str, x: int, y: int, *members: str, board: str = "Board") -> str:
    """The command that adds a stack."""
    return f"+/{stack_id}/stack/{board};{x};{y};{';'.join((*members, '@@-1'))}"


def move(piece_id: str, x: int, y: int, under: str = "null", board: str = "Board") -> str:
    """The command that moves a piece."""
    return f"M/{piece_id}/{board}/{x}/{y}/{under}/Board/0/0/null/"


def position_after(*commands: str) -> Position:
    """The position after these commands."""
    position = Position()
    reader = CommandReader(PlayerTokens())
    for command in commands:
        position.apply(reader.read(command))
    return position


def members(position: Position, stack_id: str) -> list[str]:
    """Ids of the pieces in a stack, bottom first."""
    return [member.piece_id for member in position[stack_id].members]
