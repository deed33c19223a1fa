"""What evolution reaches in tic-tac-toe and Pursuit, in longer runs than the other games need."""

from __future__ import annotations

from studies.small_games import listed, measure
from studies.work import Study

STUDY = Study(
    "How many default runs of tic-tac-toe and Pursuit find a perfect player?",
    20,
    lambda work: measure(work, {"tictactoe": 10, "pursuit": 10}),
    lambda result: {"small-games-long": listed(result)},
    ("small-games-long",),
)
