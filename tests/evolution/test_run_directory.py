"""What a run leaves, and how it is read back."""

from __future__ import annotations

import csv
import dataclasses
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from commands import run_command
from tiny_runs import files_of, play_until

from primitives import vocabulary_of
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.loop.state import Generation, State
from senet_gp.evolution.record import checkpoint
from senet_gp.evolution.record.checkpoint import FORMAT, VERSION, digest_of
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.evolution.run.run import RunHooks, play_run
from senet_gp.games.senet import Senet
from senet_gp.players.champion import Champion
from senet_gp.runtime.documents import read_document, write_document
from senet_gp.runtime.errors import FileError, UsageError
from senet_gp.trees.text import from_lisp, to_lisp

CONFIG = Config(population=12, generations=4, final_games=2, log="individuals")
_FULL_GAMES: dict[str, Any] = {
    "fitness": "full-games",
    "population": 16,
    "generations": 4,
    "final_games": 4,
    "random_games": 8,
    "log": "individuals",
}
#: Runs whose fitness comes from elsewhere, or whose first population does.
OTHERS = {
    "full games": Config.of("trilobite", **_FULL_GAMES),
    "full games with self-losses": Config.of("pursuit", **_FULL_GAMES),
    "seeded": dataclasses.replace(CONFIG, seed_with=("(sub their_distance my_distance)", "my_moves")),
}


