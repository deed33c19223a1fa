"""Runs with islands: the same wherever and in whatever order islands are played, stopped and gone on with."""

from __future__ import annotations

import dataclasses
import json
import os
import random
import re
import shutil
import signal
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from commands import assert_refused, killed_at_flush, run_command
from terminal import on_terminal
from tiny_runs import TINY, begun, files_of

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.pool import Pending, Pool, SerialPool
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.registration import part
from senet_gp.evolution.evaluation.sparring import Sparring
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.loop.islands import NO_ROOM, island_config, migrants_in
from senet_gp.evolution.loop.node_budget import INDIVIDUAL, NODE, PROGRAM, PopulationTooLargeError, max_nodes
from senet_gp.evolution.loop.outside_operators import OperatorError
from senet_gp.evolution.loop.state import Generation
from senet_gp.evolution.operators.variation import hoist_mutation
from senet_gp.evolution.record.checkpoint import digest_of
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.evolution.record.run_logs import LogFiles
from senet_gp.evolution.run.run import RunHooks, operators_from, play_run
from senet_gp.experiments.measured_runs import read_measured
from senet_gp.experiments.plan import Budget, Plan
from senet_gp.experiments.plan_file import begin_or_go_on
from senet_gp.experiments.running import Processes, play_experiment
from senet_gp.players.champion import Champion
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer, RandomPlayer
from senet_gp.runtime.errors import FileError, SenetGpError, UsageError
from senet_gp.show.notebooks import run_html
from senet_gp.show.pages import Picture
from senet_gp.show.plots import rendered
from senet_gp.show.plots.run import draw_islands
from senet_gp.show.run_page import html_of
from senet_gp.show.run_report import make_report
from senet_gp.trees.text import to_lisp

ISLANDS = dataclasses.replace(TINY, islands=3, migration=part("ring", migrate_every=2), generations=5)
FEW_MIGRANTS = dataclasses.replace(ISLANDS, migration=part("ring", migrate_every=2, migrants=1))
FOUR = dataclasses.replace(
    FEW_MIGRANTS, islands=4, objectives=("score", "nodes"), selection=part("tournament")
)
COMMAND = (
    *("evolve", "hexapawn", "--population", "10", "--generations", "5", "--games", "2"),
    *("--random-games", "4", "--final-games", "2", "--islands", "3", "--migrate-every", "2"),
)


class _Later:
    """A task that is done when somebody asks for its result, or by the pool at a time of its choice."""

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self._task: Callable[[], Any] = lambda: function(*arguments)
        self._results: list[Any] = []

    def done(self) -> bool:
        return bool(self._results)

    def result(self) -> Any:
        if not self._results:
            self._results.append(self._task())
        return self._results[0]

    def cancel(self) -> None:
        pass


class _AnyOrder(Pool):
    """A pool that does tasks in an order that a seed draws."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self.order: list[int] = []

    @property
    def workers(self) -> int:
        return 2

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> _Later:
        return _Later(function, arguments)

    def wait_for_any(self, tasks: Sequence[Pending]) -> None:
        which = self._rng.randrange(len(tasks))
        self.order.append(which)
        tasks[which].result()

    def close(self) -> None:
        pass


def played(path: Path, config: Config | None, pool: Pool, **hooks: Any) -> Champion:
    return play_run(path, config, pool=pool, hooks=RunHooks(**hooks))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that one process played without being disturbed."""
    path = tmp_path_factory.mktemp("whole") / "run"
    played(path, ISLANDS, SerialPool())
    return path


def hoisting(evolution: Evolution) -> None:
    evolution.toolbox.register("mutate", hoist_mutation, rng=evolution.rng)


# The same everywhere


def test_the_result_does_not_depend_on_the_number_of_workers(tmp_path: Path, whole: Path) -> None:
    for workers in (2, 3):
        with WorkerPool(workers) as pool:
            played(tmp_path / str(workers), ISLANDS, pool)
        assert files_of(tmp_path / str(workers)) == files_of(whole)


