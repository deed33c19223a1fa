"""Matchbox machines: what they choose, what they learn, their files."""

from __future__ import annotations

import contextlib
import json
import os
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from senet_gp.experiments.matchbox_training import teachers_from, train
from senet_gp.games.board.game import BoardDecision, BoardGame, Position
from senet_gp.games.hexapawn import Hexapawn
from senet_gp.games.pursuit import Pursuit
from senet_gp.games.small import small_game, small_games
from senet_gp.games.tictactoe import TicTacToe
from senet_gp.games.trilobite import Trilobite
from senet_gp.players.matchbox import (
    ALL,
    FORMAT,
    SCHEMES,
    VALUES,
    VERSION,
    Box,
    MatchboxPlayer,
    Scheme,
    Window,
    as_content,
    matchbox_from,
    read_matchbox,
    taught,
    write_matchbox,
)
from senet_gp.runtime.documents import write_document
from senet_gp.runtime.errors import FileError, UsageError
from senet_gp.runtime.streams import game_streams

HEXAPAWN = Hexapawn()
VALUE_SCHEME = Scheme(form=VALUES, best=True)


def decision_in(text: str, game: BoardGame = HEXAPAWN, seat: int = 0) -> BoardDecision:
    position = game.position_from(text)
    return BoardDecision(game, seat, position, game.afterstates(position))


#: Three decisions that can follow each other in a game of tic-tac-toe, each with many moves.
LINE = [decision_in(text, TicTacToe()) for text in (".........", "x...o....", "xx..o.o..")]


def machine(scheme: Scheme, game: BoardGame | None = None) -> MatchboxPlayer:
    return MatchboxPlayer(game or TicTacToe(), scheme)


def lost(player: MatchboxPlayer, *indices: int, result: int = -1) -> list[list[int]]:
    """The weights of the line's boxes after a game with these choices."""
    chosen = list(zip(LINE, indices, strict=False))
    player.learn(chosen, result)
    return [player.weights(decision) for decision, _ in chosen]


def test_a_new_machine_finds_all_moves_equally_likely() -> None:
    decision = decision_in("xxx...ooo")
    for scheme in (Scheme(), VALUE_SCHEME, Scheme(initial=7)):
        player = machine(scheme, HEXAPAWN)
        streams = game_streams(5)
        counts = Counter(player.choose(decision, streams) for _ in range(3000))
        assert sorted(counts) == player.possible(decision) == [0, 1, 2]
        assert min(counts.values()) > 900
        assert not player.boxes, "playing changes nothing"


def test_moves_are_drawn_in_proportion_to_their_weights() -> None:
    decision = decision_in("xxx...ooo")
    player = machine(Scheme(initial=4), HEXAPAWN)
    player.boxes["xxx...ooo"] = Box(0, [6, 0, 2])
    streams = game_streams(5)
    counts = Counter(player.choose(decision, streams) for _ in range(4000))
    assert counts[1] == 0
    assert 2850 < counts[0] < 3150
    assert player.possible(decision) == [0, 2]


def test_the_best_move_is_taken_and_ties_are_drawn() -> None:
    decision = decision_in("xxx...ooo")
    player = machine(Scheme(initial=4, best=True), HEXAPAWN)
    player.boxes["xxx...ooo"] = Box(0, [6, 2, 6])
    streams = game_streams(5)
    counts = Counter(player.choose(decision, streams) for _ in range(1000))
    assert sorted(counts) == player.possible(decision) == [0, 2]
    assert min(counts.values()) > 400


@given(st.lists(st.integers(0, 3), min_size=9, max_size=9), st.integers(0, 2**60), st.booleans())
def test_a_move_of_weight_zero_is_never_played(weights: list[int], key: int, best: bool) -> None:
    player = machine(Scheme(best=best))
    player.boxes["........."] = Box(0, weights)
    index = player.choose(LINE[0], game_streams(key))
    assert index in player.possible(LINE[0])
    if any(weights):
        assert weights[index] > 0
        assert not player.resigns(LINE[0])
    else:
        assert player.resigns(LINE[0])
        assert player.possible(LINE[0]) == list(range(9)), "something must be played"


