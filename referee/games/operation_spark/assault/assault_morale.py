"""Sections 13.11.2 and 13.11.3: the assault morale of both sides, figure by figure.

Where the text leaves a figure open, or to the players, there are several right totals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from compiler.hexes import Hex
from referee.board import Piece
from referee.games.operation_spark import assaults, ground, rests, units
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.combat_state import Assault
from referee.games.operation_spark.fire import morale
from referee.games.operation_spark.fire.modifiers import Modifier
from referee.games.operation_spark.integrity import out_of_command
from referee.games.operation_spark.state import OperationBoard

TERRAIN, OTHERS = "assault_terrain", "assault_modifiers"
ARMOR, ARMOR_ALONE, ENGINEER, SMG = "armor", "armor-alone", "engineer", "submachine-gun"
BONUSES = (ARMOR, ARMOR_ALONE, ENGINEER, SMG)
"""Bonuses that a side need not apply (5.2), in the order in which losses fall on who gives them."""
BUILT_UP = ground.SETTLEMENTS | {"woods"}
"""Terrain in which the armor bonus sometimes does not apply; when is not in the text."""


@dataclass(frozen=True, slots=True)
class AssaultMorale:
    """One side's assault morale by the charts: initial, what changes it, and the total."""

    side: str
    initial: int
    """Initial assault morale."""
    initials: frozenset[int]
    """The same by every reading."""
    modifiers: tuple[Modifier, ...]
    steps: int
    """Current steps that count for the strength bonus."""

    @property
    def total(self) -> int:
        """Modified assault morale."""
        return self.initial + sum(modifier.shift for modifier in self.modifiers)

    @property
    def totals(self) -> frozenset[int]:
        """The totals by every reading and choice."""
        figures = product(self.initials, *(m.shifts for m in self.modifiers))
        return frozenset(map(sum, figures))


def _figure(board: OperationBoard, table: str, row: str, column: str) -> int:
    value = board.data.tables[table].cell(row, column)
    return value if isinstance(value, int) else 0


# -- who takes part --------------------------------------------------------------------------------


@RULES.covers("13.11.p1", "13.11.p2", "11.2.4.p4")
def takers(board: OperationBoard, assault: Assault, side: str) -> list[Piece]:
    """The units of a side that take part: as declared, else who must; of a full hex the chosen."""
    if side in assault.participants:
        every = assaults.units_named(board, assault.participants[side])
        return [piece for piece in every if isinstance(piece.place, Hex)]
    if side == assault.attacker:
        every = assaults.marked_at(board, assault.hex)
    else:
        every = assaults.defenders_in(board, assault)
    chosen = [piece for piece in every if piece.id in assault.chosen]
    divided = {piece.place for piece in chosen}
    return [piece for piece in every if piece in chosen or piece.place not in divided]


@RULES.covers("e5.2.p20")
def strength_steps(board: OperationBoard, pieces: Iterable[Piece], *, defends: bool) -> int:
    """Current steps of a side; those of defending artillery count half."""
    half = rests.figure(board, "defending-artillery-steps")
    return sum(
        units.steps(p) // half if defends and units.is_artillery(p) else units.steps(p)
        for p in pieces
    )


# -- initial ---------------------------------------------------------------------------------------


@RULES.covers("13.11.2.p3", "13.11.2.p4", "10.3.p1", "10.3.p2")
def initial(board: OperationBoard, pieces: list[Piece]) -> tuple[int, frozenset[int]]:
    """Initial assault morale, and the same by every reading.

    The average of different formations, rounded down, which vehicles and weapons do not lower; the
    lowest if all are out of command. What counts for units of one formation is not in the text, nor
    for independent units alone: anything between the lowest and the highest is right.
    """
    if not pieces:
        return 0, frozenset({0})
    every = [sorted(morale.morales(board, piece)) for piece in pieces]
    best = {piece.id: figures[-1] for piece, figures in zip(pieces, every, strict=True)}
    figure = average(pieces, best)
    found = {figure, average(pieces, {p.id: f[0] for p, f in zip(pieces, every, strict=True)})}
    if all(out_of_command(board, piece) for piece in pieces):
        # Which units a breach puts out of command is told by an example alone.
        figure = min(best.values())
        found.add(figure)
    parents = {units.parent(board.data, piece) for piece in pieces}
    alone = all(units.is_independent(piece) for piece in pieces)
    if (len(parents) == 1 and len(pieces) > 1) or alone:
        found |= set(range(min(best.values()), max(best.values()) + 1))
    return figure, frozenset(found)


