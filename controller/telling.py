"""Tell people about a game in sentences, with the names of players, pieces and cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import Enum
from itertools import groupby

from msgspec import Struct

from controller.drawing import Drawing
from controller.errors import BadNotation
from controller.game import PLAYER, THEN, Game, Move
from controller.notation import line
from controller.values import CHANCE, KEY, Saying, Seat, Site, kind
from controller.words import catalogue, filled, said

ANY_WORD = re.compile(r"[^\s,;:/]*[^\s,;:/.]")
JOINED = "+"  # separates names, but is part of a few: U+2
MOVE = "move"  # the gap of a sentence that holds moves in notation


class Teller(Struct, frozen=True, eq=False):
    """A game's sayings and moves in words, with the names that its players use."""

    game: Game
    who: tuple[str, ...]  # the players' names, by seat
    names: Mapping[str, str]  # of pieces, and of other things named in moves
    cards: Mapping[str, str]  # by the part of the name before the dot, which copies share

    def say(self, saying: Saying) -> str:
        """Return the sentence of a saying, with all names as people know them."""
        return capitalise(self._said(saying))

    def aloud(self, text: str) -> str:
        """Return this text with all names as people know them."""
        return ANY_WORD.sub(lambda found: self._word(found[0]), text)

    def _word(self, word: str) -> str:
        """Return the words for one name, or for several that are joined."""
        whole = self.called(word)
        return whole if whole != word else JOINED.join(map(self.called, word.split(JOINED)))

    def called(self, name: str) -> str:
        """Return the words for this name, or the name itself if it is unknown."""
        if name.startswith(KEY):
            return said("table.the_key", key=key_label(self.game.name, Site(name)))
        if name in self.names:
            return definite(self.names[name])
        return self.cards.get(name.partition(".")[0], name)

    def deed(self, move: Move) -> str:
        """Return what the move does, without its player."""
        gaps = {field.name: self._value(move, field.name) for field in line(type(move)).fields}
        key = f"{self.game.name}.told.{type(move).__name__.lower()}"
        if key in catalogue():
            return filled(key, gaps)
        return self.aloud(str(move).partition(" ")[2])

    def whole(self, moves: Iterable[Move]) -> str:
        """Return these moves as one sentence, joined for each player; deals are left out."""
        made = (move for move in moves if move.seat != CHANCE)
        parts = groupby(made, key=lambda move: move.seat)
        return ", ".join(self._part(seat, own) for seat, own in parts)

    def _part(self, seat: Seat, moves: Iterable[Move]) -> str:
        return said("table.told", who=self.name(seat), what=", ".join(map(self.deed, moves)))

    def name(self, seat: Seat) -> str:
        """Return the name of this seat's player."""
        return self.who[seat] if 0 <= seat < len(self.who) else said(PLAYER, number=seat + 1)

    def _value(self, move: Move, field: str) -> str:
        value = getattr(move, field)
        if field == "seat":
            return self.name(value)
        if isinstance(value, int):
            return f"{value:+}"
        return self.aloud(str(value.value if isinstance(value, Enum) else value))

    def _said(self, saying: Saying) -> str:
        gaps = {name: self._gap(name, gap) for name, gap in saying.fields.items()}
        return filled(saying.key, gaps)

    def _gap(self, name: str, gap: object) -> object:
        match gap:
            case Saying(key, fields) if key == PLAYER:
                return self.name(Seat(int(str(fields["number"])) - 1))
            case Saying():
                return self._said(gap)
            case str() if name == MOVE:
                return self._read(gap)
            case str():
                return self.aloud(gap)
        return gap

    def _read(self, text: str) -> str:
        """Return moves in notation as a sentence."""
        try:
            return self.whole(map(self.game.parse, text.split(THEN)))
        except BadNotation:
            return self.aloud(text)


def definite(title: str) -> str:
    """Return a title with an article if it is a description, such as "red ship", and not a name."""
    return said("table.the", what=title) if title[:1].islower() else title


def capitalise(sentence: str) -> str:
    """Return the sentence with a capital letter if it begins with an article."""
    first = sentence.startswith(said("table.the", what=""))
    return f"{sentence[:1].upper()}{sentence[1:]}" if first else sentence


def teller(game: Game, drawing: Drawing, who: Iterable[str]) -> Teller:
    """Return the teller for this game and these players."""
    cards = {name: face.title for name, face in drawing.cards.items()}
    return Teller(game, tuple(who), piece_titles(drawing), cards)


def key_label(game: str, site: Site) -> str:
    """Return a key's label in this game, or its name in plain words."""
    name = site.removeprefix(KEY)
    return name if name == site else catalogue().get(f"{game}.{site}", name.replace("_", " "))


def piece_titles(drawing: Drawing) -> dict[str, str]:
    """Return the words for each piece, and for each kind of pieces that look alike."""
    own = {token.name: token.title for token in drawing.tokens} | dict(drawing.called)
    return {kind(name): title.rstrip(" 0123456789") for name, title in own.items()} | own
