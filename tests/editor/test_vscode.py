"""The extension for VS Code: its manifest, its own tests, and that it builds to a file that holds what it needs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

from ludex.editor.outlining import RUN
from ludex.editor.server import PREVIEW
from tests.editor.making import ROOT
from tests.guards import at_least_one

FOLDER = ROOT / "editors" / "vscode"
MANIFEST: dict[str, Any] = json.loads((FOLDER / "package.json").read_text("utf-8"))
SOURCE = (FOLDER / "src" / "extension.ts").read_text("utf-8")
SOURCES = ("package.json", "package-lock.json", "tsconfig.json", ".vscodeignore", "README.md", "src", "test")


def test_every_package_is_pinned_and_locked() -> None:
    lock = json.loads((FOLDER / "package-lock.json").read_text("utf-8"))["packages"]
    for name, version in at_least_one(MANIFEST["devDependencies"].items()):
        assert version[0].isdigit(), name
        assert lock[f"node_modules/{name}"]["version"] == version
        assert lock[f"node_modules/{name}"]["integrity"]


def test_every_command_of_the_manifest_is_one_of_the_extension() -> None:
    for command in at_least_one(MANIFEST["contributes"]["commands"]):
        assert f'registerCommand("{command["command"]}"' in SOURCE
    assert 'getConfiguration("ludex").get("command")' in SOURCE
    assert "ludex.command" in MANIFEST["contributes"]["configuration"]["properties"]


def test_the_extension_and_the_server_call_things_alike() -> None:
    assert f'RUN = "{RUN}"' in SOURCE
    assert f'"{PREVIEW}"' in SOURCE
    assert RUN not in [command["command"] for command in MANIFEST["contributes"]["commands"]]  # the client adds it


def test_the_extension_has_the_version_of_ludex() -> None:
    assert MANIFEST["version"] == tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]


def test_the_settings_of_other_editors_start_the_server() -> None:
    settings = tomllib.loads((ROOT / "editors" / "helix.toml").read_text("utf-8"))
    server = settings["language-server"]["ludex"]
    assert [server["command"], *server["args"]] == ["ludex", "lsp"]
    assert settings["language"][0]["file-types"] == ["ludex", "ludex-part"]
    assert 'cmd = { "ludex", "lsp" }' in (ROOT / "editors" / "neovim.lua").read_text("utf-8")


def test_it_builds(tmp_path: Path) -> None:
    """In a copy, from the lockfile, as in a clean clone."""
    if shutil.which("npm") is None and not os.environ.get("LUDEX_CI"):
        pytest.skip("npm is not installed")
    folder = tmp_path / "editors" / "vscode"
    folder.mkdir(parents=True)
    for path in FOLDER.iterdir():
        if path.name in (*SOURCES, "language-configuration.json", "ludex.tmLanguage.json"):
            (shutil.copytree if path.is_dir() else shutil.copy)(path, folder / path.name)
    shutil.copy(ROOT / "LICENSE", tmp_path)
    for words in (["ci", "--no-audit", "--no-fund"], ["test"], ["run", "package"]):
        ended = subprocess.run(["npm", *words], cwd=folder, capture_output=True, text=True, timeout=600, check=False)
        assert ended.returncode == 0, ended.stdout + ended.stderr
    with zipfile.ZipFile(folder / "dist" / "ludex.vsix") as packed:
        names = set(packed.namelist())
        grammar = packed.read("extension/ludex.tmLanguage.json")
    assert {f"extension/{name}" for name in ("package.json", "dist/extension.js", "LICENSE.txt")} <= names
    assert not [name for name in names if "node_modules" in name or name.endswith(".ts")]
    assert grammar == (FOLDER / "ludex.tmLanguage.json").read_bytes()
