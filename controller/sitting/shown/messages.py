"""The messages that are shown beside the question of the stage, and how long each stays."""

from __future__ import annotations

from math import inf

from msgspec import Struct
from msgspec.structs import replace

from controller.sitting.shown.advice import Advice
from controller.values import Refusal, Saying, Site

MISSING = "table.missing"
REPLY = 4.0  # s for which the answer to a key is not replaced ...
REMOVE_AFTER = 8.0  # s ... and after which it is removed, as read


class Messages(Struct, frozen=True, eq=False):
    """What is shown beside the question, and until when."""

    notice: Refusal | None = None  # the rule that was broken last
    message: Saying | None = None  # any other message
    pointing: Site | None = None  # where a piece belongs
    advice: Advice | None = None  # what would be good, if a player asked
    relents: float = inf  # s, when the notice is removed
    until: float = 0.0  # s, until when `pointing` is shown
    answered: float = -REPLY  # s, when a key was last answered ...
    answer: Saying | None = None  # ... and the answer, while it is shown

    @property
    def fading(self) -> bool:
        """True if a message or pointer will be removed after some time."""
        return self.pointing is not None or self.relents < inf or self.answer is not None

    def name_rule(self, rule: Refusal | None) -> Messages:
        """Return these messages with this rule as the one that was broken last."""
        return replace(self, notice=rule, relents=inf)

    def tell(self, saying: Saying | None) -> Messages:
        """Return these messages with another message beside the notice."""
        return replace(self, message=saying)

    def expire_notice(self, at: float) -> Messages:
        """Remove the notice at this time at the latest, since the mistake has been put right."""
        expires = self.notice or self._missing
        return replace(self, relents=min(self.relents, at)) if expires else self

    def reply(self, saying: Saying) -> Messages:
        """Answer a key; the answer is not replaced until it could be read."""
        return replace(self, message=saying, answered=inf, answer=saying)

    def miss(self, saying: Saying | None, at: float) -> Messages:
        """Say that a piece is missing, or remove that message."""
        if saying is None and self._missing:
            return self.tell(None)
        return self.tell(saying) if saying and at - self.answered >= REPLY else self

    def go_on(self) -> Messages:
        """Remove an expiring notice at once, since a hand has already gone on."""
        return self._let_go() if self.relents < inf else self

    def hush(self) -> Messages:
        """Remove notice, message, advice and answer."""
        return replace(self, notice=None, relents=inf, message=None, advice=None, answer=None)

    def point(self, site: Site, piece: str, until: float) -> Messages:
        """Show where this piece belongs."""
        belongs = Saying("table.belongs", {"piece": piece, "site": site})
        return replace(self, message=belongs, pointing=site, until=until)

    def must_move(self, site: Site, piece: str) -> Messages:
        """Say which piece was touched and must move."""
        return self.tell(Saying("table.must_move", {"piece": piece, "site": site}))

    def fade(self, at: float) -> Messages:
        """Remove what was shown long enough by this time."""
        answered = min(self.answered, at)  # time starts when it is shown first
        now = replace(self, answered=answered, pointing=None if at > self.until else self.pointing)
        if now.answer and at > answered + REMOVE_AFTER:
            read = now.message == now.answer
            now = replace(now, message=None if read else now.message, answer=None)
        return now._let_go() if at > now.relents else now

    @property
    def _missing(self) -> bool:
        return self.message is not None and self.message.key == MISSING

    def _let_go(self) -> Messages:
        """Remove the notice and the message about a missing piece."""
        return self.name_rule(None).tell(None if self._missing else self.message)
