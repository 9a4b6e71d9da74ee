"""Victory (18.2 and the scenarios' conditions): places held, losses, commitments, levels.

The book tells how the battles ended (18.4.6.E, 18.5.6.D, 18.7.6.D, 18.10.6.D); those are tests.
"""

from __future__ import annotations

import pytest

from referee.actions import BeginPhase, GameLog, Header
from referee.audit import audit
from referee.board import Board
from referee.games.bold_stroke import GAME, units
from referee.games.bold_stroke.combat import losses
from referee.games.bold_stroke.scenarios import front, victory
from referee.games.bold_stroke.scenarios.special_rules import figures
from referee.games.bold_stroke.state import CampaignState
from tests.referee.games.bold_stroke.scene import shipped

SCENARIOS = (
    "breakout",
    "riposte",
    "november-battles",
    "manstein-strikes-again",
    "phantom-pocket",
    "northern-expedition",
    "zhitomir-berdichev",
    "decision-in-the-ukraine",
)


def board_of(scenario: str, *options: str) -> Board[CampaignState]:
    data = shipped()
    return Board(data, GAME.rulebook, data.scenarios[scenario], GAME.new_state, options)


def holding(scenario: str, *places: str, options: tuple[str, ...] = ()) -> Board[CampaignState]:
    """A position at the end: the Soviets stand in these places, the Germans in all others."""
    board = board_of(scenario, *options)
    pools = {side: [p for p in board.on_map(side) if _fights(p)] for side in board.data.sides}
    for piece in [p for pool in pools.values() for p in pool]:
        board.relocate(piece, "beside the map")
    for piece in [p for p in board.on_map() if units.is_ground(p)]:
        board.relocate(piece, "beside the map")
    line = next(route for route in board.data.map.routes if route.id == victory.RAIL_LINE)
    board.state.last_through |= dict.fromkeys(line.hexes, "german")
    wanted = figures(board, "victory_places")
    for name in [*places, *(name for name in wanted if name not in places)]:
        side = "soviet" if name in places else "german"
        for hex_ in _hexes(board, name):
            board.relocate(pools[side].pop(), hex_)
    return board


def _fights(piece: object) -> bool:
    from referee.board import Piece

    assert isinstance(piece, Piece)
    return units.is_ground(piece) and not (
        units.is_headquarters(piece) or units.is_artillery(piece)
    )


def _hexes(board: Board[CampaignState], name: str) -> tuple[object, ...]:
    found = board.data.map.places.get(name)
    return found.hexes if found is not None else (board.location(name),)


def points(board: Board[CampaignState]) -> float:
    return sum(score.points for score in victory.scores(board))


def for_places(board: Board[CampaignState]) -> float:
    return sum(score.points for score in victory.places(board))


def destroy(board: Board[CampaignState], *names: str) -> None:
    for name in names:
        losses.destroy(board, name)


# -- how it ended -------------------------------------------------------------------------------


def test_history_of_scenario_1_is_a_substantial_soviet_victory() -> None:
    board = holding("breakout", "zhitomir", "fastov", "malin", "kiev")
    board.state.records.bridge.taken = 3
    assert (points(board), victory.level(board, points(board))) == (25, "Substantial Soviet")


def test_kiev_taken_on_november_7_or_later_is_worth_five() -> None:
    board = holding("breakout", "zhitomir", "fastov", "malin", "kiev")
    board.state.records.bridge.taken = 4
    assert (points(board), victory.level(board, points(board))) == (20, "Marginal German")


def test_history_of_scenario_2_is_twenty_points_for_places_and_the_cut_railway() -> None:
    board = holding("riposte", "fastov", "kiev", "1132")
    assert (points(board), victory.level(board, points(board))) == (20, "Major German")


def test_history_of_scenario_4_is_a_draw_for_places() -> None:
    board = holding("manstein-strikes-again", "malin", "fastov", "fasovaya", "kiev")
    assert (points(board), victory.level(board, points(board))) == (25, "Draw")


def test_two_corps_of_the_hidden_armies_committed_make_it_a_minor_german_victory() -> None:
    board = holding("manstein-strikes-again", "malin", "fastov", "fasovaya", "kiev")
    board.state.scenario.committed |= {"74-rc", "94-rc"}
    assert (points(board), victory.level(board, points(board))) == (21, "Minor German")


