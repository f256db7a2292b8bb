"""Whatever an engine does, and whenever somebody stops it: what was found so far is kept, and a campaign goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from ludex.cli import main
from ludex.fault import Fault
from ludex.fuzz import shares
from ludex.fuzz.campaign import Campaign, FuzzAccount
from ludex.fuzz.findings import finding_of
from ludex.fuzz.journal import read_past
from ludex.fuzz.order import FuzzOrder
from ludex.fuzz.pages import html, junit
from ludex.fuzz.telling import account_lines
from ludex.runner.interruption import Interruption
from ludex.runner.limits import Limits
from tests.fuzz.conftest import GAME
from tests.wrong_engines import LUDEX

ENGINE = Path(__file__).with_name("misbehaving.py")
QUICK = Limits(timeout=4.0, start=60.0, answer=64 << 10, falls=4, grace=0.3)
SLIP = "TAC-TRN-2"
SHARE = 100
PATIENCE_SECONDS = 300
QUESTIONS = 300
ALL = bool(os.environ.get("LUDEX_ALL"))


def command(how: str, when: str, folder: Path) -> tuple[str, ...]:
    return (sys.executable, str(ENGINE), how, when, str(folder))


def fuzz(engine: tuple[str, ...], questions: int = QUESTIONS, seed: str = "2", **more: object) -> FuzzAccount:
    order = FuzzOrder(GAME, engine, questions=questions, seed=seed, limits=QUICK, **more)  # type: ignore[arg-type]
    return Campaign(order, Interruption()).run()


def causes(account: FuzzAccount) -> set[tuple[str, str]]:
    return {(one.clause, way) for one in account.found for way in one.directions}


@pytest.fixture
def small_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares, "SHARE_QUESTIONS", SHARE)


class Whole(NamedTuple):
    """A campaign in small shares that nobody stopped: its engine, what it found, and its journal."""

    engine: tuple[str, ...]
    account: FuzzAccount
    journal: Path


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """A campaign that all others come to in the end."""
    folder = tmp_path_factory.mktemp("whole")
    engine = command("behave", "never", folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shares, "SHARE_QUESTIONS", SHARE)
        return Whole(engine, fuzz(engine, journal=folder / "journal"), folder / "journal")


@pytest.mark.parametrize(
    ("how", "told"), [("crash", "crash"), ("hang", "timeout"), ("flood", "flood"), ("garbage", "garbage")]
)
def test_what_was_found_before_an_engine_falls_is_kept(how: str, told: str, tmp_path: Path) -> None:
    account = fuzz(command(how, "some", tmp_path), seed="3")  # by which the slip is met before the falls
    assert SLIP in {clause for clause, _ in causes(account)}
    assert any(told in way for _, way in causes(account)), causes(account)


@pytest.mark.parametrize(("how", "told"), [("crash", "SIGABRT"), ("garbage", "this is no answer")])
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_fall_that_no_question_brings_about_is_told_and_is_no_finding(
    how: str, told: str, jobs: int, tmp_path: Path
) -> None:
    account = fuzz(command(how, "tired", tmp_path), jobs=jobs)
    assert {clause for clause, _ in causes(account)} == {SLIP}
    assert account.falls.total() == 1 + QUESTIONS // 200
    assert [told in way for way in account.falls] == [True]
    said = "\n".join(account_lines(account, []))
    assert "the engine fell 2 times and then answered all that it was asked alone, so that no question shows" in said
    page, suites = "\n".join(html(account, [], ["x"], GAME)), "\n".join(junit(account, [], ["x"], GAME))
    assert ("the engine fell 2 times" in page, suites.count("the engine fell 2 times")) == (True, 1)
    assert 'failures="0" errors="0"' in suites


def test_falls_are_kept_in_the_journal_and_told_of_each_engine(tmp_path: Path) -> None:
    engine, path = command("crash", "tired", tmp_path), tmp_path / "journal"
    whole = fuzz(engine, journal=path).falls
    assert read_past(path).tallies[0].falls == whole
    assert fuzz(engine, journal=path, resume=True).falls == whole
    one, two = sorted(fuzz(engine, against=(engine,)).falls)
    assert (" (1): the engine " in one, " (2): the engine " in two) == (True, True)


def test_an_engine_that_is_another_after_a_fall_is_noted_once(tmp_path: Path) -> None:
    account = fuzz(command("renamed", "tired", tmp_path))
    assert account.notes == ["after a restart the hello was another one"]


# In what ways an engine falls is told above; here it is that it comes back, or does not.
@pytest.mark.parametrize("how", ["crash", "gone", *(["hang", "flood", "garbage"] if ALL else [])])
def test_an_engine_that_falls_while_findings_are_made_smaller_loses_none(how: str, tmp_path: Path) -> None:
    account = fuzz(command(how, "second-start", tmp_path))
    assert {clause for clause, _ in causes(account)} == {SLIP}
    assert [finding_of(GAME, "x", one).clause for one in account.found] == [one.clause for one in account.found]


@pytest.mark.usefixtures("small_shares")
def test_what_was_done_is_not_done_again(whole: Whole, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    fuzz(whole.engine, questions=2 * SHARE + 50, journal=journal)
    again = fuzz(whole.engine, journal=journal, resume=True)
    assert (again.resumed, again.asked) == (2 * SHARE, QUESTIONS)
    assert again.found == whole.account.found != []


@pytest.mark.usefixtures("small_shares")
def test_a_torn_line_is_asked_again_and_another_campaign_is_refused(whole: Whole, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    lines = whole.journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join([*lines[:2], lines[2].replace(b"legal", b"lagel", 1), lines[3][:-30]]))
    again = fuzz(whole.engine, journal=journal, resume=True)
    assert again.found == whole.account.found
    assert "2; they are asked again" in again.notes[0]
    assert len(read_past(journal).tallies) == 3
    with pytest.raises(Fault, match="journal of another run: the command was"):
        fuzz(command("behave", "otherwise", tmp_path), journal=journal, resume=True)


@pytest.mark.parametrize("content", [None, b"", b"{}\n", b'{"journal":2}\n'])
def test_what_is_no_journal_of_a_campaign_is_refused(
    content: bytes | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "journal"
    if content is not None:
        path.write_bytes(content)
    words = ["fuzz", "--game", GAME, "--journal", str(path), "--resume", "--", *LUDEX, "engine"]
    assert main(words) == 2
    told = capsys.readouterr().err
    assert "journal" in told
    assert ("without --resume begins it anew" in told) == (content == b"")
    assert not path.exists() or path.read_bytes() == content


@pytest.mark.usefixtures("small_shares")
@pytest.mark.parametrize("content", ["my diary\n", "whole"])
def test_what_would_be_lost_is_not_overwritten(content: str, whole: Whole, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    path.write_bytes(whole.journal.read_bytes() if content == "whole" else content.encode())
    before = path.read_bytes()
    with pytest.raises(Fault, match="it is left as it is"):
        fuzz(whole.engine, journal=path)
    assert path.read_bytes() == before


@pytest.mark.usefixtures("small_shares")
@pytest.mark.parametrize("content", [b"", b'{"fuzz":1,"wha'])
def test_where_nothing_is_lost_a_campaign_is_begun(content: bytes, whole: Whole, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    path.write_bytes(content)
    with pytest.raises(Fault) as told:
        fuzz(whole.engine, journal=path, resume=True)
    assert told.value.remedy.endswith("without --resume begins it anew.")
    fuzz(whole.engine, questions=SHARE, journal=path)
    assert len(read_past(path).tallies) == 1


@pytest.mark.usefixtures("small_shares")
def test_any_number_of_engines_finds_the_same(whole: Whole) -> None:
    one, two, three = (whole.account, *(fuzz(whole.engine, jobs=jobs) for jobs in (2, 3)))
    assert one.found == two.found == three.found != []
    assert one.asked == two.asked == three.asked == QUESTIONS


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_whoever_stops_a_campaign_is_told_what_was_found_and_can_go_on(jobs: str, tmp_path: Path) -> None:
    engine = command("behave", "never", tmp_path)
    options = [
        "--game",
        GAME,
        "--seed",
        "1",
        "--questions",
        "200000",
        "-j",
        jobs,
        "--journal",
        str(tmp_path / "journal"),
    ]
    words = [*LUDEX, "fuzz", *options, "--into", str(tmp_path / "into"), "--", *engine]
    run = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + PATIENCE_SECONDS
    while not (tmp_path / "slips").exists() and time.monotonic() < until:
        time.sleep(0.1)
    time.sleep(1)
    os.kill(run.pid, signal.SIGINT)
    out, told = run.communicate(timeout=600)
    assert run.returncode == 130, told
    assert f"1. {SLIP}" in out
    assert "interrupted: what was found until then follows" in out
    assert list((tmp_path / "into" / GAME).glob("*.ludex"))
    assert read_past(tmp_path / "journal").bad == 0
