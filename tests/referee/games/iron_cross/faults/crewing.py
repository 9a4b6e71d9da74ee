"""Faults of crews and their replacements, and of what only vehicles do (20, 8.65, 9)."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import SetState
from referee.board import Piece
from referee.games.iron_cross import units
from tests.referee.games.iron_cross.faults.places import (
    opponent,
)
from tests.referee.games.iron_cross.faults.story import (
    Change,
    Spot,
    Story,
    check,
    declare,
    fault,
)


def _stacked(spot: Spot, side: str | None) -> Iterator[tuple[Piece, Piece]]:
    """Men and machine guns with a crew, of a side."""
    for weapon in spot.board.on_map(side):
        for man in spot.board.on_map(side):
            if units.is_crew_weapon(weapon) and units.is_infantry(man) and not man.flag("hidden"):
                yield man, weapon


@fault("20.0", "20.1")
def a_man_joins_a_crew_that_is_full(story: Story) -> Iterator[Change]:
    for spot in story.ends("movement"):
        for man, weapon in _stacked(spot, spot.board.phasing):
            if man.place == weapon.place and units.is_fully_crewed(weapon):
                yield story.insert(
                    spot.number, declare("crew-replacement", man.id, targets=weapon.id)
                )
    for spot in story.ends("reaction-movement"):
        for man, weapon in _stacked(spot, opponent(spot.board)):
            if man.place == weapon.place and units.is_fully_crewed(weapon):
                yield story.insert(
                    spot.number, declare("crew-replacement", man.id, targets=weapon.id)
                )


@fault("20.1")
def a_man_joins_a_crew_in_another_hex(story: Story) -> Iterator[Change]:
    for spot in story.ends("movement"):
        for man, weapon in _stacked(spot, spot.board.phasing):
            if man.place != weapon.place:
                yield story.insert(
                    spot.number, declare("crew-replacement", man.id, targets=weapon.id)
                )


@fault("20.3")
def a_full_crew_becomes_infantry_again(story: Story) -> Iterator[Change]:
    for spot in story.ends("movement"):
        for piece in spot.board.on_map():
            if units.is_crew_weapon(piece):
                yield story.insert(spot.number, declare("crew-reverts", piece.id))


@fault("20.1")
def a_crew_gets_a_replacement_that_nobody_is(story: Story) -> Iterator[Change]:
    for spot in story.ends("movement"):
        for piece in spot.board.on_map():
            if units.is_crew_weapon(piece):
                marker = SetState(unit=piece.id, state="replacements", value=1)
                yield story.insert(spot.number, marker)


@fault("11.43", "8.12")
def a_crew_is_marked_short_that_has_lost_nobody(story: Story) -> Iterator[Change]:
    for spot in story.ends("assault", "moving-fire"):
        for piece in spot.board.on_map():
            untouched = piece.id not in {*spot.board.state.uncertain, *spot.board.state.owed}
            if units.is_crew_weapon(piece) and untouched:
                lost = piece.level("crew-lost")
                marks = [SetState(unit=piece.id, state="crew-lost", value=value)
                         for value in (lost + 1, lost)]  # fmt: skip
                yield story.insert(spot.number, *marks)


@fault("8.65")
def a_man_pushes_a_wreck(story: Story) -> Iterator[Change]:
    for spot in story.ends("movement"):
        for piece in spot.board.on_map(spot.board.phasing):
            if units.is_infantry(piece) and units.is_normal(piece):
                free = piece.id not in spot.board.state.checks
                if free and not spot.board.state.of(piece.id).fired:
                    yield story.insert(spot.number, *check(piece.id, "push-wreck"))


@fault("9.0")
def a_man_overruns_a_hex(story: Story) -> Iterator[Change]:
    for spot in story.ends("movement"):
        for piece in spot.board.on_map(spot.board.phasing):
            assert isinstance(piece.place, Hex)
            for hex_ in spot.board.data.map.grid.neighbours(piece.place).values():
                if units.enemies_at(spot.board, hex_, piece.side) and units.is_infantry(piece):
                    goal = spot.board.number(hex_)
                    yield story.insert(spot.number, declare("overrun", piece.id, target=goal))
