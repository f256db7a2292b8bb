"""Divides a wrong count of lines of play: after which action it is off, and so on down to the answer that is wrong."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from ludex.fault import Fault
from ludex.judge.escape import visible
from ludex.judge.settings import Setting
from ludex.judge.verdict import PASS
from ludex.judge.weigh import in_force, weigh_error, weigh_result
from ludex.judge.words import item_text, rules_of
from ludex.protocol.messages import BROKEN, Answer, Hello
from ludex.protocol.schema import wire_of
from ludex.protocol.server import perform
from ludex.runner.limits import Limits
from ludex.runner.playing import carried_beside
from ludex.runner.smoke import MAX_CHARACTERS_TOLD, NoAnswer, Talk, greet
from ludex.support import support_of

LEGAL, APPLY, PERFT = "legal", "apply", "perft"
MOST_STEPS = 200_000  # of a count through `legal` and `apply`: minutes
Fields = dict[str, Any]


class ActionCount(Struct, frozen=True):
    """How many lines of play begin with an action: by the rules, and by the engine."""

    action: Any
    expected: int
    got: int


class Level(Struct, frozen=True):
    """A position on the way down: its counts, the actions of which they differ, and the one that is followed."""

    depth: int
    fields: Fields
    expected: int
    got: int
    actions: int
    differing: tuple[ActionCount, ...]
    followed: Any = None


class WrongReply(Struct, frozen=True):
    """The answer that is wrong, where nothing is left to divide: what was asked, what is right, and what came."""

    operation: str
    fields: Fields
    expected: Any
    got: bytes
    message: str


class WrongAnswer(Exception):  # noqa: N818 - says what was found
    """An answer from which nothing can be counted."""

    def __init__(self, finding: WrongReply) -> None:
        super().__init__(finding.message)
        self.finding = finding


class Divider:
    """An engine and the reference, asked the same: one question, one answer."""

    def __init__(self, game: str, setting: Setting, command: Sequence[str], limits: Limits) -> None:
        self.game, self.setting = game, setting
        self.counted = 0  # lines of play by the rules, from the position that was divided last
        self._wire = wire_of(game)
        self._replaying = support_of(game).replaying
        self._rules = rules_of(game, setting.edition, tuple(setting.choices.items()))
        self._talk = Talk(command, limits)
        try:
            self._methods = self._methods_of(greet(self._talk)[1])
        except NoAnswer as silence:
            raise self._no_answer(silence) from None
        except Fault:
            self.end()
            raise
        self._talk.timeout = limits.timeout

    def end(self) -> None:
        """Ends the engine."""
        self._talk.process.end()

    def _methods_of(self, hello: Hello | None) -> Sequence[str]:
        if hello is None:
            raise Fault(f"the engine does not say that it plays {self.game}", "`ludex smoke` tells what is wrong.")
        if self.game not in hello.games:
            plays = visible(" and ".join(hello.games) or "no game", MAX_CHARACTERS_TOLD)
            remedy = f"Count from a position of a game that it plays, or name {self.game} in the hello's `games`."
            raise Fault(f"the engine does not say that it plays {self.game}; it says {plays}", remedy)
        methods: Sequence[str] = hello.games[self.game].methods
        if lacking := [name for name in (LEGAL, APPLY) if name not in methods]:
            raise Fault(f"the engine does not offer `{'` and `'.join(lacking)}`", "A count is divided by these two.")
        return methods

    def divide(self, fields: Fields, depth: int) -> Iterator[Level | WrongReply]:
        """The levels from a position down, and at the end the answer that is wrong; nothing if the counts are equal.

        `fields` are the position and what goes beside it.
        """
        try:
            expected, got = self._right_count(fields, depth), self._count(fields, depth)
            self.counted = expected
            while expected != got:
                level = self._level(fields, depth, expected, got)
                yield level
                if level.followed is None:
                    yield self._without_a_lead(fields, depth, expected, got)
                    return
                child = next(one for one in level.differing if one.action == level.followed)
                fields, depth = self._after(fields, level.followed), depth - 1
                expected, got = child.expected, child.got
        except WrongAnswer as wrong:
            yield wrong.finding
        except NoAnswer as silence:
            raise self._no_answer(silence) from None

    def _no_answer(self, silence: NoAnswer) -> Fault:
        self.end()
        return Fault(f"the engine: {silence.with_log(self._talk.log)}", silence.remedy)

    def _level(self, fields: Fields, depth: int, expected: int, got: int) -> Level:
        """The counts after each action; a wrong list says more than any of them."""
        right = self._right(LEGAL, fields)
        self._ask(LEGAL, fields, right)
        actions = in_force(right, self.setting.choices)["actions"]
        if depth == 1:
            return Level(depth, fields, expected, got, len(actions), ())
        counts = [self._counts(fields, action, depth - 1) for action in actions]
        differing = sorted((one for one in counts if one.expected != one.got), key=lambda one: one.expected)
        followed = differing[0].action if differing else None
        return Level(depth, fields, expected, got, len(actions), tuple(differing), followed)

    def _counts(self, fields: Fields, action: Any, depth: int) -> ActionCount:
        after = self._after(fields, action)
        return ActionCount(action, self._right_count(after, depth), self._count(after, depth))

    def _without_a_lead(self, fields: Fields, depth: int, expected: int, got: int) -> WrongReply:
        """No list and no count below is wrong: an action is applied otherwise, or what is counted is not summed."""
        actions = in_force(self._right(LEGAL, fields), self.setting.choices)["actions"]
        for action in actions if depth > 1 else ():
            asked = {**fields, "action": action}
            self._ask(APPLY, asked, self._right(APPLY, asked))
        message = f"counts {got:,} where its own answers make {expected:,}"
        return WrongReply(PERFT, {**fields, "depth": depth}, {"nodes": expected}, b'{"nodes":%d}' % got, message)

    # -- the reference

    def _right(self, operation: str, fields: Fields) -> Any:
        named = {"game": self.game, "edition": self.setting.edition, "readings": self.setting.choices}
        return msgspec.json.decode(msgspec.json.encode(perform(operation, {**named, **fields})))

    def _right_count(self, fields: Fields, depth: int) -> int:
        nodes: int = self._right(PERFT, {**fields, "depth": depth})["nodes"]
        return nodes

    def _after(self, fields: Fields, action: Any) -> Fields:
        """The position after an action by the rules, and what goes beside it."""
        beside = {name: value for name, value in fields.items() if name != "position"}
        asked = {"action": action, **beside}
        after = self._right(APPLY, {**fields, "action": action})["position"]
        return {"position": after, **carried_beside(self._replaying, fields["position"], asked, after)}

    # -- the engine

    def _send(self, operation: str, fields: Fields) -> Answer:
        useless = self._wire.fields_without_use(operation, self.setting.choices)
        named = {"game": self.game, "edition": self.setting.edition, "readings": self.setting.choices}
        used = {name: value for name, value in fields.items() if name not in useless}
        return self._talk.ask(operation, {**named, "vector": None, "clauses": [], **used})

    def _ask(self, operation: str, fields: Fields, right: Any) -> Any:
        """The engine's answer, if it is right; else WrongAnswer says what it is."""
        answer = self._send(operation, fields)
        if not answer.result:
            wrong = weigh_error(answer)
            raise WrongAnswer(WrongReply(operation, fields, right, wrong.got, wrong.message))
        result, expect = bytes(answer.result), msgspec.json.encode(right)
        wire, choices = self._wire, self.setting.choices
        judged = weigh_result(result, expect, operation, wire, choices, False, self._words_for(operation))
        if judged.verdict != PASS:
            raise WrongAnswer(WrongReply(operation, fields, right, result, judged.message))
        return msgspec.json.decode(result)

    def _words_for(self, operation: str) -> Any:
        return lambda name, item: item_text(self.game, self._rules, operation, name, item)

    def _count(self, fields: Fields, depth: int) -> int:
        """How many lines of play of a depth the engine counts, or has by its own answers."""
        if PERFT in self._methods:
            return self._count_told(fields, depth)
        return self._count_played(fields, depth)

    def _count_told(self, fields: Fields, depth: int) -> int:
        asked = {**fields, "depth": depth}
        result = self._take(PERFT, asked)
        nodes = result.get("nodes")
        if type(nodes) is not int:
            raise WrongAnswer(self._strange(PERFT, asked, result))
        return nodes

    def _count_played(self, fields: Fields, depth: int) -> int:
        """The sum of the lists one action above the end, as the engine applies its own actions."""
        nodes, steps, left = 0, 0, [(fields, depth)]
        while left:
            here, more = left.pop()
            listed = self._take(LEGAL, here)
            if not isinstance(listed.get("actions"), list):
                raise WrongAnswer(self._strange(LEGAL, here, listed))
            if more == 1:
                nodes += len(listed["actions"])
            else:
                left += [(self._play(here, action), more - 1) for action in listed["actions"]]
            steps += 1 + (len(listed["actions"]) if more > 1 else 0)
            if steps > MOST_STEPS:
                remedy = "Choose a smaller --depth, or offer `perft`."
                raise Fault(f"no count after {steps:,} questions through `legal` and `apply`", remedy)
        return nodes

    def _play(self, fields: Fields, action: Any) -> Fields:
        beside = {name: value for name, value in fields.items() if name != "position"}
        asked = {**fields, "action": action}
        applied = self._take(APPLY, asked)
        if "position" not in applied:
            raise WrongAnswer(self._strange(APPLY, asked, applied))
        after = applied["position"]
        sent = {"action": action, **beside}
        return {"position": after, **carried_beside(self._replaying, fields["position"], sent, after)}

    def _take(self, operation: str, fields: Fields) -> Mapping[str, Any]:
        """An answer of the engine, whatever it says."""
        answer = self._send(operation, fields)
        if not answer.result:
            wrong = weigh_error(answer)
            raise WrongAnswer(WrongReply(operation, fields, {}, wrong.got, wrong.message))
        try:
            result = msgspec.json.decode(bytes(answer.result))
        except BROKEN:
            result = None
        if not isinstance(result, dict):
            raise WrongAnswer(self._strange(operation, fields, result))
        return result

    def _strange(self, operation: str, fields: Fields, result: Any) -> WrongReply:
        """A refusal, or something of no use, where the engine itself gave the question."""
        told = f"its `{operation}` does not answer a question that its own answers led to"
        return WrongReply(operation, fields, self._right(operation, fields), msgspec.json.encode(result), told)
