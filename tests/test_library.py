"""Games that were kept: looked at again, taken away as a file and brought in from one."""

from __future__ import annotations

import json
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import msgspec
import pytest

from controller.app.commands import main
from controller.app.library.game_file import game_text, parse_game
from controller.app.library.library import GameLibrary, import_game, lawful_game
from controller.app.setup.start_game import Environment, branched
from controller.errors import Misuse, StardeckError
from controller.game import Game, Move, Setting
from controller.games import SHELF
from controller.robots.players import random_player, robots_choice
from controller.sitting.journal import Journal, Played, won_by
from controller.sitting.luck import secret_seed
from controller.values import CHANCE, Seat
from controller.web.patch import Page
from tests.web.house import stock

MOST = 60  # moves of a game here


def moves(game: Game, seed: int) -> tuple[Move, ...]:
    return made(game.name, seed)


@cache
def made(name: str, seed: int) -> tuple[Move, ...]:
    game, luck = SHELF[name], Random(seed)
    position, last = game.start(Setting(game.seats.start)), CHANCE
    robots = {seat: random_player(luck) for seat in (CHANCE, *map(Seat, range(8)))}
    found: list[Move] = []
    while len(found) < MOST and (move := robots_choice(position, robots, last)):
        found.append(move)
        position, last = position.after(move), move.seat
    return tuple(found)


def kept(path: Path, game: Game, seed: int = 1, ended: str = "over", sown: object = 7) -> int:
    """A game by robots in this journal; its number."""
    journal = Journal.open(path)
    start = game.start(Setting(game.seats.start))
    people = ",".join(["Ada", "robot", "Grace", "first"][: game.seats.start])
    terms = {"opened": "1954-10-01", "seed": sown, "deck": "virtual", "players": people}
    record = journal.begin(game, start, **terms)
    record.keep([Played(move) for move in moves(game, seed)])
    if ended:
        record.end(ended)
    journal.close()
    assert record.sitting
    return record.sitting


def brought(path: Path, text: str | bytes) -> int:
    with closing(Journal.open(path)) as journal:
        return import_game(journal, lawful_game(text))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.db"


@pytest.mark.parametrize("name", SHELF)
def test_a_game_goes_out_as_a_file_and_comes_in_the_same(name, path, tmp_path):
    library, other = GameLibrary(path), tmp_path / "other.db"
    number = kept(path, SHELF[name])
    text = library.file(number)
    assert parse_game(text).lines == [str(move) for move in moves(SHELF[name], 1)]
    assert game_text(parse_game(text)) == text
    assert GameLibrary(other).file(brought(other, text)) == text


@pytest.mark.parametrize("name", SHELF)
def test_a_file_that_is_spoilt_is_refused_by_a_sentence_and_nothing_is_kept(name, path, tmp_path):
    text = GameLibrary(path).file(kept(path, SHELF[name])).encode()
    other = tmp_path / "other.db"
    luck = Random(name)
    for _ in range(12):
        at = luck.randrange(len(text))
        spoilt = luck.choice(
            [text[:at], text[:at] + b"\xff" + text[at:], text[:at] + text[at + 9 :]]
        )
        try:
            brought(other, spoilt)
        except StardeckError as trouble:
            assert str(trouble)[0].isupper() and "Traceback" not in str(trouble)


def test_an_unlawful_move_in_a_file_is_named(path):
    library = GameLibrary(path)
    text = library.file(kept(path, SHELF["space_walk"]))
    with pytest.raises(Misuse, match="W"):
        brought(path, text.replace('moves = """\n', 'moves = """\n2 empties o4\n'))


def test_while_cards_lie_covered_a_game_is_not_given_out(path):
    library = GameLibrary(path)
    hidden = kept(path, SHELF["astron"], ended="", sown=secret_seed("a secret"))
    open_to_all = kept(path, SHELF["space_walk"], ended="", sown=secret_seed("a secret"))
    with pytest.raises(Misuse, match="cards stay hidden"):
        library.file(hidden)
    assert library.file(open_to_all)
    dealt = {str(move) for move in moves(SHELF["astron"], 1) if move.seat == CHANCE}
    cards = {line.split()[-1] for line in dealt}
    laid = {str(m).split()[-1] for m in moves(SHELF["astron"], 1) if m.seat != CHANCE}
    shown = library.review(hidden).decode()
    assert msgspec.json.decode(shown)["steps"][0]["chances"] == [], "it would be a hint"
    assert not [card for card in cards - laid if f'"{card}"' in shown]


