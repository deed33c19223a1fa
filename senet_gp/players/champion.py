"""Champion files: an evolved player, its origin and its results, as JSON text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from primitives import Vocabulary, vocabulary_of
from primitives.records import RecordedWords, check_record, hint_to_load, record_of
from senet_gp.games.protocol import Game
from senet_gp.games.registry import game_of, parameters_of
from senet_gp.runtime.codec import Count, at
from senet_gp.runtime.documents import read_content, sound, write_document
from senet_gp.runtime.errors import FileError, SenetGpError, UsageError, brief
from senet_gp.runtime.plugins import check_loaded
from senet_gp.runtime.registries import Displayed
from senet_gp.trees.individual import Individual, whole
from senet_gp.trees.shape import beginning
from senet_gp.trees.text import from_lisp, to_lisp

FORMAT, VERSION = "senet-gp champion", 2
FILE_NAME = "champion.json"


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
            FileError: if it cannot be read, is not a sound champion file, or needs words that are missing or
                others here.
            UsageError: if it needs a plugin that is not loaded.
        """
        path = Path(path)
        content = read_content(path, FORMAT, VERSION, _ChampionFile)
        game, vocabulary = content.resolved(path, FORMAT)
        with sound(path, FORMAT):
            with at("expression"):
                tree = from_lisp(content.expression, vocabulary)
            check_size("nodes", content.nodes, len(tree))
            check_size("depth", content.depth, tree.depth)
        return cls(tree, vocabulary, game, content.origin, content.results, content.provenance)


def check_size(place: str, found: int, of_expression: int) -> None:
    """Check that a size in a file is that of the expression beside it.

    Raises:
        FileError: if it is another.
    """
    if found != of_expression:
        raise FileError(f"{place} is {found}, but it must be {of_expression}, as its expression says")


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

    def resolved(self, path: Path, format_name: str) -> tuple[Game, Vocabulary]:
        """The game and the vocabulary.

        Args:
            path: the file, for messages.
            format_name: its format, likewise.

        Raises:
            FileError: if there is no such game or vocabulary, or words of the file are missing or others
                here.
            UsageError: if it needs a plugin that is not loaded.
        """
        check_loaded(self.plugins, str(path))
        try:
            game = game_of(self.game, self.parameters)
            vocabulary = vocabulary_of(game, self.vocabulary)
        except (TypeError, SenetGpError) as error:
            if hint_to_load(self.words):
                raise FileError(f"{path} cannot be read here: {error}{hint_to_load(self.words)}") from None
            raise FileError(f"{path} is not a sound {format_name} file: {error}") from None
        try:
            check_record(self.words, vocabulary)
        except UsageError as error:
            raise FileError(f"{path} cannot be read here: {error}") from None
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
