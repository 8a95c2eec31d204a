"""Make small mistakes and show those that no test notices.

    python -m tests.mutants 24 1                    twenty-four of them, chosen by seed 1
    python -m tests.mutants 24 1 controller/web     only under this path, or these with commas

Each is run against the test files nearest to it (`nearest.py`) until a test fails. What survives is
printed as the change it is: a law that no test holds yet, or a change that changes nothing. Because
of the latter, up to one in ten may survive before the status is 1.
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic

from tests.mutants.copies import Copies
from tests.mutants.mistakes import Mutant, mutants, mutated_files

AT_ONCE = 2
MAY_SURVIVE = 0.1  # of all that are tried


def sample(count: int, seed: int, only: str) -> list[Mutant]:
    """So many mutants, of those under the paths in `only`."""
    files = mutated_files(only)
    known = [mutant for path in files for mutant in mutants(path)]
    say(f"{len(known)} mistakes in {len(files)} files; {count} of them, seed {seed}.")
    return Random(seed).sample(known, min(count, len(known)))


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(count: str, seed: str, only: str = "") -> int:
    """Try each mistake; the survivors are printed whole."""
    began, survived = monotonic(), 0
    chosen = sample(int(count), int(seed), only)
    with TemporaryDirectory() as folder, ThreadPoolExecutor(AT_ONCE) as hands:
        copies = Copies(Path(folder), AT_ONCE)
        for mutant, test in zip(chosen, hands.map(copies.notice, chosen), strict=True):
            survived += not test
            say(f"noticed   {mutant.path}   {test}" if test else f"SURVIVED\n{mutant}")
    for test in sorted(copies.unfit):
        say(f"left out, because it fails without a mistake: {test}")
    counts = f"{len(chosen)} mutants, {survived} survived, {len(copies.unfit)} tests left out"
    say(f"{counts}, {(monotonic() - began) / 60:.0f} min")
    return survived > MAY_SURVIVE * len(chosen)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
