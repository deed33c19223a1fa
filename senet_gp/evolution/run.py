"""Playing a run: from where its directory stands to its champion, with everything kept on the way."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from primitives import vocabulary_of
from senet_gp.arena.pool import Pool, WorkerError
from senet_gp.evolution.config import Config
from senet_gp.evolution.final import choose_champion
from senet_gp.evolution.loop import Evolution, Generation
from senet_gp.evolution.measures import panel_results
from senet_gp.evolution.memory import max_nodes, usual_limit
from senet_gp.evolution.node_budget import PopulationTooLargeError
from senet_gp.evolution.run_directory import RunDirectory
from senet_gp.evolution.sparring import Sparring
from senet_gp.players.champion import Champion
from senet_gp.players.player import ExpressionPlayer

#: The champion plays so many games against each of the panel before it is written.
PANEL_GAMES = 200


def play_run(
    run: RunDirectory | Path | str,
    config: Config | None = None,
    *,
    pool: Pool,
    prepare: Callable[[Evolution], object] | None = None,
    on_generation: Callable[[Generation], object] | None = None,
    finish: Callable[[Champion], Champion] | None = None,
    sparring: Sparring | None = None,
    memory_limit: int | None = None,
) -> Champion:
    """Play a run from where it stands to its end, keep all of it in its directory, and choose its champion.

    What is done is saved after every generation. However this is left, also by Ctrl-C or by an exception of a
    function that is given here, the last whole generation is in the checkpoint; the same call goes on
    behind it, and comes to the same files, byte for byte, as a run that was never stopped.
    Of a run that has ended already nothing is played: its champion is read. Nothing is printed.

    >>> import tempfile
    >>> from senet_gp import Config, WorkerPool, play_run
    >>> config = Config.from_values({"game": "hexapawn", "population": 12, "generations": 2, "games": 2})
    >>> with tempfile.TemporaryDirectory() as place, WorkerPool(1) as pool:  # doctest: +ELLIPSIS
    ...     champion = play_run(f"{place}/run", config, pool=pool, on_generation=print)
    generation 1: winner of ... nodes, ... on average
    generation 2: winner of ... nodes, ... on average
    >>> champion.game.name, champion.origin["generations"], champion.results[0]["players"]
    ('hexapawn', 2, ['champion', 'random'])

    Args:
        run: the run's directory, or its path.
        config: the configuration of the run, which is begun if there is nothing at its path yet; by default
            that of the run there.
        pool: where games are played; the run is the same in any.
        prepare: called once before anything is played, with the directory locked: operators of one's own are
            registered in ``evolution.toolbox``, and ``evolution.state`` tells where the run stands.
        on_generation: called with each generation once it is saved, such as ``print``.
        finish: gives the champion as it is to be written; by default with its results against the panel,
            ``PANEL_GAMES`` games against each.
        sparring: whom individuals play, if anybody; from then on the files say that the seed alone does not
            make this run.
        memory_limit: the most memory that this process may take, in bytes; by default
            :func:`~senet_gp.evolution.memory.usual_limit`. It does not change the run.

    Raises:
        FileError: if another process plays the run, or a file cannot be read or written.
        UsageError: if the run there is one of other options, or the memory limit is too low for any.
        OperatorError: if the run was made with operators that the toolbox lacks; nothing is played then.
        PopulationTooLargeError: if the next population would take more memory than there may be.
        WorkerError: if workers die again and again.
        KeyboardInterrupt: if the person has asked for it.
    """
    directory = _directory(run, config)
    if sparring is not None and not directory.has_ended():
        directory.admit_person()
    with directory.locked():
        # Not before the lock, behind which it may have been extended, or have ended.
        if directory.has_ended():
            return Champion.read(directory.champion_file)
        config = directory.config
        limit = usual_limit() if memory_limit is None else memory_limit
        budget = max_nodes(limit, config.population)
        evolution = Evolution(config, pool, directory.load_state(), sparring, max_nodes=budget)
        try:
            if prepare is not None:
                prepare(evolution)
            evolution.check_operators()
            for generation in evolution:
                directory.save(generation, evolution.state)
                if on_generation is not None:
                    on_generation(generation)
            champion = _champion_of(evolution)
            champion = _measured(champion, config, pool) if finish is None else finish(champion)
        except (KeyboardInterrupt, MemoryError, PopulationTooLargeError, WorkerError):
            # The lock does this for any exception, but conceals that it cannot be done: after one of these
            # people count on going on.
            directory.write_checkpoint()
            raise
        champion.write(directory.champion_file)
    return champion


def _directory(run: RunDirectory | Path | str, config: Config | None) -> RunDirectory:
    """The directory of a run, which may be given by its path."""
    if not isinstance(run, RunDirectory):
        return RunDirectory.open(run) if config is None else RunDirectory.open_or_create(run, config)
    if config is not None:
        run.check_options(config)
    return run


def _champion_of(evolution: Evolution) -> Champion:
    """The champion of a run all of whose generations are played, with where it comes from."""
    config = evolution.config
    tree, generation = choose_champion(config, evolution.state.winners, pool=evolution.pool)
    vocabulary = vocabulary_of(config.game_value, config.vocabulary)
    return Champion(
        tree, vocabulary, config.game_value, _origin(config, generation, evolution.state.operators)
    )


def _origin(config: Config, generation: int, operators: Mapping[str, str]) -> dict[str, Any]:
    """Where the champion comes from that won a generation."""
    origin = {
        "seed": config.seed,
        "generation": generation,
        "generations": config.generations,
        "population": config.population,
    }
    return origin | ({"operators": dict(operators)} if operators else {})


def _measured(champion: Champion, config: Config, pool: Pool) -> Champion:
    """The champion with its results against the panel."""
    player = ExpressionPlayer(champion.tree, champion.vocabulary, "champion")
    reports = panel_results(player, PANEL_GAMES, config.seed, pool, champion.game)
    return dataclasses.replace(champion, results=[report.as_json() for report in reports])
