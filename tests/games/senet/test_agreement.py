"""Compiled rules and the slow reference agree on random boards and along games.

``SENET_GP_RANDOM_BOARDS`` sets the number of random boards, for a longer run than the usual one.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import pairwise

import pytest
from senet_rules import GROUPS, CompiledRules, End, ReferenceRules

from senet_gp.games.senet import plain_rules as reference
from senet_gp.games.senet.plain_rules import Board

RANDOM_BOARDS = int(os.environ.get("SENET_GP_RANDOM_BOARDS", "1000"))


def _drawn(rng: random.Random, squares: Sequence[int], most_mine: int, most_theirs: int) -> Board:
    """Pieces on some of these squares; none of mine in the water."""
    dry = [square for square in squares if square != 27]
    mine = rng.sample(dry, rng.randint(1, most_mine))
    free = [square for square in squares if square not in mine]
    return frozenset(mine), frozenset(rng.sample(free, rng.randint(1, most_theirs)))


def _dense(rng: random.Random) -> Board:
    """A stretch of track with hardly a gap, often the first: much of it is blocked in both directions."""
    mine: set[int] = set()
    theirs: set[int] = set()
    square = rng.choice([1, 1, 1, 2, 8, 14, 17, 20])
    while square <= 30 and not (len(mine) == len(theirs) == 7):
        side = rng.choice([mine, theirs])
        for _ in range(rng.randint(1, 3)):
            if len(side) < 7 and square <= 30 and not (side is mine and square == 27):
                side.add(square)
            square += 1
        square += rng.random() < 0.1
    for side in (mine, theirs):
        if not side:
            side.add(min(set(range(1, 9)) - mine - theirs))
    return frozenset(mine), frozenset(theirs)


def _random_board(rng: random.Random) -> Board:
    kind = rng.randrange(5)
    if kind == 0:
        mine, theirs = _drawn(rng, range(1, 31), 7, 7)
    elif kind == 1:
        mine, theirs = _drawn(rng, range(21, 31), 5, 5)
    elif kind == 2:
        mine, theirs = _drawn(rng, range(15, 31), 7, 7)
    elif kind == 3:
        # A few of mine among many: turns with few moves, and the ends of games.
        mine, theirs = _drawn(rng, range(1, 31), 2, 7)
    else:
        mine, theirs = _dense(rng)
    if rng.random() < 0.2 and len(theirs) < 7:
        theirs |= {27}
    return mine, theirs


def _random_group(rng: random.Random) -> tuple[int, ...]:
    """Throws held at once: as they come, or each multiset as likely as the next."""
    groups = list(GROUPS)
    weights = [float(chance) for chance, _ in GROUPS.values()] if rng.random() < 0.5 else None
    throws = list(rng.choices(groups, weights)[0])
    rng.shuffle(throws)
    return tuple(throws)


def _assert_same_ends(mine: Collection[int], theirs: Collection[int], throws: Sequence[int]) -> list[End]:
    """Compare everything that both say about a turn, and return it."""
    expected = ReferenceRules().ends(mine, theirs, throws)
    found = CompiledRules().ends(mine, theirs, throws)
    assert found == expected, f"{sorted(mine)=} {sorted(theirs)=} {throws=}"
    assert all(before.moves < after.moves for before, after in pairwise(found))
    return found


def test_random_boards_agree() -> None:
    rng = random.Random(20_240_601)
    for _ in range(RANDOM_BOARDS):
        mine, theirs = _random_board(rng)
        assert not mine & theirs
        _assert_same_ends(mine, theirs, _random_group(rng))


def test_random_boards_meet_every_rule() -> None:
    # Agreement says nothing about a rule that no random board tests.
    rng = random.Random(7)
    seen: Counter[str] = Counter()
    for _ in range(1000):
        mine, theirs = _random_board(rng)
        throws = _random_group(rng)
        ends = ReferenceRules().ends(mine, theirs, throws)
        seen["unchanged board"] += ends == [End(mine, theirs, [])]
        seen["backward move"] += len(throws) == 1 and any(
            start not in reference.forward_starts(mine, theirs, throw)
            for end in ends
            for throw, start in end.moves
        )
        for end in ends:
            seen["win"] += not end.mine
            seen["win with throws left"] += not end.mine and len(end.moves) < len(throws)
            seen["fall"] += 27 in end.mine
            seen["fall with throws left"] += 27 in end.mine and len(end.moves) < len(throws)
            seen["lost throw"] += bool(end.mine) and 27 not in end.mine and len(end.moves) < len(throws)
            seen["push into the water"] += 27 in end.theirs and 27 not in theirs
            seen["hit"] += end.hits == 1
            seen["several hits"] += end.hits > 1
    assert len(seen) == 10
    assert min(seen.values()) >= 10, seen


def test_random_rescues_agree() -> None:
    rng = random.Random(15)
    for _ in range(2000):
        mine, theirs = _drawn(rng, rng.choice([range(1, 27), range(5, 17)]), 6, 6)
        throw = rng.randint(1, 5)
        expected = ReferenceRules().rescue(mine | {27}, theirs, throw)
        assert CompiledRules().rescue(mine | {27}, theirs, throw) == expected


@pytest.mark.parametrize("seed", range(6))
def test_whole_games_agree(seed: int) -> None:
    """Each turn of a game between random players is asked of both; the boards are those of the game."""
    rng = random.Random(seed)
    groups = list(GROUPS)
    weights = [float(chance) for chance, _ in GROUPS.values()]
    first, second = ReferenceRules().start(7)
    mine: Collection[int] = first
    theirs: Collection[int] = second
    for _ in range(2000):
        if 27 in mine:
            throw = rng.choices(list(reference.THROWS), [float(p) for p in reference.THROWS.values()])[0]
            rescued = ReferenceRules().rescue(mine, theirs, throw)
            assert CompiledRules().rescue(mine, theirs, throw) == rescued
            mine = rescued
        else:
            again = True
            while again and mine and 27 not in mine:
                throws = rng.choices(groups, weights)[0]
                again = GROUPS[throws][1]
                end = rng.choice(_assert_same_ends(mine, theirs, throws))
                mine, theirs = end.mine, end.theirs
        if not mine:
            break
        mine, theirs = theirs, mine
    # 2,000 turns are a dozen games' worth.
    assert not mine
