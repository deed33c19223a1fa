"""What boards are worth: the judge of a game, and what it says of a decision.

There is one judge for a game with its parameters, the best there is:

* perfect play, where the game is solved within seconds, or by a table in a file;
* else a network that has learned the game with these parameters, looking two turns ahead;
* else playouts, in which a good player plays both sides.

A judge answers the same for the same board, whatever was asked before. Hints, reasons, analyses and the
record of one's play all show what a :class:`Judgement` says of a decision, so they show the same.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from enum import Enum
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.exact_table import is_soon, listed_chances
from senet_gp.engine.participants import RANDOM_MOVER, Chooser, Noisy, Participant
from senet_gp.engine.play import in_compiled_code, points_from
from senet_gp.games.dice.game import if_dice, if_numbered
from senet_gp.games.dice.numbering import is_numbered
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.registry import GAMES, as_game
from senet_gp.games.small import SmallGame, Value, if_solvable
from senet_gp.games.solving.perfect import all_values, solved_when_asked
from senet_gp.games.wording import in_words, wording_of
from senet_gp.insight.pairing import NOISE
from senet_gp.players.exact import PerfectPlayer, chances_after, perfect_player
from senet_gp.players.network import NetworkPlayer, learned_network, network_game
from senet_gp.players.parsing import Entrant, as_player, called, player_from_text
from senet_gp.players.player import Player, RandomPlayer
from senet_gp.players.search import MinimaxPlayer, SearchPlayer, search_player
from senet_gp.runtime import interruption
from senet_gp.runtime.errors import Brief, SenetGpError, UsageError, brief
from senet_gp.runtime.streams import Purpose, game_streams, key_of, part_key, part_keys

#: Playouts that estimate the chances of winning at a position.
CHANCES = Purpose(31)
_CERTAIN = {1: "wins", 0: "draws", -1: "loses"}
_ENDS = {1: "wins in {}", 0: "draws", -1: "loses in {}"}
#: How many turns a network looks ahead; with more choices than these one turn less, which takes 0.3 seconds.
_TURNS = 2
_MOST_AHEAD = 100
#: Playouts of a decision in all, and at least and at most from each choice; the same in plain Python.
_PLAYOUTS = (8000, 100, 400)
_PLAIN_PLAYOUTS = (120, 8, 40)
#: Playouts of a position before a throw, with compiled rules and in plain Python.
_PLAYOUTS_TO_MOVE, _PLAIN_PLAYOUTS_TO_MOVE = 400, 40
#: Playouts from each choice at a glance.
_GLANCED = 24
#: The seed of all playouts.
_KEY = key_of(1, CHANCES)
#: The mean square of a difference between the points of two independent games that are won as often as lost.
_SQUARE = 0.5
#: The kind of players that look their moves up in a file.
_TABLE = "table"
#: A game in plain Python with throws is solved in a second or two if it has at most this many decisions, one
#: for each throw in each position, and in some ten seconds.
_DECISIONS_SOON, _DECISIONS_IN_TIME = 10_000, 100_000
#: For this many games the judge is kept: a solved game is solved once.
_MAX_KEPT = 8


class Bounds(NamedTuple):
    """From which difference on a judge can be trusted.

    Attributes:
        probable: two choices that differ by less are about equal.
        sure: from here on the better one is better; below this, probably.
    """

    probable: float
    sure: float


class Judge(ABC):
    """What says how likely it is that a game is won.

    Attributes:
        game: the game, with its parameters.
        name: who judges, in a few words.
        means: what the chances are chances of: the end of a sentence that begins with "wins of 100".
        exact: whether the chances are known and not estimated.
        player: who plays as this judge judges, more or less.
    """

    game: Game
    exact: ClassVar[bool] = False

    @property
    @abstractmethod
    def name(self) -> str: ...  # noqa: D102 - see the class
    @property
    @abstractmethod
    def means(self) -> str: ...  # noqa: D102
    @property
    @abstractmethod
    def player(self) -> Player: ...  # noqa: D102

    def __repr__(self) -> str:
        return brief(self, self.name)

    @abstractmethod
    def bounds(self, choices: int) -> Bounds:
        """How far differences between this many choices can be trusted."""

    @abstractmethod
    def after(self, decision: Decision) -> NDArray[np.float64]:
        """The chance of winning of the player who decides, after each afterstate, (afterstates,) float64."""

    def glance(self, decision: Decision) -> NDArray[np.float64]:
        """The same as fast as possible, where very many decisions are judged."""
        return self.after(decision)

    @abstractmethod
    def to_move(self, position: Any) -> float:
        """The chance of winning of the player to move, before a throw."""

    def best_first(self, decision: Decision, chances: NDArray[np.float64]) -> tuple[int, ...]:  # noqa: ARG002
        """The indices of all afterstates, the best first; a better chance is always better."""
        return tuple(np.argsort(-chances, kind="stable").tolist())

    def expected(self, decision: Decision, best: int) -> int:  # noqa: ARG002
        """The afterstate that is played where the chances before the throw assume that the game goes on."""
        return best

    def words(self, decision: Decision, chances: NDArray[np.float64]) -> Sequence[str]:  # noqa: ARG002
        """For each afterstate what is known besides its chance, such as ``wins in 3 moves``; or nothing."""
        return ()


class PerfectResults(Judge):
    """Knows the result of every position of a small game under perfect play of both sides.

    >>> from senet_gp.games.small import small_game
    >>> judge = PerfectResults(small_game("hexapawn"))
    >>> judge.to_move(judge.game.starts()[0])
    0.0

    Attributes:
        game: the game; it must be small enough for all its positions to be known.
    """

    game: SmallGame
    name = "perfect play"
    means = "under perfect play of both sides"
    exact = True

    def __init__(self, game: SmallGame) -> None:
        self.game = game
        self._values = all_values(game)

    @property
    def player(self) -> Player:
        """Plays perfectly."""
        return MinimaxPlayer(self.game)

    def bounds(self, choices: int) -> Bounds:  # noqa: ARG002
        """Any difference is one."""
        return Bounds(0.0, 0.0)

    def after(self, decision: Decision) -> NDArray[np.float64]:
        """1, ½ or 0 for each afterstate."""
        return np.array([(1 + value.result) / 2 for value in self._values_after(decision)])

    def to_move(self, position: Any) -> float:
        """1, ½ or 0."""
        return (1 + self._values.value(position)) / 2

    def best_first(self, decision: Decision, chances: NDArray[np.float64]) -> tuple[int, ...]:  # noqa: ARG002
        """Quick wins before slow ones, slow losses before quick ones."""
        ranks = self.ranks(decision)
        return tuple(sorted(range(len(ranks)), key=lambda index: -ranks[index]))

    def ranks(self, decision: Decision) -> list[int]:
        """The rank of each afterstate, the higher the better: its result, and how soon that comes."""
        return [value.rank for value in self._values_after(decision)]

    def words(self, decision: Decision, chances: NDArray[np.float64]) -> list[str]:  # noqa: ARG002
        """For each afterstate its result and how many moves it is away, such as ``wins in 3 moves``."""
        return [_ENDS[value.result].format(_moves(value.plies)) for value in self._values_after(decision)]

    def _values_after(self, decision: Decision) -> list[Value]:
        return self._values.values_of_moves(decision.position, decision.afterstates)


def _moves(plies: int) -> str:
    """A number of plies in words."""
    return "1 move" if plies == 1 else f"{plies} moves"


class KnownChances(Judge):
    """Knows the chance of winning in every position, if both sides play perfectly.

    >>> from senet_gp.games.registry import game_of
    >>> game = game_of("senet", {"pieces": 1})
    >>> judge = judge_of(game)
    >>> round(judge.to_move(game.starts()[0]), 3)
    0.537

    Attributes:
        knows: the player who knows them.
        game: the game, with its parameters.
    """

    name = "perfect play"
    means = "under perfect play of both sides"
    exact = True

    def __init__(self, knows: PerfectPlayer, game: Game) -> None:
        self.knows, self.game = knows, game

    @property
    def player(self) -> Player:
        """Plays perfectly."""
        return self.knows

    def bounds(self, choices: int) -> Bounds:  # noqa: ARG002
        """Any difference that is shown is one: chances are compared as tenths of a win of 100."""
        return Bounds(0.0, 0.0)

    def after(self, decision: Decision) -> NDArray[np.float64]:
        """The exact chance after each afterstate."""
        return np.array(self.knows.scores(decision))

    def to_move(self, position: Any) -> float:
        """The exact chance of the player to move."""
        return float(self.knows.chances_to_move([position])[0])

    def words(self, decision: Decision, chances: NDArray[np.float64]) -> list[str]:
        """For each afterstate its chance, such as ``wins 53.7 of 100``, or its result if the game is over."""
        results = [decision.result(index) for index in range(len(decision.afterstates))]
        return [
            f"wins {100 * chance:.1f} of 100" if result is None else _CERTAIN[result]
            for chance, result in zip(chances, results, strict=True)
        ]


class NetworkJudge(Judge):
    """Estimates chances by a network, which looks two turns ahead.

    >>> judge = judge_of("senet")
    >>> judge.name, 0.5 < judge.to_move(judge.game.starts()[0]) < 0.52
    ('the network net', True)

    Attributes:
        network: the player of the network.
        game: the game, with its parameters.
    """

    #: Measured by the study of judges: how often choices that seem better by this are no worse.
    _BOUNDS = Bounds(0.01, 0.02)

    def __init__(self, network: NetworkPlayer, game: Game) -> None:
        self.network, self.game = network, network_game(game)
        self._ahead: SearchPlayer[Any] = search_player(network, _TURNS, game)

    @property
    def name(self) -> str:
        """The name of the network."""
        return f"the network {self.network.name}"

    @property
    def means(self) -> str:
        """What the chances are chances of."""
        return f"as {self.name} judges, looking two turns ahead"

    @property
    def player(self) -> Player:
        """Plays as the network judges without looking ahead."""
        return self.network

    def bounds(self, choices: int) -> Bounds:  # noqa: ARG002
        """As measured."""
        return self._BOUNDS

    def after(self, decision: Decision) -> NDArray[np.float64]:
        """The chance after each afterstate, looking ahead; not with very many choices."""
        deep = len(decision.afterstates) <= _MOST_AHEAD
        return np.array(self._ahead.scores(decision)) if deep else self.glance(decision)

    def glance(self, decision: Decision) -> NDArray[np.float64]:
        """The chance after each afterstate, without looking ahead."""
        return np.array(self.network.scores(decision))

    def to_move(self, position: Any) -> float:
        """The mean chance of the player to move over all throws."""
        chances = self.game.throw_chances(position)
        return sum(
            chance * float(self.glance(self.game.decision(position, 0, throws)).max())
            for throws, chance in chances.items()
        )


class Playouts(Judge):
    """Estimates chances by playouts in which a player plays both sides.

    In a game without throws all playouts would be the same game, so a share of the moves is random there.
    All choices of a decision are played on with the same throws.

    >>> from senet_gp.games.registry import game_of
    >>> judge = Playouts(RandomPlayer(), game_of("tictactoe"))
    >>> judge.means
    'if both play on as random'

    Args:
        player: the player.
        game: the game, with its parameters.
    """

    def __init__(self, player: Player, game: Game) -> None:
        self._player, self.game = player, game

    @property
    def player(self) -> Player:
        """The player."""
        return self._player

    @property
    def name(self) -> str:
        """The player's name."""
        return self.player.name

    @property
    def means(self) -> str:
        """What the chances are chances of."""
        even = self.game.stochastic or self.player.participant is RANDOM_MOVER
        noise = "" if even else f", with one move in {round(1 / NOISE)} at random"
        name, level = self.player.name, called(self.player.name, self.game)
        return f"if both play on as {name if level == name else f'{level} ({name})'}{noise}"

    @cached_property
    def plainly(self) -> bool:
        """Whether games are played in plain Python, some hundred times as slowly as compiled ones."""
        return not in_compiled_code([self._chooser], self.game).all()

    def bounds(self, choices: int) -> Bounds:
        """Two and three standard errors of a difference."""
        error = (_SQUARE / self.games(choices)) ** 0.5
        return Bounds(2 * error, 3 * error)

    def games(self, choices: int) -> int:
        """How many games are played on from each of this many choices."""
        budget, least, most = _PLAIN_PLAYOUTS if self.plainly else _PLAYOUTS
        return min(most, max(least, budget // choices))

    def after(self, decision: Decision) -> NDArray[np.float64]:
        """The share of points after each afterstate.

        Raises:
            KeyboardInterrupt: if the user has interrupted the program; this is checked between positions.
        """
        return self._played_on(decision, self.games(len(decision.afterstates)))

    def glance(self, decision: Decision) -> NDArray[np.float64]:
        """The share of points after each afterstate in a few games."""
        return self._played_on(decision, min(_GLANCED, self.games(len(decision.afterstates))))

    def _played_on(self, decision: Decision, games: int) -> NDArray[np.float64]:
        keys = self._keys(decision.position, decision.throws, games)

        def shares(positions: Sequence[Any]) -> NDArray[np.float64]:
            return _shrunk(np.array([self._points(position, keys) for position in positions]), games)

        return chances_after(decision, shares)

    def to_move(self, position: Any) -> float:
        """The share of points of the player to move."""
        games = _PLAIN_PLAYOUTS_TO_MOVE if self.plainly else _PLAYOUTS_TO_MOVE
        return self._points(position, self._keys(position, (), games))

    def expected(self, decision: Decision, best: int) -> int:  # noqa: ARG002
        """The afterstate that the player plays."""
        if len(decision.afterstates) == 1:
            return 0
        (key,) = self._keys(decision.position, decision.throws, 1).tolist()
        return self.player.choose(decision, game_streams(key))

    def _keys(self, position: Any, throws: Sequence[int], games: int) -> NDArray[np.uint64]:
        """Keys of games that depend on nothing but the decision."""
        text = f"{self.game.text(position)} {' '.join(map(str, throws))}"
        digest = int.from_bytes(sha256(text.encode()).digest()[:8], "little")
        return part_keys(part_key(_KEY, digest), games)

    def _points(self, position: Any, keys: NDArray[np.uint64]) -> float:
        interruption.check()
        return float(np.mean(points_from(self._chooser, self._chooser, self.game, position, keys)))

    @cached_property
    def _chooser(self) -> Chooser:
        """Who plays both sides."""
        player: Chooser = self.player if self.player.participant is None else self.player.participant
        if self.game.stochastic or player is RANDOM_MOVER:
            return player
        return Noisy(cast("Participant", player), NOISE)


def _shrunk(shares: NDArray[np.float64], games: int) -> NDArray[np.float64]:
    """Shares of points drawn to their mean by as much as they differ by chance.

    The best of many estimates seems better than it is. Their spread is due to chance and to true differences;
    estimates are right on average if they are drawn together until the part of chance is gone (James and
    Stein, "Estimation with quadratic loss", 1961).

    >>> _shrunk(np.array([0.5, 0.52]), games=100).tolist()
    [0.51, 0.51]
    """
    if len(shares) < 2:
        return shares
    mean, spread = shares.mean(), shares.var(ddof=1)
    kept = max(0.0, 1 - mean * (1 - mean) / games / spread) if spread else 0.0
    return np.asarray(mean + kept * (shares - mean))


def judge_of(game: Game | str, player: Entrant | None = None) -> Judge:
    """The judge of a game with its parameters.

    >>> judge_of("hexapawn").means
    'under perfect play of both sides'
    >>> judge_of("senet").means
    'as the network net judges, looking two turns ahead'

    Args:
        game: the game, with its parameters, or its name.
        player: another judge: a player that knows all chances, such as ``table:FILE``, a network, or a player
            whose playouts give the chances; or the text that names one.

    Raises:
        UsageError: if there is no such game or player.
        FileError: if the player's file cannot be read.
    """
    game = as_game(game)
    return _usual_judge(game) if player is None else _judge_by(as_player(player, game), game)


def judge_among(players: Sequence[str], game: Game, table: Path | None = None) -> Judge:
    """The judge of a game between two players: one of them, if they know all chances, else that of the game.

    So a game against ``table:FILE`` is judged by the table.

    Args:
        players: their names in a record.
        game: the game, with its parameters.
        table: a file of exact chances, which judges instead of the players.

    Raises:
        UsageError: if the game has no such files.
        FileError: if the file cannot be read.
    """
    if table is not None:
        return judge_of(game, f"{_TABLE}:{table}")
    for name in players:
        kind = name.partition(":")[0]
        if game.stochastic and kind in {MinimaxPlayer.name, _TABLE}:
            try:
                return _judge_named(name, game)
            except (SenetGpError, OSError):
                continue  # such as where the file of the table has gone
    return _usual_judge(game)


def patient_judge_of(game: Game) -> Judge:
    """The judge of a game where there are some ten seconds to find perfect play; else the usual one."""
    usual, small = judge_of(game), if_solvable(game)
    if usual.exact or game.family:
        return usual
    try:
        found = _by_listing(game, _DECISIONS_IN_TIME) if small is None else PerfectResults(small)
        found.to_move(game.starts()[0])
    except UsageError:
        return usual
    return found


def _by_listing(game: Game, most_decisions: int) -> Judge:
    """Perfect play of a game in plain Python.

    Raises:
        UsageError: if the game has more decisions.
    """
    return KnownChances(PerfectPlayer(MinimaxPlayer.name, game, listed_chances(game, most_decisions)), game)


@lru_cache(_MAX_KEPT)
def _judge_named(player: str, game: Game) -> Judge:
    return judge_of(game, player)


def _judge_by(player: Player, game: Game) -> Judge:
    """The judge that a player makes."""
    small = if_solvable(game)
    if isinstance(player, MinimaxPlayer) and small is not None and solved_when_asked(small):
        return PerfectResults(small)
    if isinstance(player, PerfectPlayer):
        return KnownChances(player, game)
    base = player.base if isinstance(player, SearchPlayer) else player
    return NetworkJudge(base, game) if isinstance(base, NetworkPlayer) else Playouts(player, game)


@lru_cache(_MAX_KEPT)
def _usual_judge(game: Game) -> Judge:
    """The best judge that there is without a file."""
    small = if_solvable(game)
    if small is not None and solved_when_asked(small):
        return PerfectResults(small)
    numbered = if_numbered(game)
    if numbered is not None and is_numbered(numbered) and is_soon(numbered):
        return KnownChances(perfect_player(numbered, None, MinimaxPlayer.name), game)
    if small is None and not game.family:
        with suppress(UsageError):
            return _by_listing(game, _DECISIONS_SOON)
    learned = None if if_dice(game) is None else learned_network(game)
    row = GAMES[game.name]
    text = learned or row.analyst or row.opponent or RandomPlayer.name
    # In small games perfect play gives no playouts, and is asked for where the game is solved.
    if text == MinimaxPlayer.name and not game.stochastic:
        text = RandomPlayer.name
    return _judge_by(player_from_text(text, game), game)


#: How many of the best choices are shown where their chances are estimated.
_SHOWN = 5


class Grade(Enum):
    """How good a choice is, by the wins of 100 that it loses against the best.

    A choice is an inaccuracy or worse only if the judge is sure that the best is better.
    """

    BEST = "best"
    FINE = "fine"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @property
    def mark(self) -> str:
        """The mark beside a move, as in chess: ``?!``, ``?`` or ``??``; nothing for a good one."""
        return _MARKS.get(self, "")


_MARKS = {Grade.INACCURACY: "?!", Grade.MISTAKE: "?", Grade.BLUNDER: "??"}
#: What is less than this is no win of 100, rounded.
_UNSEEN = 0.005
#: The wins lost, as a chance, from which on a choice has these grades.
INACCURACY, MISTAKE, BLUNDER = 0.02, 0.05, 0.10


@dataclass(frozen=True, eq=False, repr=False)
class Judgement(Brief):
    """What the choices of a decision are worth.

    >>> from senet_gp.insight.judges import judge_of
    >>> judge = judge_of("tictactoe")
    >>> decision = judge.game.decision(judge.game.position_from("xx.oo...."), seat=0, throws=())
    >>> found = judged(judge, decision)
    >>> found.best, found.words[found.best], found.grade(found.order[-1]).value
    (0, 'wins in 1 move', 'blunder')

    Attributes:
        decision: the decision.
        chances: the chance of winning of the player who decides, after each afterstate, (afterstates,)
            float64.
        order: the indices of all afterstates, the best first; their chances never rise.
        exact: whether the chances are known and not estimated.
        bounds: how far differences can be trusted.
        words: for each afterstate what is known besides its chance; or nothing.
        expected: the afterstate that is played where the chances before the throw assume that the game goes
            on.
    """

    decision: Decision
    chances: NDArray[np.float64]
    order: tuple[int, ...]
    exact: bool
    bounds: Bounds
    words: Sequence[str]
    expected: int

    @property
    def best(self) -> int:
        """The index of the best choice."""
        return self.order[0]

    @cached_property
    def shown(self) -> tuple[int, ...]:
        """The indices of the choices that are shown, the best first; all if their chances are known."""
        return self.order if self.exact else self.order[:_SHOWN]

    @property
    def is_choice(self) -> bool:
        """Whether there is anything to choose."""
        return len(self.order) > 1

    def chance(self, index: int) -> float:
        """The chance of winning after a choice."""
        return float(self.chances[index])

    def lost(self, index: int) -> float:
        """How much better the best choice is than this one; never below 0."""
        return self.chance(self.best) - self.chance(index)

    def is_equal(self, index: int, other: int) -> bool:
        """Whether two choices are about equal."""
        gap = self._gap(index, other)
        return gap < self.bounds.probable or gap == 0

    def is_sure(self, index: int, other: int) -> bool:
        """Whether it is sure, and not just probable, that the better of two choices is better."""
        return not self.is_equal(index, other) and self._gap(index, other) >= self.bounds.sure

    def _gap(self, index: int, other: int) -> float:
        chances = self.chance(index), self.chance(other)
        # Exact ones as they are shown, so that what is said fits the figures.
        own, others = (round(chance, 3) for chance in chances) if self.exact else chances
        return abs(own - others)

    def note(self, index: int) -> str:
        """How sure it is that the best choice is better than this one; nothing if it is sure."""
        if index == self.best or self.words or self.is_sure(self.best, index):
            return ""
        return "about equal" if self.is_equal(self.best, index) else "probably worse"

    def grade(self, index: int) -> Grade:
        """How good a choice is."""
        lost = self.lost(index)
        if lost < _UNSEEN:
            return Grade.BEST
        if lost < INACCURACY or not self.is_sure(self.best, index):
            return Grade.FINE
        return Grade.BLUNDER if lost >= BLUNDER else Grade.MISTAKE if lost >= MISTAKE else Grade.INACCURACY

    @property
    def verdict(self) -> str:
        """Whether one choice is the best, in a sentence; nothing without a choice, or where all is known."""
        if not self.is_choice or self.words:
            return ""
        equal = sum(self.is_equal(self.best, index) for index in self.order)
        if equal > len(self.shown):
            return f"These, and {in_words(equal - len(self.shown))} more, are about equal."
        if equal > 1:
            return f"The first {in_words(equal)} are about equal."
        return f"The first is {'' if self.is_sure(self.best, self.order[1]) else 'probably '}the best."

    def move_text(self, index: int) -> str:
        """A choice as people read it."""
        return wording_of(self.decision).move_text(index)

    def word(self, index: int) -> str:
        """What is known of a choice besides its chance; or nothing."""
        return self.words[index] if self.words else ""


def judged(judge: Judge, decision: Decision) -> Judgement:
    """A decision as a judge sees it."""
    chances = judge.after(decision)
    order = judge.best_first(decision, chances)
    return Judgement(
        decision,
        chances,
        order,
        judge.exact,
        judge.bounds(len(chances)),
        judge.words(decision, chances),
        judge.expected(decision, order[0]),
    )


def wins(chance: float) -> str:
    """A chance in wins of 100; a half is rounded up, as on the page in the browser.

    >>> wins(0.736), wins(0.525)
    ('74', '53')
    """
    return str(rounded(chance))


def rounded(chance: float) -> int:
    """A chance, or a difference of chances, in whole wins of 100; a half is rounded away from zero."""
    return int(Decimal(100 * chance).quantize(Decimal(1), ROUND_HALF_UP))


#: What a column of wins lost means, in the analysis of a game and in a person's own record.
WINS_LOST = "wins lost a choice: how many of 100 a choice gave away, on average"


def signed(chance: float) -> str:
    """A difference of chances in wins of 100, with its sign.

    >>> signed(0.081), signed(-0.002)
    ('+8', '0')
    """
    return f"{rounded(chance):+d}" if rounded(chance) else "0"
