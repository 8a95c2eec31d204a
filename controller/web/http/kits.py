"""The maker's kits in the workshop: choosing, building, viewing and downloading them."""

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
from controller.web.http.answers import refusal_response, sentence_response
from controller.web.keys import Guest
from controller.web.shells import shell
from controller.words import say

USUAL_PITCH = "usual"  # pitch
PAGE = POLICY.replace("form-action 'none'", "form-action 'self'")
DRAWN = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'"
"""The policy for files that contain their own style, refer to pictures, and have no script."""
ZIP = "everything.zip"  # all files together
NO_FILES: Mapping[str, Path] = {}
KIT_SLOT = re.compile(r"%(PANELS|PAPERS|PITCH|SAID|FILES)%")


class KitOffer(Struct, frozen=True):
    """A panel for which a kit exists."""

    name: str
    title: str
    experimental: bool


class Ordered(Struct, frozen=True):
    """A maker's choice, as entered."""

    panel: str
    paper: str
    pitch: str = USUAL_PITCH

    @property
    def address(self) -> str:
        return f"/service/kit/{self.panel}/{self.paper}/{self.pitch}"


class KitBuilder(Protocol):
    """Builds kits; each call runs in a separate thread."""

    @property
    def papers(self) -> Sequence[str]: ...
    def kinds(self) -> Sequence[KitOffer]: ...

    def files(self, ordered: Ordered) -> Mapping[str, Path]:
        """Return every file by name; raise StardeckError if the kit cannot be made."""
        ...


class Offers(Protocol):
    """The part of the gallery that is used here."""

    kits: KitBuilder | None


class KitPages(Protocol):
    """The part of the pages that is used here."""

    @property
    def gallery(self) -> Offers: ...
    async def behind(self, role: str, asked: Asked, name: str) -> Response: ...
    def opens(self, role: str, guest: Guest) -> bool: ...
    def guest(self, asked: Asked) -> Guest: ...


class Kits:
    """The request handlers for kits, open to those with access to the workshop."""

    def __init__(self, pages: KitPages) -> None:
        self.pages = pages
        self._one_at_a_time = asyncio.Lock()

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/service/kit", self.page),
            Route("/service/kit/{panel}/{paper}/{pitch}/{name}", self.file),
        ]

    async def page(self, asked: Asked) -> Response:
        """Return the page of kits, with the files of the chosen one."""
        shelf = self.pages.gallery.kits
        if not self._opens(asked) or "key" in asked.query_params or shelf is None:
            return await self.pages.behind("service", asked, "locked.html")
        kinds = await asyncio.to_thread(shelf.kinds)
        ordered, found, said = order(asked.query_params, shelf.papers), NO_FILES, ""
        try:
            found = await self._made(shelf, ordered) if ordered.panel else NO_FILES
        except StardeckError as trouble:
            said = str(trouble)
        page = kit_page(kinds, shelf.papers, ordered, said, found)
        return HTMLResponse(page, headers={"Content-Security-Policy": PAGE})

    async def file(self, asked: Asked) -> Response:
        """Return one file of a kit, or all of them as a ZIP archive."""
        shelf = self.pages.gallery.kits
        if not self._opens(asked):
            return refusal_response("page.wrong_key", 403)
        if shelf is None:
            return refusal_response("page.no_file", 404)
        path = asked.path_params
        ordered = Ordered(path["panel"], path["paper"], path["pitch"])
        try:
            found = await self._made(shelf, ordered)
        except StardeckError as trouble:
            return sentence_response(str(trouble), 404)
        return await taken_away(ordered, found, path["name"])

    async def _made(self, shelf: KitBuilder, ordered: Ordered) -> Mapping[str, Path]:
        async with self._one_at_a_time:
            return await asyncio.to_thread(shelf.files, ordered)

    def _opens(self, asked: Asked) -> bool:
        return self.pages.opens("service", self.pages.guest(asked))


def order(chosen: Mapping[str, str], papers: Sequence[str]) -> Ordered:
    """Return the choice a form contains; empty fields have their defaults."""
    paper, pitch = chosen.get("paper", "").strip(), chosen.get("pitch", "").strip()
    return Ordered(chosen.get("panel", ""), paper or papers[0], pitch or USUAL_PITCH)


async def taken_away(ordered: Ordered, found: Mapping[str, Path], name: str) -> Response:
    """Return a response with the named file, or with all as a ZIP archive."""
    if name == ZIP:
        kept = {"Content-Disposition": f'attachment; filename="stardeck-{ordered.panel}.zip"'}
        body = await asyncio.to_thread(zipped, found)
        return Response(body, media_type="application/zip", headers=kept)
    if name not in found:
        return refusal_response("page.no_file", 404)
    drawn = found[name].suffix in (".html", ".svg")
    return FileResponse(found[name], headers={"Content-Security-Policy": DRAWN} if drawn else None)


def zipped(found: Mapping[str, Path]) -> bytes:
    """Return a ZIP archive of these files."""
    body = BytesIO()
    with ZipFile(body, "w", ZIP_DEFLATED) as folder:
        for name, path in found.items():
            folder.write(path, name)
    return body.getvalue()


# ---------------------------------------------------------------------------------------- the page


def kit_page(
    kinds: Sequence[KitOffer],
    papers: Sequence[str],
    now: Ordered,
    said: str,
    found: Mapping[str, Path],
) -> str:
    """Return the page: what can be chosen, what was chosen, and the result."""
    parts = {
        "PANELS": "".join(option(one.name, titled(one), one.name == now.panel) for one in kinds),
        "PAPERS": "".join(option(paper, paper, paper == now.paper) for paper in papers),
        "PITCH": "" if now.pitch == USUAL_PITCH else escape(now.pitch),
        "SAID": escape(said),
        "FILES": file_links(now, found) if found else "",
    }
    return KIT_SLOT.sub(lambda slot: parts[slot[1]], shell("kit.html"))


def titled(kind: KitOffer) -> str:
    """Return the title of a kit, marked if it is experimental."""
    key = "kit.choice_experimental" if kind.experimental else "kit.choice"
    return say(Saying(key, {"title": kind.title}))


def option(value: str, text: str, chosen: bool) -> str:
    """Return an HTML option."""
    mark = " selected" if chosen else ""
    return f'<option value="{escape(value)}"{mark}>{escape(text)}</option>'


def file_links(ordered: Ordered, found: Mapping[str, Path]) -> str:
    """Return the links to the files: the book first, and the archive."""
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
