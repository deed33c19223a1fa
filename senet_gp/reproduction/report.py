"""The report of the experiment, as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isnan
from statistics import fmean

from senet_gp.reproduction.comparison import compared
from senet_gp.reproduction.findings import findings
from senet_gp.reproduction.measuring import HAND_MADE, RANDOM_PLAYERS, REFERENCES
from senet_gp.reproduction.plan import Plan
from senet_gp.reproduction.results import GROUPS, Mean, Results, mean_of
from senet_gp.reproduction.tables import Meeting

SEEDS_TEXT = (
    "Seeded runs began with S1 to S8, each a single idea; strongly seeded runs began with V1 to V8, which "
    "are other players than HC1 to HC5 but as strong. No run is measured against its own seeds. Points of "
    "100: the median over runs, and its difference from that of the unseeded runs (95 % bootstrap intervals "
    "over runs); the probability that such a run is better than an unseeded one (A of Vargha and Delaney); "
    "p of the Mann-Whitney test."
)


def report(results: Results, plan: Plan) -> str:
    """The whole report as one page of Markdown."""
    missing = plan.missing()
    parts = [
        "# The experiment of 1995, repeated",
        f"Seed {plan.seed}. Made by `senet-gp reproduce`.",
        *(["Less than the full experiment: " + "; ".join(missing) + "."] if missing else []),
        "## The paper's statements",
        _table(
            ["statement", "ours", "95 % interval", "verdict"],
            [(row.statement, row.figure, row.interval, row.verdict) for row in findings(results)],
        ),
        "## Seeded runs beside unseeded ones",
        SEEDS_TEXT,
        "The winners of the last tournaments:",
        seeds_table(results, "winner"),
        "The champions of the final round robins:",
        seeds_table(results, "champion"),
        "## Wins of 200 of the last tournaments' winners, as in the paper",
        _paper_table(results),
        "## The strength of the winners by generation, points of 100",
        *(_curves(results, prefix) for prefix in ("", "long-")),
        "## Sizes and cost of the long runs",
        _growth(results),
        "## Reference players",
        _references(results),
    ]
    return "\n\n".join(parts) + "\n"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], right: bool = False) -> str:  # noqa: FBT001, FBT002
    rule = ["---:" if right and number else "---" for number in range(len(heads))]
    lines = [heads, rule, *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def seeds_table(results: Results, player: str) -> str:
    """A table that compares the kinds of runs.

    Args:
        results: the experiment's tables.
        player: ``winner`` of the last tournament, or ``champion`` of the final round robin.
    """
    heads = ["against", "runs", "median", "more than unseeded", "chance to do better", "p"]
    rows = []
    for row in compared(results, player):
        cells = ["", "", ""]
        if row.effect is not None:
            gain = row.effect.difference
            between = "" if isnan(gain.low) else f" ({100 * gain.low:+.1f} to {100 * gain.high:+.1f})"
            cells = [
                f"{100 * gain.value:+.1f}{between}",
                f"{100 * row.effect.superiority:.0f} %",
                f"{row.effect.p:.2g}",
            ]
        rows.append([row.against, f"{row.runs} {row.kind}", _share(row.median), *cells])
    return _table(heads, rows, right=True)


def _paper_table(results: Results) -> str:
    opponents = (*RANDOM_PLAYERS, *HAND_MADE)
    heads = ["run", *(name.replace("random-tree:", "RND").removeprefix("hand:") for name in opponents)]
    rows = []
    for kind in results.kinds(""):
        for run in results.runs(kind):
            won = {
                meeting.opponent: meeting.wins
                for meeting in results.meetings(run, "winner", opponents, as_in_paper=True)
            }
            rows.append([run, *(str(won[name]) for name in opponents)])
    return _table(heads, rows, right=True)


def _share(mean: Mean) -> str:
    if isnan(mean.low):  # a single run has no interval
        return f"{100 * mean.value:.1f}"
    return f"{100 * mean.value:.1f} ({100 * mean.low:.1f} to {100 * mean.high:.1f})"


def _curves(results: Results, prefix: str) -> str:
    heads = ["generation"]
    columns: list[dict[int, Mean]] = []
    for group, opponents in GROUPS.items():
        for kind in results.kinds(prefix):
            heads.append(f"{prefix}{kind} against {group}")
            columns.append(results.mean_curve(prefix + kind, opponents))
    rows = [
        [str(generation), *(_share(column[generation]) for column in columns)] for generation in columns[0]
    ]
    return _table(heads, rows, right=True)


def _growth(results: Results) -> str:
    last = max(step.generation for step in results.generations)
    shown = sorted({*(generation for generation in (1, 10, 33, 60, 100, 200) if generation < last), last})
    heads = ["generation", "mean size", "largest", "mean depth", "deepest", "distinct", "seconds", "MiB"]
    rows = []
    for generation in shown:
        steps = [s for s in results.generations if s.run.startswith("long-") and s.generation == generation]
        costs = [c for c in results.cost if c.run.startswith("long-") and c.generation == generation]
        rows.append(
            [
                str(generation),
                f"{fmean(step.size_mean for step in steps):.0f}",
                f"{max(step.size_max for step in steps):.0f}",
                f"{fmean(step.depth_mean for step in steps):.1f}",
                f"{max(step.depth_max for step in steps):.0f}",
                f"{fmean(step.distinct for step in steps):.0f}",
                f"{fmean(cost.seconds_breeding + cost.seconds_evaluating for cost in costs):.2f}",
                f"{max(cost.memory_mb for cost in costs):.0f}",
            ]
        )
    return _table(heads, rows, right=True)


def _references(results: Results) -> str:
    """Each reference player's points against the random mover and both groups."""

    def points(meetings: Iterable[tuple[Meeting, bool]]) -> str:
        shares = [
            (m.wins + m.draws / 2) / m.games if mine else (m.games - m.wins - m.draws / 2) / m.games
            for m, mine in meetings
        ]
        return f"{100 * mean_of(shares).value:.1f}" if shares else "-"

    rows = []
    for name in REFERENCES:
        cells = []
        for opponents in (("random",), *GROUPS.values()):
            met = [(m, True) for m in results.references if m.player == name and m.opponent in opponents]
            met += [(m, False) for m in results.references if m.opponent == name and m.player in opponents]
            cells.append(points(met))
        rows.append([f"`{name}`", *cells])
    return _table(["player", "random mover", *GROUPS], rows, right=True)
