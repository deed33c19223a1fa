"""How good a player of a solved game with throws is against perfect play.

In a game with few boards the player's win probability is found exactly, by policy evaluation. With many, or
if games are asked for, it is estimated from games: what the player's choices give away, by the exact win
probabilities, adds up over a game to the difference between perfect play and the player on average, and
varies much less than wins and losses do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from senet_gp.arena.verdict import Foreseeable
from senet_gp.engine import exact_solving
from senet_gp.engine.dice_choices import fill_laws
from senet_gp.engine.dice_side_by_side import compiled_dice
from senet_gp.engine.evaluator import scores_of
from senet_gp.engine.exact_solving import ENDED, Ends, GamesInPlay, Policy
from senet_gp.engine.exact_table import ChanceTable, is_soon, listed_chances, table_for
from senet_gp.engine.measurement import Z95
from senet_gp.engine.participants import NO_NOISE, Compiled
from senet_gp.games.dice.features import told_of_throws
from senet_gp.games.dice.game import DiceGame
from senet_gp.games.dice.numbering import (
    NumberedRules,
    fill_boards,
    fill_numbers,
    groups_of,
    numbered_rules,
    numbering_of,
    order_of,
)
from senet_gp.games.dice.rules import COLUMNS, Room, new_room
from senet_gp.games.protocol import SEATS, Decision, Game
from senet_gp.games.registry import parameters_of
from senet_gp.players.exact import ScoresEnds
from senet_gp.players.player import Player, RandomPlayer
from senet_gp.runtime import interruption
from senet_gp.runtime.compiled import kept_per_thread
from senet_gp.runtime.errors import UsageError, brief, shortened
from senet_gp.runtime.interruption import Progress
from senet_gp.runtime.streams import Purpose, key_of

#: Games against perfect play that estimate a player's regret.
REGRET = Purpose(28)
#: The games that are played for an estimate by default.
USUAL_GAMES = 20_000
#: From fewer games there is no standard error in each seat.
_FEWEST = 4
#: The most boards on which players are asked that take one decision at a time.
_MAX_ASKED = 2000
#: The values are exact when a sweep changes none by more than this.
_STILL = 1e-13
_BOARDS_AT_ONCE = 256
_GAMES_AT_ONCE = 1000
#: There is room for the ends of some decisions with the most ends possible, and of many usual ones.
_FULL_DECISIONS = 4
_USUAL_ENDS = 1 << 18

#: Scores of the ends of decisions: from the positions before, (decisions, 3), and their throws.
Scores = Callable[[Ends, NDArray[np.int64], NDArray[np.int64]], NDArray[np.float64]]


@dataclass(frozen=True)
class ExactSeat:
    """How good a player is in one seat.

    Attributes:
        seat: 0 if the player moves first, else 1.
        perfect_chance: the win probability of perfect play in this seat, against perfect play.
        regret: by how much the player's win probability is lower than that.
        error: the standard error of ``regret``; 0 if it is exact.
        games: how many games it is estimated from; 0 if it is exact.
    """

    seat: int
    perfect_chance: float
    regret: float
    error: float = 0.0
    games: int = 0

    @property
    def chance(self) -> float:
        """The player's win probability against perfect play."""
        return self.perfect_chance - self.regret

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the regret."""
        return _interval(self.regret, self.error, self.games)


@dataclass(frozen=True)
class ExactVerdict:
    """How good a player is against perfect play.

    Attributes:
        game: the game.
        player: the player's name.
        seats: the player in each seat, moving first and second.
    """

    game: Game
    player: str
    seats: tuple[ExactSeat, ExactSeat]

    def __repr__(self) -> str:
        return brief(self, self.game, f"regret {self.regret:.4f}", self.player)

    @property
    def games(self) -> int:
        """How many games it is estimated from; 0 if it is exact."""
        return sum(seat.games for seat in self.seats)

    @property
    def regret(self) -> float:
        """How much lower the win probability is than that of perfect play, as the mean of both seats."""
        return sum(seat.regret for seat in self.seats) / 2

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the regret."""
        return _interval(self.regret, sqrt(sum(seat.error**2 for seat in self.seats)) / 2, self.games)

    def as_json(self) -> dict[str, Any]:
        """The verdict as the command line prints it."""
        estimated = {"games": self.games, "interval": list(self.interval)} if self.games else {}
        return {
            "game": self.game.name,
            "player": self.player,
            "parameters": parameters_of(self.game),
            "regret": self.regret,
            **estimated,
            "seats": [
                {
                    "seat": SEATS[seat.seat],
                    "chance": seat.chance,
                    "perfect_chance": seat.perfect_chance,
                    "regret": seat.regret,
                    **({"interval": list(seat.interval)} if self.games else {}),
                }
                for seat in self.seats
            ],
        }

    def lines(self) -> list[str]:
        """The verdict for people."""
        found = [
            f"moving {SEATS[seat.seat]}: wins {seat.chance:.3%} against perfect play, which would win "
            f"{seat.perfect_chance:.3%}"
            for seat in self.seats
        ]
        source = "exact"
        if self.games:
            low, high = self.interval
            source = f"estimated from {self.games:,} games; 95 % interval {low:.3%} to {high:.3%}"
        return [*found, f"regret: {self.regret:z.3%} of a win a game ({source})"]


