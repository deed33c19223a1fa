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
from senet_gp.games.board_texts import marked_text
from senet_gp.games.protocol import Game, spoken
from senet_gp.games.registry import game_of, in_words, titled
from senet_gp.insight.decisive_positions import Candidate, DecisivePosition
from senet_gp.insight.explanation import Explanation, MeasuredPart
from senet_gp.insight.game_analysis import Accuracy, GameAnalysis, JudgedChoice
from senet_gp.insight.judges import Grade, wins
from senet_gp.insight.own_record import OwnGame, OwnRecord
from senet_gp.insight.parts import Read
from senet_gp.players.human import addressed
from senet_gp.runtime.errors import printable, quoted, shortened

#: Texts are not narrower than this.
_MIN_COLUMNS = 20
_LONGEST_NAME = 32
#: Longer texts are cut to this many characters; ``--json`` has them whole.
_LONGEST = 150
_LONGEST_TERM = 44
_MAX_READS = 24
_MAX_IDLE = 6
_MAX_TERMS = 12
#: How many of the terms that tell its afterstates apart are shown for a decisive position.
_TERMS_SHOWN = 4
_LETTERS = "abcdefgh"
_PERFECT = {1: "win", 0: "draw", -1: "loss"}
#: How questions about a square are marked on the board.
_MARKS = {"mine": "m", "theirs": "t", "empty": "e", "protected": "p"}
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


def _named(name: str, game: Game) -> str:
    """What a player of a record is called."""
    return printable(shortened(addressed(name, game), _LONGEST_NAME))


class ExplanationView:
    """Shows an explanation.

    Attributes:
        explanation: what is shown.
    """

    def __init__(self, explanation: Explanation) -> None:
        self.explanation = explanation
        self._page = Page(explanation.game, ascii_only=False)

    def show(self) -> None:
        """Show all of it."""
        of = self.explanation
        nodes = plural(len(of.tree), "node")
        vocabulary = of.tree.vocabulary.name
        self._page.say(
            f"{printable(of.player)}: {in_words(of.game)}, {nodes} in the {vocabulary} vocabulary", indent=0
        )
        self._show_value()
        self._show_reads()
        self._show_parts()
        self._show_decisive()
        self._show_way()

    def _show_value(self) -> None:
        """Show the terms whose sum is the value."""
        terms, rest = self.explanation.terms.all, self.explanation.terms.rest
        if rest is None or len(terms) < 2:
            return
        self._page.head("Its value, with equal terms added up")
        for number, term in enumerate(terms):
            if number == _MAX_TERMS:
                left = len(terms) - number
                self._page.say(f"and {left} more {'term' if left == 1 else 'terms'}")
                break
            text = term.infix
            sign, text = ("-", text[1:]) if text.startswith("-") else ("+", text)
            self._page.say(f"{sign if number or sign == '-' else ' '} {_cut(text)}")
        if rest:
            self._page.say(f"{'+' if rest > 0 else '-'} {abs(rest)}")

    def _show_reads(self) -> None:
        reads = self.explanation.reads
        self._page.head("What it looks at")
        if not reads:
            self._page.say("Nothing: its value is the same on every board.")
            return
        columns = [*texts("question"), *figures("times", "choices\nchanged"), *texts("what it asks")]
        self._page.table(columns, map(_read_cells, reads[:_MAX_READS]))
        more = max(0, len(reads) - _MAX_READS) + self.explanation.further_reads
        if more:
            self._page.say(f"and {more} more")
        self._page.say(
            "choices changed: the share of its real decisions in which it would choose otherwise if the "
            "answer were the average one each time"
        )
        self._show_squares()

    def _show_squares(self) -> None:
        """Show the board, with the questions that are asked about single squares."""
        marks: dict[int, str] = {}
        for read in self.explanation.reads:
            if read.squares and not read.computed and read.word in _MARKS:
                square = read.squares[0]
                marks[square] = "".join(sorted(marks.get(square, "") + _MARKS[read.word]))
        if not marks:
            return
        board = marked_text(self.explanation.game.geometry, marks, self._page.board.empty)
        click.echo(f"\n{board}\n")
        named = [
            f"{mark} {word}" for word, mark in _MARKS.items() if any(mark in text for text in marks.values())
        ]
        self._page.say(f"squares asked about: {', '.join(named)}")

    def _show_parts(self) -> None:
        of = self.explanation
        self._page.head("How much each part matters")
        self._page.say(
            f"Each part is replaced, wherever it occurs, by its mean in {of.decisions} real decisions (a "
            "truth value by the more frequent one). Wins lost: how many fewer of 100 games the player then "
            f"wins, measured in {of.games} games against {of.opponent}, with the 95 % interval."
        )
        self._page.table(
            [*figures("wins\nlost", "interval", "choices\nchanged", "times", "replaced\nby"), *texts("part")],
            [
                *((*_figures(part), _part_text(part)) for part in of.parts),
                (*_figures(of.whole), "(the whole expression)"),
            ],
        )
        if of.idle:
            self._page.say("Without these parts all its choices would have been the same:")
            for influence in of.idle[:_MAX_IDLE]:
                self._page.say(
                    f"{_cut(influence.infix, 66)}, replaced by {influence.replacement_text}",
                    indent=2 * INDENT,
                )
            if len(of.idle) > _MAX_IDLE:
                self._page.say(f"and {len(of.idle) - _MAX_IDLE} more", indent=2 * INDENT)

    def _show_decisive(self) -> None:
        of = self.explanation
        self._page.head("Decisive positions")
        if not of.decisive:
            self._page.say("There are none: all its choices were between afterstates of equal score.")
            return
        self._page.say(f"{of.decisive_means}.")
        for number, position in enumerate(of.decisive, 1):
            self._show_position(number, position)

    def _show_way(self) -> None:
        """Say in plain words how it plays; it comes last, where a terminal ends."""
        if self.explanation.way.text:
            self._page.head("How it plays")
            self._page.say(self.explanation.way.text)

    def _show_position(self, number: int, position: DecisivePosition) -> None:
        sample = position.sample
        where = f"{number}. game {sample.game_number}, turn {sample.turn}"
        self._page.decision(where, sample.position, sample.seat, sample.throws)
        self._show_afterstates(position)
        if position.others:
            self._page.say(f"and {position.others} more")
        if position.value is None:
            self._show_terms(position)
        else:
            chosen, moves = position.candidates[0], len(position.candidates)
            move = f"{chosen.moves}, {chosen.text}"
            self._page.say(f"The value is {position.value}; modulo {moves} that is move {move}.")
        gain = 100 * position.gain
        more = "more" if gain >= 0 else "fewer"
        self._page.say(
            f"The choice played is worth {abs(gain):.1f} {more} wins of 100 than its rival{_but(position)}."
        )

    def _show_afterstates(self, position: DecisivePosition) -> None:
        """Show the afterstates of a position, and what each is worth."""
        scores = ["score"] if position.value is None else []
        perfect = [] if position.candidates[0].perfect is None else ["perfect play"]
        self._page.table(
            [*texts("", "move"), *figures(*scores, "wins of 100", "interval"), *texts(*perfect, "")],
            [
                _afterstate_cells(letter, afterstate)
                for letter, afterstate in zip(_LETTERS, position.candidates, strict=False)
            ],
        )

    def _show_terms(self, position: DecisivePosition) -> None:
        """Show what makes the difference between the afterstates, term by term."""
        rows = list(zip(*(afterstate.terms for afterstate in position.candidates), strict=True))
        differing = [number for number, row in enumerate(rows) if len(set(row)) > 1][:_TERMS_SHOWN]
        if not differing or len(rows) < 2:
            return
        letters = _LETTERS[: len(position.candidates)]
        self._page.table(
            [*texts("what makes the difference"), *figures(*letters)],
            [
                (_cut(position.terms[number].infix, _LONGEST_TERM), *map(str, rows[number][: len(letters)]))
                for number in differing
            ],
        )


