"""Games that other packages register, which have a class, a vocabulary, and nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import registered_game
from commands import import_all, run_command
from registered_game import ENTRY, Drop

from primitives import vocabularies, vocabulary_of
from senet_gp.arena.panel import RANDOM_TREES, fast_panel, panel_of
from senet_gp.arena.verdict import verdict
from senet_gp.evolution.configuration.config import Config
from senet_gp.games.board.game import BoardGame
from senet_gp.games.plain import PlainGame, Sides
from senet_gp.games.registry import (
    GAMES,
    Entry,
    as_game,
    game_class,
    game_of,
    parameters_of,
    part_of,
    register_game,
)
from senet_gp.games.small import if_solvable, small_game, small_games, solvable
from senet_gp.insight import judge_of
from senet_gp.players.levels import best_known
from senet_gp.players.parsing import player_from_text
from senet_gp.runtime.errors import UsageError

#: The games of the package, without those that tests register.
OURS = [name for name in GAMES if name != "drop"]


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    import_all()
    GAMES.pop("drop", None)
    register_game("drop", ENTRY)
    yield
    # Other tests go through all games.
    del GAMES["drop"]


def shown(*arguments: str | Path) -> str:
    done = run_command(*map(str, arguments))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_a_name_is_given_once() -> None:
    for name in ("drop", "senet"):
        with pytest.raises(UsageError, match=f"there is another game with the name {name}"):
            register_game(name, replace(ENTRY, opponent="random"))
    assert GAMES["senet"] != ENTRY


class Bare(PlainGame):
    """Rules, but no dataclass."""

    name, title = "bare", "Bare"

    def starts(self) -> list[Sides]:
        """One piece each."""
        return [Sides((0,), (0,))]

    def moves(self, position: Sides, throws: tuple[int, ...]) -> dict[str, Sides]:  # noqa: ARG002
        """None."""
        return {}

    def result(self, position: Sides) -> int | None:  # noqa: ARG002
        """It goes on."""
        return None


@dataclass(unsafe_hash=True)
class Thawed(Bare):
    """It can be changed."""


@dataclass(frozen=True)
class Endless(Bare):
    """A parameter without a default."""

    rounds: int


@dataclass(frozen=True)
class Unmoved(Bare):
    """The moves are missing."""

    moves = PlainGame.moves  # type: ignore[assignment]


@dataclass(frozen=True)
class Untitled(Bare):
    """The title is missing."""

    title = None  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        (Bare, r"Bare of .* is no frozen dataclass: write @dataclass\(frozen=True\) above the class"),
        (Thawed, "Thawed of .* is no frozen dataclass"),
        (Unmoved, "Unmoved of .* has no moves: a game says what it is called and its rules"),
        (Untitled, "Untitled of .* has no title: "),
        (Endless, "the parameter rounds of bare has no default: give it one in Endless of .*: int = 3"),
    ],
)
def test_a_class_that_cannot_be_that_of_a_game_is_refused(
    kind: type, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UsageError, match=sentence):
        Entry.of(kind, print)
    monkeypatch.setattr(registered_game, "Drop", kind)
    monkeypatch.setattr(kind, "name", "drop")
    with pytest.raises(UsageError, match=sentence.replace("bare", "drop")):
        game_of("drop")


@pytest.mark.parametrize("made", [None, {"basic": {"basic": None}}])
def test_what_makes_no_vocabularies_is_told(made: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("primitives.small_games.trilobite", lambda game: made)  # noqa: ARG005
    with pytest.raises(
        UsageError, match="it must return a dict of vocabularies by name, which is what plain_"
    ):
        vocabularies("drop")


@pytest.mark.parametrize("name", GAMES)
def test_all_that_rows_name_is_there(name: str) -> None:
    dotted = {
        part: named
        for part, named in vars(GAMES[name]).items()
        if named is not None
        and part not in {"kernels", "opponent", "analyst", "champion", "hand_help", "rule_help", "short_game"}
    }
    assert all(part_of(name, part) is not None for part in dotted)
    opponent = GAMES[name].opponent
    assert not opponent or player_from_text(opponent, name)
    assert judge_of(name).game == game_of(name)


@pytest.mark.parametrize("name", GAMES)
def test_help_names_what_can_be_chosen(name: str) -> None:
    """What help says of a game's parameters is what the game has."""
    rule_help = GAMES[name].rule_help
    parameters = parameters_of(game_of(name))
    assert all(parameter in rule_help for parameter in parameters)
    assert bool(rule_help) == bool(parameters)
    short = dict(part.split("=") for part in GAMES[name].short_game.split())
    assert all(game_of(name, {key: int(value)}) != game_of(name) for key, value in short.items())
    assert bool(GAMES[name].hand_help) == bool(GAMES[name].players)
    assert 2 <= game_of(name).rules_text.count("\n") + 1 <= 4


