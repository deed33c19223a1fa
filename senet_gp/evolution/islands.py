"""Islands: several populations of one run, each of which evolves by itself between migrations.

An island is played as a run of its own, with a seed of its own. It stops where migrants come and go.
"""

from __future__ import annotations

import dataclasses

from senet_gp.evolution.config import Config
from senet_gp.evolution.options import GENERATIONS
from senet_gp.seed_domains import SeedDomain
from senet_gp.streams import key_of

#: A run that is limited in minutes looks at the clock after so many generations of an island, or fewer.
_TIMED = 5


def island_config(config: Config, number: int) -> Config:
    """The configuration of an island: that of its run with one population and a seed of the island's own.

    The seed depends on the run's seed and the number of the island alone. So island 1 begins in the same way
    however many islands there are. An island has no minutes, which are its run's, and
    plays on after a proven winner.

    >>> config = Config(game="hexapawn", islands=4, seed=7)
    >>> island_config(config, 2).seed
    5873522049362799880
    >>> island_config(config, 2) == island_config(dataclasses.replace(config, islands=8), 2)
    True

    Args:
        config: the configuration of the run.
        number: the number of the island, from 1 on.
    """
    # A seed has 63 bits.
    seed = key_of(config.seed, SeedDomain.ISLANDS, number) >> 1
    return dataclasses.replace(config, islands=1, seed=seed, minutes=0.0, until=GENERATIONS)


def migrates_after(config: Config, generation: int) -> bool:
    """Whether individuals migrate after a generation; not after the last one.

    >>> config = Config(islands=2, migrate_every=5, generations=15)
    >>> [generation for generation in range(16) if migrates_after(config, generation)]
    [5, 10]
    """
    return 0 < generation < config.generations and generation % config.migrate_every == 0


def next_stop(config: Config, played: int) -> int:
    """The generation up to which an island that has played some generations is played in one task.

    It is the next one with a migration, or one of the last two, so that every run of as many generations ends
    with the same two checkpoints of each island, also if it was extended. In a run that is limited in minutes
    an island stops more often, unless individuals migrate often.

    >>> config = Config(islands=2, migrate_every=5, generations=12)
    >>> [next_stop(config, played) for played in (0, 3, 5, 10, 11)]
    [5, 5, 10, 11, 12]
    >>> [next_stop(Config(islands=2, migrate_every=7, minutes=1.0), played) for played in (0, 5, 7, 10)]
    [5, 7, 10, 14]
    """
    last = config.generations
    steps = (config.migrate_every, _TIMED) if config.minutes else (config.migrate_every,)
    regular = (played + step - played % step for step in steps)
    return min(*regular, *(stop for stop in (last - 1, last) if stop > played))
