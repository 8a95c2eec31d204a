"""Why the table asks or refuses, in one sentence for the players."""

from __future__ import annotations

from controller.game import gesture_text
from controller.reading.choose import Ask, Decision, LeadBack, Refuse
from controller.reading.criteria import CRITERIA
from controller.reading.evidence import Evidence
from controller.reading.held_pieces import BLIND
from controller.reading.sources import Attempt
from controller.values import Saying, Sense, Site
from controller.why.ruled_out import ruled_out


def reason(decision: Decision, evidence: Evidence) -> Saying | None:
    """Return why the table asks or refuses; None if it does neither."""
    match decision:
        case Ask(sure=True):
            return Saying("why.agreed" if evidence.firm else "why.easily_made")
        case Ask():
            return why_asked(decision, evidence)
        case Refuse(mistakes) if mistakes:
            return why_refused(mistakes[0], evidence)
        case Refuse() if decision.sites:
            return Saying("why.touched", where(decision.sites))
        case LeadBack():
            return why_lost(evidence)
    return None


def why_refused(mistake: Attempt, evidence: Evidence) -> Saying:
    """Return which move was understood; a card that was held over a reader stays unnamed."""
    touched = mistake.mark.trace.touched & evidence.seen.touched or evidence.seen.touched
    secret = any(evidence.senses.get(site) is Sense.TAP for site in touched)
    if secret or not mistake.refusal.rule:
        return Saying("why.forbidden_here", where(touched))
    fields = {"move": gesture_text(mistake.mark.moves), "rule": mistake.refusal.rule}
    return Saying("why.forbidden", {**where(touched), **fields})


def why_asked(asked: Ask, evidence: Evidence) -> Saying:
    """Return why it is not known which of these moves was made."""
    marks = asked.marks
    fields = {"count": len(marks)}
    left = frozenset[Site]().union(*(mark.left for mark in marks))
    unfelt = frozenset[Site]().union(*(mark.unfelt for mark in marks))
    if left:
        return Saying("why.left", {**where(left), **fields})
    if unfelt:
        return Saying("why.unfelt", {**where(unfelt), **fields})
    if not any(mark.trace for mark in marks):
        return Saying("why.nothing_felt")
    if len(marks) == 1:
        return Saying("why.not_whole", where(evidence.seen.touched))
    senses = evidence.felt.senses
    blind = [site for site in evidence.came if senses[site] in BLIND]
    if blind and len({frozenset(mark.trace.changes.items()) for mark in marks}) == 1:
        return Saying("why.blind", where(frozenset(blind)))
    return Saying("why.alike", {**where(evidence.seen.touched), **fields})


def why_lost(evidence: Evidence) -> Saying:
    """Return why nothing explains what is seen; the strongest reason first."""
    sites = where(frozenset(evidence.seen.changes))
    if evidence.denied:
        return Saying("why.denied")
    if evidence.scattered or not evidence.felt.swept.isdisjoint(evidence.seen.changes):
        return Saying("why.swept", {"count": len(evidence.seen.changes)})
    found = ruled_out(evidence)
    for criterion in CRITERIA:
        if any(criterion.column == "impossible" and criterion.count(one) for one in found):
            return Saying(f"why.{criterion.name.replace(' ', '_')}", sites)
    return Saying("why.no_move", sites)


def where(sites: frozenset[Site]) -> dict[str, str | int | Saying]:
    """Return the sites as the gap `where` of a sentence."""
    return {"where": ", ".join(sorted(sites))}