def test_only_the_last_move_is_punished() -> None:
    player = machine(Scheme())
    assert lost(player, 0, 1, 2) == [[1] * 9, [1] * 7, [1, 1, 0, 1, 1]]
    assert player.games == 1


def test_a_schedule_punishes_moves_before() -> None:
    weights = lost(machine(Scheme(initial=9, punishments=(3, 2, 1))), 0, 1, 2)
    assert [min(box) for box in weights] == [8, 7, 6]
    weights = lost(machine(Scheme(initial=9, punishments=(2, 1))), 0, 1, 2)
    assert [min(box) for box in weights] == [9, 8, 7]


def test_rewards() -> None:
    scheme = Scheme(initial=4, reward=3, draw_reward=1)
    assert [max(box) for box in lost(machine(scheme), 0, 1, 2, result=1)] == [7, 7, 7]
    assert [max(box) for box in lost(machine(scheme), 0, 1, 2, result=0)] == [5, 5, 5]
    full = machine(replace(scheme, initial=ALL))
    assert lost(full, 0, 1, 2, result=1)[0][0] == ALL, "weights have a bound"


def test_the_blame_passes_where_a_box_becomes_empty() -> None:
    player = machine(Scheme())
    for move in range(4):
        assert lost(player, 0, 1, move)[1][1] == 1
    weights = lost(player, 0, 1, 4)
    assert weights[2] == [0] * 5
    assert weights[1] == [1, 0, 1, 1, 1, 1, 1]
    assert weights[0] == [1] * 9


def test_the_blame_passes_over_a_box_that_was_empty() -> None:
    player = machine(Scheme())
    for move in range(5):
        lost(player, 0, 1, move)
    # It reached the position by other moves, or against a person: a move had to be played, and lost again.
    weights = lost(player, 3, 2, 0)
    assert weights[1] == [1, 0, 0, 1, 1, 1, 1]
    assert weights[0] == [1] * 9


def test_the_move_before_an_empty_box_is_punished_like_a_last_one() -> None:
    player = machine(Scheme(initial=9, punishments=(9, 4)))
    for move in range(4):
        lost(player, 0, 6 - move, move)
    before = player.weights(LINE[1])[1], player.weights(LINE[0])[5]
    assert before == (9, 9)
    lost(player, 5, 1, 4)
    assert (player.weights(LINE[1])[1], player.weights(LINE[0])[5]) == (0, 5)


@pytest.mark.parametrize(("refill", "weights"), [(True, [1] * 9), (False, [0] * 9)])
def test_an_empty_first_box_is_refilled_or_stays_empty(refill: bool, weights: list[int]) -> None:
    player = machine(Scheme(refill=refill))
    for move in range(9):
        assert player.weights(LINE[0]) == [0] * move + [1] * (9 - move)
        lost(player, move)
    assert player.weights(LINE[0]) == weights
    assert player.resigns(LINE[0]) is not refill


def test_a_game_without_own_decisions_teaches_nothing() -> None:
    player = machine(Scheme())
    player.learn([], -1)
    assert (player.games, player.boxes) == (1, {})


def test_values_belong_to_the_board_that_moves_lead_to() -> None:
    # Crosses on 1 and 2 come about by 1 from one position, and by 2 from another.
    player = machine(VALUE_SCHEME)
    one, two = (decision_in(text, TicTacToe()) for text in ("x..o.....", ".x.o....."))
    by_two = [afterstate.target for afterstate in one.afterstates].index(2)
    by_one = [afterstate.target for afterstate in two.afterstates].index(1)
    player.learn([(one, by_two)], -1)
    assert player.weights(two)[by_one] == 0
    assert by_one not in player.possible(two)
    assert sum(player.weights(two)) == len(two.afterstates) - 1


