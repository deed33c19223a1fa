"""Checks of a game's vocabularies on boards met in games."""

from __future__ import annotations

import random
from typing import Any

from primitives.declarations import Primitive
from primitives.types import Truth
from primitives.vocabulary import Node, Vocabulary
from senet_gp.engine.participants import Source
from senet_gp.engine.scored_boards import scored_boards, seen_boards, values_of
from senet_gp.games.protocol import Decision, Game
from senet_gp.testing.fault import checking, place


def check_vocabulary(game: Game, vocabulary: Vocabulary) -> None:
    """Check that a vocabulary is the game's."""
    with checking(game, "vocabularies", f"the vocabulary {vocabulary.name}") as check:
        check.that(vocabulary.game == game, "a vocabulary of this game with its parameters", vocabulary.game)
        described = [word.name for word in vocabulary.primitives if not word.description]
        check.that(not described, "a docstring of every word, which says what it means", described)


def check_words(game: Game, vocabulary: Vocabulary, decision: Decision, rng: random.Random) -> None:
    """Check the values of the words that read boards on the afterstates of a decision."""
    count = 1 if decision.policy else len(decision.afterstates)
    seen = [decision.view(index) for index in range(count)]
    for word in vocabulary.primitives:
        if word.reads_board:
            arguments = [_argument(word, number, vocabulary, rng) for number in range(len(word.arguments))]
            _check_word(game, word, vocabulary, decision, seen, arguments)


def _check_word(
    game: Game,
    word: Primitive,
    vocabulary: Vocabulary,
    decision: Decision,
    seen: list[Any],
    arguments: list[Node],
) -> None:
    where = f"{place(game, decision.position)}, word {word.name}"
    values = [node.value if node.ret is not Truth else node.name == "always" for node in arguments]
    with checking(game, "values of words", where) as check:
        found = [word.meaning(view, *values) for view in seen]
        kind = bool if word.result is Truth else int
        check.that(all(type(one) is kind for one in found), f"values of type {kind.__name__}", found)
        check.that(
            all(word.low <= one <= word.high for one in found),
            f"values from {word.low} to {word.high}, as declared",
            found,
        )
        again = [word.meaning(view, *values) for view in seen]
        check.that(found == again, "the same values when asked again", again)
    if word.compiled is None or decision.boards() is None:
        return
    with checking(game, "compiled words", where) as check:
        # A word may be a Truth, so this need not be an expression.
        codes = vocabulary.codes_of([vocabulary.node_named[word.name], *arguments])
        source = Source(codes.tobytes(), vocabulary)
        compiled = values_of(source, scored_boards(decision, plainly=False)).tolist()
        plain = values_of(source, seen_boards(seen)).tolist()
        check.that(compiled == plain, f"compiled code to find the values of plain Python, {plain}", compiled)


def _argument(word: Primitive, number: int, vocabulary: Vocabulary, rng: random.Random) -> Node:
    """A terminal of the type of an argument."""
    if word.arguments[number] is Truth:
        fixed = [vocabulary.node_named[name] for name in ("always", "never") if name in vocabulary.by_name]
        return rng.choice(fixed)
    return vocabulary.node_named[str(rng.choice(vocabulary.constants))]
