"""The traits of states: a badge that is switched on, a level, a choice of several.

A layer shows and keeps a state, so that each costs a piece one trait; a level with more values than
a layer should have pictures is a number in a label. One report tells of all states together;
`piece_state` finds the values again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from compiler.gamedata.model import GameData
from compiler.gamedata.schema import State
from compiler.vassal import traits
from compiler.vassal.encoding import Trait
from compiler.vassal.expressions import literal, text_value
from compiler.vassal.images import badge_image
from compiler.vassal.keyplan import StateKeys
from compiler.vassal.names import FACE_LAYER, property_name
from compiler.vassal.pictures import badge_height
from compiler.vassal.state_values import first_value, has_layer, layer_values
from compiler.vassal.traits import Change, LabelStyle, LayerCommands, MenuCommand

SUMMARY = "States"
"""The property that names all states of a piece which are not as at first."""

STATES_MENU = "State"

_CORNERS = (
    ("t", "l"), ("t", "r"), ("b", "l"), ("b", "r"), ("c", "l"), ("c", "r"), ("t", "c"), ("b", "c"),
)  # fmt: skip
"""Where the badges of states stand, one state after another."""


def state_traits(data: GameData, name: str, keys: StateKeys) -> tuple[Trait, ...]:
    """The traits of one state, outermost first."""
    state = data.states[name]
    if not has_layer(state):
        return _number(data, name, state, keys)
    values = layer_values(state)
    start = first_value(state)
    raised, lowered = _up(name, state, keys), _down(name, state, keys)
    commands = (
        LayerCommands(activate=raised)
        if state.type == "flag"
        else LayerCommands(increase=raised, decrease=lowered, reset=_clear(name))
    )
    shown = [
        badge_image(name, value) if state.type == "flag" or value != start else ""
        for value in values
    ]
    return (
        traits.layer(
            property_name(name),
            shown,
            commands,
            always_active=state.type != "flag",
            offset=_place(data, name)[2],
            first=1 if state.type == "flag" else values.index(start) + 1,
            loop=state.type == "choice",
        ),
    )


def _number(data: GameData, name: str, state: State, keys: StateKeys) -> tuple[Trait, ...]:
    """A level as a number: a property, and a label that shows it."""
    written, title, start = property_name(name), literal(state.name), str(first_value(state))
    vertical, horizontal, _ = _place(data, name)
    style = LabelStyle(
        font_size=max(9, data.game.layout.pixels // 6), vertical=vertical, horizontal=horizontal
    )
    text = f"{{{written}=={start}?{text_value('')}:{text_value(state.name[:1])}+{written}}}"
    return (
        traits.text_label(text, style, f"{written}_Label"),
        traits.dynamic_property(
            written,
            start,
            [
                (_up(name, state, keys), Change.by(1)),
                (_down(name, state, keys), Change.by(-1)),
                (_set(name, state), Change.ask(title)),
                (_clear(name), Change.to(start)),
            ],
            bounds=(state.minimum, state.maximum),
        ),
    )


def summary_traits(
    data: GameData,
    states: Sequence[str],
    keys: Mapping[str, StateKeys],
    flip: MenuCommand,
) -> tuple[Trait, ...]:
    """What reports and names all states of a piece, and the face that is up.

    Args:
        data: the game.
        states: ids of the states that the piece has.
        keys: keys of the states.
        flip: the command that turns the piece over.
    """
    watched = [flip]
    parts = [
        f'({FACE_LAYER}_Level=={n}?{text_value(f", {literal(face)}")}:"")'
        for n, face in enumerate(data.game.faces, 1)
        if n > 1
    ]
    for name in states:
        state = data.states[name]
        watched += [_up(name, state, keys[name])]
        if state.type != "flag":
            watched += [_down(name, state, keys[name])]
        if not has_layer(state):
            watched += [_set(name, state)]
        parts.append(_told(name, state))
    made = [
        traits.report(watched, f"$newPieceName$ ($location$)${SUMMARY}$"),
        traits.calculated_property(SUMMARY, f"{{{'+'.join(parts) or text_value('')}}}"),
    ]
    entries = [command.text for command in watched[1:]]
    return (*([traits.sub_menu(STATES_MENU, entries)] if entries else []), *made)


def _told(name: str, state: State) -> str:
    """The part of the summary for one state: nothing while it is as at first."""
    written, title = property_name(name), literal(state.name)
    if state.type == "flag":
        return f'({written}_Level==1?{text_value(f", {title}")}:"")'
    if not has_layer(state):
        start = first_value(state)
        return f'({written}=={start}?"":{text_value(f", {title} ")}+{written})'
    values = layer_values(state)
    cases = "".join(
        f"{written}_Level=={n}?{text_value(f', {title} {literal(value)}')}:"
        for n, value in enumerate(values, 1)
        if value != first_value(state)
    )
    return f'({cases}"")'


def _place(data: GameData, name: str) -> tuple[str, str, tuple[int, int]]:
    """Where the badge of a state stands: VASSAL's letters, and the offset of a layer."""
    number = list(data.states).index(name)
    vertical, horizontal = _CORNERS[number % len(_CORNERS)]
    reach = data.game.layout.pixels // 2 - badge_height(data) // 2
    across = {"l": -reach, "c": 0, "r": reach}[horizontal]
    down = {"t": -reach, "c": 0, "b": reach}[vertical]
    return vertical, horizontal, (across, down)


def _up(name: str, state: State, keys: StateKeys) -> MenuCommand:
    ending = {"flag": "", "level": " +1", "choice": ": next"}[state.type]
    return MenuCommand(f"{literal(state.name)}{ending}", keys.up or f"hexmarshal-state-{name}")


def _down(name: str, state: State, keys: StateKeys) -> MenuCommand:
    ending = ": previous" if state.type == "choice" else " -1"
    return MenuCommand(f"{literal(state.name)}{ending}", keys.down or f"hexmarshal-less-{name}")


def _set(name: str, state: State) -> MenuCommand:
    return MenuCommand(f"{literal(state.name)}…", f"hexmarshal-set-{name}")


def _clear(name: str) -> MenuCommand:
    return MenuCommand("", f"hexmarshal-clear-{name}")


def clear_keystroke(name: str, state: State, keys: StateKeys) -> str:
    """The keystroke that puts a state back to its first value; for a flag, if it is on."""
    return (_up(name, state, keys) if state.type == "flag" else _clear(name)).keystroke


def clear_condition(name: str, state: State) -> str:
    """The expression, without braces, that holds where the state is not as at first."""
    written = property_name(name)
    if state.type == "flag":
        return f"{written}_Level==1"
    if not has_layer(state):
        return f"{written}!={first_value(state)}"
    return f"{written}_Level!={layer_values(state).index(first_value(state)) + 1}"
