"""Sections 8.3 and 8.42, who has to keep together: with a leader, in a group, with a vehicle.

Whom leaders lead, and the checks, are in `leaders`.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.actions import PhaseEnds
from referee.findings import Finding
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import check_of
from referee.games.iron_cross.movement.leaders import FOLLOW, is_hurt
from referee.games.iron_cross.state import BattleBoard, Trek


@RULES.rule("8.3.B", "8.33", on=PhaseEnds)
def the_led_stay_with_their_leader(_: PhaseEnds, board: BattleBoard) -> Iterator[Finding]:
    """Units that move on a leader's check alone go where he goes, unless he or they are hit.

    With a vehicle they may stop before he does (8.43).
    """
    for unit, trek in board.state.treks.items():
        if not trek.led_by or is_hurt(board, unit) or is_hurt(board, trek.led_by):
            continue
        his = board.state.treks.get(trek.led_by)
        if his is None or not (_same_way(trek, his) or _got_off(trek, his)):
            yield Finding(
                f"{board.piece(unit).name} does not go with {board.piece(trek.led_by).name},"
                " on whose check it moves",
                units=(unit, trek.led_by),
                hexes=tuple(board.data.map.number(hex_) for hex_ in trek.path),
                expected="the leader's way, or a check of its own on his rating",
            )


def _same_way(trek: Trek, other: Trek) -> bool:
    if trek.exact and other.exact:
        return trek.path == other.path
    return trek.path[-1:] == other.path[-1:]


def _got_off(trek: Trek, his: Trek) -> bool:
    """Whether a unit stopped on its leader's way, with the vehicle that both went with."""
    together = bool(trek.vehicle) and trek.vehicle == his.vehicle
    on_his_way = his.path[: len(trek.path)] == trek.path
    return together and (on_his_way or not (trek.exact and his.exact))


@RULES.rule("8.3.C", on=PhaseEnds)
def a_group_of_one_check_goes_to_one_hex(_: PhaseEnds, board: BattleBoard) -> Iterator[Finding]:
    """Units that took one modified check together move together to the same hex."""
    groups = {
        check.group
        for taken in board.state.checks.values()
        for check in taken
        if check.act == FOLLOW and len(check.group) > 1 and check.passed
    }
    for group in sorted(groups):
        ends = {
            board.state.treks[name].path[-1]
            for name in group
            if name in board.state.treks
            and board.state.treks[name].hexes
            and not is_hurt(board, name)
        }
        if len(ends) > 1:
            yield Finding(
                "units that took one check together move to different hexes",
                units=group,
                hexes=tuple(sorted(board.data.map.number(hex_) for hex_ in ends)),
                expected="one hex, or a check for each",
            )


@RULES.rule("8.42", on=PhaseEnds)
def a_leader_with_a_vehicle_takes_all_along(_: PhaseEnds, board: BattleBoard) -> Iterator[Finding]:
    """If the leader accompanies a vehicle, those who move on his rating accompany it too."""
    for unit, trek in board.state.treks.items():
        check = check_of(board, unit, (FOLLOW,))
        if check is None or not check.passed or trek.vehicle or not trek.hexes:
            continue
        his = board.state.treks.get(check.leader)
        if his is not None and his.vehicle and unit in board.pieces:
            yield Finding(
                f"{board.piece(unit).name} moves on a leader's rating away from the vehicle that he"
                " accompanies",
                units=(unit, check.leader, his.vehicle),
                expected="movement with the vehicle",
            )
