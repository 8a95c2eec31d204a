"""Which page each role sees, with the addresses and QR codes of the seats' pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

import segno
from msgspec import Struct

from controller.choices import Choice
from controller.game import Game, Setting
from controller.games import SHELF
from controller.lessons.lesson import lesson_titles
from controller.lessons.rulebook import rules_of
from controller.robots.levels import Level, ladder
from controller.table_rules import offered_options
from controller.values import Saying, Seat
from controller.web.devices import Device, Devices
from controller.web.gallery import Gallery, Place
from controller.web.gate import HTTP, LOOPBACK
from controller.web.keys import NAMESAKE, PLAYER, Entrance, Guest, People
from controller.web.pages import shade, table_page, to_json_types
from controller.web.patch import Page
from controller.web.seat import seat_page
from controller.web.view import Errand, JobStep, View
from controller.words import catalogue, said, say


class Address(Struct, frozen=True):
    """The address of the pages; the IP number can become known after the start."""

    number: Callable[[], str]  # 192.168.1.7
    port: int
    lan: bool = True  # open to other machines

    @property
    def base(self) -> str:
        """The URL, e.g. http://192.168.1.7:8765; the standard port is left out."""
        return based(self.number(), self.port)

    @property
    def open(self) -> bool:
        """True if other machines can reach the pages."""
        return self.lan and self.number() != LOOPBACK


def based(name: str, port: int) -> str:
    """Return the URL for a host name and port; the standard port is left out."""
    return f"http://{name}" if port == HTTP else f"http://{name}:{port}"


class Doors:
    """Builds the page of each role from the same view."""

    def __init__(self, gallery: Gallery, entrance: Entrance, address: Address) -> None:
        self.gallery, self.entrance, self.address = gallery, entrance, address

    def place(self, role: str, guest: Guest, view: View | None) -> Place:
        """Return from where this guest sees the table, and the seat or -1; ("", -1) without access.

        Without a key, the table can be watched; a player who watches is told the own seat.
        """
        name, _, number = role.partition(" ")
        if self.entrance.opens(role, guest, seated(view)):
            return (name, int(number) - 1) if number else (name, -1)
        own = self.entrance.seat_of(guest, seated(view))
        return ("watch", own) if role == "table" else ("", -1)

    def page(self, place: Place, view: View | None) -> Page:
        """Return the page for a place; all viewers of one place get the same."""
        match place:
            case "table", _:
                return self.hosting(view)
            case "lobby", _:
                return {
                    **page_of(lobby_page, view),
                    **self.ways(None if in_lesson(view) else view),
                }
            case "service", _:
                return {
                    **page_of(service_page, view),
                    **devices_page(self.entrance.devices),
                }
            case "seat", seat:
                return seat_page(view, Seat(seat)) if view else {}
            case _, own:
                return {**self.table(view), "watching": True, "own": own}

    def table(self, view: View | None) -> Page:
        return {
            **page_of(table_page, view),
            "here": self._here(),
            "open": self.address.open,
        }

    def hosting(self, view: View | None) -> Page:
        """Return the page of the table's own screen, with the lobby and links to all seats."""
        return {**self.table(view), **self.ways(view), "host": True}

    def ways(self, view: View | None) -> Page:
        """Return the addresses of every person's seat."""
        who = seated(view)
        people = [seat for seat, one in enumerate(who) if one.kind == "human"]
        doors = {str(seat): self._door(seat, who) for seat in people}
        return {"doors": doors, "open": self.address.open}

    def _door(self, seat: int, who: People) -> Page:
        path, key = f"/seat/{seat + 1}", self.entrance.key_of(seat, who)
        return {"path": path, "qr": qr(f"{self.address.base}{path}?key={key}")}

    def _here(self) -> list[int]:
        """Return the seats whose page is open on some device."""
        return sorted(seat for name, seat in self.gallery.pictures if name == "seat")


def seated(view: View | None) -> People:
    """Return who sits at the table; empty while there is no game."""
    return view.sitting.who if view and view.sitting else ()


def in_lesson(view: View | None) -> bool:
    """True during a lesson, which no player has to join, and which may be left at any time."""
    return view is not None and view.lesson is not None


def page_of(page: Callable[[View], Page], view: View | None) -> Page:
    """Return the page for this view, or {} without a view."""
    return page(view) if view else {}


@lru_cache(32)
def qr(address: str) -> str:
    """Return the QR code of an address: its size, and its modules as an SVG path."""
    code = segno.make(address, error="m", micro=False)
    dots = [
        f"M{x} {y}h1v1h-1z"
        for y, row in enumerate(code.matrix)
        for x, dark in enumerate(row)
        if dark
    ]
    return f"{len(code.matrix)} {''.join(dots)}"


@lru_cache(2)
def lobby_page(view: View) -> Page:
    """Return the games to choose from, and those that were interrupted or are over."""
    page = table_page(view)
    return {
        "shelf": offered_games(),
        "kept": [to_json_types(kept) for kept in view.kept],
        "learnt": {game: list(names) for game, names in view.learnt.items()},
        "people": [to_json_types(one) for one in view.history.people],
        "past": [to_json_types(one) for one in view.history.past],
        "lineups": {game: seat_places(who) for game, who in view.history.lineups.items()},
        "running": running(view),
        "saved": view.saved > 0,
        "seats": page.get("seats", {}),
        "stage": view.table.stage.value,
        "menu": say(view.menu) if view.menu else "",
        "agreed": to_json_types(view.agreed) if view.agreed else None,
        "trouble": view.trouble if view.sitting is None else "",
        "game": {k: v for k, v in page.get("game", {}).items() if k in ("name", "title")},
    }


