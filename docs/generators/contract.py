"""The fields of what a game hands to the table: structs that hold functions, so by annotation."""

from __future__ import annotations

from typing import Any

import msgspec

from controller import choices, drawing, game, scene, values
from generators.markdown import code, code_list, join_parts, table
from generators.meanings import meanings

STRUCTS = (
    *(game.Game, game.Setting, game.Option),
    *(choices.Choice, choices.Offer),
    *(drawing.Drawing, drawing.Cell, drawing.Token, drawing.Print, drawing.Paper, drawing.Face),
    *(values.Piece, values.Limits, values.Refusal, values.Saying, values.Outcome),
    scene.Light,
)


def contract_page() -> str:
    """Return the methods of a position, and a table of fields for each struct of the contract."""
    tables = ((kind.__name__, contract_fields(kind)) for kind in STRUCTS)
    return join_parts([("required", methods(have=False)), ("given", methods(have=True)), *tables])


def methods(*, have: bool) -> str:
    """Return the methods of a position that PlainPosition has already, or those that it lacks."""
    names = [name for name in vars(game.Position) if not name.startswith("_")]
    return code_list(name for name in names if hasattr(game.PlainPosition, name) == have)


def contract_fields(kind: Any) -> str:
    """Return the fields of one struct with the types that the code gives them."""
    fields = msgspec.structs.fields(kind)
    means = meanings(f"contract {kind.__name__}", (field.name for field in fields))
    written = types(kind)
    rows = ((code(f.name), code(written[f.name]), when_absent(f), means[f.name]) for f in fields)
    return table(("field", "type", "if left out", "meaning"), rows)


def types(kind: Any) -> dict[str, str]:
    """Return the type of each field as it is written in the code."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        found |= {name: str(one) for name, one in vars(base).get("__annotations__", {}).items()}
    return found


def when_absent(field: msgspec.structs.FieldInfo) -> str:
    """Return what a field is when it is left out."""
    if field.default is not msgspec.NODEFAULT:
        return code(code_value(field.default))
    if field.default_factory is not msgspec.NODEFAULT:
        return code(field.default_factory())
    return "required"


def code_value(value: Any) -> str:
    """Return a value as the code has it: an enum and a function by their names."""
    if isinstance(value, str):
        return f'"{value}"'
    return str(getattr(value, "name", None) or getattr(value, "__name__", None) or value)