def test_boards_have_no_values_in_pursuit() -> None:
    with pytest.raises(UsageError, match="rates moves, not positions"):
        MatchboxPlayer(Pursuit(), VALUE_SCHEME)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"form": "drawers"}, "the form of a machine is boxes or values, not 'drawers'"),
        ({"form": None}, "the form of a machine is boxes or values, not None"),
        ({"initial": 0}, "initial weight is 0, but it must be from 1 to 1000000"),
        ({"initial": True}, "initial weight is True, but it must be a whole number"),
        ({"initial": ALL + 1}, "initial weight is 1000001, but it must be from 1 to 1000000"),
        ({"punishments": ()}, "a scheme punishes 1 to 100 moves, not 0"),
        ({"punishments": (0,)}, "punishment is 0, but it must be from 1 to 1000000"),
        ({"punishments": (1,) * 101}, "a scheme punishes 1 to 100 moves, not 101"),
        ({"reward": -1}, "reward is -1, but it must be from 0 to 1000000"),
        ({"draw_reward": 1.0}, "reward for a draw is 1.0, but it must be a whole number"),
        ({"best": 1}, "best is 1, but it must be true or false"),
        ({"refill": None}, "refill is None, but it must be true or false"),
    ],
)
def test_an_impossible_scheme_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Scheme(**changes)


def trained(game: BoardGame, scheme: Scheme, games: int = 24) -> MatchboxPlayer:
    player = MatchboxPlayer(game, scheme)
    train(player, teachers_from("mix", game, scheme), games=games, seed=3, seats=(0, 1))
    return player


