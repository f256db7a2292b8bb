"""The steps of the action, run as the shell of a workflow would run them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ludex import where

ROOT = where.spec().parent
ACTION = (ROOT / "action.yml").read_text(encoding="utf-8")
WORKFLOW = (ROOT / ".github" / "workflows" / "ludex.yml").read_text(encoding="utf-8")
REFERENCE = f"'{sys.executable}' -c 'import sys; from ludex.cli import main; sys.exit(main())' engine"
PYTHON = f'#!/bin/sh\nexec "{sys.executable}" "$@"\n'
LUDEX = f'#!/bin/sh\nexec "{sys.executable}" -c "import sys; from ludex.cli import main; sys.exit(main())" "$@"\n'
SAYS_WHAT_IT_IS_GIVEN = '#!/bin/sh\nfor word in "$0" "$@"; do printf "<%s>" "${word##*/}"; done; echo\n'


def step(name: str) -> str:
    """The shell lines of a step."""
    match = re.search(rf"    - name: {name}\n(?:      .*\n)*?      run: (\|\n(?:        .*\n)+|.+\n)", ACTION)
    assert match is not None, name
    said = match[1]
    return re.sub(r"^ {8}", "", said.removeprefix("|\n"), flags=re.MULTILINE)


def run(name: str, folder: Path, commands: dict[str, str], **given: str) -> subprocess.CompletedProcess[str]:
    """A step in a folder, with some commands of one's own, by the shell that GitHub starts."""
    bin_ = folder / "bin"
    bin_.mkdir()
    for command, script in commands.items():
        (bin_ / command).write_text(script, encoding="utf-8")
        (bin_ / command).chmod(0o755)
    told = {"GITHUB_OUTPUT": str(folder / "output"), "GITHUB_STEP_SUMMARY": str(folder / "summary")}
    env = {**os.environ, **told, **given, "PATH": f"{bin_}{os.pathsep}{os.environ['PATH']}"}
    shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step(name)]
    return subprocess.run(shell, cwd=folder, env=env, capture_output=True, text=True, check=False)


def check(folder: Path, arguments: str) -> subprocess.CompletedProcess[str]:
    return run(
        "Check", folder, {"ludex": LUDEX, "python": PYTHON}, GAME="tribun", ENGINE=REFERENCE, ARGUMENTS=arguments
    )


def test_an_engine_is_checked_and_its_results_are_kept_and_summed_up(tmp_path: Path) -> None:
    done = check(tmp_path, "--edition 2026-01\n--select 'TRB-NRM-*'\n--show \"1\"\n")
    assert done.returncode == 0, done.stdout + done.stderr
    results = tmp_path / "ludex-results.json"
    assert (tmp_path / "output").read_text(encoding="utf-8") == f"results={results}\n"
    assert results.stat().st_size > 1_000
    assert "tribun" in (tmp_path / "summary").read_text(encoding="utf-8")


def test_a_check_that_cannot_be_made_fails_the_step(tmp_path: Path) -> None:
    done = check(tmp_path, "--edition 2099-01")
    assert done.returncode == 2
    assert "2099-01" in done.stderr


def asked_with(folder: Path, **given: str) -> subprocess.CompletedProcess[str]:
    return run("Check", folder, {"ludex": SAYS_WHAT_IT_IS_GIVEN, "python": PYTHON}, **given)


def test_quotation_marks_hold_the_words_of_arguments_and_engine_together(tmp_path: Path) -> None:
    done = asked_with(tmp_path, GAME="", ENGINE='node "my engine.js"', ARGUMENTS="--select 'TRB-*'\n--show 1")
    assert done.stdout.splitlines()[0] == (
        "<ludex><check><--json><ludex-results.json><--select><TRB-*><--show><1><--><node><my engine.js>"
    )


