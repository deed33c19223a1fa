"""Games written by the protocol alone: what the base class adds to them."""

from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pytest

from senet_gp.arena.record import GameRecord
from senet_gp.engine.playthrough import Playthrough
from senet_gp.games.board_texts import board_text
from senet_gp.games.plain import PlainBoardGame, PlainGame, PlainSmallGame, die
from senet_gp.games.registry import GAMES, Entry
from senet_gp.players.player import RandomPlayer
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.streams import below, game_streams

Totals = tuple[int, int]


@dataclass(frozen=True)
class Collect(PlainGame):
    """Both throw a small and a large die and add one of them to their total; the one above the goal loses."""

    goal: int = 60

    name: ClassVar[str] = "collect"
    title: ClassVar[str] = "Collect"
    stochastic: ClassVar[bool] = True
    self_losses: ClassVar[bool] = True

    def starts(self) -> list[Totals]:
        """Both totals are 0."""
        return [(0, 0)]

    def dice(self, position: Totals) -> tuple[int, ...]:
        """A small and a large one, and near the end the small one alone."""
        return (12, 4) if position[0] < self.goal - 10 else (4,)

    def moves(self, position: Totals, throws: tuple[int, ...]) -> dict[str, Totals]:
        """Add one of them; a 1 alone is nothing."""
        return {f"add {n}": (position[0] + n, position[1]) for n in throws if throws != (1,)}

    def swapped(self, position: Totals) -> Totals:
        """The totals change places."""
        return position[1], position[0]

    def result(self, position: Totals) -> int | None:
        """The goal itself wins, two less draws, more loses."""
        over = position[0] - self.goal
        return {0: 1, -2: 0}.get(over, -1 if over > 0 else None)

    def text(self, position: Totals) -> str:
        """Such as ``3:0``."""
        return f"{position[0]}:{position[1]}"

    def position_from(self, text: str) -> Totals:
        """The position that a text stands for."""
        mine, _, theirs = text.partition(":")
        return int(mine), int(theirs)


GAME = Collect()


def random_game(key: int, game: PlainGame = GAME) -> tuple[Playthrough, GameRecord]:
    players = (RandomPlayer(), RandomPlayer())
    played = Playthrough(players, game_streams(key), game, game.starts()[0])
    choices = list(played.choices())
    return played, GameRecord(("random", "random"), game, game.starts()[0], choices, played.outcome)


def test_a_die_shows_every_side_equally_often() -> None:
    streams, again = game_streams(1), game_streams(1)
    thrown = [die(streams, 1, 12) for _ in range(12_000)]
    assert thrown == [1 + below(again, 1, 12) for _ in range(12_000)]
    assert set(thrown) == set(range(1, 13))
    assert max(abs(count - 1000) for count in Counter(thrown).values()) < 120
    assert streams[0] == game_streams(1)[0]


def test_throws_come_from_the_streams_of_the_seats() -> None:
    played, record = random_game(3)
    streams = game_streams(3)
    for choice in record.choices:
        sides = GAME.dice(choice.before)
        assert choice.decision.throws == tuple(sorted(die(streams, choice.seat, n) for n in sides))
    for seat in (0, 1):
        own = [choice.decision.luck for choice in record.choices if choice.seat == seat]
        assert played.luck[seat] == sum(own)


def test_luck_has_mean_zero() -> None:
    assert sum(GAME.luck((0, 0), (a, b)) for a in range(1, 5) for b in range(1, 13)) == 0
    assert GAME.luck((0, 0), (4, 12)) == 7
    assert sum(GAME.luck((55, 0), (n,)) for n in range(1, 5)) == 0


