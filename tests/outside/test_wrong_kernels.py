"""What is wrong with the kernels of a game is told in a sentence, before they are trusted."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import wrong_kernels

from primitives.vocabulary import vocabulary_of
from senet_gp.arena.decisions import boards_of_game
from senet_gp.engine.dice_side_by_side import compiled_dice
from senet_gp.engine.exact_solving import OVER, TURN, Ends, GamesInPlay, begin_games, next_decisions
from senet_gp.engine.network import Network
from senet_gp.engine.network_learning import Course, self_taught
from senet_gp.engine.participants import RANDOM_MOVER
from senet_gp.engine.play import play_games
from senet_gp.engine.results import Pairings
from senet_gp.games.board import lines
from senet_gp.games.board.rules import board_rules
from senet_gp.games.board.rules import swapped as swapped_board
from senet_gp.games.dice.features import features_of, inputs_of
from senet_gp.games.dice.game import DiceGame
from senet_gp.games.dice.numbering import Numbering, check_numbers, groups_of, numbered_rules
from senet_gp.games.dice.rules import Law, dice_rules, new_room
from senet_gp.games.registry import GAMES, game_of
from senet_gp.players.player import RandomPlayer
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.streams import game_streams, part_keys
from senet_gp.testing import GameFaultError, check_game

PACKAGE = Path(__file__).resolve().parents[2] / "docs" / "examples" / "board_games"
MODULE = "wrong_rules"
#: How many boards Dash has: two runners of each side, who are not both at home.
DASH_BOARDS = 10_816


@pytest.fixture(scope="module")
def dash() -> Iterator[Any]:
    """Dash with kernels."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(PACKAGE)
        import_module("board_games_example.fast_dash")
        yield game_of("fast_dash")
    for name in ("dash", "fast_dash"):
        del GAMES[name], sys.modules[f"board_games_example.{name}"]


