"""The best players by size: which are kept, how they are chosen and measured, and how they are named."""

from __future__ import annotations

import csv
import dataclasses
import json
import random
from pathlib import Path

import numpy as np
import pytest
from commands import assert_refused, run_command
from tiny_runs import TINY, begun, files_of, play_until, to_its_end

from primitives import vocabulary_of
from senet_gp.arena.match import measure, play_match
from senet_gp.arena.panel import fast_panel
from senet_gp.arena.pool import SerialPool
from senet_gp.engine.measurement import Measurement
from senet_gp.evolution.evaluation.final import Finalist
from senet_gp.evolution.loop import sizes
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.loop.sizes import best_of_classes, last_of_classes, players_by_size
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.evolution.record.run_logs import LogFiles
from senet_gp.games.registry import game_of
from senet_gp.players.champion import (
    BEYOND,
    SIZES_FORMAT,
    SIZES_VERSION,
    Champion,
    PlayersBySize,
    SizedPlayer,
    classes_up_to,
    size_class,
)
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime.documents import read_document, write_document
from senet_gp.runtime.errors import FileError, SenetGpError, UsageError
from senet_gp.trees.individual import Individual, random_individual
from senet_gp.trees.text import from_lisp, to_lisp

HEXAPAWN = vocabulary_of("hexapawn")
GAME = game_of("hexapawn")


def tree(text: str, fitness: float = 1.0) -> Individual:
    found = from_lisp(text, HEXAPAWN)
    found.fitness.values = (fitness,)
    return found


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return to_its_end(begun(tmp_path_factory.mktemp("runs") / "run"))


def test_classes_hold_all_sizes_and_reach_less_than_half_further_each() -> None:
    for nodes in range(1, 513):
        assert nodes <= size_class(nodes) <= max(2, 1.5 * nodes)
        assert size_class(size_class(nodes)) == size_class(nodes)
    assert {8, 15, 30, 60, 100, 200} <= {size_class(nodes) for nodes in range(1, 513)}
    assert size_class(513) == BEYOND == 0
    assert classes_up_to(60)[-2:] == (42, 60)
    assert classes_up_to(61)[-2:] == (60, 61)


def test_the_fittest_of_each_class_is_kept() -> None:
    rng, draws = random.Random(1), np.random.default_rng(1)
    population = [random_individual(HEXAPAWN, rng) for _ in range(300)]
    for individual, fitness in zip(population, draws.integers(0, 9, 300), strict=True):
        individual.fitness.values = (float(fitness),)
    winner = 17
    kept = best_of_classes(population, winner)
    assert [size_class(len(one)) for one in kept] == sorted({size_class(len(one)) for one in population})
    for one in kept:
        rivals = [other for other in population if size_class(len(other)) == size_class(len(one))]
        most = max(other.fitness.values[0] for other in rivals)
        assert one.fitness.values[0] == most
        if one is not population[winner]:
            assert len(one) == min(len(other) for other in rivals if other.fitness.values[0] == most)


def test_of_equally_fit_ones_the_winner_is_kept_and_large_ones_never() -> None:
    large = "my_moves"
    for _ in range(256):
        large = f"(add my_moves {large})"
    population = [tree("(add 1 1)"), tree("(add 2 2)"), tree("(add 3 3)"), tree(large, 9.0)]
    assert len(population[3]) == 513
    assert [to_lisp(one) for one in best_of_classes(population, 1)] == ["(add 2 2)"]
    assert [to_lisp(one) for one in best_of_classes(population, 3)] == ["(add 1 1)"]


def test_the_log_has_the_fittest_of_every_generation(ended: Path) -> None:
    with SerialPool() as pool:
        expected = [
            (generation.number, size_class(len(one)), len(one), to_lisp(one))
            for generation in Evolution(TINY, pool)
            for one in best_of_classes(
                generation_population(pool, generation.number), winner_index(pool, generation.number)
            )
        ]
    with (ended / "sizes.csv").open() as file:
        rows = list(csv.DictReader(file))
    found = [
        (int(row["generation"]), int(row["size_class"]), int(row["nodes"]), row["expression"]) for row in rows
    ]
    assert found == expected


def generation_population(pool: SerialPool, number: int) -> list[Individual]:
    evolution = Evolution(dataclasses.replace(TINY, generations=number), pool)
    for _ in evolution:
        pass
    return evolution.state.population


def winner_index(pool: SerialPool, number: int) -> int:
    evolution = Evolution(dataclasses.replace(TINY, generations=number), pool)
    winner = [generation.winner for generation in evolution][-1]
    return next(index for index, one in enumerate(evolution.state.population) if one is winner)


