"""The statements of the paper of 1995, and some of ours, tested by the repeated experiment."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

import numpy as np
import scipy

from senet_gp.arena.panel import RANDOM_TREES
from senet_gp.engine.measurement import wilson
from studies.paper import (
    CHAMPION,
    HAND_MADE,
    LONG,
    SEEDED,
    STRONGLY_SEEDED,
    UNSEEDED,
    WINNER,
    MeanOverRuns,
    Results,
    mean_of,
)

#: The wins of 200 that the paper asks for against every random individual.
ENOUGH_WINS = 145
#: The paper's mean length of a game in turns.
_TURNS = 150
#: The generation at which the paper's runs ended for lack of memory.
PAPER_GENERATIONS = 33
#: The winner of a knockout should be among this many of the best.
BEST = 16
#: The variants of the paper.
_KINDS = (UNSEEDED, SEEDED)
#: How often runs are divided by chance, if there are more divisions than that.
_PERMUTATIONS = 99_999
#: The smallest difference in the share of points that counts as "substantially better" [decided].
_SUBSTANTIAL = 0.05
_UNDECIDED = "not decided by these runs"


class Statement(NamedTuple):
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


def statements(results: Results) -> list[Statement]:
    """All statements, in the order in which they are told."""
    tested = (
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
    )
    return [statement(results) for statement in tested]


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def _shares(mean: MeanOverRuns) -> str:
    """The interval of a share, of which Student's t does not know that it is at most all."""
    return f"{100 * max(0.0, mean.low):.1f} to {100 * min(1.0, mean.high):.1f} %"


def _signed(mean: MeanOverRuns) -> str:
    return f"{100 * mean.low:+.1f} to {100 * mean.high:+.1f} points"


def _game_length(results: Results) -> Statement:
    """The length of the games in the tournaments; the interval is over runs, not over games."""
    runs = results.of(*_KINDS)
    mean = mean_of(
        sum(one.games * one.mean_turns for one in run.generations) / sum(one.games for one in run.generations)
        for run in runs
    )
    games = sum(one.games for run in runs for one in run.generations)
    about = abs(mean.value - _TURNS) <= _TURNS / 10
    return Statement(
        f"games last about {_TURNS} turns on average (38,000 games from evolving populations)",
        f"{mean.value:.1f} turns over {games:,.0f} games",
        f"{mean.low:.1f} to {mean.high:.1f} turns",
        "holds" if about else f"does not hold: ours are {'shorter' if mean.value < _TURNS else 'longer'}",
    )


def _enough_against_random(results: Results) -> Statement:
    """Counted as in the paper: the winner of the last tournament, in 200 games against each opponent."""
    fewest = [min(run.scores[WINNER][name].wins for name in RANDOM_TREES) for run in results.of(UNSEEDED)]
    enough = sum(wins >= ENOUGH_WINS for wins in fewest)
    low, high = wilson(enough, len(fewest))
    paper = sum(wins >= ENOUGH_WINS for wins in fewest[:2])
    return Statement(
        f"unseeded champions win at least {ENOUGH_WINS} of 200 against every random individual",
        f"in {enough} of {len(fewest)} runs ({paper} of the first two); fewest wins {min(fewest)}",
        f"{100 * low:.0f} to {100 * high:.0f} % of runs",
        "holds" if paper == 2 and low >= 0.5 else "does not hold" if high < 0.5 else "holds in part",
    )


def _against(results: Results, opponents: tuple[str, ...], who: str) -> tuple[MeanOverRuns, Statement]:
    runs = results.of(*_KINDS)
    mean = mean_of(run.share(WINNER, opponents) for run in runs)
    beaten = fmean(run.scores[WINNER][name].share > 0.5 for run in runs for name in opponents)
    return mean, Statement(
        f"champions are better than the {who} …",
        f"{_percent(mean.value)} of the points; {_percent(beaten)} of the matches won",
        _shares(mean),
        "better" if mean.low > 0.5 else "worse" if mean.high < 0.5 else "not decided",
    )


def _better_than_random(results: Results) -> Statement:
    return _against(results, RANDOM_TREES, "random individuals")[1]


def _better_than_hand_made(results: Results) -> Statement:
    mean, found = _against(results, HAND_MADE, "hand-made reference players")
    how = "not very markedly" if mean.value < 0.65 else "markedly"
    verdict = f"{found.verdict}, {how}" if found.verdict == "better" else found.verdict
    return Statement(f"{found.statement} “though not very markedly”", found.figure, found.interval, verdict)


def _seeded_better(results: Results) -> Statement:
    return _better(results, SEEDED, "seeded champions do substantially better against the hand-made players")


