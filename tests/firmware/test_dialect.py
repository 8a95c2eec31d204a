"""The firmware in the Python of the Pico: the same asserts, the same story, the same bytes."""

import os
import platform
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.firmware import micropython
from tests.walls import HUNG

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "micropython" / "micropython-linux-arm64"


def interpreter() -> list[str]:
    """How to start MicroPython here; empty when it can not be."""
    if given := os.environ.get("STARDECK_MICROPYTHON"):
        return shlex.split(given)
    if SHARED.exists():
        if platform.machine() in ("aarch64", "arm64"):
            return [str(SHARED)]
        if qemu := shutil.which("qemu-aarch64-static") or shutil.which("qemu-aarch64"):
            return [qemu, str(SHARED)]
    found = shutil.which("micropython")
    return [found] if found else []


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """What is kept in files is kept in a folder of its own."""
    monkeypatch.chdir(tmp_path)


def told_by_micropython(what: str) -> list[str]:
    command = interpreter()
    if not command:
        pytest.skip("There is no MicroPython here; STARDECK_MICROPYTHON may name one.")
    done = subprocess.run(
        [*command, micropython.__file__, what],
        env={**os.environ, "MICROPYPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=HUNG,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("assertion", micropython.ASSERTIONS, ids=lambda found: found.__name__)
def test_what_the_pico_asserts_holds_here(assertion):
    assertion()


def test_both_pythons_tell_the_same_story():
    assert told_by_micropython("story") == list(micropython.story())


def test_both_pythons_make_the_same_frames():
    assert told_by_micropython("vectors") == list(micropython.vectors())


PICO_ONLY = ("machine", "micropython", "rp2")
PURE = [path for path in sorted((ROOT / "firmware").rglob("*.py")) if path.parent.name != "pico"]


@pytest.mark.parametrize("path", PURE, ids=lambda path: path.name)
def test_only_the_folder_pico_knows_pins(path):
    text = path.read_text()
    assert not [name for name in PICO_ONLY if f"import {name}" in text or f"from {name}" in text]
