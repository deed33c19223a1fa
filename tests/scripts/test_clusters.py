"""The costs of a cluster are measured and simulated: the scripts run, and say what is simulated."""

from __future__ import annotations

import re

import cluster_costs
import pytest
import simulate_cluster
from benchmark import cluster_measuring
from benchmark.cluster_simulation import Network

from senet_gp.arena.local_pool import WorkerPool


def test_tables_of_a_pool_have_a_line_for_each_measurement(capsys: pytest.CaptureFixture[str]) -> None:
    with WorkerPool(2) as pool:
        cluster_costs.print_tasks({"local": pool}, tasks=20, repeats=1)
        cluster_costs.print_generations({"local": pool}, [16], nodes=30, repeats=1, only="knockout")
    printed = capsys.readouterr().out
    assert re.search(r"^\| local \| [\d,]+ \| [\d.]+ \|$", printed, re.MULTILINE)
    (line,) = re.findall(r"^\| knockout \| 16 \| local \|.*$", printed, re.MULTILINE)
    assert len(line.split("|")) == 11


def test_recorded_costs_are_simulated(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulate_cluster, "POPULATIONS", (64, 128))
    monkeypatch.setattr(simulate_cluster, "ISLANDS", (4,))
    monkeypatch.setattr(simulate_cluster, "RUNS", (9,))
    for nodes in simulate_cluster.RECORDED:
        simulate_cluster.main(["--nodes", str(nodes)])
        _titles, _line, *rows = capsys.readouterr().out.splitlines()
        assert len(rows) == 2 * 2 + 1 + 1
        assert all(row.startswith("| simulated: ") for row in rows)
        # A cluster cannot be faster than its cores.
        shares = [int(share) for row in rows for share in re.findall(r"\((\d+)%\)", row)]
        assert len(shares) == 4 * len(rows)
        assert max(shares) <= 100
    with pytest.raises(SystemExit):
        simulate_cluster.main(["--nodes", "31"])
    assert "add --measure" in capsys.readouterr().err


def test_measured_costs_can_be_simulated(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_measuring, "RUN", (8, 2))
    # Two processes of this machine in the place of Dask's.
    costs = cluster_measuring.measure_costs(30, 32, repeats=1, runs=2, workers="2")
    assert min(costs.dask.batch, costs.bytes, costs.saving, costs.checkpoint, *costs.local.duels) > 0
    assert sum(costs.runs) == pytest.approx(2, rel=0.05)
    assert dict(simulate_cluster.lines(costs, Network()))
    assert not capsys.readouterr().out


@pytest.mark.slow
def test_dask_and_the_local_pool_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed", reason="the package distributed is not installed")
    arguments = ("--populations", "16", "--repeats", "1", "--tasks", "20", "--only", "knockout")
    cluster_costs.main(arguments)
    printed = capsys.readouterr().out
    assert printed.count("| local |") == printed.count("| Dask |") == 2
