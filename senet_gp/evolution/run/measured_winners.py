"""Measurements of a run for its end or its report: the champion and other winners against the panel."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from senet_gp.arena.match import MatchReport, measure, play_match
from senet_gp.arena.panel import Groups, fast_players
from senet_gp.arena.pool import Pool
from senet_gp.arena.verdict import QUICK_WALK, Verdict, proven
from senet_gp.engine.measurement import Measurement
from senet_gp.evolution.record.run_logs import RunLog
from senet_gp.games.protocol import Game
from senet_gp.games.small import Rulebook, if_solvable
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer, Player
from senet_gp.runtime.streams import Purpose, key_of

#: The measured strength of a run's winners.
CURVE = Purpose(10)
#: The largest number of winners that are measured.
MAX_WINNERS = 16
#: The seconds from which on times are in minutes.
MINUTES_FROM = 180

#: Winners of a run, measured, by generation.
LearningCurve = dict[int, Measurement]


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


def chosen_generations(played: int, champion: int) -> list[int]:
    """The generations whose winners are measured: first, last, the champion's, and some evenly between.

    >>> chosen_generations(played=5, champion=3)
    [1, 2, 3, 4, 5]
    """
    steps = min(played, MAX_WINNERS) - 1
    even = {1 + round(step * (played - 1) / steps) for step in range(steps + 1)} if steps else {1}
    return sorted(even | {champion})


def generations_by_time(log: RunLog) -> list[int]:
    """The generations that were played when an eighth, a quarter, half and all of a run's time was over.

    If the time is not known, its generations take its place.
    """
    known = [spent for spent in log.seconds if spent is not None]
    until = list(accumulate(known if len(known) == len(log.seconds) else [1.0] * len(log.seconds)))
    return sorted({1 + bisect_left(until, until[-1] * share) for share in (1 / 8, 1 / 4, 1 / 2, 1)})


def learning_curves(
    winners: Mapping[int, ExpressionPlayer], groups: Groups, *, games: int, seed: int, pool: Pool, game: Game
) -> dict[str, LearningCurve]:
    """The learning curves of a run: its winners against each group of opponents that compiled code can play.

    Args:
        winners: the winners to measure, by generation.
        groups: the groups of opponents, by name.
        games: the number of games of each winner against each group, rounded to pairs with each opponent.
        seed: the seed of the games; all winners meet the same throws.
        pool: where the games are played.
        game: the game, with its parameters.
    """
    return {
        name: learning_curve(
            winners, opponents, games=games, key=key_of(seed, CURVE, number), pool=pool, game=game
        )
        for number, (name, opponents) in enumerate(fast_players(groups, game).items())
    }


def learning_curve(
    winners: Mapping[int, ExpressionPlayer],
    opponents: Sequence[Player],
    *,
    games: int,
    key: int,
    pool: Pool,
    game: Game,
) -> LearningCurve:
    """A learning curve: winners against some opponents, as :func:`learning_curves` measures them.

    Args:
        winners: the winners to measure, by generation.
        opponents: the opponents.
        games: the number of games of each winner, rounded to pairs with each opponent.
        key: the key of the games.
        pool: where the games are played.
        game: the game, with its parameters.
    """
    each = 2 * max(1, round(games / len(opponents) / 2))
    played = measure(list(winners.values()), opponents, games=each, key=key, pool=pool, game=game)
    return {generation: played.measured(index) for index, generation in enumerate(winners)}


def curve_as_json(curve: LearningCurve, log: RunLog) -> list[dict[str, Any]]:
    """A learning curve as ``senet-gp report --json`` prints it.

    Args:
        curve: the curve.
        log: the logs of the population whose winners these are, which tell the time.
    """
    return [
        {"generation": generation, "seconds": log.seconds_until(generation), **measured.as_json()}
        for generation, measured in curve.items()
    ]


def time_in_words(seconds: float | None) -> str:
    """The time that a run took; empty if it is not known.

    >>> time_in_words(8.9), time_in_words(204.0)
    ('9 s', '3.4 min')
    """
    if seconds is None:
        return ""
    return f"{seconds:.0f} s" if seconds < MINUTES_FROM else f"{seconds / 60:.1f} min"


def proofs(winners: dict[int, ExpressionPlayer], game: Game) -> list[Proof]:
    """The exact verdicts on winners of a small game, as far as they take only seconds."""
    verdicts = ((generation, quick_verdict(winner, game)) for generation, winner in winners.items())
    return [Proof(generation, found.worst) for generation, found in verdicts if found is not None]


def quick_verdict(player: ExpressionPlayer, game: Game) -> Verdict | None:
    """The exact verdict on a player; None if the game has, or the player reaches, too many positions."""
    small = if_solvable(game)
    return None if small is None else proven(Rulebook(small), player, QUICK_WALK)


def matches_against(
    player: ExpressionPlayer,
    opponents: Sequence[str],
    *,
    games: int,
    seed: int,
    pool: Pool,
    game: Game,
    most_slow_games: int | None = None,
) -> list[MatchReport]:
    """Matches of a player against each of some opponents, as ``senet-gp match`` plays them.

    Args:
        player: the player that is measured.
        opponents: the opponents, as on the command line.
        games: the number of games against each opponent.
        seed: the seed of the games.
        pool: where the games are played.
        game: the game, with its parameters.
        most_slow_games: the largest number of games against an opponent that has no compiled code; None for
            no limit.
    """
    reports = []
    for text in opponents:
        opponent, count = player_from_text(text, game), games
        if most_slow_games is not None and opponent.participant is None:
            count = min(games, most_slow_games)
        reports.append(play_match(player, opponent, games=count, seed=seed, pool=pool, game=game))
    return reports