@pytest.mark.parametrize("name", SHELF)
def test_a_review_has_every_move_of_the_players_and_ends_where_the_game_did(name, path):
    game = SHELF[name]
    page: Page = msgspec.json.decode(GameLibrary(path).review(kept(path, game)))
    own = [move for move in moves(game, 1) if move.seat != CHANCE]
    assert len(page["steps"]) == len(own) + 1
    position = game.start(Setting(game.seats.start))
    for move in moves(game, 1):
        position = position.after(move)
    last: Page = {}
    for step in page["steps"]:
        last |= step.get("scores", {})
    assert [last[str(seat)] for seat in range(len(last))] == list(position.scores())
    assert len(page["steps"][0]["chances"]) == len(position.scores())
    assert [step["move"]["seat"] for step in page["steps"][1:] if "seat" in step.get("move", {})]


def test_a_mistake_is_tried_again_on_a_page_of_its_own(path):
    game = SHELF["space_walk"]
    number = kept(path, game)
    journal = Journal.open(path)
    house = Environment("sim://", stock, journal, lambda: 3, lambda: "1954-10-02")
    terms = branched(house, number, 10)
    assert [move for move, _ in terms.played] == list(moves(game, 1)[:10])
    assert terms.record and terms.record.sitting != number
    assert journal.lines(terms.record.sitting) == [str(move) for move in moves(game, 1)[:10]]
    assert len(journal.lines(number)) == len(moves(game, 1))
    journal.close()


def test_who_has_won_is_written_down_and_read_back(path):
    number = kept(path, SHELF["space_walk"], ended=won_by([Seat(1), Seat(0)]))
    journal = Journal.open(path)
    assert journal.sitting(number).ended == "over, won by player 1+2"
    assert journal.sitting(number).winners == {Seat(0), Seat(1)}
    assert not journal.sitting(kept(path, SHELF["space_walk"], ended="discarded")).winners
    journal.close()


@pytest.mark.parametrize("name", SHELF)
def test_show_tells_a_program_and_draws_a_picture(name, path, capsys):
    game = SHELF[name]
    number = kept(path, game)
    terms = [str(number), "--journal", str(path)]
    assert main(["show", *terms, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [step["move"] for step in told["moves"]] == [str(move) for move in moves(game, 1)]
    assert told["scores"] == told["moves"][-1]["scores"]
    assert main(["show", *terms, "--svg"]) == 0
    picture = ElementTree.fromstring(capsys.readouterr().out)
    texts = {text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")}
    assert {
        cell.site for cell in game.drawing(game.start(Setting(game.seats.start))).cells
    } <= texts


def test_what_show_writes_as_a_file_import_keeps(path, tmp_path, capsys):
    number = kept(path, SHELF["space_walk"])
    assert main(["show", str(number), "--file", "--journal", str(path)]) == 0
    file = tmp_path / "game.toml"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["import", str(file), "--journal", str(path)]) == 0
    assert f"game {number + 1}" in capsys.readouterr().out
    assert GameLibrary(path).file(number + 1) == file.read_text(encoding="utf-8")
    file.write_text("stardeck = 2", encoding="utf-8")
    assert main(["import", str(file), "--journal", str(path)]) == 2


@pytest.mark.parametrize("name", ["space_walk", "astroplane"])
def test_the_lights_of_a_kept_game_are_those_it_had(name, path):
    game = SHELF[name]
    number = kept(path, game)
    library, position, played = GameLibrary(path), game.start(Setting(game.seats.start)), 0
    for move in moves(game, 1):
        position, played = position.after(move), played + (move.seat != CHANCE)
    assert library.scene(number, played) == (name, position.public().scene())
    assert library.scene(number, 0)[1] == game.start(Setting(game.seats.start)).public().scene()
