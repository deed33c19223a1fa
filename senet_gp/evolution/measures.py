"""Measurements of a run for its end or its report: the champion and other winners against the panel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from senet_gp.arena.match import MatchReport, play_match
from senet_gp.arena.panel import against, fast_panel, panel_of
from senet_gp.arena.pool import Pool
from senet_gp.arena.verdict import QUICK_WALK, SeatVerdict, Verdict, proven, seat_verdict
from senet_gp.games.protocol import Game
from senet_gp.games.rulebook import Rulebook
from senet_gp.games.small import if_solvable
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer
from senet_gp.seed_domains import SeedDomain
from senet_gp.streams import key_of

#: The largest number of winners that are measured.
MAX_WINNERS = 16


@dataclass(frozen=True, slots=True)
class Point:
    """The strength of a generation's winner.

    Attributes:
        generation: the generation.
        score: its share of points, adjusted for luck.
        interval: the 95 % interval of the true share.
    """

    generation: int
    score: float
    interval: tuple[float, float]

    def as_json(self) -> dict[str, Any]:
        """The point as ``senet-gp report --json`` prints it."""
        return {"generation": self.generation, "score": self.score, "interval": list(self.interval)}


@dataclass(frozen=True, slots=True)
class Proof:
    """The exact verdict on a generation's winner.

    Attributes:
        generation: the generation.
        worst: the worst result of any line of play when it moves first, and when it moves second: 1 for a
            win, 0 for a draw, -1 for a loss.
    """

    generation: int
    worst: tuple[int, int]

    def as_json(self) -> dict[str, Any]:
        """The proof as ``senet-gp report --json`` prints it."""
        return {"generation": self.generation, "worst": list(self.worst)}


def chosen_generations(played: int, champion: int) -> list[int]:
    """The generations whose winners are measured: first, last, the champion's, and some evenly between.

    >>> chosen_generations(played=5, champion=3)
    [1, 2, 3, 4, 5]
    """
    steps = min(played, MAX_WINNERS) - 1
    even = {1 + round(step * (played - 1) / steps) for step in range(steps + 1)} if steps else {1}
    return sorted(even | {champion})


def learning_curves(
    winners: dict[int, ExpressionPlayer], games: int, seed: int, pool: Pool, game: Game
) -> dict[str, list[Point]]:
    """The learning curves of a run: its winners against each part of the panel that plays fast.

    Args:
        winners: the winners to measure, by generation.
        games: the number of games of each winner against each part, rounded to pairs with each opponent.
        seed: the seed of the games; all winners meet the same throws.
        pool: where the games are played.
        game: the game, with its parameters.
    """
    curves: dict[str, list[Point]] = {}
    for part, (name, opponents) in enumerate(fast_panel(game).items()):
        each = 2 * max(1, round(games / len(opponents) / 2))
        key = key_of(seed, SeedDomain.CURVE, part)
        for generation, winner in winners.items():
            found = against(winner, opponents, games=each, key=key, pool=pool, game=game)
            curves.setdefault(name, []).append(Point(generation, found.adjusted, found.interval))
    return curves


def island_curves(
    islands: Sequence[dict[int, ExpressionPlayer]], games: int, seed: int, pool: Pool, game: Game
) -> list[list[Point]]:
    """The learning curve of each island: its winners against the part of the panel that plays fast, together.

    Args:
        islands: the winners to measure of each island, by generation.
        games: the number of games of each winner, rounded to pairs with each opponent.
        seed: the seed of the games; all winners meet the same throws.
        pool: where the games are played.
        game: the game, with its parameters.
    """
    parts = fast_panel(game)
    opponents = [opponent for part in parts.values() for opponent in part]
    each = 2 * max(1, round(games / len(opponents) / 2))
    key = key_of(seed, SeedDomain.CURVE, len(parts))
    curves = []
    for winners in islands:
        found = {
            generation: against(winner, opponents, games=each, key=key, pool=pool, game=game)
            for generation, winner in winners.items()
        }
        curves.append([Point(generation, of.adjusted, of.interval) for generation, of in found.items()])
    return curves


def proofs(winners: dict[int, ExpressionPlayer], game: Game) -> list[Proof]:
    """The exact verdicts on winners of a small game, as far as they take only seconds."""
    found = []
    for generation, winner in winners.items():
        seats = seat_verdicts(winner, game)
        if seats is not None:
            found.append(Proof(generation, (seats[0].worst, seats[1].worst)))
    return found


def seat_verdicts(player: ExpressionPlayer, game: Game) -> tuple[SeatVerdict, SeatVerdict] | None:
    """The exact verdicts for both seats; None if the game has, or the player reaches, too many positions."""
    small = if_solvable(game)
    if small is None:
        return None
    rulebook = Rulebook(small)
    first = seat_verdict(rulebook, player, 0, QUICK_WALK)
    second = first and seat_verdict(rulebook, player, 1, QUICK_WALK)
    return (first, second) if first and second else None


def champion_verdict(champion: ExpressionPlayer, game: Game) -> Verdict | None:
    """Everything that is proven about the champion of a small game, if it takes only seconds; else None."""
    small = if_solvable(game)
    return None if small is None else proven(Rulebook(small), champion, QUICK_WALK)


def panel_results(
    champion: ExpressionPlayer,
    games: int,
    seed: int,
    pool: Pool,
    game: Game,
    *,
    most_slow_games: int | None = None,
    opponents: Sequence[str] | None = None,
) -> list[MatchReport]:
    """Matches of the champion against every opponent of the panel, or against others.

    Args:
        champion: the player to measure.
        games: the number of games against each opponent.
        seed: the seed of the games.
        pool: where the games are played.
        game: the game, with its parameters.
        most_slow_games: the largest number of games against an opponent that has no compiled code; None for
            no limit.
        opponents: the opponents, as on the command line; by default those of the panel.
    """
    reports = []
    for text in panel_of(game) if opponents is None else opponents:
        opponent = player_from_text(text, game)
        count = games
        if most_slow_games is not None and opponent.participant is None:
            count = min(games, most_slow_games)
        reports.append(play_match(champion, opponent, games=count, seed=seed, pool=pool, game=game))
    return reports
