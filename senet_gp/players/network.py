"""Players that a network plays, networks with what they have learned from, and their files.

A file is JSON text with a checksum, in which the weights are base64 of little-endian float32.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Self

from senet_gp.engine.network import Network
from senet_gp.engine.network_learning import MAX_GAMES, Course, self_taught
from senet_gp.games.dice.game import DiceGame, if_dice
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.registry import game_of, in_words, parameters_of
from senet_gp.players.player import ScoringPlayer
from senet_gp.runtime.checks import whole_number
from senet_gp.runtime.codec import Between, sound
from senet_gp.runtime.documents import read_document, write_document
from senet_gp.runtime.errors import FileError, UsageError, brief, shortened
from senet_gp.runtime.files import is_there
from senet_gp.runtime.streams import Streams

#: How a network's scores, whole numbers, follow from chances: (2 c - 1) times this.
SCALE = 1 << 30
FORMAT, VERSION = "senet-gp network", 1
#: The kind of player, with a file after a colon or without.
KIND = "net"
#: The player that all networks of a game that come with this program are, together.
TOGETHER = "nets"
#: The player that the network is which has learned all shorter forms of a game.
MIXED = "net-mixed"
_SHIPPED = Path(__file__).resolve().parent / "data"


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
        return brief(self, self.game, f"{self.network.hidden} hidden units", f"{self.games} games")

    @classmethod
    def new(cls, game: Game, hidden: int, course: Course, command: str = "") -> TrainedNetwork:
        """A network of a game that has learned nothing yet.

        Args:
            game: the game, with the parameters that it is to learn with.
            hidden: the number of hidden units, a multiple of 16 from 16 to 1,024.
            course: how it is to learn; from its seed the first weights are drawn.
            command: the command that begins its training; "" if it is a program.

        Raises:
            UsageError: if the game has no networks, or none of this size.
        """
        hidden = whole_number("hidden", hidden)
        return cls(game, Network.new(network_game(game), hidden, course.seed), course, command=command)


def network_game(game: Game) -> DiceGame:
    """The game, which networks learn.

    Raises:
        UsageError: if the game has no networks.
    """
    found = if_dice(game)
    if found is None:
        raise UsageError(
            f"{game.name} has no networks that learn: they learn games with throws whose rules are compiled, "
            "such as senet"
        )
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
        at_once: the games after which it is given.

    Raises:
        UsageError: if it would have learned from more than ``MAX_GAMES`` games.
    """
    games, at_once = whole_number("games", games, 0), whole_number("at_once", at_once, 1)
    game = network_game(begun.game)
    if begun.games + games > MAX_GAMES:
        raise UsageError(f"a network learns from at most {MAX_GAMES:,} games")
    state = begun
    last = begun.games + games
    while state.games < last:
        end = min(state.games + at_once, last)
        network = self_taught(state.network, state.games, end, state.course, game)
        state = replace(state, network=network, games=end)
        yield state


@dataclass(frozen=True)
class _NetworkFile:
    """What a network's file holds."""

    game: str
    parameters: dict[str, Any]
    course: Course
    games: Annotated[int, Between(0, MAX_GAMES)]
    command: str
    hidden: int
    weights: str

    @classmethod
    def of(cls, trained: TrainedNetwork) -> Self:
        """What the file of a network holds."""
        return cls(
            game=trained.game.name,
            parameters=parameters_of(trained.game),
            course=trained.course,
            games=trained.games,
            command=trained.command,
            hidden=trained.network.hidden,
            weights=base64.b64encode(trained.network.data).decode(),
        )

    def read(self) -> TrainedNetwork:
        """The network.

        Raises:
            SenetGpError: if there is no such game, or the weights are not those of a network.
        """
        game = game_of(self.game, self.parameters)
        try:
            data = base64.b64decode(self.weights, validate=True)
        except ValueError:
            raise FileError(
                f"weights is {shortened(json.dumps(self.weights))}, but it must be numbers in base64"
            ) from None
        network = Network.of_data(network_game(game), data, self.hidden)
        return TrainedNetwork(game, network, self.course, self.games, self.command)


def write_network(trained: TrainedNetwork, path: Path | str, *, new: bool = False) -> None:
    """Write a network's file and replace an existing one, unless ``new``: then there must be none.

    Raises:
        FileError: if it cannot be written.
    """
    write_document(Path(path), FORMAT, VERSION, _NetworkFile.of(trained), new=new)


def read_network(path: Path | str) -> TrainedNetwork:
    """Read a network's file.

    Raises:
        FileError: if it cannot be read, or is not as this program writes it.
    """
    path = Path(path)
    content = read_document(path, FORMAT, VERSION, _NetworkFile)
    with sound(path):
        return content.read()


