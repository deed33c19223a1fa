"""What a judge of Senet is worth: its first rows against exact chances, grades of players, and levels."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice, pairwise
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.participants import Chooser
from senet_gp.engine.play import points_from
from senet_gp.engine.playthrough import choices_of_game
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.registry import game_of
from senet_gp.games.wording import in_words
from senet_gp.insight.judges import INACCURACY, Grade, Judge, judge_of, judged
from senet_gp.players.exact import chances_after
from senet_gp.players.levels import LEVEL_WORDS, beginner_of, levels_of
from senet_gp.players.parsing import player_from_text
from senet_gp.runtime.streams import CHOICES, Streams, below, game_streams, part_keys
from studies.pages import percent, table
from studies.work import Study, Work

#: Judges of Senet: what is shown of each, and who it is.
_JUDGES = {"playouts of `hand:HC5`": "hand:HC5", "`net`": "net", "`net-mixed`": "net-mixed"}
#: With fewer choices than these the first row is seldom wrong.
_CHOICES = 5
_PIECES = (3, 7)
#: What counts as a wrong first row, as a chance.
_WIN = 0.01
#: Where bounds of doubt lie, as differences of chances.
_BOUNDS = (0.01, 0.02)
#: The file of exact chances with three pieces, in the directory of the study.
_TABLE = "three.table"
#: The number of first rows of each judge from which games are played on.
_PLAYED_ON = 3


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


def _decisions(game: Game, count: int) -> list[Decision]:
    """Decisions with many choices from games between a beginner and a good player."""
    players = (player_from_text(beginner_of(game), game), player_from_text("hand:HC5", game))
    games = (choices_of_game(players, game, game_streams(key)) for key in part_keys(63, 10**6).tolist())
    drawn = (choice.decision for choices in games for choice in choices)
    return list(islice((one for one in drawn if len(one.afterstates) >= _CHOICES), count))


class _Told(NamedTuple):
    """What a judge tells of a decision: the afterstates, the best first, how far each is behind, the time."""

    order: Sequence[int]
    behind: list[float]
    seconds: float


def _told(judge: Judge, decision: Decision) -> _Told:
    begun = time.process_time()
    found = judged(judge, decision)
    return _Told(found.order, [found.lost(index) for index in found.order], time.process_time() - begun)


def _compared(told: _Told, values: Mapping[int, float], best: float) -> dict[str, Any]:
    """What the first row gives away, and the gaps to the next rows as they are shown and as they are."""
    first, *others = told.order[:_CHOICES]
    gaps = zip(others, told.behind[1:_CHOICES], strict=True)
    return {
        "lost": best - values[first],
        "seconds": told.seconds,
        "gaps": [[behind, values[first] - values[other]] for other, behind in gaps if other in values],
    }


def _against_exact(work: Work, pieces: int) -> list[list[Any]]:
    """What first rows give away by exact chances: for each decision, for each judge."""
    count = work.pick(400, 5)

    def measured() -> list[list[Any]]:
        game = game_of("senet", {"pieces": pieces})
        exact = judge_of(game) if pieces == 2 else judge_of(game, f"table:{work.directory / _TABLE}")
        judges = [judge_of(game, text) for text in _JUDGES.values()]
        compared = []
        for decision in _decisions(game, count):
            chances = exact.after(decision)
            values = dict(enumerate(chances.tolist()))
            compared.append([_compared(_told(one, decision), values, max(chances)) for one in judges])
        return compared

    found: list[list[Any]] = work.keep(f"first rows with {pieces} pieces in {count} decisions", measured)
    return found


def _against_playouts(work: Work) -> list[list[Any]]:
    """The same with seven pieces, by playouts of ``nets`` from the first rows of all judges.

    The best is the best in one half of the games and is worth what it is in the other half: what seems the
    best of several by the same games seems better than it is.
    """
    count, games = work.pick(50, 2), work.pick(20_000, 20)

    def measured() -> list[list[Any]]:
        game = game_of("senet")
        judges = [judge_of(game, text) for text in _JUDGES.values() if text != "net-mixed"]
        plays = cast("Chooser", player_from_text("nets", game).participant)
        halves = np.split(part_keys(63, games), 2)

        def points(positions: Sequence[Any], keys: NDArray[np.uint64]) -> NDArray[np.float64]:
            return np.array([points_from(plays, plays, game, one, keys).mean() for one in positions])

        compared = []
        for decision in _decisions(game, count):
            said = [_told(judge, decision) for judge in judges]
            rows = sorted({index for told in said for index in told.order[:_PLAYED_ON]})
            played = replace(decision, afterstates=[decision.afterstates[index] for index in rows])
            one, other = (chances_after(played, partial(points, keys=half)) for half in halves)
            values = dict(zip(rows, other.tolist(), strict=True))
            compared.append([_compared(told, values, float(other[one.argmax()])) for told in said])
        return compared

    found: list[list[Any]] = work.keep(
        f"first rows with 7 pieces in {count} decisions, {games} games", measured
    )
    return found


def _grades(work: Work, pieces: int, who: str) -> dict[str, Any]:
    """What choices of a player against Hard lose on average, losses of two wins or more, and the grades."""
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
        errors = [round(one, 4) for one in lost if one >= INACCURACY]
        return {"lost": float(np.mean(lost)), "choices": len(lost), "errors": errors, **grades}

    found: dict[str, Any] = work.keep(f"grades of {who} with {pieces} pieces in {games} games", measured)
    return found


def _levels(work: Work, pieces: int) -> list[Any]:
    """The share of points of each level against the one below, with its interval, with this many pieces."""
    levels = [level.player for level in levels_of(game_of("senet", {"pieces": pieces}))]
    rules, games = ("--rule", f"pieces={pieces}"), work.pick(4000, 20)
    matches = [
        work.command("match", "senet", player, below_it, "--games", games, *rules)
        for below_it, player in pairwise(levels)
    ]
    return [[match["adjusted_score"], *match["interval"]] for match in matches]


def _regret(work: Work, player: str, pieces: int) -> float:
    """What a player gives away in a game, in wins of 100."""
    known = () if pieces == 2 else ("--table", _TABLE)
    verdict = work.command("verdict", "senet", player, "--rule", f"pieces={pieces}", *known)
    return float(100 * verdict["regret"])


def _measure(work: Work) -> Any:
    exact = work.pick((2, 3), (2,))
    if 3 in exact:
        work.command("table", "senet", "--rule", "pieces=3", "--out", _TABLE, writes=_TABLE)
    compared = {pieces: _against_exact(work, pieces) for pieces in exact} | {7: _against_playouts(work)}
    return {
        "rows": [
            [pieces, shown, _summary([decision[number] for decision in decisions])]
            for pieces, decisions in compared.items()
            for number, shown in enumerate(list(_JUDGES)[: len(decisions[0])])
        ],
        "regret": [[pieces, _regret(work, "net-mixed", pieces)] for pieces in exact],
        "grades": {
            f"{who}, {pieces} pieces": _grades(work, pieces, who)
            for pieces in _PIECES
            for who in (_AmongFive.name, "easy", "medium", "best")
        },
        "levels": {pieces: _levels(work, pieces) for pieces in (3, 5, 7)},
    }


def _summary(compared: Sequence[Any]) -> dict[str, Any]:
    """What first rows give away on average, and how often rows that seem worse by some gap are no better."""
    lost = np.array([one["lost"] for one in compared])
    shown, true = np.array([gap for one in compared for gap in one["gaps"]]).T
    gaps = np.digitize(shown, _BOUNDS)
    return {
        "lost": float(lost.mean()),
        "error": float(1.96 * lost.std(ddof=1) / len(lost) ** 0.5),
        "wrong": float(np.mean(lost > _WIN)),
        "seconds": float(np.median([one["seconds"] for one in compared])),
        "right": [_share(true[gaps == n] >= 0) for n in range(len(_BOUNDS) + 1)],
    }


def _share(cases: NDArray[np.bool_]) -> float | None:
    return float(cases.mean()) if len(cases) else None


def _blocks(result: Any) -> dict[str, str]:
    rows = [
        [
            pieces,
            shown,
            f"{100 * one['lost']:.2f} ± {100 * one['error']:.2f}",
            percent(one["wrong"], 0),
            f"{1000 * one['seconds']:.1f}",
        ]
        for pieces, shown, one in result["rows"]
    ]
    judges = {2: "`net-mixed`", 3: "`net-mixed`", 7: "`net`"}
    right = [
        [pieces, *("-" if share is None else percent(share, 0) for share in one["right"])]
        for pieces, shown, one in result["rows"]
        if judges[pieces] == shown
    ]
    regret = " and ".join(f"{one:.1f} with {in_words(pieces)} pieces" for pieces, one in result["regret"])
    grades = [
        [who, f"{100 * one['lost']:.1f}", *(percent(one.get(g.value, 0) / one["choices"], 0) for g in Grade)]
        for who, one in result["grades"].items()
    ]
    levels = [
        [pieces, *(f"{100 * share:.0f} ± {50 * (high - low):.0f} %" for share, low, high in found)]
        for pieces, found in result["levels"].items()
    ]
    errors = np.concatenate([one["errors"] for one in result["grades"].values()])
    half, quarter, tenth = (f"{100 * one:.0f}" for one in np.quantile(errors, (0.5, 0.75, 0.9)))
    heads = [f"{word.capitalize()} beats {below.capitalize()}" for below, word in pairwise(LEVEL_WORDS)]
    given = ["pieces", "judge", "given away by the first row", "more than one win", "ms a decision"]
    return {
        "judge-rows": table(given, rows, left=2),
        "judge-bounds": table(["pieces", "less than 1 win ahead", "1 to 2", "2 or more"], right),
        "judge-regret": f"Its regret is {regret}, in wins of 100 a game.",
        "judge-grades": table(["player", "wins lost a choice", *(grade.value for grade in Grade)], grades),
        "judge-errors": f"Of all choices of these players that lose two wins or more, half lose {half} or "
        f"more, a quarter {quarter}, a tenth {tenth}.",
        "judge-levels": table(["pieces", *heads], levels),
    }


STUDY = Study(
    "How good are hints, grades and levels in short games of Senet?",
    80,
    _measure,
    _blocks,
    ("judge-rows", "judge-bounds", "judge-regret", "judge-grades", "judge-errors", "judge-levels"),
)
