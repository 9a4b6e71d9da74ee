"""Section 17.1, who may assault: markers, checks, the hex, and moving in.

The fighting itself, round by round, is in `rounds`.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex, HexError
from referee.actions import BeginPhase, Declare, Move, PhaseEnds, Place, SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import results, units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import bars, bars_on, check_of, judge_act, judge_check, mode
from referee.games.iron_cross.concealed import comes_to_light
from referee.games.iron_cross.declared import number, pieces, target_hex
from referee.games.iron_cross.fire.firing import MOVING
from referee.games.iron_cross.fire.groups import leaders
from referee.games.iron_cross.fire_state import Assault
from referee.games.iron_cross.morale import MORALE_PHASE, phase_id
from referee.games.iron_cross.records import firing_hex, in_movement, shots_this_turn
from referee.games.iron_cross.rolls import CHECK
from referee.games.iron_cross.sequence import moving_side
from referee.games.iron_cross.state import BattleBoard
from referee.games.iron_cross.units import NORMAL

ASSAULT, MARKER, NONE = "assault", "assault-marker", "none"
GRENADE = "grenade"
MOST_MEN = 6
"""Men of a side in a hex (8.62)."""


def _fault(piece: Piece, deed: str, expected: str, rule: str, found: str = "") -> Finding:
    return Finding(
        f"{piece.name} {deed}", units=(piece.id,), expected=expected, found=found, rule=rule
    )


# -- markers --------------------------------------------------------------------------------------


def marked_hex(board: BattleBoard, piece: Piece) -> Hex | None:
    """The hex that an Assault marker on a unit points to; None without one."""
    here = firing_hex(piece)
    value = str(piece.states.get(MARKER, NONE))
    if here is None or not value.isdigit():
        return None
    direction = board.data.map.grid.orientation.directions[int(value) % 6]
    return board.data.map.grid.neighbour(here, direction)


@RULES.covers("17.11", "17.0")
def marked_hexes(board: BattleBoard, piece: Piece) -> frozenset[Hex]:
    """The hexes that markers in a unit's stack point to.

    A marker stays with the stack when the man who got it falls, or has assaulted by himself.
    """
    here = firing_hex(piece)
    if here is None:
        return frozenset()
    designated = board.state.fire.designated
    left = {goal for side, start, goal in designated if (side, start) == (piece.side, here)}
    return frozenset(left | _pointed_to(board, here, piece.side))


def _pointed_to(board: BattleBoard, here: Hex, side: str | None) -> set[Hex]:
    """The hexes that the markers on a side's units in a hex point to."""
    found = (marked_hex(board, friend) for friend in units.friends_at(board, here, side))
    return {hex_ for hex_ in found if hex_ is not None}


@RULES.effect("17.0", "17.11", on=PhaseEnds)
def markers_stay_where_they_were_placed(_: PhaseEnds, board: BattleBoard) -> None:
    """With the movement of a side it is settled which hexes its stacks may assault."""
    side = moving_side(board)
    if not in_movement(board) or side is None:
        return
    for here in {piece.place for piece in board.on_map(side)}:
        if isinstance(here, Hex):
            goals = _pointed_to(board, here, side)
            board.state.fire.designated |= {(side, here, goal) for goal in goals}


@RULES.effect("17.0", on=BeginPhase)
def markers_go_with_the_morale_phase(_: BeginPhase, board: BattleBoard) -> None:
    """Markers are placed anew in each player turn."""
    if phase_id(board) == MORALE_PHASE:
        board.state.fire.designated.clear()


