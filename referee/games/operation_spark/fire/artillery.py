"""Sections 5.1, 13.3, 13.9: what artillery may do by its chart, for whom, and what it uses up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Literal

from compiler.hexes import Hex
from referee.actions import Action, BeginPhase, Move, PhaseEnds
from referee.board import Piece
from referee.findings import Finding
from referee.games.operation_spark import units
from referee.games.operation_spark.assaults import DEFENSIVE, marked_at
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.combat_state import Assault
from referee.games.operation_spark.state import OperationBoard

CHART = "artillery_capabilities"
Way = Literal["direct", "indirect"]
DIRECT: Way = "direct"
INDIRECT: Way = "indirect"
DIVISIONAL = frozenset({"soviet-div", "german-div"})

MARKERS: Mapping[str, str] = MappingProxyType(
    {
        "ammunition-leningrad": "leningrad-front", "ammunition-volkhov": "volkhov-front",
        "ammunition-german": "german",
    }
)  # fmt: skip
"""Marker that counts ammo points to its supply."""


def chart_column(fire: str) -> str:
    """The chart's column for a column of the Fire Eligibility Table."""
    if fire in {"counterbattery", "barrage", "zone"}:
        return fire
    return "defensive" if fire.endswith("-defensive") else "offensive"


@RULES.covers(
    "e5.1", "e5.1.p3", "e5.1.p4", "e5.1.p9", "e5.1.p10", "13.9.4.p1", "13.9.4.p2", "13.9.4.p3",
    "13.9.5.p1", "13.9.5.p2", "13.9.5.p3", "13.9.3",
)  # fmt: skip
def ways(board: OperationBoard, piece: Piece, fire: str) -> frozenset[Way]:
    """How the chart lets a unit fire: directly, indirectly, both, or not at all.

    Whether it is motorized does not matter (e5.1.p4), and the least range of indirect fire is
    nought. A heavy howitzer with an anti-tank strength fires directly (defect heavy-howitzer-row).
    """
    entry = board.data.tables[CHART].cell(units.artillery_row(piece), chart_column(fire))
    if entry == "P":
        return frozenset()
    if fire in {"counterbattery", "barrage"}:
        return frozenset({INDIRECT})
    found: set[Way] = set()
    if entry in {"yes", DIRECT} and units.fires_directly(piece):
        found.add(DIRECT)
    if entry in {"yes", INDIRECT}:
        found.add(INDIRECT)
    return frozenset(found)


def is_heavy(board: OperationBoard, piece: Piece) -> bool:
    """Whether the chart gives a unit heavy status."""
    row = units.artillery_row(piece)
    return bool(row) and board.data.tables[CHART].cell(row, "heavy") == "yes"


@RULES.covers("e5.1.p5", "13.9.3.p1", "fire-eligibility.p14#2")
def is_held_by_enemies(board: OperationBoard, piece: Piece, target: Hex) -> bool:
    """Whether artillery with an enemy beside it fires at somebody who is not beside it."""
    here = piece.place
    if not isinstance(here, Hex) or here.distance(target) <= 1:
        return False
    near = board.data.map.grid.neighbours(here).values()
    return any(other.side not in (None, piece.side) for h in near for other in board.units_at(h))


@RULES.covers("e5.1.p11", "e5.1.p12", "13.9.5.p4")
def support_fault(
    board: OperationBoard, piece: Piece, assault: Assault, phase: str
) -> tuple[str, str] | None:
    """The paragraph by which artillery may not support an assault, and whom it could support.

    Soviet divisional artillery fires for its division, mortars for their army, or for themselves;
    of German divisional artillery the text only says that there is a restriction.
    """
    row = units.artillery_row(piece)
    if row not in DIVISIONAL and row != "soviet-mortar":
        return None
    if phase in DEFENSIVE:
        friends = [p for p in board.units_at(assault.hex) if p.side == piece.side]
    else:
        friends = marked_at(board, assault.hex)
        friends += [board.pieces[u] for u in assault.attackers if u in board.pieces]
    of = units.army if row == "soviet-mortar" else units.division
    if piece in friends or any(of(board.data, f) == of(board.data, piece) for f in friends):
        return None
    if row == "soviet-mortar":
        return "e5.1.p12", "units of the same army"
    if row == "german-div":
        return ("13.9.5.p4", "units of the same division") if phase in DEFENSIVE else None
    return "e5.1.p11", "units of the same division"


# -- ammunition ------------------------------------------------------------------------------------


