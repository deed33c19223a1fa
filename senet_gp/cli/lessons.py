"""Training a matchbox machine, and the report on what it has learned."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from senet_gp.cli.machines import plot_curve
from senet_gp.cli.output import print_json, program, rules_of, tell_written, whole_and
from senet_gp.cli.plugin_option import repeated
from senet_gp.quoting import quoted

if TYPE_CHECKING:
    from pathlib import Path

    from senet_gp.arena.verdict import SeatVerdict
    from senet_gp.games.small import SmallGame
    from senet_gp.players.matchbox import MatchboxPlayer, Scheme, Window

#: The seats that a machine can learn in, by their name on the command line.
SEATS = {"first": (0,), "second": (1,), "both": (0, 1)}
_SEAT_NAMES = ("first mover", "second mover")
_LINES = 10
_MAX_LINES_SHOWN = 12


@dataclasses.dataclass(frozen=True)
class Lesson:
    """The training of a machine.

    Attributes:
        game: the game that it learns.
        against: who plays against it.
        seat: where it sits, one of ``SEATS``.
        games: how many games it plays.
        seed: what the games are drawn from.
    """

    game: SmallGame
    against: str
    seat: str
    games: int
    seed: int

    def __str__(self) -> str:
        games = "game" if self.games == 1 else "games"
        seat = "both seats" if self.seat == "both" else f"the {self.seat} seat"
        return f"{self.game.name}, {seat}, {self.games} {games} against {self.against}"

    def as_json(self) -> dict[str, Any]:
        """The part of ``--json`` about the training."""
        return {
            "game": self.game.name,
            "against": self.against,
            "seat": self.seat,
            "seed": self.seed,
        }


def learn(
    lesson: Lesson, scheme: Scheme, load: Path | None, out: Path | None, plot: Path | None, *, as_json: bool
) -> None:
    """Train a machine, report, and write what was asked for."""
    from senet_gp.cli import Interrupted, compile_kernels
    from senet_gp.cli.progress import progress_bar
    from senet_gp.learning.training import teachers_from, train
    from senet_gp.players.matchbox import MatchboxPlayer
    from senet_gp.players.matchbox_file import matchbox_from, write_matchbox

    learner = matchbox_from(f"matchbox:{load}", lesson.game) if load else MatchboxPlayer(lesson.game, scheme)
    teachers = teachers_from(lesson.against, lesson.game, learner.scheme)
    compile_kernels(lesson.game)
    before, learned_before = len(learner.curve), learner.games
    seats = SEATS[lesson.seat]
    try:
        with progress_bar("games", lesson.games) as advance:
            played = train(
                learner,
                teachers,
                games=lesson.games,
                seed=lesson.seed,
                seats=seats,
                show=lambda done: advance(done, f"{done}/{lesson.games} {_figures(learner.curve)}"),
            )
    except KeyboardInterrupt:
        saved = "the machine is not saved; name a file with --out"
        if out:
            write_matchbox(learner, out)
            saved = f"the machine is saved; {_further(lesson, learner.games - learned_before, out)}"
        raise Interrupted(f"interrupted after {learner.games} games; {saved}") from None
    if out:
        write_matchbox(learner, out)
    if plot:
        plot_curve(learner, plot)
    try:
        verdicts = _examined(learner, seats)
    except KeyboardInterrupt:
        raise Interrupted(
            f"interrupted after all games, while the machine was examined; {whole_and(out)}"
        ) from None
    _report(lesson, learner, learner.curve[before:], played, verdicts, as_json=as_json)
    if not as_json:
        tell_written(out, plot)
        if out:
            click.echo(f"Its boxes: {program()} learn --show {quoted(out)}{repeated()}")


def _examined(learner: MatchboxPlayer, seats: Sequence[int]) -> list[SeatVerdict | None]:
    """What is proven of the machine's play in each seat."""
    from senet_gp import interruption
    from senet_gp.arena.verdict import seat_verdict
    from senet_gp.games.small import Rulebook
    from senet_gp.learning.training import MAX_POSITIONS

    interruption.check()
    rulebook = Rulebook(learner.game)
    return [seat_verdict(rulebook, learner, seat, MAX_POSITIONS) for seat in seats]


def _further(lesson: Lesson, played: int, out: Path) -> str:
    """How an interrupted machine is taught further, and what differs then from a lesson without a break."""
    file = quoted(out)
    command = (
        f"{program()} learn {lesson.game.name}{rules_of(lesson.game)} --load {file} --out {file} "
        f"--games {lesson.games - played} --against {quoted(lesson.against)} --seat {lesson.seat} "
        f"--seed {lesson.seed + 1}{repeated()}"
    )
    return f"teach it further, by other games than without the break, with: {command}"


def _report(
    lesson: Lesson,
    learner: MatchboxPlayer,
    curve: Sequence[Window],
    played: int,
    verdicts: Sequence[SeatVerdict | None],
    *,
    as_json: bool,
) -> None:
    """Print the learning curve, and what is proven of the machine's play."""
    if as_json:
        result = {
            **lesson.as_json(),
            "scheme": dataclasses.asdict(learner.scheme),
            "games": played,
            "proven": all(found is not None and found.worst >= 0 for found in verdicts),
            "seats": [found.as_json() for found in verdicts if found],
            "boxes": len(learner.boxes),
            "curve": [dataclasses.asdict(window) for window in curve],
        }
        print_json(result)
        return
    click.echo(f"Learning {lesson}, seed {lesson.seed}; {learner.scheme.form}\n")
    if curve:
        _print_curve(curve)
    if played < lesson.games:
        click.echo(f"\nThe training ended after {played} games: a first box is empty, and is not refilled.")
    click.echo()
    for seat, found in zip(SEATS[lesson.seat], verdicts, strict=True):
        click.echo(_verdict(found, seat))


def _print_curve(curve: Sequence[Window]) -> None:
    """Print the curve in a few lines, each of which adds up several windows."""
    together = -(-len(curve) // _LINES)
    click.echo("  games    won  drawn   lost   can it lose?")
    for first in range(0, len(curve), together):
        windows = curve[first : first + together]
        results = [sum(getattr(window, name) for window in windows) for name in ("won", "drawn", "lost")]
        shares = "".join(f" {result / sum(results):6.1%}" for result in results)
        worst = windows[-1].worst
        can_lose = "not known" if worst is None else "no" if worst >= 0 else "yes"
        click.echo(f"{windows[-1].games:7}{shares}   {can_lose}")


def _verdict(found: SeatVerdict | None, seat: int) -> str:
    """What the examination of every line of play has shown, in a sentence."""
    who = f"as {_SEAT_NAMES[seat]}"
    if found is None:
        return f"Whether it can lose {who} is not known: the game has too many positions to examine."
    seen = f"{found.positions} positions"
    if found.worst < 0:
        line = " ".join(found.line[:_MAX_LINES_SHOWN])
        return f"It can still lose {who}: {line}"
    return f"Proven over every line ({seen}): {who} it always {'wins' if found.worst else 'wins or draws'}."


def _figures(curve: Sequence[Window]) -> str:
    if not curve:
        return ""
    certain = ", cannot lose" if curve[-1].proven else ""
    return f"won {curve[-1].share_won:.0%}{certain}"
