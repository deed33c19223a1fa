"""What a refusal advises is accepted when it is followed, and comes to a run that reads the option."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import pytest

from senet_gp.evolution.configuration.across_parts import usable
from senet_gp.evolution.configuration.common_options import COMMON
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.effects import refuse_unread, unread
from senet_gp.evolution.configuration.options import AUTO
from senet_gp.evolution.configuration.parts import PARTS, Part, classes, owners_text
from senet_gp.games.registry import GAMES, Entry
from senet_gp.runtime.errors import UsageError

#: Games without kernels, by name.
OWN = {"dicerace": "dice_race:DiceRace", "rosettes": "rosette_race:RosetteRace"}
NAMES = [*GAMES, *OWN]
#: A small configuration.
TINY: dict[str, Any] = {"population": 8, "generations": 2, "final_games": 2}
#: What a sentence advises beside the choice of a part, with options that follow it.
ADVICE: dict[str, list[dict[str, Any]]] = {
    "--islands 2 or more": [{"islands": 2}],
    "--islands 1": [{"islands": 1}],
    "--objectives score": [{"objectives": ("score",)}],
    "an --elite-share below 1": [{"elite_share": 0.5}],
    "a --mutant-share below 1": [{"mutant_share": 0.5}],
    "a --mutant-share above 0 or, with one objective, a --mutation-chance above 0": [
        {"mutant_share": 0.5},
        {"objectives": ("score",), "mutation_chance": 0.5},
    ],
    "only with a --mutation-chance above 0": [{"mutation_chance": 0.5}],
    "--teacher network": [{"teacher": "network"}],
    "--tune 1 or more": [{"tune": 1}],
    "a --fitness that breeds": [{"fitness": "full-games"}],
}
_PARTS = re.compile(r"--(\w+) ([\w-]+(?: or [\w-]+)*)( with)?")


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, place in OWN.items():
        entry = Entry(game=place, words=f"{place.partition(':')[0]}:vocabularies")
        monkeypatch.setitem(GAMES, name, entry)


def ways(sentence: str) -> list[dict[str, Any]]:
    """The options that a sentence advises: one of these is to be given."""
    for text, found in ADVICE.items():
        if text in sentence:
            return found
    found, together = [], list[dict[str, Any]]()
    for kind, names, with_others in _PARTS.findall(re.sub(r".*(belongs to|use|only with) ", "", sentence)):
        if kind in PARTS:
            choices = [{kind: name} for name in names.split(" or ")]
            together = [one | other for one in together or [{}] for other in choices]
            if not with_others:
                found, together = found + together, []
    return found


def leads_to_a_run(flat: dict[str, Any], option: str, steps: int = 4) -> bool:
    """Whether every way that is advised comes to a run that reads an option, or cannot have it."""
    try:
        config = Config.layered(flat=flat, written=True).resolved()
        refuse_unread(config, flat)
    except UsageError as error:
        sentence = str(error)
        if sentence.endswith("cannot have: leave it out") or "a game with" in sentence:
            return False
        advised = ways(sentence)
        assert advised, (flat, sentence)
        assert steps, (flat, sentence)
        found = [leads_to_a_run(without_others(flat, way) | way, option, steps - 1) for way in advised]
        return any(found)
    parts = config.parts()
    having = ["" for _ in [0] if option in COMMON or option in PARTS]
    having += [kind for kind, part in parts.items() if option in part.options()]
    assert [kind for kind in having if (kind, option) not in unread(config)], (flat, option)
    return True


def without_others(flat: dict[str, Any], way: dict[str, Any]) -> dict[str, Any]:
    """The options without those that another fitness has no use for."""
    return {name: value for name, value in flat.items() if not ("fitness" in way and name == "credit")}


def served(game: str) -> list[str]:
    """The evaluations that a game can use."""
    config = Config(game=game)
    return usable("fitness", config.game_value, config.vocabulary_value)


def another_value(described: dataclasses.Field[Any]) -> Any:
    """A value of an option that is not its default."""
    kind, default = described.metadata["kind"], described.default
    if kind is bool:
        return not default
    if kind is str:
        return "network"
    low, high = described.metadata["between"]
    if default == AUTO:
        return low
    return default + 1 if kind is int else low if default == high else high


#: All options of parts, each with another value than its default.
OPTIONS = {name: another_value(one) for part in classes() for name, one in part.options().items()}


@pytest.mark.parametrize("game", NAMES)
def test_an_option_of_a_part_that_is_not_chosen_says_how_it_is_chosen(game: str) -> None:
    """With every evaluation that the game has."""
    with_effect = {
        name
        for fitness in served(game)
        for name, value in OPTIONS.items()
        if leads_to_a_run({"game": game, **TINY, "fitness": fitness, name: value}, name)
    }
    lacking = {name for part in classes() if part.kind == "fitness" for name in part.options()}
    # Senet has everything but a list of its positions.
    assert OPTIONS.keys() - with_effect <= ({"everywhere"} if game == "senet" else lacking)


#: Runs in which some options have no effect.
WITHOUT: list[dict[str, Any]] = [
    {},
    {"islands": 2},
    {"objectives": ("score", "nodes")},
    {"objectives": ("score", "nodes"), "mutant_share": 0.0, "mutation_chance": 0.5},
    {"elite_share": 1.0, "mutation_chance": 0.0},
    {"mutant_share": 1.0},
    {"mutant_share": 0.0, "mutation_chance": 0.0},
    {"fitness": "regret", "teacher": "net"},
    {"fitness": "regret", "tune": 1, "objectives": ("score", "nodes")},
]


@pytest.mark.parametrize("without", WITHOUT, ids=str)
def test_an_option_without_effect_says_what_gives_it_one(without: dict[str, Any]) -> None:
    """Followed, perhaps in steps, it comes to a run that reads the option."""
    followed = 0
    for game in GAMES:
        if "fitness" in without and game != "senet":
            continue
        config = Config.layered(flat={"game": game, **TINY, **without}).resolved()
        for (kind, name), needs in unread(config).items():
            if needs.startswith("a game with"):
                continue
            part = config.parts().get(kind or name)
            value = part.name if part and name in PARTS else getattr(part or config, name)
            found = leads_to_a_run({"game": game, **TINY, **without, name: value}, name)
            assert found or name == "until"
            followed += found
    assert followed > 3


@pytest.mark.parametrize("game", NAMES)
def test_a_selection_by_table_tells_all_that_it_needs(game: str) -> None:
    flat = {"game": game, **TINY, "fitness": "knockout", "selection": "lexicase"}
    with pytest.raises(UsageError, match="selection is lexicase, which needs the points of each") as caught:
        Config.layered(flat=flat).resolved()
    advised = ways(str(caught.value))
    assert {way["credit"] for way in advised} == {"table"}
    assert [way["fitness"] for way in advised] == served(game)[1:]
    for way in advised:
        assert leads_to_a_run(flat | way, "selection")


def written_in(part: type[Part], name: str, value: Any) -> Config:
    """A configuration with an option in the table of a part."""
    tests = {"fitness": "full-games"} if part.kind == "credit" else {}
    return Config.layered({**tests, part.kind: {"name": part.name, name: value}})


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_above_all_tables_is_told_in_which_it_belongs(name: str) -> None:
    with pytest.raises(UsageError) as caught:
        Config.layered({name: OPTIONS[name]})
    told = re.fullmatch(rf"{name} belongs to (.*): write it in the table (.*)", str(caught.value))
    assert told is not None
    having = [part for part in classes() if name in part.options()]
    assert told[1] == owners_text(having)
    assert set(told[2].split(" or ")) == {f"[{part.kind}]" for part in having}
    for part in having:
        value = another_value(part.options()[name])
        assert getattr(written_in(part, name, value).parts()[part.kind], name) == value


@pytest.mark.parametrize("part", [*classes()], ids=lambda part: f"{part.kind} {part.name}")
def test_an_option_in_the_table_of_another_part_is_told_whose_it_is(part: type[Part]) -> None:
    for name in OPTIONS.keys() - part.options().keys():
        with pytest.raises(UsageError, match=rf"^{part.kind}\.{name} belongs to ") as caught:
            written_in(part, name, OPTIONS[name])
        having = [one for one in classes() if name in one.options()]
        alike = [one for one in having if one.kind == part.kind]
        if alike:
            assert ways(str(caught.value)) == [{part.kind: one.name} for one in alike]
        else:
            tables = " or ".join(dict.fromkeys(f"[{one.kind}]" for one in having))
            assert str(caught.value).endswith(f"{owners_text(having)}: write it in the table {tables}")
