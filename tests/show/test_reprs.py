"""Objects tell in one short line what they are."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from played_games import record_of

import senet_gp
from primitives import Vocabulary, vocabulary_of
from senet_gp import Champion, Config, Evolution, RunDirectory, RunHooks, SerialPool, State
from senet_gp.arena.knockout import knockout
from senet_gp.arena.match import play_match, round_robin
from senet_gp.arena.tournament import standings
from senet_gp.arena.verdict import verdict
from senet_gp.engine.participants import Noisy, Source
from senet_gp.evolution.configuration.parts import PARTS, classes
from senet_gp.evolution.configuration.registration import part  # noqa: F401 - what is printed names it
from senet_gp.evolution.evaluation.protocol import Outcomes
from senet_gp.evolution.evaluation.suites import FullGames
from senet_gp.experiments.matchbox_training import SCHEMES
from senet_gp.games.board_pictures import Diagram
from senet_gp.games.registry import GAMES, game_of
from senet_gp.games.small import if_solvable
from senet_gp.insight.explanation import explain
from senet_gp.insight.simplify import simplify
from senet_gp.players.matchbox import MatchboxPlayer
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer, NoisyPlayer
from senet_gp.show.formats import FORMATS
from senet_gp.trees.individual import random_individual
from senet_gp.trees.text import from_lisp

GAME = game_of("hexapawn")
VOCABULARY = vocabulary_of(GAME)
TREE = from_lisp("(sub my_moves (add their_moves 1))", VOCABULARY)
TEXTS = ("random", "minimax", "table", "random-tree:3", "expr:(sub my_moves 1)", "search:2:expr:my_moves")
LARGE = "(add 1 " * 100_000 + "2" + ")" * 100_000


def one_line(thing: Any) -> str:
    text = repr(thing)
    assert text.isprintable(), text
    assert len(text) < 120, text
    assert " at 0x" not in text
    return text


def of_a_game(name: str) -> Iterator[Any]:
    game = game_of(name)
    yield game
    yield from (game.seen(position) for position in game.starts())
    yield from (game.starts()[0], Diagram.of(game), vocabulary_of(game), *vocabulary_of(game).primitives)
    yield from (word.compiled for word in vocabulary_of(game).primitives)
    record = record_of(game, 1)
    yield record
    for choice in record.choices:
        yield from (choice, choice.decision, choice.before, choice.next_position)
    if (solvable := if_solvable(game)) is not None:
        yield player_from_text("minimax", solvable)


@pytest.mark.parametrize("name", GAMES)
def test_games_boards_words_and_decisions(name: str) -> None:
    for thing in of_a_game(name):
        one_line(thing)


def test_players() -> None:
    for text in TEXTS:
        player = player_from_text(text, GAME)
        assert text.split(":")[0] in one_line(player).replace("MinimaxPlayer", "minimax")
    base = ExpressionPlayer(TREE, VOCABULARY, "expr:" + "(" * 1000)
    for player in (base, NoisyPlayer(base, 0.5), MatchboxPlayer(GAME, SCHEMES["menace"])):
        one_line(player)
    for participant in (base.participant, Noisy(base.participant, 0.25)):
        one_line(participant)
    one_line(player_from_text("table", GAME).table)  # type: ignore[attr-defined]


def test_an_individual_tells_its_size_its_fitness_and_its_text() -> None:
    individual = from_lisp("(sub my_moves 1)", VOCABULARY)
    assert repr(individual) == "<Individual: 3 nodes, without fitness, (sub my_moves 1)>"
    individual.fitness.values = (2.5,)
    assert repr(individual) == "<Individual: 3 nodes, fitness 2.5, (sub my_moves 1)>"
    # DEAP's operators leave lists that are no trees, also empty ones, and debuggers show them.
    individual.clear()
    assert repr(individual).startswith("<Individual: 0 nodes")
    assert repr([TREE]) == f"[{TREE!r}]"


def test_a_large_individual_has_a_line_too() -> None:
    individual = from_lisp(LARGE, VOCABULARY)
    assert one_line(individual).startswith("<Individual: 200001 nodes, without fitness, (add 1 (add 1 ")


def test_a_configuration_shows_what_differs_from_the_defaults() -> None:
    assert repr(Config()) == "Config(game='senet')"
    rng = random.Random(5)
    for game in GAMES:
        assert repr(Config(game=game)) == f"Config(game={game!r})"
        seeds = tuple(str(rng.randrange(1, 4)) for _ in range(rng.randrange(3)))
        noisy = FullGames(noise=0.25)
        config = Config(game=game, population=rng.randrange(2, 99), seed_with=seeds, fitness=noisy)
        assert eval(repr(config)) == config  # noqa: S307 - this is how it is meant to be read
    one_line(Config.of("senet", seed_with=["(add 1 2)"] * 100, population=200, seed=2**62, fitness="regret"))


def test_parts_of_a_run_are_written_without_what_is_usual() -> None:
    for cls in classes():
        assert repr(cls()) in {f"part({cls.name!r})", f"part({cls.name!r}, kind={cls.kind!r})"}
    assert repr(FullGames(noise=0.25, games=5)) == "part('full-games', games=5, noise=0.25)"


def test_runs(tmp_path: Any) -> None:
    config = Config.of("hexapawn", population=12, generations=2, games=2)
    with SerialPool() as pool:
        evolution = Evolution(config, pool)
        things: list[Any] = [evolution, evolution.state, State(), pool, evolution.toolbox]
        things += list(evolution)
        things += [evolution, evolution.state, *evolution.state.population]
        evaluation = evolution.toolbox.evaluate(evolution.state.population, 1, [])
        things += [evaluation, Outcomes(values=np.ones((12, 40)), games=1, turns=1, self_losses=0)]
        run = RunDirectory.create(tmp_path / ("long" * 50), config)
        champion = senet_gp.play_run(run, pool=pool)
    (log,) = run.read_logs()
    things += [run, champion, log, *log.generations, RunHooks(on_generation=print)]
    for thing in things:
        one_line(thing)
    assert repr(evolution) == "<Evolution: Hexapawn(), generation 2 of 2, population 12>"
    assert repr(RunHooks(prepare=print, finish=dataclasses.replace)) == "<RunHooks: prepare, finish>"
    assert one_line(Champion(TREE, VOCABULARY, GAME, {"generation": ["<script>\x1b[31m"] * 9}))


def test_results() -> None:
    random_player, minimax = (player_from_text(text, GAME) for text in ("random", "minimax"))
    player = ExpressionPlayer(TREE, VOCABULARY, "own\n\x1b[31m" * 50)
    with SerialPool() as pool:
        match = play_match(player, random_player, games=4, seed=1, pool=pool, game=GAME)
        played = round_robin([random_player, minimax, player], key=1, pool=pool, game=GAME, games=2)
        entrants = [Source.of(TREE, VOCABULARY)] * 300
        ended = knockout(entrants, key=1, rng=random.Random(1), pool=pool, game=GAME)
        explained = explain(player, GAME, games=2, seed=1, pool=pool)
    proven = verdict(GAME, player)
    shorter = simplify(TREE, VOCABULARY, GAME, decisions=50)
    things = [match, match.measured, played, *standings(played), ended, proven, *proven.seats, shorter]
    parts = [*explained.parts, *explained.reads, explained.terms, *explained.terms.all, *explained.idle]
    for thing in [*things, explained, *parts, *explained.decisive]:
        one_line(thing)
    assert repr(match).startswith("<MatchReport: hexapawn, ")


def test_registries() -> None:
    assert one_line(GAMES).startswith("<Registry: 5 games, senet, ")
    for registry in (FORMATS, *PARTS.values()):
        one_line(registry)


def test_what_is_drawn_by_chance_has_a_line_too() -> None:
    rng = random.Random(1)
    for name in GAMES:
        vocabulary: Vocabulary = vocabulary_of(game_of(name))
        for _ in range(100):
            one_line(random_individual(vocabulary, rng))
