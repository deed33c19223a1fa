"""What the players of several runs have in common, as rules that a person can follow.

A rule is about one thing on the board, its *theme*, such as how many moves the other player has. Formulas may
ask about it by several words, so the worth of a rule is not that of a word or of its factor: in a copy of the
player all words of the theme are replaced, wherever they occur, by what they are on average in its own
decisions, and what the copy wins less, in games with the same throws, is what the rule is worth to the
player. Whether the player wants more of it or less is told by its choices: where the copy chooses otherwise,
the boards that both choose are compared.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from primitives.types import Truth
from primitives.vocabulary import Node, Vocabulary
from senet_gp.arena.decisions import Decisions
from senet_gp.arena.exact_verdict import estimated_verdict
from senet_gp.arena.paired_games import measure
from senet_gp.arena.pool import Pool
from senet_gp.engine.exact_table import ChanceTable
from senet_gp.engine.participants import Source
from senet_gp.experiments.inference import Interval, mean_interval
from senet_gp.games.protocol import Game
from senet_gp.games.registry import part_of
from senet_gp.games.wording import Theme
from senet_gp.insight.pairing import Pairing, SampleSize, decisions_of
from senet_gp.insight.parts import usual_value
from senet_gp.players.player import ExpressionPlayer, Player
from senet_gp.runtime.errors import UsageError, brief
from senet_gp.runtime.interruption import Progress
from senet_gp.runtime.streams import SeedDomain, key_of, part_key
from senet_gp.trees.individual import Individual, trusted
from senet_gp.trees.shape import arguments_of, subtree_ends
from senet_gp.trees.sums import constant
from senet_gp.trees.text import from_lisp

#: In so many decisions the averages of words, and the choices of copies, are found.
_SAMPLED = SampleSize(games=40, enough=3000)
#: The parts of the key: the decisions, and the games.
_DECISIONS, _GAMES = range(2)
#: Is told of how many players the rules are known.


class Bred(NamedTuple):
    """A player of a run, which is named by any text."""

    run: str
    player: ExpressionPlayer


@dataclass(frozen=True)
class RuleOfPlay:
    """A rule that players follow.

    Attributes:
        theme: what it is about.
        more: whether they want more of it; else less.
        agreed: the share of those players that want it so.
        players: how many players have a word of the theme.
        runs: in how many of the runs there is such a player.
        worth: the wins of 100 that the players lose without it, as the mean of the runs' means.
        interval: the 95 % interval of that over the runs; None if there are too few.
    """

    theme: Theme
    more: bool
    agreed: float
    players: int
    runs: int
    worth: float
    interval: Interval | None

    def __repr__(self) -> str:
        return brief(self, self.sentence, f"{self.worth:.1f} wins of 100")

    @property
    def sentence(self) -> str:
        """The rule as a sentence."""
        return self.theme.more if self.more else self.theme.less

    @property
    def helps(self) -> bool:
        """Whether the interval shows that it is worth something."""
        return self.interval is not None and self.interval[0] > 0

    def as_json(self) -> dict[str, Any]:
        """The rule as ``senet-gp explain --lessons --json`` prints it."""
        return {
            "rule": self.sentence,
            "theme": self.theme.name,
            "worth": self.worth,
            "interval": self.interval and list(self.interval),
            "helps": self.helps,
            "runs": self.runs,
            "players": self.players,
            "agreed": self.agreed,
        }


class _Effect(NamedTuple):
    """What a theme does for a player."""

    theme: Theme
    worth: float
    change: float  # by how much the chosen boards have more of it than those that the copy chooses


#: Tells the share of points of each player; those that it is asked about together meet the same throws.
Judge = Callable[[Sequence[Player], int], Sequence[float]]


def judged_in_games(opponents: Sequence[Player], game: Game, *, games: int, pool: Pool) -> Judge:
    """Judge players by games.

    Args:
        opponents: their opponents.
        game: the game, with its parameters.
        games: how many games each player plays against each of them.
        pool: where they are played.
    """

    def judge(players: Sequence[Player], key: int) -> Sequence[float]:
        played = measure(players, opponents, games=games, key=key, pool=pool, game=game)
        return [played.measured(place).share for place in range(len(players))]

    return judge


def judged_exactly(table: ChanceTable, *, games: int) -> Judge:
    """Judge players by what they give away against perfect play, in games of which all chances are known.

    Args:
        table: the chances of all boards of the game.
        games: how many games estimate what a player gives away.
    """

    def judge(players: Sequence[Player], key: int) -> Sequence[float]:
        return [1 - estimated_verdict(table, one, games, key).regret for one in players]

    return judge


def lessons_of(
    bred: Sequence[Bred], game: Game, judge: Judge, *, seed: int, pool: Pool, show: Progress
) -> list[RuleOfPlay]:
    """The rules that players of several runs follow, the worthiest first.

    Args:
        bred: the players, which share a vocabulary.
        game: the game, with its parameters.
        judge: tells how good a player and its copies are.
        seed: the seed of the games.
        pool: where the decisions are met.
        show: is told of how many players the rules are known.

    Raises:
        UsageError: if the players have different vocabularies, or name their moves.
        SenetGpError: if a player never has a choice.
        KeyboardInterrupt: if the user interrupts it.
    """
    vocabulary = bred[0].player.vocabulary
    if any(one.player.vocabulary != vocabulary for one in bred):
        raise UsageError("the players have different vocabularies: name runs that have the same")
    if game.named_moves:
        raise UsageError(
            f"players of {game.name} name their moves and do not compare boards, so there is nothing that "
            "they want more or less of: explain one of them instead"
        )
    themes = themes_of(game, vocabulary)
    key = key_of(seed, SeedDomain.EXPLANATION)
    found: dict[str, dict[str, list[_Effect]]] = defaultdict(lambda: defaultdict(list))
    for number, one in enumerate(bred):
        show(number, len(bred), "leaving out what it looks at")
        own_key = part_key(key, number)
        decisions = decisions_of(Pairing.of(one.player, game), part_key(own_key, _DECISIONS), pool, _SAMPLED)
        copies = _copies(one.player, themes, decisions)
        whole, *others = judge([one.player, *copies.values()], part_key(own_key, _GAMES))
        for (theme, copy), share in zip(copies.items(), others, strict=True):
            change = _change(one.player, copy, theme, decisions)
            found[theme.name][one.run].append(_Effect(theme, 100 * (whole - share), change))
    lessons = [_lesson([*of_runs.values()]) for of_runs in found.values()]
    return sorted(lessons, key=lambda lesson: -lesson.worth)


def _lesson(of_runs: Sequence[Sequence[_Effect]]) -> RuleOfPlay:
    """The rule that some effects of one theme come to, those of each run together."""
    effects = [effect for effects in of_runs for effect in effects]
    means = [float(np.mean([effect.worth for effect in effects])) for effects in of_runs]
    more = sum(effect.change > 0 for effect in effects)
    wants_more = 2 * more >= len(effects)
    return RuleOfPlay(
        theme=effects[0].theme,
        more=wants_more,
        agreed=(more if wants_more else len(effects) - more) / len(effects),
        players=len(effects),
        runs=len(of_runs),
        worth=float(np.mean(means)),
        interval=mean_interval(means),
    )


def themes_of(game: Game, vocabulary: Vocabulary) -> list[Theme]:
    """The themes of a game; each word about the board that belongs to none is one of its own."""
    declared: Sequence[Theme] = part_of(game.name, "themes") or ()
    named = {word for theme in declared for word in theme.words}
    words = [word for word in vocabulary.primitives if word.reads_board and word.name not in named]
    own = (Theme.of_word(word.name, word.description, truth=word.result is Truth) for word in words)
    return [*declared, *own]


def _copies(
    player: ExpressionPlayer, themes: Sequence[Theme], decisions: Decisions
) -> Mapping[Theme, ExpressionPlayer]:
    """A copy of the player without each theme that it has a word of."""
    found = {}
    for theme in themes:
        tree = _without(player.tree, theme, decisions)
        if tree is not None:
            found[theme] = ExpressionPlayer(tree, player.vocabulary, f"without {theme.name}")
    return found


def _without(tree: Individual, theme: Theme, decisions: Decisions) -> Individual | None:
    """The expression with the mean of each part that begins with a word of the theme in its place."""
    vocabulary, ends = tree.vocabulary, subtree_ends(arguments_of(tree))
    nodes: list[Node] = []
    place, there = 0, False
    while place < len(tree):
        if tree[place].name not in theme.words:
            nodes.append(tree[place])
            place += 1
            continue
        there = True
        kind = vocabulary.by_name[tree[place].name].result
        part = Source(tree.codes[place : ends[place]].tobytes(), vocabulary)
        nodes += constant(usual_value(decisions, part, kind), kind, vocabulary)
        place = ends[place]
    return trusted(nodes, vocabulary) if there else None


def _change(player: ExpressionPlayer, copy: ExpressionPlayer, theme: Theme, decisions: Decisions) -> float:
    """By how much the player's choices have more of a theme than the copy's, where they differ."""
    own, others = (_chosen(one, decisions) for one in (player, copy))
    differ = own != others
    if not differ.any():
        return 0.0
    values = decisions.values(_gauge(player.tree, theme))
    return float((values[own[differ]] - values[others[differ]]).mean())


def _gauge(tree: Individual, theme: Theme) -> Source:
    """What is the higher the more there is of a theme."""
    if theme.gauge:
        return Source.of(from_lisp(theme.gauge, tree.vocabulary), tree.vocabulary)
    place = next(place for place, node in enumerate(tree) if node.name in theme.words)
    return Source(tree.codes[tree.searchSubtree(place)].tobytes(), tree.vocabulary)


def _chosen(player: ExpressionPlayer, decisions: Decisions) -> NDArray[np.int64]:
    """For each decision the first of its best boards, (decisions,) int64."""
    best = decisions.best(player.participant)
    first = np.where(best > 0, np.arange(len(best)), len(best))
    chosen: NDArray[np.int64] = np.minimum.reduceat(first, decisions.begins[:-1])
    return chosen
