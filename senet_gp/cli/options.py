"""Options that several verbs share, and what a shell completes: the names that are registered by then.

README tells how completion is switched on; the shell then runs ``senet-gp``.
"""

from __future__ import annotations

import functools
import math
import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from senet_gp.arena.workers import Workers
from senet_gp.cli.help_pages import GAME, OUTPUT, RESOURCES, option
from senet_gp.experiments import COMPARED
from senet_gp.games.registry import GAMES
from senet_gp.runtime.checks import MAX_SEED
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.files import check_new

#: Groups of options in the help.
COMPARISON = "Comparison"
BREEDING = "Breeding"
SPARRING = "Sparring"
#: A file or a directory.
PATH = click.Path(path_type=Path)
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


workers = option(
    "--workers",
    group=RESOURCES,
    type=WorkersType(),
    help="How many worker processes play; fork:N or spawn:N also says how they are started. "
    "dask://HOST:PORT, dask:N or mpi name workers elsewhere (docs/islands.md).  "
    "[default: one for each core]",
)

jobs = option(
    "--jobs",
    group=RESOURCES,
    type=WorkersType(),
    help="How many runs are played side by side, each by one process; fork:N or spawn:N also says how they "
    "are started, and dask://HOST:PORT, dask:N or mpi name workers elsewhere.  [default: one for each core]",
)

run_workers = option(
    "--workers",
    group=RESOURCES,
    type=WorkersType(),
    help="How many worker processes play a run; with more than one, runs are played one after the other.  "
    "[default: 1]",
)

by = option(
    "--by",
    group=COMPARISON,
    type=click.Choice(COMPARED),
    default=COMPARED[0],
    show_default=True,
    help="What is compared: the champions' score, in small games their verdict (the sum of their worst "
    "results in both seats), their nodes or depth, or the games or generations of the runs.",
)

measuring_games = option(
    "--games",
    group=COMPARISON,
    type=click.IntRange(2, 1_000_000),
    default=200,
    show_default=True,
    help="How many games each champion plays against each opponent that measures it, an even number.",
)

seed = option(
    "--seed",
    group=GAME,
    type=click.IntRange(0, MAX_SEED),
    default=1,
    show_default=True,
    help="The same seed gives the same result.",
)

as_json = option(
    "--json", "as_json", group=OUTPUT, is_flag=True, help="Print one JSON object and nothing else."
)

ascii_only = option(
    "--ascii", "ascii_only", group=OUTPUT, is_flag=True, help="Draw with ASCII characters only."
)

champions_game = option(
    "--game",
    "game_name",
    group=GAME,
    help="The game that PLAYER plays.  [default: that of the champion, else senet]",
)


def drawn_seed(what: str) -> Callable[[Any], Any]:
    """The option of a seed that is drawn if it is not given; what is the same for the same seed."""
    return option(
        "--seed",
        group=GAME,
        type=click.IntRange(0, MAX_SEED),
        help=f"The same seed gives the same {what}.  [default: drawn]",
    )


#: A file of exact win probabilities.
table_of_chances = option(
    "--table",
    group=GAME,
    type=PATH,
    help="A file of exact win probabilities, made by senet-gp table, in a game with throws.",
)


def named_once(context: click.Context, parameter: click.Parameter, file: Path | None) -> Path | None:
    """The file of an option, which no other option may name, or one would replace what the other has written.

    Raises:
        UsageError: if one does; that of ``--load`` may be replaced.
    """
    if file is None:
        return None
    for other, value in context.params.items():
        named = isinstance(value, Path) and other != "load"
        if named and os.path.realpath(value) == os.path.realpath(file):
            raise UsageError(f"--{other} and {parameter.opts[0]} name the same file: name two")
    return file


