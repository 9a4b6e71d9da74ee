"""TOML text becomes values, and every key and value has its line and column."""

from __future__ import annotations

import pytest

from compiler.gamedata.faults import FaultList
from compiler.gamedata.toml_reader import Document, read_toml

TEXT = """\
# A comment
title = "Žluťoučký"   # another
size.wide = [1, { x = "ü", "y z" = 2 },
  3]

[sides."the first"]
name = "A"

[[sections]]
id = "one"
  [[sections.phases]]
  id = "p"
[[sections]]
[[sections.phases]]
[[sections.phases]]
id = "q"
[sections.more]
text = \"\"\"
two
lines\"\"\"
"""


def document(text: str) -> Document:
    faults = FaultList()
    found = read_toml("f.toml", text, faults)
    assert not faults
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("path", "place"),
    [
        (("title",), (2, 9)),
        (("size", "wide"), (3, 13)),
        (("size", "wide", 0), (3, 14)),
        (("size", "wide", 1, "x"), (3, 23)),
        (("size", "wide", 1, "y z"), (3, 36)),
        (("size", "wide", 2), (4, 3)),
        (("sides",), (6, 2)),
        (("sides", "the first"), (6, 1)),
        (("sides", "the first", "name"), (7, 8)),
        (("sections", 0, "id"), (10, 6)),
        (("sections", 0, "phases", 0, "id"), (12, 8)),
        (("sections", 1), (13, 1)),
        (("sections", 1, "phases", 0), (14, 1)),
        (("sections", 1, "phases", 1, "id"), (16, 6)),
        (("sections", 1, "more", "text"), (18, 8)),
        (("sections", 1, "phases", 1, "name"), (15, 1)),
        (("nothing",), (1, 1)),
    ],
)
def test_a_value_has_its_line_and_character(
    path: tuple[str | int, ...], place: tuple[int, int]
) -> None:
    at = document(TEXT).at(*path)
    assert (at.line, at.column) == place


def test_a_key_has_its_own_place() -> None:
    at = document(TEXT).at_key("size", "wide", 1, "y z")
    assert (at.line, at.column, at.subject) == (3, 28, "size.wide[2].y z")


def test_values_are_those_of_the_standard_library() -> None:
    assert document(TEXT).data["size"] == {"wide": [1, {"x": "ü", "y z": 2}, 3]}


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a = ", (1, 5)),
        ("a = 1\nb", (2, 2)),
        ("a = 1 2\n", (1, 7)),
        ("é = 1", (1, 1)),
        ("[a]\n[a]\n", (2, 3)),
        ("a = [1,\n2", (1, 5)),
        ("a = [1\nb = 2\n", (1, 5)),
        ("a = { b = 1\n", (1, 5)),
        ('a = """\n\n', (1, 5)),
        ('a = "\\q"', (1, 8)),
    ],
)
def test_a_fault_of_syntax_has_a_place(text: str, place: tuple[int, int]) -> None:
    faults = FaultList()
    assert read_toml("f.toml", text, faults) is None
    (fault,) = faults.sorted()
    assert (fault.line, fault.column) == place
