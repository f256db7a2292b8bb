"""Made-up values of the notation of 5x5 Tactics, for property tests."""

import json
from typing import Any

from hypothesis import strategies as st

from ludex.games.tactics import OPERATIONS
from ludex.notation import expectations as e
from ludex.notation.tactics import actions as a
from ludex.notation.tactics import facts as f
from ludex.notation.tactics.boards import PLAYERS, WrittenTile
from ludex.notation.tactics.judging import CLAUSES, Asked, Message, Rejected, Valid
from ludex.notation.tactics.names import RESERVED
from ludex.notation.tactics.sentences import SENTENCES
from ludex.notation.written import json_text

assert SENTENCES.lark.rules  # built here, lest the first example of a property be blamed for it

players = st.sampled_from(PLAYERS)
places = st.builds(WrittenTile, st.integers(-9, 9), st.integers(-9, 9))
tiles = st.builds(WrittenTile, st.integers(0, 4), st.integers(0, 4))
names = st.one_of(
    st.sampled_from(["a", "b", "x", "y", "u1", "d-2", "_", *sorted(RESERVED), "MOVE"]),
    st.text(max_size=4, alphabet=st.characters(exclude_categories=["Cs"])),
    st.sampled_from(['"', "\\", "--", "a,b", "(", "{", "a b", "\n", "é"]),
)
numbers = st.integers(-1_000_000, 1_000_000)

# Values

legends = st.builds(
    f.Legend,
    st.lists(names, min_size=1, max_size=3).map(tuple),
    players,
    st.booleans(),
    st.none() | places,
    st.none() | numbers,
    st.none() | numbers,
)
rows = st.builds(
    f.Row, st.lists(st.none() | names, min_size=5, max_size=5).map(tuple), st.lists(legends, max_size=2).map(tuple)
)
json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | numbers | st.floats(allow_nan=False, allow_infinity=False) | names,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=2),
    max_leaves=4,
)
objects = st.dictionaries(names, json_values, max_size=3).map(json_text)
fields = st.sampled_from(("board", "units", "currentPlayer", "isGameOver", "winner"))
facts: st.SearchStrategy[f.Fact] = st.one_of(
    rows,
    legends,
    st.builds(f.Stands, names, places),
    st.builds(f.Lives, names, st.booleans()),
    st.builds(f.Hp, names, numbers),
    st.builds(f.Strength, names, numbers),
    st.builds(f.Empty, st.lists(places, min_size=1, max_size=3).map(tuple)),
    st.builds(f.ToMove, players),
    st.builds(f.Outcome, st.none() | players),
    st.just(f.StandardStart()),
    st.builds(f.Whole, objects),
    st.builds(f.With, objects),
    st.builds(f.Without, fields),
)
somebody = st.none() | players
actions: st.SearchStrategy[a.Action] = st.one_of(
    st.builds(a.Move, st.none() | places, st.none() | names, somebody),
    st.builds(a.Attack, st.none() | names, st.none() | places, st.just(False), somebody),
    st.builds(a.Attack, st.none() | names, st.none(), st.just(True), somebody),
    st.builds(a.MoveAndAttack, st.none() | places, st.none() | names, somebody),
    st.builds(a.EndTurn, somebody),
    st.builds(a.Raw, objects),
)
sent = st.builds(a.Sent, actions)
clauses = st.lists(st.from_regex(r"[A-Z]{3}-[A-Z]{3}-[0-9]{1,2}", fullmatch=True), min_size=1, max_size=3).map(tuple)
several = st.lists(actions, min_size=1, max_size=3).map(tuple)
kinds = st.lists(st.sampled_from(sorted(CLAUSES)), min_size=1, max_size=3).map(tuple)
operations = st.sampled_from(sorted(OPERATIONS))
own: st.SearchStrategy[e.GameExpectation] = st.one_of(
    st.just(Valid()),
    st.builds(Rejected, kinds, st.booleans()),
    st.builds(Message, st.none() | names),
    st.builds(Asked, operations, objects, objects),
    st.builds(Asked, operations, objects, st.none(), clauses | st.just(())),
)
expectations = st.one_of(
    facts,
    own,
    st.builds(e.ExpectRefused, clauses | st.just(())),
    st.builds(e.ExpectUnreadable, clauses | st.just(())),
    st.builds(e.Counted, st.integers(0, 999)),
    st.builds(e.Legal, several),
    st.builds(e.NotLegal, several),
    st.builds(e.Exactly, several),
    st.just(e.Unchanged()),
)

# What goes over the wire

place_objects = places.map(lambda tile: {"x": tile.x, "y": tile.y})
unit_objects = st.fixed_dictionaries(
    {
        "id": names,
        "owner": players,
        "hp": numbers,
        "attack": numbers,
        "alive": st.booleans(),
        "position": place_objects | tiles.map(lambda tile: {"x": tile.x, "y": tile.y}),
    }
)
proper_states = st.fixed_dictionaries(
    {
        "board": st.just({"width": 5, "height": 5}),
        "units": st.lists(unit_objects, max_size=9, unique_by=lambda unit: str(unit["id"])),
        "currentPlayer": players,
        "isGameOver": st.booleans(),
        "winner": st.none() | players,
    }
)
odd_states = st.builds(
    lambda state, name, value: {**state, name: value}, proper_states, fields | names, json_values
) | st.builds(lambda state, name: {key: state[key] for key in state if key != name}, proper_states, fields)
states = proper_states | odd_states
wire_actions = st.one_of(
    st.fixed_dictionaries(
        {
            "type": st.sampled_from(("MOVE", "ATTACK", "MOVE_AND_ATTACK", "END_TURN", None, "HEAL")),
            "playerId": players | st.none(),
            "targetPosition": st.none() | place_objects,
            "targetUnitId": st.none() | names,
        }
    ),
    st.dictionaries(names, json_values, max_size=3),
)


def alike(one: Any, other: Any) -> bool:
    """Whether two values are the same JSON, so that true is not 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
