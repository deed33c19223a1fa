"""Choices of a beginner at Senet that lose wins, each with its board and the sentences that say why.

They are read by people who judge whether the sentences help: the beginner plays every other move at random,
and one choice of a game is shown that loses at least three wins of 100.

python scripts/explain_choices.py --rule pieces=3 > choices.txt
"""

from __future__ import annotations

import argparse

from senet_gp.engine.playthrough import Choice, choices_of_game
from senet_gp.games.board_texts import table_lines
from senet_gp.games.registry import game_of
from senet_gp.games.wording import wording_of
from senet_gp.insight.hints import JudgeHints
from senet_gp.insight.judges import judge_of
from senet_gp.players.levels import beginner_of
from senet_gp.players.parsing import player_from_text
from senet_gp.runtime.streams import game_streams, part_keys

#: A choice is shown if it loses at least this chance of winning.
LOST = 0.03
#: How many choices of a game are looked at.
TRIED = 12


def explained(hints: JudgeHints, choice: Choice) -> str | None:
    """A choice with its board and why another is better; None if it does not lose enough."""
    decision, game = choice.decision, hints.judge.game
    found = hints.judged(decision)
    if found.lost(choice.index) < LOST:
        return None
    told = hints.compared(decision, choice.index, found.best)
    lines = table_lines(game, decision.position, 0, ("x", "o"), ".", (), 80)
    board = "\n".join("".join(part.text for part in line).rstrip() for line in lines)
    played = wording_of(decision).move_text(choice.index)
    why = "\n".join(f"> {sentence}" for sentence in told.sentences)
    return f"throws {decision.throws}\n{board}\nplayed: {played}\n{why}\n"


def main() -> None:
    """Show as many choices as are asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--choices", type=int, default=50)
    parser.add_argument("--seed", type=int, default=46)
    parser.add_argument("--rule", action="append", default=[], metavar="NAME=NUMBER", help="such as pieces=3")
    given = parser.parse_args()
    game = game_of("senet", {name: int(number) for name, number in (one.split("=") for one in given.rule)})
    hints = JudgeHints(judge_of(game))
    players = (player_from_text(beginner_of(game), game), player_from_text("easy", game))
    shown = 0
    for key in part_keys(given.seed, 100 * given.choices).tolist():
        own = [one for one in choices_of_game(players, game, game_streams(key)) if one.seat == 0]
        step = max(1, len(own) // TRIED)
        told = next(filter(None, (explained(hints, one) for one in own[key % step :: step])), None)
        if told is not None:
            shown += 1
            print(f"{shown}. You are x; {told}", flush=True)
        if shown == given.choices:
            return


if __name__ == "__main__":
    main()
