"""Write docs/options.md from the fields of the configuration of a run.

python scripts/document_options.py
"""

from __future__ import annotations

import dataclasses
import textwrap
from pathlib import Path
from typing import Any

from senet_gp.evolution.config import Config, defaults_of
from senet_gp.games.registry import DEFAULT_GAME, GAMES, MODEST, game_of

FILE = Path(__file__).resolve().parent.parent / "docs" / "options.md"
WIDTH = 110

_HEAD = """# Options of a run

This page is for those who configure a run: every option of `senet-gp evolve` with its default, its range
and what reads it. `scripts/document_options.py` writes it from `senet_gp.evolution.config.Config`.
[evolution.md](evolution.md) explains how the options work together.

An option is a field of `senet_gp.Config`, a flag of `senet-gp evolve`, and a key of the TOML file that
`--config` reads and that every run directory holds. An option that is not given has the default of the
game, whether the configuration comes from the command line, from a file or from Python.

An option may be read only where another has a certain value. The command line refuses an option that
nothing would read, such as `--tournament-size` without `--selection tournament`; files hold all options,
and those that nothing reads are ignored there.
"""

_DEFAULTS = """
## Defaults by game

Senet's defaults are those of the paper of 1995. The table has the options whose defaults differ between
games; the last column is for a game whose row in the registry names no defaults of its own.
"""

#: The form on the command line of those options that are not simply ``--NAME VALUE``.
_FLAGS = {
    "game": "the first argument, `senet-gp evolve GAME`",
    "parameters": "`--rule NAME=VALUE`, repeated for each parameter",
    "look_ahead": "`--look-ahead`, or `--no-look-ahead` to override a file",
    "operator_options": "`--operator-option NAME=VALUE`, repeated for each option",
    "objectives": "`--objectives score,nodes`",
    "seed_with": "`--seed-with PLAYER`, repeated for each player",
}


def default_text(value: Any) -> str:
    """A default as a file or the command line has it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (tuple, dict)) and not value:
        return "none"
    if isinstance(value, tuple):
        return f"`{','.join(value)}`"
    return f"`{value:g}`" if isinstance(value, float) else f"`{value}`"


def number(value: float) -> str:
    """A bound of a range."""
    return f"{int(value):,}" if float(value).is_integer() else f"{value:g}"


def listed(names: list[str]) -> str:
    """Names as a sentence lists them."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def named_defaults(name: str, default: Any) -> str:
    """The default of an option, and those of games that have another."""
    # What is chosen if nothing is said, the meaning above tells.
    usual = "see above" if default == "" else default_text(default)
    others: dict[str, list[str]] = {}
    for game in GAMES:
        value = defaults_of(game).get(name, default)
        if value != default:
            others.setdefault(default_text(value), []).append(game_of(game).title)
    return "; ".join([usual, *(f"{value} in {listed(games)}" for value, games in others.items())])


def wrapped(text: str, indent: str = "") -> str:
    """A paragraph or a list item, whose further lines are indented."""
    return textwrap.fill(
        text, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def entry(option: dataclasses.Field[Any]) -> str:
    """The section about an option."""
    metadata = option.metadata
    meaning = metadata["help"]
    conditions = " and ".join(dict.fromkeys(condition.text for condition in metadata["read"]))
    lines = [
        f"\n### `{option.name}`\n",
        wrapped(f"{meaning[0].upper()}{meaning[1:]}."),
        "",
        wrapped(f"- Default: {named_defaults(option.name, metadata['default'])}.", "  "),
    ]
    if option.name in _FLAGS:
        lines.append(wrapped(f"- Command line: {_FLAGS[option.name]}.", "  "))
    if metadata["choices"]:
        lines.append(wrapped(f"- Choices: {', '.join(f'`{name}`' for name in metadata['choices'])}.", "  "))
    if metadata["between"]:
        low, high = metadata["between"]
        lines.append(f"- Range: from {number(low)} to {number(high)}.")
    lines.append(wrapped(f"- Read {f'with {conditions}' if conditions else 'in every run'}.", "  "))
    return "\n".join(lines)


def table() -> str:
    """The options whose defaults differ, with a column for each game."""
    columns = {game_of(game).title: defaults_of(game) for game in GAMES} | {"other games": MODEST}
    rows = [f"| option | {' | '.join(columns)} |", f"| --- |{' --- |' * len(columns)}"]
    for option in dataclasses.fields(Config):
        default = option.metadata["default"]
        values = [column.get(option.name, default) for column in columns.values()]
        if len(set(map(repr, values))) > 1:
            rows.append(
                f"| `{option.name}` | {' | '.join(default_text(value).strip('`') for value in values)} |"
            )
    return "\n".join(rows)


def text() -> str:
    """The page."""
    assert not defaults_of(DEFAULT_GAME), "the options' own defaults are those of the default game"
    parts = [_HEAD, "## The options", *map(entry, dataclasses.fields(Config)), _DEFAULTS, table()]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
