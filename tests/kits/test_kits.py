"""A kit passes the smoke test as it is written, reads and writes what the rulebook says, and never overwrites."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ludex import where
from ludex.cli import main
from ludex.kits import kit_of, languages, write_kit
from ludex.kits.shapes import Shape, UnionShape, pascal, shapes_of
from ludex.protocol.schema import wire_of
from ludex.protocol.server import Loop, game_module
from ludex.rules.answering import answer
from ludex.runner.limits import Limits
from ludex.runner.smoke import smoke
from tests.guards import at_least_one
from tests.kits.conftest import PAIRS, Built, able, built, compiled, with_codecs

Kits = Callable[[str, str], Built]

LUDEX = (sys.executable, "-c", "import sys; from ludex.cli import main; sys.exit(main())")
LIMITS = Limits(timeout=10, start=20, grace=3)


def talk(adapter: Built, lines: list[bytes]) -> list[Any]:
    done = subprocess.run(adapter.command, input=b"".join(lines), capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize(("language", "game"), PAIRS)
def test_it_passes_smoke_as_it_is_written(language: str, game: str, kits: Kits) -> None:
    steps = list(smoke(kits(language, game).command, LIMITS))
    assert [step for step in steps if not step.passed] == []
    assert any(step.message.startswith("unsupported: ") for step in steps)
    assert steps[-1].name == "it ends after `shutdown`"


IN_TRIBUN = [(language, "tribun") for language in with_codecs("tribun")]
CODECS = [*IN_TRIBUN, *((language, "minions") for language in with_codecs("minions") if (language, "minions") in PAIRS)]


@pytest.mark.parametrize(("language", "game"), CODECS)
def test_it_passes_the_codec_vectors_as_it_is_written(
    language: str, game: str, kits: Kits, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("check", "--game", game, "--select", "codec-*", "--no-sides", "--", *kits(language, game).command)
    assert main([*words]) == 0, capsys.readouterr().out[-2000:]
    assert re.search(r"All [1-9],\d\d\d selected vectors pass", capsys.readouterr().out)


def own_test(adapter: Built) -> subprocess.CompletedProcess[str]:
    """The test that the kit brings, in its own language."""
    command = kit_of(adapter.language).test
    return subprocess.run(command, cwd=adapter.folder, capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.parametrize(("language", "game"), PAIRS)
def test_its_own_test_passes_as_it_is_written(language: str, game: str, kits: Kits) -> None:
    done = own_test(kits(language, game))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("language", with_codecs("tribun"))
def test_its_own_test_fails_when_an_answer_is_another(language: str, kits: Kits) -> None:
    adapter = kits(language, "tribun")
    path = adapter.folder / "examples.json"
    right = path.read_text(encoding="utf-8")
    examples = json.loads(right)
    asked = next(one for one in examples if one["method"] == "word" and "opcode" in one["expect"])
    asked["expect"]["opcode"] = "FLY"
    path.write_text(json.dumps(examples), encoding="utf-8")
    done = own_test(adapter)
    path.write_text(right, encoding="utf-8")
    assert done.returncode != 0
    assert asked["name"] in done.stdout + done.stderr


@pytest.mark.parametrize("game", where.games())
def test_the_types_are_those_of_the_wire(game: str) -> None:
    """What a kit reads as text, number and choice is what the schema of the wire says of every worked example."""
    from ludex.kits.examples import examples_of

    wire = wire_of(game)
    shapes = shapes_of(wire)
    assert {method.name for method in shapes.methods} == {*wire.required}
    known = {one.name: one for one in (*shapes.enums, *shapes.types)}
    assert len(known) == len(shapes.enums) + len(shapes.types)
    examples = json.loads(examples_of(game) or "[]")
    fields = {(method.name, field.name): field for method in shapes.methods for field in method.fields}
    held = [
        (field.type, example["params"][name])
        for example in examples
        for (method, name), field in fields.items()
        if method == example["method"] and name in example["params"] and example["expect"].keys() != {"unreadable"}
    ]
    for of, value in at_least_one(held):
        assert holds(value, of, known), (of, value)


def holds(value: Any, of: Shape, known: dict[str, Any]) -> bool:
    """Whether a value is of a type: stated here once more, by the model alone."""
    if value is None:
        return of.nullable
    if of.kind == "list":
        return isinstance(value, list) and all(holds(one, of.of, known) for one in value if of.of is not None)
    if of.kind in ("text", "whole", "flag"):
        return type(value) is {"text": str, "whole": int, "flag": bool}[of.kind]
    if of.kind == "enum":
        return value in known[of.name].values
    one = known[of.name]
    if isinstance(one, UnionShape):
        one = next(variant for variant in one.variants if variant.value == value[one.tag])
    named = {field.name: field for field in one.fields}
    assert value.keys() <= {*named, one.tag}
    assert {name for name, field in named.items() if not field.optional} <= value.keys()
    return all(holds(item, named[name].type, known) for name, item in value.items() if name != one.tag)


def test_the_command_line_writes_it_and_says_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["kit", "python", "--game", "tribun", str(tmp_path / "new")]) == 0
    said = capsys.readouterr().out
    assert f"wrote {tmp_path / 'new' / 'adapter.py'}" in said
    assert "ludex smoke -- python3 adapter.py" in said


def test_the_lines_of_its_readme_work(tmp_path: Path) -> None:
    folder = tmp_path / "kit"
    write_kit("python", "tribun", folder)
    lines = [line.strip() for line in (folder / "README.md").read_text().splitlines() if line.startswith("    ludex")]
    assert len(lines) == 2
    words = lines[0].partition("#")[0].split()[1:]
    done = subprocess.run([*LUDEX, *words], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", where.games())
def test_no_placeholder_is_left(language: str, game: str, tmp_path: Path) -> None:
    for path in at_least_one(write_kit(language, game, tmp_path / "kit")):
        text = path.read_text()
        assert not [word for word in ("@GAME", "@METHODS", "@EDITIONS", "@FILES", "@ABOUT", "@RUN") if word in text], (
            path
        )
        assert text.endswith("\n"), path
        assert not text.startswith("\n"), path


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", where.games())
def test_the_sketch_says_what_each_method_gives_and_how_readings_are_declared(
    language: str, game: str, tmp_path: Path
) -> None:
    kit = kit_of(language)
    write_kit(language, game, tmp_path)
    sketch = (tmp_path / kit.game).read_text().splitlines()
    head = re.compile(r"(?!\W*(return|raise|Err|using|import))(.*[ .])?apply\(.*(\{|:)$", re.IGNORECASE)
    [place] = [number for number, line in enumerate(sketch) if head.match(line)]
    around = " ".join(sketch[place - 1 : place + 2])
    assert re.search(r"""\{ ?"?position"?: (…|show_?position)""", around, re.IGNORECASE), around
    said = "\n".join(sketch).replace('"', "'")
    assert "readings" in said
    assert "['enum']" not in said
    # what the comment says to do with `unsupported` is what the sketch does
    [told] = re.findall(r"`(\w+)[ (][\w.:(]*unsupported\(", said, re.IGNORECASE)[:1]
    assert re.search(rf"^ +{told}[ (].*unsupported\(|^\t{told} ", said, re.IGNORECASE | re.MULTILINE), told
    assert ("build again after each edit" in (tmp_path / "README.md").read_text()) is bool(kit.build)


@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize("game", where.games())
def test_go_is_written_as_gofmt_writes_it(
    own: bool, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    able("go")
    if shutil.which("gofmt") is None:
        pytest.skip("gofmt not on PATH")
    if not own:
        monkeypatch.setattr("ludex.kits._of_game", lambda _: tmp_path / "nothing")
    write_kit("go", game, folder := tmp_path / "kit")
    done = subprocess.run(["gofmt", "-l", folder], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


def test_what_only_the_examples_of_go_need_has_no_name_that_an_author_would_want(tmp_path: Path) -> None:
    write_kit("go", "tactics", tmp_path)
    text = (tmp_path / "examples_test.go").read_text()
    names = at_least_one(re.findall(r"^(?:func|var|const|type) (\w+)", text, re.MULTILINE))
    assert [name for name in names if not name.startswith(("example", "TestExamples"))] == []


@pytest.mark.parametrize("language", languages())
def test_the_kit_of_no_game_in_particular_works(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bare kit, as a game gets it that brings nothing of its own."""
    monkeypatch.setattr("ludex.kits._of_game", lambda _: tmp_path / "nothing")
    adapter = built(language, "tribun", tmp_path / "kit")
    assert [step for step in smoke(adapter.command, LIMITS) if not step.passed] == []


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    assert main(["kit", "rust", "--game", "tribun", str(tmp_path)]) == 2
    assert "is not empty" in capsys.readouterr().err
    assert main(["kit", "rust", "--game", "tribun", str(tmp_path / "mine.txt")]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("jav", "--game", "tribun"), "Did you mean java?"),
        (("cobol", "--game", "tribun"), "no kit for 'cobol'"),
        (("python", "--game", "tribum"), "Did you mean tribun?"),
    ],
)
def test_a_wrong_word_is_2(
    words: tuple[str, ...], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["kit", *words, str(tmp_path / "new")]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


PRINTS = {
    "python": ("game.py", "def validate(params: Params) -> Result:", '    print("here")'),
    "javascript": ("game.js", "  validate(params) {", "console.log('here');"),
    "go": ("game.go", "func validate(params Object) any {", 'os.Stdout.WriteString("here\\n")'),
    "cpp": ("game.cpp", "validate([[maybe_unused]] const Json& params) {", 'std::cout << "here" << std::endl;'),
    "csharp": ("Game.cs", "object Validate(Dictionary<string, object> given) {", 'System.Console.WriteLine("here");'),
    "java": ("src/Game.java", "Object validate(Map<String, Object> params) {", 'System.out.println("here");'),
}


@pytest.mark.parametrize("language", PRINTS)
def test_what_an_author_prints_for_himself_goes_to_the_log(language: str, tmp_path: Path) -> None:
    able(language)
    folder, (file, head, line) = tmp_path / "kit", PRINTS[language]
    write_kit(language, "tactics", folder)
    text = (folder / file).read_text()
    assert text.count(head) == 1
    text = text.replace("package main\n", 'package main\n\nimport "os"\n')
    (folder / file).write_text(text.replace(head, f"{head}\n{line}"))
    adapter = compiled(language, folder)
    request = {"jsonrpc": "2.0", "id": 1, "method": "validate", "params": {"position": 0, "action": 0}}
    asked = json.dumps(request).encode() + b"\n"
    done = subprocess.run(adapter.command, input=asked, capture_output=True, timeout=60, check=False)
    assert [json.loads(said)["result"] for said in done.stdout.splitlines()] == [{"unreadable": {}}]
    assert done.stderr.split() == [b"here"]


THROWS = {
    "python": '    raise unsupported("later")',
    "javascript": "throw unsupported('later');",
    "go": 'panic(unsupported("later"))',
    "cpp": 'throw unsupported("later");',
    "csharp": 'if (given != null) throw Refused.Unsupported("later");',
    "java": 'if (params != null) throw Refused.unsupported("later");',
}


@pytest.mark.parametrize("language", THROWS)
def test_what_is_not_written_yet_may_be_thrown_from_wherever_it_turns_out(language: str, tmp_path: Path) -> None:
    able(language)
    folder, (file, head, _) = tmp_path / "kit", PRINTS[language]
    write_kit(language, "tactics", folder)
    text = (folder / file).read_text()
    (folder / file).write_text(text.replace(head, f"{head}\n{THROWS[language]}"))
    adapter = compiled(language, folder)
    request = {"jsonrpc": "2.0", "id": 1, "method": "validate", "params": {"position": 0, "action": 0}}
    asked = json.dumps(request).encode() + b"\n"
    done = subprocess.run(adapter.command, input=asked, capture_output=True, timeout=60, check=False)
    assert [json.loads(said)["result"] for said in done.stdout.splitlines()] == [{"unsupported": {"reason": "later"}}]
    own = own_test(adapter)
    assert own.returncode == 0, own.stdout + own.stderr


def test_a_mistake_in_c_plus_plus_is_told_with_the_example_that_meets_it(tmp_path: Path) -> None:
    """Elsewhere what is thrown brings its place along."""
    able("cpp")
    folder, (file, head, _) = tmp_path / "kit", PRINTS["cpp"]
    write_kit("cpp", "tactics", folder)
    text = (folder / file).read_text()
    (folder / file).write_text(text.replace(head, f"{head}\nstd::string().at(3);"))
    done = own_test(compiled("cpp", folder))
    assert done.returncode == 1
    assert re.search(r"^\S+ \(TAC-\S+\): the method throws: basic_string::at", done.stdout, re.MULTILINE), done.stdout


# The types that write JSON themselves (in Python and JavaScript a value is the JSON): what is read comes back whole

_ECHOES = {
    "cpp": ("return Json::Object{", "{%s, {game}::json({game}::read<{game}::{type}>(params[%s]))}", "};"),
    "csharp": (
        "return new Dictionary<string, object> {",
        "{ %s, {Game}.Read{type}(Json.Field(given, %s)).Json() }",
        "};",
    ),
    "go": ("return Object{", "%s: read{type}(params[%s]).json()", "}"),
    "java": ("return Map.of(", "%s, {Game}.{type}.read(params.get(%s)).json()", ");"),
    "rust": ("Ok(object([", "(%s, crate::{game}::{type}::read(_field(%s))?.json())", "]))"),
}
ECHOES = [(one, game) for one in _ECHOES for game in where.games() if game == "tactics" or (one, game) in PAIRS]


def echo(language: str, game: str, types: dict[str, str]) -> str:
    """A line of a method that gives back each field as its type reads and writes it."""
    head, each, end = _ECHOES[language]
    each = each.replace("{game}", game).replace("{Game}", pascal(game))
    fields = (each.replace("{type}", of) % (f'"{name}"', f'"{name}"') for name, of in types.items())
    return head + ", ".join(fields) + end


def held(game: str) -> dict[str, list[Any]]:
    """Position, action and verdict -> values of the start: what is legal, and where it leads."""
    reference, wire = game_module(game), wire_of(game)
    rules = reference.REGISTER.rules(next(iter(reference.REGISTER.editions)))
    position = reference.show_position(reference.start(rules))
    legal = answer(reference, "legal", {"position": position}, rules)["actions"]
    asked = [{"position": position, "action": action} for action in legal[:40]]
    values = {"position": [position, *(answer(reference, "apply", one, rules)["position"] for one in asked)]}
    if isinstance(legal[0], dict):  # else it is a number
        values["action"] = legal
    if "validate" in wire.required:
        wrong = {"position": position, "action": {**legal[0], "playerId": "P2"}}
        verdicts = [answer(reference, "validate", one, rules) for one in (*asked, wrong)]
        values["verdict"] = [{name: field for name, field in one.items() if field is not None} for one in verdicts]
    return values


@pytest.mark.parametrize(("language", "game"), ECHOES)
def test_what_the_types_read_they_write_field_for_field(
    language: str, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With null where an answer must have the field, without what may be left out and is; in types that are made."""
    able(language)
    monkeypatch.setattr("ludex.kits._of_game", lambda _: tmp_path / "nothing")
    write_kit(language, game, tmp_path / "kit")
    values = held(game)
    types = {field.name: field.type.name for field in shapes_of(wire_of(game)).fields} | {"verdict": "Verdict"}
    path = tmp_path / "kit" / kit_of(language).game
    line = re.compile(r"^.*apply is not written yet.*$", re.MULTILINE)
    back = echo(language, game, {name: types[name] for name in values})
    text, count = line.subn(lambda _: back, path.read_text())
    assert count == 1
    path.write_text(text)
    adapter = compiled(language, tmp_path / "kit")
    longest = max(map(len, values.values()))
    asked = [{name: of[turn % len(of)] for name, of in values.items()} for turn in range(longest)]
    lines = [{"jsonrpc": "2.0", "id": turn, "method": "apply", "params": params} for turn, params in enumerate(asked)]
    answers = talk(adapter, [json.dumps(one).encode() + b"\n" for one in lines])
    assert [one["result"] for one in answers] == asked


# What travels: the adapter is asked what the reference is asked, and must say the same


def question(number: int, method: str, edition: str, readings: dict[str, str], fields: dict[str, Any]) -> bytes:
    choices = {**dict(game_module("tribun").REGISTER.rules(edition).choices), **readings}
    params = {"game": "tribun", "edition": edition, "readings": choices, "vector": None, "clauses": [], **fields}
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode() + b"\n"


ODD = (None, True, 0.5, "0", "", [], {}, -1, 2**31, 2**32, 2**53, 1e300)


def codec_fields(edition: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for byte in (*range(257), *ODD):
        yield "unit", {"byte": byte}
    for cid in (*range(130), *ODD):
        yield "cid", {"cid": cid}
    for opcode in range(16):
        for payload in (0, 60, 60 << 7 | 60, 1, 5, 0x0FFFFFFF, *(60 | 1 << bit for bit in range(28))):
            yield "word", {"word": opcode << 28 | payload}
    for word in (*ODD, *(number * 2654435761 % 2**32 for number in range(300))):
        yield "word", {"word": word}
    yield from unit_fields()
    yield from word_fields(edition)


def unit_fields() -> Iterator[tuple[str, dict[str, Any]]]:
    for p in (0, 1, 2, 3, 4, 5, 6, 8, 9, -1):
        for s in (0, 1, 2, 4, 7, 8):
            for tribun in (False, True):
                yield "encode_unit", {"unit": {"p": p, "s": s, "color": "white", "tribun": tribun}}
    good = {"p": 2, "s": 1, "color": "black", "tribun": False}
    for name in good:
        yield "encode_unit", {"unit": {key: value for key, value in good.items() if key != name}}
        for odd in ODD:
            yield "encode_unit", {"unit": {**good, name: odd}}
    for odd in ODD:
        yield "encode_unit", {"unit": odd}
    yield "encode_unit", {"unit": {**good, "more": 1}}


def word_fields(edition: str) -> Iterator[tuple[str, dict[str, Any]]]:
    from ludex.games.tribun.words import layouts

    for of in layouts(game_module("tribun").REGISTER.rules(edition)):
        good = {field.name: 60 if field.what == "cid" else 1 for field in of.fields}
        yield "encode_word", {"opcode": of.name, "fields": good}
        for field in of.fields:
            for value in (*ODD, 3, 7, 127):
                yield "encode_word", {"opcode": of.name, "fields": {**good, field.name: value}}
            yield "encode_word", {"opcode": of.name, "fields": {**good, field.name + "s": 0}}
    for odd in ODD:
        yield "encode_word", {"opcode": odd, "fields": {}}
        yield "encode_word", {"opcode": "DRAW", "fields": odd}


def position_fields(edition: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Positions that are right, and each with something wrong, before an action word that can be read."""
    game = game_module("tribun")
    start = game.show_position(game.start(game.REGISTER.rules(edition)))
    board = start["board"]
    for name in start:
        for odd in (
            *ODD,
            "black",
            "white",
            "ended",
            "active",
            "grey",
            board[:-4],
            board[:-1],
            board + "====",
            " " + board,
        ):
            yield "apply", {"position": {**start, name: odd}, "action": 0xA0000000}
    for winner in (None, "black"):
        for offer in (None, "white"):
            for blocked in (None, "black"):
                fields = {"status": "ended", "winner": winner, "drawOfferBy": offer, "drawBlocked": blocked}
                yield "apply", {"position": {**start, **fields}, "action": 0xA0000000}
    for place in range(0, 160, 3):
        for letter in "AQg/":
            changed = board[:place] + letter + board[place + 1 :]
            yield "apply", {"position": {**start, "board": changed}, "action": 0xA0000000}


def kind(answer: dict[str, Any]) -> Any:
    """An answer without its reasons; a position that can be read and is not judged is no refusal."""
    result = answer.get("result")
    if not isinstance(result, dict):
        return answer
    if "unreadable" in result:
        return "unreadable"
    return "read" if {"position", "illegal", "unsupported"} & result.keys() else result


@cache
def asked_of_the_reference(edition: str, choice: str) -> tuple[list[Any], list[bytes], list[Any]]:
    """What is asked, the lines, and what the reference answers."""
    asked = [*codec_fields(edition), *position_fields(edition)]
    readings = {"tribun-enslave": choice}
    lines = [question(number, method, edition, readings, fields) for number, (method, fields) in enumerate(asked)]
    loop = Loop(["tribun"])
    return asked, lines, [json.loads(loop.answer(line)) for line in lines]


@pytest.mark.parametrize("edition", ["2026-01", "2026-04"])
@pytest.mark.parametrize("choice", ["no", "yes"])
def test_its_codecs_read_and_write_what_the_reference_does(adapter: Built, edition: str, choice: str) -> None:
    asked, lines, expected = asked_of_the_reference(edition, choice)
    got = talk(adapter, lines)
    assert len(got) == len(expected)
    wrong = [
        (one, right["result"], answer)
        for one, right, answer in zip(asked, expected, got, strict=True)
        if answer["id"] != right["id"] or kind(answer) != kind(right)
    ]
    assert wrong[:3] == []


@pytest.mark.parametrize(
    "line",
    [b"{", b"[]", b"nonsense", b'{"jsonrpc":"2.0","id":7}', b'{"jsonrpc":"2.0","id":7,"method":5}', b"\xff\xfe"],
)
def test_a_broken_line_is_an_error_and_the_engine_goes_on(adapter: Built, line: bytes) -> None:
    first, second = talk(adapter, [line + b"\n", question(8, "cid", "2026-01", {}, {"cid": 60})])
    assert first["error"]["code"] in (-32700, -32600)
    assert second == {"jsonrpc": "2.0", "id": 8, "result": {"x": 0, "y": 0}}
