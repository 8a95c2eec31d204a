"""The entries of each screen, as data: signs in lights, sentences, and the effects of keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from controller.choices import Choice
from controller.game import Game, names_in_words
from controller.menu.acts import (
    Act,
    BeginGame,
    End,
    GiveUp,
    GoOn,
    Leave,
    Loud,
    Restart,
    ResumeGame,
    ShutDown,
    TakeBack,
)
from controller.menu.agreement import (
    DECKS,
    HUMAN,
    NO_TEAM,
    PLAYER_KINDS,
    REAL,
    SIMPLE,
    TEAMS,
    Agreement,
    seat_choices,
)
from controller.menu.screens import MenuEvent
from controller.scene import RGB
from controller.sounds.sound import LOUDEST, USUAL_VOLUME
from controller.table_rules import offered_options
from controller.values import Saying
from controller.words import said

MOST_SAVED = 9  # maximum number of interrupted games offered, newest first
VOLUMES = {0: "silent", 60: "soft", USUAL_VOLUME: "usual", LOUDEST: "loud"}
CHOICE_SIGNS = "ABCDE"  # signs of the choices


Gaps: TypeAlias = dict[str, str | int | Saying]


class Saved(Struct, frozen=True):
    """An interrupted game that can be continued."""

    number: int
    title: str
    opened: str
    moves: int


class Entry(Struct, frozen=True):
    """One entry of a screen; NEXT steps through them."""

    sign: tuple[str, str]  # two short lines, if there are enough cells for letters
    counts: tuple[int, ...]  # numbers of lights, if there are not
    saying: Saying
    act: Act | None = None  # the effect of YES ...
    turn: MenuEvent | None = None  # ... the screen it leads to ...
    doubt: Act | None = None  # ... or the act that has to be confirmed first
    denied: Act | None = None  # the act that NO asks to confirm
    agreement: Agreement | None = None  # the agreement while this entry is shown
    colour: RGB | None = None  # of the thing in question, if it has one
    volume: int | None = None  # at which this entry is played


def home_entries(saved: Sequence[Saved]) -> list[Entry]:
    """Return the entries of the home screen."""
    kept = [resuming(place, one) for place, one in enumerate(saved[:MOST_SAVED], 1)]
    new = Entry(("N", ""), (1,), Saying("menu.new"), turn=MenuEvent.NEW)
    down = Entry(("X", ""), (2,), Saying("menu.down"), doubt=ShutDown())
    sound = Entry(("V", ""), (4,), Saying("menu.sound"), turn=MenuEvent.HEAR)
    return [*kept, new, sound, down]


def sound_entries() -> list[Entry]:
    """Return the volumes to choose from, each played at its volume."""
    return [
        Entry(
            ("V", str(step)), (1, step), Saying(f"menu.volume_{name}"), act=Loud(loud), volume=loud
        )
        for step, (loud, name) in enumerate(VOLUMES.items())
    ]


def nearest_volume(offers: Sequence[Entry], volume: int) -> int:
    """Return the index of the entry with the nearest volume."""
    return min(range(len(offers)), key=lambda at: abs((offers[at].volume or 0) - volume))


def resuming(place: int, one: Saved) -> Entry:
    """Return the entry for an interrupted game."""
    gaps: Gaps = {
        "number": one.number,
        "title": one.title,
        "opened": one.opened,
        "moves": one.moves,
    }
    saying = Saying("menu.resume", gaps)
    go_on, give_up = ResumeGame(one.number), GiveUp(one.number)
    return Entry(("R", str(place)), (3, place), saying, act=go_on, denied=give_up)


def game_entries(shelf: Sequence[Game], usual: Sequence[Agreement]) -> list[Entry]:
    """Return the games to choose from."""
    return [
        Entry(
            ("G", str(place)),
            (place,),
            Saying("menu.game", {"title": game.title}),
            turn=MenuEvent.DONE,
            agreement=agreed,
        )
        for place, (game, agreed) in enumerate(zip(shelf, usual, strict=True), 1)
    ]


def seats_entries(game: Game, agreed: Agreement) -> list[Entry]:
    """Return the numbers of players to choose from."""
    return [
        Entry(
            ("S", str(many)),
            (many,),
            Saying("menu.seats", {"title": game.title, "seats": many}),
            turn=MenuEvent.DONE,
            agreement=agreed.seated(many),
        )
        for many in game.seats
    ]


def players(seat: int, agreed: Agreement) -> list[Entry]:
    """Return the kinds of players for a seat: a person, or a robot of each level."""
    return [
        Entry(
            (f"P{seat + 1}", "H" if kind == HUMAN else f"R{level}"),
            (seat + 1, level + 1),
            Saying(
                "menu.player", {"seat": seat + 1, "seats": agreed.seats, "who": player_title(kind)}
            ),
            turn=MenuEvent.DONE,
            agreement=agreed.taken(seat, kind),
        )
        for level, kind in enumerate(PLAYER_KINDS)
    ]


def player_title(kind: str) -> str:
    """Return the name of a kind of player."""
    if kind in SIMPLE:
        return said(f"ui.kind.{kind}")
    return said("menu.person") if kind == HUMAN else said(f"level.{kind}")


def cards(agreed: Agreement) -> list[Entry]:
    """Return the kinds of cards; real ones first, since the others need a page to be seen."""
    return [
        Entry(
            ("T", "R" if deck == REAL else "X"),
            (place,),
            Saying(f"menu.cards_{deck}"),
            turn=MenuEvent.DONE,
            agreement=agreed.carded(deck),
        )
        for place, deck in enumerate(DECKS, 1)
    ]


def rules_entries(game: Game, agreed: Agreement) -> list[Entry]:
    """Return the entry that accepts the rules, and those that show rules, teams and choices."""
    gaps = {"count": sum(agreed.options.values()), "all": len(offered_options(game))}
    entries = [
        Entry(("H", ""), (1,), Saying("menu.rules", gaps), turn=MenuEvent.DONE),
        Entry(("H", "?"), (2,), Saying("menu.look", gaps), turn=MenuEvent.LOOK),
    ]
    if agreed.teams:
        entries.append(Entry(("T", "?"), (3,), Saying("menu.look_teams"), turn=MenuEvent.TEAM))
    if agreed.picks:
        what = names_in_words([said(choice.words) for choice in seat_choices(game, agreed.seats)])
        saying = Saying("menu.look_picks", {"what": what})
        entries.append(Entry(("A", "?"), (4,), saying, turn=MenuEvent.PICK))
    return entries


def team_entries(seat: int, agreed: Agreement) -> list[Entry]:
    """Return the teams for a seat, "alone" included."""
    return [
        Entry(
            (f"T{seat + 1}", str(team)),
            (seat + 1, team + 1),
            Saying(f"menu.{'team' if team else 'alone'}", {"seat": seat + 1, "team": team}),
            turn=MenuEvent.DONE,
            agreement=agreed.allied(seat, team),
        )
        for team in TEAMS
    ]


def pick_entries(game: Game, place: int, agreed: Agreement) -> list[Entry]:
    """Return what a seat may pick of one choice: the default, or what no other seat has."""
    number, seat = divmod(place, agreed.seats)
    choice = seat_choices(game, agreed.seats)[number]
    row = agreed.picks[choice.name]
    offers = ["", *choice.offers]
    taken = {pick for other, pick in enumerate(row) if pick and other != seat}
    return [
        Entry(
            (f"{CHOICE_SIGNS[number]}{seat + 1}", str(at)),
            (number + 1, seat + 1, at + 1),
            Saying("menu.pick", {**choice_gaps(choice, pick), "seat": seat + 1}),
            turn=MenuEvent.DONE,
            agreement=agreed.picked(choice.name, seat, pick),
            colour=choice.offers[pick].colour if pick else None,
        )
        for at, pick in enumerate(offers)
        if pick not in taken
    ]


def choice_gaps(choice: Choice, pick: str) -> Gaps:
    """Return the gaps for a choice and the pick."""
    title = choice.offers[pick].title if pick else said("menu.usual")
    return {"what": Saying(choice.words), "pick": title}


def option_entries(game: Game, place: int, agreed: Agreement) -> list[Entry]:
    """Return both settings of one house rule."""
    name, option = list(offered_options(game).items())[place]
    return [
        Entry(
            (f"O{place + 1}", "Y" if on else "N"),
            (place + 1, 2 - on),
            Saying(f"menu.option_{'on' if on else 'off'}", {"words": Saying(option.words)}),
            turn=MenuEvent.DONE,
            agreement=agreed.ruled(name, on),
        )
        for on in (True, False)
    ]


def start_entry(game: Game, agreed: Agreement) -> list[Entry]:
    """Return the entry that begins the game, with all that was agreed on."""
    every = offered_options(game)
    other = [said(o.words) for n, o in every.items() if agreed.options.get(n) is not o.usual]
    gaps: Gaps = {
        "title": game.title,
        "seats": agreed.seats,
        "who": ", ".join(map(player_title, agreed.kinds)),
        "rules": names_in_words(other),
        "terms": "; ".join(terms_entries(game, agreed)),
    }
    robots = sum(kind != HUMAN for kind in agreed.kinds)
    sign, counts = ("GO", f"{agreed.seats}{robots}"), (agreed.seats, robots)
    return [Entry(sign, counts, Saying("menu.start", gaps), act=BeginGame(agreed))]


def terms_entries(game: Game, agreed: Agreement) -> Iterator[str]:
    """Yield what else is agreed on: the cards, teams, and picks that were made."""
    yield said(f"menu.deck_{agreed.deck}")
    if NO_TEAM not in agreed.teams and agreed.sides:
        sides = ["+".join(str(seat + 1) for seat in side) for side in agreed.sides]
        yield said("menu.sides", sides=", ".join(sides))
    for choice in seat_choices(game, agreed.seats):
        for seat, pick in enumerate(agreed.picks[choice.name], 1):
            if pick:
                yield said("menu.picked", seat=seat, **choice_gaps(choice, pick))


def pause() -> list[Entry]:
    """Return the entries of the menu during a game."""
    return [
        Entry((">", ""), (1,), Saying("menu.go_on"), act=GoOn()),
        Entry(("<", ""), (2,), Saying("menu.take_back"), act=TakeBack()),
        Entry(("V", ""), (7,), Saying("menu.sound_paused"), turn=MenuEvent.HEAR),
        Entry(("L", ""), (3,), Saying("menu.leave"), act=Leave()),
        Entry(("<<", ""), (4,), Saying("menu.restart"), doubt=Restart()),
        Entry(("E", ""), (5,), Saying("menu.end"), doubt=End()),
        Entry(("X", ""), (6,), Saying("menu.down_kept"), doubt=ShutDown()),
    ]


def confirm_entry(act: Act) -> list[Entry]:
    """Return the entry that asks to confirm an act."""
    kind = type(act).__name__.lower()
    number = act.number if isinstance(act, GiveUp) else 0
    sign, count = DOUBTED[kind]
    return [Entry(("?", sign), (count,), Saying(f"menu.sure_{kind}", {"number": number}), act=act)]


DOUBTED = {"giveup": ("R", 1), "restart": ("<", 2), "end": ("E", 3), "shutdown": ("X", 4)}
