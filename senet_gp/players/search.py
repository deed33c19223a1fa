"""Players that search: to the end of a small game, or some turns ahead with another player's evaluation."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.dice_choices import replies_to
from senet_gp.engine.dice_search import WON, Search, choices_of
from senet_gp.engine.evaluator import scores_of
from senet_gp.engine.network import turn_chances
from senet_gp.engine.results import Positions
from senet_gp.games.board.game import Afterstate, BoardGame
from senet_gp.games.dice.game import Board, DiceGame, if_dice
from senet_gp.games.dice.rules import GOES_ON, Results
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.small import SmallGame
from senet_gp.games.solving.perfect import PerfectPlay
from senet_gp.players.network import NetworkPlayer, network_game
from senet_gp.players.player import ExpressionPlayer, ScoringPlayer, SurePlayer
from senet_gp.runtime import interruption
from senet_gp.runtime.checks import whole_number
from senet_gp.runtime.errors import UsageError

#: The largest number of turns in a small game: with more, a move would take long.
MAX_TURNS = 9
#: The sign after the number of turns if lines of threats are followed further.
DEEPER = "+"
#: The most turns for which lines of threats are followed, where positions can be repeated without end.
_LONGEST_LINE = 100
#: The players whose evaluation a search can use.
Base = TypeVar("Base", bound=ExpressionPlayer | NetworkPlayer)
#: The largest number of turns in a game with throws; with more, a single move would take hours.
MAX_TURNS_OVER_THROWS = 3


class SearchPlayer(ScoringPlayer, Generic[Base]):
    """Plays the afterstate with the highest value after looking some turns ahead; ties are broken at random.

    All boards are valued from the searching player's view, with the evaluation of ``base``; the other player
    is assumed to choose what is worst for the searching player.

    Attributes:
        turns: the number of turns, including the player's own; with 1 the player plays as ``base`` does.
            Where a turn goes on, each of its throws with the move that follows counts as one.
        base: the player whose evaluation is used.
        deeper: whether lines of threats are followed further.
    """

    def __init__(self, base: Base, turns: int, most_turns: int, *, deeper: bool = False) -> None:
        if not 1 <= turns <= most_turns:
            raise UsageError(f"a search looks 1 to {most_turns} turns ahead here, not {turns}")
        self.turns = turns
        self.base = base
        self.deeper = deeper
        self.name = f"search:{turns}{DEEPER if deeper else ''}:{base.name}"

    def scores(self, decision: Decision) -> list[float]:
        """The value of each afterstate, looking ahead."""
        if self.turns == 1 and not self.deeper:
            return [float(score) for score in self.base.scores(decision)]
        return self._looked_ahead(decision)

    @abstractmethod
    def _looked_ahead(self, decision: Decision) -> list[float]: ...


class BoardSearch(SearchPlayer[ExpressionPlayer]):
    """Minimax with alpha-beta pruning to a fixed depth, in a small game.

    If it looks *deeper*, a forced move does not count as one of its turns: a move that wins at once, or the
    only move after which the opponent cannot win at once. So threats and their answers are followed until
    there is a choice again, and no board is valued on which a player is about to win. Chess programs extend
    their search in the same way if there is a single reply (compare Anantharaman, Campbell and
    Hsu, "Singular extensions: adding selectivity to brute-force searching", Artificial Intelligence 43,
    1990).
    """

    def __init__(self, base: ExpressionPlayer, turns: int, game: BoardGame, *, deeper: bool = False) -> None:
        super().__init__(base, turns, MAX_TURNS, deeper=deeper)
        self._game = game
        self._longest = min(game.most_turns, _LONGEST_LINE)

    def _looked_ahead(self, decision: Decision) -> list[float]:
        afterstates = decision.afterstates
        leaves = self._leaves(afterstates, self.turns, searcher_moves=True)
        # Every afterstate has a window of its own, because ties must be found exactly.
        return [
            self._worth(afterstate, leaf, 1, self.turns - 1, -np.inf, np.inf, searcher_moves=True)
            for afterstate, leaf in zip(afterstates, leaves, strict=True)
        ]

    def _worth(
        self,
        afterstate: Afterstate,
        leaf: float,
        length: int,
        left: int,
        low: float,
        high: float,
        *,
        searcher_moves: bool,
    ) -> float:
        """The value of a move for the searcher.

        Args:
            afterstate: the move.
            leaf: the value of its board without looking further.
            length: how many turns the line has, this one included; a line that is too long is a draw.
            left: how many turns to look further.
            low: the value that the searcher can already secure (alpha).
            high: the value that the opponent can already secure (beta).
            searcher_moves: whether the move is the searcher's.
        """
        if afterstate.result is not None:
            return WON * afterstate.result * (1 if searcher_moves else -1)
        if length == self._longest:
            return 0.0
        if not left and not self.deeper:
            return leaf
        replies: Sequence[Afterstate] = self._game.afterstates(self._game.swapped(afterstate.position))
        if self.deeper:
            replies = self._that_matter(replies)
            left += len(replies) == 1
        if not left:
            return leaf
        return self._best(replies, length + 1, left, low, high, searcher_moves=not searcher_moves)

    def _best(
        self,
        afterstates: Sequence[Afterstate],
        length: int,
        left: int,
        low: float,
        high: float,
        *,
        searcher_moves: bool,
    ) -> float:
        """The value of the best of some moves for the searcher, looking ``left`` turns, this one included.

        It and :meth:`_worth` call each other once per move, so recursion is no deeper than a line is long.
        """
        interruption.check()
        leaves = self._leaves(afterstates, left, searcher_moves=searcher_moves)
        best = -np.inf if searcher_moves else np.inf
        for afterstate, leaf in zip(afterstates, leaves, strict=True):
            value = self._worth(afterstate, leaf, length, left - 1, low, high, searcher_moves=searcher_moves)
            if searcher_moves:
                best, low = max(best, value), max(low, value)
            else:
                best, high = min(best, value), min(high, value)
            if low >= high:
                break
        return best

    def _that_matter(self, afterstates: Sequence[Afterstate]) -> Sequence[Afterstate]:
        """One move that wins at once, else those that do not lose at once, else any one of the moves."""
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
        """The values of boards in the searcher's view, after their own or the other's turn.

        They are needed only if this turn is the last one to look at.
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
        """The same by the plain meanings, if a word has no kernel."""
        seen = [
            self._game.view(afterstate.position, afterstate.start, afterstate.target)
            if searcher_moves
            else self._game.view(self._game.swapped(afterstate.position))
            for afterstate in afterstates
        ]
        return [float(value) for value in self.base.participant.values_on(seen)]


