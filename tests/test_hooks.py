"""The hook for pre-commit that checks an engine: what it runs, as pre-commit runs it."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys

import pytest

from ludex import where

ROOT = where.spec().parent
LUDEX = (sys.executable, "-c", "import sys; from ludex.cli import main; sys.exit(main())")
ALWAYS_VALID = """
import json, sys
hello = {"protocol": 1, "engine": {"name": "yes"}, "games": {"tactics": {"methods": ["validate", "apply"]}}}
for line in sys.stdin:
    asked = json.loads(line)
    valid = {"isValid": True} if asked["method"] == "validate" else {"illegal": {}}
    result = {"initialize": hello, "shutdown": {}}.get(asked["method"], valid)
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
    if asked["method"] == "shutdown":
        break
"""


def hook() -> dict[str, str]:
    """The fields of the hook `ludex-check`, as they are written."""
    (block,) = re.findall(r"^- id: ludex-check$\n((?:^  .*$\n?)+)", where_hooks(), re.MULTILINE)
    return dict(re.findall(r"^  (\w+): (.*)$", block, re.MULTILINE))


def where_hooks() -> str:
    return (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")


def shown_arguments() -> list[str]:
    """The arguments that the page on CI shows, up to the engine."""
    text = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    (said,) = re.findall(r"- id: ludex-check\n +args: \[(.*)\]", text)
    words = [word.strip() for word in said.split(",")]
    return words[: words.index("--") + 1]


def test_the_hook_runs_once_for_each_commit_and_is_given_no_files() -> None:
    assert (hook()["pass_filenames"], hook()["always_run"]) == ("false", "true")


@pytest.mark.parametrize(
    ("engine", "status", "said"),
    [
        ((*LUDEX, "engine"), 0, r"All [1-9][\d,]* selected vectors pass"),
        ((sys.executable, "-c", ALWAYS_VALID), 1, "TAC-"),
    ],
    ids=["the reference", "an engine to which all is valid"],
)
def test_the_hook_checks_an_engine_by_the_core(engine: tuple[str, ...], status: int, said: str) -> None:
    ludex, *words = shlex.split(hook()["entry"])
    arguments = ["tactics" if word == "tribun" else word for word in shown_arguments()]
    assert (ludex, "--core" in words) == ("ludex", True)
    done = subprocess.run(
        [*LUDEX, *words, *arguments, *engine], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == status, done.stdout[-1000:] + done.stderr[-1000:]
    assert re.search(said, done.stdout)
