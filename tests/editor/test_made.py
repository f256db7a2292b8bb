"""What is committed for editors is as it would be made: colours, the recorded conversation, pictures."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from ludex.editor.highlighting import games_in, textmate
from tests.editor.making import FILES, ROOT


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_as_it_would_be_made(name: str) -> None:
    """Colours are made anew with the words of the games that they name: a game more makes no file stale."""
    committed = (ROOT / name).read_text("utf-8")
    is_grammar = name.endswith(".tmLanguage.json")
    made = f"{json.dumps(textmate(games_in(json.loads(committed))), indent=2)}\n" if is_grammar else FILES[name]()
    assert committed == made, "`make editors` makes it anew"


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith(".svg")])
def test_a_picture_is_shown_by_the_page_and_fetches_nothing(name: str) -> None:
    page = (ROOT / "docs" / "editor.md").read_text("utf-8")
    assert f"({name.removeprefix('docs/')})" in page
    tree = ElementTree.parse(ROOT / name)
    links = [one for node in tree.iter() for key, one in node.attrib.items() if key.endswith(("href", "src"))]
    assert not [link for link in links if not link.startswith("#")]
