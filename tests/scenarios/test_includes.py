"""What a file includes: lines of another one inside of the project, with errors told where they stand."""

import os
from pathlib import Path

import pytest

from ludex.cli import main
from ludex.scenario import read_file
from ludex.scenario.including import MOST_INCLUSIONS

MAIN = 'game tribun\ninclude "{}"\nscenario "a"\n  given  black 2 at (0,0)\n  then   black to move\n'
PART = "background\n  given  black T1 at (-5,-5), white T1 at (5,5)\n    black to move\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with folders a/b, and a file outside of it."""
    (tmp_path / "outside.ludex-part").write_text(PART)
    root = tmp_path / "project"
    (root / "a" / "b").mkdir(parents=True)
    (root / "pyproject.toml").touch()
    return root


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def problems(path: Path) -> list[str]:
    return [problem.expected for problem in read_file(path).problems]


@pytest.mark.parametrize("place", ["a/b/p.ludex-part", "a/p.ludex-part", "p.ludex-part", "other/p.ludex-part"])
def test_a_file_is_looked_for_from_the_folder_of_the_one_that_includes_it(project: Path, place: str) -> None:
    written(project / place, PART)
    name = os.path.relpath(project / place, project / "a" / "b").replace(os.sep, "/")
    file = read_file(written(project / "a" / "b" / "m.ludex", MAIN.format(name)))
    assert file.problems == ()
    assert len(file.scenarios[0].given) == 4
    assert [Path(one).resolve() for one in file.included] == [project / place]


def test_an_include_in_a_block_gives_its_sentences_and_one_below_a_scenario_its_parts(project: Path) -> None:
    written(project / "given.ludex-part", "black T1 at (-5,-5), white T1 at (5,5)  -- the tribuns\nblack to move\n")
    written(project / "turn.ludex-part", "when  black resigns\nthen\n  white wins\n")
    text = 'game tribun\nscenario "a"\n  given\n    include "given.ludex-part"\n    black 2 at (0,0)\n'
    file = read_file(written(project / "m.ludex", f'{text}  include "turn.ludex-part"\n'))
    assert file.problems == ()
    (scenario,) = file.scenarios
    assert [phrase.text for phrase in scenario.given][-2:] == ["black to move", "black 2 at (0,0)"]
    assert scenario.steps[0].then[0].text == "white wins"


def test_an_error_in_a_part_is_told_with_its_own_place(project: Path) -> None:
    written(project / "p.ludex-part", PART.replace("black to", "blak to"))
    path = written(project / "m.ludex", MAIN.format("p.ludex-part"))
    (problem,) = read_file(path).problems
    assert (problem.line, problem.column, problem.text) == (3, 5, "    blak to move")
    assert problem.show(str(path)).startswith(f"{project / 'p.ludex-part'}:3:5: expected")


def test_a_failure_in_a_part_is_told_with_its_own_place(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(project / "p.ludex-part", "then white wins\n")
    text = 'game tribun\nscenario "a"\n  given standard start, black to move\n  include "p.ludex-part"\n'
    assert main(["run", str(written(project / "m.ludex", text))]) == 1
    assert f"{project / 'p.ludex-part'}:1:6: the position is not as expected" in capsys.readouterr().out


INSIDE = "a file inside of the project"
OUT = {
    "above the project": ("../outside.ludex-part", INSIDE),
    "above it and back": ("a/../../outside.ludex-part", INSIDE),
    "an absolute path": ("{root}/p.ludex-part", "a path from the folder of this file"),
    "a path of another system": ("C:/p.ludex-part", "a path from the folder of this file"),
    "a link that leads out": ("link.ludex-part", INSIDE),
    "a folder that leads out": ("up/outside.ludex-part", INSIDE),
    "a link that leads nowhere": ("broken.ludex-part", "a file that is there"),
    "a folder": ("folder.ludex-part", "a file that is there"),
    "a file of another kind": ("pyproject.toml", "the name of a file that ends in `.ludex-part`"),
    "no file": ("q.ludex-part", "a file that is there"),
}


@pytest.mark.parametrize("case", OUT)
def test_no_include_leaves_the_project(project: Path, case: str) -> None:
    name, expected = OUT[case]
    (project / "link.ludex-part").symlink_to(project.parent / "outside.ludex-part")
    (project / "up").symlink_to(project.parent)
    (project / "broken.ludex-part").symlink_to(project / "nowhere")
    (project / "folder.ludex-part").mkdir()
    written(project / "p.ludex-part", PART)
    found = problems(written(project / "m.ludex", MAIN.format(name.format(root=project))))
    assert found[0].startswith(expected)


def test_a_link_inside_of_the_project_may_be_followed(project: Path) -> None:
    written(project / "a" / "p.ludex-part", PART)
    (project / "link.ludex-part").symlink_to(project / "a" / "p.ludex-part")
    assert problems(written(project / "m.ludex", MAIN.format("link.ludex-part"))) == []


def test_without_a_project_the_folder_of_the_file_is_the_limit(tmp_path: Path) -> None:
    written(tmp_path / "p.ludex-part", PART)
    assert problems(written(tmp_path / "a" / "m.ludex", MAIN.format("../p.ludex-part")))[0] == INSIDE


def test_a_part_that_includes_itself_is_an_error(project: Path) -> None:
    written(project / "p.ludex-part", 'include "a/q.ludex-part"\n')
    written(project / "a" / "q.ludex-part", 'include "../p.ludex-part"\n')
    file = read_file(written(project / "m.ludex", MAIN.format("p.ludex-part")))
    cycle = [problem for problem in file.problems if "include itself" in problem.expected]
    assert [Path(problem.file).name for problem in cycle] == ["q.ludex-part"]


def test_parts_that_include_the_next_twice_come_to_an_end(project: Path) -> None:
    for number in range(40):
        written(project / f"p{number}.ludex-part", f'include "p{number + 1}.ludex-part"\n' * 2)
    written(project / "p40.ludex-part", "-- nothing\n")
    assert f"at most {MOST_INCLUSIONS} includes" in " ".join(
        problems(written(project / "m.ludex", MAIN.format("p0.ludex-part")))
    )


def test_a_large_part_counts_for_the_file(project: Path) -> None:
    written(project / "p.ludex-part", "-- x\n" * 600_000)
    text = MAIN.format('p.ludex-part"\ninclude "p.ludex-part')
    assert "4 MB in all" in " ".join(problems(written(project / "m.ludex", text)))


def test_a_near_name_is_suggested(project: Path) -> None:
    written(project / "tribuns.ludex-part", PART)
    (problem, *_) = read_file(written(project / "m.ludex", MAIN.format("tribunes.ludex-part"))).problems
    assert problem.hint == "did you mean `tribuns.ludex-part`?"


def test_parts_are_not_scenarios_of_a_folder(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(project / "p.ludex-part", PART)
    written(project / "m.ludex", MAIN.format("p.ludex-part"))
    assert main(["run", str(project)]) == 0
    assert "1 scenario, 2 with each edition: 2 pass" in capsys.readouterr().out


def test_a_circle_of_links_is_no_file(project: Path) -> None:
    (project / "p.ludex-part").symlink_to(project / "q.ludex-part")
    (project / "q.ludex-part").symlink_to(project / "p.ludex-part")
    (problem, *_) = read_file(written(project / "m.ludex", MAIN.format("p.ludex-part"))).problems
    assert problem.expected == "a file that is there; this one is not"
