"""The addresses that the pages' server answers, and the letters that a page may send."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast, get_args

import msgspec
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from controller.menu.agreement import Agreement
from controller.web import mailbox
from controller.web.app import Pages
from generators.markdown import code, join_parts, table
from generators.meanings import meanings
from generators.structs import field_tables, is_tag, type_words

DOORS = {  # what may be asked for at each address that takes letters
    "POST /seat/{number}": mailbox.SeatAsks,
    "POST /lobby": mailbox.LobbyAsks,
    "POST /service": mailbox.ServiceAsks,
    "POST /service/devices": mailbox.Revoke,
    "POST /hands": mailbox.Obey,
}


def http() -> str:
    """Return the routes, the letters of each address, and the fields of what lies within them."""
    doors = ((address, letter_list(kinds)) for address, kinds in DOORS.items())
    within = field_tables(mailbox.Place, Agreement)
    return join_parts([("routes", routes()), *doors, *within.items()])


# ------------------------------------------------------------------------------------------- routes


def routes() -> str:
    """Return a table of all routes: who may ask, and what is answered."""
    known = list(addresses())
    who, answers = meanings("who may ask", known), meanings("answers", known)
    rows = ((code(address), who[address], answers[address]) for address in known)
    return table(("request", "who may", "answer"), rows)


def addresses() -> Iterator[str]:
    """Yield every method with every path of a simulated table, as people write them."""
    nothing = cast(Any, None)
    pages = Pages(nothing, nothing, nothing, nothing, nothing, nothing)
    for route in pages.app(simulated=True).routes:
        yield f"{method(route)} {path(route)}"


def method(route: BaseRoute) -> str:
    """Return how a route is asked."""
    if isinstance(route, WebSocketRoute):
        return "WebSocket"
    methods = route.methods if isinstance(route, Route) else None
    return "POST" if methods and "POST" in methods else "GET"


def path(route: BaseRoute) -> str:
    """Return the path of a route, without the types of what it may hold."""
    assert isinstance(route, Route | WebSocketRoute | Mount)
    if isinstance(route, Mount):
        return f"{route.path}/…"
    return route.path_format


# ------------------------------------------------------------------------------------------ letters


def letter_list(kinds: Any) -> str:
    """Return the letters that one address takes, with their fields."""
    every = [tag(letter) for door in DOORS.values() for letter in letters(door)]
    means, own = meanings("letters", every), letters(kinds)
    rows = ((code(tag(one)), letter_fields(one), means[tag(one)]) for one in own)
    return table(("type", "fields", "what it asks for"), rows)


def letters(kinds: Any) -> tuple[Any, ...]:
    """Return the letters of a union, or the only one."""
    return get_args(kinds) or (kinds,)


def tag(letter: Any) -> str:
    """Return the word in `type` by which a letter is known."""
    return str(letter.__struct_config__.tag)


def letter_fields(letter: Any) -> str:
    """Return the fields of a letter with their types."""
    (_,), known = msgspec.json.schema_components([letter], ref_template="{name}")
    struct = known[letter.__name__]
    named = (
        f"{code(name)}{'' if name in struct['required'] else '?'}: {type_words(one, known)}"
        for name, one in struct["properties"].items()
        if not is_tag(one)
    )
    return "; ".join(named) or "none"
