"""The help of each verb: at most ten options, and everything with --help-all."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from senet_gp.cli import VERBS, all_commands, cli
from senet_gp.cli.help_pages import HELP_ALL, OTHER, GroupedOption, Verb, option

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples" / "board_games"


def shown(verb: str, asked: str = "--help", columns: int = 80) -> str:
    """The help of a verb on a terminal of some width."""
    # In a terminal, click leaves two columns at its right.
    done = CliRunner().invoke(cli, [*verb.split(), asked], prog_name="senet-gp", terminal_width=columns - 2)
    assert done.exit_code == 0
    return done.stdout


#: How many lines a screen has.
SCREEN = 60
COMMANDS = dict(all_commands())
every_command = pytest.mark.parametrize("verb", list(COMMANDS))


@every_command
@pytest.mark.parametrize("columns", [60, 80, 120])
def test_help_fits_on_a_screen_and_says_where_the_rest_is(verb: str, columns: int) -> None:
    brief, everything = (shown(verb, asked, columns).splitlines() for asked in ("--help", HELP_ALL))
    assert brief[0] == everything[0]
    assert brief[0].startswith(f"Usage: senet-gp {verb} ")
    assert " ".join((COMMANDS[verb].help or "?").split())[:40] in " ".join(" ".join(brief).split())
    assert len(brief) <= SCREEN or columns < 80
    for line in (*brief, *everything):
        # The choices of an option are not broken, nor commands.
        assert len(line) <= columns or line.lstrip().startswith(("-", "senet-gp"))
    remark = f"  senet-gp {verb} {HELP_ALL} shows everything."
    assert (brief == everything) == (remark not in brief)
    assert remark in (brief[-1], remark if brief == everything else "")


@every_command
def test_the_short_help_has_at_most_ten_options(verb: str) -> None:
    command = COMMANDS[verb]
    context = click.Context(command)
    options = [one for one in command.get_params(context) if isinstance(one, GroupedOption)]
    own = {one.opts[0] for one in options if one.group != OTHER}
    assert 0 < len(command.usual or own) <= 10
    assert command.usual <= own


def test_the_short_help_says_that_parts_have_options_of_their_own() -> None:
    brief, everything = (" ".join(shown("evolve", asked).split()) for asked in ("--help", HELP_ALL))
    said = f"Each test, credit and operator has options of its own: {HELP_ALL}."
    assert said in brief
    assert "--tournament-size" not in brief
    assert "--selection tournament: --tournament-size INTEGER" in everything


@every_command
def test_everything_is_everything_in_groups(verb: str) -> None:
    lines = shown(verb, HELP_ALL).splitlines()
    offered = {line.split()[0].rstrip(",") for line in lines if line.startswith("  -")}
    command = COMMANDS[verb]
    taken = [one for one in command.get_params(click.Context(command)) if isinstance(one, click.Option)]
    own = [one for one in taken if not {"--help", HELP_ALL} & {*one.opts}]
    assert offered == {*(one.opts[0] for one in own), "-h", HELP_ALL}
    headings = {line for line in lines if line and not line.startswith((" ", "Usage", "Example"))}
    assert headings == {"Options:"} or (len(headings) >= 3 and "Other:" in headings)
    assert len(own) <= 7 or headings != {"Options:"}


@every_command
def test_examples_are_commands(verb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    command = COMMANDS[verb]
    assert 1 <= len(command.examples) <= 3
    for example in command.examples:
        assert f"\n  {example}\n" in shown(verb)
        assert example.startswith(f"senet-gp {verb} ") or example == f"senet-gp {verb}"
        arguments = shlex.split(example)[1 + len(verb.split()) :]
        command.make_context(verb, arguments)


def test_games_from_outside_leave_it_on_a_screen() -> None:
    code = (
        "import importlib, sys; from click.testing import CliRunner; from senet_gp.cli import cli\n"
        "for name in ('tapatan', 'dash', 'fast_tapatan', 'fast_dash', 'operators', 'evaluation'):\n"
        "    importlib.import_module(f'board_games_example.{name}')\n"
        "for words in ([], *([verb] for verb in sys.argv[1:])):\n"
        "    shown = CliRunner().invoke(cli, [*words, '--help'], terminal_width=78).stdout\n"
        "    print(len(shown.splitlines()))\n"
    )
    environment = os.environ | {"PYTHONPATH": str(EXAMPLES)}
    done = subprocess.run(
        [sys.executable, "-c", code, *VERBS], env=environment, capture_output=True, text=True, check=True
    )
    lines = list(map(int, done.stdout.split()))
    assert len(lines) == 1 + len(VERBS)
    assert all(9 < number <= SCREEN for number in lines)


def told_by(*options: Any, usual: str = "") -> list[str]:
    """The lines of help of a verb with these options, after its first lines."""

    def command(**_: object) -> None:
        """Do something.

        Say more.

        Leave out the rest.
        """

    for decorate in reversed(options):
        decorate(command)
    verb = click.command("do", cls=Verb, usual=usual, examples=["senet-gp do"])(command)
    done = CliRunner().invoke(verb, ["--help"], catch_exceptions=False)
    lines = done.stdout.splitlines()
    return lines[lines.index("Example:") + 3 :]


def test_few_options_stand_in_one_list() -> None:
    assert told_by(option("--one", group="First", help="One; two."))[:3] == [
        "Options:",
        "  --one TEXT       One; two.",
        "  --help           Show this message and exit.",
    ]


def test_usual_options_stand_in_groups_and_others_elsewhere() -> None:
    numbered = [option(f"--{n}", f"n{n}", group="Numbers", help="N. Not more.", default=n) for n in range(6)]
    letters = [
        option("--a", group="Letters", show_default=True, default="x", help=lambda: "The: rest."),
        option("--b", group="Letters", help="Rare."),
        option("--json", group="Output", help="Print one object. Or not."),
    ]
    assert told_by(letters[2], *numbered, *letters[:2], usual="0 1 2 3 4 5 a json") == [
        "Numbers:",
        *(f"  --{n} INTEGER  N." for n in range(6)),
        "",
        "Letters:",
        "  --a TEXT     The.  [default: x]",
        "",
        "Output:",
        "  --json TEXT  Print one object.",
        "",
        "  do --help-all shows everything.",
    ]
