"""Section 24.3: who infiltrates where, what the dice say, and what becomes of it at set-up.

In scenario 1 the Germans that are seen stand in 4109, 4307 and 4308.
"""

import pytest

from referee.actions import Move, Place
from referee.games.iron_cross.scenarios import infiltration
from tests.referee.games.iron_cross.scene import Battle, dice

SQUAD = (
    "ru-a-orlov",
    "ru-a-gusev",
    "ru-a-zaitsev",
    "ru-a-kozlov",
    "ru-a-lebedev",
    "ru-a-morozov",
    "ru-a-novikov",
    "ru-a-petrov",
    "ru-a-sorokin",
)
COMMANDER = "ru-pl-10"
FAR, NEAR = "4420", "4207"


def announced(hex_: str = FAR, *units: str) -> Battle:
    """Squad A infiltrates."""
    battle = Battle()
    assert battle.declare("infiltration", "+".join(units or SQUAD), hex=hex_) == []
    return battle


def rolled(total: int, hex_: str = FAR, *units: str) -> Battle:
    """Squad A infiltrates and the dice are rolled."""
    battle = announced(hex_, *units)
    battle.declare("infiltration", for_="result")
    assert battle.roll(total) == []
    return battle


def put(battle: Battle, at: str, *units: str, status: str = "normal") -> Battle:
    """Put infiltrators onto the map, those worse off in the down state."""
    for unit in units or SQUAD:
        battle.board.apply(Move(units=(unit,), path=("russian-entry", at), complete=False))
        if status != "normal":
            battle.board.pieces[unit].states["morale"] = status
            battle.board.pieces[unit].face = "down"
    return battle


def around(battle: Battle, status: str = "normal") -> Battle:
    """Put the squad into two hexes by the Infiltration Hex 4420."""
    put(battle, "4420", *SQUAD[:6], status=status)
    return put(battle, "4421", *SQUAD[6:], status=status)


# -- announcing ---------------------------------------------------------------------------------


def test_one_squad_and_a_commander_infiltrate() -> None:
    battle = Battle()
    assert battle.declare("infiltration", "+".join((*SQUAD, COMMANDER)), hex=FAR) == []


@pytest.mark.parametrize("other", ["ru-b-bykov", "ru-mmg-1", "ge-c-otto"])
def test_others_do_not_infiltrate_with_them(other: str) -> None:
    battle = Battle()
    assert battle.declare("infiltration", "+".join((*SQUAD, other)), hex=FAR) == ["24.31"]


def test_one_commander_is_enough() -> None:
    battle = Battle()
    names = "+".join((*SQUAD, COMMANDER, "ru-apl-9"))
    assert battle.declare("infiltration", names, hex=FAR) == ["24.31"]


def test_one_squad_infiltrates_though_its_men_are_named_in_several_lines() -> None:
    battle = Battle()
    assert battle.declare("infiltration", "+".join(SQUAD[:5])) == []
    assert battle.declare("infiltration", "+".join((*SQUAD[5:], COMMANDER)), hex=FAR) == []
    battle = Battle()
    assert battle.declare("infiltration", "+".join(SQUAD)) == []
    assert battle.declare("infiltration", "ru-b-vlasov+ru-b-gromov", hex=FAR) == ["24.31"]


def test_no_commander_infiltrates_without_a_squad() -> None:
    assert "24.31" in announced(FAR, COMMANDER).phase("morale")
    assert "24.31" not in announced(FAR, *SQUAD, COMMANDER).phase("morale")


def test_the_germans_are_set_up_before_the_infiltration_hex_is_named() -> None:
    battle = Battle()
    assert battle.declare("infiltration", "+".join(SQUAD)) == []
    assert battle.move("ge-c-otto", "4109>4316") == []
    assert battle.set("ge-c-pohl", "hidden", value=True) == []
    assert battle.declare("infiltration", hex=FAR) == []
    assert battle.move("ge-c-otto", "4316>4109") == ["24.31"]
    assert battle.do(Place(unit="ge-c-otto", at="4316")) == ["24.31"]
    assert battle.set("ge-c-maier", "hidden", value=True) == ["24.31"]
    assert battle.set("ge-c-pohl", "hidden", value=False) == []


