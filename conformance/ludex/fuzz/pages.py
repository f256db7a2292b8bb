"""Findings for others than a terminal: a page with boards, and JUnit XML for CI."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree.ElementTree import Element, indent, tostring

from msgspec import Struct

from ludex.fuzz.campaign import FuzzAccount
from ludex.fuzz.findings import FuzzFinding
from ludex.fuzz.telling import account_lines, easel_of, expected_of, finding_lines, name_of, rerun
from ludex.judge.escape import visible
from ludex.report.html import Anchors, PanelShown, clause_groups, show_panels
from ludex.report.pagemaking import page
from ludex.report.pencil import Pencil
from ludex.rulebook import rulebook

PAGE_IDS = frozenset({"clauses"})
MOST_LETTERS_OF_A_TEXT = 60_000


class FindingShown(Struct, frozen=True):
    """A finding as the page has it; what it shares with a failure of a run is drawn in the same way."""

    anchor: str
    name: str
    many: int
    directions: str
    id: str
    verdict: str
    setting: str
    why: str
    clauses: tuple[str, ...]
    panels: tuple[PanelShown, ...]
    legend: tuple[Any, ...]
    again: str
    scenario: str
    more_clauses: int = 0
    next_step: str = ""


def html(account: FuzzAccount, findings: Sequence[FuzzFinding], command: Sequence[str], game: str) -> Iterator[str]:
    """The lines of the page."""
    book, pencil = rulebook(game), Pencil()
    anchors = Anchors({*PAGE_IDS, *book, *(clause.group for clause in book.values())})
    yield from page(
        "fuzz.html",
        pencil,
        title=f"{game}: what fuzzing found",
        account=list(account_lines(account, findings)),
        findings=[_show(one, anchors.name(one.id), pencil, command) for one in findings],
        book=book,
        rules=clause_groups(book),
    )


def _show(finding: FuzzFinding, anchor: str, pencil: Pencil, command: Sequence[str]) -> FindingShown:
    easel = easel_of(finding)
    parts = easel.panels(finding.operation, finding.input, expected_of(finding), finding.got)
    panels, legend = show_panels(parts, easel, pencil)
    flipped = " ".join(f"{entry}={choice}" for entry, choice in sorted(finding.readings.items()))
    return FindingShown(
        anchor=anchor,
        name=name_of(finding),
        many=finding.count,
        directions=", ".join(f"{way} {many:,}" for way, many in finding.directions.items()),
        id=finding.id,
        verdict=finding.verdict,
        setting=f"{finding.edition} with {flipped}" if flipped else finding.edition,
        why=finding.message,
        clauses=tuple(dict.fromkeys([*filter(None, [finding.clause]), *finding.clauses])),
        panels=tuple(panels),
        legend=tuple(pencil.samples(legend)),
        again=rerun(finding, command),
        scenario=finding.scenario,
    )


def junit(account: FuzzAccount, findings: Sequence[FuzzFinding], command: Sequence[str], game: str) -> Iterator[str]:
    """The lines of the file: a test case for each finding, which fails, and one for the campaign."""
    count = {"tests": len(findings) + 1, "failures": len(findings), "errors": int(bool(account.stopped))}
    suite = _element("testsuite", name=f"{game}: fuzzing", **count, time=f"{account.seconds:.3f}")
    campaign = _element("testcase", classname=f"ludex.{game}", name="the campaign", time=f"{account.seconds:.3f}")
    told = "\n".join(account_lines(account, findings))
    if account.stopped:
        campaign.append(_element("error", told, type="stopped", message=account.stopped))
    suite.append(campaign)
    for one in findings:
        case = _element("testcase", classname=f"ludex.{game}.{name_of(one)}", name=one.id, time="0.000")
        text = "\n".join(finding_lines(one, command))
        case.append(_element("failure", text, type=one.verdict, message=f"{name_of(one)}: {one.message}"))
        suite.append(case)
    suite.append(_element("system-out", told))
    whole = _element("testsuites", name=f"Ludex: {game}", **count)
    whole.append(suite)
    indent(whole, space="")
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield from tostring(whole, encoding="unicode").split("\n")


def _element(tag: str, text: str = "", /, **attributes: object) -> Element:
    made = Element(tag, {name: visible(str(value), 4000) for name, value in attributes.items()})
    made.text = visible(text, MOST_LETTERS_OF_A_TEXT, lines=True)
    return made
