"""The questions that two sides are asked: those of the vectors, and those that come up in random play."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from ludex.judge.settings import Setting
from ludex.rulediff.flips import Flip, SidedQuestion, same, with_action
from ludex.rulediff.peers import UNKNOWN, Peers, Question, Told
from ludex.rulediff.sides import Side, Tree
from ludex.vectors.format import Topic, Vector, full_id
from ludex.vectors.suite import FORM, MANIFEST, Suite, form_of, open_suite

ACTIONS_TRIED = 4  # actions of a position that both sides apply


def _question(setting: Setting, game: str, operation: str, fields: Mapping[str, Any]) -> Question:
    """A question under an edition with readings."""
    under = {"game": game, "edition": setting.edition, "choices": setting.choices}
    return {**under, "operation": operation, "fields": fields}


def _setting(side: Side, edition: str, choices: Mapping[str, str]) -> Setting:
    """The setting of a side: its own, or else that of the question."""
    return Setting(side.edition, dict(side.choices)) if side.edition else Setting(edition, dict(choices))


def readings_named(vector: Vector) -> dict[str, str]:
    """The readings that a vector is asked under where it names any: the first that it holds for."""
    return {entry: allowed[0] for entry, allowed in vector.holds[0].items()} if vector.holds else {}


def suite_of(tree: Tree, game: str) -> Suite | None:
    """The vectors of a game in a tree, if it has any that can be read."""
    has_any = (tree.vectors / game / MANIFEST).is_file()
    return open_suite(game, tree.vectors) if has_any and not is_of_another_form(tree, game) else None


def is_of_another_form(tree: Tree, game: str) -> bool:
    """Whether a tree has vectors of a game that are stored as another version of Ludex reads them."""
    path = tree.vectors / game / MANIFEST
    return path.is_file() and form_of(path) != FORM


def suites_of(trees: tuple[Tree, Tree], game: str) -> list[Suite]:
    """The vectors of a game in both trees, once where the trees are one."""
    suites = (suite_of(tree, game) for tree in dict.fromkeys(trees))
    return [suite for suite in suites if suite is not None]


def of_vectors(suites: Sequence[Suite], sides: tuple[Side, Side], seen: set[Any]) -> Iterator[SidedQuestion]:
    """The questions that the vectors of these suites ask. What was ``seen`` is left out; what is given is seen."""
    for suite in suites:
        for edition in suite.editions:
            for topic in suite.topics(edition):
                for vector in topic.vectors:
                    asked = _of_vector(vector, topic, sides)
                    key = (*(_key(form) for form in (asked.old, asked.new)), topic.operation, bytes(vector.input))
                    if key not in seen:
                        seen.add(key)
                        yield asked


def as_new(asked: SidedQuestion) -> SidedQuestion:
    """The question of a vector that is new, and so has no result that could change."""
    return replace(asked, vector=None, source=f"found by the new vector {asked.vector}")


def _key(form: Question) -> tuple[Any, ...]:
    return form["edition"], tuple(sorted(form["choices"].items()))


def _of_vector(vector: Vector, topic: Topic, sides: tuple[Side, Side]) -> SidedQuestion:
    fields, choices = msgspec.json.decode(vector.input), readings_named(vector)
    settings = (_setting(side, topic.edition, choices) for side in sides)
    old, new = (_question(setting, topic.game, topic.operation, fields) for setting in settings)
    return SidedQuestion(old, new, full_id(vector, topic.edition), vector.why, tuple(vector.clauses))


def compare_answers(asked: Sequence[SidedQuestion], peers: Peers) -> Iterator[tuple[SidedQuestion, Told, Told]]:
    """Each question with both answers; one that the old side has no reading, edition or operation for says nothing."""
    for one, (old, new) in zip(asked, peers.ask([(one.old, one.new) for one in asked]), strict=True):
        if not old.get("error", "").startswith(UNKNOWN):
            yield one, old, new


# Random play


@dataclass(frozen=True)
class PlayAmount:
    """How much is played: rows of moves from the start and from positions of vectors, and how long they are."""

    rows: int = 48
    moves: int = 60
    seed: int = 1


def _positions(suite: Suite, dice: random.Random, wanted: int) -> list[Any]:
    """Positions that the vectors ask about, drawn by chance."""
    found = [
        msgspec.json.decode(vector.input)["position"]
        for edition in suite.editions
        for topic in suite.topics(edition)
        if topic.operation == "legal"
        for vector in topic.vectors
    ]
    return dice.sample(found, min(wanted, len(found)))


def settings_to_play(
    suite: Suite, sides: tuple[Side, Side], dice: random.Random, rows: int
) -> list[tuple[Setting, Setting]]:
    """For each row the settings of both sides: the default ones first, then readings drawn by chance."""
    made: list[tuple[Setting, Setting]] = []
    for number in range(rows):
        edition = suite.editions[number % len(suite.editions)]
        register = suite.facts(edition).readings
        choices = {entry: dice.choice(facts.choices) for entry, facts in register.items()} if number % 3 == 2 else {}
        made.append((_setting(sides[0], edition, choices), _setting(sides[1], edition, choices)))
    return made


def of_play(
    suites: Sequence[Suite], game: str, sides: tuple[Side, Side], peers: Peers, play: PlayAmount
) -> Iterator[tuple[SidedQuestion, Told, Told]]:
    """The questions that come up in play, with both answers: lists of legal actions, and what comes of some of them."""
    if not suites:
        return
    suite = suites[0]
    dice = random.Random(play.seed)
    settings = settings_to_play(suite, sides, dice, play.rows)
    starts = _positions(suite, dice, play.rows // 2)
    listed = _first([_first_in_row(game, pair, starts, number) for number, pair in enumerate(settings)], peers)
    for _ in range(play.moves):
        yield from listed
        applied = list(compare_answers([asked for one in listed for asked in _tries(*one, dice)], peers))
        yield from applied
        reached = [_ask_for_list(asked, position) for asked, position in _positions_after(applied)]
        listed = list(compare_answers(dice.sample(reached, min(len(reached), play.rows)), peers))


def _first_in_row(game: str, pair: tuple[Setting, Setting], starts: list[Any], number: int) -> SidedQuestion:
    """A row begins with a position of a vector, or asks for the start of the game."""
    if number % 2 and number // 2 < len(starts):
        operation, fields = "legal", {"position": starts[number // 2]}
    else:
        operation, fields = "start", {}
    return SidedQuestion(_question(pair[0], game, operation, fields), _question(pair[1], game, operation, fields))


def _first(rows: list[SidedQuestion], peers: Peers) -> list[tuple[SidedQuestion, Told, Told]]:
    """The lists of the first positions; who asked for the start goes on from there."""
    begun: list[SidedQuestion] = []
    for row, _, new in compare_answers(rows, peers):
        if row.operation == "legal":
            begun.append(row)
        elif "answer" in new:
            begun.append(_ask_for_list(row, new["answer"]["position"]))
    return list(compare_answers(begun, peers))


def _ask_for_list(row: SidedQuestion, position: Any) -> SidedQuestion:
    return row.alter(lambda form: {**form, "operation": "legal", "fields": {"position": position}})


def _tries(asked: SidedQuestion, old: Told, new: Told, dice: random.Random) -> list[SidedQuestion]:
    """Some actions of a position: those that one side alone lists first."""
    lists = [told.get("answer", {}).get("actions", []) for told in (old, new)]
    actions = [action for listed in lists for action in listed]
    if not actions:
        return []
    drawn = [dice.choice(actions) for _ in range(ACTIONS_TRIED)]
    return [with_action(asked, action) for action in drawn]


def _positions_after(applied: list[tuple[SidedQuestion, Told, Told]]) -> Iterator[tuple[SidedQuestion, Any]]:
    """The positions that actions led to, by the new rules if they allow them."""
    for asked, old, new in applied:
        for told in (new, old):
            if "position" in told.get("answer", {}):
                yield asked, told["answer"]["position"]
                break


def flips(answered: Iterator[tuple[SidedQuestion, Told, Told]]) -> Iterator[Flip]:
    """Those of the answers that are not one."""
    for asked, old, new in answered:
        if not same(old, new):
            yield Flip(asked, old, new)
