"""The names that a scenario gives to things: found by its game's grammar, offered while one writes, and changed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lark import Token
from lark.exceptions import LarkError
from lsprotocol.types import TextEdit

from ludex.editor.cursor import WrittenSentence, sentences_of
from ludex.editor.document import OpenText
from ludex.fault import Fault
from ludex.notation.reading import Misplaced
from ludex.notation.sentences import Sentences
from ludex.scenario import File, run
from ludex.scenario.text_blocks import TextBlock
from ludex.seam import notation_of

_NAME = re.compile(r'[A-Za-z_][\w-]*|"[^"]*"')


def names_in(document: OpenText, block: TextBlock) -> list[str]:
    """The names in a block and in its background."""
    return list(dict.fromkeys(str(token) for _, token in _tokens_of(document, block)))


def name_at(document: OpenText, line: int, column: int) -> tuple[int, str] | None:
    """The name at a place: its column, and how it is written."""
    for sentence, token in _tokens_of(document, document.read.block_at(line)):
        start = sentence.column + (token.start_pos or 0)
        if sentence.line == line and start <= column <= start + len(token):
            return start, str(token)
    return None


def rename(document: OpenText, line: int, old: str, new: str) -> list[TextEdit]:
    """Another name for the same thing in a scenario, or in a background and all that it leads to; a Fault where that
    would say something else."""
    block = document.read.block_at(line)
    if block.kind == "outline":
        raise Fault(f"`{old}` may stand in the cells of this outline's table", "Change it by hand.")
    blocks = _sharing(document, block, old)
    if new in {name for one in blocks for name in names_in(document, one)}:
        raise Fault(f"there is `{new}` already", "Take a name that this scenario does not have.")
    places = [
        (sentence.line, sentence.column + (token.start_pos or 0))
        for one in blocks
        for sentence, token in _tokens_in(document, one)
        if str(token) == old
    ]
    _require_same(document, places, old, new)
    return [TextEdit(document.shown.piece_range(line, column, len(old)), new) for line, column in places]


def _sharing(document: OpenText, block: TextBlock, name: str) -> list[TextBlock]:
    """The blocks in which a name means the same: a background's names are those of the scenarios below it."""
    background = next((one for one in document.read.setting_of(block) if one.kind == "background"), None)
    if background is None or name not in {str(token) for _, token in _tokens_in(document, background)}:
        return [block]
    return [one for one in document.read.blocks if background in document.read.setting_of(one)]


def _require_same(document: OpenText, places: list[tuple[int, int]], old: str, new: str) -> None:
    """A Fault unless all can be read as before, and comes out as before."""
    text = document.text
    for line, column in sorted(places, reverse=True):
        at = document.shown.offset(line, column)
        text = text[:at] + new + text[at + len(old) :]
    after = OpenText(document.uri, document.path, document.codec)
    after.take(text)
    for line in sorted({document.read.block_at(line).line for line, _ in places}):
        one, other = (each.alone(each.read.block_at(line)) for each in (document, after))
        if len(one.problems) != len(other.problems) or _outcomes(one) != _outcomes(other):
            raise Fault(f"`{new}` would not say the same as `{old}` here", "Take a name that the notation allows.")


def _outcomes(file: File) -> list[list[str]]:
    return [[result.status for result in run(scenario)] for scenario in file.scenarios]


def _tokens_of(document: OpenText, block: TextBlock) -> Iterator[tuple[WrittenSentence, Token]]:
    for one in document.read.setting_of(block):
        if one.kind == "background" or one is block:
            yield from _tokens_in(document, one)


def _tokens_in(document: OpenText, block: TextBlock) -> Iterator[tuple[WrittenSentence, Token]]:
    """The names in one block: words that the grammar does not spell out."""
    grammar = grammar_of(document.game_of(block))
    if grammar is None:
        return
    for sentence in sentences_of(block):
        for token in _tokens(grammar, sentence):
            yield sentence, token


def grammar_of(game: str) -> Sentences | None:
    """The grammar of a game's sentences, where the game is known and its notation is made from one."""
    try:
        return notation_of(game).SENTENCES
    except Fault:
        return None


def _tokens(grammar: Sentences, sentence: WrittenSentence) -> Iterator[Token]:
    try:
        for token in grammar.lark.parse_interactive(sentence.text, start=sentence.start).iter_parse():
            pattern = grammar.lark.get_terminal(token.type).pattern
            if pattern.type == "re" and _NAME.fullmatch(token):
                yield token
    except (LarkError, Misplaced):
        return  # the rest of it cannot be read