def test_an_infiltration_is_not_tried_again() -> None:
    battle = rolled(12)
    assert battle.declare("infiltration", for_="result") == ["24.33"]
    assert rolled(12).declare("infiltration", hex="3920") == ["24.31"]


def test_the_infiltration_hex_lies_in_its_area() -> None:
    assert Battle().declare("infiltration", "+".join(SQUAD), hex="4702") == ["24.32"]


def test_the_infiltration_hex_is_free_of_germans_that_are_seen() -> None:
    battle = Battle()
    battle.board.apply(Move(units=("ge-c-otto",), path=("4109", FAR), complete=False))
    assert battle.declare("infiltration", "+".join(SQUAD), hex=FAR) == ["24.32"]


def test_no_infiltration_where_the_scenario_has_none() -> None:
    battle = Battle("closing-the-ring")
    assert battle.declare("infiltration", "ru-c-osipov", hex="3510") == ["24.3"]


def test_nobody_infiltrates_during_play() -> None:
    battle = Battle()
    battle.phase("support-fire")
    assert battle.declare("infiltration", "+".join(SQUAD), hex=FAR) == ["6.0"]


@pytest.mark.parametrize(("status", "rules"), [("normal", []), ("pinned", ["24.34"] * 9)])
def test_an_infiltration_in_the_first_phase_is_judged_when_it_ends(
    status: str, rules: list[str]
) -> None:
    battle = Battle()
    assert battle.phase("morale") == []
    assert battle.declare("infiltration", "+".join(SQUAD), hex=FAR) == []
    battle.declare("infiltration", for_="result")
    assert battle.roll(2) == []
    assert battle.board.state.infiltration is not None
    battle.board.state.infiltration.results = frozenset({"SN"})
    assert around(battle, status).phase("support-fire") == rules


# -- the roll -----------------------------------------------------------------------------------


def results(total: int, hex_: str = FAR, *units: str) -> frozenset[str]:
    """What two dice may be read as."""
    known = rolled(total, hex_, *units).board.state.infiltration
    assert known is not None
    assert known.results is not None
    return known.results


def test_the_best_rating_helps() -> None:
    """Best rating 9 is one less; seven hexes and more from Germans in clear ground nothing else."""
    assert results(6) == {"F0"}
    assert results(7) == {"F1"}
    assert results(2) == {"SP", "SS"}


def test_whether_the_commanders_rating_counts_is_open() -> None:
    assert results(7, FAR, *SQUAD, COMMANDER) == {"F0", "F1"}


@pytest.mark.parametrize(
    ("hex_", "modifier"),
    [("3618", -2), ("3920", -3), ("3919", -2), ("3921", -1), ("3523", -1), ("3525", 0)],
)
def test_the_terrain_helps(hex_: str, modifier: int) -> None:
    """A building of one hex, woods of three and two trees, one tree, a gully, a marsh."""
    battle = announced(hex_)
    known = battle.board.state.infiltration
    assert known is not None
    assert infiltration.modifiers(battle.board, known) == {modifier - 1}


def test_nearby_germans_hinder() -> None:
    battle = announced()
    board = battle.board
    known = board.state.infiltration
    assert known is not None
    for distance, more in ((1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1), (7, 0)):
        place = next(
            hex_
            for hex_ in sorted(infiltration.area_of(board))
            if infiltration.nearest(board, hex_) == distance
            and board.data.map.hexes[hex_].terrains == {"clear"}
        )
        known.hex = place
        assert infiltration.modifiers(board, known) == {more - 1}


def test_infiltration_takes_two_dice() -> None:
    battle = announced()
    battle.declare("infiltration", for_="result")
    assert battle.roll(5, count=1) == ["24.33"]


# -- success ------------------------------------------------------------------------------------


