"""A browser, where there is one; and a person at it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.walls import HUNG
from tests.web.chromium import FLAGS, chromium
from tests.web.house import open_house
from tests.web.nonsense import listen

PROMISED = os.environ.get("STARDECK_BROWSER") == "required"


@pytest.fixture
def house():
    """house(players=("Ada", "first"), ...): its pages are open until the test ends."""
    with ExitStack() as doors:
        yield lambda **terms: doors.enter_context(open_house(**terms))


def missing() -> str:
    """Why there is no browser here; '' when there is one."""
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return "Playwright is not installed: pip install -e .[test]"
    return "" if Path(chromium()).exists() else f"There is no browser at {chromium()}."


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    if why := missing():
        pytest.fail(why) if PROMISED else pytest.skip(why)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as played:
        launched = played.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def window(browser):
    """window(url, width=..., dark=...): a page of its own that complains of every error in it.

    And of every word that is the machine's own.
    """
    opened, troubles = [], []

    def window(url: str, width: int = 1280, height: int = 800, **looks):
        looks = {"reduced_motion": "reduce", **looks}
        context = browser.new_context(viewport={"width": width, "height": height}, **looks)
        page = context.new_page()
        page.set_default_timeout(1000 * HUNG)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        listen(page, troubles.append)
        page.goto(url)
        opened.append(context)
        return page

    yield window
    for context in opened:
        context.close()
    assert not troubles
