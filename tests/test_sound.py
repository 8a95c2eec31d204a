"""What a table sounds: decided as its lights are, and by nothing else."""

import pytest
from msgspec.structs import replace

from controller.app import arguments
from controller.errors import Misuse
from controller.game import Setting
from controller.games import SHELF
from controller.sitting.flow import Stage
from controller.sitting.hearing import Heard, sounds
from controller.sounds.sound import LOUDEST, TUNES, Loudness, Sound
from controller.values import Piece, Refusal, Seat, Sense
from firmware import wire
from firmware.tones import HIGHEST, LOWEST
from sims.bench.rig import Rig
from tests.panels import load_panel

A, B = frozenset({Seat(0)}), frozenset({Seat(1)})
WAITING = Heard(Stage.WAITING, 3, due=A)
RULE = Refusal("A7", "astron.A7")


@pytest.mark.parametrize(
    "now, heard",
    [
        (WAITING, ()),
        (Heard(Stage.MOVING, 3, due=A), ()),
        (Heard(Stage.WAITING, 4, due=A), (Sound.MADE,)),
        (Heard(Stage.WAITING, 4, due=B), (Sound.MADE, Sound.TURN)),
        (Heard(Stage.WAITING, 4, due=A, dealt=True), ()),
        (Heard(Stage.WAITING, 2, due=A), ()),
        (Heard(Stage.MENDING, 3, due=A), (Sound.WRONG,)),
        (Heard(Stage.WAITING, 3, RULE, due=A), (Sound.WRONG,)),
        (Heard(Stage.ASKING, 3, due=A), (Sound.QUESTION,)),
        (Heard(Stage.MENDING, 4, RULE, alarm=True, due=B), (Sound.ALARM,)),
        (Heard(Stage.PAUSED, 3), ()),
    ],
)
def test_each_news_has_its_sound_and_no_other(now, heard):
    assert sounds(WAITING, now) == heard
    assert sounds(now, now) == (), "what stays as it is is not told again"


def test_every_tune_can_be_played_and_told_in_one_message():
    everything = Loudness(LOUDEST).tune(Sound)
    assert len(everything) <= wire.MOST_NOTES
    assert all(note.hertz == 0 or LOWEST <= note.hertz <= HIGHEST for note in everything)
    assert len(set(TUNES.values())) == len(Sound), "each is known by its own"


@pytest.mark.parametrize("off", Sound)
def test_each_can_be_switched_off_by_itself(off):
    quiet = Loudness(off=frozenset({off}))
    assert quiet.tune([off]) == ()
    assert quiet.tune(Sound) == Loudness().tune(sound for sound in Sound if sound is not off)
    assert Loudness(volume=0).tune(Sound) == ()


@pytest.fixture
def sat_down():
    """A board on which somebody is to act: sat_down("astron")."""
    built = []

    def at(name):
        built.append(Rig(SHELF[name].start(Setting(2)), load_panel(name)))
        built[-1].settle()
        built[-1].wait(1.0)
        return built[-1]

    yield at
    for rig in built:
        rig.board.close()


def heard(rig, act):
    """The pitches off the board after this was done."""
    began = rig.pico.hal.ms()
    act()
    rig.wait(6.0)
    return [hertz for at, hertz, _ in rig.pico.hal.tones if at > began and hertz]


def pitches(*several):
    return [note.hertz for sound in several for note in TUNES[sound] if note.hertz]


def play(rig):
    rig.play(next(iter(rig.table.position.moves())))


def spoil(rig):
    """Two pieces too many fall from the sky."""
    bare = [site for site, sense in rig.wiring.senses.items() if sense is Sense.REED]
    for site in [site for site in bare if site not in rig.bench.stacks][:2]:
        rig.bench.put(Piece("meteorite"), site)


def test_a_move_is_heard_off_the_board(sat_down):
    rig = sat_down("space_walk")
    assert [hertz for _, hertz, _ in rig.pico.hal.tones if hertz] == pitches(Sound.TURN)
    before = rig.table.position.actors
    told = heard(rig, lambda: play(rig))
    passed = [Sound.TURN] * (rig.table.position.actors != before)
    assert told == pitches(Sound.QUESTION, Sound.MADE, *passed), "which ship was it?"


def test_what_stands_wrong_is_heard_once(sat_down):
    rig = sat_down("astron")
    assert heard(rig, lambda: spoil(rig)) == pitches(Sound.WRONG)


def test_a_board_whose_firmware_knows_no_tones_is_told_none(sat_down):
    rig = sat_down("space_walk")
    rig.board.hello = replace(rig.board.hello, can=rig.board.hello.can & ~wire.CAN_SOUND)
    assert heard(rig, lambda: play(rig)) == [] and len(rig.table.history) == 1
    assert wire.TONES not in rig.board.link.refused


@pytest.mark.parametrize(
    "flags, volume, off",
    [
        ("", 153, set()),
        ("--volume 0", 0, set()),
        ("--volume 10 --sounds none", LOUDEST, set(Sound)),
        ("--sounds made,alarm", 153, {*Sound} - {Sound.MADE, Sound.ALARM}),
    ],
)
def test_loudness_is_what_the_flags_say(flags, volume, off):
    asked = arguments.parse(["play", "astron", *flags.split()])
    assert arguments.loudness(asked) == Loudness(volume, frozenset(off))


@pytest.mark.parametrize("flags", ["--volume 11", "--sounds bells", "--sounds ,"])
def test_a_flag_that_makes_no_sense_is_told_in_a_sentence(flags):
    with pytest.raises(Misuse):
        arguments.loudness(arguments.parse(["play", "astron", *flags.split()]))
