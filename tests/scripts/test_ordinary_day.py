"""The commands of an ordinary day are commands of the program."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from ordinary_day import DAY, Command

from senet_gp.cli import cli


@pytest.mark.parametrize("command", [one for one in DAY if not one.code], ids=lambda one: one.line)
def test_a_command_can_be_read(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    verb, *arguments = shlex.split(command.line)
    found = cli.get_command(cli.make_context("senet-gp", [verb]), verb)
    assert found is not None
    found.make_context(verb, arguments)