def test_history_of_scenario_7_is_a_major_soviet_victory() -> None:
    held = ("korosten", "zhitomir", "berdichev", "kazatin", "belaya-tserkov")
    board = holding("zhitomir-berdichev", *held)
    assert (points(board), victory.level(board, points(board))) == (25, "Major Soviet")


# -- places -------------------------------------------------------------------------------------


def test_the_railway_counts_only_without_korosten_and_zhitomir() -> None:
    assert points(holding("riposte", "fastov", "korosten", "1132")) == 10
    assert points(holding("riposte", "fastov", "1132")) == 10
    assert points(holding("riposte", "fastov")) == 5


def test_kiev_is_held_in_both_of_its_hexes() -> None:
    board = holding("riposte", "kiev")
    assert for_places(board) == 10
    one, _ = board.data.map.places["kiev"].hexes
    board.relocate(board.pieces["75-inf"], "beside the map")
    board.relocate(next(p for p in board.units_at(one)), "beside the map")
    board.relocate(board.pieces["75-inf"], one)
    assert for_places(board) == 0


def test_a_place_without_a_supply_line_is_not_held() -> None:
    board = holding("breakout", "zhitomir")
    assert for_places(board) == 5
    ring = board.data.map.grid.ring(board.data.map.places["zhitomir"].hexes[0], 2)
    germans = [p for p in board.pieces.values() if p.side == "german" and _fights(p)]
    for piece, hex_ in zip(germans, ring, strict=False):
        board.relocate(piece, hex_)
    assert for_places(board) == 0


def test_the_last_to_pass_through_a_place_holds_it() -> None:
    board = holding("breakout", "malin")
    (hex_,) = board.data.map.places["malin"].hexes
    unit = next(iter(board.units_at(hex_)))
    near = next(iter(board.data.map.grid.neighbours(hex_).values()))
    board.relocate(unit, board.data.map.grid.hex("1216"))
    board.state.last_through[hex_] = "soviet"
    assert (front.holder(board, hex_), for_places(board)) == ("soviet", 5)
    board.state.last_through[hex_] = "german"
    assert (front.holder(board, hex_), for_places(board)) == ("german", 0)
    assert near != hex_


def test_a_place_behind_the_front_is_held_though_nobody_passed_it() -> None:
    board = holding("breakout")
    hex_ = board.data.map.places["fastov"].hexes[0]
    assert front.holder(board, hex_) == "german"
    board.relocate(next(iter(board.units_at(hex_))), "beside the map")
    ring = board.data.map.grid.ring(hex_, 2)
    soviets = [p for p in board.pieces.values() if p.side == "soviet" and _fights(p)]
    for piece, around in zip(soviets, ring, strict=False):
        board.relocate(piece, around)
    assert hex_ not in board.state.last_through
    assert front.is_behind_front(board, hex_, "soviet")
    assert front.holder(board, hex_) == "soviet"


def test_at_the_start_a_hex_lies_behind_the_front_of_the_nearest_unit() -> None:
    board = board_of("phantom-pocket")
    held = {
        name
        for name in figures(board, "victory_places")
        if all(front.holder(board, h) == "soviet" for h in board.data.map.places[name].hexes)
    }
    assert held == {"malin", "fasovaya", "fastov", "kiev"}


# -- losses -------------------------------------------------------------------------------------


def test_destroyed_units_count_by_their_kind() -> None:
    board = board_of("breakout")
    for names, value in {
        ("75-inf",): 1,
        ("7-pz",): 3,
        ("hq-vii",): 3,
        ("38-rd",): -2,
        ("91-tb",): -2,
        ("21-rc",): -5,
        ("5-gtc",): -7,
        ("hq-38",): -7,
    }.items():
        before = points(board)
        destroy(board, *names)
        assert points(board) - before == value, names


def test_units_without_a_printed_value_count_nothing() -> None:
    board = board_of("breakout")
    destroy(board, "dr", "213-sec", "37-rec")
    assert points(board) == 0


def test_a_unit_rebuilt_and_back_in_play_does_not_count() -> None:
    board = board_of("breakout")
    destroy(board, "75-inf")
    assert points(board) == 1
    board.relocate(board.pieces["75-inf"], board.data.map.hex("1515"))
    assert points(board) == 0


