"""Tables of fields, made from msgspec structs and the texts of meanings.toml."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec

from generators.markdown import code, code_list, escape_markdown, table
from generators.meanings import meanings

TABLE_HEAD = ("field", "type", "if left out", "meaning")
LARGEST_INTEGER = 2**63 - 1  # what SQLite can count to: no limit that a reader needs to know
Schema = Mapping[str, Any]


def field_tables(*kinds: Any, group: str = "") -> dict[str, str]:
    """Return a table of fields for each of these structs, and for those within them, by name."""
    known: dict[str, Schema] = {}
    for kind in kinds:
        known |= msgspec.json.schema_components([kind], ref_template="{name}")[1]
    structs = {name: one for name, one in known.items() if "properties" in one}
    return {name: field_table(name, one, known, group) for name, one in structs.items()}


def field_table(name: str, struct: Schema, known: Mapping[str, Schema], group: str) -> str:
    """Return the table of one struct."""
    fields = {field: one for field, one in struct["properties"].items() if not is_tag(one)}
    means = meanings(f"{group} {name}".strip(), fields)
    return table(TABLE_HEAD, field_rows(fields, struct["required"], known, means))


def field_rows(
    fields: Mapping[str, Schema],
    required: Collection[str],
    known: Mapping[str, Schema],
    means: Mapping[str, str],
) -> Iterator[tuple[str, ...]]:
    """Yield a row for each field."""
    for name, one in fields.items():
        absent = "required" if name in required else default(one)
        yield code(name), type_words(one, known), absent, means[name]


def is_tag(schema: Schema) -> bool:
    """True if this field only names the kind of its struct."""
    return len(schema.get("enum", ())) == 1


def default(schema: Schema) -> str:
    """Return what a field is when it is left out."""
    return code(msgspec.json.encode(schema.get("default")).decode())


def type_words(schema: Schema, known: Mapping[str, Schema]) -> str:
    """Return the type of a value in words."""
    if "anyOf" in schema:
        return " or ".join(type_words(one, known) for one in schema["anyOf"])
    if "$ref" in schema:
        return struct_words(schema["$ref"], known)
    if "enum" in schema:
        return choice_words(schema["enum"])
    match schema.get("type"):
        case "array":
            return array(schema, known)
        case "object":
            return f"table of {type_words(schema.get('additionalProperties', {}), known)}"
        case "string":
            return string_type(schema)
        case "integer" | "number" as number:
            return f"{number}{value_limits(schema, 'minimum', 'maximum')}"
    return str(schema.get("type", "any value"))


def struct_words(name: str, known: Mapping[str, Schema]) -> str:
    """Return a struct by its name, or the words that may be chosen from."""
    words = known[name].get("enum")
    return choice_words(words) if words else name


def choice_words(words: Collection[str]) -> str:
    """Return the words that may be chosen from."""
    return f"one of {code_list(words)}"


def array(schema: Schema, known: Mapping[str, Schema]) -> str:
    """Return the type of a list in words."""
    if "prefixItems" in schema:
        kinds = [type_words(one, known) for one in schema["prefixItems"]]
        same = len({*kinds}) == 1
        return f"list of {len(kinds)}: {kinds[0]}" if same else f"list: {', '.join(kinds)}"
    size, item = value_limits(schema, "minItems", "maxItems"), type_words(schema["items"], known)
    return f"list of ({item}){size}" if " or " in item else f"list of {item}{size}"


def string_type(schema: Schema) -> str:
    """Return the type of a string in words."""
    if pattern := schema.get("pattern"):
        words = pattern.removeprefix("^(").removesuffix(")$")
        chosen = words != pattern and escape_markdown(words) == words.replace("|", "\\|")
        return choice_words(words.split("|")) if chosen else f"string {code(pattern)}"
    if schema.get("minLength") == 1 and "maxLength" not in schema:
        return "string, not empty"
    return f"string{value_limits(schema, 'minLength', 'maxLength', ' characters')}"


def value_limits(schema: Schema, least: str, most: str, unit: str = "") -> str:
    """Return between what limits a value lies, if it has any."""
    low, high = schema.get(least), schema.get(most)
    if low is not None and high not in (None, LARGEST_INTEGER):
        return f", {low} to {high}{unit}"
    if high not in (None, LARGEST_INTEGER):
        return f", at most {high}{unit}"
    return "" if low is None else f", at least {low}{unit}"
