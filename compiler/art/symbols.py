"""The symbols on counters: NATO unit symbols and the silhouettes that NATO does not have.

NATO symbols come from the package `milsymbol`, silhouettes from `templates/symbols.svg`. Every
symbol is a piece of SVG without frame or colours of its own (`currentColor`), to be set into a box.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

import milsymbol
from lxml import etree
from markupsafe import Markup

from compiler.art.drawing import ArtError
from compiler.art.fonts import FAMILY
from compiler.resources import template_folder

SVG = "http://www.w3.org/2000/svg"

UNIT_SYMBOLS = MappingProxyType(
    {
        "infantry": "1211000000",
        "mechanised-infantry": "1211020000",
        "motorised-infantry": "1211040000",
        "airborne-infantry": "1211000001",
        "mountain-infantry": "1211000027",
        "armour": "1205000000",
        "armoured-reconnaissance": "1205010000",
        "cavalry": "1213000000",
        "reconnaissance": "1213000000",
        "motorised-reconnaissance": "1213030000",
        "anti-tank": "1204000000",
        "self-propelled-anti-tank": "1204010000",
        "motorised-anti-tank": "1204020000",
        "artillery": "1303000000",
        "self-propelled-artillery": "1303010000",
        "anti-aircraft": "1301000000",
        "engineer": "1407000000",
        "armoured-engineer": "1407010000",
        "motorised-engineer": "1407020000",
        "signals": "1110000000",
        "medical": "1613000000",
        "maintenance": "1611000000",
        "transport-unit": "1636000000",
    }
)
"""NATO unit symbols by name: six digits of the entity, four of its modifiers, in MIL-STD-2525D."""

FUNCTION_IDS = MappingProxyType(
    {
        "UCI": "infantry",
        "UCIA": "airborne-infantry",
        "UCIM": "motorised-infantry",
        "UCIO": "mountain-infantry",
        "UCIZ": "mechanised-infantry",
        "UCA": "armour",
        "UCAT": "armour",
        "UCAA": "anti-tank",
        "UCAAA": "self-propelled-anti-tank",
        "UCR": "reconnaissance",
        "UCRV": "reconnaissance",
        "UCRVA": "armoured-reconnaissance",
        "UCF": "artillery",
        "UCFH": "artillery",
        "UCFHE": "self-propelled-artillery",
        "UCFRM": "rocket-artillery",
        "UCFM": "mortar",
        "UCD": "anti-aircraft",
        "UCE": "engineer",
        "UUS": "signals",
        "USM": "medical",
    }
)
"""Names for function ids of letter codes: the table behind these is loaded in half the time."""

SIZE_MARKS = MappingProxyType(
    {
        "army group": "XXXXX",
        "front": "XXXXX",
        "army": "XXXX",
        "corps": "XXX",
        "division": "XX",
        "brigade": "X",
        "regiment": "III",
        "battalion": "II",
        "company": "I",
        "platoon": "•••",
        "section": "••",
        "squad": "•",
    }
)
"""The mark for each size of unit."""

_LETTER_CODE = re.compile(r"S[A-Z*-][A-Z*-][A-Z*-][A-Z0-9*-]{1,11}")
_DIGIT_CODE = re.compile(r"\d{20}")
_LAND_UNIT_OF_A_FRIEND = "1003100000"
_FRAME_COLOUR = re.compile(r"rgb\(128, ?224, ?255\)")
_CLOSED = re.compile(r"[zZ]\s*$")
STROKE = 2.1
"""How much thicker than in the standard lines are drawn: counters are small."""


@dataclass(frozen=True, slots=True)
class UnitSymbol:
    """A symbol to be set into a box.

    `body` is SVG markup that draws in `currentColor`; it holds `{accent}` where a closed shape may
    be filled and `{paper}` where the ground shows through. `view` is its extent: x, y, width,
    height. A `boxed` symbol belongs into a unit's frame, others stand free.
    """

    body: str
    view: tuple[float, float, float, float]
    boxed: bool

    @property
    def aspect(self) -> float:
        """Width over height."""
        return self.view[2] / self.view[3]

    def markup(self, *, accent: str = "none", paper: str = "#ffffff") -> Markup:
        """The body with its closed shapes filled in `accent`, on a ground of the colour `paper`."""
        body = self.body.replace("{accent}", accent).replace("{paper}", paper)
        return Markup(body)  # noqa: S704 - the project's own files, no game's data


def size_mark(size: str) -> str:
    """The mark of a size of unit, `division` → `XX`; a size that has no mark stays as it is."""
    return SIZE_MARKS.get(size.casefold(), size)


def symbol_names() -> tuple[str, ...]:
    """All names that `unit_symbol` knows, in order."""
    return tuple(sorted({*UNIT_SYMBOLS, *_silhouettes()}))


@cache
def unit_symbol(name: str) -> UnitSymbol:
    """The symbol of a name, a letter code (`SFGPUCI---`) or a 20-digit code of MIL-STD-2525.

    Raises:
        ArtError: if there is no such symbol.
    """
    if name in UNIT_SYMBOLS:
        return _from_standard(_LAND_UNIT_OF_A_FRIEND + UNIT_SYMBOLS[name], name)
    silhouettes = _silhouettes()
    if name in silhouettes:
        return silhouettes[name]
    if _DIGIT_CODE.fullmatch(name):
        return _from_standard(name[:3] + "3" + name[4:6] + "0000" + name[10:], name)
    if _LETTER_CODE.fullmatch(name):
        function = FUNCTION_IDS.get(name[4:10].rstrip("-*"))
        if function is not None and name[2] == "G":
            return unit_symbol(function)
        return _from_standard(f"SF{name[2]}-{name[4:10].replace('*', '-'):-<6}", name)
    raise ArtError(
        f"there is no symbol {name!r}: expected a code of MIL-STD-2525 (SFGPUCI---) or one of"
        f" {', '.join(symbol_names())}"
    )


def _from_standard(code: str, name: str) -> UnitSymbol:
    symbol = milsymbol.Symbol(code)
    if not symbol.is_valid():
        raise ArtError(f"symbol {name!r} is not in MIL-STD-2525: look the code up again")
    root = etree.fromstring(symbol.as_svg().encode())
    frame = root[0].get("d", "")
    boxed = frame.startswith("M25,50")
    if boxed:
        root.remove(root[0])
    for element in root.iter():
        _restyle(element)
    view = (25.0, 50.0, 150.0, 100.0) if boxed else _view(root.get("viewBox", ""))
    return UnitSymbol(_inner(root), view, boxed)


def _restyle(element: etree._Element) -> None:
    """Ink for black, stronger lines, no frame colour, our font, `{accent}` in closed shapes."""
    for attribute in ("stroke", "fill"):
        value = element.get(attribute)
        if value == "black":
            element.set(attribute, "currentColor")
        elif value is not None and _FRAME_COLOUR.fullmatch(value):
            element.set(attribute, "none")
    width = element.get("stroke-width")
    if width is not None:
        element.set("stroke-width", f"{float(width) * STROKE:g}")
    if element.get("font-family") is not None:
        element.set("font-family", FAMILY)
    closed = element.tag in {f"{{{SVG}}}circle", f"{{{SVG}}}ellipse"} or _CLOSED.search(
        element.get("d", "")
    )
    if closed and element.get("fill", "none") == "none":
        element.set("fill", "{accent}")


def _view(view_box: str) -> tuple[float, float, float, float]:
    x, y, width, height = (float(part) for part in view_box.split())
    return x, y, width, height


def _inner(element: etree._Element) -> str:
    text = "".join(etree.tostring(child, encoding="unicode") for child in element)
    return re.sub(r"\s+", " ", text.replace(f' xmlns="{SVG}"', "")).strip()


@cache
def _silhouettes() -> dict[str, UnitSymbol]:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True)
    root = etree.parse(template_folder() / "symbols.svg", parser).getroot()
    return {
        element.get("id", ""): UnitSymbol(
            _inner(element),
            _view(element.get("viewBox", "")),
            boxed=element.get("class") == "boxed",
        )
        for element in root.iter(f"{{{SVG}}}symbol")
    }
