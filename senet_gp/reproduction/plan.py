"""The plan of the experiment, full or quick."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from senet_gp.evolution.config import Config
from senet_gp.evolution.seeding import seeds_from_players
from senet_gp.experiments.plan import Plan as ExperimentPlan
from senet_gp.experiments.plan import Task
from senet_gp.games.registry import game_of

GAME = "senet"
#: The kinds of runs: without seeds; with the seeds S1 to S8 of the paper, each a single idea; or
#: with the seeds V1 to V8, which are as strong as the reference players.
KINDS = UNSEEDED, SEEDED, STRONGLY_SEEDED = "unseeded", "seeded", "strongly-seeded"
_LONG = "long-"
#: The distance between the random seeds of runs of different kinds.
_SEEDS_APART = 1000


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How much is played; the defaults are the full experiment.

    Attributes:
        seed: the seed of everything.
        population: the individuals of a run, 512 as in the paper.
        generations: the generations of a run; the longer of the paper's two runs had 33.
        runs: the runs of each kind, unseeded, seeded and strongly seeded; the paper had two of each of the
            first two kinds.
        panel_every: the winner of every generation divisible by this number plays the panel.
        panel_games: the games of such a winner against each opponent of the panel.
        reference_games: the games between each pair of reference players.
        champion_games: the games of a champion against each opponent of the panel, in addition to the paper's
            200.
        long_runs: the runs, as many unseeded as seeded, that are much longer than the paper's.
        long_generations: the generations of a long run.
        long_panel_every: like ``panel_every``, for long runs.
        ranked_populations: how many last populations are ranked by a round robin.
        knockouts: how many tournaments are repeated in each of these, for each length of a duel.
    """

    seed: int = 1
    population: int = 512
    generations: int = 33
    runs: int = 20
    panel_every: int = 3
    panel_games: int = 200
    reference_games: int = 1000
    champion_games: int = 2000
    long_runs: int = 3
    long_generations: int = 300
    long_panel_every: int = 10
    ranked_populations: int = 5
    knockouts: int = 40

    def quick(self) -> Plan:
        """A plan of the same experiment that takes a minute or two."""
        return replace(
            self,
            runs=2,
            panel_every=11,
            panel_games=100,
            reference_games=100,
            champion_games=400,
            long_runs=1,
            long_generations=60,
            long_panel_every=20,
            ranked_populations=1,
            knockouts=20,
        )

    def missing(self) -> list[str]:
        """What this plan has less of than the full one.

        >>> Plan(runs=2).missing()
        ['runs: 2 instead of 20']
        """
        full = asdict(Plan(seed=self.seed))
        return [
            f"{name.replace('_', ' ')}: {mine} instead of {full[name]}"
            for name, mine in asdict(self).items()
            if mine != full[name]
        ]

    def experiment(self) -> ExperimentPlan:
        """The plan as one of an experiment, whose variants are the kinds of runs.

        It has as many long runs as others; :meth:`tasks` has those that are played.
        """
        weak, strong = (seeds_from_players([group], game_of(GAME), "paper") for group in ("hand:S", "hand:V"))
        kinds: list[tuple[str, tuple[str, ...]]] = [
            (UNSEEDED, ()),
            (SEEDED, weak),
            (_LONG + UNSEEDED, ()),
            (_LONG + SEEDED, weak),
            # Last, so that the runs of version 0.1.0 keep their seeds.
            (STRONGLY_SEEDED, strong),
        ]
        variants = {
            kind: Config(
                population=self.population,
                generations=self.long_generations if is_long(kind) else self.generations,
                seed=self.seed + _SEEDS_APART * number,
                seed_with=seeds,
            )
            for number, (kind, seeds) in enumerate(kinds)
        }
        return ExperimentPlan(
            variants=variants, seeds=max(self.runs, self.long_runs), games=self.champion_games
        )

    def tasks(self) -> dict[str, Task]:
        """The runs, by name: unseeded-1, …, seeded-1, …, the long ones, and strongly-seeded-1, ….

        No two have the same seed.
        """
        return {
            f"{kind}-{number + 1}": Task(kind, replace(config, seed=config.seed + number))
            for kind, config in self.experiment().variants.items()
            for number in range(self.long_runs if is_long(kind) else self.runs)
        }

    def ranked(self) -> list[str]:
        """The names of the runs whose last populations are ranked."""
        return [f"{UNSEEDED}-{number + 1}" for number in range(min(self.ranked_populations, self.runs))]


def is_long(run: str) -> bool:
    """Whether a run, or a kind of runs, of this name is a long one."""
    return run.startswith(_LONG)
