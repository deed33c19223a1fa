"""Champion files: an evolved player, its origin and its results, as JSON text."""

from __future__ import annotations

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
from senet_gp.trees.individual import Individual
from senet_gp.trees.lisp import beginning
from senet_gp.trees.text import from_lisp, to_lisp

FORMAT, VERSION = "senet-gp champion", 1
FILE_NAME = "champion.json"
#: A file can hold an expression of four million nodes; besides it there are some hundred values.
_MAX_BYTES, _MAX_VALUES = 64 << 20, 100_000
_KINDS = {
    "game": str,
    "vocabulary": str,
    "expression": str,
    "parameters": dict,
    "origin": dict,
    "results": list,
}


@dataclass(frozen=True)
class Champion(Tabled):
    """An evolved player, its origin and its results.

    Attributes:
        tree: the expression.
        vocabulary: its vocabulary.
        game: the game, with the parameters that it was evolved for.
        origin: where it came from: seed, generation and so on.
        results: its matches against fixed opponents, as ``senet-gp match --json`` reports them.
    """

    tree: Individual
    vocabulary: Vocabulary
    game: Game
    origin: dict[str, Any] = field(default_factory=dict)
    results: list[dict[str, Any]] = field(default_factory=list)

    table = "senet_gp.notebooks.trees:champion_html"

    def __repr__(self) -> str:
        won = self.origin.get("generation")
        since = f"winner of generation {won}" if type(won) is int else "of unknown origin"
        return brief(self, self.game, since, f"size {len(self.tree)}", beginning(self.tree))

    def write(self, path: Path | str) -> None:
        """Write the champion file, which records words from outside this project.

        Raises:
            FileError: if it cannot be written.
        """
        plugins = self.vocabulary.plugins
        words = record_of(self.vocabulary, {node.name for node in self.tree})
        write_document(
            Path(path),
            FORMAT,
            VERSION,
            {
                **({"plugins": list(plugins)} if plugins else {}),
                "game": self.game.name,
                "parameters": parameters_of(self.game),
                "vocabulary": self.vocabulary.name,
                "nodes": len(self.tree),
                "depth": self.tree.depth,
                "expression": to_lisp(self.tree),
                "origin": self.origin,
                "results": self.results,
            }
            | ({KEY: words} if words else {}),
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
        content = read_document(path, FORMAT, VERSION, most_bytes=_MAX_BYTES, most_values=_MAX_VALUES)
        for key, kind in _KINDS.items():
            if not isinstance(content.get(key), kind):
                problem = "is of the wrong kind" if key in content else "is missing"
                raise FileError(f"{path} is not a sound champion file: its {key} {problem}")
        plugins = content.get("plugins", [])
        if not isinstance(plugins, list) or not all(isinstance(plugin, str) for plugin in plugins):
            raise FileError(f"{path} is not a sound champion file: its plugins are no names")
        check_loaded(plugins, str(path))
        try:
            game, vocabulary = _vocabulary_in(path, content)
            tree = from_lisp(content["expression"], vocabulary)
            return cls(tree, vocabulary, game, content["origin"], content["results"])
        except FileError:
            raise
        except (TypeError, SenetGpError) as error:
            raise FileError(f"{path} is not a sound champion file: {error}") from None


def _vocabulary_in(path: Path, content: dict[str, Any]) -> tuple[Game, Vocabulary]:
    """The game and the vocabulary that a file names.

    Raises:
        FileError: if they, or words of the file, are missing or others here.
    """
    words = content.get(KEY)
    try:
        game = game_of(content["game"], content["parameters"])
        vocabulary = vocabulary_of(game, content["vocabulary"])
    except UsageError as error:
        if not hint_to_load(words):
            raise
        raise FileError(f"{path} cannot be read here: {error}{hint_to_load(words)}") from None
    try:
        check_record(words, vocabulary)
    except UsageError as error:
        raise FileError(f"{path} cannot be read here: {error}") from None
    return game, vocabulary
