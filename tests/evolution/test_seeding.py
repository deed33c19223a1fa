"""Runs that begin with given players."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from tiny_runs import play_until

from primitives import vocabulary_of
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.config_files import as_toml, read_config
from senet_gp.evolution.configuration.seeding import MAX_CHARACTERS, MAX_SEEDS
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.games.registry import GAMES, game_of
from senet_gp.players.champion import Champion
from senet_gp.players.hand_senet import SENET_SEEDS
from senet_gp.runtime.errors import FileError, SenetGpError, UsageError
from senet_gp.trees.text import from_lisp, to_lisp

PLAIN = Config(population=12, generations=3, final_games=2)
SEEDS = [to_lisp(seed.tree(vocabulary_of("senet"))) for seed in SENET_SEEDS]
SEEDED = dataclasses.replace(PLAIN, seed_with=tuple(SEEDS))
RACE = "(sub their_distance my_distance)"


def first_population(config: Config) -> tuple[list[str], object]:
    """The first population as text, and where the generator then stands."""
    evolution = Evolution(config, WorkerPool(1))
    population = evolution.toolbox.population(n=config.population)
    return [to_lisp(individual) for individual in population], evolution.rng.getstate()


@pytest.mark.parametrize("options", [{}, {"population": 8}, {"vocabulary": "extended", "seed": 7}])
def test_the_seeds_take_the_places_of_the_first_in_their_order(options: dict[str, object]) -> None:
    plain, plain_state = first_population(dataclasses.replace(PLAIN, **options))  # type: ignore[arg-type]
    for seeds in (SEEDS, SEEDS[::-1], [RACE], [RACE, RACE]):
        config = dataclasses.replace(PLAIN, seed_with=tuple(seeds), **options)  # type: ignore[arg-type]
        seeded, state = first_population(config)
        assert seeded == seeds + plain[len(seeds) :]
        assert state == plain_state


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_seeded(game: str) -> None:
    plain = Config(game=game, population=6, generations=1, final_games=2)
    drawn, _ = first_population(plain)
    players = ("random-tree:3", "random-tree:1", f"expr:{drawn[5]}")
    config = dataclasses.replace(plain, seed_with=players, log="individuals").resolved()
    population, _ = first_population(config)
    assert population == [*config.seed_with, *drawn[3:]]
    assert config.seed_with[2] == drawn[5]
    with WorkerPool(1) as pool:
        generation = Evolution(config, pool).next_generation()
    assert [row.operator for row in generation.individuals] == ["given"] * 3 + ["drawn"] * 3


def test_the_seeds_play_the_first_tournament() -> None:
    with WorkerPool(1) as pool:
        evolution = Evolution(SEEDED, pool)
        evolution.next_generation()
        population = evolution.state.population
        assert [to_lisp(individual) for individual in population[:8]] == SEEDS
        assert all(individual.fitness.valid for individual in population)
        # A second run in the same process begins with individuals of its own.
        again = evolution.toolbox.population(n=12)
    assert not any(individual.fitness.valid for individual in again)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"population": 7, "seed_with": SEEDS},
            "population is 7, but it must be at least 8, the number",
        ),
        (
            {"seed_with": [RACE, "(sub 1)"]},
            "seed 2 of seed_with, .sub 1.: bad expression, character 7: sub takes 2",
        ),
        (
            {"seed_with": ["expr:my_first"]},
            "seed 1 of seed_with, expr:my_first: it is written in the vocabulary extended",
        ),
        ({"seed_with": ["my_first"]}, "seed 1 of seed_with, my_first: there is no player 'my_first'"),
        ({"seed_with": ["always"]}, "seed 1 of seed_with, always: there is no player 'always'"),
        ({"seed_with": [""]}, "seed 1 of seed_with, : there is no player ''"),
        ({"seed_with": ["("]}, "seed 1 of seed_with, .: bad expression"),
        ({"seed_with": ["1", 2]}, r"seed_with is \(.1., 2\), but it must be a list of texts, such as"),
        ({"seed_with": RACE}, "seed_with is .*, but it must be a list of texts, such as"),
        ({"seed_with": True}, "seed_with is True, but it must be a list of texts, such as"),
        (
            {"seed_with": ["1", RACE], "size_limit": 2},
            "seed 2 has 3 nodes, but size_limit is 2: leave it out, or",
        ),
        (
            {"seed_with": ["1"] * (MAX_SEEDS + 1), "population": 2 * MAX_SEEDS},
            "there are 1001 seeds, but there may be at most 1000",
        ),
        ({"game": "hexapawn", "seed_with": [RACE]}, "seed 1 of seed_with, .*of hexapawn"),
    ],
)
def test_what_cannot_be_a_seed_is_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Config.from_values(options).resolved()


def test_a_file_tells_the_seeds_and_nothing_else_does(tmp_path: Path) -> None:
    written = "  (sub their_distance\n my_distance ) "
    given = Config(population=12, seed_with=(written, "1")).resolved()
    assert given.seed_with == (RACE, "1")
    file = tmp_path / "config.toml"
    for config in (given, PLAIN):
        file.write_text(as_toml(config))
        assert read_config(file) == config


def test_as_many_and_as_long_seeds_as_there_may_be_are_read_back(tmp_path: Path) -> None:
    short = MAX_SEEDS - 1
    deep = (MAX_CHARACTERS - short - 1) // len("(add 1 )")
    tree = "(add 1 " * deep + "1" + ")" * deep
    config = Config(population=1000, seed_with=(*["1"] * short, tree)).resolved()
    file = tmp_path / "config.toml"
    file.write_text(as_toml(config))
    assert read_config(file) == config


def test_seeds_that_are_too_long_when_they_are_recorded_are_refused(tmp_path: Path) -> None:
    """However short the texts are that name them, or the run could not be read back."""
    deep = MAX_CHARACTERS // len("(add 1 )") // 2 + 1
    run = champion(tmp_path / "run", "senet", "extended", "(add 1 " * deep + "1" + ")" * deep)
    assert Config(seed_with=(run,)).resolved().seed_with
    with pytest.raises(UsageError, match="the seeds have more than 131,072 characters in all"):
        Config(seed_with=(run, run)).resolved()


def champion(path: Path, name: str, words: str, text: str) -> str:
    game = game_of(name)
    path.mkdir()
    Champion(from_lisp(text, vocabulary_of(game, words)), vocabulary_of(game, words), game).write(
        path / "champion.json"
    )
    return str(path)


def test_players_become_expressions(tmp_path: Path) -> None:
    run = champion(tmp_path / "run", "senet", "extended", RACE)
    texts = ("hand:s8", f"expr: {RACE} ", run, f"{run}/champion.json", "random-tree:1", "hand:S")
    found = Config(seed_with=texts).resolved().seed_with
    assert found[:4] == (SEEDS[7], RACE, RACE, RACE)
    assert found[5:] == tuple(SEEDS)
    assert Config(seed_with=found).resolved().seed_with == found


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("senet", "random", "this player is not; write hand:NAME, expr:TEXT"),
        ("senet", "human", "a person plays only at the terminal"),
        ("senet", "search:2:hand:HC5", "this player is not"),
        ("hexapawn", "minimax", "this player is not"),
        ("hexapawn", "table", "this player is not"),
        ("senet", "minimax", "Senet is solved with 1 to 3 pieces a side, not 7"),
        ("senet", "nobody", "there is no player 'nobody'"),
        ("senet", "hand:HC6", "there is no hand-made player 'HC6' of senet"),
        ("hexapawn", "hand:S", "hexapawn has no hand-made players"),
        ("senet", "expr:(sub my_first 1)", "it is written in the vocabulary extended, not in"),
        ("senet", "expr:(sub my_distance)", "bad expression"),
        (
            "senet",
            "WORDS",
            "vocabulary extended, not in that of the run, paper: evolve with --vocabulary extended$",
        ),
        ("senet", "GAME", "holds a champion of hexapawn, not of senet"),
    ],
)
def test_other_players_are_refused_and_told_why(tmp_path: Path, name: str, text: str, message: str) -> None:
    made = {
        "WORDS": ("senet", "extended", "(sub my_first 1)"),
        "GAME": ("hexapawn", "basic", "my_pieces"),
    }
    if text in made:
        text = champion(tmp_path / "run", *made[text])
    with pytest.raises(SenetGpError, match=message) as refused:
        Config(game=name, seed_with=(text,)).resolved()
    assert str(refused.value).startswith("seed 1 of seed_with, ")


def test_a_seeded_run_is_not_continued_as_another(tmp_path: Path) -> None:
    run = RunDirectory.create(tmp_path / "run", SEEDED)
    play_until(run, 1)
    for seeds in (SEEDS, [], SEEDS[::-1], SEEDS[:7], [RACE]):
        other = RunDirectory(run.path, dataclasses.replace(SEEDED, seed_with=tuple(seeds)).resolved())
        if seeds == SEEDS:
            assert other.load_state().generation == 1
        else:
            with pytest.raises(FileError, match="it belongs to another configuration"):
                other.load_state()
