"""The command `ludex`: one module a subcommand, found by listing this package; only the one asked for is loaded."""

import argparse
import importlib
import os
import pkgutil
import sys
import traceback
from collections.abc import Sequence
from types import ModuleType

from ludex.fault import Fault

INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a subcommand and gives its exit status; a fault of ours or of the command line is 2."""
    words = list(sys.argv[1:] if argv is None else argv)
    words, command = _split(words)
    try:
        args = _parser(words).parse_args(words)
        args.command = command
        return int(_module(args.subcommand).run(args))
    except Fault as fault:
        print(f"ludex: {fault}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("ludex: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our report went away
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception:
        traceback.print_exc()
        print("ludex: this is a mistake of Ludex, not of your engine; please report it.", file=sys.stderr)
        return 2


def _split(words: list[str]) -> tuple[list[str], list[str]]:
    """What is ours, and the engine's command after `--`."""
    if "--" not in words:
        return words, []
    place = words.index("--")
    return words[:place], words[place + 1 :]


def subcommands() -> list[str]:
    return sorted(found.name for found in pkgutil.iter_modules(__path__) if not found.name.startswith("_"))


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"ludex.cli.{name}")


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """A parser with the subcommand in question, or with all of them for help and for a wrong word."""
    parser = argparse.ArgumentParser(
        prog="ludex", description="Executable rulebooks for board games, and the judge of engines that play them."
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    subparsers = parser.add_subparsers(dest="subcommand", required=True, metavar="COMMAND")
    known = subcommands()
    wanted = [words[0]] if words and words[0] in known else known
    for name in wanted:
        _module(name).add(subparsers)
    return parser


class _Version(argparse.Action):
    """Looks the version up only when it is asked for: that takes longer than all else at the start."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(f"ludex {version()}")
        parser.exit()


def version() -> str:
    """The version of the installed package."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("ludex")
    except PackageNotFoundError:
        return "0"
