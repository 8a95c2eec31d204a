"""The wiring of a panel: which channel senses which site, which pixels light it, its tags."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from controller.errors import BadWiring
from controller.scene import Chain
from controller.values import Limits, Seat, Sense, Senses, Site
from firmware.fit import UNWOKEN

SPARE = "-"  # a channel or pixel with nothing on it
CHAIN = 32  # channels reserved for each chain, used or not
CONTACTS = (Sense.REED, Sense.SIDE, Sense.COUNT, Sense.KEY, Sense.TAG)
RICHEST_FIRST = (Sense.TAG, Sense.SIDE, Sense.COUNT, Sense.REED)
GUARDED = 30  # bits of a chain whose last two are sentinels
COLUMN_REGISTERS = 4  # registers that read the columns of a matrix, each on its own data line
PN532S = 3  # select lines for readers

Meant = TypeVar("Meant")


class ChainFile(Struct, frozen=True, forbid_unknown_fields=True):
    """One 74HC165 chain: its sites in the order of its bits; a counting site has many bits.

    Where its sense is TAG, each reed has a coil around it, all of them on one PN5180: the reed
    tells which coil to read.
    """

    sites: str
    sense: Sense = Sense.REED
    seat: Seat | None = None  # the seat whose magnets close it, if poles tell the seats apart
    guarded: bool = True  # bit 30 tied closed, bit 31 tied open


class LightsFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A run of pixels: the site of each, in the order of the data line."""

    first: int
    sites: str


class ReaderFile(Struct, frozen=True, forbid_unknown_fields=True):
    """An NFC reader."""

    site: Site
    sense: Sense = Sense.TAP


class DialFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A strip on rollers, and how far it may be wound."""

    site: Site
    counts_per_row: int  # encoder counts, four per slot of its disc
    limits: Limits
    turned: bool = False  # the encoder is mounted the other way round


class KeyFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A key on one of the Pi's own pins."""

    site: Site
    pin: int  # BCM number


class PiRollerFile(Struct, frozen=True, forbid_unknown_fields=True):
    """An encoder on two of the Pi's own pins."""

    site: Site
    a: int
    b: int
    steps_per_row: int  # full quadrature cycles


class PowerFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The pin of a battery board that tells when the mains have failed."""

    pin: int  # BCM number
    low: bool = True  # True if a low level means failure


class PiFile(Struct, frozen=True, forbid_unknown_fields=True):
    """What is connected to the Pi's own pins instead of the Pico's."""

    keys: tuple[KeyFile, ...] = ()
    roller: PiRollerFile | None = None
    power_fail: PowerFile | None = None
    lights: str = ""  # the pin of the pixels, as Blinka names it: "D18"


class WiringFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a wiring file."""

    name: str
    panel: int
    game: str
    pixels: int
    limit_mA: int
    brightness: int = 255
    debounce: int = 2  # samples that must agree, 5 ms apart
    columns: int = 0  # of a diode matrix: each chain is a row; one more row of diodes tests them
    chains: tuple[ChainFile, ...] = ()
    lights: tuple[LightsFile, ...] = ()
    readers: tuple[ReaderFile, ...] = ()
    antennas: str = ""  # readers that list all tags over them, in the order of their numbers
    dials: tuple[DialFile, ...] = ()
    tags: Mapping[str, str] = {}
    experimental: bool = False  # its sensors have never been tried
    buzzer: bool = True  # a passive piezo at the Pico's GP1; it may be missing
    test_channel: int | None = None  # an unused channel on which the Pico measures latency
    pi: PiFile = PiFile()


