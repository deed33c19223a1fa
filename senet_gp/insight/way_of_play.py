"""How a player plays: what it seeks, what it does not mind, and when; its habits, and what it overlooks.

What it seeks is found where a copy without the words of a theme chooses otherwise: the boards that both
choose are compared. Its habits, and what it overlooks, are counted in what it chose in its games. The words
are those of the rules of a game's themes, such as "Hit when you can.", and of the reasons of hints.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from primitives.vocabulary import Node, Vocabulary, own_vocabularies_of
from senet_gp.arena.decisions import Decisions
from senet_gp.arena.pool import Pool, SerialPool
from senet_gp.engine.participants import Source
from senet_gp.games.protocol import Decision, Game, spoken
from senet_gp.games.registry import part_of
from senet_gp.games.wording import Theme, wording_of
from senet_gp.insight.decisive_positions import solver_of
from senet_gp.insight.pairing import Pairing, SampleSize, decisions_of
from senet_gp.insight.parts import Subtrees, usual_value
from senet_gp.insight.reasons import EXPLANATION, gauge_text
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime.errors import Brief, UsageError, brief
from senet_gp.runtime.streams import key_of
from senet_gp.trees.individual import Individual, trusted
from senet_gp.trees.shape import arguments_of, subtree_ends
from senet_gp.trees.sums import constant
from senet_gp.trees.text import from_lisp

#: The most sentences, and the most wishes after the first.
_MOST, _FURTHER = 5, 2
#: A wish is told if it changes this share of the choices.
_LEAST = 0.03
#: A difference is told if it is this many standard errors.
_SURE = 3.0
#: A wish counts more in one half of a game if it changes this many times as many choices there.
_TWICE = 2
#: The fewest occasions from which it is told how often a player does something.
_OCCASIONS = 30
#: The fewest of 100 turns in which draws by lot are told.
_OFTEN = 20
_ALWAYS = 100
#: What a rule begins with that asks for nothing.
_UNMINDED = ("Do not mind ", "Do not care ")
_IRREGULAR = {"be": "is", "have": "has", "do": "does"}


@dataclass(frozen=True, repr=False)
class Wish(Brief):
    """Something that a player wants.

    Attributes:
        theme: what it is about.
        more: whether the player wants more of it; else less.
        changed: the share of its choices that would be others without the words about it.
        early: the same share of the first half of its choices of a game.
        late: the same share of the second half.
        steady: whether it wants the same in both halves.
        decisions: how many choices were looked at.
    """

    theme: Theme
    more: bool
    changed: float
    early: float
    late: float
    steady: bool
    decisions: int

    @property
    def rule(self) -> str:
        """What somebody does who wants the same, as a sentence."""
        return self.theme.more if self.more else self.theme.less

    @property
    def shift(self) -> float:
        """How many standard errors it counts more in the first half of a game than in the second."""
        spread = sqrt(self.changed * (1 - self.changed) * 4 / self.decisions)
        return (self.early - self.late) / spread if spread else 0.0


@dataclass(frozen=True, repr=False)
class Rate(Brief):
    """How often a player does something when it can do it or not.

    Attributes:
        done: how often it does it.
        occasions: how often it can do it or not.
    """

    done: int
    occasions: int

    @property
    def known(self) -> bool:
        """Whether there were enough occasions to say something."""
        return self.occasions >= _OCCASIONS

    @property
    def of_100(self) -> int:
        """How often of 100 times; 0 and 100 stand for never and always."""
        share = round(100 * self.done / self.occasions)
        return share if self.done in {0, self.occasions} else min(max(share, 1), 99)


#: What was not looked at.
NEVER_ASKED = Rate(0, 0)


@dataclass(frozen=True, repr=False)
class Contrast(Brief):
    """What there is on the board after a player's choices, and after moves that are drawn by lot.

    Attributes:
        theme: what it is about.
        own: what there is on average after the player's choices.
        drawn: the same after moves drawn by lot on the same boards.
        weight: how much both differ, in standard deviations between moves.
    """

    theme: Theme
    own: float
    drawn: float
    weight: float


@dataclass(frozen=True)
class WayOfPlay:
    """How a player plays.

    Attributes:
        fixed: what it does if its value never changes a choice; else empty.
        wishes: what it seeks and what it does not mind, what changes most choices first.
        habits: how often it does what always matters, by theme.
        comparisons: what there is more or less of after its choices than after moves drawn by lot.
        beginning: the moves by which it may begin a game, if there are few.
        wins: how often it wins at once if it can.
        stops: how often it prevents that they win at once, if it can.
        survives: how often it does not lose at once by its own move, if it can.
        perfect: how often it plays a best move of perfect play, where others are worse.
        lots: how often it draws by lot, of all its choices.
    """

    fixed: str
    wishes: tuple[Wish, ...] = ()
    habits: tuple[tuple[Theme, Rate], ...] = ()
    comparisons: tuple[Contrast, ...] = ()
    beginning: tuple[str, ...] = ()
    wins: Rate = NEVER_ASKED
    stops: Rate = NEVER_ASKED
    survives: Rate = NEVER_ASKED
    perfect: Rate = NEVER_ASKED
    lots: Rate = NEVER_ASKED

    def __repr__(self) -> str:
        return brief(self, self.text)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The paragraph, what matters most first."""
        if self.fixed:
            return (self.fixed,)
        told = (
            self._beginning(),
            *self._wishes(),
            self._when(),
            self._lots(),
            self._at_once(),
            self._perfect(),
            self._habits(),
            self._compared(),
        )
        return tuple(sentence for sentence in told if sentence)[:_MOST]

    @property
    def text(self) -> str:
        """The paragraph."""
        return " ".join(self.sentences)

    def _beginning(self) -> str:
        return f"Moving first, it begins with {' or '.join(self.beginning)}." if self.beginning else ""

    def _wishes(self) -> Iterator[str]:
        sought = [wish for wish in self.wishes if as_wish(wish.rule)]
        if sought:
            first, *others = sought
            yield f"Above all it tries {as_wish(first.rule)}: {_hanging(first.changed)}."
            told = [f"{as_wish(one.rule)} ({_of_100(one.changed)})" for one in others[:_FURTHER]]
            if told:
                yield f"It also tries {spoken(told)}."
        unminded = [as_habit(wish.rule) for wish in self.wishes if not as_wish(wish.rule)]
        if unminded:
            yield f"It {unminded[0]}."

    def _when(self) -> str:
        steady = [wish for wish in self.wishes if wish.steady and as_wish(wish.rule)]
        if not steady:
            return ""
        early, late = max(steady, key=lambda one: one.early), max(steady, key=lambda one: one.late)
        if early is not late and early.shift > _SURE and late.shift < -_SURE:
            return f"Early in a game it tries most {as_wish(early.rule)}, late {as_wish(late.rule)}."
        moved = max(steady, key=lambda one: abs(one.shift))
        more, less = max(moved.early, moved.late), min(moved.early, moved.late)
        if abs(moved.shift) < _SURE or more < _TWICE * less or more < _LEAST:
            return ""
        when, then = ("early", "late") if moved.early > moved.late else ("late", "early")
        return (
            f"It looks at {as_subject(moved.theme.name)} mostly {when} in a game: there {_of_100(more)} of "
            f"100 choices hang on that, {then} {_of_100(less)}."
        )

    def _lots(self) -> str:
        often = self.lots.of_100 if self.lots.known else 0
        if often < _OFTEN:
            return ""
        return f"In {often} of 100 turns it draws by lot between moves that are the same to it."

    def _habits(self) -> str:
        rates = {as_habit(theme.more if theme.good > 0 else theme.less): rate for theme, rate in self.habits}
        always = [what for what, rate in rates.items() if rate.of_100 == _ALWAYS]
        often = [_often(what, rate) for what, rate in rates.items() if rate.of_100 != _ALWAYS]
        parts = [f"it {spoken(often)}"] * bool(often) + [f"it always {spoken(always)}"] * bool(always)
        return _in_turns(f"Where it has the choice, {'; '.join(parts)}.") if parts else ""

    def _compared(self) -> str:
        told = [text for one in self.comparisons if (text := _contrast(one))]
        return f"Compared with moves drawn by lot, it {spoken(told)}." if told else ""

    def _at_once(self) -> str:
        rates = {
            "when it can win at once, it": (self.wins, "does"),
            "when they threaten to win and it can prevent that, it": (self.stops, "does"),
            "when one of its moves loses at once and another does not, it": (self.survives, "avoids that"),
        }
        known = [f"{when} {_often(does, rate)}" for when, (rate, does) in rates.items() if rate.known]
        sentence = "; ".join(known)
        return _in_turns(f"{sentence[:1].upper()}{sentence[1:]}.") if known else ""

    def _perfect(self) -> str:
        if not self.perfect.known:
            return ""
        often = _often("chooses one of the best", self.perfect)
        return _in_turns(f"Where moves differ under perfect play, it {often}.")


