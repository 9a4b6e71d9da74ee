"""The values of states in a module: which a layer holds as levels, which a property as a number.

Both the traits that show a state and the reader of pieces rest on it.
"""

from __future__ import annotations

from compiler.gamedata.model import Value
from compiler.gamedata.schema import State
from compiler.vassal.encoding import EncodingError
from compiler.vassal.states import read_integer

MOST_LEVELS = 24
"""A level with more values than these is a number, not a layer with a picture for each."""


def has_layer(state: State) -> bool:
    """Whether a layer holds the state; else a dynamic property does."""
    return state.type != "level" or state.maximum - state.minimum < MOST_LEVELS


def layer_values(state: State) -> tuple[str, ...]:
    """The values of a state's layer, one for each of its levels; of a flag, that it is on.

    A choice that is none at first has an empty value before all others.
    """
    if state.type == "flag":
        return ("on",)
    if state.type == "choice":
        return state.choices if state.default in state.choices else ("", *state.choices)
    return tuple(str(n) for n in range(state.minimum, state.maximum + 1))


def first_value(state: State) -> str:
    """The value that a piece has at first, as its layer or property has it."""
    if state.type == "flag":
        return ""
    if state.type == "choice":
        return str(state.default) if state.default in state.choices else ""
    if isinstance(state.default, int) and not isinstance(state.default, bool):
        return str(min(max(state.default, state.minimum), state.maximum))
    return str(min(max(0, state.minimum), state.maximum))


def state_text(name: str, state: State, value: Value) -> str:
    """The state text of the trait that holds a state.

    A choice that is None, or empty, is as at first if that is none of its choices.

    Raises:
        EncodingError: the state cannot have this value.
    """
    if state.type == "flag":
        return "1" if value else "-1"
    values = layer_values(state) if state.type == "choice" else None
    if value is None and values is not None:
        value = ""
    known = (
        str(value) in values
        if values is not None
        else isinstance(value, int)
        and not isinstance(value, bool)
        and state.minimum <= value <= state.maximum
    )
    if not known:
        expected = ", ".join(state.choices) if values else f"{state.minimum} to {state.maximum}"
        raise EncodingError(f"state {name} cannot be {value!r}: expected {expected}")
    if not has_layer(state):
        return str(value)
    return str(layer_values(state).index(str(value)) + 1)


def state_value(state: State, text: str) -> Value:
    """The value of a state, from the state text of the trait that holds it.

    A choice of which none is made is None.

    Raises:
        EncodingError: it is no number.
    """
    number = read_integer(text or "-1") if text or has_layer(state) else int(first_value(state))
    if state.type == "flag":
        return number > 0
    if not has_layer(state):
        return number
    values = layer_values(state)
    value = values[min(max(number, 1), len(values)) - 1]
    return (value or None) if state.type == "choice" else int(value)
