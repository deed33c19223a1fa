"""The ancestors of a run's champion, for its report."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from primitives import vocabulary_of
from senet_gp.evolution.ancestry import GIVEN, Ancestor, Family, Kin
from senet_gp.evolution.config import Config
from senet_gp.evolution.final import Finalist
from senet_gp.evolution.islands import NO_ROOM, Migrant
from senet_gp.evolution.run_log import RunLog
from senet_gp.quoting import brief
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import from_lisp


@dataclass(frozen=True)
class Lineage:
    """The ancestors of the champion.

    Attributes:
        line: its line of ancestors, with the champion last.
        founders: how many individuals of the first generation it descends from.
        seeds: how many of these were seeds.
        expressions: the expression of each ancestor in the line, known only of winners of a generation.
    """

    line: list[Ancestor]
    founders: int
    seeds: int
    expressions: list[Individual | None]

    def __repr__(self) -> str:
        return brief(self, f"{len(self.line)} ancestors", f"{self.founders} founders")


def lineage_of(
    config: Config, logs: Sequence[RunLog], champion: Finalist, migrants: Iterable[Migrant]
) -> Lineage | None:
    """The ancestors of a champion; None if the run has no log of them.

    Args:
        config: the run's configuration.
        logs: the logs of its populations.
        champion: the champion, the generation that it won, and its island.
        migrants: all migrants of a run with islands.
    """
    broods = [log.broods for log in logs if log.broods is not None]
    if len(broods) < len(logs):
        return None
    came_from = {
        (one.generation, Kin(one.island - 1, one.place)): Kin(one.origin - 1, one.individual)
        for one in migrants
        if one.place != NO_ROOM
    }
    family, population = Family(broods, came_from), max(0, champion.island - 1)
    line = family.line_to(champion.generation, population)
    expressions = [logs[max(0, one.island - 1)].winner(one.generation) if one.won else None for one in line]
    if line[0].made.how == GIVEN:
        expressions[0] = _seed(config, line[0].index)
    # The expression of an individual reproduced without a change is that of its parent and of its child.
    for here in range(1, len(line)):
        if expressions[here] is None and line[here].made.unchanged:
            expressions[here] = expressions[here - 1]
    for here in range(len(line) - 1, 0, -1):
        if expressions[here - 1] is None and line[here].made.unchanged:
            expressions[here - 1] = expressions[here]
    founders = family.founders_of(champion.generation, population)
    seeds = sum(broods[one.population][0].made[one.place].how == GIVEN for one in founders)
    return Lineage(line, len(founders), seeds, expressions)


def _seed(config: Config, index: int) -> Individual | None:
    """The expression of a seed; None if the configuration does not have it, as the log says."""
    if index >= len(config.seed_with):
        return None
    return from_lisp(config.seed_with[index], vocabulary_of(config.game_value, config.vocabulary))
