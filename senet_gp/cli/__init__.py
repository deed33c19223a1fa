"""The command line: arguments in, library calls, text and exit codes out.

Every verb has a module of its own, which is imported only when the verb is used: ``--help`` answers at
once.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
from types import FrameType
from typing import NoReturn

import click

from senet_gp import __version__
from senet_gp.errors import FileError, SenetGpError, UsageError

#: The verbs, each with the line that ``senet-gp --help`` says of it; it stands in the module of its name.
VERBS = {
    "evolve": "Evolve players for a game.",
    "resume": "Go on with a run that was stopped.",
    "match": "Play many games between two players.",
    "tournament": "Play everybody against everybody, with ratings.",
    "play": "Play against a player, in the terminal.",
    "replay": "Show a recorded game step by step.",
    "export": "Write a player in another form.",
}

DONE, FAILED, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130


class _Verbs(click.Group):
    """Imports a verb's module when the verb is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in VERBS:
            return None
        command: click.Command = importlib.import_module(f"senet_gp.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Verbs"):
            formatter.write_dl(list(VERBS.items()))


@click.command(
    cls=_Verbs,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Each verb has its own --help. A PLAYER is random, random-tree:N, expr:TEXT (an expression in "
    "Lisp form), search:TURNS:PLAYER, a run directory, or a champion file.",
)
@click.version_option(__version__, prog_name="senet-gp")
def cli() -> None:
    """Evolve board-game players that people can read, play against and trust."""


class Interrupted(SenetGpError):  # noqa: N818 - it is no error
    """The person stopped the command; the text says what is saved and how to go on."""


def _say(sentence: str) -> None:
    sys.stderr.write(f"senet-gp: {sentence}\n")


def _interrupt(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def main() -> NoReturn:
    """Run the command line and exit with its code: 0, 1 failed, 2 wrong usage, 130 interrupted."""
    signal.signal(signal.SIGTERM, _interrupt)
    code = DONE
    try:
        cli.main(standalone_mode=False, prog_name="senet-gp")
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.ctx.get_help() if error.ctx else error.format_message())
        code = WRONG_USAGE
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        where = context.command_path if context else "senet-gp"
        message = error.format_message().rstrip(".?").replace(". Did you mean", ", did you mean")
        _say(f"{message}; see {where} --help.")
        code = WRONG_USAGE
    except UsageError as error:
        _say(f"{error}.")
        code = WRONG_USAGE
    except Interrupted as error:
        _say(f"{error}.")
        code = INTERRUPTED
    except (FileError, SenetGpError) as error:
        _say(f"{error}.")
        code = FAILED
    except (KeyboardInterrupt, click.Abort):
        _say("interrupted.")
        code = INTERRUPTED
    except BrokenPipeError:
        code = _output_closed()
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        code = _output_closed()
    sys.exit(code)


def _output_closed() -> int:
    """Whoever read our output has seen enough of it: say no more, also not when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FAILED
