"""The emulated machine: started, listened to, and its power cut."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from tests.arm.host import Lacking, run, tool

MACHINE = ("-M", "virt,gic-version=3", "-cpu", "cortex-a72", "-smp", "2", "-m", "1536")
QUIET = "console=ttyAMA0 quiet loglevel=3 systemd.show_status=0 panic=-1 net.ifnames=0"
PINS = Path(__file__).parent / "guest/pins.dts"
SIGN = "@@ "  # how a line begins that is meant for us


def described(folder: Path) -> Path:
    """What QEMU tells its kernel of the machine, and a Pi's pins laid over it."""
    plain, over, both = (folder / f"{name}.dtb" for name in ("plain", "over", "both"))
    virt = ("-M", f"{MACHINE[1]},dumpdtb={plain}")
    run("qemu-system-aarch64", *virt, *MACHINE[2:], "-display", "none")
    run("dtc", "-q", "-@", "-O", "dtb", "-o", over, PINS)
    run("fdtoverlay", "-i", plain, "-o", both, over)
    return both


class Emulated:
    """One boot, until it switches itself off or its power is cut."""

    def __init__(self, folder: Path, *disks: Path, first: str = "") -> None:
        words = [tool("qemu-system-aarch64"), *MACHINE, "-nographic", "-nic", "none", "-no-reboot"]
        words += ["-kernel", folder / "kernel.img", "-initrd", folder / "initrd"]
        words += ["-dtb", described(folder)]
        words += ["-append", f"{QUIET} first={first}" if first else QUIET]
        for at, disk in enumerate(disks):
            # Not as quick as it could be: what the guest has synced survives the cut.
            words += ["-drive", f"if=none,format=raw,id=d{at},file={disk}"]
            words += ["-device", f"virtio-blk-pci,drive=d{at}"]
        self._log = (folder / "console.log").open("ab")
        self._process = subprocess.Popen(
            list(map(str, words)),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def lines(self, patience: float) -> Iterator[str]:
        """What it says to us, while it lives; Lacking when it takes too long."""
        until = time.monotonic() + patience
        assert self._process.stdout
        for line in self._process.stdout:
            self._log.write(line)
            self._log.flush()
            told = line.decode(errors="replace").strip()
            if SIGN in told:
                yield told.partition(SIGN)[2]
            if time.monotonic() > until:
                raise Lacking(f"It was not done after {patience:.0f} s: see {self._log.name}.")

    def cut(self) -> None:
        """The power, at once."""
        self._process.kill()
        self._process.wait()
        self._log.close()