def test_the_result_does_not_depend_on_the_order_of_tasks(tmp_path: Path) -> None:
    pools = [_AnyOrder(seed) for seed in (1, 2)]
    for number, pool in enumerate(pools):
        played(tmp_path / str(number), FOUR, pool)
    assert pools[0].order != pools[1].order
    assert files_of(tmp_path / "0") == files_of(tmp_path / "1")


def replayed(run: RunDirectory) -> list[list[list[str]]]:
    """The populations that an island has after each of its generations, before migrants come.

    A plain Evolution plays each island here, and migrants are taken from the log.
    """
    migrations, found = migrants_in(run.logs.migrants, run.config), []
    for number in range(1, run.config.islands + 1):
        evolution = Evolution(island_config(run.config, number), SerialPool())
        populations = []
        for generation in evolution:
            populations.append([*map(to_lisp, evolution.state.population)])
            for migrant in migrations.get(generation.number, []):
                if migrant.island == number:
                    evolution.state.population[migrant.place] = migrant.tree
        found.append(populations)
    return found


def test_an_island_is_an_evolution_to_which_migrants_come(whole: Path) -> None:
    run = RunDirectory.open(whole)
    assert list(migrants_in(run.logs.migrants, run.config)) == [2, 4]
    for populations, island in zip(replayed(run), run.populations, strict=True):
        assert [*map(to_lisp, island.read_state().population)] == populations[-1]
        for row, population in zip(island.logs.played(), populations, strict=True):
            assert row.winner in population


def test_migrants_are_in_the_population_that_they_come_from(whole: Path) -> None:
    """The fitness in the log is the one that they had there."""
    run = RunDirectory.open(whole)
    last = migrants_in(run.logs.migrants, run.config)[4]
    for number, island in enumerate(run.populations, 1):
        before = json.loads((island.path / "checkpoint-before.json").read_text())
        assert before["generation"] == 4
        for migrant in last:
            if migrant.origin == number:
                assert before["population"][migrant.individual] == to_lisp(migrant.tree)
                assert before["fitness"][migrant.individual] == list(migrant.tree.fitness.values)


def test_options_at_their_defaults_leave_digests_alone() -> None:
    assert digest_of(TINY) == digest_of(dataclasses.replace(TINY, islands=1))
    assert digest_of(ISLANDS) != digest_of(FEW_MIGRANTS)


# Champion and files


def test_the_champion_names_its_island(whole: Path) -> None:
    champion = Champion.read(whole / "champion.json")
    island, generation = champion.origin["island"], champion.origin["generation"]
    assert champion.origin["islands"] == 3
    rows = RunDirectory.open(whole).populations[island - 1].logs.played()
    assert rows[generation - 1].winner == to_lisp(champion.tree)
    assert not (whole / "checkpoint.json").exists()


