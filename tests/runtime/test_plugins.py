"""Plugins: modules at hand or installed, loaded only by name, which add games wherever games are listed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from commands import run_command
from thinned import thinned

from senet_gp.runtime import plugins
from senet_gp.runtime.documents import read_document, write_document
from senet_gp.runtime.errors import UsageError

GAME = """
from dataclasses import dataclass
from senet_gp.games.registry import Entry, register_game
from senet_gp.games.trilobite import Trilobite

@dataclass(frozen=True)
class Drop(Trilobite):
    width: int = 4
    name = "drop"
    title = "Drop"

register_game("drop", Entry(game=f"{__name__}:Drop", words="primitives.small_games:trilobite"))
"""
SMALL = ("--generations", "2", "--population", "16", "--quiet")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current directory, with a file that registers a game."""
    (tmp_path / "my_games.py").write_text(GAME)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield tmp_path
    for name, module in [*sys.modules.items()]:
        if str(getattr(module, "__file__", None)).startswith(str(tmp_path)):
            del sys.modules[name]


@pytest.mark.parametrize(
    ("plugin", "workers"), thinned([("my_games.py", "1"), ("my_games", "spawn:2")], kept=[0])
)
def test_a_game_from_a_file_is_bred(here: Path, plugin: str, workers: str) -> None:
    done = run_command("evolve", "drop", "--plugin", plugin, *SMALL, "--workers", workers, "--out", "run")
    assert (done.returncode, done.stderr) == (0, "")
    champion = json.loads((here / "run" / "champion.json").read_text())
    assert champion["plugins"] == ["my_games"]
    assert tomllib.loads((here / "run" / "config.toml").read_text())["plugins"] == ["my_games"]


def test_what_was_made_with_a_plugin_says_so_where_it_is_not_loaded(here: Path) -> None:
    run_command("--plugin", "my_games.py", "evolve", "drop", *SMALL, "--workers", "1", "--out", "run")
    advice = "if you trust it, add --plugin my_games, or in Python import it."
    sentence = f"was made with code of others (my_games): {advice}"
    for verb in (
        ("resume", "run", "--generations", "3"),
        ("report", "run"),
        ("export", "run"),
        ("evolve", "--config", "run/config.toml"),
        ("match", "senet", "run/champion.json", "random"),
    ):
        done = run_command(*verb)
        assert (done.returncode, done.stdout) == (2, ""), verb
        assert sentence in done.stderr, (verb, done.stderr)
    done = run_command("resume", "run", "--generations", "3", "--plugin=my_games.py", "--workers", "spawn:2")
    assert (done.returncode, done.stderr) == (0, "")
    assert "senet-gp report run --plugin my_games.py\n" in done.stdout
    assert str(here) not in done.stdout


def test_no_file_makes_a_module_load(here: Path) -> None:
    run_command("--plugin", "my_games.py", "evolve", "drop", *SMALL, "--workers", "1", "--out", "run")
    (here / "trap.py").write_text("open('sprung', 'w').close()\n")
    file = here / "run" / "champion.json"
    content = read_document(file, "senet-gp champion", 3, dict, most_bytes=1 << 20, most_values=10_000)
    write_document(file, "senet-gp champion", 3, {**content, "plugins": ["trap"]})
    done = run_command("match", "senet", "run/champion.json", "random")
    assert done.returncode == 2
    assert "add --plugin trap, or" in done.stderr
    assert not (here / "sprung").exists()


@pytest.mark.usefixtures("here")
def test_help_lists_it() -> None:
    done = run_command("--help", "--plugin", "my_games.py")
    assert "trilobite or drop." in " ".join(done.stdout.split())
    assert "--plugin MODULE" in run_command("play", "--help-all").stdout


