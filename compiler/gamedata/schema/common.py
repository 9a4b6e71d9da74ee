"""What all files share: identifiers, colours, lengths, and where a figure comes from."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    model_serializer,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from compiler.gamedata.lengths import EXPECTED as A_LENGTH
from compiler.gamedata.lengths import millimetres

IDENTIFIER_PATTERN = r"^[a-z0-9][a-z0-9_.-]*$"
MAX_IDENTIFIER = 80

Identifier = Annotated[str, Field(pattern=IDENTIFIER_PATTERN, max_length=MAX_IDENTIFIER)]
"""Lower-case letters, digits, `_`, `.` and `-`: stable names that data files refer to one another
by."""

Colour = Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]
"""An sRGB colour, `#rrggbb`."""


def _length(value: object) -> object:
    if not isinstance(value, str):
        return value
    try:
        return millimetres(value)
    except ValueError:
        raise ValueError(A_LENGTH) from None


CounterSize = Annotated[
    float, BeforeValidator(_length, json_schema_input_type=float | str), Field(gt=4, le=60)
]
"""The side of a square counter: millimetres, or a text with its unit such as `9/16 in`."""

SourceKind = Literal["printed", "derived", "stand-in"]

_SOURCE = re.compile(r"^(printed|derived|stand-in)\s*(?::\s*(.*\S))?\s*$", re.DOTALL)


class Strict(BaseModel):
    """Frozen, and an unknown key is an error: a misspelt key must never be ignored.

    The texts under the keys describe them in the JSON Schemas.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class Source(Strict):
    """Where a figure comes from, written `kind: where`, e.g. `printed: 11.17.A`.

    `printed` needs the rule or chart number, `derived` the sentence or example it follows from;
    `stand-in` is ours, because the published figure was not at hand, and may say why it is
    plausible.
    """

    kind: SourceKind
    where: str = ""

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        found = _SOURCE.match(value)
        if found is None:
            raise ValueError(
                "'printed: <rule>', 'derived: <from what>' or 'stand-in: <why it is plausible>'"
            )
        return {"kind": found[1], "where": found[2] or ""}

    @model_validator(mode="after")
    def _names_its_origin(self) -> Source:
        if self.kind != "stand-in" and not self.where:
            raise ValueError(f"where it is {self.kind}, as '{self.kind}: 11.17.A'")
        return self

    @model_serializer
    def _to_text(self) -> str:
        return str(self)

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """A text: an editor must not offer the table that `Source` is inside the program."""
        schema = handler.resolve_ref_schema(handler(core_schema))
        schema.clear()
        schema.update(
            title="Source",
            description="Where a figure comes from: printed, derived or a stand-in, and where.",
            type="string",
            pattern=r"^((printed|derived)\s*:\s*\S|stand-in\s*(:|$))",
            examples=["printed: 11.17.A", "derived: 19.0, total of 8", "stand-in: like the 208th"],
        )
        return schema

    def __str__(self) -> str:
        return f"{self.kind}: {self.where}" if self.where else self.kind
