"""Champions of variants against each other."""

from __future__ import annotations

import csv
import shutil
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from senet_gp.engine.measurement import Measurement
from senet_gp.engine.playthrough import games_by_choices
from senet_gp.engine.results import Pairings
from senet_gp.experiments.comparison import head_to_head
from senet_gp.experiments.encounters import Encounter, encounters_of, pairs_of
from senet_gp.experiments.experiment import experiment
from senet_gp.experiments.inference import equal_shares_p_value, mean_share_interval
from senet_gp.experiments.measured_runs import EXPERIMENT
from senet_gp.experiments.plan import Plan
from senet_gp.players.champion import Champion
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime.errors import FileError
from senet_gp.runtime.streams import key_of, part_keys

VALUES: dict[str, Any] = {
    "game": "hexapawn",
    "population": 8,
    "generations": 2,
    "final_games": 2,
    "fitness": {"name": "full-games", "games": 2, "random_games": 4},
    "variants": {"shared": {}, "lexicase": {"credit": "lexicase", "seed": 11}, "mean": {"credit": "mean"}},
}
GAMES, SEEDS = 6, 3


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An experiment of three variants with three seeds each."""
    directory = tmp_path_factory.mktemp("played") / "out"
    experiment(VALUES, seeds=SEEDS, out=directory, jobs=1, games=GAMES)
    return directory


def rows_in(directory: Path) -> list[dict[str, str]]:
    with (directory / "encounters.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def champion_in(directory: Path, variant: str, seed: str) -> ExpressionPlayer:
    champion = Champion.read(directory / "runs" / variant / seed / "champion.json")
    return ExpressionPlayer(champion.tree, champion.vocabulary, variant)


def test_champions_of_each_two_variants_meet_run_by_run(played: Path) -> None:
    pairs = [("shared", "lexicase"), ("shared", "mean"), ("lexicase", "mean")]
    first = {"shared": 1, "lexicase": 11, "mean": 1}
    assert [(row["a"], row["b"], int(row["seed_a"]), int(row["seed_b"])) for row in rows_in(played)] == [
        (a, b, first[a] + number, first[b] + number) for a, b in pairs for number in range(SEEDS)
    ]


def test_they_play_both_seats_and_the_results_are_those_of_games_choice_by_choice(played: Path) -> None:
    for row in rows_in(played):
        champion = champion_in(played, row["a"], row["seed_a"]), champion_in(played, row["b"], row["seed_b"])
        # Keys belong to the pair in alphabetical order, whatever the order of the plan is.
        order = [0, 1] if row["a"] < row["b"] else [1, 0]
        seeds = [int(row[("seed_a", "seed_b")[which]]) for which in order]
        key = key_of(seeds[0], EXPERIMENT, 2, seeds[1])
        keys = np.repeat(part_keys(key, GAMES // 2), 2)
        moves_first = np.tile([0, 1], GAMES // 2)
        pairings = Pairings(moves_first, 1 - moves_first, keys)
        game = Plan.of(VALUES, seeds=1).variants["shared"].game_value
        outcomes = games_by_choices([champion[which] for which in order], pairings, game).outcomes
        of_a = outcomes * np.where(moves_first == order.index(0), 1, -1)
        assert (int(row["games"]), int(row["wins"])) == (GAMES, int((of_a == 1).sum()))
        assert float(row["share"]) == pytest.approx(
            float((of_a == 1).mean() + (of_a == 0).mean() / 2), abs=1e-6
        )


def test_a_further_variant_and_another_order_change_no_encounter(played: Path, tmp_path: Path) -> None:
    directory = tmp_path / "out"
    shutil.copytree(played, directory)
    before = {file: file.stat().st_mtime_ns for file in (directory / "encounters").rglob("*.json")}
    names = ["noisy", *reversed(VALUES["variants"])]
    variants = VALUES["variants"] | {"noisy": {"fitness": {"noise": 0.5}, "seed": 5}}
    more = VALUES | {"variants": {name: variants[name] for name in names}}
    experiment(more, seeds=SEEDS, out=directory, jobs=2, games=GAMES)
    after = {file: file.stat().st_mtime_ns for file in (directory / "encounters").rglob("*.json")}
    assert (len(before), len(after)) == (3, 6)
    assert before.items() < after.items()
    old = {(row["a"], row["b"], row["seed_a"]): row for row in rows_in(played)}
    found = 0
    for row in rows_in(directory):
        other = old.get((row["b"], row["a"], row["seed_b"]))
        if other is not None:
            found += 1
            losses = GAMES - int(other["wins"]) - int(other["draws"])
            assert (int(row["wins"]), row["draws"]) == (losses, other["draws"])
            assert float(row["share"]) == pytest.approx(1 - float(other["share"]), abs=1e-6)
    assert found == 9


def test_many_variants_do_not_meet_and_those_of_several_games_only_in_their_own() -> None:
    grid = {"vary": {"game": ["hexapawn", "tictactoe"]}, "variants": {"a": {}, "b": {"credit": "mean"}}}
    values = {"population": 8, "fitness": "full-games", "credit": "shared", **grid}
    assert pairs_of(Plan.of(values, seeds=1)) == [
        ("a,game=hexapawn", "b,game=hexapawn"),
        ("a,game=tictactoe", "b,game=tictactoe"),
    ]
    for count, pairs in ((20, 190), (21, 0)):
        many = {"game": "hexapawn", "vary": {"population": [*range(8, 8 + count)]}, "variants": {"a": {}}}
        assert len(pairs_of(Plan.of(many, seeds=1))) == pairs


def test_a_missing_and_a_damaged_file_are_refused_and_played_again_once_removed(
    played: Path, tmp_path: Path
) -> None:
    directory, plan = tmp_path / "out", Plan.of(VALUES, seeds=SEEDS, games=GAMES)
    shutil.copytree(played, directory)
    file = directory / "encounters" / "lexicase" / "mean.json"
    file.write_text(file.read_text(encoding="utf-8").replace("share", "shaer"), encoding="utf-8")
    with pytest.raises(FileError, match=r"mean\.json"):
        experiment(VALUES, seeds=SEEDS, out=directory, jobs=1, games=GAMES)
    file.unlink()
    with pytest.raises(FileError, match=r"mean\.json lacks an encounter"):
        list(encounters_of(directory, plan))
    experiment(VALUES, seeds=SEEDS, out=directory, jobs=1, games=GAMES)
    assert (directory / "encounters.csv").read_bytes() == (played / "encounters.csv").read_bytes()


def encounter(a: str, b: str, number: int, share: float) -> Encounter:
    return Encounter(a, b, "hexapawn", number, number, Measurement(2, 0, 0, share, 2.0))


def test_one_is_called_better_if_its_champions_are_in_most_pairs() -> None:
    clear = [encounter("a", "b", number, share) for number, share in enumerate([0.9, 1.0, 0.8, 0.7] * 3)]
    even = [encounter("a", "c", number, share) for number, share in enumerate([0.9, 0.1, 0.5, 0.5] * 3)]
    found = head_to_head(clear + even)
    assert [(one.a, one.b, one.encounters, one.better) for one in found] == [
        ("a", "b", 12, "a"),
        ("a", "c", 12, ""),
    ]
    assert found[0].share == pytest.approx(0.85)
    assert found[0].p_corrected == pytest.approx(2 * found[0].p)
    assert found[0].as_json()["better"] == "a"
    assert found[1].as_json()["better"] is None


def test_p_counts_all_ways_to_exchange_sides() -> None:
    rng = np.random.default_rng(3)
    for count in (1, 4, 9):
        shares = rng.choice([0.0, 0.25, 0.5, 1.0], count).tolist()
        from_half = [share - 0.5 for share in shares]
        least = abs(sum(from_half)) - 1e-9
        sums = [
            sum(sign * one for sign, one in zip(signs, from_half, strict=True))
            for signs in product((1, -1), repeat=count)
        ]
        expected = sum(abs(total) >= least for total in sums) / len(sums)
        assert equal_shares_p_value(shares) == pytest.approx(expected)


def test_shares_of_exchanged_sides_say_the_opposite() -> None:
    shares = [0.9, 0.5, 0.75, 0.6, 1.0, 0.4, 0.8]
    other = [1 - share for share in shares]
    assert equal_shares_p_value(shares) == pytest.approx(equal_shares_p_value(other))
    low, high = mean_share_interval(shares) or (0.0, 0.0)
    assert mean_share_interval(other) == pytest.approx((1 - high, 1 - low))
    assert low < sum(shares) / 7 < high
    assert mean_share_interval([0.5]) is None