@pytest.mark.parametrize(
    ("text", "plugin", "message"),
    [
        ("", "other.py", "there is no plugin other.py: the file does not exist"),
        (
            "",
            "other",
            "there is no plugin other: no such module is installed, and the current directory has no",
        ),
        ("", "a b", "'a b' cannot be a plugin: name a module, as in my_games, or a file, as in my_games.py"),
        (
            "",
            "my-games.py",
            "cannot be imported: rename it to letters, digits and underscores, such as my_games",
        ),
        ("", "json.py", "the plugin json.py has the name of another module, json: rename the file"),
        ("", "sched.py", "the plugin sched.py has the name of another module, sched: rename the file"),
        ("x = 1\n1 / 0", "bad1.py", "cannot be loaded: ZeroDivisionError: division by zero (line 2)"),
        ("x = (", "bad2.py", "cannot be loaded: SyntaxError: '(' was never closed (bad2.py, line 1)"),
        (
            "import nowhere_at_all",
            "bad3.py",
            "ModuleNotFoundError: No module named 'nowhere_at_all' (line 1)",
        ),
        (
            "exit(3)",
            "bad4.py",
            "it ends the program when it is imported; put what is not a registration under",
        ),
        (
            'from senet_gp.games.registry import *\nregister_game("senet", Entry(game="a:b", words="c:d"))',
            "bad5.py",
            "cannot be loaded: there is another game with the name senet: take another name (line 2)",
        ),
    ],
)
def test_what_cannot_be_loaded_is_one_sentence(here: Path, text: str, plugin: str, message: str) -> None:
    if text or plugin not in {"other.py", "other", "a b"}:
        (here / plugin).write_text(text)
    with pytest.raises(UsageError) as error:
        plugins.load(plugin)
    assert message in str(error.value)


def test_a_plugin_is_imported_once_however_it_is_named(here: Path) -> None:
    (here / "counted.py").write_text("print('imported')\n")
    program = (
        "from senet_gp.runtime.plugins import load; [*map(load, ['counted.py', 'counted', './counted.py'])]"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "imported\n"


def installed(here: Path, points: str) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Install a distribution with these entry points; a function that runs Python beside it."""
    info = here / "site" / "others_games-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: others-games\nVersion: 1\n")
    (info / "entry_points.txt").write_text(points)
    (here / "my_games.py").rename(here / "site" / "my_games.py")
    path = f"{here / 'site'}:{Path(plugins.__file__).parents[2]}"

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *arguments],
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def test_installed_plugins_need_no_option(here: Path) -> None:
    run = installed(here, "[senet_gp.games]\ndrop = my_games\n")
    done = run("-m", "senet_gp", "evolve", "drop", *SMALL, "--workers", "2", "--out", "run")
    assert (done.returncode, done.stderr) == (0, "")
    done = run("-c", "import senet_gp; print(senet_gp.Config(game='drop').game_value.title)")
    assert (done.stdout, done.stderr) == ("Drop\n", "")


def test_a_broken_installed_plugin_is_told_and_stops_nothing(here: Path) -> None:
    run = installed(here, "[senet_gp.words]\nbad = nowhere_at_all\n[senet_gp.games]\ndrop = my_games\n")
    done = run("-m", "senet_gp", "match", "drop", "random", "random", "--games", "2")
    assert done.returncode == 0
    assert done.stderr == (
        "senet-gp: the installed plugin bad of others-games cannot be loaded (ModuleNotFoundError: No module "
        "named 'nowhere_at_all'), so what it provides is missing: update it, or uninstall it.\n"
    )


def test_commands_and_messages_repeat_the_plugin(here: Path) -> None:
    done = run_command("play", "drop", "--plugin", "my_games.py", "--against", "random", "--seed", "1",
                       lines="s saved.txt\nq\n", cwd=here)  # fmt: skip
    assert "senet-gp play drop --plugin my_games.py --load saved.txt" in done.stdout, done.stdout
    for arguments in (["replay", "saved.txt"], ["play", "drop", "--load", "saved.txt"]):
        assert "--plugin MODULE adds others" in run_command(*arguments).stderr
    assert run_command("replay", "saved.txt", "--plugin", "my_games.py").returncode == 0
    done = run_command("evolve", "hexapawn", "--selection", "by-age")
    assert "selection is 'by-age', but it must be one of" in done.stderr
    assert "; --plugin MODULE adds others" in done.stderr


def test_a_file_may_name_a_plugin_by_its_module_or_by_its_file() -> None:
    for name in ("senet_gp.runtime.plugins", "test_plugins", "anywhere/test_plugins.py"):
        sys.modules.setdefault("test_plugins", sys.modules[__name__])
        plugins.check_loaded([name], "plan.toml")
    with pytest.raises(UsageError, match=r"\(anywhere/dice.py\): .* --plugin anywhere/dice.py"):
        plugins.check_loaded(["anywhere/dice.py"], "plan.toml")
