"""The build file as XML: elements named after VASSAL's classes, with values as it writes them.

Only the form; which components there are is decided in `maps`, `toolbar`, `palette` and `module`.
"""

from __future__ import annotations

from collections.abc import Mapping

from lxml import etree
from lxml.etree import _Element as Element

from compiler.vassal.keys import Key

GAME_MODULE = "VASSAL.build.GameModule"
MODULE = "VASSAL.build.module."
MAP = "VASSAL.build.module.map."
PICKER = "VASSAL.build.module.map.boardPicker."
GRID = "VASSAL.build.module.map.boardPicker.board."
PROPERTIES = "VASSAL.build.module.properties."
DOCUMENTATION = "VASSAL.build.module.documentation."
TURN = "VASSAL.build.module.turn."
WIDGET = "VASSAL.build.widget."

Value = str | int | float | bool | Key | tuple[int, int, int] | None
"""An attribute's value: a colour is a triple, None an empty attribute."""


def component(parent: Element | None, tag: str, **values: Value) -> Element:
    """Add a component to its parent (None for a root) and return it.

    Raises:
        ValueError: a text holds a character that XML cannot.

    >>> root = component(None, GAME_MODULE, name="Demo", nextPieceSlotId=1)
    >>> etree.tostring(root).decode()
    '<VASSAL.build.GameModule name="Demo" nextPieceSlotId="1"/>'
    """
    return configured(parent, tag, values)


def configured(
    parent: Element | None, tag: str, values: Mapping[str, Value], text: str | None = None
) -> Element:
    """As `component`, with the attributes in a table, and with content for slots and prototypes."""
    attributes = {name: attribute(value) for name, value in values.items()}
    if parent is None:
        element = etree.Element(tag, attributes)
    else:
        element = etree.SubElement(parent, tag, attributes)
    if text is not None:
        element.text = text
    return element


def attribute(value: Value) -> str:
    """An attribute's value as VASSAL reads it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Key):
        return value.encode()
    if isinstance(value, tuple):
        return ",".join(str(part) for part in value)
    return str(value)


def to_bytes(root: Element) -> bytes:
    """The build file; texts of pieces keep every character, lines are broken between elements."""
    etree.indent(root, " ")
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8")


__all__ = [
    "DOCUMENTATION",
    "GAME_MODULE",
    "GRID",
    "MAP",
    "MODULE",
    "PICKER",
    "PROPERTIES",
    "TURN",
    "WIDGET",
    "Element",
    "Value",
    "attribute",
    "component",
    "configured",
    "to_bytes",
]
