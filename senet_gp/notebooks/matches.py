"""Matches and round robins as tables."""

from __future__ import annotations

from math import isfinite

from senet_gp.arena.match import MatchReport
from senet_gp.arena.ratings import standings
from senet_gp.arena.round_robin import RoundRobin
from senet_gp.arena.tournaments import Tournament
from senet_gp.notebooks.page import rendered

#: At most this many entrants are shown, the best.
MAX_ENTRANTS = 40


def match_html(report: MatchReport) -> str:
    """A match: what each player won, and the share of the first with its interval."""
    low, high = report.interval
    return rendered(
        "match",
        report=report,
        rows=[
            (report.players[0], report.wins[0], report.score, low, high),
            (report.players[1], report.wins[1], 1 - report.score, 1 - high, 1 - low),
        ],
    )


def tournament_html(tournament: Tournament) -> str:
    """The standings of a tournament with its cross table."""
    return round_robin_html(tournament.played)


def round_robin_html(tournament: RoundRobin) -> str:
    """A round robin: the ratings with their intervals, and the points of each pair."""
    table = standings(tournament)
    shown = table[:MAX_ENTRANTS]
    points = tournament.points
    rows = [
        {
            "standing": standing,
            "interval": _in_words(standing.interval),
            "shares": [
                None
                if other is standing
                else f"{100 * points[standing.entrant, other.entrant] / tournament.games:.0f}"
                for other in shown
            ],
        }
        for standing in shown
    ]
    return rendered("tournament", tournament=tournament, rows=rows, left_out=len(table) - len(shown))


def _in_words(interval: tuple[float, float]) -> str:
    low, high = (f"{end:+.0f}" if isfinite(end) else "no bound" for end in interval)
    return f"{low} to {high}" if low != high else low
