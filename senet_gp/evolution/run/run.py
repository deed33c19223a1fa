"""Playing a run to its champion, from the state that its directory holds, and saving it on the way.

All of this is done here alone: the lock, the state (read behind the lock, since reading cuts logs back), the
memory limit, saving, the final, the champion's origin and results. The command line, experiments and tests
call it. It changes no exception, and prints nothing but in a notebook. After Ctrl-C, lost workers or full
memory people expect to go on; so if the checkpoint cannot be written then, that failure is the error.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from senet_gp.arena.panel import panel_of
from senet_gp.arena.pool import Pool, WorkerError
from senet_gp.engine.participants import scored_plainly
from senet_gp.evolution.configuration.common_options import PROVEN
from senet_gp.evolution.configuration.config import Config, ResolvedConfig
from senet_gp.evolution.evaluation.final import (
    Finalist,
    Success,
    best_finalist,
    finalists_each,
    shortest_proven,
)
from senet_gp.evolution.evaluation.sparring import Sparring, check_counts
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.loop.node_budget import PopulationTooLargeError, max_nodes, usual_limit
from senet_gp.evolution.loop.sizes import CANDIDATES, PLAIN_CANDIDATES, of_population, players_by_size
from senet_gp.evolution.loop.state import Ending, Generation, State
from senet_gp.evolution.record.provenance import command_of, provenance_of_champion, session_in
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.evolution.run.island_run import IslandRun
from senet_gp.evolution.run.measured_winners import matches_against
from senet_gp.evolution.run.progress_line import ProgressLine, in_notebook
from senet_gp.players.champion import Champion, PlayersBySize
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime import plugins
from senet_gp.runtime.checks import whole_number
from senet_gp.runtime.errors import SenetGpError, UsageError, brief, shortened, shown
from senet_gp.runtime.origins import failure_of

#: The option of the command line that names the function.
OPTION = "--operators"
#: The number of games that the champion plays against each opponent of the panel before it is written.
PANEL_GAMES = 200
#: The same where games are played in plain Python.
PLAIN_PANEL_GAMES = 20


@dataclass(frozen=True, kw_only=True)
class RunHooks:
    """Functions of the caller that a run calls.

    Attributes:
        prepare: called once before anything is played, with the directory locked. It can register operators
            in ``evolution.toolbox``; ``evolution.state`` holds what has been played so far. In a run with
            islands it is called for each of them, again whenever the island is played on, in the process
            that plays it. So with several workers it must be a function at the top level of a module, or
            :func:`operators_from`.
        on_begin: called once before anything is played, after ``prepare``, with the configuration and the
            number of generations played so far, in a run with islands by all of them.
        on_generation: called with each generation after it is saved, such as ``print``. In a run with
            islands these are the generations of each, which come together when the island is saved.
        finish: called with the champion before it is written; it returns the champion to write. By default
            the champion gets its results against the panel, ``PANEL_GAMES`` games against each opponent, or
            ``PLAIN_PANEL_GAMES`` where they are played in plain Python.
    """

    prepare: Callable[[Evolution], object] | None = None
    on_begin: Callable[[ResolvedConfig, int], object] | None = None
    on_generation: Callable[[Generation], object] | None = None
    finish: Callable[[Champion], Champion] | None = None

    def __repr__(self) -> str:
        given = (field.name for field in dataclasses.fields(self) if getattr(self, field.name) is not None)
        return brief(self, ", ".join(given) or "none")


_NO_HOOKS = RunHooks()


def operators_from(name: str) -> Callable[[Evolution], None]:
    """A function that prepares an evolution with operators from outside.

    Code is imported only because a person named it; a checkpoint records the name only to tell the person
    what the run needs. It is meant for ``RunHooks(prepare=operators_from("my_module:setup"))``, which does
    what ``evolve --operators my_module:setup`` does. It calls ``setup(toolbox, evolution)``, after the
    configured operators are registered. The module is imported at once; a module that is not installed may be
    a file in the current directory.

    Args:
        name: ``MODULE:FUNCTION``.

    Raises:
        UsageError: if there is no such module or function.

    >>> operators_from("my_module")  # doctest: +NORMALIZE_WHITESPACE
    Traceback (most recent call last):
    senet_gp.runtime.errors.UsageError: 'my_module' names no operators: write MODULE:FUNCTION, as in
    my_module:setup
    """
    _setup_named(name)  # so that a name that is wrong is refused at once
    return partial(_register_operators, name)


def _setup_named(name: str) -> Callable[..., object]:
    module_name, colon, attribute = name.rpartition(":")
    if not (colon and module_name and attribute.isidentifier()):
        raise UsageError(
            f"{shortened(repr(name))} names no operators: write MODULE:FUNCTION, as in my_module:setup"
        )
    setup: object = getattr(plugins.load(module_name), attribute, None)
    if not callable(setup):
        raise UsageError(
            f"{module_name} has no function {attribute}: define {attribute}(toolbox, evolution) at its top "
            "level"
        )
    return setup


def _register_operators(name: str, evolution: Evolution) -> None:
    """Call the function of this name, which registers operators; what goes wrong in it is one sentence."""
    setup = _setup_named(name)
    try:
        setup(evolution.toolbox, evolution)
    except SenetGpError:
        raise
    except Exception as error:
        raise SenetGpError(f"{name}, which registers operators, {failure_of(error)}") from error
    evolution.operators_from = name


def play_run(
    run: RunDirectory | Path | str,
    config: Config | None = None,
    *,
    pool: Pool,
    hooks: RunHooks = _NO_HOOKS,
    sparring: Sparring | None = None,
    memory_limit: int | None = None,
) -> Champion:
    """Play a run to its end, from the state that its directory holds, and choose its champion.

    Every generation is saved. If the run is stopped, by Ctrl-C or by an exception of a hook, the last whole
    generation is in the checkpoint. The same call then goes on from there, and leaves the same files, byte
    for byte, as a run that was never stopped, but for the times in ``timing.csv``. If the run has already
    ended, nothing is played and its champion is read. Nothing is printed, except in a notebook, where a line
    on standard error tells how far the run is, unless there is an ``on_generation``.

    >>> import tempfile
    >>> from senet_gp import Config, RunHooks, WorkerPool, play_run
    >>> config = Config.of("hexapawn", population=12, generations=2, games=2)
    >>> with tempfile.TemporaryDirectory() as parent, WorkerPool(1) as pool:  # doctest: +ELLIPSIS
    ...     champion = play_run(f"{parent}/run", config, pool=pool, hooks=RunHooks(on_generation=print))
    generation 1: winner of ... nodes, ... on average
    generation 2: winner of ... nodes, ... on average
    >>> champion.game.name, champion.origin["generations"], champion.results[0]["players"]
    ('hexapawn', 2, ['champion', 'random'])

    Args:
        run: the run's directory, or its path.
        config: the configuration of the run, which begins if its path does not exist yet; by default the
            configuration in the directory.
        pool: where games are played; it does not change the result.
        hooks: functions to call before the run, after each generation and at the end.
        sparring: the partner, such as a person, whose games count in the run. The files then record that
            the configuration alone does not determine the run.
        memory_limit: the memory that this process may use, in bytes; by default
            :func:`~senet_gp.evolution.loop.node_budget.usual_limit`. It does not change the result.

    Returns:
        The champion, as it is in the directory.

    Raises:
        FileError: if another process plays the run, or a file cannot be read or written.
        UsageError: if the directory holds a run with other options, or the memory limit is too low for any
            run.
        OperatorError: if the run was made with operators that the toolbox lacks; nothing is played then.
        PopulationTooLargeError: if the next population would exceed the memory limit.
        WorkerError: if workers die again and again.
        KeyboardInterrupt: if the user interrupts the run.
    """
    if memory_limit is not None:
        memory_limit = whole_number("memory_limit", memory_limit, 1)
    directory = _directory(run, config)
    with directory.locked():
        # Only now, since another process may have extended or ended the run before the lock was taken.
        if not directory.has_ended():
            directory.config.check_files()
            try:
                prepared = _prepared(directory, pool, hooks, sparring, memory_limit)
                with session_in(directory.path, pool.workers):
                    states, why = _play_generations(prepared, directory, hooks)
                    if why is not Ending.GENERATIONS:
                        directory.end_at(states[0].generation)
                    champion, sizes = _crowned(directory, states, pool, hooks.finish)
                sizes.write(directory.sizes_file)
                # Last, since it marks the end of the run.
                champion.write(directory.champion_file)
            except (KeyboardInterrupt, MemoryError, PopulationTooLargeError, WorkerError):
                # The lock writes the checkpoint after any exception, but hides a failure to write it. After
                # one of these exceptions the user expects to resume, so here a failure is raised.
                directory.write_checkpoint()
                raise
    return Champion.read(directory.champion_file)


def _directory(run: RunDirectory | Path | str, config: Config | None) -> RunDirectory:
    """The directory of a run that is given as a directory or as a path."""
    if not isinstance(run, RunDirectory):
        return RunDirectory.open(run) if config is None else RunDirectory.open_or_create(run, config)
    if config is not None:
        run.check_options(config)
    return run


def _prepared(
    directory: RunDirectory,
    pool: Pool,
    hooks: RunHooks,
    sparring: Sparring | None,
    memory_limit: int | None,
) -> Evolution | IslandRun:
    """What plays the generations that are left; it has the operators that the run needs."""
    config = directory.config
    most_nodes = max_nodes(memory_limit or usual_limit(), config.population, config.islands)
    if sparring is not None:
        check_counts(config)
    if config.islands > 1:
        return IslandRun(directory, pool, max_nodes=most_nodes, prepare=hooks.prepare)
    evolution = Evolution(config, pool, directory.load_state(), sparring, max_nodes=most_nodes)
    evolution.seconds = directory.seconds(pool.workers)
    if hooks.prepare is not None:
        hooks.prepare(evolution)
    evolution.check_operators()
    return evolution


def _play_generations(
    prepared: Evolution | IslandRun, directory: RunDirectory, hooks: RunHooks
) -> tuple[Sequence[State], Ending]:
    """Play the generations that are left; the states of the run's populations, and why it has ended."""
    config, on_generation = directory.config, hooks.on_generation
    if on_generation is None and in_notebook():
        on_generation = ProgressLine(config.generations, islands=config.islands, minutes=config.minutes)
    if isinstance(prepared, IslandRun):
        if hooks.on_begin is not None:
            hooks.on_begin(config, prepared.played)
        return prepared.states, prepared.play(on_generation)
    if prepared.sparring is not None:
        directory.admit_person()
    if hooks.on_begin is not None:
        hooks.on_begin(config, prepared.state.generation)
    while (why := prepared.ended) is None:
        generation = prepared.next_generation()
        directory.save(generation, prepared.state)
        if on_generation is not None:
            on_generation(generation)
    return [prepared.state], why


