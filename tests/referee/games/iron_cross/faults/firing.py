"""Faults of fire: who fires, at what, and together with whom (10, 11.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from compiler.hexes import Hex
from referee.actions import Action, Declare
from referee.board import Piece
from referee.games.iron_cross import units
from referee.games.iron_cross.checks import check_of
from referee.games.iron_cross.fire import sighting
from referee.games.iron_cross.fire.firing import firing_side
from referee.games.iron_cross.fire.small_arms import targets_in
from referee.games.iron_cross.state import BattleBoard
from tests.referee.games.iron_cross.faults.places import (
    FIRE_PHASES,
    LINES,
    belongs,
    checks,
    dice_of,
    elsewhere,
    fires,
    fires_on_it,
    harmless,
    has_not_fired,
    held,
    may_aim,
    of_phase,
    other_dice,
    single_fires,
)
from tests.referee.games.iron_cross.faults.story import (
    Change,
    Spot,
    Story,
    check,
    declare,
    fault,
    is_declared,
    rolled,
)

# -- who fires (10.1) -----------------------------------------------------------------------------


@fault("10.12")
def a_unit_fires_without_a_check(story: Story) -> Iterator[Change]:
    for spot, _, piece in checks(story, "fire", *FIRE_PHASES):
        if fires_on_it(story, spot, piece.id, "fire"):
            yield story.drop(spot.number, 2)


@fault("4.0")
def a_unit_fires_after_a_failed_check(story: Story) -> Iterator[Change]:
    for spot, _, piece in checks(story, "fire", *FIRE_PHASES):
        if fires_on_it(story, spot, piece.id, "fire"):
            yield other_dice(story, spot, 12)


@fault("10.11")
def a_unit_fires_twice_on_one_check(story: Story) -> Iterator[Change]:
    for spot, fire in fires(story, *FIRE_PHASES):
        rest = list(of_phase(story, spot.number))
        end = next((n for n, a in rest if not belongs(a)), story.end_of_phase(spot.number))
        board = story.before(end)
        hex_ = board.location(fire.target or "")
        assert isinstance(hex_, Hex)
        targets = targets_in(board, hex_, board.piece(fire.units[0]).side)
        foot = [piece for piece in targets if not units.is_vehicle(piece)]
        if len(foot) == len(targets) == 1 and fire.units[0] in board.pieces:
            dice = _misses(board, fire)
            if dice is not None:
                yield story.insert(end, fire, *dice)


@fault("10.11")
def a_unit_tries_to_fire_again_in_a_later_phase(story: Story) -> Iterator[Change]:
    for spot in story.ends("moving-fire"):
        for piece in spot.board.on_map(spot.board.phasing):
            fired_in = spot.board.state.of(piece.id).fired_in
            if fired_in.endswith("support-fire") and units.is_normal(piece):
                end = story.end_of_player_turn(spot.number - 1)
                if not story.acts(piece.id, spot.number, end):
                    yield story.insert(spot.number, *check(piece.id, "fire"))


@fault("3.22")
def a_pinned_unit_tries_to_fire(story: Story) -> Iterator[Change]:
    for spot in story.ends("defensive-fire", "moving-fire"):
        side = spot.board.phasing or ""
        if spot.board.phase is not None and spot.board.phase.id.endswith("defensive-fire"):
            side = spot.board.data.opponent(side) or ""
        for piece in spot.board.on_map(side):
            state = spot.board.state
            free = not state.of(piece.id).moved and not state.of(piece.id).fired
            sure = piece.id not in {*state.owed, *state.uncertain}
            if units.status(piece) == units.PINNED and free and sure:
                yield story.insert(spot.number, *check(piece.id, "fire"))


@fault("10.13")
def a_unit_that_moved_in_reaction_fires_in_defence(story: Story) -> Iterator[Change]:
    for spot in story.ends("defensive-fire"):
        for piece in spot.board.on_map(spot.board.data.opponent(spot.board.phasing or "")):
            conduct = spot.board.state.of(piece.id)
            moved = "reaction" in conduct.moved_in and conduct.stepped and not conduct.fired
            if moved and units.is_infantry(piece) and units.is_normal(piece):
                yield story.insert(spot.number, *check(piece.id, "fire"))


@fault("10.13")
def a_machine_gun_that_moved_fires_in_the_moving_fire_phase(story: Story) -> Iterator[Change]:
    for spot in story.ends("moving-fire"):
        for piece in spot.board.on_map(spot.board.phasing):
            conduct = spot.board.state.of(piece.id)
            went = conduct.stepped and not conduct.fired
            if went and units.is_crew_weapon(piece) and units.is_normal(piece):
                yield story.insert(spot.number, *check(piece.id, "fire"))


# -- at what (10.2, 10.3) -------------------------------------------------------------------------


@fault("10.21")
def a_unit_fires_at_an_empty_hex(story: Story) -> Iterator[Change]:
    for spot, piece in single_fires(story, *FIRE_PHASES):
        assert isinstance(piece.place, Hex)
        for hex_ in spot.board.data.map.grid.within(piece.place, 2):
            free = hex_ not in spot.board.occupants
            if free and may_aim(spot.board, piece, hex_) and harmless(story, spot):
                yield elsewhere(story, spot, hex_)


def _blocked(story: Story, rule: str) -> Iterator[Change]:
    """Fire at a hex to which a paragraph blocks the line of sight."""
    for spot, piece in single_fires(story, *FIRE_PHASES):
        assert isinstance(piece.place, Hex)
        for hex_ in held(spot, piece):
            down = not units.is_up(piece)
            by = sighting.blocked_by(spot.board, piece.place, hex_, down=down)
            free = not units.has_facing(piece)
            if by == rule and free and harmless(story, spot):
                yield elsewhere(story, spot, hex_)


@fault("10.31.a", "11.41")
def a_unit_fires_through_a_building_or_hill(story: Story) -> Iterator[Change]:
    yield from _blocked(story, "10.31.a")


@fault("10.31.b", "11.41")
def a_unit_fires_through_too_many_trees(story: Story) -> Iterator[Change]:
    yield from _blocked(story, "10.31.b")


@fault("10.32.b", "11.41")
def a_unit_fires_over_an_obstacle_that_is_too_high(story: Story) -> Iterator[Change]:
    yield from _blocked(story, "10.32.b")


@fault("11.11", "11.41")
def a_unit_divides_its_factors_between_two_hexes(story: Story) -> Iterator[Change]:
    for spot, piece in single_fires(story, *FIRE_PHASES):
        if not harmless(story, spot) or units.has_facing(piece):
            continue
        seen = [hex_ for hex_ in held(spot, piece) if may_aim(spot.board, piece, hex_)]
        if len(seen) > 1:
            names = tuple(targets_in(spot.board, hex_, piece.side)[0].id for hex_ in seen[:2])
            yield elsewhere(story, spot, seen[0], names)


@fault("10.23", "11.41", "8.21", "10.11", "13.15", "21.42")
def a_machine_gun_fires_to_its_rear(story: Story) -> Iterator[Change]:
    for spot, piece in single_fires(story, *FIRE_PHASES):
        assert isinstance(piece.place, Hex)
        for hex_ in held(spot, piece) if units.is_machine_gun(piece) else ():
            sees = sighting.can_see(spot.board, piece.place, hex_, down=not units.is_up(piece))
            front = sighting.in_front(piece.place, units.facing(piece), hex_)
            if sees and not front and harmless(story, spot):
                yield elsewhere(story, spot, hex_)
    for spot in story.ends("support-fire", "moving-fire", "defensive-fire"):
        for piece in spot.board.on_map():
            ready = check_of(spot.board, piece.id, ("fire",))
            if not units.is_machine_gun(piece) or (ready is not None and not ready.passed):
                continue
            yield from _to_the_rear(story, spot, piece, checked=ready is not None)


def _to_the_rear(story: Story, spot: Spot, piece: Piece, *, checked: bool) -> Iterator[Change]:
    """A machine gun that has not fired fires at what is behind it."""
    state = spot.board.state
    conduct = state.of(piece.id)
    went = conduct.moved if units.is_crew_weapon(piece) else "reaction" in conduct.moved_in
    busy = went or (conduct.fired and not checked)
    phase = spot.board.phase.id.partition(".")[2] if spot.board.phase is not None else ""
    side = spot.board.phasing
    if phase == "defensive-fire":
        side = spot.board.data.opponent(side or "")
    shot = any(s.player_turn == state.fire.player_turn for s in state.fire.shots.get(piece.id, ()))
    if busy or shot or piece.side != side or not units.is_normal(piece):
        return
    assert isinstance(piece.place, Hex)
    for hex_ in held(spot, piece):
        sees = sighting.can_see(spot.board, piece.place, hex_, down=not units.is_up(piece))
        if sees and not sighting.in_front(piece.place, units.facing(piece), hex_):
            taken = () if checked else check(piece.id, "fire")
            fire = declare("fire", piece.id, target=spot.board.number(hex_))
            yield story.insert(spot.number, *taken, fire)


# -- combining (11.1) -----------------------------------------------------------------------------


def _merged(story: Story, fits: Callable[[list[Piece]], bool], *phases: str) -> Iterator[Change]:
    """Two fires at one hex that did nothing, put into one that does nothing either.

    Whoever could combine does so in the game, so that these may not.
    """
    for spot, fire in fires(story, *phases):
        for number, later in of_phase(story, spot.number):
            if not is_declared(later, "fire") or not isinstance(later, Declare):
                continue
            if (later.target, later.side) != (fire.target, fire.side):
                continue
            after = Spot(number, later, spot.board)
            both = fire.model_copy(update={"units": (*fire.units, *later.units)})
            group = [spot.board.piece(unit) for unit in both.units]
            ready = all(_has_passed(spot, unit) for unit in later.units) and fits(group)
            if ready and harmless(story, spot) and harmless(story, after):
                dice = _misses(spot.board, both)
                if dice is not None:
                    out = [spot.number, *dice_of(story, spot), number, *dice_of(story, after)]
                    first, actions = story.drop_all(out)
                    yield first, [both, *dice, *actions]


def _has_passed(spot: Spot, unit: str) -> bool:
    taken = check_of(spot.board, unit, ("fire",))
    return taken is not None and taken.passed is True


def _misses(board: BattleBoard, fire: Declare) -> list[Action] | None:
    """Rolls for all targets of a fire that have no effect; None where none is high enough."""
    trial = board.copy()
    trial.apply(fire)
    attack = trial.state.fire.attack
    found: list[Action] = []
    for name, aim in attack.aims.items() if attack is not None else ():
        count = min(aim.dice)
        if 6 * count <= max(aim.strengths):
            return None
        call = declare("fire-roll", target=fire.target, targets=name)
        found += [call, rolled(6 * count, count)]
    return found


def _squads(group: list[Piece]) -> set[str | None]:
    return {units.squad(p) for p in group if units.is_infantry(p) and not units.is_commander(p)}


def _hexes(group: list[Piece], *, infantry: bool = True) -> set[object]:
    return {piece.place for piece in group if units.is_infantry(piece) or not infantry}


@fault("11.13.b", "11.41", "8.21", "10.11", *LINES)
def two_squads_combine_without_a_commander(story: Story) -> Iterator[Change]:
    yield from _merged(
        story, lambda g: len(_squads(g)) > 1 and len(_hexes(g, infantry=False)) == 1, *FIRE_PHASES
    )
    for spot in story.ends(*FIRE_PHASES):
        for hex_ in sorted(spot.board.occupants):
            friends = units.friends_at(spot.board, hex_, firing_side(spot.board))
            able = [piece for piece in friends if has_not_fired(spot, piece)]
            pairs = [(p, q) for p in able for q in able if units.squad(p) != units.squad(q)]
            led = any(units.is_commander(p) for p in spot.board.units_at(hex_))
            targets = [goal for p in able for goal in held(spot, p)]
            if pairs and targets and not led:
                names = [piece.id for piece in pairs[0]]
                taken = [action for name in names for action in check(name, "fire")]
                fire = declare("fire", *names, target=spot.board.number(targets[0]))
                yield story.insert(spot.number, *taken, fire)


@fault("11.13.c")
def men_of_distant_hexes_combine(story: Story) -> Iterator[Change]:
    yield from _merged(story, _men_of_two_hexes, *FIRE_PHASES)


@fault("11.13.c")
def a_squad_fires_from_two_hexes_in_the_moving_fire_phase(story: Story) -> Iterator[Change]:
    yield from _merged(story, _men_of_two_hexes, "moving-fire")


def _men_of_two_hexes(group: list[Piece]) -> bool:
    return len(_hexes(group)) > 1 and not any(units.is_crew_weapon(piece) for piece in group)
