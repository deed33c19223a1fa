"""Write docs/options.md from the fields of the configuration of a run and of its parts.

python scripts/document_options.py
"""

from __future__ import annotations

import dataclasses
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from senet_gp.evolution.configuration.common_options import COMMON
from senet_gp.evolution.configuration.config import FIELDS, default_of
from senet_gp.evolution.configuration.options import AUTO
from senet_gp.evolution.configuration.parts import PARTS, Part, classes, defaults_of
from senet_gp.games.defaults import MODEST
from senet_gp.games.registry import DEFAULT_GAME, GAMES, game_of

FILE = Path(__file__).resolve().parent.parent / "docs" / "options.md"
WIDTH = 110

_HEAD = """# Options of a run

This page is for those who configure a run: every option with its default in Senet and its range.
[evolution.md](evolution.md) explains how they work together.

A run has options of its own and *parts*: how individuals are tested, how parents are chosen, and so on. Each
part is chosen by its name and has its own options.

- **Command line**: all options are flat, `senet-gp evolve senet --fitness regret --cases 4096`. An option
  goes to every chosen part that has it.
- **TOML file** (`--config`): a part is a table, `[fitness]` with `name = "regret"` and `cases = 4096`, or
  just `fitness = "regret"`. `senet-gp evolve GAME … --show` prints such a file.
- **Python**: a part is a value, `Config(game="senet", fitness=part("regret", cases=4096))`. Two kinds have a
  `proportional`, a `lexicase` or a `paper`: there `part` needs `kind="elite"`, for example.
  `Config.of("senet", fitness="regret", cases=4096)` takes flat options.

What is not given has the game's default, or the value of a preset or file if one is named. To choose another
part replaces the whole part. `auto` follows from other options and is recorded when the run begins.
"""

_ALL = """
## Options of all runs

`game` is the first argument of `senet-gp evolve`, `parameters` are written `--rule NAME=VALUE`, `objectives`
`--objectives score,nodes`, and `--seed-with PLAYER` is repeated for each player.
"""

_DEFAULTS = """
## Defaults by game

Senet's defaults are those of the paper of 1995. These games have others; options of parts hold in every part
that has them. A game that names no defaults has those of the last line.
"""


def default_text(value: Any) -> str:
    """A default as a file or the command line has it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (tuple, dict)) and not value:
        return "none"
    if isinstance(value, tuple):
        return ",".join(value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def number(value: float) -> str:
    """A bound of a range."""
    return f"{int(value):,}" if float(value).is_integer() else f"{value:g}"


def range_text(described: dataclasses.Field[Any]) -> str:
    """What an option accepts."""
    about = described.metadata
    if about["between"]:
        return " to ".join(map(number, about["between"]))
    if about["choices"]:
        return " or ".join(about["choices"])
    return {bool: "true or false", str: "text", tuple: "list", dict: "table"}[about["kind"]]


def usual_value(described: dataclasses.Field[Any]) -> Any:
    """The default of an option in Senet."""
    return default_of(described.name) if described.name in FIELDS else described.default


def row_text(one: dataclasses.Field[Any]) -> str:
    """The row of an option."""
    meaning = one.metadata["help"].replace("|", "\\|")
    return f"| `{one.name}` | {default_text(usual_value(one))} | {range_text(one)} | {meaning} |"


def options_table(options: Iterable[dataclasses.Field[Any]]) -> str:
    """A table of options, a row each."""
    head = ["| option | default | accepts | meaning |", "| --- | --- | --- | --- |"]
    return "\n".join([*head, *map(row_text, options)])


def part_text(part: type[Part], before: list[type[Part]]) -> Iterator[str]:
    """The paragraph about a part, and the table of its options; those that a part before has are named."""
    own = dict(part.options())
    known: dict[str, list[str]] = {}
    for other in before:
        for name, one in other.options().items():
            if name in own and row_text(own[name]) == row_text(one):
                known.setdefault(other.name, []).append(f"`{name}`")
                del own[name]
    as_there = "; ".join(f"{', '.join(names)} of `{other}`" for other, names in known.items())
    also = f" It takes {as_there}{', and these:' if own else '.'}" if known else ""
    yield "\n" + textwrap.fill(f"**`{part.name}`**: {part.summary}.{also}", WIDTH)
    if own:
        yield "\n" + options_table(own.values())


def kind_text(kind: str) -> Iterator[str]:
    """The section about a kind of part."""
    default = usual_value(FIELDS[kind])
    usual = "" if default == AUTO else f"; in Senet `{default}`"
    yield f"\n## `{kind}`\n"
    yield textwrap.fill(f"{FIELDS[kind].metadata['help'].capitalize()}{usual}.", WIDTH)
    parts = [part for part in classes() if part.kind == kind]
    for number, part in enumerate(parts):
        yield from part_text(part, parts[:number])


def defaults_list() -> str:
    """The options whose defaults are not Senet's, with a paragraph for each game."""
    games = {game_of(game).title: defaults_of(game) for game in GAMES if game != DEFAULT_GAME}
    of_parts = {name: one for part in classes() for name, one in part.options().items()}
    options = {**COMMON, **{kind: FIELDS[kind] for kind in PARTS}, **of_parts}
    lines = []
    for title, usual in {**games, "Other games": MODEST}.items():
        others = [
            f"`{name}` {default_text(usual[name])}"
            for name, described in options.items()
            if name in usual and usual[name] != usual_value(described)
        ]
        line = textwrap.fill(
            f"- **{title}**: {', '.join(others)}",
            WIDTH,
            subsequent_indent="  ",
            break_on_hyphens=False,
        )
        lines.append(line)
    return "\n".join(lines)


def text() -> str:
    """The page."""
    assert not defaults_of(DEFAULT_GAME), "the options' own defaults are those of the default game"
    parts = [_HEAD.rstrip("\n"), _ALL, options_table(COMMON.values())]
    parts += [line for kind in PARTS for line in kind_text(kind)]
    return "\n".join([*parts, _DEFAULTS, defaults_list()]) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
