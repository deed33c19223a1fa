"""The statements of the paper, compared with the results of the repeated experiment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import fmean

import numpy as np
from scipy import stats

from senet_gp.arena.intervals import wilson
from senet_gp.reproduction.measuring import HAND_MADE, RANDOM_PLAYERS
from senet_gp.reproduction.plan import SEEDED, STRONGLY_SEEDED, UNSEEDED
from senet_gp.reproduction.results import Mean, Results, mean_of

#: The wins of 200 that the paper asks for against every random individual.
ENOUGH_WINS = 145
#: The paper's mean length of a game in turns.
PAPER_TURNS = 150
#: The generation at which the paper's runs ended for lack of memory.
PAPER_GENERATIONS = 33
#: The kinds of runs in the paper.
_KINDS = (UNSEEDED, SEEDED)
_BEST = 16
#: How often runs are divided anew by chance, if there are more divisions than that.
_PERMUTATIONS = 99_999
#: The smallest difference in the share of points that counts as "substantially better" [decided].
SUBSTANTIAL = 0.05


@dataclass(frozen=True, slots=True)
class Finding:
    """A statement and its result.

    Attributes:
        statement: a statement of the paper, or a further one.
        figure: our result.
        interval: its 95 % confidence interval, or another measure of certainty.
        verdict: the conclusion.
    """

    statement: str
    figure: str
    interval: str
    verdict: str


def findings(results: Results) -> list[Finding]:
    """All findings in the order of the report."""
    rows: list[Callable[[Results], Finding]] = [
        _game_length,
        _enough_against_random,
        _better_than_random,
        _better_than_hand_made,
        _seeded_better,
        _strongly_seeded_better,
        _memory,
        _final_round_robin,
        _knockout_noise,
        _longer,
    ]
    return [row(results) for row in rows]


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def _between(mean: Mean, times: float = 100, unit: str = " %") -> str:
    return "-" if np.isnan(mean.low) else f"{times * mean.low:.1f} to {times * mean.high:.1f}{unit}"


def _signed(mean: Mean) -> str:
    return "-" if np.isnan(mean.low) else f"{100 * mean.low:+.1f} to {100 * mean.high:+.1f} points"


def _game_length(results: Results) -> Finding:
    """The length of the games in the tournaments; the interval is over runs, not over games."""
    means, games = [], 0
    for kind in _KINDS:
        for run in results.runs(kind):
            steps = [step for step in results.generations if step.run == run]
            games += sum(step.games for step in steps)
            means.append(
                sum(step.games * step.mean_turns for step in steps) / sum(step.games for step in steps)
            )
    mean = mean_of(means)
    about = abs(mean.value - PAPER_TURNS) <= PAPER_TURNS / 10
    return Finding(
        f"games last about {PAPER_TURNS} turns on average (38,000 games from evolving populations)",
        f"{mean.value:.1f} turns over {games:,} games",
        _between(mean, 1, " turns"),
        "holds"
        if about
        else f"does not hold: ours are {'shorter' if mean.value < PAPER_TURNS else 'longer'}",
    )


def _enough_against_random(results: Results) -> Finding:
    """Counted as in the paper: the winner of the last tournament, in 200 games against each opponent."""
    runs = results.runs("unseeded")
    fewest = [
        min(meeting.wins for meeting in results.meetings(run, "winner", RANDOM_PLAYERS, as_in_paper=True))
        for run in runs
    ]
    enough = sum(wins >= ENOUGH_WINS for wins in fewest)
    low, high = wilson(enough, len(runs))
    paper = sum(wins >= ENOUGH_WINS for wins in fewest[:2])
    return Finding(
        f"unseeded champions win at least {ENOUGH_WINS} of 200 against every random individual",
        f"in {enough} of {len(runs)} runs ({paper} of the first two); fewest wins {min(fewest)}",
        f"{100 * low:.0f} to {100 * high:.0f} % of runs",
        "holds" if paper == 2 and low >= 0.5 else "does not hold" if high < 0.5 else "holds in part",
    )


def _against(results: Results, opponents: tuple[str, ...], who: str) -> tuple[Mean, Finding]:
    shares = [share for kind in _KINDS for share in results.shares(kind, "winner", opponents)]
    mean = mean_of(shares)
    beaten = np.mean(
        [
            meeting.score > 0.5
            for kind in _KINDS
            for run in results.runs(kind)
            for meeting in results.meetings(run, "winner", opponents)
        ]
    )
    verdict = "better" if mean.low > 0.5 else "worse" if mean.high < 0.5 else "not decided"
    return mean, Finding(
        f"champions are better than the {who} …",
        f"{_percent(mean.value)} of the points; {_percent(float(beaten))} of the matches won",
        _between(mean),
        verdict,
    )


def _better_than_random(results: Results) -> Finding:
    return _against(results, RANDOM_PLAYERS, "random individuals")[1]


def _better_than_hand_made(results: Results) -> Finding:
    mean, finding = _against(results, HAND_MADE, "hand-made reference players")
    how = "not very markedly" if mean.value < 0.65 else "markedly"
    verdict = f"{finding.verdict}, {how}" if finding.verdict == "better" else finding.verdict
    return Finding(
        f"{finding.statement} “though not very markedly”", finding.figure, finding.interval, verdict
    )


def _seeded_better(results: Results) -> Finding:
    return _better(results, SEEDED, "seeded champions do substantially better against the hand-made players")


def _strongly_seeded_better(results: Results) -> Finding:
    return _better(
        results,
        STRONGLY_SEEDED,
        "ours: so do champions of runs seeded with V1 to V8, players as strong as these",
    )


def _better(results: Results, kind: str, statement: str) -> Finding:
    """Welch's interval for the difference, and a permutation test, exact or with random permutations."""
    unseeded, seeded = (results.shares(of, "winner", HAND_MADE) for of in (UNSEEDED, kind))
    difference = fmean(seeded) - fmean(unseeded)
    welch = stats.ttest_ind(seeded, unseeded, equal_var=False)
    interval = welch.confidence_interval()
    test = stats.permutation_test(
        (seeded, unseeded),
        lambda a, b, axis: np.mean(a, axis=axis) - np.mean(b, axis=axis),
        n_resamples=_PERMUTATIONS,
        vectorized=True,
        rng=np.random.default_rng(1),
    )
    p = float(test.pvalue)
    if p >= 0.05:
        verdict = "not decided by these runs"
    else:
        verdict = (
            "does not hold: they do worse"
            if difference < 0
            else "holds"
            if difference >= SUBSTANTIAL
            else "better, but not substantially"
        )
    return Finding(
        statement,
        f"{100 * difference:+.1f} points ({_percent(fmean(seeded))} against {_percent(fmean(unseeded))}); "
        f"p = {p:.2g}",
        _signed(Mean(difference, float(interval.low), float(interval.high))),
        verdict,
    )


