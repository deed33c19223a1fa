"""Write docs/vocabulary.md from the declarations of the primitives.

python scripts/document_vocabulary.py
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

from primitives import Primitive, Truth, vocabularies
from primitives.types import MOST
from senet_gp.games.registry import GAMES, game_of

FILE = Path(__file__).resolve().parent.parent / "docs" / "vocabulary.md"

_HEAD = """# The vocabularies

This page is for those who read evolved players or write their own: every primitive of every vocabulary.

{value}

A number that names a square counts cyclically: on Senet's board n is square ((n - 1) mod 30) + 1. Squares
are numbered as the player sees them: in hexapawn the board is turned for Black, so that the pawns of both
players go up from squares 1, 2 and 3. "The moves just made" are, in Senet, those of the throws just played;
if several orders lead to the same board, the lexicographically least list of (throw, start square) counts.

Expressions are written in Lisp form, `(if_then_else (mine 26) my_moves (sub 1 their_distance))`: a function
stands before its arguments, in parentheses, and a terminal stands alone. You can [add
primitives](extending_words.md).

Ranges and constants are those of the games' usual boards; a truth or an unlimited number has no range. Each
vocabulary has a *growth*: the spectral radius of the mean-offspring matrix of random trees, which end because
it is below 1.
"""

_COLUMNS = "| primitive | type, range | meaning |"
_RULE = "| --- | --- | --- |"


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
        'Its value is the score of an afterstate (the board after a choice) for the player who moved ("I").',
        "The player chooses the afterstate with the highest score, among equal ones a random one.",
        *named,
        f"Numbers are integers that saturate at ±{MOST}, so (a + b) - b is not always a.",
    ]
    return textwrap.fill(" ".join(sentences), 110)


def signature(primitive: Primitive) -> str:
    """The types of a primitive, as in ``Number Number → Number``."""
    arguments = " ".join(kind.__name__ for kind in primitive.types)
    return f"{arguments} → {primitive.result.__name__}" if arguments else primitive.result.__name__


def span(primitive: Primitive) -> str:
    """The range of a primitive, after its type; empty where it has no limits of its own."""
    whole = primitive.high == MOST or primitive.result is Truth
    return "" if whole else f", {primitive.low} to {primitive.high}"


def row(*cells: str) -> str:
    """A row of a table."""
    return f"| {' | '.join(cells)} |"


def said(primitive: Primitive) -> tuple[str, str, str]:
    """What the tables say of a primitive."""
    return f"`{primitive.name}`", signature(primitive) + span(primitive), primitive.description


def shared() -> dict[tuple[str, str, str], list[str]]:
    """What is the same in several games, with the titles of these games."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for game in GAMES:
        for vocabulary in vocabularies(game).values():
            for primitive in vocabulary.primitives:
                titles = found.setdefault(said(primitive), [])
                titles += [] if game_of(game).title in titles else [game_of(game).title]
    return {each: titles for each, titles in found.items() if len(titles) > 1}


def games_text(titles: list[str]) -> str:
    """Which games share a primitive."""
    missing = [game_of(game).title for game in GAMES if game_of(game).title not in titles]
    if len(missing) <= 1:
        return "".join(["all", *(f" but {title}" for title in missing)])
    return ", ".join(titles)


def shared_text() -> Iterator[str]:
    """The section of the primitives that several games have."""
    yield "\n## In several games\n"
    yield f"{_COLUMNS} games |\n{_RULE} --- |"
    for cells, titles in shared().items():
        yield row(*cells, games_text(titles))


def game_text(game: str) -> Iterator[str]:
    """The sections of a game: one for each vocabulary, which has all of the one before."""
    known = shared().keys()
    seen: set[str] = set()
    for vocabulary in vocabularies(game).values():
        new = [primitive for primitive in vocabulary.primitives if primitive.name not in seen]
        first = not seen
        seen |= {primitive.name for primitive in new}
        yield f"\n## {game_of(game).title}: the {vocabulary.name} vocabulary{'' if first else ' adds'}\n"
        low, high = vocabulary.constants[0], vocabulary.constants[-1]
        drawn = "one symbol" if vocabulary.constants_together else "a symbol each"
        constants = f"Constants `{low}` to `{high}`, drawn as {drawn}. " if first else ""
        yield f"{constants}Growth {vocabulary.growth:.3f}."
        own = [primitive for primitive in new if said(primitive) not in known]
        if own:
            yield f"\n{_COLUMNS}\n{_RULE}"
        yield from (row(*said(primitive)) for primitive in own)


def text() -> str:
    """The page."""
    parts = [_HEAD.format(value=value()).rstrip("\n"), *shared_text()]
    parts += [line for game in GAMES for line in game_text(game)]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
