"""The small XML entries `moduledata` and `savedata` that say what an archive belongs to.

All XML of VASSAL archives is read through `parse_xml`: without entities, DTD or network.
"""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from compiler.vassal.errors import VassalFileError

_FIELDS = (
    ("version", "version"),
    ("extra1", "extra1"),
    ("extra2", "extra2"),
    ("VassalVersion", "vassal_version"),
    ("dateSaved", "saved_at"),
    ("description", "description"),
    ("name", "name"),
)
"""XML element and attribute of `Metadata`, in the order in which VASSAL writes them."""


@dataclass(frozen=True, slots=True)
class Metadata:
    """What an archive says of itself.

    Attributes:
        version: version of the module.
        vassal_version: version of VASSAL that wrote it, or that it is written for. It decides the
            name of the build file and whether an older VASSAL opens the module.
        saved_at: milliseconds since 1970, in decimal; empty if unknown.
        description: a module's description or a player's comment on a save.
        name: the module's name; empty in `savedata`.
        extra1, extra2: two free texts of the module.
    """

    version: str = ""
    vassal_version: str = ""
    saved_at: str = ""
    description: str = ""
    name: str = ""
    extra1: str = ""
    extra2: str = ""

    def to_xml(self) -> bytes:
        """Return the XML entry, the same bytes for the same values."""
        root = etree.Element("data", version="1")
        for tag, attribute in _FIELDS:
            value = getattr(self, attribute)
            if value or tag not in ("name", "description"):
                etree.SubElement(root, tag).text = value
        return etree.tostring(root, xml_declaration=True, encoding="UTF-8", pretty_print=True)

    @classmethod
    def from_xml(cls, data: bytes, source: str) -> Metadata:
        """Read the XML entry; of translated names and descriptions the untranslated one counts.

        Raises:
            VassalFileError: it is no well-formed XML, or XML with a document type.
        """
        root = parse_xml(data, source)
        values = {}
        for tag, attribute in _FIELDS:
            values[attribute] = (root.findtext(tag) or "").strip()
        return cls(**values)


def parse_xml(data: bytes, source: str) -> etree._Element:
    """Parse XML from a file that nobody vouches for and return its root element.

    Args:
        data: the XML, with or without a byte order mark.
        source: the name of the file and entry for error messages.

    Raises:
        VassalFileError: it is not well-formed, nests too deep, or has a document type declaration.
    """
    if b"<!DOCTYPE" in data:
        raise _document_type(source)
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
    )
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise VassalFileError(
            source, f"XML that cannot be read ({error})", "well-formed XML", "write it again"
        ) from None
    if root.getroottree().docinfo.internalDTD is not None:
        raise _document_type(source)
    return root


def _document_type(source: str) -> VassalFileError:
    return VassalFileError(
        source, "a document type declaration", "XML without one", "remove the <!DOCTYPE ...>"
    )
