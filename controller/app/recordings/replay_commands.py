"""The commands replay and why: what a table makes of a recording, and how it decides."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from controller.app.recordings.evidence_file import is_evidence, load_evidence, to_text
from controller.app.recordings.recording import JOURNAL, seal_of
from controller.app.recordings.replay import Replay
from controller.app.recordings.tape import Reading as Recorded
from controller.app.recordings.tape import load
from controller.errors import BadRecording, Misuse
from controller.sitting.journal import Journal
from controller.why.explain import Account, Explanation, explain_hands
from controller.words import said, say


def replay(asked: argparse.Namespace) -> None:
    """Replay a recording, and print what the table makes of it."""
    recorded, played = open_recording(asked.file)
    print(say(played.title))
    for at, saying in played:
        print(f"{at:10.3f}  {say(saying)}")
    print(said("replay.done", count=len(played.table.history)))
    if not recorded.whole:
        raise BadRecording("replay.breaks_off", path=asked.file, seconds=f"{played.tape.now:.1f}")


def explain_recording(asked: argparse.Namespace) -> None:
    """Explain the last decisions of a recording, or the one decision in an evidence file."""
    if is_evidence(asked.file):
        if asked.out:
            raise Misuse("why_command.evidence_already", path=asked.file)
        print_explanations(explain_hands(load_evidence(asked.file)))
        return
    _, played = open_recording(asked.file)
    for _ in played:
        pass
    decided = played.table.state.decided
    for one in decided:
        print_explanations(one.explanations)
    if not decided:
        print(said("why_command.nothing"))
    elif asked.out:
        keep_evidence(asked.out, played)


def print_explanations(explanations: Iterable[Explanation]) -> None:
    """Print these explanations."""
    for one in explanations:
        print(explained(one))


def open_recording(path: Path) -> tuple[Recorded, Replay]:
    """Return this recording, ready to be replayed; Misuse while its game hides cards."""
    recorded = load(path)
    if recorded.head.hidden:
        unseal(path)
    return recorded, Replay(recorded)


def unseal(recording: Path) -> None:
    """Raise Misuse if the journal says that its game, which hides cards, may still go on."""
    journal = journal_beside(recording)
    if not journal.exists():
        return
    with closing(Journal.open(journal)) as kept:
        waiting = kept.unfinished()
    for mark in seal_of(recording).marks:
        if mark in waiting:
            raise Misuse("recording.sealed", path=recording, number=waiting[mark])


def journal_beside(recording: Path) -> Path:
    """Return the journal that is named beside the recording, else the usual one."""
    try:
        return Path(recording.with_suffix(JOURNAL).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return recording.absolute().parent.parent / "journal.db"


def keep_evidence(path: Path, played: Replay) -> None:
    """Write the evidence of the last decision to a file."""
    table = played.table
    text = to_text(table.state.decided[-1].evidence, played.game, table.moments[0].position)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as trouble:
        raise Misuse("file.unwritable", path=path, why=trouble.strerror or trouble) from None
    print(said("report.written", path=path))


def explained(one: Explanation) -> str:
    """Return an explanation as text, one line for each account."""
    lines = [said("why_command.decision", decision=one.decision, seen=one.seen)]
    for place, account in enumerate(one.accounts, 1):
        lines.append(f"  {place:2}  {account_line(account)}")
    lines += [f"   -  {account_line(account)}" for account in one.ruled_out]
    if one.column:
        lines.append(said("why_command.column", column=one.column))
    lines += [f"  {wait.still:6.2f} s  {wait.decision}" for wait in one.waits]
    return "\n".join(lines) + "\n"


def account_line(account: Account) -> str:
    """Return one line: an account, and what counts against it."""
    what = " ".join(filter(None, [account.kind, account.moves, "..." if account.open else ""]))
    return f"{what:40}  {', '.join(account.against)}".rstrip()
