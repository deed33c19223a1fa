"""A person's own games, added up, on the terminal."""

from __future__ import annotations

from senet_gp.cli.console import figures, texts
from senet_gp.cli.insight_view import Page
from senet_gp.cli.output import command_for, plural
from senet_gp.games.registry import game_of
from senet_gp.insight.own_record import OwnGame, OwnRecord
from senet_gp.runtime.errors import printable, quoted, shortened

#: How many of the last games, and of the last mistakes, are shown.
_GAMES_SHOWN, _MISTAKES_SHOWN = 10, 5
_LONGEST_NAME = 32
_RESULTS = {1: "won", 0: "drawn", -1: "lost", None: "unfinished"}


def show_record(record: OwnRecord) -> None:
    """Show the games of a person in one game."""
    page = Page(game_of(record.game), ascii_only=False)
    results = [game.result for game in record.games if not game.retried]
    ended = plural(len(results) - results.count(None), "finished game")
    page.head(f"{game_of(record.game).title}: {ended}, {results.count(1)} won")
    _show_games(page, record)
    page.table(
        [*texts("opponent"), *figures("games", "won", "drawn")],
        [[_name(row.name), str(row.games), str(row.won), str(row.drawn)] for row in record.opponents],
    )
    if record.habits:
        page.head("What cost most")
        page.table(
            [*figures("wins\nlost", "choices"), *texts("do this instead")],
            [[_wins(row.lost), str(row.times), row.rule] for row in record.habits],
        )
    _show_mistakes(page, record)


def _show_games(page: Page, record: OwnRecord) -> None:
    rows = list(zip(record.games, record.losses, record.means, strict=True))[-_GAMES_SHOWN:]
    judged = any(lost is not None for _, lost, _ in rows)
    columns = [*texts("opponent", "result"), *figures("choices", "lost a\nchoice", "mean\nof five")]
    page.table(
        columns if judged else columns[:3],
        [[*_cells(game), *([_of_100(lost), _of_100(mean)] if judged else [])] for game, lost, mean in rows],
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
                _wins(choice.lost),
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


def _cells(game: OwnGame) -> list[str]:
    again = ", tried again" if game.retried else ""
    return [_name(game.opponent), _RESULTS[game.result] + again, str(game.choices)]


def _name(name: str) -> str:
    return printable(shortened(name, _LONGEST_NAME))


def _wins(chance: float) -> str:
    return f"{100 * chance:.0f}"


def _of_100(chance: float | None) -> str:
    return "" if chance is None else f"{100 * chance:.1f}"
