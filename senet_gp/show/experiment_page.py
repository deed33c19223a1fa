"""What an experiment says as an HTML page that needs no other file."""

from __future__ import annotations

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
    short_runs,
    value_in_words,
)
from senet_gp.experiments.plan import Plan
from senet_gp.experiments.plan_variants import OPERATORS
from senet_gp.experiments.runs_table import RunRow, foreign_opponents
from senet_gp.games.registry import in_words
from senet_gp.runtime.files import write_whole
from senet_gp.show.pages import OptionRow, Picture, grouped, help_of, html_from, option_in_words
from senet_gp.show.plots import rendered
from senet_gp.show.plots.experiment import draw_champions

PAGE = "index.html"
_MARK = "<!DOCTYPE html>\n<!-- senet-gp experiment 1 -->\n"


def write_experiment_page(directory: Path, plan: Plan, rows: Sequence[RunRow], findings: Findings) -> Path:
    """Write the page of an experiment into its directory; an earlier one is replaced.

    Args:
        directory: the directory of the experiment.
        plan: its plan.
        rows: all its runs.
        findings: what they say.

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
    }
    text = _MARK + html_from(
        "experiment",
        filters,
        plan=plan,
        findings=findings,
        runs=len(rows),
        short=short_runs(rows),
        games=[_game(game, plan, findings) for game in dict.fromkeys(row.game for row in rows)],
        variants=_options(plan),
    )
    file = directory / PAGE
    write_whole(file, text)
    return file


def _game(game: str, plan: Plan, findings: Findings) -> dict[str, Any]:
    """The section of a game: its variants, their comparisons, and a picture."""
    configs = [config for config in plan.variants.values() if in_words(config.game_value) == game]
    found = in_game(findings, game)
    value = configs[0].game_value
    return {
        "name": game,
        "title": value.title,
        **found._asdict(),
        "opponents": measuring_opponents(value),
        "left_out": bool(foreign_opponents(configs)),
        "champions": Picture(
            "Champions",
            rendered(draw_champions(found.summaries, findings.column, found.heading), "svg"),
            f"Chart: the {findings.column} of the champion of every run, by variant, with the median and its "
            "95 % interval. The table has the same medians.",
        ),
    }


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
