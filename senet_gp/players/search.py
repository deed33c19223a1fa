"""Players that look ahead with another player's evaluation."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

import numpy as np

from senet_gp.engine.evaluator import scores_of
from senet_gp.errors import UsageError
from senet_gp.games.board.game import Afterstate, BoardGame
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.small import solvable
from senet_gp.players.player import ExpressionPlayer, ScoringPlayer

#: A small game is looked at to its end; beyond, the work grows without use.
MAX_TURNS = 9
#: The value of a game won, beyond any score; lost is its negative.
WON = float(1 << 40)
#: What follows the number of turns where lines of threats are followed further.
DEEPER = "+"


class SearchPlayer(ScoringPlayer):
    """Plays what is worth most when so many turns are looked at; among equals one is drawn.

    Boards are valued from the searching player's view throughout, with the evaluation of ``base``; the other
    player is taken to choose what is worst for him [decided].

    Attributes:
        turns: how many turns are looked at, one's own included; with 1 the player plays as ``base`` does.
        base: the player whose evaluation is used.
        deeper: whether lines of threats are followed further.
    """

    def __init__(self, base: ExpressionPlayer, turns: int, most_turns: int, *, deeper: bool = False) -> None:
        if not 1 <= turns <= most_turns:
            raise UsageError(f"a search looks 1 to {most_turns} turns ahead here, not {turns}")
        self.turns = turns
        self.base = base
        self.deeper = deeper
        self.name = f"search:{turns}{DEEPER if deeper else ''}:{base.name}"

    def scores(self, decision: Decision) -> list[float]:
        """What each afterstate is worth, looking ahead."""
        if self.turns == 1 and not self.deeper:
            return [float(score) for score in self.base.scores(decision)]
        return self._looked_ahead(decision)

    @abstractmethod
    def _looked_ahead(self, decision: Decision) -> list[float]: ...


class BoardSearch(SearchPlayer):
    """Minimax with alpha-beta, so many moves deep, in a small game.

    If it looks *deeper*, a move does not count as one of its turns where only one matters: it wins at once,
    or it is the only one after which the opponent cannot win at once. So threats and their answers are
    followed until there is a choice again, and no board is valued at which somebody is about to win. Chess
    programs extend their search likewise where there is a single reply (compare Anantharaman, Campbell and
    Hsu, "Singular extensions: adding selectivity to brute-force searching", Artificial Intelligence 43,
    1990).
    """

    def __init__(self, base: ExpressionPlayer, turns: int, game: BoardGame, *, deeper: bool = False) -> None:
        super().__init__(base, turns, MAX_TURNS, deeper=deeper)
        if game.policy:
            raise UsageError(
                f"a player of {game.name} names moves, it scores no boards: it cannot look ahead"
            )
        self._game = game

    def _looked_ahead(self, decision: Decision) -> list[float]:
        afterstates = decision.afterstates
        leaves = self._leaves(afterstates, self.turns, searcher_moves=True)
        # Every afterstate with a window of its own: equal ones are drawn among.
        return [
            self._worth(afterstate, leaf, self.turns - 1, -np.inf, np.inf, searcher_moves=True)
            for afterstate, leaf in zip(afterstates, leaves, strict=True)
        ]

    def _worth(
        self, afterstate: Afterstate, leaf: float, left: int, low: float, high: float, *, searcher_moves: bool
    ) -> float:
        """What a move is worth to the searcher, looking at so many turns behind it.

        Args:
            afterstate: the move.
            leaf: what its board is worth without looking further.
            left: how many turns.
            low: the least that the searcher gets elsewhere.
            high: the most that the opponent lets them have elsewhere.
            searcher_moves: whether the move is the searcher's.
        """
        if afterstate.result is not None:
            return WON * afterstate.result * (1 if searcher_moves else -1)
        if not left and not self.deeper:
            return leaf
        replies: Sequence[Afterstate] = self._game.afterstates(self._game.swapped(afterstate.position))
        if self.deeper:
            replies = self._that_matter(replies)
            left += len(replies) == 1
        return self._best(replies, left, low, high, searcher_moves=not searcher_moves) if left else leaf

    def _best(
        self, afterstates: Sequence[Afterstate], left: int, low: float, high: float, *, searcher_moves: bool
    ) -> float:
        """What the best of some moves is worth to the searcher, looking at so many turns, this one included.

        It and :meth:`_worth` call each other once a move, no more often than a game has moves.
        """
        leaves = self._leaves(afterstates, left, searcher_moves=searcher_moves)
        best = -np.inf if searcher_moves else np.inf
        for afterstate, leaf in zip(afterstates, leaves, strict=True):
            value = self._worth(afterstate, leaf, left - 1, low, high, searcher_moves=searcher_moves)
            if searcher_moves:
                best, low = max(best, value), max(low, value)
            else:
                best, high = min(best, value), min(high, value)
            if low >= high:
                break
        return best

    def _that_matter(self, afterstates: Sequence[Afterstate]) -> Sequence[Afterstate]:
        """One that wins at once, or else those that do not lose at once; any one where all lose."""
        winning = [afterstate for afterstate in afterstates if afterstate.result == 1]
        if winning:
            return winning[:1]
        return [afterstate for afterstate in afterstates if not self._loses(afterstate)] or afterstates[:1]

    def _loses(self, afterstate: Afterstate) -> bool:
        """Whether a move loses at once, or lets the opponent win at once."""
        if afterstate.result is not None:
            return afterstate.result < 0
        replies = self._game.afterstates(self._game.swapped(afterstate.position))
        return any(reply.result == 1 for reply in replies)

    def _leaves(self, afterstates: Sequence[Afterstate], left: int, *, searcher_moves: bool) -> list[float]:
        """The values of boards in the searcher's view: as they left them, or as if they had just come there.

        They are needed, and found, where this turn is the last one that is left to look at.
        """
        if left > 1:
            return [0.0] * len(afterstates)
        if not self.base.participant.has_kernels:
            return self._plain_leaves(afterstates, searcher_moves=searcher_moves)
        columns = []
        for afterstate in afterstates:
            board = afterstate.position if searcher_moves else self._game.swapped(afterstate.position)
            move = afterstate.packed_move if searcher_moves else 0
            columns.append((board.mine, board.theirs, move, board.extra))
        values: list[float] = (
            scores_of(self.base.program, np.array(columns, np.uint32).T).astype(float).tolist()
        )
        return values

    def _plain_leaves(self, afterstates: Sequence[Afterstate], *, searcher_moves: bool) -> list[float]:
        """The same by the plain meanings, where a word has no kernel."""
        seen = [
            self._game.view(afterstate.position, afterstate.start, afterstate.target)
            if searcher_moves
            else self._game.view(self._game.swapped(afterstate.position))
            for afterstate in afterstates
        ]
        return [float(value) for value in self.base.participant.values_on(seen)]


def board_search(base: ExpressionPlayer, turns: int, game: Game, *, deeper: bool = False) -> BoardSearch:
    """The player that looks ahead in a small game.

    Raises:
        UsageError: if it cannot look so far, the game's programs score no boards, or the game is not small.
    """
    return BoardSearch(base, turns, solvable(game, f"a search {turns} turns ahead"), deeper=deeper)
