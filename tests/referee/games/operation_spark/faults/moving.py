"""Faults of movement, columns, stacking, bridges and reinforcements (10, 11, 16)."""

from __future__ import annotations

from compiler.hexes import Hex
from referee.actions import Move
from referee.board import Piece
from referee.games.operation_spark import eligibility, ground, integrity, retreat, units
from referee.games.operation_spark.movement import costs, moves
from tests.referee.games.operation_spark.faults.finding import (
    ABSENT,
    dry,
    empty,
    ends_movement,
    enemy_beside,
    free_of_formations,
    go,
    near,
    nobody_near,
    on_map,
    place,
    quiet_step,
    set_,
    still,
)
from tests.referee.games.operation_spark.faults.story import Change, Moment, fault

# -- how far ---------------------------------------------------------------------------------------


@fault("11.1.4.p1")
def a_unit_goes_farther_than_it_may(moment: Moment) -> Change | None:
    for piece in still(moment) if ends_movement(moment) else ():
        there = quiet_step(moment.board, piece)
        if there is not None:
            way = (there, place(piece)) * 14
            return moment.insert(go(moment.board, piece, *way))
    return None


@fault("11.1.4.p1")
def a_suppressed_unit_goes_as_far_as_a_sound_one(moment: Moment) -> Change | None:
    board = moment.board
    for piece in still(moment) if ends_movement(moment) else ():
        if not piece.flag("suppressed") or piece.flag("disrupted") or piece.flag("in-column"):
            continue
        there, here, kind = quiet_step(board, piece), place(piece), costs.column(piece)
        if there is None:
            continue
        both = [costs.ground_cost(board, kind, hex_) for hex_ in (there, here)]
        if both[0] is None or both[1] is None:
            continue
        there_and_back = (both[0] + both[1]) * costs.factor(board)
        times = int((costs.allowance(board, piece) + 2) // there_and_back)
        if times and times * there_and_back > costs.allowance(board, piece):
            return moment.insert(go(board, piece, *(there, here) * times))
    return None


@fault("11.1.4.p1", late=True)
def a_unit_jumps_over_a_hex(moment: Moment) -> Change | None:
    board = moment.board
    for piece in still(moment, resting=True) if ends_movement(moment) else ():
        over = quiet_step(board, piece) if free_of_formations(board, piece) else None
        if over is None or not nobody_near(board, piece):
            continue
        for _, hex_ in near(board, over):
            far = place(piece).distance(hex_) == 2 and empty(board, hex_)
            if far and not retreat.has_enemy_beside(board, hex_, piece.side):
                return moment.insert(go(board, piece, hex_))
    return None


@fault("11.1.4.p1")
def a_unit_moves_from_where_it_is_not(moment: Moment) -> Change | None:
    board = moment.board
    for piece in still(moment) if ends_movement(moment) else ():
        other = quiet_step(board, piece)
        if other is not None:
            path = (board.number(other), board.number(place(piece)))
            return moment.insert(Move(units=(piece.id,), path=path, side=piece.side))
    return None


@fault("11.1.4.p1", late=True)
def a_unit_of_the_other_side_moves(moment: Moment) -> Change | None:
    board = moment.board
    if not ends_movement(moment) or board.phasing is None:
        return None
    for piece in on_map(moment, board.data.opponent(board.phasing), resting=True):
        there = quiet_step(board, piece) if free_of_formations(board, piece) else None
        if there is not None and nobody_near(board, piece):
            return moment.insert(go(board, piece, there))
    return None


@fault("11.1.4.p1", late=True)
def a_unit_moves_in_a_recovery_phase(moment: Moment) -> Change | None:
    if not moment.ends_phase or moment.phase != "recovery":
        return None
    for piece in on_map(moment, moment.board.phasing, resting=True):
        there = quiet_step(moment.board, piece)
        alone = free_of_formations(moment.board, piece) and nobody_near(moment.board, piece)
        if there is not None and alone and not piece.flag("reinforcement"):
            return moment.insert(go(moment.board, piece, there))
    return None


# -- where to --------------------------------------------------------------------------------------


@fault("9.3.6.p1", "11.3.4.p4")
def a_unit_moves_into_a_hex_of_the_enemy(moment: Moment) -> Change | None:
    board = moment.board
    for piece in still(moment) if ends_movement(moment) else ():
        beside = enemy_beside(board, piece)
        if beside is not None and units.movement_type(piece) == "leg":
            return moment.insert(go(board, piece, beside[1], place(piece)))
    return None


@fault("11.1.4.p1")
def wheels_enter_a_swamp(moment: Moment) -> Change | None:
    board = moment.board
    for piece in on_map(moment, board.phasing) if ends_movement(moment) else ():
        trek = board.state.march.treks.get(piece.id)
        tired = trek is not None and trek.over
        if costs.column(piece) != "wheel" or piece.flag("in-column") or tired:
            continue
        for _, hex_ in near(board, place(piece)):
            swamp = "swamp" in ground.terrains(board, hex_) and dry(board, place(piece), hex_)
            if swamp and not costs.roads_between(board, place(piece), hex_) and empty(board, hex_):
                return moment.insert(go(board, piece, hex_, place(piece)))
    return None


@fault("9.3.3.p3", late=True)
def a_unit_comes_beside_the_enemy_at_night_without_a_marker(moment: Moment) -> Change | None:
    board = moment.board
    if not ends_movement(moment) or board.phase is None or "night" not in board.phase.section:
        return None
    for piece in still(moment, resting=True):
        if not free_of_formations(board, piece) or units.is_afv(piece):
            continue
        if eligibility.watchers(board, piece, place(piece)) or units.is_anti_aircraft(piece):
            continue
        for _, hex_ in near(board, place(piece)):
            free = empty(board, hex_) and dry(board, place(piece), hex_)
            if free and eligibility.watchers(board, piece, hex_):
                return moment.insert(go(board, piece, hex_))
    return None


def _reach(moment: Moment, piece: Piece, goal: Hex, share: float = 1.0) -> Move | None:
    """A move to a hex for which a unit spends no more than a share of its points."""
    board = moment.board
    path = (board.number(place(piece)), board.number(goal))
    move = Move(units=(piece.id,), path=path, complete=False, side=piece.side)
    way = moves.way_of(board, (piece,), move)
    if way is None or way.faults or way.points > share * costs.allowance(board, piece):
        return None
    return move


# -- columns and markers ---------------------------------------------------------------------------


@fault("11.1.4.p1")
def a_unit_goes_into_column_off_the_road(moment: Moment) -> Change | None:
    for piece in still(moment) if ends_movement(moment) else ():
        on_road = costs.has_road(moment.board, place(piece)) or piece.flag("in-column")
        if not on_road and nobody_near(moment.board, piece):
            return moment.insert(set_(piece, "in-column", True), set_(piece, "in-column", False))
    return None


@fault("11.1.3.p2")
def a_unit_goes_into_column_in_a_recovery_phase(moment: Moment) -> Change | None:
    if not moment.ends_phase or moment.phase != "recovery":
        return None
    for piece in on_map(moment, moment.board.phasing):
        if costs.has_road(moment.board, place(piece)) and not piece.flag("in-column"):
            return moment.insert(set_(piece, "in-column", True), set_(piece, "in-column", False))
    return None


@fault("11.1.6", at="phase")
def engineers_dismount(moment: Moment) -> Change | None:
    for piece in still(moment) if ends_movement(moment) else ():
        if units.is_engineer(piece):
            return moment.insert(set_(piece, "dismounted", True), set_(piece, "dismounted", False))
    return None


@fault("9.3.6.p1")
def a_marker_points_at_an_empty_hex(moment: Moment) -> Change | None:
    board = moment.board
    for piece in still(moment, resting=True) if ends_movement(moment) else ():
        if piece.states.get("assault"):
            continue
        for direction, hex_ in near(board, place(piece)):
            if empty(board, hex_):
                marker = set_(piece, "assault", direction.value)
                return moment.insert(marker, set_(piece, "assault", None))
    return None


@fault("9.3.6.p1")
def a_unit_without_points_gets_a_marker(moment: Moment) -> Change | None:
    board = moment.board
    for piece in still(moment, resting=True) if ends_movement(moment) else ():
        beside, there = enemy_beside(board, piece), None
        for _, hex_ in near(board, place(piece)):
            if empty(board, hex_) and dry(board, place(piece), hex_):
                there = hex_
        if beside is None or there is None or costs.column(piece) != "leg":
            continue
        if piece.flag("in-column") or piece.states.get("assault"):
            continue
        both = [costs.ground_cost(board, "leg", hex_) for hex_ in (there, place(piece))]
        if None in both or units.is_afv(piece) or costs.factor(board) != 1:
            continue
        times, left = divmod(costs.allowance(board, piece), sum(cost or 0 for cost in both))
        if left >= 1 or times < 1:
            continue
        marker = set_(piece, "assault", beside[0].value)
        tour = go(board, piece, *(there, place(piece)) * int(times))
        return moment.insert(tour, marker, set_(piece, "assault", None))
    return None


@fault("9.3.6.p1")
def a_marker_is_put_down_in_the_combat_phase(moment: Moment) -> Change | None:
    if not moment.ends_phase or moment.phase not in {"counterbattery", "post-assault"}:
        return None
    for piece in on_map(moment, moment.board.phasing, resting=True):
        beside = enemy_beside(moment.board, piece)
        plain = not piece.states.get("assault") and not piece.flag("reinforcement")
        if beside is not None and plain:
            marker = set_(piece, "assault", beside[0].value)
            return moment.insert(marker, set_(piece, "assault", None))
    return None


# -- stacking and integrity ------------------------------------------------------------------------


@fault("11.2.4.p1", "11.2.4.p3", "11.2.4.p4", "13.12.1.p3", ABSENT, late=True)
def a_hex_is_overstacked(moment: Moment) -> Change | None:
    board = moment.board
    for piece in still(moment, resting=True) if ends_movement(moment) else ():
        if not free_of_formations(board, piece):
            continue
        for _, hex_ in near(board, place(piece)):
            friends = [p for p in board.units_at(hex_) if p.side == piece.side]
            full = sum(map(units.steps, friends)) + units.steps(piece) > 12
            watched = retreat.has_enemy_beside(board, hex_, piece.side)
            apart = not retreat.has_enemy_beside(board, place(piece), piece.side)
            open_ = retreat.may_enter(board, piece, place(piece), hex_)
            calm = not watched and apart and dry(board, place(piece), hex_)
            if friends and full and calm and open_:
                return moment.insert(go(board, piece, hex_))
    return None


@fault("11.2.1", "11.2.4.p6", late=True)
def units_of_two_divisions_share_a_hex(moment: Moment) -> Change | None:
    board = moment.board
    for piece in still(moment, resting=True) if ends_movement(moment) else ():
        own = units.division(board.data, piece)
        if piece.side != "soviet" or not own or not integrity.formation(board, piece):
            continue
        for mate in on_map(moment, "soviet"):
            other = units.division(board.data, mate)
            strange = other not in ("", own) and integrity.formation(board, mate)
            close = strange and 0 < place(mate).distance(place(piece)) <= 3
            calm = close and not retreat.has_enemy_beside(board, place(mate), piece.side)
            if calm and retreat.has_room(board, place(mate), (piece,)):
                move = _reach(moment, piece, place(mate))
                if move is not None:
                    return moment.insert(move)
    return None


@fault("11.2.1", "11.2.4.p1", late=True)
def a_stranger_stands_between_two_units_of_a_formation(moment: Moment) -> Change | None:
    board = moment.board
    held: dict[Hex, set[str]] = {}
    for mate in board.on_map("soviet") if ends_movement(moment) else ():
        held.setdefault(place(mate), set()).add(integrity.formation(board, mate))
    gaps: list[tuple[Hex, set[str]]] = []
    for hex_ in board.data.map.grid if held else ():
        ring = [each for _, each in near(board, hex_)]
        for one, other in zip(ring[:3], ring[3:], strict=False):
            parted = held.get(one, set()) & held.get(other, set()) - {""}
            calm = empty(board, hex_) and not retreat.has_enemy_beside(board, hex_, "soviet")
            if len(ring) == 6 and parted and calm:
                gaps.append((hex_, parted))
    for piece in still(moment, resting=True) if gaps else ():
        own = integrity.formation(board, piece)
        for hex_, parted in gaps if own else ():
            if place(piece).distance(hex_) <= 6 and parted - {own}:
                move = _reach(moment, piece, hex_)
                if move is not None:
                    return moment.insert(move)
    return None
