"""Step tracks: what a two-sided counter shows after each loss."""

from hypothesis import given
from hypothesis import strategies as st

from referee.mechanics.losses import StepTrack

TRACKS = st.builds(StepTrack, st.integers(1, 4), st.integers(1, 4))


@given(TRACKS, st.integers(0, 7))
def test_what_a_counter_shows_tells_the_steps_it_has_lost(track: StepTrack, lost: int) -> None:
    shown = track.shown(lost)
    if lost >= track.steps:
        assert shown is None
    else:
        assert shown is not None
        assert track.lost(turned=shown[0], marked=shown[1]) == lost


def test_a_counter_never_shows_more_losses_than_it_has_steps() -> None:
    assert StepTrack(2, 2).lost(turned=True, marked=9) == 4
    assert StepTrack(2, 2).lost(turned=False, marked=-1) == 0
