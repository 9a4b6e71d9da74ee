"""13.4 and 13.5: within four hexes of its headquarters, or eight points of movement."""

from referee.games.bold_stroke.combat import command
from tests.referee.games.bold_stroke.campaign import Campaign
from tests.referee.games.bold_stroke.scene import Scene
from tests.referee.games.bold_stroke.supply_scene import SupplyScene

TANKS, HQ = "91-tb", "hq-3-gtk"
NINE = "0509-0508-0507-0506-0505-0504-0503-0502-0501"


def tank_brigade(hq_at: str) -> Scene:
    """A Soviet tank brigade in 0509, clear hexes costing 1 point, and its headquarters."""
    scene = Scene().put(TANKS, "0509").put(HQ, hq_at)
    scene.phase("first.movement")
    return scene


def eight_more(scene: Scene) -> list[str]:
    """A ninth point: eight hexes, then one more."""
    return scene.move(TANKS, NINE) + scene.move(TANKS, "0501-0401")


def test_a_unit_within_four_hexes_of_its_headquarters_is_in_command() -> None:
    assert eight_more(tank_brigade("0505")) == []


def test_a_unit_more_than_four_hexes_away_spends_eight_points() -> None:
    scene = tank_brigade("0504")
    assert scene.move(TANKS, NINE) == []
    assert scene.move(TANKS, "0501-0401") == ["13.4.B"]


def test_another_armys_headquarters_does_not_command_it() -> None:
    scene = tank_brigade("0504").put("hq-38", "0508")
    assert eight_more(scene) == ["13.4.B"]


def test_a_unit_that_leaves_the_radius_in_a_phase_keeps_its_movement() -> None:
    scene = tank_brigade("0505")
    assert scene.move(TANKS, "0509-0409-0309-0209-0109") == []
    assert scene.move(TANKS, "0109-0108-0107-0106-0105-0104") == []


def test_a_headquarters_that_comes_near_first_commands_again() -> None:
    scene = tank_brigade("0503")
    scene.move(HQ, "0503-0504-0505")
    assert eight_more(scene) == []


def test_a_headquarters_that_has_not_come_yet_binds_nobody() -> None:
    scene = Scene().put(TANKS, "0509")
    scene.phase("first.movement")
    assert eight_more(scene) == []


def test_headquarters_themselves_need_none() -> None:
    scene = Scene().put(HQ, "0509").put("hq-1-ukr", "0101")
    scene.phase("first.movement")
    assert scene.move(HQ, NINE) == []
    assert scene.move(HQ, "0501-0401") == []


def test_german_units_are_not_bound() -> None:
    scene = Scene().put("1-pz", "0509").put("hq-xlviii-pz", "0101")
    scene.phase("second.movement")
    assert scene.move("1-pz", NINE) == []
    assert scene.move("1-pz", "0501-0401") == []


def test_orphans_of_a_destroyed_headquarters_look_to_the_fronts() -> None:
    scene = Scene().put(TANKS, "0509")
    scene.board.state.combat.destroyed[HQ] = 1
    scene.phase("first.movement")
    assert eight_more(scene) == ["13.4.B"]
    scene = Scene().put(TANKS, "0509").put("hq-1-ukr", "0507")
    scene.board.state.combat.destroyed[HQ] = 1
    scene.phase("first.movement")
    assert eight_more(scene) == []


# -- German subordination (13.4.C) ----------------------------------------------------------------

DIVISIONS = ("75-inf", "82-inf", "88-inf", "68-inf", "198-inf", "57-inf")


def subordination(option: bool = True) -> SupplyScene:
    """Six divisions near the headquarters of the XIII Korps."""
    woods = {f"{row:02}{column:02}": "woods" for row in range(1, 10) for column in range(1, 10)}
    scene = SupplyScene(terrain=woods, options=("german-subordination",) if option else ())
    scene.put("hq-xiii", "0505")
    for unit, at in zip(DIVISIONS, ("0504", "0506", "0404", "0405", "0604", "0605"), strict=True):
        scene.put(unit, at)
    scene.begin("second.movement")
    return scene


def test_five_divisions_trace_command_to_a_headquarters() -> None:
    scene = subordination()
    for unit in DIVISIONS[:5]:
        assert scene.set("subordination", "xiii", unit) == []


def test_a_sixth_division_is_one_too_many() -> None:
    scene = subordination()
    found = [scene.set("subordination", "xiii", unit) for unit in DIVISIONS]
    assert found[-1] == ["13.4.C"]


def test_a_division_too_far_away_traces_no_command() -> None:
    scene = subordination().put("lah", "0101")
    assert scene.set("subordination", "xiii", "lah") == ["13.4.C"]


def test_without_the_option_subordination_is_not_judged() -> None:
    scene = subordination(option=False)
    assert [scene.set("subordination", "xiii", unit) for unit in DIVISIONS] == [[]] * 6


# -- destroyed headquarters (13.5.B) --------------------------------------------------------------


def destroyed(turn: int) -> Campaign:
    """The headquarters of the 60th Army is destroyed in turn 4; it is later now."""
    play = (
        Campaign().at(4, "second.combat").put("hq-60", "soviet-eliminated", face="reduced", loss=1)
    )
    play.board.state.combat.destroyed["hq-60"] = 4
    return play.at(turn, "first.supply")


def test_a_destroyed_headquarters_is_put_two_turns_on() -> None:
    assert destroyed(5).move("hq-60", "soviet-eliminated turn-record-6") == []


def test_it_is_not_put_nearer() -> None:
    assert destroyed(5).move("hq-60", "soviet-eliminated turn-record-5") == ["13.5.B"]


def test_it_comes_at_its_last_step() -> None:
    assert destroyed(6).move("hq-60", "soviet-eliminated 1213") == []


def test_it_does_not_come_sooner() -> None:
    assert destroyed(5).move("hq-60", "soviet-eliminated 1213") == ["13.5.B"]


def test_it_does_not_come_with_more_than_its_last_step() -> None:
    play = destroyed(6)
    assert play.place("hq-60", "1213", face="front", states={"loss": 0}) == ["13.5.B"]
    assert play.unit("hq-60").face == "front"


def test_it_is_in_command_of_its_units_again() -> None:
    play = destroyed(6)
    play.move("hq-60", "soviet-eliminated 1213")
    assert not command.is_destroyed(play.board, "hq-60")
