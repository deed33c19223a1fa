"""Print what is said of some twenty wrong options of a run: on the command line, in TOML files, in Python.

    python scripts/wrong_options.py

For each: how the option is given, and the sentence that refuses it. To compare with another checkout, run it
there with ``PYTHONPATH`` set.
"""

from __future__ import annotations

import contextlib
import io
import tomllib
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from senet_gp.cli import cli
from senet_gp.evolution import Config, read_config
from senet_gp.runtime.errors import SenetGpError

LINES = [
    "senet --populatoin 60",
    "senet --population 0",
    "senet --population few",
    "senet --crossover two-point",
    "senet --tournament-size 3",
    "hexapawn --teacher net",
    "senet --migrants 3",
    "senet --fitness regret --credit lexicase --parsimony 0.1",
    "hexapawn --selection lexicase",
]
FILES = [
    "popluation = 60",
    "tournament_size = 3",
    'seed = 1\n[fitness]\nname = "regret"\nseed = 5',
    '[fitness]\nname = "knockout"\ncases = 5',
    '[selection]\nname = "tournament"\ntournament-size = 5',
    "fitness = 3",
    '[fitness]\nname = "regret"\nepsilon = true',
]
MADE: dict[str, Callable[[], object]] = {
    "Config.of('senet', tournament_size=3)": lambda: Config.of("senet", tournament_size=3),
    "Config.of('hexapawn', casses=9)": lambda: Config.of("hexapawn", casses=9),
    "Config(selection='tournament')": lambda: Config(selection="tournament"),  # type: ignore[arg-type]
    "Config(fitness=…regret with cases=0…)": lambda: Config(fitness=part("fitness", "regret", cases=0)),
    "Config(fitness=…tournament…)": lambda: Config(fitness=part("selection", "tournament")),
    "Config(populatoin=60)": lambda: Config(populatoin=60),  # type: ignore[call-arg]
    "Config(tournament_size=3)": lambda: Config(tournament_size=3),  # type: ignore[call-arg]
    "Config(population=2.5)": lambda: Config(population=2.5),  # type: ignore[arg-type]
}


def part(kind: str, name: str, **options: Any) -> Any:
    """A part of a run with these options, also where another checkout makes it in another way."""
    return type(getattr(Config.of("senet", **{kind: name}), kind))(**options)


def of_command_line(line: str) -> None:
    """Make the configuration of a command line, and begin nothing."""
    with contextlib.redirect_stdout(io.StringIO()):
        cli.main(["evolve", *line.split(), "--show"], standalone_mode=False, prog_name="senet-gp")


def of_file(text: str) -> None:
    """Make the configuration of a file, as a run would."""
    tomllib.loads(text)
    with TemporaryDirectory() as place:
        file = Path(place, "options.toml")
        file.write_text(text, encoding="utf-8")
        with contextlib.chdir(place):
            read_config(file.name).resolved()


def tell(given: str, make: Callable[[], object]) -> None:
    """Print what is said of a wrong option."""
    try:
        make()
    except click.ClickException as error:
        said = error.format_message()
    except (SenetGpError, TypeError) as error:
        said = str(error)
    else:
        said = "NOTHING IS SAID"
    print(f"{given}\n    {said}")


def main() -> None:
    """Tell of each."""
    for line in LINES:
        tell(f"senet-gp evolve {line}", lambda line=line: of_command_line(line))  # type: ignore[misc]
    for text in FILES:
        tell(text.replace("\n", " | "), lambda text=text: of_file(text))  # type: ignore[misc]
    for given, make in MADE.items():
        tell(given, make)


if __name__ == "__main__":
    main()
