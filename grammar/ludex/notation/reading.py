"""Reading one sentence by a line grammar, and saying in an author's words what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import SequenceMatcher, get_close_matches
from functools import cached_property
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import combining, east_asian_width

from ludex import cache
from ludex.fault import Fault

if TYPE_CHECKING:
    from lark import Lark, Token
    from lark.parsers.lalr_interactive_parser import InteractiveParser

END_OF_TEXT = "$END"
OTHER_FORM = "also_"  # begins the name of whatever a grammar reads and never prints
END_OF_LINE = "the end of the line"
TYPED = "`"  # stands around what is to be typed as it is, in every message
REACH_COLUMNS = 100  # of a long line that are shown before and after a problem
MOST_LETTERS_OF_A_WORD = 40  # beyond which a word is no slip of a name: it is not compared with names
LEAST_LETTERS_OF_A_WORD, LEAST_LIKENESS = 3, 0.74  # of a word that may be misspelt, and to what it is meant for
LEAST_LIKENESS_OF_ANOTHER_BEGINNING = 0.85
_LOOKALIKE = {
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\uff02", '"'),
    **dict.fromkeys("\u00a0\u2002\u2003\u2007\u2009\u202f\u3000", "a space"),
    **dict.fromkeys("\u2192\u27f6", "->"),
    **dict.fromkeys("\u21d2\u27f9", "=>"),
    **{chr(ord(sign) + 0xFEE0): sign for sign in "(),.:;=/0123456789"},
    **dict(zip("\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425", "ABEKMHOPCTX", strict=True)),
    **dict(zip("\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458", "aeopcyxij", strict=True)),
    **dict(
        zip("\u0391\u0392\u0395\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a7\u03bf", "ABEIKMNOPTXo", strict=True)
    ),
}
NUMBER = "INT"  # the name of whole numbers in all grammars
_LONG_NUMBER = re.compile(r"-?[0-9]{19,}")  # whole numbers have fewer digits, and so fit into 64 bits
_WORD = re.compile(r"[A-Za-z0-9-]+|\S")
_OTHER_FORM = re.compile(rf"^ *\|.*\b{OTHER_FORM}\w+$\n", re.MULTILINE)


class Contradiction(ValueError):  # noqa: N818 - says what is the matter
    """Facts that cannot all be so. ``fact`` is the number of the one that disagrees (from 0), or -1 where something is
    left unsaid; ``what`` says with what it disagrees."""

    def __init__(self, fact: int, what: str) -> None:
        self.fact = fact
        self.what = what
        super().__init__(what)


class NotReadable(Exception):  # noqa: N818 - reads as the sentence that it is
    """Text that is not written as the notation asks.

    ``line`` and ``column`` count from 1; ``text`` is the whole line. ``expected`` says in an author's words what could
    stand there; ``hint`` is a suggestion, or empty. ``file`` is set if the line stands in an included file. ``row`` is
    set if cells of a table were put into the line: it is where their row stands.
    """

    def __init__(
        self, line: int, column: int, text: str, expected: str, hint: str = "", file: str = "", row: Place | None = None
    ) -> None:
        self.line = line
        self.column = column
        self.text = text
        self.expected = expected
        self.hint = hint
        self.file = file
        self.row = row
        super().__init__(self.show())

    @property
    def place(self) -> Place:
        """Where the error is."""
        return Place(self.line, self.column, self.text, self.file, self.row)

    def show(self, file: str = "") -> str:
        """The error for a person: file, line and column, the line itself, a caret, what was expected, the hint.

        A hint that says what was expected once more is left out."""
        hint = f"  ({self.hint})" if self.hint not in ("", f"did you mean {self.expected}?") else ""
        return self.place.show(f"expected {self.expected}{hint}", file)


def _window(text: str, offset: int) -> tuple[str, str]:
    """As much of a line as a person reads, around the letter at the offset; and blanks as wide as what is before."""
    start, end = 0, len(text)
    if len(text) > 2 * REACH_COLUMNS:
        start, end = max(0, offset - REACH_COLUMNS), min(len(text), offset + REACH_COLUMNS)
    before = ("…" if start else "") + text[start:offset].replace("\t", " ")
    after = text[offset:end].replace("\t", " ") + ("…" if end < len(text) else "")
    return before + after, "".join(map(_blank, before)) + " " * (offset - start - len(text[start:offset]))


def _blank(letter: str) -> str:
    """Blanks as wide as a letter is on a screen."""
    return " " * (not combining(letter) and 1 + (east_asian_width(letter) in "WF"))


class Misplaced(Exception):  # noqa: N818 - raised and caught inside a reader, never shown
    """Raised by whoever builds a value from tokens: where something cannot stand, and what could.

    The place is that of a token, or so many letters further on."""

    def __init__(self, token: Token | None, expected: str, hint: str = "", further: int = 0) -> None:
        self.offset = further if token is None else (token.start_pos or 0) + further
        self.expected = expected
        self.hint = hint
        super().__init__(expected)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a piece of text stands: the number of its line, the column of its first letter, and the whole line.

    ``file`` is empty for the file that is read, and a path for one that it includes. ``row`` is set if cells of a
    table were put into the line: it is where their row stands.
    """

    line: int
    column: int
    text: str
    file: str = ""
    row: Place | None = None

    def problem(self, expected: str, hint: str = "", offset: int = 0) -> NotReadable:
        """The error that something else was expected here, or ``offset`` letters further on."""
        return NotReadable(self.line, self.column + offset, self.text, expected, hint, self.file, self.row)

    def further(self, offset: int) -> Place:
        """The place so many letters further on."""
        return Place(self.line, self.column + offset, self.text, self.file, self.row)

    @property
    def settled(self) -> Place:
        """The place in the file as it is written."""
        return self

    def where(self, file: str = "") -> str:
        """File, line and column, as editors know them; ``file`` is the one that is read."""
        named = self.file or file
        return f"{named}:{self.line}:{self.column}" if named else f"{self.line}:{self.column}"

    def show(self, what: str, file: str = "") -> str:
        """A message about this place: the line with a caret under it, and likewise the row of the table."""
        text, blanks = _window(self.text, self.column - 1)
        shown = f"{self.where(file)}: {what}\n    {text}\n    {blanks}^"
        return shown if self.row is None else f"{shown}\n{self.row.show('with this row of the examples', file)}"


