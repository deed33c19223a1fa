"""Write the list of hand-made players into docs/players.md, from the players of the games.

The list stands between two comments; what was measured of the players stands behind it and is left alone.

python scripts/document_players.py
"""

from __future__ import annotations

import textwrap
from pathlib import Path

from senet_gp.games.registry import GAMES, game_of, part_of
from senet_gp.games.senet.players import SENET_REFERENCES, SENET_SEEDS, SENET_VARIANTS
from senet_gp.players.hand import HandMade

FILE = Path(__file__).resolve().parent.parent / "docs" / "players.md"
WIDTH = 110
BEGIN, END = "<!-- written by scripts/document_players.py: begin -->", "<!-- end -->"

_VARIANTS = """\
Runs that begin with S1 to S8 begin with players much weaker than the references. V1 to V8 show what strong
seeds do, measured against references that are none of the seeds [decided]: they combine the strategies of
the references in other ways and with other weights. They were written before any run was seeded with them.
Eight of ten were chosen, by matches against HC1 to HC5 alone, so that together they are as strong as these
([below](#how-good-they-are))."""

_GROUPS = (
    ("References", "", SENET_REFERENCES),
    ("Seeds", "", SENET_SEEDS),
    ("Variants", _VARIANTS, SENET_VARIANTS),
)


def overview() -> str:
    """The hand-made players of every game, those of a group in a row."""
    rows = ["| game | players | the whole group |", "| --- | --- | --- |"]
    for game in GAMES:
        groups: dict[str, list[str]] = {}
        for name in part_of(game, "players") or {}:
            groups.setdefault(name.rstrip("0123456789"), []).append(name)
        for letters, names in groups.items():
            several = len(names) > 1
            told = f"`hand:{names[0]}` to `hand:{names[-1]}`" if several else f"`hand:{names[0]}`"
            rows.append(f"| {game_of(game).title} | {told} | {f'`hand:{letters}`' if several else ''} |")
    return "\n".join(rows)


def described(made: HandMade) -> str:
    """What a player combines and why, and its expression."""
    told = textwrap.fill(
        f"**{made.name}**: {'; '.join(made.strategies)}. {made.why}",
        WIDTH,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return f"{told}\n\n```\n{textwrap.dedent(made.expression).strip()}\n```"


def block() -> str:
    """The part of the page that is written."""
    parts = [overview()]
    for heading, introduction, players in _GROUPS:
        parts.append(f"## {heading}")
        parts += [introduction] if introduction else []
        parts += map(described, players)
    return "\n\n".join(parts)


def text() -> str:
    """The page."""
    page = FILE.read_text(encoding="utf-8")
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    assert begin and end, "the page has no place for the list"  # noqa: PT018
    return f"{before}{begin}\n\n{block()}\n\n{end}{after}"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
