"""The complete explanation of a player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from primitives.vocabulary import Codes
from senet_gp.arena.match import measure
from senet_gp.arena.pool import Pool, SerialPool
from senet_gp.engine.measurement import estimated_share, interval_of
from senet_gp.engine.participants import scored_plainly
from senet_gp.games.board_texts import marked_text
from senet_gp.games.protocol import Game
from senet_gp.games.registry import as_game, in_words, parameters_of
from senet_gp.insight.decisive_positions import DecisivePosition, most_decisive, playouts_of
from senet_gp.insight.pairing import Pairing, decisions_of
from senet_gp.insight.parts import Influence, Influences, Read, Subtrees, Terms, reads_of
from senet_gp.insight.reasons import EXPLANATION
from senet_gp.insight.rows import (
    CODE,
    COUNT,
    INTERVAL,
    LONGEST,
    PERCENT,
    TENTHS,
    VALUE,
    Fact,
    Lines,
    Rows,
    Section,
    cut,
    records,
)
from senet_gp.insight.way_of_play import WayOfPlay, way_of_play
from senet_gp.players.parsing import Entrant, as_player
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime.checks import number_of_games, seed_number
from senet_gp.runtime.errors import Brief, UsageError, brief, printable
from senet_gp.runtime.interruption import Progress, no_progress
from senet_gp.runtime.streams import key_of
from senet_gp.trees.individual import Individual, trusted

METHOD = (
    "paired by game: the same opponent, seat and throws with and without the part; clustered by pairs of "
    "games on the same throws, luck subtracted; Wilson's interval of the share of games with a better result"
)


@dataclass(frozen=True, slots=True)
class WinsLost:
    """What a player loses without a part of its expression.

    Attributes:
        share: the share of points of the whole player minus that of the player without the part, adjusted
            for luck; 0.1 means ten games of a hundred.
        interval: the 95 % confidence interval of the share.
    """

    share: float
    interval: tuple[float, float]


def wins_lost(
    pairing: Pairing, whole: Codes, variants: Sequence[Codes], *, games: int, key: int, pool: Pool
) -> list[WinsLost]:
    """Measure how much less variants of a player win.

    The player and all variants play the same opponent, the player's partner, with the same throws and in both
    seats. In each game a variant does better or worse than the player, or equally well; this is counted like
    the points of a match.

    Args:
        pairing: the player and its partner.
        whole: the player's expression.
        variants: the expressions of the variants.
        games: the number of games of each, even.
        key: the key of the games.
        pool: where they are played.
    """
    vocabulary = pairing.player.vocabulary
    players = [
        ExpressionPlayer(trusted(vocabulary.decode(codes), vocabulary), vocabulary, "a variant")
        for codes in [whole, *variants]
    ]
    partner = players[0] if pairing.partner is pairing.player else pairing.partner
    played = measure(players, [partner], games=games, key=key, pool=pool, game=pairing.game)
    points, luck = played.outcomes[:, 0] / 2, played.luck[:, 0].astype(np.float64)
    pairs = np.arange(games) // 2
    found = []
    for row in range(1, len(players)):
        better, effective = estimated_share((1 + points[0] - points[row]) / 2, pairs, luck[0] - luck[row])
        low, high = interval_of(better, effective)
        found.append(WinsLost(2 * better - 1, (2 * low - 1, 2 * high - 1)))
    return found


#: The parts of the key of an explanation.
_SAMPLED, _MATCHES, _PLAYED_ON = range(3)

DECISIVE = (
    "A decision is decisive by how much the chance of winning differs between what was played and its "
    "rival, {rival}, both played on {games} times by the player against {opponent}; a draw counts "
    "half a win"
)


@dataclass(frozen=True, repr=False)
class MeasuredPart(Brief):
    """A part of an expression, and what the player loses without it.

    Attributes:
        influence: the part, its replacement, and how many choices the replacement changes.
        lost: the wins that the replacement loses in games.
    """

    influence: Influence
    lost: WinsLost

    @property
    def name(self) -> str:
        """The part as it is shown; of one that is cut, how many nodes it has."""
        if self.influence.part.depth == 0:
            return "(the whole expression)"
        infix, nodes = self.influence.infix, self.influence.part.size
        return cut(infix) + (f" ({nodes} nodes)" if len(infix) > LONGEST else "")


#: What is told of a part, what is told of one that was measured, and what of a query of the board.
_REPLACED_BY = Fact[Influence]("replaced_by", lambda one: one.replacement, "replaced\nby", VALUE)
_INFLUENCE: tuple[Fact[Influence], ...] = (
    Fact("choices_changed", lambda one: one.changed, "choices\nchanged", PERCENT),
    Fact("times", lambda one: one.part.times, "times", COUNT),
    _REPLACED_BY,
    Fact("nodes", lambda one: one.part.size),
    Fact("expression", lambda one: one.lisp),
)
_MEASURED: tuple[Fact[MeasuredPart], ...] = (
    Fact("wins_lost", lambda part: part.lost.share, "wins\nlost", TENTHS),
    Fact("interval", lambda part: list(part.lost.interval), "interval", INTERVAL),
    *(fact.within(lambda part: part.influence) for fact in _INFLUENCE),
)
_READ: tuple[Fact[Read], ...] = (
    Fact("word", lambda read: read.word),
    Fact("text", lambda read: read.text, "question", CODE),
    Fact("times", lambda read: read.influence.part.times, "times", COUNT),
    Fact("choices_changed", lambda read: read.influence.changed, "choices\nchanged", PERCENT),
    Fact("meaning", lambda read: read.meaning),
    Fact("squares", lambda read: list(read.squares)),
    Fact("computed", lambda read: read.computed),
)
#: How many queries, parts without effect, and terms are shown.
_MAX_READS, _MAX_IDLE, _MAX_TERMS = 24, 6, 12
#: A sum is a formula to read whole, so only a giant term of it is cut.
_LONGEST_TERM = 500
#: How queries about a square are marked on the board.
_MARKS = {"mine": "m", "theirs": "t", "empty": "e", "protected": "p"}


@dataclass(frozen=True)
class Explanation:
    """The explanation of a player.

    Attributes:
        player: the name of the player.
        tree: its expression.
        game: the game, with its parameters.
        games: the number of games in which each part was measured.
        seed: the seed of the random streams.
        decisions: the number of decisions from real games that were examined.
        opponent: the opponent in these games, in words.
        reads: the queries of the board in it; in very large expressions, those near the root.
        further_reads: the number of further queries.
        terms: the terms that make up its value.
        whole: the effect of replacing the whole expression by its mean, that is, all that can be lost.
        parts: the most influential parts, the most costly first.
        idle: the parts that changed no choice.
        decisive: the positions in which its choice changed its chances most.
        decisive_means: the definition of a decisive position, in a sentence.
        way: how it plays, in plain words.
    """

    player: str
    tree: Individual
    game: Game
    games: int
    seed: int
    decisions: int
    opponent: str
    reads: tuple[Read, ...]
    further_reads: int
    terms: Terms
    whole: MeasuredPart
    parts: tuple[MeasuredPart, ...]
    idle: tuple[Influence, ...]
    decisive: tuple[DecisivePosition, ...]
    decisive_means: str
    way: WayOfPlay

    def __repr__(self) -> str:
        return brief(
            self, self.game, f"size {len(self.tree)}", f"{len(self.parts)} parts measured", self.player
        )

    def section(self) -> Section:
        """The explanation as people read it."""
        nodes = "1 node" if len(self.tree) == 1 else f"{len(self.tree)} nodes"
        vocabulary = self.tree.vocabulary.name
        return Section.of(
            f"{printable(self.player)}: {in_words(self.game)}, {nodes} in the {vocabulary} vocabulary",
            Section.of("How it plays", self.way.text) if self.way.text else None,
            self.decisive_section(),
            self._parts_section(),
            self._reads_section(),
            self._value_section(),
        )

    def decisive_section(self) -> Section:
        """The decisive positions as people see them."""
        if not self.decisive:
            none = "There are none: all its choices were between afterstates of equal score."
            return Section.of("Decisive positions", none)
        positions = (position.section(number, self.game) for number, position in enumerate(self.decisive, 1))
        return Section.of("Decisive positions", f"{self.decisive_means}.", *positions)

    def _parts_section(self) -> Section:
        """What is lost without each part, and which parts change nothing."""
        shown_idle = self.idle[:_MAX_IDLE]
        more = len(self.idle) - len(shown_idle)
        part = Fact[Influence]("part", lambda one: one.infix, "part", CODE)
        return Section.of(
            "How much each part matters",
            f"Each part is replaced, wherever it occurs, by its mean in {self.decisions} real decisions (a "
            "truth value by the more frequent one). Wins lost: how many fewer of 100 games the player then "
            f"wins, measured in {self.games} games against {self.opponent}, with the 95 % interval.",
            Rows.of([*_MEASURED, Fact("part", lambda part: part.name, "part")], [*self.parts, self.whole]),
            "Without these parts all its choices would have been the same:" if shown_idle else None,
            Rows.of([part, _REPLACED_BY], shown_idle) if shown_idle else None,
            f"and {more} more" if more else None,
        )

    def _reads_section(self) -> Section:
        """What the expression asks of the board."""
        if not self.reads:
            return Section.of("What it looks at", "Nothing: its value is the same on every board.")
        more = max(0, len(self.reads) - _MAX_READS) + self.further_reads
        return Section.of(
            "What it looks at",
            Rows.of([*_READ, Fact("told", lambda read: read.told, "what it asks")], self.reads[:_MAX_READS]),
            f"and {more} more" if more else None,
            "choices changed: the share of its real decisions in which other moves would be best if the "
            "answer were the average one each time",
            *self._squares_asked(),
        )

    def _squares_asked(self) -> Iterator[Lines | str]:
        """The board with the queries about single squares, and what its marks mean."""
        marks: dict[int, str] = {}
        for read in self.reads:
            if read.squares and not read.computed and read.word in _MARKS:
                square = read.squares[0]
                marks[square] = "".join(sorted(marks.get(square, "") + _MARKS[read.word]))
        if marks:
            board = marked_text(self.game.geometry, marks, "\N{MIDDLE DOT}")
            yield Lines(tuple(board.splitlines()), drawn=True)
            used = "".join(marks.values())
            named = (f"{mark} {word}" for word, mark in _MARKS.items() if mark in used)
            yield f"squares asked about: {', '.join(named)}"

    def _value_section(self) -> Section | None:
        """The terms whose sum is the value; None if the value is no sum."""
        terms, rest = self.terms.all, self.terms.rest
        if rest is None or len(terms) < 2:
            return None
        texts = [term.infix for term in terms[:_MAX_TERMS]]
        signed = [("- ", text[1:]) if text.startswith("-") else ("+ ", text) for text in texts]
        lines = [sign + cut(text, _LONGEST_TERM) for sign, text in signed]
        lines[0] = lines[0].replace("+", " ", 1) if lines[0].startswith("+") else lines[0]
        if len(terms) > _MAX_TERMS:
            left = len(terms) - _MAX_TERMS
            lines.append(f"and {left} more {'term' if left == 1 else 'terms'}")
        if rest:
            lines.append(f"{'+' if rest > 0 else '-'} {abs(rest)}")
        return Section.of("Its value, with equal terms added up", Lines(tuple(lines)))

    def as_json(self) -> dict[str, Any]:
        """The explanation as ``senet-gp explain --json`` prints it.

        - ``game``, ``parameters``, ``player``, ``vocabulary``, ``nodes``: the player that is explained.
        - ``games``, ``seed``, ``decisions``, ``opponent``: the number of games for each part, the number of
          decisions, and the opponent.
        - ``reads``: the queries, each with ``word``, ``text`` with the argument, ``meaning``, ``squares`` (if
          the argument is ``computed``, those seen), the number of ``times`` that it occurs, and the share of
          ``choices_changed`` if it is replaced by its mean. Of very large expressions these are the queries
          near the root, and ``further_reads`` counts the others.
        - ``terms``, ``rest``: the terms of the sum, and the constant that is added; ``rest`` is null if the
          value is no such sum, and the terms are then the root's arguments.
        - ``whole``, ``parts``: the whole and the leading parts, the greatest loss first: ``expression`` in
          Lisp form, ``nodes``, ``times``, the constant it is ``replaced_by``, ``choices_changed``,
          ``wins_lost`` (0.1 is ten games of a hundred) with its 95 % ``interval``; ``interval_method`` names
          the method.
        - ``idle``: parts that changed no choice, in the same form.
        - ``decisive``: ``game`` (its number), ``turn``, ``seat``, ``position``, ``throws``; of Pursuit the
          ``value``; the ``terms``; the ``candidates``, first the choice, then its rival; the number of
          ``others``; ``gain``, the value of the choice minus that of its rival; and ``mistake``, whether
          another candidate is better. A candidate has its ``moves``, their ``text`` for people, a
          ``remark``, its ``score``, the contributions of the ``terms``, its win probability ``chance`` with
          its ``interval``, the result of ``perfect`` play (1, 0 or -1, or null), and whether it was
          ``chosen``.
        - ``decisive_means``: the definition in a sentence.
        - ``plays``: how it plays, in sentences for people.
        """
        return {
            "game": self.game.name,
            "parameters": parameters_of(self.game),
            "player": self.player,
            "vocabulary": self.tree.vocabulary.name,
            "nodes": len(self.tree),
            "games": self.games,
            "seed": self.seed,
            "decisions": self.decisions,
            "opponent": self.opponent,
            "reads": records(_READ, self.reads),
            "further_reads": self.further_reads,
            "terms": [term.infix for term in self.terms.all],
            "rest": self.terms.rest,
            "whole": records(_MEASURED, [self.whole])[0],
            "parts": records(_MEASURED, self.parts),
            "interval_method": METHOD,
            "idle": records(_INFLUENCE, self.idle),
            "decisive": [position.as_json() for position in self.decisive],
            "decisive_means": self.decisive_means,
            "plays": list(self.way.sentences),
        }


#: The number of steps in which an explanation is made.
_STEPS = 4
#: How many games measure a part in compiled code, and in plain Python.
_GAMES = 4000
_PLAIN_GAMES = 200


def usual_games(player: ExpressionPlayer, game: Game) -> int:
    """The number of games in which each part of a player is measured by default."""
    return _PLAIN_GAMES if scored_plainly(game, player.vocabulary) else _GAMES


def explain(
    player: Entrant,
    game: Game | str,
    *,
    games: int | None = None,
    seed: int = 1,
    pool: Pool | None = None,
    show: Progress = no_progress,
) -> Explanation:
    """Explain a player: what it reads, how much each part of it matters, and where it decided its games.

    Args:
        player: an expression, such as an individual; or a player that is one, or a text that names one (see
            :func:`~senet_gp.players.parsing.player_from_text`).
        game: the game, with its parameters, or the name of one.
        games: the number of games in which each part is measured; by default :func:`usual_games`. An odd
            number is raised by one.
        seed: the seed; the same seed gives the same explanation with any number of workers.
        pool: where games are played; by default in this process.
        show: is called before each step, with how many are done and what follows.

    Raises:
        UsageError: if there is no such game or player, or the player is no expression.
        SenetGpError: if the player never has a choice.
        KeyboardInterrupt: if the user interrupts it.
    """
    games = None if games is None else number_of_games(games)
    seed = seed_number(seed)
    game = as_game(game)
    who = as_player(player, game)
    if not isinstance(who, ExpressionPlayer):
        raise UsageError(f"{who.name} is no expression, so it cannot be explained: name one, or a run")
    pool = pool or SerialPool()
    games = usual_games(who, game) if games is None else games
    games += games % 2
    key = key_of(seed, EXPLANATION)
    tree = Individual(who.tree, who.vocabulary)
    pairing = Pairing.of(who, game)
    subtrees = Subtrees.of(tree, who.vocabulary)
    show(0, _STEPS, "playing games to find decisions")
    decisions = decisions_of(pairing, key_of(key, _SAMPLED), pool)
    influences = Influences(tree, subtrees, decisions)
    terms = Terms.of(tree, subtrees, decisions.boards)
    measured = [influences.of(0), *influences.leading()]
    show(1, _STEPS, f"measuring {len(measured)} parts in {games:,} games each")
    lost = wins_lost(
        pairing,
        tree.codes,
        [influence.without for influence in measured],
        games=games,
        key=key_of(key, _MATCHES),
        pool=pool,
    )
    whole, *parts = (MeasuredPart(*both) for both in zip(measured, lost, strict=True))
    show(2, _STEPS, "playing on from decisions to find the decisive ones")
    positions = most_decisive(pairing, decisions, terms.all, key=key_of(key, _PLAYED_ON), pool=pool)
    show(3, _STEPS, "watching how it plays")
    way = way_of_play(who, game, pool)
    reads = reads_of(influences)
    rival = "the best other move" if decisions.moves else "the candidate of the next lower score"
    return Explanation(
        player=who.name,
        tree=tree,
        game=game,
        games=games,
        seed=seed,
        decisions=len(decisions),
        opponent=pairing.described,
        reads=tuple(reads),
        further_reads=sum(part.query is not None for part in subtrees.distinct) - len(reads),
        terms=terms,
        whole=whole,
        parts=tuple(sorted(parts, key=lambda part: -part.lost.share)),
        idle=tuple(influences.idle()),
        decisive=tuple(positions),
        decisive_means=DECISIVE.format(
            rival=rival, opponent=pairing.described, games=playouts_of(pairing).final
        ),
        way=way,
    )
