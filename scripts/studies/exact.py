"""Exact play: the sizes of small games, and what players of Senet with few pieces give away.

With three pieces the table takes some half an hour of a core and 0.9 GB; the regret is estimated from games.
"""

from __future__ import annotations

from typing import Any

from studies.pages import percent, table
from studies.strategy import PLUS_MINUS, difference, named, rule_pairs, wins_told
from studies.work import Study, Work

GAMES = ("hexapawn", "tictactoe", "trilobite", "pursuit")
PLAYERS = ("random", "expr:(sub their_distance my_distance)", "hand:HC4", "hand:HC5", "net", "nets")
_RESULTS = {-1: "loss", 0: "draw", 1: "win"}
_WORDS = ("", "one", "two", "three")


def _measure(work: Work) -> Any:
    exact, estimated = work.pick((1, 2), (1,)), work.pick(3, 1)
    players = work.pick(PLAYERS, PLAYERS[:2])
    return {
        "games": {game: _sizes(work, game) for game in work.pick(GAMES, GAMES[:1])},
        "tables": {str(pieces): _table(work, pieces) for pieces in (*exact, *{estimated} - {*exact})},
        "exact": {
            player: {str(pieces): _verdict(work, player, pieces) for pieces in exact} for player in players
        },
        "estimated": {
            player: _verdict(work, player, estimated, "--games", work.pick(20_000, 200)) for player in players
        },
        "rules": _rules(work, estimated),
    }


def _rules(work: Work, pieces: int) -> list[Any]:
    """What each rule of the guide to Senet brings against perfect play, with its interval."""
    games = work.pick(20_000, 100)

    def lost(player: str) -> Any:
        verdict = _verdict(work, named(player), pieces, "--games", games)
        return [verdict["regret"], verdict["interval"]]

    pairs = [(name, alone) for name, alone, _ in rule_pairs()]
    return [
        [name, difference(lost(without), lost(own))] for name, (own, without) in work.pick(pairs, pairs[:2])
    ]


def _sizes(work: Work, game: str) -> dict[str, Any]:
    """How large a small game is; Pursuit, which can go on for ever, has no tree."""
    found = work.command("table", game)
    tree = None if game == "pursuit" else work.command("table", game, "--tree")
    seats = work.command("verdict", game, "minimax")["seats"]
    return {
        "positions": found["kept"],
        "classes": found["classes"],
        "nodes": tree and tree["nodes"],
        "worst": [seat["worst"] for seat in seats],
    }


def _rule(pieces: int) -> tuple[str, str]:
    return "--rule", f"pieces={pieces}"


def _table(work: Work, pieces: int) -> Any:
    file = f"{_WORDS[pieces]}.chances"
    return work.command("table", "senet", *_rule(pieces), "--out", file, writes=file)


def _verdict(work: Work, player: str, pieces: int, *more: object) -> Any:
    found = ("--table", f"{_WORDS[pieces]}.chances")
    return work.command("verdict", "senet", player, *_rule(pieces), *found, *more)


def _blocks(result: Any) -> dict[str, str]:
    games = [
        [
            game,
            *(f"{one[key]:,}" if one[key] else "" for key in ("positions", "classes", "nodes")),
            _RESULTS[one["worst"][0]],
        ]
        for game, one in result["games"].items()
    ]
    sizes = [
        [pieces, f"{one['positions']:,}", percent(one["first_mover_chance"], 2)]
        for pieces, one in sorted(result["tables"].items())
    ]
    exact = list(next(iter(result["exact"].values())))
    regrets = [
        [
            f"`{player}`",
            *(percent(one[pieces]["regret"], 2) for pieces in exact),
            _estimate(result["estimated"][player]),
        ]
        for player, one in result["exact"].items()
    ]
    pieces = result["estimated"]["random"]["parameters"]["pieces"]
    games_played = result["estimated"]["random"]["games"]
    head = ["player", *(f"{_pieces(int(one))}, exact" for one in exact)]
    head.append(f"{_pieces(pieces)}, {games_played:,} games")
    return {
        "exact-small": table(
            ["game", "positions", "reduced", "nodes of the tree", "first mover's result"], games
        ),
        "exact-senet": table(["pieces a side", "positions", "first mover wins"], sizes, 0),
        "exact-regret": table(head, regrets),
        "strategy-three": (
            table(
                ["rule", _pieces(pieces)],
                [
                    [f"{number}. {name}", wins_told(gain)]
                    for number, (name, gain) in enumerate(result["rules"], 1)
                ],
            )
            + f"\n\n{PLUS_MINUS}"
        ),
    }


def _pieces(number: int) -> str:
    return f"{_WORDS[number]} piece{'s' * (number > 1)}"


def _estimate(verdict: Any) -> str:
    low, high = (100 * end for end in verdict["interval"])
    return f"{percent(verdict['regret'], 2)} ({low:.2f} to {high:.2f})"


STUDY = Study(
    "What do players of Senet with few pieces give away against perfect play?",
    60,
    _measure,
    _blocks,
    ("exact-small", "exact-senet", "exact-regret", "strategy-three"),
)