def test_no_shell_runs_what_a_user_gives(tmp_path: Path) -> None:
    given = {"GAME": "tribun; touch a", "ENGINE": "node $(touch b) `touch c` ; touch d", "ARGUMENTS": "--show $HOME"}
    done = asked_with(tmp_path, **given)
    assert done.stdout.splitlines()[0] == (
        "<ludex><check><--game><tribun; touch a><--json><ludex-results.json><--show><$HOME><--><node><$(touch><b)>"
        "<`touch><c`><;><touch><d>"
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bin", "output"]
    assert "eval" not in ACTION


def test_quotation_marks_that_do_not_end_are_told_and_fail_the_step(tmp_path: Path) -> None:
    done = asked_with(tmp_path, GAME="", ENGINE="node 'my engine.js", ARGUMENTS="")
    assert done.returncode == 1
    assert done.stderr == "::error::engine and arguments are read as a shell reads them: No closing quotation.\n"


KNOWS_TREES = SAYS_WHAT_IT_IS_GIVEN + 'if [ "$2" = --help ]; then echo "  --tree FOLDER"; fi\n'


@pytest.mark.parametrize("knows", [True, False])
def test_the_gate_of_the_base_judges_and_is_given_its_base_as_one_word(tmp_path: Path, knows: bool) -> None:
    commands = dict.fromkeys(("python", "git"), SAYS_WHAT_IT_IS_GIVEN)
    commands["ludex"] = KNOWS_TREES if knows else SAYS_WHAT_IT_IS_GIVEN
    done = run("Gate", tmp_path, commands, BASE="main; true", RUNNER_TEMP="/tmp/runner")
    by_its_own = [
        "::warning::The base has no gate that judges another checkout: this change is judged by its own.",
        "<python><-m><pip><install><--quiet><--editable><.>",
        "<ludex><gate><--base><main; true>",
    ]
    assert done.stdout.splitlines() == [
        "<git><worktree><add><--quiet><--detach><base><main; true>",
        "<python><-m><pip><install><--quiet><--editable><base>",
        *([f"<ludex><gate><--base><main; true><--tree><{tmp_path.name}>"] if knows else by_its_own),
    ]


@pytest.mark.parametrize(("version", "installed"), [("", "an action"), ("ludex==1.0", "ludex==1.0")])
def test_what_is_installed_is_the_version_or_the_checkout_of_the_action(
    tmp_path: Path, version: str, installed: str
) -> None:
    given = {"VERSION": version, "GITHUB_ACTION_PATH": "/where/it/is/an action"}
    done = run("Install Ludex", tmp_path, {"python": SAYS_WHAT_IT_IS_GIVEN}, **given)
    assert done.stdout == f"<python><-m><pip><install><--quiet><{installed}>\n"


def test_an_action_with_nothing_to_do_fails(tmp_path: Path) -> None:
    assert "if: inputs.engine == '' && inputs.gate-base == ''" in ACTION
    done = run("Is there anything to do", tmp_path, {})
    assert (done.returncode, done.stdout.startswith("::error::Give an engine to check")) == (2, True)


def test_nothing_that_a_user_gives_is_put_into_a_script_by_its_text() -> None:
    scripts = re.findall(r"run: (?:\|\n(?:        .*\n)+|.+\n)", ACTION + WORKFLOW)
    assert len(scripts) >= 6
    assert not [script for script in scripts if "${{" in script]


def test_every_option_that_the_action_names_is_one_of_the_check() -> None:
    command = [sys.executable, "-c", "import sys; from ludex.cli import main; sys.exit(main())", "check", "--help"]
    known = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    named = re.findall(r"--[a-z-]+", re.findall(r"description: Further arguments.*", ACTION)[0])
    assert named
    assert [option for option in named if f"{option} " not in known and f"{option}\n" not in known] == []


PAGE = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", [ACTION, WORKFLOW, PAGE], ids=["action", "workflow", "page"])
def test_actions_of_others_are_pinned_by_hash_and_alike(text: str) -> None:
    named = [line.strip().removeprefix("- ") for line in text.splitlines() if "uses: " in line]
    others = [one for one in named if "./" not in one and "OWNER/ludex" not in one]
    assert others
    for one in others:
        assert re.fullmatch(r"uses: actions/[a-z-]+@[0-9a-f]{40} # v[0-9.]+", one), one
        assert one in WORKFLOW, one


def test_every_job_of_the_workflow_has_an_end_and_every_python_is_tried() -> None:
    jobs = re.split(r"^  (?=[a-z]+:$)", WORKFLOW[WORKFLOW.index("jobs:") :], flags=re.MULTILINE)[1:]
    assert [job for job in jobs if "timeout-minutes: " not in job] == []
    classifiers = re.findall(r"Python :: (3\.[0-9]+)", (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert f"python: {json.dumps(classifiers)}" in WORKFLOW


def test_the_workflow_may_only_read_and_gives_the_gate_all_revisions() -> None:
    assert "permissions:\n  contents: read\n" in WORKFLOW
    gate = WORKFLOW[WORKFLOW.index("  gate:\n") :]
    assert "fetch-depth: 0" in gate
    assert "gate-base: ${{ github.event.pull_request.base.sha }}" in gate
