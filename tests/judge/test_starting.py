"""How engines are found, built, started and reached, and what is said where that cannot be."""

from __future__ import annotations

import errno
import json
import shutil
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ludex.fault import Fault
from ludex.judge.case import Endless, Unplayable
from ludex.runner import process as processes
from ludex.runner import tcp
from ludex.runner.address import Address
from ludex.runner.examples import ExampleEngine, build, examples, lacking
from ludex.runner.guard import engines_left
from ludex.runner.limits import Limits
from ludex.runner.playing import MOST_STEPS, Count, carried_beside, player_for, replay
from ludex.runner.reaper import REAPER
from ludex.runner.tcp import address

# -- example engines


def laid(root: Path, name: str, **fields: Any) -> Path:
    folder = root / name
    folder.mkdir()
    whole = {"name": name, "game": "nim", "command": ["node", "engine.js"], **fields}
    (folder / "engine.json").write_text(json.dumps(whole))
    return folder


def test_examples_are_read_by_name_with_what_lies_in_their_folder(tmp_path: Path) -> None:
    for name in ("b", "a"):
        folder = laid(tmp_path, name, needs="node", minimum="18")
    (folder / "engine.js").write_text("")
    first, second = examples(tmp_path)
    assert (first.name, second.name) == ("a", "b")
    assert first.run == ("node", str(folder / "engine.js"))
    assert second.run == ("node", "engine.js")
    assert (first.game, first.needs, first.minimum, first.build, first.folder) == ("nim", "node", "18", (), str(folder))
    assert ExampleEngine("x", "nim", ("engine.js",)).run == ("engine.js",)


def test_an_example_that_says_nothing_of_itself_is_told(tmp_path: Path) -> None:
    (laid(tmp_path, "a") / "engine.json").write_text("{}")
    with pytest.raises(Fault) as caught:
        examples(tmp_path)
    assert caught.value.message.startswith(f"{tmp_path / 'a' / 'engine.json'}: Object missing required field")
    assert caught.value.remedy.startswith(
        'It holds "name", "game", "command", and perhaps "needs", "minimum", "build", '
    )


@pytest.mark.parametrize(
    ("fields", "on_path", "said", "told"),
    [
        ({}, (), "", ""),
        ({"needs": "node"}, (), "", "node is not on PATH"),
        ({"needs": "node"}, ("node",), "", ""),
        ({"needs": "node", "minimum": "18.2"}, ("node",), "v18.2.0\n", ""),
        ({"needs": "node", "minimum": "18.2"}, ("node",), "v18.2\n", ""),
        ({"needs": "node", "minimum": "18.2"}, ("node",), "v18.1.9", "node is 18.1.9; 18.2 or later is needed"),
        ({"needs": "node", "minimum": "18"}, ("node",), "nothing", "node is unknown; 18 or later is needed"),
        ({"needs": "node", "build": ("make", "all")}, ("node",), "", "make, which builds it, is not on PATH"),
        ({"needs": "node", "build": ("make", "all")}, ("node", "make"), "", ""),
        ({"build": ("make",)}, (), "", ""),
    ],
)
def test_what_a_machine_lacks_for_an_example(
    monkeypatch: pytest.MonkeyPatch, fields: dict[str, Any], on_path: tuple[str, ...], said: str, told: str
) -> None:
    asked: list[Any] = []

    def run(words: list[str], **more: Any) -> Any:
        asked.append((words, more.get("timeout")))
        return SimpleNamespace(stdout=said, stderr="9.9.9")

    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}" if name in on_path else None)
    monkeypatch.setattr(subprocess, "run", run)
    assert lacking(ExampleEngine("x", "nim", ("x",), **fields)) == told
    assert asked == ([(["/bin/node", "--version"], 20)] if "minimum" in fields else [])


@pytest.mark.parametrize(
    ("out", "err", "told"), [("", "openjdk 21.0.1", ""), ("", "16.0", "java is 16.0; 17 or later is needed")]
)
def test_some_say_their_version_on_stderr(monkeypatch: pytest.MonkeyPatch, out: str, err: str, told: str) -> None:
    monkeypatch.setattr(shutil, "which", str)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: SimpleNamespace(stdout=out, stderr=err))
    assert lacking(ExampleEngine("x", "nim", ("x",), "java", "17")) == told


