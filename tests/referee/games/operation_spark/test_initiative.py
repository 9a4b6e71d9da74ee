"""Chapter 9: assaults committed and kept, fresh divisions, the Initial Player, the challenge."""

from __future__ import annotations

from tests.referee.games.operation_spark.marching import March


def committed(soviet: int, german: int) -> March:
    """Both sides have committed themselves in the morning."""
    scene = March(phase="am.initiative")
    scene.announce("commit-assaults", side="soviet", assaults=soviet)
    scene.announce("commit-assaults", side="german", assaults=german)
    return scene


def test_who_commits_more_assaults_is_initial_player() -> None:
    assert committed(5, 1).announce("initiative", side="soviet") == []
    scene = committed(5, 1)
    assert scene.announce("initiative", side="german") == ["9.3.1.p1"]
    assert scene.board.first_player == "german"


def test_fresh_divisions_leave_open_who_is_initial_player() -> None:
    scene = committed(5, 4).put("i-391-170", "0101")
    scene.announce("fresh-formation", "i-391-170")
    assert scene.announce("initiative", side="german") == []


def test_a_lull_is_where_nobody_commits_assaults() -> None:
    assert committed(0, 0).announce("initiative", **{"as": "lull"}) == []
    assert committed(1, 0).announce("initiative", **{"as": "lull"}) == ["9.3.1.p1"]


def test_only_divisions_of_four_units_are_fresh() -> None:
    scene = committed(1, 1).put("284-86", "0101").put("1-61t", "0102").put("1-34-ski", "0103")
    assert scene.announce("fresh-formation", "284-86") == []
    assert scene.announce("fresh-formation", "1-61t") == ["9.3.2.p1"]
    assert scene.announce("fresh-formation", "1-34-ski") == ["9.3.2.p1"]


def test_whether_a_division_that_assaulted_is_fresh_cannot_be_told() -> None:
    scene = committed(1, 1).put("284-86", "0101")
    scene.board.state.march.fought["86-rd"] = 1
    assert scene.announce("fresh-formation", "284-86") == ["9.3.2.p3"]
    assert scene.found[-1].severity == "unverifiable"


def begun(soviet: int, german: int, markers: int) -> list[str]:
    """What the end of the Initial Player's first movement finds, with so many markers."""
    scene = committed(soviet, german)
    scene.announce("initiative", side="soviet")
    scene.phase("am-initial.movement")
    scene.put("284-86", "0404").put("330-86", "0604")
    scene.put("i-391-170", "0405").put("ii-391-170", "0605")
    for unit in ("284-86", "330-86")[:markers]:
        scene.set(unit, assault="S")
    return scene.end()


def test_committed_assaults_have_to_be_marked() -> None:
    assert begun(2, 1, markers=2) == []
    assert begun(2, 1, markers=1) == ["9.3.6.p2"]


def test_nobody_is_held_to_his_word_when_the_second_player_committed_none() -> None:
    assert begun(2, 0, markers=0) == []


def test_a_limited_impulse_needs_no_markers() -> None:
    scene = committed(2, 1)
    scene.announce("initiative", side="soviet")
    scene.phase("am-limited.movement")
    assert scene.end() == []


def test_no_marker_is_placed_in_a_lull() -> None:
    scene = March().put("284-86", "0404").put("i-391-170", "0405")
    scene.board.state.march.initiative.lull = True
    assert scene.set("284-86", assault="S") == ["9.3.3.p1"]


def at_challenge(result: str) -> March:
    """The Second Player has challenged, with a result."""
    scene = March(phase="am-initial-end.recovery")
    scene.phase("challenge.challenge")
    scene.announce("challenge", **{"as": result})
    return scene


def test_the_challenge_decides_who_has_the_limited_impulse() -> None:
    assert at_challenge("failed").phase("am-limited.movement") == []
    assert at_challenge("failed").phase("am-reply.movement") == ["9.4.p1"]
    assert at_challenge("succeeded").phase("am-reply.movement") == []
    assert at_challenge("succeeded").phase("am-limited.movement") == ["9.4.p1"]


def test_special_air_strikes_come_before_the_recovery_of_the_afternoon() -> None:
    scene = March(phase="pm-limited-end.post-assault")
    assert scene.phase("special-air.air-strikes") == []
    assert scene.phase("pm-limited-recovery.recovery") == []
    assert scene.phase("special-air.air-strikes") == ["9.5.p1"]


def test_a_successful_challenge_leaves_no_special_air_strikes() -> None:
    scene = March(phase="pm-limited-end.post-assault")
    scene.board.state.march.initiative.challenge = "succeeded"
    assert scene.phase("special-air.air-strikes") == ["9.5.p1"]


def test_phases_may_be_passed_over_but_do_not_come_twice_or_backwards() -> None:
    scene = March(phase="am-initial.movement")
    assert scene.phase("am-initial-assault.defensive-fire-1") == []
    assert scene.phase("am-initial-assault.assault") == []
    assert scene.phase("am-initial-assault.barrage") == []
    assert scene.phase("am-initial-end.recovery") == []
    assert scene.phase("am-initial.movement") == ["11.1.4.p1"]


def test_a_phase_is_for_its_own_acts() -> None:
    scene = March().put("284-86", "0404").put("i-391-170", "0405")
    assert "11.1.4.p1" in scene.declare("barrage", "284-86", "i-391-170")
    scene.phase("am-initial.counterbattery")
    assert scene.announce("rail", "284-86") == ["13.3"]
