"""The straight line between two hex centres and the hexes it passes through.

Exact integer arithmetic on an endless plane; what blocks a line is the caller's business.
"""

from compiler.hexes.coordinates import UNIT_STEPS, Hex

LineStep = tuple[Hex, ...]
"""One hex, or, where the line runs along a hexside, the two hexes on both sides of it, sorted."""


def _dot(step: tuple[int, int], q: int, r: int) -> int:
    """The product of two cube vectors; along a unit step, a hex reaches from -1 to 1."""
    return step[0] * q + step[1] * r + (step[0] + step[1]) * (q + r)


def trace_line(start: Hex, goal: Hex) -> tuple[LineStep, ...]:
    """Every hex of which the line from centre to centre crosses the inside, in order.

    A line can clip the tip of a hex, so there may be more steps than the distance says. A hex
    touched in no more than one corner point is left out. The line back gives the same steps
    reversed.

    >>> trace_line(Hex(0, 0), Hex(1, 1))
    ((Hex(q=0, r=0),), (Hex(q=0, r=1), Hex(q=1, r=0)), (Hex(q=1, r=1),))
    """
    q, r = goal.q - start.q, goal.r - start.r
    if not q and not r:
        return ((start,),)
    ahead = sorted(((_dot(step, q, r), step) for step in UNIT_STEPS), reverse=True)
    (pull, one), (equal_pull, two) = ahead[:2]
    if pull == equal_pull:
        # Only a line towards a corner of its first hex is drawn equally to two neighbours, and
        # no other line between centres can run along hexsides.
        return _along_hexsides(start, one, two, pull // 3)
    return _through_hexes(start, goal, [(pull, step) for pull, step in ahead if pull > 0])


def _along_hexsides(
    start: Hex, one: tuple[int, int], two: tuple[int, int], times: int
) -> tuple[LineStep, ...]:
    """Hex, pair, hex, pair … hex: ``times`` hexsides in the direction between two neighbours."""
    steps: list[LineStep] = [(start,)]
    here = start
    for _ in range(times):
        pair = sorted(Hex(here.q + step[0], here.r + step[1]) for step in (one, two))
        here = Hex(here.q + one[0] + two[0], here.r + one[1] + two[1])
        steps += [tuple(pair), (here,)]
    return tuple(steps)


def _through_hexes(
    start: Hex, goal: Hex, ahead: list[tuple[int, tuple[int, int]]]
) -> tuple[LineStep, ...]:
    """Follow the line from hexside to hexside.

    The line leaves the hex at C through the side towards ``step`` after the fraction
    ``(step·C + 1) / pull`` of its length, ``pull`` being ``step·(goal - start)``; the least
    fraction is the way out. Fractions are compared by cross multiplication. Of two that are
    equal (the line leaves by a corner) the stronger pull, which stands first, leads into the
    hex that the line really enters.
    """
    steps: list[LineStep] = [(start,)]
    q = r = 0
    while (start.q + q, start.r + r) != goal:
        best_pull, best = ahead[0]
        best_exit = _dot(best, q, r) + 1
        for pull, step in ahead[1:]:
            exit_ = _dot(step, q, r) + 1
            if exit_ * best_pull < best_exit * pull:
                best_pull, best, best_exit = pull, step, exit_
        q, r = q + best[0], r + best[1]
        steps.append((Hex(start.q + q, start.r + r),))
    return tuple(steps)
