"""How a player plays, as sentences for people: what it seeks, what it does not mind, and when.

What is told is measured by :mod:`senet_gp.insight.way_of_play`; the words are those of the rules of a game's
themes, such as "Hit when you can.", and of the reasons of hints.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

from senet_gp.games.protocol import spoken
from senet_gp.games.wording import Theme
from senet_gp.runtime.errors import brief

#: At most so many sentences are told, and so many wishes after the first.
_MOST, _FURTHER = 5, 2
#: A wish counts more in one half of a game if that is so many standard errors, twice as much, and so much.
_SURE, _TWICE, _LEAST = 3.0, 2, 0.03
#: Something is said of how often a player does something if there were so many occasions.
OCCASIONS = 30
#: Draws by lot are told if there are so many in 100 turns.
_OFTEN = 20
_ALWAYS = 100
#: What a rule begins with that asks for nothing.
_UNMINDED = ("Do not mind ", "Do not care ")
_IRREGULAR = {"be": "is", "have": "has", "do": "does"}


@dataclass(frozen=True)
class Wish:
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

    def __repr__(self) -> str:
        return brief(self, self.rule, f"{self.changed:.1%} of the choices")

    @property
    def rule(self) -> str:
        """What somebody does who wants the same, as a sentence."""
        return self.theme.more if self.more else self.theme.less

    @property
    def shift(self) -> float:
        """How many standard errors it counts more in the first half of a game than in the second."""
        spread = sqrt(self.changed * (1 - self.changed) * 4 / self.decisions)
        return (self.early - self.late) / spread if spread else 0.0


@dataclass(frozen=True)
class Rate:
    """How often a player does something when it can do it or not.

    Attributes:
        done: how often it does it.
        occasions: how often it can do it or not.
    """

    done: int
    occasions: int

    def __repr__(self) -> str:
        return brief(self, f"{self.done} of {self.occasions}")

    @property
    def known(self) -> bool:
        """Whether there were enough occasions to say something."""
        return self.occasions >= OCCASIONS

    @property
    def of_100(self) -> int:
        """How often of 100 times; 0 and 100 stand for never and always."""
        share = round(100 * self.done / self.occasions)
        return share if self.done in {0, self.occasions} else min(max(share, 1), 99)


@dataclass(frozen=True)
class Contrast:
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

    def __repr__(self) -> str:
        return brief(self, self.theme.name, f"{self.own:.2f} instead of {self.drawn:.2f}")


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
    wishes: tuple[Wish, ...]
    habits: tuple[tuple[Theme, Rate], ...]
    comparisons: tuple[Contrast, ...]
    beginning: tuple[str, ...]
    wins: Rate
    stops: Rate
    survives: Rate
    perfect: Rate
    lots: Rate

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
        told: list[str] = []
        always: list[str] = []
        for theme, rate in self.habits:
            what = as_habit(theme.more if theme.good > 0 else theme.less)
            if rate.of_100 == _ALWAYS:
                always.append(what)
            else:
                told.append(_often(what, rate, first=not told))
        told += [f"always {spoken(always)}"] if always else []
        return f"Where it has the choice, it {spoken(told)}." if told else ""

    def _compared(self) -> str:
        told = [text for one in self.comparisons if (text := _contrast(one))]
        return f"Compared with moves drawn by lot, it {spoken(told)}." if told else ""

    def _at_once(self) -> str:
        rates = {
            "when it can win at once, it": (self.wins, "does"),
            "when they threaten to win and it can prevent that, it": (self.stops, "does"),
            "when one of its moves loses at once and another does not, it": (self.survives, "avoids that"),
        }
        told: list[str] = []
        for when, (rate, does) in rates.items():
            told += [f"{when} {_often(does, rate, first=not told)}"] if rate.known else []
        sentence = "; ".join(told)
        return f"{sentence[:1].upper()}{sentence[1:]}." if told else ""

    def _perfect(self) -> str:
        if not self.perfect.known:
            return ""
        told = _often("chooses one of the best", self.perfect, first=True)
        return f"Where moves differ under perfect play, it {told}."


def _contrast(compared: Contrast) -> str:
    """What a comparison says, in the words in which two moves are told."""
    theme = compared.theme
    shares = "of 100" in theme.told
    own, drawn = (one if shares else round(one) for one in (compared.own, compared.drawn))
    return of_it(theme.text(own, drawn))


def _of_100(share: float) -> int:
    return round(100 * share)


def _hanging(share: float) -> str:
    return f"without that, {_of_100(share)} of 100 of its choices would be others"


def _often(what: str, rate: Rate, *, first: bool) -> str:
    """How often something is done; only the first time is it said that turns are counted."""
    if rate.of_100 in {0, _ALWAYS}:
        return f"{'always' if rate.of_100 else 'never'} {what}"
    return f"{what} in {rate.of_100} of 100{' turns' if first else ''}"


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
    what = rule.partition(":")[0].rstrip(".")
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
