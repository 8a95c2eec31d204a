"""Writing of TOML files that people can edit; a file is replaced whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from controller.errors import BadWiring


def toml(content: Mapping[str, Any]) -> str:
    """Return the content as TOML: plain values first, then tables."""
    return "\n".join(toml_lines(content)).lstrip() + "\n"


def toml_lines(content: Mapping[str, Any], above: str = "") -> Iterator[str]:
    """Yield the lines of a table; `above` is the name of its parent with a dot."""
    short = {k: v for k, v in content.items() if not nested(v) and v is not None}
    yield from (f"{quoted_key(key)} = {toml_value(value)}" for key, value in short.items())
    for key, value in content.items():
        name = above + quoted_key(key)
        if isinstance(value, Mapping) and value:
            yield from ("", f"[{name}]", *toml_lines(value, f"{name}."))
        elif nested(value):
            for part in value:
                yield from ("", f"[[{name}]]", *inner(part))


def nested(value: Any) -> bool:
    """True if the value is written as tables."""
    tables = isinstance(value, list | tuple) and any(isinstance(part, Mapping) for part in value)
    return isinstance(value, Mapping) or tables


def inner(part: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of one table of an array; values of None are left out."""
    given = {key: value for key, value in part.items() if value is not None}
    yield from (f"{quoted_key(key)} = {toml_value(value)}" for key, value in given.items())


def toml_value(value: Any) -> str:
    """Return a value as TOML."""
    match value:
        case bool():
            return str(value).lower()
        case str() if "\n" in value:
            return f'"""{value}"""'
        case str():
            return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        case Mapping():
            pairs = (f"{quoted_key(key)} = {toml_value(part)}" for key, part in value.items())
            return "{ " + ", ".join(pairs) + " }"
        case list() | tuple():
            return "[" + ", ".join(map(toml_value, value)) + "]"
        case _:
            return str(value)


def quoted_key(key: str) -> str:
    """Return a key as TOML, quoted if necessary."""
    bare = key.replace("_", "").replace("-", "")
    return key if bare.isascii() and bare.isalnum() else toml_value(key)


def write_toml(path: Path, text: str) -> None:
    """Write the file whole or not at all; raise BadWiring with the reason if it fails."""
    beside = path.with_name(path.name + ".new")
    try:
        beside.write_text(text, encoding="utf-8")
        os.replace(beside, path)
    except OSError as trouble:
        raise BadWiring("file.unwritable", path=path, why=trouble.strerror) from trouble
