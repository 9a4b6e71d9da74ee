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

BOARD = "9000"
PICKER = "VASSAL.build.module.map.BoardPicker"

MOST_APART = {
    "pbem-chain-1.vlog": 2,
    "pbem-chain-2.vlog": 3,
    "pbem-chain-3.vlog": 5,
    "pbem-chain-4.vlog": 0,
}
"""The logs, and how many pieces at most may stand otherwise at the end.

VASSAL 2.9 wrote these logs, and where they leave something out the engine cannot follow them while
the reader concludes what the program that wrote them must have had:

* pbem-chain-1: an undo (steps 677 and 678) puts two pieces upon one another in a stack that no
  command makes. Step 690 moves that stack by its id. The engine knows no such stack and leaves both
  where they were; the reader takes the stack for the one that must have come about.
* pbem-chain-2: step 110 takes a marker off all maps that lies in a stack, and does not remove it.
  The engine leaves it in the stack, so that the two units there stand otherwise as well. It has it
  at the bottom, moreover: it counts the places of a piece that goes down within its stack (step
  109) otherwise than later versions do.
* pbem-chain-3: an undo (step 392) makes such a stack again, which takes three units to another map
  (step 419). Two more units had been moved in some way that is not in the log: step 97 takes off
  their marks and has them elsewhere, before as after. The engine heeds a place only if it changes.
"""
LOGS = tuple(MOST_APART)


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
    assert len(apart) <= MOST_APART[name], apart
