"""Every sentence a person reads lies in a file, by key."""

from __future__ import annotations

import ast
import pickle
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

import controller.errors
from controller.errors import BadBox, BoardTrouble, Misuse, StardeckError
from controller.values import Saying
from controller.words import catalogue, read_sentences, said, say

ROOT = Path(__file__).parents[1]
GAMES = sorted((ROOT / "controller/games").glob("*/words.en.toml"))
FILES = [*sorted((ROOT / "controller/words").glob("*.en.toml")), *GAMES]
WORDS = {key: text for path in FILES for key, text in read_sentences(path).items()}
# Asked for by the name of the game:
OF_ANY_GAME = ("goal", "legend", "cards", "unit")
OF_ANY_GAME += ("side{}", "verb.{}", "told.{}", "key.{}", "lobby.{}")
GAP = "\N{REPLACEMENT CHARACTER}"  # what an f-string leaves open


@cache
def modules() -> dict[Path, list[ast.AST]]:
    """Every module with all that is written in it; looked at when the first test asks."""
    return {
        path: list(ast.walk(ast.parse(path.read_text())))
        for room in ("controller", "drivers", "sims", "stardeck")
        for path in sorted((ROOT / room).rglob("*.py"))
        if "starter" not in path.parts  # a game, with words of its own
    }


def nodes() -> Iterator[ast.AST]:
    return chain.from_iterable(modules().values())


# ------------------------------------------------------------------------------------- an error


def test_an_error_is_made_with_a_key_and_read_as_a_sentence():
    trouble = Misuse("shelf.no_game", name="ludo", names="astron, zylatron")
    assert str(trouble) == "There is no game 'ludo' on the shelf: astron, zylatron."


def test_an_error_with_a_plain_sentence_says_it_as_it_is():
    assert str(Misuse("Nobody plays {here}.")) == "Nobody plays {here}."


def test_an_error_or_a_saying_can_fill_the_gap_of_another():
    inner = BadBox("shelf.lacking", lacks="moves")
    outer = Misuse("shelf.unplayable", name="ludo", package="box", why=inner)
    assert str(outer) == "The game ludo of box cannot be played: its positions lack moves."
    nested = Saying("shelf.no_drawing")
    told = "That was not understood: its drawing is no Drawing."
    assert said("page.malformed", why=nested) == told


def test_an_error_survives_the_way_to_another_thread_or_file():
    trouble = BoardTrouble("shelf.second", package="other", name="ludo")
    back = pickle.loads(pickle.dumps(trouble))
    assert (type(back), str(back)) == (BoardTrouble, str(trouble))


def test_a_key_nobody_knows_is_said_as_it_is():
    assert say(Saying("nowhere.at_all", {"more": 1})) == "nowhere.at_all"


# --------------------------------------------------------------------------------------- the law


class Speaker(NamedTuple):
    """Whatever is called with a key and what fills its gaps: its name, and where the key stands."""

    name: str
    method: bool
    at: int
    named: frozenset[str] = frozenset()  # what it takes besides, and is no gap


class Spoken(NamedTuple):
    """One call of a speaker."""

    where: str
    call: ast.Call
    speaker: Speaker

    @property
    def key(self) -> ast.expr | None:
        return self.call.args[self.speaker.at] if len(self.call.args) > self.speaker.at else None

    @property
    def gaps(self) -> set[str] | None:
        """Those that are filled; None where that is not written down."""
        if self.speaker.name == "Saying":
            return written(self.call.args[1]) if self.call.args[1:] else set()
        names = {keyword.arg for keyword in self.call.keywords} - self.speaker.named
        return None if None in names else {name for name in names if name}


def written(fields: ast.expr) -> set[str] | None:
    """The names of a mapping that is spelt out."""
    if not isinstance(fields, ast.Dict) or not all(
        isinstance(k, ast.Constant) for k in fields.keys
    ):
        return None
    return {key.value for key in fields.keys if isinstance(key, ast.Constant)}


