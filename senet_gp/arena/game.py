"""A game of Senet move by move, between players of any kind.

It is the same game that compiled code plays from the same key: same throws, same choices, same end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from senet_gp import interruption
from senet_gp.games import senet
from senet_gp.games import senet_rules as rules
from senet_gp.games.senet import Candidate, Decision, Position
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

    @property
    def ends_turn(self) -> bool:
        """Whether the turn is over, or its player throws on."""
        after = self.played.position
        ended = self.before.in_water or after.in_water or after.won
        return ended or any(not rules.grants_another(throw) for throw in self.throws)

    @property
    def next_position(self) -> Position:
        """The board seen by the player to move next."""
        after = self.played.position
        return after.turned() if self.ends_turn else after

    def __str__(self) -> str:
        """A line of a game record: turn, mover, throws, number of options, moves."""
        moves = senet.notation(self.before, self.played.moves)
        throws = "".join(str(throw) for throw in self.throws)
        return f"{self.turn:3} {'xo'[self.seat]} {throws:<4} {self.options:4}  {moves}"


@dataclass(slots=True)
class Game:
    """A game that can be played choice by choice, from its start or from any turn of it.

    Attributes:
        players: the first mover and the other.
        streams: the game's random streams.
        outcome: 1 if the first mover has won, -1 if the other, 0 if the game was stopped undecided, None
            while it goes on.
        position: the board, seen by the player to move next.
        turns: how many turns have begun.
        luck: for each of the two, the squares thrown above the mean of the groups of throws made.
    """

    players: tuple[Player, Player]
    streams: Streams
    position: Position = field(default_factory=Position.start)
    turns: int = 0
    outcome: int | None = None
    luck: list[float] = field(default_factory=lambda: [0.0, 0.0])

    def choices(self) -> Iterator[Choice]:
        """Play the game, giving every choice when it has been made.

        Raises:
            KeyboardInterrupt: if the person has asked for it; it is heard between turns.
        """
        while self.turns < senet.TURN_LIMIT:
            interruption.check()
            self.turns += 1
            seat = (self.turns - 1) % 2
            turn_goes_on = True
            while turn_goes_on:
                choice = self._in_water(seat) if self.position.in_water else self._choice(seat)
                turn_goes_on = not choice.ends_turn
                self.position = choice.next_position
                if choice.played.position.won:
                    self.outcome = 1 - 2 * seat
                yield choice
            if self.outcome is not None:
                return
        self.outcome = 0

    def _in_water(self, seat: int) -> Choice:
        throw = senet.throw_once(self.streams, seat)
        played = Candidate(senet.rescued(self.position, throw), (), 0)
        return Choice(self.turns, seat, self.position, (throw,), 1, played)

    def _choice(self, seat: int) -> Choice:
        throws, goes_on = senet.throw_group(self.streams, seat)
        self.luck[seat] += sum(throws) - rules.MEAN_PIPS
        candidates = senet.candidates(self.position, throws)
        chosen = 0
        if len(candidates) > 1:
            decision = Decision(self.position, throws, goes_on, candidates)
            chosen = self.players[seat].choose(decision, self.streams)
        return Choice(self.turns, seat, self.position, throws, len(candidates), candidates[chosen])


def play_game(first: Player, second: Player, key: int, pieces: int = senet.MOST_PIECES) -> Game:
    """Play a whole game between two players and return it ended."""
    game = Game((first, second), game_streams(key), Position.start(pieces))
    for _ in game.choices():
        pass
    return game
