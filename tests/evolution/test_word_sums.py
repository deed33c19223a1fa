"""The baseline of breeding: sums of words, by greedy search and exchange."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import numpy as np
import pytest

from primitives import vocabulary_of
from primitives.vocabulary import Vocabulary
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.pool import SerialPool
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.effects import unread
from senet_gp.evolution.evaluation import word_sums
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.trees.individual import Individual
from senet_gp.trees.sums import terms_of
from senet_gp.trees.text import from_lisp, to_lisp

VOCABULARY = vocabulary_of("senet", "rich")
OPTIONS: dict[str, Any] = {
    "fitness": "word-sums",
    "teacher": "net",
    "vocabulary": "rich",
    "objectives": ["score", "nodes"],
    "population": 12,
    "generations": 10,
    "cases": 100,
    "labelled": 400,
    "look_ahead": False,
    "parsimony": 1e-6,
}


def is_word(term: tuple[bytes, ...], vocabulary: Vocabulary) -> bool:
    """Whether a term is one word about the board, with numbers as its arguments, or a choice by one."""
    if len(term) != 1:
        return False
    names = [node.name for node in vocabulary.decode(np.frombuffer(term[0], np.int16))]
    if names[0] == "if_then_else":
        names = names[1:-2]
    return vocabulary.by_name[names[0]].reads_board and all(name.isdecimal() for name in names[1:])


@pytest.fixture(scope="module")
def played() -> list[list[Individual]]:
    evolution = Evolution(Config.of("senet", **OPTIONS), SerialPool())
    return [list(evolution.state.population) for _ in evolution]


def test_all_are_sums_of_words_and_get_more_of_them(played: list[list[Individual]]) -> None:
    for number, population in enumerate(played, 1):
        sums = [terms_of(one.codes, VOCABULARY) for one in population]
        assert all(is_word(term, VOCABULARY) for terms in sums for term in terms)
        assert 1 <= max(map(len, sums)) <= number
    assert max(len(terms_of(one.codes, VOCABULARY)) for one in played[-1]) >= 6


def test_with_more_words_they_regret_less(played: list[list[Individual]]) -> None:
    best: dict[int, float] = {}
    for one in played[-1]:
        words = len(terms_of(one.codes, VOCABULARY))
        best[words] = max(best.get(words, 0.0), one.fitness.values[0])
    assert 1 - best[max(best)] < 0.5 * (1 - best[1])
    assert "lead" in to_lisp(max(played[-1], key=lambda one: one.fitness.values[0]))


def test_the_workers_do_not_matter(played: list[list[Individual]]) -> None:
    with WorkerPool(2) as pool:
        evolution = Evolution(Config.of("senet", **OPTIONS | {"generations": 5}), pool)
        for _ in evolution:
            pass
    assert [one.packed for one in evolution.state.population] == [one.packed for one in played[4]]


def test_words_are_drawn_until_there_are_no_more() -> None:
    few = dataclasses.replace(
        VOCABULARY,
        name="few",
        constants_together=False,
        primitives=tuple(
            word
            for word in VOCABULARY.primitives
            if not word.reads_board or word.name in {"lead", "mine_up_to", "contact"}
        ),
    )
    drawn = word_sums._drawn_words(few, random.Random(1))
    assert len(drawn) == len(set(drawn)) == 32
    assert from_lisp("(if_then_else contact 2 1)", few).packed in drawn


def test_how_often_it_tunes_is_not_asked() -> None:
    config = Config.of("senet", **OPTIONS).resolved()
    assert unread(config)["fitness", "tune"] == "--fitness regret"
    assert "parsimony" not in {name for kind, name in unread(config) if kind == "fitness"}
