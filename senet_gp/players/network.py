"""Players that a network plays, and networks with what they have learned from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from senet_gp.checks import whole_number
from senet_gp.engine.network import MAX_GAMES, Course, Network
from senet_gp.errors import UsageError
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.registry import GAMES, part_of
from senet_gp.players.player import ScoringPlayer
from senet_gp.quoting import brief
from senet_gp.streams import Streams

#: How a network's scores, whole numbers, follow from chances: (2 c - 1) times this.
SCALE = 1 << 30


class NetworkPlayer(ScoringPlayer):
    """Plays the afterstate after which a network gives it the best chance of winning.

    Attributes:
        network: the network.
        name: the player as it is written on the command line.
    """

    def __init__(self, network: Network, name: str) -> None:
        self.network = network
        self.name = name

    @property
    def participant(self) -> Network:  # type: ignore[override]
        """The player in the form that is sent to workers."""
        return self.network

    def scores(self, decision: Decision) -> list[float]:
        """The chance of winning after each afterstate, 0 to 1, to the precision with which it is compared."""
        return [(score / SCALE + 1) / 2 for score in self.network.scores(decision)]

    def choose(self, decision: Decision, streams: Streams) -> int:
        """The index of an afterstate with the best chance; ties are broken at random."""
        return self.network.choose(decision, streams)


@dataclass(frozen=True)
class TrainedNetwork:
    """A network, and how it has learned.

    Attributes:
        game: the game, with the parameters that it has learned with.
        network: the network.
        course: how it learns.
        games: how many games it has learned from.
        command: the command that began its training; "" if it was a program.
    """

    game: Game
    network: Network
    course: Course
    games: int = 0
    command: str = ""

    def __repr__(self) -> str:
        return brief(self, self.game, f"{self.network.hidden} hidden values", f"{self.games} games")

    @classmethod
    def new(cls, game: Game, hidden: int, course: Course, command: str = "") -> TrainedNetwork:
        """A network of a game that has learned nothing yet.

        Args:
            game: the game, with the parameters that it is to learn with.
            hidden: the number of hidden values, a multiple of 16 from 16 to 1,024.
            course: how it is to learn; from its seed the first weights are drawn.
            command: the command that begins its training; "" if it is a program.

        Raises:
            UsageError: if the game has no networks, or none of this size.
        """
        hidden = whole_number("hidden", hidden)
        return cls(game, network_class(game).new(hidden, course.seed), course, command=command)


def network_class(game: Game) -> type[Network]:
    """The class of a game's networks.

    Raises:
        UsageError: if the game has no networks.
    """
    found: type[Network] | None = part_of(game.name, "network")
    if found is None:
        have = ", ".join(name for name, entry in GAMES.items() if entry.network)
        raise UsageError(f"{game.name} has no networks that learn, but these games have: {have}")
    return found


def train_network(begun: TrainedNetwork, games: int, *, at_once: int = 250) -> Iterator[TrainedNetwork]:
    """Let a network learn from games against itself, and give it again and again.

    The network depends on its course and on the number of games alone, not on where it was interrupted.

    >>> from senet_gp.games.registry import game_of
    >>> blank = TrainedNetwork.new(game_of("senet", {"pieces": 1}), 16, Course(seed=1))
    >>> [state.games for state in train_network(blank, 7, at_once=3)]
    [3, 6, 7]

    Args:
        begun: the network; it may have learned from games before.
        games: how many games it learns from now.
        at_once: after so many games it is given.

    Raises:
        UsageError: if it would have learned from more than ``MAX_GAMES`` games.
    """
    games, at_once = whole_number("games", games, 0), whole_number("at_once", at_once, 1)
    if begun.games + games > MAX_GAMES:
        raise UsageError(f"a network learns from at most {MAX_GAMES:,} games")
    state = begun
    last = begun.games + games
    while state.games < last:
        end = min(state.games + at_once, last)
        network = state.network.taught(state.games, end, state.course, state.game)
        state = replace(state, network=network, games=end)
        yield state
