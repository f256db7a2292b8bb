"""Writes a site into a folder: whole or not at all, and over nothing that is no site."""

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from ludex.fault import Fault
from ludex.outlet import be_ready, system_words
from ludex.site.making import games_told, pages

MARK = "site.css"  # without this file a folder that holds anything is no site, and stays


class SiteWritten(Struct, frozen=True):
    """How many files a site has, and how many bytes."""

    files: int
    size: int


def write_site(folder: Path, games: Sequence[str] = ()) -> SiteWritten:
    """Writes the site, of all games unless some are named; a Fault where the folder holds something else."""
    be_ready(folder, "--into")
    if any(folder.iterdir()) and not (folder / MARK).is_file():
        raise Fault(f"{folder} holds something that is no site", "Name an empty folder, or one that holds a site.")
    beside = folder.resolve().with_name(f".{folder.resolve().name}-{os.urandom(8).hex()}.part")
    try:
        beside.mkdir()
        written = _write(beside, games or games_told())
        shutil.rmtree(folder)
        beside.replace(folder.resolve())
    except OSError as error:
        raise Fault(f"cannot write {folder}: {system_words(error)}", "Mend that, and run it again.") from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return written


def _write(folder: Path, games: Sequence[str]) -> SiteWritten:
    files = size = 0
    for page in pages(games):
        path = folder / page.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(page.data)
        files, size = files + 1, size + len(page.data)
    return SiteWritten(files, size)
