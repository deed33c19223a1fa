"""How a player plays: what it seeks, what it does not mind, and when; its habits, and what it overlooks.

What it seeks is found as for the rules of several runs in scripts/studies/lessons.py: where a copy
without the words of a theme chooses otherwise, the boards that both choose are compared. Its habits, and what
it overlooks, are counted in what it chose in its games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from primitives.vocabulary import Node, Vocabulary, own_vocabularies_of
from senet_gp.arena.decisions import Decisions
from senet_gp.arena.pool import Pool, SerialPool
from senet_gp.engine.participants import Source
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.registry import part_of
from senet_gp.games.wording import Theme, wording_of
from senet_gp.insight.decisive_positions import solver_of
from senet_gp.insight.pairing import Pairing, SampleSize, decisions_of
from senet_gp.insight.parts import Subtrees, usual_value
from senet_gp.insight.way_in_words import OCCASIONS, Contrast, Rate, WayOfPlay, Wish
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.streams import SeedDomain, key_of
from senet_gp.trees.individual import Individual, trusted
from senet_gp.trees.shape import arguments_of, subtree_ends
from senet_gp.trees.sums import constant
from senet_gp.trees.text import from_lisp

#: At most so many comparisons are told.
_COMPARED = 2
#: A wish is told if it changes this share of the choices, and a difference if it is so many standard errors.
_LEAST, _SURE = 0.03, 3.0
#: A comparison is told if it is so many standard deviations between moves.
_CLEAR = 0.4
#: How many decisions are looked at where rules in Python are asked, and of these for comparisons.
_LOOKED_AT, _LOOKED_CLOSELY = 600, 100
#: Nobody waits long for some sentences: shares of 1,500 decisions are within 3 of 100.
_SAMPLED = SampleSize(games=8, enough=1500)
#: At most so many moves are named at the beginning of a game.
_BEGINNINGS = 2


def way_of_play(player: ExpressionPlayer, game: Game, decisions: Decisions) -> WayOfPlay:
    """How a player plays.

    Args:
        player: the player.
        game: the game, with its parameters.
        decisions: decisions of its games, of which is noted where each was met.
    """
    fixed = _fixed(player, game, decisions)
    if fixed:
        return WayOfPlay(fixed, (), (), (), (), *[Rate(0, 0)] * 5)
    looked_at = _Looked.at(game, decisions)
    best = decisions.best(player.participant) if not decisions.moves else np.ones(len(decisions), np.int64)
    perfect = solver_of(game)
    themes = tuple(part_of(game.name, "themes") or ()) if not decisions.moves else ()
    return WayOfPlay(
        fixed="",
        wishes=tuple(_wishes(player, themes, decisions)),
        habits=tuple(_habits(themes, player.vocabulary, decisions)),
        comparisons=tuple(_comparisons(themes, _Looked.at(game, decisions, _LOOKED_CLOSELY))),
        beginning=_beginning(player, game),
        wins=looked_at.rate(lambda one: [one.result(n) == 1 for n in _every(one)]),
        stops=Rate(0, 0) if game.stochastic else looked_at.rate(_stops),
        survives=looked_at.rate(lambda one: [one.result(n) != -1 for n in _every(one)]),
        perfect=looked_at.rate(lambda one: _best(perfect.ratings(one.afterstates)))
        if perfect
        else Rate(0, 0),
        lots=Rate(int((np.add.reduceat(best, decisions.begins[:-1]) > 1).sum()), len(decisions)),
    )


def sampled_way(player: ExpressionPlayer, game: Game, *, pool: Pool | None = None) -> WayOfPlay:
    """How a player plays, found in fewer games than an explanation takes.

    Args:
        player: the player.
        game: the game, with its parameters.
        pool: where these games are played; by default in this process.

    Raises:
        SenetGpError: if the player never has a choice.
        KeyboardInterrupt: if the user interrupts it.
    """
    key = key_of(key_of(1, SeedDomain.EXPLANATION), 0)
    return way_of_play(
        player, game, decisions_of(Pairing.of(player, game), key, pool or SerialPool(), _SAMPLED)
    )


class _Looked:
    """Some of the decisions of a player, and what it chose."""

    def __init__(self, chosen: Sequence[tuple[Decision, int]]) -> None:
        self.chosen = chosen

    @classmethod
    def at(cls, game: Game, decisions: Decisions, most: int = _LOOKED_AT) -> _Looked:
        """At most so many of these decisions, spread evenly over the games."""
        count = len(decisions.met)
        numbers = range(count) if count <= most else [n * count // most for n in range(most)]
        return cls([(decisions.met[n].decision(game), decisions.met[n].chosen) for n in numbers])

    def rate(self, good: Callable[[Decision], Sequence[bool]]) -> Rate:
        """How often the choice is a good one, of the decisions in which some are and some are not."""
        told = ((good(decision), index) for decision, index in self.chosen)
        counted = Counter(every[index] for every, index in told if len(set(every)) > 1)
        return Rate(counted[True], counted.total())


def _every(decision: Decision) -> range:
    return range(len(decision.afterstates))


def _best(ratings: Sequence[int]) -> list[bool]:
    return [rating == max(ratings) for rating in ratings]


def _stops(decision: Decision) -> list[bool]:
    """For each choice, whether the other cannot win at once after it; all alike where one wins."""
    results = [decision.result(index) for index in _every(decision)]
    if 1 in results:
        return [True] * len(results)
    return [result is not None or not _can_win(decision, n) for n, result in enumerate(results)]


def _can_win(decision: Decision, index: int) -> bool:
    """Whether whoever is to move after a choice can win at once."""
    seat = 1 - decision.seat if decision.ends_turn(index) else decision.seat
    after = decision.game.decision(decision.following(index), seat, ())
    return any(after.result(reply) == 1 for reply in _every(after))


def _fixed(player: ExpressionPlayer, game: Game, decisions: Decisions) -> str:
    """What a player does whose value never changes a choice; empty for others."""
    best = decisions.best(player.participant)
    if decisions.moves:
        named = {int(move) for move in best}
        return f"It always moves {game.named_moves[named.pop()]}." if len(named) == 1 else ""
    return "" if not best.all() else "All moves are the same to it: it draws each by lot."


def _beginning(player: ExpressionPlayer, game: Game) -> tuple[str, ...]:
    """The moves by which a player may begin, where there are no throws and one start; none if many."""
    if game.stochastic or len(game.starts()) != 1:
        return ()
    decision = game.decision(game.starts()[0], 0, ())
    possible = player.possible(decision)
    if len(possible) > _BEGINNINGS or len(possible) == len(decision.afterstates):
        return ()
    return tuple(wording_of(decision).move_text(index) for index in possible)


def _wishes(player: ExpressionPlayer, themes: Sequence[Theme], decisions: Decisions) -> list[Wish]:
    """What a player wants, what changes most of its choices first."""
    early = _early(decisions)
    best, own = decisions.best(player.participant), first_choices(player, decisions)
    found = []
    for theme, begins in _parts_of(player.tree, themes).items():
        copy = ExpressionPlayer(without_parts(player.tree, begins, decisions), player.vocabulary, theme.name)
        changed = np.add.reduceat(best != decisions.best(copy.participant), decisions.begins[:-1]) > 0
        others = first_choices(copy, decisions)
        with suppress(UsageError):  # no vocabulary of the game has the words of its gauge
            values = decisions.values(gauge_of(theme, player.vocabulary))
            more = values[own] - values[others]
            differ = own != others
            if changed.mean() >= _LEAST and _is_sure(more[differ]):
                halves = [more[differ & half].sum() for half in (early, ~early)]
                wanted = more.sum() > 0
                found.append(
                    Wish(
                        theme=theme,
                        more=bool(wanted),
                        changed=float(changed.mean()),
                        early=float(changed[early].mean()),
                        late=float(changed[~early].mean()),
                        steady=all((half > 0) == wanted and half for half in halves),
                        decisions=len(decisions),
                    )
                )
    return sorted(found, key=lambda wish: -wish.changed)


def _parts_of(tree: Individual, themes: Sequence[Theme]) -> dict[Theme, set[int]]:
    """For each theme that an expression asks about, the nodes where that is asked.

    A theme without words is about the squares that its gauge names, such as 26: of several such themes a
    question belongs to the one of which the expression asks most.
    """
    subtrees = Subtrees.of(tree, tree.vocabulary)
    asked: dict[tuple[str, int], set[int]] = {}
    for part in subtrees.distinct:
        if part.query is not None and part.square is not None:
            asked[part.query.name, part.square] = {place.start for place in part.occurrences}
    squares = {
        theme: _squares_asked(theme, tree.vocabulary) & asked.keys() for theme in themes if not theme.words
    }
    found: dict[Theme, set[int]] = {}
    taken: set[int] = set()
    for theme in sorted(squares, key=lambda one: -len(squares[one])):
        begins = set().union(*(asked[one] for one in squares[theme])) - taken
        if begins:
            found[theme] = begins
            taken |= begins
    for theme in themes:
        begins = {index for index, node in enumerate(tree) if node.name in theme.words} - taken
        if begins:
            found[theme] = begins
    return found


def _squares_asked(theme: Theme, vocabulary: Vocabulary) -> set[tuple[str, int]]:
    """The words with the squares that a theme's gauge names."""
    try:
        source = gauge_of(theme, vocabulary)
    except UsageError:
        return set()
    tree = trusted(source.vocabulary.decode(np.frombuffer(source.codes, np.int16)), source.vocabulary)
    parts = Subtrees.of(tree, source.vocabulary).distinct
    return {(part.query.name, part.square) for part in parts if part.query and part.square is not None}


