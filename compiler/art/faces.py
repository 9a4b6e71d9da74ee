"""The plan of one counter face: where texts, symbol and colours go on a square of 100 units.

Rows are laid out from the top and from the bottom, the symbol takes the middle. It makes no SVG:
`counters` does, from the template.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from compiler.art.colours import BLACK, readable
from compiler.art.figures import Piece
from compiler.art.fitting import LINE_HEIGHT, block_height, fit_block
from compiler.art.fonts import CAP_HEIGHT, text_width
from compiler.art.runs import Box, BoxStyle, Glyphs, Run, fit_run, natural_width
from compiler.art.symbols import UnitSymbol

SIDE = 100.0
MARGIN = 4.5
GAP = 2.5
STRIPE = 5.0
FONT_SIZES = MappingProxyType({"small": 15.0, "medium": 19.0, "large": 25.0, "huge": 33.0})
FLOOR = 9.5
"""No text is set smaller: seven pixels on a counter of 75."""
BESIDE = 12.0
"""The size at which a text beside the symbol should fit; the symbol gives way to it."""
BOX_ASPECT = 1.5
WIDEST_SYMBOL, WIDEST_BETWEEN_TEXTS, NARROWEST_SYMBOL = 62.0, 48.0, 36.0
_ROWS = (("top", ("top-left", "top", "top-right")), ("above", ("above-symbol",)))
_LOWER_ROWS = (("bottom", ("bottom-left", "bottom", "bottom-right")), ("below", ("below-symbol",)))


@dataclass(frozen=True, slots=True)
class Zone:
    """A text for one place of the face, not yet fitted."""

    pieces: tuple[Piece, ...]
    size: float
    turned: bool = False

    @property
    def text(self) -> str:
        """The whole text, without boxes."""
        return "".join(piece.text for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class FaceStyle:
    """The colours of a face."""

    ground: str
    ink: str = BLACK
    band: str = ""
    """Colour of the band across the face, empty for none."""
    stripe: str = ""
    box_fill: tuple[str, ...] = ()
    """Fill of the unit box: none, one colour, or two."""
    box_split: str = ""
    """How two fills part: `|` side by side, `/` along the rising diagonal."""
    emphasis: BoxStyle = field(default_factory=BoxStyle)


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of the face."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre."""
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(slots=True)
class FacePlan:
    """Everything on a face, placed; what the template draws."""

    style: FaceStyle
    symbol: UnitSymbol | None = None
    symbol_area: Area | None = None
    frame: Area | None = None
    band: Area | None = None
    glyphs: list[Glyphs] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)

    @property
    def box_polygons(self) -> tuple[tuple[str, str], ...]:
        """The fills of the unit box: SVG points and colour of each."""
        area = self.frame
        if area is None or not self.style.box_fill:
            return ()
        left, top, right, bottom = area.x, area.y, area.x + area.width, area.y + area.height
        whole = [(left, top), (right, top), (right, bottom), (left, bottom)]
        if len(self.style.box_fill) == 1:
            return ((_points(whole), self.style.box_fill[0]),)
        if self.style.box_split == "/":
            halves = (
                [(left, top), (right, top), (left, bottom)],
                [(right, top), (right, bottom), (left, bottom)],
            )
        else:
            middle = area.x + area.width / 2
            halves = (
                [(left, top), (middle, top), (middle, bottom), (left, bottom)],
                [(middle, top), (right, top), (right, bottom), (middle, bottom)],
            )
        return tuple(
            (_points(half), fill) for half, fill in zip(halves, self.style.box_fill, strict=True)
        )

    @property
    def symbol_ink(self) -> str:
        """The colour of the symbol: the face's, unless it cannot be read on what is behind it."""
        if self.frame is None:
            return readable(self.style.band, self.style.ink) if self.style.band else self.style.ink
        fills = self.style.box_fill
        return readable(fills[0], self.style.ink, 3) if fills else self.style.ink

    @property
    def paper(self) -> str:
        """The colour that shows through a silhouette."""
        return self.style.band or self.style.ground


def _points(corners: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in corners)


