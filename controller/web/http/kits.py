"""The maker's kits, in the workshop: chosen, made, looked at, taken away."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Protocol
from zipfile import ZIP_DEFLATED, ZipFile

from msgspec import Struct
from starlette.requests import Request as Asked
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from controller.errors import StardeckError
from controller.values import Saying
from controller.web.gate import POLICY
from controller.web.http.answers import refused, spoken
from controller.web.keys import Guest
from controller.web.shells import shell
from controller.words import say

USUAL = "usual"  # pitch
PAGE = POLICY.replace("form-action 'none'", "form-action 'self'")
DRAWN = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'"
"""For what carries its style in itself, has pictures beside it, and no script."""
ZIP = "everything.zip"  # all of it
NOTHING: Mapping[str, Path] = {}
SLOT = re.compile(r"%(PANELS|PAPERS|PITCH|SAID|FILES)%")


class Kind(Struct, frozen=True):
    """A panel there is a kit for."""

    name: str
    title: str
    experimental: bool


class Ordered(Struct, frozen=True):
    """What a maker has chosen, as he wrote it."""

    panel: str
    paper: str
    pitch: str = USUAL

    @property
    def address(self) -> str:
        return f"/service/kit/{self.panel}/{self.paper}/{self.pitch}"


class Shelf(Protocol):
    """Who makes them; each is asked in a thread of its own."""

    @property
    def papers(self) -> Sequence[str]: ...
    def kinds(self) -> Sequence[Kind]: ...

    def files(self, ordered: Ordered) -> Mapping[str, Path]:
        """Every file by its name; a sentence where that cannot be made."""
        ...


class Offers(Protocol):
    """As much of the gallery as is wanted here."""

    kits: Shelf | None


class KitPages(Protocol):
    """As much of the pages as is wanted here."""

    @property
    def gallery(self) -> Offers: ...
    async def behind(self, role: str, asked: Asked, name: str) -> Response: ...
    def opens(self, role: str, guest: Guest) -> bool: ...
    def guest(self, asked: Asked) -> Guest: ...


class Kits:
    """For whoever has the workshop."""

    def __init__(self, pages: KitPages) -> None:
        self.pages = pages
        self._one_at_a_time = asyncio.Lock()

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/service/kit", self.page),
            Route("/service/kit/{panel}/{paper}/{pitch}/{name}", self.file),
        ]

    async def page(self, asked: Asked) -> Response:
        """What there is; and, once something was chosen, its files."""
        shelf = self.pages.gallery.kits
        if not self._opens(asked) or "key" in asked.query_params or shelf is None:
            return await self.pages.behind("service", asked, "locked.html")
        kinds = await asyncio.to_thread(shelf.kinds)
        ordered, found, said = order(asked.query_params, shelf.papers), NOTHING, ""
        try:
            found = await self._made(shelf, ordered) if ordered.panel else NOTHING
        except StardeckError as trouble:
            said = str(trouble)
        page = filled(kinds, shelf.papers, ordered, said, found)
        return HTMLResponse(page, headers={"Content-Security-Policy": PAGE})

    async def file(self, asked: Asked) -> Response:
        """One file of a kit, or all of it in one."""
        shelf = self.pages.gallery.kits
        if not self._opens(asked):
            return refused("page.wrong_key", 403)
        if shelf is None:
            return refused("page.no_file", 404)
        path = asked.path_params
        ordered = Ordered(path["panel"], path["paper"], path["pitch"])
        try:
            found = await self._made(shelf, ordered)
        except StardeckError as trouble:
            return spoken(str(trouble), 404)
        return await taken_away(ordered, found, path["name"])

    async def _made(self, shelf: Shelf, ordered: Ordered) -> Mapping[str, Path]:
        async with self._one_at_a_time:
            return await asyncio.to_thread(shelf.files, ordered)

    def _opens(self, asked: Asked) -> bool:
        return self.pages.opens("service", self.pages.guest(asked))


def order(chosen: Mapping[str, str], papers: Sequence[str]) -> Ordered:
    """As a form sends it: what was left empty is as usual."""
    paper, pitch = chosen.get("paper", "").strip(), chosen.get("pitch", "").strip()
    return Ordered(chosen.get("panel", ""), paper or papers[0], pitch or USUAL)


async def taken_away(ordered: Ordered, found: Mapping[str, Path], name: str) -> Response:
    if name == ZIP:
        kept = {"Content-Disposition": f'attachment; filename="stardeck-{ordered.panel}.zip"'}
        body = await asyncio.to_thread(zipped, found)
        return Response(body, media_type="application/zip", headers=kept)
    if name not in found:
        return refused("page.no_file", 404)
    drawn = found[name].suffix in (".html", ".svg")
    return FileResponse(found[name], headers={"Content-Security-Policy": DRAWN} if drawn else None)


def zipped(found: Mapping[str, Path]) -> bytes:
    body = BytesIO()
    with ZipFile(body, "w", ZIP_DEFLATED) as folder:
        for name, path in found.items():
            folder.write(path, name)
    return body.getvalue()


# ---------------------------------------------------------------------------------------- the page


def filled(
    kinds: Sequence[Kind],
    papers: Sequence[str],
    now: Ordered,
    said: str,
    found: Mapping[str, Path],
) -> str:
    """The page as it stands: what may be chosen, what was, and what came of it."""
    parts = {
        "PANELS": "".join(option(one.name, titled(one), one.name == now.panel) for one in kinds),
        "PAPERS": "".join(option(paper, paper, paper == now.paper) for paper in papers),
        "PITCH": "" if now.pitch == USUAL else escape(now.pitch),
        "SAID": escape(said),
        "FILES": listed(now, found) if found else "",
    }
    return SLOT.sub(lambda slot: parts[slot[1]], shell("kit.html"))


def titled(kind: Kind) -> str:
    key = "kit.choice_experimental" if kind.experimental else "kit.choice"
    return say(Saying(key, {"title": kind.title}))


def option(value: str, text: str, chosen: bool) -> str:
    mark = " selected" if chosen else ""
    return f'<option value="{escape(value)}"{mark}>{escape(text)}</option>'


def listed(ordered: Ordered, found: Mapping[str, Path]) -> str:
    """The book first, then all else, and the whole of it."""
    names = sorted(found, key=lambda name: (not name.startswith("book"), name))
    links = "".join(
        f'<li><a href="{escape(ordered.address)}/{escape(name)}">{escape(name)}</a></li>'
        for name in names
    )
    whole = escape(say(Saying("kit.whole")))
    return (
        f'<p><a class="button" href="{escape(ordered.address)}/{ZIP}">{whole}</a></p>'
        f'<ul class="reels">{links}</ul>'
    )
