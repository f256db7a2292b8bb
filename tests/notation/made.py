"""Made-up values of Tribun's notation, for property tests."""

from hypothesis import strategies as st

from ludex.notation import expectations as e
from ludex.notation.tribun import actions as a
from ludex.notation.tribun import facts as f
from ludex.notation.tribun.boards import COLORS, HEIGHTS, TILES, Board, Position, Tile, WrittenUnit, position_json
from ludex.notation.tribun.sentences import SENTENCES

assert SENTENCES.lark.rules  # built here, lest the first example of a property be blamed for it

colors = st.sampled_from(COLORS)
tiles = st.sampled_from(TILES)
heights = st.sampled_from(HEIGHTS[1:])
directions = st.integers(0, 5)
units = st.builds(WrittenUnit, colors, st.booleans(), heights, st.sampled_from(HEIGHTS))
boards: st.SearchStrategy[Board] = st.dictionaries(tiles, units, max_size=91)
some_tiles = st.lists(tiles, min_size=1, max_size=4).map(tuple)
words = st.integers(0, 2**32 - 1)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    ended = draw(st.booleans())
    nobody_or = st.none() | colors
    fields = draw(colors), draw(nobody_or), draw(nobody_or), ended, draw(nobody_or) if ended else None
    return position_json(draw(boards), *fields)


facts: st.SearchStrategy[f.Fact] = st.one_of(
    st.builds(f.Units, units, some_tiles),
    st.builds(f.Empty, some_tiles),
    st.builds(f.ToMove, colors),
    st.builds(f.Offers, st.none() | colors),
    st.builds(f.MayNotOffer, st.none() | colors),
    st.builds(f.Outcome, st.just(True), st.none() | colors),
    st.just(f.Outcome(False)),
    st.just(f.StandardStart()),
)


def _splits(actor: Tile, amounts: dict[int, int]) -> a.SplitSentence:
    return a.SplitSentence(actor, tuple(a.Share(direction, amounts[direction]) for direction in sorted(amounts)))


taken = st.builds(a.Share, directions, st.integers(1, 8))
board_actions: st.SearchStrategy[a.Action] = st.one_of(
    st.builds(a.MoveSentence, tiles, tiles, st.booleans()),
    st.builds(a.KillSentence, tiles, tiles, st.booleans()),
    st.builds(a.LiberateSentence, tiles),
    st.builds(a.DamageSentence, tiles, st.integers(1, 8)),
    st.builds(a.EnslaveSentence, tiles, tiles),
    st.builds(a.CombineSentence, tiles, taken, taken),
    st.builds(a.SymmetricSentence, tiles, st.integers(0, 2), st.integers(1, 4)),
    st.builds(_splits, tiles, st.dictionaries(directions, st.integers(1, 7))),
    st.builds(a.Backstab, tiles, directions),
    st.builds(a.AttackTribunSentence, tiles, tiles, colors),
)
control_words: st.SearchStrategy[a.Action] = st.one_of(
    st.builds(a.DrawSentence, st.integers(0, 2), colors),
    st.builds(a.EndSentence, st.integers(0, 3), colors),
)
actions = st.one_of(board_actions, control_words)
said_actions = st.one_of(
    actions,
    st.builds(a.DrawSentence, st.just(3), colors),
    st.builds(a.AttackTribunSentence, tiles, tiles, st.none()),
    st.builds(a.Word, words),
)
sent = st.builds(a.Sent, said_actions, st.none() | st.sampled_from(("black", "white", "server")))
clauses = st.lists(st.from_regex(r"[A-Z]{3}-[A-Z]{3}-[0-9]{1,2}", fullmatch=True), min_size=1, max_size=3).map(tuple)
several = st.lists(said_actions, min_size=1, max_size=3).map(tuple)
expectations = st.one_of(
    facts,
    st.builds(e.ExpectRefused, clauses | st.just(())),
    st.builds(e.ExpectUnreadable, clauses | st.just(())),
    st.builds(e.Counted, st.integers(0, 999)),
    st.builds(e.Legal, several),
    st.builds(e.NotLegal, several),
    st.builds(e.Exactly, several),
    st.just(e.Unchanged()),
)
