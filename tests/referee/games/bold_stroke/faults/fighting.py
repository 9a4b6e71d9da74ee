"""Faults of combat, artillery, headquarters and air units (11, 12, 13, 15).

Most are put into an attack that is announced at the end of a combat phase; that it is not fought is
worth a look by 11.8.A and follows from nothing but that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from compiler.hexes import Hex
from referee.actions import Action, Declare, Move, Place, Roll
from referee.board import Piece
from referee.games.bold_stroke import units
from referee.games.bold_stroke.air.bases import air_type, is_air
from referee.games.bold_stroke.combat import artillery, losses
from referee.games.bold_stroke.combat.loss_priorities import candidates
from referee.games.bold_stroke.combat.participants import (
    attackable_hexes,
    legal_attackers,
    supports_only,
)
from referee.games.bold_stroke.movement import stacking
from referee.games.bold_stroke.results.obligations import current
from referee.games.bold_stroke.state import CampaignBoard
from tests.referee.games.bold_stroke.faults.sequence import LAST
from tests.referee.games.bold_stroke.faults.story import Change, Story, fault

PHASES = ("second.combat", "first.combat")
LEFT = "11.8.A"

Fit = Callable[[CampaignBoard], Iterator[tuple[Action, ...]]]


def _at_the_end(story: Story, fit: Fit, phases: tuple[str, ...] = PHASES) -> Change:
    """Put in the first actions that `fit` gives for the end of a combat phase, the last first."""
    for turn in range(LAST, 0, -1):
        for phase in phases:
            number = story.end_of(phase, turn)
            board = story.before(number)
            found = next(fit(board), None)
            if found is not None:
                return story.insert(number, *found)
    raise AssertionError("no phase fits")


def _attack(board: CampaignBoard, target: Hex, *pieces: Piece) -> Declare:
    names = tuple(piece.id for piece in pieces)
    return Declare(verb="attack", units=names, target=board.number(target))


def _fresh(board: CampaignBoard) -> Iterator[tuple[Hex, Piece]]:
    """Hexes that may still be attacked, and a unit that may do it."""
    for hex_ in attackable_hexes(board):
        for piece in legal_attackers(board, hex_):
            yield hex_, piece


def _enemies(board: CampaignBoard) -> Iterator[Hex]:
    """The hexes that the side attacked holds."""
    side = board.data.opponent(board.phasing or "")
    for hex_ in sorted(board.occupants):
        if stacking.stack(board, hex_, side):
            yield hex_


def _fighters(board: CampaignBoard) -> Iterator[Piece]:
    """The units of the phasing side that attack and have not attacked in this phase."""
    for piece in board.on_map(board.phasing):
        attacked = losses.unit_of(board, piece.id) in board.state.combat.now.attacked
        if units.is_ground(piece) and not supports_only(piece) and not attacked:
            yield piece


# -- attacks ------------------------------------------------------------------------------------


@fault("11.1.E", LEFT, "14.2.2.A", "14.2.1.C")
def a_unit_attacks_from_two_hexes_away(story: Story) -> Change:
    def fit(board: CampaignBoard) -> Iterator[tuple[Action, ...]]:
        for piece in _fighters(board):
            for hex_ in _enemies(board):
                fresh = not board.state.combat.now.was_attacked & _names(board, hex_)
                if isinstance(piece.place, Hex) and piece.place.distance(hex_) == 2 and fresh:
                    yield (_attack(board, hex_, piece),)

    return _at_the_end(story, fit)


def _names(board: CampaignBoard, hex_: Hex) -> set[str]:
    return {losses.unit_of(board, piece.id) for piece in board.units_at(hex_)}


@fault("11.1.A", LEFT, "14.2.1.C")
def a_unit_attacks_a_second_time(story: Story) -> Change:
    def fit(board: CampaignBoard) -> Iterator[tuple[Action, ...]]:
        for name, done in board.state.combat.now.attacked.items():
            piece = losses.standing(board, name)
            if piece is None or supports_only(piece) or not isinstance(piece.place, Hex):
                continue
            for hex_ in _enemies(board):
                fresh = not board.state.combat.now.was_attacked & _names(board, hex_)
                features = board.data.map.features(piece.place, hex_)
                near = piece.place.distance(hex_) == 1 and "dnepr" not in features
                if near and fresh and hex_ != done:
                    yield (_attack(board, hex_, piece),)

    return _at_the_end(story, fit)


@fault("11.1.B", LEFT, "14.2.1.C")
def a_hex_is_attacked_a_second_time(story: Story) -> Change:
    def fit(board: CampaignBoard) -> Iterator[tuple[Action, ...]]:
        for hex_ in _enemies(board):
            if not _names(board, hex_) <= board.state.combat.now.was_attacked:
                continue
            for piece in _fighters(board):
                near = isinstance(piece.place, Hex) and piece.place.distance(hex_) == 1
                across = near and board.data.map.features(piece.place, hex_)  # type: ignore[arg-type]
                if near and not across and not piece.flag("out-of-supply"):
                    yield (_attack(board, hex_, piece),)

    return _at_the_end(story, fit)


@fault("11.0.B", LEFT)
def an_attack_is_on_an_empty_hex(story: Story) -> Change:
    def fit(board: CampaignBoard) -> Iterator[tuple[Action, ...]]:
        for piece in _fighters(board):
            for near in board.data.map.grid.neighbours(piece.place).values():  # type: ignore[arg-type]
                if near not in board.occupants:
                    yield (_attack(board, near, piece),)

    return _at_the_end(story, fit)


@fault("11.0.C", LEFT, "14.2.1.C")
def a_unit_without_a_marker_attacks_in_the_second_combat_phase(story: Story) -> Change:
    def fit(board: CampaignBoard) -> Iterator[tuple[Action, ...]]:
        for hex_ in _enemies(board):
            for piece in _fighters(board):
                marked = any(
                    piece.flag(state)
                    for state in ("second-combat", "breakthrough", "partial-breakthrough")
                )
                near = isinstance(piece.place, Hex) and piece.place.distance(hex_) == 1
                plain = near and not board.data.map.features(piece.place, hex_)  # type: ignore[arg-type]
                fresh = not board.state.combat.now.was_attacked & _names(board, hex_)
                if plain and fresh and not marked and not piece.flag("out-of-supply"):
                    yield (_attack(board, hex_, piece),)

    return _at_the_end(story, fit, ("second.second-combat", "first.second-combat"))


@fault("14.2.2.A", LEFT)
def a_unit_out_of_supply_attacks(story: Story) -> Change:
    def fit(board: CampaignBoard) -> Iterator[tuple[Action, ...]]:
        for hex_ in _enemies(board):
            for piece in _fighters(board):
                near = isinstance(piece.place, Hex) and piece.place.distance(hex_) == 1
                plain = near and not board.data.map.features(piece.place, hex_)  # type: ignore[arg-type]
                fresh = not board.state.combat.now.was_attacked & _names(board, hex_)
                cut_off = any(p.flag("cut-off") for p in board.units_at(hex_))
                if plain and fresh and piece.flag("out-of-supply") and not cut_off:
                    yield (_attack(board, hex_, piece),)

    return _at_the_end(story, fit)


@fault("11.1.D", LEFT, "14.2.1.C")
def a_unit_attacks_two_hexes_at_once(story: Story) -> Change:
    def fit(board: CampaignBoard) -> Iterator[tuple[Action, ...]]:
        by_unit: dict[str, list[Hex]] = {}
        for hex_, piece in _fresh(board):
            by_unit.setdefault(piece.id, []).append(hex_)
        for name, hexes in by_unit.items():
            if len(hexes) > 1:
                yield tuple(_attack(board, hex_, board.pieces[name]) for hex_ in hexes[:2])

    return _at_the_end(story, fit)


# -- the die ------------------------------------------------------------------------------------

AFTER = ("11.8.A", "11.9.A", "11.10.1", "11.10.2", "14.2.1.C", "14.2.1.B", "11.15.C")


@fault("11.2.F", "11.3.F", *AFTER)
def artillery_attacks_alone(story: Story) -> Change:
    def fit(board: CampaignBoard) -> Iterator[tuple[Action, ...]]:
        for piece in board.on_map(board.phasing):
            for hex_ in _enemies(board) if units.is_artillery(piece) else ():
                attack = _attack(board, hex_, piece)
                fresh = not board.state.combat.now.was_attacked & _names(board, hex_)
                if fresh and not any(board.rulebook.check(attack, board)):
                    number = board.number(hex_)
                    yield attack, Roll(dice="d10", result=(5,), purpose=f"combat {number}")

    return _at_the_end(story, fit)


@fault("11.3.F", *AFTER)
def an_attack_is_made_at_too_low_odds(story: Story) -> Change:
    def fit(board: CampaignBoard) -> Iterator[tuple[Action, ...]]:
        for hex_, piece in _fresh(board):
            number = board.number(hex_)
            roll = Roll(dice="d10", result=(8,), purpose=f"combat {number}")
            attack = _attack(board, hex_, piece)
            trial = board.copy()
            trial.apply(attack)
            if {f.rule for f in trial.rulebook.check(roll, trial)} == {"11.3.F"}:
                yield attack, roll

    return _at_the_end(story, fit)


@fault("11.14")
def an_obligation_is_forgiven_after_the_die(story: Story) -> Change:
    number = next(story.declared("combat", last=True))
    side = story.actions[number].side
    return story.insert(number, Declare(verb="forgive", side=side))


@fault("11.8.D", "11.9.A", "11.9.C", "11.9.E", "11.9.F", "11.10.3", "11.12.A", "11.12.C")
def another_result_is_read_from_the_table(story: Story) -> Change:
    for number in story.declared("combat", last=True):
        action = story.actions[number]
        assert isinstance(action, Declare)
        if action.text("result") == "1/2":
            return story.replace(number, action.model_copy(update={"values": {"result": "1/1"}}))
    raise AssertionError


# -- obligations, losses, retreats --------------------------------------------------------------


@fault("11.9.C")
def the_attacker_decides_the_first_obligation_of_the_defender(story: Story) -> Change:
    for number in story.declared("obligation", last=True):
        action = story.actions[number]
        combat = current(story.before(number))
        assert isinstance(action, Declare)
        assert combat is not None
        if action.text("side") == "defender" and action.side == combat.defender:
            return story.replace(number, action.model_copy(update={"side": combat.attacker}))
    raise AssertionError


@fault("11.9.F")
def the_defender_decides_an_obligation_of_the_attacker(story: Story) -> Change:
    for number in story.declared("obligation", last=True):
        action = story.actions[number]
        combat = current(story.before(number))
        assert isinstance(action, Declare)
        assert combat is not None
        if action.text("side") == "attacker" and action.side == combat.attacker:
            return story.replace(number, action.model_copy(update={"side": combat.defender}))
    raise AssertionError


@fault("11.13.3.A", "11.13.3.C", "11.13.3.B", "11.15.C", "11.9.A")
def a_loss_falls_on_the_wrong_unit(story: Story) -> Change:
    for number in story.declared("loss", last=True):
        action = story.actions[number]
        board = story.before(number)
        combat = current(board)
        assert isinstance(action, Declare)
        if combat is None or not action.side or is_air(board.pieces[action.units[0]]):
            continue
        right = candidates(board, combat, action.side)
        names = combat.attackers if action.side == combat.attacker else combat.defenders
        for name in names:
            piece = losses.standing(board, name)
            first = not combat.account(action.side).losses
            if piece is not None and name not in right and first and not supports_only(piece):
                return story.replace(number, action.model_copy(update={"units": (piece.id,)}))
    raise AssertionError


@fault("11.9.E", "11.9.A")
def the_attacker_takes_a_loss_too_many(story: Story) -> Change:
    for number in story.declared("loss", last=True):
        action = story.actions[number]
        board = story.before(number + 1)
        combat = current(board)
        assert isinstance(action, Declare)
        if combat is not None and action.side == combat.attacker and len(combat.results) == 1:
            later = story.named_later(action.units[0], number + 1)
            piece = board.pieces[action.units[0]]
            if not later and not is_air(piece) and losses.steps_left(board, piece.id) > 1:
                following = story.actions[number + 1]
                if following.kind not in ("declare:loss", "declare:obligation"):
                    return story.insert(number + 1, action)
    raise AssertionError


@fault("11.9.A", "11.15.C", "11.10.1", "11.10.2")
def an_obligation_is_not_met(story: Story) -> Change:
    for number in story.declared("loss", last=True):
        action = story.actions[number]
        before = story.actions[number - 1]
        following = story.actions[number + 1]
        assert isinstance(action, Declare)
        board = story.before(number)
        alone = before.kind == "declare:obligation" and following.kind != "declare:obligation"
        steps = losses.steps_left(board, losses.unit_of(board, action.units[0]))
        if alone and steps > 1 and not story.named_later(action.units[0], number + 1):
            return number - 1, list(story.actions[number + 1 :])
    raise AssertionError


@fault("11.11.A", "11.11.F", "7.1.B")
def a_stack_retreats_toward_the_attackers(story: Story) -> Change:
    for number in story.places(lambda a: isinstance(a, Move), last=True):
        action = story.actions[number]
        board = story.before(number)
        combat = current(board)
        assert isinstance(action, Move)
        if combat is None or action.side != combat.defender or len(action.path) != 2:
            continue
        here = board.location(action.start)
        assert isinstance(here, Hex)
        for near in board.data.map.grid.neighbours(here).values():
            other = action.model_copy(update={"path": (action.start, board.number(near))})
            if {f.rule for f in board.rulebook.check(other, board)} == {"11.11.A"}:
                back = [Place(unit=name, at=action.end, why="setup") for name in action.units]
                return story.replace(number, other, *back)
    raise AssertionError


# -- advance and breakthrough -------------------------------------------------------------------


def _advances(story: Story) -> Iterator[tuple[int, Move, CampaignBoard]]:
    for number in story.places(lambda a: isinstance(a, Move), last=True):
        action = story.actions[number]
        board = story.before(number)
        combat = current(board)
        assert isinstance(action, Move)
        through = tuple(map(board.location, action.path[1:]))
        if combat is not None and action.side == combat.attacker and combat.hex in through:
            yield number, action, board


@fault("11.12.E", "11.12.D", "11.12.C", "11.12.G")
def infantry_advances_two_hexes(story: Story) -> Change:
    for number, action, board in _advances(story):
        piece = board.pieces[action.units[0]]
        later = story.named_later(piece.id, number + 1)
        if units.movement_class(piece) != "leg" or len(action.path) != 2 or later:
            continue
        end = board.location(action.end)
        assert isinstance(end, Hex)
        for near in board.data.map.grid.neighbours(end).values():
            longer = action.model_copy(update={"path": (*action.path, board.number(near))})
            rules = {f.rule for f in board.rulebook.check(longer, board)}
            if "11.12.E" in rules and near not in board.occupants:
                return story.replace(number, longer)
    raise AssertionError


@fault("11.12.J")
def a_unit_that_did_not_attack_advances(story: Story) -> Change:
    for number, action, board in _advances(story):
        combat = current(board)
        assert combat is not None
        for piece in _fighters(board):
            near = isinstance(piece.place, Hex) and piece.place.distance(combat.hex) == 1
            if not near or story.named_later(piece.id, number) or piece.id in action.units:
                continue
            path = (board.number(piece.place), board.number(combat.hex))
            move = Move(units=(piece.id,), path=path, side=piece.side)
            if {f.rule for f in board.rulebook.check(move, board)} == {"11.12.J"}:
                held = stacking.points_in(board, combat.hex, piece.side or "")
                if held + units.stacking_points(piece) <= stacking.LIMIT - 5:
                    return story.insert(number, move, Place(unit=piece.id, at=move.start))
    raise AssertionError


@fault("11.10.3", "11.10.2", "11.10.5.B")
def a_stack_is_marked_without_a_breakthrough(story: Story) -> Change:
    for number, action, board in _advances(story):
        mark = Declare(verb="partial-breakthrough", units=action.units, side=action.side)
        if {f.rule for f in board.rulebook.check(mark, board)} == {"11.10.3"}:
            return story.insert(number, mark)
    raise AssertionError


# -- artillery and headquarters -----------------------------------------------------------------


def _supported(story: Story, rules: set[str], **values: str) -> Change:
    """An attack and support for it that breaches just these rules."""

    def fit(board: CampaignBoard) -> Iterator[tuple[Action, ...]]:
        for hex_, piece in _fresh(board):
            attack = _attack(board, hex_, piece)
            trial = board.copy()
            trial.apply(attack)
            for other in trial.on_map():
                support = Declare(
                    verb="support",
                    units=(other.id,),
                    target=board.number(hex_),
                    values={"with": "artillery", **values},
                )
                if {f.rule for f in trial.rulebook.check(support, trial)} == rules:
                    yield attack, support

    return _at_the_end(story, fit)


@fault("12.1.A", LEFT, "14.2.1.C", "14.2.1.B")
def artillery_fires_beyond_its_range(story: Story) -> Change:
    return _supported(story, {"12.1.A"})


@fault("12.1.D", LEFT, "14.2.1.C")
def a_division_fires_for_a_combat_of_others(story: Story) -> Change:
    return _supported(story, {"12.1.D"})


@fault("13.1.A", LEFT, "14.2.1.C")
def a_headquarters_lends_guns_without_a_path(story: Story) -> Change:
    return _supported(story, {"13.1.A"}, **{"with": "anti-tank"})


@fault("13.1.C", LEFT, "14.2.1.C")
def a_unit_lends_anti_tank_guns_like_a_headquarters(story: Story) -> Change:
    return _supported(story, {"13.1.C"}, **{"with": "anti-tank"})


@fault("12.1.H")
def support_is_announced_for_no_combat(story: Story) -> Change:
    number = story.end_of("second.combat", LAST)
    board = story.before(number)
    piece = next(p for p in board.on_map("german") if artillery.firing_range(p))
    return story.insert(number, Declare(verb="support", units=(piece.id,), target="0703"))


# -- air units ----------------------------------------------------------------------------------


@fault("15.2.A", "3.3.B")
def an_air_unit_is_committed_that_is_not_ready(story: Story) -> Change:
    for turn in range(LAST, 0, -1):
        number = story.end_of("second.air-commitment", turn)
        board = story.before(number)
        for piece in board.pieces.values():
            if piece.place == "german-unready" and air_type(piece) == "B":
                commit = Declare(verb="commit-air", units=(piece.id,), target="air-xxiv-pz")
                return story.insert(number, commit)
    raise AssertionError


@fault("15.6.A")
def a_bomber_is_sent_as_a_fighter_bomber(story: Story) -> Change:
    for number in story.declared("commit-air", last=True):
        action = story.actions[number]
        assert isinstance(action, Declare)
        if air_type(story.before(number).pieces[action.units[0]]) == "B":
            values = {"as": "fighter-bomber"}
            return story.replace(number, action.model_copy(update={"values": values}))
    raise AssertionError


@fault("15.2.D")
def an_air_unit_is_made_ready_in_the_middle_of_the_turn(story: Story) -> Change:
    number, piece = _unready(story, "second.supply")
    boxes = (f"{piece.side}-unready", f"{piece.side}-ready")
    there = Move(units=(piece.id,), path=boxes)
    return story.insert(number, there, Move(units=(piece.id,), path=boxes[::-1]))


def _unready(story: Story, phase: str) -> tuple[int, Piece]:
    """The end of a phase, the last first, with a whole bomber that lies unready."""
    for turn in range(LAST, 0, -1):
        number = story.end_of(phase, turn)
        board = story.before(number)
        for piece in board.pieces.values():
            unready = is_air(piece) and piece.place == f"{piece.side}-unready"
            if unready and losses.steps_left(board, piece.id) > 1:
                return number, piece
    raise AssertionError


@fault("15.3.A", LEFT, "3.3.B", "14.2.1.C")
def an_air_unit_joins_a_combat_without_being_committed(story: Story) -> Change:
    def fit(board: CampaignBoard) -> Iterator[tuple[Action, ...]]:
        for hex_, piece in _fresh(board):
            where = board.number(hex_)
            for other in board.pieces.values():
                unready = other.place == f"{piece.side}-unready" and other.side == piece.side
                if unready and is_air(other) and air_type(other) == "B":
                    join = Declare(verb="air-support", units=(other.id,), target=where)
                    yield _attack(board, hex_, piece), join

    return _at_the_end(story, fit)


@fault("15.4.D", "15.4.B")
def an_air_unit_loses_a_step_in_no_fight(story: Story) -> Change:
    number, piece = _unready(story, "second.combat")
    return story.insert(number, Declare(verb="loss", units=(piece.id,), side=piece.side))


@fault("15.6.D")
def a_fighter_jettisons_bombs_over_no_combat(story: Story) -> Change:
    number = story.end_of("second.combat", LAST)
    return story.insert(number, Declare(verb="jettison", units=("g-fighter",), side="german"))
