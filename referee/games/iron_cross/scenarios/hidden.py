"""Section 24.2, hidden hexes: who may be hidden, and what brings hidden units to light."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from compiler.hexes import Hex
from referee.actions import BeginPhase, Declare, Move, PhaseEnds, SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import rests, units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import FIRES
from referee.games.iron_cross.concealed import (
    HIDDEN,
    comes_to_light,
    hidden_places,
    is_hidden,
    noted_hex,
)
from referee.games.iron_cross.forces import scenario_value
from referee.games.iron_cross.rolls import CHECK
from referee.games.iron_cross.state import BattleBoard, is_setting_up

BESIDE = "a normal enemy unit beside it"
FIRE_VERBS = (
    "fire", "anti-tank-fire", "opportunity-fire", "fire-lane", "spray", "mortar-fire", "grenade",
    "flamethrower",
)  # fmt: skip


def hidden_units(board: BattleBoard, hex_: Hex, side: str | None = None) -> list[Piece]:
    """Hidden units in a hex, of one side if given."""
    return [
        piece
        for piece in board.units_at(hex_)
        if piece.flag(HIDDEN) and (side is None or piece.side == side)
    ]


def most_hidden(board: BattleBoard, side: str) -> int:
    """How many hidden hexes a side may have."""
    value = scenario_value(board, "hidden_hexes").get(side, 0)
    return value if isinstance(value, int) else 0


# -- what brings them to light ---------------------------------------------------------------------


@RULES.effect("24.22", on=BeginPhase, before=True)
def enemies_beside_a_hidden_hex_reveal_it(action: BeginPhase, board: BattleBoard) -> None:
    """A normal unit that begins its Morale Phase beside a hidden hex finds all units there."""
    state = board.state
    state.to_reveal.clear()
    phase = board.data.sequence.by_id.get(action.phase)
    if phase is None or phase.phase.id != "morale":
        return
    finder = board.side_of(phase.player)
    for unit, hex_ in hidden_places(board).items():
        if board.counter(unit).side == finder:
            continue
        near = board.data.map.grid.neighbours(hex_).values()
        if any(_finds(other, finder) for beside in near for other in board.units_at(beside)):
            state.to_reveal[unit] = BESIDE


def _finds(piece: Piece, finder: str | None) -> bool:
    return piece.side == finder and units.is_normal(piece)


@RULES.effect("24.22", on=f"declare:{CHECK}")
def fire_reveals_the_firer(declaration: Declare, board: BattleBoard) -> None:
    """A hidden unit that fires is revealed, it alone."""
    if declaration.text("for") in FIRES:
        _reveal(board, declaration.units, "its fire")


def fire_without_a_check_reveals(declaration: Declare, board: BattleBoard) -> None:
    """The same where no check was taken."""
    _reveal(board, declaration.units, "its fire")


for _verb in FIRE_VERBS:
    RULES.effect("24.22", on=f"declare:{_verb}")(fire_without_a_check_reveals)


@RULES.effect("24.22", on=Move, before=True)
def movement_reveals_a_hex(action: Move, board: BattleBoard) -> None:
    """Whoever moves into or out of a hidden hex reveals all units there."""
    if is_setting_up(board) or comes_to_light(action, board) or board.is_sorting(action):
        return
    movers = [board.piece(name) for name in action.units if name in board.pieces]
    if not any(units.unit_class(piece) for piece in movers):
        return
    places = [piece.place for piece in movers] + [board.location(name) for name in action.path[1:]]
    for place in places:
        if isinstance(place, Hex):
            _reveal(board, (piece.id for piece in hidden_units(board, place)), "movement there")
    noted = board.state.noted_hexes
    _reveal(board, (unit for unit, hex_ in noted.items() if hex_ in places), "movement there")


def _reveal(board: BattleBoard, names: Iterable[str], why: str) -> None:
    for name in names:
        if is_hidden(board, name) and not is_setting_up(board):
            board.state.to_reveal.setdefault(name, why)


@RULES.effect("24.22", on="declare:reveal")
def the_revealed_are_seen(declaration: Declare, board: BattleBoard) -> None:
    """Units are revealed, by their owner's will or because they must.

    Those that are off the map have still to be put there.
    """
    for name in declaration.units:
        if noted_hex(board, name) is not None:
            _reveal(board, (name,), "its owner reveals it")
            continue
        piece = board.pieces.get(name)
        if piece is not None:
            piece.states.pop(HIDDEN, None)
            board.state.to_reveal.pop(name, None)


@RULES.rule("24.22", "24.2", on=PhaseEnds)
def what_comes_to_light_is_revealed(_: PhaseEnds, board: BattleBoard) -> Iterator[Finding]:
    """By the end of the phase every unit that had to be revealed is."""
    if not board.state.to_reveal:
        return
    kept: dict[Hex, list[str]] = {}
    for name, hex_ in hidden_places(board).items():
        if name in board.state.to_reveal:
            kept.setdefault(hex_, []).append(name)
    for hex_, names in kept.items():
        yield Finding(
            f"{', '.join(board.counter(name).name for name in names)} stays hidden in"
            f" {board.data.map.describe(hex_)} after {board.state.to_reveal[names[0]]}",
            units=tuple(names),
            hexes=(board.data.map.number(hex_),),
            expected="revealed",
            found=HIDDEN,
            rests_on=(
                rests.defects(board, "hidden-beside")
                if board.state.to_reveal[names[0]] == BESIDE
                else ()
            ),
        )


# -- what may be hidden ----------------------------------------------------------------------------


@RULES.rule("24.21", on=SetState)
def units_are_hidden_before_play_only(action: SetState, board: BattleBoard) -> Iterator[Finding]:
    """Hidden hexes are noted at set-up; no unit hides later."""
    piece = board.pieces.get(action.unit or "")
    if action.state != HIDDEN or piece is None or is_setting_up(board):
        return
    if action.value and not piece.flag(HIDDEN):
        yield Finding(
            f"{piece.name} is hidden during play",
            units=(piece.id,),
            expected="hidden hexes chosen at set-up",
        )


@RULES.covers("24.21")
def judge_hidden_hexes(board: BattleBoard, side: str) -> Iterator[Finding]:
    """No more hidden hexes than the scenario gives, and no vehicles in them."""
    places = hidden_places(board, side)
    for name, hex_ in places.items():
        if board.counter(name).value("unit_class") == units.VEHICLE:
            yield Finding(
                f"{board.counter(name).name} is set up in a hidden hex",
                units=(name,),
                hexes=(board.number(hex_),),
                expected="no vehicles in hidden hexes",
                rule="24.21",
            )
    hexes = set(places.values())
    most = most_hidden(board, side)
    if len(hexes) > most:
        yield Finding(
            f"{board.data.sides[side].name} has too many hidden hexes",
            hexes=tuple(sorted(map(board.data.map.number, hexes))),
            expected=f"at most {most}",
            found=str(len(hexes)),
            rule="24.21",
        )