@RULES.covers("13.11.2.p3", "13.11.2.p4")
def average(pieces: list[Piece], morales: Mapping[str, int]) -> int:
    """The average of morales, rounded down; vehicles and weapons count where they raise it."""
    people = [morales[p.id] for p in pieces if units.is_personnel(p)]
    others = sorted((morales[p.id] for p in pieces if not units.is_personnel(p)), reverse=True)
    counted = list(people)
    for figure in others:
        if not people or figure * len(counted) > sum(counted):
            counted.append(figure)
    return sum(counted) // len(counted) if counted else 0


# -- modifiers -------------------------------------------------------------------------------------


@RULES.covers("11.1.3.p1", "13.11.3.p1", "13.11.3.p2", "13.11.3.p3", "e5.2.p11")
def defence(board: OperationBoard, assault: Assault) -> AssaultMorale:
    """The assault morale of the defender."""
    side = board.data.opponent(assault.attacker)
    pieces = takers(board, assault, side)
    foes = takers(board, assault, assault.attacker)
    first, every = initial(board, pieces)
    found = [*_defender_terrain(board, assault, pieces, foes)]
    if pieces and all(piece.flag("in-column") for piece in pieces):
        found.append(Modifier("in-column", _figure(board, OTHERS, "in-column", "defender")))
    found += _armor(board, assault, pieces, foes, "defender")
    steps = strength_steps(board, pieces, defends=True)
    return AssaultMorale(side, first, every, tuple(found), steps)


@RULES.covers("13.11.2.p1", "13.11.2.p2", "e5.2.p12", "e5.2.p15", "e5.2.p17")
def _defender_terrain(
    board: OperationBoard, assault: Assault, pieces: list[Piece], foes: list[Piece]
) -> Iterator[Modifier]:
    """The best terrain of each class; an entrenchment helps against who is outside it."""
    classes = ground.by_class(board, assault.hex)
    for name in (ground.GROUND_CLASS, ground.HILL_CLASS):
        rows = [r for r in classes.get(name, ()) if r in board.data.tables[TERRAIN].row_keys]
        if rows and pieces:
            best = max(rows, key=lambda row: _figure(board, TERRAIN, row, "defender"))
            yield Modifier(best, _figure(board, TERRAIN, best, "defender"))
    if any(ground.occupies_entrenchment(board, piece) for piece in pieces):
        outside = not any(_is_inside(board, assault, foe) for foe in foes)
        column = "defender" if outside else "defender-inside"
        yield Modifier("entrenchment", _figure(board, TERRAIN, "entrenchment", column))


def _is_inside(board: OperationBoard, assault: Assault, foe: Piece) -> bool:
    return isinstance(foe.place, Hex) and ground.is_inside(board, foe.place, assault.hex)


@RULES.covers("13.11.3.p1", "13.11.3.p3", "e5.2.p10", "e5.2.p11", "e5.2.p16")
def attack(board: OperationBoard, assault: Assault) -> AssaultMorale:
    """The assault morale of the phasing side."""
    side = assault.attacker
    pieces = takers(board, assault, side)
    foes = takers(board, assault, board.data.opponent(side))
    first, every = initial(board, pieces)
    found = [*_attacker_terrain(board, assault, pieces, foes)]
    found += _armor(board, assault, pieces, foes, "attacker")
    found += _engineers(board, assault, pieces, foes)
    guns = [piece for piece in pieces if units.is_submachine_gun(piece)]
    if guns:
        figure = _figure(board, OTHERS, SMG, "attacker")
        found += _chosen(assault, SMG, Modifier(SMG, figure), guns)
    steps = strength_steps(board, pieces, defends=False)
    found += _strength(board, steps, strength_steps(board, foes, defends=True))
    return AssaultMorale(side, first, every, tuple(found), steps)


