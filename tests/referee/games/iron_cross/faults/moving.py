"""Faults of movement, leaders and stacking (5, 8.1 to 8.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from compiler.hexes import Hex
from referee.actions import Action, Declare, Move, Place
from referee.board import Piece
from referee.games.iron_cross import units
from referee.games.iron_cross.movement import terrain
from referee.games.iron_cross.state import BattleBoard
from tests.referee.games.iron_cross.faults.places import (
    MOVEMENT,
    aside,
    checks,
    mover,
    of_phase,
    other_dice,
    points_left,
    step,
)
from tests.referee.games.iron_cross.faults.story import (
    CHECK,
    Change,
    Spot,
    Story,
    check,
    declare,
    fault,
    named,
    rolled,
)

# -- how far, and where (8.1, 8.2, 8.5) -----------------------------------------------------------


def _movers(story: Story, *phases: str) -> Iterator[tuple[Spot, Piece]]:
    """Units that have moved in a phase, at its end, and are not named any more."""
    for spot in story.ends(*phases):
        for name, trek in list(spot.board.state.treks.items()):
            piece = spot.board.pieces.get(name)
            if piece is None or not trek.hexes or trek.over or name in spot.board.state.hit:
                continue
            if isinstance(piece.place, Hex) and not story.names(name, spot.number):
                yield spot, piece


def _costs(board: BattleBoard, piece: Piece) -> Iterator[tuple[Hex, float]]:
    """Free hexes beside a unit and what they cost."""
    free = set(aside(board, piece))
    assert isinstance(piece.place, Hex)
    for passage in terrain.passages(board, piece)[piece.place]:
        known = [cost for cost in (passage.cost, passage.road) if cost is not None]
        if passage.end in free and known:
            yield passage.end, min(known)


def _too_far(story: Story, fits: Callable[[Piece], bool], *phases: str) -> Iterator[Change]:
    for spot, piece in _movers(story, *phases):
        treks = spot.board.state.treks
        leads = any(trek.led_by == piece.id for trek in treks.values())
        if fits(piece) and not treks[piece.id].led_by and not leads:
            for hex_, cost in _costs(spot.board, piece):
                if cost > points_left(spot.board, piece):
                    yield story.insert(spot.number, step(spot.board, piece, hex_))


@fault("8.11")
def a_man_goes_a_hex_too_far(story: Story) -> Iterator[Change]:
    yield from _too_far(story, units.is_infantry, *MOVEMENT)
    yield from _to_and_fro(story, "infantry")


@fault("8.12")
def a_machine_gun_goes_a_hex_too_far(story: Story) -> Iterator[Change]:
    yield from _to_and_fro(story, "crew-weapon")


def _to_and_fro(story: Story, unit_class: str) -> Iterator[Change]:
    """A unit goes its way and back again until its points are surely used up, then to its end."""
    for spot in story.moves(*MOVEMENT):
        assert isinstance(spot.action, Move)
        piece = spot.board.piece(spot.action.units[0])
        alone = len(spot.action.units) == 1 and units.unit_class(piece) == unit_class
        checked = spot.board.state.checks.get(piece.id, ())
        led = any(taken.act in ("lead", "follow") for taken in checked)
        again = any(piece.id in named(action) for _, action in of_phase(story, spot.number))
        if alone and not led and not again and isinstance(piece.place, Hex):
            there = spot.action.path
            turns = (*there, *there[-2::-1]) * 6
            path = tuple(n for n, m in zip(turns, (*turns[1:], ""), strict=True) if n != m)
            longer = spot.action.model_copy(update={"path": (*path, *there[1:])})
            yield story.replace(spot.number, longer)


@fault("8.0", "8.11")
def a_unit_jumps_over_a_hex(story: Story) -> Iterator[Change]:
    for spot in story.moves(*MOVEMENT):
        assert isinstance(spot.action, Move)
        path = spot.action.path
        hexes = [spot.board.location(name) for name in path]
        for n in range(1, len(path) - 1):
            one, other = hexes[n - 1], hexes[n + 1]
            if isinstance(one, Hex) and isinstance(other, Hex) and one.distance(other) == 2:
                left_out = (*path[:n], *path[n + 1 :])
                yield story.replace(spot.number, spot.action.model_copy(update={"path": left_out}))


@fault("8.0")
def a_unit_moves_from_where_it_is_not(story: Story) -> Iterator[Change]:
    for spot in story.moves(*MOVEMENT):
        assert isinstance(spot.action, Move)
        path = spot.action.path
        if len(path) > 2 and isinstance(spot.board.location(path[0]), Hex):
            yield story.replace(spot.number, spot.action.model_copy(update={"path": path[1:]}))


@fault("8.23", "8.11", "8.3.B")
def a_unit_enters_a_hex_of_the_enemy(story: Story) -> Iterator[Change]:
    for spot in story.ends(*MOVEMENT):
        for name, trek in list(spot.board.state.treks.items()):
            piece = spot.board.pieces.get(name)
            if piece is None or not trek.hexes or not isinstance(piece.place, Hex):
                continue
            for near in spot.board.data.map.grid.neighbours(piece.place).values():
                there = units.enemies_at(spot.board, near, piece.side)
                if there and not any(enemy.flag("hidden") for enemy in there):
                    here = spot.board.number(piece.place)
                    back = Move(units=(name,), path=(spot.board.number(near), here))
                    yield story.insert(spot.number, step(spot.board, piece, near), back)


@fault("2.1", "24.4", "8.11")
def a_unit_leaves_the_map_of_the_scenario(story: Story) -> Iterator[Change]:
    for spot in story.moves("movement"):
        assert isinstance(spot.action, Move)
        path = spot.action.path
        first = next(n for n, name in enumerate(path) if isinstance(spot.board.location(name), Hex))
        if path[first].startswith("30"):
            outside = f"29{path[first][2:]}"
            longer = (*path[:first], path[first], outside, *path[first:])
            yield story.replace(spot.number, spot.action.model_copy(update={"path": longer}))


@fault("8.15", "8.22", "8.11")
def a_suppressed_unit_moves(story: Story) -> Iterator[Change]:
    for spot in story.ends(*MOVEMENT):
        for piece in spot.board.on_map():
            if units.status(piece) != units.SUPPRESSED or piece.flag("hidden"):
                continue
            if piece.id in spot.board.state.treks or piece.id in spot.board.state.uncertain:
                continue
            if piece.side == mover(spot):
                for hex_ in aside(spot.board, piece):
                    back = (spot.board.number(hex_), spot.board.number(piece.place))
                    yield story.insert(
                        spot.number, *check(piece.id, "move"), step(spot.board, piece, hex_),
                        Move(units=(piece.id,), path=back),
                    )  # fmt: skip


@fault("8.21")
def a_unit_moves_that_has_fired_before(story: Story) -> Iterator[Change]:
    for spot in story.ends("movement"):
        for piece in spot.board.on_map(spot.board.phasing):
            fired = spot.board.state.of(piece.id).fired_in.endswith("support-fire")
            if fired and units.is_infantry(piece) and units.is_normal(piece):
                yield story.insert(spot.number, *check(piece.id, "move"))


@fault("8.62", "8.22", "8.21", "8.11", "8.3.B", "13.18", "24.1")
def seven_men_end_their_movement_in_a_hex(story: Story) -> Iterator[Change]:
    # They come from all over the map, and go back when it is told of.
    for spot in story.ends("movement"):
        men = [
            p for p in spot.board.on_map(spot.board.phasing)
            if units.is_infantry(p) and units.is_normal(p) and p.id in spot.board.state.treks
        ]  # fmt: skip
        goal = spot.board.number(men[0].place) if len(men) >= 7 else ""
        there = [p for p in men if p.place == men[0].place]
        comers = [p for p in men if p.place != men[0].place][: 7 - len(there)]
        if goal and spot.number < len(story.actions):
            come = [Move(units=(p.id,), path=(spot.board.number(p.place), goal), complete=False)
                    for p in comers]  # fmt: skip
            back = [Place(unit=p.id, at=spot.board.number(p.place)) for p in comers]
            first, actions = story.insert(spot.number, *come)
            at = len(come) + 1
            yield first, [*actions[:at], *back, *actions[at:]]


# -- leaders (5, 8.3) -----------------------------------------------------------------------------


def _led(story: Story) -> Iterator[tuple[Spot, list[tuple[int, Move]]]]:
    """Checks to lead that are passed, and the moves of those who are led, but not their leader."""
    for spot in story.declared(CHECK, *MOVEMENT, act="lead"):
        assert isinstance(spot.action, Declare)
        followers = set(spot.action.units[1:])
        moves = [
            (n, action) for n, action in of_phase(story, spot.number)
            if isinstance(action, Move) and followers & set(action.units)
        ]  # fmt: skip
        if moves:
            yield spot, moves


@fault("8.3.A", "4.0")
def a_stack_moves_though_its_leader_failed(story: Story) -> Iterator[Change]:
    for spot, _ in _led(story):
        yield other_dice(story, spot, 12)


@fault("8.3.B", "8.11", "8.12")
def a_led_unit_goes_another_way_than_its_leader(story: Story) -> Iterator[Change]:
    for spot, moves in _led(story):
        for number, move in moves:
            board = story.before(number)
            detour = _detour(board, move.path)
            if len(move.units) > 1 and detour and move.units[0] == named_first(spot.action):
                own = move.model_copy(update={"units": move.units[-1:], "path": detour})
                rest = move.model_copy(update={"units": move.units[:-1]})
                yield story.replace(number, rest, own)


def named_first(action: Action) -> str:
    """The first unit of a declaration: the leader of a check to lead."""
    return action.units[0] if isinstance(action, Declare) else ""


def _detour(board: BattleBoard, path: tuple[str, ...]) -> tuple[str, ...]:
    """The path with a free hex more, beside its last two; empty where there is none."""
    one, other = board.location(path[-2]), board.location(path[-1])
    if not isinstance(one, Hex) or not isinstance(other, Hex):
        return ()
    for hex_ in board.data.map.grid.neighbours(one).values():
        if hex_.distance(other) == 1 and hex_ not in board.occupants:
            return (*path[:-1], board.number(hex_), path[-1])
    return ()


@fault("5.2")
def a_man_leads_who_is_no_leader(story: Story) -> Iterator[Change]:
    for spot, _, piece in checks(story, "move", *MOVEMENT):
        if not units.is_leader(piece) and units.is_infantry(piece) and units.is_normal(piece):
            assert isinstance(spot.action, Declare)
            yield story.replace(
                spot.number, spot.action.model_copy(update={"values": {"for": "lead"}})
            )


@fault("8.3.C")
def a_unit_checks_on_a_leader_who_has_not_passed(story: Story) -> Iterator[Change]:
    for spot, _, piece in checks(story, "move", *MOVEMENT):
        assert isinstance(piece.place, Hex)
        friends = units.friends_at(spot.board, piece.place, piece.side)
        able = [p for p in friends if units.is_commander(p) and p is not piece]
        free = able and leads_not(spot, able[0]) and units.is_normal(piece)
        if free and not any(isinstance(a, Move) and piece.id in a.units
                            for _, a in of_phase(story, spot.number)):  # fmt: skip
            follow = declare(CHECK, piece.id, for_="follow", supports=(able[0].id,))
            yield story.replace(spot.number, follow)
    for spot in story.ends(*MOVEMENT):
        for leader in spot.board.on_map(mover(spot)):
            if not units.is_commander(leader) or not leads_not(spot, leader):
                continue
            for piece in spot.board.on_map(leader.side):
                state = spot.board.state
                free = units.is_normal(piece) and piece.id not in state.checks
                free = free and not state.of(piece.id).fired
                if free and units.is_infantry(piece) and piece is not leader:
                    follow = declare(CHECK, piece.id, for_="follow", supports=(leader.id,))
                    if not story.acts(piece.id, spot.number, story.end_of_player_turn(spot.number)):
                        yield story.insert(spot.number, follow, rolled(2))


def leads_not(spot: Spot, leader: Piece) -> bool:
    """Whether a leader has taken no check to lead in this phase."""
    return all(taken.act != "lead" for taken in spot.board.state.checks.get(leader.id, ()))
