"""Rulebooks are read by machine, and what is malformed is named by file and line."""

from pathlib import Path

import pytest

from ludex.fault import Fault
from ludex.rulebook import read_rulebook, rulebook, with_rulebooks

GOOD = """# Chapter

## Moving

### TRB-MOV-1 · must · check · Own units only
The origin must hold
an own unit.

Source: 000 §1.

A note.

```
# a picture
```

### TRB-MOV-2 · may · text · Something else
It may.
"""


def book(folder: Path, text: str) -> Path:
    (folder / "01.md").write_text(text)
    return folder


def test_a_clause_has_sentence_source_and_notes(tmp_path: Path) -> None:
    clauses = read_rulebook(book(tmp_path, GOOD))
    assert list(clauses) == ["TRB-MOV-1", "TRB-MOV-2"]
    first = clauses["TRB-MOV-1"]
    assert (first.level, first.role, first.title) == ("must", "check", "Own units only")
    assert first.sentence == "The origin must hold an own unit."
    assert first.source == "000 §1."
    assert first.notes == "A note.\n\n```\n# a picture\n```"
    assert (first.group, first.section, first.line) == ("TRB-MOV", "Moving", 5)


def test_a_clause_without_a_section_stands_in_its_chapter(tmp_path: Path) -> None:
    of_a_chapter = "# The board\n\n```\n# no heading\n```\n\n### TRB-MOV-1 · must · check · Own\nX.\n"
    assert read_rulebook(book(tmp_path, of_a_chapter))["TRB-MOV-1"].section == "The board"


@pytest.mark.parametrize("game", with_rulebooks())
def test_no_two_groups_of_a_rulebook_have_one_name(game: str) -> None:
    names = {clause.group: clause.section for clause in reversed(rulebook(game).values())}
    assert all(names.values())
    assert len({*names.values()}) == len(names)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (GOOD + "\n### TRB-MOV-1 · must · check · Again\nTwice.\n", r"01.md:20: clause TRB-MOV-1 is already in .*:5"),
        ("### TRB-MOV-1 · shall · check · Title\nX.\n", r"01.md:1: this heading names a clause"),
        ("### TRB-MOV-1 must check Title\nX.\n", r"01.md:1: this heading names a clause"),
        ("### TRB-MOV-1 · must · check · Title\n\nSource: 1.\n", r"01.md:1: clause TRB-MOV-1 has no sentence"),
    ],
)
def test_a_malformed_clause_is_named(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(Fault, match=words):
        read_rulebook(book(tmp_path, text))


@pytest.mark.parametrize("game", with_rulebooks())
def test_each_rulebook_can_be_read(game: str) -> None:
    assert rulebook(game)
