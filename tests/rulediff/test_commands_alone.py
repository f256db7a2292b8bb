"""The commands `gate` and `diff --rules` by themselves: what they ask for, what they print, and how they end."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ludex import where
from ludex.cli import main
from ludex.rulediff.asking import PlayAmount

Captured = pytest.CaptureFixture[str]


def compared(flips: bool, unseen: bool) -> Any:
    return SimpleNamespace(flips=["a flip"] * flips, unseen=["a line"] * unseen)


@pytest.mark.parametrize(
    ("found", "status"),
    [
        ([], 0),
        ([(False, False)], 0),
        ([(True, False)], 1),
        ([(False, True)], 1),
        ([(True, True), (False, False)], 1),
        ([(False, False), (True, False)], 1),
    ],
)
def test_rules_differ_if_any_game_does(
    found: list[tuple[bool, bool]], status: int, monkeypatch: pytest.MonkeyPatch, capsys: Captured, tmp_path: Path
) -> None:
    asked: list[Any] = []

    def comparisons(*words: Any, remembers: bool) -> Any:
        asked.append((*words, remembers))
        return [(compared(*one), f"tree {number}") for number, one in enumerate(found)]

    monkeypatch.setattr("ludex.rulediff.running.comparisons", comparisons)
    monkeypatch.setattr(
        "ludex.rulediff.telling.lines",
        lambda one, tree, show: [f"{tree}, {show} each", f"{len(one.flips)} and {len(one.unseen)}"],
    )
    assert main(["diff", "--rules", "a@1", "a@2"]) == status
    told = [f"tree {number}, 2 each\n{flips:d} and {unseen:d}\n" for number, (flips, unseen) in enumerate(found)]
    assert capsys.readouterr() == ("".join(told), "")
    words = ["--show", "0", "--play", "0", "--game", "tribun", "--no-cache", "--tree", str(tmp_path)]
    assert main(["diff", "--rules", "a@1", "a@2", *words]) == status
    assert capsys.readouterr().out == "".join(told).replace("2 each", "0 each")
    assert asked == [
        (where.spec().parent, "a@1", "a@2", PlayAmount(rows=48), None, True),
        (tmp_path, "a@1", "a@2", PlayAmount(rows=0), "tribun", False),
    ]


@pytest.mark.parametrize(("stops", "status"), [([], 0), ([False], 0), ([True], 1), ([False, True], 1)])
def test_the_gate_is_shut_by_what_stops_it(
    stops: list[bool], status: int, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    asked: list[Any] = []
    root = where.spec().parent
    findings = [SimpleNamespace(stops=one) for one in stops]

    def gate(*words: Any, propose: bool, remembers: bool) -> Any:
        asked.append((*words, propose, remembers))
        return findings

    monkeypatch.setattr("ludex.rulediff.gate.gate", gate)
    monkeypatch.setattr("ludex.rulediff.gate.lines", lambda found, show: [f"{len(found)} found", f"{show} shown"])
    monkeypatch.setattr("ludex.rulediff.gate.declare", lambda *words: asked.append(words) or [root / "changes/a.toml"])
    assert main(["gate", "--base", "main"]) == status
    assert capsys.readouterr() == (f"{len(stops)} found\n8 shown\n", "")
    assert main(["gate", "--base", "main", "--show", "0", "--play", "0", "--declare", "--no-cache"]) == status
    told = "written: changes/a.toml (fill in kind, name, clauses and reason)"
    assert capsys.readouterr() == (f"{len(stops)} found\n0 shown\n{told}\n", "")
    assert asked == [
        (root, "main", PlayAmount(rows=48), False, True),
        (root, "main", PlayAmount(rows=0), True, False),
        (root, findings),
    ]


@pytest.mark.parametrize("words", [["--show", "-1"], ["--play", "-1"]])
def test_the_gate_asks_for_no_less_than_none(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: Captured, tmp_path: Path
) -> None:
    assert main(["gate", "--base", "main", *words]) == 2
    assert capsys.readouterr() == ("", "ludex: --show and --play must not be less than 0\n")
    monkeypatch.setattr(where, "spec", lambda: tmp_path / "spec")
    assert main(["gate", "--base", "main"]) == 2
    told = "ludex: the gate works in a checkout of Ludex\n  Clone the repository, and run it there.\n"
    assert capsys.readouterr() == ("", told)
