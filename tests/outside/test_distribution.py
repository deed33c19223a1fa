"""The example package as a distribution: its parts bred together, and installed by pip in every verb."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import run_command
from tiny_runs import result_in

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "docs" / "examples" / "board_games"
#: Two pieces a side make short games: one of the words is played in plain Python.
OWN = (
    *("--rule", "pieces=2", "--vocabulary", "homeward", "--selection", "truncation", "--best-share", "0.3"),
    *("--fitness", "full-games", "--opponents", "2", "--random-games", "2", "--games", "2"),
    *("--credit", "worst-tests", "--worst-share", "0.4"),
    *("--operators", "board_games_example.operators:setup"),
)
SMALL = ("--population", "8", "--generations", "2", "--final-games", "2", "--quiet")
TAUGHT = ("--fitness", "regret", "--teacher", "minimax", "--cases", "64")
PLUGINS = [f"--plugin=board_games_example.{name}" for name in ("senet_words", "operators", "evaluation")]


@pytest.mark.slow
def test_words_an_operator_and_a_credit_breed_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(PACKAGE)
    results = set()
    for workers in ("fork:2", "spawn:2"):
        run = f"run-{workers.replace(':', '-')}"
        done = run_command(
            "evolve", "senet", *PLUGINS, *OWN, *SMALL, "--workers", workers, "--out", run, cwd=tmp_path
        )
        assert done.returncode == 0, done.stderr
        results.add(result_in(tmp_path / run / "champion.json"))
    (text,) = results
    champion = json.loads(text)
    declared = set(champion["words"]["declared"])
    assert declared == set(re.findall(r"[a-z_]{2,}", champion["expression"]))
    assert champion["origin"]["operators_from"] == "board_games_example.operators:setup"


@pytest.mark.slow
def test_an_installed_distribution_serves_every_verb(tmp_path: Path) -> None:
    """In a new environment, where pip builds and installs both; with two workers, forked or spawned."""
    venv.create(tmp_path / "venv")
    python = tmp_path / "venv" / "bin" / "python"
    # The libraries are those of this environment; scripts/try_distribution.py installs them, too.
    (packages,) = (tmp_path / "venv").glob("lib/python*/site-packages")
    (packages / "libraries.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    install = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps"]
    subprocess.run([*install, ROOT, PACKAGE], check=True)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}

    def verb(*arguments: str, lines: str = "") -> str:
        done = subprocess.run(
            [python, "-m", "senet_gp", *arguments],
            cwd=tmp_path,
            env=environment,
            input=lines,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, (arguments, done.stderr)
        return done.stdout

    listed = re.search(r"GAME is ([^.]+)\.", " ".join(verb("--help").split()))
    assert listed is not None
    assert {"senet", "tapatan", "dash", "fast_tapatan", "fast_dash"} <= set(re.findall(r"\w+", listed[1]))

    def bred(game: str, method: str, *own: str) -> tuple[str, tuple[str, str]]:
        """A run of a few players, and the option for its workers."""
        run, workers = f"{game}-run", ("--workers", method)
        verb("evolve", game, *own, *SMALL, *workers, "--out", run)
        score = json.loads(verb("match", game, run, "random", "--games", "4", "--json", *workers))
        assert score["game"] == game
        return run, workers

    senet, workers = bred("senet", "spawn:2", *OWN)
    verb("resume", senet, "--generations", "3", "--quiet", "--operators", OWN[-1], *workers)
    bred("dash", "fork:2", "--games", "2")
    game = "fast_tapatan"
    run, workers = bred(game, "spawn:2", "--games", "2")
    verb("resume", run, "--generations", "3", "--quiet", *workers)
    verb("tournament", game, run, "random", "--knockout", "--games", "3", *workers)
    verb("report", run, "--games", "4", *workers)
    verb("play", game, "--against", run, "--record", f"{run}.txt", "--ascii", lines="1!\n" * 400)
    verb("replay", f"{run}.txt", "--ascii")
    verb("export", run, "--format", "svg", "--simplify", "terms", "--out", f"{run}.svg")
    verb("tournament", "dash", "dash-run", "random", "random-tree:1", "--games", "4", *workers)
    verb("explain", run, "--games", "4", *workers)  # in plain Python it takes a minute
    _serves_compiled_throws(verb, *bred("fast_dash", "spawn:2", *TAUGHT))
    assert [seat["seat"] for seat in json.loads(verb("verdict", game, "minimax", "--json"))["seats"]]
    verb("table", game)
    # Games without kernels go through all verbs in test_example_games.py; here they are found once more.
    verb("match", "tapatan", "minimax", "random", "--games", "4")
    verb("table", "dash")


def _serves_compiled_throws(verb: Callable[..., str], run: str, workers: tuple[str, str]) -> None:
    """What only games with throws have whose rules are kernels and whose boards have numbers."""
    game = "fast_dash"
    verb("resume", run, "--generations", "3", "--quiet", *workers)
    verb("learn", "network", game, "--games", "50", "--out", "dash.network")
    verb("table", game, "--out", "dash.chances")
    players = (f"search:1:{run}", "net:dash.network", "table:dash.chances")
    verb("tournament", game, *players, "--games", "4", *workers)
    verb(
        "watch",
        game,
        *players[1:],
        "--position",
        "3,8/0,12",
        "--throws",
        "5",
        "--record",
        "dash.txt",
        "--ascii",
    )
    verb("analyse", "dash.txt")
    verb("play", game, "--against", run, "--ascii", lines="h\n" + "1!\n" * 400)
    verb("explain", run, "--games", "4", *workers)
    verb("report", run, "--games", "4", *workers)
    verb("export", run, "--format", "latex", "--out", "dash.tex")
    at_random, of_the_run = (
        json.loads(verb("verdict", game, player, "--json", *more))["regret"]
        for player, *more in (("random",), (run, "--table", "dash.chances"))
    )
    assert 0 < of_the_run < at_random
