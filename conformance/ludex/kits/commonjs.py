"""JavaScript modules in the form of CommonJS: the kit is written as ES modules, and says so with few forms only."""

import re


def commonjs(module: str) -> str:
    """A module that imports names from files and exports names at its end, as one that requires and assigns them."""
    text = re.sub(r"^import (\{[^}]*\}) from ('[^']*');$", r"const \1 = require(\2);", module, flags=re.MULTILINE)
    text = re.sub(r"^import (\w+) from ('[^']*');$", r"const \1 = require(\2);", text, flags=re.MULTILINE)
    text = re.sub(r"^export (\{[^}]*\});$", r"module.exports = \1;", text, flags=re.MULTILINE)
    return f"'use strict';\n{text}"
