"""The evidence of one decision as a file: all that the decision depended on.

    {"format": "stardeck evidence 1", "game": ..., "start": ..., "moments": [...], "seen": ...}

The game is replayed from its first position; all else is stored as it was sensed.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from controller.app.setup.start_game import replay_game
from controller.drawing import Point
from controller.errors import BadRecording, StardeckError
from controller.game import Game, Move
from controller.games import SHELF
from controller.reading.evidence import Evidence
from controller.reading.input_filter import Felt
from controller.reading.moment import Moment
from controller.values import Looks, Reading, Readings, Seat, Sense, Site, Trace, Unsure

EVIDENCE_FORMAT = "stardeck evidence 1"
SNIFFED = 1_000_000  # bytes that are searched for the format
Written = Any  # true, a number, a name, a list of names, or an uncertain number of rows


class SavedMoment(Struct, frozen=True, forbid_unknown_fields=True):
    """One moment of the game: the move that led to it, and its times."""

    move: str = ""
    at: float = 0.0
    passed: bool = False
    asked: bool = False
    felt: float = 0.0


class SavedFelt(Struct, frozen=True, forbid_unknown_fields=True):
    """What the sensors had read."""

    at: float
    readings: Mapping[Site, Written]
    touched: frozenset[Site]
    condemned: frozenset[Site]
    changed: Mapping[Site, float]
    came: Mapping[Site, Mapping[Seat, float]]
    taps: frozenset[Site]
    unsure: frozenset[Site]
    belated: frozenset[Site]
    swept: frozenset[Site]
    carried: Mapping[Site, Looks]
    left: frozenset[Site]
    middles: Mapping[Site, Point]
    deaf: frozenset[Site]  # the sites that were not believed


class SavedEvidence(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of the file."""

    format: str
    game: str
    start: Any  # the position the game began with
    moments: tuple[SavedMoment, ...]
    senses: Mapping[Site, Sense]
    changes: Mapping[Site, Written]
    touched: frozenset[Site]
    felt: SavedFelt
    astray: Mapping[Site, frozenset[Site]]
    robots: frozenset[Seat]
    hands: Mapping[Seat, frozenset[Site]]
    told: Mapping[Site, Written]
    told_touched: frozenset[Site]
    wish: str = ""
    hoped: str = ""
    free: bool = False
    firm: bool = False
    denied: bool = False
    confirming: bool = False
    aloft: bool = False


FLAGS = ("free", "firm", "denied", "confirming", "aloft")


# ---------------------------------------------------------------------------------------- saving


def to_text(evidence: Evidence, game: Game, start: object) -> str:
    """Return the file's text; `start` is the position with which the game began."""
    saved = SavedEvidence(
        format=EVIDENCE_FORMAT,
        game=game.name,
        start=start,
        moments=tuple(map(save_moment, evidence.moments)),
        senses=evidence.senses,
        changes=plain_readings(evidence.seen.changes),
        touched=evidence.seen.touched,
        felt=save_felt(evidence),
        astray=evidence.astray,
        robots=evidence.robots,
        hands=evidence.hands,
        told=plain_readings(evidence.told.changes),
        told_touched=evidence.told.touched,
        wish=str(evidence.wish or ""),
        hoped=str(evidence.hoped or ""),
        **{name: getattr(evidence, name) for name in FLAGS},
    )
    values = msgspec.to_builtins(saved, str_keys=True, order="sorted")
    return msgspec.json.format(msgspec.json.encode(values)).decode() + "\n"


def save_moment(moment: Moment) -> SavedMoment:
    """Return what of a moment cannot be worked out by replaying the game."""
    move = str(moment.move or "")
    return SavedMoment(move, moment.at, moment.passed, moment.asked, moment.felt)


def save_felt(evidence: Evidence) -> SavedFelt:
    """Return what was sensed, as values for JSON."""
    felt = asdict(evidence.felt)
    believed = felt.pop("senses")
    readings = plain_readings(felt.pop("readings"))
    return SavedFelt(**felt, readings=readings, deaf=frozenset(evidence.senses.keys() - believed))


def plain_readings(readings: Readings) -> dict[Site, Written]:
    """Return readings as values for JSON."""
    return {site: plain_reading(now) for site, now in readings.items()}


def plain_reading(reading: Reading) -> Written:
    """Return one reading as a value for JSON; a set becomes a sorted list."""
    return sorted(reading, key=str) if isinstance(reading, frozenset) else reading


# --------------------------------------------------------------------------------------- loading


def is_evidence(path: Path) -> bool:
    """True if the beginning of the file names the format of evidence."""
    try:
        with path.open("rb") as file:
            return b'"format": "stardeck evidence' in file.read(SNIFFED)
    except OSError:
        return False


def load_evidence(path: Path) -> Evidence:
    """Return the evidence in this file; BadRecording says what is wrong with it."""
    try:
        return from_text(path.read_bytes())
    except OSError as trouble:
        raise BadRecording("file.unreadable", path=path, why=trouble.strerror) from None
    except (ValueError, msgspec.DecodeError):
        raise BadRecording("evidence.none", path=path) from None
    except StardeckError as trouble:
        raise BadRecording("file.trouble", path=path, trouble=trouble) from None


def from_text(text: bytes) -> Evidence:
    """Return the evidence in this text, with the game replayed."""
    saved = msgspec.json.decode(text, type=SavedEvidence)
    if saved.format != EVIDENCE_FORMAT:
        raise BadRecording("evidence.other_version")
    if saved.game not in SHELF:
        raise BadRecording("recording.not_on_shelf", game=saved.game)
    game = SHELF[saved.game]
    return Evidence(
        seen=Trace(readings(saved.changes), saved.touched),
        felt=felt_from_json(saved),
        moments=tuple(moments(saved, game)),
        senses=saved.senses,
        astray=saved.astray,
        robots=saved.robots,
        hands=saved.hands,
        told=Trace(readings(saved.told), saved.told_touched),
        wish=parse_move(saved.wish, game),
        hoped=parse_move(saved.hoped, game),
        **{name: getattr(saved, name) for name in FLAGS},
    )


def moments(saved: SavedEvidence, game: Game) -> Iterable[Moment]:
    """Yield the game's moments, replayed, with their saved times."""
    first, story = replay_game(
        game, msgspec.json.encode(saved.start), [one.move for one in saved.moments[1:]]
    )
    positions = [(None, first), *story]
    for (move, position), own in zip(positions, saved.moments, strict=True):
        there = position.on_panel(saved.senses.keys())
        yield Moment(there, saved.senses, move, own.at, own.passed, own.asked, own.felt)


def felt_from_json(saved: SavedEvidence) -> Felt:
    """Return what was sensed; only believed sites get a sense."""
    own = asdict(saved.felt)
    deaf = own.pop("deaf")
    senses = {site: sense for site, sense in saved.senses.items() if site not in deaf}
    return replace(Felt(senses, **own), readings=readings(saved.felt.readings))


def readings(found: Mapping[Site, Written]) -> dict[Site, Reading]:
    """Return saved readings as the table's values."""
    return {site: restore_reading(now) for site, now in found.items()}


def restore_reading(found: Written) -> Hashable:
    """Return one saved reading as the table's value."""
    match found:
        case list():
            return frozenset(found)
        case dict():
            return msgspec.convert(found, Unsure)
    return found  # type: ignore[no-any-return]


def parse_move(text: str, game: Game) -> Move | None:
    """Return the move in this text; None for ""."""
    return game.parse(text) if text else None