def seat_places(who: People) -> list[Page]:
    """Return who sits at each seat: the names and the kind."""
    return [{"names": list(one.people), "kind": one.kind} for one in who]


def running(view: View) -> bool:
    """True if a game is in progress that starting another would interrupt; lessons do not count."""
    return view.sitting is not None and not in_lesson(view) and view.position.outcome is None


@cache
def offered_games() -> Page:
    """Return every game with the options it offers."""
    return {name: game_offer(game) for name, game in SHELF.items()}


def game_offer(game: Game) -> Page:
    """Return one game with its seats, options, colours and robots."""
    return {
        "title": game.title,
        "goal": catalogue().get(f"{game.name}.goal", ""),
        "lessons": lesson_titles(game.name),
        "rules": {number: rule.brief for number, rule in rules_of(game).items()},
        "least": game.seats.start,
        "most": game.seats.stop - 1,
        "options": {
            name: {"rule": option.rule, "words": say(Saying(option.words)), "usual": option.usual}
            for name, option in offered_options(game).items()
        },
        "colours": {str(seats): colours(game, seats) for seats in game.seats},
        "lasts": catalogue().get(f"{game.name}.lobby.lasts", ""),
        "suits": catalogue().get(f"{game.name}.lobby.suits", ""),
        "partners": game.partners,
        "levels": [level_page(name, level) for name, level in ladder(game).levels.items()],
        "teams": not game.no_teams,
        "cards": bool(game.drawing(game.start(Setting(game.seats.start))).cards),
        "choices": [choice_page(choice) for choice in game.choices(Setting(game.seats.start))],
    }


def level_page(name: str, level: Level) -> Page:
    """Return a robot level: its name, a sentence, and the pieces it moves per minute."""
    title, says = said(f"level.{name}"), said(f"level.{name}.says")
    return {"name": name, "title": title, "says": says, "pace": level.pace}


def choice_page(choice: Choice) -> Page:
    """Return what a seat may choose, with names and colours."""
    return {
        "name": choice.name,
        "words": say(Saying(choice.words)),
        "offers": [
            {
                "pick": pick,
                "title": offer.title,
                "colour": shade(offer.colour) if offer.colour else "",
            }
            for pick, offer in choice.offers.items()
        ],
    }


def colours(game: Game, seats: int) -> list[str]:
    """Return the colour of each seat's pieces for this number of seats."""
    tokens = game.drawing(game.start(Setting(seats))).tokens
    by_seat: dict[Any, str] = {}
    for token in tokens:
        by_seat.setdefault(token.seat, shade(token.colour))
    return [by_seat[seat] for seat in sorted(by_seat) if seat >= 0]


@lru_cache(2)
def service_page(view: View) -> Page:
    """Return the workshop's page: sensors, connection, log, problems, and the job at the board."""
    page: Page = {"present": view.present, "stage": view.table.stage.value}
    if view.errand:
        page["errand"] = errand_page(view.errand)
    if view.condition is None:
        return page
    found = view.condition
    return {
        **page,
        "sensors": {site: to_json_types(sensor) for site, sensor in found.sensors.items()},
        "facts": {say(Saying(key)): value for key, value in found.facts.items()},
        "meters": dict(found.meters),
        "ailments": [say(saying) for saying in found.ailments],
        "log": list(found.log),
        "recording": found.recording,
        "reels": [to_json_types(reel) for reel in found.reels],
        "decided": [to_json_types(one) for one in found.decided],
        "covered": found.covered,
    }


def devices_page(devices: Devices) -> Page:
    """Return the admitted devices, latest first, and why they could not be saved."""
    return {
        "devices": [device_page(device) for device in reversed(devices.all)],
        "devices_trouble": say(devices.trouble) if devices.trouble else "",
    }


def device_page(device: Device) -> Page:
    """Return one device: its name, date and grants."""
    return {
        "number": device.number,
        "name": say(Saying("page.device", {"make": device_make(device), "number": device.number})),
        "since": device.since,
        "for": [granted(grant) for grant in device.grants],
    }


def device_make(device: Device) -> str:
    """Return the make of a device, or a general word."""
    return device.make or say(Saying("page.some_device"))


def granted(grant: str) -> str:
    """Return in words what a device has access to."""
    if not grant.startswith(PLAYER):
        return say(Saying(f"page.for_{grant}"))
    name = grant.removeprefix(PLAYER).partition(NAMESAKE)[0]
    return say(Saying("page.for_player", {"name": name}))


def errand_page(errand: Errand) -> Page:
    """Return the progress of a workshop job, its task and its findings, in words."""
    asked = errand.task or Saying("errand.by_itself")
    return {
        "kind": errand.kind,
        "title": say(Saying(f"errand.{errand.kind}")),
        "step": say(Saying(f"step.{errand.step}")) if errand.step else "",
        "share": round(errand.share, 3),
        "count": f"{errand.done} / {errand.whole}" if errand.whole else "",
        "task": say(asked) if errand.running else "",
        "hands": errand.running and errand.task is not None,
        "pointing": errand.running and errand.pointing,
        "hand": errand.hand,
        "running": errand.running,
        "found": [job_step_page(step) for step in errand.found],
        "notes": [say(saying) for saying in errand.notes],
        "ended": [say(saying) for saying in errand.ended],
        "files": list(errand.files),
    }


def job_step_page(step: JobStep) -> Page:
    """Return one finished step of a workshop job, in words."""
    return {
        "name": say(Saying(f"step.{step.name}")),
        "state": step.state,
        "says": " ".join(say(saying) for saying in step.told),
        "wrong": [
            {"fault": one.fault, "says": say(one.saying), "do": say(one.remedy)}
            for one in step.wrong
        ],
    }
