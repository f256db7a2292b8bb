"""Draws a failure: the board before, the action, what was expected and what came, by the game's own pictures."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from ludex.judge.escape import visible
from ludex.judge.weigh import in_force, key, refusal_of
from ludex.judge.words import item_text, rules_of
from ludex.protocol.messages import BROKEN
from ludex.protocol.schema import Schema, in_order_of, plain, resolve, wire_of
from ludex.report.blame import clauses_met
from ludex.report.listing import ACTIONS, Lists, lists_in, wrong_lists
from ludex.report.parting import REPLAY, Parting, parting_of
from ludex.seam import NOTATION, notation_of, package_of, reference_of
from ludex.support import support_of
from ludex.support.alike import same
from ludex.support.seam import Picture
from ludex.support.svg import Arrow, Sketch
from ludex.vectors.freedom import bound_part, even_out
from ludex.vectors.sides import LISTED, UNLISTED, expected_by_side
from ludex.wording import first, quantity

DRAWN_FIELDS = ("position", "action", "by")  # of a question: they have lines, or boards, of their own
MISSING, EXTRA, DIFFERENCES = "missing", "too many", "differences"
PASSES = "passes, and differs least"
MOST_DIFFERENCES_SAID = 2
MOST_ITEMS = 8
MOST_CLAUSES_OF_AN_ACTION = 6
MOST_LINES = 40  # of differences
MOST_ACTIONS_SAID = 40  # of a replay
MOST_LETTERS_OF_A_LINE = 600
MOST_LETTERS_OF_AN_ANSWER = 400  # that has no picture
MOST_LETTERS_OF_A_NAME = 80
MOST_LETTERS_OF_A_VALUE = 600
_LIST = re.compile(rb'\s*{\s*"actions"\s*:\s*\[')  # as it begins
MOST_ACTIONS_JUDGED = 12  # of a list


class Panel(Struct, frozen=True):
    """One part of the picture of a failure: its name, a position or words, what is marked, and where actions lead.

    `headline`: the failure in a sentence, where this part knows a better one than the judge.
    """

    name: str
    position: Any = None
    marks: Any = None
    arrows: tuple[Arrow, ...] = ()
    words: tuple[str, ...] = ()
    headline: str = ""


class ActionSaid(Struct, frozen=True):
    """An action in words, and by how much each of its arrows leads to another place, where places are numbers."""

    words: str
    steps: tuple[str, ...] = ()


class ActionsJudged(Struct, frozen=True):
    """The actions that an answer is wrong about, and those that it is right about."""

    wrong: tuple[ActionSaid, ...] = ()
    right: tuple[ActionSaid, ...] = ()


class DrawnQuestion(Struct, frozen=True):
    """What is asked, and the position that it is about, if there is one."""

    operation: str
    asked: Any
    before: Any

    def draws(self, name: str) -> bool:
        """Whether a field stands in the drawing of a position that the question does not call so, or is that."""
        if not isinstance(self.before, dict) or "position" in self.asked:
            return False
        value = self.asked[name]
        return name in self.before or (isinstance(value, dict) and not self.before.keys().isdisjoint(value))


class Easel:
    """Draws for one game under one setting; falls back to JSON wherever there is no picture."""

    def __init__(self, game: str, edition: str, choices: Mapping[str, str], width: int = 100) -> None:
        self.choices = choices
        self.width = width
        self._game = game
        self._wire = wire_of(game)
        self._rules = rules_of(game, edition, tuple(choices.items()))

    def failure(
        self, operation: str, asked: Any, expected: Any, got: bytes | str, blamed: Sequence[str] = ()
    ) -> Iterator[str]:
        """The parts of a picture of one failure, each a block of lines; `blamed`: clauses that it speaks against."""
        expected, answer = self._both(operation, expected, got)
        if isinstance(asked, dict) and "action" in asked:
            yield f"action: {self.action(asked['action'])}" + (f", by {asked['by']}" if "by" in asked else "")
        question = self.question(operation, asked)
        if question.before is None:
            yield f"asked: {operation} {_json(question.asked)}"
        elif fields := list(self.fields_in_words(question)):
            yield f"asked: {operation}, {', '.join(fields)}"
        if isinstance(expected, dict) and "position" in expected and isinstance(answer, dict) and "position" in answer:
            if parting := self._parting(operation, asked, expected, answer, blamed):
                yield from self._parting_lines(parting)
            yield self.compare(question.before, expected["position"], answer["position"])
            return
        if question.before is not None:
            yield f"before\n{self.board(question.before)}"
        yield from self._sides(question, expected, answer, got)

    def question(self, operation: str, asked: Any) -> DrawnQuestion:
        """A question as it is sent, with the position that it is about."""
        asked = self._as_sent(operation, asked)
        support = support_of(self._game)
        try:
            before = support.picture.position_of(operation, asked)
            if before is None and operation == REPLAY:
                before = support.replaying.position(asked)
        except Exception:  # a question may be of any shape
            before = None
        return DrawnQuestion(operation, asked, before)

    def _as_sent(self, operation: str, asked: Any) -> Any:
        """Without the fields that no rule asks for under these readings, which no engine is sent."""
        if not isinstance(asked, dict):
            return asked
        useless = self._wire.fields_without_use(operation, self.choices)
        return {name: value for name, value in asked.items() if name not in useless}

    def question_arrows(self, question: DrawnQuestion) -> tuple[Arrow, ...]:
        """Where what is asked leads."""
        if question.before is None or not isinstance(question.asked, dict):
            return ()
        fields = ((name, value) for name, value in question.asked.items() if name != ACTIONS)
        return tuple(arrow for name, value in fields for arrow in self._arrows_of(question, name, value))

    def answer_arrows(self, question: DrawnQuestion, answer: Any) -> tuple[Arrow, ...]:
        """Where the items of an answer's lists lead; of legal actions there are too many to be told apart."""
        if question.before is None or not isinstance(answer, dict) or ACTIONS in answer:
            return ()
        lists = {name: items for name, items in answer.items() if isinstance(items, list)}
        return tuple(arrow for name, items in lists.items() for arrow in self._arrows_of(question, name, *items))

    def fields_in_words(self, question: DrawnQuestion) -> Iterator[str]:
        """What is asked beside a position and an action."""
        for name, value in question.asked.items():
            if name == ACTIONS and (actions := self._actions_of(question)) is not None:
                yield f"{name} {'; '.join(first(actions, MOST_ACTIONS_SAID, 'action'))}"
            elif name not in DRAWN_FIELDS and value is not None and not question.draws(name):
                yield f"{name} {self.item(question.operation, name, value)}"

    def item(self, operation: str, name: str, value: Any) -> str:
        """A field of a question, or an item of a list in an answer, in words where the game has some."""
        return visible(item_text(self._game, self._rules, operation, name, value), MOST_LETTERS_OF_A_LINE)

    def _lists(self, operation: str, expected: Any, answer: Any) -> list[Lists] | None:
        schema = self._wire.result(operation) or {}
        return lists_in(expected, answer, schema, self._wire.root(schema))

    def _both(self, operation: str, expected: Any, got: bytes | str) -> tuple[Any, Any]:
        """What is expected under the readings in force, and the answer in the same order, without what is free."""
        expected, schema = in_force(expected, self.choices), self._wire.result(operation) or {}
        answer = _arrange(even_out(_decode(got), expected), expected, schema, self._wire.root(schema))
        return bound_part(expected), answer

    def panels(
        self, operation: str, asked: Any, expected: Any, got: bytes | str, blamed: Sequence[str] = ()
    ) -> Iterator[Panel]:
        """The same for a page: the board before, the one expected, and the one that came, or words for them."""
        expected, answer = self._both(operation, expected, got)
        question = self.question(operation, asked)
        before = question.before
        said = tuple(self._asked_in_words(question))
        arrows = self.question_arrows(question)
        yield Panel("before" if before is not None else "asked", before, None, arrows, said)
        if (side := expected_by_side(expected)) in (LISTED, UNLISTED):
            yield from self._side_panels(question, side, expected[side][0], answer, got)
            return
        if (lists := self._lists(operation, expected, answer)) is not None:
            yield from self._list_panels(question, lists)
            return
        wanted, came = (_position_of(one) for one in (expected, answer))
        at_end = ""
        if parting := self._parting(operation, asked, expected, answer, blamed):
            yield from self._parting_panels(parting)
            at_end = " at the end"
        marks = self._marks(came if wanted is None else wanted, before if wanted is None or came is None else came)
        yield Panel(f"expected{at_end}", wanted, marks, (), tuple(self._side_in_words(expected)))
        if got:
            told = self._side_in_words(answer) if answer is not None else iter([_cut(got)])
            yield Panel(f"got{at_end}", came, marks, (), tuple(told))
        if wanted is not None and came is not None:
            yield Panel(DIFFERENCES, words=tuple(self.differences(wanted, came)))

    def actions_judged(self, operation: str, asked: Any, expected: Any, got: str, failed: bool) -> ActionsJudged:
        """The actions that an answer is wrong about, and those that it is right about, in words: the one that is sent,
        or those of a list; of long lists some."""
        before, wanted = self.question(operation, asked).before, in_force(expected, self.choices)
        sent = [asked["action"]] if isinstance(asked, dict) and "action" in asked else []
        if not sent and (side := expected_by_side(wanted)):
            sent = wanted[side]
        if sent or not failed:
            listed = sent or (wanted.get(ACTIONS, ()) if isinstance(wanted, dict) else ())
            told = self._some_said(listed, before)
            return ActionsJudged(wrong=told) if failed else ActionsJudged(right=told)
        found = self._lists(operation, *self._both(operation, expected, got)) or ()
        lists = [one for one in found if one.field == ACTIONS]
        wrong = [item for one in lists for item in (*one.missing, *one.extra)]
        known = {key(item) for item in wrong}
        right = [item for item in wanted[ACTIONS] if key(item) not in known] if lists else []
        return ActionsJudged(self._some_said(wrong, before), self._some_said(right, before))

    def _some_said(self, actions: Sequence[Any], before: Any) -> tuple[ActionSaid, ...]:
        step = -(-len(actions) // MOST_ACTIONS_JUDGED) or 1
        return tuple(ActionSaid(self.action(one), self._steps(one, before)) for one in actions[::step])

    def _steps(self, action: Any, before: Any) -> tuple[str, ...]:
        """`a step by (0, -1)`, for each arrow of an action between places that have two numbers."""
        ends = [(one.begin, one.end) for one in self.arrows([action], before)]
        return tuple(step_by(to.x - of.x, to.y - of.y) for of, to in ends if all(hasattr(end, "x") for end in (of, to)))

    def sentences(self, operation: str, asked: Any) -> tuple[str, ...]:
        """A question in sentences: what is asked beside the position, and the facts of that."""
        return (*self._asked_in_words(self.question(operation, asked)), *self.facts(operation, asked))

    def facts(self, operation: str, asked: Any) -> tuple[str, ...]:
        """The sentences of the position that a question is about."""
        before = self.question(operation, asked).before
        if before is None or package_of(NOTATION, self._game) is None:
            return ()
        notation = notation_of(self._game)
        try:
            return tuple(
                visible(notation.fact_text(fact), MOST_LETTERS_OF_A_LINE) for fact in notation.facts_of(before)
            )
        except Exception:  # there are no words for what cannot be read
            return ()

    def passing(self, operation: str, asked: Any, expected: Any, *words: str) -> Panel:
        """The picture of a question that is answered rightly, with these words ahead of its own."""
        question = self.question(operation, asked)
        answer = bound_part(in_force(expected, self.choices))
        told = self._side_in_words(answer) if _position_of(answer) is None and ACTIONS not in answer else ()
        said = (*words, *self._asked_in_words(question), *told)
        return Panel(PASSES, question.before, None, self.question_arrows(question), said)

    def _arrows_of(self, question: DrawnQuestion, name: str, *values: Any) -> tuple[Arrow, ...]:
        """Where a field of a question leads, or items of a list in its answer, as far as the game can tell."""
        try:
            picture, asked = support_of(self._game).picture, question.asked
            found = [picture.field_arrows(question.operation, name, one, asked, self._rules) for one in values]
            return tuple(arrow for arrows in found for arrow in arrows)
        except Exception:  # an engine may list anything
            return ()

    def _asked_in_words(self, question: DrawnQuestion) -> Iterator[str]:
        """The question beside its position: the action, the actions of a replay, and whatever else is asked."""
        operation, asked, actions = question.operation, question.asked, None
        if not isinstance(asked, dict):
            yield f"{operation} {_json(asked)}"
            return
        if "action" in asked:
            yield f"{operation}: {self.action(asked['action'])}"
        elif (actions := self._actions_of(question)) is not None:
            yield f"{operation}: {'; '.join(first(actions, MOST_ACTIONS_SAID, 'action'))}"
        else:
            yield operation
        if ACTIONS in asked and actions is None:
            yield f"{ACTIONS}: {_json(asked[ACTIONS])}"
        told = ("position", "action", ACTIONS)
        for name, value in asked.items():
            if name not in told and value is not None and not question.draws(name):
                yield f"{name}: {self.item(operation, name, value)}"

    def _actions_of(self, question: DrawnQuestion) -> list[str] | None:
        """The actions of a replay in words, however they are packed; None where there are none to be read."""
        if ACTIONS not in question.asked:
            return None
        if question.operation == REPLAY:
            try:
                return [self.action(one["action"]) for one in support_of(self._game).replaying.actions(question.asked)]
            except Exception:  # a question may be of any shape
                return None
        actions = question.asked[ACTIONS]
        return [self.action(one) for one in actions] if isinstance(actions, list) else None

    def _parting(self, operation: str, asked: Any, expected: Any, answer: Any, blamed: Sequence[str]) -> Parting | None:
        """Where a replay that went wrong parts from the right one."""
        if operation != REPLAY or self._rules is None:
            return None
        try:
            return parting_of(self._game, self._rules, asked, expected, answer, blamed)
        except Exception:  # a question, and an answer, may be of any shape
            return None

    def _parting_lines(self, parting: Parting) -> Iterator[str]:
        yield _where_parted(parting, self.action(parting.action))
        if _position_of(parting.expected) is not None and _position_of(parting.got) is not None:
            yield self.compare(parting.before, parting.expected["position"], _position_of(parting.got))
        else:
            yield f"before it\n{self.board(parting.before)}"
            yield self._side("expected after it", parting.expected)
            yield from [self._side("got", in_order_of(parting.expected, parting.got))] if parting.got else []
        yield "At the end of the replay:"

    def _parting_panels(self, parting: Parting) -> Iterator[Panel]:
        wanted, came = _position_of(parting.expected), _position_of(parting.got)
        said = _where_parted(parting, self.action(parting.action))
        arrows = self.arrows([parting.action], parting.before)
        yield Panel("before the action where they part", parting.before, None, arrows, (said,))
        marks = self._marks(parting.before if wanted is None else wanted, parting.before if came is None else came)
        yield Panel("expected after it", wanted, marks, (), tuple(self._side_in_words(parting.expected)))
        if parting.got:
            yield Panel("got after it", came, marks, (), tuple(self._side_in_words(parting.got)))

    def _side_in_words(self, result: Any) -> Iterator[str]:
        """What an answer says beside its position."""
        refusal = refusal_of(result)
        if refusal:
            reasons = result[refusal].get("broken", ()) if isinstance(result[refusal], dict) else ()
            told = _cut(", ".join(map(str, reasons))) if isinstance(reasons, list) else ""
            yield f"refused as {refusal}" + (f" ({told})" if told else "")
        elif isinstance(result, dict):
            yield from (
                f"{visible(name, MOST_LETTERS_OF_A_NAME)}: {_json(value)}"
                for name, value in result.items()
                if name != "position"
            )
        else:
            yield _json(result)

    def _side_panels(
        self, question: DrawnQuestion, side: str, action: Any, answer: Any, got: bytes | str
    ) -> Iterator[Panel]:
        """A list that should hold one action, or should not."""
        with_it = "with" if side == LISTED else "without"
        said = self._item_in_words(question, ACTIONS, action)
        before = question.before
        headline = f"a list {_with_or_without(side)} {self.action(action)}"
        yield Panel("expected", before, None, self.arrows([action], before), (f"a list {with_it} {said}",), headline)
        if _has_actions(answer):
            told = f"a list of {quantity(len(answer['actions']), 'action')}, {_with_or_without(side)} it"
        elif answer is None and _is_cut_list(got):
            told = f"a long list, {_with_or_without(side)} it"
        else:
            told = "; ".join(self._side_in_words(answer)) if answer is not None else _cut(got)
        if got:
            yield Panel("got", words=(told,))

    def _list_panels(self, question: DrawnQuestion, lists: list[Lists]) -> Iterator[Panel]:
        for name, items, of in wrong_lists(lists):
            told = [self._item_in_words(question, of.field, one) for one in items[:MOST_ITEMS]]
            arrows = self._arrows_of(question, of.field, *items[:MOST_ITEMS])
            noun = "action" if of.field == ACTIONS else "item"
            more = len(items) - len(told)
            words = (*told, f"… and {quantity(more, f'more {noun}')}") if more else tuple(told)
            instance = self.item(question.operation, of.field, items[0])
            headline = f"{quantity(len(items), noun)} {name}, such as {instance}"
            yield Panel(f"{name}: {len(items)}", question.before if arrows else None, None, arrows, words, headline)
        for one in lists:
            if one.repeated:
                yield Panel(one.label("listed more than once"), words=(f"{one.repeated:,} of them",))

    def _item_in_words(self, question: DrawnQuestion, name: str, item: Any) -> str:
        """An item of a list; of an action what the rules say, too: the clauses that it breaks, or the checks it meets.

        What was asked last comes first: it is what tells this action from others.
        """
        told = self.item(question.operation, name, item)
        if self._rules is None or question.before is None or name != ACTIONS:
            return told
        try:
            fields = {**question.asked, "position": question.before}
            legal, clauses = clauses_met(reference_of(self._game), fields, item, self._rules)
        except Exception:  # an engine may list anything; the report is written all the same
            return told
        named = " ".join(first(clauses[::-1] if legal else clauses, MOST_CLAUSES_OF_AN_ACTION))
        if legal:
            return f"{told}: `apply` accepts it, by {named}" if named else f"{told}: `apply` accepts it"
        return f"{told}: `apply` refuses it, for it breaks {named}"

    def _sides(self, question: DrawnQuestion, expected: Any, answer: Any, got: bytes | str) -> Iterator[str]:
        if (side := expected_by_side(expected)) in (LISTED, UNLISTED):
            yield f"action: {self._item_in_words(question, ACTIONS, expected[side][0])}"
            yield f"expected: {'a list with it' if side == LISTED else 'a list without it'}"
            if _has_actions(answer):
                yield f"got: a list of {quantity(len(answer['actions']), 'action')}, {_with_or_without(side)} it"
                return
            if answer is None and _is_cut_list(got):
                yield f"got: a long list, {_with_or_without(side)} it"
                return
        elif (lists := self._lists(question.operation, expected, answer)) is not None:
            yield from self._list_lines(question, lists)
            return
        else:
            yield self._side("expected", expected)
        if got:
            yield self._side("got", in_order_of(expected, answer)) if answer is not None else f"got: {_cut(got)}"

    def _list_lines(self, question: DrawnQuestion, lists: list[Lists]) -> Iterator[str]:
        for name, items, of in wrong_lists(lists):
            listed = "\n".join(f"  {self._item_in_words(question, of.field, item)}" for item in items[:MOST_ITEMS])
            more = f"\n  … and {len(items) - MOST_ITEMS} more" if len(items) > MOST_ITEMS else ""
            yield f"{name}: {len(items)}\n{listed}{more}"
        yield from (f"{one.label('listed more than once')}: {one.repeated}" for one in lists if one.repeated)

    def _side(self, name: str, result: Any) -> str:
        refusal = refusal_of(result)
        if refusal:
            reasons = result[refusal].get("broken", ()) if isinstance(result[refusal], dict) else ()
            told = _cut(", ".join(map(str, reasons))) if isinstance(reasons, list) else ""
            return f"{name}: refused as {refusal}" + (f" ({told})" if told else "")
        if isinstance(result, dict) and "position" in result:
            beside = ", ".join(self._side_in_words(result))
            return f"{name}{f': {beside}' if beside else ''}\n{self.board(result['position'])}"
        return f"{name}: {_json(result)}"

    def board(self, position: Any) -> str:
        return self._draw(lambda picture: picture.board(position)) or _json(position)

    def compare(self, before: Any, expected: Any, got: Any) -> str:
        drawn = self._draw(lambda picture: picture.compare(before, expected, got, self.width))
        return (
            drawn or f"before: {_json(before)}\nexpected: {_json(expected)}\ngot: {_json(in_order_of(expected, got))}"
        )

    def sketch(self, panel: Panel) -> Sketch | None:
        """The drawing of a part; None where it has no position, or one of which there is no drawing."""
        if panel.position is None:
            return None
        try:
            return support_of(self._game).picture.sketch(panel.position, panel.marks, panel.arrows)
        except Exception:  # an engine may send anything; the report is written all the same
            return None

    def arrows(self, actions: list[Any], position: Any) -> tuple[Arrow, ...]:
        """Where actions lead, as far as the game can tell."""
        try:
            picture = support_of(self._game).picture
            return tuple(arrow for one in actions for arrow in picture.arrows(one, self._rules, position))
        except Exception:  # an engine may list anything
            return ()

    def differences(self, expected: Any, got: Any) -> list[str]:
        """In what two positions differ, a line each."""
        try:
            lines = support_of(self._game).picture.differences(expected, got)
        except Exception:  # an engine may send anything
            return []
        return [visible(line, MOST_LETTERS_OF_A_LINE) for line in first(lines, MOST_LINES, "difference")]

    def _marks(self, one: Any, other: Any) -> Any:
        if one is None or other is None:
            return None
        try:
            return support_of(self._game).picture.changed(one, other)
        except Exception:  # an engine may send anything
            return None

    def action(self, action: Any) -> str:
        if self._rules is None:
            return _json(action)
        return self._draw(lambda picture: picture.action(action, self._rules)) or _json(action)

    def _draw(self, draw: Callable[[Picture], str]) -> str:
        """What the game's picture gives; nothing when it fails, for a report must always be written."""
        try:
            return visible(draw(support_of(self._game).picture), 20_000, lines=True)
        except Exception:  # an engine may send anything; the report is written all the same
            return ""


def headline_of(panels: Sequence[Panel]) -> str:
    """The failure in a sentence, as far as its parts say one: what a list lacks, or the first differences."""
    told = [panel.headline for panel in panels if panel.headline]
    differing = [line for panel in panels if panel.name == DIFFERENCES for line in panel.words]
    return "; ".join(told or first(differing, MOST_DIFFERENCES_SAID, "difference"))


def step_by(columns: int, rows: int) -> str:
    """How far a place lies from another."""
    return f"a step by ({columns}, {rows})"


def _where_parted(parting: Parting, action: str) -> str:
    """`Action 3 of 12, move (0,0) -> (1,1), is where they part`."""
    told = f"action {parting.number:,} of {parting.many:,}, {action},"
    if parting.is_certain:
        return f"{told} is where the two games part"
    return f"{told} is the last one that touches what differs in the end"


def _with_or_without(side: str) -> str:
    return "without" if side == LISTED else "with"


def _position_of(result: Any) -> Any:
    return result.get("position") if isinstance(result, dict) else None


def _decode(got: bytes | str) -> Any:
    try:
        return msgspec.json.decode(got) if got else None
    except BROKEN:
        return None


def _arrange(got: Any, expected: Any, schema: Schema, root: Schema) -> Any:
    """An answer in the order and the figures of what is expected, so that only what differs looks different."""
    if same(got, expected):
        return expected
    schema = resolve(schema, root)
    if isinstance(got, dict) and isinstance(expected, dict):
        names, fields = dict.fromkeys([*expected, *got]), schema.get("properties", {})
        return {
            name: _arrange(got[name], expected.get(name), fields.get(name, {}), root) for name in names if name in got
        }
    if not isinstance(got, list) or not isinstance(expected, list):
        return got
    if schema.get("uniqueItems"):
        places = {key(item): place for place, item in enumerate(expected)}
        return sorted(map(plain, got), key=lambda item: places.get(key(item), len(places)))
    if len(got) != len(expected):
        return got
    return [_arrange(one, other, schema.get("items", {}), root) for one, other in zip(got, expected, strict=True)]


def _is_cut_list(got: bytes | str) -> bool:
    """Whether an answer is the beginning of a list of actions, which was too long to be kept."""
    return bool(_LIST.match(got.encode() if isinstance(got, str) else got))


def _cut(said: bytes | str) -> str:
    """What an engine said, for which there is no picture."""
    return visible(said, MOST_LETTERS_OF_AN_ANSWER)


def _has_actions(result: Any) -> bool:
    return isinstance(result, dict) and isinstance(result.get("actions"), list)


def _json(value: Any) -> str:
    return visible(msgspec.json.encode(value), MOST_LETTERS_OF_A_VALUE)
