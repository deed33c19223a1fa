"""The kinds of fitness by their names in the configuration."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from senet_gp.arena.pool import Pool
from senet_gp.evolution.config import Config
from senet_gp.evolution.fitness.cases import best_in_cases, evaluate_by_cases
from senet_gp.evolution.fitness.endings import best_in_endings, evaluate_by_endings
from senet_gp.evolution.fitness.evaluation import Evaluation
from senet_gp.evolution.fitness.knockout import evaluate_by_knockout
from senet_gp.evolution.fitness.round import best_in_round, evaluate_by_round
from senet_gp.trees.individual import Individual

_EVALUATIONS: dict[str, Callable[..., Evaluation]] = {
    "knockout": evaluate_by_knockout,
    "round": evaluate_by_round,
    "cases": evaluate_by_cases,
    "endings": evaluate_by_endings,
}
_FINALS: dict[str, Callable[..., int]] = {
    "round": best_in_round,
    "cases": best_in_cases,
    "endings": best_in_endings,
}


def evaluation_of(config: Config) -> Callable[..., Evaluation]:
    """How fitness is found in a run."""
    return _EVALUATIONS[config.fitness]


def best_of_winners(finalists: Sequence[Individual], *, config: Config, pool: Pool) -> int:
    """The index of the champion among the last winners, by more games or cases than those of a generation."""
    return _FINALS[config.fitness](finalists, config=config, pool=pool)
