"""What may be done in movement, morale and set-up: what is listed is legal, and nothing else."""

from random import Random

import pytest

from referee.actions import Action, BeginPhase, Declare, Move, Roll, SetState
from referee.games.iron_cross import results
from referee.games.iron_cross.choices import group_moves, possible
from tests.referee.games.iron_cross.scene import Battle, Scene, judged, moving, shipped

MAN, LEADER, TANK, MMG = "ru-a-gusev", "ru-pl-10", "ru-t34a-1", "ru-mmg-1"
GERMAN = "ge-c-otto"


# -- checks -------------------------------------------------------------------------------------


def test_units_that_need_a_check_are_listed() -> None:
    scene = moving().put(MAN, "1505").put(GERMAN, "1502").put("ru-76at-1", "1808")
    assert possible.checks_owed(scene.board) == (MAN,)
    scene.check(MAN, "move", 2)
    assert possible.checks_owed(scene.board) == ()


def test_nobody_needs_a_check_before_the_first_shot() -> None:
    scene = moving(first_shot=False).put(MAN, "1505")
    assert possible.checks_owed(scene.board) == ()
    assert possible.may_set_out(scene.board, MAN)


def test_the_number_needed_has_the_modifiers_in_it() -> None:
    scene = moving().put(MAN, "1505").put(LEADER, "1505")
    assert possible.number_needed(scene.board, MAN, "move") == 9
    assert possible.number_needed(scene.board, MAN, "grenade") == 7
    assert possible.number_needed(scene.board, MAN, "follow", LEADER) == 8


def test_a_check_is_taken_once() -> None:
    scene = moving().put(MAN, "1505")
    assert possible.may_try(scene.board, MAN, "move")
    assert not possible.may_try(scene.board, MAN, "fire")
    scene.check(MAN, "move", 2)
    assert not possible.may_try(scene.board, MAN, "move")


def test_those_whom_a_leader_leads_are_listed() -> None:
    scene = moving().put(LEADER, "1505").put(MAN, "1505").put(MMG, "1505").put(TANK, "1505")
    assert possible.led_by(scene.board, LEADER) == (MAN, MMG)
    assert possible.led_by(scene.board, MMG) == ()


# -- movement -----------------------------------------------------------------------------------


def test_without_a_check_nobody_moves() -> None:
    scene = moving().put(MAN, "1505")
    assert possible.legal_moves(scene.board, MAN) == {}


@pytest.mark.parametrize(("face", "hexes"), [("up", 6), ("down", 3)])
def test_the_hexes_reached_are_those_within_the_allowance(face: str, hexes: int) -> None:
    scene = moving(first_shot=False).put(MAN, "1506", face=face)
    reached = possible.legal_moves(scene.board, MAN)
    here = scene.hex("1506")
    grid = scene.data.map.grid
    assert set(reached) == {hex_ for hex_ in grid.within(here, hexes) if hex_ != here}
    assert all(path[0] == "1506" for path in reached.values())


def test_every_listed_move_is_legal() -> None:
    terrain = {"1505": "marsh", "1605": "woods", "1506": "gully", "1405": "multi-hex-building"}
    for unit in (MAN, MMG, TANK):
        scene = moving(first_shot=False, terrain=terrain, trees={"1605": 3})
        scene.put(unit, "1504", facing=3).put(GERMAN, "1503")
        for path in possible.legal_moves(scene.board, unit).values():
            move = Move(units=(unit,), path=path)
            assert list(scene.board.rulebook.check(move, scene.board)) == []


def led() -> Scene:
    """A leader has passed his check in a stack with a man and a machine gun."""
    scene = moving().put(LEADER, "1505").put(MAN, "1505").put(MMG, "1505")
    scene.check(LEADER, "lead", 2)
    return scene


def test_a_leader_and_his_group_go_together() -> None:
    scene = led()
    ways = group_moves.legal_group_moves(scene.board, (LEADER, MAN, MMG))
    assert len(ways) == len(scene.data.map.grid.within(scene.hex("1505"), 3)) - 1
    path = ways[scene.hex("1502")]
    assert scene.do(Move(units=(LEADER, MAN, MMG), path=path)) == []
    assert scene.end() == []


def test_who_is_led_does_not_go_alone() -> None:
    scene = led()
    assert possible.legal_moves(scene.board, MAN) == {}
    scene.check(MAN, "follow", 2, leader=LEADER)
    ways = possible.legal_moves(scene.board, MAN)
    assert len(ways) == len(scene.data.map.grid.within(scene.hex("1505"), 4)) - 1


