"""`sequence.toml`, `scenarios.toml` and `options.toml`: what is played, in what order."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from compiler.gamedata.schema.common import Identifier, Source, Strict


class Phase(Strict):
    """One phase of the sequence of play.

    `acting` names who acts: the `player` whose section it is, the `opponent`, `both`, or `none`.
    `allows` lists the kinds of action and the declaration verbs that may be logged in it; `mode`
    is the manner of movement that the game's rules look up (`regular`, `reserve`, `exploitation`,
    ...). An `optional` phase may be passed over.
    """

    id: Identifier
    name: str
    rule: str = ""
    acting: Literal["player", "opponent", "both", "none"] = "player"
    allows: tuple[str, ...] = ()
    mode: str = ""
    optional: bool = False


class Section(Strict):
    """A run of phases: the turn's opening, one player's turn, an impulse.

    `player` is `first` or `second` (whoever holds that place this turn), a side's id, or `none`.
    `same_as` repeats the phases of another section with the roles of this one. `repeats` marks
    sections that may occur any number of times in a turn (impulses), `optional` those that need not
    occur at all.
    """

    id: Identifier
    name: str
    rule: str = ""
    player: str = "none"
    phases: tuple[Phase, ...] = ()
    same_as: str = ""
    repeats: bool = False
    optional: bool = False


class SequenceFile(Strict):
    """`sequence.toml`: the sequence of play, in order."""

    source: Source
    always_allowed: tuple[str, ...] = ("chat", "note", "unknown")
    sections: tuple[Section, ...]


class ScenarioTurn(Strict):
    """One turn of a scenario as its turn record shows it; `values` are the game's (weather)."""

    label: str
    values: dict[str, str | int | float | bool] = Field(default={})


class Scenario(Strict):
    """One scenario; its set-up stands in `setups/<setup>.csv`."""

    name: str
    rule: str = ""
    setup: Identifier
    first_player: Identifier
    sides: tuple[Identifier, ...] = ()
    turns: tuple[ScenarioTurn, ...]
    options: tuple[Identifier, ...] = ()
    values: dict[str, str | int | float | bool | list[str] | dict[str, str | int | float]] = Field(
        default={}
    )
    """Game-specific figures: first weather, ammunition, victory points; read by the game's
    rules."""
    source: Source


class ScenariosFile(Strict):
    """`scenarios.toml`: scenario ids to scenarios."""

    scenarios: dict[Identifier, Scenario]


class Option(Strict):
    """An optional rule: off unless a log's header names it."""

    name: str
    rule: str
    description: str = ""
    default: bool = False


class OptionsFile(Strict):
    """`options.toml`: option ids to options."""

    options: dict[Identifier, Option] = Field(default={})
