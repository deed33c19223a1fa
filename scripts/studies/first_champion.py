"""The champion of the first command: its formula, its strength, and a choice that it makes, as a picture."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

from primitives import vocabulary_of
from senet_gp import game_of
from senet_gp.games.board_pictures import board_svg
from senet_gp.games.wording import wording_of
from senet_gp.trees.text import from_lisp, to_infix
from studies.work import Study, Work

#: Opponents by what the picture calls them; the end of the run has the same figures.
OPPONENTS = {
    "random": "a random mover",
    "expr:(sub their_distance my_distance)": "the plain race",
    "hand:HC1": "HC1, made by hand",
    "hand:HC5": "HC5, made by hand",
    "net": "net, a neural network",
}
GAMES = 200  # as many as the end of the run shows

_WIDTH = 564


def _measure(work: Work) -> Any:
    size = work.pick((), ("--generations", 3, "--population", 64))
    work.command("evolve", "senet", "--seed", 1, "--out", "first", *size)
    reading = work.command("explain", "first", "--games", work.pick(4000, 200))
    # The end of the run shows the short form.
    short = work.command("export", "first", "--simplify", "terms")
    return {
        "expression": short["expression"],
        "nodes": short["steps"][-1]["nodes"],
        "scores": {opponent: work.share("first", opponent, GAMES) for opponent in OPPONENTS},
        "decisive": reading["decisive"][0],
    }


def _blocks(result: Any) -> dict[str, str]:
    (hc5, _), (net, _) = result["scores"]["hand:HC5"], result["scores"]["net"]
    played, rival = result["decisive"]["candidates"][:2]
    return {
        "first-champion": (
            f"Shortened, it has {result['nodes']} nodes. In {GAMES} games each it makes {100 * hc5:.0f} "
            f"points of 100 against HC5, made by hand, and {100 * net:.0f} against a neural network. "
            f"The board shows its most decisive choice: it then wins {100 * played['chance']:.0f} games "
            f"of 100 against itself, and {100 * rival['chance']:.0f} after its second choice."
        )
    }


def _draw(result: Any, file: Path) -> None:
    """A card, narrow enough for a phone: the formula, its strength, and a choice on the board."""
    lines = to_infix(from_lisp(result["expression"], "senet"), vocabulary_of("senet")).splitlines()
    parts = [_heading(24, 34, "A champion, evolved by the first command")]
    parts += [_text(24, 64 + 20 * number, line, "mono") for number, line in enumerate(lines)]
    top = 64 + 20 * len(lines) + 26
    parts.append(_heading(24, top, "Its points of 100 against"))
    for number, (opponent, called) in enumerate(OPPONENTS.items()):
        share, interval = result["scores"][opponent]
        parts.append(_bar(24, top + 26 + 28 * number, called, share, interval))
    below = top + 28 * len(OPPONENTS) + 40
    parts.append(_choice(result["decisive"], 24, below))
    height = below + 300
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" '
        f'width="{_WIDTH}" height="{height}" '
        'role="img" font-family="DejaVu Sans, Verdana, sans-serif" font-size="13" fill="#1a1a1a">'
    )
    look = ".mono{font-family:DejaVu Sans Mono,Menlo,Consolas,monospace;white-space:pre}"
    card = [
        head,
        "<title>A champion: its formula, its strength, and a choice that it makes</title>",
        f"<style>{look}</style>",
        f'<rect width="{_WIDTH}" height="{height}" rx="8" fill="#fdfdfb"/>',
        *parts,
        "</svg>\n",
    ]
    file.write_text("\n".join(card), encoding="utf-8")


def _choice(decisive: Any, x: int, y: int) -> str:
    """The board of a choice with the moves as arrows, and what is known of it and of its rival."""
    game = game_of("senet")
    seat = ("first", "second").index(decisive["seat"])
    decision = game.decision(game.position_from(decisive["position"]), seat, tuple(decisive["throws"]))
    played, rival = decisive["candidates"][:2]
    index = decision.named(played["moves"])
    board = board_svg(game, decision.position, seat, steps=decision.steps(index), background="#fdfdfb")
    told = [wording_of(decision).move_text(decision.named(one["moves"])) for one in (played, rival)]
    throws = ", ".join(map(str, decisive["throws"]))
    return "\n".join(
        [
            _heading(x, y, "A choice it makes"),
            board.replace("<svg ", f'<svg x="{x - 14}" y="{y + 10}" ', 1).strip(),
            _text(x, y + 208, f"Full pieces throw {throws}. It plays {told[0]}:"),
            _text(x, y + 228, f"that wins {100 * played['chance']:.0f} games of 100."),
            _text(x, y + 254, f"Its second choice is {told[1]}:"),
            _text(x, y + 274, f"that wins {100 * rival['chance']:.0f} of 100."),
        ]
    )


def _bar(x: float, y: float, called: str, share: float, interval: tuple[float, float]) -> str:
    """A name, a bar of 100 points with a line at half, and the share with its interval."""
    low, high = (200 * end for end in interval)
    left = x + 165
    told = f"{100 * share:.0f} ({100 * interval[0]:.0f} to {100 * interval[1]:.0f})"
    return (
        f"{_text(x, y + 4, called)}"
        f'<rect x="{left}" y="{y - 8}" width="200" height="16" rx="3" fill="#eceae4"/>'
        f'<rect x="{left}" y="{y - 8}" width="{200 * share:.1f}" height="16" rx="3" fill="#74a0ba"/>'
        f'<path d="M{left + 100} {y - 11}v22" stroke="#777" stroke-dasharray="2 2"/>'
        f'<path d="M{left + low:.1f} {y}H{left + high:.1f}" stroke="#1a1a1a" stroke-width="2"/>'
        f"{_text(left + 212, y + 4, told)}"
    )


def _text(x: float, y: float, text: str, look: str = "plain") -> str:
    return f'<text x="{x}" y="{y}" class="{look}">{escape(text)}</text>'


def _heading(x: float, y: float, text: str) -> str:
    return f'<text x="{x}" y="{y}" font-size="16" font-weight="bold">{escape(text)}</text>'


STUDY = Study(
    "What does the first command breed?",
    2,
    _measure,
    _blocks,
    ("first-champion",),
    {"pictures/champion.svg": _draw},
)
