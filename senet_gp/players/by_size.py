"""The best players of a run by size: the file of its measured players, one for each size class.

A size class holds the expressions of 1 node, of 2, of 3 and 4, of 5 to 8, and so on: each class reaches twice
as far as the one before. So there are few classes, and sizes that read alike are in one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from primitives import Vocabulary
from senet_gp.engine.measurement import Measurement
from senet_gp.games.protocol import Game
from senet_gp.players.champion import Champion, MadeFor, check_size
from senet_gp.runtime.codec import Count, at, fields_as_json
from senet_gp.runtime.documents import read_content, sound, write_document
from senet_gp.runtime.errors import FileError, UsageError, shortened
from senet_gp.runtime.files import is_there
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import from_lisp, to_lisp

FORMAT, VERSION = "senet-gp players by size", 3
FILE_NAME = "sizes.json"


def size_class(nodes: int) -> int:
    """The size class of an expression, named by the most nodes of its expressions.

    >>> [size_class(nodes) for nodes in (1, 2, 3, 4, 5, 8, 9)]
    [1, 2, 4, 4, 8, 8, 16]
    """
    return 1 << (nodes - 1).bit_length()


@dataclass(frozen=True)
class SizedPlayer:
    """A player that was measured.

    Attributes:
        tree: its expression.
        generation: the last generation in which it was the fittest of its size class; for the champion, the
            generation that it won.
        panel: what it was measured to be against the panel's opponents that play in compiled code.
        champion: the same against the run's champion.
        is_champion: whether it has the champion's expression.
    """

    tree: Individual
    generation: int
    panel: Measurement
    champion: Measurement
    is_champion: bool

    @property
    def strength(self) -> float:
        """The mean of both shares, by which players are compared."""
        return (self.panel.share + self.champion.share) / 2

    def as_json(self) -> dict[str, Any]:
        """The player as the file and ``senet-gp report --json`` hold it."""
        return fields_as_json(_Player.of(self))


@dataclass(frozen=True)
class _Player:
    """A player, as files hold it."""

    class_: Count
    nodes: Count
    generation: Count
    champion: bool
    against_panel: Measurement
    against_champion: Measurement
    expression: str

    @classmethod
    def of(cls, player: SizedPlayer) -> Self:
        """The player as files hold it."""
        return cls(
            class_=size_class(len(player.tree)),
            nodes=len(player.tree),
            generation=player.generation,
            champion=player.is_champion,
            against_panel=player.panel,
            against_champion=player.champion,
            expression=to_lisp(player.tree),
        )

    def read(self, vocabulary: Vocabulary, place: str) -> SizedPlayer:
        """The player itself, of a place in a file.

        Raises:
            FileError: if the expression is none of the vocabulary, or of another size.
        """
        with at(f"{place}.expression"):
            tree = from_lisp(self.expression, vocabulary)
        check_size(f"{place}.nodes", self.nodes, len(tree))
        check_size(f"{place}.class", self.class_, size_class(len(tree)))
        return SizedPlayer(tree, self.generation, self.against_panel, self.against_champion, self.champion)


@dataclass(frozen=True, kw_only=True)
class _Content(MadeFor):
    """What the file holds."""

    origin: dict[str, Any]
    panel: list[str]
    players: list[_Player]


@dataclass(frozen=True)
class PlayersBySize:
    """The best player of each size class of a run, and its champion.

    Attributes:
        vocabulary: the vocabulary of the expressions.
        game: the game, with its parameters.
        players: the players, by ascending number of nodes; one of them is the champion.
        panel: the names of the opponents of the panel that they met.
        origin: where they came from: seed, generations and so on.
    """

    vocabulary: Vocabulary
    game: Game
    players: list[SizedPlayer]
    panel: list[str] = field(default_factory=list)
    origin: dict[str, Any] = field(default_factory=dict)

    @property
    def front(self) -> list[SizedPlayer]:
        """The players that are stronger than every one with fewer nodes, as far as was measured."""
        found: list[SizedPlayer] = []
        for player in self.players:
            if not found or player.strength > found[-1].strength:
                found.append(player)
        return found

    def best(self, nodes: int) -> Champion:
        """The strongest player of at most so many nodes.

        Raises:
            UsageError: if all of them have more.
        """
        fitting = [player for player in self.front if len(player.tree) <= nodes]
        if not fitting:
            fewest = len(self.players[0].tree)
            raise UsageError(f"no player of at most {nodes} nodes was kept: the smallest has {fewest}")
        best = fitting[-1]
        return Champion(best.tree, self.vocabulary, self.game, self.origin | {"generation": best.generation})

    def write(self, path: Path) -> None:
        """Write the file.

        Raises:
            FileError: if it cannot be written.
        """
        made_for = MadeFor.of(self.vocabulary, self.game, [player.tree for player in self.players])
        content = _Content(
            **vars(made_for),
            origin=self.origin,
            panel=self.panel,
            players=[_Player.of(player) for player in self.players],
        )
        write_document(path, FORMAT, VERSION, content)

    @classmethod
    def read(cls, path: Path) -> PlayersBySize:
        """Read the file.

        Raises:
            FileError: if it cannot be read or is not sound.
            UsageError: if it needs a plugin that is not loaded.
        """
        content = read_content(path, FORMAT, VERSION, _Content)
        game, vocabulary = content.resolved(path, FORMAT)
        with sound(path, FORMAT):
            players = [
                player.read(vocabulary, f"players[{number}]") for number, player in enumerate(content.players)
            ]
            sizes = [len(player.tree) for player in players]
            if not players or sizes != sorted(sizes):
                raise FileError(
                    f"players have {shortened(sizes)} nodes, but there must be one, and the smallest first"
                )
        return cls(vocabulary, game, players, content.panel, content.origin)


def best_of_size(run: Path, nodes: int) -> Champion:
    """The strongest player of at most so many nodes that a run kept.

    Args:
        run: the run's directory.
        nodes: the most nodes that its expression may have.

    Raises:
        FileError: if the run kept none, or its file cannot be read.
        UsageError: if all have more nodes.
    """
    file = run / FILE_NAME
    if not is_there(file):
        raise FileError(
            f"{run} holds no {FILE_NAME}: if you remove its champion.json, senet-gp resume makes both anew"
        )
    return PlayersBySize.read(file).best(nodes)