def _strongly_seeded_better(results: Results) -> Statement:
    return _better(
        results,
        STRONGLY_SEEDED,
        "ours: so do champions of runs seeded with V1 to V8, players as strong as these",
    )


def _better(results: Results, variant: str, statement: str) -> Statement:
    """Welch's interval for the difference, and a permutation test, exact or with random permutations."""
    unseeded, seeded = (results.shares(of, WINNER, HAND_MADE) for of in (UNSEEDED, variant))
    difference = fmean(seeded) - fmean(unseeded)
    figure = f"{100 * difference:+.1f} points ({_percent(fmean(seeded))} against {_percent(fmean(unseeded))})"
    interval = scipy.stats.ttest_ind(seeded, unseeded, equal_var=False).confidence_interval(0.95)
    p = _permuted(seeded, unseeded)
    if p >= 0.05:
        verdict = _UNDECIDED
    elif difference < 0:
        verdict = "does not hold: they do worse"
    else:
        verdict = "holds" if difference >= _SUBSTANTIAL else "better, but not substantially"
    told = _signed(MeanOverRuns(difference, interval.low, interval.high))
    return Statement(statement, f"{figure}; p = {p:.2g}", told, verdict)


def _permuted(values: Sequence[float], others: Sequence[float]) -> float:
    test = scipy.stats.permutation_test(
        (values, others),
        lambda a, b, axis: np.mean(a, axis=axis) - np.mean(b, axis=axis),
        n_resamples=_PERMUTATIONS,
        vectorized=True,
        rng=np.random.default_rng(1),
    )
    return float(test.pvalue)


def _memory(results: Results) -> Statement:
    last = max(len(run.generations) for run in results.runs)
    first = min(PAPER_GENERATIONS, last)

    def nodes(generation: int) -> float:
        runs = [run for run in results.runs if len(run.generations) >= generation]
        return fmean(run.generations[generation - 1].size_mean for run in runs)

    memory = max(time.memory_mb for run in results.runs for time in run.times)
    largest = max(one.size_max for run in results.runs for one in run.generations)
    sizes = f"{nodes(first):.0f} nodes a tree at generation {first}, {nodes(last):.0f} at {last}"
    return Statement(
        "runs end after 33 and 30 generations, when memory overflows",
        f"{sizes}; at most {memory:.0f} MiB in the main process",
        f"largest tree {largest:,.0f} nodes",
        "not reproduced",
    )


def _final_round_robin(results: Results) -> Statement:
    """Paired by run, since both champions come from the same run."""
    mean = mean_of(
        run.share(CHAMPION, HAND_MADE) - run.share(WINNER, HAND_MADE) for run in results.of(*_KINDS)
    )
    return Statement(
        "ours: the final round robin's champion is better than the paper's, the last tournament's winner",
        f"{100 * mean.value:+.1f} points against the hand-made players",
        _signed(mean),
        "better" if mean.low > 0 else "worse" if mean.high < 0 else _UNDECIDED,
    )


def _knockout_noise(results: Results) -> Statement:
    """Over populations, each ranked by its own round robin."""
    ranked = [run.ranks for run in results.runs if run.ranks]
    rates = {
        games: mean_of(fmean(rank <= BEST for rank in ranks[games]) for ranks in ranked)
        for games in ranked[0]
    }
    (first, rate), *others = rates.items()
    further = ", ".join(f"{_percent(other.value)} for best of {games}" for games, other in others)
    return Statement(
        f"ours: the winner of a knockout is among the best {BEST} of its population",
        f"{_percent(rate.value)} for best of {first} ({further})",
        _shares(rate),
        "knockouts of best-of-three are noisy" if rate.value < 0.5 else "they are fairly reliable",
    )


def _longer(results: Results) -> Statement:
    """Gains of later winners over those at the paper's end, paired by run."""
    statement = f"ours: strength still grows after generation {PAPER_GENERATIONS}"
    gains, last = [], 0
    for run in results.of(*LONG):
        curve = run.learned(HAND_MADE)
        last = max(curve)
        end = min(PAPER_GENERATIONS, last / 2)
        # A single winner varies; the last third of a run is compared with what surrounds the paper's end.
        early = [share for generation, share in curve.items() if end / 2 < generation <= end * 1.5]
        late = [share for generation, share in curve.items() if generation > last * 2 / 3]
        gains.append(fmean(late) - fmean(early))
    mean = mean_of(gains)
    return Statement(
        statement,
        f"{100 * mean.value:+.1f} points against the hand-made players by generation {last}",
        _signed(mean),
        "it does" if mean.low > 0 else "it falls" if mean.high < 0 else _UNDECIDED,
    )
