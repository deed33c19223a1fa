"""What every game must satisfy; a new game is tested as soon as it is in the list of games."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from played_games import played, record_of
from record_games import COMMAND, file_of, recorded

from senet_gp.arena.record import GameRecord, next_decision, play_choice, record_from, take_back
from senet_gp.engine.playthrough import throws_text
from senet_gp.games.board_texts import board_text
from senet_gp.games.dice.game import if_dice
from senet_gp.games.protocol import Game
from senet_gp.games.registry import GAMES, game_of, in_words, parameters_of
from senet_gp.players.player import RandomPlayer
from senet_gp.runtime.errors import UsageError

VARIANTS = [
    *(game_of(name) for name in GAMES),
    game_of("senet", {"pieces": 2}),
    game_of("pursuit", {"size": 5, "rounds": 7}),
    game_of("trilobite", {"width": 5, "height": 4}),
]
every_game = pytest.mark.parametrize("game", VARIANTS, ids=in_words)
KEYS, FEW = range(40), range(4)
NAMES = ("random", "random")


@every_game
def test_random_play_ends(game: Game) -> None:
    for key in KEYS:
        playthrough, choices = played(game, key)
        assert playthrough.outcome in {1, 0, -1}
        assert 1 <= playthrough.turns <= game.most_turns
        assert all(choice.result is None for choice in choices[:-1])
        last = choices[-1]
        if last.result is None:
            assert (playthrough.outcome, playthrough.turns) == (0, game.most_turns)
        else:
            assert playthrough.outcome == last.result * (1 - 2 * last.seat)


@every_game
def test_parameters_outside_their_ranges_are_refused(game: Game) -> None:
    usual = parameters_of(game_of(game.name))
    assert set(game.ranges) == set(usual)
    for parameter, (least, most) in game.ranges.items():
        assert least <= usual[parameter] <= most
        for value in (least - 1, most + 1):
            with pytest.raises(UsageError, match=r"must be"):
                game_of(game.name, {parameter: value})


@every_game
def test_what_can_be_played_is_distinct_and_has_a_name_of_its_own(game: Game) -> None:
    for key in FEW:
        for choice in played(game, key)[1]:
            decision = choice.decision
            names = [decision.notation(index) for index in range(len(decision.afterstates))]
            assert len(set(names)) == len(names)
            assert [decision.named(name) for name in names] == list(range(len(names)))
            if game.family:
                columns = 4 if if_dice(game) is None else 5
                assert decision.boards().shape == (columns, 1 if decision.policy else len(names))


@every_game
def test_one_position_follows_another(game: Game) -> None:
    for key in FEW:
        _, choices = played(game, key)
        for choice, following in pairwise(choices):
            assert following.before == choice.next_position
            assert following.seat == (1 - choice.seat if choice.ends_turn else choice.seat)


@every_game
def test_games_begin_at_any_position_with_any_throws(game: Game) -> None:
    for key in FEW[:3]:
        for choice in played(game, key)[1][::7]:
            decision = choice.decision
            begun = record_from(
                NAMES, game, 7, game.text(decision.position), throws_text(decision.throws) or None
            )
            assert next_decision(begun).throws == decision.throws
            assert GameRecord.from_text(begun.to_text()) == begun
            for _ in range(5):
                if begun.outcome is None:
                    play_choice(begun, (RandomPlayer(), RandomPlayer()))
            assert begun.choices[0].decision.throws == decision.throws
            again = GameRecord.from_text(begun.to_text())
            assert (again.choices, again.outcome) == (begun.choices, begun.outcome)
            take_back(again, 0)
            for _ in begun.choices:
                play_choice(again, (RandomPlayer(), RandomPlayer()))
            assert again.choices == begun.choices


@every_game
def test_positions_read_back_and_are_drawn(game: Game) -> None:
    for key in FEW:
        for choice in played(game, key)[1]:
            assert game.position_from(game.text(choice.before)) == choice.before
            lines = board_text(game, choice.before, choice.seat).splitlines()
            assert max(map(len, lines)) <= 79
            assert len(lines) <= 20


@every_game
def test_steps_lead_from_one_board_to_the_next(game: Game) -> None:
    """The player to move moves only their own pieces, and never hits one of them."""
    for key in FEW:
        for choice in played(game, key)[1]:
            pieces = own_squares(game, choice.before, choice.seat)
            steps = choice.decision.steps(choice.index)
            for start, target in steps:
                assert start != target
                if start:
                    pieces.remove(start)
                if target:
                    assert target not in pieces
                    pieces.append(target)
            # In Pursuit no piece is removed: one of the two hides the other.
            if not (game.name == "pursuit" and choice.result == 1):
                assert sorted(pieces) == sorted(own_squares(game, choice.played.position, choice.seat))


def own_squares(game: Game, position: Any, seat: int) -> list[int]:
    """The squares of a player's pieces, each as often as pieces of theirs stand on it."""
    occupants = game.occupants(position, seat).items()
    return [square for square, seats in occupants for whose in seats if whose == seat]


@every_game
def test_games_read_back(game: Game) -> None:
    for key in FEW:
        record = record_of(game, key)
        assert GameRecord.from_text(record.to_text()) == record


@pytest.mark.parametrize("name", GAMES)
def test_the_recorded_game_is_still_played(name: str) -> None:
    kept = file_of(name)
    assert kept.exists(), f"record the first game of {name} by: {COMMAND} {name}"
    assert recorded(name) == kept.read_text(encoding="utf-8"), (
        f"another game of {name} is played than was recorded. If that is meant, say in HISTORY.md that rules "
        f"or players change, and record it again by: {COMMAND} {name}"
    )
