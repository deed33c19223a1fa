"""The readers of foreign files and texts, each as a function of bytes, and ways to damage their inputs.

A target may return, or refuse the bytes by one sentence; everything else is a failure. The tests in
tests/reliability give each some hundred spoiled inputs, scripts/fuzz.py a million, guided by coverage.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import click
import fuzzed_page
from written_files import MEASURED, scratch, written

from primitives import vocabulary_of
from senet_gp.arena.record import GameRecord, heading_of
from senet_gp.cli.options import rules
from senet_gp.engine import exact_table
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.config_files import as_toml, read_config
from senet_gp.evolution.loop.sizes import last_of_classes
from senet_gp.evolution.record import checkpoint, provenance
from senet_gp.evolution.record.provenance import command_of
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.experiments import measured_runs
from senet_gp.experiments.measured_runs import read_measured
from senet_gp.experiments.plan import PlannedRun, read_plan
from senet_gp.experiments.plan_file import read_recorded
from senet_gp.games.registry import GAMES, game_of
from senet_gp.games.senet import Senet
from senet_gp.games.small import small_game, small_games
from senet_gp.players import champion, matchbox
from senet_gp.players.champion import Champion, PlayersBySize
from senet_gp.players.matchbox import read_matchbox
from senet_gp.players.network import read_network
from senet_gp.players.parsing import game_for, player_from_text
from senet_gp.players.position_table import read_position_table
from senet_gp.runtime.documents import digest
from senet_gp.runtime.errors import MAX_CHARACTERS, SenetGpError, printable
from senet_gp.show.matchboxes import drawn_boxes
from senet_gp.trees.text import to_lisp

_SEEDED = b"""game = "hexapawn"
population = 9
seed_with = ["my_pieces", "(sub 1 their_pieces)"]
selection = "tournament"
[fitness]
name = "full-games"
noise = 0.5
[mutation]
name = "mixed"
"""
_SPARRING = (
    b"generation,game,individual,nodes,moved_first,result,turns,"
    b"fitness_before,fitness_after,chance_before,chance_after,version\n"
    b"1,1,3,9,individual,won,7,4.0,5.0,0.1,0.2,2\n"
    b"2,2,0,11,person,left,3,4.0,4.0,0.1,0.1,2\n"
)


@dataclass(frozen=True)
class Target:
    """Something that reads.

    Attributes:
        read: gives it an input; returns what of it would be shown to people.
        make_seeds: makes inputs to begin with, which it accepts.
        is_document: whether an input is a JSON object, which gets head and checksum before it is read, so
            that what is wrong with it is met behind them.
    """

    read: Callable[[bytes], str]
    make_seeds: Callable[[], Sequence[bytes]]
    is_document: bool = False

    @cached_property
    def seeds(self) -> Sequence[bytes]:
        """Inputs to begin with, made when they are first asked for."""
        return self.make_seeds()


def accepts(target: Target, data: bytes) -> bool:
    """Whether a target reads an input; an error if it neither reads nor refuses it in a sentence."""
    try:
        shown = target.read(data)
    except (SenetGpError, click.ClickException) as error:
        sentence = str(error)
        assert sentence, "a refusal says why"
        assert len(sentence) <= MAX_CHARACTERS, f"a sentence of {len(sentence)} characters"
        assert sentence.isprintable(), f"the sentence {sentence!r} is not printable"
        return False
    assert shown.isprintable(), "what would be shown is not printable"
    return True


def _file(data: bytes, name: str = "file") -> Path:
    path = scratch() / name
    path.write_bytes(data)
    return path


def _sealed(data: bytes, format_name: str, version: int = 1, **right: Any) -> bytes:
    """A JSON object as a document with a right head and checksum; other bytes as they are."""
    try:
        content = json.loads(data)
        if not isinstance(content, dict):
            return data
        content = {**content, **right}
        head = {"format": format_name, "version": version, "sha256": digest(content)}
        return json.dumps(head | content).encode()
    except (ValueError, RecursionError):
        return data


def _contents(pattern: str) -> list[bytes]:
    """What stands in written documents behind their heads."""
    found = []
    for file in sorted(written().glob(pattern)):
        content = json.loads(file.read_text())
        for key in ("format", "version", "sha256"):
            del content[key]
        found.append(json.dumps(content).encode())
    return found


def _bytes(pattern: str) -> list[bytes]:
    return [file.read_bytes() for file in sorted(written().glob(pattern))]


def _champion(data: bytes) -> str:
    champion = Champion.read(_file(data))
    return to_lisp(champion.tree) + champion.vocabulary.name


def _sizes(data: bytes) -> str:
    return "".join(to_lisp(player.tree) for player in PlayersBySize.read(_file(data)).front)


def _size_log(data: bytes) -> str:
    run = _run("run with a spoiled log of sizes")
    (run.path / "sizes.csv").write_bytes(data)
    run.load_state()
    found = last_of_classes({0: run.logs.sizes}, vocabulary_of(run.config.game_value), 4)
    return "".join(to_lisp(one.tree) for one in found)


def _matchbox(data: bytes) -> str:
    return "".join(drawn_boxes(read_matchbox(_file(data))))


def _network(data: bytes) -> str:
    return repr(read_network(_file(data)))


def _chances(data: bytes) -> str:
    return repr(exact_table.read_chances(_file(data)))


def _unfinished_chances(data: bytes) -> str:
    return str(exact_table.read_unfinished(_file(data), Senet(pieces=1)).group)


@cache
def _run(name: str) -> RunDirectory:
    directory = scratch() / name
    directory.mkdir()
    _restore(directory)
    return RunDirectory.open(directory)


@cache
def _run_files() -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in (written() / "run").iterdir()}


def _restore(directory: Path) -> None:
    """Make the run as it was: what is read may have cut its logs."""
    for name, content in _run_files().items():
        if not (directory / name).exists() or (directory / name).stat().st_size != len(content):
            (directory / name).write_bytes(content)


def _checkpoint(data: bytes) -> str:
    run = _run("run with a spoiled checkpoint")
    _restore(run.path)
    (run.path / "checkpoint.json").write_bytes(data)
    return "".join(map(to_lisp, run.load_state().population))


@cache
def _config_digest() -> str:
    named: str = json.loads((written() / "run" / "checkpoint.json").read_text())["config"]
    return named


def _log(data: bytes) -> str:
    run = _run("run with a spoiled log")
    (run.path / "generations.csv").write_bytes(data)
    run.load_state()
    return str(run.logs.played())


def _sparring_log(data: bytes) -> str:
    run = _run("run with a spoiled log of a person's games")
    (run.path / "sparring.csv").write_bytes(data)
    run.games_against_person()
    run.load_state()
    return ""


def _reported_log(data: bytes) -> str:
    run = _run("run with a spoiled log to report")
    (run.path / "generations.csv").write_bytes(data)
    return to_lisp(run.read_logs()[0].winner(1))


def _config(data: bytes) -> str:
    return as_toml(read_config(_file(data)).resolved()).replace("\n", " ")


def _table(data: bytes) -> str:
    return read_position_table(_file(data), small_game("hexapawn")).to_text().replace("\n", " ")


def _record(data: bytes) -> str:
    return GameRecord.read(_file(data)).to_text().replace("\n", " ")


def _heading(data: bytes) -> str:
    return " ".join(f"{name} {value}" for name, value in heading_of(_file(data)).items())


def _expression(data: bytes) -> str:
    """The first byte chooses the game."""
    name = list(GAMES)[data[0] % len(GAMES)] if data else "senet"
    player = player_from_text("expr:" + data[1:].decode("utf-8", "surrogateescape"), name)
    return to_lisp(player.tree)  # type: ignore[attr-defined]


def _player(data: bytes) -> str:
    text = data.decode("utf-8", "surrogateescape")
    game_for([text], "hexapawn")
    player_from_text(text, "hexapawn")
    return ""


def _position(data: bytes) -> str:
    """The first byte chooses the game."""
    name = list(GAMES)[data[0] % len(GAMES)] if data else "senet"
    text = data[1:].decode("utf-8", "surrogateescape")
    game = game_of(name)
    if name in small_games():
        # Also in forms that position_from() alone does not read.
        return game.text(small_game(name).position_to_move_from(text))
    return game.text(game.position_from(text))


@click.command
@click.argument("game")
@rules
def _ruled(game: str, parameters: dict[str, int]) -> None:
    game_of(game, parameters)


def _rule(data: bytes) -> str:
    """The first byte chooses the game; a parameter stands on each line behind it."""
    name = list(GAMES)[data[0] % len(GAMES)] if data else "senet"
    texts = data[1:].decode("utf-8", "surrogateescape").split("\n")
    try:
        _ruled.main([name, *(f"--rule={text}" for text in texts)], standalone_mode=False)
    except click.ClickException as error:
        # As the command line says it.
        raise SenetGpError(error.format_message()) from None
    return ""


_PLAN = b"""game = "hexapawn"
seed_with = ["my_pieces"]
[vary]
population = [8, 9]
[variants.a.fitness]
noise = 0.1
[variants.b.vary]
credit = ["mean", "shared"]
fitness.noise = [0.2, 0.3]
"""


def _provenance(data: bytes) -> str:
    return printable(command_of(_file(data, "provenance.json").parent))


def _experiment_plan(data: bytes) -> str:
    return "".join(read_plan(_file(data), seeds=2).variants)


def _recorded_plan(data: bytes) -> str:
    directory = _file(b"", "beside").parent
    _file(data, "plan.json")
    return "".join(read_recorded(directory).variants)


def _measured(data: bytes) -> str:
    directory = scratch() / "measured" / "a"
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "1.json").write_bytes(data)
    found = read_measured(scratch(), PlannedRun("a", Config(game="hexapawn", seed=1)))
    return "".join([*found.scores, *map(str, found.scores.values())])


def _page(data: bytes) -> str:
    place = scratch() / "page"
    place.mkdir(exist_ok=True)
    return fuzzed_page.answered(data, place)


def _expressions() -> list[bytes]:
    """The champions' expressions behind a byte that chooses the game."""
    contents = [json.loads(champion) for champion in _contents("champions/*.json")]
    return [bytes([list(GAMES).index(one["game"])]) + one["expression"].encode() for one in contents]