def test_the_command_line_knows_it() -> None:
    assert OURS[:5] == ["senet", "pursuit", "hexapawn", "tictactoe", "trilobite"]
    assert f"GAME is {', '.join(OURS)} or drop." in " ".join(shown("--help").split())
    done = run_command("match", "chess", "random", "random")
    assert done.stderr.strip().endswith(
        f"the games are {', '.join(OURS)}, drop; --plugin MODULE adds others."
    )


def test_it_is_played_solved_and_bred(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = tmp_path / "run"
    shown("evolve", "drop", "--generations", "2", "--population", "16", "--quiet", "--out", run)
    report = json.loads(shown("match", "drop", run, "minimax", "--games", "10", "--json"))
    assert (report["game"], report["parameters"]) == ("drop", {"width": 4, "height": 3, "line": 3})
    assert [seat["seat"] for seat in json.loads(shown("verdict", "drop", run, "--json"))["seats"]] == [
        "first",
        "second",
    ]
    file = tmp_path / "player.py"
    export = ("export", str(run), "--format", "python", "--out", str(file))
    assert "for its row does not say how a board is read" in run_command(*export).stderr
    monkeypatch.setitem(GAMES, "drop", replace(ENTRY, exported="senet_gp.trees.board_forms:MOVED"))
    assert run_command(*export).returncode == 0
    done = subprocess.run([sys.executable, "-I", file], capture_output=True, text=True, check=True)
    assert "checked on" in done.stdout
    done = run_command("export", str(run), "--simplify", "terms", "--format", "lisp")
    assert "like terms added up" in done.stderr


def test_what_it_does_not_bring_is_the_usual() -> None:
    game = game_of("drop")
    config = Config(game="drop")
    assert (config.population, config.generations, config.final_games) == (64, 10, 20)
    assert best_known(game) == "minimax"
    assert panel_of(game)[-1] == "minimax"
    assert [player.name for player in fast_panel(game)] == ["random", *RANDOM_TREES]
    found = verdict(small_game("drop"), player_from_text("minimax", game))  # type: ignore[arg-type]
    assert found.measure is None
    have = ", ".join(name for name in OURS if GAMES[name].players)
    with pytest.raises(UsageError, match=f"drop has no hand-made players, but these games have: {have}$"):
        player_from_text("hand:HC1", game)
    with pytest.raises(UsageError, match="a search looks 1 to 9 turns ahead here, not 12"):
        player_from_text("search:12:expr:1", game)


def test_small_games_are_those_that_can_be_solved() -> None:
    ours = [name for name in OURS if issubclass(game_class(name), BoardGame)]
    assert ours[:4] == ["pursuit", "hexapawn", "tictactoe", "trilobite"]
    assert small_games() == [*ours, "drop"]
    assert if_solvable(Drop()) == Drop()
    assert if_solvable(game_of("senet")) is None
    with pytest.raises(
        UsageError,
        match=r"this needs a small game, .*, which Senet is not: the small games are pursuit, .*, drop$",
    ):
        small_game("senet")
    with pytest.raises(UsageError, match="a try needs a small game"):
        solvable(game_of("senet"), "a try")


def test_words_are_those_of_the_game_itself() -> None:
    (words,) = vocabularies("drop").values()
    assert words.game == Drop()
    assert words is vocabulary_of("drop")


@pytest.mark.parametrize("given", [3, None, Drop, ["drop"]])
def test_what_is_no_game_is_told(given: Any) -> None:
    for ask in (as_game, game_of, vocabulary_of):
        with pytest.raises(UsageError, match="is no game: give one, or the name of one"):
            ask(given)
