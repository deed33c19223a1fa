"""Configurations as TOML files."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from senet_gp.evolution.configuration.config import FIELDS, Config
from senet_gp.evolution.configuration.provenance import plugins_for
from senet_gp.games.registry import GAMES
from senet_gp.runtime.codec import decoded
from senet_gp.runtime.errors import FileError, SenetGpError, UsageError, shortened
from senet_gp.runtime.files import check_version, read_text
from senet_gp.runtime.plugins import check_loaded

#: The format of configurations, the version that is written, and the key under which a file records it.
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
    config_version = 4
    """
    lines = [_REPEATABLE if repeatable else _NOT_REPEATABLE, f"{_VERSION_KEY} = {VERSION}"]
    plugins = plugins_for(config)
    if plugins:
        lines += ["\n# The modules that must be loaded for what the options name, by --plugin."]
        lines += [f"{_PLUGINS_KEY} = {_in_toml(plugins)}"]
    for name, value in config.common().items():
        lines += [f"\n# {FIELDS[name].metadata['help']}", f"{name} = {_in_toml(value)}"]
    for kind, part in config.parts().items():
        lines += [
            f"\n# {FIELDS[kind].metadata['help']}: {part.summary()}",
            f"[{kind}]",
            f'name = "{part.name}"',
        ]
        for name, described in part.options().items():
            lines += [f"# {described.metadata['help']}", f"{name} = {_in_toml(getattr(part, name))}"]
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


def read_values(path: Path, *, recorded: bool = False, game: str | None = None) -> dict[str, Any]:
    """The options that a TOML configuration file sets, by name.

    Args:
        path: the file.
        recorded: whether this program wrote it, with a version; a file that a person writes needs none.
        game: the game in which the options must fit; by default that of the file.

    Raises:
        FileError: if it cannot be read, is not TOML, is of another version, or a value in it does not fit.
        UsageError: if it needs a plugin that is not loaded, or there is no such game.
    """
    if game is not None and game not in GAMES:
        raise UsageError(GAMES.unknown(game))
    values = parsed_toml(path)
    check_numbers(path, values)
    check_version(path, FORMAT, values.pop(_VERSION_KEY, None if recorded else VERSION), VERSION)
    check_plugins(path, values)
    try:
        # Also what other options are to replace must fit.
        Config.layered(values, {} if game is None else {"game": game})
    except UsageError as error:
        raise FileError(f"{path} is unsound: {error}") from None
    return values


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
    """The configuration in a TOML file; the arguments are as in :func:`read_values`.

    Options that it does not name have the game's defaults.

    Raises:
        FileError: if it cannot be read, is not TOML, is of another version, or a value in it does not fit.
    """
    values = read_values(Path(path), recorded=recorded)
    try:
        return Config.from_values(values)
    except SenetGpError as error:
        raise FileError(f"{path} is unsound: {error}") from None