def succeeded(*results: str) -> Battle:
    """The infiltration into 4420 has had this result."""
    battle = rolled(3)
    assert battle.board.state.infiltration is not None
    battle.board.state.infiltration.results = frozenset(results)
    return battle


def test_after_a_success_the_game_begins_with_the_support_fire_phase() -> None:
    assert around(succeeded("SN")).phase("support-fire") == []
    assert around(succeeded("SN")).phase("morale") == ["24.34"]


def test_without_infiltration_the_game_begins_with_the_morale_phase() -> None:
    assert Battle().phase("morale") == []


def test_infiltrators_are_put_within_two_hexes() -> None:
    battle = put(succeeded("SN"), "4420", *SQUAD[:6])
    put(battle, "4423", *SQUAD[6:])
    assert battle.phase("support-fire") == ["24.34"] * 3


def test_infiltrators_are_put_no_nearer_to_germans_than_the_hex() -> None:
    battle = put(succeeded("SN"), "4420", *SQUAD[:6])
    put(battle, "4419", *SQUAD[6:])
    assert set(battle.phase("support-fire")) <= {"24.34", "24.36"}
    assert "24.34" in put(put(succeeded("SN"), "4420", *SQUAD[:6]), "4419", *SQUAD[6:]).phase(
        "support-fire"
    )


def test_all_infiltrators_are_put_on_the_map() -> None:
    battle = put(succeeded("SN"), "4420", *SQUAD[:6])
    assert battle.phase("support-fire") == ["24.34"] * 3


def test_infiltrators_stack_within_the_limit() -> None:
    battle = put(succeeded("SN"), "4420")
    assert battle.phase("support-fire") == ["8.62"]


@pytest.mark.parametrize(
    ("result", "status", "rules"),
    [
        ("SN", "normal", []),
        ("SN", "pinned", ["24.34"] * 9),
        ("SP", "pinned", []),
        ("SP", "normal", ["24.34"] * 9),
        ("SS", "suppressed", []),
        ("SS", "normal", ["24.34"] * 9),
    ],
)
def test_infiltrators_have_the_status_of_the_result(
    result: str, status: str, rules: list[str]
) -> None:
    assert around(succeeded(result), status).phase("support-fire") == rules


@pytest.mark.parametrize("status", ["pinned", "suppressed"])
def test_the_exchanged_rows_are_read_either_way_but_for_all_alike(status: str) -> None:
    assert around(succeeded("SP", "SS"), status).phase("support-fire") == []
    battle = around(succeeded("SP", "SS"), "pinned")
    battle.board.pieces[SQUAD[0]].states["morale"] = "suppressed"
    assert battle.phase("support-fire") == ["24.34"]


def test_pinned_infiltrators_are_down() -> None:
    battle = around(succeeded("SP"), "pinned")
    battle.board.pieces[SQUAD[0]].face = "up"
    assert battle.phase("support-fire") == ["24.34"]


def test_a_result_without_dice_cannot_be_told() -> None:
    assert "?24.33" in announced().phase("morale")


# -- failure ------------------------------------------------------------------------------------


def failed(result: str, lost: int) -> Battle:
    """The infiltration failed, and so many men were removed."""
    battle = succeeded(result)
    if lost:
        battle.clear(*SQUAD[:lost])
    return battle


@pytest.mark.parametrize(("result", "lost"), [("F0", 0), ("F1", 1), ("F2", 2), ("F3", 3)])
def test_a_failure_costs_its_losses(result: str, lost: int) -> None:
    assert failed(result, lost).phase("morale") == []
    assert failed(result, lost + 1).phase("morale") == ["24.34"]


def test_survivors_of_a_failure_enter_with_the_others() -> None:
    battle = put(failed("F0", 0), "4420", SQUAD[0])
    assert "24.34" in battle.phase("morale")


def test_after_a_failure_the_game_begins_normally() -> None:
    assert failed("F0", 0).phase("support-fire") == ["24.34"]


