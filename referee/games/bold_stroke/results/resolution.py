"""The die of a combat and its result (11.3.F, 11.8, 11.14): rolled, announced, compared.

What the players announced is compared number by number in `announcements`. After a slip the combat
goes on as they made it.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare, Roll
from referee.findings import Finding
from referee.games.bold_stroke import rests
from referee.games.bold_stroke.air.fighting import air_combat_left_out, send_home
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.combat import ammunition, losses, odds
from referee.games.bold_stroke.combat.accounts import parse_result, unit_names
from referee.games.bold_stroke.combat.announcements import announced_drm
from referee.games.bold_stroke.combat.artillery import fire_points
from referee.games.bold_stroke.combat.attacks import close_others, opened
from referee.games.bold_stroke.combat.dice import COMBAT, ODDS, meaning, waiting
from referee.games.bold_stroke.combat.loss_priorities import armored_first
from referee.games.bold_stroke.combat.participants import attacking, supports_only, target_hex
from referee.games.bold_stroke.combat.strengths import strengths
from referee.games.bold_stroke.combat_state import Combat
from referee.games.bold_stroke.movement.stacking import stack
from referee.games.bold_stroke.results.outcomes import possible_results, wide_readings
from referee.games.bold_stroke.state import CampaignBoard

# -- the die ---------------------------------------------------------------------------------------


def combat_for_roll(board: CampaignBoard, hex_: Hex | None) -> Combat | None:
    """The combat that a roll is for: by its hex, else the one last spoken of, else the first."""
    combats = waiting(board)
    if hex_ is not None:
        return next((c for c in combats if c.hex == hex_), None)
    named = next((c for c in combats if c.number == board.state.combat.now.focus), None)
    return named or (combats[0] if combats else None)


@RULES.rule(
    "11.8.C", "11.2.F", "11.3.A", "11.3.F", "11.8.A", "11.16.A", "11.16.J", "12.1.H", "15.4.A",
    "17.6",
    on=Roll,
)  # fmt: skip
def the_die_is_rolled_for_a_combat_that_may_be_fought(
    action: Roll, board: CampaignBoard
) -> Iterator[Finding]:
    """Before the die earlier combats are settled, the air is clear, and the odds are permitted."""
    what, hex_, _ = meaning(board, action)
    if what != COMBAT:
        return
    combat = combat_for_roll(board, hex_)
    if combat is None:
        if not _rolled_late(board, hex_):
            yield Finding(
                "a die is rolled for a combat that was not announced",
                expected="an attack announced before",
                severity="unverifiable",
            )
        return
    yield from opened(board, combat)
    yield from _unfit(board, combat)
    yield from air_combat_left_out(board, combat)
    yield from _odds_faults(board, combat)


def _rolled_late(board: CampaignBoard, hex_: Hex | None) -> Combat | None:
    """A combat whose result was announced before its die."""
    for combat in reversed(board.state.combat.now.combats):
        if combat.result_announced and combat.die is None and hex_ in (None, combat.hex):
            return combat
    return None


@RULES.covers("11.2.F", "11.1.E")
def _unfit(board: CampaignBoard, combat: Combat) -> Iterator[Finding]:
    """Somebody else than artillery and headquarters attacks, and from beside the hex."""
    number = board.data.map.number(combat.hex)
    where = board.data.map.describe(combat.hex)
    makers = [piece for piece in attacking(board, combat) if not supports_only(piece)]
    if not makers:
        yield Finding(
            f"only artillery, headquarters or air units attack {where}",
            units=tuple(s.unit for s in combat.supports if s.side == combat.attacker),
            hexes=(number,),
            expected="at least one other unit",
            rests_on=rests.defects(board, "at-least-other-unit"),
            rule="11.2.F",
        )
    for piece in makers:
        if not isinstance(piece.place, Hex) or piece.place.distance(combat.hex) != 1:
            yield Finding(
                f"{piece.name} is no longer adjacent to {where}, which it attacks",
                units=(piece.id,),
                hexes=(number,),
                rule="11.1.E",
            )


@RULES.covers("11.3.F", "17.6")
def _odds_faults(board: CampaignBoard, combat: Combat) -> Iterator[Finding]:
    """Odds below the first column are refused; by option close odds need a die of their own."""
    found = odds.readings(board, combat)
    number = board.data.map.number(combat.hex)
    if all(one.base is None for one in found):
        yield Finding(
            f"the attack on {board.data.map.describe(combat.hex)} is made at odds that are not"
            " permitted",
            units=tuple(combat.attackers),
            hexes=(number,),
            expected=f"{odds.columns(board).keys[0]} or better",
            found=found[0].ratio,
            rests_on=rests.defects(board, "odds-floor"),
            rule="11.3.F",
        )
    needed = [odds.needed_to_raise(board, one.attack, one.defense) for one in found]
    if combat.odds_die is None and None not in needed:
        yield Finding(
            f"the odds of the attack on {board.data.map.describe(combat.hex)} are close to the"
            " next column and no die was rolled for them",
            hexes=(number,),
            expected=f"a die, {needed[0]} or less for the next column",
            found=found[0].ratio,
            rests_on=rests.defects(board, "fifty-percent"),
            rule="17.6",
        )


@RULES.effect("11.8.C", "11.8.D", "17.6", on=Roll)
def the_die_is_remembered(action: Roll, board: CampaignBoard) -> None:
    """The die of a combat resolves it; that of the odds may give the next column."""
    now = board.state.combat.now
    what, hex_, _ = now.rolling
    if what not in {COMBAT, ODDS}:
        return
    now.tick += 1
    combat = combat_for_roll(board, hex_)
    late = _rolled_late(board, hex_)
    if combat is not None and what == ODDS:
        combat.odds_die = action.total
        now.focus = combat.number
    elif combat is not None:
        combat.die = action.total
        resolve(board, combat)
    elif late is not None and what == COMBAT:
        late.die = action.total


def resolve(board: CampaignBoard, combat: Combat, announced: str = "") -> None:
    """Settle what a combat may lead to; its air units go home, combats before it are over."""
    strength = strengths(board, combat)
    combat.readings = readings_as_announced(board, combat)
    combat.armor_losses = armored_first(combat, strength)
    here = stack(board, combat.hex, combat.defender)
    wide = combat.readings
    if not announced and not combat.open_handed:
        wide = tuple(dict.fromkeys((*combat.readings, *wide_readings(board, combat))))
    results = (announced,) if announced else possible_results(board, wide, combat.die)
    combat.defenders = unit_names(board, here)
    combat.results = results
    for unit in (*combat.attackers, *combat.defenders):
        piece = losses.piece_of(board, unit)
        combat.steps[unit] = losses.steps_lost(board, piece) if piece is not None else 0
    board.state.combat.now.was_attacked.update(combat.defenders)
    spend_ammunition(board, combat)
    close_others(board, combat)
    send_home(board, combat)


@RULES.covers("14.3.C", recorded=True)
def spend_ammunition(board: CampaignBoard, combat: Combat) -> None:
    """Each side pays for the artillery and headquarters that fired for it."""
    for side in (combat.attacker, combat.defender):
        if any(s.side == side and s.kind == "artillery" for s in combat.supports):
            ammunition.spend(board, side, ammunition.cost(fire_points(board, combat, side)))


def readings_as_announced(board: CampaignBoard, combat: Combat) -> tuple[tuple[str, int], ...]:
    """Column and modifier of a combat: as announced where they were, then by every reading."""
    own = [(one.column, one.drm) for one in odds.readings(board, combat)]
    column = combat.announced.get("column", "")
    drm = announced_drm(combat)
    said = [
        (
            column if column in odds.columns(board).keys else reading[0],
            reading[1] if drm is None else drm,
        )
        for reading in own
    ]
    return tuple(dict.fromkeys((*said, *own)))


# -- the result ------------------------------------------------------------------------------------


def combat_of_result(board: CampaignBoard, action: Declare) -> Combat | None:
    """The combat that a result is announced for.

    By its hex; else the last one rolled for which nothing has been announced or paid; else the one
    that waits.
    """
    hex_ = target_hex(board, action)
    combats = [c for c in reversed(board.state.combat.now.combats) if not c.closed]
    if hex_ is not None:
        return next((c for c in combats if c.hex == hex_), None)
    fresh = (c for c in combats if c.resolved and not c.result_announced and not c.is_paid_for)
    return next(fresh, None) or combat_for_roll(board, None)


@RULES.rule("11.8.D", "11.8.E", "11.8.A", "11.2.F", "11.3.F", on="declare:combat")
def results_are_those_of_the_table(action: Declare, board: CampaignBoard) -> Iterator[Finding]:
    """The result announced is what the table gives for the die, the column and the modifiers."""
    text = action.text("result")
    if not text:
        return
    combat = combat_of_result(board, action)
    if combat is None:
        yield Finding(
            "a result is announced for a combat that the log does not show",
            found=text,
            severity="unverifiable",
        )
        return
    parsed = parse_result(text)
    if parsed is None:
        yield Finding(
            f"{text!r} is no result of the table",
            hexes=(board.data.map.number(combat.hex),),
            expected="the attacker's and the defender's, as 1/2",
            found=text,
            rule="11.8.E",
            severity="unverifiable",
        )
        return
    if not combat.resolved:
        yield from opened(board, combat)
        yield from _unfit(board, combat)
        yield from _odds_faults(board, combat)
    yield from _result_faults(board, combat, "/".join(parsed), action)


def _result_faults(
    board: CampaignBoard, combat: Combat, said: str, action: Declare
) -> Iterator[Finding]:
    readings = combat.readings or readings_as_announced(board, combat)
    if action.values.get("drm") is not None:
        readings = tuple((column, action.number("drm")) for column, _ in readings) + readings
    expected = possible_results(board, readings, combat.die)
    if said in expected:
        return
    if not combat.open_handed and not combat.resolved:
        expected = possible_results(board, wide_readings(board, combat), combat.die)
    elif not combat.open_handed:
        expected = possible_results(board, _wide_before(board, combat), combat.die)
    if said in expected:
        return
    column, drm = readings[0]
    die = "any die" if combat.die is None else f"{combat.die}{drm:+d}"
    yield Finding(
        f"the result of the combat for {board.data.map.describe(combat.hex)} is not that of the"
        f" column {column} for {die}",
        hexes=(board.data.map.number(combat.hex),),
        expected=expected[0] if combat.die is not None else ", ".join(expected),
        found=said,
        rests_on=rests.charts(board, odds.RESULTS, odds.SHIFTS),
    )


def _wide_before(board: CampaignBoard, combat: Combat) -> tuple[tuple[str, int], ...]:
    """What else may have been used in a combat resolved just now, before anything was paid."""
    trial = board.copy()
    same = trial.state.combat.now.combats[combat.number - 1]
    same.results = ()
    same.defenders = ()
    return wide_readings(trial, same)


@RULES.effect("11.8.E", on="declare:combat")
def results_are_remembered(action: Declare, board: CampaignBoard) -> None:
    """The result as announced is what both sides pay."""
    now = board.state.combat.now
    now.tick += 1
    if action.text("roll"):
        now.awaiting = (action.text("roll"), "")
    hex_ = target_hex(board, action)
    if hex_ is not None and action.text("roll"):
        now.awaiting = (f"{action.text('roll')} {board.data.map.number(hex_)}", "")
    combat = combat_of_result(board, action)
    if combat is None:
        return
    if action.values.get("drm") is not None:
        combat.announced["drm"] = action.text("drm")
        if combat.resolved and not combat.result_announced:
            said = tuple((column, action.number("drm")) for column, _ in combat.readings)
            combat.readings = tuple(dict.fromkeys((*said, *combat.readings)))
            combat.results = possible_results(board, combat.readings, combat.die)
    parsed = parse_result(action.text("result"))
    if parsed is None:
        return
    if not combat.resolved:
        resolve(board, combat, "/".join(parsed))
    combat.results = ("/".join(parsed),)
    combat.result_announced = True
