"""Logs of a real game of long ago, stepped through by the engine and by our reader.

The game's module is not at hand; an empty one with maps of the same names will do, as saves hold
their pieces whole.
"""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from lxml import etree

from referee.logs.vassal.replay import read_log

from .comparison import as_judged, as_read, difference
from .conftest import Engines
from .engine import Engine

LOGS = tuple(f"pbem-chain-{number}.vlog" for number in (1, 2, 3, 4))
BOARD = "9000"
PICKER = "VASSAL.build.module.map.BoardPicker"

MOST_APART = 0.003
"""The share of pieces that may stand otherwise at the end of a log.

VASSAL 3.6 moves a piece down within its stack to another index than later versions do, and these
logs, of VASSAL 2.9, remove stacks from under their pieces.
"""


def maps_of(logs: list[Path]) -> list[str]:
    """The names of all maps on which pieces stand at the end of the logs."""
    ends = (read_log(log).replay().run() for log in logs)
    return sorted({piece.map for end in ends for piece in end if piece.map})


@pytest.fixture(scope="module")
def engine(corpus: Path, engines: Engines, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    """An engine with a module that has the game's maps and nothing else."""
    module = tmp_path_factory.mktemp("stub") / "stub.vmod"
    root = etree.Element("VASSAL.build.GameModule", name="Stub", version="1.0")
    for name in maps_of([corpus / log for log in LOGS]):
        stub = etree.SubElement(root, "VASSAL.build.module.Map", mapName=name, launch="true")
        etree.SubElement(
            etree.SubElement(stub, PICKER),
            "VASSAL.build.module.map.boardPicker.Board",
            name=f"Board of {name}",
            width=BOARD,
            height=BOARD,
        )
    with zipfile.ZipFile(module, "w") as archive:
        archive.writestr("buildFile.xml", etree.tostring(root, encoding="UTF-8"))
    return engines.get(module)


@pytest.mark.parametrize("name", LOGS)
def test_we_follow_a_real_game_as_the_engine_does(corpus: Path, engine: Engine, name: str) -> None:
    replay = read_log(corpus / name).replay()
    engine.load(corpus / name)
    list(replay.initial())
    begun = as_read(replay.position, raw=False)
    assert difference(begun, as_judged(engine.everything())) == {}
    engine.step()
    ended = as_read(replay.run(), raw=False)
    apart = difference(ended, as_judged(engine.everything()))
    assert len(apart) <= MOST_APART * len(ended), apart
