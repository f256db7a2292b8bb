"""``ludex run --accept``: failures of scenarios are shown, and rewritten to what came out where a person agrees."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ludex.authoring.failures import report
from ludex.cli._say import say
from ludex.fault import Fault

if TYPE_CHECKING:
    from ludex.scenario.accepting import Rewriting
    from ludex.scenario.selecting import Chosen

BOM = b"\xef\xbb\xbf"
AUTOMATIC = ("CI", "LUDEX_CI")
MOST_STEPS = 100  # of rewriting one scenario; each step lets it come further


def require_a_person(accept: bool, yes: bool) -> None:
    """A fault unless there is somebody to look at what is accepted."""
    if yes and not accept:
        raise Fault("--yes belongs to --accept", "Add --accept, or leave --yes out.")
    for name in AUTOMATIC:
        if os.environ.get(name, "").lower() not in ("", "0", "false", "no"):
            raise Fault(
                f"--accept changes what is expected, and never does so in CI ({name} is set)", "Run it at home."
            )
    if not yes and not sys.stdin.isatty():
        raise Fault("--accept asks, and there is no terminal to answer", "Add --yes to accept without being asked.")


def accept(path: Path, chosen: Chosen, yes: bool) -> None:
    """Offer to rewrite what fails in a file; the file is written once, in whole, if anything was accepted."""
    from ludex.outlet import be_writable, write

    be_writable(path, "--accept")
    data = path.read_bytes()
    text = _text(data)
    if text is None:
        return
    accepted = _accept_scenarios(text, str(path), chosen, yes)
    if accepted == text:
        return
    if path.read_bytes() != data:
        raise Fault(f"{path} was changed meanwhile, and is left as it is", "Run the command again.")
    mark = BOM if data.startswith(BOM) else b""
    write(path, (mark, accepted.encode()), "--accept")
    print(f"rewrote {path}")


def _text(data: bytes) -> str | None:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None  # which is told when the file is read


def _accept_scenarios(text: str, path: str, chosen: Chosen, yes: bool) -> str:
    from ludex.scenario import read_text

    names = [scenario.name for scenario in filter(chosen, read_text(text, path).scenarios)]
    for name in names:
        text = _mend(text, path, name, yes)
    return text


def _mend(text: str, path: str, name: str, yes: bool) -> str:
    """The text with one scenario rewritten step by step, as far as is agreed."""
    from ludex.authoring.accepting import acceptance_of, play
    from ludex.scenario.accepting import NotAccepted

    for _ in range(MOST_STEPS):
        file, results = play(text, path, name)
        if not any(result.failures for result in results):
            return text
        say("\n".join(report(file, results)))
        try:
            change, anew = acceptance_of(text, path, results)
        except NotAccepted as error:
            say(f"  not rewritten: {error}\n")
            return text
        say("\n".join(_change_lines(change, text)))
        if not (yes or _ask_agreement()):
            return text
        text = anew
    return text


def _change_lines(change: Rewriting, text: str) -> Iterator[str]:
    source = text.split("\n")
    for number, anew in change.lines.items():
        yield f"- {source[number - 1].rstrip()}"
        if anew is not None:
            yield f"+ {anew.rstrip()}"


def _ask_agreement() -> bool:
    answer = input("rewrite it so? [y/N] ")
    return answer.strip().lower() in ("y", "yes")
