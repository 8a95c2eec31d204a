"""MicroPython's raw REPL on a serial port, and the files on the Pico's disk."""

from __future__ import annotations

from binascii import b2a_base64, crc32
from collections.abc import Collection
from typing import Any

from controller.errors import BoardTrouble
from controller.values import Saying
from drivers.clock import Clock

PROMPT_TIMEOUT = 0.6  # s for a prompt
LONGEST_RUN = 10.0  # s for a program to end
CHUNK = 256  # bytes of a program per write: the Pico's buffer holds 512
FILE_CHUNK = 768  # bytes of a file in one program, where they are 1024 letters of base64
INTERRUPT, RAW, RUN = b"\r\x03\x03", b"\r\x01", b"\x04"
DISK_FULL = "Errno 28"  # ENOSPC, as MicroPython writes it

READ_FILE = """
try:
 with open(%r,'rb') as f: print(f.read(1024))
except OSError: pass
"""
OPEN_FILE = """
from binascii import a2b_base64
f=open(%r,'wb')
"""
CLOSE = """
import binascii
f.close()
c=0
with open(%r,'rb') as f:
 while 1:
  b=f.read(512)
  if not b: break
  c=binascii.crc32(b,c)
print(c)
"""
REMOVE = """
import os
def remove(p):
 if os.stat(p)[0]&0x4000:
  for n in os.listdir(p): remove(p+'/'+n)
  os.rmdir(p)
 else: os.remove(p)
there=os.listdir('/')
for p in %r:
 if p in there: remove('/'+p)
"""
FREE_SPACE = """
import os
s=os.statvfs('/')
print(s[0],s[3])
"""


class Repl:
    """Runs programs in the raw REPL and returns their output."""

    def __init__(self, port: Any, clock: Clock) -> None:
        self._port, self._clock = port, clock

    def enter(self) -> bool:
        """Stop the running program and enter the raw REPL; return False if no prompt comes."""
        self._port.write(INTERRUPT)
        self._until(b">>> ", PROMPT_TIMEOUT)
        self._port.write(RAW)
        return self._until(b"raw REPL; CTRL-B to exit\r\n>", PROMPT_TIMEOUT).endswith(b">")

    def run(self, program: str) -> str:
        """Run a program and return its output; raise BoardTrouble if it failed."""
        for first in range(0, len(program), CHUNK):
            self._port.write(program[first : first + CHUNK].encode())
            self._rest(0.01)
        self._port.write(RUN)
        answer = self._until(b"\x04>", LONGEST_RUN)
        printed, _, complaint = answer.removeprefix(b"OK").partition(b"\x04")
        complaint = complaint.removesuffix(b"\x04>")
        if complaint or not answer.startswith(b"OK"):
            raise failure(complaint or answer)
        return printed.decode(errors="replace").strip()

    def reset(self) -> None:
        """Restart the Pico; it answers no more."""
        self._port.write(b"import machine\nmachine.reset()\n" + RUN)

    def _until(self, end: bytes, seconds: float) -> bytes:
        heard, until = b"", self._clock.now() + seconds
        while not heard.endswith(end) and self._clock.now() < until:
            heard += self._port.read(max(1, self._port.in_waiting))
        return heard

    def _rest(self, seconds: float) -> None:
        until = self._clock.now() + seconds
        while self._clock.now() < until:
            if not self._port.in_waiting:
                self._clock.sleep(min(0.002, until - self._clock.now()))
            else:
                return


class PicoDisk:
    """The files on a Pico; every path is absolute, without its first slash."""

    def __init__(self, repl: Repl) -> None:
        self._run = repl.run

    def beginning(self, path: str) -> str:
        """Return the first kilobyte of a file as a bytes literal; '' if there is none."""
        return self._run(READ_FILE % path)

    def free(self) -> tuple[int, int]:
        """Return the bytes of a block, and the number of free blocks."""
        size, count = self._run(FREE_SPACE).split()
        return int(size), int(count)

    def make_folder(self, path: str) -> None:
        self._run(f"import os\nos.mkdir({path!r})")

    def write(self, path: str, content: bytes) -> None:
        """Write a file and read it back; raise BoardTrouble if it differs."""
        self._run(OPEN_FILE % path)
        for first in range(0, len(content), FILE_CHUNK):
            letters = b2a_base64(content[first : first + FILE_CHUNK], newline=False)
            self._run(f"f.write(a2b_base64({letters!r}))")
        if int(self._run(CLOSE % path)) != crc32(content):
            raise BoardTrouble("flash.torn", name=path)

    def rename(self, path: str, to: str) -> None:
        """Rename a file atomically, replacing an existing one."""
        self._run(f"import os\nos.rename({path!r},{to!r})")

    def remove(self, paths: Collection[str]) -> None:
        """Remove those of these files and folders that exist at the top of the disk."""
        self._run(REMOVE % (tuple(paths),))


def failure(complaint: bytes) -> BoardTrouble:
    """Return the error for a failed program, by the last line of its traceback."""
    lines = complaint.decode(errors="replace").strip().splitlines()
    if lines and DISK_FULL in lines[-1]:
        return BoardTrouble("flash.full")
    return BoardTrouble("flash.failed", why=lines[-1] if lines else Saying("flash.said_nothing"))
