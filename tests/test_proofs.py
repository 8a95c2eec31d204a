"""`make proofs`: what it lists, what it keeps, and that it goes on and ends cleanly."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.proofs import (
    BEGIN,
    NOT_PROOFS,
    PROOFS,
    Proof,
    Result,
    chosen,
    commit,
    keep,
    read,
    run_proofs,
    size_of,
    table,
    with_table,
    written,
)

ROOT = Path(__file__).parents[1]
MAKEFILE = (ROOT / "Makefile").read_text()
PHONY = re.search(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)[1].split()
TARGETS = [proof.target for proof in PROOFS]
SMALL = """\
good:
	@echo working; echo "3 cases, 0 failures"
bad:
	@echo "what was wrong"; echo "3 cases, 1 failures"; exit 1
absent:
	@echo "could not run: there is no QEMU here"; exit 2
long:
	@sleep 1000 & echo $$! > started; mv started child; wait
sized:
	@echo "ONLY=$(ONLY), $(COUNT) inputs"
"""


def proofs(*targets):
    return [Proof(target, f"what {target} proves") for target in targets]


@pytest.fixture
def small(tmp_path):
    """A folder with a Makefile of small proofs."""
    (tmp_path / "Makefile").write_text(SMALL)
    (tmp_path / "docs/reference").mkdir(parents=True)
    return tmp_path


# --------------------------------------------------------------------------------- what is listed


def test_every_target_is_a_proof_or_said_to_be_none():
    assert sorted([*TARGETS, *NOT_PROOFS]) == sorted(PHONY)


@pytest.mark.parametrize("proof", PROOFS, ids=TARGETS)
def test_a_proof_has_the_sizes_that_its_recipe_uses(proof):
    recipe = re.search(rf"^{proof.target}:.*\n((?:\t.*\n|if.*\n|else\n|endif\n)*)", MAKEFILE, re.M)
    defaults = set(re.findall(r"^(\w+) \?= *\S+$", MAKEFILE, re.MULTILINE))
    used = set(re.findall(r"\$\((\w+)\)", recipe[1])) & defaults
    assert used - {"APPLIANCE", "REHEARSAL"} == proof.sizes.keys(), "folders are no sizes"


def test_the_table_has_every_proof_whether_it_was_run_or_not():
    result = Result("passed", "2026-01-02", "abc1234", 4000, "COUNT=5", "5 inputs | 0 failures")
    rows = table({"fuzz": result}).splitlines()[2:]
    assert [re.match(r"\| `make ([a-z]+)` \|", row)[1] for row in rows] == TARGETS
    assert len({row.count("|") for row in rows}) == 1
    fuzz = rows[TARGETS.index("fuzz")]
    assert "| passed | 2026-01-02 | abc1234 | COUNT=5 | 67 min | 5 inputs / 0 failures |" in fuzz
    assert all("never run" in row for row in rows if row != fuzz)


def test_a_size_that_is_not_the_usual_one_is_said_to_be_so():
    [fuzz] = chosen("fuzz", ["COUNT=1000"])
    usual = next(proof.sizes["COUNT"] for proof in PROOFS if proof.target == "fuzz")
    assert size_of(fuzz) == f"COUNT=1000 (usually {usual}) SEED=1"
    assert size_of(Proof("bench", "")) == "whole"


def test_a_tool_that_is_not_here_is_named_beside_what_was_run_without_it(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("STARDECK_CHROMIUM", str(tmp_path / "chromium"))
    monkeypatch.delenv("STARDECK_MICROPYTHON", raising=False)
    lacking = "whole, without node, a browser, ngspice, MicroPython"
    assert size_of(Proof("test", "", skips=True)) == lacking


@pytest.mark.parametrize("only, sizes", [("tea", []), ("fuzz", ["CUTS=3"]), ("", ["TEA=3"])])
def test_what_there_is_not_is_refused(only, sizes):
    with pytest.raises(SystemExit, match=r"(?i)there is no proof|none of these proofs"):
        chosen(only, sizes)


# ----------------------------------------------------------------------------------- what is kept


def test_proofs_go_on_after_one_that_fails_and_its_last_lines_are_shown(small, capsys):
    assert run_proofs(small, proofs("absent", "bad", "good")) == 1
    results = read(small)
    assert {target: one.result for target, one in results.items()} == {
        "absent": "could not run",
        "bad": "failed",
        "good": "passed",
    }
    assert results["absent"].figures == "there is no QEMU here"
    assert results["good"].figures == "3 cases, 0 failures"
    assert results["bad"].figures == "3 cases, 1 failures"
    shown = capsys.readouterr().out
    assert shown.index("good: passed") < shown.rindex("what was wrong")


def test_nothing_failed_where_all_passed_or_could_not_run(small):
    assert run_proofs(small, proofs("absent", "good")) == 0


def test_a_proof_that_cannot_run_any_more_is_not_passed_and_still_tells_when_it_ran(small):
    keep(small, "absent", Result("passed", "2026-01-02", "abc1234", 5, "whole", "3 cases"))
    for _ in range(2):
        run_proofs(small, proofs("absent"))
        last = read(small)["absent"]
        assert last.result == "could not run"
        assert last.earlier == "passed 2026-01-02 at abc1234, whole"
    assert "Before: passed 2026-01-02 at abc1234" in table({"appliance": last})


def test_a_run_of_some_keeps_the_results_of_the_others(small):
    old = Result("passed", "2026-01-02", "abc1234", 5, "whole", 'said "so"\\ täglich')
    keep(small, "hil", old)
    run_proofs(small, proofs("good"))
    assert read(small)["hil"] == old and set(read(small)) == {"hil", "good"}


def test_the_table_of_a_page_is_replaced_and_the_rest_stays():
    once = with_table("# Working\n\nText.\n", "| 1 |")
    assert once.startswith("# Working\n\nText.\n\n## Proofs\n\n") and once.count(BEGIN) == 1
    moved = once + "\n## After\n\nMore \\1 text.\n"
    twice = with_table(moved, "| 2 \\1 |")
    assert twice == moved.replace("| 1 |", "| 2 \\1 |")


def test_the_results_that_are_kept_are_of_proofs_that_there_are():
    results = read(ROOT)
    assert set(results) <= set(TARGETS)
    assert not results or written(results) == (ROOT / "docs/proofs.toml").read_text()


def test_results_do_not_make_a_commit_dirty_but_anything_else_does(small):
    def git(*words):
        name = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
        subprocess.run(["git", *name, *words], cwd=small, check=True, capture_output=True)

    assert commit(small) == "unknown"
    git("init", "-q")
    git("add", "-A")
    git("commit", "-qm", "first")
    run_proofs(small, proofs("good"))
    head = commit(small)
    assert re.fullmatch("[0-9a-f]{7,}", head) and read(small)["good"].commit == head
    (small / "more.py").write_text("")
    assert commit(small) == f"{head}+dirty"


def test_a_target_is_told_its_own_size_and_nothing_of_its_caller(small, monkeypatch):
    monkeypatch.setenv("ONLY", "cuts")
    monkeypatch.setenv("COUNT", "9")
    monkeypatch.setenv("MAKEFLAGS", " -- COUNT=8 ONLY=fuzz")
    run_proofs(small, [Proof("sized", "", {"COUNT": "7"})])
    assert read(small)["sized"].figures == "ONLY=, 7 inputs"


# ----------------------------------------------------------------------------------- how it ends


def test_a_proof_without_end_is_stopped_and_has_failed(small):
    assert run_proofs(small, proofs("long", "good"), limit=0.02) == 1
    assert read(small)["long"].figures.startswith("stopped after")
    assert read(small)["good"].result == "passed"
    assert is_gone(child(small))


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_who_stops_it_leaves_nothing_running_and_keeps_what_is_done(small, sign):
    code = (
        "import sys; from pathlib import Path; from tests import proofs; "
        f"proofs.ROOT = Path({str(small)!r}); "
        "proofs.PROOFS = tuple(proofs.Proof(t, '') for t in ('good', 'long', 'bad')); "
        "sys.exit(proofs.main([]))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as running:
        number = child(small)
        running.send_signal(sign)
        said, _ = running.communicate()
    assert running.returncode == 130 and "Finished proofs are kept" in said
    assert set(read(small)) == {"good"}
    assert is_gone(number)


def child(folder):
    """The process that the long target has started, once it has."""
    while not (folder / "child").exists():
        time.sleep(0.01)
    return int((folder / "child").read_text())


def is_gone(number):
    """Whether this process has ended; who inherits it may not have looked yet."""
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return True
    return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