def new_file(name: str, text: str, *, picture: bool = False, group: str = OUTPUT) -> Callable[[Any], Any]:
    """An option that names a new file; before any work is done, it is checked that it can be written.

    Args:
        name: the option, such as ``--out``.
        text: its help.
        picture: whether a picture is drawn into the file, so that the ending of its name must be that of one.
        group: the group in which the help shows it.
    """

    def checked(context: click.Context, parameter: click.Parameter, file: Path | None) -> Path | None:
        if file is None:
            return None
        named_once(context, parameter, file)
        if picture:
            from senet_gp.show.plots import check_drawable

            check_drawable(file)
        check_new(file)
        return file

    return option(name, type=PATH, callback=checked, group=group, help=text)


class _Rule(click.ParamType[tuple[str, int]]):
    """A parameter of a game and its value."""

    name = "NAME=NUMBER"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, int]:
        """The name and the value."""
        match = re.fullmatch("([^=]+)=(-?[0-9]{1,18})", str(value), re.DOTALL)
        if match is None:
            self.fail(f"{str(value)[:40]!r} is not {self.name}, such as pieces=5", param, ctx)
        return match[1], int(match[2])


def _by_name(
    _context: click.Context, _parameter: click.Parameter, pairs: tuple[tuple[str, int], ...]
) -> dict[str, int]:
    """The values of pairs by their names, none of which may be given twice."""
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise click.BadParameter(f"{name} is given twice")
    return dict(pairs)


def _rule_option(default: str) -> Callable[[Any], Any]:
    """The option of a game's parameters; its help lists those of all games."""

    def listing() -> str:
        listed = ", ".join(entry.rule_help for entry in GAMES.values() if entry.rule_help)
        return (
            f"A parameter of the game, such as pieces=5; can be repeated. Games have these: {listed}.  "
            f"[default: {default}]"
        )

    return option(
        "--rule", "parameters", group=GAME, help=listing, type=_Rule(), multiple=True, callback=_by_name
    )


usual_rules = _rule_option("the usual ones")
#: The same, of a command in which champions play.
rules = _rule_option("those that the champion was evolved for, else the usual ones")


#: How a matchbox machine learns, what it stores, and in which seats it learns.
SCHEMES = ("last-move", "schedule-321", "schedule-21", "reward", "menace")
FORMS = ("boxes", "values")
SEATS = {"first": (0,), "second": (1,), "both": (0, 1)}
#: The parameters that :func:`scheme` adds; they are used where a new machine is made.
OF_THE_SCHEME = ("scheme_name", "form", "no_refill")


def scheme(group: str) -> Callable[[Any], Any]:
    """Add --scheme, --form and --no-refill in a group of the help."""
    name = option(
        "--scheme",
        "scheme_name",
        group=group,
        type=click.Choice(SCHEMES),
        default=SCHEMES[0],
        show_default=True,
        help="Which moves a new machine punishes and rewards, as docs/hexapawn.md explains.",
    )
    form = option(
        "--form",
        group=group,
        type=click.Choice(FORMS),
        help="What a new machine stores: weights of moves, which are drawn in proportion (boxes), or values "
        "of positions, the best of which is chosen (values).  [default: boxes]",
    )
    refill = option(
        "--no-refill",
        group=group,
        is_flag=True,
        help="Leave the first box of a new machine empty when all its moves have lost.",
    )
    return lambda command: name(form(refill(command)))


def start(command: Any) -> Any:
    """Add the options that say how a game begins (see :func:`senet_gp.arena.record.record_from`)."""
    position = option(
        "--position",
        metavar="TEXT",
        group=GAME,
        help="Begin at this position, written as in the line start: of a game's record; x is to move.",
    )
    throws = option(
        "--throws",
        group=GAME,
        help="The first throws, a digit for each, such as 12.  [default: drawn]",
    )
    return position(throws(command))


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
            name = parameter.opts[0] if is_option else parameter.human_readable_name.strip("[]…")
            raise UsageError(f"{name} would change nothing here: it is used only {needs}")


