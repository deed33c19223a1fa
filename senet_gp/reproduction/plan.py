"""How much of the experiment is played: the full plan, and a quick one."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from senet_gp.evolution.config import Config

#: Seeds of runs of different kinds are so far apart.
_SEEDS_APART = 1000


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is played; the defaults are the full experiment.

    Attributes:
        seed: everything is derived from it.
        population: individuals in every run; the paper's 512.
        generations: tournaments of a run; the longer of the paper's two runs had 33.
        runs: runs of each kind, unseeded and seeded; the paper had two.
        panel_every: the winner of every so many generations plays the panel.
        panel_games: games of such a winner against each of the panel.
        reference_games: games a pair among the reference players.
        champion_games: games of a champion against each of the panel, more than the paper's 200, which are
            played too.
        long_runs: runs of each kind that go on far beyond the paper's.
        long_generations: tournaments of such a run.
        long_panel_every: as ``panel_every``, in long runs.
        ranked_populations: in so many last populations everybody plays everybody.
        knockouts: tournaments played anew in each of these, for each length of a match.
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
        """What this plan has less of than the full one."""
        full = asdict(Plan(seed=self.seed))
        return [
            f"{name.replace('_', ' ')}: {mine} instead of {full[name]}"
            for name, mine in asdict(self).items()
            if mine != full[name]
        ]

    def configs(self) -> dict[str, Config]:
        """The runs, by name: unseeded-1, …, seeded-1, …, and the long ones. No two have the same seed."""
        kinds = [
            (f"{prefix}{'seeded' if seeded else 'unseeded'}", seeded, count, generations)
            for prefix, count, generations in (
                ("", self.runs, self.generations),
                ("long-", self.long_runs, self.long_generations),
            )
            for seeded in (False, True)
        ]
        return {
            f"{name}-{number}": Config(
                population=self.population,
                generations=generations,
                seed=self.seed + _SEEDS_APART * kind + number - 1,
                hand_seeded=seeded,
            )
            for kind, (name, seeded, count, generations) in enumerate(kinds)
            for number in range(1, count + 1)
        }


def is_long(run: str) -> bool:
    """Whether a run of this name goes far beyond the paper's."""
    return run.startswith("long-")
