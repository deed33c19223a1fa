"""``senet-gp learn``."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from commands import assert_refused, run_command

from senet_gp.cli import options
from senet_gp.players.matchbox import BOXES, SCHEMES, VALUES


def run(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return run_command("learn", *arguments, cwd=cwd)


def test_the_options_name_what_there_is() -> None:
    assert tuple(SCHEMES) == options.SCHEMES
    assert options.FORMS == (BOXES, VALUES)


def test_learn_alone_names_what_learns(tmp_path: Path) -> None:
    done = run(cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, "")
    assert all(f"\n  {name} " in done.stdout for name in ("machine", "network", "boxes"))


def test_a_machine_learns_is_saved_shown_and_learns_on(tmp_path: Path) -> None:
    done = run(
        "machine", "hexapawn", "--games", "2500", "--out", "machine.json", "--plot", "curve.png", cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert "Against every line of play:\n  moving second: always wins (" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")

    shown = run("boxes", "machine.json", "--ascii", "--plot", "again.svg", cwd=tmp_path).stdout
    assert shown.isascii()
    assert max(map(len, shown.splitlines())) <= 80
    assert "Boxes of the second mover, o:" in shown
    assert "<svg" in (tmp_path / "again.svg").read_text()
    content = json.loads(run("boxes", "machine.json", "--json", cwd=tmp_path).stdout)
    assert (content["game"], content["games"]) == ("hexapawn", 2500)

    same = ("machine", "hexapawn", "--load", "machine.json", "--out", "machine.json")
    again = run(*same, "--games", "30", "--json", "--seed", "2", cwd=tmp_path)
    report = json.loads(again.stdout)
    assert report["proven"]
    (seat,) = report["seats"]
    assert (seat["seat"], seat["worst"], seat["positions"]) == ("second", 1, 38)
    assert [window["games"] for window in report["curve"]] == [2520, 2530]
    assert json.loads((tmp_path / "machine.json").read_text())["games"] == 2530


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ("hexapawn", 2, "No such command 'hexapawn'. See senet-gp learn --help"),
        ("machine chess", 2, "there is no game 'chess'"),
        ("machine senet", 2, "a matchbox machine needs a small game"),
        ("machine hexapawn --against nobody", 2, "there is no player 'nobody'"),
        ("machine hexapawn --out there.json", 1, "there.json already exists"),
        ("machine hexapawn --out m.svg --plot ./m.svg", 2, "--out and --plot name the same file: name two"),
        ("machine hexapawn --plot m.svg --out m.svg", 2, "--plot and --out name the same file: name two"),
        ("machine hexapawn --hidden 32", 2, "No such option '--hidden'"),
        ("machine pursuit --form values", 2, "rates moves, not positions: choose --form boxes"),
        ("network hexapawn", 2, "hexapawn has no networks that learn"),
        ("network senet --hidden 17", 2, "multiple of 16"),
        ("network senet --load no.json", 1, "does not exist"),
    ],
)
def test_mistakes_are_reported_in_a_sentence(arguments: str, code: int, message: str, tmp_path: Path) -> None:
    (tmp_path / "there.json").touch()
    done = run(*arguments.split(), cwd=tmp_path)
    assert_refused(done, code, message)


def test_a_lesson_that_is_refused_leaves_no_file(tmp_path: Path) -> None:
    done = run("machine", "hexapawn", "--games", "1000000000", "--out", "n.json", cwd=tmp_path)
    assert_refused(done, 2, "games is 1000000000, but it must be from 0 to")
    assert not any(tmp_path.iterdir())


def test_a_network_learns_is_saved_and_learns_on(tmp_path: Path) -> None:
    new = ("network", "senet", "--rule", "pieces=1", "--hidden", "16", "--seed", "4", "--json")
    whole = run(*new, "--games", "30", "--out", "whole.json", cwd=tmp_path)
    assert whole.returncode == 0, whole.stderr
    report = json.loads(whole.stdout)
    assert (report["game"], report["games"], report["hidden"]) == ("senet", 30, 16)
    assert whole.stderr == ""
    first = report["scores"][0]
    assert {"player", "games", "wins", "draws", "share", "interval"} <= set(first)
    assert first["player"] == "random"
    assert first["interval"][0] < first["share"] < first["interval"][1]
    assert run(*new, "--games", "10", "--out", "part.json", cwd=tmp_path).returncode == 0
    same = ("network", "senet", "--load", "part.json", "--out", "part.json", "--games", "20")
    on = run(*same, cwd=tmp_path)
    assert on.returncode == 0, on.stderr
    assert max(map(len, on.stdout.splitlines())) <= 80
    low, high = first["interval"]
    row = f"random {first['share']:.1%} {low:.1%} to {high:.1%}"
    assert row in [" ".join(line.split()) for line in on.stdout.splitlines()]
    assert "Luck is subtracted in scores and intervals" in on.stdout
    files = [json.loads((tmp_path / name).read_text()) for name in ("whole.json", "part.json")]
    assert files[0]["weights"] == files[1]["weights"]
    assert "--seed 4" in files[0]["command"]
    again = run(*new, "--games", "1", "--out", "whole.json", cwd=tmp_path)
    assert_refused(again, 1, "already exists")


def test_a_network_that_is_not_saved_says_so_before_and_after(tmp_path: Path) -> None:
    new = ("network", "senet", "--rule", "pieces=1", "--hidden", "16", "--games", "5")
    for more in ((), ("--json",)):
        done = run(*new, *more, cwd=tmp_path)
        assert done.returncode == 0
        assert done.stderr == "Nothing is saved: --out FILE saves the network.\n" * 2
    assert list(tmp_path.iterdir()) == []
