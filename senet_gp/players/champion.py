"""Files of evolved players, as JSON text: ``champion.json``, and the best of a run by size, ``sizes.json``.

A champion's file has its origin and its results. The other file has the best measured player of each size
class: of 1 node, of 2, of 3 and 4, of 5 and 6, of 7 and 8, of 9 to 11, and so on (:data:`SIZE_CLASSES`). So
there are few classes, and sizes that read alike are in one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

from primitives import Vocabulary, vocabulary_of
from primitives.records import RecordedWords, check_record, record_of, tell_changes
from senet_gp.engine.measurement import Measurement
from senet_gp.games.protocol import Game
from senet_gp.games.registry import game_of, parameters_of
from senet_gp.runtime.codec import Count, fields_as_json, sound
from senet_gp.runtime.documents import read_document, write_document
from senet_gp.runtime.errors import FileError, UsageError, brief, shortened
from senet_gp.runtime.files import is_there
from senet_gp.runtime.plugins import check_loaded
from senet_gp.runtime.registries import Displayed
from senet_gp.trees.individual import Individual, whole
from senet_gp.trees.shape import beginning
from senet_gp.trees.text import from_lisp, to_lisp

FORMAT, VERSION = "senet-gp champion", 3
FILE_NAME = "champion.json"
SIZES_FORMAT, SIZES_VERSION = "senet-gp players by size", 5
SIZES_FILE = "sizes.json"
#: The most nodes of each size class: some 1.4 times those of the one before, and sizes that people ask for.
SIZE_CLASSES = (1, 2, 4, 6, 8, 11, 15, 21, 30, 42, 60, 80, 100, 140, 200, 280, 400, 512)
#: The class of all larger expressions, which are too long to read: no player of it is kept.
BEYOND = 0


@dataclass(frozen=True)
class Champion(Displayed):
    """An evolved player, its origin and its results.

    Attributes:
        tree: the expression.
        vocabulary: its vocabulary.
        game: the game, with the parameters that it was evolved for.
        origin: where it came from: seed, generation and so on.
        results: its matches against fixed opponents, as ``senet-gp match --json`` reports them.
        provenance: the versions of senet-gp and its libraries, the command that began the run, and all
            options of the run; empty if it comes from no run.

    Raises:
        UsageError: if the tree is no expression of the vocabulary, or the vocabulary is of another game.
    """

    tree: Individual
    vocabulary: Vocabulary
    game: Game
    origin: dict[str, Any] = field(default_factory=dict)
    results: list[dict[str, Any]] = field(default_factory=list)
    provenance: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tree", whole(self.tree, self.vocabulary))
        if self.vocabulary.game.name != self.game.name:
            raise UsageError(
                f"a champion of {self.game.name} has a vocabulary of {self.vocabulary.game.name}: give one "
                "of its game"
            )

    def __repr__(self) -> str:
        generation = self.origin.get("generation")
        since = f"from generation {generation}" if type(generation) is int else "of unknown origin"
        return brief(self, self.game, since, f"size {len(self.tree)}", beginning(self.tree))

    def write(self, path: Path | str) -> None:
        """Write the champion file, which records words from outside this project.

        Raises:
            FileError: if it cannot be written.
        """
        content = _ChampionFile(
            **vars(MadeFor.of(self.vocabulary, self.game, [self.tree])),
            nodes=len(self.tree),
            depth=self.tree.depth,
            expression=to_lisp(self.tree),
            origin=self.origin,
            results=self.results,
            provenance=self.provenance,
        )
        write_document(Path(path), FORMAT, VERSION, content)

    @classmethod
    def read(cls, path: Path | str) -> Champion:
        """Read a champion file.

        Raises:
            FileError: if it cannot be read, is unsound, or needs words that are missing or
                others here.
            UsageError: if it needs a plugin that is not loaded.
        """
        path = Path(path)
        content = read_document(path, FORMAT, VERSION, _ChampionFile)
        game, vocabulary = content.resolved(path)
        with sound(path):
            with sound("expression"):
                tree = from_lisp(content.expression, vocabulary)
            check_size("nodes", content.nodes, len(tree))
            check_size("depth", content.depth, tree.depth)
        return cls(tree, vocabulary, game, content.origin, content.results, content.provenance)


def check_size(place: str, size: int, of_expression: int) -> None:
    """Check that a size in a file is that of the expression beside it.

    Raises:
        FileError: if it is another.
    """
    if size != of_expression:
        raise FileError(f"{place} is {size}, but it must be {of_expression}, as its expression says")


@dataclass(frozen=True, kw_only=True)
class MadeFor:
    """The part of a file of players that says what their expressions are made for and of.

    Attributes:
        plugins: the modules from outside that declare the vocabulary.
        game: the name of the game.
        parameters: its parameters.
        vocabulary: the name of the vocabulary.
        words: what is recorded of words from outside; None if there are none.
    """

    plugins: list[str]
    game: str
    parameters: dict[str, Any]
    vocabulary: str
    words: RecordedWords | None = None

    @classmethod
    def of(cls, vocabulary: Vocabulary, game: Game, trees: Iterable[Individual]) -> MadeFor:
        """That part for these expressions."""
        return MadeFor(
            plugins=list(vocabulary.plugins),
            game=game.name,
            parameters=parameters_of(game),
            vocabulary=vocabulary.name,
            words=record_of(vocabulary, {node.name for tree in trees for node in tree}),
        )

    def resolved(self, path: Path) -> tuple[Game, Vocabulary]:
        """The game and the vocabulary.

        Args:
            path: the file, for messages.

        Raises:
            FileError: if there is no such game or vocabulary, or words of the file are missing or others
                here.
            UsageError: if it needs a plugin that is not loaded.
        """
        check_loaded(self.plugins, str(path))
        with sound(path):
            game = game_of(self.game, self.parameters)
            vocabulary = vocabulary_of(game, self.vocabulary)
        check_record(str(path), self.words, vocabulary)
        tell_changes(self.words.code if self.words else {}, str(path))
        return game, vocabulary


@dataclass(frozen=True, kw_only=True)
class _ChampionFile(MadeFor):
    """What a champion file holds."""

    nodes: Count
    depth: Count
    expression: str
    origin: dict[str, Any]
    results: list[dict[str, Any]]
    provenance: dict[str, Any]


def size_class(nodes: int) -> int:
    """The size class of an expression, named by the most nodes of its expressions; 0 beyond all classes.

    >>> [size_class(nodes) for nodes in (1, 2, 3, 4, 5, 8, 9, 513)]
    [1, 2, 4, 4, 6, 8, 11, 0]
    """
    return next((most for most in SIZE_CLASSES if nodes <= most), BEYOND)


def classes_up_to(limit: int) -> tuple[int, ...]:
    """The size classes of players up to a number of nodes, the last one with the limit itself.

    >>> classes_up_to(10)
    (1, 2, 4, 6, 8, 10)

    Args:
        limit: the most nodes; 0 for no limit.
    """
    return (*(most for most in SIZE_CLASSES if most < limit), limit) if limit else SIZE_CLASSES


@dataclass(frozen=True)
class SizedPlayer:
    """A player that was measured.

    Attributes:
        tree: its expression.
        generation: the last generation in which it was the fittest of its size class; for the champion, the
            generation that it won.
        island: the island from which it comes, from 1 on; 0 in a run of one population.
        against: what it was measured to be against each group of opponents.
        is_champion: whether it has the champion's expression.
    """

    tree: Individual
    generation: int
    island: int
    against: tuple[Measurement, ...]
    is_champion: bool

    @property
    def strength(self) -> float:
        """The mean of all shares, by which players are compared."""
        return sum(measured.share for measured in self.against) / len(self.against)

    def as_json(self) -> dict[str, Any]:
        """The player as the file and ``senet-gp report --json`` hold it."""
        return fields_as_json(_PlayerInFile.of(self))


@dataclass(frozen=True)
class _PlayerInFile:
    """A player, as files hold it."""

    class_: Count
    nodes: Count
    generation: Count
    island: Count
    champion: bool
    against: list[Measurement]
    expression: str

    @classmethod
    def of(cls, player: SizedPlayer) -> Self:
        """The player as files hold it."""
        return cls(
            class_=size_class(len(player.tree)),
            nodes=len(player.tree),
            generation=player.generation,
            island=player.island,
            champion=player.is_champion,
            against=list(player.against),
            expression=to_lisp(player.tree),
        )

    def read(self, vocabulary: Vocabulary, place: str) -> SizedPlayer:
        """The player itself, of a place in a file.

        Raises:
            FileError: if the expression is none of the vocabulary, or of another size.
        """
        with sound(f"{place}.expression"):
            tree = from_lisp(self.expression, vocabulary)
        check_size(f"{place}.nodes", self.nodes, len(tree))
        check_size(f"{place}.class", self.class_, size_class(len(tree)))
        return SizedPlayer(tree, self.generation, self.island, tuple(self.against), self.champion)


@dataclass(frozen=True, kw_only=True)
class _SizesFile(MadeFor):
    """What the file holds."""

    origin: dict[str, Any]
    opponents: list[str]
    players: list[_PlayerInFile]
    by_tests: bool | None = None  # files of version 5 may not say so


@dataclass(frozen=True)
class PlayersBySize(Displayed):
    """The best player of each size class of a run, and its champion.

    Attributes:
        vocabulary: the vocabulary of the expressions.
        game: the game, with its parameters.
        players: the players, by ascending number of nodes; one of them is the champion.
        opponents: the names of the groups of opponents that they met.
        origin: where they came from: seed, generations and so on.
        by_tests: whether tests have shown each to be better than all smaller ones, which games show worse.
    """

    vocabulary: Vocabulary
    game: Game
    players: list[SizedPlayer]
    opponents: list[str] = field(default_factory=list)
    origin: dict[str, Any] = field(default_factory=dict)
    by_tests: bool = False

    def __repr__(self) -> str:
        sizes = ", ".join(str(len(player.tree)) for player in self.front)
        return brief(self, self.game, f"front of {sizes} nodes")

    @property
    def front(self) -> list[SizedPlayer]:
        """The players that are stronger than every one with as few nodes, as far as is known."""
        if self.by_tests:
            return self.players
        front: list[SizedPlayer] = []
        for player in self.players:
            if front and player.strength <= front[-1].strength:
                continue
            if front and len(player.tree) == len(front[-1].tree):
                front.pop()
            front.append(player)
        return front

    @property
    def champion(self) -> SizedPlayer:
        """The run's champion."""
        return next(player for player in self.players if player.is_champion)

    def with_champion(self) -> PlayersBySize:
        """The same players, of which the strongest becomes champion."""
        strongest = self.front[-1]
        players = [replace(player, is_champion=player is strongest) for player in self.players]
        return replace(self, players=players)

    def best(self, nodes: int) -> Champion:
        """The strongest player of at most a number of nodes.

        Raises:
            UsageError: if all of them have more.
        """
        fitting = [player for player in self.front if len(player.tree) <= nodes]
        if not fitting:
            fewest = len(self.players[0].tree)
            raise UsageError(f"no player of at most {nodes} nodes was kept: the smallest has {fewest}")
        best = fitting[-1]
        return Champion(best.tree, self.vocabulary, self.game, self.origin | {"generation": best.generation})

    def rows(self) -> list[dict[str, Any]]:
        """A row for each player that is stronger than all smaller ones, for tables and pandas.

        Its columns are nodes, depth, generation and champion; for each group of opponents the share of points
        and both ends of its 95 % interval; and the expression in Lisp form.
        """
        rows = []
        for player in self.front:
            row: dict[str, Any] = {
                "nodes": len(player.tree),
                "depth": player.tree.depth,
                "generation": player.generation,
                "champion": player.is_champion,
            }
            for name, measured in zip(self.opponents, player.against, strict=True):
                low, high = measured.interval
                row |= {name: measured.share, f"{name} low": low, f"{name} high": high}
            rows.append(row | {"expression": to_lisp(player.tree)})
        return rows

    def write(self, path: Path | str) -> None:
        """Write the file.

        Raises:
            FileError: if it cannot be written.
        """
        made_for = MadeFor.of(self.vocabulary, self.game, [player.tree for player in self.players])
        content = _SizesFile(
            **vars(made_for),
            origin=self.origin,
            opponents=self.opponents,
            players=[_PlayerInFile.of(player) for player in self.players],
            by_tests=self.by_tests or None,
        )
        write_document(Path(path), SIZES_FORMAT, SIZES_VERSION, content)

    @classmethod
    def read(cls, path: Path | str) -> PlayersBySize:
        """Read the file.

        Raises:
            FileError: if it cannot be read or is not sound.
            UsageError: if it needs a plugin that is not loaded.
        """
        path = Path(path)
        content = read_document(path, SIZES_FORMAT, SIZES_VERSION, _SizesFile)
        game, vocabulary = content.resolved(path)
        with sound(path):
            players = [
                player.read(vocabulary, f"players[{number}]") for number, player in enumerate(content.players)
            ]
            sizes = [len(player.tree) for player in players]
            if not players or sizes != sorted(sizes):
                raise FileError(
                    f"players have {shortened(sizes)} nodes, but there must be one, and the smallest first"
                )
            if [player.is_champion for player in players].count(True) != 1:
                raise FileError("one of the players must be the champion")
            wrong = [player for player in players if len(player.against) != len(content.opponents)]
            if wrong or not content.opponents:
                raise FileError("each player must have a result against each of the opponents")
        return cls(vocabulary, game, players, content.opponents, content.origin, bool(content.by_tests))


def of_run(run: Path) -> PlayersBySize:
    """The best players by size that a run kept.

    Args:
        run: the run's directory.

    Raises:
        FileError: if the run kept none, or its file cannot be read.
    """
    file = run / SIZES_FILE
    if not is_there(file):
        raise FileError(
            f"{run} holds no {SIZES_FILE}: if you remove its champion.json, senet-gp resume makes both again"
        )
    return PlayersBySize.read(file)
