"""Keys: how authors write them, how VASSAL stores them, and who has which.

`Ctrl+Shift+A` is stored as `65,195`. Which command a key is for is decided elsewhere; a `KeyTable`
tells if two commands of one piece, or a piece and a button, answer to the same key.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from compiler.vassal.encoding import ALT, CONTROL, META, SHIFT, EncodingError

_MODIFIERS = {"Ctrl": CONTROL, "Alt": ALT, "Shift": SHIFT, "Meta": META}
_NAMED_CODES = {
    "Space": 32, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36, "Left": 37, "Up": 38,
    "Right": 39, "Down": 40, "Delete": 127, "Backspace": 8, "Enter": 10, "Escape": 27,
    "-": 45, "=": 61, "[": 91, "]": 93, ",": 44, ".": 46, ";": 59,
}  # fmt: skip
_CODES = {
    **_NAMED_CODES,
    **{f"F{n}": 111 + n for n in range(1, 13)},
    **{letter: ord(letter) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"},
}
_NAMES = {code: name for name, code in _CODES.items()}
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

ENGINE_KEYS = {
    "Alt+W": "begin a logfile",
    "Alt+Shift+W": "end a logfile",
    "Alt+S": "show or hide the server window",
    "Ctrl+Space": "show the stack viewer",
    "Alt+F": "File menu",
    "Alt+E": "Edit menu",
    "Alt+T": "Tools menu",
    "Alt+H": "Help menu",
    "Alt+F4": "close the window",
    "F10": "menu bar",
    "Up": "top of the stack",
    "Down": "bottom of the stack",
    "Left": "next lower piece of the stack",
    "Right": "next higher piece of the stack",
}
"""Keys that VASSAL or the desktop has taken."""


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """A key with its modifiers, as Java numbers them.

    >>> Key.parse("Ctrl+Shift+A").encode(), str(Key(65, 195))
    ('65,195', 'Ctrl+Shift+A')
    """

    code: int
    modifiers: int = 0

    @classmethod
    def parse(cls, text: str) -> Key:
        """Read a key as an author writes it.

        Raises:
            EncodingError: there is no such key.
        """
        *names, name = text.split("+") if text != "+" else [text]
        code = _CODES.get(name.upper() if len(name) == 1 else name)
        known = all(modifier in _MODIFIERS for modifier in names)
        if code is None or not known or len(set(names)) != len(names):
            raise EncodingError(
                f"{text!r} is no key: expected a letter, digit or F1 to F12, with Ctrl, Alt or"
                " Shift before it, such as Ctrl+Shift+A"
            )
        return cls(code, sum(_MODIFIERS[modifier] for modifier in names))

    def encode(self) -> str:
        """The text that VASSAL stores."""
        return f"{self.code},{self.modifiers}"

    def __str__(self) -> str:
        names = [name for name, bits in _MODIFIERS.items() if self.modifiers & bits == bits]
        return "+".join([*names, _NAMES.get(self.code, str(self.code))])


TOOLBAR: frozenset[str] | None = None
"""The scope of a key that works wherever one is."""


@dataclass(frozen=True, slots=True)
class KeyUse:
    """A key, what it does, and for which pieces.

    `kinds` are the kinds of counter that answer to it, None for a button or the engine itself.
    """

    key: Key
    what: str
    kinds: frozenset[str] | None
    chosen: bool = False
    """True for a key that was picked because its author named none."""

    def meets(self, other: KeyUse) -> bool:
        """Whether one press could mean both."""
        if self.key != other.key:
            return False
        return self.kinds is None or other.kinds is None or bool(self.kinds & other.kinds)


@dataclass
class KeyTable:
    """All keys of a module."""

    uses: list[KeyUse] = field(default_factory=list)
    _taken: dict[Key, list[KeyUse]] = field(default_factory=dict)

    @classmethod
    def with_engine_keys(cls) -> KeyTable:
        """A table with the keys that no module may use."""
        table = cls()
        for text, what in ENGINE_KEYS.items():
            table.take(Key.parse(text), what, TOOLBAR)
        return table

    def take(
        self, key: Key, what: str, kinds: Collection[str] | None, *, chosen: bool = False
    ) -> Key:
        """Note that a key is used; whether it collides is told by `collisions`."""
        use = KeyUse(key, what, None if kinds is None else frozenset(kinds), chosen)
        self.uses.append(use)
        self._taken.setdefault(key, []).append(use)
        return key

    def choose(
        self, name: str, what: str, kinds: Collection[str] | None, modifiers: int
    ) -> Key | None:
        """Take a free key: the first letter of the name that is one, else any letter or digit.

        None if there is none left with these modifiers.
        """
        wish = [c for c in name.upper() if c in _LETTERS]
        for letter in dict.fromkeys([*wish, *_LETTERS]):
            key = Key(ord(letter), modifiers)
            use = KeyUse(key, what, None if kinds is None else frozenset(kinds))
            if not any(use.meets(other) for other in self._taken.get(key, ())):
                return self.take(key, what, kinds, chosen=True)
        return None

    def collisions(self) -> Iterator[tuple[KeyUse, KeyUse]]:
        """Every two uses of one key that one press could mean."""
        for uses in self._taken.values():
            for n, use in enumerate(uses):
                for other in uses[n + 1 :]:
                    if use.meets(other):
                        yield use, other