def test_a_unit_without_a_supply_line_counts_half() -> None:
    board = holding("breakout")
    east = board.data.map.hex("0703")
    board.relocate(board.pieces["7-pz"], east)
    for piece, hex_ in zip(
        [p for p in board.pieces.values() if p.side == "soviet" and _fights(p)],
        board.data.map.grid.neighbours(east).values(),
        strict=False,
    ):
        board.relocate(piece, hex_)
    assert points(board) == 1.5


def test_reduced_units_count_half_by_option_alone() -> None:
    for options, value in (((), 0.0), (("reduced-victory-points",), 0.5)):
        board = board_of("breakout", *options)
        board.pieces["75-inf"].face = "reduced"
        assert points(board) == value


def test_reduced_units_never_count_in_scenario_3() -> None:
    board = board_of("november-battles", "reduced-victory-points")
    board.pieces["75-inf"].face = "reduced"
    assert points(board) == 0


def test_the_first_counter_of_a_large_corps_is_not_reduced_when_turned_over() -> None:
    board = board_of("breakout", "reduced-victory-points")
    board.pieces["50-rc"].face = "reduced"
    assert points(board) == 0


def test_losses_do_not_count_where_territory_decides() -> None:
    board = board_of("manstein-strikes-again")
    before = points(board)
    destroy(board, "5-gtc")
    assert points(board) == before


# -- levels -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "levels"),
    [
        ("breakout", {9: "Overwhelming German", 10: "Substantial German", 15: "Marginal German",
                      20: "Marginal German", 21: "Substantial Soviet", 26: "Overwhelming Soviet"}),
        ("riposte", {20: "Major German", 21: "Draw", 26: "Minor Soviet", 31: "Major Soviet"}),
        ("november-battles", {20: "Major German", 31: "Major Soviet"}),
        ("manstein-strikes-again", {14: "Substantial German", 19: "Major German",
                                    24: "Minor German", 29: "Draw", 30: "Minor Soviet/Draw",
                                    31: "Minor Soviet", 36: "Major Soviet"}),
        ("phantom-pocket", {30: "Minor Soviet/Draw"}),
        ("northern-expedition", {25: "Draw"}),
        ("zhitomir-berdichev", {0: "Substantial German", 1: "Major German", 5: "Major German",
                                6: "Marginal German", 11: "Draw", 16: "Marginal Soviet",
                                21: "Moderate Soviet/Marginal Soviet", 22: "Moderate Soviet",
                                25: "Major Soviet", 30: "Substantial Soviet"}),
        ("decision-in-the-ukraine", {50: "left to the players (18.11.B)"}),
    ],
)  # fmt: skip
def test_levels_are_those_of_the_scenarios_table(scenario: str, levels: dict[int, str]) -> None:
    board = board_of(scenario)
    assert {number: victory.level(board, number) for number in levels} == levels


def test_a_half_point_reaches_no_level() -> None:
    assert victory.level(board_of("breakout"), 20.5) == "Marginal German"


# -- when ---------------------------------------------------------------------------------------


def ended(scenario: str, *, last: str = "turn-end.turn-end") -> GameLog:
    """A log in which nothing happens until a phase of the last turn."""
    data = shipped()
    header = Header(format="hexmarshal-moves/1", game="bold_stroke", scenario=scenario)
    actions = []
    for turn in range(1, len(data.scenarios[scenario].turns) + 1):
        for phase in data.sequence.phases:
            actions.append(BeginPhase(turn=turn, phase=phase.id))
            if turn == len(data.scenarios[scenario].turns) and phase.id == last:
                return GameLog(header, tuple(actions))
    return GameLog(header, tuple(actions))


def test_a_log_that_reaches_the_end_of_the_last_turn_ends_with_points_and_level() -> None:
    result = audit(ended("phantom-pocket"), shipped(), GAME)
    assert result.outcome is not None
    assert (result.outcome.points, result.outcome.level) == ({"soviet": 25.0}, "Draw")
    assert "Malin +5 (18.2.A)" in result.outcome.note


def test_a_log_that_stops_before_has_no_outcome() -> None:
    log = ended("phantom-pocket", last="second.second-combat")
    assert audit(log, shipped(), GAME).outcome is None


def test_the_campaign_is_left_to_the_players_to_judge() -> None:
    board = board_of("decision-in-the-ukraine")
    assert victory.reckon(board).level == "left to the players (18.11.B)"
    assert victory.reckon(board).points == {}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_can_be_reckoned_at_its_start(scenario: str) -> None:
    assert victory.reckon(board_of(scenario)).level