class _Size(click.ParamType[int]):
    """A size of memory, written such as 900MiB or 2GiB."""

    name = "SIZE"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The size in bytes."""
        match = re.fullmatch(r"([0-9]{1,9})\s*([MGT])(iB)?", str(value), re.IGNORECASE)
        if match is None:
            self.fail(f"{str(value)[:40]!r} is not a size, such as 900MiB or 2GiB", param, ctx)
        return int(match[1]) << {"M": 20, "G": 30, "T": 40}[match[2].upper()]


class Finite(click.FloatRange):
    """A finite number in a range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number."""
        number: float = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not a finite number in the range {self._describe_range()}", param, ctx)
        return number


def _limit(_context: click.Context, _parameter: click.Parameter, value: int | None) -> int:
    """The limit of memory, in bytes, that was given, else the usual one."""
    from senet_gp.evolution.loop.node_budget import usual_limit

    return usual_limit() if value is None else value


#: What a run does if its next population would not fit into memory.
STOP = "stop"
LIMIT_GROWTH = "limit-growth"


@dataclass(frozen=True, kw_only=True)
class Playing:
    """How a run is played, which does not belong to its configuration.

    Attributes:
        memory_limit: how much memory this process may take, in bytes.
        operators: the name of the function that registers operators from outside, if there is one.
        limits_growth: whether growth is limited if memory is full; else the run stops.
        spar_every: in every how many generations individuals play the person at this terminal; 0 for never.
        workers: worker processes; by default one for each core.
    """

    memory_limit: int
    operators: str | None = None
    limits_growth: bool = False
    spar_every: int = 0
    workers: Workers | None = None


_OF_PLAYING = (
    option(
        "--operators",
        group=BREEDING,
        metavar="MODULE:FUNCTION",
        help="Call this function, as function(toolbox, evolution), to register operators of your own; the "
        "module is installed or a file in the current directory (docs/extending_deap.md).",
    ),
    option(
        "--memory-limit",
        group=RESOURCES,
        type=_Size(),
        callback=_limit,
        help="How much memory the main process may take, such as 900MiB or 2GiB; each worker takes about "
        "50 MiB more.  [default: half of the computer's]",
    ),
    option(
        "--when-full",
        group=RESOURCES,
        type=click.Choice([STOP, LIMIT_GROWTH]),
        default=STOP,
        show_default=True,
        help="What to do when the next population would not fit into --memory-limit: stop with everything "
        "saved, or go on with only the children that fit, as with max_nodes in config.toml.",
    ),
    option(
        "--spar",
        group=SPARRING,
        type=click.Choice(["human"]),
        help="Let two of the best individuals of some generations play you, here at the terminal; those that "
        "beat you are selected more often.",
    ),
    option(
        "--spar-every",
        group=SPARRING,
        type=click.IntRange(1),
        default=10,
        show_default=True,
        help="With --spar: play you in every N-th generation.",
    ),
    workers,
)


def playing(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of :class:`Playing`, which the command takes as ``playing``."""

    @functools.wraps(command)
    def with_playing(
        operators: str | None,
        memory_limit: int,
        when_full: str,
        spar: str | None,
        spar_every: int,
        workers: Workers | None,
        **others: Any,
    ) -> None:
        if spar is None:
            refuse_unread("with --spar", "spar_every")
        how = Playing(
            memory_limit=memory_limit,
            operators=operators,
            limits_growth=when_full == LIMIT_GROWTH,
            spar_every=0 if spar is None else spar_every,
            workers=workers,
        )
        command(playing=how, **others)

    for decorate in reversed(_OF_PLAYING):
        decorate(with_playing)
    return with_playing


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

    beginnings = _beginning(incomplete, BEGINNINGS)
    return beginnings or [CompletionItem(incomplete, type="file")]


def _known(_context: click.Context, _parameter: click.Parameter, name: str) -> str:
    """The name of a game that there is; who leaves it out is told so before an argument is missing."""
    GAMES[name]
    return name


#: The game that a verb is about.
game = click.argument("game_name", metavar="GAME", callback=_known, shell_complete=game_names)


def player(name: str, metavar: str = "PLAYER") -> Callable[[Any], Any]:
    """The argument that names a player."""
    return click.argument(name, metavar=metavar, shell_complete=player_names)
