"""Places in a game where a fault may be put in, and changes that several chapters make."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Action, Declare, Move, Remove, Roll, SetState
from referee.board import Piece
from referee.games.iron_cross import forces, units
from referee.games.iron_cross.fire import sighting
from referee.games.iron_cross.fire.attacks import aim_of
from referee.games.iron_cross.fire.small_arms import targets_in
from referee.games.iron_cross.fire_state import Aim
from referee.games.iron_cross.movement.allowance import allowance
from referee.games.iron_cross.state import BattleBoard
from referee.mechanics.firepower import halving_levels
from tests.referee.games.iron_cross.faults.story import (
    CHECK,
    Change,
    Spot,
    Story,
    is_declared,
    named,
    rolled,
)

MOVEMENT = ("movement", "reaction-movement")
FIRE_PHASES = ("support-fire", "defensive-fire", "moving-fire")
LINES = ("10.31.a", "10.31.b", "10.31.c", "10.32.b")
"""What may block the line of sight of units that fire at a hex they could not."""


# -- units -----------------------------------------------------------------------------------------


def unnamed(
    story: Story, spot: Spot, side: str | None = None, *, ever: bool = False
) -> Iterator[Piece]:
    """Units on the map, of a side, that act no more in the player turn, or are never named."""
    end = story.end_of_player_turn(spot.number - 1)
    for piece in sorted(spot.board.on_map(side), key=lambda each: each.id):
        busy = (
            story.names(piece.id, spot.number) if ever else story.acts(piece.id, spot.number, end)
        )
        if not busy:
            yield piece


def aside(board: BattleBoard, piece: Piece) -> Iterator[Hex]:
    """Free hexes beside a unit, on the scenario's map."""
    assert isinstance(piece.place, Hex)
    for hex_ in board.data.map.grid.neighbours(piece.place).values():
        if hex_ not in board.occupants and forces.is_on_scenario_map(board, hex_):
            yield hex_


def step(board: BattleBoard, piece: Piece, *hexes: Hex) -> Move:
    """A move from where a unit is."""
    return Move(units=(piece.id,), path=tuple(map(board.number, (piece.place, *hexes))))


def opponent(board: BattleBoard) -> str:
    """The side whose player turn it is not."""
    found = board.data.opponent(board.phasing or "")
    assert found
    return found


def mover(spot: Spot) -> str | None:
    """The side that moves."""
    phase = spot.board.phase
    assert phase is not None
    phasing = spot.board.phasing or ""
    return phasing if phase.id.endswith(".movement") else spot.board.data.opponent(phasing)


def points_left(board: BattleBoard, piece: Piece) -> float:
    return allowance(board, piece).points - board.state.treks[piece.id].points


def held(spot: Spot, piece: Piece) -> Iterator[Hex]:
    """Hexes that the enemy of a unit is seen to hold."""
    for hex_ in sorted(spot.board.occupants):
        if targets_in(spot.board, hex_, piece.side):
            yield hex_


def may_aim(board: BattleBoard, piece: Piece, hex_: Hex) -> bool:
    assert isinstance(piece.place, Hex)
    sees = sighting.can_see(board, piece.place, hex_, down=not units.is_up(piece))
    front = not units.has_facing(piece) or sighting.in_front(piece.place, units.facing(piece), hex_)
    return sees and front


def has_not_fired(spot: Spot, piece: Piece) -> bool:
    """Whether a man may still fire in the phase."""
    conduct = spot.board.state.of(piece.id)
    man = piece.counter.kind in ("rifle", "machine-pistol") and not piece.flag("hidden")
    moved = "reaction" in conduct.moved_in
    return man and units.is_normal(piece) and not conduct.fired and not moved


def quiet(story: Story, unit: str, start: int) -> bool:
    """Whether nothing is done with a unit from a place on but turning it over."""
    return not any(
        unit in named(action)
        for action in story.actions[start:]
        if not (isinstance(action, SetState) and action.state == "face")
    )


