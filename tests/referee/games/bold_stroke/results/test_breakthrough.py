"""11.10: who is marked after a breakthrough, full or partial, and when the markers come off."""

import pytest

from referee.games.bold_stroke.results.breakthrough import legal_marks
from tests.referee.games.bold_stroke.fights import Fight

CORPS, TANKS, BRIGADE, GERMANS = "30-rc", "6-gtc", "91-tb", "75-inf"
FULL, PART = "breakthrough", "partial-breakthrough"


def won(results: str, attackers: str = f"{TANKS}+{BRIGADE}") -> Fight:
    """Units in 0404 have attacked."""
    fight = Fight(results).put(GERMANS, "0505")
    for unit in attackers.split("+"):
        fight.put(unit, "0404")
    return fight.fought(attackers)


@pytest.mark.parametrize(
    ("results", "marker", "rules"),
    [
        ("0/B", FULL, []),
        ("0/3", FULL, ["11.10.2"]),
        ("0/3", PART, []),
        ("0/2", PART, ["11.10.3"]),
        ("R/0", FULL, ["11.10.2"]),
    ],
)
def test_a_marker_needs_its_result(results: str, marker: str, rules: list[str]) -> None:
    assert won(results).declare(marker, f"{TANKS}+{BRIGADE}") == rules


@pytest.mark.parametrize(("marker", "result"), [(FULL, "0/B"), (PART, "0/3")])
def test_a_marker_put_down_without_a_word_counts_alike(marker: str, result: str) -> None:
    fight = won(result)
    assert fight.mark(TANKS, marker, True) == []
    assert fight.mark(BRIGADE, marker, True) == []
    assert won("0/1").mark(TANKS, marker, True) != []


def test_forgiveness_may_undo_a_partial_breakthrough() -> None:
    fight = Fight("0/3").put(GERMANS, "0505").put(TANKS, "0404")
    fight.attack(TANKS)
    fight.declare("forgive")
    fight.roll(5)
    assert fight.declare(PART, TANKS) == ["11.10.3"]


def test_one_stack_is_marked_and_no_second() -> None:
    fight = Fight("0/B").put(GERMANS, "0505").put(TANKS, "0404").put(BRIGADE, "0405")
    fight.fought(f"{TANKS}+{BRIGADE}")
    assert fight.declare(FULL, TANKS) == []
    assert fight.declare(FULL, BRIGADE) == ["11.10.2"]


def test_units_that_did_not_attack_are_not_marked() -> None:
    fight = won("0/B", TANKS).put(BRIGADE, "0404")
    assert fight.declare(FULL, BRIGADE) == ["11.10.2"]


def test_infantry_alone_may_break_through() -> None:
    assert won("0/B", CORPS).declare(FULL, CORPS) == []


def test_infantry_alone_does_not_break_through_in_part() -> None:
    assert won("0/3", CORPS).declare(PART, CORPS) == ["11.10.5.B"]
    assert won("0/3", "2g-abn+30-rc").declare(PART, "2g-abn+30-rc") == ["11.10.5.B"]


def test_infantry_with_tanks_may_break_through_in_part() -> None:
    assert won("0/3", f"{CORPS}+{BRIGADE}").declare(PART, f"{CORPS}+{BRIGADE}") == []


def test_units_that_part_on_their_advance_each_keep_the_marker() -> None:
    fight = won("0/3")
    fight.declare(PART, f"{TANKS}+{BRIGADE}")
    fight.retreat(GERMANS, "0505-0605-0706-0806")
    fight.advance(TANKS, "0404-0505-0605")
    assert all(fight.board.pieces[unit].flag(PART) for unit in (TANKS, BRIGADE))


def test_a_marker_allows_a_second_combat_after_exploitation() -> None:
    fight = won("0/3")
    fight.declare(PART, f"{TANKS}+{BRIGADE}")
    fight.phase("first.exploitation")
    fight.phase("first.second-reserve-movement")
    assert fight.board.pieces[TANKS].flag("second-combat")
    assert not fight.board.pieces[TANKS].flag(PART)
    fight.phase("first.second-combat")
    assert fight.attack(TANKS) == []


def test_the_markers_come_off_after_the_second_combat() -> None:
    fight = won("0/3")
    fight.declare(PART, TANKS)
    fight.phase("first.exploitation")
    fight.phase("first.second-combat")
    fight.phase("second.supply")
    assert not fight.board.pieces[TANKS].flag("second-combat")


def test_a_breakthrough_in_the_second_combat_phase_gets_no_marker() -> None:
    fight = Fight("0/B").put(GERMANS, "0505").put(TANKS, "0404", **{"second-combat": True})
    fight.phase("first.second-combat")
    fight.fought(TANKS)
    assert fight.declare(FULL, TANKS) == ["11.10.4.D"]
    assert not fight.board.pieces[TANKS].flag(FULL)


def test_the_stacks_that_may_be_marked_are_listed() -> None:
    fight = won("0/3", f"{CORPS}+{BRIGADE}")
    assert list(legal_marks(fight.board)) == [(PART, (CORPS, BRIGADE))]
    assert list(legal_marks(won("0/3", CORPS).board)) == []
    assert list(legal_marks(won("0/1").board)) == []
    fight.declare(PART, f"{CORPS}+{BRIGADE}")
    assert list(legal_marks(fight.board)) == []
