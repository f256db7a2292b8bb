"""Scenarios: small stories about a game, written by its authors and played against its reference.

A file is read line by line; a line begins with a keyword, and lines that are indented further belong to it:

    game tribun edition 2026-01          -- without an edition: what follows holds in every one

    scenario "the primary walks off and the slave goes free"
      why    a primary may always leave its slave
      cites  TRB-MOV-5 TRB-NRM-4
      under  kill-mover = attack         -- a reading; the default for all others
      given
        black to move
        black 2/3 at (0,0), black T1 at (-5,-5), white T1 at (5,5)
      when move (0,0) -> (1,2)
      then black 2 at (1,2), white 3 at (0,0), white to move
      when ...                           -- a series: further pairs of when and then

``--`` begins a comment; commas part facts and expectations. How a position, an action and a fact are written is the
game's own notation (``ludex.notation.<game>``). All forms are in ``spec/language/README.md``; besides the above:

    ludex 1                              the version of the language, in the first line
    background                           tags, under and given that all scenarios below begin with
    outline "name of <x>"                a scenario with placeholders, and examples: a table whose rows fill them in
    include "file.ludex-part"            the lines of another file inside of the project
    tags one, two                        words to choose scenarios by
    then in 2026-01 white wins           what is expected in one edition only
    then exactly white to move, ...      facts that are the whole position

Any game may expect, besides facts about the position that results:

    refused                              the action is against the rules; nothing changes
    refused by TRB-MOV-3 or TRB-MOV-4    it breaks one of these
    unreadable by TRB-WRD-2              the clause may be left out
    nothing changes
    12 legal actions, no legal actions
    legal: ACTION; ACTION                and not legal: ACTION; ACTION
    exactly these legal actions: ACTION; ACTION

A ``then`` before the first ``when`` speaks of the position as given; ``unreadable`` there says that this is no
position at all. A game may have expectations of its own besides (``ludex.notation.expectations.Own``).
"""

from ludex.scenario.reader import read_file, read_text
from ludex.scenario.runner import Failure, ScenarioResult, run
from ludex.scenario.values import File, Phrase, Scenario, ScenarioStep

__all__ = ["Failure", "File", "Phrase", "Scenario", "ScenarioResult", "ScenarioStep", "read_file", "read_text", "run"]
