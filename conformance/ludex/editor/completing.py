"""What could stand at the cursor: keywords, sentences, names, clauses, readings, games and editions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lsprotocol.types import CompletionItem, CompletionItemKind, InsertTextFormat, Position, Range, TextEdit

from ludex.editor.cursor import MARK, STARTS, BeginningOfText, beginning_at
from ludex.editor.document import OpenText
from ludex.editor.names import grammar_of, names_in
from ludex.notation import NotReadable
from ludex.rulebook import rulebook
from ludex.scenario.drafts import editions
from ludex.scenario.reader import HEADS, PARTS, games
from ludex.scenario.text_blocks import TextBlock
from ludex.seam import GAMES, notation_of, package_of, reference_of

KEYWORDS = (*HEADS, *PARTS, "include", "ludex")
ANY_CLAUSE, NO_CLAUSE = "ABC-DEF-1", "abc-def-1"  # where both can stand, a name can
_WORD = re.compile(r"[\w<>=-]*$")
_TYPED = re.compile("`([^`]+)`")
_SLOT = re.compile(r"\{([a-z][a-z ]*)\}")
_EDITION = re.compile(r"(\S+)\s+edition\s+\S*")

Offer = tuple[str, CompletionItemKind, str, str]  # what is inserted, what it is, and two texts about it


def completions(document: OpenText, position: Position, snippets: bool) -> list[CompletionItem]:
    """What could stand at the cursor; a sentence comes as a snippet where the editor knows them."""
    offset = document.shown.offset_of(position)
    line = document.shown.line_at(offset)
    before = document.text[document.shown.offset(line) : offset]
    block = document.read.block_at(line)
    beginning = beginning_at(block, line, before)
    if beginning is None:
        return []
    typed = _WORD.search(before)
    where = document.shown.range(offset - len(typed[0]) if typed else offset, offset)
    offers = {offer[0]: offer for offer in reversed([*_offers(document, block, beginning)])}
    return [_item(offer, where, number, snippets) for number, offer in enumerate(reversed(offers.values()))]


def _item(offer: Offer, where: Range, number: int, snippets: bool) -> CompletionItem:
    text, kind, detail, about = offer
    plain = _SLOT.sub(lambda slot: f"<{slot[1].replace(' ', '-')}>", text)
    is_snippet = snippets and plain != text
    return CompletionItem(
        plain,
        kind=kind,
        detail=detail or None,
        documentation=about or None,
        sort_text=f"{number:05}",
        filter_text=re.sub("[<>]", "", plain),
        insert_text_format=InsertTextFormat.Snippet if is_snippet else InsertTextFormat.PlainText,
        text_edit=TextEdit(where, _snippet(text) if is_snippet else plain),
    )


def _snippet(text: str) -> str:
    """A template with a stop at each slot."""
    return "".join(
        f"${{{number // 2 + 1}:{piece}}}" if number % 2 else piece.replace("$", r"\$")
        for number, piece in enumerate(_SLOT.split(text))
    )


def _offers(document: OpenText, block: TextBlock, beginning: BeginningOfText) -> Iterable[Offer]:
    game = document.game_of(block)
    if not beginning.part:
        return [(word, CompletionItemKind.Keyword, "", "") for word in KEYWORDS]
    if beginning.part == "game":
        return _of_game(beginning.text)
    if not game or game not in games():
        return []
    if beginning.part == "cites":
        return _clauses(game)
    if beginning.part == "under":
        return _readings(game, beginning.phrase)
    if beginning.part in STARTS:
        return _sentences(document, block, game, STARTS[beginning.part], beginning.phrase)
    return []


def _of_game(text: str) -> Iterable[Offer]:
    if named := _EDITION.fullmatch(text):
        return [(one, CompletionItemKind.EnumMember, "edition", "") for one in editions(named[1])]
    if " " in text.strip() or text.endswith(" "):
        return [("edition", CompletionItemKind.Keyword, "", "")]
    return [(one, CompletionItemKind.Module, "game", "") for one in games()]


def _clauses(game: str) -> Iterator[Offer]:
    for clause in rulebook(game).values():
        if not clause.withdrawn:
            yield clause.id, CompletionItemKind.Reference, clause.title, clause.sentence


def _readings(game: str, phrase: str) -> Iterator[Offer]:
    entries = reference_of(game).REGISTER.entries if package_of(GAMES, game) else ()
    named, is_choice, _ = phrase.partition("=")
    for entry in entries:
        if not is_choice:
            yield entry.id, CompletionItemKind.Property, " | ".join(entry.readings), entry.point
        elif entry.id == named.strip():
            yield from ((one, CompletionItemKind.EnumMember, entry.id, entry.point) for one in entry.readings)


def _sentences(document: OpenText, block: TextBlock, game: str, start: str, phrase: str) -> Iterator[Offer]:
    """Whole sentences where one begins; after that what the notation says that it expects, and what it takes."""
    typed = _WORD.search(phrase)
    before = phrase[: typed.start()] if typed else phrase
    words = _expected(game, start, before)
    if not before.strip():
        grammar = grammar_of(game)
        for template in grammar.templates(start) if grammar else ():
            if re.match(r"[\w{]", template) and re.search(r"[a-z]", _SLOT.sub("", template)):
                yield template, CompletionItemKind.Snippet, start, ""
    for name in names_in(document, block):
        if _takes(game, start, before, name):
            yield name, CompletionItemKind.Variable, "name", ""
    yield from ((word, CompletionItemKind.Keyword, "", "") for word in words if "," not in word)
    if before.strip() and _takes(game, start, before, ANY_CLAUSE) and not _takes(game, start, before, NO_CLAUSE):
        yield from _clauses(game)


def _expected(game: str, start: str, before: str) -> list[str]:
    """What a sentence may go on with: the words that the message of its notation spells out for this place."""
    problem = _problem(game, start, f"{before}{MARK}")
    if problem is None or problem.column - 1 < len(before.rstrip()):
        return []
    return [word for word in _TYPED.findall(problem.expected) if word != ANY_CLAUSE]


def _takes(game: str, start: str, before: str, word: str) -> bool:
    """Whether a word may stand here: the notation has nothing against it before what follows it."""
    problem = _problem(game, start, f"{before}{word} {MARK}")
    return problem is None or problem.column - 1 >= len(before) + len(word)


def _problem(game: str, start: str, text: str) -> NotReadable | None:
    try:
        notation_of(game).read(start, text)
    except NotReadable as problem:
        return problem
    return None
