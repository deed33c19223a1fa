"""The final of a run, which chooses its champion among the winners of the last generations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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


def choose_champion(
    config: Config, winners: Iterable[tuple[int, Individual]], *, pool: Pool
) -> tuple[Individual, int]:
    """The best of the last generations' winners, and the generation that it won.

    If fitness comes from a suite of tests, the winners take more of its tests than a generation does, and the
    one with the fewest losses is the champion. Otherwise, as after knockouts, they play a round robin. Equal
    expressions enter once, with the last generation that they won. A tie goes to the latest generation. The
    result depends on the configuration and the winners only, not on the pool.

    Args:
        config: the configuration of the run.
        winners: the winners of the last generations, each with its generation; at least one.
        pool: where the games are played.
    """
    entrants: dict[tuple[str, ...], tuple[int, Individual]] = {}
    for generation, winner in winners:
        entrants[tuple(node.name for node in winner)] = (generation, winner)
    finalists = sorted(entrants.values(), key=lambda entrant: entrant[0])
    if SUITES[config.fitness].credit is None:
        best = _best_in_round_robin(config, finalists, pool)
    else:
        best = best_of_winners([tree for _, tree in finalists], config=config, pool=pool)
    generation, tree = finalists[best]
    return tree, generation


def _best_in_round_robin(config: Config, finalists: Sequence[tuple[int, Individual]], pool: Pool) -> int:
    vocabulary = vocabulary_of(config.game_value, config.vocabulary)
    tournament = round_robin(
        [ExpressionPlayer(tree, vocabulary, f"generation {generation}") for generation, tree in finalists],
        key=key_of(config.seed, SeedDomain.FINAL),
        pool=pool,
        game=config.game_value,
        games=config.final_games,
    )
    points = tournament.points.sum(axis=1)
    return max(range(len(finalists)), key=lambda index: (points[index], index))
