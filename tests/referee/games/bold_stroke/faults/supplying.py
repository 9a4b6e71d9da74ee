"""Faults of supply, reinforcements, withdrawals and replacements (4, 14, 16)."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare, Move, Place, Roll, SetState
from referee.board import Piece
from referee.games.bold_stroke import displays, units
from referee.games.bold_stroke.combat import losses
from referee.games.bold_stroke.forces.entries import scheduled
from referee.games.bold_stroke.forces.replacements import available, lost_now
from referee.games.bold_stroke.state import CampaignBoard
from referee.games.bold_stroke.supply import lines
from tests.referee.games.bold_stroke.faults.sequence import LAST
from tests.referee.games.bold_stroke.faults.story import Change, Story, fault

SUPPLY = ("second.supply", "first.supply")


def _ends(story: Story, *phases: str) -> Iterator[tuple[int, CampaignBoard]]:
    """The ends of some phases, the last first, with the position there."""
    for turn in range(LAST, 0, -1):
        for phase in phases:
            number = story.end_of(phase, turn)
            yield number, story.before(number)


# -- ammunition and markers ---------------------------------------------------------------------


@fault("14.3.E")
def a_side_rolls_twice_for_ammunition(story: Story) -> Change:
    number = story.end_of("second.supply", LAST)
    roll = Roll(dice="d10", result=(4,), purpose="artillery-supply", side="german")
    return story.insert(number, roll)


@fault("14.3.E")
def a_side_rolls_for_ammunition_in_the_others_turn(story: Story) -> Change:
    number = story.end_of("first.supply", LAST)
    roll = Roll(dice="d10", result=(4,), purpose="artillery-supply", side="german")
    return story.insert(number, roll)


@fault("14.3.E")
def the_ammo_track_shows_too_much(story: Story) -> Change:
    number = story.end_of("second.supply", LAST)
    right = story.before(number).state.records.ammunition.points["german"]
    shown = [SetState(state="ammunition-german", value=value) for value in (right + 9, right)]
    return story.insert(number, *shown)


def _in_supply(board: CampaignBoard, side: str) -> Iterator[Piece]:
    for piece in board.on_map(side):
        marked = piece.flag("cut-off") or piece.flag("out-of-supply")
        if units.is_ground(piece) and not marked and lines.status(board, piece).via == "road":
            yield piece


@fault("14.2")
def a_unit_with_a_supply_line_stays_cut_off(story: Story) -> Change:
    for number, board in _ends(story, *SUPPLY):
        for piece in _in_supply(board, board.phasing or ""):
            if not story.named_later(piece.id, number):
                return story.insert(number, SetState(unit=piece.id, state="cut-off", value=True))
    raise AssertionError


@fault("14.2")
def a_unit_is_marked_cut_off_in_the_movement_phase(story: Story) -> Change:
    number = story.end_of("second.movement", LAST)
    piece = next(_in_supply(story.before(number), "german"))
    marks = [SetState(unit=piece.id, state="cut-off", value=value) for value in (True, False)]
    return story.insert(number, *marks)


@fault("14.1.C", "14.2")
def a_unit_without_a_supply_line_is_not_marked(story: Story) -> Change:
    def is_mark(number: int) -> bool:
        action = story.actions[number]
        return isinstance(action, SetState) and action.state == "cut-off" and action.value is True

    marks = (n for n in story.places(lambda a: isinstance(a, SetState), last=True) if is_mark(n))
    for number in marks:
        action = story.actions[number]
        assert isinstance(action, SetState)
        if not story.named_later(action.unit or "", number + 1):
            return story.replace(number)
    raise AssertionError


@fault("14.2.1.C")
def a_unit_is_out_of_supply_without_a_fight(story: Story) -> Change:
    number = story.end_of("second.combat", LAST)
    board = story.before(number)
    piece = next(
        p for p in _in_supply(board, "german") if p.id not in board.state.records.supply.fought
    )
    return story.insert(number, SetState(unit=piece.id, state="out-of-supply", value=True))


@fault("14.1.D")
def a_division_supplies_other_units(story: Story) -> Change:
    number = story.end_of("second.supply", LAST)
    board = story.before(number)
    piece = next(p for p in _in_supply(board, "german") if not units.is_headquarters(p))
    action = Declare(verb="supply", units=(piece.id,), values={"as": "source"})
    return story.insert(number, action)


@fault("14.4.1.A", "3.3.B")
def supply_is_flown_to_an_airfield_of_the_enemy(story: Story) -> Change:
    number = story.end_of("second.supply", LAST)
    values = {"side": "german", "brings": "supply", "hex": "1412"}
    return story.insert(number, Declare(verb="air-supply", side="german", values=values))


@fault("14.4.2.A", "14.4.2.B", "3.3.B")
def supply_is_dropped_to_a_unit_that_has_a_line(story: Story) -> Change:
    number = story.end_of("second.supply", LAST)
    board = story.before(number)
    piece = next(_in_supply(board, "german"))
    return story.insert(number, Declare(verb="air-drop", units=(piece.id,), side="german"))


# -- replacements -------------------------------------------------------------------------------


@fault("16.5.D")
def a_unit_without_losses_is_replaced(story: Story) -> Change:
    number = story.end_of("second.supply", LAST)
    board = story.before(number)
    piece = next(p for p in _in_supply(board, "german") if not losses.steps_lost(board, p))
    return story.insert(number, Declare(verb="replacement", units=(piece.id,)))


@fault("16.5.H", "16.5.I", "16.5.G")
def a_step_is_replaced_with_points_of_a_wrong_type(story: Story) -> Change:
    for number in story.declared("replacement", last=True):
        action = story.actions[number]
        assert isinstance(action, Declare)
        if action.text("with") == "infantry":
            return story.replace(
                number, action.model_copy(update={"values": {"with": "artillery"}})
            )
    raise AssertionError


@fault("16.5.G")
def a_step_is_replaced_without_the_points(story: Story) -> Change:
    for number, board in _ends(story, *SUPPLY):
        side = board.phasing or ""
        have = available(board, side) or {}
        for piece in _in_supply(board, side):
            troops = losses.significant(piece.counter) == "troop"
            plain = piece.counter.kind in ("infantry", "security") and troops
            unpaid = plain and lost_now(board, piece) and not have.get("infantry")
            if unpaid and not story.named_later(piece.id, number):
                return story.insert(number, Declare(verb="replacement", units=(piece.id,)))
    raise AssertionError


@fault("16.6.A")
def a_destroyed_unit_is_rebuilt_without_the_points(story: Story) -> Change:
    for number, board in _ends(story, *SUPPLY):
        for name in board.state.combat.destroyed:
            counter = board.counter(name)
            ours = counter.side == board.phasing and counter.kind == "infantry"
            gone = ours and not losses.steps_left(board, name)
            if gone and not story.named_later(name, number):
                steps = losses.steps_in_all(board, name)
                plan = Declare(verb="rebuild", units=(name,), values={"steps": steps})
                if {f.rule for f in board.rulebook.check(plan, board)} == {"16.6.A"}:
                    return story.insert(number, plan)
    raise AssertionError


# -- arrivals and departures --------------------------------------------------------------------


def _waiting(story: Story, number: int, side: str) -> Iterator[tuple[Piece, int, str]]:
    """Units on the turn record track that do not come in the game, their turn and their entry."""
    board = story.before(number)
    for piece in board.pieces.values():
        box = displays.box_id(board, piece.place)
        known = scheduled(board.data, piece.id)
        waits = box.startswith("turn-record-") and known is not None and units.is_ground(piece)
        if waits and piece.side == side and not story.named_later(piece.id, 0):
            assert known is not None
            yield piece, known[0], box


@fault("16.1.1.A")
def a_soviet_reinforcement_comes_too_early(story: Story) -> Change:
    number = story.end_of("first.movement", LAST)
    piece, _, box = next(w for w in _waiting(story, number, "soviet") if w[1] > LAST)
    return story.insert(number, Move(units=(piece.id,), path=(box, "1213")))


@fault("16.1.2.A", "16.1.2.B", "16.1.2.C", "2.2")
def a_german_reinforcement_comes_in_the_enemys_movement(story: Story) -> Change:
    number = story.end_of("first.movement", LAST)
    piece, _, box = next(w for w in _waiting(story, number, "german") if w[1] > LAST)
    return story.insert(number, Move(units=(piece.id,), path=(box, "2430")))


@fault("16.1.1.A", "2.2")
def a_soviet_reinforcement_comes_in_the_west(story: Story) -> Change:
    for number in story.places(lambda a: isinstance(a, Move), last=True):
        action = story.actions[number]
        assert isinstance(action, Move)
        if action.side == "soviet" and action.start.startswith("turn-record"):
            board = story.before(number)
            free = next(
                hex_ for hex_ in board.data.map.grid
                if board.number(hex_) > "2330" and hex_ not in board.occupants
            )  # fmt: skip
            there = action.model_copy(update={"path": (action.start, board.number(free))})
            if units.is_ground(board.pieces[action.units[0]]):
                back = Place(unit=action.units[0], at=action.end, why="setup")
                return story.replace(number, there, back)
    raise AssertionError


@fault("16.1.2.E")
def the_soviets_delay_a_reinforcement(story: Story) -> Change:
    number = story.end_of("first.supply", LAST)
    values = {"as": "delay"}
    return story.insert(
        number, Declare(verb="reinforcement", units=("94-rc",), side="soviet", values=values)
    )


@fault("16.3.A", "16.3.B")
def a_division_withdraws_before_its_turn(story: Story) -> Change:
    number = story.end_of("second.movement", LAST)
    board = story.before(number)
    piece = next(
        p for p in board.on_map("german")
        if p.counter.kind == "infantry" and not story.named_later(p.id, number)
    )  # fmt: skip
    return story.insert(number, Declare(verb="withdrawal", units=(piece.id,), side="german"))


@fault("16.4.A")
def korps_abteilung_c_comes_too_early(story: Story) -> Change:
    number = story.end_of("second.movement", 1)
    board = story.before(number)
    place = board.pieces["183-inf"].place
    assert isinstance(place, Hex)
    there = Move(units=("kac",), path=("turn-record-3", board.number(place)))
    return story.insert(number, there, Place(unit="kac", at="turn-record-3"))


@fault("4.4.B")
def the_bridge_at_kiev_is_repaired_too_early(story: Story) -> Change:
    number = len(story.actions)
    return story.insert(
        number, Declare(verb="bridge", side="soviet", values={"as": "bridge repaired"})
    )
