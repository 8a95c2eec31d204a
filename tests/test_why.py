"""Every decision can be explained, saved and explained again from its file."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from controller.__main__ import main
from controller.app.recordings.evidence_file import from_text, load_evidence, to_text
from controller.errors import BadRecording
from controller.reading.choose import Ask, Count, LeadBack, Refuse
from controller.reading.criteria import RULING_OUT
from controller.values import CHANCE, Saying
from controller.why.explain import decided_at, explain, waits
from controller.why.reason import reason
from controller.why.text import decision_text
from controller.words import catalogue, say
from tests.hands.gestures import STYLES, gesture, turn
from tests.hands.natural import ASKED, Person
from tests.hands.seated import begin
from tests.often import often
from tests.panels import EVERY
from tests.reading.test_criteria import CASES

TURNS = 4
CAPTURE = Path(__file__).parent / "captures/virtual-pico-situation7.rec"
DAILY = ("astron", "situation7", "space_walk_tags", "zylatron")
ALWAYS_ASK = ("space_walk",)  # no reed tells which ships of a planet were lifted
PANELS = [pytest.param(panel, id=panel) for panel in EVERY]
every_panel = pytest.mark.parametrize("panel", often(lambda case: case.id in DAILY, PANELS))


def decisions(panel, seed):
    """The table, and what it decided about some natural turns."""
    luck = Random(f"explain {panel} {seed}")
    rig = begin(panel, luck)
    found = []
    turns = 0
    while turns < TURNS and not rig.table.position.outcome:
        position = rig.table.position
        if CHANCE in position.actors:
            rig.play(luck.choice(list(position.moves())))
            rig.wait(ASKED)
            continue
        turns += 1
        wrong = Person(rig, gesture(rig, turn(position, luck), luck.choice(STYLES), luck)).act()
        found += [
            one for one in rig.table.state.decided if all(one is not known for known in found)
        ]
        if wrong:
            break
    return rig, found


@every_panel
def test_a_decision_is_the_same_again_from_its_file(panel):
    rig, found = decisions(panel, 1)
    assert found
    for one in found:
        text = to_text(one.evidence, rig.game, rig.table.moments[0].position)
        again = from_text(text.encode())
        assert to_text(again, rig.game, again.moments[0].position) == text
        assert decision_text(decided_at(again)) == decision_text(decided_at(one.evidence))
    assert explain(again) == explain(one.evidence)


@every_panel
def test_the_best_account_is_what_was_decided(panel):
    _, found = decisions(panel, 2)
    counted = [one for one in found if isinstance(one.decision, Count)]
    assert counted or panel in ALWAYS_ASK
    for one in counted:
        (own,) = [e for e in one.explanations if e.decision == decision_text(one.decision)]
        assert decision_text(one.decision) == f"count {own.accounts[0].moves}"
        assert own.decision in {wait.decision for wait in own.waits}


@every_panel
def test_a_wait_does_not_end_sooner_than_it_says(panel):
    """Sums of floats miss a limit by a little: 0.5 s was told where 0.4 s is waited."""
    _, found = decisions(panel, 2)
    for evidence in (one.evidence for one in found if not one.evidence.race):
        started = evidence.felt.at - evidence.still
        for wait in list(waits(evidence))[1:]:
            sooner = replace(evidence.felt, at=started + wait.still - 0.01)
            before = decided_at(replace(evidence, felt=sooner))
            assert decision_text(before) != wait.decision, (evidence.seen, wait)


@every_panel
def test_who_is_asked_or_refused_can_read_why(panel):
    _, found = decisions(panel, 3)
    for one in found:
        told = reason(one.decision, one.evidence)
        if isinstance(one.decision, Ask | LeadBack) or getattr(one.decision, "mistakes", ()):
            assert told and say(told) != told.key
        elif not isinstance(one.decision, Refuse):
            assert told is None


@pytest.mark.parametrize("criterion", RULING_OUT, ids=lambda one: one.name)
def test_every_criterion_that_rules_out_has_a_sentence(criterion):
    key = f"why.{criterion.name.replace(' ', '_')}"
    assert say(Saying(key, {"where": "e5", "count": 9})) != key and key in catalogue()
    one = CASES[criterion.name][0]()
    assert reason(LeadBack(frozenset(one.evidence.seen.changes)), one.evidence)


@pytest.fixture
def saved(tmp_path):
    rig, found = decisions("astron", 1)
    path = tmp_path / "decision.json"
    path.write_text(to_text(found[-1].evidence, rig.game, rig.table.moments[0].position))
    return path


def test_the_command_explains_a_file(saved, capsys):
    assert main(["why", str(saved)]) == 0
    said = capsys.readouterr().out
    assert explain(load_evidence(saved)).decision in said
    assert "lawful" in said


def test_a_file_to_write_is_written_or_refused_aloud(saved, tmp_path, capsys):
    """It was ignored beside a file of evidence."""
    for given in (saved, CAPTURE):
        out = tmp_path / f"{given.stem}.out"
        ended = main(["why", str(given), "--out", str(out)])
        told = capsys.readouterr()
        assert (ended == 0) == out.exists() and (ended == 2) == bool(told.err), given
        assert str(out if out.exists() else given) in told.out + told.err


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text[: len(text) // 2],
        lambda text: text.replace('"astron"', '"ludo"', 1),
        lambda text: text.replace("evidence 1", "evidence 9"),
        lambda text: text.replace('"wish": ""', '"wish": "nothing"'),
        lambda text: text.replace('"aloft"', '"afoot"'),
    ],
)
def test_a_spoilt_file_is_answered_with_a_sentence(saved, spoil, capsys):
    text = saved.read_text()
    assert spoil(text) != text
    saved.write_text(spoil(text))
    with pytest.raises(BadRecording):
        load_evidence(saved)
    assert main(["why", str(saved)]) != 0
    assert "Traceback" not in capsys.readouterr().err