def _but(position: DecisivePosition) -> str:
    """That the choice is a mistake, if it is one, as the end of a sentence."""
    better, chosen = position.better, position.candidates[0]
    if better is None:
        return ""
    letter = _LETTERS[position.candidates.index(better)]
    if better.interval == (1, 1):
        return f"; it is a mistake: {letter} wins at once"
    return f"; it is a mistake: {letter} is worth {100 * (better.chance - chosen.chance):.1f} more"


def _read_cells(read: Read) -> tuple[str, ...]:
    influence = read.influence
    meaning = _cut(read.meaning)
    if read.computed and read.squares:
        meaning += f" Seen: {_in_short(read.squares)}."
    return (_cut(read.text, 60), str(influence.part.times), f"{influence.changed:.1%}", meaning)


def _afterstate_cells(letter: str, afterstate: Candidate) -> list[str]:
    remark = afterstate.remark if afterstate.remark != afterstate.text else ""
    cells = [letter, afterstate.text + (f" ({remark})" if remark else "")]
    if afterstate.score is not None:
        cells.append(str(afterstate.score))
    low, high = afterstate.interval
    interval = "certain" if low == high else _of_100(afterstate.interval)
    cells += [f"{100 * afterstate.chance:.1f}", interval]
    if afterstate.perfect is not None:
        cells.append(_PERFECT[afterstate.perfect])
    return [*cells, {"a": "played", "b": "rival"}.get(letter, "")]


def _figures(part: MeasuredPart) -> tuple[str, ...]:
    influence = part.influence
    return (
        f"{100 * part.lost.share:.1f}",
        _of_100(part.lost.interval),
        f"{influence.changed:.1%}",
        str(influence.part.times),
        influence.replacement_text,
    )


def _part_text(part: MeasuredPart) -> str:
    nodes = part.influence.part.size
    return _cut(part.influence.infix) + (f" ({nodes} nodes)" if len(part.influence.infix) > _LONGEST else "")


def _of_100(interval: tuple[float, float]) -> str:
    low, high = interval
    return f"{100 * low:.1f} to {100 * high:.1f}"


def _cut(text: str, most: int = _LONGEST) -> str:
    return text if len(text) <= most else text[: most - 3] + "..."


def _in_short(squares: tuple[int, ...]) -> str:
    """Squares as ranges: 1 to 7, 26."""
    runs: list[list[int]] = []
    for square in squares:
        if runs and runs[-1][1] == square - 1:
            runs[-1][1] = square
        else:
            runs.append([square, square])
    return ", ".join(str(low) if low == high else f"{low} to {high}" for low, high in runs)


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
