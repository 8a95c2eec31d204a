"""Ctrl-C at any moment ends the program, and no traceback is shown."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PRESSES = """
import os, signal, sys
def press(event, args):
    if event == "import" and args[0] == {module!r}:
        os.kill(os.getpid(), signal.SIGINT)
sys.addaudithook(press)
"""
MODULES = [  # the first thing that is imported, some on the way, and what is imported when it runs
    "controller",
    "controller.app.commands",
    "msgspec",
    "controller.names",
    "drivers.link",
    "controller.app.running.demo",
    "controller.games.space_walk.rules",
]


@pytest.mark.parametrize("program", ["stardeck", "controller"])
@pytest.mark.parametrize("module", MODULES)
def test_ctrl_c_while_something_is_imported(tmp_path, program, module):
    if module == "controller" and program == "controller":
        module = "controller.app"  # Python itself has imported the package by then
    (tmp_path / "sitecustomize.py").write_text(PRESSES.format(module=module))
    words = ["-m", program, "play", "space_walk", "--demo", "--fast"]
    done = subprocess.run(
        [sys.executable, *words],
        env={**os.environ, "PYTHONPATH": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=300,
        cwd=ROOT,
    )
    assert done.returncode in (-signal.SIGINT, 130)
    assert "Traceback" not in done.stderr