def test_the_last_different_expressions_are_candidates(tmp_path: Path) -> None:
    log = LogFiles(tmp_path).sizes
    texts = ["(add 1 1)", "(add 2 2)", "(add 1 1)", "(add 3 3)", "my_moves"]
    lines = [f"{number},{4 if 'add' in text else 1},3,{text},2" for number, text in enumerate(texts, 1)]
    log.path.write_text("\n".join(["generation,size_class,nodes,expression,version", *lines, "6,4,3,(ad"]))
    found = [(one.generation, to_lisp(one.tree)) for one in last_of_classes({0: log}, HEXAPAWN, each=2)]
    assert found == [(5, "my_moves"), (3, "(add 1 1)"), (4, "(add 3 3)")]


@pytest.mark.parametrize("line", ["1,3,3,my_moves,2", "1,1,1,no_word,2", "one,1,1,my_moves,2", "1,1"])
def test_an_unsound_log_is_refused(tmp_path: Path, line: str) -> None:
    log = LogFiles(tmp_path).sizes
    log.path.write_text(f"generation,size_class,nodes,expression,version\n{line}\n")
    with pytest.raises(
        FileError, match=r"sizes\.csv is damaged: .* \(if you remove it, the run goes on without"
    ):
        last_of_classes({0: log}, HEXAPAWN, each=2)


def test_a_run_whose_individuals_all_outgrow_the_classes_goes_on_and_ends(
    ended: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sizes, "size_class", lambda nodes: int(nodes == 1))
    run = play_until(begun(tmp_path / "run"), 2)
    monkeypatch.setattr(sizes, "size_class", lambda _: BEYOND)
    run = play_until(RunDirectory.open(run.path), 3)
    assert "\n3,0,0,,2\n" in (run.path / "sizes.csv").read_text()
    monkeypatch.undo()
    to_its_end(RunDirectory.open(run.path))
    for name in ("generations.csv", "checkpoint.json"):
        assert (run.path / name).read_bytes() == (ended / name).read_bytes()


def test_several_players_are_measured_as_each_alone() -> None:
    players = [ExpressionPlayer(tree(text), HEXAPAWN, text) for text in ("my_moves", "their_moves", "1")]
    with SerialPool() as pool:
        together = measure(players, fast_panel(GAME), games=6, key=5, pool=pool, game=GAME)
        alone = [measure([one], fast_panel(GAME), games=6, key=5, pool=pool, game=GAME) for one in players]
    assert [together.measured(number) for number in range(3)] == [one.measured(0) for one in alone]


def test_the_strongest_of_a_class_is_chosen_and_its_share_is_true() -> None:
    """Shares of the panel lie in the interval of a long measurement of the same player."""
    weak, strong = "(sub their_moves my_moves)", "(sub my_moves their_moves)"
    champion = Finalist(9, tree("(sub my_pieces (mul 2 their_moves))"))
    config = dataclasses.replace(TINY, final_games=100, population=200)
    candidates = [
        *(Finalist(1, tree("my_moves")), Finalist(2, tree(strong)), Finalist(3, tree(weak))),
        champion,
    ]
    with SerialPool() as pool:
        found = players_by_size(candidates, champion, config, pool)
        assert [(len(one.tree), one.is_champion) for one in found.players] == [
            (1, False),
            (3, False),
            (5, True),
        ]
        assert to_lisp(found.players[1].tree) == strong
        player = ExpressionPlayer(tree(strong), HEXAPAWN, "strong")
        opponents = fast_panel(GAME)
        true = [
            play_match(player, one, games=1000, seed=3, pool=pool, game=GAME).measured.share
            for one in opponents
        ]
    assert found.opponents == ["the panel", "the champion"]
    measured, against_champion = found.players[1].against
    low, high = measured.interval
    assert low - 0.03 < np.mean(true) < high + 0.03
    assert measured.games == against_champion.games
    assert found.players[2].against[1].share == 0.5


def test_a_front_gets_better_with_size_and_its_champion_is_the_best() -> None:
    texts = ("my_pieces", "(sub my_moves their_moves)", "(add 1 (sub my_moves their_moves))", "1")
    candidates = [Finalist(number, tree(text), 2) for number, text in enumerate(texts, 1)]
    config = dataclasses.replace(TINY, objectives=("score", "nodes"), population=400)
    with SerialPool() as pool:
        found = players_by_size(candidates, None, config, pool, origin={"seed": 7})
    # The third chooses as the second does, so it is the second as soon as it is written as short as that.
    assert [to_lisp(one.tree) for one in found.players][-1] == texts[1]
    assert found.front == found.players
    assert found.opponents == ["the panel"]
    assert found.champion == found.front[-1]
    assert (found.champion.island, found.origin) == (2, {"seed": 7})


