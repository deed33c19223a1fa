"""Players that look ahead with another player's evaluation."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

import numpy as np

from senet_gp.engine.evaluator import scores_of
from senet_gp.engine.senet_search import WON, Search
from senet_gp.errors import UsageError
from senet_gp.games.board_game import BoardGame, Candidate, Position
from senet_gp.games.rules import Decision, Rules
from senet_gp.players.player import ExpressionPlayer, ScoringPlayer

#: Beyond, a single move of Senet would take hours.
MOST_SENET_TURNS = 3
#: A small game is looked at to its end; beyond, the work grows without use.
MOST_TURNS = 9


class SearchPlayer(ScoringPlayer):
    """Plays what is worth most when so many turns are looked at; among equals one is drawn.

    Boards are valued from the searching player's view throughout, with the evaluation of ``base``; the other
    player is taken to choose what is worst for him [decided].

    Attributes:
        turns: how many turns are looked at, one's own included; with 1 the player plays as ``base`` does.
        base: the player whose evaluation is used.
    """

    def __init__(self, base: ExpressionPlayer, turns: int, most_turns: int) -> None:
        if not 1 <= turns <= most_turns:
            raise UsageError(f"a search looks at 1 to {most_turns} turns here, not {turns}")
        self.turns = turns
        self.base = base
        self.name = f"search:{turns}:{base.name}"

    def scores(self, decision: Decision) -> list[float]:
        """What each candidate is worth, looking ahead."""
        if self.turns == 1:
            return [float(score) for score in self.base.scores(decision)]
        return self._looked_ahead(decision)

    @abstractmethod
    def _looked_ahead(self, decision: Decision) -> list[float]: ...


class SenetSearch(SearchPlayer):
    """Expectiminimax, over all throws of the turns that follow (see :mod:`senet_gp.engine.senet_search`)."""

    def __init__(self, base: ExpressionPlayer, turns: int) -> None:
        super().__init__(base, turns, MOST_SENET_TURNS)
        self._search = Search(base.program)

    def _looked_ahead(self, decision: Decision) -> list[float]:
        return [
            WON if candidate.position.won else self._search.value(candidate.position.turned(), self.turns - 1)
            for candidate in decision.candidates
        ]


class BoardSearch(SearchPlayer):
    """Minimax with alpha-beta, so many moves deep, in a small game."""

    def __init__(self, base: ExpressionPlayer, turns: int, game: BoardGame) -> None:
        super().__init__(base, turns, MOST_TURNS)
        if game.policy:
            raise UsageError(
                f"a player of {game.name} names moves, it scores no boards: it cannot look ahead"
            )
        self._game = game

    def _looked_ahead(self, decision: Decision) -> list[float]:
        scores = []
        for index in range(len(decision.candidates)):
            result = decision.result(index)
            following = decision.following(index)
            # Every candidate with a window of its own: equal ones are drawn among.
            value = WON * result if result is not None else self._value(following, 1, -np.inf, np.inf)
            scores.append(value)
        return scores

    def _value(self, position: Position, depth: int, low: float, high: float) -> float:
        """What the position is worth to the searcher, ``depth`` moves after the decision.

        It calls itself once a move, at most :data:`MOST_TURNS` deep.
        """
        searcher_moves = depth % 2 == 0
        candidates = self._game.candidates(position)
        at_leaves = depth == self.turns - 1
        leaves = self._leaves(candidates, searcher_moves=searcher_moves) if at_leaves else []
        best = -np.inf if searcher_moves else np.inf
        for index, candidate in enumerate(candidates):
            if candidate.result is not None:
                value = WON * candidate.result * (1 if searcher_moves else -1)
            elif at_leaves:
                value = leaves[index]
            else:
                value = self._value(self._game.turned(candidate.position), depth + 1, low, high)
            if searcher_moves:
                best, low = max(best, value), max(low, value)
            else:
                best, high = min(best, value), min(high, value)
            if low >= high:
                break
        return best

    def _leaves(self, candidates: Sequence[Candidate], *, searcher_moves: bool) -> list[float]:
        """The values of boards in the searcher's view: as he left them, or as if he had just come there."""
        columns = []
        for candidate in candidates:
            board = candidate.position if searcher_moves else self._game.turned(candidate.position)
            move = candidate.packed_move if searcher_moves else 0
            columns.append((board.mine, board.theirs, move, board.extra))
        values: list[float] = (
            scores_of(self.base.program, np.array(columns, np.uint32).T).astype(float).tolist()
        )
        return values


def search_player(base: ExpressionPlayer, turns: int, rules: Rules) -> SearchPlayer:
    """The player that looks ahead in a game.

    Raises:
        UsageError: if it cannot look so far, or the game's programs score no boards.
    """
    return BoardSearch(base, turns, rules) if isinstance(rules, BoardGame) else SenetSearch(base, turns)
