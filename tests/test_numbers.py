"""Numbers that callers give: those of numpy are numbers, and what is none is refused in one sentence.

Every number that a public function or class takes has a row here.
"""

from __future__ import annotations

import dataclasses
import inspect
import json
import math
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from public_packages import PACKAGES

from primitives import Number, Primitive, Query, Vocabulary, plain_vocabulary, primitive, vocabulary_of
from senet_gp import (
    Config,
    Diagram,
    Evolution,
    GameRecord,
    Playthrough,
    ProgressLine,
    RunDirectory,
    SerialPool,
    WorkerPool,
    deap_toolbox,
    experiment,
    explain,
    from_lisp,
    game_of,
    game_streams,
    play_match,
    play_run,
    play_tournament,
    player_from_text,
    pool_of,
    score_against,
    simplify,
)
from senet_gp.arena import ExecutorPool, Workers
from senet_gp.arena.record import new_record
from senet_gp.engine.network_learning import Course
from senet_gp.evolution import AUTO, Credit, Part, option, points_of
from senet_gp.evolution.configuration.parts import classes
from senet_gp.experiments import teachers_from, train
from senet_gp.experiments.plan import Budget
from senet_gp.games import board_svg, board_text, grid
from senet_gp.games.registry import parameters_of
from senet_gp.players import (
    MatchboxPlayer,
    NoisyPlayer,
    Scheme,
    TrainedNetwork,
    read_matchbox,
    search_player,
    train_network,
    write_matchbox,
)
from senet_gp.runtime.checks import MAX_SEED
from senet_gp.runtime.compiled import kernel
from senet_gp.runtime.errors import UsageError
from senet_gp.testing import check_game

GAME = game_of("hexapawn")
WORDS = vocabulary_of("hexapawn")
TREE = from_lisp("(sub my_moves their_moves)", WORDS)
PLAYER = player_from_text("expr:my_moves", GAME)
SMALL: dict[str, Any] = {"population": 8, "generations": 1, "games": 2, "random_games": 2}
SCHEME = Scheme(reward=1)


class Row(NamedTuple):
    """A number that something takes.

    Attributes:
        of: what takes it, by name.
        call: what is called with the number.
        name: the parameter.
        good: a number that it accepts.
        also: other values that it accepts, of those that are tried.
    """

    of: str
    call: Callable[..., Any]
    name: str
    good: float
    also: tuple[Any, ...] = ()


def learned(**numbers: Any) -> Any:
    machine = MatchboxPlayer(GAME, SCHEME)
    numbers = {"games": 6, "seed": 1} | numbers
    train(machine, teachers_from("random", GAME, SCHEME), **numbers)
    return machine.games, machine.curve, machine.boxes


def played(**numbers: Any) -> Playthrough[Any]:
    return Playthrough((PLAYER, PLAYER), game_streams(1), GAME, GAME.starts()[0], **numbers)


def progress(**numbers: Any) -> str:
    return repr(ProgressLine(**{"generations": 3} | numbers))


def experimented(tmp_path: Path, **numbers: Any) -> Any:
    plan = {**Config.of("hexapawn", **SMALL).as_values(), "variants": {"a": {}}}
    rows = experiment(plan, out=tmp_path / "e", **{"seeds": 1, "jobs": 1, "games": 2} | numbers)
    return [{name: value for name, value in row.items() if name != "seconds"} for row in rows]


def run(tmp_path: Path, **numbers: Any) -> Any:
    return play_run(tmp_path / "run", Config.of("hexapawn", **SMALL), pool=SerialPool(), **numbers).tree


def scored(**numbers: Any) -> Any:
    toolbox = deap_toolbox(Config(game="hexapawn"), ["random"], **{"games": 2} | numbers)
    return toolbox.evaluate(toolbox.clone(TREE))


def with_weight(weight: Any) -> Any:
    return deap_toolbox(Config(game="hexapawn"), ["random"], games=2, weights=(weight,)).individual().fitness


def pooled(make: Callable[..., Any], **numbers: Any) -> int:
    with make(**numbers) as pool:
        return int(pool.workers)


