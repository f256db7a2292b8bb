"""Cases that are written by hand: the files of ``spec/<game>/cases/``, which `spec/language/cases.md` explains.

A file names the topics that ask its cases, and lists the cases. One entry may stand for many: it names values that it
takes in turn, and ways in which what it asks is made wrong: a field left out, one too many, another value in a place.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import lru_cache, partial
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ludex import where
from ludex.fault import Fault
from ludex.generate.placeholders import NoSuchName, fill, show
from ludex.generate.vectors import canonical
from ludex.notation.reading import NotReadable
from ludex.rules import UnknownChoice
from ludex.seam import notation_of, reference_of
from ludex.suites import Case, SuiteTopic

LONGEST_WHY = 160
REMEDY = "spec/language/cases.md says what a case can have."
Names = Mapping[str, Any]
Input = dict[str, Any]


class CaseTopic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A topic that asks the cases of a file."""

    name: str
    kind: str
    operation: str
    about: str


class CaseEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"with_": "with"}):
    """A case, or many that are made alike; its own ``cases`` have what it has and say the rest."""

    why: str = ""
    slug: str = ""
    given: str = ""
    when: str | list[str] = ""
    input: Input = {}
    with_: Input = {}
    each: Input = {}
    drop: list[str] = []
    add: Input = {}
    set: list[str] = []
    to: Any = []
    tags: list[str] = []
    under: dict[str, list[str]] = {}
    editions: list[str] = []
    cases: list[Input] = []


class CaseSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of cases: ``all`` is what each of them has that does not say otherwise."""

    topics: list[CaseTopic]
    cases: list[Input]
    names: Input = {}
    all: Input = {}


class CaseFile(NamedTuple):
    """A file of cases, read for an edition of a game."""

    game: str
    edition: str
    path: Path


def topics(game: str, edition: str) -> Iterator[SuiteTopic]:
    """Every topic that asks cases of a game's files."""
    for path in sorted((where.spec_of(game) / "cases").glob("*.toml")):
        place, sheet = CaseFile(game, edition, path), read_sheet(path)
        for asking in sheet.topics:
            yield SuiteTopic(asking.name, asking.kind, asking.operation, asking.about, partial(cases, place, sheet))


