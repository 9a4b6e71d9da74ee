"""Sections 13.11 and 5.6, assault combat: who assaults, the dice, and what the loser owes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler.gamedata.model import Table
from compiler.hexes import Hex
from referee.actions import Declare, Roll
from referee.findings import Finding
from referee.games.operation_spark import assaults, rests, units
from referee.games.operation_spark.assault import assault_morale
from referee.games.operation_spark.assault.assault_morale import BONUSES, AssaultMorale
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.combat_state import Assault, Outcome
from referee.games.operation_spark.fire import losses, morale, results
from referee.games.operation_spark.state import OperationBoard

RESULTS = "assault_results"
ASSAULT = "assault"
LAST_PRINTED_DIFFERENCE = 4
"""Each point beyond it costs the loser another step (5.6)."""


# -- declaring -------------------------------------------------------------------------------------


@RULES.rule("13.11.p1", "13.11.p2", "9.3.6.p1", on="declare:assault")
def every_marker_leads_into_the_assault(
    action: Declare, board: OperationBoard
) -> Iterator[Finding]:
    """All units whose markers point at the hex assault it, and no others; somebody defends it."""
    assault = assaults.meant(board, action)
    if assault is None:
        yield Finding(
            "the assault is on a hex that no Assault Marker points at",
            units=action.units,
            hexes=(action.target,) if action.target else (),
            expected="an Assault Target Hex",
        )
        return
    number = (board.data.map.number(assault.hex),)
    said_hex = assaults.declared_hex(board, action)
    if said_hex is not None and assaults.hex_meant(board, action) is None:
        yield Finding(
            f"assault combat is declared on {board.data.map.describe(said_hex)}",
            units=action.units,
            hexes=(board.data.map.number(said_hex),),
            expected=f"{board.data.map.describe(assault.hex)}, the Assault Target Hex",
        )
    if action.units and assault.ready and not assault.tied and not assault.resolved:
        said = "the dice of an assault are not in the log"
        yield Finding(said, action.units, number, severity="unverifiable")
    if not action.units:
        return
    marked = assaults.marked_at(board, assault.hex)
    for piece in assaults.units_named(board, action.units):
        if piece not in marked:
            said = f"{piece.name} assaults without a marker that points at the hex"
            yield Finding(said, (piece.id,), number, "a unit with a marker")
    every = {piece.id for piece in assault_morale.takers(board, assault, assault.attacker)}
    missing = sorted(every - set(action.units))
    if missing:
        names = ", ".join(board.pieces[unit].name for unit in missing)
        said = f"{names} do not assault though their markers point at the hex"
        yield Finding(said, tuple(missing), number, "an assault by all of them")
    if not assaults.defenders_in(board, assault):
        yield Finding("nobody defends the hex that is assaulted", action.units, number)


@RULES.effect("13.11.p1", on="declare:assault")
def assault_combat_is_declared(action: Declare, board: OperationBoard) -> None:
    """The dice that follow are those of assault combat; a declaration may tell the totals."""
    assault = assaults.current(board)
    if assault is None:
        return
    if action.units:
        named = dict.fromkeys(action.units)
        assault.participants[assault.attacker] = tuple(named)
    for role, side in _sides(board, assault).items():
        if role in action.values:
            assault.announced[side] = action.number(role)
    assault.ready = True
    board.state.combat.awaiting = (ASSAULT, action.units)


def _sides(board: OperationBoard, assault: Assault) -> dict[str, str]:
    return {"attacker": assault.attacker, "defender": board.data.opponent(assault.attacker)}


@RULES.effect("11.2.4.p4", on="declare:participate")
def the_chosen_take_part(action: Declare, board: OperationBoard) -> None:
    """Of an overstacked hex these units fire and fight."""
    assault = assaults.current(board)
    if assault is not None:
        assault.chosen.update(action.units)


@RULES.rule("11.2.4.p4", on="declare:participate")
def the_chosen_are_twelve_steps(action: Declare, board: OperationBoard) -> Iterator[Finding]:
    """The units chosen in a hex have no more than twelve current steps, all the same."""
    assault = assaults.meant(board, action)
    before = assault.chosen if assault is not None else set()
    pieces = assaults.units_named(board, {*action.units, *before})
    most = rests.figure(board, "firing-steps")
    for hex_ in {piece.place for piece in pieces if isinstance(piece.place, Hex)}:
        there = [piece for piece in pieces if piece.place == hex_]
        total = sum(map(units.steps, there))
        if total > most and len(there) > 1:
            yield Finding(
                f"too many steps are chosen to take part from {board.data.map.describe(hex_)}",
                units=tuple(piece.id for piece in there),
                hexes=(board.data.map.number(hex_),),
                expected=f"at most {most} current steps",
                found=str(total),
            )


@RULES.rule("e5.2.p10", "e5.2.p16", "e5.2.p19", on="declare:assault-bonus")
def bonuses_are_there_to_be_given(action: Declare, board: OperationBoard) -> Iterator[Finding]:
    """Only a unit that has a bonus for its side gives it."""
    assault = assaults.meant(board, action)
    if assault is None:
        return
    bonus = action.text("as")
    for piece in assaults.units_named(board, action.units):
        if piece.side is None or bonus not in BONUSES:
            continue
        trial = Assault(assault.number, assault.hex, assault.attacker)
        trial.participants, trial.chosen = assault.participants, assault.chosen
        trial.bonuses, trial.spoke = {bonus: {piece.id}}, {piece.side}
        side = _morale(board, trial, piece.side)
        if not any(modifier.name == bonus for modifier in side.modifiers):
            yield Finding(
                f"{piece.name} gives a bonus ({bonus}) that its side does not have",
                units=(piece.id,),
                hexes=(board.data.map.number(assault.hex),),
                expected="no such bonus",
            )


@RULES.effect("e5.2.p10", on="declare:assault-bonus")
def bonuses_are_remembered(action: Declare, board: OperationBoard) -> None:
    """A unit gives a bonus, and will be the first to pay for it."""
    assault = assaults.current(board)
    if assault is None:
        return
    for piece in assaults.units_named(board, action.units):
        assault.bonuses.setdefault(action.text("as"), set()).add(piece.id)
        if piece.side is not None:
            assault.spoke.add(piece.side)


# -- dice ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Difference:
    """How far a side is ahead, by every reading; positive for the attacker."""

    attack: AssaultMorale
    defence: AssaultMorale
    attacker_die: int
    defender_die: int
    differences: frozenset[int]

    @property
    def intended(self) -> int:
        """By the figures of the charts."""
        ahead = self.attack.total - self.defence.total
        return self.attacker_die - self.defender_die + ahead


def _morale(board: OperationBoard, assault: Assault, side: str) -> AssaultMorale:
    if side == assault.attacker:
        return assault_morale.attack(board, assault)
    return assault_morale.defence(board, assault)


@RULES.covers("13.11.3.p3", "e5.6")
def difference(board: OperationBoard, assault: Assault, roll: Roll) -> Difference:
    """The modified dice of both sides compared."""
    ours, theirs = assault_morale.attack(board, assault), assault_morale.defence(board, assault)
    mine, other = results.by_side(roll, assault.attacker)
    attack, defence = _totals(assault, ours), _totals(assault, theirs)
    found = frozenset(mine + a - other - d for a in attack for d in defence)
    return Difference(ours, theirs, mine, other, found)


def _totals(assault: Assault, side: AssaultMorale) -> frozenset[int]:
    """The totals by every reading, or the one that was announced; if that is wrong, all of them."""
    said = assault.announced.get(side.side)
    if said is None:
        return side.totals
    return frozenset({said}) if said in side.totals else side.totals | {said}


def assault_rolled(board: OperationBoard, roll: Roll) -> Assault | None:
    """The assault whose dice a roll is; None if it is for something else."""
    assault = assaults.current(board)
    if assault is None or not assault.ready or len(roll.result) < 2:
        return None
    verb = results.awaited_verb(board, roll)
    return assault if verb in {"", ASSAULT} else None


@RULES.rule(
    "13.11.3.p1", "13.11.3.p2", "13.11.2.p1", "13.11.2.p3", "13.11.2.p4", "13.11.2.p5", "e5.2.p11",
    on=Roll,
)  # fmt: skip
def assault_morale_is_right(roll: Roll, board: OperationBoard) -> Iterator[Finding]:
    """Assault morale that was announced is what some reading of the rules gives."""
    assault = assault_rolled(board, roll)
    if assault is None:
        return
    disputed = board.state.combat.now.disputed.keys()
    every = {p.id for s in board.data.sides for p in assault_morale.takers(board, assault, s)}
    for side, said in sorted(assault.announced.items()):
        found = _morale(board, assault, side)
        if said in found.totals or every & disputed:
            continue
        parts = ", ".join(f"{m.name} {m.shift:+d}" for m in found.modifiers)
        yield Finding(
            f"the assault morale of the {board.data.sides[side].name} side is not right",
            units=tuple(piece.id for piece in assault_morale.takers(board, assault, side)),
            hexes=(board.data.map.number(assault.hex),),
            expected=f"{found.total} ({found.initial}{', ' + parts if parts else ''})",
            found=str(said),
        )


def is_stray(board: OperationBoard, roll: Roll) -> bool:
    """Whether dice are said to be of assault combat that has not been declared."""
    if roll.purpose.replace(" ", ".").split(".")[0] != ASSAULT or len(roll.result) < 2:
        return False
    assault = assaults.current(board)
    return assault is None or not assault.ready


@RULES.rule("13.11.p1", on=Roll)
def assault_dice_have_an_assault(roll: Roll, board: OperationBoard) -> Iterator[Finding]:
    """Dice of assault combat come after its declaration."""
    if is_stray(board, roll):
        yield Finding("dice of an assault that is not in the log", severity="unverifiable")


@RULES.effect("13.11.p1", on=Roll)
def unknown_assaults_excuse_everybody(roll: Roll, board: OperationBoard) -> None:
    """What befalls whom by dice of an unknown assault cannot be told."""
    if is_stray(board, roll):
        board.state.combat.excused.update(piece.id for piece in board.on_map())


@RULES.effect("13.11.p1", "e5.6", "e5.6.p1", "e5.6.p2", "13.4.2.p2", on=Roll)
def the_loser_owes(roll: Roll, board: OperationBoard) -> None:
    """Retreat, losses and status of who lost; of a tie a step loss each, and new dice."""
    assault = assault_rolled(board, roll)
    if assault is None:
        return
    found = difference(board, assault, roll)
    sides = {found.attack.side: found.attack, found.defence.side: found.defence}
    for side in sides:
        pieces = assault_morale.takers(board, assault, side)
        assault.participants[side] = tuple(piece.id for piece in pieces)
    _book(board, assault, found)
    assault.tied = 0 in found.differences
    assault.certain = found.differences == {0}
    assault.ready = assault.tied
    assault.announced.clear()
    if not assault.tied:
        resolve(board, assault)


def resolve(board: OperationBoard, assault: Assault) -> None:
    """The assault is over, and its units have taken part in assault combat."""
    assault.resolved = True
    for names in assault.participants.values():
        board.state.combat.now.participated.update(names)


def _book(board: OperationBoard, assault: Assault, found: Difference) -> None:
    for side, role in ((found.defence.side, "defender"), (found.attack.side, "attacker")):
        outcomes = {_outcome(board, assault, side, role, d) for d in found.differences}
        if side != assault.attacker:
            assault.retreat_owed = max(outcome.retreat_most for outcome in outcomes)
        away = {assault.hex} if side == assault.attacker else set(assault.attackers.values())
        if side != assault.attacker:
            away = _attacker_hexes(board, assault)
        losses.owe(
            board,
            assault.participants[side],
            outcomes,
            "e5.6",
            f"the assault on {board.data.map.describe(assault.hex)}",
            first_losses=assault_morale.givers(board, assault, side),
            rests_on=_rests_on(board, found.intended),
            away_from=tuple(sorted(away)),
        )


def _attacker_hexes(board: OperationBoard, assault: Assault) -> set[Hex]:
    pieces = assaults.units_named(board, assault.participants[assault.attacker])
    return {piece.place for piece in pieces if isinstance(piece.place, Hex)}


@RULES.covers("e5.6", "e5.6.p1", "e5.6.p2", "e5.4.p3")
def _outcome(board: OperationBoard, assault: Assault, side: str, role: str, ahead: int) -> Outcome:
    """What a side suffers when the attacker is so far ahead."""
    lost = ahead < 0 if role == "attacker" else ahead > 0
    if ahead and not lost:
        return Outcome()
    table = board.data.tables[RESULTS]
    apart = abs(ahead)
    steps = _losses(str(table.cell(apart, f"{role}-loss")), apart)
    surprise = assault.surprise
    if surprise is not None and surprise.side == side:
        steps *= surprise.losses
    if not ahead:
        return Outcome(losses=steps)
    least, most = _hexes(table, apart, role)
    status = str(table.cell(apart, f"{role}-status"))
    mark = morale.outcome(status).status
    return Outcome(steps, mark, retreat=least, retreat_most=most)


def _losses(entry: str, apart: int) -> int:
    """Step losses: a figure, or `1+` for one and another for each point beyond four."""
    if entry.endswith("+"):
        return int(entry[:-1]) + max(apart - LAST_PRINTED_DIFFERENCE, 0)
    return int(entry)


def _hexes(table: Table, apart: int, role: str) -> tuple[int, int]:
    """The least and the most hexes of a retreat: `2-4` is two, and more as the attacker follows."""
    entry = str(table.cell(apart, f"{role}-retreat"))
    least, _, most = entry.partition("-")
    return int(least), int(most or least)


def _rests_on(board: OperationBoard, ahead: int) -> tuple[str, ...]:
    source = board.data.tables[RESULTS].source_of(min(abs(ahead), 60))
    return rests.defects(board, "assault-results-rows") if source.kind != "printed" else ()
