"""Everything that pip wants in the emulated machine, which has neither network nor compiler."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from controller.app.appliance.installing import clean_source
from tests.arm.host import fresh, run

PYTHON = "3.11"  # bookworm's
PLATFORMS = ("manylinux2014_aarch64", "manylinux_2_28_aarch64", "manylinux_2_34_aarch64")
SOURCES = ("cobs",)  # offered as source alone; without its C it is plain Python
FOR_ARM = ("lgpio",)  # asked for by machines of this kind only, which the host may not be


PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
OTHERS = (  # for another machine than ours
    *("--only-binary=:all:", "--implementation", "cp", "--python-version", PYTHON),
    *(word for name in PLATFORMS for word in ("--platform", name)),
)


def gathered(project: Path, folder: Path) -> None:
    """The project's own wheel, and those of what it needs on a Pi, in the versions of the tests."""
    held = ("--constraint", project / "constraints.txt")
    fresh(folder)
    with clean_source(str(project)) as clean:
        run(*PIP, "wheel", "--no-deps", "--wheel-dir", folder, clean)
    (own,) = folder.glob("*.whl")
    for name in SOURCES:
        plain = {"env": {**os.environ, "CC": "/bin/false"}}
        words = ("wheel", "--no-deps", "--no-binary", name, "--no-cache-dir", *held)
        run(*PIP, *words, "--wheel-dir", folder, name, **plain)
    found = ("--dest", folder, "--find-links", folder, *held)
    run(*PIP, "download", *found, *OTHERS, f"{own}[pi]", *FOR_ARM)


def unpacked(wheels: Path, folder: Path) -> None:
    """Unpack wheels as pip would install them, which takes minutes on an emulated processor."""
    words = ("install", "--no-index", "--find-links", wheels, "--target", folder)
    run(*PIP, *words, *OTHERS, "stardeck-table[pi]", *FOR_ARM)
