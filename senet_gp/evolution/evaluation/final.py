"""The end of a run: the final, the proof that can end it before, and shorter forms of a proven champion.

The final chooses the champion among the winners of the last generations. A run in a small game can end with
the first winner that does as well as perfect play. That proof decides when a run ends, and nothing else: no
individual is selected by it.

A winner that is proven to do as well as perfect play needs few of its nodes: much of it decides nothing, or
what another choice does as well. So it is changed step by step, at random, and a change is kept if the result
is still proven and not larger. Most changes that are kept shorten nothing, but lead to some that do.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from senet_gp.arena.match import round_robin
from senet_gp.arena.pool import Pool
from senet_gp.arena.verdict import QUICK_WALK, proven
from senet_gp.engine.every_line import EveryLine
from senet_gp.evolution.configuration.config import Config, ResolvedConfig
from senet_gp.evolution.evaluation.evaluators import credit_of, opened_tests
from senet_gp.evolution.evaluation.protocol import Outcomes, key_for, totals_of
from senet_gp.evolution.operators.variation import (
    constant_mutation,
    hoist_mutation,
    shrink_mutation,
    varied_mutation,
)
from senet_gp.games.small import Rulebook, if_solvable
from senet_gp.games.solving.perfect import PerfectPlay, worst_results
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime import interruption
from senet_gp.runtime.compiling_notice import say
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.streams import Purpose, key_of, part_key
from senet_gp.trees.individual import Individual, individual_of

#: The changes by which proven players of small games are shortened.
SHORTENING = Purpose(39)
#: How many of the last generations send their winners to the final.
FINALISTS = 16
#: The searches for a shorter form of a winner, each with its own draws: the shortest counts.
_SEARCHES = 2
#: The most changes that a search tries; it tries no more than the run has bred individuals.
_MOST_TRIED = 50_000
#: Changes times nodes from which on a line tells that the search takes place.
_TAKES_LONG = 1_000_000
#: The factor and the summand by which the form that a search goes on from may exceed the shortest one.
_SLACK = 1.1
_MORE = 2
#: How often, in tenths, a part is replaced by something small or by a part of itself, a number is changed, or
#: anything is changed; else a part replaces another.
_SHRUNK, _HOISTED, _NUMBERS, _VARIED = 3, 1, 1, 4


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
        """Its name in the final."""
        won = f"generation {self.generation}"
        return f"island {self.island}, {won}" if self.island else won


def finalists_each(config: ResolvedConfig) -> int:
    """The number of the last winners of each population that take part in the final.

    >>> finalists_each(Config()), finalists_each(Config(islands=4))
    (16, 4)
    """
    return max(1, FINALISTS // config.islands)


def winners_kept(config: ResolvedConfig) -> int:
    """How many of the last winners a run keeps: those of the final, and more if its tests need them.

    >>> winners_kept(Config()), winners_kept(Config.of("senet", fitness="regret", refresh=50))
    (16, 66)
    """
    return FINALISTS + config.fitness.looks_back


def choose_champion(
    config: Config, winners: Iterable[tuple[int, Individual]], *, pool: Pool
) -> tuple[Individual, int]:
    """The best of the last generations' winners, and the generation that it won.

    If the run was played until a winner is proven to do as well as perfect play, and the last one is, it is
    the champion. Otherwise, if fitness comes from a suite of tests, the winners take more of its tests than a
    generation does, and the one with the fewest losses is the champion; after knockouts, and after suites
    that say so, they play a round robin. Equal expressions enter once, with the last generation that they
    won. A tie goes to the latest generation. The result depends on the configuration and the winners only,
    not on the pool.

    Args:
        config: the configuration of the run.
        winners: the winners of the last generations, each with its generation; at least one.
        pool: where the games are played.

    Raises:
        UsageError: if there are no winners.
    """
    last = list(winners)[-FINALISTS:]
    if not last:
        raise UsageError("no generation has been played, so there is no champion: play one first")
    champion = best_finalist(config.resolved(), [Finalist(*winner) for winner in last], pool=pool)
    return champion.tree, champion.generation


def best_finalist(config: ResolvedConfig, finalists: Iterable[Finalist], *, pool: Pool) -> Finalist:
    """The champion among finalists, perhaps of several islands, as :func:`choose_champion` chooses it.

    Of those that won the same generation, a tie goes to the island with the highest number.
    """
    ordered = sorted(finalists, key=lambda one: (one.generation, one.island))
    if Success(config).reached_by(ordered[-1].tree):
        return ordered[-1]
    entrants: dict[tuple[str, ...], Finalist] = {}
    for finalist in ordered:
        expression = tuple(node.name for node in individual_of(config.vocabulary_value, finalist.tree))
        entrants.pop(expression, None)
        entrants[expression] = finalist
    entered = list(entrants.values())
    if config.fitness.ends_in_round_robin:
        best = _best_in_round_robin(config, entered, pool)
    else:
        best = best_of_winners([one.tree for one in entered], config=config, pool=pool)
    return entered[best]


def _best_in_round_robin(config: ResolvedConfig, finalists: Sequence[Finalist], pool: Pool) -> int:
    vocabulary = config.vocabulary_value
    tournament = round_robin(
        [ExpressionPlayer(one.tree, vocabulary, one.name) for one in finalists],
        key=key_for(config.seed, None),
        pool=pool,
        game=config.game_value,
        games=config.final_games,
    )
    points = tournament.points.sum(axis=1)
    return max(range(len(finalists)), key=lambda index: (points[index], index))


def best_of_winners(finalists: Sequence[Individual], *, config: ResolvedConfig, pool: Pool) -> int:
    """The index of the champion among the last winners, by more tests than a generation has.

    Args:
        finalists: the winners, the latest last.
        config: the configuration of the run, whose fitness comes from a suite.
        pool: where games are played.
    """
    rng = random.Random(key_for(config.seed, None))
    tests = opened_tests(config, finalists, generation=None, rng=rng, pool=pool)
    return fewest_losses(tests.run(range(len(finalists))), credit_of(config).draw_value)


def fewest_losses(result: Outcomes, draw_value: float) -> int:
    """The index of the individual with the fewest losses.

    Ties are broken by points, and then in favour of the last one. Graded outcomes have no losses, so there
    points alone decide.

    >>> import numpy as np
    >>> values = np.array([[1, -1, 1], [1, 0, 0]], np.int8)
    >>> fewest_losses(Outcomes(values=values, games=6, turns=40, self_losses=0), draw_value=0.5)
    1
    """
    losses = [0] * len(result.values) if result.graded else (result.values < 0).sum(axis=1).tolist()
    totals = totals_of(result, draw_value)
    return max(range(len(losses)), key=lambda index: (-losses[index], totals[index], index))


class Success:
    """Tells whether a run has reached what it is to be played until.

    A winner does if the worst result of all lines of play is that of perfect play in both seats, and if what
    else ``senet-gp verdict`` measures in the game, such as missed wins in Pursuit, finds nothing.

    Args:
        config: the configuration of the run.
    """

    def __init__(self, config: ResolvedConfig) -> None:
        game = if_solvable(config.game_value) if config.until_proven else None
        self._rulebook = Rulebook(game) if game else None
        self._best: tuple[int, int] | None = None
        # Most generations have the winner of the one before.
        self._last: tuple[bytes, bool] = b"", False

    def reached_by(self, winner: Individual) -> bool:
        """Whether a winner does as well as perfect play; False in a run that is not played until one does."""
        if self._rulebook is None:
            return False
        if self._last[0] != winner.packed:
            self._last = winner.packed, self._is_proven(winner, self._rulebook)
        return self._last[1]

    def _is_proven(self, winner: Individual, rulebook: Rulebook) -> bool:
        player = ExpressionPlayer(winner, winner.vocabulary, "winner")
        if self._best is None:
            self._best = worst_results(rulebook.game, PerfectPlay(rulebook.game))
        found = proven(rulebook, player, QUICK_WALK, at_least=self._best)
        return found is not None and (found.measure is None or found.measure.perfect)


def shortest_proven(winner: Individual, config: ResolvedConfig, pool: Pool) -> Individual:
    """The shortest player that is found to be as good as perfect play, like the winner of a run.

    Args:
        winner: the winner.
        config: the configuration of the run, with the number of individuals bred and the seed.
        pool: where this is done; it does not change the result.

    Returns:
        The winner itself if it is not as good, if the game is not small, or if that cannot be told quickly
        (see :meth:`EveryLine.of`).

    Raises:
        KeyboardInterrupt: if the user interrupts it.
    """
    game = if_solvable(config.game_value)
    lines = None if game is None else EveryLine.of(game, winner.vocabulary)
    if lines is None or not lines.is_perfect(winner):
        return winner
    tries = min(_MOST_TRIED, config.population * config.generations)
    if tries * len(winner) > _TAKES_LONG:
        say(f"Looking for a shorter form of the champion, which has {len(winner)} nodes ...")
    key = key_of(config.seed, SHORTENING)
    jobs = [(part_key(key, number),) for number in range(_SEARCHES)]
    found: list[Individual] = pool.map(_shortened, jobs, shared=(winner, lines, tries))
    return min([winner, *found], key=len)


def _shortened(common: tuple[Individual, EveryLine, int], key: int) -> Individual:
    """The shortest form that one search finds."""
    winner, lines, tries = common
    rng = random.Random(key)
    shortest = present = winner
    for _ in range(tries):
        interruption.check()
        tried = _changed(present, rng)
        most = max(len(present), len(shortest) * _SLACK + _MORE)
        if len(tried) <= most and tried.packed != present.packed and lines.is_perfect(tried):
            present = tried
            if len(present) < len(shortest):
                shortest = present
    return shortest


def _changed(tree: Individual, rng: random.Random) -> Individual:
    """An expression after a small change."""
    vocabulary = tree.vocabulary
    drawn = rng.randrange(10)
    if drawn < _SHRUNK:
        (changed,) = shrink_mutation(tree, rng=rng)
    elif drawn < _SHRUNK + _HOISTED:
        (changed,) = hoist_mutation(tree, rng=rng)
    elif drawn < _SHRUNK + _HOISTED + _NUMBERS:
        (changed,) = constant_mutation(tree, vocabulary=vocabulary, rng=rng)
    elif drawn < _SHRUNK + _HOISTED + _NUMBERS + _VARIED:
        (changed,) = varied_mutation(tree, vocabulary=vocabulary, rng=rng)
    else:
        changed = _with_part_of_itself(tree, rng)
    return changed


def _with_part_of_itself(tree: Individual, rng: random.Random) -> Individual:
    """An expression in which a part replaces another of its type."""
    part = tree.searchSubtree(rng.randrange(len(tree)))
    kind = tree[part.start].ret
    begin = tree.place_of_type(kind, rng.randrange(tree.count_of_type(kind)))
    return tree.grafted(part, tree[tree.searchSubtree(begin)])
