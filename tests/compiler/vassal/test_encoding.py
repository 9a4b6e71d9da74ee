"""The text encoding: what is written is read back, and read as VASSAL would."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.vassal.encoding import (
    CONTROL,
    SHIFT,
    EncodingError,
    PieceText,
    Trait,
    decode_sequence,
    encode_sequence,
    join_traits,
    keystroke,
    named_keystroke,
    split_states,
    split_types,
)

DELIMITERS = "/;,\t\x1b:|~"
tricky = st.text(alphabet="ab/;,\\'\t\x1b:üЖ💥 ", max_size=12)
any_text = st.one_of(tricky, st.text(max_size=20))
safe = any_text.filter(lambda text: not text.endswith("\\") or text.startswith("\\"))


def decode_by_character(text: str, delimiter: str) -> list[str]:
    """Decode as the format describes it, one character after the other."""
    tokens: list[str] = []
    current = ""
    previous = ""
    for character in text:
        if character != delimiter:
            current += character
        elif previous == "\\":
            current = current[:-1] + character
        else:
            tokens.append(current)
            current = ""
        previous = character
    tokens.append(current)
    return [t[1:-1] if len(t) > 1 and t[0] == t[-1] == "'" else t for t in tokens]


def split_level_by_level(text: str, count: int) -> list[str]:
    """Split a nested chain as VASSAL does: the first token is a trait, the second the rest."""
    parts: list[str] = []
    while len(parts) < count - 1:
        tokens = decode_by_character(text, "\t")
        parts.append(tokens[0])
        if len(tokens) == 1:
            return parts
        text = tokens[1]
    return [*parts, text]


@given(st.lists(safe, min_size=1, max_size=6), st.sampled_from(DELIMITERS))
def test_a_sequence_is_read_back_as_it_was_written(tokens: list[str], delimiter: str) -> None:
    assert decode_sequence(encode_sequence(tokens, delimiter), delimiter) == tokens


@given(any_text, st.sampled_from(DELIMITERS))
def test_any_text_is_split_as_the_format_says(text: str, delimiter: str) -> None:
    assert decode_sequence(text, delimiter) == decode_by_character(text, delimiter)


def test_a_trailing_backslash_before_another_field_is_refused() -> None:
    with pytest.raises(EncodingError, match="backslash"):
        encode_sequence(["a\\", "b"], ";")
    assert decode_sequence(encode_sequence(["b", "a\\"], ";"), ";") == ["b", "a\\"]
    assert decode_sequence(encode_sequence(["\\a\\", "b"], ";"), ";") == ["\\a\\", "b"]


@pytest.mark.parametrize("delimiter", ["", "\\", "'", ";;"])
def test_only_a_single_harmless_character_delimits(delimiter: str) -> None:
    with pytest.raises(EncodingError, match="delimiter"):
        encode_sequence(["a"], delimiter)


def test_the_format_descriptions_own_examples() -> None:
    assert encode_sequence(["\\x", "'q'", "a;b", ""], ";") == "'\\x';''q'';a\\;b;"
    assert join_traits(["a", "b", "c", "d"]) == "a\tb\\\tc\\\\\td"
    placed = "+/null/piece;;;mk.png;Mk/null;0;0;31;0"
    assert encode_sequence(["Place", "77,130", placed, "null"], ";") == (
        "Place;77,130;+/null/piece\\;\\;\\;mk.png\\;Mk/null\\;0\\;0\\;31\\;0;null"
    )
    piece = PieceText(
        None,
        (
            Trait("mark;Side,Str", "Red,4"),
            Trait("markmoved;/images/moved.gif;10;0;Mark Moved;77,130;;false;;;;", "false"),
            Trait("piece;;;inf.png;1 Inf", "null;0;0;7;0"),
        ),
    )
    assert piece.encode() == (
        "+/null/mark;Side,Str\tmarkmoved;\\/images\\/moved.gif;10;0;Mark Moved;77,130;;false;;;;"
        "\\\tpiece;;;inf.png;1 Inf/Red,4\tfalse\\\tnull;0;0;7;0"
    )


@given(st.lists(safe, min_size=1, max_size=8))
def test_nested_states_are_read_back(states: list[str]) -> None:
    text = join_traits(states)
    assert split_states(text, len(states)) == states
    assert split_states(text, len(states)) == split_level_by_level(text, len(states))


@given(st.lists(safe, min_size=3, max_size=8))
def test_flat_states_are_read_back(states: list[str]) -> None:
    assert split_states(join_traits(states, flat=True), len(states)) == states


@given(
    st.lists(safe, min_size=1, max_size=6), st.text(alphabet="a/\t;'ß", max_size=8), st.booleans()
)
def test_a_chain_of_types_ends_at_the_basic_piece(outer: list[str], name: str, flat: bool) -> None:
    types = [f"mark;{text}x" for text in outer] + [f"piece;;;a.png;{name}"]
    if len(types) > 2 or not flat:
        assert split_types(join_traits(types, flat=flat)) == types


@given(
    st.one_of(st.none(), st.integers(0).map(str)),
    st.lists(st.tuples(safe, safe), max_size=5),
    safe.map(lambda text: f"piece;;;a.png;{text}").filter(lambda text: not text.endswith("\\")),
)
def test_a_piece_of_any_name_is_read_back(
    piece_id: str | None, traits: list[tuple[str, str]], basic: str
) -> None:
    outer = [Trait(f"label;{kind}x", state) for kind, state in traits]
    piece = PieceText(piece_id, (*outer, Trait(basic, "Main Map;10;20;7;0")))
    assert PieceText.decode(piece.encode()) == piece


@given(st.text(alphabet="a\t\\'", max_size=30), st.one_of(st.none(), st.integers(1, 6)))
def test_any_text_is_split_into_states_without_fail(text: str, count: int | None) -> None:
    states = split_states(text, count)
    assert len(states) >= 1


def test_a_piece_with_too_few_states_is_reported() -> None:
    with pytest.raises(EncodingError, match="2 traits but 1 states"):
        PieceText.decode("+/7/mark;Side\tpiece;;;a.png;A/Red")
    with pytest.raises(EncodingError, match="no piece"):
        PieceText.decode("+/7/piece;;;a.png;A")


@pytest.mark.parametrize(
    "text",
    ["\\" * 300_000, "a\t" * 100_000, "'" * 300_000, "a\\\t" * 100_000, "\\\t" * 100_000 + "'"],
)
def test_a_hostile_chain_is_split_without_end_or_growth(text: str) -> None:
    assert len("".join(split_states(text))) <= len(text)
    assert len("".join(decode_sequence(text, "\t"))) <= len(text)


def test_a_chain_whose_backslashes_do_not_add_up_is_limited() -> None:
    depths = [*range(1000), 3, *range(4, 1000)]
    text = "".join("\\" * depth + "\ta" for depth in depths)
    with pytest.raises(EncodingError, match="add up"):
        split_states(text)


def test_keystrokes_are_spelled_as_vassal_spells_them() -> None:
    assert keystroke("f", CONTROL) == "70,130"
    assert keystroke("R", CONTROL + SHIFT) == "82,195"
    assert named_keystroke("Assault") == "57348,0,Assault"
    with pytest.raises(EncodingError):
        named_keystroke("A,B")
    with pytest.raises(EncodingError):
        keystroke("F1")