@RULES.covers("13.11.2.p1", "e5.2.p13", "e5.2.p14", "11.1.4.p17", "e5.2.p15")
def _attacker_terrain(
    board: OperationBoard, assault: Assault, pieces: list[Piece], foes: list[Piece]
) -> Iterator[Modifier]:
    """What all assaulting units have to cross; one inside the entrenchment is an advantage."""
    if not pieces:
        return
    if all(piece.id in board.state.march.crossed_stream for piece in pieces):
        yield Modifier("stream", _figure(board, TERRAIN, "stream", "attacker"))
    hexes = {piece.place for piece in pieces if isinstance(piece.place, Hex)}
    water = {
        ground.water_between(board, hex_, assault.hex)
        for hex_ in hexes
        if hex_.distance(assault.hex) == 1
    }
    figure = _figure(board, TERRAIN, "river-hexside", "attacker")
    if water == {"yes"}:
        yield Modifier("river-hexside", figure)
    elif water and "no" not in water:
        # Water for fire alone: the example counts none here (defect hex-1518).
        yield Modifier("river-hexside", 0, frozenset({figure}))
    entrenched = any(ground.occupies_entrenchment(board, foe) for foe in foes)
    if entrenched and any(_is_inside(board, assault, piece) for piece in pieces):
        yield Modifier("entrenchment", _figure(board, TERRAIN, "entrenchment", "attacker-inside"))


def _chosen(
    assault: Assault, bonus: str, modifier: Modifier, givers: list[Piece]
) -> Iterator[Modifier]:
    """A bonus at the players' choice: as they said, both ways if they said nothing of bonuses."""
    said = assault.bonuses.get(bonus, set())
    if any(piece.id in said for piece in givers):
        yield modifier
    elif not _spoke(assault, givers[0].side):
        yield Modifier(modifier.name, modifier.shift, frozenset({0}))


def _spoke(assault: Assault, side: str | None) -> bool:
    """Whether a side has said which bonuses it applies."""
    return side in assault.spoke


@RULES.covers("e5.2.p18", "e5.2.p19", "13.11.3.p1")
def _armor(
    board: OperationBoard, assault: Assault, pieces: list[Piece], foes: list[Piece], role: str
) -> Iterator[Modifier]:
    """One for each solid dot of the best vehicle, and one for having any where the enemy has none.

    In woods and settlements the bonus sometimes does not apply; when is not in the text.
    """
    vehicles = [piece for piece in pieces if units.is_afv(piece)]
    if not vehicles:
        return
    doubtful = bool(ground.terrains(board, assault.hex) & BUILT_UP)
    dots = max(map(units.solid_dots, vehicles))
    bonuses = []
    if dots:
        best = [piece for piece in vehicles if units.solid_dots(piece) == dots]
        bonuses.append((ARMOR, dots * _figure(board, OTHERS, "armor-dot", role), best))
    if not any(map(units.is_afv, foes)):
        bonuses.append((ARMOR_ALONE, _figure(board, OTHERS, ARMOR_ALONE, role), vehicles))
    for name, figure, givers in bonuses:
        others = frozenset({0}) if doubtful else frozenset()
        yield from _chosen(assault, name, Modifier(name, figure, others), givers)


@RULES.covers("e5.2.p11", "e5.2.p16")
def _engineers(
    board: OperationBoard, assault: Assault, pieces: list[Piece], foes: list[Piece]
) -> Iterator[Modifier]:
    """Once, for one engineer, against an occupied entrenchment or a settlement."""
    engineers = [piece for piece in pieces if units.is_engineer(piece)]
    rows = set(ground.terrains(board, assault.hex)) & set(board.data.tables[TERRAIN].row_keys)
    if not any(ground.occupies_entrenchment(board, foe) for foe in foes):
        rows.discard(ground.ENTRENCHMENT)
    figure = max((_figure(board, TERRAIN, row, ENGINEER) for row in rows), default=0)
    if engineers and figure:
        yield from _chosen(assault, ENGINEER, Modifier(ENGINEER, figure), engineers)


@RULES.covers("e5.2.p20", "e5.2.p11")
def _strength(board: OperationBoard, ours: int, theirs: int) -> Iterator[Modifier]:
    """One of three bonuses for more, twice or three times the defender's steps."""
    for row, times in (("triple-steps", 3), ("double-steps", 2)):
        if ours >= times * theirs and ours > theirs:
            yield Modifier(row, _figure(board, OTHERS, row, "attacker"))
            return
    if ours > theirs:
        yield Modifier("more-steps", _figure(board, OTHERS, "more-steps", "attacker"))


def givers(board: OperationBoard, assault: Assault, side: str) -> tuple[str, ...]:
    """Units of a side that take the first losses for their bonuses: armor, engineers, SMG."""
    found: list[str] = []
    for bonus in BONUSES:
        said = assaults.units_named(board, sorted(assault.bonuses.get(bonus, ())))
        found += [p.id for p in said if p.side == side and p.id not in found]
    return tuple(found)
