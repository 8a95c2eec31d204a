"""The table the tests sit at."""

from __future__ import annotations

import gc
import logging
import signal
from collections.abc import Iterator
from functools import partial
from zlib import crc32

import hypothesis
import pytest

from controller.app.computer.garbage import collect_seldom
from controller.game import Setting
from controller.games import SHELF
from drivers.wiring import Wiring
from sims.bench.rig import Rig
from tests.panels import load_panel

# A busy machine is no bug: nothing has a deadline.
hypothesis.settings.register_profile("often", deadline=None, max_examples=40)
hypothesis.settings.register_profile("long", deadline=None, max_examples=400)

LEFT_OUT = {  # of `make test`, by its marker, unless an option of that name lets it in
    "hil": "takes minutes on the virtual Pico: make hil",
    "long": "more of what is tried every day: make long",
}

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # started in the background of a shell
    signal.signal(signal.SIGINT, signal.default_int_handler)  # what is started here may be stopped


def pytest_addoption(parser: pytest.Parser) -> None:
    for marker, why in LEFT_OUT.items():
        parser.addoption(f"--{marker}", action="store_true", help=f"also what {why}")
    parser.addoption("--part", default="1/1", help="2/4: the second of four parts, by name")


def pytest_configure(config: pytest.Config) -> None:
    hypothesis.settings.load_profile("long" if config.getoption("--long") else "often")
    gc.disable()  # while thousands of tests are collected, a third of which it would take


def pytest_collection_finish(session: pytest.Session) -> None:
    collect_seldom()  # as the program does; the tests themselves stay to the end


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what has a `make` target of its own, and the parts that are not asked for.

    A skip would be reported for each.
    """
    markers = [marker for marker in LEFT_OUT if not config.getoption(f"--{marker}")]
    number, parts = map(int, config.getoption("--part").split("/"))

    def is_asked_for(item: pytest.Item) -> bool:
        in_part = crc32(item.nodeid.encode()) % parts == number - 1
        return in_part and not any(map(item.get_closest_marker, markers))

    config.hook.pytest_deselected(items=[item for item in items if not is_asked_for(item)])
    items[:] = filter(is_asked_for, items)


@pytest.fixture(autouse=True)
def bugs_come_out(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """What we log as our own fault fails the test in which it happened, whatever a player saw.

    Who plants a fault to see what comes of it clears `caplog` afterwards.
    """
    yield
    records = [*caplog.get_records("setup"), *caplog.get_records("call")]
    faults = [record for record in records if record.levelno >= logging.ERROR]
    assert not faults, "\n".join(caplog.handler.format(record) for record in faults)


@pytest.fixture(scope="session")
def wiring() -> Wiring:
    return load_panel("astron")


@pytest.fixture
def rig_for(wiring):
    """A rig with a new game of Astron: rig_for(seats=3, seed=1, ...)."""
    return partial(new_rig, wiring)


@pytest.fixture
def rig(rig_for) -> Rig:
    """Two seats, cards dealt by luck, the board standing as it should."""
    rig = rig_for()
    rig.settle()
    return rig


def new_rig(wiring: Wiring, seats: int = 2, game: str = "astron", **terms) -> Rig:
    options = terms.pop("options", {})
    return Rig(SHELF[game].start(Setting(seats, options=options)), wiring, **terms)
