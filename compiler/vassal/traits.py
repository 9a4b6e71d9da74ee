"""Traits: one function for each kind of trait that the module writer gives to pieces.

Each returns the trait's definition and its first state. Fields that the writer never varies have
their plain value here. What pieces get which traits is decided in `prototypes` and `pieces`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from compiler.vassal.encoding import Scalar, Trait, encode_sequence, named_keystroke
from compiler.vassal.keys import Key


@dataclass(frozen=True, slots=True)
class MenuCommand:
    """An entry of a piece's menu and the key for it; either may be missing.

    `key` is a key or the name of a named key command, which no keyboard has.
    """

    text: str = ""
    key: Key | str | None = None

    @property
    def keystroke(self) -> str:
        """The key as VASSAL stores it, empty for none."""
        if self.key is None or self.key == "":
            return ""
        return named_keystroke(self.key) if isinstance(self.key, str) else self.key.encode()


NO_COMMAND = MenuCommand()


def _trait(kind: str, fields: Sequence[Scalar], state: str = "") -> Trait:
    return Trait(f"{kind};{encode_sequence(fields, ';')}", state)


def basic_piece(image: str, name: str, state: str) -> Trait:
    """The innermost part of every piece: image, name, place and number."""
    return _trait("piece", ("", "", image, name), state)


def marker(properties: Mapping[str, str]) -> Trait:
    r"""Properties with a fixed value.

    >>> marker({"Side": "Red", "Note": "a,b"})
    Trait(type='mark;Side,Note', state='Red,a\\,b')
    """
    names = encode_sequence(properties, ",")
    return Trait(f"mark;{names}", encode_sequence(properties.values(), ","))


def prototype(name: str) -> Trait:
    """Stands for the traits of a prototype."""
    return _trait("prototype", (name,))


@dataclass(frozen=True, slots=True)
class LayerCommands:
    """The commands of a layer: on and off, next level, level before, back to the first."""

    activate: MenuCommand = NO_COMMAND
    increase: MenuCommand = NO_COMMAND
    decrease: MenuCommand = NO_COMMAND
    reset: MenuCommand = NO_COMMAND


def layer(
    name: str,
    images: Sequence[str],
    commands: LayerCommands = LayerCommands(),
    *,
    always_active: bool = True,
    offset: tuple[int, int] = (0, 0),
    first: int = 1,
    loop: bool = True,
) -> Trait:
    """A picture that changes with its level; it leaves the piece's name alone.

    Args:
        name: its property is called `<name>_Level`.
        images: one for each level; an empty name shows nothing.
        commands: its keys.
        always_active: False for a layer that is switched on and off.
        offset: pixels from the piece's centre.
        first: the level it has at first and after a reset, from 1.
        loop: whether the first level follows the last.
    """
    fields: list[Scalar] = [
        commands.activate.text,
        128,
        "A",
        commands.increase.text,
        128,
        "",
        commands.decrease.text,
        128,
        "",
        commands.reset.text,
        commands.reset.keystroke,
        str(first),
        False,
        *offset,
        encode_sequence(images, ","),
        encode_sequence([""] * len(images), ","),
        loop,
        name,
        "",
        "",
        False,
        "",
        1,
        1,
        always_active,
        commands.activate.keystroke,
        commands.increase.keystroke,
        commands.decrease.keystroke,
        "",
        "1.0",
        "",
        "true",
    ]
    return _trait("emb2", fields, str(first if always_active else -first))


@dataclass(frozen=True, slots=True)
class Change:
    """What a command of a dynamic property does: VASSAL's letter and its arguments."""

    letter: str
    arguments: tuple[str, ...] = ()

    @classmethod
    def to(cls, value: str) -> Change:
        """Set a value; it may be an expression in braces."""
        return cls("P", (value,))

    @classmethod
    def by(cls, amount: int) -> Change:
        """Add a number."""
        return cls("I", (str(amount),))

    @classmethod
    def ask(cls, prompt: str) -> Change:
        """Ask the player for a value."""
        return cls("R", (prompt,))

    @classmethod
    def choose(cls, prompt: str, choices: Sequence[str]) -> Change:
        """Let the player pick one of several values."""
        return cls("E", (prompt, encode_sequence(choices, ",")))

    def encode(self) -> str:
        """The text of the change."""
        return encode_sequence((self.letter, *self.arguments), ",")


def dynamic_property(
    name: str,
    value: str,
    commands: Sequence[tuple[MenuCommand, Change]],
    *,
    bounds: tuple[int, int] | None = None,
) -> Trait:
    """A property that keys change; `bounds` are the least and greatest value of a number."""
    low, high = bounds or (0, 100)
    constraints = encode_sequence((bounds is not None, low, high, False), ",")
    entries = [
        encode_sequence((command.text, command.keystroke, change.encode()), ":")
        for command, change in commands
    ]
    return _trait("PROP", (name, constraints, encode_sequence(entries, ","), ""), value)


def calculated_property(name: str, expression: str) -> Trait:
    """A property worked out from others; the expression has its braces."""
    return _trait("calcProp", (name, expression, ""))


