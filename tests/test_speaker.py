"""What comes out of a loudspeaker: tones by their pitch and length, sentences by their words."""

import io
import math
import shutil
import sys
import wave
from array import array

import pytest
from msgspec.structs import replace

from controller.app.running.running_table import RunningTable
from controller.game import Setting
from controller.games import SHELF
from controller.sitting.flow import Stage
from controller.sitting.speech import Speech
from controller.sounds.sound import LOUDEST, TUNES, Note, Sound
from controller.sounds.wave import SAMPLE_RATE, waved
from controller.values import Saying
from controller.words import say
from drivers.speaker.pipeline import Pipeline
from drivers.speaker.speaker import PIPE, Speaker
from drivers.speaker.voices import Espeak, voice
from sims.bench.rig import Rig
from tests import test_hints as hints
from tests.panels import load_panel


def samples(file):
    with wave.open(io.BytesIO(file)) as found:
        assert (found.getnchannels(), found.getsampwidth(), found.getframerate()) == (
            1,
            2,
            SAMPLE_RATE,
        )
        return array("h", found.readframes(found.getnframes()))


def strength(part, hertz):
    """How much of this pitch is in it, by Goertzel: 1 for a pure tone of full loudness."""
    turn, before, last = 2 * math.cos(math.tau * hertz / SAMPLE_RATE), 0.0, 0.0
    for level in part:
        before, last = last, level / 0x7FFF + turn * last - before
    return 2 * math.sqrt(max(0.0, last**2 + before**2 - turn * before * last)) / len(part)


PITCHES = sorted({note.hertz for tune in TUNES.values() for note in tune if note.hertz})


@pytest.mark.parametrize("sound", Sound)
def test_every_tune_has_its_pitches_each_for_its_time(sound):
    file = waved(TUNES[sound])
    assert len(file) < PIPE, "a pipe takes it whole"
    heard, at = samples(file), 0
    for note in TUNES[sound]:
        count = SAMPLE_RATE * note.ms // 1000
        part, at = heard[at : at + count], at + count
        found = {hertz: strength(part, hertz) for hertz in PITCHES}
        if note.hertz:
            assert max(found, key=found.get) == note.hertz and found[note.hertz] > 0.8
        else:
            assert max(found.values()) == 0
    assert at == len(heard)


