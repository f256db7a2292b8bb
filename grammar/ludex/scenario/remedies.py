"""What is suggested where a line of a scenario cannot be read, beyond the word that is nearest."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from ludex.notation.reading import as_typed, did_you_mean, odd_sign, one_typed, suggestion_of
from ludex.scenario.drafts import editions
from ludex.scenario.lines import COMMENT, TAB_COLUMNS, ScenarioLine
from ludex.scenario.outlines import PLACEHOLDER

Reads = Callable[[str, str, str], bool]  # whether a game's notation reads a text as a position, action or expectation
OTHER_COMMENTS = ("#", "//", "/*", "%", ";")
OF_A_MERGE = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")
OUTLINE = f"placeholders stand in an {as_typed('outline')}"
KINDS = {
    "action": f"this is an action, which stands after {as_typed('when')}",
    "position": f"this is a fact, which stands after {one_typed(('given', 'then'))}",
    "expectation": f"this is an expectation, which stands after {as_typed('then')}",
}
_EDITION = re.compile(r"in\s")
_LIKE_A_CLAUSE = re.compile(r"[A-Z]{3}-[A-Z]{3}-[0-9]+")


def is_no_line(word: str) -> bool:
    """Whether a line begins like a comment of another language, or like what a merge leaves behind."""
    return word.startswith((*OF_A_MERGE, *OTHER_COMMENTS))


def for_slip(written: str, meant: str) -> str:
    """For a keyword that is written as in other languages."""
    if written.rstrip(":") == meant:
        return f"no colon stands after {as_typed(meant)}"
    return "keywords are written in small letters"


def for_keyword(word: str, known: Sequence[str], within: bool) -> str:
    """For a line that begins with no keyword; ``within`` a scenario it may be meant to go on with the one before."""
    if word.startswith(OF_A_MERGE):
        return "a merge has left this line behind; mend what it parts, and take it out"
    if word.startswith(OTHER_COMMENTS):
        return f"a comment begins with {as_typed(COMMENT)}"
    return did_you_mean(word, known) or ("a line that goes on is indented further than its keyword" * within)


def for_name(body: str) -> str:
    """For what is no name in quotation marks."""
    if body == '""':
        return "this name is empty"
    if body.startswith('"'):
        return "the name has no quotation mark at its end" if body.count('"') == 1 else "nothing stands after the name"
    if body[:1] == "'":
        return f"names stand in double quotation marks, {as_typed(chr(34))}"
    return odd_sign(body[:1])


def for_clause(found: str) -> str:
    """For a word that is nearly written as a clause is."""
    likely = found.upper().replace("_", "-").strip(".;:()[]")
    return suggestion_of(likely) if _LIKE_A_CLAUSE.fullmatch(likely) and likely != found else ""


def for_indentation(block: ScenarioLine, line: ScenarioLine) -> str:
    """For a line that is indented otherwise than the one before it, whatever it looks like."""
    indented = (one.place.text[: one.place.column - 1] for one in (block, line))
    return (
        f"a tab counts up to the next multiple of {TAB_COLUMNS} columns" if any("\t" in one for one in indented) else ""
    )


def for_table(others: Iterable[ScenarioLine]) -> str:
    """For examples without rows."""
    rows = any(line.keyword.startswith("|") for line in others)
    return f"the rows stand below {as_typed('examples')}, and are indented further" if rows else ""


def for_placeholder(text: str, offset: int) -> str:
    """For a sentence that cannot be read from a placeholder on."""
    return OUTLINE if PLACEHOLDER.match(text, offset) else ""


def for_listed(before: str, text: str, game: str, reads: Reads) -> str:
    """For an action that a comma parts from the actions before it."""
    listed = re.match(r"(not |exactly these )?legal( actions)?\s*:", before) and reads(game, "action", text)
    return f"{as_typed(';')} stands between actions" if listed else ""


def for_sentence(game: str, start: str, text: str, offset: int, games: Sequence[str], reads: Reads) -> str:
    """For a sentence of a game that cannot be read from this letter on."""
    if text.startswith(OTHER_COMMENTS, offset) and text[offset] != ";":
        return f"a comment begins with {as_typed(COMMENT)}"
    if start == "expectation" and _EDITION.match(text):
        return f"after {as_typed('in')} stands an edition: {one_typed(editions(game))}"
    if PLACEHOLDER.search(text):
        return OUTLINE
    if _LIKE_A_CLAUSE.fullmatch(text):
        return f"clauses beside each other are joined by {as_typed('or')}"
    return (
        _of_a_part(text, offset)
        or _of_two(game, start, text, offset, reads)
        or _of_another(game, start, text, games, reads)
    )


def _of_a_part(text: str, offset: int) -> str:
    """For a clause, a quotation or a piece of JSON in a sentence that is not written as it should be."""
    if text.count('"') % 2:
        return "a quotation mark is missing"
    if text.count("{") != text.count("}"):
        return "a brace is missing"
    return for_clause(text[offset:].partition(" ")[0])


def _of_two(game: str, start: str, text: str, offset: int, reads: Reads) -> str:
    """For two sentences where one was expected."""
    before, after = text[:offset].rstrip(), text[offset:]
    if start == "action":
        parted = before.endswith(",") or after.startswith(",")
        two = parted and reads(game, start, before.rstrip(", ")) and reads(game, start, after.lstrip(", "))
        return f"each action has a {as_typed('when')} of its own" if two else ""
    if after.startswith(";"):
        next_one = after[1:].partition(";")[0].strip()
        return "a comma parts sentences" if reads(game, start, before) and reads(game, start, next_one) else ""
    return "is a comma missing here?" if reads(game, start, before) and reads(game, start, after) else ""


def _of_another(game: str, start: str, text: str, games: Sequence[str], reads: Reads) -> str:
    """For a sentence that belongs elsewhere: after another keyword, or to another game."""
    for kind, said in KINDS.items():
        if kind != start and reads(game, kind, text):
            return said
    others = [other for other in games if other != game and reads(other, start, text)]
    return f"this is a sentence of {one_typed(others)}, and the game is {as_typed(game)}" if others else ""
