"""Retreats and displacements as a log shows them, judged and booked (11.11, 7.2.B, 12.2.C-D)."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Action, Declare, Move
from referee.findings import Finding
from referee.games.bold_stroke import rests, units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.combat import losses
from referee.games.bold_stroke.combat.accounts import most_due, paid
from referee.games.bold_stroke.combat.artillery import may_not_retreat, steps_lost_by_retreating
from referee.games.bold_stroke.combat.attacks import opened
from referee.games.bold_stroke.combat.participants import enemies_in
from referee.games.bold_stroke.combat.retreat import Retreat, Trail, way
from referee.games.bold_stroke.combat_state import Combat
from referee.games.bold_stroke.movement.stacking import LIMIT, points_in
from referee.games.bold_stroke.results.aftermath import ROLES, Part, combat_of, parts
from referee.games.bold_stroke.results.loss_actions import note_early_payment, owes_still
from referee.games.bold_stroke.results.resolution import resolve
from referee.games.bold_stroke.state import CampaignBoard
from referee.mechanics.movement import Way

# -- judging ---------------------------------------------------------------------------------------


@RULES.rule(
    "11.11.A", "11.11.B", "11.11.C", "11.11.D", "11.11.E", "11.11.F", "11.11.G", "11.9.B", "11.9.E",
    "11.10.1", "12.2.D", "13.3.C", "12.1.C", "11.2.G", "8.5.B",
    on=Move,
)  # fmt: skip
@RULES.rule("11.11.A", on="declare:retreat")
@RULES.rule("7.2.B", on="declare:displace")
def retreats_are_made_as_they_must(action: Action, board: CampaignBoard) -> Iterator[Finding]:
    """Units retreat a hex for an obligation, away from the attackers, and as a stack."""
    for part in parts(board, action):
        if part.combat is None:
            yield from _stray(board, part)
        elif part.role == "retreat":
            yield from _retreat_faults(board, part, part.combat)
        elif part.role == "displace":
            yield from _displacement_faults(board, part, part.combat)


def _stray(board: CampaignBoard, part: Part) -> Iterator[Finding]:
    """A move in a combat phase by units that no combat in the log can touch."""
    near = board.data.map.grid.neighbours
    beside = {*near(part.start).values(), *near(part.end).values()}
    if not any(enemies_in(board, hex_, part.side) for hex_ in beside):
        yield _fault(board, part, "6.5", "moves in a combat phase far from any combat", "no move")


def _retreat_faults(board: CampaignBoard, part: Part, combat: Combat) -> Iterator[Finding]:
    if not combat.resolved:
        yield from opened(board, combat)
    for piece in part.pieces:
        rule = may_not_retreat(board, combat, piece)
        if rule:
            words = "retreats though it used its artillery strength"
            yield _fault(board, part, rule, words, "losses instead")
            return
    if part.side == combat.attacker and owes_still(board, combat, combat.defender):
        words = "retreats before the defender has met its obligations"
        yield _fault(board, part, "11.9.B", words, "the defender's obligations first")
    found = way(board, combat, part.side, part.pieces, part.path, complete=part.complete)
    if part.by is not None and part.by != part.side:
        words = "is retreated by the other side"
        yield _fault(board, part, "11.11.C", words, "a path of its owner's choice")
    if found is None:
        words = "does not retreat from hex to neighbouring hex"
        yield _fault(board, part, "11.11.A", words, "a chain of neighbouring hexes")
        return
    told: set[str] = set()
    for fault in (
        *_length_faults(board, part, combat, found),
        *found.faults,
        *_stack_faults(board, part, combat, found),
    ):
        if fault.rule not in told:
            told.add(fault.rule)
            yield fault


def _length_faults(
    board: CampaignBoard, part: Part, combat: Combat, found: Way[Trail]
) -> Iterator[Finding]:
    """One hex for each obligation, and further only out of an overstacked hex (7.2.B)."""
    if not combat.resolved:
        return
    gone, limit = _gone(board, part, combat), _limit(board, part, combat, found.hexes)
    length = gone + len(found.hexes) - 1
    if length <= limit or not _too_far(board, part, found.hexes, limit - gone):
        return
    attacks = part.side == combat.attacker
    rule = "11.9.E" if attacks and most_due(combat, part.side).most else "11.11.A"
    words = "retreats further than its obligations"
    yield _fault(board, part, rule, words, f"{limit} hexes", f"{length} hexes")


def _gone(board: CampaignBoard, part: Part, combat: Combat) -> int:
    """Hexes that the units have retreated in the combat so far."""
    account = combat.account(part.side)
    names = (losses.unit_of(board, piece.id) for piece in part.pieces)
    return max((len(account.paths.get(name, "_")) - 1 for name in names), default=0)


def _limit(board: CampaignBoard, part: Part, combat: Combat, path: tuple[Hex, ...]) -> int:
    """Hexes that a side may retreat in all; losses taken before for this retreat do not count."""
    account = combat.account(part.side)
    owes = most_due(combat, part.side)
    made = paid(account)
    early = sum(
        account.for_obligations(unit) - account.for_obligations(unit, len(costs))
        for unit, costs in _costs(board, part, combat, path).items()
    )
    return min(owes.retreat_most, owes.most - made.total + made.retreats + early)


@RULES.covers("8.5.A", "12.2.C")
def _costs(
    board: CampaignBoard, part: Part, combat: Combat, path: tuple[Hex, ...]
) -> dict[str, list[str]]:
    """Unit to the paragraphs by which a retreat costs it a step each."""
    steps = Retreat(board, combat, part.side, part.pieces)
    known = {*combat.account(part.side).paths, *board.state.combat.now.retreats}
    found: dict[str, list[str]] = {}
    for piece in part.pieces:
        unit = losses.unit_of(board, piece.id)
        first = 0 if unit in known else steps_lost_by_retreating(piece)
        leaving = ["8.5.A" for hex_ in path[:-1] if piece in steps.hurt_by_leaving(hex_)]
        found[unit] = ["12.2.C"] * first + leaving
    return found


@RULES.covers("7.2.B", "11.11.D")
def _too_far(board: CampaignBoard, part: Part, path: tuple[Hex, ...], left: int) -> bool:
    """Whether hexes beyond what was owed were not needed to get out of an overstacked hex."""
    points = sum(units.stacking_points(piece) for piece in part.pieces)
    if left < 1:
        return True
    return any(points_in(board, hex_, part.side) + points <= LIMIT for hex_ in path[left:-1])


@RULES.covers("11.11.G")
def _stack_faults(
    board: CampaignBoard, part: Part, combat: Combat, found: Way[Trail]
) -> Iterator[Finding]:
    """The units of the defending stack go the same way."""
    if part.side != combat.defender:
        return
    account = combat.account(part.side)
    names = {losses.unit_of(board, piece.id) for piece in part.pieces}
    before = next((account.paths[name] for name in names if name in account.paths), ())
    path = (*before, *found.hexes[1:]) if before else found.hexes
    for name, other in account.paths.items():
        length = min(len(path), len(other))
        if name in combat.defenders and name not in names and path[:length] != other[:length]:
            piece = losses.piece_of(board, name)
            who = piece.name if piece is not None else name
            words = f"does not retreat the way that {who} went"
            expected = "-".join(board.data.map.number(hex_) for hex_ in other)
            yield _fault(board, part, "11.11.G", words, expected)
            return


def _displacement_faults(board: CampaignBoard, part: Part, combat: Combat) -> Iterator[Finding]:
    """Only units in the way of a retreating stack make room, where it would be too many."""
    account = combat.account(part.side)
    crossed = {hex_ for path in account.paths.values() for hex_ in path[1:]}
    stack = [p for n in combat.defenders if (p := losses.standing(board, n)) is not None]
    coming = [p for p in stack if isinstance(p.place, Hex) and p.place.distance(part.start) <= 1]
    weight = sum(units.stacking_points(p) for p in coming if p.place != part.start)
    full = points_in(board, part.start, part.side) + weight > LIMIT
    if not full or not (part.start in crossed or coming):
        words = "makes room though no retreating stack needs it"
        yield _fault(board, part, "7.2.B", words, "an overstacked hex on the way of a retreat")
        return
    found = way(board, combat, part.side, part.pieces, part.path, complete=part.complete)
    barred = [] if found is None else [f for f in found.faults if f.rule != "11.11.A"]
    yield from barred


def _fault(
    board: CampaignBoard, part: Part, rule: str, words: str, expected: str, found: str = ""
) -> Finding:
    number = board.data.map.number
    return Finding(
        f"{', '.join(piece.name for piece in part.pieces)} {words}",
        units=tuple(piece.id for piece in part.pieces),
        hexes=(number(part.start), number(part.end)),
        expected=expected,
        found=found,
        rests_on=rests.of_rule(board, rule),
        rule=rule,
    )


# -- booking ---------------------------------------------------------------------------------------


@RULES.effect("11.11.F", "8.5.A", "12.2.C", on=Move, before=True)
@RULES.effect("11.11.A", on="declare:retreat")
@RULES.effect("7.2.B", on="declare:displace")
def retreats_are_remembered(action: Action, board: CampaignBoard) -> None:
    """The way, the hexes entered, and the steps that the retreat costs."""
    for part in parts(board, action):
        if part.combat is None:
            board.state.combat.now.strays.update(
                losses.unit_of(board, piece.id) for piece in part.pieces
            )
        elif part.role in {"retreat", "displace"}:
            _remember(board, part, part.combat)
    announce(action, board)


def announce(action: Action, board: CampaignBoard) -> None:
    """A move that is announced with its way is made; without it, it is to come."""
    if not isinstance(action, Declare) or action.verb not in ROLES:
        return
    now = board.state.combat.now
    now.tick += 1
    for name in action.units:
        combat = combat_of(board, board.piece(name))
        if combat is not None:
            now.announced_moves[losses.unit_of(board, name)] = action.verb, combat.number
    for part in parts(board, action):
        for piece in part.pieces:
            board.relocate(piece, part.end)
        if part.pieces:
            board.rulebook.apply(_as_move(board, part), board, before=False)


def _as_move(board: CampaignBoard, part: Part) -> Move:
    """What is announced as the move that it is, for all that follows from a move elsewhere."""
    return Move(
        units=tuple(piece.id for piece in part.pieces),
        path=tuple(map(board.number, part.path)),
        complete=part.complete,
        side=part.side,
    )


def _remember(board: CampaignBoard, part: Part, combat: Combat) -> None:
    found = way(board, combat, part.side, part.pieces, part.path, complete=part.complete)
    path = found.hexes if found is not None else (part.start, part.end)
    if not combat.resolved:
        resolve(board, combat)
    account = combat.account(part.side)
    note_early_payment(board, combat, part.side)
    now = board.state.combat.now
    now.tick += 1
    limit = _limit(board, part, combat, path)
    before = account.retreat
    for unit, costs in _costs(board, part, combat, path).items():
        account.extra.setdefault(unit, []).extend(costs)
        now.retreats.setdefault(unit, set()).update(path[1:])
        if part.role == "retreat":
            account.paths[unit] = (*account.paths.get(unit, path[:1]), *path[1:])
    account.beyond += max(account.retreat - max(limit, before), 0)
    if part.side == combat.defender:
        combat.retreated = account.retreat
        _charge_those_who_stay(board, combat, account.retreat - before)


@RULES.covers("12.2.D", "13.3.C", "12.1.C", "11.2.G")
def _charge_those_who_stay(board: CampaignBoard, combat: Combat, hexes: int) -> None:
    """Units that may not retreat because they fired take a loss for each hex instead."""
    account = combat.account(combat.defender)
    for unit in combat.defenders:
        piece = losses.standing(board, unit)
        rule = may_not_retreat(board, combat, piece) if piece is not None else ""
        if rule and piece is not None and piece.place == combat.hex and unit not in account.paths:
            account.extra.setdefault(unit, []).extend([rule] * hexes)
