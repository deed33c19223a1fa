"""Write docs/options.md from the fields of the configuration of a run and of its parts.

python scripts/document_options.py
"""

from __future__ import annotations

import dataclasses
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from senet_gp.evolution.config import COMMON, FIELDS, default_of
from senet_gp.evolution.parts import AUTO, PARTS, Part, classes, defaults_of
from senet_gp.games.defaults import MODEST
from senet_gp.games.registry import DEFAULT_GAME, GAMES, game_of

FILE = Path(__file__).resolve().parent.parent / "docs" / "options.md"
WIDTH = 110

_HEAD = """# Options of a run

This page is for those who configure a run: every option with its default in Senet and its range.
`scripts/document_options.py` writes it from `senet_gp.Config` and the classes of the parts.
[evolution.md](evolution.md) explains how they work together.

A run has options of its own and *parts*: how individuals are tested, how parents are chosen, and so on. Each
part is chosen by its name and has its own options.

- On the command line all options are flat: `senet-gp evolve senet --fitness regret --cases 4096`. An option
  goes to every chosen part that has it; one that no chosen part has is refused with a sentence that says
  which has it.
- In a TOML file, which `--config` reads and every run directory holds, a part is a table: below `[fitness]`
  stand `name = "regret"` and `cases = 4096`. Where no other option of it is given, `fitness = "regret"` does.
  `senet-gp evolve GAME … --show` prints such a file.
- In Python a part is a value of its own: `Config(game="senet", fitness=Regret(cases=4096))`, with the classes
  of `senet_gp.evolution` and their defaults. `Config.of("senet", fitness="regret", cases=4096)` takes flat
  options and what is usual in the game, as the command line does.

What is not given comes from the game, or from a preset or file if one is named. Choosing another part than
these replaces their whole part; an option alone changes one field. `auto` follows from other options, and is
recorded when the run begins.
"""

_ALL = """
## Options of all runs

`game` is the first argument of `senet-gp evolve`, `parameters` are written `--rule NAME=VALUE`, `objectives`
`--objectives score,nodes`, and `--seed-with PLAYER` is repeated for each player.
"""

_DEFAULTS = """
## Defaults by game

Senet's defaults are those of the paper of 1995. The table has the options whose defaults differ between
games, those of parts in every part that has them; the last column is for a game that names no defaults.
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


def options_table(options: Iterable[dataclasses.Field[Any]]) -> str:
    """A table of options, a row each."""
    rows = ["| option | default | accepts | meaning |", "| --- | --- | --- | --- |"]
    for one in options:
        meaning = one.metadata["help"].replace("|", "\\|")
        rows.append(f"| `{one.name}` | {default_text(usual_value(one))} | {range_text(one)} | {meaning} |")
    return "\n".join(rows)


def part_text(part: type[Part]) -> Iterator[str]:
    """The paragraph about a part, and the table of its options."""
    yield "\n" + textwrap.fill(f"**`{part.name}`** (`{part.__name__}`): {part.summary()}.", WIDTH)
    if part.options():
        yield "\n" + options_table(part.options().values())


def kind_text(kind: str) -> Iterator[str]:
    """The section about a kind of part."""
    default = usual_value(FIELDS[kind])
    usual = "" if default == AUTO else f"; in Senet `{default}`"
    yield f"\n## `{kind}`\n"
    yield textwrap.fill(f"{FIELDS[kind].metadata['help'].capitalize()}{usual}.", WIDTH)
    for part in classes():
        if part.kind == kind:
            yield from part_text(part)


def defaults_table() -> str:
    """The options whose defaults differ, with a column for each game."""
    columns = {game_of(game).title: defaults_of(game) for game in GAMES} | {"other games": MODEST}
    rows = [f"| option | {' | '.join(columns)} |", f"| --- |{' --- |' * len(columns)}"]
    of_parts = {name: one for part in classes() for name, one in part.options().items()}
    for name, described in {**COMMON, **{kind: FIELDS[kind] for kind in PARTS}, **of_parts}.items():
        default = usual_value(described)
        values = [column.get(name, default) for column in columns.values()]
        if len(set(map(repr, values))) > 1:
            rows.append(f"| `{name}` | {' | '.join(map(default_text, values))} |")
    return "\n".join(rows)


def text() -> str:
    """The page."""
    assert not defaults_of(DEFAULT_GAME), "the options' own defaults are those of the default game"
    parts = [_HEAD.rstrip("\n"), _ALL, options_table(COMMON.values())]
    parts += [line for kind in PARTS for line in kind_text(kind)]
    return "\n".join([*parts, _DEFAULTS, defaults_table()]) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
