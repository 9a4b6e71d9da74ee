"""A plain model of positions: short, slow and written apart, for the reader to be compared with.

It knows pieces that stack and stacks, and commands that can be read.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.logs.vassal.commands import AddPiece, ChangePiece, Command, MovePiece, RemovePiece


@dataclass
class Thing:
    kind: str
    map: str | None = None
    x: int = 0
    y: int = 0
    within: str | None = None
    members: list[str] = field(default_factory=list)
    dropped: bool = False
    """Whether a change of its stack left it out: it is then nowhere to be joined."""


class PlainPosition:
    """Applies commands to simple pieces by looking through all of them each time."""

    def __init__(self) -> None:
        self.things: dict[str, Thing] = {}
        self.count = 0

    def apply(self, command: Command) -> None:
        match command:
            case AddPiece(piece_id, kind, state):
                self.remove(piece_id)
                self.count += 1
                self.things[piece_id] = Thing("stack" if kind == "stack" else "piece")
                self.set(piece_id, state, state)
            case RemovePiece(piece_id):
                self.remove(piece_id)
            case ChangePiece(piece_id, new, old) if old is not None:
                self.name_by_member(piece_id, new)
                if piece_id in self.things and self.things[piece_id].within is None:
                    self.set(piece_id, new, old)
            case MovePiece():
                self.name_by_place(command)
                self.move(command)

    def remove(self, piece_id: str) -> None:
        if piece_id in self.things:
            self.out(piece_id)
            for member in self.things.pop(piece_id).members:
                self.things[member].within = self.things[member].map = None

    def out(self, piece_id: str) -> None:
        thing = self.things[piece_id]
        if thing.within is not None:
            self.things[thing.within].members.remove(piece_id)
            thing.within = None

    def into(self, piece_id: str, stack_id: str, index: int) -> None:
        thing, target = self.things[piece_id], self.things[stack_id]
        target.members.insert(index, piece_id)
        thing.within, thing.map, thing.x, thing.y = stack_id, target.map, target.x, target.y
        thing.dropped = False

    def set(self, piece_id: str, state: str, old: str) -> None:
        thing = self.things[piece_id]
        board, x, y, *rest = state.split(";")
        thing.map, thing.x, thing.y, thing.dropped = board, int(x), int(y), False
        if thing.kind == "stack":
            ids = list(rest)
            for below, member in zip(["", *thing.members], thing.members, strict=False):
                if member not in rest and member not in old.split(";")[3:]:
                    ids.insert(ids.index(below) + 1 if below in ids else 0, member)
            for member in list(thing.members):
                self.out(member)
                self.things[member].dropped = True
            for member in dict.fromkeys(ids):
                if member in self.things and self.things[member].kind == "piece":
                    self.out(member)
                    self.into(member, piece_id, len(thing.members))

    def name_by_member(self, piece_id: str, state: str) -> None:
        members = [
            member
            for member in state.split(";")[3:]
            if member in self.things and self.things[member].kind == "piece"
        ]
        if piece_id not in self.things and members:
            first = self.things[members[0]]
            if first.within is None and first.map is not None:
                self.make_stack(members[0])
            if first.within is not None:
                self.name(first.within, piece_id)

    def name_by_place(self, command: MovePiece) -> None:
        place = (command.old_map, command.old_x, command.old_y)
        here = [each for each in self.standing(place) if each != command.piece_id]
        made = [each for each in here if each.startswith("stack-")]
        found = made or [each for each in here if self.things[each].kind == "piece"]
        if command.piece_id not in self.things and len(found) == 1:
            if self.things[found[0]].kind == "piece":
                found = [self.make_stack(found[0])]
            self.name(found[0], command.piece_id)

    def name(self, stack_id: str, piece_id: str) -> None:
        if stack_id.startswith("stack-"):
            self.things[piece_id] = self.things.pop(stack_id)
            for member in self.things[piece_id].members:
                self.things[member].within = piece_id

    def make_stack(self, piece_id: str) -> str:
        self.count += 1
        thing, stack_id = self.things[piece_id], f"stack-{self.count}"
        self.things[stack_id] = Thing("stack", thing.map, thing.x, thing.y)
        self.into(piece_id, stack_id, 0)
        return stack_id

    def standing(self, place: tuple[str | None, int, int]) -> list[str]:
        """What a piece can join there, the oldest first."""
        return [
            each
            for each, other in self.things.items()
            if (other.map, other.x, other.y) == place
            and other.map is not None
            and other.within is None
            and not other.dropped
            and (other.kind == "piece" or other.members)
        ]

    def move(self, command: MovePiece) -> None:
        thing = self.things.get(command.piece_id)
        if thing is None:
            return
        place = (command.map, command.x, command.y)
        target, index = self.target(command.piece_id, command, place)
        if target is None:
            self.out(command.piece_id)
            thing.dropped = False
            for each in (thing, *(self.things[member] for member in thing.members)):
                each.map, each.x, each.y = place
            return
        movers = list(thing.members) if thing.kind == "stack" else [command.piece_id]
        below = self.things[target].members
        if command.under in below and target == thing.within:
            index -= below.index(command.piece_id) < index
        for mover in movers:
            self.out(mover)
        for number, mover in enumerate(movers):
            self.into(mover, target, min(index + number, len(below)))

    def target(
        self, piece_id: str, command: MovePiece, place: tuple[str | None, int, int]
    ) -> tuple[str | None, int]:
        here = self.standing(place)
        under = self.things.get(command.under or "")
        if here and under is not None and (under.map, under.x, under.y) == place:
            if under.within is not None:
                at = self.things[under.within].members.index(command.under or "") + 1
                return under.within, at
            if command.under == piece_id:
                return None, 0
            if under.kind == "piece":
                return self.make_stack(command.under or ""), 1
            return command.under, len(under.members)
        for each in here:
            if each == piece_id:
                continue
            target = self.make_stack(each) if self.things[each].kind == "piece" else each
            on_top = command.under is not None or self.things[piece_id].kind == "stack"
            return target, len(self.things[target].members) if on_top else 0
        return None, 0
