"""17.2, advanced detachments: formed and recombined at the start of Soviet movement."""

import pytest

from referee.actions import Declare, Move
from tests.referee.games.bold_stroke.fights import Fight

OPTION = ("advanced-detachments",)
TANKS, CAVALRY = "6-gtc", "1g-cc"
BOX = "soviet-substitutes"


def ready(*others: str, options: tuple[str, ...] = OPTION, **states: object) -> Fight:
    """A tank corps and a detachment waiting, in the Soviet movement phase."""
    fight = Fight(options=options).put(TANKS, "0505", **states).put("adv-det", BOX)
    fight.put("cav-det", BOX).put(CAVALRY, "0303").put("adv-det#2", BOX)
    for other in others:
        fight.put(other, "0707")
    fight.phase("first.movement")
    return fight


def form(
    fight: Fight, parent: str = TANKS, detachment: str = "adv-det", **values: int
) -> list[str]:
    return fight.do(Declare(verb="detach", units=(parent,), target=detachment, values=dict(values)))


def test_a_tank_corps_forms_a_detachment_in_its_hex() -> None:
    fight = ready()
    assert form(fight) == []
    assert fight.where("adv-det") == "0505"


def test_the_corps_gives_it_its_strength() -> None:
    fight = ready()
    form(fight)
    assert (fight.strength(TANKS), fight.strength("adv-det")) == (8 - 2, 2)


def test_a_detachment_of_one_point_shows_its_reduced_side() -> None:
    fight = ready()
    form(fight, strength=1)
    assert (fight.strength(TANKS), fight.strength("adv-det")) == (7, 1)
    assert fight.board.pieces["adv-det"].face == "reduced"


def test_the_piece_alone_put_beside_a_corps_forms_one_too() -> None:
    fight = ready()
    assert fight.do(Move(units=("adv-det",), path=(BOX, "0505"))) == []
    assert fight.strength(TANKS) == 6


def test_a_detachment_away_from_any_tank_corps_is_found() -> None:
    assert ready().do(Move(units=("adv-det",), path=(BOX, "0808"))) == ["17.2.B"]


def test_without_the_option_there_are_no_detachments() -> None:
    assert form(ready(options=())) == ["17.2.A"]


def test_a_detachment_is_formed_before_anything_moves() -> None:
    fight = ready("38-rd")
    fight.do(Move(units=("38-rd",), path=("0707", "0708")))
    assert form(fight) == ["17.2.A"]


def test_a_corps_on_its_reduced_side_forms_none() -> None:
    assert form(ready(face="reduced")) == ["17.2.B"]


def test_a_corps_forms_one_detachment() -> None:
    fight = ready()
    form(fight)
    assert form(fight, detachment="adv-det#2") == ["17.2.B"]


def test_other_units_form_none() -> None:
    fight = ready("38-rd")
    assert form(fight, "38-rd") == ["17.2.B"]


def test_the_cavalry_corps_forms_the_cavalry_detachment() -> None:
    fight = ready()
    assert form(fight, CAVALRY, "cav-det") == []
    assert fight.strength(CAVALRY) == 8 - 2
    assert form(ready(), TANKS, "cav-det") == ["17.2.D"]


@pytest.mark.parametrize("say", [True, False])
def test_a_detachment_recombines_with_its_parent(say: bool) -> None:
    fight = ready()
    form(fight)
    if say:
        assert fight.do(Declare(verb="recombine", units=("adv-det",), target=TANKS)) == []
    else:
        assert fight.do(Move(units=("adv-det",), path=("0505", BOX))) == []
    assert fight.strength(TANKS) == 8
    assert fight.where("adv-det") == BOX


def test_what_the_detachment_lost_does_not_come_back() -> None:
    fight = ready()
    form(fight)
    fight.board.pieces["adv-det"].states["loss"] = 1
    fight.do(Declare(verb="recombine", units=("adv-det",), target=TANKS))
    assert fight.strength(TANKS) == 7


def test_it_recombines_only_in_the_hex_of_its_parent() -> None:
    fight = ready()
    form(fight)
    fight.put("adv-det", "0506")
    fight.phase("first.movement", turn=2)
    assert fight.do(Declare(verb="recombine", units=("adv-det",), target=TANKS)) == ["17.2.F"]


def test_it_recombines_only_at_the_start_of_movement() -> None:
    fight = ready("38-rd")
    form(fight)
    fight.do(Move(units=("38-rd",), path=("0707", "0708")))
    assert fight.do(Declare(verb="recombine", units=("adv-det",), target=TANKS)) == ["17.2.F"]


def test_only_detachments_recombine() -> None:
    fight = ready("38-rd")
    assert fight.do(Declare(verb="recombine", units=("38-rd",), target=TANKS)) == ["17.2.F"]


def test_a_detachment_belongs_to_the_army_of_its_parent() -> None:
    fight = ready()
    form(fight)
    fight.put("75-inf", "0604").put("hq-3-gtk", "0405")
    fight.phase("first.combat")
    fight.attack("adv-det", "0604")
    assert fight.support("hq-3-gtk", target="0604") == []


def test_a_detachment_on_the_map_is_not_formed_again() -> None:
    fight = ready("91-tb")
    fight.put("5-gtc", "0606")
    form(fight)
    assert form(fight, "5-gtc") == ["17.2.A"]
