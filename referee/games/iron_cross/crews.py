"""Chapter 20, crew replacements: men of the squads who join a crew, and become men again."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare, PhaseEnds, Place, SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import results, units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.declared import pieces, target_units
from referee.games.iron_cross.sequence import moving_side
from referee.games.iron_cross.state import BattleBoard, is_setting_up
from referee.games.iron_cross.units import SUPPRESSED

REPLACEMENT, REVERTS = "crew-replacement", "crew-reverts"
LOST, REPLACEMENTS = "crew-lost", "replacements"


def originals(piece: Piece) -> int:
    """Original crew members who are left."""
    return max(0, units.figure(piece, "crew") - piece.level(LOST))


@RULES.rule("20.1", "20.0", "20.2", on=f"declare:{REPLACEMENT}")
def men_join_a_crew_that_is_short(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """In movement an infantryman joins the crew of a weapon in his hex that lacks men."""
    weapons = pieces(board, target_units(declaration, board))
    for man in pieces(board, declaration.units):
        for weapon in weapons[:1]:
            fault = _fault(board, man, weapon)
            if fault is not None:
                rule, expected, found = fault
                yield Finding(
                    f"{man.name} may not join the crew of {weapon.name}",
                    units=(man.id, weapon.id),
                    expected=expected,
                    found=found,
                    rule=rule,
                )


@RULES.covers("20.0", "20.1", "20.2")
def _fault(board: BattleBoard, man: Piece, weapon: Piece) -> tuple[str, str, str] | None:
    if not units.is_infantry(man):
        return "20.1", "regular infantry", units.unit_class(man)
    if not units.is_crew_weapon(weapon) or weapon.side != man.side or weapon.place != man.place:
        return "20.1", "a crew weapon of its side in its hex", board.number(weapon.place)
    if units.is_fully_crewed(weapon):
        return "20.0", "a crew that lacks men", f"{units.crew(weapon)} men"
    if originals(weapon) == 0:
        return "20.2", "an original crew member left", "replacements only"
    side = moving_side(board)
    if side is not None and side != man.side:
        return "20.1", "a movement phase of its side", board.phase.name if board.phase else ""
    return None


@RULES.effect("20.1", on=f"declare:{REPLACEMENT}")
def a_man_is_taken_into_a_crew(declaration: Declare, board: BattleBoard) -> None:
    """He leaves the map and is noted beside the weapon."""
    weapons = pieces(board, target_units(declaration, board))
    for weapon in weapons[:1]:
        fire = board.state.fire
        for man in pieces(board, declaration.units):
            fire.joining[man.id] = weapon.id
            fire.joined.setdefault(weapon.id, []).append(man.id)
            men, _ = fire.crews_joined.get(weapon.id, (units.crew(weapon), ""))
            fire.crews_joined[weapon.id] = (men + 1, "20.1")


@results.leaves("20.1")
def who_joins_a_crew_leaves_the_map(board: BattleBoard, piece: Piece) -> bool:
    """A replacement is removed from the map, no casualty."""
    return piece.id in board.state.fire.joining


@results.leaves("20.3")
def a_weapon_without_its_men_leaves_the_map(board: BattleBoard, piece: Piece) -> bool:
    """A weapon with replacements only is removed when they become infantry again."""
    return piece.id in board.state.fire.reverting


@RULES.rule("20.1", "2.3", on=SetState)
def replacements_are_men_who_joined(action: SetState, board: BattleBoard) -> Iterator[Finding]:
    """A crew has no more replacements than men who were announced to join it."""
    piece = board.pieces.get(action.unit or "")
    if action.state != REPLACEMENTS or piece is None or board.phase is None:
        return
    value = action.value if isinstance(action.value, int) else 0
    joined = len(board.state.fire.joined.get(piece.id, ()))
    if value > max(joined, piece.level(REPLACEMENTS)):
        yield Finding(
            f"the crew of {piece.name} has more replacements than men who joined it",
            units=(piece.id,),
            expected=str(joined),
            found=str(value),
        )


@RULES.rule("11.43", "2.3", on=SetState)
def crew_boxes_are_checked_off_for_losses(
    action: SetState, board: BattleBoard
) -> Iterator[Finding]:
    """A crew loses men by dice alone, and gets none back but replacements."""
    piece = board.pieces.get(action.unit or "")
    if action.state not in (LOST, REPLACEMENTS) or piece is None or is_setting_up(board):
        return
    fire = board.state.fire
    if piece.id in {*fire.crews_owed, *fire.casualties, *board.state.uncertain}:
        return
    before = piece.level(action.state)
    value = action.value if isinstance(action.value, int) else 0
    joins = action.state == REPLACEMENTS and value > before
    if value != before and not joins:
        yield Finding(
            f"the crew boxes of {piece.name} are changed though nothing has happened to its men",
            units=(piece.id,),
            expected=str(before),
            found=str(value),
            rule="11.43",
        )


@RULES.rule("20.3", on=f"declare:{REVERTS}")
def replacements_revert_when_alone(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """Replacements become infantry again only when no original crew member is left."""
    for weapon in pieces(board, declaration.units):
        if originals(weapon) > 0 or not units.crew(weapon):
            yield Finding(
                f"the crew of {weapon.name} becomes infantry again",
                units=(weapon.id,),
                expected="no original crew member and a replacement left",
                found=f"{originals(weapon)} of the original crew",
            )


@RULES.effect("20.3", on=f"declare:{REVERTS}")
def the_weapon_gives_its_men_back(declaration: Declare, board: BattleBoard) -> None:
    """The weapon goes; as many men as are left come back, suppressed."""
    fire = board.state.fire
    for weapon in pieces(board, declaration.units):
        if not isinstance(weapon.place, Hex):
            continue
        fire.reverting[weapon.id] = weapon.place
        board.state.owed.pop(weapon.id, None)
        for man in fire.joined.get(weapon.id, ()):
            fire.returning[man] = weapon.place


@RULES.rule("20.1", "20.3", on=Place)
def men_come_back_where_their_weapon_was(action: Place, board: BattleBoard) -> Iterator[Finding]:
    """Who has joined a crew is no infantry any more, until he comes back suppressed."""
    fire = board.state.fire
    here = board.location(action.at)
    crews = [crew for crew in fire.joined.values() if action.unit in crew]
    if not crews or not isinstance(here, Hex):
        return
    back = fire.returning.get(action.unit)
    status = action.states.get("morale", SUPPRESSED)
    if back != here or status != SUPPRESSED:
        yield Finding(
            f"{board.counter(action.counter or action.unit).name}, who joined a crew, comes back"
            f" to {board.data.map.describe(here)}",
            units=(action.unit,),
            expected="the hex of the weapon, suppressed" if back else "a crew member for good",
            found=f"{action.at}, {status}",
            rule="20.3" if back else "20.1",
        )


@RULES.effect("20.3", on=Place)
def men_who_come_back_are_suppressed(action: Place, board: BattleBoard) -> None:
    """They are marked so, at once or later in the phase."""
    fire = board.state.fire
    if fire.returning.pop(action.unit, None) is None:
        return
    for crew in fire.joined.values():
        if action.unit in crew:
            crew.remove(action.unit)
    results.owe(board, action.unit, "20.3", "its return from a crew", SUPPRESSED)


@RULES.rule("20.1", "20.3", on=PhaseEnds)
def crews_are_noted_before_the_phase_ends(_: PhaseEnds, board: BattleBoard) -> Iterator[Finding]:
    """Men who joined are off the map and in the crew; a crew without originals is given up."""
    fire = board.state.fire
    for man, weapon in fire.joining.items():
        piece = board.pieces.get(man)
        if piece is not None and isinstance(piece.place, Hex):
            yield Finding(
                f"{piece.name} stays on the map though he joined a crew",
                units=(man, weapon),
                expected="off the map",
                rule="20.1",
            )
    for weapon, (men, rule) in fire.crews_joined.items():
        piece = board.pieces.get(weapon)
        lost = weapon in fire.crews_owed or weapon in board.state.uncertain
        if piece is not None and not lost and units.crew(piece) != men:
            yield Finding(
                f"the crew boxes of {piece.name} do not show who joined",
                units=(weapon,),
                expected=f"{men} men",
                found=str(units.crew(piece)),
                rule=rule,
            )
    for piece in board.on_map():
        if units.is_crew_weapon(piece) and originals(piece) == 0 and units.crew(piece) > 0:
            yield Finding(
                f"{piece.name} keeps a crew of replacements alone",
                units=(piece.id,),
                expected="the men back as infantry, suppressed",
                found=f"{units.crew(piece)} replacements",
                rule="20.3",
            )
