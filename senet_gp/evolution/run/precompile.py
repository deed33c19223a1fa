"""Everything that is compiled for a game, at once, so that no process that plays it compiles anything."""

from __future__ import annotations

import dataclasses
from typing import Any, TypeVar, cast

from primitives import vocabularies, vocabulary_of
from senet_gp.arena.decisions import boards_of_game
from senet_gp.arena.exact_verdict import use_exact_kernels
from senet_gp.arena.games import warm_up
from senet_gp.arena.pool import SerialPool
from senet_gp.engine.evaluator import Boards
from senet_gp.engine.every_line import compile_walk
from senet_gp.engine.network import HIDDEN_BLOCK
from senet_gp.engine.network_learning import Course
from senet_gp.engine.playthrough import draw_start, play_game
from senet_gp.engine.program import compile_words
from senet_gp.evolution.configuration.config import Config, ResolvedConfig
from senet_gp.evolution.evaluation.final import choose_champion
from senet_gp.evolution.evaluation.suites import Regret
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.games.board.game import BoardGame
from senet_gp.games.dice.game import if_dice
from senet_gp.games.dice.numbering import is_numbered, numbering_of
from senet_gp.games.protocol import Game
from senet_gp.games.small import SmallGame, if_solvable
from senet_gp.games.solving.listed import ListedValues
from senet_gp.games.solving.perfect import PerfectPlay
from senet_gp.players.network import NetworkPlayer, TrainedNetwork, train_network
from senet_gp.players.parsing import player_from_text
from senet_gp.players.search import search_player
from senet_gp.runtime.streams import game_streams

_C = TypeVar("_C", bound=Config)

_TINY: dict[str, Any] = {
    "population": 4,
    "generations": 2,  # from the second on, regret may look ahead
    "minutes": 0.0,
    "islands": 1,
    "seed_with": (),
    "final_games": 2,
}
#: The same of the parts of a run.
_TINY_PARTS: dict[str, Any] = {
    "games": 2,
    "opponents": 1,
    "random_games": 2,
    "cases": 4,
    "labelled": 4,
    "teacher_games": 10,
}
#: Runs that together use every kernel of evolution.
_RUNS: tuple[dict[str, Any], ...] = (
    {"fitness": "knockout"},
    {"fitness": "full-games", "credit": "table", "selection": "lexicase"},
    {"fitness": "regret", "teacher": "network", "credit": "lexicase"},
    {"fitness": "regret", "teacher": "network", "tune": 1},
)
#: A player that uses the kernels of the search.
_SEARCHING = "search:2:random-tree:1"


def compile_game(game: Game) -> None:
    """Compile everything that is compiled for a game with any of its vocabularies, or load it from the cache.

    A kernel is compiled when it is called, so tiny runs and games are played, and a few moves searched.

    >>> from senet_gp import game_of
    >>> compile_game(game_of("hexapawn"))

    Args:
        game: the game; its parameters do not matter, since kernels take them as numbers.

    Raises:
        UsageError: if a kernel of a plugin's word cannot be compiled.
    """
    if not game.family:
        return
    warm_up(game)
    for vocabulary in vocabularies(game).values():
        compile_words(vocabulary)
    for run in _RUNS:
        config = _tiny(Config.of(game, **run))
        if not config.fitness.why_not(game, vocabulary_of(game)):
            _play(config.resolved())
    pair = (player_from_text("random-tree:1", game), player_from_text("random", game))
    play_game(*pair, 0, game)
    for _boards in boards_of_game(pair, game, vocabulary_of(game), game_streams(0)):
        pass
    if not game.named_moves:
        streams = game_streams(0)
        decision = game.next_decision(draw_start(game, streams), 0, streams)
        player_from_text(_SEARCHING, game).choose(decision, streams)
    dice = if_dice(game)
    if dice is not None:
        _use_a_network(game)
        if dice.numbering and is_numbered(numbering_of(dice).smallest(dice)):
            use_exact_kernels(dice)
    small = if_solvable(game)
    if small is not None:
        _use_solvers(small)


def _use_solvers(game: SmallGame) -> None:
    """Walk, search and list a small game."""
    compile_walk()
    last = _last_position(game)
    PerfectPlay(game).value(last)
    ListedValues(cast(BoardGame, game)).find([last])


def compile_run(config: ResolvedConfig) -> None:
    """Compile everything that the generations of a run need, by a tiny run of the same kind.

    A run that is limited in minutes calls it before its clock starts.

    >>> compile_run(Config(game="hexapawn", minutes=1.0).resolved())

    Args:
        config: the configuration of the run.
    """
    if config.game_value.family:
        _play(_tiny(config))  # what follows from the minutes is as in the run


def _tiny(config: _C) -> _C:
    """A run with the same parts that takes no time, as far as options of parts from outside let it."""
    parts: dict[str, Any] = {}
    for kind, part in config.parts().items():
        changes = {
            name: _least(described.metadata["between"], _TINY_PARTS[name])
            for name, described in part.options().items()
            if name in _TINY_PARTS and described.metadata["kind"] is int
        }
        if isinstance(part, Regret):
            changes["tune"] = min(1, part.tune)
        parts[kind] = dataclasses.replace(part, **changes)
    return dataclasses.replace(config, **_TINY, **parts)


def _least(between: tuple[int, int] | None, tiny: int) -> int:
    """A tiny number, or the one next to it that an option accepts."""
    low, high = between or (tiny, tiny)
    return min(max(low, tiny), high)


def _use_a_network(game: Game) -> None:
    """Let a network learn, play and look ahead."""
    (trained,) = train_network(TrainedNetwork.new(game, HIDDEN_BLOCK, Course(seed=1)), 1)
    player = NetworkPlayer(trained.network, "net")
    streams = game_streams(0)
    decision = game.next_decision(draw_start(game, streams), 0, streams)
    for each in (player, search_player(player, 2, game)):
        each.choose(decision, streams)
    trained.network.chances(cast("Boards", decision.boards()))


def _last_position(game: SmallGame) -> Any:
    """The last position of a game in which both players take the first of their moves."""
    position = game.starts()[0]
    while (first := game.afterstates(position)[0]).result is None:
        position = game.swapped(first.position)
    return position


def _play(config: ResolvedConfig) -> None:
    """Play a run that leaves no files."""
    pool = SerialPool()
    evolution = Evolution(config, pool)
    for _generation in evolution:
        pass
    choose_champion(config, evolution.state.winners, pool=pool)