def test_every_generation_of_every_island_is_told_once_it_is_saved(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []

    def tell(generation: Generation) -> None:
        told.append((generation.island, generation.number))
        log = tmp_path / "run" / "islands" / str(generation.island) / "generations.csv"
        assert log.read_text().count("\n") > generation.number

    played(tmp_path / "run", ISLANDS, SerialPool(), on_generation=tell)
    assert sorted(told) == [(island, number) for island in (1, 2, 3) for number in range(1, 6)]


def test_a_frame_has_a_row_for_each_generation_of_each_island(whole: Path) -> None:
    pytest.importorskip("pandas")
    frame = RunDirectory.open(whole).frame()
    assert list(frame["island"]) == [island for island in (1, 2, 3) for _ in range(5)]
    assert list(frame["generation"]) == [1, 2, 3, 4, 5] * 3


# Stopped and gone on with


@pytest.mark.parametrize("when", [1, 9])
def test_an_interrupted_run_ends_as_if_it_had_not_been(tmp_path: Path, whole: Path, when: int) -> None:
    left = [when]

    def stop(_generation: Generation) -> None:
        left[0] -= 1
        if not left[0]:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        played(tmp_path / "run", ISLANDS, SerialPool(), on_generation=stop)
    assert not (tmp_path / "run" / "champion.json").exists()
    played(tmp_path / "run", None, SerialPool())
    assert files_of(tmp_path / "run") == files_of(whole)


@pytest.mark.parametrize("generations", [3, pytest.param(4, marks=pytest.mark.slow)])
def test_an_extended_run_ends_as_one_that_had_so_many_generations(
    tmp_path: Path, whole: Path, generations: int
) -> None:
    played(tmp_path / "run", dataclasses.replace(ISLANDS, generations=generations), SerialPool())
    run = RunDirectory.open(tmp_path / "run")
    with pytest.raises(UsageError, match=f"2 generations are fewer than the {generations} that"):
        run.extend(2)
    run.extend(5)
    played(tmp_path / "run", None, SerialPool())
    assert files_of(tmp_path / "run") == files_of(whole)


def test_a_damaged_checkpoint_of_an_island_is_made_up_for_with_the_log_of_migrants(
    tmp_path: Path, whole: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = shutil.copytree(whole, tmp_path / "run")
    (run / "champion.json").unlink()
    (run / "sizes.json").unlink()
    (run / "islands" / "2" / "checkpoint.json").write_text("{")
    played(run, None, SerialPool())
    assert "resumes from generation 4" in capsys.readouterr().err
    assert files_of(run) == files_of(whole)


def test_a_log_without_migrants_that_an_island_needs_is_refused(tmp_path: Path, whole: Path) -> None:
    run = shutil.copytree(whole, tmp_path / "run")
    (run / "champion.json").unlink()
    (run / "islands" / "2" / "checkpoint.json").unlink()
    (run / "migrations.csv").unlink()
    with pytest.raises(
        FileError, match=r"migrations\.csv is damaged: it lacks the migrants after generation 4"
    ):
        played(run, None, SerialPool())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no SIGKILL")
@pytest.mark.usefixtures("whole_end")
def test_a_run_killed_again_and_again_goes_on_by_the_command_that_began_it(tmp_path: Path) -> None:
    command = (*COMMAND, "--quiet")
    assert run_command(*command, "--out", "undisturbed", "--workers", "1", cwd=tmp_path).returncode == 0
    for number, workers in ((19, 1), (27, 2), (16, 1)):
        going_on = (*command, "--out", "run", "--go-on", "--workers", str(workers))
        done = run_command(*going_on, cwd=tmp_path, before=killed_at_flush(number))
        assert done.returncode == -signal.SIGKILL
    assert run_command("resume", "run", "--quiet", "--workers", "2", cwd=tmp_path).returncode == 0
    assert files_of(tmp_path / "run") == files_of(tmp_path / "undisturbed")


#: A file that says that a worker is to be killed; the first that removes it is.
_TO_KILL = "ISLANDS_TEST_TO_KILL"


def dying(evolution: Evolution) -> None:
    marker = Path(os.environ[_TO_KILL])
    if evolution.state.generation == 2 and os.getpid() != int(marker.stem):
        try:
            marker.unlink()
        except FileNotFoundError:
            return
        os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no SIGKILL")
def test_a_killed_worker_loses_nothing(tmp_path: Path, whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    marker = tmp_path / f"{os.getpid()}.to_kill"
    marker.touch()
    monkeypatch.setenv(_TO_KILL, str(marker))
    with WorkerPool(2) as pool:
        played(tmp_path / "run", ISLANDS, pool, prepare=dying)
    assert not marker.exists()
    assert files_of(tmp_path / "run") == files_of(whole)


def test_a_node_budget_holds_on_every_island_also_when_migrants_come(tmp_path: Path) -> None:
    config = dataclasses.replace(ISLANDS, generations=8, max_nodes=200, islands=2)
    sizes: list[float] = []

    def note(generation: Generation) -> None:
        sizes.append(generation.record["size_mean"])

    played(tmp_path / "run", config, SerialPool(), on_generation=note)
    assert len(sizes) == 16
    assert max(sizes) <= 20
    migrations = migrants_in(LogFiles(tmp_path / "run").migrants, config).values()
    assert {one.place == NO_ROOM for migrants in migrations for one in migrants} == {True, False}


def test_a_run_whose_memory_is_full_goes_on_with_growth_limited(tmp_path: Path) -> None:
    limit = PROGRAM + 20 * INDIVIDUAL + 2 * NODE * 200
    config = dataclasses.replace(ISLANDS, generations=20, islands=2)
    with pytest.raises(PopulationTooLargeError, match="its budget is 200"), WorkerPool(2) as pool:
        play_run(tmp_path / "run", config, pool=pool, memory_limit=limit)
    run = RunDirectory.open(tmp_path / "run")
    run.limit_growth(max_nodes(limit, 10, islands=2))
    play_run(run, pool=SerialPool(), memory_limit=limit)
    assert run.has_ended()


# Operators


def test_operators_of_ones_own_are_those_of_every_island(tmp_path: Path) -> None:
    def stop(_generation: Generation) -> None:
        raise KeyboardInterrupt

    with WorkerPool(2) as pool, pytest.raises(KeyboardInterrupt):
        played(tmp_path / "run", ISLANDS, pool, prepare=hoisting, on_generation=stop)
    with pytest.raises(OperatorError, match="mutate was"):
        played(tmp_path / "run", None, SerialPool())
    champion = played(tmp_path / "run", None, SerialPool(), prepare=hoisting)
    assert list(champion.origin["operators"]) == ["mutate"]
    played(tmp_path / "other", ISLANDS, SerialPool(), prepare=hoisting)
    assert files_of(tmp_path / "run") == files_of(tmp_path / "other")


def test_operators_that_no_worker_can_find_are_refused(tmp_path: Path) -> None:
    def here(evolution: Evolution) -> None:
        hoisting(evolution)

    with WorkerPool(2) as pool, pytest.raises(SenetGpError, match="a task cannot be sent to a worker"):
        played(tmp_path / "run", ISLANDS, pool, prepare=here)


def test_operators_from_outside_travel_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "island_operators.py").write_text(
        "from senet_gp.evolution.operators.variation import hoist_mutation\n"
        "def setup(toolbox, evolution):\n"
        "    toolbox.register('mutate', hoist_mutation, rng=evolution.rng)\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    prepare = operators_from("island_operators:setup")
    with WorkerPool(2) as pool:
        champion = played(
            tmp_path / "run", dataclasses.replace(ISLANDS, generations=2), pool, prepare=prepare
        )
    assert champion.origin["operators_from"] == "island_operators:setup"
    assert list(champion.origin["operators"]) == ["mutate"]


# What is refused


def test_an_evolution_is_of_one_population() -> None:
    with pytest.raises(UsageError, match="an Evolution is of one population, but islands is 3"):
        Evolution(ISLANDS, SerialPool())


def test_a_person_does_not_take_part(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="count in runs of one population only"):
        play_run(begun(tmp_path / "run", ISLANDS), pool=SerialPool(), sparring=Sparring(RandomPlayer(), 1))
    done = run_command(*COMMAND, "--spar", "human", cwd=tmp_path)
    assert_refused(done, 2, "games against a person count in runs of one population only")


@pytest.mark.parametrize("verb", ["resume", "report"])
def test_an_island_is_no_run_by_itself(whole: Path, verb: str) -> None:
    done = run_command(verb, "islands/2", cwd=whole)
    assert_refused(done, 1, "islands/2 is an island, which is no run by itself: name its run")


def test_links_out_of_the_run_are_refused(tmp_path: Path, whole: Path) -> None:
    run = shutil.copytree(whole, tmp_path / "run")
    (run / "champion.json").unlink()
    (tmp_path / "log").touch()
    (run / "islands" / "1" / "generations.csv").unlink()
    (run / "islands" / "1" / "generations.csv").symlink_to(tmp_path / "log")
    with pytest.raises(FileError, match="is a link out of this directory"):
        played(run, None, SerialPool())


# Those that read runs


def test_other_verbs_know_runs_with_islands(tmp_path: Path, whole: Path) -> None:
    run = shutil.copytree(whole, tmp_path / "run")
    done = run_command("evolve", "--config", "run/config.toml", "--out", "again", "--quiet", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "again" / "migrations.csv").read_bytes() == (run / "migrations.csv").read_bytes()
    champion = Champion.read(run / "champion.json")
    player = player_from_text(str(run), champion.game)
    assert isinstance(player, ExpressionPlayer)
    assert player.tree == champion.tree
    done = run_command("export", "run", "--nodes", "9", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    shown = run_html(RunDirectory.open(run))
    assert "5 of 5 generations" in shown
    assert shown.count("Island ") == 3


def test_a_report_shows_islands_and_migrants(tmp_path: Path, whole: Path) -> None:
    run = RunDirectory.open(shutil.copytree(whole, tmp_path / "run"))
    report = make_report(run, games=6, seed=1, kind=None, pool=SerialPool(), show=print)
    assert report.islands is not None
    found = report.as_json()
    assert found["config"]["islands"] == 3
    origin = Champion.read(run.champion_file).origin
    assert found["islands"]["champion"] == origin["island"]
    assert [row["generations"] for row in found["islands"]["islands"]] == [5, 5, 5]
    assert len(found["islands"]["migrations"]) == len((whole / "migrations.csv").read_text().splitlines()) - 1
    drawn = rendered(draw_islands(report.islands.curves, report.islands.champion, [2, 4]), "svg")
    # The other pictures are those of any run.
    pictures = defaultdict(lambda: Picture("", b"", ""), islands=Picture("islands", drawn, "Islands."))
    text = html_of(report, pictures)
    assert pictures["islands"].address in text
    assert f"comes from island {origin['island']};" in text
    assert "<summary>12 migrants</summary>" in text


def test_a_report_on_a_run_that_goes_on_names_the_best_of_all_islands(tmp_path: Path) -> None:
    told = []

    def stop(generation: Generation) -> None:
        told.append(generation.number)
        if told.count(4) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        played(tmp_path / "run", ISLANDS, SerialPool(), on_generation=stop)
    report = make_report(
        RunDirectory.open(tmp_path / "run"), games=2, seed=1, kind=None, pool=SerialPool(), show=print
    )
    assert not report.ended
    assert report.islands is not None
    assert report.champion == report.islands.logs[report.islands.champion - 1].winner(report.generation)


def test_the_terminal_tells_of_every_island(tmp_path: Path) -> None:
    code, shown = on_terminal(*COMMAND, "--out", "shown", "--workers", "1", cwd=tmp_path)
    assert code == 0
    seen = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)
    table = seen[seen.rindex("island   generation") :].splitlines()
    assert [line.split()[:2] for line in table[2:5]] == [[str(island), "5/5"] for island in (1, 2, 3)]
    assert "15/15" in shown
    done = run_command(*COMMAND, "--out", "run", "--workers", "1", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Evolving hexapawn: 3 islands of 10 individuals, 5 generations" in done.stdout
    champion = Champion.read(tmp_path / "run" / "champion.json")
    assert f"comes from island {champion.origin['island']}." in " ".join(done.stdout.split())
    assert "migrations.csv" in done.stdout


def test_the_games_of_all_islands_are_a_budget(tmp_path: Path) -> None:
    values = {
        **TINY.as_values(),
        "variants": {"apart": {"islands": 2, "migration": {"migrate_every": 2}}},
    }
    plan = Plan.of(values, seeds=1, budget=Budget(max_games=1500), games=2)
    task = next(plan.tasks())
    for name in ("whole", "stopped"):
        begin_or_go_on(tmp_path / name, plan)
    with pytest.MonkeyPatch.context() as patched:
        saved = RunDirectory.write_checkpoint
        left = [3]

        def stop(run: RunDirectory) -> None:
            saved(run)
            left[0] -= 1
            if not left[0]:
                raise KeyboardInterrupt

        patched.setattr(RunDirectory, "write_checkpoint", stop)
        with pytest.raises(KeyboardInterrupt):
            play_experiment(tmp_path / "stopped", plan, [task], Processes.of(1, None))
    for name in ("whole", "stopped"):
        play_experiment(tmp_path / name, plan, [task], Processes.of(1, None))
    found = read_measured(tmp_path / "whole", task)
    each = found.games // found.generations
    assert found.generations % 2 == 0
    assert found.games <= 1500 + each * 2
    assert found.games + 3 * each > 1500
    assert files_of(tmp_path / "stopped") == files_of(tmp_path / "whole")
