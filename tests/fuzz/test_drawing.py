"""What is drawn: the same for the same seed, nothing twice, and nothing that an engine has promised not to be for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from random import Random
from typing import Any, ClassVar

import msgspec
import pytest

from ludex.fuzz import trees
from ludex.fuzz.asking import Answered, Asker, FuzzQuestion, has_usual_numbers
from ludex.fuzz.corpus import Corpus
from ludex.fuzz.drawing import Drawer
from ludex.fuzz.misses import NearMisses
from ludex.fuzz.positions import Positions, _lists_of_names
from ludex.fuzz.shares import FuzzShare, declared_settings, drawer_of
from ludex.fuzz.shrinking import lowerings, narrower, reductions
from ludex.generate.promises import UNREADABLE
from ludex.protocol.messages import EditionOffer, GameOffer
from ludex.protocol.schema import breaches, wire_of
from ludex.runner.framing import Framing
from ludex.seam import games_in, reference_of
from ludex.vectors.format import Vector
from ludex.vectors.promises import WELL_FORMED
from ludex.vectors.suite import Suite, available, open_suite
from tests.guards import at_least_one

GAMES = [game for game in games_in("ludex.games") if game in available()]
CONTROL = {"initial": 0, "buffer": 0, "increment": 0, "maxGame": None}


@cache
def suite_of(game: str) -> Suite:
    """The vectors of a game, which are read once for all tests."""
    return open_suite(game)


def asker_of(game: str, promises: Sequence[str] = (), methods: Sequence[str] = ()) -> Asker:
    """Asks on behalf of an engine that offers all, and follows every reading."""
    suite = suite_of(game)
    editions = {
        edition: EditionOffer({entry: facts.choices for entry, facts in suite.facts(edition).readings.items()})
        for edition in suite.editions
    }
    offered = [*methods] or [*wire_of(game).operations]
    return Asker(Framing(suite, GameOffer(offered, editions, [], [*promises])))


def start_of(game: str) -> Any:
    """The position with which a game begins, in its oldest edition."""
    reference = reference_of(game)
    return reference.show_position(reference.start(reference.REGISTER.rules(reference.REGISTER.editions[0])))


def draw(asker: Asker, many: int, seed: str = "1") -> list[Answered]:
    """So many questions."""
    settings = declared_settings(asker.framing.suite, asker.framing.offer)
    return list(islice(Drawer(asker, settings, seed).questions(), many))


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_draws_the_same_and_nothing_twice(game: str) -> None:
    first, again = (draw(asker_of(game), 200) for _ in range(2))
    assert first == again
    assert len({one.question.key for one in first}) == 200
    assert {one.question.operation for one in first} >= {"legal", "apply"}
    assert len({one.question.setting.label for one in first}) > 1


def test_another_seed_draws_something_else() -> None:
    asker = asker_of("tactics")
    assert draw(asker, 20, "1") != draw(asker, 20, "2")


@pytest.mark.parametrize("game", GAMES)
def test_the_first_shares_ask_vectors_as_they_are_under_readings_by_which_they_hold(game: str) -> None:
    asker = asker_of(game)
    settings = declared_settings(asker.framing.suite, asker.framing.offer)
    vectors: dict[tuple[str, str, bytes], list[Vector]] = {}
    for edition in asker.framing.suite.editions:
        for topic in asker.framing.suite.topics(edition):
            for one in topic.vectors:
                vectors.setdefault((edition, topic.operation, _written(msgspec.json.decode(one.input))), []).append(one)

    def asked(share: FuzzShare) -> list[list[bool]]:
        drawn = (one.question for one in islice(drawer_of(asker, settings, "1", share).questions(), 300))
        found = ((one, vectors.get((one.setting.edition, one.operation, _written(one.fields)), ())) for one in drawn)
        return [[like.holds_under(one.setting.choices) for like in alike] for one, alike in found if alike]

    first, later = asked(FuzzShare(0, 0, 300)), asked(FuzzShare(4, 0, 300))
    assert len(first) > 2 * len(later) > 0
    assert sum(map(any, first)) > 0.8 * len(first)


def _written(fields: Any) -> bytes:
    return msgspec.json.encode(fields, order="deterministic")


def test_promises_are_kept_and_nothing_is_asked_that_is_not_offered() -> None:
    asker = asker_of("tactics", [WELL_FORMED], ["legal", "apply"])
    wire = wire_of("tactics")
    for one in at_least_one(draw(asker, 300)):
        stated = wire.operations[one.question.operation]["input"]
        assert not any(breaches(one.question.fields, stated, wire.root(stated))), one.question
        assert "unreadable" not in one.answer
        assert one.question.operation in ("legal", "apply", "replay")


def test_what_is_not_sent_under_the_readings_is_not_drawn() -> None:
    for one in at_least_one(draw(asker_of("tactics"), 200)):
        useless = wire_of("tactics").fields_without_use(one.question.operation, one.question.setting.choices)
        assert not {*useless} & one.question.fields.keys()


@pytest.mark.parametrize("game", GAMES)
def test_most_positions_near_others_can_be_read(game: str) -> None:
    start, positions = start_of(game), Positions(game, Random("1"))
    met = [one.question.fields["position"] for one in draw(asker_of(game), 60) if "position" in one.question.fields]
    for position in (start, *met):
        positions.meet(position)
    near = [one for _ in range(40) if (one := positions.near(start)) is not None]
    assert len({msgspec.json.encode(one) for one in near}) > 10
    assert start not in near


def test_near_misses_name_other_things_of_the_position_and_nothing() -> None:
    misses, drawn = NearMisses(Random("1")), set[str]()
    position = {"turn": "white", "units": [{"id": "a", "hp": 3}, {"id": "b", "hp": 0}, {"id": "c", "hp": 1}]}
    for _ in range(200):
        drawn |= {*misses.rename({"spent": ["a"]}, position)["spent"]}
        missed = misses.draw({"type": "hit", "unit": "a"}, [], position)
        drawn |= {missed["unit"]} if isinstance(missed, dict) and isinstance(missed.get("unit"), str) else set()
    assert drawn >= {"a", "b", "c", ""}
    assert "white" not in drawn


def test_near_misses_join_the_lists_of_actions_that_are_alike_otherwise() -> None:
    misses = NearMisses(Random("1"))
    hit, alike, unlike = ({"kind": kind, "pairs": [pair]} for kind, pair in (("hit", 1), ("hit", 2), ("go", 3)))
    drawn = [misses.draw(hit, [hit, alike, unlike], {}) for _ in range(200)]
    lists = [missed["pairs"] for missed in drawn if isinstance(missed, dict) and missed.get("kind") == "hit"]
    assert [pairs in lists for pairs in ([2, 1], [1, 1], [])] == [True, True, True]
    assert [3, 1] not in lists


@pytest.mark.parametrize("game", GAMES)
def test_most_questions_can_be_read(game: str) -> None:
    drawn = draw(asker_of(game), 400, "2")
    unread = sum(one.outcome[0] == UNREADABLE for one in drawn)
    assert 0 < unread < len(drawn) * 0.45  # at first, when each reason is new; later of a fifth to a third


def test_what_a_reading_refuses_is_asked_under_the_other_one() -> None:
    asker, seen = asker_of("minions"), dict[tuple[object, ...], dict[str, Answered]]()
    for one in draw(asker, 1_500):
        key = (one.question.operation, one.question.setting.edition, msgspec.json.encode(one.question.fields))
        seen.setdefault(key, {})[one.question.setting.label] = one
    outcomes = [{one.outcome for one in answers.values()} for answers in seen.values() if len(answers) > 1]
    assert any(len(of_one) > 1 and any(outcome[0] == "illegal" for outcome in of_one) for of_one in outcomes)


def test_near_misses_join_what_names_the_same_thing() -> None:
    misses = NearMisses(Random("1"))
    hits = [{"kind": "hit", "pairs": [[unit, target]]} for unit in ("a", "b") for target in ("x", "y", "z")]
    drawn = [misses.draw(hits[0], hits, {}) for _ in range(200)]
    pairs = [missed.get("pairs") for missed in drawn if isinstance(missed, dict)]
    joined = [one for one in pairs if isinstance(one, list) and len(one) == 2]
    assert 0 < len(joined) < 10 * sum(["b", "x"] in one for one in joined)


def test_near_misses_begin_where_another_action_ends() -> None:
    misses, moves = NearMisses(Random("1")), [{"moves": [["a1", "b1"]]}, {"moves": [["c1", "d1"]]}]
    drawn = [misses.draw(moves[0], moves, {}) for _ in range(200)]
    assert {"moves": [["d1", "b1"]]} in drawn


def test_what_has_moved_is_to_go_on_from_where_it_is() -> None:
    done, other = {"moves": [["a1", "b1"]]}, {"moves": [["a1", "c1"]]}
    drawn = [NearMisses(Random(seed)).go_on(done, [done, other]) for seed in range(40)]
    assert {"moves": [["b1", "c1"]]} in drawn


def test_positions_are_crowded_with_things_beside_each_other() -> None:
    start, positions = start_of("minions"), Positions("minions", Random("1"))
    met = [
        one.question.fields["position"] for one in draw(asker_of("minions"), 60) if "position" in one.question.fields
    ]
    for position in met:
        positions.meet(position)
    fewer = positions.smaller(start)[0]
    near = [one for _ in range(60) if (one := positions.near(fewer)) is not None]
    assert max(map(positions.things, near)) > positions.things(fewer) + 2


def test_something_is_put_where_an_action_goes() -> None:
    start, positions = start_of("minions"), Positions("minions", Random("1"))
    fewer = positions.smaller(start)[0]
    facts = positions.facts(fewer) or []
    units = next(one for one in facts if hasattr(one, "hexes"))
    hexes = tuple(f"{letter}{number}" for letter in "abcdefghij" for number in range(1, 10))
    for _ in range(20):
        positions.meet(positions.compose([*facts[:2], replace(units, hexes=hexes)]))
    move, beside = {"kind": "move", "board": 0, "moves": [["e5", "e6"]]}, ("d4", "d5", "d6", "e5", "e6", "e7", "f5")
    shares = [
        sum(any(hex_ in str(positions.facts(near)) for hex_ in beside) for _ in range(200) if (near := draw_near()))
        for draw_near in (lambda: positions.near(fewer, move), lambda: positions.near(fewer))
    ]
    assert shares[0] > 1.5 * shares[1]


def test_something_is_put_between_the_places_of_an_action() -> None:
    start, positions = start_of("minions"), Positions("minions", Random("1"))
    facts = positions.facts(positions.smaller(start)[0]) or []
    units = next(one for one in facts if hasattr(one, "hexes"))
    hexes = tuple(f"{letter}{number}" for letter in "abcdefghij" for number in range(1, 10))
    bare = positions.compose(facts[:2])
    positions.meet(positions.compose([*facts[:2], replace(units, hexes=hexes)]))
    far, next_to = ({"kind": "move", "board": 0, "moves": [["e5", there]]} for there in ("e7", "e6"))
    stand = positions.compose([*facts[:2], replace(units, hexes=("e5",))])
    barred = {str(positions.facts(made)) for _ in range(40) if (made := positions.bar(stand, far))}
    assert barred
    assert all("e6" in told for told in barred)
    assert positions.bar(stand, next_to) is None
    assert positions.bar(bare, far) is None  # it lists nothing of which one more could be said


def test_readings_under_which_more_of_an_answer_counts_are_asked_more_often() -> None:
    flipped = [one.question.setting.flipped for one in draw(asker_of("minions"), 1_000)]
    often = sorted(Counter(entry for flips in flipped for entry in flips).values())
    assert sum(flips.get("moves-per-turn") == "split" for flips in flipped) > 2 * often[len(often) // 2]


def test_questions_without_a_position_are_asked_with_parts_of_each_other() -> None:
    drawn = [one for one in draw(asker_of("tribun"), 600) if "position" not in one.question.fields]
    assert len(drawn) > 60
    assert len({one.outcome for one in drawn if one.outcome[0] != UNREADABLE}) > 3


def test_guided_more_clauses_decide_by_themselves_in_as_many_questions() -> None:
    asker = asker_of("tribun")
    settings = declared_settings(asker.framing.suite, asker.framing.offer)
    decided = list[int]()
    for guided in (True, False):
        corpus = Corpus()
        for one in islice(Drawer(asker, settings, "1", guided).questions(), 300):
            corpus.is_new(asker.trace(one))
        decided.append(len(corpus.decided))
    assert decided[0] > 1.1 * decided[1] > 0


def test_reductions_take_members_out_and_lowerings_make_numbers_smaller() -> None:
    assert list(reductions({"a": [1, 2]})) == [{"a": []}, {"a": [2]}, {"a": [1]}]
    assert list(lowerings([4, False])) == [[0, False], [2, False], [3, False]]
    assert list(lowerings([-1, True])) == [[0, True], [1, True], [-1, False]]


def test_a_board_is_taken_out_with_its_map_and_those_behind_it_move_up() -> None:
    position = {"boards": ["a", "b", "c"], "maps": ["x", "y", "z"], "entered": [0, 2], "money": {"blue": 2}}
    fields = {"position": position, "action": {"board": 2, "cost": 7, "moves": [["e5", "e6"]]}}
    first, second, third = narrower(fields)
    assert first["position"] == {"boards": ["b", "c"], "maps": ["y", "z"], "entered": [1], "money": {"blue": 2}}
    assert second["position"] == {"boards": ["a", "c"], "maps": ["x", "z"], "entered": [0, 1], "money": {"blue": 2}}
    assert first["action"] == second["action"] == {"board": 1, "cost": 7, "moves": [["e5", "e6"]]}
    assert third["action"] == fields["action"]
    assert [*narrower({"position": {"units": [{}, {}]}})] == []
    assert [*narrower({"position": "text"})] == []


def test_a_part_is_found_and_replaced_by_its_path() -> None:
    value = {"a": (1, [2, 3])}
    assert dict(trees.nodes(value))[("a", 1, 0)] == 2
    assert trees.with_part(value, ("a", 1, 0), 9) == {"a": (1, [9, 3])}


def test_what_all_facts_of_a_kind_share_is_no_part_of_one() -> None:
    @dataclass(frozen=True)
    class Turn:
        player: str
        field: ClassVar[str] = "turn"

    assert [*trees.nodes(Turn("White"))] == [(("player",), "White")]
    assert trees.with_part(Turn("White"), ("player",), "Black") == Turn("Black")


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_drawn_that_the_protocol_says_is_never_sent(game: str) -> None:
    wire = wire_of(game)
    for one in at_least_one(draw(asker_of(game), 1500, "2")):
        stated, fields = wire.operations[one.question.operation]["input"], one.question.fields
        assert set(stated["required"]) <= fields.keys(), one.question
        assert fields.get("by", "server") in ("black", "white", "server")
        for _, part in trees.nodes(fields):
            assert not (isinstance(part, float) and part.is_integer()), one.question
            assert type(part) is not int or abs(part) <= 2**53 or "unreadable" in one.answer, one.question


@pytest.mark.parametrize(
    ("operation", "fields"),
    [
        ("relations", {"board": "", "cid": 60}),
        ("apply", {"position": {}, "action": 1, "by": None}),
        ("cid", {"cid": 60.0}),
        ("cid", {"cid": 1 << 64}),
        ("clock", {"control": CONTROL, "main": (1 << 53) + 1, "gameTime": 0, "spent": 0}),
    ],
)
def test_what_is_never_sent_has_no_answer(operation: str, fields: dict[str, object]) -> None:
    asker = asker_of("tribun")
    assert (
        asker.answer(FuzzQuestion(operation, declared_settings(asker.framing.suite, asker.framing.offer)[0], fields))
        is None
    )


def test_lists_are_found_in_facts_that_can_change_too() -> None:
    @dataclass
    class Changing:
        places: list[str]

    fact = Changing(["a1"])
    assert _lists_of_names(fact) == [(("places",), ["a1"])]
    fact.places.append("b2")
    assert _lists_of_names(fact) == [(("places",), ["a1", "b2"])]


@pytest.mark.parametrize(
    ("value", "usual"),
    [
        (7, True),
        ({"boards": ["f|I|i|||0/2e6/1.5"], "money": [0, -12]}, True),
        (999_999_999_999_999, True),
        (1_000_000_000_000_000, False),
        (-1_000_000_000_000_000, False),
        (1e30, False),
        ([0.5], False),
        ({"a": [1, {"b": -0.25}]}, False),
    ],
)
def test_numbers_are_usual_at_a_glance_and_names_are_none(value: Any, usual: bool) -> None:
    assert has_usual_numbers(msgspec.json.encode(value)) is usual
