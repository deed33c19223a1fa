"""Write docs/vocabulary.md from the declarations of the primitives.

python scripts/document_vocabulary.py
"""

from __future__ import annotations

import textwrap
from pathlib import Path

from primitives import Primitive, Truth, vocabularies
from primitives.types import MOST
from senet_gp.games.registry import GAMES, game_of

FILE = Path(__file__).resolve().parent.parent / "docs" / "vocabulary.md"

_HEAD = """# The vocabularies

This page is for those who read evolved players or write their own: every primitive of every vocabulary, with
its types, its range and its meaning. `scripts/document_vocabulary.py` writes it from the declarations in
`primitives/`.

{value}

Any number n names a square, cyclically: on Senet's board it is square ((n - 1) mod 30) + 1. Senet's queries
about moves refer to the group of throws just played. If several lists of (throw, start square) pairs lead to
the same board, the lexicographically least one counts; a lost throw has no pair. Squares are numbered as the
player sees them. In hexapawn, for example, the board is turned for Black, so that each player's pawns go up
from squares 1, 2 and 3. Ranges and constants are those of the games' usual boards.

In Lisp form, as `senet-gp` reads and writes it, parentheses enclose a function and its arguments, the
function first; terminals stand alone: `(if_then_else (mine 26) my_moves (sub 1 their_distance))`.

"""


def value() -> str:
    """The paragraph about the value of an expression."""
    policies = [game for game in map(game_of, GAMES) if game.policy]
    named = [
        f"In {game.title} the expression is computed on the board before the move instead, and its value "
        f"modulo {len(game.named_moves)} is the move."
        for game in policies
    ]
    sentences = [
        "A player is one expression of type Number.",
        'Its value is the score of an afterstate (a board after a choice), seen by its mover ("I").',
        "The player chooses the afterstate with the highest score, among equal ones a random one.",
        *named,
        f"Numbers are integers that saturate at ±{MOST}, so (a + b) - b is not always a.",
    ]
    return textwrap.fill(" ".join(sentences), 110)


def signature(primitive: Primitive) -> str:
    """The types of a primitive, as in ``Number Number → Number``."""
    arguments = " ".join(kind.__name__ for kind in primitive.types)
    return f"{arguments} → {primitive.result.__name__}" if arguments else primitive.result.__name__


def text() -> str:
    """The page."""
    parts = [_HEAD.format(value=value())]
    for game in GAMES:
        title = game_of(game).title
        known: set[str] = set()
        for vocabulary in vocabularies(game).values():
            new = [primitive for primitive in vocabulary.primitives if primitive.name not in known]
            known |= {primitive.name for primitive in new}
            addition = " adds" if len(known) > len(new) else ""
            parts.append(f"\n## {title}: the {vocabulary.name} vocabulary{addition}\n")
            parts.append("| primitive | type | range | meaning |\n| --- | --- | --- | --- |")
            for primitive in new:
                whole = primitive.high == MOST or primitive.result is Truth
                span = "" if whole else f"{primitive.low} to {primitive.high}"
                row = (f"`{primitive.name}`", signature(primitive), span, primitive.description)
                parts.append(f"| {' | '.join(row)} |")
            constants = f"Constants; drawn as {'one symbol' if vocabulary.constants_together else 'symbols'}."
            first, last = vocabulary.constants[0], vocabulary.constants[-1]
            if not addition:
                parts.append(f"| `{first}` … `{last}` | Number | | {constants} |")
            parts.append(
                f"\nGrowth of random trees (spectral radius of the mean-offspring matrix, below 1 so that "
                f"they end): {vocabulary.growth:.3f}."
            )
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
