"""``senet-gp watch`` and ``replay``: games that are shown board by board."""

from __future__ import annotations

import contextlib
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from senet_gp.cli import Interrupted, compile_kernels, options
from senet_gp.cli.help_pages import GAME, OUTPUT, Verb, option
from senet_gp.runtime.errors import printable

if TYPE_CHECKING:
    from senet_gp.arena.record import GameRecord
    from senet_gp.cli.game_view import ShownGame
    from senet_gp.players.player import Player


@click.command(
    "watch",
    cls=Verb,
    examples=[
        "senet-gp watch senet hand:HC5 random-tree:1",
        "senet-gp watch senet net hand:V8 --delay 0.5 --record game.txt",
    ],
)
@options.game
@options.player("a")
@options.player("b", "OPPONENT")
@option(
    "--delay",
    group=GAME,
    type=options.Finite(0, 60),
    help="How many seconds each board is shown.  [default: 1 in a terminal, else 0]",
)
@options.rules
@options.drawn_seed("game")
@options.start
@options.new_file("--record", "Save the game into this new file, however it ends.")
@options.ascii_only
def watch(
    game_name: str,
    a: str,
    b: str,
    delay: float | None,
    parameters: dict[str, int],
    seed: int | None,
    position: str | None,
    throws: str | None,
    record: Path | None,
    *,
    ascii_only: bool,
) -> None:
    """Watch PLAYER, who moves first, play a game of GAME against OPPONENT, board by board.

    Ctrl-C ends it. senet-gp replay shows a saved game again, and senet-gp analyse finds its mistakes.
    """
    from senet_gp.arena.record import record_from
    from senet_gp.cli.game_view import ShownGame
    from senet_gp.players.parsing import game_for, player_from_text

    game = game_for([a, b], game_name, parameters)
    players = player_from_text(a, game), player_from_text(b, game)
    drawn = secrets.randbelow(2**31) if seed is None else seed
    played = record_from((players[0].name, players[1].name), game, drawn, position, throws)
    shown = ShownGame(played, ascii_only=ascii_only)
    compile_kernels(game)
    shown.show_title()
    shown.table.say(f"(To watch the same game again: --seed {drawn})")
    usual = 1.0 if sys.stdout is not None and sys.stdout.isatty() else 0.0
    try:
        _watch(played, players, shown, usual if delay is None else delay)
    except KeyboardInterrupt:
        where = f"; it is saved in {record}" if record else ""
        raise Interrupted(f"you stopped watching in turn {played.turns + 1}{where}") from None
    finally:
        if record is not None:
            played.write(record)
    shown.table.say(f"End of the game: {shown.record.end}.")
    if record is not None:
        shown.table.say(f"Saved in {printable(str(record))}.")


def _watch(record: GameRecord, players: tuple[Player, Player], shown: ShownGame, delay: float) -> None:
    """Play the game, show and record every choice."""
    from senet_gp.arena.record import play_on
    from senet_gp.cli.game_view import line_within

    shown.show_after(0)
    for _ in play_on(record, players):
        shown.show_after(len(record.choices))
        if delay and record.outcome_by_moves is None:
            line_within(delay, listen=False)


_PROMPT = "Enter next, b back, a turn's number, p plays on, q ends: "


@click.command(
    "replay",
    cls=Verb,
    examples=[
        "senet-gp replay game.txt",
        "senet-gp replay game.txt --delay 3",
    ],
)
@click.argument("file", type=options.PATH)
@option(
    "--delay",
    group=OUTPUT,
    type=options.Finite(0, 60),
    default=1.0,
    show_default=True,
    help="How many seconds each board is shown while the game plays on by itself.",
)
@options.ascii_only
def replay(file: Path, delay: float, *, ascii_only: bool) -> None:
    """Show a recorded game step by step.

    In a terminal, Enter shows the next move, b the one before, a number goes to that turn, p plays on until a
    line is entered, and q ends. Through a pipe, the whole game is printed.
    """
    from senet_gp.arena.record import GameRecord
    from senet_gp.cli.game_view import ShownGame

    record = GameRecord.read(file)
    shown = ShownGame(record, ascii_only=ascii_only)
    shown.show_title()
    if sys.stdin is not None and sys.stdin.isatty():
        _Walk(shown, delay).go()
        return
    for count in range(len(record.choices) + 1):
        shown.show_after(count)
    shown.table.say(f"End of the record: {shown.record.end}.")


class _Walk:
    """A person goes to and fro in a recorded game."""

    def __init__(self, shown: ShownGame, delay: float) -> None:
        self._shown = shown
        self._delay = delay
        self._last = len(shown.record.choices)
        self._at = 0  # how many choices have been made

    def go(self) -> None:
        """Show the start, and then what the person asks for, until they end, or the input does."""
        with contextlib.suppress(EOFError):
            self._show(0)
            while (line := self._shown.table.ask(_PROMPT).strip().lower()) != "q":
                if not line and self._at == self._last:
                    break
                self._answer(line)

    def _answer(self, line: str) -> None:
        """Do what a line asks for."""
        table, turns = self._shown.table, [choice.turn for choice in self._shown.record.choices]
        if not line:
            self._show(self._at + 1)
        elif line == "b":
            self._show(max(0, self._at - 1))
        elif line == "p":
            self._play_on()
        elif line.isascii() and line.isdecimal():
            self._show(sum(turn <= int(line[:9]) for turn in turns))
        else:
            table.say("Press Enter, or type b, p, q or the number of a turn.")

    def _play_on(self) -> None:
        from senet_gp.cli.game_view import line_within

        while self._at < self._last:
            self._show(self._at + 1)
            if self._at < self._last and line_within(self._delay):
                self._shown.table.ask("")
                return

    def _show(self, count: int) -> None:
        self._at = count
        self._shown.show_after(count)
        if count == self._last:
            self._shown.table.say(f"End of the record: {self._shown.record.end}. (Enter ends.)")
