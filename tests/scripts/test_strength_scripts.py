"""The scripts that measure strength say in a sentence what is wrong."""

from __future__ import annotations

from pathlib import Path

import measure_strength
import pytest
import train_networks

from senet_gp import WorkerPool


def test_a_second_network_is_written_into_a_new_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = tmp_path / "there.json"
    there.touch()
    monkeypatch.setattr("sys.argv", ["train_networks.py", "second", str(there)])
    with pytest.raises(SystemExit, match=r"train_networks: .*there\.json already exists"):
        train_networks.main()


@pytest.mark.parametrize(("arguments", "code"), [(["--help"], 0), ([], 2), (["second"], 2), (["third"], 2)])
def test_what_networks_are_trained_is_told(
    arguments: list[str], code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["train_networks.py", *arguments])
    with pytest.raises(SystemExit) as ended:
        train_networks.main()
    assert ended.value.code == code
    said = capsys.readouterr()
    assert "usage: train_networks.py" in (said.err if code else said.out)


def test_only_directories_are_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for seed in ("a/1", "b/2", "b/10"):
        (tmp_path / "runs" / seed).mkdir(parents=True)
    for file in ("notes.txt", "b/notes.txt"):
        (tmp_path / "runs" / file).touch()

    def measured(directory: Path, _players: list[str], _pool: WorkerPool) -> dict[tuple[str, str], float]:
        seed = int(directory.name)
        return {("champion", "nodes"): seed} | ({("8 nodes", "net"): seed / 100} if seed > 1 else {})

    monkeypatch.setattr(measure_strength, "measured", measured)
    measure_strength.tell(tmp_path, [])
    assert capsys.readouterr().out.splitlines() == [
        "a, 1 seed: champion, nodes: median 1 (too few for an interval)",
        "b, 2 seeds: champion, nodes: median 6 (too few for an interval)",
        "b, 2 seeds: 8 nodes, net: median 6.0% (too few for an interval)",
    ]
