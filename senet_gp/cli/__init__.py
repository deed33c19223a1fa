"""The command line: arguments in, library calls, text and exit codes out.

A verb's module, which verbs of one subject share, is imported only when the verb is used. It imports numpy,
numba, DEAP and rich only inside functions, or has a module beside it that does: ``--help`` answers at once.

All text leaves by the guards of :mod:`senet_gp.runtime.standard_streams`, so that no name, file or message
can control a terminal. In addition a name within a line goes through ``printable``, since a line feed in it
would begin a new line, and a path in a command that people copy through ``quoted``.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import pickle
import re
import sys
from typing import TYPE_CHECKING, NoReturn, cast

import click

from senet_gp.cli.help_pages import HELP, PLUGIN, Verb, plugin_option
from senet_gp.runtime import __version__, interruption, machine, origins, plugins, standard_streams
from senet_gp.runtime.errors import SenetGpError, UsageError, printable, told_from_here
from senet_gp.runtime.interruption import INTERRUPTED
from senet_gp.runtime.standard_streams import OutputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from senet_gp.games.protocol import Game

#: The verbs in groups, each with its line in ``senet-gp --help``.
_GROUPS = {
    "Breeding and learning": {
        "evolve": "Evolve players for a game.",
        "resume": "Go on with a run that was stopped.",
        "report": "Write a page about a run, with pictures.",
        "experiment": "Play variants with many seeds, and compare them by statistics.",
        "learn": "Train a matchbox machine in a small game, or a network in a game with throws.",
    },
    "Reading players": {
        "explain": "Say what an expression looks at, and how much each part matters.",
        "export": "Write an expression in another format, or simplified.",
    },
    "Measuring players": {
        "match": "Play many games between two players.",
        "tournament": "Play a round robin or a knockout, with ratings.",
        "verdict": "Prove what a player gets against every line of play.",
        "table": "Make a table of all positions of a small game, or draw its tree.",
    },
    "Playing": {
        "play": "Play against a player, in the terminal.",
        "watch": "Watch two players play a game, board by board.",
        "replay": "Show a recorded game step by step.",
        "analyse": "Find mistakes, luck and accuracy in a recorded game.",
        "serve": "Play, watch and analyse games on a page in the browser.",
    },
    "This program": {
        "doctor": "Say what is installed, and how fast it is; compile everything.",
    },
}
#: The verbs, each with its line.
VERBS = {verb: line for verbs in _GROUPS.values() for verb, line in verbs.items()}
#: The verbs in the module of another verb; each of the others has a module of its name.
_MODULES = {
    "report": "resume",
    "analyse": "explain",
    "tournament": "match",
    "verdict": "match",
    "replay": "watch",
}

#: What to do first, for those who give no verb.
_FIRST_STEPS = """\
senet-gp breeds players of board games that people can read. Try:

  senet-gp play senet                          play against Easy
  senet-gp evolve                              breed a player of Senet
  senet-gp explain runs/senet-1                see what it cares for
  senet-gp play senet --against runs/senet-1   play against it

