"""What befalls the machine is told at the table; who is away comes back to a dim board."""

from __future__ import annotations

import os
from random import Random

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory
from msgspec.structs import replace

from controller.app.computer.ending import Ending, RunningProcess
from controller.app.computer.lamp import IDLE, SHARE
from controller.app.computer.pi_health import HOT, LATELY, MIN_FREE_FOR_GAMES, PiHealth
from controller.app.computer.trouble_sign import REPEAT_AFTER, SIGN_SECONDS, SIGNS, sign
from controller.app.hosting.host import Host
from controller.app.recordings.replay import Replay
from controller.app.recordings.tape import load
from controller.app.setup.start_game import Environment, GameSetup, resumed, who
from controller.game import Setting
from controller.games import SHELF
from controller.menu.picture import lit_cells
from controller.scene import AMBER, Light
from controller.sitting.flow import Stage
from controller.sitting.journal import Journal, Played
from controller.sounds.sound import TUNES, Sound
from controller.values import Saying, Site
from controller.web.gallery import Gallery
from controller.web.mailbox import Mailbox, Obey, Record
from controller.words import catalogue, say
from drivers.clock import StepClock
from drivers.pi.power_pin import SURE, PowerPin
from drivers.wiring import KeyFile, PiFile, PowerFile, checked_wiring
from sims.bench.twin import Twin, open_twin
from tests.menu.board_alone import BoardAlone
from tests.panels import load_panel
from tests.real_table import RealTable, host

BEFORE = RunningProcess(1 << 22, "before")  # a process that nobody has any more
AFTER = RunningProcess(os.getpid(), "after")


def how(folder, own: RunningProcess) -> str:
    told = Ending(folder, own).befell(31)
    return say(told) if told else ""


@pytest.mark.parametrize(
    ("left", "own", "told"),
    [
        (None, AFTER, ""),
        (BEFORE, AFTER, "The power failed after move 31; nothing was lost."),
        (RunningProcess(BEFORE.pid, "after"), AFTER, "The program was broken off after move 31"),
        (RunningProcess(os.getppid(), "after"), AFTER, ""),
    ],
    ids=["nothing", "another start of the machine", "the same", "somebody is at it"],
)
def test_how_it_ended_last_time_is_known_by_what_was_left(tmp_path, left, own, told):
    if left:
        Ending(tmp_path, left)
    said = how(tmp_path, own)
    assert said.startswith(told) and bool(said) == bool(told)


def test_who_puts_the_table_away_leaves_nothing_to_tell(tmp_path):
    Ending(tmp_path, BEFORE).close()
    assert how(tmp_path, AFTER) == ""


def test_it_is_told_once_and_a_torn_file_tells_nothing(tmp_path):
    Ending(tmp_path, BEFORE)
    ending = Ending(tmp_path, AFTER)
    assert ending.befell(3) and ending.befell(4) is None
    (tmp_path / "running.json").write_bytes(b'{"pid": 1')
    assert how(tmp_path, AFTER) == ""


def test_nobody_else_at_the_table_takes_the_mark_away(tmp_path):
    first = Ending(tmp_path, RunningProcess(os.getppid(), "after"))
    Ending(tmp_path, AFTER).close()
    assert how(tmp_path, RunningProcess(7, "later")).startswith("The power failed")
    first.close()


def test_the_game_that_is_gone_on_with_says_that_the_power_failed(tmp_path):
    game, position, luck = SHELF["space_walk"], SHELF["space_walk"].start(Setting(2)), Random(2)
    journal = Journal(tmp_path / "journal.db")
    record = journal.record(
        game, position, opened="", seed=7, deck="virtual", players="human,human", agreed=()
    )
    for _ in range(5):
        move = luck.choice(list(position.moves()))
        position = position.after(move)
        record.keep([Played(move)])
    record.write()
    Ending(tmp_path, BEFORE)
    wiring = load_panel("space_walk")
    twin = Twin(wiring, game.pieces(position), StepClock(), name="failed")
    twin.bench.stand(position.on_panel(wiring.senses).layout())
    url = twin.plug_in()
    house = Environment(
        url,
        lambda game: wiring,
        journal,
        lambda: 7,
        lambda: "",
        twin.clock,
        ending=Ending(tmp_path, AFTER),
    )
    kept = host(house, resumed(house))
    for _ in range(60):
        kept.turn()
    assert say(kept.table.message) == "The power failed after move 5; nothing was lost."
    kept.close()
    house.close()
    assert not (tmp_path / "running.json").exists()


# ---------------------------------------------------------------------------------- the machine


@pytest.fixture
def pi(tmp_path):
    """A Pi's own files: pi(path, text) writes one."""

    def write(path: str, text: str) -> None:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)

    write("proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")
    write("sys/class/thermal/thermal_zone0/temp", "48000\n")
    write("sys/class/hwmon/hwmon1/in0_lcrit_alarm", "0\n")
    return write


def looked(tmp_path, clock: list[float]) -> PiHealth:
    return PiHealth(lambda: clock[0], tmp_path, tmp_path)