@pytest.mark.parametrize(
    ("position", "throws", "message"),
    [
        ((0, 0), (5, 6), "^5 and 6 cannot be thrown where dice of 4 and 12 sides are thrown$"),
        ((0, 0), (0, 6), "^0 and 6 cannot be thrown where"),
        ((0, 0), (3, 13), "^3 and 13 cannot be thrown where"),
        ((0, 0), (3,), "^3 cannot be thrown where"),
        ((0, 0), (), "^nothing cannot be thrown where"),
        ((55, 0), (5,), "^5 cannot be thrown where a die of 4 sides is thrown$"),
    ],
)
def test_impossible_throws_are_refused(position: Totals, throws: tuple[int, ...], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        GAME.decision(position, 0, throws)


def test_throws_are_told_in_rising_order() -> None:
    assert GAME.decision((0, 0), 0, (12, 2)) == GAME.decision((0, 0), 0, (2, 12))


@pytest.mark.parametrize("method", ["goes_on", "throws_again"])
@pytest.mark.parametrize("base", [PlainSmallGame, PlainBoardGame])
def test_a_small_game_whose_turns_go_on_is_refused(base: type, method: str) -> None:
    """Solvers would take it that the players alternate."""
    with pytest.raises(
        UsageError, match="every move of a small game ends the turn: derive Kalah from PlainG"
    ):
        type("Kalah", (base,), {method: lambda *_: True})


def test_a_decision_by_its_defaults() -> None:
    decision = GAME.decision((54, 7), 1, (2,))
    assert (decision.seat, decision.position, decision.throws) == (1, (54, 7), (2,))
    assert not decision.policy
    assert decision.ends_turn(0)
    assert decision.view(0) == decision.afterstates[0].position == (56, 7)
    assert decision.following(0) == (7, 56)
    assert decision.named(" add   2 ") == 0
    assert decision.writing[0] == "add 2"
    with pytest.raises(UsageError, match=r"^'add 3' is not a move here: the moves are add 2$"):
        decision.named("add 3")
    assert decision.boards() is None


def test_who_cannot_move_passes() -> None:
    decision = GAME.decision((54, 7), 0, (1,))
    assert [decision.notation(0), decision.named("-"), len(decision.afterstates)] == ["-", 0, 1]
    assert decision.following(0) == (7, 54)


def test_results_are_printed() -> None:
    for total, result, remark in ((59, None, ""), (58, 0, "draws"), (60, 1, "wins"), (61, -1, "loses")):
        decision = GAME.decision((total - 4, 0), 0, (4,))
        assert (decision.result(0), decision.remark(0)) == (result, remark)


@dataclass(frozen=True)
class Naming(Collect):
    """The same game without throws, with primitives that see the board before, and a picture of its text."""

    name: ClassVar[str] = "naming"
    stochastic: ClassVar[bool] = False
    named_moves: ClassVar[tuple[str, ...]] = ("one", "two")

    def dice(self, position: Totals) -> tuple[int, ...]:  # noqa: ARG002
        """None."""
        return ()

    def moves(self, position: Totals, throws: tuple[int, ...]) -> dict[str, Totals]:  # noqa: ARG002
        """Add 1 or 2."""
        return super().moves(position, (1, 2))


def test_a_policy_sees_the_board_before() -> None:
    decision = Naming().decision((5, 7), 0, ())
    assert decision.policy
    assert {decision.view(index) for index in (0, 1)} == {(5, 7)}


def test_without_dice_nothing_is_thrown() -> None:
    _, record = random_game(1, Naming())
    assert {choice.decision.throws for choice in record.choices} == {()}
    assert {choice.decision.luck for choice in record.choices} == {0.0}
    with pytest.raises(UsageError, match=r"^nothing is thrown in Collect here$"):
        Naming().decision((0, 0), 0, (3,))


def test_a_game_without_a_board_is_shown_by_its_position() -> None:
    assert board_text(GAME, (3, 8), 0) == "3:8"


def test_records_hold_throws_of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, Collect.name, Entry(game=f"{__name__}:Collect", words="nowhere:words"))
    whole = ""
    for key in range(20):
        _, record = random_game(key, Collect(goal=60 + key))
        text = record.to_text()
        assert GameRecord.from_text(text) == record
        assert pickle.loads(pickle.dumps(record)) == record  # noqa: S301
        whole += text
    assert " o 4(10)    2  add 10\n" in whole
    assert "\n  1 x 39      2  add " in whole


