"""Makes the pages of a site one by one: rulebooks, chapters, clauses, the vectors that they show, and the search."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec
from markupsafe import Markup

from ludex import where
from ludex.authoring.explain import choices_for
from ludex.authoring.scenes import PlayShown, SceneSeries, of_question, of_scenario, play_shown
from ludex.report.drawing import Easel
from ludex.report.pagemaking import environment, script_hash
from ludex.report.pencil import Pencil
from ludex.rulebook import Clause, with_rulebooks
from ludex.rulebook.marks import sources_of
from ludex.rules.register import Entry
from ludex.scenario.stepping import editions_of
from ludex.site.contents import ChapterText, Contents, DrawnVector, WorkedExample
from ludex.site.register import cases_of, play_of
from ludex.site.texts import Names, Section, Texts, address
from ludex.where import version

ROOM = "ludex.site"
T = TypeVar("T")
MOST_SCENARIOS = 6  # of a clause that are drawn; the others are named
MOST_EXAMPLES = 4
_ROW = re.compile(r"^\|.*\|$")


class Page(NamedTuple):
    """A file of the site: its path from the root, and what is in it."""

    path: str
    data: bytes


class SearchItem(NamedTuple):
    """What the search finds: where it is, its name, what kind of thing it is, and a sentence."""

    link: str
    name: str
    kind: str
    said: str


class SectionShown(NamedTuple):
    """A section of a chapter, the boards of its worked examples or its case, and where more is told of it."""

    html: Markup
    plays: Sequence[PlayShown]
    more: str


class VectorShown(NamedTuple):
    anchor: str
    id: str
    why: str
    play: PlayShown


class VectorCount(NamedTuple):
    edition: str
    kind: str
    many: int


class VectorLink(NamedTuple):
    link: str
    id: str
    why: str


class NamedPlay(NamedTuple):
    """A scenario as it is drawn, and where it stands."""

    place: str
    play: PlayShown


def games_told() -> tuple[str, ...]:
    """The games that have both a rulebook and a reference."""
    return tuple(game for game in with_rulebooks() if game in where.games())


def pages(games: Sequence[str]) -> Iterator[Page]:
    """Every page and file of a site of these games, the search last, which knows of all others."""
    found: list[SearchItem] = []
    books = [BookPages(Contents(game)) for game in games]
    for one in books:
        yield from one.pages(found)
    yield from pages_of_all(books, found)


def pages_of_all(books: Sequence["BookPages"], found: Sequence[SearchItem]) -> Iterator[Page]:
    """The first page, the search, and what all pages use."""
    yield _page("index.html", "index.html", "", title="Rulebooks", books=books)
    yield _page("search.html", "search.html", "", title="Search", found=found, script=_own("search.js"))
    yield Page("site.css", (_own("page.css", "ludex.report") + _own("site.css")).encode())
    yield Page(".nojekyll", b"")  # for hosts that would leave out what begins with a line


def _own(name: str, room: str = ROOM) -> str:
    from importlib.resources import files

    return (files(room) / "pages" / name).read_text(encoding="utf-8")


def _page(path: str, template: str, root: str, pencil: Pencil | None = None, **given: object) -> Page:
    script = str(given.pop("script", ""))
    text = (
        environment(ROOM)
        .get_template(template)
        .render(
            **given,
            root=root,
            pencil=pencil or Pencil(),
            ludex=version(),
            script=Markup(script),
            may_run=f"'{script_hash(script)}'" if script else "'none'",
        )
    )
    return Page(path, f"{text}\n".encode())


class BookPages:
    """The pages of one game."""

    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self.game = contents.game
        self.title: str = contents.reference.TITLE
        self.clauses = list(contents.book.values())
        self.entries: list[Entry] = list(contents.reference.REGISTER.entries)
        self.editions: tuple[str, ...] = contents.reference.REGISTER.editions
        self._chapter_of = {clause.id: Path(clause.file).stem for clause in self.clauses}
        self._entry_at = self._entry_pages()
        self._plays = 0

    # -- where things are

    def _entry_pages(self) -> dict[str, str]:
        """The chapter in which each entry of the register has a heading."""
        names = {entry.id for entry in self.entries}
        return {
            name: chapter.page
            for chapter in self.contents.chapters
            for name in re.findall(r"^## ([a-z0-9-]+)$", chapter.text, re.MULTILINE)
            if name in names
        }

    def _texts(self, up: str) -> Texts:
        clauses = {clause.id: f"{up}clauses/{clause.id}.html" for clause in self.clauses}
        entries = {name: f"{up}{page}#{name}" for name, page in self._entry_at.items()}
        names = Names(self.contents.reference.PREFIX, clauses, entries)
        return Texts(names, lambda link: self._target(link, up))

    def _target(self, link: str, up: str) -> str | None:
        """Where a link of the text leads from the site: to a chapter, a file that goes with it, or the web."""
        path, _, anchor = link.partition("#")
        if link.startswith(("https://", "http://")):
            return link
        if not path:
            return f"#{anchor}"
        name = Path(path).name
        if name in {chapter.path.name for chapter in self.contents.chapters}:
            return f"{up}{Path(name).stem}.html" + (f"#{anchor}" if anchor else "")
        return f"{up}files/{name}" if name in {file.name for file in self._files()} else None

    def _files(self) -> list[Path]:
        """The files beside the rulebook that its texts link to."""
        links = {link for chapter in self.contents.chapters for link in re.findall(r"\]\(([^)#\s]+)", chapter.text)}
        paths = [self.contents.folder / "rulebook" / link for link in sorted(links) if "://" not in link]
        return [path for path in paths if path.is_file() and path.suffix != ".md"]

    # -- pages

    def pages(self, found: list[SearchItem]) -> Iterator[Page]:
        """All pages of the game; what the search finds of them goes into `found`."""
        yield self._index()
        for before, chapter, after in _neighbours(self.contents.chapters):
            yield self.chapter_page(chapter, before, after, found)
        for one, clause, other in _neighbours(self.clauses):
            found.append(
                SearchItem(
                    f"{self.game}/clauses/{clause.id}.html", f"{clause.id} {clause.title}", "clause", clause.sentence
                )
            )
            yield self.clause_page(clause, one, other)
        for group, samples in self._samples().items():
            yield self._vectors(group, samples)
        for path in self._files():
            yield Page(f"{self.game}/files/{path.name}", path.read_bytes())

    def _render(self, name: str, template: str, pencil: Pencil, **given: object) -> Page:
        depth = name.count("/") + 1
        up = "../" * (depth - 1)
        return _page(f"{self.game}/{name}", template, "../" * depth, pencil, book=self, up=up, **given)

    def _index(self) -> Page:
        texts = self._texts("")
        register = self.contents.reference.REGISTER
        facts = {edition: register.rules(edition).facts for edition in self.editions}
        names = sorted({name for told in facts.values() for name in told})
        rows = [[name, *(str(facts[edition].get(name, "")) for edition in self.editions)] for name in names]
        differing = [row for row in rows if len({*row[1:]}) > 1]
        groups = list(Counter(clause.group for clause in self.clauses).items())
        in_groups = [(group, [one for one in self.clauses if one.group == group]) for group, _ in groups]
        entries = [(entry, self._entry_at.get(entry.id, "")) for entry in self.entries]
        return self._render(
            "index.html",
            "book.html",
            Pencil(),
            title=self.title,
            texts=texts,
            groups=in_groups,
            entries=entries,
            facts=differing,
        )

    def chapter_page(
        self, chapter: ChapterText, before: ChapterText | None, after: ChapterText | None, found: list[SearchItem]
    ) -> Page:
        """A chapter with its boards; what the search finds in it goes into `found`."""
        pencil, texts = Pencil(), self._texts("")
        entries = {entry.id: entry for entry in self.entries if self._entry_at.get(entry.id) == chapter.page}
        anchors = {f"{one.id} · {one.level} · {one.role} · {one.title}": one.id for one in self.clauses}
        anchors |= {name: name for name in entries}
        sections = list[SectionShown]()
        for section in texts.sections(chapter.text, anchors.get):
            sections.append(self._section(section, entries, pencil))
            if section.level in (1, 2):
                link = f"{self.game}/{chapter.page}#{section.anchor}"
                kind = "entry of the register" if section.anchor in entries else "chapter"
                entry = entries.get(section.anchor)
                found.append(SearchItem(link, section.title, kind, entry.point if entry else chapter.title))
        return self._render(
            chapter.page, "chapter.html", pencil, title=chapter.title, sections=sections, before=before, after=after
        )

    def _section(self, section: Section, entries: dict[str, Entry], pencil: Pencil) -> SectionShown:
        plays = list[SceneSeries]()
        if section.anchor in entries:
            entry = entries[section.anchor]
            plays = [play_of(self.contents, entry, case) for case in cases_of(self.contents, entry)]
        elif section.anchor in self.contents.book:
            plays = [self._example(one) for one in self._examples(section.anchor)]
        more = f"clauses/{section.anchor}.html" if section.anchor in self.contents.book else ""
        return SectionShown(section.html, [self._draw(play, pencil) for play in plays], more)

    def _draw(self, play: SceneSeries, pencil: Pencil) -> PlayShown:
        return play_shown(play, pencil)

    def _examples(self, clause: str) -> list[WorkedExample]:
        """The worked examples of a clause by the usual readings that have a board."""
        found = [one for one in self.contents.examples if one.clause == clause and not one.readings]
        drawn = [one for one in found if self._easel(one).question(one.operation, one.input).before is not None]
        return drawn[:MOST_EXAMPLES]

    def _easel(self, one: WorkedExample) -> Easel:
        rules = self.contents.reference.REGISTER.rules(one.edition, dict(one.readings))
        return Easel(self.game, one.edition, rules.choices)

    def _example(self, one: WorkedExample) -> SceneSeries:
        scenes = of_question(self._easel(one), one.operation, one.input, one.expect)
        return SceneSeries(self.game, one.name.replace("-", " "), (one.says,), scenes)

    def clause_page(self, clause: Clause, before: Clause | None, after: Clause | None) -> Page:
        """What a clause says, and what shows, tests and decides it; `before` and `after` stand beside it."""
        pencil, texts = Pencil(), self._texts("../")
        cited = self.contents.scenarios.get(clause.id, [])
        drawn = [
            NamedPlay(
                f"{path.name}:{scenario.place.line}",
                self._draw(of_scenario(scenario, editions_of(scenario)[-1]), pencil),
            )
            for path, scenario in cited[:MOST_SCENARIOS]
        ]
        vectors = self.contents.vectors
        counts = [VectorCount(*key, many) for key, many in sorted(vectors.counts.get(clause.id, Counter()).items())]
        samples = [
            VectorLink(address("..", "vectors", f"{_group(one)}.html") + f"#{one.id}", one.id, one.vector.why)
            for one in vectors.samples.get(clause.id, [])
        ]
        return self._render(
            f"clauses/{clause.id}.html",
            "clause.html",
            pencil,
            title=f"{clause.id} · {clause.title}",
            clause=clause,
            texts=texts,
            chapter=f"../{self._chapter_of[clause.id]}.html#{clause.id}",
            examples=[self._draw(self._example(one), pencil) for one in self._examples(clause.id)],
            scenarios=drawn,
            more=[f"{scenario.name} ({path.name}:{scenario.place.line})" for path, scenario in cited[MOST_SCENARIOS:]],
            counts=counts,
            total=sum(one.many for one in counts),
            samples=samples,
            sources=sources_of(clause.id, self.game),
            changes=self.changes_of(clause),
            fixed=[entry for entry in self.entries if clause.id in entry.clauses],
            entry_at={name: f"../{page}#{name}" for name, page in self._entry_at.items()},
            differing=vectors.changed.get(clause.id, []),
            before=before,
            after=after,
        )

    def changes_of(self, clause: Clause) -> list[tuple[tuple[str, str], ...]]:
        """The rows of tables of editions that name a clause, each cell with what its column is called."""
        found = list[tuple[tuple[str, str], ...]]()
        for chapter in self.contents.chapters:
            head = list[str]()
            for line in chapter.text.splitlines():
                cells = _cells(line)
                if not cells:
                    head = []
                elif not head:
                    head = cells
                elif self._is_of_editions(head) and re.search(rf"\b{clause.id}\b", cells[-1]):
                    found.append(tuple(zip(head[:-1], cells[:-1], strict=False)))
        return found

    def _is_of_editions(self, head: Sequence[str]) -> bool:
        """Whether a table has a column for each of several editions."""
        return sum(edition in name for edition in self.editions for name in head) > 1

    def _samples(self) -> dict[str, list[DrawnVector]]:
        """The vectors that pages of clauses link to, by the page that shows them."""
        found: dict[str, dict[str, DrawnVector]] = {}
        for samples in self.contents.vectors.samples.values():
            for one in samples:
                found.setdefault(_group(one), {})[one.id] = one
        return {group: list(samples.values()) for group, samples in sorted(found.items())}

    def _vectors(self, topic: str, samples: Sequence[DrawnVector]) -> Page:
        pencil, suite = Pencil(), self.contents.suite
        assert suite is not None
        shown = list[VectorShown]()
        for one in samples:
            easel = Easel(self.game, one.topic.edition, choices_for(suite, one.vector, one.topic.edition))
            asked, expected = msgspec.json.decode(one.vector.input), msgspec.json.decode(one.vector.expect)
            play = SceneSeries(self.game, one.id, (), of_question(easel, one.topic.operation, asked, expected))
            shown.append(VectorShown(one.id, one.id, one.vector.why, self._draw(play, pencil)))
        clauses = {one.id: list(one.vector.clauses) for one in samples}
        title = f"Vectors of {topic}"
        return self._render(
            f"vectors/{topic}.html", "vectors.html", pencil, title=title, vectors=shown, clauses=clauses
        )


def _group(sample: DrawnVector) -> str:
    return sample.topic.topic


def _cells(line: str) -> list[str]:
    return [cell.strip().strip("`*") for cell in line.strip("|").split("|")] if _ROW.match(line) else []


def _neighbours(items: Sequence[T]) -> Iterator[tuple[T | None, T, T | None]]:
    """Each of some things with the one before it and the one after it."""
    padded: list[T | None] = [None, *items, None]
    for (before, one), (_, after) in zip(pairwise(padded[:-1]), pairwise(padded[1:]), strict=True):
        assert one is not None
        yield before, one, after
