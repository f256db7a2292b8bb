"""Files that a user names for our output: written whole or not at all, and only files, never a device, are replaced."""

import math
import os
from argparse import ArgumentTypeError
from collections.abc import Iterable
from pathlib import Path

from ludex.fault import Fault


def be_writable(name: str | Path, option: str) -> Path:
    """The path, if a file can be written there; a Fault names the option. Asked before any work is done."""
    path = Path(name)
    remedy = f"Choose another file for {option}."
    if not str(name):
        raise Fault(f"{option} names no file", remedy)
    if path.is_dir():
        raise Fault(f"cannot write {path}: it is a folder", remedy)
    if not path.resolve().parent.is_dir():
        raise Fault(f"cannot write {path}: the folder {path.resolve().parent} does not exist", remedy)
    if not os.access(path if path.exists() else path.resolve().parent, os.W_OK):
        raise Fault(f"cannot write {path}: permission denied", remedy)
    return path


def write(name: str | Path, parts: Iterable[bytes], option: str) -> None:
    """Write a file, following links; what is no regular file (a pipe, a device) is written to and never replaced."""
    path = be_writable(name, option).resolve()
    regular = path.is_file() or not path.exists()
    target = path.with_name(path.name + ".part") if regular else path
    try:
        with target.open("wb") as file:
            file.writelines(parts)
        if regular:
            target.replace(path)
    except OSError as error:
        if regular:
            target.unlink(missing_ok=True)
        raise Fault(f"cannot write {name}: {error.strerror}", f"Choose another file for {option}.") from None


def seconds(text: str) -> float:
    """A number of seconds on the command line: finite, and more than none."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or value <= 0:
        raise ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return value
