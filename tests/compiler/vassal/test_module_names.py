"""Any name that a game can have goes into a piece and comes out again."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.declarations import REFERENCE_PROPERTY, parse_line
from compiler.gamedata.model import GameData
from compiler.vassal.encoding import PieceText
from compiler.vassal.gpids import PieceNumbers
from compiler.vassal.keyplan import plan_keys
from compiler.vassal.lint_data import lint_data
from compiler.vassal.piece_state import marker_properties
from compiler.vassal.pieces import all_piece_ids, make_slots
from tests.compiler.small_game import COUNTERS, small_game

NAMES = st.one_of(
    st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=20),
    st.text("/;,\\'\"|:~ \t$[]{}<>&%aЖ第", min_size=1, max_size=12),
)


def game_with(name: str) -> GameData:
    """A game with one counter of that name."""
    counter = replace(COUNTERS[0], id="named", name=name)
    return small_game(counters=MappingProxyType({"named": counter}), markers=MappingProxyType({}))


@settings(max_examples=300, deadline=None)
@given(NAMES)
def test_every_name_that_lint_lets_pass_is_read_back(name: str) -> None:
    game = game_with(name)
    keys = plan_keys(game)
    if any(finding.severity == "error" for finding in lint_data(game, keys)):
        assert name.endswith("\\") or name == "null" or "\ufffe" in name or "\uffff" in name
        return
    numbers = PieceNumbers().with_pieces(all_piece_ids(game.all_counters()))
    [slot] = make_slots(game, keys, numbers)
    piece = PieceText.decode(slot.encode())
    assert piece.traits == slot.traits
    assert piece.traits[-1].fields()[4] == " ".join(name.split("\t"))
    line = parse_line(
        f"> attack | by: {marker_properties(piece.traits)[REFERENCE_PROPERTY]} in 0101"
    )
    assert line is not None
    [item] = line.items("by")
    assert (item.text, item.id, item.place) == (name, "named", "0101")
