"""Everything that pip wants in the emulated machine, which has neither network nor compiler."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tests.arm.host import fresh, run

PYTHON = "3.11"  # bookworm's
PLATFORMS = ("manylinux2014_aarch64", "manylinux_2_28_aarch64", "manylinux_2_34_aarch64")
SOURCES = ("cobs",)  # offered as source alone; without its C it is plain Python
FOR_ARM = ("lgpio",)  # asked for by machines of this kind only, which the host may not be


def gathered(project: Path, folder: Path) -> None:
    """The project's own wheel, and those of what it needs on a Pi, in the versions of the tests."""
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    held = ("--constraint", project / "constraints.txt")
    fresh(folder)
    run(*pip, "wheel", "--no-deps", "--wheel-dir", folder, project)
    (own,) = folder.glob("*.whl")
    for name in SOURCES:
        plain = {"env": {**os.environ, "CC": "/bin/false"}}
        words = ("wheel", "--no-deps", "--no-binary", name, "--no-cache-dir", *held)
        run(*pip, *words, "--wheel-dir", folder, name, **plain)
    run(
        *(*pip, "download", "--dest", folder, "--find-links", folder, *held),
        *("--only-binary=:all:", "--implementation", "cp", "--python-version", PYTHON),
        *(word for name in PLATFORMS for word in ("--platform", name)),
        *(f"{own}[pi]", *FOR_ARM),
    )
