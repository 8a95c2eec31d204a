"""Everything that a game imports: the contract, moves and their notation, lights, looks, words.

`docs/tutorials/own_game.md` says how a game is written, and `stardeck new-game NAME` writes one to
begin with.
"""

from __future__ import annotations

from controller.choices import Choice, Offer
from controller.drawing import Cell, Drawing, Face, Paper, Picture, Point, Print, Token
from controller.errors import BadBox, Misuse
from controller.game import (
    Game,
    Move,
    Option,
    PlainPosition,
    Position,
    Setting,
    Shuffle,
    Wide,
    out_of_turn,
    player,
)
from controller.games.cards import UNSEEN, face_down, hands_seen_by, left_of, turned_up
from controller.games.files import Boxes, Paint, bad, found, read_toml, text_of
from controller.games.kept import cached_on, changed
from controller.games.rows import put, without
from controller.games.scoring import leaders, rules_applied
from controller.notation import Form, Notation
from controller.scene import AMBER, BLUE, GREEN, RED, RGB, WHITE, Light, Scene, dimmed
from controller.values import (
    CHANCE,
    Content,
    Layout,
    Outcome,
    Piece,
    Refusal,
    Saying,
    Seat,
    Site,
    Stack,
)
from controller.words import say

__all__ = [
    "AMBER",
    "BLUE",
    "CHANCE",
    "GREEN",
    "RED",
    "RGB",
    "UNSEEN",
    "WHITE",
    "BadBox",
    "Boxes",
    "Cell",
    "Choice",
    "Content",
    "Drawing",
    "Face",
    "Form",
    "Game",
    "Layout",
    "Light",
    "Misuse",
    "Move",
    "Notation",
    "Offer",
    "Option",
    "Outcome",
    "Paint",
    "Paper",
    "Picture",
    "Piece",
    "PlainPosition",
    "Point",
    "Position",
    "Print",
    "Refusal",
    "Saying",
    "Scene",
    "Seat",
    "Setting",
    "Shuffle",
    "Site",
    "Stack",
    "Token",
    "Wide",
    "bad",
    "cached_on",
    "changed",
    "dimmed",
    "face_down",
    "found",
    "hands_seen_by",
    "leaders",
    "left_of",
    "out_of_turn",
    "player",
    "put",
    "read_toml",
    "rules_applied",
    "say",
    "text_of",
    "turned_up",
    "without",
]
