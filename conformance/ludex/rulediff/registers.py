"""What the registers of two sides say: editions with their facts, and the readings that are open in them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import msgspec

from ludex.fault import Fault
from ludex.rulediff.peers import UNKNOWN, Peer
from ludex.rulediff.sides import Side

MAX_CHARACTERS_SHOWN = 100


class EditionSaid(msgspec.Struct, frozen=True):
    """The facts of one edition in words, and for each entry its open readings, the default first."""

    facts: Mapping[str, str] = {}
    readings: Mapping[str, tuple[str, ...]] = {}


class RegisterSummary(msgspec.Struct, frozen=True):
    """What the rules of a tree say of themselves: each edition, and what the point of each entry is."""

    editions: Mapping[str, EditionSaid] = {}
    points: Mapping[str, str] = {}


@dataclass(frozen=True)
class Registers:
    """The registers of both sides."""

    old: RegisterSummary = field(default_factory=RegisterSummary)
    new: RegisterSummary = field(default_factory=RegisterSummary)


def register_of(peer: Peer, game: str, side: Side) -> RegisterSummary:
    """The register of a side; raises Fault where its rules cannot be run, or know nothing of what the side names."""
    peer.send([{"game": game}])
    (told,) = peer.read(1)
    if "error" in told:
        raise Fault(f"the rules of {game} in {side.place} cannot be run: {told['error']}", "Mend them first.")
    if side.edition:
        peer.send(
            [{"game": game, "edition": side.edition, "choices": dict(side.choices), "operation": "start", "fields": {}}]
        )
        (begun,) = peer.read(1)
        if begun.get("error", "").startswith(UNKNOWN):
            raise Fault(f"{side.label}: {begun['error'].removeprefix(f'{UNKNOWN}: ')}")
    return msgspec.convert(told["answer"], RegisterSummary)


# What differs


def between(registers: Registers, sides: tuple[Side, Side]) -> Iterator[list[str]]:
    """What differs between the editions that two sides name: for each entry or fact a line, and what explains it."""
    was = registers.old.editions.get(str(sides[0].edition), EditionSaid())
    now = registers.new.editions.get(str(sides[1].edition), EditionSaid())
    for entry in {**was.readings, **now.readings}:
        before, after = was.readings.get(entry, ()), now.readings.get(entry, ())
        old, new = _choice_in_force(entry, sides[0], before), _choice_in_force(entry, sides[1], after)
        if old != new or before != after:
            line = f"{entry}: {f'{old} -> {new}' if old != new else f'{new}, as before'}"
            yield [line + _open(before, after), *filter(None, [registers.new.points.get(entry, "")])]
    for name in {**was.facts, **now.facts}:
        if was.facts.get(name) != now.facts.get(name):
            old, new = (_short(said.facts.get(name, "(none)")) for said in (was, now))
            yield [f"{name}: {old} -> {new}"]


def _open(before: tuple[str, ...], after: tuple[str, ...]) -> str:
    """What may be chosen, where that differs."""
    if set(before) == set(after) or not (before and after):
        return ""
    return f" (open before: {', '.join(before)}; open now: {', '.join(after)})"


def _choice_in_force(entry: str, side: Side, open_: tuple[str, ...]) -> str:
    return side.choices.get(entry) or (open_[0] if open_ else "(none)")


def _short(text: str) -> str:
    return text if len(text) <= MAX_CHARACTERS_SHOWN else f"{text[:MAX_CHARACTERS_SHOWN]}…"


def changes(registers: Registers) -> Iterator[str]:
    """What differs between the registers of two revisions, edition by edition."""
    old, new = registers.old.editions, registers.new.editions
    yield from (f"edition {name} is gone" for name in old if name not in new)
    yield from (f"edition {name} is new" for name in new if name not in old)
    for name in new:
        if name in old:
            sides = (Side("", edition=name), Side("", edition=name))
            yield from (f"edition {name}: {line}" for line, *_ in between(registers, sides))


def unknown_name(register: RegisterSummary, kind: str, name: str) -> str:
    """What is wrong with the name of a declared edition or reading, or nothing."""
    if kind == "edition" and name not in register.editions:
        return f"there is no edition {name!r}; the editions are {', '.join(register.editions)}"
    if kind == "reading":
        entry, _, choice = name.partition("=")
        entries = {key: open_ for said in register.editions.values() for key, open_ in said.readings.items()}
        if entry not in entries:
            return f"there is no reading {entry!r}; write ENTRY=CHOICE with an entry of the register"
        known = sorted({one for said in register.editions.values() for one in said.readings.get(entry, ())})
        if choice not in known:
            return f"{entry} has no choice {choice!r}; it has {', '.join(known)}"
    return ""
