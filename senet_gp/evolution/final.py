"""The final of a run, which chooses its champion among the winners of the last generations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from primitives import vocabulary_of
from senet_gp.arena.pool import Pool
from senet_gp.arena.round_robin import round_robin
from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.final import best_of_winners
from senet_gp.evolution.evaluation.registry import SUITES
from senet_gp.players.player import ExpressionPlayer
from senet_gp.seed_domains import SeedDomain
from senet_gp.streams import key_of
from senet_gp.trees.individual import Individual

#: How many of the last generations send their winners to the final.
FINALISTS = 16


class Finalist(NamedTuple):
    """A winner that takes part in the final.

    Attributes:
        generation: the generation that it won.
        tree: its expression.
        island: the island on which it won, from 1 on; 0 in a run of one population.
    """

    generation: int
    tree: Individual
    island: int = 0

    @property
    def name(self) -> str:
        """What it is called in the final."""
        return f"island {self.island}, " * bool(self.island) + f"generation {self.generation}"


def finalists_each(config: Config) -> int:
    """The number of the last winners of each population that take part in the final.

    >>> finalists_each(Config()), finalists_each(Config(islands=4))
    (16, 4)
    """
    return max(1, FINALISTS // config.islands)


def winners_kept(config: Config) -> int:
    """How many of the last winners a run keeps: those of the final, and more if its tests need them.

    >>> winners_kept(Config()), winners_kept(Config(fitness="regret", refresh=50))
    (16, 66)
    """
    return FINALISTS + (config.refresh if "refresh" in SUITES[config.fitness].reads else 0)


def choose_champion(
    config: Config, winners: Iterable[tuple[int, Individual]], *, pool: Pool
) -> tuple[Individual, int]:
    """The best of the last generations' winners, and the generation that it won.

    If fitness comes from a suite of tests, the winners take more of its tests than a generation does, and the
    one with the fewest losses is the champion. After knockouts, and after suites whose row says so, they play
    a round robin. Equal expressions enter once, with the last generation that they won. A tie goes to the
    latest generation. The result depends on the configuration and the winners only, not on the pool.

    Args:
        config: the configuration of the run.
        winners: the winners of the last generations, each with its generation; at least one.
        pool: where the games are played.
    """
    last = list(winners)[-FINALISTS:]
    champion = best_finalist(config, [Finalist(*winner) for winner in last], pool=pool)
    return champion.tree, champion.generation


def best_finalist(config: Config, finalists: Iterable[Finalist], *, pool: Pool) -> Finalist:
    """The champion among finalists, perhaps of several islands, as :func:`choose_champion` chooses it.

    Of those that won the same generation, a tie goes to the island with the highest number.
    """
    ordered = sorted(finalists, key=lambda one: (one.generation, one.island))
    entrants: dict[tuple[str, ...], Finalist] = {}
    for finalist in ordered:
        expression = tuple(node.name for node in finalist.tree.checked())
        entrants.pop(expression, None)
        entrants[expression] = finalist
    entered = list(entrants.values())
    if SUITES[config.fitness].ends_in_round_robin:
        best = _best_in_round_robin(config, entered, pool)
    else:
        best = best_of_winners([one.tree for one in entered], config=config, pool=pool)
    return entered[best]


def _best_in_round_robin(config: Config, finalists: Sequence[Finalist], pool: Pool) -> int:
    vocabulary = vocabulary_of(config.game_value, config.vocabulary)
    tournament = round_robin(
        [ExpressionPlayer(one.tree, vocabulary, one.name) for one in finalists],
        key=key_of(config.seed, SeedDomain.FINAL),
        pool=pool,
        game=config.game_value,
        games=config.final_games,
    )
    points = tournament.points.sum(axis=1)
    return max(range(len(finalists)), key=lambda index: (points[index], index))
