"""Sentences stated once: a rule of a grammar, and the class of what it says.

How a sentence is read into a value of the class, and how it is printed from one, follows from the two. A rule's slots
are what stands in it beside its keywords. They fill the first fields of the class, unless ``says`` names others; an
optional slot that is left out leaves its field as it is by default.

Of several writings of a rule, the first that leaves out whatever is as by default is printed; of two that differ in
one of the words that go by number (``is`` and ``are``), the one for the number in the first slot. What the grammar
makes of a rule without a class: the words of a rule marked with ``!``, a tuple where something may stand several
times, else what stands in its only slot, or None of a rule without one. Any other is a ``Part``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeVar

from ludex.notation.reading import LineGrammar, NotReadable, Place

if TYPE_CHECKING:
    from types import ModuleType

    from lark.grammar import Rule, Symbol

Value = TypeVar("Value")
FOR_ONE, FOR_MANY = frozenset({"is", "action", "board"}), frozenset({"are", "actions", "boards"})
TOUCH_WHAT_IS_BEFORE, TOUCH_WHAT_IS_AFTER = frozenset(",;:)}"), frozenset("({")


@dataclass(frozen=True, slots=True)
class Saying:
    """That a rule says a class: the fields in its slots, where they are named, and what others are."""

    rule: str
    slots: tuple[str, ...]
    others: Mapping[str, Any]


def says(rule: str, *slots: str, **others: Any) -> Callable[[type[Value]], type[Value]]:
    """Marks the class of what a rule says, with the fields in its slots and what others are.

    Of a class's rules, the first that says a value is the one that is printed."""

    def mark(kind: type[Value]) -> type[Value]:
        said = (Saying(rule, slots, others), *vars(kind).get("said_by", ()))
        kind.said_by = said  # type: ignore[attr-defined]
        return kind

    return mark


@dataclass(frozen=True, slots=True)
class Part:
    """A word, or a rule, that stands for a value of no class: how it is read from its tokens, and written."""

    read: Callable[..., Any]
    write: Callable[[Any], str] = str


@dataclass(frozen=True, slots=True)
class Attempt:
    """A sentence that people try and that says too little, or nothing; and what is to be written instead."""

    pattern: str
    instead: str

    def answer(self, text: str) -> str:
        """The answer to a text, with the words that it goes by; nothing if it is no such sentence."""
        found = re.fullmatch(self.pattern, " ".join(text.split()))
        return found.expand(self.instead) if found else ""


ATTEMPTS = (
    Attempt(
        r"(at (least|most)|more than|fewer than|less than) \d+( legal)? actions?|\d+ or (more|fewer) legal actions?",
        "how many there are, such as `12 legal actions`, or some of them: `legal: ACTION; ACTION`",
    ),
)


@dataclass(frozen=True, slots=True)
class Writing:
    """One way to write a rule: its words with gaps for its slots, and what fills each slot (None: it is left out)."""

    text: str
    slots: tuple[Symbol | None, ...]
    words: frozenset[str]

    def leaves_out(self, usual: Sequence[bool]) -> bool:
        """Whether all that it leaves out is as usual."""
        return all(slot is not None or usual_one for slot, usual_one in zip(self.slots, usual, strict=True))

    def fill(self, values: Iterable[Any], write: Callable[[Symbol, Any], str]) -> str:
        """The words with these values in the slots, or none of them where there is no slot."""
        pairs = zip(self.slots, values, strict=False)
        return self.text.format(*[write(slot, one) for slot, one in pairs if slot is not None])


