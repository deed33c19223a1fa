"""The experiment of 1995 (Ferrer and Martin): what it measures beside every experiment, and all its results.

Every experiment measures the champions of its runs, from their final round robins, and some winners. The
paper measured the winners of the last tournaments. So these play the reference players, too, in as many games
as there; last populations are ranked to see how much luck a tournament is; and the reference players play one
another. The runs are read, and nothing of them is changed: all of this is in the directory of the experiment.
It does not depend on time, nor on how many processes play.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import nan
from pathlib import Path
from statistics import fmean
from typing import Annotated, Any, Self

from senet_gp.arena.knockout import knockout
from senet_gp.arena.paired_games import measured_against, round_robin
from senet_gp.arena.panel import RANDOM_MOVER, RANDOM_TREES
from senet_gp.arena.pool import Pool
from senet_gp.engine.measurement import Measurement
from senet_gp.engine.participants import Source
from senet_gp.evolution.run_directory import RunDirectory
from senet_gp.evolution.state import GenerationRow, TimingRow
from senet_gp.experiments.inference import Interval, mean_interval
from senet_gp.experiments.measured_runs import (
    DIGITS,
    REMEDY,
    Measured,
    curve_generations,
    measured_file,
    read_measured,
)
from senet_gp.experiments.plan import Plan, PlannedRun
from senet_gp.experiments.running import Processes, path_of_run, play_each
from senet_gp.players.champion import Champion
from senet_gp.players.hand_senet import SENET_REFERENCES, SENET_SEEDS
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime.codec import Between, within
from senet_gp.runtime.documents import read_content, sound, write_document
from senet_gp.runtime.errors import FileError, shortened
from senet_gp.runtime.files import is_there, make_directory
from senet_gp.runtime.interruption import Progress, no_progress
from senet_gp.runtime.streams import SeedDomain, key_of

#: The variants of the plan: the paper's two kinds of runs, two that go on, and one with stronger seeds.
UNSEEDED = "unseeded"
SEEDED = "seeded"
STRONGLY_SEEDED = "strongly-seeded"
LONG_UNSEEDED = "long-unseeded"
LONG_SEEDED = "long-seeded"
#: Those with runs as long as the paper's.
SHORT = (UNSEEDED, SEEDED, STRONGLY_SEEDED)
#: Those with long runs.
LONG = (LONG_UNSEEDED, LONG_SEEDED)

HAND_MADE = tuple(f"hand:{player.name}" for player in SENET_REFERENCES)
#: The opponents of the paper's champions; none of them is ever in a population.
OPPONENTS = (*RANDOM_TREES, *HAND_MADE)
#: The seeds of the seeded runs; runs that did not begin with them are measured against them, too.
SEEDS = tuple(f"hand:{player.name}" for player in SENET_SEEDS)
REFERENCES = (RANDOM_MOVER, *OPPONENTS, *SEEDS)
#: Groups of opponents that shares are averaged over.
GROUPS = {"random expressions": RANDOM_TREES, "hand-made players": HAND_MADE}
#: The winner of a run's last tournament, which was the paper's champion, and that of its final round robin.
PLAYERS = WINNER, CHAMPION = "winner", "champion"

#: The games of a match in the paper.
PAPER_GAMES = 200
#: The games of two reference players.
REFERENCE_GAMES = 1000
#: So many last populations of unseeded runs are ranked.
RANKED = 5
#: So many knockouts are played in each of them, with every length of a duel.
KNOCKOUTS = 40
DUELS = (3, 9, 27)

MEASURED = "paper"
_FORMAT, _VERSION = "senet-gp experiment of 1995", 2
#: The parts of the key that matches are drawn from; repeated knockouts have the lengths of their duels.
_OF_REFERENCES = 0
_PARTS = {WINNER: 1, CHAMPION: 2}


@dataclass(frozen=True, slots=True)
class Found:
    """What was measured of a run, or of the reference players, as files hold it.

    Attributes:
        scores: what each player is against its opponents; a reference player's are those after it.
        ranks: the ranks of the winners of knockouts in the run's last population, where 1 is the best, by the
            games of a duel; empty if it was not ranked.
    """

    scores: dict[str, dict[str, Measurement]]
    ranks: dict[str, tuple[Annotated[int, Between(1)], ...]]

    def check(self, opponents: Mapping[str, Sequence[str]], duels: Sequence[int]) -> None:
        """Check that these players were measured against these opponents, and ranked by these duels.

        Raises:
            FileError: if something else was measured.
        """
        _check_parts("scores", self.scores, [*opponents])
        for name, met in opponents.items():
            _check_parts(within("scores", name), self.scores[name], met)
        _check_parts("ranks", self.ranks, [str(games) for games in duels])


def _check_parts(place: str, found: Iterable[str], wanted: Sequence[str]) -> None:
    """Check that a part of a file has these parts.

    Raises:
        FileError: if it has others.
    """
    if [*found] != [*wanted]:
        parts = f"{shortened(', '.join(wanted), 200)}, in this order" if wanted else "none"
        raise FileError(
            f"the parts of {place} are {shortened(', '.join(found)) or 'none'}, but they must be {parts}"
        )


def measure_as_in_1995(
    directory: Path,
    plan: Plan,
    processes: Processes,
    show: Progress = no_progress,
) -> None:
    """Measure what is not measured yet of an experiment with the findings of 1995; all its runs must be done.

    If it is stopped or killed, the same call goes on where it was.

    Args:
        directory: the directory of the experiment.
        plan: its plan.
        processes: how many processes play.
        show: called before the first run is measured and after each; the reference players count as one.

    Raises:
        FileError: if a file cannot be read or written, or a run has changed since it ended.
        KeyboardInterrupt: if the user interrupts it.
    """
    wanted: list[PlannedRun | None] = [None, *_tasks(plan)]
    left = [task for task in wanted if not is_there(_file(directory, task))]
    play_each(directory, left, len(wanted), partial(_measure, plan), processes, show, lambda _task: "")


def _tasks(plan: Plan) -> list[PlannedRun]:
    """The runs that the findings are about, in the order of the variants."""
    tasks = list(plan.tasks())
    return [task for variant in (*SHORT, *LONG) for task in tasks if task.variant == variant]


def _file(directory: Path, task: PlannedRun | None) -> Path:
    """The file that holds what was measured of a run, or of the reference players."""
    if task is None:
        return directory / MEASURED / "references.json"
    return directory / MEASURED / task.variant / f"{task.config.seed}.json"


def _measure(plan: Plan, directory: Path, task: PlannedRun | None, pool: Pool) -> None:
    found = _references(plan, pool) if task is None else _of_run(plan, directory, task, pool)
    file = _file(directory, task)
    make_directory(file.parent)
    write_document(file, _FORMAT, _VERSION, found)


def _opponents(task: PlannedRun | None) -> dict[str, tuple[str, ...]]:
    """The opponents of both players of a run, or of each reference player.

    A run's champion has met the same opponents already, as in every experiment. A run is not measured against
    its own seeds, nor a reference player twice against another.
    """
    if task is None:
        return {name: REFERENCES[place:] for place, name in enumerate(REFERENCES[:-1], 1)}
    seeds = SEEDS if task.variant in {UNSEEDED, STRONGLY_SEEDED} else ()
    return {WINNER: (*OPPONENTS, *seeds), **({CHAMPION: seeds} if seeds else {})}


def _references(plan: Plan, pool: Pool) -> Found:
    """All reference players against all."""
    config = plan.variants[UNSEEDED]
    game, seed = config.game_value, config.seed
    return Found(
        {
            name: measured_against(
                player_from_text(name, game),
                [player_from_text(opponent, game) for opponent in opponents],
                games=REFERENCE_GAMES,
                key=key_of(seed, SeedDomain.REPRODUCTION, _OF_REFERENCES, place),
                pool=pool,
                game=game,
            )
            for place, (name, opponents) in enumerate(_opponents(None).items(), 1)
        },
        {},
    )


def _of_run(plan: Plan, directory: Path, task: PlannedRun, pool: Pool) -> Found:
    """Both players of a run against their opponents, and the ranks of winners in its last population."""
    path = path_of_run(directory, task)
    run, played = RunDirectory.open(path), read_measured(directory, task).generations
    log, state = run.logs.read(run.config), run.read_state()
    if not run.has_ended() or not played == len(log.generations) == state.generation:
        raise FileError(
            f"{path} has changed since it was measured: remove it and {measured_file(directory, task)}, and "
            "it is played again"
        )
    trees = {WINNER: log.winner(played), CHAMPION: Champion.read(run.champion_file).tree}
    game = task.config.game_value
    scores = {
        name: measured_against(
            ExpressionPlayer(trees[name], trees[name].vocabulary, name),
            [player_from_text(opponent, game) for opponent in opponents],
            games=PAPER_GAMES,
            key=key_of(task.config.seed, SeedDomain.REPRODUCTION, _PARTS[name]),
            pool=pool,
            game=game,
        )
        for name, opponents in _opponents(task).items()
    }
    return Found(scores, _ranks(task, state.population, pool) if _is_ranked(plan, task) else {})


def _is_ranked(plan: Plan, task: PlannedRun) -> bool:
    return task.variant == UNSEEDED and task.config.seed < plan.variants[UNSEEDED].seed + RANKED


def _ranks(task: PlannedRun, population: Sequence[Any], pool: Pool) -> dict[str, tuple[int, ...]]:
    """Rank a population by a round robin, and repeat its tournament many times; the ranks of the winners."""
    config = task.config
    vocabulary = population[0].vocabulary
    players = [ExpressionPlayer(tree, vocabulary, str(n)) for n, tree in enumerate(population)]
    key = key_of(config.seed, SeedDomain.REPRODUCTION)
    points = round_robin(players, key=key, pool=pool, game=config.game_value, games=2).points.sum(axis=1)
    # The rank is one more than the number of better players, so equal points have equal ranks.
    ranks = 1 + (points[:, None] < points[None, :]).sum(axis=1)
    entrants = [Source.of(tree, vocabulary) for tree in population]

    def winner(games: int, number: int) -> int:
        key = key_of(config.seed, SeedDomain.REPRODUCTION, games, number)
        rng = random.Random(key)
        return knockout(entrants, key=key, rng=rng, pool=pool, game=config.game_value, games=games).winner

    return {
        str(games): tuple(int(ranks[winner(games, number)]) for number in range(1, KNOCKOUTS + 1))
        for games in DUELS
    }


def read_found(directory: Path, task: PlannedRun | None, plan: Plan) -> Found:
    """What was measured of a run of an experiment, or, without one, of the reference players.

    Raises:
        FileError: if the file cannot be read or is unsound.
    """
    file, remedy = _file(directory, task), "remove the file, and it is made again"
    found = read_content(file, _FORMAT, _VERSION, Found, remedy=remedy)
    with sound(file, _FORMAT, remedy):
        found.check(_opponents(task), DUELS if task is not None and _is_ranked(plan, task) else ())
    return found


@dataclass(frozen=True, slots=True)
class MeanOverRuns:
    """A mean or a median with its 95 % confidence interval, whose ends are NaN if there is none."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, value: float, interval: Interval | None) -> Self:
        """A value with its interval, if there is one."""
        return cls(value, *(interval or (nan, nan)))