def play(run: RunDirectory, generations: int = 4) -> State:
    """Play a run until so many generations are played; the state in which it is left."""
    return play_until(run, generations).read_state()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What a run leaves that was not stopped."""
    run = RunDirectory.create(tmp_path_factory.mktemp("whole") / "run", CONFIG)
    play(run)
    return files_of(run.path)


@pytest.mark.parametrize("config", [CONFIG, *OTHERS.values()], ids=["knockout", *OTHERS])
def test_a_stopped_run_goes_on_as_if_it_had_not_been(tmp_path: Path, config: Config) -> None:
    whole = RunDirectory.create(tmp_path / "whole", config)
    play(whole)
    stopped = RunDirectory.create(tmp_path / "stopped", config)
    for generations in (1, 3, 4):
        again = RunDirectory.open(stopped.path)
        assert again.config == config.resolved()
        play(again, generations)
    for name in ("config.toml", "generations.csv", "individuals.csv", "checkpoint.json"):
        assert (whole.path / name).read_bytes() == (stopped.path / name).read_bytes()


def played_without_pause(directory: RunDirectory, generations: int) -> list[int]:
    """Play generations, and end as if killed; in which of them the checkpoint was written."""
    file = directory.path / "checkpoint.json"
    written = []
    with WorkerPool(1) as pool:
        evolution = Evolution(directory.config, pool)
        while evolution.state.generation < generations:
            file.unlink(missing_ok=True)
            directory.save(evolution.next_generation(), evolution.state)
            if file.exists():
                written.append(evolution.state.generation)
    return written


def test_checkpoints_take_a_small_part_of_the_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = Config(population=12, generations=9, final_games=2)
    for share, expected in ((1e-9, [1, 8, 9]), (1e9, list(range(1, 10)))):
        monkeypatch.setattr(checkpoint, "CHECKPOINT_SHARE", share)
        run = RunDirectory.create(tmp_path / str(share), config)
        assert played_without_pause(run, 9) == expected


def test_a_killed_run_plays_again_what_is_behind_its_checkpoint(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint, "CHECKPOINT_SHARE", 1e-9)
    run = RunDirectory.create(tmp_path / "run", CONFIG)
    with WorkerPool(1) as pool:
        evolution = Evolution(CONFIG, pool)
        while evolution.state.generation < 2:
            run.save(evolution.next_generation(), evolution.state)
    assert (run.path / "generations.csv").read_text().count("\n") == 3
    again = RunDirectory.open(run.path)
    assert again.load_state().generation == 1
    play(again)
    for name in ("generations.csv", "checkpoint.json"):
        assert (run.path / name).read_bytes() == whole[name]


def test_the_last_whole_generation_is_saved_when_a_run_is_left_by_an_error(
    tmp_path: Path, whole: dict[str, bytes]
) -> None:
    run = RunDirectory.create(tmp_path / "run", CONFIG)

    def stopped_while_evaluating(*_arguments: object) -> None:
        raise KeyboardInterrupt

    evolutions: list[Evolution] = []

    def stop_the_next(generation: Generation) -> None:
        if generation.number == 3:
            evolutions[0].toolbox.register("evaluate", stopped_while_evaluating)

    hooks = RunHooks(prepare=evolutions.append, on_generation=stop_the_next)
    with pytest.raises(KeyboardInterrupt), WorkerPool(1) as pool:
        play_run(run, pool=pool, hooks=hooks)
    # The fourth had been bred, which changed the generator; what is saved is how it was before.
    assert run.load_state().generation == 3
    play(run)
    for name in ("generations.csv", "checkpoint.json"):
        assert (run.path / name).read_bytes() == whole[name]


def test_the_log_is_a_csv_file_with_a_line_a_generation(tmp_path: Path) -> None:
    run = RunDirectory.create(tmp_path / "run", CONFIG)
    state = play(run)
    with (run.path / "generations.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["generation"] for row in rows] == ["1", "2", "3", "4"]
    assert [row["winner"] for row in rows] == [to_lisp(winner) for _, winner in state.winners]
    assert float(rows[-1]["size_mean"]) > 1
    with (run.path / "timing.csv").open() as file:
        assert all(float(row["seconds_evaluating"]) > 0 for row in csv.DictReader(file))


def test_an_existing_directory_is_never_written_into(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "precious").write_text("data")
    with pytest.raises(FileError, match="already exists: choose another directory with --out"):
        RunDirectory.create(tmp_path / "mine", CONFIG)
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["precious"]
    with pytest.raises(FileError, match="cannot be made"):
        RunDirectory.create(tmp_path / "mine" / "precious" / "run", CONFIG)
    with pytest.raises(FileError, match="is not a run directory"):
        RunDirectory.open(tmp_path / "mine")
    with pytest.raises(FileError, match="is a file, but the directory of a run is needed"):
        RunDirectory.open(tmp_path / "mine" / "precious")


def test_a_run_is_played_by_one_process_at_a_time(tmp_path: Path) -> None:
    run = RunDirectory.create(tmp_path / "run", CONFIG)
    program = (
        "from pathlib import Path\nfrom senet_gp import RunDirectory\n"
        f"with RunDirectory.open(Path({str(run.path)!r})).locked(): print('mine')"
    )
    with run.locked():
        refused = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
        (run.path / "generations.csv").write_text("a line of the process that plays it\n")
        resumed = run_command("resume", str(run.path))
    assert "is being played by another process" in refused.stderr
    assert resumed.returncode == 1
    assert "is being played by another process" in resumed.stderr
    assert (run.path / "generations.csv").read_text() == "a line of the process that plays it\n"
    taken = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert taken.stdout == "mine\n"


def test_logs_of_a_run_without_checkpoint_are_begun_again(tmp_path: Path) -> None:
    """As after a run was killed between its first log line and its first checkpoint, or on a full disk."""
    for broken in ("one line", "empty"):
        run = RunDirectory.create(tmp_path / broken, CONFIG)
        play(run, 1)
        (run.path / "checkpoint.json").unlink()
        if broken == "empty":
            (run.path / "generations.csv").write_text("")
        play(run, 2)
        with (run.path / "generations.csv").open() as file:
            assert [row["generation"] for row in csv.DictReader(file)] == ["1", "2"]


def test_the_first_free_directory_is_taken(tmp_path: Path) -> None:
    paths = [RunDirectory.create_next(tmp_path / "runs", CONFIG).path.name for _ in range(3)]
    assert paths == ["senet-1", "senet-2", "senet-3"]
    (tmp_path / "file").touch()
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    for parent in ("file", "dangling"):
        with pytest.raises(FileError, match="cannot be made"):
            RunDirectory.create_next(tmp_path / parent, CONFIG)


@pytest.mark.parametrize(
    "fitness", [[float("nan")], [float("inf")], [10**400], ["1"], 1.5, None, [True], [], [1.5, 2.5], {}]
)
def test_impossible_fitness_is_refused(tmp_path: Path, fitness: object) -> None:
    run = RunDirectory.create(tmp_path / "run", CONFIG)
    play(run, 1)
    content = read_document(run.path / "checkpoint.json", FORMAT, VERSION, dict)
    content["fitness"][3] = fitness
    write_document(run.path / "checkpoint.json", FORMAT, VERSION, content)
    with pytest.raises(FileError, match=r"fitness\[3\]\S* is .*, but it must be a (list|number)"):
        run.load_state()


@pytest.mark.parametrize(
    "other", [{"population": 13}, {"crossover": "one-point"}, {"mutation": "uniform"}, {"elite": "best"}]
)
def test_a_checkpoint_of_another_configuration_is_refused(tmp_path: Path, other: dict[str, Any]) -> None:
    """Operators with the same options, or with none, are told apart, too."""
    run = RunDirectory.create(tmp_path / "run", CONFIG)
    play(run, 1)
    changed = Config.from_values({**CONFIG.as_values(), **other})
    assert changed != CONFIG
    with pytest.raises(FileError, match="it belongs to another configuration"):
        RunDirectory(run.path, changed.resolved()).load_state()


def test_champions_read_back(tmp_path: Path) -> None:
    vocabulary = vocabulary_of(Senet(5), "extended")
    tree = from_lisp("(add my_first (move_start 2))", vocabulary)
    champion = Champion(tree, vocabulary, Senet(5), {"seed": 3}, [{"score": 0.5}])
    file = tmp_path / "champion.json"
    champion.write(file)
    again = Champion.read(file)
    assert list(again.tree) == list(tree)
    assert (again.vocabulary, again.game, again.origin, again.results) == (
        *(vocabulary, Senet(5), {"seed": 3}, [{"score": 0.5}]),
    )
    content = json.loads(file.read_text())
    assert (content["nodes"], content["depth"], content["expression"]) == (4, 2, to_lisp(tree))


def test_nothing_in_a_champion_file_is_evaluated(tmp_path: Path) -> None:
    file = tmp_path / "champion.json"
    for content, message in [
        ({"expression": "__import__('os')"}, "bad expression, character 1"),
        ({"expression": 5}, "expression is 5, but it must be a text"),
        ({"nodes": 2}, "nodes is 2, but it must be 1, as its expression says"),
        ({"depth": 1}, "depth is 1, but it must be 0, as its expression says"),
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"vocabulary": "none"}, "no vocabulary 'none'"),
        ({"parameters": {"pieces": 9}}, "pieces a side in Senet is 9"),
        ({"parameters": []}, r"parameters is \[\], but it must be an object"),
        ({"parameters": {"pieces": "7"}}, "champion.json is unsound: "),
        ({"origin": 3}, "origin is 3, but it must be an object"),
        ({"plugins": None}, "plugins is null, but it must be a list"),
        ({"plugins": [3]}, r"plugins\[0\] is 3, but it must be a text"),
        ({"provenance": []}, r"provenance is \[\], but it must be an object"),
    ]:
        sound = {
            "game": "senet",
            "parameters": {"pieces": 7},
            "vocabulary": "paper",
            "nodes": 1,
            "depth": 0,
            "expression": "my_moves",
            "origin": {},
            "results": [],
            "plugins": [],
            "provenance": {},
        }
        write_document(file, "senet-gp champion", 3, sound | content)
        with pytest.raises(FileError, match=message):
            Champion.read(file)
    for key in sound:
        less = {name: value for name, value in sound.items() if name != key}
        write_document(file, "senet-gp champion", 3, less)
        with pytest.raises(FileError, match=f"champion.json is unsound: {key} is missing"):
            Champion.read(file)


def _cut_short(lines: list[str]) -> list[str]:
    return lines[:2]


def _with_garbage(lines: list[str]) -> list[str]:
    return [*lines[:2], "garbage\n", *lines[3:]]


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("generations.csv", lambda lines: lines[:0]),
        ("generations.csv", _cut_short),
        ("generations.csv", _with_garbage),
        ("individuals.csv", _cut_short),
        ("individuals.csv", _with_garbage),
    ],
)
def test_a_log_that_lost_lines_is_refused(tmp_path: Path, name: str, change: object) -> None:
    run = RunDirectory.create(tmp_path / "run", CONFIG)
    play(run, 3)
    (run.path / "checkpoint-before.json").unlink()
    lines = (run.path / name).read_text().splitlines(keepends=True)
    assert callable(change)
    (run.path / name).write_text("".join(change(lines)))
    with pytest.raises(
        FileError, match=rf"{name} is damaged: it should have (a line|lines) for each of 3 generations"
    ):
        run.load_state()


def test_a_log_of_how_individuals_were_made_that_is_removed_is_done_without(tmp_path: Path) -> None:
    """As the sentence says that refuses a damaged one."""
    run = RunDirectory.create(tmp_path / "run", CONFIG)
    play(run, 3)
    (run.path / "individuals.csv").write_text("generation,id,version\n1,0,1\n2,12,1\n3,24,1\n")
    with pytest.raises(FileError, match="if you remove it, the run goes on without it"):
        run.load_state()
    (run.path / "individuals.csv").unlink()
    assert play(run).generation == 4
    assert {row.generation for row in run.logs.individuals.rows()} == {4}


def test_a_run_goes_on_without_its_times(tmp_path: Path, whole: dict[str, bytes]) -> None:
    run = RunDirectory.create(tmp_path / "run", CONFIG)
    play(run, 3)
    (run.path / "timing.csv").unlink()
    play(run)
    for name in ("generations.csv", "checkpoint.json"):
        assert (run.path / name).read_bytes() == whole[name]
    (log,) = run.read_logs()
    assert [seconds is None for seconds in log.seconds] == [True, True, True, False]


def test_a_lost_log_is_named_once(tmp_path: Path) -> None:
    run = RunDirectory.create(tmp_path / "run", CONFIG)
    play(run, 3)
    (run.path / "generations.csv").unlink()
    with pytest.raises(FileError) as refused:
        run.load_state()
    assert str(refused.value).count("does not exist") == 1
    assert "does not exist: the run cannot be resumed as it is, but it can be played" in str(refused.value)


@pytest.mark.parametrize(
    ("part", "value", "reason"),
    [
        ("generation", 102, "generation is 102, but it must be one of the 4 that config.toml names"),
        ("generation", "1", 'generation is "1", but it must be a whole number from 1 to 1000000'),
        (
            "winners",
            [[7, "my_moves"]],
            "winners[0][0] is 7, but it must be at most 1, the generation of the checkpoint",
        ),
        (
            "winners",
            [5],
            "winners[0] is 5, but it must be a list of a whole number from 1 to 1000000 and a text",
        ),
        ("winners", 5, "winners is 5, but it must be a list"),
        ("winners", [], "winners is [], but each generation has one"),
        ("fitness", [[1], [2]], "it holds 12 individuals and the fitness of 2, but config.toml names 12"),
        (
            "population",
            ["my_moves"],
            "it holds 1 individuals and the fitness of 12, but config.toml names 12",
        ),
        ("population", [5] * 12, "population[0] is 5, but it must be a text"),
        ("weights", [], "weights is [], but it must be a list of numbers other than 0"),
        ("weights", [1, 0], "weights is [1.0, 0.0], but it must be a list of numbers other than 0"),
        ("population", ["my_moves"] * 11 + ["none"], "population[11] is unsound: "),
        ("operators", {"__class__": "x"}, "but there are only operators for expr, individual,"),
    ],
)
def test_what_is_unsound_in_a_checkpoint_is_reported(
    tmp_path: Path, part: str, value: object, reason: str
) -> None:
    run = RunDirectory.create(tmp_path / "run", CONFIG)
    play(run, 1)
    content = read_document(run.path / "checkpoint.json", FORMAT, VERSION, dict)
    write_document(run.path / "checkpoint.json", FORMAT, VERSION, content | {part: value})
    with pytest.raises(FileError) as refused:
        run.load_state()
    assert "checkpoint.json is unsound: " in str(refused.value)
    assert reason in str(refused.value)


def test_a_run_with_other_options_is_not_taken_for_this_one(tmp_path: Path) -> None:
    config = Config(game="hexapawn", population=10, generations=4)
    run = RunDirectory.open_or_create(tmp_path / "run", config)
    assert RunDirectory.open_or_create(run.path, config).config == config.resolved()
    fewer = dataclasses.replace(config, generations=2)
    assert RunDirectory.open_or_create(run.path, fewer).config == config.resolved()
    for other in ({"population": 11, "seed": 2}, {"generations": 5}):
        with pytest.raises(UsageError, match=f"other options .{'.*'.join(other)}.*or its extend"):
            RunDirectory.open_or_create(run.path, dataclasses.replace(config, **other))


def test_whatever_does_not_end_a_run_or_limit_it_identifies_it() -> None:
    usual = Config(game="tictactoe")
    same = {"generations": 7, "minutes": 2.0, "until": "generations", "max_nodes": 9000}
    for name, value in same.items():
        assert digest_of(dataclasses.replace(usual, **{name: value})) == digest_of(usual)  # type: ignore[arg-type]
    others: tuple[dict[str, Any], ...] = (
        {"credit": "shared"},
        {"fitness": "full-games"},
        {"halving_budget": 7},
        {"seed": 2},
    )
    digests = {digest_of(Config.of("tictactoe", **options).resolved()) for options in ({}, *others)}
    assert len(digests) == 5
