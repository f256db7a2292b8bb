"""A scenario to begin with for a clause: the smallest vector that turns on it, said in the words of authors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple
from zlib import compress

import msgspec
from msgspec import Raw

from ludex import where
from ludex.authoring.explain import choices_for
from ludex.authoring.subjects import suite_of
from ludex.fault import Fault
from ludex.generate.asking import answer
from ludex.judge.weigh import refusal_of
from ludex.rulebook import Clause, rulebook, with_rulebooks
from ludex.rulebook.unknown import suggestion
from ludex.rules import Rules, recording
from ludex.scenario import read_text, run
from ludex.seam import Notation, notation_of, reference_of
from ludex.support import support_of
from ludex.vectors.format import Topic, Vector, full_id
from ludex.vectors.suite import Suite, available
from ludex.wording import quantity

MOST_EXAMPLES_TRIED = 60  # vectors, the easiest to read first
MOST_ACTIONS_NAMED = 4  # legal actions; more of them are counted
LINE_LETTERS = 100
CHECK = "check"  # the role of a clause that refuses
FIELDS = {"position", "action", "by"}
MOST_LETTERS_OF_WHY = 150


class Example(NamedTuple):
    """A vector that turns on a clause, its fields, and the readings to play it under."""

    topic: Topic
    vector: Vector
    fields: Mapping[str, Any]
    rules: Rules
    under: dict[str, str]


class ScenarioParts(NamedTuple):
    """A scenario in parts: what is given, what is sent (or nothing), what is expected; the lines of each."""

    given: list[str]
    when: str
    then: list[str]


class ListedActions(NamedTuple):
    """What a scenario says of a list of legal actions, where it does not name all: some that are in it, some that are
    not."""

    legal: tuple[Any, ...] = ()
    not_legal: tuple[Any, ...] = ()


NOTHING_LISTED = ListedActions()


class ScenarioHead(NamedTuple):
    """What stands above a scenario: its name, why it is there, the clauses that it cites, and comments for a reader."""

    name: str
    why: str
    cites: tuple[str, ...]
    comments: tuple[str, ...]


def clause_of(wanted: str) -> tuple[str, Clause]:
    """The game and the clause of an id, in letters of any size; a Fault where there is none."""
    books = {game: rulebook(game) for game in with_rulebooks()}
    for game, book in books.items():
        if wanted.upper() in book:
            return game, book[wanted.upper()]
    raise Fault(f"no clause {wanted!r} in any rulebook", suggestion(wanted, books))


def skeleton(game: str, clause: Clause, accepted: bool = False) -> str:
    """The text of a file with one scenario that cites the clause, can be played, and holds.

    Of a clause that is a check it shows what is refused by it, or what is accepted. A Fault says that a clause is
    withdrawn."""
    if clause.withdrawn:
        raise Fault(
            f"{clause.id} is withdrawn, and rules nothing: {clause.sentence}", "Name the clause that rules now."
        )
    notation_of(game), reference_of(game)  # a Fault says so at once where one is missing
    idle = ""
    for text in filter(holds, _texts(game, clause, accepted)):
        if clause.id in clauses_asked(text):
            return text
        idle = idle or text
    return idle or _bare(game, clause)


def _texts(game: str, clause: Clause, accepted: bool) -> Iterator[str]:
    for example in examples(game, clause.id, accepted):
        said = _parts_of(game, example)
        if said is not None:
            drawn = f"drawn from {full_id(example.vector, example.topic.edition)}"
            yield _text(game, clause, example.rules.edition, example.under, said, drawn)


def holds(text: str) -> bool:
    """Whether a text can be read and played, and everything in it is so."""
    file = read_text(text)
    results = [result for scenario in file.scenarios for result in run(scenario)]
    return bool(results) and not file.problems and all(result.status == "pass" for result in results)


def clauses_asked(text: str) -> set[str]:
    """The clauses that are asked when a text is played."""
    with recording(keep_steps=False) as trace:
        for scenario in read_text(text).scenarios:
            run(scenario)
    return trace.clauses


def examples(game: str, clause: str, accepted: bool = False) -> Iterator[Example]:
    """The vectors about a position that turn on a clause: the latest edition first, then what shows a check refusing,
    or accepting if that is wanted, then what is easiest to read."""
    if game not in available():
        return
    suite = suite_of(game, where.vectors_of(game))
    for edition in reversed(suite.editions):
        yield from _in_edition(suite, edition, clause, accepted)


def _in_edition(suite: Suite, edition: str, clause: str, accepted: bool) -> Iterator[Example]:
    is_check = rulebook(suite.game)[clause].role == CHECK
    found = [
        ((is_check and _is_refused(vector, clause) == accepted, *_rank(vector)), topic, vector)
        for topic in suite.topics(edition)
        for vector in topic.vectors
        if clause in vector.clauses and b'"position"' in bytes(vector.input)
    ]
    for _, topic, vector in sorted(found, key=lambda one: one[0])[:MOST_EXAMPLES_TRIED]:
        yield _example(suite, topic, vector)


def _is_refused(vector: Vector, clause: str) -> bool:
    """Whether a refusal that names the clause is expected."""
    expected = msgspec.json.decode(vector.expect)
    kind = refusal_of(expected)
    return bool(kind) and clause in expected[kind]["broken"]


def _rank(vector: Vector) -> tuple[bool, bool, int, str]:
    """What is easiest to read comes first: an action, nothing asked besides, no readings, and little in it.

    How much is in a position is told by packing it: an empty board is long in some games, and packs well."""
    names = msgspec.json.decode(vector.input, type=dict[str, msgspec.Raw]).keys()
    packed = len(compress(bytes(vector.input))) + 30 * len(vector.holds)
    return bool(names - FIELDS), "action" not in names, packed, vector.id


def _example(suite: Suite, topic: Topic, vector: Vector) -> Example:
    chosen, usual = choices_for(suite, vector, topic.edition), suite.facts(topic.edition).defaults()
    under = {entry: choice for entry, choice in chosen.items() if usual.get(entry) != choice}
    register = reference_of(suite.game).REGISTER
    return Example(topic, vector, msgspec.json.decode(vector.input), register.rules(topic.edition, under), under)


def _parts_of(game: str, example: Example, listed: ListedActions = NOTHING_LISTED) -> ScenarioParts | None:
    """A vector in the words of the game's notation; None where there are none for it."""
    notation, reference = notation_of(game), reference_of(game)
    fields = example.fields
    try:
        given = _position_lines(notation, fields["position"])
        if fields.keys() - FIELDS:
            return _parts_in_own_words(game, given, example, fields)
        if "action" not in fields:
            got = answer(reference, "legal", fields, example.rules)
            return ScenarioParts(given, "", _legal_lines(notation, got, example.rules, listed))
        got = answer(reference, "apply", fields, example.rules)
        return ScenarioParts(given, _action(notation, fields, example.rules), _came(notation, fields["position"], got))
    except (ValueError, KeyError, TypeError):  # the notation has no words for it
        return None