@RULES.rule("17.0", "17.11", "6.0.C", "6.0.D", on=SetState)
def assault_markers_are_placed_in_movement(
    action: SetState, board: BattleBoard
) -> Iterator[Finding]:
    """At the end of the movement phase of its side, on infantry, pointing to a hex of the map."""
    piece = board.pieces.get(action.unit or "")
    placed = action.state == MARKER and action.value not in (None, NONE, "")
    if not placed or piece is None or board.phase is None:
        return
    here = firing_hex(piece)
    if piece.side != moving_side(board):
        yield _fault(
            piece, f"gets an Assault marker in the {board.phase.name}",
            "the end of its side's movement phase", "17.0",
        )  # fmt: skip
    elif not units.is_infantry(piece):
        yield _fault(piece, "gets an Assault marker", "infantry", "17.11")
    elif here is not None and _points_nowhere(board, here, action.value):
        yield _fault(
            piece, "has an Assault marker that points to no hex of the map", "an adjacent hex",
            "17.0", str(action.value),
        )  # fmt: skip


def _points_nowhere(board: BattleBoard, here: Hex, value: object) -> bool:
    directions = board.data.map.grid.orientation.directions
    try:
        return board.data.map.grid.neighbour(here, directions[int(str(value))]) is None
    except (ValueError, IndexError, HexError):
        return True


# -- checks ---------------------------------------------------------------------------------------


@bars("17.11", "17.13", acts={ASSAULT})
def only_marked_infantry_assaults(board: BattleBoard, piece: Piece, _: str) -> Iterator[Finding]:
    """Infantry stacked with an Assault marker; crew weapons and vehicles never assault."""
    if not units.is_infantry(piece):
        yield _fault(piece, "assaults", "infantry", "17.13")
    elif mode(board) == ASSAULT and not marked_hexes(board, piece):
        yield _fault(piece, "assaults without an Assault marker", "a marker in its stack", "17.11")


@bars("17.0", "6.0.G", acts={ASSAULT})
def the_phasing_player_assaults_first(
    board: BattleBoard, piece: Piece, _: str
) -> Iterator[Finding]:
    """All assaults of the phasing player come before those of the other."""
    others = board.state.fire.assault_sides
    if piece.side == board.phasing and any(side != piece.side for side in others):
        yield _fault(
            piece, "assaults after the other player", "the phasing player's assaults first", "17.0"
        )


@bars("17.14", "17.15", acts={ASSAULT})
def who_fired_on_the_move_does_not_assault(
    board: BattleBoard, piece: Piece, _: str
) -> Iterator[Finding]:
    """Fire in the Moving Fire Phase bars assault, unless grenades went into the assaulted hex.

    A grenade counts for all in the hex from which it was thrown (15.3).
    """
    conduct = board.state.of(piece.id)
    here = firing_hex(piece)
    if here is None or not conduct.fired_in.endswith(f".{MOVING}"):
        return
    tried_fire = bool(conduct.tried & {"fire"})
    shots = [s for s in shots_this_turn(board, piece.id) if s.phase == conduct.fired_in]
    if not shots and GRENADE in conduct.tried:
        shots = [
            shot
            for friend in units.friends_at(board, here, piece.side)
            for shot in shots_this_turn(board, friend.id)
            if (shot.phase, shot.verb) == (conduct.fired_in, GRENADE)
        ]
    grenades_only = not tried_fire and all(shot.verb == GRENADE for shot in shots)
    thrown = {shot.target for shot in shots}
    if not grenades_only or not thrown <= marked_hexes(board, piece):
        yield _fault(
            piece,
            "assaults after it fired in the Moving Fire Phase",
            "no fire but grenades into the assaulted hex",
            "17.14",
        )


@bars("17.0", "17.11", acts={ASSAULT})
def nobody_assaults_twice(board: BattleBoard, piece: Piece, _: str) -> Iterator[Finding]:
    """Who has assaulted has done so for the phase; a marker points to one hex."""
    if piece.id in board.state.fire.attacked:
        yield _assaults_again(piece)


def _assaults_again(piece: Piece) -> Finding:
    return _fault(piece, "assaults twice in the phase", "one assault", "17.11")


