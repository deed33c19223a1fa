"""Compare what two checkouts make of the same random command lines of ``senet-gp evolve``.

    python scripts/compare_command_lines.py OTHER [--count 2000] [--seed 1] [--sentences 20]

OTHER is the older checkout, for example one made by ``git worktree add``. The lines are drawn by the seed:
any game, presets, files of options, options of the chosen parts and others, values that fit and values that
do not, names that are mistyped. Each line is run with ``--show`` in both checkouts, by the Python that runs
this script: its result is the configuration as a run records it, or the sentence that refuses it.

Where one checkout accepts a line and the other does not, or both come to different configurations, the line
is printed, and the exit code is 1. Refusals may be worded differently; the first ones are printed in pairs.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import random
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

HERE = Path(__file__).resolve().parent.parent
#: The option with which this script runs in a checkout: it reads lines and writes what becomes of them.
RUN = "--run"
#: Values that are tried, by the type of an option: those that mostly fit, and those that do not.
VALUES: dict[type, tuple[list[Any], list[Any]]] = {
    bool: ([True, False], [1, "maybe"]),
    int: ([1, 2, 3, 4, 7, 16, 60, 100, 300], [0, -1, 10**7, 2**70, 2.5, "few", ""]),
    float: ([0.0, 0.125, 0.5, 1.0, 0.01, 1], [-0.1, 1.5, "nan", "much", True]),
    str: (["auto"], ["", "nothing", "(", 3]),
}
#: The same for options that are texts, or have a form of their own.
TEXTS: dict[str, tuple[list[Any], list[Any]]] = {
    "minutes": ([0, 1, 2.5, 10], [-1, "long"]),
    "until": (["generations", "proven"], ["never"]),
    "vocabulary": (["auto", "paper", "extended", "rich", "short", "words"], ["huge"]),
    "objectives": (["score", "score,nodes"], ["nodes", "score,", "size"]),
    "seed_with": (["hand:S1", "hand:S", "(add 1 2)", "expr:1", "none"], ["hand:X9", "gone", "random"]),
    "teacher": (
        ["auto", "self", "network", "hand:HC5", "net"],
        ["random", "hand:X9", "gone", "net:gone.network"],
    ),
    "teacher_games": (["auto", 100, 20000], [1, "many"]),
}
RULES = ["pieces=2", "pieces=5", "width=5", "pieces=99", "pieces"]
#: How often a name is mistyped, and a value does not fit.
SLIPS = 0.01
WRONG = 0.03


class Lines:
    """Draws command lines, each as its arguments and the files that it names.

    Args:
        seed: what is drawn.
    """

    def __init__(self, seed: int) -> None:
        from senet_gp.evolution.configuration.config import Config
        from senet_gp.evolution.configuration.parts import PARTS, class_of
        from senet_gp.games.registry import GAMES

        self.rng = random.Random(seed)
        self.config, self.games = Config, [*GAMES]
        self.names = {kind: [*rows] for kind, rows in PARTS.items()}
        of_parts = [class_of(kind, name)().as_values() for kind, rows in PARTS.items() for name in rows]
        #: Every option that is no choice of a part, with a value.
        self.options = {name: value for options in of_parts for name, value in options.items()}
        self.options |= {name: of for name, of in Config().as_values().items() if name not in PARTS}
        for name in ("game", "parameters"):
            del self.options[name]

    def drawn(self) -> dict[str, Any]:
        """A command line: ``arguments``, and the content of ``file`` if it names one."""
        rng, arguments, file = self.rng, list[str](), ""
        game = rng.choice(["senet", *self.games] if rng.random() > SLIPS else ["chess"])
        if rng.random() < 0.9:
            arguments.append(game)
        chosen = {kind: self._part(kind) for kind in self.names if rng.random() < 0.15}
        below = rng.random()
        if below < (0.3 if game == "senet" else 0.05):
            arguments += ["--preset", rng.choice(["strong", "paper"] if rng.random() > SLIPS else ["weak"])]
        elif below < 0.5:
            file = self._file(game)
            arguments += ["--config", "options.toml"]
        if "migration" in chosen or rng.random() < 0.1:
            arguments += ["--islands", "3"]
        for kind, name in chosen.items():
            arguments += [f"--{kind}", name]
        own = self._own_options(game, chosen)
        for _ in range(rng.choice([0, 1, 1, 2, 2, 3, 5])):
            name = rng.choice([*(own if rng.random() < 0.85 else self.options)])
            arguments += self._written(self._slip(name), self._value(name))
        if rng.random() < 0.05:
            arguments += ["--rule", rng.choice(RULES)]
        return {"arguments": arguments, "file": file}

    def _own_options(self, game: str, chosen: Mapping[str, str]) -> Mapping[str, Any]:
        """The options that a run with some parts has; all options if there is no such run."""
        from senet_gp.runtime.errors import SenetGpError

        try:
            values = self.config.of(game, **chosen).resolved().as_values()
        except SenetGpError:
            return self.options
        tables = [table for kind, table in values.items() if kind in self.names]
        of_all = {name: 0 for name in self.options if name in values}
        return of_all | {name: 0 for table in tables for name in table if name != "name"}

    def _part(self, kind: str) -> str:
        return self.rng.choice(self.names[kind] if self.rng.random() > SLIPS else ["auto", "other", ""])

    def _slip(self, name: str) -> str:
        """A name, which is seldom mistyped."""
        if self.rng.random() > SLIPS:
            return name
        place = self.rng.randrange(len(name))
        return name[:place] + name[place + 1 :]

    def _value(self, name: str) -> Any:
        fit, wrong = TEXTS.get(name) or VALUES[type(self.options[name])]
        return self.rng.choice(wrong if self.rng.random() < WRONG else fit)

    def _written(self, name: str, value: Any) -> list[str]:
        """An option on the command line."""
        written = name.replace("_", "-")
        if value is True or value is False:
            return [f"--{written}" if value else f"--no-{written}"]
        return [f"--{written}={value}"]

    def _file(self, game: str) -> str:
        """The text of a file of options."""
        rng, lines = self.rng, list[str]()
        if rng.random() < 0.9:
            lines.append(f"game = {json.dumps(game)}")
        if rng.random() < 0.2:
            lines.append(f"config_version = {4 if rng.random() > SLIPS else 3}")
        of_all = [name for name in self.options if name in self.config().common()]
        for name in rng.sample(of_all, rng.choice([0, 1, 2])):
            lines.append(f"{self._slip(name)} = {self._in_toml(name)}")
        for kind in self.names:
            if rng.random() < 0.25:
                lines += self._table(game, kind)
        if rng.random() < SLIPS:
            lines.append(rng.choice(["[", "seed = 1\nseed = 2", "[other]\nx = 1", "x.y.z = 1"]))
        return "\n".join(lines) + "\n"

    def _table(self, game: str, kind: str) -> Iterator[str]:
        """A part in a file: the choice of one, some of its options, and seldom those of another."""
        from senet_gp.evolution.configuration.parts import class_of

        rng = self.rng
        yield f"[{kind}]"
        name = self._part(kind)
        if rng.random() < 0.7:
            yield f"name = {json.dumps(name)}"
        else:
            chosen = self.config(game=game).as_values().get(kind) if game in self.games else None
            name = chosen["name"] if chosen else name
        own = [*class_of(kind, name)().as_values()] if name in self.names[kind] else []
        for option in dict.fromkeys(rng.choices(own, k=2)) if own else ():
            yield f"{self._slip(option)} = {self._in_toml(option)}"
        if rng.random() < WRONG:
            yield f"another{rng.randrange(9)} = 1"

    def _in_toml(self, name: str) -> str:
        value = self._value(name)
        if isinstance(self.options[name], tuple):
            value = value.split(",")
        return json.dumps(value)


def results(lines: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """What each line comes to: ``config``, or ``refused``."""
    for number, line in enumerate(lines, 1):
        Path("options.toml").unlink(missing_ok=True)
        if line["file"]:
            Path("options.toml").write_text(line["file"], encoding="utf-8")
        yield result_of(line["arguments"])
        if number % 200 == 0:
            sys.stderr.write(f"{number} lines\n")


def result_of(arguments: list[str]) -> dict[str, Any]:
    """What a command line comes to."""
    import click

    from senet_gp.cli import cli
    from senet_gp.runtime.errors import SenetGpError

    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            cli.main(["evolve", *arguments, "--show"], standalone_mode=False, prog_name="senet-gp")
    except click.ClickException as error:
        return {"refused": error.format_message()}
    except SenetGpError as error:
        return {"refused": str(error), "as": type(error).__name__}
    return {"config": tomllib.loads(out.getvalue())}


def in_checkout(root: Path, lines: Path, directory: Path) -> list[dict[str, Any]]:
    """The results of all lines in a checkout."""
    directory.mkdir()
    environment = os.environ | {"PYTHONPATH": str(root)}
    command = [sys.executable, str(Path(__file__).resolve()), RUN, str(lines)]
    done = subprocess.run(  # noqa: S603 - this script itself
        command, cwd=directory, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    if Path(found["root"]) != root:
        raise SystemExit(f"{root} was to be asked, but {found['root']} answered")
    results: list[dict[str, Any]] = found["results"]
    return results


def compared(
    lines: list[dict[str, Any]], before: list[dict[str, Any]], after: list[dict[str, Any]], sentences: int
) -> bool:
    """Print in what the results of two checkouts differ; whether all that one accepts is the same in both."""
    same, reworded = True, 0
    for line, was, now in zip(lines, before, after, strict=True):
        shown = " ".join(line["arguments"]) + (f"\n{line['file']}" if line["file"] else "")
        if was.get("config") != now.get("config"):
            same = False
            print(f"DIFFERENT: {shown}\n  before: {was}\n  after:  {now}")
        elif was != now:
            reworded += 1
            if reworded <= sentences:
                print(f"reworded: {shown}\n  before: {was['refused']}\n  after:  {now['refused']}")
    accepted = sum("config" in one for one in after)
    print(f"{len(lines)} lines: {accepted} accepted, {reworded} of the others refused in other words")
    return same


def main() -> None:
    """Read the command line, and compare or run."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("other", type=Path, nargs="?", help="the older checkout")
    parser.add_argument("--count", type=int, default=2000, help="command lines")
    parser.add_argument("--seed", type=int, default=1, help="what they are drawn by")
    parser.add_argument("--sentences", type=int, default=20, help="reworded refusals that are printed")
    parser.add_argument(RUN, type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.run is not None:
        import senet_gp

        lines = json.loads(given.run.read_text(encoding="utf-8"))
        root = str(Path(senet_gp.__file__).resolve().parents[1])
        json.dump({"root": root, "results": list(results(lines))}, sys.stdout)
        return
    if given.other is None:
        parser.error("name the older checkout")
    drawing = Lines(given.seed)
    lines = [drawing.drawn() for _ in range(given.count)]
    with TemporaryDirectory() as place:
        file = Path(place, "lines.json")
        file.write_text(json.dumps(lines), encoding="utf-8")
        before = in_checkout(given.other.resolve(), file, Path(place, "before"))
        after = in_checkout(HERE, file, Path(place, "after"))
    sys.exit(0 if compared(lines, before, after, given.sentences) else 1)


if __name__ == "__main__":
    main()