def errors() -> Iterator[Speaker]:
    """Every kind of error, in whichever module it is born."""
    known = {name for name, kind in vars(controller.errors).items() if isinstance(kind, type)}
    for node in nodes():
        if isinstance(node, ast.ClassDef) and known & {ast.unparse(b) for b in node.bases}:
            known.add(node.name)
    return (Speaker(name, method=False, at=0) for name in known)


def helpers() -> Iterator[Speaker]:
    """Every function that takes a `key` and its `gaps`."""
    methods = {id(f) for c in nodes() if isinstance(c, ast.ClassDef) for f in c.body}
    for node in nodes():
        if isinstance(node, ast.FunctionDef) and node.args.kwarg:
            names = [arg.arg for arg in (*node.args.posonlyargs, *node.args.args)]
            method = id(node) in methods
            if node.args.kwarg.arg == "gaps" and "key" in names:
                taken = frozenset(arg.arg for arg in (*node.args.args, *node.args.kwonlyargs))
                yield Speaker(node.name, method, names.index("key") - method, taken)


@cache
def spoken() -> list[Spoken]:
    speakers = [*errors(), *helpers(), Speaker("Saying", method=False, at=0)]
    known = {(one.name, one.method): one for one in speakers}
    return [
        Spoken(f"{path.relative_to(ROOT)}:{node.lineno}", node, speaker)
        for path, written in modules().items()
        for node in written
        if isinstance(node, ast.Call) and (speaker := known.get(called(node)))
    ]


def called(call: ast.Call) -> tuple[str, bool]:
    """By which name, and whether as a method."""
    method = isinstance(call.func, ast.Attribute)
    return getattr(call.func, "attr" if method else "id", ""), method


