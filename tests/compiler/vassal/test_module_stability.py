"""The same data makes the same module, and new data keeps what was."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from compiler.declarations import ID_PROPERTY
from compiler.gamedata.model import Counter, GameData
from compiler.vassal.gpids import LOCK_FILE, GpidError
from compiler.vassal.lint import ModuleError
from compiler.vassal.module import build_module
from compiler.vassal.piece_state import marker_properties
from tests.compiler.small_game import COUNTERS
from tests.compiler.vassal.module_game import ReadModule, build, read_module


def numbers(module: ReadModule) -> dict[str, str]:
    """Piece ids to gpids."""
    return {
        marker_properties(piece.traits)[ID_PROPERTY]: gpid for gpid, piece in module.slots().items()
    }


def with_counters(game: GameData, counters: list[Counter]) -> GameData:
    """The game with other units."""
    return replace(game, counters=MappingProxyType({each.id: each for each in counters}))


def test_built_twice_the_module_is_the_same_to_the_byte(game: GameData, tmp_path: Path) -> None:
    first = build(game, tmp_path, "one").built
    second = build(game, tmp_path, "two").built
    assert first.path.read_bytes() == second.path.read_bytes()
    assert first.extension is not None
    assert second.extension is not None
    assert first.extension.read_bytes() == second.extension.read_bytes()


def test_a_counter_in_the_middle_leaves_all_other_numbers_as_they_were(
    game: GameData, tmp_path: Path
) -> None:
    before = numbers(build(game, tmp_path, "before"))
    counters = list(game.counters.values())
    new = replace(COUNTERS[0], id="new-1", name="New")
    after = numbers(
        build(with_counters(game, [*counters[:4], new, *counters[4:]]), tmp_path, "after")
    )
    assert after.pop("new-1") not in before.values()
    assert after == before


def test_reordered_counters_keep_their_numbers(game: GameData, tmp_path: Path) -> None:
    before = numbers(build(game, tmp_path, "before"))
    counters = list(game.counters.values())
    assert numbers(build(with_counters(game, counters[::-1]), tmp_path, "after")) == before


def test_more_copies_of_a_counter_get_numbers_of_their_own(game: GameData, tmp_path: Path) -> None:
    before = numbers(build(game, tmp_path, "before"))
    counters = [
        replace(each, count=each.count + 1) if each.id == "air-1" else each
        for each in game.counters.values()
    ]
    after = numbers(build(with_counters(game, counters), tmp_path, "after"))
    assert after.pop("air-1#4") not in before.values()
    assert after == before


def test_a_game_that_cannot_be_written_to_needs_a_complete_lock_file(
    game: GameData, tmp_path: Path
) -> None:
    build(game, tmp_path)
    shipped = tmp_path / "shipped"
    target = tmp_path / "target"
    target.mkdir()
    with pytest.raises(GpidError, match="copy the game's folder"):
        build_module(game, shipped, target)
    assert list(target.iterdir()) == []


def test_progress_is_told_to_the_end(game: GameData, tmp_path: Path) -> None:
    told: list[tuple[int, int, str]] = []
    source, target = tmp_path / "game", tmp_path / "out"
    source.mkdir()
    target.mkdir()
    build_module(game, source, target, progress=lambda *step: told.append(step))
    done = [step[0] for step in told]
    assert done == list(range(1, told[-1][1] + 1))


def test_what_lint_refuses_is_not_written_and_gives_no_numbers(
    game: GameData, tmp_path: Path
) -> None:
    broken = with_counters(game, [replace(each, name="bad\\") for each in game.counters.values()])
    with pytest.raises(ModuleError, match="ends in a backslash"):
        build_module(broken, tmp_path, tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert not (tmp_path / LOCK_FILE).exists()


def test_optional_counters_are_an_extension_with_numbers_that_do_not_overlap(
    module: ReadModule,
) -> None:
    assert module.built.extension is not None
    extension = read_module(module.built, module.built.extension)
    assert [gpid.partition(":")[0] for gpid in extension.slots()] == ["opt"]
    assert not set(extension.slots()) & set(module.slots())
    assert numbers(extension).keys() == {"spare"}
    assert extension.root.get("module") == module.root.get("name")
    assert extension.root.get("extensionId") == "opt"
    [element] = extension.elements("ExtensionElement")
    assert element.get("target") == (
        "VASSAL.build.module.PieceWindow:Counters/VASSAL.build.widget.TabWidget:Sides"
    )
    assert {"extensiondata", "moduledata", "buildFile.xml"} <= set(extension.files)


def test_a_game_without_optional_counters_has_no_extension(game: GameData, tmp_path: Path) -> None:
    units = [each for each in game.counters.values() if not each.optional]
    scenarios = {
        name: replace(
            scenario, setup=tuple(p for p in scenario.setup if p.counter in {u.id for u in units})
        )
        for name, scenario in game.scenarios.items()
    }
    plain = replace(with_counters(game, units), scenarios=MappingProxyType(scenarios))
    built = build(plain, tmp_path).built
    assert built.extension is None
    assert [path.name for path in built.path.parent.iterdir()] == [built.path.name]
