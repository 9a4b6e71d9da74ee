"""The demonstration: build a game, audit a sample log with planted faults, say where it all is."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from compiler import resources
from compiler.vassal.container import replacing
from referee.audit import Audit
from referee.report.json import audit_json
from referee.report.text import audit_text

SAMPLES = "samples"
PLANTED = "planted-faults.moves.jsonl"


class NoDemoError(ValueError):
    """The game has no sample log to show."""


def demo_game() -> str:
    """The first game that comes with a sample log. Raises `NoDemoError` if none does."""
    for game in resources.games():
        if (resources.game_folder(game) / SAMPLES / PLANTED).is_file():
            return game
    raise NoDemoError("no game that comes with hexmarshal has a sample log")


def sample_log(folder: Path) -> Path:
    """The sample log of a game's folder. Raises `NoDemoError` if there is none."""
    path = folder / SAMPLES / PLANTED
    if not path.is_file():
        raise NoDemoError(f"{folder}: no {SAMPLES}/{PLANTED} to show")
    return path


@dataclass(frozen=True, slots=True)
class Report:
    """The files an audit was written to."""

    text: Path
    json: Path


def write_report(result: Audit, folder: Path, name: str) -> Report:
    """Write an audit as text and JSON, each under a temporary name first. Raises `OSError`."""
    report = Report(folder / f"{name}.audit.txt", folder / f"{name}.audit.json")
    _write(report.text, "".join(f"{line}\n" for line in audit_text(result)))
    plain = json.dumps(audit_json(result), ensure_ascii=False, indent=2)
    _write(report.json, plain + "\n")
    return report


def _write(path: Path, text: str) -> None:
    with replacing(path) as part:
        part.write_text(text, encoding="utf-8")