def mean_of(values: Iterable[float]) -> MeanOverRuns:
    """The mean of independent values, with an interval by Student's t, which a single value does not have.

    >>> mean_of([0.5, 0.7]).value
    0.6
    """
    values = list(values)
    return MeanOverRuns.of(fmean(values), mean_interval(values))


def logged(run: RunDirectory) -> tuple[list[GenerationRow], list[TimingRow]]:
    """The generations of a run, and what each took; its numbers are nan if that is not known.

    Raises:
        FileError: if a log cannot be read or is unsound.
    """
    try:
        generations = run.logs.played()
    except FileError as error:
        raise FileError(
            f"{error}; if you remove the run's directory and what was measured of it, it is played again"
        ) from None
    return generations, run.logs.times(len(generations))


@dataclass(frozen=True)
class PaperRun:
    """A run with its results.

    Attributes:
        variant: its variant.
        number: its number among the runs of the variant, from 1 on.
        generations: its generations.
        times: what each of them took; nan if that is not known.
        scores: what both players (:data:`PLAYERS`) are, by opponent.
        curve: the shares of points of some winners, by generation and opponent.
        ranks: the ranks of winners of repeated knockouts in its last population, by the games of a duel.
    """

    variant: str
    number: int
    generations: Sequence[GenerationRow]
    times: Sequence[TimingRow]
    scores: dict[str, dict[str, Measurement]]
    curve: dict[int, dict[str, float]]
    ranks: dict[int, tuple[int, ...]]

    def share(self, player: str, opponents: Iterable[str]) -> float:
        """The mean share of points of one of its players against opponents."""
        return round(fmean(self.scores[player][name].share for name in opponents), DIGITS)

    def learned(self, opponents: Collection[str]) -> dict[int, float]:
        """The mean share of points of its winners against opponents, by generation."""
        return {
            generation: round(fmean(shares[name] for name in opponents), DIGITS)
            for generation, shares in self.curve.items()
        }