#: What is recorded of how a run began.
_BEGAN = {
    "sessions": [
        {
            "versions": {"senet_gp": "0.2.0", "python": "3.11.7"},
            "commit": "0123456789abcdef0123456789abcdef01234567-dirty",
            "system": "Linux",
            "processor": "AMD EPYC",
            "cores": 2,
            "workers": 2,
            "processor_seconds": 12.5,
        }
    ],
    "command": "senet-gp evolve hexapawn --population 8 --out run",
    "plugins": [{"module": "my_words", "distribution": "my-words", "version": "1.2", "sha256": "0" * 64}],
}


def _targets() -> dict[str, Target]:
    champions, machines, records = "champions/*.json", "machines/*.json", "records/*.txt"
    positions = [
        bytes([number]) + game_of(game).text(game_of(game).starts()[0]).encode()
        for number, game in enumerate(GAMES)
    ] + [bytes([list(GAMES).index("tictactoe")]) + text for text in (b"xx......o", b"-1,-1,0,0,0,0,0,0,1")]
    players = b"""random random-tree:4 minimax table hand:HC1 human search:1:random-tree:2
        search:1+:random-tree:3 expr:my_moves matchbox:no-file net:no-file table:no-file no-file""".split()

    def files(read: Callable[[bytes], str], pattern: str) -> Target:
        return Target(read, lambda: _bytes(pattern))

    def sealed(
        read: Callable[[bytes], str], format_name: str, seeds: Callable[[], list[bytes]], version: int = 1
    ) -> Target:
        return Target(lambda data: read(_sealed(data, format_name, version)), seeds, is_document=True)

    return {
        "champion file": files(_champion, champions),
        "champion": sealed(_champion, champion.FORMAT, lambda: _contents(champions), champion.VERSION),
        "checkpoint file": files(_checkpoint, "run/checkpoint.json"),
        "checkpoint": Target(
            lambda data: _checkpoint(
                _sealed(data, checkpoint.FORMAT, checkpoint.VERSION, config=_config_digest())
            ),
            lambda: _contents("run/checkpoint.json"),
            is_document=True,
        ),
        "matchbox file": files(_matchbox, machines),
        "matchbox": sealed(_matchbox, matchbox.FORMAT, lambda: _contents(machines), matchbox.VERSION),
        "network file": files(_network, "network.json"),
        "network": sealed(_network, "senet-gp network", lambda: _contents("network.json")),
        "chances": files(_chances, "*.chances"),
        "unfinished chances": files(_unfinished_chances, "*.unfinished"),
        "plan of an experiment": Target(_experiment_plan, lambda: [_PLAN]),
        "recorded plan": sealed(
            _recorded_plan, "senet-gp experiment", lambda: _contents("experiment/plan.json"), version=5
        ),
        "provenance": sealed(
            _provenance,
            provenance.PROVENANCE_FORMAT,
            lambda: [json.dumps(_BEGAN).encode()],
            provenance.PROVENANCE_VERSION,
        ),
        "measured run": sealed(
            _measured, measured_runs._FORMAT, lambda: [json.dumps(MEASURED).encode()], measured_runs._VERSION
        ),
        "configuration": Target(_config, lambda: [*_bytes("run/config.toml"), _SEEDED]),
        "log": files(_log, "run/generations.csv"),
        "log of a person's games": Target(_sparring_log, lambda: [_SPARRING]),
        "log to report": files(_reported_log, "run/generations.csv"),
        "players by size file": files(_sizes, "run/sizes.json"),
        "players by size": sealed(
            _sizes, champion.SIZES_FORMAT, lambda: _contents("run/sizes.json"), champion.SIZES_VERSION
        ),
        "log of sizes": files(_size_log, "run/sizes.csv"),
        "table of positions": Target(_table, lambda: _bytes("table.txt") + _bytes("reduced.txt")),
        "game record": files(_record, records),
        "heading of a game record": files(_heading, records),
        "expression": Target(_expression, _expressions),
        "player": Target(_player, lambda: players),
        "position": Target(_position, lambda: positions),
        "page's requests": Target(_page, fuzzed_page.seeds, is_document=True),
        "rule": Target(
            _rule, lambda: [b"\x00pieces=5", b"\x01size=4\nrounds=9", b"\x04width=4\nheight=3\nline=3"]
        ),
    }


