"""The islands of a run, for its report: how far each has come, how strong its winners are, who migrated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from primitives import vocabulary_of
from senet_gp.arena.pool import Pool
from senet_gp.evolution.config import Config
from senet_gp.evolution.islands import Migrant
from senet_gp.evolution.measures import Point, chosen_generations, island_curves
from senet_gp.evolution.migration_log import read_migrations
from senet_gp.evolution.run_directory import RunDirectory
from senet_gp.evolution.run_log import RunLog
from senet_gp.players.player import ExpressionPlayer
from senet_gp.quoting import brief
from senet_gp.trees.text import to_lisp


@dataclass(frozen=True)
class IslandsReport:
    """The islands of a run.

    Attributes:
        config: the run's configuration.
        champion: the number of the champion's island, from 1 on.
        logs: the logs of each island.
        curves: the winners of some generations of each, against the part of the panel that plays fast.
        migrations: all migrants, by generation.
    """

    config: Config
    champion: int
    logs: Sequence[RunLog]
    curves: Sequence[Sequence[Point]]
    migrations: Sequence[Migrant]

    def __repr__(self) -> str:
        return brief(self, f"{len(self.logs)} islands", f"{len(self.migrations):,} migrants")

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each island: its last generation, and the last of its winners that was measured."""
        return [
            {
                "island": number,
                "champion": number == self.champion,
                "generations": len(log.generations),
                "games": sum(row.games for row in log.generations),
                "winner_size": log.generations[-1].winner_size,
                "size_mean": log.generations[-1].size_mean,
                "distinct": log.generations[-1].distinct,
                "score": curve[-1].score,
                "interval": list(curve[-1].interval),
            }
            for number, (log, curve) in enumerate(zip(self.logs, self.curves, strict=True), 1)
        ]

    def as_json(self) -> dict[str, Any]:
        """The islands as ``senet-gp report --json`` prints them."""
        return {
            "champion": self.champion,
            "islands": self.rows,
            "curves": [[point.as_json() for point in curve] for curve in self.curves],
            "migrations": [
                {
                    "generation": one.generation,
                    "from": one.origin,
                    "individual": one.individual,
                    "to": one.island,
                    "place": one.place,
                    "fitness": list(one.tree.fitness.values),
                    "nodes": len(one.tree),
                    "expression": to_lisp(one.tree),
                }
                for one in self.migrations
            ],
        }


def islands_report(
    run: RunDirectory, logs: Sequence[RunLog], champion: int, *, games: int, seed: int, pool: Pool
) -> IslandsReport:
    """Read the migrations of a run with islands, and measure the winners of each island.

    Args:
        run: the run.
        logs: the logs of its islands.
        champion: the number of the champion's island.
        games: the games of the winners of a generation of all islands together.
        seed: the seed of these games.
        pool: where games are played.

    Raises:
        FileError: if a log cannot be read or is unsound.
    """
    vocabulary = vocabulary_of(run.config.game_value, run.config.vocabulary)
    winners = [
        {
            number: ExpressionPlayer(log.winner(number), vocabulary, f"generation {number}")
            for number in chosen_generations(len(log.generations), len(log.generations))
        }
        for log in logs
    ]
    curves = island_curves(winners, games // len(logs), seed, pool, run.config.game_value)
    migrations = read_migrations(run.path, run.config).values()
    return IslandsReport(run.config, champion, logs, curves, [one for each in migrations for one in each])
