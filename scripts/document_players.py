"""Write the list of hand-made players into docs/players.md, from the players of the games.

The list is between two comments; the script does not change the measured results after it.

python scripts/document_players.py
"""

from __future__ import annotations

import textwrap
from pathlib import Path

from senet_gp.games.registry import GAMES, game_of, part_of
from senet_gp.players.hand import HandMade
from senet_gp.players.hand_senet import SENET_REFERENCES, SENET_SEEDS, SENET_VARIANTS

FILE = Path(__file__).resolve().parent.parent / "docs" / "players.md"
WIDTH = 110
BEGIN = "<!-- written by scripts/document_players.py: begin -->"
END = "<!-- end -->"

_VARIANTS = """\
The seeds S1 to S8 are much weaker than the references. V1 to V8 show the effect of strong seeds, measured
against references that are not among the seeds [decided]. They combine the strategies of the references in
other ways and with other weights. They were written before any run was seeded with them. Eight of ten were
chosen, only by their matches against HC1 to HC5, so that as a group they are as strong as these references
([below](#how-good-they-are))."""

_GROUPS = (
    ("References", "", SENET_REFERENCES),
    ("Seeds", "", SENET_SEEDS),
    ("Variants", _VARIANTS, SENET_VARIANTS),
)


def overview() -> str:
    """A table of the hand-made players of every game, with a row for each group."""
    rows = ["| game | players | the whole group |", "| --- | --- | --- |"]
    for game in GAMES:
        groups: dict[str, list[str]] = {}
        for name in part_of(game, "players") or {}:
            groups.setdefault(name.rstrip("0123456789"), []).append(name)
        for letters, names in groups.items():
            several = len(names) > 1
            members = f"`hand:{names[0]}` to `hand:{names[-1]}`" if several else f"`hand:{names[0]}`"
            rows.append(f"| {game_of(game).title} | {members} | {f'`hand:{letters}`' if several else ''} |")
    return "\n".join(rows)


def described(made: HandMade) -> str:
    """The strategies that a player combines, the reasons, and its expression."""
    description = textwrap.fill(
        f"**{made.name}**: {'; '.join(made.strategies)}. {made.why}",
        WIDTH,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return f"{description}\n\n```\n{textwrap.dedent(made.expression).strip()}\n```"


def block() -> str:
    """The part of the page that the script writes."""
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
    assert begin and end, "the page lacks the comments around the list"  # noqa: PT018
    return f"{before}{begin}\n\n{block()}\n\n{end}{after}"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