TARGETS = _targets()

#: Pieces that readers stumble over.
EVIL_TEXTS = (
    "", "\0", "\x1b[2J", "\r\n", "\n\n", "\ufeff", "\u202e", "\ud800", "-1", "1e999", "NaN", "-Infinity",
    "9" * 25, "9" * 5000, "[" * 2000, "{" * 2000, "(" * 2000, "(add " * 500, ")", '"', "\\", "=", ",", ";",
    "../../etc/passwd", "/dev/zero", "version", "true", "null", "0x" + "f" * 5000, "search:1:" * 300,
    "a." * 1500, "\U0001f3b2", "٣", "x" * 3000, " " * 3000, "# ", "?", "-", "\t",
)  # fmt: skip
EVIL_VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 7, 2**31, 2**63, 10**18, -(10**18), 10**4000, 0.0, -0.5, 1e308,
    float("inf"), float("nan"), "", [], {}, [[]], [None], {"": None}, [0] * 700, [[0, 1]], {"a": {"b": [1]}},
)  # fmt: skip


def spoiled(data: bytes, rng: random.Random) -> bytes:
    """Bytes with some changes."""
    for _ in range(rng.choice((1, 1, 2, 4, 8))):
        begin = rng.randrange(len(data) + 1)
        end = min(len(data), begin + rng.choice((0, 1, 1, 2, 5, 20, 200)))
        evil = rng.choice(EVIL_TEXTS).encode("utf-8", "surrogatepass")
        again = data[begin:end] * rng.choice((2, 3, 50))
        new = rng.choice((b"", evil, evil, rng.randbytes(2), again, str(rng.choice((0, 1, 5, 99))).encode()))
        data = data[:begin] + new + data[end:]
    return data


