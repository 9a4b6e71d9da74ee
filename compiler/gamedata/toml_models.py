"""Validates the values of a TOML file against its model in `schema`.

It turns pydantic's errors into faults with line and column; what refers to what is checked
elsewhere.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from compiler.gamedata.faults import FaultList, did_you_mean, listed, nearest, shown
from compiler.gamedata.schema import IDENTIFIER_PATTERN
from compiler.gamedata.toml_reader import Document, Path

Model = TypeVar("Model", bound=BaseModel)

_EXPECTED = {
    "string_type": "a text in quotes",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_parsing_size": "a smaller whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "tuple_type": "a list in brackets",
    "list_type": "a list in brackets",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
    "literal_error": "{expected}",
    "greater_than": "more than {gt:g}",
    "greater_than_equal": "at least {ge:g}",
    "less_than": "less than {lt:g}",
    "less_than_equal": "at most {le:g}",
    "string_too_long": "at most {max_length} characters",
    "value_error": "{error}",
}
"""What was expected, by pydantic's type of error; the braces are filled from its context."""

_PATTERNS = {
    IDENTIFIER_PATTERN: "lower-case letters, digits, '_', '.' and '-', a letter or digit first",
    "^#[0-9a-fA-F]{6}$": "a colour written '#rrggbb'",
    r"^\d+\.\d+\.\d+$": "a version written '1.2.3'",
}


def validate(document: Document, model: type[Model], faults: FaultList) -> Model | None:
    """The document as an instance of its model; None, with every fault noted, if it is none."""
    try:
        valid = model.model_validate(document.data)
    except ValidationError as error:
        _note(document, model, error.errors(include_url=False), faults)
        return None
    return None if document.flawed else valid


def parts(
    document: Document | None, model: type[Model], *path: str
) -> Iterator[tuple[str | int, Model]]:
    """The sound entries of a table or list in a document that may have faults elsewhere.

    Gives each with its key or number; those with faults are passed over (`validate` notes them).
    """
    value: object = document.data if document else None
    for step in path:
        value = value.get(step) if isinstance(value, dict) else None
    entries: Iterable[tuple[str | int, object]] = ()
    if isinstance(value, dict):
        entries = value.items()
    elif isinstance(value, list):
        entries = enumerate(value)
    for key, entry in entries:
        if isinstance(entry, dict) and (found := part(model, entry)) is not None:
            yield key, found


def part(model: type[Model], data: object) -> Model | None:
    """One table of a document that may have faults elsewhere; None if it has some itself."""
    try:
        return model.model_validate(data)
    except ValidationError:
        return None


def _note(
    document: Document, model: type[BaseModel], errors: Iterable[ErrorDetails], faults: FaultList
) -> None:
    """Note the errors, those of one value (a union names each of its members) as one fault."""
    at_value: dict[Path, tuple[object, list[ErrorDetails]]] = {}
    misspelt: set[tuple[Path, str]] = set()
    missing: list[tuple[Path, str]] = []
    for error in errors:
        path, value, is_key = _resolve(document, error["loc"])
        if any(path[: len(flawed)] == flawed for flawed in document.flawed):
            continue
        if error["type"] == "missing":
            missing.append((path, str(error["loc"][-1])))
        elif error["type"] == "extra_forbidden":
            names = _keys_at(model, path[:-1])
            found = f"the unknown key {shown(str(path[-1]))}"
            advice = nearest(str(path[-1]), names)
            misspelt.update((path[:-1], name) for name in names if advice == did_you_mean(name))
            faults.add(document.at_key(*path), found, f"one of: {listed(names, 40)}", advice)
        elif is_key:
            faults.add(document.at_key(*path), shown(path[-1]), _expected(error))
        else:
            at_value.setdefault(path, (value, []))[1].append(error)
    for path, name in missing:
        if (path, name) not in misspelt:
            faults.add(document.at(*path, name), f"no key {shown(name)}", "a value for this key")
    for path, (value, same) in at_value.items():
        expected = " or ".join(dict.fromkeys(_expected(error) for error in same))
        faults.add(document.at(*path), shown(value), expected, _advice(same[0], value))


def _resolve(document: Document, location: tuple[int | str, ...]) -> tuple[Path, object, bool]:
    """The path in the document that an error's location means, its value, and if its key is meant.

    Pydantic adds names of its own (`[key]`, the members of a union), at which the path ends.
    """
    value: object = document.data
    path: Path = ()
    for step in location:
        inner = _entries(value)
        if step not in inner or step == "[key]":
            return path, value, step == "[key]"
        value = inner[step]
        path = (*path, step)
    return path, value, False


def _entries(value: object) -> Mapping[str | int, object]:
    """The entries of a table by key, those of a list by number."""
    if isinstance(value, dict):
        return value
    return dict(enumerate(value)) if isinstance(value, list) else {}


def _expected(error: ErrorDetails) -> str:
    context: Mapping[str, Any] = error.get("ctx", {})
    if error["type"] == "string_pattern_mismatch":
        pattern = str(context["pattern"])
        return _PATTERNS.get(pattern, f"a text of the form {pattern}")
    template = _EXPECTED.get(error["type"])
    return template.format(**context) if template else error["msg"]


def _advice(error: ErrorDetails, found: object) -> str:
    """The likeliest of the words that an enumeration allows."""
    if error["type"] != "literal_error" or not isinstance(found, str):
        return ""
    words = str(error.get("ctx", {}).get("expected", "")).replace(" or ", ", ").split(", ")
    return nearest(found, [word.strip("'") for word in words])


def _keys_at(model: type[BaseModel], path: Path) -> list[str]:
    """The keys that the table at a path of the model may have."""
    annotation: Any = model
    for step in path:
        annotation = _plain(annotation)
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            annotation = annotation.model_fields[str(step)].annotation
        else:
            # A mapping (key, value) or a list (item, ...).
            arguments = get_args(annotation)
            annotation = arguments[1] if get_origin(annotation) is dict else arguments[0]
    annotation = _plain(annotation)
    return list(annotation.model_fields) if hasattr(annotation, "model_fields") else []


def _plain(annotation: Any) -> Any:
    """An annotation without `Annotated` and `| None`."""
    while get_origin(annotation) in (Annotated, Union, types.UnionType):
        members = [each for each in get_args(annotation) if each is not type(None)]
        annotation = members[0]
    return annotation
