"""`ludex site`: the rulebooks as static pages, with boards, tests, functions, changes and a search."""

import argparse
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ludex.fault import Fault


def add(subparsers: Any) -> None:
    about = "write the rulebooks as static pages, with boards, scenarios, vectors and a search that needs no server"
    parser = subparsers.add_parser("site", help="write the rulebooks as static pages", description=about)
    parser.add_argument("--into", metavar="FOLDER", type=Path, default=Path("site"), help="the folder (site)")


def run(args: argparse.Namespace) -> int:
    if find_spec("markdown_it") is None:
        raise Fault("the site needs markdown-it-py", 'Install it with: pip install "ludex[site]"')
    from ludex.site.writing import write_site

    begun = time.monotonic()
    written = write_site(args.into)
    told = f"{written.files:,} files, {written.size / 1e6:.1f} MB, in {time.monotonic() - begun:.0f} s"
    print(f"{told}: {(args.into / 'index.html').resolve().as_uri()}")
    return 0
