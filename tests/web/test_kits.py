"""The maker's kits in the workshop: only with its key, all files, and sentences for the rest."""

from __future__ import annotations

import re
from io import BytesIO
from shutil import rmtree
from zipfile import ZipFile

import httpx
import pytest

from controller.app.making import kit_shelf
from controller.app.making.kit_shelf import KitShelf
from controller.errors import Misuse
from controller.games import SHELF
from controller.web.http.kits import Ordered
from tests.walls import HUNG

KIT = "/service/kit"
LINK = re.compile(r'(?:href|src)="([^":#]+)"')


@pytest.fixture
def visit(house):
    """visit(path, **chosen), with the workshop's key; key="" comes without."""
    web_table = house(sit=False).web_table

    def visit(path, key=web_table.keys.service, **chosen):
        headers = {"X-Stardeck-Key": key} if key else {}
        where = httpx.URL(web_table.address.base + path, params=chosen)
        return httpx.get(where, headers=headers, timeout=HUNG)

    return visit


def test_every_panel_is_offered_and_the_files_are_those_of_the_command(visit, tmp_path):
    offered = visit(KIT)
    assert all(f'value="{panel}"' in offered.text for panel in SHELF.panels)
    made = visit(KIT, panel="space_walk", paper="A3", pitch="45")
    links = [link for link in LINK.findall(made.text) if link.startswith(f"{KIT}/")]
    assert f"{KIT}/space_walk/A3/45/book.html" in links
    answers = {link.rpartition("/")[2]: visit(link) for link in links}
    assert {answer.status_code for answer in answers.values()} == {200}
    with ZipFile(BytesIO(answers.pop("everything.zip").content)) as whole:
        assert {name: whole.read(name) for name in whole.namelist()} == {
            name: answer.content for name, answer in answers.items()
        }
    assert answers["book.html"].headers["Content-Security-Policy"].count("img-src 'self'") == 1
    inside = set(LINK.findall(answers["book.html"].text))
    assert inside and inside <= answers.keys(), "what the book shows lies beside it"


@pytest.mark.parametrize(
    ("chosen", "told"),
    [
        ({"panel": "ludo"}, "There is no panel"),
        ({"panel": "../../etc"}, "There is no panel"),
        ({"panel": "space_walk", "pitch": "11"}, "magnet"),
        ({"panel": "space_walk", "pitch": "wide"}, "wide"),
        ({"panel": "space_walk", "pitch": "--out=/"}, "--out=/"),
        ({"panel": "space_walk", "paper": "A5"}, "A5"),
    ],
    ids=["no panel", "a path", "too near", "no number", "an option", "no paper"],
)
def test_what_cannot_be_made_is_told_in_a_sentence(visit, chosen, told):
    answer = visit(KIT, **chosen)
    assert answer.status_code == 200 and told in answer.text
    assert "Traceback" not in answer.text and f"{KIT}/{chosen['panel']}" not in answer.text


def test_it_is_for_whoever_has_the_workshop(visit):
    assert visit(KIT, key="").status_code == 403
    assert visit(f"{KIT}/space_walk/A4/usual/book.html", key="").status_code == 403


@pytest.mark.parametrize("name", ["..%2Fpyproject.toml", "none.svg", "%00"])
def test_a_file_that_is_not_in_the_kit_is_not_there(visit, name):
    assert visit(f"{KIT}/ludo/A4/usual/{name}").status_code == 404


def test_what_is_swept_away_is_made_again_and_nothing_is_left_behind(tmp_path, monkeypatch):
    rooms = iter(tmp_path / f"{number}" for number in range(9))
    monkeypatch.setattr(kit_shelf, "mkdtemp", lambda prefix: made(next(rooms)))
    shelf, ordered = KitShelf(), Ordered("space_walk", "A4")
    with pytest.raises(Misuse, match="magnet"):
        shelf.files(Ordered("space_walk", "A4", "11"))
    assert not list(tmp_path.iterdir())
    first = shelf.files(ordered)
    assert shelf.files(ordered) == first, "made once"
    rmtree(tmp_path / "1")
    assert shelf.files(ordered).keys() == first.keys()
    shelf.close()
    assert not list(tmp_path.iterdir())


def made(folder):
    folder.mkdir()
    return str(folder)


@pytest.mark.browser
def test_from_the_workshop_to_the_book_by_mouse(house, window):
    from axe_playwright_python.sync_playwright import Axe

    page = window(house(sit=False).web_table.service, width=390)
    page.click(f'a[href="{KIT}"]')
    page.select_option("[name=panel]", "space_walk")
    page.click("form button")
    page.wait_for_selector("text=book.html", timeout=1000 * HUNG)
    found = Axe().run(page)
    assert not found.response["violations"], found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.click("text=book.html")
    page.wait_for_selector("img")
    drawn = page.evaluate("[...document.images].every((one) => one.complete && one.naturalWidth)")
    assert drawn, "its pictures are let in"
