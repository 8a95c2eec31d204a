"""A root of Debian for arm64, unpacked here and set up in its own first boot; and a kernel.

The root is bookworm, the Pi's own Python and ABI. The kernel is sid's: no older one of Debian's
has gpio-sim. Nothing of either is run here, so no emulator has to be known to this kernel.
"""

from __future__ import annotations

import lzma
import os
import re
import shutil
import stat
from pathlib import Path

from tests.arm.host import Lacking, fresh, mirror, run

SUITE, KERNELS = "bookworm", "sid"
PACKAGES = (
    "?essential",
    "avahi-daemon",
    "busybox-static",
    "dbus",
    "init-system-helpers",
    "kmod",
    "libpam-systemd",
    "netbase",
    "python3",
    "python3-venv",
    "systemd",
    "systemd-sysv",
    "udev",
)
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
# The packages that a kernel is made of; which ones has changed over the years.
PART = re.compile(r"\blinux-(?:image|base|binary|modules)-\d\S+")
FIRST = ("virtio_blk", "ext4")  # what the kernel must load to find its root
FURNITURE = Path(__file__).parent / "furniture"
SIZE = "2500M"

# Everything of apt in a folder of its own: what the host has installed is not asked.
APT = """\
APT::Architecture "arm64";
APT::Architectures {{ "arm64"; }};
Acquire::Languages "none";
APT::Sandbox::User "root";
Dir::Etc::sourcelist "{folder}/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::State::lists "{folder}/lists";
Dir::State::status "{folder}/status";
Dir::Cache "{folder}/cache";
"""
INIT = """\
#!/bin/busybox sh
/bin/busybox mkdir -p /proc /dev /root
/bin/busybox mount -t devtmpfs dev /dev
exec >/dev/console 2>&1
{modules}
for i in 1 2 3 4 5 6 7 8 9; do test -b /dev/vda && break; /bin/busybox sleep 1; done
/bin/busybox mount -t ext4 /dev/vda /root
/bin/busybox mount --move /dev /root/dev
/bin/busybox mount -t proc proc /proc
program=/sbin/init
for word in $(/bin/busybox cat /proc/cmdline); do
    case $word in first=*) program=${{word#first=}};; esac
done
/bin/busybox umount /proc
exec /bin/busybox switch_root /root "$program"
"""


class Apt:
    """Packages for arm64 of one suite, in a folder of its own."""

    def __init__(self, folder: Path, suite: str) -> None:
        self.folder = folder.resolve()
        fresh(self.folder)
        for name in ("lists/partial", "cache/archives/partial"):
            (self.folder / name).mkdir(parents=True)
        (self.folder / "status").touch()
        (self.folder / "apt.conf").write_text(APT.format(folder=self.folder))
        source = f"deb [signed-by={KEYRING}] {mirror()} {suite} main\n"
        (self.folder / "sources.list").write_text(source)
        self.ask("apt-get", "update")

    def ask(self, *words: str) -> str:
        env = {**os.environ, "APT_CONFIG": str(self.folder / "apt.conf")}
        return run(*words, env=env, cwd=self.folder)

    def fetched(self, *packages: str) -> list[Path]:
        """They, and whatever they need."""
        plain = ("--download-only", "--no-install-recommends", "--yes", "install")
        self.ask("apt-get", *plain, *packages)
        return sorted(self.folder.glob("cache/archives/*.deb"))


def unpacked(folder: Path) -> Path:
    """The root's files, and dpkg's own record that they wait to be set up."""
    root = fresh(folder / "root")
    for name in ("bin", "sbin", "lib"):
        (root / "usr" / name).mkdir(parents=True)
        (root / name).symlink_to(f"usr/{name}")
    record = root / "var/lib/dpkg"
    (record / "info").mkdir(parents=True)
    (record / "available").touch()
    with (record / "status").open("w") as status:
        for package in Apt(folder / "apt-root", SUITE).fetched(*PACKAGES):
            listed = run("dpkg-deb", "-X", package, root)
            status.write(recorded(package, record / "info", listed))
    return root


