"""What a player cares for, in one sentence: the beginning of its explanation."""

from __future__ import annotations

from collections.abc import Iterable

from senet_gp.arena.pool import Pool, SerialPool
from senet_gp.explanation.influence import Influences
from senet_gp.explanation.reads import Read, reads_of
from senet_gp.explanation.sampled_decisions import Effort, Pairing, sampled_decisions_of
from senet_gp.explanation.subtrees import Subtrees
from senet_gp.games.protocol import Game
from senet_gp.players.player import ExpressionPlayer
from senet_gp.seed_domains import SeedDomain
from senet_gp.streams import key_of
from senet_gp.trees.individual import Individual

#: At most so many questions are named after the first.
_FURTHER = 2
#: A run does not wait long for one sentence: percentages of 1,500 decisions are within 3 points.
_EFFORT = Effort(games=8, enough=1500)


def gist(player: ExpressionPlayer, game: Game, *, pool: Pool | None = None) -> str:
    """A sentence that names the questions about the board that change most of a player's choices.

    The decisions are the first of those of :func:`~senet_gp.explanation.explain.explain` with seed 1.

    Args:
        player: the player.
        game: the game, with its parameters.
        pool: where these games are played; by default in this process.

    Raises:
        SenetGpError: if the player never has a choice.
        KeyboardInterrupt: if the user interrupts it.
    """
    tree = Individual(player.tree, player.vocabulary)
    key = key_of(key_of(1, SeedDomain.EXPLANATION), 0)
    sampled = sampled_decisions_of(Pairing.of(player, game), key, pool or SerialPool(), _EFFORT)
    return gist_of(reads_of(Influences(tree, Subtrees.of(tree, player.vocabulary), sampled)))


def gist_of(reads: Iterable[Read]) -> str:
    """The sentence of :func:`gist` about the questions of an explanation, the most influential first."""
    reads = [read for read in reads if read.influence.changed > 0]
    if not reads:
        return "No single question about the board changes its choices."
    first, *others = reads
    changed = f"{first.influence.changed:.0%} of its choices would be others without it"
    then = " and ".join(f"{read.text} ({read.influence.changed:.0%})" for read in others[:_FURTHER])
    return f"It cares most for {_told(first)}: {changed}{'; then for ' if then else ''}{then}."


def _told(read: Read) -> str:
    """A question, with the first part of its meaning."""
    meaning = read.meaning.partition(";")[0].rstrip(".")
    return f"{read.text} ({meaning[:1].lower()}{meaning[1:]})"