class Wiring(Struct, frozen=True):
    """The wiring of one panel, checked, with lookup tables."""

    file: WiringFile
    channels: Mapping[int, Site]
    senses: Senses
    chain: Chain
    tags: Mapping[bytes, str]
    sides: Mapping[int, Seat] = {}  # channels that one seat's magnets close

    @property
    def limits(self) -> Mapping[Site, Limits]:
        return {dial.site: dial.limits for dial in self.file.dials}

    @property
    def widths(self) -> tuple[int, ...]:
        """Bits of each chain; a matrix has one more, which has diodes only."""
        bits = (CHAIN if chain.guarded else len(chain.sites.split()) for chain in self.file.chains)
        return (*bits, *self._proof)

    @property
    def guarded(self) -> tuple[bool, ...]:
        return (*(chain.guarded for chain in self.file.chains), *(False for _ in self._proof))

    @property
    def proof(self) -> int | None:
        """The row of a matrix that tests its diodes, or None."""
        return len(self.file.chains) if self.file.columns else None

    @property
    def _proof(self) -> tuple[int, ...]:
        return (self.file.columns,) if self.file.columns else ()

    @property
    def registers(self) -> int:
        """The number of 74HCS165s; a matrix uses those of its columns for every row."""
        return (
            COLUMN_REGISTERS if self.file.columns else sum(-(-width // 8) for width in self.widths)
        )

    @property
    def untouched(self) -> tuple[int, ...]:
        """The word of each chain on an empty board."""
        words = (1 << GUARDED if chain.guarded else 0 for chain in self.file.chains)
        return (*words, *((1 << columns) - 1 for columns in self._proof))

    @property
    def readers(self) -> tuple[tuple[Site, ...], ...]:
        """The sites of each reader chip: a tap reader has one, antennas share the other chips.

        Coils with a reed in each all belong to the PN5180.
        """
        sites = [reader.site for reader in self.file.readers]
        taps = sum(reader.sense is Sense.TAP for reader in self.file.readers)
        among = 1 if coil_chains(self.file) else max(1, PN532S - taps)
        share = max(1, -(-(len(sites) - taps) // among))
        shares = [sites[first : first + share] for first in range(taps, len(sites), share)]
        return (*((site,) for site in sites[:taps]), *map(tuple, shares))

    @property
    def wakes(self) -> tuple[int, ...]:
        """The channel of the reed in each coil of a PN5180, or UNWOKEN."""
        if not coil_chains(self.file):
            return ()
        reeds = {site: at for at, site in self.channels.items() if self.senses[site] is Sense.TAG}
        coils = (reader.site for reader in self.file.readers if reader.sense is Sense.TAG)
        return tuple(reeds.get(site, UNWOKEN) for site in coils)

    @property
    def counted(self) -> Mapping[Site, tuple[int, ...]]:
        """The channels of each counting site, one per place."""
        found: dict[Site, tuple[int, ...]] = {}
        for channel, site in self.channels.items():
            if self.senses[site] is Sense.COUNT:
                found[site] = (*found.get(site, ()), channel)
        return found

    @property
    def tells(self) -> tuple[int, ...]:
        """A sort key: the number of sites that tell pieces, seats, counts, or only presence.

        Of equal panels, those with coils that must be woken come last.
        """
        found = Counter(self.senses.values())
        return (*(found[sense] for sense in RICHEST_FIRST), -len(self.wakes))

    def tagged(self, tags: Mapping[bytes, str]) -> Wiring:
        """Return the wiring with these tags enrolled too."""
        return msgspec.structs.replace(self, tags={**self.tags, **tags})


def load_wiring(path: Path) -> Wiring:
    """Return the wiring in this file; raise BadWiring with what is wrong with it."""
    return read_wiring_file(
        path, lambda text: checked_wiring(msgspec.toml.decode(text, type=WiringFile))
    )


def read_wiring_file(path: Path, meaning: Callable[[bytes], Meant]) -> Meant:
    """Return the parsed content of a file; raise BadWiring with the reason if it is invalid."""
    try:
        return meaning(path.read_bytes())
    except OSError as trouble:
        raise BadWiring("file.unreadable", path=path, why=trouble.strerror) from trouble
    except UnicodeDecodeError as trouble:
        raise BadWiring("file.not_text", path=path) from trouble
    except (msgspec.MsgspecError, ValueError, RecursionError) as trouble:
        raise BadWiring("file.malformed", path=path, why=trouble) from trouble
    except BadWiring as trouble:
        raise BadWiring("file.trouble", path=path, trouble=trouble) from trouble


def checked_wiring(file: WiringFile) -> Wiring:
    """Return the file's wiring, checked; raise BadWiring if it is inconsistent."""
    whole = expand_readers(file)
    file = drop_half_sensed(whole)
    require(1 <= file.panel <= 0xFFFF, "wiring.panel", number=file.panel)
    require(0 <= file.pixels <= 4096, "wiring.pixels", count=file.pixels)
    require(1 <= file.limit_mA <= 20000, "wiring.limit", limit=file.limit_mA)
    require(0 <= file.brightness <= 255, "wiring.brightness")
    require(1 <= file.debounce <= 20, "wiring.debounce")
    require(0 <= file.columns <= GUARDED, "wiring.columns", most=GUARDED)
    require(not file.columns or matrix_fits(file), "wiring.beyond_column", columns=file.columns)
    channels = dict(channelled(file.chains))
    require(test_channel_free(file, channels), "wiring.test_channel", channel=file.test_channel)
    senses = checked_senses(file)
    check_felt(whole)
    sides = dict(sided(file.chains))
    return Wiring(
        file, channels, senses, pixels_by_site(file, senses), dict(tag_numbers(file.tags)), sides
    )


def expand_readers(file: WiringFile) -> WiringFile:
    """Return the file with every antenna and every woken coil as a reader."""
    known = {reader.site for reader in file.readers}
    coils = [name for chain in coil_chains(file) for name in chain.sites.split()]
    more = (name for name in coils if name not in known and name != SPARE)
    names = [*file.antennas.split(), *more]
    antennas = [ReaderFile(Site(name), Sense.TAG) for name in names]
    return msgspec.structs.replace(file, readers=(*file.readers, *antennas), antennas="")


def coil_chains(file: WiringFile) -> list[ChainFile]:
    """Return the chains of reeds that tell which coil to read."""
    return [chain for chain in file.chains if chain.sense is Sense.TAG]


def drop_half_sensed(file: WiringFile) -> WiringFile:
    """Return the file without side-sensing sites that lack a sensor for some seat."""
    told = {(Site(n), c.seat) for c in file.chains if c.seat is not None for n in c.sites.split()}
    seats = max(2, len({seat for _, seat in told}))
    many = Counter(site for site, _ in told)
    half = {site for site in many if many[site] < seats} - {SPARE}
    if not half:
        return file
    chains = tuple(msgspec.structs.replace(c, sites=spared(c.sites, half)) for c in file.chains)
    lights = tuple(msgspec.structs.replace(r, sites=spared(r.sites, half)) for r in file.lights)
    return msgspec.structs.replace(file, chains=chains, lights=lights)


def spared(names: str, without: Collection[str]) -> str:
    """Return the names with those in `without` replaced by SPARE."""
    return " ".join(SPARE if name in without else name for name in names.split())


def channelled(chains: Iterable[ChainFile]) -> Iterator[tuple[int, Site]]:
    """Yield each channel with its site; raise BadWiring if a chain has too many."""
    for number, chain in enumerate(chains):
        names = chain.sites.split()
        room = GUARDED if chain.guarded else CHAIN
        require(len(names) <= room, "wiring.chain_full", number=number, count=len(names), room=room)
        for bit, name in enumerate(names):
            if name != SPARE:
                yield number * CHAIN + bit, Site(name)


def matrix_fits(file: WiringFile) -> bool:
    """True if every row of the matrix fits its columns and has a sentinel."""
    return all(chain.guarded and len(chain.sites.split()) <= file.columns for chain in file.chains)


def test_channel_free(file: WiringFile, channels: Mapping[int, Site]) -> bool:
    """True if the test channel is read and has no site."""
    if file.test_channel is None:
        return True
    number, bit = divmod(file.test_channel, CHAIN)
    if not 0 <= number < len(file.chains) or file.test_channel in channels:
        return False
    chain = file.chains[number]
    registers = -(-len(chain.sites.split()) // 8)
    return bit < (GUARDED if chain.guarded else 8 * registers)


def contact_sites(file: WiringFile) -> Iterator[tuple[Site, Seat | None]]:
    """Yield each contact's site and seat; a side-sensing site has one contact per seat."""
    told = [(chain.seat, name) for chain in file.chains for name in chain.sites.split()]
    paired = {Site(name) for seat, name in told if seat is not None}
    yield from ((site, None) for site, _ in senses_of(file) if site not in paired)
    for seat, name in told:
        if name in paired and name != SPARE:
            yield Site(name), seat


def check_felt(file: WiringFile) -> None:
    """Raise BadWiring if two contacts have the same site and seat."""
    for site, seat in duplicates(contact_sites(file)):
        if seat is None:
            raise BadWiring("wiring.twice", site=site)
        raise BadWiring("wiring.twice_for_seat", site=site, seat=seat)


def sided(chains: Iterable[ChainFile]) -> Iterator[tuple[int, Seat]]:
    """Yield each channel of a side-sensing chain with its seat."""
    for number, chain in enumerate(chains):
        side = chain.sense is Sense.SIDE
        require(not side or chain.seat is not None, "wiring.whose_side", number=number)
        require(side or chain.seat is None, "wiring.no_side", number=number)
        for bit, name in enumerate(chain.sites.split()):
            if chain.seat is not None and name != SPARE:
                yield number * CHAIN + bit, chain.seat


def senses_of(file: WiringFile) -> Iterator[tuple[Site, Sense]]:
    """Yield each site with its sense."""
    for chain in file.chains:
        names = chain.sites.split() if chain.sense is not Sense.TAG else []
        each = dict.fromkeys(names) if chain.sense is Sense.COUNT else names
        yield from ((Site(name), chain.sense) for name in each if name != SPARE)
    yield from ((reader.site, reader.sense) for reader in file.readers)
    yield from ((dial.site, Sense.DIAL) for dial in file.dials)
    yield from ((key.site, Sense.KEY) for key in file.pi.keys)
    if file.pi.roller and all(dial.site != file.pi.roller.site for dial in file.dials):
        raise BadWiring("wiring.pi_roller", site=file.pi.roller.site)


def checked_senses(file: WiringFile) -> dict[Site, Sense]:
    """Return the sense of each site, after checking dials, chains and readers."""
    for dial in file.dials:
        low, high = dial.limits.danger
        fits = low < dial.limits.lowest <= dial.limits.highest < high
        require(fits, "wiring.danger", site=dial.site)
        require(dial.counts_per_row > 0, "wiring.counts", site=dial.site)
    for chain in file.chains:
        require(chain.sense in CONTACTS, "wiring.no_contact", sense=chain.sense.value)
    for reader in file.readers:
        require(reader.sense in (Sense.TAP, Sense.TAG), "wiring.reader", site=reader.site)
    taps = [reader.sense is Sense.TAP for reader in file.readers]
    require(taps == sorted(taps, reverse=True), "wiring.taps_first")
    return dict(senses_of(file))


def pixels_by_site(file: WiringFile, senses: Senses) -> dict[Site, range]:
    """Return the pixels of each site; raise BadWiring unless they are consecutive."""
    spots = [
        (run.first + place, Site(name))
        for run in file.lights
        for place, name in enumerate(run.sites.split())
        if name != SPARE
    ]
    for pixel in duplicates(pixel for pixel, _ in spots):
        raise BadWiring("wiring.lights_two", pixel=pixel)
    found: dict[Site, range] = {}
    for pixel, site in sorted(spots):
        require(0 <= pixel < file.pixels, "wiring.beyond", pixel=pixel, site=site)
        require(site in senses, "wiring.unfelt", pixel=pixel, site=site)
        first = found.get(site, range(pixel, pixel)).start
        require(pixel - first == len(found.get(site, ())), "wiring.scattered", site=site)
        found[site] = range(first, pixel + 1)
    return found


def tag_numbers(tags: Mapping[str, str]) -> Iterator[tuple[bytes, str]]:
    """Yield each tag's number as bytes with its piece."""
    for text, piece in tags.items():
        try:
            yield bytes.fromhex(text), piece
        except ValueError:
            raise BadWiring("wiring.no_hex", tag=text, piece=piece) from None


class TagsFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of enrolled tags."""

    tags: Mapping[str, str] = {}


def load_tags(path: Path) -> dict[bytes, str]:
    """Return the piece of each tag; raise BadWiring with what is wrong with the file."""
    return read_wiring_file(
        path, lambda text: dict(tag_numbers(msgspec.toml.decode(text, type=TagsFile).tags))
    )


def duplicates(things: Iterable[Meant]) -> list[Meant]:
    """Return the things that occur more than once."""
    return [thing for thing, times in Counter(things).items() if times > 1]


def require(holds: bool, key: str, /, **gaps: object) -> None:
    """Raise BadWiring with this message unless the condition holds."""
    if not holds:
        raise BadWiring(key, **gaps)