@RULES.rule("17.12", on=f"declare:{CHECK}")
def a_leader_checks_for_his_stack(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """One check for several units is on the rating of a leader stacked with them, named first."""
    if declaration.text("for") != ASSAULT or len(declaration.units) < 2:
        return
    group = pieces(board, declaration.units)
    leader = group[0]
    here = firing_hex(leader)
    squads = {units.squad(piece) for piece in group if not units.is_commander(piece)}
    if here is None or leader not in leaders(board, here, squads):
        yield _fault(leader, "checks for a stack to assault", "a leader who may lead it", "17.12")
    for piece in group:
        if piece.place != leader.place:
            yield _fault(piece, f"assaults on the check of {leader.name}", "his stack", "17.12")
            return


# -- the announcement -----------------------------------------------------------------------------


def is_overrun_assault(board: BattleBoard, piece: Piece, hex_: Hex) -> bool:
    """Whether infantry that went in with a vehicle assaults at once (9.33)."""
    return any(run.hex == hex_ and piece.id in run.infantry for run in board.state.overruns)


@RULES.rule("17.0.a", "17.11", "17.12", "17.32", "17.13", on=f"declare:{ASSAULT}")
def those_who_passed_assault_the_marked_hex(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """Each unit has passed its check and a marker points to the hex, unless it was cleared."""
    hex_ = target_hex(declaration, board)
    if hex_ is None:
        return
    starts = set()
    for piece in pieces(board, declaration.units):
        here = firing_hex(piece)
        if here is None or is_overrun_assault(board, piece, hex_):
            continue
        starts |= {here} - {hex_}
        if mode(board) != ASSAULT:
            yield _fault(piece, "assaults outside the Assault Phase", "the Assault Phase", "17.0")
            continue
        fire = board.state.fire
        if piece.id in fire.attacked and hex_ not in (here, fire.to_move_in.get(piece.id)):
            yield _assaults_again(piece)
            continue
        marked = marked_hexes(board, piece)
        if hex_ not in fire.cleared:
            yield from judge_act(board, piece, (ASSAULT,), "17.12")
        elif hex_ in marked:
            yield from _why_not_follow(board, piece)
        if here != hex_ and hex_ not in marked and (marked or hex_ in fire.cleared):
            yield _fault(
                piece,
                f"assaults {number(board, hex_)}",
                ", ".join(board.data.map.number(each) for each in sorted(marked)) or "a marker",
                "17.11",
                board.data.map.number(hex_),
            )
    if len(starts) > 1:
        yield Finding(
            f"units of several hexes assault {number(board, hex_)} at once",
            units=declaration.units,
            hexes=(board.data.map.number(hex_),),
            expected="one stack after another",
            rule="17.31",
        )


@RULES.covers("17.32", "17.13", "17.15")
def _why_not_follow(board: BattleBoard, piece: Piece) -> Iterator[Finding]:
    """What keeps a unit from following into a cleared hex: no check is needed, but none failed."""
    check = check_of(board, piece.id, (ASSAULT,))
    if check is not None:
        yield from judge_check(board, piece, check)
    else:
        yield from bars_on(board, piece, ASSAULT)


@RULES.rule("17.13", on=f"declare:{ASSAULT}")
def hexes_with_vehicles_are_not_assaulted(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """A hex that holds an enemy vehicle is not assaulted."""
    hex_ = target_hex(declaration, board)
    for piece in pieces(board, declaration.units)[:1]:
        enemies = units.enemies_at(board, hex_, piece.side) if hex_ is not None else []
        if any(units.is_vehicle(enemy) for enemy in enemies):
            yield _fault(
                piece, f"assaults {number(board, hex_)}", "no enemy vehicle in it", "17.13"
            )


@RULES.effect("17.0", "17.0.a", "17.0.b", "17.13", on=f"declare:{ASSAULT}")
def an_assault_begins(declaration: Declare, board: BattleBoard) -> None:
    """Who assaults, and who defends with what status, is settled now."""
    hex_ = target_hex(declaration, board)
    attackers = pieces(board, declaration.units)
    if hex_ is None or not attackers:
        return
    side = attackers[0].side
    defenders = {
        piece.id: results.status_of(board, piece.id)
        for piece in units.enemies_at(board, hex_, side)
        if not units.is_vehicle(piece)
    }
    fire = board.state.fire
    fire.assault = Assault(hex_, {piece.id for piece in attackers}, defenders, side)
    fire.assault.done = not defenders
    fire.assaulted |= {*fire.assault.attackers, *defenders}
    fire.attacked |= fire.assault.attackers
    board.state.may_go_down |= {*fire.assault.attackers, *defenders}
    if side is not None and mode(board) == ASSAULT:
        fire.assault_sides.add(side)
    for piece in attackers:
        here = firing_hex(piece)
        if here is not None:
            fire.designated |= {(side, here, goal) for goal in _pointed_to(board, here, side)}
        fire.to_go_down.pop(piece.id, None)
        if not is_overrun_assault(board, piece, hex_):
            fire.to_move_in[piece.id] = hex_


def hidden_units_defend(action: Move | Place, board: BattleBoard) -> None:
    """Who was hidden in the assaulted hex comes to light as it is resolved, and defends (24.23)."""
    fight = board.state.fire.assault
    if fight is None or not comes_to_light(action, board):
        return
    names = action.units if isinstance(action, Move) else (action.unit,)
    end = action.end if isinstance(action, Move) else action.at
    for name in names:
        counter = board.counter(name)
        if board.location(end) != fight.hex or counter.side == fight.side or counter.is_marker:
            continue
        fight.defenders[name] = results.status_of(board, name) if name in board.pieces else NORMAL
        fight.done = False
        board.state.fire.cleared.discard(fight.hex)
        board.state.fire.assaulted.add(name)
        board.state.may_go_down.add(name)


for _kind in ("move", "place"):
    RULES.effect("24.23", "17.0.b", on=_kind, before=True)(hidden_units_defend)


# -- moving in ------------------------------------------------------------------------------------


@RULES.rule("17.0.a", "17.32", "6.0.G", on=Move)
def only_assaulting_units_move_in_the_assault_phase(
    move: Move, board: BattleBoard
) -> Iterator[Finding]:
    """Units that assault move into the hex; into a cleared one also those who were to follow."""
    if mode(board) != ASSAULT or comes_to_light(move, board) or board.is_sorting(move):
        return
    end = board.location(move.end)
    if not isinstance(end, Hex):
        return
    fire = board.state.fire
    for piece in pieces(board, move.units):
        goes_in = fire.to_move_in.get(piece.id) == end
        if piece.counter.is_marker or (goes_in and end not in fire.cleared):
            continue
        if not goes_in and _was_set_aside(board, piece, end):
            continue
        if not goes_in and (end not in fire.cleared or end not in marked_hexes(board, piece)):
            yield _fault(
                piece,
                f"moves to {number(board, end)} in the Assault Phase",
                "an assault on the hex",
                "17.0.a",
            )
        elif _men(board, end, piece) > MOST_MEN:
            yield _fault(
                piece, f"moves into {number(board, end)} over the limit of men",
                f"at most {MOST_MEN} men", "17.32", f"{_men(board, end, piece)} men",
            )  # fmt: skip
        elif not goes_in:
            yield from _why_not_follow(board, piece)


def _was_set_aside(board: BattleBoard, piece: Piece, end: Hex) -> bool:
    """Whether a unit of an assault is moved about while it is fought, or back into its hex."""
    fire = board.state.fire
    fight = fire.assault
    if fight is not None and piece.id in {*fight.attackers, *fight.defenders}:
        return not fight.done or end == fight.hex
    return fire.to_go_down.get(piece.id) == end


def _men(board: BattleBoard, hex_: Hex, piece: Piece) -> int:
    there = sum(units.men(friend) for friend in units.friends_at(board, hex_, piece.side))
    return there + units.men(piece)


@RULES.effect("17.0.a", on=Move)
def who_moves_in_is_in(move: Move, board: BattleBoard) -> None:
    """The move into the assaulted hex is done; who went on from it has been told of."""
    fire, end = board.state.fire, board.location(move.end)
    for unit in move.units:
        if fire.to_move_in.get(unit) == end:
            del fire.to_move_in[unit]
        elif isinstance(end, Hex) and fire.to_go_down.get(unit, end) != end:
            del fire.to_go_down[unit]