def executors(**numbers: Any) -> int:
    with ThreadPoolExecutor(1) as executor, ExecutorPool(executor, **numbers) as pool:
        return pool.workers


def trained_for(**numbers: Any) -> Any:
    blank = TrainedNetwork.new(game_of("senet", {"pieces": 1}), 16, Course(seed=1))
    return [state.games for state in train_network(blank, **{"games": 4} | numbers)]


def word(**numbers: Any) -> Primitive:
    def nobody(_board: Any) -> int:
        """Nothing."""
        return 0

    return primitive(Number, **{"low": 0, "high": 3} | numbers)(nobody)


def plain_word(most: Any) -> Any:
    def nobody(_board: Any) -> int:
        """Nothing."""
        return 0

    return plain_vocabulary(GAME, {nobody: most})["basic"].by_name["nobody"].high


@kernel
def _nothing(mine: int, number: int) -> int:
    return mine + number


def in_range(option: dataclasses.Field[Any]) -> tuple[float, ...]:
    """The numbers that an option accepts, of those that are tried."""
    low, high = option.metadata["between"]
    kind = option.metadata["kind"]
    return tuple(n for n in (0, -1, 2.5) if low <= n <= high and (kind is float or type(n) is int))


def options_of(maker: type) -> Iterator[Row]:
    """The options that are numbers, of the configuration or a part."""
    for described in dataclasses.fields(maker):
        if described.metadata.get("kind") in {int, float}:
            default = described.metadata.get("default", described.default)
            good = described.metadata["between"][0] if default == AUTO else default
            yield Row(maker.__name__, maker, described.name, good, in_range(described))


