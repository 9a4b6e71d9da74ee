"""The templates of drawings and pages: how values are put into them safely.

Every value that a template prints is escaped for XML unless a module has made it `Markup`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateNotFound
from markupsafe import Markup, escape

from compiler.art.drawing import ArtError
from compiler.art.fonts import FAMILY
from compiler.resources import template_folder

templates_folder = template_folder
"""Where templates and the libraries of symbols and icons stand."""

_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def number(value: float) -> str:
    """A coordinate with at most two decimals, as short as can be.

    >>> number(2.0), number(-0.001), number(12.345)
    ('2', '0', '12.35')
    """
    text = f"{value + 1e-9:.2f}".rstrip("0").rstrip(".")
    return "0" if text in {"-0", ""} else text


def xml_text(value: object) -> Markup:
    """Any text, escaped, without the control characters that XML cannot hold."""
    if isinstance(value, Markup):
        return value
    return escape(_NOT_IN_XML.sub("\ufffd", str(value)))


def _finalise(value: object) -> object:
    return number(value) if isinstance(value, float) else xml_text(value)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(template_folder()),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_finalise,
    )
    environment.globals["font"] = Markup(f"'{FAMILY}', sans-serif")  # noqa: S704 - ours
    return environment


def render(template: str, **values: Any) -> str:
    """The text of a template from the templates folder, filled in.

    Raises:
        ArtError: if there is no template of that name.
    """
    try:
        found = _environment().get_template(template)
    except TemplateNotFound:
        raise ArtError(
            f"there is no template {template!r}: expected one of"
            f" {', '.join(sorted(_environment().list_templates(extensions=['j2'])))}"
        ) from None
    return found.render(**values)
