"""What is kept is believed while nothing has changed of what it was made of; what is cut or foreign never is."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from ludex.tracking import noting, sources
from ludex.tracking.memo import Memo


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of values, where what is made depends on a file beside it."""
    monkeypatch.setattr(sources, "is_installed", True)
    monkeypatch.setattr("ludex.tracking.memo._known", {})
    (tmp_path / "data").write_text("1")
    return tmp_path / "values.json"


def asked(path: Path, key: str = "key") -> tuple[object, int]:
    """The value of a key, and how many values had to be made for it."""
    from ludex.tracking import memo as module

    module._known.clear()
    memo = Memo(path)

    def make() -> object:
        data = path.with_name("data")
        noting.note(f"file:{data}")
        return [key, data.read_text()]

    value = memo.of(key, make)
    memo.save()
    return value, memo.made


def test_a_value_is_made_once(kept: Path) -> None:
    assert [asked(kept) for _ in range(3)] == [(["key", "1"], 1), (["key", "1"], 0), (["key", "1"], 0)]


def test_a_value_is_made_anew_when_a_file_changed_that_it_was_made_of(kept: Path) -> None:
    asked(kept)
    kept.with_name("data").write_text("2")
    assert asked(kept) == (["key", "2"], 1)


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def changed_inside(data: bytes) -> bytes:
    return data.replace(b'["key","1"]', b'["key","9"]')


def sealed(change: Callable[[dict[str, object]], object]) -> Callable[[bytes], bytes]:
    """A file that somebody else wrote whole."""

    def made(data: bytes) -> bytes:
        body = json.loads(data.partition(b"\n")[2])
        change(body)
        text = json.dumps(body).encode()
        return sha256(text).hexdigest().encode() + b"\n" + text

    return made


@pytest.mark.parametrize(
    "spoil",
    [
        cut,
        changed_inside,
        lambda _: b"",
        lambda _: b"\xff\xfe",
        sealed(lambda body: body.update(form=[0, "another Python"])),
        sealed(lambda body: body.update(others=[["/nowhere/module.py", 1, 1]])),
        sealed(lambda body: body.update(modules={"ludex.gone": ["/nowhere/gone.py", "1"]})),
        sealed(lambda body: body.update(always={"ludex.gone:function": ""})),
        sealed(lambda body: body.update(names=[["ludex.gone:function", ""]])),
        sealed(lambda body: body.update(sets=[[7]])),
        sealed(lambda body: body.pop("names")),
    ],
)
def test_what_is_cut_or_foreign_is_never_believed(kept: Path, spoil: Callable[[bytes], bytes]) -> None:
    asked(kept)
    data = spoil(kept.read_bytes())
    assert data != kept.read_bytes()
    kept.write_bytes(data)
    assert asked(kept) == (["key", "1"], 1)


def test_where_nothing_is_noted_nothing_is_kept(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "is_installed", False)
    assert [asked(kept), asked(kept)] == [(["key", "1"], 0), (["key", "1"], 0)]
    assert not kept.exists()
