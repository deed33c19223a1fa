"""What a judge of Senet is worth: its first rows against exact chances, grades of players, and levels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Any

import numpy as np

from senet_gp.engine.playthrough import Choice, choices_of_game
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.registry import game_of
from senet_gp.insight.judges import Grade, Judge, judge_of, judged
from senet_gp.players.levels import LEVEL_WORDS, beginner_of, levels_of
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import Player
from senet_gp.runtime.streams import CHOICES, Streams, below, game_streams, part_keys
from studies.pages import percent, table
from studies.work import Study, Work

#: Judges of Senet with two pieces, where chances are exact: what is shown of each, and who it is.
_JUDGES = {"playouts of `hand:HC5`": "hand:HC5", "`net`": "net", "`net-mixed`": "net-mixed"}
#: With fewer choices than these the first row is seldom wrong.
_CHOICES = 5
_PIECES = (3, 7)
_SHORT = (3, 5)


class _AmongFive:
    """Plays one of the five best choices at random."""

    participant = None
    name = "one of the first five"

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    def choose(self, decision: Decision, streams: Streams) -> int:
        """The index of an afterstate."""
        shown = judged(self._judge, decision).order[:_CHOICES]
        return shown[below(streams, CHOICES, len(shown))]


def _decisions(game: Game, seed: int, *players: Player) -> Iterator[Choice]:
    """Choices of games between two players, without an end."""
    for key in part_keys(seed, 10**6).tolist():
        yield from choices_of_game((players[0], players[1]), game, game_streams(key))


def _given_away(work: Work, text: str) -> list[float]:
    """What the first row of a judge gives away with two pieces, in drawn decisions."""
    count = work.pick(400, 5)

    def measured() -> list[float]:
        game = game_of("senet", {"pieces": 2})
        exact, judge = judge_of(game), judge_of(game, text)
        players = [player_from_text(one, game) for one in (beginner_of(game), "hand:HC5")]
        drawn = (one.decision for one in _decisions(game, 63, *players))
        many = islice((one for one in drawn if len(one.afterstates) >= _CHOICES), count)
        return [judged(exact, one).lost(judged(judge, one).best) for one in many]

    lost: list[float] = work.keep(f"first rows of {text} in {count} decisions", measured)
    return lost


def _grades(work: Work, pieces: int, who: str) -> dict[str, Any]:
    """The mean of what a player's choices lose against the level Hard, and how many have each grade."""
    games = work.pick(20, 1)

    def measured() -> dict[str, Any]:
        game = game_of("senet", {"pieces": pieces})
        judge = judge_of(game)
        player = _AmongFive(judge) if who == _AmongFive.name else player_from_text(who, game)
        lost: list[float] = []
        grades: Counter[str] = Counter()
        for key in part_keys(63, games).tolist():
            opponent = player_from_text("hard", game)
            for choice in choices_of_game((player, opponent), game, game_streams(key)):
                if choice.seat == 0 and len(choice.decision.afterstates) > 1:
                    found = judged(judge, choice.decision)
                    lost.append(found.lost(choice.index))
                    grades[found.grade(choice.index).value] += 1
        return {"lost": float(np.mean(lost)), "choices": len(lost), **grades}

    found: dict[str, Any] = work.keep(f"grades of {who} with {pieces} pieces in {games} games", measured)
    return found


def _levels(work: Work, pieces: int) -> list[float]:
    """The share of points of each level against the one below, in the rules with this many pieces."""
    levels = [level.player for level in levels_of(game_of("senet", {"pieces": pieces}))]
    rules, games = ("--rule", f"pieces={pieces}"), work.pick(4000, 20)
    matches = [
        work.command("match", "senet", player, below_it, "--games", games, *rules)
        for below_it, player in pairwise(levels)
    ]
    return [match["adjusted_score"] for match in matches]


def _measure(work: Work) -> Any:
    players = (_AmongFive.name, "medium", "best")
    return {
        "rows": {shown: _given_away(work, text) for shown, text in _JUDGES.items()},
        "grades": {
            f"{who}, {pieces} pieces": _grades(work, pieces, who) for pieces in _PIECES for who in players
        },
        "levels": {pieces: _levels(work, pieces) for pieces in (*_SHORT, 7)},
    }


def _blocks(result: Any) -> dict[str, str]:
    rows = [
        [shown, f"{100 * np.mean(lost):.2f}", percent(float(np.mean(np.array(lost) > 0.01)), 0)]
        for shown, lost in result["rows"].items()
    ]
    grades = [
        [who, f"{100 * one['lost']:.1f}", *(percent(one.get(g.value, 0) / one["choices"], 0) for g in Grade)]
        for who, one in result["grades"].items()
    ]
    levels = [[pieces, *(percent(share, 0) for share in found)] for pieces, found in result["levels"].items()]
    heads = [f"{word.capitalize()} beats {below.capitalize()}" for below, word in pairwise(LEVEL_WORDS)]
    return {
        "judge-rows": table(["judge", "given away by the first row", "more than one win"], rows),
        "judge-grades": table(["player", "lost a choice", *(grade.value for grade in Grade)], grades),
        "judge-levels": table(["pieces", *heads], levels),
    }


STUDY = Study(
    "How good are hints, grades and levels in short games of Senet?",
    19,
    _measure,
    _blocks,
    ("judge-rows", "judge-grades", "judge-levels"),
)
