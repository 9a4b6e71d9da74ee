"""What the optional rules offer: detachments, probes, dumps, hidden units, dice of November 9."""

from __future__ import annotations

from collections.abc import Iterator

from referee.actions import Action, Declare, SetState
from referee.games.bold_stroke import GAME
from referee.games.bold_stroke.state import CampaignBoard
from referee.legal import Chance, Decision, open_choices
from tests.referee.games.bold_stroke.campaign import Campaign
from tests.referee.games.bold_stroke.fights import Fight
from tests.referee.games.bold_stroke.supply_scene import SupplyScene

DETACHMENTS, PROBES, HIDDEN = ("advanced-detachments",), ("probes",), ("limited-intelligence",)


def offered(board: CampaignBoard, start: str) -> list[Decision]:
    """What the open choices whose names begin so offer."""
    assert GAME.legal_actions is not None
    return [
        option.decision
        for choice in open_choices(GAME.legal_actions(board))
        if choice.name.startswith(start)
        for option in choice.options()
    ]


def declared(decisions: list[Decision]) -> Iterator[Declare]:
    for decision in decisions:
        assert isinstance(decision, Declare)
        yield decision


def flagged(board: CampaignBoard, decision: Decision) -> bool:
    return isinstance(decision, Action) and any(board.rulebook.check(decision, board))


# -- detachments -----------------------------------------------------------------------------------


def corps(*, options: tuple[str, ...] = DETACHMENTS, **states: object) -> Fight:
    """A tank corps in 0505 at the start of Soviet movement, two detachments at hand."""
    fight = Fight(options=options).put("6-gtc", "0505", **states).put("38-rd", "0507")
    for name in ("adv-det", "cav-det"):
        fight.put(name, "soviet-substitutes")
    fight.phase("first.movement")
    return fight


def test_a_tank_corps_may_form_a_detachment_of_either_strength() -> None:
    board = corps().board
    found = list(declared(offered(board, "detach")))
    assert {(d.units, d.target, d.number("strength")) for d in found} == {
        (("6-gtc",), "adv-det", 2),
        (("6-gtc",), "adv-det", 1),
    }
    assert not any(flagged(board, decision) for decision in found)


def test_a_reduced_corps_is_offered_no_detachment() -> None:
    assert offered(corps(face="reduced").board, "detach") == []


def test_no_detachment_is_offered_once_a_unit_has_moved() -> None:
    fight = corps()
    fight.move("38-rd", "0507-0508")
    assert offered(fight.board, "detach") == []


def test_without_the_option_no_detachment_is_offered() -> None:
    assert offered(corps(options=()).board, "detach") == []


def test_a_detachment_may_recombine_only_in_the_hex_of_its_parent() -> None:
    fight = corps()
    fight.do(next(declared(offered(fight.board, "detach"))))
    assert len(offered(fight.board, "recombine")) == 1
    fight.move("adv-det", "0505-0504")
    fight.phase("first.movement", turn=2)
    assert offered(fight.board, "recombine") == []


# -- probes ----------------------------------------------------------------------------------------


def scouts(*, options: tuple[str, ...] = PROBES) -> Fight:
    """The cavalry corps beside a German stack in 0505."""
    fight = Fight(options=options).put("1g-cc", "0404").put("1-pz", "0505").put("75-inf", "0505")
    fight.phase("first.movement")
    return fight


def test_a_unit_beside_an_enemy_may_probe_it() -> None:
    assert [d.target for d in declared(offered(scouts().board, "probe"))] == ["0505"]
    assert offered(scouts(options=()).board, "probe") == []


def probed(ours: int, theirs: int) -> Fight:
    """A probe, and the dice that are offered after it, the prober's first."""
    fight = scouts()
    fight.do(next(declared(offered(fight.board, "probe"))))
    for side, die in (("soviet", ours), ("german", theirs)):
        assert offered(fight.board, "") == [Chance("d10", "probe", side)]
        fight.roll(die, "probe", by=side)
    return fight


def test_a_probe_that_wins_has_the_whole_stack_revealed_before_anything_else() -> None:
    fight = probed(7, 3)
    (shown,) = declared(offered(fight.board, ""))
    assert (shown.verb, shown.units) == ("reveal", ("1-pz", "75-inf"))
    assert fight.do(shown) == []
    assert offered(fight.board, "reveal") == []


def test_a_probe_that_loses_reveals_nothing() -> None:
    fight = probed(3, 7)
    assert offered(fight.board, "reveal") == []
    assert offered(fight.board, "next phase") != []


# -- hidden units, and what lies on top ------------------------------------------------------------


def far(*, hidden: bool = False) -> SupplyScene:
    """Two Germans in 0505, one of them hidden or not, and Soviet tanks four hexes off."""
    scene = SupplyScene(roads={}, options=HIDDEN).put("75-inf", "0505").put("91-tb", "0509")
    scene.put("38-rd", "0109")
    scene.board.pieces["75-inf"].states["hidden"] = hidden
    return scene