def test_a_pi_that_is_well_says_nothing_and_a_laptop_never_does(pi, tmp_path):
    clock = [0.0]
    assert looked(tmp_path, clock).sentence == ""
    pi("proc/device-tree/model", "Somebody's laptop\0")
    pi("sys/class/thermal/thermal_zone0/temp", "99000\n")
    assert looked(tmp_path, clock).sentence == ""


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n"),
        ("sys/devices/platform/soc/soc:firmware/get_throttled", "50005\n"),
    ],
)
def test_a_voltage_that_was_too_low_for_a_blink_is_told_for_a_while(pi, tmp_path, path, text):
    clock = [100.0]
    health = looked(tmp_path, clock)
    assert health.sentence == ""
    pi(path, text)
    clock[0] += 6.0
    assert "too little voltage" in health.sentence
    pi(path, "0\n")
    clock[0] += LATELY - 1
    assert "too little voltage" in health.sentence
    clock[0] += 10.0
    assert health.sentence == ""


@pytest.mark.parametrize("text", ["", "warm", "-5", "NaN", str(HOT - 1)])
def test_what_makes_no_sense_is_no_heat(pi, tmp_path, text):
    pi("sys/class/thermal/thermal_zone0/temp", text)
    pi("sys/devices/platform/soc/soc:firmware/get_throttled", text)
    sentence = looked(tmp_path, [0.0]).sentence
    assert "°C" not in sentence


def test_a_hot_pi_is_told_with_its_degrees(pi, tmp_path):
    pi("sys/class/thermal/thermal_zone0/temp", f"{HOT + 3500}\n")
    assert "83 °C" in looked(tmp_path, [0.0]).sentence


@pytest.mark.parametrize(
    ("free", "told"), [(MIN_FREE_FOR_GAMES - 1, "49 MB"), (MIN_FREE_FOR_GAMES, ""), (None, "")]
)
def test_a_card_that_is_nearly_full_is_told_before_it_is(tmp_path, free, told):
    sentence = PiHealth(lambda: 0.0, tmp_path, tmp_path, lambda folder: free).sentence
    assert (told in sentence) if told else sentence == ""


# ------------------------------------------------------------------------ by light and by sound


@pytest.fixture
def warned(pi, tmp_path):
    """A real board in play on a Pi that is well, so far."""
    table = alone(tmp_path, looked_by)
    table.sit(table.game.start(Setting(2)))
    table.wait(3.0)
    yield table
    table.close()


def alone(folder, health=lambda now, folder: None) -> BoardAlone:
    game, wiring, clock = SHELF["astron"], load_panel("astron"), StepClock()
    twin = Twin(wiring, game.pieces(game.start(Setting(2))), clock, name="alone")
    return BoardAlone(twin, game, folder, health(clock.now, folder))


def looked_by(now, folder) -> PiHealth:
    return PiHealth(now, folder, folder, lambda folder: None)


def amber(table: BoardAlone) -> frozenset[Site]:
    """The cells that shine amber and steadily: nothing of the game does."""
    keys = {site for site in table.wiring.senses if site.startswith("key.")}
    lights = table.twin.lights().items()
    return frozenset(s for s, light in lights if light == Light(AMBER) and s not in keys)


def cells(table: BoardAlone):
    return lit_cells(table.game, table.wiring.chain)


def tones(table: BoardAlone) -> list[int]:
    return [hertz for _, hertz, _ in table.twin.pico.hal.tones if hertz]


HEARD = [note.hertz for note in TUNES[Sound.TROUBLE] if note.hertz]
HOT_PI = ("sys/class/thermal/thermal_zone0/temp", f"{HOT}\n")


def test_a_trouble_is_shown_once_for_a_while_and_heard_and_the_game_goes_on(warned, pi):
    before = warned.twin.lights()
    assert not amber(warned)
    pi(*HOT_PI)
    warned.until(lambda: bool(amber(warned)))
    warned.wait(0.5)
    assert amber(warned) == frozenset(sign(Saying("trouble.hot"), cells(warned)))
    assert tones(warned)[-len(HEARD) :] == HEARD
    warned.wait(SIGN_SECONDS + 1.0)
    assert not amber(warned) and warned.twin.lights().keys() == before.keys()
    heard = len(tones(warned))
    warned.wait(60.0)
    assert len(tones(warned)) == heard, "what was told is not told all evening"
    warned.wait(REPEAT_AFTER)
    assert len(tones(warned)) == heard + len(HEARD), "what lasts is told again"


def test_nothing_is_told_while_a_hand_moves_and_a_hand_ends_what_is_shown(warned, pi):
    site = next(s for s in sorted(warned.twin.bench.stacks) if s in warned.wiring.senses)
    piece = warned.twin.bench.lift(site)
    pi(*HOT_PI)
    heard = len(tones(warned))
    for _ in range(12):
        warned.wait(1.0)
        assert not amber(warned)
    assert tones(warned)[-len(HEARD) :] != HEARD or len(tones(warned)) == heard
    warned.twin.bench.put(piece, site)
    warned.until(lambda: bool(amber(warned)))
    warned.twin.bench.lift(site)
    warned.wait(0.5)
    assert not amber(warned)


