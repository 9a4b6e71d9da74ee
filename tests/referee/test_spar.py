"""The sparring player and the listing of legal actions, by choices made up for each test."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from referee.actions import Action, BeginPhase, Chat, Declare
from referee.games.bold_stroke import GAME
from referee.legal import Chance, Choice, Option, legal_actions, open_choices
from referee.spar import Player, SparringError, spar
from tests.referee.games.bold_stroke.scene import Scene, shipped


def choice(name: str, *options: Option, binding: bool = False, closing: bool = False) -> Choice:
    return Choice(name, lambda: iter(options), binding=binding, closing=closing)


def said(text: str, boldness: float = 0.0) -> Option:
    return Option(Chat(text=text), boldness)


def player(policy: str = "attack", seed: int = 1) -> Player:
    return Player(Random(seed), policy)  # type: ignore[arg-type]


def texts(who: Player, choices: list[Choice], times: int) -> list[str]:
    found = []
    for _ in range(times):
        decision = who.decide(choices)
        found.append(decision.text if isinstance(decision, Chat) else str(decision))
    return found


# -- choices ------------------------------------------------------------------------------------


def test_binding_choices_hide_all_others() -> None:
    choices = [choice("move"), choice("roll", binding=True), choice("end", closing=True)]
    assert [each.name for each in open_choices(choices)] == ["roll"]


def test_without_binding_choices_all_stand_open() -> None:
    choices = [choice("move"), choice("end", closing=True)]
    assert [each.name for each in open_choices(choices)] == ["move", "end"]


def test_an_option_that_makes_its_decision_makes_it_when_asked() -> None:
    made: list[str] = []

    def make() -> Action:
        made.append("now")
        return Chat(text="made")

    option = Option(make, 2.0)
    assert (option.boldness, made) == (2.0, [])
    assert option.decision == Chat(text="made")
    assert made == ["now"]


def test_a_game_begins_with_the_first_phase_alone() -> None:
    scene = Scene()
    assert list(legal_actions(GAME, scene.board)) == [BeginPhase(turn=1, phase="weather.weather")]


# -- the player ---------------------------------------------------------------------------------


def test_an_attacker_takes_the_boldest_option() -> None:
    choices = [choice("unit", said("back", -1), said("on", 3), said("stay", 0))]
    assert texts(player(), choices, 1) == ["on"]


def test_an_attacker_passes_over_what_gains_nothing() -> None:
    choices = [choice("unit", said("stay", 0)), choice("end", said("end"), closing=True)]
    assert texts(player(), choices, 1) == ["end"]


def test_each_choice_is_asked_once_in_a_phase() -> None:
    who = player()
    choices = [choice("unit", said("on", 1)), choice("end", said("end"), closing=True)]
    assert texts(who, choices, 2) == ["on", "end"]
    who.begin_phase()
    assert texts(who, choices, 1) == ["on"]


def test_what_closes_is_taken_only_when_all_else_has_been_asked() -> None:
    choices = [
        choice("end", said("end"), closing=True),
        choice("one", said("one", 1)),
        choice("two", said("two", 1)),
    ]
    assert texts(player(), choices, 3)[2] == "end"


def test_a_binding_choice_is_taken_even_if_it_loses_ground() -> None:
    assert texts(player(), [choice("owed", said("loss", -5), binding=True)], 1) == ["loss"]


def test_a_binding_choice_without_options_is_an_error() -> None:
    with pytest.raises(SparringError, match="'owed' has to be settled, but has no options"):
        player().decide([choice("owed", binding=True)])


def test_nothing_is_left_to_decide_when_every_choice_was_passed_over() -> None:
    assert player().decide([choice("unit", said("stay"))]) is None


def test_a_random_player_takes_any_option_and_passes_over_some_choices() -> None:
    found = set()
    for seed in range(40):
        choices = [
            choice("unit", said("a", -1), said("b", 0), said("c", 1)),
            choice("end", said("end"), closing=True),
        ]
        found.update(texts(player("random", seed), choices, 1))
    assert found == {"a", "b", "c", "end"}


def test_dice_show_every_number_from_one_to_ten() -> None:
    board = Scene().board
    who = player()
    rolls = [who.roll(Chance("d10", "weather", "soviet"), board) for _ in range(300)]
    assert {roll.total for roll in rolls} == set(range(1, 11))
    assert (rolls[0].purpose, rolls[0].side) == ("weather", "soviet")


# -- whole games --------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_game() -> None:
    logs = [spar(shipped(), GAME, "breakout", 7, turns=1) for _ in range(2)]
    assert logs[0] == logs[1]
    assert spar(shipped(), GAME, "breakout", 8, turns=1).actions != logs[0].actions


def test_a_game_cut_short_ends_with_its_last_turn() -> None:
    log = spar(shipped(), GAME, "breakout", 1, turns=1, policy="random")
    phases = [action for action in log.actions if isinstance(action, BeginPhase)]
    assert (phases[-1].turn, phases[-1].phase) == (1, "turn-end.turn-end")


def test_a_game_without_legal_actions_cannot_be_sparred() -> None:
    from dataclasses import replace

    with pytest.raises(SparringError, match="does not list the legal actions of bold_stroke"):
        spar(shipped(), replace(GAME, legal_actions=None), "breakout", 1)


def test_a_game_that_does_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    def forever(_: object) -> Iterator[Choice]:
        yield choice("on", Option(Declare(verb="end-turn")), closing=True)

    monkeypatch.setattr("referee.spar.LONGEST_LOG", 50)
    with pytest.raises(SparringError, match="has not ended after 50 actions"):
        spar(shipped(), replace(GAME, legal_actions=forever), "breakout", 1)


def test_choices_of_the_least_rank_come_first() -> None:
    last = Choice("men", lambda: iter([said("men", 1.0)]), rank=1)
    first = Choice("vehicles", lambda: iter([said("vehicles", 1.0)]), rank=-1)
    end = choice("end", said("end"), closing=True)
    for seed in range(5):
        assert texts(player(seed=seed), [last, first, end], 3) == ["vehicles", "men", "end"]
