"""Games analysed: identities, the solver's word, mistakes that are mistakes, and every number repeated."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from commands import assert_refused, run_command
from dice_race import DiceRace
from markupsafe import escape
from played_games import record_of

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.games.registry import GAMES, Entry
from senet_gp.games.senet import Senet
from senet_gp.games.small import small_game
from senet_gp.games.solving.perfect import PerfectPlay
from senet_gp.games.wording import wording_of
from senet_gp.insight import analyse, chance_source
from senet_gp.insight.chances import Difference
from senet_gp.runtime.errors import UsageError
from senet_gp.show.analysis_page import page_of

SENET = Senet(2)


RECORD = record_of(SENET, 4, "random", "hand:HC5")


def test_throws_and_choices_add_up_and_workers_do_not_matter(pool: WorkerPool) -> None:
    found = analyse(RECORD, games=40, seed=3, pool=pool)
    assert found.as_json() == analyse(RECORD, games=40, seed=3).as_json()
    assert found.as_json() != analyse(RECORD, games=40, seed=4).as_json()
    last = found.choices[-1]
    assert last.chance_of(0) == {1: 1.0, -1: 0.0}[RECORD.outcome or 0]
    sums = 0.0
    for judged in found.choices:
        sign = 1 - 2 * judged.choice.seat
        assert judged.luck is not None
        sums += sign * judged.luck.value
    assert found.luck.value == pytest.approx(sums)
    assert found.start[0] + found.luck.value + found.play.value == pytest.approx(last.chance_of(0))
    for judged, following in zip(found.choices, found.choices[1:], strict=False):
        flipped = judged.choice.seat != following.choice.seat
        assert following.before.value == pytest.approx(1 - judged.after if flipped else judged.after)
        assert judged.choice.index in judged.chances.indices
        assert judged.lost.value >= 0 or not judged.lost.certain


def test_who_plays_at_random_makes_the_mistakes() -> None:
    random, good = analyse(record_of(Senet(4), 2, "random", "hand:HC5"), games=200).accuracies
    assert random.mistakes + random.blunders > good.mistakes + good.blunders
    assert random.lost.interval[0] > 0
    assert good.lost.interval[0] < 0.005
    assert random.lost.value > good.lost.value


@pytest.mark.parametrize("name", ["hexapawn", "tictactoe"])
def test_in_small_games_the_solver_has_the_word(name: str) -> None:
    game = small_game(name)
    record = record_of(game, 2)
    found, perfect = analyse(record), PerfectPlay(game)
    assert (found.exact, found.play.error, found.luck.value) == (True, 0.0, found.luck.value)
    for judged in found.choices:
        ratings = perfect.ratings(judged.choice.decision.afterstates)
        assert judged.after == (1 + ratings[judged.choice.index]) / 2
        assert judged.lost == Difference((max(ratings) - ratings[judged.choice.index]) / 2, 0.0)
        assert judged.luck is None
        assert (judged.mark == "??") == (max(ratings) > ratings[judged.choice.index])
    assert [judged.lost.value for judged in found.worst] == sorted(
        (judged.lost.value for judged in found.choices if judged.mark), reverse=True
    )[:3]
    assert "Luck" not in page_of(found)
    record.players = ("human", "minimax")
    assert "● You against ○ Best" in page_of(analyse(record))


def test_an_unfinished_game_is_analysed_and_an_empty_one_refused() -> None:
    part = replace(RECORD, choices=RECORD.choices[:6], outcome=None)
    found = analyse(part, games=20)
    assert (len(found.choices), found.as_json()["result"]) == (6, "unfinished")
    assert found.luck.error > 0
    with pytest.raises(UsageError, match="has no moves"):
        analyse(replace(RECORD, choices=[], outcome=None))


def test_a_game_in_plain_python_takes_fewer_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "dicerace", Entry(game="dice_race:DiceRace", words="dice_race:vocabularies"))
    record = record_of(DiceRace(), 1)
    found = analyse(record)
    assert (found.games, found.means) == (40, "if both play on as random")
    assert "at random, because no better player of this game is known" in found.meaning
    assert found.choices[-1].chance_of(0) in {0.0, 1.0}
    assert chance_source(DiceRace()).points([DiceRace().starts()[0]], 1, 9).shape == (1, 9)


def test_on_the_command_line_as_text_json_and_page(tmp_path: Path) -> None:
    record = replace(RECORD, players=("<b>me</b>", "\x1b[31mhand"))
    record.write(tmp_path / "game.txt")
    asked = ("analyse", "game.txt", "--games", "30", "--workers", "1")
    done = run_command(*asked, "--page", "page.html", "--ascii", cwd=tmp_path)
    assert done.returncode == 0
    assert "Wins of 100 if both play on as Hard (hand:HC5), estimated by 30 games each" in done.stdout
    for heading in ("Choice by choice", "The worst choices", "Accuracy", "Luck"):
        assert heading in done.stdout
    assert "\x1b" not in done.stdout
    assert done.stdout.isascii()
    rows = re.findall(r"^ +\d+ +[xo] +\d", done.stdout, re.MULTILINE)
    assert len(rows) == len(RECORD.choices)
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "default-src 'none'" in page
    assert "&lt;b&gt;me" in page
    assert "<b>" not in page
    assert not re.search(r"<script|<img|https?://(?!www\.w3\.org/2000/svg)|\x1b", page)
    assert page.count('<tr class="marked">') + page.count("<tr><td") == len(RECORD.choices)
    printed = run_command(*asked, "--json", cwd=tmp_path)
    content = json.loads(printed.stdout)
    assert printed.stdout.count("\n") == 1
    moves = [choice.decision.notation(choice.index) for choice in RECORD.choices]
    assert [row["moves"] for row in content["choices"]] == moves
    for choice in RECORD.choices:
        text = wording_of(choice.decision).told(choice.index)
        assert f"<td>{escape(text)}</td>" in page
        assert text.translate({ord("→"): ">"}).split(", ")[0] in done.stdout
    assert content["players"] == ["<b>me</b>", "\\x1b[31mhand"]
    assert len(content["choices"]) == len(RECORD.choices)
    assert_refused(run_command(*asked, "--page", "page.html", cwd=tmp_path), 1, "page.html already exists")
    assert_refused(run_command(*asked, "--player", "nobody", cwd=tmp_path), 2, "there is no player 'nobody'")
