"""Counter faces and markers: from the data of a game to one drawing per face.

Purely from data: what stands on a face says the game's `layout`, where it stands says `faces`,
how it looks the template.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from compiler.art.colours import BLACK, mix
from compiler.art.drawing import ArtError, Drawing
from compiler.art.faces import FONT_SIZES, SIDE, FacePlan, FaceStyle, Zone, plan_face
from compiler.art.figures import Piece, fields, figures, pieces
from compiler.art.fonts import unprintable
from compiler.art.runs import BoxStyle
from compiler.art.symbols import unit_symbol
from compiler.art.templating import render
from compiler.gamedata.model import Counter, GameData
from compiler.gamedata.schema import FaceLayout, FaceText

MARKER_GROUND = "#f3efe2"
"""The colour of a marker that belongs to no side and whose kind has none."""
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_DEFAULT_TEXTS = (
    FaceText(at="above-symbol", format="{size}", size="small"),
    FaceText(at="bottom", format="{name}", size="medium"),
)
_GENERATIONS = 20


def faces_of(data: GameData, counter: Counter) -> tuple[str, ...]:
    """The faces a counter really has, the front first.

    A further face counts if something stands on it: a figure of its own, or, in a game without
    figures that differ by face, the face itself.
    """
    columns = data.game.columns.markers if counter.is_marker else data.game.columns.counters
    per_face = [name for name, column in columns.items() if column.per_face]
    known = [face for face in data.game.faces if face in counter.faces]
    if not known:
        return data.game.faces[:1]
    if not per_face:
        return tuple(known)
    return tuple(
        face
        for n, face in enumerate(known)
        if n == 0 or any(counter.faces[face].get(name) not in (None, False) for name in per_face)
    )


def counter_face(data: GameData, counter: Counter, face: str, *, edge: bool = True) -> Drawing:
    """One face of a unit or marker, `layout.pixels` square.

    `edge` draws a thin line along the edge, for the screen; printed sheets go without.

    Raises:
        ArtError: for a face the counter does not have, or a layout that names what is not there.
    """
    if face not in data.game.faces:
        raise ArtError(
            f"{counter.id} has no face {face!r}: expected one of {', '.join(data.game.faces)}"
        )
    plan = _plan(data, counter, face)
    return _draw(
        data,
        plan,
        f"{counter.name} ({face})",
        edge_colour=mix(plan.style.ground, BLACK, 0.55) if edge else "",
        symbol_markup=plan.symbol.markup(
            accent=data.kinds[counter.kind].symbol_colour or "none", paper=plan.paper
        )
        if plan.symbol
        else "",
    )


def marker_face(data: GameData, marker: Counter, *, edge: bool = True) -> Drawing:
    """The front of a marker."""
    return counter_face(data, marker, faces_of(data, marker)[0], edge=edge)


def blank_face(data: GameData, counter: Counter) -> Drawing:
    """The back of a counter that has no second face: its colour alone."""
    plan = FacePlan(FaceStyle(_style(data, counter, data.game.faces[0]).ground))
    return _draw(data, plan, f"{counter.name} (back)")


def face_bleed(data: GameData, counter: Counter, face: str | None, beyond: float) -> Drawing:
    """The grounds of a face without what stands on them, going on past its edges for bleed.

    Args:
        data: the game.
        counter: the unit or marker.
        face: the face; None: the back of a counter that has no second one.
        beyond: how far past each edge, as a fraction of the counter's side.
    """
    if face is None:
        plan = FacePlan(FaceStyle(_style(data, counter, data.game.faces[0]).ground))
    else:
        whole = _plan(data, counter, face)
        plan = FacePlan(replace(whole.style, box_fill=()), band=whole.band)
    return _draw(data, plan, f"{counter.name} (bleed)", beyond=beyond * SIDE)


def _draw(
    data: GameData,
    plan: FacePlan,
    title: str,
    *,
    edge_colour: str = "",
    symbol_markup: str = "",
    beyond: float = 0.0,
) -> Drawing:
    """A plan as a drawing, `layout.pixels` square and, with bleed, so much larger."""
    pixels = data.game.layout.pixels * (SIDE + 2 * beyond) / SIDE
    svg = render(
        data.game.layout.template,
        plan=plan,
        side=SIDE,
        beyond=float(beyond),
        pixels=pixels,
        title=title,
        edge_colour=edge_colour,
        symbol_markup=symbol_markup,
    )
    return Drawing(svg, pixels, pixels)


def face_content(data: GameData, counter: Counter, face: str) -> tuple[object, ...]:
    """What a face shows, as plain values that JSON can hold: its texts, symbol and colours.

    It does not tell where they stand: a change of the drawing is no change of the counter.
    """
    kind = data.kinds[counter.kind]
    style = _style(data, counter, face)
    texts = {
        at: [[piece.text, piece.emphasised] for piece in zone.pieces]
        for at, zone in sorted(_zones(data, counter, face).items())
    }
    colours = (style.ground, style.ink, style.band, style.stripe, style.emphasis.fill)
    fills = (*style.box_fill, style.box_split)
    return texts, colours, fills, kind.symbol, kind.symbol_colour or "", kind.text


def face_ground(data: GameData, counter: Counter, face: str) -> str:
    """The colour of a face, `#rrggbb`."""
    return _style(data, counter, face).ground


def _plan(data: GameData, counter: Counter, face: str) -> FacePlan:
    kind = data.kinds[counter.kind]
    symbol = unit_symbol(kind.symbol) if kind.symbol else None
    zones = _zones(data, counter, face)
    style = _style(data, counter, face)
    box_text = kind.text if symbol is None and not counter.is_marker else ""
    return plan_face(zones, style, symbol, box_text)


def _zones(data: GameData, counter: Counter, face: str) -> dict[str, Zone]:
    """The texts of a face by place; of several for one place the first that is not empty."""
    texts = figures(data, counter, face)
    zones: dict[str, Zone] = {}
    for text in _texts(data, counter, face):
        found = pieces(text, texts)
        if found and text.at not in zones:
            zones[text.at] = Zone(found, FONT_SIZES[text.size], text.turned)
    if counter.is_marker and not zones:
        kind = data.kinds[counter.kind]
        if kind.symbol:
            zones["bottom"] = Zone((Piece(counter.name),), FONT_SIZES["small"])
        elif kind.text:
            zones["centre"] = Zone((Piece(kind.text),), 60.0)
            if counter.name != kind.text:
                zones["bottom"] = Zone((Piece(counter.name),), FONT_SIZES["small"])
        else:
            zones["centre"] = Zone((Piece(counter.name),), FONT_SIZES["large"])
    return zones


def _texts(data: GameData, counter: Counter, face: str) -> Iterator[FaceText]:
    layout = data.game.layout
    for text in layout.texts or (() if counter.is_marker else _DEFAULT_TEXTS):
        named = counter.kind in text.kinds
        everywhere = not text.kinds and not counter.is_marker
        if (named or everywhere) and (not text.faces or face in text.faces):
            yield text


def _style(data: GameData, counter: Counter, face: str) -> FaceStyle:
    kind, layout = data.kinds[counter.kind], data.game.layout
    side = data.sides[counter.side] if counter.side else None
    own = layout.faces.get(face, FaceLayout())
    ground = own.colour or kind.colour or (side.colour if side else MARKER_GROUND)
    ink = own.text_colour or kind.text_colour or (side.text_colour if side else BLACK)
    banded = own.band if own.band is not None else face != data.game.faces[0]
    fill, split = _box_fill(data, counter, face)
    return FaceStyle(
        ground=ground,
        ink=ink,
        band=(side.accent if side else mix(ground, BLACK, 0.15)) if banded else "",
        stripe=_stripe(data, counter),
        box_fill=fill,
        box_split=split,
        emphasis=_emphasis(data, counter, face),
    )


def _column_text(data: GameData, counter: Counter, face: str, column: str, what: str) -> str:
    texts = figures(data, counter, face)
    if column not in texts:
        raise ArtError(
            f"{what} of the counter layout names the column {column!r}:"
            f" expected one of {', '.join(sorted(texts))}"
        )
    return texts[column]


def _box_fill(data: GameData, counter: Counter, face: str) -> tuple[tuple[str, ...], str]:
    rule = data.game.layout.symbol_fill
    if rule is None or counter.is_marker:
        return (), ""
    fill = rule.fills.get(_column_text(data, counter, face, rule.column, "symbol_fill"), "")
    split = next((mark for mark in "|/" if mark in fill), "")
    return tuple(filter(None, fill.split(split) if split else [fill])), split


def _emphasis(data: GameData, counter: Counter, face: str) -> BoxStyle:
    layout = data.game.layout.emphasis
    value = ""
    if layout.column and not counter.is_marker:
        value = _column_text(data, counter, face, layout.column, "emphasis")
    return BoxStyle(
        layout.colours.get(value, layout.default), circle=counter.kind in layout.circle_kinds
    )


def _stripe(data: GameData, counter: Counter) -> str:
    """The colour of the counter's formation, or of the nearest one above it that has a colour."""
    column = data.game.layout.stripe
    formation = data.formations.get(counter.formation or "") if column else None
    for _ in range(_GENERATIONS):
        if formation is None:
            break
        value = formation.values.get(column)
        if value:
            if not isinstance(value, str) or not _COLOUR.fullmatch(value):
                raise ArtError(
                    f"formation {formation.id} has {value!r} in the column {column!r}:"
                    " expected a colour such as #c04030"
                )
            return value
        formation = data.formations.get(formation.parent or "")
    return ""


def layout_faults(data: GameData) -> tuple[str, ...]:
    """Everything that would keep counters from being drawn well, one sentence each.

    Unknown symbols, columns and templates, and letters for which the font has no glyph.
    """
    faults: dict[str, None] = {}
    for kind_id, kind in data.kinds.items():
        if kind.symbol:
            try:
                unit_symbol(kind.symbol)
            except ArtError as error:
                faults[f"kind {kind_id}: {error}"] = None
    for counter in data.all_counters():
        for face in faces_of(data, counter):
            try:
                plan = _plan(data, counter, face)
            except ArtError as error:
                faults[str(error)] = None
                continue
            absent = unprintable("".join(glyphs.text for glyphs in plan.glyphs))
            if absent:
                faults[
                    f"{counter.id}: the font has no glyph for {absent!r}: write it otherwise"
                ] = None
    return tuple(faults)


__all__ = [
    "blank_face",
    "counter_face",
    "face_bleed",
    "face_content",
    "face_ground",
    "faces_of",
    "fields",
    "layout_faults",
    "marker_face",
]