def _contrast(compared: Contrast) -> str:
    """What a comparison says, in the words in which two moves are told."""
    theme = compared.theme
    shares = "of 100" in theme.told
    own, drawn = (one if shares else round(one) for one in (compared.own, compared.drawn))
    return of_it(theme.text(own, drawn))


def _of_100(share: float) -> int:
    return round(100 * share)


def _hanging(share: float) -> str:
    return f"without that, other moves would be best in {_of_100(share)} of 100 turns"


def _often(what: str, rate: Rate) -> str:
    """How often something is done."""
    if rate.of_100 in {0, _ALWAYS}:
        return f"{'always' if rate.of_100 else 'never'} {what}"
    return f"{what} in {rate.of_100} of 100"


def _in_turns(sentence: str) -> str:
    """A sentence whose first number says that turns are counted."""
    return sentence.replace(" of 100", " of 100 turns", 1)


def of_it(text: str) -> str:
    """A text about you as one about somebody else.

    >>> of_it("lets them hit you in 9 of your 100 turns")
    'lets them hit it in 9 of its 100 turns'
    """
    return re.sub(r"\byou\b", "it", re.sub(r"\byour\b", "its", text))


def as_subject(name: str) -> str:
    """The name of a theme as what somebody looks at.

    >>> as_subject("own moves"), as_subject("the race")
    ('its own moves', 'the race')
    """
    return f"its {name}" if name.startswith("own ") else name


