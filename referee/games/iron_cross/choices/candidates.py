"""Candidates for an option, judged by the rules: in this game what cannot be told is no objection.

Much is hidden from the referee here, and doubts about it would leave nothing to choose.
"""

from __future__ import annotations

from functools import partial

from referee.mechanics import candidates

options = partial(candidates.options, doubtful=True)
unflagged = partial(candidates.unflagged, doubtful=True)