ZERO, NOT_GIVEN = 0, None
ROWS = [
    Row("play_match", lambda **n: play_match("random", "minimax", game=GAME, **n), "games", 4),
    Row(
        "play_match", lambda **n: play_match("random", "minimax", game=GAME, games=2, **n), "seed", 3, (ZERO,)
    ),
    Row("score_against", lambda **n: score_against([TREE], ["random"], **n).tolist(), "games", 4),
    Row(
        "score_against",
        lambda **n: score_against([TREE], ["random"], games=2, **n).tolist(),
        "seed",
        3,
        (ZERO,),
    ),
    Row(
        "play_tournament",
        lambda **n: play_tournament(["random", "minimax"], game=GAME, **n).standings,
        "games",
        4,
    ),
    Row(
        "play_tournament",
        lambda **n: play_tournament(["random", "minimax"], game=GAME, games=2, **n).standings,
        "seed",
        3,
        (ZERO,),
    ),
    Row("deap_toolbox", scored, "games", 4),
    Row("deap_toolbox", scored, "seed", 3, (ZERO, NOT_GIVEN)),
    Row("deap_toolbox", lambda **n: with_weight(n["weights"]).weights, "weights", 2.0, (-1, 2.5, 2**70)),
    Row("play_run", run, "memory_limit", 1 << 40, (NOT_GIVEN,)),
    Row(
        "Evolution",
        lambda **n: Evolution(Config(game="hexapawn"), SerialPool(), **n).max_nodes,
        "max_nodes",
        7,
        (ZERO,),
    ),
    Row("ProgressLine", progress, "generations", 3),
    Row("ProgressLine", progress, "islands", 3),
    Row("ProgressLine", progress, "minutes", 3, (ZERO, 2.5, 2**70)),
    Row("experiment", experimented, "seeds", 1),
    Row("experiment", experimented, "max_games", 3, (ZERO,)),
    Row("experiment", experimented, "games", 4),
    Row("experiment", experimented, "jobs", 1, (NOT_GIVEN, "3")),
    Row("Budget", Budget, "max_games", 3, (ZERO,)),
    Row("Playthrough", lambda **n: played(**n).turns, "turns", 3, (ZERO,)),
    Row("game_streams", lambda **n: game_streams(**n).tolist(), "key", 3, (ZERO, -1, 2**70, 10**5000)),
    Row("Budget", Budget, "max_seconds", 3, (ZERO, 2.5, 2**70)),
    Row("explain", lambda **n: str(explain("expr:my_moves", GAME, **n)), "games", 2, (NOT_GIVEN,)),
    Row("explain", lambda **n: str(explain("expr:my_moves", GAME, games=2, **n)), "seed", 3, (ZERO,)),
    Row("simplify", lambda **n: simplify(TREE, WORDS, GAME, **n).tree, "allowed", 0.5, (ZERO,)),
    Row("simplify", lambda **n: simplify(TREE, WORDS, GAME, **n).tree, "decisions", 3),
    Row("simplify", lambda **n: simplify(TREE, WORDS, GAME, **n).tree, "seed", 3, (ZERO,)),
    Row("check_game", lambda **n: check_game(GAME, **n).words, "seconds", 0.0, (ZERO, 2.5, 2**70)),
    Row("check_game", lambda **n: check_game(GAME, seconds=0, **n).decisions, "seed", 3, (ZERO,)),
    Row("WorkerPool", lambda **n: pooled(WorkerPool, **n), "workers", 2, (NOT_GIVEN, "3")),
    Row("pool_of", lambda **n: pooled(pool_of, **n), "workers", 2, (NOT_GIVEN, "3")),
    Row("ExecutorPool", executors, "workers", 2, (NOT_GIVEN,)),
    Row("Workers", Workers, "count", 2, (ZERO,)),
    Row("Workers.of", lambda **n: Workers.of(n["text"]), "text", 2, (NOT_GIVEN, "3")),
    Row("Diagram", lambda **n: Diagram(GAME, GAME.starts()[0], **n), "seat", 1, (ZERO,)),
    Row("Diagram.of", lambda **n: Diagram.of(GAME, **n), "seat", 1, (ZERO,)),
    Row("board_text", lambda **n: board_text(GAME, GAME.starts()[0], **n), "seat", 1, (ZERO,)),
    Row("board_svg", lambda **n: board_svg(GAME, GAME.starts()[0], **n), "seat", 1, (ZERO,)),
    Row("grid", lambda **n: grid(height=2, **n), "width", 3),
    Row("grid", lambda **n: grid(width=2, **n), "height", 3),
    Row("GameRecord", lambda **n: GameRecord(("a", "b"), GAME, **n).to_text(), "seed", 3, (ZERO, NOT_GIVEN)),
    Row(
        "GameRecord", lambda **n: GameRecord(("a", "b"), GAME, **n).to_text(), "retried", 3, (ZERO, NOT_GIVEN)
    ),
    Row(
        "GameRecord",
        lambda **n: GameRecord(("a", "b"), GAME, **n).result,
        "outcome",
        1,
        (ZERO, -1, NOT_GIVEN),
    ),
    Row("new_record", lambda **n: new_record(("a", "b"), GAME, **n).to_text(), "seed", 3, (ZERO,)),
    Row("train", learned, "games", 3, (ZERO,)),
    Row("train", learned, "seed", 3, (ZERO,)),
    Row("Scheme", Scheme, "initial", 3),
    Row("Scheme", Scheme, "reward", 3, (ZERO,)),
    Row("Scheme", Scheme, "draw_reward", 3, (ZERO,)),
    Row("search_player", lambda **n: search_player(PLAYER, game=GAME, **n).name, "turns", 2),
    Row("NoisyPlayer", lambda **n: NoisyPlayer(PLAYER, **n).name, "chance", 1, (ZERO,)),
    Row(
        "TrainedNetwork.new",
        lambda **n: TrainedNetwork.new(game_of("senet"), course=Course(seed=1), **n).network.data,
        "hidden",
        16,
    ),
    Row("Course", Course, "seed", 3, (ZERO,)),
    Row("train_network", trained_for, "games", 3, (ZERO,)),
    Row("train_network", trained_for, "at_once", 3),
    Row(
        "points_of",
        lambda **n: points_of(np.array([1, 0, -1], np.int8), **n).tolist(),
        "draw_value",
        1,
        (ZERO,),
    ),
    Row("primitive", lambda **n: word(**n).low, "low", -3, (ZERO, -1)),
    Row("primitive", lambda **n: word(**n).high, "high", 3, (ZERO,)),
    Row("Primitive", lambda **n: Primitive(word().meaning, (), Number, **n).high, "high", 3, (ZERO,)),
    Row("Primitive", lambda **n: Primitive(word().meaning, (), Number, **n).low, "low", -3, (ZERO, -1)),
    Row("plain_vocabulary", lambda **n: plain_word(n["numbers"]), "numbers", 3, (ZERO,)),
    Row("Query", lambda **n: Query(_nothing, "mine", n["takes"]).constants, "takes", 3, (ZERO, -1, "3")),
    Row(
        "Vocabulary",
        lambda **n: Vocabulary(GAME, "v", WORDS.primitives, WORDS.constants, **n).squares,
        "squares",
        9,
    ),
]
ROWS += [row for maker in (Config, Credit, *classes()) for row in options_of(maker)]
ROWS += [
    Row(game, lambda game=game, **n: game_of(game, n), name, value)
    for game in ("senet", "trilobite", "pursuit")
    for name, value in parameters_of(game_of(game)).items()
    if type(value) is int
]
#: What the program makes and callers only read, and what they make for it to call or to check. Wrong
#: evaluations are in tests/evolution/test_wrong_operators.py.
MADE_HERE = {
    *(
        "Afterstate",
        "Board",
        "Chances",
        "Decision",
        "Evaluation",
        "evaluation_by",  # a run checks its winner
        "Explanation",
        "GameAnalysis",
        "GameReport",
        "Generation",
    ),
    *("MatchReport", "Measurement", "Outcomes", "Played", "ResolvedConfig", "RoundRobin"),
    *("SearchPlayer", "SeatVerdict", "Simplification", "Standing", "State", "TrainedNetwork"),
}
#: What sentences call a number that is not called as its parameter.
CALLED = {
    **dict.fromkeys(
        ("experiment: jobs", "Workers.of: text", "WorkerPool: workers", "pool_of: workers"), "worker"
    ),
    **{f"{maker}: {bound}": "nobody" for maker in ("primitive", "Primitive") for bound in ("low", "high")},
    "plain_vocabulary: numbers": "nobody",
    "Scheme: draw_reward": "reward for a draw",
    "Query: takes": "a constant",
    "deap_toolbox: weights": "weight",
}
#: What is tried in place of every number.
WRONG = [0, -1, 2.5, True, np.True_, "3", None, 2**70, math.nan, [3], 10**5000]


