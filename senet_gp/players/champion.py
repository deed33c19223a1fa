"""Champion files: an evolved player, its origin and its results, as JSON text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from primitives import Vocabulary, vocabulary_of
from primitives.records import KEY, check_record, hint_to_load, record_of
from senet_gp.displays import Tabled
from senet_gp.errors import FileError, SenetGpError, UsageError
from senet_gp.files.documents import read_document, write_document
from senet_gp.games.protocol import Game
from senet_gp.games.registry import game_of, parameters_of
from senet_gp.plugins import check_loaded
from senet_gp.quoting import brief
from senet_gp.trees.individual import Individual, whole
from senet_gp.trees.nodes import beginning
from senet_gp.trees.text import from_lisp, to_lisp

FORMAT, VERSION = "senet-gp champion", 2
FILE_NAME = "champion.json"
_KINDS = {"expression": str, "origin": dict, "results": list, "provenance": dict}
#: Of the part that all files of players have.
_ORIGIN_KINDS = {"plugins": list, "game": str, "parameters": dict, "vocabulary": str}


@dataclass(frozen=True)
class Champion(Tabled):
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

    table = "senet_gp.notebooks.players:champion_html"

    def __post_init__(self) -> None:
        object.__setattr__(self, "tree", whole(self.tree, self.vocabulary))
        if self.vocabulary.game.name != self.game.name:
            raise UsageError(
                f"a champion of {self.game.name} has a vocabulary of {self.vocabulary.game.name}: give one "
                "of its game"
            )

    def __repr__(self) -> str:
        won = self.origin.get("generation")
        since = f"winner of generation {won}" if type(won) is int else "of unknown origin"
        return brief(self, self.game, since, f"size {len(self.tree)}", beginning(self.tree))

    def write(self, path: Path | str) -> None:
        """Write the champion file, which records words from outside this project.

        Raises:
            FileError: if it cannot be written.
        """
        write_document(
            Path(path),
            FORMAT,
            VERSION,
            {
                **origin_fields(self.vocabulary, self.game, [self.tree]),
                "nodes": len(self.tree),
                "depth": self.tree.depth,
                "expression": to_lisp(self.tree),
                "origin": self.origin,
                "results": self.results,
                "provenance": self.provenance,
            },
        )

    @classmethod
    def read(cls, path: Path | str) -> Champion:
        """Read a champion file.

        Raises:
            FileError: if it cannot be read, is not a sound champion file, or needs words that are missing or
                others here.
            UsageError: if it needs a plugin that is not loaded.
        """
        path = Path(path)
        content = read_document(path, FORMAT, VERSION)
        game, vocabulary = made_for(content, path, "champion", _KINDS)
        try:
            tree = from_lisp(content["expression"], vocabulary)
        except SenetGpError as error:
            raise FileError(f"{path} is not a sound champion file: {error}") from None
        return cls(tree, vocabulary, game, content["origin"], content["results"], content["provenance"])


def origin_fields(vocabulary: Vocabulary, game: Game, trees: Iterable[Individual]) -> dict[str, Any]:
    """The part of a file of players that says what their expressions are made for and of."""
    words = record_of(vocabulary, {node.name for tree in trees for node in tree})
    return {
        "plugins": list(vocabulary.plugins),
        **({KEY: words} if words else {}),
        "game": game.name,
        "parameters": parameters_of(game),
        "vocabulary": vocabulary.name,
    }


def made_for(
    content: Mapping[str, Any], path: Path, what: str, kinds: Mapping[str, type]
) -> tuple[Game, Vocabulary]:
    """The game and the vocabulary that a file of players is made for.

    Args:
        content: what the file holds.
        path: the file.
        what: what kind of file it is, for messages.
        kinds: the type of each further value that the file must hold.

    Raises:
        FileError: if a value is missing or of the wrong type, there is no such game or vocabulary, or words
            of the file are missing or others here.
        UsageError: if it needs a plugin that is not loaded.
    """
    for key, kind in {**_ORIGIN_KINDS, **kinds}.items():
        if not isinstance(content.get(key), kind):
            problem = "is of the wrong kind" if key in content else "is missing"
            raise FileError(f"{path} is not a sound {what} file: its {key} {problem}")
    plugins = content["plugins"]
    if not all(isinstance(plugin, str) for plugin in plugins):
        raise FileError(f"{path} is not a sound {what} file: its plugins are no names")
    check_loaded(plugins, str(path))
    words = content.get(KEY)
    try:
        game = game_of(content["game"], content["parameters"])
        vocabulary = vocabulary_of(game, content["vocabulary"])
    except (TypeError, SenetGpError) as error:
        if hint_to_load(words):
            raise FileError(f"{path} cannot be read here: {error}{hint_to_load(words)}") from None
        raise FileError(f"{path} is not a sound {what} file: {error}") from None
    try:
        check_record(words, vocabulary)
    except UsageError as error:
        raise FileError(f"{path} cannot be read here: {error}") from None
    return game, vocabulary