def _early(decisions: Decisions) -> NDArray[np.bool_]:
    """For each decision, whether it is in the first half of those of its game."""
    games = [met.game_number for met in decisions.met]
    counted, seen = Counter(games), Counter[int]()
    found = []
    for game in games:
        found.append(2 * seen[game] < counted[game])
        seen[game] += 1
    return np.array(found)


def _is_sure(differences: NDArray[np.int64]) -> bool:
    """Whether the mean of differences is surely not zero."""
    number = len(differences)
    if number < OCCASIONS:
        return False
    return bool(abs(differences.mean()) > _SURE * differences.std() / sqrt(number))


def _habits(
    themes: Sequence[Theme], vocabulary: Vocabulary, decisions: Decisions
) -> Iterator[tuple[Theme, Rate]]:
    """How often a player does what always matters, where its moves differ in it."""
    chosen = decisions.begins[:-1] + np.array([met.chosen for met in decisions.met])
    for theme in themes:
        if not theme.always or not theme.good:
            continue
        with suppress(UsageError):
            values = theme.good * decisions.values(gauge_of(theme, vocabulary))
            worst = np.minimum.reduceat(values, decisions.begins[:-1])
            differ = np.maximum.reduceat(values, decisions.begins[:-1]) > worst
            rate = Rate(int((values[chosen] > worst).sum()), int(differ.sum()))
            if rate.known:
                yield theme, rate