class DiceSearch(SearchPlayer[ExpressionPlayer]):
    """Expectiminimax over all throws of the following turns (see :mod:`senet_gp.engine.dice_search`)."""

    def __init__(self, base: ExpressionPlayer, turns: int, game: DiceGame) -> None:
        super().__init__(base, turns, MAX_TURNS_OVER_THROWS)
        self._game = game
        self._search = Search(base.program, game)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the arguments it was made of: the program it searches with is valid in one process only."""
        return DiceSearch, (self.base, self.turns, self._game)

    def _looked_ahead(self, decision: Decision) -> list[float]:
        boards, results = choices_of(decision, self._game)
        values: list[float] = self._search.after(
            boards, results, self.turns - 1, searcher_moves=True
        ).tolist()
        return values


class DiceNetworkSearch(SearchPlayer[NetworkPlayer]):
    """Looks ahead over all throws with a network's chances of winning.

    The network tells chances for either player, so both are assumed to play what it thinks best for
    themselves. (A score that is no chance can only be taken from the searching player's view.)
    """

    def __init__(self, base: NetworkPlayer, turns: int, game: DiceGame) -> None:
        super().__init__(base, turns, MAX_TURNS_OVER_THROWS)
        self._game = game

    def _looked_ahead(self, decision: Decision) -> list[float]:
        found: list[float] = self._chances(*choices_of(decision, self._game), self.turns - 1).tolist()
        return found

    def _chances(self, boards: Positions, results: Results, turns: int) -> NDArray[np.float64]:
        """The chances after choices, of the player who decides, looking this many turns further.

        Args:
            boards: (choices, 3) int64, as the player who is to move then sees them.
            results: (choices,) int8, what follows each choice.
            turns: how many turns to look further, at least one.
        """
        chances: NDArray[np.float64] = (results + 1) / 2
        on = np.flatnonzero(results >= GOES_ON)
        found = self._chances_to_move(boards[on], turns)
        chances[on] = np.where(results[on] == GOES_ON, 1.0 - found, found)
        return chances

    def _chances_to_move(self, boards: Positions, turns: int) -> NDArray[np.float64]:
        """The mean chances of the player to move over all throws, looking this many turns ahead."""
        if turns == 1:
            return turn_chances(self.base.network, np.ascontiguousarray(boards), self._game)
        return np.array([self._chance_to_move((a, b, c), turns) for a, b, c in boards.tolist()], np.float64)

    def _chance_to_move(self, board: Board, turns: int) -> float:
        interruption.check()
        replies = replies_to(board, self._game)
        found = self._chances(replies.following(self._game), replies.results, turns - 1)
        best = np.maximum.reduceat(found, replies.begins)
        return float(sum(chance * one for chance, one in zip(replies.chances, best, strict=True)))


class PlainSearch(SearchPlayer[ExpressionPlayer]):
    """Expectiminimax over all throws of the following turns: as the compiled searches, but much slower.

    Where a turn goes on, its next throws and the move with them count as one of the turns looked ahead, so
    that a search takes no longer where turns have no end.
    """

    def __init__(self, base: ExpressionPlayer, turns: int, game: Game) -> None:
        super().__init__(base, turns, MAX_TURNS_OVER_THROWS)
        self._rules = game

    def _looked_ahead(self, decision: Decision) -> list[float]:
        places = range(len(decision.afterstates))
        return [self._worth(decision, index, self.turns - 1, searcher_moves=True) for index in places]

    def _worth(self, decision: Decision, index: int, left: int, *, searcher_moves: bool) -> float:
        """The value of an afterstate for the searcher, looking this many turns further, at least one."""
        result = decision.result(index)
        if result is not None:
            return WON * result * (1 if searcher_moves else -1)
        ends = decision.ends_turn(index)
        seat = 1 - decision.seat if ends else decision.seat
        return self._value(decision.following(index), seat, left, searcher_moves=searcher_moves != ends)

    def _value(self, position: Any, seat: int, left: int, *, searcher_moves: bool) -> float:
        """The mean value for the searcher, over all throws, of the best play of the player to move."""
        interruption.check()
        value = 0.0
        best = max if searcher_moves else min
        for throws, chance in self._rules.throw_chances(position).items():
            decision = self._rules.decision(position, seat, throws)
            places = range(len(decision.afterstates))
            if left > 1:
                worth = [self._worth(decision, n, left - 1, searcher_moves=searcher_moves) for n in places]
            else:
                worth = self._leaves(decision, searcher_moves=searcher_moves)
            value += chance * best(worth)
        return value

    def _leaves(self, decision: Decision, *, searcher_moves: bool) -> list[float]:
        """The values of the last boards in the searcher's view, after their own or the other's turn."""
        if searcher_moves:
            values = [float(score) for score in self.base.scores(decision)]
        else:
            game = self._rules
            seen = [game.seen(game.swapped(afterstate.position)) for afterstate in decision.afterstates]
            values = [float(value) for value in self.base.participant.values_on(seen)]
        sign = 1 if searcher_moves else -1
        results = [decision.result(index) for index in range(len(values))]
        return [
            value if result is None else WON * result * sign
            for value, result in zip(values, results, strict=True)
        ]


def search_player(
    base: ExpressionPlayer | NetworkPlayer, turns: int, game: Game, *, deeper: bool = False
) -> SearchPlayer[Any]:
    """The player that looks ahead in a game, in compiled code if it knows the game and all words.

    Args:
        base: the player whose evaluation is used.
        turns: how many turns it looks ahead, its own included.
        game: the game, with its parameters.
        deeper: whether lines of threats are followed further.

    Raises:
        UsageError: if the number of turns is impossible, the game's programs are policies, or the game has no
            search or no deeper search.
    """
    turns = whole_number("turns", turns)
    if game.policy:
        raise UsageError(f"a player of {game.name} names moves, it scores no boards: it cannot look ahead")
    with_throws = network_game(game) if isinstance(base, NetworkPlayer) else if_dice(game)
    if with_throws is not None and deeper:
        raise UsageError(
            f"{game.title} has no threats that must be met, so a search looks no deeper: write "
            f"search:{turns}:PLAYER"
        )
    if isinstance(base, NetworkPlayer):
        return DiceNetworkSearch(base, turns, network_game(game))
    if with_throws is not None and base.participant.has_kernels:
        return DiceSearch(base, turns, with_throws)
    if game.family == "board":
        return BoardSearch(base, turns, cast("BoardGame", game), deeper=deeper)
    if deeper:
        raise UsageError(f"a search in plain Python looks no deeper: write search:{turns}:PLAYER")
    return PlainSearch(base, turns, game)


class MinimaxPlayer(SurePlayer):
    """Rates every move by minimax, win 1, draw 0, loss -1, and plays the first of the best.

    Where positions can be repeated, the best are those that win soonest (see ``PerfectPlay.best``).

    So it always gets at least the result of perfect play; it makes no random draws.

    Attributes:
        game: the game it plays.
    """

    name = "minimax"

    def __init__(self, game: SmallGame) -> None:
        self.game = game
        self._perfect = PerfectPlay(game)

    def scores(self, decision: Decision) -> list[int]:
        """The rating of each afterstate."""
        return self._perfect.ratings(decision.afterstates)

    def chosen(self, decision: Decision) -> int:
        """The index of the first of the best afterstates."""
        return self._perfect.best(decision.position, decision.afterstates)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game alone: the cached results would be large."""
        return MinimaxPlayer, (self.game,)
