"""The experiment of 1995 (Ferrer and Martin): what is measured beside every experiment, and all its results.

Every experiment measures the champions of its runs, from their final round robins. The paper measured the
winners of the last tournaments. So these play the reference players, too, in as many games as there; winners
of earlier tournaments show what is learned when, and last populations are ranked to see how much luck a
tournament is.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import nan
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np

from senet_gp.arena.knockout import knockout
from senet_gp.arena.match import measure, measured_against, round_robin
from senet_gp.arena.panel import RANDOM_TREES, measuring_opponents
from senet_gp.arena.pool import Pool
from senet_gp.engine.measurement import Measurement
from senet_gp.engine.participants import Source
from senet_gp.evolution.loop.logbook import GenerationRow, TimingRow
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.experiments.inference import mean_interval
from senet_gp.experiments.measured_runs import EXPERIMENT, read_measured
from senet_gp.experiments.plan import Plan, PlannedRun
from senet_gp.experiments.running import path_of_run
from senet_gp.players.hand_senet import SENET_REFERENCES
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime.streams import Purpose, key_of

#: The experiments that repeat the paper of 1995.
REPRODUCTION = Purpose(4)
#: The variants of the plan: the paper's two kinds of runs, one with stronger seeds, and two that go on.
SHORT = UNSEEDED, SEEDED, STRONGLY_SEEDED = "unseeded", "seeded", "strongly-seeded"
LONG = LONG_UNSEEDED, LONG_SEEDED = "long-unseeded", "long-seeded"
HAND_MADE = tuple(f"hand:{player.name}" for player in SENET_REFERENCES)
#: The opponents of the paper's champions; none of them is ever in a population.
OPPONENTS = (*RANDOM_TREES, *HAND_MADE)
#: The winner of a run's last tournament, which was the paper's champion, and that of its final round robin.
WINNER, CHAMPION = "winner", "champion"
#: The games of a duel in the knockouts that are repeated.
DUELS = (3, 9, 27)
#: The part of the key that the winners' matches are drawn from, and that of winners along a run.
_WINNERS = 1
_CURVE = 1
#: A winner along a run plays this share of the games of a match.
_CURVE_SHARE = 4
#: Shares are rounded, so that no rounding error tells two equal ones apart.
_DIGITS = 6


class Amounts(NamedTuple):
    """How much is measured.

    Attributes:
        games: the games of a match, as in the paper.
        ranked: how many last populations of unseeded runs are ranked.
        knockouts: how many knockouts are played in each of them, with every length of a duel.
        winners: how many winners of a run are measured, evenly from its first tournament to its last.
    """

    games: int = 200
    ranked: int = 5
    knockouts: int = 40
    winners: int = 31


def measure_as_in_1995(directory: Path, plan: Plan, amounts: Amounts, pool: Pool) -> dict[str, Any]:
    """Measure the runs of an experiment that is done.

    Returns:
        For each run, by its variant and seed, the wins and the share of points of the winner of its last
        tournament against each opponent, the shares of winners along the run by generation and opponent, and
        the ranks of the winners of knockouts in its last population by the games of a duel.
    """
    found = {}
    for task in plan.tasks():
        run = RunDirectory.open(path_of_run(directory, task))
        population = run.read_state().population
        key = key_of(task.config.seed, REPRODUCTION, _WINNERS)
        met = winner_measured(run, games=amounts.games, key=key, pool=pool)
        ranked = task.variant == UNSEEDED and task.config.seed < plan.variants[UNSEEDED].seed + amounts.ranked
        found[_name(task)] = {
            WINNER: {opponent: [one.wins, one.share] for opponent, one in met.items()},
            "curve": _curve(run, amounts, pool),
            "ranks": _ranks(task, population, amounts.knockouts, pool) if ranked else {},
        }
    return found


def winner_measured(run: RunDirectory, *, games: int, key: int, pool: Pool) -> dict[str, Measurement]:
    """The winner of a run's last tournament against each of the opponents, by their names."""
    tree, game = run.logs.read(run.config).winner(run.config.generations), run.config.game_value
    return measured_against(
        ExpressionPlayer(tree, tree.vocabulary, WINNER),
        [player_from_text(opponent, game) for opponent in OPPONENTS],
        games=games,
        key=key,
        pool=pool,
        game=game,
    )


def _curve(run: RunDirectory, amounts: Amounts, pool: Pool) -> dict[int, dict[str, float]]:
    """Some winners of a run against the opponents of experiments; all of them meet the same throws."""
    log, game = run.logs.read(run.config), run.config.game_value
    opponents = [player_from_text(text, game) for text in measuring_opponents(game)]
    opponents = [opponent for opponent in opponents if opponent.participant is not None]
    places = np.linspace(1, len(log.generations), amounts.winners)
    generations = sorted({round(float(place)) for place in places})
    trees = [log.winner(generation) for generation in generations]
    met = measure(
        [ExpressionPlayer(tree, tree.vocabulary, WINNER) for tree in trees],
        opponents,
        games=2 * max(1, round(amounts.games / _CURVE_SHARE / 2)),
        key=key_of(run.config.seed, EXPERIMENT, _CURVE),
        pool=pool,
        game=game,
    )
    return {
        generation: {
            opponent.name: met.measured(number, place).share for place, opponent in enumerate(opponents)
        }
        for number, generation in enumerate(generations)
    }


