"""Tells what a campaign found: the account, and each finding with its boards, its scenario and its token."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

from ludex.fuzz.campaign import FuzzAccount
from ludex.fuzz.findings import FuzzFinding
from ludex.judge.escape import visible
from ludex.report.drawing import Easel
from ludex.rulebook import rulebook
from ludex.vectors.suite import facts_of_register
from ludex.wording import quantity

COLUMNS = 100
MOST_CLAUSES = 4


def lines(account: FuzzAccount, findings: Sequence[FuzzFinding], command: Sequence[str]) -> Iterator[str]:
    """The report for people."""
    hello = account.hello
    name = visible(f"{hello.engine.name} {hello.engine.version}", 80) if hello else "no hello"
    rate = account.compared / account.seconds if account.seconds else 0.0
    yield f"engine: {name} · {quantity(len(account.settings), 'setting')}"
    compared = quantity(account.compared, "question")
    yield f"compared with the reference: {compared} in {account.seconds:.1f} s ({rate:,.0f} a second)"
    if account.unsupported:
        yield f"unsupported, as the engine says: {account.unsupported:,}"
    if account.stopped:
        yield f"stopped: {visible(account.stopped, 400)}"
    if account.interrupted:
        yield "interrupted: what was found until then follows, not all of it made smaller"
    yield f"differences: {account.differing:,}, of {quantity(len(findings), 'cause')}"
    for number, finding in enumerate(findings, 1):
        yield ""
        yield from _finding(number, finding, command)


def _finding(number: int, finding: FuzzFinding, command: Sequence[str]) -> Iterator[str]:
    told = ", ".join(f"{way} {many:,}" for way, many in finding.directions.items())
    yield f"── {number}. {finding.clause or 'of no clause that is known'} · met by {finding.count:,} ({told})"
    yield from (f"   {line}".rstrip() for line in _body(finding, command))


def _body(finding: FuzzFinding, command: Sequence[str]) -> Iterator[str]:
    book = rulebook(finding.game)
    yield visible(finding.message, 400)
    for clause in [finding.clause, *(one for one in finding.clauses if one != finding.clause)][:MOST_CLAUSES]:
        if clause in book:
            yield f"{clause}: {' '.join(book[clause].sentence.split())}"
    flipped = " ".join(f"{entry}={choice}" for entry, choice in sorted(finding.readings.items()))
    yield f"{finding.operation} · {finding.edition}" + (f" with {flipped}" if flipped else "")
    choices = {**facts_of_register(finding.game, finding.edition).defaults(), **finding.readings}
    easel = Easel(finding.game, finding.edition, choices, COLUMNS)
    for block in easel.failure(finding.operation, finding.input, finding.expect, finding.got):
        yield ""
        yield from block.split("\n")
    yield ""
    if finding.scenario:
        yield "as a scenario:"
        yield from (f"  {line}" for line in finding.scenario.splitlines())
    yield f"vector: {finding.id}"
    yield f"again: ludex fuzz --replay {finding.token} -- {shlex.join(command)}"
