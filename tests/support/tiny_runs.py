"""Runs of a fraction of a second, played to their end, or until they are stopped."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.evaluation.sparring import Sparring
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.loop.state import Generation
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.evolution.run.run import RunHooks, play_run
from senet_gp.trees.text import to_lisp

TINY = Config.of(
    "hexapawn", population=10, generations=4, games=2, random_games=4, final_games=2, log="individuals"
)


#: The command that begins it, but for its directory.
TINY_COMMAND = (
    *("evolve", "hexapawn", "--population", "10", "--generations", "4"),
    *("--games", "2", "--random-games", "4", "--final-games", "2", "--log", "individuals"),
)


def small_config(game: str, **options: Any) -> Config:
    """Three generations of sixteen individuals, with these options, as their run records them."""
    return Config.of(game, **{"population": 16, "generations": 3, "final_games": 4, **options}).resolved()


def begun(path: Path, config: Config = TINY) -> RunDirectory:
    """A run of which nothing is played yet."""
    return RunDirectory.create(path, config)


def to_its_end(run: RunDirectory, workers: int = 1) -> Path:
    """Play a run from where it stands to its end; its directory."""
    with WorkerPool(workers) as pool:
        play_run(run, pool=pool)
    return run.path


def play_until(
    run: RunDirectory, generations: int, *, sparring: Sparring | None = None, **hooks: Any
) -> RunDirectory:
    """Play a run until so many generations are played, and be interrupted there, as by Ctrl-C."""

    def stop(generation: Generation) -> None:
        if generation.number == generations:
            raise KeyboardInterrupt

    with WorkerPool(1) as pool, contextlib.suppress(KeyboardInterrupt):
        play_run(run, pool=pool, hooks=RunHooks(on_generation=stop, **hooks), sparring=sparring)
    return run


def files_of(directory: Path) -> dict[str, bytes]:
    """What is in a run's directory and depends neither on the clock nor on the command that began the run."""
    others = {"timing.csv", "provenance.json"}
    return {
        str(path.relative_to(directory)): result_in(path)
        for path in directory.rglob("*")
        if path.is_file() and path.name not in others
    }


def result_in(file: Path) -> bytes:
    """The content of a run's file, of a champion without the command that began the run."""
    content = file.read_bytes()
    if file.name != "champion.json":
        return content
    champion = json.loads(content)
    champion["provenance"].pop("command", None)
    return json.dumps({key: value for key, value in champion.items() if key != "sha256"}).encode()


def come_to(config: Config, workers: int | str | WorkerPool) -> tuple[Any, ...]:
    """All that a run comes to: its records, its champion and where it was born, everybody's last fitness."""
    own = contextlib.nullcontext(workers) if isinstance(workers, WorkerPool) else WorkerPool(workers)
    with own as pool:
        evolution = Evolution(config, pool)
        records = [generation.record for generation in evolution]
        champion, born = evolution.champion()
    fitness = [individual.fitness.values for individual in evolution.state.population]
    return records, to_lisp(champion), born, fitness
