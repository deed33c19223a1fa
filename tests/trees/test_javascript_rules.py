"""Translated rules and players decide as the package does, in a browser."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from browser import chromium
from selenium.webdriver import Chrome
from strategies import random_tree

from primitives import vocabularies
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.registry import GAMES, game_of
from senet_gp.runtime.errors import UsageError
from senet_gp.trees.javascript import scoring
from senet_gp.trees.javascript_rules import RUNTIME, rules_of
from senet_gp.trees.plain import value
from senet_gp.trees.python_to_javascript import RUNTIME as PYTHON

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"
OUR_GAMES: list[tuple[str, dict[str, int]]] = [
    ("senet", {}),
    ("senet", {"pieces": 3}),
    ("hexapawn", {}),
    ("tictactoe", {}),
    ("pursuit", {"size": 5, "rounds": 9}),
    ("trilobite", {"width": 5, "height": 6, "line": 4}),
    ("trilobite", {"width": 31, "height": 1, "line": 3}),
    ("ur", {}),
    ("dash", {}),
    ("tapatan", {"pieces": 4}),
    ("fast_dash", {}),
    ("fast_tapatan", {}),
]
EXAMPLE_GAMES = ("fast_dash", "fast_tapatan", "tapatan")
#: Plays games by the throws and choices that are given, and tells all of every decision.
PLAY = """
const told = (decision, score) => ({
  squares: $m.items(decision.game.occupants(decision.position, decision.seat)).sort($order),
  beside: $m.items(decision.game.beside(decision.position)),
  choices: decision.afterstates.map((_, index) => [
    decision.notation(index), decision.steps(index), decision.result(index), decision.ends_turn(index),
    score(decision.view(index)),
  ]),
});
const played = (game, score, start, choices) => {
  let [position, seat] = [game.starts()[start], 0];
  return choices.map(([throws, index]) => {
    const decision = new $Decision(game, seat, position, throws);
    if (decision.ends_turn(index)) seat = 1 - seat;
    position = decision.following(index);
    return told(decision, score);
  });
};
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Chrome]:
    with chromium() as driver:
        driver.get("about:blank")
        yield driver


@pytest.fixture
def games_of_examples(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The games of the documentation, registered for a test."""
    before, modules = dict(GAMES), set(sys.modules)
    for folder in ("royal_ur", "board_games"):
        monkeypatch.syspath_prepend(str(EXAMPLES / folder))
    for module in ("royal_ur.game", *(f"board_games_example.{name}" for name in EXAMPLE_GAMES)):
        import_module(module)

    yield
    GAMES.clear()
    GAMES.update(before)
    for name in set(sys.modules) - modules:
        if name.startswith(("royal_ur", "board_games_example")):
            del sys.modules[name]


@pytest.mark.usefixtures("games_of_examples")
@pytest.mark.parametrize(("name", "parameters"), OUR_GAMES, ids=str)
def test_games_are_played_as_in_the_package(name: str, parameters: dict[str, int], browser: Chrome) -> None:
    game = game_of(name, parameters)
    assert_same(game, browser, games=2, seed=1)


@pytest.mark.slow
@pytest.mark.usefixtures("games_of_examples")
@pytest.mark.parametrize(("name", "parameters"), OUR_GAMES, ids=str)
def test_many_games_are_played_as_in_the_package(
    name: str, parameters: dict[str, int], browser: Chrome
) -> None:
    game = game_of(name, parameters)
    for seed in (2, 3):
        assert_same(game, browser, games=6, seed=seed)


def assert_same(game: Game, browser: Chrome, *, games: int, seed: int) -> None:
    """Compare all that is seen of decisions in random games, and what random players think of them."""
    rng = random.Random(seed)
    words = next(iter(vocabularies(game).values()))
    for _ in range(games):
        tree = random_tree(rng, words, 20)
        start, choices, expected = random_game(game, rng)
        for decision, told in expected:
            for index, choice in enumerate(told["choices"]):
                choice.append(value(tree, words, decision.view(index)))
        score = f"(() => {{{scoring(tree, words)}return score}})()"
        given = f"{rules_of(game)}, {score}, {start}, {json.dumps(choices)}"
        found = browser.execute_script(
            f"{PYTHON.read_text()}{RUNTIME.read_text()}{PLAY}return played({given})"
        )
        assert found == json.loads(json.dumps([told for _, told in expected]))


def random_game(game: Game, rng: random.Random) -> tuple[int, list[Any], list[tuple[Decision, Any]]]:
    """The number of the start, throws and choices, and for every decision what is seen of it."""
    starts = game.starts()
    start, seat = rng.randrange(len(starts)), 0
    position = starts[start]
    choices: list[Any] = []
    seen: list[tuple[Decision, Any]] = []
    for _ in range(60):
        chances = game.throw_chances(position)
        (throws,) = rng.choices(list(chances), list(chances.values()))
        decision = game.decision(position, seat, throws)
        every = range(len(decision.afterstates))
        index = rng.choice(every)
        choices.append((throws, index))
        told = {
            "squares": sorted(
                (square, list(seats)) for square, seats in game.occupants(position, seat).items()
            ),
            "beside": list(game.beside(position).items()),
            "choices": [
                [decision.notation(i), list(decision.steps(i)), decision.result(i), decision.ends_turn(i)]
                for i in every
            ],
        }
        seen.append((decision, told))
        if decision.result(index) is not None:
            break
        seat ^= decision.ends_turn(index)
        position = decision.following(index)
    return start, choices, seen


def test_a_game_without_plain_rules_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of("senet")
    monkeypatch.setattr("senet_gp.trees.javascript_rules.part_of", lambda *_: None)
    with pytest.raises(UsageError, match=r"^Senet has no rules in plain Python that could be translated"):
        rules_of(game)
