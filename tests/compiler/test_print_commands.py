"""The commands that print, as a user types them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from compiler.resources import game_folder, template_folder
from referee.cli import main

SAMPLE = game_folder("bold_stroke") / "samples" / "two-turns.moves.jsonl"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game of one's own."""
    folder = tmp_path / "game"
    shutil.copytree(template_folder() / "new_game", folder)
    return folder


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def made(result: Result) -> set[str]:
    assert result.exit_code == 0, result.output
    return {
        Path(line.split(maxsplit=1)[1]).name
        for line in result.stdout.splitlines()
        if not line.startswith(" ")
    }


def test_everything_printed_is_made_from_data_alone_and_twice_the_same(
    game: Path, tmp_path: Path
) -> None:
    products = ("sheets", "rosters", "map", "charts", "setups")
    only = [argument for product in products for argument in ("--only", product)]
    names = made(run("build", game, *only, "--out", tmp_path / "one"))
    stem = "new_game-0.1.0"
    assert names == {
        f"{stem}-{ending}.pdf"
        for ending in (
            "counters", "counters-list", "roster-crossing", "map", "map-tiles", "charts",
            "sequence", "setups",
        )
    }  # fmt: skip
    made(run("build", game, *only, "--out", tmp_path / "two"))
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_one_side_on_stated_paper_as_pictures_with_a_preview(game: Path, tmp_path: Path) -> None:
    names = made(
        run(
            "build", game, "--only", "sheets", "--side", "red", "--page", "200x250mm",
            "--size", "5/8in", "--gutter", "2", "--bleed", "1", "--duplex", "short",
            "--as", "png", "--as", "svg", "--dpi", "50", "--preview", "--out", tmp_path / "out",
        )
    )  # fmt: skip
    assert {
        "new_game-0.1.0-counters-red-01.png",
        "new_game-0.1.0-counters-red-preview.png",
    } <= names
    assert not any(name.endswith(".pdf") for name in names)


def test_a_sheet_of_corrections_since_a_version(game: Path, tmp_path: Path) -> None:
    made(run("build", game, "--only", "sheets", "--out", tmp_path / "out"))
    for file, old, new in (
        ("game.toml", 'version = "0.1.0"', 'version = "0.2.0"'),
        ("counters.csv", "division,5,3,4", "division,5,4,4"),
    ):
        path = game / file
        path.write_text(path.read_text().replace(old, new))
    result = run("build", game, "--only", "sheets", "--since", "0.1.0", "--out", tmp_path / "out")
    assert "new_game-0.2.0-counters-since-0.1.0.pdf" in made(result)
    result = run("build", game, "--only", "sheets", "--since", "7.0.0", "--out", tmp_path / "out")
    assert result.exit_code == 2
    assert "(0.1.0)" in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("--page", "b99"), ("--page", "1x1mm"), ("--side", "green"), ("--formation", "x"),
        ("--size", "500"), ("--gutter", "1", "--bleed", "2"), ("--corner-radius", "40"),
        ("--overlap", "0"), ("--hex-mm", "2"), ("--scenario", "nothing"), ("--size", "wide"),
        ("--dpi", "9"),
    ],
)  # fmt: skip
def test_what_cannot_be_printed_is_one_message_and_status_2(
    arguments: tuple[str, ...], game: Path, tmp_path: Path
) -> None:
    result = run("build", game, *_products(), *arguments, "--out", tmp_path / "out")
    assert result.exit_code == 2
    assert "Error: " in result.stderr
    told = ("expected", "in the range", "such as", "take a gutter of 4 mm")
    assert any(each in result.stderr for each in told)
    assert "Traceback" not in result.output


def _products() -> tuple[str, ...]:
    return ("--only", "sheets", "--only", "rosters", "--only", "map")


def test_the_test_page_is_written_for_each_way_of_turning(tmp_path: Path) -> None:
    for edge in ("long", "short"):
        result = run("testpage", "--duplex", edge, "--offset-x", "0.5", "--out", tmp_path)
        assert made(result) == {f"testpage-{edge}.pdf"}


def test_rosters_of_a_scenario_and_a_side(tmp_path: Path) -> None:
    result = run(
        "roster", "iron_cross", "--scenario", "tula", "--side", "german", "--out", tmp_path
    )
    assert made(result) == {"iron_cross-1.0.0-roster-tula-german.pdf"}


def test_rosters_are_filled_in_for_the_position_at_the_end_of_a_log(tmp_path: Path) -> None:
    names = made(run("roster", "bold_stroke", "--at", SAMPLE, "--out", tmp_path))
    assert "bold_stroke-1.0.0-roster-breakout-soviet-two-turns.pdf" in names
    from tests.compiler.sheets.rendering import page_texts

    text = page_texts(tmp_path / "bold_stroke-1.0.0-roster-breakout-soviet-two-turns.pdf")[0]
    assert "Scenario 1: The Breakout, turn " in text


@pytest.mark.parametrize(
    "arguments",
    [("--side", "polish"), ("--scenario", "x"), ("--at", __file__), ("--page", "?")],
)
def test_a_roster_that_cannot_be_made_is_one_message_and_status_2(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    result = run("roster", "bold_stroke", *arguments, "--out", tmp_path)
    assert result.exit_code == 2
    assert result.stderr.startswith(("Error: ", "Usage: "))
    assert "Traceback" not in result.output