@lru_cache
def read_sheet(path: Path) -> CaseSheet:
    """What a file of cases says; raises Fault."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), CaseSheet)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as wrong:
        raise Fault(f"{path}: {wrong}", REMEDY) from None


def cases(place: CaseFile, sheet: CaseSheet) -> Iterator[Case]:
    """The cases of a file in an edition, in their order; raises Fault where one is wrong."""
    names, asked = _names(place, sheet), dict[str, Case]()
    root = _entry(place, "all", CaseEntry(), sheet.all)
    for number, said in enumerate(sheet.cases, start=1):
        for case in _cases_of(place, f"case {number}", CaseContext(names, root, root), said):
            other = asked.setdefault(canonical(case.input), case)
            if other.under != case.under:
                told = f"{place.path}, case {number} ({case.why}) asks what {other.why!r} asks, under other readings"
                raise Fault(told, "A topic asks a question once: name all its readings in one case.")
            yield case


class CaseContext(NamedTuple):
    """What an entry stands in: the values that are known, what is said above it, and what is said for all."""

    known: Names
    above: CaseEntry
    root: CaseEntry


class WrongCase(Exception):  # noqa: N818 - reads as what it is
    """What is wrong with a case, in words."""


def _names(place: CaseFile, sheet: CaseSheet) -> Names:
    """The named values of a file; each may call those before it."""
    names: Input = {"null": None}
    for name, said in sheet.names.items():
        try:
            names[name] = fill(said, names)
        except NoSuchName as wrong:
            raise Fault(f"{place.path}, the name {name!r}: {wrong}", REMEDY) from None
    return names


def _entry(place: CaseFile, at: str, above: CaseEntry, said: Input) -> CaseEntry:
    """An entry, with what is said above it; raises Fault."""
    try:
        entry = msgspec.convert(said, CaseEntry)
    except msgspec.ValidationError as wrong:
        raise Fault(f"{place.path}, {at} ({said.get('why', above.why)}): {wrong}", REMEDY) from None
    return msgspec.structs.replace(
        entry,
        why=entry.why or above.why,
        slug=entry.slug or above.slug,
        given=entry.given or above.given,
        when=entry.when or above.when,
        input={**above.input, **entry.input},
        with_={**above.with_, **{name: {**above.with_.get(name, {}), **said} for name, said in entry.with_.items()}},
        tags=entry.tags or above.tags,
        under=entry.under or above.under,
        editions=entry.editions or above.editions,
    )


def _cases_of(place: CaseFile, at: str, setting: CaseContext, said: Input) -> Iterator[Case]:
    """Every case of an entry; raises Fault."""
    entry = _entry(place, at, setting.above, said)
    try:
        if not _is_asked(place, entry):
            return
        for known in _pick_each(entry, setting.known):
            if not entry.cases:
                yield from _make_cases(place, setting._replace(known=known), entry)
            for number, inner in enumerate(entry.cases, start=1):
                yield from _cases_of(place, f"{at}.{number}", CaseContext(known, entry, setting.root), inner)
    except (WrongCase, NoSuchName, NotReadable, UnknownChoice) as wrong:
        raise Fault(f"{place.path}, {at} ({entry.why}): {wrong}", REMEDY) from None


def _is_asked(place: CaseFile, entry: CaseEntry) -> bool:
    """Whether an entry is asked in this edition; raises UnknownChoice for an edition or a reading that there is not."""
    register = reference_of(place.game).REGISTER
    for edition in entry.editions:
        register.rules(edition)
    if entry.editions and place.edition not in entry.editions:
        return False
    for name, choices in entry.under.items():
        for choice in choices:
            register.rules(place.edition, {name: choice})
    return True


def _pick_each(entry: CaseEntry, known: Names) -> Iterator[Names]:
    """The known values with each combination of what an entry takes in turn. The first of them changes slowest."""
    each = {name: fill(values, known) for name, values in entry.each.items()}
    for name, values in each.items():
        if not isinstance(values, list):
            raise WrongCase(f"each.{name} must be a list of values")
    for picked in product(*each.values()):
        yield {**known, **dict(zip(each, picked, strict=True))}


def _make_cases(place: CaseFile, setting: CaseContext, entry: CaseEntry) -> Iterator[Case]:
    """The cases of an entry that has none below it."""
    known = setting.known
    whole = _with_members(_input_of(place, known, entry), fill(entry.with_, known))
    under = {name: tuple(choices) for name, choices in entry.under.items()}
    for more, asked in _vary(whole, entry, known):
        told = {**known, **asked, **more}
        if "{otherwise" in entry.why:
            told["otherwise"] = _otherwise(asked, fill(setting.root.input, known))
        why, slug = show(entry.why, told)[:LONGEST_WHY], show(entry.slug, told)
        if not why or not slug:
            raise WrongCase(f"it has no {'slug' if why else 'why'}, and none is said for all")
        yield Case(slug, why, asked, tuple(entry.tags), under)


def _input_of(place: CaseFile, known: Names, entry: CaseEntry) -> Input:
    """The input of an entry, in sentences of the game's notation or in the wire's fields."""
    asked: Input = {"position": notation_of(place.game).read_position(show(entry.given, known))} if entry.given else {}
    if entry.when and not asked:
        raise WrongCase("`when` says actions in a position: write `given`, too")
    if isinstance(entry.when, list):
        asked["actions"] = [_action_of(place, asked["position"], show(text, known))["action"] for text in entry.when]
    elif entry.when:
        asked |= _action_of(place, asked["position"], show(entry.when, known))
    return {**asked, **fill(entry.input, known)}


def _action_of(place: CaseFile, position: Any, text: str) -> Input:
    """The action that a sentence says, and who sends it where that is said."""
    rules = reference_of(place.game).REGISTER.rules(place.edition)
    sent = notation_of(place.game).read("action", text)
    data = notation_of(place.game).data_of(sent.action, rules, position)
    return {"action": data, **({} if sent.by is None else {"by": sent.by})}


def _otherwise(asked: Input, plain: Input) -> Input:
    """The members of the fields that are not as they are in all cases."""
    return {
        name: value
        for field, members in asked.items()
        if isinstance(members, dict) and isinstance(plain.get(field), dict)
        for name, value in members.items()
        if value != plain[field].get(name, "")
    }


# Variations


def _vary(whole: Input, entry: CaseEntry, known: Names) -> Iterator[tuple[Names, Input]]:
    """Each input that an entry asks, with what there is to say of it: as it is, or in one way otherwise."""
    if not (entry.drop or entry.add or entry.set):
        yield {}, whole
    for path in fill(entry.drop, known):
        yield {"field": path.rpartition(".")[2]}, _change(whole, path)
    for path, members in fill(entry.add, known).items():
        if not isinstance(members, dict):
            raise WrongCase(f"add.{path} must be an object: the members that are added")
        for name, value in members.items():
            if name not in _object_in(whole, path):
                changed = deepcopy(whole)
                _object_in(changed, path)[name] = value
                yield {"field": name}, changed
    for path in fill(entry.set, known):
        for value in fill(entry.to, known):
            yield {"field": path.rpartition(".")[2], "value": value}, _change(whole, path, value)


def _with_members(whole: Input, given: Mapping[str, Any]) -> Input:
    """The input with these members in some of its fields."""
    return {**whole, **{field: {**_object_in(whole, field), **members} for field, members in given.items()}}


_GONE = object()


def _change(whole: Input, path: str, value: Any = _GONE) -> Input:
    """The input with another value in a place, or without it."""
    changed = deepcopy(whole)
    outer, _, last = path.rpartition(".")
    inner = _object_in(changed, outer, path)
    if value is _GONE and last not in inner:
        raise WrongCase(f"there is no place {path!r} in the input")
    if value is _GONE:
        del inner[last]
    else:
        inner[last] = value
    return changed


def _object_in(whole: Input, path: str, wanted: str = "") -> Input:
    """The object in a place of the input, or the input itself where no place is named; ``wanted`` is for the error."""
    inner: Any = whole
    for step in path.split(".") if path else ():
        inner = _inside(inner, step)
    if not isinstance(inner, dict):
        raise WrongCase(f"there is no {'place' if wanted else 'object'} {wanted or path!r} in the input")
    return inner


def _inside(value: Any, step: str) -> Any:
    """What a field of an object holds, or a place of a list, which is a number from 0; nothing where there is none."""
    if isinstance(value, list) and step.isdecimal() and int(step) < len(value):
        return value[int(step)]
    return value.get(step) if isinstance(value, dict) else None
