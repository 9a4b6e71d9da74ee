"""The log of a day without a fault, and single faults put into it or into that of the example.

The referee finds each fault by its rule, and nothing else but what follows from it.
"""

from __future__ import annotations

import pytest

from tests.referee.games.operation_spark.faults import (
    arriving,
    batteries,
    days,
    fighting,
    firing,
    moving,
    suffering,
)
from tests.referee.games.operation_spark.faults.story import FAULTS, ONE_DAY, Fault, changes, placed

CHAPTERS = (days, moving, arriving, firing, batteries, suffering, fighting)


def test_there_are_sixty_faults_and_more_in_the_day_alone() -> None:
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)
    assert len(changes(ONE_DAY)) >= 60


def test_nearly_all_of_them_have_a_place_in_the_two_logs() -> None:
    assert sum(placed(fault) is not None for fault in FAULTS) >= 100


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_is_found_and_nothing_else(fault: Fault) -> None:
    found = placed(fault)
    if found is None:
        pytest.skip("neither log has a moment at which it could be done")
    log, change = found
    rules = log.told(change)
    assert fault.rule in rules
    assert set(rules) - {fault.rule} <= fault.follows
