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
    ("mine", "theirs", "throws", "text", "reason"),
    [
        ("5", "8", (3, 4), "12→15", "no piece stands on 12"),
        ("5", "8", (3, 4), "8→11", "the piece on 8 is not yours"),
        ("5", "8", (3, 4), "5+2", "there is no throw of 2, but 3 and 4"),
        ("5", "8", (3, 4), "5→10", "from 5 to 10 there is no way by 3 and 4"),
        ("5 8", "1", (3, 4), "5→8", "a piece of yours stands on 8"),
        ("5", "8 9", (3,), "5→8", "the piece on 8 is protected by the one beside it, on 9"),
        ("5", "7 8", (2, 4), "5+2", "the piece on 7 is protected by the one beside it, on 8"),
        ("24", "1", (3, 4), "24→28", "no piece passes 26, where each must stop"),
        ("28 3", "1", (2,), "28→30", "from 28 a piece only leaves the board, by a 3"),
        ("28 3", "1", (2,), "28→off", "from 28 a piece only leaves the board, by a 3"),
        ("26 3", "1 27", (1, 3), "26→27", "the water, 27, is taken"),
        (
            "26 3",
            "27 28",
            (2,),
            "26→28",
            "the piece on 28 would be pushed into the water, 27, which is taken",
        ),
        (
            "9 20",
            "1",
            (1, 1, 3),
            "9-1",
            "moves back only if none can move 1 forward, and this one can",
        ),
        ("9 20", "10 11", (1, 2), "9-1", "none can move 1 forward, and the one on 20 can"),
        ("5", "8", (3,), "5→8, 8→9", "all throws have been played"),
        ("5", "8", (3,), "5→31", "there is no square 31; a piece that leaves the board goes off"),
        ("5", "8", (3,), "31→5", "there is no square 31"),
        ("5", "8", (3,), "-", "- is for a turn in which no piece can move, and here one can"),
        ("5", "8", (3,), "5", "it does not say where the piece goes"),
        ("5", "8", (3,), "five", "'five' is not a move: write 9>12"),
        ("5", "8", (3,), "5→off→3", "'5>off>3' is not a move"),
        ("5", "8", (3,), " ", "no move is written"),
    ],
)
def test_what_is_wrong_with_a_move_is_said_truly(
    mine: str, theirs: str, throws: tuple[int, ...], text: str, reason: str
) -> None:
    decision = Senet().decision(position(mine, theirs), 0, throws)
    assert reason in refusal(decision, text)


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
