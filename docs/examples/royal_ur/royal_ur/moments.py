"""Where advice fails: ``python -m royal_ur.moments TABLE``, with a table that senet-gp table has made.

Perfect play plays against itself. For each advice the choice is found in which following it loses most, among
those that come up when neither side has won nearly; pictures show both moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from primitives import vocabulary_of
from royal_ur.advice import ADVICE, Advice, arguments
from senet_gp import from_lisp
from senet_gp.engine.exact_table import ChanceTable, read_chances
from senet_gp.games import Decision, board_svg
from senet_gp.players.exact import PerfectByNumbers
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime.errors import SenetGpError
from senet_gp.runtime.streams import game_streams, part_key

#: Only choices whose best chance lies between these count: there the game is open.
_OPEN = (0.3, 0.7)


class Moment(NamedTuple):
    """A choice in which an advice fails.

    Attributes:
        loss: by how much the best choice that follows the advice is worse than the best of all, 0 to 1.
        decision: the decision.
        chances: the chance of winning with each choice.
        best: the index of the best choice.
        followed: the index of the best choice that follows the advice.
    """

    loss: float
    decision: Decision
    chances: Sequence[float]
    best: int
    followed: int

    @property
    def told(self) -> str:
        """The throw, and both moves with their chances."""
        (throw,), notation = self.decision.throws, self.decision.notation
        best, followed = (
            f"{notation(index)} wins {100 * self.chances[index]:.1f} of 100 games"
            for index in (self.best, self.followed)
        )
        return f"throw {throw}: {best}, {followed}"

    @property
    def picture(self) -> str:
        """The board as an SVG file, with the best move as arrow 1 and the other as arrow 2."""
        decision = self.decision
        steps = [*decision.steps(self.best), *decision.steps(self.followed)]
        return board_svg(
            decision.game, decision.position, 0, steps=steps, title=self.told, background="#ffffff"
        )


def decisions(table: ChanceTable, games: int, seed: int) -> Iterator[tuple[Decision, list[float]]]:
    """All choices in games of perfect play against itself, with the chance of winning with each.

    The player who decides is always shown as the first.
    """
    game, perfect = table.game, PerfectByNumbers("perfect", table.game, table)
    for number in range(games):
        streams = game_streams(part_key(seed, number))
        position, seat = game.starts()[0], 0
        while True:
            decision = game.next_decision(position, seat, streams)
            chances = perfect.scores(decision)
            best = chances.index(max(chances))
            if len(chances) > 1:
                yield game.decision(position, 0, decision.throws), chances
            if decision.result(best) is not None:
                break
            seat = 1 - seat if decision.ends_turn(best) else seat
            position = decision.following(best)


def worst_moments(table: ChanceTable, games: int, seed: int) -> dict[Advice, Moment]:
    """For each advice the choice in which following it loses most.

    Args:
        table: the chances of all boards.
        games: how many games are looked at.
        seed: the seed of the games.
    """
    vocabulary = vocabulary_of(table.game)
    wishes = {
        advice: ExpressionPlayer(from_lisp(advice.expression, vocabulary), vocabulary, advice.text)
        for advice in ADVICE
    }
    worst: dict[Advice, Moment] = {}
    for decision, chances in decisions(table, games, seed):
        best = chances.index(max(chances))
        if not _OPEN[0] < chances[best] < _OPEN[1]:
            continue
        for advice, wish in wishes.items():
            followed = max(wish.possible(decision), key=chances.__getitem__)
            loss = chances[best] - chances[followed]
            if loss > (worst[advice].loss if advice in worst else 0):
                worst[advice] = Moment(loss, decision, chances, best, followed)
    return worst


def main(given: Sequence[str] | None = None) -> None:
    """Print the moments, and write their pictures."""
    parser = arguments("Where advice fails in the Royal Game of Ur.", games=300)
    parser.add_argument("--pictures", type=Path, help="a directory into which pictures are written")
    asked = parser.parse_args(given)
    try:
        if asked.pictures:
            asked.pictures.mkdir(parents=True, exist_ok=True)
        found = worst_moments(read_chances(asked.table), asked.games, asked.seed)
    except (SenetGpError, OSError) as error:
        parser.error(str(error))
    for advice, moment in found.items():
        click.echo(f"{advice.text}: {moment.decision.game.text(moment.decision.position)}, {moment.told}")
        if asked.pictures:
            name = f"{advice.text.replace(' ', '-')}.svg"
            asked.pictures.joinpath(name).write_text(moment.picture, encoding="utf-8")


if __name__ == "__main__":
    main()
