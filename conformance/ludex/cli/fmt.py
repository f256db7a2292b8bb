"""``ludex fmt``: lay scenario files out in the one way; what they say, and their comments, stay."""

from __future__ import annotations

import argparse
import difflib
import sys
from codecs import BOM_UTF8
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ludex.authoring.files import NAME_A_FILE, PARTS, SCENARIOS, scenario_files, shipped_folders
from ludex.cli._say import say
from ludex.fault import Fault
from ludex.wording import quantity

SAME, DIFFERENT, AT_FAULT = 0, 1, 2
STDIN = Path("-")
ABOUT = """\
Lay scenario files out in the one way: blanks, line ends, blank lines, and sentences that can be written in several
forms; nothing else changes. A file that cannot be read is left as it is, and its errors are told.

exit status: 0 if all is done (with --check: if nothing would change), 1 with --check if something would change, 2 if
a file cannot be read or written, or the command line is at fault.
"""


def add(subparsers: Any) -> None:
    """Tell the command line about ``fmt``."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "fmt",
        help="lay scenario files out in the one way",
        description=ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    paths = "files, folders, or - for stdin to stdout; default: every game's scenarios"
    parser.add_argument("paths", nargs="*", type=Path, metavar="FILE|DIR|-", help=paths)
    parser.add_argument("--check", action="store_true", help="write nothing; show what would change, and exit with 1")


def run(args: argparse.Namespace) -> int:
    """Format, tell what was done, and give the exit status."""
    if STDIN in args.paths:
        if len(args.paths) > 1:
            raise Fault("- stands for stdin, and for nothing beside it", "Name either - or files.")
        return _from_stdin(args.check)
    paths = scenario_files(args.paths or shipped_folders(), (*SCENARIOS, *PARTS))
    done = [_one(path, args.check) for path in paths]
    changed, faulty = done.count(DIFFERENT), done.count(AT_FAULT)
    said = [f"{changed} would change" if args.check else f"{changed} laid out anew"] * bool(changed)
    said += [f"{faulty} left alone for errors"] * bool(faulty)
    print(f"{quantity(len(paths), 'file')}: {', '.join(said) or 'all laid out already'}")
    return AT_FAULT if faulty else DIFFERENT if changed and args.check else SAME


def _from_stdin(check: bool) -> int:
    data = sys.stdin.buffer.read().removeprefix(BOM_UTF8)
    text, anew, errors = _read(data, STDIN)
    for told in errors:
        say(told, sys.stderr)
    if errors:
        return AT_FAULT
    if check:
        say("".join(_difference(text, anew, STDIN)).removesuffix("\n"))
        return DIFFERENT if anew != text else SAME
    sys.stdout.buffer.write(anew.encode())
    return SAME


def _one(path: Path, check: bool) -> int:
    from ludex.outlet import write

    try:
        data = path.read_bytes()
    except OSError as error:
        raise Fault(f"{path} cannot be read: {error.strerror or error}", NAME_A_FILE) from None
    text, anew, errors = _read(data, path)
    for told in errors:
        say(told)
    if errors or anew == text:
        return AT_FAULT if errors else SAME
    if check:
        say("".join(_difference(text, anew, path)).removesuffix("\n"))
    else:
        write(path, (anew.encode(),), "fmt")
        print(f"laid out {path}")
    return DIFFERENT


def _read(data: bytes, path: Path) -> tuple[str, str, list[str]]:
    """The text of a file, the text laid out anew, and the errors that keep it from being so."""
    from ludex.authoring.layout import layout_of
    from ludex.notation import NotReadable
    from ludex.scenario.reader import decode

    text = decode(data)
    if isinstance(text, NotReadable):
        return "", "", [text.show(str(path))]
    whole = "\ufeff" * data.startswith(BOM_UTF8) + text
    return whole, *layout_of(whole, path)


def _difference(text: str, anew: str, path: Path) -> Iterator[str]:
    names = f"{path} as it is", f"{path} laid out"
    for line in difflib.unified_diff(text.splitlines(True), anew.splitlines(True), *names):
        yield line if line.endswith("\n") else f"{line}\n"
