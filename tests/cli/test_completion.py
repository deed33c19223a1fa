"""What a shell is offered when it completes a command."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import run_command

from senet_gp.cli import COMPLETION


def offered(line: str, cwd: Path | None = None) -> list[str]:
    """The completions of the last word of a line."""
    words = line.split(" ")
    asked = {COMPLETION: "bash_complete", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    done = run_command(environment=asked, cwd=cwd)
    assert (done.returncode, done.stderr) == (0, "")
    return [text.partition(",")[2] for text in done.stdout.splitlines()]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("senet-gp tourn", ["tournament"]),
        ("senet-gp evolve h", ["hexapawn"]),
        ("senet-gp evolve hexapawn --credit ", ["mean", "shared", "table", "lexicase"]),
        ("senet-gp evolve --vocabulary e", ["extended"]),
        ("senet-gp match senet ra", ["random", "random-tree:"]),
        ("senet-gp export --format l", ["lisp", "latex"]),
        ("senet-gp play senet --against h", ["human", "hand:", "hard"]),
        ("senet-gp match senet random some/", ["some/"]),
    ],
)
def test_names_are_offered(line: str, names: list[str]) -> None:
    assert offered(line) == names


def test_games_of_plugins_are_offered(tmp_path: Path) -> None:
    (tmp_path / "my_games.py").write_text(
        "from senet_gp.games.registry import Entry, register_game\n"
        "register_game('drop', Entry(game='my_games:Drop', words='primitives.small_games:trilobite'))\n"
    )
    assert offered("senet-gp match --plugin my_games.py dr", tmp_path) == ["drop"]
    # A plugin that cannot be loaded says nothing here.
    assert offered("senet-gp match --plugin nowhere.py s", tmp_path) == ["senet"]
