"""What a machine's play is worth, proven by walking over every line of play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from senet_gp.games.board_game import BoardGame, Candidate, Decision, Position
from senet_gp.players.matchbox import MatchboxPlayer

#: Games with more positions than this are not walked over.
MOST_POSITIONS = 20_000


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
        line: the moves of a shortest line that brings the worst result.
    """

    seat: int
    worst: int
    positions: int
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Step:
    """How a position was first reached: from where, and by what move."""

    before: Position
    move: str


def proof(rulebook: Rulebook, player: MatchboxPlayer, seat: int) -> Proof | None:
    """The worst that can happen to a machine, whatever its opponent plays and whatever it draws itself.

    Lines are followed ply by ply, so a line can be as long as the game allows and nothing recurses.

    Returns:
        The proof, or None if more than :data:`MOST_POSITIONS` positions can come up.
    """
    game = rulebook.game
    layers: list[dict[Position, _Step | None]] = [dict.fromkeys(game.starts())]
    seen = {(0, position) for position in layers[0]}
    worst, line = 1, _line(layers, None)
    for ply in range(game.most_plies):
        mover = ply % 2
        following: dict[Position, _Step | None] = {}
        for position in layers[-1]:
            decision = rulebook.decision(mover, position)
            for candidate in _playable(player, decision, own=mover == seat):
                step = _Step(position, game.notation(candidate, mover))
                if candidate.result is None:
                    following.setdefault(rulebook.turned(candidate.position), step)
                    continue
                result = candidate.result if mover == seat else -candidate.result
                if result < worst:
                    worst, line = result, _line(layers, step)
        if not following:
            break
        layers.append(following)
        seen.update((1 - mover, position) for position in following)
        if len(seen) > MOST_POSITIONS:
            return None
    else:
        if worst == 1:  # the game can go on until it is drawn
            worst, line = 0, _line(layers[:-1], next(iter(layers[-1].values())))
    return Proof(seat, worst, len(seen), line)


def _playable(player: MatchboxPlayer, decision: Decision, *, own: bool) -> Sequence[Candidate]:
    """The candidates that whoever is to move may choose."""
    if not own:
        return decision.candidates
    return [decision.candidates[index] for index in player.possible(decision)]


def _line(layers: Sequence[dict[Position, _Step | None]], last: _Step | None) -> tuple[str, ...]:
    """The moves that lead to a step, and the step."""
    moves: list[str] = []
    step = last
    for layer in reversed(layers):
        if step is None:
            break
        moves.append(step.move)
        step = layer[step.before]
    return tuple(reversed(moves))
