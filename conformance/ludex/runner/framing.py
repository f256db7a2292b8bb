"""How questions are put to an engine, by its hello: which it is asked, by which method, under which rules."""

from __future__ import annotations

from collections.abc import Mapping

from ludex.judge.case import Frame, Player
from ludex.judge.promised import kept_promises, tells_apart
from ludex.judge.settings import Setting
from ludex.protocol.messages import GameOffer
from ludex.protocol.schema import wire_of
from ludex.runner.playing import player_for
from ludex.vectors.format import Topic
from ludex.vectors.promises import WHOLE_TURNS
from ludex.vectors.suite import Suite


class Framing:
    """The frames of the questions for one engine, each made once."""

    def __init__(self, suite: Suite, offer: GameOffer) -> None:
        self.suite = suite
        self.offer = offer
        self.wire = wire_of(suite.game)
        self.promised = kept_promises(offer, suite)
        self._frames: dict[tuple[str, str, str], Frame] = {}

    def is_offered(self, operation: str) -> bool:
        """Whether the engine answers an operation, or the runner can play it with what the engine answers."""
        return operation in self.offer.methods or self._player(operation) is not None

    def _player(self, operation: str) -> Player | None:
        return player_for(operation, self.suite.game, self.offer.methods, WHOLE_TURNS in self.promised)

    def frame(self, topic: Topic, setting: Setting) -> Frame:
        """How the vectors of a topic are asked under a setting."""
        key = (topic.topic, topic.operation, setting.label)
        if key not in self._frames:
            player = None if topic.operation in self.offer.methods else self._player(topic.operation)
            tells, lists = tells_apart(self.offer, self.promised), self.offer.lists
            self._frames[key] = Frame(topic, setting, 0, self.wire, tells, False, player, lists)
        return self._frames[key]

    def setting(self, edition: str, flips: Mapping[str, str]) -> Setting | None:
        """The setting of an edition with these choices; None where the engine does not declare them."""
        declared = self.offer.editions
        if declared is not None and edition not in declared:
            return None
        able = declared[edition].readings if declared is not None else {}
        usual = self.suite.facts(edition).defaults()
        if any(choice not in (able.get(entry) or [usual[entry]]) for entry, choice in flips.items()):
            return None
        if any(able.get(entry) and usual[entry] not in able[entry] for entry in usual if entry not in flips):
            return None
        return Setting(edition, {**usual, **flips}, dict(flips))
