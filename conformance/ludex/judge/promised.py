"""What an engine need not be asked, by the promises and the lists of its hello."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from ludex.judge.verdict import NOT_OFFERED, Judgement
from ludex.protocol.messages import GameOffer
from ludex.support import support_of
from ludex.vectors.parts import CONDITIONAL, LEGAL
from ludex.vectors.promises import ONE_REFUSAL, PROMISES
from ludex.vectors.suite import Suite

TOLD_APART = "unreadable"
MAX_CLAIMED = 80  # characters of a claim, in a message
OUTSIDE = {
    promise: Judgement(NOT_OFFERED, message=f"promised {promise}: {asked}") for promise, asked in PROMISES.items()
}


def kept_promises(offer: GameOffer, suite: Suite) -> frozenset[str]:
    """The promises of a hello that mean something here."""
    return frozenset(offer.promises) & PROMISES.keys() & suite.manifest.promises.keys()


def tells_apart(offer: GameOffer, promised: Collection[str]) -> bool:
    """Whether the engine is held to tell unreadable from illegal."""
    return TOLD_APART in offer.tells and ONE_REFUSAL not in promised


def outcome_outside(promised: Collection[str], outside: Collection[str]) -> Judgement | None:
    """The outcome of a vector that lies outside of a promise; None where it is asked."""
    return next((OUTSIDE[one] for one in PROMISES if one in promised and one in outside), None)


def values_unlisted(offer: GameOffer, suite: Suite, editions: Collection[str]) -> set[tuple[str, str | int]]:
    """Of the part that an engine lists, each field with a value that no list of these editions has."""
    unseen = {(name, value) for name, values in offer.lists.items() for value in values}
    if not unseen:  # nor is any file of vectors read
        return unseen
    facts = support_of(suite.game).parts.facts
    for topic in (topic for edition in editions for topic in suite.topics(edition) if topic.operation == LEGAL):
        for vector in topic.vectors:
            if not unseen:
                return unseen
            listed = msgspec.json.decode(vector.expect)
            for action in (*listed.get("actions", ()), *(one for one, _ in listed.get(CONDITIONAL, ()))):
                unseen -= facts(action).items()
    return unseen


def strange_promises(offer: GameOffer, suite: Suite) -> Iterator[str]:
    """Promises that nobody knows, or that lead nowhere, in words."""
    known = ", ".join(PROMISES)
    for promise in offer.promises:
        if promise not in PROMISES:
            unknown = f"{promise[:MAX_CLAIMED]} ({known})"
            yield f"the hello makes a promise that is unknown, and nothing is left out for it: {unknown}"
        elif promise not in suite.manifest.promises:
            yield f"these vectors do not say what lies outside of the promise {promise}, so nothing is left out for it"
    if ONE_REFUSAL in offer.promises and TOLD_APART in offer.tells:
        yield f"the hello promises {ONE_REFUSAL} and claims to tell unreadable from illegal: the promise counts"
