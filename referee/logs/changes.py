"""Changes of a state that a player makes key by key, told as the one change they are.

A key of a module goes on by one step: who turns `suppressed` back to `normal` passes over what lies
between, which nobody means. Only what follows at once is taken together: anything done in between
makes it two changes. So are changes that the log tells in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.actions import Action, SetState


def together(actions: Iterable[Action]) -> Iterator[Action]:
    """The actions, of successive changes of one state of one unit the last alone.

    >>> steps = [SetState(unit="a", state="loss", value=n) for n in (1, 2)]
    >>> [action.value for action in together(steps)]
    [2]
    """
    held: SetState | None = None
    for action in actions:
        if held is not None and not _goes_on(held, action):
            yield held
            held = None
        if isinstance(action, SetState) and action.unit is not None:
            held = action
        else:
            yield action
    if held is not None:
        yield held


def _goes_on(before: SetState, action: Action) -> bool:
    if not isinstance(action, SetState) or action.origin.in_words or before.origin.in_words:
        return False
    return (action.unit, action.state) == (before.unit, before.state)
