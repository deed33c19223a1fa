"""Individuals play a person, and those that win are selected more often, in every evaluation."""

from __future__ import annotations

import csv
import dataclasses
import io
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from thinned import thinned
from tiny_runs import files_of, play_until

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.engine.playthrough import Playthrough
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.config_files import read_config
from senet_gp.evolution.configuration.kinds import Selection
from senet_gp.evolution.configuration.registration import part
from senet_gp.evolution.evaluation.credits import SharedCredit
from senet_gp.evolution.evaluation.evaluators import credit_of, opened_tests
from senet_gp.evolution.evaluation.protocol import Suite, with_one_more_opponent
from senet_gp.evolution.evaluation.sparring import Opponent, Sparring, SparringGame, outcomes_of
from senet_gp.evolution.evaluation.suites import FullGames
from senet_gp.evolution.loop import logbook
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.evolution.run.run import RunHooks, play_run
from senet_gp.games.protocol import Decision
from senet_gp.players.human import Leave
from senet_gp.players.player import Player, RandomPlayer
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.streams import Streams
from senet_gp.trees.individual import Fitness, Individual

CONFIG = Config.of(
    "senet", population=16, generations=4, games=1, parameters={"pieces": 1}, final_games=2, seed=3
)
SMALL: dict[str, Any] = {"population": 40, "generations": 8, "final_games": 2}
FEW_GAMES: dict[str, Any] = {"random_games": 8, "games": 2}
#: Every evaluation, by its usual selection and by the other one; some stand for all.
EVALUATIONS = {
    "knockout": CONFIG,
    "knockout, tournaments": dataclasses.replace(CONFIG, selection=part("tournament")),
    "full games": Config.of("hexapawn", **SMALL, **FEW_GAMES),
    "full games, proportional": Config.of("hexapawn", **SMALL, **FEW_GAMES, selection="proportional"),
    "full games with throws": Config.of(
        "senet",
        population=40,
        generations=8,
        parameters={"pieces": 1},
        fitness="full-games",
        random_games=8,
        final_games=2,
    ),
    "full games, mean": Config.of("hexapawn", **SMALL, **FEW_GAMES, credit="mean"),
    "decisions, mean": Config.of("pursuit", **SMALL, cases=60, credit="mean", selection="proportional"),
    "full games, shared": Config.of("tictactoe", **SMALL, **FEW_GAMES, fitness="full-games", credit="shared"),
    "full games, table": Config.of("hexapawn", **SMALL, **FEW_GAMES, credit="table"),
    "decisions": Config.of("pursuit", **SMALL, cases=60),
    "decisions, tournaments": Config.of("pursuit", **SMALL, cases=60, selection="tournament"),
    "full games, halved": Config.of(
        "tictactoe", **SMALL, **FEW_GAMES, fitness="full-games", halving_budget=2
    ),
    "full games, none decided": Config.of("hexapawn", **SMALL, **FEW_GAMES, credit="lexicase"),
}
NAMES = thinned([*EVALUATIONS], kept=[0, 2, 4, 6, 7, 8])


class Partner(RandomPlayer):
    """Chooses at random, notes whose moves it watches, and leaves after so many choices."""

    name = "partner"

    def __init__(self, most_choices: int = 10_000) -> None:
        self.left = most_choices
        self.seen: set[str] = set()

    def choose(self, decision: Decision, streams: Streams) -> int:
        """Choose at random, or leave."""
        self.left -= 1
        if self.left < 0:
            raise Leave
        return super().choose(decision, streams)

    def watch(self, _turn: int, _decision: Decision, _index: int, name: str) -> None:
        """Note whose move is seen."""
        self.seen.add(name)