def recorded(package: Path, info: Path, listed: str) -> str:
    """What dpkg would have written, had it unpacked this one."""
    part = info.parent / "part"
    run("dpkg-deb", "-e", package, part)
    control = (part / "control").read_text().rstrip()
    told = dict(re.findall(r"^(\S+): (.*)$", control, re.M))
    same = told.get("Multi-Arch") == "same"
    name = f"{told['Package']}:{told['Architecture']}" if same else told["Package"]
    paths = (line.rstrip("/").removeprefix(".") or "/." for line in listed.splitlines())
    (info / f"{name}.list").write_text("".join(f"{path}\n" for path in paths))
    for file in part.iterdir():
        if file.name != "control":
            shutil.move(file, info / f"{name}.{file.name}")
    shutil.rmtree(part)
    return f"{control}\nStatus: install ok unpacked\n{conffiles(info / f'{name}.conffiles')}\n"


def conffiles(listed: Path) -> str:
    """Those that the package brings, none of them known before."""
    if not listed.exists():
        return ""
    return "Conffiles:\n" + "".join(f" {path} newconffile\n" for path in listed.read_text().split())


def kernel(folder: Path) -> tuple[Path, Path]:
    """Its image, and the folder of its modules with their dependencies told."""
    apt = Apt(folder / "apt-kernel", KERNELS)
    told = apt.ask("apt-cache", "depends", "--recurse", "--important", "linux-image-arm64")
    apt.ask("apt-get", "download", *sorted(set(PART.findall(told))))
    files = fresh(folder / "kernel")
    for package in apt.folder.glob("*.deb"):
        run("dpkg-deb", "-x", package, files)
    modules = next(files.glob("**/lib/modules/*"))
    image = next((path for path in files.rglob("vmlinuz*") if path.is_file()), None)
    if image is None:
        raise Lacking(f"Debian's {KERNELS} has no kernel for arm64 where one was looked for.")
    run("depmod", "-b", modules.parents[2], modules.name)
    return image, modules


# ------------------------------------------------------------------------------ what finds the root


def initramfs(root: Path, modules: Path, to: Path) -> None:
    """A shell, the modules that a disk wants, and the way to it."""
    wanted = ordered(modules)
    loads = "\n".join(f"/bin/busybox insmod /{path.stem}" for path in wanted)
    with to.open("wb") as out:
        out.write(entry("bin", b"", stat.S_IFDIR | 0o755))
        busybox = (root / "bin/busybox").read_bytes()
        out.write(entry("bin/busybox", busybox, stat.S_IFREG | 0o755))
        for path in wanted:
            out.write(entry(path.stem, lzma.decompress(path.read_bytes()), stat.S_IFREG | 0o644))
        init = INIT.format(modules=loads).encode()
        out.write(entry("init", init, stat.S_IFREG | 0o755))
        out.write(entry("TRAILER!!!", b"", 0))


def ordered(modules: Path) -> list[Path]:
    """Every module before those that need it, by modules.dep."""
    needs = {}
    for line in (modules / "modules.dep").read_text().splitlines():
        name, _, rest = line.partition(":")
        needs[Path(name).name.partition(".")[0]] = [name, *rest.split()]
    found: list[str] = []
    for wanted in FIRST:
        found += [name for name in reversed(needs.get(wanted, [])) if name not in found]
    return [modules / name for name in found]


def entry(name: str, content: bytes, mode: int) -> bytes:
    """One file of a cpio archive, in its `newc` form."""
    size = len(name) + 1
    numbers = (1, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, size, 0)
    head = b"070701" + b"".join(b"%08x" % number for number in numbers)
    return padded(head + name.encode() + b"\0") + padded(content)


def padded(content: bytes) -> bytes:
    return content + bytes(-len(content) % 4)


# -------------------------------------------------------------------------------------- the disks


def furnished(root: Path, modules: Path) -> None:
    """With its kernel's modules, and with what its first boots shall do."""
    into = root / "usr/lib/modules" / modules.name
    shutil.copytree(modules, into, dirs_exist_ok=True, ignore=shutil.ignore_patterns("vmlinuz*"))
    for name in ("proc", "sys", "run", "dev", "tmp", "root", "mnt", "opt", "home", "srv"):
        (root / name).mkdir(exist_ok=True)
    for name in ("first.sh", "table-checks.service", "99-pins.rules"):
        shutil.copy(FURNITURE / name, root / "opt")
    (root / "etc").mkdir(exist_ok=True)
    (root / "etc/hostname").write_text("stardeck\n")
    (root / "etc/fstab").write_text("/dev/vdb /mnt ext4 ro,nofail 0 0\n")


def disk(files: Path, to: Path, size: str) -> Path:
    to.unlink(missing_ok=True)
    run("mke2fs", "-q", "-t", "ext4", "-d", files, to, size)
    return to
