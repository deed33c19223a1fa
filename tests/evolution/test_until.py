"""Runs that end with the first winner that is proven to do as well as perfect play."""

from __future__ import annotations

import csv
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from commands import assert_refused, run_command
from perfect_players import NEVER_LOSES

from senet_gp.arena import verdict as walking
from senet_gp.arena.pool import SerialPool
from senet_gp.arena.verdict import verdict
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.effects import unread
from senet_gp.evolution.evaluation.final import Success
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.loop.state import Ending, Generation
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.evolution.run.run import RunHooks, play_run
from senet_gp.experiments.experiment import experiment
from senet_gp.players.champion import PlayersBySize
from senet_gp.trees.text import from_lisp, to_lisp

#: Hexapawn, which the player moving second can always win, as a run that needs a few generations for it.
RUN: dict[str, Any] = {
    "game": "hexapawn",
    "population": 30,
    "generations": 60,
    "games": 4,
    "random_games": 10,
    "final_games": 2,
    "until": "proven",
}


def winners(path: Path) -> list[str]:
    with (path / "generations.csv").open() as file:
        return [row["winner"] for row in csv.DictReader(file)]


def worst(text: str, game: str = "hexapawn") -> list[int]:
    """What :mod:`tests.arena.test_verdict` compares with enumeration."""
    return [seat.worst for seat in verdict(game, f"expr:{text}").seats]


def test_the_run_ends_with_its_first_proven_winner_which_is_the_champion(tmp_path: Path) -> None:
    told: list[Generation] = []
    config = Config.of(**RUN)
    hooks = RunHooks(on_generation=told.append)
    champion = play_run(tmp_path / "run", config, pool=SerialPool(), hooks=hooks)
    run = RunDirectory.open(tmp_path / "run")
    played = run.config.generations
    assert 2 < played < 60, "or this test proves little"
    assert [generation.last for generation in told] == [False] * (played - 1) + [True]
    *earlier, last = winners(run.path)
    assert worst(last) == [-1, 1]
    assert not any(worst(winner) == [-1, 1] for winner in earlier)
    assert str(champion.tree) == str(from_lisp(last, champion.vocabulary))
    expected = {"generation": played, "generations": played, "until": "proven"}
    assert champion.origin == champion.origin | expected
    proven = [
        len(one.tree)
        for one in PlayersBySize.read(run.sizes_file).players
        if worst(to_lisp(one.tree)) == [-1, 1]
    ]
    assert min(proven) < len(champion.tree)
    # What it records can be repeated, and the same command again finds it ended.
    play_run(tmp_path / "again", run.config, pool=SerialPool())
    for name in ("config.toml", "generations.csv", "sizes.csv", "checkpoint.json"):
        assert (run.path / name).read_bytes() == (tmp_path / "again" / name).read_bytes(), name
    assert RunDirectory.open_or_create(run.path, config).has_ended()
    evolution = Evolution(config, SerialPool(), RunDirectory.open(run.path).read_state())
    assert evolution.ended is Ending.PROVEN
    # A run that goes on for good has played the same generations so far.
    with SerialPool() as pool:
        rest = [one.record["winner"] for one in Evolution(Config.of(**RUN | {"until": "generations"}), pool)]
    assert rest[:played] == winners(run.path)
    assert len(rest) == 60


def test_a_run_that_is_stopped_ends_alike(tmp_path: Path) -> None:
    """Also if it is stopped after the proven winner is saved, and before its end is."""
    config = Config.of(**RUN)
    play_run(tmp_path / "whole", config, pool=SerialPool())
    played = RunDirectory.open(tmp_path / "whole").config.generations

    for stopped in (1, played - 1, played):

        def stop(generation: Generation, after: int = stopped) -> None:
            if generation.number == after:
                raise KeyboardInterrupt

        path = tmp_path / f"stopped-{stopped}"
        with pytest.raises(KeyboardInterrupt):
            play_run(path, config, pool=SerialPool(), hooks=RunHooks(on_generation=stop))
        play_run(path, pool=SerialPool())
        for name in ("config.toml", "champion.json", "generations.csv", "checkpoint.json", "sizes.json"):
            assert (path / name).read_text() == (tmp_path / "whole" / name).read_text(), name