def _comparisons(themes: Sequence[Theme], looked_at: _Looked) -> list[Contrast]:
    """What differs most between the boards after a player's choices and after moves drawn by lot."""
    found = []
    for theme in themes:
        if theme.seen is None or "{own}" not in theme.told:
            continue
        pairs = [pair for decision, index in looked_at.chosen for pair in _seen(theme, decision, index)]
        if len(pairs) < OCCASIONS:
            continue
        own, drawn, spread = np.array(pairs).T
        if _is_sure(own - drawn) and spread.mean() > 0:
            weight = abs(own.mean() - drawn.mean()) / spread.mean()
            if weight >= _CLEAR:
                found.append(Contrast(theme, float(own.mean()), float(drawn.mean()), float(weight)))
    return sorted(found, key=lambda one: -one.weight)[:_COMPARED]


def _seen(theme: Theme, decision: Decision, index: int) -> Iterator[tuple[float, float, float]]:
    """What is seen after a choice, on average after all choices, and how much that differs, if it is seen."""
    assert theme.seen is not None  # noqa: S101 - it is looked at
    alike = [n for n in _every(decision) if decision.result(n) is None]
    if theme.replies:
        alike = [n for n in alike if decision.ends_turn(n)]
    if index in alike:
        seen = {n: theme.seen(decision, n) for n in alike}
        if not any(isinstance(one, frozenset) or one is None for one in seen.values()):
            numbers = np.array([*seen.values()], float)
            yield float(seen[index]), float(numbers.mean()), float(numbers.std())  # type: ignore[arg-type]


def without_parts(tree: Individual, begins: Collection[int], decisions: Decisions) -> Individual:
    """The expression with the mean of each part that begins at one of these nodes in its place."""
    vocabulary, ends = tree.vocabulary, subtree_ends(arguments_of(tree))
    nodes: list[Node] = []
    index = 0
    while index < len(tree):
        if index not in begins:
            nodes.append(tree[index])
            index += 1
            continue
        kind = vocabulary.by_name[tree[index].name].result
        part = Source(tree.codes[index : ends[index]].tobytes(), vocabulary)
        nodes += constant(usual_value(decisions, part, kind), kind, vocabulary)
        index = ends[index]
    return trusted(nodes, vocabulary)


def gauge_of(theme: Theme, vocabulary: Vocabulary) -> Source:
    """The gauge of a theme, in a vocabulary or, if that lacks a word, in the game's largest.

    Raises:
        UsageError: if that lacks a word too.
    """
    try:
        return Source.of(from_lisp(theme.gauge, vocabulary), vocabulary)
    except UsageError:
        largest = max(own_vocabularies_of(vocabulary.game).values(), key=lambda one: len(one.primitives))
        return Source.of(from_lisp(theme.gauge, largest), largest)


def first_choices(player: ExpressionPlayer, decisions: Decisions) -> NDArray[np.int64]:
    """For each decision the first of its best boards, (decisions,) int64."""
    best = decisions.best(player.participant)
    first = np.where(best > 0, np.arange(len(best)), len(best))
    chosen: NDArray[np.int64] = np.minimum.reduceat(first, decisions.begins[:-1])
    return chosen