def test_what_no_dice_show_is_refused_with_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, Collect.name, Entry(game=f"{__name__}:Collect", words="nowhere:words"))
    head = GameRecord(("a", "b"), GAME).to_text()
    for throws, message in {
        "1(13)": "1 and 13 cannot be thrown where dice",
        "1(12": "not a line of a game record",
        "(9)1": "not a line of a game record",
        "1": "1 cannot be thrown where",
        "": "nothing cannot be thrown where",
        "1" * 20: "cannot be thrown where",
        "1" * 21: "not a line of a game record",
    }.items():
        with pytest.raises(UsageError, match=f"^line 9: .*{message}"):
            GameRecord.from_text(f"{head}  1 x {throws:<4}    2  add 1\n")


class OfNumpy(Collect):
    """The same game, whose rules give numbers of numpy."""

    def starts(self) -> Any:
        """Both totals are 0."""
        return [(np.int64(0), np.int64(0))]

    def dice(self, position: Totals) -> Any:
        """An array."""
        return np.array(super().dice(position), np.int8)

    def moves(self, position: Totals, throws: tuple[int, ...]) -> Any:
        """Positions of numpy's numbers."""
        moves = super().moves(position, throws)
        return {name: (np.int64(mine), np.int64(theirs)) for name, (mine, theirs) in moves.items()}

    def result(self, position: Totals) -> Any:
        """A number of one byte."""
        result = super().result(position)
        return None if result is None else np.int8(result)

    def luck(self, position: Totals, throws: tuple[int, ...]) -> Any:
        """A number of four bytes."""
        return np.float32(super().luck(position, throws))


def test_rules_may_give_numbers_of_numpy() -> None:
    for key in range(5):
        played, record = random_game(key)
        again, of_numpy = random_game(key, OfNumpy())
        assert of_numpy.to_text() == record.to_text()
        assert again.luck == played.luck
        assert {type(throw) for choice in of_numpy.choices for throw in choice.decision.throws} == {int}
        assert type(of_numpy.outcome) is int


class Given(Collect):
    """The same game with one answer of its rules exchanged."""

    wrong: ClassVar[dict[str, Any]] = {}

    def result(self, position: Totals) -> Any:
        """The exchanged one."""
        return self.wrong.get("result", super().result(position))

    def dice(self, position: Totals) -> Any:
        """The exchanged ones."""
        return self.wrong.get("dice", super().dice(position))


@pytest.mark.parametrize(
    ("rule", "answer", "sentence"),
    [
        *(("result", answer, r"^result gave .* in Collect") for answer in (True, np.True_, 2, 1.5, "1", [1])),
        *(("dice", answer, r"^dice of Collect gave 6") for answer in (6, np.int64(6))),
        *(
            ("dice", answer, r"^a die of Collect is .* but it must be")
            for answer in ([0], [2.5], ["6"], [True])
        ),
    ],
)
def test_other_answers_of_rules_are_refused(
    rule: str, answer: Any, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Given, "wrong", {rule: answer})
    with pytest.raises(UsageError, match=sentence):
        random_game(1, Given())


@pytest.mark.parametrize("chosen", [-1, 99, 1.0, None, True, "0"])
def test_a_choice_of_a_player_that_is_none_is_refused(chosen: Any) -> None:
    class Odd(RandomPlayer):
        def choose(self, decision: Any, streams: Any) -> Any:  # noqa: ARG002
            return chosen

    played = Playthrough((Odd(), Odd()), game_streams(1), GAME, GAME.starts()[0])
    with pytest.raises(UsageError, match=r"^the choice of a player is .*, but it must be"):
        list(played.choices())