def _crowned(
    directory: RunDirectory,
    states: Sequence[State],
    pool: Pool,
    finish: Callable[[Champion], Champion] | None,
) -> tuple[Champion, PlayersBySize]:
    """The champion of a run that has ended, measured, and the best players by size."""
    config = directory.config
    champion, sizes = _champion_of(directory, states, pool)
    provenance = provenance_of_champion(config, command_of(directory.path))
    champion = dataclasses.replace(champion, provenance=provenance)
    if finish is None:
        return _measured(champion, config, pool), sizes
    finished = finish(champion)
    if not isinstance(finished, Champion):
        raise UsageError(
            f"the hook finish returned {shown(finished)}, but it must return the champion to write"
        )
    return finished, sizes


def _champion_of(
    directory: RunDirectory, states: Sequence[State], pool: Pool
) -> tuple[Champion, PlayersBySize]:
    """The champion with its origin, and the best players by size, of which it is one.

    It is the best of the last winners; if size is an objective, the strongest player of the front. In a small
    game the shortest form of it that is found to do as well as perfect play is among the players by size.
    """
    config = directory.config
    game, vocabulary = config.game_value, config.vocabulary_value
    finalists = [
        Finalist(generation, tree, island if len(states) > 1 else 0)
        for island, state in enumerate(states, 1)
        for generation, tree in state.winners[-finalists_each(config) :]
    ]
    best: Finalist | None = None
    proven = Success(config).reached_by(finalists[-1].tree)
    if proven:
        best = finalists[-1]
    elif not config.several_objectives:
        best = best_finalist(config, finalists, pool=pool)
    shortest = None if best is None else best._replace(tree=shortest_proven(best.tree, config, pool))
    plainly = scored_plainly(game, vocabulary)
    candidates = directory.last_by_size(PLAIN_CANDIDATES if plainly else CANDIDATES)
    if config.several_objectives:
        for island, state in enumerate(states, 1):
            candidates += of_population(state.population, state.generation, island if len(states) > 1 else 0)
    sizes = players_by_size(
        candidates,
        best,
        config,
        pool,
        shortest=shortest,
        winners=[tree for _, tree in states[0].winners[:-1]],
        origin=_origin(config, states[0]),
    )
    crowned = sizes.champion
    origin = _origin(config, states[max(0, crowned.island - 1)])
    origin["generation"] = crowned.generation
    if crowned.island:
        origin |= {"island": crowned.island, "islands": config.islands}
    if proven:
        origin["until"] = PROVEN
    return Champion(crowned.tree, vocabulary, game, origin), sizes


def _origin(config: ResolvedConfig, state: State) -> dict[str, Any]:
    """Where players of a population come from."""
    origin: dict[str, Any] = {
        "seed": config.seed,
        "generations": config.generations,
        "population": config.population,
    }
    operators = {"operators": dict(state.operators), "operators_from": state.operators_from}
    return origin | {name: value for name, value in operators.items() if value}


def panel_games(champion: Champion) -> int:
    """How many games a champion plays against each fixed opponent."""
    return PLAIN_PANEL_GAMES if scored_plainly(champion.game, champion.vocabulary) else PANEL_GAMES


def _measured(champion: Champion, config: ResolvedConfig, pool: Pool) -> Champion:
    """The champion with its results against the panel."""
    player = ExpressionPlayer(champion.tree, champion.vocabulary, "champion")
    games, panel = panel_games(champion), panel_of(champion.game)
    reports = matches_against(player, panel, games=games, seed=config.seed, pool=pool, game=champion.game)
    return dataclasses.replace(champion, results=[report.as_json() for report in reports])