def phrases(text: str, place: Place | None = None) -> Iterator[tuple[str, Place]]:
    """The sentences of a line with their places; commas in brackets of any kind and in quotations part nothing."""
    place = place or Place(1, 1, text)
    start = 0
    for end in (*_commas(text), len(text)):
        phrase = text[start:end]
        at = place.further(start + len(phrase) - len(phrase.lstrip()))
        if not phrase.strip():
            raise at.problem("a sentence before and after each comma")
        yield phrase.strip(), at
        start = end + 1


def _commas(text: str) -> Iterator[int]:
    depth, quoted = 0, False
    for index, letter in enumerate(text):
        quoted ^= letter == '"'
        if quoted:
            continue
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth <= 0:
            yield index


@dataclass(frozen=True)
class LineGrammar:
    """A Lark grammar of sentences that fill one line each.

    ``words`` gives an author's words for the grammar's own names. A keyword needs none: it is shown as it is typed.
    ``groups`` names sets of words that belong together. The next word may touch the letters in ``glued``.
    """

    package: str
    file: str
    starts: tuple[str, ...]
    words: Mapping[str, str] = field(default_factory=dict)
    groups: tuple[tuple[frozenset[str], str], ...] = ()
    glued: frozenset[str] = frozenset()

    @cached_property
    def lark(self) -> Lark:
        """The parser, built when the first sentence is read."""
        from lark import Lark
        from lark.exceptions import LarkError

        try:
            return Lark(
                self.source,
                parser="lalr",
                strict=True,
                start=list(self.starts),
                transformer=self.makers(),
                import_paths=self.import_paths,
                cache=self._built(),
            )
        except (LarkError, OSError) as error:
            told = str(error).partition("\n")[0]
            raise Fault(
                f"the grammar {self.file} of {self.package} cannot be used: {told}", "Mend it there."
            ) from error

    def _built(self) -> str | bool:
        """The file that keeps the parser once it is built, by what it is built of: building takes a third of a second.

        Lark reads it only where grammar, version and options are the same; no file is kept where there is no home.
        """
        seal = sha256("\n".join([str(files(self.package)), *self.starts, self.source]).encode()).hexdigest()[:16]
        try:
            kept = cache.folder() / "grammars"
            kept.mkdir(parents=True, exist_ok=True)
        except (OSError, RuntimeError):
            return False
        return str(kept / f"{Path(self.file).stem}-{seal}")

    @cached_property
    def plain(self) -> Lark:
        """A parser of the one form alone, which says what could stand somewhere, and what is in another form."""
        from lark import Lark

        return Lark(
            without_others(self.source),
            parser="lalr",
            start=list(self.starts),
            transformer=self.makers(),
            import_paths=[self._import_plain],
        )

    @property
    def source(self) -> str:
        """The text of the grammar; a Fault says that there is none."""
        path = files(self.package) / self.file
        try:
            return path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise Fault(f"cannot read the grammar {path}: {error}", "A notation keeps it beside its modules.") from None

    @property
    def import_paths(self) -> list[Any]:
        """Where the grammar imports from."""
        from lark.load_grammar import FromPackageLoader

        return [FromPackageLoader("ludex.notation")]

    def _import_plain(self, base: str | None, path: str) -> tuple[Any, str]:
        resource, text = self.import_paths[0](base, path)
        return resource, without_others(text)

    def is_plain(self, start: str, text: str) -> bool:
        """Whether a sentence that can be read stands in the one form."""
        from lark.exceptions import LarkError

        try:
            return bool(self.plain.parse(text, start=start) == self.read(start, text))
        except (LarkError, Misplaced):
            return False

    def makers(self) -> object:
        """What has a callable for each rule, which makes a value of what was read."""
        raise NotImplementedError

    def read(self, start: str, text: str, place: Place | None = None) -> Any:
        """The value that a sentence stands for; raises NotReadable."""
        place = place or Place(1, 1, text)
        parser = self.lark.parse_interactive(text, start=start)
        try:
            return self._parse(parser, text, start)
        except Misplaced as error:
            raise place.problem(error.expected, error.hint, error.offset) from None

    def _parse(self, parser: InteractiveParser, text: str, start: str) -> Any:
        from lark.exceptions import UnexpectedCharacters, UnexpectedToken

        last: Token | None = None
        try:
            for token in parser.lexer_thread.lex(parser.parser_state):  # type: ignore[no-untyped-call]
                if self._is_cut_off(text, token):
                    raise self._wrong(start, text, token.start_pos or 0)
                parser.feed_token(token)
                last = token
            return parser.feed_eof(last)  # type: ignore[no-untyped-call]
        except UnexpectedToken as error:
            at_end = error.token.type == END_OF_TEXT
            raise self._wrong(start, text, len(text) if at_end else error.token.start_pos or 0) from None
        except UnexpectedCharacters as error:
            raise self._wrong(start, text, error.pos_in_stream or 0) from None

    def _is_cut_off(self, text: str, token: Token) -> bool:
        """Whether a keyword is only the beginning of a longer word ("moves", "2from")."""
        after = text[token.end_pos : (token.end_pos or 0) + 1]
        if token in self.glued or not token[-1:].isalnum():
            return False
        return after.isalnum() or after == "_" or (after == "-" and token.isalpha())

    def _accepted_after(self, start: str, text: str) -> set[str]:
        """What may follow a piece of a sentence in the one form; after one in another form, what may follow that."""
        from lark.exceptions import LarkError

        plain = {END_OF_TEXT, *(terminal.name for terminal in self.plain.terminals)}
        for lark in (self.plain, self.lark):
            parser = lark.parse_interactive(text, start=start)
            with suppress(LarkError, Misplaced):
                parser.exhaust_lexer()
                accepted: set[str] = parser.accepts()  # type: ignore[no-untyped-call]
                return accepted & plain or accepted
        raise AssertionError(f"{text!r} was read a moment ago")

    def _wrong(self, start: str, text: str, offset: int) -> Misplaced:
        accepted = self._accepted_after(start, text[:offset])
        if _LONG_NUMBER.match(text, offset) and any(name.split("__")[-1] == NUMBER for name in accepted):
            return Misplaced(None, "a number of at most 18 digits", "", offset)
        found = _WORD.match(text, offset)
        hint = odd_sign(text[offset : offset + 1]) or did_you_mean(
            found.group() if found else "", (self._literal(name) for name in accepted)
        )
        return Misplaced(None, self._what_may_follow(accepted), hint, offset)

    def _what_may_follow(self, accepted: Iterable[str]) -> str:
        left = {self._literal(name) or name for name in accepted}
        said: list[str] = []
        for group, name in self.groups:
            if group <= left:
                left -= group
                said.append(name)
        ends = [END_OF_LINE] if END_OF_TEXT in left else []
        return one_of([*said, *sorted(map(self._in_words, left - {END_OF_TEXT}), key=_as_typed), *ends])

    def _in_words(self, name: str) -> str:
        """What an author would write: words of the notation's own, or the keyword as it is typed."""
        return self.words.get(name.split("__")[-1]) or as_typed(name)

    def _literal(self, name: str) -> str:
        """The keyword or sign that a terminal stands for, or nothing for one that has many forms."""
        if name == END_OF_TEXT:
            return ""
        pattern = self._patterns[name]
        return pattern.value if pattern.type == "str" else ""

    @cached_property
    def _patterns(self) -> dict[str, Any]:
        """What each terminal stands for."""
        return {one.name: one.pattern for one in (*self.lark.terminals, *self.plain.terminals)}