@pytest.mark.parametrize("error", [OSError("no"), subprocess.TimeoutExpired("x", 20)])
def test_a_tool_that_does_not_say_its_version_is_not_enough(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def run(*_: Any, **__: Any) -> Any:
        raise error

    monkeypatch.setattr(shutil, "which", str)
    monkeypatch.setattr(subprocess, "run", run)
    assert lacking(ExampleEngine("x", "nim", ("x",), "java", "17")) == "java is unknown; 17 or later is needed"


def test_an_example_is_built_in_its_folder(tmp_path: Path) -> None:
    build(ExampleEngine("x", "nim", ("x",)))
    build(ExampleEngine("x", "nim", ("x",), build=("sh", "-c", "echo 1 > built"), folder=str(tmp_path)))
    assert (tmp_path / "built").read_text() == "1\n"
    failing = "printf %401d 1 >&2; exit 3"
    with pytest.raises(Fault) as caught:
        build(ExampleEngine("x", "nim", ("x",), build=("sh", "-c", failing), folder=str(tmp_path)))
    assert caught.value.message == f"building x failed: {' ' * 399}1"
    assert caught.value.remedy == f"See {tmp_path}."


# -- commands that do not start


@pytest.mark.parametrize(
    ("error", "there", "message", "remedy"),
    [
        (
            FileNotFoundError(),
            True,
            "cannot start the engine PATH: the interpreter that its first line names is not there",
            "Mend its first line, or name its interpreter after `--`.",
        ),
        (
            FileNotFoundError(),
            False,
            "cannot start the engine: no such command: PATH",
            "Check the path after `--`.",
        ),
        (
            PermissionError(),
            True,
            "cannot start the engine: PATH may not be executed",
            "Make it executable (chmod +x PATH), or name its interpreter after `--`.",
        ),
        (
            OSError(errno.ENOEXEC, "Exec format error"),
            True,
            "cannot start the engine PATH: Exec format error",
            "A script needs a first line such as #!/usr/bin/env python3, or its interpreter named after `--`.",
        ),
        (
            ValueError("embedded null byte"),
            True,
            "cannot start the engine: embedded null byte",
            "Check the command after `--`.",
        ),
    ],
)
def test_why_an_engine_cannot_be_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, there: bool, message: str, remedy: str
) -> None:
    path = tmp_path / "engine"
    if there:
        path.write_text("x")

    def popen(*_: Any, **__: Any) -> Any:
        raise error

    monkeypatch.setattr(subprocess, "Popen", popen)
    monkeypatch.setattr(REAPER, "environment", lambda: ({}, "token"))
    with pytest.raises(Fault) as caught:
        processes._spawn((str(path), "word"))
    assert caught.value.message == message.replace("PATH", str(path))
    assert caught.value.remedy == remedy.replace("PATH", str(path))


# -- addresses


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("127.0.0.1:1", Address("127.0.0.1", 1)),
        ("127.0.0.1:65535", Address("127.0.0.1", 65535)),
        ("[::1]:80", Address("::1", 80)),
        ("localhost:80", Address("localhost", 80)),
    ],
)
def test_an_address_is_a_machine_and_a_port(text: str, where: Address) -> None:
    assert address(text, remote=False) == where


@pytest.mark.parametrize("text", ["", ":80", "localhost", "localhost:", "localhost:0", "localhost:65536", "a:x", "a:²"])
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(Fault) as caught:
        address(text, remote=True)
    assert caught.value.message == f"--connect {text!r} is not HOST:PORT"
    assert caught.value.remedy == "For example: --connect 127.0.0.1:4000"


def found(*hosts: str) -> Callable[..., Any]:
    return lambda *_, **__: [(0, 0, 0, "", (host, 80)) for host in hosts]


@pytest.mark.parametrize(
    ("hosts", "near"), [(("127.0.0.1", "::1"), True), (("127.0.0.1", "192.0.2.1"), False), (("fe80::1%eth0",), False)]
)
def test_another_machine_is_one_that_has_an_address_elsewhere(
    monkeypatch: pytest.MonkeyPatch, hosts: tuple[str, ...], near: bool
) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", found(*hosts))
    assert address("name:80", remote=True) == Address("name", 80)
    if near:
        assert address("name:80", remote=False) == Address("name", 80)
        return
    with pytest.raises(Fault) as caught:
        address("name:80", remote=False)
    assert caught.value.message == "name is another machine"
    assert caught.value.remedy == "Add --allow-remote if its engine may be reached over the network."


def test_a_machine_that_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: Any, **__: Any) -> Any:
        raise OSError(1, "nobody knows it")

    monkeypatch.setattr(socket, "getaddrinfo", none)
    with pytest.raises(Fault) as caught:
        address("name:80", remote=False)
    assert (caught.value.message, caught.value.remedy) == (
        "cannot find name: nobody knows it",
        "Check the name in --connect.",
    )


@pytest.mark.parametrize(("patience", "reached"), [(0.06, True), (0.04, False), (0.0, False)])
def test_an_engine_that_fell_has_a_while_to_listen_again(
    monkeypatch: pytest.MonkeyPatch, patience: float, reached: bool
) -> None:
    clock, tried = SimpleNamespace(now=77.0), []

    def connect(where: Any, timeout: float) -> Any:
        tried.append((where, timeout))
        if clock.now < 77.1:
            raise OSError(errno.ECONNREFUSED, "Connection refused")
        return "the socket"

    def sleep(seconds: float) -> None:
        clock.now += seconds

    monkeypatch.setattr(tcp, "time", SimpleNamespace(monotonic=lambda: clock.now, sleep=sleep))
    monkeypatch.setattr(socket, "create_connection", connect)
    if reached:
        assert tcp._connect(Address("name", 80), Limits(start=7.0), patience) == "the socket"
    else:
        with pytest.raises(Fault) as caught:
            tcp._connect(Address("name", 80), Limits(start=7.0), patience)
        assert caught.value.message == "cannot connect to name:80: Connection refused"
        assert caught.value.remedy == "Start the engine first; it must listen there."
    assert {*tried} == {(("name", 80), 7.0)}


