"""Under which rules a run is judged: an edition, and one combination of readings that the engine can follow."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from ludex.fault import Fault
from ludex.judge.promised import MAX_CLAIMED, strange_promises
from ludex.protocol.messages import EditionOffer, GameOffer
from ludex.protocol.schema import Wire, wire_of
from ludex.vectors.format import Holds, conditions, meets
from ludex.vectors.suite import EditionFacts, Suite


class Setting(Struct, frozen=True, forbid_unknown_fields=True):
    """One edition with one choice for every entry; `flipped` holds those that are not the default.

    `called`: what the engine calls the edition, where its hello does not name it (`is_unnamed`).
    """

    edition: str
    choices: dict[str, str]
    flipped: dict[str, str] = {}
    undeclared: str = ""
    called: str = ""

    @property
    def label(self) -> str:
        if not self.flipped:
            return f"{self.edition} (default readings)"
        return f"{self.edition} with " + ", ".join(f"{entry}={choice}" for entry, choice in self.flipped.items())


class RulesAsked(Struct, frozen=True):
    """What the command line asks for."""

    editions: tuple[str, ...] = ()
    readings: tuple[tuple[str, str], ...] = ()
    all_readings: bool = False


def settings(suite: Suite, offer: GameOffer | None, asked: RulesAsked) -> list[Setting]:
    """Every setting to judge, editions in order; one that the engine does not declare says so."""
    made: list[Setting] = []
    for edition in editions_asked(suite, offer, asked):
        declared = _edition_offer(suite, offer, edition)
        of_edition = list(_of_edition(edition, suite.facts(edition), declared, asked))
        if asked.all_readings and declared is not None:
            of_edition += completing(suite, declared, of_edition)
        made += of_edition
    called = _unnamed_as(suite, offer)
    return [replace(one, called=called) for one in made] if called else made


def editions_asked(suite: Suite, offer: GameOffer | None, asked: RulesAsked) -> list[str]:
    """The editions asked for; without any, those that both the engine and the vectors have."""
    if asked.editions:
        return [known_edition(suite, edition) for edition in asked.editions]
    declared = offer.editions if offer is not None else {}
    known = [edition for edition in suite.editions if declared is None or edition in declared]
    return list(suite.editions) if is_unnamed(suite, offer) else known


def known_edition(suite: Suite, edition: str) -> str:
    if edition in suite.editions:
        return edition
    close = get_close_matches(edition, suite.editions)
    hint = f"Did you mean {close[0]}? " if close else ""
    raise Fault(f"no edition {edition!r} of {suite.game}", f"{hint}Editions: {', '.join(suite.editions)}.")


def check_readings(suite: Suite, editions: Sequence[str], asked: RulesAsked) -> None:
    """A Fault for a reading or choice that no edition in question has."""
    for entry, choice in asked.readings:
        known = [suite.facts(edition).readings for edition in editions]
        if not any(entry in facts for facts in known):
            names = sorted({name for facts in known for name in facts})
            raise Fault(*_name_unknown("reading", entry, names))
        choices = sorted({one for facts in known if entry in facts for one in facts[entry].choices})
        if choice not in choices:
            raise Fault(*_name_unknown(f"choice of {entry}", choice, choices))


def _name_unknown(what: str, name: str, known: Sequence[str]) -> tuple[str, str]:
    close = get_close_matches(name, known)
    hint = f"Did you mean {close[0]}? " if close else ""
    return f"unknown {what}: {name!r}", f"{hint}Known: {', '.join(known) or 'none'}."


def is_unnamed(suite: Suite, offer: GameOffer | None) -> bool:
    """Whether the vectors are of a table of somebody's own that a hello does not name, though it names editions.

    Who gives the table says that the engine plays by it; what its readings are, its editions tell all the same.
    """
    named = offer.editions if offer is not None else None
    return suite.manifest.table is not None and bool(named) and not {*suite.editions} & {*(named or ())}


def _unnamed_as(suite: Suite, offer: GameOffer | None) -> str:
    """The edition of the hello in whose place a table stands that the hello does not name; nothing where it does."""
    return next(iter(offer.editions)) if offer and offer.editions and is_unnamed(suite, offer) else ""


def _edition_offer(suite: Suite, offer: GameOffer | None, edition: str) -> EditionOffer | None:
    """What the engine declares of an edition; None when it does not declare the edition."""
    if offer is None:
        return None
    if offer.editions is None:
        return EditionOffer()
    if is_unnamed(suite, offer):
        return offer.editions[_unnamed_as(suite, offer)]
    return offer.editions.get(edition)


def _of_edition(edition: str, facts: EditionFacts, offer: EditionOffer | None, asked: RulesAsked) -> Iterator[Setting]:
    base = facts.defaults()
    chosen = {entry: choice for entry, choice in asked.readings if _has(facts, entry, choice)}
    if offer is None:
        yield _setting(edition, base, chosen, "the engine does not declare this edition")
        return
    base = {entry: _base_choice(default, _known_choices(facts, entry, offer)) for entry, default in base.items()}
    yield _setting(edition, base, chosen, _why_undeclared(chosen, facts, offer), facts.defaults())
    if asked.all_readings:
        for entry, choice in _flips(facts, offer, {**base, **chosen}):
            yield _setting(edition, base, {**chosen, entry: choice}, "", facts.defaults())


def completing(suite: Suite, offer: EditionOffer, made: Sequence[Setting]) -> Iterator[Setting]:
    """For what vectors hold under and no setting of an edition has: further combinations that the engine declares.

    Each alternative of a condition is a combination of its own: that a right engine answers alike is what is asked.
    """
    edition, facts = made[0].edition, suite.facts(made[0].edition)
    reached = [setting.choices for setting in made]
    for topic in suite.topics(edition):
        for vector in topic.vectors:
            for alternative in chain.from_iterable(conditions(vector)):
                if any(meets(alternative, choices) for choices in reached):
                    continue
                found = next(_declared_alternatives([alternative], facts, offer), None)
                if found is not None:
                    setting = _setting(edition, made[0].choices, found, "", facts.defaults())
                    reached.append(setting.choices)
                    yield setting


def _declared_alternatives(condition: Holds, facts: EditionFacts, offer: EditionOffer) -> Iterator[dict[str, str]]:
    """Of the alternatives of a condition, those that the engine can follow, each with the first choice of its lists."""
    for alternative in condition:
        able = {
            entry: [choice for choice in allowed if choice in _can(entry, facts, offer)]
            for entry, allowed in alternative.items()
        }
        if all(able.values()):
            yield {entry: choices[0] for entry, choices in able.items()}


def _can(entry: str, facts: EditionFacts, offer: EditionOffer) -> Sequence[str]:
    known = facts.readings.get(entry)
    return offer.readings.get(entry) or ([known.default] if known else [])


def _setting(
    edition: str,
    base: Mapping[str, str],
    chosen: Mapping[str, str],
    undeclared: str,
    defaults: Mapping[str, str] | None = None,
) -> Setting:
    choices = {**base, **chosen}
    usual = defaults if defaults is not None else base
    flipped = {entry: choice for entry, choice in choices.items() if usual.get(entry) != choice}
    return Setting(edition, choices, flipped, undeclared)


def _has(facts: EditionFacts, entry: str, choice: str) -> bool:
    return entry in facts.readings and choice in facts.readings[entry].choices


def _known_choices(facts: EditionFacts, entry: str, offer: EditionOffer) -> list[str]:
    """The declared choices of an entry that the edition has."""
    return [choice for choice in offer.readings.get(entry, ()) if _has(facts, entry, choice)]


def _base_choice(default: str, declared: Sequence[str]) -> str:
    """The default, or the first declared choice of an engine that cannot follow the default."""
    return default if not declared or default in declared else declared[0]


def _why_undeclared(chosen: Mapping[str, str], facts: EditionFacts, offer: EditionOffer) -> str:
    for entry, choice in chosen.items():
        declared = offer.readings.get(entry) or [facts.readings[entry].default]
        if choice not in declared:
            return f"the engine does not declare {entry}={choice}"
    return ""


def _flips(facts: EditionFacts, offer: EditionOffer, choices: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for entry, declared in offer.readings.items():
        for choice in declared:
            if _has(facts, entry, choice) and choices[entry] != choice:
                yield entry, choice


def _strange_methods(wire: Wire, methods: Sequence[str]) -> Iterator[str]:
    for method in wire.required:
        if method not in methods:
            yield f"the hello does not offer `{method}`, which is required: what it does offer was judged, and no more"
    for method in methods:
        if wire.operations and method not in wire.operations:
            yield f"the hello offers a method that the game does not have: {method[:MAX_CLAIMED]}"


def strange_claims(suite: Suite, offer: GameOffer) -> Iterator[str]:
    """What a hello declares that the rulebook does not know, or leaves out though it should not, in words."""
    yield from _strange_methods(wire_of(suite.game), offer.methods)
    yield from strange_promises(offer, suite)
    if called := _unnamed_as(suite, offer):
        own = suite.editions[0]
        yield f"the hello does not declare {own}, and is asked by this table as if it were {called[:MAX_CLAIMED]}"
        return
    for edition, declared in (offer.editions or {}).items():
        if edition not in suite.editions:
            yield f"the hello declares an edition that has no vectors: {edition[:MAX_CLAIMED]}"
            continue
        facts = suite.facts(edition)
        for reading in unknown_readings(facts, declared):
            yield f"the hello declares an unknown reading in {edition}: {reading}"


def unknown_readings(facts: EditionFacts, offer: EditionOffer) -> Iterator[str]:
    """Readings that are declared, and that the edition does not have."""
    for entry, choices in offer.readings.items():
        for choice in choices:
            if not _has(facts, entry, choice):
                yield f"{entry[:MAX_CLAIMED]}={choice[:MAX_CLAIMED]}"