def plan_face(
    zones: Mapping[str, Zone], style: FaceStyle, symbol: UnitSymbol | None, box_text: str = ""
) -> FacePlan:
    """Lays a face out.

    `zones` are texts by place (`top-left` … as in `FaceText.at`); `box_text` stands in a unit box,
    in the symbol's place. Texts too wide for their place shrink, then are shortened.
    """
    plan = FacePlan(style, symbol)
    zones = _merged(zones)
    left = STRIPE + 2 if style.stripe else MARGIN
    top, bottom = _set_rows(plan, zones, left, SIDE - MARGIN)
    middle = Area(left, top, SIDE - MARGIN - left, max(bottom - top, 1.0))
    if symbol is not None or box_text:
        _set_symbol(plan, zones, middle, box_text)
    elif "centre" in zones:
        _set_block(plan, zones["centre"], middle, style.ink)
    if style.band:
        plan.band = Area(0, middle.y - GAP / 2, SIDE, middle.height + GAP)
    return plan


def _merged(zones: Mapping[str, Zone]) -> Mapping[str, Zone]:
    """What stands above the symbol joins the top row where that leaves its middle free."""
    if "above-symbol" in zones and "top" not in zones:
        rest = {at: zone for at, zone in zones.items() if at != "above-symbol"}
        return {**rest, "top": zones["above-symbol"]}
    return zones


def _row_height(zones: Sequence[Zone]) -> float:
    """Height of a row, of which figures fill all but a little, boxes all."""
    return max(
        CAP_HEIGHT * zone.size + (0.26 * zone.size if _boxed(zone) else 1.0) for zone in zones
    )


def _boxed(zone: Zone) -> bool:
    return any(piece.emphasised for piece in zone.pieces)


def _set_rows(
    plan: FacePlan, zones: Mapping[str, Zone], left: float, right: float
) -> tuple[float, float]:
    """Sets the rows above and below; returns what is left between them, as two heights."""
    top, bottom = MARGIN, SIDE - MARGIN
    for _, places in _ROWS:
        row = {at: zones[at] for at in places if at in zones}
        if row:
            height = _row_height(tuple(row.values()))
            _set_row(plan, row, Area(left, top, right - left, height))
            top += height + GAP
    for _, places in _LOWER_ROWS:
        row = {at: zones[at] for at in places if at in zones}
        if row:
            height = _row_height(tuple(row.values()))
            _set_row(plan, row, Area(left, bottom - height, right - left, height))
            bottom -= height + GAP
    return top, bottom


def _set_row(plan: FacePlan, row: Mapping[str, Zone], area: Area) -> None:
    """Up to three texts side by side: the middle one centred, the others at the edges."""
    sides = {at.rpartition("-")[2]: zone for at, zone in row.items()}
    sides = {side if side in {"left", "right"} else "middle": zone for side, zone in sides.items()}
    widths = _share(
        {side: natural_width(zone.pieces, zone.size) for side, zone in sides.items()}, area.width
    )
    for side, zone in sides.items():
        run = fit_run(zone.pieces, widths[side], zone.size, min(FLOOR, zone.size))
        x = {
            "left": area.x,
            "middle": area.x + (area.width - run.width) / 2,
            "right": area.x + area.width - run.width,
        }[side]
        _put(plan, run, x, area, plan.style.ink)


def _share(natural: Mapping[str, float], width: float) -> dict[str, float]:
    """How wide each text of a row may be: as wide as it is, if all fit, else in proportion.

    Beside a middle text both edges get the same, since it is centred.
    """
    space = width - GAP * (len(natural) - 1)
    if "middle" in natural and len(natural) > 1:
        edges = {side: need for side, need in natural.items() if side != "middle"}
        widest = max(edges.values())
        centre = min(natural["middle"], max(space - 2 * widest, space / 3))
        edge = (width - centre) / 2 - GAP
        return {"middle": centre, **dict.fromkeys(edges, edge)}
    total = sum(natural.values())
    if total <= space:
        return dict(natural)
    return {side: space * need / total for side, need in natural.items()}


