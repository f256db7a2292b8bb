"""Tells what a campaign found: the account, and each finding with its boards, its scenario and its token."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from ludex.fuzz.campaign import FuzzAccount
from ludex.fuzz.findings import FuzzFinding
from ludex.judge.escape import visible
from ludex.protocol.messages import BROKEN
from ludex.report.drawing import Easel
from ludex.rulebook import rulebook
from ludex.vectors.suite import facts_of_register
from ludex.wording import first, quantity, texts_with_counts

COLUMNS = 100
MOST_CLAUSES = 4
MOST_WAYS_TOLD = 3  # of falling
OF_NO_CLAUSE = "of no clause that is known"


def lines(account: FuzzAccount, findings: Sequence[FuzzFinding], command: Sequence[str]) -> Iterator[str]:
    """The report for people."""
    yield from account_lines(account, findings)
    for number, finding in enumerate(findings, 1):
        told = ", ".join(f"{way} {many:,}" for way, many in finding.directions.items())
        yield ""
        yield f"── {number}. {name_of(finding)} · met by {finding.count:,} ({told})"
        yield from (f"   {line}".rstrip() for line in finding_lines(finding, command))


def account_lines(account: FuzzAccount, findings: Sequence[FuzzFinding]) -> Iterator[str]:
    """How the campaign went."""
    hello = account.hello
    name = visible(f"{hello.engine.name} {hello.engine.version}", 80) if hello else "no hello"
    fresh = account.compared - account.resumed
    rate = fresh / account.seconds if account.seconds else 0.0
    yield f"engine: {name} · {quantity(len(account.settings), 'setting')}"
    yield f"compared: {quantity(fresh, 'question')} in {account.seconds:.1f} s ({rate:,.0f} a second)"
    if account.resumed:
        yield f"of the journal: {account.resumed:,} more"
    if account.unsupported:
        yield f"unsupported, as the engine says: {account.unsupported:,}"
    if account.grown:
        yield f"new to the corpus: {account.grown:,}"
    yield from _falls(account)
    yield from (f"note: {visible(note, 400)}" for note in account.notes)
    if account.stopped:
        yield f"stopped: {visible(account.stopped, 400)}"
    if account.interrupted:
        yield "interrupted: what was found until then follows, not all of it made smaller"
    yield f"differences: {account.differing:,}, of {quantity(len(findings), 'cause')}"


def _falls(account: FuzzAccount) -> Iterator[str]:
    """The falls that are no finding, as no question shows them."""
    if account.falls:
        times = quantity(account.falls.total(), "time")
        yield f"the engine fell {times} and then answered all that it was asked alone, so that no question shows why:"
        for way in first([*texts_with_counts(account.falls.most_common())], MOST_WAYS_TOLD):
            yield f"  {visible(way, 400)}"


def name_of(finding: FuzzFinding) -> str:
    """What a finding is called: its clause."""
    return finding.clause or OF_NO_CLAUSE


def finding_lines(finding: FuzzFinding, command: Sequence[str]) -> Iterator[str]:
    """A finding with all that is known of it."""
    book = rulebook(finding.game)
    yield visible(finding.message, 400)
    for clause in [finding.clause, *(one for one in finding.clauses if one != finding.clause)][:MOST_CLAUSES]:
        if clause in book:
            yield f"{clause}: {' '.join(book[clause].sentence.split())}"
    flipped = " ".join(f"{entry}={choice}" for entry, choice in sorted(finding.readings.items()))
    yield f"{finding.operation} · {finding.edition}" + (f" with {flipped}" if flipped else "")
    for block in easel_of(finding).failure(finding.operation, finding.input, expected_of(finding), finding.got):
        yield ""
        yield from block.split("\n")
    yield ""
    if finding.scenario:
        yield "as a scenario:"
        yield from (f"  {line}" for line in finding.scenario.splitlines())
    yield f"vector: {finding.id}"
    yield f"again: {rerun(finding, command)}"


def easel_of(finding: FuzzFinding) -> Easel:
    """What draws its boards."""
    choices = {**facts_of_register(finding.game, finding.edition).defaults(), **finding.readings}
    return Easel(finding.game, finding.edition, choices, COLUMNS)


def expected_of(finding: FuzzFinding) -> Any:
    """What the answer is held against: another engine's, where several are held against each other."""
    try:
        return msgspec.json.decode(finding.want) if finding.want else finding.expect
    except BROKEN:  # it was cut
        return finding.expect


def rerun(finding: FuzzFinding, command: Sequence[str]) -> str:
    """The command that meets it again."""
    others = [word for other in finding.against for word in ("--against", shlex.join(other))]
    return shlex.join(["ludex", "fuzz", "--replay", finding.token, *others, "--", *command])