def exact_verdict(
    game: DiceGame,
    player: Player,
    file: Path | None,
    games: int | None,
    seed: int,
    show: Progress | None = None,
) -> ExactVerdict:
    """Find how good a player is against perfect play.

    >>> from senet_gp.games.senet import Senet
    >>> found = exact_verdict(Senet(pieces=1), RandomPlayer(), None, None, 1)
    >>> [round(seat.chance, 4) for seat in found.seats]
    [0.3592, 0.2946]

    Args:
        game: the game.
        player: the player; it chooses uniformly among the ends of turns to which it gives its highest score.
        file: the file of the exact win probabilities; None if they are to be found now.
        games: how many games are played for an estimate, half of them in each seat, and one more if the
            number is odd; at least 4, and with fewer than 100 intervals are not to be trusted. None to find
            it exactly in a game with few boards, and to play 20,000 games in others.
        seed: the seed of the games.
        show: is called with how much is done.

    Raises:
        UsageError: if the boards of the game have no numbers, there are too few games, or the player does not
            say how it scores what it can choose.
        FileError: if the file cannot be read.
        KeyboardInterrupt: if the person interrupts the program.
    """
    boards = groups_of(game)[-1]
    if games is not None:
        _check_games(games)
    scores = scores_by(player, game)
    exactly = games is None and is_soon(game)
    if exactly and boards > _MAX_ASKED and not _is_fast(player):
        raise UsageError(
            f"{shortened(player.name)} chooses one move at a time, which takes hours for all boards: add "
            "--games 2000 to estimate its regret from games"
        )
    table = table_for(game, file)
    if not exactly:
        return estimated_verdict(table, player, USUAL_GAMES if games is None else games, seed, show)
    perfect = table.first_mover_chance
    return _exact(game, player, perfect, policy_chances(table, scores, show))


def _exact(game: Game, player: Player, perfect: float, chances: Sequence[float]) -> ExactVerdict:
    first, second = (
        ExactSeat(seat, mine, mine - chances[seat]) for seat, mine in enumerate((perfect, 1 - perfect))
    )
    return ExactVerdict(game, player.name, (first, second))


def estimated_verdict(
    table: ChanceTable, player: Player, games: int, seed: int, show: Progress | None = None
) -> ExactVerdict:
    """Estimate how good a player is against perfect play, from games; see :func:`exact_verdict`.

    Args:
        table: the chances of all boards of the game.
        player: the player.
        games: how many games are played, at least 4.
        seed: the seed of the games.
        show: is called with how much is done.

    Raises:
        UsageError: if there are too few games, or the player does not say how it scores what it can choose.
        KeyboardInterrupt: if the person interrupts the program.
    """
    _check_games(games)
    scores, perfect, each = scores_by(player, table.game), table.first_mover_chance, (games + 1) // 2
    keys = [key_of(seed, REGRET, seat) for seat in (0, 1)]
    first, second = (
        ExactSeat(seat, mine, *estimated_regret(table, scores, seat, each, keys[seat], show), games=each)
        for seat, mine in enumerate((perfect, 1 - perfect))
    )
    return ExactVerdict(table.game, player.name, (first, second))


