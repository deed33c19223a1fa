"""Options that several verbs share, and what a shell completes: the names that are registered by then.

README tells how completion is switched on; the shell then runs ``senet-gp``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from senet_gp.arena.workers import Workers
from senet_gp.evolution.operator_rows import OPERATORS
from senet_gp.experiments import COMPARED
from senet_gp.games.registry import GAMES
from senet_gp.runtime.checks import MAX_SEED
from senet_gp.runtime.errors import UsageError

Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


class WorkersType(click.ParamType[Workers]):
    """A number of workers, and how they are started, if that is given."""

    name = "WORKERS"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Workers:
        """What was written."""
        try:
            return Workers.of(str(value))
        except UsageError as error:
            self.fail(str(error), param, ctx)


workers_option = click.option(
    "--workers",
    type=WorkersType(),
    default=None,
    help="How many worker processes; fork:N or spawn:N also says how they are started. dask://HOST:PORT, "
    "dask:N or mpi name workers elsewhere (docs/clusters.md).  [default: one for each core]",
)

operators_option = click.option(
    "--operators",
    metavar="MODULE:FUNCTION",
    help="Call this function, as function(toolbox, evolution), to register operators of your own; the module "
    "is installed or a file in the current directory (docs/extending_deap.md).",
)

jobs_option = click.option(
    "--jobs",
    type=WorkersType(),
    help="How many runs are played side by side, each by one process; fork:N or spawn:N also says how they "
    "are started, and dask://HOST:PORT, dask:N or mpi name workers elsewhere.  [default: one for each core]",
)

run_workers_option = click.option(
    "--workers",
    type=WorkersType(),
    help="How many worker processes play a run; with more than one, runs are played one after the other.  "
    "[default: 1]",
)

by_option = click.option(
    "--by",
    type=click.Choice(COMPARED),
    default=COMPARED[0],
    show_default=True,
    help="What is compared: the champions' score, in small games their verdict (the sum of their worst "
    "results in both seats), their nodes or depth, or the games or generations of the runs.",
)

measuring_games_option = click.option(
    "--games",
    type=click.IntRange(2, 1_000_000),
    default=200,
    show_default=True,
    help="How many games each champion plays against each opponent that measures it, an even number.",
)

seed_option = click.option(
    "--seed",
    type=click.IntRange(0, MAX_SEED),
    default=1,
    show_default=True,
    help="The same seed gives the same result.",
)

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")


class _Parameter(click.ParamType[tuple[str, int]]):
    """A parameter of a game, written NAME=NUMBER."""

    name = "NAME=NUMBER"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, int]:
        """The name and the number."""
        name, equals, number = str(value).partition("=")
        digits = number.removeprefix("-")
        if not equals or not name or not (digits.isascii() and digits.isdecimal() and len(digits) <= 18):
            self.fail(f"{str(value)[:40]!r} is not NAME=NUMBER, such as pieces=5", param, ctx)
        return name, int(number)


def _once(
    _context: click.Context, _parameter: click.Parameter, values: tuple[tuple[str, int], ...]
) -> tuple[tuple[str, int], ...]:
    """Refuse a parameter that is given twice."""
    names = [name for name, _ in values]
    for name in names:
        if names.count(name) > 1:
            raise click.BadParameter(f"{name} is given twice")
    return values


class _UsualRuleOption(click.Option):
    """Its help lists the parameters of all games that are registered by then."""

    usual = "the usual ones"

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The option, and its help."""
        listed = ", ".join(entry.rule_help for entry in GAMES.values() if entry.rule_help)
        self.help = f"A parameter of the game: {listed}; can be repeated.  [default: {self.usual}]"
        return super().get_help_record(ctx)


class _RuleOption(_UsualRuleOption):
    """The same, of a command in which champions play."""

    usual = "those that the champion was evolved for, else the usual ones"


def _rule_option(kind: type[click.Option]) -> Callable[[Any], Any]:
    return click.option("--rule", "parameters", cls=kind, type=_Parameter(), multiple=True, callback=_once)


parameters_option = _rule_option(_RuleOption)
usual_parameters_option = _rule_option(_UsualRuleOption)


class _OperatorOption(click.ParamType[tuple[str, Any]]):
    """An option of an operator, written NAME=VALUE."""

    name = "NAME=VALUE"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, Any]:
        """The name and the value: true, false, a number, or else a text."""
        name, equals, text = str(value).partition("=")
        if not equals or not name:
            self.fail(f"{str(value)[:40]!r} is not NAME=VALUE, such as parsimony_size=1.4", param, ctx)
        try:
            return name, json.loads(text)
        except (ValueError, RecursionError):
            return name, text


