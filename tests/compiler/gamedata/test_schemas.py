"""The JSON Schemas describe what the files may hold, for editors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from compiler.gamedata.loader import TOML_FILES
from compiler.gamedata.schemas import schema_of, write_schemas


def test_there_is_a_schema_for_each_toml_file(tmp_path: Path) -> None:
    paths = write_schemas(tmp_path / "schemas")
    assert [path.name for path in paths] == [f"{name}.schema.json" for name in TOML_FILES]
    assert sorted(path.name for path in (tmp_path / "schemas").iterdir()) == sorted(
        path.name for path in paths
    )
    for path in paths:
        json.loads(path.read_text(encoding="utf-8"))


def test_a_schema_describes_its_keys() -> None:
    schema: dict[str, Any] = schema_of("map")
    keys = schema["$defs"]["GridFile"]["properties"]
    assert "right-hand edge" in keys["columns_descend"]["description"]
    assert keys["orientation"]["enum"] == ["flat", "pointy"]
    assert schema["additionalProperties"] is False
    assert "grid" in schema["required"]


def test_a_source_is_a_text_to_an_editor() -> None:
    schema: dict[str, Any] = schema_of("tables")
    assert schema["$defs"]["Source"]["type"] == "string"
