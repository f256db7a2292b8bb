"""A text that is open in an editor, and what was found out about it."""

from __future__ import annotations

from dataclasses import dataclass, field

from pygls.workspace import PositionCodec

from ludex.authoring.linting import Finding, lint
from ludex.editor.blocks import BlockReader, ReadPiece, ReadPieces
from ludex.editor.positions import ClientText
from ludex.scenario import File, Scenario, read_text
from ludex.scenario.text_blocks import TextBlock


@dataclass
class OpenText:
    """The text as it is now, in pieces that were read; ``found`` is what lint says of the pieces, by their texts."""

    uri: str
    path: str
    codec: PositionCodec
    reader: BlockReader = field(default_factory=BlockReader)
    found: dict[tuple[str, ...], list[Finding]] = field(default_factory=dict)
    shown: ClientText = field(init=False)
    read: ReadPieces = field(init=False)

    def take(self, text: str) -> None:
        """Read the text as it is now."""
        self.shown = ClientText(text, self.codec)
        self.read = self.reader.read(text, self.path)
        keys = {piece.key for piece in self.read.pieces}
        self.found = {key: found for key, found in self.found.items() if key in keys}

    @property
    def text(self) -> str:
        return self.shown.text

    def unplayed(self) -> ReadPiece | None:
        """A piece that lint has not seen yet."""
        return next((piece for piece in self.read.pieces if piece.key not in self.found), None)

    def play(self, piece: ReadPiece) -> None:
        """Let lint play a piece; what cannot be read is told by the reading already."""
        self.found[piece.key] = [one for one in lint([piece.file]) if one.rule != "unreadable"]

    def game_of(self, block: TextBlock) -> str:
        """The game that a block is about, as its line names it; nothing if it has none."""
        lines = [line for one in self.read.setting_of(block) for line in one.text.split("\n") if line[:1] == "g"]
        named = [words[1] for words in map(str.split, lines) if len(words) > 1 and words[0] == "game"]
        return named[-1] if named else ""

    def alone(self, block: TextBlock) -> File:
        """What a block says by itself, with its places in the whole text."""
        kept = {one.line: one.text for one in self.read.setting_of(block)}
        lines = (one.text if one.line in kept else "\n" * one.length for one in self.read.blocks)
        return read_text("".join(lines), self.path)

    def scenario_at(self, line: int) -> Scenario | None:
        """The scenario at a line, with its places in the whole text; of an outline, the one of the row, or the first;
        None where nothing can be read."""
        file = self.alone(self.read.block_at(line))
        rows = [one for one in file.scenarios if one.place.row and one.place.row.line == line]
        before = [one for one in file.scenarios if one.place.line <= line]
        last = max((one.place.line for one in before), default=0)
        return next((one for one in [*rows, *before] if rows or one.place.line == last), None)