class _OperatorOptions(click.Option):
    """Its help lists the options of all operators that are registered by then."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The option, and its help."""
        listed = "; ".join(
            f"{name} of {operator} ({option.help}; default {json.dumps(option.default)})"
            for rows in OPERATORS.values()
            for operator, row in rows.items()
            for name, option in row.own.items()
        )
        self.help = f"An option of an operator: {listed}; can be repeated."
        return super().get_help_record(ctx)


operator_options_option = click.option(
    "--operator-option",
    "operator_options",
    cls=_OperatorOptions,
    type=_OperatorOption(),
    multiple=True,
    callback=_once,
)


def spar_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that let a person play against the best individuals of a run."""
    command = click.option(
        "--spar-every",
        type=click.IntRange(1),
        default=10,
        show_default=True,
        help="With --spar: play you in every N-th generation.",
    )(command)
    return click.option(
        "--spar",
        type=click.Choice(["human"]),
        help="Let two of the best individuals of some generations play you, here at the terminal; those that "
        "beat you are selected more often.",
    )(command)


def start_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say how a game begins (see :func:`senet_gp.arena.record.record_from`)."""
    command = click.option(
        "--throws", help="The first throws, a digit for each, such as 12.  [default: drawn]"
    )(command)
    return click.option(
        "--position",
        metavar="TEXT",
        help="Begin at this position, written as in the line start: of a game's record; x is to move.",
    )(command)


def refuse_unread(needs: str, *names: str) -> None:
    """Refuse parameters that were given to the verb that is running, but would have no effect.

    Args:
        needs: when they would have one, such as ``with --knockout``.
        names: the parameters' names in Python.

    Raises:
        UsageError: if one of them was given.
    """
    context = click.get_current_context()
    for parameter in context.command.params:
        given = context.get_parameter_source(parameter.name or "") is ParameterSource.COMMANDLINE
        if parameter.name in names and given:
            is_option = isinstance(parameter, click.Option)
            name = parameter.opts[0] if is_option else parameter.human_readable_name.strip("[]")
            raise UsageError(f"{name} would change nothing here: it is used only {needs}")


class _Size(click.ParamType[int]):
    """A size of memory, written such as 900MiB or 2GiB."""

    name = "SIZE"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The size in bytes."""
        found = re.fullmatch(r"([0-9]{1,9})\s*([MGT])(iB)?", str(value), re.IGNORECASE)
        if found is None:
            self.fail(f"{str(value)[:40]!r} is not a size, such as 900MiB or 2GiB", param, ctx)
        return int(found[1]) << {"M": 20, "G": 30, "T": 40}[found[2].upper()]


def _limit(_context: click.Context, _parameter: click.Parameter, value: int | None) -> int:
    """The limit of memory, in bytes, that was given, else the usual one."""
    from senet_gp.evolution.node_budget import usual_limit

    return value or usual_limit()


#: What a run does if its next population would not fit into memory.
STOP, LIMIT_GROWTH = "stop", "limit-growth"


def memory_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say how much memory a run may take."""
    command = click.option(
        "--when-full",
        type=click.Choice([STOP, LIMIT_GROWTH]),
        default=STOP,
        show_default=True,
        help="What to do when the next population would not fit into --memory-limit: stop with everything "
        "saved, or go on with only the children that fit, as with max_nodes in config.toml.",
    )(command)
    return click.option(
        "--memory-limit",
        type=_Size(),
        callback=_limit,
        help="How much memory the main process may take, such as 900MiB or 2GiB; each worker takes about "
        "50 MiB more.  [default: half of the computer's]",
    )(command)


def _beginning(incomplete: str, names: Iterable[str]) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def game_names(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The names of games."""
    return _beginning(incomplete, GAMES)


def vocabulary_names(
    context: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The names of the vocabularies of the game on the line; of all games if it is not known yet."""
    from primitives import vocabularies

    games = [name for name in GAMES if name == context.params.get("game_name")] or GAMES
    return _beginning(incomplete, dict.fromkeys(name for game in games for name in vocabularies(game)))


def names_of(rows: Mapping[str, object]) -> Complete:
    """The names of a registry."""
    return lambda _context, _parameter, incomplete: _beginning(incomplete, rows)


def player_names(
    _context: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The kinds of players, and files and directories."""
    from senet_gp.players.parsing import BEGINNINGS

    found = _beginning(incomplete, BEGINNINGS)
    return found or [CompletionItem(incomplete, type="file")]