def spoiled_document(document: Any, rng: random.Random) -> Any:
    """A JSON document with some values changed, left out, doubled, or exchanged."""
    document = json.loads(json.dumps(document))
    for _ in range(rng.choice((1, 1, 2, 4))):
        place = document
        while True:
            keys = list(place) if isinstance(place, dict) else range(len(place))
            if not keys:
                break
            key = rng.choice(keys)
            value = place[key]
            if isinstance(value, dict | list) and value and rng.random() < 0.8:
                place = value
                continue
            place[key] = _spoiled_value(value, place, rng)
            if rng.random() < 0.15:
                del place[key]
            elif rng.random() < 0.1:
                if isinstance(place, list):
                    place.insert(0, value)
                else:
                    place[rng.choice(EVIL_TEXTS)] = value
            break
    return document


def _spoiled_value(value: Any, place: Any, rng: random.Random) -> Any:
    if isinstance(value, str) and rng.random() < 0.6:
        return spoiled(value.encode("utf-8", "surrogatepass"), rng).decode("utf-8", "replace")
    if type(value) in {int, float} and rng.random() < 0.6:
        return value + rng.choice((-1, 1, 0.5, 2**32, -value, value))
    others = list(place.values() if isinstance(place, dict) else place)
    # A copy, since it may be spoiled, too.
    return deepcopy(rng.choice((rng.choice(EVIL_VALUES), rng.choice(EVIL_VALUES), rng.choice(others))))


def spoiled_input(target: Target, data: bytes, rng: random.Random) -> bytes:
    """An input with some changes, made in its structure if it has one that can be read."""
    if target.is_document and rng.random() < 0.8:
        try:
            document = json.loads(data)
            if isinstance(document, dict):
                return json.dumps(spoiled_document(document, rng)).encode()
        except (ValueError, RecursionError, TypeError, OverflowError):
            pass
    return spoiled(data, rng)
