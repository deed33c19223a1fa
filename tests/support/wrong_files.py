"""Wrong files, and what is said of each: ``python tests/support/wrong_files.py`` prints it.

Each is sealed with a checksum of its content, so only what it holds is wrong.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from written_files import written

from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.record.provenance import command_of
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.experiments.measured_runs import read_measured
from senet_gp.experiments.plan import PlannedRun
from senet_gp.experiments.plan_file import read_recorded
from senet_gp.players.champion import Champion, PlayersBySize
from senet_gp.players.matchbox import read_matchbox
from senet_gp.players.network import read_network
from senet_gp.runtime.documents import digest
from senet_gp.runtime.errors import FileError

_TASK = PlannedRun("a", Config(game="hexapawn", seed=1))
#: Of each file what reads it.
READERS: dict[str, Callable[[Path], Any]] = {
    "champions/hexapawn.json": Champion.read,
    "experiment/plan.json": lambda path: read_recorded(path.parent),
    "experiment/measured/a/1.json": lambda path: read_measured(path.parents[2], _TASK),
    "machines/boxes.json": read_matchbox,
    "network.json": read_network,
    "run/checkpoint.json": lambda path: RunDirectory.open(path.parent).read_state(),
    "run/provenance.json": lambda path: command_of(path.parent),
    "run/sizes.json": PlayersBySize.read,
}
#: The beginning of a position's name, for which there is a box.
_START = "xxx...ooo"
#: As a value: there is none.
_LEFT_OUT = object()


@dataclass(frozen=True)
class Wrong:
    """A wrong file.

    Attributes:
        file: the file that is spoiled.
        keys: the keys and indices that lead to what is changed.
        value: what is put there.
        place: the place that the sentence names.
        stands: what it says stands there.
        wanted: what it says must stand there.
    """

    file: str
    keys: tuple[str | int, ...]
    value: Any
    place: str
    stands: str
    wanted: str

    def spoil(self, content: Any) -> None:
        """Put the wrong value into the content of the file."""
        *way, last = self.keys
        for key in way:
            content = content[key]
        if self.value is _LEFT_OUT:
            del content[last]
        else:
            content[last] = self.value

    @property
    def said(self) -> str:
        """What must be said of it."""
        return f"{self.file} is unsound: {self.place} {self.stands}, but {self.wanted}"


_SIZES, _CHAMPION, _PLAN = "run/sizes.json", "champions/hexapawn.json", "experiment/plan.json"
_BOXES, _NETWORK, _CHECKPOINT = "machines/boxes.json", "network.json", "run/checkpoint.json"
_MEASURED = "experiment/measured/a/1.json"
_COUNT, _PORTION = "it must be a whole number from 0 to 9007199254740992", "a number from 0 to 1"
WRONG = [
    Wrong(
        _SIZES, ("players", 0, "against", 0, "share"), 1.5,
        "players[0].against[0].share", "is 1.5", f"it must be {_PORTION}",
    ),
    Wrong(
        _SIZES, ("players", 0, "against", 1, "effective_games"), float("nan"),
        "players[0].against[1].effective_games", "is NaN", f"it must be a number from 0 to {1 << 53}",
    ),
    Wrong(_SIZES, ("players", 0, "champion"), 1, "players[0].champion", "is 1", "it must be true or false"),
    Wrong(
        _SIZES, ("players", 0, "against", 1, "wins"), value=True,
        place="players[0].against[1].wins", stands="is true", wanted=_COUNT,
    ),
    Wrong(_SIZES, ("players", 0, "generation"), _LEFT_OUT, "players[0].generation", "is missing", _COUNT),
    Wrong(_SIZES, ("opponents",), "random", "opponents", 'is "random"', "it must be a list"),
    Wrong(_CHAMPION, ("expression",), 5, "expression", "is 5", "it must be a text"),
    Wrong(_CHAMPION, ("origin",), None, "origin", "is null", "it must be an object"),
    Wrong(_CHAMPION, ("plugins",), ["words", 3], "plugins[1]", "is 3", "it must be a text"),
    Wrong(
        _CHAMPION, ("expresion",), "my_moves",
        "expresion", 'is "my_moves"', "it has no such part: its parts are plugins, game, parameters, "
        "vocabulary, words, nodes, depth, expression, origin, results, provenance",
    ),
    Wrong(
        _BOXES, ("curve", 0, "worst"), 2,
        "curve[0].worst", "is 2", "it must be a whole number from -1 to 1 or null",
    ),
    Wrong(
        _BOXES, ("boxes", _START, "weights", "1-4"), -1,
        f'boxes["{_START}"].weights["1-4"]', "is -1", "it must be a whole number from 0 to 1000000",
    ),
    Wrong(_BOXES, ("scheme", "reward"), "much", "scheme.reward", 'is "much"', "it must be a whole number"),
    Wrong(
        _BOXES, ("scheme", "cheat"), 10**30,
        "scheme.cheat", f"is {10**30}", "scheme has no such part: its parts are form, initial, punishments, "
        "reward, draw_reward, best, refill",
    ),
    Wrong(_NETWORK, ("hidden",), "16", "hidden", 'is "16"', "it must be a whole number"),
    Wrong(
        _NETWORK, ("games",), 10**4000,
        "games", f"is 1{'0' * 59}…", "it must be a whole number from 0 to 1000000000",
    ),
    Wrong(_NETWORK, ("course", "rate"), float("inf"), "course.rate", "is Infinity", "it must be a number"),
    Wrong(
        _CHECKPOINT, ("winners", 0), [5],
        "winners[0]", "is [5]", "it must be a list of a whole number from 1 to 1000000 and a text",
    ),
    Wrong(
        _CHECKPOINT, ("population", 3), {"\x1b[31m": ["x" * 200]},
        "population[3]", f'is {{"\\u001b[31m": ["{"x" * 43}…', "it must be a text",
    ),
    Wrong(
        _MEASURED, ("scores", "random", "share"), -1,
        "scores.random.share", "is -1", f"it must be {_PORTION}; if you remove the file",
    ),
    Wrong(
        _MEASURED, ("scores", "random", "games"), 0,
        "scores.random.games", "is 0", f"it must be a whole number from 1 to {1 << 53}; if you remove",
    ),
    Wrong(
        _MEASURED, ("verdict",), [0, 2],
        "verdict[1]", "is 2", "it must be a whole number from -1 to 1",
    ),
    Wrong(_PLAN, ("seeds",), 2.5, "seeds", "is 2.5", "it must be a whole number"),
    Wrong("run/provenance.json", ("command",), ["rm"], "command", 'is ["rm"]', "it must be a text"),
]  # fmt: skip


def spoiled(wrong: Wrong, place: Path) -> Path:
    """A wrong file, sealed with a checksum of its content, among the files that it belongs to."""
    shutil.copytree(written(), place, dirs_exist_ok=True)
    file = place / wrong.file
    content = json.loads(file.read_text())
    head = {name: content.pop(name) for name in ("format", "version", "sha256")}
    wrong.spoil(content)
    file.write_text(json.dumps(head | {"sha256": digest(content)} | content))
    return file


def sentence(wrong: Wrong, place: Path) -> str:
    """What is said of a wrong file among the files that it belongs to; empty if nothing is."""
    try:
        READERS[wrong.file](spoiled(wrong, place))
    except FileError as error:
        return str(error).removeprefix(f"{place}/")
    return ""


if __name__ == "__main__":
    for each in WRONG:
        with TemporaryDirectory() as directory:
            sys.stdout.write(f"{sentence(each, Path(directory))}\n")
