"""Measure how much each kind of simplification shortens champions, for the table of docs/reading.md.

    for seed in 1 2 3 4 5 6 7 8 9 10; do
        senet-gp evolve --generations 100 --seed $seed --out runs/reading-$seed
    done
    python scripts/simplify_champions.py runs/reading-*

Each player is a run directory or a champion file. In the last two columns, one in a hundred of the examined
decisions may change. Differences are counted in other games than those that were examined.
"""

from __future__ import annotations

import argparse

from senet_gp import Champion, to_lisp
from senet_gp.players import ExpressionPlayer
from senet_gp.players.parsing import champion_file
from senet_gp.simplification.agreement import Agreement, agreement
from senet_gp.simplification.decisions import decisions_for
from senet_gp.simplification.observed import equal_in_play
from senet_gp.simplification.proven import Simplified
from senet_gp.simplification.simplify import DECISIONS, Samples, simplify

ALLOWED = 0.01


def size(nodes: int, original: int, *, complete: bool) -> str:
    """The nodes, with a star if the search was stopped early, and their share of the original's."""
    return f"{nodes}{'' if complete else '*'} ({nodes / original:.0%})"


def differences(agreed: Agreement | None) -> str:
    """How often the choice differs."""
    assert agreed is not None
    return f"{agreed.differences} of {'all ' if agreed.complete else ''}{agreed.decisions}"


def nearly_equal(it: Champion, start: Simplified, decisions: int) -> tuple[Simplified, Agreement]:
    """The champion simplified further, with some differences allowed, and their number."""
    player = ExpressionPlayer(it.tree, it.vocabulary, "champion")
    seen, fresh = (decisions_for(player, it.game, decisions, seed) for seed in (1, 2))
    done = equal_in_play(start, it.vocabulary, seen, allowed=ALLOWED)
    return done, agreement(it.tree, done.tree, it.vocabulary, fresh)


def main() -> None:
    """Print the table, and below it the expressions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("players", nargs="+", metavar="PLAYER")
    parser.add_argument("--decisions", type=int, default=DECISIONS)
    arguments = parser.parse_args()
    print("| champion | nodes | equal | in choice | in play | differ | 1 % allowed | differ |")
    print("| --- " + "| ---: " * 7 + "|")
    shortest = []
    for player in arguments.players:
        file = champion_file(player)
        if file is None:
            parser.error(f"{player} is not a champion")
        it = Champion.read(file)
        samples = Samples(decisions=arguments.decisions)
        done = simplify(it.tree, it.vocabulary, it.game, "play", samples=samples)
        nearly, agreed = nearly_equal(it, Simplified(done.tree, complete=True), arguments.decisions)
        cells = [str(len(it.tree))]
        cells += [size(len(step.tree), len(it.tree), complete=step.complete) for step in done.steps]
        cells += [differences(done.steps[-1].agreement)]
        cells += [size(len(nearly.tree), len(it.tree), complete=nearly.complete), differences(agreed)]
        print(f"| {player} | {' | '.join(cells)} |", flush=True)
        shortest.append((player, [*(step.tree for step in done.steps), nearly.tree]))
    for player, trees in shortest:
        print(f"\n{player}")
        for kind, tree in zip(("equal", "in choice", "in play", "1 % allowed"), trees, strict=True):
            print(f"  {kind}: {to_lisp(tree)}")


if __name__ == "__main__":
    main()
