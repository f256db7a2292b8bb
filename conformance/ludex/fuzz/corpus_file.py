"""A corpus that is kept: the questions that were new in campaigns before, a line each, for the next to begin with."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from ludex import outlet
from ludex.fault import Fault
from ludex.fuzz.asking import Asker, FuzzQuestion
from ludex.fuzz.corpus import Corpus

MOST_QUESTIONS = 20_000  # each is asked of the reference before anything else
OPTION = "--corpus"


class KeptQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A question as a file has it: the readings are those that are not the default."""

    game: str
    operation: str
    edition: str
    readings: dict[str, str]
    fields: dict[str, Any]


class CorpusFile:
    """The questions of a file; none if it is not there yet."""

    def __init__(self, path: Path) -> None:
        self._path = outlet.be_writable(path, OPTION)
        self._all = _read(path) if path.is_file() else []

    def questions(self, asker: Asker) -> list[FuzzQuestion]:
        """Those of the game that the engine's hello lets be asked."""
        made = [_question(asker, one) for one in self._all if one.game == asker.game]
        return [one for one in made if one is not None]

    def grow(self, asker: Asker, news: Sequence[FuzzQuestion]) -> int:
        """Writes the file with what is new in it, and says how much that is."""
        kept = (asker.answer(one) for one in self.questions(asker))
        corpus = Corpus(one for one in kept if one is not None)
        for question in news:
            if len(self._all) + len(corpus.news) < MOST_QUESTIONS and (answered := asker.answer(question)) is not None:
                corpus.is_new(answered)
        fresh = [_to_keep(asker.game, one) for one in corpus.news]
        lines = [msgspec.json.encode(one) + b"\n" for one in (*self._all, *fresh)]
        outlet.write(self._path, lines, OPTION)
        return len(fresh)


def digest_of(questions: Sequence[FuzzQuestion]) -> str:
    """A hash of what a campaign begins with."""
    return sha256(b"\n".join(one.key for one in questions)).hexdigest()[:8] if questions else ""


def _read(path: Path) -> list[KeptQuestion]:
    decoder, read = msgspec.json.Decoder(KeptQuestion), list[KeptQuestion]()
    try:
        for line in path.read_bytes().splitlines():
            read.append(decoder.decode(line))
    except OSError as error:
        raise Fault(f"cannot read {path}: {outlet.system_words(error)}", f"Choose another file for {OPTION}.") from None
    except (ValueError, RecursionError) as broken:
        told = f"{path}, line {len(read) + 1}, is no question of a corpus: {broken}"
        raise Fault(told, "Name a file that `ludex fuzz --corpus` wrote.") from None
    return read


def _to_keep(game: str, question: FuzzQuestion) -> KeptQuestion:
    setting = question.setting
    return KeptQuestion(game, question.operation, setting.edition, dict(setting.flipped), question.fields)


def _question(asker: Asker, kept: KeptQuestion) -> FuzzQuestion | None:
    setting = asker.framing.setting(kept.edition, kept.readings)
    return None if setting is None else FuzzQuestion(kept.operation, setting, kept.fields)