def _check_games(games: int) -> None:
    """Check that there are enough games.

    Raises:
        UsageError: if there are not.
    """
    if games < _FEWEST:
        raise UsageError(f"a regret is estimated from at least {_FEWEST} games, not {games}")


def listed_verdict(game: Game, player: Player) -> ExactVerdict:
    """Find how good a player is against perfect play, exactly, where the boards have no numbers.

    Args:
        game: the game, whose positions are listed (see :mod:`senet_gp.engine.exact_table`).
        player: the player; it makes each of the choices that it may make equally often.

    Raises:
        UsageError: if the game has too many positions, or the player does not say what it may choose.
        KeyboardInterrupt: if the person interrupts the program.
    """
    if not isinstance(player, Foreseeable):
        raise UsageError(
            f"{shortened(player.name)} does not say what it may choose, so nothing is proved of it"
        )
    solved = listed_chances(game)
    listing = solved.listing
    weights = np.zeros(len(listing.following))
    for number, position in enumerate(listing.positions):
        interruption.check()
        for decision in range(listing.decisions[number], listing.decisions[number + 1]):
            chosen = player.possible(game.decision(position, 0, listing.throws[decision]))
            weights[listing.choices[decision] + np.array(chosen)] = 1 / len(chosen)
    perfect = solved.first_mover_chance
    return _exact(game, player, perfect, solved.policy_chances(weights))


def _interval(mean: float, error: float, games: int) -> tuple[float, float]:
    """The 95 % confidence interval of a mean of losses, which are at least 0 and at most about a win.

    Where few games have a loss, the spread of the games says little: a mistake that is made in one game of
    many, and costs it, may not have come up. Therefore the upper end is that of Wilson's interval for games
    that are lost as a whole (E. B. Wilson, "Probable inference, the law of succession, and statistical
    inference", 1927), with the spread of these games: 3.84 / games where there is no loss.
    """
    if not games:
        return mean, mean
    upper = mean + (Z95**2 / 2 + Z95 * sqrt((error * games) ** 2 + Z95**2 / 4)) / games
    return max(0.0, mean - Z95 * error), upper


def use_exact_kernels(game: DiceGame) -> None:
    """Use every kernel that exact play of a game and verdicts on it need, so that they are compiled.

    A game that takes long to solve with any parameters compiles them when it is solved.
    """
    least = numbering_of(game).smallest(game)
    if is_soon(least):
        for games in (None, _FEWEST):
            exact_verdict(least, RandomPlayer(), None, games, 0)


# What a player gives away: found exactly, or estimated from games.


@runtime_checkable
class _ScoresDecisions(Protocol):
    def scores(self, decision: Decision) -> Any:
        """The score of each afterstate of a decision, a number that is higher for a better one."""


def _compiled(player: Player) -> Compiled | None:
    """What scores ends of turns for a player in compiled code, if anything does."""
    own = player.participant
    compiled = own.compiled() if own is not None and own.has_kernels else None
    return compiled if compiled is not None and compiled.noise == NO_NOISE else None


def _is_fast(player: Player) -> bool:
    """Whether compiled code, or numpy, scores many ends of turns at once."""
    return isinstance(player, ScoresEnds) or _compiled(player) is not None