@pytest.mark.parametrize("form", ["boxes", "values"])
@pytest.mark.parametrize("name", small_games())
def test_a_file_holds_all_that_was_learned(name: str, form: str, tmp_path: Path) -> None:
    game = small_game(name)
    if form == VALUES and game.policy:
        return
    player = trained(game, replace(SCHEMES["menace"], form=form))
    path = tmp_path / "machine.json"
    write_matchbox(player, path)
    again = matchbox_from(f"matchbox:{path}", game)
    assert again.boxes == player.boxes
    assert player.boxes
    assert (again.game, again.scheme, again.games, again.curve) == (
        player.game, player.scheme, player.games, player.curve,
    )  # fmt: skip
    assert again.name == f"matchbox:{path}"
    write_matchbox(again, tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == path.read_bytes()


def test_several_teach_the_same_machine_at_once(tmp_path: Path) -> None:
    """Each has read it before any other has written it."""
    file = tmp_path / "m.json"
    scheme = SCHEMES["reward"]
    write_matchbox(machine(scheme), file)
    children = []
    for _ in range(4):
        player = read_matchbox(file)
        if not (child := os.fork()):
            code = 1
            with contextlib.suppress(BaseException):
                for _ in range(10):
                    with taught(player, file):
                        player.learn([(LINE[0], 0)], 1)
                code = 0
            os._exit(code)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * 4
    after = read_matchbox(file)
    assert after.games == 40
    (box,) = after.boxes.values()
    assert box.weights == [scheme.initial + 40, *[scheme.initial] * 8]


def test_a_file_that_changes_while_a_game_is_played(tmp_path: Path) -> None:
    file = tmp_path / "m.json"
    player = machine(SCHEMES["last-move"])
    with taught(player, file):
        player.learn([], 1)
    file.unlink()
    with taught(player, file):
        player.learn([], 1)
    assert read_matchbox(file).games == 2
    other = machine(SCHEMES["menace"])
    write_matchbox(other, file)
    before = file.read_bytes()
    with pytest.raises(FileError, match=r"holds another machine now"), taught(player, file):
        player.learn([], 1)
    assert file.read_bytes() == before


def test_a_machine_of_another_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "machine.json"
    write_matchbox(MatchboxPlayer(Trilobite(4, 3, 3)), path)
    assert matchbox_from(f"matchbox:{path}", Trilobite(4, 3, 3)).game == Trilobite(4, 3, 3)
    with pytest.raises(FileError, match=r"learned trilobite with width 4, not hexapawn"):
        matchbox_from(f"matchbox:{path}", HEXAPAWN)
    with pytest.raises(FileError, match="learned trilobite"):
        matchbox_from(f"matchbox:{path}", Trilobite())
    for text in ("matchbox", "matchbox:", "random", f"box:{path}"):
        with pytest.raises(UsageError, match="write matchbox:FILE"):
            matchbox_from(text, HEXAPAWN)
    with pytest.raises(FileError, match="does not exist"):
        matchbox_from(f"matchbox:{tmp_path}/none", HEXAPAWN)


Content = dict[str, Any]
START = "xxx...ooo"


def _put(*path: Any) -> Callable[[Content], None]:
    """A change: the last of these is put where the others lead."""

    def change(content: Content) -> None:
        *inner, last, value = path
        place: Any = content
        for key in inner:
            place = place[key]
        place[last] = value

    return change


BROKEN: list[Callable[[Content], Any]] = [
    *(_put(key, value) for key in ("game", "parameters", "scheme", "games", "curve", "boxes", "people")
      for value in (None, 7.5, -1, True, [[]], ["x"], {"x": 1}, "senet", "x" * 5)),
    *(_put("scheme", key, value) for key in ("form", "initial", "punishments", "reward", "best", "refill")
      for value in (None, -1, [None], "abc", {}, 10**30, 0.5)),
    *((lambda content, key=key: content.pop(key)) for key in ("game", "scheme", "games", "curve", "boxes")),
    _put("parameters", {"size": 10**9}),
    _put("boxes", "xxx", {"seat": 0, "weights": {}}),
    _put("boxes", "xxxxxxxxx", {"seat": 0, "weights": {}}),
    _put("boxes", START, "seat", 2),
    _put("boxes", START, "weights", {"1-4": 1, "2-5": 1}),
    _put("boxes", START, "weights", ["1-4", "2-5", "3-6"]),
    _put("boxes", START, "weights", {"1-4": 1, "2-5": 1, "3-6": -1}),
    _put("boxes", START, "weights", {"1-4": 1, "2-5": 1, "3-6": ALL + 1}),
    _put("boxes", START, "weights", {"1-4": 1, "2-5": 1, "3-6": True}),
    _put("boxes", START, "weights", {"1-4": 1, "2-5": 1, "4-7": 1}),
]  # fmt: skip


def test_a_hostile_file_is_refused_in_one_sentence(tmp_path: Path) -> None:
    sound = json.dumps(as_content(trained(HEXAPAWN, Scheme(), 10)))
    path = tmp_path / "machine.json"
    for number, change in enumerate(BROKEN):
        content = json.loads(sound)
        change(content)
        write_document(path, FORMAT, VERSION, content)
        with pytest.raises(FileError) as caught:
            read_matchbox(path)
        text = str(caught.value)
        assert text.startswith(f"{path} is unsound: "), number
        assert len(text) < len(str(path)) + 250
        assert "\n" not in text


def test_a_window_of_the_curve() -> None:
    window = Window(10, 3, 1, 0, 0)
    assert (window.share_won, window.proven) == (0.75, True)
    assert not Window(10, 3, 1, 0).proven
    assert Window(0, 0, 0, 0).share_won == 0


def test_positions_that_are_met_have_boxes() -> None:
    player = machine(Scheme(), HEXAPAWN)
    decision = decision_in(START)
    player.learn([(decision, 0)], 1)
    assert player.boxes == {START: Box(0, [1, 1, 1])}
    values = machine(VALUE_SCHEME, HEXAPAWN)
    values.learn([(decision, 0)], 1)
    texts = [HEXAPAWN.text(afterstate.position) for afterstate in decision.afterstates]
    assert values.boxes == dict.fromkeys(texts, Box(0, [1]))
    assert HEXAPAWN.position_from(texts[0]) == Position(0b11100, 0b1110000000)
