"""`ludex lsp`: a language server for scenarios, which an editor starts."""

from __future__ import annotations

import argparse
from typing import Any

from ludex.fault import Fault

ABOUT = """\
Answer an editor over stdin and stdout, as the Language Server Protocol has it: messages while one writes, completion,
clauses, names, layout, and the board at the cursor (the request ludex/preview). An editor starts it; see
docs/editor.md for VS Code, Neovim and Helix.
"""


def add(subparsers: Any) -> None:
    """Tell the command line about ``lsp``."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "lsp",
        help="a language server for scenarios, for an editor to start",
        description=ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--stdio", action="store_true", help="over stdin and stdout, which is the only way there is")


def run(_: argparse.Namespace) -> int:
    """Serve until the editor ends it."""
    try:
        import pygls  # noqa: F401 - to know whether it is there before anything of it is used
    except ImportError:
        raise Fault("the language server needs the package pygls", "pip install 'ludex[editor]'") from None
    from ludex.editor.server import serve

    serve()
    return 0
