"""An analysed game on the terminal."""

from __future__ import annotations

import click

from senet_gp.cli.console import figures, texts
from senet_gp.cli.insight_view import Page
from senet_gp.games.protocol import spoken
from senet_gp.games.registry import titled
from senet_gp.insight.analysis.analysed import Accuracy, GameAnalysis, JudgedChoice
from senet_gp.insight.analysis.wording import (
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
from senet_gp.runtime.errors import printable, shortened

_LONGEST_NAME = 32


class AnalysisView:
    """Shows an analysis.

    Attributes:
        analysis: what is shown.
    """

    def __init__(self, analysis: GameAnalysis, *, ascii_only: bool) -> None:
        self.analysis = analysis
        self._page = Page(analysis.record.game, ascii_only=ascii_only)
        self._signs = self._page.board.signs
        self._stochastic = analysis.record.game.stochastic

    def show(self) -> None:
        """Show all of it; what matters most comes last, where a terminal ends."""
        record = self.analysis.record
        names = [printable(shortened(name, _LONGEST_NAME)) for name in record.players]
        players = " against ".join(f"{sign} {name}" for sign, name in zip(self._signs, names, strict=True))
        self._page.say(f"{titled(record.game)}: {players}, {record.turns} turns", indent=0)
        self._page.say(meaning_of(self.analysis), indent=0)
        self._show_choices()
        self._show_worst()
        self._show_accuracy()
        self._show_luck()

    def _show_choices(self) -> None:
        exact = self.analysis.exact
        self._page.head("Choice by choice")
        columns = [*figures("turn"), *texts("", *(["throws"] if self._stochastic else []), "played")]
        columns += texts("perfect play") if exact else figures(f"wins of\n100 of {self._signs[0]}")
        columns += [*figures(*(["luck"] if self._stochastic else []), "lost"), *texts("", "better")]
        self._page.table(columns, map(self._cells, self.analysis.choices))
        luck = "luck: what the throw gave the player; " if self._stochastic else ""
        self._page.say(
            f"{luck}lost: against the best choice, in wins of 100; ?: a mistake, 5 or more beyond doubt; "
            f"??: a blunder, 10 or more{'' if exact else f'; {CLOSE_MEANS}'}"
        )

    def _cells(self, judged: JudgedChoice) -> list[str]:
        choice = judged.choice
        decision, index = choice.decision, choice.index
        cells = [str(choice.turn), self._signs[choice.seat]]
        if self._stochastic:
            cells.append(" ".join(map(str, decision.throws)))
        exact = self.analysis.exact
        cells += [told(judged, index), judged.word(index) if exact else wins(judged.first_movers)]
        if self._stochastic:
            cells.append(luck_cell(judged))
        return [*cells, lost_cell(judged), judged.mark, better(judged)]

    def _show_worst(self) -> None:
        worst = self.analysis.worst
        self._page.head("The worst choices")
        if not worst:
            self._page.say("None lost any wins beyond doubt.")
        for number, judged in enumerate(worst, 1):
            self._show_decision(number, judged)

    def _show_decision(self, number: int, judged: JudgedChoice) -> None:
        decision = judged.choice.decision
        sign = self._signs[decision.seat]
        throws = f", throws {spoken(decision.throws)}" if decision.throws else ""
        click.echo()
        self._page.say(f"{number}. turn {judged.choice.turn}: {sign} to move{throws}")
        self._page.board.draw(decision.position, decision.seat)
        exact = self.analysis.exact
        known = texts("perfect play") if exact else figures("interval")
        self._page.table(
            [*texts("move"), *figures("wins of 100"), *known, *texts("")],
            [_choice_cells(judged, index) for index in dict.fromkeys([*judged.shown, judged.choice.index])],
        )
        if judged.verdict:
            self._page.say(judged.verdict)
        low, high = judged.lost.interval
        interval = "" if exact else f" ({wins(low)} to {wins(high)})"
        self._page.say(f"It lost {wins(judged.lost.value)} wins of 100{interval}.")

    def _show_accuracy(self) -> None:
        self._page.head("Accuracy")
        columns = [
            *texts("player"),
            *figures("choices", "lost a\nchoice", "interval", "mistakes", "blunders"),
        ]
        self._page.table(columns, map(self._accuracy_cells, self.analysis.accuracies))

    def _accuracy_cells(self, of: Accuracy) -> list[str]:
        low, high = of.lost.interval
        interval = "exact" if self.analysis.exact else f"{100 * low:.1f} to {100 * high:.1f}"
        name = f"{self._signs[of.seat]} {printable(shortened(of.name, _LONGEST_NAME))}"
        return [
            name,
            str(of.decisions),
            f"{100 * of.lost.value:.1f}",
            interval,
            str(of.mistakes),
            str(of.blunders),
        ]

    def _show_luck(self) -> None:
        if self._stochastic:
            self._page.head("Luck")
            self._page.say(luck_of(self.analysis, self._signs[0]))


def _choice_cells(judged: JudgedChoice, index: int) -> list[str]:
    """A choice of a decision, its chance, and what is known of that."""
    low, high = judged.chances.interval(index)
    known = judged.word(index) or ("certain" if low == high else f"{wins(low)} to {wins(high)}")
    return [told(judged, index), wins(judged.chances.value(index)), known, note_of(judged, index)]
