"""Puts a finding into the scenarios of its game, whence `ludex generate` makes vectors; nothing that does not hold."""

from __future__ import annotations

from pathlib import Path

from ludex import outlet, where
from ludex.authoring.files import read_all
from ludex.authoring.layout import layout_of
from ludex.authoring.linting import lint
from ludex.authoring.skeletons import holds, in_a_line
from ludex.fault import Fault
from ludex.fuzz.findings import FuzzFinding
from ludex.rulebook import rulebook
from ludex.scenario import File, read_text


def adopt(finding: FuzzFinding, name: str, why: str, folder: Path | None = None) -> Path:
    """Writes the scenario of a finding, and gives the file; a Fault says why it cannot be one."""
    home = folder or where.spec_of(finding.game) / "scenarios"
    path = home / f"{finding.id}.ludex"
    if path.exists() or path.is_symlink():
        raise Fault(f"{path} is there already", "Choose another folder with --into; nothing is ever written over.")
    text, errors = layout_of(_text(finding, name, why), path)
    if errors:
        raise Fault(f"the scenario cannot be read:\n  {errors[0]}", "Choose another --name or --why.")
    if not holds(text):
        raise Fault(f"the scenario of {finding.id} does not hold by the rules of today", "Find it again.")
    _be_clean(finding.game, path, text)
    outlet.be_ready(home, "--into")
    outlet.write(path, [text.encode()], "--into")
    return path


def _text(finding: FuzzFinding, name: str, why: str) -> str:
    if not finding.scenario:
        case = f"spec/{finding.game}/cases"
        told = f"Write its `operation` and `input` as a case into a file of {case}: what nobody would tell as a story."
        raise Fault(f"the notation of {finding.game} has no words for {finding.id}", told)
    clause = rulebook(finding.game).get(finding.clause)
    reason = in_a_line(why or (clause.sentence if clause else f"An engine answered this otherwise: {finding.message}"))
    lines = [line for line in finding.scenario.splitlines() if not line.startswith("--")]
    for place, line in enumerate(lines):
        if line.startswith("scenario "):
            lines[place] = f'scenario "{in_a_line(name or finding.id)}"'
        elif line.startswith("  why "):
            lines[place] = f"  why    {reason}"
    return "\n".join([f"-- Found by fuzzing ({finding.token}), and made smaller.", *lines]) + "\n"


def _be_clean(game: str, path: Path, text: str) -> None:
    """A Fault for what `ludex lint` would mend in it, beside the scenarios that the game has."""
    file = read_text(text, str(path))
    others: list[File] = read_all(where.scenarios(game)) if where.scenarios(game) else []
    wrong = [one for one in lint([*others, file]) if one.file == str(path)]
    if wrong:
        raise Fault(f"the scenario is to be mended:\n  {wrong[0].show()}", "Choose another --name or --why.")
