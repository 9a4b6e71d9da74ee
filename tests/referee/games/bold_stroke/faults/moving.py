"""Faults of movement, stacking, zones of control and reserves (4, 6, 7, 8, 9, 13)."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare, Move, Place, SetState
from referee.board import Piece
from referee.games.bold_stroke import units
from referee.games.bold_stroke.choices.moving import may_end, may_move, reach
from referee.games.bold_stroke.combat.headquarters import headquarters_of
from referee.games.bold_stroke.movement import stacking
from referee.games.bold_stroke.movement.passages import passages
from referee.games.bold_stroke.movement.zones import zones
from referee.games.bold_stroke.reserves.designation import designators, may_be_in_reserve
from referee.games.bold_stroke.state import CampaignBoard
from tests.referee.games.bold_stroke.faults.sequence import LAST
from tests.referee.games.bold_stroke.faults.story import Change, Story, fault

SOVIET, GERMAN = "first.movement", "second.movement"


def _rested(
    story: Story, phase: str, turn: int = LAST
) -> Iterator[tuple[int, CampaignBoard, Piece]]:
    """The end of a movement phase, and the units that have not moved in it and do nothing later."""
    number = story.end_of(phase, turn)
    board = story.before(number)
    for piece in list(board.on_map(board.phasing)):
        if piece.id not in board.state.moved and not story.named_later(piece.id, number):
            yield number, board, piece


def _move(board: CampaignBoard, piece: Piece, *path: Hex) -> Move:
    hexes = (piece.place, *path) if piece.place != path[0] else path
    return Move(units=(piece.id,), path=tuple(board.number(hex_) for hex_ in hexes))


def _neighbours(board: CampaignBoard, hex_: object) -> tuple[Hex, ...]:
    assert isinstance(hex_, Hex)
    return tuple(board.data.map.grid.neighbours(hex_).values())


def _first(story: Story, phases: tuple[str, ...], fits: object) -> Change:
    """Insert the first move that `fits(board, piece)` gives at the end of one of the phases."""
    assert callable(fits)
    for phase in phases:
        for turn in range(LAST, 0, -1):
            for number, board, piece in _rested(story, phase, turn):
                if may_move(board, piece) and isinstance(piece.place, Hex):
                    move = fits(board, piece)
                    if move is not None:
                        return story.insert(number, move)
    raise AssertionError("no unit can do it")


BOTH = (SOVIET, GERMAN)


# -- how far ------------------------------------------------------------------------------------


@fault("6.1.A", "6.7", "13.4.B")
def a_unit_goes_a_hex_too_far(story: Story) -> Change:
    def fits(board: CampaignBoard, piece: Piece) -> Move | None:
        found = reach(board, piece)
        for hex_ in reversed(list(found) if not piece.flag("reserve") else []):
            if found[hex_].memory.stopped_by or board.phase is None:
                continue
            for near in _neighbours(board, hex_):
                free = near not in found and near not in board.occupants and near != piece.place
                step = next(p for p in passages(board, piece)[hex_] if p.end == near)
                plain = step.cost is not None and not step.features
                if (
                    free
                    and plain
                    and near not in zones(board, board.data.opponent(piece.side or ""))
                ):
                    return _move(board, piece, *found[hex_].hexes, near)
        return None

    return _first(story, BOTH, fits)


@fault("6.0.C")
def a_unit_jumps_over_a_hex(story: Story) -> Change:
    def fits(board: CampaignBoard, piece: Piece) -> Move | None:
        for hex_ in reach(board, piece):
            if isinstance(piece.place, Hex) and piece.place.distance(hex_) == 2:
                return _move(board, piece, hex_)
        return None

    return _first(story, BOTH, fits)


@fault("6.0.C")
def a_unit_moves_from_where_it_is_not(story: Story) -> Change:
    def fits(board: CampaignBoard, piece: Piece) -> Move | None:
        away = [h for h in reach(board, piece) if may_end(board, piece, h)]
        if len(away) < 2 or away[0].distance(away[1]) != 1:
            return None
        return Move(units=(piece.id,), path=tuple(map(board.number, away[:2])))

    return _first(story, BOTH, fits)


@fault("9.2.A")
def a_reserve_goes_further_than_four_points(story: Story) -> Change:
    for phase in BOTH:
        for turn in range(LAST, 0, -1):
            for number, board, piece in _rested(story, phase, turn):
                if not designators(board, piece) or not may_be_in_reserve(board, piece):
                    continue
                found = reach(board, piece)
                felt = zones(board, board.data.opponent(piece.side or ""))
                far = [
                    h for h in found
                    if found.points(h) > 4 and may_end(board, piece, h)
                    and not any(step in felt for step in found[h].hexes)
                ]  # fmt: skip
                heads = [head.id for head in designators(board, piece)]
                plan = Declare(verb="reserve", units=(piece.id,), target=heads[0])
                if (
                    far
                    and len(found[far[0]].hexes) > 2
                    and not list(board.rulebook.check(plan, board))
                ):
                    return story.insert(number, plan, _move(board, piece, *found[far[0]].hexes))
    raise AssertionError


# -- terrain and zones --------------------------------------------------------------------------


@fault("4.3.F")
def a_unit_crosses_the_dnepr_without_a_crossing(story: Story) -> Change:
    def fits(board: CampaignBoard, piece: Piece) -> Move | None:
        for step in passages(board, piece)[piece.place]:  # type: ignore[index]
            across = "dnepr" in step.features and not step.roads
            if across and step.end not in board.occupants and may_end(board, piece, step.end):
                felt = zones(board, board.data.opponent(piece.side or ""))
                if step.end not in felt:
                    return _move(board, piece, step.end)
        return None

    return _first(story, BOTH, fits)


@fault("7.0.B", "8.2.1", "8.2.3.A", "8.2.3.B", "8.2.4")
def a_unit_moves_into_a_hex_of_the_enemy(story: Story) -> Change:
    enter: list[Move] = []

    def fits(board: CampaignBoard, piece: Piece) -> Move | None:
        enemy = board.data.opponent(piece.side or "")
        for step in passages(board, piece)[piece.place]:  # type: ignore[index]
            plain = step.cost is not None and not step.features
            if plain and stacking.stack(board, step.end, enemy):
                enter.append(_move(board, piece, step.end))
                return enter[-1]
        return None

    number, actions = _first(story, BOTH, fits)
    back = Place(unit=enter[-1].units[0], at=enter[-1].start)
    return number, [actions[0], back, *actions[1:]]


@fault("8.2.1", "8.2.3.A", "8.2.3.B")
def a_unit_goes_on_in_an_enemy_zone(story: Story) -> Change:
    def fits(board: CampaignBoard, piece: Piece) -> Move | None:
        found = reach(board, piece)
        for hex_ in found:
            if found[hex_].memory.stopped_by == "8.2.1":
                for near in _neighbours(board, hex_):
                    if (
                        near in found
                        and near not in found[hex_].hexes
                        and may_end(board, piece, near)
                    ):
                        return _move(board, piece, *found[hex_].hexes, near)
        return None

    return _first(story, BOTH, fits)


@fault("8.2.3.A")
def infantry_goes_from_zone_to_zone_of_one_unit(story: Story) -> Change:
    def fits(board: CampaignBoard, piece: Piece) -> Move | None:
        felt = zones(board, board.data.opponent(piece.side or ""))
        here = set(felt.exerting(piece.place))  # type: ignore[arg-type]
        if units.is_tank(piece) or not here:
            return None
        for near in _neighbours(board, piece.place):
            step = next(p for p in passages(board, piece)[piece.place] if p.end == near)  # type: ignore[index]
            same = here & set(felt.exerting(near))
            plain = step.cost is not None and not step.features
            if same and plain and near not in board.occupants:
                return _move(board, piece, near)
        return None

    return _first(story, BOTH, fits)


# -- stacking and headquarters ------------------------------------------------------------------


@fault("7.1.B")
def a_hex_is_overstacked(story: Story) -> Change:
    def fits(board: CampaignBoard, piece: Piece) -> Move | None:
        found = reach(board, piece)
        for hex_ in found:
            held = stacking.points_in(board, hex_, piece.side or "")
            if held + units.stacking_points(piece) > stacking.LIMIT:
                return _move(board, piece, *found[hex_].hexes)
        return None

    return _first(story, (GERMAN, SOVIET), fits)


@fault("13.2.A")
def artillery_leaves_its_headquarters(story: Story) -> Change:
    def fits(board: CampaignBoard, piece: Piece) -> Move | None:
        head = headquarters_of(board, piece) if piece.value("asset") else None
        if head is None or not isinstance(head.place, Hex):
            return None
        found = reach(board, piece)
        for hex_ in found:
            room = stacking.points_in(board, hex_, piece.side or "") < stacking.LIMIT - 2
            if hex_.distance(head.place) > 3 and room:
                return _move(board, piece, *found[hex_].hexes)
        return None

    return _first(story, BOTH, fits)


# -- reserves -----------------------------------------------------------------------------------


def _designate(story: Story, fits: object) -> Change:
    """A Reserve marker put on the first unit that fits, and taken off again."""
    assert callable(fits)
    for phase in BOTH:
        for turn in range(LAST, 0, -1):
            for number, board, piece in _rested(story, phase, turn):
                fights = units.is_ground(piece) and not units.is_headquarters(piece)
                if fights and not piece.flag("reserve") and fits(board, piece):
                    put = SetState(unit=piece.id, state="reserve", value=True)
                    off = SetState(unit=piece.id, state="reserve", value=False)
                    return story.insert(number, put, off)
    raise AssertionError


@fault("9.1", "9.0.A", "9.0.C")
def a_reserve_is_designated_in_an_enemy_zone(story: Story) -> Change:
    return _designate(
        story,
        lambda board, piece: (
            bool(designators(board, piece)) and not may_be_in_reserve(board, piece)
        ),
    )


@fault("9.1", "9.0.A", "9.0.C")
def a_reserve_is_designated_far_from_any_headquarters(story: Story) -> Change:
    return _designate(
        story,
        lambda board, piece: not designators(board, piece) and may_be_in_reserve(board, piece),
    )


@fault("9.1")
def a_reserve_is_designated_in_the_combat_phase(story: Story) -> Change:
    number = story.end_of("first.combat", LAST)
    board = story.before(number)
    piece = next(p for p in board.on_map("soviet") if may_be_in_reserve(board, p))
    put = SetState(unit=piece.id, state="reserve", value=True)
    off = SetState(unit=piece.id, state="reserve", value=False)
    return story.insert(number, put, off)


@fault("9.3.A")
def a_unit_that_is_not_in_reserve_is_committed(story: Story) -> Change:
    number = story.end_of("first.exploitation", LAST)
    board = story.before(number)
    piece = next(
        p for p in board.on_map("soviet") if not p.flag("reserve") and units.is_ground(p)
        and p.id not in board.state.records.reserves.lost
    )  # fmt: skip
    return story.insert(number, Declare(verb="commit-reserve", units=(piece.id,)))


@fault("6.4.A")
def a_unit_without_a_marker_exploits(story: Story) -> Change:
    number = story.end_of("second.exploitation", LAST)
    board = story.before(number)
    for piece in board.on_map("german"):
        marked = any(piece.flag(s) for s in ("reserve", "breakthrough", "partial-breakthrough"))
        if marked or piece.id in board.state.moved or story.named_later(piece.id, number):
            continue
        felt = zones(board, "soviet")
        for near in _neighbours(board, piece.place):
            step = next(p for p in passages(board, piece)[piece.place] if p.end == near)  # type: ignore[index]
            free = near not in board.occupants and near not in felt and piece.place not in felt
            if free and step.cost is not None and not step.features:
                return story.insert(number, _move(board, piece, near))
    raise AssertionError


@fault("6.4.A")
def a_unit_that_is_not_in_reserve_moves_in_the_enemys_turn(story: Story) -> Change:
    number = story.end_of("first.reserve-movement", LAST)
    board = story.before(number)
    for piece in board.on_map("german"):
        if piece.flag("reserve") or story.named_later(piece.id, number):
            continue
        felt = zones(board, "soviet")
        for near in _neighbours(board, piece.place):
            step = next(p for p in passages(board, piece)[piece.place] if p.end == near)  # type: ignore[index]
            free = near not in board.occupants and near not in felt and piece.place not in felt
            if free and step.cost is not None and not step.features:
                return story.insert(number, _move(board, piece, near))
    raise AssertionError


# -- railways -----------------------------------------------------------------------------------


@fault("6.6.A")
def a_train_runs_where_no_railway_leads(story: Story) -> Change:
    def fits(board: CampaignBoard, piece: Piece) -> Move | None:
        steps = board.data.map.route_steps
        for hex_ in reach(board, piece):
            rail = "rail" in steps.get((piece.place, hex_), ())  # type: ignore[arg-type]
            beside = isinstance(piece.place, Hex) and piece.place.distance(hex_) == 1
            if beside and not rail and may_end(board, piece, hex_):
                return _move(board, piece, hex_).model_copy(update={"by": "rail"})
        return None

    return _first(story, BOTH, fits)
