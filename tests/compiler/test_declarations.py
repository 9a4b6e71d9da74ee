"""The grammar of declarations: what is written is read back, whatever names hold."""

from __future__ import annotations

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.declarations import (
    DeclarationError,
    Item,
    Joiner,
    Line,
    choice_field,
    escape,
    format_line,
    join,
    line_template,
    parse_line,
    piece_reference,
    typed_field,
    unescape,
)

NAMES = st.from_regex(r"[a-z0-9][a-z0-9_.-]{0,12}", fullmatch=True)
TEXTS = st.one_of(
    st.text(max_size=20),
    st.text(alphabet="|,[]%$&<>\\'\"{}:= \tin", max_size=12),
    st.sampled_from(
        ["1/7 Inf", "94th Rifle Corps", "Ünï ; , \\ ' \t |", "東京", "&lt;b&gt;", "%2C"]
    ),
)
PIECES = st.builds(Item, TEXTS, TEXTS, TEXTS)
ITEMS = st.one_of(PIECES, st.builds(Item, TEXTS))
TYPED = TEXTS.map(lambda text: " ".join(text.split())).filter(lambda t: len(t.splitlines()) < 2)
LINES = st.builds(
    Line,
    NAMES,
    st.lists(st.tuples(NAMES, st.lists(ITEMS, min_size=1, max_size=3).map(tuple)), max_size=3).map(
        tuple
    ),
    st.none() | st.tuples(NAMES, TYPED),
)


@given(LINES)
def test_every_line_is_read_back_as_it_was_written(line: Line) -> None:
    assert parse_line(format_line(line)) == line


@given(LINES.filter(lambda line: line.typed is None))
def test_a_chat_window_that_resolves_entities_changes_no_line(line: Line) -> None:
    text = "* " + format_line(line)
    assert html.unescape(text) == text
    assert parse_line(text) == line


@given(TEXTS)
def test_an_escaped_text_holds_no_sign_that_vassal_would_fill_in(text: str) -> None:
    written = escape(text)
    assert not set(written) & set("|,[]$\\{}<>&\t\n\x1b")
    assert unescape(written) == text


@given(st.text(max_size=200))
def test_any_chat_line_is_read_or_refused_without_a_fault(text: str) -> None:
    for candidate in (text, "> " + text, "> a | " + text):
        try:
            line = parse_line(candidate)
        except DeclarationError:
            continue
        assert line is None or isinstance(line, Line)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "* 94th Rifle Corps moves 0814 -> 0815 *",
        "> what do you think?",
        ">attack",
        "> ",
    ],
)
def test_what_players_say_to_each_other_is_no_declaration(text: str) -> None:
    assert parse_line(text) is None


@pytest.mark.parametrize("text", ["> Attack now | by: X [x]", "> attack | X [x]", "> attack |"])
def test_a_line_that_goes_wrong_says_so(text: str) -> None:
    with pytest.raises(DeclarationError, match="expected"):
        parse_line(text)


def test_a_line_of_megabytes_is_not_looked_at() -> None:
    assert parse_line("> attack | by: " + "x" * 1_000_000) is None


def test_a_piece_off_the_map_has_no_place() -> None:
    line = parse_line("* > loss | by: X [x] in ")
    assert line is not None
    assert line.items("by") == (Item("X", "x", ""),)


def test_what_a_player_typed_may_hold_any_sign() -> None:
    line = parse_line("> ammunition | side: German | points = 4 | 5, [really]")
    assert line is not None
    assert line.typed == ("points", "4 | 5, [really]")


def test_a_piece_line_as_vassal_fills_it_in_is_read() -> None:
    template = line_template(
        "check",
        ("by", "UnitRef", "LocationName"),
        {"rule": "4.0"},
        choice_field("for", "$asked$"),
    )
    filled = (
        template.replace("$UnitRef$", piece_reference("1/7, Inf", "inf-1"))
        .replace("$LocationName$", "0814")
        .replace("$asked$", "move")
    )
    line = parse_line("* " + filled)
    assert line == Line(
        "check",
        (
            ("by", (Item("1/7, Inf", "inf-1", "0814"),)),
            ("rule", (Item("4.0"),)),
            ("for", (Item("move"),)),
        ),
    )


