"""The command `ludex power`: exit status, table, JSON, and words for who asks wrongly."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ludex.cli import main
from ludex.cli._crew import _note
from ludex.cli.power import LEGEND
from ludex.crew import Crew
from ludex.fault import Fault
from ludex.mutation.account import COLUMNS, Account, MutantLine, accounts_json, table
from ludex.mutation.history import History
from ludex.mutation.listing import note_play
from ludex.mutation.mutants import mutants_of
from ludex.mutation.running import Plan
from ludex.mutation.stopping import ASKED, stoppable
from ludex.mutation.trial import STILLBORN
from tests.mutation.toy import GAME, VECTORS, toy


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with toy(tmp_path, monkeypatch, VECTORS):
        yield tmp_path


def dropped_check() -> str:
    found = (m for m in mutants_of(GAME) if m.change.operator == "drop a check" and m.function == "is_left")
    return next(found).hash


def test_a_mutant_that_is_killed_is_success_and_is_written_down(
    world: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = world / "power.json"
    assert main(["power", "--mutant", dropped_check(), "--json", str(report), "-j", "1"]) == 0
    assert "1 of" in capsys.readouterr().out
    line = json.loads(report.read_text())["games"][0]["lines"][0]
    assert (line["outcome"], line["vector"]) == ("killed", "take-more-00000003@v1")


def test_a_mutant_that_survives_fails_and_is_named(world: Path, capsys: pytest.CaptureFixture[str]) -> None:  # noqa: ARG001
    survivor = next(m for m in mutants_of(GAME) if m.function == "unused")
    assert main(["power", "--mutant", survivor.hash, "-j", "1"]) == 1
    out = capsys.readouterr().out
    assert f"survived {survivor.hash}  reference/toygame.py:{survivor.line}" in out


def test_what_killed_is_kept_and_read_again(world: Path) -> None:
    history = world / "history.json"
    for _ in range(2):
        assert main(["power", "--mutant", dropped_check(), "--history", str(history), "-j", "1"]) == 0
    assert json.loads(history.read_text())[GAME]["TOY-TAK-1"] == {"take-more-00000003@v1": 2}


def test_the_list_names_every_mutant(world: Path, capsys: pytest.CaptureFixture[str]) -> None:  # noqa: ARG001
    assert main(["power", "--list"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(mutants_of(GAME))


def test_a_stale_entry_of_the_list_fails_the_check(world: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = '[[equivalent]]\nmutant = "000000000000"\nwhere = "x"\nslip = "y"\nwhy = "nobody could ever tell of it"\n'
    (world / GAME / "power.toml").write_text(text, encoding="utf-8")
    assert main(["power", "--check-equivalents", "-j", "1"]) == 1
    assert "000000000000 (x: y) is stale" in capsys.readouterr().out


def test_an_unknown_game_is_told_with_those_that_there_are(world: Path, capsys: pytest.CaptureFixture[str]) -> None:  # noqa: ARG001
    assert main(["power", "--game", "chess"]) == 2
    assert f"Games: {GAME}" in capsys.readouterr().err


def test_a_history_that_is_none_is_told(world: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (world / "h.json").write_text("[1]", encoding="utf-8")
    assert main(["power", "--mutant", dropped_check(), "--history", str(world / "h.json")]) == 2
    assert "h.json is no history of kills" in capsys.readouterr().err


def test_what_was_played_long_enough_is_noted_and_not_played_again(
    world: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    same = next(m for m in mutants_of(GAME) if m.function == "unused" and m.change.after.endswith("4"))
    listed = world / GAME / "power.toml"
    about = f'where = "{same.where}"\nslip = "a spare number"\nwhy = "Nothing ever asks for that number."\n'
    listed.write_text(f'[[equivalent]]\nmutant = "{same.hash}"\n{about}', encoding="utf-8")
    command = ["power", "--check-equivalents", "--record", "-j", "1", "--seconds"]
    assert main([*command, "0.2"]) == 1
    assert "has not been played for 60 s" in capsys.readouterr().out
    noted = listed.read_text(encoding="utf-8")
    assert "seconds = 0.2\nquestions = " in noted
    assert main([*command, "0.1"]) == 1
    assert f"{GAME}: 0 listed mutants" in capsys.readouterr().out
    assert listed.read_text(encoding="utf-8") == noted


def test_what_killed_is_kept_when_a_campaign_is_interrupted(world: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ludex.mutation import running

    def interrupted(games: object, plan: object, histories: dict[str, History], note: object) -> None:  # noqa: ARG001
        histories[GAME].learn(mutants_of(GAME)[0], "take-more-00000003@v1")
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "accounts_of", interrupted)
    history = world / "history.json"
    assert main(["power", "--history", str(history)]) == 130
    assert "take-more-00000003@v1" in history.read_text()


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[str, str]:
    """What a command prints that ends with a fault: its report, and the words for who asked."""
    assert main([*words]) == 2
    captured = capsys.readouterr()
    return captured.out, captured.err


def test_an_unknown_mutant_is_no_success(world: Path, capsys: pytest.CaptureFixture[str]) -> None:  # noqa: ARG001
    for words in (["--mutant", "zzz"], ["--mutant", dropped_check(), "--mutant", "zzz"], ["--list", "--mutant", "zzz"]):
        assert f"no mutant is called 'zzz' in {GAME}" in said(capsys, "power", *words)[1]


def test_a_mutant_of_the_shared_rules_is_asked_of_all_games(
    world: Path,  # noqa: ARG001
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from ludex.mutation import running

    shared = next(mutant for mutant in mutants_of(GAME) if mutant.is_shared).hash
    monkeypatch.setattr(running, "with_vectors", lambda: (GAME, "another"))
    assert "leave --game out" in said(capsys, "power", "--game", GAME, "--mutant", shared)[1]


def test_a_campaign_without_a_mutant_is_no_success(world: Path, capsys: pytest.CaptureFixture[str]) -> None:  # noqa: ARG001
    out, err = said(capsys, "power", "--minutes", "0.0000001", "-j", "1")
    assert f"{GAME}: none of" in out
    assert "100.00%" not in out
    assert "there was no time in 1e-07 minutes for any mutant" in err


def test_a_mutant_that_no_vector_reaches_is_named_beside_one_that_is_killed(
    world: Path,  # noqa: ARG001
    capsys: pytest.CaptureFixture[str],
) -> None:
    unused = next(mutant for mutant in mutants_of(GAME) if mutant.is_shared and mutant.function == "F").hash
    out, err = said(capsys, "power", "--mutant", dropped_check(), "--mutant", unused, "-j", "1")
    assert f"{GAME}: 1 of" in out
    assert f"no vector reaches the code around {unused}" in err


# For each thing that the command does, what it has no use for.
OF_A_CAMPAIGN = ("--sample 3", "--minutes 3", "--limit 3", "--json x", "--history x", "--all", "--journal x", "--keep")
IDLE = {
    "--list": (*OF_A_CAMPAIGN, "--seed x", "--check-equivalents", "--record", "--seconds 3"),
    "--check-equivalents": (*OF_A_CAMPAIGN, "--mutant x"),
    "--mutant x": ("--sample 3", "--seed x"),
    "--engine x": ("--limit 3", "--history x", "--all", "--check-equivalents", "--record", "--seconds 3"),
}
TOGETHER = [
    (f"{asked} {idle}", f"{asked.split()[0]} does not go with {idle.split()[0]}")
    for asked, every in IDLE.items()
    for idle in every
]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        *TOGETHER,
        ("--record", "--record goes only with --check-equivalents"),
        ("--seconds 3", "--seconds goes only with --check-equivalents"),
        *((f"--{one} x", f"--{one} goes only with --engine") for one in ("build", "sources")),
        ("--keep", "--keep goes only with --engine"),
        ("--seed x", "--seed chooses nothing here"),
        ("--json=", "--json names no file"),
        ("--history=", "--history names no file"),
        ("--json same --history same", "--json and --history name the same file"),
        ("--json /dev/null --history /dev/null", "--json and --history name the same file"),
        ("--engine . --json same --journal same", "--json and --journal name the same file: same"),
    ],
)
def test_no_option_is_ignored_in_silence(
    world: Path,  # noqa: ARG001
    capsys: pytest.CaptureFixture[str],
    words: str,
    told: str,
) -> None:
    assert told in said(capsys, "power", *words.split())[1]


@pytest.mark.parametrize("words", ["--sample 1", "--minutes 0.0000001", "--check-equivalents"])
def test_a_seed_chooses_where_there_is_a_choice(
    world: Path,  # noqa: ARG001
    capsys: pytest.CaptureFixture[str],
    words: str,
) -> None:
    main(["power", "--seed", "x", "-j", "1", *words.split()])
    out, err = capsys.readouterr()
    assert f"{GAME}: " in out
    assert "--seed" not in err


def test_a_mutant_of_the_shared_rules_may_be_listed_by_one_game(
    world: Path,  # noqa: ARG001
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from ludex.mutation import running

    shared = next(mutant for mutant in mutants_of(GAME) if mutant.is_shared).hash
    monkeypatch.setattr(running, "with_vectors", lambda: (GAME, "another"))
    assert main(["power", "--game", GAME, "--list", "--mutant", shared]) == 0
    assert capsys.readouterr().out.startswith(shared)


@pytest.mark.parametrize("minutes", ["nan", "inf", "0", "-1", "soon"])
def test_minutes_are_a_finite_number(capsys: pytest.CaptureFixture[str], minutes: str) -> None:
    with pytest.raises(SystemExit):
        main(["power", "--minutes", minutes])
    assert "a number of minutes above 0" in capsys.readouterr().err


def test_a_game_that_is_named_twice_is_run_once(world: Path, capsys: pytest.CaptureFixture[str]) -> None:  # noqa: ARG001
    twice = ["--game", GAME, "--game", GAME]
    assert main(["power", *twice, "--mutant", dropped_check(), "-j", "1"]) == 0
    assert capsys.readouterr().out.count(f"{GAME}: 1 of") == 1


def test_the_words_of_the_table_are_explained(world: Path, capsys: pytest.CaptureFixture[str]) -> None:  # noqa: ARG001
    assert main(["power", "--mutant", dropped_check(), "-j", "1"]) == 0
    out = capsys.readouterr().out
    assert [name for name in COLUMNS if f"{name}: " not in out and f"{name}, " not in out] == []
    assert "--all also shows" in out


def test_the_list_shows_a_mutant_that_is_named(world: Path, capsys: pytest.CaptureFixture[str]) -> None:  # noqa: ARG001
    assert main(["power", "--list", "--mutant", dropped_check()]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [dropped_check()]


def test_without_vectors_there_is_nothing_to_measure(
    world: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDEX_VECTORS", str(world / "nowhere"))
    for words in (["power"], ["power", "--list"], ["power", "--check-equivalents"], ["coverage"]):
        assert "no game has both a reference and vectors here" in said(capsys, *words)[1]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"x = [", "power.toml is no TOML"),
        (b"\xff\xfe", "power.toml is no TOML: 'utf-8'"),
        (b"[[equivalent]]\nmutant = 3", "power.toml: Expected `str`, got `int`"),
        (None, "power.toml: Is a directory"),
    ],
)
def test_a_list_that_is_none_is_told(
    world: Path, capsys: pytest.CaptureFixture[str], data: bytes | None, told: str
) -> None:
    path = world / GAME / "power.toml"
    path.mkdir() if data is None else path.write_bytes(data)
    assert told in said(capsys, "power", "--check-equivalents")[1]


def test_a_history_in_another_alphabet_is_told(world: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (world / "h.json").write_bytes(b'{"a\xff":{}}')
    words = ["power", "--mutant", dropped_check(), "--history", str(world / "h.json")]
    assert "h.json is no history of kills" in said(capsys, *words)[1]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("option", ["--json", "--history"])
def test_a_report_that_cannot_be_written_is_told_with_its_option(
    world: Path,  # noqa: ARG001
    capsys: pytest.CaptureFixture[str],
    option: str,
) -> None:
    words = ["power", "--mutant", dropped_check(), "-j", "1", option, "/dev/full"]
    assert f"Choose another file for {option}." in said(capsys, *words)[1]


def test_a_file_that_cannot_be_written_costs_neither_the_table_nor_the_other_file(
    world: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["power", "--mutant", dropped_check(), "-j", "1"]
    assert main([*words, "--history", "/dev/full", "--json", str(world / "power.json")]) == 2
    said = capsys.readouterr()
    assert "1 of" in said.out
    assert "cannot write /dev/full: No space left on device\n  Choose another file for --history." in said.err
    assert json.loads((world / "power.json").read_text())["games"][0]["lines"]
    assert main([*words, "--history", str(world / "history.json"), "--json", "/dev/full"]) == 2
    assert "1 of" in capsys.readouterr().out
    assert json.loads((world / "history.json").read_text())[GAME]


def test_who_is_listed_in_another_way_of_writing_is_noted_too() -> None:
    for name in ("mutant = 'abc'", '"mutant" = "abc"  # so', "  mutant='abc'"):
        text = f'[[equivalent]]\n{name}\nwhy = "x"  # y\n# Of the next.\n\n[[equivalent]]\nmutant = "def"\n'
        lines = text.splitlines()
        assert note_play(text, "abc", 60, 9).splitlines() == [*lines[:3], "seconds = 60", "questions = 9", *lines[3:]]


def test_where_nobody_counts_there_is_no_power() -> None:
    line = MutantLine("abc", "x.py:1", "f", (), "a slip", STILLBORN, None, None, 0, 0.0)
    for lines in ([], [line]):
        account = Account(GAME, 9, lines, [])
        assert "100" not in "".join(table(account))
        assert accounts_json([account])["games"][0]["power"] is None


@pytest.mark.parametrize("asked", ASKED)
def test_a_request_to_end_is_like_an_interruption(asked: int) -> None:
    before = signal.signal(asked, signal.SIG_DFL)
    try:
        with pytest.raises(KeyboardInterrupt), stoppable():
            signal.raise_signal(asked)
        assert signal.getsignal(asked) is signal.SIG_DFL
    finally:
        signal.signal(asked, before)


# -- what the command tells, of campaigns and plays that are not run


class Play:
    """Two mutants that are listed, each played as a test says; and what was asked for."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, world: Path, differences: tuple[str, str], *faults: str
    ) -> None:
        self.asked: list[object] = []
        self.listed, self.differences, self.faults = mutants_of(GAME)[:2], differences, faults
        self.path = world / GAME / "power.toml"
        self.path.write_text("", encoding="utf-8")
        monkeypatch.setattr("ludex.mutation.equivalents.mutants_on", self.choose)
        monkeypatch.setattr("ludex.mutation.equivalents.replay", self.replay)
        monkeypatch.setattr("ludex.mutation.equivalents.replay_shared", lambda *_: iter(()))
        monkeypatch.setattr("ludex.mutation.listing.faults_of", self.look)
        monkeypatch.setattr("ludex.mutation.listing.note_play", lambda text, name, *rest: f"{text}{name} {rest}\n")
        monkeypatch.setattr("ludex.mutation.listing.read_listing", lambda path: path)

    def choose(self, _: object, mutants: list[object], seconds: float | None) -> list[object]:
        self.asked.append(("choose", len(mutants), seconds))
        return list(self.listed) if len(self.asked) == 1 else []

    def replay(self, game: str, chosen: list[object], *how: object) -> Iterator[tuple[object, SimpleNamespace]]:
        self.asked.append((game, len(chosen), *how))
        for mutant, difference in zip(self.listed, self.differences, strict=True):
            yield mutant, SimpleNamespace(asked=600, difference=difference)

    def look(self, _: object, mutants: list[object], of: int) -> list[str]:
        self.asked.append(("look", len(mutants), of))
        return list(self.faults) if len(self.asked) == 3 else []


