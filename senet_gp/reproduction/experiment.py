"""The experiment, played in steps, so that it can be stopped at any time and continued later.

Each step writes one file or completes one run; a step whose file exists is done. The files do not depend on
the number of workers and, except ``cost.csv`` and the ``timing.csv`` of runs, not on time.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import cache, partial
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np

from primitives import vocabulary_of
from senet_gp.arena.knockout import knockout
from senet_gp.arena.match import play_match
from senet_gp.arena.pool import Pool
from senet_gp.arena.round_robin import round_robin
from senet_gp.engine.participants import Source
from senet_gp.errors import FileError, UsageError
from senet_gp.evolution.run import RunHooks, play_run
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
from senet_gp.seed_domains import SeedDomain
from senet_gp.streams import key_of
from senet_gp.trees.text import from_lisp

RANDOM_PLAYERS = tuple(f"random-tree:{number}" for number in range(1, 9))
HAND_MADE = tuple(f"hand:{player.name}" for player in SENET_REFERENCES)
#: The opponents that measure the winners; none of them is ever in a population.
PANEL = ("random", *RANDOM_PLAYERS, *HAND_MADE)
#: The seeds of the runs of the kind "seeded"; the other runs are measured against them, too.
SEEDS = tuple(f"hand:{player.name}" for player in SENET_SEEDS)
REFERENCES = (*PANEL, *SEEDS)
#: The number of games in a match of the paper.
PAPER_GAMES = 200
#: The numbers of games in the duels of repeated knockouts.
MATCH_LENGTHS = (3, 9, 27)

#: Called with the progress of a step, from 0 to 1.
Progress = Callable[[float], None]
FORMAT, VERSION = "senet-gp reproduction", 1
_PLAN_FILE, _MAX_BYTES = "plan.json", 1 << 14
_PARTS = ("runs", "panel", "champions", "seeds", "knockouts", "results", "pictures")


@dataclass(frozen=True)
class Task:
    """A step of the experiment.

    Attributes:
        title: a description for the progress bar.
        file: the file that exists when it is done.
        work: the function that does it.
        weight: how long it takes in relation to the others.
    """

    title: str
    file: Path
    work: Callable[[Progress], None]
    weight: float

    @property
    def done(self) -> bool:
        """Whether the step is done."""
        return is_there(self.file)


class _Measured(NamedTuple):
    """A player that is measured, and the run and generation that it comes from, if it comes from a run."""

    player: Player
    name: str
    run: str = ""
    generation: int = 0


class Experiment:
    """The experiment in a directory.

    Attributes:
        path: the directory.
        plan: how much is played.
        pool: where it is played.
    """

    def __init__(self, path: Path, plan: Plan, pool: Pool) -> None:
        self.path = path
        self.plan = plan
        self.pool = pool
        self._vocabulary = vocabulary_of(GAME)

    @classmethod
    def begin_or_go_on(cls, path: Path, plan: Plan, pool: Pool) -> Self:
        """The experiment in a directory, which is made if it does not exist.

        Raises:
            FileError: if the directory holds something else, or an experiment with another plan.
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
            # Written first, so that the directory is recognized even if the start is interrupted.
            write_document(file, FORMAT, VERSION, asdict(plan))
        places = [path / name for name in _PARTS]
        for place in places:
            make_directory(place)
        for place in (path, *places):
            check_inside(place)
        return cls(path, plan, pool)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Lock the directory, so that no other process works in it while this context lasts.

        Raises:
            FileError: if another process has locked it.
        """
        with locked(
            self.path / _PLAN_FILE, f"{self.path} is being worked in by another process: wait for its end"
        ):
            yield

    def tasks(self) -> Iterator[Task]:
        """All steps in order."""
        plan, configs = self.plan, self.plan.configs()
        pairs = len(REFERENCES) * (len(REFERENCES) - 1) / 2
        yield Task(
            "references, all against all",
            self.path / "references.csv",
            self._play_references,
            pairs * plan.reference_games,
        )
        for run, config in configs.items():
            # Trees grow, so later generations take longer; a tournament has about 1,300 games.
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
                f"all against all in the last population of {run}",
                self.path / "knockouts" / f"{run}.csv",
                partial(self._rank_population, run),
                games,
            )

    def collect(self) -> None:
        """Combine the files of all steps into the tables in ``results``."""
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
        """The runs that can be measured against S1 to S8, since these were not their seeds."""
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
            reference = _Measured(_player(a), a)
            rows.append(self._meeting(reference, b, self.plan.reference_games, self.plan.seed))
        write_table(self.path / "references.csv", rows)

    def _meeting(self, measured: _Measured, opponent: str, games: int, seed: int) -> Meeting:
        report = play_match(measured.player, _player(opponent), games=games, seed=seed, pool=self.pool)
        return Meeting(
            measured.run,
            measured.name,
            measured.generation,
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
            hooks=RunHooks(
                on_generation=lambda generation: progress(generation.number / config.generations),
                finish=_as_in_0_1_0,
            ),
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
        return ExpressionPlayer(from_lisp(text, self._vocabulary), self._vocabulary, "winner")

    def _play_panel(self, run: str, every: int, progress: Progress) -> None:
        seed = self.plan.configs()[run].seed
        winners = self._winners(run)
        measured = sorted({1, *range(every, len(winners) + 1, every), len(winners)})
        rows = []
        for number, generation in enumerate(measured):
            for opponent in PANEL:
                winner = _Measured(winners[generation], "winner", run, generation)
                rows.append(self._meeting(winner, opponent, self.plan.panel_games, seed))
            progress((number + 1) / len(measured))
        write_table(self.path / "panel" / f"{run}.csv", rows)

    def _both_champions(self, run: str) -> list[tuple[str, int, ExpressionPlayer]]:
        """The paper's champion, which won the last tournament, and that of the final, with generations."""
        winners = self._winners(run)
        last = max(winners)
        file = self._run_path(run) / "champion.json"
        best = Champion.read(file)
        found = best.origin.get("generation")
        if type(found) is not int:
            raise FileError(f"{file} is not a sound champion file: it should name its generation")
        champion = ExpressionPlayer(best.tree, best.vocabulary, "champion")
        return [("winner", last, winners[last]), ("champion", found, champion)]

    def _play_champions(
        self, folder: str, opponents: Sequence[str], matches: dict[int, int], run: str, progress: Progress
    ) -> None:
        """Both champions of a run against each of some opponents.

        Args:
            folder: the folder of the table.
            opponents: the names of the opponents.
            matches: the number of games of each match, by the number that names its random streams.
            run: the run.
            progress: called with the progress.
        """
        seed = self.plan.configs()[run].seed
        both = self._both_champions(run)
        rows = []
        for number, opponent in enumerate(opponents):
            progress(number / len(opponents))
            for name, generation, player in both:
                measured = _Measured(player, name, run, generation)
                # Other games than those of the panel, so that these results are independent of it.
                for apart, games in matches.items():
                    match_seed = key_of(seed, SeedDomain.REPRODUCTION, apart) >> 1
                    rows.append(self._meeting(measured, opponent, games, match_seed))
        write_table(self.path / folder / f"{run}.csv", rows)

    def _rank_population(self, run: str, progress: Progress) -> None:
        """Rank a run's last population by a round robin, and repeat its tournament many times."""
        directory = RunDirectory.open(self._run_path(run))
        config, population = directory.config, directory.load_state().population
        key = key_of(config.seed, SeedDomain.REPRODUCTION)
        players = [ExpressionPlayer(tree, self._vocabulary, str(n)) for n, tree in enumerate(population)]
        played = round_robin(players, key=key, pool=self.pool, game=config.game_value, games=2)
        shares = played.points.sum(axis=1) / (2 * (len(population) - 1))
        progress(0.7)
        # The rank is one more than the number of better players, so equal shares have equal ranks.
        ranks = 1 + (shares[:, None] < shares[None, :]).sum(axis=1)

        def row(games: int, trial: int, winner: int) -> KnockoutTrial:
            return KnockoutTrial(
                run, games, trial, int(ranks[winner]), float(shares[winner]), float(shares.max())
            )

        fitness = [individual.fitness.values[0] for individual in population]
        rows = [row(config.games, 0, int(np.argmax(fitness)))]
        entrants = [Source.of(tree, self._vocabulary) for tree in population]
        for place, games in enumerate(MATCH_LENGTHS):
            for trial in range(1, self.plan.knockouts + 1):
                seed = key_of(config.seed, SeedDomain.REPRODUCTION, games, trial)
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
    """The champion as in version 0.1.0: without results, which come later, and without its population."""
    origin = {name: value for name, value in champion.origin.items() if name != "population"}
    return replace(champion, origin=origin)


@cache
def _player(name: str) -> Player:
    return player_from_text(name, GAME)
