"""Playing the experiment, step by step, so that it can be stopped at any time and goes on where it was.

A step writes one file, or ends one run; a step whose file is there is done. Nothing that is written depends
on the number of workers, nor, but for ``cost.csv`` and the runs' ``timing.csv``, on the clock.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import cache, partial
from itertools import combinations
from pathlib import Path
from typing import Any, Self

import numpy as np

from primitives import vocabulary_of
from senet_gp.arena.knockout import knockout
from senet_gp.arena.match import play_match
from senet_gp.arena.pool import Pool
from senet_gp.arena.round_robin import round_robin
from senet_gp.engine.participants import Source
from senet_gp.errors import FileError, UsageError
from senet_gp.evolution.run import play_run
from senet_gp.evolution.run_directory import RunDirectory
from senet_gp.files.documents import read_document, write_document
from senet_gp.files.locks import locked
from senet_gp.files.names import make_directory
from senet_gp.files.reading import check_inside, is_there
from senet_gp.files.writing import is_cut_short
from senet_gp.games.senet.players import SENET_REFERENCES, SENET_SEEDS
from senet_gp.players.champion import Champion
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer, Player
from senet_gp.reproduction.plan import GAME, STRONGLY_SEEDED, UNSEEDED, Plan, is_long
from senet_gp.reproduction.tables import Cost, KnockoutTrial, Meeting, Row, Step, read_table, write_table
from senet_gp.streams import key_of
from senet_gp.trees.text import from_lisp

#: The part of the seed that knockouts played anew draw from.
TRIALS = 4
RANDOM_PLAYERS = tuple(f"random-tree:{number}" for number in range(1, 9))
HAND_MADE = tuple(f"hand:{player.name}" for player in SENET_REFERENCES)
#: Whom the winners are measured against: nobody of it is ever in a population.
PANEL = ("random", *RANDOM_PLAYERS, *HAND_MADE)
#: Whom the runs of the kind "seeded" begin with; the others are measured against them too.
SEEDS = tuple(f"hand:{player.name}" for player in SENET_SEEDS)
REFERENCES = (*PANEL, *SEEDS)
#: The paper's matches had so many games.
PAPER_GAMES = 200
#: A match of a knockout played anew is the best of so many games.
MATCH_LENGTHS = (3, 9, 27)

#: Told how far a step is, as a share from 0 to 1.
Progress = Callable[[float], None]
FORMAT, VERSION = "senet-gp reproduction", 1
_PLAN_FILE, _MAX_BYTES = "plan.json", 1 << 14
_PARTS = ("runs", "panel", "champions", "seeds", "knockouts", "results", "pictures")


@dataclass(frozen=True)
class Task:
    """A step of the experiment.

    Attributes:
        title: what is done, for people.
        file: the file that is there when it is done.
        work: does it.
        weight: how long it takes, beside the others.
    """

    title: str
    file: Path
    work: Callable[[Progress], None]
    weight: float

    @property
    def done(self) -> bool:
        """Whether there is nothing left to do."""
        return is_there(self.file)


class Experiment:
    """The experiment in a directory.

    Attributes:
        path: the directory.
        plan: what is played.
        pool: where it is played.
    """

    def __init__(self, path: Path, plan: Plan, pool: Pool) -> None:
        self.path = path
        self.plan = plan
        self.pool = pool
        self._words = vocabulary_of(GAME)

    @classmethod
    def begin_or_go_on(cls, path: Path, plan: Plan, pool: Pool) -> Self:
        """The experiment in a directory, which is made if there is none.

        Raises:
            FileError: if there is something else, or an experiment of another plan.
        """
        file = path / _PLAN_FILE
        if is_there(file):
            found = read_document(file, FORMAT, VERSION, most_bytes=_MAX_BYTES)
            if found != asdict(plan):
                raise FileError(
                    f"{path} holds an experiment with another plan (seed, or quick or not): choose another "
                    "directory with --out"
                )
        else:
            if not make_directory(path) and not is_cut_short(path, _PLAN_FILE):
                raise FileError(
                    f"{path} is there already and holds something else: choose another with --out"
                )
            # It comes first, so that a directory is known for ours whenever a beginning is stopped.
            write_document(file, FORMAT, VERSION, asdict(plan))
        places = [path / name for name in _PARTS]
        for place in places:
            make_directory(place)
        for place in (path, *places):
            check_inside(place)
        return cls(path, plan, pool)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep every other process from working in the directory meanwhile.

        Raises:
            FileError: if another process does.
        """
        with locked(
            self.path / _PLAN_FILE, f"{self.path} is being worked in by another process: wait for its end"
        ):
            yield

    def tasks(self) -> Iterator[Task]:
        """All steps, in an order in which they can be done."""
        plan, configs = self.plan, self.plan.configs()
        pairs = len(REFERENCES) * (len(REFERENCES) - 1) / 2
        yield Task(
            "references, all against all",
            self.path / "references.csv",
            self._play_references,
            pairs * plan.reference_games,
        )
        for run, config in configs.items():
            # Trees grow, so later generations take longer; a tournament is some 1,300 games.
            weight = 1300 * config.generations * (1 + config.generations / 100) * config.population / 512
            yield Task(
                f"run {run}", self._run_path(run) / "champion.json", partial(self._play_run, run), weight
            )
            every = plan.long_panel_every if is_long(run) else plan.panel_every
            weight = config.generations / every * len(PANEL) * plan.panel_games
            yield Task(
                f"winners of {run} against the panel",
                self.path / "panel" / f"{run}.csv",
                partial(self._play_panel, run, every),
                weight,
            )
            yield Task(
                f"champions of {run} against the panel",
                self.path / "champions" / f"{run}.csv",
                partial(
                    self._play_champions, "champions", PANEL, {1: PAPER_GAMES, 2: plan.champion_games}, run
                ),
                2 * len(PANEL) * (PAPER_GAMES + plan.champion_games),
            )
            if run in self._met_by_seeds:
                yield Task(
                    f"champions of {run} against S1 to S8",
                    self.path / "seeds" / f"{run}.csv",
                    partial(self._play_champions, "seeds", SEEDS, {3: plan.champion_games}, run),
                    2 * len(SEEDS) * plan.champion_games,
                )
        for number in range(1, self._ranked + 1):
            run = f"unseeded-{number}"
            games = plan.population * (plan.population - 1) + plan.knockouts * sum(MATCH_LENGTHS) * 300
            yield Task(
                f"everybody against everybody in the last population of {run}",
                self.path / "knockouts" / f"{run}.csv",
                partial(self._rank_population, run),
                games,
            )

    def collect(self) -> None:
        """Put what all steps have written together into the tables in ``results``."""
        runs = list(self.plan.configs())
        ranked = [f"unseeded-{number}" for number in range(1, self._ranked + 1)]
        logs = {run: self._run_path(run) for run in runs}
        tables: dict[str, list[Any]] = {
            "references": read_table(self.path / "references.csv", Meeting),
            "panel": self._joined("panel", runs, Meeting),
            "champions": self._joined("champions", runs, Meeting),
            "seeds": self._joined("seeds", self._met_by_seeds, Meeting),
            "knockouts": self._joined("knockouts", ranked, KnockoutTrial),
            "generations": [
                step for run in runs for step in read_table(logs[run] / "generations.csv", Step, run=run)
            ],
            "cost": [cost for run in runs for cost in read_table(logs[run] / "timing.csv", Cost, run=run)],
        }
        for name, rows in tables.items():
            write_table(self.path / "results" / f"{name}.csv", rows)

    def _joined(self, name: str, runs: Sequence[str], kind: type[Row]) -> list[Row]:
        return [row for run in runs for row in read_table(self.path / name / f"{run}.csv", kind)]

    @property
    def _ranked(self) -> int:
        return min(self.plan.ranked_populations, self.plan.runs)

    @property
    def _met_by_seeds(self) -> list[str]:
        """The runs that can be measured against S1 to S8, since they did not begin with them."""
        return [
            f"{kind}-{number}"
            for kind in (UNSEEDED, STRONGLY_SEEDED)
            for number in range(1, self.plan.runs + 1)
        ]

    def _run_path(self, run: str) -> Path:
        return self.path / "runs" / run

    def _play_references(self, progress: Progress) -> None:
        rows = []
        pairs = list(combinations(REFERENCES, 2))
        for number, (a, b) in enumerate(pairs):
            progress(number / len(pairs))
            rows.append(self._meeting("", a, 0, _player(a), b, self.plan.reference_games, self.plan.seed))
        write_table(self.path / "references.csv", rows)

    def _meeting(
        self,
        run: str,
        name: str,
        generation: int,
        player: Player,
        opponent: str,
        games: int,
        seed: int,
    ) -> Meeting:
        report = play_match(player, _player(opponent), games=games, seed=seed, pool=self.pool)
        return Meeting(
            run,
            name,
            generation,
            opponent,
            games,
            report.wins[0],
            report.draws,
            report.estimate.adjusted,
            *report.interval,
            report.mean_turns,
        )

    def _play_run(self, run: str, progress: Progress) -> None:
        path, config = self._run_path(run), self.plan.configs()[run]
        play_run(
            path,
            config,
            pool=self.pool,
            on_generation=lambda generation: progress(generation.number / config.generations),
            finish=_as_in_0_1_0,
        )

    def _winners(self, run: str) -> dict[int, ExpressionPlayer]:
        """The winners of a run's tournaments, by generation."""
        file = self._run_path(run) / "generations.csv"
        try:
            winners = {row.generation: self._expression(row.winner) for row in read_table(file, _Winner)}
        except UsageError as error:
            raise FileError(f"{file} is damaged: {error}") from None
        if set(winners) != set(range(1, len(winners) + 1)):
            raise FileError(f"{file} is damaged: it should have a line for each generation")
        return winners

    def _expression(self, text: str) -> ExpressionPlayer:
        return ExpressionPlayer(from_lisp(text, self._words), self._words, "winner")

    def _play_panel(self, run: str, every: int, progress: Progress) -> None:
        seed = self.plan.configs()[run].seed
        winners = self._winners(run)
        measured = sorted({1, *range(every, len(winners) + 1, every), len(winners)})
        rows = []
        for number, generation in enumerate(measured):
            for opponent in PANEL:
                player, games = winners[generation], self.plan.panel_games
                rows.append(self._meeting(run, "winner", generation, player, opponent, games, seed))
            progress((number + 1) / len(measured))
        write_table(self.path / "panel" / f"{run}.csv", rows)

    def _both_champions(self, run: str) -> list[tuple[str, int, ExpressionPlayer]]:
        """The paper's, who won the last tournament, and the final round robin's; with their generations."""
        winners = self._winners(run)
        last = max(winners)
        file = self._run_path(run) / "champion.json"
        best = Champion.read(file)
        found = best.origin.get("generation")
        if type(found) is not int:
            raise FileError(f"{file} is not a sound champion file: it should say of which generation it is")
        champion = ExpressionPlayer(best.tree, best.vocabulary, "champion")
        return [("winner", last, winners[last]), ("champion", found, champion)]

    def _play_champions(
        self, folder: str, opponents: Sequence[str], matches: dict[int, int], run: str, progress: Progress
    ) -> None:
        """Both champions of a run against each of some opponents.

        Args:
            folder: where the table goes.
            opponents: the others' names.
            matches: of each match the number of its random streams, and its games.
            run: the run.
            progress: told how far it is.
        """
        seed = self.plan.configs()[run].seed
        both = self._both_champions(run)
        rows = []
        for number, opponent in enumerate(opponents):
            progress(number / len(opponents))
            for name, generation, player in both:
                # Other games than those of the panel: no number here was looked at before.
                for apart, games in matches.items():
                    match_seed = key_of(seed, TRIALS, apart) >> 1
                    rows.append(self._meeting(run, name, generation, player, opponent, games, match_seed))
        write_table(self.path / folder / f"{run}.csv", rows)

    def _rank_population(self, run: str, progress: Progress) -> None:
        """Rank a run's last population by a round robin; play its tournament anew, many times."""
        directory = RunDirectory.open(self._run_path(run))
        config, population = directory.config, directory.load_state().population
        key = key_of(config.seed, TRIALS)
        everybody = [ExpressionPlayer(tree, self._words, str(n)) for n, tree in enumerate(population)]
        played = round_robin(everybody, key=key, pool=self.pool, game=config.game_value, games=2)
        shares = played.points.sum(axis=1) / (2 * (len(population) - 1))
        progress(0.7)
        # Equal shares are one rank: whoever is better counts.
        ranks = 1 + (shares[:, None] < shares[None, :]).sum(axis=1)

        def row(games: int, trial: int, winner: int) -> KnockoutTrial:
            return KnockoutTrial(
                run, games, trial, int(ranks[winner]), float(shares[winner]), float(shares.max())
            )

        fitness = [individual.fitness.values[0] for individual in population]
        rows = [row(config.games, 0, int(np.argmax(fitness)))]
        entrants = [Source.of(tree, self._words) for tree in population]
        for place, games in enumerate(MATCH_LENGTHS):
            for trial in range(1, self.plan.knockouts + 1):
                seed = key_of(config.seed, TRIALS, games, trial)
                result = knockout(
                    entrants,
                    key=seed,
                    rng=random.Random(seed),
                    pool=self.pool,
                    game=config.game_value,
                    games=games,
                )
                rows.append(row(games, trial, result.winner))
            progress(0.7 + 0.1 * (place + 1))
        write_table(self.path / "knockouts" / f"{run}.csv", rows)


@dataclass(frozen=True, slots=True)
class _Winner:
    generation: int
    winner: str


def _as_in_0_1_0(champion: Champion) -> Champion:
    """The champion as experiments have always written it: measured later, its population told by the plan."""
    origin = {name: value for name, value in champion.origin.items() if name != "population"}
    return replace(champion, origin=origin)


@cache
def _player(name: str) -> Player:
    return player_from_text(name, GAME)