@dataclass(frozen=True)
class Results:
    """The results of the experiment.

    Attributes:
        runs: its runs, variant by variant.
        references: the share of points of each reference player against those after it.
    """

    runs: tuple[PaperRun, ...]
    references: dict[tuple[str, str], float]

    def of(self, *variants: str) -> list[PaperRun]:
        """The runs of some variants."""
        return [run for run in self.runs if run.variant in variants]

    def shares(self, variant: str, player: str, opponents: Collection[str]) -> list[float]:
        """The mean share of points of a player of each run of a variant against opponents."""
        return [run.share(player, opponents) for run in self.of(variant)]

    def learned(self, variant: str, opponents: Collection[str]) -> dict[int, MeanOverRuns]:
        """The mean over the runs of a variant of their shares by generation, where all were measured."""
        curves = [run.learned(opponents) for run in self.of(variant)]
        common = sorted(set.intersection(*map(set, curves)))
        return {generation: mean_of(curve[generation] for curve in curves) for generation in common}


def results_in(directory: Path, plan: Plan) -> Results:
    """The results of an experiment that was played and measured.

    Raises:
        FileError: if a run is not measured, or a file cannot be read or is unsound.
    """
    references = read_found(directory, None, plan).scores
    return Results(
        tuple(_result(directory, plan, task) for task in _tasks(plan)),
        {
            (name, opponent): one.share
            for name, scores in references.items()
            for opponent, one in scores.items()
        },
    )


