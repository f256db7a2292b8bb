"""The command `ludex`: one module a subcommand, found by listing this package; only the one asked for is loaded."""

import sys

STATUS_INTERRUPTED = 130  # as a shell says of a command that was interrupted
try:
    import argparse
    import errno
    import importlib
    import io
    import os
    import pkgutil
    import re
    import signal
    import traceback
    from collections.abc import Callable, Sequence
    from types import ModuleType
    from typing import Any, NoReturn

    from ludex.fault import Fault
except KeyboardInterrupt:  # `main`, which tells of it, is not there yet
    sys.stderr.write("ludex: interrupted\n")
    raise SystemExit(STATUS_INTERRUPTED) from None

TABLE = "--table"
WITH_VECTORS = {"check": True, "explain": True, "fuzz": True, "report": False, "smoke": False}
"""Commands that look at the vectors that are made of a table; and whether they make them where they are missing."""
BY_ITS_FIGURES = (*WITH_VECTORS, "engine", "generate", "kit")
"""Commands in which a table may take the place of an edition of its name."""
STATUS_CUT_OFF = 141  # as a shell says of a command whose reader went away


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a subcommand and gives its exit status; a fault of ours or of the command line is 2."""
    try:
        words, command = _split(list(sys.argv[1:] if argv is None else argv))
        _open_output()
        rest, tables = _without_tables(words)
        args = _parser(rest).parse_args(rest)
        args.words, args.command, args.table = words, command, tables
        args.own_process = argv is None
        if tables:
            _add_tables(tables, args)
        status = int(_module(args.subcommand).run(args))
        sys.stdout.flush()
        if args.own_process:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is done: an interruption would only change the status
        return status
    except (Exception, KeyboardInterrupt) as error:
        return tell(error)


def _without_tables(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words without `--table GAME=FILE`, wherever it stands, and these tables."""
    rest: list[str] = []
    tables: list[str] = []
    following = iter(words)
    for word in following:
        if word == TABLE:
            tables.append(next(following, ""))
        elif word.startswith(f"{TABLE}="):
            tables.append(word.removeprefix(f"{TABLE}="))
        else:
            rest.append(word)
    return rest, tables


def _add_tables(tables: Sequence[str], args: argparse.Namespace) -> None:
    """Editions of one's own, before the command that plays with them; with the vectors of theirs where it judges."""
    from ludex.tables import add_edition

    added = [add_edition(said, args.subcommand in BY_ITS_FIGURES) for said in tables]
    if args.subcommand in WITH_VECTORS:
        from ludex.cli._tables import judge_by

        judge_by(added, WITH_VECTORS[args.subcommand], args)


def tell(error: Exception | KeyboardInterrupt) -> int:
    """Says why a command does not end well, and what remains of it; gives the exit status."""
    status = _tell_error(error)
    for note in getattr(error, "__notes__", ()):
        print(f"ludex: {note}", file=sys.stderr)
    return status


def failure_of(step: Callable[..., None], *args: Any) -> Exception | None:
    """What goes wrong in a step, caught so that the next steps are taken, too; `settle` tells of it."""
    try:
        step(*args)
    except Exception as error:
        return error
    return None


def settle(errors: Sequence[Exception]) -> None:
    """Tells what went wrong in steps that were all taken; the last of it is raised."""
    for error in errors[:-1]:
        tell(error)
    if errors:
        raise errors[-1]


def _tell_error(error: Exception | KeyboardInterrupt) -> int:
    if isinstance(error, Fault):
        print(f"ludex: {error}", file=sys.stderr)
    elif isinstance(error, KeyboardInterrupt):
        print("ludex: interrupted", file=sys.stderr)
        return STATUS_INTERRUPTED
    elif isinstance(error, BrokenPipeError):  # the reader of our report went away
        _drop_output()
        return STATUS_CUT_OFF
    else:
        _tell_mistake(error)
    return 2


def _tell_mistake(error: Exception) -> None:
    """Tells of what nobody was ready for: output that cannot be written, or a mistake of ours."""
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EIO, errno.EBADF) and error.filename is None:
        _drop_output()
        print(f"ludex: cannot write the output: {error.strerror}", file=sys.stderr)
    else:
        if (of_game := _fault_of_game(error)) is not None:
            print(f"ludex: {of_game}", file=sys.stderr)
            return
        traceback.print_exception(error)
        print("ludex: this is a mistake of Ludex, not of your engine; please report it.", file=sys.stderr)


def _fault_of_game(error: Exception) -> Fault | None:
    """What is to be said where the files of a game are at fault; nothing where not even that can be found out."""
    try:
        from ludex.authoring.attributing import fault_of_game

        return fault_of_game(error)
    except Exception:  # what went wrong first is told, whatever else does
        return None


def _open_output() -> None:
    """What we print is UTF-8 wherever it goes; without a place to go it goes nowhere."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - open as long as we run
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _drop_output() -> None:
    """Nobody reads what we print: the rest of it is not to fail again when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _split(words: list[str]) -> tuple[list[str], list[str]]:
    """What is ours, and the engine's command after `--`."""
    if "--" not in words:
        return words, []
    place = words.index("--")
    return words[:place], words[place + 1 :]


def subcommands() -> list[str]:
    """The names of all subcommands, as they are typed: one for each module."""
    found = (found.name for found in pkgutil.iter_modules(__path__) if not found.name.startswith("_"))
    return sorted(name.replace("_", "-") for name in found)


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"ludex.cli.{name.replace('-', '_')}")


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """A parser with the subcommand in question, or with all of them for help and for a wrong word."""
    parser = _Parser(
        prog="ludex", description="Executable rulebooks for board games, and the judge of engines that play them."
    )
    parser.add_argument(
        "--version", action=_Version, nargs=0, help="show the versions, of Ludex and of each game's vectors, and exit"
    )
    table = "play, and judge, by figures of your own: a file for a game that keeps its figures as data (anywhere)"
    parser.add_argument(TABLE, metavar="GAME=FILE", action="append", default=[], help=table)
    subparsers = parser.add_subparsers(dest="subcommand", required=True, metavar="COMMAND")
    known = subcommands()
    wanted = [words[0]] if words and words[0] in known else known
    for name in wanted:
        _module(name).add(subparsers)
    return parser


class _Parser(argparse.ArgumentParser):
    """A parser that suggests what was meant by a word that it does not know."""

    def error(self, message: str) -> NoReturn:
        from ludex.notation.reading import did_you_mean

        hint = ""
        if choice := re.search(r"invalid choice: '([^']*)' \(choose from (.*)\)", message):
            hint = did_you_mean(choice[1], re.findall("'([^']*)'", choice[2]))
        if option := re.search(r"unrecognized arguments:.*?(--?[\w-]+)", message):
            hint = did_you_mean(option[1], self._options())
        super().error(f"{message}\n  {hint[:1].upper()}{hint[1:]}" if hint else message)

    def _options(self) -> list[str]:
        """Its options, and those of the subcommand that is asked for."""
        parsers = [
            one for action in self._actions if isinstance(action.choices, dict) for one in action.choices.values()
        ]
        return [*self._option_string_actions, *(option for parser in parsers for option in parser._options())]


class _Version(argparse.Action):
    """Looks the version up only when it is asked for: that takes longer than all else at the start."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from ludex.where import version, versions_of_vectors

        print(f"ludex {version()}")
        for game, vectors in versions_of_vectors().items():
            print(f"  vectors of {game}: {vectors}")
        parser.exit()
