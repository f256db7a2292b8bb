"""What can be said of one vector after a run, and what the judge remembers of it."""

from typing import Final

from msgspec import Struct

PASS: Final = "pass"
FAIL: Final = "fail"
ERROR: Final = "error"
UNSUPPORTED: Final = "unsupported"
NOT_OFFERED: Final = "not-offered"
SKIPPED: Final = "skipped"
NOT_RUN: Final = "not-run"
EXPECTED_FAIL: Final = "expected-fail"
UNEXPECTED_PASS: Final = "unexpected-pass"
FLAKY: Final = "flaky"

VERDICTS: Final = (
    PASS,
    FAIL,
    ERROR,
    UNSUPPORTED,
    NOT_OFFERED,
    SKIPPED,
    NOT_RUN,
    EXPECTED_FAIL,
    UNEXPECTED_PASS,
    FLAKY,
)
BAD: Final = frozenset({FAIL, ERROR, UNEXPECTED_PASS, FLAKY})
WEIGHED: Final = frozenset({PASS, FAIL, EXPECTED_FAIL, UNEXPECTED_PASS, FLAKY})
WORDS: Final = {
    PASS: "pass",
    FAIL: "fail",
    ERROR: "error",
    UNSUPPORTED: "unsupported",
    NOT_OFFERED: "not offered",
    SKIPPED: "skipped",
    NOT_RUN: "not run",
    EXPECTED_FAIL: "expected failures",
    UNEXPECTED_PASS: "unexpected passes",
    FLAKY: "flaky",
}
SINGULAR: Final = {**WORDS, EXPECTED_FAIL: "expected failure", UNEXPECTED_PASS: "unexpected pass"}

# Causes of an error
CRASH: Final = "crash"
EXIT: Final = "exit"
TIMEOUT: Final = "timeout"
GARBAGE: Final = "garbage"
FLOOD: Final = "flood"
CLOSED: Final = "closed"
MEMORY: Final = "memory"
CPU: Final = "cpu"
REPORTED: Final = "reported"
CAUSES: Final = (CRASH, EXIT, TIMEOUT, GARBAGE, FLOOD, CLOSED, MEMORY, CPU, REPORTED)


class Judgement(Struct, frozen=True, omit_defaults=True):
    """The verdict on one vector under one combination of readings.

    `got` is the answer as it came, cut if long; `want` what another engine answered, where two are compared; `like`
    names the readings and editions under which a wrong answer would be right; `fell` says that the engine went down.
    """

    verdict: str
    cause: str = ""
    message: str = ""
    got: bytes = b""
    want: bytes = b""
    like: tuple[str, ...] = ()
    fell: bool = False
    reason: str = ""


PASSED: Final = Judgement(PASS)


class Down(Struct, frozen=True):
    """How an engine went down: the cause, and what is known of it."""

    cause: str
    message: str
