"""A fault is one line, whatever it quotes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from compiler.gamedata.faults import Fault, FaultList, Position, listed, nearest, shown


@given(st.text(), st.text())
def test_a_fault_is_one_printable_line(found: str, subject: str) -> None:
    line = str(Fault("a.csv", 1, 2, shown(found), "text", subject=subject))
    assert line.isprintable()
    assert len(line.splitlines()) == 1


def test_the_line_has_place_heading_found_expected_and_advice() -> None:
    fault = Fault("counters.csv", 14, 9, "'x4'", "a whole number", "write digits", "front.troop")
    assert str(fault) == (
        "counters.csv:14:9 (front.troop): found 'x4', expected a whole number; write digits"
    )


def test_a_fault_of_a_whole_file_has_no_line() -> None:
    assert str(Fault("a.csv", None, None, "no such file", "it")).startswith("a.csv: found no such")


def test_faults_are_sorted_by_file_and_place_and_told_once() -> None:
    faults = FaultList()
    for file, line, column in (("b", 1, 1), ("a", 9, 2), ("a", 9, 1), ("a", 9, 2), ("a", 10, 1)):
        faults.add(Position(file, line, column), "this", "that")
    order = [(fault.file, fault.line, fault.column) for fault in faults.sorted()]
    assert order == [("a", 9, 1), ("a", 9, 2), ("a", 10, 1), ("b", 1, 1)]


def test_a_long_text_is_cut_short_and_many_names_are_counted() -> None:
    assert len(shown("x" * 1000)) < 70
    assert shown(10**5000) == "a huge number"
    assert listed(str(number) for number in range(100)).endswith("… (100 in all)")


def test_a_name_like_no_other_brings_no_advice() -> None:
    assert nearest("zzz", ["axis", "soviet"]) == ""