def test_a_vehicle_takes_men_along() -> None:
    scene = moving(first_shot=False).put(TANK, "1505", facing=0).put(MAN, "1505").put(MMG, "1505")
    assert scene.hex("1502") in group_moves.legal_group_moves(scene.board, (TANK, MAN))
    assert group_moves.legal_group_moves(scene.board, (TANK, MMG)) == {}


def test_a_full_hex_is_no_place_to_stay() -> None:
    scene = moving(first_shot=False).put(MAN, "1505")
    for name in ("ru-a-zaitsev", "ru-a-kozlov", "ru-a-lebedev", "ru-a-morozov", "ru-a-novikov",
                 "ru-a-petrov"):  # fmt: skip
        scene.put(name, "1504")
    assert scene.hex("1504") not in possible.legal_moves(scene.board, MAN)
    assert scene.hex("1504") in possible.legal_moves(scene.board, MAN, to_stay=False)
    assert scene.hex("1503") in possible.legal_moves(scene.board, MAN)


def test_a_vehicle_does_not_move_after_men() -> None:
    scene = moving(first_shot=False).put(TANK, "1505").put(MAN, "1808")
    assert possible.legal_moves(scene.board, TANK)
    scene.move(MAN, "1808-1807")
    assert not possible.legal_moves(scene.board, TANK)


def test_a_vehicle_in_woods_rolls_first() -> None:
    scene = moving(first_shot=False, terrain={"1504": "woods"}, trees={"1504": 2})
    scene.put(TANK, "1505", facing=0)
    scene.move(TANK, "1505-1504")
    assert possible.immobilisation_due(scene.board) == (TANK,)
    assert possible.legal_moves(scene.board, TANK) == {}
    scene.declare("immobilisation", TANK)
    scene.roll(2)
    (mark,) = possible.marks_due(scene.board)
    assert scene.do(mark) == []


def test_the_facings_a_vehicle_can_pay_for_are_listed() -> None:
    scene = moving(first_shot=False).put(TANK, "1501", facing=3)
    assert possible.legal_facings(scene.board, TANK) == (0, 1, 2, 4, 5)
    scene.move(TANK, "1501-1502-1503-1504-1505-1506-1507-1508-1509-1510-1511")
    assert possible.legal_facings(scene.board, TANK) == (2, 4)


def test_a_gun_with_two_men_has_no_facings() -> None:
    scene = moving(first_shot=False).put("ru-45at-1", "1505", crew_lost=2)
    assert possible.legal_facings(scene.board, "ru-45at-1") == ()


def test_who_may_turn_over_is_told() -> None:
    scene = moving(first_shot=False).put(MAN, "1505").put(GERMAN, "1502")
    assert possible.may_turn_over(scene.board, MAN)
    assert not possible.may_turn_over(scene.board, GERMAN)


def test_the_hexes_a_vehicle_may_overrun_are_listed() -> None:
    scene = Scene(first_shot=False).put("ge-iid-1", "1505", facing=0).put(MAN, "1504")
    scene.put(TANK, "1506")
    scene.phase("movement", side="german")
    assert possible.legal_overruns(scene.board, "ge-iid-1") == (scene.hex("1504"),)
    scene.declare("overrun", "ge-iid-1", target="1504")
    due = possible.overrun_rolls_due(scene.board)
    assert due is not None
    assert due[1] == (MAN,)


# -- marks owed ---------------------------------------------------------------------------------


def test_marks_owed_are_those_that_settle_what_is_owed() -> None:
    scene = Scene().put(MAN, "1505").put(GERMAN, "1502")
    scene.phase("defensive-fire")
    results.suffer(scene.board, MAN, "pinned", "11.43", "fire")
    results.suffer(scene.board, GERMAN, "eliminated", "11.43", "fire")
    for _ in range(3):
        for mark in list(possible.marks_due(scene.board)):
            assert scene.do(mark) == []
    assert scene.status(MAN) == "pinned"
    assert scene.board.pieces[MAN].face == "down"
    assert GERMAN not in scene.board.pieces
    assert scene.end() == []


def test_special_rolls_and_reveals_owed_are_listed() -> None:
    scene = Scene().put(MAN, "1505", face="down", morale="suppressed").put(GERMAN, "1502")
    scene.board.pieces[GERMAN].states["hidden"] = True
    scene.phase("defensive-fire")
    results.suffer(scene.board, MAN, "suppressed", "11.43", "fire")
    assert possible.special_rolls_due(scene.board) == (MAN,)
    scene.check(GERMAN, "fire", 2)
    assert possible.reveals_due(scene.board) == (GERMAN,)


