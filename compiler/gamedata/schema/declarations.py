"""`declarations.toml`: what players announce, and the commands that write it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import (
    Field,
    model_validator,
)

from compiler.gamedata.schema.common import Identifier, Strict

DeclaredText = Annotated[str, Field(pattern=r"^[^|,\[\]$%{}<>&\\\x00-\x1f\x7f]*$")]
"""A text that stands in a declaration as it is: without the signs that the grammar uses."""


class Question(Strict):
    """What a command asks the player: one of `choices`, a number, or a text if neither is given."""

    field: Identifier
    """The name under which the answer is written."""
    prompt: str
    choices: tuple[DeclaredText, ...] = ()
    number: bool = False


class DeclarationCommand(Strict):
    """One key press that writes one line of a declaration.

    A `piece` command is in the menu of every piece of the `kinds` and answers to the key for all
    selected pieces; a `toolbar` command is a button. With several commands of one declaration, the
    lines they write one after another are read as one: who attacks, with which support, what.
    """

    label: str
    """The menu entry or button text: `Attack with this unit`."""
    who: Literal["piece", "toolbar"] = "piece"
    role: Literal["actor", "support", "target"] = "actor"
    """What the piece is to the declaration; a target may be anyone's piece."""
    key: str = ""
    """`Ctrl+A`, `Ctrl+Shift+A`, `Alt+3`, `F7`; empty: one is chosen while there are any left."""
    kinds: tuple[Identifier, ...] = ()
    """Kinds of counter, markers included, that have the command; empty: all units."""
    values: dict[Identifier, DeclaredText] = Field(default={})
    """Fields that are written as they stand."""
    ask: Question | None = None
    rolls: str = ""
    """Id of the dice that are rolled at once."""

    @model_validator(mode="after")
    def _can_be_made(self) -> DeclarationCommand:
        if self.who == "toolbar" and (self.kinds or self.role != "actor"):
            raise ValueError("a toolbar command has neither kinds nor a role")
        asks_text = self.ask is not None and not self.ask.choices
        if self.who == "toolbar" and self.rolls and asks_text:
            raise ValueError("a toolbar command that rolls may ask for a choice, not for a text")
        return self


class DeclarationVerb(Strict):
    """Something that players announce: an attack, a check, a loss taken, an option chosen."""

    name: str
    rule: str = ""
    description: str = ""
    """How it is declared, in a sentence for the players' help page."""
    secret: str = ""
    """For what may be written down in secret: an example of the line that a note has for it."""
    commands: tuple[DeclarationCommand, ...] = ()
    """What writes it in the open; none for what is only ever written down in secret."""


class DeclarationsFile(Strict):
    """`declarations.toml`: verbs (as logs and the sequence of play name them) to commands."""

    declarations: dict[Identifier, DeclarationVerb] = Field(default={})