@dataclass(frozen=True, slots=True)
class Form:
    """How a rule says a class: the fields in its slots, what all others are, and what is usual in the slots."""

    kind: type
    slots: tuple[str, ...]
    others: Mapping[str, Any]
    usual: Mapping[str, Any]
    writings: tuple[Writing, ...]

    def is_of(self, value: Any) -> bool:
        """Whether it says this value, as far as its slots are not concerned."""
        return all(getattr(value, name) == what for name, what in self.others.items())

    def make(self, values: Sequence[Any]) -> Any:
        """The value with these in its slots, where None stands for what is usual."""
        said = dict(zip(self.slots, values, strict=True))
        left = {name: what for name, what in self.usual.items() if said[name] is None}
        return self.kind(**{**self.others, **said, **left})

    def fill(self, values: Sequence[Any], write: Callable[[Symbol, Any], str]) -> str:
        """The sentence with these values in its slots."""
        usual = [self.usual.get(name) == one for name, one in zip(self.slots, values, strict=True)]
        wrong = FOR_ONE if values and _is_many(values[0]) else FOR_MANY
        fitting = [one for one in self.writings if one.leaves_out(usual)]
        writing = min(fitting, key=lambda one: not wrong.isdisjoint(one.words))
        return writing.fill(values, write)