def test_half_the_volume_is_a_quarter_of_the_loudness():
    loud, soft = (max(samples(waved([Note(440, 200)], v))) for v in (LOUDEST, LOUDEST // 2))
    assert 0.2 < soft / loud < 0.3


class Pipe(io.BytesIO):
    def close(self):
        self.said = self.getvalue()
        super().close()


class Program:
    """A process that goes on until it is ended."""

    def __init__(self, command):
        self.command, self.stdin, self.ended = command, Pipe(), False

    def poll(self):
        return 0 if self.ended else None

    def terminate(self):
        self.ended = True


class Machine:
    """A computer with these programs on it."""

    def __init__(self, *programs):
        self.programs, self.begun = programs, []
        self.speaker = Speaker(
            found=lambda name: name if name in programs else None, start=self.run
        )

    def run(self, commands):
        self.begun.append(Program(commands[0]))
        return self.begun[-1]


def test_what_is_said_next_cuts_short_who_speaks_and_no_tune():
    machine = Machine("aplay", "espeak-ng")
    machine.speaker.say("Ada, show a card.", LOUDEST)
    machine.speaker.sound(TUNES[Sound.MADE], LOUDEST)
    machine.speaker.say("Bob, your turn.", LOUDEST)
    first, tune, second = machine.begun
    assert (first.ended, tune.ended, second.ended) == (True, False, False)
    assert second.command[0] == "espeak-ng" and second.stdin.said == b"Bob, your turn."
    assert tune.command[0] == "aplay" and tune.stdin.said == waved(TUNES[Sound.MADE])
    machine.speaker.close()
    assert all(program.ended for program in machine.begun)


def test_where_no_program_is_a_sentence_says_what_to_install_and_nothing_breaks():
    machine = Machine()
    machine.speaker.say("Anybody?", LOUDEST)
    machine.speaker.sound(TUNES[Sound.MADE], LOUDEST)
    assert machine.begun == []
    told = [say(lack) for lack in machine.speaker.missing]
    assert ["alsa-utils" in told[0], "espeak-ng" in told[1]] == [True, True]
    assert Machine("play", "espeak-ng").speaker.missing == []


def test_a_program_that_will_not_start_is_no_trouble():
    def broken(commands):
        raise OSError("no such device")

    speaker = Speaker(found=str, start=broken)
    speaker.say("Hello?", LOUDEST)
    speaker.sound(TUNES[Sound.MADE], LOUDEST)


# ---------------------------------------------------------------------------- real programs


ESPEAK = shutil.which("espeak-ng")
INTO_A_FILE = """#!/bin/sh
exec {espeak} -w {file} "$@"
"""
AS_PIPER = """#!{python}
import argparse, sys
from pathlib import Path
asked = argparse.ArgumentParser(prog="piper")
asked.add_argument("-m", "--model", required=True)
asked.add_argument("--output-raw", "--output_raw", action="store_true", required=True)
asked = asked.parse_args()
assert Path(asked.model).is_file() and Path(asked.model + ".json").is_file()
for line in sys.stdin:
    sys.stdout.buffer.write(line.strip().encode("utf-16-le"))
"""
AS_PLAYER = """#!{python}
import sys
from pathlib import Path
words = sys.stdin.buffer.read().decode("utf-16-le")
Path({file!r}).write_text(" ".join(sys.argv[1:]) + chr(10) + words)
"""
SAYINGS = (
    ("astron.yield", {"ship": 1, "source": "e5", "targets": "e6 or e7"}),
    ("table.wish", {"seat": "Pilot 2", "move": "2 flies e5-e7"}),
    ("menu.seats", {"title": "Astron", "seats": 3}),
    ("trouble.power_failed", {"move": 31}),
)


def planted(folder, name, text):
    path = folder / name
    path.write_text(text)
    path.chmod(0o755)
    return str(path)


def ended(speaker):
    """Wait until all speech has finished."""
    for running in list(speaker._running.values()):
        for part in running._parts:
            assert part.wait(30.0) == 0


@pytest.mark.skipif(not ESPEAK, reason="there is no espeak-ng here")
@pytest.mark.parametrize("key, gaps", SAYINGS, ids=[key for key, _ in SAYINGS])
def test_something_is_said_for_every_kind_of_event_and_longer_words_take_longer(
    tmp_path, key, gaps
):
    lasts = []
    for text in ("Yes.", say(Saying(key, gaps))):
        file = tmp_path / f"{len(text)}.wav"
        script = INTO_A_FILE.format(espeak=ESPEAK, file=file)
        program = planted(tmp_path, f"espeak{len(text)}", script)
        speaker = Speaker(found={"espeak-ng": program}.get)
        speaker.say(text, LOUDEST)
        ended(speaker)
        with wave.open(str(file)) as said:
            heard = array("h", said.readframes(said.getnframes()))
            lasts.append(len(heard) / said.getframerate())
        loud = math.sqrt(sum(level**2 for level in heard) / len(heard)) / 0x7FFF
        assert loud > 0.02, "it is no silence"
    assert 0.2 < lasts[0] < 2.0 and lasts[1] > 1.5 * lasts[0]


def test_piper_speaks_where_its_owner_has_fetched_a_voice(tmp_path):
    """By its command line: a model, sentences in, samples out; these are played at their rate."""
    file = tmp_path / "heard"
    piper = planted(tmp_path, "piper", AS_PIPER.format(python=sys.executable))
    player = planted(tmp_path, "play", AS_PLAYER.format(python=sys.executable, file=str(file)))
    programs = {"piper": piper, "play": player, "espeak-ng": "espeak-ng"}
    torn, whole = tmp_path / "a.onnx", tmp_path / "en_GB-alan-medium.onnx"
    torn.touch()
    assert voice(programs.get, tmp_path) == Espeak("espeak-ng"), "a voice without its file is none"
    whole.touch()
    whole.with_name(f"{whole.name}.json").write_text('{"audio": {"sample_rate": 22050}, "x": 1}')
    speaker = Speaker(tmp_path, found=programs.get)
    speaker.say("Ada, your turn.", LOUDEST)
    ended(speaker)
    flags, heard = file.read_text().split("\n")
    assert heard == "Ada, your turn." and "-r 22050" in flags and "-v 1.000" in flags
    assert voice({"piper": piper}.get, tmp_path) is None, "nobody could be heard"


def test_who_is_cut_short_ends_with_all_that_feed_him(tmp_path):
    speaker = Speaker(found={"espeak-ng": "sh"}.get, start=lambda commands: endless())
    speaker.say("And so on, and so on", LOUDEST)
    parts = speaker._running["voice"]._parts
    speaker.say("Stop.", LOUDEST)
    parts += speaker._running["voice"]._parts
    speaker.close()
    assert len(parts) == 4 and all(part.wait(30.0) != 0 for part in parts)


def endless():
    wait = (sys.executable, "-c", "import time; time.sleep(600)")
    return Pipeline([wait, wait])


def test_what_is_asked_is_said_once_and_a_mistake_with_its_rule():
    rig = Rig(SHELF["space_walk"].start(Setting(2)), load_panel("space_walk"))
    rig.settle()
    speech = Speech()
    first = speech.news(rig.table, say)
    assert first == say(rig.table.asks())
    assert speech.news(rig.table, say) == ""
    rig.play(next(iter(rig.table.position.moves())))
    rig.wait(1.0)
    assert rig.table.stage in (Stage.WAITING, Stage.ASKING)
    assert say(rig.table.asks()) in speech.news(rig.table, say)
    rig.board.close()


def test_a_running_table_speaks_by_peoples_names_and_sounds_its_turns():
    machine = Machine("aplay", "espeak-ng")
    quiet = hints.house()
    house = replace(quiet, speaker=machine.speaker)
    terms = hints.begun("space_walk", players=("Ada", "Bob"))
    table = RunningTable(house, terms, overheard=lambda words: None)
    while table.table.stage is not Stage.WAITING:
        table.turn()
    table.turn()
    spoken = [one.stdin.said.decode() for one in machine.begun if one.command[0] == "espeak-ng"]
    assert "Ada" in spoken[-1] and "Player 1" not in spoken[-1]
    assert [one.stdin.said for one in machine.begun if one.command[0] == "aplay"] == [
        waved(TUNES[Sound.TURN], house.loudness.volume)
    ]
    table.close()
