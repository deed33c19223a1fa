"""How large each package may be, in lines of code: what is added takes the place of something.

Blank lines, comments and docstrings do not count. ``python tests/test_sizes.py`` prints what there is; who
makes a package smaller lowers its ceiling.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CEILINGS = {
    "arena": 3141,
    "cli": 4927,
    "engine": 4078,
    "evolution": 6764,
    "experiments": 1401,
    "games": 5750,
    "insight": 3160,
    "players": 2539,
    "primitives": 1205,
    "runtime": 2249,
    "scripts": 6993,
    "senet_gp": 140,
    "serve": 2121,
    "show": 1875,
    "testing": 756,
    "trees": 2432,
}
NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def test_packages_stay_below_their_ceilings() -> None:
    above = {name: lines for name, lines in sizes().items() if lines > CEILINGS.get(name, 0)}
    assert not above, f"lines of code above the ceilings: {above}; what can go?"


def test_only_code_counts() -> None:
    text = (
        '"""Text."""\n\n# Comment.\ndef f(\n    x: int,\n) -> str:\n    """Text."""\n    return """a\nb"""\n'
    )
    assert lines_of_code(text) == 5


def sizes() -> Counter[str]:
    """The lines of code of each package."""
    counted: Counter[str] = Counter()
    for root in ("senet_gp", "primitives", "scripts"):
        for file in (ROOT / root).rglob("*.py"):
            parts = file.relative_to(ROOT).parts
            name = parts[1] if root == "senet_gp" and len(parts) > 2 else root
            counted[name] += lines_of_code(file.read_text(encoding="utf-8"))
    return counted


def lines_of_code(text: str) -> int:
    """The lines of a source text without blank lines, comments and docstrings."""
    documented: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and (
            ast.get_docstring(node, clean=False) is not None
        ):
            documented |= _lines(node.body[0].lineno, node.body[0].end_lineno)
    code: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in NO_CODE:
            code |= _lines(token.start[0], token.end[0])
    return len(code - documented)


def _lines(first: int, last: int | None) -> set[int]:
    return set(range(first, (last or first) + 1))


if __name__ == "__main__":
    rows = [f"{name:15}{lines:7,} of {CEILINGS.get(name, 0):6,}\n" for name, lines in sorted(sizes().items())]
    sys.stdout.writelines(rows)
