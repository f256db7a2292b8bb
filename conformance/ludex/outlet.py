"""Files that a user names for our output: written whole or not at all, and only files, never a device, are replaced."""

import contextlib
import errno
import math
import os
import shutil
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import BinaryIO

from ludex.fault import Fault

_NO_SYNC = (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP)


def be_writable(name: str | Path, option: str) -> Path:
    """The path, if a file can be written there; a Fault names the option. Asked before any work is done."""
    if not str(name):
        raise Fault(f"{option} names no file", _remedy(option))
    try:
        why_not = _why_not(Path(name))
    except (OSError, RuntimeError, ValueError) as error:  # a circle of links, a name too long, one with a zero byte
        why_not = system_words(error)
    if why_not:
        raise Fault(f"cannot write {name}: {why_not}", _remedy(option))
    return Path(name)


def _why_not(path: Path) -> str:
    """Why no file can be written there, or nothing. What is replaced needs a folder that takes new files."""
    if path.is_dir():
        return "it is a folder"
    folder = path.resolve().parent
    if not path.exists() and not folder.is_dir():
        return f"the folder {folder} does not exist"
    if path.exists() and not os.access(path, os.W_OK):
        return _why_denied(path)
    if _is_replaced(path) and not os.access(folder, os.W_OK | os.X_OK):
        return f"{_why_denied(folder)} in the folder {folder}, where it is first written under another name"
    return ""


def _why_denied(path: Path) -> str:
    """Why the system lets this process write nothing there."""
    flags = os.statvfs(path).f_flag if hasattr(os, "statvfs") else 0
    return "the file system is read-only" if flags & getattr(os, "ST_RDONLY", 0) else "permission denied"


def be_ready(name: str | Path, what: str) -> None:
    """Makes a folder where it is missing; a Fault if no file can be written there."""
    if not str(name):
        raise Fault(f"{what} names no folder", _remedy(what))
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise Fault(f"cannot make the folder {folder}: {system_words(error)}", _remedy(what)) from None
    be_writable(folder / "x", what)


def be_makeable(name: str | Path, option: str) -> None:
    """A Fault if no file could be written in a folder; where that is missing, it is made once there is one to write."""
    if not str(name):
        raise Fault(f"{option} names no folder", _remedy(option))
    try:
        why_not = _why_not_in(Path(name).absolute())
    except (OSError, ValueError) as error:  # a name too long, one with a zero byte
        why_not = system_words(error)
    if why_not:
        raise Fault(f"cannot write into {name}: {why_not}", _remedy(option))


def _why_not_in(folder: Path) -> str:
    with contextlib.suppress(FileNotFoundError):
        folder.lstat()
    there = next(one for one in (folder, *folder.parents) if os.path.lexists(one))
    if not there.is_dir():
        return f"{there} is no folder"
    return "" if os.access(there, os.W_OK | os.X_OK) else f"{_why_denied(there)} in the folder {there}"


def be_apart(files: Mapping[str, str | None]) -> None:
    """A Fault where two options name one file, of which the second would be written over the first."""
    known = dict[str, str]()
    for option, name in files.items():
        if name and (not Path(name).exists() or Path(name).is_file()):
            other = known.setdefault(os.path.realpath(name), option)
            if other != option:
                raise Fault(f"{other} and {option} name the same file: {name}", _remedy(option))


def _is_replaced(path: Path) -> bool:
    return path.is_file() or not path.exists()


def _remedy(option: str) -> str:
    return f"Choose another file for {option}." if option.startswith("-") else "Mend that, and run it again."


def system_words(error: Exception) -> str:
    """What the system says of a file, in a few words."""
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)


def write(name: str | Path, parts: Iterable[bytes], option: str) -> None:
    """Write a file, following links; what is no regular file (a pipe, a device) is written to and never replaced."""
    path = be_writable(name, option)
    try:
        if _is_replaced(path):
            _replace(path.resolve(), parts)
        else:
            with path.open("wb") as file:
                file.writelines(parts)
    except (OSError, RuntimeError) as error:
        raise Fault(f"cannot write {name}: {system_words(error)}", _remedy(option)) from None


def _replace(path: Path, parts: Iterable[bytes]) -> None:
    """Under a name of its own first, so that nobody sees half a file, and two that write it both end well."""
    beside = path.with_name(f".ludex-{os.urandom(8).hex()}.part")
    try:
        with beside.open("xb") as file:
            file.writelines(parts)
            _settle(file)
        if path.exists():
            shutil.copymode(path, beside)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def _settle(file: BinaryIO) -> None:
    """Makes sure that it is on the disk, before it takes the place of what is."""
    file.flush()
    try:
        os.fsync(file.fileno())
    except OSError as error:
        if error.errno not in _NO_SYNC:
            raise


def time_in(unit: str) -> Callable[[str], float]:
    """A number of seconds, or of another unit, on the command line: finite, and more than none."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not math.isfinite(value) or value <= 0:
            raise ArgumentTypeError(f"{text!r} is not a number of {unit} above 0")
        return value

    return read


seconds, minutes = time_in("seconds"), time_in("minutes")
