"""What rules of thumb are worth at Senet, what beginners do wrong, and a few boards that show why."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from senet_gp import game_of, play_match, player_from_text
from senet_gp.arena.exact_verdict import estimated_verdict
from senet_gp.arena.record import Recorder
from senet_gp.engine.exact_table import table_for
from senet_gp.games.board_texts import table_lines
from senet_gp.games.protocol import Decision
from senet_gp.games.senet import Senet
from senet_gp.games.wording import wording_of
from senet_gp.insight.own_record import games_in, own_records
from senet_gp.players.levels import LEVEL_WORDS, beginner_of
from studies.pages import table, with_interval
from studies.work import Study, Work

#: Who only counts squares: those that they have still to go, less the own ones.
RACER = "lead"
#: Who does not count what a hit takes from them.
OWN_SQUARES = "(sub 1 my_distance)"
#: Who counts squares, and keeps pieces in pairs.
_PAIRED = "(sub (mul 10 lead) my_exposed)"
#: Who follows the first five rules, in halves of a square.
SHORT = (
    "(sub (add (add (mul 2 lead) (mul 2 (if_then_else i_am_in_water 1 20))) my_moves) (mul 2 their_moves))"
)
#: Boards as `--position` takes them, the throw, and the two moves that are compared, the better first.
BOARDS = {
    "house": ("...................x.....x.o..", (3,), ("20→23", "26→29")),
    "hit": (".....................x.o.o..x.", (2,), ("29→off", "22→24*")),
}
PLUS_MINUS = "± is half of the 95 % interval."
_IN_A_ROW = 10
_HABITS = 3


class Rule(NamedTuple):
    """A rule of thumb.

    Attributes:
        name: what it is about; the page tells it in full.
        player: who counts squares and follows the rule, too.
        terms: the rule in the sum of all rules, in sixths of a square.
    """

    name: str
    player: str
    terms: tuple[str, ...]


def _with(word: str) -> str:
    """Who counts squares, and where moves win equally many plays one of the greatest value of a word."""
    return f"(add (mul 30 {RACER}) {word})"


#: The first rule is to count squares, the second to count those that a hit takes from them, too.
COUNTING = ("squares", "hits")
RULES = (
    Rule("few moves for them", _with("(sub 30 their_moves)"), ("(sub 30 (mul 4 their_moves))",)),
    Rule(
        "no water",
        "(add lead (if_then_else i_am_in_water 1 11))",
        ("(mul 2 (if_then_else i_am_in_water 1 30))",),
    ),
    Rule("own moves", _with("my_moves"), ("my_moves",)),
    Rule("pairs", _with("(sub 30 my_exposed)"), ("(sub 30 (mul 2 my_exposed))",)),
    Rule("in their way", _with("my_walls"), ("my_walls",)),
    Rule("out of reach", _with("(sub 30 their_threats)"), ("(sub 30 their_threats)",)),
    Rule(
        "the house",
        _with("(sub (mine_up_to 26) (mul 2 my_pieces))"),
        ("(mul 6 (mine_up_to 26))", "(sub 30 (mul 2 my_pieces))"),
    ),
    Rule("no runner", _with("(sub 30 my_first)"), ("(sub 30 my_first)",)),
)


def _sum(terms: list[str]) -> str:
    found, *others = terms
    for term in others:
        found = f"(add {found} {term})"
    return found


def _all_but(number: int | None, first: str = RACER) -> str:
    """Who follows all rules, or all but one."""
    others = [term for place, rule in enumerate(RULES) if place != number for term in rule.terms]
    return _sum([f"(mul 6 {first})", *others] if first else others)


#: What people try besides, each with a player that does it and one that does not.
BELIEFS = (
    ("Hit whenever you can", f"(add (mul 30 (mul 10 hits)) {RACER})", RACER),
    ("Threaten to hit", _with("my_threats"), RACER),
    ("Drive them into the water", "(add lead (if_then_else they_are_in_water 11 1))", RACER),
    ("Break up their pairs", _with("their_exposed"), RACER),
    ("Build longer rows, besides pairs", f"(add (mul 30 {_PAIRED}) my_barricade)", _PAIRED),
    ("Bring up your last piece", _with("my_last"), RACER),
)


def rule_pairs() -> list[tuple[str, tuple[str, str], tuple[str, str]]]:
    """For each rule who follows it and who does not: by itself, and beside all others."""
    everything = _all_but(None)
    return [
        (COUNTING[0], (RACER, ""), (everything, _all_but(None, ""))),
        (COUNTING[1], (RACER, OWN_SQUARES), (everything, _all_but(None, OWN_SQUARES))),
        *(
            (rule.name, (rule.player, RACER), (everything, _all_but(number)))
            for number, rule in enumerate(RULES)
        ),
    ]


def named(player: str) -> str:
    """A player as the command line takes it: of an expression, a level, or nothing, which is at random."""
    return player if player in LEVEL_WORDS else f"expr:{player}" if player else "random"


def _gain(work: Work, own: str, other: str, games: int) -> Any:
    """By how much the share of a player against another is above one half, with its interval."""

    def measured() -> Any:
        match = play_match(named(own), named(other), game="senet", games=games)
        return [match.measured.share - 0.5, [end - 0.5 for end in match.interval]]

    return work.keep(f"{own} against {other or 'random'}, {games} games", measured)


def _exactly(work: Work, players: list[str], pieces: int, games: int) -> Any:
    """The regret of players against perfect play with few pieces, from games, with its interval."""

    def measured() -> Any:
        game = Senet(pieces)
        chances = table_for(game, None)
        found = {}
        for player in players:
            verdict = estimated_verdict(chances, player_from_text(named(player), game), games, 1)
            found[player] = [verdict.regret, list(verdict.interval)]
        return found

    return work.keep(f"regrets with {pieces} pieces in {games} games of {' '.join(players)}", measured)


def difference(more: Any, less: Any) -> Any:
    """By how much one measured figure is above another, with its interval."""
    value = more[0] - less[0]
    half = sum(((one[1][1] - one[1][0]) / 2) ** 2 for one in (more, less)) ** 0.5
    return [value, [value - half, value + half]]


def _decision(text: str, throws: tuple[int, ...]) -> Decision:
    game = Senet(2)
    return game.decision(game.position_from(text), 0, throws)


def _after(text: str, throws: tuple[int, ...], moves: tuple[str, str]) -> list[float]:
    """The chances after two moves under perfect play, with two pieces a side at most."""
    decision = _decision(text, throws)
    told = [wording_of(decision).move_text(index) for index in range(len(decision.afterstates))]
    chances = table_for(decision.game, None)
    return [1 - chances.chance(decision.following(told.index(move))) for move in moves]


def _mistakes(work: Work, player: str, opponent: str, games: int) -> Any:
    """The habits that cost a player most, each with the wins that it loses, and its times, in a game."""

    def measured() -> Any:
        with TemporaryDirectory() as directory:
            recorder = Recorder.into(directory, games)
            play_match(player, opponent, game="senet", games=games, recorder=recorder)
            (record,) = own_records(games_in(Path(directory), player))
        return [[one.rule, one.lost / games, one.times / games] for one in record.habits]

    return work.keep(f"habits of {player} against {opponent} in {games} games", measured)


def _measure(work: Work) -> Any:
    games, fewer = work.pick((20_000, 10_000), (200, 200))
    rules = [
        [text, _gain(work, *alone, games), _gain(work, *beside, games)]
        for text, alone, beside in rule_pairs()
    ]
    players = sorted({player for _, alone, _ in rule_pairs() for player in alone})
    regrets = _exactly(work, players, work.pick(2, 1), work.pick(20_000, 400))
    game = game_of("senet")
    racer, everything = player_from_text("medium", game).name, _all_but(None)
    return {
        "rules": rules,
        "exact": [difference(regrets[without], regrets[own]) for _, (own, without), _ in rule_pairs()],
        "beliefs": [[text, _gain(work, own, other, fewer)] for text, own, other in BELIEFS],
        "players": {
            name: [_gain(work, player, opponent, fewer) for opponent in LEVEL_WORDS]
            for name, player in (("the first five", SHORT), ("all ten", everything))
        },
        "beginner": _mistakes(work, beginner_of(game), "easy", work.pick(40, 1)),
        "racer": _mistakes(work, racer, "best", work.pick(40, 1)),
        "boards": {
            # Whether the chances come out is seen in the small games by the regrets.
            name: [0.5, 0.5] if work.small else work.keep(f"board {board}", partial(_after, *board))
            for name, board in BOARDS.items()
        },
    }


def wins_told(measured: Any) -> str:
    """A difference in wins of 100 with its interval, as pages write it."""
    value, (low, high) = measured
    return f"{100 * value:.1f} ±{50 * (high - low):.1f}"


def _share(gain: Any) -> str:
    """The share of points that a gain makes, as pages write it."""
    value, ends = gain
    return with_interval(value + 0.5, [end + 0.5 for end in ends], digits=0)


def _drawn(name: str, chances: list[float]) -> str:
    """A board, without the first rows if they are empty, and the chances after both moves."""
    text, throws, (better, worse) = BOARDS[name]
    decision = _decision(text, throws)
    lines = table_lines(decision.game, decision.position, 0, ("●", "○"), "·", (), 80)
    empty = min(text.index(sign) for sign in "xo") // _IN_A_ROW
    board = "\n".join("".join(part.text for part in line).rstrip() for line in lines[2 * empty :])
    first, second = (f"{100 * chance:.0f}" for chance in chances)
    said = f"● throws {throws[0]}. Under perfect play {better} wins {first} of 100 games, {worse} {second}."
    return f"```\n{board}\n```\n\n{said}"


def _blocks(result: Any) -> dict[str, str]:
    rules = [
        [f"{number}. {name}", wins_told(alone), wins_told(exact), wins_told(beside)]
        for number, ((name, alone, beside), exact) in enumerate(
            zip(result["rules"], result["exact"], strict=True), 1
        )
    ]
    both = [{rule: lost for rule, lost, _ in result[one]} for one in ("beginner", "racer")]
    worst = dict.fromkeys(rule for habits in both for rule in [*habits][:_HABITS])
    worths = table(["rule", "alone", "two pieces", "beside the others"], rules)
    return {
        "strategy-rules": f"{worths}\n\n{PLUS_MINUS}",
        "strategy-beliefs": table(
            ["belief", "worth"], [[text, wins_told(gain)] for text, gain in result["beliefs"]]
        ),
        "strategy-players": table(
            ["rules", "easy", "medium", "hard", "best"],
            [[name, *(_share(gain) for gain in row)] for name, row in result["players"].items()],
        ),
        "strategy-mistakes": table(
            ["what they should do", "a beginner", "who counts squares"],
            [
                [rule, *(f"{100 * habits[rule]:.1f}" if rule in habits else "" for habits in both)]
                for rule in worst
            ],
        ),
        **{f"strategy-{name}": _drawn(name, chances) for name, chances in result["boards"].items()},
    }


STUDY = Study(
    "What are rules of thumb worth at Senet?",
    3,
    _measure,
    _blocks,
    (
        *("strategy-rules", "strategy-beliefs", "strategy-players", "strategy-mistakes"),
        *(f"strategy-{name}" for name in BOARDS),
    ),
)
