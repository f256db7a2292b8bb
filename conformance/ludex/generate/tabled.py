"""Vectors of a table of one's own: made once, by the suite of the game, and kept outside of every checkout.

They lie in a folder of the user's cache that is named by what they are made of: the table, the version of the suite and
of Ludex, and the shipped vectors. Each file is put down when it is done, so that making them goes on where it was
ended; the manifest comes last, and without it nothing counts as made. A process of its own makes them: there the table
is the only edition of its game, which the suite asks for when it is loaded.

Called as ``python -m ludex.generate.tabled GAME=FILE FOLDER PROCESSES SCHEDULER`` (which may be empty); writes a line
for each file that is done.
"""

from __future__ import annotations

import atexit
import fcntl
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from ludex import where
from ludex.crew import Crew, Prepared
from ludex.fault import Fault
from ludex.generate import files, generating, scenarios
from ludex.generate.lacking import SHORT
from ludex.outlet import be_ready
from ludex.suites.seam import SUITES, suite_of
from ludex.tables import UserTable, play_alone
from ludex.vectors.suite import MANIFEST, TableFacts

WHAT = "the vectors of a table"
LOCK = ".lock"
NOT_PLAYED = "The rules fall over these figures, which is a fault of ours. Figures nearer to those that ship may do."
Note = Callable[[int, int], None]
Progress = Callable[[], None]


def folder_of(table: UserTable) -> Path:
    """Where the vectors of a table lie, once they are made."""
    shipped = where.shipped_vectors() / table.game / MANIFEST
    like = sha256(shipped.read_bytes()).hexdigest() if shipped.is_file() else ""
    made_of = json.dumps([table.sha256, suite_of(table.game).VERSION, where.version(), like])
    return where.tables() / f"{table.game}-{table.edition}-{sha256(made_of.encode()).hexdigest()[:12]}"


def is_made(table: UserTable) -> bool:
    """Whether the vectors of a table lie there, whole."""
    return (folder_of(table) / table.game / MANIFEST).is_file()


def silent(_: int, __: int) -> None:
    """Tells nobody how far it is."""


def make_vectors(table: UserTable, note: Note = silent, anew: bool = False, crew: Crew | None = None) -> Path:
    """The folder of the vectors of a table, which are made where they are missing.

    ``note`` is told how many files are done, and of how many. Raises Fault where they cannot be made.
    """
    folder = folder_of(table)
    be_ready(folder, WHAT)
    with _one_at_a_time(folder):
        if anew:
            for path in sorted((folder / table.game).rglob("*.json"), key=lambda path: path.name != MANIFEST):
                path.unlink()
        if not is_made(table):
            _run_maker(table, folder, note, crew or Crew(os.cpu_count() or 1))
    return folder


@contextmanager
def _one_at_a_time(folder: Path) -> Iterator[None]:
    """Two runs that want the same vectors make them once."""
    with (folder / LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _run_maker(table: UserTable, folder: Path, note: Note, crew: Crew) -> None:
    words = [table.said, str(folder), str(crew.jobs), crew.scheduler or ""]
    command = [sys.executable, "-m", "ludex.generate.tabled", *words]
    quiet = {**os.environ, "PYTHONWARNINGS": "ignore"}  # of what the pool leaves to others where it is ended
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=quiet, start_new_session=True) as maker:
        try:
            for line in maker.stdout or ():
                done, _, every = line.partition(" of ")
                note(int(done), int(every))
            maker.wait()
        finally:
            if maker.poll() is None:  # interrupted: its own processes end with it; what is done stays done
                os.killpg(maker.pid, signal.SIGTERM)
    if not is_made(table):
        raise Fault(f"the vectors of {table.path} could not be made", "Why is said above. What is done is kept.")


def make_here(said: str, folder: Path, crew: Crew) -> None:
    """Makes what is missing, in this process, in which the table is then the only edition of its game."""
    table = play_alone(said)
    game, jobs = folder / table.game, generating.jobs(table.game)
    every = {job.name for job in jobs}
    done = {name: data for name, data in files.committed_files(game).items() if name in every}
    _tell(len(done), len(jobs))
    missing = [job for job in jobs if job.name not in done]
    work = Prepared(_make, _laid_down, table.game, table.path.read_bytes()).having("")
    for job, (data, drawn) in generating.done_jobs(missing, crew, work):
        if drawn is not None:
            files.write(_short_of(game, job.topic), f"{drawn}\n".encode())
        files.write(game / job.name, data)
        done[job.name] = data
        _tell(len(done), len(jobs))
    files.write(game / files.schema_name(table.game), generating.schema(table.game))
    full = {name: data for name, data in done.items() if json.loads(data)["questions"]}
    bare = {job.topic: 0 for job in jobs if job.name not in full}
    kept = {job.topic: _short_of(game, job.topic) for job in jobs}
    short = bare | {topic: int(path.read_text(encoding="ascii")) for topic, path in kept.items() if path.is_file()}
    facts = TableFacts(table.edition, table.sha256, str(table.path), short, scenarios.left_out(table.game))
    for name in done.keys() - full.keys():
        (game / name).unlink()
    files.write(game / MANIFEST, generating.manifest(table.game, full, facts))


def _laid_down(game: str, table: bytes) -> str:
    """A table as it is said, on a worker, which has no such file: it lies there as long as its process runs."""
    folder = tempfile.TemporaryDirectory(prefix="ludex-table-")
    atexit.register(folder.cleanup)
    path = Path(folder.name) / "table.json"
    path.write_bytes(table)
    return f"{game}={path}"


def _make(said: str, job: generating.Job) -> tuple[bytes, int | None]:
    """The file of a job; with how many cases were drawn where the table ended the topic early.

    ``said``: the table; nothing in a process that plays it already.
    """
    if said and f"{SUITES}.{job.game}" in sys.modules:
        raise Fault(f"a worker has made vectors of the shipped {job.game} before", "Begin with workers that are fresh.")
    if said:
        play_alone(said)
    try:
        data, _ = generating.make_file(job)
    except Fault:
        raise
    except Exception as error:  # the rules fall over a table that was let through: whoever wrote it is told where
        raise Fault(f"the topic {job.topic}: {type(error).__name__}: {error}", NOT_PLAYED) from error
    return data, SHORT.pop(job.topic, None)


def _short_of(game: Path, topic: str) -> Path:
    """Where it is kept that a topic ended early, until all are made."""
    return game / f"{topic}.short"


def _note(text: str) -> None:
    print(f"ludex: {text}", file=sys.stderr, flush=True)


def _tell(done: int, every: int) -> None:
    print(f"{done} of {every}", flush=True)


if __name__ == "__main__":
    try:
        said, folder, processes, scheduler = sys.argv[1:]
        make_here(said, Path(folder), Crew(int(processes), scheduler or None, _note))
    except Fault as fault:
        sys.exit(f"ludex: {fault}")
    except KeyboardInterrupt:
        sys.exit(130)