@RULES.effect("e5.1.p6", on=BeginPhase)
def ammunition_is_counted_from_the_phase(_: BeginPhase, board: OperationBoard) -> None:
    """What a phase uses up is compared with what is taken off in it."""
    board.state.combat.ammunition_due.clear()
    board.state.combat.ammunition_maybe.clear()
    board.state.combat.ammunition_known = dict(board.state.ammunition)


@RULES.effect("e5.1.p6", on=Move)
def ammunition_follows_its_marker(action: Move, board: OperationBoard) -> None:
    """Moving the marker on its track changes the points."""
    for name in action.units:
        supply = MARKERS.get(name.partition("#")[0])
        found = action.end.rpartition("-")[2]
        if supply is not None and found.isdigit():
            board.state.ammunition[supply] = int(found)
            board.state.march.added.pop(supply, None)


@RULES.rule("e5.1.p6", on=PhaseEnds)
def each_indirect_fire_costs_an_ammo_point(
    _: PhaseEnds, board: OperationBoard
) -> Iterator[Finding]:
    """A point is taken from the supply for each unit that fired indirectly, if markers are kept."""
    for supply, due, taken in miscounted(board):
        known = board.state.combat.ammunition_known[supply]
        yield Finding(
            f"the ammo points of {supply} do not show the indirect fire of the phase",
            expected=f"{known - due}, {due} less",
            found=str(known - taken),
        )


def miscounted(board: OperationBoard) -> Iterator[tuple[str, int, int]]:
    """Supplies with a marker: points used in the phase, and points taken off, where they differ.

    What an earlier phase left out may be made up for.
    """
    combat = board.state.combat
    for name, supply in MARKERS.items():
        known, now = combat.ammunition_known.get(supply), board.state.ammunition.get(supply, 0)
        due, maybe = combat.ammunition_due.get(supply, 0), combat.ammunition_maybe.get(supply, 0)
        if known is None or name not in board.pieces or not due or due > known:
            continue
        missing = combat.ammunition_missing.get(supply, 0)
        if not any(due <= known - now - late <= due + maybe for late in (0, missing)):
            yield supply, due, known - now


@RULES.effect("e5.1.p6", on=PhaseEnds, before=True)
def what_was_not_taken_off_is_remembered(_: PhaseEnds, board: OperationBoard) -> None:
    """A point that was forgotten is found once, and may be taken off later."""
    missing = board.state.combat.ammunition_missing
    wrong = {supply: due - taken for supply, due, taken in miscounted(board)}
    for supply in board.state.combat.ammunition_due:
        missing[supply] = wrong.get(supply, 0)


@RULES.rule("e5.1.p7", on=PhaseEnds)
def rockets_are_out_of_supply_when_they_have_fired(
    _: PhaseEnds, board: OperationBoard
) -> Iterator[Finding]:
    """A rocket unit that has fired in the phase has its marker when the phase ends."""
    combat = board.state.combat
    for unit in dict.fromkeys(fired.unit for fired in combat.now.fired[combat.fired_before :]):
        piece = board.pieces.get(unit)
        if piece is None or not units.is_rocket(piece) or not isinstance(piece.place, Hex):
            continue
        if not piece.flag("out-of-supply"):
            yield Finding(
                f"{piece.name} has fired rockets and is not out of supply",
                units=(unit,),
                hexes=(board.data.map.number(piece.place),),
                expected="an Out of Supply Marker",
            )


@RULES.covers("e5.1.p6")
def ammunition_faults(board: OperationBoard, piece: Piece) -> Iterator[Finding]:
    """No indirect fire without an ammo point left."""
    supply = units.ammunition_supply(board.data, piece)
    combat = board.state.combat
    left = combat.ammunition_known.get(supply, board.state.ammunition.get(supply))
    if left is not None and left <= combat.ammunition_due.get(supply, 0):
        yield Finding(
            f"{piece.name} fires indirectly without an ammo point left",
            units=(piece.id,),
            expected=f"at least one point of {supply}",
            found="0",
            rule="e5.1.p6",
        )


@RULES.covers("13.3")
def fired_from_there(board: OperationBoard, target: Hex) -> bool:
    """Whether artillery in a hex has fired indirectly from it, so that it need not be seen."""
    fired = board.state.combat.indirect_from
    return any(fired.get(piece.id) == target for piece in board.units_at(target))


def is_marker_move(action: Action) -> bool:
    """Whether a move only counts something on a track."""
    return isinstance(action, Move) and all(n.partition("#")[0] in MARKERS for n in action.units)
