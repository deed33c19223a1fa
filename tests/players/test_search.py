"""Looking ahead."""

from __future__ import annotations

import pickle

import pytest

from primitives import Board
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.match import play_match
from senet_gp.engine.dice_search import WON, Search
from senet_gp.games.senet import Senet, SenetDecision, SenetPosition, afterstates
from senet_gp.games.senet import plain_rules as reference
from senet_gp.players import ExpressionPlayer
from senet_gp.players.parsing import player_from_text
from senet_gp.players.search import DiceSearch, SearchPlayer
from senet_gp.runtime.streams import game_streams
from senet_gp.trees import plain

SENET = Senet()
#: No difference of the same for both sides, so that a mistaken point of view shows.
LOPSIDED = "expr:(add (mul 3 their_distance) (sub (mul 10 hits) (add my_distance (mul 5 (move_start 1)))))"


def base(text: str = LOPSIDED) -> ExpressionPlayer:
    player = player_from_text(text, "senet")
    assert isinstance(player, ExpressionPlayer)
    return player


def expected_value(
    mine: frozenset[int], theirs: frozenset[int], player: ExpressionPlayer, *, searcher: bool
) -> float:
    """The mean over all throws of the best turn of ``mine``, from slow rules and the plain meaning."""

    def worth(after: frozenset[int], other: frozenset[int], moves: tuple = (), hits: int = 0) -> float:
        if not after:
            return WON if searcher else -WON
        board = Board(after, other, moves, hits) if searcher else Board(other, after)
        return plain.value(player.tree, player.vocabulary, board)

    if 27 in mine:
        return sum(
            float(chance) * worth(reference.rescue(mine, theirs, throw), theirs)
            for throw, chance in reference.THROWS.items()
        )
    best = max if searcher else min
    return sum(
        float(chance)
        * best(worth(*boards, *how) for boards, how in reference.end_boards(mine, theirs, throws).items())
        for throws, (chance, _) in reference.throw_groups().items()
    )


POSITIONS = [
    ((3, 9), (4, 12)),
    ((26, 30), (25, 29)),
    ((27, 14), (15, 16)),
    ((30,), (28,)),
    ((26,), (27, 3)),
    ((5, 6, 20), (4, 21)),
]


@pytest.mark.parametrize(("mine", "theirs"), POSITIONS)
@pytest.mark.parametrize("searcher", [True, False])
def test_the_value_of_a_turn_is_that_of_the_slow_rules(mine: tuple, theirs: tuple, searcher: bool) -> None:
    player = base()
    board = SENET.board_of(SenetPosition.of(mine, theirs))
    found = Search(player.program, SENET).value(board, 1, searcher_moves=searcher)
    assert found == pytest.approx(
        expected_value(frozenset(mine), frozenset(theirs), player, searcher=searcher), rel=1e-12
    )


def test_two_turns_ahead_are_one_turn_ahead_of_each_board() -> None:
    player = base()
    search = Search(player.program, SENET)
    position = SenetPosition.of([29], [28, 30])
    expected = 0.0
    for throws, (chance, again) in reference.throw_groups().items():
        values = []
        for after in (afterstate.position for afterstate in afterstates(position, throws)):
            stays = again and not after.in_water
            then = after if stays else after.swapped()
            board = SENET.board_of(then)
            values.append(WON if after.won else search.value(board, 1, searcher_moves=stays))
        expected += float(chance) * max(values)
    assert search.value(SENET.board_of(position), 2, searcher_moves=True) == pytest.approx(
        expected, rel=1e-12
    )


@pytest.mark.parametrize("throws", [(1, 1, 1, 1), (1, 4, 5, 5), (1, 2)])
def test_the_player_to_move_next_is_asked_after_throws_that_grant_another(throws: tuple[int, ...]) -> None:
    """A turn that goes on ends all the same where a piece falls into the water."""
    player, search = DiceSearch(base(), 2, SENET), Search(base().program, SENET)
    decision = SENET.decision(SenetPosition.of([9, 22, 26], [4, 12]), 0, throws)
    expected, kinds = [], set()
    for after in (afterstate.position for afterstate in decision.afterstates):
        stays = 2 not in throws and not after.in_water
        kinds.add(stays)
        board = SENET.board_of(after if stays else after.swapped())
        expected.append(search.value(board, 1, searcher_moves=stays))
    assert player.scores(decision) == pytest.approx(expected)
    assert kinds == ({False} if 2 in throws else {True, False})


def test_a_search_takes_the_win_and_avoids_the_loss() -> None:
    # 30+any wins; the evaluation alone would rather stay and hit.
    position = SenetPosition.of([30], [1, 2, 3])
    player = player_from_text("search:2:expr:(sub my_pieces their_distance)", "senet")
    assert isinstance(player, SearchPlayer)
    some = afterstates(position, [1, 1])
    decision = SenetDecision(Senet(), 0, position, some, (1, 1))
    chosen = player.choose(decision, game_streams(1))
    assert some[chosen].position.won
    assert player.scores(decision)[chosen] == WON


def test_one_turn_is_the_player_itself() -> None:
    decision = SENET.decision(SenetPosition.start(), 0, (1, 3))
    player = base()
    assert DiceSearch(player, 1, SENET).scores(decision) == player.scores(decision)


def test_equals_are_drawn() -> None:
    some = afterstates(SenetPosition.start(), [1, 3])
    player = DiceSearch(base("expr:7"), 1, SENET)
    decision = SenetDecision(Senet(), 0, SenetPosition.start(), some, (1, 3))
    streams = game_streams(2)
    assert {player.choose(decision, streams) for _ in range(600)} == set(range(len(some)))


def test_looking_ahead_helps(pool: WorkerPool) -> None:
    """With two pieces a side, games are short enough to show it."""
    text = "expr:(sub their_distance my_distance)"
    ahead, alone = player_from_text(f"search:2:{text}", "senet"), player_from_text(text, "senet")
    report = play_match(ahead, alone, games=200, seed=1, pool=pool, game=Senet(2))
    assert report.interval[0] > 0.5


def test_players_are_sent_to_workers() -> None:
    player = player_from_text(f"search:2:{LOPSIDED}", "senet")
    again = pickle.loads(pickle.dumps(player))  # noqa: S301 - our own
    decision = SENET.decision(SenetPosition.of([3, 9], [4, 12]), 0, (1, 3))
    assert again.name == player.name
    assert isinstance(player, SearchPlayer)
    assert again.scores(decision) == player.scores(decision)


@pytest.mark.slow
def test_a_search_is_made_anew_where_it_is_played() -> None:
    """The numbers of operations are those of one process, so no program is sent along."""
    text = "expr:(sub their_distance my_distance)"
    ahead, alone = player_from_text(f"search:2:{text}", "senet"), player_from_text(text, "senet")
    reports = []
    for workers in (1, "spawn:2"):
        with WorkerPool(workers) as pool:
            reports.append(play_match(ahead, alone, games=12, seed=3, pool=pool, game=Senet(2)))
    assert reports[0] == reports[1]
    with pytest.raises(TypeError, match="valid in one process only"):
        pickle.dumps(base().program)
