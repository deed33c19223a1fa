"""Playing a run from Python: to its end, from where it was left, with your own parts."""

from __future__ import annotations

import dataclasses
import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tiny_runs import TINY, begun, files_of, play_until, to_its_end

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.match import play_match
from senet_gp.arena.pool import WorkerError
from senet_gp.evolution.evaluation.final import choose_champion
from senet_gp.evolution.evaluation.sparring import Sparring
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.loop.outside_operators import OperatorError
from senet_gp.evolution.loop.state import Generation
from senet_gp.evolution.operators.variation import hoist_mutation
from senet_gp.evolution.record import checkpoint
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.evolution.run import run as playing
from senet_gp.evolution.run.run import PANEL_GAMES, RunHooks, play_run
from senet_gp.players.champion import Champion
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer, RandomPlayer
from senet_gp.runtime.documents import read_document
from senet_gp.runtime.errors import FileError, UsageError
from senet_gp.trees.text import to_lisp

LONGER = dataclasses.replace(TINY, generations=6)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a run that was not stopped."""
    return files_of(to_its_end(begun(tmp_path_factory.mktemp("whole") / "run", LONGER)))


def played(
    run: RunDirectory | Path | str, *arguments: Any, sparring: Sparring | None = None, **hooks: Any
) -> Champion:
    with WorkerPool(1) as pool:
        return play_run(run, *arguments, pool=pool, hooks=RunHooks(**hooks), sparring=sparring)


def hoisting(evolution: Evolution) -> None:
    evolution.toolbox.register("mutate", hoist_mutation, rng=evolution.rng)


def generation_in(run: RunDirectory) -> int:
    """That of the checkpoint, which is read as a file."""
    file = run.path / "checkpoint.json"
    generation: int = read_document(file, checkpoint.FORMAT, checkpoint.VERSION, dict)["generation"]
    return generation


# To its end


def test_every_generation_is_reported_once_it_is_saved(tmp_path: Path) -> None:
    run = begun(tmp_path / "run", LONGER)
    told = []

    def tell(generation: Generation) -> None:
        told.append(generation.number)
        assert (run.path / "generations.csv").read_text().count("\n") == 1 + generation.number

    champion = played(run, on_generation=tell)
    assert told == [1, 2, 3, 4, 5, 6]
    assert Champion.read(run.champion_file) == champion
    assert run.has_ended()


def test_nothing_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played(begun(tmp_path / "run"))
    assert capsys.readouterr() == ("", "")


def test_the_champion_is_the_chosen_one_and_tells_where_it_comes_from(tmp_path: Path) -> None:
    run = begun(tmp_path / "run")
    evolutions: list[Evolution] = []
    champion = played(run, prepare=evolutions.append)
    with WorkerPool(2) as pool:
        tree, generation = choose_champion(TINY, evolutions[0].state.winners, pool=pool)
    assert to_lisp(tree) == to_lisp(champion.tree)
    assert champion.origin == {"seed": 1, "generation": generation, "generations": 4, "population": 10}
    assert run.logs.played()[generation - 1].winner == to_lisp(tree)


def test_the_champion_is_measured_against_the_panel(tmp_path: Path) -> None:
    champion = played(begun(tmp_path / "run"))
    player = ExpressionPlayer(champion.tree, champion.vocabulary, "champion")
    for result in champion.results:
        other = player_from_text(result["players"][1], champion.game)
        with WorkerPool(1) as pool:
            report = play_match(player, other, games=PANEL_GAMES, seed=1, pool=pool, game=champion.game)
        assert json.loads(json.dumps(report.as_json())) == result
    assert len(champion.results) >= 9


def test_a_champion_may_be_finished_otherwise(tmp_path: Path) -> None:
    run = begun(tmp_path / "run")
    champion = played(run, finish=lambda champion: dataclasses.replace(champion, results=[{"games": 7}]))
    assert champion.results == Champion.read(run.champion_file).results == [{"games": 7}]


def test_an_ended_run_returns_its_champion_and_stays_as_it_is(tmp_path: Path) -> None:
    run = begun(tmp_path / "run")
    champion = played(run)
    before = {path.name: path.read_bytes() for path in run.path.iterdir()}

    def fail(*_arguments: object) -> None:
        pytest.fail("nothing is to be played")

    again = played(
        run.path, prepare=fail, on_generation=fail, finish=fail, sparring=Sparring(RandomPlayer(), 1)
    )
    assert again == champion
    assert {path.name: path.read_bytes() for path in run.path.iterdir()} == before
    run.extend(6)
    assert played(run.path).origin["generations"] == 6


def test_a_run_is_begun_or_gone_on_with_at_a_path(tmp_path: Path, whole: dict[str, bytes]) -> None:
    path = tmp_path / "runs" / "one"
    with pytest.raises(FileError, match="cannot be read: No such file"):
        played(path)
    play_until(RunDirectory.create(str(path), LONGER), 2)
    with pytest.raises(UsageError, match=r"holds a run with other options \(seed is "):
        played(path, dataclasses.replace(LONGER, seed=2))
    with pytest.raises(UsageError, match=r"holds a run with other options \(seed is "):
        played(RunDirectory.open(path), dataclasses.replace(LONGER, seed=2))
    played(str(path), LONGER)
    assert files_of(path) == whole
    played(str(tmp_path / "runs" / "other"), LONGER)
    assert files_of(tmp_path / "runs" / "other") == whole


# From where it was left


@pytest.mark.parametrize(
    ("generation", "error"),
    [
        (1, KeyboardInterrupt()),
        (2, MemoryError()),
        (3, ZeroDivisionError()),
        (5, WorkerError("all died")),
        (6, KeyboardInterrupt()),
    ],
    ids=str,
)
def test_a_run_that_is_left_goes_on(
    tmp_path: Path, whole: dict[str, bytes], generation: int, error: BaseException
) -> None:
    run = begun(tmp_path / "run", LONGER)

    def leave(told: Generation) -> None:
        if told.number == generation:
            raise error

    with pytest.raises(type(error)) as left:
        played(run, on_generation=leave)
    assert left.value is error
    assert generation_in(run) == generation
    assert not run.champion_file.exists()
    numbers: list[int] = []
    played(run.path, on_generation=lambda told: numbers.append(told.number))
    assert numbers == list(range(generation + 1, 7))
    assert files_of(run.path) == whole


def test_a_run_that_is_left_while_its_champion_is_chosen_goes_on(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = begun(tmp_path / "run", LONGER)

    def leave(*_arguments: object, **_options: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as stop:
        stop.setattr(playing, "best_finalist", leave)
        with pytest.raises(KeyboardInterrupt):
            played(run)
    assert generation_in(run) == 6
    played(run, on_generation=lambda _generation: pytest.fail("all generations are played"))
    assert files_of(run.path) == whole


def test_a_run_that_is_being_played_is_not_played_twice(tmp_path: Path, whole: dict[str, bytes]) -> None:
    run = begun(tmp_path / "run", LONGER)

    def play_too(generation: Generation) -> None:
        if generation.number == 3:
            with pytest.raises(FileError, match="is being played by another process"):
                played(run.path)

    played(run, on_generation=play_too)
    assert files_of(run.path) == whole


# With your own parts


def test_a_run_with_an_operator_of_ones_own_goes_on_with_it_alone(tmp_path: Path) -> None:
    whole = begun(tmp_path / "whole", LONGER)
    champion = played(whole, prepare=hoisting)
    assert champion.origin["operators"] == {
        "mutate": "senet_gp.evolution.operators.variation.hoist_mutation(rng)"
    }
    run = play_until(begun(tmp_path / "run", LONGER), 3, prepare=hoisting)
    before = {path.name: path.read_bytes() for path in run.path.iterdir()}
    refused = pytest.raises(OperatorError, match=r"mutate was .*hoist_mutation.* and is the configured one")
    # By other workers it would be another session of the record.
    with WorkerPool(2) as pool, refused:
        play_run(run, pool=pool)
    assert {path.name: path.read_bytes() for path in run.path.iterdir()} == before
    assert played(run, prepare=hoisting) == champion
    assert files_of(run.path) == files_of(whole.path)


@pytest.mark.parametrize("alias", ["mutate", "evaluate"])
def test_the_champion_needs_the_evaluation_alone(tmp_path: Path, alias: str) -> None:
    """Once all generations are played, no individual is bred any more."""

    def other(evolution: Evolution) -> None:
        evolution.toolbox.register(alias, partial(getattr(evolution.toolbox, alias)))

    run = play_until(begun(tmp_path / "run"), 4, prepare=other)
    if alias == "evaluate":
        with pytest.raises(OperatorError, match="evaluate was"):
            played(run)
    assert played(run, prepare=other if alias == "evaluate" else None).origin["operators"].keys() == {alias}


def test_sparring_counts_and_the_files_say_so(tmp_path: Path, whole: dict[str, bytes]) -> None:
    run = begun(tmp_path / "run", LONGER)
    assert "repeat it with" in (run.path / "config.toml").read_text()
    games = []
    played(
        run,
        on_generation=lambda generation: games.extend(generation.sparring),
        sparring=Sparring(RandomPlayer(), 2),
    )
    assert {game.generation for game in games} == {2, 4, 6}
    assert run.games_against_person() == len(games) >= 3
    assert "cannot be repeated" in (run.path / "config.toml").read_text().splitlines()[0]
    assert files_of(run.path).keys() == whole.keys() | {"sparring.csv"}