class Announced(Partner):
    """Notes the games that are announced to it."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[tuple[str, Opponent, Any]] = []

    def game_begins(self, playthrough: Playthrough[Player]) -> None:
        """Note it."""
        self._note("begins", playthrough)

    def game_ends(self, playthrough: Playthrough[Player]) -> None:
        """Note it."""
        self._note("ends", playthrough)

    def _note(self, what: str, playthrough: Playthrough[Player]) -> None:
        (opponent,) = (player for player in playthrough.players if isinstance(player, Opponent))
        self.told.append((what, opponent, playthrough.position))


def fourth(config: Config, pool: WorkerPool) -> tuple[Evolution, list[Individual]]:
    """An evolution of four generations, and the last of them."""
    evolution = Evolution(config, pool)
    for generation in evolution:
        if generation.number == 4:
            break
    return evolution, evolution.state.population


def fitness_with(evolution: Evolution, outcomes: dict[int, int]) -> list[float]:
    """The fitness that these games against a person give the last generation."""
    population = evolution.state.population
    winners = [winner for _, winner in evolution.state.winners[:-1]]
    for individual in population:
        individual.fitness = Fitness()
    evolution.toolbox.evaluate(
        population, evolution.state.generation, winners, rng=random.Random(7), against_person=outcomes
    )
    return [individual.fitness.values[0] for individual in population]


@pytest.mark.parametrize("name", NAMES)
def test_who_wins_against_a_person_breeds_more_whatever_the_evaluation(name: str) -> None:
    """More often than if it had lost: the chances are computed exactly, and drawn by the run's selection."""
    config = EVALUATIONS[name].resolved()
    draws = 4000
    with WorkerPool(1) as pool:
        evolution, population = fourth(config, pool)
        before = fitness_with(evolution, {})
        games = Sparring(Partner(), 1).play(population, 4, config)
        chosen = games[-1].individual
        assert games[-1].fitness_before == games[-1].fitness_after == pytest.approx(before[chosen])
        drawn, exact = [], []
        for outcome in (1, -1):
            fitness = fitness_with(evolution, {chosen: outcome})
            parents = evolution.toolbox.select(population, draws)
            drawn.append(sum(parent is population[chosen] for parent in parents))
            exact.append(config.selection.chances_of(fitness)[chosen])
    assert exact[0] > 1.04 * exact[1]
    assert exact[0] >= 0.999 * config.selection.chances_of(before)[chosen]
    for count, chance in zip(drawn, exact, strict=True):
        assert abs(count - draws * chance) <= 5 * (draws * chance * (1 - chance)) ** 0.5


@pytest.mark.parametrize("name", NAMES)
def test_who_loses_is_as_fit_as_if_nobody_had_played(name: str) -> None:
    """A game that was not played counts as lost, so a lost one takes nothing from the order of the others."""
    with WorkerPool(1) as pool:
        evolution, population = fourth(EVALUATIONS[name], pool)
        lost = fitness_with(evolution, {3: -1})
        assert lost == fitness_with(evolution, {4: -1})
        order = sorted(range(len(population)), key=fitness_with(evolution, {}).__getitem__)
        assert [lost[index] for index in order] == sorted(lost)


@pytest.mark.parametrize("name", NAMES)
def test_games_that_are_played_change_the_chances(name: str) -> None:
    """Individuals that beat a random mover gain, on average, and more than those that do not."""
    config = EVALUATIONS[name]
    games: list[SparringGame] = []
    with WorkerPool(1) as pool:
        for generation in Evolution(config, pool, sparring=Sparring(Partner(), 1)):
            games += generation.sparring
            assert 1 <= len(generation.sparring) <= 2
    gains: dict[bool, list[float]] = {True: [], False: []}
    for game in games:
        gains[game.outcome == 1].append(game.chance_after - game.chance_before)
    won, not_won = (sum(values) / max(1, len(values)) for values in (gains[True], gains[False]))
    assert won > 0
    assert won > not_won


@pytest.mark.parametrize(
    "selection", [part("proportional", kind="selection"), part("tournament", tournament_size=3)]
)
def test_chances_are_those_of_the_selection(selection: Selection) -> None:
    config = Config(population=6, selection=selection, parameters={"pieces": 1})
    fitness = [2.0, 1.0, 4.0, 2.0, 0.5, 4.0]
    with WorkerPool(1) as pool:
        evolution = Evolution(config, pool)
        population = evolution.toolbox.population(n=6)
        for individual, value in zip(population, fitness, strict=True):
            individual.fitness.values = (value,)
        drawn = Counter(population.index(parent) for parent in evolution.toolbox.select(population, 30_000))
    expected = config.selection.chances_of(fitness)
    assert sum(expected) == pytest.approx(1)
    for index, chance in enumerate(expected):
        assert abs(drawn[index] - 30_000 * chance) <= 5 * (30_000 * chance * (1 - chance)) ** 0.5