def without_others(grammar: str) -> str:
    """The text of a grammar without the forms that it reads and never prints: a line each, whose name begins so."""
    return _OTHER_FORM.sub("", grammar)


def as_typed(text: object) -> str:
    """What an author types as it is, told from the words of a message: a keyword, a name, an example."""
    return f"{TYPED}{text}{TYPED}"


def _as_typed(said: str) -> tuple[bool, str]:
    """Sorts what a message describes before what it spells out."""
    return said.startswith(TYPED), said


def odd_sign(letter: str) -> str:
    """A suggestion for a sign that looks like another, as text processors put it in place of what was typed."""
    meant = _LOOKALIKE.get(letter, "")
    if not meant:
        return ""
    wanted = meant if len(meant) > len("=>") else as_typed(meant)
    return f"did you mean {wanted}? this is another sign, {letter.strip() or 'an unusual space'}"


def odd_letter(text: str) -> tuple[int, str] | None:
    """Where a text has a letter of another alphabet that looks like one of ours, and what is suggested for it."""
    return next(
        ((at, odd_sign(letter)) for at, letter in enumerate(text) if letter.isalpha() and odd_sign(letter)), None
    )


def one_of(names: Iterable[str]) -> str:
    """Join alternatives as a sentence does: "a, b or c"."""
    listed = list(dict.fromkeys(names))
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} or {listed[-1]}"


