"""What lights, keys and sounds mean: rhythms, colours, the menu's signs, trouble signs, tunes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from controller import scene
from controller.app.computer.trouble_sign import SIGNS
from controller.game import Game
from controller.games import SHELF
from controller.menu import entries
from controller.menu.acts import GiveUp
from controller.menu.agreement import PLAYER_KINDS, usual_agreement
from controller.menu.entries import Entry, Saved
from controller.menu.screens import SCREEN_COLOURS, Screen
from controller.scene import RGB, Glow
from controller.sitting.keys import OWN_KEYS
from controller.sounds.sound import TUNES, Note, Sound
from controller.telling import key_label
from controller.values import KEY, Saying, Sense
from controller.words import say
from drivers.wiring import load_wiring
from firmware import lights as firmware
from generators.games import games
from generators.markdown import code, code_list, escape_markdown, join_parts, table
from generators.meanings import meanings

COLOUR_NAMES = ("WHITE", "RED", "AMBER", "GREEN", "BLUE")  # of colours in controller/scene.py
MENU_GAME = "astron"  # offers teams and choices, so every screen of the menu has something to show


def lights_page() -> str:
    """Return the parts of the page about lights and keys."""
    return join_parts(
        [
            ("rhythms", rhythms()),
            ("colours", colour_table()),
            ("keys", game_keys()),
            ("screens", screens()),
            ("menu", menu()),
            ("robots", seat_letters()),
            ("troubles", trouble_signs()),
            ("sounds", sound_table()),
        ]
    )


# ------------------------------------------------------------------------------------------- lights


def rhythms() -> str:
    """Return every rhythm: its name, how it looks, what it says."""
    looks, means = rhythm_looks(), meanings("Glow", (glow.name for glow in Glow))
    rows = ((code(g.name.lower()), str(g.value), looks[g], means[g.name]) for g in Glow)
    return table(("rhythm", "number", "how it looks", "what it says"), rows)


def rhythm_looks() -> dict[Glow, str]:
    """Return how each rhythm looks, by the times of the firmware."""
    running = (
        f"every {firmware.RUN_SPACING}th pixel is lit, and moves on every {firmware.RUN_PACE} ms"
    )
    return {
        Glow.STEADY: "does not change",
        Glow.PULSE: f"gets brighter and darker, {firmware.BREATH_MS / 1000:g} s from peak to peak",
        Glow.DOUBLE: f"two flashes of {firmware.FLASH} ms, every {firmware.ASK / 1000:g} s",
        Glow.FAST: f"on and off, {1000 / firmware.WARN:g} times a second",
        Glow.RUN: running,
        Glow.RUN_BACK: f"{running}, the other way",
    }


def colour_table() -> str:
    """Return the colours with a meaning."""
    means = meanings("colours", COLOUR_NAMES)
    rows = (
        (name.lower(), colour_parts(getattr(scene, name)), means[name]) for name in COLOUR_NAMES
    )
    return table(("colour", "red, green, blue", "what it says"), rows)


def colour_parts(colour: RGB) -> str:
    """Return a colour as its three parts."""
    return ", ".join(map(str, colour))


def colour_name(colour: RGB) -> str:
    """Return what a colour is called."""
    return next(name.lower() for name in COLOUR_NAMES if getattr(scene, name) == colour)


# --------------------------------------------------------------------------------------------- keys


def game_keys() -> str:
    """Return the keys that each game has besides the table's own."""
    rows = ((game.title, code_list(own_keys(game)) or "none") for game in games())
    return table(("game", "its own keys"), rows)


def own_keys(game: Game) -> list[str]:
    """Return what is printed on the keys of a game's usual panel."""
    senses = load_wiring(game.panel).senses.items()
    sites = (site for site, sense in senses if sense is Sense.KEY and site not in OWN_KEYS)
    return [key_label(game.name, site) for site in sites if site.startswith(KEY)]


# --------------------------------------------------------------------------------------------- menu


def screens() -> str:
    """Return the screens of the menu, each with its colour and what it asks."""
    means = meanings("Screen", (screen.name for screen in SCREEN_COLOURS))
    rows = ((colour_name(colour), means[screen.name]) for screen, colour in SCREEN_COLOURS.items())
    return table(("colour", "what the menu asks"), rows)


def menu() -> str:
    """Return the signs of the menu, screen by screen, with the question that each asks."""
    rows = (
        (
            screen.value,
            sign_letters(entry.sign),
            counts(entry.counts),
            escape_markdown(say(entry.saying)),
        )
        for screen, offers in menu_screens()
        for entry in offers
    )
    return table(("screen", "letters", "lights on few cells", "question"), rows)


def menu_screens() -> Iterator[tuple[Screen, Sequence[Entry]]]:
    """Yield each screen with its entries, or with examples of those that repeat."""
    game = SHELF[MENU_GAME]
    agreed = usual_agreement(game)
    saved = [Saved(3, game.title, "2026-01-31 20:15", 42)]
    yield Screen.HOME, entries.home_entries(saved)
    yield Screen.GAME, entries.game_entries([game], [agreed])
    yield Screen.SEATS, entries.seats_entries(game, agreed)[1:2]
    yield Screen.PLAYERS, entries.players(1, agreed)[:2]
    yield Screen.CARDS, entries.cards(agreed)
    yield Screen.RULES, entries.rules_entries(game, agreed)
    yield Screen.OPTIONS, entries.option_entries(game, 2, agreed)
    yield Screen.TEAMS, entries.team_entries(0, agreed)[:3]
    yield (
        Screen.PICKS,
        [entries.pick_entries(game, 0, agreed)[3], entries.pick_entries(game, 2, agreed)[3]],
    )
    yield Screen.START, entries.start_entry(game, agreed)
    yield Screen.SOUND, entries.sound_entries()
    yield Screen.PAUSE, entries.pause()
    doubted = (one.doubt for one in (*entries.pause(), *entries.home_entries([])) if one.doubt)
    acts = dict.fromkeys([GiveUp(3), *doubted])
    yield Screen.SURE, [entry for act in acts for entry in entries.confirm_entry(act)]


def sign_letters(lines: Iterable[str]) -> str:
    """Return the letters of a sign."""
    return " ".join(code(line) for line in lines if line)


def counts(numbers: Iterable[int]) -> str:
    """Return how many lights are counted."""
    return ", ".join(map(str, numbers))


def seat_letters() -> str:
    """Return the letters for who sits at a seat."""
    rows = (
        (code("H" if not number else f"R{number}"), str(number + 1), code(kind))
        for number, kind in enumerate(PLAYER_KINDS)
    )
    return table(("letters", "white lights on few cells", "who"), rows)


# ------------------------------------------------------------------------------ troubles and sounds


def trouble_signs() -> str:
    """Return the signs for trouble with the machine."""
    rows = (
        (f"`!` `{letter}`", str(count), escape_markdown(say(Saying(key, dict.fromkeys(GAPS, "…")))))
        for key, (letter, count) in SIGNS.items()
    )
    return table(("sign", "lights on few cells", "what the pages say"), rows)


GAPS = ("mb", "degrees", "move")  # in these sentences


def sound_table() -> str:
    """Return the sounds of the table, each with its notes."""
    means = meanings("Sound", (sound.name for sound in Sound))
    rows = (
        (code(sound.value), means[sound.name], ", ".join(map(note_text, TUNES[sound])))
        for sound in Sound
    )
    return table(("sound", "when it is heard", "notes"), rows)


def note_text(one: Note) -> str:
    """Return a note in Hz and ms."""
    return f"{one.hertz} Hz {one.ms} ms" if one.hertz else f"rest {one.ms} ms"