def test_a_button_line_ends_with_what_was_typed() -> None:
    template = line_template("spend", None, {"side": "German"}, typed_field("points", "$n$"))
    assert template == "> spend | side: German | points = $n$"


def _read(*texts: str) -> list[Line]:
    lines = [parse_line(text) for text in texts]
    return [line for line in lines if line is not None]


def test_all_lines_of_one_attack_are_one_declaration() -> None:
    (attack,) = join(
        _read(
            "> attack | by: A [a] in 0101",
            "> attack | by: B [b] in 0102",
            "> attack | on: X [x] in 0201",
            "> attack | on: Y [y] in 0201",
            "> attack | support: HQ [hq] in 0303",
        )
    )
    assert [item.id for item in attack.units] == ["a", "b"]
    assert [item.id for item in attack.supports] == ["hq"]
    assert attack.target_places == ("0201",)
    assert attack.lines == 5


def test_an_attacker_after_a_target_begins_the_next_attack() -> None:
    first, second = join(
        _read(
            "> attack | by: A [a] in 0101",
            "> attack | on: X [x] in 0201",
            "> attack | by: B [b] in 0102",
            "> attack | on: Z [z] in 0202",
        )
    )
    assert (first.target_places, second.target_places) == (("0201",), ("0202",))


def test_what_is_typed_for_one_attacker_does_not_hold_for_another() -> None:
    lines = [
        "> fire | by: A [a] in 01 | with: regular | points=1",
        "> fire | by: B [b] in 02 | with: regular",
        "> fire | on: X [x] in 03",
    ]
    found = list(join(filter(None, map(parse_line, lines))))
    assert [(d.units[0].id, dict(d.values)) for d in found] == [
        ("a", {"with": ("regular",), "points": ("1",)}),
        ("b", {"with": ("regular",)}),
    ]


def test_a_unit_that_loses_two_steps_declares_two_losses() -> None:
    losses = list(join(_read("> loss | by: A [a] in 01", "> loss | by: A [a] in 01")))
    assert len(losses) == 2


def test_checks_for_different_purposes_are_different_declarations() -> None:
    checks = list(
        join(
            _read("> check | by: A [a] in 01 | for: move", "> check | by: B [b] in 01 | for: fire")
        )
    )
    assert [check.values["for"] for check in checks] == [("move",), ("fire",)]


def test_another_verb_ends_a_declaration() -> None:
    joiner = Joiner()
    attack, loss = _read("> attack | by: A [a] in 01", "> loss | by: X [x] in 02")
    assert joiner.add(attack) is None
    done = joiner.add(loss)
    assert done is not None
    assert done.verb == "attack"
    last = joiner.finish()
    assert last is not None
    assert last.verb == "loss"
    assert joiner.finish() is None


def test_the_same_button_twice_is_two_declarations() -> None:
    passes = list(join(_read("> pass | side: German", "> pass | side: German")))
    assert len(passes) == 2


def test_a_verb_that_is_no_name_cannot_be_written() -> None:
    with pytest.raises(DeclarationError, match="no name"):
        format_line(Line("Attack!"))
    with pytest.raises(DeclarationError, match="no item"):
        format_line(Line("attack", (("by", ()),)))
    with pytest.raises(DeclarationError, match="only a piece"):
        Item("A", None, "0101")


def test_a_hidden_target_is_known_by_its_place() -> None:
    line = parse_line("> attack | on:  [] in 0914")
    assert line is not None
    assert line.items("on") == (Item("", "", "0914"),)
    (attack,) = join(_read("> attack | by: A [a] in 01", *["> attack | on:  [] in 0914"] * 2))
    assert attack.target_places == ("0914",)
