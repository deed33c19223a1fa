"""Migration: how individuals move between islands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from senet_gp.evolution.configuration.registration import operator

_Choice = Callable[[list[Any], int], list[Any]]


@operator("migration", "ring", "to the next island, and from the last to the first")
def ring(populations: Sequence[list[Any]], migrants: int, selection: _Choice, replacement: _Choice) -> None:
    """Move the best of each population to the next one, where they replace the worst.

    Args:
        populations: the populations, which are changed.
        migrants: how many individuals leave each.
        selection: chooses those that leave a population.
        replacement: chooses those that they replace.
    """
    from deap import tools

    tools.migRing(populations, migrants, selection, replacement)