def test_a_run_that_is_extended_is_played_to_its_last_generation(tmp_path: Path) -> None:
    play_run(tmp_path / "run", Config.of(**RUN), pool=SerialPool())
    run = RunDirectory.open(tmp_path / "run")
    more = run.config.generations + 3
    run.extend(more)
    champion = play_run(run.path, pool=SerialPool())
    assert RunDirectory.open(run.path).config.until == "generations"
    assert (champion.origin["generations"], "until" in champion.origin) == (more, False)
    RunDirectory.open_or_create(run.path, Config.of(**RUN))


def test_islands_play_on(tmp_path: Path) -> None:
    config = Config.of(**RUN | {"islands": 2, "generations": 12})
    assert ("", "until") in unread(config.resolved())
    champion = play_run(tmp_path / "run", config, pool=SerialPool())
    assert champion.origin["generations"] == 12


def test_what_counts_as_success() -> None:
    tictactoe = Config(game="tictactoe", until="proven")
    vocabulary = tictactoe.vocabulary_value
    good, bad = from_lisp(NEVER_LOSES, vocabulary), from_lisp("move_to", vocabulary)
    success = Success(tictactoe)
    assert [success.reached_by(one) for one in (bad, good, good, bad)] == [False, True, True, False]
    assert not Success(Config(game="tictactoe", until="generations")).reached_by(good)
    assert (worst(NEVER_LOSES, "tictactoe"), worst("move_to", "tictactoe")) == ([0, 0], [-1, -1])


@pytest.mark.parametrize("perfect", [True, False])
def test_what_else_a_game_measures_counts(perfect: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in Pursuit, whose verdict counts missed wins, allowed wins, and moves that are repeated."""
    config = Config(game="tictactoe")
    assert config.until == Config(game="pursuit").until == "proven", "their default"
    seen: list[int] = []

    def measure(_game: Any, decisions: dict[Any, Any]) -> Any:
        seen.append(len(decisions))
        return SimpleNamespace(perfect=perfect)

    monkeypatch.setattr(walking, "part_of", lambda _game, _part: measure)
    good = from_lisp(NEVER_LOSES, config.vocabulary_value)
    assert Success(config).reached_by(good) is perfect
    assert len(seen) == 1
    assert seen[0] > 100


def test_an_experiment_goes_on(tmp_path: Path) -> None:
    plan = {
        **Config.of(**RUN).as_values(),
        "variants": {"proven": {}, "whole": {"until": "generations", "generations": 3}},
    }
    first = experiment(plan, seeds=1, out=tmp_path / "experiment", jobs=1, games=2)
    assert [row["generations"] for row in first][1] == 3
    assert 2 < first[0]["generations"] < 60
    assert experiment(plan, seeds=1, out=tmp_path / "experiment", jobs=1, games=2) == first


def test_the_command_line_tells_what_ended_the_run(tmp_path: Path) -> None:
    given = [f"--{name.replace('_', '-')}={value}" for name, value in RUN.items() if name != "game"]
    told = run_command("evolve", "hexapawn", *given, "--out", str(tmp_path / "run"))
    assert "until a winner is proven, at most 60 generations" in told.stdout
    assert "the first whose winner is proven to do as well as perfect play" in told.stdout
    again = run_command("evolve", "hexapawn", *given, "--go-on", "--out", str(tmp_path / "run"))
    assert "has ended already" in again.stderr
    for game, why in (
        ("senet", "a game without throws whose positions can all be listed"),
        ("hexapawn --islands 2", "--islands 1"),
    ):
        refused = run_command("evolve", *game.split(), "--until", "proven", "--out", str(tmp_path / "no"))
        assert_refused(refused, 2, why)
