"""The extension of a module: optional counters, on a tab of the palette of their own.

VASSAL finds it in the folder `<module>_ext` beside the module. Its pieces have numbers of their
own, `opt:17`, and the module's prototypes.
"""

from __future__ import annotations

from pathlib import Path

from lxml import etree

from compiler.vassal.assembly import ModuleParts, trait_images
from compiler.vassal.buildfile import MODULE, WIDGET, component, to_bytes
from compiler.vassal.encoding import encode_sequence
from compiler.vassal.images import ImageSet
from compiler.vassal.palette import OPTIONAL_TAB, TABS, WINDOW, add_panel
from compiler.vassal.pieces import EXTENSION_ID

EXTENSION_DATA = "extensiondata"


def extension_path(module: Path) -> Path:
    """Where the extension of a module belongs."""
    return module.with_name(f"{module.stem}_ext") / f"{module.stem}-optional.vmdx"


def extension_images(parts: ModuleParts) -> list[str]:
    """The images of the extension that the module does not have."""
    traits = (trait for slot in parts.optional_slots for trait in slot.traits)
    names = dict.fromkeys(name for name in trait_images(traits) if name and name[0] != "/")
    return [name for name in names if name not in parts.images.names]


def extension_build_file(parts: ModuleParts) -> bytes:
    """The build file of the extension."""
    root = component(
        None,
        MODULE + "ModuleExtension",
        anyModule=False,
        description="Optional counters",
        extensionId=EXTENSION_ID,
        module=parts.metadata.name,
        moduleVersion=parts.metadata.version,
        nextPieceSlotId=parts.numbers.next,
        vassalVersion=parts.metadata.vassal_version,
        version=parts.metadata.version,
    )
    path = [(MODULE + "PieceWindow", WINDOW), (WIDGET + "TabWidget", TABS)]
    target = encode_sequence([encode_sequence(step, ":") for step in path], "/")
    element = component(root, MODULE + "ExtensionElement", target=target)
    add_panel(element, OPTIONAL_TAB, parts.optional_slots, parts.data)
    return to_bytes(root)


def extension_data(parts: ModuleParts) -> bytes:
    """What the extension says of itself."""
    metadata = parts.metadata
    root = etree.Element("data", version="1")
    for tag, text in (
        ("version", metadata.version),
        ("extra1", ""),
        ("extra2", ""),
        ("VassalVersion", metadata.vassal_version),
        ("dateSaved", metadata.saved_at),
        ("description", "Optional counters"),
        ("universal", "false"),
    ):
        etree.SubElement(root, tag).text = text
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", pretty_print=True)


def extension_entries(parts: ModuleParts, pictures: ImageSet) -> dict[str, bytes]:
    """The entries of the extension's archive.

    Raises:
        ArtError: an image cannot be drawn.
    """
    images = {f"images/{name}": pictures.file(name) for name in extension_images(parts)}
    return {
        "buildFile.xml": extension_build_file(parts),
        EXTENSION_DATA: extension_data(parts),
        "moduledata": parts.metadata.to_xml(),
        **images,
    }
