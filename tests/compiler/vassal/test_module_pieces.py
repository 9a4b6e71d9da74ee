"""The pieces of a written module, read back: traits and states, numbers, images, names."""

from __future__ import annotations

from collections import Counter

from compiler.declarations import ID_PROPERTY, REFERENCE_PROPERTY, piece_reference
from compiler.gamedata.model import GameData
from compiler.vassal.encoding import Trait, decode_sequence
from compiler.vassal.names import FORMATION, SIDE, piece_ids
from compiler.vassal.piece_state import marker_properties, read_piece
from compiler.vassal.prototypes import expand
from compiler.vassal.states import BasicState
from tests.compiler.vassal.module_game import AWKWARD, TABBED, ReadModule


def whole_pieces(module: ReadModule) -> dict[str, tuple[Trait, ...]]:
    """The pieces of the palette by id, prototypes expanded."""
    prototypes = module.prototypes()
    pieces = [expand(piece.traits, prototypes) for piece in module.slots().values()]
    return {marker_properties(traits)[ID_PROPERTY]: traits for traits in pieces}


def test_every_counter_has_a_slot_for_each_of_its_copies(
    game: GameData, module: ReadModule
) -> None:
    expected = Counter(
        piece
        for counter in game.all_counters()
        if not counter.optional
        for piece in piece_ids(counter)
    )
    found = Counter(
        marker_properties(piece.traits)[ID_PROPERTY] for piece in module.slots().values()
    )
    assert found == expected
    assert {"air-1", "air-1#2", "air-1#3", "oos"} <= set(found)
    assert "oos#2" not in found


def test_numbers_are_unique_and_below_the_next(module: ReadModule) -> None:
    gpids = [slot.get("gpid") for slot in module.elements("PieceSlot")]
    assert len(set(gpids)) == len(gpids)
    following = int(module.root.get("nextPieceSlotId", ""))
    assert all(0 < int(gpid or 0) < following for gpid in gpids)
    for gpid, piece in module.slots().items():
        assert BasicState.decode(piece.traits[-1].state).piece_slot == gpid


def test_every_image_that_is_named_is_there_and_every_other_is_not(module: ReadModule) -> None:
    named = {
        each.get(attribute, "")
        for each in module.root.iter()
        for attribute in ("image", "icon", "fileName", "iconName", "markUnmovedIcon")
    }
    chains = [*module.prototypes().values(), *(piece.traits for piece in module.slots().values())]
    for trait in (trait for chain in chains for trait in chain):
        fields = trait.fields()
        if trait.kind == "piece":
            named.add(fields[3])
        if trait.kind == "emb2":
            named.update(decode_sequence(fields[16], ","))
        if trait.kind == "obs":
            named.add(fields[2])
    there = {name.removeprefix("images/") for name in module.files if name.startswith("images/")}
    optional = {name for name in there if "spare" in name}
    assert {name for name in named if name.endswith(".png")} == there - optional
    for name in there:
        assert module.files[f"images/{name}"].startswith(b"\x89PNG")


def test_prototypes_are_defined_and_each_is_used(module: ReadModule) -> None:
    prototypes = module.prototypes()
    used: set[str] = set()
    for piece in module.slots().values():
        used.update(trait.fields()[1] for trait in piece.traits if trait.kind == "prototype")
    assert used <= set(prototypes)
    inner = {
        trait.fields()[1]
        for traits in prototypes.values()
        for trait in traits
        if trait.kind == "prototype"
    }
    # What only optional counters use is there for their extension.
    assert set(prototypes) == used | inner


def test_what_pieces_share_stands_in_prototypes_alone(module: ReadModule) -> None:
    shared = Counter(trait.type for piece in module.slots().values() for trait in piece.traits)
    repeated = {text for text, number in shared.items() if number > 3}
    assert all(text.startswith(("prototype;", "mark;")) for text in repeated)


def test_a_piece_has_few_traits_however_many_commands_the_game_has(module: ReadModule) -> None:
    assert max(len(traits) for traits in whole_pieces(module).values()) < 40


def test_names_with_every_sign_survive(module: ReadModule) -> None:
    traits = whole_pieces(module)["awkward"]
    assert traits[-1].fields()[4] == AWKWARD
    reference = marker_properties(traits)[REFERENCE_PROPERTY]
    assert reference == piece_reference(AWKWARD, "awkward")
    tabbed = whole_pieces(module)["tabbed"]
    assert tabbed[-1].fields()[4] == "2nd Guards"
    assert marker_properties(tabbed)[REFERENCE_PROPERTY] == piece_reference(TABBED, "tabbed")


def test_figures_of_the_data_are_properties_of_the_piece(module: ReadModule) -> None:
    properties = marker_properties(whole_pieces(module)["inf-1"])
    assert properties["front_troop"] == "12"
    assert properties["front_armor"] == "(2)"
    assert properties["reduced_troop"] == "7"
    assert properties["movement_class"] == "leg"
    assert properties[SIDE] == "Grey"
    assert properties[FORMATION] == "XLVIII PzK"


def test_a_piece_of_the_palette_is_read_as_the_data_has_it(
    game: GameData, module: ReadModule
) -> None:
    for piece, traits in whole_pieces(module).items():
        reading = read_piece(game, traits)
        assert reading is not None
        assert reading.piece == piece
        assert reading.counter is not None
        assert reading.face == "front"
        if not reading.counter.is_marker:
            assert reading.states["moved"] is False
            assert reading.states["fuel"] == 7


def test_only_the_owner_and_both_players_sides_may_move_a_piece(module: ReadModule) -> None:
    for piece, traits in whole_pieces(module).items():
        side = marker_properties(traits)[SIDE]
        restricted = [trait.fields()[1] for trait in traits if trait.kind == "restrict"]
        if side:
            assert restricted == [f"{side},Solitaire,Referee"], piece
        else:
            assert restricted == []


def test_anyone_may_declare_a_piece_to_be_a_target(module: ReadModule) -> None:
    kinds = [trait.kind for trait in whole_pieces(module)["rifle-1"]]
    reports = [n for n, kind in enumerate(kinds) if kind == "report"]
    assert reports[0] < kinds.index("restrict") < reports[1]


def test_a_hidden_piece_hides_its_states_and_figures(module: ReadModule) -> None:
    kinds = [trait.kind for trait in whole_pieces(module)["rifle-1"]]
    mask = kinds.index("obs")
    assert all(n > mask for n, kind in enumerate(kinds) if kind in ("emb2", "mark", "label"))


def test_one_faced_pieces_have_no_key_to_turn_them_over(module: ReadModule) -> None:
    pieces = whole_pieces(module)
    faces = {
        piece: [trait for trait in traits if trait.kind == "emb2" and ";Face;" in trait.type]
        for piece, traits in pieces.items()
    }
    assert len(faces["rifle-1"]) == 1
    assert faces["oos"] == []
