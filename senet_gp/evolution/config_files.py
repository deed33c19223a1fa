"""Configurations as TOML files."""

from __future__ import annotations

import dataclasses
import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from senet_gp.evolution.config import Config
from senet_gp.evolution.options import checked
from senet_gp.evolution.provenance import plugins_for
from senet_gp.runtime.codec import decoded
from senet_gp.runtime.errors import FileError, SenetGpError, UsageError, shortened
from senet_gp.runtime.files import check_version, read_text
from senet_gp.runtime.plugins import check_loaded

#: The format of configurations, the version that is written, and the key under which a file records it.
FORMAT, VERSION = "senet-gp configuration", 3
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
#: Integers with more bits are refused: no option needs them.
_MAX_BITS = 64
#: A line with more dots is refused, since tomllib needs quadratic time for a key of many parts.
_MAX_DOTS = 100


def as_toml(config: Config, *, repeatable: bool = True) -> str:
    """The configuration as the text of a TOML file, with a comment that explains each option.

    Args:
        config: the configuration.
        repeatable: whether the options alone determine the run; False if games against a person count in it.

    >>> print(as_toml(Config(game="hexapawn", seed=7)).splitlines()[2])
    config_version = 3
    """
    lines = [_REPEATABLE if repeatable else _NOT_REPEATABLE, f"{_VERSION_KEY} = {VERSION}"]
    plugins = plugins_for(config)
    if plugins:
        lines += ["\n# The modules that must be loaded for what the options name, by --plugin."]
        lines += [f"{_PLUGINS_KEY} = {_in_toml(plugins)}"]
    for option in dataclasses.fields(config):
        lines.append(f"\n# {option.metadata['help']}")
        lines.append(f"{option.name} = {_in_toml(getattr(config, option.name))}")
    return "\n".join(lines) + "\n"


def _in_toml(value: Any) -> str:
    """A value as TOML, which writes strings and numbers as JSON does."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_in_toml(of)}" for key, of in value.items()) + " }"
    if isinstance(value, tuple) and value:
        return "[\n" + "".join(f"  {_in_toml(part)},\n" for part in value) + "]"
    return json.dumps(value)


def read_values(path: Path, *, recorded: bool = False) -> dict[str, Any]:
    """The options that a TOML configuration file sets, by name.

    Args:
        path: the file.
        recorded: whether this program wrote it, with a version; a file that a person writes needs none.

    Raises:
        FileError: if it cannot be read, is not TOML, is of another version, or a value in it does not fit.
        UsageError: if it needs a plugin that is not loaded.
    """
    values = parsed_toml(path)
    check_numbers(path, values)
    check_version(path, FORMAT, values.pop(_VERSION_KEY, None if recorded else VERSION), VERSION)
    check_plugins(path, values)
    _check_each(path, values)
    return values


def _check_each(path: Path, values: Mapping[str, Any]) -> None:
    """Check each option by itself, also those that the command line replaces; the others belong to no option.

    Raises:
        FileError: if one is of the wrong type or out of range.
    """
    for option in dataclasses.fields(Config):
        if option.name in values:
            try:
                checked(option, values[option.name])
            except UsageError as error:
                raise FileError(f"{path} is unsound: {error}") from None


def parsed_toml(path: Path) -> dict[str, Any]:
    """The content of a TOML file of options, which may come from anyone.

    Raises:
        FileError: if it cannot be read, is too large, or is not TOML.
    """
    text = read_text(path, _MAX_BYTES)
    if any(line.count(".") > _MAX_DOTS for line in text.splitlines()):
        raise FileError(f"{path} is not a configuration: a line of it has more than {_MAX_DOTS} dots")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise FileError(f"{path} is not a configuration: it is nested too deeply") from None
    except ValueError as error:
        raise FileError(f"{path} is not a TOML file: {shortened(error, 200)}") from None


def check_plugins(path: Path, values: dict[str, Any]) -> None:
    """Take the plugins out of the content of a file, and check that they are loaded.

    Raises:
        FileError: if they are no list of names.
        UsageError: if one is not loaded.
    """
    try:
        plugins = decoded(values.pop(_PLUGINS_KEY, []), list[str], _PLUGINS_KEY)
    except FileError as error:
        raise FileError(f"{path} is unsound: {error}") from None
    check_loaded(plugins, str(path))


def check_numbers(path: Path, values: Mapping[str, Any]) -> None:
    """Refuse numbers with very many digits, which no option needs and Python does not print.

    Raises:
        FileError: if there is one.
    """
    for name, of_option in values.items():
        left = [of_option]
        while left:
            value = left.pop()
            if isinstance(value, dict | list):
                left += value.values() if isinstance(value, dict) else value
            elif isinstance(value, int) and value.bit_length() > _MAX_BITS:
                raise FileError(
                    f"{path} is unsound: a number in {shortened(name)} is far too long, but it must have at "
                    f"most {_MAX_BITS} bits"
                )


def read_config(path: Path | str, *, recorded: bool = False) -> Config:
    """The configuration in a TOML file; the arguments are those of :func:`read_values`.

    Options that it does not name have the game's defaults.

    Raises:
        FileError: if it cannot be read, is not TOML, is of another version, or a value in it does not fit.
    """
    values = read_values(Path(path), recorded=recorded)
    try:
        return Config.from_values(values)
    except SenetGpError as error:
        raise FileError(f"{path} is unsound: {error}") from None
