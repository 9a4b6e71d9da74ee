"""The tree of commands, walked as VASSAL walks it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.vassal.container import read_saved_game
from compiler.vassal.encoding import ESCAPE, decode_sequence, encode_sequence
from referee.logs.vassal.tree import (
    filled_tokens,
    first_of_steps,
    is_step,
    leaves,
    loading_commands,
    step_commands,
    steps_commands,
    top_tokens,
    widest,
)
from tests.compiler.vassal.test_container import corpus_rows

odd_text = st.text(alphabet="\x1b\\'aL", max_size=24)
command = st.text(alphabet="aOG\t/\\' ;", max_size=8).filter(
    lambda text: not text.endswith("\\") and not (text[:1] == text[-1:] == "'")
)
hostile_log = st.lists(
    st.sampled_from(
        ["\x1b", "\\\x1b", "\\\\\x1b", "\x1bLOG\t", "\\\x1bLOG\t", "LOG\t", "null", "'", "\\", "a"]
    ),
    max_size=24,
).map("".join)
commands_tree = st.recursive(command, lambda inner: st.lists(inner, min_size=1, max_size=4))


def walked(text: str) -> list[str]:
    """The leaves of a text, level by level as the format describes it."""
    tokens = decode_sequence(text, ESCAPE)
    if tokens == [text]:
        return [text]
    return [leaf for token in tokens for leaf in walked(token)]


def encoded(tree: object) -> str:
    if isinstance(tree, str):
        return tree
    assert isinstance(tree, list)
    return encode_sequence([encoded(inner) for inner in tree], ESCAPE)


def flattened(tree: object) -> list[str]:
    if isinstance(tree, str):
        return [tree]
    assert isinstance(tree, list)
    return [leaf for inner in tree for leaf in flattened(inner)]


@given(odd_text)
def test_any_text_is_walked_as_the_format_says(text: str) -> None:
    tokens = list(top_tokens(text))
    assert len(tokens) == len(decode_sequence(text, ESCAPE))
    expected = [leaf for token in decode_sequence(text, ESCAPE) for leaf in walked(token)]
    assert [leaf for token in tokens for leaf in leaves(token)] == expected


@given(st.lists(commands_tree, min_size=1, max_size=4))
def test_the_commands_of_a_tree_come_in_their_order(tree: list[object]) -> None:
    text = encoded(tree)
    assert [leaf for token in top_tokens(text) for leaf in leaves(token)] == flattened(tree)


def test_every_log_of_the_corpus_has_its_reference_numbers_of_commands(corpus: Path) -> None:
    for name, cells in corpus_rows(corpus).items():
        tokens = list(top_tokens(read_saved_game(corpus / name).text))
        found = [leaf for token in tokens for leaf in leaves(token)]
        logged = sum(leaf.startswith("LOG\t") for leaf in found)
        added = [leaf.split("/", 3)[2] for leaf in found if leaf.startswith("+/")]
        stacks = added.count("stack")
        decks = sum(kind.startswith("deck;") for kind in added)
        numbers = (len(tokens), len(found), len(added) - stacks - decks, stacks, decks, logged)
        assert numbers == tuple(int(cell) for cell in cells[4:10]), name


@given(st.lists(odd_text.filter(lambda text: not text.endswith("\\")), max_size=5))
def test_steps_and_loading_share_out_all_commands(texts: list[str]) -> None:
    token = encode_sequence(
        [f"LOG\t{text}" if index % 2 else text for index, text in enumerate(texts)], ESCAPE
    )
    for top in top_tokens(token):
        found = [leaf for leaf in leaves(top) if leaf not in ("", "null")]
        logged = [leaf.removeprefix("LOG\t") for leaf in found if leaf.startswith("LOG\t")]
        assert step_commands(top) == [text for text in logged if text not in ("", "null")]
        assert loading_commands(top) == [leaf for leaf in found if not leaf.startswith("LOG\t")]


def logged(tree: object) -> object:
    """The same tree with all its commands prefixed as those of a log are."""
    return [logged(inner) for inner in tree] if isinstance(tree, list) else f"LOG\t{tree}"


def step_by_step(text: str) -> list[list[str]]:
    """The commands of all steps, each taken apart by itself, however deep it nests."""
    return [commands for token in top_tokens(text) if (commands := step_commands(token))]


@given(hostile_log)
def test_steps_cut_out_whole_have_the_commands_of_each(text: str) -> None:
    assert list(steps_commands(text)) == step_by_step(text)


@given(st.lists(st.lists(commands_tree, min_size=1, max_size=3), max_size=5), st.booleans())
def test_a_log_of_nested_steps_is_cut_into_the_same_steps(
    steps: list[list[object]], ends_loading: bool
) -> None:
    tokens = ["begin_save", "end_save"] if ends_loading else []
    text = encode_sequence([*tokens, *(encoded(logged(step)) for step in steps)], ESCAPE)
    assert list(steps_commands(text)) == step_by_step(text)


@given(hostile_log)
def test_of_delimiters_that_follow_one_another_nothing_is_lost(text: str) -> None:
    assert list(filled_tokens(text)) == list(filter(None, top_tokens(text)))
    start = first_of_steps(text)
    steps = top_tokens(text[start:]) if start <= len(text) else ()
    assert all(is_step(token) for token in steps)


def test_a_text_of_bare_delimiters_holds_nothing_but_its_last_step() -> None:
    text = f"begin_save{ESCAPE * 20_000_000}LOG\ta"
    assert list(filled_tokens(text)) == ["begin_save", "LOG\ta"]
    assert first_of_steps(text) == len(text) - len("LOG\ta")
    assert list(steps_commands(text)) == [["a"]]


def test_every_log_of_the_corpus_is_cut_into_the_same_steps(corpus: Path) -> None:
    for name in corpus_rows(corpus):
        text = read_saved_game(corpus / name).text
        assert list(steps_commands(text)) == step_by_step(text), name


def test_a_step_with_parts_within_parts_keeps_its_commands() -> None:
    text = "LOG\ta\\\x1bLOG\tb\\\\\x1bLOG\tc\\\x1bLOG\tnull"
    assert is_step(text)
    assert step_commands(text) == ["a", "b", "c"]
    assert step_commands("LOG\tLOG\ta\\\x1bLOG\tb") == ["a", "b"]


@pytest.mark.parametrize(
    "text",
    [
        "\x1b".join("\\" * depth for depth in range(1500)),
        "\\" * 1_000_000 + "\x1b" + "\\" * 1_000_000,
        "'" * 1_000_000,
        "\\\x1b" * 400_000,
        "'\\\x1b" * 300_000,
        "LOG\t" * 300_000,
    ],
    ids=["deep", "backslashes", "quotes", "wide", "quoted", "prefixes"],
)
def test_a_hostile_tree_neither_recurses_nor_hangs(text: str) -> None:
    for token in top_tokens(text):
        assert len(step_commands(token)) <= len(leaves(token))
        assert loading_commands(token) is not None
    assert list(steps_commands(text)) == step_by_step(text)


@given(hostile_log, st.integers(1, 6))
def test_a_token_of_more_commands_than_enough_is_found(text: str, enough: int) -> None:
    most = max(len(leaves(token)) for token in top_tokens(text))
    found = widest(text, enough)
    assert found == most or (found == 0 and most <= enough)
