"""The TextMate grammar: valid, and it names the parts of a line; the hooks run commands that there are."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ludex.cli import subcommands
from ludex.editor.cursor import STARTS
from ludex.scenario.reader import HEADS, PARTS, games
from ludex.seam import notation_of
from tests.editor.making import tokens as colored

ROOT = Path(__file__).parents[2]
GRAMMAR: dict[str, Any] = json.loads((ROOT / "editors" / "vscode" / "ludex.tmLanguage.json").read_text("utf-8"))
RULES = [GRAMMAR["repository"][one["include"][1:]] for one in GRAMMAR["patterns"]]
Token = tuple[str, str]


def tokens(line: str) -> list[Token]:
    """What an editor makes of a line, as text and scope; plain words are left out."""
    return [(text.strip(), scope) for text, scope, _ in colored(line) if not scope.startswith("text.")]


def test_every_rule_is_a_regular_expression_and_is_used() -> None:
    assert {one["include"][1:] for one in GRAMMAR["patterns"]} == GRAMMAR["repository"].keys()
    for rule in RULES:
        groups = re.compile(rule["match"]).groups
        assert all(int(number) <= groups for number in rule.get("captures", {}))
        assert rule.get("name", "x.ludex").endswith(".ludex")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "game tribun edition 2026-01   -- the first",
            [
                ("game", "keyword.control.head"),
                ("tribun", "entity.name.type.game"),
                ("edition", "keyword.other.edition"),
                ("2026-01", "constant.other.edition"),
                ("-- the first", "comment.line.double-dash"),
            ],
        ),
        (
            'scenario "not -- a comment"',
            [("scenario", "keyword.control.head"), ('"not -- a comment"', "string.quoted.double")],
        ),
        (
            "  why    the given then is no keyword -- a remark",
            [
                ("why", "keyword.other.part"),
                ("the given then is no keyword", "string.unquoted.why"),
                ("-- a remark", "comment.line.double-dash"),
            ],
        ),
        (
            "  cites  TRB-MOV-5 TRB-NRM-4",
            [
                ("cites", "keyword.other.part"),
                ("TRB-MOV-5", "constant.other.clause"),
                ("TRB-NRM-4", "constant.other.clause"),
            ],
        ),
        (
            "  when   move (0,0) -> (1,2)",
            [
                ("when", "keyword.other.part"),
                ("move", "support.type.sentence"),
                ("(0,0)", "constant.numeric.place"),
                ("->", "keyword.operator"),
                ("(1,2)", "constant.numeric.place"),
            ],
        ),
        (
            "  then in 2026-04  refused by TRB-MOV-3 or TRB-MOV-4",
            [
                ("then", "keyword.other.part"),
                ("in", "keyword.other.edition"),
                ("2026-04", "constant.other.edition"),
                ("refused by", "support.function.expectation"),
                ("TRB-MOV-3", "constant.other.clause"),
                ("or", "support.type.sentence"),
                ("TRB-MOV-4", "constant.other.clause"),
            ],
        ),
        (
            "    black 2/3 at <where>, 12 legal actions",
            [
                ("black", "support.type.sentence"),
                ("2/3", "constant.numeric"),
                ("at", "support.type.sentence"),
                ("<where>", "variable.parameter"),
                ("12", "constant.numeric"),
                ("legal actions", "support.function.expectation"),
            ],
        ),
        ("    given-away moves a name", []),
    ],
)
def test_sample_lines_are_told_apart(line: str, expected: list[Token]) -> None:
    assert tokens(line) == expected


@pytest.mark.parametrize("word", [*HEADS, *PARTS, "include", "ludex"])
def test_every_keyword_of_the_language_is_one_of_the_grammar(word: str) -> None:
    assert tokens(f"  {word} x")[0][0] == word
    assert tokens(f"  {word} x")[0][1].startswith("keyword.")


@pytest.mark.parametrize(("game", "start"), [(game, start) for game in games() for start in STARTS.values()])
def test_the_words_of_every_sentence_are_colored(game: str, start: str) -> None:
    sentences = notation_of(game).SENTENCES
    assert sentences is not None
    for template in sentences.templates(start):
        words = re.findall(r"(?<![\w{-])[a-z][a-z-]+(?![\w}-])", re.sub(r"\{[a-z ]*\}", "_", template))
        colors = {
            word for text, scope in tokens(f"    {template}") if scope.startswith("supp") for word in text.split()
        }
        assert set(words) <= colors, template


def test_the_package_names_the_grammar_and_its_files() -> None:
    package = json.loads((ROOT / "editors" / "vscode" / "package.json").read_text("utf-8"))["contributes"]
    (grammar,) = package["grammars"]
    assert (ROOT / "editors" / "vscode" / grammar["path"]).is_file()
    assert grammar["scopeName"] == GRAMMAR["scopeName"]
    assert [name.removeprefix(".") for name in package["languages"][0]["extensions"]] == GRAMMAR["fileTypes"]


def test_the_hooks_run_commands_that_there_are() -> None:
    text = (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")
    hooks = re.findall(r"^- id: (\S+)$.*?^  entry: ludex (\S+)$.*?^  files: '(.+?)'$", text, re.MULTILINE | re.DOTALL)
    assert [(name, command) for name, command, _ in hooks] == [("ludex-fmt", "fmt"), ("ludex-lint", "lint")]
    for _, command, files in hooks:
        assert command in subcommands()
        assert re.search(files, "spec/tactics/scenarios/moving.ludex")
        assert not re.search(files, "README.md")
