"""Choices that sparring seldom comes to: bridges, trains, arrivals, committed assaults."""

from __future__ import annotations

from referee.actions import Action, BeginPhase, Declare, GameLog, Header, Move, Place, SetState
from referee.audit import new_board
from referee.games.operation_spark import GAME
from referee.games.operation_spark.choices import plans
from referee.games.operation_spark.state import OperationBoard
from referee.legal import Choice, open_choices
from tests.referee.games.operation_spark.marching import March
from tests.referee.games.operation_spark.scene import Scene, shipped


def choices(board: OperationBoard) -> dict[str, Choice]:
    assert GAME.legal_actions is not None
    return {choice.name: choice for choice in open_choices(GAME.legal_actions(board))}


def offered(board: OperationBoard, name: str) -> list[Action]:
    """The actions of a choice, none of which a rule objects to."""
    found = choices(board)
    actions = [option.decision for option in found[name].options()] if name in found else []
    listed = [action for action in actions if isinstance(action, Action)]
    assert len(listed) == len(actions)
    assert not any(finding for a in listed for finding in board.rulebook.check(a, board))
    return listed


def scenario(name: str, phase: str, turn: int = 1, first: str = "soviet") -> OperationBoard:
    header = Header(format="hexmarshal-moves/1", game="operation_spark", scenario=name)
    board = new_board(shipped(), GAME, GameLog(header, ()))
    board.first_player = first
    board.apply(BeginPhase(turn=turn, phase=phase))
    return board


# -- bridges ---------------------------------------------------------------------------------------


def bank() -> March:
    """An engineer and a bridging unit on the bank of the Neva."""
    sides = {("0404", "0403"): "river-hexside", ("0403", "0402"): "river-hexside"}
    scene = March({"0404": "clear;river-bank", "0403": "river"}, sides=sides)
    return scene.put("343-136", "0404").put("brg-7", "0404")


def test_a_bridge_is_built_across_the_water_and_then_put_down() -> None:
    scene = bank()
    scene.put_marker("bridge", "soviet-bridges")
    build = offered(scene.board, "build 343-136 brg-7")
    assert [a.values["hexside"] for a in build if isinstance(a, Declare)] == ["N"]
    scene.board.apply(build[0])
    (placed,) = offered(scene.board, "finish 0404")
    assert isinstance(placed, Place)
    assert (placed.unit, placed.at, placed.states) == ("bridge", "0404", {"hexside": "N"})
    scene.board.apply(placed)
    assert "finish 0404" not in choices(scene.board)


def test_who_builds_a_bridge_does_not_move() -> None:
    scene = bank()
    assert "move brg-7 0" in choices(scene.board)
    scene.board.apply(offered(scene.board, "build 343-136 brg-7")[0])
    assert "move brg-7 0" not in choices(scene.board)


def test_an_engineer_beside_a_bridge_demolishes_it_and_it_goes() -> None:
    scene = bank().put("7gdminer", "0404")
    scene.do(Place(unit="bridge", at="0404", states={"hexside": "N"}, why="setup"))
    scene.board.apply(offered(scene.board, "demolish 7gdminer")[0])
    scene.board.apply(offered(scene.board, "take away bridge")[0])
    assert "bridge" not in scene.board.pieces


# -- trains and arrivals ---------------------------------------------------------------------------


def test_a_railroad_gun_moves_along_the_german_lines_alone() -> None:
    board = scenario("first-day", "pm-initial.movement")
    ways = offered(board, "rail rr-693 0")
    assert ways
    assert all(isinstance(way, Move) and way.by == "rail" for way in ways)
    assert "move rr-693 0" not in choices(board)


def test_german_reinforcements_enter_by_their_map_edge_on_their_date() -> None:
    early = scenario("spark", "pm-initial.movement", turn=1)
    assert offered(early, "enter i-151-61") == []
    board = scenario("spark", "pm-initial.movement", turn=2)
    ways = offered(board, "enter i-151-61")
    edges = [board.location(way.end) for way in ways if isinstance(way, Move)]
    supplied = [h for h, i in board.data.map.hexes.items() if i.values.get("supply") == "german"]
    assert edges
    assert set(edges) <= set(supplied)