def _put(plan: FacePlan, run: Run, x: float, area: Area, ink: str) -> None:
    baseline = area.y + (area.height + CAP_HEIGHT * run.size) / 2
    glyphs, boxes = run.place(x, baseline, ink, plan.style.emphasis)
    plan.glyphs += glyphs
    plan.boxes += boxes


def _set_symbol(plan: FacePlan, zones: Mapping[str, Zone], middle: Area, box_text: str) -> None:
    """The symbol in the middle, as large as there is room, and the texts beside it."""
    symbol = plan.symbol
    boxed = symbol is None or symbol.boxed
    aspect = BOX_ASPECT if boxed or symbol is None else symbol.aspect
    widest = min(_widest_symbol(zones, middle), middle.width)
    height = min(middle.height, widest / aspect)
    width = height * aspect
    centre_x = middle.middle[0]
    area = Area(centre_x - width / 2, middle.middle[1] - height / 2, width, height)
    plan.symbol_area = area
    if boxed:
        plan.frame = area
    if box_text:
        inner = Area(area.x + 2.5, area.y + 1.5, area.width - 5, area.height - 3)
        _set_block(plan, Zone((Piece(box_text),), height * 0.8), inner, plan.symbol_ink)
    elif "centre" in zones:
        _set_block(plan, zones["centre"], area, plan.symbol_ink)
    right_edge = middle.x + middle.width
    room = {
        "left": Area(middle.x, area.y, area.x - middle.x - GAP, area.height),
        "right": Area(area.x + width + GAP, area.y, right_edge - area.x - width - GAP, height),
    }
    ink = readable(plan.style.band, plan.style.ink) if plan.style.band else plan.style.ink
    for side, place in room.items():
        if side in zones:
            tall = Area(place.x, middle.y, place.width, middle.height)
            _set_beside(plan, zones[side], tall if zones[side].turned else place, side, ink)


def _widest_symbol(zones: Mapping[str, Zone], middle: Area) -> float:
    """How wide the symbol may be, so that what stands beside it can be read."""
    needs = [
        BESIDE
        if zone.turned
        else max(text_width(word, min(zone.size, BESIDE)) for word in zone.text.split(" "))
        for side, zone in zones.items()
        if side in {"left", "right"}
    ]
    if not needs:
        return WIDEST_SYMBOL
    room = middle.width - 2 * (max(needs) + GAP + 0.5)
    return min(max(room, NARROWEST_SYMBOL), WIDEST_BETWEEN_TEXTS)


def _set_beside(plan: FacePlan, zone: Zone, area: Area, side: str, ink: str) -> None:
    if not zone.turned:
        _set_block(plan, zone, area, ink)
        return
    size = min(zone.size, area.width / 0.9)
    run = fit_run(zone.pieces, area.height, size, min(FLOOR, size))
    x, y = area.middle
    half_cap, half = CAP_HEIGHT * run.size / 2, run.width / 2
    line = "".join(piece.text for piece in run.pieces)
    if side == "left":
        plan.glyphs.append(Glyphs(line, x + half_cap, y + half, run.size, ink, angle=-90))
    else:
        plan.glyphs.append(Glyphs(line, x - half_cap, y - half, run.size, ink, angle=90))


def _set_block(plan: FacePlan, zone: Zone, area: Area, ink: str) -> None:
    """A text in a rectangle, on as many lines as it needs, centred; one line may have boxes."""
    if _boxed(zone):
        run = fit_run(zone.pieces, area.width, zone.size, min(FLOOR, zone.size))
        _put(plan, run, area.middle[0] - run.width / 2, area, ink)
        return
    fitted = fit_block(zone.text, area.width, area.height, zone.size, floor=min(FLOOR, zone.size))
    size = fitted.size
    height = block_height(len(fitted.lines), size) - (0.9 - CAP_HEIGHT) * size
    baseline = area.middle[1] - height / 2 + CAP_HEIGHT * size
    for line in fitted.lines:
        x = area.middle[0] - text_width(line, size) / 2
        plan.glyphs.append(Glyphs(line, x, baseline, size, ink))
        baseline += LINE_HEIGHT * size
