"""Seeds: given individuals in the first population, as a run records them."""

from __future__ import annotations

from collections.abc import Sequence

from primitives import Vocabulary, vocabularies
from senet_gp.games.protocol import Game
from senet_gp.players.hand import hand_made_group
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer, Player
from senet_gp.runtime.errors import FileError, UsageError, shortened
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import from_lisp, to_lisp

#: The largest number of seeds in a configuration, and of their characters together.
MAX_SEEDS = 1000
MAX_CHARACTERS = 1 << 17


def resolved_seeds(
    given: Sequence[str], game: Game, vocabulary: Vocabulary, *, population: int, size_limit: int
) -> tuple[str, ...]:
    """The seeds of a run, each as :func:`~senet_gp.trees.text.to_lisp` writes it, so that they last.

    Args:
        given: the seeds: expressions, or players as they are written on the command line. ``hand:S`` stands
            for all of S1 to S8, and in the same way ``hand:`` with another initial stands for all hand-made
            players with it.
        game: the run's game.
        vocabulary: the run's vocabulary.
        population: the number of individuals in the population.
        size_limit: the largest number of nodes of a seed; 0 for no limit.

    Raises:
        UsageError: if a seed is no expression, uses primitives that the vocabulary does not have, or is too
            large, or there are too many.
        FileError: if a champion file cannot be read, or holds a champion of another game.
    """
    texts = [one for text in given for one in hand_made_group(text, game.name) or (text,)]
    if len(texts) > population:
        raise UsageError(
            f"population is {population}, but it must be at least {len(texts)}, the number of its seeds"
        )
    if len(texts) > MAX_SEEDS:
        raise UsageError(f"there are {len(texts)} seeds, but there may be at most {MAX_SEEDS}")
    found = [_seed(number, text, game, vocabulary) for number, text in enumerate(texts, 1)]
    for number, tree in enumerate(found, 1):
        if size_limit and len(tree) > size_limit:
            raise UsageError(
                f"seed {number} has {len(tree)} nodes, but size_limit is {size_limit}: leave it out, "
                "or raise the limit"
            )
    recorded = tuple(map(to_lisp, found))
    if sum(map(len, recorded)) > MAX_CHARACTERS:
        raise UsageError(f"the seeds have more than {MAX_CHARACTERS:,} characters in all: leave some out")
    return recorded


def _seed(number: int, text: str, game: Game, vocabulary: Vocabulary) -> Individual:
    """The tree of an expression, or of a player; the sentence about a wrong one names it.

    Raises:
        UsageError: if it is neither, or uses primitives that the vocabulary does not have.
        FileError: if the file of a player cannot be read.
    """
    try:
        if text.lstrip().startswith("(") or text in vocabulary.node_named:
            return from_lisp(text, vocabulary)
        return _tree_of(player_from_text(text, game), game, vocabulary)
    except (UsageError, FileError) as error:
        raise type(error)(f"seed {number} of seed_with, {shortened(text)}: {error}") from None


def _tree_of(player: Player, game: Game, vocabulary: Vocabulary) -> Individual:
    """A player's tree in the vocabulary of a run.

    Raises:
        UsageError: if it has none, or one with primitives that this vocabulary does not have.
    """
    if not isinstance(player, ExpressionPlayer):
        raise UsageError(
            "a seed must be an expression, and this player is not; write hand:NAME, expr:TEXT, "
            "random-tree:N, a run directory or a champion file"
        )
    try:
        return from_lisp(to_lisp(player.tree), vocabulary)
    except UsageError:
        used = {node.name for node in player.tree}
        for name, other in vocabularies(game).items():
            if used <= set(other.node_named):
                raise UsageError(
                    f"it is written in the vocabulary {name}, not in that of the run, {vocabulary.name}: "
                    f"evolve with --vocabulary {name}"
                ) from None
        raise