senet-gp --help lists all verbs, senet-gp VERB --help says what one of them does, and
docs/first_hour.md leads on from here."""

DONE = 0
FAILED = 1
WRONG_USAGE = 2
#: How many columns help has at most.
_MAX_COLUMNS = 100
#: The variable by which a shell asks for completions, as click names it.
COMPLETION = "_SENET_GP_COMPLETE"


def _check_surroundings() -> None:
    """Check that games can be played here.

    Raises:
        SenetGpError: if they cannot.
    """
    machine.check()
    try:
        os.getcwd()  # noqa: PTH109 - as in Python itself
    except OSError:
        raise SenetGpError(
            "the current directory does not exist any more: change into another (cd)"
        ) from None


def _to_the_front(arguments: Sequence[str]) -> list[str]:
    """Arguments with all plugins before the verb, where they are loaded before the verb is looked up.

    >>> _to_the_front(["evolve", "drop", "--plugin", "my_games.py", "--seed", "2"])
    ['--plugin', 'my_games.py', 'evolve', 'drop', '--seed', '2']
    """
    named, others = [], []
    left = list(arguments)
    while left:
        argument = left.pop(0)
        if argument == "--":
            others += [argument, *left]
            break
        if argument == PLUGIN and left:
            named += [argument, left.pop(0)]
        elif argument.startswith(f"{PLUGIN}="):
            named.append(argument)
        else:
            others.append(argument)
    return named + others


def command_of(verb: str) -> click.Command:
    """The command of a verb, whose module is imported now."""
    module = importlib.import_module(f"senet_gp.cli.{_MODULES.get(verb, verb)}")
    return cast("click.Command", getattr(module, verb))


def all_commands() -> Iterator[tuple[str, Verb]]:
    """Every verb as it is written after ``senet-gp``, those of a group each by itself."""
    for verb in VERBS:
        command = command_of(verb)
        of_group = command.commands if isinstance(command, click.Group) else {}
        for name, one in of_group.items() or [("", command)]:
            yield f"{verb} {name}".strip(), cast("Verb", one)


class _Verbs(click.Group):
    """Imports a verb's module when the verb is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        return command_of(cmd_name) if cmd_name in VERBS else None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Load plugins, also those that are named after the verb, before the verb is looked up."""
        return super().parse_args(ctx, _to_the_front(args))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The verb that is called; unless only its help is wanted, check that it can work here."""
        if not set(HELP) & set(args):
            _check_surroundings()
        plugins.load_installed(_warn)
        try:
            return super().resolve_command(ctx, args)
        except click.exceptions.NoSuchCommand as error:
            # Click knows no names of verbs that are not imported.
            raise click.exceptions.NoSuchCommand(error.command_name, possibilities=VERBS, ctx=ctx) from None

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Say how games and players are written, for all games that are registered by now."""
        plugins.load_installed(_warn)
        self.epilog = _epilog()
        super().format_epilog(ctx, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The verbs, then the options."""
        self.format_commands(ctx, formatter)
        click.Command.format_options(self, ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The verbs, in groups."""
        column = max(map(len, VERBS))
        for title, verbs in _GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(f"{verb:{column}}", line) for verb, line in verbs.items()])


def _epilog() -> str:
    """The last paragraph of ``senet-gp --help``."""
    from senet_gp.games.registry import GAMES

    *names, last = GAMES
    made_by_hand = "".join(f"{entry.hand_help}; " for entry in GAMES.values() if entry.hand_help)
    return (
        f"Each verb has its own --help. GAME is {', '.join(names)} or {last}. A PLAYER is easy, medium, "
        "hard or best (levels), random, random-tree:N (a random expression), expr:TEXT (an expression in "
        "Lisp form), search:TURNS:PLAYER (looks ahead), slips:PERCENT:PLAYER (makes so many of 100 moves at "
        "random), a run directory (its champion), RUN@N (its best player of at most N nodes), or a champion "
        f"file; {made_by_hand}in senet also net, nets and net-mixed (networks that come with this program); "
        "in it and other compiled games with throws net:FILE; in the small games also minimax, table, "
        "table:FILE, matchbox:FILE, and search:TURNS+:PLAYER (looks deeper at threats); in games with throws "
        "that can be solved, such as senet with few pieces, also minimax and table:FILE; in match and "
        "tournament also human, which is you. docs/commands.md lists players, docs/options.md the options of "
        "a run, and docs/glossary.md the terms; the pages in docs come with the source of this program."
    )


@click.command(
    cls=_Verbs,
    params=[plugin_option()],
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": _MAX_COLUMNS},
)
@click.version_option(__version__, prog_name="senet-gp")
def cli() -> None:
    """Evolve board-game players that people can read, play against and trust."""


@contextlib.contextmanager
def blaming_outside() -> Iterator[None]:
    """Inside this context, an exception that code from outside raises becomes a sentence that names it.

    Raises:
        SenetGpError: the sentence.
    """
    try:
        yield
    except (SenetGpError, click.ClickException, click.Abort, BrokenPipeError, OutputError):
        raise
    except BaseException as error:
        sentence = origins.told(error)
        interrupted = isinstance(error, KeyboardInterrupt) and interruption.may_be_raised()
        if interrupted or not sentence:
            raise
        raise SenetGpError(sentence) from error


class Interrupted(SenetGpError):  # noqa: N818 - it is no error
    """The person stopped the command; the text says what is saved and how to go on."""


def _say(sentence: str) -> None:
    sys.stderr.write(f"senet-gp: {told_from_here(sentence)}\n")


def _warn(sentence: str) -> None:
    _say(f"{printable(sentence)}.")


