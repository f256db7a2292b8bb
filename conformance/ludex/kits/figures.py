"""The figures that a kit brings along: of a table that somebody wrote, or those of the game's newest edition."""

from __future__ import annotations

from ludex import where
from ludex.seam import reference_of
from ludex.tables import ADDED, UserTable

FILE = "figures.json"


def table_of(game: str) -> UserTable | None:
    """The table that the game is played by, where somebody named one."""
    return next((table for table in reversed(ADDED) if table.game == game), None)


def editions_of(game: str) -> list[str]:
    """The editions that an adapter declares: that of the table alone, where there is one."""
    table = table_of(game)
    return [table.edition] if table else list(reference_of(game).REGISTER.editions)


def figures_of(game: str) -> str | None:
    """The text of the table of figures, as it was written; None of a game that keeps none as data."""
    table = table_of(game)
    shipped = where.spec_of(game) / "data" / f"{reference_of(game).REGISTER.editions[-1]}.json"
    path = table.path if table else shipped
    return path.read_text(encoding="utf-8").rstrip() + "\n" if path.is_file() else None


def option_of(game: str) -> str:
    """What a command is told of the table, in the folder of the kit; nothing where there is none."""
    return f" --table {game}={FILE}" if table_of(game) else ""


def row_of(game: str) -> str:
    """The row of the file in the table of a README; nothing where there is no such file."""
    if figures_of(game) is None:
        return ""
    table = table_of(game)
    whose = f"of your table {table.edition} ({table.sha256[:12]})" if table else "of the edition"
    return f"| `{FILE}` | the figures {whose}, all of them: your engine may read it, or only look there |\n"