def one_typed(words: Iterable[object]) -> str:
    """Join what could be typed as a sentence does: "`a`, `b` or `c`"."""
    return one_of(map(as_typed, words))


def other_count(place: Place, wanted: int, things: str, where: str, found: int) -> NotReadable | None:
    """The error that there are other than so many things, "five tiles; this row has four"; none if they are so many."""
    counts = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
    there = counts[found] if found < len(counts) else found
    return None if found == wanted else place.problem(f"{counts[wanted]} {things}; this {where} has {there}")


def suggestion_of(*words: str) -> str:
    """A suggestion of what was meant: "did you mean `a` or `b`?"."""
    return f"did you mean {one_typed(words)}?"


def misspelt_word(words: Iterable[re.Match[str]], known: Collection[str]) -> tuple[int, str] | None:
    """The first of these words that is nearly one that is known, and no such word itself: where it is, and its like."""
    for word in words:
        close = get_close_matches(word.group(), known, n=1, cutoff=LEAST_LIKENESS)
        if close and len(word.group()) >= LEAST_LETTERS_OF_A_WORD and word.group() not in known:
            return word.start(), suggestion_of(close[0])
    return None


def did_you_mean(found: str, known: Iterable[str]) -> str:
    """A suggestion for a name that is not known, whatever its capitals, or nothing."""
    if len(found) > MOST_LETTERS_OF_A_WORD:
        return ""
    words = sorted(word for word in known if word)
    alike = [word for word in words if word.lower() == found.lower()]
    close = alike or [word for word in get_close_matches(found, words) if _is_slip(found, word)]
    return suggestion_of(close[0]) if close and close[0] != found else ""


def _is_slip(found: str, meant: str) -> bool:
    """Whether a word may be a slip of a pen for another: they begin alike, or are alike but for a letter.

    Of short words, and of those that begin otherwise, most that look alike mean something else: `over` and `move`,
    `is` and `wins`, `unreadable` and `readable`."""
    if found[:1].lower() == meant[:1].lower():
        return True
    likeness = SequenceMatcher(None, found, meant).ratio()
    return len(found) >= LEAST_LETTERS_OF_A_WORD and likeness >= LEAST_LIKENESS_OF_ANOTHER_BEGINNING


def compose_text(text: str, read: Callable[[str, str, Place], Any], compose: Callable[[list[Any]], Any]) -> Any:
    """The position of a list of facts, in one line or in several; raises NotReadable where they contradict each other.

    ``read`` gives the value of a sentence, ``compose`` the position of values: those of a game.
    """
    said = [
        phrase
        for number, line in enumerate(text.split("\n"), start=1)
        if line.strip()
        for phrase in phrases(line, Place(number, 1, line))
    ]
    try:
        return compose([read("position", phrase, place) for phrase, place in said])
    except Contradiction as error:
        place = said[error.fact][1] if said else Place(1, 1, text)
        raise place.problem(error.what) from None
