"""Chapter 6, the sequence of play: the eight steps of a player turn and who does what in each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from compiler.hexes import Hex
from referee.actions import Action, BeginPhase, Declare, Move, SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import MOVES, bars
from referee.games.iron_cross.concealed import comes_to_light
from referee.games.iron_cross.morale import phase_id
from referee.games.iron_cross.state import BattleBoard, is_setting_up
from referee.mechanics import sequence

PHASING, OTHER, BOTH = "phasing", "other", "both"

REMINDERS = frozenset({"fire-marker", "control-marker", "track-marker", "map-marker", "mines"})
"""Kinds of marker that players move about as they like."""

TRIES: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "support-fire": ("6.0.B", {"fire": PHASING, "grenade": PHASING, "spot": PHASING}),
    "movement": (
        "6.0.C",
        {
            **dict.fromkeys(MOVES, PHASING),
            "push-wreck": PHASING,
            "opportunity-fire": OTHER,
            # Special fire before an overrun may be called either (9.2.A).
            "fire": OTHER,
            "overrun-defence": OTHER,
        },
    ),
    "reaction-movement": ("6.0.D", {**dict.fromkeys(MOVES, OTHER), "opportunity-fire": PHASING}),
    "defensive-fire": ("6.0.E", {"fire": OTHER, "grenade": OTHER, "spot": OTHER}),
    "moving-fire": ("6.0.F", {"fire": PHASING, "grenade": PHASING, "spot": PHASING}),
    "assault": ("6.0.G", {"assault": BOTH}),
}
"""Phase to its paragraph and, for each act, whose units may try it."""

ANY_TIME = frozenset({"mg-mode", "special-roll"})
"""Acts that belong to no phase (21.42, 11.45)."""


def moving_side(board: BattleBoard) -> str | None:
    """The side that moves in a movement phase: the phasing one, in reaction the other."""
    phasing = board.phasing
    if phasing is None:
        return None
    if phase_id(board) == "movement":
        return phasing
    return board.data.opponent(phasing) if phase_id(board) == "reaction-movement" else None


def side_for(board: BattleBoard, role: str) -> str | None:
    """The side behind `phasing` or `other`; None for both."""
    phasing = board.phasing
    if phasing is None or role == BOTH:
        return None
    return phasing if role == PHASING else board.data.opponent(phasing)


SET_UP = frozenset({
    "move", "place", "remove", "set", "roll", "declare:infiltration", "declare:mines",
    "declare:mine-roll", "declare:grenade", "declare:fire-roll", "declare:crew-roll",
    "declare:hidden-hex",
})  # fmt: skip
"""Kinds of action that belong to what is done before play (24.1 to 24.37)."""


# -- order -----------------------------------------------------------------------------------------


@RULES.rule("6.0", "6.0.A", "6.0.G", on=BeginPhase)
def phases_come_in_order(action: BeginPhase, board: BattleBoard) -> Iterator[Finding]:
    """The steps of a player turn come one after the other, then it is the other player's."""
    yield from sequence.phase_order(action, board)


@RULES.rule("24.1", "24.4", "24.5", "24.6", "24.7", "24.8", "24.9", on=BeginPhase)
def a_game_ends_with_its_last_turn(action: BeginPhase, board: BattleBoard) -> Iterator[Finding]:
    """A scenario has so many game turns; the first phase beyond them is told of."""
    scenario = board.scenario
    if scenario is not None and board.turn <= len(scenario.turns) < action.turn:
        yield Finding(
            f"turn {action.turn} begins after the last turn of the scenario",
            expected=f"{len(scenario.turns)} turns",
            found=str(action.turn),
            rule=scenario.rule,
        )


@RULES.rule("24.1", "24.4", "24.5", "24.6", "24.7", "24.8", "24.9", on=BeginPhase)
def the_side_that_moves_first_does_so_in_every_turn(
    action: BeginPhase, board: BattleBoard
) -> Iterator[Finding]:
    """The scenario says who has the first player turn; it is the same side in each game turn.

    Without a scenario it is the side that the log first says.
    """
    first, named = board.first_player, action.first_player
    if first is not None and named is not None and named != first:
        scenario = board.scenario
        yield Finding(
            f"{board.data.sides[named].name} is said to have the first player turn",
            expected=board.data.sides[first].name,
            found=board.data.sides[named].name,
            rule=scenario.rule if scenario is not None else "24.1",
        )


@RULES.rule("6.0", on=Action)
def a_phase_allows_only_its_own_actions(action: Action, board: BattleBoard) -> Iterator[Finding]:
    """What a phase is for is what may be done in it; markers that only remind go anywhere.

    So do hidden units that come to light (24.22), and anyone may sort a stack.
    """
    if comes_to_light(action, board) or (isinstance(action, Move) and board.is_sorting(action)):
        return
    if takes_off_the_map(action, board):
        return
    if not (_belongs_to_set_up(action, board) or moves_reminders(action, board)):
        yield from sequence.allowed_in_phase(action, board)


