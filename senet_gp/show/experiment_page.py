"""What an experiment says as an HTML page that needs no other file."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from senet_gp.arena.panel import measuring_opponents
from senet_gp.evolution.configuration.parts import PARTS
from senet_gp.experiments.comparison import (
    Findings,
    difference_in_words,
    in_game,
    interval_in_words,
    labels_of,
    met_in_game,
    noise_in_words,
    sensitivity_in_words,
    value_in_words,
)
from senet_gp.experiments.encounters import MAX_VARIANTS
from senet_gp.experiments.plan import Plan
from senet_gp.experiments.plan_variants import OPERATORS
from senet_gp.experiments.run_tables import (
    MeasuredRun,
    cost_rows,
    curve_rows,
    foreign_opponents,
    rows_of_runs,
)
from senet_gp.games.registry import in_words
from senet_gp.runtime.files import write_whole
from senet_gp.show.pages import OptionRow, Picture, grouped, help_of, html_from, option_in_words
from senet_gp.show.plots import rendered
from senet_gp.show.plots.experiment import MAX_CURVES, Curve, draw_champions, draw_learning

PAGE = "index.html"
_MARK = "<!DOCTYPE html>\n<!-- senet-gp experiment 1 -->\n"
#: What curves are drawn over, with the label of the axis.
_SPENT = {"generation": "generations", "games": "games", "seconds": "seconds"}
#: The most rows of a table of runs.
_MAX_ROWS = 2_000


def write_experiment_page(
    directory: Path, plan: Plan, runs: Sequence[MeasuredRun], findings: Findings, command: str
) -> Path:
    """Write the page of an experiment into its directory; an earlier one is replaced.

    Args:
        directory: the directory of the experiment.
        plan: its plan.
        runs: all its runs.
        findings: what they say.
        command: the command that plays it and writes the page, which the page shows.

    Returns:
        The file.

    Raises:
        FileError: if it cannot be written.
    """
    filters = {
        "value": lambda value: value_in_words(value, findings.column),
        "difference": lambda value: difference_in_words(value, findings.column),
        "interval": lambda value: interval_in_words(value, findings.column),
        "share": lambda value: f"{value:.0%}",
        "points": lambda value: value_in_words(value, "score"),
        "points_interval": lambda value: interval_in_words(value, "score"),
    }
    rows = rows_of_runs(runs)
    text = _MARK + html_from(
        "experiment",
        filters,
        plan=plan,
        findings=findings,
        games=[_game(game, plan, runs, findings) for game in dict.fromkeys(row.game for row in rows)],
        variants=_options(plan),
        rows=rows[:_MAX_ROWS],
        more=max(0, len(rows) - _MAX_ROWS),
        command=command,
    )
    file = directory / PAGE
    write_whole(file, text)
    return file


def _game(game: str, plan: Plan, runs: Sequence[MeasuredRun], findings: Findings) -> dict[str, Any]:
    """The section of a game: its variants, their comparisons, and pictures."""
    own = [run for run in runs if in_words(run.config.game_value) == game]
    summaries, comparisons = in_game(findings, game)
    labels = labels_of([run.variant for run in own])
    value = own[0].config.game_value
    return {
        "name": game,
        "title": value.title,
        "summaries": summaries,
        "comparisons": comparisons,
        "met": met_in_game(findings, game),
        "too_many_to_meet": len(summaries) > MAX_VARIANTS,
        "sensitivity": [
            sensitivity_in_words(one, findings.column) for one in findings.sensitivities if one.game == game
        ],
        "noise": noise_in_words(summaries),
        "opponents": measuring_opponents(value),
        "left_out": bool(foreign_opponents(plan.variants.values()).get(game)),
        "champions": Picture(
            "Champions",
            rendered(draw_champions(summaries, findings.column), "svg"),
            f"Chart: the {findings.column} of the champion of every run, by variant, with the median and its "
            "95 % interval. The table has the same medians.",
        ),
        "learning": list(_learning([dataclasses.replace(run, variant=labels[run.variant]) for run in own])),
        "drawn": MAX_CURVES,
    }


def _learning(runs: Sequence[MeasuredRun]) -> Iterator[Picture]:
    """The pictures of learning curves, over everything that is known to have been spent."""
    seconds = {(row["variant"], row["seed"], row["generation"]): row["seconds"] for row in cost_rows(runs)}
    points: dict[tuple[str, int], list[dict[str, Any]]] = defaultdict(list)
    for row in curve_rows(runs):
        place = (row["variant"], row["seed"], row["generation"])
        points[place[:2]].append({**row, "seconds": seconds.get(place)})
    for column, label in _SPENT.items():
        curves: dict[str, list[Curve]] = defaultdict(list)
        for (variant, _), own in points.items():
            known = [point for point in own if point[column] is not None]
            if known:
                curves[variant].append(([p[column] for p in known], [p["score"] for p in known]))
        shown = dict(list(curves.items())[:MAX_CURVES])
        if shown:
            yield Picture(
                f"Over {label}",
                rendered(draw_learning(shown, label), "svg"),
                f"Line chart: the winners' median share of points over {label}, by variant, with quartiles.",
            )


def _options(plan: Plan) -> dict[str, Any]:
    """The variants with the options in which they differ, and the other options.

    An option of a part differs if its values do in variants that have that part, or if it is not as usual and
    some variants do not have it.
    """
    flat = [config.flat() for config in plan.variants.values()]
    usual = [config.usual_values() for config in plan.variants.values()]
    names = [name for name in dict.fromkeys(name for one in flat for name in one) if name != "seed"]
    differing = [name for name in names if _differs(name, flat, usual)]
    columns = {
        name: [option_in_words(one[name]) if name in one else "" for one in flat] for name in differing
    }
    if plan.operators:
        columns[OPERATORS] = [plan.operators.get(name, "") for name in plan.variants]
    left_out = {*differing, "generations"} if plan.budget.limited else {*differing}
    return {
        "names": list(plan.variants),
        "differing": columns,
        "same": grouped(_same_rows([name for name in names if name in PARTS or name not in left_out], flat)),
        "seeds": [f"{seeds[0]} to {seeds[-1]}" for seeds in map(plan.seeds_of, plan.variants)],
    }


def _differs(name: str, flat: Sequence[dict[str, Any]], usual: Sequence[dict[str, Any]]) -> bool:
    having = [number for number, one in enumerate(flat) if name in one]
    values = [flat[number][name] for number in having]
    if any(value != values[0] for value in values):
        return True
    return len(having) < len(flat) and any(flat[n][name] != usual[n][name] for n in having)


def _same_rows(names: Sequence[str], flat: Sequence[dict[str, Any]]) -> Iterator[OptionRow]:
    """The rows of options that are the same in all variants that have them, below all chosen parts."""
    for name in names:
        having = {option_in_words(one[name]): one for one in flat if name in one}
        helps = [help_of(name, one) for one in having.values()]
        if len(having) > 1:
            helps = [f"{part}: {does}" for part, does in zip(having, helps, strict=True)]
        yield OptionRow(name, " or ".join(having), None, "; ".join(helps))