# -- hidden hexes and mines ---------------------------------------------------------------------

HIDDEN = "4416"


def into_hidden(losses: int = 2) -> Battle:
    """Squad A infiltrates into a hidden hex: it fails, and one die gives the losses."""
    battle = announced(HIDDEN)
    battle.declare("infiltration", for_="losses")
    battle.roll(losses, count=1)
    return battle.clear(*SQUAD[:losses])


def reveal(battle: Battle, *hexes: str) -> Battle:
    """Reveal hidden units before play."""
    for piece in battle.board.pieces.values():
        if battle.board.number(piece.place) in hexes:
            piece.states.pop("hidden", None)
    return battle


def test_a_hidden_hex_makes_the_infiltration_fail() -> None:
    assert reveal(into_hidden(), HIDDEN).phase("morale") == []


def test_the_hidden_units_are_revealed() -> None:
    assert set(into_hidden().phase("morale")) == {"24.35"}


def test_one_die_gives_the_losses() -> None:
    battle = reveal(announced(HIDDEN), HIDDEN)
    battle.declare("infiltration", for_="losses")
    assert battle.roll(2) == ["24.35"]
    battle = announced(HIDDEN)
    battle.declare("infiltration", for_="losses")
    battle.roll(3, count=1)
    assert reveal(battle.clear(SQUAD[0]), HIDDEN).phase("morale") == ["24.35"]


def test_two_dice_do_not_help_in_a_hidden_hex() -> None:
    battle = announced(HIDDEN)
    battle.declare("infiltration", for_="result")
    battle.roll(12)
    assert "24.35" in reveal(battle.clear(*SQUAD[:3]), HIDDEN).phase("morale")


def beside_hidden(status: str) -> Battle:
    """The infiltrators stand in 4418 and 4518, beside a German hidden in 4417."""
    battle = Battle()
    for name in ("ge-c-kuhn", "ge-c-pfeiffer"):
        battle.board.apply(Move(units=(name,), path=(HIDDEN, "4417"), complete=False))
    battle.declare("infiltration", "+".join(SQUAD), hex="4418")
    assert battle.board.state.infiltration is not None
    battle.board.state.infiltration.results = frozenset({"SN"})
    put(battle, "4418", *SQUAD[:6], status=status)
    return put(battle, "4419", *SQUAD[6:])


def test_hidden_units_beside_infiltrators_are_announced() -> None:
    assert "24.36" in beside_hidden("pinned").phase("support-fire")


def test_infiltrators_beside_them_are_pinned() -> None:
    assert reveal(beside_hidden("pinned"), "4417").phase("support-fire") == []
    found = reveal(beside_hidden("normal"), "4417").phase("support-fire")
    assert set(found) == {"24.34"}


def beside_revealed(*revealed: str) -> Battle:
    """Before the roll Germans in 4416 are revealed, beside whom six men then stand in 4417."""
    battle = announced("4417")
    for name in revealed:
        assert battle.set(name, "hidden", value=False) == []
    battle.declare("infiltration", for_="result")
    return battle


def test_germans_who_were_revealed_before_the_roll_pin_nobody() -> None:
    battle = beside_revealed("ge-c-kuhn", "ge-c-pfeiffer")
    assert battle.roll(2) == []
    assert battle.board.state.infiltration is not None
    battle.board.state.infiltration.results = frozenset({"SN"})
    put(put(battle, "4417", *SQUAD[:6]), "4418", *SQUAD[6:])
    assert battle.phase("support-fire") == []


def test_a_hidden_hex_is_revealed_with_all_who_are_in_it() -> None:
    assert beside_revealed("ge-c-kuhn").roll(2) == ["24.32"]


def among_hidden(at: str, status: str = "suppressed") -> Battle:
    """Four men came upon Germans hidden in 4416, the others stand beside them in 4417."""
    battle = announced("4417")
    battle.declare("infiltration", for_="result")
    battle.roll(2)
    assert battle.board.state.infiltration is not None
    battle.board.state.infiltration.results = frozenset({"SN"})
    put(battle, at, *SQUAD[:4], status=status)
    put(battle, "4417", *SQUAD[4:], status="pinned")
    return reveal(battle, HIDDEN)