def compile_kernels(game: Game, interrupted: str = "interrupted before anything was begun") -> None:
    """Compile the kernels of a game, or load them from the cache; say so if they must be compiled.

    Args:
        game: the game.
        interrupted: the message if the person interrupts the program meanwhile.
    """
    from senet_gp.engine.play import PLAYED_BY
    from senet_gp.runtime import compiling_notice
    from senet_gp.runtime.compiled import CACHE_DIRECTORY

    with compiling(interrupted):
        module = PLAYED_BY[game.family].rpartition(".")[2] if game.family else ""
        if module and (CACHE_DIRECTORY is None or not any(CACHE_DIRECTORY.rglob(f"{module}*.nbc"))):
            compiling_notice.tell()
            if CACHE_DIRECTORY is not None and machine.available_cores() > 1:
                from senet_gp.arena.games import compile_side_by_side
                from senet_gp.arena.local_pool import WorkerPool
                from senet_gp.arena.pool import WorkerError

                # If a process dies, what it would have compiled is compiled below.
                with contextlib.suppress(WorkerError), WorkerPool(2) as pool:
                    compile_side_by_side(game, pool)
        from senet_gp.arena.games import warm_up

        warm_up(game)


@contextlib.contextmanager
def compiling(interrupted: str) -> Iterator[None]:
    """Inside this context kernels are compiled, or loaded from the cache, and nothing is begun yet.

    An exception in the middle of compiling would leave numba in an undefined state, so an interruption ends
    the program at once.

    Args:
        interrupted: the message if the person interrupts the program meanwhile.

    Raises:
        SenetGpError: if the cache is damaged, or cannot be written.
    """
    from senet_gp.runtime.compiled import CACHE_DIRECTORY

    try:
        with interruption.ends_the_program(f"senet-gp: {printable(interrupted)}."):
            yield
    except SenetGpError:
        raise
    except (EOFError, OSError, ValueError, pickle.PickleError) as error:
        # numba keeps its machine code as pickles, here in the person's own cache directory.
        raise SenetGpError(
            f"the compiled code in {CACHE_DIRECTORY} cannot be used or kept ({error or 'it is cut short'}): "
            "remove that directory, or set SENET_GP_CACHE to another"
        ) from None


def main() -> NoReturn:
    """Run the command line and exit with its code: 0, 1 failed, 2 wrong usage, 130 interrupted.

    Interruptions are handled only if :func:`senet_gp.runtime.interruption.listen` was called before, as
    ``senet_gp.__main__`` does.
    """
    # A shell reads completions as bytes; they are names of this program and of plugins.
    if COMPLETION not in os.environ:
        standard_streams.guard()
    code = _run()
    interruption.ignore()
    try:
        sys.stdout.flush()
    except (OSError, OutputError) as error:
        code = code or _output_failed(error)
    sys.exit(code)


def _run() -> int:  # noqa: C901, PLR0911 - one end each
    """Run the command line; its exit code."""
    try:
        with blaming_outside():
            cli.main(standalone_mode=False, prog_name="senet-gp")
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.message if error.ctx and error.ctx.parent else _FIRST_STEPS)
        return WRONG_USAGE
    except click.ClickException as error:
        return _failed(WRONG_USAGE, _sentence_of(error))
    except (BrokenPipeError, OutputError) as error:
        return _output_failed(error)
    except UsageError as error:
        return _failed(WRONG_USAGE, str(error))
    except Interrupted as error:
        return _failed(INTERRUPTED, str(error))
    except SenetGpError as error:
        return _failed(FAILED, str(error))
    except (KeyboardInterrupt, click.Abort):
        return _failed(INTERRUPTED, "interrupted")
    except MemoryError:
        return _failed(FAILED, "there is too little memory: try a smaller population, or fewer games")
    except RecursionError:
        return _failed(FAILED, "a text or a file that was given is nested too deeply")
    except OSError as error:
        file = f" ({error.filename})" if error.filename else ""
        return _failed(FAILED, f"the system refused: {error.strerror or error}{file}")
    return DONE


def _sentence_of(error: click.ClickException) -> str:
    """What click found wrong, and where help is."""
    context = getattr(error, "ctx", None)
    where = context.command_path if context else "senet-gp"
    message = error.format_message()
    return f"{message}{'' if message.endswith(('.', '?')) else '.'} See {where} --help"


def _failed(code: int, sentence: str) -> int:
    in_one_line = re.sub(r"\s*\n\s*", " ", sentence.strip())
    if code == INTERRUPTED:
        interruption.clear_line()
    # A command at the end is copied, and a period would be part of it.
    _say(printable(in_one_line) + ("" if in_one_line.endswith("?") or " with: " in in_one_line else "."))
    return code


def _output_failed(error: Exception) -> int:
    """Write no more to standard output, which cannot be written; if its reader has left, say nothing."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), standard_streams.OUTPUT)
    return _failed(FAILED, str(error)) if isinstance(error, OutputError) else FAILED
