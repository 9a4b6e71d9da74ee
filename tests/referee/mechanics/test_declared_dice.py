"""Which declarations call for dice, by the commands of the games at hand."""

import pytest

from compiler.gamedata.loader import load_game
from compiler.resources import game_folder
from referee.actions import Declare, FieldValue
from referee.mechanics.declared_dice import calls_for_dice


@pytest.mark.parametrize(
    ("verb", "values", "expected"),
    [
        ("recovery", {}, True),
        ("performance-check", {"for": "move"}, True),
        ("performance-check", {}, False),
        ("performance-check", {"for": "dance"}, False),
        ("fire", {}, False),
        ("infiltration", {"hex": "4420"}, False),
        ("infiltration", {"hex": "4420", "for": "result"}, True),
        ("no-such-verb", {}, False),
    ],
)
def test_a_declaration_calls_for_dice_if_a_command_of_its_kind_rolls(
    verb: str, values: dict[str, FieldValue], expected: bool
) -> None:
    data = load_game(game_folder("iron_cross"))
    assert calls_for_dice(data, Declare(verb=verb, units=("x",), values=values)) == expected
