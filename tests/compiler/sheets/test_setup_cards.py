"""Set-up cards and the card of the sequence of play."""

from __future__ import annotations

from collections import Counter as Tally
from functools import cache
from pathlib import Path

import pytest

from compiler.gamedata.loader import load_game
from compiler.gamedata.model import GameData
from compiler.hexes import Hex
from compiler.resources import game_folder, games
from compiler.sheets.pages import PAGES, SheetError
from compiler.sheets.publishing import Output, publish
from compiler.sheets.sequence_card import sequence_card
from compiler.sheets.setup_cards import LEAST_HEX, SHOWN_OF_STACK, setup_cards
from tests.compiler.sheets.rendering import page_texts


@cache
def game(name: str) -> GameData:
    return load_game(game_folder(name))


@pytest.mark.parametrize("name", games())
def test_every_piece_of_every_scenario_is_on_its_list_in_its_place(name: str) -> None:
    data = game(name)
    cards = setup_cards(data).content["cards"]
    assert [card["name"] for card in cards] == [each.name for each in data.scenarios.values()]
    for card, scenario in zip(cards, data.scenarios.values(), strict=True):
        listed = Tally[tuple[str, str]]()
        for side in card["sides"]:
            for place in side["places"]:
                for piece in place["pieces"]:
                    listed[place["at"].partition(" ")[0], piece["name"]] += piece["count"]
        for piece in scenario.setup:
            if isinstance(piece.place, Hex):
                counter = data.counters.get(piece.counter) or data.markers[piece.counter]
                listed[data.map.number(piece.place), counter.name] -= 1
        assert min(listed.values()) >= 0
        off_the_map = sum(not isinstance(piece.place, Hex) for piece in scenario.setup)
        assert sum(listed.values()) == off_the_map


@pytest.mark.parametrize("name", games())
def test_every_stack_is_on_a_picture_and_hexes_are_large_enough(name: str) -> None:
    data = game(name)
    for card, scenario in zip(
        setup_cards(data).content["cards"], data.scenarios.values(), strict=True
    ):
        stacks = Tally(piece.place for piece in scenario.setup if isinstance(piece.place, Hex))
        shown = sum(min(count, SHOWN_OF_STACK) for count in stacks.values())
        assert sum(len(picture["counters"]) for picture in card["pictures"]) >= shown
        for picture in card["pictures"]:
            assert picture["hex"] >= LEAST_HEX - 1e-6
            assert picture["width"] <= picture["paper"]["width"] - 20 + 1e-6


def test_a_scenario_may_be_chosen_and_an_unknown_one_names_those_there_are() -> None:
    cards = setup_cards(game("iron_cross"), scenarios=["tula"]).content["cards"]
    assert [card["name"] for card in cards] == [game("iron_cross").scenarios["tula"].name]
    with pytest.raises(SheetError, match="expected one of demyansk"):
        setup_cards(game("iron_cross"), scenarios=["tulla"])


def test_states_and_entry_are_told_beside_the_name(tmp_path: Path) -> None:
    document = setup_cards(game("iron_cross"), PAGES["a4"], ["demyansk"])
    (path,) = publish(document, tmp_path, "cards", Output())
    text = " ".join(page_texts(path))
    assert "facing 3" in text
    assert "in a hidden hex" in text
    assert "enters 1" in text
    assert "Stand-in: " in text


@pytest.mark.parametrize("name", games())
def test_the_sequence_card_has_every_phase_or_names_the_section_that_is_the_same(
    name: str,
) -> None:
    data = game(name)
    sections = sequence_card(data).content["sections"]
    assert [section["name"] for section in sections if "{" in section["name"]] == []
    names = {section["name"] for section in sections}
    printed = [phase["name"] for section in sections for phase in section["phases"]]
    assert set(printed) >= {
        phase.name.replace("{first}", "the first player").replace("{second}", "the second player")
        for phase in data.sequence.phases
    }
    for section in sections:
        assert bool(section["phases"]) != bool(section["same_as"])
        assert not section["same_as"] or section["same_as"] in names


def test_a_stand_in_sequence_says_so(tmp_path: Path) -> None:
    (path,) = publish(sequence_card(game("operation_spark")), tmp_path, "card", Output())
    assert "Stand-in: own order" in page_texts(path)[0]
