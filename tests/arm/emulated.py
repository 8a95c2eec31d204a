"""The emulated machine: started, listened to, and its power cut."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from select import select
from typing import Self

from tests.arm.host import Lacking, run, tool

MACHINE = ("-M", "virt,gic-version=3", "-cpu", "cortex-a72", "-smp", "2", "-m", "1536")
QUIET = "console=ttyAMA0 quiet loglevel=3 systemd.show_status=0 panic=-1 net.ifnames=0"
PINS = Path(__file__).parent / "furniture/pins.dts"
SIGN = "@@ "  # how a line begins that is meant for us


def described(folder: Path) -> Path:
    """What QEMU tells its kernel of the machine, and a Pi's pins laid over it."""
    plain, over, both = (folder / f"{name}.dtb" for name in ("plain", "over", "both"))
    virt = ("-M", f"{MACHINE[1]},dumpdtb={plain}")
    run("qemu-system-aarch64", *virt, *MACHINE[2:], "-display", "none")
    run("dtc", "-q", "-@", "-O", "dtb", "-o", over, PINS)
    run("fdtoverlay", "-i", plain, "-o", both, over)
    return both


def booted(folder: Path, *disks: Path, word: str) -> Emulated:
    """QEMU, with these disks and a word to the kernel: first=PROGRAM is one in place of systemd."""
    words: list[object] = ["qemu-system-aarch64", *MACHINE, "-nographic"]
    words += ["-nic", "none", "-no-reboot", "-dtb", described(folder)]
    words += ["-kernel", folder / "kernel.img", "-initrd", folder / "initrd"]
    words += ["-append", f"{QUIET} {word}"]
    for at, disk in enumerate(disks):
        # A cut loses what the guest's memory held; what it gave to the disk, this machine keeps.
        words += ["-drive", f"if=none,format=raw,cache=unsafe,id=d{at},file={disk}"]
        words += ["-device", f"virtio-blk-pci,drive=d{at}"]
    return Emulated(list(map(str, words)), folder / "console.log")


class Emulated:
    """One boot, until it switches itself off or its power is cut: at the end of `with` it is."""

    def __init__(self, words: Sequence[str], log: Path) -> None:
        self._log = log.open("ab")
        self._process = subprocess.Popen(
            [tool(words[0]), *words[1:]],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()

    def lines(self, patience: float) -> Iterator[str]:
        """What it says to us, while it lives; Lacking when it takes too long, silent or not."""
        until = time.monotonic() + patience
        for line in self._console(until):
            self._log.write(line + b"\n")
            self._log.flush()
            told = line.decode(errors="replace").strip()
            if SIGN in told:
                yield told.partition(SIGN)[2]
        if time.monotonic() > until:
            raise Lacking(f"It was not done after {patience:.0f} s: see {self._log.name}.")

    def _console(self, until: float) -> Iterator[bytes]:
        """Whole lines, as they come: to its end, or to this time."""
        assert self._process.stdout
        out, rest = self._process.stdout.fileno(), b""
        while (left := until - time.monotonic()) > 0 and select([out], [], [], left)[0]:
            if not (more := os.read(out, 1 << 16)):
                break
            *whole, rest = (rest + more).split(b"\n")
            yield from whole
        yield rest

    def cut(self) -> None:
        """The power, at once."""
        self._process.kill()
        self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()
        self._log.close()
