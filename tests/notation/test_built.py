"""A grammar is built once a machine: what is kept is read again, and a file that cannot be believed is built anew."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import lark.lark
import pytest

from ludex.notation import LineGrammar
from ludex.seam import GAMES, games_in, notation_of

GRAMMARS = {game: notation_of(game).SENTENCES for game in games_in(GAMES)}


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cache of this test alone, in which nothing is yet."""
    monkeypatch.setenv("LUDEX_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "grammars"


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is built, as it is built."""
    built: list[str] = []

    def load(source: str, *others: object) -> object:
        built.append(source)
        return actual(source, *others)

    actual = lark.lark.load_grammar
    monkeypatch.setattr(lark.lark, "load_grammar", load)
    return built


def anew(grammar: LineGrammar) -> LineGrammar:
    """The same grammar as another process has it: not built yet."""
    return replace(grammar)


@pytest.mark.parametrize("grammar", GRAMMARS.values(), ids=GRAMMARS)
def test_a_grammar_is_built_once_and_reads_the_same_when_it_is_kept(
    grammar: LineGrammar, kept: Path, counted: list[str]
) -> None:
    first = anew(grammar)
    names = [rule.origin.name for rule in first.lark.rules]
    assert [rule.origin.name for rule in anew(grammar).lark.rules] == names
    assert len(counted) == 1
    assert len(list(kept.iterdir())) == 1


@pytest.mark.parametrize("spoiled", [b"", b"\n", b"foreign", "half"])
def test_a_kept_grammar_that_is_cut_or_foreign_is_built_anew(
    spoiled: bytes | str, kept: Path, counted: list[str]
) -> None:
    grammar = next(iter(GRAMMARS.values()))
    assert anew(grammar).lark.parse
    (file,) = kept.iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2] if isinstance(spoiled, str) else spoiled)
    assert anew(grammar).lark.parse
    assert len(counted) == 2
    assert anew(grammar).lark.parse
    assert len(counted) == 2


@pytest.mark.usefixtures("kept")
def test_a_changed_grammar_is_built_anew(counted: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    grammar = next(iter(GRAMMARS.values()))
    assert anew(grammar).lark.parse
    source = grammar.source
    monkeypatch.setattr(LineGrammar, "source", property(lambda _: source + "\n// changed\n"))
    assert anew(grammar).lark.parse
    assert len(counted) == 2


def test_where_nothing_can_be_kept_grammars_are_built_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("LUDEX_CACHE", str(tmp_path / "file"))
    assert anew(next(iter(GRAMMARS.values()))).lark.parse
