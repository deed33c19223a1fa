"""Looking ahead in plain Python finds what compiled searches find, and serves games that they do not know."""

from __future__ import annotations

import random

import dice_race
import pytest
import rosette_race
from dice_race import DiceRace
from played_games import played
from rosette_race import RosetteRace
from thinned import thinned

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.match import play_match
from senet_gp.engine.dice_search import WON
from senet_gp.games import Sides
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.registry import GAMES, Entry, game_of
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer, RandomPlayer
from senet_gp.players.search import PlainSearch, SearchPlayer
from senet_gp.runtime.errors import UsageError

GOOD = "expr:(sub my_steps their_steps)"


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = Entry(game="dice_race:DiceRace", words="dice_race:vocabularies")
    monkeypatch.setitem(GAMES, DiceRace.name, entry)
    monkeypatch.setitem(GAMES, RosetteRace.name, rosette_race.ENTRY)


def decisions(game: Game, key: int) -> list[Decision]:
    """Those of a random game in which there is a choice."""
    return [choice.decision for choice in played(game, key)[1] if len(choice.decision.afterstates) > 1]


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
        asked = decisions(game, number)
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


#: No difference of the same for both sides, so that a mistaken point of view shows.
LOPSIDED = "expr:(sub (mul 5 my_steps) (mul 3 their_steps))"


def slow_value(position: Sides, turns: int, *, searcher: bool) -> float:
    """The mean value for the searcher over all throws, by the rules and the expression written once more."""
    own = 1 if searcher else -1
    values = []
    for throw in range(1, rosette_race.THROWS + 1):
        worth = []
        for after, wins, again in rosette_race.slow_moves(position, throw):
            mine, theirs = (sum(side) for side in (after if searcher else after[::-1]))
            if wins:
                worth.append(own * WON)
            elif turns == 1:
                worth.append(5.0 * mine - 3.0 * theirs)
            else:
                following = after if again else Sides(after.theirs, after.mine)
                worth.append(slow_value(following, turns - 1, searcher=searcher == again))
        values.append(own * max(own * one for one in worth))
    return sum(values) / len(values)


@pytest.mark.parametrize(("turns", "count"), [(2, 150), (3, 40)])
def test_where_turns_go_on_after_some_moves_it_is_as_a_slow_search(turns: int, count: int) -> None:
    game = RosetteRace()
    player = player_from_text(f"search:{turns}:{LOPSIDED}", game)
    assert isinstance(player, PlainSearch)
    rng = random.Random(turns)
    met = [decision for key in range(count // 5) for decision in decisions(game, key)]
    kinds = set()
    for decision in rng.sample(met, count):
        expected = []
        for after, wins, again in rosette_race.slow_moves(decision.position, decision.throws[0]):
            following = after if again else Sides(after.theirs, after.mine)
            value = WON if wins else slow_value(following, turns - 1, searcher=again)
            expected.append((after, pytest.approx(value)))
            kinds.add(again)
        positions = [afterstate.position for afterstate in decision.afterstates]
        assert dict(zip(positions, player.scores(decision), strict=True)) == dict(expected)
    assert kinds == {True, False}


@pytest.mark.parametrize("turns", thinned([2, 3], kept=[0]))
def test_where_turns_go_on_it_is_stronger_than_its_evaluation(turns: int) -> None:
    with WorkerPool(1) as pool:
        ahead, alone = (player_from_text(f"{text}{GOOD}", RosetteRace()) for text in (f"search:{turns}:", ""))
        report = play_match(ahead, alone, games=100, seed=1, pool=pool, game=RosetteRace())
    assert report.interval[0] > 0.5


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
