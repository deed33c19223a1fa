"""Seeds: given individuals in the first population, as a configuration records them."""

from __future__ import annotations

from collections.abc import Sequence

from primitives import Vocabulary, vocabularies, vocabulary_of
from senet_gp.games.protocol import Game
from senet_gp.players.hand import hand_made_group
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime.errors import FileError, UsageError, shortened
from senet_gp.trees.text import from_lisp, to_lisp

#: The largest number of seeds in a configuration, and of their characters together.
MAX_SEEDS = 1000
MAX_CHARACTERS = 1 << 17


def checked_seeds(
    given: Sequence[str], vocabulary: Vocabulary, *, population: int, size_limit: int
) -> tuple[str, ...]:
    """The seeds of a run, each as :func:`~senet_gp.trees.text.to_lisp` writes it.

    Args:
        given: the seeds.
        vocabulary: the run's vocabulary.
        population: the number of individuals in the population.
        size_limit: the largest number of nodes of a seed; 0 for no limit.

    Raises:
        UsageError: if a seed is not an expression in the vocabulary or is too large, or there are too many.
    """
    if len(given) > population:
        raise UsageError(
            f"population is {population}, but it must be at least {len(given)}, the number of its seeds"
        )
    if len(given) > MAX_SEEDS:
        raise UsageError(f"there are {len(given)} seeds, but there may be at most {MAX_SEEDS}")
    if sum(len(text) for text in given if isinstance(text, str)) > MAX_CHARACTERS:
        raise UsageError(f"the seeds have more than {MAX_CHARACTERS:,} characters in all: leave some out")
    found = []
    for number, text in enumerate(given, 1):
        if not isinstance(text, str):
            raise UsageError(
                f"seed {number} of seed_with is {shortened(repr(text))}, but it must be an expression"
            )
        try:
            found.append(from_lisp(text, vocabulary))
        except UsageError as error:
            raise UsageError(f"seed {number} of seed_with: {error}") from None
    for number, tree in enumerate(found, 1):
        if size_limit and len(tree) > size_limit:
            raise UsageError(
                f"seed {number} has {len(tree)} nodes, but size_limit is {size_limit}: leave it out, "
                "or raise the limit"
            )
    return tuple(map(to_lisp, found))


def seeds_from_players(texts: Sequence[str], game: Game, vocabulary_name: str) -> tuple[str, ...]:
    """The expressions of the players that are a run's seeds, as its configuration records them.

    Args:
        texts: the players, as they are written on the command line. ``hand:S`` stands for all of S1 to S8,
            and in the same way ``hand:`` with another initial stands for all hand-made players with it.
        game: the run's game.
        vocabulary_name: the name of its vocabulary.

    Raises:
        UsageError: if a player is not an expression, or uses primitives that the vocabulary does not have.
        FileError: if a champion file cannot be read, or holds a champion of another game.
    """
    return tuple(
        _seed_from_player(text, game, vocabulary_name)
        for given in texts
        for text in hand_made_group(given, game.name) or (given,)
    )


def _seed_from_player(text: str, game: Game, vocabulary_name: str) -> str:
    shown = shortened(text)
    try:
        player = player_from_text(text, game)
    except UsageError as error:
        raise UsageError(f"--seed-with {shown}: {error}") from None
    except FileError as error:
        raise FileError(f"--seed-with {shown}: {error}") from None
    if not isinstance(player, ExpressionPlayer):
        raise UsageError(
            f"--seed-with {shown}: a seed must be an expression, and this player is not; write hand:NAME, "
            "expr:TEXT, random-tree:N, a run directory or a champion file"
        )
    lisp = to_lisp(player.tree)
    try:
        from_lisp(lisp, vocabulary_of(game, vocabulary_name))
    except UsageError as error:
        used = {node.name for node in player.tree}
        for name, other in vocabularies(game).items():
            if used <= set(other.node_named):
                raise UsageError(
                    f"--seed-with {shown}: it is written in the vocabulary {name}, not in that of the run, "
                    f"{vocabulary_name}: evolve with --vocabulary {name}"
                ) from None
        raise UsageError(f"--seed-with {shown}: {error}") from None
    return lisp
