"""Prototypes: the traits that all pieces of a side and kind share, each stated once.

A piece of the palette names one prototype, `<side> <kind>`, which is made of smaller ones: a state,
a declaration, an owner. `expand` puts the traits themselves in their place, as saves need them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from compiler.art.counters import faces_of
from compiler.gamedata.model import Box, Counter, Display, GameData
from compiler.vassal import traits
from compiler.vassal.commands import OWN, TARGET, command_traits, commands_of
from compiler.vassal.encoding import EncodingError, Trait
from compiler.vassal.expressions import literal
from compiler.vassal.images import mask_image
from compiler.vassal.keyplan import PIECE_KEYS, KeyPlan, state_kinds
from compiler.vassal.names import (
    KIND,
    REFEREE,
    SIDE,
    SOLITAIRE,
    display_map_name,
    side_name,
)
from compiler.vassal.state_traits import state_traits, summary_traits
from compiler.vassal.traits import MenuCommand

ALL_PIECES, UNITS, MARKERS = "All pieces", "Units", "Markers"
MOVED_ICON = "/images/moved.gif"
_FEW = 3
"""So many boxes need no menu of their own."""
MOST_NESTED = 10
"""Prototypes within prototypes; VASSAL itself gives up at some depth."""

Prototypes = Mapping[str, tuple[Trait, ...]]
"""Names to traits, outermost first, without a BasicPiece."""


def kind_prototype(counter: Counter) -> str:
    """The name of the prototype of a counter."""
    return f"{counter.side or 'neutral'} {_kind_name(counter)}"


def make_prototypes(data: GameData, keys: KeyPlan) -> Prototypes:
    """All prototypes of a module."""
    made: dict[str, tuple[Trait, ...]] = {
        ALL_PIECES: (traits.delete(_command(keys, "delete")),),
        UNITS: _unit(data, keys),
        MARKERS: (traits.clone(_command(keys, "clone")),),
    }
    for side in data.sides:
        made[f"Owner {side}"] = _owner(data, side)
        made[f"Hidden {side}"] = _hidden(data, keys, side)
    for name in data.states:
        made[f"State {name}"] = state_traits(data, name, keys.states[name])
    made.update(_destinations(data, keys))
    two_faced = {_kind_name(each) for each in data.all_counters() if len(faces_of(data, each)) > 1}
    for counter in data.all_counters():
        if kind_prototype(counter) not in made:
            made.update(_of_kind(data, keys, counter, _kind_name(counter) in two_faced))
            made[kind_prototype(counter)] = tuple(_kind(data, counter, made))
    return MappingProxyType(made)


def _of_kind(
    data: GameData, keys: KeyPlan, counter: Counter, two_faced: bool
) -> Iterator[tuple[str, tuple[Trait, ...]]]:
    """What all pieces of one kind share, whichever side they are of."""
    flip = _command(keys, "flip")
    states = _states(data, counter)
    if states or two_faced:
        yield _summary_name(counter), summary_traits(data, states, keys.states, flip)
    for group in (TARGET, OWN):
        commands = commands_of(data, counter, group)
        if commands:
            yield _group_name(counter, group), command_traits(commands, keys, group)


def _states(data: GameData, counter: Counter) -> list[str]:
    return [
        name
        for name, state in data.states.items()
        if counter.kind in state_kinds(data, state) and (state.kinds or not counter.is_marker)
    ]


def _summary_name(counter: Counter) -> str:
    return f"States of {_kind_name(counter)}"


def _group_name(counter: Counter, group: str) -> str:
    who = "by anyone" if group == TARGET else "by the owner"
    return f"Declarations on {_kind_name(counter)} {who}"


def _kind_name(counter: Counter) -> str:
    return f"{counter.kind}{' marker' if counter.is_marker else ''}"


def _destinations(data: GameData, keys: KeyPlan) -> Iterator[tuple[str, tuple[Trait, ...]]]:
    for shown in data.displays.values():
        for owner in (None, *data.sides):
            sent = tuple(_send_to(keys, shown, owner))
            if sent:
                yield _send_name(shown, owner), sent


def expand(piece: Sequence[Trait], prototypes: Prototypes) -> tuple[Trait, ...]:
    """The traits of a piece with those of its prototypes in place of their names.

    Raises:
        EncodingError: a prototype is not there, or they stand in one another without end.
    """
    return tuple(_expanded(piece, prototypes, 0))


def _expanded(piece: Sequence[Trait], prototypes: Prototypes, depth: int) -> Iterator[Trait]:
    if depth > MOST_NESTED:
        raise EncodingError(f"prototypes stand in one another more than {MOST_NESTED} deep")
    for trait in piece:
        if trait.kind != "prototype":
            yield trait
            continue
        name = trait.fields()[1]
        if name not in prototypes:
            raise EncodingError(
                f"there is no prototype {name!r}; VASSAL would drop its traits without a word"
            )
        yield from _expanded(prototypes[name], prototypes, depth + 1)


def _command(keys: KeyPlan, name: str) -> MenuCommand:
    return MenuCommand(PIECE_KEYS[name][1], keys.pieces[name])


def _kind(data: GameData, counter: Counter, made: Mapping[str, object]) -> Iterator[Trait]:
    """The prototype of a side and kind: whatever anyone may press stands outside its owner."""
    side = counter.side
    names = [
        _group_name(counter, TARGET),
        *([f"Owner {side}"] if side else []),
        ALL_PIECES,
        MARKERS if counter.is_marker else UNITS,
        *([f"Hidden {side}"] if side and not counter.is_marker else []),
        _group_name(counter, OWN),
        *(_send_name(shown, side) for shown in data.displays.values() if _lives(counter, shown)),
        _summary_name(counter),
        *(f"State {name}" for name in _states(data, counter)),
    ]
    yield from (traits.prototype(name) for name in names if name in made)
    yield traits.marker({SIDE: side_name(data, side), KIND: data.kinds[counter.kind].name})


def _lives(counter: Counter, shown: Display) -> bool:
    return counter.kind in shown.kinds or (not shown.kinds and not counter.is_marker)


def _owner(data: GameData, side: str) -> tuple[Trait, ...]:
    return (traits.restricted_to((side_name(data, side), SOLITAIRE, REFEREE)),)


def _hidden(data: GameData, keys: KeyPlan, side: str) -> tuple[Trait, ...]:
    name = f"{side_name(data, side)} (hidden)"
    return (
        traits.invisible(_command(keys, "invisible")),
        traits.mask(_command(keys, "mask"), mask_image(side), name),
    )


def _unit(data: GameData, keys: KeyPlan) -> tuple[Trait, ...]:
    half = data.game.layout.pixels // 2
    return (
        traits.mark_moved(_command(keys, "moved"), MOVED_ICON, (half - 8, -half)),
        traits.movement_trail(_command(keys, "trail"), MenuCommand("", "hexmarshal-clear-trail")),
    )


def _send_name(shown: Display, side: str | None) -> str:
    return f"Send to {shown.id} {side or 'neutral'}"


def _send_to(keys: KeyPlan, shown: Display, side: str | None) -> Iterator[Trait]:
    boxes = [box for box in shown.boxes if box.command and box.side in (None, side)]
    if not boxes:
        return
    if len(boxes) > _FEW:
        yield traits.sub_menu(literal(shown.name), [_send_text(box) for box in boxes])
    for box in boxes:
        command = MenuCommand(_send_text(box), keys.boxes.get(box.id, f"hexmarshal-send-{box.id}"))
        name = display_map_name(shown)
        yield traits.send_to(command, literal(name), literal(name), *box.centre)


def _send_text(box: Box) -> str:
    return literal(f"To {box.name}")
