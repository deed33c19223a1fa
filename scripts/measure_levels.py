"""Measure the levels of all games on one scale, and write the table into docs/players.md.

In each game a random mover, a beginner, who plays every other move at random, and the players of all levels
meet each other. What is shown beside each level goes into senet_gp/players/data/levels.json.

python scripts/measure_levels.py
python scripts/measure_levels.py --games 200 --game hexapawn
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from senet_gp.arena.tournament import Tournament, play_tournament
from senet_gp.games.protocol import Game
from senet_gp.games.registry import GAMES, game_of
from senet_gp.players.levels import Level, beginner_of, levels_of

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "docs" / "players.md"
DATA = ROOT / "senet_gp" / "players" / "data" / "levels.json"
BEGIN = "<!-- written by scripts/measure_levels.py: begin -->"
END = "<!-- levels: end -->"
HEAD = """\
| game | | player | rating (95 % interval) | of 100 against the level below | a beginner's points of 100 |
| --- | --- | --- | --- | ---: | ---: |"""


def measured(game: Game, games: int) -> tuple[Tournament, list[tuple[str, str]]]:
    """A tournament of the levels, and the names of its players from the weakest on."""
    beginner = beginner_of(game)
    named = [("random mover", "random"), ("beginner", beginner)]
    named += [(level.name, level.player) for level in levels_of(game)]
    texts = list(dict.fromkeys(text for _, text in named))
    return play_tournament(texts, game=game, games=games), named


def share(tournament: Tournament, player: str, against: str) -> float | None:
    """The points of 100 of a player against another; None if they are the same."""
    names = [one.player for one in sorted(tournament.standings, key=lambda one: one.entrant)]
    one, other = names.index(player), names.index(against)
    if one == other:
        return None
    meeting = tournament.played.sides.tolist().index([min(one, other), max(one, other)])
    found = tournament.played.results.measured(meeting).share
    return 100 * (found if one < other else 1 - found)


def rows(game: Game, games: int) -> tuple[list[str], list[tuple[int | None, int]]]:
    """The rows of the table of a game, and what levels.py shows."""
    tournament, named = measured(game, games)
    standing = {one.player: one for one in tournament.standings}
    zero = standing["random"].rating
    lines: list[str] = []
    figures: list[tuple[int | None, int]] = []
    below: Level | None = None
    for name, text in named:
        level = next((one for one in levels_of(game) if one.name == name), None)
        one = standing[text]
        low, high = (round(end - zero) for end in one.interval)
        cells = ["", ""]
        if level is not None:
            against = None if below is None else share(tournament, text, below.player)
            novice = share(tournament, beginner_of(game), text)
            figures.append((None if against is None else round(against), round(novice or 50)))
            cells = ["" if against is None else f"{against:.0f}", f"{novice or 50:.0f}"]
            below = level
        rating = f"{one.rating - zero:+.0f} ({low:+d} to {high:+d})"
        lines.append(f"| {game.title} | {name} | `{text}` | {rating} | {cells[0]} | {cells[1]} |")
    return lines, figures


def main() -> None:
    """Measure what is asked for; the table is written only if it is whole."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", choices=list(GAMES), help="this game alone; nothing is written")
    parser.add_argument("--games", type=int, default=2000, help="games of each two players")
    given = parser.parse_args()
    table = [HEAD]
    shown: dict[str, list[tuple[int | None, int]]] = {}
    for name in [given.game] if given.game else list(GAMES):
        lines, figures = rows(game_of(name), given.games)
        table += lines
        shown[name] = figures
        print("\n".join(lines))
    if given.game or given.games < parser.get_default("games"):
        return
    rows_of_games = [f'  "{name}": {json.dumps(figures)}' for name, figures in shown.items()]
    DATA.write_text("{\n" + ",\n".join(rows_of_games) + "\n}\n", encoding="utf-8")
    page = FILE.read_text(encoding="utf-8")
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    assert begin and end, "the page lacks the comments around the table"  # noqa: PT018
    FILE.write_text(before + begin + "\n\n" + "\n".join(table) + "\n\n" + end + after, encoding="utf-8")


if __name__ == "__main__":
    main()
