"""Nothing that an engine sends may steer a terminal or a report: control characters become visible."""

import re
import unicodedata
from functools import lru_cache

CUT = "..."  # not the sign of three dots, with which Python would store each letter in two bytes
_SUSPECT = re.compile("[^\x20-\x7e]")


def visible(text: str | bytes, limit: int = 2000, lines: bool = False) -> str:
    """The text with every control, format, private or lone surrogate character escaped, and cut.

    The limit is on what came; what it becomes may be twice as long.
    """
    if isinstance(text, bytes):
        text = text[: 4 * limit + 4].decode("utf-8", "backslashreplace")
    if len(text) <= limit and text.isascii() and text.isprintable():  # as nearly all is
        return text
    cut = text[:limit]
    clean = _SUSPECT.sub(lambda found: _escape(found.group(), lines), cut)
    return clean if len(text) <= limit and len(clean) <= 2 * limit else clean[: 2 * limit] + CUT


def utf8(word: str) -> str:
    """A word of the command line; what is no UTF-8 there is escaped, for no file of ours could hold it."""
    return word.encode("utf-8", "backslashreplace").decode()


@lru_cache(maxsize=4096)
def _escape(character: str, lines: bool) -> str:
    if character == "\n" and lines:
        return character
    if unicodedata.category(character)[0] not in "CMZ" or character == "\u00a0":
        return character
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
