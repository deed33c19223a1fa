"""Every command of README.md but those that install, and but its tests, is run as it stands there."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from page_blocks import run_blocks
from served import served

README = Path(__file__).resolve().parent.parent / "README.md"


def plain_commands() -> list[list[str]]:
    """The commands of senet-gp in blocks without a language, which newcomers type one by one."""
    blocks = re.findall(
        r"^```(\w*)\n(.*?)^```$", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    lines = [line for language, block in blocks if not language for line in block.splitlines()]
    commands = [command for line in lines for command in line.split(" && ")]
    return [shlex.split(one)[1:] for one in commands if re.match(r"(\.venv/bin/)?senet-gp ", one)]


@pytest.mark.slow
def test_all_commands_do_what_readme_says(tmp_path: Path) -> None:
    evolve, play, serve = plain_commands()
    program = [sys.executable, "-m", "senet_gp"]
    bred = subprocess.run([*program, *evolve], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert " ".join(["senet_gp", *play]) in bred.stdout, "the end of the run names the next command"
    picture = (README.parent / "docs" / "pictures" / "champion.svg").read_text(encoding="utf-8")
    formula = re.findall('class="mono">(.*?)</text>', picture)
    told = "\n".join(line.strip() for line in bred.stdout.splitlines())
    assert "\n".join(formula) in told, "make its picture again by: python scripts/evidence.py first-champion"
    played = subprocess.run(
        [*program, *play], cwd=tmp_path, input="q\n", capture_output=True, text=True, check=False
    )
    assert "Traceback" not in played.stderr
    assert "your choice" in played.stdout
    assert serve == ["serve"]
    with served(tmp_path) as server:
        cards = server.seen("players", game="senet")["players"]
        assert "runs/senet-1" in {card["text"] for card in cards}
    said = run_blocks(README, tmp_path)
    assert said.count("Play against it:") == 1, "one more run of the command line has ended"
    assert (tmp_path / "champion.py").exists()
