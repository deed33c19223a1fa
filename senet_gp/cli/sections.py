"""An expression explained, a game analysed, and a person's own games added up, on the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

import click
from rich.text import Text

from senet_gp.cli.console import INDENT, Column, Console, Row, figures, print_table, texts
from senet_gp.cli.game_view import MAX_COLUMNS, GameView
from senet_gp.cli.output import command_for, plural
from senet_gp.games.protocol import Game, spoken
from senet_gp.games.registry import game_of, titled
from senet_gp.insight.game_analysis import Accuracy, GameAnalysis, JudgedChoice
from senet_gp.insight.judges import Grade, wins
from senet_gp.insight.own_record import OwnGame, OwnRecord
from senet_gp.insight.rows import Boards, Kind, Lines, Rows, Section
from senet_gp.players.human import addressed
from senet_gp.runtime.errors import printable, quoted, shortened

#: Texts are not narrower than this.
_MIN_COLUMNS = 20
_LONGEST_NAME = 32
#: How many of the last games, and of the last mistakes, are shown.
_GAMES_SHOWN, _MISTAKES_SHOWN = 10, 5
#: What the result of a person's game is called.
_RESULTS = {1: "won", 0: "drawn", -1: "lost", None: "unfinished"}


class Page:
    """Headings, texts, tables and boards of a game below one another, such as an explanation.

    Attributes:
        board: what shows the boards.
    """

    def __init__(self, game: Game, *, ascii_only: bool) -> None:
        self.board = GameView(game, ascii_only=ascii_only)
        self._plain = "".join(self.board.signs).isascii()
        self._width = min(max(Console().width, _MIN_COLUMNS), MAX_COLUMNS)

    def head(self, text: str) -> None:
        """Show a heading."""
        click.echo()
        Console().print(Text(text, style="bold"))

    def say(self, text: str, *, indent: int = INDENT, command: str = "") -> None:
        """Show a text, broken between words; by default as far to the right as tables are.

        Args:
            text: the text.
            indent: how far to the right.
            command: a command after it; as it is copied, it has a line of its own, which is not broken.
        """
        margin = " " * indent
        for line in textwrap.wrap(text, self._width, initial_indent=margin, subsequent_indent=margin):
            click.echo(self.board.spelled(line))
        if command:
            click.echo(margin + command)

    def show(self, view: Section) -> None:
        """Show a section as a whole; what matters most comes last, where a terminal ends."""
        self.say(view.title, indent=0)
        for block in view.blocks:
            if not isinstance(block, Section):
                self._show_block(block, indent=0)
        for section in reversed(view.sections):
            self.head(section.title)
            for block in section.blocks:
                self._show_block(block)

    def _show_block(self, block: str | Rows | Lines | Boards | Section, indent: int = INDENT) -> None:
        match block:
            case str():
                self.say(block, indent=indent)
            case Rows():
                self.table([_column(*column) for column in block.columns], block.cells)
            case Lines(lines, drawn=True):
                click.echo(self.board.spelled("\n".join(["", *lines, ""])))
            case Lines(lines):
                for line in lines:
                    self.say(line, indent=indent)
            case Boards(decision):
                self.board.draw(decision.position, decision.seat)
            case Section(title, blocks):
                click.echo()
                self.say(title, indent=indent)
                for inner in blocks:
                    self._show_block(inner)

    def decision(self, where: str, position: Any, seat: int, throws: Sequence[int]) -> None:
        """Show a board with where it was met, whose move it is, and what was thrown."""
        thrown = f", throws {spoken(throws)}" if throws else ""
        click.echo()
        self.say(f"{where}: {self.board.signs[seat]} to move{thrown}")
        self.board.draw(position, seat)

    def table(self, columns: Sequence[Column], rows: Iterable[Row]) -> None:
        """Show a table; where pieces are letters, it has no lines either."""
        print_table(columns, [list(map(self.board.spelled, row)) for row in rows], plain=self._plain)


class AnalysisView:
    """Shows an analysis.

    Attributes:
        analysis: what is shown.
    """

    def __init__(self, analysis: GameAnalysis, *, ascii_only: bool) -> None:
        self.analysis = analysis
        self._page = Page(analysis.record.game, ascii_only=ascii_only)
        self._signs = self._page.board.signs
        self._side = self._signs[analysis.side]
        self._stochastic = analysis.record.game.stochastic

    def show(self) -> None:
        """Show all of it; what matters most comes last, where a terminal ends."""
        record = self.analysis.record
        names = [_named(name, record.game) for name in record.players]
        players = " against ".join(f"{sign} {name}" for sign, name in zip(self._signs, names, strict=True))
        self._page.say(f"{titled(record.game)}: {players}, {record.turns} turns", indent=0)
        self._page.say(self.analysis.meaning, indent=0)
        self._show_choices()
        self._show_worst()
        self._show_accuracy()
        self._show_luck()

    def _show_choices(self) -> None:
        exact = self.analysis.judge.exact
        self._page.head("Choice by choice")
        columns = [*figures("turn"), *texts("", *(["throws"] if self._stochastic else []), "played")]
        columns += texts("perfect play") if exact else figures(f"wins of\n100 of {self._side}")
        columns += [*figures(*(["luck"] if self._stochastic else []), "lost"), *texts("")]
        self._page.table(columns, map(self._cells, self.analysis.choices))
        luck = "luck: what the throw gave the player; " if self._stochastic else ""
        self._page.say(
            f"{luck}lost: against the best choice, in wins of 100; ?!: an inaccuracy, 2 or more; ?: a "
            "mistake, 5 or more; ??: a blunder, 10 or more"
        )
        self._show_better()

    def _cells(self, judged: JudgedChoice) -> list[str]:
        choice = judged.choice
        decision, index = choice.decision, choice.index
        cells = [str(choice.turn), self._signs[choice.seat]]
        if self._stochastic:
            cells.append(" ".join(map(str, decision.throws)))
        chance = (
            judged.word(index) if self.analysis.judge.exact else wins(judged.chance_of(self.analysis.side))
        )
        cells += [judged.move_text(index), chance]
        if self._stochastic:
            cells.append(judged.luck_cell)
        return [*cells, judged.lost_cell, judged.mark]

    def _show_better(self) -> None:
        """Show for each mistake what was better; few rows have it, so it is no column for all."""
        marked = [judged for judged in self.analysis.choices if judged.mark]
        if not marked:
            return
        self._page.table(
            [*figures("turn"), *texts("", "played", "", "better")],
            [
                [
                    str(judged.choice.turn),
                    self._signs[judged.choice.seat],
                    judged.move_text(judged.choice.index),
                    judged.mark,
                    judged.better,
                ]
                for judged in marked
            ],
        )

    def _show_worst(self) -> None:
        worst = self.analysis.worst
        self._page.head("The worst choices")
        if not worst:
            self._page.say("None lost two wins of 100 or more.")
        for number, judged in enumerate(worst, 1):
            self._show_decision(number, judged)

    def _show_decision(self, number: int, judged: JudgedChoice) -> None:
        decision = judged.choice.decision
        where = f"{number}. turn {judged.choice.turn}"
        self._page.decision(where, decision.position, decision.seat, decision.throws)
        known = texts("perfect play") if self.analysis.judge.exact else []
        self._page.table(
            [*texts("move"), *figures("wins of 100"), *known, *texts("")],
            [self._choice_cells(judged, index) for index in judged.shown],
        )
        if judged.judgement.verdict:
            self._page.say(judged.judgement.verdict)
        self._page.say(f"It lost {wins(judged.lost)} wins of 100.")
        for sentence in judged.why:
            self._page.say(sentence)

    def _choice_cells(self, judged: JudgedChoice, index: int) -> list[str]:
        """A choice of a decision, its chance, and what else is known of it."""
        word = [judged.word(index)] if self.analysis.judge.exact else []
        return [judged.move_text(index), wins(judged.judgement.chance(index)), *word, judged.note(index)]

    def _show_accuracy(self) -> None:
        self._page.head("Accuracy")
        columns = [
            *texts("player"),
            *figures("choices", "lost a\nchoice", *(grade.value for grade in Grade)),
        ]
        self._page.table(columns, map(self._accuracy_cells, self.analysis.accuracies))

    def _accuracy_cells(self, of: Accuracy) -> list[str]:
        name = f"{self._signs[of.seat]} {_named(of.name, self.analysis.record.game)}"
        return [name, str(of.decisions), of.shown, *(str(of.grades[grade]) for grade in Grade)]

    def _show_luck(self) -> None:
        if self._stochastic:
            self._page.head("Luck")
            self._page.say(self.analysis.luck_told(self._side))


def _column(heading: str, kind: Kind) -> Column:
    return (figures if kind.is_figure else texts)(heading)[0]


def _named(name: str, game: Game) -> str:
    """What a player of a record is called."""
    return printable(shortened(addressed(name, game), _LONGEST_NAME))


def show_record(record: OwnRecord) -> None:
    """Show the games of a person in one game."""
    page = Page(game_of(record.game), ascii_only=False)
    results = [game.result for game in record.games if not game.retried]
    ended = plural(len(results) - results.count(None), "finished game")
    page.head(f"{game_of(record.game).title}: {ended}, {results.count(1)} won")
    _show_games(page, record)
    page.table(
        [*texts("opponent"), *figures("games", "won", "drawn")],
        [[_short_name(row.name), str(row.games), str(row.won), str(row.drawn)] for row in record.opponents],
    )
    if record.habits:
        page.head("What cost most")
        page.table(
            [*figures("wins\nlost", "choices"), *texts("do this instead")],
            [[_rounded(row.lost), str(row.times), row.rule] for row in record.habits],
        )
    _show_mistakes(page, record)


def _show_games(page: Page, record: OwnRecord) -> None:
    rows = list(zip(record.games, record.losses, record.means, strict=True))[-_GAMES_SHOWN:]
    judged = any(lost is not None for _, lost, _ in rows)
    columns = [*texts("opponent", "result"), *figures("choices", "lost a\nchoice", "mean\nof five")]
    page.table(
        columns if judged else columns[:3],
        [
            [*_game_cells(game), *([_lost_of_100(lost), _lost_of_100(mean)] if judged else [])]
            for game, lost, mean in rows
        ],
    )
    if judged:
        page.say("lost a choice: wins of 100 that a choice lost on average, against the best one")


def _show_mistakes(page: Page, record: OwnRecord) -> None:
    mistakes = record.mistakes[:_MISTAKES_SHOWN]
    if not mistakes:
        return
    page.head("Your last mistakes")
    page.table(
        [*figures("wins\nlost"), *texts("turn", "played", "better", "the better one")],
        [
            [
                _rounded(choice.lost),
                str(choice.choice.turn),
                choice.judgement.move_text(choice.choice.index),
                choice.judgement.move_text(choice.judgement.best),
                "" if choice.reason is None else choice.reason.text,
            ]
            for _, choice in mistakes
        ],
    )
    latest = mistakes[0][0].name
    page.say("All of the last of these games:", command=command_for(f"analyse {quoted(latest)}"))


def _game_cells(game: OwnGame) -> list[str]:
    again = ", tried again" if game.retried else ""
    return [_short_name(game.opponent), _RESULTS[game.result] + again, str(game.choices)]


def _short_name(name: str) -> str:
    return printable(shortened(name, _LONGEST_NAME))


def _rounded(chance: float) -> str:
    return f"{100 * chance:.0f}"


def _lost_of_100(chance: float | None) -> str:
    return "" if chance is None else f"{100 * chance:.1f}"