@dataclass(frozen=True)
class Sentences(LineGrammar):
    """A grammar whose rules say the classes of some modules; ``parts`` are its other values, by rule or terminal.

    Where a text cannot be read, ``attempts`` have what to write instead of sentences that people try, and ``misspelt``
    gives the error whose reason is a word that stands before it, if one is.
    """

    modules: tuple[ModuleType, ...] = ()
    parts: Mapping[str, Part] = field(default_factory=dict)
    attempts: Sequence[Attempt] = ()
    misspelt: Callable[[str, Place, NotReadable], NotReadable | None] = lambda *_: None

    def read(self, start: str, text: str, place: Place | None = None) -> Any:
        """The value of one sentence; raises NotReadable."""
        place = place or Place(1, 1, text)
        try:
            return super().read(start, text, place)
        except NotReadable as error:
            answer = next(filter(None, (one.answer(text) for one in (*self.attempts, *ATTEMPTS))), "")
            if answer:
                raise place.problem(answer) from None
            raise (None if error.hint else self.misspelt(text, place, error)) or error from None

    def one_form(self, start: str, text: str) -> str:
        """A sentence that can be read, in the one form if it is in another; its blanks stay if it is not."""
        return text if self.is_plain(start, text) else self.write(self.read(start, text))

    def write_all(self, values: Iterable[Any]) -> list[str]:
        """The sentences of values, one for each."""
        return [*map(self.write, values)]

    def write_list(self, values: Iterable[Any]) -> str:
        """The sentences of values in one line."""
        return ", ".join(self.write_all(values))

    def write(self, value: Any) -> str:
        """The sentence of a value; a class whose sentences are more than their rules has its own ``write_with``."""
        own = getattr(value, "write_with", None)
        return own(self) if own else self.write_by_rule(value)

    def write_by_rule(self, value: Any) -> str:
        """The sentence of a value, as its rule has it."""
        for saying in type(value).said_by:
            form = self._forms[saying.rule]
            if form.is_of(value):
                return self._fill(form, value)
        raise TypeError(f"no rule of {self.file} says {value!r}")

    def _fill(self, form: Form, value: Any) -> str:
        return form.fill([getattr(value, name) for name in form.slots], self._write_slot)

    def _write_slot(self, slot: Symbol, value: Any) -> str:
        name = _plain(slot.name)
        if name in self.parts:
            return self.parts[name].write(value)
        form = self._forms.get(name)
        if form and form.kind is type(value) and form.is_of(value):
            return self._fill(form, value)
        if hasattr(value, "said_by"):
            return self.write(value)
        return str(value) if slot.is_term else self._write_rule(slot.name, value)

    def _write_rule(self, name: str, value: Any) -> str:
        """What a rule without a class is written as."""
        rules = self._rules[name]
        if rules[0].options.keep_all_tokens:
            return str(value)
        if helper := _repetition(rules):
            item, between = self._repetition(helper)
            return between.join(self._write_slot(item, one) for one in value)
        writings = [*map(self._writing, rules)]
        if len(writings[0].slots) > 1:
            return writings[0].fill(value, self._write_slot)
        return next(one for one in writings if len(one.slots) == (value is not None)).fill([value], self._write_slot)

    def _repetition(self, helper: Symbol) -> tuple[Symbol, str]:
        """What may stand several times in a rule, and what stands between two of them."""
        *words, item = min((rule.expansion for rule in self._rules[helper.name]), key=len)
        return item, _join_pieces(["{}", *map(self._literal_of, words), "{}"]).replace("{}", "")

    def templates(self, start: str) -> list[str]:
        """Every way to write a sentence, with the name of what stands there in braces: ``move to {place}``."""
        found: dict[str, None] = {}
        left, seen = [start], {start}
        for name in left:
            for rule in self._rules.get(name, ()):
                inner = rule.expansion[0].name if len(rule.expansion) == 1 and not rule.expansion[0].is_term else ""
                if inner not in self._rules:
                    found[self._template(rule)] = None
                elif inner not in seen:
                    seen.add(inner)
                    left.append(inner)
        return list(found)

    def _template(self, rule: Rule) -> str:
        writing = self._writing(rule)
        return writing.fill(writing.slots, lambda slot, _: f"{{{_slot_name(slot.name)}}}")

    def makers(self) -> object:
        return _Makers(lambda name, children: self._makers[name](children))

    @cached_property
    def _makers(self) -> dict[str, Callable[[list[Any]], Any]]:
        """For each rule, what makes a value of what was read in its slots."""
        return {name: self._maker(name, rules) for name, rules in self._rules_by_name.items()}

    def _maker(self, name: str, rules: Sequence[Rule]) -> Callable[[list[Any]], Any]:
        if name in self.parts:
            read = self.parts[name].read
            return lambda children: read(*children)
        if name in self._forms:
            make = self._forms[name].make
            return lambda children: make([*map(self._read_slot, children)])
        if rules[0].options.keep_all_tokens:
            return " ".join
        if _repetition(rules) or any(len(self._writing(rule).slots) > 1 for rule in rules):
            return lambda children: tuple(map(self._read_slot, children))
        return lambda children: self._read_slot(children[0]) if children else None

    def _read_slot(self, child: Any) -> Any:
        """A value as it was made; of a word, what it stands for."""
        terminal = getattr(child, "type", None)
        if terminal is None:
            return child
        part = self.parts.get(_plain(terminal))
        return part.read(child) if part else str(child)

    @cached_property
    def _forms(self) -> dict[str, Form]:
        """How the classes are said, by the rules that say them."""
        kinds = dict.fromkeys(
            kind for module in self.modules for kind in vars(module).values() if isinstance(kind, type)
        )
        return {
            saying.rule: self._form(kind, saying, self._rules_by_name.get(saying.rule, []))
            for kind in kinds
            for saying in vars(kind).get("said_by", ())
        }

    def _form(self, kind: type, saying: Saying, rules: Sequence[Rule]) -> Form:
        if not rules:
            raise TypeError(f"{kind.__name__} is said by {saying.rule}, which is no rule of {self.file}")
        usual = _usual(kind)
        writings = sorted(map(self._writing, rules), key=lambda one: -one.slots.count(None))
        number = len(writings[0].slots)
        slots = saying.slots or tuple(name for name in usual if name not in saying.others)[:number]
        others = {**{name: what for name, what in usual.items() if name not in slots}, **saying.others}
        if MISSING in others.values() or any(len(one.slots) != len(slots) for one in writings):
            raise TypeError(f"the rule {saying.rule} of {self.file} has other slots than {kind.__name__}: {slots}")
        known = {name: usual[name] for name in slots if usual[name] is not MISSING}
        return Form(kind, slots, others, known, tuple(writings))

    @cached_property
    def _grammar(self) -> tuple[dict[str, str], list[Rule]]:
        """What the words are written as, and the rules: those of the parser, which is kept once it is built."""
        terminals, rules = self.lark.terminals, self.lark.rules
        return {terminal.name: str(terminal.pattern.value) for terminal in terminals}, rules

    @cached_property
    def _rules(self) -> dict[str, list[Rule]]:
        """The alternatives of each rule, in their order."""
        return _rules_by(self._grammar[1], lambda rule: rule.origin.name)

    @cached_property
    def _rules_by_name(self) -> dict[str, list[Rule]]:
        """The alternatives by the names that they have of their own, else by that of their rule."""
        return _rules_by(
            self._grammar[1],
            lambda rule: _plain(rule.alias or rule.options.template_source or rule.origin.name),
        )

    def _writing(self, rule: Rule) -> Writing:
        slots: list[Symbol | None] = []
        pieces: list[str] = []
        for symbol in _with_gaps(rule):
            if symbol is None or _is_slot(symbol):
                slots.append(symbol)
            if symbol is not None:
                pieces.append("{}" if _is_slot(symbol) else self._literal_of(symbol))
        return Writing(_join_pieces(pieces), tuple(slots), frozenset(pieces))

    def _literal_of(self, symbol: Symbol) -> str:
        literal = self._grammar[0][symbol.name]
        return literal.replace("{", "{{").replace("}", "}}")


