"""Configurations as TOML files."""

from __future__ import annotations

import dataclasses
import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from senet_gp.errors import FileError, SenetGpError
from senet_gp.evolution.config import Config
from senet_gp.evolution.config_versions import FORMAT, VERSION, upgraded
from senet_gp.files.reading import read_text
from senet_gp.files.versions import readable_version
from senet_gp.quoting import shortened

#: Under this key the version of the format stands in a file.
_VERSION_KEY = "config_version"
_REPEATABLE = """\
# A run of senet-gp; repeat it with: senet-gp evolve --config THIS_FILE
# (If checkpoint.json names operators of one's own, the program that registers them is needed, too.)"""
_NOT_REPEATABLE = """\
# A run of senet-gp in which games against a person count: if sparring.csv has any, it cannot be repeated.
# A run of the same options without these games: senet-gp evolve --config THIS_FILE"""
#: Larger files are refused before they are parsed; one with all seeds that there may be is smaller.
_MAX_BYTES = 1 << 18
#: No option is a greater number than one of so many bits.
_MAX_BITS = 64
_MAX_DOTS = 100


def as_toml(config: Config, *, repeatable: bool = True) -> str:
    """A configuration as a TOML file, each value explained.

    Args:
        config: the configuration.
        repeatable: whether these options alone make the run; not if a person's games count in it.
    """
    lines = [_REPEATABLE if repeatable else _NOT_REPEATABLE, f"{_VERSION_KEY} = {VERSION}"]
    for option in dataclasses.fields(config):
        lines.append(f"\n# {option.metadata['help']}")
        lines.append(f"{option.name} = {_in_toml(getattr(config, option.name))}")
    return "\n".join(lines) + "\n"


def _in_toml(value: Any) -> str:
    """A value as TOML; JSON's strings and numbers are TOML's."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_in_toml(of)}" for key, of in value.items()) + " }"
    if isinstance(value, tuple) and value:
        return "[\n" + "".join(f"  {_in_toml(part)},\n" for part in value) + "]"
    return json.dumps(value)


def read_values(path: Path) -> dict[str, Any]:
    """The values that a TOML configuration file sets.

    Raises:
        FileError: if it cannot be read, is no TOML, or is of a newer version.
    """
    text = read_text(path, _MAX_BYTES)
    # For a key of n parts tomllib takes time in proportion to the square of n; ours have one part, or two.
    if any(line.count(".") > _MAX_DOTS for line in text.splitlines()):
        raise FileError(f"{path} is not a configuration: a line of it has more than {_MAX_DOTS} dots")
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise FileError(f"{path} is not a TOML file: {shortened(error)}") from None
    _check_simple(path, values)
    # The first version is meant where none stands.
    version = readable_version(path, FORMAT, values.pop(_VERSION_KEY, 1), VERSION)
    return upgraded(path, values, version)


def _check_simple(path: Path, values: dict[str, Any]) -> None:
    """Hold that every value can be told about: none is nested deeply, or a number without end."""
    for name, value in values.items():
        if isinstance(value, list):
            if not all(isinstance(part, str) for part in value):
                raise FileError(f"{path} is unsound: {shortened(name)} is a list of other things than texts")
            continue
        for part in value.values() if isinstance(value, dict) else [value]:
            if isinstance(part, dict | list) or (isinstance(part, int) and part.bit_length() > _MAX_BITS):
                raise FileError(f"{path} is unsound: {shortened(name)} is nested, or far too long")


def read_config(path: Path, missing: Mapping[str, Any] | None = None) -> Config:
    """The configuration in a TOML file.

    Args:
        path: the file.
        missing: what options are that it does not name, if not as by default for the game.

    Raises:
        FileError: if it cannot be read, is no TOML, is of a newer version, or a value in it does not fit.
    """
    values = read_values(path)
    try:
        return Config.from_values({**(missing or {}), **values})
    except SenetGpError as error:
        raise FileError(f"{path} is unsound: {error}") from None
