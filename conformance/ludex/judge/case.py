"""One vector to be judged under one setting: makes its request, and weighs the answer."""

from collections.abc import Callable, Generator
from typing import Any

import msgspec
from msgspec.structs import replace

from ludex.judge.settings import Setting
from ludex.judge.verdict import FAIL, PASSED, Judgement
from ludex.judge.weigh import DIFFERS, in_force, weigh_error, weigh_result
from ludex.judge.words import item_text, position_words, rules_of
from ludex.protocol.messages import Answer, read_json
from ludex.protocol.schema import Wire
from ludex.vectors.format import Topic, full_id
from ludex.vectors.images import Asked
from ludex.vectors.parts import LEGAL, WHOLE, Lists, written_part
from ludex.vectors.promises import WELL_FORMED

Step = tuple[str, dict[str, Any]]
Play = Generator[Step, dict[str, Any], dict[str, Any]]
Player = Callable[["ScheduledVector"], Play]


class Unplayable(Exception):  # noqa: N818 - not an error: this vector needs the engine's own method
    """The runner cannot play this vector itself."""


class Endless(Exception):  # noqa: N818 - says what the engine's answers are
    """The engine's answers lead further than any right ones could."""


def is_malformed(vector: Asked) -> bool:
    """Whether a vector asks whether an engine reads what is written, and not whether it plays by the rules."""
    return WELL_FORMED in vector.outside


class Frame:
    """What all cases of one topic under one setting share: the bytes around each request, and how to judge."""

    __slots__ = (
        "_useless",
        "anonymous",
        "choices",
        "common",
        "edition",
        "flipped",
        "lists",
        "operation",
        "player",
        "setting",
        "tells",
        "topic",
        "wire",
    )

    def __init__(
        self,
        topic: Topic,
        setting: Setting,
        number: int,
        wire: Wire,
        tells: bool = False,
        anonymous: bool = False,
        player: Player | None = None,
        lists: Lists = WHOLE,
    ) -> None:
        self.topic = topic
        self.operation = topic.operation
        self.edition = topic.edition
        self.setting = number
        self.choices = setting.choices
        self._useless: dict[str, list[str]] = {}
        self.flipped = setting.flipped
        self.wire = wire
        self.tells = tells
        self.anonymous = anonymous
        self.player = player
        self.lists = lists if topic.operation == LEGAL else WHOLE
        fields = {"game": topic.game, "edition": setting.called or setting.edition, "readings": setting.choices}
        self.common = msgspec.json.encode(fields)[:-1]

    def words(self, name: str, item: Any) -> str:
        """An item of the list in a field of an answer, as a message names it."""
        game = self.topic.game
        rules = rules_of(game, self.edition, tuple(self.choices.items()))
        return item_text(game, rules, self.operation, name, item)

    def used_fields(self, method: str, fields: bytes) -> bytes:
        """The fields of a question without those that no rule asks for under the readings in force."""
        if method not in self._useless:
            self._useless[method] = self.wire.fields_without_use(method, self.choices)
        useless = self._useless[method]
        if not useless:
            return fields
        asked = msgspec.json.decode(fields, type=dict[str, msgspec.Raw])
        return msgspec.json.encode({name: value for name, value in asked.items() if name not in useless})


class ScheduledVector:
    """A vector, or an image of one, in its place: `index` is its place in the report.

    What `riders` ask is the same, and other things are expected of the answer: it is asked once for all.
    """

    __slots__ = ("frame", "index", "riders", "vector")

    def __init__(self, index: int, vector: Asked, frame: Frame) -> None:
        self.index = index
        self.vector = vector
        self.frame = frame
        self.riders: tuple[ScheduledVector, ...] = ()

    @property
    def id(self) -> str:
        return full_id(self.vector, self.frame.edition)

    def request(self, number: int) -> bytes:
        """The line that asks this vector's question."""
        return self._line(number, self.frame.operation, bytes(self.vector.input))

    def ask(self, number: int, step: Step) -> bytes:
        """The line for one step of a vector that the runner plays itself."""
        method, fields = step
        return self._line(number, method, msgspec.json.encode(fields))

    def _line(self, number: int, method: str, fields: bytes) -> bytes:
        frame = self.frame
        fields = frame.used_fields(method, fields)
        inner = fields[1:].replace(b"\r", b" ").replace(b"\n", b" ").lstrip()
        named = b',"vector":null,"clauses":[]' if frame.anonymous else self._name_members()
        comma = b"" if inner == b"}" else b","
        head = b'{"jsonrpc":"2.0","id":%d,"method":"%b","params":' % (number, method.encode())
        return b"".join((head, frame.common, named, comma, inner, b"}\n"))

    def _name_members(self) -> bytes:
        return b',"vector":%b,"clauses":%b' % (
            msgspec.json.encode(self.id),
            msgspec.json.encode(self.vector.clauses),
        )

    def weigh(self, answer: Answer) -> Judgement:
        """The verdict on an answer; one that is byte for byte right needs no reading."""
        if not answer.result or answer.error:
            return weigh_error(answer)
        return self.weigh_bytes(bytes(answer.result))

    def weigh_bytes(self, result: bytes) -> Judgement:
        expect = self.expect
        if result == expect and b'"conditional"' not in expect:
            return PASSED
        frame = self.frame
        found = weigh_result(result, expect, frame.operation, frame.wire, frame.choices, frame.tells, frame.words)
        return self._say_what_differs(found) if found.verdict == FAIL and DIFFERS in found.message else found

    def _say_what_differs(self, found: Judgement) -> Judgement:
        """The same, with what differs in the position where the message says only that a long text of it does."""
        expected = in_force(self.expects(), self.frame.choices)
        told = position_words(self.frame.topic.game, expected, read_json(bytes(found.got)))
        rest = [one for one in found.message.split("; ") if not one.startswith(("position", "…"))]
        return replace(found, message="; ".join([*rest, told])) if told else found

    @property
    def expect(self) -> bytes:
        """What the vector expects, as far as the engine's part of a list goes."""
        return written_part(bytes(self.vector.expect), self.frame.lists, self.frame.topic.game)

    def expects(self) -> Any:
        return msgspec.json.decode(self.expect)

    def asks(self) -> Any:
        return msgspec.json.decode(self.vector.input)
