"""The options of a run on the command line: those that all runs have, and those of all parts.

They are flat, and made from the fields of
:class:`~senet_gp.evolution.configuration.config.Config` and of the parts that are registered by the time the
command is called.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import click

from senet_gp.cli import options
from senet_gp.cli.help_pages import GroupedOption, Verb
from senet_gp.evolution.configuration.config import FIELDS, default_of
from senet_gp.evolution.configuration.options import AUTO
from senet_gp.evolution.configuration.parts import PARTS, Part, classes
from senet_gp.runtime.errors import SenetGpError

RUN = "Run"
FITNESS = "Fitness"
ISLANDS = "Islands"
#: The group of each option that all runs have, and of each kind of part; the first is that of the others.
_GROUPS = {
    "fitness": FITNESS,
    "credit": FITNESS,
    "final_games": FITNESS,
    **dict.fromkeys(("initialisation", "selection", "elite", "elite_share", "crossover"), options.BREEDING),
    **dict.fromkeys(("mutation", "mutation_chance", "mutant_share"), options.BREEDING),
    **dict.fromkeys(("size_limit", "depth_limit", "max_nodes", "objectives"), options.BREEDING),
    "islands": ISLANDS,
    "migration": ISLANDS,
}
_ORDER = (RUN, FITNESS, options.BREEDING, ISLANDS)
#: Those that are written in a way of their own.
_OWN_WAY = {"game", "parameters", "seed_with", "objectives"}
_METAVARS = {int: "INTEGER", float: "NUMBER", str: "TEXT", tuple: "TEXT,TEXT"}


class RunVerb(Verb):
    """A verb that takes all options of a run, also those of parts from outside, as texts that were given."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The options of a run, and those of the verb."""
        own = super().get_params(ctx)
        taken = frozenset({*_ways_to_name(own), "playing"})  # it stands for several of them
        of_run = _of_run(tuple(classes()), taken)
        # The argument comes first, and after it what says which game is played.
        return [*own[:2], *of_run, *own[2:]]


def _ways_to_name(params: Iterable[click.Parameter]) -> Iterator[str]:
    """How parameters are written, and what they are called in Python."""
    for param in params:
        yield param.name or ""
        yield from (*param.opts, *param.secondary_opts)


@cache  # click asks several times
def _of_run(parts: Sequence[type[Part]], taken: Collection[str]) -> Sequence[GroupedOption]:
    """The options of a run, in the order of their groups.

    Args:
        parts: all parts that are registered.
        taken: how the options of the verb itself are written, and what they are called in Python.

    Raises:
        SenetGpError: if a part from outside has an option of the same name as the verb, or as another part
            that takes it in another way.
    """
    every = [*_of_all_runs(parts), *_of_parts(parts, taken)]
    return sorted(every, key=lambda option: _ORDER.index(option.group))


class _PartOption(GroupedOption):
    """An option that one or several parts have, each with a meaning of its own.

    Args:
        name: its name in configurations.
        owners: the parts that have it.
    """

    def __init__(self, name: str, owners: list[type[Part]]) -> None:
        self.owners = owners
        described = owners[0].options()[name]
        super().__init__(
            **_written(described),
            group=_GROUPS[owners[0].kind],
            help=described.metadata["help"],
        )

    def rows(self, ctx: click.Context) -> Iterator[tuple[str, str, str]]:
        """What it means in each part, in the group of that part."""
        record = self.get_help_record(ctx)
        for owner in self.owners:
            described = owner.options()[self.name or ""]
            if record is not None:
                yield group_of(owner), record[0], _sentence(described.metadata["help"], described.default)


def group_of(part: type[Part]) -> str:
    """The group in which the whole help shows the options of a part."""
    return f"--{part.kind} {part.name}"


def _of_all_runs(parts: Sequence[type[Part]]) -> Iterator[GroupedOption]:
    """The options that all runs have, and those that choose parts."""
    for name, described in FIELDS.items():
        if name in _OWN_WAY:
            continue
        about: dict[str, Any] = {"group": _GROUPS.get(name, RUN)}
        text, default = described.metadata["help"], default_of(name)
        if name in PARTS:
            listed = ", ".join(f"{part.name} ({part.summary})" for part in parts if part.kind == name)
            yield GroupedOption(**_choosing(name), **about, help=_sentence(f"{text}: {listed}", default))
        else:
            yield GroupedOption(**_written(described), **about, help=_sentence(text, default))


def _choosing(kind: str) -> dict[str, Any]:
    """How the option is written that chooses a part."""
    rows = PARTS[kind]
    return {
        "names": [f"--{kind}"],
        "metavar": f"[{'|'.join(rows)}]",
        "shell_complete": options.names_of(rows),
    }


def _of_parts(parts: Sequence[type[Part]], taken: Collection[str]) -> Iterator[GroupedOption]:
    """The options of all parts, each once."""
    owners: dict[str, list[type[Part]]] = {}
    for part in parts:
        for name in part.options():
            owners.setdefault(name, []).append(part)
    named = set(taken)
    for name, having in owners.items():
        option = _PartOption(name, having)
        switches = {owner.options()[name].metadata["kind"] is bool for owner in having}
        if named.intersection(_ways_to_name([option])) or len(switches) > 1:
            last = having[-1]
            raise SenetGpError(
                f"the {PARTS[last.kind].kind} {last.name} has an option {name}, which the command has "
                "itself, or takes in another way: rename it"
            )
        named.update(_ways_to_name([option]))
        yield option


def _written(described: dataclasses.Field[Any]) -> dict[str, Any]:
    """How an option is written; its value stays a text, which the configuration reads."""
    name = described.name.replace("_", "-")
    kind, choices = described.metadata["kind"], described.metadata["choices"]
    if kind is bool:
        # Both forms, so that each value can override that of a file.
        return {"names": [f"--{name}/--no-{name}"], "default": None}
    metavar = f"[{'|'.join(choices)}]" if choices else _METAVARS[kind]
    complete = options.vocabulary_names if name == "vocabulary" else None
    return {"names": [f"--{name}"], "metavar": metavar, "shell_complete": complete}


def _sentence(text: str, default: Any) -> str:
    sentence = f"{text[0].upper()}{text[1:]}."
    if default in (AUTO, ()):  # what auto stands for is in the text
        return sentence
    if isinstance(default, tuple):
        shown = ",".join(default)
    elif default == 0 and "0 for no limit" in text:
        shown = "no limit"
    else:
        shown = f"{default:g}" if isinstance(default, float) else str(default).lower()
    return f"{sentence}  [default: {shown}]"
