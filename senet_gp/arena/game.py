"""A game of Senet move by move, between players of any kind.

It is the same game that compiled code plays from the same key: same throws, same choices, same end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from senet_gp.games import senet
from senet_gp.games.senet import Candidate, Position, Rules
from senet_gp.players.player import Player
from senet_gp.streams import Streams, game_streams


@dataclass(frozen=True, slots=True)
class Choice:
    """One group of throws, and what was played with it; a turn may hold several.

    Attributes:
        turn: the number of the turn, from 1 on.
        seat: 0 if the first mover made it, else 1.
        before: the board before it, seen by the player who made it.
        throws: the throws, in rising order.
        options: how many boards there were to choose from.
        played: the chosen one.
    """

    turn: int
    seat: int
    before: Position
    throws: tuple[int, ...]
    options: int
    played: Candidate

    def __str__(self) -> str:
        moves = " ".join(str(move) for move in self.played.moves) or "-"
        throws = "".join(str(throw) for throw in self.throws)
        return f"{self.turn:3} {'xo'[self.seat]} {throws:<4} {self.options:4}  {moves}"


@dataclass(slots=True)
class Game:
    """A game that can be played choice by choice.

    Attributes:
        players: the first mover and the other.
        streams: the game's random streams.
        rules: pieces a side.
        outcome: 1 if the first mover has won, -1 if the other, 0 if the game was stopped undecided, None
            while it goes on.
        turns: how many turns have begun.
    """

    players: tuple[Player, Player]
    streams: Streams
    rules: Rules = field(default_factory=Rules)
    outcome: int | None = None
    turns: int = 0

    def choices(self) -> Iterator[Choice]:
        """Play the game, giving every choice when it has been made."""
        position = Position.start(self.rules.pieces)
        for turn in range(1, senet.TURN_LIMIT + 1):
            self.turns = turn
            seat = (turn - 1) % 2
            for choice in self._turn(turn, seat, position):
                position = choice.played.position
                if position.won:
                    self.outcome = 1 - 2 * seat
                yield choice
            if self.outcome is not None:
                return
            position = position.turned()
        self.outcome = 0

    def _turn(self, turn: int, seat: int, position: Position) -> Iterator[Choice]:
        if position.in_water:
            throw = senet.throw_once(self.streams)
            played = Candidate(senet.rescued(position, throw), (), 0)
            yield Choice(turn, seat, position, (throw,), 1, played)
            return
        again = True
        while again:
            throws, again = senet.throw_group(self.streams)
            candidates = senet.candidates(position, throws)
            chosen = self.players[seat].choose(candidates, self.streams) if len(candidates) > 1 else 0
            played = candidates[chosen]
            yield Choice(turn, seat, position, throws, len(candidates), played)
            position = played.position
            again = again and not (position.won or position.in_water)


def play_game(first: Player, second: Player, key: int, rules: Rules | None = None) -> Game:
    """Play a whole game between two players and return it ended."""
    game = Game((first, second), game_streams(key), rules or Rules())
    for _ in game.choices():
        pass
    return game