def _memory(results: Results) -> Finding:
    last = max(step.generation for step in results.generations)
    first = min(PAPER_GENERATIONS, last)
    steps = [step for step in results.generations if step.generation == first]
    late = [step for step in results.generations if step.generation == last]
    peak = max((cost.memory_mb for cost in results.cost), default=0.0)
    sizes = f"{fmean(step.size_mean for step in steps):.0f} nodes a tree at generation {first}"
    if last > first:
        sizes += f", {fmean(step.size_mean for step in late):.0f} at {last}"
    return Finding(
        "runs end after 33 and 30 generations, when memory overflows",
        f"{sizes}; at most {peak:.0f} MiB in the main process",
        f"largest tree {max(step.size_max for step in results.generations):,.0f} nodes",
        "no longer so: no limit on length is needed",
    )


def _final_round_robin(results: Results) -> Finding:
    """Paired by run, since both champions come from the same run."""
    gains = [
        champion - winner
        for kind in _KINDS
        for champion, winner in zip(
            results.shares(kind, "champion", HAND_MADE),
            results.shares(kind, "winner", HAND_MADE),
            strict=True,
        )
    ]
    mean = mean_of(gains)
    better = mean.low > 0
    worse = mean.high < 0
    return Finding(
        "ours: the final round robin's champion is better than the paper's, the last tournament's winner",
        f"{100 * mean.value:+.1f} points against the hand-made players",
        _signed(mean),
        "better" if better else "worse" if worse else "not decided by these runs",
    )


def _knockout_noise(results: Results) -> Finding:
    """Over populations, each ranked by its own round robin."""
    rates: dict[int, Mean] = {}
    for games in sorted({trial.games for trial in results.knockouts}):
        per_run: dict[str, list[bool]] = {}
        for trial in results.knockouts:
            if trial.games == games and trial.trial:
                per_run.setdefault(trial.run, []).append(trial.rank <= _BEST)
        rates[games] = mean_of(fmean(hits) for hits in per_run.values())
    first = min(rates)
    others = ", ".join(
        f"{_percent(rate.value)} for best of {games}" for games, rate in list(rates.items())[1:]
    )
    return Finding(
        f"ours: the winner of a knockout is among the best {_BEST} of its population",
        f"{_percent(rates[first].value)} for best of {first} ({others})",
        _between(rates[first]),
        "knockouts of best-of-three are noisy" if rates[first].value < 0.5 else "they are fairly reliable",
    )


def _longer(results: Results) -> Finding:
    """Gains of later winners over those at the paper's end, paired by run."""
    gains, last = [], 0
    for kind in ("long-unseeded", "long-seeded"):
        for run in results.runs(kind):
            curve = results.curve(run, HAND_MADE)
            last = max(curve)
            end = min(PAPER_GENERATIONS, last / 2)
            # A single winner varies; the last third of a run is compared with what surrounds the paper's end.
            early = [share for generation, share in curve.items() if end / 2 < generation <= end * 1.5]
            late = [share for generation, share in curve.items() if generation > last * 2 / 3]
            gains.append(fmean(late) - fmean(early))
    mean = mean_of(gains)
    grows = mean.low > 0
    return Finding(
        f"ours: strength still grows after generation {PAPER_GENERATIONS}",
        f"{100 * mean.value:+.1f} points against the hand-made players by generation {last}",
        _signed(mean),
        "it does" if grows else "it falls" if mean.high < 0 else "not decided by these runs",
    )