def _name(task: PlannedRun) -> str:
    return f"{task.variant}/{task.config.seed}"


def _ranks(task: PlannedRun, population: Sequence[Any], knockouts: int, pool: Pool) -> dict[int, list[int]]:
    """Rank a population by a round robin, and repeat its tournament; the ranks of the winners, from 1 on."""
    seed, game, vocabulary = task.config.seed, task.config.game_value, population[0].vocabulary
    players = [ExpressionPlayer(tree, vocabulary, str(n)) for n, tree in enumerate(population)]
    key = key_of(seed, REPRODUCTION)
    points = round_robin(players, key=key, pool=pool, game=game, games=2).points.sum(axis=1)
    # The rank is one more than the number of better players, so equal points have equal ranks.
    ranks = 1 + (points[:, None] < points[None, :]).sum(axis=1)
    entrants = [Source.of(tree, vocabulary) for tree in population]

    def winner(games: int, number: int) -> int:
        key = key_of(seed, REPRODUCTION, games, number)
        return knockout(entrants, key=key, rng=random.Random(key), pool=pool, game=game, games=games).winner

    return {
        games: [int(ranks[winner(games, number)]) for number in range(1, knockouts + 1)] for games in DUELS
    }


class MeanOverRuns(NamedTuple):
    """A mean with its 95 % confidence interval, whose ends are NaN if there is none."""

    value: float
    low: float
    high: float


def mean_of(values: Iterable[float]) -> MeanOverRuns:
    """The mean of independent values, with an interval by Student's t, which a single value does not have."""
    values = list(values)
    return MeanOverRuns(fmean(values), *(mean_interval(values) or (nan, nan)))


class Score(NamedTuple):
    """What a player is against an opponent."""

    wins: int
    share: float


@dataclass(frozen=True)
class PaperRun:
    """A run with its results.

    Attributes:
        variant: its variant.
        number: its number among the runs of the variant, from 1 on.
        generations: its generations.
        times: what each of them took.
        scores: what its winner and its champion are, by opponent.
        curve: the shares of points of some winners, by generation and opponent.
        ranks: the ranks of winners of repeated knockouts in its last population, by the games of a duel.
    """

    variant: str
    number: int
    generations: Sequence[GenerationRow]
    times: Sequence[TimingRow]
    scores: Mapping[str, Mapping[str, Score]]
    curve: Mapping[int, Mapping[str, float]]
    ranks: Mapping[int, Sequence[int]]

    def share(self, player: str, opponents: Iterable[str]) -> float:
        """The mean share of points of one of its players against opponents."""
        return round(fmean(self.scores[player][name].share for name in opponents), _DIGITS)

    def learned(self, opponents: Collection[str]) -> dict[int, float]:
        """The mean share of points of its winners against opponents, by generation."""
        return {
            generation: round(fmean(shares[name] for name in opponents), _DIGITS)
            for generation, shares in self.curve.items()
        }


@dataclass(frozen=True)
class Results:
    """The results of the experiment: its runs, variant by variant."""

    runs: Sequence[PaperRun]

    def of(self, *variants: str) -> list[PaperRun]:
        """The runs of some variants."""
        return [run for run in self.runs if run.variant in variants]

    def shares(self, variant: str, player: str, opponents: Collection[str]) -> list[float]:
        """The mean share of points of a player of each run of a variant against opponents."""
        return [run.share(player, opponents) for run in self.of(variant)]


def results_in(directory: Path, plan: Plan, measured: Mapping[str, Any]) -> Results:
    """The results of an experiment that is done, with what :func:`measure_as_in_1995` has returned of it."""
    return Results([_result(directory, plan, task, measured[_name(task)]) for task in plan.tasks()])


def _result(directory: Path, plan: Plan, task: PlannedRun, measured: Mapping[str, Any]) -> PaperRun:
    usual, logs = read_measured(directory, task), RunDirectory.open(path_of_run(directory, task)).logs
    generations = logs.played()
    return PaperRun(
        variant=task.variant,
        number=plan.seeds_of(task.variant).index(task.config.seed) + 1,
        generations=generations,
        times=list(logs.times().values()),
        scores={
            WINNER: {opponent: Score(*one) for opponent, one in measured[WINNER].items()},
            CHAMPION: {opponent: Score(one.wins, one.share) for opponent, one in usual.scores.items()},
        },
        curve={int(generation): shares for generation, shares in measured["curve"].items()},
        ranks={int(games): ranks for games, ranks in measured["ranks"].items()},
    )