def test_soviet_reinforcements_are_activated_on_their_date() -> None:
    assert "activate 119-13" not in choices(scenario("spark", "am-initial.movement", turn=1))
    board = scenario("spark", "am-initial.movement", turn=2)
    (active,) = offered(board, "activate 119-13")
    assert isinstance(active, SetState)
    assert active.value is False


def test_ammo_points_come_on_later_days_and_are_counted() -> None:
    assert "ammunition german" not in choices(scenario("spark", "am.supply", turn=1))
    board = scenario("spark", "am.supply", turn=2)
    board.apply(offered(board, "ammunition german")[0])
    (counted,) = offered(board, "count ammunition-german")
    board.apply(counted)
    assert board.state.ammunition["german"] == 35
    assert "count ammunition-german" not in choices(board)


# -- assaults that were committed ------------------------------------------------------------------


def test_a_side_commits_itself_to_no_more_assaults_than_it_can_begin() -> None:
    board = scenario("first-day", "am.initiative")
    numbers = [
        a.values["assaults"] for a in offered(board, "commit soviet") if hasattr(a, "values")
    ]
    assert numbers == list(range(len(plans.plan(board, "soviet")) + 1))
    assert len(numbers) > 1


def test_committed_assaults_are_marked_before_anything_else_is_done() -> None:
    board = scenario("first-day", "am.initiative")
    for side, number in (("soviet", 2), ("german", 1)):
        board.apply(Declare(verb="commit-assaults", values={"side": side, "assaults": number}))
    board.apply(Declare(verb="initiative", values={"side": "soviet"}))
    board.apply(BeginPhase(turn=1, phase="am-initial.movement"))
    steps = 0
    while set(choices(board)) == {"committed assault"}:
        board.apply(offered(board, "committed assault")[0])
        steps += 1
    assert steps in {2, 3, 4}
    assert len(set(board.state.combat.now.received.values())) == 2


# -- in an assault ---------------------------------------------------------------------------------


def assaulted(*attackers: str) -> Scene:
    """Soviet units that assault a German battalion."""
    scene = Scene().put("iii-399-170", "0504")
    for unit in attackers:
        scene.put(unit, "0505", assault="N")
    return scene


def test_of_an_overstacked_hex_the_units_are_chosen_that_take_part() -> None:
    scene = assaulted("284-86", "330-86")
    scene.phase("defensive-fire-1")
    scene.fire("iii-399-170", "284-86", column=5)
    scene.roll(1, 1, purpose="fire 284-86")
    scene.roll(1, 1, purpose="fire 330-86")
    chosen = offered(scene.board, "take part in 0505")
    assert [action.units for action in chosen if isinstance(action, Declare)] == [
        ("284-86",), ("330-86",),
    ]  # fmt: skip


def test_a_unit_that_has_advanced_takes_its_marker_off_or_goes_on_to_assault() -> None:
    scene = assaulted("284-86").put("ii-399-170", "0503")
    scene.phase("defender-withdrawal-1")
    scene.declare("morale-check", "iii-399-170", for_="withdrawal")
    scene.roll(1, purpose="morale-check")
    scene.declare("withdraw", "iii-399-170")
    scene.move("iii-399-170", "0504-0403")
    scene.declare("advance", "284-86")
    scene.move("284-86", "0505-0504")
    kinds = {action.kind for action in offered(scene.board, "marker 284-86")}
    assert kinds == {"set", "declare:follow-on"}


def test_all_marked_units_assault_with_totals_that_some_reading_gives() -> None:
    scene = assaulted("284-86")
    scene.phase("assault")
    ways = offered(scene.board, "assault")
    assert ways
    assert all(isinstance(way, Declare) and way.units == ("284-86",) for way in ways)
    assert "next phase" not in choices(scene.board)


def test_a_unit_that_has_said_that_it_advances_goes_before_anything_else_is_done() -> None:
    scene = assaulted("284-86")
    scene.phase("defender-withdrawal-1")
    scene.declare("morale-check", "iii-399-170", for_="withdrawal")
    scene.roll(1, purpose="morale-check")
    scene.declare("withdraw", "iii-399-170")
    assert set(choices(scene.board)) == {"go iii-399-170"}
    scene.move("iii-399-170", "0504-0403")
    scene.declare("advance", "284-86")
    ways = offered(scene.board, "go 284-86")
    assert [way.path for way in ways if isinstance(way, Move)] == [("0505", "0504")]