def told(row: Row) -> str:
    return f"{row.of}: {row.name}"


def called(row: Row, value: Any, tmp_path: Path) -> Any:
    first = next(iter(inspect.signature(row.call).parameters))
    return row.call(*[tmp_path] * (first == "tmp_path"), **{row.name: value})


def kinds_for(number: float) -> list[type[np.number[Any]]]:
    whole: list[type[np.number[Any]]] = [np.int8, np.uint64, np.int64]
    if isinstance(number, float):
        return [np.float64] + [np.float32] * (float(np.float32(number)) == number)
    fitting = [kind for kind in whole if np.iinfo(kind).min <= number <= np.iinfo(kind).max]  # type: ignore[type-var]
    return fitting[:2]


@pytest.mark.parametrize("row", ROWS, ids=told)
def test_numbers_of_numpy_mean_the_same(row: Row, tmp_path: Path) -> None:
    wanted = called(row, row.good, tmp_path / "python")
    for kind in kinds_for(row.good):
        found = called(row, kind(row.good), tmp_path / kind.__name__)
        # Recorded values are Python's own: pickles of numpy's name numpy.
        assert pickle.dumps(found) == pickle.dumps(wanted), kind


def fits(row: Row, value: Any) -> bool:
    return any(value is one or (type(value) is type(one) and value == one) for one in row.also)


@pytest.mark.parametrize("row", ROWS, ids=told)
def test_what_is_no_number_is_refused_in_a_sentence_that_names_it(row: Row, tmp_path: Path) -> None:
    for value in WRONG:
        if fits(row, value):
            continue
        try:
            called(row, value, tmp_path)
        except UsageError as error:
            sentence = str(error)
            assert CALLED.get(told(row), row.name) in sentence
            assert len(sentence) < 300, sentence
        else:
            pytest.fail(f"{row.name} takes {str(value)[:20] if value != 10**5000 else '10**5000'}")


