"""Configurations for tests, from flat options as on the command line."""

from __future__ import annotations

from typing import Any

from senet_gp.evolution.configuration.across_parts import usual_part_beside
from senet_gp.evolution.configuration.common_options import COMMON
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.parts import PARTS


def fitting(game: str = "senet", **options: Any) -> Config:
    """The configuration with these options, without those that no chosen part has.

    So runs of different games and suites can be given the same options.
    """
    of_all = {name: value for name, value in options.items() if name in COMMON or name in PARTS}
    config = Config.of(game, **of_all)
    usual = {kind: usual_part_beside(game, kind, fitness=config.fitness) for kind in PARTS}
    parts = usual | config.parts()
    having = {name for part in parts.values() if part is not None for name in part.options()}
    return Config.of(
        game, **{name: value for name, value in options.items() if name in of_all or name in having}
    )
