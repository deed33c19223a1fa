"""Looking ahead in plain Python finds what compiled searches find, and serves games that they do not know."""

from __future__ import annotations

import random
from collections.abc import Iterator

import dice_race
import pytest
from dice_race import DiceRace

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.match import play_match
from senet_gp.engine.playthrough import Playthrough, draw_start
from senet_gp.errors import UsageError
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.registry import GAMES, Entry, game_of
from senet_gp.players.parsing import player_from_text
from senet_gp.players.plain_search import PlainSearch
from senet_gp.players.player import ExpressionPlayer, RandomPlayer
from senet_gp.players.search import SearchPlayer
from senet_gp.streams import game_streams

GOOD = "expr:(sub my_steps their_steps)"


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = Entry(game="dice_race:DiceRace", words="dice_race:vocabularies")
    monkeypatch.setitem(GAMES, DiceRace.name, entry)


def decisions(game: Game, key: int) -> Iterator[Decision]:
    """Those of a random game in which there is a choice."""
    streams = game_streams(key)
    playthrough = Playthrough((RandomPlayer(), RandomPlayer()), streams, game, draw_start(game, streams))
    return (choice.decision for choice in playthrough.choices() if len(choice.decision.afterstates) > 1)


#: In Senet three turns take the compiled search minutes.
SEARCHES = [(game, turns) for game in ("hexapawn", "tictactoe", "trilobite") for turns in (1, 2, 3)]


@pytest.mark.parametrize(("name", "turns"), [("senet", 1), ("senet", 2), *SEARCHES])
def test_it_values_afterstates_as_the_compiled_search_does(name: str, turns: int) -> None:
    game = game_of(name, {"pieces": 2} if name == "senet" else {})
    rng = random.Random(turns)
    compared = 0
    for number in (3, 5):
        base = player_from_text(f"random-tree:{number}", game)
        assert isinstance(base, ExpressionPlayer)
        compiled = player_from_text(f"search:{turns}:random-tree:{number}", game)
        assert isinstance(compiled, SearchPlayer)
        assert not isinstance(compiled, PlainSearch)
        plain = PlainSearch(base, turns, game)
        asked = [*decisions(game, number)]
        for decision in rng.sample(asked, min(3, len(asked))):
            assert plain.scores(decision) == pytest.approx(compiled.scores(decision))
            compared += 1
    assert compared >= 3


def test_chances_of_throws_are_whole() -> None:
    for game in (game_of("senet"), game_of("hexapawn"), DiceRace()):
        position = game.starts()[0]
        chances = game.throw_chances(position)
        assert sum(chances.values()) == pytest.approx(1)
        for throws in chances:
            assert game.decision(position, 0, throws).throws == throws
    six = DiceRace().throw_chances(DiceRace().starts()[0])
    assert six == {(n,): pytest.approx(1 / 6) for n in range(1, 7)}


def test_a_game_in_plain_python_is_looked_ahead_in() -> None:
    game = DiceRace(2, 10)
    ahead = player_from_text(f"search:2:{GOOD}", game)
    assert isinstance(ahead, PlainSearch)
    with WorkerPool(2) as pool:
        report = play_match(ahead, RandomPlayer(), games=60, seed=1, pool=pool, game=game)
    assert report.score > 0.6
    # It takes a win where there is one.
    decision = game.decision(dice_race.Race((11, 8), (9, 9)), 0, (3,))
    assert [decision.result(n) for n in range(len(decision.afterstates))] == [1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"search:4:{GOOD}", "a search looks 1 to 3 turns ahead here, not 4"),
        (f"search:2+:{GOOD}", "a search in plain Python looks no deeper: write search:2:PLAYER"),
    ],
)
def test_what_it_cannot_do_is_reported(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        player_from_text(text, DiceRace())
