"""The images of vectors are right: symmetries are what they are called, and the rules know nothing of them."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache, reduce
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludex.protocol.server import perform
from ludex.report.results import Results
from ludex.rules import Rules
from ludex.runner.examples import ExampleEngine, examples
from ludex.seam import reference_of
from ludex.suites.minions.positions import TABLE
from ludex.support import support_of
from ludex.vectors.format import Topic, Vector, full_id
from ludex.vectors.images import MARK, Images, NoImage, image_of, names_of, split_symmetry, symmetries_of
from ludex.vectors.sides import side_of
from ludex.vectors.suite import Suite, available, open_suite
from tests.guards import at_least_one
from tests.test_engines import LUDEX, judged, passed, started

ALL = bool(os.environ.get("LUDEX_ALL"))
GAMES = tuple(game for game in available() if support_of(game).symmetries)
ONE_IN = 1 if ALL else 120
NOWHERE = {  # operations of which no question has an image; of another game each has
    "minions": {"board", "map", "setup"},
    "tribun": {"cid", "clock", "encode_unit", "encode_word", "unit", "word"},
}


@cache
def suite(game: str) -> Suite:
    return open_suite(game)


REFUSED = {"illegal", "unreadable"}


def some(game: str, one_in: int = ONE_IN) -> Iterator[tuple[Topic, Vector]]:
    """One in so many of the vectors of each topic, the first of each included."""
    for edition in suite(game).editions:
        for topic in suite(game).topics(edition):
            yield from ((topic, vector) for vector in topic.vectors[::one_in])


def plain(value: Any) -> Any:
    """A JSON value as it comes over the wire, with what is a set in order."""
    value = msgspec.json.decode(msgspec.json.encode(value))
    return _sorted(value) if isinstance(value, dict) else value


def _sorted(value: dict[str, Any]) -> dict[str, Any]:
    """Lists of actions, tiles and clauses are sets; whatever else is a list stands deeper."""
    return {name: sorted(part, key=str) if isinstance(part, list) else part for name, part in value.items()}


def spelt(value: Any) -> Any:
    """A question or an answer with its maps by their rows, for a map is called by its name or by them."""
    position = value.get("position") if isinstance(value, dict) else None
    if not isinstance(position, dict) or "maps" not in position:
        return plain(value)
    return plain({**value, "position": {**position, "maps": [TABLE.maps.get(one, one) for one in position["maps"]]}})


def answer(topic: Topic, asked: Any, choices: dict[str, str]) -> Any:
    """What the reference answers."""
    fields = {"game": topic.game, "edition": topic.edition, "readings": choices}
    return plain(perform(topic.operation, {**fields, **asked}))


def choices_of(game: str, topic: Topic, vector: Vector) -> dict[str, str]:
    """The default readings, or the first under which a vector holds."""
    choices = suite(game).facts(topic.edition).defaults()
    if vector.holds_under(choices):
        return choices
    return choices | {entry: allowed[0] for entry, allowed in vector.holds[0].items()}


@pytest.mark.parametrize("game", GAMES)
def test_the_reference_answers_an_image_with_the_image_of_its_answer(game: str) -> None:
    images, count = Images(), 0
    for topic, vector in some(game):
        choices = choices_of(game, topic, vector)
        given = answer(topic, msgspec.json.decode(vector.input), choices)
        for image in images.of(vector, topic):
            count += 1
            seen = answer(topic, msgspec.json.decode(image.input), choices)
            assert seen == plain(image.answer(given)), full_id(image, topic.edition)
    assert count


def seen_by(name: str, topic: Topic, asked: Any) -> Any:
    """A question as it is seen by one part of a symmetry after the other."""
    question = symmetries_of(topic.game).question
    return reduce(lambda so_far, part: question(part, topic.operation, so_far, topic.edition), name.split("+"), asked)


@pytest.mark.parametrize("game", GAMES)
def test_a_symmetry_does_its_parts_from_left_to_right_and_undone_leaves_everything_as_it_was(game: str) -> None:
    """Each part undoes itself, so a symmetry is undone by its parts from right to left."""
    images, compared = Images(), 0
    for topic, vector in some(game):
        asked = msgspec.json.decode(vector.input)
        for image in images.of(vector, topic):
            there = msgspec.json.decode(image.input)
            backwards = "+".join(reversed(image.name.split("+")))
            try:
                assert seen_by(image.name, topic, asked) == there, image.id
                assert spelt(seen_by(backwards, topic, there)) == spelt(asked), image.id
                compared += 1
            except NoImage:  # on the way a side would move that cannot, so only the whole has an image
                continue
    assert compared


@pytest.mark.parametrize("game", GAMES)
def test_answers_are_undone_too(game: str) -> None:
    images, symmetries = Images(), symmetries_of(game)
    answers = ((topic, vector, msgspec.json.decode(vector.expect)) for topic, vector in some(game))
    given = ((topic, vector, expected) for topic, vector, expected in answers if not REFUSED & expected.keys())
    pairs = ((topic, expected, image) for topic, vector, expected in given for image in images.of(vector, topic))
    for topic, expected, image in at_least_one(pair for pair in pairs if "+" not in pair[2].name):
        asked, there = msgspec.json.decode(image.input), image.answer(expected)
        listed = [*there.get("actions", ()), *(action for action, _ in there.get("conditional", ()))]
        whole = {**there, "actions": listed} if "actions" in there else there
        back = symmetries.result(image.name, topic.operation, asked, whole, topic.edition)
        before = [*expected.get("actions", ()), *(action for action, _ in expected.get("conditional", ()))]
        wanted = {**expected, "actions": before} if "actions" in expected else dict(expected)
        wanted.pop("conditional", None)
        back.pop("conditional", None)
        assert spelt(back) == spelt(wanted), image.id


@pytest.mark.parametrize("game", GAMES)
def test_an_id_leads_back_to_its_image(game: str) -> None:
    images = Images()
    pairs = ((topic, vector, image) for topic, vector in some(game) for image in images.of(vector, topic))
    for topic, vector, image in at_least_one(pairs):
        stem, name = split_symmetry(full_id(image, topic.edition))
        assert (stem, name) == (full_id(vector, topic.edition), image.name)
        assert image_of(vector, topic, name).ready() == image.ready()


@pytest.mark.parametrize("game", GAMES)
def test_hardly_any_question_about_a_position_goes_without_an_image(game: str) -> None:
    images, without, every = Images(), Counter[str](), Counter[str]()
    for topic, vector in some(game, 10 if ALL else 40):
        if "malformed" not in vector.tags:
            every[topic.operation] += 1
            without[topic.operation] += not images.of(vector, topic)
    nowhere = NOWHERE.get(game, set())
    assert {operation for operation in every if without[operation] == every[operation]} == nowhere
    of_positions = sum(count for operation, count in every.items() if operation not in nowhere)
    none = sum(count for operation, count in without.items() if operation not in nowhere)
    assert none < of_positions * (0.15 if game == "minions" else 0.02)  # state f is Yellow's alone


# Positions of random games


def played(game: Any, rules: Rules, seed: int) -> Iterator[Any]:
    """The positions of a random game, as they travel."""
    chance, position = random.Random(seed), game.start(rules)
    for _ in range(40):
        actions = game.legal(position, rules)
        yield game.show_position(position)
        if not actions:
            return
        ends = [action for action in actions if isinstance(action, dict) and action.get("kind") == "end-turn"]
        lively = [action for action in actions if not isinstance(action, dict) or action.get("kind") != "resign"]
        action = chance.choice(ends) if ends and chance.random() < 0.3 else chance.choice(lively)
        position = game.apply(position, action, rules)


EDITIONS = [(name, edition) for name in GAMES for edition in suite(name).editions]


@pytest.mark.parametrize(("name", "edition"), EDITIONS)
def test_the_actions_of_an_image_are_the_images_of_the_actions(name: str, edition: str) -> None:
    game: Any = reference_of(name)
    rules = game.REGISTER.rules(edition)
    seen, compared = symmetries_of(name), 0
    for seed in range(100 if ALL else 2):
        for position in played(game, rules, seed):
            asked = {"position": position}
            listed = {"actions": list(game.legal(game.read_position(position, rules), rules))}
            for symmetry in names_of(name):
                try:
                    image = seen.question(symmetry, "legal", asked, rules.edition)
                except NoImage:
                    continue
                actions = seen.result(symmetry, "legal", asked, listed, rules.edition)
                there = list(game.legal(game.read_position(image["position"], rules), rules))
                assert plain({"actions": there}) == plain(actions), (symmetry, position)
                compared += bool(there)
    assert compared


# Engines: asked every image with LUDEX_ALL=1, else those of one topic


@cache
def quick(game: str) -> str:
    """The smallest topic whose vectors all have images, and hold under any readings."""
    names, images = sorted(suite(game).names, key=lambda name: (suite(game).count(name), name.topic)), Images()
    topics = (suite(game).topic(name) for name in names)
    return next(
        one.topic for one in topics if all(images.of(vector, one) and not vector.holds for vector in one.vectors)
    )


def options(game: str) -> tuple[str, ...]:
    return ("--images",) if ALL else ("--images", "--select", quick(game))


def images_in(results: Results) -> int:
    return sum(MARK in one.id and not side_of(one.id) for one in results.results)


@pytest.mark.parametrize("engine", examples(), ids=lambda engine: engine.name)
def test_a_shipped_engine_passes_every_image(engine: ExampleEngine, tmp_path: Path) -> None:
    status, results = judged(engine.game, started(engine), tmp_path / "results.json", *options(engine.game))
    assert (status, passed(results)) == (0, True)
    assert images_in(results) > len(results.results) * 2 // 5


@pytest.mark.parametrize("game", GAMES)
def test_the_reference_passes_every_image_and_the_score_says_how_many_there_are(game: str, tmp_path: Path) -> None:
    status, results = judged(game, (*LUDEX, "engine"), tmp_path / "results.json", *options(game))
    assert (status, passed(results)) == (0, True)
    assert f"Images among them: {images_in(results):,}" in results.score.sentence
