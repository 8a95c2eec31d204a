"""The documentation at /docs, if `make docs` has built it: the table itself serves it, offline."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path

from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from controller.words import said

SITE = Path(__file__).parents[1] / "site"  # where `make docs` puts it
INLINE = re.compile(r"<script>(.*?)</script>", re.S)


class Manual(StaticFiles):
    """The pages of the site; without a site, one page that says how to build it."""

    def __init__(self, site: Path = SITE) -> None:
        super().__init__(directory=site, html=True, check_dir=False)
        self.site = site

    def routes(self) -> list[BaseRoute]:
        return [Mount("/docs", self)]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the site if there is one."""
        built = (self.site / "index.html").exists()
        answer = super().__call__ if built else HTMLResponse(not_built(), 404)
        await answer(scope, receive, send)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a page of the site, under a policy of its own."""
        response = await super().get_response(path, scope)
        response.headers["Content-Security-Policy"] = policy(self.site)
        return response


def not_built() -> str:
    """Return the page that says how to build the site."""
    title, how = escape(said("ui.docs.title")), escape(said("page.docs_not_built"))
    style = '<link rel="stylesheet" href="/static/style.css">'
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>{style}'
    return f'{head}<main class="sheet"><h1 class="plain">{title}</h1><p>{how}</p></main></html>'


@cache
def policy(site: Path) -> str:
    """Return what its pages may do: run the theme's one inline script, set their own styles."""
    scripts = INLINE.findall((site / "index.html").read_text(encoding="utf-8"))
    hashes = " ".join(f"'sha256-{fingerprint(script)}'" for script in scripts)
    return (
        f"default-src 'none'; script-src 'self' {hashes}; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    )


def fingerprint(script: str) -> str:
    """Return the hash by which a policy names a script."""
    return b64encode(sha256(script.encode()).digest()).decode()
