"""Senet's moves in the words of people: each choice has its own text, which is read, as its beginning is."""

from __future__ import annotations

import random

import pytest
from played_games import played

from senet_gp.games.protocol import Decision
from senet_gp.games.registry import game_of
from senet_gp.games.senet import Senet, SenetPosition
from senet_gp.games.wording import wording_of
from senet_gp.runtime.errors import UsageError


def refusal(decision: Decision, text: str) -> str:
    """Why a text is refused."""
    with pytest.raises(UsageError) as refused:
        wording_of(decision).meant(text)
    return str(refused.value)


def test_every_choice_has_a_text_of_its_own_which_names_it() -> None:
    rng = random.Random(1)
    for choice in [*played(Senet(), 1)[1][::12], *played(Senet(2), 2)[1]]:
        wording = wording_of(choice.decision)
        indices = range(len(choice.decision.afterstates))
        texts = [wording.text(index) for index in indices]
        assert len(set(texts)) == len(texts)
        assert sorted(wording.order()) == list(indices)
        for index in rng.sample(indices, min(2, len(indices))):
            for sign in ("→", "->", " > "):
                assert wording.meant(texts[index].replace("→", sign)) == [index]
            assert index in wording.meant(choice.decision.notation(index))
            assert choice.decision.named(texts[index]) == index


def test_steps_come_in_the_order_of_the_text() -> None:
    """Arrows on a board are numbered by it."""
    other = 0
    for choice in played(Senet(3), 2)[1]:
        wording = wording_of(choice.decision)
        for index in range(len(choice.decision.afterstates)):
            steps = wording.steps(index)
            assert sorted(steps) == sorted(choice.decision.steps(index))
            other += steps != choice.decision.steps(index)
            left = [step[0] for step in steps]
            for part in wording.parts(index) if "→" in wording.text(index) else ():
                start = int(part.split("→")[0])
                left = left[left.index(start) + 1 :]
    assert other > 20


def test_the_beginning_of_a_choice_is_enough() -> None:
    seen = 0
    for choice in played(Senet(), 2)[1][::4]:
        wording = wording_of(choice.decision)
        for index in range(0, len(choice.decision.afterstates), 7):
            parts = wording.parts(index)
            for length in range(1, len(parts)):
                begun = ", ".join(parts[:length])
                found = wording.meant(begun)
                if begun == wording.text(found[0]):
                    continue  # the whole of another choice
                assert index in found
                assert wording.meant(wording.joined(begun, ", ".join(parts[length:]))) == [index]
                opened = wording.meant(f"{parts[0].split('→')[0]}→")
                assert set(found) <= set(opened)
                seen += 1
    assert seen > 15


def position(mine: str, theirs: str) -> SenetPosition:
    return SenetPosition.of(map(int, mine.split()), map(int, theirs.split()))