def _usual(kind: Any) -> dict[str, Any]:
    """The fields of a class, each with what it is by default, or with MISSING."""
    if is_dataclass(kind):
        return {one.name: one.default for one in fields(kind)}
    return {name: kind._field_defaults.get(name, MISSING) for name in kind._fields}


class _Makers:
    """What a parser calls for each rule; for terminals, and for what the grammar made itself, it calls nothing."""

    def __init__(self, make: Callable[[str, list[Any]], Any]) -> None:
        self._make = make

    def __getattr__(self, name: str) -> Callable[[list[Any]], Any]:
        plain = _plain(name)
        if name.startswith("_") or plain.isupper():
            raise AttributeError(name)
        return partial(self._make, plain)


def _rules_by(rules: Iterable[Rule], key: Callable[[Rule], str]) -> dict[str, list[Rule]]:
    found: dict[str, list[Rule]] = {}
    for rule in rules:
        found.setdefault(key(rule), []).append(rule)
    return found


def _plain(name: str) -> str:
    """A name without the grammar that it was imported from."""
    return name.rpartition("__")[2]


def _is_slot(symbol: Symbol) -> bool:
    """Whether a value stands there, rather than a keyword."""
    return not getattr(symbol, "filter_out", False)


def _slot_name(name: str) -> str:
    """What stands in a slot, in words: of ``all{tile}`` the tile; of what may stand several times, its rule."""
    once = re.sub(r"_(plus|star)_\d+$", "", _plain(name).rpartition("{")[2].strip("}_"))
    return once.lower().replace("_", " ")


def _repetition(rules: Iterable[Rule]) -> Symbol | None:
    """The rule that the grammar made itself for what may stand several times in these, if there is one."""
    symbols = (symbol for rule in rules for symbol in rule.expansion)
    return next((one for one in symbols if one.name.startswith("__") and not one.is_term), None)


def _with_gaps(rule: Rule) -> Iterator[Symbol | None]:
    """The symbols of a rule, and None for each slot that is left out."""
    symbols = iter(rule.expansion)
    for is_gap in rule.options.empty_indices or [False] * len(rule.expansion):
        yield None if is_gap else next(symbols)


def _is_many(value: Any) -> bool:
    """Whether a number, or a list of things, is not one."""
    return (len(value) if isinstance(value, tuple) else value) != 1


def _join_pieces(pieces: Iterable[str]) -> str:
    """Pieces of a sentence with spaces between them, but where a sign touches the piece beside it."""
    text = ""
    for piece in pieces:
        apart = text and piece[:1] not in TOUCH_WHAT_IS_BEFORE and text[-1] not in TOUCH_WHAT_IS_AFTER
        text += " " * bool(apart) + piece
    return text
