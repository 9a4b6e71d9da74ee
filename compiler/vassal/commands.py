"""The declarations of pieces: the traits that write lines of the grammar at a key press.

All commands of a piece share one property, which takes the whole line, and one report, which writes
it: a piece with thirty declarations has hardly more traits than one with two. A command that asks
something asks first; an answer left empty writes nothing. Buttons are made in `toolbar`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from compiler.declarations import (
    REFERENCE_PROPERTY,
    ROLE_OF_COMMAND,
    choice_field,
    line_template,
    typed_field,
)
from compiler.gamedata.model import Counter, GameData
from compiler.gamedata.schema import DeclarationCommand, Question
from compiler.vassal import traits
from compiler.vassal.encoding import Trait
from compiler.vassal.expressions import literal
from compiler.vassal.keyplan import KeyPlan, command_kinds
from compiler.vassal.names import property_name
from compiler.vassal.traits import Change, MenuCommand

PLACE = "LocationName"
"""The property that names the place of a piece."""

SEEN_REFERENCE = "SeenRef"
"""The property that refers to a piece as the player sees it: not to what a hidden piece is."""

DECLARE_MENU = "Declare"
TARGET, OWN = "target", "own"
"""Commands that anyone may press, and those of the owner alone."""

_FEW = 3
"""So many commands need no menu of their own."""


@dataclass(frozen=True, slots=True)
class PieceCommand:
    """One command of a declaration with its place in the data."""

    verb: str
    number: int
    command: DeclarationCommand

    @property
    def menu(self) -> str:
        """The entry of the menu."""
        return literal(self.command.label)

    def name(self, step: str = "") -> str:
        """The named key command of this command, or of one of its steps."""
        return command_key(self.verb, self.number, step)

    def line(self, answer: str) -> str:
        """The line, with VASSAL's placeholders in it; `answer` is the one for the answer."""
        ask, role = self.command.ask, self.command.role
        return line_template(
            self.verb,
            (
                ROLE_OF_COMMAND[role],
                SEEN_REFERENCE if role == "target" else REFERENCE_PROPERTY,
                PLACE,
            ),
            self.command.values,
            answer_field(ask, answer) if ask is not None else "",
        )


def command_key(verb: str, number: int, step: str = "") -> str:
    """The named key command of a declaration's command, or of one of its steps."""
    return f"hexmarshal-{verb}-{number}{f'-{step}' if step else ''}"


def answer_property(verb: str, number: int) -> str:
    """The property of the game that holds the answer to a button's question."""
    return property_name(f"declared_{verb}_{number}")


def answer_field(question: Question, placeholder: str) -> str:
    """The end of the line, where the answer stands."""
    field = choice_field if question.choices else typed_field
    return field(question.field, placeholder)


def question_change(question: Question) -> Change:
    """How VASSAL asks a question."""
    if question.choices:
        return Change.choose(question.prompt, question.choices)
    return Change.ask(question.prompt)


def commands_of(data: GameData, counter: Counter, group: str) -> tuple[PieceCommand, ...]:
    """The commands that the pieces of a counter's kind have, `TARGET` or `OWN` ones."""
    return tuple(
        PieceCommand(verb, n, command)
        for verb, declaration in data.declarations.items()
        for n, command in enumerate(declaration.commands)
        if command.who == "piece"
        and (command.role == "target") == (group == TARGET)
        and (command.kinds or not counter.is_marker)
        and counter.kind in (command_kinds(data, command) or ())
    )


def command_traits(
    commands: Sequence[PieceCommand], keys: KeyPlan, group: str
) -> tuple[Trait, ...]:
    """The traits of several commands of one piece, outermost first; none for no commands."""
    return tuple(_CommandTraits(commands, keys, group)) if commands else ()


class _CommandTraits:
    """The traits of one group of commands; the group is part of their names."""

    def __init__(self, commands: Sequence[PieceCommand], keys: KeyPlan, group: str) -> None:
        self.commands = commands
        self.keys = keys
        self.line_property = f"declared_{group}"
        self.answer_property = f"answered_{group}"
        self.asking = [each for each in commands if each.command.ask is not None]
        self.group = group

    def __iter__(self) -> Iterator[Trait]:
        if len(self.commands) > _FEW:
            yield traits.sub_menu(DECLARE_MENU, [each.menu for each in self.commands])
        for each in self.asking:
            steps = [self._reset, each.name("ask"), each.name("say")]
            yield traits.trigger(self._pressed(each), steps, name=each.name())
        if self.asking:
            yield traits.restrict_commands(
                f"unanswered {self.group}",
                f'{{{self.answer_property}==""}}',
                [each.name("say") for each in self.asking],
            )
        yield from self._rolls()
        yield traits.report(
            [self._said(each) for each in self.commands], f"${self.line_property}$", always=True
        )
        yield traits.dynamic_property(
            self.line_property,
            "",
            [
                (self._said(each), Change.to(each.line(f"${self.answer_property}$")))
                for each in self.commands
            ],
        )
        if self.asking:
            yield traits.dynamic_property(self.answer_property, "", list(self._questions()))
        if self.group == TARGET:
            # VASSAL hides what a hidden piece is in its name alone, not in its properties.
            yield traits.calculated_property(
                SEEN_REFERENCE, f'{{Obscured==true?"[]":{REFERENCE_PROPERTY}}}'
            )

    @property
    def _reset(self) -> str:
        return f"hexmarshal-{self.group}-reset"

    def _pressed(self, each: PieceCommand) -> MenuCommand:
        """What the player presses."""
        key = self.keys.commands.get((each.verb, each.number), each.name())
        return MenuCommand(each.menu, key)

    def _said(self, each: PieceCommand) -> MenuCommand:
        """What puts the line together: the player's key, or a named one after the answer."""
        if each.command.ask is None:
            return self._pressed(each)
        return MenuCommand("", each.name("say"))

    def _questions(self) -> Iterator[tuple[MenuCommand, Change]]:
        yield MenuCommand("", self._reset), Change.to("")
        for each in self.asking:
            if each.command.ask is not None:
                yield MenuCommand("", each.name("ask")), question_change(each.command.ask)

    def _rolls(self) -> Iterator[Trait]:
        """For each kind of dice, what rolls them once the line is written."""
        by_dice: dict[str, list[MenuCommand]] = {}
        for each in self.commands:
            if each.command.rolls in self.keys.dice:
                by_dice.setdefault(each.command.rolls, []).append(self._said(each))
        for dice, said in by_dice.items():
            roll = f"hexmarshal-{self.group}-roll-{dice}"
            yield traits.trigger(MenuCommand(), [roll], name=roll, watches=said)
            yield traits.global_hotkey(MenuCommand("", roll), self.keys.dice[dice])
