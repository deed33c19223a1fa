"""What a refusal advises is accepted when it is followed."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from typing import Any

import pytest

from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.registry import SUITES
from senet_gp.games.registry import GAMES, Entry
from senet_gp.runtime.errors import UsageError

#: Games without kernels, by name.
OWN = {"dicerace": "dice_race:DiceRace", "rosettes": "rosette_race:RosetteRace"}
NAMES = [*GAMES, *OWN]
#: A small configuration.
TINY: dict[str, Any] = {"population": 8, "generations": 2, "games": 1, "final_games": 2}


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, place in OWN.items():
        entry = Entry(game=place, words=f"{place.partition(':')[0]}:vocabularies")
        monkeypatch.setitem(GAMES, name, entry)


def served(game: str) -> Iterator[str]:
    """The suites that a game supports."""
    for fitness in SUITES:
        try:
            Config(game=game, fitness=fitness, **TINY)
        except UsageError:
            continue
        yield fitness


def advised(text: str, option: str) -> list[str]:
    """The values that a sentence names after an option."""
    found = re.search(rf"--{option} ([\w-]+(?: or [\w-]+)*)", text)
    return found[1].split(" or ") if found else []


@pytest.mark.parametrize("game", NAMES)
def test_another_suite_that_is_named_can_be_used(game: str) -> None:
    can_be_used = [*served(game)]
    refused = 0
    for fitness in set(SUITES) - set(can_be_used):
        with pytest.raises(UsageError) as caught:
            Config(game=game, fitness=fitness, **TINY)
        # Options that do not fit are told otherwise.
        if named := re.search(r"use ([\w-]+(?: or [\w-]+)*)", str(caught.value)):
            assert named[1].split(" or ") == can_be_used
            refused += 1
    assert refused == (3 if game in OWN else 0 if game == "senet" else 1)


@pytest.mark.parametrize("game", NAMES)
def test_what_gives_an_option_its_effect_can_be_given(game: str) -> None:
    """Every option that is not read, with every suite of the game."""
    followed = 0
    for fitness in served(game):
        config = Config(game=game, fitness=fitness, **TINY)
        for option in (field.name for field in dataclasses.fields(Config)):
            missing = config.missing_for(option)
            text = missing.text_in(config) if missing else ""
            if missing is None or text.endswith(" in another game"):
                continue
            pairs = [(name, credit) for name in advised(text, "fitness") for credit in [""]]
            if scorings := advised(text, "credit"):
                suites = advised(text.partition("--credit")[2], "fitness") or [fitness]
                pairs = [pair for pair in pairs if pair[0] in advised(text.partition(", or")[0], "fitness")]
                pairs += [(name, credit) for name in suites for credit in scorings]
            for name, credit in pairs:
                given: dict[str, Any] = {"credit": credit} if credit else {}
                assert missing.holds(Config(game=game, fitness=name, **given, **TINY)), (option, text)
                followed += 1
    assert followed > 5


def test_a_selection_by_table_tells_all_that_it_needs() -> None:
    with pytest.raises(UsageError, match="selection is lexicase") as caught:
        Config(game="dicerace", fitness="knockout", selection="lexicase", **TINY)
    suites, scorings = (advised(str(caught.value), option) for option in ("fitness", "credit"))
    assert suites == ["full-games"]
    for credit in scorings:
        Config(game="dicerace", fitness=suites[0], credit=credit, selection="lexicase", **TINY)


def test_what_mutates_nobody_is_told_with_several_objectives_too() -> None:
    """A chance of mutation is that of reproduced individuals, of whom there are none then."""
    several = {"objectives": ("score", "nodes"), "selection": "tournament", "mutation_chance": 0.5}
    config = Config(game="hexapawn", **several, mutant_share=0.0, **TINY)
    missing = config.missing_for("mutation")
    assert missing is not None
    assert missing.text == "a --mutant-share above 0 or, with one objective, a --mutation-chance above 0"
    assert missing.holds(Config(game="hexapawn", **several, mutant_share=0.1, **TINY))
    assert missing.holds(Config(game="hexapawn", mutation_chance=0.5, **TINY))