def test_every_sign_is_another_on_letters_and_on_few_cells():
    for panel in ("astron", "space_walk"):
        wiring = load_panel(panel)
        there = lit_cells(SHELF[wiring.file.game], wiring.chain)
        drawn = {str(sorted(sign(Saying(key), there).items())) for key in SIGNS}
        assert len(drawn) == len(SIGNS)
    assert SIGNS.keys() <= catalogue().keys()


def test_the_menu_tells_it_too_and_a_key_is_heard_at_once(pi, tmp_path):
    at = alone(tmp_path, looked_by)
    asked, shown = at.lights().keys(), sign(Saying("trouble.hot"), cells(at)).keys()
    pi(*HOT_PI)
    at.wait(6.0)
    assert at.lights().keys() == shown
    at.press("next")
    assert at.lights().keys() not in (asked, shown)
    at.close()


@pytest.mark.parametrize("blink", [True, False])
def test_mains_that_fail_put_everything_away_and_that_is_told_next_time(tmp_path, blink):
    pins = Device.pin_factory = MockFactory()
    at = alone(tmp_path)
    at.host.house = at.house = replace(at.house, ending=Ending(tmp_path, BEFORE))
    at.host.menu.power = PowerPin(PowerFile(26), at.twin.clock)
    at.sit(at.game.start(Setting(2)))
    pins.pin(26).drive_low()
    at.wait(SURE / 5)
    if blink:
        pins.pin(26).drive_high()
        at.wait(SURE)
        assert not at.host.down
    else:
        at.until(lambda: at.host.down)
        assert at.host.running is None
    at.close()
    pins.reset()
    assert how(tmp_path, BEFORE) == ("" if blink else how_it_failed())


def how_it_failed() -> str:
    return say(Saying("trouble.power_failed", {"move": 31}))


# -------------------------------------------------------------------------------- lights and keys


def brightest(table: RealTable) -> int:
    return max(table.twin.pico.hal.shown)


def test_lights_dim_while_nobody_plays_and_wake_at_a_touch():
    table = RealTable("host", load_panel("astron"))
    table.wait(1.0)
    full = brightest(table)
    table.wait(IDLE)
    dim = brightest(table)
    assert 0 < dim <= full // SHARE + 1
    table.twin.bench.press(Site("key.no"))
    table.wait(1.0)
    assert brightest(table) > 2 * dim
    table.close()


def test_nothing_dims_while_somebody_plays():
    table = RealTable("host", load_panel("astron"))
    full = brightest(table)
    for _ in range(8):
        table.wait(IDLE / 4)
        table.twin.bench.press(Site("key.no"))
        table.wait(0.5)
    assert brightest(table) > full // 2
    table.close()


def test_a_key_on_a_pin_of_the_pi_is_in_the_recording_too(tmp_path):
    pins = Device.pin_factory = MockFactory()
    file = load_panel("astron").file
    chains = tuple(
        replace(chain, sites=chain.sites.replace("key.back", "-")) for chain in file.chains
    )
    own = PiFile(keys=(KeyFile(Site("key.back"), 17),))
    wiring = checked_wiring(replace(file, chains=chains, pi=own))
    game, clock = SHELF["astron"], StepClock()
    house = Environment(
        "sim://", lambda game: wiring, None, lambda: 7, lambda: "", clock, open_twin, tmp_path
    )
    kept = Host(house, Gallery(), Mailbox(clock.ring))
    kept.sit(GameSetup(game, game.start(Setting(2)), who(["Ada", "Bob"]), 7))
    kept.mailbox.post(Record(True), -1)
    played_on(kept, 14)
    before = len(kept.table.history)
    pins.pin(17).drive_low()
    pins.pin(17).drive_high()
    turned(kept, lambda: len(kept.table.history) < before)
    kept.mailbox.post(Obey("tidy"), -1)
    played_on(kept, before + 2)
    kept.close()
    pins.reset()
    (reel,) = (tmp_path / "recordings").glob("*.rec")
    assert "= pin key.back" in reel.read_text()
    replayed = Replay(load(reel))
    assert [f"{at:.0f}" for at, _ in replayed]
    assert list(map(str, replayed.table.history)) == list(map(str, kept.table.history))


def played_on(kept: Host, moves: int) -> None:
    """Let the bench's hand play until there are so many moves."""
    luck = Random(4)
    turned(kept, lambda: kept.table.stage is Stage.WAITING)
    while len(kept.table.history) < moves:
        known = len(kept.table.history)
        kept.running.make(luck.choice(list(kept.table.position.moves())))
        turned(kept, lambda known=known: len(kept.table.history) > known)
        turned(kept, lambda: kept.table.stage is Stage.WAITING and not kept.running.twin.busy)


def turned(kept: Host, done) -> None:
    until = kept.house.clock.now() + 120.0
    while not done():
        assert kept.house.clock.now() < until
        kept.turn()
