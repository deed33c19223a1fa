"""What a machine's play is worth, proven by walking over every line of play."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from senet_gp.games.board_game import BoardGame, Candidate, Decision, Position
from senet_gp.players.matchbox import MatchboxPlayer

#: Games with more positions than this are not walked over, which would take seconds.
MOST_POSITIONS = 10_000


class Rulebook:
    """A game whose moves are kept in mind: lessons come to the same positions again and again.

    Attributes:
        game: the game.
    """

    def __init__(self, game: BoardGame) -> None:
        self.game = game
        self._candidates = lru_cache(1 << 15)(game.candidates)
        self.turned = lru_cache(1 << 15)(game.turned)

    def decision(self, seat: int, position: Position) -> Decision:
        """What the player of a seat is asked in a position."""
        return Decision(self.game, seat, position, self._candidates(position))


@dataclass(frozen=True, slots=True)
class Proof:
    """The result of a walk over every line that both sides can choose.

    Attributes:
        seat: the machine's seat.
        worst: the machine's worst result: 1 it always wins, 0 it never loses, -1 it can lose.
        positions: how many positions with a player to move were seen.
        line: the moves of a shortest line that brings the worst result, none if that is to win; of a game
            drawn for its length only the beginning.
    """

    seat: int
    worst: int
    positions: int
    line: tuple[str, ...]


def proof(rulebook: Rulebook, player: MatchboxPlayer, seat: int) -> Proof | None:
    """The worst that can happen to a machine, whatever its opponent plays and whatever it draws itself.

    Returns:
        The proof, or None if more than :data:`MOST_POSITIONS` positions can come up.
    """
    return _Walk(rulebook, player, seat).proof()


#: A seat to move, and the board as its player sees it.
_State = tuple[int, Position]


class _Walk:
    """A walk over all lines together, ply by ply: nothing recurses, and no line is longer than a game."""

    def __init__(self, rulebook: Rulebook, player: MatchboxPlayer, seat: int) -> None:
        self._rulebook = rulebook
        self._player = player
        self._seat = seat
        self._worst = 1
        self._line: tuple[str, ...] = ()
        #: The states that can follow each state, and for each the state and the move it was first met by.
        self._following: dict[_State, list[_State]] = {}
        self._met_by: dict[_State, tuple[_State, Candidate]] = {}

    def proof(self) -> Proof | None:
        game = self._rulebook.game
        layer = [(0, position) for position in game.starts()]
        for _ in range(game.most_plies):
            for state in layer:
                if state not in self._following:
                    self._following[state] = self._expanded(state)
                if len(self._following) > MOST_POSITIONS:
                    return None
            layer = list(dict.fromkeys(after for state in layer for after in self._following[state]))
            # Where lines return to known states, all that is left to find is how long they can go on.
            if self._worst < 1 and all(state in self._following for state in layer):
                break
        else:
            if layer and self._worst == 1:
                self._note(0, *self._met_by[layer[0]])
        return Proof(self._seat, self._worst, len(self._following), self._line)

    def _expanded(self, state: _State) -> list[_State]:
        """The states that can follow a state; results of games that end there are noted."""
        mover, position = state
        decision = self._rulebook.decision(mover, position)
        own = mover == self._seat
        indices = self._player.possible(decision) if own else range(len(decision.candidates))
        following = []
        for index in indices:
            candidate = decision.candidates[index]
            if candidate.result is None:
                after = (1 - mover, self._rulebook.turned(candidate.position))
                self._met_by.setdefault(after, (state, candidate))
                following.append(after)
            else:
                self._note(candidate.result if own else -candidate.result, state, candidate)
        return following

    def _note(self, result: int, state: _State, last: Candidate) -> None:
        """Keep the result of a line, and the line, if none was worse before."""
        if result >= self._worst:
            return
        self._worst = result
        starts = {(0, position) for position in self._rulebook.game.starts()}
        moves = [(state, last)]
        while moves[-1][0] not in starts:
            moves.append(self._met_by[moves[-1][0]])
        notation = self._rulebook.game.notation
        self._line = tuple(notation(candidate, mover) for (mover, _), candidate in reversed(moves))