def numbers_taken() -> Iterator[tuple[str, str]]:
    """The parameters with numbers of all public functions and classes."""
    for package in ["primitives", *PACKAGES]:
        module = import_module(package)
        for name in module.__all__:
            part = getattr(module, name)
            if not callable(part) or getattr(part, "_is_protocol", False) or name in MADE_HERE:
                continue
            try:
                parameters = inspect.signature(part).parameters.values()
            except ValueError:  # such as of an exception
                continue
            for parameter in parameters:
                if str(parameter.annotation) in {"int", "float", "int | None", "float | None"}:
                    yield name, parameter.name


def test_every_number_that_is_taken_has_a_row() -> None:
    assert {f"{name}: {parameter}" for name, parameter in numbers_taken()} <= set(map(told, ROWS))


@pytest.mark.parametrize("row", [row for row in ROWS if row.name == "seed"], ids=told)
def test_the_largest_seed_works_everywhere(row: Row, tmp_path: Path) -> None:
    called(row, MAX_SEED, tmp_path)


def test_the_largest_seed_is_written_and_read(tmp_path: Path) -> None:
    new_record(("random", "random"), GAME, MAX_SEED).write(tmp_path / "game.txt")
    assert GameRecord.read(tmp_path / "game.txt").seed == MAX_SEED
    assert player_from_text(f"random-tree:{MAX_SEED}", GAME).name == f"random-tree:{MAX_SEED}"
    for number in (MAX_SEED + 1, "9" * 5000):
        with pytest.raises(UsageError, match="with a whole number N from 0 to"):
            player_from_text(f"random-tree:{number}", GAME)


def test_numbers_of_numpy_are_written_into_files(tmp_path: Path) -> None:
    given = {"seed": np.int64(5), "noise": np.float32(0.5), "population": np.uint8(8)}
    config = Config.of("hexapawn", **SMALL | given)
    assert config == Config.of("hexapawn", **SMALL | {"seed": 5, "noise": 0.5})
    assert type(config.fitness.noise) is float  # type: ignore[attr-defined]
    for share in np.linspace(0, 1, 3):
        assert type(dataclasses.replace(config, mutant_share=share).mutant_share) is float
    run = RunDirectory.create(tmp_path / "run", config)
    assert RunDirectory.open(run.path).config == config.resolved()
    json.dumps(play_match("random", "random", game=GAME, games=np.int64(2), seed=np.int64(1)).as_json())
    machine = MatchboxPlayer(game_of("hexapawn"), Scheme(punishments=tuple(np.array([3, 2, 1]))))
    write_matchbox(machine, tmp_path / "machine.json")
    assert read_matchbox(tmp_path / "machine.json").scheme == machine.scheme


def test_the_default_of_an_option_may_be_of_numpy() -> None:
    @dataclasses.dataclass(frozen=True)
    class Sampled(Part):
        sample: int = option(np.int64(2), "a number", between=(1, 5))

    assert type(Sampled().sample) is int
    with pytest.raises(UsageError, match=r"^sample is 2\.5, but it must be a whole number$"):
        Sampled(sample=2.5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "call",
    [
        lambda: play_tournament("random", game=GAME),
        lambda: score_against("random", ["random"], game=GAME),
        lambda: score_against([TREE], "random"),
        lambda: score_against(TREE, ["random"]),
        lambda: deap_toolbox(Config(game="hexapawn"), "random"),
        lambda: deap_toolbox(Config(game="hexapawn"), ["random"], weights="1"),
        lambda: learned(seats="1"),
        lambda: learned(seats=1),
        lambda: Scheme(punishments=3),  # type: ignore[arg-type]
        lambda: Config(objectives="score"),  # type: ignore[arg-type]
        lambda: Config(seed_with="my_moves"),  # type: ignore[arg-type]
    ],
)
def test_a_single_member_is_no_list(call: Callable[[], Any]) -> None:
    with pytest.raises(UsageError, match="must be a list"):
        call()