def _result(directory: Path, plan: Plan, task: PlannedRun) -> PaperRun:
    measured, found = _measured(directory, plan, task), read_found(directory, task, plan)
    scores: dict[str, dict[str, Measurement]] = {WINNER: {}, CHAMPION: measured.scores.copy()}
    for player, own in found.scores.items():
        scores[player] |= own
    generations, times = logged(RunDirectory(path_of_run(directory, task), task.config))
    return PaperRun(
        variant=task.variant,
        number=plan.seeds_of(task.variant).index(task.config.seed) + 1,
        generations=generations,
        times=times,
        scores=scores,
        curve={
            point.generation: {opponent: one.share for opponent, one in point.scores.items()}
            for point in measured.curve
        },
        ranks={int(games): ranks for games, ranks in found.ranks.items()},
    )


def _measured(directory: Path, plan: Plan, task: PlannedRun) -> Measured:
    """What every experiment measures of a run: its champion and some winners, each against all opponents.

    Raises:
        FileError: if the file cannot be read or is unsound, or a winner or an opponent is missing.
    """
    measured = read_measured(directory, task)
    scores = [measured.scores, *(point.scores for point in measured.curve)]
    winners = [point.generation for point in measured.curve]
    whole = all(met.keys() >= set(OPPONENTS) for met in scores)
    if not whole or winners != curve_generations(measured.generations, plan.winners):
        raise FileError(f"{measured_file(directory, task)} is unsound: {REMEDY}")
    return measured