@pytest.mark.parametrize(
    ("mine", "theirs", "throws", "text", "answer"),
    [
        ("5 9", "8", (3, 4), "12→15", "no piece of yours stands on 12, but on 5 and 9"),
        ("5", "8", (3, 4), "8→11", "no piece of yours stands on 8, but on 5"),
        ("5", "8", (3, 4), "5+2", "by 3 and 4, the piece on 5 can play 5→8, 5→9 and 5→12"),
        ("5", "8", (3, 4), "5→10", "by 3 and 4, the piece on 5 can play 5→8, 5→9 and 5→12"),
        ("5", "8", (3, 4), "5→8→10", "by 3 and 4, the piece on 5 can play 5→8, 5→9 and 5→12"),
        ("5 8", "1", (3, 4), "5→8", "by 3 and 4, the piece on 5 can play 5→9 and 5→12"),
        ("5", "8", (3, 4), "5→8, 8→9", "by 4, the piece on 8 can play 8→12"),
        ("5 20", "8 9", (3,), "5→8", "by 3, the piece on 5 cannot move"),
        ("24 5", "1", (3, 4), "24→28", "by 3 and 4, the piece on 24 cannot move"),
        ("28 3", "1", (1, 3), "28→30", "by 1 and 3, the piece on 28 can play 28→off"),
        ("26 3", "1 27", (1, 3), "26→27", "by 1 and 3, the piece on 26 can play 26→29"),
        ("9 20", "1", (1, 1, 3), "9-1", "the piece on 9 can play 9→10, 9→11, 9→12, 9→13 and 9→14"),
        ("5", "8", (3,), "5→8, 8→9", "all throws have been played"),
        ("5", "8", (3,), "5→31", "by 3, the piece on 5 can play 5→8"),
        ("5", "8", (3,), "31→5", "no piece of yours stands on 31, but on 5"),
        ("5", "8", (3,), "5", "by 3, the piece on 5 can play 5→8"),
        ("5", "8", (3,), "-", "- is for a turn in which no piece can move, and here one can"),
        ("5", "8", (3,), "five", "'five' is not a move: write 9>12"),
        ("5", "8", (3,), "5→off→3", "'5>off>3' is not a move"),
        ("5", "8", (3,), " ", "no move is written"),
    ],
)
def test_an_illegal_move_is_answered_with_the_legal_ones_of_that_piece(
    mine: str, theirs: str, throws: tuple[int, ...], text: str, answer: str
) -> None:
    decision = Senet().decision(position(mine, theirs), 0, throws)
    assert answer in refusal(decision, text)


def test_a_dash_that_may_mean_two_things_is_asked_about() -> None:
    """By 1 and 5, a piece that cannot go forward goes back from 6 to 5, or 5 back to 1."""
    decision = Senet().decision(position("6", "7 8 10 11"), 0, (1, 3, 5))
    assert "6-5 may mean from 6 to 5, or 5 back from 6: write 6>5 or 6>1" in refusal(decision, "6-5")
    texts = [wording_of(decision).text(index) for index in wording_of(decision).meant("6>5")]
    assert texts
    assert all("6→" in text for text in texts)


def test_a_record_reads_moves_in_either_form() -> None:
    decision = Senet().decision(position("15 6", "1 2"), 0, (1, 1, 3))
    assert decision.named("15→17, 6→9") == decision.named("15+1 16+1 6+3")
    with pytest.raises(UsageError, match="does not tell the whole turn"):
        decision.named("15→17")


@pytest.mark.parametrize(("mine", "throws", "best"), [("30 10", (2,), "30→off"), ("26 3", (1, 3), "3→7")])
def test_the_best_kinds_come_first(mine: str, throws: tuple[int, ...], best: str) -> None:
    wording = wording_of(Senet().decision(position(mine, "20"), 0, throws))
    assert best in wording.text(wording.order()[0])
    in_water = [wording.decision.afterstates[index].position.in_water for index in wording.order()]
    assert in_water == sorted(in_water)


def test_other_games_are_worded_by_their_notation() -> None:
    for name in ("hexapawn", "trilobite", "tictactoe"):
        game = game_of(name)
        decision = game.decision(game.starts()[0], 0, ())
        wording = wording_of(decision)
        for index in range(len(decision.afterstates)):
            assert wording.text(index) == decision.notation(index)
            assert index in wording.meant(decision.notation(index)[:1])


def test_a_fall_into_the_water_is_written_last_and_told() -> None:
    """It ends the turn."""
    wording = wording_of(Senet().decision(position("26 19", "1"), 0, (1, 3)))
    told = {wording.with_remark(index) for index in wording.order()}
    assert {"26→27, falls in", "19→22, 26→27, falls in"} <= told
    assert not any("26→27, 19" in text for text in told)


@pytest.mark.parametrize(
    ("taken", "throw", "told"), [("1", 4, "off the board"), ("15 14 1", 2, "back to 13")]
)
def test_it_is_told_where_a_piece_leaves_the_water_to(taken: str, throw: int, told: str) -> None:
    decision = Senet().decision(position("27 5", taken), 0, (throw,))
    assert wording_of(decision).move_text(0) == f"out of the water, {told}"