def texts(node: ast.AST | None) -> list[str]:
    """Every string in it, an f-string with its gaps open; none that only helps to make another."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.JoinedStr(values):
            return ["".join(v.value if isinstance(v, ast.Constant) else GAP for v in values)]
        case ast.IfExp(body=one, orelse=other) | ast.BinOp(left=one, right=other):
            return texts(one) + texts(other)
        case ast.BoolOp(values=values):
            return [text for value in values for text in texts(value)]
    return []


def sentence(text: str) -> bool:
    return bool(re.search(r"\w\W* |[A-Za-z]{2,}[.!?]$", text))


def gaps(text: str) -> set[str]:
    return {re.split(r"[.\[]", name)[0] for _, name, _, _ in Formatter().parse(text) if name}


def test_the_law_sees_those_who_speak():
    names = {one.speaker.name for one in spoken()}
    assert {"Misuse", "Lost", "NoPico", "bad", "require", "said", "Saying"} <= names
    assert StardeckError.__name__ in {one.name for one in errors()}
    assert len(spoken()) > 300


def test_no_error_is_raised_with_a_sentence_in_the_code():
    assert [s.where for s in spoken() for text in texts(s.key) if sentence(text)] == []


def test_no_error_is_made_of_a_sentence_that_was_said_before():
    """`Misuse(say(Saying(key)))` would be in the language of the code that made it."""
    made = [s for s in spoken() if s.speaker.name != "Saying" and isinstance(s.key, ast.Call)]
    assert [s.where for s in made if ast.unparse(s.key).startswith(("say(", "said("))] == []


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ('Misuse("There is none.")', True),
        ('Misuse(f"{name} is none.")', True),
        ('Misuse("Say it." if verb else "hand.no_verb")', True),
        ('Misuse(f"scenario.no_{kind}", name=name)', False),
        ('Misuse("hand.no_verb")', False),
    ],
)
def test_a_sentence_is_told_from_a_key(code, told):
    call = ast.parse(code, mode="eval").body
    assert isinstance(call, ast.Call)
    assert any(map(sentence, texts(call.args[0]))) is told


def test_every_key_in_the_code_is_in_a_file_with_exactly_these_gaps():
    wrong = []
    for one in spoken():
        for key in texts(one.key):
            if GAP in key:
                continue
            if key not in WORDS:
                wrong.append(f"{one.where}: nobody knows {key}")
            elif one.gaps is not None and one.gaps != gaps(WORDS[key]):
                wrong.append(f"{one.where}: {key} has the gaps {sorted(gaps(WORDS[key]))}")
    assert wrong == []


def test_the_command_line_prints_no_sentence_of_its_own():
    printed = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {part.value}"
        for path, written in modules().items()
        for node in written
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "print"
        for part in ast.walk(node)
        if isinstance(part, ast.Constant) and re.search(r"[A-Za-z] | [A-Za-z]", str(part.value))
    ]
    assert printed == []


# --------------------------------------------------------------------------- nothing lies about


@cache
def literals() -> set[str]:
    open_ones = [node for node in nodes() if isinstance(node, ast.JoinedStr)]
    parts = {id(part) for one in open_ones for part in one.values}
    whole = (node for node in nodes() if isinstance(node, ast.Constant | ast.JoinedStr))
    return {text for node in whole if id(node) not in parts for text in texts(node)}


def names() -> Iterator[str]:
    """Fields and the like: a key is made of their names too."""
    for node in nodes():
        yield getattr(node, "attr", "") or getattr(node, "id", "")


def split(text: str) -> list[str]:
    return re.findall("[A-Za-z]+", text)


ROOMS = {key.partition(".")[0] for key in WORDS}


@cache
def known_words() -> set[str]:
    """Of which keys are made."""
    kinds = {node.name.lower() for node in nodes() if isinstance(node, ast.ClassDef)}
    bought = tomllib.loads((ROOT / "drivers/kit/catalogue.toml").read_text(encoding="utf-8"))
    return {word for text in {*literals(), *names(), *kinds, *bought} for word in split(text)}


@cache
def patterns() -> list[re.Pattern[str]]:
    """Of keys that are made of something."""
    made = {text for text in literals() if GAP in text and text.partition(".")[0] in ROOMS}
    made |= {f"{path.parent.name}.{t}".replace("{}", GAP) for path in GAMES for t in OF_ANY_GAME}
    return [re.compile(re.sub(f"{GAP}+", r"([\\w.-]+)", re.escape(text))) for text in made]


def used(key: str) -> bool:
    """Somewhere in the code it is written, or is made of words that are."""
    if key.startswith("ui.") or ".about." in key:
        return True  # tests/web/test_server.py and tests/test_learning.py hold these
    found = [match.groups() for pattern in patterns() if (match := pattern.fullmatch(key))]
    made = any({word for part in parts for word in split(part)} <= known_words() for parts in found)
    return key in literals() or made


def test_whatever_looks_like_a_key_is_one():
    looks = re.compile(rf"(?:{'|'.join(ROOMS)})(?:\.[\w-]+)+")
    files = (".db", ".html", ".toml", ".txt")
    keys = {text for text in literals() if looks.fullmatch(text) and not text.endswith(files)}
    assert keys - WORDS.keys() == set()


def test_every_sentence_is_said_somewhere():
    assert [key for key in WORDS if not used(key)] == []


def test_a_sentence_that_nobody_says_is_found():
    assert not used("page.weather") and not used("table.xylophone")
    assert used("number.7") and used("flaw.dead_reed")


def test_how_something_is_done_is_told_without_a_word_before_it():
    """It may be the first that anybody reads: what is “that piece” to him?"""
    told = {key: words for key, words in catalogue().items() if key.startswith("ui.how.")}
    assert told
    pointing = re.compile(r"\b[Tt](hat|his|hose|hese) (piece|ship|card|cell|key)s?\b")
    assert not {key for key, words in told.items() if pointing.search(words)}


def test_no_key_is_in_two_files():
    keys = [key for path in FILES for key in read_sentences(path)]
    assert len(keys) == len(set(keys))