@dataclass(frozen=True, slots=True)
class LabelStyle:
    """How a text label looks and where it stands on the piece.

    `vertical` is t, c or b, `horizontal` l, c or r, offsets are pixels towards the outside.
    """

    font_size: int = 12
    ground: str = "255,255,200"
    ink: str = "0,0,0"
    vertical: str = "t"
    horizontal: str = "c"
    vertical_offset: int = 0
    horizontal_offset: int = 0


def text_label(text: str, style: LabelStyle, name: str) -> Trait:
    """A text on the piece; it may hold `$properties$` and shows nothing when it is empty."""
    fields: list[Scalar] = [
        "",
        "",
        style.font_size,
        style.ground,
        style.ink,
        style.vertical,
        style.vertical_offset,
        style.horizontal,
        style.horizontal_offset,
        style.vertical,
        style.horizontal,
        "$pieceName$",
        "Dialog",
        1,
        0,
        name,
        "",
        False,
    ]
    return _trait("label", fields, text)


def report(commands: Sequence[MenuCommand], text: str, *, always: bool = False) -> Trait:
    """Writes a line of chat when a key was pressed, after what stands inside has changed.

    `always` also where a command to many pieces asks for one report alone.
    """
    keys = encode_sequence([command.keystroke for command in commands], ",")
    return _trait("report", (keys, text, "", "", "", always), "-1")


def trigger(
    command: MenuCommand,
    actions: Sequence[str],
    *,
    name: str,
    condition: str = "",
    watches: Sequence[MenuCommand] = (),
) -> Trait:
    """Sends itself named key commands one after another, on its own key or on one it watches."""
    fields: list[Scalar] = [
        name,
        command.text,
        command.keystroke,
        condition,
        encode_sequence([watched.keystroke for watched in watches], ","),
        encode_sequence([named_keystroke(key) for key in actions], ","),
        False,
        "",
        "",
        "counted",
        "",
        "",
        "1",
        False,
        "",
        "1",
        "1",
    ]
    return _trait("macro", fields)


def restrict_commands(name: str, condition: str, keys: Sequence[str]) -> Trait:
    """Keeps named key commands from what stands inside while the condition holds."""
    stopped = encode_sequence([named_keystroke(key) for key in keys], ",")
    return _trait("hideCmd", (name, "Hide", condition, stopped))


def global_hotkey(command: MenuCommand, hotkey: Key) -> Trait:
    """Presses a key of the toolbar."""
    return _trait("globalhotkey", (command.text, command.keystroke, hotkey.encode(), ""))


def restricted_to(sides: Sequence[str]) -> Trait:
    """Only players of these sides may move the piece or command what stands inside this trait."""
    return _trait("restrict", (encode_sequence(sides, ","), False, True, ""))


def mask(command: MenuCommand, image: str, name: str) -> Trait:
    """The owner can hide what the piece is; others then see the image and the name."""
    fields = (command.keystroke, image, command.text, "I", name, "side:", "Peek", "", False, "", "")
    return _trait("obs", fields, "null;")


def invisible(command: MenuCommand) -> Trait:
    """The owner can make the piece invisible to others."""
    return _trait("hide", (command.keystroke, command.text, "", "side:", 0.5, "", False), "null")


def movement_trail(command: MenuCommand, clear: MenuCommand) -> Trait:
    """Keeps and shows the points where the piece has been; they are also in every log."""
    fields: list[Scalar] = [
        command.keystroke,
        command.text,
        False,
        False,
        5,
        "255,255,255",
        "0,0,0",
        80,
        50,
        20,
        30,
        2.0,
        "",
        "",
        clear.keystroke,
        "",
        False,
    ]
    return _trait("footprint", fields, "false;;0")


def mark_moved(command: MenuCommand, icon: str, offset: tuple[int, int]) -> Trait:
    """Marks the piece when it moves."""
    fields = (icon, *offset, command.text, command.keystroke, "", False, "", "", "", "")
    return _trait("markmoved", fields, "false")


def send_to(command: MenuCommand, map_name: str, board: str, x: int, y: int) -> Trait:
    """Sends the piece to a point of another map's board."""
    fields: list[Scalar] = [
        command.text,
        command.keystroke,
        map_name,
        board,
        x,
        y,
        "",
        "",
        0,
        0,
        0,
        0,
        "",
        "L",
        "",
        "",
        "",
        "",
    ]
    return _trait("sendto", fields, ";;")


def sub_menu(title: str, entries: Sequence[str]) -> Trait:
    """Gathers entries of the menu under one."""
    return _trait("submenu", (title, encode_sequence(entries, ","), ""))


def delete(command: MenuCommand) -> Trait:
    """Takes the piece out of the game."""
    return _trait("delete", (command.text, command.keystroke, ""))


def clone(command: MenuCommand) -> Trait:
    """Makes another piece of the same kind."""
    return _trait("clone", (command.text, command.keystroke, ""))


def rotate(facings: int, clockwise: MenuCommand, back: MenuCommand, name: str) -> Trait:
    """Turns the piece by steps of a full turn over `facings`."""
    fields: list[Scalar] = [
        facings,
        clockwise.keystroke,
        back.keystroke,
        clockwise.text,
        back.text,
        "",
        "",
        name,
        "",
    ]
    return _trait("rotate", fields, "0")