@pytest.mark.parametrize(
    ("words", "usual", "recorded"),
    [
        ((), 1.0, None),
        (("--seconds", "0.5"), 0.5, None),
        (("--record",), 60.0, 60.0),
        (("--record", "--seconds", "2"), 2.0, 2.0),
    ],
)
def test_the_listed_mutants_are_played_as_long_as_is_said_and_noted_where_asked_for(
    words: tuple[str, ...],
    usual: float,
    recorded: float | None,
    world: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    play = Play(monkeypatch, world, ("", ""))
    own = len([mutant for mutant in mutants_of(GAME) if not mutant.is_shared])
    shared = len(mutants_of(GAME)) - own
    assert main(["power", "--check-equivalents", "--seed", "s", "-j", "3", *words]) == 0
    assert capsys.readouterr().out == (
        f"{GAME}: 2 listed mutants played, {usual:g} s each, 1,200 questions, 0 faults\n"
        f"the shared rules: 0 listed mutants played, {usual:g} s each, 0 questions, 0 faults\n"
    )
    assert play.asked[:3] == [
        ("choose", own, recorded),
        (GAME, 2, usual, "s", Crew(3, None, _note)),
        ("look", own, own),
    ]
    assert play.asked[3:] == [("choose", shared, recorded), ("look", shared, own + shared)]
    noted = "".join(f"{one.hash} ({usual}, 600)\n" for one in play.listed) if recorded else ""
    assert play.path.read_text(encoding="utf-8") == noted


def test_a_mutant_that_is_another_game_and_a_list_out_of_order_are_faults(
    world: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play = Play(monkeypatch, world, ("d" * 2001, ""), "one is stale")
    one = play.listed[0]
    assert main(["power", "--check-equivalents", "--record", "-j", "1"]) == 1
    assert capsys.readouterr().out.splitlines()[:3] == [
        f"{GAME}: {one.hash} ({one.where}: {one.what}) is another game: {'d' * 2000}",
        f"{GAME}: one is stale",
        f"{GAME}: 2 listed mutants played, 60 s each, 1,200 questions, 2 faults",
    ]
    assert play.path.read_text(encoding="utf-8") == f"{play.listed[1].hash} (60.0, 600)\n"
    assert play.asked[1][-2:] == ("", Crew(1, None, _note))  # type: ignore[index]


def account(enough: bool, *names: str) -> SimpleNamespace:
    return SimpleNamespace(is_enough=enough, lines=[SimpleNamespace(mutant=name) for name in names])


@pytest.mark.parametrize(("enough", "status"), [((True, True), 0), ((True, False), 1), ((False, True), 1)])
def test_a_campaign_is_told_game_by_game_and_is_as_good_as_the_worst(
    enough: tuple[bool, bool],
    status: int,
    world: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    given: list[object] = []

    def accounts(*words: object) -> list[SimpleNamespace]:
        given.append(words[:2])
        words[-1]("half of it")  # type: ignore[operator]
        return [account(good, name) for good, name in zip(enough, "ab", strict=True)]

    monkeypatch.setattr("ludex.mutation.running.accounts_of", accounts)
    monkeypatch.setattr("ludex.mutation.account.table", lambda one, every: (one.lines[0].mutant, f"{every}"))
    monkeypatch.setattr("ludex.mutation.account.accounts_json", lambda found: {"games": len(found)})
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    out = world / "power.json"
    assert main(["power", "--all", "--json", str(out), "-j", "3", "--sample", "4", "--limit", "5"]) == status
    said, noted = capsys.readouterr()
    assert said == f"a\nTrue\nb\nTrue\n{LEGEND}\n"
    assert noted == "  half of it\n"
    assert out.read_text() == '{\n "games": 2\n}\n'
    assert given == [((GAME,), Plan(Crew(3, None, _note), 4, None, "", 5.0, frozenset()))]
    monkeypatch.setattr("sys.stderr.isatty", lambda: False)
    assert main(["power"]) == status
    assert capsys.readouterr().err == ""
    assert given[1][1] == Plan(Crew(2, None, _note), None, None, "", 60.0, frozenset())  # type: ignore[index]


def test_the_time_of_a_campaign_ends_with_its_minutes(world: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001
    given: list[Plan] = []

    def accounts(_: object, plan: Plan, *__: object) -> list[SimpleNamespace]:
        given.append(plan)
        return [account(True, "a")]

    monkeypatch.setattr("ludex.mutation.running.accounts_of", accounts)
    monkeypatch.setattr("ludex.mutation.account.table", lambda *_: ())
    monkeypatch.setattr(time, "monotonic", lambda: 1000.0)
    assert main(["power", "--minutes", "2.5", "--seed", "s"]) == 0
    assert (given[0].until, given[0].seed) == (1150.0, "s")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "no vector reaches the code around any mutant\n  `ludex power --list` shows where that is.\n"),
        (("--minutes", "2.5"), "there was no time in 2.5 minutes for any mutant\n  Give more --minutes.\n"),
    ],
)
def test_a_campaign_that_comes_to_nothing_says_why(
    words: tuple[str, ...], told: str, world: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("ludex.mutation.running.accounts_of", lambda *_: [account(True)])
    monkeypatch.setattr("ludex.mutation.account.table", lambda *_: ["none of them"])
    assert main(["power", *words]) == 2
    assert capsys.readouterr() == ("none of them\n", f"ludex: {told}")
    one, other = sorted(mutant.hash for mutant in mutants_of(GAME)[:2])
    monkeypatch.setattr("ludex.mutation.running.accounts_of", lambda *_: [account(True)])
    assert main(["power", "--mutant", other, "--mutant", one]) == 2
    assert capsys.readouterr() == (
        "",
        f"ludex: no vector reaches the code around {one} {other}\n  `ludex power --list` shows where that is.\n",
    )
    assert not (world / "history").exists()


def test_the_list_shows_place_clauses_and_slip(world: Path, capsys: pytest.CaptureFixture[str]) -> None:  # noqa: ARG001
    every = mutants_of(GAME)
    assert main(["power", "--list"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{one.hash}  {one.where} {one.function}  {' '.join(one.clauses)}  {one.what}" for one in every
    ]
    assert main(["power", "--list", "--mutant", every[1].hash]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [every[1].hash]


@pytest.mark.parametrize("minutes", ["0", "-1", "nan", "inf", "x"])
def test_minutes_are_a_number_above_none(minutes: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["power", "--minutes", minutes])
    assert "argument --minutes: a number of minutes above 0" in capsys.readouterr().err


@pytest.mark.parametrize(("words", "listed"), [((), "ab"), (("--mutant", "b"), "b"), (("--mutant", "c"), "")])
def test_the_list_of_an_engine_shows_all_or_what_is_named(
    words: tuple[str, ...], listed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    slips = [SimpleNamespace(hash=name, where="engine.js:7", function="apply", what="drops a check") for name in "ab"]
    monkeypatch.setattr("ludex.mutation.engines.folder.describe", lambda *_: "the engine")
    monkeypatch.setattr("ludex.mutation.engines.folder.slips_of", {"the engine": slips}.__getitem__)
    assert main(["power", "--engine", "there", "--list", *words]) == 0
    assert capsys.readouterr().out == "".join(f"{name}  engine.js:7 apply  drops a check\n" for name in listed)


def test_what_is_asked_of_the_mutants_of_an_engine_is_its_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    plans: list[Any] = []

    def account_of(engine: str, plan: Any, journal: Path | None, *_: Any) -> None:
        plans.append((engine, plan, journal))
        raise Fault("enough")

    monkeypatch.setattr("ludex.mutation.engines.folder.describe", lambda root, *_: f"the engine of {root}")
    monkeypatch.setattr("ludex.mutation.engines.running.account_of", account_of)
    since = time.monotonic()
    words = ["--minutes", "2", "--sample", "3", "--seed", "s", "-j", "2", "--journal", "j"]
    assert main(["power", "--engine", "there", *words]) == 2
    assert main(["power", "--engine", "there", "--mutant", "x"]) == 2
    (engine, plan, journal), (_, one, none) = plans
    assert (engine, journal, none) == ("the engine of there", Path("j"), None)
    assert (plan.jobs, plan.sample, plan.seed, plan.only) == (2, 3, "s", frozenset())
    assert since + 120 <= plan.until <= time.monotonic() + 120
    assert (one.sample, one.seed, one.until, one.only) == (None, "", None, frozenset({"x"}))
