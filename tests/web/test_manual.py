"""The documentation at /docs: built or not, offline, and under a policy of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from starlette.applications import Starlette

from controller.web.http.manual import Manual, fingerprint
from controller.words import said
from tests.walls import HUNG

THEME = "document.body.dataset.theme = 'auto'"


@pytest.fixture
def ask(tmp_path) -> Callable[[str], httpx.Response]:
    """Ask a table whose documentation is in tmp_path/site for a path."""
    app = Starlette(routes=Manual(tmp_path / "site").routes())

    async def get(path: str) -> httpx.Response:
        line = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=line, base_url="http://table") as browser:
            return await browser.get(path, follow_redirects=True)

    def ask(path: str) -> httpx.Response:
        """In a thread: a browser of other tests has a loop running in this one."""
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(lambda: asyncio.run(get(path))).result()

    return ask


@pytest.fixture
def site(tmp_path):
    """A site of two pages, as Sphinx writes them."""
    page = f"<!doctype html><html><body><script>{THEME}</script>%s</body></html>"
    (tmp_path / "site/how-to").mkdir(parents=True)
    (tmp_path / "site/index.html").write_text(page % "Stardeck")
    (tmp_path / "site/how-to/phones.html").write_text(page % "phones")


@pytest.mark.parametrize("path", ["/docs", "/docs/", "/docs/how-to/phones.html"])
def test_without_a_site_the_page_says_how_to_build_it(ask, path):
    page = ask(path)
    assert page.status_code == 404 and "make docs" in page.text
    assert said("ui.docs.title") in page.text


def test_a_site_is_served_and_its_own_script_runs(ask, site):
    page = ask("/docs")
    assert page.status_code == 200 and "Stardeck" in page.text
    allowed = page.headers["content-security-policy"]
    assert f"'sha256-{fingerprint(THEME)}'" in allowed and "default-src 'none'" in allowed
    assert "phones" in ask("/docs/how-to/phones.html").text


@pytest.mark.parametrize("path", ["..%2fsecret", "%2e%2e/secret", "how-to/%2e%2e/%2e%2e/secret"])
def test_nothing_beside_the_site_is_served(ask, site, tmp_path, path):
    (tmp_path / "secret").write_text("secret")
    answer = ask(f"/docs/{path}")
    assert answer.status_code == 404 and "secret" not in answer.text


def test_the_lobby_of_a_table_leads_to_it(house):
    table = house(players=("Ada", "Bob")).web_table
    with httpx.Client(timeout=HUNG, follow_redirects=True) as browser:
        assert 'href="/docs/"' in browser.get(table.lobby).text
        answer = browser.get(table.address.base + "/docs/")
    assert answer.headers["content-type"].startswith("text/html")