def test_a_win_against_a_person_counts_as_much_as_all_games_against_an_opponent() -> None:
    """With the credit shared, an individual that alone beats a person has all points of these games."""
    with WorkerPool(1) as pool:
        evolution = Evolution(EVALUATIONS["full games"], pool)
        suite, credit = evolution.config.fitness, evolution.config.credit
        assert isinstance(suite, FullGames)
        assert isinstance(credit, SharedCredit)
        evolution.next_generation()
        parsimony = [1 + credit.parsimony * len(one) for one in evolution.state.population]
        before, alone, both = (fitness_with(evolution, games) for games in ({}, {3: 1}, {3: 1, 5: 1}))
    gains = [(b - a) * price for a, b, price in zip(before, alone, parsimony, strict=True)]
    assert gains[3] == pytest.approx(suite.games, abs=1e-6)
    assert sum(map(abs, gains)) == pytest.approx(suite.games, abs=1e-6)
    assert (both[3] - before[3]) * parsimony[3] == pytest.approx(suite.games / 2, abs=1e-6)


@pytest.mark.parametrize(
    ("name", "columns"),
    [("full games", 2), ("full games, halved", 2), ("decisions", 60 // 20)],
)
def test_a_person_has_as_many_tests_as_an_opponent_or_a_twentieth_of_them_where_there_is_none(
    name: str, columns: int
) -> None:
    """Also in the further tests of a halving, of which there are more."""
    config = EVALUATIONS[name].resolved()
    with WorkerPool(1) as pool:
        population = Evolution(config, pool).toolbox.population(n=4)
        tests = opened_tests(config, population, [], generation=1, rng=random.Random(1), pool=pool)
        for times in (1, 2):
            result = tests.run(range(4), times, times - 1)
            more = with_one_more_opponent(result, [1, -1, -1, -1], credit_of(config).draw_value)
            assert more.values.shape[1] - result.values.shape[1] == times * columns


def test_copies_of_an_individual_are_the_same_player() -> None:
    with WorkerPool(1) as pool:
        one, other, third = Evolution(CONFIG, pool).toolbox.population(n=200)[:3]
    assert len({one.packed, other.packed, third.packed}) == 3
    game = SparringGame(1, 1, 1, 1, "individual", "won", 9, 1.0, 1.0, 0.5, 0.5)
    games = [game, dataclasses.replace(game, individual=2), dataclasses.replace(game, individual=4)]
    games[1:] = [
        dataclasses.replace(games[1], result="drawn"),
        dataclasses.replace(games[2], result="left"),
    ]
    population = [one, one, other, Individual(other), third, third]
    assert outcomes_of(games, population) == {0: 1, 1: 1, 2: 0, 3: 0}


def test_the_second_evaluation_takes_time_and_the_person_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0

    class Slow(Sparring):
        def play(self, *arguments: Any) -> list[SparringGame]:
            nonlocal now
            now += 1000
            return super().play(*arguments)

    def slowly(suite: Suite, *arguments: Any, **options: Any) -> Any:
        nonlocal now
        now += 10
        return Suite.open(suite, *arguments, **options)

    monkeypatch.setattr(logbook, "time", SimpleNamespace(perf_counter=lambda: now))
    monkeypatch.setattr(FullGames, "open", slowly)
    with WorkerPool(1) as pool:
        evolution = Evolution(EVALUATIONS["full games"], pool, sparring=Slow(Partner(), 2))
        seconds = [evolution.next_generation().timing.seconds_evaluating for _ in range(2)]
    assert seconds == [10, 20]
    assert evolution.seconds == 30


def test_only_one_of_duplicates_plays() -> None:
    config = EVALUATIONS["full games"].resolved()
    with WorkerPool(1) as pool:
        _, population = fourth(config, pool)
        best = max(population, key=lambda individual: individual.fitness.values[0])
        for selection in (part("tournament", tournament_size=8), part("proportional", kind="selection")):
            games = Sparring(Partner(), 1).play(
                [best, best, *population[:3]], 4, dataclasses.replace(config, selection=selection)
            )
            trees = {([best, best, *population[:3]])[game.individual].packed for game in games}
            assert len(trees) == len(games) == 2
            alike = Sparring(Partner(), 1).play([best, best], 4, config)
            assert [game.game for game in alike] == [1]


def test_a_run_that_is_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    """Byte for byte, with any number of workers, as long as the partner plays the same."""
    config = dataclasses.replace(EVALUATIONS["full games, halved"], population=20, generations=4)
    whole, stopped = (RunDirectory.create(tmp_path / name, config) for name in ("whole", "stopped"))
    for last in (1, 3):
        play_until(RunDirectory.open(stopped.path), last, sparring=Sparring(Partner(), 2))
    for run, workers in ((whole, 2), (stopped, 1)):
        with WorkerPool(workers) as pool:
            play_run(run, pool=pool, sparring=Sparring(Partner(), 2))
    assert files_of(whole.path) == files_of(stopped.path)
    assert whole.games_against_person() == 4


def test_every_second_generation_plays_and_winners_gain_a_round() -> None:
    partner = Partner()
    gained = []
    with WorkerPool(1) as pool:
        plain = Evolution(CONFIG, pool)
        sparring = Evolution(CONFIG, pool, sparring=Sparring(partner, 2))
        for number in range(1, 3):
            plain.next_generation()
            sparring.next_generation()
            if number == 1:
                assert not partner.seen
        for one, other in zip(plain.state.population, sparring.state.population, strict=True):
            assert list(one) == list(other)
            gained.append(other.fitness.values[0] - one.fitness.values[0])
    assert partner.seen == {"partner", "opponent 1", "opponent 2"}
    assert set(gained) <= {0, 1}
    assert sum(gained) <= 2
    best = sorted(range(16), key=lambda index: -plain.state.population[index].fitness.values[0])[:2]
    assert all(index in best for index, gain in enumerate(gained) if gain)


def test_every_game_is_announced_to_the_partner() -> None:
    partner = Announced()
    with WorkerPool(1) as pool:
        evolution = Evolution(CONFIG, pool, sparring=Sparring(partner, 1))
        generation = evolution.next_generation()
        leaving = Sparring(Partner(most_choices=0), 1)
        left = Evolution(CONFIG, pool, evolution.state, leaving).next_generation().sparring
    assert [word for word, *_ in partner.told] == ["begins", "ends", "begins", "ends"]
    (_, first, position), _, (_, second, _), _ = partner.told
    assert position == CONFIG.game_value.starts()[0]
    assert [(game.number, game.games, game.seat) for game in (first, second)] == [(1, 2, 0), (2, 2, 1)]
    assert [(game.generation, game.game, game.nodes, game.moved_first) for game in generation.sparring] == [
        (1, 1, len(first.tree), "individual"),
        (1, 2, len(second.tree), "person"),
    ]
    assert [game.outcome for game in left] == [None]
    assert left[0].fitness_before == left[0].fitness_after > 0
    assert left[0].chance_before == left[0].chance_after > 0


def test_an_evaluation_that_cannot_count_such_games_says_so() -> None:
    class Plain:
        winner, games, turns, self_losses = 0, 1, 1, 0

    def evaluate(population: list[Any], *_rest: Any) -> Plain:
        for individual in population:
            individual.fitness.values = (1,)
        return Plain()

    with WorkerPool(1) as pool:
        evolution = Evolution(CONFIG, pool, sparring=Sparring(Partner(), 4))
        evolution.toolbox.register("evaluate", evaluate)
        # Before anything is played, however late the first game is.
        for begin in (evolution.check_operators, evolution.next_generation):
            with pytest.raises(UsageError, match="cannot count games against a person"):
                begin()
        assert evolution.state.generation == 0


def test_a_run_that_is_refused_such_games_stays_as_it_was(tmp_path: Path) -> None:
    run = RunDirectory.create(tmp_path / "run", CONFIG)
    before = files_of(run.path)

    def prepare(evolution: Evolution) -> None:
        evolution.toolbox.register("evaluate", lambda *_arguments: None)

    with WorkerPool(1) as pool, pytest.raises(UsageError, match="leave out sparring"):
        play_run(run, pool=pool, hooks=RunHooks(prepare=prepare), sparring=Sparring(Partner(), 1))
    assert files_of(run.path) == before


def test_a_selection_whose_chances_are_unknown_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    run = RunDirectory.create(
        tmp_path / "run", dataclasses.replace(CONFIG, selection=part("double-tournament"))
    )
    before = files_of(run.path)
    with WorkerPool(1) as pool, pytest.raises(UsageError, match="probabilities of the selection double-tour"):
        play_run(run, pool=pool, sparring=Sparring(Partner(), 2))
    assert files_of(run.path) == before


def log_of(run: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO((run / "sparring.csv").read_text())))


def test_the_run_goes_on_when_the_partner_leaves(tmp_path: Path) -> None:
    sparring = Sparring(Partner(most_choices=0), 1)
    run = RunDirectory.create(tmp_path / "run", CONFIG)
    play_until(run, 4, sparring=sparring)
    assert sparring.partner is None
    assert run.load_state().generation == 4
    rows = log_of(run.path)
    # In games with one piece there is mostly nothing to choose.
    assert [row["result"] == "left" for row in rows] == [False] * (len(rows) - 1) + [True]
    assert run.games_against_person() == len(rows) - 1


def test_the_log_has_every_game(tmp_path: Path) -> None:
    run = RunDirectory.create(tmp_path / "run", CONFIG)
    with run.locked():
        run.admit_person()
    assert log_of(run.path) == []
    play_until(run, 4, sparring=Sparring(Partner(), 2))
    rows = log_of(run.path)
    assert [(row["generation"], row["game"], row["moved_first"]) for row in rows] == [
        *(("2", "1", "individual"), ("2", "2", "person")),
        *(("4", "1", "individual"), ("4", "2", "person")),
    ]
    assert {row["result"] for row in rows} <= {"won", "drawn", "lost"}
    assert {row["version"] for row in rows} == {"2"}
    for row in rows:
        gain = float(row["fitness_after"]) - float(row["fitness_before"])
        assert gain == (row["result"] == "won")
    assert run.games_against_person() == 4


def test_the_configuration_does_not_promise_that_such_a_run_can_be_repeated(tmp_path: Path) -> None:
    run = RunDirectory.create(tmp_path / "run", CONFIG)
    file = run.path / "config.toml"
    assert "repeat it with" in file.read_text()
    assert "they are your own" in file.read_text().splitlines()[1]
    with run.locked():
        run.admit_person()
    assert "repeat it with" not in file.read_text()
    assert "cannot be repeated" in file.read_text().splitlines()[0]
    run.extend(6)
    run.limit_growth(10_000)
    assert "cannot be repeated" in file.read_text().splitlines()[0]
    assert read_config(file) == dataclasses.replace(CONFIG.resolved(), generations=6, max_nodes=10_000)
    assert RunDirectory.open(run.path).admits_person


def test_the_log_is_cut_back_with_the_others(tmp_path: Path) -> None:
    run = RunDirectory.create(tmp_path / "run", CONFIG)
    with run.locked():
        run.admit_person()
    play_until(run, 2, sparring=Sparring(Partner(), 1))
    kept = {path.name: path.read_bytes() for path in run.path.iterdir()}
    play_until(run, 3, sparring=Sparring(Partner(), 1))
    assert len(log_of(run.path)) == 6
    for name in ("checkpoint.json", "checkpoint-before.json"):
        (run.path / name).write_bytes(kept[name])
    with (run.path / "sparring.csv").open("a") as file:
        file.write("4,1,3")
    assert run.load_state().generation == 2
    assert (run.path / "sparring.csv").read_bytes() == kept["sparring.csv"]
    play_until(run, 4)
    assert len(log_of(run.path)) == 4


def test_games_of_a_person_are_not_played_again(tmp_path: Path) -> None:
    """However seldom checkpoints are written: a run that is killed goes on behind them."""
    run = RunDirectory.create(tmp_path / "run", dataclasses.replace(CONFIG, generations=30))
    run.checkpoints.next_time = float("inf")
    with WorkerPool(1) as pool:
        evolution = Evolution(run.config, pool, sparring=Sparring(Partner(), 3))
        for generation in evolution:
            run.save(generation, evolution.state)
            run.checkpoints.next_time = float("inf")
            if generation.number == 8:
                break
    again = RunDirectory.open(run.path)
    assert again.load_state().generation == 6
    assert again.games_against_person() == 4


_SUITE = """
import os, signal
from pathlib import Path
from senet_gp.evolution.evaluation.suites import FullGames

class Interrupted(FullGames):
    def open(self, *arguments, **options):
        with Path("opened").open("a") as file:
            print(file=file)
        if len(Path("opened").read_text()) == 2:
            os.kill(os.getpid(), signal.SIGINT)
        return super().open(*arguments, **options)
"""
#: The same, but the signal comes while workers are waited for. Says how often a wait ended for nothing.
_WAITING = """
import atexit, os, signal
from pathlib import Path
from senet_gp.arena.local_pool import Listener
from senet_gp.evolution.evaluation.suites import FullGames

class Interrupted(FullGames):
    def open(self, *arguments, **options):
        with Path("opened").open("a") as file:
            print(file=file)
        return super().open(*arguments, **options)

usual, found = Listener._selected, []

def interrupted(self, selector):
    if Path("opened").exists() and len(Path("opened").read_text()) == 2:
        if not found:
            os.kill(os.getpid(), signal.SIGINT)
        found.append(usual(self, selector))
        return found[-1]
    return usual(self, selector)

Listener._selected = interrupted
atexit.register(lambda: print(bool(found) and found.count([]) <= 1))
"""
_RUN = """
import suite, sys
from senet_gp import Config, WorkerPool, play_run
from senet_gp.evolution import suite as registered
from senet_gp.evolution.evaluation.sparring import Sparring
from senet_gp.players.player import RandomPlayer
from senet_gp.runtime import interruption

registered("interrupted", "full games, in which a signal comes")(suite.Interrupted)
options = {"population": 20, "games": 2, "random_games": 4, "final_games": 2}
config = Config.of("hexapawn", **options, fitness="interrupted", credit="mean", generations=3)
interruption.listen()
try:
    with WorkerPool(int(sys.argv[1])) as pool:
        play_run("run", config, pool=pool, sparring=Sparring(RandomPlayer(), 1))
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize(
    ("suite", "workers", "said"),
    thinned([(_SUITE, "1", "interrupted\n"), (_WAITING, "2", "interrupted\nTrue\n")], kept=[1]),
    ids=["working", "waiting"],
)
def test_an_interruption_waits_until_games_that_were_played_are_saved(
    tmp_path: Path, suite: str, workers: str, said: str
) -> None:
    (tmp_path / "suite.py").write_text(suite)
    done = subprocess.run(
        [sys.executable, "-c", _RUN, workers], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, said), done.stderr
    rows = log_of(tmp_path / "run")
    assert [(row["generation"], row["game"]) for row in rows] == [("1", "1"), ("1", "2")]


@pytest.mark.parametrize("name", NAMES)
def test_a_fitness_with_games_against_a_person_reads_back(tmp_path: Path, name: str) -> None:
    config = dataclasses.replace(EVALUATIONS[name], generations=3)
    run = RunDirectory.create(tmp_path / "run", config)
    with WorkerPool(1) as pool:
        evolution = Evolution(config, pool, sparring=Sparring(Partner(), 1))
        for generation in evolution:
            run.save(generation, evolution.state)
            again = RunDirectory.open(run.path).load_state()
            assert [i.fitness.values for i in again.population] == [
                i.fitness.values for i in evolution.state.population
            ]
