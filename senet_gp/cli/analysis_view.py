"""An analysed game on the terminal."""

from __future__ import annotations

from textwrap import wrap

from rich.box import SIMPLE
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from senet_gp.analysis.analysed import Accuracy, GameAnalysis, JudgedChoice
from senet_gp.analysis.wording import (
    CLOSE_MEANS,
    better,
    lost_cell,
    luck_cell,
    luck_of,
    meaning_of,
    note_of,
    told,
    wins,
)
from senet_gp.cli.console import Console
from senet_gp.cli.game_table import GameTable
from senet_gp.errors import printable
from senet_gp.games.registry import titled
from senet_gp.games.wording import spoken
from senet_gp.quoting import shortened

_INDENT, _LONGEST_NAME = 2, 32


class AnalysisView:
    """Shows an analysis.

    Attributes:
        analysis: what is shown.
    """

    def __init__(self, analysis: GameAnalysis, *, ascii_only: bool) -> None:
        self.analysis = analysis
        self._console = Console()
        self._table = GameTable(analysis.record.game, ascii_only=ascii_only)

    def show(self) -> None:
        """Show all of it; what matters most comes last, where a terminal ends."""
        record, signs = self.analysis.record, self._table.signs
        names = [printable(shortened(name, _LONGEST_NAME)) for name in record.players]
        players = " against ".join(f"{sign} {name}" for sign, name in zip(signs, names, strict=True))
        self._say(f"{titled(record.game)}: {players}, {record.turns} turns")
        self._say(meaning_of(self.analysis))
        self._show_choices()
        self._show_worst()
        self._show_accuracy()
        self._show_luck()

    def _say(self, text: str, *, indent: int = 0) -> None:
        margin = " " * indent
        width = max(self._console.width, 20)
        for line in wrap(text, width, initial_indent=margin, subsequent_indent=margin):
            self._table.say(line)

    def _head(self, text: str) -> None:
        self._console.print()
        self._console.print(Text(text, style="bold"))

    def _new_table(self) -> Table:
        # Where pieces are letters, there are no lines either.
        box = None if "".join(self._table.signs).isascii() else SIMPLE
        return Table(box=box, pad_edge=False, show_edge=False, padding=(0, 1))

    def _show_table(self, table: Table) -> None:
        self._console.print(Padding(table, (0, 0, 0, _INDENT), expand=False))

    def _show_choices(self) -> None:
        analysis, signs = self.analysis, self._table.signs
        self._head("Choice by choice")
        table = self._new_table()
        table.add_column("turn", justify="right", no_wrap=True)
        table.add_column("")
        if analysis.record.game.stochastic:
            table.add_column("throws")
        table.add_column("played")
        if analysis.exact:
            table.add_column("perfect play", no_wrap=True)
        else:
            table.add_column(f"wins of\n100 of {signs[0]}", justify="right", no_wrap=True)
        if analysis.record.game.stochastic:
            table.add_column("luck", justify="right", no_wrap=True)
        table.add_column("lost", justify="right", no_wrap=True)
        table.add_column("", no_wrap=True)
        table.add_column("better")
        for judged in analysis.choices:
            table.add_row(*self._cells(judged))
        self._show_table(table)
        luck = "luck: what the throw gave the player; " if analysis.record.game.stochastic else ""
        self._say(
            f"{luck}lost: against the best choice, in wins of 100; ?: a mistake, 5 or more beyond doubt; "
            f"??: a blunder, 10 or more{'' if analysis.exact else f'; {CLOSE_MEANS}'}",
            indent=_INDENT,
        )

    def _cells(self, judged: JudgedChoice) -> list[str]:
        choice = judged.choice
        decision, index = choice.decision, choice.index
        cells = [str(choice.turn), self._table.signs[choice.seat]]
        if self.analysis.record.game.stochastic:
            cells.append(" ".join(map(str, decision.throws)))
        exact = self.analysis.exact
        cells += [self._told(judged, index), judged.word(index) if exact else wins(judged.first_movers)]
        if self.analysis.record.game.stochastic:
            cells.append(luck_cell(judged))
        cells += [lost_cell(judged), judged.mark]
        return [*cells, self._table.spelled(better(judged))]

    def _told(self, judged: JudgedChoice, index: int) -> str:
        """A choice of a decision as this terminal can show it."""
        return self._table.spelled(told(judged, index))

    def _show_worst(self) -> None:
        worst = self.analysis.worst
        self._head("The worst choices")
        if not worst:
            self._say("None lost any wins beyond doubt.", indent=_INDENT)
        for number, judged in enumerate(worst, 1):
            self._show_decision(number, judged)

    def _show_decision(self, number: int, judged: JudgedChoice) -> None:
        decision = judged.choice.decision
        sign = self._table.signs[decision.seat]
        throws = f", throws {spoken(decision.throws)}" if decision.throws else ""
        self._console.print()
        self._say(f"{number}. turn {judged.choice.turn}: {sign} to move{throws}", indent=_INDENT)
        self._table.draw(decision.position, decision.seat)
        table = self._new_table()
        table.add_column("move")
        table.add_column("wins of 100", justify="right", no_wrap=True)
        exact = self.analysis.exact
        table.add_column("perfect play" if exact else "interval", justify="left" if exact else "right")
        table.add_column("")
        for index in dict.fromkeys([*judged.shown, judged.choice.index]):
            low, high = judged.chances.interval(index)
            known = judged.word(index) or ("certain" if low == high else f"{wins(low)} to {wins(high)}")
            cells = [wins(judged.chances.value(index)), known, note_of(judged, index)]
            table.add_row(self._told(judged, index), *cells)
        self._show_table(table)
        if judged.verdict:
            self._say(judged.verdict, indent=_INDENT)
        low, high = judged.lost.interval
        interval = "" if exact else f" ({wins(low)} to {wins(high)})"
        self._say(f"It lost {wins(judged.lost.value)} wins of 100{interval}.", indent=_INDENT)

    def _show_accuracy(self) -> None:
        self._head("Accuracy")
        table = self._new_table()
        table.add_column("player")
        for heading in ("choices", "lost a\nchoice", "interval", "mistakes", "blunders"):
            table.add_column(heading, justify="right", no_wrap=True)
        for accuracy in self.analysis.accuracies:
            table.add_row(*self._accuracy_cells(accuracy))
        self._show_table(table)

    def _accuracy_cells(self, of: Accuracy) -> list[str]:
        low, high = of.lost.interval
        interval = "exact" if self.analysis.exact else f"{100 * low:.1f} to {100 * high:.1f}"
        name = f"{self._table.signs[of.seat]} {printable(shortened(of.name, _LONGEST_NAME))}"
        return [
            name,
            str(of.decisions),
            f"{100 * of.lost.value:.1f}",
            interval,
            str(of.mistakes),
            str(of.blunders),
        ]

    def _show_luck(self) -> None:
        if self.analysis.record.game.stochastic:
            self._head("Luck")
            self._say(luck_of(self.analysis, self._table.signs[0]), indent=_INDENT)