def _position_lines(notation: Notation, position: Any) -> list[str]:
    """A position as lines: drawn where the game draws, else its facts."""
    board = notation.show_board(position)
    return board.split("\n") if board else _fill_lines(map(notation.fact_text, notation.facts_of(position)))


def _fill_lines(phrases: Iterable[str]) -> list[str]:
    """Phrases on as few lines as they fit on."""
    lines: list[str] = []
    for phrase in phrases:
        if lines and len(lines[-1]) + len(phrase) + 2 <= LINE_LETTERS:
            lines[-1] += f", {phrase}"
        else:
            lines.append(phrase)
    return lines


def _action(notation: Notation, fields: Mapping[str, Any], rules: Rules) -> str:
    """The sentence of an action, with who sends it where that is said."""
    sentence: str = notation.show_action(fields["action"], rules)
    if fields.get("by") is None:
        return sentence
    sent = replace(notation.read("action", sentence), by=fields["by"])
    return str(notation.sent_text(sent))


def _came(notation: Notation, before: Any, got: Mapping[str, Any]) -> list[str]:
    """What came of an action: how it is refused, or what is new in the position after."""
    if kind := refusal_of(got):
        return [_refusal(kind, got[kind]["broken"])]
    if got["position"] == before:
        return ["nothing changes"]
    old, now = notation.facts_of(before), notation.facts_of(got["position"])
    return _fill_lines(map(notation.fact_text, [fact for fact in now if fact not in old] or now))