def shipped_network(game: Game) -> Path | None:
    """The file of the network of a game that comes with this program, if there is one."""
    file = _SHIPPED / f"{game.name}.json"
    return file if is_there(file) else None


def shipped_networks(game: Game) -> list[Path]:
    """The files of all networks of a game that come with this program, that of ``net`` first."""
    first = shipped_network(game)
    return [] if first is None else [first, *sorted(_SHIPPED.glob(f"{game.name}-*.json"))]


def mixed_network(game: Game) -> Path | None:
    """The file of the network that has learned all shorter forms of a game, if the program has one."""
    file = _SHIPPED / f"{game.name}.mixed.json"
    return file if is_there(file) else None


def learned_network(game: Game) -> str | None:
    """The network of this program that has learned a game with its parameters, as a player; None without one.

    >>> from senet_gp.games.registry import game_of
    >>> learned_network(game_of("senet")), learned_network(game_of("senet", {"pieces": 3}))
    ('net', 'net-mixed')
    """
    usual = shipped_network(game)
    if usual is not None and _of_this_program(usual).game == game:
        return KIND
    return None if mixed_network(game) is None else MIXED


def networks_together(game: Game) -> NetworkPlayer:
    """The player ``nets``: the logarithm of its odds is the mean of those of all networks of this program.

    Each network errs in other places, so together they err less.

    Raises:
        UsageError: if no network of the game comes with this program.
    """
    network_player(KIND, game)  # which refuses games without one
    networks = [_of_this_program(file).network for file in shipped_networks(game)]
    return NetworkPlayer(Network.together(networks), TOGETHER)


def network_player(text: str, game: Game) -> NetworkPlayer:
    """The player that ``net:FILE``, or ``net`` or ``net-mixed`` alone, names.

    It plays with any parameters of its game, whatever it has learned with. ``net:FILE#CHECKSUM`` says which
    network must be in the file.

    Raises:
        UsageError: if no network of the game comes with this program, or what follows # is no checksum.
        FileError: if the file cannot be read, its network has learned another game, or is not the one that
            is meant.
    """
    network_game(game)
    path, meant = _path_and_checksum(text)
    of_a_file = text not in {KIND, MIXED}
    if of_a_file and not path:
        raise UsageError(f"{text} names no file: write {KIND}:FILE, or {KIND} alone")
    file = Path(path) if of_a_file else shipped_network(game) if text == KIND else mixed_network(game)
    if file is None:
        raise UsageError(
            f"no network of {game.name} comes with this program: write {KIND}:FILE with a file that "
            "senet-gp learn network has written"
        )
    if not meant:
        _check_no_checksum(path)
    trained = read_network(file) if of_a_file else _of_this_program(file)
    if trained.game.name != game.name:
        raise FileError(f"{shortened(path)} has learned {in_words(trained.game)}, not {in_words(game)}")
    if meant and meant != _checksum(trained.network):
        raise FileError(
            f"{shortened(path)} has another network than the one that is meant, whose checksum is {meant}: "
            "put that file back"
        )
    return NetworkPlayer(trained.network, text)


def is_pinned(text: str) -> bool:
    """Whether a player is ``net:FILE#CHECKSUM``.

    >>> is_pinned("net:mine.json#0123456789abcdef"), is_pinned("net:mine.json"), is_pinned("net")
    (True, False, False)
    """
    return text.startswith(f"{KIND}:") and bool(_path_and_checksum(text)[1])


def pinned(player: NetworkPlayer) -> str:
    """The text of a player of a network's file, with the checksum of the network."""
    path, _ = _path_and_checksum(player.name)
    return f"{KIND}:{path}#{_checksum(player.network)}"


def _path_and_checksum(text: str) -> tuple[str, str]:
    rest = text.partition(":")[2]
    found = re.fullmatch(r"(.+)#([0-9a-f]{16})", rest, re.DOTALL)
    return (found[1], found[2]) if found else (rest, "")


def _check_no_checksum(path: str) -> None:
    """Check that a path is not that of a file with ``#`` and something that is no checksum.

    Raises:
        UsageError: if it is.
    """
    file, mark, rest = path.rpartition("#")
    if mark and is_there(file) and not is_there(path):
        raise UsageError(
            f"what follows # in {KIND}:{shortened(file)}#{shortened(rest)} is to be the 16 hexadecimal "
            "digits, 0 to 9 and a to f, of a checksum"
        )


def _checksum(network: Network) -> str:
    return sha256(network.data).hexdigest()[:16]


_of_this_program = cache(read_network)
