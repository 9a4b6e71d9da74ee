"""Lint of a module as it will be written: its build file, its pieces, its images.

It reads the finished XML, not what it was made from, so that it finds faults of the writer itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from compiler.vassal.assembly import trait_images
from compiler.vassal.buildfile import MAP, MODULE, PICKER, WIDGET, Element
from compiler.vassal.encoding import EncodingError, PieceText, Trait, decode_sequence
from compiler.vassal.lint import LintFinding, error, warning
from compiler.vassal.states import BasicState

_FILE_ATTRIBUTES = {
    MODULE + "PredefinedSetup": "file",
    MODULE + "documentation.HelpFile": "fileName",
    WIDGET + "HtmlChart": "fileName",
}
"""Components that show a file of the archive, and the attribute that names it."""

_IMAGE_ATTRIBUTES = ("icon", "image", "disabledIcon", "iconName", "markUnmovedIcon")


def lint_module(
    root: Element, files: Collection[str], in_setups: Collection[str] = ()
) -> Iterator[LintFinding]:
    """Everything wrong with a build file.

    Args:
        root: the build file.
        files: names of all other entries of the archive, images as `images/NAME`.
        in_setups: images of pieces that only set-ups have.
    """
    prototypes: dict[str, Sequence[Trait]] = {}
    pieces: dict[str, Sequence[Trait]] = {}
    used: set[str] = set(in_setups)
    for element in root.iter(MODULE + "PrototypeDefinition"):
        name = element.get("name", "")
        if name in prototypes:
            yield error(f"prototype {name!r}", "is defined twice")
        yield from _read(element, f"prototype {name!r}", name, prototypes)
    for element in root.iter(WIDGET + "PieceSlot", WIDGET + "CardSlot"):
        name = f"{element.get('entryName')} ({element.get('gpid')})"
        yield from _read(element, name, name, pieces)
    yield from _gpids(root, pieces)
    for name, traits in [*prototypes.items(), *pieces.items()]:
        yield from _traits(name, traits, prototypes)
        used.update(trait_images(traits))
    for element in root.iter():
        used.update(_element_images(element))
        yield from _element_files(element, files)
    yield from _maps(root)
    yield from _images(used, files)


def _read(
    element: Element, subject: str, name: str, into: dict[str, Sequence[Trait]]
) -> Iterator[LintFinding]:
    text = (element.text or "").strip()
    try:
        piece = PieceText.decode(text)
    except EncodingError as fault:
        yield error(subject, str(fault))
        return
    if piece.encode() != text:
        yield error(subject, "VASSAL would read other traits than those written")
    if piece.piece_id is not None:
        yield error(subject, f"has the id {piece.piece_id}: expected none in a module")
    into[name] = piece.traits


def _gpids(root: Element, pieces: Mapping[str, Sequence[Trait]]) -> Iterator[LintFinding]:
    seen: dict[str, str] = {}
    following = root.get("nextPieceSlotId", "")
    if not following.isdecimal():
        yield error("the module", f"nextPieceSlotId is {following!r}: expected a number")
        return
    for element in root.iter(WIDGET + "PieceSlot", WIDGET + "CardSlot"):
        gpid = element.get("gpid", "")
        name = f"{element.get('entryName')} ({gpid})"
        number = gpid.rpartition(":")[2]
        if not number.isdecimal() or int(number) >= int(following):
            yield error(name, f"has the gpid {gpid!r}: expected a number below {following}")
        if gpid in seen:
            yield error(name, f"has the gpid of {seen[gpid]}")
        seen[gpid] = name
        if name in pieces:
            yield from _basic_piece(name, gpid, pieces[name][-1])


def _basic_piece(name: str, gpid: str, basic: Trait) -> Iterator[LintFinding]:
    if basic.kind != "piece":
        yield error(name, f"ends in a trait {basic.kind!r}: expected a BasicPiece")
        return
    state = BasicState.decode(basic.state)
    if state.piece_slot != gpid:
        yield error(name, f"has the gpid {gpid} in the palette and {state.piece_slot} in the piece")
    if state.map is not None:
        yield error(name, f"lies on the map {state.map!r}: expected none in a palette")


def _traits(
    name: str, traits: Sequence[Trait], prototypes: Mapping[str, Sequence[Trait]]
) -> Iterator[LintFinding]:
    for trait in traits:
        if trait.kind == "prototype" and trait.fields()[1] not in prototypes:
            yield error(name, f"there is no prototype {trait.fields()[1]!r}")
        if trait.kind == "emb2":
            fields = trait.fields()
            images, labels = decode_sequence(fields[16], ","), decode_sequence(fields[17], ",")
            if len(images) != len(labels):
                yield error(
                    name, f"layer {fields[19]!r} has {len(images)} images and {len(labels)} names"
                )
        if trait.kind == "mark":
            names = decode_sequence(trait.type.removeprefix("mark;"), ",")
            values = decode_sequence(trait.state, ",")
            if len(names) != len(values):
                yield error(name, f"{len(names)} properties with {len(values)} values")
            if len(set(names)) != len(names):
                yield error(name, "a property stands twice")


def _element_images(element: Element) -> Iterator[str]:
    for name in _IMAGE_ATTRIBUTES:
        yield element.get(name, "")
    if element.tag in (WIDGET + "Chart", MODULE + "documentation.AboutScreen"):
        yield element.get("fileName", "")


def _element_files(element: Element, files: Collection[str]) -> Iterator[LintFinding]:
    """Pages and set-ups that are not in the archive."""
    tag = str(element.tag)
    attribute = _FILE_ATTRIBUTES.get(tag)
    if attribute is None or element.get("useFile") == "false":
        return
    name = element.get(attribute, "")
    if element.get("fileType", "archive") == "archive" and name not in files:
        yield error(tag.rpartition(".")[2], f"there is no file {name!r}")


def _maps(root: Element) -> Iterator[LintFinding]:
    boards: set[str] = set()
    for made in root.iter(MODULE + "Map"):
        name = made.get("mapName", "")
        tags = {child.tag for child in made}
        for helper in ("PieceMover", "KeyBufferer", "ForwardToKeyBuffer", "MenuDisplayer"):
            if MAP + helper not in tags:
                yield error(f"map {name!r}", f"has no {helper}: nothing on it could be moved")
        own = [board.get("name", "") for board in made.iter(PICKER + "Board")]
        if not own:
            yield error(f"map {name!r}", "has no board")
        for board in own:
            if board in boards:
                yield warning(f"board {board!r}", "is a name of boards of two maps")
            boards.add(board)


def _images(used: set[str], files: Collection[str]) -> Iterator[LintFinding]:
    there = {name.removeprefix("images/") for name in files if name.startswith("images/")}
    wanted = {name for name in used if name and not name.startswith("/")}
    for name in sorted(wanted - there):
        yield error(f"image {name!r}", "is used and not there")
    for name in sorted(there - wanted):
        yield warning(f"image {name!r}", "is there and not used")
