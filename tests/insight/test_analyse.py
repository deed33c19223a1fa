"""Games analysed: identities, the solver's word, mistakes that are mistakes, and every number repeated."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from commands import assert_refused, run_command
from markupsafe import escape
from played_games import record_of

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.games.senet import Senet
from senet_gp.games.small import small_game
from senet_gp.games.solving.perfect import PerfectPlay
from senet_gp.games.wording import wording_of
from senet_gp.insight import Judge, analyse, judge_of
from senet_gp.insight.judges import Grade
from senet_gp.runtime.errors import UsageError
from senet_gp.show.analysis_page import page_of

RECORD = record_of(Senet(3), 4, "random", "hand:HC5")


@pytest.mark.parametrize("judge", [judge_of(Senet(3)), judge_of(Senet(1), "hand:HC1")], ids=repr)
def test_throws_and_choices_add_up_and_workers_do_not_matter(judge: Judge, pool: WorkerPool) -> None:
    record = record_of(judge.game, 4, "random", "hand:HC5")
    found = analyse(record, judge, pool=pool)
    assert found.as_json() == analyse(record, judge).as_json()
    last = found.choices[-1]
    assert last.chance_of(0) == {1: 1.0, -1: 0.0}[record.outcome or 0]
    sums = 0.0
    for one in found.choices:
        assert one.luck is not None
        sums += one.luck if one.choice.seat == 0 else -one.luck
    assert found.luck == pytest.approx(sums)
    assert found.begun + found.luck + found.play == pytest.approx(last.chance_of(0))
    for one, following in zip(found.choices, found.choices[1:], strict=False):
        flipped = one.choice.seat != following.choice.seat
        assert following.before == pytest.approx(1 - one.after if flipped else one.after)
        assert one.lost >= 0


@pytest.mark.parametrize("pieces", [1, 3])
def test_start_luck_and_choices_explain_the_whole_result(pieces: int) -> None:
    for seed in range(3):
        record = record_of(Senet(pieces), seed, "random", "hand:HC5")
        found = analyse(record)
        assert found.start + found.luck + found.play == pytest.approx((1 + (record.outcome or 0)) / 2)


def test_two_people_are_told_of_both() -> None:
    """The second one's mistakes count as well, and nobody is spoken to."""
    game = small_game("tictactoe")
    record = record_of(game, 2, "random", "random")
    record.players = ("human", "human")
    found = analyse(record, judge_of(game))
    assert found.names == ("Player 1", "Player 2")
    marked = [one for one in found.choices if one.mark]
    assert {one.choice.seat for one in marked} == {0, 1}
    assert max(one.lost for one in marked) == found.worst[0].lost
    assert "you" not in found.luck_told


def test_perfect_play_loses_nothing() -> None:
    found = analyse(record_of(Senet(1), 3, "minimax"))
    assert found.accuracies[0].mean == 0
    assert set(found.accuracies[0].grades) == {Grade.BEST}


def test_who_plays_at_random_is_seen_to() -> None:
    random, good = analyse(record_of(Senet(4), 2, "random", "hand:HC5")).accuracies
    assert random.mean > 3 * good.mean
    assert random.mean > 0.01
    assert random.grades[Grade.MISTAKE] + random.grades[Grade.BLUNDER] > 2
    assert sum(random.grades.values()) == random.decisions


@pytest.mark.parametrize("name", ["hexapawn", "tictactoe"])
def test_in_small_games_the_solver_has_the_word(name: str) -> None:
    game = small_game(name)
    record = record_of(game, 2)
    found, perfect = analyse(record), PerfectPlay(game)
    assert found.judge.exact
    for judged in found.choices:
        ratings = perfect.ratings(judged.choice.decision.afterstates)
        assert judged.after == (1 + ratings[judged.choice.index]) / 2
        assert judged.lost == (max(ratings) - ratings[judged.choice.index]) / 2
        assert judged.luck is None
        assert (judged.mark == "??") == (max(ratings) > ratings[judged.choice.index])
    assert [judged.lost for judged in found.worst] == sorted(
        (judged.lost for judged in found.choices if judged.mark), reverse=True
    )[:3]
    assert "Luck" not in page_of(found)
    record.players = ("human", "minimax")
    assert "● You against ○ Best" in page_of(analyse(record))


def test_an_unfinished_game_is_analysed_and_an_empty_one_refused() -> None:
    part = replace(RECORD, choices=RECORD.choices[:6], outcome=None)
    found = analyse(part)
    assert (len(found.choices), found.as_json()["result"]) == (6, "unfinished")
    with pytest.raises(UsageError, match="has no moves"):
        analyse(replace(RECORD, choices=[], outcome=None))


def test_luck_and_choices_are_told_in_sentences() -> None:
    told = analyse(replace(RECORD, players=("human", "random"))).luck_told
    assert re.fullmatch(
        r"((Good luck gave|Bad luck cost) you \d+ wins? of 100|Good and bad luck were even)\. "
        r"All choices, yours and the other's together, (gave|cost) you \d+\. "
        r"So \d+ wins of 100 at the start became (0|100) after the last choice\.",
        told,
    )


def test_on_the_command_line_as_text_json_and_page(tmp_path: Path) -> None:
    record = replace(RECORD, players=("<b>me<b>", "\x1b[31mhand"))
    record.write(tmp_path / "game.txt")
    asked = ("analyse", "game.txt")
    done = run_command(*asked, "--page", "page.html", "--ascii", cwd=tmp_path)
    assert done.returncode == 0
    assert "Wins of 100 as the network net-mixed judges, looking two turns ahead" in done.stdout
    for heading in ("Choice by choice", "The worst choices", "Accuracy", "Luck"):
        assert heading in done.stdout
    assert "\x1b" not in done.stdout
    assert done.stdout.isascii()
    rows = re.findall(r"^ +\d+ +[xo] +\d", done.stdout, re.MULTILINE)
    marked = sum(bool(one.mark) for one in analyse(RECORD).choices)
    assert marked
    assert len(rows) == len(RECORD.choices) + marked
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "default-src 'none'" in page
    assert "&lt;b&gt;me" in page
    assert "<b>" not in page
    assert not re.search(r"<script|<img|https?://(?!www\.w3\.org/2000/svg)|\x1b", page)
    assert len(re.findall(r'<th scope="row" class="n">\d', page)) == len(RECORD.choices) + marked
    printed = run_command(*asked, "--json", cwd=tmp_path)
    content = json.loads(printed.stdout)
    assert printed.stdout.count("\n") == 1
    moves = [choice.decision.notation(choice.index) for choice in RECORD.choices]
    assert [row["moves"] for row in content["choices"]] == moves
    for choice in RECORD.choices:
        text = wording_of(choice.decision).move_text(choice.index)
        assert f">{escape(text)}</td>" in page
        assert text.translate({ord("→"): ">"}).split(", ")[0] in done.stdout
    assert content["players"] == ["<b>me<b>", "\\x1b[31mhand"]
    assert len(content["choices"]) == len(RECORD.choices)
    assert_refused(run_command(*asked, "--page", "page.html", cwd=tmp_path), 1, "page.html already exists")
    assert_refused(run_command(*asked, "--table", "nowhere", cwd=tmp_path), 1, "nowhere")