def test_in_senet_the_yardsticks_are_those_that_are_strong(tmp_path: Path) -> None:
    done = run_command(
        *(
            "evolve",
            "senet",
            "--rule",
            "pieces=2",
            "--population",
            "12",
            "--generations",
            "2",
            "--games",
            "1",
        ),
        *("--final-games", "2", "--json", "--out", "run"),
        cwd=tmp_path,
    )
    front = json.loads(done.stdout)["sizes"]
    assert [list(one["against"]) for one in front] == [["hand:HC5", "net"]] * len(front)
    assert [one["share"] for one in front] == [one["against"]["hand:HC5"]["share"] for one in front]


def test_choosing_and_showing_have_streams_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = []
    real = sizes.measure

    def noted(*arguments: object, **options: object) -> object:
        keys.append(options["key"])
        return real(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(sizes, "measure", noted)
    candidates = [Finalist(1, tree("(add 1 1)")), Finalist(2, tree("(add 2 1)"))]
    with SerialPool() as pool:
        players_by_size(candidates, Finalist(1, tree("my_moves")), TINY, pool)
    assert len(set(keys)) == len(keys) == 4


def sized(*strengths: tuple[int, float]) -> PlayersBySize:
    """Players of so many nodes and so much strength."""
    players = []
    for nodes, strength in strengths:
        text = "my_moves"
        for _ in range(nodes // 2):
            text = f"(add 1 {text})"
        share = Measurement(20, 0, round(20 * strength), strength, 20.0)
        last = nodes == strengths[-1][0]
        players.append(SizedPlayer(tree(text), nodes, 0, (share,), is_champion=last))
    return PlayersBySize(HEXAPAWN, GAME, players, ["random"], {"seed": 7})


def test_the_strongest_of_at_most_so_many_nodes(tmp_path: Path) -> None:
    players = sized((1, 0.3), (3, 0.7), (5, 0.6), (9, 0.8), (17, 0.75))
    assert [len(one.tree) for one in players.front] == [1, 3, 9]
    of_sizes = [len(players.best(nodes).tree) for nodes in (1, 2, 3, 8, 9, 99)]
    assert of_sizes == [1, 1, 3, 3, 9, 9]
    assert players.best(5).origin == {"seed": 7, "generation": 3}
    players.write(tmp_path / "sizes.json")
    assert PlayersBySize.read(tmp_path / "sizes.json") == players
    with pytest.raises(UsageError, match="no player of at most 2 nodes was kept: the smallest has 3"):
        sized((3, 0.7)).best(2)


def test_only_a_run_has_players_of_sizes(tmp_path: Path) -> None:
    done = run_command("export", "hand:HC5", "--nodes", "20", cwd=tmp_path)
    assert_refused(done, 2, "hand:HC5 is no run: --nodes needs the directory of a run that has ended")


def test_games_do_not_overrule_the_tests_that_chose_a_front(tmp_path: Path) -> None:
    """Some hundred games against each opponent tell players less apart than thousands of decisions."""
    players = dataclasses.replace(sized((1, 0.3), (3, 0.7), (5, 0.6)), by_tests=True)
    assert [len(one.tree) for one in players.front] == [1, 3, 5]
    players.write(tmp_path / "sizes.json")
    assert len(PlayersBySize.read(tmp_path / "sizes.json").best(9).tree) == 5


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("expression", "no_word", r"players\[0\]\.expression is unsound: "),
        ("expression", 1, r"players\[0\]\.expression is 1, but it must be a text"),
        ("nodes", 2, r"players\[0\]\.nodes is 2, but it must be 1, as its expression says"),
        ("champion", False, "one of the players must be the champion"),
        ("against", [], "each player must have a result against each of the opponents"),
        ("class", 2, r"players\[0\]\.class is 2, but it must be 1, as its expression says"),
    ],
)
def test_an_unsound_file_of_sizes_is_refused(tmp_path: Path, name: str, value: object, problem: str) -> None:
    file = tmp_path / "sizes.json"
    sized((1, 0.5)).write(file)
    content = read_document(file, SIZES_FORMAT, SIZES_VERSION, dict)
    content["players"][0][name] = value
    write_document(file, SIZES_FORMAT, SIZES_VERSION, content)
    with pytest.raises(FileError, match=problem):
        PlayersBySize.read(file)


def test_players_of_a_run_are_named_by_size(ended: Path, tmp_path: Path) -> None:
    players = PlayersBySize.read(ended / "sizes.json")
    for nodes in (3, 20, 512):
        player = player_from_text(f"{ended}@{nodes}", "hexapawn")
        assert isinstance(player, ExpressionPlayer)
        assert to_lisp(player.tree) == to_lisp(players.best(nodes).tree)
        done = run_command("export", str(ended), "--nodes", str(nodes), cwd=tmp_path)
        assert done.stdout == to_lisp(player.tree) + "\n"
    # A directory whose name ends so is a run of its own.
    odd = ended.rename(ended.parent / "run@3")
    try:
        champion = player_from_text(str(odd), "hexapawn")
        assert isinstance(champion, ExpressionPlayer)
        assert to_lisp(champion.tree) == to_lisp(Champion.read(odd / "champion.json").tree)
    finally:
        odd.rename(ended)


