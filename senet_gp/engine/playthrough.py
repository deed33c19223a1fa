"""A game move by move, between players of any kind.

It is the same game that compiled code plays from the same key: same throws, same choices, same end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from senet_gp import interruption
from senet_gp.engine.participants import Chooser
from senet_gp.games.protocol import Decision, Game
from senet_gp.streams import CHOICES, Streams, below, game_streams

Who = TypeVar("Who", bound=Chooser)


def throws_text(throws: Iterable[int]) -> str:
    """Throws in one word, a digit each; those above 9 stand in parentheses: ``12``, ``(12)``, ``3(10)``."""
    return "".join(str(throw) if throw <= 9 else f"({throw})" for throw in throws)


@dataclass(frozen=True, slots=True)
class Choice:
    """One decision, and what was played; a turn may hold several.

    Attributes:
        turn: the number of the turn, from 1 on.
        decision: what could be played.
        index: which of the afterstates was.
    """

    turn: int
    decision: Decision
    index: int

    @property
    def seat(self) -> int:
        """0 if the first mover made it, else 1."""
        return self.decision.seat

    @property
    def before(self) -> Any:
        """The board before it, seen by the player who made it."""
        return self.decision.position

    @property
    def played(self) -> Any:
        """The afterstate that was played."""
        return self.decision.afterstates[self.index]

    @property
    def result(self) -> int | None:
        """How it ended the game for the player who made it: 1 won, -1 lost, 0 drawn; None if it goes on."""
        return self.decision.result(self.index)

    @property
    def ends_turn(self) -> bool:
        """Whether the turn is over, or its player goes on."""
        return self.decision.ends_turn(self.index)

    @property
    def next_position(self) -> Any:
        """The board seen by the player to move next."""
        return self.decision.following(self.index)

    def __str__(self) -> str:
        """A line of a game record: turn, mover, throws, number of options, moves."""
        throws = throws_text(self.decision.throws)
        options = len(self.decision.afterstates)
        moves = self.decision.notation(self.index)
        return f"{self.turn:3} {'xo'[self.seat]} {throws:<4} {options:4}  {moves}"


def draw_start(game: Game, streams: Streams) -> Any:
    """The board that a game with these streams starts from."""
    starts = game.starts()
    return starts[below(streams, CHOICES, len(starts)) if len(starts) > 1 else 0]


@runtime_checkable
class Resigning(Protocol):
    """A player who may give a game up instead of moving."""

    def gives_up(self, decision: Decision) -> bool:
        """Whether the player resigns here."""


@dataclass(slots=True)
class Playthrough(Generic[Who]):
    """A game that can be played choice by choice, from its start or from any turn of it.

    Attributes:
        players: the first mover and the other.
        streams: the game's random streams.
        game: what is played.
        position: the board, seen by the player to move next.
        turns: how many turns have begun.
        outcome: 1 if the first mover has won, -1 if the other, 0 if nobody, None while the game goes on.
        luck: for each of the two, how much better he threw than average; in Senet, in squares.
        self_loss: whether the game was lost by its last move itself: in Pursuit, by repeating one's move.
        resigned: whether the player to move has given the game up, and so lost it.
    """

    players: tuple[Who, Who]
    streams: Streams
    game: Game
    position: Any
    turns: int = 0
    outcome: int | None = None
    luck: list[float] = field(default_factory=lambda: [0.0, 0.0])
    self_loss: bool = False
    resigned: bool = False

    def choices(self) -> Iterator[Choice]:
        """Play the game, giving every choice when it has been made.

        Raises:
            KeyboardInterrupt: if the person has asked for it; it is heard between turns.
        """
        while self.turns < self.game.most_turns:
            interruption.check()
            self.turns += 1
            seat = (self.turns - 1) % 2
            turn_goes_on = True
            while turn_goes_on:
                choice = self._choice(seat)
                if choice is None:
                    self.outcome, self.resigned = 2 * seat - 1, True
                    return
                turn_goes_on = not choice.ends_turn
                self.position = choice.next_position
                if choice.result is not None:
                    self.outcome = choice.result * (1 - 2 * seat)
                    self.self_loss = choice.result == -1
                yield choice
            if self.outcome is not None:
                return
        self.outcome = 0

    def _choice(self, seat: int) -> Choice | None:
        """What the player to move plays; None if they resign."""
        player = self.players[seat]
        decision = self.game.next_decision(self.position, seat, self.streams)
        if isinstance(player, Resigning) and player.gives_up(decision):
            return None
        self.luck[seat] += decision.luck
        asked = len(decision.afterstates) > 1
        return Choice(self.turns, decision, player.choose(decision, self.streams) if asked else 0)


def play_game(first: Who, second: Who, key: int, game: Game, start: Any = None) -> Playthrough[Who]:
    """Play a whole game between two players and return it ended; ``start`` stands for the usual one."""
    streams = game_streams(key)
    playthrough = Playthrough(
        (first, second), streams, game, draw_start(game, streams) if start is None else start
    )
    for _ in watched(playthrough):
        pass
    return playthrough


@runtime_checkable
class Watcher(Protocol):
    """A player who wants to see what is played: a person."""

    def watch(self, turn: int, decision: Decision, index: int, name: str) -> None:
        """See what the player of this name has played."""


def watched(playthrough: Playthrough[Any]) -> Iterator[Choice]:
    """Play a game, giving every choice, and then showing it to those of both players who want to see it.

    Whoever keeps what is given has it even if it cannot be shown, because the terminal is gone.
    """
    watchers = [player for player in playthrough.players if isinstance(player, Watcher)]
    for choice in playthrough.choices():
        yield choice
        for watcher in watchers:
            watcher.watch(choice.turn, choice.decision, choice.index, playthrough.players[choice.seat].name)
