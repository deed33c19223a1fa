"""What an experiment says, in the terminal."""

from __future__ import annotations

import click

from senet_gp.cli.console import Console
from senet_gp.cli.tables import figures, names, print_table, texts
from senet_gp.experiments.comparison import Comparison, Findings, HeadToHead, Summary
from senet_gp.experiments.paper_findings import Statement
from senet_gp.experiments.wording import (
    difference_in_words,
    in_game,
    interval_in_words,
    met_in_game,
    noise_in_words,
    sensitivity_in_words,
    value_in_words,
)

#: The most comparisons that are printed; all of them are on the page and in ``--json``.
_MAX_COMPARISONS = 30


def tell_findings(findings: Findings) -> None:
    """Print the variants, their comparisons, and what an experiment of this size can find."""
    console = Console()
    for game in dict.fromkeys(summary.game for summary in findings.summaries):
        own, comparisons = in_game(findings, game)
        console.print(f"\n{game}: {findings.column} of the champions\n")
        _print_variants(own, findings.column)
        if comparisons:
            _print_comparisons(comparisons[:_MAX_COMPARISONS], findings.column)
        if len(comparisons) > _MAX_COMPARISONS:
            console.print(f"{len(comparisons) - _MAX_COMPARISONS} further comparisons are in --json.")
        met = met_in_game(findings, game)
        if met:
            _print_met(met[:_MAX_COMPARISONS])
        for one in findings.sensitivities:
            if one.game == game:
                console.print(sensitivity_in_words(one, findings.column))
        noise = noise_in_words(own)
        if noise:
            console.print(noise)
    if findings.comparisons:
        console.print(
            "A12 is how often a run of the first has more than one of the second; 50 % is no difference. "
            "p is of the Mann-Whitney test, corrected by Holm for all comparisons; below 0.05 variants are "
            "called different."
        )
    if findings.met:
        console.print(
            "Of two variants, the champions of the first runs met, those of the second, and so on; points "
            "are those of the first variant. p is of a permutation test, corrected for all pairs of "
            "variants; below 0.05 one is called better."
        )


def tell_statements(statements: list[Statement]) -> None:
    """Print the statements of the paper of 1995, and how they come out."""
    print_table(
        texts("the paper's statement", "ours", "95 % interval", "verdict"),
        [(one.statement, one.figure, one.interval, one.verdict) for one in statements],
        lines=True,
    )
    click.echo()


def _print_variants(summaries: list[Summary], column: str) -> None:
    print_table(
        [*names("variant"), *figures("runs", "median", "95 % interval", "games", "seconds")],
        [
            (
                summary.name,
                str(len(summary.values)),
                value_in_words(summary.median, column),
                interval_in_words(summary.interval, column),
                f"{summary.games:,.0f}",
                "-" if summary.seconds is None else f"{summary.seconds:,.1f}",
            )
            for summary in summaries
        ],
    )
    click.echo()


def _print_comparisons(comparisons: list[Comparison], column: str) -> None:
    print_table(
        [*names("compared"), *figures("medians", "A12", "95 % interval", "p", "different")],
        [
            (
                f"{one.a} with {one.b}",
                difference_in_words(one.difference, column),
                f"{one.effect:.0%}",
                f"{100 * one.interval[0]:.0f} to {one.interval[1]:.0%}",
                f"{one.corrected:.3g}",
                "yes" if one.different else "not told",
            )
            for one in comparisons
        ],
    )
    click.echo()


def _print_met(met: list[HeadToHead]) -> None:
    print_table(
        [*names("champions against each other"), *figures("points", "95 % interval", "p"), *names("better")],
        [
            (
                f"{one.a} against {one.b}",
                value_in_words(one.share, "score"),
                interval_in_words(one.interval, "score"),
                f"{one.corrected:.3g}",
                one.better or "not told",
            )
            for one in met
        ],
    )
    click.echo()
