"""Writes the JSON Schemas of the TOML files, by which an editor completes keys and marks faults.

They describe the form of each file; what refers to what is checked by `loader` alone.
"""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import BaseModel

from compiler.gamedata.loader import TOML_FILES

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_of(name: str) -> dict[str, object]:
    """The JSON Schema of one TOML file, named without `.toml`.

    >>> schema_of("options")["title"]
    'options.toml'
    """
    model: type[BaseModel] = TOML_FILES[name]
    return {"$schema": DIALECT, **model.model_json_schema(), "title": f"{name}.toml"}


def write_schemas(folder: Path) -> list[Path]:
    """Write `<file>.schema.json` for every TOML file, and give their paths.

    Raises:
        OSError: if the folder cannot be written to.
    """
    folder.mkdir(parents=True, exist_ok=True)
    paths: list[Path] = []
    for name in TOML_FILES:
        path = folder / f"{name}.schema.json"
        text = json.dumps(schema_of(name), indent=2, ensure_ascii=False) + "\n"
        write_text(path, text)
        paths.append(path)
    return paths


def write_text(path: Path, text: str) -> None:
    """Write a whole file or none: under another name first."""
    unfinished = path.with_name(f".{path.name}.unfinished")
    unfinished.write_text(text, encoding="utf-8", newline="\n")
    unfinished.replace(path)