def test_a_unit_far_from_the_enemy_may_be_hidden() -> None:
    scene = far()
    scene.begin("first.movement")
    assert len(offered(scene.board, "hide 91-tb")) == 1
    scene.put("75-inf", "0506")
    assert offered(scene.board, "hide 91-tb") == []


def test_an_enemy_beside_a_hidden_unit_has_it_shown_before_anything_else() -> None:
    scene = far(hidden=True)
    scene.begin("first.movement")
    scene.move("91-tb", "0509-0508-0507-0506")
    (shown,) = offered(scene.board, "")
    assert isinstance(shown, SetState)
    assert (shown.unit, shown.state, shown.value) == ("75-inf", "hidden", False)


def test_the_phase_does_not_end_before_units_near_the_enemy_are_shown() -> None:
    scene = far(hidden=True)
    scene.begin("first.movement")
    scene.move("91-tb", "0509-0508-0507")
    (shown,) = offered(scene.board, "next phase")
    assert isinstance(shown, SetState)
    scene.do(shown)
    assert scene.ends() == []


def test_a_stack_that_the_enemy_sees_may_show_only_its_largest_units() -> None:
    scene = SupplyScene(roads={}, options=HIDDEN).put("75-inf", "0505").put("91-tb", "0503")
    scene.put("239-ag", "0505")
    scene.begin("second.movement")
    found = offered(scene.board, "top 0505")
    assert [a.unit for a in found if isinstance(a, SetState)] == ["75-inf"]
    assert offered(scene.board, "top 0503") == []


def test_a_phase_ends_only_with_the_right_units_on_top_where_the_order_is_told() -> None:
    scene = SupplyScene(roads={}, options=HIDDEN).put("75-inf", "0505").put("91-tb", "0503")
    scene.put("239-ag", "0505")
    scene.begin("second.movement")
    scene.set("stack-order", True)
    (shown,) = offered(scene.board, "next phase")
    assert isinstance(shown, SetState)
    assert (shown.unit, shown.state) == ("75-inf", "top")
    scene.do(shown)
    assert scene.ends() == []


# -- dumps, and the dice of November 9 -------------------------------------------------------------


def german_supply(*options: str, turn: int = 1, rolled: bool = True) -> Campaign:
    """German supply, the Soviets having had their turn."""
    play = Campaign("november-battles", options=options).at(turn, "second.supply")
    if rolled:
        play.roll("artillery-supply", 5, "german")
    return play


def test_dumps_are_offered_by_towns_on_good_roads_with_five_points() -> None:
    board = german_supply("supply-dumps").board
    found = {d.text("hex"): d.number("points") for d in declared(offered(board, "dump"))}
    assert found["1631"] == 5
    assert "1431" not in found


def test_a_dump_may_be_filled_up_point_by_point() -> None:
    play = german_supply("supply-dumps")
    play.declare("dump", hex="1631", points=5, side="german")
    (more,) = declared(offered(play.board, "dump 1631"))
    assert more.number("points") == 6


def test_a_dump_is_not_offered_in_a_hex_that_the_soviets_occupy() -> None:
    play = german_supply("supply-dumps").put("91-tb", "1631")
    assert offered(play.board, "dump 1631") == []


def test_a_dump_written_in_secret_is_judged_and_may_be_written_in_any_phase() -> None:
    play = Campaign("november-battles", options=("supply-dumps",)).at(1, "second.movement")
    noted = Declare(verb="dump", values={"hex": "1631", "points": "5"}, secret=True, side="german")
    assert play.do(noted) == []
    assert play.board.state.records.supply.dumps
    few = noted.model_copy(update={"values": {"hex": "1631", "points": "2"}})
    fresh = Campaign("november-battles", options=("supply-dumps",)).at(1, "second.movement")
    assert fresh.do(few) == ["14.5.B"]
    openly = few.model_copy(update={"secret": False})
    assert fresh.do(openly) == ["2.2"]


def test_two_dice_are_due_on_november_9() -> None:
    play = german_supply("german-optional-reinforcements", turn=5)
    for purpose in ("optional-reinforcement", "optional-arrival"):
        assert offered(play.board, "") == [Chance("d10", purpose, "german")]
        play.roll(purpose, 6, "german")
    assert offered(play.board, "roll optional") == []


def test_no_dice_are_due_on_another_day() -> None:
    play = german_supply("german-optional-reinforcements", turn=4)
    assert offered(play.board, "roll optional") == []


def test_what_the_dice_bring_may_arrive_in_movement() -> None:
    play = german_supply("german-optional-reinforcements", turn=5)
    play.roll("optional-reinforcement", 6, "german")
    play.roll("optional-arrival", 6, "german")
    play.phase("second.movement")
    assert offered(play.board, "arrive gd") != []
    assert offered(play.board, "arrive 24-pz") == []
