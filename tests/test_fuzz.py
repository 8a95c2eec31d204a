"""A small share of what `make fuzz` tries by the million."""

from __future__ import annotations

from contextlib import contextmanager
from random import Random
from typing import get_args

import httpx
import pytest
from starlette.routing import Match

from controller.web.app import Pages
from controller.web.mailbox import LobbyAsks, Obey, Revoke, SeatAsks, ServiceAsks
from tests.fuzz import hostile, web
from tests.fuzz.case import Fuzzer, plain, tried
from tests.fuzz.fuzzers import FUZZERS
from tests.walls import HUNG
from tests.web.house import open_house

INPUTS = 20_000  # of all kinds together


@pytest.mark.parametrize("name", FUZZERS)
def test_nothing_comes_of_it_but_sentences(name):
    seeds = range(1, 1 + FUZZERS[name].cases(INPUTS))
    failures = tried(name, FUZZERS[name], seeds)
    assert not failures, "\n".join(map(str, failures))


FOUND = [("files", 60_008_606)]  # a recording with a tag that is not written in hex


@pytest.mark.parametrize(("name", "seed"), FOUND)
def test_what_was_found_once_is_not_found_again(name, seed):
    failures = tried(name, FUZZERS[name], range(seed, seed + 1))
    assert not failures, "\n".join(map(str, failures))


@pytest.mark.parametrize("path", web.ASKED)
def test_what_is_spoilt_would_have_been_understood(path):
    with open_house(players=("Ada", "Bob")) as house:
        headers = {"X-Stardeck-Key": web.key(house.web_table, path)}
        for request in web.ASKED[path]:
            where = house.web_table.address.base + path
            answer = httpx.post(where, json=request, headers=headers, timeout=HUNG)
            assert answer.status_code in (200, 404), answer.text


def test_every_door_is_tried():
    routes = Pages(*[None] * 6).app(simulated=True).routes
    tried = [("http", "GET", path) for path in web.FILES]
    tried += [("http", "POST", path) for path in web.ASKED]
    tried += [("websocket", "GET", path) for path in web.LINES]
    scopes = [{"type": kind, "method": verb, "path": path} for kind, verb, path in tried]
    shut = [one.path for one in routes if not any(opens(one, scope) for scope in scopes)]
    assert not shut, "doors at which no fuzzer knocks"


def opens(route, scope) -> bool:
    return route.matches(dict(scope))[0] is Match.FULL


def test_everything_that_may_be_asked_for_is_tried():
    asked = {one["type"] for requests in web.ASKED.values() for one in requests if one}
    kinds = get_args(SeatAsks | LobbyAsks | ServiceAsks | Obey | Revoke)
    assert asked == {kind.__struct_config__.tag for kind in kinds}


def test_what_goes_wrong_is_told_with_the_way_to_see_it_again():
    def case(luck) -> str:
        number = luck.randrange(10)
        return str(1 / number) if number < 2 else ""

    failures = tried("tenth", plain(case), range(100))
    assert 10 < len(failures) < 30
    again = tried("tenth", plain(case), range(failures[0].seed, failures[0].seed + 1))
    assert again == failures[:1]
    assert str(again[0]).startswith(f"python -m tests.fuzz tenth 1 {failures[0].seed}\n")
    assert any("ZeroDivisionError" in failure.wrong for failure in failures)


def test_what_is_fuzzed_is_opened_once():
    opened = []

    @contextmanager
    def door():
        opened.append("door")
        yield lambda luck: ""

    assert not tried("door", Fuzzer(door), range(20))
    assert opened == ["door"]


def test_what_is_spoilt_differs_and_is_spoilt_the_same_way_again():
    lawful = {"type": "obey", "line": "lift b1", "more": [1, 2, {"x": "y"}]}
    found = [hostile.spoilt(Random(seed), lawful) for seed in range(200)]
    assert found == [hostile.spoilt(Random(seed), lawful) for seed in range(200)]
    assert sum(one != lawful for one in found) > 190
    torn = [hostile.torn(Random(seed), b"lift b1") for seed in range(200)]
    assert sum(one != b"lift b1" for one in torn) > 150
