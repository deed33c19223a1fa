"""What perfect play says of the Royal Game of Ur with four pieces a side, which is solved soon."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from senet_gp import play_match, player_from_text
from senet_gp.arena.exact_verdict import estimated_verdict
from senet_gp.engine.exact_table import ChanceTable, read_chances, solve_into
from senet_gp.games.dice.game import DiceGame
from senet_gp.games.registry import game_of
from senet_gp.players.exact import PerfectByNumbers
from studies.pages import table, with_interval
from studies.work import UR, Study, Work

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
#: Positions of the page, with the throw; 15 is home.
MOMENTS = (("8,12,13/11,15,15", 3), ("6,11,15/10,15,15", 2))


def load_game() -> None:
    """Register the game, whose package need not be installed."""
    if str(UR) not in sys.path:
        sys.path.insert(0, str(UR))
    import_module("royal_ur.game")


@cache
def solved_game(directory: Path, pieces: int) -> ChanceTable:
    """The win probabilities of the game with so many pieces, which a file in the directory keeps."""
    file = directory / f"{pieces}.chances"
    game = cast("DiceGame", game_of("ur", {"pieces": pieces}))
    return read_chances(file) if file.exists() else solve_into(file, game)


def _value(solved: ChanceTable) -> float:
    return solved.first_mover_chance


def _advice(solved: ChanceTable, games: int) -> Any:
    from royal_ur.advice import worths

    return [
        [advice.text, *([verdict.regret, verdict.interval] for verdict in verdicts)]
        for advice, *verdicts in worths(solved, games, 1)
    ]


def _regret(solved: ChanceTable, player: str, games: int) -> Any:
    verdict = estimated_verdict(solved, player_from_text(player, solved.game), games, 1)
    return verdict.regret, verdict.interval


def _share(player: str, opponent: str, games: int) -> Any:
    match = play_match(player, opponent, game="ur", games=games)
    return match.measured.share, match.interval


def _moment(solved: ChanceTable, position: str, throw: int) -> Any:
    decision = solved.game.decision(solved.game.position_from(position), 0, (throw,))
    chances = PerfectByNumbers("perfect", solved.game, solved).scores(decision)
    return {decision.notation(index): float(chance) for index, chance in enumerate(chances)}


def _measure(work: Work) -> Any:
    load_game()
    pieces, games, played = work.pick((4, 2000, 20_000), (2, 100, 200))

    def kept(measure: Callable[..., Any], *arguments: Any, pieces: int = pieces) -> Any:
        name = " ".join([measure.__name__, *" ".join(map(str, arguments)).split(), f"with {pieces} pieces"])
        return work.keep(name, lambda: measure(solved_game(work.directory, pieces), *arguments))

    def share(level: str, other: str) -> Any:
        return work.keep(f"{played} games of {level}, {other}", partial(_share, level, other, played))

    players = {name: name for name in ["random", *LEVELS]}
    players |= {name: f"expr:{text}" for name, text in FORMULAS.items()}
    return {
        "values": [kept(_value, pieces=number) for number in range(1, pieces + 1)],
        "advice": kept(_advice, games),
        "regrets": {name: kept(_regret, player, games) for name, player in players.items()},
        "levels": [
            [share(level, other) for other in ("random", *LEVELS[:number][-1:])]
            for number, level in enumerate(LEVELS)
        ],
        "moments": [kept(_moment, *moment, pieces=3) for moment in MOMENTS],
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
        [f"`{place}`", throw, _best_first(moves)]
        for (place, throw), moves in zip(MOMENTS, result["moments"], strict=True)
    ]
    return {
        "ur-advice": table(["advice", "always followed", "never followed"], wins),
        "ur-levels": table(["player", "idea", "against random", "against the level before"], levels, 2),
        "ur-regrets": table(["player", "wins of 100 lost"], regrets),
        "ur-values": table(["pieces", "first mover wins"], values, 0),
        "ur-moments": table(["position", "throw", "wins of 100 by each move"], moments, 3),
    }


def _best_first(moves: dict[str, float]) -> str:
    ordered = sorted(moves.items(), key=lambda move: -move[1])
    return ", ".join(f"`{move}` {100 * chance:.1f}" for move, chance in ordered)


def _points(share: float, interval: tuple[float, float]) -> str:
    return with_interval(share, interval).replace(" %", "")


STUDY = Study(
    "What is advice worth in the Royal Game of Ur?",
    2,
    _measure,
    _blocks,
    ("ur-advice", "ur-levels", "ur-regrets", "ur-values", "ur-moments"),
)
