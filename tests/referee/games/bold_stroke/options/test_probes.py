"""17.5, probes: who looks into an adjacent stack, at what price, and who wins."""

from referee.actions import Declare, Move
from referee.games.bold_stroke.state import Moved
from tests.referee.games.bold_stroke.fights import Fight

OPTION = ("probes",)
CAVALRY, SCOUTS, GERMANS, PANZER = "1g-cc", "1-rec", "75-inf", "1-pz"


def probing(
    unit: str = CAVALRY, *, options: tuple[str, ...] = OPTION, phase: str = "first.movement"
) -> Fight:
    """A unit in 0404 beside a German stack of two in 0505."""
    fight = Fight(options=options).put(unit, "0404").put(PANZER, "0505").put(GERMANS, "0505")
    fight.phase(phase)
    return fight


def probe(fight: Fight, unit: str = CAVALRY, target: str = "0505") -> list[str]:
    return fight.do(Declare(verb="probe", units=(unit,), target=target))


def rolled(ours: int, theirs: int) -> Fight:
    fight = probing()
    probe(fight)
    fight.roll(ours, "probe", by="soviet")
    fight.roll(theirs, "probe", by="german")
    return fight


def reveal(fight: Fight, unit: str) -> list[str]:
    return fight.do(Declare(verb="reveal", units=(unit,)))


def test_the_cavalry_corps_and_detachments_probe() -> None:
    assert probe(probing()) == []
    assert probe(probing("adv-det"), "adv-det") == []


def test_german_reconnaissance_probes() -> None:
    fight = Fight(options=OPTION).put(SCOUTS, "0404").put("30-rc", "0505")
    fight.phase("second.movement")
    assert probe(fight, SCOUTS) == []


def test_other_units_do_not_probe() -> None:
    assert probe(probing("6-gtc"), "6-gtc") == ["17.5.A"]


def test_without_the_option_there_are_no_probes() -> None:
    assert probe(probing(options=())) == ["17.5.A"]


def test_only_an_adjacent_enemy_is_probed() -> None:
    assert probe(probing(), target="0707") == ["17.5.B"]
    assert probe(probing(), target="0403") == ["17.5.B"]


def test_a_probe_ends_the_movement_of_the_unit() -> None:
    fight = probing()
    probe(fight)
    assert fight.do(Move(units=(CAVALRY,), path=("0404", "0304"))) == ["17.5.B"]


def test_a_unit_probes_once_in_a_phase() -> None:
    fight = probing()
    probe(fight)
    assert probe(fight) == ["17.5.B"]


def test_a_probe_needs_a_movement_point() -> None:
    fight = probing()
    fight.board.state.moved[CAVALRY] = Moved(11.0, 5)
    assert probe(fight) == []
    fight = probing()
    fight.board.state.moved[CAVALRY] = Moved(12.0, 6)
    assert probe(fight) == ["17.5.B"]


def test_the_higher_die_wins_and_the_stack_is_revealed() -> None:
    assert reveal(rolled(7, 4), PANZER) == []


def test_a_lost_probe_reveals_nothing_below_the_top() -> None:
    fight = rolled(4, 7)
    assert reveal(fight, GERMANS) == []
    assert reveal(fight, PANZER) == ["17.5.C"]


def test_a_tie_goes_to_the_larger_unit() -> None:
    assert reveal(rolled(5, 5), PANZER) == []
    small = Fight(options=OPTION).put(SCOUTS, "0404").put("38-rd", "0505").put("30-rc", "0505")
    small.phase("second.movement")
    probe(small, SCOUTS)
    small.roll(5, "probe", by="german")
    small.roll(5, "probe.probe", by="soviet")
    assert reveal(small, "38-rd") == ["17.5.C"]


def test_of_the_same_size_the_prober_wins_a_tie() -> None:
    fight = Fight(options=OPTION).put("adv-det", "0404").put("baum", "0505").put("neb", "0505")
    fight.phase("first.movement")
    probe(fight, "adv-det")
    fight.roll(5, "probe")
    fight.roll(5, "probe")
    assert reveal(fight, "baum") == []


def test_a_reveal_without_dice_cannot_be_judged() -> None:
    fight = probing()
    probe(fight)
    found = fight.findings(Declare(verb="reveal", units=(PANZER,)))
    assert [(f.rule, f.severity) for f in found] == [("17.5.C", "unverifiable")]


def test_a_new_phase_has_its_own_probes() -> None:
    fight = probing()
    probe(fight)
    fight.phase("first.movement", turn=2)
    assert probe(fight) == []
