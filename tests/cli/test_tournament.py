"""``senet-gp tournament``."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from commands import assert_refused, run_command

ENTRANTS = ["random", "random-tree:2", "expr:(sub their_distance my_distance)"]


def run(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return run_command("tournament", "senet", *arguments, cwd=cwd)


def test_the_json_is_as_documented_and_the_same_for_any_number_of_workers() -> None:
    outputs = {run(*ENTRANTS, "--games", "40", "--json", "--workers", str(n)).stdout for n in (1, 3)}
    assert len(outputs) == 1
    report = json.loads(outputs.pop())
    assert [report[key] for key in ("game", "games", "seed")] == ["senet", 40, 1]
    assert {row["player"] for row in report["table"]} == set(ENTRANTS)
    for row in report["table"]:
        assert set(row) == {"entrant", "player", "rating", "interval", "wins", "losses", "draws"}
        low, high = row["interval"]
        assert low is None or low < row["rating"]
        assert high is None or high > row["rating"]
        assert row["wins"] + row["losses"] + row["draws"] == 80
    assert report["table"][0]["player"] == ENTRANTS[2]


@pytest.mark.parametrize("options", [("--games", "4"), ("--games", "1", "--knockout")])
def test_the_order_of_players_and_the_number_of_workers_do_not_matter(options: tuple[str, ...]) -> None:
    # Those that make no difference between boards play alike, so their ratings are tied.
    entrants = ["random", "expr:1", "hand:S8", "expr:2", "random"]
    orders = (entrants, entrants[::-1], sorted(entrants))
    outputs = {
        run(*order, *options, "--workers", str(workers)).stdout for workers, order in enumerate(orders, 1)
    }
    assert len(outputs) == 1
    assert "hand:S8" in outputs.pop()
    outputs = {run(*order, *options, "--json").stdout for order in orders}
    assert len(outputs) == 1


def test_where_nothing_was_lost_no_bound_is_made_up(tmp_path: Path) -> None:
    arguments = ["hand:S8", "expr:(sub my_distance their_distance)", "--games", "10"]
    done = run(*arguments, "--plot", "picture.png", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert " or more " in done.stdout
    assert " or less " in done.stdout
    told = " ".join(done.stdout.split())
    assert "Between places 1 and 2 the players above won every game," in told
    assert "10 games a pair are few:" in told
    report = json.loads(run(*arguments, "--json").stdout, parse_constant=pytest.fail)
    better, worse = (row["interval"] for row in report["table"])
    assert better[1] is None
    assert worse[0] is None
    assert better[0] == pytest.approx(-worse[1])
    match = json.loads(run_command("match", "senet", *arguments, "--json").stdout)
    assert 1 / (1 + 10 ** (-2 * better[0] / 400)) <= match["interval"][0]
    many = run("random", ENTRANTS[2], "--games", "40").stdout
    assert "Between places" not in many
    assert "are few" not in many


def test_the_tables_fit_eighty_columns_and_the_plot_is_drawn(tmp_path: Path) -> None:
    done = run(*ENTRANTS, "--games", "20", "--plot", "picture.png", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "…" not in done.stdout.replace("their_distance…", "")
    assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG")
    again = run(*ENTRANTS, "--games", "20", "--plot", "picture.png", cwd=tmp_path)
    assert again.returncode == 1
    assert "already exists" in again.stderr
    assert run(*ENTRANTS, "--games", "2", "--plot", "picture.svg", cwd=tmp_path).returncode == 0
    assert "<svg" in (tmp_path / "picture.svg").read_text()


def test_a_knockout() -> None:
    done = run(*ENTRANTS, "random-tree:5", "--knockout", "--games", "3")
    assert "won the knockout" in done.stdout
    report = json.loads(run(*ENTRANTS, "random-tree:5", "--knockout", "--games", "3", "--json").stdout)
    assert sorted(row["round"] for row in report["table"]) == [1, 1, 2, 3]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["random"], 2, "a tournament needs at least two players"),
        (["random", "random", "--games", "3"], 2, "--games is 3, but both players"),
        (["random", "random", "--plot", "picture.exe"], 2, "picture.exe cannot be drawn"),
        (["random", "random", "--games", "2", "--plot", "no/where.png"], 1, "no/where.png cannot be written"),
        (["random", "random", "--knockout", "--plot", "x.png"], 2, "a knockout cannot be drawn"),
        (["random", "random", "--games", "1000000000000"], 2, "Invalid value for '--games'"),
        (["random", "random", "random", "--games", "9000000"], 2, "more than 10,000,000 games"),
        # As games of a knockout these are not too many.
        ([*["random"] * 3, "--knockout", "--games", "4000000", "--plot", "x.png"], 2, "cannot be drawn"),
    ],
)
def test_mistakes_get_one_sentence(tmp_path: Path, arguments: list[str], code: int, message: str) -> None:
    done = run(*arguments, cwd=tmp_path)
    assert_refused(done, code, message)
    assert list(tmp_path.iterdir()) == []


def test_one_player_may_enter_twice() -> None:
    report = json.loads(run("random", ENTRANTS[2], "random", "--games", "20", "--json").stdout)
    assert sorted(row["entrant"] for row in report["table"]) == [0, 1, 2]
    for row in report["table"]:
        assert sum(report["points"][row["entrant"]]) == row["wins"] + row["draws"] / 2
    text = run("random", "random", "--games", "2").stdout
    assert [line.split() for line in text.splitlines() if line.startswith(("  1    -", "  2   50"))] == [
        ["1", "-", "50"],
        ["2", "50", "-"],
    ]


def test_any_player_may_enter_a_knockout() -> None:
    entrants = ("random", "search:1:random-tree:1", "--rule", "pieces=1")
    report = json.loads(run(*entrants, "--knockout", "--games", "1", "--json").stdout)
    assert sorted(row["round"] for row in report["table"]) == [1, 2]


def test_a_person_enters_a_knockout() -> None:
    entrants = ("random-tree:1", "human", "random-tree:2", "random-tree:3", "random")
    lines = "1!\n0!\n" * 400  # right and left by turns
    done = run_command("tournament", "pursuit", *entrants, "--knockout", lines=lines)
    assert done.returncode == 0, done.stderr
    told, table = done.stdout.split("pursuit, knockout, best of 3, seed 1\n")
    headings = [line for line in told.splitlines() if ", game " in line or ", deciding game " in line]
    assert ", game 1, best of 3" in headings[0]
    assert told.count("You are ") == len(headings) >= 2
    ends = (" has won after ", "You have won after ", "; nobody has won.")
    assert sum(told.count(end) for end in ends) == len(headings)
    rows = table.splitlines()
    assert len(rows) == 5
    own = next(row for row in rows if row.endswith(" human"))
    assert ("you are out" in told) == ("lost in round" in own)
    assert ("and the knockout" in told) == ("won the knockout" in own)


def test_who_leaves_a_knockout_ends_it() -> None:
    done = run_command("tournament", "pursuit", "random", "human", "--knockout", lines="q\n")
    assert done.returncode == 130
    assert "you left, so the games end here" in done.stderr
    assert "The final, game 1, best of 3" in done.stdout