# -- actions ---------------------------------------------------------------------------------------


def of_phase(story: Story, number: int) -> Iterator[tuple[int, Action]]:
    """The actions after one, to the end of the phase."""
    for n in range(number + 1, story.end_of_phase(number)):
        yield n, story.actions[n]


def checks(story: Story, act: str, *phases: str) -> Iterator[tuple[Spot, Roll, Piece]]:
    """Checks for an act, of one unit or a leader, with their dice and the unit."""
    for spot in story.declared(CHECK, *phases, act=act):
        assert isinstance(spot.action, Declare)
        roll = story.actions[spot.number + 1]
        if isinstance(roll, Roll):
            yield spot, roll, spot.board.piece(spot.action.units[0])


def other_dice(story: Story, spot: Spot, total: int, count: int = 2) -> Change:
    """Other dice than those that answer a declaration."""
    return story.replace(spot.number + 1, rolled(total, count))


def fires(story: Story, *phases: str, verb: str = "fire") -> Iterator[tuple[Spot, Declare]]:
    """Declarations of fire."""
    for spot in story.declared(verb, *phases):
        assert isinstance(spot.action, Declare)
        yield spot, spot.action


def fires_on_it(story: Story, spot: Spot, unit: str, verb: str) -> bool:
    return any(is_declared(a, verb) and unit in a.units  # type: ignore[attr-defined]
               for _, a in of_phase(story, spot.number))  # fmt: skip


def fire_rolls(
    story: Story, *phases: str, verb: str = "fire"
) -> Iterator[tuple[Spot, Roll, Piece, Aim]]:
    """Rolls against units under fire: where they are called, the dice, the unit, how it is hit."""
    for spot in story.declared("fire-roll", *phases):
        roll = story.actions[spot.number + 1]
        attack = spot.board.state.fire.attack
        assert isinstance(spot.action, Declare)
        if attack is None or attack.verb != verb or not isinstance(roll, Roll):
            continue
        piece = spot.board.pieces.get(next(iter(spot.action.names("targets")), ""))
        aim = aim_of(attack, piece.id) if piece is not None else None
        if piece is not None and aim is not None:
            yield spot, roll, piece, aim


def levels(aim: Aim) -> tuple[int, int, int]:
    """The highest sums that pin, suppress and eliminate."""
    pinned, suppressed, eliminated = halving_levels(min(aim.strengths), 3)
    return pinned, suppressed, eliminated


def single_fires(story: Story, *phases: str) -> Iterator[tuple[Spot, Piece]]:
    """Units that fire by themselves, where they do."""
    for spot, fire in fires(story, *phases):
        if len(fire.units) == 1:
            yield spot, spot.board.piece(fire.units[0])


def elsewhere(story: Story, spot: Spot, hex_: Hex, targets: tuple[str, ...] = ()) -> Change:
    """The fire goes at another hex, and its dice are left out."""
    assert isinstance(spot.action, Declare)
    values = {"targets": targets} if targets else {}
    other = spot.action.model_copy(update={"target": spot.board.number(hex_), "values": values})
    taken = dice_of(story, spot)
    first, actions = story.drop_all([spot.number, *taken])
    return first, [other, *actions]


def dice_of(story: Story, spot: Spot) -> list[int]:
    """Places of the rolls of a fire and what they did, as long as they follow at once."""
    found: list[int] = []
    for number, action in of_phase(story, spot.number):
        if not belongs(action):
            break
        found.append(number)
    return found


def belongs(action: Action) -> bool:
    """Whether an action belongs to the fire before it."""
    return isinstance(action, Roll | SetState | Remove) or is_declared(action, "fire-roll")


def harmless(story: Story, spot: Spot) -> bool:
    """Whether the dice of a fire did nothing."""
    return not any(isinstance(story.actions[n], SetState | Remove) for n in dice_of(story, spot))
