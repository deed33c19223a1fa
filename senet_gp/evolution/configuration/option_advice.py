"""What is said of an option that a run has no use for: which parts have it, and how one is chosen."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from senet_gp.evolution.configuration.across_parts import Settings, unread, usable, usable_suites
from senet_gp.evolution.configuration.parts import AUTO, PARTS, Part, classes, owners_of, owners_text
from senet_gp.runtime.errors import UsageError, shortened

if TYPE_CHECKING:
    from senet_gp.evolution.evaluation.protocol import FitnessEvaluation


def as_written(name: str) -> str:
    """An option as it is written on the command line.

    >>> as_written("final_games")
    '--final-games'
    """
    return f"--{name.replace('_', '-')}"


def unknown(name: str, common: Collection[str], *, beside: Iterable[str] = ()) -> str:
    """The sentence about an option that nothing has.

    >>> unknown("populatoin", ["population", "seed"])
    "there is no option 'populatoin': did you mean population?"

    Args:
        name: the option.
        common: the options that all runs have.
        beside: what may stand beside options of a run where it was found.
    """
    options = (option for part in classes() for option in part.options())
    known = sorted({*common, *PARTS, *options, *beside})
    near = get_close_matches(name.replace("-", "_"), known, n=1)
    if near:
        return f"there is no option {shortened(repr(name))}: did you mean {near[0]}?"
    return f"there is no option {shortened(repr(name))}: the options are {', '.join(known)}"


def at_the_top(name: str, common: Collection[str], *, where: str = "", beside: Iterable[str] = ()) -> str:
    """The sentence about an option outside of the tables of parts that not all runs have.

    >>> at_the_top("tournament_size", [])
    'tournament_size is an option of tournament and double-tournament: write it in the table [selection]'

    Args:
        name: the option.
        common: the options that all runs have.
        where: what stands before the names of tables where it was found, such as ``variants.a.``.
        beside: what may stand beside options of a run there.
    """
    owners = owners_of(name)
    if not owners:
        return unknown(name, common, beside=beside)
    tables = " or ".join(f"[{where}{kind}]" for kind in dict.fromkeys(owner.kind for owner in owners))
    return f"{name} is an option of {_listed(owners)}: write it in the table {tables}"


def not_of(part: type[Part], name: str, common: Collection[str]) -> str:
    """The sentence about an option in the table of a part that does not have it.

    >>> from senet_gp.evolution.evaluation.suites import Knockout
    >>> not_of(Knockout, "cases", [])
    'the evaluation knockout has no option cases: decisions and regret and word-sums have it'

    Args:
        part: the part.
        name: the option.
        common: the options that all runs have.
    """
    called = f"the {PARTS[part.kind].kind} {part.name}"
    owners = owners_of(name)
    alike = [owner for owner in owners if owner.kind == part.kind]
    if alike:
        return f"{called} has no option {name}: {_listed(alike)} {'have' if alike[1:] else 'has'} it"
    if name in common:
        return f"{called} has no option {name}: all runs have it, so write it above all tables"
    if owners:
        return f"{called} has no option {name}: it belongs to {owners_text(owners)}"
    near = get_close_matches(name.replace("-", "_"), part.options(), n=1)
    if near:
        return f"{called} has no option {shortened(repr(name))}: did you mean {near[0]}?"
    options = ", ".join(part.options())
    has = f"its options are {options}" if options else "it has none"
    return f"{called} has no option {shortened(repr(name))}: {has}"


def _listed(owners: list[type[Part]]) -> str:
    return " and ".join(owner.name for owner in owners)


def not_chosen(
    name: str,
    values: Mapping[str, Any],
    fitness: FitnessEvaluation,
    common: Collection[str],
    *,
    written: bool = False,
) -> str:
    """The sentence about an option that no chosen part of a run has.

    Args:
        name: the option.
        values: the options of all runs that are known so far, with the name of the game.
        fitness: the tests that are chosen.
        common: the options that all runs have.
        written: whether the option stands on the command line.
    """
    from primitives import vocabulary_of
    from senet_gp.games.registry import game_of

    shown, owners = as_written(name) if written else name, owners_of(name)
    if not owners:
        return unknown(shown, common)
    game = game_of(values["game"], values.get("parameters"))
    vocabulary = values.get("vocabulary", AUTO)
    words = vocabulary_of(game, None if vocabulary == AUTO else vocabulary)
    names = {kind: usable(kind, game, words) for kind in PARTS}
    here = [owner for owner in owners if owner.name in names[owner.kind]]
    if not here:
        return f"{shown} belongs to {owners_text(owners)}, which {game.name} cannot have: leave it out"
    where = owners_text(here)
    if fitness.credit is None and any(owner.kind == "credit" for owner in here):
        where += f" with {owners_text(usable_suites(game, words))}"
    return f"{shown} belongs to {where}, which this run does not have: choose it, or leave {shown} out"


def refuse_unread(config: Settings, flat: Mapping[str, Any]) -> None:
    """Refuse options of the command line that have no effect in a run.

    An option that several parts have is refused if it has none in any of them.

    Args:
        config: the configuration of the run.
        flat: the options that were given, by name.

    Raises:
        UsageError: if there is one.
    """
    without, parts, common = unread(config), config.parts(), config.common()
    for name in flat:
        of_all = name in common or name in PARTS
        kinds = [""] if of_all else [kind for kind, part in parts.items() if name in part.options()]
        needs = [without[kind, name] for kind in kinds if (kind, name) in without]
        if kinds and len(needs) == len(kinds):
            raise UsageError(
                f"{as_written(name)} would change nothing here: it is used only with "
                f"{' or '.join(dict.fromkeys(needs))}"
            )
