"""Configurations as TOML files."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from senet_gp.evolution.configuration.across_parts import check_game
from senet_gp.evolution.configuration.config import FIELDS, Config
from senet_gp.evolution.configuration.parts import PARTS
from senet_gp.evolution.configuration.recorded_code import plugins_for
from senet_gp.runtime.codec import decoded, sound
from senet_gp.runtime.errors import FileError, quoted, shortened
from senet_gp.runtime.files import check_version, read_text
from senet_gp.runtime.plugins import check_loaded

#: The format of configurations, the version that is written, and the key under which a file has it.
FORMAT, VERSION = "senet-gp configuration", 4
_VERSION_KEY = "config_version"
#: The key under which a file names the plugins that it needs.
_PLUGINS_KEY = "plugins"
_REPEATABLE = """\
# A run of senet-gp; repeat it with: senet-gp evolve --config THIS_FILE
# (If checkpoint.json names operators, they are your own: repeat it with the program that registers them.)"""
_NOT_REPEATABLE = """\
# A run of senet-gp in which games against a person count: once sparring.csv has one, it cannot be repeated.
# To run the same options without these games: senet-gp evolve --config THIS_FILE"""
#: Larger files are refused before they are parsed; a file with as many seeds as are allowed is smaller.
_MAX_BYTES = 1 << 18
#: The most dots of a line: Python's parser takes over a minute for a name of 40,000 parts.
_MOST_DOTS = 1000


def as_toml(config: Config, directory: Path | None = None, *, repeatable: bool = True) -> str:
    """The configuration as the text of a TOML file, with a comment that explains each option.

    Args:
        config: the configuration.
        directory: the directory of the file, from which files that it names are seen.
        repeatable: whether the options alone determine the run; False if games against a person count in it.

    >>> print(as_toml(Config(game="hexapawn", seed=7)).splitlines()[2])
    config_version = 4
    """
    lines = [_REPEATABLE if repeatable else _NOT_REPEATABLE, f"{_VERSION_KEY} = {VERSION}"]
    plugins, parts = plugins_for(config), config.parts()
    values = config.as_values() if directory is None else values_seen_from(directory, config)
    if plugins:
        lines += ["\n# The modules that must be loaded for what the options name, by --plugin."]
        lines += [f"{_PLUGINS_KEY} = {_in_toml(plugins)}"]
    for name, value in config.common().items():
        lines += [f"\n# {FIELDS[name].metadata['help']}", f"{name} = {_in_toml(value)}"]
    for kind, part in parts.items():
        lines += [
            f"\n# {FIELDS[kind].metadata['help']}: {part.summary}",
            f"[{kind}]",
            f'name = "{part.name}"',
        ]
        for name, described in part.options().items():
            lines += [f"# {described.metadata['help']}", f"{name} = {_in_toml(values[kind][name])}"]
    return "\n".join(lines) + "\n"


def _in_toml(value: Any) -> str:
    r"""A value as TOML, which writes numbers and strings as JSON does, but for what JSON need not escape.

    >>> print(_in_toml("\x7f"))
    "\u007f"
    """
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_in_toml(of)}" for key, of in value.items()) + " }"
    if isinstance(value, tuple) and value:
        return "[\n" + "".join(f"  {_in_toml(part)},\n" for part in value) + "]"
    # JSON's escapes of characters beyond 16 bits are two, which are none in TOML.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", r"\u007f")


def values_seen_from(directory: Path, config: Config) -> dict[str, Any]:
    """All options by name, as a file in a directory records them: it names other files as seen from there."""
    from senet_gp.players.parsing import with_relative_file

    return with_players(config.as_values(), lambda text: with_relative_file(text, directory))


def with_players(values: Mapping[str, Any], change: Callable[[str], str]) -> dict[str, Any]:
    """Options by name, in which the texts of parts, which may be those of players, are changed."""

    def changed(table: Mapping[str, Any]) -> dict[str, Any]:
        return {name: change(of) if isinstance(of, str) else of for name, of in table.items()}

    tables = {name: changed(of) for name, of in values.items() if name in PARTS and isinstance(of, Mapping)}
    return {**values, **tables}


def read_values(path: Path, *, game: str | None = None) -> dict[str, Any]:
    """The options that a TOML configuration file sets, by name; they are a sound configuration by themselves.

    Args:
        path: the file.
        game: the game in which the options must fit; by default that of the file.

    Raises:
        FileError: if it cannot be read, is not TOML, is of another version, or a value in it does not fit.
        UsageError: if it needs a plugin that is not loaded, or there is no such game.
    """
    if game is not None:
        check_game(game)
    values = _options_in(path, recorded=False)
    if {"variants", "vary"} & values.keys():
        raise FileError(f"{path} is the plan of an experiment: play it by senet-gp experiment {quoted(path)}")
    with sound(path):
        Config.layered(values, {} if game is None else {"game": game})
    return values


def read_config(path: Path | str, *, recorded: bool = False) -> Config:
    """The configuration in a TOML file. Options that it does not name have the game's defaults.

    Args:
        path: the file.
        recorded: whether this program wrote it, with a version; a file that a person writes needs none.

    Raises:
        FileError: if it cannot be read, is not TOML, is of another version, or a value in it does not fit.
        UsageError: if it needs a plugin that is not loaded.
    """
    values = _options_in(Path(path), recorded=recorded)
    with sound(Path(path)):
        return Config.from_values(values)


def _options_in(path: Path, *, recorded: bool) -> dict[str, Any]:
    values = parsed_toml(path)
    version = values.pop(_VERSION_KEY, None)
    if version is None and not recorded:
        return values
    check_version(path, FORMAT, version, VERSION)
    from senet_gp.players.parsing import with_absolute_file

    return with_players(values, lambda text: with_absolute_file(text, path.parent))


def parsed_toml(path: Path) -> dict[str, Any]:
    """The content of a TOML file of options, without the plugins that it names, which are loaded.

    Raises:
        FileError: if it cannot be read, is too large, or is not TOML, or the plugins are no list of names.
        UsageError: if a plugin is not loaded.
    """
    text = read_text(path, _MAX_BYTES)
    if any(line.count(".") > _MOST_DOTS for line in text.split("\n")):
        raise FileError(f"{path} has a line with more than {_MOST_DOTS} dots: write it in several lines")
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise FileError(f"{path} is not a TOML file: {shortened(error, 200)}") from None
    with sound(path):
        plugins = decoded(values.pop(_PLUGINS_KEY, []), list[str], _PLUGINS_KEY)
    check_loaded(plugins, str(path))
    return values