# -- the guard


def test_the_guard_knows_who_is_left() -> None:
    assert engines_left(["+1 a\n", "+2 b\n", "-1 a\n", "+3 c\n", "-9 z\n"]) == {2: "b", 3: "c"}
    assert engines_left([]) == {}


# -- what the runner plays


REPLAYING: Any = SimpleNamespace(
    position=lambda asked: asked["start"],
    actions=lambda asked: [{"action": one} for one in asked["actions"]],
    beside=lambda asked: {"beside": asked.get("beside", 0)},
    carried=lambda before, fields, after: {"beside": (before, fields["action"], after)},
)


def case(asked: Any, expected: Any = None) -> Any:
    return SimpleNamespace(asks=lambda: asked, expects=lambda: expected or {"applied": 0})


def played(asked: Any, *answers: Any) -> tuple[list[Any], Any]:
    """What is asked of the engine, and what comes of it."""
    steps: list[Any] = []
    play = replay(case(asked), REPLAYING)
    answer: Any = None
    given = iter(answers)
    try:
        while True:
            steps.append(play.send(answer))
            answer = next(given)
    except StopIteration as stop:
        return steps, stop.value


ASKED = {"start": 0, "actions": ["a", "b"], "beside": 7}
FIRST = ("apply", {"position": 0, "action": "a", "beside": 7})
SECOND = ("apply", {"position": 1, "action": "b", "beside": (0, "a", 1)})


@pytest.mark.parametrize(
    ("answers", "steps", "result"),
    [
        (({"position": 1}, {"position": 2}), [FIRST, SECOND], {"applied": 2, "position": 2, "refused": None}),
        (({"position": 1}, {"illegal": {}}), [FIRST, SECOND], {"applied": 1, "position": 1, "refused": "illegal"}),
        (({"unreadable": {}},), [FIRST], {"applied": 0, "position": 0, "refused": "unreadable"}),
        (({"unsupported": {}},), [FIRST], {"unsupported": {}}),
    ],
)
def test_a_replay_is_played_through_apply(answers: Any, steps: list[Any], result: Any) -> None:
    assert played(ASKED, *answers) == (steps, result)


@pytest.mark.parametrize(
    ("asked", "expected", "message"),
    [
        ({"start": 0, "actions": []}, None, "a replay of nothing asks nothing of `apply`"),
        ({"start": 0}, None, "this replay cannot be played through `apply`: 'actions'"),
        (ASKED, {"illegal": {}}, "a malformed `replay` is for engines that offer it"),
    ],
)
def test_what_cannot_be_replayed_is_for_the_method_alone(asked: Any, expected: Any, message: str) -> None:
    with pytest.raises(Unplayable) as caught:
        next(replay(case(asked, expected), REPLAYING))
    assert str(caught.value) == message


@pytest.mark.parametrize("error", [ValueError, KeyError, IndexError, TypeError, AttributeError])
def test_what_cannot_be_carried_beside_a_position_is_nothing(error: type[Exception]) -> None:
    def carried(*_: Any) -> Any:
        raise error

    broken: Any = SimpleNamespace(carried=carried)
    assert carried_beside(broken, 0, {}, 1) == {}
    assert carried_beside(REPLAYING, 0, {"action": 2}, 1) == {"beside": (0, 2, 1)}


@pytest.mark.parametrize(
    ("operation", "methods", "able"),
    [
        ("perft", ("legal", "apply"), True),
        ("perft", ("legal",), False),
        ("perft", ("apply",), False),
        ("replay", ("apply",), True),
        ("replay", ("legal",), False),
        ("legal", ("legal", "apply"), False),
        ("word", (), False),
    ],
)
def test_what_the_runner_can_play(operation: str, methods: tuple[str, ...], able: bool) -> None:
    assert (player_for(operation, "nim", methods) is not None) is able


def test_a_count_is_followed_as_far_as_a_right_one_could_lead() -> None:
    count = Count(1000)
    count.add(1000)
    with pytest.raises(Endless) as more:
        count.add(1)
    assert str(more.value) == "nodes: expected 1,000, got more (counting stopped at 1,001)"
    Count(2).step(MOST_STEPS + 19)
    with pytest.raises(Endless) as ahead:
        Count(2).step(MOST_STEPS + 20)
    assert str(ahead.value) == "after 1 steps no end is in sight, where 2 nodes are expected"
    with pytest.raises(Endless, match="where 1 node is expected"):
        Count(1).step(MOST_STEPS + 10)
