"""The turn tracker's states: written for a turn and phase, read back to the same."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from compiler.gamedata.model import GameData
from compiler.vassal.encoding import EncodingError, decode_sequence
from compiler.vassal.turns import TurnTrack


def test_every_turn_and_phase_of_every_scenario_is_read_back(game: GameData) -> None:
    track = TurnTrack.of(game)
    for scenario in game.scenarios.values():
        for turn, (label, _) in enumerate(scenario.turns, 1):
            for n, phase in enumerate(game.sequence.phases):
                position = track.read(track.state(scenario, turn, n), scenario)
                assert (position.turn, position.phase, position.label) == (turn, phase.id, label)


def test_the_turns_of_all_scenarios_stand_in_one_order(game: GameData) -> None:
    assert TurnTrack.of(game).labels == ("Nov 1, early", "Nov 3", "Nov 5", "Dec 1")


def test_a_scenario_walks_through_its_own_turns_only(game: GameData) -> None:
    track = TurnTrack.of(game)
    level = decode_sequence(decode_sequence(track.state(game.scenarios["second"]), "|")[1], ";")
    assert level[0] == level[2] == "1"
    assert level[3] == "false,true,true,true"


def test_turns_that_contradict_one_another_are_counted(game: GameData) -> None:
    first, second = game.scenarios.values()
    backwards = replace(second, turns=tuple(reversed(second.turns)))
    track = TurnTrack.of(replace(game, scenarios=MappingProxyType({"a": first, "b": backwards})))
    assert track.counts
    position = track.read(track.state(backwards, 2, 1), backwards)
    assert (position.turn, position.phase, position.label) == (2, "turn.movement", "Nov 5")


def test_phases_of_one_name_are_told_apart(game: GameData) -> None:
    phases = game.sequence.phases
    twice = (phases[0], replace(phases[1], name=phases[0].name, section="second"))
    track = TurnTrack.of(replace(game, sequence=replace(game.sequence, phases=twice)))
    assert track.phase_names == (
        "Weather, first / second part (turn)",
        "Weather, first / second part (second)",
    )


@pytest.mark.parametrize("state", ["", "0", "0|1", "0|9;0;0;true;0;0;0;true", "0|x;0;0;t;0", "9|9"])
def test_the_state_of_another_tracker_is_refused(game: GameData, state: str) -> None:
    with pytest.raises(EncodingError):
        TurnTrack.of(game).read(state)


def test_a_turn_of_another_scenario_is_refused(game: GameData) -> None:
    track = TurnTrack.of(game)
    first, second = game.scenarios.values()
    with pytest.raises(EncodingError, match="'Dec 1' is none of this scenario's"):
        track.read(track.state(second, 3), first)
