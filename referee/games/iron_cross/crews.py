"""Chapter 20, crew replacements: men of the squads who join a crew, and become men again."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare, Move, PhaseEnds, Place, SetState
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
    for before, man in enumerate(pieces(board, declaration.units)):
        for weapon in weapons[:1]:
            fault = _fault(board, man, weapon, before)
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
def _fault(
    board: BattleBoard, man: Piece, weapon: Piece, before: int
) -> tuple[str, str, str] | None:
    """What keeps a man from a crew that so many join before him: rule, expected, found."""
    if not units.is_infantry(man):
        return "20.1", "regular infantry", units.unit_class(man)
    if not units.is_crew_weapon(weapon) or weapon.side != man.side or weapon.place != man.place:
        return "20.1", "a crew weapon of its side in its hex", board.number(weapon.place)
    men = _crew_so_far(board, weapon) + before
    if men >= units.figure(weapon, "crew"):
        return "20.0", "a crew that lacks men", f"{men} men"
    if originals(weapon) == 0:
        return "20.2", "an original crew member left", "replacements only"
    side = moving_side(board)
    if side is not None and side != man.side:
        return "20.1", "a movement phase of its side", board.phase.name if board.phase else ""
    return None


def _crew_so_far(board: BattleBoard, weapon: Piece) -> int:
    """The crew of a weapon, with those who have joined in this phase, marked or not."""
    men, _ = board.state.fire.crews_joined.get(weapon.id, (units.crew(weapon), ""))
    return men


@RULES.effect("20.1", on=f"declare:{REPLACEMENT}")
def a_man_is_taken_into_a_crew(declaration: Declare, board: BattleBoard) -> None:
    """He leaves the map and is noted beside the weapon."""
    weapons = pieces(board, target_units(declaration, board))
    for weapon in weapons[:1]:
        fire = board.state.fire
        for man in pieces(board, declaration.units):
            fire.joining[man.id] = weapon.id
            fire.joined.setdefault(weapon.id, []).append(man.id)
            fire.crews_joined[weapon.id] = (_crew_so_far(board, weapon) + 1, "20.1")


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
        fire.men_back[weapon.id], _ = fire.crews_owed.get(weapon.id, (units.crew(weapon), ""))
        board.state.owed.pop(weapon.id, None)
        for man in fire.joined.get(weapon.id, ()):
            fire.returning[man] = weapon.place


@RULES.rule("20.1", "20.3", on=Place)
def men_come_back_where_their_weapon_was(action: Place, board: BattleBoard) -> Iterator[Finding]:
    """Who has joined a crew is no infantry any more, until he comes back suppressed."""
    status = str(action.states.get("morale", SUPPRESSED))
    yield from _judge_return(board, action.unit, action.at, status)


@RULES.rule("20.1", "20.3", on=Move)
def men_come_out_of_the_box_where_their_weapon_was(
    action: Move, board: BattleBoard
) -> Iterator[Finding]:
    """The same for men who wait in the box of those who serve crew weapons."""
    for piece in pieces(board, action.units):
        if not isinstance(piece.place, Hex):
            yield from _judge_return(board, piece.id, action.end, SUPPRESSED)


def _judge_return(board: BattleBoard, unit: str, at: str, status: str) -> Iterator[Finding]:
    fire = board.state.fire
    here = board.location(at)
    weapon = _weapon_of(board, unit)
    if weapon is None or not isinstance(here, Hex):
        return
    back = fire.returning.get(unit)
    if back is not None and fire.men_back.get(weapon, 0) <= 0:
        expected, found = "no more men than are left of the crew", "one more"
    elif back != here or status != SUPPRESSED:
        expected = "the hex of the weapon, suppressed" if back else "a crew member for good"
        found = f"{at}, {status}"
    else:
        return
    yield Finding(
        f"{board.counter(unit).name}, who joined a crew, comes back"
        f" to {board.data.map.describe(here)}",
        units=(unit,),
        expected=expected,
        found=found,
        rule="20.3" if back else "20.1",
    )


def _weapon_of(board: BattleBoard, unit: str) -> str | None:
    """The weapon whose crew a man has joined."""
    joined = board.state.fire.joined
    return next((weapon for weapon, crew in joined.items() if unit in crew), None)


@RULES.effect("20.3", on=Place)
def men_who_come_back_are_suppressed(action: Place, board: BattleBoard) -> None:
    """They are marked so, at once or later in the phase."""
    _come_back(board, action.unit)


@RULES.effect("20.3", on=Move)
def men_who_come_out_of_the_box_are_suppressed(action: Move, board: BattleBoard) -> None:
    """The same for those who waited in the box."""
    if isinstance(board.location(action.end), Hex):
        for unit in action.units:
            _come_back(board, unit)


def _come_back(board: BattleBoard, unit: str) -> None:
    fire = board.state.fire
    weapon = _weapon_of(board, unit)
    if fire.returning.pop(unit, None) is None or weapon is None:
        return
    fire.joined[weapon].remove(unit)
    fire.men_back[weapon] = fire.men_back.get(weapon, 0) - 1
    results.owe(board, unit, "20.3", "its return from a crew", SUPPRESSED)


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