@pytest.fixture
def of_kernels(dash: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Makes Dash with other kernels: those of a module of its own, of which some are replaced."""

    def made(name: str, **replaced: Any) -> Any:
        fast = sys.modules[dash.rules_module]
        module = ModuleType(f"{MODULE}_{name}")
        kept = {key: value for key, value in vars(fast).items() if not key.startswith("__")}
        vars(module).update({key: value for key, value in (kept | replaced).items() if value is not None})
        monkeypatch.setitem(sys.modules, module.__name__, module)

        @dataclass(frozen=True)
        class Wrong(type(dash)):  # type: ignore[misc]
            name = MODULE  # which is not registered
            rules_module = module.__name__
            numbering = module.__name__

        # It is pickled by its name.
        Wrong.__qualname__ = "Wrong"
        monkeypatch.setattr(sys.modules[__name__], "Wrong", Wrong, raising=False)
        return Wrong()

    return made


def numbered(**methods: Any) -> Numbering[Any]:
    """How the boards of Dash are numbered, by other methods."""
    usual = {"groups": lambda _self, _game: (DASH_BOARDS,)}
    made: Numbering[Any] = type("Other", (Numbering,), usual | methods)()
    return made


FAULTS = {
    "nothing": (
        {"afterstates": wrong_kernels.no_afterstates},
        "expected 1 to 2 afterstates, as MAX_AFTERSTATES says, but found 0",
    ),
    "losing": (
        {"swapped": wrong_kernels.swapped_on_the_board},
        r"the kernel swapped to give the board of .*, but found \(",
    ),
    "lawless": ({"law": wrong_kernels.far_law}, "expected law to give a number from 0 to 0, but found"),
    "loaded": (
        {"thrown": wrong_kernels.always_one},
        r"expected thrown to give \d, for \(\d,\), from the same",
    ),
    "disordered": (
        {"NUMBERING": numbered(order=lambda _self, _game, _group: np.arange(5))},
        "order of .* should give each number of group 0",
    ),
    "uncompiled": ({"afterstates": len}, "has no kernel afterstates: define it with the decorator"),
    "unknown": ({"afterstates": wrong_kernels.unknown_name}, "cannot be compiled: NameError: name 'nowhere'"),
    "arrays": ({"afterstates": wrong_kernels.new_array}, "cannot be compiled: kernels can make no arrays"),
    "uncounted": ({"MAX_AFTERSTATES": None}, "how many boards a throw can lead to: set MAX_AFTERSTATES"),
    "crowded": (
        {"MAX_AFTERSTATES": 1},
        "expected 1 to 1 afterstates, .* but found 2",
    ),
    "inputs": (
        {"features": wrong_kernels.many_inputs, "INPUTS": 9, "MAX_ACTIVE": 1},
        r"at most 1 inputs that are 1 \(MAX_ACTIVE\), but found 300",
    ),
    "numbered": (
        {"features": wrong_kernels.far_input, "INPUTS": 9, "MAX_ACTIVE": 1},
        r"inputs from 0 to 8, but found \[9\]",
    ),
    "shown": ({"result_on": wrong_kernels.always_won}, "result_on to tell the result 2 or 2, but found 1"),
    "unseen": ({"features": len, "INPUTS": 9, "MAX_ACTIVE": 1}, "has no kernel features: define it"),
    "plain": ({"number_of_board": len}, "has no kernel number_of_board: define it"),
    "ungrouped": ({"NUMBERING": None}, "has no NUMBERING, which says where groups of numbers end"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_check_finds_wrong_kernels(name: str, of_kernels: Callable[..., Any]) -> None:
    replaced, message = FAULTS[name]
    with pytest.raises(GameFaultError, match=message):
        check_game(of_kernels(name, **replaced), seconds=0)


def test_numbers_are_checked_in_the_game_itself_and_not_only_in_the_smallest(
    dash: Any, of_kernels: Callable[..., Any]
) -> None:
    game = of_kernels(
        "grown",
        number_of_board=wrong_kernels.one_number,
        NUMBERING=numbered(smallest=lambda _self, _game: dash),
    )
    with pytest.raises(GameFaultError, match=r"board_of_number\(5\) to be the board"):
        check_game(game, seconds=0)


def test_a_game_may_refuse_to_number_its_boards(of_kernels: Callable[..., Any]) -> None:
    def groups(_self: object, _game: object) -> Any:
        raise UsageError("there are too many boards")

    assert check_game(of_kernels("refused", NUMBERING=numbered(groups=groups)), seconds=0).games == 3


@pytest.mark.parametrize("name", ["never_ends", "many_afterstates"])
def test_turns_without_end_and_lists_without_end_end(name: str, of_kernels: Callable[..., Any]) -> None:
    game = of_kernels(name, afterstates=getattr(wrong_kernels, name))
    players = np.zeros(5, np.int64)
    played = play_games([RANDOM_MOVER], Pairings(players, players, part_keys(1, 5)), game)
    assert not played.outcomes.any()
    assert played.turns.tolist() == [1 if name == "never_ends" else 500] * 5


def test_everything_that_plays_ends_a_turn_without_end(dash: Any, of_kernels: Callable[..., Any]) -> None:
    game = of_kernels("for_ever", afterstates=wrong_kernels.never_ends)
    pair, words = (RandomPlayer(), RandomPlayer()), vocabulary_of(dash)
    assert not list(boards_of_game(pair, game, words, game_streams(1)))
    playing, compiled, room = GamesInPlay.new(3), compiled_dice(game), new_room(game.rules_module)
    begin_games(np.uint64(1), 0, compiled.starts, playing)
    ends = Ends(room.boards.repeat(2, axis=1), room.results.repeat(2), np.zeros(4, np.int64))
    assert next_decisions(compiled.rules, compiled.most_turns, playing, ends, room) == 0
    assert playing.games[:, TURN : OVER + 1].tolist() == [[1, 2]] * 3
    network = Network.new(game, 16, 1)
    assert self_taught(network, 0, 2, Course(seed=1), game) != network


def test_compiled_rules_of_boards_are_given_all_numbers_and_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    module, numbers = ModuleType(MODULE), np.zeros(12, np.int64)
    monkeypatch.setitem(sys.modules, MODULE, module)
    with pytest.raises(UsageError, match="should be an array of int64 with at least one"):
        board_rules(MODULE, [1], 5)  # type: ignore[arg-type]
    for name in ("successors", "swapped"):
        with pytest.raises(UsageError, match=f"{MODULE} has no kernel {name}: define it with the decorator"):
            board_rules(MODULE, numbers, 5)
        setattr(module, name, {"successors": lines.successors, "swapped": wrong_kernels.counts_numbers}[name])
    assert swapped_board(board_rules(MODULE, numbers, 5), 1, 2, 3) == (12, 2, 3)


def test_games_by_rules_that_list_nothing_end(of_kernels: Callable[..., Any]) -> None:
    game = of_kernels("silent", afterstates=wrong_kernels.no_afterstates)
    players = np.zeros(5, np.int64)
    assert play_games([RANDOM_MOVER], Pairings(players, players, part_keys(1, 5)), game).turns.max() <= 500


@pytest.mark.parametrize("ends", [(), 5, (0,), (7, 7), (9, 3), (2**31,)])
def test_groups_rise_to_the_number_of_boards(ends: Any, of_kernels: Callable[..., Any]) -> None:
    game = of_kernels("groups", NUMBERING=numbered(groups=lambda _self, _game: ends))
    with pytest.raises(UsageError, match=r"groups of .* should give where groups of boards end"):
        groups_of(game)


def test_numbers_that_cannot_be_compiled_are_told(of_kernels: Callable[..., Any]) -> None:
    game = of_kernels("listed", number_of_board=wrong_kernels.new_list)
    with pytest.raises(UsageError, match=r"the kernel number_of_board of .* cannot be compiled: kernels"):
        numbered_rules(game)


def test_what_is_given_beside_kernels_is_checked(dash: Any, of_kernels: Callable[..., Any]) -> None:
    module, numbers = dash.rules_module, np.zeros(1, np.int64)
    laws = dash.laws()
    for wrong in ([1], np.zeros(0, np.int64), np.zeros(1), np.zeros((1, 1), np.int64)):
        with pytest.raises(UsageError, match="should be an array of int64 with at least one"):
            dice_rules(module, wrong, laws)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"no law of throws .*: laws\(\) gives at least one"):
        dice_rules(module, numbers, ())
    with pytest.raises(UsageError, match="add up to nan, not to 1"):
        dice_rules(module, numbers, (Law(laws[0].throws, laws[0].chances * np.nan),))
    for most in (0, 1 << 20):
        game = of_kernels("most", features=wrong_kernels.far_input, INPUTS=9, MAX_ACTIVE=most)
        with pytest.raises(UsageError, match="MAX_ACTIVE of wrong_rules_most"):
            inputs_of(game.rules_module)
    with pytest.raises(UsageError, match=r"features or result_on of .* cannot be compiled: NameError"):
        features_of(
            of_kernels("blind", features=wrong_kernels.unknown_input, INPUTS=9, MAX_ACTIVE=1).rules_module
        )
    assert new_room(module).boards.shape[1] % 128 == 0


def test_groups_that_boards_leave_are_refused(of_kernels: Callable[..., Any]) -> None:
    most = groups_of(of_kernels("whole"))[-1]
    with pytest.raises(UsageError, match=r"groups of .* are wrong: after the board \(.* leads to"):
        check_numbers(of_kernels("split", NUMBERING=numbered(groups=lambda _self, _game: (50, most))))


def test_other_modules_and_boards_are_told(dash: Any) -> None:
    @dataclass(frozen=True)
    class Elsewhere(type(dash)):  # type: ignore[misc]
        rules_module = "fast_dish"
        numbering = "fast_dish"

        def board_of(self, position: Any) -> Any:
            return position[:2]

    with pytest.raises(UsageError, match="there is no module 'fast_dish', which rules_module of"):
        _ = Elsewhere().playing_rules
    with pytest.raises(UsageError, match="there is no module 'fast_dish', which numbering of"):
        groups_of(Elsewhere())
    with pytest.raises(UsageError, match="board_of of Fast Dash should give three numbers"):
        compiled_dice(type("Short", (Elsewhere,), {"rules_module": dash.rules_module})())
    with pytest.raises(UsageError, match="Behind should name DiceGame before Dash, whose rules it takes"):
        type("Behind", (sys.modules["board_games_example.dash"].Dash, DiceGame), {})


def test_a_rule_that_differs_is_told_where_it_does(of_kernels: Callable[..., Any]) -> None:
    game = of_kernels("lucky", luck=wrong_kernels.no_luck)
    with pytest.raises(GameFaultError, match=r"'luck of the kernels' at position .* with the throws \(\d,\)"):
        check_game(game, seconds=0)