# -- set-up and entry ---------------------------------------------------------------------------


def test_where_a_unit_may_be_set_up_is_listed() -> None:
    battle = Battle()
    for hex_ in possible.setup_choices(battle.board, "ge-c-otto")[:6]:
        other = Battle()
        path = ("4109", battle.data.map.number(hex_))
        other.board.apply(Move(units=("ge-c-otto",), path=path, complete=False))
        assert other.phase("morale") == []
    assert possible.setup_choices(battle.board, "ru-b-bykov") == ()


def test_units_that_may_enter_are_listed_with_their_ways() -> None:
    battle = Battle()
    battle.phase("movement")
    waiting = possible.entering_units(battle.board)
    assert len(waiting) == sum(p.place == "russian-entry" for p in battle.board.pieces.values())
    for path in list(possible.legal_moves(battle.board, waiting[0]).values())[::40]:
        assert path[0] == "russian-entry"
        move = Move(units=(waiting[0],), path=path)
        assert list(battle.board.rulebook.check(move, battle.board)) == []


# -- a game of movement -------------------------------------------------------------------------


UNNOTED_MINES = "?19.11"
"""Said when the set-up ends, as nobody here lays mines."""


class Mover:
    """Plays movement and morale at random, by what is listed."""

    def __init__(self, scenario: str, seed: int) -> None:
        self.battle = Battle(scenario)
        self.random = Random(seed)
        self.found: list[str] = []
        self.log: list[Action] = []

    def do(self, action: Action) -> None:
        found = self.battle.do(action)
        self.log.append(action)
        self.found += [f"{rule} {action}" for rule in found if not rule.startswith("?")]

    def roll(self) -> None:
        result = (self.random.randint(1, 6), self.random.randint(1, 6))
        self.do(Roll(dice="two-dice", result=result))

    def check(self, unit: str, act: str) -> None:
        self.do(Declare(verb="performance-check", units=(unit,), values={"for": act}))
        self.roll()

    def settle(self) -> None:
        for _ in range(4):
            for mark in list(possible.marks_due(self.battle.board)):
                self.do(mark)

    def play(self, turns: int) -> None:
        """Play so many game turns of the scenario."""
        for turn in range(1, turns + 1):
            for phase in shipped().sequence.phases:
                self.found += [rule for rule in self.battle.end() if rule != UNNOTED_MINES]
                self.do(BeginPhase(turn=turn, phase=phase.id))
                if phase.mode in ("movement", "reaction"):
                    self.move()
                if units := possible.reveals_due(self.battle.board):
                    self.do(Declare(verb="reveal", units=units))

    def move(self) -> None:
        board = self.battle.board
        if board.turn > 1:
            board.state.first_shot = 0
        units = [*possible.checks_owed(board), *possible.entering_units(board)]
        units += [piece.id for piece in board.on_map() if possible.may_set_out(board, piece.id)]
        board_order = {name: n for n, name in enumerate(board.pieces)}
        vehicles = ("tank", "assault-gun")
        for unit in sorted(
            set(units),
            key=lambda name: (board.pieces[name].counter.kind not in vehicles, board_order[name]),
        ):
            self.one(unit)
        for piece in list(board.on_map()):
            if self.random.random() < 0.2 and possible.may_turn_over(board, piece.id):
                face = "down" if piece.face == "up" else "up"
                self.do(SetState(unit=piece.id, state="face", value=face))

    def one(self, unit: str) -> None:
        board = self.battle.board
        if unit in possible.checks_owed(board) and possible.may_try(board, unit, "move"):
            self.check(unit, "move")
        ways = list(possible.legal_moves(board, unit).values())
        if ways:
            self.do(Move(units=(unit,), path=self.random.choice(ways)))
        while unit in possible.immobilisation_due(board):
            self.do(Declare(verb="immobilisation", units=(unit,)))
            self.roll()
        facings = possible.legal_facings(board, unit)
        if facings:
            goal = self.random.choice(facings)
            self.do(SetState(unit=unit, state="facing", value=goal))
        self.settle()


@pytest.mark.parametrize("scenario", tuple(shipped().scenarios))
def test_movement_by_what_is_listed_breaks_no_rule(scenario: str) -> None:
    mover = Mover(scenario, seed=7)
    mover.play(turns=2)
    assert len(mover.log) > 100
    assert mover.found == []
    assert judged(mover.log, scenario).violations == ()
