"""The reference as an engine, word for word: what it says of itself, of a bad request, and when its answers leave."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from ludex.protocol import server
from ludex.protocol.messages import Doubled, ask, initialize, read_answer, read_json, shutdown, single
from ludex.protocol.server import FLUSH_SECONDS, Loop, game_module, serve

TRIBUN = {"game": "tribun", "edition": "2026-01"}
WHOLE = {**TRIBUN, "position": None}
SHUTDOWN = b'{"jsonrpc":"2.0","id":9,"method":"shutdown"}\n'
GONE = b'{"jsonrpc":"2.0","id":9,"result":{}}\n'


def asked(method: str = "legal", **request: Any) -> Any:
    line = {"jsonrpc": "2.0", "id": 7, "method": method, **request}
    answer = json.loads(Loop(("tribun",)).answer(json.dumps(line).encode()))
    assert (answer.pop("jsonrpc"), answer.pop("id")) == ("2.0", line.get("id"))
    return answer


def error(code: int, message: str) -> Any:
    return {"error": {"code": code, "message": message}}


NO_MAP = error(-32602, "params.readings must map readings to choices")


def test_the_hello_names_engine_games_editions_readings_and_methods() -> None:
    register = game_module("tribun").REGISTER
    hello = asked("initialize")["result"]
    assert {**hello, "games": list(hello["games"])} == {
        "protocol": 1,
        "engine": {"name": "ludex-reference", "version": "0.1.0", "language": "Python"},
        "games": ["tribun"],
    }
    (offer,) = hello["games"].values()
    assert offer.keys() == {"editions", "methods", "tells"}
    assert offer["tells"] == ["unreadable"]
    assert {"legal", "apply", "perft"} <= {*offer["methods"]}
    assert {name: one["readings"] for name, one in offer["editions"].items()} == {
        edition: {entry: list(choices) for entry, choices in register.choices(edition).items()}
        for edition in register.editions
    }


@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        ({"params": {}}, error(-32602, "params.game must be a string")),
        ({"params": {"game": 3, "edition": 3}}, error(-32602, "params.game must be a string")),
        ({"params": {"game": "tribun"}}, error(-32602, "params.edition must be a string")),
        ({"params": []}, error(-32602, "params must be an object")),
        ({"params": {**TRIBUN, "readings": []}}, NO_MAP),
        ({"params": {**TRIBUN, "readings": {"a": "b", "c": 1}}}, NO_MAP),
        ({"params": TRIBUN}, error(-32602, "params.position is missing")),
        ({"params": {**TRIBUN, "readings": None}}, error(-32602, "params.position is missing")),
        ({"method": "jump", "params": TRIBUN}, error(-32601, "no method 'jump' in tribun")),
        ({"method": "jump"}, error(-32602, "params.game must be a string")),
        ({"method": 3}, error(-32600, 'a request has jsonrpc "2.0", an id and a method')),
        ({"jsonrpc": "1.0", "params": []}, error(-32600, 'a request has jsonrpc "2.0", an id and a method')),
    ],
)  # fmt: skip
def test_a_bad_request_is_told_what_is_bad(request_: dict[str, Any], answer: Any) -> None:
    line = {"jsonrpc": "2.0", "id": 7, "method": "legal", **request_}
    assert json.loads(Loop(("tribun",)).answer(json.dumps(line).encode())) == {"jsonrpc": "2.0", "id": 7, **answer}


def test_without_an_id_there_is_none_in_the_answer() -> None:
    told = error(-32600, 'a request has jsonrpc "2.0", an id and a method')
    answer = Loop(()).answer(b'{"jsonrpc":"2.0","method":"legal"}')
    assert json.loads(answer) == {"jsonrpc": "2.0", "id": None, **told}
    assert answer.endswith(b"}\n")
    assert json.loads(Loop(()).answer(b"[1]"))["error"]["message"] == "a request is an object, one a line"
    assert json.loads(Loop(()).answer(b"{"))["error"]["message"].startswith("not JSON: ")


@pytest.mark.parametrize(
    ("params", "reason"),
    [
        ({"game": "chess", "edition": "1"}, "no game 'chess' here"),
        ({"game": "tribun", "edition": "1"}, "no edition '1' of tribun here"),
    ],
)
def test_what_is_not_served_says_so(params: dict[str, Any], reason: str) -> None:
    assert asked(params=params) == {"result": {"unsupported": {"reason": reason}}}


def test_a_reading_that_is_unknown_is_named() -> None:
    (unsupported,) = asked(params={**TRIBUN, "readings": {"no-such": "x"}})["result"].values()
    assert "no-such" in unsupported["reason"]


@pytest.mark.parametrize(
    ("raised", "answer", "logged"),
    [
        (KeyError("word"), error(-32602, "params.word is missing"), ""),
        (KeyError("game"), error(-32603, "KeyError: 'game'"), "KeyError: 'game'\n"),
        (KeyError(), error(-32603, "KeyError: "), "KeyError: \n"),
        (TypeError("a bug"), error(-32603, "TypeError: a bug"), "TypeError: a bug\n"),
        (RecursionError(), {"result": {"unsupported": {"reason": "this question goes too deep"}}}, ""),
    ],
)
def test_what_goes_wrong_inside_becomes_an_answer_and_a_line_in_the_log(
    raised: Exception, answer: Any, logged: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> Any:
        raise raised

    monkeypatch.setattr(server, "answer", fail)
    assert asked(params=WHOLE) == answer
    assert capsys.readouterr() == ("", logged)


def test_an_answer_that_cannot_be_written_is_an_error_with_its_id(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(server, "answer", lambda *_: {"nodes": 1 << 99_999})
    (code, message) = asked(params=WHOLE)["error"].values()
    assert code == -32603
    assert capsys.readouterr().err == f"{message}\n"


# -- lines in, lines out


def served(*chunks: bytes, ended: Callable[[], None] = lambda: None) -> bytes:
    """What is written when these chunks come, one after the other, while the other end stays open."""
    (read_from, feed), (drain, write_to) = os.pipe(), os.pipe()
    for chunk in chunks:
        os.write(feed, chunk)
    thread = threading.Thread(target=serve, args=(Loop(("tribun",)), read_from, write_to), daemon=True)
    thread.start()
    thread.join(20)
    assert not thread.is_alive()
    ended()
    for pipe in (write_to, feed, read_from):
        os.close(pipe)
    with open(drain, "rb") as out:
        return out.read()


def test_after_a_shutdown_nothing_is_read_and_nothing_answered() -> None:
    assert served(b"\n  \n", SHUTDOWN + SHUTDOWN, SHUTDOWN) == GONE


def test_a_line_may_come_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = iter([b"{}\n" + SHUTDOWN[:9], SHUTDOWN[9:30], SHUTDOWN[30:]])
    out: list[bytes] = []

    def write(pipe: int, data: memoryview) -> int:
        assert pipe == 1
        out.append(bytes(data[:5]))  # a pipe takes as much as it likes
        return min(5, len(data))

    def read(pipe: int, many: int) -> bytes:
        assert pipe == 0
        assert many > 1 << 10
        return next(parts)

    monkeypatch.setattr(server, "os", SimpleNamespace(read=read, write=write))
    serve(Loop(("tribun",)))
    first, second = b"".join(out).splitlines(keepends=True)
    assert json.loads(first)["error"]["code"] == -32600
    assert second == GONE


def test_the_end_of_the_input_is_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    given = iter([b"", b"never read"])
    monkeypatch.setattr(server, "os", SimpleNamespace(read=lambda *_: next(given)))
    serve(Loop(("tribun",)))
    assert next(given) == b"never read"


@pytest.mark.parametrize(("seconds", "writes"), [(FLUSH_SECONDS, [3]), (FLUSH_SECONDS + 0.001, [1, 1, 1])])
def test_an_answer_waits_for_the_next_one_a_moment_and_no_longer(
    seconds: float, writes: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, out = [100.0], []

    class Slow(Loop):
        def answer(self, line: bytes) -> bytes:
            clock[0] += seconds / 3 if len(writes) == 1 else seconds
            return super().answer(line)

    monkeypatch.setattr(server, "time", SimpleNamespace(monotonic=lambda: round(clock[0], 9)))
    given = iter([b"{}\n{}\n{}\n", b""])

    def write(_: int, data: memoryview) -> int:
        out.append(bytes(data).count(b"\n"))
        return len(data)

    monkeypatch.setattr(server, "os", SimpleNamespace(read=lambda *_: next(given), write=write))
    serve(Slow(("tribun",)))
    assert out == writes


# -- what both ends agree on


def test_requests_are_written_to_the_letter() -> None:
    assert ask(3, "legal", {"a": 1}) == b'{"jsonrpc":"2.0","id":3,"method":"legal","params":{"a":1}}\n'
    assert initialize(1) == b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol":1}}\n'
    assert shutdown(2) == b'{"jsonrpc":"2.0","id":2,"method":"shutdown","params":{}}\n'


@pytest.mark.parametrize("member", ["result", "error"])
def test_a_member_twice_is_told_in_the_envelope_and_left_alone_in_what_it_holds(member: str) -> None:
    inside = b'{"jsonrpc":"2.0","id":1,"%s":{"a":1,"b":"\\"","a":1}}' % member.encode()
    assert bytes(getattr(read_answer(inside), member)) == b'{"a":1,"b":"\\"","a":1}'
    with pytest.raises(Doubled, match="the member 'id' is written twice"):
        read_answer(b'{"jsonrpc":"2.0","id":1,"id":1,"%s":1}' % member.encode())
    assert read_answer(b'{"jsonrpc":"2.0","id":"1","%s":1}' % member.encode()).id == "1"


def test_json_of_an_engine_is_read_once_and_with_numbers_of_any_length() -> None:
    assert read_json(b'{"a": 1}') == {"a": 1}
    long = b'{"a": {"b": 1, "c": 2}, "b": %s}' % (b"9" * 5000)
    assert single(long) == long
    with pytest.raises(Doubled, match="the member 'b' is written twice"):
        read_json(b'{"a": 1, "b": 1, "c": 1, "b": 1, "c": 1}')
    with pytest.raises(ValueError, match="truncated"):
        read_json(b'{"a": ')