def as_wish(rule: str) -> str:
    """What somebody tries who follows a rule; empty if it says what not to mind.

    >>> as_wish("Leave them few moves: the next throws may force them back."), as_wish("Do not hurry ahead.")
    ('to leave them few moves', 'not to hurry ahead')
    """
    if rule.startswith(_UNMINDED):
        return ""
    what = re.split(r":|, which|, so that|, from where|\.$", rule)[0]
    refused = what.removeprefix("Do not ")
    text = f"not to {refused}" if refused != what else f"to {what[:1].lower()}{what[1:]}"
    return of_it(text)


def as_habit(rule: str) -> str:
    """What somebody does who follows a rule, in short.

    >>> as_habit("Hit when you can."), as_habit("Do not mind single pieces.")
    ('hits', 'does not mind single pieces')
    """
    what = of_it(re.split(r"[:.,]| when you ", rule)[0])
    verb, _, rest = what.partition(" ")
    return f"{_third_person(verb.lower())} {rest}".rstrip()


def _third_person(verb: str) -> str:
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith(("s", "sh", "ch", "x", "o")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if verb.endswith("y") and verb[-2] not in "aeiou" else f"{verb}s"


#: The most comparisons that are told.
_COMPARED = 2
#: A comparison is told if it is this many standard deviations between moves.
_CLEAR = 0.4
#: How many decisions are looked at where rules in Python are asked, and of these for comparisons.
_LOOKED_AT, _LOOKED_CLOSELY = 600, 100
#: Few games, so that the sentences come soon: shares of 1,500 decisions are within 3 of 100.
_SAMPLED = SampleSize(games=8, enough=1500)
#: The most moves that are named at the beginning of a game.
_BEGINNINGS = 2


def way_of_play(player: ExpressionPlayer, game: Game, pool: Pool | None = None) -> WayOfPlay:
    """How a player plays: the same wherever it is told, since the same games are looked at.

    Args:
        player: the player.
        game: the game, with its parameters.
        pool: where these games are played; by default in this process.

    Raises:
        SenetGpError: if the player never has a choice.
        KeyboardInterrupt: if the user interrupts it.
    """
    key = key_of(key_of(1, EXPLANATION), 0)
    decisions = decisions_of(Pairing.of(player, game), key, pool or SerialPool(), _SAMPLED)
    return way_in(player, game, decisions)


def way_in(player: ExpressionPlayer, game: Game, decisions: Decisions) -> WayOfPlay:
    """How a player plays in games of which these are the decisions; of each is noted where it was met."""
    fixed = _fixed(player, game, decisions)
    if fixed:
        return WayOfPlay(fixed)
    looked_at = _Looked.at(game, decisions)
    best = decisions.best(player.participant) if not decisions.moves else np.ones(len(decisions), np.int64)
    perfect = solver_of(game)
    themes = tuple(part_of(game.name, "themes") or ()) if not decisions.moves else ()
    return WayOfPlay(
        fixed="",
        wishes=tuple(_wishes(player, themes, decisions)),
        habits=tuple(_habits(themes, player.vocabulary, decisions, looked_at)),
        comparisons=tuple(_comparisons(themes, _Looked.at(game, decisions, _LOOKED_CLOSELY))),
        beginning=_beginning(player, game),
        wins=looked_at.rate(lambda one: [one.result(n) == 1 for n in _every(one)]),
        stops=NEVER_ASKED if game.stochastic else looked_at.rate(_stops),
        survives=looked_at.rate(lambda one: [one.result(n) != -1 for n in _every(one)]),
        perfect=looked_at.rate(lambda one: _best(perfect.ratings(one.afterstates)))
        if perfect
        else NEVER_ASKED,
        lots=Rate(int((np.add.reduceat(best, decisions.begins[:-1]) > 1).sum()), len(decisions)),
    )


class _Looked:
    """Some of the decisions of a player, and what it chose."""

    def __init__(self, chosen: Sequence[tuple[Decision, int]]) -> None:
        self.chosen = chosen

    @classmethod
    def at(cls, game: Game, decisions: Decisions, most: int = _LOOKED_AT) -> _Looked:
        """At most ``most`` of these decisions, spread evenly over the games."""
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
    """Whether the player to move after a choice can win at once."""
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
    if number < _OCCASIONS:
        return False
    return bool(abs(differences.mean()) > _SURE * differences.std() / sqrt(number))


def _habits(
    themes: Sequence[Theme], vocabulary: Vocabulary, decisions: Decisions, looked_at: _Looked
) -> Iterator[tuple[Theme, Rate]]:
    """How often a player does what always matters, where its moves differ in it.

    What is seen on squares, such as hits, is counted by them; else by the gauge: better than the worst.
    """
    chosen = decisions.begins[:-1] + np.array([met.chosen for met in decisions.met])
    for theme in themes:
        if not theme.always or not theme.good:
            continue
        if theme.seen is not None:
            rate = looked_at.rate(partial(_sees, theme))
            if rate.known:
                yield theme, rate
            continue
        with suppress(UsageError):
            values = theme.good * decisions.values(gauge_of(theme, vocabulary))
            worst = np.minimum.reduceat(values, decisions.begins[:-1])
            differ = np.maximum.reduceat(values, decisions.begins[:-1]) > worst
            rate = Rate(int((values[chosen] > worst).sum()), int(differ.sum()))
            if rate.known:
                yield theme, rate


def _sees(theme: Theme, decision: Decision) -> list[bool]:
    """For each choice, whether what a theme sees is as the player to move wants it."""
    assert theme.seen is not None  # noqa: S101 - it is looked at
    return [bool(theme.seen(decision, index)) == (theme.good > 0) for index in _every(decision)]


def _comparisons(themes: Sequence[Theme], looked_at: _Looked) -> list[Contrast]:
    """What differs most between the boards after a player's choices and after moves drawn by lot."""
    found = []
    for theme in themes:
        if theme.seen is None or "{own}" not in theme.told:
            continue
        pairs = [pair for decision, index in looked_at.chosen for pair in _seen(theme, decision, index)]
        if len(pairs) < _OCCASIONS:
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
        return Source.of(from_lisp(gauge_text(theme, vocabulary), vocabulary), vocabulary)
    except UsageError:
        largest = max(own_vocabularies_of(vocabulary.game).values(), key=lambda one: len(one.primitives))
        return Source.of(from_lisp(gauge_text(theme, largest), largest), largest)


def first_choices(player: ExpressionPlayer, decisions: Decisions) -> NDArray[np.int64]:
    """For each decision the first of its best boards, (decisions,) int64."""
    best = decisions.best(player.participant)
    first = np.where(best > 0, np.arange(len(best)), len(best))
    chosen: NDArray[np.int64] = np.minimum.reduceat(first, decisions.begins[:-1])
    return chosen
