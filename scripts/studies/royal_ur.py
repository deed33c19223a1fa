"""What perfect play says of the Royal Game of Ur, with four pieces a side, which is solved soon."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from typing import Any

from senet_gp import play_match, player_from_text
from senet_gp.arena.exact_verdict import estimated_verdict
from senet_gp.engine.exact_table import ChanceTable, chance_table
from senet_gp.games.registry import game_of
from studies.pages import table, with_interval
from studies.work import ROOT, Study, Work

LEVELS = [f"hand:LEVEL{level}" for level in range(1, 6)]
IDEAS = (
    "the race",
    "and throw again",
    "what the next throws of both can hit",
    "rosettes, the centre, little to be hit",
    "all of it by its probabilities, and pieces home",
)
#: Of the page; its constants above 16 are made of smaller ones.
FORMULAS = {
    "the first formula": """(sub
        (add next_lead
            (mul 6 (add (mul (if_then_else i_hold_centre 3 2) their_distance) my_rosette_throws)))
        my_danger)""",
    "the second formula": """(sub
        (add
            (add
                (add (mul 2 (add next_lead (mul their_late their_risk))) (mul (add 16 13) their_distance))
                (mul my_distance my_safe))
            (add
                (mul 10 (add my_moves my_rosette_throws))
                (mul 6 (if_then_else i_hold_centre their_distance 3))))
        (add (mul (mul 9 14) my_end) my_danger))""",
}
#: Positions of the page, in which only few pieces are not yet home, with the throw.
MOMENTS = (("8,12/11", 3), ("6,11/10", 2))


@cache
def _table(pieces: int) -> ChanceTable:
    return chance_table(game_of("ur", {"pieces": pieces}))  # type: ignore[arg-type]


def _value(pieces: int) -> float:
    return _table(pieces).first_mover_chance


def _advice(pieces: int, games: int) -> Any:
    from royal_ur.advice import worths

    return [
        [advice.text, *([verdict.regret, verdict.interval] for verdict in verdicts)]
        for advice, *verdicts in worths(_table(pieces), games, 1)
    ]


def _regret(player: str, pieces: int, games: int) -> Any:
    found = _table(pieces)
    verdict = estimated_verdict(found, player_from_text(player, found.game), games, 1)
    return verdict.regret, verdict.interval


def _share(player: str, opponent: str, games: int) -> Any:
    match = play_match(player, opponent, game="ur", games=games)
    return match.score, match.interval


def _moment(squares: str, throw: int) -> Any:
    from senet_gp.players.exact import PerfectByNumbers

    found = _table(2)
    # A piece that is home is as good as one that never was.
    mine, theirs = (side.split(",") + ["15"] * (2 - len(side.split(","))) for side in squares.split("/"))
    position = found.game.position_from("/".join(map(",".join, (mine, theirs))))
    decision = found.game.decision(position, 0, (throw,))
    chances = PerfectByNumbers("perfect", found.game, found).scores(decision)
    return {decision.notation(index): chance for index, chance in enumerate(chances)}


def _measure(work: Work) -> Any:
    sys.path.insert(0, str(ROOT / "docs" / "examples" / "royal_ur"))
    import royal_ur.game  # noqa: F401 - registers the game

    pieces, games, played = work.pick((4, 2000, 20_000), (2, 100, 200))

    def kept(measure: Callable[..., Any], *arguments: Any) -> Any:
        name = " ".join([measure.__name__.strip("_"), *" ".join(map(str, arguments)).split()])
        return work.keep(name, lambda: measure(*arguments))

    players = {name: name for name in ["random", *LEVELS]}
    players |= {name: f"expr:{text}" for name, text in FORMULAS.items()}
    return {
        "values": [kept(_value, number) for number in range(1, pieces + 1)],
        "advice": kept(_advice, pieces, games),
        "regrets": {name: kept(_regret, player, pieces, games) for name, player in players.items()},
        "levels": [
            [kept(_share, level, other, played) for other in ("random", *LEVELS[:number][-1:])]
            for number, level in enumerate(LEVELS)
        ],
        "moments": [kept(_moment, *moment) for moment in MOMENTS],
    }


def _blocks(result: Any) -> dict[str, str]:
    wins = [
        [advice, *(_points(*side) for side in sides)]
        for advice, *sides in sorted(result["advice"], key=lambda row: row[1][0])
    ]
    levels = [
        [f"`{level}`", idea, *(with_interval(*share) for share in shares), *[""] * (2 - len(shares))]
        for level, idea, shares in zip(LEVELS, IDEAS, result["levels"], strict=True)
    ]
    regrets = [
        [name if name in FORMULAS else f"`{name}`", _points(*found)]
        for name, found in sorted(result["regrets"].items(), key=lambda item: -item[1][0])
    ]
    values = [[number, f"{100 * value:.4f} %"] for number, value in enumerate(result["values"], 1)]
    moments = [
        [
            f"`{place}`",
            throw,
            ", ".join(f"`{move}` {100 * chance:.1f}" for move, chance in _best_first(moves)),
        ]
        for (place, throw), moves in zip(MOMENTS, result["moments"], strict=True)
    ]
    return {
        "ur-advice": table(["advice", "always followed", "never followed"], wins),
        "ur-levels": table(["player", "idea", "against random", "against the level before"], levels, 2),
        "ur-regrets": table(["player", "wins of 100 lost"], regrets),
        "ur-values": table(["pieces", "first mover wins"], values, 0),
        "ur-moments": table(["position", "throw", "wins of 100 by each move"], moments, 3),
    }


def _best_first(moves: dict[str, float]) -> list[tuple[str, float]]:
    return sorted(moves.items(), key=lambda move: -move[1])


def _points(share: float, interval: tuple[float, float]) -> str:
    return with_interval(share, interval).replace(" %", "")


STUDY = Study("What is advice worth in the Royal Game of Ur?", 2, _measure, _blocks)
