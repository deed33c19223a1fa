"""Why a player prefers one afterstate to another: the terms of its expression on both."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from senet_gp.engine.participants import Source
from senet_gp.engine.scored_boards import scored_boards, scored_plainly, values_of
from senet_gp.explanation.subtrees import Subtrees
from senet_gp.explanation.terms import Term, Terms
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.view import Board
from senet_gp.players.player import ExpressionPlayer
from senet_gp.trees.individual import Individual


class TermOfTwo(NamedTuple):
    """A term of an expression, and its contribution to the scores of two afterstates.

    Attributes:
        infix: the term.
        own: its contribution to one score.
        rival: its contribution to the other.
        term: the term, for further questions.
    """

    infix: str
    own: int
    rival: int
    term: Term

    @property
    def difference(self) -> int:
        """How much more it gives the first."""
        return self.own - self.rival


class Comparison(NamedTuple):
    """The scores of two afterstates, and the terms that make the difference, the largest first."""

    own: int
    rival: int
    terms: tuple[TermOfTwo, ...]


def compared(
    player: ExpressionPlayer, game: Game, decision: Decision, index: int, rival: int
) -> Comparison | None:
    """Compare two afterstates as an expression sees them.

    >>> from senet_gp.games.registry import game_of
    >>> from senet_gp.players.parsing import player_from_text
    >>> game = game_of("senet")
    >>> race = player_from_text("expr:(sub their_distance (mul 2 my_distance))", game)
    >>> decision = game.decision(game.starts()[0], 0, (1, 2))
    >>> [(term.infix, term.difference) for term in compared(race, game, decision, 0, 1).terms]
    [('their_distance', 2)]

    Args:
        player: the player with the expression.
        game: the game.
        decision: the decision.
        index: the index of one afterstate.
        rival: the index of the other.

    Returns:
        The comparison; None if the expression is a policy, which scores no afterstates.
    """
    if decision.policy:
        return None
    boards = scored_boards(decision, plainly=scored_plainly(game, player.vocabulary))
    tree = Individual(player.tree, player.vocabulary)
    scores = values_of(player.participant, boards)
    found = []
    for term in Terms.of(tree, Subtrees.of(tree, player.vocabulary), boards).all:
        values = term.values(boards)
        found.append(TermOfTwo(term.infix, int(values[index]), int(values[rival]), term))
    differing = sorted((term for term in found if term.difference), key=lambda term: -abs(term.difference))
    return Comparison(int(scores[index]), int(scores[rival]), tuple(differing))


def squares_read(term: Term, game: Game, decision: Decision, index: int) -> list[int]:
    """The squares whose pieces a term reads: without the piece on one of them, its value would be another.

    >>> from senet_gp.games.registry import game_of
    >>> from senet_gp.players.parsing import player_from_text
    >>> game = game_of("senet")
    >>> race = player_from_text("expr:(sub their_distance (mul 2 my_distance))", game)
    >>> decision = game.decision(game.starts()[0], 0, (1, 2))
    >>> (term,) = compared(race, game, decision, 0, 1).terms
    >>> term.infix, squares_read(term.term, game, decision, 0)
    ('their_distance', [1, 2, 3, 7, 9, 11, 13])

    Args:
        term: the term.
        game: the game.
        decision: the decision.
        index: the index of the afterstate.

    Returns:
        The squares of the drawn board, in rising order; none in games whose words do not see a
        :class:`~senet_gp.games.view.Board`.
    """
    seen = decision.view(index)
    if not isinstance(seen, Board):
        return []
    squares = sorted(seen.mine | seen.theirs)
    boards = [replace(seen, mine=seen.mine - {square}, theirs=seen.theirs - {square}) for square in squares]
    source = Source(term.codes.tobytes(), term.vocabulary)
    value, *others = source.values_on([seen, *boards])
    read = [square for square, other in zip(squares, others, strict=True) if other != value]
    # Where each player sees a board of their own, the game knows the squares of the one that is drawn.
    on_table = getattr(game, "on_table", None)
    return sorted(on_table(square, decision.seat) for square in read) if on_table else read
