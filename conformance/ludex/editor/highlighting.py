"""Colours for editors: a TextMate grammar of scenarios, with the words of every game that has a notation.

``python -m ludex.editor.highlighting`` prints it, with the games that are installed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from ludex.scenario.reader import HEADS, PARTS, games
from ludex.seam import notation_of

TmRule = dict[str, Any]
SCOPE = "source.ludex"
FILE_TYPES = ("ludex", "ludex-part")
EXPECTATIONS = (
    "refused by",
    "unreadable by",
    "unreadable",
    "nothing changes",
    "not legal",
    "exactly these legal actions",
    "exactly",
    "no legal actions",
    "legal actions",
    "legal action",
    "legal",
)
MADE_OF = "The words are those of the sentences of "
LEAST_LETTERS = 2  # of a word that is coloured: a single letter is more often a name


def textmate(of: Sequence[str] | None = None) -> TmRule:
    """The whole grammar, with the words of these games (by default of all that are installed), which it names."""
    told = tuple(of) if of is not None else games()
    rules = _rules(told)
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Ludex scenarios",
        "comment": f"{MADE_OF}{', '.join(told)}",
        "scopeName": SCOPE,
        "fileTypes": list(FILE_TYPES),
        "patterns": [{"include": f"#{name}"} for name in rules],
        "repository": rules,
    }


def games_in(grammar: TmRule) -> list[str]:
    """The games whose words a grammar was made with."""
    return str(grammar["comment"]).removeprefix(MADE_OF).split(", ")


def sentence_words(of: Iterable[str]) -> list[str]:
    """The words that the sentences of these games are made of, as their grammars spell them out."""
    found = {word for game in of for word in _words(game) if len(word) >= LEAST_LETTERS}
    return sorted(found, key=lambda word: (-len(word), word))  # a longer one is tried before its beginning


def _words(game: str) -> Iterable[str]:
    sentences = notation_of(game).SENTENCES
    for terminal in sentences.lark.terminals if sentences else ():
        if terminal.pattern.type == "str" and terminal.pattern.value[0].isalpha():
            yield terminal.pattern.value


def _rules(of: Sequence[str]) -> dict[str, TmRule]:
    """The rules in their order: of two that match at one place, the first counts."""
    heads = _any_of(("ludex", *HEADS, "include"))
    parts = _any_of(part for part in PARTS if part != "why")
    return {
        "why": {
            "match": r"^\s*(why)(?![\w-])(?:\s+((?:(?!--).)*))?",
            "captures": _captures("keyword.other.part", "string.unquoted.why"),
        },
        "head": {
            "match": rf"^\s*({heads})(?![\w-])(?:\s+(?!edition\b)([a-z0-9_]+))?",
            "captures": _captures("keyword.control.head", "entity.name.type.game"),
        },
        "then-in": {
            "match": r"^\s*(then)\s+(in)\s+([0-9A-Za-z][\w.-]*)",
            "captures": _captures("keyword.other.part", "keyword.other.edition", "constant.other.edition"),
        },
        "part": {"match": rf"^\s*({parts})(?![\w-])", "captures": _captures("keyword.other.part")},
        "string": _named("string.quoted.double", r'"[^"]*"?'),
        "comment": _named("comment.line.double-dash", "--.*$"),
        "clause": _named("constant.other.clause", r"\b[A-Z]{3}-[A-Z]{3}-[0-9]+\b"),
        "placeholder": _named("variable.parameter", "<[a-z][a-z0-9-]*>"),
        "expectation": _named("support.function.expectation", rf"\b(?:{_any_of(EXPECTATIONS)})\b"),
        "edition": {
            "match": r"\b(edition)\s+([0-9A-Za-z][\w.-]*)",
            "captures": _captures("keyword.other.edition", "constant.other.edition"),
        },
        "place": _named("constant.numeric.place", r"\(-?[0-9]+(?:,\s*-?[0-9]+)+\)"),
        "arrow": _named("keyword.operator", "->|=>|="),
        "bar": _named("punctuation.separator.table", r"\|"),
        "sentence": _named("support.type.sentence", rf"(?<![\w-])(?:{_any_of(sentence_words(of))})(?![\w-])"),
        "number": _named("constant.numeric", r"\b(?:0x[0-9a-fA-F]+|[0-9]+(?:/[0-9]+)?)\b"),
        "word": _named("text.word", r"[A-Za-z][\w-]*"),
    }


def _any_of(words: Iterable[str]) -> str:
    return "|".join(re.escape(word).replace(r"\ ", " ").replace(r"\-", "-") for word in words)


def _named(scope: str, match: str) -> TmRule:
    return {"name": f"{scope}.ludex", "match": match}


def _captures(*scopes: str) -> TmRule:
    return {str(number): {"name": f"{scope}.ludex"} for number, scope in enumerate(scopes, start=1)}


if __name__ == "__main__":
    print(json.dumps(textmate(), indent=2))
