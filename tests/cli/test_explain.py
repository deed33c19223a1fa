"""``senet-gp explain``."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from click.testing import CliRunner
from commands import assert_refused, run_command

from senet_gp.cli import cli
from senet_gp.insight.explanation import Explanation

#: An expression for each game, and texts that its explanation contains.
EXPLAINED = {
    "senet": ("(add (sub their_distance my_distance) (if_then_else (mine 26) 5 hits))", "house"),
    "pursuit": ("(add own_last_move (if_then_else (greater own_x 1) 1 3))", "modulo 4"),
    "hexapawn": ("(sub (if_then_else (empty 5) 3 my_pieces) their_moves)", "squares asked about: e empty"),
    "tictactoe": ("(add (if_then_else (mine 5) 9 1) (sub 5 5))", "m"),
    "trilobite": ("(sub my_pieces move_to)", "perfect play"),
}


def explained(game: str, *options: str) -> str:
    command = ["explain", f"expr:{EXPLAINED[game][0]}", "--game", game, "--games", "40", *options]
    done = CliRunner().invoke(cli, command, env={"COLUMNS": "80", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"})
    assert done.exit_code == 0, done.output
    return done.stdout


def keys_of(document: Any) -> set[str]:
    if isinstance(document, dict):
        inside = (keys_of(item) for name, item in document.items() if name != "parameters")
        return set(document).union(*inside)
    return set().union(*map(keys_of, document)) if isinstance(document, list) else set()


@pytest.mark.parametrize("game", list(EXPLAINED))
def test_all_games_are_explained(game: str) -> None:
    shown = explained(game, "--workers", "1")
    for heading in ("What it looks at", "How much each part matters", "Decisive positions"):
        assert heading in shown
    assert "1. game" in shown
    assert EXPLAINED[game][1] in shown
    assert max(map(len, shown.splitlines())) <= 80
    report = json.loads(explained(game, "--json", "--workers", "1"))
    assert [report[key] for key in ("game", "games", "seed")] == [game, 40, 1]
    assert len(report["decisive"]) == 3
    assert sorted(report["parts"], key=lambda part: -part["wins_lost"]) == report["parts"]
    assert keys_of(report) <= set(re.findall(r"``(\w+)``", Explanation.as_json.__doc__ or ""))


def test_any_number_of_workers_gives_the_same() -> None:
    outputs = {explained("hexapawn", "--json", "--workers", number) for number in ("1", "2")}
    assert len(outputs) == 1
    assert explained("hexapawn", "--json", "--workers", "1", "--seed", "2") not in outputs


def test_a_player_that_slips_is_explained_without_slips() -> None:
    done = run_command("export", "slips:40:hand:HC1", "--format", "lisp")
    assert done.stdout == run_command("export", "hand:HC1", "--format", "lisp").stdout
    assert done.stderr == (
        "senet-gp: slips:40:hand:HC1 plays as hand:HC1, but makes 40 of 100 moves at random; "
        "this is about hand:HC1.\n"
    )


def test_who_is_no_expression_is_refused() -> None:
    done = run_command("explain", "random")
    assert_refused(done, 2, "random has no expression that could be explained")
