"""Reads `rulebook.csv`, the ids of the paragraphs, and the defects that refer to them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from compiler.gamedata.faults import FaultList, Names, shown
from compiler.gamedata.model import Paragraph
from compiler.gamedata.reading import Ids, Reading
from compiler.gamedata.schema import Defect
from compiler.gamedata.toml_models import parts
from compiler.gamedata.toml_reader import Document

MAX_ID = 40


def read_rulebook(reading: Reading) -> tuple[tuple[Paragraph, ...], Names]:
    """The paragraphs in order, and the ids that defects may name: None if not all are known.

    A game without `rulebook.csv` has no paragraphs; its defects may then name any.
    """
    table = reading.table("rulebook")
    ids = Ids(reading.faults)
    paragraphs: list[Paragraph] = []
    for row in table.rows():
        id_, kind = row["id"], row["kind"]
        if not id_ or "\n" in id_.text or len(id_.text) > MAX_ID:
            found = shown(id_.text) if id_ else "nothing"
            reading.faults.add(id_.at, found, f"a paragraph's number, at most {MAX_ID} characters")
        if kind.text not in ("section", "paragraph"):
            found = shown(kind.text) if kind else "nothing"
            reading.faults.add(kind.at, found, "'section' or 'paragraph'")
        if ids.add(id_):
            what: Literal["section", "paragraph"] = (
                "section" if kind.text == "section" else "paragraph"
            )
            paragraphs.append(Paragraph(id_.text, what, row["advisory"].text))
    return tuple(paragraphs), None if table.missing else table.names()


def read_defects(
    document: Document | None, paragraphs: Names, faults: FaultList
) -> Mapping[str, Defect]:
    """The defects of the printed rules by id, each at paragraphs that exist."""
    found: dict[str, Defect] = {}
    if document is None:
        return found
    for number, defect in parts(document, Defect, "defects"):
        if defect.id in found:
            faults.repeated(document.at("defects", number, "id"), defect.id, None)
        found[defect.id] = defect
        for index, place in enumerate(defect.place):
            at = document.at("defects", number, "place", index)
            faults.unknown(at, "paragraphs", place, paragraphs, declared_in="rulebook.csv")
    return MappingProxyType(found)