def test_the_players_of_all_sizes_are_written(ended: Path, tmp_path: Path) -> None:
    sizes = PlayersBySize.read(ended / "sizes.json")
    done = run_command("export", str(ended), "--front", "--format", "csv", cwd=tmp_path)
    rows = list(csv.DictReader(done.stdout.splitlines()))
    assert [row["expression"] for row in rows] == [to_lisp(one.tree) for one in sizes.front]
    assert [float(row["the panel"]) for row in rows] == [one.against[0].share for one in sizes.front]
    assert run_command("export", str(ended), "--front", cwd=tmp_path).stdout.splitlines() == [
        row["expression"] for row in rows
    ]
    done = run_command("export", str(ended), "--front", "--format=json", "--out", "all", cwd=tmp_path)
    assert done.returncode == 0
    assert sorted(path.name for path in (tmp_path / "all").iterdir()) == sorted(
        f"{row['nodes']}.json" for row in rows
    )
    for options, problem in (
        (("--format", "python"), "python of all sizes is several files: name a new directory for them"),
        (("--format", "json", "--out", "all"), "all already exists"),
        (("--nodes", "3"), "--nodes would change nothing here: it is used only without --front"),
    ):
        done = run_command("export", str(ended), "--front", *options, cwd=tmp_path)
        assert (done.returncode > 0, problem in done.stderr) == (True, True), done.stderr
    for arguments, problem in (
        (("random-tree:1", "--front"), "random-tree:1 is no run: --front needs the directory of a run"),
        ((str(ended), "--format", "csv"), "csv is a table of the players of all sizes of a run: add --front"),
    ):
        assert problem in run_command("export", *arguments, cwd=tmp_path).stderr


def test_what_names_no_player_of_a_size(ended: Path, tmp_path: Path) -> None:
    going = play_until(begun(tmp_path / "going"), 2)
    for text, message in (
        (f"{ended}@0", "no player of at most 0 nodes"),
        (f"{ended}/champion.json@9", "is one champion: name a run directory before @9"),
        (f"{going.path}@9", "holds no champion; finish the run"),
        (f"{ended}@many", "there is no player"),
        ("nothing@9", "there is no player"),
    ):
        with pytest.raises(SenetGpError, match=message):
            player_from_text(text, "hexapawn")


def test_a_run_that_ended_before_there_were_sizes_gets_them(ended: Path, tmp_path: Path) -> None:
    before = files_of(ended)
    (tmp_path / "run").mkdir()
    for name, content in before.items():
        (tmp_path / "run" / name).write_bytes(content)
    (tmp_path / "run" / "sizes.json").unlink()
    with pytest.raises(FileError, match=r"if you remove its champion.json, senet-gp resume makes both"):
        player_from_text(f"{tmp_path / 'run'}@9", "hexapawn")
    (tmp_path / "run" / "champion.json").unlink()
    assert files_of(to_its_end(RunDirectory.open(tmp_path / "run"), workers=2)) == before


def test_a_run_begun_without_the_log_goes_on_with_later_rows(ended: Path, tmp_path: Path) -> None:
    run = play_until(begun(tmp_path / "run"), 2)
    (run.path / "sizes.csv").unlink()
    play_until(RunDirectory.open(run.path), 3)
    to_its_end(RunDirectory.open(run.path))
    header, *rows = (ended / "sizes.csv").read_text().splitlines()
    later = [row for row in rows if int(row.split(",")[0]) > 2]
    assert (run.path / "sizes.csv").read_text().splitlines() == [header, *later]
    for name in ("generations.csv", "champion.json", "checkpoint.json"):
        assert (run.path / name).read_bytes() == (ended / name).read_bytes()


def test_a_log_that_lost_rows_is_refused(tmp_path: Path) -> None:
    run = play_until(begun(tmp_path / "run"), 3)
    (run.path / "checkpoint-before.json").unlink()
    file = run.path / "sizes.csv"
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(line for line in lines if not line.startswith("2,")))
    with pytest.raises(FileError, match=r"sizes.csv is damaged: .*if you remove it, the run goes on"):
        RunDirectory.open(run.path).load_state()
    file.unlink()
    assert to_its_end(RunDirectory.open(run.path))


def test_a_run_that_is_extended_measures_anew(ended: Path, tmp_path: Path) -> None:
    short = to_its_end(begun(tmp_path / "run", dataclasses.replace(TINY, generations=2)))
    run = RunDirectory.open(short)
    run.extend(TINY.generations)
    assert files_of(to_its_end(run)) == files_of(ended)