def _refusal(kind: str, broken: list[str]) -> str:
    return f"{'unreadable' if kind == 'unreadable' else 'refused'} by {' or '.join(broken)}"


def _legal_lines(notation: Notation, got: Mapping[str, Any], rules: Rules, listed: ListedActions) -> list[str]:
    if kind := refusal_of(got):
        return [_refusal(kind, got[kind]["broken"])]

    def words(actions: Iterable[Any]) -> str:
        return "; ".join(notation.show_action(one, rules) for one in actions)

    actions = got["actions"]
    if 0 < len(actions) <= MOST_ACTIONS_NAMED:
        return [f"exactly these legal actions: {words(actions)}"]
    lines = [f"legal: {words(listed.legal)}"] if listed.legal else []
    lines += [f"not legal: {words(listed.not_legal)}"] if listed.not_legal else []
    return lines or [quantity(len(actions), "legal action") if actions else "no legal actions"]


def _parts_in_own_words(
    game: str, given: list[str], example: Example, fields: Mapping[str, Any]
) -> ScenarioParts | None:
    """A request that only this game has words for."""
    operation = example.topic.operation
    got = answer(reference_of(game), operation, fields, example.rules)
    words = support_of(game).requests.asking(operation, fields, got)
    return ScenarioParts(given, "", [words]) if words else None


def _bare(game: str, clause: Clause) -> str:
    """A scenario on the position that a game begins with, where no vector can be said in words."""
    reference, notation = reference_of(game), notation_of(game)
    edition = reference.REGISTER.editions[-1]
    rules = reference.REGISTER.rules(edition)
    position = reference.show_position(reference.start(rules))
    facts = _fill_lines(map(notation.fact_text, notation.facts_of(position)))
    said = ScenarioParts(facts, "", facts)
    return _text(game, clause, edition, {}, said, f"no vector in words turns on {clause.id}: this is only the start")


def _text(game: str, clause: Clause, edition: str, under: Mapping[str, str], said: ScenarioParts, drawn: str) -> str:
    title = clause.title.replace('"', "'")
    comments = (
        f"{clause.id} · {clause.level} · {clause.title}: {drawn}.",
        "Leave out what does not matter, then say in the name what happens and in why the reason.",
    )
    head = ScenarioHead(f"{title} ({clause.id})", _why(clause), (clause.id,), comments)
    return _lay_out(game, edition, under, said, head)


def _lay_out(game: str, edition: str, under: Mapping[str, str], said: ScenarioParts, head: ScenarioHead) -> str:
    lines = [
        *(f"-- {comment}" for comment in head.comments),
        "",
        f"game {game} edition {edition}",
        "",
        f'scenario "{head.name}"',
        f"  why    {head.why}",
        *([f"  cites  {' '.join(head.cites)}"] if head.cites else []),
        *(f"  under  {entry} = {choice}" for entry, choice in sorted(under.items())),
        "  given",
        *(f"    {line}" for line in said.given),
        *([f"  when   {said.when}"] if said.when else []),
        "  then",
        *(f"    {line}" for line in said.then),
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def scenario_of(
    game: str,
    operation: str,
    edition: str,
    under: Mapping[str, str],
    fields: Mapping[str, Any],
    head: ScenarioHead,
    listed: ListedActions = NOTHING_LISTED,
) -> str:
    """The text of a file with one scenario that asks this and holds; nothing where the notation has no words for it.

    Of a list of actions it says what ``listed`` says, or if there are no words for that, how many there are.
    """
    rules = reference_of(game).REGISTER.rules(edition, dict(under))
    question = Raw(msgspec.json.encode(fields))
    vector = Vector("", "", [], question, question)
    example = Example(Topic(game, edition, "", "", operation, []), vector, fields, rules, {**under})
    for said in (_parts_of(game, example, listed), _parts_of(game, example)):
        text = _lay_out(game, edition, under, said, head) if said is not None else ""
        if text and holds(text):
            return text
    return ""


def _why(clause: Clause) -> str:
    return in_a_line(clause.sentence)


def in_a_line(sentence: str) -> str:
    """A sentence, short enough for a line, and with no sign that begins a comment."""
    text = " ".join(sentence.split()).replace("--", "-").replace('"', "'")
    return text if len(text) <= MOST_LETTERS_OF_WHY else text[:MOST_LETTERS_OF_WHY].rpartition(" ")[0] + " …"