def scores_by(player: Player, game: DiceGame) -> Scores:
    """The function that scores the ends of decisions as a player does.

    Raises:
        UsageError: if the player does not say how it scores them.
    """
    if isinstance(player, ScoresEnds):
        scored = player.end_scores
        return lambda ends, _positions, _throws: scored(ends.boards, ends.results)
    compiled = _compiled(player)
    if compiled is not None:
        program = compiled.program
        if program is None:  # it moves at random
            return lambda ends, _positions, _throws: np.zeros(ends.results.size)
        return lambda ends, _positions, _throws: scores_of(
            program, told_of_throws(ends.boards, ends.results)
        ).astype(np.float64)
    if not isinstance(player, _ScoresDecisions):
        raise UsageError(
            f"{shortened(player.name)} does not say how it scores what it can choose, so its regret cannot "
            "be found: name an expression, a search, random, or minimax"
        )
    decided = player.scores

    def one_by_one(
        ends: Ends, positions: NDArray[np.int64], throws: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """The scores of the ends of each decision, for which the player is asked if there are several."""
        found = np.zeros(ends.results.size)
        for number in np.flatnonzero(np.diff(ends.begins) > 1).tolist():
            interruption.check()
            mine, theirs, state = positions[number].tolist()
            position = game.position_of((mine, theirs, state))
            decision = game.decision(position, 0, game.throws_of(int(throws[number]), position))
            found[ends.begins[number] : ends.begins[number + 1]] = decided(decision)
        return found

    return one_by_one


@kept_per_thread()
def _buffers(decisions: int, module: str) -> tuple[Ends, Room]:
    """Room for the ends of some decisions, and for the afterstates of one."""
    room = new_room(module)
    most = _FULL_DECISIONS * len(room.results) + _USUAL_ENDS
    begins = np.zeros(decisions + 1, np.int64)
    return Ends(np.zeros((COLUMNS, most), np.uint32), np.zeros(most, np.int8), begins), room


def _filled(ends: Ends, decisions: int) -> Ends:
    """The part of the arrays that some decisions fill."""
    count = ends.begins[decisions]
    return Ends(ends.boards[:, :count], ends.results[:count], ends.begins[: decisions + 1])


class _ChosenPolicies(NamedTuple):
    """Some boards, and what is chosen on them."""

    numbers: NDArray[np.int32]
    laws: NDArray[np.int16]
    policies: tuple[Policy, Policy]  # of the player and of the opponent


def policy_chances(table: ChanceTable, scores: Scores, show: Progress | None) -> tuple[float, float]:
    """A player's exact win probabilities against perfect play, in games without a limit of turns.

    Where the player scores several ends equally, it chooses each of them equally often.

    Args:
        table: the exact win probabilities of the game.
        scores: how the player scores what it can choose.
        show: is called with how much is done.

    Returns:
        The chances, 0 to 1, moving first and moving second.

    Raises:
        KeyboardInterrupt: if the person interrupts the program.
    """
    rules = numbered_rules(table.game)
    parts = list(_policies_on_all_boards(table, scores, show))
    size = len(table.values)
    values = np.full(2 * size + len(ENDED), 0.5)
    values[2 * size :] = ENDED
    change = 1.0
    while change > _STILL:
        interruption.check()
        change = max(
            exact_solving.evaluate(rules.dice, part.numbers, part.laws, side, policy, values)
            for part in parts
            for side, policy in enumerate(part.policies)
        )
    starts = compiled_dice(table.game).starts
    numbers = np.empty(len(starts), np.int64)
    fill_numbers(rules, starts, numbers)
    # A board is the first mover's: as the second, the player waits for the opponent to move on it.
    return float(values[numbers].mean()), float(values[size + numbers].mean())


def _policies_on_all_boards(
    table: ChanceTable, scores: Scores, show: Progress | None
) -> Iterator[_ChosenPolicies]:
    """All boards, some hundreds at a time, and what is chosen on them."""
    game = table.game
    rules = numbered_rules(game)
    order = np.concatenate([order_of(game, group) for group in range(len(groups_of(game)))])
    ends, room = _buffers(_BOARDS_AT_ONCE * int(np.diff(rules.dice.begins).max()), game.rules_module)
    for begin in range(0, len(order), _BOARDS_AT_ONCE):
        interruption.check()
        if show is not None:
            show(begin, len(order), "choices on all boards")
        yield _policies_on(
            np.ascontiguousarray(order[begin : begin + _BOARDS_AT_ONCE]), rules, table, scores, ends, room
        )


def _policies_on(
    numbers: NDArray[np.int32],
    rules: NumberedRules,
    table: ChanceTable,
    scores: Scores,
    ends: Ends,
    room: Room,
) -> _ChosenPolicies:
    """What is chosen on the boards with these numbers."""
    boards, laws = np.empty((len(numbers), 3), np.int64), np.empty(len(numbers), np.int16)
    fill_boards(rules, numbers, boards)
    fill_laws(rules.dice, boards, laws)
    # The decisions: every throw on every board.
    first, lengths = rules.dice.begins[laws], np.diff(rules.dice.begins)[laws]
    positions = np.repeat(boards, lengths, axis=0)
    before = np.cumsum(lengths) - lengths
    throws = rules.dice.throws[np.arange(len(positions)) + np.repeat(first - before, lengths)]
    made: tuple[list[Policy], list[Policy]] = [], []
    done = 0
    while done < len(throws):
        count = int(exact_solving.list_ends(rules.dice, positions[done:], throws[done:], ends, room))
        met = _filled(ends, count)
        asked = slice(done, done + count)
        found = scores(met, positions[asked], throws[asked]), table.after_chances(met.boards, met.results)
        for side, of_side in enumerate(made):
            of_side.append(_best(rules, met, found[side], side, len(table.values)))
        done += count
    mine, theirs = (Policy(*(np.concatenate(pieces) for pieces in zip(*each, strict=True))) for each in made)
    return _ChosenPolicies(numbers, laws, (mine, theirs))


def _best(rules: NumberedRules, ends: Ends, found: NDArray[np.float64], side: int, size: int) -> Policy:
    policy = Policy(np.zeros(len(ends.begins) - 1, np.int32), np.zeros(ends.results.size, np.int32))
    total = exact_solving.keep_best(rules, ends, found, side, size, policy)
    return policy._replace(kept=policy.kept[:total].copy())


def estimated_regret(
    table: ChanceTable, scores: Scores, seat: int, games: int, key: int, show: Progress | None
) -> tuple[float, float]:
    """The mean win probability that a player gives away in a game, and its standard error.

    Args:
        table: the exact win probabilities of the game.
        scores: how the player scores what it can choose.
        seat: 0 if the player moves first, 1 if second.
        games: the number of games.
        key: the key from which, with their numbers, the keys of the games are derived.
        show: is called with how much is done.
    """
    losses = np.zeros(games)
    for begin in range(0, games, _GAMES_AT_ONCE):
        if show is not None:
            show(seat * games + begin, 2 * games, f"{2 * games:,} games")
        part = losses[begin : begin + _GAMES_AT_ONCE]
        play_against_perfect(table, scores, seat, begin, key, part)
    return float(losses.mean()), float(losses.std(ddof=1) / sqrt(games))


def play_against_perfect(
    table: ChanceTable,
    scores: Scores,
    seat: int,
    begin: int,
    key: int,
    losses: NDArray[np.float64],
) -> NDArray[np.int64]:
    """Play games against perfect play side by side, and add up what the player's choices give away.

    Args:
        table: the exact win probabilities of the game.
        scores: how the player scores what it can choose.
        seat: 0 if the player moves first, 1 if second.
        begin: the number of the first of these games.
        key: the key from which, with their numbers, the keys of the games are derived.
        losses: (games,) float64, one for each game to be played: to each of them is added by how much the
            player's choices in that game lower its chance of winning, 1 for a whole win.

    Returns:
        The games at their ends, (games, 7) int64, by the columns of
        :mod:`senet_gp.engine.exact_solving`.

    Raises:
        KeyboardInterrupt: if the person interrupts the program.
    """
    game, count = table.game, losses.size
    playing = GamesInPlay.new(count)
    compiled = compiled_dice(game)
    ends, room = _buffers(count, game.rules_module)
    exact_solving.begin_games(np.uint64(key), begin, compiled.starts, playing)
    common = compiled.rules, compiled.most_turns
    while decisions := int(exact_solving.next_decisions(*common, playing, ends, room)):
        interruption.check()
        met = _filled(ends, decisions)
        chances = table.after_chances(met.boards, met.results)
        decides, throws = playing.decides[:decisions], playing.throws[:decisions]
        own = playing.games[decides, exact_solving.SEAT] == seat
        found = np.zeros(met.results.size)
        mine = np.repeat(own, np.diff(met.begins))
        if own.any():
            lengths = np.diff(met.begins)[own]
            of_player = Ends(
                np.ascontiguousarray(met.boards[:, mine]), met.results[mine], np.append(0, np.cumsum(lengths))
            )
            positions = playing.games[decides[own], : exact_solving.SEAT]
            found[mine] = scores(of_player, positions, throws[own])
        exact_solving.choose_among(*common, playing, met, found, chances, seat, losses)
    return playing.games