def takes_off_the_map(action: Action, board: BattleBoard) -> bool:
    """Whether pieces are moved from the map into a box where the phase lets them be removed.

    It is as good as removal; whether they may leave the map is in `results`.
    """
    if not isinstance(action, Move) or board.phase is None:
        return False
    if isinstance(board.location(action.end), Hex) or "remove" not in board.phase.phase.allows:
        return False
    return all(isinstance(board.piece(name).place, Hex) for name in action.units)


def _belongs_to_set_up(action: Action, board: BattleBoard) -> bool:
    """Whether an action is one of those before play; infiltrators may have to survive (11.45)."""
    if not is_setting_up(board):
        return False
    survives = isinstance(action, Declare) and action.text("for") == "special-roll"
    return action.kind in SET_UP or (survives and board.state.infiltration is not None)


def moves_reminders(action: Action, board: BattleBoard) -> bool:
    """Whether only markers are moved that stand for nothing on the ground (2.24)."""
    return isinstance(action, Move) and all(
        board.piece(name).counter.kind in REMINDERS for name in action.units
    )


@RULES.effect("6.0", on=BeginPhase, before=True)
def a_phase_starts_afresh(action: BeginPhase, board: BattleBoard) -> None:
    """What was done in the last phase is forgotten, in the last player turn as well."""
    phase = board.data.sequence.by_id.get(action.phase)
    section = f"{action.turn}.{phase.section if phase is not None else ''}"
    if section != board.state.section:
        board.state.section = section
        board.state.begin_player_turn()
    board.state.begin_phase()


# -- who does what ---------------------------------------------------------------------------------


ALL_ACTS = frozenset(act for _, acts in TRIES.values() for act in acts)


@bars("6.0.B", "6.0.C", "6.0.D", "6.0.E", "6.0.F", "6.0.G", acts=ALL_ACTS - ANY_TIME)
def an_act_belongs_to_its_phase_and_side(
    board: BattleBoard, piece: Piece, act: str
) -> Iterator[Finding]:
    """Each phase is for certain acts of one side, or of both."""
    if board.phase is None or is_setting_up(board):
        return
    rule, acts = TRIES.get(phase_id(board), ("6.0", {}))
    role = acts.get(act)
    if role is None:
        yield Finding(
            f"{piece.name} tries to {act.replace('-', ' ')} in the {board.phase.name}",
            units=(piece.id,),
            expected=", ".join(sorted(acts)) or "no performance check",
            found=act,
            rule=rule,
        )
        return
    side = side_for(board, role)
    if side is not None and piece.side is not None and piece.side != side:
        yield Finding(
            f"{piece.name} tries to {act.replace('-', ' ')} in the {board.phase.name},"
            " where the other side does",
            units=(piece.id,),
            expected=board.data.sides[side].name,
            found=board.data.sides[piece.side].name,
            rule=rule,
        )


@bars("6.0.G", "9.34", acts=ALL_ACTS - {"overrun-defence"})
def who_is_finished_does_no_more(board: BattleBoard, piece: Piece, _: str) -> Iterator[Finding]:
    """Infantry that assaulted in an overrun takes no further part in the player turn."""
    rule = board.state.of(piece.id).finished_by
    if rule:
        yield Finding(
            f"{piece.name} has assaulted in an overrun and goes on acting in the player turn",
            units=(piece.id,),
            expected="no further part in this player turn",
            rule=rule,
        )


@bars("8.21", "6.0.C", acts=MOVES | {"push-wreck"})
def who_fired_before_movement_does_not_move(
    board: BattleBoard, piece: Piece, act: str
) -> Iterator[Finding]:
    """Units that fired in the Support Fire Phase do not move; machine guns may turn (8.73)."""
    fired_in = board.state.of(piece.id).fired_in.rpartition(".")[2]
    turns = act == "facing" and not units.is_vehicle(piece)
    if phase_id(board) == "movement" and fired_in == "support-fire" and not turns:
        yield Finding(
            f"{piece.name} moves after firing in the Support Fire Phase",
            units=(piece.id,),
            expected="no movement in this player turn",
            rule="8.21",
        )


@RULES.rule("6.0.H", on=SetState)
def the_phasing_player_turns_units_over_first(
    action: SetState, board: BattleBoard
) -> Iterator[Finding]:
    """In the free change of state the phasing player comes first."""
    piece = board.pieces.get(action.unit or "")
    if phase_id(board) != "state-change" or action.state != "face" or piece is None:
        return
    if piece.side != board.phasing or action.value == piece.face:
        return
    changed = (board.pieces.get(name) for name in board.state.freely_turned_over)
    if any(other is not None and other.side != board.phasing for other in changed):
        yield Finding(
            f"{piece.name} changes its state after units of the other player",
            units=(piece.id,),
            expected="the phasing player first",
        )
