"""Games and duels played choice by choice, in plain Python: any game, and players of any kind.

From the same keys compiled code plays the same games: same throws, same choices, same results.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

import numpy as np

from senet_gp.engine.participants import Chooser
from senet_gp.engine.results import (
    DuelResults,
    GameResults,
    Pairings,
    drawn_by_lot,
    first_begins,
    goes_on,
    one_of,
    open_duel_streams,
    put,
)
from senet_gp.games.dice.rules import MOST_IN_A_TURN
from senet_gp.games.protocol import Decision, Game
from senet_gp.runtime import interruption
from senet_gp.runtime.checks import whole_number
from senet_gp.runtime.compiled import uint64
from senet_gp.runtime.errors import brief
from senet_gp.runtime.registries import Displayed
from senet_gp.runtime.streams import STREAMS, Streams, game_streams, part_key

Who = TypeVar("Who", bound=Chooser)
_THROW = re.compile(r"[0-9]|\([1-9][0-9]{1,8}\)")
#: At most this many throws are read.
THROWS = re.compile(rf"(?:{_THROW.pattern}){{0,20}}")


def throws_text(throws: Iterable[int]) -> str:
    """Throws as one word, one digit per throw; throws above 9 are in parentheses.

    >>> throws_text([1, 2]), throws_text([3, 10])
    ('12', '3(10)')
    """
    return "".join(str(throw) if throw <= 9 else f"({throw})" for throw in throws)


def throws_from(text: str) -> tuple[int, ...] | None:
    """The throws of a text that :func:`throws_text` has made; None if it is not one.

    >>> throws_from("3(10)"), throws_from("3-"), throws_from("")
    ((3, 10), None, ())
    """
    if not THROWS.fullmatch(text):
        return None
    return tuple(int(throw.strip("()")) for throw in _THROW.findall(text))


@dataclass(frozen=True, slots=True)
class Choice(Displayed):
    """A decision and the choice made; a turn may consist of several.

    Attributes:
        turn: the number of the turn, from 1 on.
        decision: the decision.
        index: the index of the afterstate that was chosen.
    """

    turn: int
    decision: Decision
    index: int

    def __repr__(self) -> str:
        return brief(self, " ".join(str(self).split()))

    @property
    def seat(self) -> int:
        """0 if the first mover made it, else 1."""
        return self.decision.seat

    @property
    def before(self) -> Any:
        """The position before the choice, as the player who made it sees it."""
        return self.decision.position

    @property
    def played(self) -> Any:
        """The chosen afterstate."""
        return self.decision.afterstates[self.index]

    @property
    def result(self) -> int | None:
        """The result of the game for the player who chose: 1 won, -1 lost, 0 drawn; None if it goes on."""
        return self.decision.result(self.index)

    @property
    def ends_turn(self) -> bool:
        """Whether the turn is over; otherwise the same player goes on."""
        return self.decision.ends_turn(self.index)

    @property
    def next_position(self) -> Any:
        """The position as the player to move next sees it."""
        return self.decision.following(self.index)

    def __str__(self) -> str:
        """A line of a game record: turn, mover, throws, number of options, moves."""
        throws = throws_text(self.decision.throws)
        options = len(self.decision.afterstates)
        moves = self.decision.notation(self.index)
        return f"{self.turn:3} {'xo'[self.seat]} {throws:<4} {options:4}  {moves}"


def draw_start(game: Game, streams: Streams) -> Any:
    """Draw the position that a game with these streams starts from."""
    starts = game.starts()
    return starts[one_of(len(starts), streams)]


@runtime_checkable
class Resigning(Protocol):
    """A player that may resign instead of moving."""

    def gives_up(self, decision: Decision) -> bool:
        """Whether the player resigns at this decision."""


@dataclass(slots=True)
class Playthrough(Generic[Who]):
    """A game that is played choice by choice, from its start or from any position.

    >>> from senet_gp.games.registry import game_of
    >>> from senet_gp.players.player import RandomPlayer
    >>> from senet_gp.runtime.streams import game_streams
    >>> game = game_of("trilobite")
    >>> players = RandomPlayer(), RandomPlayer()
    >>> playthrough = Playthrough(players, game_streams(1), game, game.starts()[0])
    >>> choices = list(playthrough.choices())
    >>> len(choices) == playthrough.turns, playthrough.outcome in (-1, 0, 1)
    (True, True)

    Attributes:
        players: the first mover and the other player.
        streams: the game's random streams.
        game: the game, with its parameters.
        position: the position as the player to move next sees it.
        turns: how many turns have begun.
        outcome: 1 if the first mover has won, -1 if the other has, 0 for a draw, None until the game ends.
        luck: for each player, how much better they threw than average; in Senet, in squares.
        self_loss: whether the last move itself lost the game: in Pursuit, by repeating a move.
        resigned: whether the player to move has resigned, and so lost the game.
        throws: the next throws, if they are given and not drawn from the streams.
    """

    players: tuple[Who, Who]
    streams: Streams
    game: Game
    position: Any
    turns: int = 0
    outcome: int | None = field(default=None, init=False)
    luck: list[float] = field(default_factory=lambda: [0.0, 0.0])
    self_loss: bool = False
    resigned: bool = False
    throws: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        self.turns = whole_number("turns", self.turns, 0)

    def choices(self) -> Iterator[Choice]:
        """Play the game and yield every choice after it is made.

        Raises:
            KeyboardInterrupt: if the user has interrupted the program; this is checked between turns.
        """
        while self.turns < self.game.most_turns:
            interruption.check()
            self.turns += 1
            seat = (self.turns - 1) % 2
            for _ in range(MOST_IN_A_TURN):
                choice = self._choice(seat)
                if choice is None:
                    self.outcome, self.resigned = 2 * seat - 1, True
                    return
                self.position = choice.next_position
                if choice.result is not None:
                    self.outcome = choice.result * (1 - 2 * seat)
                    self.self_loss = choice.result == -1
                yield choice
                if choice.ends_turn:
                    break
            else:  # the turn never ends
                break
            if self.outcome is not None:
                return
        self.outcome = 0

    def _choice(self, seat: int) -> Choice | None:
        """The choice of the player to move; None if they resign."""
        player = self.players[seat]
        if self.throws is None:
            decision = self.game.next_decision(self.position, seat, self.streams)
        else:
            decision, self.throws = self.game.decision(self.position, seat, self.throws), None
        if isinstance(player, Resigning) and player.gives_up(decision):
            return None
        self.luck[seat] += decision.luck
        last = len(decision.afterstates) - 1
        chosen = player.choose(decision, self.streams) if last else 0
        return Choice(self.turns, decision, whole_number("the choice of a player", chosen, 0, last))


def choices_of_game(players: tuple[Who, Who], game: Game, streams: Streams) -> Iterator[Choice]:
    """Play a game from a start that is drawn, and yield the choices between at least two afterstates.

    Args:
        players: the first mover and the other player.
        game: the game, with its parameters.
        streams: the game's random streams.

    Raises:
        KeyboardInterrupt: if the user has interrupted the program; this is checked between turns.
    """
    for choice in Playthrough(players, streams, game, draw_start(game, streams)).choices():
        if len(choice.decision.afterstates) > 1:
            yield choice


def play_game(first: Who, second: Who, key: int, game: Game, start: Any = None) -> Playthrough[Who]:
    """Play a whole game between two players and return it.

    >>> from senet_gp.games.registry import game_of
    >>> from senet_gp.players.parsing import player_from_text
    >>> perfect, chance = (player_from_text(text, "tictactoe") for text in ("minimax", "random"))
    >>> play_game(perfect, chance, 7, game_of("tictactoe")).outcome >= 0
    True

    Args:
        first: the player that moves first.
        second: the other player.
        key: the key of the game's random streams.
        game: the game, with its parameters.
        start: the position to start from, as the first mover sees it; by default one of the game's own.
    """
    streams = game_streams(key)
    playthrough = Playthrough(
        (first, second), streams, game, draw_start(game, streams) if start is None else start
    )
    for _ in watched(playthrough):
        pass
    return playthrough


@runtime_checkable
class Watcher(Protocol):
    """A player that is shown every choice: a person."""

    def watch(self, turn: int, decision: Decision, index: int, name: str) -> None:
        """Show the choice of the player of this name."""


@runtime_checkable
class Announcer(Protocol):
    """Announces games to a person who plays several: the player who is this person, or who tells them."""

    def game_begins(self, playthrough: Playthrough[Any]) -> None:
        """Say which game begins."""

    def game_ends(self, playthrough: Playthrough[Any]) -> None:
        """Say how it has ended."""


def watched(playthrough: Playthrough[Any]) -> Iterator[Choice]:
    """Play a game, yield every choice, and then show it to the players that watch.

    A choice is yielded before it is shown, so a caller that records choices has it even if the terminal is
    gone. Two people sit at one terminal, so everything is shown to one of them: a choice to who made it.
    """
    players = playthrough.players
    watchers = [player for player in players if isinstance(player, Watcher)][:1]
    announcers = [player for player in players if isinstance(player, Announcer)][:1]
    for player in announcers:
        player.game_begins(playthrough)
    for choice in playthrough.choices():
        yield choice
        who = players[choice.seat]
        for watcher in [who] if isinstance(who, Watcher) else watchers:
            watcher.watch(choice.turn, choice.decision, choice.index, who.name)
    for player in announcers:
        player.game_ends(playthrough)


class DuelHost(Protocol[Who]):
    """Tells a person in a duel what happens."""

    def game_begins(self, playthrough: Playthrough[Who], number: int, points: tuple[float, float]) -> None:
        """A game of the duel begins.

        Args:
            playthrough: the game.
            number: its number in the duel, from 1 on.
            points: the points so far, those of the first mover first.
        """

    def game_ends(self, playthrough: Playthrough[Who], by_lot: Who | None) -> None:
        """A game of the duel has ended; ``by_lot`` is its winner if it was decided by lot."""

    def duel_ends(self, winner: Who, loser: Who, *, by_lot: bool) -> None:
        """The duel has ended, by lot if it was still equal after all games."""


class DuelResult(NamedTuple):
    """How a duel ended; the fields are those of :class:`~senet_gp.engine.results.DuelResults`."""

    second_won: bool
    games: int
    turns: int
    self_losses: int


def play_duel(
    first: Who, second: Who, key: int, games: int, game: Game, host: DuelHost[Who] | None = None
) -> DuelResult:
    """Play a duel, the best of several games, choice by choice.

    The rules of a duel are those of :func:`senet_gp.engine.play.play_duels`.

    >>> from senet_gp.games.registry import game_of
    >>> from senet_gp.players.player import RandomPlayer
    >>> play_duel(RandomPlayer(), RandomPlayer(), 1, 3, game_of("hexapawn")).games in (2, 3, 4, 5)
    True

    Args:
        first: one player, who moves first in the first game.
        second: the other.
        key: the key from which the keys of the games are derived.
        games: the largest number of games, not counting the deciding pair.
        game: the game, with its parameters.
        host: is told about every game; None if there is no host.
    """
    duel_streams = np.zeros(STREAMS, np.uint64)
    open_duel_streams(uint64(key), duel_streams)
    lead = played = turns = self_losses = 0
    while goes_on(played, games, lead):
        begins = first_begins(played, games, duel_streams)
        sign = 1 if begins else -1
        streams = game_streams(part_key(key, played))
        players = (first, second) if begins else (second, first)
        playthrough = Playthrough(players, streams, game, draw_start(game, streams))
        if host is not None:
            points = (played + sign * lead) / 2, (played - sign * lead) / 2
            host.game_begins(playthrough, played + 1, points)
        for _ in watched(playthrough):
            pass
        undecided = game.undecided_by_lot and playthrough.outcome == 0
        result = drawn_by_lot(duel_streams) if undecided else sign * (playthrough.outcome or 0)
        if host is not None:
            host.game_ends(playthrough, (first if result > 0 else second) if undecided else None)
        lead += result
        turns += playthrough.turns
        self_losses += playthrough.self_loss
        played += 1
    by_lot = lead == 0
    if by_lot:
        lead = drawn_by_lot(duel_streams)
    winner, loser = (second, first) if lead < 0 else (first, second)
    if host is not None:
        host.duel_ends(winner, loser, by_lot=by_lot)
    return DuelResult(lead < 0, played, turns, self_losses)


def games_by_choices(
    players: Sequence[Chooser], pairings: Pairings, game: Game, start: Any = None
) -> GameResults:
    """Play games choice by choice; the arguments are those of :func:`senet_gp.engine.play.play_games`."""
    first, second, keys = pairings
    results = GameResults.new(len(keys))
    for number, key in enumerate(keys.tolist()):
        playthrough = play_game(players[first[number]], players[second[number]], key, game, start)
        put(results, number, result_of(playthrough))
    return results


def result_of(playthrough: Playthrough[Any]) -> tuple[int, int, float, bool]:
    """How a game ended, in the order of the fields of ``GameResults``."""
    luck = playthrough.luck[0] - playthrough.luck[1]
    return playthrough.outcome or 0, playthrough.turns, luck, playthrough.self_loss


def duels_by_choices(players: Sequence[Chooser], pairings: Pairings, games: int, game: Game) -> DuelResults:
    """Play duels choice by choice; the arguments are those of :func:`senet_gp.engine.play.play_duels`."""
    first, second, keys = pairings
    results = DuelResults.new(len(keys))
    for number, key in enumerate(keys.tolist()):
        put(results, number, play_duel(players[first[number]], players[second[number]], key, games, game))
    return results
