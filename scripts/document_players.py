"""Write the list of hand-made players into docs/players.md, from the players of Senet.

The list is between two comments; the script does not change what is before and after it.

python scripts/document_players.py
"""

from __future__ import annotations

import textwrap
from pathlib import Path

from senet_gp.players.hand import HandMade
from senet_gp.players.hand_senet import SENET_REFERENCES, SENET_SEEDS, SENET_VARIANTS

FILE = Path(__file__).resolve().parent.parent / "docs" / "players.md"
WIDTH = 110
BEGIN = "<!-- written by scripts/document_players.py: begin -->"
END = "<!-- end -->"

_GROUPS = (
    ("HC1 to HC5: opponents", "", SENET_REFERENCES),
    ("S1 to S8: seeds", "", SENET_SEEDS),
    (
        "V1 to V8: strong seeds",
        "They were chosen from ten by matches against HC1 to HC5, to be as strong as these.",
        SENET_VARIANTS,
    ),
)


def described(made: HandMade) -> str:
    """The idea of a player, and its expression; of the paper's players also the paper's strategies."""
    named = f" Strategies: {'; '.join(made.strategies)}." if made in SENET_REFERENCES else ""
    description = textwrap.fill(
        f"**{made.name}.** {made.why}{named}",
        WIDTH,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return f"{description}\n\n{textwrap.indent(textwrap.dedent(made.expression).strip(), '    ')}"


def block() -> str:
    """The part of the page that the script writes."""
    parts = []
    for heading, introduction, players in _GROUPS:
        parts.append(f"## {heading}")
        parts += [textwrap.fill(introduction, WIDTH)] if introduction else []
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
