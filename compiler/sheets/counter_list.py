"""The sheet list: every counter of a counter sheet with the number of copies and its page.

What is counted by it before and after cutting.
"""

from __future__ import annotations

from typing import Any

from compiler.art.counters import counter_face
from compiler.gamedata.model import Counter, GameData
from compiler.sheets.counters import CounterSheet
from compiler.sheets.typesetting import Document, document_of


def counter_list(data: GameData, sheet: CounterSheet) -> Document:
    """The list of what is on a counter sheet."""
    groups = []
    for group in sheet.groups:
        rows: dict[tuple[str, str], dict[str, Any]] = {}
        for piece in group.pieces:
            counter = piece.counter
            key = (counter.id, piece.front)
            if key not in rows:
                rows[key] = {
                    "front": _face(data, counter, piece.front),
                    "back": _face(data, counter, piece.back) if piece.back else None,
                    "name": counter.name,
                    "kind": data.kinds[counter.kind].name,
                    "count": 0,
                    "page": sheet.first_pages[counter.id],
                }
            rows[key]["count"] += 1
        groups.append(
            {
                "title": group.title,
                "total": len(group.pieces),
                "size": f"{group.size:.4g}",
                "rows": list(rows.values()),
            }
        )
    content = {
        "groups": groups,
        "total": sum(len(group.pieces) for group in sheet.groups),
        "notes": list(sheet.chosen.notes),
    }
    return document_of(data, "counter list", "counter_list.typ", sheet.document.page, content)


def _face(data: GameData, counter: Counter, face: str) -> dict[str, str]:
    drawing = counter_face(data, counter, face)
    return {"svg": drawing.svg, "alt": f"{counter.name}, {face}"}
