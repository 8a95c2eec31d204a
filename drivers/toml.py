"""Files a person can read and change, written so that they are never half there."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from controller.errors import BadWiring


def toml(content: Mapping[str, Any]) -> str:
    """Plain values as TOML: first what is short, then the tables."""
    return "\n".join(toml_lines(content)).lstrip() + "\n"


def toml_lines(content: Mapping[str, Any], above: str = "") -> Iterator[str]:
    """`above` names the table it stands in, with its dot."""
    short = {k: v for k, v in content.items() if not nested(v) and v is not None}
    yield from (f"{named(key)} = {written(value)}" for key, value in short.items())
    for key, value in content.items():
        name = above + named(key)
        if isinstance(value, Mapping) and value:
            yield from ("", f"[{name}]", *toml_lines(value, f"{name}."))
        elif nested(value):
            for part in value:
                yield from ("", f"[[{name}]]", *inner(part))


def nested(value: Any) -> bool:
    """It becomes tables of its own."""
    tables = isinstance(value, list | tuple) and any(isinstance(part, Mapping) for part in value)
    return isinstance(value, Mapping) or tables


def inner(part: Mapping[str, Any]) -> Iterator[str]:
    """What has no value is left out."""
    given = {key: value for key, value in part.items() if value is not None}
    yield from (f"{named(key)} = {written(value)}" for key, value in given.items())


def written(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str() if "\n" in value:
            return f'"""{value}"""'
        case str():
            return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        case Mapping():
            pairs = (f"{named(key)} = {written(part)}" for key, part in value.items())
            return "{ " + ", ".join(pairs) + " }"
        case list() | tuple():
            return "[" + ", ".join(map(written, value)) + "]"
        case _:
            return str(value)


def named(key: str) -> str:
    bare = key.replace("_", "").replace("-", "")
    return key if bare.isascii() and bare.isalnum() else written(key)


def save(path: Path, text: str) -> None:
    """All of it or nothing; BadWiring says why it cannot be."""
    beside = path.with_name(path.name + ".new")
    try:
        beside.write_text(text, encoding="utf-8")
        os.replace(beside, path)
    except OSError as trouble:
        raise BadWiring("file.unwritable", path=path, why=trouble.strerror) from trouble