def test_infiltrators_are_thrown_back_from_a_hidden_hex() -> None:
    assert among_hidden("4516").phase("support-fire") == []
    assert set(among_hidden(HIDDEN).phase("support-fire")) == {"24.36"}


def test_germans_who_come_to_light_were_no_germans_to_stay_away_from() -> None:
    """Hidden Germans in 4416 are three hexes from 4413, and nearer to where men are put."""
    battle = announced("4413")
    battle.declare("infiltration", for_="result")
    battle.roll(2)
    assert battle.board.state.infiltration is not None
    battle.board.state.infiltration.results = frozenset({"SN"})
    put(put(battle, "4414", *SQUAD[:6]), "4415", *SQUAD[6:], status="pinned")
    assert reveal(battle, HIDDEN).phase("support-fire") == []


def grenades(die: int) -> Battle:
    """The Germans revealed in the Infiltration Hex are attacked, one die for each."""
    battle = reveal(into_hidden(), HIDDEN)
    assert battle.declare("grenade", "", HIDDEN) == []
    for name in ("ge-c-kuhn", "ge-c-pfeiffer"):
        assert battle.declare("fire-roll", "", HIDDEN, targets=name) == []
        assert battle.roll(die, count=1) == []
    return battle


def test_a_grenade_attack_on_discovered_germans_is_no_mans_and_costs_none() -> None:
    battle = grenades(6)
    assert battle.phase("morale") == []
    assert battle.board.state.fire.grenades == {}
    battle = reveal(into_hidden(), HIDDEN)
    assert battle.declare("grenade", SQUAD[5], HIDDEN) == []


def test_a_grenade_attack_on_discovered_germans_is_rolled_for_all() -> None:
    battle = reveal(into_hidden(), HIDDEN)
    assert battle.declare("grenade", "", HIDDEN) == []
    assert battle.phase("morale") == ["11.41"]


@pytest.mark.parametrize("die", [2, 3])
def test_its_pinned_and_suppressed_results_are_ignored(die: int) -> None:
    assert grenades(die).phase("morale") == []


def test_those_it_eliminates_are_removed() -> None:
    assert grenades(1).clear("ge-c-kuhn", "ge-c-pfeiffer").phase("morale") == []
    assert grenades(1).clear("ge-c-kuhn").phase("morale") == ["24.35"]


def test_infiltrators_suppressed_once_more_check_to_survive() -> None:
    battle = around(succeeded("SS"), "suppressed")
    assert battle.check(SQUAD[0], "special-roll", 12) == []
    assert battle.clear(SQUAD[0]).phase("support-fire") == []
    assert Battle().check("ge-c-otto", "special-roll", 12) == ["11.45"]


def test_infiltrators_may_survive_mines_unharmed_or_be_lost() -> None:
    battle = around(succeeded("SN"))
    battle.put("mines", "4421", ap_factors=4)
    for name in SQUAD[6:]:
        battle.declare("mine-roll", name)
        battle.roll(6, count=1)
    lost = (f"{SQUAD[8]}", "4421>russian-eliminated")
    assert battle.move(*lost) == []
    assert battle.phase("support-fire") == []


def test_infiltrators_on_mines_undergo_an_attack() -> None:
    battle = around(succeeded("SN"))
    battle.put("mines", "4421", ap_factors=4)
    assert set(battle.phase("support-fire")) >= {"24.37"}
    battle = around(succeeded("SN"))
    battle.put("mines", "4421", ap_factors=4)
    for name in SQUAD[6:]:
        battle.declare("mine-roll", name)
        battle.roll(6, count=1)
    assert "24.37" not in battle.phase("support-fire")


def test_the_dice_of_a_scene_add_up() -> None:
    assert sum(dice(9)) == 9
